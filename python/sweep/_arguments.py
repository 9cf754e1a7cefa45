"""What users give for numbers, modes and axes, checked: TypeError or ValueError, in one line."""
from __future__ import annotations

import numbers
import operator

import numpy as np


def shown(value):
    """Returns a value as a message shows it: in one line, and no longer than that."""
    text = repr(value)
    return text if len(text) <= 60 and "\n" not in text else f"one of type {type(value).__name__}"


def number(value, name):
    """Returns a float of a real number. Text and complex numbers, of which float() or NumPy would make one, are refused."""
    if not isinstance(value, (float, int, numbers.Real)):
        array = np.asarray(value)
        if array.ndim != 0 or array.dtype.kind not in "biuf":
            raise TypeError(f"{name} must be a number, not {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large") from None


def whole(value, name):
    """Returns a whole number that an int of C holds."""
    try:
        result = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {shown(value)}") from None
    if abs(result) >= 2**31:
        raise ValueError(f"{name} is too large: {shown(result)}")
    return result


def each(value, read, name):
    """Returns read(value, name), a number, or a tuple of numbers."""
    if np.iterable(value) and not isinstance(value, (str, bytes, set, frozenset, dict)):
        return tuple(read(v, name) for v in value)
    return read(value, name)


def modes(mode, known):
    """Returns a mode, or a tuple of modes, which are all known."""
    given = tuple(mode) if isinstance(mode, (list, tuple)) else (mode,)
    for one in given:
        if not isinstance(one, str) or one not in known:
            raise ValueError(f"mode {shown(one)} is not supported; it is one of {', '.join(map(repr, known))}")
    return given if isinstance(mode, (list, tuple)) else mode


def of_each(values, count):
    """Returns a tuple of `count` values: of one value, or of a tuple of so many."""
    if not isinstance(values, tuple):
        return (values,) * count
    if len(values) != count:
        raise ValueError(f"{len(values)} values were given for {count} axes")
    return values


def whole_axes(axes):
    """Returns a tuple of one axis or several, or None."""
    try:
        return None if axes is None else tuple(operator.index(a) for a in (axes if np.iterable(axes) else (axes,)))
    except TypeError:
        raise TypeError(f"axes must be whole numbers, not {shown(axes)}") from None


def all_axes(shape, axes):
    """Returns the filtered axes in the order of `axes`, as a tuple of 0 to ndim - 1; all of them for None."""
    ndim = len(shape)
    if ndim == 0:
        raise ValueError("a number has no axes to filter along")
    given = tuple(range(ndim)) if axes is None else tuple(axes)
    if any(not -ndim <= a < ndim for a in given):
        raise ValueError(f"axes {given} are not those of an array with {ndim} axes")
    given = tuple(a % ndim for a in given)
    if len(set(given)) != len(given) or not given:
        raise ValueError("axes must differ, and there must be one")
    if max(shape) >= 2**31:
        raise ValueError(f"the array is too large: its shape is {shape}")
    return given


def first_of_image(shape, given):
    """Returns the index of the first axis of images of which the array consists, 0 of (H, W) and of (H, W, C) with up to 4 channels, 1 of
    (N, H, W); None where the filtered axes are not those of an image."""
    if len(shape) == 2:
        return 0
    if len(shape) != 3 or len(given) > 2:
        return None
    if 2 in given or (given == (1,) and shape[2] > 4):
        return None if 0 in given else 1
    return 0 if shape[2] <= 4 else None


def axes_of(shape, axes):
    """Returns the index of the first image axis, and the filtered axes, 0 for y and 1 for x, in the order of `axes`. Raises ValueError
    where they are not those of an image."""
    given = all_axes(shape, axes)
    if 0 in shape:
        raise ValueError(f"the array is empty: its shape is {shape}")
    first = first_of_image(shape, given)
    if first is None:
        raise ValueError(f"an array of shape {shape} needs the axes of images: (0, 1) for (H, W, C) with up to 4 channels, (1, 2) "
                         "for (N, H, W)")
    return first, [a - first for a in given]


def coefficients(values):
    """Returns a tuple of numbers."""
    if not np.iterable(values) or isinstance(values, (str, bytes, set, frozenset, dict)):
        raise TypeError(f"coefficients are a sequence of numbers, not {values!r}")
    return tuple(number(v, "a coefficient") for v in values)


def derivatives(order, modes, count):
    """Yields the orders and the mode of the derivative along each of `count` axes. SciPy continues all axes of a derivative by the mode
    of its own."""
    for axis, mode in enumerate(of_each(modes, count)):
        yield tuple(order * (axis == other) for other in range(count)), mode


# Below this a Gaussian has no weight but on its own sample: it leaves its axis as it is.
LEAST_SIGMA = 0.1


def blurred_axes(axes, sigmas, orders, *more):
    """Returns for each axis along which a Gaussian of this sigma and order does something a row of the values that are given for it.
    Raises ValueError."""
    for sigma, order in zip(sigmas, orders):
        if not sigma >= 0:
            raise ValueError(f"sigma must be a number of pixels, 0 or more, not {shown(sigma)}")
        if 0 < sigma < LEAST_SIGMA and order != 0:
            raise ValueError(f"sigma {sigma:g} is too small for a derivative: use {LEAST_SIGMA} or more, or 0 to leave the axis as it is")
    return [row for row in zip(axes, sigmas, orders, *more) if row[1] >= LEAST_SIGMA]


def require_continued(orders, modes, count):
    """Raises ValueError for derivatives that SciPy continues with a cval that is not 0, along the axes behind them."""
    is_derivative = False
    for order, mode in zip(of_each(orders, count), of_each(modes, count)):
        if is_derivative and mode in ("constant", "grid-constant"):
            raise ValueError("SciPy continues a derivative along the first axis with cval, too: filter along that axis (axes=..), then "
                             "along the others, or give cval=0")
        is_derivative = is_derivative or order != 0


def two_sigmas(low, high, count):
    """Returns the sigmas of a difference of Gaussians for each axis; `high` None: 1.6 times `low`."""
    low = of_each(each(low, number, "low_sigma"), count)
    high = tuple(1.6 * s for s in low) if high is None else of_each(each(high, number, "high_sigma"), count)
    if any(h < s for s, h in zip(low, high)):
        raise ValueError("high_sigma must be as large as low_sigma, or larger")
    return low, high
