"""Smoothing that keeps the edges of a guide."""
from __future__ import annotations

import numpy as np

from . import _arrays, _missing, _sweep
from ._arguments import modes, number, shown, whole
from ._run import ENGINES, FILTERS, MODES, require_engine

_MODES = {"reflect": MODES["reflect"], "grid-mirror": MODES["grid-mirror"], "nearest": MODES["nearest"], "zero": 1}
# Weights of this filter are never negative: behind edges they are small, and right all the same.
_LEAST_WEIGHT = 1e-30
_SAMPLES = {np.dtype(np.float32): 2, np.dtype(np.float64): 3}


def _channels(image, name):
    """Returns the number of channels of an image (H, W) or (H, W, C)."""
    if image.ndim == 2 or (image.ndim == 3 and image.shape[2] <= 4):
        if 0 in image.shape or max(image.shape) >= 2**31:
            raise ValueError(f"{name} has no pixels, or too many: its shape is {image.shape}")
        return 1 if image.ndim == 2 else image.shape[2]
    raise ValueError(f"{name} must have the shape (H, W), or (H, W, C) with up to 4 channels, not {image.shape}")


def edge_filter(x, sigma, range, guide=None, iterations=3, mode="reflect", engine="auto", stream=None, missing=None):
    """Returns the image smoothed where its guide is smooth, by the recursive filter of the domain transform.

    x: an image (H, W), or (H, W, C) with up to 4 channels, which are filtered by the same weights: an array of NumPy, or in float32
    of CuPy or a tensor of PyTorch on a GPU, where the result is then, too. sigma: the standard
    deviation in pixels where the guide is flat. range: how large a difference of the guide, summed over its channels, is an edge,
    in its units. guide: an image of as many pixels where x is, with 1 to 4 channels of its own; None: x. iterations: 1 to 10, of four
    passes each. mode: `zero`, or SciPy's `nearest` or `reflect`. engine: `auto` is CUDA for float32 where it can be used. stream: of a
    GPU's array, in place of its library's current one. A pixel that is NaN in the guide is a hole: it stays, and nobody reads it.
    missing, with a guide: "keep" gives NaN in x, an array of NumPy, no weight in others and leaves it; "fill" spreads what is known over it, up to the
    guide's edges: a depth map from a few strokes and a photo. What nothing reaches is NaN. Source: Gastal and Oliveira 2011.

    >>> edge_filter(np.array([[1.0, 1.0, 9.0, 9.0]]), 50, 0.1).tolist()
    [[1.0, 1.0, 9.0, 9.0]]
    """
    parameters = {"filter": FILTERS["edge"], "sigma": number(sigma, "sigma"), "range": number(range, "range"),
                  "iterations": whole(iterations, "iterations"), "boundary": _MODES[_one(mode)]}
    require_engine(engine)
    if missing is not None:
        if guide is None:
            raise ValueError("missing is for an image with a guide: without one NaN is a hole, which stays")
        return _missing.mean_of_there(lambda values, _: edge_filter(values, sigma, range, guide, iterations, mode, engine), x, missing, None,
                                      _LEAST_WEIGHT)
    if _arrays.is_on_cuda(x):
        return _on_cuda(x, guide, parameters, engine, stream)
    _arrays.require_no_stream(stream)
    image = np.ascontiguousarray(_arrays.on_host(x))
    address = 0
    if guide is not None:
        guide = np.ascontiguousarray(_arrays.on_host(guide), image.dtype)
        address = guide.ctypes.data
    plan = _plan(image, guide, image.dtype, parameters, engine)
    result = np.empty_like(image)
    plan.run_guided(image.ctypes.data, address, result.ctypes.data, None)
    return result


def tone_map(x, contrast=50.0, sigma=60.0, range=0.4, iterations=3, mode="reflect", engine="auto"):
    """Returns light with less contrast, and the same detail, as a screen can show it.

    x: light, an image (H, W), or (H, W, C) with alpha as the second or fourth of its channels, which stays: an array of NumPy, or in
    float32 of CuPy or a tensor of PyTorch on a GPU. The base, the logarithm of its luminance (Rec. 709, at least 1e-6 of the largest)
    smoothed by edge_filter(), is compressed so that its largest becomes 1 and its smallest 1 / contrast, unless it has less contrast
    already; what it leaves is detail, and stays. range: in decades of luminance. The rest is as in edge_filter(). Pixels whose luminance is
    NaN or infinite become NaN. Source: Durand and Dorsey 2002, with another filter.

    >>> tone_map(np.array([[0.01, 0.01, 100.0, 100.0]]), contrast=10, sigma=50, range=0.01).round(6).tolist()
    [[0.1, 0.1, 1.0, 1.0]]
    """
    contrast = number(contrast, "contrast")
    if not 1 < contrast < np.inf:
        raise ValueError(f"contrast must be above 1, not {shown(contrast)}")

    def mapped(xp, light):
        channels = _channels(light, "x")
        colours = light[..., None] if light.ndim == 2 else light[..., :3 if channels > 2 else 1]
        weights = (0.2126, 0.7152, 0.0722) if channels > 2 else (1.0,)
        luminance = sum(colours[..., i] * weight for i, weight in enumerate(weights))
        luminance[~xp.isfinite(luminance)] = np.nan
        largest = float(xp.where(luminance > 0, luminance, xp.zeros_like(luminance)).max())
        log = xp.log10(luminance.clip(1e-6 * largest if largest > 0 else 1))
        base = edge_filter(log, sigma, range, None, iterations, mode, engine)
        known = base[xp.isfinite(base)]
        low, high = (float(known.min()), float(known.max())) if len(known) > 0 else (0.0, 0.0)
        slope = min(np.log10(contrast) / (high - low), 1) if high > low else 1
        result = xp.empty_like(light)
        result[...] = light
        (result[..., None] if light.ndim == 2 else result)[..., :colours.shape[-1]] *= (10 ** (slope * (base - high) - base))[..., None]
        return result

    if not _arrays.is_on_cuda(x):
        return mapped(np, _arrays.on_host(x))
    if _arrays.dlpack_device(x):
        return _arrays.through_dlpack(lambda image, _: tone_map(image, contrast, sigma, range, iterations, mode, engine), x, None, None)
    image = _arrays.image_of(x)
    with image.on_device():
        return mapped(_arrays.module_of(image.array), image.array)


def _plan(image, guide, dtype, parameters, engine):
    """Returns a plan for an image and its guide, which is None or another one. It is not kept, because on a GPU it would keep its copies of
    images of the host."""
    channels = _channels(image, "x")
    if guide is not None:
        parameters = {**parameters, "guide_channels": _channels(guide, "guide")}
        if tuple(guide.shape[:2]) != tuple(image.shape[:2]):
            raise ValueError(f"the guide has shape {tuple(guide.shape)}, which does not fit the image's {tuple(image.shape)}")
    return _sweep.Plan(image.shape[1], image.shape[0], channels, _SAMPLES[np.dtype(dtype)], ENGINES[engine], parameters)


def _on_cuda(x, guide, parameters, engine, stream):
    """Filters an array on a GPU, on its stream."""
    if _arrays.dlpack_device(x):
        return _arrays.through_dlpack(lambda image, _: _on_cuda(image, guide, parameters, engine, stream), x, None, stream)
    image = _arrays.image_of(x)
    with image.on_device(), _arrays.on_stream(image, stream):
        source = image.packed()
        of_guide, address = None, 0
        if guide is not None:
            if not _arrays.is_on_cuda(guide):
                raise TypeError("x is on a GPU and the guide is not: copy it there")
            held = _arrays.image_of(guide)
            packed = held.packed()
            of_guide, address = held.array, held.address(packed)
        plan = _plan(image.array, of_guide, np.float32, parameters, engine)
        result = image.empty()
        plan.run_guided(image.address(source), address, image.address(result), image.stream())
    return result


def _one(mode):
    """Returns a mode that is known."""
    if not isinstance(mode, str):
        raise ValueError(f"mode must be one of {', '.join(map(repr, _MODES))}, not {shown(mode)}")
    return modes(mode, _MODES)
