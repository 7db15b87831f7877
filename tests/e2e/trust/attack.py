"""What the attacks share: a posed of one's own, a client that measures how everybody else is served meanwhile, the verdicts.

    p = attack.posed("limits: {memory: 1 GiB}\n")
    with attack.Probe(p) as quiet:                       # GET /healthz every 10 ms, from a process of its own
        time.sleep(2)
    with attack.Probe(p, "/v1/models/default/mesh?format=bin") as light:
        ... the attack ...
    attack.check("a light mesh is answered within 50 ms", light.p99 < 50, light)
    attack.row("eight bodies of 8 MiB", light, f"RSS {p.rss() >> 20} MB")
    attack.finish(p)

Scripts are bounded (seconds and bytes), loopback only, and end with exit code 1 when a check failed. sys.argv: POSED [name...].
"""
import contextlib
import multiprocessing
import os
import random
import socket
import struct
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import posed as daemons  # noqa: E402
from posed import Wire, request  # noqa: E402, F401

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "build/posed"
MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../models")
PING, PONG = 9, 10  # opcodes of frames
failures = []
attacks = []


# -- the daemon ---------------------------------------------------------------------------------------------------------


def posed(config="", **options):
    """A posed with the shipped models on a free port. config: YAML lines."""
    return daemons.Posed(PROGRAM, MODELS, config, **options)


@contextlib.contextmanager
def control_group(limit):
    """What keeps a daemon to `limit` bytes as a container would: a function for posed(prepare=...), None where none can be made (no root)."""
    version1 = os.path.isdir("/sys/fs/cgroup/memory")
    folder = f"/sys/fs/cgroup/{'memory/' if version1 else ''}posed-attack-{os.getpid()}"
    try:
        os.mkdir(folder)
        with open(f"{folder}/{'memory.limit_in_bytes' if version1 else 'memory.max'}", "w") as file:
            file.write(str(limit))
    except OSError:
        with contextlib.suppress(OSError):
            os.rmdir(folder)
        yield None
        return

    def enter():
        with open(f"{folder}/cgroup.procs", "w") as file:
            file.write(str(os.getpid()))

    try:
        yield enter
    finally:
        with contextlib.suppress(OSError):
            os.rmdir(folder)


def descriptors(p):
    return len(os.listdir(f"/proc/{p.process.pid}/fd"))


def processor_seconds(p):
    with open(f"/proc/{p.process.pid}/stat") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# -- the others ---------------------------------------------------------------------------------------------------------


def percentile(sorted_values, part):
    return sorted_values[min(len(sorted_values) - 1, int(part * len(sorted_values)))] if sorted_values else float("inf")


class Latencies:
    """ms of the answers, and how many came with another status than the first, late or not at all."""

    def __init__(self, ms, others, lost):
        self.ms, self.others, self.lost = sorted(ms), others, lost

    def __getattr__(self, name):
        parts = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "worst": 1.0}
        if name not in parts:
            raise AttributeError(name)
        return percentile(self.ms, parts[name])

    def __str__(self):
        more = "".join(f", {n} {what}" for n, what in ((self.others, "refused"), (self.lost, "lost")) if n)
        return f"p50 {self.p50:.1f} p99 {self.p99:.1f} worst {self.worst:.1f} ms of {len(self.ms)}{more}"


def _probe(address, data, every, timeout, good, stop, out):
    """One request after another on one connection, `every` seconds."""
    ms, others, lost, wire = [], 0, 0, None
    while not stop.is_set():
        start = time.monotonic()
        try:
            wire = wire or Wire(address, timeout)
            wire.send(data)
            reply = wire.reply()
            if reply is None:
                raise ConnectionError("closed")
            others += reply.status != good
            if reply.headers.get("connection") == "close":
                wire.close()
                wire = None
        except OSError:
            lost += 1
            wire = None
        took = time.monotonic() - start
        while took > 0:  # those that would have asked meanwhile waited too (no coordinated omission)
            ms.append(took * 1e3)
            took -= every
        time.sleep(max(0, every - (time.monotonic() - start)))
    out.send((ms, others, lost))


class Probe(Latencies):
    """Asks the same again and again while the attack runs. After the block: p50, p99, worst (ms), others, lost."""

    def __init__(self, p, path="/healthz", method="GET", body=None, headers=(), every=0.01, timeout=60, good=200):
        self._receive, send = multiprocessing.Pipe(False)
        self._stop = multiprocessing.Event()
        self._process = multiprocessing.Process(
            target=_probe, args=(p.address, request(method, path, body, headers), every, timeout, good, self._stop, send), daemon=True)

    def __enter__(self):
        self._process.start()
        time.sleep(0.2)
        return self

    def __exit__(self, *_):
        self._stop.set()
        Latencies.__init__(self, *self._receive.recv())
        self._process.join()


class Memory:
    """Watches the resident memory; after the block: most (bytes)."""

    def __init__(self, p, every=0.02):
        self.p, self.every, self.most, self._stop = p, every, 0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self):
        while not self._stop.is_set():
            with contextlib.suppress(OSError, ValueError, IndexError):
                self.most = max(self.most, self.p.rss())
            time.sleep(self.every)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        with contextlib.suppress(OSError, ValueError, IndexError):
            self.most = max(self.most, self.p.rss())


# -- attackers ----------------------------------------------------------------------------------------------------------


def together(count, function, *arguments):
    """function(i, *arguments) on as many threads at once; their results, exceptions in their places."""
    results = [None] * count

    def one(i):
        try:
            results[i] = function(i, *arguments)
        except Exception as e:  # noqa: BLE001
            results[i] = e

    threads = [threading.Thread(target=one, args=(i,), daemon=True) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def status(p, method, path, body=None, headers=(), timeout=120):
    """The status of one request on a connection of its own; "lost" without an answer."""
    try:
        with p.wire(timeout) as wire:
            with contextlib.suppress(ConnectionError):  # refused while it was being sent
                wire.send(request(method, path, body, headers, close=True))
            reply = wire.reply(head_only=method == "HEAD")
            return reply.status if reply else "lost"
    except OSError:
        return "lost"


def counted(values):
    """{200: 3, 503: 1} of a list of statuses, as text."""
    return ", ".join(f"{sum(1 for v in values if v == k)} x {k}" for k in sorted(set(values), key=str))


def slow_reader(p, data, receive_buffer=4096):
    """Sends a request and reads nothing: a socket with a small window."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    s.settimeout(60)
    s.connect(p.address)
    s.sendall(data)
    return s


class Stream:
    """A WebSocket without a library: for frames that no library would send."""

    def __init__(self, p, headers=(), timeout=20, query=""):
        self.wire = p.wire(timeout)
        lines = [f"GET /v1/stream{query} HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: posed.v1", *headers]
        self.wire.send("\r\n".join(lines).encode() + b"\r\n\r\n")
        while b"\r\n\r\n" not in self.wire.ahead and self.wire.more():
            pass
        head, _, self.wire.ahead = self.wire.ahead.partition(b"\r\n\r\n")
        self.status = int(head.split()[1]) if head else 0

    @staticmethod
    def frame(payload=b"", opcode=1, fin=True, mask=None):
        payload = payload.encode() if isinstance(payload, str) else payload
        mask = struct.pack("<I", random.getrandbits(32)) if mask is None else mask
        size = len(payload)
        head = bytes([(0x80 if fin else 0) | opcode])
        head += bytes([0x80 | size]) if size < 126 else struct.pack(">BH", 0xFE, size) if size < 65536 else struct.pack(">BQ", 0xFF, size)
        return head + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload))

    def say(self, text):
        self.wire.send(self.frame(text))

    def read(self):
        """(opcode, payload) of the next frame; None when the server has closed."""

        def need(n):
            while len(self.wire.ahead) < n:
                if not self.wire.more():
                    return False
            return True

        if not need(2):
            return None
        size, at = self.wire.ahead[1] & 127, 2
        if size > 125:
            more = 2 if size == 126 else 8
            if not need(2 + more):
                return None
            size, at = int.from_bytes(self.wire.ahead[2:2 + more], "big"), 2 + more
        if not need(at + size):
            return None
        opcode, payload = self.wire.ahead[0] & 15, self.wire.ahead[at:at + size]
        self.wire.ahead = self.wire.ahead[at + size:]
        return opcode, payload

    def until(self, text, frames=1000):
        """The first text message that holds `text`; None when the stream ends first."""
        for _ in range(frames):
            got = self.read()
            if got is None:
                return None
            if got[0] == 1 and text.encode() in got[1]:
                return got[1].decode()
        return None

    def close(self):
        self.wire.close()


class Remote:
    """A daemon that another process started: of use is its address alone."""

    def __init__(self, address):
        self.address = address

    def wire(self, timeout):
        return Wire(self.address, timeout)


def _neighbour(address, stop, out):
    """One character; when each of its frames came, and how late after its own time (both CLOCK_MONOTONIC)."""
    s = Stream(Remote(address))
    s.say('{"type":"join"}')
    s.say('{"type":"spawn"}')
    came, late = [], []
    while not stop.is_set():
        got = s.read()
        if got is None:
            break
        if got[0] == PING:
            s.wire.send(s.frame(got[1], PONG))
        if got[0] == 2:
            now = time.monotonic()
            came.append(now)
            late.append((now - struct.unpack_from("<d", got[1], 12)[0]) * 1e3)
    out.send((came, late))


class Neighbour(Latencies):
    """A stream of one character while the attack runs. After the block: rate (frames a second), gap (ms, the longest), and how late."""

    def __init__(self, p):
        self._receive, send = multiprocessing.Pipe(False)
        self._stop = multiprocessing.Event()
        self._process = multiprocessing.Process(target=_neighbour, args=(p.address, self._stop, send), daemon=True)

    def __enter__(self):
        self._process.start()
        time.sleep(1)
        self._from = time.monotonic()
        return self

    def __exit__(self, *_):
        until = time.monotonic()
        self._stop.set()
        came, late = self._receive.recv()
        self._process.join()
        Latencies.__init__(self, [ms for t, ms in zip(came, late) if self._from <= t <= until], 0, 0)
        came = [t for t in came if self._from <= t <= until]
        self.rate = len(came) / (until - self._from)
        self.gap = 1e3 * max((b - a for a, b in zip(came, came[1:])), default=until - self._from)

    def __str__(self):
        return f"neighbour {self.rate:.1f} frames/s, late p50 {self.p50:.1f} p99 {self.p99:.1f} ms, longest gap {self.gap:.0f} ms"


# -- verdicts -----------------------------------------------------------------------------------------------------------


def attack(function):
    """Marks a function as one attack; run() calls those that sys.argv names, or all."""
    attacks.append(function)
    return function


def check(sentence, good, seen=""):
    print(f"{'ok' if good else 'not ok'} - {sentence}" + (f" ({seen})" if str(seen) else ""), flush=True)
    if not good:
        failures.append(sentence)


def row(what, *seen):
    """A line for the table of docs/lab/security.md."""
    print(f"row | {what} | {'; '.join(str(s) for s in seen)} |", flush=True)


def finish(p):
    """The daemon lives, answers, and ends well."""
    alive = p.process.poll() is None
    check("the daemon is still running", alive, "" if alive else f"exit {p.process.poll()}")
    if alive:
        check("the daemon answers", status(p, "GET", "/healthz") == 200)
    p.stop(within=60)


def run():
    names = sys.argv[2:]
    for function in attacks:
        if not names or function.__name__ in names:
            print(f"# {function.__name__.replace('_', ' ')}", flush=True)
            function()
    sys.exit(1 if failures else 0)
