"""Filters along axes as linear maps of PyTorch's tensors, with their adjoints: what backward propagation needs.

Along a line of n samples a filter of impulse response t continues the line by its mode and keeps n outputs: y = T E x. The adjoint
is E' T', where T' has the response t'(k) = t(-k). With `filtered` one run of the filter, and g the gradient of y,

    constant, wrap, none    T' with the same mode
    reflect                 T' g, where t is even; else T' of (g, 0) and T of (0, reversed g), of period 2 n
    mirror                  D T' (g / D), where t is even, with D = (1/2, 1, .., 1, 1/2); else likewise, of period 2 n - 2
    nearest                 T' with zeros outside, but at the ends, which stand for all that is outside, the products of g with
                            the outputs for a line that is 1 at this end alone

so that each gradient is exact, costs what the filter costs, and has gradients itself.
"""
from __future__ import annotations

import dataclasses
import json

import torch

import sweep

from . import _splines

# The derivative by a parameter p: f(p + i h) times these over h, summed; what is left out is of order h^4.
_STENCIL = ((1, 2 / 3), (-1, -2 / 3), (2, -1 / 12), (-2, 1 / 12))


@dataclasses.dataclass(frozen=True)
class Linear:
    """A filter along `axes` of a tensor, with a mode for each. `parameters`, a tensor of numbers that the filter depends on, is
    given beside it. Subclasses say how it is run."""

    axes: tuple
    modes: tuple
    cval: float

    per_axis = ("axes", "modes")  # the members that have a value for each axis

    def run(self, x, numbers):
        """Returns the filtered array, of NumPy or on a GPU; `numbers`: the parameters."""
        raise NotImplementedError

    def transposed(self):
        """Returns the filter with the response t(-k), and the sign by which it is multiplied."""
        return self, 1

    def is_even(self, place):
        """True if t(-k) = t(k) along the axis at this place of `axes`."""
        return True

    def has_simple_adjoint(self, place):
        """True if the adjoint along this axis is T' with the same mode, so that it can be run with those of other axes."""
        mode = self.modes[place]
        return mode in ("constant", "wrap", "none") or (mode != "nearest" and self.is_even(place))

    def scales(self, parameters):
        """Returns for each parameter a length along which the filter changes much."""
        raise NotImplementedError

    def of(self, places, modes=None, cval=0.0):
        """Returns the filter along the axes at these places, with these modes; None: as they are."""
        some = {name: tuple(getattr(self, name)[i] for i in places) for name in self.per_axis}
        if modes is not None:
            some["modes"] = tuple(modes)
        return dataclasses.replace(self, **some, cval=cval)


@dataclasses.dataclass(frozen=True)
class Gaussian(Linear):
    """parameters: sigmas; `sigmas`: which of them is that of each axis."""

    orders: tuple = ()
    sigmas: tuple = ()
    more: tuple = ()  # further arguments of sweep.gaussian_filter()

    per_axis = ("axes", "modes", "orders", "sigmas")

    def run(self, x, numbers):
        return sweep.gaussian_filter(x, tuple(numbers[i] for i in self.sigmas), self.orders, None, self.modes, self.cval,
                                     axes=self.axes, **dict(self.more))

    def transposed(self):
        return self, (-1) ** sum(self.orders)

    def is_even(self, place):
        return self.orders[place] != 1

    def scales(self, parameters):
        return parameters


@dataclasses.dataclass(frozen=True)
class Recursive(Linear):
    """parameters: the feedback a1, a2, .. forward, the same backward, then both feedforwards; `counts`: how many each has, 0
    backward: as forward. `turned`: forward and backward have changed places."""

    counts: tuple = ()
    turned: bool = False

    def _parts(self, numbers):
        parts, first = [], 0
        for count in self.counts:
            parts.append(numbers[first:first + count])
            first += count
        return parts

    def run(self, x, numbers):
        a, a_back, b, b_back = (list(part) for part in self._parts(numbers))
        a, a_back = [1.0, *a], [1.0, *(a_back or a)]
        b, b_back = b or None, b_back or b or None
        if self.turned:
            a, a_back, b, b_back = a_back, a, b_back, b
        return sweep.lfilter2(x, a, a_back, b, b_back, self.modes, self.cval, axes=self.axes)

    def transposed(self):
        return dataclasses.replace(self, turned=not self.turned), 1

    def is_even(self, place):
        return not self.counts[1] and not self.counts[3]

    def scales(self, parameters):
        # How far the poles are from the unit circle, which they must not reach.
        scales = []
        for part, is_feedback in zip(self._parts(parameters), (True, True, False, False)):
            length = torch.ones((), dtype=parameters.dtype)
            if is_feedback and len(part):
                companion = torch.diag(torch.ones(len(part) - 1, dtype=parameters.dtype), -1)
                companion[0] = -part
                length = 1 - torch.linalg.eigvals(companion).abs().max()
            scales.append(length.expand(len(part)))
        return torch.cat(scales)


@dataclasses.dataclass(frozen=True)
class Box(Linear):
    sizes: tuple = ()
    origins: tuple = ()

    per_axis = ("axes", "modes", "sizes", "origins")

    def run(self, x, numbers):
        return sweep.uniform_filter(x, self.sizes, None, self.modes, self.cval, self.origins, axes=self.axes)

    def transposed(self):
        origins = tuple(s - 1 - 2 * (s // 2) - o for s, o in zip(self.sizes, self.origins))
        return dataclasses.replace(self, origins=origins), 1

    def is_even(self, place):
        return self.sizes[place] % 2 == 1 and self.origins[place] == 0


@dataclasses.dataclass(frozen=True)
class Even(Linear):
    """A filter of `sweep` without parameters, whose passes forward and backward are the same."""

    name: str = ""
    arguments: tuple = ()  # by keyword

    def run(self, x, numbers):
        if self.name == "spline_filter":  # whose mode `wrap` is another one, as SciPy's
            return _splines.coefficients(x, **dict(self.arguments), modes=self.modes, axes=self.axes)
        return getattr(sweep, self.name)(x, mode=self.modes, axes=self.axes, **dict(self.arguments))


class _Filtered(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, parameters, linear):
        ctx.linear = linear
        ctx.save_for_backward(x, parameters)
        if is_traced(x):
            return _operator(x.detach(), parameters, json.dumps([type(linear).__name__, dataclasses.asdict(linear)]))
        return linear.run(x.detach(), parameters.tolist())

    @staticmethod
    def backward(ctx, gradient):
        x, parameters = ctx.saved_tensors
        linear, by_x, by_parameters = ctx.linear, None, None
        if 0 in x.shape:  # nothing depends on anything
            return gradient, torch.zeros_like(parameters), None
        if ctx.needs_input_grad[0]:
            by_x = adjoint(linear, gradient, parameters)
        if ctx.needs_input_grad[1]:
            steps = linear.scales(parameters.detach()) * (0.004 if x.dtype == torch.float64 else 0.02)
            by_parameters = torch.stack([_slope(linear, x, parameters, steps, k, gradient) for k in range(len(parameters))])
        return by_x, by_parameters, None


def is_traced(x):
    """True for a tensor without samples, in the place of which those of a compiled program will come."""
    return _operator is not None and type(x) not in (torch.Tensor, torch.nn.Parameter)


def _as_tuples(value):
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


_operator = None
if hasattr(torch.library, "custom_op"):  # from 2.4 on
    # A filter as an operator that compiled programs call: its kind and members, in JSON.
    @torch.library.custom_op("sweep::filtered", mutates_args=(), schema="(Tensor x, Tensor parameters, str linear) -> Tensor")
    def _operator(x, parameters, linear):
        kind, members = json.loads(linear)
        kinds = {one.__name__: one for one in Linear.__subclasses__()}
        result = kinds[kind](**{name: _as_tuples(value) for name, value in members.items()}).run(x, parameters.tolist())
        return result.clone() if result.data_ptr() == x.data_ptr() else result

    @_operator.register_fake
    def _(x, parameters, linear):
        return x.new_empty(x.shape)


def _slope(linear, x, parameters, steps, k, gradient):
    """Returns the derivative by parameter k of the sum of filtered samples times `gradient`."""
    sum_ = 0
    for i, weight in _STENCIL:
        step = torch.zeros_like(parameters)
        step[k] = steps[k]
        sum_ = sum_ + weight * filtered(linear, x, parameters + i * step)
    return (gradient * sum_).sum(dtype=torch.float64).to(parameters) / steps[k]


def filtered(linear, x, parameters):
    """Returns the filtered tensor. `parameters`: a tensor of float64 in host memory."""
    return _Filtered.apply(x, parameters, linear)


def adjoint(linear, gradient, parameters):
    """Returns the adjoint of a filter applied to the gradient of its result."""
    turned, sign = linear.transposed()
    result, together = gradient if sign == 1 else -gradient, []
    for place, (axis, mode) in enumerate(zip(linear.axes, linear.modes)):
        if gradient.shape[axis] == 1 and mode in ("reflect", "mirror", "nearest"):
            together.append((place, "wrap"))  # all of them continue one sample by itself
        elif linear.has_simple_adjoint(place):
            together.append((place, mode))
        else:
            result = _along(linear, turned, place, result, parameters)
    if not together:
        return result
    weights = [_ends_half(result, linear.axes[place]) for place, mode in together if mode == "mirror"]
    for weight in weights:
        result = result / weight
    result = filtered(turned.of(*zip(*together)), result, parameters)
    for weight in weights:
        result = result * weight
    return result


def _ends_half(x, axis):
    """Returns (1/2, 1, .., 1, 1/2) along an axis."""
    weight = torch.ones(x.shape[axis], dtype=x.dtype, device=x.device)
    weight[0] = weight[-1] = 0.5
    return weight.reshape([-1 if a == axis else 1 for a in range(x.dim())])


def _along(linear, turned, place, g, parameters):
    """Applies the adjoint along one axis that is not its own adjoint; `turned`: the filter with the response t(-k)."""
    axis, mode, n = linear.axes[place], linear.modes[place], g.shape[linear.axes[place]]

    def part(first, count):
        return g.narrow(axis, first, count)

    if mode == "nearest":
        inside = filtered(turned.of((place,), ("constant",)), g, parameters)
        of_line = dataclasses.replace(linear.of((place,), (mode,)), axes=(0,))

        def end(i):
            line = torch.zeros(n, dtype=g.dtype, device=g.device)
            line[i] = 1
            response = filtered(of_line, line, parameters) * turned_sign(linear, place)
            return torch.tensordot(g.movedim(axis, -1), response, 1).unsqueeze(axis)

        return torch.cat([end(0), inside.narrow(axis, 1, n - 2), end(n - 1)], axis)
    if mode == "reflect":
        zeros = torch.zeros_like(g)
        straight, reversed_ = torch.cat([g, zeros], axis), torch.cat([zeros, g.flip(axis)], axis)
    else:
        zeros = torch.zeros_like(part(0, n - 2))
        straight = torch.cat([g, zeros], axis)
        reversed_ = torch.cat([part(0, 1), zeros, part(1, n - 1).flip(axis)], axis)
    sign = turned_sign(linear, place)
    period = (filtered(turned.of((place,), ("wrap",)), straight, parameters)
              + filtered(linear.of((place,), ("wrap",)), reversed_, parameters) * sign).narrow(axis, 0, n)
    return period * _ends_half(g, axis) if mode == "mirror" else period


def turned_sign(linear, place):
    """Returns the sign of t(-k) along one axis, which `adjoint` has multiplied by already."""
    return linear.of((place,), ("wrap",)).transposed()[1]
