"""The edge filter against its definition in NumPy. Run by ctest; needs unittest and NumPy."""
import doctest
import unittest
import warnings

import numpy as np

import sweep
import sweep._edge
from support import noise


def along_rows(x, guide, sigma, ratio):
    """Filters the rows of (H, W, C) by a pass right and a pass left; beyond its ends the image goes on as they are."""
    margin = int(25 * sigma) + 1
    y, guide = (np.pad(a, ((0, 0), (margin, margin), (0, 0)), "edge") for a in (x, guide))
    w = np.exp(-np.sqrt(2) / sigma * (1 + ratio * np.abs(np.diff(guide, axis=1)).sum(-1)))[..., None]
    for i in range(1, y.shape[1]):
        y[:, i] += w[:, i - 1] * (y[:, i - 1] - y[:, i])
    for i in range(y.shape[1] - 2, -1, -1):
        y[:, i] += w[:, i] * (y[:, i + 1] - y[:, i])
    return y[:, margin:-margin]


def edge_filter(x, sigma, extent, guide, iterations):
    """The definition for (H, W, C), with mode "nearest"."""
    for i in range(iterations):
        s = sigma * np.sqrt(3) * 2.0 ** (iterations - i - 1) / np.sqrt(4.0**iterations - 1)
        x = along_rows(x.swapaxes(0, 1), guide.swapaxes(0, 1), s, sigma / extent).swapaxes(0, 1)
        x = along_rows(x, guide, s, sigma / extent)
    return x


class Edge(unittest.TestCase):
    def test_is_the_definition(self):
        x, guide = noise(70, 81, 3), noise(70, 81, 2) > 0.5
        for dtype, tolerance in ((np.float64, 1e-12), (np.float32, 1e-6)):
            got = sweep.edge_filter(x.astype(dtype), 6, 0.7, guide, 2, "nearest")
            self.assertEqual(got.dtype, dtype)
            np.testing.assert_allclose(got, edge_filter(x, 6, 0.7, guide.astype(float), 2), atol=tolerance)
        got = sweep.edge_filter(x[..., 0], 6, 0.7, mode="nearest")
        np.testing.assert_allclose(got, edge_filter(x[..., :1], 6, 0.7, x[..., :1], 3)[..., 0], atol=1e-12)

    def test_engines_agree(self):
        x = noise(30, 31)
        for mode in ("reflect", "zero", "nearest"):
            np.testing.assert_allclose(sweep.edge_filter(x, 4, 0.3, mode=mode), sweep.edge_filter(x, 4, 0.3, mode=mode, engine="reference"),
                                       atol=1e-12)

    def test_holes_of_the_guide_stay(self):
        depth = np.where(noise(40, 50) > 0.9, np.nan, 2.0)
        got = sweep.edge_filter(depth, 9, 0.1)
        np.testing.assert_array_equal(got, depth)

    def test_strokes_spread_up_to_edges(self):
        guide = np.where(np.arange(50) < 20, 0.2, 0.8) * np.ones((40, 1))
        strokes = np.full((40, 50, 2), np.nan)
        strokes[20, 5], strokes[10, 40] = (1, 2), (3, 4)
        for dtype in (np.float32, np.float64):
            got = sweep.edge_filter(strokes.astype(dtype), 60, 0.1, guide, missing="fill")
            self.assertEqual(got.dtype, dtype)
            np.testing.assert_allclose(got, np.where(guide[..., None] < 0.5, (1, 2), (3, 4)), atol=1e-3)
        kept = sweep.edge_filter(strokes, 60, 0.1, guide, missing="keep")
        np.testing.assert_array_equal(np.isnan(kept), np.isnan(strokes))
        np.testing.assert_allclose(kept[10, 40], (3, 4), atol=1e-3)
        for call in (lambda: sweep.edge_filter(strokes, 6, 1, missing="fill"), lambda: sweep.edge_filter(strokes, 6, 1, guide, missing="all")):
            with self.assertRaises(ValueError):
                call()

    def test_tone_map(self):
        x = np.where(np.arange(60)[:, None, None] < 30, 0.01, 100) * (1 + 0.1 * noise(60, 50, 1)) * np.array([1.0, 0.5, 0.25])
        for dtype, tolerance in ((np.float64, 1e-9), (np.float32, 1e-4)):
            light = np.concatenate([x, np.full((60, 50, 1), 0.5)], 2).astype(dtype)
            got = sweep.tone_map(light, 20, 8, 0.4, 2)
            self.assertEqual(got.dtype, dtype)
            log = np.log10(x @ [0.2126, 0.7152, 0.0722])
            base = sweep.edge_filter(log, 8, 0.4, iterations=2)
            k = np.log10(20) / (base.max() - base.min())
            np.testing.assert_allclose(got[..., :3], x * 10 ** (k * (base - base.max()) - base)[..., None], rtol=tolerance)
            np.testing.assert_array_equal(got[..., 3], light[..., 3])
        flat = np.full((7, 9), 3.0)
        np.testing.assert_allclose(sweep.tone_map(flat), np.ones((7, 9)), rtol=1e-12)
        flat[2, 3] = np.nan
        np.testing.assert_array_equal(np.isnan(sweep.tone_map(flat)), np.isnan(flat))
        with self.assertRaises(ValueError):
            sweep.tone_map(flat, 1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for nothing in (np.nan, np.inf):
                self.assertTrue(np.isnan(sweep.tone_map(np.full((3, 4), nothing))).all())

    def test_refusals(self):
        x = noise(5, 6)
        for error, call in ((ValueError, lambda: sweep.edge_filter(x, 0, 1)), (ValueError, lambda: sweep.edge_filter(x, 1, -1)),
                            (ValueError, lambda: sweep.edge_filter(x, 1, np.nan)), (ValueError, lambda: sweep.edge_filter(x, 1, 1, x[1:])),
                            (ValueError, lambda: sweep.edge_filter(x, 1, 1, iterations=0)), (ValueError, lambda: sweep.edge_filter(x[0], 1, 1)),
                            (ValueError, lambda: sweep.edge_filter(noise(5, 6, 5), 1, 1)), (ValueError, lambda: sweep.edge_filter(x, 1, 1, mode="wrap")),
                            (ValueError, lambda: sweep.edge_filter(x, 1, 1, mode=[1])), (ValueError, lambda: sweep.edge_filter(x, 1, 1, engine="opengl")),
                            (ValueError, lambda: sweep.edge_filter(x[:0], 1, 1)), (TypeError, lambda: sweep.edge_filter(x, "1", 1)),
                            (TypeError, lambda: sweep.edge_filter(x, 1, 1, iterations=1.5)), (TypeError, lambda: sweep.edge_filter(x * 1j, 1, 1))):
            with self.assertRaises(error):
                call()

    def test_examples(self):
        self.assertEqual(doctest.testmod(sweep._edge, extraglobs={"np": np}).failed, 0)


if __name__ == "__main__":
    unittest.main()
