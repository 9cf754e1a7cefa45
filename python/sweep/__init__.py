"""Recursive filters and summed-area tables on images, on a GPU or a CPU.

Every function takes a NumPy array, or without a copy whatever has ``__cuda_array_interface__`` (CuPy, PyTorch), and gives
an array of the same kind back. Names and meanings are SciPy's where SciPy has them; the differences are named.

Shapes: (H, W); (H, W, C) with ``axes=(0, 1)`` and up to 4 channels; (N, H, W) with ``axes=(1, 2)``, N images. A single axis
of these may be filtered alone. float32 and float64 stay what they are (a GPU has float32 alone); other numbers become
float64, or float32 on a GPU.

Plans are made at the first call for a shape and its parameters, and kept. Errors are SciPy's: ValueError, TypeError.
"""
from __future__ import annotations

import functools
import operator

import numpy as np

from . import _sweep

__version__ = _sweep.__version__
__all__ = ["gaussian_filter", "spline_filter", "uniform_filter", "integral", "box_sum", "lfilter2", "butter", "cheby1",
           "cheby2", "ellip", "exponential"]

_ENGINES = {"auto": 0, "cuda": 1, "cpu": 2, "reference": 3}
_F32, _F64 = 2, 3
_FILTERS = {name: i for i, name in enumerate(
    ["gaussian", "bspline3", "bspline5", "butterworth", "chebyshev1", "chebyshev2", "elliptic", "exponential", "box", "sat",
     "iir", "none"])}
# SciPy's modes; its `reflect` repeats the edge's sample, which the papers call mirror. Its `mirror`, which does not, is
# not among the closed forms.
_MODES = {"reflect": 5, "grid-mirror": 5, "constant": 2, "grid-constant": 2, "nearest": 3, "wrap": 4, "grid-wrap": 4,
          "none": 0}


def _boundary(mode, cval):
    if mode not in _MODES:
        hint = ": 'reflect' repeats the edge's sample" if mode == "mirror" else ""
        raise ValueError(f"mode {mode!r} is not supported{hint}; it is one of {', '.join(map(repr, _MODES))}")
    kind = _MODES[mode]
    return (("boundary", kind), ("boundary_value", float(cval))) if kind == 2 else (("boundary", kind),)


@functools.lru_cache(maxsize=64)
def _plan(width, height, channels, sample, engine, parameters):
    return _sweep.Plan(width, height, channels, sample, engine, dict(parameters))


class _Host:
    """A NumPy array, or what becomes one."""

    def __init__(self, x):
        self.array = np.asarray(x)
        if self.array.dtype.kind not in "biuf":
            raise TypeError(f"images are of real numbers, not {self.array.dtype}")
        if self.array.dtype not in (np.float32, np.float64):
            self.array = self.array.astype(np.float64)
        self.shape, self.is_f64, self.on_cuda = self.array.shape, self.array.dtype == np.float64, False

    def packed(self):
        """Returns an array with positive strides, packed samples, and rows that follow each other."""
        return self.array if self.array.flags.c_contiguous else np.ascontiguousarray(self.array)

    def result(self, output):
        if output is None:
            return np.empty(self.shape, self.array.dtype)
        if not isinstance(output, np.ndarray):
            output = np.empty(self.shape, output)
        if output.shape != self.shape:
            raise ValueError(f"output has shape {output.shape}, the input {self.shape}")
        if output.dtype != self.array.dtype:
            raise ValueError(f"output has dtype {output.dtype}: it must be {self.array.dtype}")
        if not output.flags.writeable:
            raise ValueError("output is read-only")
        if not output.flags.c_contiguous:
            raise ValueError("output must have packed rows (C-contiguous)")
        return output

    @staticmethod
    def run(plan, count, source, step, target, stream):
        plan.run(count, source.ctypes.data, 0, step, target.ctypes.data, 0, step)


class _Cuda:
    """An array in the memory of a GPU."""

    def __init__(self, x):
        described = x.__cuda_array_interface__
        self.array, self.shape, self.is_f64, self.on_cuda = x, tuple(described["shape"]), False, True
        self.library = type(x).__module__.split(".")[0]
        if described["typestr"] != "<f4":
            raise TypeError(f"a GPU filters float32, not {described['typestr']}: convert the array")

    def _is_packed(self, x):
        described = x.__cuda_array_interface__
        strides, step = described.get("strides"), 4
        if strides is None:
            return True
        for length, stride in zip(reversed(described["shape"]), reversed(strides)):
            if length > 1 and stride != step:
                return False
            step *= length
        return True

    def packed(self):
        if self._is_packed(self.array):
            return self.array
        if self.library == "torch":
            return self.array.contiguous()
        if self.library == "cupy":
            import cupy

            return cupy.ascontiguousarray(self.array)
        raise ValueError("the rows of the array are not packed")

    def result(self, output):
        if output is None:
            if self.library == "torch":
                import torch

                return torch.empty(self.shape, dtype=self.array.dtype, device=self.array.device)
            import cupy

            return cupy.empty(self.shape, cupy.float32)
        described = output.__cuda_array_interface__
        if tuple(described["shape"]) != self.shape or described["typestr"] != "<f4" or not self._is_packed(output):
            raise ValueError(f"output must be a packed float32 array of shape {self.shape} on the GPU")
        if described["data"][1]:
            raise ValueError("output is read-only")
        return output

    def run(self, plan, count, source, step, target, stream):
        if stream is None:
            if self.library == "torch":
                import torch

                stream = torch.cuda.current_stream(self.array.device).cuda_stream
            elif self.library == "cupy":
                import cupy

                stream = cupy.cuda.get_current_stream().ptr
        stream = getattr(stream, "cuda_stream", getattr(stream, "ptr", stream or 0))
        plan.run_cuda(count, source.__cuda_array_interface__["data"][0], 0, step,
                      target.__cuda_array_interface__["data"][0], 0, step, stream)


def _axes_of(ndim, axes):
    """Returns the index of the first image axis, and the filtered axes of (y, x) as a set of 0 and 1."""
    if ndim not in (2, 3):
        raise ValueError(f"images have 2 axes, or 3 with channels or a batch, not {ndim}")
    if axes is None:
        if ndim == 3:
            raise ValueError("an array with 3 axes needs axes: (0, 1) for (H, W, C), (1, 2) for (N, H, W)")
        axes = (0, 1)
    try:
        given = [operator.index(a) for a in (axes if np.iterable(axes) else (axes,))]
    except TypeError:
        raise TypeError("axes must be whole numbers") from None
    if any(not -ndim <= a < ndim for a in given):
        raise ValueError(f"axes {axes} are not those of an array with {ndim} axes")
    given = [a % ndim for a in given]
    if len(set(given)) != len(given) or not given:
        raise ValueError("axes must differ, and there must be one")
    first = 1 if ndim == 3 and max(given) == 2 else 0
    if any(a - first not in (0, 1) for a in given):
        raise ValueError(f"axes {axes} are not neighbours: the first and the last cannot be filtered together")
    return first, [a - first for a in given]


def _filter(x, axes, output, stream, engine, parameters, per_axis=()):
    """Runs a filter. `per_axis`: (value by axis, its names along y and x)."""
    if engine not in _ENGINES:
        raise ValueError(f"engine {engine!r} is unknown: it is one of {', '.join(map(repr, _ENGINES))}")
    image = _Cuda(x) if hasattr(x, "__cuda_array_interface__") else _Host(x)
    first, filtered = _axes_of(len(image.shape), axes)
    if 0 in image.shape:
        raise ValueError(f"the array is empty: its shape is {image.shape}")
    count, (height, width) = 1, image.shape[first:first + 2]
    channels = 1
    if len(image.shape) == 3 and first == 0:
        channels = image.shape[2]
        if channels > 4:
            raise ValueError(f"images have up to 4 channels, not {channels}")
    elif len(image.shape) == 3:
        count = image.shape[0]
    more = dict(parameters)
    for value, names in per_axis:
        values = list(value) if np.iterable(value) else [value] * len(filtered)
        if len(values) != len(filtered):
            raise ValueError(f"{len(values)} values were given for {len(filtered)} axes")
        for axis, one in zip(filtered, values):
            more[names[axis]] = one
    if len(filtered) == 1:
        more["axes"] = 2 if filtered[0] == 0 else 1
    chosen = 1 if image.on_cuda else 2 if engine == "auto" else _ENGINES[engine]
    plan = _plan(width, height, channels, _F64 if image.is_f64 else _F32, chosen, tuple(sorted(more.items())))
    source, target = image.packed(), image.result(output)
    image.run(plan, count, source, height * width * channels * (8 if image.is_f64 else 4), target, stream)
    return target


def gaussian_filter(x, sigma, order=0, mode="reflect", cval=0.0, approximation=3, axes=None, output=None, stream=None,
                    engine="auto"):
    """Blurs with a Gaussian, or with its derivatives, at a cost that does not depend on sigma.

    x: the image. sigma: the standard deviation in pixels, one or one an axis (in the order of `axes`), 0.1 to 8192. order:
    of the derivative, 0, 1 or 2, one or one an axis. mode, cval: as in scipy.ndimage.gaussian_filter, without its `mirror`,
    and with `none`: each pass starts from zero. approximation: 3, 4 or 5, the order of the recursive filters; the result
    differs from SciPy's, whose Gaussian is cut off at 4 sigma, by at most 4 %, 1 % and 0.5 % of the response to a point of
    light, and its variance is exact. stream: on a GPU, a stream of CuPy or PyTorch or its address (default: the current
    one). engine: "auto", "cpu", "cuda" (which copies a NumPy array there and back) or "reference".

    Returns an array like x. Raises ValueError for what makes no sense, TypeError for other types.
    Source: van Vliet, Young, Verbeek 1998; Nehab, Maximo 2016.

    >>> gaussian_filter(np.ones((3, 4)), 2.0).round(6).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    names = (("sigma_y", "sigma"), ("derivative_y", "derivative_x"))
    first, filtered = _axes_of(np.ndim(x) if not hasattr(x, "shape") else len(x.shape), axes)
    sigmas = [float(s) for s in sigma] if np.iterable(sigma) else [float(sigma)] * len(filtered)
    if any(not s > 0 for s in sigmas):
        raise ValueError("sigma must be a positive number of pixels")
    orders = [operator.index(o) for o in (order if np.iterable(order) else [order] * len(filtered))]
    return _filter(x, axes, output, stream, engine,
                   (("filter", _FILTERS["gaussian"]), ("order", operator.index(approximation))) + _boundary(mode, cval),
                   ((sigmas, names[0]), (orders, names[1])))


def spline_filter(x, order=3, mode="reflect", axes=None, output=None, stream=None, engine="auto"):
    """Returns the coefficients of the interpolating B-spline, as scipy.ndimage.spline_filter does with the same mode.

    order: 3 or 5. SciPy's default mode is `mirror`, which is not supported. Source: Nehab, Maximo, Lima, Hoppe 2011,
    section 1.

    >>> spline_filter(np.ones((4, 4))).round(6).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    if order not in (3, 5):
        raise ValueError(f"B-splines have order 3 or 5 here, not {order!r}")
    return _filter(x, axes, output, stream, engine,
                   (("filter", _FILTERS[f"bspline{order}"]),) + _boundary(mode, 0.0))


def _padded(x, radius, mode, cval):
    modes = {"reflect": "symmetric", "grid-mirror": "symmetric", "constant": "constant", "grid-constant": "constant",
             "nearest": "edge", "wrap": "wrap", "grid-wrap": "wrap"}
    if mode not in modes:
        _boundary(mode, cval)
        raise ValueError(f"mode {mode!r} has no means")
    more = {"constant_values": cval} if modes[mode] == "constant" else {}
    return np.pad(x, [(radius, radius)] * 2 + [(0, 0)] * (x.ndim - 2), mode=modes[mode], **more)


def uniform_filter(x, size=3, mode="reflect", cval=0.0, engine="auto"):
    """Returns the means over squares of `size` x `size` pixels, from a summed-area table; as scipy.ndimage.uniform_filter.

    x: a NumPy array, (H, W) or (H, W, C). size: odd. Source: Crow 1984.

    >>> uniform_filter(np.eye(3), 3).round(3).tolist()[1]
    [0.333, 0.333, 0.333]
    """
    size = operator.index(size)
    if size < 1 or size % 2 == 0:
        raise ValueError(f"size must be odd and above 0, not {size}")
    image = _Host(x).array
    if image.ndim not in (2, 3) or 0 in image.shape:
        raise ValueError(f"images have 2 axes, or 3 with channels, and are not empty: the shape is {image.shape}")
    radius = size // 2
    if radius == 0:
        return image.copy()
    means = _filter(_padded(image, radius, mode, cval), (0, 1), None, None, engine,
                    (("filter", _FILTERS["box"]), ("radius", radius)))
    return np.ascontiguousarray(means[radius:-radius, radius:-radius])


def integral(x, output=None, stream=None, engine="auto", axes=None):
    """Returns the summed-area table: the sums over all pixels above and to the left, inclusive; x.cumsum(0).cumsum(1).

    Shapes and types as for the other functions. Source: Crow 1984; Nehab, Maximo, Lima, Hoppe 2011, section 6.

    >>> integral(np.ones((2, 3))).tolist()
    [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]
    """
    return _filter(x, axes, output, stream, engine, (("filter", _FILTERS["sat"]),))


def box_sum(table, top, left, bottom, right):
    """Returns the sum over rows top to bottom - 1 and columns left to right - 1, from the table of integral().

    >>> float(box_sum(integral(np.ones((4, 4))), 1, 1, 3, 4))
    6.0
    """
    height, width = table.shape[:2]
    if not (0 <= top <= bottom <= height and 0 <= left <= right <= width):
        raise ValueError(f"the box {top, left, bottom, right} is not within {height} x {width} pixels")

    def entry(y, x):
        return table[y - 1, x - 1] if y > 0 and x > 0 else 0

    return entry(bottom, right) - entry(top, right) - entry(bottom, left) + entry(top, left)


def lfilter2(x, a, a_back=None, b=None, b_back=None, mode="reflect", cval=0.0, axes=None, output=None, stream=None,
             engine="auto"):
    """Runs y[i] = sum b[k] x[i-k] - sum a[k] y[i-k] along both axes, forward and then backward.

    a: the feedback (1, a1, a2, ..), as in scipy.signal.lfilter, at most order 16, 8 with feedforward. b: the feedforward;
    None: chosen so that a constant stays itself. a_back, b_back: those of the backward passes; None: the same. The states
    at the ends are exact for the mode, which scipy.signal.filtfilt approximates by padding.

    Source: Nehab, Maximo 2016, section 4.

    >>> lfilter2(np.ones((3, 3)), [1, -0.5]).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    def feedback(values):
        values = [float(v) for v in values]
        if len(values) < 2 or values[0] != 1:
            raise ValueError("feedback is (1, a1, ..): divide all coefficients by the first")
        return tuple(values[1:])

    parameters = [("filter", _FILTERS["iir"]), ("causal", feedback(a))]
    if a_back is not None:
        parameters.append(("anticausal", feedback(a_back)))
    for name, values in (("feedforward", b), ("anticausal_feedforward", b_back)):
        if values is not None:
            parameters.append((name, tuple(float(v) for v in values)))
    return _filter(x, axes, output, stream, engine, tuple(parameters) + _boundary(mode, cval))


def _classic(x, kind, order, cutoff, btype, mode, axes, output, stream, engine, **more):
    if btype not in ("low", "lowpass", "high", "highpass"):
        raise ValueError(f"btype {btype!r} is unknown: low or high")
    parameters = {"filter": _FILTERS[kind], "order": operator.index(order), "cutoff": float(cutoff),
                  "high_pass": int(btype.startswith("high")), **more}
    return _filter(x, axes, output, stream, engine, tuple(parameters.items()) + _boundary(mode, 0.0))


def butter(x, order, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None, engine="auto"):
    """Filters with a Butterworth filter, forward and backward along both axes, as sosfiltfilt(butter(order, 2 * cutoff)).

    order: 1 to 8, of each pass. cutoff: in cycles per pixel, below 0.5 (SciPy's Wn is twice as much); 3 dB down after one
    pass, 6 dB after both. btype: "low" or "high". Source: Antoniou 2006.

    >>> butter(np.ones((3, 3)), 2, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "butterworth", order, cutoff, btype, mode, axes, output, stream, engine)


def cheby1(x, order, ripple, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None, engine="auto"):
    """As butter(), with a Chebyshev filter of the first kind: `ripple` dB in the pass band of each pass.

    >>> cheby1(np.ones((3, 3)), 3, 1, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "chebyshev1", order, cutoff, btype, mode, axes, output, stream, engine, ripple=float(ripple))


def cheby2(x, order, attenuation, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None, engine="auto"):
    """As butter(), with a Chebyshev filter of the second kind: `attenuation` dB in the stop band, which begins at cutoff.

    >>> cheby2(np.ones((3, 3)), 3, 40, 0.2).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "chebyshev2", order, cutoff, btype, mode, axes, output, stream, engine,
                    attenuation=float(attenuation))


def ellip(x, order, ripple, attenuation, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None,
          engine="auto"):
    """As butter(), with an elliptic filter: `ripple` dB in the pass band, `attenuation` dB in the stop band of each pass.

    >>> ellip(np.ones((3, 3)), 3, 1, 40, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "elliptic", order, cutoff, btype, mode, axes, output, stream, engine, ripple=float(ripple),
                    attenuation=float(attenuation))


def exponential(x, alpha, mode="reflect", cval=0.0, axes=None, output=None, stream=None, engine="auto"):
    """Smooths exponentially, y[i] = alpha x[i] + (1 - alpha) y[i-1], forward and backward along both axes.

    alpha: 0.0001 to 1.

    >>> exponential(np.ones((3, 3)), 0.5).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _filter(x, axes, output, stream, engine,
                   (("filter", _FILTERS["exponential"]), ("alpha", float(alpha))) + _boundary(mode, cval))
