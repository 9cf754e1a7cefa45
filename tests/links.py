"""Follows every link of the documents inside the repository: the file must be there, and the heading in it.

    tests/links.py [FILE...]

The exit code is 1 where a link leads nowhere. No address of a network is asked.
"""
import html
import pathlib
import re
import sys
import tempfile

from last_changed import ROOT, known_files

LINK = re.compile(r"!?\[(?:`[^`]*`|\[[^\]]*\]|[^\[\]`])*\]\(<?([^()\s>]+)>?\)")


def without_code(text):
    """The text with code replaced by letters, so that lines keep their numbers."""
    def blank(match):
        return re.sub(r"[^\n]", "x", match[0])
    text = re.sub(r"(?ms)^ {0,3}(```|~~~).*?^ {0,3}\1[^\n]*$", blank, text)
    return re.sub(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)", blank, text, flags=re.S)


def anchors(text):
    """The names of the headings, as forges make them."""
    found, seen = set(), {}
    for line in re.sub(r"(?ms)^ {0,3}(```|~~~).*?^ {0,3}\1[^\n]*$", "", text).split("\n"):
        if heading := re.match(r"#{1,6}\s+(.*?)\s*#*$", line):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            name = re.sub(r"[^\w\- ]", "", html.unescape(words).lower()).replace(" ", "-")
            found.add(f"{name}-{seen[name]}" if name in seen else name)
            seen[name] = seen.get(name, 0) + 1
    return found | set(re.findall(r'(?:id|name)="([^"]+)"', text))


def dead(name, root):
    text = (root / name).read_text(encoding="utf-8")
    for match in LINK.finditer(without_code(text)):
        target, _, anchor = match[1].partition("#")
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        line = text.count("\n", 0, match.start()) + 1
        file = (root / name).parent / target if target else root / name
        if not file.exists():
            yield f"{name}:{line}: there is no {target}"
        elif not file.resolve().is_relative_to(root.resolve()):
            yield f"{name}:{line}: {target} is outside of the repository"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
            yield f"{name}:{line}: {target or name} has no heading #{anchor}"


def check_itself():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "b.md").write_text("# One `two`, three\n\n## One\n\n## One\n")
        (root / "a.md").write_text("[x](b.md) [`y`](b.md#one-two-three) [z](b.md#one-1) [w](https://a.b/c)\n`[q](no.md)`\n\n```\n[q](no.md)\n```\n"
                                   "[x](c.md)\n![x](c.png) [x](b.md#two)\n[x](../a) [`y`](#none)\n")
        have = [line.split(": ", 1)[0] for line in dead("a.md", root)]
        if have != ["a.md:7", "a.md:8", "a.md:8", "a.md:9", "a.md:9"]:
            sys.exit(f"tests/links.py is wrong about itself: {list(dead('a.md', root))}")


def main():
    check_itself()
    names = sys.argv[1:] or sorted(name for name in known_files() if name.endswith(".md"))
    wrong = [line for name in names for line in dead(name, ROOT)]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
