"""Usage: webhooks.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import base64
import hashlib
import hmac
import http.server
import json
import os
import queue
import ssl
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
from posed import PATIENCE, Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
KEYS = [b"a key of the receiver, new", b"a key of the receiver, old"]
EYES = [[0.03, 1.65, 0.1], [-0.03, 1.65, 0.1]]
BODY = [[0.17, 1.4, 0], [-0.17, 1.4, 0], [0.25, 1.15, 0], [-0.25, 1.15, 0], [0.25, 0.9, 0.1], [-0.25, 0.9, 0.1], [0.09, 0.9, 0],
        [-0.09, 0.9, 0], [0.1, 0.5, 0.05], [-0.1, 0.5, 0.05], [0.1, 0.08, 0], [-0.1, 0.08, 0]]
TAKE = {"rate": 30, "people": [{"keypoints": {"set": "coco17", "frames": [[None, *EYES, None, None, *BODY]]}}]}
tests = []


def test(function):
    tests.append(function)
    return function


class Receiver:
    """An HTTP server that answers with the statuses of a list, the last one again and again, and keeps what it was sent."""

    def __init__(self, *answers, tls=None):
        self.got, answers = queue.Queue(), list(answers)
        kept = self.got

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                kept.put((self.path, dict(self.headers), body, time.monotonic()))
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if status == 299:  # a reply that does not end
                    try:
                        while True:
                            self.wfile.write(b"x" * 65536)
                    except OSError:
                        pass

            def do_GET(self):
                kept.put((self.path, dict(self.headers), None, time.monotonic()))

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        return self.got.get(timeout=PATIENCE)


def posed(allow, **more):
    """A daemon that sends webhooks to these hosts."""
    file = tempfile.NamedTemporaryFile("w", suffix=".secrets", delete=False)
    file.write("# the new one, then the old one\n" + "".join(f"whsec_{base64.b64encode(key).decode()}\n" for key in KEYS))
    file.close()
    rows = {"allow": json.dumps(allow), "secret_file": file.name, "retry": 0.05, **more}
    p = Posed(os.path.join(BUILD, "posed"), MODELS, "webhooks:\n" + "".join(f"  {k}: {v}\n" for k, v in rows.items()), only=("default",))
    os.unlink(file.name)
    return p


def send(p, url, **more):
    reply = p.ask("POST", "/v1/jobs", {**TAKE, "webhook": url, **more})
    assert reply.status == 202, reply.body
    return reply.json()["id"]


def assert_signed(headers, body):
    """As a receiver checks it, once for each secret."""
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 300, headers
    signatures = headers["webhook-signature"].split(" ")
    assert len(signatures) == len(KEYS), headers
    for key, signature in zip(KEYS, signatures):
        assert signature == "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode(), headers


def until(look):
    end = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


@test
def a_finished_job_is_posted_signed():
    receiver = Receiver(204)
    with posed([f"http://127.0.0.1:{receiver.port}"]) as p:
        job = send(p, f"http://127.0.0.1:{receiver.port}/hook?of=me")
        path, headers, body, _ = receiver.next()
        assert path == "/hook?of=me" and headers["Content-Type"] == "application/json", (path, headers)
        assert headers["webhook-id"] == f"msg_{job}" and headers["User-Agent"].startswith("posed/"), headers
        assert_signed(headers, body)
        event = json.loads(body)
        assert event["type"] == "job.done" and event["timestamp"].endswith("Z"), event
        assert event["data"] == p.ask("GET", f"/v1/jobs/{job}").json() and event["data"]["people"], event
        until(lambda: p.metric('posed_webhooks_total{result="delivered"}') == 1)
        assert p.metric("posed_webhook_attempts_total") == 1 and p.metric("posed_webhooks_waiting") == 0
        # a job without one is not sent, nor one that was deleted while it ran
        quiet = p.ask("POST", "/v1/jobs", TAKE).json()["id"]
        until(lambda: p.ask("GET", f"/v1/jobs/{quiet}").json()["status"] == "done")
        assert receiver.got.empty()


@test
def a_receiver_that_fails_is_asked_again_with_the_same_id():
    receiver = Receiver(500, (302, {"Location": "/elsewhere"}), (503, {"Retry-After": "1"}), 299)
    with posed([f"http://127.0.0.1:{receiver.port}"]) as p:
        send(p, f"http://127.0.0.1:{receiver.port}/")
        attempts = [receiver.next() for _ in range(4)]
        assert len({headers["webhook-id"] for _, headers, _, _ in attempts}) == 1
        assert len({body for _, _, body, _ in attempts}) == 1
        for path, headers, body, _ in attempts:
            assert path == "/"  # no redirect is followed
            assert_signed(headers, body)
        assert attempts[3][3] - attempts[2][3] > 0.95, "Retry-After"
        until(lambda: p.metric('posed_webhooks_total{result="delivered"}') == 1)  # of a reply only the beginning is read
        assert receiver.got.empty()


@test
def attempts_are_counted_and_gone_ends_them():
    failing, gone = Receiver(500), Receiver(410)
    allow = [f"http://127.0.0.1:{r.port}" for r in (failing, gone)]
    with posed(allow, attempts=3) as p:
        send(p, f"{allow[0]}/"), send(p, f"{allow[1]}/")
        until(lambda: p.metric('posed_webhooks_total{result="failed"}') == 2)
        assert failing.got.qsize() == 3 and gone.got.qsize() == 1
        assert p.metric("posed_webhook_attempts_total") == 4 and p.metric("posed_webhooks_waiting") == 0


@test
def hosts_that_are_not_listed_are_refused():
    with posed(["hooks.example.org", "http://127.0.0.1:9"]) as p:
        for url in ("https://other.example.org/", "http://hooks.example.org/", "https://hooks.example.org:8443/", "http://127.0.0.1:10/",
                    "https://hooks.example.org@127.0.0.1/", "file:///etc/passwd", "http://169.254.169.254/latest/meta-data/", "hooks.example.org"):
            reply = p.ask("POST", "/v1/jobs", {**TAKE, "webhook": url})
            assert reply.status == 400 and "/webhook" in reply.body.decode(), (url, reply.body)
            assert "127.0.0.1:9" not in reply.body.decode()
        assert p.ask("GET", "/v1/jobs").json()["jobs"] == []
    with Posed(os.path.join(BUILD, "posed"), MODELS, only=("default",)) as p:
        reply = p.ask("POST", "/v1/jobs", {**TAKE, "webhook": "https://hooks.example.org/"})
        assert reply.status == 400 and "webhooks.allow" in reply.json()["detail"], reply.body


@test
def a_name_that_leads_to_this_machine_is_not_connected_to():
    receiver = Receiver(200)
    url = f"http://localhost:{receiver.port}"
    with posed([url]) as p:
        send(p, f"{url}/")
        until(lambda: p.metric('posed_webhooks_total{result="failed"}') == 1)
        assert receiver.got.empty() and p.metric("posed_webhook_attempts_total") == 1
    with posed([url], private='["127.0.0.0/8", "::1"]') as p:
        send(p, f"{url}/")
        assert_signed(*receiver.next()[1:3])


@test
def certificates_are_checked():
    folder = tempfile.TemporaryDirectory(prefix="posed-webhooks-")
    key, certificate = os.path.join(folder.name, "key"), os.path.join(folder.name, "certificate")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out",
                    certificate, "-days", "2", "-subj", "/CN=receiver", "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
    receiver = Receiver(200, tls=(certificate, key))
    url = f"https://127.0.0.1:{receiver.port}"
    with posed([url], attempts=1) as p:
        send(p, f"{url}/")
        until(lambda: p.metric('posed_webhooks_total{result="failed"}') == 1)
        assert receiver.got.empty()
        until(lambda: "certificate" in p.log_text())  # a thread of its own writes the log
    with posed([url], ca_file=certificate) as p:
        send(p, f"{url}/")
        assert_signed(*receiver.next()[1:3])


@test
def a_silent_receiver_takes_no_more_than_the_time_of_an_attempt():
    silent = socket.create_server(("127.0.0.1", 0))
    good = Receiver(200)
    allow = [f"http://127.0.0.1:{silent.getsockname()[1]}", f"http://127.0.0.1:{good.port}"]
    with posed(allow, attempts=2, timeout=0.5) as p:
        send(p, f"{allow[0]}/"), send(p, f"{allow[1]}/")
        good.next()  # while the other one is waited for
        until(lambda: p.metric('posed_webhooks_total{result="failed"}') == 1)
        assert p.metric("posed_webhook_attempts_total") == 3


@test
def options_without_effect_are_refused():
    def said(text):
        file = tempfile.NamedTemporaryFile("w", suffix=".yaml")
        file.write(text)
        file.flush()
        done = subprocess.run([os.path.join(BUILD, "posed"), "--config", file.name, "--check-config"], capture_output=True, text=True)
        assert done.returncode == 2, done
        return done.stderr

    assert "without webhooks.allow" in said("webhooks: {attempts: 3}\n")
    assert "webhooks.secret_file" in said("webhooks: {allow: [hooks.example.org]}\n")
    assert "webhooks.secret_file" in said("webhooks: {allow: [hooks.example.org], secret_file: /nonexistent}\n")


if __name__ == "__main__":
    sys.exit(runner.run(tests, sys.argv[3:]))
