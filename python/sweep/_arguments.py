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


def axes_of(shape, axes):
    """Returns the index of the first image axis, and the filtered axes, 0 for y and 1 for x, in the order of `axes`."""
    ndim = len(shape)
    if ndim not in (2, 3):
        raise ValueError(f"images have 2 axes, or 3 with channels or a batch, not {ndim}")
    if axes is None:
        if ndim == 3:
            raise ValueError("an array with 3 axes needs axes: (0, 1) for (H, W, C), (1, 2) for (N, H, W)")
        axes = (0, 1)
    if any(not -ndim <= a < ndim for a in axes):
        raise ValueError(f"axes {axes} are not those of an array with {ndim} axes")
    given = [a % ndim for a in axes]
    if len(set(given)) != len(given) or not given:
        raise ValueError("axes must differ, and there must be one")
    first = 1 if ndim == 3 and max(given) == 2 else 0
    if any(a - first not in (0, 1) for a in given):
        raise ValueError(f"axes {axes} are not neighbours: the first and the last cannot be filtered together")
    if 0 in shape:
        raise ValueError(f"the array is empty: its shape is {shape}")
    if max(shape) >= 2**31:
        raise ValueError(f"the array is too large: its shape is {shape}")
    return first, [a - first for a in given]


def coefficients(values):
    """Returns a tuple of numbers."""
    if not np.iterable(values) or isinstance(values, (str, bytes, set, frozenset, dict)):
        raise TypeError(f"coefficients are a sequence of numbers, not {values!r}")
    return tuple(number(v, "a coefficient") for v in values)
