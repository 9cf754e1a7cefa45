"""Makes blur.mjs: one file, which blurs pictures on the GPU of the browser, or on its CPU where there is none; and its example page.

    web/gpu/make.py MODULE_FOLDER [OUT_FOLDER]

MODULE_FOLDER is where web/build.sh has put sweep.wasm and sweep.mjs. Without OUT_FOLDER the files lie there, too.
"""
import base64
import gzip
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
WEB = ["text", "scan", "shaders", "device", "plan"]  # each imports those before it


def as_value(text):
    """A module as an expression of what it exports, so that one script holds several."""
    text = re.sub(r"^import \{(.*?)\} from '\./(.*?)\.mjs';$", r"const {\1} = \2;", text, flags=re.M)
    text = re.sub(r"^import \* as (\w+) from '\./(.*?)\.mjs';$", lambda m: "" if m[1] == m[2] else f"const {m[1]} = {m[2]};", text, flags=re.M)
    text = re.sub(r"^export (\{.*?\});$", r"return \1;", text, flags=re.M)
    if re.search(r"^(import|export) ", text, flags=re.M):
        raise SystemExit("make.py: a module imports or exports in a way that is not known here")
    return "(() => {\n" + text + "})()"


def bundle(names=WEB):
    """The kernels and their host side as a classic script: a constant for each file, by its name."""
    return "".join(f"const {name} = {as_value((HERE / (name + '.mjs')).read_text(encoding='utf-8'))};\n" for name in names)


def as_script(glue):
    """sweep.mjs without its exports."""
    before, mark, _ = glue.partition("// A page that holds this text as a classic script leaves the lines from here on out.")
    if not mark:
        raise SystemExit("make.py: sweep.mjs does not say where its exports begin")
    return before


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[-1])
    try:
        module = base64.b64encode(gzip.compress((folder / "sweep.wasm").read_bytes(), 9, mtime=0)).decode()
        glue = as_script((folder / "sweep.mjs").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SystemExit(f"make.py: {error.filename} is missing: run web/build.sh") from None
    text = (HERE / "blur.mjs").read_text(encoding="utf-8")
    head, mark, rest = text.partition("// Made by make.py: the module and the kernels stand here.\n")
    assert mark
    made = f"{head}const sweepFilters = (() => {{\n{glue}return {{ load }};\n}})();\n{bundle()}const packed = '{module}';\n{rest}"
    (out / "blur.mjs").write_text(made, encoding="utf-8")
    shutil.copyfile(HERE / "blur.d.mts", out / "blur.d.mts")
    shutil.copyfile(HERE / "example.html", out / "blur.html")
    print(f"{out / 'blur.mjs'}: {len(made) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
