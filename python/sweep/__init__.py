"""Recursive filters and summed-area tables on images, on a GPU or a CPU.

Every function takes a NumPy array, or without a copy whatever has
``__cuda_array_interface__`` (CuPy, PyTorch) or shares its memory by DLPack (``__dlpack__``), and gives an array of the same
kind back. What has DLPack alone gets its own kind where its module has ``from_dlpack``, and otherwise an array of NumPy, or
on a GPU of CuPy or PyTorch, one of which must be there.

Functions that scipy.ndimage has take its arguments in its order, and their own by keyword. Where names and arguments are
SciPy's, so are the meanings; what is not here is refused. The differences: whole numbers give float64, where SciPy
truncates to whole numbers, and float32 stays float32 where SciPy's splines give float64; Gaussians are approximations
(``accuracy``); and recursive filters, which do not end, spread a NaN or an infinity over the channel of that image, on the
CPU over all of it, where SciPy's taps spread it as far as they reach; tables
spread it over all that is below and to the right, and uniform_filter at least over that. ``missing`` helps, or
``numpy.nan_to_num``.

Shapes: any, filtered along all axes, or along those of ``axes``. Images, (H, W), (H, W, C) with ``axes=(0, 1)`` and up to 4
channels, and N of them, (N, H, W) with ``axes=(1, 2)``, are filtered along both axes at once, other arrays along one after the
other; tables and what is made of local means have images alone. float32 and float64 stay what they are, in the
machine's byte order (a GPU has float32 alone); other numbers become float64, or float32 on a GPU. Complex arrays of NumPy
are filtered by parts.

float32 in an array of NumPy keeps its digits down to the smallest numbers; in a GPU's array, numbers of 1e-12 and less may lose
some where there is none larger. Beyond 1e37 float32 may overflow to NaN, and where a mean leaves little of the samples, as
where they cancel, it has the rounding of what was added up: give float64.

Plans are made at the first call for a shape and its parameters, and kept. Errors are SciPy's: ValueError, TypeError. A call
lets other threads of Python run, and ends before Ctrl+C is seen.
"""
from . import _sweep
from ._boxes import box_sum, integral, uniform_filter, uniform_filter1d
from ._classic import butter, cheby1, cheby2, ellip, exponential, lfilter2
from ._diffusion import diffuse
from ._edge import edge_filter, tone_map
from ._gaussians import (difference_of_gaussians, gaussian_filter, gaussian_filter1d, gaussian_gradient_magnitude, gaussian_laplace,
                         unsharp_mask)
from ._local import (guided_filter, local_mean_std, local_normalize, threshold_bradley, threshold_local, threshold_niblack,
                     threshold_sauvola)
from ._splines import spline_filter, spline_filter1d
from ._tridiagonal import solve_tridiagonal

__version__ = _sweep.__version__
__all__ = ["gaussian_filter", "gaussian_filter1d", "gaussian_laplace", "gaussian_gradient_magnitude", "difference_of_gaussians",
           "unsharp_mask", "spline_filter", "spline_filter1d", "uniform_filter", "uniform_filter1d", "integral", "box_sum", "lfilter2",
           "butter", "cheby1", "cheby2", "ellip", "exponential", "local_mean_std", "local_normalize", "threshold_niblack",
           "threshold_sauvola", "threshold_bradley", "threshold_local", "guided_filter", "edge_filter", "tone_map",
           "diffuse", "solve_tridiagonal"]
