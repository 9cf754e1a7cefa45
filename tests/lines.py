"""Finds lines of C++ and CUDA that have more than 120 columns.

    tests/lines.py

It reads the files that git knows, or those of the source tree where git knows none. The exit code is 1 where a line is
longer.
"""
import sys

from last_changed import ROOT, known_files

MOST = 120
CODE = (".cpp", ".h", ".hpp", ".c", ".cu", ".cuh")


def main():
    longer = [f"{name}:{number}: {len(line)} columns, at most {MOST}" for name in known_files() if name.endswith(CODE)
              for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").split("\n"), 1)
              if len(line) > MOST]
    for line in longer:
        print(line)
    return 1 if longer else 0


if __name__ == "__main__":
    sys.exit(main())
