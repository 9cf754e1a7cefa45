"""The filters of `sweep` for arrays of Dask: chunk by chunk, exact for every mode, whatever the chunks are and however far a filter
reaches.

Names and results are those of `sweep`; arguments come in the order of dask-image, which is SciPy's, but for splines without `output`. Nothing is
computed until Dask is asked to. Chunks stay as they are and are not overlapped: each tells what the others need of it, two numbers a pole and line (``docs/parts.md`` has the equations), these
are added up along each axis, and each chunk is filtered with what enters it. So a chunk is needed twice. Where the array comes
straight from storage (``from_zarr``, ``from_array``) it is read twice, so that no worker keeps what it has read; any other is kept
until the second time, or computed twice with ``again=True``, which is right only where it is the same each time.

Chunks are of NumPy, or of CuPy, where they are filtered in float32. Whole numbers become float64.

>>> import dask.array as da, sweep.dask
>>> sweep.dask.gaussian_filter(da.ones((64, 64), chunks=16), 100.0, mode="wrap").compute().round(6).max()
1.0
"""
from __future__ import annotations

import functools
import itertools
import math
import operator
import typing

import dask.array as da
import numpy as np
from dask.base import tokenize
from dask.graph_manipulation import clone
from dask.highlevelgraph import HighLevelGraph

import sweep

from . import _parts, _table, _taps
from ._boxes import boxes as _boxes
from ._arguments import (all_axes as _all_axes, derivatives as _of_axes, each as _each, modes as _modes_of, number as _number,
                         of_each as _of_each, shown as _shown, two_sigmas as _two_sigmas, whole as _whole, whole_axes as _whole_axes)

__all__ = ["gaussian_filter", "gaussian_filter1d", "gaussian_laplace", "gaussian_gradient_magnitude", "difference_of_gaussians",
           "spline_filter", "spline_filter1d", "uniform_filter", "uniform_filter1d", "integral", "lfilter2", "butter", "cheby1",
           "cheby2", "ellip", "exponential"]

if typing.TYPE_CHECKING:
    def __getattr__(name: str) -> typing.Any: ...  # what _table defines

# What Dask names the layers of arrays that it reads from storage.
_READ = ("array-", "from-zarr-", "from_zarr-", "original-", "zarr-")


def _require(x):
    if not isinstance(x, da.Array):
        raise TypeError(f"the input must be an array of Dask, not {_shown(type(x))}: dask.array.from_array() makes one")
    if any(math.isnan(n) for n in x.shape):
        raise ValueError("the sizes of the chunks are unknown: call its compute_chunk_sizes() before")
    if isinstance(x._meta, np.ma.MaskedArray):
        raise TypeError("masked arrays have no weights here: fill them before")
    if not isinstance(x._meta, np.ndarray) and type(x._meta).__module__.partition(".")[0] != "cupy":
        raise TypeError(f"chunks are arrays of NumPy or CuPy, not {_shown(type(x._meta))}")
    if any(0 in lengths and any(lengths) for lengths in x.chunks):
        raise ValueError("a chunk has no samples: its rechunk() makes others")
    if x.dtype.kind not in "biuf":
        raise TypeError(f"arrays are of real numbers, not {x.dtype}: filter the parts of complex ones")


def _sample(dtype):
    """Returns float32 for float32 in any order of its bytes, and float64 for all else."""
    return np.dtype(np.float32 if dtype.newbyteorder("=") == np.float32 else np.float64)


def _less(x, shift, sample):
    """Returns a chunk as it is filtered."""
    x = x.astype(sample, copy=False)
    return x - sample.type(shift) if shift else x


def _perimeters_of(x, line, axis, shift, sample):
    return line.perimeters(_less(x, shift, sample), axis)


def _filtered_part(x, *states, lines, axes, shift, gain, sample):
    y, states = _less(x, shift, sample), iter(states)
    for line, axis in zip(lines, axes):
        y = line.filtered(y, axis, next(states)) if line.poles else line.run(y, axis)
    return (y + sample.type(shift * gain) if shift else y).astype(sample, copy=False)


def _entering_of(perimeters, line, axis, lengths, mode):
    return line.entering(perimeters, axis, lengths, mode)


def _scanned(rows, scan, axis, chunks):
    """Returns scan(all chunks along the axis), a list of as many."""
    scanned, part = (f"sweep-{name}-{tokenize(rows.name, scan)}" for name in ("scan", "states"))
    layer = {}
    for place in itertools.product(*(range(1 if a == axis else n) for a, n in enumerate(rows.numblocks))):
        places = [(*place[:axis], k, *place[axis + 1:]) for k in range(rows.numblocks[axis])]
        layer[scanned, *place] = (scan, [(rows.name, *one) for one in places])
        layer.update({(part, *one): (operator.getitem, (scanned, *place), k) for k, one in enumerate(places)})
    return da.Array(HighLevelGraph.from_collections(part, layer, dependencies=[rows]), part, chunks, meta=rows._meta)


def _entering(x, lines, axes, modes, shift, sample):
    """Returns the states that enter the chunks along each axis whose filter has poles, once they are filtered along the axes before it."""
    states = []
    for i, (line, axis, mode) in enumerate(zip(lines, axes, modes)):
        if not line.poles:
            continue
        lengths = x.chunks[axis]
        of_rows = tuple((line.rows,) * len(lengths) if a == axis else c for a, c in enumerate(x.chunks))
        rows = x.map_blocks(functools.partial(_perimeters_of, line=line, axis=axis, shift=shift, sample=sample),
                            chunks=of_rows, meta=x._meta.astype(np.float64))
        if i > 0:
            rows = _filtered(rows, lines[:i], axes[:i], modes[:i], 0.0, False)
        states.append(_scanned(rows, functools.partial(_entering_of, line=line, axis=axis, lengths=lengths, mode=mode), axis,
                               of_rows))
    return states


def _filtered(x, lines, axes, modes, cval, again):
    sample = _sample(x.dtype)
    shift = cval if "constant" in modes else 0.0
    states = _entering(x, lines, axes, modes, shift, sample)
    filter_part = functools.partial(_filtered_part, lines=lines, axes=axes, shift=shift, sample=sample,
                                    gain=math.prod(line.gain for line in lines))
    return da.map_blocks(filter_part, clone(x) if again else x, *states, chunks=x.chunks, meta=x._meta.astype(sample))


def _run(x, axes, modes, cval, again, lines, known=_parts.MODES):
    """Filters along axes, with a line for each of them, or one for all."""
    _require(x)
    axes = _all_axes(x.shape, _whole_axes(axes))
    modes = tuple(map(known.get, _of_each(_modes_of(modes, known), len(axes))))
    lines = _of_each(lines, len(axes))
    if 0 in x.shape:  # nothing is there to filter
        return x.astype(_sample(x.dtype))
    if again is None:
        again = all(name.startswith(_READ) for name in x.__dask_graph__().layers)
    return _filtered(x, lines, axes, modes, _number(cval, "cval"), bool(again))


def gaussian_filter(image, sigma, order=0, mode="reflect", cval=0.0, truncate=None, *, radius=None, axes=None, approximation=None,
                    accuracy=None, again=None):
    """Blurs with a Gaussian, or with its derivatives; as sweep.gaussian_filter.

    image: an array of Dask. again: whether it is computed again in place of being kept; None: if it comes straight from storage.
    Mode `none` is not here. With truncate or radius, and of derivatives from
    the third on, chunks are overlapped by what the taps reach. Returns an array of Dask with the same chunks. Raises ValueError,
    TypeError.
    """
    _require(image)
    axes = _all_axes(image.shape, _whole_axes(axes))
    sigmas, orders = (_of_each(_each(v, read, name), len(axes)) for v, read, name in ((sigma, _number, "sigma"), (order, _whole, "order")))
    if truncate is not None or radius is not None or any(o > 2 for o in orders):
        if approximation is not None or accuracy is not None or again is not None:
            raise ValueError("truncate, radius and derivatives from the third on are SciPy's taps: leave approximation, accuracy and again out")
        return _by_taps(image, sigmas, orders, mode, _number(cval, "cval"), axes, truncate, radius)
    wanted = _parts.gaussian(image.shape, sigmas, orders, mode, _number(cval, "cval"), approximation, axes, accuracy, in_pairs=True)
    if not wanted.axes:
        return image.astype(_sample(image.dtype))
    return _run(image, wanted.axes, wanted.modes, cval, again, wanted.lines)


def _by_taps(image, sigmas, orders, mode, cval, axes, truncate, radius):
    if any(not s >= 0 for s in sigmas):
        raise ValueError("sigma must be a number of pixels, 0 or more")
    reaches = _taps.radii(sigmas, truncate, radius)
    modes = _of_each(_modes_of(mode, _parts.MODES), len(axes))
    filters = []
    for sigma, order, one, reach in zip(sigmas, orders, modes, reaches):
        _taps.of_axis(sigma, order, reach)  # which refuses what makes no taps
        filters.append(functools.partial(sweep.gaussian_filter1d, sigma=sigma, order=order, mode=one, cval=cval, radius=reach))
    return _overlapped(image, axes, modes, reaches, filters)


def _of_derivatives(image, order, combine, sigma, mode, cval, axes, **how):
    _require(image)
    return combine([gaussian_filter(image, sigma, orders, one, cval, axes=axes, **how) for orders, one in
                    _of_axes(order, _modes_of(mode, _parts.MODES), len(_all_axes(image.shape, _whole_axes(axes))))])


def _length(derivatives):
    return da.sqrt(sum(d * d for d in derivatives))


def difference_of_gaussians(x, low_sigma, high_sigma=None, mode="nearest", cval=0.0, approximation=None, axes=None, accuracy=None,
                            again=None):
    """Returns x blurred with low_sigma less x blurred with high_sigma (None: 1.6 times low_sigma). Whole numbers are not scaled."""
    _require(x)
    fine, coarse = (gaussian_filter(x, sigmas, 0, mode, cval, axes=axes, approximation=approximation, accuracy=accuracy, again=again)
                    for sigmas in _two_sigmas(low_sigma, high_sigma, len(_all_axes(x.shape, _whole_axes(axes)))))
    return fine - coarse


def _of_type(x, output):
    """Returns an array as the type `output`, or as it is for None."""
    try:
        return x if output is None else x.astype(np.dtype(output))
    except TypeError:
        raise TypeError(f"output must be a type, not {_shown(output)}: arrays of Dask are not written to") from None


def spline_filter(image, order=3, output=None, mode="mirror", *, axes=None, again=None):
    """Returns the coefficients of the interpolating B-spline; as sweep.spline_filter. output: a type, in place of float32 for float32 and
    float64 for all else."""
    if not 0 <= _whole(order, "order") <= 5:
        raise ValueError(f"B-splines have order 0 to 5, not {order}")
    if order < 2:
        _require(image)
        _of_each(_modes_of(mode, _parts.SPLINE_MODES), len(_all_axes(image.shape, _whole_axes(axes))))
        return _of_type(image.astype(_sample(image.dtype)), output)
    return _of_type(_run(image, axes, mode, 0.0, again, _parts.line("spline_filter", (("order", order),)), _parts.SPLINE_MODES), output)


def uniform_filter(image, size=3, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Returns the means over boxes; as sweep.uniform_filter. A box reaches no further than its size, so that chunks are overlapped
    by half of it, by Dask, which joins those that are smaller; along an axis that is no longer than its box they are joined."""
    _require(image)
    axes, cval = _all_axes(image.shape, _whole_axes(axes)), _number(cval, "cval")
    sizes, origins = (_of_each(values, len(axes)) for values in _boxes(size, origin))
    modes = _of_each(_modes_of(mode, _parts.MODES), len(axes))
    reaches = [s // 2 + abs(o) for s, o in zip(sizes, origins)]
    filters = [functools.partial(sweep.uniform_filter1d, size=s, mode=one, cval=cval, origin=o)
               for s, one, o in zip(sizes, modes, origins)]
    return _overlapped(image, axes, modes, reaches, filters)


def _overlapped(x, axes, modes, reaches, filters):
    """Filters along one axis after the other by functions of a chunk and an axis that reach so many samples to both sides."""
    sample = _sample(x.dtype)
    y = x.astype(sample)
    for axis, mode, reach, run in zip(axes, modes, reaches, filters):
        how = {"dtype": sample, "meta": y._meta}
        run = functools.partial(_of_chunk, run=run, axis=axis)
        if 0 in x.shape or reach == 0:
            y = y.map_blocks(run, **how)
        elif 2 * reach >= x.shape[axis]:
            y = y.rechunk({axis: -1}).map_blocks(run, **how)
        else:
            # Of the chunks at the ends the filter's mode continues the ends; what it continues elsewhere is cut off.
            is_periodic = _parts.MODES[mode] == "wrap"
            y = y.map_overlap(run, depth={axis: reach}, boundary={axis: "periodic" if is_periodic else "none"}, **how)
        y = y.rechunk(x.chunks)
    return y


def _of_chunk(x, run, axis):
    given = x if isinstance(x, np.ndarray) else x.astype(np.float32)  # a GPU filters no other
    return run(given, axis=axis).astype(x.dtype, copy=False)


def integral(x, axes=None, again=None):
    """Returns the sums over all samples before and at each one along each axis, of an image the summed-area table."""
    return _run(x, axes, "constant", 0.0, again, _parts.Sums())


def lfilter2(x, a, a_back=None, b=None, b_back=None, mode="reflect", cval=0.0, axes=None, again=None):
    """Runs y[i] = sum b[k] x[i-k] - sum a[k] y[i-k] along axes, forward and then backward; as sweep.lfilter2. Poles must
    differ, and b and b_back be no longer than the feedback of their pass."""
    arguments = tuple((name, tuple(float(v) for v in values))
                      for name, values in (("a", a), ("a_back", a_back), ("b", b), ("b_back", b_back)) if values is not None)
    return _run(x, axes, mode, cval, again, _parts.line("lfilter2", arguments))


def _recursive(x, name, arguments, mode, axes, again, cval=0.0):
    return _run(x, axes, mode, cval, again, _parts.line(name, tuple(_table.read(arguments).items())))


_SWEEPS_OWN = ("output", "missing", "engine", "stream")
_table.define(globals(), {
    "gaussian_filter1d": """Blurs along one axis; as sweep.gaussian_filter1d.""",
}, _SWEEPS_OWN, "image", "again")
_table.define(globals(), {
    "gaussian_laplace": """Returns the sum of the second derivatives of the blurred array; as sweep.gaussian_laplace.""",
    "gaussian_gradient_magnitude": """Returns the length of the gradient of the blurred array; as sweep.gaussian_gradient_magnitude.""",
}, _SWEEPS_OWN, "image", "again", order="image sigma mode cval truncate * radius axes approximation accuracy again")
_table.define(globals(), {
    "spline_filter1d": """Returns the coefficients of the interpolating B-spline along one axis; as sweep.spline_filter1d.""",
}, _SWEEPS_OWN[1:], "image", "again")
_table.define(globals(), {
    "uniform_filter1d": """Returns the means over `size` samples along one axis; as sweep.uniform_filter1d.""",
}, _SWEEPS_OWN, "image")
_table.define(globals(), {
    "butter": """Filters with a Butterworth filter, forward and backward; as sweep.butter.""",
    "cheby1": """Filters with a Chebyshev filter of the first kind; as sweep.cheby1.""",
    "cheby2": """Filters with a Chebyshev filter of the second kind; as sweep.cheby2.""",
    "ellip": """Filters with an elliptic filter; as sweep.ellip.""",
    "exponential": """Smooths exponentially, forward and backward; as sweep.exponential.""",
}, _SWEEPS_OWN, more="again")
