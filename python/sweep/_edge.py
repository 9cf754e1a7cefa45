"""Smoothing that keeps the edges of a guide."""
from __future__ import annotations

import numpy as np

from . import _arrays, _sweep
from ._arguments import modes, number, shown, whole
from ._run import ENGINES, MODES, require_engine

_MODES = {"reflect": MODES["reflect"], "grid-mirror": MODES["grid-mirror"], "nearest": MODES["nearest"], "zero": 1}
_SAMPLES = {np.dtype(np.float32): 2, np.dtype(np.float64): 3}


def _channels(image, name):
    """Returns the number of channels of an image (H, W) or (H, W, C)."""
    if image.ndim == 2 or (image.ndim == 3 and image.shape[2] <= 4):
        if 0 in image.shape or max(image.shape) >= 2**31:
            raise ValueError(f"{name} has no pixels, or too many: its shape is {image.shape}")
        return 1 if image.ndim == 2 else image.shape[2]
    raise ValueError(f"{name} must have the shape (H, W), or (H, W, C) with up to 4 channels, not {image.shape}")


def edge_filter(x, sigma, range, guide=None, iterations=3, mode="reflect", engine="auto"):
    """Returns the image smoothed where its guide is smooth, by the recursive filter of the domain transform, on the CPU.

    x: a NumPy image (H, W), or (H, W, C) with up to 4 channels, which are filtered by the same weights. sigma: the standard
    deviation in pixels where the guide is flat. range: how large a difference of the guide, summed over its channels, is an edge,
    in its units. guide: an image of as many pixels, with 1 to 4 channels of its own; None: x. iterations: 1 to 10, of four passes each. mode: `zero`,
    or SciPy's `nearest` or `reflect`. A pixel that is NaN in the guide is a hole: it stays, and nobody reads it.
    Source: Gastal and Oliveira 2011.

    >>> edge_filter(np.array([[1.0, 1.0, 9.0, 9.0]]), 50, 0.1).tolist()
    [[1.0, 1.0, 9.0, 9.0]]
    """
    sigma, range = number(sigma, "sigma"), number(range, "range")
    iterations, boundary = whole(iterations, "iterations"), _MODES[_one(mode)]
    require_engine(engine)
    image = np.ascontiguousarray(_arrays.on_host(x))
    channels, guide_channels, address = _channels(image, "x"), 1, 0
    if guide is not None:
        guide = np.ascontiguousarray(_arrays.on_host(guide), image.dtype)
        guide_channels, address = _channels(guide, "guide"), guide.ctypes.data
        if guide.shape[:2] != image.shape[:2]:
            raise ValueError(f"the guide has shape {guide.shape}, which does not fit the image's {image.shape}")
    result = np.empty_like(image)
    _sweep.edge_filter(image.shape[1], image.shape[0], channels, guide_channels, _SAMPLES[image.dtype], sigma, range, iterations,
                       boundary, ENGINES[engine], image.ctypes.data, address, result.ctypes.data)
    return result


def _one(mode):
    """Returns a mode that is known."""
    if not isinstance(mode, str):
        raise ValueError(f"mode must be one of {', '.join(map(repr, _MODES))}, not {shown(mode)}")
    return modes(mode, _MODES)
