"""What clang says of files that a build folder of clang has not compiled, and clang-tidy of some of the program's.

    tests/clang_check.py BUILD_FOLDER [--all] [--imgui FOLDER]

The files are those of compile_commands.json that the last commits changed, the newest alone where these are many, or all:
each without an object is read to the end, and a warning is an error. Those of the program are read once more if they were compiled with a precompiled header or
together with others, both of which hide what a file does not include. clang-tidy reads the newest of these; all are the
preset `tidy`. The files of app/ are read with the headers of Dear ImGui in FOLDER, newer ones than those that the program is
built with, which are never run. Each says what it read, and the exit code is 1 where one has found something.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from last_changed import ROOT, last_changed

MOST_READ, MOST_ALONE, MOST_TIDIED = 120, 32, 8
PROGRAM = ("app", "core", "cpu", "emulator", "engines", "files", "films", "lib", "opengl", "platform")


def compilations(build):
    """Source, folder and arguments of each file of ours that clang is to read, whether its object is there, and whether it
    was compiled together with others."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        arguments = shlex.split(entry["command"])
        if any("tests/emulator" in argument for argument in arguments):
            continue  # they include CUDA's sources, which the emulator's build makes C++ of
        at = arguments.index("-o")
        is_compiled = (pathlib.Path(entry["directory"]) / arguments[at + 1]).exists()
        del arguments[at:at + 2]
        arguments = arguments[arguments[0].endswith("ccache"):]
        if build not in file.parents and ROOT in file.parents:
            yield str(file.relative_to(ROOT)), entry["directory"], arguments, is_compiled, False
        elif "/Unity/" in str(file):
            for source in re.findall('#include "(.*)"', file.read_text()):
                if str(build) not in source:
                    alike = [source if argument == entry["file"] else argument for argument in arguments]
                    yield os.path.relpath(source, ROOT), entry["directory"], alike, is_compiled, True
        # What else the build makes is headers alone.


def alone(arguments):
    """The arguments without those of CMake for a precompiled header: -Xclang -include-pch -Xclang A -Xclang -include -Xclang B."""
    if "-include-pch" not in arguments:
        return arguments
    at = arguments.index("-include-pch") - 1
    return arguments[:at] + arguments[at + 8:]


def with_headers(folder, arguments):
    """The arguments with a folder of headers before all others, if there is one."""
    return arguments[:1] + [part for to in ("", "backends") for part in ("-isystem", f"{folder}/{to}")] * bool(folder) + arguments[1:]


def found_by(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--imgui", default="")
    options = parser.parse_args()
    build = options.build
    files = {file: entry for file, *entry in compilations(build)}
    listed = [f for f in last_changed(".cpp") if f in files]
    changed = [f for f in listed if f.split("/")[0] in PROGRAM][:MOST_ALONE]
    read = [f for f in (files if options.all else listed) if not files[f][2]]
    if not options.all:
        read = read[:MOST_READ]
    again = [f for f in changed if f not in read and (files[f][3] or "-include-pch" in files[f][1])]
    tidied = changed[:MOST_TIDIED] if shutil.which("clang-tidy") else []
    imgui = {f: options.imgui if f.startswith("app/") else "" for f in read + again}
    jobs = [(with_headers(imgui[f], alone(files[f][1])) + ["-fsyntax-only", "-Werror"], files[f][0]) for f in read + again]
    jobs += [(["clang-tidy", "--quiet", str(ROOT / f), "--", *alone(files[f][1])[1:-2]], files[f][0]) for f in tidied]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda job: found_by(*job), jobs) if text]
    print("\n".join(found), end="")
    print(f"clang read {len(read)} files that were not compiled: "
          + ", ".join(f"{sum(f.startswith(top + '/') for f in read)} of {top}"
                      for top in sorted({re.split("/", f)[0] for f in read})))
    print("clang read alone " + (", ".join(again) or "nothing"))
    print("clang-tidy read " + (", ".join(tidied) or "nothing: it is not here, or no file of the program has changed"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
