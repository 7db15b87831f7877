"""Usage: memory.py POSED [name...]: requests that take much memory, against limits.memory.

The attacks hold a daemon to 1 GiB and look at its resident memory all the time; light requests are timed beside them.
"""
import os
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import (Memory, Probe, Stream, attack, check, control_group, counted, finish, posed, request, row, run, slow_reader, status,  # noqa: E402
                    together)
from posed import wait_for  # noqa: E402
from bodies import GROUND, many_bodies, png  # noqa: E402

LIMIT = 1 << 30
RESUME = 5  # seconds that a session without a connection holds its scene
MESH = "/v1/models/default/mesh?format="


def config(limit=LIMIT, more=""):
    return f"limits: {{memory: {limit}{more}}}\n"


def batch(count, **fields):
    return ('{"bodies":[%s]}' % ",".join(["{}"] * count)).encode()


def within(memory, limit=LIMIT):
    check(f"resident memory stays under {limit >> 20} MiB", memory.most <= limit, f"{memory.most >> 20} MiB")


@attack
def three_batches_of_obj():
    p = posed(config())
    start = time.monotonic()
    with Memory(p) as memory, Probe(p) as health, Probe(p, MESH + "bin&betas=1", every=0.05) as mesh:
        statuses = together(3, lambda i: status(p, "POST", MESH + "obj", batch(256)))
    row("3 x `format=obj`, 256 bodies", f"healthz {health}", f"mesh {mesh}", f"RSS up to {memory.most >> 20} MB", counted(statuses),
        f"{time.monotonic() - start:.1f} s")
    within(memory)
    check("at least one of the three large requests is answered", 200 in statuses, counted(statuses))
    check("the other large requests are answered 503", all(s in (200, 503) for s in statuses), counted(statuses))
    finish(p)


def calls(p):
    return p.metric('posed_memory_held_bytes{use="calls"}')


@attack
def sixty_slow_readers():
    p = posed(config())
    data = request("POST", MESH + "bin", batch(256))
    with Memory(p) as memory, Probe(p) as health, Probe(p, MESH + "bin&betas=1", every=0.05) as mesh:
        readers = together(60, lambda i: slow_reader(p, data))
        time.sleep(5)
        held = calls(p)
        until = time.monotonic() + 60
        while calls(p) > held / 20 and time.monotonic() < until:
            time.sleep(0.5)
        freed = 65 - (until - time.monotonic())
    row("60 slow readers of bin, 256 bodies", f"healthz {health}", f"mesh {mesh}", f"RSS up to {memory.most >> 20} MB",
        f"given back after {freed:.0f} s")
    within(memory)
    check("a light mesh is answered beside sixty slow readers", not mesh.others and not mesh.lost, mesh)
    left = calls(p)
    check("a reply that its client does not read is dropped within a minute", left < held / 20, f"{left / 2**20:.1f} of {held / 2**20:.1f} MiB")
    for reader in readers:
        if isinstance(reader, socket.socket):
            reader.close()
    finish(p)


@attack
def fifteen_replaced_scenes():
    p = posed(config(more="") + "stream: {scenes: 1}\n")
    body, streams, statuses = png(4096), [], []
    with Memory(p) as memory:
        for _ in range(15):
            statuses.append(status(p, "PUT", "/v1/scenes/yard", body, {"Content-Type": "image/png"}))
            s = Stream(p)
            s.say('{"type":"join","scene":"yard"}')
            s.until("welcome")
            streams.append(s)
    row("15 x (PUT a 31 KB PNG, join), stream.scenes 1", f"RSS up to {memory.most >> 20} MB", counted(statuses))
    within(memory)
    scenes, left = p.metric('posed_memory_held_bytes{use="scenes"}'), LIMIT - p.metric("posed_memory_base_bytes")
    check("scenes in use take at most half of what is left for clients", 0 < scenes <= left / 2, f"{scenes / 2**20:.0f} of {left / 2**20:.0f} MiB")
    check("the first scene is accepted, scenes beyond the memory are answered 503", statuses[0] == 201 and statuses[-1] == 503, counted(statuses))
    for s in streams:
        s.close()
    finish(p)


@attack
def all_at_once():
    with control_group(LIMIT) as enter:  # as in a container, of which the limit follows; without one, by the option
        stream = f"stream: {{scenes: 1, resume_window: {RESUME}}}\n"
        attack_with_all(posed(stream, prepare=enter) if enter else posed(config() + stream))


def attack_with_all(p):
    limit = int(p.metric("posed_memory_limit_bytes"))
    rest = p.rss()
    check("the limit is that of the container or of limits.memory", LIMIT * 8 // 10 < limit <= LIMIT, f"{limit >> 20} MiB")
    start = time.monotonic()
    junk, scene, ground = many_bodies(8 << 20), png(4096), b'{"ground":%s}' % GROUND
    slow = request("POST", MESH + "bin", batch(256))

    def one(i):
        if i < 3:
            return status(p, "POST", MESH + "obj", batch(256))
        if i < 63:
            return slow_reader(p, slow)
        if i < 78:
            got = status(p, "PUT", "/v1/scenes/yard", scene, {"Content-Type": "image/png"})
            s = Stream(p)
            s.say('{"type":"join","scene":"yard"}')
            return got, s, s.until("welcome") is not None
        if i < 82:
            return status(p, "PUT", f"/v1/scenes/g{i}", ground)
        return [status(p, "POST", MESH + "bin", junk) for _ in range(4)]

    with Memory(p) as memory, Probe(p) as health, Probe(p, MESH + "bin&betas=1", every=0.05) as mesh:
        results = together(90, one)
        time.sleep(3)
    row("all of them at once", f"healthz {health}", f"mesh {mesh}", f"RSS up to {memory.most >> 20} MB",
        "obj " + counted(results[:3]), "scenes " + counted([r[0] for r in results[63:78] if isinstance(r, tuple)]),
        f"{time.monotonic() - start:.1f} s")
    within(memory)
    check("light meshes are answered", not mesh.others and not mesh.lost, mesh)
    check("every request is answered", not any(isinstance(r, Exception) for r in results[:3] + results[63:]), results[:3])
    for result in results[3:63]:
        if isinstance(result, socket.socket):
            result.close()
    for result in results[63:78]:
        if isinstance(result, tuple):
            result[1].close()
    held = p.rss()

    def kept():
        return p.metric('posed_memory_held_bytes{use="scenes"}')

    check("the scenes that were replaced go with the last session in them", wait_for(lambda: kept() < 80 << 20, RESUME + 20), kept() / 2**20)
    check("the memory of the replaced scenes is freed", wait_for(lambda: p.rss() < rest + kept() + (48 << 20), 10),
          f"{rest >> 20}, {held >> 20} -> {p.rss() >> 20} MiB with {kept() / 2**20:.0f} MiB of scenes")

    def answering():
        return p.metric('posed_memory_held_bytes{use="bodies"}') + p.metric('posed_memory_held_bytes{use="calls"}')

    check("no memory of replies is held any more", wait_for(lambda: answering() < 1 << 16), answering())
    finish(p)


run()
