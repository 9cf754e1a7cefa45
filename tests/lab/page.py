"""The page of a student's run (`sweep lab page`): its events count what `sweep lab check --json` counts, and in a headless Chromium,
where there is one, every way to a phase shows the memory that the events give. Called with the program, the exercises and a folder to
write in."""
import json
import os
import re
import struct
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "page"))
from browser import Browser, find_browser  # noqa: E402

PROGRAM, ASSETS, FOLDER = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
READ, WRITE, ATOMIC, BEYOND_READ = 5, 6, 7, 12
BROWSER = find_browser()

LAB = "void lab(const float* in, float* out, int width, int height, const float* c) {\n"
RACE = """// exercise: 1
// A file may hold anything: </script><script>alert(1)</script> <!-- &amp; {{data}}
__global__ void turn(const float* in, float* out, int width, int height) {
    __shared__ float t[32];
    const int x = threadIdx.x, y = blockIdx.x;
    if (x < width) t[x] = in[y * width + x];
    if (x < width) out[y * width + x] = t[width - 1 - x];
}
""" + LAB + "    turn<<<height, 32>>>(in, out, width, height);\n}\n"
BEYOND = RACE.replace("t[width - 1 - x]", "in[(y + 1) * width + x]")
UNWRITTEN = RACE.replace("    if (x < width) t[x] = in[y * width + x];\n", "")
# Loads and stores of 16 bytes, shared numbers of 1, 2 and 8 bytes, a variable of the file, an atomic operation.
MIXED = """// exercise: 1
__device__ int count;
__global__ void copy(const float* in, float* out, int n) {
    __shared__ float2 pair[8];
    __shared__ unsigned char small[8];
    __shared__ short middle[8];
    const int i = threadIdx.x + blockIdx.x * 8;
    float4 v = ((const float4*)in)[i];
    pair[threadIdx.x] = make_float2(v.x, v.y);
    small[threadIdx.x] = threadIdx.x + 3;
    middle[threadIdx.x] = threadIdx.x - 3;
    atomicAdd(&count, 1);
    __syncthreads();
    const float2 other = pair[7 - threadIdx.x];
    v.x = other.y + small[7 - threadIdx.x] + middle[7 - threadIdx.x];
    if (4 * i < n) ((float4*)out)[i] = v;
}
""" + LAB + "    copy<<<width * height / 32, 8>>>(in, out, width * height);\n}\n"


def solution(number):
    file = next(name for name in os.listdir(ASSETS) if name.startswith(number) and name.endswith(".lab"))
    with open(os.path.join(ASSETS, file), encoding="utf-8") as source:
        return re.search(r"^## solution\n(.*?)(?=^## |\Z)", source.read(), re.M | re.S).group(1).strip("\n") + "\n"


CODES = {**{f"solution{number}": solution(number) for number in "12378"},
         "race": RACE, "beyond": BEYOND, "unwritten": UNWRITTEN, "mixed": MIXED}
FAULTS = {"race": "race", "beyond": "out_of_bounds", "unwritten": "uninitialised", "mixed": "wrong"}


def path(name):
    return os.path.join(FOLDER, name)


def lab(*words):
    return subprocess.run([PROGRAM, "lab", *words], cwd=FOLDER, capture_output=True, text=True, check=False)


def data_of(name):
    with open(path(name + ".html"), encoding="utf-8") as page:
        return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page.read(), re.S).group(1))


def accesses(run):
    """The memory, what, bytes and the place of each load and store."""
    events = run["events"]
    size = dict(map(tuple, events["bytes"]))
    for i, what in enumerate(events["what"]):
        if what in (READ, WRITE, ATOMIC):
            yield i, run["memory"][events["memory"][i]], what, size.get(i, 4)


def outs(run):
    """The words of `out` after each phase."""
    events, words, all_words = run["events"], {}, []
    number = next(i for i, memory in enumerate(run["memory"]) if memory["name"] == "out")
    for *_, first, end in run["phases"]:
        for i in range(first, end):
            if events["what"][i] in (WRITE, ATOMIC) and events["memory"][i] == number:
                words[events["offset"][i] // 4] = struct.unpack("<f", struct.pack("<I", events["value"][i]))[0]
        all_words.append(dict(words))
    return all_words


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        cls.code, cls.checked = {}, {}
        for name, code in CODES.items():
            with open(path(name + ".cu"), "w", encoding="utf-8") as to:
                to.write(code)
            done = lab("page", name + ".cu", "--size", "24x16")
            if done.returncode == 3:
                print("skipped:", done.stderr)
                sys.exit(77)
            cls.code[name] = done.returncode
            cls.checked[name] = json.loads(lab("check", name + ".cu", "--json", "--size", "24x16").stdout)

    def test_the_verdict_and_the_exit_code_are_those_of_the_check(self):
        for name in CODES:
            want = FAULTS.get(name, "right")
            self.assertEqual((self.code[name], data_of(name)["verdict"]["verdict"]), (int(want != "right"), want), name)
            # The page is judged on the pictures of the exercise, too.
            for what in ("file", "exercise", "verdict", "fault", "line", "other_line", "message", "first_wrong"):
                self.assertEqual(data_of(name)["verdict"][what], self.checked[name][what], (name, what))
            self.assertLess(os.path.getsize(path(name + ".html")), 1 << 20)

    def test_events_move_the_bytes_that_the_check_counts(self):
        for name in CODES:
            if name == "beyond":
                continue
            run, counts = data_of(name)["run"], self.checked[name]["counts"]
            moved = [0, 0]
            for _, memory, what, size in accesses(run):
                if not memory["shared"] and memory["name"] not in ("c", "a variable of the file"):
                    moved[what != READ] += size
            self.assertEqual([moved[0] / 4 / 384, moved[1] / 4 / 384], [counts["reads"], counts["writes"]], name)
            self.assertTrue(run["is_whole"])

    def test_a_fault_is_an_event(self):
        run = data_of("beyond")["run"]
        fault = run["fault"]
        self.assertEqual(run["events"]["what"][fault], BEYOND_READ)
        self.assertEqual((run["events"]["block"][fault], run["events"]["value"][fault]), (15, 4 * 384))
        run = data_of("race")["run"]
        self.assertEqual(run["memory"][run["events"]["memory"][run["fault"]]]["name"], "t")

    def test_a_page_is_refused_where_it_would_be_wrong(self):
        with open(path("broken.cu"), "w", encoding="utf-8") as to:
            to.write(RACE.replace("threadIdx.x,", "threadIdx.x"))
        done = lab("page", "broken.cu")
        self.assertEqual((done.returncode, os.path.exists(path("broken.html"))), (1, False))
        self.assertIn("does not compile", done.stdout)
        for words in (("race.cu", "race.cu"), ("race.cu", "other.cu"), ("race.cu", "--size", "65x8"), ("nothing.cu",),
                      ("race.cu", "a.html", "b.html")):
            self.assertNotIn(lab("page", *words).returncode, (0, 1), words)
        with open(path("race.cu"), encoding="utf-8") as source:
            self.assertEqual(source.read(), RACE)
        self.assertEqual(lab("page", "solution1.cu", "other.html", "--size", "9x7").returncode, 0)
        self.assertEqual(data_of("other")["run"]["width"], 9)


@unittest.skipUnless(BROWSER, "no Chromium was found")
class Seen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = Browser(BROWSER, FOLDER)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()

    def open(self, name, width=1280, height=800):
        self.page.resize(width, height)
        self.page.open(f"file://{path(name)}.html")

    def test_every_page_opens_at_every_size_and_asks_no_network(self):
        for name in CODES:
            for width, height in ((390, 844), (820, 1180), (1280, 800)):
                self.open(name, width, height)
                self.assertLessEqual(self.page.value("document.documentElement.scrollWidth"), width, (name, width))
                self.assertNotIn("[object", self.page.value("document.body.innerText"), name)
        self.assertEqual(self.page.errors, [])
        self.assertEqual([url for url in self.page.requests if not url.startswith("file:")], [])

    def test_it_counts_at_the_end_what_the_check_counts(self):
        for name in CODES:
            if name == "beyond":
                continue
            self.open(name)
            self.page.press("End")
            got = self.page.value("""(() => {
                const counts = run.counted.at(state.moment), bytes = 4 * run.width * run.height;
                return {reads: counts.read / bytes, writes: counts.written / bytes,
                        sectors: counts.accesses ? counts.sectors / counts.accesses : 0, conflict: counts.ways}; })()""")
            self.assertEqual(got, Pages.checked[name]["counts"], name)

    def test_memory_is_the_same_whichever_way_one_comes(self):
        look = ("[state.moment.phase, contentsOf('out'), [...document.querySelectorAll('#grids canvas')].map(each => each.toDataURL())"
                ", byId('meter').innerText]")
        for name in ("solution3", "solution7", "race", "mixed"):
            self.open(name)
            want = outs(data_of(name)["run"])
            self.page.value("state.picked = null")
            self.page.press("Home")
            there = []
            for _ in want:
                self.page.press("ArrowRight")
                there.append(self.page.value(look))
            self.assertEqual([each[0] for each in there], list(range(len(want))), name)
            for words, (_, out, *_) in zip(want, there):
                # NaN and what nobody has written are null alike.
                self.assertEqual({i: value for i, value in enumerate(out) if value is not None},
                                 {i: value for i, value in words.items() if value == value}, name)
            for seen in there[-2::-1]:
                self.page.press("ArrowLeft")
                self.assertEqual(self.page.value(look), seen, name)
            middle = len(want) // 2
            self.page.value(f"byId('phase').value = {middle}, byId('phase').dispatchEvent(new Event('input'))")
            self.assertEqual(self.page.value(look), there[middle])

    def test_accesses_of_warps_go_on_and_back(self):
        self.open("solution3")
        self.page.press("Home")
        self.page.press("ArrowRight")
        seen, shared = [], "run.spans.find(span => span.name === 't')"
        for i in range(6):
            self.page.press(".")
            stored = f"[...Array({shared}.cells).keys()].filter(cell => run.valueAt({shared}, cell, state.moment) !== undefined)"
            self.assertEqual(self.page.value(stored), [33 * row + x for row in range((i + 1) // 2) for x in range(24)])
            seen.append(self.page.value("[byId('grids').dataset.moment, byId('meter').innerText, byId('access').innerText]"))
        self.assertEqual([each[0] for each in seen], [f"1 {i}" for i in range(1, 7)])
        self.assertIn("Warp 0 of block 0, load of in on line 13: 24 lanes, 3 sectors of 32 bytes", seen[0][2])
        self.assertIn("store to t on line 13: 24 lanes, no bank conflict", seen[1][2])
        for each in seen[-2::-1]:
            self.page.press(",")
            self.assertEqual(self.page.value("[byId('grids').dataset.moment, byId('meter').innerText, byId('access').innerText]"), each)
        steps = self.page.value("run.counted.steps[1].length")
        self.page.value(f"state.goToPhase(1), [...Array({steps + 1}).keys()].forEach(() => turnAccess(-1))")
        self.assertEqual(self.page.value("state.moment.phase"), 0)

    def test_a_number_leads_back_to_the_host(self):
        self.open("solution3")
        self.page.press("End")
        self.page.value("state.pick(run.spans.find(span => span.name === 'out'), 2 * 24 + 5)")
        text = "byId('chosen').innerText"
        self.assertIn("out[2 * width + 5]", self.page.value(text))
        self.assertIn("after barrier 2, on line 22", self.page.value(text))
        links = "document.querySelectorAll('#chosen .number-link')"
        self.page.value(f"{links}[0].click()")
        self.assertIn("t[2][5]", self.page.value(text))
        self.assertIn("on line 18", self.page.value(text))
        self.assertEqual(self.page.value("state.moment.phase"), 2)
        self.page.value(f"{links}[0].click()")
        self.assertIn("t[2][5]", self.page.value(text))
        self.assertIn("on line 13", self.page.value(text))
        self.page.value(f"{links}[0].click()")
        self.assertIn("in[2 * width + 5]", self.page.value(text))
        self.assertIn("Written by the host.", self.page.value(text))
        self.page.value("for (let i = 0; i < 3; ++i) [...document.querySelectorAll('#chosen button')].find(each => each.innerText.includes('Back')).click()")
        self.assertIn("out[2 * width + 5]", self.page.value(text))

    def test_a_fault_is_where_the_page_opens(self):
        self.open("race")
        self.assertEqual(self.page.value("state.moment.phase"), 1)
        self.assertIn("Race, line 6", self.page.value("byId('verdict').innerText"))
        self.assertIn("The other access: thread 11 of block 0 of turn, line 7.", self.page.value("byId('verdict').innerText"))
        self.assertEqual(self.page.value("document.querySelectorAll('.threads .fault').length"), 2)
        self.assertIn("t[12]", self.page.value("byId('chosen').innerText"))
        self.open("beyond")
        self.assertEqual(self.page.value("run.phases[state.moment.phase].block"), 15)
        self.assertIn("outside of its 384 elements", self.page.value("byId('verdict').innerText"))
        self.open("unwritten")
        self.assertIn("Nobody has written it so far.", self.page.value("byId('chosen').innerText"))

    def test_the_file_stands_there_as_text(self):
        self.open("race")
        lines = self.page.value("[...document.querySelectorAll('.code-line > :nth-child(2)')].map(each => each.textContent.trimEnd())")
        self.assertEqual(lines, [line.rstrip() for line in RACE.split("\n")])

    def test_keys_go_from_number_to_number(self):
        self.open("solution1")
        self.page.press("End")
        self.page.value("document.querySelector('#grids canvas').focus()")
        for key in ("ArrowRight", "ArrowDown", "Enter"):
            self.page.press(key)
        self.assertIn("in[1 * width + 1]", self.page.value("byId('chosen').innerText"))
        self.assertEqual(self.page.value("state.moment.phase"), 1)
        self.page.value("byId('large').click()")
        for _ in range(22):
            self.page.press("ArrowRight")
        self.assertGreater(self.page.value("document.querySelector('#grids .scroll').scrollLeft"), 0)

    def test_it_plays_to_the_end(self):
        self.open("solution3")
        self.page.press("Home")
        self.page.press(" ")
        self.assertEqual(self.page.value("byId('play').getAttribute('aria-pressed')"), "true")
        self.page.value("new Promise(done => { const look = () => state.timer ? setTimeout(look, 50) : done(); look(); })")
        self.assertEqual(self.page.value("state.moment.phase === lastPhase && byId('play').innerText"), "Play")


if __name__ == "__main__":
    if not BROWSER and "browser" in os.environ.get("SWEEP_REQUIRE", "").split(","):
        sys.exit("no Chromium was found")
    unittest.main()
