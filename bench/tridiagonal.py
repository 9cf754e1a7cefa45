#!/usr/bin/env python3
"""Times tridiagonal systems on the CPU beside SciPy's solve_banded and a copy of the image, as a table in Markdown: the smallest time of some
calls in ms by the clock, and the smallest that all threads of the process took together, which other work on the processors changes least.

    PYTHONPATH=build/release/python bench/tridiagonal.py

Random dominant systems. SciPy has one system a call: it is called for each, on at most 64 of them, and the rest is counted as if.
"""
import numpy as np
from scipy.linalg import solve_banded

import sweep
from arrays import timed


def by_scipy(arrays, axis):
    """Returns the time of the process in solve_banded() for all lines, and the largest difference relative to the largest value."""
    lines = [np.moveaxis(a, axis, -1).reshape(-1, a.shape[axis]) for a in arrays]
    a, b, c, d = (line[:64] for line in lines)
    bands = np.zeros((len(a), 3, a.shape[1]), a.dtype)
    bands[:, 0, 1:], bands[:, 1], bands[:, 2, :-1] = c[:, :-1], b, a[:, 1:]
    share = len(lines[0]) / len(a)
    work = timed(lambda: [solve_banded((1, 1), m, r, check_finite=False) for m, r in zip(bands, d)], 3)[2]
    want = np.array([solve_banded((1, 1), m.astype(float), r.astype(float)) for m, r in zip(bands, d)])
    got = np.moveaxis(sweep.solve_tridiagonal(*arrays, axis), axis, -1).reshape(lines[0].shape)[:64]
    return work * share, np.abs(got - want).max() / np.abs(want).max()


def main():
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
