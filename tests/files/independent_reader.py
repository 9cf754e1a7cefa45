"""Picture files that NumPy, Pillow and tifffile write go through `sweep filter --filter none`, and they, or the few lines of a reader
below, say whether what comes out is what went in. Called with the program and a folder to write in."""
import os
import re
import shutil
import subprocess
import sys
import unittest

try:
    import numpy as np
    import PIL.features
    import PIL.Image
    import PIL.PngImagePlugin
    import tifffile
    from plain_exr import read_exr, write_exr
    from plain_files import read_pfm, read_png, write_pfm, write_png16, write_pnm16
except ImportError as missing:
    print(f"skipped: Python has no {missing.name}")
    sys.exit(1 if "python" in os.environ.get("SWEEP_REQUIRE", "").split(",") else 77)

PROGRAM, FOLDER = sys.argv.pop(1), sys.argv.pop(1)
# The formats that this build has by their endings, of those that it may lack.
LIBRARIES = subprocess.run([PROGRAM, "doctor"], capture_output=True, text=True, check=False).stdout
RANDOM = np.random.default_rng(47)


def samples(dtype, *shape):
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        x = RANDOM.normal(size=shape)
        if shape[2:] in ((2,), (4,)):  # alpha, by which a file may have its colours multiplied
            x[..., -1] = RANDOM.uniform(0.25, 1, shape[:2])
        return x.astype(dtype)
    return RANDOM.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def sweep(*arguments):
    """Runs sweep filter --filter none, and returns what it said on stderr."""
    done = subprocess.run([PROGRAM, "filter", *arguments, "--filter", "none", "--engine", "cpu"], cwd=FOLDER,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(arguments)}: {done.stderr}")
    return done.stderr


def animation(name):
    """How often an animated WebP or PNG is shown, and its frames, each with how long."""
    with PIL.Image.open(name) as picture:
        frames = []
        for i in range(picture.n_frames):
            picture.seek(i)
            picture.load()
            frames.append((picture.info["duration"], picture.convert("RGBA").tobytes()))
        return picture.info["loop"], frames


def read_pillow(name):
    with PIL.Image.open(name) as picture:
        x = np.asarray(picture)
        return x if x.ndim == 3 else x[..., None]


def read_npy(name):
    x = np.load(name)
    return x if x.ndim == 3 else x[..., None]


def read_tiff(name):
    x = tifffile.imread(name)
    return x if x.ndim == 3 else x[..., None]


def write_npy(name, x):
    np.save(name, x[..., 0] if x.shape[2] == 1 else x)


def write_tiff(name, x):
    tifffile.imwrite(name, x[..., 0] if x.shape[2] == 1 else x, photometric="rgb" if x.shape[2] > 2 else "minisblack",
                     extrasamples=["unassalpha"] if x.shape[2] in (2, 4) else None)


def write_pillow(name, x):
    PIL.Image.fromarray(x[..., 0] if x.shape[2] == 1 else x).save(name)


def write_webp(name, x):
    PIL.Image.fromarray(x).save(name, lossless=True, exact=True)


def write_pnm(name, x):
    (write_pnm16 if x.dtype == np.uint16 else write_pillow)(name, x)


# The channels of an EXR by how many there are.
EXR_CHANNELS = {1: "Y", 2: "YA", 3: "RGB", 4: "RGBA"}


def write_planes(name, x):
    write_exr(name, {plane: x[..., i] for i, plane in enumerate(EXR_CHANNELS[x.shape[2]])})


def read_planes(name):
    planes = read_exr(name)
    return np.dstack([planes[plane] for plane in EXR_CHANNELS[len(planes)]])


def write_png(name, x):
    (write_png16 if x.dtype == np.uint16 else write_pillow)(name, x)


def by_alpha(x, kind, out):
    """What becomes of the samples of a file of one kind in one of the other: in an EXR colours are multiplied by alpha, and in a
    TIFF they are not; an .npy does not say."""
    if x.shape[2] not in (2, 4) or {kind, out} != {"exr", "tif"}:
        return x
    alpha = x[..., -1:]
    return np.dstack([x[..., :-1] * alpha if out == "exr" else x[..., :-1] / alpha, alpha])


def within(x):
    """Within [0, 1], also where colours are divided by alpha, which is no less than 1/4."""
    return np.abs(x) % 1 * np.where(np.arange(x.shape[2]) == x.shape[2] - 1, 1, 0.25).astype(x.dtype)


def opaque(x):
    """Of grey, RGBA: what every GIF is read as, since each of its colours may be transparent."""
    return np.dstack([x, x, x, np.full_like(x, 255)])


READERS = {"png": read_png, "webp": read_pillow, "tif": read_tiff, "npy": read_npy, "pfm": read_pfm, "exr": read_planes}
WRITERS = {"png": write_png, "tif": write_tiff, "npy": write_npy, "pfm": write_pfm, "bmp": write_pillow,
           "webp": write_webp, "tga": write_pillow, "ppm": write_pnm, "pgm": write_pnm, "gif": write_pillow,
           "exr": write_planes}
# What each format holds as it is: its samples, and how many channels.
HOLDS = {"png": (("u1", "u2"), (1, 2, 3, 4)), "tif": (("u1", "u2", "f4"), (1, 2, 3, 4)), "pfm": (("f4",), (1, 3)),
         "npy": (("f4",), (1, 2, 3, 4)), "bmp": (("u1",), (3,)), "tga": (("u1",), (1, 3, 4)),
         "webp": (("u1",), (3, 4)), "ppm": (("u1", "u2"), (3,)), "pgm": (("u1", "u2"), (1,)),
         "exr": (("f4", "f2"), (1, 2, 3, 4)), "gif": (("u1",), (1,))}
# A build may have no libwebp, and so a Pillow; or no OpenEXR.
ABSENT = {"webp": "libwebp" not in LIBRARIES or not PIL.features.check("webp"), "exr": "OpenEXR" not in LIBRARIES}
FORMATS = [kind for kind in WRITERS if not ABSENT.get(kind)]
AS_READ = {"f2": "f4"}
EVERY_KIND = [(kind, dtype, channels) for kind in FORMATS for dtype in HOLDS[kind][0] for channels in HOLDS[kind][1]]
# --no-linear: floats and bytes are not light to each other.
AS_THEY_ARE = "--no-linear"


class Formats(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        os.makedirs(FOLDER)
        os.chdir(FOLDER)

    def check(self, got, expected, what):
        self.assertEqual(got.dtype, expected.dtype, what)
        self.assertEqual(got.shape, expected.shape, what)
        self.assertTrue(np.array_equal(got, expected, equal_nan=expected.dtype.kind == "f"), what)

    def test_every_pair_of_formats_is_the_identity(self):
        for out, read in READERS.items():
            if out not in FORMATS:
                continue
            put, names = {}, []
            for kind, dtype, channels in EVERY_KIND:
                as_read = AS_READ.get(dtype, dtype)
                if as_read not in HOLDS[out][0] or channels not in HOLDS[out][1]:
                    continue
                x, name = samples(dtype, 19, 31, channels), f"{dtype}x{channels}-{kind}"
                WRITERS[kind](f"{name}.{kind}", x)
                put[name] = opaque(x) if kind == "gif" else by_alpha(x.astype(as_read), kind, out)
                names.append(f"{name}.{kind}")
            sweep(*names, "--out", "{name}.out." + out, AS_THEY_ARE, "--no-premultiply")
            for name, x in put.items():
                with self.subTest(of=name, to=out):
                    self.check(read(f"{name}.out.{out}"), x, f"{name} to {out}")

    def test_a_pair_says_what_it_loses_and_nothing_else(self):
        """The samples are within [0, 1], so that nothing is clipped. Alpha and bits are what a format may lack. What is said of
        several files is said once, with their number."""
        for out in (*READERS, "jpg"):
            if ABSENT.get(out):
                continue
            alike = {}
            for kind, dtype, channels in EVERY_KIND:
                x, name = samples(dtype, 9, 7, channels), f"{dtype}x{channels}-{kind}.{kind}"
                WRITERS[kind](name, x if x.dtype.kind == "u" else within(x))
                bits, kept = 8 * np.dtype(AS_READ.get(dtype, dtype)).itemsize, {"jpg": 8, "webp": 8, "png": 16}.get(out, 32)
                last = "the last channel" if kind == "npy" else "alpha"  # numbers are nobody's alpha
                losses = (f"{last} is dropped",) * (out in ("jpg", "pfm") and (channels in (2, 4) or kind == "gif"))
                losses += (f"{bits} bits become {kept}",) * (bits > kept)
                alike.setdefault(losses, []).append(name)
            for losses, names in alike.items():
                said = sweep(*names, "--out", "{name}.out." + out, AS_THEY_ARE, "--no-premultiply")
                more = f" (and so for {len(names) - 1} more)" if len(names) > 1 else ""
                got = [line for line in said.splitlines() if re.search("dropped|become|clipped", line)]
                self.assertEqual(len(got), len(losses), (out, names, said))
                for loss in losses:
                    self.assertTrue(any(loss in line and line.endswith(more) for line in got), (out, loss, names, said))

    @unittest.skipIf(ABSENT["exr"], "no OpenEXR")
    def test_a_part_a_layer_or_a_channel_of_an_exr_is_chosen(self):
        x = {name: samples("f4", 19, 31) for name in ("R", "G", "B", "light.R", "light.G", "light.B")}
        other = {name: samples("f4", 19, 31) for name in "RGB"}
        write_exr("a.exr", x)
        write_exr("parts.exr", None, {"albedo": other, "beauty": x})

        def chosen(name, *choice):
            for out in ("b.exr", "b.npy"):
                sweep(name, out, *choice)
            got = read_npy("b.npy")
            planes = read_exr("b.exr")
            names = [plane for plane in "RGB" if plane in planes] or list(planes)
            self.check(np.dstack([planes[plane] for plane in names]), got, choice)
            return got

        def colours(planes, layer=""):
            return np.dstack([planes[layer + name] for name in "RGB"])

        self.check(chosen("a.exr"), colours(x), "the picture without a layer")
        self.check(chosen("a.exr", "--layer", "light"), colours(x, "light."), "a layer")
        self.check(chosen("a.exr", "--channel", "light.G"), x["light.G"][..., None], "a channel")
        self.check(chosen("parts.exr", "--part", "albedo"), colours(other), "a part by its name")
        self.check(chosen("parts.exr", "--part", "1"), colours(other), "a part by its number")
        self.check(chosen("parts.exr", "--layer", "light"), colours(x, "light."), "a layer of a part")
        self.check(chosen("parts.exr", "--part", "1", "--channel", "B"), other["B"][..., None], "a channel of a part")
        for choice in (("--layer", "dark"), ("--channel", "Q"), ("--part", "3")):
            with self.assertRaisesRegex(AssertionError, f"no {choice[0][2:]} '{choice[1]}': its "):
                sweep("parts.exr", "c.exr", *choice)
            self.assertFalse(os.path.exists("c.exr"))

    def test_bytes_through_light_are_the_identity(self):
        """Bytes are decoded from sRGB and encoded again, and all of them come back."""
        x = np.arange(256, dtype=np.uint8).reshape(16, 16, 1).repeat(3, 2)
        for kind in ("png", "tif", "bmp"):
            WRITERS[kind](f"a.{kind}", x)
            sweep(f"a.{kind}", "b.png")
            self.check(read_png("b.png"), x, kind)

    def test_numbers_of_npy_keep_their_values(self):
        for dtype in ("i1", "i2", "i4", "u4", "f4", ">f4", "f8", ">f8", "?"):
            x = samples("u1", 9, 7) > 128 if dtype == "?" else samples(np.dtype(dtype).newbyteorder("="), 9, 7).astype(dtype)
            np.save("a.npy", x)
            sweep("a.npy", "b.npy")
            got, exact = np.load("b.npy"), x.astype(np.float64)
            self.assertEqual(got.shape, x.shape, dtype)
            if np.dtype(dtype).itemsize < 8 and dtype not in ("i4", "u4"):
                exact = exact.astype(np.float32)
                self.check(got.astype(np.float32), exact, dtype)
            else:  # more digits than float32 has
                self.assertTrue(np.allclose(got, exact, rtol=2 ** -24, atol=0), dtype)

    def test_shapes_of_npy_stay(self):
        for shape in ((31,), (1, 31), (31, 1), (5, 6, 1), (5, 6, 2), (5, 6, 4)):
            for order in "CF":
                x = np.asarray(samples("f4", *shape), order=order)
                np.save("a.npy", x)
                sweep("a.npy", "b.npy")
                self.assertTrue(np.array_equal(np.load("b.npy").reshape(shape), x), (shape, order))

    def test_tiff_of_each_layout_is_read(self):
        x = samples("u2", 37, 50, 3)
        for name, layout in {"tiles": {"tile": (16, 16)}, "strips": {"rowsperstrip": 5}, "planes": {"planarconfig": "separate"},
                             "big": {"bigtiff": True}, "motorola": {"byteorder": ">"},
                             "deflate": {"compression": "zlib", "predictor": True}}.items():
            try:
                planes = np.moveaxis(x, 2, 0) if name == "planes" else x
                tifffile.imwrite("a.tif", planes, photometric="rgb", **layout)
            except (ImportError, ValueError, KeyError):  # a tifffile without its codecs
                continue
            sweep("a.tif", "b.tif")
            self.check(read_tiff("b.tif"), x, name)

    def test_stacks_keep_pages_and_tags(self):
        x = samples("u2", 4, 21, 33)
        tifffile.imwrite("a.tif", x, photometric="minisblack", description="a stack", metadata=None, resolution=(300, 150),
                         resolutionunit="CENTIMETER")
        sweep("a.tif", "b.tif")
        sweep("a.tif", "b.npy", AS_THEY_ARE)
        self.check(tifffile.imread("b.tif"), x, "stack")
        self.assertEqual(np.load("b.npy").shape[:3], x.shape)
        with tifffile.TiffFile("a.tif") as before, tifffile.TiffFile("b.tif") as after:
            self.assertEqual(len(after.pages), len(x))
            for one, other in zip(before.pages, after.pages):
                for tag in ("XResolution", "YResolution", "ResolutionUnit"):
                    self.assertEqual(other.tags[tag].value, one.tags[tag].value, tag)
            self.assertEqual(after.pages[0].description, "a stack")

    def test_texts_and_profiles_stay(self):
        texts = PIL.PngImagePlugin.PngInfo()
        texts.add_text("Author", "nobody")
        texts.add_itxt("Title", "Ünïcode", "de", "Titel")
        x = samples("u1", 12, 10, 3)
        exif = PIL.Image.Exif()
        exif[0x010F] = "a maker"
        PIL.Image.fromarray(x).save("a.png", pnginfo=texts, dpi=(300, 300), exif=exif)
        self.assertEqual(sweep("a.png", "b.png"), "")
        sweep("a.png", "b.jpg")
        with PIL.Image.open("b.png") as picture:
            self.assertEqual(picture.text["Author"], "nobody")
            self.assertEqual(picture.text["Title"], "Ünïcode")
            self.assertAlmostEqual(picture.info["dpi"][0], 300, places=1)
            self.assertEqual(picture.getexif()[0x010F], "a maker")
        with PIL.Image.open("b.jpg") as picture:
            self.assertEqual(picture.getexif()[0x010F], "a maker")

    def test_jpeg_is_decoded_as_by_pillow(self):
        smooth = np.add.outer(np.arange(48), np.arange(64)).astype(np.uint8)
        PIL.Image.fromarray(np.dstack([smooth, 255 - smooth, smooth // 2])).save("a.jpg", quality=90, subsampling=0)
        sweep("a.jpg", "b.png")
        difference = np.abs(read_png("b.png").astype(int) - read_pillow("a.jpg"))
        self.assertLessEqual(difference.max(), 1)
        sweep("a.jpg", "b.jpg")
        again = np.abs(read_pillow("b.jpg").astype(int) - read_pillow("a.jpg"))
        self.assertLess(again.mean(), 2)

    @unittest.skipUnless("webp" in FORMATS, "no libwebp")
    def test_webp_of_each_kind(self):
        smooth = np.add.outer(np.arange(48), np.arange(64)).astype(np.uint8)
        x = np.dstack([smooth, 255 - smooth, smooth // 2, 255 - smooth])
        exif = PIL.Image.Exif()
        exif[0x010F] = "a maker"
        PIL.Image.fromarray(x).save("a.webp", quality=80, exif=exif, xmp=b"<x/>")
        sweep("a.webp", "b.png", "--no-premultiply")
        self.check(read_png("b.png"), read_pillow("a.webp"), "with loss")
        self.assertEqual(sweep("a.webp", "b.webp"), "")
        with PIL.Image.open("b.webp") as picture:
            self.assertEqual(picture.getexif()[0x010F], "a maker")
            self.assertEqual(picture.info["xmp"], b"<x/>")
            self.assertEqual(picture.mode, "RGBA")
        frames = [PIL.Image.fromarray(samples("u1", 9, 11, 3)) for _ in range(3)]
        frames[0].save("a.webp", save_all=True, append_images=frames[1:], lossless=True)
        self.assertIn("frame 1 of 3", sweep("a.webp", "b.tif"))
        self.check(read_tiff("b.tif")[..., :3], np.asarray(frames[0]), "the first frame")
        self.assertEqual(sweep("a.webp", "b.webp", "--no-premultiply"), "")
        self.assertEqual(animation("b.webp"), animation("a.webp"))
        # Parts of the canvas, blended with what is there, and times and repeats of their own.
        frames = [PIL.Image.fromarray(samples("u1", 9, 11, 4)) for _ in range(4)]
        frames[0].save("a.webp", save_all=True, append_images=frames[1:], lossless=True, exact=True,
                       duration=[10, 250, 33, 1000], loop=3)
        self.assertEqual(sweep("a.webp", "b.webp", "--no-premultiply"), "")
        self.assertEqual(animation("b.webp"), animation("a.webp"))
        if "libavcodec" in LIBRARIES:
            sweep("a.webp", "b.png", "--no-premultiply")
            sweep("b.png", "c.png", "--no-premultiply")
            self.assertEqual(animation("b.png"), animation("a.webp"))
            self.assertEqual(animation("c.png"), animation("a.webp"))
        with open("a.webp", "rb") as file:
            data = file.read()
        for size in (5, 20, len(data) // 2, len(data) - 2):
            with open("a.webp", "wb") as file:
                file.write(data[:size])
            with self.assertRaisesRegex(AssertionError, "^[^\n]*sweep: error: cannot read 'a.webp': [^\n]*\n$"):
                sweep("a.webp", "b.png")

    @unittest.skipUnless("libheif" in LIBRARIES and shutil.which("ffmpeg"), "no libheif, or no ffmpeg")
    def test_avif_of_more_bits(self):
        for bits in (8, 10, 12):
            x = RANDOM.integers(0, 1 << bits, (48, 64, 3), np.uint16)
            kind, layout = ("<u2", f"gbrp{bits}le") if bits > 8 else ("u1", "gbrp")
            with open("a.raw", "wb") as file:
                file.write(x[..., [1, 2, 0]].transpose(2, 0, 1).astype(kind).tobytes())
            made = subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", layout, "-s", "64x48", "-i", "a.raw",
                                   "-c:v", "libaom-av1", "-crf", "0", "-still-picture", "1", "-color_primaries", "bt2020",
                                   "-color_trc", "smpte2084", "-colorspace", "rgb", "-color_range", "pc", "a.avif"], capture_output=True, check=False)
            if made.returncode != 0:
                self.skipTest("this ffmpeg writes no AVIF")
            sweep("a.avif", "b.png", AS_THEY_ARE)
            expected = x.astype(np.uint8) if bits == 8 else np.rint(x * (65535 / ((1 << bits) - 1))).astype(np.uint16)
            self.check(read_png("b.png"), expected, f"{bits} bits")
            sweep("a.avif", "c.png")
            with open("c.png", "rb") as file:
                self.assertIn(b"cICP" + bytes([9, 16, 0, 1]), file.read())

    def test_what_a_format_cannot_hold_is_said(self):
        write_png("a.png", samples("u1", 9, 9, 4))
        self.assertIn("alpha", sweep("a.png", "b.jpg"))
        write_npy("a.npy", 3 * samples("f4", 9, 9, 3))
        self.assertIn("clipped", sweep("a.npy", "b.png"))


if __name__ == "__main__":
    unittest.main()
