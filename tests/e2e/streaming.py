"""Shared by the tests of the stream: a client that reads frames, a bare socket, a daemon. sys.argv: POSED [name...]."""
import asyncio
import contextlib
import json
import math
import os
import re
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time

import websockets

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import network  # noqa: E402
import prometheus  # noqa: E402
import runner  # noqa: E402
from posed import PATIENCE, Posed  # noqa: E402
from runner import alone  # noqa: E402

PROGRAM = sys.argv[1]
SLOW = 4 if "san" in PROGRAM else 1  # sanitizers stretch time
MODELS = tempfile.mkdtemp(prefix="posed-stream-")
network.write(f"{MODELS}/motion.safetensors")
WALKER = next((os.path.abspath(f) for f in ("models/motion.safetensors", os.environ.get("WALKER", "")) if os.path.exists(f)), f"{MODELS}/motion.safetensors")
BODY = next((os.path.abspath(f) for f in ("models/default.safetensors", ) if os.path.exists(f)), None)
tests = []


def test(function):
    tests.append(function)
    return function


def same(left, right, what=""):
    assert left == right, f"{what}: {left!r}, not {right!r}"


class Frame:
    """The header and the characters' fixed parts; channels are read by clients/c in the unit tests."""

    def __init__(self, data):
        magic, self.version, self.kind, self.flags, self.tick, self.time, count, _ = struct.unpack_from("<4sBBHIdHH", data)
        assert magic == b"PSD1", data[:8]
        self.size, self.count, self.data = len(data), count, data
        self.came = time.monotonic()  # the clock that the frame's time is of
        if count:
            self.id, self.seq, self.mask, self.contacts, self.gait, self.phase, *rest = struct.unpack_from("<IIHBBf4f", data, 24)
            self.root, self.yaw = rest[:3], rest[3]


class Client:
    def __init__(self, p, socket):
        self.p, self.socket, self.frames, self.texts = p, socket, [], []

    async def say(self, type, **fields):
        await self.socket.send(json.dumps({"type": type, **fields}))

    async def take(self, within=PATIENCE):
        data = await asyncio.wait_for(self.socket.recv(), within)
        while isinstance(data, bytes) and not data.startswith(b"PSD1"):  # a compact frame that continues another one has no header
            data = await asyncio.wait_for(self.socket.recv(), within)
        if isinstance(data, bytes):
            self.frames.append(Frame(data))
            return self.frames[-1]
        self.texts.append(json.loads(data))
        return self.texts[-1]

    async def until(self, type):
        """The next text of that type."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            got = await self.take()
            if isinstance(got, dict) and got["type"] == type:
                return got
        raise AssertionError(f"no {type}")

    async def ask(self, type, answer, **fields):
        await self.say(type, **fields)
        return await self.until(answer)

    async def spawn(self, **fields):
        """The new character's id; a stage may be too slow for one more (sanitizers, busy machines), and is asked again."""
        end = time.monotonic() + PATIENCE
        while True:
            await self.say("spawn", **fields)
            while not (isinstance(got := await self.take(), dict) and got["type"] in ("spawned", "error")):
                pass
            if got["type"] == "spawned":
                return got["id"]
            assert got["code"] == "busy" and time.monotonic() < end, got
            await asyncio.sleep(0.2)

    async def frame(self):
        """The next one with characters."""
        while True:
            got = await self.take()
            if isinstance(got, Frame) and got.count:
                return got

    async def frame_where(self, good):
        """The first frame that is good: how soon it comes is the machine's matter."""
        end = time.monotonic() + PATIENCE
        while not good(frame := await self.frame()):
            assert time.monotonic() < end, (frame.count, frame.size)
        return frame

    async def collect(self, count):
        """The next frames with characters, however long they take."""
        frames = []
        while len(frames) < count:
            got = await self.take()
            if isinstance(got, Frame) and got.count:
                frames.append(got)
        return frames

    async def watch(self, seconds):
        """All frames until the stage, which makes 60 ticks a second or fewer, has made those of that time."""
        first = len(self.frames)
        while len(self.frames) == first or self.frames[-1].tick - self.frames[first].tick < 60 * seconds:
            await self.take()
        return self.frames[first:]

    async def enter(self, **spawn):
        """Joins and spawns; the character's id."""
        self.welcome = await self.ask("join", "welcome")
        return await self.spawn(**spawn)

    async def end(self):
        """Reads until the close; its code and reason."""
        try:
            while True:
                await self.take()
        except websockets.ConnectionClosed as closed:
            frame = closed.rcvd
            return (frame.code, frame.reason) if frame else (None, "")


def url(p, query=""):
    return f"ws://{p.address[0]}:{p.address[1]}/v1/stream{query}"


class connect:
    def __init__(self, p, query="", **more):
        # The queue has no bound: a client that does not take its frames would otherwise miss the answer to its close for 10 s.
        self.p, self.arguments = p, {"subprotocols": ["posed.v1"], "max_size": None, "max_queue": None, "compression": None, **more}
        self.url = url(p, query)

    async def __aenter__(self):
        self.socket = await websockets.connect(self.url, **self.arguments)
        return Client(self.p, self.socket)

    async def __aexit__(self, *_):
        await self.socket.close()


def posed(config="", **more):
    return Posed(PROGRAM, MODELS, config, **more)


def handshake(p, lines=(), target="/v1/stream", version="13", protocol="posed.v1", upgrade="websocket", connection="Upgrade"):
    """A bare upgrade request; status and body of the answer."""
    head = [f"GET {target} HTTP/1.1", "Host: localhost", f"Connection: {connection}", f"Upgrade: {upgrade}",
            f"Sec-WebSocket-Version: {version}", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
    head += [f"Sec-WebSocket-Protocol: {protocol}"] if protocol else []
    with p.wire() as wire:
        wire.send("\r\n".join(head + list(lines)).encode() + b"\r\n\r\n")
        reply = wire.reply(head_only=True)
        return reply.status


class Bare:
    """A socket that speaks just enough of RFC 6455; it answers pings when it reads, and only then."""

    def __init__(self, p, receive_buffer=0):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(p.address)
        self.socket.sendall(b"GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                            b"Sec-WebSocket-Protocol: posed.v1\r\n\r\n")

    def say(self, text):
        self.socket.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)

    def frame(self, first, payload, mask=b"\1\2\3\4", length=None):
        """One frame with that first byte; mask None: bare."""
        size = len(payload) if length is None else length
        head = bytes([first, (0x80 if mask else 0) | min(size, 126)]) + (size.to_bytes(2, "big") if size > 125 else b"")
        self.socket.sendall(head + (mask + bytes(c ^ mask[i % 4] for i, c in enumerate(payload)) if mask else payload))

    def heard(self, within=PATIENCE, enough=lambda frames: False):
        """(opcode, payload) of what the server says until it closes, or it is enough."""
        data, frames, end = b"", [], time.monotonic() + within
        while time.monotonic() < end and not enough(frames):
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            more = self.socket.recv(1 << 16)
            if not more:
                return frames
            data += more
            if data.startswith(b"HTTP"):
                if b"\r\n\r\n" not in data:
                    continue
                data = data.split(b"\r\n\r\n", 1)[1]
            while len(data) >= 2:
                size, at = data[1], 2
                if size > 125:
                    at = 4 if size == 126 else 10
                    size = int.from_bytes(data[2:at], "big") if len(data) >= at else 1 << 40
                if len(data) < at + size:
                    break
                frames.append((data[0] & 15, data[at:at + size]))
                data = data[at + size:]
        if enough(frames):
            return frames
        raise AssertionError(f"not closed: {frames[-3:]}")

    def ticks(self, enough):
        """Of the frames that come until these are enough."""
        data, found, end = b"", [], time.monotonic() + PATIENCE
        self.socket.settimeout(PATIENCE)
        while not enough(found):
            assert time.monotonic() < end, found[-5:]
            more = self.socket.recv(1 << 16)
            assert more, "closed"
            data += more
            for ping in re.finditer(rb"\x89\x08(.{8})", more, re.S):
                self.socket.sendall(bytes([0x8a, 0x88, 0, 0, 0, 0]) + ping.group(1))
            found = [struct.unpack_from("<I", data, at.start() + 8)[0] for at in re.finditer(b"PSD1\1\0", data) if at.start() + 12 <= len(data)]
        return found


@contextlib.contextmanager
def own_models():
    """A folder of models for one test, which may write into it."""
    global MODELS
    with tempfile.TemporaryDirectory(prefix="posed-stream-") as MODELS:
        network.write(f"{MODELS}/motion.safetensors")
        sys.modules["__main__"].MODELS = MODELS
        yield


def main():
    failed = runner.run(tests, sys.argv[2:], own_models)
    shutil.rmtree(MODELS)
    return failed
