"""Measures the sentences of the documents, and finds those that are hard to read.

    tests/words.py [--all] [FILE...]

A sentence has at most 40 words, a paragraph at most 90, and half of a file's sentences have at most 18. Some words are
not used at all. A list item, a table cell and a heading are paragraphs of their own. Code is not read; a piece of code
inside a sentence is one word. Without FILE the texts of the program are read as well, of which only sentences are measured: errors,
tooltips, captions, as the strings of C++ that they are (tests/commands.py reads --help). The exit code is 1 where a limit is broken. --all
also prints the measures of each file.
"""
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ("app", "core", "cpu", "emulator", "engines", "files", "films", "lib", "opengl", "platform", "python")
SENTENCE, PARAGRAPH, MEDIAN = 40, 90, 18
NAMES = ("README.md", "python/README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "SUPPORT.md", "CHANGELOG.md")
AVOIDED = (r"of which", r"so it does", r"so do they", r"as it has them", r"as they have them", r"that of", r"those of", r"where that is",
           r"too(?=[.;:)]|$)")
SHORT = r"(?:\b(?:e\.g|i\.e|cf|vs|al|No|Fig|fig|approx|[A-Z])\.|(?<!\S)\.\.)$"    # a point that ends no sentence
ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")
END = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s+[\"'“‘(\[*_]*(?:[A-Z0-9À-Þ\x00]))")


class Paragraph:
    def __init__(self, line, text, is_prose):
        self.line, self.text, self.is_prose = line, text, is_prose


def plain(text):
    """The text without markup: links are their words, and a piece of code is one word."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"`+[^`]*`+", "\x00", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"<[^>]*>", " ", text)


def paragraphs(document):
    """The paragraphs of a document in Markdown: prose, list items, headings and the cells of tables."""
    found, fence, in_list, blank = [], "", False, True

    def begin(number, text, is_prose):
        found.append(Paragraph(number, text, is_prose))

    for number, line in enumerate(document.split("\n"), 1):
        stripped = line.strip()
        if fence:
            fence = "" if stripped.startswith(fence) else fence
            continue
        if stripped.startswith(("```", "~~~")):
            fence, blank = stripped[:3], True
        elif not stripped:
            blank = True
        elif line.startswith("    ") and blank and not in_list or in_code(found, line, blank):
            found.append(Paragraph(number, None, False))
            blank = False
        elif stripped.startswith("|"):
            for cell in re.split(r"(?<!\\)\|", stripped.strip("|")):
                if not re.fullmatch(r"\s*:?-*:?\s*", cell):
                    begin(number, cell, False)
            blank = True
        elif stripped.startswith("#"):
            begin(number, stripped.lstrip("#"), False)
            blank, in_list = True, False
        elif ITEM.match(line):
            begin(number, ITEM.sub("", line, count=1), True)
            blank, in_list = False, True
        elif blank or not found or found[-1].text is None:
            begin(number, stripped, True)
            blank, in_list = False, line.startswith("  ") and in_list
        else:
            found[-1].text += "\n" + stripped
    return [p for p in found if p.text is not None]


def in_code(found, line, blank):
    """Whether the line goes on with an indented piece of code."""
    return bool(found) and found[-1].text is None and not blank and line.startswith("    ")


def sentences(text):
    text, begin, found = plain(text), 0, []
    for end in [match.end() for match in END.finditer(text)] + [len(text)]:
        sentence = text[begin:end]
        if end == len(text) or not re.search(SHORT, sentence):
            first = begin + len(sentence) - len(sentence.lstrip())
            found.append((text.count("\n", 0, first), sentence))
            begin = end
    return [(line, words) for line, words in ((line, count(sentence)) for line, sentence in found) if words]


def count(text):
    return sum(1 for word in text.split() if re.search(r"[\w\x00]", word))


def measure(name, document):
    """The breaches of a document, and its measures: the longest sentence, the longest paragraph, the median."""
    breaches, lengths, longest, largest = [], [], 0, 0
    for paragraph in paragraphs(document):
        of_it = sentences(paragraph.text)
        for line, words in of_it:
            longest = max(longest, words)
            if words > SENTENCE:
                breaches.append(f"{name}:{paragraph.line + line}: a sentence of {words} words, at most {SENTENCE}")
        lengths += [words for _, words in of_it] if paragraph.is_prose else []
        words = sum(words for _, words in of_it)
        largest = max(largest, words)
        if words > PARAGRAPH:
            breaches.append(f"{name}:{paragraph.line}: a paragraph of {words} words, at most {PARAGRAPH}")
        text = plain(paragraph.text)
        for avoided in AVOIDED:
            for at in re.finditer(rf"\b{avoided}".replace(" ", r"\s+"), text, re.IGNORECASE):
                breaches.append(f"{name}:{paragraph.line + text.count(chr(10), 0, at.start())}: \"{' '.join(at.group().split())}\" "
                                "is avoided")
    median = statistics.median(lengths) if lengths else 0
    if median > MEDIAN:
        breaches.append(f"{name}:1: the median of its sentences is {median:g} words, at most {MEDIAN}")
    return breaches, (longest, largest, median)


STRING = r'"((?:[^"\\\n]|\\.)*)"'


def in_strings(name, code):
    """Sentences that are too long in the strings of C++, where strings that follow each other are one."""
    code = re.sub(r'R"\w*\(.*?\)\w*"', lambda raw: "\n" * raw[0].count("\n"), code, flags=re.S)
    code = re.sub(r"(?m)^( *)//[^\n]*|(?<=[;{},)] )// [^\n]*", r"\1", code)
    for run in re.finditer(rf"{STRING}(?:\s*{STRING})*", code):
        text = re.sub(r"\{[^{}]*\}", "x", "".join(re.findall(STRING, run[0])).replace("\\n", "\n"))
        for _, words in sentences(text):
            if words > SENTENCE:
                yield f"{name}:{code.count(chr(10), 0, run.start()) + 1}: a sentence of {words} words in a string, at most {SENTENCE}"


def check_itself():
    """The measure finds what is planted, where it is, and nothing in a text that is plain."""
    def found(text):
        return [breach.split(":", 2)[1:] for breach in measure("x", text)[0]]

    def expect(text, *wanted):
        have = [(int(line), what.strip()) for line, what in found(text)]
        if len(have) != len(wanted) or any(line != at or part not in what for (line, what), (at, part) in zip(have, wanted)):
            sys.exit(f"tests/words.py is wrong about {text!r}:\n{have}\n{list(wanted)}")

    long, median = "Word" + " word" * 40 + ".", "median"
    expect("# Title\n\nShort. " + long + "\n", (3, "a sentence of 41 words"), (1, median))
    expect("One.\nTwo.\nThree\n" + long + "\nFour. Five.\n", (3, "a sentence of 42 words"))
    expect("One.\n\n" + "Nine words are in this sentence, which is short. " * 11, (3, "a paragraph of 99 words"))
    expect("| a | " + long + " |\n|---|---|\n", (1, "a sentence of 41 words"))
    expect("- One.\n- Two.\n  " + long + "\n", (3, "a sentence of 41 words"))
    expect("Nineteen words are in this sentence, and so it is one word longer than half of them may be, no more.\n", (1, median))
    expect("Two images, one of\nwhich is large. It is large, too.\n", (1, "of which"), (2, "too"))
    expect("".join(f"- {'word ' * 15}\n" for _ in range(9)))                    # no item runs into the next one
    expect("".join(f"| {'word ' * 15} |\n" for _ in range(9)))
    expect("One.\n\n```\n" + long * 3 + "\n```\n\n    " + long * 3 + "\n    " + long * 3 + "\n\nTwo.\n")
    expect("One `" + "word " * 50 + "` is one word. [Two](" + "a/" * 50 + ") is one, too many.\n")
    planted = list(in_strings("x", 'f("One.");\n// "' + long + '"\ng("{} ' + "word " * 20 + '"\n  "' + "word " * 20 + '");\nh("' + long[5:] + '");'))
    if len(planted) != 1 or not planted[0].startswith("x:3: a sentence of 41 words"):
        sys.exit(f"tests/words.py is wrong about strings: {planted}")
    expect("D. Nehab et al. 2011, e.g. that .. Here\n" + "word " * 29 + "\nand `x`. `y` is a second sentence.\nA third.\n")


def main():
    check_itself()
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    strings = [] if names else [line for folder in PROGRAM for file in sorted((ROOT / folder).rglob("*.*")) if file.suffix in (".cpp", ".h", ".cu", ".cuh")
                                for line in in_strings(file.relative_to(ROOT), file.read_text(encoding="utf-8"))]
    names = names or [n for n in NAMES] + sorted(str(f.relative_to(ROOT)) for f in (ROOT / "docs").rglob("*.md"))
    print("\n".join(strings), end="\n" if strings else "")
    failed = len(strings)
    for name in names:
        breaches, (longest, largest, median) = measure(name, (ROOT / name).read_text(encoding="utf-8"))
        failed += len(breaches)
        print("\n".join(breaches), end="\n" if breaches else "")
        if "--all" in sys.argv:
            print(f"{name}: {len(breaches)} breaches; longest sentence {longest}, longest paragraph {largest}, median {median:g}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
