#!/usr/bin/env python3
"""Compares the Python module with other libraries, each where it is installed: Gaussians, cubic B-spline coefficients and
summed-area tables of float32, as one table in Markdown with the error and the time of each.

    PYTHONPATH=build/release/python bench/peers.py [--on cpu gpu] [--sides 2048 8192] [--seconds 1]

On a CPU: SciPy, NumPy, OpenCV, ITK. On a GPU: CuPy, PyTorch, torchvision; arrays are there already. A library that is not
installed has a line below the table that says so.

Errors are largest differences, in units of the largest value, for an image of 600 x 500: from SciPy in double, of Gaussians
cut off at 8 sigma, with the library's own boundary, and of tables from sums in double. Times are medians of warm calls in ms,
on a GPU between two events of the stream. A library whose single call takes more than ten times --seconds is not asked for
larger images.
"""
import argparse
import os
import sys
import time
from collections import namedtuple

import numpy as np

# name; on_gpu; array(x): a NumPy array as the library takes it; boundary, by SciPy's name; run: what it can, as functions of
# (x, sigma). `most` is the largest sigma that it is asked for.
Peer = namedtuple("Peer", "name on_gpu array boundary run most", defaults=(10**9,))
GAUSSIAN, SPLINE, TABLE = "Gaussian", "cubic B-spline", "table"


def sweep_on(engine):
    import sweep

    run = {GAUSSIAN: lambda x, s: sweep.gaussian_filter(x, s, engine=engine),
           SPLINE: lambda x, _: sweep.spline_filter(x, 3, mode="reflect", engine=engine),
           TABLE: lambda x, _: sweep.integral(x, engine=engine)}
    if engine == "cuda":
        sweep.integral(to_torch(np.ones((2, 2), np.float32)))  # an error that says why, where there is no GPU
    return Peer("sweep", engine == "cuda", to_torch if engine == "cuda" else np.asarray, "reflect", run)


def scipy():
    import scipy.ndimage as nd

    return Peer("SciPy", False, np.asarray, "reflect",
                {GAUSSIAN: lambda x, s: nd.gaussian_filter(x, s),
                 SPLINE: lambda x, _: nd.spline_filter(x, 3, output=np.float32, mode="reflect")})


def numpy():
    return Peer("NumPy", False, np.asarray, "reflect", {TABLE: lambda x, _: x.cumsum(0).cumsum(1)})


def opencv():
    import cv2

    return Peer("OpenCV", False, np.asarray, "mirror",
                {GAUSSIAN: lambda x, s: cv2.GaussianBlur(x, (0, 0), s, borderType=cv2.BORDER_REFLECT_101),
                 TABLE: lambda x, _: cv2.integral(x, sdepth=cv2.CV_32F)[1:, 1:]})


def itk():
    import itk

    return Peer("ITK", False, np.asarray, "nearest",
                {GAUSSIAN: lambda x, s: itk.smoothing_recursive_gaussian_image_filter(x, sigma=float(s))})


def to_torch(x):
    import torch

    return torch.from_numpy(np.ascontiguousarray(x)).cuda()


def cupy():
    import cupy
    import cupyx.scipy.ndimage as nd
    import torch

    def on_stream(run):  # that of the events
        def call(x, s):
            with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
                return run(x, s)
        return call

    return Peer("CuPy", True, cupy.asarray, "reflect",
                {GAUSSIAN: on_stream(nd.gaussian_filter),
                 SPLINE: on_stream(lambda x, _: nd.spline_filter(x, 3, output=np.float32, mode="reflect")),
                 TABLE: on_stream(lambda x, _: x.cumsum(0).cumsum(1))})


def pytorch():
    import torch
    import torch.nn.functional as F

    torch.backends.cudnn.allow_tf32 = False

    def gaussian(x, sigma):  # one axis after the other, as SciPy does it: 4 sigma on either side
        radius = int(4 * sigma + 0.5)
        taps = torch.exp(-0.5 * (torch.arange(-radius, radius + 1, device=x.device) / sigma) ** 2)
        taps = taps / taps.sum()
        for shape, pad in (((1, 1, -1, 1), (0, 0, radius, radius)), ((1, 1, 1, -1), (radius, radius, 0, 0))):
            x = F.conv2d(F.pad(x.reshape(1, 1, *x.shape[-2:]), pad, mode="replicate"), taps.reshape(shape))
        return x

    return Peer("PyTorch", True, to_torch, "nearest",
                {GAUSSIAN: gaussian, TABLE: lambda x, _: x.cumsum(0).cumsum(1)})


def torchvision():
    import torchvision.transforms.functional as tv

    def gaussian(x, sigma):
        return tv.gaussian_blur(x[None, None], [2 * int(4 * sigma + 0.5) + 1] * 2, [sigma] * 2)

    # It pads by reflection, which needs an image that is larger than the filter, and has one pass over both axes.
    return Peer("torchvision", True, to_torch, "mirror", {GAUSSIAN: gaussian}, 40)


def find(makers):
    """Returns the peers that are here, and a line for each other."""
    found, missing = [], []
    for name, make in makers:
        try:
            found.append(make())
        except Exception as problem:  # not installed, or without the GPU that it needs
            missing.append(f"{name} is skipped: {str(problem).splitlines()[0] if str(problem) else type(problem).__name__}")
    return found, missing


def as_numpy(x):
    return np.squeeze(x.get() if hasattr(x, "get") else x.cpu().numpy() if hasattr(x, "cpu") else np.asarray(x))


def truth(work, x, sigma, boundary):
    import scipy.ndimage as nd

    x = x.astype(np.float64)
    if work == TABLE:
        return x.cumsum(0).cumsum(1)
    if work == SPLINE:
        return nd.spline_filter(x, 3, mode=boundary)
    return nd.gaussian_filter(x, sigma, truncate=8, mode=boundary)


def median_ms(run, on_gpu, seconds):
    """Returns the median of as many calls as fit into `seconds`, and of three at least, unless one takes ten times as long."""
    def once():
        if not on_gpu:
            start = time.perf_counter()
            run()
            return (time.perf_counter() - start) * 1e3
        import torch

        before, after = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        before.record()
        run()
        after.record()
        after.synchronize()
        return before.elapsed_time(after)

    first, times = once(), []
    if first > 10e3 * seconds:
        return first
    end = time.perf_counter() + seconds
    while len(times) < 3 or (time.perf_counter() < end and len(times) < 100):
        times.append(once())
    return sorted(times)[len(times) // 2]


def cells(peer, work, sigma, small, sides, seconds):
    """Returns the error and the time of each side, or the error's name: a library that cannot is a result, too."""
    run = peer.run[work]
    try:
        wanted = truth(work, small, sigma, peer.boundary)
        yield f"{np.abs(as_numpy(run(peer.array(small), sigma)) - wanted).max() / np.abs(wanted).max():.1e}"
    except Exception as problem:
        yield type(problem).__name__
    is_slow = False
    for side in sides:
        if is_slow:
            yield "-"
            continue
        try:
            x = peer.array(np.random.default_rng(side).random((side, side), dtype=np.float32))
            ms = median_ms(lambda: run(x, sigma), peer.on_gpu, seconds)
            is_slow = ms > 10e3 * seconds
            yield f"{ms:.3f}" if ms < 100 else f"{ms:.0f}"
        except Exception as problem:
            yield type(problem).__name__


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", nargs="+", choices=["cpu", "gpu"], default=["cpu", "gpu"])
    parser.add_argument("--sides", type=int, nargs="+", default=[2048, 8192])
    parser.add_argument("--sigmas", type=float, nargs="+", default=[2, 5, 40, 340])
    parser.add_argument("--seconds", type=float, default=1, help="for each time of the table")
    parser.add_argument("--skip", nargs="*", default=[], help="names of libraries to leave out")
    arguments = parser.parse_args()
    makers = []
    if "gpu" in arguments.on:
        makers += [("sweep on a GPU", lambda: sweep_on("cuda")), ("CuPy", cupy), ("PyTorch", pytorch),
                   ("torchvision", torchvision)]
    if "cpu" in arguments.on:
        makers += [("sweep on a CPU", lambda: sweep_on("cpu")), ("SciPy", scipy), ("NumPy", numpy), ("OpenCV", opencv),
                   ("ITK", itk)]
    peers, missing = find([(name, make) for name, make in makers if name not in arguments.skip])
    small = np.random.default_rng(1).random((600, 500), dtype=np.float32)
    sides = sorted(arguments.sides)
    print("| float32 | library | on | error | " + " | ".join(f"{side}², ms" for side in sides) + " |\n|---|---|---|---|" +
          "---|" * len(sides))
    works = [(f"{GAUSSIAN}, sigma {sigma:g}", GAUSSIAN, sigma) for sigma in arguments.sigmas]
    for title, work, sigma in works + [(SPLINE, SPLINE, 0), (TABLE, TABLE, 0)]:
        for peer in peers:
            if work in peer.run and sigma <= peer.most:
                row = " | ".join(cells(peer, work, sigma, small, sides, arguments.seconds))
                print(f"| {title} | {peer.name} | {'GPU' if peer.on_gpu else 'CPU'} | {row} |", flush=True)
    versions = [f"{name} {sys.modules[name].__version__}" for name in ("cupy", "torch", "torchvision", "scipy", "numpy", "cv2", "itk")
                if hasattr(sys.modules.get(name), "__version__")]
    print(f"\n{', '.join(versions)}; {len(os.sched_getaffinity(0))} processors" + "".join(f"\n{line}" for line in missing))

    # What a call costs beside its work: a picture so small that this takes next to nothing.
    for peer in peers:
        if peer.name != "sweep":
            continue
        import sweep

        tiny, engine = peer.array(np.ones((64, 64), np.float32)), "cuda" if peer.on_gpu else "cpu"
        out = sweep.gaussian_filter(tiny, 5, engine=engine)
        count, start = 2000, time.perf_counter()
        for _ in range(count):
            sweep.gaussian_filter(tiny, 5, output=out, engine=engine)
        print(f"a call of sweep on a {'GPU' if peer.on_gpu else 'CPU'} takes "
              f"{(time.perf_counter() - start) / count * 1e6:.1f} us of the caller's time at 64 x 64")


if __name__ == "__main__":
    main()
