#!/usr/bin/env python3
"""Times tridiagonal systems on the CPU beside SciPy's solve_banded and a copy of the image, as a table in Markdown: the smallest time of some
calls in ms by the clock, and the smallest that all threads of the process took together, which other work on the processors changes least.

    PYTHONPATH=build/release/python bench/tridiagonal.py [--cuda]

--cuda: on a GPU's arrays of CuPy, medians in ms, beside gtsv2StridedBatch of cuSPARSE, which has lines of the last axis alone, and a
copy of an array. Random dominant systems. SciPy has one system a call: it is called for each, on at most 64 of them, and the rest is counted as if.
"""
import ctypes
import sys

import numpy as np

import sweep
from arrays import timed


def by_scipy(arrays, axis):
    """Returns the time of the process in solve_banded() for all lines, and the largest difference relative to the largest value."""
    from scipy.linalg import solve_banded

    lines = [np.moveaxis(a, axis, -1).reshape(-1, a.shape[axis]) for a in arrays]
    a, b, c, d = (line[:64] for line in lines)
    bands = np.zeros((len(a), 3, a.shape[1]), a.dtype)
    bands[:, 0, 1:], bands[:, 1], bands[:, 2, :-1] = c[:, :-1], b, a[:, 1:]
    share = len(lines[0]) / len(a)
    work = timed(lambda: [solve_banded((1, 1), m, r, check_finite=False) for m, r in zip(bands, d)], 3)[2]
    want = np.array([solve_banded((1, 1), m.astype(float), r.astype(float)) for m, r in zip(bands, d)])
    got = np.moveaxis(sweep.solve_tridiagonal(*arrays, axis), axis, -1).reshape(lines[0].shape)[:64]
    return work * share, np.abs(got - want).max() / np.abs(want).max()


def cusparse_of(cupy):
    """Returns solve(a, b, c, d) of cuSPARSE, which writes the solution to d."""
    handle = ctypes.c_void_p(cupy.cuda.device.get_cusparse_handle())  # loads the library
    library = next(ctypes.CDLL(line.split()[-1]) for line in open("/proc/self/maps") if "libcusparse.so" in line)

    def solve(a, b, c, d):
        letter = "D" if d.dtype == np.float64 else "S"
        lines = d.size // d.shape[-1]
        arguments = [handle, ctypes.c_int(d.shape[-1]), *(ctypes.c_void_p(x.data.ptr) for x in (a, b, c, d)), ctypes.c_int(lines),
                     ctypes.c_int(d.shape[-1])]
        size = ctypes.c_size_t()
        status = getattr(library, f"cusparse{letter}gtsv2StridedBatch_bufferSizeExt")(*arguments, ctypes.byref(size))
        room = cupy.empty(max(size.value, 1), np.uint8)
        status = status or getattr(library, f"cusparse{letter}gtsv2StridedBatch")(*arguments, ctypes.c_void_p(room.data.ptr))
        if status != 0:
            raise RuntimeError(f"cuSPARSE: {status}")

    return solve


def on_cuda():
    import cupy

    from edge_filter import timed as timed_on_cuda

    cusparse = cusparse_of(cupy)
    random = np.random.default_rng(0)
    print("| systems | Sweep | cuSPARSE | copy | error | of cuSPARSE |\n|---|---|---|---|---|---|")
    for dtype in (np.float32, np.float64):
        for shape, axis in (((1, 4_000_000), 1), ((512, 512), 1), ((4096, 4096), 1), ((4096, 4096), 0), ((256, 256, 256), 1)):
            host = [random.uniform(-1, 1, shape).astype(dtype) for _ in range(3)]
            host.insert(1, (np.abs(host[0]) + np.abs(host[1]) + 0.1).astype(dtype))
            a, b, c, d = map(cupy.asarray, host)
            some = (slice(0, 4),) + (slice(None),) * (len(shape) - 1) if axis else (slice(None), slice(0, 4))
            want = sweep.solve_tridiagonal(*(x[some].astype(float) for x in host), axis=axis)
            off = [np.abs(sweep.solve_tridiagonal(a, b, c, d, axis)[some].get() - want).max() / np.abs(want).max()]
            times = [timed_on_cuda(lambda: sweep.solve_tridiagonal(a, b, c, d, axis))]
            if axis == len(shape) - 1:
                a[..., 0], c[..., -1] = 0, 0
                x = d.copy()
                cusparse(a, b, c, x)
                off.append(np.abs(x[some].get() - want).max() / np.abs(want).max())
                times.append(timed_on_cuda(lambda: cusparse(a, b, c, x)))
            else:
                off.append(np.nan), times.append(np.nan)
            copy = timed_on_cuda(d.copy)
            name = f"{' x '.join(map(str, shape))}, axis {axis}, {np.dtype(dtype)}"
            print(f"| {name} | {times[0]:.3f} | {times[1]:.3f} | {copy:.3f} | {off[0]:.0e} | {off[1]:.0e} |", flush=True)


def main():
    if "--cuda" in sys.argv[1:]:
        return on_cuda()
    random = np.random.default_rng(0)
    print("| systems | Sweep | work | SciPy, work | copy | error |\n|---|---|---|---|---|---|")
    for dtype in (np.float32, np.float64):
        for shape, axis in (((1, 1000), 1), ((1, 100_000), 1), ((1, 4_000_000), 1), ((512, 512), 1), ((512, 512), 0), ((2048, 2048), 1),
                            ((2048, 2048), 0), ((128, 128, 128), 1)):
            a, c, d = (random.uniform(-1, 1, shape).astype(dtype) for _ in range(3))
            b = (np.abs(a) + np.abs(c) + 0.1).astype(dtype)
            wall, _, work = timed(lambda: sweep.solve_tridiagonal(a, b, c, d, axis))
            scipy, error = by_scipy((a, b, c, d), axis)
            copy = timed(d.copy)[2]
            name = f"{' x '.join(map(str, shape))}, axis {axis}, {np.dtype(dtype)}"
            print(f"| {name} | {wall:.2f} | {work:.2f} | {scipy:.2f} | {copy:.2f} | {error:.0e} |", flush=True)


if __name__ == "__main__":
    main()
