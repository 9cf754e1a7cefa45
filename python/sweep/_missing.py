"""Means of arrays in which samples are missing, NaN: the means of those that are there, over those of their weights
(normalised convolution, Knutsson and Westin 1993)."""
import numpy as np

# Less of a filter's weight than this makes no mean.
LEAST_WEIGHT = 1e-3


def mean_of_there(mean, x, missing, output, least=LEAST_WEIGHT):
    """Returns mean(x) with NaN for no sample: it stays ("keep"), or becomes a mean ("fill") where one is near.

    mean(values, outside): filters an array; outside, where it is not None, takes the place of cval, as of weights.
    least: less weight than this makes no mean. Raises ValueError for other words, and where `output` is given.
    """
    if missing not in ("keep", "fill"):
        raise ValueError(f'missing must be "keep", "fill" or None, not {missing!r}')
    if output is not None:
        raise ValueError("with missing the result is a new array: leave output out")
    if not isinstance(x, np.ndarray):
        raise TypeError("missing is for arrays of NumPy")
    there = ~np.isnan(x)
    values = np.where(there, x, x.dtype.type(0))
    sums = mean(values, None)
    if there.all():
        return sums
    weights = mean(there.astype(sums.dtype), 1.0)
    known = weights >= least
    if missing == "keep":
        known &= there
    return np.divide(sums, weights, out=np.full_like(sums, np.nan), where=known)
