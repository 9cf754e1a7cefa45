"""What is made of local means and standard deviations, over boxes of x and of x^2.

The mean of the image is taken off before anything is squared, so that small deviations of large values keep their digits: a
variance is wrong by some 1e-16 of the largest of these squares in its box. In an image with a step a million times as high as
the deviation, that is 2e-4 of the deviation.
"""
from __future__ import annotations

import numpy as np

from . import _arrays
from ._arguments import axes_of, each, number, shown, whole, whole_axes
from ._boxes import uniform_filter
from ._gaussians import gaussian_filter

_MODES = ("reflect", "grid-mirror", "nearest", "mirror", "wrap", "grid-wrap")


def _quiet():
    """Infinity and NaN come through, and NumPy says nothing of them."""
    return np.errstate(invalid="ignore", over="ignore")


class _Moments:
    """The boxes of one size on an image: values less their mean, in float64, and means of products of these."""

    def __init__(self, x, size, mode, axes):
        for one in (mode if isinstance(mode, (list, tuple)) else (mode,)):
            if not isinstance(one, str) or one not in _MODES:
                raise ValueError(f"mode {shown(one)} is none of local statistics: {', '.join(map(repr, _MODES))}")
        sizes = each(size, whole, "size")
        if any(n < 1 for n in (sizes if isinstance(sizes, tuple) else (sizes,))):
            raise ValueError(f"size must be 1 or more, not {shown(size)}")  # 0 would be a box of one pixel, as in uniform_filter()
        self.image = _arrays.on_host(x)
        self.axes, self.size, self.mode = whole_axes(axes), size, mode
        first, filtered = axes_of(self.image.shape, self.axes)
        self.of_image = tuple(first + axis for axis in filtered)
        self.values, self.datum = self.centred(self.image)

    def centred(self, image):
        """Returns values less their mean over the axes of the image, and this mean."""
        with _quiet():
            datum = image.mean(self.of_image, np.float64, keepdims=True)
        datum = np.where(np.isfinite(datum), datum, 0.0)
        return image - datum, datum

    def mean(self, values):
        return uniform_filter(values, self.size, None, self.mode, axes=self.axes)

    def mean_and_std(self):
        """Returns the mean of `values`, and the standard deviation."""
        mean = self.mean(self.values)
        with _quiet():
            # Rounding leaves a variance of nothing below zero.
            return mean, np.sqrt((self.mean(self.values * self.values) - mean * mean).clip(0))

    def result(self, array):
        return array.astype(self.image.dtype)


def _odd(size, name):
    """Returns one odd size, or a tuple of them."""
    sizes = each(size, whole, name)
    if any(n < 1 or n % 2 == 0 for n in (sizes if isinstance(sizes, tuple) else (sizes,))):
        raise ValueError(f"{name} must be odd and 1 or more, not {shown(size)}")
    return sizes


def local_mean_std(x, size, mode="reflect", axes=None):
    """Returns the mean and the standard deviation over boxes of `size` pixels, two arrays.

    x: a NumPy array of the shapes of uniform_filter(). size, mode, axes: as there, without a mode `constant`, which is no
    statistic of the image. All is computed in float64 on the CPU, also of float32.

    >>> mean, std = local_mean_std(np.array([[1.0, 3.0], [1.0, 3.0]]), 2, "wrap")
    >>> mean.tolist()[0], std.tolist()[0]
    ([2.0, 2.0], [1.0, 1.0])
    """
    moments = _Moments(x, size, mode, axes)
    mean, std = moments.mean_and_std()
    return moments.result(mean + moments.datum), moments.result(std)


def local_normalize(x, size, least=None, mode="reflect", axes=None):
    """Returns (x - mean) / max(std, least) with the mean and standard deviation of the box around each pixel: local contrast
    normalisation. least: a positive number; None: the mean of std over the image; where that is zero, so is the result.

    Arguments are those of local_mean_std(). Source: Jarrett, Kavukcuoglu, Ranzato, LeCun 2009, with a box for the window.

    >>> local_normalize(np.array([[1.0, 3.0], [1.0, 3.0]]), 2, mode="wrap").tolist()[0]
    [-1.0, 1.0]
    """
    if least is not None and not 0 < number(least, "least") < np.inf:
        raise ValueError(f"least must be a positive number, not {shown(least)}")
    moments = _Moments(x, size, mode, axes)
    mean, std = moments.mean_and_std()
    floor = std.mean(moments.of_image, keepdims=True) if least is None else number(least, "least")
    floor = np.maximum(std, floor)
    with _quiet():
        difference = moments.values - mean
    # Division leaves out flat images alone; NaN is not equal to zero and comes through.
    return moments.result(np.divide(difference, floor, out=np.zeros_like(floor), where=floor != 0))


def threshold_niblack(image, window_size=15, k=0.2, axes=None):
    """Returns mean - k * std over windows, a threshold for each pixel, as skimage.filters.threshold_niblack.

    window_size: odd, one or one an axis. Beyond its edges the image is mirrored, `mirror`. axes: those of the window, as
    uniform_filter() has them. Source: Niblack 1986.

    >>> threshold_niblack(np.ones((3, 4)), 3).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    moments, k = _Moments(image, _odd(window_size, "window_size"), "mirror", axes), number(k, "k")
    mean, std = moments.mean_and_std()
    return moments.result(mean + moments.datum - k * std)


def threshold_sauvola(image, window_size=15, k=0.2, r=None, axes=None):
    """Returns mean * (1 + k * (std / r - 1)) over windows, as skimage.filters.threshold_sauvola.

    r: the largest standard deviation there is; None: half the range of the type of whole numbers, 1 of floats, whose range is
    -1 to 1. Other arguments are those of threshold_niblack(). Source: Sauvola, Pietikäinen 2000.

    >>> threshold_sauvola(np.ones((3, 4)), 3).round(6).tolist()[0]
    [0.8, 0.8, 0.8, 0.8]
    """
    if r is None:
        dtype = np.asarray(image).dtype
        r = 0.5 if dtype.kind == "b" else 1.0
        if dtype.kind in "iu":
            r = (float(np.iinfo(dtype).max) - float(np.iinfo(dtype).min)) / 2
    r, k = number(r, "r"), number(k, "k")
    if not r > 0:
        raise ValueError(f"r must be a positive number, not {shown(r)}")
    moments = _Moments(image, _odd(window_size, "window_size"), "mirror", axes)
    mean, std = moments.mean_and_std()
    return moments.result((mean + moments.datum) * (1 + k * (std / r - 1)))


def threshold_bradley(image, window_size=None, t=0.15, mode="reflect", axes=None):
    """Returns mean * (1 - t) over windows: a pixel below is dark where it is, whatever the light.

    window_size: odd, one or one an axis; None: an eighth of the last filtered axis. Source: Bradley, Roth 2007, whose windows
    end at the edges of the image; here the image goes on beyond them, as `mode` says.

    >>> threshold_bradley(np.ones((3, 4))).round(6).tolist()[0]
    [0.85, 0.85, 0.85, 0.85]
    """
    t = number(t, "t")
    if window_size is None:
        shape = np.shape(image)
        first, filtered = axes_of(shape, whole_axes(axes))
        window_size = shape[first + max(filtered)] // 16 * 2 + 1
    moments = _Moments(image, _odd(window_size, "window_size"), mode, axes)
    return moments.result((moments.mean(moments.values) + moments.datum) * (1 - t))


def threshold_local(image, block_size=3, method="gaussian", offset=0, mode="reflect", cval=0, axes=None):
    """Returns a blurred image less `offset`, as skimage.filters.threshold_local.

    block_size: odd, one or one an axis. method: "mean", over boxes, or "gaussian", with sigma (block_size - 1) / 6, to the
    accuracy of gaussian_filter(); "median" and "generic" are refused. mode, cval, axes: as uniform_filter() has them.

    >>> threshold_local(np.ones((3, 4)), 3, "mean", 0.5).tolist()[0]
    [0.5, 0.5, 0.5, 0.5]
    """
    sizes, offset = _odd(block_size, "block_size"), number(offset, "offset")
    if not isinstance(method, str) or method not in ("mean", "gaussian"):
        raise ValueError(f"method must be 'mean' or 'gaussian', not {shown(method)}")
    array = _arrays.on_host(image)
    if method == "mean":
        return uniform_filter(array, sizes, None, mode, cval, axes=axes) - array.dtype.type(offset)
    sigmas = tuple((n - 1) / 6 for n in sizes) if isinstance(sizes, tuple) else (sizes - 1) / 6
    return gaussian_filter(array, sigmas, 0, None, mode, cval, axes=axes) - array.dtype.type(offset)


def guided_filter(image, radius, eps, guide=None, mode="reflect", axes=None):
    """Returns the image smoothed where its guide is smooth: the mean over boxes of the lines that explain it best by the guide.

    radius: of the boxes of 2 radius + 1 pixels, one or one an axis. eps: the variance of the guide below which the result is a
    mean, positive. guide: a grey image of the shape of the image, or without its channels (H, W) for all of (H, W, C); None: the
    image itself, each channel by itself, which keeps its edges. mode, axes: as local_mean_std() has them. Source: He, Sun, Tang 2010,
    whose boxes end at the edges of the image (mode "reflect" is OpenCV's).

    >>> guided_filter(np.eye(4), 1, 1e-9).round(6).tolist()[0]
    [1.0, 0.0, 0.0, 0.0]
    """
    eps, radii = number(eps, "eps"), each(radius, whole, "radius")
    if not 0 < eps < np.inf:
        raise ValueError(f"eps must be a positive number, not {shown(eps)}")
    if any(not 0 <= r < 2**23 for r in (radii if isinstance(radii, tuple) else (radii,))):
        raise ValueError(f"radius must be from 0 to {2**23 - 1}, not {shown(radius)}")
    sizes = tuple(2 * r + 1 for r in radii) if isinstance(radii, tuple) else 2 * radii + 1
    moments = _Moments(image, sizes, mode, axes)
    mean, values = moments.mean, moments.values
    if guide is None:
        guiding = values
    else:
        guide = _arrays.on_host(guide)
        fits = guide.shape == values.shape
        if values.ndim == 3 and set(moments.of_image) == {0, 1} and guide.shape == values.shape[:2]:
            guide, fits = guide[..., None], True
        if not fits:
            raise ValueError(f"the guide has shape {guide.shape}, which does not fit the image's {values.shape}")
        guiding, _ = moments.centred(guide)
    mean_guide, mean_image = mean(guiding), mean(values)
    with _quiet():
        slope = mean(guiding * values) - mean_guide * mean_image
        slope /= (mean(guiding * guiding) - mean_guide * mean_guide).clip(0) + eps
        return moments.result(mean(slope) * guiding + mean(mean_image - slope * mean_guide) + moments.datum)
