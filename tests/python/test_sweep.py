"""The Python module against SciPy, and what it says to misuse. Run by ctest; needs unittest and NumPy, and skips what
needs SciPy where that is missing."""
import ast
import doctest
import importlib
import inspect
import os
import subprocess
import sys
import textwrap
import threading
import types
import unittest
import unittest.mock

import numpy as np

import sweep
from support import ndimage, needs_scipy, noise, signal, unaligned


class AgainstSciPy(unittest.TestCase):
    @needs_scipy
    def test_gaussian_filter(self):
        x = noise(120, 150)
        # The recursive Gaussians are approximations, each order better than the one before.
        for sigma in (2, 5, 12):
            for mode in ("reflect", "nearest", "wrap", "constant"):
                want = ndimage.gaussian_filter(x, sigma, mode=mode, cval=0.3, truncate=8)
                for approximation, most in ((3, 0.02), (4, 0.006), (5, 0.003)):
                    got = sweep.gaussian_filter(x, sigma, mode=mode, cval=0.3, approximation=approximation)
                    self.assertLess(np.abs(got - want).max(), most, (sigma, mode, approximation))

    @needs_scipy
    def test_missing_samples_have_no_weight(self):
        x = noise(60, 70)
        x[10:30, 20:50] = np.nan
        x[::9, ::7] = np.nan
        there = ~np.isnan(x)
        for name, got, mean in (
                ("gaussian", lambda **how: sweep.gaussian_filter(x, 4, mode="nearest", approximation=5, **how),
                 lambda v, _: ndimage.gaussian_filter(v, 4, mode="nearest", truncate=8)),
                ("constant", lambda **how: sweep.gaussian_filter(x, 4, mode="constant", cval=0, approximation=5, **how),
                 lambda v, cval: ndimage.gaussian_filter(v, 4, mode="constant", cval=cval, truncate=8)),
                ("box", lambda **how: sweep.uniform_filter(x, 5, **how), lambda v, _: ndimage.uniform_filter(v, 5))):
            sums, weights = mean(np.where(there, x, 0), 0), mean(there.astype(float), 1)
            keep, fill = got(missing="keep"), got(missing="fill")
            np.testing.assert_array_equal(np.isnan(keep), ~there, name)
            self.assertFalse(np.isnan(fill[there]).any(), name)
            near = weights > 0.05
            self.assertLess(np.abs(fill - sums / np.where(near, weights, 1))[near].max(), 0.03, name)
            np.testing.assert_array_equal(keep[there], fill[there], name)
        # A box has a size and an origin along each axis.
        got = sweep.uniform_filter(x, (3, 8), origin=(1, -2), missing="fill")
        sums, weights = (ndimage.uniform_filter(v, (3, 8), origin=(1, -2)) for v in (np.where(there, x, 0), there.astype(float)))
        near = weights > 0.05
        np.testing.assert_allclose(got[near], (sums / np.where(near, weights, 1))[near], atol=1e-12)
        whole = noise(20, 30)
        np.testing.assert_array_equal(sweep.gaussian_filter(whole, 3, missing="keep"), sweep.gaussian_filter(whole, 3))
        self.assertTrue(np.isnan(sweep.gaussian_filter(x, 3)).all(), "as before, and as SciPy in kind")
        for wrong in ({"missing": "zero"}, {"missing": "keep", "order": 1}, {"missing": "keep", "output": whole}):
            with self.assertRaises(ValueError):
                sweep.gaussian_filter(x, 3, **wrong)
        with self.assertRaises(TypeError):
            sweep.gaussian_filter([[1.0]], 3, missing="keep")

    @needs_scipy
    def test_gaussian_of_each_axis(self):
        x = noise(90, 80)
        for sigma, axes in (((3, 9), (0, 1)), ((9, 3), (1, 0)), (6, (0,)), (6, 1), (4, -2)):
            got = sweep.gaussian_filter(x, sigma, axes=axes, approximation=5)
            both = [0, 0]
            for axis, s in zip(axes if np.iterable(axes) else [axes], sigma if np.iterable(sigma) else [sigma] * 2):
                both[axis] = s
            want = ndimage.gaussian_filter(x, both, truncate=8)
            self.assertLess(np.abs(got - want).max(), 0.01, (sigma, axes))

    @needs_scipy
    def test_modes_of_each_axis(self):
        x = noise(90, 70)
        modes = ("wrap", "reflect"), ["nearest", "wrap"], ("constant", "nearest")
        for mode in modes:
            want = x
            for axis, one in enumerate(mode):
                want = sweep.gaussian_filter(want, 3, mode=one, axes=axis)
            np.testing.assert_allclose(sweep.gaussian_filter(x, 3, mode=mode), want, atol=1e-12)
            scipy_too = ndimage.gaussian_filter(x, 3, mode=mode, truncate=8)
            np.testing.assert_allclose(sweep.gaussian_filter(x, 3, mode=mode, approximation=5), scipy_too, atol=0.01)
        np.testing.assert_array_equal(sweep.butter(x, 2, 0.1, mode=("wrap", "wrap")), sweep.butter(x, 2, 0.1, mode="wrap"))
        self.assertRaises(ValueError, sweep.gaussian_filter, x, 3, mode=("wrap",) * 3)

    @needs_scipy
    def test_derivatives(self):
        y, x = np.mgrid[0:100, 0:110] / 20.0
        waves = np.sin(x) * np.cos(0.7 * y)
        inner = (slice(30, -30), slice(30, -30))
        for order in ((1, 0), (0, 1), (2, 0), (0, 2)):
            got = sweep.gaussian_filter(waves, 4, order=order, approximation=5)
            want = ndimage.gaussian_filter(waves, 4, order=order, truncate=8)
            self.assertLess(np.abs(got - want)[inner].max(), 0.02 * np.abs(want[inner]).max(), order)

    @needs_scipy
    def test_spline_filter(self):
        x = noise(60, 70)
        for order in (2, 3, 4, 5):
            for mode in ("reflect", "grid-wrap", "mirror"):
                got = sweep.spline_filter(x, order, mode=mode)
                want = ndimage.spline_filter(x, order, mode=mode)
                self.assertLess(np.abs(got - want).max(), 1e-9 * np.abs(want).max(), (order, mode))

    @needs_scipy
    def test_uniform_filter(self):
        x = noise(50, 40)
        for size in (1, 3, 7, 31):
            for mode in ("reflect", "nearest", "wrap", "constant"):
                want = ndimage.uniform_filter(x, size, mode=mode, cval=2.0)
                self.assertLess(np.abs(sweep.uniform_filter(x, size, mode=mode, cval=2.0) - want).max(), 1e-12)

    def test_boxes_keep_the_digits_of_large_values(self):
        fine = noise(60, 80) * 1e-3
        for engine in ("cpu", "reference"):
            got = sweep.uniform_filter(1e6 + fine, (4, 7), None, "wrap", origin=(1, -2), engine=engine) - 1e6
            want = np.mean([[np.roll(fine, (3 - i, 1 - j), (0, 1)) for j in range(7)] for i in range(4)], (0, 1))
            self.assertLess(np.abs(got - want).max(), 1e-9, engine)

    def test_boxes_of_infinities_give_no_warning(self):
        x = noise(20, 22)
        whole = sweep.uniform_filter(x, (4, 5))
        x[12, 13] = np.inf
        with np.errstate(invalid="raise"):
            got = sweep.uniform_filter(x, (4, 5))
        self.assertFalse(np.isfinite(got[12, 13]))
        np.testing.assert_allclose(got[:8, :8], whole[:8, :8], atol=1e-12)

    @needs_scipy
    def test_classic_filters(self):
        x = noise(16, 2400)
        inner = (slice(None), slice(1000, -1000))

        def there_and_back(sos):
            return signal.sosfiltfilt(sos, x, axis=1, padlen=100)

        for got, sos in (
                (sweep.butter(x, 4, 0.1, axes=1), signal.butter(4, 0.2, output="sos")),
                (sweep.butter(x, 3, 0.05, "high", axes=1), signal.butter(3, 0.1, "high", output="sos")),
                (sweep.butter(x, 4, (0.1, 0.2), "bandpass", axes=1), signal.butter(4, (0.2, 0.4), "bandpass", output="sos")),
                (sweep.butter(x, 3, (0.1, 0.2), "bandstop", axes=1), signal.butter(3, (0.2, 0.4), "bandstop", output="sos")),
                (sweep.cheby1(x, 3, 1, (0.1, 0.3), "band", axes=1), signal.cheby1(3, 1, (0.2, 0.6), "band", output="sos")),
                (sweep.cheby2(x, 4, 40, (0.1, 0.3), "stop", axes=1), signal.cheby2(4, 40, (0.2, 0.6), "stop", output="sos")),
                (sweep.ellip(x, 4, 1, 50, (0.2, 0.25), "pass", axes=1),
                 signal.ellip(4, 1, 50, (0.4, 0.5), "pass", output="sos")),
                (sweep.ellip(x, 3, 1, 50, (0.1, 0.4), "bandstop", axes=1),
                 signal.ellip(3, 1, 50, (0.2, 0.8), "bandstop", output="sos")),
                (sweep.cheby1(x, 3, 1, 0.1, axes=1), signal.cheby1(3, 1, 0.2, output="sos")),
                (sweep.cheby2(x, 4, 40, 0.2, axes=1), signal.cheby2(4, 40, 0.4, output="sos")),
                (sweep.ellip(x, 4, 1, 50, 0.1, axes=1), signal.ellip(4, 1, 50, 0.2, output="sos"))):
            self.assertLess(np.abs(got - there_and_back(sos))[inner].max(), 1e-7)

    @needs_scipy
    def test_lfilter2(self):
        x = noise(40, 300)
        b, a = [0.2, 0.1], [1, -0.9, 0.2]
        want = signal.lfilter(b, a, signal.lfilter(b, a, x, axis=1)[:, ::-1], axis=1)[:, ::-1]
        got = sweep.lfilter2(x, a, b=b, mode="none", axes=1)
        self.assertLess(np.abs(got - want).max(), 1e-12)

    def test_integral(self):
        x = noise(33, 47)
        table = sweep.integral(x)
        np.testing.assert_allclose(table, x.cumsum(0).cumsum(1), rtol=1e-13)
        self.assertAlmostEqual(sweep.box_sum(table, 3, 5, 20, 40), x[3:20, 5:40].sum(), places=9)
        self.assertAlmostEqual(sweep.box_sum(table, 0, 0, 33, 47), x.sum(), places=9)


class Arrays(unittest.TestCase):
    def test_types_and_kinds(self):
        for dtype in (np.float32, np.float64):
            self.assertEqual(sweep.gaussian_filter(noise(8, 9, dtype=dtype), 1).dtype, dtype)
        for dtype in (np.uint8, np.int32, bool):
            got = sweep.gaussian_filter(noise(8, 9).astype(dtype), 1)
            self.assertEqual((got.dtype, got.shape), (np.float64, (8, 9)))

    def test_channels_and_batches(self):
        x = noise(30, 40, 3)
        got = sweep.gaussian_filter(x, 3, axes=(0, 1))
        for k in range(3):
            np.testing.assert_allclose(got[..., k], sweep.gaussian_filter(x[..., k], 3), atol=1e-14)
        x = noise(5, 30, 40)
        got = sweep.gaussian_filter(x, 3, axes=(1, 2))
        for k in range(5):
            np.testing.assert_array_equal(got[k], sweep.gaussian_filter(x[k], 3))

    def test_views(self):
        x = noise(40, 60)
        for view in (x[::2, ::3], x.T, x[::-1], x[:, ::-1], np.asfortranarray(x), x[5:30, 7:50]):
            np.testing.assert_array_equal(sweep.gaussian_filter(view, 2), sweep.gaussian_filter(view.copy(), 2))

    def test_byte_order_and_alignment(self):
        for dtype in ("f4", "f8", "i2", "u4"):
            x = (noise(30, 40) * 100).astype(dtype)
            for function in (lambda a: sweep.gaussian_filter(a, 3), sweep.spline_filter, sweep.uniform_filter, sweep.integral):
                want = function(x)
                for other in (x.astype(x.dtype.newbyteorder()), unaligned(x), unaligned(x.astype(x.dtype.newbyteorder())),
                              unaligned(x)[:, ::-1][:, ::-1]):
                    got = function(other)
                    self.assertEqual(got.dtype, want.dtype)
                    self.assertTrue(got.dtype.isnative)
                    np.testing.assert_array_equal(got, want)
        self.assertEqual(sweep.gaussian_filter(x.astype(">f4"), 3).dtype, np.float32)
        record = np.zeros(1, [("flag", "u1"), ("image", "f4", (20, 30))])
        record["image"] = noise(20, 30)
        np.testing.assert_array_equal(sweep.gaussian_filter(record["image"][0], 2),
                                      sweep.gaussian_filter(noise(20, 30, dtype=np.float32), 2))

    def test_an_array_of_a_gpu_without_cupy(self):
        class OnAGpu:
            __cuda_array_interface__ = {"shape": (4, 4), "typestr": "<f4", "data": (0, False), "version": 3}

        try:
            import cupy  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(TypeError, "needs CuPy"):
                sweep.gaussian_filter(OnAGpu(), 2)

    def test_outputs(self):
        x = noise(20, 20)
        out = np.zeros_like(x)
        self.assertIs(sweep.gaussian_filter(x, 2, output=out), out)
        want = sweep.gaussian_filter(x, 2)
        np.testing.assert_array_equal(out, want)
        sweep.gaussian_filter(x, 2, output=x)
        np.testing.assert_array_equal(x, want)
        for other in (np.zeros((20, 20), np.float32), np.zeros((20, 40))[:, ::2], np.zeros((20, 20), ">i2"), np.zeros((20, 20), complex)):
            self.assertIs(sweep.gaussian_filter(noise(20, 20) * 9, 2, output=other), other)
            np.testing.assert_array_equal(other, sweep.gaussian_filter(noise(20, 20) * 9, 2).astype(other.dtype))
        self.assertEqual(sweep.gaussian_filter(noise(20, 20), 2, output="float16").dtype, np.float16)
        out.flags.writeable = False
        for bad in (out, np.zeros((3, 3)), np.zeros((20, 20), "U3")):
            with self.assertRaises(ValueError):
                sweep.gaussian_filter(noise(20, 20), 2, output=bad)

    def run_script(self, script):
        """Runs lines of Python in a process of their own, and returns what they print."""
        done = subprocess.run([sys.executable, "-c", "import sys; sys.path[:] = " + repr(sys.path) + "\n"
                               + textwrap.dedent(script)], capture_output=True, text=True, timeout=100)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork()")
    def test_a_child_filters_while_a_thread_of_its_parent_does(self):
        self.assertEqual(self.run_script("""
            import os, threading, warnings
            import numpy as np, sweep
            warnings.simplefilter("ignore")  # of a fork with threads, which is what is tried
            x, stop = np.ones((700, 900)), threading.Event()
            def run():
                while not stop.is_set():
                    sweep.gaussian_filter(x, 5)
            thread = threading.Thread(target=run)
            thread.start()
            codes = []
            for i in range(6):
                child = os.fork()
                if child == 0:
                    os._exit(0 if abs(sweep.gaussian_filter(x, 5) - 1).max() < 1e-9 else 1)
                codes.append(os.waitpid(child, 0)[1])
            stop.set()
            thread.join()
            print(codes)
        """), "[0, 0, 0, 0, 0, 0]\n")

    def test_python_ends_while_a_daemon_filters(self):
        self.assertEqual(self.run_script("""
            import threading, time
            import numpy as np, sweep
            x = np.ones((1500, 2000))
            def run():
                while True:
                    sweep.gaussian_filter(x, 5)
            threading.Thread(target=run, daemon=True).start()
            time.sleep(0.3)
            print("ends")
        """), "ends\n")

    def test_plans_are_kept_while_they_are_small(self):
        kept = sweep._plans
        self.assertGreater(len(kept._kept.plans), 0)
        x = np.ones((800, 800))
        with unittest.mock.patch.object(kept, "MOST_BYTES", 8 << 20):
            for i in range(24):
                sweep.gaussian_filter(x, 2 + i)
                self.assertTrue(kept._kept.bytes[None] <= kept.MOST_BYTES or len(kept._kept.plans) == 1)
                self.assertEqual(kept._kept.bytes[None], sum(p.working_bytes for p in kept._kept.plans.values()))
        large = len(kept._kept.plans)
        kept.forget()
        for i in range(70):
            sweep.gaussian_filter(x[:30, :30].copy(), 2 + i)
        self.assertEqual(len(kept._kept.plans), kept.MOST)
        self.assertLess(large, kept.MOST)

    def test_threads(self):
        x = noise(100, 100)
        want, found = sweep.gaussian_filter(x, 4), []

        def run():
            for _ in range(20):
                found.append(np.array_equal(sweep.gaussian_filter(x, 4), want))

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [True] * 80)


class Shared:
    """An array of another library that has DLPack and nothing else, and notes how it was asked for. Its module has no
    from_dlpack."""

    def __init__(self, array, device=None):
        self.array, self.device, self.streams = array, device, []

    def __dlpack_device__(self):
        return self.device or self.array.__dlpack_device__()

    def __dlpack__(self, *, stream=None, **newer):
        self.streams.append(stream)
        return self.array.__dlpack__(**({} if stream is None else {"stream": stream}), **newer)


class Kin(Shared):
    """The same, of a module that takes results."""

    def __array_namespace__(self):
        return types.SimpleNamespace(from_dlpack=Kin)


class DLPack(unittest.TestCase):
    def test_arrays_of_others(self):
        x = noise(40, 50)
        for image in (x, x[::-1], x.T, x[::2, ::3], noise(3, 4, dtype=np.float32), np.arange(12, dtype=np.uint8).reshape(3, 4)):
            want = sweep.gaussian_filter(image, 2)
            got = sweep.gaussian_filter(Shared(image), 2)
            self.assertIs(type(got), np.ndarray)
            self.assertEqual(got.dtype, want.dtype)
            np.testing.assert_array_equal(got, want)
        self.assertEqual(sweep.gaussian_filter(Shared(np.ones((5, 6, 3))), 1, axes=(0, 1)).shape, (5, 6, 3))
        np.testing.assert_array_equal(sweep.uniform_filter(Shared(x), 3), sweep.uniform_filter(x, 3))

    def test_kind_comes_back(self):
        x = noise(20, 30)
        for run in (lambda a: sweep.gaussian_filter(a, 2), sweep.spline_filter):
            got = run(Kin(x))
            self.assertIs(type(got), Kin)
            np.testing.assert_array_equal(got.array, run(x))

    def test_outputs(self):
        x = noise(20, 30)
        want = sweep.gaussian_filter(x, 2)
        for image, kind in ((x, Shared), (Shared(x), Shared), (Kin(x), Kin)):
            target = kind(np.zeros_like(x))
            memory = target.array.ctypes.data
            self.assertIs(sweep.gaussian_filter(image, 2, output=target), target)
            self.assertEqual(target.array.ctypes.data, memory)
            np.testing.assert_array_equal(target.array, want)
        target = np.zeros_like(x)
        self.assertIs(sweep.gaussian_filter(Shared(x), 2, output=target), target)
        np.testing.assert_array_equal(target, want)
        in_place = Shared(x.copy())
        sweep.gaussian_filter(in_place, 2, output=in_place)
        np.testing.assert_array_equal(in_place.array, want)

    def test_misuse(self):
        x = noise(20, 30)
        locked = np.zeros_like(x)
        locked.flags.writeable = False
        for other in (np.zeros((20, 60))[:, ::2], np.zeros_like(x)[::-1], x.astype(np.float32)):
            sweep.gaussian_filter(x, 2, output=Shared(other))
            np.testing.assert_array_equal(other, sweep.gaussian_filter(x, 2).astype(other.dtype))
        for bad in (locked, np.zeros((3, 3))):
            before = bad.copy()
            with self.assertRaises(ValueError, msg=(bad.dtype, bad.strides)):
                sweep.gaussian_filter(x, 2, output=Shared(bad))
            np.testing.assert_array_equal(bad, before)
        with self.assertRaisesRegex(ValueError, "read-only|readonly"):
            sweep.gaussian_filter(x, 2, output=Shared(locked))
        with self.assertRaisesRegex(ValueError, "memory that the input is in"):
            sweep.gaussian_filter(x, 2, output=Shared(np.zeros_like(x), device=(2, 0)))
        np.testing.assert_array_equal(sweep.gaussian_filter(Shared(x.astype(complex)), 2), sweep.gaussian_filter(x, 2))
        with self.assertRaisesRegex(TypeError, "device 8"):  # Metal
            sweep.gaussian_filter(Shared(x, device=(8, 0)), 2)
        with self.assertRaisesRegex(TypeError, "DLPack"):
            sweep.gaussian_filter(Shared(x.astype(">f8")), 2)


def on_host(array):
    """Returns an array of CuPy or PyTorch as one of NumPy."""
    return array.cpu().numpy() if hasattr(array, "cpu") else array.get()


class OnAGpu(unittest.TestCase):
    def kinds(self):
        """Returns pairs of functions: to an array of the GPU, and back."""
        found = []
        try:
            import torch

            if torch.cuda.is_available():
                found.append((lambda x: torch.from_numpy(np.ascontiguousarray(x)).cuda(), lambda x: x.cpu().numpy()))
        except ImportError:
            pass
        try:
            import cupy

            if cupy.cuda.is_available():
                found.append((cupy.asarray, cupy.asnumpy))
        except ImportError:
            pass
        if not found:
            self.skipTest("neither PyTorch nor CuPy has a GPU here")
        return found

    def test_arrays_stay_there(self):
        x = noise(90, 130, dtype=np.float32)
        for to, back in self.kinds():
            for run in (lambda a: sweep.gaussian_filter(a, 6), lambda a: sweep.spline_filter(a),
                        lambda a: sweep.gaussian_filter(a, (2, 9), order=(0, 1)), lambda a: sweep.butter(a, 3, 0.1)):
                got = run(to(x))
                self.assertIs(type(got), type(to(x)))
                np.testing.assert_allclose(back(got), run(x.astype(np.float64)), atol=1e-5)
            np.testing.assert_allclose(back(sweep.integral(to(x))), x.cumsum(0, dtype=np.float64).cumsum(1), rtol=1e-5)
            batch = noise(3, 40, 50, dtype=np.float32)
            got = back(sweep.gaussian_filter(to(batch), 3, axes=(1, 2)))
            np.testing.assert_allclose(got, sweep.gaussian_filter(batch, 3, axes=(1, 2)), atol=1e-5)

    def test_outputs_and_views(self):
        x = noise(64, 64, dtype=np.float32)
        want = sweep.gaussian_filter(x, 3)
        for to, back in self.kinds():
            out = to(np.zeros_like(x))
            self.assertIs(sweep.gaussian_filter(to(x), 3, output=out), out)
            np.testing.assert_allclose(back(out), want, atol=1e-5)
            there = to(x)
            sweep.gaussian_filter(there, 3, output=there)
            np.testing.assert_allclose(back(there), want, atol=1e-5)
            view = to(np.ascontiguousarray(x.T)).T
            np.testing.assert_allclose(back(sweep.gaussian_filter(view, 3)), want, atol=1e-5)

    def test_dlpack_alone(self):
        x = noise(64, 80, dtype=np.float32)
        want = sweep.gaussian_filter(x, 3)
        for to, _ in self.kinds():
            got = sweep.gaussian_filter(Kin(to(x)), 3)
            self.assertIs(type(got), Kin)
            np.testing.assert_allclose(on_host(got.array), want, atol=1e-5)
            # What comes back without from_dlpack is of CuPy or PyTorch, whichever has read it.
            plain = sweep.gaussian_filter(Shared(to(x)), 3)
            self.assertIn(type(plain), [type(to_it(x)) for to_it, _ in self.kinds()])
            view = Shared(to(np.ascontiguousarray(x.T)).T)
            np.testing.assert_allclose(on_host(sweep.gaussian_filter(Kin(view.array), 3).array), want, atol=1e-5)
            out = Shared(to(np.zeros_like(x)))
            self.assertIs(sweep.gaussian_filter(Shared(to(x)), 3, output=out), out)
            np.testing.assert_allclose(on_host(out.array), want, atol=1e-5)
            with self.assertRaises(TypeError):
                sweep.gaussian_filter(Shared(to(np.zeros((4, 4)))), 2)
            with self.assertRaises(ValueError):
                sweep.gaussian_filter(Shared(to(x)), 2, output=Shared(to(np.zeros((5, 4), np.float32))))
            with self.assertRaises(ValueError):
                sweep.gaussian_filter(Shared(to(x)), 2, output=Shared(np.zeros_like(x)))

    def test_streams_of_dlpack(self):
        x = noise(64, 80, dtype=np.float32)
        want = sweep.gaussian_filter(x, 3)
        for to, _ in self.kinds():
            image = Kin(to(x))
            own = importlib.import_module(type(image.array).__module__.partition(".")[0]).cuda.Stream()
            sweep.gaussian_filter(image, 3)
            got = sweep.gaussian_filter(image, 3, stream=own)
            own.synchronize()
            np.testing.assert_allclose(on_host(got.array), want, atol=1e-5)
            # DLPack calls the default stream 1. A library may ask twice, for the newest version and then for the first.
            pointer = own.cuda_stream if hasattr(own, "cuda_stream") else own.ptr
            self.assertEqual(list(dict.fromkeys(image.streams)), [1, pointer])

    def test_misuse(self):
        for to, _ in self.kinds():
            with self.assertRaises(TypeError):
                sweep.gaussian_filter(to(np.zeros((4, 4))), 2)
            with self.assertRaises(ValueError):
                sweep.gaussian_filter(to(np.zeros((4, 4), np.float32)), float("nan"))
            with self.assertRaises(ValueError):
                sweep.gaussian_filter(to(np.zeros((4, 4), np.float32)), 2, output=to(np.zeros((5, 4), np.float32)))


class Misuse(unittest.TestCase):
    def test_values(self):
        x = noise(10, 10)
        for sigma in (-1, float("nan"), float("inf"), 1e9, (1, 2, 3), (0, -2)):
            with self.assertRaises(ValueError, msg=sigma):
                sweep.gaussian_filter(x, sigma)
        for arguments in ({"mode": "x"}, {"order": -1}, {"approximation": 9}, {"axes": (0, 0)},
                          {"axes": 2}, {"axes": ()}, {"engine": "abacus"}, {"cval": float("nan"), "mode": "constant"}):
            with self.assertRaises(ValueError, msg=arguments):
                sweep.gaussian_filter(x, 2, **arguments)
        for shape in ((0, 5), (5, 0), (0,), (2, 0, 4, 5)):
            self.assertEqual(sweep.gaussian_filter(np.zeros(shape), 2).shape, shape)
        with self.assertRaises(ValueError):
            sweep.gaussian_filter(np.zeros(()), 2)
        with self.assertRaises(ValueError):
            sweep.gaussian_filter(np.zeros((4, 4, 4)), (2, 2))
        with self.assertRaises(ValueError):
            sweep.gaussian_filter(np.zeros((4, 4, 4)), 2, mode=["wrap"] * 2, axes=(0, 1, 2))
        with self.assertRaisesRegex(ValueError, "not stable"):
            sweep.lfilter2(x, [1, -2.5])
        for a in ([2, 1], [1], []):
            with self.assertRaises(ValueError):
                sweep.lfilter2(x, a)
        with self.assertRaises(ValueError):
            sweep.uniform_filter(x, -3)
        with self.assertRaises(ValueError):
            sweep.uniform_filter1d(x, 0)

    def test_types(self):
        for bad in (np.array([["a"]]), np.array([[object()]]), [[1j]]):
            with self.assertRaises(TypeError):
                sweep.gaussian_filter(bad, 2)
        with self.assertRaises(TypeError):
            sweep.gaussian_filter(noise(4, 4), 2, axes=(0.5,))
        with self.assertRaises((TypeError, ValueError)):
            sweep.gaussian_filter(noise(4, 4), "wide")

    def test_types_for_editors_name_the_arguments_that_there_are(self):
        stub = os.path.join(os.path.dirname(sweep.__file__), "__init__.pyi")
        with open(stub, encoding="utf-8") as file:
            declared = {node.name: node.args for node in ast.parse(file.read()).body if isinstance(node, ast.FunctionDef)}
        self.assertEqual(set(declared), set(sweep.__all__))
        for name, stub in declared.items():
            parameters = inspect.signature(getattr(sweep, name)).parameters.values()
            by_place = [p.name for p in parameters if p.kind == p.POSITIONAL_OR_KEYWORD]
            self.assertEqual([a.arg for a in stub.args], by_place, name)
            self.assertEqual([a.arg for a in stub.kwonlyargs], [p.name for p in parameters if p.kind == p.KEYWORD_ONLY], name)
            defaults = [repr(p.default) for p in parameters if p.default is not p.empty]
            self.assertEqual([repr(ast.literal_eval(d)) for d in stub.defaults + stub.kw_defaults], defaults, name)

    def test_documented_examples(self):
        tested = 0
        for name in ("_boxes", "_classic", "_gaussians", "_splines"):
            outcome = doctest.testmod(importlib.import_module(f"sweep.{name}"), extraglobs={"np": np})
            self.assertEqual(outcome.failed, 0)
            tested += outcome.attempted
        self.assertGreater(tested, 15)


if __name__ == "__main__":
    unittest.main()
