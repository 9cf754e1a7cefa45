#!/usr/bin/env python3
"""Writes a row of built-in choices from the measurements of `sweep tune --out FILE.json`.

    bench/tuning_row.py FILE.json NAME "ORIGIN" > gpu/tuning/NAME.cpp

NAME is the name of the function, nvidia_h200 for instance, which row.h declares and rows.cpp lists. ORIGIN says where the numbers
come from: driver and date.
"""
import json
import sys

CALLS = {"7": "by_7", "8": "by_8", "sat-1pass": "in_one_pass", "sat": "in_two_passes"}


def choice_text(choice):
    path = "" if choice["path"] == "hopper" else f", KernelPath::{choice['path']}"
    return f"{CALLS[choice['algorithm']]}({choice['from']}, {choice['block']}{path})"


def row_text(first, choices, last):
    """Further lines begin below the first choice, where a line would have more than 120 columns."""
    lines = [first]
    for text in [choice + ", " for choice in choices[:-1]] + [choices[-1] + last]:
        if len(lines[-1] + text.rstrip()) > 120:
            lines.append(" " * len(first))
        lines[-1] += text
    return "\n".join(line.rstrip() for line in lines)


def main():
    file, name, origin = sys.argv[1:]
    with open(file) as stream:
        row = json.load(stream)
    print(f"""// What is fastest on an {row['gpu']}, as `sweep tune` has measured it there; written by bench/tuning_row.py.
#include "gpu/tuning/row.h"

namespace sweep::gpu {{

// Order (0: tables), channels, samples, whether bulk copies can move them; the choices;
// rows wider than this have blocks of that.
// clang-format off
Tuning {name}() {{
    return {{"{row['gpu']}", "{origin}", {{""")
    for c in sorted(row["classes"], key=lambda c: (c["samples"], c["channels"], not c["in_bulk"], c["order"])):
        bulk = "true" if c["in_bulk"] else "false"
        wide = f", {c['wide']}, {c['wide_block']}" if c["wide"] else ""
        first = f"        {{{{{c['order']}, {c['channels']}, {c['samples']}, {bulk}}}, {{"
        print(row_text(first, list(map(choice_text, c["choices"])), f"}}{wide}}},"))
    print("""    }};
}
// clang-format on

}  // namespace sweep::gpu""")


if __name__ == "__main__":
    main()
