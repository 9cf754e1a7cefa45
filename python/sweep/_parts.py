"""Filters along one axis of an array of which only parts are at hand at a time: what each part has to tell the others.

Away from the impulse the response of a recursive filter is a sum of exponentials, h(n) = sum_k w_k p_k^n behind it, and likewise,
with weights of their own, before it. So all that the n samples x of a part do to samples outside of it is known from two numbers
a pole, its perimeters:

    Q = sum_i p^(n-1-i) x_i   for what lies behind        B = sum_i p^i x_i   for what lies before

and all that lies outside of a part does to sample i of it is w p^(i+1) F + w' p^(n-i) G, where its entering states F and G follow
from the perimeters of all parts, one after the other:

    F of the next part = p^n F + Q                        G of the part before = p^n G + B

The first F and the last G are what the mode says (Nehab, Maximo 2016, section 4, gives them for states of the passes). What is
left, the part filtered with zeros outside, is the library's. With poles in place of passes neither direction waits for the other.
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

# The modes, each in one name, and that which the part itself is filtered with.
MODES = {"reflect": "reflect", "grid-mirror": "reflect", "constant": "constant", "grid-constant": "constant", "nearest": "nearest",
         "mirror": "mirror", "wrap": "wrap", "grid-wrap": "wrap"}
SPLINE_MODES = {mode: MODES[plain] for mode, plain in _splines.PLAIN_MODES.items() if plain in MODES}


def in_memory_of(array, make, *arguments):
    """Returns make(*arguments), arrays of NumPy that are kept, in the memory of `array`."""
    return make(*arguments) if isinstance(array, np.ndarray) else _on_gpu(array.device.id, make, *arguments)


@functools.lru_cache(maxsize=64)
def _on_gpu(device, make, *arguments):
    import cupy

    with cupy.cuda.Device(device):
        return tuple(map(cupy.asarray, make(*arguments)))


@dataclasses.dataclass(frozen=True)
class Line:
    """A filter along an axis. `name`, `arguments`: how `sweep` has it. `poles`: of its response, one of a conjugate pair; `behind`,
    `before`: their weights, twice those of one of a pair. `gain`: of a constant."""

    name: str
    arguments: tuple
    poles: tuple
    behind: tuple
    before: tuple
    gain: float

    def run(self, x, axis):
        """Filters an array with zeros outside."""
        if self.name == "integral":
            return x.cumsum(axis)
        if not isinstance(x, np.ndarray):
            x = x.astype(np.float32)  # a GPU filters no other
        if self.name == "spline_filter":  # whose mode `constant` is another one, as SciPy's
            return _splines.coefficients(x, **dict(self.arguments), modes="constant", axes=(axis,))
        return getattr(sweep, self.name)(x, **dict(self.arguments), axes=(axis,), mode="constant")

    @property
    def rows(self):
        """How many numbers the perimeters are for one line of a part, with its first and last sample, and its entering states."""
        return 4 * len(self.poles) + 2, 4 * len(self.poles)

    def reach(self, n, least=1e-20):
        """How many samples from an end of a part of n samples the other side of this end is felt by more than `least`."""
        slowest = max(map(abs, self.poles), default=0)
        return n if slowest >= 1 else min(n, math.ceil(math.log(least) / math.log(slowest)) + 1) if slowest > 0 else 1

    def perimeters(self, x, axis):
        """Returns the perimeters of a part in float64, in place of its samples along the axis: Q, B, the first and the last sample."""
        if _is_on_gpu(x) and self.poles:
            return _parts_cuda().perimeters(self, x, axis)
        n, reach = x.shape[axis], self.reach(x.shape[axis])
        flat = x.reshape(_product(x.shape[:axis]), n, -1)
        powers, = in_memory_of(flat, _powers, self, reach)
        head, tail = flat[:, :reach].astype(np.float64), flat[:, n - reach:].astype(np.float64)
        rows = [powers[:, ::-1] @ tail, powers @ head, head[:, :1], tail[:, -1:]]
        return _arrays.module_of(x).concatenate(rows, 1).reshape(*x.shape[:axis], -1, *x.shape[axis + 1:])

    def entered(self, y, axis, states):
        """Adds what enters a part to it, `y`, which was filtered with zeros outside, and returns it."""
        if _is_on_gpu(y) and self.poles and y.flags.c_contiguous:
            _parts_cuda().enter(self, y, axis, states)
            return y
        n, reach = y.shape[axis], self.reach(y.shape[axis])
        flat, count = y.reshape(_product(y.shape[:axis]), n, -1), 2 * len(self.poles)
        given = states.reshape(flat.shape[0], 2 * count, -1)
        behind, before = in_memory_of(flat, _entering_weights, self, reach)
        flat[:, :reach] += (behind @ given[:, :count]).astype(y.dtype)
        flat[:, n - reach:] += (before @ given[:, count:]).astype(y.dtype)
        return flat.reshape(y.shape)

    def entering(self, perimeters, axis, lengths, mode):
        """Returns the entering states of each part, from the perimeters of each; `lengths`: of the parts."""
        shape, xp = perimeters[0].shape, _arrays.module_of(perimeters[0])
        given = xp.stack([one.reshape(_product(shape[:axis]), self.rows[0], -1) for one in perimeters], 1)
        count = len(self.poles)
        Q = given[:, :, :count] + 1j * given[:, :, count:2 * count]
        B = given[:, :, 2 * count:3 * count] + 1j * given[:, :, 3 * count:4 * count]
        first, last = given[:, 0, -2:-1], given[:, -1, -1:]
        poles = xp.asarray(self.poles).reshape(-1, 1)
        powers = [poles**n for n in lengths]

        def walked(sums, start, order):
            states, state = [None] * len(lengths), start
            for i in order:
                states[i] = state
                state = powers[i] * state + sums[:, i]
            return states, state

        parts = range(len(lengths))
        start, end = Q[:, 0] * 0, B[:, 0] * 0
        if mode != "constant":
            whole_Q, whole_B = walked(Q, start, parts)[1], walked(B, end, reversed(parts))[1]
            start, end = _at_the_ends(mode, sum(lengths), poles, whole_Q, whole_B, first, last, xp)
        states = [walked(Q, start, parts)[0], walked(B, end, reversed(parts))[0]]
        return [xp.concatenate([F.real, F.imag, G.real, G.imag], 1).reshape(*shape[:axis], self.rows[1], *shape[axis + 1:])
                for F, G in zip(*states)]


def _at_the_ends(mode, n, poles, Q, B, first, last, xp):
    """Returns the states that enter the whole line of n samples at its ends, from its perimeters."""
    def period(n):
        return -xp.expm1(n * xp.log(poles))  # 1 - p^n

    if mode == "nearest" or n == 1:
        return first / (1 - poles), last / (1 - poles)
    if mode == "wrap":
        return Q / period(n), B / period(n)
    if mode == "reflect":
        return (B + poles**n * Q) / period(2 * n), (Q + poles**n * B) / period(2 * n)
    # mirror: neither end is repeated.
    Q, B, power = (Q - last) / poles, (B - first) / poles, poles ** (n - 1)
    return (B + power * Q) / period(2 * n - 2), (Q + power * B) / period(2 * n - 2)


def _is_on_gpu(x):
    return not isinstance(x, np.ndarray) and x.dtype == np.float32


def _parts_cuda():
    from . import _parts_cuda  # which needs CuPy

    return _parts_cuda


def _product(lengths):
    return int(np.prod(lengths, dtype=np.int64))


@functools.lru_cache(maxsize=16)
def _powers(line, n):
    powers = np.array(line.poles).reshape(-1, 1) ** np.arange(n)
    return np.concatenate([powers.real, powers.imag]),


@functools.lru_cache(maxsize=16)
def _entering_weights(line, n):
    """Returns what the first n samples of a part get from F, and its last ones from G."""
    powers = np.array(line.poles).reshape(1, -1) ** np.arange(1, n + 1).reshape(-1, 1)
    behind, before = np.array(line.behind) * powers, (np.array(line.before) * powers)[::-1]
    return np.concatenate([behind.real, -behind.imag], 1), np.concatenate([before.real, -before.imag], 1)


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
        return len(sweep.gaussian_filter(_arrays.Impulse(), **{**dict(given[-1]), **together}, axes=(0, 1)[-len(given):])[0])

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


@functools.lru_cache(maxsize=16)
def scan(line, lengths, mode):
    """Returns for each of a few parts the matrix that makes its entering states of the perimeters of all, one below the other."""
    every = np.eye(len(lengths) * line.rows[0])
    return tuple(line.entering(np.split(every, len(lengths)), 0, lengths, mode))


@functools.lru_cache(maxsize=64)
def line(name, arguments):
    """Returns the filter along one axis that sweep.NAME(x, **arguments) is. Raises ValueError where it is not recursive, or repeats a
    pole."""
    run = getattr(sweep, name)
    weights = {}  # of a pole: behind, before
    try:
        sides = run(_arrays.Impulse(), **dict(arguments), axes=(1,))
    except ValueError as refused:
        raise ValueError(str(refused).replace("exponentials: their sum", "a filter in parts")) from None
    for side, exponentials in enumerate(sides):
        for pole, weight in exponentials:
            if pole.imag >= 0:
                weights.setdefault(pole, [0, 0])[side] = weight * (2 if pole.imag > 0 else 1)
    gain = float(run(np.ones((1, 1)), **dict(arguments), axes=(1,), mode="reflect")[0, 0])
    behind, before = zip(*weights.values()) if weights else ((), ())
    return Line(name, arguments, tuple(weights), behind, before, gain)


def table():
    """Returns the sum of all samples before and at each one, which continues nothing at its ends."""
    return Line("integral", (), (1.0 + 0j,), (1.0,), (0.0,), 1.0)
