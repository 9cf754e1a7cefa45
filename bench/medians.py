#!/usr/bin/env python3
"""Prints the row of bench/results/medians.md for a file that `sweep bench --json` wrote: medians.py FILE.json REVISION."""
import json
import sys

if len(sys.argv) != 3:
    sys.exit("usage: bench/medians.py FILE.json REVISION")
with open(sys.argv[1]) as file:
    report = json.load(file)


def median(kind, side):
    for result in report["results"]:
        if (result["filter"], result["width"], result["height"]) == (kind, side, side):
            return f"{result['median_ms']:.4f}"
    return "-"


cells = [median(kind, side) for kind in ("bspline3", "gaussian", "sat") for side in (1024, 2048, 4096, 8192)]
print("| " + " | ".join([report["date"][:10], sys.argv[2]] + cells) + " |")
