"""Means over boxes, and summed-area tables."""
from __future__ import annotations

import numpy as np

from . import _missing, _table
from ._arguments import axes_of, each, modes as modes_of, number, of_each, whole, whole_axes
from ._run import FILTERS, require_engine, run_filter

_UNIFORM_MODES = ("reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap")


def _require_box(size, origin):
    """Raises ValueError where a box has no pixel, or not the one whose mean it makes."""
    if not 1 <= size < 2**24:
        raise ValueError(f"size must be from 1 to {2**24 - 1}, not {size}")
    if not 0 <= size // 2 + origin < size:
        raise ValueError(f"origin must be from {-(size // 2)} to {size - 1 - size // 2} with size {size}, not {origin}")


def boxes(size, origin):
    """Returns the sizes and origins of boxes, each one or a tuple of them. Raises ValueError, TypeError."""
    sizes, origins = each(size, whole, "size"), each(origin, whole, "origin")
    sizes = tuple(s or 1 for s in sizes) if isinstance(sizes, tuple) else sizes or 1
    count = max(len(values) if isinstance(values, tuple) else 1 for values in (sizes, origins))
    for one, of_one in zip(of_each(sizes, count), of_each(origins, count)):
        _require_box(one, of_one)
    return sizes, origins


def uniform_filter(input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None, missing=None, engine="auto",
                   stream=None):
    """Returns the means over boxes of `size` pixels; as scipy.ndimage.uniform_filter, whose arguments come first, in its order.

    input: an array of the shapes of the other functions. size, mode, origin: one or one an axis, with SciPy's meanings: of an even
    size the pixel lies after the middle, and origin shifts the box towards the start of the axis, so that it covers
    i - size // 2 - origin and the size - 1 pixels after it; a size of 0 leaves its axis as it is. mode: SciPy's, `mirror` too. axes: as the other functions. missing: as
    gaussian_filter has it, and output, stream. Whole numbers become float64, where SciPy truncates. Source: Crow 1984.

    >>> uniform_filter(np.eye(3), 3).round(3).tolist()[1]
    [0.333, 0.333, 0.333]
    >>> uniform_filter(np.eye(4), (1, 2), origin=(0, -1)).tolist()[1]
    [0.5, 0.5, 0.0, 0.0]
    """
    (sizes, origins), cval = boxes(size, origin), number(cval, "cval")
    modes, axes = modes_of(mode, _UNIFORM_MODES), whole_axes(axes)
    require_engine(engine)
    if not abs(cval) <= 1e30:
        raise ValueError(f"cval must be from -1e30 to 1e30, not {cval}")
    if missing is not None:
        return _missing.mean_of_there(
            lambda values, outside: uniform_filter(values, sizes, None, mode, cval if outside is None else outside, origins,
                                                   axes=axes, engine=engine), input, missing, output)
    return run_filter(input, axes, output, stream, engine, (("filter", FILTERS["box"]),), modes, cval,
                   ((sizes, ("box_height", "box_width")), (origins, ("box_origin_y", "box_origin_x"))))


_table.define(globals(), {
    "uniform_filter1d": """Returns the means over `size` pixels along one axis; as scipy.ndimage.uniform_filter1d.

    Arguments are those of uniform_filter(). On the CPU the sums are added up in float64.

    >>> uniform_filter1d(np.eye(3), 3).round(3).tolist()[1]
    [0.333, 0.333, 0.333]
    """,
})


def integral(x, output=None, stream=None, engine="auto", axes=None):
    """Returns the summed-area table: the sums over all pixels above and to the left, inclusive; x.cumsum(0).cumsum(1).

    Shapes and types as for the other functions; `axes` are the two of an image, since a table sums along both. Source:
    Crow 1984; Nehab, Maximo, Lima, Hoppe 2011, section 6.

    >>> integral(np.ones((2, 3))).tolist()
    [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]
    """
    return run_filter(x, axes, output, stream, engine, (("filter", FILTERS["sat"]),))


def box_sum(table, top, left, bottom, right, axes=None):
    """Returns the sum over rows top to bottom - 1 and columns left to right - 1, from the table of integral().

    axes: as they were given to integral(), (0, 1) for a table (H, W, C), whose result has shape (C,), and (1, 2) for tables
    (N, H, W), whose result has shape (N,). Raises ValueError for a box that is not within the image.

    >>> float(box_sum(integral(np.ones((4, 4))), 1, 1, 3, 4))
    6.0
    """
    table = table if hasattr(table, "shape") else np.asarray(table)
    first, filtered = axes_of(tuple(table.shape), whole_axes(axes))
    if len(filtered) != 2:
        raise ValueError("a box has rows and columns: axes are two, (0, 1) or (1, 2)")
    top, left, bottom, right = (whole(v, n) for v, n in zip((top, left, bottom, right),
                                                             ("top", "left", "bottom", "right")))
    height, width = table.shape[first:first + 2]
    if not (0 <= top <= bottom <= height and 0 <= left <= right <= width):
        raise ValueError(f"the box {top, left, bottom, right} is not within {height} x {width} pixels")

    def entry(y, x):
        sums = table[(slice(None),) * first + (max(y - 1, 0), max(x - 1, 0))]
        return sums if y > 0 and x > 0 else sums * 0

    return entry(bottom, right) - entry(top, right) - entry(bottom, left) + entry(top, left)
