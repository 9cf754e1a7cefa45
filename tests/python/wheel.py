"""Makes the wheel of a build that is there, as `pip wheel .` does of its own, and runs it where there is no compiler and nothing of this
build: wheel.py BUILD_FOLDER SCRATCH_FOLDER"""
import email
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python" / "wheel"), str(ROOT / "tests" / "python")]
import contents  # noqa: E402
import examples  # noqa: E402
import sweep_build  # noqa: E402

# What every CPython from 3.9 on can do with the compiled part, without NumPy: a mean of 81 ones is 1.
WITHOUT_NUMPY = """
import array, importlib.util, sys
spec = importlib.util.spec_from_file_location("_sweep", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
ones, out = array.array("d", [1.0] * 81), array.array("d", [0.0] * 81)
plan = module.Plan(9, 9, 1, 3, 2, {"filter": 8, "box_width": 9})
plan.run(1, ones.buffer_info()[0], 0, 0, out.buffer_info()[0], 0, 0)
assert all(abs(value - 1) < 1e-12 for value in out), out
assert len(module.Plan(9, 9, 1, 3, 2, {"sigma": 2.0}).exponentials(1, False)) > 2
try:
    module.Plan(9, 9, 1, 3, 2, {"sigma": -2.0})
except ValueError as refused:
    assert "sigma" in str(refused)
else:
    raise AssertionError("a negative sigma was taken")
print("%d.%d" % sys.version_info[:2])
"""


def other_pythons():
    """Returns the interpreters of CPython 3.9 and newer that are on this machine."""
    folders = [*os.environ["PATH"].split(os.pathsep), *map(str, (pathlib.Path.home() / ".pyenv" / "versions").glob("*/bin"))]
    found = {os.path.realpath(python) for folder in folders for python in pathlib.Path(folder).glob("python3.*")
             if re.fullmatch(r"python3\.(9|[1-9]\d)", python.name)}
    found = {python for python in found if pathlib.Path(python).read_bytes()[:4] == b"\x7fELF"}  # and no script that starts one
    return sorted(found | {os.path.realpath(sys.executable)})


def alone(folder):
    """Returns the environment of someone who has the wheel in this folder, and no compiler."""
    return {"PATH": "/nowhere", "HOME": str(folder), "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def check_metadata(info):
    """What a registry and pip read of a wheel: each field is there, and the readme leads nowhere that is not in the wheel."""
    said = email.message_from_bytes((info / "METADATA").read_bytes())
    for field in ("Metadata-Version", "Name", "Version", "Summary", "Author", "License", "Keywords", "Requires-Python", "Requires-Dist",
                  "Description-Content-Type", "Project-URL"):
        assert said.get(field, "").strip(), f"METADATA has no {field}"
    assert said["Name"] == "sweep-filters", "`sweep` on PyPI is another program"
    assert info.name == f"sweep_filters-{said['Version']}.dist-info", info.name
    assert "Programming Language :: Python :: 3" in said.get_all("Classifier")
    readme = said.get_payload(decode=True).decode()
    assert readme == (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    assert not re.search(r"\]\((?!https://)", readme), "a link of the readme has no address"
    assert (info / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def main():
    if sys.platform != "linux" or not shutil.which("readelf"):
        print("skipped: no Linux, or no readelf")
        return 77
    build, scratch = map(pathlib.Path, sys.argv[1:3])
    shutil.rmtree(scratch, ignore_errors=True)
    unpacked = scratch / "unpacked"
    unpacked.mkdir(parents=True)
    subprocess.run(["cmake", "--install", build, "--component", "python", "--strip", "--prefix", scratch / "installed"], check=True,
                   stdout=subprocess.DEVNULL)
    installed = next((scratch / "installed").rglob("sweep"))
    name = sweep_build.pack(installed.parent, scratch)
    wheel = scratch / name
    assert re.fullmatch(r"sweep_filters-[\d.]+-cp39-abi3-manylinux_2_\d+_x86_64\.whl", name), name
    zipfile.ZipFile(wheel).extractall(unpacked)
    check_metadata(next(unpacked.glob("*.dist-info")))
    subprocess.run([sys.executable, ROOT / "python" / "wheel" / "contents.py", wheel], check=True)
    module = unpacked / "sweep" / "_sweep.abi3.so"
    assert any("memcpy" in line for line in contents.problems(wheel, (2, 5))), "symbols of newer glibcs are told"

    maps = subprocess.run([sys.executable, "-c", "import sweep; print(open('/proc/self/maps').read())"], env=alone(unpacked), check=True,
                          capture_output=True, text=True, cwd=scratch).stdout
    for library in contents.needed(module):
        if not contents.OF_SYSTEM.match(library):
            assert f"{unpacked}/sweep/{library}" in maps, f"{library} is not that of the wheel"

    ran = [subprocess.run([python, "-I", "-c", WITHOUT_NUMPY, module], env={"PATH": "/nowhere"}, check=True, capture_output=True,
                          text=True).stdout.strip() for python in other_pythons()]
    print(f"_sweep filters in CPython {', '.join(ran)}")
    os.environ.update(alone(unpacked))
    return examples.main(["volume.py"])


if __name__ == "__main__":
    raise SystemExit(main())
