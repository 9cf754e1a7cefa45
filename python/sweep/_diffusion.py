"""Nonlinear diffusion: smoothing that stops at edges."""
from __future__ import annotations

import numpy as np

from . import _arrays
from ._arguments import all_axes, number, shown, whole, whole_axes
from ._gaussians import gaussian_filter
from ._tridiagonal import solve_tridiagonal


def _differences(xp, x, axis):
    """Returns half the difference of the neighbours of each sample along an axis, beyond whose ends the outermost samples stand again.
    `xp` has NumPy's functions for the memory of x."""
    x = xp.moveaxis(x, axis, 0)
    difference = xp.empty_like(x)
    difference[1:-1] = x[2:] - x[:-2]
    difference[:1], difference[-1:] = x[1:2] - x[:1], x[-1:] - x[-2:-1]
    return xp.moveaxis(difference / 2, 0, axis)


def _diffusivity(xp, u, contrast, sigma, axes):
    """Returns 1 - exp(-3.31488 (contrast / |gradient|)^8) of u, smoothed by a Gaussian, with the gradients of all channels, axis 0, added
    up. With this number the flux, diffusivity times gradient, is largest at a gradient of `contrast`."""
    smooth = gaussian_filter(u, sigma, axes=axes) if sigma > 0 else u
    squares = xp.zeros_like(u[:1])
    for axis in axes:
        if u.shape[axis] > 1:
            squares += (_differences(xp, smooth, axis) ** 2).sum(0)[None]
    with np.errstate(over="ignore", divide="ignore"):  # infinity is what flat places and edges come to
        return -xp.expm1(-3.31488 / (squares / contrast / contrast) ** 4)


def _step(xp, u, g, time, axes):
    """Returns the mean over the axes of what a step, implicit along one axis each, makes of u; g: the diffusivity.

    With a_i the conductance between samples i and i + 1, v_i = u_i + f_i - f_(i-1), of which f_i = a_i (v_(i+1) - v_i) is what flows: so
    (1 / a_i + 2) f_i - f_(i-1) - f_(i+1) = u_(i+1) - u_i. What flows out of one sample flows into the next, and the mean stays however
    long the step is. In the systems of v a long one is lost: 1 + a_(i-1) + a_i is a_(i-1) + a_i there.
    """
    total = xp.zeros_like(u)
    for axis in axes:
        if u.shape[axis] == 1:
            continue
        of_u, of_g, change = (xp.moveaxis(a, axis, 0) for a in (u, g, total))
        with np.errstate(divide="ignore", over="ignore"):  # nothing flows where a is 0, and all where it is infinite
            weight = 1 / (2 + 1 / ((of_g[:-1] + of_g[1:]) * (time / 2 * len(axes))))
        flow = solve_tridiagonal(-weight, 1.0, -weight, weight * (of_u[1:] - of_u[:-1]), 0)
        change[:-1] += flow
        change[1:] -= flow
    return u + total / len(axes)


def diffuse(x, contrast, time, steps=10, sigma=1.0, axes=None, channel_axis=None):
    """Returns x after a nonlinear diffusion: smooth where it is nearly flat, with edges kept, or sharpened.

    The gradient of x, smoothed by a Gaussian of `sigma`, at which noise is not taken for edges, gives the diffusivity 1 - exp(-3.31488
    (contrast / |gradient|)^8): where x changes from sample to sample by more than `contrast`, there is an edge, and nothing flows over it. With
    contrast inf the result after a time t is that of a Gaussian of sigma sqrt(2 t), but for the error of the steps, which falls with their
    number. Each step is implicit, solved along
    each axis by solve_tridiagonal() in float64, and stable however long it is: the mean of x stays, and nothing leaves the range of x.
    axes: all unless given; along others are images of their own, but along channel_axis, whose channels have edges in common. float32
    and float64 stay; so does an array of CuPy, or a tensor of PyTorch, in float32 on a GPU, where all is computed.

    Source: Weickert, ter Haar Romeny, Viergever 1998, additive operator splitting and the diffusivity; of a smoothed gradient: Catte,
    Lions, Morel, Coll 1992.

    >>> diffuse(np.array([0.0, 0.2, 0.0, 9.0, 9.2, 9.0]), contrast=1, time=50, sigma=0).round(2).tolist()
    [0.07, 0.07, 0.07, 9.06, 9.06, 9.06]
    """
    contrast, time, steps, sigma = number(contrast, "contrast"), number(time, "time"), whole(steps, "steps"), number(sigma, "sigma")
    if not contrast > 0:
        raise ValueError(f"contrast must be a positive number, not {shown(contrast)}")
    if not 0 <= time < np.inf:
        raise ValueError(f"time must be 0 or more, not {shown(time)}")
    if steps < 1:
        raise ValueError(f"steps must be 1 or more, not {steps}")
    if not 0 <= sigma < np.inf:
        raise ValueError(f"sigma must be 0 or more, not {shown(sigma)}")
    if not _arrays.is_on_cuda(x):
        return _diffuse(np, _arrays.on_host(x), contrast, time, steps, sigma, axes, channel_axis)
    if _arrays.dlpack_device(x):
        return _arrays.through_dlpack(lambda image, _: diffuse(image, contrast, time, steps, sigma, axes, channel_axis), x, None, None)
    image = _arrays.image_of(x)
    with image.on_device():
        return _diffuse(_arrays.module_of(image.array), image.packed(), contrast, time, steps, sigma, axes, channel_axis)


def _diffuse(xp, x, contrast, time, steps, sigma, axes, channel_axis):
    """`xp` has NumPy's functions for the memory of x."""
    if 0 in x.shape:
        return xp.empty_like(x)
    if not xp.isfinite(x).all():
        raise ValueError("x has NaN or infinity, which would spread over it: numpy.nan_to_num helps")
    if channel_axis is None:
        u, given = x[None], [axis + 1 for axis in all_axes(x.shape, whole_axes(axes))]
    else:
        (channel,) = all_axes(x.shape, (whole(channel_axis, "channel_axis"),))
        given = [a for a in range(x.ndim) if a != channel] if axes is None else all_axes(x.shape, whole_axes(axes))
        if channel in given or not given:
            raise ValueError("channel_axis must be none of the axes, and there must be another")
        u, given = _packed(xp, xp.moveaxis(x, channel, 0)), [a + (a < channel) for a in given]
    u, (low, high) = _as(xp, u, "float64"), (float(x.min()), float(x.max()))
    for _ in range(steps):
        # A GPU blurs float32 alone.
        g = _diffusivity(xp, _as(xp, u, "float32") if _arrays.is_on_cuda(x) else u, contrast, sigma, tuple(given))
        u = _step(xp, u, _as(xp, g, "float64"), time / steps, given)
    u = u.clip(low, high)  # by rounding alone it left this range
    u = u[0] if channel_axis is None else _packed(xp, xp.moveaxis(u, 0, channel))
    return _as(xp, u, str(x.dtype).rpartition(".")[2])


def _as(xp, x, name):
    """Returns an array as a type of this name."""
    return x.to(getattr(xp, name)) if hasattr(x, "to") else x.astype(name, copy=False)


def _packed(xp, x):
    return x.contiguous() if hasattr(x, "contiguous") else xp.ascontiguousarray(x)
