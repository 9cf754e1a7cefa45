"""What is made of filtered arrays by a last line of arithmetic, for arrays of every kind; ranges of numbers as scikit-image has
them."""
from __future__ import annotations

import numpy as np

from . import _arrays


def derived(compute, x, output, stream):
    """Returns compute(array), an array of the same shape, as the kind of `x`. The array is in the memory of `x`: of NumPy, CuPy
    or PyTorch."""
    if _arrays.dlpack_device(x) or _arrays.dlpack_device(output):
        return _arrays.through_dlpack(lambda image, target: derived(compute, image, target, stream), x, output, stream)
    image = _arrays.image_of(x)
    with _arrays.on_stream(image, stream):
        return image.keep(compute(image.array), output)


def kept_as_it_is(x, output, stream):
    """Returns a copy of an array of any kind, in `output` if that is given: what a filter makes of it that changes nothing."""
    return _arrays.kept(x.copy(), output) if _arrays.is_complex(x) else derived(lambda array: array, x, output, stream)


def _dtype_of(x):
    return np.dtype(str(x.dtype).rpartition(".")[2]) if hasattr(x, "dtype") else np.asarray(x).dtype


def to_unit_range(x):
    """Returns a function that brings the whole numbers of an array like `x`, as floats, into [0, 1], and signed ones into [-1, 1];
    floats stay as they are (skimage.img_as_float)."""
    dtype = _dtype_of(x)
    if dtype.kind not in "iu":
        return lambda array: array
    scale = 1 / np.iinfo(dtype).max
    return lambda array: (array * scale).clip(-1, 1)


def image_axes(x, channel_axis):
    """Returns the axes of the image: all but `channel_axis`, of which scikit-image has one or None."""
    ndim = len(x.shape) if hasattr(x, "shape") else np.ndim(x)
    if channel_axis is None:
        if ndim != 2:
            raise ValueError(f"an image has 2 axes, and a channel_axis where it has 3: this array has {ndim}")
        return (0, 1)
    if not -ndim <= channel_axis < ndim:
        raise ValueError(f"channel_axis {channel_axis} is none of an array with {ndim} axes")
    axes = tuple(a for a in range(ndim) if a != channel_axis % ndim)
    if axes not in ((0, 1), (1, 2)):
        raise ValueError("channel_axis must be the last of 3 axes, or the first")
    return axes
