"""The rows of `sweep sigma` against what the blurs of other programs measure. An impulse gives the standard deviation of its
response; with 8 bits an edge does, whose differences are that response:

    tests/command/sigma_measured.py opencv|browser SWEEP SCRATCH_FOLDER

Skipped where OpenCV for Python, or a Chromium, is not installed.
"""
import json
import math
import os
import shutil
import subprocess
import sys

from blurs import boxes, deviation, edge_deviation

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "tests", "page"))
from browser import Browser, find_browser  # noqa: E402

other, sweep, scratch = sys.argv[1:]
failures, found = [], []


def skip(why, thing=None):
    print(f"skipped: {why}")
    sys.exit(1 if thing in os.environ.get("SWEEP_REQUIRE", "").split(",") else 77)


def near(got, want, tolerance, what):
    found.append(f"{what}: {got:.4f}, the table has {want:.4f}")
    if abs(got - want) > tolerance * want:
        failures.append(found[-1])


def rows(value, *options):
    answer = json.loads(subprocess.run([sweep, "sigma", str(value), "--json", *options], capture_output=True, check=True).stdout)
    return answer["sigma"], {row["name"]: row["values"][0] for row in answer["rows"] if row["values"]}


# ---- OpenCV ----------------------------------------------------------------------------------------------


def check_opencv():
    try:
        import cv2
        import numpy as np
    except ImportError:
        skip("OpenCV for Python is not installed")
    print("OpenCV", cv2.__version__)

    def of_impulse(ksize, sigma):
        picture = np.zeros((401, 401), np.float32)
        picture[200, 200] = 1
        return list(cv2.GaussianBlur(picture, (ksize, ksize), sigma).astype(float).sum(0))

    for sigma in (0.6, 1, 1.5, 2.5, 4, 9.9, 20):
        v = rows(sigma)[1]
        response = of_impulse(0, sigma)
        near(deviation(response), sigma, 0.02 if sigma < 1 else 0.001, f"sigma {sigma} in floats")
        near(sum(w != 0 for w in response), v["opencv-taps"], 0, f"sigma {sigma} in floats, taps")
        # In 8 bits the outermost taps round to nothing; which size it took shows in what another makes of noise.
        noise = np.random.default_rng(1).integers(0, 2, (300, 300), np.uint8) * 255
        taken = int(v["opencv-taps-8bit"])
        same = [k for k in range(max(taken - 8, 1), taken + 10, 2)
                if (cv2.GaussianBlur(noise, (k, k), sigma) == cv2.GaussianBlur(noise, (0, 0), sigma)).all()]
        if taken not in same:
            failures.append(f"sigma {sigma} in 8 bits takes one of {same} taps, the table has {taken}")
        edge = np.zeros((9, 400), np.uint8)
        edge[:, 200:] = 255
        near(edge_deviation([int(x) for x in cv2.GaussianBlur(edge, (0, 0), sigma)[4]]), sigma, 0.025,
             f"sigma {sigma} in 8 bits")
    for ksize in (3, 5, 7, 9, 11, 13, 25, 31, 61):
        # From 9 on the Gaussian is cut, or comes from a table in later versions.
        near(deviation(of_impulse(ksize, 0)), rows(ksize, "--from", "opencv-ksize")[0], 1e-6 if ksize < 9 else 0.026,
             f"ksize {ksize}")


# ---- a browser -------------------------------------------------------------------------------------------

PAGE = """<body style="margin: 0; background: #fff"><canvas id=c width=400 height=80 style="display: block"></canvas>
<div style="width: 400px; height: 80px; overflow: hidden; position: relative"><div id=d
style="position: absolute; top: -300px; width: 600px; height: 700px"></div></div>"""
CANVAS = "const c = document.getElementById('c').getContext('2d'); c.reset(); "


def read(channel):
    return f"Array.from(c.getImageData(0, 40, 400, 1).data).filter((x, i) => i % 4 == {channel})"


def drawn(address, channel):
    return (f"new Promise(done => {{ const i = new Image(); i.onload = () => {{ {CANVAS} c.drawImage(i, 0, 0); "
            f"done({read(channel)}); }}; i.src = {address}; }})")


def element(browser, style):
    """The line of the screen through an element of this style."""
    browser.value(f"Object.assign(document.getElementById('d').style, {json.dumps(style)}) && 1")
    picture = browser.call("Page.captureScreenshot", format="png", clip=dict(x=0, y=80, width=400, height=80, scale=1))["data"]
    return [255 - x for x in browser.value(drawn(f"'data:image/png;base64,{picture}'", 0))]


def measured_in(browser, v):
    """The sigma of the blur that a browser makes of an edge, by the row and the way in which it is asked."""
    svg = (f"<svg xmlns='http://www.w3.org/2000/svg' width='400' height='80'><filter id='b' x='-1' y='-9' width='3' "
           f"height='19'><feGaussianBlur stdDeviation='{v['svg']} 0'/></filter>"
           "<rect x='200' y='-60' width='400' height='200' filter='url(#b)'/></svg>")
    lines = {
        ("css-blur", "canvas"): browser.value(
            f"{{ {CANVAS} c.filter = 'blur({v['css-blur']}px)'; c.fillRect(200, -299, 600, 700); {read(3)} }}"),
        ("css-blur", "element"): element(browser, {
            "left": "200px", "background": "#000", "filter": f"blur({v['css-blur']}px)", "boxShadow": "none"}),
        ("svg", "image"): browser.value(drawn(f"'data:image/svg+xml,' + encodeURIComponent({json.dumps(svg)})", 3)),
        ("css-shadow", "canvas"): browser.value(
            f"{{ {CANVAS} c.shadowColor = '#000'; c.shadowBlur = {v['css-shadow']}; c.shadowOffsetX = 2000; "
            f"c.fillRect(-1800, -299, 600, 700); {read(3)} }}"),
        ("css-shadow", "element"): element(browser, {
            "left": "-1800px", "background": "none", "filter": "none", "boxShadow": f"2000px 0 {v['css-shadow']}px #000"}),
    }
    return {way: edge_deviation(line) for way, line in lines.items()}


def svg_boxes(sigma):
    """The three boxes that SVG allows in place of a Gaussian: of an even size two, which stand apart, and one larger."""
    size = int(0.75 * math.sqrt(2 * math.pi) * sigma + 0.5)
    return boxes([size] * 3 if size % 2 else [size, size, size + 1])


def check_browser():
    program = find_browser()
    if not program:
        skip("no Chromium was found", "browser")
    page = os.path.join(scratch, "edge.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write(PAGE)
    browser = Browser(program, scratch)
    try:
        print(browser.call("Browser.getVersion")["product"])
        browser.open("file://" + page)
        for sigma in (0.5, 1, 1.5, 2.5, 4, 6, 20):
            v, of_boxes = rows(sigma)[1], deviation(svg_boxes(sigma))
            if sigma >= 2 and v["svg-box"] != int(0.75 * math.sqrt(2 * math.pi) * sigma + 0.5):
                failures.append(f"the boxes of {sigma}: {v['svg-box']}")
            for (row, way), measured in measured_in(browser, v).items():
                # A blur is a Gaussian, or the three boxes. A shadow is a Gaussian; a smaller one is less than a pixel wide.
                if row == "css-shadow":
                    if sigma >= 1:
                        near(measured, sigma, 0.04, f"{row} {v[row]:g} by {way}")
                else:
                    nearest = min((sigma, of_boxes), key=lambda one: abs(one - measured))
                    near(measured, nearest, 0.03, f"{row} {v[row]:g} by {way}")
    finally:
        browser.close()


shutil.rmtree(scratch, ignore_errors=True)
os.makedirs(scratch)
{"opencv": check_opencv, "browser": check_browser}[other]()
print("\n".join(found))
if failures:
    print("\nwrong:", *failures, sep="\n")
sys.exit(bool(failures))
