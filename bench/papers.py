"""What the papers say about each of their figures and tables, and the same from results of `sweep bench`.

A Row has the paper's words or number, ours, and whether these agree. Numbers of the papers are those that their texts
state: most of their curves have none.
"""

from dataclasses import dataclass

import plots

N11 = "NVIDIA GTX 480, CUDA 4.0"
N16 = "NVIDIA GTX Titan, CUDA 7.0"
ONLY_CURVES = "The paper shows curves; its text has no number for them. These are its claims."


@dataclass
class Row:
    what: str
    paper: str
    here: str = ""
    agrees: object = None  # True, False, or None where nothing can be compared


class Results:
    """The results of all runs, looked up by the values that they have."""

    def __init__(self, results):
        self.results = results

    def all(self, **wanted):
        return [r for r in self.results if all(r.get(name) == value for name, value in wanted.items())]

    def sides(self, **wanted):
        return {r["width"] for r in self.all(**wanted) if r["width"] == r["height"]}

    def common_sides(self, cases):
        """The sides at which all of these cases were measured."""
        sides = [self.sides(**wanted) for wanted in cases]
        return sorted(set.intersection(*sides)) if sides else []

    def at(self, side, **wanted):
        found = self.all(width=side, height=side, **wanted)
        return found[-1] if found else None


def gips(result):
    return f"{result['gips']:.3g} GiP/s"


def size(side):
    return plots.side_text(side)


def missing(results, cases):
    """The row's text where some of the cases were not measured."""
    names = [name for name, wanted in cases if not results.sides(**wanted)]
    return f"not measured: {'; '.join(names)}" if names else "not measured at one size"


def compared(results, what, paper, cases, agrees):
    """A row about several cases, (name, wanted), at the largest side that all have. agrees(values) decides."""
    sides = results.common_sides([wanted for _, wanted in cases])
    if not sides:
        return Row(what, paper, missing(results, cases))
    values = [results.at(sides[-1], **wanted)["gips"] for _, wanted in cases]
    listed = "; ".join(f"{name} {value:.3g}" for (name, _), value in zip(cases, values))
    return Row(what, paper, f"{size(sides[-1])}: {listed} GiP/s", agrees(values))


def falling(values):
    return all(a > b for a, b in zip(values, values[1:]))


def rising(values):
    return falling(values[::-1])


def single(results, what, paper, side, wanted, shows):
    result = results.at(side, **wanted)
    return Row(what, paper, shows(result) if result else f"not measured at {size(side)}")


def cubic(algorithm):
    return {"algorithm": algorithm, **plots.BSPLINE3}


def quintic(algorithm):
    return {"algorithm": algorithm, **plots.BSPLINE5}


def table(algorithm):
    return {"filter": "sat", "algorithm": algorithm}


def n11_4(results):
    def speed_and_time(r):
        return f"{gips(r)}, {r['median_ms']:.3g} ms"

    def speed_and_size(r):
        return f"{gips(r)} at {size(r['width'])}"

    largest = max(results.sides(**cubic("5")), default=4096)
    steps = [("RT", cubic("rt")), ("2", cubic("2")), ("4", cubic("4")), ("5", cubic("5"))]
    there = [case for case in steps if results.sides(**case[1])]
    return [
        single(results, "cubic B-spline, algorithm 5, 1024\u00b2", "4.7 GiP/s, 0.21 ms", 1024, cubic("5"),
               speed_and_time),
        single(results, "the same, large images", "6 GiP/s, 72 GB/s", largest, cubic("5"), speed_and_size),
        single(results, "quintic B-spline, algorithm 4, 1024\u00b2", "3.1 GiP/s, below 0.32 ms", 1024, quintic("4"),
               speed_and_time),
        compared(results, "cubic B-spline, the order of the algorithms",
                 "each of RT, 2, 4, 5 is faster than the one before", there if len(there) > 1 else steps, rising),
        compared(results, "quintic B-spline, 4 and 5", "4 is faster than 5, though it moves more bytes",
                 [("4", quintic("4")), ("5", quintic("5"))], falling),
        carries_share(results),
    ]


def carries_share(results):
    bars, side = plots.timed_steps(results.results)
    row = Row("algorithm 5, 4096\u00b2: share of steps 5.2 to 5.5", "about 17 % (section 7)", "not measured")
    if result := bars.get((1, "5")):
        times = {stage["step"]: stage["median_ms"] for stage in result["stages"]}
        share = sum(ms for step, ms in times.items() if "5.2" <= step <= "5.5") / sum(times.values())
        row.here = f"{100 * share:.0f} % at {size(side)}"
    return row


def n11_5(results):
    cases = [("overlapped", table("sat")), ("multi-wave, fused", table("sat-multiwave-fused")),
             ("multi-wave", table("sat-multiwave")), ("scan, transpose", table("sat-transpose"))]
    return [
        compared(results, "the overlapped table, and those before it", "overlapped is the fastest of the four", cases,
                 lambda values: values[0] == max(values)),
        compared(results, "one pass (ours) and overlapped", "not in the paper",
                 [("one pass", table("sat-1pass")), ("overlapped", table("sat"))], lambda values: None),
    ]


def growth(results, what, paper, over, under):
    """How many times as fast `over` is as `under`, at the smallest and the largest side that both have."""
    sides = results.common_sides([over, under])
    if not sides:
        return Row(what, paper, "not measured")
    ratios = [results.at(s, **over)["gips"] / results.at(s, **under)["gips"] for s in (sides[0], sides[-1])]
    here = f"{ratios[0]:.2g} times at {size(sides[0])}, {ratios[1]:.2g} times at {size(sides[-1])}"
    return Row(what, paper, here, ratios[1] > ratios[0])


def n11_6(results):
    recursive = {"algorithm": "5_1+4_2", "sigma": 5, **plots.GAUSSIAN}
    fft = {"algorithm": "fft", "sigma": 5, **plots.GAUSSIAN}
    ours = {"algorithm": "7", "boundary": "clamp", "sigma": 5, **plots.GAUSSIAN}

    def taps(count):
        return {"algorithm": "conv", "taps": count}

    return [
        compared(results, "the recursive filter, cuFFT and convolution with 65 taps",
                 "for large windows, both are faster than convolution",
                 [("5\u2081+4\u2082", recursive), ("cuFFT", fft), ("65 taps", taps(65))],
                 lambda values: min(values[:2]) > values[2]),
        compared(results, "the recursive filter and cuFFT", "recursive is faster for reasonably sized images",
                 [("5\u2081+4\u2082", recursive), ("cuFFT", fft)], falling),
        compared(results, "convolution with 17, 33 and 65 taps",
                 "time is proportional to the taps; small windows are fast",
                 [(f"{n} taps", taps(n)) for n in (17, 33, 65)], falling),
        growth(results, "how many times as fast as cuFFT the recursive filter is", "grows with the image", recursive,
               fft),
        compared(results, "algorithm 7 (ours) and the paper's", "not in the paper",
                 [("7", ours), ("5\u2081+4\u2082", recursive)], lambda values: None),
    ]


def of_orders(results, algorithm):
    return [{"algorithm": algorithm, "order": r, "boundary": "none"} for r in range(1, 6)]


def n16_7(results):
    bars, side = plots.timed_steps(results.results)

    def pair(what, paper, first, second, orders):
        there = [r for r in orders if (r, first) in bars and (r, second) in bars]
        if not there:
            return Row(what, paper, "not measured")
        times = [(bars[r, first]["median_ms"], bars[r, second]["median_ms"]) for r in there]
        listed = "; ".join(f"order {r}: {a:.3g}, {b:.3g}" for r, (a, b) in zip(there, times))
        return Row(what, paper, f"{size(side)}, {first} and {second} in ms: {listed}", all(a < b for a, b in times))

    return [
        pair("algorithm 6 splits step 5.3 into 6.3 and 6.4", "6 is faster than 5 from order 3 on", "6", "5", (3, 4, 5)),
        pair("algorithm 4 and 6", "4 has the advantage from order 4 on", "4", "6", (4, 5)),
        ends_share(bars, side),
    ]


def ends_share(bars, side):
    row = Row("algorithm 6, order 1: share of the first and last step", "they dominate (section 5.3)", "not measured")
    if result := bars.get((1, "6")):
        times = [stage["median_ms"] for stage in result["stages"]]
        share = (times[0] + times[-1]) / sum(times)
        row.here, row.agrees = f"{100 * share:.0f} % at {size(side)}", share > 0.5
    return row


def n16_8(results):
    rows = []
    first = {a: of_orders(results, a)[0] for a in ("4", "5", "6")}
    last = {a: of_orders(results, a)[4] for a in ("4", "5", "6")}
    sides = results.common_sides([*first.values(), *last.values()])
    slower = Row("time of order 5 over order 1", "grows with the order; most in 5, least in 4", "not measured")
    if sides:
        s = sides[-1]
        ratios = {a: results.at(s, **last[a])["median_ms"] / results.at(s, **first[a])["median_ms"] for a in first}
        slower.here = f"{size(s)}: " + ", ".join(f"{a} {ratio:.2f}" for a, ratio in ratios.items())
        slower.agrees = ratios["5"] == max(ratios.values()) and ratios["4"] == min(ratios.values())
    rows.append(slower)
    cases = [case for a in ("4", "6") for case in of_orders(results, a)[2:]]
    sides = results.common_sides(cases)
    row = Row("time of 6 over 4", "4 is significantly faster from order 5 on only", "not measured")
    if sides:
        times = [results.at(sides[-1], **case)["median_ms"] for case in cases]
        ratios = [six / four for four, six in zip(times[:3], times[3:])]
        row.here = f"{size(sides[-1])}: " + ", ".join(f"order {r} {v:.2f}" for r, v in zip((3, 4, 5), ratios))
        row.agrees = ratios[2] > 1.05 > max(ratios[:2])
    rows.append(row)
    return rows


def n16_9(results):
    rows = []
    for what, paper, algorithm, boundary, stays in (
        ("algorithm 6, clamp", "does not depend on the decay", "6", "clamp", True),
        ("6b, padding", "loses speed as the response grows", "6b", "clamp", False),
        ("5v, varying coefficients", "loses speed as the response grows", "5v", "mirror", False),
    ):
        found = results.all(filter="exponential", algorithm=algorithm, boundary=boundary)
        row = Row(f"{what}: speed at the longest response over the shortest", paper, "not measured")
        if found := sorted((plots.blocks_for(r["alpha"]), r["gips"]) for r in found):
            ratio = found[-1][1] / found[0][1]
            row.here = f"{ratio:.2f} ({found[0][0]:.0f} to {found[-1][0]:.0f} blocks)"
            row.agrees = ratio > 0.93 if stays else ratio < 0.93
        rows.append(row)
    return rows


def extension_rows(results, wanted, before):
    """Rows of figures 10 and 11: exact extensions beside each other, and beside the best of before."""
    exact = [(f"6 {b}", {"algorithm": "6", "boundary": b, **wanted}) for b in ("clamp", "repeat", "mirror")]
    return exact, compared(results, "exact extensions and the best of 2011, which ignores boundaries",
                           "all three are faster", [*exact, before], lambda values: min(values[:3]) > values[3])


def n16_10(results):
    wanted = {"filter": "bspline3"}
    exact, beside = extension_rows(results, wanted, ("5 none", cubic("5")))
    padded = ("6b padded", {"algorithm": "6b", "boundary": "clamp", **wanted})
    varying = ("5v varying", {"algorithm": "5v", "boundary": "mirror", **wanted})
    return [
        compared(results, "6 clamp and 6b, one block of padding", "about as fast", [exact[0], padded],
                 lambda values: abs(values[1] / values[0] - 1) < 0.1),
        compared(results, "clamp, repeat and mirror of 6", "repeat and mirror come next", exact,
                 lambda values: values[0] > max(values[1:])),
        compared(results, "5v, varying coefficients", "the slowest", [*exact, padded, varying],
                 lambda values: values[4] == min(values)),
        beside,
    ]


def n16_11(results):
    results = Results([r for r in results.results if r["filter"] == "gaussian" and plots.is_sixth(r)])
    wanted, fft = plots.GAUSSIAN, {"algorithm": "fft", **plots.GAUSSIAN}
    exact, beside = extension_rows(results, wanted, ("5\u2081+4\u2082", {"algorithm": "5_1+4_2", **wanted}))
    return [
        compared(results, "cuFFT and direct convolution", "convolution is clearly slower",
                 [("cuFFT", fft), ("conv", {"algorithm": "conv", **wanted})], falling),
        growth(results, "how many times as fast as cuFFT 6 clamp is", "considerably faster as the image grows",
               exact[0][1], fft),
        beside,
    ]


# [N11] table 1: estimates of the number of steps, in units of hw / cp, and of the most threads.
ESTIMATES = (
    ("RT", "4r", "h, w"),
    ("2", "8r + 4 (r\u00b2 + r) / b", "hw / b"),
    ("4", "8r + 6 (r\u00b2 + r) / b", "hw / b"),
    ("5", "8r + (18 r\u00b2 + 10 r) / b", "hw / b"),
    ("SAT", "8 + 3/b", "hw / b"),
)
# Images read and written, [N11] table 1. The formulas leave out that blocks at the image's edges store less: below 1 % of
# large images.
BANDWIDTHS = {
    "rt": ("8", lambda r, b: 8),
    "2": ("9 + 16 r/b", lambda r, b: 9 + 16 * r / b),
    "4": ("5 + 18 r/b", lambda r, b: 5 + 18 * r / b),
    "5": ("3 + 22 r/b", lambda r, b: 3 + 22 * r / b),
    "sat": ("3 + 8/b + 2/b\u00b2", lambda r, b: 3 + 8 / b + 2 / b**2),
}


def n11_table_1(results):
    rows = []
    for algorithm, (formula, of) in BANDWIDTHS.items():
        is_table = algorithm == "sat"
        for order in (1,) if algorithm in ("rt", "2", "sat") else (1, 2):
            wanted = table("sat") if is_table else {"algorithm": algorithm, "order": order, "boundary": "none"}
            row = Row("SAT" if is_table else f"{algorithm.upper()}, order {order}", formula, "not measured")
            if sides := results.sides(**wanted):
                side = max(sides)
                here = results.at(side, **wanted)["bytes"] / 4 / side**2
                b = min((16, 32, 64, 128, 256), key=lambda b: abs(of(order, b) - here))
                row.paper += "" if algorithm == "rt" else f" = {of(order, b):.5g} for b = {b}"
                row.here, row.agrees = f"{here:.5g} at {size(side)}", abs(here / of(order, b) - 1) < 0.01
            rows.append(row)
    return rows


@dataclass
class Figure:
    name: str  # as in plots.FIGURES, or of a table
    title: str
    look: str  # what to look at
    rows: object  # from Results to rows
    note: str = ""

    @property
    def machine(self):
        return N11 if self.name.startswith("n11") else N16

    @property
    def largest(self):
        """The side of the paper's largest images. What is larger is drawn, and not compared."""
        return 4096 if self.name.startswith("n11") else 8192

    @property
    def place(self):
        paper, what = self.name.split("-", 1)
        return f"[{paper.upper()}] " + (what.replace("-", " ") if what.startswith("table") else f"figure {what}")


FIGURES = [
    Figure("n11-4", "recursive filters of order 1 and 2",
           "Each algorithm moves less of the image than the one before it, and comes closer to the copy.",
           n11_4, "Section 8, first- and second-order filters."),
    Figure("n11-5", "summed-area tables",
           "The overlapped table reads the image twice and writes it once. One pass reads it once.",
           n11_5, f"Section 8. {ONLY_CURVES}"),
    Figure("n11-6", "Gaussian filters",
           "The time of a convolution grows with its taps. That of a recursive filter does not depend on sigma.",
           n11_6, f"Section 8. {ONLY_CURVES}"),
    Figure("n11-table-1", "how much of the image each algorithm moves",
           "Numbers are images read and written. Ours count the bytes that the program's steps declare.",
           n11_table_1, "Table 1, column bandwidth, with order r and blocks of b pixels; b is the one that fits best."),
    Figure("n16-7", "time of each step",
           "The first and the last step, which touch the image, take most of the time.",
           n16_7, f"Section 6. {ONLY_CURVES}"),
    Figure("n16-8", "orders 1 to 5",
           "Higher orders are slower. Compare how far apart the curves of an algorithm lie.",
           n16_8, f"Section 6. {ONLY_CURVES}"),
    Figure("n16-9", "how fast the response decays",
           "Exact extensions stay level. Padding falls as the response grows longer.",
           n16_9, f"Section 6. {ONLY_CURVES}"),
    Figure("n16-10", "extensions of the image, cubic B-spline",
           "This filter forgets fast: the worst case for exact extensions. They cost little even so.",
           n16_10, f"Section 6. {ONLY_CURVES}"),
    Figure("n16-11", "extensions of the image, Gaussians of a sixth of the side",
           "Sigma grows with the image. Padding and convolution fall behind, exact extensions do not.",
           n16_11, f"Section 6. {ONLY_CURVES}"),
]
