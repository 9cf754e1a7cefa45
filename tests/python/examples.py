"""Runs each example of docs/python, and looks at what it prints, and the pieces of Python in docs/library.md and in the readme of the
package as they stand, one after the other. One whose libraries are missing is named."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python"
PRINTS = {
    "volume.py": r"deviation \d\d\.\d before, 0\.\d+ after; edges up to \d+\.\d",
    "slide.py": r"\(2000, 3000\) in chunks of \(512, 512\), mean 1\.000",
    "cluster.py": r"mean (0\.\d{4}) before, \1 after",
    "learn_sigma.py": r"sigma 3\.[67]",
    "denoise.py": r"error 0\.080 before, 0\.00\d after\nmean (0\.\d{4}) before, \1 after",
}


def run_pieces(page, least):
    """Runs the pieces of a page in an empty folder, with the array on the disk that one of them reads."""
    before, said = os.getcwd(), {}
    pieces = re.findall(r"(?ms)^```python\n(.*?)^```", (FOLDER.parents[1] / page).read_text(encoding="utf-8"))
    assert len(pieces) >= least, f"{page} has fewer examples"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for piece in pieces:
                if "in.zarr" in piece:
                    import dask.array
                    dask.array.ones((256, 256), chunks=64).to_zarr("in.zarr")
                exec(piece, said)
        except ModuleNotFoundError as missing:
            assert missing.name != "sweep", missing
            print(f"{page}: the rest is skipped, no {missing.name} here")
        finally:
            os.chdir(before)


def main(names=PRINTS):
    ran = 0
    if names is PRINTS:
        run_pieces("docs/library.md", 3)
        run_pieces("python/README.md", 1)
    assert {file.name for file in FOLDER.glob("*.py")} == set(PRINTS)
    for name in names:
        text = PRINTS[name]
        example = subprocess.run([sys.executable, FOLDER / name], capture_output=True, text=True, timeout=200)
        if missing := re.search(r"^ModuleNotFoundError: .*'(\w+)'$", example.stderr, re.M):
            assert missing[1] != "sweep", example.stderr
            print(f"{name}: skipped, no {missing[1]} here")
            continue
        assert example.returncode == 0, example.stderr
        assert re.search(text, example.stdout), f"{name} printed {example.stdout!r}"
        ran += 1
    return 0 if ran else 77


if __name__ == "__main__":
    raise SystemExit(main())
