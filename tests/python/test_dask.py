"""The filters of arrays in chunks (sweep.dask), against the filters of whole arrays and against SciPy, on one machine and on a
cluster of two workers of which one is lost."""
import doctest
import inspect
import itertools
import os
import tempfile
import unittest

import numpy as np

try:
    import dask
    import dask.array as da
    import sweep.dask
except ImportError as missing:
    print(f"skipped: {missing}")
    raise SystemExit(77)
import scipy.ndimage as ndimage
import scipy.sparse as sparse

import sweep

MODES = ("reflect", "constant", "nearest", "wrap", "mirror")
rng = np.random.default_rng(1)


def largest(a, b):
    return np.abs(np.asarray(a) - np.asarray(b)).max()


class Chunks(unittest.TestCase):
    def test_of_any_size_give_the_filter_of_the_whole(self):
        x = rng.random((23, 31)) + 3
        for chunks, mode in itertools.product(((23, 31), (5, 7), (1, 8), ((3, 19, 1), (30, 1))), MODES):
            d = da.from_array(x, chunks=chunks)
            for i, run in enumerate((
                    lambda m, a: m.gaussian_filter(a, 1.5, mode=mode, cval=2.5),
                    lambda m, a: m.gaussian_filter(a, (2.0, 400.0), mode=mode, cval=2.5),
                    lambda m, a: m.gaussian_filter(a, 10.0, (1, 1), mode=mode),
                    lambda m, a: m.gaussian_filter(a, 3.0, approximation=3, mode=(mode, "wrap")),
                    lambda m, a: m.gaussian_filter1d(a, 5.0, 0, 2, mode=mode, cval=2.5),
                    lambda m, a: m.gaussian_filter(a, 2.0, (0, 1), mode=mode, cval=2.5),
                    lambda m, a: m.spline_filter(a, 4, mode=mode),
                    lambda m, a: m.spline_filter1d(a, 5, 0, mode=mode),
                    lambda m, a: m.butter(a, 3, 0.1, mode=mode),
                    lambda m, a: m.ellip(a, 2, 1, 40, (0.1, 0.2), "bandpass", mode=mode, axes=1),
                    lambda m, a: m.exponential(a, 0.01, mode, cval=1.5),
                    lambda m, a: m.lfilter2(a, [1, -0.6, 0.2], [1, -0.3], [0.5, 0.2], [0.4, 0.1], mode, 1.5),
                    lambda m, a: m.uniform_filter(a, (6, 5), mode=mode, cval=2.5, origin=(1, 0)))):
                with self.subTest(chunks=chunks, mode=mode, filter=i):
                    got = run(sweep.dask, d)
                    self.assertEqual(got.chunks, d.chunks)
                    self.assertLess(largest(got, run(sweep, x)), 2e-12)

    def test_of_a_volume_are_near_to_scipy(self):
        x = rng.random((17, 20, 24)).astype(np.float32)
        d = da.from_array(x, chunks=(5, 20, 7))
        got = sweep.dask.gaussian_filter(d, (3, 5, 40), mode=("reflect", "nearest", "wrap"))
        want = ndimage.gaussian_filter(x.astype(float), (3, 5, 40), mode=("reflect", "nearest", "wrap"), truncate=10)
        self.assertEqual(got.dtype, np.float32)
        self.assertLess(largest(got, want), 3e-4)
        only = sweep.dask.gaussian_filter(d, (2, 0, 9), axes=(2, 0, 1), accuracy=6e-6)
        self.assertLess(largest(only, ndimage.gaussian_filter(x.astype(float), (0, 9, 2), truncate=10)), 6e-6)

    def test_of_tables_add_up_exactly(self):
        x = rng.integers(0, 256, (40, 50)).astype(np.uint8)
        for chunks in ((40, 50), (7, 9)):
            table = sweep.dask.integral(da.from_array(x, chunks=chunks)).compute()
            self.assertTrue((table == x.astype(np.int64).cumsum(0).cumsum(1)).all())

    def test_of_derived_pictures(self):
        x = rng.random((30, 40))
        d = da.from_array(x, chunks=(8, 9))
        for sigma in (0.5, (0.7, 4), 2, 30):  # and derivatives have the design that they have in `sweep`
            for name in ("gaussian_laplace", "gaussian_gradient_magnitude"):
                want = getattr(sweep, name)(x, sigma)
                self.assertLess(largest(getattr(sweep.dask, name)(d, sigma), want), 1e-9 * np.abs(want).max(), (name, sigma))
        v = rng.random((6, 8, 9))
        for axes, orders in ((None, (0, 1, 0)), ((0, 1), (2, 0)), ((2, 1), (0, 1)), ((0, 2), (1, 0))):
            want = sweep.gaussian_filter(v, 0.6, orders, axes=axes)
            got = sweep.dask.gaussian_filter(da.from_array(v, chunks=(3, 5, 4)), 0.6, orders, axes=axes)
            self.assertLess(largest(got, want), 1e-11 * np.abs(want).max(), axes)
        self.assertLess(largest(sweep.dask.difference_of_gaussians(d, 2), sweep.difference_of_gaussians(x, 2)), 1e-12)

    def test_of_boxes_larger_than_the_array(self):
        for shape, chunks in (((6, 50), (3, 20)), ((1, 9), (1, 4)), ((13,), (5,))):
            x = rng.random(shape)
            for mode, size, origin in itertools.product(MODES, (15, 31, 120), (0, -5)):
                got = sweep.dask.uniform_filter(da.from_array(x, chunks=chunks), size, mode, 2.5, origin)
                self.assertEqual(got.chunks, da.from_array(x, chunks=chunks).chunks)
                want = ndimage.uniform_filter(x, size, mode=mode, cval=2.5, origin=origin)
                self.assertLess(largest(got, want), 1e-13, (shape, mode, size, origin))

    def test_of_gaussians_that_end_are_scipys(self):
        x = rng.random((11, 30))
        d = da.from_array(x, chunks=(4, 9))
        for mode in MODES:
            for more in ({"truncate": 3}, {"radius": (1, 20)}, {"order": (0, 3)}):
                got, want = (run(a, 2, mode=mode, cval=1.5, **more) for run, a in ((sweep.dask.gaussian_filter, d), (ndimage.gaussian_filter, x)))
                self.assertEqual(got.chunks, d.chunks)
                self.assertLess(largest(got, want), 1e-12, (mode, more))

    def test_of_filters_without_poles_or_gain(self):
        x = rng.random((11, 30))
        d = da.from_array(x, chunks=(4, 9))
        for run in (lambda m, a: m.exponential(a, 1.0), lambda m, a: m.lfilter2(a, [1, 0]), lambda m, a: m.butter(a, 4, 0.25, "high"),
                    lambda m, a: m.lfilter2(a, [1, 0], [1, -0.5], [0.5], mode="constant", cval=3.0),
                    lambda m, a: m.butter(a, 4, (0.1, 0.2), "bandpass", "wrap")):
            self.assertLess(largest(run(sweep.dask, d), run(sweep, x)), 1e-14)

    def test_of_other_types_and_of_nothing_are_as_in_sweep(self):
        x = rng.random((6, 7)).astype(">f4")
        got = sweep.dask.gaussian_filter(da.from_array(x, chunks=4), 2)
        self.assertEqual((got.dtype, got.compute().dtype), (np.float32, np.float32))
        self.assertLess(largest(got, sweep.gaussian_filter(x, 2)), 1e-6)
        for sigma in (0.05, (0.09, 0.0)):
            self.assertTrue((sweep.dask.gaussian_filter(da.from_array(x, chunks=4), sigma).compute() == x).all())
        for run in (lambda m, a: m.gaussian_filter(a, 2), lambda m, a: m.gaussian_filter(a, 2, 3), lambda m, a: m.gaussian_laplace(a, 2),
                    lambda m, a: m.uniform_filter(a, 3), lambda m, a: m.integral(a), lambda m, a: m.spline_filter(a)):
            self.assertEqual(run(sweep.dask, da.zeros((0, 4))).compute().shape, (0, 4))

    def test_take_the_arguments_of_dask_image_in_its_order(self):
        d = da.ones((6, 7), chunks=4)
        for name, more in (("gaussian_filter", (2, 1, "wrap", 0.0, 3)), ("gaussian_laplace", (2, "wrap", 0.0, 3)),
                           ("gaussian_gradient_magnitude", (2, "wrap", 0.0, 3)), ("uniform_filter", (3, "wrap", 0.0, 1)),
                           ("spline_filter", (3, np.float32, "grid-wrap")), ("spline_filter1d", (3, 0, np.float32, "grid-wrap"))):
            run = getattr(sweep.dask, name)
            got, by_name = run(d, *more), run(image=d, **dict(zip(list(inspect.signature(run).parameters)[1:], more)))
            self.assertEqual(got.dtype, np.float32 if name.startswith("spline") else np.float64)
            self.assertEqual(largest(got, by_name), 0)
        self.assertRaisesRegex(TypeError, "output must be a type", sweep.dask.spline_filter, d, 3, "mirror")

    def test_with_large_numbers_far_away(self):
        x = np.zeros((60, 60))
        x[:5, :5] = 1e9
        x[40:, 40:] = rng.random((20, 20))
        d = da.from_array(x, chunks=13)
        self.assertLess(largest(sweep.dask.gaussian_filter(d, 2.0)[40:, 40:], sweep.gaussian_filter(x, 2.0)[40:, 40:]), 1e-5)


class Sources(unittest.TestCase):
    def test_are_read_twice_and_not_kept(self):
        reads = []

        class Stored:
            shape, dtype, ndim = (12, 12), np.dtype(float), 2

            def __getitem__(self, place):
                reads.append(place)
                return np.ones((12, 12))[place]

        stored = da.from_array(Stored(), chunks=6)
        reads.clear()  # Dask asks for an empty piece
        sweep.dask.gaussian_filter(stored, 2.0).compute(scheduler="sync")
        self.assertEqual(len(reads), 8)
        reads.clear()
        sweep.dask.gaussian_filter(stored, 2.0, again=False).compute(scheduler="sync")
        self.assertEqual(len(reads), 4)
        reads.clear()
        sweep.dask.gaussian_filter(stored + 1, 2.0).compute(scheduler="sync")
        self.assertEqual(len(reads), 4)

    def test_are_refused_in_one_line(self):
        x = da.ones((8, 8), chunks=4)
        unknown = x[x[:, 0] > 0]
        for error, run in (
                (TypeError, lambda: sweep.dask.gaussian_filter(np.ones((4, 4)), 1.0)),
                (TypeError, lambda: sweep.dask.gaussian_filter(x.astype(complex), 1.0)),
                (TypeError, lambda: sweep.dask.gaussian_filter(da.ma.masked_greater(x, 2), 1.0)),
                (TypeError, lambda: sweep.dask.gaussian_filter(x.map_blocks(sparse.csr_matrix, meta=sparse.csr_matrix((0, 0))), 1.0)),
                (ValueError, lambda: sweep.dask.gaussian_filter(unknown, 1.0)),
                (ValueError, lambda: sweep.dask.gaussian_filter(da.from_array(np.ones((8, 8)), chunks=((0, 8), (8,))), 1.0)),
                (ValueError, lambda: sweep.dask.uniform_filter(x, (3, -1))),
                (ValueError, lambda: sweep.dask.gaussian_filter(x, -1.0)),
                (ValueError, lambda: sweep.dask.gaussian_filter(x, 1.0, mode="none")),
                (ValueError, lambda: sweep.dask.gaussian_filter(x, 1.0, 1, "constant", 2.0)),
                (ValueError, lambda: sweep.dask.gaussian_filter(x, (1.0, 2.0, 3.0))),
                (ValueError, lambda: sweep.dask.lfilter2(x, [1, -1, 0.25])),
                (ValueError, lambda: sweep.dask.lfilter2(x, [1, -0.5], None, [0.5, 0.2, 0.1])),
                (ValueError, lambda: sweep.dask.spline_filter(x, 6)),
                (ValueError, lambda: sweep.dask.gaussian_filter(x, 1.0, axes=(0, 0)))):
            with self.assertRaises(error) as raised:
                run()
            self.assertNotIn("\n", str(raised.exception))


class Cluster(unittest.TestCase):
    def test_of_two_workers_of_which_one_is_lost(self):
        try:
            import zarr
            from distributed import Client, LocalCluster
        except ImportError as missing:
            self.skipTest(str(missing))
        x = rng.random((96, 128))
        # With queues, which are new in the scheduler of Debian 12, a lost worker can leave tasks waiting forever for what was on it,
        # in graphs that have nothing of sweep, too.
        config = {"distributed.scheduler.worker-saturation": "inf", "distributed.nanny.environ": {"OMP_NUM_THREADS": "1"}}
        with tempfile.TemporaryDirectory() as folder, dask.config.set({**config, "temporary-directory": folder}):
            stored, lost = os.path.join(folder, "in.zarr"), os.path.join(folder, "lost")
            zarr.save(stored, x)
            with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as cluster, \
                    Client(cluster):
                # The worker that filters one of the chunks dies, the first time.
                d = da.from_zarr(stored, chunks=(32, 32))
                y = sweep.dask.gaussian_filter(d, 20.0, mode="nearest").map_blocks(_die_once, lost, dtype=float, meta=d._meta)
                y.to_zarr(os.path.join(folder, "out.zarr"))
            self.assertTrue(os.path.exists(lost))
            got = zarr.load(os.path.join(folder, "out.zarr"))
        self.assertLess(largest(got, sweep.gaussian_filter(x, 20.0, mode="nearest")), 1e-12)
        self.assertLess(largest(got, ndimage.gaussian_filter(x, 20.0, mode="nearest", truncate=8)), 3e-4)


def _die_once(chunk, lost, block_info=None):
    if block_info and block_info[0]["chunk-location"] == (1, 2):
        try:
            os.close(os.open(lost, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return chunk
        os._exit(1)
    return chunk


def load_tests(loader, tests, ignore):
    tests.addTests(doctest.DocTestSuite(sweep.dask))
    return tests


if __name__ == "__main__":
    unittest.main(argv=[__file__])
