"""Recursive filters and summed-area tables on images, on a GPU or a CPU.

Every function takes a NumPy array, or (but for uniform_filter) without a copy whatever has ``__cuda_array_interface__``
(CuPy, PyTorch) or shares its memory by DLPack (``__dlpack__``), and gives an array of the same kind back. What has
DLPack alone gets its own kind where its module has ``from_dlpack``, and otherwise an array of NumPy, or on a GPU of
CuPy or PyTorch, one of which must be there. Names and meanings are SciPy's where SciPy has them; the differences are
named.

Shapes: (H, W); (H, W, C) with ``axes=(0, 1)`` and up to 4 channels; (N, H, W) with ``axes=(1, 2)``, N images. A single axis
of these may be filtered alone. float32 and float64 stay what they are (a GPU has float32 alone); other numbers become
float64, or float32 on a GPU.

Plans are made at the first call for a shape and its parameters, and kept. Errors are SciPy's: ValueError, TypeError.
"""
from __future__ import annotations

import functools
import operator

import numpy as np

from . import _arrays, _sweep

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


def _kind(mode):
    if not isinstance(mode, str) or mode not in _MODES:
        hint = ": 'reflect' repeats the edge's sample" if mode == "mirror" else ""
        raise ValueError(f"mode {mode!r} is not supported{hint}; it is one of {', '.join(map(repr, _MODES))}")
    return _MODES[mode]


@functools.lru_cache(maxsize=64)
def _boundary(mode, cval):
    """Returns the parameters of a mode, and those of a tuple of modes for each axis."""
    kinds = tuple(map(_kind, mode if isinstance(mode, tuple) else (mode,)))
    parameters = (("boundary_value", float(cval)),) if 2 in kinds else ()
    if isinstance(mode, tuple):
        return parameters, ((kinds, ("boundary_y", "boundary")),)
    return parameters + (("boundary", kinds[0]),), ()


@functools.lru_cache(maxsize=64)
def _plan(width, height, channels, sample, engine, parameters):
    return _sweep.Plan(width, height, channels, sample, engine, dict(parameters))


def _axes_of(ndim, axes):
    """Returns the index of the first image axis, and the filtered axes, 0 for y and 1 for x, in the order of `axes`."""
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


@functools.lru_cache(maxsize=256)
def _prepared(shape, is_f64, on_cuda, axes, engine, parameters, per_axis):
    """Returns the plan of a call, the number of images, and the bytes of each. Everything that can be refused without the
    array is refused here, and a call with the same arguments finds the answer."""
    if engine not in _ENGINES:
        raise ValueError(f"engine {engine!r} is unknown: it is one of {', '.join(map(repr, _ENGINES))}")
    first, filtered = _axes_of(len(shape), axes)
    if 0 in shape:
        raise ValueError(f"the array is empty: its shape is {shape}")
    count, channels, (height, width) = 1, 1, shape[first:first + 2]
    if len(shape) == 3 and first == 0:
        channels = shape[2]
        if channels > 4:
            raise ValueError(f"images have up to 4 channels, not {channels}")
    elif len(shape) == 3:
        count = shape[0]
    more = dict(parameters)
    for values, names in per_axis:
        if not isinstance(values, tuple):
            values = (values,) * len(filtered)
        if len(values) != len(filtered):
            raise ValueError(f"{len(values)} values were given for {len(filtered)} axes")
        for axis, one in zip(filtered, values):
            more[names[axis]] = one
    if len(filtered) == 1:
        more["axes"] = 2 if filtered[0] == 0 else 1
        if "boundary_y" in more:
            more["boundary"] = more.pop("boundary_y")  # the axis that is not filtered needs none
    chosen = 1 if on_cuda else 2 if engine == "auto" else _ENGINES[engine]
    plan = _plan(width, height, channels, _F64 if is_f64 else _F32, chosen, tuple(sorted(more.items())))
    return plan, count, height * width * channels * (8 if is_f64 else 4)


def _filter(x, axes, output, stream, engine, parameters, mode="nearest", cval=0.0, per_axis=()):
    """Runs a filter. `per_axis`: a value, or a tuple of values in the order of `axes`, with its names along y and x."""
    if _arrays.dlpack_device(x) or _arrays.dlpack_device(output):
        def run(image, target):
            return _filter(image, axes, target, stream, engine, parameters, mode, cval, per_axis)

        return _arrays.through_dlpack(run, x, output, stream)
    of_mode, modes = _boundary(tuple(mode) if isinstance(mode, list) else mode, cval)
    image = _arrays.image_of(x)
    if axes is not None and not isinstance(axes, int):
        axes = tuple(axes) if np.iterable(axes) else axes
    plan, count, step = _prepared(image.shape, image.is_f64, image.on_cuda, axes, engine, tuple(parameters) + of_mode,
                                  per_axis + modes)
    return image.run(plan, count, step, output, stream)


def _each(value, number):
    """Returns a number, or a tuple of numbers."""
    return tuple(map(number, value)) if np.iterable(value) and not isinstance(value, str) else number(value)


def gaussian_filter(x, sigma, order=0, mode="reflect", cval=0.0, approximation=3, axes=None, output=None, stream=None,
                    engine="auto"):
    """Blurs with a Gaussian, or with its derivatives, at a cost that does not depend on sigma.

    x: the image. sigma: the standard deviation in pixels, one or one an axis (in the order of `axes`), 0.1 to 8192. order:
    of the derivative, 0, 1 or 2, one or one an axis. mode, cval: as in scipy.ndimage.gaussian_filter, one or one an axis,
    without its `mirror`, and with `none`: each pass starts from zero. approximation: 3, 4 or 5, the order of the recursive filters; the response
    to a point of light differs from the Gaussian's by at most 4.2 %, 1 % and 0.5 % of its peak from sigma 2 on (7 %, 4 %
    and 3.5 % at sigma 1), and its variance is exact. stream: on a GPU, a stream of CuPy or PyTorch or its address (default:
    the current one). engine: "auto", "cpu", "cuda" (which copies a NumPy array there and back) or "reference".

    Returns an array like x. Raises ValueError for what makes no sense, TypeError for other types.
    Source: van Vliet, Young, Verbeek 1998; Nehab, Maximo 2016.

    >>> gaussian_filter(np.ones((3, 4)), 2.0).round(6).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    sigmas, orders = _each(sigma, float), _each(order, operator.index)
    if not all(s > 0 for s in (sigmas if isinstance(sigmas, tuple) else (sigmas,))):
        raise ValueError("sigma must be a positive number of pixels")
    return _filter(x, axes, output, stream, engine,
                   (("filter", _FILTERS["gaussian"]), ("order", operator.index(approximation))), mode, cval,
                   ((sigmas, ("sigma_y", "sigma")), (orders, ("derivative_y", "derivative_x"))))


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
                   (("filter", _FILTERS[f"bspline{order}"]),), mode)


def _padded(x, radius, mode, cval):
    modes = {"reflect": "symmetric", "grid-mirror": "symmetric", "constant": "constant", "grid-constant": "constant",
             "nearest": "edge", "wrap": "wrap", "grid-wrap": "wrap"}
    if mode not in modes:
        _kind(mode)
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
    image = _arrays.on_host(x)
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
    return _filter(x, axes, output, stream, engine, parameters, mode, cval)


def _classic(x, kind, order, cutoff, btype, mode, axes, output, stream, engine, **more):
    if btype not in ("low", "lowpass", "high", "highpass"):
        raise ValueError(f"btype {btype!r} is unknown: low or high")
    parameters = {"filter": _FILTERS[kind], "order": operator.index(order), "cutoff": float(cutoff),
                  "high_pass": int(btype.startswith("high")), **more}
    return _filter(x, axes, output, stream, engine, tuple(parameters.items()), mode)


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
                   (("filter", _FILTERS["exponential"]), ("alpha", float(alpha))), mode, cval)
