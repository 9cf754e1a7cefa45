"""The filters on a GPU's arrays: gradients (sweep.torch), chunks of CuPy (sweep.dask), parts on one GPU or several (sweep.multi_gpu),
against the CPU in double. Each test is skipped by name where its libraries are not here."""
import importlib
import itertools
import os
import unittest

import numpy as np

import sweep

MODES = ("reflect", "constant", "nearest", "wrap", "mirror")
rng = np.random.default_rng(2)


def modules(*names):
    try:
        return [importlib.import_module(name) for name in names]
    except ImportError as missing:
        raise unittest.SkipTest(str(missing)) from None


def gpus():
    try:
        import cupy

        return cupy.cuda.runtime.getDeviceCount()
    except Exception:
        try:
            import torch

            return torch.cuda.device_count()
        except ImportError:
            return 0


def memories():
    """Returns, for each library whose arrays can be on a GPU here, its name, what copies there, and what copies back."""
    found = []
    for name in ("cupy", "torch"):
        try:
            library = importlib.import_module(name)
        except ImportError:
            continue
        if name == "cupy":
            found.append((name, library.asarray, library.asnumpy))
        else:
            found.append((name, lambda x, library=library: library.from_numpy(x).cuda(), lambda x: x.cpu().numpy()))
    return found


class LinesWithWeights(unittest.TestCase):
    def test_edge_filter(self):
        for name, there, back in memories():
            for shape, of_guide in (((50, 70), None), ((65, 33, 4), None), ((40, 90, 3), 1), ((64, 64), 3)):
                with self.subTest(library=name, shape=shape, of_guide=of_guide):
                    x = rng.random(shape, np.float32)
                    guide = None if of_guide is None else rng.random(shape[:2] + (of_guide,), np.float32)
                    want = sweep.edge_filter(x.astype(float), 6, 0.4, guide, 2, engine="reference")
                    got = sweep.edge_filter(there(x), 6, 0.4, None if guide is None else there(guide), 2)
                    self.assertEqual(type(got), type(there(x)))
                    np.testing.assert_allclose(back(got), want, atol=1e-6)
            with self.assertRaises(TypeError):
                sweep.edge_filter(there(x), 6, 0.4, x)

    def test_tridiagonal_systems(self):
        for name, there, back in memories():
            for shape, axis in (((50, 70), 0), ((50, 70), 1), ((3, 300, 5), 1), ((5000,), 0), ((2, 2100), -1)):
                for dtype, tolerance in ((np.float32, 5e-6), (np.float64, 1e-13)):
                    with self.subTest(library=name, shape=shape, axis=axis, dtype=dtype):
                        a, c, d = (rng.uniform(-1, 1, shape).astype(dtype) for _ in range(3))
                        b = (np.abs(a) + np.abs(c) + 0.1).astype(dtype)
                        for given in ((a, b, c, d), (-1.0, 4.0, c[:1] * 0 + 0.5, d)):
                            want = sweep.solve_tridiagonal(*(np.asarray(x, float) for x in given), axis=axis)
                            got = back(sweep.solve_tridiagonal(*(x if isinstance(x, float) else there(x) for x in given), axis=axis))
                            self.assertEqual(got.dtype, dtype)
                            np.testing.assert_allclose(got, want, atol=tolerance * np.abs(want).max())
            with self.assertRaises(ValueError):
                sweep.solve_tridiagonal(1.0, 1.0, 1.0, there(np.ones(40, np.float32)))

    def test_diffusion(self):
        x = rng.random((60, 50, 3), np.float32)
        for name, there, back in memories():
            for channel_axis in (None, 2):
                with self.subTest(library=name, channel_axis=channel_axis):
                    got = sweep.diffuse(there(x), 0.4, 5, 3, channel_axis=channel_axis)
                    want = sweep.diffuse(x, 0.4, 5, 3, channel_axis=channel_axis)
                    np.testing.assert_allclose(back(got), want, atol=2e-3)  # the Gaussian of a GPU is another


class Gradients(unittest.TestCase):
    def test_are_those_of_the_cpu(self):
        torch, filters = modules("torch", "sweep.torch")
        x, g = (torch.randn(2, 3, 70, 90, generator=torch.Generator().manual_seed(i)) for i in range(2))
        for mode, order in itertools.product(MODES, ((0, 0), (1, 0), (2, 1))):
            with self.subTest(mode=mode, order=order):
                got = []
                for device, dtype in (("cpu", torch.float64), ("cuda", torch.float32)):
                    image = x.to(device, dtype).requires_grad_()
                    sigma = torch.tensor([2.0, 5.0], dtype=dtype, device=device, requires_grad=True)
                    y = filters.gaussian_filter(image, sigma, order, mode=mode, axes=(-2, -1))
                    self.assertEqual((y.device.type, y.dtype), (device, dtype))
                    y.backward(g.to(device, dtype))
                    got.append([t.detach().cpu().double() for t in (y, image.grad, sigma.grad)])
                for exact, one, name in zip(*got, ("result", "by image", "by sigma")):
                    largest = max(exact.abs().max().item(), 1e-3 * g.norm().item() if name == "by sigma" else 0)
                    self.assertLess((exact - one).abs().max().item(), 2e-3 * largest if name == "by sigma" else 2e-5 * max(largest, 1), name)

    def test_through_a_compiled_program(self):
        torch, filters = modules("torch", "sweep.torch")
        if not hasattr(torch.library, "custom_op"):
            self.skipTest("this PyTorch compiles nothing, or has no operators in Python")
        axes = {"axes": (-2, -1)}
        for name, run, *numbers in (
                ("gaussian_filter", lambda m, x, sigma: m.gaussian_filter(x * 2, sigma, **axes), 3.0),
                ("derivative", lambda m, x: m.gaussian_filter(x, (3.0, 2.0), (1, 0), mode="mirror", **axes)),
                ("unsharp_mask", lambda m, x, radius, amount: m.unsharp_mask(x, radius, amount, **axes), 2.0, 0.7),
                ("exponential", lambda m, x, alpha: m.exponential(x, alpha, **axes), 0.4),
                ("lfilter2", lambda m, x, a: m.lfilter2(x, a, **axes), [1.0, -0.5]),
                ("uniform_filter", lambda m, x: m.uniform_filter(x, 4, **axes)),
                ("butter", lambda m, x: m.butter(x, 4, 0.1, **axes))):
            with self.subTest(name):
                def loss(*given, run=run):
                    return (run(filters, *given).sin() ** 2).sum()

                given = [torch.randn(1, 3, 64, 64), *map(torch.tensor, numbers)]
                got = []
                backend = "inductor" if name == "gaussian_filter" else "aot_eager"  # the first takes seconds for each
                for program in (loss, torch.compile(loss, fullgraph=True, backend=backend)):
                    tensors = [tensor.cuda().requires_grad_() for tensor in given]
                    program(*tensors).backward()
                    got.append([tensor.grad for tensor in tensors])
                for eager, compiled in zip(*got):
                    self.assertTrue(torch.allclose(eager, compiled, rtol=1e-4, atol=1e-5))
        x = torch.randn(40, 50).cuda()
        for blur in (filters.gaussian_filter, lambda x, sigma: filters.gaussian_filter(x, sigma)):
            compiled = torch.compile(blur, fullgraph=True, backend="aot_eager")
            for sigma in (2.0, 3.0, 4.5):
                self.assertTrue(torch.allclose(compiled(x, sigma), blur(x, sigma)))
        with self.assertRaises(RuntimeError):
            torch.compile(lambda x, a: filters.lfilter2(x, a), fullgraph=True, backend="aot_eager")(x.cpu(), torch.tensor([2.0, -0.5]))


class Chunks(unittest.TestCase):
    def test_of_cupy_give_the_filter_of_the_whole(self):
        cupy, da, filters = modules("cupy", "dask.array", "sweep.dask")
        x = rng.random((150, 170)).astype(np.float32) + 1
        d = da.from_array(cupy.asarray(x), chunks=(40, 64), asarray=False)
        for mode in MODES:
            got = filters.gaussian_filter(d, (3.0, 200.0), mode=mode, cval=0.5).compute()
            self.assertIsInstance(got, cupy.ndarray)
            want = sweep.gaussian_filter(x.astype(float), (3.0, 200.0), mode=mode, cval=0.5)
            self.assertLess(np.abs(got.get() - want).max(), 5e-6, mode)


class UnderLoad(unittest.TestCase):
    RUNS = int(os.environ.get("SWEEP_RUNS_UNDER_LOAD", "200"))

    def test_streaming_images_keep_their_bits(self):
        """Algorithm 8 beyond the chip, whose thread blocks wait for each other, beside another stream that fills the GPU."""
        cupy, = modules("cupy")
        random = np.random.default_rng(7)
        filled, load = cupy.zeros((2, 1 << 26), np.float32), cupy.cuda.Stream(non_blocking=True)
        noise, each, done = cupy.random.default_rng(7).random(1 << 24, dtype=np.float32), 5, 0
        while done < self.RUNS:
            width, height = 4 * int(random.integers(256, 1500)), int(random.integers(1000, 6000))
            if not 5e6 < width * height <= noise.size:
                continue
            more = {"filter": 0, "order": 3, "sigma": float(random.uniform(0.7, 9)),
                    "sigma_y": float(random.uniform(0.7, 9)),
                    "boundary": int(random.choice([1, 2, 3, 5, 7])),  # zero, constant, clamp, mirror, reflect101
                    "axes": int(random.choice([0, 0, 0, 1, 2]))}
            if more["boundary"] == 7 and any(1 <= n % 64 <= 4 for n in (width, height)):
                continue  # lines that turn on a sample do not leave so few
            x = noise[:width * height].reshape(height, width)
            got = []
            for algorithm in ("7", *["8"] * each):
                if algorithm == "7" or len(got) == 1:
                    plan = sweep._sweep.Plan(width, height, 1, 2, 1, {**more, "algorithm": algorithm})
                y = cupy.full_like(x, np.nan)
                with load:
                    cupy.copyto(filled[1], filled[0])
                plan.run_cuda(1, x.data.ptr, 0, 0, y.data.ptr, 0, 0, 0)
                got.append(y)
            with self.subTest(width=width, height=height, **more):
                self.assertEqual(plan.algorithm, "8")
                self.assertLess(float(abs(got[0] - got[1]).max()), 4e-6)
                for again in got[2:]:
                    self.assertTrue(bool((again.view(np.uint32) == got[1].view(np.uint32)).all()))
            done += each


class Batches(unittest.TestCase):
    def test_of_images_are_each_by_itself(self):
        cupy, = modules("cupy")
        for shape in ((5, 64, 70), (2, 3, 128, 65), (4, 60, 64)):
            x = rng.random(shape).astype(np.float32)
            want = sweep.gaussian_filter(x.astype(float), 3, axes=(-2, -1))
            for in_place in (False, True):
                given = cupy.asarray(x)
                got = sweep.gaussian_filter(given, 3, axes=(-2, -1), output=given if in_place else None)
                self.assertLess(np.abs(got.get() - want).max(), 1e-5)


class Parts(unittest.TestCase):
    def test_give_the_filter_of_the_whole(self):
        cupy, filters = modules("cupy", "sweep.multi_gpu")
        x = rng.random((211, 190)).astype(np.float32) + 1
        parts = filters.split(x, [i % gpus() for i in range(3)])
        for mode in MODES:
            for i, run in enumerate((
                    lambda m, a: m.gaussian_filter(a, 5.0, mode=mode, cval=0.5),
                    lambda m, a: m.gaussian_filter(a, (300.0, 2.0), mode=(mode, "nearest"), cval=0.5),
                    lambda m, a: m.gaussian_filter(a, 3.0, (1, 0), mode=mode),
                    lambda m, a: m.gaussian_filter(a, 3.0, axes=1, mode=mode),
                    lambda m, a: m.gaussian_filter(a, 3.0, axes=0, mode=mode, approximation=3),
                    lambda m, a: m.butter(a, 4, 0.05, mode=mode),
                    lambda m, a: m.exponential(a, 0.05, mode=mode))):
                with self.subTest(mode=mode, filter=i):
                    got, want = filters.joined(run(filters, parts)), run(sweep, x.astype(float))
                    self.assertLess(np.abs(got - want).max(), 1e-5)

    def test_of_a_volume(self):
        cupy, filters = modules("cupy", "sweep.multi_gpu")
        x = rng.random((40, 30, 50)).astype(np.float32)
        got = filters.joined(filters.gaussian_filter(filters.split(x, [0, gpus() - 1]), (4.0, 2.0, 3.0)))
        self.assertLess(np.abs(got - sweep.gaussian_filter(x.astype(float), (4.0, 2.0, 3.0))).max(), 1e-5)

    def test_are_refused_in_one_line(self):
        cupy, filters = modules("cupy", "sweep.multi_gpu")
        part = cupy.ones((4, 4), cupy.float32)
        for error, run in ((TypeError, lambda: filters.gaussian_filter(part, 1.0)),
                           (TypeError, lambda: filters.gaussian_filter([part.astype(float)], 1.0)),
                           (ValueError, lambda: filters.gaussian_filter([part, part[:, :2]], 1.0)),
                           (ValueError, lambda: filters.gaussian_filter([part] * 65, 1.0)),
                           (ValueError, lambda: filters.gaussian_filter([part], -1.0)),
                           (ValueError, lambda: filters.gaussian_filter([part], 1.0, mode="none"))):
            with self.assertRaises(error) as raised:
                run()
            self.assertNotIn("\n", str(raised.exception))


if __name__ == "__main__":
    if gpus() == 0:
        print("skipped: no GPU, or neither CuPy nor PyTorch for it")
        raise SystemExit(77)
    unittest.main(argv=[__file__])
