"""`sweep sigma` against docs/sigma.md, against what sampled Gaussians and filters measure, and against SciPy and Pillow, where
they are here (sigma_measured.py: OpenCV and a browser):

    tests/command/sigma.py SWEEP
"""
import json
import math
import os
import subprocess
import sys

from blurs import boxes, deviation, edge_deviation

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sweep, = sys.argv[1:]
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
    # OpenCV's own: its tables of 3, 5 and 7 taps, and 9 of a sigma that it is not told are 1.7; sigma 1.5 takes 11 of 8 bits,
    # 13 of floats.
    for ksize, weights in ((3, [1, 2, 1]), (5, [1, 4, 6, 4, 1]), (7, [2, 7, 14, 18, 14, 7, 2])):
        near(json.loads(run(str(ksize), "--from", "opencv-ksize", "--json").stdout)["sigma"], deviation(weights), 1e-12,
             f"ksize {ksize}")
    near(json.loads(run("9", "--from", "opencv-ksize", "--json").stdout)["sigma"], 1.7, 1e-12, "ksize 9")
    for sigma, ksize in ((0.8, 3), (0.9, 5), (1.25, 7), (1.5, 7), (1.6, 9)):
        expect(values(sigma)["opencv-ksize"] == ksize, f"OpenCV's nearest ksize of {sigma}")
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


check_document()
check_both_ways()
check_facts()
others = [check_scipy(), check_pillow()]
for failure in failures:
    print(failure)
print("compared with:", "; ".join(others))
sys.exit(bool(failures))
