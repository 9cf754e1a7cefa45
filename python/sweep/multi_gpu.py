"""Filters of an image, a volume or any array over several GPUs of one host: each has rows of it, a part, which it filters with what
enters it from the others.

A part is an array of CuPy; `parts` are those of one array, cut along its first axis, in order, each on a GPU of its own (or on the
same one). What goes from GPU to GPU are two numbers a pole and column (``docs/parts.md`` has the equations), so that the result is that
of the whole array, for every mode, however far the filter reaches. Nothing waits for the GPUs: the parts are filtered on the current
streams of CuPy on them. In float32.

>>> import sweep.multi_gpu                                                       # doctest: +SKIP
>>> parts = sweep.multi_gpu.split(image)                                         # doctest: +SKIP
>>> blurred = sweep.multi_gpu.joined(sweep.multi_gpu.gaussian_filter(parts, 40)) # doctest: +SKIP
"""
from __future__ import annotations

import functools
import math
import typing

import cupy
import numpy as np

import sweep

from . import _parts, _table
from ._arguments import (all_axes as _all_axes, modes as _modes_of, number as _number, of_each as _of_each,
                         whole_axes as _whole_axes)

__all__ = ["split", "joined", "gaussian_filter", "butter", "exponential"]


if typing.TYPE_CHECKING:
    def __getattr__(name: str) -> typing.Any: ...  # what _table defines


def split(x, devices=None):
    """Returns the parts of an array of NumPy, of nearly equally many rows, on these GPUs; None: on all."""
    devices = range(cupy.cuda.runtime.getDeviceCount()) if devices is None else devices
    parts = []
    for device, rows in zip(devices, np.array_split(np.asarray(x, np.float32), len(devices))):
        with cupy.cuda.Device(device):
            parts.append(cupy.asarray(rows))
    return parts


def joined(parts):
    """Returns an array of NumPy."""
    return np.concatenate([cupy.asnumpy(part) for part in parts])


def _shape_of(parts):
    """Returns the shape of the whole array."""
    if not isinstance(parts, (list, tuple)) or not parts or not all(isinstance(part, cupy.ndarray) for part in parts):
        raise TypeError("parts are a list of CuPy's arrays: split() makes them")
    if any(part.dtype != np.float32 for part in parts):
        raise TypeError("a GPU filters float32: convert the parts")
    if any(part.ndim == 0 or part.shape[1:] != parts[0].shape[1:] or 0 in part.shape for part in parts):
        raise ValueError(f"parts differ along their first axis alone, and have samples, not {[part.shape for part in parts]}")
    if len(parts) > _parts.MOST_PARTS:
        raise ValueError(f"these are {len(parts)} parts: join neighbours to at most {_parts.MOST_PARTS}")
    return sum(len(part) for part in parts), *parts[0].shape[1:]


@functools.lru_cache(maxsize=None)
def _side_stream(device):
    """A stream on which states are exchanged while the parts are filtered, before what waits of these. It begins each time with what
    the current stream has done, so that memory that it has freed is no longer read there when it is used again."""
    with cupy.cuda.Device(device):
        return cupy.cuda.Stream(non_blocking=True, priority=-1)


@functools.lru_cache(maxsize=None)
def _reads(device, other):
    """True if a GPU reads the memory of the other one."""
    if device == other:
        return True
    if not cupy.cuda.runtime.deviceCanAccessPeer(device, other):
        return False
    with cupy.cuda.Device(device):
        try:
            cupy.cuda.runtime.deviceEnablePeerAccess(other)
        except cupy.cuda.runtime.CUDARuntimeError as error:
            if "AlreadyEnabled" not in str(error):
                raise
    return True


def _perimeters(x, line):
    """Returns the perimeters of a part along the first axis, (numbers, samples), and an event after them."""
    made = cupy.cuda.get_current_stream().record()
    with _side_stream(x.device.id) as side:
        side.wait_event(made)
        rows = line.perimeters(x, 0)
        return rows.reshape(len(rows), -1), side.record()


def _exchanged(inputs, given, line, mode, run_along_others):
    """Returns for each part the states that enter it along the first axis, filtered along the others by run_along_others(), if it is
    given, and an event after them. `given`: what _perimeters() returned for each."""
    states, lengths = [], tuple(len(one) for one in inputs)
    are_columns = run_along_others is not None and inputs[0].ndim == 2  # a few lines are many lanes where they are columns
    for i, x in enumerate(inputs):
        with x.device, _side_stream(x.device.id) as side:
            for _, event in given:
                side.wait_event(event)
            entering = line.entering_on_gpu([rows if _reads(x.device.id, rows.device.id) else rows.copy() for rows, _ in given],
                                            lengths, i, mode)
            if run_along_others:
                entering = entering.T if are_columns else entering.reshape(-1, *x.shape[1:])
                entering = run_along_others(cupy.ascontiguousarray(entering, np.float32))
            entering = entering.T if are_columns else entering.reshape(-1, *x.shape[1:])
            states.append((cupy.ascontiguousarray(entering, np.float64), side.record()))
    for x in inputs:  # what others have read is theirs to free when they have read it
        for _, event in states:
            _side_stream(x.device.id).wait_event(event)
    return states


def _run(parts, axes, modes, cval, lines, run):
    """Filters along axes. `lines`: of each axis; `run(x, axes, modes, places)`: the filter itself, along some of them, which are the
    axes `places` of x, if that is given."""
    shift = cval if "constant" in modes else 0.0
    gain = math.prod(line.gain for line in lines)
    first = axes.index(0) if 0 in axes else None
    others = [i for i in range(len(axes)) if i != first]
    other_axes, other_modes = tuple(axes[i] for i in others), tuple(modes[i] for i in others)
    is_cut = first is not None and len(parts) > 1 and bool(lines[first].poles)
    # One run along all axes, where one design is that of all; otherwise the first axis by itself.
    at_once = all(line == lines[0] for line in lines) or not others
    inputs, given, results = [], [], []
    for part in parts:
        with part.device:
            x = part - np.float32(shift) if shift else part
            inputs.append(x)
            if not is_cut:
                results.append(run(x, axes, modes))
                continue
            given.append(_perimeters(x, lines[first]))
            if at_once:
                results.append(run(x, axes, tuple("nearest" if i == first else mode for i, mode in enumerate(modes))))
            else:
                results.append(run(run(x, other_axes, other_modes), (0,), ("nearest",)))
    if is_cut:
        states = _exchanged(inputs, given, lines[first], modes[first],
                            (lambda x: run(x, other_axes, other_modes, (0,) if x.ndim == 2 else None)) if others else None)
        for i, (y, (entering, event)) in enumerate(zip(results, states)):
            with y.device:
                cupy.cuda.get_current_stream().wait_event(event)
                results[i] = lines[first].entered(y, 0, entering)
    for i, y in enumerate(results):
        if shift:
            with y.device:
                results[i] = y + np.float32(shift * gain)
    return results


def gaussian_filter(parts, sigma, order=0, mode="reflect", cval=0.0, approximation=None, axes=None, accuracy=None):
    """Blurs with a Gaussian, or with its derivatives; as sweep.gaussian_filter of the whole array.

    Returns the parts of the result. Raises ValueError, TypeError.
    """
    wanted = _parts.gaussian(_shape_of(parts), sigma, order, mode, cval, approximation, axes, accuracy)
    if not wanted.axes:
        return [part.copy() for part in parts]
    of_axis = dict(zip(wanted.axes, zip(wanted.sigmas, wanted.orders)))

    def run(x, axes, modes, places=None):
        sigmas, orders = zip(*(of_axis[axis] for axis in axes))
        return sweep.gaussian_filter(x, sigmas, orders, mode=modes, axes=places or axes, approximation=approximation,
                                     accuracy=accuracy)

    return _run(parts, wanted.axes, wanted.modes, _number(cval, "cval"), wanted.lines, run)


def _recursive(parts, name, arguments, mode, axes, cval=0.0):
    arguments = _table.read(arguments)
    axes = _all_axes(_shape_of(parts), _whole_axes(axes))
    modes = tuple(map(_parts.MODES.get, _of_each(_modes_of(mode, _parts.MODES), len(axes))))
    line = _parts.line(name, tuple(arguments.items()))
    return _run(parts, axes, modes, _number(cval, "cval"), (line,) * len(axes),
                lambda x, axes, modes, places=None: getattr(sweep, name)(x, **arguments, axes=places or axes, mode=modes))


_table.define(globals(), {
    "butter": """Filters with a Butterworth filter, forward and backward; as sweep.butter of the whole array.""",
    "exponential": """Smooths exponentially, forward and backward; as sweep.exponential of the whole array.""",
}, ("output", "engine", "stream"), "parts")
