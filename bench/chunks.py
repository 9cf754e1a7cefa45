#!/usr/bin/env python3
"""Filters an array in chunks from zarr to zarr, by sweep.dask and by map_overlap with SciPy's taps, as a table in Markdown: seconds, what
was read of the array, and the largest error, from SciPy on the whole array in double.

    PYTHONPATH=build/release/python bench/chunks.py [--side 4096] [--chunk 1024] [--sigmas 5 40 400]

Values are within [0, 1]. map_overlap needs 4 sigma of its neighbours, and is refused where that exceeds a chunk.
"""
import argparse
import os
import tempfile
import time

import dask
import dask.array as da
import numpy as np
import scipy.ndimage as ndimage
import zarr

import sweep.dask


class Counted(zarr.DirectoryStore):
    chunks_read = 0

    def __getitem__(self, key):
        if not key.startswith("."):
            Counted.chunks_read += 1
        return super().__getitem__(key)


def overlapped(x, sigma):
    depth = int(4 * sigma + 0.5)
    if depth > min(min(c) for c in x.chunks):
        return None
    return x.map_overlap(ndimage.gaussian_filter, depth=depth, boundary="reflect", sigma=sigma, dtype=x.dtype)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--side", type=int, default=4096)
    parser.add_argument("--chunk", type=int, default=1024)
    parser.add_argument("--sigmas", type=float, nargs="+", default=(5.0, 40.0, 400.0))
    args = parser.parse_args()
    x = np.random.default_rng(0).random((args.side, args.side), np.float32)
    x[: args.side // 2] *= 0.5
    print(f"{os.cpu_count()} cores, {args.side}^2 of float32 in chunks of {args.chunk}^2, Dask {dask.__version__}\n")
    print("| sigma | sweep.dask | read | error | map_overlap | read | error |\n" + "|---" * 7 + "|")
    with tempfile.TemporaryDirectory() as folder:
        zarr.array(x, chunks=args.chunk, store=zarr.DirectoryStore(f"{folder}/in"), compressor=None)
        for sigma in args.sigmas:
            want = ndimage.gaussian_filter(x.astype(float), sigma, truncate=8)
            cells = []
            for name, run in (("sweep", sweep.dask.gaussian_filter), ("overlap", overlapped)):
                y = run(da.from_zarr(zarr.open(Counted(f"{folder}/in"), "r")), sigma)
                if y is None:
                    cells += ["refused", "", ""]
                    continue
                Counted.chunks_read = 0
                begin = time.perf_counter()
                y.to_zarr(f"{folder}/{name}{sigma}")
                seconds = time.perf_counter() - begin
                times = Counted.chunks_read / (x.size / args.chunk**2)
                error = np.abs(zarr.load(f"{folder}/{name}{sigma}") - want).max()
                cells += [f"{seconds:.2f} s", f"{times:g} times", f"{error:.1e}"]
            print(f"| {sigma:g} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
