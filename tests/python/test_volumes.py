"""Arrays of one to five axes: each function filters along all axes, or along those that it is given, as SciPy does one after the
other. Run by ctest; needs unittest and NumPy, and skips what needs SciPy where that is missing."""
import unittest

import numpy as np

import sweep
from support import ndimage, needs_scipy, noise

MODES = ("reflect", "constant", "nearest", "mirror", "wrap")
LONGEST = {1: 60, 2: 40, 3: 14, 4: 9, 5: 7}  # sides of arrays of so many axes


class Volumes(unittest.TestCase):
    def setUp(self):
        self.random = np.random.default_rng(50)

    def array(self):
        ndim = int(self.random.integers(1, 6))
        x = self.random.random(tuple(self.random.integers(1, LONGEST[ndim] + 1, ndim)))
        return x if self.random.random() < 0.6 else np.asfortranarray(x)[::-1]

    def some_axes(self, ndim):
        """Returns axes, and the same as a tuple."""
        if self.random.random() < 0.4:
            return None, tuple(range(ndim))
        axes = tuple(int(a) for a in self.random.permutation(ndim)[: self.random.integers(1, ndim + 1)])
        return tuple(a - ndim for a in axes) if self.random.random() < 0.3 else axes, axes

    def compare(self, calls, values, ours, scipys, tolerance):
        """values(): of one axis. ours(x, values, mode, axes); scipys(x, value, axis, mode): along one axis."""
        for _ in range(calls):
            x = self.array()
            axes, each = self.some_axes(x.ndim)
            one = [values() for _ in each]
            modes = [str(self.random.choice(MODES)) for _ in each]
            if self.random.random() < 0.5:
                modes = modes[:1] * len(each)
            want = x
            for axis, value, mode in zip(each, one, modes):
                want = scipys(want, value, axis, mode)
            got = ours(x, one if len(set(one)) > 1 else one[0], modes if len(set(modes)) > 1 else modes[0], axes)
            np.testing.assert_allclose(got, want, atol=tolerance, rtol=0, err_msg=f"{x.shape} {axes} {one} {modes}")

    @needs_scipy
    def test_gaussians(self):
        self.compare(150, lambda: float(self.random.uniform(0.7, 5)),
                     lambda x, sigma, mode, axes: sweep.gaussian_filter(x, sigma, mode=mode, cval=0.3, axes=axes, accuracy=6e-6),
                     lambda x, sigma, axis, mode: ndimage.gaussian_filter1d(x, sigma, axis, mode=mode, cval=0.3, truncate=9), 3e-5)

    @needs_scipy
    def test_boxes(self):
        self.compare(200, lambda: int(self.random.integers(1, 12)),
                     lambda x, size, mode, axes: sweep.uniform_filter(x, size, None, mode, 0.3, axes=axes),
                     lambda x, size, axis, mode: ndimage.uniform_filter1d(x, size, axis, mode=mode, cval=0.3), 1e-12)

    @needs_scipy
    def test_splines(self):
        # SciPy's own `reflect`, which `nearest` becomes, is inexact on short lines.
        def scipys(x, order, axis, mode):
            if mode not in ("reflect", "nearest"):
                return ndimage.spline_filter1d(x, order, axis, mode=mode)
            times = 60 // x.shape[axis] + 1
            extended = np.concatenate([x, np.flip(x, axis)] * times, axis)
            return ndimage.spline_filter1d(extended, order, axis, mode="grid-wrap").take(range(x.shape[axis]), axis)

        self.compare(100, lambda: 3, lambda x, order, mode, axes: sweep.spline_filter(x, order, None, mode, axes=axes), scipys, 1e-9)

    @needs_scipy
    def test_names_of_one_axis(self):
        x = noise(6, 7, 8, 9)
        for axis in (-1, 0, 1, 2):
            got = sweep.gaussian_filter1d(x, 2, axis, 1, accuracy=1e-4)
            np.testing.assert_allclose(got, ndimage.gaussian_filter1d(x, 2, axis, 1, truncate=9), atol=1e-3)
            np.testing.assert_allclose(sweep.spline_filter1d(x, 3, axis), ndimage.spline_filter1d(x, 3, axis), atol=1e-12)
            np.testing.assert_allclose(sweep.uniform_filter1d(x, 4, axis), ndimage.uniform_filter1d(x, 4, axis), atol=1e-12)

    @needs_scipy
    def test_derived_and_classic(self):
        x = noise(20, 21, 22)
        np.testing.assert_allclose(sweep.gaussian_gradient_magnitude(x, 2), ndimage.gaussian_gradient_magnitude(x, 2, truncate=9),
                                   atol=1e-3)
        np.testing.assert_allclose(sweep.gaussian_laplace(x, 2), ndimage.gaussian_laplace(x, 2, truncate=9), atol=1e-3)
        want = np.stack([sweep.butter(plane, 3, 0.1, axes=(0, 1)) for plane in x])
        for y in range(21):
            want[:, y] = sweep.butter(want[:, y], 3, 0.1, axes=(0,))
        np.testing.assert_allclose(sweep.butter(x, 3, 0.1), want, atol=1e-9)

    @needs_scipy
    def test_a_sigma_of_0_leaves_its_axis(self):
        x = noise(12, 13, 14)
        for sigma in ((0, 2, 0), (0, 0, 3), (1, 0, 2)):
            np.testing.assert_allclose(sweep.gaussian_filter(x, sigma, accuracy=6e-6), ndimage.gaussian_filter(x, sigma, truncate=9),
                                       atol=1e-5)
        out = np.zeros_like(x)
        self.assertIs(sweep.gaussian_filter(x, 0, order=1, output=out), out)
        np.testing.assert_array_equal(out, x)
        self.assertIsNot(sweep.gaussian_filter(x, 0), x)

    @needs_scipy
    def test_complex_arrays_are_filtered_by_parts(self):
        x = noise(12, 13, 14) + 1j * noise(12, 13, 14)[::-1]
        for mode in MODES:
            np.testing.assert_allclose(sweep.uniform_filter(x, (3, 4, 5), None, mode, 0.3),
                                       ndimage.uniform_filter(x, (3, 4, 5), mode=mode, cval=0.3), atol=1e-12)
            np.testing.assert_allclose(sweep.gaussian_filter(x, 2, mode=mode, cval=0.3, accuracy=6e-6),
                                       ndimage.gaussian_filter(x, 2, mode=mode, cval=0.3, truncate=9), atol=2e-5)
        self.assertEqual(sweep.spline_filter(x.astype(np.complex64)).dtype, np.complex64)
        for name in ("gaussian_laplace", "gaussian_gradient_magnitude"):
            np.testing.assert_allclose(getattr(sweep, name)(x, 2), getattr(ndimage, name)(x, 2, truncate=9), atol=2e-3)
        for order in (0, 1):
            for array in (x, x.real):
                np.testing.assert_array_equal(sweep.spline_filter(array, order), array)
        out = np.zeros_like(x)
        self.assertIs(sweep.gaussian_filter(x, 2, output=out), out)
        with self.assertRaises(ValueError):
            sweep.gaussian_filter(x, 2, output=np.zeros(x.shape))

    def test_a_constant_beyond_the_edges_is_filtered_on(self):
        # The gain of 5.76 along an axis is that of what continues the next one, however the axes are divided into runs.
        run = lambda x, axes=None, mode="constant": sweep.lfilter2(x, [1, -0.5], None, [0.9, 0.3], mode=mode, cval=10.0, axes=axes)
        image = noise(6, 7)
        want = run(image)
        for axes, at in (((0, 2), np.s_[:, 0]), ((2, 0), np.s_[:, 0]), ((1, 2), np.s_[0]), ((0, 1), np.s_[..., 0])):
            place = ({0, 1, 2} - set(axes)).pop()
            batch = np.stack([image] * 5, place)
            np.testing.assert_allclose(run(batch, axes)[at], want, rtol=1e-12)
        np.testing.assert_allclose(run(np.stack([image, image], 1) * (1 + 0j), (0, 2)).real[:, 0], want, rtol=1e-12)
        volume = noise(5, 6, 7)
        padded = np.full((65, 66, 67), 10.0)
        padded[30:35, 30:36, 30:37] = volume
        np.testing.assert_allclose(run(volume), run(padded)[30:35, 30:36, 30:37], rtol=1e-12)
        modes = ("wrap", "constant", "constant")
        np.testing.assert_allclose(run(volume, mode=modes), run(np.tile(volume, (13, 1, 1)), mode=modes)[30:35], rtol=1e-12)

    def test_lines_of_one_sample_have_nothing_of_what_a_high_pass_lets_through(self):
        x = noise(7, 9)
        for mode in ("reflect", "nearest", "mirror", "wrap"):
            for kind, cutoff in (("high", 0.25), ("high", 0.05), ("bandpass", (0.1, 0.2))):
                for dtype in (np.float32, np.float64):
                    got = sweep.butter(x[:, :1].astype(dtype), 4, cutoff, kind, mode=mode, axes=1)
                    self.assertLess(np.abs(got).max(), 1e-12 if dtype == np.float64 else 1e-7, (mode, kind))
            self.assertLess(np.abs(sweep.gaussian_filter(x[:, :1], 30, 2, mode=mode, axes=1)).max(), 1e-12)

    def test_what_has_no_samples_is_returned_as_it_is(self):
        for run in (lambda x: sweep.gaussian_filter(x, 2), lambda x: sweep.gaussian_filter(x, 0), lambda x: sweep.gaussian_filter(x, 2, 3),
                    lambda x: sweep.gaussian_filter(x, 2, mode="constant", cval=1.0), lambda x: sweep.gaussian_laplace(x, 2),
                    lambda x: sweep.uniform_filter(x, 3), lambda x: sweep.spline_filter(x, 1), lambda x: sweep.butter(x, 2, 0.1)):
            for shape in ((0, 3), (2, 0, 5), (0,)):
                self.assertEqual(run(np.zeros(shape, np.float32)).shape, shape)
        with self.assertRaisesRegex(ValueError, "axes"):
            sweep.gaussian_filter(np.zeros((0, 3)), 2, axes=4)

    def test_results_are_of_the_array_s_kind(self):
        x = noise(5, 6, 7, 8).astype(np.float32)
        out = np.zeros_like(x)
        self.assertIs(sweep.gaussian_filter(x, 2, output=out), out)
        got = sweep.gaussian_filter(x, 2)
        self.assertEqual(got.dtype, np.float32)
        np.testing.assert_array_equal(got, out)
        there = x.copy()
        sweep.gaussian_filter(there, 2, output=there)
        np.testing.assert_array_equal(there, out)
        with self.assertRaises(ValueError):
            sweep.gaussian_filter(x, 2, output=np.zeros((5, 6, 7), np.float32))
        hole = x.astype(float)
        hole[2, 3, 4, 5] = np.nan
        self.assertTrue(np.isfinite(sweep.gaussian_filter(hole, 1.0, missing="fill")).all())


if __name__ == "__main__":
    unittest.main()
