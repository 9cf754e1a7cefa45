"""Gaussians that end, and their derivatives from the third on, by SciPy's own taps: recursive filters have neither. Each axis costs as
many multiplications a sample as there are taps."""
from __future__ import annotations

import numpy as np

from . import _arrays, _derived
from ._arguments import all_axes, each, number, of_each, whole

# How NumPy's pad continues an array, for SciPy's modes.
_PADS = {"reflect": "symmetric", "grid-mirror": "symmetric", "constant": "constant", "grid-constant": "constant", "nearest": "edge",
         "mirror": "reflect", "wrap": "wrap", "grid-wrap": "wrap"}


def taps(sigma, order, radius):
    """Returns the samples at -radius to radius of a Gaussian whose sum is 1, or, times the polynomial that makes it one, of its
    derivative; as SciPy's _gaussian_kernel1d."""
    x = np.arange(-radius, radius + 1)
    gaussian = np.exp(-0.5 / sigma**2 * x**2)
    polynomial = np.polynomial.Polynomial([1.0])
    slope = np.polynomial.Polynomial([0.0, -1 / sigma**2])  # of the logarithm of a Gaussian
    for _ in range(order):
        polynomial = polynomial.deriv() + polynomial * slope
    return polynomial(x) * gaussian / gaussian.sum()


def radii(sigmas, truncate, radius):
    """Returns how far the taps reach along each axis: `radius`, or `truncate` times sigma, rounded. Raises ValueError, TypeError."""
    if radius is None:
        truncate = 4.0 if truncate is None else number(truncate, "truncate")
        if not truncate >= 0:
            raise ValueError("truncate must be a number of sigmas, 0 or more")
        return tuple(int(truncate * sigma + 0.5) for sigma in sigmas)
    given = of_each(each(radius, number, "radius"), len(sigmas))
    if any(r < 0 or r != int(r) for r in given):
        raise ValueError("radius must be a whole number, 0 or more, or one an axis")
    return tuple(map(int, given))


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
    if any(order < 0 for order in orders):
        raise ValueError("order must be 0 or more")

    def compute(array):
        if type(array).__module__.partition(".")[0] not in ("numpy", "cupy"):
            raise TypeError("truncate, radius and derivatives from the third on are for arrays of NumPy and CuPy")
        for axis, sigma, order, mode, r in zip(axes, sigmas, orders, modes, reach):
            if sigma > 0:
                array = _correlated(array, axis, taps(sigma, order, r)[::-1], _PADS[mode], cval)
        return array

    return _derived.derived(compute, x, output, stream)


def _correlated(array, axis, weights, pad, cval):
    xp, n, r = _arrays.module_of(array), array.shape[axis], len(weights) // 2
    more = {"constant_values": cval} if pad == "constant" else {}
    padded = xp.pad(array, [(r, r) if a == axis else (0, 0) for a in range(array.ndim)], pad, **more)
    sums = xp.zeros(array.shape, np.float64)
    for i, weight in enumerate(weights.tolist()):
        sums += weight * padded[(slice(None),) * axis + (slice(i, i + n),)]
    return sums.astype(array.dtype)
