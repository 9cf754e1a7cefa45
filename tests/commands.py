"""Runs the commands of the documents as they stand, where they need no window and no compiler, and looks for the options of the others:

    tests/commands.py PROGRAM SCRATCH_FOLDER

Commands are the lines `sweep ..` of a block of code, which run one after the other in a folder with small pictures of the names that the
documents use, and pieces of code inside of sentences, of which only the options are looked for in --help. No sentence of a --help has
more than 40 words (words.py). The exit code is 1 where a command fails.
"""
import functools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import words

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ("photo.jpg", "photo.png", "page.png", "in.png", "a.jpg", "strokes.png", "sky.exr", "one.tif", "two.tif", "in.npy", "height.npy",
            "big.npy")
FILMS = ("film.mp4", "in.mp4")
RUN = {"filter", "sigma", "design", "list", "doctor", "lab list", "lab task", "lab start", "lab hint", "lab solution", "lab new"}


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands(text):
    """Lists of lines of the blocks of code that are commands, and the commands inside of sentences, each with its line."""
    blocks, inside = [], []
    for match in re.finditer(r"(?ms)^```\w*\n(.*?)^```|(?<=\n)\n((?:    [^\n]*\n)+)", text):
        kind = 1 if match[1] is not None else 2
        first = text.count("\n", 0, match.start(kind)) + 1
        lines = [(first + i, line.strip()) for i, line in enumerate(match[kind].split("\n"))]
        blocks.append([(number, re.sub(r"\s{2,}#.*", "", line)) for number, line in lines if line.startswith("sweep ")])
    for match in re.finditer(r"(?<!`)`(sweep [^`]+)`(?!`)", re.sub(r"(?ms)^```.*?^```", lambda found: "\n" * found[0].count("\n"), text)):
        inside.append((text.count("\n", 0, match.start()) + 1, " ".join(match[1].split())))
    return [block for block in blocks if block], inside


def name_of(words, known):
    """The command that a line names: `filter`, `lab start`, or nothing for the window."""
    if len(words) < 2 or words[1] not in known:
        return ""
    return " ".join(words[1:3]) if words[1] == "lab" and len(words) > 2 else words[1]


class Program:
    def __init__(self, path):
        self.path = path
        self.known = set(re.findall(r"(?m)^  ([a-z]+) {2,}\S", self.help().partition("Subcommands:")[2]))

    @functools.lru_cache(None)
    def help(self, *words):
        return subprocess.run([self.path, *words, "--help"], capture_output=True, text=True, check=True).stdout

    def unknown_options(self, line):
        words = shlex.split(line.partition("&&")[0])
        name = name_of(words, self.known)
        text = self.help(*name.split())
        return [word for word in words if re.match(r"--?[a-z]", word) and not re.search(rf"(?<![\w-]){re.escape(word.partition('=')[0])}(?![\w-])", text)
                and word not in ("--help", "--help-keys")]


def paragraphs_of_help(text):
    """The descriptions of options and commands, and what stands outside of them, each with its line."""
    found, at = [], ""
    for number, line in enumerate(text.split("\n"), 1):
        column = re.match(r"  (?: *)(-\S.*?|\S+(?: \S+)*?) {2,}(\S.*)$", line) if re.match(r" {2,9}\S", line) else None
        if column:
            found.append([number, column[2]])
            at = "option"
        elif not line.strip() or re.match(r"  (?:sweep|curl|-)", line):
            at = ""
            if re.match(r"  -", line):
                found.append([number, ""])
                at = "option"
        elif at == "option" and re.match(r" {14,}\S", line) or at == "prose" and line[:1] != " " or at == "inset" and line.startswith("     "):
            found[-1][1] += " " + line.strip()
        else:
            found.append([number, line.strip()])
            at = "inset" if line.startswith("  ") else "prose"
    return found


def long_sentences(name, text):
    """A sentence may begin with an option or the ending of a file."""
    return [f"{name} --help, line {number}: a sentence of {count} words, at most {words.SENTENCE}: {paragraph[:60]} .."
            for number, paragraph in paragraphs_of_help(text)
            for _, count in words.sentences(re.sub(r"(?<=\. )(?=[-.]+\w)", "\x00", paragraph)) if count > words.SENTENCE]


def make_inputs(program, folder):
    folder.mkdir(parents=True)
    drawn = folder.parent / "drawn.ppm"
    drawn.write_bytes(b"P6 96 64 255\n" + bytes((5 * x * y + 80 * c) % 251 for y in range(64) for x in range(96) for c in range(3)))
    for name in PICTURES:
        subprocess.run([program.path, "filter", drawn, folder / name, "--filter", "none"], check=True, capture_output=True)
    said = re.search(r"(?m)^  films  .*$", subprocess.run([program.path, "doctor"], capture_output=True, text=True).stdout)
    has_films = shutil.which("ffmpeg") and said and "libavformat" in said[0]
    for name in FILMS if has_films else ():
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=96x64:rate=5:duration=0.6", folder / name], check=True)
    return {*PICTURES, *(FILMS if has_films else ())}


def run(program, block, inputs, folder, known):
    """What fails of the commands of a block, in a folder of its own."""
    shutil.copytree(inputs, folder)
    (folder / "bin").mkdir()
    (folder / "bin" / "sweep").symlink_to(program.path)
    for number, line in block:
        words = shlex.split(line)
        if name_of(words, program.known) not in RUN or any(word in FILMS and word not in known for word in words):
            continue
        ran = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, timeout=60,
                             env={**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"})
        if ran.returncode:
            yield number, f"{line}: {ran.stderr.decode(errors='replace').strip()} ({ran.returncode})"


def main():
    program, scratch = Program(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    known = make_inputs(program, scratch / "inputs")
    wrong, ran = [], 0
    for file in documents():
        name = file.relative_to(ROOT)
        blocks, inside = commands(file.read_text(encoding="utf-8"))
        for number, line in [*(one for block in blocks for one in block), *inside]:
            wrong += [f"{name}:{number}: {line}: --help does not know {option}" for option in program.unknown_options(line)]
        for block in blocks:
            ran += 1
            wrong += [f"{name}:{number}: {what}" for number, what in run(program, block, scratch / "inputs", scratch / str(ran), known)]
    helps = [(), *((command,) for command in program.known), *(("lab", command) for command in re.findall(
        r"(?m)^  ([a-z]+) {2,}\S", program.help("lab").partition("Subcommands:")[2]))]
    for command in sorted(helps):
        wrong += long_sentences(" ".join(("sweep", *command)), program.help(*command))
    if len(long_sentences("x", "One.\n  --two N      " + "word " * 20 + "\n                  " + "word " * 21 + "\n")) != 1:
        wrong.append("a long sentence of a --help is not found")
    if not program.unknown_options("sweep filter a.png b.png --sigmas 3") or not list(
            run(program, [(1, "sweep filter nothing.png b.png")], scratch / "inputs", scratch / "planted", known)):
        wrong.append("a command that fails is not found")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong or ran < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
