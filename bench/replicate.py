#!/usr/bin/env python3
"""Writes one page with every figure and table of [N11] and [N16] that has measurements: the papers' beside ours.

    bench/replicate.sh                                             measures on the best engine here
    bench/replicate.sh --quick                                     tiny images, to see that everything works
    bench/replicate.sh --results bench/results/h200.json.gz        a page of what was measured before

The measurements lie in a folder beside the page. An interrupted run goes on from there, and what is there is not
measured again, unless --again says so. figures.py knows the runs, plots.py the curves, papers.py what the papers say.
"""

import argparse
import json
import subprocess
import sys
import time
from html import escape
from pathlib import Path

sys.dont_write_bytecode = True  # the source tree stays as it is
import accuracy
import figures
import gaussian_error
import papers
import plots

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { line-height: 1.2; } h2 { margin-top: 3rem; border-top: 1px solid #ddd; padding-top: 1.5rem; }
table { border-collapse: collapse; margin: 1rem 0; }
.machine th { width: 9rem; }
td, th { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #e5e5e5; }
svg { display: block; max-width: 100%; height: auto; margin: 1rem 0; }
pre { white-space: pre-wrap; background: #f5f5f5; padding: .6rem; font-size: 13px; }
.note { color: #555; }
.yes { color: #00694c; }
.no { color: #a33b00; }
nav a { display: inline-block; margin-right: 1em; }
"""
INTRODUCTION = """
<p>Recursive filters and summed-area tables, measured here beside what the papers say.
[N11] is Nehab, Maximo, Lima, Hoppe 2011. [N16] is Nehab, Maximo 2016.</p>
"""
READING = """
<h2 id="reading">How to read it</h2>
<ul>
<li>Images are one channel of random float32. Times are medians of warm runs.
GiP/s are 2<sup>30</sup> pixels a second.</li>
<li>The dashed line is a copy, which reads the image once and writes it once. The dotted line is two thirds of it:
the most that two reads and a write can reach.</li>
<li>Curves carry the papers' names of algorithms. Those named 7, 8 and &ldquo;ours&rdquo; are this project's.
Lines of filters named &ldquo;none&rdquo; begin and end at zero.</li>
<li>The column &ldquo;agrees&rdquo; says whether the paper's claim holds here. It has a dash where there is nothing to
compare: speeds in GiP/s are of different machines.</li>
</ul>
"""
OTHERS = """[N11] figures 1 to 3 and 7, and [N16] figures 1 to 6, explain the method or show pictures. They have
no numbers, so nothing of them is measured."""
RESIDUAL = """The cubic B-spline inverse of a random image in [0, 1], convolved again, gives back the image. The
numbers are the norm of the difference over that of the image, in float32."""
EXTENSIONS = """Filters of order 2 with exact boundaries, in double, beside lines padded until both ends have
decayed. The numbers are the largest error over the largest output."""
EQUATION_77 = """The filters follow equation 77: responses that decay to 1e-10 after 32 to 4096 samples, at
random angles. The paper filters images of 512\u00b2, at 300 angles for each length. It does not say to what its
errors are relative."""
GAUSSIANS = """The papers filter by van Vliet, Young and Verbeek's three poles. More poles are closer to the
Gaussian, and poles with zeros closer still."""


def element(name, text, **attributes):
    return f"<{name}{''.join(f' {k}={chr(34)}{escape(v)}{chr(34)}' for k, v in attributes.items())}>{text}</{name}>"


def html_table(heads, rows, **attributes):
    lines = ["<tr>" + "".join(element("th", escape(head)) for head in heads) + "</tr>"] if heads else []
    lines += ["<tr>" + "".join(cells) + "</tr>" for cells in rows]
    return element("table", "\n".join(lines), **attributes)


def cell(text):
    return element("td", escape(text))


def verdict(agrees):
    if agrees is None:
        return cell("\u2013")
    return element("td", "yes" if agrees else "no", **{"class": "yes" if agrees else "no"})


def rows_table(rows, machine, here, is_quick=False):
    for row in rows if is_quick else ():
        row.agrees = None  # times of tiny images say nothing
    heads = ("what", f"paper: {machine}", f"here: {here}", "agrees")
    return html_table(heads, [[cell(r.what), cell(r.paper), cell(r.here), verdict(r.agrees)] for r in rows])


def commands_of(reports, figure):
    runs = [run for run, (_, shown) in figures.RUNS.items() if figure in shown.split()]
    return "\n".join(r["command"] for r in reports if r.get("run") in runs)


def section(name, title, look, *parts):
    return "\n".join([element("h2", escape(title), id=name), element("p", escape(look)), *parts])


def details(summary, text):
    return f"<details><summary>{escape(summary)}</summary>{element('pre', escape(text))}</details>" if text else ""


def figure_section(figure, reports, results, here, is_quick):
    drawn = plots.figure(figure.name, results) if figure.name in plots.FIGURES else ""
    nothing = element("p", "Nothing is drawn: this engine has none of the figure's algorithms, or its runs failed.")
    commands, estimates = commands_of(reports, figure.name), ""
    if figure.name == "n11-table-1":
        commands = "\n".join(commands_of(reports, name) for name in ("n11-4", "n11-5"))
        estimates = html_table(("algorithm", "paper: steps, times hw / cp", "paper: most threads"),
                               [[cell(text) for text in row] for row in papers.ESTIMATES])
    compared = papers.Results([r for r in results if r["width"] <= figure.largest])
    return section(
        figure.name, f"{figure.place}: {figure.title}", figure.look,
        nothing if drawn is None else drawn,
        rows_table(figure.rows(compared), figure.machine, here, is_quick),
        estimates,
        element("p", escape(figure.note), **{"class": "note"}),
        details("Commands", commands),
    )


# ---- accuracy ------------------------------------------------------------------------------------------------------


def measure_accuracy(sweep, engine, file, again, quick):
    """Measures the errors, and keeps them in the file; returns the messages of what failed, by name."""
    if not again and figures.is_complete(file):
        return {}
    print("accuracy: sweep filter", flush=True)
    start, found, errors = time.monotonic(), {"engine": engine}, {}
    _, available = figures.algorithms_of(sweep, engine)
    algorithms = [name for name in accuracy.ALGORITHMS if name in available]

    def extensions():
        lengths, each = ((32,), 2) if quick else ((32, 64, 128, 256, 512, 1024, 2048, 4096), 6)
        return accuracy.boundary_errors(sweep, 512, lengths, each)

    for name, of in (
        ("residuals", lambda: accuracy.residuals(sweep, engine, algorithms, 64 if quick else 512)),
        ("extensions", extensions),
        ("gaussians", lambda: gaussian_error.errors_of(sweep, 5.0)),
    ):
        try:
            found[name] = of()
        except (accuracy.Unable, OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
            errors[f"accuracy, {name}"] = str(error)
    found["seconds"] = round(time.monotonic() - start, 2)
    if errors:
        found["interrupted"] = True  # the next session tries again
    file.write_text(json.dumps(found))
    return errors


def residual_section(found, here):
    rows = []
    for algorithm, residual in found.get("residuals", {}).items():
        is_number = not isinstance(residual, str)
        rows.append(papers.Row(f"algorithm {algorithm}", "below 2e-7", f"{residual:.1e}" if is_number else residual,
                               residual < 2e-7 if is_number else None))
    return section(
        "n11-precision", "[N11] section 8: precision", RESIDUAL,
        rows_table(rows or [papers.Row("all algorithms", "below 2e-7", "not measured")], papers.N11, here),
        details("Command", "sweep filter in.npy out.npy --filter bspline3 --boundary none --algorithm ALGORITHM"),
    )


def extensions_section(found):
    errors, count = found.get("extensions", ({}, 0))
    rows = [papers.Row(f"{boundary}, {count} filters, 512 samples", "within 1e-9", f"{error:.1e}", error < 1e-9)
            for boundary, error in errors.items()]
    options = "--filter iir --causal=D1,D2 --axes x --boundary BOUNDARY --engine cpu --algorithm 6"
    return section(
        "n16-numerical", "[N16] section 6: numerical behaviour", EXTENSIONS,
        rows_table(rows or [papers.Row("all extensions", "within 1e-9", "not measured")], papers.N16,
                   "the CPU engine, algorithm 6"),
        element("p", EQUATION_77, **{"class": "note"}),
        details("Command", f"sweep filter in.npy out.npy {options}"),
    )


def gaussian_section(found):
    errors = {name: {int(n): e for n, e in of.items()} for name, of in found.get("gaussians", {}).items()}
    if not errors:
        return ""
    rows = [[cell(name), cell(str(n)), cell(f"{e:.1e}")] for name, of in errors.items() for n, e in of.items()]
    return section(
        "gaussians", "Beyond the papers: how close fast Gaussians are", GAUSSIANS,
        gaussian_error.picture(errors, None, 5.0),
        html_table(("Gaussian of sigma 5", "poles or boxes", "sum of all differences"), rows),
        details("Command", "bench/gaussian_error.py --sweep build/release/sweep"),
    )


# ---- the page ------------------------------------------------------------------------------------------------------


def name_of(device):
    """What the tables call this machine: the GPU, or the processor."""
    if device.get("engine") == "cpu":
        return ", ".join(dict.fromkeys(device[key] for key in ("processor", "cpu") if key in device)) or "the CPU"
    return device.get("name", "this machine")


def machine_table(device, reports, seconds, command, doctor):
    days = dict.fromkeys(report.get("date", "")[:16].replace("T", " ") for report in (reports[0], reports[-1]))
    build = [f"version {device.get('version', '?')}", f"revision {device.get('revision', 'not known')}"]
    build += [device[key] for key in ("build", "compiler") if key in device]
    facts = [
        ("Engine", f"{device.get('engine', '?')}: {name_of(device)}"),
        ("Driver", ", CUDA ".join(device[key] for key in ("driver_version", "runtime") if key in device)),
        ("Processor", ", ".join(device[key] for key in ("processor", "cpu") if key in device)),
        ("Date, UTC", " to ".join(days)),
        ("Sweep", ", ".join(build)),
        ("Command", command),
        ("Measured in", f"{seconds:.0f} s" if seconds else ""),
    ]
    rows = [[element("th", name), cell(text)] for name, text in facts if text]
    return html_table((), rows, **{"class": "machine"}) + details("sweep doctor", doctor)


def failure_list(reports, errors):
    lines = [f"{run}: {error}" for run, error in errors.items()]
    for report in reports:
        run = report.get("run", "?")
        for one in report.get("failed", []) if run not in errors else []:
            what = f"algorithm {one.get('algorithm')}, {one.get('width')} x {one.get('height')}"
            lines.append(f"{run}: {what}: {one['reason']}")
    if not lines:
        return element("p", "Every run succeeded.")
    items = "".join(element("li", escape(line)) for line in lines)
    return element("p", "These runs failed, and their curves are missing:") + element("ul", items)


def lacking_note(reports, errors):
    there = {report.get("run") for report in reports} | set(errors)
    runs = [run for run in figures.RUNS if run not in there]
    text = f"Not measured, because this engine has none of their algorithms: {', '.join(runs)}."
    return element("p", text) if runs else ""


def page(reports, found, errors, command, doctor, is_quick):
    device = reports[-1]["device"] if reports else {}
    results = plots.results_of(reports)
    here = name_of(device)
    seconds = sum(report.get("seconds", 0) for report in reports) + found.get("seconds", 0)
    title = escape(f"The papers' figures on {here}")
    links = "".join(element("a", escape(f.place), href=f"#{f.name}") for f in papers.FIGURES)
    links += '<a href="#n11-precision">[N11] precision</a><a href="#n16-numerical">[N16] numerical behaviour</a>'
    return "\n".join([
        "<!doctype html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        element("title", title), element("style", STYLE), "</head><body>", element("h1", title), INTRODUCTION,
        element("p", "These are tiny images (--quick): the times mean nothing.", **{"class": "no"}) if is_quick else "",
        machine_table(device, reports, seconds, command, doctor) if reports else "",
        failure_list(reports, errors), lacking_note(reports, errors), element("nav", links), READING,
        *(figure_section(figure, reports, results, here, is_quick) for figure in papers.FIGURES),
        residual_section(found, here), extensions_section(found), gaussian_section(found),
        section("others", "What is not here", OTHERS), "</body></html>", "",
    ])


def main():
    parser = argparse.ArgumentParser(prog="bench/replicate.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    root = Path(__file__).resolve().parent.parent
    program, made = root / "build/release/sweep", root / "build/replicate.html"
    parser.add_argument("--sweep", type=Path, default=program, help="the program (default build/release/sweep)")
    parser.add_argument("--engine", choices=("cuda", "cpu"), help="default: cuda where it is usable")
    parser.add_argument("--again", action="store_true", help="measure anew what was measured before")
    parser.add_argument("--quick", action="store_true", help="tiny images, under a minute")
    parser.add_argument("--out", type=Path, default=made, help="the page (default build/replicate.html)")
    parser.add_argument("--results", type=Path, help="draw these in place of measuring: a folder, or one file")
    options = parser.parse_args()

    errors, doctor, folder, out = {}, "", options.results, options.out.resolve()
    if not folder:
        sweep = str(options.sweep.resolve())
        if not Path(sweep).is_file():
            parser.error(f"there is no program {options.sweep}")
        engine = options.engine or figures.best_engine(sweep)
        engine = engine if engine in figures.SIZES else "cpu"
        name = figures.folder_for(sweep, engine) + ("-quick" if options.quick else "")
        folder = out.with_name(out.stem + "-runs") / name
        try:
            errors = figures.measure(sweep, engine, folder, set(plots.FIGURES), options.again, options.quick)
            errors |= measure_accuracy(sweep, engine, folder / "accuracy.json", options.again, options.quick)
        except KeyboardInterrupt:
            sys.exit("replicate: interrupted; the same command goes on from here")
        doctor = subprocess.run([sweep, "doctor"], capture_output=True, text=True).stdout
    reports = plots.read_reports([folder])
    found = folder / "accuracy.json"
    found = json.loads(found.read_text()) if found.is_file() else {}
    command = " ".join(["bench/replicate.sh", *sys.argv[1:]])
    text = page(reports, found, errors, command, doctor, options.quick)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    print(f"replicate: {out}")


if __name__ == "__main__":
    main()
