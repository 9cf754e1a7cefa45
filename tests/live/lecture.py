"""The page of a lecture that computes, in a headless Chromium: what is typed gives the numbers of the program, questions ask about it, a
photo goes through the steps, and without the module the page is as it was recorded. Called with the program, the folder of the module
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
from npy import read_npy, write_npy  # noqa: E402
from pictures import hostile, noise, png  # noqa: E402

REQUIRED = os.environ.get("SWEEP_REQUIRE", "").split(",")
PROGRAM, MODULE, FOLDER = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
BROWSER = find_browser()
for lacks, what, line in ((not BROWSER, "browser", "no Chromium was found"),
                          (not os.path.exists(os.path.join(MODULE, "lecture.wasm")), "web", "the module for the web is not built: web/build.sh builds it")):
    if lacks:
        print("skipped: " + line)
        sys.exit(1 if what in REQUIRED else 77)

ROOT = os.path.dirname(os.path.dirname(HERE))
RECORDED, PAGE = os.path.join(FOLDER, "recorded.html"), os.path.join(FOLDER, "lecture.html")
QUESTION = "8,16,20,48/4,8,12,12/16,48,40,32/8,8,20,16"
STEPS = [
    "--view wipe --sigma 6 --input noise --input-size 128",
    "--view passes --sigma 3 --progress 3.6 --play off --input noise --input-size 128",
    "--view passes --walk on --filter bspline3 --boundary zero --input ramp --algorithm 5 --walk-step 12",
    f"--view passes --walk on --filter iir --causal=-0.5 --gain 0.5 --boundary zero --walk-numbers {QUESTION} --walk-block 2 --algorithm 5 "
    "--walk-step 3\nhidden: 2,1",
    "--view passes --blocks on --sigma 6 --broken no-carries --broken-stays on --input noise --input-size 128",
    "--view passes --blocks on --sigma 6 --broken no-column-carries --broken-stays on --input noise --input-size 128",
    f"--view passes --walk on --filter sat --walk-numbers {QUESTION} --walk-block 2 --algorithm sat --walk-step 8",
    "--view passes --walk on --sigma 2 --order 3 --boundary mirror --input ramp --algorithm 7 --walk-step 9",
]
BLUR, PASSES, WALK, ASKED, ALONE, COLUMNS, TABLE, GAUSSIAN = range(len(STEPS))
ROWS = [[round(math.sin(3 * x + 5 * y), 3) for x in range(8)] for y in range(8)]
MOST_ADDED = 1_600_000
WIDTH, HEIGHT = 37, 29


def make_pages():
    os.makedirs(FOLDER, exist_ok=True)
    cues = os.path.join(FOLDER, "talk.cues")
    with open(cues, "w", encoding="utf-8") as to:
        to.write("title: Live\n" + "".join(f"step: Step {i}\nstate: {state}\ncaption: Caption {i}\n" for i, state in enumerate(STEPS)))
    done = subprocess.run([PROGRAM, "rehearse", cues, "--html", RECORDED], capture_output=True, text=True, check=False)
    if "no OpenGL" in done.stderr and "window" not in REQUIRED:
        print("skipped: " + done.stderr)
        sys.exit(77)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    make_live(RECORDED, PAGE)


def make_live(*pages):
    subprocess.run([sys.executable, "-B", os.path.join(ROOT, "web", "live", "lecture.py"), MODULE, *pages], check=True, capture_output=True)


def feedback(order, sigma):
    """The coefficients of order equal poles, of two passes whose impulse response has this standard deviation."""
    s = sigma * sigma / (2 * order)
    a = (2 * s + 1 - math.sqrt(4 * s + 1)) / (2 * s)
    return f"--causal={-a}" if order == 1 else f"--causal={-2 * a},{a * a}"


class LiveLecture(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_pages()
        cls.browser = Browser(BROWSER, FOLDER)
        cls.browser.resize(1280, 800)
        with open(os.path.join(ROOT, "web", "live", "street.jpg"), "rb") as source:
            cls.jpeg = source.read()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.errors.clear()
        self.open()

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    def value(self, script):
        return self.browser.value(script)

    def open(self):
        self.browser.call("Page.navigate", url="about:blank")
        self.browser.requests.clear()
        self.browser.open("file://" + PAGE)
        self.value("liveLecture.then(() => 1)")

    def wait(self, script, seconds=10):
        deadline = time.monotonic() + seconds
        while not (found := self.value(script)):
            if time.monotonic() > deadline:
                said = self.value("main.querySelector('.agrees')?.textContent")
                self.fail(f"{script}: {said}")
            time.sleep(0.02)
        return found

    def show(self, step):
        self.value(f"show({step})")

    def type(self, rows):
        """Types every pixel as a finger does, and waits until the walk is that of them."""
        values = [value for row in rows for value in row]
        self.value(f"""(main.querySelector('.try').open = true, main.querySelectorAll('.pixels input').forEach((field, i) => {{
            field.value = String({json.dumps(values)}[i]);
            field.dispatchEvent(new Event('input', {{bubbles: true}}));
        }}))""")
        self.wait(f"main.querySelector('.live').dataset.walk === {json.dumps(values)}.join()")

    def choose(self, name, value):
        self.value("delete main.querySelector('.live').dataset.walk")
        self.value(f"""(to => {{ to.value = '{value}'; to.dispatchEvent(new Event('{'input' if name == 'sigma' else 'change'}')); }})
            ([...main.querySelectorAll('.try label')].find(each => each.textContent.startsWith('{name}')).querySelector('select, input'))""")
        self.wait("main.querySelector('.live').dataset.walk")

    def said(self):
        return self.value("main.querySelector('.agrees').textContent")

    def pixels(self):
        return self.value("""[...main.querySelectorAll('.number')].filter(cell => cell.getAttribute('aria-label').match(/^(incomplete )?[XYZUV]\\(/))
            .sort((a, b) => a.dataset.id - b.dataset.id).map(cell => Number(cell.getAttribute('aria-label').split(': ').pop()))""")

    def by_program(self, rows, *options):
        write_npy(os.path.join(FOLDER, "in.npy"), rows)
        subprocess.run([PROGRAM, "filter", "in.npy", "out.npy", *options, "--engine", "reference"], cwd=FOLDER, check=True, capture_output=True)
        return read_npy(os.path.join(FOLDER, "out.npy"))

    def assert_shows(self, want):
        self.value("main.querySelector('.strip button:last-child').click()")
        got = self.pixels()
        self.assertEqual(len(got), len(want))
        self.assertLess(max(abs(a - b) for a, b in zip(got, want)), 2e-6)

    def give(self, data, name):
        with open(os.path.join(FOLDER, name), "wb") as to:
            to.write(data)
        self.value("delete document.body.dataset.refused; delete document.body.dataset.photo; main.querySelectorAll('.live').forEach(each => delete each.dataset.sigma)")
        root = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.call("DOM.querySelector", nodeId=root, selector="#photo")["nodeId"]
        self.browser.call("DOM.setFileInputFiles", nodeId=node, files=[os.path.join(FOLDER, name)])
        return self.wait("document.body.dataset.refused || document.body.dataset.photo")

    def test_typed_pixels_give_the_numbers_of_the_program(self):
        self.show(WALK)
        self.wait("main.querySelector('.agrees').textContent.startsWith('Computed again here, the same as recorded')")
        self.type(ROWS)
        self.assertRegex(self.said(), r"^Your numbers, computed here: all \d+ sums add up")
        self.assert_shows(self.by_program(ROWS, "--filter", "bspline3", "--boundary", "zero"))
        for order, sigma, boundary in ((1, 2, "mirror"), (2, 1.3, "repeat"), (3, 1.5, "clamp"), (3, 4, "zero")):
            self.choose("Filter", order)
            self.choose("sigma", sigma)
            self.choose("Boundary", boundary)
            options = ["--sigma", str(sigma), "--order", "3"] if order == 3 else ["--filter", "iir", feedback(order, sigma)]
            self.assert_shows(self.by_program(ROWS, *options, "--boundary", boundary))
            self.assertEqual(self.value("walks.at(-1).order"), order)
            parts = re.findall(r"\((?:within (\S+)|exactly)\)", self.said())
            self.assertEqual(len(parts), 2, self.said())
            self.assertTrue(all(float(part or 0) < 1e-12 for part in parts), self.said())
        # The next step has the same pixels and settings, and its algorithm gives the same.
        self.show(GAUSSIAN)
        self.wait("main.querySelector('.agrees').textContent.startsWith('Your')")
        self.assert_shows(self.by_program(ROWS, "--sigma", "4", "--order", "3", "--boundary", "zero"))
        self.value("[...main.querySelectorAll('.try button')].find(each => each.textContent === 'As in the lecture').click()")
        self.choose("Filter", 0)
        self.choose("Boundary", "")
        self.wait("main.querySelector('.agrees').textContent.startsWith('Computed again here, the same as recorded')")

    def test_every_step_of_the_lecture_is_computed_again(self):
        for step in (WALK, ASKED, TABLE, GAUSSIAN):
            self.show(step)
            self.wait("main.querySelector('.agrees').textContent.startsWith('Computed again here, the same as recorded')")

    def test_a_wrong_number_of_the_module_is_seen(self):
        self.value("""(() => { const ask = engine.ask; engine.ask = async function(kind, facts) {
            const answer = await ask.call(engine, kind, facts);
            if (kind === 'walk') answer.whole[9] += 1e-6;
            return answer; }; })()""")
        self.show(WALK)
        self.wait("main.querySelector('.agrees.wrong')?.textContent.startsWith('The parts are not the whole')")

    def test_what_is_no_pixel_gets_a_line(self):
        self.show(WALK)
        self.type(ROWS)
        for text in ("abc", "1e300", "", "-Infinity", "NaN", "1e6x", "9" * 400):
            self.value(f"(field => {{ field.value = '{text}'; field.dispatchEvent(new Event('input', {{bubbles: true}})); }})"
                       "(main.querySelectorAll('.pixels input')[10])")
            self.assertIn("Column 2, row 1: type a number", self.said())
            self.assertEqual(self.value("main.querySelectorAll('.pixels [aria-invalid=true]').length"), 1)
            self.assertEqual(self.value("walks.at(-1).arrays[0].values[10]"), ROWS[1][2])
        rows = [[1e6 * (-1) ** (x + y) for x in range(8)] for y in range(8)]
        self.type(rows)
        self.assertIn("sums add up", self.said())

    def test_questions_ask_about_typed_numbers(self):
        self.show(ASKED)
        answer = """(text => {
            main.querySelector('form input').value = text;
            main.querySelector('form button').click();
            return main.querySelector('.asked [role=status]').className; })"""
        rows = [[8 * (x + 1) + 4 * y * y for x in range(4)] for y in range(4)]
        self.type(rows)
        self.assertEqual(self.value("main.querySelector('.picked text').textContent"), "?")
        right = 0.5 * rows[1][2] + 0.25 * rows[0][2]
        self.assertEqual(self.value(f"{answer}('{0.5 * 12 + 0.25 * 20}')"), "wrong", "that of the lecture")
        self.assertEqual(self.value(f"{answer}('{right}')"), "right")
        self.value("[...main.querySelectorAll('.try button')].find(each => each.textContent === 'Random').click()")
        self.wait("main.querySelector('.asked form')")
        typed = self.value("[...main.querySelectorAll('.pixels input')].map(field => Number(field.value))")
        self.assertEqual(self.value(f"{answer}('{0.5 * typed[6] + 0.25 * typed[2]}')"), "right")

    def test_a_photo_goes_through_the_steps(self):
        self.show(BLUR)
        self.wait("main.querySelector('.live').dataset.sigma")
        self.give(png(noise(WIDTH, HEIGHT)), "noise.png")
        self.wait("main.querySelector('.live').dataset.sigma")
        self.assertIn(f"{WIDTH} \u00d7 {HEIGHT}", self.said())
        self.assertEqual(self.value("[main.querySelector('canvas').width, main.querySelector('canvas').height]"), [WIDTH, HEIGHT])
        before = self.value("main.querySelector('canvas').toDataURL()")
        self.value("(delete main.querySelector('.live').dataset.sigma, (to => { to.value = 0; to.dispatchEvent(new Event('input')); })"
                   "(main.querySelector('[aria-label=sigma]')))")
        self.wait("main.querySelector('.live').dataset.sigma === '0.5'")
        self.assertNotEqual(self.value("main.querySelector('canvas').toDataURL()"), before)
        self.value("[...main.querySelectorAll('button')].find(each => each.textContent === 'As long').click()")
        self.wait("main.querySelector('section [role=status]').textContent.includes('sigma 100')")
        self.show(PASSES)
        self.wait("main.querySelector('.live').dataset.sigma")
        self.assertLess(float(re.search(r"within (\S+) of white", self.said())[1]), 4e-6)
        self.assertEqual(self.value("main.querySelector('input[max]:not([aria-label=sigma])').max"), str(2 * (WIDTH + HEIGHT)))
        self.value("main.querySelector('.passes canvas[role=img]').dispatchEvent(new MouseEvent('click', {clientX: 0, clientY: 0}))")
        self.wait("main.querySelector('.side h3').textContent.startsWith('Pass left, column 0, row 0')")
        for key, line in (("ArrowRight", "column 1, row 0"), ("ArrowDown", "column 1, row 1")):
            self.value("main.querySelector('.passes canvas[role=img]').focus()")
            self.browser.press(key)
            self.wait(f"main.querySelector('.side h3').textContent.startsWith('Pass left, {line}')")
        self.assertEqual(self.value("current"), PASSES)
        for step in (ALONE, COLUMNS):
            self.show(step)
            self.wait("main.querySelector('.live').dataset.sigma")
            self.assertEqual(self.value("main.querySelectorAll('.planes img[src^=blob]').length"), 3)
        self.show(WALK)
        self.value("[...main.querySelectorAll('.try button')].find(each => each.textContent === 'From my photo').click()")
        self.wait("main.querySelector('.agrees').textContent.startsWith('Your')")
        self.assertGreater(self.value("new Set([...main.querySelectorAll('.pixels input')].map(each => each.value)).size"), 8)
        # A photo that is dropped on the walk is typed, too.
        self.value("""(async () => {
            const canvas = new OffscreenCanvas(64, 64);
            canvas.getContext('2d').fillRect(32, 0, 32, 64);
            const data = new DataTransfer();
            data.items.add(new File([await canvas.convertToBlob()], 'drop.png', {type: 'image/png'}));
            document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}));
        })()""")
        row = ["1"] * 4 + ["0"] * 4  # what is transparent is white
        self.wait(f"[...main.querySelectorAll('.pixels input')].map(each => each.value).join() === {json.dumps(','.join(row * 8))}")

    def test_what_blocks_lack_is_what_carries_add(self):
        self.give(png(noise(WIDTH, HEIGHT)), "noise.png")
        def largest(block, boundary, alone):
            settings = {"sigma": 2, "order": 3, "accuracy": "", "boundary": boundary}
            facts = {"settings": settings, "block": block, "isColumnsAlone": alone}
            return self.value(f"engine.ask('fault', {json.dumps(facts)}).then(answer => answer.largest)")
        for alone in (False, True):
            self.assertLess(largest(64, "none", alone), 2e-6, "one block needs no carries")
            self.assertGreater(largest(16, "none", alone), 0.05)
        # A block is as if it were a picture of its own.
        apart = self.value("""(async () => {
            const settings = {sigma: 2, order: 3, accuracy: '', boundary: 'none'}, worst = [];
            const wide = picture.width, {planes: [wrong]} = await engine.ask('fault', {settings: {...settings, boundary: 'clamp'}, block: 16});
            const photo = document.getElementById('original').getContext('2d');
            for (const [x, y, w, h] of [[0, 0, 16, 16], [16, 16, 16, 13], [32, 0, 5, 16]]) {
                const {data} = photo.getImageData(x, y, w, h);
                await engine.ask('picture', {width: w, height: h, pixels: data.buffer}, [data.buffer]);
                const {pixels} = await engine.ask('blur', {settings});
                for (let i = 0; i < 4 * w * h; ++i)
                    worst.push(Math.abs(pixels[i] - wrong[4 * ((y + Math.floor(i / 4 / w)) * wide + x) + i % (4 * w)]));
            }
            return Math.max(...worst); })()""")
        self.assertLessEqual(apart, 1)

    def test_hostile_photos_get_a_line(self):
        self.show(BLUR)
        for name, (data, word) in hostile(self.jpeg).items():
            self.give(data, name)
            self.wait(f"main.querySelector('.agrees').textContent.includes({json.dumps(word)})")
            began = time.monotonic()
            self.assertEqual(self.value("1 + 1"), 2)
            self.assertLess(time.monotonic() - began, 1, name)
        self.give(png([[(9, 99, 199)]]), "one.png")
        self.wait("main.querySelector('.live').dataset.sigma")

    def test_it_asks_no_network_and_is_small(self):
        for step in range(len(STEPS)):
            self.show(step)
            self.wait("main.querySelector('.agrees').textContent")
        asked = [url for url in self.browser.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]
        self.assertEqual(asked, [])
        self.assertLess(os.path.getsize(PAGE) - os.path.getsize(RECORDED), MOST_ADDED)
        again = os.path.join(FOLDER, "again.html")
        make_live(PAGE, again)
        self.assertEqual(os.path.getsize(again), os.path.getsize(PAGE), "a live page is made live again")

    def test_without_the_module_it_is_as_recorded(self):
        broken = "window.Worker = class { postMessage() { setTimeout(() => this.onmessage({data: {fault: 'The module is damaged.'}})); } }"
        for script, word in (("delete window.WebAssembly", "WebAssembly"), ("WebAssembly.validate = () => false", "SIMD"),
                             ("delete window.DecompressionStream", "unpack"), (broken, "damaged")):
            added = self.browser.call("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
            self.open()
            self.browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added)
            line = self.value("document.getElementById('live-line').textContent")
            self.assertIn(word, line)
            self.assertIn("The page shows its recorded numbers.", line)
            self.assertEqual(self.value("document.querySelectorAll('.live').length"), 0)
            self.show(WALK)
            self.assert_shows(self.value("walks[data.steps[current].walk].arrays[8].values"))
            self.show(BLUR)
            self.assertEqual(self.value("main.querySelectorAll('img.shot').length"), 1)

    def test_it_fits_a_phone_and_has_names(self):
        for width, height, dark in ((360, 740, True), (390, 844, False), (1280, 800, True)):
            self.browser.resize(width, height, dark)
            for step in range(len(STEPS)):
                self.show(step)
                self.wait("main.querySelector('.agrees').textContent")
                self.value("main.querySelectorAll('.try').forEach(each => each.open = true)")
                self.assertLessEqual(self.value("document.scrollingElement.scrollWidth"), width, step)
                self.assertEqual(self.value("""[...main.querySelectorAll('button, input, select, summary')].filter(each => each.offsetParent &&
                    !(each.textContent.trim() || each.getAttribute('aria-label') || each.labels?.length)).map(each => each.outerHTML)"""), [])
        self.browser.resize(1280, 800)

    def test_keys_go_from_pixel_to_pixel(self):
        self.show(WALK)
        self.value("(main.querySelector('.try').open = true, main.querySelectorAll('.pixels input')[3].focus())")
        for key, at in (("ArrowDown", 11), ("Enter", 12), ("ArrowUp", 4), ("ArrowUp", 4), ("ArrowLeft", 4)):
            self.browser.press(key)
            self.assertEqual(self.value("[...main.querySelectorAll('.pixels input')].indexOf(document.activeElement)"), at, key)
        self.assertEqual(self.value("current"), WALK)


if __name__ == "__main__":
    unittest.main()
