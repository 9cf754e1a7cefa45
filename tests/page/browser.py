"""A headless Chromium, driven through two pipes by its DevTools protocol."""
import json
import os
import select
import shutil
import subprocess
import time

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 60  # seconds for one answer


def find_browser():
    return next((found for found in map(shutil.which, NAMES) if found), None)


NO_GPU = "No available adapters."  # what Chromium says to a page that asks for WebGPU
# With WebGPU, which SwiftShader computes on the CPU.
GPU_ON_CPU = ("--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--disable-gpu-watchdog")


class Browser:
    """A page in a browser of its own, and the errors that it has said."""

    def __init__(self, program, folder, flags=("--disable-gpu",)):
        to_browser, self.out = os.pipe()
        self.read, from_browser = os.pipe()

        def place_pipes():  # the protocol's are 3 and 4; first out of the way of each other
            ends = [os.dup2(end, high, False) for end, high in ((to_browser, 103), (from_browser, 104))]
            for end, number in zip(ends, (3, 4)):
                os.dup2(end, number, True)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", *flags, "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={folder}/profile"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=place_pipes)
        os.close(to_browser), os.close(from_browser)
        self.bytes, self.number, self.session, self.errors, self.requests = b"", 0, None, [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Page", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        self.process.kill()
        self.process.wait()

    def message(self, deadline):
        while b"\0" not in self.bytes:
            ready = select.select([self.read], [], [], max(deadline - time.monotonic(), 0))[0]
            more = os.read(self.read, 1 << 20) if ready else b""
            if not more:
                raise RuntimeError("the browser does not answer")
            self.bytes += more
        one, self.bytes = self.bytes.split(b"\0", 1)
        return json.loads(one)

    def note(self, message):
        what, facts = message.get("method"), message.get("params", {})
        if what == "Runtime.exceptionThrown":
            details = facts["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif what == "Runtime.consoleAPICalled" and facts["type"] in ("error", "warning", "assert"):
            self.errors.append(str(facts["args"]))
        elif what == "Log.entryAdded" and facts["entry"]["level"] in ("error", "warning"):
            if facts["entry"]["text"] != NO_GPU:
                self.errors.append(facts["entry"]["text"])
        elif what == "Network.requestWillBeSent":
            self.requests.append(facts["request"]["url"])

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.message(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def value(self, script):
        """What a JavaScript expression gives."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def open(self, url, scheme="file"):
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + PATIENCE
        while self.value("document.readyState + location.href.slice(0, 4)") != "complete" + scheme:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{url} does not load")
            time.sleep(0.05)

    def resize(self, width, height, dark=True):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def picture(self, file, full=False):
        import base64
        data = self.call("Page.captureScreenshot", captureBeyondViewport=full)["data"]
        with open(file, "wb") as to:
            to.write(base64.b64decode(data))

    def pdf(self):
        import base64
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True, landscape=True, preferCSSPageSize=True)["data"])
