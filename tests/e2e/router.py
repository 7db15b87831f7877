"""docker/haproxy.cfg as it stands, with addresses from its variables, and three daemons behind it. Usage: router.py POSED MODELS [name...]."""
import contextlib
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[0:0] = [HERE, os.path.join(HERE, "trust")]
PROGRAM, MODELS, NAMES = sys.argv[1], sys.argv[2], sys.argv[3:]
import runner  # noqa: E402
from attack import Stream  # noqa: E402
from posed import PATIENCE, Posed, Wire, request, wait_for  # noqa: E402

CONFIG = os.path.join(HERE, "../../docker/haproxy.cfg")
FAR = 60
UPSTREAM = "127.0.0.5"  # a proxy in front of HAProxy


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Router:
    """HAProxy in master mode, and its three daemons."""

    def __init__(self, redis=None):
        """redis: port of the Redis that the daemons share; None: each is alone."""
        self.folder = tempfile.mkdtemp(prefix="posed-router-")
        trusted = f"access: {{trusted_proxies: [127.0.0.1/32, {UPSTREAM}/32]}}\n"
        cluster = [f"cluster: {{redis: '127.0.0.1:{redis}', node: {name}}}\n" if redis else "" for name in "abc"]
        self.nodes = [Posed(PROGRAM, MODELS, trusted + "drain_timeout: 3\n" + one, only=("default", "motion")) for one in cluster]
        self.certificate, self.commands, trusted_file = (os.path.join(self.folder, name) for name in ("posed.pem", "commands", "trusted"))
        self.make_certificate()
        with open(trusted_file, "w") as file:
            file.write(f"{UPSTREAM}/32\n")
        self.port, status = free_port(), free_port()
        self.address, self.status = ("127.0.0.1", self.port), ("127.0.0.1", status)
        env = {**os.environ, "POSED_HTTPS": f"127.0.0.1:{self.port}", "POSED_STATUS": f"127.0.0.1:{status}", "POSED_CERTIFICATE": self.certificate,
               "POSED_COMMANDS": self.commands, "POSED_TRUSTED": trusted_file,
               **{f"POSED_{name}": "127.0.0.1:%d" % node.address[1] for name, node in zip("ABC", self.nodes)}}
        check = subprocess.run(["haproxy", "-c", "-f", CONFIG], env=env, capture_output=True, text=True)
        assert check.returncode == 0 and "WARNING" not in check.stderr, check.stderr
        self.log = open(os.path.join(self.folder, "log"), "w+")
        self.process = subprocess.Popen(["haproxy", "-W", "-db", "-f", CONFIG], env=env, stdout=self.log, stderr=self.log)
        if not wait_for(self.is_up, FAR) or self.process.poll() is not None:
            self.__exit__()
            raise RuntimeError("HAProxy does not serve")

    def said(self):
        with open(self.log.name) as file:
            return file.read()

    def is_up(self):
        """All three servers have passed their checks, or HAProxy has ended."""
        with contextlib.suppress(OSError):
            return self.states() == ["UP"] * 3
        return self.process.poll() is not None

    def states(self):
        rows = [line.split(",") for line in self.command("show stat").splitlines()]
        names = {name: i for i, name in enumerate(rows[0])}
        return [row[names["status"]] for row in rows if row[0] == "posed" and row[1] in "abc"]

    def make_certificate(self):
        key, certificate = os.path.join(self.folder, "key"), os.path.join(self.folder, "crt")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=example.org", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        with open(self.certificate + ".new", "w") as out:
            for part in (certificate, key):
                with open(part) as file:
                    out.write(file.read())
        os.rename(self.certificate + ".new", self.certificate)
        with open(certificate) as file:
            return ssl.PEM_cert_to_DER_cert(file.read())

    def wire(self, timeout=PATIENCE, source="127.0.0.1"):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        wire = Wire.__new__(Wire)
        wire.socket = context.wrap_socket(socket.create_connection(self.address, timeout=timeout, source_address=(source, 0)))
        wire.ahead = b""
        return wire

    def shown(self):
        """The certificate that a new connection gets."""
        with self.wire() as wire:
            return wire.socket.getpeercert(binary_form=True)

    def ask(self, method, path, body=None, headers=(), source="127.0.0.1"):
        with self.wire(source=source) as wire:
            wire.send(request(method, path, body, headers, close=True))
            return wire.reply(head_only=method == "HEAD")

    def command(self, text):
        with socket.socket(socket.AF_UNIX) as s:
            s.connect(self.commands)
            s.sendall(text.encode() + b"\n")
            said = b""
            while part := s.recv(1 << 16):
                said += part
            return said.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(FAR)
        for node in self.nodes:
            node.stop()
        sys.stdout.write(self.said())
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def joined(router, session, **join):
    stream = Stream(router, query=f"?session={session}" if session else "", timeout=FAR)
    assert stream.status == 101, stream.status
    stream.say(json.dumps({"type": "join", **join}))
    return stream, json.loads(stream.until('"type"'))


def streams(router):
    return [int(node.metric("posed_streams")) for node in router.nodes]


def pages_are_served_with_tls_and_metrics_are_not():
    with Router() as r:
        assert r.ask("GET", "/v1/models").status == 200
        assert r.ask("POST", "/v1/models/default/measure", {"betas": [1]}).status == 200
        assert r.ask("GET", "/metrics").status == 404
        assert r.ask("POST", "/v1/models/default/reload", b"").status == 404
        with Wire(r.status) as wire:
            wire.send(request("GET", "/metrics", close=True))
            text = wire.reply().body.decode()
        for name in "abc":
            assert f'haproxy_server_status{{proxy="posed",server="{name}",state="UP"}} 1' in text, text
        with Wire(r.status) as wire:
            wire.send(request("GET", "/healthz", close=True))
            assert wire.reply().status == 200


def all_that_name_a_session_meet_on_one_node():
    with Router() as r:
        held = []
        for room in range(8):
            owner, welcome = joined(r, f"room{room}")
            held.append(owner)
            for _ in range(3):
                watcher, answer = joined(r, f"room{room}", watch=welcome["session"])
                assert answer["type"] == "welcome" and answer["session"] == welcome["session"], answer
                held.append(watcher)
        assert sum(streams(r)) == 32, streams(r)
        assert sum(count > 0 for count in streams(r)) > 1, f"all on one node: {streams(r)}"
        assert all(count % 4 == 0 for count in streams(r)), f"a room is split: {streams(r)}"


def a_client_finds_what_it_has_put():
    with Router() as r:
        for i in range(1, 9):
            source = f"127.0.1.{i}"
            assert r.ask("PUT", f"/v1/scenes/s{i}", b"{}", source=source).status == 201
            assert r.ask("GET", f"/v1/scenes/s{i}", source=source).status == 200
        assert sum(bool(node.ask("GET", "/v1/scenes").json()["scenes"]) for node in r.nodes) > 1
        ticket = r.ask("POST", "/v1/tickets?session=hall", b"").json()["ticket"]
        assert Stream(r, query=f"?session=hall&ticket={ticket}", timeout=FAR).status == 101


def a_node_that_drains_gets_nothing_new_and_no_request_fails():
    with Router() as r:
        stop, failed, answered = threading.Event(), [], [0]

        def client(number):
            while not stop.is_set():
                try:
                    status = r.ask("POST", "/v1/models/default/measure", {"betas": [1]}, source=f"127.0.2.{number + 1}").status
                except (OSError, AttributeError) as error:  # closed without an answer
                    status = repr(error)
                answered[0] += 1
                if status != 200:
                    failed.append(status)

        threads = [threading.Thread(target=client, args=(i,)) for i in range(8)]
        rooms = [joined(r, f"room{i}")[0] for i in range(6)]
        before = streams(r)
        leaving = before.index(max(before))
        for thread in threads:
            thread.start()
        r.nodes[leaving].signal(signal.SIGTERM)
        assert wait_for(lambda: r.states()[leaving] != "UP", FAR), r.states()
        assert r.nodes[leaving].process.wait(FAR) == 0
        went_on = answered[0]
        assert wait_for(lambda: answered[0] > went_on + 50, FAR)
        stop.set()
        for thread in threads:
            thread.join()
        assert not failed, f"{len(failed)} of {answered[0]}: {failed[:3]}"

        # Streams of the leaving node got a `bye` and those of the others continue. A new join is served by another node, where a watcher finds it.
        byes = 0
        for room in rooms:
            room.say('{"type":"ping","ref":"x"}')
            text = room.until('"type":"') or ""
            byes += '"bye"' in text
        assert byes == before[leaving], (byes, before)
        owner, welcome = joined(r, "room0")
        assert joined(r, "room0", watch=welcome["session"])[1]["type"] == "welcome"


def certificates_are_replaced_without_a_dropped_line():
    with Router() as r:
        first = r.shown()
        stream, _ = joined(r, "room")

        # By a command to the running process.
        second = r.make_certificate()
        with open(r.certificate) as file:
            said = r.command(f"set ssl cert {r.certificate} <<\n{file.read()}\n")
        assert "Transaction created" in said, said
        assert "Success" in r.command(f"commit ssl cert {r.certificate}")
        assert first != second and r.shown() == second

        # By a reload, which also takes a new configuration.
        third = r.make_certificate()
        r.process.send_signal(signal.SIGUSR2)
        assert wait_for(lambda: r.shown() == third, FAR), r.said()
        stream.say('{"type":"ping","ref":"still here"}')
        assert stream.until('"pong"'), "the stream was dropped"


def only_trusted_proxies_say_who_the_client_is():
    def clients(r):
        return [json.loads(line)["client"] for node in r.nodes for line in node.log_text().splitlines() if '"route":"GET /v1/version"' in line]

    with Router() as r:
        forged = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
        r.ask("GET", "/v1/version", headers=forged, source="127.0.0.9")
        r.ask("GET", "/v1/version", headers={"X-Forwarded-For": "203.0.113.7"}, source=UPSTREAM)
        assert wait_for(lambda: len(clients(r)) == 2, FAR), clients(r)
        assert sorted(c.split(":")[0] for c in clients(r)) == ["127.0.0.9", "203.0.113.7"], clients(r)


def a_session_goes_on_through_the_router_when_its_node_stops_or_is_killed():
    if not shutil.which("redis-server"):
        print("redis-server is not installed")
        return
    port = free_port()
    redis = subprocess.Popen(["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL)
    try:
        with Router(port) as r:
            assert wait_for(lambda: all(node.metric("posed_cluster_connected") == 1 for node in r.nodes), FAR)
            stream, first = joined(r, "match")
            stream.say('{"type":"spawn","ref":"s"}')
            character = json.loads(stream.until('"spawned"', frames=100000))["id"]

            # Stopped: bye says that the session moved, and the next connection has it.
            leaving = r.nodes[streams(r).index(1)]
            leaving.signal(signal.SIGTERM)
            bye = json.loads(stream.until('"bye"', frames=100000))
            assert (bye["reason"], bye["come_back"]) == ("moved", True), bye
            stream, welcome = joined(r, "match", resume=first["resume_token"])
            assert welcome["type"] == "welcome" and welcome["session"] == first["session"], welcome
            assert [one["id"] for one in welcome["characters"]] == [character], welcome

            # Killed: after its lease the session comes from a checkpoint.
            next(node for node in r.nodes if node is not leaving and node.metric("posed_streams") == 1).process.kill()

            def is_back():
                with contextlib.suppress(OSError, AssertionError, TypeError):
                    _, welcome = joined(r, "match", resume=first["resume_token"])
                    return welcome["type"] == "welcome" and welcome["session"] == first["session"] and [one["id"] for one in welcome["characters"]] == [character]
                return False
            assert wait_for(is_back, FAR, 0.2)
    finally:
        redis.terminate()
        redis.wait()


TESTS = [pages_are_served_with_tls_and_metrics_are_not, all_that_name_a_session_meet_on_one_node, a_client_finds_what_it_has_put,
         a_node_that_drains_gets_nothing_new_and_no_request_fails, certificates_are_replaced_without_a_dropped_line, only_trusted_proxies_say_who_the_client_is,
         a_session_goes_on_through_the_router_when_its_node_stops_or_is_killed]

if __name__ == "__main__":
    sys.exit(runner.run(TESTS, NAMES))
