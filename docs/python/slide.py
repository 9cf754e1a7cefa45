"""Blurs a slide that lies in chunks on a disk and is larger than memory may be: it is read twice, and written once."""
import tempfile

import dask.array as da
import numpy as np
import zarr

import sweep.dask

with tempfile.TemporaryDirectory() as folder:
    slide = zarr.open(f"{folder}/slide.zarr", "w", shape=(2000, 3000), chunks=(512, 512), dtype=np.uint8)
    for y in range(0, 2000, 512):
        slide[y:y + 512] = np.random.default_rng(y).integers(0, 256, slide[y:y + 512].shape, np.uint8)

    x = da.from_zarr(slide)
    background = sweep.dask.gaussian_filter(x.astype(np.float32), 300)  # further than a chunk reaches
    (x / background).astype(np.float32).to_zarr(f"{folder}/even.zarr")

    even = zarr.open(f"{folder}/even.zarr", "r")
    print(f"{even.shape} in chunks of {even.chunks}, mean {np.mean(even[:]):.4f}")
