"""`pip install .` and `pip wheel .`: CMake builds the Python module alone, and it becomes one wheel for every CPython from 3.9 on, with
the libraries inside that no Linux is bound to have. The hooks are those of PEP 517; nothing but CMake, a compiler and Python's own library
is needed.

    pip wheel . --no-deps --config-settings every-gpu=ON      # for every generation of GPUs, to give away

Settings: every-gpu=ON, cmake.define.NAME=VALUE, as many as there are, and build-dir=FOLDER, which is kept. The name of a wheel says which glibc it
needs, as its symbols do (contents.py)."""
from __future__ import annotations

import base64
import contextlib
import csv
import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import contents

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFINED = "cmake.define."
# Code of 8.0 runs on 8.6 and 8.9, and the driver compiles that of 7.5 for all that has no code of its own: with code for each of these the
# kernels would take a quarter more.
EVERY_GPU = "75-virtual;80-real;90-real;100-real;120-real"


def _project() -> dict[str, str]:
    """Returns what pyproject.toml and CMakeLists.txt say of the project; Python 3.9 has no reader of the first."""
    text = (ROOT / "pyproject.toml").read_text()
    version = re.search(r"^project\(Sweep VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
    return {**dict(re.findall(r'^(name|description|requires-python) = "(.*)"$', text, re.M)), "version": version}


def _metadata() -> str:
    project = _project()
    return (f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\nSummary: {project['description']}\n"
            f"Requires-Python: {project['requires-python']}\nRequires-Dist: numpy\nLicense: MIT\n\n")


def _bundle(package: pathlib.Path, licences: pathlib.Path) -> None:
    """Copies the libraries beside the module that it needs and that no Linux is bound to have, with their licences."""
    module = next(iter(contents.libraries_of(package)))
    found = subprocess.run(["ldd", module], capture_output=True, text=True, check=True).stdout
    for name, path in re.findall(r"^\s*(\S+) => (/\S+)", found, re.M):
        if contents.OF_SYSTEM.match(name):
            continue
        shutil.copy2(os.path.realpath(path), package / name)
        owner = subprocess.run(["dpkg-query", "-S", os.path.realpath(path)], capture_output=True, text=True).stdout.partition(":")[0]
        licence = pathlib.Path("/usr/share/doc", owner or "-", "copyright")
        if licence.exists():
            text = licence.read_text()
            for whole in sorted(set(re.findall(r"/usr/share/common-licenses/[\w.-]*\w", text))):
                text += f"\n{whole}:\n\n{pathlib.Path(whole).read_text()}"
            (licences / f"{name}.LICENSE").write_text(text)


def pack(installed, folder) -> str:
    """Makes a wheel of what `cmake --install --component python` has written to a folder with the package `sweep`, and returns its
    name."""
    project = _project()
    with tempfile.TemporaryDirectory() as scratch:
        tree, info = pathlib.Path(scratch), f"{project['name']}-{project['version']}.dist-info"
        shutil.copytree(pathlib.Path(installed, "sweep"), tree / "sweep", ignore=shutil.ignore_patterns("__pycache__"))
        (tree / info).mkdir()
        shutil.copy2(ROOT / "LICENSE", tree / info)
        _bundle(tree / "sweep", tree / info)
        glibc = max(contents.newest_glibc(tree), (2, 17))
        tag = f"cp39-abi3-manylinux_{glibc[0]}_{glibc[1]}_x86_64"
        (tree / info / "METADATA").write_text(_metadata())
        (tree / info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: sweep_build\nRoot-Is-Purelib: false\nTag: {tag}\n")
        name = f"{project['name']}-{project['version']}-{tag}.whl"
        _write(tree, pathlib.Path(folder, name), info)
    if found := contents.problems(pathlib.Path(folder, name), glibc):
        raise RuntimeError(f"{name}: " + "; ".join(found))
    return name


def _write(tree: pathlib.Path, wheel: pathlib.Path, info: str) -> None:
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as to:
        for file in sorted(file for file in tree.rglob("*") if file.is_file()):
            name, data = file.relative_to(tree).as_posix(), file.read_bytes()
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))  # the same bytes at any time
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (file.stat().st_mode & 0o777) << 16
            to.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.writerow([name, f"sha256={digest}", len(data)])
        rows.writerow([f"{info}/RECORD", "", ""])
        to.writestr(f"{info}/RECORD", record.getvalue())


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    project = _project()
    info = f"{project['name']}-{project['version']}.dist-info"
    pathlib.Path(metadata_directory, info).mkdir()
    pathlib.Path(metadata_directory, info, "METADATA").write_text(_metadata())
    return info


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if sys.platform != "linux":
        raise RuntimeError("wheels are made on Linux; elsewhere configure with -DSWEEP_PYTHON=ON")
    settings = config_settings or {}
    defined = {"SWEEP_PYTHON": "ON", "SWEEP_PROGRAM": "OFF", "SWEEP_BENCH": "OFF", "SWEEP_PYTHON_DIR": ".", "CMAKE_BUILD_TYPE": "Release",
               "Python_EXECUTABLE": sys.executable,
               **({"SWEEP_CUDA": "ON", "CMAKE_CUDA_ARCHITECTURES": EVERY_GPU} if settings.get("every-gpu") == "ON" else {}),
               **{name[len(DEFINED):]: value for name, value in settings.items() if name.startswith(DEFINED)}}
    with contextlib.ExitStack() as kept:
        scratch = pathlib.Path(kept.enter_context(tempfile.TemporaryDirectory()))
        build = pathlib.Path(settings.get("build-dir", scratch / "build")).resolve()
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        for command in (["-S", ROOT, "-B", build, *generator, *(f"-D{name}={value}" for name, value in defined.items())],
                        ["--build", build, "--target", "_sweep", "--parallel"],
                        ["--install", build, "--component", "python", "--strip", "--prefix", scratch / "installed"]):
            subprocess.run(["cmake", *command], check=True)
        return pack(scratch / "installed", wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    project = _project()
    name = f"{project['name']}-{project['version']}"
    files = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout.split("\0")[:-1]
    with tarfile.open(pathlib.Path(sdist_directory, f"{name}.tar.gz"), "w:gz") as to:
        for file in files:
            to.add(ROOT / file, f"{name}/{file}")
        data = _metadata().encode()
        entry = tarfile.TarInfo(f"{name}/PKG-INFO")
        entry.size = len(data)
        to.addfile(entry, io.BytesIO(data))
    return f"{name}.tar.gz"
