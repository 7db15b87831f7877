"""Usage: daemon.py POSED MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import contextlib
import hashlib
import itertools
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import prometheus  # noqa: E402
import runner  # noqa: E402
from posed import PATIENCE, Posed, Wire, request, wait_for  # noqa: E402

PROGRAM, MODELS = sys.argv[1], sys.argv[2]
tests = []


def test(function):
    tests.append(function)
    return function


def posed(config="", only=("default",), **more):
    return Posed(PROGRAM, MODELS, config, only=only, **more)


def same(left, right, what=""):
    assert left == right, f"{what}: {left!r}, not {right!r}"


def mesh(body=None, query="?format=bin", headers=(), close=False, model="default"):
    return request("POST", f"/v1/models/{model}/mesh{query}", body if body is not None else {}, headers, close)


def shape_of(p):
    return p.ask("GET", "/v1/models/default").json()


# -- everyday --------------------------------------------------------------------


@test
def health_readiness_version_and_metrics_answer():
    with posed() as p:
        same(p.ask("GET", "/healthz").status, 200)
        same(p.ask("GET", "/readyz").status, 200)
        same(p.ask("GET", "/v1/version").json()["name"], "posed")
        text = p.ask("GET", "/metrics").body.decode()
        for name in ("posed_requests_total", "posed_request_seconds_bucket", "posed_queue_depth", "posed_batch_bodies",
                     "posed_meshes_total", "posed_model_resident_bytes", "process_resident_memory_bytes",
                     "posed_build_info", "posed_connections"):
            assert name in text, name
    same(p.exit_code, 0, "exit code")


@test
def metrics_keep_the_rules_of_prometheus():
    with posed() as p:
        for target in ("/v1/models/default/joints", "/v1/models/default/measure", "/nowhere", "/v1/models"):
            p.ask("GET", target)
        p.ask("POST", "/v1/ik/solve", {"targets": [{"joint": "left_wrist", "position": [0.3, 0.4, 0.4]}]})
        found = prometheus.faults(p.ask("GET", "/metrics").body.decode())
        assert not found, "\n".join(found)


@test
def a_mesh_comes_as_raw_numbers_json_and_glb():
    with posed() as p:
        count = shape_of(p)["vertex_count"]
        with p.wire() as wire:
            wire.send(mesh({"betas": [1.5, -0.5], "include": ["vertices"]}))
            reply = wire.reply()
            same(reply.status, 200, reply.body[:300])
            same(len(reply.body), count * 12)
            assert f"vertices=1x{count}x3" in reply.headers["posed-shape"]
            wire.send(mesh({"include": ["vertices"]}, "?format=json"))
            same(len(wire.reply().json()["bodies"][0]["vertices"]), count * 3)
            wire.send(request("GET", "/v1/models/default/mesh?betas=1.5,-0.5&format=glb"))
            reply = wire.reply()
            same((reply.body[:4], reply.headers["content-type"]), (b"glTF", "model/gltf-binary"))
            same(int.from_bytes(reply.body[8:12], "little"), len(reply.body))


@test
def head_tells_the_length_and_sends_no_body():
    with posed() as p, p.wire() as wire:
        wire.send(request("HEAD", "/v1/models/default/mesh?format=bin"))
        head = wire.reply(head_only=True)
        wire.send(request("GET", "/v1/models/default/mesh?format=bin"))
        full = wire.reply()
        same((head.status, head.headers["content-length"]), (200, full.headers["content-length"]))
        same(head.headers["etag"], full.headers["etag"])


@test
def a_known_etag_is_answered_304_without_a_body():
    with posed() as p, p.wire() as wire:
        wire.send(request("GET", "/v1/models/default/mesh?betas=1&format=bin"))
        tag = wire.reply().headers["etag"]
        before = p.metric("posed_meshes_total")
        wire.send(request("GET", "/v1/models/default/mesh?betas=1&format=bin", headers={"If-None-Match": tag}))
        reply = wire.reply()
        same((reply.status, reply.body, reply.headers["etag"]), (304, b"", tag))
        same(p.metric("posed_meshes_total"), before, "no mesh was made")


@test
def another_model_under_the_same_name_has_another_etag():
    folder = "/tmp/posed-tags-%d" % os.getpid()
    os.mkdir(folder)
    first, second = "default.safetensors", "female.safetensors"
    try:
        shutil.copy(f"{MODELS}/{first}", f"{folder}/default.safetensors")
        with Posed(PROGRAM, folder) as p:
            path = "/v1/models/default/mesh?betas=1&format=bin"
            tag = p.ask("GET", path).headers["etag"]
            for _ in range(3):
                same(p.ask("GET", path, headers={"If-None-Match": tag}).status, 304)
            shutil.copy(f"{MODELS}/{second}", f"{folder}/next")
            os.rename(f"{folder}/next", f"{folder}/default.safetensors")
            same(p.ask("POST", "/v1/models/default/reload", b"").status, 200)
            reply = p.ask("GET", path, headers={"If-None-Match": tag})
            same(reply.status, 200)
            assert reply.headers["etag"] != tag
    finally:
        shutil.rmtree(folder)


@test
def options_names_the_methods_and_preflights_follow_the_list():
    with posed("access:\n  cors_origins: [\"https://example.org\"]\n") as p:
        reply = p.ask("OPTIONS", "/v1/models/default/mesh")
        assert "POST" in reply.headers["allow"], reply.headers
        wanted = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
        reply = p.ask("OPTIONS", "/v1/models/default/mesh", headers=wanted)
        same((reply.status, reply.headers.get("access-control-allow-origin")), (204, "https://example.org"))
        wanted["Origin"] = "https://elsewhere.org"
        reply = p.ask("OPTIONS", "/v1/models/default/mesh", headers=wanted)
        same(reply.headers.get("access-control-allow-origin"), None)
        reply = p.ask("GET", "/v1/version", headers={"Origin": "https://example.org"})
        same(reply.headers.get("access-control-allow-origin"), "https://example.org")
        readable = reply.headers["access-control-expose-headers"].lower().split(", ")
        assert {"etag", "posed-shape", "posed-frame", "x-request-id"} <= set(readable), readable
        reply = p.ask("POST", "/v1/models/default/mesh", {}, {"Origin": "https://elsewhere.org"})
        same(reply.status, 403, "a page elsewhere may not post")
        reply = p.ask("POST", "/v1/models/default/mesh", {}, {"Origin": "http://localhost"})
        same(reply.status, 200, "our own page may")


@test
def two_requests_in_one_segment_get_two_answers_in_order():
    with posed() as p, p.wire() as wire:
        wire.send(request("GET", "/healthz") + request("GET", "/v1/version"))
        same(wire.reply().json(), {"status": "ok"})
        same(wire.reply().json()["name"], "posed")
        wire.send(mesh({"betas": [1]}) + request("GET", "/healthz") + mesh({"betas": [2]}) + mesh({"betas": [1]}))
        first, health, second, third = (wire.reply() for _ in range(4))
        same((first.status, health.status, second.status), (200, 200, 200))
        assert first.body != second.body and first.body == third.body


@test
def a_request_id_is_kept_when_sane_and_made_otherwise():
    with posed() as p:
        same(p.ask("GET", "/healthz", headers={"X-Request-Id": "abc-1.2_3"}).headers["x-request-id"], "abc-1.2_3")
        made = p.ask("GET", "/healthz", headers={"X-Request-Id": "a b\"c"}).headers["x-request-id"]
        same(len(made), 16)
        same(p.ask("GET", "/healthz").headers["x-content-type-options"], "nosniff")


@test
def an_upgrade_that_cannot_be_is_answered_and_the_connection_closed():
    with posed() as p:
        # the stream wants its subprotocol (tests/e2e/stream.py has the rest); elsewhere nothing is upgraded
        for path, status in (("/v1/stream", 400), ("/v1/models", 200)):
            with p.wire() as wire:
                wire.send(request("GET", path, headers={"Upgrade": "websocket", "Connection": "Upgrade",
                                                        "Sec-WebSocket-Version": "13",
                                                        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}))
                same(wire.reply().status, status, path)
                assert status == 200 or wire.closed()
        same(p.metric("posed_upgrades_total"), 2)
        with p.wire() as wire:  # a connection that was used before belongs to HTTP
            wire.send(request("GET", "/healthz"))
            same(wire.reply().status, 200)
            wire.send(request("GET", "/v1/stream", headers={"Upgrade": "websocket", "Connection": "Upgrade"}))
            same(wire.reply().status, 426)
            assert wire.closed()


@test
def ipv6_and_the_health_check_flag_work():
    with posed(listen="[::1]:0") as p:
        same(p.ask("GET", "/healthz").status, 200)
        address = f"[{p.address[0]}]:{p.address[1]}"
        same(subprocess.run([PROGRAM, "--listen", address, "--healthcheck"]).returncode, 0)
    gone = subprocess.run([PROGRAM, "--listen", address, "--healthcheck"], stderr=subprocess.DEVNULL)
    same(gone.returncode, 1)


@test
def a_taken_port_ends_with_1_and_an_open_address_without_keys_with_2():
    with posed() as p:
        without = {name: value for name, value in os.environ.items() if name != "MAKELEVEL"}
        for environ, way in ((without, "to take another: --listen 127.0.0.1:9000\n"), ({**without, "MAKELEVEL": "1"}, 'to take another: make run ARGS="--listen 127.0.0.1:9000"\n')):
            taken = subprocess.run([PROGRAM, "--listen", f"127.0.0.1:{p.address[1]}"], capture_output=True, text=True, env=environ)
            same(taken.returncode, 1)
            assert "in use" in taken.stderr and way in taken.stderr, taken.stderr
    bare = subprocess.run([PROGRAM, "--listen", "0.0.0.0:0"], capture_output=True, text=True)
    same(bare.returncode, 2)
    assert "access.keys_file" in bare.stderr, bare.stderr
    gone = subprocess.run([PROGRAM, "--listen", "127.0.0.1:0", "--access-keys-file", "/nonexistent/keys"], capture_output=True, text=True)
    same(gone.returncode, 2)
    assert "access.keys_file: /nonexistent/keys" in gone.stderr, gone.stderr
    with posed("access:\n  insecure: true\n", listen="0.0.0.0:0") as p:
        same(p.ask("GET", "/healthz").status, 200)


# -- keys ------------------------------------------------------------------------


@test
def keys_and_scopes_decide_and_rates_are_kept():
    keys = "/tmp/posed-keys-%d" % os.getpid()
    with open(keys, "w") as file:
        for name, scope in (("shop", "read"), ("boss", "admin")):
            file.write(f"{name} {scope} {hashlib.sha256(name.encode()).hexdigest()}  # key is the name\n")
    try:
        with posed(f"access:\n  keys_file: {keys}\n  rate_limit: 0.001\n  rate_burst: 3\n") as p:
            bearer = {"Authorization": "Bearer shop"}
            same(p.ask("GET", "/healthz").status, 200, "open")
            reply = p.ask("GET", "/v1/models")
            same((reply.status, reply.headers["www-authenticate"]), (401, 'Bearer realm="posed"'))
            same(reply.json()["request_id"], reply.headers["x-request-id"])
            same(p.ask("GET", "/v1/models", headers={"Authorization": "Bearer sho"}).status, 401)
            same(p.ask("GET", "/v1/models", headers=bearer).status, 200)
            same(p.ask("POST", "/v1/models/default/reload", b"", bearer).status, 403)
            same(p.ask("POST", "/v1/models/default/reload", b"", {"Authorization": "bearer boss"}).status, 200)
            same(p.ask("GET", "/v1/models", headers=bearer).status, 200)
            reply = p.ask("GET", "/v1/models", headers=bearer)
            same(reply.status, 429)
            assert int(reply.headers["retry-after"]) >= 1
    finally:
        os.unlink(keys)


# -- hostile and broken clients ----------------------------------------------------


@test
def a_half_closed_client_gets_its_answer():
    with posed() as p:
        for text in (request("GET", "/healthz"), mesh({"betas": [1]})):
            with p.wire() as wire:
                wire.send(text)
                wire.socket.shutdown(socket.SHUT_WR)
                same(wire.reply().status, 200)
                assert wire.closed()


@test
def a_half_closed_client_with_half_a_request_is_closed():
    with posed() as p:
        for text in (b"GET /healthz HTT", b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"):
            with p.wire() as wire:
                wire.send(text)
                wire.socket.shutdown(socket.SHUT_WR)
                assert wire.closed()
        same(p.ask("GET", "/healthz").status, 200)


def drip(wire, text, pause=0.1):
    """Sends a byte at a time, for as long as the server takes them; what it answers is ahead."""
    until = time.monotonic() + PATIENCE
    wire.socket.settimeout(pause)
    for byte in itertools.chain(text, itertools.repeat(text[-1])):
        assert time.monotonic() < until, "it is never cut"
        try:
            wire.send(bytes([byte]))
            data = wire.socket.recv(4096)
            wire.ahead += data
            return
        except (TimeoutError, socket.timeout):
            pass
        except ConnectionError:
            return


@contextlib.contextmanager
def lasts(seconds):
    """What is in it takes at least so long: a deadline that began in it has passed."""
    start = time.monotonic()
    yield
    assert time.monotonic() - start >= seconds


@test
def a_slow_head_is_cut_at_its_deadline_whatever_trickles_in():
    with posed("limits:\n  head_timeout: 1\n") as p:
        for text in (b"GET /healthz HTTP/1.1\r\nX: a", b"POST /v1/models/default/mesh HTTP/1.1\r\nX: a"):
            with lasts(1), p.wire() as wire:
                drip(wire, text)
                assert b" 408 " in wire.ahead, wire.ahead
        with p.wire() as wire:  # a second request on a kept-alive connection
            wire.send(request("GET", "/healthz"))
            wire.reply()
            with lasts(1):
                wire.send(b"GET /healthz HTTP/1.1\r\n")
                drip(wire, b"X: a")
        with lasts(1), p.wire() as wire:  # nothing at all
            assert wire.closed()
        same(p.metric("posed_heads_slow_total"), 4)


@test
def a_slow_body_is_answered_408_at_its_deadline():
    with posed("limits:\n  body_timeout: 1\n  body_min_rate: 0\n") as p, p.wire() as wire, lasts(1):
        wire.send(b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
        drip(wire, b" ")
        assert b" 408 " in wire.ahead, wire.ahead
        same(p.metric("posed_bodies_slow_total"), 1)
    with posed("limits:\n  body_timeout: 3600\n  body_min_rate: 1 KiB\n") as p, p.wire() as wire, lasts(1):
        wire.send(b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        drip(wire, b"1\r\n \r\n" * 10000)
        assert b" 408 " in wire.ahead, wire.ahead


@test
def a_reader_that_sleeps_is_cut():
    with posed("limits:\n  idle_timeout: 1\n  reply_min_rate: 1 GiB\n") as p, p.wire() as wire:
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(40):
            wire.send(mesh({"bodies": [{}] * 16}))
        assert wait_for(lambda: p.metric("posed_replies_slow_total") == 1)


@test
def an_idle_connection_is_closed():
    with posed("limits:\n  idle_timeout: 1\n") as p, p.wire() as wire:
        wire.send(request("GET", "/healthz"))
        wire.reply()
        assert wire.closed()


@test
def a_body_over_the_limit_is_413_before_it_is_read():
    with posed("limits:\n  body_bytes: 10000\n") as p:
        with p.wire() as wire:
            wire.send(b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n\r\n{")
            reply = wire.reply()
            same(reply.status, 413)
            assert "at most 10000 allowed (limits.body_bytes)" in reply.json()["detail"], reply.body
        with p.wire() as wire:  # already sending: the answer must not be lost in a reset
            wire.send(b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n" + b" " * 400000)
            same(wire.reply().status, 413)
        with p.wire() as wire:
            wire.send(b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            try:
                for _ in range(100):
                    wire.send(b"1000\r\n" + b" " * 4096 + b"\r\n")
                    time.sleep(0.001)
            except ConnectionError:
                pass
            same(wire.reply().status, 413)
        with p.wire() as wire:
            wire.send(b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\nExpect: 100-continue\r\n\r\n")
            same(wire.reply().status, 413)
        with p.wire() as wire:
            wire.send(mesh(b"{" + b" " * 9000 + b"}") + request("GET", "/healthz"))
            same((wire.reply().status, wire.reply().status), (200, 200), "under the limit")


@test
def a_head_over_the_limit_is_431():
    with posed() as p, p.wire() as wire:
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 9000 + b"\r\n\r\n")
        reply = wire.reply()
        same(reply.status, 431)
        assert "limits.head_bytes" in reply.json()["detail"]


@test
def garbage_is_answered_or_closed_and_nothing_else_happens():
    with posed() as p:
        for text in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), b"\r\n\r\n\r\n", b"GET\r\n\r\n",
                     b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", bytes(range(256)) * 20,
                     b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                     b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
                     b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"):
            with p.wire() as wire:
                wire.send(text)
                wire.socket.shutdown(socket.SHUT_WR)
                assert wire.closed(), text[:60]
        same(p.ask("GET", "/healthz").status, 200)


@test
def a_million_nested_arrays_are_refused():
    with posed() as p, p.wire() as wire:
        for text in (b"[" * 1000000, b"[" * 1000000 + b"]" * 1000000, b'{"betas":' * 100000):
            wire.send(mesh(text))
            reply = wire.reply()
            assert reply.status in (400, 413), reply.status
        same(p.ask("GET", "/healthz").status, 200)


@test
def clients_that_leave_while_their_body_is_made_cost_nothing():
    with posed() as p:
        for _ in range(30):
            with p.wire() as wire:
                wire.send(mesh({"bodies": [{"betas": [1]}] * 20}, "?format=json"))
        assert wait_for(lambda: p.metric("posed_connections") <= 1)
        same(p.ask("GET", "/healthz").status, 200)


# -- limits of the queue and of connections -------------------------------------------


def in_parallel(count, work):
    results = [None] * count

    def run(i):
        try:
            results[i] = work(i)
        except Exception as problem:  # a test looks at what came
            results[i] = problem

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@test
def a_full_queue_answers_503_with_retry_after_at_once():
    with posed("limits:\n  queue: 1\nbatch:\n  max_bodies: 1\nworkers: 1\n") as p:
        wires = [p.wire() for _ in range(24)]
        for wire in wires:
            wire.send(request("GET", "/healthz"))
            same(wire.reply().status, 200)
        p.signal(signal.SIGSTOP)  # all of them lie there when it goes on
        for i, wire in enumerate(wires):
            wire.send(mesh({"bodies": [{"betas": [i / 10]}] * 100}, "?format=json"))
        p.signal(signal.SIGCONT)
        replies = [wire.reply() for wire in wires]
        statuses = sorted({reply.status for reply in replies})
        same(statuses, [200, 503])
        for reply in replies:
            if reply.status == 503:
                assert int(reply.headers["retry-after"]) >= 1
                assert "limits.queue" in reply.json()["detail"]
        same(p.ask("GET", "/healthz").status, 200)
        assert p.metric("posed_queue_full_total") >= 1


@test
def connections_beyond_the_limit_are_answered_503():
    with posed("limits:\n  connections: 8\n") as p:
        wires = [p.wire() for _ in range(8)]
        for wire in wires:
            wire.send(request("GET", "/healthz"))
            same(wire.reply().status, 200)
        with p.wire() as wire:
            reply = wire.reply()
            same((reply.status, "limits.connections" in reply.json()["detail"]), (503, True))
        for wire in wires:
            wire.close()
        assert wait_for(lambda: p.ask("GET", "/healthz").status == 200)


@test
def with_few_file_descriptors_limits_are_lowered_and_everybody_is_answered():
    with posed(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))) as p:
        assert wait_for(lambda: "stream.connections are lowered" in p.log_text())
        wires = [p.wire() for _ in range(100)]
        for wire in wires:
            with contextlib.suppress(OSError):  # refused before it asked
                wire.send(request("GET", "/healthz"))
        statuses = []
        for wire in wires:
            with contextlib.suppress(OSError):
                reply = wire.reply()
                statuses.append(reply.status if reply else None)
        assert 200 in statuses and 503 in statuses and set(statuses) <= {200, 503, None}, statuses
        for wire in wires:
            wire.close()
        assert wait_for(lambda: p.ask("GET", "/readyz").status == 200)


@test
def with_too_few_file_descriptors_it_does_not_start():
    try:
        with posed(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))):
            raise AssertionError("it started")
    except RuntimeError as e:
        assert "limits.connections" in str(e) and "at least" in str(e), e


@test
def with_too_little_memory_it_ends_by_itself():
    if "san" in PROGRAM:
        return  # its shadow takes terabytes of addresses
    for mib in (110, 150, 200, 250):
        short = subprocess.Popen([PROGRAM, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (mib << 20, mib << 20)))
        try:
            if short.stdout.readline():
                short.terminate()
            assert short.wait(240) in (0, 1), f"{mib} MiB: {short.returncode}"
        finally:
            short.kill()
            short.stdout.close()


# -- reload, drain, logs ------------------------------------------------------------------


def load_until(p, stop, failures, count=4):
    def run(i):
        wire, n = p.wire(), 0
        while not stop.is_set():
            try:
                wire.send(mesh({"betas": [n % 7 / 3]}))
                reply = wire.reply()
                if reply is None or reply.status != 200:
                    failures.append(reply and (reply.status, reply.body[:200]))
                n += 1
            except OSError as problem:
                failures.append(repr(problem))
                return
        wire.close()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    return threads


@test
def reloads_under_load_fail_no_request_and_a_cut_file_keeps_the_old_model():
    folder = "/tmp/posed-models-%d" % os.getpid()
    shutil.copytree(MODELS, folder, ignore=lambda d, names: [n for n in names if not n.endswith(".safetensors")])
    try:
        with Posed(PROGRAM, folder) as p:
            stop, failures = threading.Event(), []
            threads = load_until(p, stop, failures)
            wanted = sum(m["resident"] for m in p.ask("GET", "/v1/models").json()["models"])  # others are not read
            for _ in range(5):
                before = p.metric("posed_reloads_total")
                p.signal(signal.SIGHUP)
                assert wait_for(lambda: p.metric("posed_reloads_total") >= before + wanted), "reloads"
            info = p.ask("GET", "/v1/models").json()["models"]
            name = next(m["id"] for m in info if m["default"])
            with open(f"{folder}/{name}.safetensors", "r+b") as file:
                file.truncate(os.path.getsize(file.name) // 2)
            reply = p.ask("POST", "/v1/models/default/reload", b"")
            assert reply.status >= 400, reply.status
            assert f"{name}.safetensors" in reply.body.decode(), reply.body
            p.signal(signal.SIGHUP)
            assert wait_for(lambda: p.metric("posed_reload_failures_total") >= 2), "failed reloads"
            stop.set()
            for thread in threads:
                thread.join()
            same(failures, [])
            same(p.ask("POST", "/v1/models/default/mesh", {}).status, 200)
            same(p.ask("GET", "/readyz").status, 200, "the old model is resident")
    finally:
        shutil.rmtree(folder)


@test
def a_model_that_does_not_load_is_named_by_readyz_while_others_serve():
    bad = "/tmp/posed-bad-%d.safetensors" % os.getpid()
    with open(bad, "wb") as file:
        file.write(b"\xff" * 100)
    try:
        with posed(f"models:\n  - {{id: broken, file: {bad}}}\n") as p:
            reply = p.ask("GET", "/readyz")
            same(reply.status, 503)
            assert "broken" in reply.body.decode() and "/" not in reply.json()["detail"], reply.body
            assert wait_for(lambda: bad in p.log_text()), p.log_text()  # lines are written by a thread of their own
            same(p.ask("POST", "/v1/models/default/mesh", {}).status, 200)
            same(p.ask("POST", "/v1/models/broken/reload", b"").status, 500)
            os.unlink(bad)
            reply = p.ask("POST", "/v1/models/broken/reload", b"")
            same((reply.status, "No such file" in reply.json()["detail"]), (500, True))
            shutil.copy(os.path.join(MODELS, "default.safetensors"), bad)
            same(p.ask("POST", "/v1/models/broken/reload", b"").status, 200)
            same(p.ask("GET", "/readyz").status, 200)
            same(p.ask("POST", "/v1/models/broken/mesh", {}).status, 200)
    finally:
        os.unlink(bad)


@test
def a_reload_takes_over_limits_and_names_what_needs_a_restart():
    with posed() as p:
        same(p.ask("POST", "/v1/models/default/mesh", {"bodies": [{}] * 3}).status, 200)
        with open(p.config, "a") as file:
            file.write("limits:\n  batch: 2\n  head_bytes: 4096\n")
        p.signal(signal.SIGHUP)
        assert wait_for(lambda: p.ask("POST", "/v1/models/default/mesh", {"bodies": [{}] * 3}).status != 200)
        assert wait_for(lambda: "limits.head_bytes" in p.log_text()), p.log_text()
        with open(p.config, "a") as file:
            file.write("nonsense: true\n")
        p.signal(signal.SIGHUP)
        assert wait_for(lambda: "nonsense" in p.log_text()), p.log_text()
        same(p.ask("GET", "/healthz").status, 200)


def takes_no_connection(p):
    try:
        Wire(p.address, 1).close()
    except OSError:
        return True
    return False


@test
def sigterm_finishes_what_is_under_way_and_ends_with_0():
    # deadlines are other tests': here they are far beyond what six large replies take on any machine, and who is read last is not a slow reader
    with posed("workers: 1\ndrain_timeout: 3600\nlimits: {reply_min_rate: 0}\n") as p:
        wires = [p.wire(None) for _ in range(6)]
        for i, wire in enumerate(wires):
            wire.send(mesh({"bodies": [{"betas": [i / 10]}] * 40}, "?format=json"))
        assert wait_for(lambda: p.metric("posed_connections") >= 7)
        probe = p.wire(None)
        probe.send(request("GET", "/healthz"))
        probe.reply()
        p.signal(signal.SIGTERM)
        assert wait_for(lambda: takes_no_connection(p)), "new connections are taken"
        probe.send(request("GET", "/readyz"))
        reply = probe.reply()
        same((reply.status, reply.headers.get("connection", "").lower()), (503, "close"))
        for wire in wires:
            reply = wire.reply()
            same((reply.status, len(reply.json()["bodies"])), (200, 40))
        same(p.process.wait(PATIENCE), 0)
        assert '"drained","unfinished":0' in p.log_text().replace(" ", ""), p.log_text()[-500:]


@test
def a_request_that_lies_unread_as_the_drain_begins_is_answered():
    with posed("drain_timeout: 3600\n") as p, p.wire(None) as wire:
        wire.send(request("GET", "/healthz"))
        same(wire.reply().status, 200)
        p.signal(signal.SIGSTOP)  # nobody reads
        wire.send(mesh())
        p.signal(signal.SIGTERM)
        p.signal(signal.SIGCONT)
        same(wire.reply().status, 200)
        same(p.process.wait(PATIENCE), 0)


@test
def a_drain_gives_up_at_its_deadline():
    with posed("drain_timeout: 0.5\n") as p, p.wire() as wire:
        wire.send(b"POST /v1/models/default/mesh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
        assert wait_for(lambda: p.metric("posed_connections") >= 2)
        p.signal(signal.SIGTERM)  # the rest of the body never comes
        same(p.process.wait(PATIENCE), 0)
        assert '"drained","unfinished":1' in p.log_text().replace(" ", ""), p.log_text()[-500:]


@test
def a_full_disk_for_the_log_costs_lines_not_requests():
    with posed("log:\n  file: /dev/full\n") as p:
        for _ in range(20):
            same(p.ask("GET", "/healthz").status, 200)
        assert wait_for(lambda: p.metric("posed_log_dropped_total") >= 20)
    same(p.exit_code, 0)


@test
def a_closed_or_sleeping_pipe_for_the_log_costs_lines_not_requests():
    for sleeping in (False, True):
        ours, theirs = os.pipe()
        p = posed(stderr=theirs)
        os.close(theirs)
        if not sleeping:
            os.close(ours)
        with p:
            with p.wire() as wire:
                for _ in range(6000 if sleeping else 50):
                    wire.send(request("GET", "/healthz"))
                    same(wire.reply().status, 200)
            assert wait_for(lambda: p.metric("posed_log_dropped_total") >= 1), sleeping
            same(p.stop(), 0)
        if sleeping:
            os.close(ours)


@test
def log_lines_are_json_and_carry_id_route_code_bytes_and_time():
    with posed() as p:
        p.ask("GET", "/v1/version", headers={"X-Request-Id": "find-me"})
        assert wait_for(lambda: "find-me" in p.log_text())
        line = json.loads(next(line for line in p.log_text().split("\n") if "find-me" in line))
        same((line["route"], line["status"], line["method"]), ("GET /v1/version", 200, "GET"))
        assert line["bytes"] > 0 and line["ms"] >= 0 and line["time"].endswith("Z")
        evil = "/a%0a\"}{" + "x" * 3000
        p.ask("GET", evil)
        assert wait_for(lambda: p.metric('posed_requests_total{route="none",code="404"}') == 1)
        assert wait_for(lambda: '"status":404' in p.log_text() and p.log_text().endswith("\n"))
        for line in p.log_text().strip().split("\n"):
            json.loads(line)


@test
def administration_has_an_address_of_its_own():
    with posed("admin: {listen: '127.0.0.1:0'}\n") as p:
        found = [json.loads(line) for line in p.log_text().splitlines() if '"message":"administration"' in line]
        assert found or wait_for(lambda: '"administration"' in p.log_text())
        url = [json.loads(line)["url"] for line in p.log_text().splitlines() if '"message":"administration"' in line][0]

        def admin(method, path, body=None):
            with Wire(("127.0.0.1", int(url.rsplit(":", 1)[1]))) as wire:
                wire.send(request(method, path, body, close=True))
                return wire.reply().status

        for method, path, body, there, here in (("GET", "/metrics", None, 200, 404), ("GET", "/m%65trics", None, 200, 404), ("POST", "/v1/models/default/reload", b"", 200, 404),
                                                ("GET", "/v1/models", None, 404, 200), ("GET", "/healthz", None, 200, 200)):
            same((admin(method, path, body), p.ask(method, path, body).status), (there, here), path)
    same(p.exit_code, 0)


@test
def systemd_hears_when_it_is_ready_alive_reloading_and_stopping():
    folder = tempfile.mkdtemp()
    said = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
        s.bind(f"{folder}/notify")
        s.settimeout(PATIENCE)

        def hears(text):
            while not any(text in x for x in said):
                said.append(s.recv(256).decode())
            return True

        with posed("drain_timeout: 3\n", env={**os.environ, "NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "2000000"}) as p:
            assert hears("READY=1") and hears("WATCHDOG=1")
            del said[:]
            p.signal(signal.SIGHUP)
            assert hears("RELOADING=1\nMONOTONIC_USEC=") and hears("READY=1")
            p.signal(signal.SIGTERM)
            assert hears("STOPPING=1\nEXTEND_TIMEOUT_USEC=23000000"), said
    shutil.rmtree(folder)


@test
def systemd_hears_that_it_lives_while_a_reload_takes_its_time():
    folder = tempfile.mkdtemp()
    keys = f"{folder}/keys"
    line = f"web read {hashlib.sha256(b'web').hexdigest()}\n"
    with open(keys, "w") as file:
        file.write(line)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
        s.bind(f"{folder}/notify")
        s.settimeout(PATIENCE)
        env = {**os.environ, "NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "800000"}
        with posed(f"access: {{keys_file: {keys}}}\n", env=env) as p:
            while s.recv(256) != b"READY=1":
                pass
            os.unlink(keys)
            os.mkfifo(keys)  # what is read from it takes until somebody writes
            p.signal(signal.SIGHUP)
            while not s.recv(256).startswith(b"RELOADING=1"):
                pass
            for _ in range(5):  # longer than its patience of 0.8 s
                same(s.recv(256), b"WATCHDOG=1")
            with open(keys, "w") as file:
                file.write(line)
            while s.recv(256) != b"READY=1":
                pass
    shutil.rmtree(folder)


def a_wall_clock_that_jumps(folder):
    library = f"{folder}/jumping_clock.so"
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run([os.environ.get("CC", "gcc").split()[-1], "-shared", "-fPIC", "-O1", "-o", library, f"{here}/jumping_clock.c"], check=True)
    return {**os.environ, "LD_PRELOAD": library}


@test
def deadlines_hold_while_the_wall_clock_jumps():
    if "san" in PROGRAM:
        return  # a sanitizer's library wants to be the first
    folder = tempfile.mkdtemp()
    with posed("limits:\n  head_timeout: 0.5\n  idle_timeout: 1\n", env=a_wall_clock_that_jumps(folder)) as p:
        for _ in range(8):
            with p.wire() as wire:  # the second head of a connection: the watcher's to end
                wire.send(request("GET", "/healthz"))
                same(wire.reply().status, 200)
                wire.send(b"GET /healthz HTT")
                assert wire.closed(), "half a head is kept for ever"
        assert '"time"' in p.log_text(), "the log is not written"
    shutil.rmtree(folder)


@test
def a_killed_daemon_leaves_nothing_that_hinders_the_next():
    with posed() as p:
        stop, failures = threading.Event(), []
        threads = load_until(p, stop, failures)
        time.sleep(0.3)
        p.process.kill()
        p.process.wait()
        stop.set()
        for thread in threads:
            thread.join()
        again = subprocess.Popen([PROGRAM, "--config", p.config, "--listen", f"127.0.0.1:{p.address[1]}"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert b"listening" in again.stdout.readline()
        same(p.ask("GET", "/readyz").status, 200)
        again.terminate()
        same(again.wait(PATIENCE), 0)
        again.stdout.close()


def json_list(before, element, count, after):
    return before + b"[" + b",".join([element] * count) + b"]" + after


@test
def json_over_a_limit_is_refused_before_memory_is_spent_on_it():
    if "san" in PROGRAM:
        return  # a sanitizer's memory is another
    refused = {
        "bodies": json_list(b'{"bodies":', b"{}", 2700000, b"}"),
        "numbers": json_list(b'{"betas":', b"1", 4000000, b"}"),
        "nested": json_list(b'{"bodies":[{"betas":', b"[]", 2700000, b"}]}"),
        "strings": json_list(b'{"bodies":[{"betas":', b'""', 2700000, b"}]}"),
    }
    with posed() as p, p.wire() as wire:
        wire.send(mesh())
        same(wire.reply().status, 200)
        for name, text in refused.items():
            before = p.rss()
            p.peak(reset=True)
            wire.send(mesh(text))
            reply = wire.reply()
            same((reply.status, "allowed (limits." in reply.json()["detail"]), (413, True), reply.body[:300])
            # the body itself, and a copy while its buffer grows
            assert p.peak() - before < 32 << 20, (name, before, p.peak())


@test
def memory_of_large_trees_returns_without_a_reload():
    if "san" in PROGRAM:
        return  # a sanitizer keeps what was freed
    # each just under limits.json_memory: a tree is made, and refused for another reason
    trees = [json_list(b'{"x":', b"{}", 139000, b"}"), json_list(b'{"betas":', b"1.5", 690000, b"}"),
             json_list(b'{"bodies":[{"x":', b'"\\n"', 330000, b"}]}")]
    with posed("http:\n  threads: 2\n") as p:
        same(p.ask("POST", "/v1/models/default/mesh", {}).status, 200)
        before = p.rss()
        for _ in range(2):
            replies = in_parallel(9, lambda i: p.ask("POST", "/v1/models/default/mesh", trees[i % 3]))
            same({reply.status for reply in replies}, {400})
        assert wait_for(lambda: p.rss() < before + (12 << 20), 60, 0.1), (before, p.rss())


@test
@runner.nightly  # takes twelve seconds of a processor; the test above checks that memory returns, too
def memory_returns_to_where_it_was_after_large_and_bad_requests():
    if "san" in PROGRAM:
        return  # a sanitizer keeps what was freed
    with posed("limits:\n  body_bytes: 64 MiB\n") as p:
        def storm(i):
            p.ask("POST", "/v1/models/default/mesh?format=json", {"bodies": [{"betas": [i / 5]}] * 100})
            p.ask("POST", "/v1/models/default/mesh", b"[" * 1000000)
            p.ask("POST", "/v1/models/default/mesh", b"{" + b" " * 8000000 + b"}")
            for _ in range(20):
                p.ask("POST", "/v1/models/default/mesh?format=bin", {"betas": [i / 5]})

        idle = p.rss()
        in_parallel(4, storm)
        time.sleep(0.3)
        before = p.rss()
        for _ in range(2):
            in_parallel(4, storm)
        assert wait_for(lambda: p.rss() < min(before * 1.15 + (8 << 20), idle + (48 << 20))), (idle, before, p.rss())
        print(f"# {idle >> 20} MiB idle, {p.rss() >> 20} after")


sys.exit(runner.run(tests, sys.argv[3:]))
