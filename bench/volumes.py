#!/usr/bin/env python3
"""Times Gaussians of volumes, of single axes and of batches of small images on a GPU, as a table in Markdown; bench/arrays.py times
them on the CPU.

    PYTHONPATH=build/release/python bench/volumes.py [--sides 256 512] [--sigma 5]

float32, order 3 (approximation=3), mode nearest, milliseconds, medians of warm calls into an array that is there, beside a copy of the
array and CuPy.
"""
import argparse
import time

import cupy
import cupyx.scipy.ndimage
import numpy as np

import sweep


def milliseconds(run, calls=30):
    begin, end = (cupy.cuda.Event() for _ in range(2))
    times, until = [], time.perf_counter() + 0.2
    while len(times) < calls or time.perf_counter() < until:
        begin.record()
        run()
        end.record()
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(begin, end))
    return sorted(times[len(times) // 2:])[len(times) // 4]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--sides", type=int, nargs="+", default=(256, 512))
    parser.add_argument("--sigma", type=float, default=5.0)
    args = parser.parse_args()
    sigma = args.sigma
    print("| array, axes | copy | sweep | CuPy | largest difference |\n" + "|---" * 5 + "|")

    def row(name, shape, axes, with_peer=True):
        x = cupy.random.default_rng(1).random(shape, dtype=np.float32)
        out = cupy.empty_like(x)
        copy = milliseconds(lambda: cupy.copyto(out, x))
        ours = milliseconds(lambda: sweep.gaussian_filter(x, sigma, mode="nearest", approximation=3, axes=axes, output=out))
        theirs, difference = float("nan"), float("nan")
        if with_peer:
            sigmas = [sigma if a in axes else 0 for a in range(x.ndim)]
            theirs = milliseconds(lambda: cupyx.scipy.ndimage.gaussian_filter(x, sigmas, mode="nearest"), 3)
            difference = float(abs(cupyx.scipy.ndimage.gaussian_filter(x, sigmas, mode="nearest") - out).max())
        print(f"| {name} | {copy:.4g} | {ours:.4g} | {theirs:.4g} | {difference:.1e} |", flush=True)

    for side in args.sides:
        for axes in ((0, 1, 2), (0,), (1,), (2,)):
            row(f"{side}^3, {axes}", (side,) * 3, axes)
    plane = 4096
    for axes in ((0, 1), (0,), (1,)):
        row(f"{plane}^2, {axes}", (plane, plane), axes)
    for side in (64, 128, 256, 512):
        row(f"{(plane // side) ** 2} x {side}^2, (1, 2)", ((plane // side) ** 2, side, side), (1, 2), with_peer=side == 256)


if __name__ == "__main__":
    main()
