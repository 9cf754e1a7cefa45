#!/usr/bin/env python3
"""How far fast Gaussians are from the Gaussian, over the number of their poles or boxes, and over the time that ours take.

    bench/gaussian_error.py --sweep build/release/sweep [--sigma 5] [--times FILE.json] [--out assets/gaussian_error.svg]

The error is sum |h - g|, the largest error of an output from inputs within [0, 1], doubled: h is the response to an impulse, g the
sampled Gaussian of sum 1. Ours and van Vliet's are what `sweep filter` answers in double; here are those of

- Deriche 1993, 2 to 4 damped exponentials ("Recursively implementing the Gaussian and its derivatives", section 3);
- iterated boxes of two odd widths (Kovesi 2010, "Fast almost-Gaussian filtering"), 3 to 5 of them;
- extended boxes, whose ends have weights (Gwosdek, Grewenig, Bruhn, Weickert 2011), 3 to 5 of them.

--times: reports of `sweep bench` of a size with filters gaussian and box; k boxes take k times the box's time. Without
matplotlib (Debian: python3-matplotlib) the table is printed and nothing is drawn. Fails where ours break --accuracy.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: Python has no numpy")
    sys.exit(77)

sys.dont_write_bytecode = True  # the source tree stays as it is
import plots

ZEROS = {3: 3e-2, 5: 3e-4, 7: 6e-6}  # the accuracy that has this order as the smallest
RATE = 9.28903  # the errors of rational approximations of exp(-t) fall by this (Halphen's constant, Gonchar and Rakhmanov 1989)

# sum r exp(-a x) over these pairs, each with its conjugate where `a` is complex, in units of sigma.
DERICHE = {
    2: [(0.48145 + 0.971j, 1.26 + 0.8448j)],
    3: [(-0.44645 + 0.5105j, 1.512 + 1.475j), (1.898, 1.556)],
    4: [(0.84 + 1.8675j, 1.783 + 0.6318j), (-0.34015 - 0.1299j, 1.723 + 1.997j)],
}


def gaussian(k, sigma):
    g = np.exp(-k * k / (2 * sigma * sigma))
    return g / g.sum()


def swept(sweep, k, sigma, *options):
    """The response of `sweep filter` to an impulse at k = 0, in double."""
    impulse = (k == 0).astype(np.float32)[None]
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/in.npy", impulse)
        subprocess.run([sweep, "filter", f"{folder}/in.npy", f"{folder}/out.npy", "--engine", "reference", "--axes", "x",
                        "--boundary", "zero", "--sigma", str(sigma), *options], check=True, capture_output=True)  # fmt: skip
        return np.load(f"{folder}/out.npy").ravel()


def deriche(k, sigma, order):
    h = sum((2 if complex(a).imag else 1) * np.real(r * np.exp(-a * np.abs(k) / sigma)) for r, a in DERICHE[order])
    return h / h.sum()


def box(k, width):
    return (np.abs(k) <= width // 2) / width


def boxes(k, sigma, count):
    """As many of the narrower width as bring the variance next to sigma^2."""
    narrow = int(np.sqrt(12 * sigma * sigma / count + 1)) - 1 | 1
    narrow -= 2 * (narrow * narrow - 1 > 12 * sigma * sigma / count)
    of_narrow = round((12 * sigma * sigma - count * (narrow * narrow + 4 * narrow + 3)) / (-4 * narrow - 4))
    h = (k == 0).astype(float)
    for i in range(count):
        h = np.convolve(h, box(k, narrow if i < of_narrow else narrow + 2), "same")
    return h


def extended_boxes(k, sigma, count):
    """Each box has ends of weight `end` beyond its radius, so that its variance is sigma^2 / count."""
    variance = sigma * sigma / count
    radius = int(0.5 * np.sqrt(12 * variance + 1) - 0.5)
    inner = 2 * radius + 1
    end = inner * (radius * (radius + 1) - 3 * variance) / (6 * (variance - (radius + 1) ** 2))
    one = ((np.abs(k) <= radius) + end * (np.abs(k) == radius + 1)) / (inner + 2 * end)
    h = (k == 0).astype(float)
    for _ in range(count):
        h = np.convolve(h, one, "same")
    return h


def errors_of(sweep, sigma):
    """Returns the error of each filter: name of the kind, then its number of poles or boxes."""
    reach = int(12 * sigma) + 1
    k = np.arange(-reach, reach + 1)
    g = gaussian(k, sigma)
    responses = {
        "ours, poles and zeros": {n: swept(sweep, k, sigma, "--accuracy", str(e)) for n, e in ZEROS.items()},
        "van Vliet, Young, Verbeek": {n: swept(sweep, k, sigma, "--order", str(n)) for n in (3, 4, 5)},
        "Deriche": {n: deriche(k, sigma, n) for n in DERICHE},
        "boxes": {n: boxes(k, sigma, n) for n in (3, 4, 5)},
        "extended boxes": {n: extended_boxes(k, sigma, n) for n in (3, 4, 5)},
    }
    return {name: {n: np.abs(h - g).sum() for n, h in of.items()} for name, of in responses.items()}


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


def draw(errors, timed, sigma, out):
    plt = plots.pyplot("gaussian_error")
    if plt is None:
        return
    looks = dict(zip(errors, ((plots.RED, "o"), (plots.BLUE, "s"), (plots.GREEN, "D"), (plots.ORANGE, "^"), (plots.BROWN, "v"))))
    figure, all_axes = plt.subplots(1, 2 if timed else 1, figsize=(9.6 if timed else 4.8, 3.6), layout="constrained", sharey=True)
    all_axes = np.atleast_1d(all_axes)
    xs = [(all_axes[0], errors, {})]
    if timed:
        xs.append((all_axes[1], {name: errors[name] for name in timed[0]}, timed[0]))
    for axes, shown, times in xs:
        for name, of in shown.items():
            colour, marker = looks[name]
            points = [(times[name][n] if times else n, e, n) for n, e in of.items() if not times or n in times[name]]
            if not points:
                continue
            axes.plot([x for x, _, _ in points], [e for _, e, _ in points], color=colour, marker=marker, ms=5, lw=1.4, label=name)
            if times:
                for x, e, n in points:
                    axes.annotate(str(n), (x, e), (6, 3), textcoords="offset points", fontsize=8, color=colour)
        plots.finish(axes)
        axes.set_yscale("log")
    first = errors["ours, poles and zeros"]
    n = np.array([2, 7.3])
    all_axes[0].plot(n, first[3] * RATE ** (3 - n), color=plots.BLACK, ls=(0, (4, 2)), lw=1.1, label=f"falls as {RATE:.2f}$^{{-n}}$")
    all_axes[0].set_xlabel("poles of each pass, or boxes, n")
    all_axes[0].set_ylabel(f"sum |h - g|, sigma {sigma:g}")
    all_axes[0].legend(fontsize=8, frameon=False, loc="lower left")
    if timed:
        all_axes[1].axvline(timed[1], color=plots.BLACK, ls=(0, (4, 2)), lw=1.1)
        all_axes[1].annotate("copy", (timed[1], 0.02), (3, 0), xycoords=("data", "axes fraction"), textcoords="offset points", fontsize=8)
        all_axes[1].set_xscale("log")
        ticks = [ms for ms in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50) if timed[1] / 2 < ms]
        ticks = [ms for ms in ticks if ms < 1.5 * max(max(of.values(), default=0) for of in timed[0].values())]
        all_axes[1].set_xticks(ticks, [f"{ms:g}" for ms in ticks])
        all_axes[1].minorticks_off()
        all_axes[1].set_xlabel(f"ms, {timed[2]}; the numbers are poles or boxes")
    figure.savefig(out, metadata={"Date": None} if out.suffix == ".svg" else None, dpi=150, bbox_inches="tight", facecolor="white")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sweep", default="build/release/sweep", help="the program (default build/release/sweep)")
    parser.add_argument("--sigma", type=float, default=5.0)
    parser.add_argument("--times", type=Path, help="a report of sweep bench --json")
    parser.add_argument("--out", type=Path, help="a picture to draw")
    options = parser.parse_args()
    errors = errors_of(str(Path(options.sweep).resolve()), options.sigma)
    timed = times_of(json.loads(options.times.read_text()), options.sigma) if options.times else None
    for name, of in errors.items():
        for n, error in of.items():
            ms = timed and timed[0].get(name, {}).get(n)
            print(f"{name:28}{n:2} {error:9.2e}" + (f"{ms:9.4f} ms" if ms else ""))
    if options.out:
        draw(errors, timed, options.sigma, options.out)
    if late := [n for n, error in errors["ours, poles and zeros"].items() if not error <= ZEROS[n]]:
        sys.exit(f"gaussian_error: order {late} is farther from the Gaussian than --accuracy promises")


if __name__ == "__main__":
    main()
