"""What is in a wheel: which libraries its files need, which versions of the system's symbols, how large it is. It reads the files
by `readelf`, which comes with every compiler of Linux.

    python3 python/wheel/contents.py WHEEL [GLIBC]

prints this, and fails where a file needs a library that no Linux is bound to have, another symbol of glibc than those up to
GLIBC (2.28 means RHEL 8, Debian 10 and all that is newer), or where the wheel is 60 MB or more."""
from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

MOST_BYTES = 60_000_000
# Those of a system that wheels stand on (PEP 513 and 600); everything else is inside of the wheel.
OF_SYSTEM = re.compile(r"(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s|ld-linux-x86-64)\.so\.\d+$")


def needed(file) -> list[str]:
    """Returns the names of the libraries that a file asks the loader for."""
    dynamic = subprocess.run(["readelf", "-d", file], capture_output=True, text=True, check=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic)


def glibc_symbols(file) -> dict[str, tuple[int, ...]]:
    """Returns the symbols that a file takes from glibc, with the version of each."""
    table = subprocess.run(["readelf", "--dyn-syms", "-W", file], capture_output=True, text=True, check=True).stdout
    return {name: tuple(map(int, version.split(".")))
            for name, version in re.findall(r" UND (\S+?)@+GLIBC_([0-9.]+)", table)}


def libraries_of(folder) -> list[pathlib.Path]:
    """Returns the compiled files below a folder."""
    return sorted(file for file in pathlib.Path(folder).rglob("*") if re.search(r"\.so(\.\d+)*$", file.name))


def newest_glibc(folder) -> tuple[int, ...]:
    """Returns the oldest glibc with which all compiled files below a folder can be loaded."""
    return max((version for file in libraries_of(folder) for version in glibc_symbols(file).values()), default=(2, 17))


def problems(wheel, glibc: tuple[int, ...]) -> list[str]:
    """Returns what is wrong with a wheel that is to run with this glibc, a line each."""
    found = []
    if (size := pathlib.Path(wheel).stat().st_size) >= MOST_BYTES:
        found.append(f"it has {size / 1e6:.1f} MB, and the most is {MOST_BYTES / 1e6:.0f}")
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        files = libraries_of(folder)
        inside = {file.name for file in files}
        for file in files:
            found += [f"{file.name} needs {name}, which is not inside" for name in needed(file)
                      if name not in inside and not OF_SYSTEM.match(name)]
            found += [f"{file.name} needs {name} of glibc {'.'.join(map(str, version))}"
                      for name, version in sorted(glibc_symbols(file).items()) if version > glibc]
    return found


def main() -> int:
    wheel = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        for file in libraries_of(folder):
            symbols = glibc_symbols(file)
            newest = max(symbols.values(), default=(2, 17))
            print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB, glibc {'.'.join(map(str, newest))} for "
                  f"{', '.join(sorted(name for name, version in symbols.items() if version == newest))}; needs {', '.join(needed(file))}")
    glibc = sys.argv[2] if len(sys.argv) > 2 else re.search(r"manylinux_(\d+_\d+)", wheel.name)[1].replace("_", ".")
    found = problems(wheel, tuple(map(int, glibc.split("."))))
    print("\n".join([f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB"] + found))
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
