"""Means over boxes of any size, from sums of what differs from the mean of the image: such sums are small, and a difference of two
of them keeps the digits that large ones lose."""
from __future__ import annotations

import numpy as np

from . import _margins


def samples_before(size, origin):
    """Returns how many samples of a box lie before the one whose mean it makes, as scipy.ndimage places it. Raises
    ValueError where the box has no such place."""
    if not 1 <= size < 2**24:
        raise ValueError(f"size must be from 1 to {2**24 - 1}, not {size}")
    before = size // 2 + origin
    if not 0 <= before < size:
        raise ValueError(f"origin must be from {-(size // 2)} to {size - 1 - size // 2} with size {size}, not {origin}")
    return before


def means(x, boxes, table):
    """Returns the means over boxes, in float64.

    x: an array of NumPy. boxes: for each filtered axis (axis, size, samples before, mode, cval), in the order in which SciPy
    filters them: the margins of an axis go beyond those of the one before. table(values): the summed-area table of an array of
    float64 along both axes, where there are two.
    """
    x = x.astype(np.float64)
    axes = tuple(axis for axis, *_ in boxes)
    with np.errstate(invalid="ignore", over="ignore"):
        datum = x.mean(axes, keepdims=True)
    datum = np.where(np.isfinite(datum), datum, 0.0)
    for axis, size, before, mode, cval in boxes:
        x = _margins.extended(x, axis, before, size - 1 - before, mode, cval)
    sums = x - datum
    count = 1
    with np.errstate(invalid="ignore"):  # infinities less themselves: NaN, as SciPy's
        sums = table(sums) if len(axes) == 2 else sums.cumsum(axes[0])
        for axis, size, *_ in boxes:
            sums, count = _differences(sums, axis, size), count * size
    return sums / count + datum


def _differences(sums, axis, size):
    """Returns the sums over `size` samples along an axis, of the sums over all samples up to each."""
    sums = np.moveaxis(sums, axis, 0)
    boxes = sums[size - 1:].copy()
    boxes[1:] -= sums[:-size]
    return np.moveaxis(boxes, 0, axis)
