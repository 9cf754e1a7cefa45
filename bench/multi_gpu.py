#!/usr/bin/env python3
"""Times a Gaussian of an image on one GPU and over all of them (sweep.multi_gpu), as a table in Markdown: milliseconds until all GPUs
are done, medians of calls; the largest difference between the two results.

    PYTHONPATH=build/release/python bench/multi_gpu.py [--sides 16384 32768] [--sigmas 5 100] [--larger SIDE]

--larger: an image that no single GPU holds, filtered once more without one GPU to compare with; a piece of it around a seam is
compared with the filter of a cut around it.
"""
import argparse
import time

import cupy
import numpy as np

import sweep
import sweep.multi_gpu


def made(rows, side, device):
    with cupy.cuda.Device(device):
        return cupy.random.default_rng(device).random((rows, side), dtype=np.float32)


def finished():
    for device in range(cupy.cuda.runtime.getDeviceCount()):
        cupy.cuda.Device(device).synchronize()


def milliseconds(run, calls=15):
    times = []
    for _ in range(calls + 3):
        finished()
        begin = time.perf_counter()
        run()
        finished()
        times.append(1e3 * (time.perf_counter() - begin))
    return sorted(times[3:])[calls // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--sides", type=int, nargs="+", default=(16384, 32768))
    parser.add_argument("--sigmas", type=float, nargs="+", default=(5.0, 100.0))
    parser.add_argument("--larger", type=int)
    args = parser.parse_args()
    count = cupy.cuda.runtime.getDeviceCount()
    print(f"{count} x {cupy.cuda.runtime.getDeviceProperties(0)['name'].decode()}, CuPy {cupy.__version__}\n")
    print(f"| side, sigma | one GPU | {count} GPUs | gain | largest difference |\n" + "|---" * 5 + "|")
    for side in args.sides:
        whole = made(side, side, 0)
        parts = []
        for device, rows in enumerate(np.array_split(np.arange(side), count)):
            with cupy.cuda.Device(device):
                parts.append(whole[rows[0]:rows[-1] + 1].copy())
        for sigma in args.sigmas:
            one = milliseconds(lambda: sweep.gaussian_filter(whole, sigma))
            all_ = milliseconds(lambda: sweep.multi_gpu.gaussian_filter(parts, sigma))
            with cupy.cuda.Device(0):
                want, first = sweep.gaussian_filter(whole, sigma), 0
                difference = 0.0
                for part in sweep.multi_gpu.gaussian_filter(parts, sigma):
                    got = part.copy()
                    difference = max(difference, float(abs(got - want[first:first + len(got)]).max()))
                    first += len(got)
                del want, got, part
            print(f"| {side}, {sigma:g} | {one:.3f} | {all_:.3f} | {one / all_:.2f} | {difference:.1e} |", flush=True)
        del whole, parts
        for device in range(count):
            with cupy.cuda.Device(device):
                cupy.get_default_memory_pool().free_all_blocks()
    if args.larger:
        side, pieces = args.larger, 3 * count  # an image has fewer than 2^31 samples
        parts = [made(len(rows), side, i // 3) for i, rows in enumerate(np.array_split(np.arange(side), pieces))]
        finished()
        begin = time.perf_counter()
        results = sweep.multi_gpu.gaussian_filter(parts, 5.0)
        finished()
        elapsed = time.perf_counter() - begin
        at = pieces // 2  # between two GPUs
        cut = np.concatenate([cupy.asnumpy(parts[at - 1][-600:, :1200]), cupy.asnumpy(parts[at][:600, :1200])])
        want = sweep.gaussian_filter(cut.astype(float), 5.0)[400:800, :800]
        got = np.concatenate([cupy.asnumpy(results[at - 1][-200:, :800]), cupy.asnumpy(results[at][:200, :800])])
        print(f"\n{side}^2, {4e-9 * side * side:.0f} GB and as much for the result: {1e3 * elapsed:.0f} ms the first time, within "
              f"{np.abs(got - want).max():.1e} of a cut around a seam in double")


if __name__ == "__main__":
    main()
