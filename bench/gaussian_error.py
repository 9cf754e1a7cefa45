#!/usr/bin/env python3
"""How far fast Gaussians are from the Gaussian, over their poles or boxes, and over the time that ours take.

    bench/gaussian_error.py --sweep build/release/sweep [--sigma 5] [--times FILE.json] [--out FILE.svg]

The error is sum |h - g|, the largest error of an output from inputs within [0, 1], doubled: h is the response to an
impulse, g the sampled Gaussian of sum 1. Ours and van Vliet's are what `sweep filter` answers in double. These are made
by this program:

- Deriche 1993, 2 to 4 damped exponentials ("Recursively implementing the Gaussian and its derivatives", section 3);
- iterated boxes of two odd widths (Kovesi 2010, "Fast almost-Gaussian filtering"), 3 to 5 of them;
- extended boxes, whose ends have weights (Gwosdek, Grewenig, Bruhn, Weickert 2011), 3 to 5 of them.

--times: reports of `sweep bench` of a size with filters gaussian and box; k boxes take k times the box's time.
Fails where ours break --accuracy.
"""

import argparse
import cmath
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True  # the source tree stays as it is
import npy
import plots
import svg

ZEROS = {3: 3e-2, 5: 3e-4, 7: 6e-6}  # the accuracy that has this order as the smallest
# The errors of rational approximations of exp(-t) fall by Halphen's constant (Gonchar and Rakhmanov 1989).
RATE = 9.28903

# sum r exp(-a x) over these pairs, each with its conjugate where `a` is complex, in units of sigma.
DERICHE = {
    2: [(0.48145 + 0.971j, 1.26 + 0.8448j)],
    3: [(-0.44645 + 0.5105j, 1.512 + 1.475j), (1.898, 1.556)],
    4: [(0.84 + 1.8675j, 1.783 + 0.6318j), (-0.34015 - 0.1299j, 1.723 + 1.997j)],
}


def scaled(h):
    """The response, so that its sum is 1."""
    total = sum(h)
    return [value / total for value in h]


def gaussian(k, sigma):
    return scaled([math.exp(-i * i / (2 * sigma * sigma)) for i in k])


def swept(sweep, k, sigma, *options):
    """The response of `sweep filter` to an impulse at k = 0, in double."""
    with tempfile.TemporaryDirectory() as folder:
        npy.write(f"{folder}/in.npy", [[float(i == 0) for i in k]], "f4")
        command = [sweep, "filter", f"{folder}/in.npy", f"{folder}/out.npy", "--engine", "reference", "--axes", "x"]
        command += ["--boundary", "zero", "--sigma", str(sigma), *options]
        subprocess.run(command, check=True, capture_output=True)
        return npy.read(f"{folder}/out.npy")[0]


def deriche(k, sigma, order):
    def term(r, a, i):
        return (2 if complex(a).imag else 1) * (r * cmath.exp(-a * abs(i) / sigma)).real

    return scaled([sum(term(r, a, i) for r, a in DERICHE[order]) for i in k])


def convolved(h, box, radius):
    """h convolved with a symmetric box, box[0] at its centre and box[radius] at its ends."""
    def at(i):
        return h[i] if 0 <= i < len(h) else 0

    return [sum(at(i + j) * box[abs(j)] for j in range(-radius, radius + 1)) for i in range(len(h))]


def boxes(k, sigma, count):
    """As many of the narrower width as bring the variance next to sigma^2."""
    narrow = int(math.sqrt(12 * sigma * sigma / count + 1)) - 1 | 1
    narrow -= 2 * (narrow * narrow - 1 > 12 * sigma * sigma / count)
    of_narrow = round((12 * sigma * sigma - count * (narrow * narrow + 4 * narrow + 3)) / (-4 * narrow - 4))
    h = [float(i == 0) for i in k]
    for i in range(count):
        width = narrow if i < of_narrow else narrow + 2
        h = convolved(h, [1 / width] * (width // 2 + 1), width // 2)
    return h


def extended_boxes(k, sigma, count):
    """Each box has ends of weight `end` beyond its radius, so that its variance is sigma^2 / count."""
    variance = sigma * sigma / count
    radius = int(0.5 * math.sqrt(12 * variance + 1) - 0.5)
    inner = 2 * radius + 1
    end = inner * (radius * (radius + 1) - 3 * variance) / (6 * (variance - (radius + 1) ** 2))
    one = [1 / (inner + 2 * end)] * (radius + 1) + [end / (inner + 2 * end)]
    h = [float(i == 0) for i in k]
    for _ in range(count):
        h = convolved(h, one, radius + 1)
    return h


def errors_of(sweep, sigma):
    """Returns the error of each filter: name of the kind, then its number of poles or boxes."""
    reach = int(12 * sigma) + 1
    k = range(-reach, reach + 1)
    g = gaussian(k, sigma)
    responses = {
        "ours, poles and zeros": {n: swept(sweep, k, sigma, "--accuracy", str(e)) for n, e in ZEROS.items()},
        "van Vliet, Young, Verbeek": {n: swept(sweep, k, sigma, "--order", str(n)) for n in (3, 4, 5)},
        "Deriche": {n: deriche(k, sigma, n) for n in DERICHE},
        "boxes": {n: boxes(k, sigma, n) for n in (3, 4, 5)},
        "extended boxes": {n: extended_boxes(k, sigma, n) for n in (3, 4, 5)},
    }
    return {name: {n: sum(abs(a - b) for a, b in zip(h, g)) for n, h in of.items()} for name, of in responses.items()}


def times_of(report, sigma):
    """Returns the time of each of ours in ms, by the same names, and the copy's, and what they were measured on."""
    results = report["results"]
    size = max(r["width"] for r in results)
    results = [r for r in results if r["width"] == size]
    gaussians = [r for r in results if r["filter"] == "gaussian" and r["sigma"] == sigma]
    times = {
        "ours, poles and zeros": {r["order"]: r["median_ms"] for r in gaussians if "accuracy" in r},
        "van Vliet, Young, Verbeek": {r["order"]: r["median_ms"] for r in gaussians if "accuracy" not in r},
    }
    if one := [r["median_ms"] for r in results if r["filter"] == "box"]:
        times["boxes"] = {n: n * min(one) for n in (3, 4, 5)}
    return times, min(r["copy_ms"] for r in results), f"{report['device']['name']}, {plots.side_text(size)}"


def picture(errors, timed, sigma):
    """The SVG: errors over poles or boxes, and over times where there are any."""
    looks = ((plots.RED, "o"), (plots.BLUE, "s"), (plots.GREEN, "D"), (plots.ORANGE, "^"), (plots.BROWN, "v"))
    looks = dict(zip(errors, looks))
    first = errors["ours, poles and zeros"]
    lines = [svg.Line(sorted(of.items()), name, *looks[name]) for name, of in errors.items()]
    falls = [(n, first[3] * RATE ** (3 - n)) for n in (2, 7)]
    lines.append(svg.Line(falls, f"falls as {RATE:.2f} to the -n", svg.BLACK, dash="4 2"))
    panels = [svg.Panel(lines, "poles of each pass, or boxes, n", [(n, str(n)) for n in range(2, 8)], x_is_log=False)]
    if timed:
        times, copy, where = timed
        lines = []
        for name, of in times.items():
            points = [(ms, errors[name][n], str(n)) for n, ms in of.items() if n in errors[name]]
            if points:
                texts = [n for _, _, n in points]
                lines.append(svg.Line([(x, y) for x, y, _ in points], name, *looks[name], texts=texts))
        ends = [x for line in lines for x, _ in line.points]
        ticks = [(t, f"{t:g}") for t in svg.steps(min(ends), max(ends), True)]
        rule = (copy, "copy") if min(ends) <= copy <= max(ends) else None
        label = f"ms, {where}; the numbers are poles or boxes; the copy takes {copy:.3g}"
        panels.append(svg.Panel(lines, label, ticks, rule=rule))
    return svg.chart(panels, f"sum |h - g|, sigma {sigma:g}", y_is_log=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sweep", default="build/release/sweep", help="the program (default build/release/sweep)")
    parser.add_argument("--sigma", type=float, default=5.0)
    parser.add_argument("--times", type=Path, help="a report of sweep bench --json")
    parser.add_argument("--out", type=Path, help="an SVG to draw")
    options = parser.parse_args()
    errors = errors_of(str(Path(options.sweep).resolve()), options.sigma)
    timed = times_of(json.loads(options.times.read_text()), options.sigma) if options.times else None
    for name, of in errors.items():
        for n, error in of.items():
            ms = timed and timed[0].get(name, {}).get(n)
            print(f"{name:28}{n:2} {error:9.2e}" + (f"{ms:9.4f} ms" if ms else ""))
    if options.out:
        options.out.write_text(picture(errors, timed, options.sigma))
    if late := [n for n, error in errors["ours, poles and zeros"].items() if not error <= ZEROS[n]]:
        sys.exit(f"gaussian_error: order {late} is farther from the Gaussian than --accuracy promises")


if __name__ == "__main__":
    main()
