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


def _project() -> dict:
    """Returns what pyproject.toml and CMakeLists.txt say of the project; Python 3.9 has no reader of the first."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    version = re.search(r"^project\(Sweep VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
    lists = {key: re.findall(r'"([^"]*)"', values)
             for key, values in re.findall(r"^(dependencies|authors|keywords|classifiers) = \[(.*?)\]$", text, re.M | re.S)}
    return {**dict(re.findall(r'^(name|description|readme|requires-python) = "([^"]*)"', text, re.M)), **lists, "version": version,
            "license": re.search(r'^license = \{text = "(.*)"\}$', text, re.M)[1], "urls": re.findall(r'^"(.*)" = "(https://.*)"$', text, re.M)}


def _file_name(project) -> str:
    """Returns the name and the version as files have them: of a name's separators only _ does not separate the parts of a file's name."""
    return f"{re.sub('[-_.]+', '_', project['name']).lower()}-{project['version']}"


def _metadata() -> str:
    """Returns the core metadata 2.1, which the tools of every system read that has a CPython 3.9, with the readme below it."""
    project = _project()
    fields = [("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", project["version"]), ("Summary", project["description"]),
              ("Author", ", ".join(project["authors"])), ("License", project["license"]), ("Keywords", ",".join(project["keywords"])),
              *(("Classifier", classifier) for classifier in project["classifiers"]),
              *(("Project-URL", ", ".join(url)) for url in project["urls"]), ("Requires-Python", project["requires-python"]),
              *(("Requires-Dist", name) for name in project["dependencies"]), ("Description-Content-Type", "text/markdown; charset=UTF-8")]
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + (ROOT / project["readme"]).read_text(encoding="utf-8")


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
    named = _file_name(_project())
    with tempfile.TemporaryDirectory() as scratch:
        tree, info = pathlib.Path(scratch), f"{named}.dist-info"
        shutil.copytree(pathlib.Path(installed, "sweep"), tree / "sweep", ignore=shutil.ignore_patterns("__pycache__"))
        (tree / info).mkdir()
        shutil.copy2(ROOT / "LICENSE", tree / info)
        _bundle(tree / "sweep", tree / info)
        glibc = max(contents.newest_glibc(tree), (2, 17))
        tag = f"cp39-abi3-manylinux_{glibc[0]}_{glibc[1]}_x86_64"
        (tree / info / "METADATA").write_text(_metadata(), encoding="utf-8")
        (tree / info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: sweep_build\nRoot-Is-Purelib: false\nTag: {tag}\n")
        name = f"{named}-{tag}.whl"
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
        to.writestr(zipfile.ZipInfo(f"{info}/RECORD", (2020, 1, 1, 0, 0, 0)), record.getvalue(), zipfile.ZIP_DEFLATED, 9)


def get_requires_for_build_wheel(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = f"{_file_name(_project())}.dist-info"
    pathlib.Path(metadata_directory, info).mkdir()
    pathlib.Path(metadata_directory, info, "METADATA").write_text(_metadata(), encoding="utf-8")
    return info


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if sys.platform != "linux":
        raise RuntimeError("wheels are made on Linux; elsewhere configure with -DSWEEP_PYTHON=ON")
    settings = config_settings or {}
    defined = {"SWEEP_PYTHON": "ON", "SWEEP_PROGRAM": "OFF", "SWEEP_BENCH": "OFF", "SWEEP_PYTHON_DIR": ".", "CMAKE_BUILD_TYPE": "Release",
               "SWEEP_UNITY": "ON", "Python_EXECUTABLE": sys.executable,
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
    name = _file_name(_project())
    files = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout.split("\0")[:-1]
    with tarfile.open(pathlib.Path(sdist_directory, f"{name}.tar.gz"), "w:gz") as to:
        for file in files:
            to.add(ROOT / file, f"{name}/{file}")
        data = _metadata().encode()
        entry = tarfile.TarInfo(f"{name}/PKG-INFO")
        entry.size = len(data)
        to.addfile(entry, io.BytesIO(data))
    return f"{name}.tar.gz"
