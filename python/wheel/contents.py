"""What is in a wheel: which libraries its files need, which versions of the system's symbols, how large it is. It reads the files
by `readelf`, which comes with every compiler of Linux.

    python3 python/wheel/contents.py WHEEL [GLIBC]

prints this, and fails where a file needs a library that no Linux is bound to have, another symbol of the C or C++ library than systems
with GLIBC have (2.34 means RHEL 9, Ubuntu 22.04, Debian 12 and all that is newer), or where the wheel is 60 MB or more."""
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

# The libstdc++ of the oldest systems of a glibc, in the order of both: RHEL 8 and 9, Ubuntu 22.04, Debian 13.
LIBSTDCXX = (((2, 28), {"GLIBCXX": (3, 4, 25), "CXXABI": (1, 3, 11)}), ((2, 34), {"GLIBCXX": (3, 4, 29), "CXXABI": (1, 3, 13)}),
             ((2, 35), {"GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}), ((2, 41), {"GLIBCXX": (3, 4, 33), "CXXABI": (1, 3, 15)}))


def _dynamic(file) -> str:
    return subprocess.run(["readelf", "-d", file], capture_output=True, text=True, check=True).stdout


def needed(file) -> list[str]:
    """Returns the names of the libraries that a file asks the loader for."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", _dynamic(file))


def looks_beside_itself(file) -> bool:
    """Returns whether the loader looks for libraries in the folder of this file."""
    return bool(re.search(r"\((?:RUNPATH|RPATH)\).*\[(?:.*:)?\$ORIGIN(?::.*)?\]", _dynamic(file)))


def glibc_symbols(file) -> dict[str, tuple[int, ...]]:
    """Returns the symbols that a file takes from the C and C++ libraries, with the glibc of the oldest systems that have each."""
    table = subprocess.run(["readelf", "--dyn-syms", "-W", file], capture_output=True, text=True, check=True).stdout
    return {name: _glibc_of(library, tuple(map(int, version.split("."))))
            for name, library, version in re.findall(r" UND (\S+?)@+(GLIBC|GLIBCXX|CXXABI)_([0-9.]+)", table)}


def _glibc_of(library: str, version: tuple[int, ...]) -> tuple[int, ...]:
    if library == "GLIBC":
        return version
    found = [glibc for glibc, has in LIBSTDCXX if version <= has[library]]
    if not found:
        raise RuntimeError(f"{library}_{'.'.join(map(str, version))} is in no system of the list LIBSTDCXX")
    return found[0]


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
            found += [f"{file.name} does not look for {name} beside itself" for name in needed(file)
                      if name in inside and not looks_beside_itself(file)]
            found += [f"{file.name} needs {name} of systems with glibc {'.'.join(map(str, version))}"
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
