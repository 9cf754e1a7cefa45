"""Filters along one axis of an array of which only parts are at hand at a time, by the library's parts of a line (sweep_part_scan() and
its neighbours in lib/sweep.h): parts of NumPy, or in float32 of CuPy.

What a part tells the others are its perimeters, and what they tell it its states: arrays of float64 that have rows in place of its
samples along the axis.
"""
from __future__ import annotations

import dataclasses
import functools
import math

import numpy as np

import sweep

from . import _arrays, _splines
from ._arguments import (all_axes, blurred_axes, each, first_of_image, modes as modes_of, number, of_each, require_continued, whole,
                         whole_axes)

# The modes, each in one name.
MODES = {"reflect": "reflect", "grid-mirror": "reflect", "constant": "constant", "grid-constant": "constant", "nearest": "nearest",
         "mirror": "mirror", "wrap": "wrap", "grid-wrap": "wrap"}
SPLINE_MODES = {mode: MODES[plain] for mode, plain in _splines.PLAIN_MODES.items() if plain in MODES}
MOST_PARTS = 64  # in memory of GPUs


@dataclasses.dataclass(frozen=True)
class Line:
    """A filter along an axis. `name`, `arguments`: how `sweep` has it. `poles`: how many its response has, one of a conjugate pair.
    `gain`: of a constant."""

    name: str
    arguments: tuple
    poles: int
    gain: float

    def run(self, x, axis, mode="nearest"):
        """Filters a part alone, whose ends go on as they are: the library's states are relative to these."""
        if not isinstance(x, (np.ndarray, _arrays.Asked)):
            x = x.astype(np.float32)  # a GPU filters no other
        if self.name == "spline_filter":  # whose mode `constant` is another one, as SciPy's
            return _splines.coefficients(x, **dict(self.arguments), modes=mode, axes=(axis,))
        return getattr(sweep, self.name)(x, **dict(self.arguments), axes=(axis,), mode=mode)

    @property
    def rows(self):
        """How many numbers perimeters and states are for one line of a part."""
        return 4 * self.poles + 2

    def _plan(self, along, shape=(1, 1), is_f64=False, mode="nearest"):
        """Returns the plan of a part. Of its shape depends what is in host memory alone."""
        return self.run(_arrays.Asked(lambda plan: plan, shape, is_f64, (("part", 1),)), along, mode)

    def perimeters(self, x, axis):
        """Returns the perimeters of a part."""
        if not isinstance(x, np.ndarray):
            x = x.astype(np.float32, copy=False)
        images, along = _images_of(x, axis)
        numbers = _arrays.module_of(x).empty((len(images), self.rows, images[0].size // x.shape[axis]))
        if isinstance(x, np.ndarray):
            plan = self._plan(along, images.shape[1:], images.dtype == np.float64)
            for image, to in zip(images, numbers):
                plan.part_perimeters(image.ctypes.data, to.ctypes.data)
        else:
            for image, to in zip(images, numbers):
                self._plan(along).part_perimeters_cuda(*image.shape[::-1], image.data.ptr, to.data.ptr, _current_stream())
        return (numbers[0].T if along == 1 else numbers).reshape(*x.shape[:axis], self.rows, *x.shape[axis + 1:])

    def entering(self, perimeters, axis, lengths, mode):
        """Returns the states of each part, from the perimeters of each; `lengths`: of the parts."""
        xp = _arrays.module_of(perimeters[0])
        given = [np.array(np.moveaxis(one if xp is np else one.get(), axis, 0), order="C") for one in perimeters]
        plan = self._plan(0, (1, given[0].size // self.rows), mode=mode)
        plan.part_scan(lengths, [one.ctypes.data for one in given])
        return [xp.asarray(np.moveaxis(one, 0, axis)) for one in given]

    def entering_on_gpu(self, perimeters, lengths, part, mode):
        """Returns the states of one part in the memory of the current GPU, (states, lines), from the perimeters (rows, lines) of all, which
        are in memory that this GPU reads."""
        import cupy

        lines = perimeters[0].shape[1]
        states = cupy.empty((self.rows - 2, lines))
        self._plan(0, mode=mode).part_scan_cuda(lines, lengths, [one.data.ptr for one in perimeters], part, states.data.ptr,
                                                _current_stream())
        return states

    def filtered(self, x, axis, states):
        """Returns a part that these states enter, filtered."""
        if not isinstance(x, np.ndarray):
            return self.entered(self.run(x, axis), axis, states)
        images, along = _images_of(x, axis)
        plan, result = self._plan(along, images.shape[1:], images.dtype == np.float64), np.empty_like(images)
        for image, numbers, to in zip(images, _rows_of(states, axis, along), result):
            plan.part_run(image.ctypes.data, numbers.ctypes.data, to.ctypes.data)
        return result.reshape(x.shape)

    def entered(self, y, axis, states):
        """Adds what enters a part to it, `y`, which run() has filtered on a GPU, and returns it."""
        images, along = _images_of(y, axis)
        for image, numbers in zip(images, _rows_of(states, axis, along)):
            self._plan(along).part_enter_cuda(*image.shape[::-1], numbers.data.ptr, image.data.ptr, _current_stream())
        return images.reshape(y.shape)


@dataclasses.dataclass(frozen=True)
class Sums:
    """The sum of all samples before and at each one along an axis, as a Line: nothing continues it at its ends."""

    poles, rows, gain = 1, 1, 1.0

    def perimeters(self, x, axis):
        return x.sum(axis, np.float64, keepdims=True)

    def entering(self, perimeters, axis, lengths, mode):
        states = [perimeters[0] * 0]
        for one in perimeters[:-1]:
            states.append(states[-1] + one)
        return states

    def filtered(self, x, axis, states):
        return x.cumsum(axis) + states.astype(x.dtype)


def _images_of(x, axis):
    """Returns a part as packed images, and which of their axes is that of the part."""
    x = np.require(x, None, ["C", "ALIGNED"]) if isinstance(x, np.ndarray) else _arrays.module_of(x).ascontiguousarray(x)
    n, inside = x.shape[axis], math.prod(x.shape[axis + 1:])
    return (x.reshape(1, -1, n), 1) if inside == 1 else (x.reshape(-1, n, inside), 0)


def _rows_of(states, axis, along):
    """Returns the states of each of these images."""
    rows, inside = states.shape[axis], math.prod(states.shape[axis + 1:])
    of_each = states.reshape(1, -1, rows).swapaxes(1, 2) if along == 1 else states.reshape(-1, rows, inside)
    return _arrays.module_of(states).ascontiguousarray(of_each, np.float64)


def _current_stream():
    import cupy

    return cupy.cuda.get_current_stream().ptr


@dataclasses.dataclass(frozen=True)
class Gaussian:
    """A Gaussian along the axes whose sigma is not 0: of each its mode, sigma, order and line."""

    axes: tuple
    modes: tuple
    sigmas: tuple
    orders: tuple
    lines: tuple


def gaussian(shape, sigma, order, mode, cval, approximation, axes, accuracy, in_pairs=False):
    """Returns the Gaussian that gaussian_filter() is asked for, of an array of this shape. `in_pairs`: two axes that a plan has at once
    have one design, as there. Raises ValueError, TypeError."""
    axes = all_axes(shape, whole_axes(axes))
    modes = tuple(map(MODES.get, of_each(modes_of(mode, MODES), len(axes))))
    sigmas, orders = (of_each(each(v, read, name), len(axes)) for v, read, name in ((sigma, number, "sigma"), (order, whole, "order")))
    rows = blurred_axes(axes, sigmas, orders, modes)
    if any(o > 2 for o in orders):
        raise ValueError("derivatives end at the second here: those after it are no recursive filters")
    if cval != 0:
        require_continued(tuple(row[2] for row in rows), tuple(row[3] for row in rows), len(rows))
    more = {name: value for name, value in (("approximation", approximation), ("accuracy", accuracy)) if value is not None}
    if not rows:
        return Gaussian((), (), (), (), ())
    axes, sigmas, orders, modes = zip(*rows)
    one_by_one = [(("sigma", s), ("order", o), *more.items()) for s, o in zip(sigmas, orders)]
    if in_pairs and approximation is None and _end_in_a_pair(shape, axes):
        one_by_one[-2:] = _as_in_a_pair(*one_by_one[-2:]), _as_in_a_pair(*one_by_one[:-3:-1])
    return Gaussian(axes, modes, sigmas, orders, tuple(line("gaussian_filter", arguments) for arguments in one_by_one))


def _end_in_a_pair(shape, axes):
    """True where sweep filters the last two of these axes at once (_run.run_filter, _volumes._views)."""
    if len(axes) == 2 and first_of_image(shape, axes) is not None:
        return True
    return len(axes) > 1 and sorted(axes[-2:]) == [len(shape) - 2, len(shape) - 1]


@functools.lru_cache(maxsize=64)
def _as_in_a_pair(one, other):
    """Returns the arguments of gaussian_filter() along one axis, with the accuracy at which it has as many poles there as in a plan that
    has another axis, too, and for both the order of the one that needs more."""
    def poles(*given):
        together = {name: tuple(dict(arguments)[name] for arguments in given) for name in ("sigma", "order")}
        return len(sweep.gaussian_filter(_arrays.impulse(), **{**dict(given[-1]), **together}, axes=(0, 1)[-len(given):])[0])

    wanted, found, low, high = poles(other, one), poles(one), 1e-9, 1.0
    while found != wanted and high / low > 1 + 1e-9:
        accuracy = math.sqrt(low * high)
        one = *(pair for pair in one if pair[0] != "accuracy"), ("accuracy", accuracy)
        try:
            found = poles(one)
        except ValueError:  # beyond all that there is
            found = math.inf
        low, high = (accuracy, high) if found > wanted else (low, accuracy)
    return one


@functools.lru_cache(maxsize=64)
def line(name, arguments):
    """Returns the filter along one axis that sweep.NAME(x, **arguments) is. Raises ValueError where it is not recursive, or repeats a
    pole."""
    run = getattr(sweep, name)
    try:
        sides = run(_arrays.impulse(), **dict(arguments), axes=(1,))
    except ValueError as refused:
        raise ValueError(str(refused).replace("exponentials: their sum", "a filter in parts")) from None
    poles = {pole for side in sides for pole, _ in side if pole.imag >= 0}
    gain = float(run(np.ones((1, 1)), **dict(arguments), axes=(1,), mode="reflect")[0, 0])
    return Line(name, arguments, len(poles), gain)
