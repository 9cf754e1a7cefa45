#!/usr/bin/env python3
"""Times Gaussians of volumes, of single axes and of batches of small images, as a table in Markdown.

    PYTHONPATH=build/release/python bench/volumes.py [--on cpu|cuda] [--sides 256 512] [--sigma 5]

float32, order 3 (approximation=3), mode nearest, milliseconds, medians of warm calls into an array that is there. On a GPU CuPy filters
beside it and a copy of the array is timed; on a CPU SciPy does.
"""
import argparse
import time

import numpy as np

import sweep


class Cpu:
    def __init__(self):
        import scipy.ndimage

        self.xp, self.peer, self.name = np, scipy.ndimage, "SciPy"

    def milliseconds(self, run, calls=7):
        times = []
        for _ in range(calls + 1):
            begin = time.perf_counter()
            run()
            times.append(1e3 * (time.perf_counter() - begin))
        return sorted(times[1:])[calls // 2]


class Cuda:
    def __init__(self):
        import cupy
        import cupyx.scipy.ndimage

        self.xp, self.peer, self.name = cupy, cupyx.scipy.ndimage, "CuPy"

    def milliseconds(self, run, calls=30):
        begin, end = (self.xp.cuda.Event() for _ in range(2))
        times, until = [], time.perf_counter() + 0.2
        while len(times) < calls or time.perf_counter() < until:
            begin.record()
            run()
            end.record()
            end.synchronize()
            times.append(self.xp.cuda.get_elapsed_time(begin, end))
        return sorted(times[len(times) // 2:])[len(times) // 4]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--sides", type=int, nargs="+", default=(256, 512))
    parser.add_argument("--sigma", type=float, default=5.0)
    args = parser.parse_args()
    on = Cuda() if args.on == "cuda" else Cpu()
    xp, sigma = on.xp, args.sigma
    print(f"| array, axes | copy | sweep | {on.name} | largest difference |\n" + "|---" * 5 + "|")

    def row(name, shape, axes, with_peer=True):
        x = xp.random.default_rng(1).random(shape, dtype=np.float32)
        out = xp.empty_like(x)
        copy = on.milliseconds(lambda: xp.copyto(out, x))
        ours = on.milliseconds(lambda: sweep.gaussian_filter(x, sigma, mode="nearest", approximation=3, axes=axes, output=out))
        theirs, difference = float("nan"), float("nan")
        if with_peer:
            sigmas = [sigma if a in axes else 0 for a in range(x.ndim)]
            theirs = on.milliseconds(lambda: on.peer.gaussian_filter(x, sigmas, mode="nearest"), 3)
            difference = float(abs(on.peer.gaussian_filter(x, sigmas, mode="nearest") - out).max())
        print(f"| {name} | {copy:.4g} | {ours:.4g} | {theirs:.4g} | {difference:.1e} |", flush=True)

    for side in args.sides:
        for axes in ((0, 1, 2), (0,), (1,), (2,)):
            row(f"{side}^3, {axes}", (side,) * 3, axes)
    plane = 4096 if args.on == "cuda" else 2048
    for axes in ((0, 1), (0,), (1,)):
        row(f"{plane}^2, {axes}", (plane, plane), axes)
    for side in (64, 128, 256, 512):
        row(f"{(plane // side) ** 2} x {side}^2, (1, 2)", ((plane // side) ** 2, side, side), (1, 2), with_peer=side == 256)


if __name__ == "__main__":
    main()
