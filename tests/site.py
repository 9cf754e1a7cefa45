"""Makes the site, and follows its links: pages, headings and files must be in it, and nothing may come from a network.

    tests/site.py SCRATCH_FOLDER [PROGRAM]

The exit code is 77 where Sphinx, its theme or MyST are missing, unless SWEEP_REQUIRE names sphinx.
"""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs" / "site"))
import build  # noqa: E402
import reference  # noqa: E402


class Page(html.parser.HTMLParser):
    """What a page links to, what it loads, and the names in it."""
    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.names = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        of_tag = dict(attributes)
        self.names.update(of_tag[key] for key in ("id", "name") if of_tag.get(key))
        for key in ("href", "src"):
            if of_tag.get(key) is not None:
                (self.links if tag == "a" else self.loaded).append(of_tag[key])


def wrong_links(out):
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(out.rglob("*.html"))
             if not file.is_relative_to(out / "_static")}
    for file, page in pages.items():
        where = file.relative_to(out)
        for link in page.links + page.loaded:
            address = urllib.parse.urlsplit(link)
            if address.scheme in ("data", "mailto") or (link in page.links and address.scheme):
                continue
            if address.scheme or address.netloc:
                yield f"{where} loads {link}"
                continue
            target = (file.parent / urllib.parse.unquote(address.path)).resolve() if address.path else file
            if not target.is_file():
                yield f"{where}: there is no {link}"
            elif address.fragment and target in pages and urllib.parse.unquote(address.fragment) not in pages[target].names:
                yield f"{where}: nothing has the name of {link}"


def wrong_contents(out):
    """The search knows words of each section, and the reference has every function."""
    index = json.loads(re.search(r"Search\.setIndex\((.*)\)", (out / "searchindex.js").read_text(encoding="utf-8"), re.S)[1])
    for word in ("epilogu", "sweep_request_init", "gaussian_filt", "projector", "unsharp"):
        if not any(word in term for term in index["terms"]):
            yield f"the search does not find {word}"
    header = (ROOT / "lib" / "sweep.h").read_text(encoding="utf-8")
    interface = (out / "c-interface.html").read_text(encoding="utf-8")
    functions = set(re.findall(r"^SWEEP_API[^(;]*?(sweep_\w+)\(", header, re.M))
    yield from (f"c-interface.html lacks {name}" for name in sorted(functions) if name not in interface)
    yield from (f"c-interface.html: {name} has no words" for names, comment, code, _ in reference.c_entries(header) for name in names
                if "SWEEP_API" in code and not comment.strip())
    for module in ("__init__", "torch", "dask", "multi_gpu"):
        page = Page((out / f"python-sweep{'' if module == '__init__' else '-' + module}.html").read_text(encoding="utf-8"))
        names = reference.names_of(ROOT / "python" / "sweep" / f"{module}.py")
        yield from (f"the page of {module} lacks {name}" for name in names if name not in page.names and name.replace("_", "-") not in page.names)


def main():
    absent = not shutil.which("sphinx-build") or subprocess.run(
        ["/usr/bin/python3", "-c", "import sphinx, furo, myst_parser"], capture_output=True).returncode
    if absent:
        required = "sphinx" in os.environ.get("SWEEP_REQUIRE", "").split(",")
        print(f"{'failed' if required else 'skipped'}: Sphinx, Furo or MyST is missing: apt-get install python3-sphinx furo python3-myst-parser")
        return 1 if required else 77
    out = pathlib.Path(sys.argv[1]).resolve()
    if build.build(out, pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None, quiet=True):
        return 1
    wrong = [*wrong_links(out), *wrong_contents(out)]
    print("\n".join(wrong), end="\n" if wrong else "")
    index = out / "index.html"
    whole = index.read_text(encoding="utf-8")
    index.write_text(whole + '<a href="no.html">x</a><a href="#no">x</a><img src="https://a.b/c.png">', encoding="utf-8")
    planted = {"index.html: there is no no.html", "index.html: nothing has the name of #no", "index.html loads https://a.b/c.png"}
    missed = planted - set(wrong_links(out))
    index.write_text(whole, encoding="utf-8")
    print("\n".join(f"what was planted is not found: {line}" for line in missed), end="\n" if missed else "")
    return 1 if wrong or missed else 0


if __name__ == "__main__":
    sys.exit(main())
