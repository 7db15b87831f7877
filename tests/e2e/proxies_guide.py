"""Usage: proxies_guide.py POSED MODELS [name...]: the blocks of docs/guide/proxies.md in nginx, HAProxy and Caddy, with a posed behind them."""
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import runner  # noqa: E402
from posed import PATIENCE, Posed  # noqa: E402

PROGRAM, MODELS = sys.argv[1], sys.argv[2]
tests = []

PROXIES = [name for name in ("nginx", "haproxy", "caddy") if shutil.which(name)]
if not PROXIES:
    print("none of nginx, HAProxy and Caddy is here")
    sys.exit(77)


def blocks(language):
    with open(os.path.join(HERE, "../../docs/guide/proxies.md"), encoding="utf-8") as file:
        return re.findall(rf"^```{language}\n(.*?)^```", file.read(), re.S | re.M)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Proxy:
    """A block of the guide with this posed's address, a free port and a certificate of its own; everything else is as it stands there."""

    def __init__(self, language, text, port_of_posed):
        self.folder, self.port, self.is_tls = tempfile.mkdtemp(prefix="posed-guide-"), free_port(), "/etc/ssl/" in text
        self.path = "/posed" if "X-Forwarded-Prefix" in text else ""
        key, certificate = (os.path.join(self.folder, name) for name in ("key", "crt"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=example.org", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        with open(os.path.join(self.folder, "pem"), "wb") as file:
            for part in (certificate, key):
                with open(part, "rb") as one:
                    file.write(one.read())
        for old, new in (("/etc/ssl/example.org.crt", certificate), ("/etc/ssl/example.org.key", key), ("/etc/ssl/example.org.pem", os.path.join(self.folder, "pem")),
                         ("listen 443", f"listen 127.0.0.1:{self.port}"), ("listen 80;", f"listen 127.0.0.1:{self.port};"), ("bind :443", f"bind 127.0.0.1:{self.port}"),
                         ("bind :80", f"bind 127.0.0.1:{self.port}"), ("example.org {", f"https://example.org:{self.port} {{"), (":80 {", f":{self.port} {{"), ("10.0.0.1:8080", f"127.0.0.1:{port_of_posed}"), ("10.0.0.2:8080", f"127.0.0.1:{port_of_posed}")):
            text = text.replace(old, new)
        config = os.path.join(self.folder, "config")
        if language == "nginx":
            places = "".join(f"{name}_temp_path {self.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            text = f"daemon off; master_process off; pid {self.folder}/pid;\n" + text.replace("http {", f"http {{ access_log off; {places}", 1)
        if language == "caddy":  # no port for its administrator, and none for redirects from port 80
            text = "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n" + text
        with open(config, "w") as file:
            file.write(text)
        error = ["-e", os.path.join(self.folder, "error")]
        self.check, self.command = {
            "nginx": (["nginx", "-t", "-c", config, *error], ["nginx", "-c", config, *error]),
            "haproxy": (["haproxy", "-c", "-f", config], ["haproxy", "-db", "-f", config]),
            "caddy": (["caddy", "validate", "--adapter", "caddyfile", "--config", config], ["caddy", "run", "--adapter", "caddyfile", "--config", config]),
        }[language]
        self.environment = {**os.environ, "HOME": self.folder, "XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder}
        self.process = None

    def __enter__(self):
        done = subprocess.run(self.check, capture_output=True, text=True, env=self.environment)
        assert done.returncode == 0, done.stderr + done.stdout
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self.ask("GET /readyz", path=self.path) == 200:
                    return self
            except OSError:
                pass
            assert time.monotonic() < end and self.process.poll() is None, "the proxy does not serve"
            time.sleep(0.1)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        shutil.rmtree(self.folder)

    def ask(self, line, fields=(), body=b"", path=""):
        """The status; self.head has the head."""
        method, target = line.split(" ")
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as plain:
            wire = plain
            if self.is_tls:
                context = ssl.create_default_context()
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                wire = context.wrap_socket(plain, server_hostname="example.org")
            head = [f"{method} {path}{target} HTTP/1.1", "Host: example.org", *fields] + ([f"Content-Length: {len(body)}"] if body else [])
            wire.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + body)
            self.head = b""
            while b"\r\n\r\n" not in self.head:
                part = wire.recv(4096)
                if not part:
                    raise OSError("closed")
                self.head += part
            return int(self.head.split()[1])


UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: posed.v1")
JOB = json.dumps({"rate": 30, "people": [{"keypoints": {"set": "coco17", "frames": [[[0.1 * i, 1.0, 0.0] for i in range(17)]] * 2}}]}).encode()


def one(language, number):
    def test(p):
        text = blocks(language)[number]
        with Proxy(language, text, p.address[1]) as proxy:
            path = proxy.path
            page = "Origin: " + ("https" if proxy.is_tls else "http") + "://example.org"
            assert proxy.ask("GET /v1/version", path=path) == 200
            assert proxy.ask("POST /v1/models/default/measure", ("Content-Type: application/json", page), b'{"betas":[1]}', path) == 200, proxy.head
            # RFC 6455: 101, and the accept value of its own example's key
            assert proxy.ask("GET /v1/stream", (*UPGRADE, page), path=path) == 101, proxy.head
            assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in proxy.head
            assert proxy.ask("GET /v1/stream", (*UPGRADE, "Origin: https://other.example"), path=path) == 403, proxy.head
            assert proxy.ask("POST /v1/jobs", ("Content-Type: application/json", page), JOB, path) == 202, proxy.head
            location = re.search(rb"^location: (\S+)\r$", proxy.head, re.I | re.M).group(1).decode()
            assert location.startswith(path + "/v1/jobs/"), location
            if path:
                assert proxy.ask("GET /posed") == 308 and b"/posed/" in proxy.head, proxy.head
    test.__name__ = f"block_{number + 1}_of_{language}_serves_pages_and_streams"
    return test


for name in PROXIES:
    tests += [one(name, number) for number in range(len(blocks(name)))]
with Posed(PROGRAM, MODELS, args=("--access-hosts", "example.org")) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
