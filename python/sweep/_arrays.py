"""Where an array lies and how a plan runs on it: arrays of NumPy, CuPy, PyTorch, and of others by DLPack."""
from __future__ import annotations

import contextlib
import importlib
import math
import sys

import numpy as np

from ._arguments import shown


def library_of(x):
    return type(x).__module__.partition(".")[0]


def _type_of(output):
    """Returns the type of NumPy that stands in place of an array for the output."""
    try:
        return np.dtype(output)
    except TypeError:
        more = ": mode stands behind output, as in SciPy" if isinstance(output, str) else ""
        raise TypeError(f"output must be an array of the input's kind, or a type, not {shown(output)}{more}") from None


def require_no_stream(stream):
    """Raises ValueError for a stream that nothing in host memory would be on."""
    if stream is not None:
        raise ValueError("stream is for arrays on a GPU: leave it out")


class _Host:
    """A NumPy array, or what becomes one; also a tensor of PyTorch in host memory."""

    on_cuda, device, parameters = False, None, ()

    def __init__(self, x):
        self.is_tensor = library_of(x) == "torch"
        if isinstance(x, np.ma.MaskedArray):
            raise TypeError("masked arrays have no weights here: fill them, with NaN and missing=\"keep\" or otherwise")
        self.array = array = np.asarray(x.detach() if self.is_tensor else x)
        if array.dtype.kind not in "biuf":
            raise TypeError(f"images are of real numbers, not {array.dtype}")
        if array.dtype not in (np.float32, np.float64) or not array.flags.aligned:  # in another byte order, too
            native = array.dtype.newbyteorder("=")
            self.array = array = np.require(array, native if native == np.float32 else np.float64, ["ALIGNED"])
        self.shape, self.is_f64 = array.shape, array.dtype == np.float64

    def on_device(self):
        """Makes the GPU of the image, if it is on one, the current one."""
        return contextlib.nullcontext()

    def run(self, plan, count, step, output, stream):
        require_no_stream(stream)
        source = self.array if self.array.flags.c_contiguous else np.ascontiguousarray(self.array)
        given, target = self._targets(source, output)
        plan.run(count, source.ctypes.data, 0, step, target.ctypes.data, 0, step)
        if target is not given:
            given[...] = target
        return self._result(given, output)

    def run_each(self, runs, output):
        """Calls run(source, target) of each of these, with packed arrays of the image's type, from the target of the one before, and returns
        the last one's. All write to the same memory, that of the output where that can be."""
        given, target = self._targets(self.array, output)
        source = self.array
        for run in runs:
            run(source, target)
            source = target
        if target is not given:
            given[...] = target
        return self._result(given, output)

    def _targets(self, source, output):
        """Returns the array that the result is for, and the one to which it is written: the same if that has the samples for it."""
        given = self._given(output)
        takes_samples = (given.dtype == self.array.dtype and given.flags.c_contiguous and given.flags.aligned
                         and (given.ctypes.data == source.ctypes.data or not np.may_share_memory(given, source)))
        return given, given if takes_samples else np.empty(self.shape, self.array.dtype)

    def keep(self, array, output):
        """Returns a part of an array that has the shape of this image, in `output` or in memory of its own."""
        given = self._given(output)
        given[...] = array
        return self._result(given, output)

    def _result(self, given, output):
        if not self.is_tensor:
            return given
        import torch

        return torch.from_numpy(given) if output is None else output

    def _given(self, output):
        """Returns the array that the result is for: `output`, or one of its type, or one like the image."""
        if output is None:
            return np.empty(self.shape, self.array.dtype)
        if not isinstance(output, np.ndarray):
            output = output.numpy() if self.is_tensor and library_of(output) == "torch" else np.empty(self.shape, _type_of(output))
        if isinstance(output, np.ma.MaskedArray):
            raise ValueError("output is a masked array: give one without a mask")
        if output.shape != self.shape:
            raise ValueError(f"output has shape {output.shape}, the input {self.shape}")
        if output.dtype.kind not in "biufc":
            raise ValueError(f"output has dtype {output.dtype}: it must have numbers")
        if not output.flags.writeable:
            raise ValueError("output is read-only")
        if any(stride == 0 and n > 1 for stride, n in zip(output.strides, output.shape)):
            raise ValueError("samples of output lie in one place: give an array of its own")
        return output


def _address_of(stream):
    return getattr(stream, "cuda_stream", getattr(stream, "ptr", stream))


class _OnCuda:
    """An array in the memory of a GPU. The classes below ask each library directly, which costs less than a description."""

    on_cuda, is_f64, parameters = True, False, ()

    def run(self, plan, count, step, output, stream):
        source = self.array if self.is_packed(self.array) else self.packed()
        target = self._target(output)
        stream = self.stream() if stream is None else _address_of(stream)
        plan.run_cuda(count, self.address(source), 0, step, self.address(target), 0, step, stream)
        return target

    def run_each(self, runs, output):
        """Calls run(source, target) of each of these on the result of the one before, and returns the last one's. Only the last one
        has a target."""
        target, source = self._target(output), self.array
        for run in runs[:-1]:
            source = run(source, None)
        if self._share_memory(source, target):
            target[...] = runs[-1](source, None)
        else:
            runs[-1](source, target)
        return target

    def is_in(self, output):
        """True if the result would lie where the samples do."""
        return type(output) is type(self.array) and tuple(output.shape) == self.shape and self._share_memory(self.array, output)

    def _share_memory(self, a, b):
        """True if packed arrays of this shape do; what is not packed is copied before it is filtered."""
        return self.is_packed(a) and abs(self.address(a) - self.address(b)) < 4 * math.prod(self.shape)

    def keep(self, array, output):
        """Returns a part of an array that has the shape of this image, in `output` or in memory of its own."""
        target = self._target(output)
        target[...] = array
        return target

    def _target(self, output):
        if output is None:
            return self.empty()
        if type(output) is not type(self.array) or tuple(output.shape) != self.shape or not self.is_packed(output):
            raise ValueError(f"output must be a packed float32 array of shape {self.shape} on the GPU, as the input")
        self.require_float(output)
        return output


class _Torch(_OnCuda):
    def __init__(self, x):
        import torch

        self.torch, self.array, self.shape, self.device = torch, x, tuple(x.shape), x.device.index
        self.require_float(x)

    def on_device(self):
        return self.torch.cuda.device(self.device)

    def require_float(self, x):
        if x.dtype is not self.torch.float32 or not x.is_cuda:
            raise TypeError(f"a GPU filters float32, not {x.dtype} on {x.device}: convert the tensor")

    def is_packed(self, x):
        return x.is_contiguous()

    def packed(self):
        return self.array.contiguous()

    def empty(self):
        return self.torch.empty_like(self.array, memory_format=self.torch.contiguous_format)

    def stream(self):
        return self.torch.cuda.current_stream(self.array.device).cuda_stream

    def address(self, x):
        return x.data_ptr()


class _CuPy(_OnCuda):
    def __init__(self, x):
        import cupy

        self.cupy, self.array, self.shape, self.device = cupy, x, x.shape, x.device.id
        self.require_float(x)

    def on_device(self):
        return self.cupy.cuda.Device(self.device)

    def require_float(self, x):
        if x.dtype != np.float32:
            raise TypeError(f"a GPU filters float32, not {x.dtype}: convert the array")

    def is_packed(self, x):
        return x.flags.c_contiguous

    def packed(self):
        return self.cupy.ascontiguousarray(self.array)

    def empty(self):
        return self.cupy.empty(self.shape, self.cupy.float32)

    def stream(self):
        return self.cupy.cuda.get_current_stream().ptr

    def address(self, x):
        return x.data.ptr


class Asked:
    """In place of an image of this shape: a filter then returns what ask() says of its plan. `parameters`: further ones of the plan."""

    array, on_cuda, device = None, False, None
    on_device = _Host.on_device

    def __init__(self, ask, shape, is_f64=True, parameters=()):
        self.ask, self.shape, self.is_f64, self.parameters = ask, shape, is_f64, parameters

    def run(self, plan, count, step, output, stream):
        return self.ask(plan)


def impulse():
    """Returns what is in place of an image that is filtered along its last axis: the filter then returns its response to an impulse, away
    from it, as lists of pairs (pole, weight) of exponentials, behind the impulse and before it."""
    return Asked(lambda plan: tuple(plan.exponentials(1, before) for before in (False, True)), (1, 2))


def image_of(x):
    """Returns what runs a plan on an array: its class is that of the memory in which the array lies."""
    if isinstance(x, Asked):
        return x
    library = library_of(x)
    if library == "cupy":
        return _CuPy(x)
    if library == "torch":
        if x.device.type not in ("cpu", "cuda") or x.layout is not sys.modules["torch"].strided:
            raise TypeError(f"tensors are dense, and on the CPU or a CUDA GPU, not {x.layout} on {x.device}")
        return _Torch(x) if x.is_cuda else _Host(x)
    if hasattr(x, "__cuda_array_interface__"):  # of another library: CuPy describes it without a copy
        try:
            import cupy
        except ImportError:
            raise TypeError("an array on a GPU that is not of PyTorch needs CuPy: install it") from None
        return _CuPy(cupy.asarray(x))
    return _Host(x)


# The devices of DLPack: the memory of the CPU, also pinned; that of a GPU, also managed.
_HOST_MEMORY, _CUDA_MEMORY = (1, 3), (2, 13)


def dlpack_device(x):
    """Returns the kind and the number of the device of an array that has DLPack alone, and otherwise None: the classes
    above and NumPy read all others."""
    if library_of(x) in ("numpy", "cupy", "torch") or not hasattr(type(x), "__dlpack_device__"):
        return None
    if hasattr(x, "__cuda_array_interface__"):
        return None
    kind, number = map(int, x.__dlpack_device__())
    if kind not in _HOST_MEMORY + _CUDA_MEMORY:
        raise TypeError(f"arrays are in the memory of the CPU or of a CUDA GPU, not on the device {kind} of DLPack")
    return None if kind in _HOST_MEMORY and hasattr(x, "__array__") else (kind, number)


def shape_of(x):
    return tuple(x.shape) if hasattr(x, "shape") else np.shape(x)


def is_complex(x):
    return isinstance(x, np.ndarray) and x.dtype.kind == "c"


def by_parts(run, x, cval, output):
    """Returns run(part, cval) of the real and of the imaginary part, which a real cval does not continue, as one complex array, in
    `output` if that is given."""
    real, imaginary = run(x.real, cval), run(x.imag, 0.0)
    result = np.empty(x.shape, np.result_type(real, np.complex64))
    result.real, result.imag = real, imaginary
    return kept(result, output)


def kept(result, output):
    """Returns a complex array, in `output` if that is given, or as that type."""
    if output is None:
        return result
    if not isinstance(output, np.ndarray):
        output = np.empty(result.shape, _type_of(output))
    if output.dtype.kind != "c" or output.shape != result.shape:
        raise ValueError(f"output must be complex, of shape {result.shape}")
    output[...] = result
    return output


def is_on_cuda(x):
    device = dlpack_device(x)
    return device[0] in _CUDA_MEMORY if device else getattr(x, "is_cuda", hasattr(x, "__cuda_array_interface__"))


def module_of(x):
    """Returns the module with NumPy's functions that an array is of: NumPy or CuPy."""
    return importlib.import_module(library_of(x))


def _cuda_library(x):
    """Returns CuPy or PyTorch, which read and allocate the memory of a GPU: that of `x`, or one that is here."""
    for name in [library_of(x)] if library_of(x) in ("cupy", "torch") else ["cupy", "torch"]:
        try:
            return importlib.import_module(name)
        except ImportError:
            pass
    raise TypeError("an array on a GPU that has DLPack alone needs CuPy or PyTorch: install one")


def _current(library, stream):
    """Makes a stream the current one of a library, so that what the library does with an array follows what is there."""
    if stream is None or library is np:
        return contextlib.nullcontext()
    external = library.cuda.ExternalStream(_address_of(stream))
    return external if library.__name__ == "cupy" else library.cuda.stream(external)


class _ToBeWritten:
    """Shares an array by the first version of DLPack, by which no library shares what is read-only."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, stream=None, **newer):
        return self.array.__dlpack__() if stream is None else self.array.__dlpack__(stream=stream)


class _Unlocked:
    """A view of NumPy without its mark: it takes all that comes by the first version of DLPack for read-only."""

    def __init__(self, view):
        self.view = view
        self.__array_interface__ = {**view.__array_interface__, "data": (view.ctypes.data, False)}


def _view(library, x, error):
    """Returns the same memory as an array of NumPy, CuPy or PyTorch."""
    try:
        return library.from_dlpack(x)
    except (BufferError, RuntimeError) as refused:  # which of the two depends on the library
        raise error(f"the array cannot be shared by DLPack: {refused}") from refused


def on_host(x):
    """Returns an array of NumPy, of float32 or float64."""
    return _Host(_view(np, x, TypeError) if dlpack_device(x) else x).array


def on_device_of(x):
    """Makes the GPU of an array of CuPy or PyTorch the current one."""
    return importlib.import_module("torch").cuda.device(x.device) if library_of(x) == "torch" else x.device


def on_stream(image, stream):
    """Makes a stream the current one of the library that has an image."""
    if not image.on_cuda:
        require_no_stream(stream)
    return _current(_cuda_library(image.array) if image.on_cuda else np, stream)


def through_dlpack(run, x, output, stream):
    """Calls run(image, output) with views of what has DLPack alone, and returns the result as the kind of `x`."""
    on_cuda = is_on_cuda(x)
    library = _cuda_library(x) if on_cuda else np
    with _current(library, stream):
        image, target = x, output
        if dlpack_device(x):
            image = _view(library, x, TypeError)
        if dlpack_device(output):
            if is_on_cuda(output) != on_cuda:
                raise ValueError("output must be in the memory that the input is in")
            target = _view(library, _ToBeWritten(output), ValueError)
            target = target if on_cuda else np.asarray(_Unlocked(target))
        got = run(image, target)
        if got is target:
            return output
        namespace = x.__array_namespace__() if hasattr(x, "__array_namespace__") else sys.modules.get(library_of(x))
        back = getattr(namespace, "from_dlpack", None)
        return back(got) if back else got
