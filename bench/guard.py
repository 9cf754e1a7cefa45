#!/usr/bin/env python3
"""Compares builds of Sweep in one run on one machine, to find out what speed a change costs.

    bench/guard.py [--engine cuda|cpu] [--rounds N] [--repeats N] [--all] BEFORE AFTER..

The programs measure each set of problems in turn, `rounds` times; the time of a problem is the best of its medians. Prints the
problems in which a program is slower than BEFORE by more than 2 % (--all: all problems), and for each set and program the
smallest, the median and the largest ratio. The exit code is 1 when a ratio is above the limit of its set.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

SIZES = "1024,1920x1080,2048,3840x2160,4096,4095,8192"
# The name of a set, the largest ratio allowed, and the arguments of `sweep bench`. The last four are used by few.
SETS = [
    ("usual", 1.025, f"--filter exponential,bspline5,gaussian --order 3,4,5 --boundary clamp,mirror,repeat --size {SIZES}"),
    ("small", 1.025, "--filter exponential,bspline5,gaussian --order 3,4,5 --size 256,512,768,900"),
    ("bytes", 1.025, "--filter exponential,gaussian --order 3,5 --sample u8 --size 1024,2048,4096,8192"),
    ("tables", 1.025, f"--filter sat --size {SIZES}"),
    ("textures", 1.025, "--filter exponential,gaussian --order 3,5 --channels 4 --sample u8 --memory texture --result half "
                        "--size 1920x1080,2048,3840x2160,4096"),
    ("none", 1.15, "--order 3,5 --boundary none --size 1024,2048,4096,8192"),
    ("direct", 1.15, "--order 3,5 --realisation direct --size 1024,2048,4096"),
    ("feedforward", 1.15, "--filter butterworth --order 2,3,5,6,8 --boundary clamp,mirror --size 1024,2048,4096"),
    ("doubles", 1.15, "--filter sat --precision double --channels 4 --size 1024,2048,4096"),
]
CPU_SETS = [
    ("usual", 1.025, "--filter exponential,bspline5,gaussian --order 3,5 --boundary clamp,mirror --size 1920x1080,2048"),
    ("bytes", 1.025, "--filter exponential,gaussian --order 3,5 --sample u8 --size 2048"),
    ("tables", 1.025, "--filter sat --size 1920x1080,2048"),
]


def measure(program, engine, asked, repeats, folder):
    out = folder / "times.json"
    subprocess.run([program, "bench", "--engine", engine, "--stage-repeats", "0", "--repeats", str(repeats), "--json", out,
                    *asked.split()], check=True, stdout=subprocess.DEVNULL)
    key = ("filter", "order", "boundary", "width", "height", "channels")
    return {tuple(r[k] for k in key): r["median_ms"] for r in json.loads(out.read_text())["results"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=100)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    arguments = parser.parse_args()
    before, *others = arguments.programs
    if not others:
        parser.error("name the program before and at least one after")
    too_slow = False
    with tempfile.TemporaryDirectory() as folder:
        for name, limit, asked in CPU_SETS if arguments.engine == "cpu" else SETS:
            best = {program: {} for program in arguments.programs}
            for _ in range(arguments.rounds):
                for program in arguments.programs:
                    for problem, ms in measure(program, arguments.engine, asked, arguments.repeats, pathlib.Path(folder)).items():
                        best[program][problem] = min(ms, best[program].get(problem, ms))
            for after in others:
                ratios = {p: best[after][p] / ms for p, ms in best[before].items() if p in best[after]}
                for problem, ratio in ratios.items():
                    if arguments.all or ratio > 1.02:
                        print(f"{name:12} {' '.join(map(str, problem)):34} {best[before][problem]:.4f} ms, "
                              f"{after}: {best[after][problem]:.4f} ({100 * (ratio - 1):+.1f} %)")
                ordered = sorted(ratios.values())
                above = sum(r > limit for r in ordered)
                too_slow |= above > 0
                print(f"{name:12} {after}: {len(ordered)} problems, ratio {ordered[0]:.3f}, {ordered[len(ordered) // 2]:.3f}, "
                      f"{ordered[-1]:.3f}; {above} above {limit}", flush=True)
    sys.exit(too_slow)


if __name__ == "__main__":
    main()
