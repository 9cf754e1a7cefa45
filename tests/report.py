"""Prints what a run of the tests took: the slowest cases, and how many ran.

    tests/report.py BUILD_FOLDER

reads what `ctest --output-junit tests.xml` wrote to that folder, and the files cases/*.json of the GoogleTest programs.
"""
import json
import os
import pathlib
import sys
import xml.etree.ElementTree

SLOWEST = 30


def cases_of(file):
    """Yields (name, seconds, result) of each case of a GoogleTest program."""
    for suite in json.loads(file.read_text())["testsuites"]:
        for case in suite["testsuite"]:
            result = "failed" if "failures" in case else "skipped" if case["result"] == "SKIPPED" else "passed"
            yield f"{file.stem}: {suite['name']}.{case['name']}", float(case["time"].rstrip("s")), result


def main():
    build = pathlib.Path(sys.argv[1])
    tests = xml.etree.ElementTree.parse(build / "tests.xml").getroot()
    rows = []
    for test in tests.iter("testcase"):
        file = build / "cases" / f"{test.get('name')}.json"
        result = {"run": "passed", "fail": "failed"}.get(test.get("status"), "skipped")
        # A program that ended early wrote no cases, or those of a run before.
        if file.exists() and result != "failed":
            rows += cases_of(file)
        else:
            rows.append((test.get("name"), float(test.get("time")), result))
    rows.sort(key=lambda row: -row[1])
    print(f"The {SLOWEST} slowest of {len(rows)} cases, in seconds:")
    for name, seconds, _ in rows[:SLOWEST]:
        print(f"{seconds:7.1f}  {name}")
    count = {result: sum(row[2] == result for row in rows) for result in ("passed", "skipped", "failed")}
    print("Cases: " + ", ".join(f"{n} {result}" for result, n in count.items()))
    if "SWEEP_SHORT" in os.environ:
        print("Left out: what tests/thorough.cmake lists. tests/run.sh --all runs it.")


if __name__ == "__main__":
    main()
