#!/usr/bin/env python3
"""Times the edge filter on arrays of CuPy beside a copy of the image, as a table in Markdown: medians in ms of calls that follow each other
on a stream, and the largest difference from the filter in double.

    PYTHONPATH=build/release/python bench/edge_filter.py

float32, uniform noise, sigma 30, range 0.2, reflect.
"""
import cupy
import numpy as np

import sweep


def timed(run, count=15, together=4):
    """Returns the median time of a call in ms."""
    start, end = cupy.cuda.Event(), cupy.cuda.Event()
    times = []
    for _ in range(count + 2):
        start.record()
        for _ in range(together):
            run()
        end.record()
        end.synchronize()
        times.append(cupy.cuda.get_elapsed_time(start, end) / together)
    return sorted(times[2:])[count // 2]


def main():
    print("| image | guide | iterations | Sweep | copy | difference |\n|---|---|---|---|---|---|")
    for shape, of_guide, iterations in (((4096, 4096), 1, 1), ((8192, 8192), 1, 1), ((4096, 4096), 0, 3), ((1080, 1920), 1, 3),
                                        ((1080, 1920, 4), 0, 3), ((1080, 1920, 3), 1, 3), ((2160, 3840, 4), 0, 3)):
        random = cupy.random.default_rng(0)
        image = random.random(shape, cupy.float32)
        guide = random.random(shape[:2], cupy.float32) if of_guide else None
        time = timed(lambda: sweep.edge_filter(image, 30, 0.2, guide, iterations))
        copy = timed(lambda: image.copy())
        rows = slice(0, 256)
        part = [None if x is None else np.ascontiguousarray(x[rows, :512].get()) for x in (image, guide)]
        exact = sweep.edge_filter(part[0].astype(np.float64), 30, 0.2, part[1], iterations, engine="reference")
        got = sweep.edge_filter(cupy.asarray(part[0]), 30, 0.2, None if guide is None else cupy.asarray(part[1]), iterations)
        print(f"| {' x '.join(map(str, shape))} | {'one channel' if of_guide else 'itself'} | {iterations} | {time:.3f} | {copy:.3f} | "
              f"{np.abs(got.get() - exact).max():.0e} |", flush=True)


if __name__ == "__main__":
    main()
