"""What both test files share: SciPy where it was found, and arrays to filter."""
import unittest

import numpy as np

try:
    import scipy.ndimage as ndimage
    import scipy.signal as signal
except ImportError:
    ndimage = signal = None

needs_scipy = unittest.skipUnless(ndimage, "SciPy was not found")


def noise(*shape, dtype=np.float64):
    return np.random.default_rng(7).random(shape).astype(dtype)


def unaligned(x):
    """Returns the same array at an address that is no multiple of the size of its samples."""
    memory = np.zeros(x.nbytes + 1, np.uint8)
    got = np.ndarray(x.shape, x.dtype, memory.data, 1)
    got[...] = x
    return got
