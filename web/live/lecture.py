"""Makes the page of a lecture live: it computes what it shows, on the reader's own numbers and photos.

    python3 web/live/lecture.py MODULE_FOLDER PAGE.html [OUT.html]

PAGE.html is what `sweep rehearse .. --html` has made, and OUT.html is the same with the module of MODULE_FOLDER, where web/build.sh
has put it. Without OUT.html the page itself is replaced. A page that is live already gets the new module.
"""
import gzip
import importlib.util
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
KNOWN = importlib.util.spec_from_file_location("live_page", HERE / "make.py")
live_page = importlib.util.module_from_spec(KNOWN)  # whose parts this page shares
KNOWN.loader.exec_module(live_page)
read, script = live_page.read, live_page.script

SHARED = ["engine.js", "header.js", "picture.js"]
PAGE = ["walk.js", "pictures.js", "start.js"]
MOST_BYTES = 8 << 20  # as of LecturePage
BEGIN, END = "<!-- live -->\n", "<!-- recorded -->\n"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; img-src data: blob:"


def live(text, folder):
    """The text of a recorded page with what makes it live, before the end of its body."""
    here = HERE / "lecture"
    try:
        glue, module = live_page.as_script(read(folder / "sweep.mjs")), (folder / "lecture.wasm").read_bytes()
    except FileNotFoundError as error:
        raise SystemExit(f"lecture.py: {error.filename} is missing: run web/build.sh") from None
    worker = "'use strict';\n" + glue + read(*(HERE / "worker" / name for name in live_page.WORKER), here / "worker.js")
    text = re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), "", text, flags=re.S)
    text, policies = re.subn(r'(http-equiv="Content-Security-Policy"\s+content=")[^"]*', lambda found: found[1] + POLICY, text)
    before, mark, after = text.rpartition("</body>")
    if policies != 1 or not mark or '<script id="data"' not in before:
        raise SystemExit("lecture.py: this is no page of `sweep rehearse .. --html`")
    return "".join([
        before, BEGIN, "<style>\n", read(here / "style.css"), "</style>\n",
        '<script id="module" type="text/plain">', live_page.base64_of(gzip.compress(module, 9, mtime=0)), "</script>\n",
        '<script id="worker" type="text/plain">', script(worker), "</script>\n",
        "<script>\n'use strict';\n", script(read(*(HERE / name for name in SHARED), *(here / name for name in PAGE))), "</script>\n",
        END, mark, after])


def main():
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    folder, page, out = map(pathlib.Path, [*sys.argv[1:3], sys.argv[-1]])
    try:
        recorded = page.read_bytes()
    except OSError as error:
        raise SystemExit(f"lecture.py: {error.filename} cannot be read: make it by `sweep rehearse .. --html`") from None
    made = live(recorded.decode(), folder).encode()
    if len(made) > MOST_BYTES:
        raise SystemExit(f"lecture.py: the page would have {len(made)} bytes, more than {MOST_BYTES}")
    out.write_bytes(made)
    print(f"{out}: {len(made) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
