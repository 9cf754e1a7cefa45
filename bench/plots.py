"""The plots of bench/figures.py: throughput over the image's side, time of each step, throughput over the speed of decay.

A curve names the values that it wants, and the results that have them are its points. A dashed line is the copy of the
image, measured in the same runs, and a dotted one what reads twice and writes once would reach at its rate. Without matplotlib, draw() says so and does nothing.
"""

import gzip
import json
import math
import re
import sys

BLOCK = 32
NEGLIGIBLE = 3e-8  # where algorithm 6b lets a response end (core/families/padding.cpp)


def alpha_for(blocks):
    """The alpha of the exponential filter whose response has decayed after so many blocks."""
    return 1 - NEGLIGIBLE ** (1 / (BLOCK * blocks))


def blocks_for(alpha):
    return math.log(NEGLIGIBLE) / math.log(1 - alpha) / BLOCK


# ---- which curves --------------------------------------------------------------------------------------------------

# Okabe and Ito's colours, which colour-blind readers tell apart; curves differ in their markers too.
BLACK, ORANGE, SKY, GREEN, BLUE, RED, PINK = "#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7".split()
GREY, BROWN = "#777777", "#6b2e00"
ORDER_COLOURS = ("#1b1464", "#0072b2", "#2a9d8f", "#b8860b", "#d55e00")  # from dark to bright, also for readers without colours
STEP_COLOURS = (BLUE, SKY, GREEN, ORANGE, PINK, RED, GREY)
DARK = (BLUE, GREEN, RED, GREY)  # letters on these are white


class Curve:
    """A line of a plot: its label, its look, and which results are its points."""

    def __init__(self, label, colour, marker, wide=False, **wanted):
        self.label, self.colour, self.marker, self.wide, self.wanted = label, colour, marker, wide, wanted

    def takes(self, result):
        return all(result.get(name) == value for name, value in self.wanted.items())


def ours(label="7", **wanted):
    return [
        Curve(label, RED, "o", True, algorithm="7", **wanted),
        Curve(label.replace("7", "8"), BROWN, "s", True, algorithm="8", **wanted),
    ]


BSPLINE3 = {"filter": "bspline3", "boundary": "none"}
BSPLINE5 = {"filter": "bspline5", "boundary": "none"}
GAUSSIAN = {"filter": "gaussian", "order": 3}


def order_curves(algorithm):
    return [
        Curve(f"{r}", colour, marker, order=r, algorithm=algorithm, boundary="none")
        for r, colour, marker in zip(range(1, 6), ORDER_COLOURS, "osD^v")
    ]


def extension_curves(**wanted):
    return [
        Curve("6 clamp", BLUE, "D", algorithm="6", boundary="clamp", **wanted),
        Curve("6 repeat", SKY, "^", algorithm="6", boundary="repeat", **wanted),
        Curve("6 mirror", GREEN, "v", algorithm="6", boundary="mirror", **wanted),
        Curve("6b padded", ORANGE, "P", algorithm="6b", boundary="clamp", **wanted),
        Curve("5v varying", PINK, "X", algorithm="5v", boundary="mirror", **wanted),
        *ours("7 clamp", boundary="clamp", **wanted),
    ]


def is_sixth(result):
    return math.isclose(result.get("sigma", 0), min(result["width"], result["height"]) / 6)


# Panels of throughput over the image's side: title (where a figure has several), curves, which results count.
THROUGHPUT = {
    "n11-4": [
        (
            "order 1: cubic B-spline",
            [
                Curve("RT", GREY, "x", algorithm="rt", **BSPLINE3),
                Curve("2", PINK, "X", algorithm="2", **BSPLINE3),
                Curve("4", SKY, "^", algorithm="4", **BSPLINE3),
                Curve("5", BLUE, "D", algorithm="5", **BSPLINE3),
                *ours(**BSPLINE3),
            ],
        ),
        (
            "order 2: quintic B-spline",
            [
                Curve("2\u00d75\u2081 (repeat)", ORANGE, "P", filter="bspline5", algorithm="2x5_1"),
                Curve("4", SKY, "^", algorithm="4", **BSPLINE5),
                Curve("5", BLUE, "D", algorithm="5", **BSPLINE5),
                *ours(**BSPLINE5),
            ],
        ),
    ],
    "n11-5": [
        (
            "",
            [
                Curve("overlapped", BLUE, "D", filter="sat", algorithm="sat"),
                Curve("multi-wave", ORANGE, "P", filter="sat", algorithm="sat-multiwave"),
                Curve("multi-wave, fused", SKY, "^", filter="sat", algorithm="sat-multiwave-fused"),
                Curve("scan, transpose", PINK, "X", filter="sat", algorithm="sat-transpose"),
                Curve("doubling", GREY, "x", filter="sat", algorithm="sat-doubling"),
                Curve("Ha et al.", GREEN, "v", filter="sat", algorithm="sat-ha"),
                Curve("one pass (ours)", RED, "o", True, filter="sat", algorithm="sat-1pass"),
            ],
        )
    ],
    "n11-6": [
        (
            "",
            [
                Curve("5\u2081+4\u2082", BLUE, "D", algorithm="5_1+4_2", sigma=5, **GAUSSIAN),
                Curve("conv, 17 taps", PINK, "^", algorithm="conv", taps=17),
                Curve("33 taps", PINK, "v", algorithm="conv", taps=33),
                Curve("65 taps", PINK, "X", algorithm="conv", taps=65),
                Curve("cuFFT", GREY, "x", algorithm="fft", sigma=5, **GAUSSIAN),
                *ours("7 clamp", boundary="clamp", sigma=5, **GAUSSIAN),
            ],
        )
    ],
    "n16-8": [
        ("algorithm 4, orders 1 to 5", order_curves("4")),
        ("algorithm 5, orders 1 to 5", order_curves("5")),
        ("algorithm 6, orders 1 to 5", order_curves("6")),
        ("algorithm 7 (ours)", order_curves("7")),
    ],
    "n16-10": [("", extension_curves(filter="bspline3") + [Curve("5 none", BLACK, "+", algorithm="5", **BSPLINE3)])],
    "n16-11": [
        (
            "",
            extension_curves(**GAUSSIAN)
            + [
                Curve("5\u2081+4\u2082 repeat", BLACK, "+", algorithm="5_1+4_2", **GAUSSIAN),
                Curve("conv", GREY, "x", algorithm="conv", **GAUSSIAN),
                Curve("cuFFT repeat", GREY, "*", algorithm="fft", **GAUSSIAN),
            ],
        )
    ],
}
FIGURES = sorted([*THROUGHPUT, "n16-7", "n16-9"], key=lambda name: [int(n) for n in re.findall(r"\d+", name)])


def side(result):
    return math.sqrt(result["width"] * result["height"])


def load(paths, engine):
    """Returns the results of all files, of equal ones the newest last. A file has one report or a list of them."""
    files = [f for path in paths for f in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    reports = []
    for file in files:
        data = file.read_bytes()
        read = json.loads(gzip.decompress(data) if file.suffix == ".gz" else data)
        reports += read if isinstance(read, list) else [read]
    reports.sort(key=lambda report: report.get("date", ""))
    # Results of one channel, where the program chose blocks and kernels itself.
    results = [
        r for report in reports for r in report["results"]
        if r["channels"] == 1 and "block" not in r and "path" not in r
    ]
    if results and not engine:
        engine = results[-1]["engine"]
    return [r for r in results if r["engine"] == engine]


def copy_curve(results):
    """Returns the throughput of the copy for each side, in GiP/s, the median of its measurements."""
    times = {}
    for r in results:
        times.setdefault(side(r), []).append(r["copy_ms"])
    return {s: s * s / 2**30 / (sorted(ms)[len(ms) // 2] * 1e-3) for s, ms in sorted(times.items())}


def points_of(curve, results, x):
    """Returns the points (x, GiP/s) of a curve, sorted; of several results at one x the last."""
    return sorted({x(r): r["gips"] for r in results if curve.takes(r)}.items())


def label_ends(axes, ends, size):
    """Writes labels right of the curves' ends, moved apart where they would overlap, or above curves that end early."""
    axes.figure.canvas.draw()
    to_pixels, points = axes.transData.transform, 72 / axes.figure.dpi
    right, line = max(x for x, _, _, _ in ends), size * 1.15 / points
    for x, y, label, colour in (end for end in ends if end[0] < right):
        axes.annotate(label, (x, y), (0, 5), textcoords="offset points", ha="right", fontsize=size, color=colour)
    ends = sorted((end for end in ends if end[0] == right), key=lambda end: end[1])
    heights = [to_pixels((x, y))[1] for x, y, _, _ in ends]
    for _ in range(200):  # neighbours push each other apart
        for i in range(len(heights) - 1):
            overlap = line - (heights[i + 1] - heights[i])
            if overlap > 0:
                heights[i] -= overlap / 2
                heights[i + 1] += overlap / 2
    for (x, y, label, colour), height in zip(ends, heights):
        axes.annotate(
            label, (x, y), (8, (height - to_pixels((x, y))[1]) * points), textcoords="offset points", va="center",
            ha="left", fontsize=size, color=colour, annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.5, "shrinkA": 1, "shrinkB": 3, "relpos": (0, 0.5)},
        )


def draw_curves(axes, curves, results, x, copy, x_text):
    """Draws curves over x and the copy's line; returns the places of their labels, or None when there is no curve."""
    lines = [(curve, points_of(curve, results, x)) for curve in curves]
    lines = [(curve, points) for curve, points in lines if points]
    if not lines:
        return None
    ends = []
    for curve, points in lines:
        axes.plot(
            *zip(*points), color=curve.colour, marker=curve.marker, ms=4, lw=2 if curve.wide else 1.1,
            zorder=4 if curve.wide else 3,
        )
        ends.append((*points[-1], curve.label, curve.colour))
    if copy:
        axes.plot(*zip(*copy), color=BLACK, ls=(0, (4, 2)), lw=1.1, zorder=2)
        ends.append((*copy[-1], "copy", BLACK))
        two_reads = [(at, rate * 2 / 3) for at, rate in copy]
        axes.plot(*zip(*two_reads), color=GREY, ls=(0, (1, 2)), lw=1.1, zorder=2)
        ends.append((*two_reads[-1], "two reads, a write", GREY))
    axes.set_xscale("log", base=2)
    marks = sorted({px for _, points in lines for px, _ in points})
    marks = [m for m in marks if math.log2(m).is_integer()] or marks
    axes.set_xticks(marks, [x_text(m) for m in marks])
    axes.minorticks_off()
    return ends


def scale_throughput(all_axes, results):
    """Scales the axis from zero, or in decades where a CPU copies small images within its caches, far above the rest."""
    if max(copy_curve(results).values()) < 5 * max(r["gips"] for r in results):
        for axes in all_axes:
            axes.set_ylim(bottom=0)
    else:
        for axes in all_axes:
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")


def finish(axes):
    axes.grid(axis="y", color="#dddddd", lw=0.6)
    axes.set_axisbelow(True)
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)


def side_text(s):
    return f"{s:.0f}\u00b2"


def draw_throughput(plt, name, results):
    if name == "n16-11":
        results = [r for r in results if is_sixth(r)]
    if name == "n16-10":
        results = [r for r in results if r["filter"] == "bspline3"]
    panels = [
        (title, curves) for title, curves in THROUGHPUT[name]
        if any(curve.takes(r) for curve in curves for r in results)
    ]
    if not panels:
        return None
    many = len(panels) > 2
    figure, grid = plt.subplots(
        1, len(panels), sharey=True, squeeze=False,
        figsize=(10.5, 2.8) if many else (4.9 * len(panels), 3.3), layout="constrained",
    )
    shown = [r for r in results if any(c.takes(r) for _, curves in panels for c in curves)]
    copy = list(copy_curve(shown).items())
    ends = [draw_curves(a, curves, results, side, copy, side_text) for a, (_, curves) in zip(grid[0], panels)]
    scale_throughput(grid[0], shown)
    for axes, (title, _) in zip(grid[0], panels):
        finish(axes)
        axes.set_xlabel("image, pixels")
        axes.set_title(title, loc="left", fontsize=9)
        if many:
            axes.set_xticks(axes.get_xticks()[::2])
    grid[0][0].set_ylabel("GiP/s")
    return figure, list(zip(grid[0], ends))


def draw_decay(plt, results):
    """[N16] figure 9: throughput over the number of blocks in which the response of the exponential filter decays."""

    results = [r for r in results if r["filter"] == "exponential" and 0 < r.get("alpha", 0) < 1]
    if not results:
        return None
    results = [r for r in results if r["width"] == results[-1]["width"]]

    def blocks(result):
        return round(blocks_for(result["alpha"]), 3)

    figure, axes = plt.subplots(figsize=(4.9, 3.3), layout="constrained")
    level = next(iter(copy_curve(results).values()))
    spots = sorted({blocks(r) for r in results})
    ends = draw_curves(axes, extension_curves(), results, blocks, [(b, level) for b in spots], lambda b: f"{b:g}")
    scale_throughput([axes], results)
    finish(axes)
    axes.set_xlabel(f"decay of the response, blocks of {BLOCK} pixels ({side_text(results[0]['width'])})")
    axes.set_ylabel("GiP/s")
    return figure, [(axes, ends)]


def draw_steps(plt, results):
    """[N16] figure 7: the time of each step, stacked, with orders side by side."""
    names = ["4", "5", "6", "7"]
    bars = {}
    for r in results:
        is_timed = all(stage["median_ms"] is not None for stage in r.get("stages", [{"median_ms": None}]))
        if r["algorithm"] in names and r["boundary"] == "none" and is_timed and 1 <= r["order"] <= 5:
            bars[r["width"], r["order"], r["algorithm"]] = r
    if not bars:
        return None
    width = 4096 if any(w == 4096 for w, _, _ in bars) else max(w for w, _, _ in bars)
    figure, axes = plt.subplots(figsize=(7, 3.4), layout="constrained")
    labels = []
    for order in range(1, 6):
        for i, name in enumerate(names):
            result = bars.get((width, order, name))
            if result is None:
                continue
            x, bottom = order * 5 + i, 0
            for k, stage in enumerate(result["stages"]):
                height = stage["median_ms"]
                axes.bar(x, height, 0.85, bottom, color=STEP_COLOURS[k % len(STEP_COLOURS)], ec="white", lw=0.5)
                labels.append((x, bottom, height, stage["step"].split(".")[-1], k % len(STEP_COLOURS)))
                bottom += height
            axes.annotate(name, (x, 0), (0, -3), textcoords="offset points", ha="center", va="top", fontsize=7)
    top = axes.get_ylim()[1]
    for x, bottom, height, text, k in labels:
        if height > top / 28:
            colour = "white" if STEP_COLOURS[k] in DARK else "black"
            axes.text(x, bottom + height / 2, text, ha="center", va="center", fontsize=6, color=colour)
    axes.set_xlim(4.2, 28.8)
    copy_ms = sorted(r["copy_ms"] for (w, _, _), r in bars.items() if w == width)[0]
    axes.axhline(copy_ms, color=BLACK, ls=(0, (4, 2)), lw=1.1)
    axes.set_xticks([order * 5 + 1.5 for order in range(1, 6)], [f"\norder {order}" for order in range(1, 6)])
    axes.tick_params(axis="x", length=0)
    finish(axes)
    axes.set_ylabel(f"time of {side_text(width)}, ms")
    axes.set_xlabel("algorithm, order; the numbers in the bars are its steps")
    return figure, [(axes, [(28.8, copy_ms, "copy", BLACK)])]


def pyplot(program):
    """Returns matplotlib.pyplot with our looks; without matplotlib says so, in the name of a program, and returns None."""
    try:
        import matplotlib
    except ImportError:
        print(f"{program}: nothing is drawn: python3-matplotlib is not here", file=sys.stderr)
        return None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "sweep", "axes.labelsize": 9, "figure.dpi": 100})
    return plt


def draw(paths, out, figures, engine, kind):
    plt = pyplot("figures")
    if plt is None:
        return
    results = load(paths, engine)
    for name in FIGURES:
        if name not in figures:
            continue
        if name == "n16-7":
            drawn = draw_steps(plt, results)
        elif name == "n16-9":
            drawn = draw_decay(plt, results)
        else:
            drawn = draw_throughput(plt, name, results)
        if drawn is None:
            print(f"{name}: no results", flush=True)
            continue
        figure, ends = drawn
        for axes, end in ends:
            if end:
                label_ends(axes, end, 8)
        file = out / f"{name}.{kind}"
        metadata = {"Date": None} if kind == "svg" else None
        figure.savefig(file, metadata=metadata, dpi=150, bbox_inches="tight", facecolor="white")
        plt.close(figure)
        print(f"{name}: {file}", flush=True)
