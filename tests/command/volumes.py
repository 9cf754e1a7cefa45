"""sweep filter on volumes, arrays of three axes and stacks of pages, against SciPy along the same axes. Called with the program and a
folder to write in; needs NumPy and SciPy."""
import os
import subprocess
import sys
import unittest

try:
    import numpy as np
    from scipy import ndimage
except ImportError as missing:
    print(f"skipped: Python has no {missing.name}")
    sys.exit(1 if "python" in os.environ.get("SWEEP_REQUIRE", "").split(",") else 77)

PROGRAM, FOLDER = sys.argv.pop(1), sys.argv.pop(1)
MODES = {"clamp": "nearest", "mirror": "reflect", "repeat": "wrap", "zero": "constant", "reflect101": "mirror"}
GAUSSIAN = 3e-4  # what --accuracy promises, where nothing is said


class Volumes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        cls.volume = np.random.default_rng(50).random((17, 40, 53))

    def filtered(self, x, *arguments, through="out.npy"):
        """What sweep filter makes of an array, or of a stack that it makes of it first."""
        np.save(os.path.join(FOLDER, "in.npy"), x)
        for names in (["in.npy", through], [through, "out.npy"])[: 1 + (through != "out.npy")]:
            last = names[1] == "out.npy"
            done = subprocess.run([PROGRAM, "filter", *names, *(arguments if last else ["--filter", "none"]), "--engine", "cpu"],
                                  cwd=FOLDER, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        return np.load(os.path.join(FOLDER, "out.npy"))

    def assert_near(self, found, wanted, most):
        self.assertEqual(found.shape, wanted.shape)
        self.assertLessEqual(np.abs(found - wanted).max(), most)

    def test_sigmas_are_those_of_x_y_and_z(self):
        for name, mode in MODES.items():
            with self.subTest(name):
                found = self.filtered(self.volume, "--axes", "z,y,x", "--sigma", "3,2,1.5", "--boundary", name)
                self.assertEqual(found.dtype, np.float64)
                self.assert_near(found, ndimage.gaussian_filter(self.volume, (1.5, 2, 3), mode=mode, truncate=8), GAUSSIAN)

    def test_axes_are_those_that_are_named(self):
        for axes, sigmas in (("z", (2, 0, 0)), ("x,z", (2, 0, 2)), ("y,z", (2, 2, 0)), ("x,y,z", (2, 2, 2))):
            with self.subTest(axes):
                found = self.filtered(self.volume.astype("f4"), "--axes", axes, "--sigma", "2")
                self.assertEqual(found.dtype, np.float32)
                self.assert_near(found, ndimage.gaussian_filter(self.volume, sigmas, mode="nearest", truncate=8), GAUSSIAN)

    def test_pages_are_filtered_by_themselves_without_z(self):
        self.assert_near(self.filtered(self.volume, "--sigma", "2"),
                         ndimage.gaussian_filter(self.volume, (0, 2, 2), mode="nearest", truncate=8), GAUSSIAN)

    def test_boxes_and_splines(self):
        self.assert_near(self.filtered(self.volume, "--axes", "x,y,z", "--filter", "box", "--box-size", "4", "--boundary", "mirror"),
                         ndimage.uniform_filter(self.volume, 4, mode="reflect"), 1e-12)
        found = self.filtered(self.volume, "--axes", "x,y,z", "--filter", "bspline3", "--boundary", "mirror")
        wanted = ndimage.spline_filter(self.volume, 3, mode="reflect")
        self.assert_near(found, wanted, 1e-10)

    def test_colours_and_derivatives(self):
        colours = np.stack([self.volume, 1 - self.volume, self.volume ** 2], axis=3)
        self.assert_near(self.filtered(colours, "--axes", "x,y,z", "--sigma", "1"),
                         ndimage.gaussian_filter(colours, (1, 1, 1, 0), mode="nearest", truncate=8), GAUSSIAN)
        found = self.filtered(self.volume, "--axes", "x,y,z", "--sigma", "2", "--derivative", "1,0")
        self.assert_near(found, ndimage.gaussian_filter(self.volume, 2, order=(0, 0, 1), mode="nearest", truncate=8), GAUSSIAN)

    def test_a_constant_beyond_the_edges_is_filtered_along_each_axis(self):
        x = self.volume[:6, :7, :8]
        padded = np.pad(x, 60, constant_values=10.)
        for filter_of in (("butterworth", "--band", "high", "--cutoff", ".2"), ("iir", "--causal=-.5", "--feedforward", ".9,.3")):
            for axes in ("x,y,z", "x,z", "z"):
                with self.subTest(filter_of=filter_of, axes=axes):
                    more = ("--axes", axes, "--filter", *filter_of, "--boundary")
                    whole = self.filtered(padded, *more, "clamp")[60:-60, 60:-60, 60:-60]
                    self.assert_near(self.filtered(x, *more, "constant:10"), whole, 1e-9)

    def test_a_tiff_keeps_its_samples(self):
        whole = (255 * self.volume).astype(np.uint8)
        wanted = ndimage.gaussian_filter(whole.astype(float), 1, mode="nearest", truncate=8)
        found = self.filtered(whole, "--axes", "x,y,z", "--sigma", "1", through="stack.tif")
        self.assert_near(255 * found.astype(float), wanted, 255 * GAUSSIAN)

    def test_many_lines_are_taken_a_part_at_a_time(self):
        wide = np.random.default_rng(51).random((40, 512, 640)).astype("f4")
        self.assert_near(self.filtered(wide, "--axes", "z", "--sigma", "2"),
                         ndimage.gaussian_filter1d(wide, 2, 0, mode="nearest", truncate=8), GAUSSIAN)


if __name__ == "__main__":
    unittest.main()
