"""Gaussians, their derivatives, and what is made of these."""
from __future__ import annotations

from . import _arrays, _derived, _missing, _table, _taps
from ._arguments import (LEAST_SIGMA, all_axes, blurred_axes, derivatives, each, modes as modes_of, number, of_each, require_continued,
                         shown, two_sigmas, whole, whole_axes)
from ._run import FILTERS, MODES, require_engine, run_filter


def gaussian_filter(input, sigma, order=0, output=None, mode="reflect", cval=0.0, truncate=None, *, radius=None, axes=None,
                    approximation=None, accuracy=None, missing=None, engine="auto", stream=None):
    """Blurs with a Gaussian, or with its derivatives, at a cost that does not depend on sigma.

    The arguments up to `axes` are those of scipy.ndimage.gaussian_filter, in its order.

    input: the image, or an array of any number of axes. sigma: the standard deviation in pixels, one or one an axis (in the order of
    `axes`), up to 8192. Below 0.1 it leaves its axis as it is; a derivative takes 0.1 or more, or 0, which leaves its axis, too.
    order: of the derivative, one or one an axis. mode, cval: one mode or one an axis, also `none`: each pass starts from zero. A
    derivative along the first axis is refused where SciPy would continue it with a cval that is not 0.
    output: an array of the same shape, or of NumPy a type; what has another type than the result gets its numbers, whole ones cut off.
    stream: on a GPU, a stream of CuPy or PyTorch or its address (default: the current one). engine: "auto", "cpu", "cuda"
    or "opengl" (which copy a NumPy array there and back) or "reference". missing, of a NumPy array: "keep" gives NaN no weight in
    others and leaves it, "fill" puts the mean of what is around it there. None: one NaN or infinity makes its whole image NaN, or,
    along one axis, its line; SciPy's reach as far as its taps.

    accuracy: filters by poles and zeros of the least order, 3, 5 or 7, whose outputs are within this of SciPy's (with a
    large truncate) where the input is within [0, 1]: 1.4e-2, 2.9e-4 and 5.3e-6 at every sigma, below a third of that at large ones,
    in float64; float32 has its rounding besides. None: 3e-4, unless approximation is given. Of a derivative it
    is relative to the largest output: 8e-6 is kept of the first from sigma 0.7 on, 7e-5 of the second.
    approximation, in place of accuracy: 3, 4 or 5, the order of recursive filters without zeros; the response to a point of
    light differs from the Gaussian's by at most 4.2 %, 1 % and 0.5 % of its peak from sigma 2 on (7 %, 4 % and 3.5 % at
    sigma 1), and its variance is exact. Derivatives are central differences then, those of noise within 20 %, 10 % and 6 % of SciPy's largest value at sigma
    2, 3 and 5 with approximation 5, and within 40 % with 3.

    truncate, radius (which counts where both are given): where the Gaussian ends, as in SciPy; None: nowhere. With these, and of
    derivatives from the third on (truncate is 4 then), SciPy's taps run in place of recursive filters, in NumPy or CuPy, at a cost
    that grows with sigma.

    Returns an array like the input. Raises ValueError for what makes no sense, TypeError for other types.
    Source: van Vliet, Young, Verbeek 1998; Nehab, Maximo 2016.

    >>> gaussian_filter(np.ones((3, 4)), 2.0).round(6).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    sigmas, orders = each(sigma, number, "sigma"), each(order, whole, "order")
    modes, axes = modes_of(mode, MODES), whole_axes(axes)
    require_engine(engine)
    by_order = () if approximation is None else (("order", whole(approximation, "approximation")),)
    if by_order and by_order[0][1] not in (3, 4, 5):
        raise ValueError(f"approximation is 3, 4 or 5, not {shown(approximation)}")
    if accuracy is not None:
        if by_order:
            raise ValueError("accuracy chooses the approximation: give one of the two")
        if not number(accuracy, "accuracy") > 0:
            raise ValueError("accuracy must be a positive number")
        by_order = (("accuracy", number(accuracy, "accuracy")),)
    if any(o < 0 for o in (orders if isinstance(orders, tuple) else (orders,))):
        raise ValueError(f"order must be 0 or more, not {shown(order)}")
    how = dict(approximation=approximation, accuracy=accuracy, engine=engine)
    ends = truncate is not None or radius is not None or any(o > 2 for o in (orders if isinstance(orders, tuple) else (orders,)))
    if ends and (by_order or engine not in ("auto", "cpu")):
        raise ValueError("truncate, radius and derivatives from the third on are SciPy's taps: leave approximation, accuracy and engine out")
    if not ends and not all(s >= LEAST_SIGMA for s in (sigmas if isinstance(sigmas, tuple) else (sigmas,))):
        return _along_blurred_axes(input, sigmas, orders, output, modes, cval, axes, missing, stream, how)
    if missing is not None:
        if any(orders if isinstance(orders, tuple) else (orders,)):
            raise ValueError("a derivative is no mean, which missing needs")
        return _missing.mean_of_there(
            lambda values, outside: gaussian_filter(values, sigma, 0, None, mode, cval if outside is None else outside, truncate,
                                                    radius=radius, axes=axes, **how), input, missing, output)
    if ends:
        return _taps.gaussian_filter(input, sigmas, orders, modes, number(cval, "cval"), axes, output, stream, truncate, radius)
    if number(cval, "cval") != 0:
        require_continued(orders, modes, len(all_axes(_arrays.shape_of(input), axes)))
    return run_filter(input, axes, output, stream, engine,
                   (("filter", FILTERS["gaussian"]), *by_order), modes, cval,
                   ((sigmas, ("sigma_y", "sigma")), (orders, ("derivative_y", "derivative_x"))))


def _along_blurred_axes(input, sigmas, orders, output, modes, cval, axes, missing, stream, how):
    """gaussian_filter() along the axes whose sigma is not too small to blur."""
    given = all_axes(_arrays.shape_of(input), axes)
    rows = blurred_axes(given, *(of_each(values, len(given)) for values in (sigmas, orders, modes)))
    if not rows:
        return _derived.kept_as_it_is(input, output, stream)
    places, sigmas, orders, modes = zip(*rows)
    return gaussian_filter(input, sigmas, orders, output, modes, cval, axes=places, missing=missing, stream=stream, **how)


def _of_derivatives(input, order, combine, sigma, output, mode, cval, axes, stream, **how):
    """Returns combine(derivatives), one of this order along each of the axes, which are all that the input has if they are None."""
    sigmas, modes, axes = each(sigma, number, "sigma"), modes_of(mode, MODES), whole_axes(axes)

    def compute(array):
        count = len(all_axes(tuple(array.shape), axes))
        return combine([gaussian_filter(array, sigmas, orders, None, one, cval, axes=axes, stream=stream, **how)
                        for orders, one in derivatives(order, modes, count)])

    if _arrays.is_complex(input):
        return _arrays.kept(compute(input), output)
    return _derived.derived(compute, input, output, stream)


def _length(derivatives):
    return sum(d * d for d in derivatives) ** 0.5


_table.define(globals(), {
    "gaussian_filter1d": """Blurs along one axis with a Gaussian, or with its derivatives; as scipy.ndimage.gaussian_filter1d.

    Arguments are those of gaussian_filter().

    >>> gaussian_filter1d(np.ones(5), 2.0).round(6).tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0]
    """,
    "gaussian_laplace": """Returns the Laplacian of the blurred image, the sum of its second derivatives, as scipy.ndimage.gaussian_laplace.

    Arguments and accuracy are those of gaussian_filter() with a derivative. Times sigma**2 it is normalised to scale
    (Lindeberg 1998): the largest response of a disc of radius r is then at sigma = r / sqrt(2).

    >>> abs(gaussian_laplace(np.arange(12.0).reshape(3, 4) ** 2, 1.0, mode="wrap").sum()) < 1e-9
    True
    """,
    "gaussian_gradient_magnitude": """Returns the length of the gradient of the blurred image, as scipy.ndimage.gaussian_gradient_magnitude.

    Arguments and accuracy are those of gaussian_filter() with a derivative.

    >>> gaussian_gradient_magnitude(np.ones((3, 4)), 2.0).round(6).tolist()[0]
    [0.0, 0.0, 0.0, 0.0]
    """,
})


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
    low, high = two_sigmas(low_sigma, high_sigma, 2)
    to_unit_range = _derived.to_unit_range(image)

    def compute(array):
        array = to_unit_range(array)
        fine, coarse = (gaussian_filter(array, sigmas, 0, None, mode, cval, axes=axes, approximation=approximation, accuracy=accuracy,
                                        engine=engine, stream=stream) for sigmas in (low, high))
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
    axes, amount = _derived.image_axes(image, channel_axis), number(amount, "amount")
    sigmas = each(radius, number, "radius")
    to_unit_range = _derived.to_unit_range(image)

    def compute(array):
        array = array if preserve_range else to_unit_range(array)
        blurred = gaussian_filter(array, sigmas, axes=axes, approximation=approximation, accuracy=accuracy, engine=engine, stream=stream)
        sharp = array + (array - blurred) * amount
        return sharp if preserve_range else sharp.clip(-1 if (array < 0).any() else 0, 1)

    return _derived.derived(compute, image, output, stream)
