"""The coefficients of B-splines."""
from __future__ import annotations

from . import _arrays, _derived, _table
from ._arguments import all_axes, modes as modes_of, of_each, whole, whole_axes
from ._run import FILTERS, require_engine, run_filter

# What spline_filter makes of SciPy's modes (ni_splines.c).
PLAIN_MODES = {"mirror": "mirror", "wrap": "mirror", "constant": "mirror", "grid-constant": "mirror",
               "reflect": "reflect", "grid-mirror": "reflect", "nearest": "reflect", "grid-wrap": "grid-wrap",
               "none": "none"}


def spline_filter(input, order=3, output=None, mode="mirror", *, axes=None, engine="auto", stream=None):
    """Returns the coefficients of the interpolating B-spline, as scipy.ndimage.spline_filter, whose arguments come first, in its
    order.

    order: 2 to 5; of order 0 and 1 the samples are the coefficients. output: as gaussian_filter() has it; None: float32 stays
    float32, where SciPy gives float64. mode: one or one an axis, with SciPy's meanings: `wrap`, `constant` and `grid-constant` are
    `mirror` (.. x2 x1 | x0 x1 x2 ..), and `nearest` is `reflect` (.. x1 x0 | x0 x1 ..); periodic is `grid-wrap`. Source: Nehab,
    Maximo, Lima, Hoppe 2011, section 1.

    >>> spline_filter(np.ones((4, 4))).round(6).tolist()[0]
    [1.0, 1.0, 1.0, 1.0]
    """
    order = whole(order, "order")
    if not 0 <= order <= 5:
        raise ValueError(f"B-splines have order 0 to 5, not {order}")
    modes, axes = modes_of(mode, PLAIN_MODES), whole_axes(axes)
    require_engine(engine)
    if order < 2:
        of_each(modes, len(all_axes(_arrays.shape_of(input), axes)))
        return _derived.kept_as_it_is(input, output, stream)
    modes = tuple(map(PLAIN_MODES.get, modes)) if isinstance(modes, tuple) else PLAIN_MODES[modes]
    return coefficients(input, order, modes, axes, output, stream, engine)


def coefficients(x, order, modes, axes, output=None, stream=None, engine="auto"):
    """spline_filter() of order 2 to 5 with modes as the other functions have them."""
    return run_filter(x, axes, output, stream, engine, (("filter", FILTERS[f"bspline{order}"]),), modes)


_table.define(globals(), {
    "spline_filter1d": """Returns the coefficients of the interpolating B-spline along one axis, as scipy.ndimage.spline_filter1d.

    >>> spline_filter1d(np.ones(4)).round(6).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """,
})
