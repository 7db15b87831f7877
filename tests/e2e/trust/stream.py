"""Usage: stream.py POSED [name...]: clients of the stream that ask for more than their part. A neighbour's frames are timed beside them.

Prints rows for docs/lab/security.md.
"""
import contextlib
import json
import multiprocessing
import os
import resource
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import Neighbour, Remote, Stream, attack, check, counted, finish, posed, request, row, run, status  # noqa: E402

PING, PONG, CONTINUATION = 9, 10, 0


# -- attackers --------------------------------------------------------------------------------------------------------


def _swallow(sockets, stop):
    """Reads whatever comes and says something each second, so that it counts as read."""
    buffer, said = bytearray(1 << 20), 0
    while not stop.is_set():
        for s in sockets:
            with contextlib.suppress(BlockingIOError):
                s.recv_into(buffer)
        if time.monotonic() - said > 0.1:
            said = time.monotonic()
            for s in sockets:
                with contextlib.suppress(OSError):
                    s.send(Stream.frame('{"type":"ping"}'))


class swallowing:
    """In a process of its own: the streams are read as fast as they come."""

    def __init__(self, streams):
        for s in streams:
            s.wire.socket.setblocking(False)
        self._stop = multiprocessing.Event()
        self._process = multiprocessing.Process(target=_swallow, args=([s.wire.socket for s in streams], self._stop), daemon=True)

    def __enter__(self):
        self._process.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._process.join(5)


def crowd(p, characters, **spawn):
    """A stream with so many characters, of which only roots come so far; and its session."""
    s = Stream(p)
    s.say('{"type":"join"}')
    welcome = json.loads(s.until('"welcome"'))
    s.say('{"type":"profile","channels":["root"],"divisor":60}')
    for i in range(characters):
        s.say(json.dumps({"type": "spawn", "position": [i % 10 * 2, i // 10 * 2], **spawn}))
        while '"busy"' in (s.until('"type":"spawned"') if i >= 0 else ""):
            time.sleep(0.1)
    return s, welcome["session"]


@attack
def vertices_of_a_hundred_bodies():
    p = posed("stream: {characters: 100}\n")
    dear, _ = crowd(p, 100, body={})
    with Neighbour(p) as before:
        time.sleep(3)
    dear.say('{"type":"profile","channels":["root","vertices"]}')
    with swallowing([dear]), Neighbour(p) as neighbour:
        time.sleep(8)
        skipped = p.metric("posed_ticks_left_out_total")
    row("100 characters with bodies, then `profile` with `vertices`", neighbour, f"before it {before}", f"{skipped:.0f} ticks skipped")
    check("a neighbour's frames stay at 60 beside the vertices of 100 bodies", neighbour.rate > 57, neighbour)
    with Neighbour(p) as after:
        time.sleep(3)
    check("a neighbour's frames stay at 60 after the vertices of 100 bodies", after.rate > 57, after)
    finish(p)


@attack
def a_hundred_profiles_of_a_hundred_characters():
    names = ["root", "joints", "rotations", "contacts", "trajectory", "smpl"]
    p = posed("stream: {characters: 100}\n")
    owner, session = crowd(p, 100)
    watchers = []
    for i in range(100):
        s = Stream(p)
        s.say(json.dumps({"type": "join", "watch": session}))
        channels = [n for k, n in enumerate(names) if (i % 63 + 1) >> k & 1]
        s.say(json.dumps({"type": "profile", "channels": channels, "quantize": 48 if i < 63 else 32}))
        watchers.append(s)
    with swallowing([owner, *watchers]), Neighbour(p) as neighbour:
        time.sleep(5)
    row("100 watchers of 100 characters, each with a profile of its own", neighbour)
    check("a neighbour's frames stay at 60 beside 100 profiles", neighbour.rate > 57, neighbour)
    finish(p)


def _pour(address, chunk, seconds, out):
    s = Stream(Remote(address))
    s.say('{"type":"join"}')
    s.until('"welcome"')
    until, sent = time.monotonic() + seconds, 0
    with contextlib.suppress(OSError):
        while time.monotonic() < until:
            s.wire.send(chunk)
            sent += 1
    with contextlib.suppress(OSError, socket.timeout):
        s.wire.socket.settimeout(2)
        bye = s.until('"bye"', frames=100000)
        out.send((sent, bye))
        return
    out.send((sent, None))


def flood(what, chunk, each):
    p = posed()
    receive, send = multiprocessing.Pipe(False)
    with Neighbour(p) as quiet:
        time.sleep(2)
    pouring = multiprocessing.Process(target=_pour, args=(p.address, chunk, 5, send), daemon=True)
    with Neighbour(p) as neighbour:
        pouring.start()
        time.sleep(5)
    sent, bye = receive.recv()
    pouring.join()
    row(f"{what} for 5 s", f"{sent * each / 1e6:.2f} M were taken", neighbour, f"alone {quiet}", f"bye: {bye}")
    check(f"{what} end the connection", bye and "flood" in bye, bye)
    check(f"a neighbour's frames stay at 60 beside {what}", neighbour.rate > 57, neighbour)
    finish(p)


@attack
def empty_fragments():
    start = Stream.frame(b"", 1, fin=False, mask=b"\0\0\0\0")
    piece = Stream.frame(b"", CONTINUATION, fin=False, mask=b"\0\0\0\0")
    flood("empty fragments", start + piece * 10000 + Stream.frame(b"", CONTINUATION, mask=b"\0\0\0\0"), 10000)


@attack
def pongs():
    flood("pongs", Stream.frame(b"", PONG, mask=b"\0\0\0\0") * 10000, 10000)


@attack
def pings():
    flood("pings", Stream.frame(b"", PING, mask=b"\0\0\0\0") * 10000, 10000)


def _from(p, host):
    """A daemon as another address of the loopback sees it."""

    class There:
        @staticmethod
        def wire(timeout):
            from posed import Wire
            wire = Wire.__new__(Wire)
            wire.socket, wire.ahead = socket.create_connection(p.address, timeout, (host, 0)), b""
            return wire

    return There


@attack
def sessions_joined_and_dropped():
    p = posed()
    start = time.monotonic()
    for _ in range(2100):
        s = Stream(p)
        s.say('{"type":"join"}')
        s.until('"type"')
        s.close()
    took = time.monotonic() - start
    other = Stream(_from(p, "127.0.0.2"))
    other.say('{"type":"join"}')
    said = other.until('"type"')
    row("2,100 sessions joined and dropped by one address", f"in {took:.1f} s", f"another's join: {said[:40]}", f"{p.metric('posed_sessions'):.0f} sessions")
    check("a client from another address joins", '"welcome"' in said, said[:200])
    finish(p)


@attack
def scenes_and_skeletons_of_one_client():
    p = posed()
    joints = {"joints": [{"name": "a", "parent": None, "offset": [0, 0, 0]}, {"name": "b", "parent": "a", "offset": [0, 1, 0]}]}
    for what, body in (("scenes", {"walls": []}), ("skeletons", joints)):
        statuses = [status(p, "PUT", f"/v1/{what}/mine{i}", body) for i in range(64)]
        data = request("PUT", f"/v1/{what}/hers", body, close=True)
        with _from(p, "127.0.0.2").wire(20) as wire:
            wire.send(data)
            theirs = wire.reply().status
        with _from(p, "127.0.0.2").wire(20) as wire:
            wire.send(request("DELETE", f"/v1/{what}/mine0", close=True))
            foreign = wire.reply(head_only=True).status
        row(f"64 {what} by one address", counted(statuses), f"another's: {theirs}", f"another's delete of one: {foreign}")
        check(f"another address puts {what} beside 64 of one", theirs == 201, theirs)
        check(f"nobody else deletes {what}", foreign == 403, foreign)
    finish(p)


@attack
def more_streams_than_descriptors():
    p = posed(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (2048, 2048)))
    streams, statuses = [], []
    for _ in range(2200):
        with contextlib.suppress(OSError):
            streams.append(Stream(p, timeout=5))
            statuses.append(streams[-1].status)
    with contextlib.suppress(OSError):
        statuses.append(status(p, "GET", "/healthz", timeout=5))
    row("2,200 WebSockets with 2,048 descriptors", counted(statuses[:-1]), f"healthz beside them {statuses[-1]}")
    check("WebSockets beyond the descriptors are answered 503", set(statuses[:-1]) == {101, 503} and len(streams) == 2200, counted(statuses))
    check("HTTP is answered beside the WebSockets that hold all descriptors", statuses[-1] == 200, statuses[-1])
    for s in streams:
        s.close()
    finish(p)


run()
