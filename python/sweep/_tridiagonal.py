"""Tridiagonal systems along an axis of arrays."""
from __future__ import annotations

import math

import numpy as np

from . import _arrays, _sweep
from ._arguments import whole

_F32, _F64 = 2, 3


class _Host:
    """NumPy's arrays."""

    def __init__(self, given):
        self.arrays = [_arrays.on_host(x) for x in given]
        self.broadcast, self.stream = np.broadcast_to, None

    def is_float32(self, x):
        return x.dtype == np.float32

    def of_type(self, x, dtype):
        return x.astype(dtype, copy=False)

    def empty(self, shape, dtype):
        return np.empty(shape, dtype)

    def strides(self, x):
        return [stride // x.itemsize for stride in x.strides]

    def address(self, x):
        return x.ctypes.data


class _CuPy(_Host):
    def __init__(self, given, like):
        import cupy

        self.cupy, self.broadcast = cupy, cupy.broadcast_to
        self.arrays = [cupy.asarray(x) for x in given]
        self.stream = cupy.cuda.get_current_stream().ptr

    def empty(self, shape, dtype):
        return self.cupy.empty(shape, dtype)

    def address(self, x):
        return x.data.ptr


class _Torch(_Host):
    def __init__(self, given, like):
        import torch

        self.torch, self.device, self.broadcast = torch, like.device, torch.broadcast_to
        self.arrays = [x.detach() if isinstance(x, torch.Tensor) else torch.as_tensor(x, dtype=torch.float64, device=like.device)
                       for x in given]
        self.types = {np.float32: torch.float32, np.float64: torch.float64}
        self.stream = torch.cuda.current_stream(like.device).cuda_stream

    def is_float32(self, x):
        return x.dtype is self.torch.float32

    def of_type(self, x, dtype):
        return x.to(self.types[dtype])

    def empty(self, shape, dtype):
        return self.torch.empty(shape, dtype=self.types[dtype], device=self.device)

    def strides(self, x):
        return x.stride()

    def address(self, x):
        return x.data_ptr()


def solve_tridiagonal(lower, diagonal, upper, rhs, axis=-1):
    """Returns x with lower[i] x[i-1] + diagonal[i] x[i] + upper[i] x[i+1] = rhs[i] along an axis, for all places of the other axes.

    The four are arrays of any number of axes that broadcast to one shape, or numbers, and `axis` is one of that shape: arrays of NumPy, or
    of CuPy or tensors of PyTorch on one GPU, where they are solved. The first
    of lower and the last of upper along it are not used. float32 where all arrays are, otherwise float64. Each row must be diagonally
    dominant, |diagonal| >= |lower| + |upper| but for rounding; ValueError names the first that is not, or that leaves its system
    without a solution; of a GPU's arrays it says that there is one. Along any axis no array is transposed; what is broadcast is not copied
    where its strides say it.
    scipy.linalg.solve_banded((1, 1), ..) has the same rows, with lower one place earlier and upper one later.

    >>> solve_tridiagonal(1.0, 4.0, 1.0, np.array([6.0, 12.0, 14.0])).round(12).tolist()
    [1.0, 2.0, 3.0]
    """
    given = lower, diagonal, upper, rhs
    on_cuda = [x for x in given if _arrays.is_on_cuda(x)]
    if not on_cuda:
        return _solve(_Host(given), axis)
    for x in given:
        if getattr(x, "ndim", 0) > 0 and not _arrays.is_on_cuda(x):
            raise TypeError("some of lower, diagonal, upper and rhs are on a GPU and others are not: copy them there")
    of = {"cupy": _CuPy, "torch": _Torch}.get(_arrays.library_of(on_cuda[0]))
    if of is None or any(_arrays.library_of(x) != _arrays.library_of(on_cuda[0]) for x in on_cuda):
        raise TypeError("lower, diagonal, upper and rhs on a GPU must be arrays of CuPy, or tensors of PyTorch")
    with _arrays.on_device_of(on_cuda[0]):
        return _solve(of(given, on_cuda[0]), axis)


def _solve(memory, axis):
    """Solves the four arrays that lie in one memory."""
    given = memory.arrays
    dtype = np.float32 if all(memory.is_float32(x) for x in given if x.ndim > 0) else np.float64
    given = [memory.of_type(x, dtype) for x in given]
    try:
        shape = np.broadcast_shapes(*(tuple(x.shape) for x in given))
    except ValueError:
        shapes = ", ".join(str(tuple(x.shape)) for x in given)
        raise ValueError(f"lower, diagonal, upper and rhs do not go together: their shapes are {shapes}") from None
    axis = whole(axis, "axis")
    if not shape:
        raise ValueError("rhs or another must have an axis along which to solve")
    if not -len(shape) <= axis < len(shape):
        raise ValueError(f"axis {axis} is none of an array with {len(shape)} axes")
    axis %= len(shape)
    out = memory.empty(shape, dtype)
    if 0 in shape:
        return out
    folded = (math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1:]))
    # A view where the strides allow one axis in place of several.
    arrays = [memory.broadcast(x, shape).reshape(folded) for x in given]
    steps = [tuple(stride if n > 1 else 0 for stride, n in zip(memory.strides(x), folded)) for x in arrays]
    _sweep.solve_tridiagonal(*folded, _F32 if dtype == np.float32 else _F64, memory.address(out),
                             *((memory.address(x), *step) for x, step in zip(arrays, steps)), memory.stream)
    return out
