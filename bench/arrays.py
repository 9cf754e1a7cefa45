#!/usr/bin/env python3
"""Times volumes and batches of small images on the CPU, as tables in Markdown: the smallest and the median of some calls in ms, and the
smallest time that all threads of the process took together, which other work on the processors changes least.

    PYTHONPATH=build/release/python bench/arrays.py [--side 256] [--scipy]

float32, sigma 5, reflect, with an output that is there. --scipy: SciPy beside it, one call each.
"""
import argparse
import time

import numpy as np

import sweep


def timed(run, count=15):
    """Returns the smallest and the median wall time, and the smallest time of the process, in ms."""
    run()
    walls, works = [], []
    for _ in range(count):
        wall, work = time.perf_counter(), time.process_time()
        run()
        walls.append(1e3 * (time.perf_counter() - wall))
        works.append(1e3 * (time.process_time() - work))
    return min(walls), sorted(walls)[count // 2], min(works)


def row(name, times, more=""):
    print(f"| {name} | " + " | ".join(f"{t:.1f}" for t in times) + f" | {more} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--side", type=int, default=256, help="of the volume")
    parser.add_argument("--scipy", action="store_true")
    args = parser.parse_args()
    ways = (("accuracy 3e-4", {}), ("order 3", {"approximation": 3}))
    image = np.random.default_rng(0).random((2048, 2048), np.float32)
    for name, how in ways:
        print(f"\n| 2048² pixels, {name} | smallest | median | work | work of one image |\n|---|---|---|---|---|")
        one = None
        for side in (2048, 512, 256, 128, 64, 32):
            batch = image.reshape(-1, side, side)
            out = np.empty_like(batch)
            times = timed(lambda: sweep.gaussian_filter(batch, 5, axes=(1, 2), output=out, **how))
            one = one or times[2]
            row(f"{len(batch)} x {side}²", times, f"{one / times[2]:.2f}")
    volume = np.random.default_rng(0).random((args.side,) * 3, np.float32)
    out = np.empty_like(volume)
    print(f"\n| {args.side}³ | smallest | median | work | |\n|---|---|---|---|---|")
    row("copy", timed(lambda: np.copyto(out, volume)))
    for name, how in ways:
        for axes in (None, (0,), (1,), (2,), (1, 2)):
            row(f"{name}, {'all axes' if axes is None else f'axes {axes}'}",
                timed(lambda: sweep.gaussian_filter(volume, 5, axes=axes, output=out, **how)))
    if args.scipy:
        import scipy.ndimage as ndimage

        for sigma in (2, 5, 20):
            wall, work = time.perf_counter(), time.process_time()
            ndimage.gaussian_filter(volume, sigma, output=out)
            wall, work = 1e3 * (time.perf_counter() - wall), 1e3 * (time.process_time() - work)
            row(f"SciPy, sigma {sigma}", (wall, wall, work))


if __name__ == "__main__":
    main()
