"""The papers' figures: throughput over the image's side, time of each step, throughput over the speed of decay.

A curve names the values that it wants, and the results that have them are its points. A dashed line is the copy of the
image, measured in the same runs. A dotted line is two thirds of it: what reads twice and writes once can reach.
"""

import gzip
import json
import math
import re
import sys

import svg

BLOCK = 32
NEGLIGIBLE = 3e-8  # where algorithm 6b lets a response end (core/families/published/padding.cpp)


def alpha_for(blocks):
    """The alpha of the exponential filter whose response has decayed after so many blocks."""
    return 1 - NEGLIGIBLE ** (1 / (BLOCK * blocks))


def blocks_for(alpha):
    return math.log(NEGLIGIBLE) / math.log(1 - alpha) / BLOCK


# ---- which curves --------------------------------------------------------------------------------------------------

# Okabe and Ito's colours, which colour-blind readers tell apart; curves differ in their markers too.
BLACK, ORANGE, SKY, GREEN, BLUE, RED, PINK = "#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7".split()
GREY, BROWN = "#777777", "#6b2e00"
ORDER_COLOURS = ("#1b1464", "#0072b2", "#2a9d8f", "#b8860b", "#d55e00")  # from dark to bright, for all readers
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


def read_reports(paths):
    """Reads all files and all JSON files of folders, the oldest report first. A file has a report or a list of them."""
    files = [f for path in paths for f in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    reports = []
    for file in files:
        data = file.read_bytes()
        try:
            read = json.loads(gzip.decompress(data) if file.suffix == ".gz" else data)
        except ValueError:
            print(f"plots: {file} is no JSON, and is left out", file=sys.stderr)
            continue
        reports += read if isinstance(read, list) else [read]
    return sorted((report for report in reports if "results" in report), key=lambda report: report.get("date", ""))


def results_of(reports, engine=None):
    """The results of one channel, where the program chose blocks and kernels itself, by one engine.

    A row names the block that ran, whoever chose it: what was asked for stands in the report's command.
    """
    chosen = [report for report in reports if not re.search("--(block|path) ", report["command"])]
    results = [r for report in chosen for r in report["results"] if r["channels"] == 1]
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


def drawn_lines(curves, results, x, copy):
    """The lines of a panel, the copy's among them; none where no curve has points."""
    lines = [
        svg.Line(points, curve.label, curve.colour, curve.marker, 2 if curve.wide else 1.2)
        for curve in curves if (points := points_of(curve, results, x))
    ]
    if lines and copy:
        lines += [
            svg.Line(copy, "copy", BLACK, dash="4 2"),
            svg.Line([(at, rate * 2 / 3) for at, rate in copy], "two reads, a write", GREY, dash="1 2"),
        ]
    return lines


def is_far_above(results):
    """Whether a CPU copies small images within its caches, so much faster that the axis needs decades."""
    return max(copy_curve(results).values()) > 5 * max(r["gips"] for r in results)


def side_text(s):
    return f"{s:.0f}\u00b2"


def side_ticks(lines):
    sides = sorted({x for line in lines for x, _ in line.points})
    return [(s, side_text(s)) for s in [s for s in sides if math.log2(s).is_integer()] or sides]


def draw_throughput(name, results):
    if name == "n16-11":
        results = [r for r in results if is_sixth(r)]
    shown = [r for r in results if any(c.takes(r) for _, curves in THROUGHPUT[name] for c in curves)]
    if not shown:
        return None
    copy = list(copy_curve(shown).items())
    panels = []
    for title, curves in THROUGHPUT[name]:
        if lines := drawn_lines(curves, results, side, copy):
            panels.append(svg.Panel(lines, "image, pixels", side_ticks(lines), title))
    many = len(panels) > 2
    for panel in panels[:-1] if many else []:
        for line in panel.lines[-2:]:
            line.label = ""  # the last panel says which they are
    for panel in panels if many else []:
        panel.x_ticks = panel.x_ticks[::-2][::-1]
    return svg.chart(panels, "GiP/s", is_far_above(shown), 170 if many else 380 if len(panels) == 1 else 330)


def draw_decay(results):
    """[N16] figure 9: throughput over the number of blocks in which the response of the exponential filter decays."""
    results = [r for r in results if r["filter"] == "exponential" and 0 < r.get("alpha", 0) < 1]
    if not results:
        return None
    results = [r for r in results if r["width"] == results[-1]["width"]]

    def blocks(result):
        return round(blocks_for(result["alpha"]), 3)

    level = next(iter(copy_curve(results).values()))
    spots = sorted({blocks(r) for r in results})
    lines = drawn_lines(extension_curves(), results, blocks, [(b, level) for b in spots])
    label = f"decay of the response, blocks of {BLOCK} pixels ({side_text(results[0]['width'])})"
    return svg.chart([svg.Panel(lines, label, [(b, f"{b:g}") for b in spots])], "GiP/s", is_far_above(results))


def timed_steps(results):
    """The results of [N16] figure 7, whose steps have times, by order and algorithm, and their side."""
    bars = {}
    for r in results:
        is_timed = r.get("stages") and all(stage["median_ms"] is not None for stage in r["stages"])
        if r["algorithm"] in ("4", "5", "6", "7") and r["boundary"] == "none" and is_timed and 1 <= r["order"] <= 5:
            bars[r["width"], r["order"], r["algorithm"]] = r
    widths = {w for w, _, _ in bars}
    width = 4096 if 4096 in widths else max(widths, default=0)
    return {(order, name): r for (w, order, name), r in sorted(bars.items()) if w == width}, width


def draw_steps(results):
    """[N16] figure 7: the time of each step, stacked, with orders side by side."""
    bars, width = timed_steps(results)
    if not bars:
        return None
    groups = []
    for order in sorted({order for order, _ in bars}):
        group = []
        for name in sorted(name for o, name in bars if o == order):
            pieces = []
            for k, stage in enumerate(bars[order, name]["stages"]):
                colour = STEP_COLOURS[k % len(STEP_COLOURS)]
                ink = "white" if colour in DARK else "black"
                pieces.append((stage["median_ms"], stage["step"].split(".")[-1], colour, ink))
            group.append((name, pieces))
        groups.append((f"order {order}", group))
    copy_ms = min(r["copy_ms"] for r in bars.values())
    below = "algorithm, order; the numbers in the bars are its steps"
    return svg.stacked_bars(groups, f"time of {side_text(width)}, ms", below, (copy_ms, "copy"))


def figure(name, results):
    """The SVG of a figure; none where nothing of it was measured."""
    if name == "n16-7":
        return draw_steps(results)
    return draw_decay(results) if name == "n16-9" else draw_throughput(name, results)


def draw(paths, out, figures, engine):
    results = results_of(read_reports(paths), engine)
    for name in FIGURES:
        if name in figures:
            picture = figure(name, results)
            if picture:
                (out / f"{name}.svg").write_text(picture)
            print(f"{name}: {out / f'{name}.svg' if picture else 'no results'}", flush=True)
