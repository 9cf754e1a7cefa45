"""The functions that are made of others in the same way for arrays of every library, a row each: what it does, and its parameters, whose
names, order and defaults are SciPy's where SciPy has the function.

A library registers itself by define(): `sweep`, which filters arrays of NumPy and of what shares its memory, sweep.torch, sweep.dask
and sweep.multi_gpu. Its module has the functions that the rows name.
"""
from __future__ import annotations

import inspect

from ._arguments import each, number, whole

# What is said of how a filter runs, not of the filter.
_HOW = {"mode", "cval", "axes", "again", "output", "stream", "engine"}


def _along_one(name):
    def run(library, x, axis, **more):
        if "size" in more and whole(more["size"], "size") < 1:
            raise ValueError(f"size must be 1 or more, not {more['size']}")
        return library[name](x, axes=(whole(axis, "axis"),), **more)

    return run


def _of_derivatives(order, combine=None):
    return lambda library, x, **more: library["_of_derivatives"](x, order, library[combine] if combine else sum, **more)


def _recursive(name):
    def run(library, x, **given):
        how, arguments = ({key: given[key] for key in given if (key in _HOW) == is_how} for is_how in (True, False))
        return library["_recursive"](x, name, arguments, **how)

    return run


def read(arguments):
    """Returns the arguments of a recursive filter with numbers that are checked."""
    readers = {"cutoff": lambda value, name: each(value, number, name), "alpha": number}
    return {name: readers[name](value, name) if name in readers else value for name, value in arguments.items()}


_GAUSSIAN = "radius=None, approximation=None, accuracy=None"
_DERIVED = f"input, sigma, output=None, mode='reflect', cval=0.0, *, axes=None, truncate=None, {_GAUSSIAN}, engine='auto', stream=None"
_CLASSIC = "cutoff, btype='low', mode='reflect', axes=None, output=None, stream=None, engine='auto'"
_ROWS = {
    "gaussian_filter1d": (_along_one("gaussian_filter"),
                          "input, sigma, axis=-1, order=0, output=None, mode='reflect', cval=0.0, truncate=None, *, "
                          f"{_GAUSSIAN}, missing=None, engine='auto', stream=None"),
    "gaussian_laplace": (_of_derivatives(2), _DERIVED),
    "gaussian_gradient_magnitude": (_of_derivatives(1, "_length"), _DERIVED),
    "spline_filter1d": (_along_one("spline_filter"),
                        "input, order=3, axis=-1, output=None, mode='mirror', *, engine='auto', stream=None"),
    "uniform_filter1d": (_along_one("uniform_filter"),
                         "input, size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0, *, missing=None, engine='auto', "
                         "stream=None"),
    "butter": (_recursive("butter"), f"x, order, {_CLASSIC}"),
    "cheby1": (_recursive("cheby1"), f"x, order, ripple, {_CLASSIC}"),
    "cheby2": (_recursive("cheby2"), f"x, order, attenuation, {_CLASSIC}"),
    "ellip": (_recursive("ellip"), f"x, order, ripple, attenuation, {_CLASSIC}"),
    "exponential": (_recursive("exponential"),
                    "x, alpha, mode='reflect', cval=0.0, axes=None, output=None, stream=None, engine='auto'"),
}


def define(library, docs, without=(), renamed=None, more=None, order=None):
    """Defines functions in a module. `library`: its globals. `docs`: for each name what it says of itself. `without`: parameters that it
    does not have. `renamed`: how its first one is called. `more`: one more, None by default. `order`: all of them in another order, in
    one text, keyword ones behind a star."""
    library["_run_row"] = _run_row
    for name, doc in docs.items():
        signature = _signature(name, without, renamed, more, order)
        exec(f"def {name}{signature}:\n    return _run_row({name!r}, globals(), locals())", library)
        library[name].__doc__ = doc


def _signature(name, without, renamed, more, order):
    given = [*inspect.signature(eval(f"lambda {_ROWS[name][1]}: None")).parameters.values()]
    parameters = [one for one in given if one.name not in without]
    if renamed:
        parameters[0] = parameters[0].replace(name=renamed)
    if more:
        parameters.append(inspect.Parameter(more, given[-1].kind, default=None))
    if order:
        named, kind = {one.name: one for one in parameters}, inspect.Parameter.POSITIONAL_OR_KEYWORD
        positional, keyword = (part.split() for part in order.split("*"))
        parameters = [named[one].replace(kind=kind) for one in positional] + [named[one] for one in keyword]
    return inspect.Signature(parameters)


def _run_row(name, library, arguments):
    return _ROWS[name][0](library, arguments.pop(next(iter(arguments))), **arguments)
