#!/usr/bin/env python3
"""Compares the Python module with SciPy on a CPU, and with CuPy and torchvision on a GPU, where they are installed: error
and time of Gaussians, of cubic B-spline coefficients and of summed-area tables, as tables in Markdown.

    PYTHONPATH=build/release/python bench/peers.py [--cpu] [--sides 2048 8192]

Times are medians of warm calls in ms, on a GPU of the stream between two events, and without transfers. Errors are the
largest difference from SciPy in double (of Gaussians cut off at 8 sigma; a 600 x 500 image), in counts of an 8-bit picture.
"""
import argparse
import time

import numpy as np

import sweep

SIGMAS = (2, 5, 40, 340)


def median_ms(run, on_gpu, seconds=1.0):
    run()
    if on_gpu:
        import torch

        torch.cuda.synchronize()
    times, end = [], time.perf_counter() + seconds
    while len(times) < 3 or (time.perf_counter() < end and len(times) < 100):
        if on_gpu:
            before, after = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            before.record()
            run()
            after.record()
            after.synchronize()
            times.append(before.elapsed_time(after))
        else:
            start = time.perf_counter()
            run()
            times.append((time.perf_counter() - start) * 1e3)
    return sorted(times)[len(times) // 2]


def peers(on_gpu):
    """Returns the name, gaussian(x, sigma), and array(x) of each library that is here."""
    found = []
    if not on_gpu:
        found.append(("sweep", lambda x, s: sweep.gaussian_filter(x, s, engine="cpu"), np.asarray))
        import scipy.ndimage

        return found + [("SciPy", scipy.ndimage.gaussian_filter, np.asarray)]
    import torch

    def to_torch(x):
        return torch.from_numpy(np.ascontiguousarray(x)).cuda()

    found.append(("sweep", sweep.gaussian_filter, to_torch))
    try:
        import cupy
        import cupyx.scipy.ndimage

        def by_cupy(x, sigma):
            with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
                return cupyx.scipy.ndimage.gaussian_filter(x, sigma)

        found.append(("CuPy", by_cupy, cupy.asarray))
    except ImportError:
        pass
    try:
        import torchvision.transforms.functional

        def by_torchvision(x, sigma):
            return torchvision.transforms.functional.gaussian_blur(x[None, None], [2 * int(4 * sigma) + 1] * 2, [sigma] * 2)

        found.append(("torchvision", by_torchvision, to_torch))
    except ImportError:
        pass
    return found


def as_numpy(x):
    return np.squeeze(x.get() if hasattr(x, "get") else x.cpu().numpy() if hasattr(x, "cpu") else x)


def truth(x, sigma):
    import scipy.ndimage

    return scipy.ndimage.gaussian_filter(x.astype(np.float64), sigma, truncate=8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu", action="store_true", help="on a CPU, against SciPy")
    parser.add_argument("--sides", type=int, nargs="+", default=[2048, 8192])
    parser.add_argument("--skip", nargs="*", default=[], help="names of libraries to leave out")
    arguments = parser.parse_args()
    random = np.random.default_rng(1)
    small = random.random((600, 500), dtype=np.float32)
    print("| Gaussian, float32 | sigma | largest error, of 255 | " +
          " | ".join(f"ms at {side}^2" for side in arguments.sides) + " |\n|---|---|---|" + "---|" * len(arguments.sides))
    for name, gaussian, array in peers(not arguments.cpu):
        if name in arguments.skip:
            continue
        for sigma in SIGMAS:
            cells = []
            try:
                error = np.abs(as_numpy(gaussian(array(small), sigma)) - truth(small, sigma)).max() * 255
                cells.append(f"{error:.2g}")
            except Exception as problem:  # a library that cannot is a result, too
                cells.append(type(problem).__name__)
            for side in arguments.sides:
                try:
                    x = array(random.random((side, side), dtype=np.float32))
                    cells.append(f"{median_ms(lambda: gaussian(x, sigma), not arguments.cpu):.3f}")
                except Exception as problem:
                    cells.append(type(problem).__name__)
            print(f"| {name} | {sigma} | " + " | ".join(cells) + " |", flush=True)

    # What a call costs beside its kernels: a picture so small that these take next to nothing.
    tiny = peers(not arguments.cpu)[0][2](random.random((64, 64), dtype=np.float32))
    out = sweep.gaussian_filter(tiny, 5)
    count, start = 2000, time.perf_counter()
    for _ in range(count):
        sweep.gaussian_filter(tiny, 5, output=out)
    print(f"\na call takes {(time.perf_counter() - start) / count * 1e6:.1f} us of the caller's time at 64 x 64")


if __name__ == "__main__":
    main()
