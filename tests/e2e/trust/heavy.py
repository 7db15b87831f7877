"""Usage: heavy.py POSED [name...]: requests whose reading or making takes seconds. Healthz, a 304 and a light mesh are timed beside them.

Prints rows for docs/lab/security.md.
"""
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from attack import Memory, Probe, attack, check, counted, finish, percentile, posed, processor_seconds, row, run, status, together  # noqa: E402, F401
from bodies import GROUND, glb, heights, many_bodies, png, rollout  # noqa: E402

HEALTH_MS = 10  # p99 of healthz beside any of these, on a machine that has nothing else to do; on a busy one, twice what it is without them


def beside(p, what, count, ask, light_ms=None):
    """count requests at once, `ask(i)` each; healthz, a 304 and a light mesh meanwhile. light_ms: the mesh's p99 on a machine that has nothing else to do."""
    tag = p.ask("GET", "/v1/models/default/mesh?format=bin").headers["etag"]
    with Probe(p) as quiet:
        time.sleep(1.5)
    most = max(HEALTH_MS, 2 * quiet.p99)
    start, worked = time.monotonic(), processor_seconds(p)
    with Memory(p) as memory, Probe(p) as health, \
            Probe(p, "/v1/models/default/mesh?format=bin", headers={"If-None-Match": tag}, good=304) as cached, \
            Probe(p, "/v1/models/default/mesh?format=bin&betas=1", every=0.05) as mesh:
        statuses = together(count, ask)
    took, worked = time.monotonic() - start, processor_seconds(p) - worked
    row(what, f"healthz without it {quiet}", f"with it {health}", f"304 {cached}", f"mesh {mesh}", f"RSS up to {memory.most >> 20} MB", counted(statuses),
        f"{took:.1f} s, {worked:.1f} of a processor")
    check(f"healthz has a p99 under {most:.0f} ms beside {what}", health.p99 < most and not health.lost, health)
    check(f"a 304 has a p99 under {most:.0f} ms beside {what}", cached.p99 < most and not cached.lost, cached)
    if light_ms:
        most = max(light_ms, 5 * quiet.p99)
        check(f"a light mesh has a p99 under {most:.0f} ms beside {what}", mesh.p99 < most and not mesh.lost, mesh)
    return memory, statuses


@attack
def four_rollouts_on_a_large_ground():
    p = posed()
    body = rollout(GROUND)
    beside(p, "4 rollouts of 95 bytes with a ground of 4096 x 4096", 4, lambda i: status(p, "POST", "/v1/motions/rollout", body))
    finish(p)


@attack
def four_scenes_on_a_large_ground():
    p = posed()
    body = b'{"ground":%s}' % GROUND
    beside(p, "4 scenes of 60 bytes with a ground of 4096 x 4096", 4, lambda i: status(p, "PUT", f"/v1/scenes/s{i}", body))
    beside(p, "8 times GET /v1/scenes/{id}?heights=true of those", 8, lambda i: status(p, "GET", f"/v1/scenes/s{i % 4}?heights=true"))
    finish(p)


@attack
def eight_bodies_of_eight_mebibytes():
    p = posed()
    for what, body in (("`{\"bodies\":[{},...]}`", many_bodies(8 << 20)), ("`{\"betas\":[[[...` of numbers", heights(8 << 20, b"betas"))):
        memory, statuses = beside(p, f"8 bodies of 8 MiB, {what}", 8, lambda i: status(p, "POST", "/v1/models/default/mesh", body))
        check("every one of the eight requests is refused", all(s in (400, 413, 503) for s in statuses), counted(statuses))
    finish(p)


@attack
def eight_scenes_of_eight_mebibytes():
    p = posed()
    body = heights(1 << 20, b"heights", b"ground")
    beside(p, "8 scenes with 1 MiB of heights in JSON", 8, lambda i: status(p, "PUT", f"/v1/scenes/s{i}", body))
    finish(p)


@attack
def eight_skeletons_of_eight_mebibytes():
    p = posed()
    rest, body = p.rss(), glb(8 << 20)
    memory, statuses = beside(p, "8 .glb of 8 MiB, `\"nodes\":[{},...]`", 8,
                              lambda i: status(p, "PUT", f"/v1/skeletons/s{i}", body, {"Content-Type": "model/gltf-binary"}))
    check("every one of the eight requests is refused", all(s in (400, 413, 503) for s in statuses), counted(statuses))
    check("the refusals come before the requests take 100 MB", memory.most - rest < 100 << 20, f"{rest >> 20} -> {memory.most >> 20} MiB")
    finish(p)


@attack
def names_that_nobody_has():
    p = posed()
    problems = json.dumps({"problems": [{"targets": [{"joint": f"left_wirst_{i}", "position": [1, 2, 3]}]} for i in range(200)]}).encode()
    json_type = {"Content-Type": "application/json"}
    beside(p, f"400 IK requests of {len(problems) >> 10} KB, each with 200 joints that no skeleton has", 4,
           lambda i: [status(p, "POST", "/v1/ik/solve", problems, json_type) for _ in range(100)][0], light_ms=50)

    coded, pages = {"Accept-Encoding": "gzip"}, ("/docs", "/openapi.json")
    for page in pages:
        status(p, "GET", page, None, coded)
    beside(p, "400 times /docs and /openapi.json, gzip", 4, lambda i: [status(p, "GET", pages[i % 2], None, coded) for _ in range(100)][0], light_ms=50)
    finish(p)


@attack
def four_heightmaps():
    p = posed()
    body = png(4096)
    beside(p, f"4 PNGs of {len(body) >> 10} KB, 4096 x 4096", 4,
           lambda i: status(p, "PUT", f"/v1/scenes/s{i}", body, {"Content-Type": "image/png"}))
    finish(p)


run()
