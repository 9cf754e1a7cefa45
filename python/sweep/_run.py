"""How a filter runs on an array: the numbers that the C interface has for names, the arguments of a plan, and its run."""
from __future__ import annotations

import functools

from . import _arrays, _plans, _sweep, _volumes
from ._arguments import all_axes, axes_of, first_of_image, modes as modes_of, number, of_each, shown, whole_axes

ENGINES = {"auto": 0, "cuda": 1, "cpu": 2, "reference": 3, "opengl": 4}
_F32, _F64 = 2, 3
FILTERS = {name: i for i, name in enumerate(
    ["gaussian", "bspline3", "bspline5", "butterworth", "chebyshev1", "chebyshev2", "elliptic", "exponential", "box", "sat",
     "iir", "none", "bspline2", "bspline4", "edge", "diffusion", "bilateral"])}
# SciPy's modes; its `reflect` repeats the edge's sample, which the papers call mirror. Its `mirror` does not, and is
# called reflect101 here.
MODES = {"reflect": 5, "grid-mirror": 5, "constant": 2, "grid-constant": 2, "nearest": 3, "mirror": 7, "wrap": 4,
         "grid-wrap": 4, "none": 0}
# What says no to a single axis.
_SUMS = {FILTERS["sat"]: "a table sums along two axes: x.cumsum(axis) sums along one"}


@functools.lru_cache(maxsize=64)
def _boundary(modes, cval):
    """Returns the parameters of a mode, and those of a tuple of modes for each axis."""
    kinds = tuple(MODES[mode] for mode in (modes if isinstance(modes, tuple) else (modes,)))
    parameters = (("boundary_value", cval),) if 2 in kinds else ()
    if isinstance(modes, tuple):
        return parameters, ((kinds, ("boundary_y", "boundary")),)
    return parameters + (("boundary", kinds[0]),), ()


@functools.lru_cache(maxsize=256)
def _arguments(shape, is_f64, on_cuda, axes, engine, parameters, per_axis):
    """Returns the arguments of a call's plan, the number of images, and the bytes of each. What can be refused without the
    array or a plan is refused here, and a call with the same arguments finds the answer."""
    first, filtered = axes_of(shape, axes)
    count, channels, (height, width) = 1, 1, shape[first:first + 2]
    if len(shape) == 3 and first == 0:
        channels = shape[2]
    elif len(shape) == 3:
        count = shape[0]
    more = dict(parameters)
    for values, names in per_axis:
        for axis, one in zip(filtered, of_each(values, len(filtered))):
            more[names[axis]] = one
    if len(filtered) == 1:
        if more["filter"] in _SUMS:
            raise ValueError(_SUMS[more["filter"]])
        more["axes"] = 2 if filtered[0] == 0 else 1
        if "sigma_y" in more:
            more["sigma"] = more["sigma_y"]  # the design, too, is that of this axis alone
        if "boundary_y" in more:
            more["boundary"] = more.pop("boundary_y")  # the axis that is not filtered needs none
    if on_cuda and engine not in ("auto", "cuda"):
        raise ValueError(f"an array on a GPU is filtered there, not by the engine {engine}: copy it to the host, or leave engine out")
    chosen = 1 if on_cuda else 2 if engine == "auto" else ENGINES[engine]
    of_plan = (width, height, channels, _F64 if is_f64 else _F32, chosen, tuple(sorted(more.items())))
    return of_plan, count, height * width * channels * (8 if is_f64 else 4)


def require_engine(engine):
    """Raises ValueError for a name that no engine has."""
    if not isinstance(engine, str) or engine not in ENGINES:
        raise ValueError(f"engine {shown(engine)} is unknown: it is one of {', '.join(map(repr, ENGINES))}")


def run_filter(x, axes, output, stream, engine, parameters, mode="nearest", cval=0.0, per_axis=(), gain=1.0):
    """Runs a filter. `per_axis`: a value, or a tuple of values in the order of `axes`, with its names along y and x. `gain`: what the
    filter along one axis makes of a constant 1."""
    require_engine(engine)
    if _arrays.dlpack_device(x) or _arrays.dlpack_device(output):
        def run(image, target):
            return run_filter(image, axes, target, stream, engine, parameters, mode, cval, per_axis, gain)

        return _arrays.through_dlpack(run, x, output, stream)
    if _arrays.is_complex(x):
        return _arrays.by_parts(lambda part, cval: run_filter(part, axes, None, stream, engine, parameters, mode, cval, per_axis, gain),
                                x, cval, output)
    axes, modes, cval = whole_axes(axes), modes_of(mode, MODES), number(cval, "cval")
    if not abs(cval) <= 1e30 and any(MODES[one] == MODES["constant"] for one in (modes if isinstance(modes, tuple) else (modes,))):
        raise ValueError(f"cval must be from -1e30 to 1e30, not {cval}")
    image = _arrays.image_of(x)
    given = all_axes(image.shape, axes)
    if 0 in image.shape:  # nothing is there to filter
        return image.keep(image.array, output)
    kind = dict(parameters)["filter"]
    by_axis = kind not in _SUMS
    in_lines = (by_axis and kind != FILTERS["box"] and image.on_cuda and not image.is_f64
                and _volumes.are_batches_of_lines(image.shape, given))
    # A stack is filtered to another place than its own: run_each() copies what it has made.
    is_own_target = (by_axis and image.on_cuda and output is not None and _volumes.are_stacks(image.shape, given)
                     and image.is_in(output))
    if in_lines or is_own_target or (by_axis and first_of_image(image.shape, given) is None):
        for values in (modes, *(values for values, _ in per_axis)):
            of_each(values, len(given))  # as many as there are axes

        def run(images, places, image_axes, target):
            # What is beyond the edges is filtered along each axis, too, as it is where a plan has two of them.
            return run_filter(images, image_axes, target, None, engine, parameters, _volumes.of_places(modes, places),
                           cval * gain ** places[0],
                           tuple((_volumes.of_places(values, places), names) for values, names in per_axis), gain)

        return _volumes.filtered(run, image, given, output, stream, in_lines)
    of_mode, of_axes = _boundary(modes, cval)
    of_plan, count, step = _arguments(image.shape, image.is_f64, image.on_cuda, axes, engine, tuple(parameters) + of_mode + image.parameters,
                                     per_axis + of_axes)
    with image.on_device():  # to which a plan belongs
        plan = _plans.plan_of((image.device, of_plan), lambda: _sweep.Plan(*of_plan[:-1], dict(of_plan[-1])))
        try:
            return image.run(plan, count, step, output, stream)
        except MemoryError:
            _plans.forget()  # theirs may be what is missing
            return image.run(plan, count, step, output, stream)
