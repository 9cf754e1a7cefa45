"""Recursive filters and summed-area tables on images, on a GPU or a CPU.

Every function takes a NumPy array, or without a copy whatever has
``__cuda_array_interface__`` (CuPy, PyTorch) or shares its memory by DLPack (``__dlpack__``), and gives an array of the same
kind back. What has DLPack alone gets its own kind where its module has ``from_dlpack``, and otherwise an array of NumPy, or
on a GPU of CuPy or PyTorch, one of which must be there.

Where names and arguments are SciPy's, so are the meanings; what is not here is refused. The differences: whole numbers
give float64, where SciPy truncates to whole numbers; Gaussians are approximations (``approximation``); and recursive
filters, which do not end, spread a NaN or an infinity over the channel of that image, on the CPU over all of it; tables
spread it over all that is below and to the right, and uniform_filter at least over that. ``missing`` helps, or
``numpy.nan_to_num``.

Shapes: any, filtered along all axes, or along those of ``axes``. Images, (H, W), (H, W, C) with ``axes=(0, 1)`` and up to 4
channels, and N of them, (N, H, W) with ``axes=(1, 2)``, are filtered along both axes at once, other arrays along one after the
other; tables and what is made of local means have images alone. float32 and float64 stay what they are, in the
machine's byte order (a GPU has float32 alone); other numbers become float64, or float32 on a GPU. Complex arrays of NumPy
are filtered by parts.

float32 in an array of NumPy keeps its digits down to the smallest numbers; in a GPU's array, numbers of 1e-12 and less may lose
some where there is none larger. Beyond 1e37 float32 may overflow to NaN, and where a mean leaves little of the samples, as
where they cancel, it has the rounding of what was added up: give float64.

Plans are made at the first call for a shape and its parameters, and kept. Errors are SciPy's: ValueError, TypeError. A call
lets other threads of Python run, and ends before Ctrl+C is seen.
"""
from __future__ import annotations

import functools

import numpy as np

from . import _arrays, _derived, _margins, _missing, _plans, _sweep, _volumes
from ._arguments import (all_axes as _all_axes, axes_of as _axes_of, coefficients as _coefficients, derivatives as _derivatives,
                         each as _each, first_of_image as _first_of_image, modes as _modes_of, number as _number,
                         of_each as _of_each, shown as _shown, two_sigmas as _two_sigmas, whole as _whole, whole_axes as _whole_axes)

__version__ = _sweep.__version__
__all__ = ["gaussian_filter", "gaussian_filter1d", "gaussian_laplace", "gaussian_gradient_magnitude", "difference_of_gaussians",
           "unsharp_mask", "spline_filter", "spline_filter1d", "uniform_filter", "uniform_filter1d", "integral", "box_sum", "lfilter2",
           "butter", "cheby1", "cheby2", "ellip", "exponential", "local_mean_std", "local_normalize", "threshold_niblack",
           "threshold_sauvola", "threshold_bradley", "threshold_local", "guided_filter"]

_ENGINES = {"auto": 0, "cuda": 1, "cpu": 2, "reference": 3}
_F32, _F64 = 2, 3
_FILTERS = {name: i for i, name in enumerate(
    ["gaussian", "bspline3", "bspline5", "butterworth", "chebyshev1", "chebyshev2", "elliptic", "exponential", "box", "sat",
     "iir", "none", "bspline2", "bspline4"])}
# SciPy's modes; its `reflect` repeats the edge's sample, which the papers call mirror. Its `mirror` does not, and is
# called reflect101 here.
_MODES = {"reflect": 5, "grid-mirror": 5, "constant": 2, "grid-constant": 2, "nearest": 3, "mirror": 7, "wrap": 4,
          "grid-wrap": 4, "none": 0}
# SciPy's names of a band.
_BANDS = {"low": 0, "lowpass": 0, "high": 1, "highpass": 1, "band": 2, "pass": 2, "bandpass": 2, "stop": 3, "bandstop": 3}
# What spline_filter makes of SciPy's modes (ni_splines.c).
_SPLINE_MODES = {"mirror": "mirror", "wrap": "mirror", "constant": "mirror", "grid-constant": "mirror",
                 "reflect": "reflect", "grid-mirror": "reflect", "nearest": "reflect", "grid-wrap": "grid-wrap",
                 "none": "none"}
_UNIFORM_MODES = ("reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap")
# What says no to a single axis.
_SUMS = {_FILTERS["sat"]: "a table sums along two axes: x.cumsum(axis) sums along one"}


@functools.lru_cache(maxsize=64)
def _boundary(modes, cval):
    """Returns the parameters of a mode, and those of a tuple of modes for each axis."""
    kinds = tuple(_MODES[mode] for mode in (modes if isinstance(modes, tuple) else (modes,)))
    parameters = (("boundary_value", cval),) if 2 in kinds else ()
    if isinstance(modes, tuple):
        return parameters, ((kinds, ("boundary_y", "boundary")),)
    return parameters + (("boundary", kinds[0]),), ()


@functools.lru_cache(maxsize=256)
def _arguments(shape, is_f64, on_cuda, axes, engine, parameters, per_axis):
    """Returns the arguments of a call's plan, the number of images, and the bytes of each. What can be refused without the
    array or a plan is refused here, and a call with the same arguments finds the answer."""
    first, filtered = _axes_of(shape, axes)
    count, channels, (height, width) = 1, 1, shape[first:first + 2]
    if len(shape) == 3 and first == 0:
        channels = shape[2]
    elif len(shape) == 3:
        count = shape[0]
    more = dict(parameters)
    for values, names in per_axis:
        for axis, one in zip(filtered, _of_each(values, len(filtered))):
            more[names[axis]] = one
    if len(filtered) == 1:
        if more["filter"] in _SUMS:
            raise ValueError(_SUMS[more["filter"]])
        more["axes"] = 2 if filtered[0] == 0 else 1
        if "boundary_y" in more:
            more["boundary"] = more.pop("boundary_y")  # the axis that is not filtered needs none
    chosen = 1 if on_cuda else 2 if engine == "auto" else _ENGINES[engine]
    of_plan = (width, height, channels, _F64 if is_f64 else _F32, chosen, tuple(sorted(more.items())))
    return of_plan, count, height * width * channels * (8 if is_f64 else 4)


def _filter(x, axes, output, stream, engine, parameters, mode="nearest", cval=0.0, per_axis=(), margin=0):
    """Runs a filter. `per_axis`: a value, or a tuple of values in the order of `axes`, with its names along y and x.
    `margin`: the samples within which the filter forgets; 0: unknown. On CUDA, whose blocks have no closed form of `mirror`,
    a copy with margins is faster than whole lines in double."""
    if not isinstance(engine, str) or engine not in _ENGINES:
        raise ValueError(f"engine {_shown(engine)} is unknown: it is one of {', '.join(map(repr, _ENGINES))}")
    if _arrays.dlpack_device(x) or _arrays.dlpack_device(output):
        def run(image, target):
            return _filter(image, axes, target, stream, engine, parameters, mode, cval, per_axis, margin)

        return _arrays.through_dlpack(run, x, output, stream)
    if _arrays.is_complex(x):
        return _arrays.by_parts(lambda part, cval: _filter(part, axes, None, stream, engine, parameters, mode, cval, per_axis, margin),
                                x, cval, output)
    axes, modes = _whole_axes(axes), _modes_of(mode, _MODES)
    image = _arrays.image_of(x)
    if 0 in image.shape:  # nothing is there to filter
        return image.keep(image.array, output)
    given = _all_axes(image.shape, axes)
    if dict(parameters)["filter"] not in _SUMS and _first_of_image(image.shape, given) is None:
        for values in (modes, *(values for values, _ in per_axis)):
            _of_each(values, len(given))  # as many as there are axes

        def run(images, places, image_axes):
            return _filter(images, image_axes, None, None, engine, parameters, _volumes.of_places(modes, places), cval,
                           tuple((_volumes.of_places(values, places), names) for values, names in per_axis), margin)

        return _volumes.filtered(run, image, given, output, stream)
    if margin and (image.on_cuda or engine == "cuda") and "mirror" in (modes if isinstance(modes, tuple) else (modes,)):
        first, filtered = _axes_of(image.shape, axes)
        modes = _of_each(modes, len(filtered))
        image = _margins.Mirrored(image, [first + a for a, one in zip(filtered, modes) if one == "mirror"], margin, stream)
        modes = tuple("reflect" if one == "mirror" else one for one in modes)
    of_mode, by_axis = _boundary(modes, _number(cval, "cval"))
    of_plan, count, step = _arguments(image.shape, image.is_f64, image.on_cuda, axes, engine, tuple(parameters) + of_mode,
                                     per_axis + by_axis)
    with image.on_device():  # to which a plan belongs
        plan = _plans.plan_of((image.device, of_plan), lambda: _sweep.Plan(*of_plan[:-1], dict(of_plan[-1])))
        try:
            return image.run(plan, count, step, output, stream)
        except MemoryError:
            _plans.forget()  # theirs may be what is missing
            return image.run(plan, count, step, output, stream)


def gaussian_filter(x, sigma, order=0, mode="reflect", cval=0.0, approximation=None, axes=None, output=None, stream=None,
                    engine="auto", missing=None, accuracy=None):
    """Blurs with a Gaussian, or with its derivatives, at a cost that does not depend on sigma.

    x: the image, or an array of any number of axes. sigma: the standard deviation in pixels, one or one an axis (in the order of `axes`), 0.1 to 8192. order:
    of the derivative, 0, 1 or 2, one or one an axis. mode, cval: as in
    scipy.ndimage.gaussian_filter, one mode or one an axis, and `none`: each pass starts from zero. A derivative along the
    first axis is refused where SciPy would continue it with a cval that is not 0.
    output: an array of the same shape, or of NumPy a type; what has another type than the result gets its numbers, whole ones cut off.
    stream: on a GPU, a stream of CuPy or PyTorch or its address (default: the current one). engine: "auto", "cpu", "cuda"
    (which copies a NumPy array there and back) or "reference". missing, of a NumPy array: "keep" gives NaN no weight in
    others and leaves it, "fill" puts the mean of what is around it there; None: as SciPy.

    accuracy: filters by poles and zeros of the least order, 3, 5 or 7, whose outputs are within this of SciPy's (with a
    large truncate) where x is within [0, 1]: 1.4e-2, 2.9e-4 and 5.3e-6 at every sigma, below a third of that at large ones,
    in float64; float32 has its rounding besides. None: 3e-4, unless approximation is given. Of a derivative it
    is relative to the largest output: 8e-6 is kept of the first from sigma 0.7 on, 7e-5 of the second.
    approximation, in place of accuracy: 3, 4 or 5, the order of recursive filters without zeros; the response to a point of
    light differs from the Gaussian's by at most 4.2 %, 1 % and 0.5 % of its peak from sigma 2 on (7 %, 4 % and 3.5 % at
    sigma 1), and its variance is exact. Derivatives are central differences then, those of noise within 20 %, 10 % and 6 % of SciPy's largest value at sigma
    2, 3 and 5 with approximation 5, and within 40 % with 3.

    Returns an array like x. Raises ValueError for what makes no sense, TypeError for other types.
    Source: van Vliet, Young, Verbeek 1998; Nehab, Maximo 2016.

    >>> gaussian_filter(np.ones((3, 4)), 2.0).round(6).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    sigmas, orders = _each(sigma, _number, "sigma"), _each(order, _whole, "order")
    modes, axes = _modes_of(mode, _MODES), _whole_axes(axes)
    by_order = () if approximation is None else (("order", _whole(approximation, "approximation")),)
    if by_order and by_order[0][1] not in (3, 4, 5):
        raise ValueError(f"approximation is 3, 4 or 5, not {_shown(approximation)}")
    if accuracy is not None:
        if by_order:
            raise ValueError("accuracy chooses the approximation: give one of the two")
        if not _number(accuracy, "accuracy") > 0:
            raise ValueError("accuracy must be a positive number")
        by_order = (("accuracy", _number(accuracy, "accuracy")),)
    if not all(s >= 0 for s in (sigmas if isinstance(sigmas, tuple) else (sigmas,))):
        raise ValueError("sigma must be a positive number of pixels, or 0 of an axis that stays as it is")
    if sigmas == 0 or (isinstance(sigmas, tuple) and 0 in sigmas):
        return _without_zeros(x, sigmas, orders, mode, cval, approximation, axes, output, stream, engine, missing, accuracy)
    if missing is not None:
        if any(orders if isinstance(orders, tuple) else (orders,)):
            raise ValueError("a derivative is no mean, which missing needs")
        return _missing.mean_of_there(
            lambda values, outside: gaussian_filter(values, sigma, order, mode, cval if outside is None else outside,
                                                    approximation, axes, None, None, engine, None, accuracy), x, missing, output)
    if _number(cval, "cval") != 0:
        count, is_derivative = len(_all_axes(_arrays.shape_of(x), axes)), False
        for of_axis, how in zip(_of_each(orders, count), _of_each(modes, count)):
            if is_derivative and how in ("constant", "grid-constant"):
                raise ValueError("SciPy continues a derivative along the first axis with cval, too: filter along that axis "
                                 "(axes=..), then along the others, or give cval=0")
            is_derivative = is_derivative or of_axis != 0
    return _filter(x, axes, output, stream, engine,
                   (("filter", _FILTERS["gaussian"]), *by_order), modes, cval,
                   ((sigmas, ("sigma_y", "sigma")), (orders, ("derivative_y", "derivative_x"))))


def _without_zeros(x, sigmas, orders, mode, cval, approximation, axes, output, stream, engine, missing, accuracy):
    """gaussian_filter() along the axes whose sigma is not 0, which leaves an axis as it is, whatever the order."""
    given = _all_axes(_arrays.shape_of(x), axes)
    each = [_of_each(values, len(given)) for values in (given, sigmas, orders, _modes_of(mode, _MODES))]
    each = list(zip(*(row for row in zip(*each) if row[1] != 0)))
    if each:
        return gaussian_filter(x, each[1], each[2], each[3], cval, approximation, each[0], output, stream, engine, missing, accuracy)
    return _derived.derived(lambda array: array, x, output, stream)


def gaussian_filter1d(x, sigma, axis=-1, order=0, mode="reflect", cval=0.0, approximation=None, output=None, stream=None,
                      engine="auto", missing=None, accuracy=None):
    """Blurs along one axis with a Gaussian, or with its derivatives; as scipy.ndimage.gaussian_filter1d.

    Arguments are those of gaussian_filter().

    >>> gaussian_filter1d(np.ones(5), 2.0).round(6).tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0]
    """
    return gaussian_filter(x, sigma, order, mode, cval, approximation, (_whole(axis, "axis"),), output, stream, engine, missing,
                           accuracy)


def _of_derivatives(x, order, combine, sigma, mode, cval, approximation, axes, output, stream, engine):
    """Returns combine(derivatives), one of this order along each of the axes, which are all that x has if they are None."""
    sigmas, modes, axes = _each(sigma, _number, "sigma"), _modes_of(mode, _MODES), _whole_axes(axes)

    def compute(array):
        return combine([gaussian_filter(array, sigmas, orders, one, cval, approximation, axes, None, stream, engine)
                        for orders, one in _derivatives(order, modes, len(_all_axes(tuple(array.shape), axes)))])

    if _arrays.is_complex(x):
        return _arrays.kept(compute(x), output)
    return _derived.derived(compute, x, output, stream)


def gaussian_laplace(x, sigma, mode="reflect", cval=0.0, approximation=None, axes=None, output=None, stream=None, engine="auto"):
    """Returns the Laplacian of the blurred image, the sum of its second derivatives, as scipy.ndimage.gaussian_laplace.

    Arguments and accuracy are those of gaussian_filter() with a derivative. Times sigma**2 it is normalised to scale
    (Lindeberg 1998): the largest response of a disc of radius r is then at sigma = r / sqrt(2).

    >>> abs(gaussian_laplace(np.arange(12.0).reshape(3, 4) ** 2, 1.0, mode="wrap").sum()) < 1e-9
    True
    """
    return _of_derivatives(x, 2, sum, sigma, mode, cval, approximation, axes, output, stream, engine)


def gaussian_gradient_magnitude(x, sigma, mode="reflect", cval=0.0, approximation=None, axes=None, output=None, stream=None,
                                engine="auto"):
    """Returns the length of the gradient of the blurred image, as scipy.ndimage.gaussian_gradient_magnitude.

    Arguments and accuracy are those of gaussian_filter() with a derivative.

    >>> gaussian_gradient_magnitude(np.ones((3, 4)), 2.0).round(6).tolist()[0]
    [0.0, 0.0, 0.0, 0.0]
    """
    return _of_derivatives(x, 1, lambda of_axes: sum(d * d for d in of_axes) ** 0.5, sigma, mode, cval, approximation, axes,
                           output, stream, engine)


def difference_of_gaussians(image, low_sigma, high_sigma=None, mode="nearest", cval=0.0, channel_axis=None, approximation=None,
                            output=None, stream=None, engine="auto", accuracy=None):
    """Returns the image blurred with low_sigma less that blurred with high_sigma, as skimage.filters.difference_of_gaussians.

    Whole numbers are brought into [0, 1], signed ones into [-1, 1], before. low_sigma, high_sigma: one or one an axis; None:
    1.6 times low_sigma, near the Laplacian of Gaussian (Marr and Hildreth 1980). channel_axis: of (H, W, C) the last, of (C, H, W)
    the first; None: (H, W). approximation, accuracy: as gaussian_filter() has them.

    Raises ValueError where high_sigma is less than low_sigma.

    >>> difference_of_gaussians(np.ones((3, 4)), 1.0).round(6).tolist()[0]
    [0.0, 0.0, 0.0, 0.0]
    """
    axes = _derived.image_axes(image, channel_axis)
    low, high = _two_sigmas(low_sigma, high_sigma, 2)
    to_unit_range = _derived.to_unit_range(image)

    def compute(array):
        array = to_unit_range(array)
        fine, coarse = (gaussian_filter(array, sigmas, 0, mode, cval, approximation, axes, None, stream, engine, None, accuracy)
                        for sigmas in (low, high))
        return fine - coarse

    return _derived.derived(compute, image, output, stream)


def unsharp_mask(image, radius=1.0, amount=1.0, preserve_range=False, channel_axis=None, approximation=None, output=None,
                 stream=None, engine="auto", accuracy=None):
    """Returns image + amount * (image - blurred), as skimage.filters.unsharp_mask; radius: the sigma of the blur.

    Whole numbers are brought into [0, 1], signed ones into [-1, 1], before, and the result is clipped to [0, 1], or to [-1, 1]
    where the image has negative numbers; with preserve_range neither is done. channel_axis, approximation, accuracy: as
    difference_of_gaussians() has them.

    >>> unsharp_mask(np.full((3, 4), 0.5)).round(6).tolist()[0]
    [0.5, 0.5, 0.5, 0.5]
    """
    axes, amount = _derived.image_axes(image, channel_axis), _number(amount, "amount")
    sigmas = _each(radius, _number, "radius")
    to_unit_range = _derived.to_unit_range(image)

    def compute(array):
        array = array if preserve_range else to_unit_range(array)
        blurred = gaussian_filter(array, sigmas, 0, "reflect", 0.0, approximation, axes, None, stream, engine, None, accuracy)
        sharp = array + (array - blurred) * amount
        return sharp if preserve_range else sharp.clip(-1 if (array < 0).any() else 0, 1)

    return _derived.derived(compute, image, output, stream)


def spline_filter(x, order=3, mode="mirror", axes=None, output=None, stream=None, engine="auto"):
    """Returns the coefficients of the interpolating B-spline, as scipy.ndimage.spline_filter.

    order: 2 to 5; of order 0 and 1 the samples are the coefficients. mode: one or one an axis, with SciPy's meanings: `wrap`, `constant` and `grid-constant` are `mirror`
    (.. x2 x1 | x0 x1 x2 ..), which on CUDA filters a copy with margins, and `nearest` is `reflect` (.. x1 x0 | x0 x1 ..); periodic is
    `grid-wrap`. float32 stays float32. Source: Nehab, Maximo, Lima, Hoppe 2011, section 1.

    >>> spline_filter(np.ones((4, 4))).round(6).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    order = _whole(order, "order")
    if not 0 <= order <= 5:
        raise ValueError(f"B-splines have order 0 to 5, not {order}")
    modes = _modes_of(mode, _SPLINE_MODES)
    if order < 2:
        return _arrays.kept(x.copy(), output) if _arrays.is_complex(x) else _derived.derived(lambda array: array, x, output, stream)
    modes = tuple(map(_SPLINE_MODES.get, modes)) if isinstance(modes, tuple) else _SPLINE_MODES[modes]
    return _spline(x, order, modes, axes, output, stream, engine)


def _spline(x, order, modes, axes, output=None, stream=None, engine="auto"):
    """spline_filter() of order 2 to 5 with modes as the other functions have them."""
    # The slowest poles are -0.172, -0.268, -0.361 and -0.431: what is further away than the margin counts less than 2^-56.
    return _filter(x, axes, output, stream, engine, (("filter", _FILTERS[f"bspline{order}"]),), modes,
                   margin={2: 24, 3: 32, 4: 40, 5: 48}[order])


def spline_filter1d(x, order=3, axis=-1, mode="mirror", output=None, stream=None, engine="auto"):
    """Returns the coefficients of the interpolating B-spline along one axis, as scipy.ndimage.spline_filter1d.

    >>> spline_filter1d(np.ones(4)).round(6).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return spline_filter(x, order, mode, (_whole(axis, "axis"),), output, stream, engine)


def _require_box(size, origin):
    """Raises ValueError where a box has no pixel, or not the one whose mean it makes."""
    if not 1 <= size < 2**24:
        raise ValueError(f"size must be from 1 to {2**24 - 1}, not {size}")
    if not 0 <= size // 2 + origin < size:
        raise ValueError(f"origin must be from {-(size // 2)} to {size - 1 - size // 2} with size {size}, not {origin}")


def uniform_filter(x, size=3, mode="reflect", cval=0.0, engine="auto", axes=None, missing=None, origin=0, output=None,
                   stream=None):
    """Returns the means over boxes of `size` pixels; as scipy.ndimage.uniform_filter.

    x: an array of the shapes of the other functions. size, mode, origin: one or one an axis, with SciPy's meanings: of an even
    size the pixel lies after the middle, and origin shifts the box towards the start of the axis, so that it covers
    i - size // 2 - origin and the size - 1 pixels after it. mode: SciPy's, `mirror` too. axes: as the other functions. missing: as
    gaussian_filter has it, and output, stream. Whole numbers become float64, where SciPy truncates. Source: Crow 1984.

    >>> uniform_filter(np.eye(3), 3).round(3).tolist()[1]
    [0.333, 0.333, 0.333]
    >>> uniform_filter(np.eye(4), (1, 2), origin=(0, -1)).tolist()[1]
    [0.5, 0.5, 0.0, 0.0]
    """
    sizes, origins, cval = _each(size, _whole, "size"), _each(origin, _whole, "origin"), _number(cval, "cval")
    modes, axes = _modes_of(mode, _UNIFORM_MODES), _whole_axes(axes)
    if not isinstance(engine, str) or engine not in _ENGINES:
        raise ValueError(f"engine {_shown(engine)} is unknown: it is one of {', '.join(map(repr, _ENGINES))}")
    if not abs(cval) <= 1e30:
        raise ValueError(f"cval must be from -1e30 to 1e30, not {cval}")
    count = max(len(values) if isinstance(values, tuple) else 1 for values in (sizes, origins))
    for size, origin in zip(_of_each(sizes, count), _of_each(origins, count)):
        _require_box(size, origin)
    if missing is not None:
        return _missing.mean_of_there(
            lambda values, outside: uniform_filter(values, size, mode, cval if outside is None else outside, engine, axes,
                                                   None, origin), x, missing, output)
    return _filter(x, axes, output, stream, engine, (("filter", _FILTERS["box"]),), modes, cval,
                   ((sizes, ("box_height", "box_width")), (origins, ("box_origin_y", "box_origin_x"))))


def uniform_filter1d(x, size, axis=-1, mode="reflect", cval=0.0, origin=0, engine="auto", missing=None, output=None, stream=None):
    """Returns the means over `size` pixels along one axis; as scipy.ndimage.uniform_filter1d.

    Arguments are those of uniform_filter(). On the CPU the sums are added up in float64.

    >>> uniform_filter1d(np.eye(3), 3).round(3).tolist()[1]
    [0.333, 0.333, 0.333]
    """
    return uniform_filter(x, size, mode, cval, engine, (_whole(axis, "axis"),), missing, origin, output, stream)


def integral(x, output=None, stream=None, engine="auto", axes=None):
    """Returns the summed-area table: the sums over all pixels above and to the left, inclusive; x.cumsum(0).cumsum(1).

    Shapes and types as for the other functions; `axes` are the two of an image, since a table sums along both. Source:
    Crow 1984; Nehab, Maximo, Lima, Hoppe 2011, section 6.

    >>> integral(np.ones((2, 3))).tolist()
    [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]
    """
    return _filter(x, axes, output, stream, engine, (("filter", _FILTERS["sat"]),))


def box_sum(table, top, left, bottom, right, axes=None):
    """Returns the sum over rows top to bottom - 1 and columns left to right - 1, from the table of integral().

    axes: as they were given to integral(), (0, 1) for a table (H, W, C), whose result has shape (C,), and (1, 2) for tables
    (N, H, W), whose result has shape (N,). Raises ValueError for a box that is not within the image.

    >>> float(box_sum(integral(np.ones((4, 4))), 1, 1, 3, 4))
    6.0
    """
    table = table if hasattr(table, "shape") else np.asarray(table)
    first, filtered = _axes_of(tuple(table.shape), _whole_axes(axes))
    if len(filtered) != 2:
        raise ValueError("a box has rows and columns: axes are two, (0, 1) or (1, 2)")
    top, left, bottom, right = (_whole(v, n) for v, n in zip((top, left, bottom, right),
                                                             ("top", "left", "bottom", "right")))
    height, width = table.shape[first:first + 2]
    if not (0 <= top <= bottom <= height and 0 <= left <= right <= width):
        raise ValueError(f"the box {top, left, bottom, right} is not within {height} x {width} pixels")

    def entry(y, x):
        sums = table[(slice(None),) * first + (max(y - 1, 0), max(x - 1, 0))]
        return sums if y > 0 and x > 0 else sums * 0

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
        values = _coefficients(values)
        if len(values) < 2 or values[0] != 1:
            raise ValueError("feedback is (1, a1, ..): divide all coefficients by the first")
        return values[1:]

    parameters = [("filter", _FILTERS["iir"]), ("causal", feedback(a))]
    if a_back is not None:
        parameters.append(("anticausal", feedback(a_back)))
    for name, values in (("feedforward", b), ("anticausal_feedforward", b_back)):
        if values is not None:
            parameters.append((name, _coefficients(values)))
    return _filter(x, axes, output, stream, engine, parameters, mode, cval)


def _classic(x, kind, order, cutoff, btype, mode, axes, output, stream, engine, **more):
    if not isinstance(btype, str) or btype not in _BANDS:
        raise ValueError(f"btype {_shown(btype)} is unknown: low, high, bandpass or bandstop")
    edges = _each(cutoff, _number, "cutoff")
    edges = edges if isinstance(edges, tuple) else (edges,)
    if len(edges) != (2 if _BANDS[btype] > 1 else 1):
        raise ValueError(f"btype {btype!r} takes {'a pair of cutoffs' if _BANDS[btype] > 1 else 'one cutoff'}")
    parameters = {"filter": _FILTERS[kind], "order": _whole(order, "order"), "band": _BANDS[btype],
                  **dict(zip(("cutoff", "cutoff_high"), edges)),
                  **{name: _number(value, name) for name, value in more.items()}}
    return _filter(x, axes, output, stream, engine, tuple(parameters.items()), mode)


def butter(x, order, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None, engine="auto"):
    """Filters with a Butterworth filter, forward and backward along both axes: scipy.signal.sosfiltfilt without end.

    order: 1 to 8, of each pass. cutoff: in cycles per pixel, below 0.5 (SciPy's Wn is twice as much); 3 dB down after one
    pass, 6 dB after both. btype: "low", "high", or with a pair of cutoffs "bandpass" or "bandstop", whose order is 1 to 4: they
    have two poles for each. Along an axis, with sos = scipy.signal.butter(order, 2 * cutoff, btype,
    output="sos") and n samples more at both ends, so many that the filter forgets them, mode="reflect" is
    sosfiltfilt(sos, np.pad(x, n, "symmetric"), padtype=None)[n:-n], "wrap" the same with "wrap", and "nearest" with "edge",
    which is also sosfiltfilt(sos, x, padtype="constant", padlen=n). SciPy's default, padtype="odd", is not here: at the
    edges it differs from all modes. "constant": zeros. Source: Antoniou 2006.

    >>> butter(np.ones((3, 3)), 2, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "butterworth", order, cutoff, btype, mode, axes, output, stream, engine)


def cheby1(x, order, ripple, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None, engine="auto"):
    """As butter(), with a Chebyshev filter of the first kind: `ripple` dB in the pass band of each pass.

    >>> cheby1(np.ones((3, 3)), 3, 1, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "chebyshev1", order, cutoff, btype, mode, axes, output, stream, engine, ripple=ripple)


def cheby2(x, order, attenuation, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None, engine="auto"):
    """As butter(), with a Chebyshev filter of the second kind: `attenuation` dB in the stop band, which begins at cutoff.

    >>> cheby2(np.ones((3, 3)), 3, 40, 0.2).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "chebyshev2", order, cutoff, btype, mode, axes, output, stream, engine,
                    attenuation=attenuation)


def ellip(x, order, ripple, attenuation, cutoff, btype="low", mode="reflect", axes=None, output=None, stream=None,
          engine="auto"):
    """As butter(), with an elliptic filter: `ripple` dB in the pass band, `attenuation` dB in the stop band of each pass.

    >>> ellip(np.ones((3, 3)), 3, 1, 40, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _classic(x, "elliptic", order, cutoff, btype, mode, axes, output, stream, engine, ripple=ripple,
                    attenuation=attenuation)


def exponential(x, alpha, mode="reflect", cval=0.0, axes=None, output=None, stream=None, engine="auto"):
    """Smooths exponentially, y[i] = alpha x[i] + (1 - alpha) y[i-1], forward and backward along both axes.

    alpha: 0.0001 to 1.

    >>> exponential(np.ones((3, 3)), 0.5).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    return _filter(x, axes, output, stream, engine,
                   (("filter", _FILTERS["exponential"]), ("alpha", _number(alpha, "alpha"))), mode, cval)


# Last, since it filters with the functions above.
from ._local import (guided_filter, local_mean_std, local_normalize, threshold_bradley, threshold_local,  # noqa: E402
                     threshold_niblack, threshold_sauvola)
