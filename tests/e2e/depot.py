"""Usage: depot.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all.

What a daemon has accepted is found by every daemon that shares its place, and survives the end of the daemon. The tests walk every kind of
object (KINDS) over every place (PLACES): a kind or a place that is added to the tables gets all tests."""
import base64
import http.server
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from biped_bvh import clip  # noqa: E402
from person_glb import person  # noqa: E402
import runner  # noqa: E402
from posed import PATIENCE, Posed, wait_for  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
GLB = {"Content-Type": "model/gltf-binary"}
JSON = {"Content-Type": "application/json"}
FLOATS = {"Content-Type": "application/octet-stream"}
BVH = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n"
EYES = [[0.03, 1.65, 0.1], [-0.03, 1.65, 0.1]]
BODY = [[0.17, 1.4, 0], [-0.17, 1.4, 0], [0.25, 1.15, 0], [-0.25, 1.15, 0], [0.25, 0.9, 0.1], [-0.25, 0.9, 0.1], [0.09, 0.9, 0],
        [-0.09, 0.9, 0], [0.1, 0.5, 0.05], [-0.1, 0.5, 0.05], [0.1, 0.08, 0], [-0.1, 0.08, 0]]
tests = []


def take(frames, webhook=None):
    rows = [[None, *EYES, None, None, *[[x + 0.001 * i, y, z] for x, y, z in BODY]] for i in range(frames)]
    return {"rate": 30, "people": [{"keypoints": {"set": "coco17", "frames": rows}}], **({"webhook": webhook} if webhook else {})}


def joints(length):
    return json.dumps({"joints": [{"name": "a", "parent": None, "offset": [0, 0, 0]}, {"name": "b", "parent": "a", "offset": [0, length, 0]}]}).encode()


def wall(x):
    return json.dumps({"walls": [{"from": [x, 0], "to": [x, 2]}]}).encode()


# What a client puts under an id: folder of the route, headers, two bodies of which the second replaces the first, what of the object else is asked
KINDS = {
    "scene": ("scenes", JSON, wall(1), wall(2), ("?heights=true",)),
    "height map": ("scenes", FLOATS, b"\0" * 64, b"\0\0\x80\x3f" * 16, ("?heights=true",)),
    "skeleton of joints": ("skeletons", JSON, joints(1), joints(2), ()),
    "skeleton of BVH": ("skeletons", {"Content-Type": "application/x-bvh"}, BVH, BVH.replace(b"0 1 0", b"0 2 0"), ()),
    "skeleton of glTF": ("skeletons", GLB, person(), person(size=0.9), ()),
    "character": ("characters", GLB, person(), person(size=0.9), ()),
    "clip": ("clips", {"Content-Type": "application/x-bvh"}, clip(60, True).encode(), clip(90, False).encode(), ()),
}
QUERY = {"height map": "?columns=4&cell=0.5"}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Place:
    """A place that daemons share: Redis, a folder, or Redis with a folder for what is larger than `blob` bytes."""

    def __init__(self, has_redis, has_folder, blob=None):
        self.folder = tempfile.mkdtemp(prefix="posed-place-")
        self.has_folder, self.blob, self.port, self.process = has_folder, blob, free_port() if has_redis else 0, None

    def start(self):
        if self.port:
            self.process = subprocess.Popen(["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
                                             "--dir", self.folder, "--logfile", "log"], stdout=subprocess.DEVNULL)
            assert wait_for(self.is_there)

    def is_there(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def daemon(self, node, config=""):
        cluster = f"cluster: {{redis: '127.0.0.1:{self.port}', node: {node}, lease: 1"
        cluster += f", blob_bytes: {self.blob}}}\n" if self.blob else "}\n"
        store = f"store: {{folder: {self.folder}/store}}\n" if self.has_folder else ""
        return Posed(os.path.join(BUILD, "posed"), MODELS, (cluster if self.port else "") + store + config, only=("default", "person"))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


PLACES = {"Redis": (True, False), "a folder": (False, True), "Redis and a folder": (True, True, 64)}


def test(function):
    """One test for each place."""
    for name, place in PLACES.items():
        def run(place=place):
            with Place(*place) as p:
                function(p)
        run.__name__ = f"{function.__name__}_in_{name.replace(' ', '_')}"
        tests.append(run)
    return function


def same(a, b, path, what):
    """Both daemons answer a GET alike; returns the body."""
    here, there = a.ask("GET", path), b.ask("GET", path)
    assert here.status == there.status == 200, (what, path, here.status, there.status, there.body[:300])
    assert here.headers.get("etag") == there.headers.get("etag"), (what, path, here.headers, there.headers)
    assert here.body == there.body, (what, path)
    return there.body


@test
def every_kind_of_object_is_found_at_every_daemon_and_survives_its_own(place):
    with place.daemon("a") as a, place.daemon("b") as b:
        paths, etags = {}, {}
        for i, (kind, (folder, headers, first, second, more)) in enumerate(KINDS.items()):
            path = paths[kind] = f"/v1/{folder}/thing-{i}"
            put = a.ask("PUT", path + QUERY.get(kind, ""), first, headers)
            assert put.status == 201, (kind, put.body)
            same(a, b, path, kind)
            etag = b.ask("GET", path).headers["etag"]

            # a condition of the other daemon holds for the object, and one that does not is refused
            assert b.ask("PUT", path + QUERY.get(kind, ""), second, {**headers, "If-None-Match": "*"}).status == 412, kind
            replaced = b.ask("PUT", path + QUERY.get(kind, ""), second, {**headers, "If-Match": etag})
            assert replaced.status == 200, (kind, replaced.body)
            same(a, b, path, kind)
            assert b.ask("GET", path).headers["etag"] != etag, kind
            assert a.ask("PUT", path + QUERY.get(kind, ""), first, {**headers, "If-Match": etag}).status == 412, kind
            assert f"thing-{i}" in b.ask("GET", f"/v1/{folder}").body.decode(), kind
            etags[kind] = a.ask("GET", path).headers["etag"]
            for query in more:
                same(a, b, path + query, kind)
        made = a.ask("POST", "/v1/avatars", {"model": "person", "random": 7}).json()
        assert any(x["id"] == made["id"] for x in b.ask("GET", "/v1/avatars").json()["avatars"])
        for suffix in ("", ".glb?lod=3"):
            same(a, b, f"/v1/avatars/{made['id']}{suffix}", "avatar")

        a.signal(signal.SIGKILL)
        a.process.wait()
        for kind, path in paths.items():
            got = b.ask("GET", path)
            assert got.status == 200 and got.headers["etag"] == etags[kind], (kind, got.status)
        assert b.ask("GET", f"/v1/avatars/{made['id']}.glb?lod=3").status == 200
        with place.daemon("a") as again:  # and a daemon that starts later knows them
            for kind, path in paths.items():
                same(b, again, path, kind)
            for kind, path in paths.items():
                assert again.ask("DELETE", path).status == 204, kind
                assert again.ask("GET", path).status == b.ask("GET", path).status == 404, kind
                assert b.ask("DELETE", path).status == 404, kind
            assert b.ask("DELETE", f"/v1/avatars/{made['id']}").status == 204
            assert again.ask("GET", f"/v1/avatars/{made['id']}").status == 404


@test
def the_limit_of_an_owner_counts_at_all_daemons(place):
    limits = "limits: {owner_skeletons: 2, owner_avatars: 1}\nstream: {owner_scenes: 2}\n"
    with place.daemon("a", limits) as a, place.daemon("b", limits) as b:
        for folder, body in (("scenes", wall(1)), ("skeletons", joints(1))):
            assert a.ask("PUT", f"/v1/{folder}/one", body, JSON).status == 201
            assert b.ask("PUT", f"/v1/{folder}/two", body, JSON).status == 201
            for p in (a, b):
                full = p.ask("PUT", f"/v1/{folder}/three", body, JSON)
                assert full.status >= 400 and "at most 2 allowed" in full.json()["detail"], full.body
            assert b.ask("DELETE", f"/v1/{folder}/one").status == 204
            assert a.ask("PUT", f"/v1/{folder}/three", body, JSON).status == 201


FORMATS = ("json", "npz", "glb", "bvh")


def state_of(p, job):
    reply = p.ask("GET", f"/v1/jobs/{job}")
    return reply.json()["status"] if reply.status == 200 else reply.status


@test
def the_result_of_a_job_is_found_at_every_daemon_in_every_format(place):
    with place.daemon("a") as a, place.daemon("b") as b:
        job = a.ask("POST", "/v1/jobs", take(2)).json()["id"]
        assert wait_for(lambda: state_of(b, job) == "done"), b.ask("GET", f"/v1/jobs/{job}").body
        assert any(x["id"] == job for x in b.ask("GET", "/v1/jobs").json()["jobs"])
        assert wait_for(lambda: state_of(a, job) == "done")
        same(a, b, f"/v1/jobs/{job}", "job")
        for format in FORMATS:
            same(a, b, f"/v1/jobs/{job}/result?format={format}", format)
        assert b.ask("GET", f"/v1/jobs/{job}/result?format=trc").status == 400  # as at the daemon that ran it
        a.signal(signal.SIGKILL)
        a.process.wait()
        for format in FORMATS:
            assert b.ask("GET", f"/v1/jobs/{job}/result?format={format}").status == 200
        with place.daemon("c") as c:
            same(b, c, f"/v1/jobs/{job}/result?format=npz", "job")
            assert c.ask("DELETE", f"/v1/jobs/{job}").status == 204
            assert state_of(b, job) == state_of(c, job) == 404


class Receiver:
    def __init__(self):
        self.got = got = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                got.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def config(self, folder):
        secret = os.path.join(folder, "secret")
        with open(secret, "w") as file:
            file.write("whsec_" + base64.b64encode(b"k" * 32).decode() + "\n")
        return f"webhooks: {{allow: ['{self.url}'], secret_file: {secret}}}\n"


def end_under_way(place, number):
    """A daemon with one job that runs and one that waits gets a signal; another daemon finishes both, and the receiver hears of both once."""
    receiver = Receiver()
    config = "drain_timeout: 0\n" + receiver.config(place.folder)
    with place.daemon("a", config) as a:
        with place.daemon("b", config) as b:
            jobs = [a.ask("POST", "/v1/jobs", take(frames, receiver.url + "/")).json()["id"] for frames in (1000, 2)]
            assert wait_for(lambda: state_of(a, jobs[0]) == "running")
            assert state_of(b, jobs[1]) == "queued"  # the other daemon knows of them before
            a.signal(number)
            a.process.wait()
            for job in jobs:
                assert wait_for(lambda: state_of(b, job) == "done"), (state_of(b, job), b.log_text()[-2000:])
                assert b.ask("GET", f"/v1/jobs/{job}/result?format=npz").status == 200
            if number == signal.SIGTERM:
                assert "job left to another daemon" in a.log_text(), a.log_text()[-2000:]
            assert b.log_text().count("job of another daemon taken over") == 2, b.log_text()[-2000:]
            heard = [receiver.got.get(timeout=PATIENCE) for _ in jobs]
            assert all(h["type"] == "job.done" for h in heard) and {h["data"]["id"] for h in heard} == set(jobs), heard


@test
def jobs_of_a_daemon_that_stops_are_done_by_another(place):
    end_under_way(place, signal.SIGTERM)


@test
def jobs_of_a_daemon_that_is_lost_are_done_by_another(place):
    end_under_way(place, signal.SIGKILL)


@test
def a_job_that_one_daemon_runs_is_cancelled_by_a_request_to_another(place):
    with place.daemon("a") as a, place.daemon("b") as b:
        long = take(3000)
        job = a.ask("POST", "/v1/jobs", {**long, "people": 2 * long["people"]}).json()["id"]
        assert wait_for(lambda: state_of(b, job) == "running")
        assert b.ask("DELETE", f"/v1/jobs/{job}").status == 204
        assert wait_for(lambda: state_of(a, job) == 404)
        after = a.ask("POST", "/v1/jobs", take(1)).json()["id"]  # its thread is free again
        assert wait_for(lambda: state_of(a, after) == "done")


@test
def a_place_that_is_away_makes_nothing_missing_and_nothing_lost(place):
    if not place.port:
        return
    with place.daemon("a") as a, place.daemon("b") as b:
        assert a.ask("PUT", "/v1/scenes/here", wall(1), JSON).status == 201
        made = a.ask("POST", "/v1/avatars", {"model": "person", "random": 7}).json()["id"]
        place.stop()
        for path in ("/v1/scenes/here", f"/v1/avatars/{made}"):
            assert a.ask("GET", path).status == 200, path  # it is here
            away = b.ask("GET", path)
            assert away.status == 503 and "Redis" in away.json()["detail"] and away.headers["retry-after"], away.body
        for reply in (b.ask("PUT", "/v1/scenes/new", wall(1), JSON), b.ask("POST", "/v1/avatars", {"model": "person", "random": 8}),
                      b.ask("POST", "/v1/jobs", take(1)), a.ask("DELETE", "/v1/scenes/here"), b.ask("GET", "/v1/scenes"), b.ask("GET", "/v1/jobs/0123")):
            assert reply.status == 503, reply.body
        place.start()
        assert wait_for(lambda: b.ask("PUT", "/v1/scenes/new", wall(1), JSON).status == 201)


def alone(function):
    tests.append(function)
    return function


@alone
def a_drain_without_a_place_ends_jobs_with_an_event():
    receiver = Receiver()
    with tempfile.TemporaryDirectory() as folder:
        config = "drain_timeout: 0.2\n" + receiver.config(folder)
        with Posed(os.path.join(BUILD, "posed"), MODELS, config, only=("default",)) as p:
            jobs = [p.ask("POST", "/v1/jobs", take(n, receiver.url + "/")).json()["id"] for n in (3000, 2)]
            assert wait_for(lambda: state_of(p, jobs[0]) == "running")
            p.signal(signal.SIGTERM)
            assert p.process.wait(PATIENCE) == 0
            heard = [receiver.got.get(timeout=PATIENCE) for _ in jobs]
            assert {h["type"] for h in heard} == {"job.failed"} and {h["data"]["id"] for h in heard} == set(jobs), heard
            assert all("stopped" in h["data"]["detail"] for h in heard), heard
            for job in jobs:
                assert f"{job}" in p.log_text(), p.log_text()


@alone
def a_drain_lets_jobs_finish():
    receiver = Receiver()
    with tempfile.TemporaryDirectory() as folder:
        with Posed(os.path.join(BUILD, "posed"), MODELS, "drain_timeout: 300\n" + receiver.config(folder), only=("default",)) as p:
            jobs = [p.ask("POST", "/v1/jobs?webhook=" + urllib.parse.quote(receiver.url + "/", safe=""), take(20)).json()["id"] for _ in range(2)]
            p.signal(signal.SIGTERM)
            assert p.process.wait(PATIENCE) == 0
            heard = [receiver.got.get(timeout=PATIENCE) for _ in jobs]
            assert {h["type"] for h in heard} == {"job.done"}, heard


@alone
def a_folder_that_cannot_be_used_ends_the_start():
    with tempfile.NamedTemporaryFile() as file:
        done = subprocess.run([os.path.join(BUILD, "posed"), "--listen", "127.0.0.1:0", "--store-folder", file.name + "/x"], capture_output=True, text=True)
        assert done.returncode == 1 and "store.folder" in done.stderr and file.name in done.stderr, done


if __name__ == "__main__":
    sys.exit(runner.run(tests, sys.argv[3:]))
