#!/usr/bin/env python3
"""Compares blurring pictures of bytes and of float32, at small sigmas and large, with other libraries, each where it is installed:
OpenCV, Pillow, SciPy, scikit-image, libvips, ImageMagick, ITK, FFmpeg. One table in Markdown; every cell is "ms (error)".

    PYTHONPATH=build/release/python taskset -c 0,1 bench/photos.py build/release/sweep [--size 3840x2160] [--rounds 3]

Times are medians over the rounds of the least of some calls, in ms, in memory: `sweep bench --engine cpu` for Sweep, by the order 3
and by --accuracy 3e-4. Its bytes become float32, those of the others bytes. FFmpeg's are frames a filter of its own takes, from its
-benchmark. ImageMagick weighs colours by alpha. Errors are largest differences from the Gaussian in double, cut off at 8 sigma, of a picture of 300 x 200: of bytes in
codes of 255, of float32 in parts of 1. All continue the picture with its edge pixels, but for Pillow, whose margin is left out.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import tempfile
import time

import numpy as np


def bench(program, size, channels, sample, sigma, words):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "times.json")
        subprocess.run([program, "bench", "--engine", "cpu", "--size", size, "--channels", str(channels), "--sample", sample,
                        "--sigma", str(sigma), "--repeats", "7", *words, "--json", file], check=True, capture_output=True)
        with open(file) as text:
            return min(row["min_ms"] for row in json.load(text)["results"])


def sweep_on(program, words, arguments):
    """Sweep by one filter: times by its own bench, errors by its Python module."""
    def run(x, sigma):
        import sweep

        result = sweep.gaussian_filter(x.astype(np.float32), (sigma, sigma), axes=(0, 1), mode="nearest", **arguments)
        return np.rint(result) if x.dtype == np.uint8 else result
    return (lambda size, channels, sample, sigma: bench(program, size, channels, sample, sigma, words)), run, 0


def called(run, margin=0):
    """A library by its function of an array: the least time of some calls."""
    def ms(size, channels, sample, sigma):
        width, height = (int(word) for word in size.split("x"))
        x, times = picture(width, height, channels, sample), []
        while len(times) < 2 or (len(times) < 7 and sum(times) < 1000):
            start = time.perf_counter()
            run(x, sigma)
            times.append((time.perf_counter() - start) * 1e3)
        return min(times)
    return ms, run, margin


def opencv():
    import cv2

    cv2.setNumThreads(len(os.sched_getaffinity(0)))
    return called(lambda x, s: cv2.GaussianBlur(x, (0, 0), s, borderType=cv2.BORDER_REPLICATE).reshape(x.shape))


def pillow():
    from PIL import Image, ImageFilter

    def run(x, sigma):
        if x.dtype != np.uint8:
            raise TypeError("bytes only")
        image = Image.fromarray(x[..., 0] if x.shape[2] == 1 else x)
        return np.asarray(image.filter(ImageFilter.GaussianBlur(sigma))).reshape(x.shape)
    return called(run, 60)


def scipy():
    import scipy.ndimage as nd

    return called(lambda x, s: nd.gaussian_filter(x, (s, s, 0), mode="nearest"))


def skimage():
    from skimage.filters import gaussian

    return called(lambda x, s: gaussian(x, s, mode="nearest", channel_axis=2, preserve_range=True))


def vips():
    import gi

    gi.require_version("Vips", "8.0")
    from gi.repository import GObject, Vips

    give, take = GObject.Object.set_property, GObject.Object.get_property  # Vips has others of these names
    Vips.init("photos")
    Vips.concurrency_set(len(os.sched_getaffinity(0)))

    def run(x, sigma):
        kind = Vips.BandFormat.UCHAR if x.dtype == np.uint8 else Vips.BandFormat.FLOAT
        height, width, channels = x.shape
        blur = Vips.Operation.new("gaussblur")
        give(blur, "in", Vips.Image.new_from_memory_copy(x.tobytes(), width, height, channels, kind))
        give(blur, "sigma", sigma)
        give(blur, "min_ampl", 0.001)  # where its kernel ends: 0.2 by default
        blur.build()
        blurred = take(blur, "out").write_to_memory()
        blur.unref_outputs()
        return np.frombuffer(bytes(blurred), x.dtype).reshape(x.shape)
    return called(run)


def imagemagick():
    from wand.image import Image

    def run(x, sigma):
        if x.dtype != np.uint8:
            raise TypeError("bytes only")  # its numbers are of 16 bits
        letters = {1: "I", 3: "RGB", 4: "RGBA"}[x.shape[2]]
        with Image.from_array(x, channel_map=letters) as image:
            image.virtual_pixel = "edge"
            image.blur(radius=0, sigma=sigma)
            return np.frombuffer(bytes(image.export_pixels(channel_map=letters)), np.uint8).reshape(x.shape)
    return called(run)


def itk():
    import itk

    itk.MultiThreaderBase.SetGlobalDefaultNumberOfThreads(len(os.sched_getaffinity(0)))

    def run(x, sigma):
        if x.dtype == np.uint8 or x.shape[2] != 1:
            raise TypeError("float32 of one channel only")
        image = itk.image_view_from_array(x[..., 0])
        return itk.array_from_image(itk.smoothing_recursive_gaussian_image_filter(image, sigma=float(sigma)))[..., None]
    return called(run)


def ffmpeg():
    def frames(size, pixels, sigma, count):
        words = ["ffmpeg", "-hide_banner", "-benchmark", "-f", "lavfi", "-i", f"color=gray:size={size}:rate=25,format={pixels}"]
        words += ["-vf", f"gblur=sigma={sigma}:steps=1"] if sigma else []
        said = subprocess.run(words + ["-frames:v", str(count), "-f", "null", "-"], check=True, capture_output=True, text=True).stderr
        return float(re.search(r"rtime=([\d.]+)s", said).group(1)) * 1e3

    def ms(size, channels, sample, sigma):
        pixels = {("u8", 1): "gray", ("u8", 3): "gbrp", ("u8", 4): "gbrap", ("f32", 1): "grayf32le", ("f32", 3): "gbrpf32le",
                  ("f32", 4): "gbrapf32le"}[sample, channels]
        count = 20
        return (frames(size, pixels, sigma, count) - frames(size, pixels, 0, count)) / count
    subprocess.run(["ffmpeg", "-version"], check=True, capture_output=True)
    return ms, None, 0


def picture(width, height, channels, sample):
    bytes_ = np.random.default_rng(channels).integers(0, 256, (height, width, channels), dtype=np.uint8)
    return bytes_ if sample == "u8" else (bytes_ / 255).astype(np.float32)


def error(run, margin, channels, sample, sigma):
    import scipy.ndimage as nd

    x = picture(300, 200, channels, sample)
    truth = nd.gaussian_filter(x.astype(np.float64), (sigma, sigma, 0), truncate=8, mode="nearest")
    inner = (slice(margin, 200 - margin), slice(margin, 300 - margin))
    return np.abs(np.asarray(run(x, sigma), np.float64) - truth)[inner].max()


def cell(peer, size, channels, sample, sigma, rounds):
    ms, run, margin = peer
    try:
        text = f"{statistics.median(ms(size, channels, sample, sigma) for _ in range(rounds)):.3g}"
        return text if run is None else f"{text} ({error(run, margin, channels, sample, sigma):.1e})"
    except Exception as problem:  # a library that cannot is a result, too
        return f"- ({type(problem).__name__})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program sweep")
    parser.add_argument("--size", default="3840x2160")
    parser.add_argument("--sigmas", type=float, nargs="+", default=[0.8, 1.5, 3, 5, 20])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--skip", nargs="*", default=[], help="names of libraries to leave out")
    arguments = parser.parse_args()
    makers = {"Sweep, order 3": lambda: sweep_on(arguments.program, ["--order", "3"], {"approximation": 3}),
              "Sweep, 3e-4": lambda: sweep_on(arguments.program, ["--accuracy", "3e-4"], {}),
              "OpenCV": opencv, "Pillow": pillow, "SciPy": scipy, "scikit-image": skimage, "libvips": vips,
              "ImageMagick": imagemagick, "ITK": itk, "FFmpeg": ffmpeg}
    peers, missing = {}, []
    for name, make in makers.items():
        if name in arguments.skip:
            continue
        try:
            peers[name] = make()
        except Exception as problem:
            missing.append(f"{name} is skipped: {problem}")
    print("| | | " + " | ".join(f"sigma {sigma:g}" for sigma in arguments.sigmas) + " |\n|---|---|" + "---|" * len(arguments.sigmas))
    for sample, channels in (("u8", 4), ("u8", 3), ("u8", 1), ("f32", 4), ("f32", 3), ("f32", 1)):
        for name, peer in peers.items():
            row = [cell(peer, arguments.size, channels, sample, sigma, arguments.rounds) for sigma in arguments.sigmas]
            title = f"{'bytes' if sample == 'u8' else 'float32'}, {channels} channel{'s' * (channels > 1)}"
            print(f"| {title} | {name} | {' | '.join(row)} |", flush=True)
    print(f"\n{arguments.size}, {len(os.sched_getaffinity(0))} processors" + "".join(f"\n{line}" for line in missing))


if __name__ == "__main__":
    main()
