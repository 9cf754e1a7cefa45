"""Recursive filters by their coefficients, and the classic ones by their bands."""
from __future__ import annotations

from . import _table
from ._arguments import coefficients, each, number, shown, whole
from ._run import FILTERS, run_filter

# SciPy's names of a band.
_BANDS = {"low": 0, "lowpass": 0, "high": 1, "highpass": 1, "band": 2, "pass": 2, "bandpass": 2, "stop": 3, "bandstop": 3}


def lfilter2(x, a, a_back=None, b=None, b_back=None, mode="reflect", cval=0.0, axes=None, output=None, stream=None,
             engine="auto"):
    """Runs y[i] = sum b[k] x[i-k] - sum a[k] y[i-k] along both axes, forward and then backward.

    a: the feedback (1, a1, a2, ..), as in scipy.signal.lfilter, at most order 16, 8 with feedforward. b: the feedforward;
    None: chosen so that a constant stays itself. a_back, b_back: those of the backward passes; None: the same. The states
    at the ends are exact for the mode, which scipy.signal.filtfilt approximates by padding.

    Source: Nehab, Maximo 2016, section 4.

    >>> lfilter2(np.ones((3, 3)), [1, -0.5]).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """
    def feedback(values):
        values = coefficients(values)
        if len(values) < 2 or values[0] != 1:
            raise ValueError("feedback is (1, a1, ..): divide all coefficients by the first")
        return values[1:]

    parameters = [("filter", FILTERS["iir"]), ("causal", feedback(a))]
    if a_back is not None:
        parameters.append(("anticausal", feedback(a_back)))
    for name, values in (("feedforward", b), ("anticausal_feedforward", b_back)):
        if values is not None:
            parameters.append((name, coefficients(values)))
    return run_filter(x, axes, output, stream, engine, parameters, mode, cval, gain=_gain(dict(parameters)))


def _gain(parameters):
    """Returns what the passes of lfilter2(), forward and backward, make of a constant 1."""
    if "feedforward" not in parameters and "anticausal_feedforward" not in parameters:
        return 1.0
    causal, feedforward = parameters["causal"], parameters.get("feedforward", (1.0,))
    passes = (feedforward, causal), (parameters.get("anticausal_feedforward", feedforward), parameters.get("anticausal", causal))
    gains = [sum(b) / (1 + sum(a)) if sum(a) != -1 else 1.0 for b, a in passes]  # a plan refuses a pole at 1
    return gains[0] * gains[1]


_KINDS = {"butter": "butterworth", "cheby1": "chebyshev1", "cheby2": "chebyshev2", "ellip": "elliptic"}


def _recursive(x, name, arguments, mode, axes, output, stream, engine, cval=0.0):
    if name in _KINDS:
        parameters = (("filter", FILTERS[_KINDS[name]]), *_of_band(**arguments))
    else:
        parameters = (("filter", FILTERS[name]), *_table.read(arguments).items())
    return run_filter(x, axes, output, stream, engine, parameters, mode, cval)


def _of_band(order, cutoff, btype, **more):
    """Yields the parameters of a classic filter."""
    if not isinstance(btype, str) or btype not in _BANDS:
        raise ValueError(f"btype {shown(btype)} is unknown: low, high, bandpass or bandstop")
    edges = each(cutoff, number, "cutoff")
    edges = edges if isinstance(edges, tuple) else (edges,)
    if len(edges) != (2 if _BANDS[btype] > 1 else 1):
        raise ValueError(f"btype {btype!r} takes {'a pair of cutoffs' if _BANDS[btype] > 1 else 'one cutoff'}")
    yield from (("order", whole(order, "order")), ("band", _BANDS[btype]), *zip(("cutoff", "cutoff_high"), edges))
    yield from ((name, number(value, name)) for name, value in more.items())


_table.define(globals(), {
    "butter": """Filters with a Butterworth filter, forward and backward along both axes: scipy.signal.sosfiltfilt without end.

    order: 1 to 8, of each pass. cutoff: in cycles per pixel, below 0.5 (SciPy's Wn is twice as much); 3 dB down after one
    pass, 6 dB after both. btype: "low", "high", or with a pair of cutoffs "bandpass" or "bandstop", whose order is 1 to 4: they
    have two poles for each. Along an axis, with sos = scipy.signal.butter(order, 2 * cutoff, btype,
    output="sos") and n samples more at both ends, so many that the filter forgets them, mode="reflect" is
    sosfiltfilt(sos, np.pad(x, n, "symmetric"), padtype=None)[n:-n], "wrap" the same with "wrap", and "nearest" with "edge",
    which is also sosfiltfilt(sos, x, padtype="constant", padlen=n). SciPy's default, padtype="odd", is not here: at the
    edges it differs from all modes. "constant": zeros. Source: Antoniou 2006.

    >>> butter(np.ones((3, 3)), 2, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """,
    "cheby1": """As butter(), with a Chebyshev filter of the first kind: `ripple` dB in the pass band of each pass.

    >>> cheby1(np.ones((3, 3)), 3, 1, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """,
    "cheby2": """As butter(), with a Chebyshev filter of the second kind: `attenuation` dB in the stop band, which begins at cutoff.

    >>> cheby2(np.ones((3, 3)), 3, 40, 0.2).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """,
    "ellip": """As butter(), with an elliptic filter: `ripple` dB in the pass band, `attenuation` dB in the stop band of each pass.

    >>> ellip(np.ones((3, 3)), 3, 1, 40, 0.1).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """,
    "exponential": """Smooths exponentially, y[i] = alpha x[i] + (1 - alpha) y[i-1], forward and backward along both axes.

    alpha: 0.0001 to 1.

    >>> exponential(np.ones((3, 3)), 0.5).round(6).tolist()[0]
    [1.0, 1.0, 1.0]
    """,
})
