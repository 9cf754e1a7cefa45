"""The live page in a headless Chromium: it opens without network, its blur is the Gaussian, its four passes are the blur, what is chosen
comes back by a link, keys alone are enough, and hostile pictures get a line. Called with the folder of the module, or with a page,
and a folder to write in."""
import json
import math
import os
import re
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "page"), HERE]
from browser import Browser, find_browser  # noqa: E402
from pictures import hostile, noise, png, turned  # noqa: E402

BROWSER = find_browser()
if not BROWSER:
    print("skipped: no Chromium was found")
    sys.exit(1 if "browser" in os.environ.get("SWEEP_REQUIRE", "").split(",") else 77)

PAGE, FOLDER = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(HERE))
os.makedirs(FOLDER, exist_ok=True)
if not PAGE.endswith(".html"):
    if not os.path.exists(os.path.join(PAGE, "sweep.wasm")):
        print("skipped: the module for the web is not built: web/build.sh builds it")
        sys.exit(1 if "web" in os.environ.get("SWEEP_REQUIRE", "").split(",") else 77)
    made = os.path.join(FOLDER, "live.html")
    subprocess.run([sys.executable, "-B", os.path.join(ROOT, "web", "live", "make.py"), PAGE, made], check=True)
    PAGE = made

WIDTH, HEIGHT = 37, 29
SIZES = [(360, 740), (844, 390), (390, 844), (820, 1180), (1366, 768), (1920, 1080), (3840, 2160)]
BLUR_SECONDS = 2


def light(byte):
    part = byte / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def continued(boundary, i, n):
    if 0 <= i < n:
        return i
    if boundary == "clamp":
        return 0 if i < 0 else n - 1
    if boundary == "repeat":
        return i % n
    if boundary == "mirror":
        return min(i % (2 * n), 2 * n - 1 - i % (2 * n))
    return None


def folded(sigma, boundary, n):
    """The sampled Gaussian as a matrix of n x n, with the boundary in it."""
    half = math.ceil(7 * sigma)
    weights = [math.exp(-k * k / (2 * sigma * sigma)) for k in range(-half, half + 1)]
    total = sum(weights)
    matrix = [[0.0] * n for _ in range(n)]
    for at in range(n):
        for k, weight in enumerate(weights, -half):
            if (source := continued(boundary, at + k, n)) is not None:
                matrix[at][source] += weight / total
    return matrix


def blurred(values, width, height, sigma, boundary):
    across, down = folded(sigma, boundary, width), folded(sigma, boundary, height)
    rows = [[[sum(across[x][i] * values[3 * (y * width + i) + c] for i in range(width)) for c in range(3)]
             for x in range(width)] for y in range(height)]
    return [sum(down[y][j] * rows[j][x][c] for j in range(height)) for y in range(height) for x in range(width) for c in range(3)]


def farthest(one, other):
    return max(abs(a - b) for a, b in zip(one, other))


class LivePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(BROWSER, FOLDER)
        cls.browser.resize(1366, 768)
        with open(os.path.join(ROOT, "web", "live", "street.jpg"), "rb") as source:
            cls.jpeg = source.read()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.errors.clear()

    def value(self, script):
        return self.browser.value(script)

    def open(self, hash_="", query=""):
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.open(f"file://{PAGE}{query}{hash_}")
        self.value("sweepLive.ready.then(() => 1)")

    def wait(self, script, seconds=8):
        deadline = time.monotonic() + seconds
        while not (found := self.value(script)):
            self.assertLess(time.monotonic(), deadline, script)
            time.sleep(0.02)
        return found

    def give(self, data, name):
        """Opens a file by the button's input, and waits until it is shown or refused."""
        file = os.path.join(FOLDER, name)
        with open(file, "wb") as to:
            to.write(data)
        self.value("delete document.body.dataset.refused; delete document.body.dataset.picture; delete document.body.dataset.sigma")
        root = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
        self.browser.call("DOM.setFileInputFiles", nodeId=node, files=[file])
        return self.wait("document.body.dataset.refused || document.body.dataset.picture")

    def give_noise(self):
        self.give(png(noise(WIDTH, HEIGHT)), "noise.png")
        self.wait("document.body.dataset.sigma")

    def blur(self, **settings):
        self.value(f"(Object.assign(state, {json.dumps(settings)}), showSettings(), view().ask().then(() => 1))")
        answer = self.value("sweepLive.result()")
        self.assertEqual((answer["width"], answer["height"]), (WIDTH, HEIGHT))
        return answer["values"]

    def test_the_first_blur_comes_at_once_and_without_network(self):
        self.browser.requests.clear()
        began = time.monotonic()
        self.open()
        self.wait("document.body.dataset.sigma")
        took = time.monotonic() - began
        print(f"first blur after {took:.2f} s, page of {os.path.getsize(PAGE) / 1e6:.2f} MB", file=sys.stderr)
        self.assertLess(took, BLUR_SECONDS)
        self.assertLess(os.path.getsize(PAGE), 4 << 20)
        asked = [url for url in self.browser.requests if not url.startswith(("data:", "blob:", "about:"))]
        self.assertEqual([url.split("#")[0] for url in asked], [f"file://{PAGE}"])
        self.assertIn("default-src 'none'", self.value("document.querySelector('meta[http-equiv]').content"))
        self.assertEqual(self.value("fetch('http://127.0.0.1:9/').then(() => 'went', () => 'stayed')"), "stayed")
        self.browser.errors.clear()  # the refusal is one

    def test_the_blur_is_the_gaussian_and_the_passes_are_the_blur(self):
        self.open()
        self.give_noise()
        values = self.value("sweepLive.light()")["values"]
        self.assertLess(farthest(values, [light(v) for row in noise(WIDTH, HEIGHT) for pixel in row for v in pixel]), 1e-7)
        for boundary in ("clamp", "mirror", "repeat", "zero"):
            for sigma in (0.7, 4):
                truth = blurred(values, WIDTH, HEIGHT, sigma, boundary)
                for accuracy, limit in (("6e-6", 6e-6), ("3e-4", 3e-4), ("1.4e-2", 1.4e-2)):
                    found = self.blur(sigma=sigma, accuracy=accuracy, boundary=boundary)
                    self.assertLess(farthest(found, truth), limit, (boundary, sigma, accuracy))
        for settings, sigmas in (({"order": "3"}, (0.3, 80)), ({"order": "4"}, (3,)), ({"accuracy": "6e-6"}, (0.3, 80))):
            for boundary in ("clamp", "mirror", "repeat", "zero", "none"):
                for sigma in sigmas:
                    chosen = {"accuracy": "", "order": "3", **settings, "boundary": boundary, "sigma": sigma}
                    found = self.blur(**chosen)
                    self.value("engine.ask('passes', {settings: filterSettings()}).then(() => 1)")
                    self.assertLess(farthest(found, self.value("sweepLive.passes()")["values"]), 4e-6, chosen)
        self.assertEqual(self.browser.errors, [])

    def test_every_pixel_of_every_pass_is_its_sum(self):
        for settings in ("", "&accuracy=3e-4&boundary=mirror", "&order=4&boundary=none", "&accuracy=6e-6&boundary=repeat&sigma=2"):
            self.open("#sigma=4" + settings)
            self.give_noise()
            self.value("showView('passes')")
            self.wait("passesView.planes.length && passesView.number === picture.number")
            for index in (0, 2, HEIGHT - 1):
                for done in range(4):
                    self.value(f"passesView.column = 5, passesView.row = 7, passesView.go(passesView.begin({done}) + 1 + {index})")
                    name = f"Pass {['down', 'up', 'right', 'left'][done]}"
                    self.wait(f"at('sum').textContent.startsWith('{name}')")
                    pair = self.value("engine.ask('sum', {pass: passesView.place.pass, column: passesView.front[0], row: passesView.front[1]})"
                                      ".then(s => [s.value, s.terms.reduce((all, t) => all + t[2] * t[3], 0)])")
                    self.assertAlmostEqual(pair[0], pair[1], 9, (settings, index, done))
        self.assertEqual(self.browser.errors, [])

    def test_truth_on_demand(self):
        self.open("#accuracy=6e-6&sigma=3")
        self.give_noise()
        self.value("at('truth').click()")
        text = self.wait("at('truth-text').textContent.startsWith('Largest') && at('truth-text').textContent")
        largest = float(re.search(r"Largest error (\S+),", text)[1])
        self.assertTrue(1e-9 < largest < 6e-6, text)
        self.assertIn(f"all {WIDTH * HEIGHT} pixels".replace("1073", "1 073"), text)
        self.value("(state.accuracy = '', state.order = '3', numbers.compare().then(() => 1))")
        coarse = float(re.search(r"Largest error (\S+),", self.value("at('truth-text').textContent"))[1])
        self.assertGreater(coarse, 20 * largest)

    def test_keys_alone_and_a_link(self):
        self.open()
        self.value("at('sigma').focus()")
        for _ in range(3):
            self.browser.press("ArrowRight")
        sigma = self.value("state.sigma")
        self.assertGreater(sigma, 5)
        self.wait(f"document.body.dataset.sigma == '{sigma}'")
        self.value("at('divider').focus()")
        self.browser.press("ArrowLeft")
        self.assertAlmostEqual(self.value("state.wipe"), 0.48)
        self.value("[...at('boundary').children].find(b => b.textContent === 'mirror').click()")
        self.value("[...at('accuracy').children].find(b => b.textContent === '3e-4').click()")
        self.value("[...at('views').children][1].click()")
        hash_ = self.wait("location.hash.includes('passes') && location.hash")
        kept = self.value("JSON.stringify(state)")
        self.open(hash_)
        self.assertEqual(json.loads(self.value("JSON.stringify(state)")), json.loads(kept))
        self.wait("passesView.planes.length")
        self.value("at('over').focus(), passesView.go(passesView.begin(0) + 100)")
        before = self.value("passesView.front[1]")
        self.browser.press("ArrowDown")
        self.wait(f"passesView.front[1] !== {before}")
        # Everything that a finger does has a name and is reached by the Tab key.
        unnamed = self.value("""[...document.querySelectorAll('button, input, [tabindex="0"]')].filter(each => each.offsetParent && each.tabIndex >= 0 &&
            !(each.textContent.trim() || each.ariaLabel || each.getAttribute('aria-label') || each.labels?.length)).map(each => each.id)""")
        self.assertEqual(unnamed, [])
        for wrong in ("#sigma=abc&view=none&boundary=%00&order=9", "#sigma=1e99", "#sigma=-3&wipe=7"):
            self.open(wrong)
            self.assertTrue(0.3 <= self.value("state.sigma") <= 300)
        self.assertEqual(self.browser.errors, [])

    def test_hostile_pictures_get_a_line(self):
        self.open()
        self.give_noise()
        for name, (data, word) in hostile(self.jpeg).items():
            self.give(data, name)
            line = self.value("at('line').textContent")
            self.assertTrue(line and word in line and "\n" not in line, (name, line))
            began = time.monotonic()
            self.assertEqual(self.value("1 + 1"), 2)
            self.assertLess(time.monotonic() - began, 1, name)
        self.give_noise()
        self.assertEqual(self.value("at('line').textContent"), "")
        self.assertEqual(self.value("[picture.width, picture.height]"), [WIDTH, HEIGHT])
        self.give(turned(self.jpeg, 6), "turned.jpg")
        self.assertEqual(self.value("[picture.width, picture.height]"), [800, 1280])
        self.give(png([[(9, 99, 199)] * 2100] * 1000), "large.png")
        self.assertIn("Scaled from 2100", self.value("at('line').textContent"))
        self.give(png([[(9, 99, 199)]]), "one.png")
        self.wait("document.body.dataset.sigma")
        self.assertLess(farthest(self.value("sweepLive.result()")["values"], [light(9), light(99), light(199)]), 1e-6)

    def test_a_photo_comes_by_file_drop_and_paste(self):
        self.open()
        began = time.monotonic()
        self.give(self.jpeg, "photo.jpg")
        self.wait("document.body.dataset.sigma")
        self.assertLess(time.monotonic() - began, BLUR_SECONDS)
        for width, kind, event in ((64, "drop", "DragEvent('drop', {dataTransfer: data, bubbles: true})"),
                                   (65, "paste", "ClipboardEvent('paste', {clipboardData: data, bubbles: true})")):
            self.value(f"""(async () => {{
                const canvas = new OffscreenCanvas({width}, 48);
                canvas.getContext('2d').fillRect(9, 9, 9, 9);
                const blob = await canvas.convertToBlob();
                const data = new DataTransfer();
                data.items.add(new File([blob], '{kind}.png', {{type: 'image/png'}}));
                document.body.dispatchEvent(new {event});
            }})()""")
            self.wait(f"picture.width === {width} && picture.height === 48")
        self.assertEqual(self.browser.errors, [])

    def test_what_a_browser_lacks_is_said(self):
        script = self.browser.call("Page.addScriptToEvaluateOnNewDocument", source="WebAssembly.validate = () => false")["identifier"]
        self.open()
        self.browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        self.assertIn("SIMD", self.value("at('line').textContent"))
        self.assertEqual(self.browser.errors, [])

    def test_nothing_moves_where_motion_is_not_wanted(self):
        for motion, plays in (("reduce", False), ("no-preference", True)):
            self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
            self.open("#view=passes")
            self.wait("passesView.planes.length", 20)
            time.sleep(0.3)
            self.assertEqual(self.value("passesView.isPlaying"), plays)
        self.browser.resize(1366, 768)

    def test_depth_of_field_is_sharp_where_it_was_tapped(self):
        self.open("#view=depth")
        self.wait("document.body.dataset.depth")
        self.value("""(window.bytes = (name, ...box) => {
            const canvas = new OffscreenCanvas(picture.width, picture.height), to = canvas.getContext('2d', {willReadFrequently: true});
            to.drawImage(at(name), 0, 0);
            return [...to.getImageData(...box).data];
        }, 1)""")
        self.value("(state.aperture = 40, depthView.focusAt([0.25, 0.7]))")
        self.wait("bytes('result', 320, 560, 1, 1).every((each, i) => Math.abs(each - bytes('original', 320, 560, 1, 1)[i]) <= 1)")
        # The table's means, against the definition: at the largest radius the mean of many pixels is no pixel's own.
        other = [self.value(f"bytes('{name}', 600, 440, 80, 80)") for name in ("result", "original")]
        steps = [sum(abs(a[i] - a[i + 4]) for i in range(0, len(a) - 4, 4)) for a in other]
        self.assertLess(steps[0], steps[1] / 2)
        for tool, points in (("near", [(300, 600), (600, 640)]), ("far", [(300, 120), (600, 120)])):
            self.value(f"depthView.take('{tool}')")
            for k, (x, y) in enumerate(points):
                self.browser.call("Input.dispatchMouseEvent", type="mouseMoved" if k else "mousePressed", x=x, y=y, button="left", buttons=1, clickCount=1)
            self.browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
        self.assertEqual(self.value("depthView.tool + state.lay"), "focusstrokes")
        self.assertLess(self.value("engine.ask('depthAt', {x: 0.45, y: 0.87})"), 0.2)
        self.assertGreater(self.value("engine.ask('depthAt', {x: 0.45, y: 0.12})"), 0.8)
        # Drawn strokes end at the picture's edges: of two halves each is as near as its stroke, up to the line between them.
        self.give(png([[(30, 30, 30)] * 60 + [(220, 220, 220)] * 60] * 80), "halves.png")
        self.value("(depthView.strokes = {near: [[0.1, 0.2], [0.1, 0.3]], far: [[0.9, 0.2], [0.9, 0.3]]}, state.lay = 'strokes', depthView.ask().then(() => 1))")
        depths = [self.value(f"engine.ask('depthAt', {{x: {x}, y: 0.8}})") for x in (0.1, 0.48, 0.52, 0.9)]
        self.assertTrue(max(depths[:2]) < 0.25 and min(depths[2:]) > 0.75, depths)
        self.assertEqual(self.browser.errors, [])

    def test_sizes_and_frames(self):
        for view in ("blur", "passes", "depth"):
            self.open(f"#view={view}")
            for width, height in SIZES:
                self.browser.resize(width, height, width % 20 == 0)
                self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width, view)
                self.assertGreater(self.value("at('frame').getBoundingClientRect().width"), 0.45 * min(width, 1.6 * height))
                cut = self.value("""[...document.querySelectorAll('button')].filter(b => b.offsetParent && b.scrollWidth > b.clientWidth + 1).map(b => b.textContent)""")
                self.assertEqual(cut, [], (view, width))
        self.open("", "?embed")
        self.assertFalse(self.value("Boolean(at('about').offsetParent)"))
        self.browser.resize(1366, 768)

    def test_contrast(self):
        with open(os.path.join(ROOT, "web", "live", "style.css"), encoding="utf-8") as source:
            blocks = re.findall(r":root \{(.*?)\}", source.read(), re.S)
        dark = dict(re.findall(r"--([\w-]+): (#\w{6})", blocks[0]))
        for colours in (dark, {**dark, **dict(re.findall(r"--([\w-]+): (#\w{6})", blocks[1]))}):
            def lightness(name):
                parts = [light(int(colours[name][i:i + 2], 16)) for i in (1, 3, 5)]
                return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
            for ink, ground in [("text", "panel"), ("text", "control"), ("text", "hovered"), ("faint", "panel"), ("head", "panel"),
                                ("good", "panel"), ("trouble", "panel"), ("on-accent", "accent")]:
                low, high = sorted((lightness(ink), lightness(ground)))
                self.assertGreater((high + 0.05) / (low + 0.05), 4.5, (ink, ground, colours[ink]))


if __name__ == "__main__":
    unittest.main()
