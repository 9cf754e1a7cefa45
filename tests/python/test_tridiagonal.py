"""Tridiagonal systems against SciPy's elimination, along every axis and of every kind of array. Run by ctest; needs unittest and
NumPy, and skips what needs SciPy where that is missing."""
import doctest
import unittest

import numpy as np

import sweep
import sweep._tridiagonal
from support import needs_scipy, unaligned

try:
    from scipy.linalg import solve_banded
except ImportError:
    solve_banded = None


def systems(random, shape, dtype=np.float64):
    """Returns lower, diagonal, upper and rhs of dominant systems."""
    lower, upper, rhs = (random.uniform(-1, 1, shape).astype(dtype) for _ in range(3))
    diagonal = (np.abs(lower) + np.abs(upper) + random.uniform(0.05, 1, shape)).astype(dtype)
    return lower, diagonal * random.choice(np.array([-1, 1], dtype), shape), upper, rhs


def banded(lower, diagonal, upper, rhs, axis):
    """The same by SciPy, one after the other."""
    arrays = [np.moveaxis(np.asarray(a, float), axis, -1) for a in np.broadcast_arrays(lower, diagonal, upper, rhs)]
    n = arrays[0].shape[-1]
    lines = [a.reshape(-1, n) for a in arrays]
    x = np.empty_like(lines[3])
    for a, b, c, d, out in zip(*lines, x):
        bands = np.zeros((3, n))
        bands[0, 1:], bands[1], bands[2, :-1] = c[:-1], b, a[1:]
        out[:] = solve_banded((1, 1), bands, d)
    return np.moveaxis(x.reshape(arrays[3].shape), -1, axis)


class Systems(unittest.TestCase):
    def check(self, given, axis, most):
        got, want = sweep.solve_tridiagonal(*given, axis=axis), banded(*given, axis)
        self.assertEqual(got.shape, want.shape)
        self.assertLess(np.abs(got - want).max(), most * np.abs(want).max(), (want.shape, axis))

    @needs_scipy
    def test_scipys_solution_of_any_shape_axis_and_type(self):
        random = np.random.default_rng(3)
        for _ in range(60):
            shape = tuple(random.choice([1, 2, 3, 17, 40, 130], random.integers(1, 4)))
            axis = int(random.integers(-len(shape), len(shape)))
            for dtype, most in ((np.float64, 1e-13), (np.float32, 3e-5)):
                given = systems(random, shape, dtype)
                self.check(given, axis, most)
                self.assertEqual(sweep.solve_tridiagonal(*given, axis=axis).dtype, dtype)
        for shape, axis in (((5000,), 0), ((2, 3000), 1), ((2500, 40), 0), ((2, 700, 3), 1)):
            self.check(systems(random, shape), axis, 1e-12)

    @needs_scipy
    def test_arrays_that_are_broadcast_sliced_or_turned(self):
        random = np.random.default_rng(4)
        a, b, c, d = systems(random, (30, 50))
        self.check((a, b, c, random.random((7, 30, 50))), 1, 1e-13)
        self.check((a, b, c, random.random((7, 30, 50))), -2, 1e-13)
        self.check((-1.0, 4.0, -1.0, d), 0, 1e-13)
        self.check((a[0], b[0], c[0], d), 1, 1e-13)
        self.check((a[:, :1], b[:, :1], c[:, :1], d), 0, 1e-13)
        self.check([x[::2, ::-1] for x in (a, b, c, d)], 1, 1e-13)
        self.check([x.T for x in (a, b, c, d)], 0, 1e-13)
        self.check([unaligned(x) for x in (a, b, c, d)], 0, 1e-13)
        self.check([x.astype(x.dtype.newbyteorder()) for x in (a, b, c, d)], 0, 1e-13)
        self.check((1, 3, -1, np.arange(12).reshape(3, 4)), 1, 1e-13)
        one = systems(random, (9, 1, 8))
        self.check((one[0], one[1], one[2], random.random((9, 6, 8))), 0, 1e-13)

    def test_types(self):
        lower = np.full((3, 4), 1, np.float32)
        self.assertEqual(sweep.solve_tridiagonal(1, 3.0, np.float64(1), lower).dtype, np.float32)
        self.assertEqual(sweep.solve_tridiagonal(lower, 3.0 * np.ones(4), lower, lower).dtype, np.float64)
        self.assertEqual(sweep.solve_tridiagonal(1, 3, 1, np.ones(4, int)).dtype, np.float64)
        self.assertEqual(sweep.solve_tridiagonal(1, 3, 1, np.ones((0, 4))).shape, (0, 4))

    def test_what_cannot_be_solved_is_refused(self):
        x, eye = np.ones((4, 5)), np.ones(5)
        for error, words, call in (
                (ValueError, "row 0 of system 0, counted from 0, is not diagonally dominant", lambda: sweep.solve_tridiagonal(1, 0.5, 1, x)),
                (ValueError, "row 4 of system 0, counted from 0, has no pivot",
                 lambda: sweep.solve_tridiagonal(-1, np.array([1.0, 2, 2, 2, 1]), -1, x)),
                (ValueError, "not diagonally dominant: .diagonal. is nan", lambda: sweep.solve_tridiagonal(1, np.nan, 1, x)),
                (ValueError, r"do not go together: their shapes are \(\), \(4, 5\), \(4,\), \(5,\)",
                 lambda: sweep.solve_tridiagonal(0, x, np.ones(4), eye)),
                (ValueError, "axis 2 is none", lambda: sweep.solve_tridiagonal(0, x, 0, x, 2)),
                (TypeError, "whole number", lambda: sweep.solve_tridiagonal(0, x, 0, x, 0.5)),
                (ValueError, "must have an axis", lambda: sweep.solve_tridiagonal(0, 1, 0, 1)),
                (TypeError, "real numbers", lambda: sweep.solve_tridiagonal(0, x, 0, x + 1j)),
                (TypeError, "masked arrays", lambda: sweep.solve_tridiagonal(0, x, 0, np.ma.masked_array(x, x > 0)))):
            with self.assertRaisesRegex(error, words):
                call()

    def test_nan_on_the_right_stays_in_its_system(self):
        d = np.ones((3, 6))
        d[1, 2] = np.nan
        x = sweep.solve_tridiagonal(1, 4, 1, d)
        self.assertTrue(np.isnan(x[1]).all())
        self.assertTrue(np.isfinite(x[[0, 2]]).all())


class Documented(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(sweep._tridiagonal, extraglobs={"np": np}).failed, 0)


if __name__ == "__main__":
    unittest.main()
