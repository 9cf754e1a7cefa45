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

import numpy as np

import sweep

from . import _arrays

# The modes, each in one name, and that which the part itself is filtered with.
MODES = {"reflect": "reflect", "grid-mirror": "reflect", "constant": "constant", "grid-constant": "constant", "nearest": "nearest",
         "mirror": "mirror", "wrap": "wrap", "grid-wrap": "wrap"}
SPLINE_MODES = {"mirror": "mirror", "wrap": "mirror", "constant": "mirror", "grid-constant": "mirror", "reflect": "reflect",
                "grid-mirror": "reflect", "nearest": "reflect", "grid-wrap": "wrap"}


def _of(xp_array, values):
    """Returns an array of NumPy as one of the library that has `xp_array`."""
    return values if isinstance(xp_array, np.ndarray) else _arrays.module_of(xp_array).asarray(values)


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
            of_spline = (("filter", sweep._FILTERS[f"bspline{dict(self.arguments)['order']}"]),)
            return sweep._filter(x, (axis,), None, None, "auto", of_spline, "constant")
        return getattr(sweep, self.name)(x, **dict(self.arguments), axes=(axis,), mode="constant")

    @property
    def rows(self):
        """How many numbers the perimeters are for one line of a part, with its first and last sample, and its entering states."""
        return 4 * len(self.poles) + 2, 4 * len(self.poles)

    def perimeters(self, x, axis):
        """Returns the perimeters of a part in float64, in place of its samples along the axis: Q, B, the first and the last sample."""
        n = x.shape[axis]
        flat = x.reshape(_product(x.shape[:axis]), n, -1).astype(np.float64)
        rows = _of(flat, _perimeter_weights(self, n)) @ flat
        return rows.reshape(*x.shape[:axis], -1, *x.shape[axis + 1:])

    def entered(self, y, axis, states):
        """Returns a part that was filtered with zeros outside, `y`, with what enters it."""
        n = y.shape[axis]
        flat = states.reshape(_product(y.shape[:axis]), states.shape[axis], -1)
        return y + (_of(flat, _entering_weights(self, n)) @ flat).reshape(y.shape).astype(y.dtype)

    def entering(self, perimeters, axis, lengths, mode):
        """Returns the entering states of each part, from the perimeters of each; `lengths`: of the parts."""
        shape, xp = perimeters[0].shape, _arrays.module_of(perimeters[0])
        given = xp.stack([one.reshape(_product(shape[:axis]), self.rows[0], -1) for one in perimeters], 1)
        count = len(self.poles)
        Q = given[:, :, :count] + 1j * given[:, :, count:2 * count]
        B = given[:, :, 2 * count:3 * count] + 1j * given[:, :, 3 * count:4 * count]
        first, last = given[:, 0, -2:-1], given[:, -1, -1:]
        poles = np.array(self.poles).reshape(-1, 1)
        powers = [_of(Q, poles**n) for n in lengths]

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
            start, end = _at_the_ends(mode, sum(lengths), poles, whole_Q, whole_B, first, last, lambda v: _of(Q, v))
        states = [walked(Q, start, parts)[0], walked(B, end, reversed(parts))[0]]
        return [xp.concatenate([F.real, F.imag, G.real, G.imag], 1).reshape(*shape[:axis], self.rows[1], *shape[axis + 1:])
                for F, G in zip(*states)]


def _at_the_ends(mode, n, poles, Q, B, first, last, of):
    """Returns the states that enter the whole line of n samples at its ends, from its perimeters."""
    one_less = -np.expm1(n * np.log(poles))  # 1 - p^n
    if mode == "nearest" or n == 1:
        return first / of(1 - poles), last / of(1 - poles)
    if mode == "wrap":
        return Q / of(one_less), B / of(one_less)
    if mode == "reflect":
        period, power = of(-np.expm1(2 * n * np.log(poles))), of(poles**n)
        return (B + power * Q) / period, (Q + power * B) / period
    # mirror: neither end is repeated.
    Q, B = (Q - last) / of(poles), (B - first) / of(poles)
    period, power = of(-np.expm1((2 * n - 2) * np.log(poles))), of(poles ** (n - 1))
    return (B + power * Q) / period, (Q + power * B) / period


def _product(lengths):
    return int(np.prod(lengths, dtype=np.int64))


@functools.lru_cache(maxsize=16)
def _perimeter_weights(line, n):
    poles = np.array(line.poles).reshape(-1, 1)
    powers = poles ** np.arange(n)
    ends = np.zeros((2, n))
    ends[0, 0] = ends[1, -1] = 1
    return np.concatenate([powers[:, ::-1].real, powers[:, ::-1].imag, powers.real, powers.imag, ends])


@functools.lru_cache(maxsize=16)
def _entering_weights(line, n):
    poles = np.array(line.poles).reshape(1, -1)
    distance = np.arange(1, n + 1).reshape(-1, 1)
    behind, before = np.array(line.behind) * poles**distance, (np.array(line.before) * poles**distance)[::-1]
    return np.concatenate([behind.real, -behind.imag, before.real, -before.imag], 1)


@functools.lru_cache(maxsize=64)
def line(name, arguments):
    """Returns the filter along one axis that sweep.NAME(x, **arguments) is. Raises ValueError where it is not recursive, or repeats a
    pole."""
    run = getattr(sweep, name)
    weights = {}  # of a pole: behind, before
    for side, exponentials in enumerate(run(_arrays.Impulse(), **dict(arguments), axes=(1,))):
        for pole, weight in exponentials:
            if pole.imag >= 0:
                weights.setdefault(pole, [0, 0])[side] = weight * (2 if pole.imag > 0 else 1)
    gain = float(run(np.ones((1, 1)), **dict(arguments), axes=(1,), mode="wrap" if name != "spline_filter" else "grid-wrap")[0, 0])
    return Line(name, arguments, tuple(weights), *zip(*weights.values()), gain)


def table():
    """Returns the sum of all samples before and at each one, which continues nothing at its ends."""
    return Line("integral", (), (1.0 + 0j,), (1.0,), (0.0,), 1.0)
