"""Pages of reference for the site, from lib/sweep.h, lib/sweep.hpp and the docstrings of python/sweep. Nothing is imported or compiled."""
import ast
import inspect
import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]


def escaped(text):
    """A text as Markdown that shows it as it is; what stands in backticks stays code."""
    parts = re.split(r"(``[^`]+``|`[^`]+`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]|#])", r"\\\1", part) for part in parts)


def prose(text):
    """Markdown of a comment or docstring: paragraphs, indented code and doctests."""
    blocks = []
    for block in re.split(r"\n\s*\n", textwrap.dedent(text).strip("\n")):
        lines = textwrap.dedent(block).split("\n")
        if block.lstrip().startswith(">>>") or all(line.startswith("    ") for line in block.split("\n")):
            blocks.append("```python\n" + "\n".join(lines) + "\n```" if ">>>" in block else "```c\n" + "\n".join(lines) + "\n```")
        else:
            blocks.append(escaped("\n".join(line.strip() for line in lines)))
    return "\n\n".join(blocks)


# --- C ---

def comment_text(comment):
    """The text of a comment of C, without its marks."""
    inner = re.sub(r"^/\*|\*/$", "", comment.strip())
    return "\n".join(re.sub(r"^ ?\* ?", "", line) for line in inner.split("\n"))


DECLARATION = re.compile(r"""
    (?P<comment>/\*(?:[^*]|\*(?!/))*\*/\n)?
    (?P<code>typedef\ (?:enum|struct)\ \w+\ \{.*?\}\ \w+;\n | (?:(?<=\n)SWEEP_API[^;]*;[^\n]*\n)+ | typedef\ struct\ \w+\ \w+;\n | (?:\#define\ SWEEP_VERSION_\w+\ \d+\n)+)
    """, re.X | re.S)


def c_entries(header):
    """Each declaration of the header with its comment: names, comment, code and line."""
    found = []
    for match in DECLARATION.finditer(header):
        code = match["code"].rstrip("\n")
        if code.startswith("typedef"):
            names = [re.search(r"(\w+);\s*$", code)[1]]
        elif code.startswith("#"):
            names = re.findall(r"#define (\w+)", code)
        else:
            names = re.findall(r"\b(sweep_\w+)\(", re.sub(r"/\*.*?\*/", "", code, flags=re.S))
        found.append((names, comment_text(match["comment"] or ""), code, header.count("\n", 0, match.start("code")) + 1))
    return found


def c_page():
    header = (ROOT / "lib" / "sweep.h").read_text(encoding="utf-8")
    first = re.match(r"/\*(.*?)\*/", header, re.S)
    out = ["# The C interface", "This page is for people who call Sweep from C. It is made of `sweep.h`. [Library](docs/library.md#c-and-c) is the introduction.",
           prose(comment_text(first[0]))]
    for title, kind in (("Functions", "sweep_function"), ("Types", "typedef")):
        out.append(f"## {title}")
        for names, comment, code, line in c_entries(header):
            if code.startswith("typedef") != (kind == "typedef"):
                continue
            out.append("### " + ", ".join(f"`{name}`" for name in names))
            shown = re.sub("(?m)^(SWEEP_API | {10}(?= ))", "", code)
            out.append(f"```c\n{shown}\n```")
            if comment.strip():
                out.append(prose(comment))
            out.append(f'<a href="lib/sweep.h">lib/sweep.h</a>, line {line}')
    return "\n\n".join(out) + "\n"


def cpp_page():
    text = (ROOT / "lib" / "sweep.hpp").read_text(encoding="utf-8")
    return ("# The C++ interface\n\nThis page is for people who call Sweep from C++. `sweep.hpp` wraps [the C interface](c-interface.md), "
            "which says what each call does, with owners and exceptions. It is short: this is all of it.\n\n```cpp\n" + text + "```\n")


# --- Python ---

def table():
    """The module that defines functions by rows, without what it imports: signatures are all that is asked."""
    source = (ROOT / "python" / "sweep" / "_table.py").read_text(encoding="utf-8")
    of_table = {}
    exec(source.replace("from ._arguments import each, number, whole", "each = number = whole = None"), of_table)  # our own file
    return of_table


def functions_of(path, of_table):
    """For each function of a module: its signature and its docstring."""
    found, constants = {}, {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Tuple, ast.Constant)):
            constants[ast.unparse(node.targets[0])] = node.value
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = f"({ast.unparse(node.args)})", ast.get_docstring(node) or ""
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "_table.define":
            library = {}
            given = [eval(ast.unparse(one), {name: ast.literal_eval(value) for name, value in constants.items() if name in ast.unparse(one)})
                     for one in (*node.value.args[1:], *(key.value for key in node.value.keywords))]
            count = len(node.value.args) - 1
            of_table["define"](library, *given[:count], **dict(zip((key.arg for key in node.value.keywords), given[count:])))
            found.update((name, (str(inspect.signature(made)), inspect.cleandoc(made.__doc__)))
                         for name, made in library.items() if inspect.isfunction(made) and not name.startswith("_"))
    return found


def names_of(path):
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    raise ValueError(f"{path} has no __all__")


def python_pages():
    """A page for `sweep` and one for each of its modules, by name."""
    folder, of_table = ROOT / "python" / "sweep", table()
    own = {}
    for node in ast.parse((folder / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            file = folder / f"{node.module}.py"
            said = functions_of(file, of_table)
            own.update({one.name: (*said[one.name], file) for one in node.names})
    pages = {}
    for module, file in (("sweep", folder / "__init__.py"), *((f"sweep.{name}", folder / f"{name}.py") for name in ("torch", "dask", "multi_gpu"))):
        said = own if module == "sweep" else {name: (*said, file) for name, said in functions_of(file, of_table).items()}
        out = [f"# `{module}`", prose(ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))))]
        names = names_of(file)
        out.append("Functions: " + ", ".join(f"[`{name}`](#{name})" for name in names))
        for name in names:
            signature, doc, where = said[name]
            path = where.relative_to(ROOT).as_posix()
            out += [f"## {name}".replace("_", r"\_"), "```python\n" + wrapped(f"{module}.{name}{signature}") + "\n```", prose(doc), f'<a href="{path}">{path}</a>']
        pages[f"python-{module.replace('.', '-')}"] = "\n\n".join(out) + "\n"
    return pages


def wrapped(signature):
    """A signature in lines of 100 columns, the further ones indented behind its bracket."""
    name, _, rest = signature.partition("(")
    lines, line = [], name + "("
    for part in re.split(r"(?<=, )(?![^(\[]*[)\]][^)]*$(?<!\)))", rest):
        if len(line) + len(part) > 100:
            lines.append(line.rstrip())
            line = " " * (len(name) + 1)
        line += part
    return "\n".join([*lines, line])


def pages():
    return {"c-interface": c_page(), "cpp-interface": cpp_page(), **python_pages()}
