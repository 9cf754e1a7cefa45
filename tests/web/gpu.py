"""Algorithm 7 and the table in WGSL, in a headless Chromium whose WebGPU SwiftShader computes: every boundary, orders 1 to 5 with and
without zeros, odd sizes, 1 to 4 channels, buffers and textures give what the module does. Called with the folder of the
module and a folder to write in."""
import http.server
import json
import os
import subprocess
import sys
import threading
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "page"))
import browser  # noqa: E402
from browser import GPU_ON_CPU, Browser, find_browser  # noqa: E402

browser.PATIENCE = 300  # SwiftShader compiles a kernel of vectors for most of a minute where the machine is busy

MODULE, FOLDER = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
MOST = 1e-5  # of the largest result
BOUNDARIES = ["clamp", "zero", "none", "mirror", "repeat", "reflect101", 0.5]


def skip(thing, why):
    print(f"skipped: {why}")
    sys.exit(1 if thing in os.environ.get("SWEEP_REQUIRE", "").split(",") else 77)


if not find_browser():
    skip("browser", "no Chromium was found")
if not os.path.exists(os.path.join(MODULE, "sweep.wasm")):
    skip("web", "the module for the web is not built: web/build.sh builds it")


class Files(http.server.SimpleHTTPRequestHandler):
    """The repository, the module in /module/, what the test makes in /made/, and an empty page."""
    extensions_map = {".mjs": "text/javascript", ".html": "text/html", ".wasm": "application/wasm"}

    def translate_path(self, path):
        if path == "/":
            return os.path.join(FOLDER, "index.html")
        for start, folder in (("/module/", MODULE), ("/made/", FOLDER), ("/", ROOT)):
            if path.startswith(start):
                return os.path.join(folder, path.removeprefix(start).partition("?")[0])
        raise ValueError(path)

    def log_message(self, *_):
        pass


class OnGpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        with open(os.path.join(FOLDER, "index.html"), "w", encoding="utf-8") as page:
            page.write("<!doctype html><title>web.gpu</title>")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.browser = Browser(find_browser(), FOLDER, GPU_ON_CPU)
        cls.browser.open(f"http://127.0.0.1:{server.server_port}/", "http")
        try:
            print("on", cls.browser.value("import('/tests/web/gpu.mjs').then(tests => (window.tests = tests).open())"), file=sys.stderr)
        except RuntimeError as error:
            cls.browser.close()
            skip("webgpu", f"this Chromium has no WebGPU: {str(error).splitlines()[0]}")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def ask(self, function, **options):
        return self.browser.value(f"tests.{function}({json.dumps(options)})")

    def expect(self, function="difference", most=MOST, **options):
        found = self.ask(function, **options)
        self.assertIsNotNone(found, options)  # no number is none in JSON
        self.assertLess(found, most, options)
        self.assertEqual(self.browser.errors, [])

    def test_every_boundary(self):
        for boundary in BOUNDARIES:
            for width, height, sigma in ((65, 63, 5), (33, 100, 0.3), (33, 100, 300), (1, 1, 5), (1, 70, 5), (31, 2, 5)):
                self.expect(width=width, height=height, channels=1, order=3, sigma=sigma, boundary=boundary)
        for columns, rows in (("mirror", "clamp"), ("clamp", "repeat")):
            self.expect(width=65, height=63, channels=1, order=3, sigma=3, sigma_y=9, boundary_y=columns, boundary=rows)

    def test_orders_with_and_without_zeros(self):
        for filter_ in ({"filter": "exponential", "alpha": 0.2}, {"filter": "bspline3"}, {"sigma": 5, "order": 4},
                        {"filter": "bspline5", "boundary": "reflect101"}, {"filter": "butterworth", "cutoff": 0.1, "order": 1},
                        {"filter": "butterworth", "cutoff": 0.1, "order": 2, "boundary": "repeat"},
                        {"filter": "butterworth", "cutoff": 0.2, "order": 3, "band": "high"},
                        {"filter": "elliptic", "cutoff": 0.1, "order": 4, "boundary": "mirror"}):
            self.expect(width=65, height=63, channels=1, **filter_)
        for sigma in (0.7, 5, 200):
            self.expect(width=67, height=129, channels=1, accuracy=3e-4, sigma=sigma, boundary="mirror")
        self.expect(width=65, height=63, channels=1, accuracy=3e-4, sigma=3, axes="x")

    def test_another_sigma_compiles_nothing(self):
        for sigma in (0.4, 60):
            self.expect(before={"sigma": 9}, width=65, height=63, channels=1, order=3, sigma=sigma, boundary="clamp")

    def test_long_lines(self):
        for width, height, boundary in ((64, 64, "clamp"), (1000, 70, "repeat"), (70, 2051, "mirror"), (8191, 9, "clamp")):
            self.expect(width=width, height=height, channels=1, order=3, sigma=300, boundary=boundary)

    def test_a_signal_on_a_large_constant_keeps_its_digits(self):
        for sigma in (5, 50):
            for boundary in ("clamp", "mirror", "repeat", 4096):
                # A float near 4096 is a multiple of 4.9e-4: two of them at the most.
                self.expect(most=1e-3, level=4096, width=65, height=63, channels=1, order=3, sigma=sigma, boundary=boundary)

    def test_more_channels_and_textures(self):
        # SwiftShader takes long to compile kernels of vectors. Four channels of textures are those of blur() and of the live page.
        first = {"filter": "exponential", "alpha": 0.2}
        for boundary in ("mirror", "repeat", [0.1, 0.2, 0.3]):
            self.expect(width=65, height=63, channels=3, order=3, sigma=5, boundary=boundary)
        for width, height in ((33, 100), (1, 1), (1, 70), (31, 2), (64, 32)):
            self.expect(width=width, height=height, channels=3, order=3, sigma=5, boundary="clamp")
        for channels in (2, 4):
            self.expect(width=65, height=63, channels=channels, boundary=[0.1, 0.2, 0.3, 0.4][:channels], **first)
        self.expect("differenceOfTexture", width=65, height=63, channels=3, light=True, **first)

    def test_tables(self):
        for width, height, channels, scale in ((65, 63, 1, 0), (1000, 777, 1, 0), (33, 31, 4, 0), (33, 31, 3, 0), (65, 63, 1, 255), (1, 1, 1, 255)):
            self.expect("differenceOfTable", width=width, height=height, channels=channels, scale=scale)

    def test_refusals_are_one_line(self):
        for options, words in (({"width": 9000, "height": 3, "channels": 1}, "at most 8192"), ({"width": 9, "height": 9, "channels": 1, "of": 5}, "1 to 4 channels"),
                               ({"width": 9, "height": 9, "channels": 1, "accuracy": 6e-6}, "at most 5"),
                               ({"width": 9, "height": 9, "channels": 1, "filter": "box", "radius": 2}, "table")):
            line = self.ask("refusal", **{"sigma": 4, **({} if "filter" in options or "accuracy" in options else {"order": 3}), **options})
            self.assertIn(words, line)
            self.assertNotIn("\n", line)

    def test_blur_for_others(self):
        subprocess.run([sys.executable, "-B", os.path.join(ROOT, "web", "gpu", "make.py"), MODULE, FOLDER], check=True)
        on, off = self.browser.value("tests.differenceOfBlur('/made/blur.mjs', {sigma: 6, boundary: 'mirror'})")
        self.assertIn("swiftshader", on)
        self.assertLessEqual(off, 1)  # of 255


class OnLivePage(unittest.TestCase):
    def setUp(self):
        self.browser = Browser(find_browser(), FOLDER, GPU_ON_CPU)
        self.addCleanup(self.browser.close)

    def test_the_live_page(self):
        page = os.path.join(FOLDER, "live.html")
        subprocess.run([sys.executable, "-B", os.path.join(ROOT, "web", "live", "make.py"), MODULE, page], check=True)
        for query, is_taken in (("", False), ("?any-gpu", True)):
            self.browser.open(f"file://{page}{query}")
            self.browser.value("sweepLive.ready.then(() => 1)")
            self.assertEqual(self.browser.value("sweepLive.onGpu.isTaken"), is_taken)
            self.assertEqual(self.browser.value("Boolean(at('on-pair').offsetParent)"), is_taken)
        bytes_ = """(() => {
            const to = new OffscreenCanvas(40, 40).getContext('2d', {willReadFrequently: true});
            to.drawImage(at('result'), -600, -300);
            return [...to.getImageData(0, 0, 40, 40).data];
        })()"""
        first = self.wait(f"document.body.dataset.sigma && {bytes_}")  # of the CPU
        self.assertLess(self.wait("sweepLive.onGpu.difference"), MOST)
        self.assertIn("on the GPU", self.browser.value("at('ms-more').textContent"))
        self.assertRegex(self.browser.value("at('both').textContent"), r"^On the CPU, in one thread: [0-9.]+ ms. The two differ by")
        # On screen now is the GPU's.
        self.assertLessEqual(max(abs(a - b) for a, b in zip(first, self.browser.value(bytes_))), 1)
        # It has no kernel of order 7.
        self.browser.value("(Object.assign(state, {accuracy: '6e-6'}), blurView.ask().then(() => 1))")
        self.assertIn("one thread", self.browser.value("at('ms-more').textContent"))
        self.assertEqual((self.browser.value("at('line').textContent"), self.browser.errors), ("", []))

    def wait(self, script, seconds=120):
        deadline = time.monotonic() + seconds
        while not (found := self.browser.value(script)):
            self.assertLess(time.monotonic(), deadline, script)
            time.sleep(0.1)
        return found


if __name__ == "__main__":
    unittest.main()
