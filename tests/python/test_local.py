"""Local statistics, thresholds and the guided filter against their formulas, with boxes that are added up one by one. Run by
ctest; needs unittest and NumPy, and skips what needs SciPy where that is missing."""
import doctest
import unittest
import warnings

import numpy as np

import sweep
import sweep._local
from support import ndimage, needs_scipy, noise

# SciPy's modes, as numpy.pad calls them.
PADS = {"reflect": "symmetric", "mirror": "reflect", "nearest": "edge", "wrap": "wrap"}


def windows(x, size, mode):
    """Returns the box around each pixel of an image (H, W), as the last two axes."""
    sizes = size if isinstance(size, tuple) else (size, size)
    margins = [(n // 2, n - 1 - n // 2) for n in sizes]
    return np.lib.stride_tricks.sliding_window_view(np.pad(x, margins, PADS[mode]), sizes)


def moments(x, size, mode):
    boxes = windows(np.asarray(x, float), size, mode)
    mean = boxes.mean((-2, -1))
    return mean, np.sqrt(((boxes - mean[..., None, None]) ** 2).mean((-2, -1)))


def by_channels(function, x):
    return np.stack([function(x[..., c]) for c in range(x.shape[-1])], -1)


class Statistics(unittest.TestCase):
    def test_mean_and_standard_deviation(self):
        random = np.random.default_rng(5)
        for mode in PADS:
            for size in (1, 3, (4, 7), (1, 6), 15):
                x = random.random((random.integers(16, 40), random.integers(16, 40)))
                for got, want in zip(sweep.local_mean_std(x, size, mode), moments(x, size, mode)):
                    self.assertLess(np.abs(got - want).max(), 3e-8 if size == 1 else 1e-10, (mode, size))

    def test_small_deviations_of_large_values(self):
        x = 1e4 + 1e-2 * np.random.default_rng(6).standard_normal((300, 400))
        mean, std = sweep.local_mean_std(x, 15)
        want_mean, want_std = moments(x, 15, "reflect")
        self.assertLess(np.abs(mean - want_mean).max(), 1e-9)
        self.assertLess(np.abs(std / want_std - 1).max(), 1e-6)
        # Channels far from each other have a mean each.
        both = np.stack([x - 1e4, x + 1e6], -1)
        _, std = sweep.local_mean_std(both, 15, axes=(0, 1))
        self.assertLess(np.abs(std / want_std[..., None] - 1).max(), 1e-5)

    def test_shapes_and_types(self):
        x = noise(20, 22, 3, dtype=np.float32)
        want = by_channels(lambda one: moments(one, 5, "reflect")[1], x)
        mean, std = sweep.local_mean_std(x, 5, axes=(0, 1))
        self.assertEqual((mean.dtype, std.dtype), (np.float32, np.float32))
        self.assertLess(np.abs(std - want).max(), 1e-6)
        batch = np.ascontiguousarray(np.moveaxis(x, -1, 0))
        np.testing.assert_allclose(sweep.local_mean_std(batch, 5, axes=(1, 2))[1], np.moveaxis(std, -1, 0), atol=1e-6)
        self.assertEqual(sweep.local_mean_std(np.arange(12).reshape(3, 4), 3)[1].dtype, np.float64)

    def test_normalised_contrast(self):
        x = noise(30, 40)
        mean, std = moments(x, 7, "reflect")
        np.testing.assert_allclose(sweep.local_normalize(x, 7, 0.28), (x - mean) / np.maximum(std, 0.28), atol=1e-10)
        np.testing.assert_allclose(sweep.local_normalize(x, 7), (x - mean) / np.maximum(std, std.mean()), atol=1e-10)
        np.testing.assert_array_equal(sweep.local_normalize(np.full((9, 9), 7.5), 3), 0)


class Thresholds(unittest.TestCase):
    def test_formulas(self):
        for x, r in ((noise(40, 50), 1.0), ((noise(40, 50) * 255).astype(np.uint8), 127.5), (noise(40, 50) > 0.5, 0.5)):
            mean, std = moments(x, (5, 9), "mirror")
            close = lambda got, want: np.testing.assert_allclose(got, want, rtol=1e-9)
            close(sweep.threshold_niblack(x, (5, 9), 0.3), mean - 0.3 * std)
            close(sweep.threshold_sauvola(x, (5, 9), 0.3), mean * (1 + 0.3 * (std / r - 1)))
            close(sweep.threshold_sauvola(x, (5, 9), 0.3, 64), mean * (1 + 0.3 * (std / 64 - 1)))
            close(sweep.threshold_bradley(x, 7, 0.2), moments(x, 7, "reflect")[0] * 0.8)
            close(sweep.threshold_bradley(x), moments(x, 7, "reflect")[0] * 0.85)  # 50 / 8 pixels, made odd

    @needs_scipy
    def test_local(self):
        x = noise(40, 50)
        want = ndimage.uniform_filter(x, (5, 9), mode="nearest") - 0.1
        np.testing.assert_allclose(sweep.threshold_local(x, (5, 9), "mean", 0.1, "nearest"), want, atol=1e-12)
        want = ndimage.gaussian_filter(x, (20 / 6, 4), truncate=8) - 0.1
        np.testing.assert_allclose(sweep.threshold_local(x, (21, 25), offset=0.1), want, atol=3e-4)

    def test_misuse(self):
        x = noise(20, 20)
        for error, call in ((ValueError, lambda: sweep.threshold_niblack(x, 4)), (ValueError, lambda: sweep.threshold_local(x, (3, 0))),
                            (ValueError, lambda: sweep.threshold_local(x, 3, "median")), (ValueError, lambda: sweep.threshold_sauvola(x, r=0)),
                            (TypeError, lambda: sweep.threshold_niblack(x, 15, "k")), (ValueError, lambda: sweep.local_normalize(x, 3, 0)),
                            (ValueError, lambda: sweep.local_mean_std(x, 3, "constant")), (ValueError, lambda: sweep.local_mean_std(x, 0)),
                            (ValueError, lambda: sweep.local_mean_std(noise(4, 4, 3), 3)), (ValueError, lambda: sweep.guided_filter(x, 2, 0)),
                            (ValueError, lambda: sweep.guided_filter(x, -1, 1)), (ValueError, lambda: sweep.guided_filter(x, 2, 1, x[:-1])),
                            (TypeError, lambda: sweep.guided_filter(x, 1.5, 1))):
            with self.assertRaises(error) as caught:
                call()
            self.assertRegex(str(caught.exception), r"\A[^\n]{9,200}\Z")


class Guided(unittest.TestCase):
    @staticmethod
    def by_definition(image, guide, radius, eps, mode):
        """He, Sun, Tang 2010, equations 5, 6 and 8."""
        size = 2 * radius + 1
        boxes, guides = windows(image, size, mode), windows(guide, size, mode)
        of_image, of_guide = boxes.mean((-2, -1)), guides.mean((-2, -1))
        covariance = ((boxes - of_image[..., None, None]) * (guides - of_guide[..., None, None])).mean((-2, -1))
        a = covariance / (guides.var((-2, -1)) + eps)
        b = of_image - a * of_guide
        return windows(a, size, mode).mean((-2, -1)) * guide + windows(b, size, mode).mean((-2, -1))

    def test_definition(self):
        image, guide = noise(30, 40), np.random.default_rng(8).random((30, 40))
        for mode in PADS:
            for radius, eps in ((1, 1e-4), (4, 0.1)):
                want = self.by_definition(image, guide, radius, eps, mode)
                np.testing.assert_allclose(sweep.guided_filter(image, radius, eps, guide, mode), want, atol=1e-10)
                want = self.by_definition(image, image, radius, eps, mode)
                np.testing.assert_allclose(sweep.guided_filter(image, radius, eps, mode=mode), want, atol=1e-10)
                # Neither datum counts: results differ by it alone.
                got = sweep.guided_filter(image + 1e4, radius, eps, guide + 1e4, mode) - 1e4
                np.testing.assert_allclose(got, self.by_definition(image, guide, radius, eps, mode), atol=1e-8)

    def test_channels(self):
        image, guide = noise(30, 20, 3), noise(30, 20)
        want = by_channels(lambda one: self.by_definition(one, guide, 3, 0.01, "reflect"), image)
        np.testing.assert_allclose(sweep.guided_filter(image, 3, 0.01, guide, axes=(0, 1)), want, atol=1e-10)
        want = by_channels(lambda one: self.by_definition(one, one, 3, 0.01, "reflect"), image)
        np.testing.assert_allclose(sweep.guided_filter(image, 3, 0.01, axes=(0, 1)), want, atol=1e-10)


class NotANumber(unittest.TestCase):
    def test_comes_through_without_a_word(self):
        for value in (np.nan, np.inf):
            x = noise(9, 8)
            x[4, 3] = value
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                for run in (lambda: sweep.local_mean_std(x, 3)[1], lambda: sweep.local_normalize(x, 3), lambda: sweep.threshold_sauvola(x, 3),
                            lambda: sweep.guided_filter(x, 1, 0.1)):
                    self.assertTrue(np.isnan(run()[4, 3]))


class Documented(unittest.TestCase):
    def test_examples(self):
        self.assertEqual(doctest.testmod(sweep._local, extraglobs={"np": np}).failed, 0)


if __name__ == "__main__":
    unittest.main()
