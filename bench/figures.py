#!/usr/bin/env python3
"""Plots like those of the papers, from measurements of this machine.

    bench/figures.py --measure --sweep build/release/sweep           measures with the best engine here, then draws
    bench/figures.py bench/results/h200.json.gz --out build/figures  draws what lies there
    bench/figures.py --measure --only n11-5,n16-8 --again            these figures alone, whether they are there or not

[N11] is Nehab, Maximo, Lima, Hoppe 2011: figures 4 (orders 1 and 2), 5 (summed-area tables), 6 (Gaussians). [N16] is
Nehab, Maximo 2016: figures 7 (time of each step), 8 (orders 1 to 5), 9 (speed of decay), 10 and 11 (extensions).

--measure writes one JSON file of `sweep bench` for each of RUNS, and leaves out those that exist already, so that an
interrupted run can be continued. Drawing pools the results of all JSON files that it is given, and picks those that
each figure needs (plots.py). bench/replicate.sh measures all of it and makes a page.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True  # the source tree stays as it is
import plots

# ---- what is measured ----------------------------------------------------------------------------------------------

# Sides of the images: doublings, and more between them where caches end. On a GPU they are 224 million pixels together.
SIZES = {
    "cuda": "256,512,768,1024,1536,2048,2560,3072,4096,5120,6144,7168,8192",
    "cpu": "256,512,768,1024,1536,2048,3072,4096",
}
SECONDS = {"cuda": 0.25, "cpu": 0.5}  # at most, for one combination
QUICK = ("64,96", 0.001)  # --quick: sizes, seconds
LONGEST = 300  # seconds for one run; after that it is ended

DECAYS = (1, 2, 4, 8, 16, 32, 64)  # blocks

# Name: arguments of sweep bench, and the figures that show the run. Algorithms that the engine lacks are left out.
ORDERS = "--filter bspline3,bspline5,gaussian --order 3,4,5"
RUNS = {
    "orders": (f"{ORDERS} --boundary none --algorithm 4,5,6,7,8", "n11-4 n16-8 n16-10"),
    "first-order": ("--filter bspline3 --boundary none --algorithm rt,2", "n11-4"),
    "cascade": ("--filter bspline5 --boundary repeat --algorithm 2x5_1", "n11-4"),
    "tables": (
        "--filter sat --algorithm sat,sat-1pass,sat-multiwave,sat-multiwave-fused,sat-transpose,sat-doubling,sat-ha",
        "n11-5",
    ),
    "gaussian": ("--boundary clamp --algorithm 7,8", "n11-6"),
    "gaussian-repeat": ("--boundary repeat --algorithm fft,5_1+4_2", "n11-6"),
    "convolution-17": ("--algorithm conv --taps 17 --sigma 2.8333", "n11-6"),
    "convolution-33": ("--algorithm conv --taps 33 --sigma 5.5", "n11-6"),
    "convolution-65": ("--algorithm conv --taps 65 --sigma 10.833", "n11-6"),
    "steps": (f"{ORDERS} --boundary none --algorithm 4,5,6,7 --size 4096 --stage-repeats 9", "n16-7"),
    "decay": (
        f"--filter exponential --alpha {','.join(f'{plots.alpha_for(k):.9g}' for k in DECAYS)} --size 2048 "
        "--boundary clamp,repeat,mirror --algorithm 6,6b,5v,7,8",
        "n16-9",
    ),
    "extensions": ("--filter bspline3 --boundary clamp,repeat,mirror --algorithm 6,7,8", "n16-10"),
    "extensions-padded": ("--filter bspline3 --boundary clamp --algorithm 6b", "n16-10"),
    "extensions-varying": ("--filter bspline3 --boundary mirror --algorithm 5v", "n16-10"),
    "sixth": ("--sigma n/6 --boundary clamp,repeat,mirror --algorithm 6,7,8", "n16-11"),
    "sixth-clamp": ("--sigma n/6 --boundary clamp --algorithm 6b,conv", "n16-11"),
    "sixth-repeat": ("--sigma n/6 --boundary repeat --algorithm fft,5_1+4_2", "n16-11"),
}


def listed(sweep, what):
    """Returns the lines of `sweep list` as pairs of the name and the rest."""
    lines = subprocess.run([sweep, "list", what], check=True, capture_output=True, text=True).stdout.splitlines()
    return [(words[0], words[1]) for words in (line.split(None, 1) for line in lines) if len(words) == 2]


def algorithms_of(sweep, engine):
    """Returns the names of all algorithms, and of those that the engine has; one cascade stands for all of them."""
    engines = "|".join(name for name, _ in listed(sweep, "engines"))
    rows = [
        (name, re.match(rf"((?:{engines})(?:, (?:{engines}))*) ", rest)[1].split(", "))
        for name, rest in listed(sweep, "algorithms")
    ]
    rows += [("2x5_1", engines) for name, engines in rows if name == "5_1+4_2"]
    return {name for name, _ in rows}, {name for name, engines in rows if engine in engines}


def arguments_of(run, engine, known, available, quick):
    """Returns the arguments of a run as a list, or None when the engine has none of its algorithms."""
    words = RUNS[run][0].split()
    at = words.index("--algorithm") + 1
    if unknown := set(words[at].split(",")) - known:
        sys.exit(f"figures: this build has no algorithm {', '.join(sorted(unknown))}")
    names = [name for name in words[at].split(",") if name in available]
    if not names:
        return None
    words[at] = ",".join(names)
    seconds = QUICK[1] if quick else SECONDS[engine]
    for option, value in (("--size", SIZES[engine]), ("--stage-repeats", 1), ("--seconds", seconds)):
        if option not in words:
            words += [option, str(value)]
    if quick:
        words[words.index("--size") + 1] = QUICK[0]
    return ["--engine", engine, *words]


def is_complete(file):
    try:
        return "interrupted" not in json.loads(file.read_text())
    except (OSError, ValueError):
        return False


def run_program(command):
    """Runs the command, and ends it when it takes too long; returns its error message, empty when it succeeded."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    for seconds, end in ((LONGEST, process.terminate), (30, process.kill)):
        try:
            error = process.communicate(timeout=seconds)[1]
            return error if process.returncode != 0 else ""
        except subprocess.TimeoutExpired:
            end()  # at the first request the program writes what it has
        except KeyboardInterrupt:
            process.terminate()
            process.wait()
            raise
    process.wait()
    return f"did not end within {LONGEST} s"


def sign(file, run, seconds):
    """Adds to a report which run it is and how long that took: a page may show the runs of several sessions."""
    try:
        report = json.loads(file.read_text()) | {"run": run, "seconds": round(seconds, 2)}
    except (OSError, ValueError):
        return  # the run has failed, and its error was said
    file.write_text(json.dumps(report, indent=1) + "\n")


def measure(sweep, engine, out, figures, again, quick):
    """Runs the measurements for the figures; returns the error messages of those that failed, by run."""
    runs, errors = [run for run in RUNS if figures & set(RUNS[run][1].split())], {}
    known, available = algorithms_of(sweep, engine)
    out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    for number, run in enumerate(runs, 1):
        file, arguments = out / f"{run}.json", arguments_of(run, engine, known, available, quick)
        head = f"[{number}/{len(runs)}] {run}"
        if arguments is None:
            print(f"{head}: the engine has none of its algorithms", flush=True)
            continue
        if not again and is_complete(file):
            print(f"{head}: is there", flush=True)
            continue
        print(f"{head}: sweep bench {' '.join(arguments)}", flush=True)
        began = time.monotonic()
        if error := run_program([sweep, "bench", *arguments, "--quiet", "--json", str(file)]):
            errors[run] = error.strip()
            print(f"    {errors[run]}", flush=True)
        sign(file, run, time.monotonic() - began)
    print(f"measured in {time.monotonic() - start:.0f} s: {out}", flush=True)
    return errors


def best_engine(sweep):
    return dict(listed(sweep, "engines"))["auto"]


def folder_for(sweep, engine):
    """The name of the results' folder: "h200" for an NVIDIA H200, "cpu" for a processor."""
    name = re.search(r"NVIDIA (?:GeForce |Tesla |RTX )*([\w -]+)", dict(listed(sweep, "engines"))[engine])
    return re.sub(r"\W+", "-", name.group(1).strip().lower()) if name else engine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, help="JSON files, or folders of them, to draw")
    parser.add_argument("--measure", action="store_true", help="measure first")
    parser.add_argument("--sweep", default="build/release/sweep", help="the program (default build/release/sweep)")
    parser.add_argument("--engine", choices=("cuda", "cpu"), help="default: cuda where it is usable")
    parser.add_argument("--only", default=",".join(plots.FIGURES), help="figures with commas between (default: all)")
    parser.add_argument("--again", action="store_true", help="measure what is there already, too")
    parser.add_argument("--quick", action="store_true", help="tiny images, to see that everything works")
    parser.add_argument("--out", type=Path, help="folder to write to (default: bench/results/GPU, or the first path)")
    options = parser.parse_args()

    figures = set(options.only.split(","))
    if unknown := figures - set(plots.FIGURES):
        parser.error(f"there is no figure {', '.join(sorted(unknown))}: there are {', '.join(plots.FIGURES)}")
    if not options.measure and not options.paths:
        parser.error("give JSON files or folders to draw, or --measure")
    errors, out = {}, options.out
    if options.measure:
        sweep = str(Path(options.sweep).resolve())
        if not Path(sweep).is_file():
            parser.error(f"there is no program {options.sweep}: build it, or say where it is with --sweep")
        engine = options.engine or best_engine(sweep)
        out = out or Path(__file__).parent / "results" / folder_for(sweep, engine)
        try:
            errors = measure(sweep, engine, out, figures, options.again, options.quick)
        except KeyboardInterrupt:
            sys.exit("figures: interrupted; the same command goes on from here")
        options.paths.append(out)
        options.engine = engine
    out = out or (options.paths[0] if options.paths[0].is_dir() else options.paths[0].parent)
    out.mkdir(parents=True, exist_ok=True)
    plots.draw(options.paths, out, figures, options.engine)
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
