"""Compiles alone each header that the last commits changed, of those that no source file includes before all others.

    tests/headers_alone.py BUILD_FOLDER

The target `headers` of the build compiles all of them. The exit code is 1 where one lacks something.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

from last_changed import last_changed


def header_of(source):
    """core/base/image.h of BUILD/core/alone/base/image.h.cpp; the emulator compiles the headers of gpu/."""
    folder, alone, name = source.partition("/alone/")
    return f"{'gpu' if folder == 'tests/emulator' else folder}/{name[:-len('.cpp')]}" if alone else None


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    changed = set(last_changed(".h", ".cuh"))
    jobs, headers = [], []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        header = header_of(str(file.relative_to(build))) if build in file.parents else None
        if header in changed:
            headers.append(header)
            jobs.append((shlex.split(entry["command"]) + ["-fsyntax-only"], entry["directory"]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [done.stderr for done in pool.map(lambda job: subprocess.run(job[0], cwd=job[1], stderr=subprocess.PIPE, text=True), jobs)
                 if done.returncode]
    print("\n".join(found), end="")
    print("compiled alone: " + (", ".join(headers) or "none, because none of these has changed lately"))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
