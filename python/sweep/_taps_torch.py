"""SciPy's taps for tensors of PyTorch: Gaussians that end, with gradients by the tensor and by sigma."""
from __future__ import annotations

import numpy as np
import torch

from . import _taps


def _weights(sigma, order, radius):
    """Returns the taps in the order of the samples; sigma: a tensor of one number. See _taps.taps(), whose polynomials are Hermite's."""
    t = torch.arange(radius, -radius - 1, -1, dtype=torch.float64) / sigma
    gaussian = torch.exp(-t * t / 2)
    before, polynomial = torch.zeros_like(t), torch.ones_like(t)
    for n in range(order):
        before, polynomial = polynomial, t * polynomial - n * before
    return polynomial * gaussian / gaussian.sum() * (-1 / sigma) ** order


def _correlated(x, axis, weights, mode, cval):
    n, r = x.shape[axis], len(weights) // 2
    places = np.pad(np.arange(n), r, _taps.PADS[mode], **({"constant_values": n} if mode == "constant" else {}))
    if mode == "constant":
        x = torch.cat([x, torch.full_like(x.narrow(axis, 0, 1), cval)], axis)
    lines = x.index_select(axis, torch.from_numpy(places).to(x.device)).movedim(axis, -1)
    sums = torch.nn.functional.conv1d(lines.reshape(-1, 1, n + 2 * r), weights.to(x).reshape(1, 1, -1))
    return sums.reshape(*lines.shape[:-1], n).movedim(-1, axis)


def gaussian_filter(x, sigmas, orders, modes, cval, axes, truncate, radius):
    """Returns the filtered tensor; sigmas: a tensor of float64 in host memory, with one for each axis."""
    reaches = _taps.radii(tuple(sigmas.tolist()), truncate, radius)
    result = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
    for axis, sigma, order, mode, reach in zip(axes, sigmas, orders, modes, reaches):
        if _taps.of_axis(sigma.item(), order, reach) is not None and 0 not in x.shape:
            result = _correlated(result, axis, _weights(sigma, order, reach), mode, cval)
    return result.to(x.dtype) if result is not x else x.clone()
