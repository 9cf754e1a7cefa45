"""What SciPy's names and arguments mean: the module agrees with SciPy or refuses, over functions, modes, axes and types. Run by
ctest; needs unittest and NumPy, and skips what needs SciPy where that is missing."""
import collections
import inspect
import unittest

import numpy as np

import sweep
from support import ndimage, needs_scipy, noise, signal, unaligned

MODES = ("reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap")
TYPES = ("f4", "f8", ">f4", ">f8", "u1", "i2", "f2", "?")
SHAPES = ((24, 31), (40, 27), (26, 25, 3), (3, 26, 25), (24, 30, 6), (24, 28, 32))
AXES = (None, 0, 1, -1, (0,), [1], (0, 1), (1, 0), (-1, -2), (1, 2), (2, 1), (0, 2), (0, 1, 2), 2)


class Crossing(unittest.TestCase):
    """Random calls, each by SciPy's functions of one axis, one axis after the other."""

    def pick(self, values):
        return values[self.random.integers(len(values))]

    def image(self):
        x, dtype = self.random.random(self.pick(SHAPES)) * 100, self.pick(TYPES)
        x = x > 50 if dtype == "?" else x.astype(dtype)
        return self.pick((lambda: x, lambda: unaligned(x), lambda: np.asfortranarray(x), lambda: x[::-1]))()

    def some_axes(self, x):
        """Returns axes, more often those that make sense, and those that SciPy filters: no short ones, on which SciPy's own
        `reflect` of a spline is inexact, and a derivative is next to nothing."""
        while True:
            axes = self.pick(AXES) if self.random.random() < 0.5 or x.ndim == 2 else self.pick(((0, 1), (1, 2)))
            each = tuple(range(x.ndim)) if axes is None else tuple(axes) if np.iterable(axes) else (axes,)
            each = [a for a in each if -x.ndim <= a < x.ndim]
            if all(x.shape[a] >= 24 for a in each):
                return axes, each

    def some_modes(self, count):
        return self.pick(MODES) if self.random.random() < 0.7 else [self.pick(MODES) for _ in range(count)]

    def compare(self, calls, call, tolerance):
        """Makes calls: call() returns what is to run, what SciPy says of it, and a name. Returns how often each ran."""
        self.random = np.random.default_rng(11)
        ran = collections.Counter()
        for _ in range(calls):
            ours, scipys, name, x = call()
            before = x.copy()
            try:
                got = ours()
            except (ValueError, TypeError) as refusal:
                self.assertNotIn("\n", str(refusal))
                continue
            want = scipys()
            self.assertEqual((got.shape, got.dtype), (x.shape, np.float32 if x.dtype.newbyteorder("=") == np.float32 else np.float64))
            error = np.abs(got - want).max() / np.abs(want).max()
            self.assertLess(error, tolerance(name) + (1e-5 if got.dtype == np.float32 else 0), (name, x.shape, x.dtype))
            np.testing.assert_array_equal(x, before)
            ran[name] += 1
        return ran

    @needs_scipy
    def test_gaussian_filter(self):
        def call():
            x = self.image()
            axes, each = self.some_axes(x)
            mode, cval = self.some_modes(len(each)), float(self.pick((0, 0, 30, -30)))
            sigmas = [float(self.pick((2, 3.5, 5))) for _ in each]
            orders = [int(self.pick((0, 0, 0, 1, 2))) for _ in each]

            def scipys():
                want = x.astype(float)
                for i, axis in enumerate(each):
                    of_axis = mode if isinstance(mode, str) else mode[i]
                    want = ndimage.gaussian_filter1d(want, sigmas[i], axis, orders[i], mode=of_axis, cval=cval, truncate=8)
                return want

            return (lambda: sweep.gaussian_filter(x, sigmas, orders, None, mode, cval, axes=axes, approximation=5), scipys,
                    ("derivative" if any(orders) else "blur", str(mode), len(each)), x)

        # A recursive Gaussian is an approximation, and its derivatives are central differences.
        ran = self.compare(2000, call, lambda name: 0.01 if name[0] == "blur" else 0.2)
        for mode in MODES:
            for axes in (1, 2):
                kinds = [ran[kind, mode, axes] for kind in ("blur", "derivative")]
                self.assertTrue(all(n > 1 for n in kinds), (mode, axes, kinds))
        self.assertGreater(sum(ran.values()), 500)

    @needs_scipy
    def test_spline_filter(self):
        def call():
            x = self.image()
            axes, each = self.some_axes(x)
            mode, order = self.some_modes(len(each)), self.pick((2, 3, 4, 5, 6, 3.0))

            def scipys():
                want = x.astype(float)
                for i, axis in enumerate(each):
                    want = ndimage.spline_filter1d(want, order, axis, mode=mode if isinstance(mode, str) else mode[i])
                return want

            return lambda: sweep.spline_filter(x, order, None, mode, axes=axes), scipys, (str(mode), len(each)), x

        ran = self.compare(1500, call, lambda name: 1e-9)
        for mode in MODES:
            for axes in (1, 2):
                self.assertGreater(ran[mode, axes], 4, (mode, axes))
        self.assertGreater(sum(ran.values()), 500)

    @needs_scipy
    def test_uniform_filter(self):
        def call():
            x = self.image()
            axes, each = self.some_axes(x)
            mode, cval = self.some_modes(len(each)), float(self.pick((0, 30, -30)))
            sizes = [int(self.pick((1, 2, 3, 4, 5, 31, 74, 75))) for _ in each]
            if self.random.random() < 0.4:
                sizes = sizes[:1] * len(each)
            origins = [int(self.random.integers(-(n // 2), n - n // 2)) for n in sizes]
            if self.random.random() < 0.4:
                origins = [0] * len(each)
            box = (sizes[0] if len(set(sizes)) == 1 else sizes, origins if any(origins) else 0)

            def scipys():
                want = x.astype(float)
                for i, axis in enumerate(each):
                    of_axis = mode if isinstance(mode, str) else mode[i]
                    want = ndimage.uniform_filter1d(want, sizes[i], axis, mode=of_axis, cval=cval, origin=origins[i])
                return want

            def ours():
                if len(each) == 1 and self.random.random() < 0.5:
                    of_axis = mode if isinstance(mode, str) else mode[0]
                    return sweep.uniform_filter1d(x, sizes[0], each[0], None, of_axis, cval, origins[0])
                return sweep.uniform_filter(x, box[0], None, mode, cval, box[1], axes=axes)

            return ours, scipys, (str(mode), len(each)), x

        ran = self.compare(1500, call, lambda name: 1e-9)
        for mode in MODES:
            self.assertGreater(ran[mode, 2], 20, mode)
            self.assertGreater(ran[mode, 1], 20, mode)
        self.assertGreater(sum(ran.values()), 600)

    def test_integral(self):
        def call():
            x = self.image()
            axes, each = self.some_axes(x)

            def sums():
                want = x.astype(float)
                for axis in each:
                    want = want.cumsum(axis)
                return want

            return lambda: sweep.integral(x, axes=axes), sums, len(each), x

        ran = self.compare(400, call, lambda name: 1e-9)
        self.assertGreater(ran[2], 100)
        self.assertEqual(ran[1], 0)


class Meanings(unittest.TestCase):
    @needs_scipy
    def test_arguments_are_scipys_in_its_order(self):
        for name in ("gaussian_filter", "gaussian_filter1d", "gaussian_laplace", "gaussian_gradient_magnitude", "uniform_filter",
                     "uniform_filter1d", "spline_filter", "spline_filter1d"):
            ours, theirs = (inspect.signature(getattr(module, name)).parameters for module in (sweep, ndimage))
            by_place = [[n for n, p in all_.items() if p.kind == p.POSITIONAL_OR_KEYWORD] for all_ in (ours, theirs)]
            self.assertEqual(*by_place, name)
            self.assertLessEqual({n for n, p in theirs.items() if p.kind == p.KEYWORD_ONLY}, set(ours), name)
            for n in by_place[0]:
                if n not in ("truncate", "output"):  # None: nowhere, and as the input
                    self.assertEqual(ours[n].default, theirs[n].default, (name, n))
        x, out = noise(12, 13), np.zeros((12, 13))
        self.assertIs(sweep.gaussian_filter(x, 2, 0, out, "wrap", 0.0, 4.0), out)
        np.testing.assert_allclose(out, ndimage.gaussian_filter(x, 2, 0, None, "wrap", 0.0, 4.0), atol=1e-12)
        np.testing.assert_allclose(sweep.uniform_filter(x, 3, None, "constant", 2.0, 1), ndimage.uniform_filter(x, 3, None, "constant", 2.0, 1),
                                   atol=1e-12)
        np.testing.assert_allclose(sweep.gaussian_laplace(input=x, sigma=2, truncate=3), ndimage.gaussian_laplace(input=x, sigma=2, truncate=3),
                                   atol=1e-12)

    @needs_scipy
    def test_small_sigmas_leave_their_axis(self):
        x = noise(9, 10)
        for sigma in (0.05, 0.09, 1e-3, 1e-300, (0.05, 0.03)):
            np.testing.assert_array_equal(sweep.gaussian_filter(x, sigma), ndimage.gaussian_filter(x, sigma))
        np.testing.assert_array_equal(sweep.gaussian_filter(x, (2, 0.03)), sweep.gaussian_filter(x, 2, axes=0))
        np.testing.assert_array_equal(sweep.gaussian_filter(x, (2, 0.03), (1, 0)), sweep.gaussian_filter(x, 2, 1, axes=0))
        np.testing.assert_array_equal(sweep.gaussian_filter1d(x, 0.05), x)
        np.testing.assert_array_equal(sweep.unsharp_mask(x, 0.05), x)
        z = x + 1j * x[::-1]
        np.testing.assert_array_equal(sweep.gaussian_filter(z, 0.0), z)
        np.testing.assert_array_equal(sweep.gaussian_filter(z.astype(np.complex64), (0, 0.01)), z.astype(np.complex64))
        for more in ({"order": 1}, {"order": (0, 2)}):
            with self.assertRaisesRegex(ValueError, "too small for a derivative"):
                sweep.gaussian_filter(x, (2, 0.05), **more)
        with self.assertRaisesRegex(ValueError, "0 or more"):
            sweep.gaussian_filter(x, (2, float("nan")))

    @needs_scipy
    def test_names_without_arguments(self):
        x = noise(40, 50)
        np.testing.assert_allclose(sweep.spline_filter(x), ndimage.spline_filter(x), atol=1e-12)
        np.testing.assert_allclose(sweep.uniform_filter(x), ndimage.uniform_filter(x), atol=1e-12)
        np.testing.assert_allclose(sweep.gaussian_filter(x, 4, approximation=5), ndimage.gaussian_filter(x, 4, truncate=8),
                                   atol=0.005)

    @needs_scipy
    def test_gaussian_laplace_and_gradient_magnitude(self):
        y, x = np.mgrid[0:100, 0:110] / 20.0
        waves = np.sin(x) * np.cos(0.7 * y)
        for name in ("gaussian_laplace", "gaussian_gradient_magnitude"):
            ours, theirs = getattr(sweep, name), getattr(ndimage, name)
            for more in ({}, {"mode": "nearest"}, {"mode": "wrap"}, {"mode": "mirror"}, {"mode": ["wrap", "nearest"]}):
                for sigma in (4, (3, 6)):
                    got, want = ours(waves, sigma, **more), theirs(waves, sigma, truncate=10, **more)
                    self.assertLess(np.abs(got - want).max(), 5e-4 * np.abs(want).max(), (name, more, sigma))
            # The axes are those of the image, and one alone has its own derivative alone.
            batch = np.stack([waves, waves.T[:100, :100].repeat(2, 1)[:, :110]])
            np.testing.assert_allclose(ours(batch, (3, 6), axes=(1, 2)), [ours(one, (3, 6)) for one in batch], atol=1e-12)
            order = 2 if name == "gaussian_laplace" else 1
            one = sweep.gaussian_filter(waves, 3, order, axes=1)
            np.testing.assert_allclose(ours(waves, 3, axes=1), one if order == 2 else abs(one), atol=1e-12)
            out = np.zeros_like(waves)
            self.assertIs(ours(waves, 3, output=out), out)
            np.testing.assert_array_equal(out, ours(waves, 3))
            self.assertEqual(ours(waves.astype(np.float32), 3).dtype, np.float32)
            self.assertRaises(ValueError, ours, batch, (3, 3))
            self.assertRaises(ValueError, ours, waves, -1)
            self.assertRaises(TypeError, ours, waves, "3")

    def as_float(self, x):
        """skimage.util.img_as_float"""
        return np.maximum(x / np.iinfo(x.dtype).max, -1) if x.dtype.kind in "iu" else x

    @needs_scipy
    def test_difference_of_gaussians(self):
        def skimage(image, low, high, channels=False, **more):  # skimage.filters.difference_of_gaussians
            image = self.as_float(image)
            low, high = (np.broadcast_to(s, 2).tolist() + [0] * channels for s in (low, high))
            return (ndimage.gaussian_filter(image, low, truncate=8, **{"mode": "nearest", **more})
                    - ndimage.gaussian_filter(image, high, truncate=8, **{"mode": "nearest", **more}))

        floats = noise(60, 70)
        bytes_, signed = (floats * 255).astype(np.uint8), ((floats - 0.5) * 65535).astype(np.int16)
        for image in (floats, bytes_, signed):
            for low, high in ((2, None), (2, 5), ((2, 3), (4, 3))):
                got = sweep.difference_of_gaussians(image, low, high, accuracy=1e-5)
                want = skimage(image, low, 1.6 * np.array(low) if high is None else high)
                self.assertLess(np.abs(got - want).max(), 4e-5, (image.dtype, low, high))
        got = sweep.difference_of_gaussians(floats, 2, mode="constant", cval=0.5, accuracy=1e-5)
        self.assertLess(np.abs(got - skimage(floats, 2, 3.2, mode="constant", cval=0.5)).max(), 4e-5)
        colours = noise(40, 50, 3)
        got = sweep.difference_of_gaussians(colours, 2, channel_axis=-1, accuracy=1e-5)
        self.assertLess(np.abs(got - skimage(colours, 2, 3.2, True)).max(), 4e-5)
        planes = np.ascontiguousarray(colours.transpose(2, 0, 1))
        np.testing.assert_allclose(sweep.difference_of_gaussians(planes, 2, channel_axis=0, accuracy=1e-5).transpose(1, 2, 0), got,
                                   atol=1e-12)
        for wrong in ({"low_sigma": 3, "high_sigma": 2}, {"low_sigma": (1, 2), "high_sigma": (2, 1)}, {"low_sigma": -1},
                      {"low_sigma": 2, "channel_axis": 0}, {"low_sigma": 2, "channel_axis": 7}):
            self.assertRaises(ValueError, sweep.difference_of_gaussians, floats, **wrong)
        self.assertRaises(ValueError, sweep.difference_of_gaussians, colours, 2)

    @needs_scipy
    def test_unsharp_mask(self):
        def skimage(image, radius, amount, preserve_range=False):  # skimage.filters.unsharp_mask, of one channel
            image = image.astype(float) if preserve_range else self.as_float(image)
            sharp = image + (image - ndimage.gaussian_filter(image, radius, mode="reflect", truncate=8)) * amount
            return sharp if preserve_range else sharp.clip(-1 if (image < 0).any() else 0, 1)

        floats = noise(60, 70)
        for image in (floats, floats - 0.5, (floats * 255).astype(np.uint8), ((floats - 0.5) * 65535).astype(np.int16)):
            for preserve_range in (False, True):
                got = sweep.unsharp_mask(image, 3, 2, preserve_range, accuracy=1e-5)
                want = skimage(image, 3, 2, preserve_range)
                self.assertLess(np.abs(got - want).max(), 4e-5 * max(1, np.abs(image.astype(float)).max() * preserve_range), image.dtype)
        colours = noise(40, 50, 3)
        got = sweep.unsharp_mask(colours, 3, 2, channel_axis=2, accuracy=1e-5)
        for c in range(3):
            self.assertLess(np.abs(got[..., c] - skimage(colours[..., c], 3, 2)).max(), 4e-5)
        self.assertRaises(TypeError, sweep.unsharp_mask, floats, 3, "2")

    @needs_scipy
    def test_mirror_of_short_lines_and_outputs(self):
        for shape in ((1, 1), (1, 9), (2, 3), (4, 60)):
            x = noise(*shape)
            for order in (2, 3, 4, 5):
                want = ndimage.spline_filter(x, order)
                np.testing.assert_allclose(sweep.spline_filter(x, order), want, atol=1e-12)
                out = np.zeros_like(x)
                self.assertIs(sweep.spline_filter(x, order, output=out), out)
                np.testing.assert_allclose(out, want, atol=1e-12)
                there = x.copy()
                np.testing.assert_allclose(sweep.spline_filter(there, order, output=there), want, atol=1e-12)
        self.assertRaises(ValueError, sweep.spline_filter, x, output=np.zeros((3, 3)))
        self.assertEqual(sweep.spline_filter(np.zeros((0, 3))).shape, (0, 3))
        batch = noise(3, 24, 26)
        got = sweep.spline_filter(batch, axes=(1, 2))
        for image, coefficients in zip(batch, got):
            np.testing.assert_allclose(coefficients, ndimage.spline_filter(image), atol=1e-12)

    def test_tables_of_three_axes_need_axes(self):
        for function in (sweep.integral, lambda v: sweep.box_sum(v, 0, 0, 1, 1)):
            for shape in ((20, 20, 4), (20, 20, 20), (3, 20, 20)):
                with self.assertRaisesRegex(ValueError, "needs the axes of images"):
                    function(np.zeros(shape))

    def test_tables_sum_along_two_axes(self):
        x = noise(40, 50)
        for axes in (0, 1, -1, (0,), [1], np.int64(0)):
            with self.assertRaisesRegex(ValueError, r"x\.cumsum\(axis\)"):
                sweep.integral(x, axes=axes)
        for axes in ((0, 1), (1, 0), (-2, -1), None):
            np.testing.assert_allclose(sweep.integral(x, axes=axes), x.cumsum(0).cumsum(1), rtol=1e-13)

    def test_boxes_of_channels_and_batches(self):
        batch, channels = noise(6, 7, 8), noise(7, 8, 3)
        of_batch, of_channels = sweep.integral(batch, axes=(1, 2)), sweep.integral(channels, axes=(0, 1))
        for box in ((0, 0, 3, 3), (2, 1, 7, 8), (0, 0, 0, 0), (3, 0, 3, 8), (1, 1, 1, 1)):
            top, left, bottom, right = box
            want = batch[:, top:bottom, left:right].sum((1, 2))
            np.testing.assert_allclose(sweep.box_sum(of_batch, *box, axes=(1, 2)), want, atol=1e-12)
            want = channels[top:bottom, left:right].sum((0, 1))
            np.testing.assert_allclose(sweep.box_sum(of_channels, *box, axes=(0, 1)), want, atol=1e-12)
        for box, axes, error in (((0, 0, 8, 3), (1, 2), ValueError), ((0, 0, 3, 3), 1, ValueError),
                                 ((0, 0, 3, 3), (0, 2), ValueError), ((-1, 0, 3, 3), (1, 2), ValueError),
                                 ((0, 0, 1.5, 3), (1, 2), TypeError)):
            with self.assertRaises(error):
                sweep.box_sum(of_batch, *box, axes=axes)
        self.assertEqual(sweep.box_sum([[1.0, 2.0], [2.0, 4.0]], 0, 0, 2, 2), 4)

    def test_derivatives_with_a_constant(self):
        x = noise(40, 50)
        for order, mode in (((1, 0), "constant"), ((2, 1), "constant"), (1, "grid-constant"), ((1, 0), ("reflect", "constant"))):
            with self.assertRaisesRegex(ValueError, "along the first axis with cval"):
                sweep.gaussian_filter(x, 3, order=order, mode=mode, cval=2)
            sweep.gaussian_filter(x, 3, order=order, mode=mode)
        sweep.gaussian_filter(x, 3, order=(0, 1), mode="constant", cval=2)
        sweep.gaussian_filter(x, 3, order=(1, 0), mode=("constant", "reflect"), cval=2)
        sweep.gaussian_filter(x, 3, order=(0, 1), mode=("reflect", "constant"), cval=2)
        sweep.gaussian_filter(x, 3, order=1, mode="constant", cval=2, axes=0)

    @needs_scipy
    def test_accuracy(self):
        x = noise(120, 90)
        for mode, scipys in (("reflect", "reflect"), ("nearest", "nearest"), ("wrap", "wrap"), ("constant", "constant")):
            for sigma in (0.7, 5, (30, 8)):
                want = ndimage.gaussian_filter(x, sigma, mode=scipys, truncate=10)
                for accuracy in (1.4e-2, 3e-4, 6e-6):
                    for dtype, rounding in ((np.float64, 1e-9), (np.float32, 2e-6)):
                        got = sweep.gaussian_filter(x.astype(dtype), sigma, mode=mode, accuracy=accuracy)
                        self.assertLess(np.abs(got - want).max(), accuracy + rounding, (mode, sigma, accuracy, dtype))
                got = sweep.gaussian_filter(x, sigma, mode=mode)  # what nobody says
                self.assertLess(np.abs(got - want).max(), 3e-4, (mode, sigma))
        with self.assertRaisesRegex(ValueError, "is the least"):
            sweep.gaussian_filter(x, 5, accuracy=1e-9)
        for arguments in (dict(accuracy=0), dict(accuracy=-1), dict(accuracy=1e-3, approximation=5), dict(accuracy=1e-7, order=1)):
            with self.assertRaises(ValueError):
                sweep.gaussian_filter(x, 5, **arguments)

    @needs_scipy
    def test_classic_filters_at_the_edges(self):
        x, n = noise(50, 60), 400
        for name, btype, cutoff in (("butter", "low", 0.1), ("butter", "high", 0.1), ("butter", "bandpass", (0.1, 0.2)),
                                    ("butter", "bandstop", (0.1, 0.2))):
            sos = signal.butter(3, 2 * np.asarray(cutoff), btype, output="sos")
            for mode, padding in (("reflect", "symmetric"), ("mirror", "reflect"), ("wrap", "wrap"), ("nearest", "edge"),
                                  ("constant", "constant")):
                want = np.pad(x, n, mode=padding)
                for axis in (0, 1):
                    want = signal.sosfiltfilt(sos, want, axis, padtype=None)
                got = getattr(sweep, name)(x, 3, cutoff, btype, mode=mode)
                np.testing.assert_allclose(got, want[n:-n, n:-n], atol=1e-12, err_msg=mode)
            if not isinstance(cutoff, float):
                continue  # narrow bands remember more than the 59 samples that SciPy pads here at most
            want = signal.sosfiltfilt(sos, x, 1, padtype="constant", padlen=59)
            np.testing.assert_allclose(sweep.butter(x, 3, cutoff, btype, mode="nearest", axes=1), want, atol=1e-9)

    def test_not_a_number(self):
        x = noise(3, 30, 40)
        x[1, 7, 9] = np.nan
        for function in (lambda a: sweep.gaussian_filter(a, 2, axes=(1, 2)), lambda a: sweep.spline_filter(a, axes=(1, 2)),
                         lambda a: sweep.butter(a, 2, 0.1, axes=(1, 2))):
            self.assertEqual(np.isnan(function(x)).mean((1, 2)).tolist(), [0, 1, 0])
        for axis, line in ((1, np.s_[1, :, 9]), (2, np.s_[1, 7])):  # along one axis it stays in its line
            missing = np.isnan(sweep.gaussian_filter(x, 2, axes=axis))
            self.assertTrue(missing[line].all())
            self.assertEqual(missing.sum(), missing[line].size)
        table = np.isnan(sweep.integral(x, axes=(1, 2)))
        self.assertTrue(table[1, 7:, 9:].all())
        self.assertEqual(table.sum(), 23 * 31)

    def test_misuse(self):
        x = noise(10, 10)
        for error, call in (
                (TypeError, lambda: sweep.spline_filter(x, 3.0)),
                (ValueError, lambda: sweep.spline_filter(x, 6)),
                (ValueError, lambda: sweep.spline_filter(x, mode="x")),
                (ValueError, lambda: sweep.spline_filter(x, mode=("mirror",) * 3)),
                (ValueError, lambda: sweep.gaussian_filter(x, 2, mode=[["wrap"]])),
                (ValueError, lambda: sweep.gaussian_filter(x, 2, mode=["wrap"] * 3)),
                (ValueError, lambda: sweep.gaussian_filter(x, 2, mode=None)),
                (ValueError, lambda: sweep.gaussian_filter(x, 2, mode={"wrap"})),
                # `mode` stands behind `output`, as in SciPy.
                (TypeError, lambda: sweep.gaussian_filter(x, 2, 0, "reflect")),
                (TypeError, lambda: sweep.spline_filter(x, 3, "mirror")),
                (TypeError, lambda: sweep.uniform_filter1d(x, 3, -1, "reflect")),
                (TypeError, lambda: sweep.gaussian_filter(x=x, sigma=2)),
                (ValueError, lambda: sweep.gaussian_filter(x, 2, engine=["cpu"])),
                (ValueError, lambda: sweep.gaussian_filter(x, 2, approximation=2**40)),
                (ValueError, lambda: sweep.gaussian_filter(x, 10**400)),
                (ValueError, lambda: sweep.gaussian_filter(np.broadcast_to(0.0, (1, 2**31)), 2)),
                (ValueError, lambda: sweep.butter(x, 2**40, 0.1)),
                (ValueError, lambda: sweep.butter(x, 2, 0.1, btype=["low"])),
                (ValueError, lambda: sweep.butter(x, 2, 0.1, btype="bandpass")),
                (ValueError, lambda: sweep.butter(x, 2, (0.1, 0.2))),
                (ValueError, lambda: sweep.butter(x, 2, (0.2, 0.1), btype="bandpass")),
                (ValueError, lambda: sweep.butter(x, 5, (0.1, 0.2), btype="bandpass")),
                (ValueError, lambda: sweep.uniform_filter(x, 2**63 + 1)),
                (ValueError, lambda: sweep.uniform_filter(x, -1)),
                (ValueError, lambda: sweep.uniform_filter(x, (3, 2**24))),
                (ValueError, lambda: sweep.uniform_filter(x, (3, 3, 3))),
                (ValueError, lambda: sweep.uniform_filter(x, 3, origin=2)),
                (ValueError, lambda: sweep.uniform_filter(x, 4, origin=(0, -3))),
                (ValueError, lambda: sweep.uniform_filter(x, 4, engine="x")),
                (ValueError, lambda: sweep.uniform_filter1d(x, 3, 2)),
                (TypeError, lambda: sweep.uniform_filter1d(x, 3, 0.5)),
                (TypeError, lambda: sweep.uniform_filter(x, 3, origin=0.5)),
                (ValueError, lambda: sweep.uniform_filter(x, 1, mode="x")),
                (ValueError, lambda: sweep.uniform_filter(x, 1, mode="none")),
                (ValueError, lambda: sweep.uniform_filter(x, 1, engine="x")),
                (ValueError, lambda: sweep.uniform_filter(noise(4, 4, 7), (1, 1))),
                (ValueError, lambda: sweep.uniform_filter(x, 3, mode=["wrap"] * 3)),
                (ValueError, lambda: sweep.uniform_filter(x, 3, None, "constant", float("nan"))),
                (TypeError, lambda: sweep.uniform_filter(x, [3, 5.5])),
                (TypeError, lambda: sweep.gaussian_filter(x, x)),
                (TypeError, lambda: sweep.butter(x, x, 0.1)),
                (TypeError, lambda: sweep.uniform_filter(x, 3, axes=slice(2))),
                (TypeError, lambda: sweep.gaussian_filter(x, 2, axes=slice(2))),
                (TypeError, lambda: sweep.gaussian_filter(x, 2, cval=[1.0])),
                (TypeError, lambda: sweep.gaussian_filter(x, 2, cval=1j)),
                (TypeError, lambda: sweep.gaussian_filter(x, np.complex128(2))),
                (TypeError, lambda: sweep.gaussian_filter(x, "3")),
                (TypeError, lambda: sweep.gaussian_filter(x, {2, 3})),
                (TypeError, lambda: sweep.gaussian_filter(x, None)),
                (TypeError, lambda: sweep.gaussian_filter(x, 2, order=1.5)),
                (TypeError, lambda: sweep.butter(x, 2, "0.1")),
                (TypeError, lambda: sweep.exponential(x, "0.1")),
                (TypeError, lambda: sweep.lfilter2(x, 3)),
                (TypeError, lambda: sweep.lfilter2(x, "1234"))):
            with self.assertRaises(error) as caught:
                call()
            self.assertRegex(str(caught.exception), r"\A[^\n]{9,200}\Z")
            self.assertNotRegex(str(caught.exception), "unhashable|cast|object cannot|SystemError")


@needs_scipy
class Taps(unittest.TestCase):
    """Gaussians that end, and derivatives from the third on, are SciPy's numbers."""

    def test_are_scipys(self):
        random = np.random.default_rng(3)
        for _ in range(150):
            x = (random.random(tuple(random.integers(1, 20, random.integers(1, 4)))) * 100).astype(random.choice(["f4", "f8"]))
            mode, cval = str(random.choice(MODES)), float(random.integers(3))
            sigma, order = tuple(random.uniform(0.4, 6, x.ndim)), tuple(map(int, random.integers(0, 5, x.ndim)))
            more = ({"truncate": float(random.uniform(0, 6))} if random.random() < 0.5
                    else {"radius": tuple(map(int, random.integers(0, 9, x.ndim)))} if random.random() < 0.5
                    else {"truncate": 4.0})
            got = sweep.gaussian_filter(x, sigma, order, None, mode, cval, **more)
            want = ndimage.gaussian_filter(x.astype(float), sigma, order, mode=mode, cval=cval, **more)
            self.assertEqual(got.dtype, x.dtype)
            np.testing.assert_allclose(got, want, atol=1e-4 if x.dtype == np.float32 else 1e-9, rtol=0, err_msg=str((x.shape, mode, more)))
        z = random.random((12, 13)) + 1j * random.random((12, 13))
        np.testing.assert_allclose(sweep.gaussian_filter1d(z, 2, 0, 3), ndimage.gaussian_filter1d(z, 2, 0, 3), atol=1e-12)
        np.testing.assert_allclose(sweep.gaussian_laplace(z.real, 2, truncate=3), ndimage.gaussian_laplace(z.real, 2, truncate=3), atol=1e-12)

    def test_a_box_of_no_size_leaves_its_axis(self):
        x = noise(12, 13)
        np.testing.assert_allclose(sweep.uniform_filter(x, (0, 3)), ndimage.uniform_filter(x, (0, 3)), atol=1e-12)


if __name__ == "__main__":
    unittest.main()
