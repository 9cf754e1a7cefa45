"""Nonlinear diffusion: against its steps as full matrices, a Gaussian, and what diffusion never does. Run by ctest; needs unittest and
NumPy."""
import doctest
import unittest

import numpy as np

import sweep
import sweep._diffusion
from support import noise


def by_matrices(u, contrast, time, steps):
    """The diffusion of a line without smoothing of its gradient, by full matrices."""
    n = len(u)
    for _ in range(steps):
        padded = np.pad(u, 1, "edge")
        g = 1 - np.exp(-3.31488 * (contrast / np.abs((padded[2:] - padded[:-2]) / 2)) ** 8)
        matrix = np.eye(n)
        for i in range(n - 1):
            k = time / steps * (g[i] + g[i + 1]) / 2
            matrix[i:i + 2, i:i + 2] += [[k, -k], [-k, k]]
        u = np.linalg.solve(matrix, u)
    return u


class Diffusion(unittest.TestCase):
    def test_steps_are_those_of_full_matrices(self):
        line = noise(60)
        for contrast, time, steps in ((0.1, 3, 1), (0.02, 40, 5), (1e9, 10, 2)):
            got = sweep.diffuse(line, contrast, time, steps, sigma=0)
            np.testing.assert_allclose(got, by_matrices(line, contrast, time, steps), atol=1e-13)
        # Two axes: the mean of what each makes of the image with twice the time.
        image = np.outer(np.ones(7), line)
        got = sweep.diffuse(image, 0.1, 3, 1, sigma=0)
        np.testing.assert_allclose(got[3], (by_matrices(line, 0.1, 6, 1) + line) / 2, atol=1e-13)

    def test_without_edges_it_is_a_gaussian_but_for_its_steps(self):
        image = np.zeros((81, 81))
        image[40, 40] = 1
        want = sweep.gaussian_filter(image, 4, accuracy=6e-6)  # sqrt(2 time)
        errors = [np.abs(sweep.diffuse(image, np.inf, 8, steps) - want).max() / want.max() for steps in (20, 40, 80)]
        self.assertLess(errors[2], 0.05)
        for more, less in zip(errors, errors[1:]):  # of first order, and a hundredth or two by which a lattice's heat is no Gaussian
            self.assertTrue(1.6 < more / less < 2.3, errors)

    def test_the_mean_stays_and_nothing_leaves_the_range(self):
        for shape, axes in (((50,), None), ((40, 70), None), ((9, 20, 21), None), ((5, 30, 20), (1, 2))):
            x = noise(*shape)
            got = sweep.diffuse(x, 0.1, 1000, 3, axes=axes)
            self.assertLess(abs(got.mean() - x.mean()), 1e-12)
            self.assertTrue(x.min() <= got.min() and got.max() <= x.max())
            self.assertLess(got.std(), 0.9 * x.std())
            narrow = sweep.diffuse(x.astype(np.float32), 0.1, 1000, 3, axes=axes)
            self.assertEqual(narrow.dtype, np.float32)
            np.testing.assert_allclose(narrow, got, atol=1e-3)
        constant = sweep.diffuse(np.full((30, 40), 0.3), 0.1, 50)
        np.testing.assert_allclose(constant, 0.3, rtol=1e-13)

    def test_steps_may_be_as_long_as_there_are_numbers(self):
        x = noise(30, 40)
        for dtype, digits in ((np.float32, 1e-7), (np.float64, 1e-15)):
            for time in (1e4, 1e6, 1e7, 1e12, 1e16, 1e20, 1e308):
                for contrast in (np.inf, 0.3):
                    got = sweep.diffuse(x.astype(dtype), contrast, time, 1, sigma=0)
                    self.assertEqual(got.dtype, dtype)
                    self.assertLess(abs(got.mean(dtype=float) - x.astype(dtype).mean(dtype=float)), digits, (dtype, time))
                    self.assertTrue(x.min() <= got.min() + digits and got.max() <= x.max() + digits)
                self.assertTrue((sweep.diffuse(np.full((9, 8), 0.7, dtype), np.inf, time, 1, sigma=0) == dtype(0.7)).all())
            # Along one axis all of a line flows together in one step.
            rows = sweep.diffuse(x.astype(dtype), np.inf, 1e20, 1, sigma=0, axes=1)
            np.testing.assert_allclose(rows, np.broadcast_to(x.mean(1, keepdims=True), x.shape), atol=10 * digits)

    def test_edges_stay_where_a_gaussian_blurs_them(self):
        step = np.zeros((64, 64))
        step[:, 32:] = 1
        noisy = step + np.random.default_rng(1).normal(0, 0.05, step.shape)
        got = sweep.diffuse(noisy, 0.1, 8)
        self.assertLess((got - step)[:, :28].std(), 0.012)
        self.assertGreater((got[:, 32] - got[:, 31]).mean(), 0.98)
        blurred = sweep.gaussian_filter(noisy, 4)
        self.assertLess((blurred[:, 33] - blurred[:, 30]).mean(), 0.35)

    def test_channels_have_their_edges_in_common(self):
        image = np.random.default_rng(2).normal(0.5, 0.01, (40, 40, 3))
        image[:, 20:] += (0.5, 0, 0.04)
        got = sweep.diffuse(image, 0.05, 20, channel_axis=-1)
        self.assertEqual(got.shape, image.shape)
        turned = sweep.diffuse(np.moveaxis(image, -1, 0), 0.05, 20, channel_axis=0)
        np.testing.assert_array_equal(np.moveaxis(turned, 0, -1), got)
        # What is no edge by itself is kept where another channel has one.
        alone = sweep.diffuse(image[..., 2], 0.05, 20)
        self.assertGreater((got[:, 20, 2] - got[:, 19, 2]).mean(), 0.03)
        self.assertLess((alone[:, 20] - alone[:, 19]).mean(), 0.01)
        batch = sweep.diffuse(image, 0.05, 20, axes=(0, 1))
        np.testing.assert_allclose(batch[..., 2], alone, atol=1e-12)

    def test_what_makes_no_sense_is_refused(self):
        x = noise(5, 6)
        for error, words, call in ((ValueError, "contrast", lambda: sweep.diffuse(x, 0, 1)), (ValueError, "time", lambda: sweep.diffuse(x, 1, -1)),
                                   (ValueError, "steps", lambda: sweep.diffuse(x, 1, 1, 0)), (ValueError, "sigma", lambda: sweep.diffuse(x, 1, 1, 1, -1)),
                                   (ValueError, "NaN", lambda: sweep.diffuse(x * np.nan, 1, 1)), (TypeError, "whole", lambda: sweep.diffuse(x, 1, 1, 1.5)),
                                   (ValueError, "channel_axis", lambda: sweep.diffuse(x[0], 1, 1, channel_axis=0)),
                                   (ValueError, "channel_axis", lambda: sweep.diffuse(x, 1, 1, axes=0, channel_axis=0)),
                                   (ValueError, "no axes", lambda: sweep.diffuse(1.0, 1, 1)),
                                   (TypeError, "real", lambda: sweep.diffuse(x + 1j, 1, 1))):
            with self.assertRaisesRegex(error, words):
                call()
        self.assertEqual(sweep.diffuse(np.ones((0, 4)), 1, 1).shape, (0, 4))
        np.testing.assert_array_equal(sweep.diffuse(x, 1, 0), x)


class Documented(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(sweep._diffusion, extraglobs={"np": np}).failed, 0)


if __name__ == "__main__":
    unittest.main()
