"""Gaussians that end, and their derivatives from the third on, by SciPy's own taps: recursive filters have neither. Each axis costs as
many multiplications a sample as there are taps."""
from __future__ import annotations

import math

import numpy as np

from . import _arrays, _derived
from ._arguments import all_axes, each, number, of_each, shown

# How NumPy's pad continues an array, for SciPy's modes.
PADS = {"reflect": "symmetric", "grid-mirror": "symmetric", "constant": "constant", "grid-constant": "constant", "nearest": "edge",
         "mirror": "reflect", "wrap": "wrap", "grid-wrap": "wrap"}

_LEAST_SIGMA = 1e-15  # SciPy's, below which an axis stays as it is
# How far taps reach, and the highest derivative, at most.
_MOST_RADIUS, _MOST_ORDER = 2**20, 1000


def taps(sigma, order, radius):
    """Returns the samples at -radius to radius of a Gaussian whose sum is 1, or, times the polynomial that makes it one, of its
    derivative; as SciPy's _gaussian_kernel1d. Raises ValueError for a derivative that float64 does not hold."""
    x = np.arange(-radius, radius + 1)
    with np.errstate(all="ignore"):
        gaussian = np.exp(-0.5 / sigma**2 * x**2)
        polynomial = np.polynomial.Polynomial([1.0])
        slope = np.polynomial.Polynomial([0.0, -1 / sigma**2])  # of the logarithm of a Gaussian
        for _ in range(order):
            polynomial = polynomial.deriv() + polynomial * slope
        weights = polynomial(x) * gaussian / gaussian.sum()
    if not np.isfinite(weights).all():
        raise ValueError(f"the derivative of order {order} at sigma {sigma:g} is beyond float64: use a lower order or a larger sigma")
    return weights


def radii(sigmas, truncate, radius):
    """Returns how far the taps reach along each axis: `radius`, or `truncate` times sigma, rounded. Raises ValueError, TypeError."""
    if radius is None:
        truncate = 4.0 if truncate is None else number(truncate, "truncate")
        if not 0 <= truncate < np.inf:
            raise ValueError(f"truncate must be a number of sigmas, 0 or more, not {shown(truncate)}")
        reach = [truncate * sigma + 0.5 for sigma in sigmas]
    else:
        reach = of_each(each(radius, number, "radius"), len(sigmas))
        if any(not r >= 0 or (r != np.inf and r != int(r)) for r in reach):
            raise ValueError(f"radius must be a whole number, 0 or more, or one an axis, not {shown(radius)}")
    if not all(r <= _MOST_RADIUS for r in reach):
        raise ValueError(f"taps reach {_MOST_RADIUS} samples at most, not {max(reach):g}: leave truncate and radius out")
    return tuple(map(int, reach))


def gaussian_filter(x, sigmas, orders, modes, cval, axes, output, stream, truncate, radius):
    """Returns the array along whose axes the taps went, as the kind of `x`: of NumPy or CuPy."""
    if _arrays.is_complex(x):
        return _arrays.by_parts(lambda part, cval: gaussian_filter(part, sigmas, orders, modes, cval, axes, None, stream, truncate, radius),
                                x, cval, output)
    axes = all_axes(_arrays.shape_of(x), axes)
    sigmas, orders, modes = (of_each(values, len(axes)) for values in (sigmas, orders, modes))
    reach = radii(sigmas, truncate, radius)
    if "none" in modes:
        raise ValueError("mode none is of passes: Gaussians that end, and derivatives from the third on, have SciPy's modes")
    weights = [of_axis(*one) for one in zip(sigmas, orders, reach)]

    def compute(array):
        if type(array).__module__.partition(".")[0] not in ("numpy", "cupy"):
            raise TypeError("truncate, radius and derivatives from the third on are for arrays of NumPy and CuPy")
        most = math.prod(float(abs(one).sum()) for one in weights if one is not None)
        if not most <= np.finfo(np.dtype(str(array.dtype))).max:
            raise ValueError(f"derivatives of order {shown(orders)} at sigma {shown(sigmas)} are beyond {array.dtype}: use lower orders")
        for axis, mode, one in zip(axes, modes, weights):
            if one is not None and 0 not in array.shape:
                array = _correlated(array, axis, one, PADS[mode], cval)
        return array

    return _derived.derived(compute, x, output, stream)


def of_axis(sigma, order, radius):
    """Returns the taps, in the order of the samples, without the zeros at their ends, to which a Gaussian comes that ends late; None for
    a sigma that leaves its axis as it is. Raises ValueError."""
    if not 0 <= order <= _MOST_ORDER:
        raise ValueError(f"order must be from 0 to {_MOST_ORDER}, not {order}")
    if not sigma > _LEAST_SIGMA:
        return None
    weights = taps(sigma, order, radius)[::-1]
    r = len(weights) // 2
    beyond = r - max(abs(np.flatnonzero(weights) - r), default=0)
    return weights[beyond:len(weights) - beyond]


def _correlated(array, axis, weights, pad, cval):
    xp, n, r = _arrays.module_of(array), array.shape[axis], len(weights) // 2
    more = {"constant_values": cval} if pad == "constant" else {}
    padded = xp.pad(array, [(r, r) if a == axis else (0, 0) for a in range(array.ndim)], pad, **more)
    sums = xp.zeros(array.shape, np.float64)
    for i, weight in enumerate(weights.tolist()):
        sums += weight * padded[(slice(None),) * axis + (slice(i, i + n),)]
    return sums.astype(array.dtype)
