"""The files that the last commits changed: what checks of every file read where all of it would take too long.

    tests/last_changed.py [ENDING...]

prints those with one of the endings, the last changed first; all files of the repository where git has no history.
"""
import pathlib
import shutil
import subprocess
import sys

COMMITS = 40
ROOT = pathlib.Path(__file__).resolve().parent.parent


def known_files():
    """The files that git knows, or all but those of build folders where git has none."""
    git = shutil.which("git")
    listed = subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n") if git else []
    names = [name for name in listed if (ROOT / name).is_file()]
    return names or [name for name in (str(f.relative_to(ROOT)) for f in ROOT.rglob("*") if f.is_file())
                     if not name.startswith(("build", "."))]


def last_changed(*endings):
    log = subprocess.run(["git", "log", "-n", str(COMMITS), "--format=", "--name-only"], cwd=ROOT, capture_output=True, text=True)
    files = log.stdout.split() or [str(f.relative_to(ROOT)) for f in ROOT.rglob("*") if f.is_file()]
    return [f for f in dict.fromkeys(files) if f.endswith(endings or "") and (ROOT / f).exists()]


if __name__ == "__main__":
    print("\n".join(last_changed(*sys.argv[1:])))
