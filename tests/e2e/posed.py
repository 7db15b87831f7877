"""A daemon for a test: starts it on a free port, speaks HTTP over bare sockets, reads its metrics."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PATIENCE = 300  # seconds: no test judges by time, but what has not come by then never does


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


class Wire:
    """A socket and what was read ahead on it."""

    def __init__(self, address, timeout=PATIENCE):
        self.socket = socket.create_connection(address, timeout=timeout)
        self.ahead = b""

    def send(self, data):
        self.socket.sendall(data)

    def more(self):
        data = self.socket.recv(1 << 16)
        self.ahead += data
        return data

    def reply(self, head_only=False):
        """The next reply; None when the server closed without one."""
        while b"\r\n\r\n" not in self.ahead:
            if not self.more():
                return None
        head, self.ahead = self.ahead.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        headers = {}
        for line in lines[1:]:
            name, value = line.split(":", 1)
            name = name.lower()
            headers[name] = f"{headers[name]}, {value.strip()}" if name in headers else value.strip()  # a list, as RFC 9110 has it
        if status == 100:
            return self.reply(head_only)
        if headers.get("transfer-encoding") == "chunked" and not head_only:
            return Reply(status, headers, self._chunks())
        size = 0 if head_only or status in (204, 304) else int(headers.get("content-length", 0))
        body = bytearray(self.ahead[:size])
        self.ahead = self.ahead[size:]
        while len(body) < size:
            data = self.socket.recv(min(size - len(body), 1 << 20))
            if not data:
                raise ConnectionError(f"body cut at {len(body)} of {size} bytes")
            body += data
        return Reply(status, headers, bytes(body))

    def _chunks(self):
        """The body of a reply whose length was not known when its head went out."""
        body = bytearray()
        while True:
            while b"\r\n" not in self.ahead:
                if not self.more():
                    raise ConnectionError(f"body cut after {len(body)} bytes")
            line, self.ahead = self.ahead.split(b"\r\n", 1)
            size = int(line, 16)
            while len(self.ahead) < size + 2:
                if not self.more():
                    raise ConnectionError(f"body cut after {len(body)} bytes")
            body += self.ahead[:size]
            self.ahead = self.ahead[size + 2:]
            if not size:
                return bytes(body)

    def closed(self, within=PATIENCE):
        """Waits for the server to close; whether it did."""
        self.socket.settimeout(within)
        try:
            while self.socket.recv(1 << 16):
                pass
        except (TimeoutError, socket.timeout):
            return False
        except ConnectionError:
            pass
        return True

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def request(method, path, body=None, headers=(), close=False):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"] + [f"{k}: {v}" for k, v in dict(headers).items()]
    if body is not None:
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines.append(f"Content-Length: {len(body)}")
    if close:
        lines.append("Connection: close")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


class Posed:
    """only: ids of the files of the folder models that the daemon is to have, ("default",); without it all of them, which costs seconds to read."""

    def __init__(self, program, models, config="", stderr=None, args=(), env=None, listen="127.0.0.1:0",
                 prepare=None, only=None):
        self.folder = tempfile.mkdtemp(prefix="posed-test-")
        if only is not None:
            some = os.path.join(self.folder, "models")
            os.mkdir(some)
            for name in only:
                os.symlink(os.path.join(os.path.abspath(models), f"{name}.safetensors"), os.path.join(some, f"{name}.safetensors"))
            models = some
        self.config = os.path.join(self.folder, "posed.yaml")
        with open(self.config, "w") as file:
            file.write(f"listen: \"{listen}\"\nmodels_dir: {os.path.abspath(models)}\n{config}")
        self.log = os.path.join(self.folder, "log")
        if stderr is None:
            stderr = open(self.log, "wb")
        self.process = subprocess.Popen([program, "--config", self.config, *args], stdout=subprocess.PIPE,
                                        stderr=stderr, env=env, preexec_fn=prepare)
        line = self.process.stdout.readline().decode()
        found = re.match(r"posed listening on http://(.*):(\d+)$", line.strip())
        if not found:
            raise RuntimeError(f"posed did not start: {line!r} {self.log_text()}")
        self.address = (found.group(1).strip("[]"), int(found.group(2)))

    def log_text(self):
        try:
            with open(self.log, errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def wire(self, timeout=PATIENCE):
        return Wire(self.address, timeout)

    def ask(self, method, path, body=None, headers=(), timeout=PATIENCE):
        with self.wire(timeout) as wire:
            wire.send(request(method, path, body, headers, close=True))
            return wire.reply(head_only=method == "HEAD")

    def metric(self, name):
        """A number of /metrics; name may hold labels. 0 when it is not there."""
        for line in self.ask("GET", "/metrics").body.decode().split("\n"):
            if line.startswith(name + " "):
                return float(line.split()[-1])
        return 0.0

    def rss(self):
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def peak(self, reset=False):
        """The most resident memory since the start, or since the last reset."""
        if reset:
            with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
                file.write("5")
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read()).group(1)) << 10

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self, within=PATIENCE, remove=True):
        """SIGTERM; the exit code."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = "killed"
        self.process.stdout.close()
        if remove:
            shutil.rmtree(self.folder, ignore_errors=True)
        return code

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        """A daemon that did not end with 0 (or was killed by the test) fails the test, with what it said."""
        killed = self.process.returncode == -signal.SIGKILL
        ended = self.process.poll()
        self.exit_code = self.stop(remove=False)
        text = self.log_text()
        shutil.rmtree(self.folder, ignore_errors=True)
        sanitizer = min((text.index(mark) for mark in ("ERROR: ", "WARNING: ThreadSanitizer") if mark in text), default=None)
        report = text[-2000:] if sanitizer is None else text[sanitizer:][:6000]
        if not killed and self.exit_code != 0:
            raise RuntimeError(f"posed ended with {self.exit_code} (before it was asked: {ended is not None}): {report}")


def wait_for(condition, within=PATIENCE, pause=0.02):
    until = time.monotonic() + within
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(pause)
    return False
