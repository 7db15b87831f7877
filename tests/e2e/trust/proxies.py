"""nginx and HAProxy in front of posed: the probes of framing sent to them. Whatever a proxy lets through, posed must see the requests that
the proxy saw, no more and no others, and whoever shares the proxy's connections must get his own answers. Usage: proxies.py POSED [name...].
"""
import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

import attack
from posed import Wire, request, wait_for
from probes import END, PROBES

NGINX = """daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/error warn;
events {{ worker_connections 256; }}
http {{
    log_format path '$request_uri';
    access_log {folder}/paths path;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c; uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    upstream posed {{ server 127.0.0.1:{posed}; keepalive 32; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://posed;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host localhost;
            proxy_set_header X-Request-Id $http_x_request_id;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }}
    }}
}}
"""

HAPROXY = """global
    log stdout format raw local0
defaults
    mode http
    log global
    log-format "%HU"
    timeout connect 5s
    timeout client 5s
    timeout server 5s
    http-reuse always
    option forwardfor
frontend front
    bind 127.0.0.1:{port}
    default_backend posed
backend posed
    server one 127.0.0.1:{posed}
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Proxy:
    def __init__(self, program, p):
        self.folder = tempfile.mkdtemp(prefix="posed-proxy-")
        self.port = free_port()
        config = os.path.join(self.folder, "config")
        with open(config, "w") as file:
            file.write((NGINX if program == "nginx" else HAPROXY).format(folder=self.folder, posed=p.address[1], port=self.port))
        command = ["nginx", "-c", config, "-e", os.path.join(self.folder, "error")] if program == "nginx" else ["haproxy", "-db", "-f", config]
        with open(self.said(), "wb") as file:  # nginx writes there by itself, HAProxy to its standard output
            self.process = subprocess.Popen(command, stdout=file if program == "haproxy" else subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not wait_for(self.listens, 10):
            raise RuntimeError(f"{program} does not start")

    def said(self):
        return os.path.join(self.folder, "paths")

    def listens(self):
        with contextlib.suppress(OSError):
            self.wire().close()
            return True
        return False

    def wire(self, timeout=20, source=None):
        wire = Wire(("127.0.0.1", self.port), timeout)
        if source:
            wire.close()
            wire.socket = socket.create_connection(("127.0.0.1", self.port), timeout=timeout, source_address=(source, 0))
        return wire

    def paths(self):
        """Of the requests that it read, as it read them."""
        with open(self.said(), errors="replace") as file:
            return [line.rstrip("\n") for line in file]

    def stop(self):
        self.process.terminate()
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


def posed_paths(p):
    return [m.group(1) for m in re.finditer(r'"message":"request".*?"path":"([^"]*)"', p.log_text())]


def statuses(wire, data):
    found = []
    with contextlib.suppress(ConnectionError):
        wire.send(data)
    with contextlib.suppress(ConnectionError, TimeoutError):
        while reply := wire.reply():
            found.append(reply.status)
            if reply.status == 101:
                break
    return found


def behind(program):
    p = attack.posed("access: {hosts: ['*'], trusted_proxies: ['127.0.0.1']}\n")
    proxy = Proxy(program, p)
    answers, mixed = {}, []
    for i, (name, data, _) in enumerate(PROBES):
        if name.startswith("stream:"):
            continue
        data = data.replace(b"/smuggled", b"/smuggled-%d" % i)
        with proxy.wire(2) as wire:  # what waits for more bytes is given up
            answers[name] = statuses(wire, data + END)
        with proxy.wire() as victim:  # on the proxy's connections to posed, which the probe had before
            for n in range(2):
                victim.send(request("GET", "/v1/version", headers={"X-Request-Id": f"victim-{i}-{n}"}))
                reply = victim.reply()
                if not reply or (reply.status, reply.headers.get("x-request-id")) != (200, f"victim-{i}-{n}"):
                    mixed.append((name, reply and reply.status))
                    break
    for source in ("127.0.0.1", "127.0.0.9", "127.0.0.10"):
        with proxy.wire(source=source) as wire:
            wire.send(request("GET", f"/v1/from-{source}", headers={"X-Forwarded-For": "203.0.113.7"}, close=True))
            wire.reply()
    with proxy.wire() as last:
        last.send(request("GET", "/v1/last", close=True))
        last.reply()
    wait_for(lambda: "/v1/last" in proxy.paths() and "/v1/last" in posed_paths(p), 20)

    smuggled = {path for path in posed_paths(p) if path.startswith("/smuggled")}
    known = {path for path in proxy.paths() if path.startswith("/smuggled")}
    attack.check(f"behind {program} posed reads no request that the proxy did not read", smuggled <= known, sorted(smuggled - known))
    attack.check(f"other clients on the connections of {program} get their own answers", not mixed, mixed[:3])
    good = [name for name, _, wanted in PROBES[:6] if answers[name] != wanted + [200] and name != "an empty line before a request"]
    attack.check(f"{program} passes every valid probe on", not good, [(n, answers[n]) for n in good])
    refused = sum(1 for codes in answers.values() if codes and codes[-1] >= 400)
    # every client at the proxy's own address counts as a proxy: headers from 127.0.0.1 are trusted
    clients = dict(re.findall(r'"client":"([^"]*)"[^\n]*"path":"/v1/from-([^"]*)"', p.log_text()))
    attack.check(f"behind {program} posed uses the client's real address, whatever X-Forwarded-For the client sent", clients == {"203.0.113.7": "127.0.0.1", "127.0.0.9": "127.0.0.9", "127.0.0.10": "127.0.0.10"},
                 clients)
    attack.row(f"the probes of framing through {program}", f"{refused} of {len(answers)} end in a refusal, none in two readings; others' answers are their own")
    proxy.stop()
    attack.finish(p)


for name in ("nginx", "haproxy"):
    if shutil.which(name):
        function = (lambda program: lambda: behind(program))(name)
        function.__name__ = name
        attack.attack(function)

if __name__ == "__main__":
    if not attack.attacks:
        print("neither nginx nor haproxy is installed")
        sys.exit(77)
    sys.exit(attack.run())
