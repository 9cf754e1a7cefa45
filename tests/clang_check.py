"""What clang says of the files that a build folder of clang has not compiled, and clang-tidy of a share of the program's.

    tests/clang_check.py BUILD_FOLDER

The files are those of compile_commands.json: each without an object is read to the end, and a warning is an error. Those of
the program that the last commits changed are read once more, without a precompiled header, which hides what a file does
not include. The share of clang-tidy is the newest of these; all are the preset `tidy`. Each says what it read, and the
exit code is 1 where one has found something.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

MOST_ALONE, MOST_TIDIED = 32, 8
PROGRAM = ("app", "core", "cpu", "engines", "files", "films", "lib", "opengl", "platform")


def compilations(build):
    """Source and arguments of each file of ours that clang is to read, and whether its object is there."""
    root = pathlib.Path(__file__).resolve().parent.parent
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if build in file.parents or root not in file.parents:
            continue  # made by the build: headers alone, and the emulator's copies of CUDA's sources
        arguments = shlex.split(entry["command"])
        if any("tests/emulator" in argument for argument in arguments):
            continue  # they include CUDA's sources, which the emulator's build makes C++ of
        at = arguments.index("-o")
        is_compiled = (pathlib.Path(entry["directory"]) / arguments[at + 1]).exists()
        del arguments[at:at + 2]
        yield file.relative_to(root), entry["directory"], arguments[arguments[0].endswith("ccache"):], is_compiled


def alone(arguments):
    """The arguments without those of CMake for a precompiled header: -Xclang -include-pch -Xclang A -Xclang -include -Xclang B."""
    if "-include-pch" not in arguments:
        return arguments
    at = arguments.index("-include-pch") - 1
    return arguments[:at] + arguments[at + 8:]


def last_changed(root):
    """The C++ files of the program, those that the last commits changed first."""
    log = subprocess.run(["git", "log", "-n", "40", "--format=", "--name-only"], cwd=root, capture_output=True, text=True)
    return list(dict.fromkeys(f for f in log.stdout.split() if f.endswith(".cpp") and f.split("/")[0] in PROGRAM))


def found_by(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    root = pathlib.Path(__file__).resolve().parent.parent
    files = {str(f): (folder, arguments, is_compiled) for f, folder, arguments, is_compiled in compilations(build)}
    read = [f for f, (_, _, is_compiled) in files.items() if not is_compiled]
    changed = [f for f in last_changed(root) if f in files][:MOST_ALONE]
    tidied = changed[:MOST_TIDIED] if shutil.which("clang-tidy") else []
    jobs = [(files[f][1] + ["-fsyntax-only", "-Werror"], files[f][0]) for f in read]
    jobs += [(alone(files[f][1]) + ["-fsyntax-only", "-Werror"], files[f][0]) for f in changed if "-include-pch" in files[f][1]]
    jobs += [(["clang-tidy", "--quiet", "-p", str(build), f], root) for f in tidied]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda job: found_by(*job), jobs) if text]
    print("\n".join(found), end="")
    print(f"clang read {len(read)} files that were not compiled: "
          + ", ".join(f"{sum(f.startswith(top + '/') for f in read)} of {top}"
                      for top in sorted({re.split("/", f)[0] for f in read})))
    print("clang read without a precompiled header " + (", ".join(changed) or "nothing"))
    print("clang-tidy read " + (", ".join(tidied) or "nothing: it is not here, or no file of the program has changed"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
