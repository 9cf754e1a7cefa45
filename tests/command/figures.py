"""`sweep figure`: the names as SVG, and one as PDF, with captions; letters and lines are no pixels, and errors are plain.

    tests/command/figures.py SWEEP FOLDER
"""
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as tree
import zlib

sweep, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
failures = []
# One of each kind, for the time that they take: of the others the test sees the names. What is measured is left out.
DRAWN = ("boundaries", "padding", "matrices-table", "walk", "walk-sum", "passes", "table", "springs", "poles", "measure")
# In these pixels lie under or between the shapes.
WITH_PIXELS = ("boundaries", "passes", "table")


def expect(truth, what):
    if not truth:
        failures.append(what)


def run(*arguments):
    return subprocess.run([sweep, "figure", *arguments], capture_output=True, text=True)


def refuses(code, part, *arguments):
    done = run(*arguments)
    expect(done.returncode == code and part in done.stderr, f"{arguments}: {done.returncode}, {done.stderr}")


def make(name, ending, *options):
    out = os.path.join(folder, f"{name}.{ending}")
    done = run(name, out, "--engine", "cpu", "--size", "900x600", *options)
    expect(done.returncode == 0, f"{name}.{ending}: {done.stderr}")
    if done.returncode != 0:
        return b""
    with open(os.path.join(folder, f"{name}.txt"), encoding="utf-8") as file:
        caption = file.read()
    expect(f"Made by: sweep figure {name} {name}.{ending} " in caption and "Source: " in caption, f"{name}: {caption}")
    with open(out, "rb") as file:
        return file.read()


# The streams of a PDF, inflated.
def streams(pdf):
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S):
        try:
            yield zlib.decompress(packed)
        except zlib.error:
            pass


listed = run("--list").stdout
if "writes no SVG" in run("matrices", os.path.join(folder, "a.svg")).stderr:
    print("skipped: this build has no Cairo")
    sys.exit(77)
names = [line.split()[0] for line in listed.splitlines()]
expect(len(names) == len(set(names)) and len(names) > 30, f"the names: {names}")

expect(set(DRAWN) <= set(names), f"the names: {names}")
for name in DRAWN:
    svg = make(name, "svg", "--input", "ramp", "--input-size", "64")
    if not svg:
        continue
    kinds = [element.tag.rsplit("}")[-1] for element in tree.fromstring(svg).iter()]
    expect(kinds.count("use") + kinds.count("path") + kinds.count("rect") > 10, f"{name}: {len(kinds)} elements")
    expect(name in WITH_PIXELS or kinds.count("use") > 10, f"{name}: its letters are no outlines")
    expect(("image" in kinds) <= (name in WITH_PIXELS), f"{name}: pixels in a drawing")

pdf = make("matrices", "pdf", "--sigma", "3")
expect(pdf.startswith(b"%PDF-"), "matrices.pdf is no PDF")
texts = b"".join(streams(pdf))
expect(b"/FontFile" in pdf + texts, "matrices.pdf embeds no font")
expect(b"/Subtype /Image" not in pdf, "matrices.pdf has pixels")
expect(len(re.findall(rb" (?:re|l|m)\b", texts)) > 100, "matrices.pdf has few shapes")
expect(make("matrices", "svg", "--sigma", "3") != make("matrices", "svg", "--sigma", "9"), "sigma changes nothing")

refuses(2, "matrices", "matrixes", "a.svg")
refuses(2, "--list", "matrices")
refuses(7, "a .svg or a .pdf", "matrices", "a.png")
refuses(7, "nowhere", "matrices", "/nowhere/a.svg")

for failure in failures:
    print("FAILED", failure)
sys.exit(bool(failures))
