"""Checks the Lab by its own command: check.py SWEEP_PROGRAM ASSETS

The nine solutions are right and count what a good one counts, the nine beginnings compile and are not right, and each
mistake of planted.txt, and each file beside it, gets the verdict that stands there, the same one twice. The notebook and the
autograder of docs/lab run.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
FAILED = []


def expect(holds, what):
    if not holds:
        FAILED.append(what)
        print("FAILED:", what)


def section(text, name):
    return re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", text, re.M | re.S).group(1)


def planted(text, solutions):
    """Exercise, verdict, fault, what, the code, and words of the message of each entry."""
    for entry in re.split(r"^= ", text, flags=re.M)[1:]:
        head, _, body = entry.partition("\n")
        words, what, *message = head.split(" | ")
        number, verdict, *fault = words.split()
        code = "\n" + solutions[number]
        for place in body.strip("\n").split("\n...\n"):
            lines = place.split("\n")
            old = "".join("\n" + line[1:] for line in lines if line[0] in " -")
            new = "".join("\n" + line[1:] for line in lines if line[0] in " +")
            assert code.count(old + "\n") == 1, f"'{what}': the place is not in the solution once:{old}"
            code = code.replace(old + "\n", new + "\n")
        yield number, verdict, fault[0] if fault else None, what, code[1:], "".join(message)


class Lab:
    def __init__(self, program, folder):
        self.program, self.file = program, folder / "mine.cu"

    def check(self, code, *options):
        self.file.write_text(code)
        done = subprocess.run([self.program, "lab", "check", self.file, "--json", *options], capture_output=True,
                              text=True, check=False)
        try:
            return done.returncode, json.loads(done.stdout)
        except ValueError:
            print(done.stdout, done.stderr)
            return done.returncode, {"verdict": f"no answer: {done.stderr}"}

    def code(self, *words, **environment):
        return subprocess.run([self.program, "lab", *words], capture_output=True, check=False,
                              env={**os.environ, **environment}).returncode


def check_class(program, solution, folder):
    """The notebook runs as it stands, and the autograder gives all points to a solution and none to a mistake."""
    docs = HERE.parent.parent / "docs" / "lab"
    os.environ.update(SWEEP=str(program), AUTOGRADER=str(folder))
    for number, cell in enumerate(json.loads((docs / "lab.ipynb").read_text())["cells"]):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"lab.ipynb, cell {number}", "exec"), globals())
    (folder / "submission").mkdir()
    for code, score in ((solution, 10), (solution.replace("- d", "+ d"), 0)):
        (folder / "submission" / "mine.cu").write_text(code)
        subprocess.run([sys.executable, docs / "gradescope" / "run_autograder"], check=True)
        said = json.loads((folder / "results" / "results.json").read_text())
        expect(said["score"] == score, f"the autograder gives {score} points: {said}")


def main():
    program, assets = sys.argv[1], pathlib.Path(sys.argv[2])
    texts = {file.name[0]: file.read_text() for file in sorted(assets.glob("*.lab"))}
    expect(sorted(texts) == list("123456789"), "there are nine exercises")
    solutions = {number: section(text, "solution").strip("\n") + "\n" for number, text in texts.items()}
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(program, pathlib.Path(folder))
        for number, text in texts.items():
            code, said = lab.check(solutions[number])
            expect((code, said["verdict"]) == (0, "right"), f"solution {number}: {said}")
            expect(said.get("is_good", True), f"solution {number} counts more than a good one: {said}")
            lines = [line["memory"] for kernel in said["kernels"] for line in kernel["costly_lines"]]
            expect(lines == (["global", "global"] if number == "2" else []), f"costly lines of solution {number}: {lines}")
            own = [row["algorithm"] for row in said["own"]]
            expect(own == ([] if number == "4" else ["sat-transpose", "sat-multiwave", "sat", "sat-1pass"] if number == "8"
                           else ["RT", "2", "4", "5", "7"]), f"Sweep's algorithms beside solution {number}: {own}")
            code, said = lab.check(section(text, "start"))
            expect(code == 1 and said["verdict"] not in ("right", "does_not_compile", "not_supported"),
                   f"beginning {number}: {said}")
        entries = list(planted((HERE / "planted.txt").read_text(), solutions))
        for file in sorted((HERE / "unusual").glob("*.cu")):
            code = file.read_text()
            entries.append((re.search(r"exercise: (\S+)", code).group(1), "right", None, file.stem, code, ""))
        for number, verdict, fault, what, text, message in entries:
            code, said = lab.check(text)
            print(f"{number} {what}: {said['verdict']} {said.get('fault')} line {said.get('line')}: {said.get('message')}")
            expect((code, said["verdict"]) == (int(verdict != "right"), verdict),
                   f"{number} {what}: {verdict} was expected")
            expect(said.get("fault") == fault, f"{number} {what}: the fault {fault} was expected, not {said.get('fault')}")
            expect(message in said.get("message", ""), f"{number} {what}: '{message}' was expected, not '{said.get('message')}'")
            if "bank conflict" in what:
                expect([line["bank_conflict"] for line in said["kernels"][0]["costly_lines"]] == [32, 32], f"{what}: its lines")
            if verdict in ("race", "out_of_bounds", "uninitialised", "divergent_barrier", "does_not_compile"):
                expect(said.get("line"), f"{number} {what}: a line was expected")
        expect(lab.check(text) == (code, said), "the same verdict twice")
        (pathlib.Path(folder) / "part.cuh").write_text(
            "__device__ float kept(float v) { __shared__ float t[128]; t[threadIdx.x] = v; return t[threadIdx.x]; }\n")
        two = solutions["1"].replace("__global__", '#include "part.cuh"\n__global__', 1).replace(
            "    float y = 0;", "    __shared__ float t[128];\n    t[threadIdx.x] = 7;\n    float y = 0;").replace(
            "in[row * width + x]", "kept(in[row * width + x]) * (t[threadIdx.x] == 7)")
        code, said = lab.check(two)
        expect(said["verdict"] == "right", f"a header beside the file has shared memory of its own: {said}")
        expect(lab.code("check", lab.file, "--exercise", "12") == 2, "an exercise that is not there: exit code 2")
        expect(lab.code("watch", lab.file, "--size", "65x10") == 2, "a picture that is too large to be watched: exit code 2")
        expect(lab.code("start", "1", lab.file) not in (0, 1), "a file is not overwritten")
        check_class(program, solutions["1"], pathlib.Path(folder))
        expect(lab.code("check", lab.file, SWEEP_LAB_CXX="/no/compiler") == 3, "no compiler: exit code 3")
        expect(lab.code("watch", lab.file, SWEEP_LAB_CXX="/no/compiler") == 3, "no compiler to watch with: exit code 3")
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main())
