"""Usage: plateau.py POSED [requests]: resident memory after many mixed requests, good and bad.

Requests are sent sixteen at a time on kept connections by four processes; after COUNT / 100, COUNT / 10 and COUNT (a million unless told) the daemon has two
seconds to tidy up and its resident memory is read.
"""
import json
import multiprocessing
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
COUNT = int(sys.argv.pop(2)) if len(sys.argv) > 2 else 1000000
from attack import check, finish, posed, request, row  # noqa: E402
from bodies import heights, many_bodies, png  # noqa: E402
from posed import Wire  # noqa: E402

PROCESSES, PIPELINED = 4, 16
JSON = {"Content-Type": "application/json"}


def mix(rng):
    """One request: mostly what clients send, one in ten is wrong, one in two thousand is large."""
    n = rng.randrange(2000)
    if n == 0:
        return request("POST", "/v1/models/default/mesh", many_bodies(1 << 18))
    if n == 1:
        return request("PUT", f"/v1/scenes/s{rng.randrange(8)}", png(512), {"Content-Type": "image/png"})
    if n == 2:
        return request("PUT", f"/v1/scenes/s{rng.randrange(8)}", heights(1 << 16, b"heights", b"ground"))
    if n == 3:
        return request("POST", "/v1/models/default/mesh?format=obj", {"bodies": [{}] * 4})
    if n == 4:
        return request("POST", "/v1/motions/rollout?format=bvh", {"seconds": 1, "random": {}, "seed": n})
    if n < 40:
        return request("GET", f"/v1/models/default/mesh?format=bin&betas={rng.gauss(0, 1):.3f}")
    if n < 60:
        return request("POST", "/v1/models/default/joints", {"betas": [rng.gauss(0, 1) for _ in range(10)]}, JSON)
    if n < 100:
        return request("POST", "/v1/ik/solve", {"targets": [{"joint": "left_wrist", "position": [rng.uniform(-1, 1) for _ in range(3)]}]}, JSON)
    if n < 300:
        return request("POST", "/v1/models/default/joints", rng.choice([b"{", b"[1,2", b"{\"betas\":7}", b"{\"beta\":[1]}", b"\xff" * 40]), JSON)
    if n < 310:
        return request("DELETE", f"/v1/scenes/s{rng.randrange(9)}")
    if n < 600:
        return request("GET", rng.choice(["/v1/skeletons", "/v1/scenes", "/v1/models", "/v1/models/default", "/v1/version", "/nowhere", "/v1/models/defualt"]))
    return request("GET", "/healthz")


def ask_many(address, count, seed, out):
    rng, wire, statuses = random.Random(seed), Wire(address, 120), {}
    for first in range(0, count, PIPELINED):
        part = min(PIPELINED, count - first)
        wire.send(b"".join(mix(rng) for _ in range(part)))
        for _ in range(part):
            status = wire.reply().status
            statuses[status] = statuses.get(status, 0) + 1
    out.send(statuses)


def ask(p, count, seed):
    total, pipes = {}, []
    for i in range(PROCESSES):
        receive, send = multiprocessing.Pipe(False)
        multiprocessing.Process(target=ask_many, args=(p.address, count // PROCESSES, seed + i, send), daemon=True).start()
        pipes.append(receive)
    for pipe in pipes:
        for status, n in pipe.recv().items():
            total[status] = total.get(status, 0) + n
    return total


p = posed("log: {access: false}\n")
marks, done, statuses = [COUNT // 100, COUNT // 10, COUNT], 0, {}
sizes = [p.rss()]
start = time.monotonic()
for i, mark in enumerate(marks):
    for status, n in ask(p, mark - done, 1000 * i).items():
        statuses[status] = statuses.get(status, 0) + n
    done = mark
    time.sleep(2.5)
    sizes.append(p.rss())
mb = [round(size / 1e6, 1) for size in sizes]
row("mixed requests", f"resident at the start {mb[0]} MB, after {marks[0]} {mb[1]}, {marks[1]} {mb[2]}, {marks[2]} {mb[3]}",
    json.dumps(statuses), f"{time.monotonic() - start:.0f} s")
check(f"resident memory after {marks[2]} requests is within 5 % of that after {marks[0]}", sizes[3] <= 1.05 * sizes[1], mb)
check("no memory of replies and bodies is held after the last request", p.metric('posed_memory_held_bytes{use="calls"}') + p.metric('posed_memory_held_bytes{use="bodies"}') < 1 << 16)
finish(p)
from attack import failures  # noqa: E402
sys.exit(1 if failures else 0)
