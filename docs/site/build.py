"""Makes the site: one folder of HTML that searches without a network, also from file://.

    python3 docs/site/build.py [OUT [PROGRAM]]      # build/site; what PROGRAM (build/release/sweep) says by --help becomes a page

It needs Sphinx, its theme Furo and MyST: apt-get install python3-sphinx furo python3-myst-parser. The pages are those of the
repository, at the same paths, and those of reference.py. Files that they link to are copied beside them."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import reference  # noqa: E402

ROOT = reference.ROOT
# The sections, in the order of a reader: pages of the repository, without their ending, or of reference.py.
SECTIONS = {
    "Start": ["docs/building", "docs/defaults", "SUPPORT", "CHANGELOG"],
    "Learn": ["docs/learn", "docs/live", "docs/window"],
    "Teach": ["docs/teach", "docs/lab/README", "docs/lab/teaching"],
    "Tune": ["docs/tune", "docs/sigma", "docs/filters"],
    "Use": ["docs/command-line", "options", "docs/files", "docs/library", "docs/web", "python-sweep", "python-sweep-torch", "python-sweep-dask",
            "python-sweep-multi_gpu", "c-interface", "cpp-interface", "docs/parts"],
    "Extend": ["ARCHITECTURE", "CONTRIBUTING", "gpu/KERNELS", "docs/collectives", "SECURITY"],
    "Results": ["docs/speed", "bench/results/README", "bench/results/medians", "bench/results/notes"],
}
LINK = re.compile(r"(?<!!)\[((?:`[^`]*`|[^\[\]`])*)\]\(([^()\s]+)\)")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^()\s]+)\)")


def sources(program):
    """The text of every page, by its path without ending."""
    pages = reference.pages()
    if program:
        pages["options"] = options(program)
    for section in SECTIONS.values():
        pages.update((name, (ROOT / f"{name}.md").read_text(encoding="utf-8")) for name in section if (ROOT / f"{name}.md").exists())
    for file in (ROOT / "bench" / "results").glob("*.md"):
        pages[file.relative_to(ROOT).with_suffix("").as_posix()] = file.read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    contents = [f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "\n".join(name for name in names if name in pages) + "\n```"
                for title, names in SECTIONS.items()]
    pages["index"] = readme + "\n" + "\n\n".join(contents) + "\n"
    return pages


def options(program):
    def asked(*words):
        return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
    top = asked("--help")
    commands = re.findall(r"(?m)^  ([a-z]+) {2,}\S", top[re.search(r"(?m)^(Commands|Subcommands):?$", top).end():]) if re.search(
        r"(?m)^(Commands|Subcommands):?$", top) else []
    out = ["# Every option", "What `sweep --help` and `sweep COMMAND --help` print.", "## sweep", f"```\n{top}```"]
    for command in commands:
        out += [f"## sweep {command}", f"```\n{asked(command, '--help')}```"]
    return "\n\n".join(out) + "\n"


def linked(name, text, pages, wanted):
    """The page with links that the site has: to pages as they are, and to other files, which `wanted` gets, as HTML."""
    folder = pathlib.PurePosixPath(name).parent

    def path_of(target):
        return os.path.normpath(folder / target).replace(os.sep, "/")

    def follow(match):
        words, (target, _, anchor) = match[1], match[2].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = path_of(target)
        if path.startswith("docs/") and path[5:] in ("c-interface.md", "cpp-interface.md"):
            path = path[5:]
        if (ROOT / path).is_dir():
            path += "/README.md"
        if path == "README.md":
            path = "index.md"
        if path.endswith(".md") and path[:-3] in pages:
            return f"[{words}]({os.path.relpath(path, folder)}{'#' + anchor if anchor else ''})"
        if not (ROOT / path).is_file():
            raise SystemExit(f"{name}.md: there is no {target}")
        wanted.add(path)
        return f'<a href="{target}">{words}</a>'

    for target in PICTURE.findall(text):
        if not (ROOT / path_of(target)).is_file():
            raise SystemExit(f"{name}.md: there is no picture {target}")
    wanted.update(re.findall(r'<a href="([^":]+)">', text) if "/" not in name else ())
    parts = re.split(r"(?ms)(^ {0,3}```.*?^ {0,3}```)", text)
    return "".join(part if part.lstrip().startswith("```") else LINK.sub(follow, part) for part in parts)


def build(out, program=None, quiet=False):
    out = pathlib.Path(out).resolve()
    version = re.search(r"^project\(Sweep VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
    with tempfile.TemporaryDirectory() as scratch:
        source, extra = pathlib.Path(scratch, "source"), pathlib.Path(scratch, "extra")
        wanted, pages = set(), sources(program)
        extra.mkdir()
        for name, text in pages.items():
            file = source / f"{name}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            shown = any(name in names for names in SECTIONS.values()) or name == "index"
            title = "" if text.startswith("#") else f"# {file.stem.capitalize()}\n\n"
            file.write_text(("" if shown else "---\norphan: true\n---\n\n") + title + linked(name, text, pages, wanted), encoding="utf-8")
        for path in wanted:
            (extra / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, extra / path)
        shutil.copytree(ROOT / "assets", source / "assets", ignore=shutil.ignore_patterns("*.md"))
        for path in ("docs/site/static", "cmake/desktop"):
            shutil.copytree(ROOT / path, source / path)
        shutil.copy2(ROOT / "docs" / "site" / "conf.py", source)
        shutil.rmtree(out, ignore_errors=True)
        made = subprocess.run(["sphinx-build", "-b", "html", "-j", "auto", "-W", "--keep-going", *(["-q"] if quiet else []), source, out],
                              env={**os.environ, "SWEEP_VERSION": version})
        shutil.rmtree(out / ".doctrees", ignore_errors=True)
        if made.returncode == 0:
            mend_furo(out / "_static")
        (out / ".buildinfo").unlink(missing_ok=True)
        return made.returncode


def mend_furo(static):
    """Debian 12's Furo was packed without its last steps: its script imports another one, which no browser lets it do, and nothing
    makes it dark where the system is. A newer one stays as it is."""
    script, style = static / "scripts" / "furo.js", static / "styles" / "furo.css"
    code, looks = script.read_text(encoding="utf-8"), style.read_text(encoding="utf-8")
    if code.startswith('import Gumshoe from "./gumshoe-patched.js";\n'):
        script.write_text((script.parent / "gumshoe-patched.js").read_text(encoding="utf-8") + code.partition("\n")[2], encoding="utf-8")
    dark = re.search(r'body\[data-theme="dark"\] (\{[^}]*\})', looks)
    if dark and "prefers-color-scheme: dark" not in looks:
        own = static / "sweep.css"
        own.write_text('@media (prefers-color-scheme: dark) { body[data-theme="auto"] ' + dark[1] + " }\n"
                       + own.read_text(encoding="utf-8"), encoding="utf-8")


def main():
    if not shutil.which("sphinx-build"):
        raise SystemExit("docs/site/build.py: no sphinx-build here; apt-get install python3-sphinx furo python3-myst-parser")
    if len(sys.argv) > 3 or any(word.startswith("-") for word in sys.argv[1:]):
        raise SystemExit(__doc__)
    program = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build" / "release" / "sweep").resolve()
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site")
    if code := build(out, program if program.is_file() else None):
        raise SystemExit(code)
    print(f"{out}/index.html")


if __name__ == "__main__":
    main()
