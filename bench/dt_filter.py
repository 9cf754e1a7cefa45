#!/usr/bin/env python3
"""Times the edge filter of the CPU beside OpenCV's recursive domain transform, cv2.ximgproc.dtFilter (Debian: python3-opencv), as a table in
Markdown. ms: the smallest of 15 calls by the clock, and the smallest that all threads of the process took together (`work`). The difference is the
largest from the result of the transposed picture, transposed (OpenCV filters rows before columns, Sweep columns before rows), 256 pixels or more
away from its edges, where the two go on otherwise.

    PYTHONPATH=build/release/python bench/dt_filter.py

float32, squares of 64 pixels with noise, sigma 30, range 0.2, guided by itself; both use all processors.
"""
import os

import cv2
import numpy as np

import sweep
from arrays import timed


def picture(shape, random):
    """A picture in 0 .. 1: shapes with edges, and noise of 0.02 over them."""
    small = random.random((shape[0] // 64, shape[1] // 64) + shape[2:], np.float32)
    return (0.96 * small.repeat(64, 0).repeat(64, 1) + 0.04 * random.random(shape, np.float32)).astype(np.float32)


def main():
    cv2.setNumThreads(os.cpu_count())
    print("| image | iterations | Sweep | work | OpenCV | work | clock, times | work, times | difference |\n|---|---|---|---|---|---|---|---|---|")
    for side in (2048, 4096):
        for channels in (1, 3):
            for iterations in (1, 3):
                x = picture((side, side) + ((channels,) if channels > 1 else ()), np.random.default_rng(0))

                def ours(image=x):
                    return sweep.edge_filter(image, 30, 0.2, iterations=iterations, mode="nearest", engine="cpu")

                def theirs():
                    return cv2.ximgproc.dtFilter(x, x, 30, 0.2, mode=cv2.ximgproc.DTF_RF, numIters=iterations)

                inside = slice(256, -256)
                turned = ours(np.ascontiguousarray(x.swapaxes(0, 1))).swapaxes(0, 1)
                difference = np.abs(turned - theirs())[inside, inside].max()
                (ms, _, work), (others, _, their_work) = timed(ours), timed(theirs)
                print(f"| {' x '.join(map(str, x.shape))} | {iterations} | {ms:.1f} | {work:.1f} | {others:.1f} | {their_work:.1f} | "
                      f"{others / ms:.1f} | {their_work / work:.1f} | {difference:.0e} |", flush=True)


if __name__ == "__main__":
    main()
