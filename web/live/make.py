"""Makes live.html: one file, which opens from a stick and asks no network.

    web/live/make.py MODULE_FOLDER OUT.html

MODULE_FOLDER is where web/build.sh has put sweep.wasm and sweep.mjs. The page carries both, and the picture of the street.
"""
import base64
import gzip
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "gpu"))
from make import as_script, bundle  # noqa: E402

ASSETS = HERE.parent.parent / "assets"
PAGE = ["settings.js", "engine.js", "header.js", "picture.js", "controls.js", "numbers.js", "gpu.js", "blur_view.js", "passes_view.js",
        "depth_view.js", "app.js"]
WORKER = ["light.js", "line.js", "passes.js", "field.js", "truth.js", "module.js", "main.js"]
MOST_BYTES = 4 << 20


def read(*files):
    return "".join(file.read_text(encoding="utf-8") for file in files)


def base64_of(data):
    return base64.b64encode(data).decode()


def script(text):
    """Nothing in a script may end it."""
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def page(glue, module):
    """The page of a module's script and bytes."""
    worker = "'use strict';\n" + glue + read(*(HERE / "worker" / name for name in WORKER))
    parts = {
        "style": read(HERE / "style.css"),
        "data": json.dumps({}),
        "module": base64_of(gzip.compress(module, 9, mtime=0)),
        "picture": base64_of((HERE / "street.jpg").read_bytes()),
        "worker": script(worker),
        "script": script(bundle() + read(ASSETS / "page" / "base.js", *(HERE / name for name in PAGE))),
    }
    text = read(HERE / "index.html")
    for name, part in parts.items():
        before, mark, after = text.partition("{{" + name + "}}")
        assert mark, name
        text = before + part + after
    return text


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    folder, out = map(pathlib.Path, sys.argv[1:])
    try:
        text = page(as_script(read(folder / "sweep.mjs")), (folder / "sweep.wasm").read_bytes())
    except FileNotFoundError as error:
        raise SystemExit(f"make.py: {error.filename} is missing: run web/build.sh") from None
    data = text.encode()
    if len(data) > MOST_BYTES:
        raise SystemExit(f"make.py: the page would have {len(data)} bytes, more than {MOST_BYTES}")
    out.write_bytes(data)
    print(f"{out}: {len(data) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
