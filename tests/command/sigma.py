"""`sweep sigma` against docs/sigma.md, against what sampled Gaussians and filters measure, and against SciPy, Pillow and a
browser, where they are here:

    tests/command/sigma.py SWEEP SCRATCH_FOLDER
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "tests", "page"))
from browser import Browser, find_browser  # noqa: E402

sweep, scratch = sys.argv[1:]
failures = []


def expect(truth, what):
    if not truth:
        failures.append(what)


def near(got, want, tolerance, what):
    expect(abs(got - want) <= tolerance * abs(want), f"{what}: {got}, not {want}")


def run(*arguments):
    return subprocess.run([sweep, "sigma", *arguments], capture_output=True, text=True)


def rows_of(sigma):
    answer = json.loads(run(repr(sigma), "--json").stdout)
    return {row["name"]: row for row in answer["rows"]}


def values(sigma):
    return {name: row["values"][0] for name, row in rows_of(sigma).items() if row["values"]}


def text(number):
    """A number with four digits, as the table writes it."""
    return str(int(number)) if number == int(number) else f"{number:.4g}"


def shown(row):
    return " ".join([", ".join(map(text, row["values"])) or "-", row["unit"]]).strip()


def document_rows(sigma):
    return ["| `{name}` | {text} | {shown} | {formula} | {source} |".format(shown=shown(row), **row)
            for row in rows_of(sigma).values()]


def gaussian(sigma):
    return [math.exp(-x * x / (2 * sigma * sigma)) for x in range(-int(12 * sigma), int(12 * sigma) + 1)]


def deviation(line):
    """The standard deviation of weights on a line."""
    mean = sum(i * w for i, w in enumerate(line)) / sum(line)
    return math.sqrt(sum((i - mean) ** 2 * w for i, w in enumerate(line)) / sum(line))


def response(line, frequency):
    middle = len(line) // 2
    return sum(w * math.cos(2 * math.pi * frequency * (i - middle)) for i, w in enumerate(line)) / sum(line)


def exponential(alpha, length):
    line = [0.0] * length
    line[length // 2] = 1.0
    for order in (range(length), range(length - 1, -1, -1)):
        y = 0.0
        for i in order:
            y += alpha * (line[i] - y)
            line[i] = y
    return line


def boxes(sizes):
    line = [1.0]
    for size in sizes:
        longer = [0.0] * (len(line) + size - 1)
        for i, w in enumerate(line):
            for k in range(size):
                longer[i + k] += w
        line = longer
    return line


def check_document():
    with open(os.path.join(SOURCE, "docs", "sigma.md"), encoding="utf-8") as file:
        document = file.read().splitlines()
    wanted = document_rows(4.0)
    have = [line for line in document if line.startswith("| `")]
    expect(have == wanted, "docs/sigma.md should have these rows:\n" + "\n".join(wanted))


def check_both_ways():
    two_way = 0
    for sigma in (0.8, 2.5, 4.0, 31.0):
        for name, value in values(sigma).items():
            back = run("--json", "--from", name, repr(value))
            if back.returncode == 0 and name not in ("opencv-ksize", "boxes"):
                near(json.loads(back.stdout)["sigma"], sigma, 1e-9, f"{name} of sigma {sigma}, and back")
                two_way += 1
    expect(two_way > 50, f"only {two_way} go both ways")
    expect(run("9.4", "--from", "fwhm").stdout == run("9.4px", "--from=fwhm").stdout != "", "9.4 is 9.4px")
    for wrong in (["0"], ["-3"], ["x"], ["nan"], ["0.6", "--from", "butterworth"], ["2", "--from", "alpha"],
                  ["16", "--from", "scipy-radius"], ["4", "--from", "fwmh"], []):
        answer = run(*wrong)
        expect(answer.returncode == 2 and answer.stdout == "" and answer.stderr.count("\n") == 1,
               f"{wrong}: {answer.returncode} {answer.stderr}")


def check_facts():
    for sigma in (3.0, 7.5):
        v, line = values(sigma), gaussian(sigma)
        near(response(line, v["half-power"]) ** 2, 0.5, 1e-9, "half power")
        near(v["wavelength"] * v["half-power"], 1, 1e-12, "wavelength")
        near(math.exp(-(v["fwhm"] / 2 / sigma) ** 2 / 2), 0.5, 1e-9, "half maximum")
        near(deviation(exponential(v["alpha"], 1601)), sigma, 1e-6, "exponential")
        ratio = math.tan(math.pi * v["half-power"]) / math.tan(math.pi * v["butterworth"])
        near((1 / (1 + ratio ** 6)) ** 2, 0.5, 1e-9, "Butterworth, both ways")
        sizes = [int(size) for size in rows_of(sigma)["boxes"]["values"]]
        best = deviation(boxes(sizes))
        near(best, sigma, 0.06, "three boxes")
        for low in range(1, 41, 2):
            for wider in range(4):
                other = deviation(boxes([low] * (3 - wider) + [low + 2] * wider))
                expect(abs(other ** 2 - sigma ** 2) >= abs(best ** 2 - sigma ** 2) - 1e-9,
                       f"boxes of {low}, {wider} wider, are nearer to sigma {sigma} than {sizes}")
        # Of disks the Laplacian of this sigma answers most, for its size, to that of this radius.
        answers = {}
        for radius in (0.9 * v["blob"], v["blob"], 1.1 * v["blob"]):
            # At the middle of a disk: the integral of sigma^2 times the Laplacian, -r^2 / sigma^2 exp(-r^2 / 2 sigma^2).
            answers[radius] = radius ** 2 / sigma ** 2 * math.exp(-radius ** 2 / (2 * sigma ** 2))
        expect(max(answers, key=answers.get) == v["blob"], "blob")
        near(math.exp(-v["reach"] ** 2 / (2 * sigma ** 2)), 1e-3, 1e-9, "reach")
    # OpenCV's own: 9 taps of a sigma that it is not told are 1.7; sigma 1.5 takes 11 of 8 bits, 13 of floats.
    near(json.loads(run("9", "--from", "opencv-ksize", "--json").stdout)["sigma"], 1.7, 1e-12, "ksize 9")
    v = values(1.5)
    expect((v["opencv-taps-8bit"], v["opencv-taps"]) == (11, 13), f"OpenCV's ksize of 1.5: {v}")


def check_scipy():
    try:
        import numpy as np
        from scipy import ndimage
    except ImportError:
        return "no SciPy"
    for sigma in (0.6, 1.3, 4.0, 9.9):
        line = np.zeros(201)
        line[100] = 1
        found = np.flatnonzero(ndimage.gaussian_filter1d(line, sigma, mode="constant"))
        expect(values(sigma)["scipy-radius"] == 100 - found[0], f"SciPy's radius of {sigma}")
    return "SciPy"


def check_pillow():
    try:
        from PIL import Image, ImageFilter
    except ImportError:
        return "no Pillow"
    near(edge_deviation(list(edge_image(Image).filter(ImageFilter.GaussianBlur(values(6.0)["pillow"])).crop(
        (0, 4, 200, 5)).getdata())), 6, 0.03, "Pillow")
    return "Pillow"


def edge_image(Image):
    picture = Image.new("L", (200, 9), 0)
    picture.paste(255, (100, 0, 200, 9))
    return picture


def edge_deviation(line):
    """The sigma of the blur that made a line of an edge."""
    return deviation([max(b - a, 0) for a, b in zip(line, line[1:])])


def svg_boxes(size):
    """The three boxes of this size that SVG allows: of an even size two, which stand apart, and one larger."""
    return boxes([size] * 3 if size % 2 else [size, size, size + 1])


def measured_in(browser, sigma):
    """The sigma of the blur that a browser makes of an edge, by the name of what it is asked for."""
    v = values(sigma)
    canvas = "const c = document.getElementById('c').getContext('2d'); c.reset(); "
    read = "Array.from(c.getImageData(0, 40, 400, 1).data).filter((x, i) => i % 4 == 3)"
    svg = (f"<svg xmlns='http://www.w3.org/2000/svg' width='400' height='80'><filter id='b' x='-1' y='-9' width='3' "
           f"height='19'><feGaussianBlur stdDeviation='{v['svg']} 0'/></filter>"
           "<rect x='200' y='-60' width='400' height='200' filter='url(#b)'/></svg>")
    scripts = {
        "css-blur": f"{{ {canvas} c.filter = 'blur({v['css-blur']}px)'; c.fillRect(200, -299, 600, 700); {read} }}",
        "css-shadow": f"{{ {canvas} c.shadowColor = '#000'; c.shadowBlur = {v['css-shadow']}; c.shadowOffsetX = 2000; "
                      f"c.fillRect(-1800, -299, 600, 700); {read} }}",
        "svg": f"new Promise(done => {{ const i = new Image(); i.onload = () => {{ {canvas} c.drawImage(i, 0, 0); "
               f"done({read}); }}; i.src = 'data:image/svg+xml,' + encodeURIComponent({json.dumps(svg)}); }})",
    }
    return {name: edge_deviation(browser.value(script)) for name, script in scripts.items()}


def check_browser():
    program = find_browser()
    if not program:
        return "no browser"
    folder = tempfile.mkdtemp(dir=scratch)
    page = os.path.join(folder, "edge.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write("<canvas id=c width=400 height=80></canvas>")
    browser = Browser(program, folder)
    said = []
    try:
        browser.open("file://" + page)
        for sigma in (4.0, 6.0, 20.0):
            # A blur may be the three boxes that SVG allows in place of the Gaussian.
            allowed = (sigma, deviation(svg_boxes(int(values(sigma)["svg-box"]))))
            for name, found in measured_in(browser, sigma).items():
                expect(min(abs(found / one - 1) for one in allowed) < 0.03,
                       f"{name} in the browser: {found}, and neither of {allowed}")
                said.append(f"{name} {values(sigma)[name]:g}: {found:.2f}")
        return "a browser, whose sigma is " + ", ".join(said)
    finally:
        browser.close()


shutil.rmtree(scratch, ignore_errors=True)
os.makedirs(scratch)
check_document()
check_both_ways()
check_facts()
others = [check_scipy(), check_pillow(), check_browser()]
for failure in failures:
    print(failure)
print("compared with:", "; ".join(others))
sys.exit(bool(failures))
