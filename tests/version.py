"""Compares every place that says a version with CMakeLists.txt, and the citation with what forges and registries read of it.

    tests/version.py [PROGRAM [PYTHON_FOLDER]]     # the program and the Python module are asked, too
    tests/version.py --write                       # writes the version of CMakeLists.txt into the other places

The exit code is 1 where something is said that differs.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Files, and what stands before and behind the version in each; the first place counts.
PLACES = (("CITATION.cff", r"^version: ", r"$"), ("codemeta.json", r'"version": "', r'"'),
          ("README.md", r"version *= *\{", r"\}"), ("CHANGELOG.md", r"^## ", r"$"), ("lib/sweep.h", r"version of this header, ", r";"))
# DOIs of the two papers: who cites Sweep cites them.
PAPERS = ("10.1145/2070781.2024210", "10.1145/2980179.2980222")


def version_of(text):
    found = re.search(r"^project\(Sweep VERSION (\d+\.\d+\.\d+)\b", text, re.M)
    return found[1] if found else sys.exit("tests/version.py: CMakeLists.txt says no version")


def place(before, behind):
    return re.compile(rf"({before})(\d+\.\d+\.\d+)(?={behind})", re.M)


def macros(version):
    return "".join(f"#define SWEEP_VERSION_{name} {number}\n" for name, number in zip(("MAJOR", "MINOR", "PATCH"), version.split(".")))


def write(version):
    for name, *around in PLACES:
        file = ROOT / name
        file.write_text(place(*around).sub(lambda found: found[1] + version, file.read_text(encoding="utf-8"), count=1),
                        encoding="utf-8")
    header = ROOT / "lib" / "sweep.h"
    header.write_text(re.sub(r"(?m)(^#define SWEEP_VERSION_\w+ \d+\n){3}", macros(version), header.read_text()))


def differing(version, read):
    """What is wrong, a line each. read(name): the text of a file."""
    wrong = []
    for name, *around in PLACES:
        found = place(*around).search(read(name))
        if not found or found[2] != version:
            wrong.append(f"{name} says {found[2] if found else 'no version'}, and CMakeLists.txt says {version}")
    if macros(version) not in read("lib/sweep.h"):
        wrong.append(f"lib/sweep.h: SWEEP_VERSION_MAJOR, MINOR and PATCH are not {version}")
    if not re.search(r'^dynamic = \["version"\]', read("pyproject.toml"), re.M) or re.search(r"^version", read("pyproject.toml"), re.M):
        wrong.append("pyproject.toml has a version of its own")
    return wrong + citation(read("CITATION.cff")) + codemeta(read("codemeta.json"), read("pyproject.toml"))


def citation(text):
    """What the Citation File Format 1.2.0 demands of the fields that are there. It is read without a library of YAML."""
    wrong, top = [], dict(re.findall(r"^([a-z-]+): *(.*)$", text, re.M))
    for field, pattern in {"cff-version": r"1\.2\.0", "message": r".+", "title": r".+", "authors": "", "type": "software|dataset",
                           "license": "MIT"}.items():
        if field not in top or not re.fullmatch(pattern, top[field].strip("'\"")):
            wrong.append(f"CITATION.cff: {field} is {top.get(field, 'missing')!r}")
    known = {"abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license",
             "license-url", "message", "preferred-citation", "references", "repository", "repository-artifact", "repository-code",
             "title", "type", "url", "version"}
    wrong += [f"CITATION.cff: the format has no {field}" for field in top if field not in known]
    works = re.split(r"(?m)^  - type: ", text.partition("\nreferences:\n")[2])[1:]
    for work in works:
        wrong += [f"CITATION.cff: a reference has no {field}: {work.splitlines()[1:2]}" for field in ("authors", "title", "year")
                  if not re.search(rf"(?m)^    {field}:", work)]
    wrong += [f"CITATION.cff does not name {doi}" for doi in PAPERS if sum(f"doi: {doi}\n" in work for work in works) != 1]
    return wrong


def codemeta(text, project):
    """JSON-LD of the context of CodeMeta 2.0, whose terms are the only ones here."""
    try:
        data = json.loads(text)
    except ValueError as error:
        return [f"codemeta.json: {error}"]
    wrong, terms = [], {"@context", "@type", "@id", "name", "description", "version", "license", "author", "programmingLanguage",
                        "operatingSystem", "keywords", "referencePublication", "softwareRequirements", "softwareHelp", "readme",
                        "developmentStatus", "datePublished", "isPartOf", "volumeNumber", "issueNumber", "givenName", "familyName"}
    if data.get("@context") != "https://doi.org/10.5063/schema/codemeta-2.0" or data.get("@type") != "SoftwareSourceCode":
        wrong.append("codemeta.json: @context or @type is another one")

    def look(at):
        if isinstance(at, dict):
            wrong.extend(f"codemeta.json: {key} is no term that is used here" for key in at if key not in terms)
            if "@id" in at and not re.fullmatch(r"https://\S+", at["@id"]):
                wrong.append(f"codemeta.json: {at['@id']} is no address")
        for value in at.values() if isinstance(at, dict) else at if isinstance(at, list) else ():
            look(value)
    look(data)
    wrong += [f"codemeta.json has no {key}" for key in ("name", "description", "license", "author") if not data.get(key)]
    wrong += [f"codemeta.json does not name {doi}" for doi in PAPERS
              if f"https://doi.org/{doi}" not in [work.get("@id") for work in data.get("referencePublication", [])]]
    listed = {key: re.findall(r'"([^"]*)"', values) for key, values in re.findall(r"^(description|keywords|authors) = (.*)$", project, re.M)}
    if listed != {"description": [data.get("description")], "keywords": data.get("keywords"),
                  "authors": [author["name"] for author in data.get("author", [])]}:
        wrong.append("codemeta.json and pyproject.toml describe it differently")
    return wrong


def asked(version, program, folder=None):
    """What the program and the Python module say of themselves."""
    wrong = []
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if said != f"sweep {version}\n":
        wrong.append(f"{program} --version says {said!r}")
    if folder and pathlib.Path(folder, "sweep").is_dir():
        of_module = subprocess.run([sys.executable, "-B", "-c", "import sweep; print(sweep.__version__)"], capture_output=True, text=True,
                                   env={**os.environ, "PYTHONPATH": str(folder)})
        if "No module named 'numpy'" not in of_module.stderr and of_module.stdout != f"{version}\n":
            wrong.append(f"sweep.__version__ is {of_module.stdout or of_module.stderr!r}")
    return wrong


def check_itself(version, read):
    """What is planted is found."""
    def with_change(name, before, after):
        changed = read(name).replace(before, after, 1)
        assert changed != read(name), (name, before)
        return differing(version, lambda of: changed if of == name else read(of))

    for plant in (("CITATION.cff", version, "0.0.7"), ("CITATION.cff", "title:", "titel:"), ("CITATION.cff", f"doi: {PAPERS[1]}", "doi: 1"),
                  ("codemeta.json", version, "0.0.7"), ("codemeta.json", '"license"', '"licence"'), ("codemeta.json", "{", "{,"),
                  ("README.md", f"{{{version}}}", "{0.0.7}"), ("CHANGELOG.md", f"## {version}", "## 0.0.7"),
                  ("lib/sweep.h", "MINOR ", "MINOR 9"), ("pyproject.toml", "dynamic", "version = '1'\ndynamic"),
                  ("pyproject.toml", '"CUDA"', '"Cuda"')):
        if not with_change(*plant):
            sys.exit(f"tests/version.py does not find {plant}")


def main():
    version = version_of((ROOT / "CMakeLists.txt").read_text())
    if sys.argv[1:] == ["--write"]:
        return write(version)

    def read(name):
        return (ROOT / name).read_text(encoding="utf-8")
    wrong = differing(version, read)
    if not wrong:
        check_itself(version, read)
    wrong += asked(version, *sys.argv[1:3]) if sys.argv[1:] else []
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
