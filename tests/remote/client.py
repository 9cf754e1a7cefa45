"""client.py SWEEP, inside xvfb-run: gives a lecture with --remote, and asks of it what a phone asks, and what one must not."""
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
from browser import Browser, find_browser  # noqa: E402

REFUSED = (404, None)


def ask(method, url, body=None):
    """The status and the text; no status where the connection was closed instead."""
    request = urllib.request.Request(url, method=method, data=body)
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:
            return reply.status, reply.read().decode(), reply.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers
    except (urllib.error.URLError, ConnectionError):
        return None, "", {}


def said_by(process, pattern):
    for line in process.stderr:
        found = re.search(pattern, line)
        if found:
            return found
    sys.exit(f"it never said {pattern}")


def wait_for(what, condition):
    for _ in range(200):
        if condition():
            return
        time.sleep(0.1)
    sys.exit(f"it did not come: {what}")


def check_page(url, talk, steps):
    """The page in a browser: what it shows, and its buttons."""
    program = find_browser()
    if not program:
        assert "browser" not in os.environ.get("SWEEP_REQUIRE", "").split(","), "no Chromium was found"
        return
    page = Browser(program, tempfile.mkdtemp())
    try:
        page.resize(390, 844)
        page.call("Page.navigate", url=url)
        shown = "(document.getElementById('name') || {}).textContent"
        wait_for("the page", lambda: page.value(shown) == talk()["name"])
        at = talk()["step"]
        for button, step in (("back", at - 1), ("go", at)):
            page.value(f"document.getElementById('{button}').click()")
            wait_for(button, lambda step=step: page.value(shown) == steps[step - 1])
        page.value("(steps => { steps.value = 5; steps.onchange({ target: steps }); })(document.getElementById('steps'))")
        wait_for("a jump", lambda: page.value(shown) == steps[4])
        assert page.value("document.documentElement.scrollWidth <= innerWidth"), "it is as wide as the phone"
        if os.environ.get("SWEEP_PICTURE"):
            page.picture(os.environ["SWEEP_PICTURE"])
        icon = [error for error in page.errors if "favicon" not in error and "404" not in error]
        assert not icon, page.errors
        assert all(request.startswith(url) or request.endswith("/favicon.ico") for request in page.requests)
    finally:
        page.close()


def main():
    sweep, home = sys.argv[1], tempfile.mkdtemp()
    environment = dict(os.environ, XDG_CONFIG_HOME=home)
    for wrong, code, more in (("a b", 2, []), ("8000", 2, []), ("192.0.2.1", 1, ["--lecture", "short"])):
        refused = subprocess.run([sweep, f"--remote={wrong}", "--size", "320x200", "--engine", "cpu", *more], text=True,
                                 capture_output=True, timeout=60, env=environment, check=False)
        assert refused.returncode == code and len(refused.stderr.splitlines()) == 1, (wrong, refused)

    arguments = [sweep, "--lecture", "short", "--size", "320x200", "--engine", "cpu", "--remote", "--presenter"]
    # With stacks as small as some systems have them.
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, env=environment,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (2 << 20, 2 << 20))) as process:
        try:
            lecturer = said_by(process, r"remote: (http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/)$")
            check_headers(lecturer[1])
            check_room(lecturer[1], said_by(process, r"the room answers at (http://127\.0\.0\.1:\d+/[a-z2-9]{8}/)$")[1])
            check(lecturer)
        finally:
            process.terminate()
        assert process.wait(30) == 0, process.returncode
    print("ok")


def said_to(host, request):
    """What is answered to these bytes."""
    answer = b""
    with socket.create_connection(host.split(":"), timeout=20) as one:
        one.sendall(request.encode())
        while part := one.recv(65536):
            answer += part
    return answer.decode()


def check_headers(url):
    """What a header asks for changes nothing: ranges, however they are spelt, get the whole page once."""
    page = ask("GET", url)[1]
    host, path = re.fullmatch(r"http://([^/]+)(/.*)", url).groups()
    for header in ("Range: bytes=" + "0" * 7900 + "-", "Range: bytes=" + "0-," * 2600, "rAnGe:bytes=5-9",
                   "Range: bytes=0-1\r\nRange: bytes=3-4", "A: b\r\n Range: bytes=0-", "Range : bytes=0-1",
                   "If-Range: x\r\nRange: bytes=1-2", "Accept-Encoding: gzip;q=" + "0" * 7000,
                   "Accept: " + "*/*," * 1900, "Content-Type: multipart/form-data; boundary=" + "a" * 7000,
                   "Content-Length: 9999999999999999999999", "Transfer-Encoding: chunked", "Expect: 100-continue",
                   "Connection: keep-alive, Upgrade", "Cookie: " + "=;" * 3500):
        head, _, body = said_to(host, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{header}\r\n\r\n").partition("\r\n\r\n")
        assert head.startswith("HTTP/1.1 200") and body == page and len(head) < 1000, (header[:40], head, len(body))
    for line in (f"GET /{'a' * 7900} HTTP/1.1", f"GET {path}?{'a=b&' * 1900} HTTP/1.1", f"GET /{'%41' * 2600} HTTP/1.1",
                 f"{'A' * 7900} / HTTP/1.1", "GET / HTTP/1." + "1" * 7900, f"GET {'/..' * 2600} HTTP/1.1", " ", ""):
        assert len(said_to(host, line + "\r\n\r\n")) < len(page) + 1000, line[:40]
    assert ask("GET", url)[0] == 200, "it is still there"


def check_room(lecturer, room):
    """A question of the lecture, the answers of several phones, and what they must not do."""
    def talk():
        return json.loads(ask("GET", lecturer + "talk")[1])

    def question():
        return json.loads(ask("GET", room + "question")[1])

    wait_for("the lecture", lambda: talk()["runs"])
    steps = json.loads(ask("GET", lecturer + "steps")[1])
    at = next(i for i, name in enumerate(steps) if name.startswith("Your turn")) + 1
    assert question()["id"] == 0 and ask("POST", room + "answer/1/00000000000000aa/1")[0] == 404, "nothing is asked"
    ask("POST", lecturer + f"step/{at}")
    wait_for("the question", lambda: question()["open"])
    asked = question()
    assert asked["right"] == "" and asked["text"] == talk()["caption"] and talk()["question"] == "open", asked

    def say(phone, number, question_id=asked["id"]):
        return ask("POST", f"{room}answer/{question_id}/{phone:016x}/{number}")[0]

    for phone, number in ((1, "0.5"), (2, "-0.25"), (3, "2e-1"), (1, "0.75")):
        assert say(phone, number) == 204, number
    for number in ("nan", "inf", "1e999", "", "1" * 25, "0x1"):
        assert say(4, number) == 404, number
    assert say(5, "1", asked["id"] + 1) == 404 and ask("POST", room + "next")[0] == 404
    assert ask("GET", room + "talk")[0] == 404 and ask("GET", room + "steps")[0] == 404
    wait_for("three answers", lambda: question()["answers"] == 3 and talk()["answers"] == 3)
    assert talk()["step"] == at, "the room turned a page"
    check_room_page(room, question)
    before = question()["answers"]
    assert ask("POST", lecturer + "reveal")[0] == 204
    wait_for("the number", lambda: not question()["open"] and float(question()["right"]) != 0)
    assert say(6, "1") == 404 and question()["answers"] == before, "it is closed"
    ask("POST", lecturer + "next")
    wait_for("the end of the question", lambda: question() == dict(id=0, open=False, text="", right="", answers=0))
    ask("POST", lecturer + "step/1")
    wait_for("the first step", lambda: talk()["step"] == 1)


def check_room_page(room, question):
    """The room's page in a browser: a number is typed, taken, and replaced."""
    program = find_browser()
    if not program:
        assert "browser" not in os.environ.get("SWEEP_REQUIRE", "").split(","), "no Chromium was found"
        return
    page = Browser(program, tempfile.mkdtemp())
    before = question()["answers"]
    try:
        page.resize(390, 844)
        page.call("Page.navigate", url=room)
        wait_for("the field", lambda: page.value("(document.getElementById('form') || { hidden: true }).hidden === false"))
        said = "document.getElementById('said').textContent"
        send = "(n => { n.value = '%s'; document.getElementById('send').click(); })(document.getElementById('number'))"
        for text, begins in (("many", "That is no"), ("", "That is no"), ("0,25", "You said 0.25"), ("-0.5", "You said -0.5")):
            page.value(send % text)
            wait_for(text, lambda begins=begins: page.value(said).startswith(begins))
        assert question()["answers"] == before + 1, "one phone has one answer"
        page.value("document.getElementById('sign').click()")
        assert page.value("document.getElementById('number').value") == "0.5"
        assert page.value("document.documentElement.scrollWidth <= innerWidth"), "it is as wide as the phone"
        if os.environ.get("SWEEP_ROOM_PICTURE"):
            page.picture(os.environ["SWEEP_ROOM_PICTURE"])
        assert all(request.startswith(room) or request.endswith("/favicon.ico") for request in page.requests)
    finally:
        page.close()


def check(found):
    url, port, token = found[1], int(found[2]), found[3]
    root = f"http://127.0.0.1:{port}/"

    def talk():
        return json.loads(ask("GET", url + "talk")[1])

    status, page, headers = ask("GET", url)
    assert status == 200 and "<script>" in page, status
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    wait_for("the lecture", lambda: talk()["runs"])
    steps = json.loads(ask("GET", url + "steps")[1])
    assert len(steps) == talk()["steps"] >= 12 and talk()["name"] == steps[0]

    for what, step in (("next", 2), ("next", 3), ("back", 2), ("step/7", 7), (f"step/{len(steps)}", len(steps))):
        assert ask("POST", url + what)[0] == 204, what
        wait_for(what, lambda step=step: talk()["step"] == step)
    for black in (True, False):
        ask("POST", url + "black")
        wait_for("black", lambda black=black: talk()["black"] == black)
    check_page(url, talk, steps)
    before = talk()["talkSeconds"]
    wait_for("the clock", lambda: talk()["talkSeconds"] > before)

    step = talk()["step"]
    other = ("1" if token[0] == "0" else "0") + token[1:]
    for path in ("", other + "/", other + "/talk", token, token + "/../", token + "/remote.html", "../../etc/passwd",
                 token + "/%2e%2e/%2e%2e/etc/passwd", token.upper() + "x/"):
        assert ask("GET", root + path)[0] in REFUSED, path
    for path in (other + "/next", token + "/step/0", token + "/step/999", token + "/quit"):
        assert ask("POST", root + path)[0] in REFUSED, path
    assert ask("GET", url + "next")[0] == 404 and ask("DELETE", url)[0] in REFUSED

    # What comes after the header is never read; a header without end is.
    ask("POST", root + other + "/next", b"x" * 5_000_000)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as endless:
        try:
            endless.sendall(b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 100_000)
            while endless.recv(4096):
                pass
        except OSError:
            pass  # it was closed while we wrote

    # Slow ones wait for their time to end, and others are served meanwhile, at the latest then.
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
    for one in slow:
        try:
            one.sendall(b"GET /" + token[:8].encode())
        except OSError:
            pass  # too many at once are turned away
    began = time.monotonic()
    for one in slow[:4]:
        one.settimeout(20)
        try:
            one.recv(10)
        except OSError:
            pass
    assert time.monotonic() - began < 15, "a slow client is cut off"
    for one in slow:
        one.close()
    wait_for("an answer after that", lambda: ask("GET", url + "talk")[0] == 200)
    assert talk()["step"] == step, "nothing of that turned a page"


main()
