"""What cannot be filtered is refused in one line that says what to do, whatever the array is of: a table of the ways."""
import unittest

import numpy as np

import sweep
from support import noise

try:
    import torch

    import sweep.torch
except ImportError:
    torch = None
try:
    import dask.array as da

    import sweep.dask
except ImportError:
    da = None

X = noise(8, 9)


def locked(shape):
    array = np.zeros(shape)
    array.flags.writeable = False
    return array


def of_numpy():
    masked = np.ma.masked_array(X, X > 0.5)
    for name in ("gaussian_filter", "gaussian_laplace", "uniform_filter", "spline_filter", "integral", "local_mean_std"):
        more = (3,) if name.startswith(("gaussian", "local")) else ()
        yield f"a masked array, {name}", lambda name=name, more=more: getattr(sweep, name)(masked, *more), TypeError, "masked arrays"
    output = (("a masked output", np.ma.masked_array(np.zeros_like(X), X > 0.5), ValueError, "masked"),
              ("a read-only output", locked(X.shape), ValueError, "read-only"),
              ("an output of one row", np.lib.stride_tricks.as_strided(np.zeros(9), X.shape, (0, 8)), ValueError, "in one place"),
              ("an output of another shape", np.zeros((9, 8)), ValueError, r"\(9, 8\), the input \(8, 9\)"),
              ("an output of fewer axes", np.zeros(72), ValueError, "shape"),
              ("an output of text", np.zeros(X.shape, "U3"), ValueError, "numbers"),
              ("a list as output", [1, 2], TypeError, "output must be an array"),
              ("a word as output", "wide", TypeError, "output must be an array"))
    for what, given, error, words in output:
        for name in ("gaussian_filter", "uniform_filter", "gaussian_laplace"):
            yield f"{what}, {name}", lambda name=name, given=given: getattr(sweep, name)(X, 3, output=given), error, words
    for what, x in (("text", [["a"]]), ("records", np.zeros(3, [("a", float)])), ("dates", np.zeros((3, 3), "M8[s]")), ("nothing", None),
                    ("objects", np.array([[object()]]))):
        yield what, lambda x=x: sweep.gaussian_filter(x, 2), TypeError, "real numbers"
    yield "a number", lambda: sweep.gaussian_filter(3.0, 2), ValueError, "no axes"
    yield "a negative truncate", lambda: sweep.gaussian_filter(X, 2, truncate=-1), ValueError, "truncate"
    for radius in (-1, 1.5, (1, 2, 3)):
        yield f"a radius of {radius}", lambda radius=radius: sweep.gaussian_filter(X, 2, radius=radius), ValueError, "radius|values"
    for more in ({"truncate": np.inf}, {"truncate": np.nan}, {"truncate": 1e9}, {"radius": np.nan}, {"radius": np.inf}, {"radius": 2**40}):
        yield f"{more}", lambda more=more: sweep.gaussian_filter(X, 1, **more), ValueError, "truncate|radius"
    for sigma, order, x in ((0.3, 200, X), (0.3, 190, X), (0.3, 80, X.astype(np.float32)), (1, 2000, X), (1, 2**31 - 1, X)):
        yield f"order {order}", lambda s=sigma, o=order, x=x: sweep.gaussian_filter(x, s, o), ValueError, "order"
    yield "an engine that is none, of nothing to do", lambda: sweep.gaussian_filter(X, 0, engine="x"), ValueError, "engine"
    yield "an axis that is none, of nothing to do", lambda: sweep.spline_filter(X, 1, axes=7), ValueError, "axes"
    yield "taps to an accuracy", lambda: sweep.gaussian_filter(X, 2, truncate=3, accuracy=1e-3), ValueError, "taps"
    yield "taps on a GPU", lambda: sweep.gaussian_filter(X, 2, radius=3, engine="cuda"), ValueError, "taps"
    yield "taps without a mode", lambda: sweep.gaussian_filter(X, 2, 3, mode="none"), ValueError, "mode none"
    yield "an accuracy that is none", lambda: sweep.gaussian_filter(X, 2, accuracy=1e-9), ValueError, r"accuracy=\S+ is the least"
    yield "an engine that has no such filter", lambda: sweep.gaussian_filter(X, 2, engine="opengl"), (ValueError, RuntimeError), "engine=|OpenGL|display"
    for name, more in (("gaussian_filter", (2,)), ("gaussian_laplace", (2,)), ("spline_filter", (1,)), ("edge_filter", (2, 0.1))):
        yield f"a stream, {name}", lambda name=name, more=more: getattr(sweep, name)(X, *more, stream=5), ValueError, "stream is for"
    yield "a cval without end", lambda: sweep.gaussian_filter(X, 2, mode="constant", cval=np.inf), ValueError, "cval"
    yield "a derivative before the first", lambda: sweep.gaussian_filter(X, 2, -1), ValueError, "order must be 0 or more"
    yield "a negative order", lambda: sweep.gaussian_filter(X, 2, (3, -1)), ValueError, "order"
    yield "a line of no samples", lambda: sweep.uniform_filter1d(X, 0), ValueError, "size"
    yield "a negative box", lambda: sweep.uniform_filter(X, (3, -1)), ValueError, "size"


def of_torch():
    if torch is None:
        return
    x = torch.zeros(8, 9)
    yield "a tensor of another device", lambda: sweep.gaussian_filter(torch.zeros(8, 9, device="meta"), 2), TypeError, "on meta"
    yield "a sparse tensor", lambda: sweep.gaussian_filter(torch.eye(4).to_sparse(), 2), TypeError, "dense"
    yield "a tensor for an array", lambda: sweep.gaussian_filter(X, 2, output=x), TypeError, "output must be"
    yield "gradients of an array", lambda: sweep.torch.gaussian_filter(X, 2), TypeError, "tensor"
    yield "gradients on another device", lambda: sweep.torch.gaussian_filter(torch.zeros(8, 9, device="meta"), 2), TypeError, "meta"
    yield "a third derivative with gradients", lambda: sweep.torch.gaussian_filter(x, 2, 3), ValueError, "order must be 0, 1 or 2"


def of_dask():
    if da is None:
        return
    x = da.from_array(X, chunks=(4, 5))
    unknown, masked, empty = x[x[:, 0] > 0.5], da.ma.masked_greater(x, 0.5), da.from_array(X, chunks=(4, 5)).map_blocks(
        lambda chunk: chunk, chunks=((0, 8), (5, 4)))
    for name, arguments in (("gaussian_filter", (2,)), ("gaussian_laplace", (2,)), ("gaussian_filter1d", (2,)), ("uniform_filter", (3,)),
                            ("spline_filter", ()), ("integral", ()), ("butter", (2, 0.1)), ("lfilter2", ([1, -0.5],))):
        def run(array, name=name, arguments=arguments):
            return getattr(sweep.dask, name)(array, *arguments)

        yield f"unknown chunks, {name}", lambda run=run: run(unknown), ValueError, "compute_chunk_sizes"
        yield f"masked chunks, {name}", lambda run=run: run(masked), TypeError, "masked arrays"
        yield f"a chunk of 0, {name}", lambda run=run: run(empty), ValueError, "rechunk"
        yield f"an array of NumPy, {name}", lambda run=run: run(X), TypeError, "from_array"
        yield f"complex chunks, {name}", lambda run=run: run(x.astype(complex)), TypeError, "parts"
    yield "taps in chunks, to an accuracy", lambda: sweep.dask.gaussian_filter(x, 2, 3, accuracy=1e-3), ValueError, "taps"
    yield "taps without an end in chunks", lambda: sweep.dask.gaussian_filter(x, 2, truncate=1e9), ValueError, "taps reach"
    yield "a mode that is none, of nothing to do", lambda: sweep.dask.gaussian_filter(x, 0, mode="there"), ValueError, "mode"


class Misuse(unittest.TestCase):
    def test_is_refused_in_one_line(self):
        count = 0
        for ways in (of_numpy, of_torch, of_dask):
            for what, run, error, words in ways():
                with self.subTest(what):
                    with self.assertRaisesRegex(error, words) as caught:
                        run()
                    self.assertNotRegex(str(caught.exception), "\n|--")  # options are of the command line
                    self.assertLess(len(str(caught.exception)), 200)
                count += 1
        self.assertGreater(count, 40)

    def test_an_output_that_overlaps_the_input_gets_the_result(self):
        for x, output in ((slice(0, 8), slice(1, 9)), (slice(2, 10), slice(0, 8)), (slice(0, 8), slice(7, None, -1))):
            for shape in ((12, 9), (12, 30, 20)):
                memory = noise(*shape)
                want = sweep.gaussian_filter(memory[x].copy(), 1.5, axes=(-2, -1))
                got = memory[output]
                self.assertIs(sweep.gaussian_filter(memory[x], 1.5, axes=(-2, -1), output=got), got)
                np.testing.assert_array_equal(got, want)
        square = noise(9, 9)
        want = sweep.gaussian_filter(square.copy(), (1, 3))
        sweep.gaussian_filter(square, (1, 3), output=square.T)
        np.testing.assert_array_equal(square.T, want)


if __name__ == "__main__":
    unittest.main()
