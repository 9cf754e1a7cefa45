"""Weighs a build, so that the program grows on purpose alone.

    tests/weight.py BUILD_FOLDER [--write]

It prints lines by room (a folder of the root), CUDA kernels, bytes of the stripped program with its libraries, and seconds
of the build's jobs. tests/weight.txt keeps a number for each. The exit code is 1 where one has grown by more than the limit
beside it; --write keeps today's numbers.

Seconds depend on the machine, so they are counted in a yardstick: one compilation of the standard library's headers, timed
now. What else the machine does still moves them, so their limit is wide. Bytes depend on the build's options, which are
part of their name. What no number is kept for is only printed.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from last_changed import ROOT, known_files

KEPT = ROOT / "tests" / "weight.txt"
CODE = (".cpp", ".h", ".cu", ".cuh", ".c", ".glsl", ".comp", ".vert", ".frag", ".py", ".sh", ".cmake", "CMakeLists.txt")
YARDSTICK = "#include <algorithm>\n#include <functional>\n#include <iostream>\n#include <map>\n#include <random>\n#include <regex>\n" \
            "std::regex r(\"a*\"); std::map<std::string, std::function<int()>> m; int f() { return std::regex_match(\"a\", r) + m[\"a\"](); }\n"


def lines():
    rooms = {}
    for name in known_files():
        path = ROOT / name
        if "/" in name and not name.startswith("docs/") and name.endswith(CODE):
            room = "lines of " + name.split("/")[0]
            rooms[room] = rooms.get(room, 0) + path.read_bytes().count(b"\n")
    product = sum(n for room, n in rooms.items() if room != "lines of tests")
    return {**rooms, "lines of the product": product}


def cached(build):
    text = (build / "CMakeCache.txt").read_text()
    return dict(re.findall(r"^(\w+):\w+=(.*)$", text, re.M))


def options_of(cache, build):
    """The build's options in words, as far as its bytes and its seconds depend on them."""
    words = [cache["CMAKE_BUILD_TYPE"]]
    if any(build.glob("gpu/**/*.cu.o")):
        words += ["CUDA", cache.get("CMAKE_CUDA_ARCHITECTURES", ""), cache.get("CMAKE_CUDA_FLAGS_RELEASE", "")]
    for option in ("SWEEP_UNITY", "SWEEP_SIMD_DISPATCH", "SWEEP_TESTS"):
        if cache.get(option) == "ON":
            words.append(option[6:].lower())
    return " ".join(word for word in words if word)


def stripped_bytes(build):
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in [build / "sweep", *build.glob("*/libsweep_*.so"), *build.glob("films/*.so")]:
            if file.exists() and "emulated" not in file.name:
                copy = pathlib.Path(folder) / file.name
                subprocess.run(["strip", "-o", copy, file], check=True)
                total += copy.stat().st_size
    return total


def kernels(build):
    done = subprocess.run(["bash", ROOT / "bench" / "kernels.sh", build / "sweep"], capture_output=True, text=True)
    found = re.search(r"(\d+) kernels of an architecture", done.stdout)
    return int(found[1]) if found else 0


def jobs(build):
    """Seconds of all jobs that made what is there, of which the log has the last."""
    last = {}
    for row in (build / ".ninja_log").read_text().splitlines()[1:]:
        start, end, _, _, command = row.split("\t")
        last[command] = (int(end) - int(start)) / 1000
    return sum(last.values())


def yardstick(compiler):
    best = float("inf")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "yardstick.cpp"
        source.write_text(YARDSTICK)
        for _ in range(3):
            before = os.times()
            subprocess.run([*shlex.split(compiler), "-std=c++20", "-O2", "-c", source, "-o", f"{source}.o"], check=True)
            after = os.times()
            best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
    return best


def weigh(build):
    cache = cached(build)
    options = options_of(cache, build)
    weights = lines()
    if "CUDA" in options:
        weights["kernels"] = kernels(build)
    weights[f"bytes, {options}"] = stripped_bytes(build)
    if cache.get("CMAKE_CXX_COMPILER_LAUNCHER", "") == "" and not cache.get("SWEEP_CCACHE", "").startswith("/"):
        seconds, one = jobs(build), yardstick(cache["CMAKE_CXX_COMPILER"])
        print(f"{seconds:.0f} s of jobs; a yardstick is {one:.2f} s")
        weights[f"yardsticks of jobs, {options}"] = round(seconds / one)
    return weights


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    kept = {}
    for row in KEPT.read_text().splitlines():
        if row and not row.startswith("#"):
            name, limit, number = row.rsplit(None, 2)
            kept[name] = (float(limit.rstrip("%")), int(number))
    weights, grown = weigh(build), []
    for name, number in weights.items():
        limit, before = kept.get(name, (0, 0))
        change = f"{100 * (number / before - 1):+6.1f} %" if before else "  not kept"
        print(f"{number:12}  {change}  {name}")
        if before and number > before * (1 + limit / 100):
            grown.append(f"{name} grew from {before} to {number}, by more than {limit:g} %")
    if "--write" in sys.argv:
        rows = [row for row in KEPT.read_text().splitlines() if row.startswith("#")]
        kept = {**kept, **{name: (kept.get(name, (5, 0))[0], number) for name, number in weights.items()}}
        rows += [f"{name}  {limit:g}%  {number}" for name, (limit, number) in sorted(kept.items())]
        KEPT.write_text("\n".join(rows) + "\n")
        return 0
    if grown:
        print("\n".join(grown) + "\nMake it lighter, or say in a commit why it is worth it: tests/weight.py BUILD_FOLDER --write")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
