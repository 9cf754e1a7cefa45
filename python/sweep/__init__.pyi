# Types of the module; what everything means is in the docstrings.
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import numpy as np

# A NumPy array, an array of CuPy or PyTorch, or of a module with from_dlpack: the same kind comes back.
_Array = TypeVar("_Array")
_Mode = Literal["reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap",
                "none"]
_Modes = _Mode | Sequence[_Mode]  # one, or one an axis
_UniformMode = Literal["reflect", "grid-mirror", "constant", "grid-constant", "nearest", "mirror", "wrap", "grid-wrap"]
_StatisticMode = Literal["reflect", "grid-mirror", "nearest", "mirror", "wrap", "grid-wrap"]
_Engine = Literal["auto", "cuda", "cpu", "reference", "opengl"]
_Axes = int | Sequence[int] | None
_Band = Literal["low", "lowpass", "high", "highpass", "band", "pass", "bandpass", "stop", "bandstop"]
_Cutoff = float | Sequence[float]  # one, or the two of a band

__version__: str

def gaussian_filter(input: _Array, sigma: float | Sequence[float], order: int | Sequence[int] = 0, output: Any = None,
                    mode: _Modes = "reflect", cval: float = 0.0, truncate: float | None = None, *,
                    radius: int | Sequence[int] | None = None, axes: _Axes = None,
                    approximation: Literal[3, 4, 5] | None = None, accuracy: float | None = None,
                    missing: Literal["keep", "fill"] | None = None, engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def gaussian_filter1d(input: _Array, sigma: float, axis: int = -1, order: int = 0, output: Any = None, mode: _Mode = "reflect",
                      cval: float = 0.0, truncate: float | None = None, *, radius: int | None = None,
                      approximation: Literal[3, 4, 5] | None = None, accuracy: float | None = None,
                      missing: Literal["keep", "fill"] | None = None, engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def gaussian_laplace(input: _Array, sigma: float | Sequence[float], output: Any = None, mode: _Modes = "reflect",
                     cval: float = 0.0, *, axes: _Axes = None, truncate: float | None = None,
                     radius: int | Sequence[int] | None = None, approximation: Literal[3, 4, 5] | None = None,
                     accuracy: float | None = None, engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def gaussian_gradient_magnitude(input: _Array, sigma: float | Sequence[float], output: Any = None, mode: _Modes = "reflect",
                                cval: float = 0.0, *, axes: _Axes = None, truncate: float | None = None,
                                radius: int | Sequence[int] | None = None,
                                approximation: Literal[3, 4, 5] | None = None, accuracy: float | None = None,
                                engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def difference_of_gaussians(image: _Array, low_sigma: float | Sequence[float],
                            high_sigma: float | Sequence[float] | None = None, mode: _Modes = "nearest", cval: float = 0.0,
                            channel_axis: int | None = None, approximation: Literal[3, 4, 5] | None = None, output: Any = None,
                            stream: Any = None, engine: _Engine = "auto", accuracy: float | None = None) -> _Array: ...
def unsharp_mask(image: _Array, radius: float | Sequence[float] = 1.0, amount: float = 1.0, preserve_range: bool = False,
                 channel_axis: int | None = None, approximation: Literal[3, 4, 5] | None = None, output: Any = None,
                 stream: Any = None, engine: _Engine = "auto", accuracy: float | None = None) -> _Array: ...
def spline_filter(input: _Array, order: Literal[0, 1, 2, 3, 4, 5] = 3, output: Any = None, mode: _Modes = "mirror", *,
                  axes: _Axes = None, engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def spline_filter1d(input: _Array, order: Literal[0, 1, 2, 3, 4, 5] = 3, axis: int = -1, output: Any = None,
                    mode: _Mode = "mirror", *, engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def uniform_filter(input: _Array, size: int | Sequence[int] = 3, output: Any = None,
                   mode: _UniformMode | Sequence[_UniformMode] = "reflect", cval: float = 0.0,
                   origin: int | Sequence[int] = 0, *, axes: _Axes = None, missing: Literal["keep", "fill"] | None = None,
                   engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def uniform_filter1d(input: _Array, size: int, axis: int = -1, output: Any = None, mode: _UniformMode = "reflect",
                     cval: float = 0.0, origin: int = 0, *, missing: Literal["keep", "fill"] | None = None,
                     engine: _Engine = "auto", stream: Any = None) -> _Array: ...
def integral(x: _Array, output: Any = None, stream: Any = None, engine: _Engine = "auto", axes: _Axes = None) -> _Array: ...
def box_sum(table: Any, top: int, left: int, bottom: int, right: int, axes: _Axes = None) -> Any: ...
def lfilter2(x: _Array, a: Sequence[float], a_back: Sequence[float] | None = None, b: Sequence[float] | None = None,
             b_back: Sequence[float] | None = None, mode: _Modes = "reflect", cval: float = 0.0, axes: _Axes = None,
             output: Any = None, stream: Any = None, engine: _Engine = "auto") -> _Array: ...
def butter(x: _Array, order: int, cutoff: _Cutoff, btype: _Band = "low", mode: _Modes = "reflect", axes: _Axes = None,
           output: Any = None, stream: Any = None, engine: _Engine = "auto") -> _Array: ...
def cheby1(x: _Array, order: int, ripple: float, cutoff: _Cutoff, btype: _Band = "low", mode: _Modes = "reflect",
           axes: _Axes = None, output: Any = None, stream: Any = None, engine: _Engine = "auto") -> _Array: ...
def cheby2(x: _Array, order: int, attenuation: float, cutoff: _Cutoff, btype: _Band = "low", mode: _Modes = "reflect",
           axes: _Axes = None, output: Any = None, stream: Any = None, engine: _Engine = "auto") -> _Array: ...
def ellip(x: _Array, order: int, ripple: float, attenuation: float, cutoff: _Cutoff, btype: _Band = "low",
          mode: _Modes = "reflect", axes: _Axes = None, output: Any = None, stream: Any = None,
          engine: _Engine = "auto") -> _Array: ...
def exponential(x: _Array, alpha: float, mode: _Modes = "reflect", cval: float = 0.0, axes: _Axes = None, output: Any = None,
                stream: Any = None, engine: _Engine = "auto") -> _Array: ...
def local_mean_std(x: np.ndarray, size: int | Sequence[int], mode: _StatisticMode | Sequence[_StatisticMode] = "reflect",
                   axes: _Axes = None) -> tuple[np.ndarray, np.ndarray]: ...
def local_normalize(x: np.ndarray, size: int | Sequence[int], least: float | None = None,
                    mode: _StatisticMode | Sequence[_StatisticMode] = "reflect", axes: _Axes = None) -> np.ndarray: ...
def threshold_niblack(image: np.ndarray, window_size: int | Sequence[int] = 15, k: float = 0.2,
                      axes: _Axes = None) -> np.ndarray: ...
def threshold_sauvola(image: np.ndarray, window_size: int | Sequence[int] = 15, k: float = 0.2, r: float | None = None,
                      axes: _Axes = None) -> np.ndarray: ...
def threshold_bradley(image: np.ndarray, window_size: int | Sequence[int] | None = None, t: float = 0.15,
                      mode: _StatisticMode | Sequence[_StatisticMode] = "reflect", axes: _Axes = None) -> np.ndarray: ...
def threshold_local(image: np.ndarray, block_size: int | Sequence[int] = 3, method: Literal["mean", "gaussian"] = "gaussian",
                    offset: float = 0, mode: _UniformMode | Sequence[_UniformMode] = "reflect", cval: float = 0,
                    axes: _Axes = None) -> np.ndarray: ...
def guided_filter(image: np.ndarray, radius: int | Sequence[int], eps: float, guide: np.ndarray | None = None,
                  mode: _StatisticMode | Sequence[_StatisticMode] = "reflect", axes: _Axes = None) -> np.ndarray: ...
def diffuse(x: _Array, contrast: float, time: float, steps: int = 10, sigma: float = 1.0, axes: _Axes = None,
            channel_axis: int | None = None) -> _Array: ...
def solve_tridiagonal(lower: Any, diagonal: Any, upper: Any, rhs: Any, axis: int = -1) -> Any: ...
def edge_filter(x: _Array, sigma: float, range: float, guide: Any = None, iterations: int = 3,
                mode: Literal["reflect", "grid-mirror", "nearest", "zero"] = "reflect",
                engine: Literal["auto", "cuda", "cpu", "reference"] = "auto", stream: Any = None,
                missing: Literal["keep", "fill"] | None = None) -> _Array: ...
def tone_map(x: _Array, contrast: float = 50.0, sigma: float = 60.0, range: float = 0.4, iterations: int = 3,
             mode: Literal["reflect", "grid-mirror", "nearest", "zero"] = "reflect",
             engine: Literal["auto", "cuda", "cpu", "reference"] = "auto") -> _Array: ...
