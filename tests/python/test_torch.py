"""The filters with gradients (sweep.torch): results against the filters of sweep, gradients against matrices and differences."""
import doctest
import inspect
import itertools
import unittest
import warnings

import numpy as np

try:
    import torch
    from torch.autograd import gradcheck, gradgradcheck
except ImportError:
    print("skipped: PyTorch is not installed")
    raise SystemExit(77)

import sweep
import sweep.torch

torch.set_num_threads(1)  # what is computed here is small
MODES = ("reflect", "constant", "nearest", "wrap", "mirror", "none")
FEEDBACK = ([1, -0.6, 0.2], [1, -0.3], [0.5, 0.2], [0.4, 0.1, 0.3])


def random(*shape, seed=0, dtype=torch.float64):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=dtype)


def filters(mode):
    yield from (lambda x, order=order: sweep.torch.gaussian_filter(x, 1.7, order, mode=mode) for order in range(1 if mode == "none" else 3))
    yield lambda x: sweep.torch.lfilter2(x, *FEEDBACK, mode)
    yield lambda x: sweep.torch.lfilter2(x, [1, -0.6], mode=mode)
    yield lambda x: sweep.torch.butter(x, 3, 0.1, mode=mode)
    yield lambda x: sweep.torch.exponential(x, 0.3, mode=mode)
    if mode != "none":
        yield from (lambda x, size=size: sweep.torch.uniform_filter(x, size, mode=mode) for size in (3, 4))
        yield lambda x: sweep.torch.uniform_filter(x, 4, None, mode, origin=1)
        yield from (lambda x, order=order: sweep.torch.spline_filter(x, order, mode=mode) for order in (2, 3, 5))


class Results(unittest.TestCase):
    def test_are_those_of_sweep(self):
        for dtype in (torch.float32, torch.float64):
            x = random(2, 3, 9, 11, dtype=dtype)
            array = x.numpy()
            for got, want in (
                    (sweep.torch.gaussian_filter(x, (2.0, 1.0), (1, 0), axes=(-2, -1)),
                     sweep.gaussian_filter(array, (2.0, 1.0), (1, 0), axes=(-2, -1))),
                    (sweep.torch.gaussian_filter(x, torch.tensor([1.0, 2.0, 1.5, 3.0])), sweep.gaussian_filter(array, (1.0, 2.0, 1.5, 3.0))),
                    (sweep.torch.gaussian_filter1d(x, 2, 1, mode="constant", cval=3), sweep.gaussian_filter1d(array, 2, 1, mode="constant", cval=3)),
                    (sweep.torch.spline_filter(x[0, 0], 4), sweep.spline_filter(array[0, 0], 4)),
                    (sweep.torch.gaussian_laplace(x[0, 0], 2, mode=("wrap", "reflect")), sweep.gaussian_laplace(array[0, 0], 2, mode=("wrap", "reflect"))),
                    (sweep.torch.ellip(x[0, 0], 2, 1, 40, (0.1, 0.2), "bandpass"), sweep.ellip(array[0, 0], 2, 1, 40, (0.1, 0.2), "bandpass")),
                    (sweep.torch.difference_of_gaussians(x[0, 0], 1), sweep.difference_of_gaussians(array[0, 0], 1)),
                    (sweep.torch.exponential(x, 0.2), sweep.exponential(array, 0.2))):
                self.assertEqual(got.dtype, dtype)
                np.testing.assert_allclose(got.numpy(), want, rtol=0, atol=1e-12 if dtype == torch.float64 else 2e-6)

    def test_take_the_arguments_of_sweep_in_its_order(self):
        for name in ("gaussian_filter", "gaussian_filter1d", "gaussian_laplace", "gaussian_gradient_magnitude", "uniform_filter",
                     "uniform_filter1d", "spline_filter", "spline_filter1d"):
            by_place = [[p.name for p in inspect.signature(getattr(module, name)).parameters.values() if p.kind == p.POSITIONAL_OR_KEYWORD]
                        for module in (sweep, sweep.torch)]
            self.assertEqual(*by_place, name)

    def test_keep_halves(self):
        x = random(8, 9, dtype=torch.float32).to(torch.bfloat16).requires_grad_()
        y = sweep.torch.gaussian_filter(x, 2.0)
        y.sum().backward()
        self.assertEqual((y.dtype, x.grad.dtype), (torch.bfloat16, torch.bfloat16))
        self.assertTrue(torch.allclose(x.grad, torch.ones_like(x)))

    def test_do_not_share_memory_with_the_input(self):
        x = random(3, 4)
        before = x.clone()
        for y in (sweep.torch.spline_filter(x, 1), sweep.torch.gaussian_filter(x, (0.0, 0.0))):
            y.zero_()
        self.assertTrue(torch.equal(x, before))


    def test_of_no_samples_have_gradients(self):
        for shape in ((0, 4), (0, 3, 5, 5), (2, 0)):
            for run in (lambda x, s: sweep.torch.gaussian_filter(x, s, axes=(-2, -1)), lambda x, s: sweep.torch.gaussian_filter(x, s, mode="mirror"),
                        lambda x, s: sweep.torch.gaussian_laplace(x, s, mode="nearest"), lambda x, s: sweep.torch.uniform_filter(s * x, 4),
                        lambda x, s: sweep.torch.spline_filter(s * x), lambda x, s: sweep.torch.gaussian_gradient_magnitude(s * x, 2),
                        lambda x, s: sweep.torch.lfilter2(x, [1, -1 / s])):
                x, sigma = torch.zeros(shape, requires_grad=True), torch.tensor(2.0, requires_grad=True)
                y = run(x, sigma)
                y.sum().backward()
                self.assertEqual((y.shape, x.grad.shape, sigma.grad.item()), (x.shape, x.shape, 0))

    def test_of_small_sigmas_are_the_tensor(self):
        for mode in MODES[:-1]:
            x = random(5, 6).requires_grad_()
            y = sweep.torch.gaussian_filter(x, torch.tensor([2.0, 0.03]), mode=mode)
            np.testing.assert_array_equal(y.detach(), sweep.gaussian_filter(x.detach().numpy(), 2, mode=mode, axes=0))
            g, = torch.autograd.grad(sweep.torch.gaussian_filter(x, 0.05, mode=mode), x, torch.ones_like(x))
            self.assertTrue(torch.equal(g, torch.ones_like(x)))

    def test_of_gaussians_that_end_are_those_of_sweep(self):
        for mode in MODES[:-1]:
            for order, more in itertools.product((0, 1, (2, 0)), ({"truncate": 3}, {"radius": (1, 9)})):
                x, sigma = random(5, 6).requires_grad_(), torch.tensor([1.3, 2.0], dtype=torch.float64, requires_grad=True)

                def run(x, sigma):
                    return sweep.torch.gaussian_filter(x, sigma, order, mode=mode, cval=0.3, **more)

                np.testing.assert_allclose(run(x, sigma).detach(), sweep.gaussian_filter(x.detach().numpy(), (1.3, 2.0), order, mode=mode, cval=0.3, **more),
                                           atol=1e-13)
                if more.get("radius") and order != 1:
                    self.assertTrue(gradcheck(run, (x, sigma)))
        x = random(5, 6, dtype=torch.bfloat16)
        self.assertEqual(sweep.torch.gaussian_laplace(x, 2, truncate=3).dtype, torch.bfloat16)
        self.assertEqual(sweep.torch.gaussian_filter(torch.zeros(0, 3), 2, truncate=3).shape, (0, 3))
        with self.assertRaisesRegex(ValueError, "taps"):
            sweep.torch.gaussian_filter(random(5, 6), 2, truncate=3, accuracy=1e-3)

    def test_go_into_an_output(self):
        x, out = random(5, 6).requires_grad_(), torch.zeros(5, 6, dtype=torch.float64)
        y = sweep.torch.gaussian_filter(x, 2.0, 0, out, "wrap")
        self.assertIs(y, out)
        self.assertTrue(torch.allclose(torch.autograd.grad(y.sum(), x)[0], torch.ones_like(x)))
        self.assertEqual(sweep.torch.uniform_filter(x, 3, torch.float32).dtype, torch.float32)


class Adjoints(unittest.TestCase):
    def test_are_the_transposed_matrices(self):
        for mode, n in itertools.product(MODES, (1, 2, 3, 7, 12)):
            for i, run in enumerate(filters(mode)):
                with self.subTest(mode=mode, n=n, filter=i):
                    matrix = torch.stack([run(line) for line in torch.eye(n, dtype=torch.float64)], 1)
                    x, g = random(n).requires_grad_(), random(n, seed=1)
                    gradient, = torch.autograd.grad(run(x), x, g)
                    np.testing.assert_allclose(gradient, matrix.T @ g, rtol=0, atol=1e-13 * max(1, matrix.abs().max().item()))

    def test_of_several_axes(self):
        for modes in itertools.product(("reflect", "nearest", "mirror", "wrap"), repeat=2):
            for orders in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1)):
                with self.subTest(modes=modes, orders=orders):
                    x, g = random(2, 5, 6).requires_grad_(), random(2, 5, 6, seed=1)

                    def run(image):
                        return sweep.torch.gaussian_filter(image, (1.0, 2.0), orders, None, modes, axes=(2, 1))

                    gradient, = torch.autograd.grad(run(x), x, g)
                    v = random(2, 5, 6, seed=2)
                    self.assertAlmostEqual((run(v) * g).sum().item(), (v * gradient).sum().item(), places=12)


class Gradients(unittest.TestCase):
    def check(self, run, *inputs):
        """All of the inputs have gradients, and these have some."""
        inputs = [value.requires_grad_() for value in inputs]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertTrue(gradcheck(run, inputs, eps=1e-5, atol=1e-6))
            self.assertTrue(gradgradcheck(run, inputs, eps=1e-5, atol=1e-5))

    def test_by_image_and_sigma(self):
        for mode in MODES:
            for order in range(1 if mode == "none" else 3):
                with self.subTest(mode=mode, order=order):
                    self.check(lambda x, s: sweep.torch.gaussian_filter(x, s, order, None, mode, 0.0 if order else 0.3), random(2, 3), torch.tensor(1.3).double())

    def test_by_a_sigma_for_each_axis(self):
        self.check(lambda x, s: sweep.torch.gaussian_filter(x, s, mode=("nearest", "mirror"), axes=(1, 0)), random(3, 3),
                   torch.tensor([0.7, 2.5]).double())
        self.check(lambda x, s: sweep.torch.unsharp_mask(x, (s, 2.0), 0.8), random(3, 2), torch.tensor(1.5).double())

    def test_by_coefficients(self):
        self.check(lambda x, a, b: sweep.torch.lfilter2(x, [1.0, a[0], a[1]], None, b, mode="nearest"), random(4),
                   torch.tensor([-0.9, 0.3]).double(), torch.tensor([0.4, 0.1]).double())
        self.check(lambda x, a, c: sweep.torch.lfilter2(x, [1.0, a], [1.0, c], mode="mirror"), random(4),
                   torch.tensor(-0.7).double(), torch.tensor(0.2).double())
        self.check(lambda x, alpha: sweep.torch.exponential(x, alpha, "constant", 2.0), random(2, 3), torch.tensor(0.4).double())

    def test_of_a_magnitude_where_it_is_flat(self):
        x = torch.zeros(5, 6, dtype=torch.float64, requires_grad=True)
        sweep.torch.gaussian_gradient_magnitude(x, 1.0).sum().backward()
        self.assertEqual(x.grad.abs().max().item(), 0)

    def test_in_float32(self):
        x, sigma = random(40, 50, dtype=torch.float32), torch.tensor(3.0, requires_grad=True)
        g = random(40, 50, seed=1, dtype=torch.float32)
        got, = torch.autograd.grad((sweep.torch.gaussian_filter(x, sigma) * g).sum(), sigma)
        exact = torch.tensor(3.0, dtype=torch.float64, requires_grad=True)
        want, = torch.autograd.grad((sweep.torch.gaussian_filter(x.double(), exact) * g.double()).sum(), exact)
        self.assertAlmostEqual(got.item(), want.item(), delta=1e-4 * g.norm().item())

    def test_learn_a_sigma(self):
        image = random(64, 64, dtype=torch.float32)
        blurred = torch.from_numpy(sweep.gaussian_filter(image.numpy(), 4.0))
        log_sigma = torch.zeros((), requires_grad=True)
        optimizer = torch.optim.Adam([log_sigma], lr=0.1)
        for _ in range(150):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(sweep.torch.gaussian_filter(image, log_sigma.exp()), blurred).backward()
            optimizer.step()
        self.assertAlmostEqual(log_sigma.exp().item(), 4.0, delta=0.1)


class Errors(unittest.TestCase):
    def test_are_one_line(self):
        x = torch.ones(4, 4)
        wants_gradient = torch.tensor(0.1, requires_grad=True)
        for error, run in (
                (TypeError, lambda: sweep.torch.gaussian_filter(np.ones((4, 4)), 1.0)),
                (TypeError, lambda: sweep.torch.gaussian_filter(torch.ones(4, 4, dtype=torch.int32), 1.0)),
                (TypeError, lambda: sweep.torch.gaussian_filter(x, torch.ones(2, 2))),
                (TypeError, lambda: sweep.torch.gaussian_filter(x, "2")),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, [])),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, (1.0, 2.0, 3.0))),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, -1.0)),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, wants_gradient)),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 1.0, 3)),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 2 + wants_gradient, 3)),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 2 + wants_gradient, accuracy=1e-9)),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 1.0, 1, mode="none")),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 1.0, mode="there")),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 1.0, axes=(0, 0))),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 2.0, 0, torch.ones(3, 4))),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 2.0, 0, torch.ones(4, 4, requires_grad=True))),
                (TypeError, lambda: sweep.torch.gaussian_filter(x, 2.0, 0, "wrap")),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 2.0, (1, 0), None, ("nearest", "constant"), 2.0)),
                (ValueError, lambda: sweep.torch.uniform_filter(x, (3, -1))),
                (ValueError, lambda: sweep.torch.gaussian_filter(x, 0.05, 1)),
                (ValueError, lambda: sweep.torch.lfilter2(x, [2, 1])),
                (ValueError, lambda: sweep.torch.lfilter2(x, [1, -0.5], b_back=[1])),
                (ValueError, lambda: sweep.torch.lfilter2(x, [1, -1.5])),
                (ValueError, lambda: sweep.torch.exponential(x, 2.0)),
                (ValueError, lambda: sweep.torch.difference_of_gaussians(x, 2.0, 1.0))):
            with self.assertRaises(error) as raised:
                run()
            self.assertNotIn("\n", str(raised.exception))


def load_tests(loader, tests, ignore):
    tests.addTests(doctest.DocTestSuite(sweep.torch))
    return tests


if __name__ == "__main__":
    unittest.main(argv=[__file__])
