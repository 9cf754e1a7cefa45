"""The page of a lecture in a headless Chromium: every step opens without an error at the sizes of a phone and a screen, its numbers are
those that `sweep filter` gives, each adds up and unfolds down to pixels, and keys, questions and the handout do what they say.
Called with the program and a folder to write in."""
import os
import re
import subprocess
import sys
import unittest

from browser import Browser, find_browser
from npy import read_npy, write_npy

BROWSER = find_browser()
if not BROWSER:
    print("skipped: no Chromium was found")
    sys.exit(1 if "browser" in os.environ.get("SWEEP_REQUIRE", "").split(",") else 77)

PROGRAM, FOLDER = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
PAGE = os.path.join(FOLDER, "talk.html")
# Numbers that are not those of the start, and a text that would end the script if it were taken for markup.
ROWS = [[(7 * x + 5 * y) % 11 / 8 for x in range(8)] for y in range(8)]
TYPED = "/".join(",".join(map(str, row)) for row in ROWS)
WALK = f"--view passes --walk on --walk-numbers {TYPED} --boundary mirror"
STEPS = [
    ("--view passes --filter bspline3 --input impulse --input-size 32 --progress 0.7 --play off", None),
    (f"{WALK} --filter bspline3 --algorithm 5 --walk-step 13", ["--filter", "bspline3"]),
    (f"{WALK} --sigma 2 --order 3 --algorithm 7 --walk-step 22", ["--sigma", "2", "--order", "3"]),
    (f"{WALK} --filter bspline3 --algorithm 6 --walk-step 12", ["--filter", "bspline3"]),
    (f"--view passes --walk on --walk-numbers {TYPED} --filter sat --algorithm sat --walk-step 8", ["--filter", "sat"]),
    ("--view passes --figure on --figure-shown matrices", None),
    ("--view passes --figure on --figure-shown padding --sigma 3", None),
    ("--view passes --replay on --sigma 3 --input noise --input-size 128", None),
    ("--view passes --replay on --replay-beside meter --replay-plays off --sigma 3 --input noise --input-size 128", None),
    ("--view passes --blocks on --sigma 12 --broken no-carries --broken-stays on --input noise --input-size 128", None),
    (f"{WALK} --filter iir --causal=-0.5 --gain 0.5 --walk-block 2 --algorithm 5 --walk-step 12\nhidden: P 1,0,1", None),
]
SIZES = [(360, 740, True), (1280, 720, False), (1920, 1080, True)]  # the last is whether it is dark


def make_page():
    os.makedirs(FOLDER, exist_ok=True)
    cues = os.path.join(FOLDER, "talk.cues")
    with open(cues, "w", encoding="utf-8") as to:
        to.write("title: Numbers </script><script>throw 1</script> & more\n")
        for i, (state, _) in enumerate(STEPS):
            to.write(f"step: Step <b>{i}</b>\nstate: {state}\ncaption: Caption {i} </script>\nnotes: Note {i}. In the window, press it. And more\n")
    done = subprocess.run([PROGRAM, "rehearse", cues, "--html", PAGE], capture_output=True, text=True, check=False)
    if "no OpenGL" in done.stderr and "window" not in os.environ.get("SWEEP_REQUIRE", "").split(","):
        print("skipped: " + done.stderr)
        sys.exit(77)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


class LecturePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_page()
        cls.page = Browser(BROWSER, FOLDER)
        cls.page.open("file://" + PAGE)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def tearDown(self):
        self.assertEqual(self.page.errors, [])

    def test_every_step_opens_at_every_size(self):
        for width, height, dark in SIZES:
            self.page.resize(width, height, dark)
            for i in range(len(STEPS)):
                self.page.value(f"show({i})")
                text = self.page.value("main.innerText")
                for word in (f"Step <b>{i}</b>", f"Caption {i} </script>", f"Note {i}"):
                    self.assertIn(word, text)
                for word in ("[object", "undefined", "NaN", "In the window"):
                    self.assertNotIn(word, text)
                self.assertLessEqual(self.page.value("document.scrollingElement.scrollWidth"), width, f"step {i}")
                self.assertGreater(self.page.value("main.querySelectorAll('img, svg, canvas').length"), 0)
                self.page.value("Promise.all([...document.images].map(image => image.decode())).then(() => true)")

    def test_sums_and_steps_are_whole_at_every_size(self):
        for width, height, dark in SIZES:
            self.page.resize(width, height, dark)
            for i, (state, _) in enumerate(STEPS):
                if "--walk on" not in state:
                    continue
                self.page.value(f"show(-1), show({i})")
                right = self.page.value("""Math.max(...[...main.querySelectorAll('.whole, .strip button, .side td')]
                    .map(part => part.getBoundingClientRect().right))""")
                self.assertLessEqual(right, width, f"step {i}")

    def test_a_walk_fits_a_small_screen(self):
        self.page.resize(1280, 720)
        self.page.value("show(0), show(1)")
        for part in ("svg", ".readout", ".strip", ".chosen", ".legends", ".meter", ".notes"):
            bottom = self.page.value(f"main.querySelector('{part}').getBoundingClientRect().bottom")
            self.assertLessEqual(bottom, 720, part)

    def test_incomplete_numbers_are_fainter_and_have_a_bar_on_both_themes(self):
        brightness = """(cell => {
            const style = getComputedStyle(cell ?? document.documentElement);
            const [r, g, b] = (cell ? style.fill : style.backgroundColor).match(/[\\d.]+/g).map(Number);
            return r + g + b; })"""
        for dark in (True, False):
            self.page.resize(1280, 720, dark)
            self.page.value("show(0), show(1)")
            self.page.value("main.querySelectorAll('.strip button')[12].click()")  # P is complete, and others are not yet
            cells = "[...main.querySelectorAll('.number')].filter(cell => !walks[data.steps[current].walk].place(+cell.dataset.id).pixel)"
            barred = "cell.querySelector('.over')"
            half, whole = ([*map(float, self.page.value(f"{cells}.filter(cell => {is_half}{barred}).map(cell => {brightness}("
                                                        "cell.querySelector('rect')))"))] for is_half in ("", "!"))
            self.assertTrue(half and whole)
            back = self.page.value(f"{brightness}(null)")
            self.assertLess(max(abs(back - each) for each in half), min(abs(back - each) for each in whole))
            legend = self.page.value("main.querySelector('.legends').innerText")
            self.assertIn("faint, a bar: incomplete", legend)

    def test_a_run_counts_along_and_names_its_machine_once(self):
        run = next(i for i, (state, _) in enumerate(STEPS) if "--replay on" in state)
        self.page.value(f"show(-1), show({run})")
        engine = self.page.value("data.steps[current].runs[0].engine")
        self.assertEqual(self.page.value("document.body.innerText").count(engine), 1)
        self.assertEqual(self.page.value("""(() => {
            const run = {stages: [{begin: 0, end: 4}], pieces: [[0, 0, 0, 4]], traffic: [{reads: 1, writes: 1}]};
            return [tripsUntil(run, 1), algorithmTitle('rt'), algorithmTitle('5')]; })()"""), [[0.25, 0.25], "RT", "Algorithm 5"])

    def test_a_slider_moves_the_passes_and_their_sum(self):
        self.page.resize(360, 740)
        self.page.value("show(1), show(0)")
        self.assertEqual(self.page.value("main.querySelectorAll('img').length"), 0)
        apart = self.page.value("""(() => {
            const {passes} = data.steps[current], slider = main.querySelector('input[type=range]');
            let worst = 0, pictures = new Set();
            for (let at = 1; at <= 2 * (passes.width + passes.height); ++at) {
                slider.value = at;
                slider.dispatchEvent(new Event('input'));
                const said = main.querySelector('.side h3').textContent.match(/Pass (\\w+), column (\\d+), row (\\d+)/);
                const plane = passes.planes[passNames.indexOf(said[1]) + 1].values;
                const sum = Number(main.querySelector('[data-total]').textContent);
                worst = Math.max(worst, Math.abs(sum - plane[said[3] * passes.width + Number(said[2])]));
                pictures.add(main.querySelector('canvas').toDataURL());
            }
            return [worst, pictures.size / (2 * (passes.width + passes.height))]; })()""")
        self.assertLess(apart[0], 2e-5)
        self.assertEqual(apart[1], 1)
        self.assertLessEqual(self.page.value("Math.max(...[...main.querySelectorAll('td')].map(cell => cell.getBoundingClientRect().right))"), 360)

    def test_a_fault_has_its_pictures_and_numbers(self):
        self.page.value(f"show(0), show({next(i for i, (state, _) in enumerate(STEPS) if '--broken' in state)})")
        large, button = "main.querySelector('.shot').src", "main.querySelectorAll('.planes button')"
        self.assertIn("largest difference", self.page.value("main.querySelector('.side').innerText"))
        self.assertEqual(self.page.value(f"{button}.length"), 3)
        wrong = self.page.value(large)
        self.page.value(f"{button}[2].click()")
        self.assertNotEqual(self.page.value(large), wrong)
        self.assertEqual(self.page.value(f"{button}[2].querySelector('img').src === {large}"), True)

    def test_asks_no_network(self):
        self.assertEqual([url for url in self.page.requests if not url.startswith(("file:", "data:"))], [])
        self.assertLess(os.path.getsize(PAGE), 8 << 20)

    def test_pictures_come_one_after_the_other(self):
        cues = os.path.join(FOLDER, "two.cues")
        with open(cues, "w", encoding="utf-8") as to:
            to.write("step: One\nstate: --view passes --input checker\nstep: Two\nstate: --view filtered\n")
        done = subprocess.run([PROGRAM, "rehearse", cues, "--pictures", "--size", "300x240"], capture_output=True, check=True)
        head, size = b"P6\n100 80\n255\n", 100 * 80 * 3
        self.assertEqual(len(done.stdout), 2 * (len(head) + size))
        pictures = [done.stdout[i * (len(head) + size):] for i in (0, 1)]
        self.assertTrue(all(picture.startswith(head) for picture in pictures))
        self.assertNotEqual(pictures[0][:size], pictures[1][:size])
        self.assertEqual(done.stderr.count(b"ok  "), 2)

    def test_a_page_that_cannot_be_written_is_refused_at_once(self):
        done = subprocess.run([PROGRAM, "rehearse", "short", "--html", os.path.join(FOLDER, "nowhere", "talk.html")],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (7, ""))
        self.assertEqual(done.stderr.count("\n"), 1)

    def pixels(self):
        """The numbers that the drawing shows in place of pixels, as they are said to those who cannot see them."""
        return self.page.value("""[...main.querySelectorAll('.number')]
            .filter(cell => walks[data.steps[current].walk].place(Number(cell.dataset.id)).pixel)
            .sort((a, b) => a.dataset.id - b.dataset.id).map(cell => Number(cell.getAttribute('aria-label').split(': ').pop()))""")

    def assert_near(self, got, want, most):
        self.assertEqual(len(got), len(want))
        self.assertLess(max(abs(a - b) for a, b in zip(got, want)), most)

    def test_results_are_those_of_sweep_filter(self):
        write_npy(os.path.join(FOLDER, "in.npy"), ROWS)
        given = [number for row in ROWS for number in row]
        for i, (_, options) in enumerate(STEPS):
            if options is None:
                continue
            boundary = [] if "sat" in options else ["--boundary", "mirror"]
            subprocess.run([PROGRAM, "filter", "in.npy", "out.npy", *options, *boundary, "--engine", "reference"],
                           cwd=FOLDER, check=True, capture_output=True)
            self.page.value(f"show({i})")
            self.page.value("main.querySelector('.strip button:first-child').click()")
            self.assert_near(self.pixels(), given, 1e-6)
            self.page.value("main.querySelector('.strip button:last-child').click()")
            self.assert_near(self.pixels(), read_npy(os.path.join(FOLDER, "out.npy")), 2e-6)

    def test_each_number_is_the_sum_that_unfolds_to_pixels(self):
        for i, (_, options) in enumerate(STEPS):
            if options is None:
                continue
            self.page.value(f"show({i})")
            apart = self.page.value("""(() => {
                const walk = walks[data.steps[current].walk];
                let worst = 0;
                for (const cell of main.querySelectorAll('.number')) {
                    const id = Number(cell.dataset.id), said = Number(cell.getAttribute('aria-label').split(': ').pop());
                    const sum = Number(sumTable(walk, id).querySelector('[data-total]').textContent);
                    worst = Math.max(worst, Math.abs(sum - said));
                }
                return worst; })()""")
            self.assertLess(apart, 2e-6)
            self.assertTrue(self.page.value("""(async () => {
                const walk = walks[data.steps[current].walk];
                const made = [...main.querySelectorAll('.number')].findLast(cell => walk.arrayOf(Number(cell.dataset.id)).maker >= 0);
                made.dispatchEvent(new MouseEvent('click', {bubbles: true}));
                for (let depth = 0; depth < 40; ++depth) {
                    const closed = [...main.querySelectorAll('.chosen details')].filter(each => !each.open).pop();
                    if (!closed) break;
                    closed.open = true;
                    await new Promise(done => setTimeout(done));
                }
                return [...main.querySelectorAll('.chosen .formula')].some(each => each.textContent.startsWith('X(')); })()"""))

    def test_keys_turn_pages_and_go_from_number_to_number(self):
        self.page.value("show(0)")
        for key, want in (("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1), ("End", len(STEPS) - 1), ("Home", 0)):
            self.page.press(key)
            self.assertEqual(self.page.value("current"), want, key)
        for place, want in (("step", 0), ("3", 2), ("none", 2), ("99", len(STEPS) - 1), ("2", 1)):
            self.page.value(f"new Promise(done => {{ location.hash = '{place}'; setTimeout(done, 50); }})")
            self.assertEqual(self.page.value("current"), want, place)
        self.page.value("main.querySelector('.picked').focus()")
        before = self.page.value("document.activeElement.dataset.id")
        self.page.press("ArrowUp")
        self.assertNotEqual(self.page.value("document.activeElement.dataset.id"), before)
        self.assertEqual(self.page.value("current"), 1)
        at = "Number(main.querySelector('[aria-current]').textContent)"
        self.page.press(".")
        self.assertEqual(self.page.value(at), 14)
        self.page.press(",")
        self.assertEqual(self.page.value(at), 13)

    def test_pointing_shows_a_sum_and_its_lineage(self):
        self.page.resize(1280, 720)
        self.page.value("show(0), show(1)")
        chosen = "main.querySelector('.readout').textContent"
        before = self.page.value(chosen)
        place = self.page.value("""(() => {
            const box = main.querySelector('.number:not(.picked)').getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
        self.page.call("Input.dispatchMouseEvent", type="mouseMoved", x=place[0], y=place[1])
        self.assertNotEqual(self.page.value(chosen), before)
        self.assertGreater(self.page.value("main.querySelectorAll('.from, .made, .makes').length"), 0)
        self.page.call("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2)
        self.assertEqual(self.page.value(chosen), before)

    def test_the_question_takes_the_right_number_alone(self):
        self.page.value("show(0), show(1)")
        total = self.page.value("main.querySelector('[data-total]').textContent")
        self.page.value("[...main.querySelectorAll('button')].find(each => each.textContent.startsWith('Your turn')).click()")
        self.assertNotIn(total, self.page.value("main.innerText"))
        answer = """(text => {
            main.querySelector('form input').value = text;
            main.querySelector('form button').click();
            return main.querySelector('.asked [role=status]').className; })"""
        self.assertEqual(self.page.value(f"{answer}('{float(total) + 0.1}')"), "wrong")
        self.assertEqual(self.page.value(f"{answer}('')"), "wrong")
        self.assertEqual(self.page.value("main.querySelector('.readout').textContent"), "")
        self.assertEqual(self.page.value(f"{answer}('{total}')"), "right")
        self.assertEqual(self.page.value("main.querySelectorAll('form').length"), 0)
        self.assertEqual(self.page.value("[...main.querySelectorAll('table.sum')].map(each => each.textContent.includes('?'))"), [False])
        self.assertIn(total, self.page.value("main.innerText"))

    def test_a_hidden_number_is_told_by_its_answer_alone(self):
        self.page.value(f"show(0), show({len(STEPS) - 1})")
        step = self.page.value("data.steps[current]")
        self.assertTrue(step["hides"])
        facts = self.page.value("""(() => {
            const {walk: number, number: id} = data.steps[current], walk = walks[number];
            return {value: walk.value(id), terms: walk.sum(id).terms, name: walk.sum(id).name, words: walk.words}; })()""")
        self.assertEqual(facts["name"], "P_{1,0} of column 1")
        self.assertEqual(self.page.value("main.querySelector('.picked text').textContent"), "?")
        self.assertNotIn(f"{facts['value']:.4f}", self.page.value("main.innerText"))
        said = """(text => {
            main.querySelector('form input').value = text;
            main.querySelector('form button').click();
            return main.querySelector('.asked [role=status]').textContent; })"""
        (own, part, first, _), (above, share, second, _) = facts["terms"]
        first, second = part * first, share * second
        self.assertIn("from above, is missing", self.page.value(f"{said}('{first}')"))
        self.assertIn("from above, has the other sign", self.page.value(f"{said}('{first - second}')"))
        self.assertIn("its own, is missing", self.page.value(f"{said}('{second}')"))
        self.assertIn("10 too large", self.page.value(f"{said}('{facts['value'] + 10}')"))
        self.assertIn("that is no number", self.page.value(f"{said}('x')"))
        self.page.value("main.querySelector('.number:not(.picked)').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
        self.assertEqual(self.page.value("main.querySelector('.picked text').textContent"), "?", "others do not tell")
        self.assertIn("Right", self.page.value(f"{said}('{facts['value']:.2f}'.replace('.', ','))"))
        self.assertNotEqual(self.page.value("main.querySelector('.picked text').textContent"), "?")
        self.assertEqual(self.page.value("main.querySelectorAll('.chosen').length"), 1)

    def test_every_letter_of_a_formula_is_explained(self):
        missing = self.page.value("""(() => {
            const texts = walks.flatMap(walk => [...walk.words, ...walk.arrays.flatMap(array => array.sums.map(sum => sum.name))]);
            for (const {figure} of data.steps)
                for (const equation of (figure || {}).equations || [])
                    texts.push(equation.result, ...equation.terms.flatMap(term => [term.name, term.vector]));
            const missing = new Set();
            for (const text of texts) {
                const told = lettersOf(text).map(entry => entry[1]).join(' ');
                for (const [letter] of text.replaceAll(/[_^]\\{[^}]*\\}/g, ' ').matchAll(/(?<![A-Za-z^])[A-Za-z](?![A-Za-z])/g))
                    if (!told.includes(letter) && letter !== 'a') missing.add(`${letter} in ${text}`);
            }
            return [...missing]; })()""")
        self.assertEqual(missing, [])

    def test_a_question_mark_tells_the_letters(self):
        self.page.resize(360, 740)
        self.page.value("show(0), show(1)")
        box = "[...main.querySelectorAll('.letters')].filter(each => !each.hidden)"
        self.assertEqual(self.page.value(f"{box}.length"), 0)
        self.page.value("main.querySelector('.chosen .mean').click()")
        self.assertEqual(self.page.value(f"{box}.length"), 1)
        self.assertIn("The papers say prologue.", self.page.value(f"{box}[0].innerText"))
        self.assertLessEqual(self.page.value(f"{box}[0].getBoundingClientRect().right"), 360)
        self.page.value("main.querySelector('.chosen .mean').click()")
        self.assertEqual(self.page.value(f"{box}.length"), 0)

    def test_the_handout_has_a_page_for_each_step(self):
        self.assertEqual(len(re.findall(rb"/Type /Page\b", self.page.pdf())), len(STEPS))
        self.assertEqual(self.page.value("document.querySelectorAll('#handout .page').length"), len(STEPS))


if __name__ == "__main__":
    unittest.main()
