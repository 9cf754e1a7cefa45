"""Filters an array of which the workers of a cluster have chunks: here two, on this machine."""
import dask
import dask.array as da
from distributed import Client, LocalCluster

import sweep.dask

if __name__ == "__main__":  # each worker imports this file
    # With Dask 2022.12 and its neighbours a lost worker is recovered from without queues alone.
    dask.config.set({"distributed.scheduler.worker-saturation": "inf"})
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        x = da.random.random((1200, 1600), chunks=400)
        y = sweep.dask.gaussian_filter(x, (50, 5), mode=("wrap", "reflect")).persist()
        print(f"mean {x.mean().compute():.4f} before, {y.mean().compute():.4f} after")
