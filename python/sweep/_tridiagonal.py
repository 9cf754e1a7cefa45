"""Tridiagonal systems along an axis of arrays."""
from __future__ import annotations

import math

import numpy as np

from . import _arrays, _sweep
from ._arguments import whole

_F32, _F64 = 2, 3


def solve_tridiagonal(lower, diagonal, upper, rhs, axis=-1):
    """Returns x with lower[i] x[i-1] + diagonal[i] x[i] + upper[i] x[i+1] = rhs[i] along an axis, for all places of the other axes.

    The four are arrays of any number of axes that NumPy broadcasts to one shape, or numbers, and `axis` is one of that shape. The first
    of lower and the last of upper along it are not used. float32 where all arrays are, otherwise float64. Each row must be diagonally
    dominant, |diagonal| >= |lower| + |upper| but for rounding; ValueError names the first that is not, or that leaves its system
    without a solution. Along any axis no array is transposed; what is broadcast is not copied where its strides say it. On the CPU.
    scipy.linalg.solve_banded((1, 1), ..) has the same rows, with lower one place earlier and upper one later.

    >>> solve_tridiagonal(1.0, 4.0, 1.0, np.array([6.0, 12.0, 14.0])).round(12).tolist()
    [1.0, 2.0, 3.0]
    """
    given = [_arrays.on_host(x) for x in (lower, diagonal, upper, rhs)]
    dtype = np.float32 if all(x.dtype == np.float32 for x in given if x.ndim > 0) else np.float64
    given = [x.astype(dtype, copy=False) for x in given]
    try:
        shape = np.broadcast_shapes(*(x.shape for x in given))
    except ValueError:
        shapes = ", ".join(str(x.shape) for x in given)
        raise ValueError(f"lower, diagonal, upper and rhs do not go together: their shapes are {shapes}") from None
    axis = whole(axis, "axis")
    if not shape:
        raise ValueError("rhs or another must have an axis along which to solve")
    if not -len(shape) <= axis < len(shape):
        raise ValueError(f"axis {axis} is none of an array with {len(shape)} axes")
    axis %= len(shape)
    out = np.empty(shape, dtype)
    if out.size == 0:
        return out
    folded = (math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1:]))
    # A view where the strides allow one axis in place of several.
    arrays = [np.broadcast_to(x, shape).reshape(folded) for x in given]
    steps = [tuple(stride // out.itemsize if n > 1 else 0 for stride, n in zip(x.strides, folded)) for x in arrays]
    _sweep.solve_tridiagonal(*folded, _F32 if dtype == np.float32 else _F64, out.ctypes.data,
                             *((x.ctypes.data, *step) for x, step in zip(arrays, steps)))
    return out
