"""Usage: ceiling.py POSED [name...]: a small limits.memory holds against everything that takes memory at once. No times: part of make test."""
import contextlib
import os
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import Memory, attack, check, counted, finish, posed, request, run, slow_reader, status, together  # noqa: E402
from bodies import heights, png, rollout  # noqa: E402
from posed import wait_for  # noqa: E402

MESH = "/v1/models/default/mesh?format="
CLIENTS = 160 << 20  # what the limit leaves beside the models


def batch(count):
    return ('{"bodies":[%s]}' % ",".join(["{}"] * count)).encode()


def limited(more=""):
    """A posed whose limit is what is resident at its start and CLIENTS."""
    p = posed()
    base = int(p.metric("posed_memory_base_bytes"))
    p.stop()
    limit = base + CLIENTS
    return posed(f"limits: {{memory: {limit}}}\n{more}"), limit


def held(p, *uses):
    return sum(p.metric(f'posed_memory_held_bytes{{use="{use}"}}') for use in uses)


@attack
def everything_at_once_stays_under_the_limit():
    p, limit = limited("stream: {scenes: 4}\n")
    picture, ground = png(2048), b'{"kind":"hills","side":200,"cell":0.1}'
    reader = request("POST", MESH + "bin", batch(128))  # 20 MB each, in the socket and in memory

    def one(i):
        if i < 6:
            return status(p, "POST", MESH + "ply", batch(80))  # 58 MB each, and 26 of vertices and normals
        if i < 26:
            return slow_reader(p, reader)
        if i < 34:
            return status(p, "PUT", f"/v1/scenes/s{i % 4}", picture, {"Content-Type": "image/png"})
        if i < 38:
            return status(p, "POST", "/v1/motions/rollout", rollout(ground))
        return status(p, "PUT", f"/v1/scenes/j{i}", heights(4 << 20, b"heights", b"ground"))

    with Memory(p) as memory:
        results = together(42, one)
        light = [status(p, "GET", MESH + f"bin&betas={i / 10}") for i in range(20)]
    heavy = [r for r in results if not isinstance(r, socket.socket)]
    check("every heavy request is answered 200, 201, 413 or 503", all(s in (200, 201, 413, 503) for s in heavy), counted(heavy))
    check("some heavy requests are refused with 413 or 503", 503 in heavy or 413 in heavy, counted(heavy))
    check("light meshes are answered while slow readers hold all memory that replies may take", light == [200] * 20, counted(light))
    check(f"resident memory stays under {limit >> 20} MiB", memory.most <= limit, f"{memory.most >> 20} MiB")
    for r in results:
        if isinstance(r, socket.socket):
            r.close()
    check("all memory is given back when the clients go", wait_for(lambda: held(p, "bodies", "calls") < 1 << 16, within=60), held(p, "bodies", "calls"))
    finish(p)


@attack
def bodies_that_stop_halfway_are_counted_and_given_back():
    p, _ = limited()
    head = b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8000000\r\n\r\n"
    wires = [p.wire() for _ in range(30)]
    for wire in wires:
        with contextlib.suppress(OSError):
            wire.send(head + b" " * 7900000)
    check("bodies that stopped halfway are counted, and stay under the limit", wait_for(lambda: 64 << 20 < held(p, "bodies") <= CLIENTS), held(p, "bodies"))
    check("small requests are answered beside bodies that stopped halfway",
          [status(p, "POST", MESH + "bin", b'{"betas":[1]}') for _ in range(5)] == [200] * 5)
    for wire in wires:
        wire.close()
    check("the memory of bodies that stopped halfway is given back when their clients go", wait_for(lambda: held(p, "bodies") == 0), held(p, "bodies"))
    finish(p)


@attack
def long_replies_are_made_while_they_are_read():
    """256 bodies as OBJ, 537 MB each: twelve that are read, twelve of which nobody reads more than the socket holds."""
    p, limit = limited()

    def read(i):
        with p.wire(120) as wire:
            wire.send(request("POST", MESH + "obj", batch(256)))
            got = 0
            while got < 40 << 20:
                data = wire.socket.recv(1 << 20)
                if not data:
                    return got
                got += len(data)
            return got

    with Memory(p) as memory:
        sleepers = [slow_reader(p, request("POST", MESH + "obj", batch(256))) for _ in range(12)]
        got = together(12, read)
    check("every long reply is read to its end", got == [n for n in got if isinstance(n, int) and n >= 40 << 20], got)
    check(f"resident memory with 24 long replies stays under {limit >> 20} MiB", memory.most <= limit, f"{memory.most >> 20} MiB")
    check("each long reply holds 4 MiB at most", held(p, "calls") <= 24 * 4 << 20, held(p, "calls"))
    for wire in sleepers:
        wire.close()
    check("all memory is given back when the clients go", wait_for(lambda: held(p, "bodies", "calls") < 1 << 16, within=60), held(p, "bodies", "calls"))
    finish(p)


@attack
def what_never_fits_is_413_and_what_does_not_fit_now_503():
    p, _ = limited()
    check("256 bodies as PLY, which never fit, are refused with 413", status(p, "POST", MESH + "ply", batch(256)) == 413)
    reply = p.ask("POST", MESH + "ply", batch(256)).json()
    check("the refusal names the limit", "limits.memory" in reply["detail"], reply["detail"])
    check("posed_memory_refused_total counts the refusals", p.metric("posed_memory_refused_total") >= 2)
    statuses = [status(p, "PUT", f"/v1/scenes/s{i}", png(2048), {"Content-Type": "image/png"}) for i in range(8)]
    check("scenes take at most half of the memory of clients", 2 << 24 <= held(p, "scenes") <= CLIENTS * 5 // 8 and 503 in statuses, f"{held(p, 'scenes')}, {counted(statuses)}")
    finish(p)


run()
