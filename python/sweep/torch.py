"""The filters of `sweep` for tensors of PyTorch, with gradients: by the image, and by sigma or the coefficients.

Names and arguments are those of `sweep`, and so is the result; what is not here is refused. Gradients by the image are exact for every mode: the adjoint of
the filter, at its cost, with what the mode folds back at the ends. Those by a sigma or a coefficient, where it is a tensor that
requires one, come from four more runs each, by differences of fourth order: within 1e-6 of the largest in float64, 1e-4 in float32.
Both have gradients themselves. Tensors of float32 and float64 keep their type, float16 and bfloat16 too, which are filtered in
float32; a GPU filters float32.

Shapes: any. Images in batches, (N, C, H, W), are filtered with ``axes=(-2, -1)``.

``torch.compile`` takes calls of these functions into the programs that it compiles, from PyTorch 2.4 on: each filter is an operator
there. What a tensor of sigmas or coefficients may not be is found when the program runs.
"""
from __future__ import annotations

import dataclasses
import functools
import itertools
import typing

import torch

from . import _parts, _table, _taps_torch
from ._adjoints import Box, Even, Gaussian, Recursive, filtered as _filtered, is_traced as _is_traced
from ._boxes import boxes as _boxes
from ._arguments import (all_axes as _all_axes, derivatives as _of_axes, each as _each, modes as _modes_of, number as _number, of_each as _of_each,
                         require_continued as _require_continued, shown as _shown, whole as _whole, whole_axes as _whole_axes)

__all__ = ["gaussian_filter", "gaussian_filter1d", "gaussian_laplace", "gaussian_gradient_magnitude", "difference_of_gaussians",
           "unsharp_mask", "spline_filter", "spline_filter1d", "uniform_filter", "uniform_filter1d", "lfilter2", "butter", "cheby1",
           "cheby2", "ellip", "exponential"]

_MODES = {**_parts.MODES, "none": "none"}
# The accuracies, for each order of the derivative, at which the filter has one order at every sigma from _LEAST_SIGMA on, so that
# it has a derivative by sigma.
_ACCURACIES = {0: (1.4e-2, 2.9e-4, 5.3e-6), 1: (2.3e-5,), 2: (1.4e-4,)}
_LEAST_SIGMA, _MOST_SIGMA = 0.31, 8000

if typing.TYPE_CHECKING:
    def __getattr__(name: str) -> typing.Any: ...  # what _table defines


def _axes_and_modes(x, axes, mode, known):
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"the input must be a tensor of PyTorch, not {_shown(x)}")
    if not x.is_floating_point():
        raise TypeError(f"the input must have real floating-point numbers, not {x.dtype}: convert the tensor")
    axes = _all_axes(tuple(x.shape), _whole_axes(axes))
    return axes, tuple(map(known.get, _of_each(_modes_of(mode, known), len(axes))))


def _run(linear, x, parameters=None):
    if parameters is None:
        parameters = torch.zeros(0, dtype=torch.float64)
    if x.dtype in (torch.float16, torch.bfloat16):
        return _filtered(linear, x.float(), parameters).to(x.dtype)
    return _filtered(linear, x, parameters)


def _vector(values, name):
    """Returns a tensor of float64 in host memory of a number, a tensor, or a sequence of these."""
    if isinstance(values, torch.Tensor):
        if values.dim() > 1 or not values.is_floating_point():
            raise TypeError(f"{name} must be a tensor of one axis of floating-point numbers")
        return values.reshape(-1).to("cpu", torch.float64)
    if isinstance(values, (tuple, list)):
        if not values:
            raise ValueError(f"{name} has no number")
        return torch.cat([_vector(value, name) for value in values])
    return torch.tensor([_number(values, name)], dtype=torch.float64)


def _require(holds, says, values=None):
    """Raises ValueError unless `holds`, a tensor of one truth, and says which values do not; a compiled program raises RuntimeError when
    it runs."""
    if _is_traced(holds):
        torch._assert_async(holds, says)
    elif not holds:
        raise ValueError(says if values is None else f"{says}, not {_shown(values.tolist())}")


def _kept(result, output):
    """Returns a result in `output`, a tensor, with its gradients, or as that type."""
    if output is None or isinstance(output, torch.dtype):
        return result if output is None else result.to(output)
    if not isinstance(output, torch.Tensor):
        more = ": mode stands behind output, as in SciPy" if isinstance(output, (str, tuple, list)) else ""
        raise TypeError(f"output must be a tensor or a type of PyTorch, not {_shown(output)}{more}")
    if output.shape != result.shape:
        raise ValueError(f"output has shape {tuple(output.shape)}, the input {tuple(result.shape)}")
    if output.requires_grad and output.is_leaf:
        raise ValueError("output is a leaf that requires a gradient, which it would lose: give another tensor")
    return output.copy_(result)


def gaussian_filter(input, sigma, order=0, output=None, mode="reflect", cval=0.0, truncate=None, *, radius=None, axes=None,
                    approximation=None, accuracy=None):
    """Blurs with a Gaussian, or with its derivatives; as sweep.gaussian_filter, with gradients by the input and by sigma.

    output: a tensor that gets the result, or a type of PyTorch. sigma: a number or a tensor, one or one an axis (a tensor of one axis, or a sequence). Where it requires a gradient it is from
    0.31 to 8000, and `accuracy` is rounded down to one whose filters have one order at every sigma: 1.4e-2, 2.9e-4 or 5.3e-6, of
    the first derivative 2.3e-5, of the second 1.4e-4.
    mode: `none` has no derivatives. With truncate or radius SciPy's taps run, with any sigma. Returns a tensor like the input. Raises ValueError, TypeError.

    >>> sigma = torch.tensor(2.0, requires_grad=True)
    >>> x = torch.zeros(9, dtype=torch.float64); x[4] = 1
    >>> gaussian_filter(x, sigma)[4].backward(); round(sigma.grad.item(), 2)  # the peak sinks: -1 / (sqrt(2 pi) sigma^2)
    -0.1
    """
    axes, modes = _axes_and_modes(input, axes, mode, _MODES)
    orders, sigmas = _of_each(_each(order, _whole, "order"), len(axes)), _vector(sigma, "sigma")
    if len(sigmas) not in (1, len(axes)):
        raise ValueError(f"{len(sigmas)} values of sigma were given for {len(axes)} axes")
    if not all(0 <= o <= 2 for o in orders):
        raise ValueError(f"order must be 0, 1 or 2, not {_shown(order)}: those after the second are no recursive filters")
    if truncate is not None or radius is not None:
        if approximation is not None or accuracy is not None or "none" in modes:
            raise ValueError("truncate and radius are SciPy's taps: leave approximation, accuracy and mode 'none' out")
        if not (sigmas >= 0).all():
            raise ValueError(f"sigma must be a number of pixels, 0 or more, not {_shown(sigma)}")
        return _kept(_taps_torch.gaussian_filter(input, sigmas.expand(len(axes)), orders, modes, _number(cval, "cval"), axes, truncate, radius),
                     output)
    if "none" in modes and any(orders):
        raise ValueError("mode 'none' has no derivatives with gradients: take 'constant'")
    if _number(cval, "cval") != 0:
        _require_continued(orders, modes, len(axes))
    more = {} if approximation is None else {"approximation": _whole(approximation, "approximation")}
    if accuracy is not None:
        more["accuracy"] = _number(accuracy, "accuracy")
    if sigmas.requires_grad:
        _require(((sigmas >= _LEAST_SIGMA) & (sigmas <= _MOST_SIGMA)).all(),
                 f"a sigma with a gradient is from {_LEAST_SIGMA} to {_MOST_SIGMA}", sigmas)
    which = tuple(range(len(axes))) if len(sigmas) > 1 else (0,) * len(axes)
    whole = Gaussian(axes, modes, _number(cval, "cval"), orders, which)
    # The adjoint runs axes alone where it has to. A filter of several axes has one design, the best that one of them needs: axes
    # that need different ones are filtered one after the other then, so that the adjoint is that of the same filter.
    places = range(len(axes))
    if all(whole.has_simple_adjoint(place) for place in places) and not (sigmas.requires_grad and len(set(orders)) > 1):
        runs = [tuple(places)]
    else:
        runs = [tuple(run) for _, run in itertools.groupby(places, lambda place: (orders[place], which[place]))]
    result = input
    for run in runs:
        if sigmas.requires_grad and approximation is None:
            more["accuracy"] = _accuracy_of_one_order(orders[run[0]], accuracy)
        result = _run(dataclasses.replace(whole.of(run, cval=whole.cval), more=tuple(more.items())), result, sigmas)
    return _kept(result, output)


def _accuracy_of_one_order(derivative, accuracy):
    levels = _ACCURACIES[derivative] if derivative in _ACCURACIES else ()
    kept = [level for level in levels if level <= (3e-4 if accuracy is None else accuracy)]
    if not kept:
        raise ValueError(f"with a gradient by sigma, accuracy is {min(levels, default=0)} or more, not {_shown(accuracy)}")
    return kept[0]


def _of_derivatives(x, order, combine, sigma, output, mode, cval, axes, **how):
    axes, _ = _axes_and_modes(x, axes, mode, _MODES)
    return _kept(combine([gaussian_filter(x, sigma, orders, None, one, cval, axes=axes, **how)
                          for orders, one in _of_axes(order, _modes_of(mode, _MODES), len(axes))]), output)


def _length(derivatives):
    squares = sum(d * d for d in derivatives)
    is_flat = squares == 0
    return torch.where(is_flat, squares, squares.masked_fill(is_flat, 1).sqrt())


def difference_of_gaussians(x, low_sigma, high_sigma=None, mode="nearest", cval=0.0, approximation=None, axes=None, accuracy=None):
    """Returns x blurred with low_sigma less x blurred with high_sigma (None: 1.6 times low_sigma).

    >>> difference_of_gaussians(torch.ones(3, 4), 1.0).abs().max().item() < 1e-6
    True
    """
    low = _vector(low_sigma, "low_sigma")
    high = 1.6 * low if high_sigma is None else _vector(high_sigma, "high_sigma")
    _require((high >= low).all(), "high_sigma must be as large as low_sigma, or larger")
    fine, coarse = (gaussian_filter(x, sigmas, 0, None, mode, cval, axes=axes, approximation=approximation, accuracy=accuracy)
                    for sigmas in (low, high))
    return fine - coarse


def unsharp_mask(x, radius=1.0, amount=1.0, mode="reflect", cval=0.0, approximation=None, axes=None, accuracy=None):
    """Returns x + amount * (x - blurred); radius: the sigma of the blur. Nothing is scaled or clipped. radius and amount may be tensors.

    >>> unsharp_mask(torch.full((3, 4), 0.5))[0].round(decimals=6).tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    blurred = gaussian_filter(x, radius, 0, None, mode, cval, axes=axes, approximation=approximation, accuracy=accuracy)
    return x + amount * (x - blurred)


def spline_filter(input, order=3, output=None, mode="mirror", *, axes=None):
    """Returns the coefficients of the interpolating B-spline; as sweep.spline_filter.

    >>> spline_filter(torch.ones(4, 4))[0].round(decimals=6).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    axes, modes = _axes_and_modes(input, axes, mode, {**_parts.SPLINE_MODES, "none": "none"})
    if not 0 <= _whole(order, "order") <= 5:
        raise ValueError(f"B-splines have order 0 to 5, not {order}")
    if order < 2:
        return _kept(input.clone(), output)
    return _kept(_run(Even(axes, modes, 0.0, "spline_filter", (("order", order),)), input), output)


def uniform_filter(input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Returns the means over boxes of `size` samples; as sweep.uniform_filter.

    >>> uniform_filter(torch.eye(3), 3)[1].round(decimals=3).tolist()
    [0.3330000042915344, 0.3330000042915344, 0.3330000042915344]
    """
    axes, modes = _axes_and_modes(input, axes, mode, _parts.MODES)
    sizes, origins = (_of_each(values, len(axes)) for values in _boxes(size, origin))
    return _kept(_run(Box(axes, modes, _number(cval, "cval"), sizes, origins), input), output)


def lfilter2(x, a, a_back=None, b=None, b_back=None, mode="reflect", cval=0.0, axes=None):
    """Runs y[i] = sum b[k] x[i-k] - sum a[k] y[i-k] along axes, forward and then backward; as sweep.lfilter2, with gradients by x
    and by the coefficients, which are numbers, tensors, or sequences of these.

    >>> lfilter2(torch.ones(3, 3), [1, -0.5])[0].round(decimals=6).tolist()
    [1.0, 1.0, 1.0]
    """
    axes, modes = _axes_and_modes(x, axes, mode, _MODES)

    def feedback(values, name):
        values = _vector(values, name)
        _require((values[0] == 1) & (len(values) > 1), "feedback is (1, a1, ..): divide all coefficients by the first")
        return values[1:]

    if b_back is not None and b is None:
        raise ValueError("b_back comes with b")
    none = torch.zeros(0, dtype=torch.float64)
    parts = [feedback(a, "a"), none if a_back is None else feedback(a_back, "a_back"),
             none if b is None else _vector(b, "b"), none if b_back is None else _vector(b_back, "b_back")]
    linear = Recursive(axes, modes, _number(cval, "cval"), tuple(len(part) for part in parts))
    return _run(linear, x, torch.cat(parts))


def exponential(x, alpha, mode="reflect", cval=0.0, axes=None):
    """Smooths exponentially, y[i] = alpha x[i] + (1 - alpha) y[i-1], forward and backward; as sweep.exponential. alpha may be a tensor.

    >>> exponential(torch.ones(3, 3), 0.5)[0].round(decimals=6).tolist()
    [1.0, 1.0, 1.0]
    """
    alpha = _vector(alpha, "alpha")
    _require(((alpha >= 1e-4) & (alpha <= 1)).all() & (len(alpha) == 1), "alpha is one number from 0.0001 to 1", alpha)
    return lfilter2(x, [1.0, alpha - 1], None, [alpha], None, mode, cval, axes)


def _recursive(x, name, arguments, mode, axes):
    axes, modes = _axes_and_modes(x, axes, mode, _MODES)
    return _run(Even(axes, modes, 0.0, name, tuple(_table.read(arguments).items())), x)


_SWEEPS_OWN = ("missing", "engine", "stream")
_table.define(globals(), {
    "gaussian_filter1d": """Blurs along one axis; as sweep.gaussian_filter1d, with gradients as gaussian_filter() has them.

    >>> gaussian_filter1d(torch.ones(5), 2.0).round(decimals=6).tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0]
    """,
    "gaussian_laplace": """Returns the sum of the second derivatives of the blurred tensor; as sweep.gaussian_laplace.

    >>> abs(gaussian_laplace(torch.arange(12.0).reshape(3, 4) ** 2, 1.0, mode="wrap").sum().item()) < 1e-3
    True
    """,
    "gaussian_gradient_magnitude": """Returns the length of the gradient of the blurred tensor; as sweep.gaussian_gradient_magnitude. Where it is 0, its own gradient
    is 0.

    >>> gaussian_gradient_magnitude(torch.ones(3, 4), 2.0).abs().max().item() < 1e-6
    True
    """,
    "spline_filter1d": """Returns the coefficients of the interpolating B-spline along one axis; as sweep.spline_filter1d.

    >>> spline_filter1d(torch.ones(4)).round(decimals=6).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """,
    "uniform_filter1d": """Returns the means over `size` samples along one axis; as sweep.uniform_filter1d.

    >>> uniform_filter1d(torch.eye(3), 3)[1].round(decimals=2).tolist()
    [0.33000001311302185, 0.33000001311302185, 0.33000001311302185]
    """,
}, _SWEEPS_OWN)
_table.define(globals(), {
    "butter": """Filters with a Butterworth filter, forward and backward; as sweep.butter.

    >>> butter(torch.ones(3, 3), 2, 0.1)[0].round(decimals=5).tolist()
    [1.0, 1.0, 1.0]
    """,
    "cheby1": """Filters with a Chebyshev filter of the first kind; as sweep.cheby1.""",
    "cheby2": """Filters with a Chebyshev filter of the second kind; as sweep.cheby2.""",
    "ellip": """Filters with an elliptic filter; as sweep.ellip.""",
}, (*_SWEEPS_OWN, "output"))


def _plain(value):
    """Returns a number for one that a program is compiled for by its name: there is a program for each, as its filter has a plan."""
    for symbolic, plain in ((torch.SymFloat, float), (torch.SymInt, int)):
        if isinstance(value, symbolic):
            return plain(value)
    return type(value)(map(_plain, value)) if isinstance(value, (tuple, list)) else value


def _in_graph(function):
    """Returns the function as compiled programs call it. They look into what they are made of, but not into what it calls."""
    @torch.compiler.allow_in_graph
    def run(*args, **kwargs):
        return function(*map(_plain, args), **{name: _plain(value) for name, value in kwargs.items()})

    @functools.wraps(function)
    def called(*args, **kwargs):
        return run(*args, **kwargs)

    return called


if hasattr(torch.library, "custom_op"):
    globals().update({name: _in_graph(globals()[name]) for name in __all__})
