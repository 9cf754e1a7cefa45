"""Finds lines of C++ and CUDA that have more than 120 columns.

    tests/lines.py

It reads the files that git knows, or those of the source tree where git knows none. The exit code is 1 where a line is
longer.
"""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = 120
CODE = (".cpp", ".h", ".hpp", ".c", ".cu", ".cuh")
FOREIGN = ("build", "third_party", ".")


def names():
    git = shutil.which("git")
    known = subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout if git else ""
    return [name for name in known.split("\n") if name.endswith(CODE) and (ROOT / name).is_file()] or [
        str(name) for name in (file.relative_to(ROOT) for file in ROOT.rglob("*"))
        if name.suffix in CODE and not str(name).startswith(FOREIGN)]


def main():
    longer = [f"{name}:{number}: {len(line)} columns, at most {MOST}" for name in names()
              for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").split("\n"), 1)
              if len(line) > MOST]
    for line in longer:
        print(line)
    return 1 if longer else 0


if __name__ == "__main__":
    sys.exit(main())
