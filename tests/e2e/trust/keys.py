"""Keys while the daemon runs: wrong ones, revoked ones, those whose time is over; signals in heaps; the audit log. Usage: keys.py POSED [name...]."""
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import attack
from posed import wait_for

FAR = 20  # seconds that a busy machine may take; what is waited for takes a fraction of one


class Keys:
    """A keys file: name -> (scopes, until); the key is its name."""

    def __init__(self, **keys):
        self.folder = tempfile.mkdtemp(prefix="posed-keys-")
        self.path = os.path.join(self.folder, "keys")
        self.put(**keys)

    def put(self, **keys):
        with open(self.path + ".new", "w") as file:
            for name, scopes in keys.items():
                words = scopes.split()
                file.write(" ".join([name, words[0], hashlib.sha256(name.encode()).hexdigest(), *words[1:]]) + "\n")
        os.rename(self.path + ".new", self.path)

    def config(self, more=""):
        return f"access: {{keys_file: {self.path}{more}}}\n"

    def __del__(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def bearer(name):
    return {"Authorization": f"Bearer {name}"}


def lines(p, message):
    found = []
    for line in p.log_text().splitlines():
        if f'"message":"{message}"' in line:
            found.append(json.loads(line))
    return found


@attack.attack
def wrong_keys_are_counted_limited_and_logged():
    keys = Keys(walker="stream", reader="read")
    p = attack.posed(keys.config())
    start = time.monotonic()
    got = [attack.Stream(p, [f"Authorization: Bearer wrong{i}"]).status for i in range(60)]
    may = 20 + int(time.monotonic() - start) + 1
    attack.check("60 wrong keys on upgrades: 20 at once and one a second are answered 401, the rest 429", 20 <= got.count(401) <= may and set(got) <= {401, 429},
                 attack.counted(got))
    attack.check("posed_unauthorized_total counts the wrong keys", p.metric("posed_unauthorized_total") == 60, p.metric("posed_unauthorized_total"))
    attack.check("a right key is let in meanwhile", attack.Stream(p, ["Authorization: Bearer walker"]).status == 101)
    got = [attack.status(p, "GET", "/v1/models", headers=bearer(f"wrong{i}")) for i in range(30)]
    attack.check("wrong keys on requests share the limit", set(got) <= {401, 429} and got.count(401) <= 1 + int(time.monotonic() - start), attack.counted(got))
    attack.check("a right key is answered meanwhile", attack.status(p, "GET", "/v1/models", headers=bearer("reader")) == 200)
    attack.check("each refused upgrade is in the audit log with its client",
                 wait_for(lambda: sum(x["what"] == "stream refused" and x["client"].startswith("127.0.0.1:") for x in lines(p, "audit")) == 60, FAR))
    attack.finish(p)


@attack.attack
def a_revoked_key_ends_its_streams_and_tickets():
    keys = Keys(walker="stream", other="stream", boss="admin")
    p = attack.posed(keys.config())
    revoked, stays = (attack.Stream(p, [f"Authorization: Bearer {name}"]) for name in ("walker", "other"))
    for s in (revoked, stays):
        s.say('{"type":"join"}')
        s.until('"welcome"')
    tickets = {name: json.loads(ask(p, "POST", "/v1/tickets", name).body)["ticket"] for name in ("walker", "other")}

    keys.put(other="stream", boss="admin")
    start = time.monotonic()
    p.signal(signal.SIGHUP)
    bye = revoked.until('"bye"')
    took = time.monotonic() - start
    attack.check("the stream of a revoked key gets bye with the reason revoked", bye is not None and "revoked" in bye, f"after {took:.2f} s")
    attack.row("a key is taken away (SIGHUP) while its stream runs", f"its stream ends after {took:.2f} s")
    stays.say('{"type":"ping","ref":"x"}')
    attack.check("the other key's stream goes on", stays.until('"pong"') is not None)
    got = {name: stream_of_ticket(p, ticket) for name, ticket in tickets.items()}
    attack.check("a ticket of the revoked key is refused, one of the other key accepted", got == {"walker": 401, "other": 101}, got)
    attack.check("the reload is in the audit log", wait_for(lambda: any("reload" in x["what"] for x in lines(p, "audit")), FAR))
    attack.finish(p)


def ask(p, method, path, key):
    return p.ask(method, path, b"" if method != "GET" else None, bearer(key))


def stream_of_ticket(p, ticket):
    with p.wire() as wire:
        wire.send(b"GET /v1/stream?ticket=%s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                  b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: posed.v1\r\n\r\n" % ticket.encode())
        reply = wire.reply(head_only=True)
        return reply.status


@attack.attack
def a_key_is_good_until_its_time():
    soon = time.strftime("until=%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 8))
    keys = Keys(late="read until=2001-01-01", soon=f"stream {soon}", boss="admin until=2999-12-31")
    p = attack.posed(keys.config())
    attack.check("a key that ended in 2001 is refused", attack.status(p, "GET", "/v1/models", headers=bearer("late")) == 401)
    attack.check("a key that ends in 2999 is accepted", attack.status(p, "GET", "/v1/models", headers=bearer("boss")) == 200)
    stream = attack.Stream(p, ["Authorization: Bearer soon"])
    if stream.status == 101:  # the machine was not asleep for 8 s
        stream.say('{"type":"join"}')
        bye = stream.until('"bye"', frames=100000)
        attack.check("a stream ends when its key ends, without a reload", bye is not None and "revoked" in bye, bye)
    attack.finish(p)


@attack.attack
def a_key_reaches_the_objects_of_its_lists():
    keys = Keys(crowd="read,stream models=male,motion scenes=lobby", boss="admin")
    p = attack.posed(keys.config())
    male = p.ask("GET", "/v1/models/male/mesh?format=bin", headers=bearer("crowd"))
    female = p.ask("GET", "/v1/models/female/mesh?format=bin", headers=bearer("crowd"))
    etag = p.ask("GET", "/v1/models/female/mesh?format=bin", headers=bearer("boss")).headers["etag"]
    attack.check("a key with models=male,motion gets a mesh of male", male.status == 200, male.status)
    attack.check("it is refused a mesh of female with 403, and the reply names the missing right", female.status == 403 and 'the model "female" (models=male,motion)' in female.json()["detail"],
                 female.status)
    for key, status in (("boss", 304), ("crowd", 403)):
        got = [attack.status(p, "GET", "/v1/models/female/mesh?format=bin", headers={**bearer(key), "If-None-Match": etag}) for _ in range(3)]
        attack.check(f"If-None-Match with the ETag of that mesh is answered {status} to the key {key}", got == [status] * 3, got)
    listed = [m["id"] for m in p.ask("GET", "/v1/models", headers=bearer("crowd")).json()["models"]]
    attack.check("/v1/models lists only the models of the key", sorted(listed) == ["male", "motion"], listed)
    for path, status in (("/v1/scenes/lobby", 201), ("/v1/scenes/yard", 403)):
        got = attack.status(p, "PUT", path, b"{}", bearer("crowd"))
        attack.check(f"PUT {path} is answered {status}", got == status, got)

    ticket = p.ask("POST", "/v1/tickets", b"", bearer("crowd")).json()["ticket"]
    streams = [attack.Stream(p, ["Authorization: Bearer crowd"]), attack.Stream(p, query=f"?ticket={ticket}")]
    for stream in streams:
        stream.say('{"type":"join","scene":"yard"}')
        error = stream.until('"error"')
        attack.check("a stream cannot join a scene that its key does not name", error is not None and '"forbidden"' in error and "scenes=lobby" in error, error)
        stream.say('{"type":"join","scene":"lobby"}')
        attack.check("a stream joins a scene that its key names", stream.until('"welcome"') is not None)
        stream.say('{"type":"spawn","body":{"model":"female"}}')
        error = stream.until('"error"')
        attack.check("a stream cannot spawn a body of a model that its key does not name", error is not None and '"forbidden"' in error, error)

    keys.put(crowd="read,stream models=female", boss="admin")
    p.process.send_signal(signal.SIGHUP)
    attack.check("after a reload a model that left the key's list is refused", wait_for(lambda: attack.status(p, "GET", "/v1/models/male/joints", headers=bearer("crowd")) == 403, FAR))
    attack.check("after a reload a model that joined the key's list is served", attack.status(p, "GET", "/v1/models/female/joints", headers=bearer("crowd")) == 200)
    attack.finish(p)


@attack.attack
def changes_are_in_the_audit_log():
    keys = Keys(reader="read", boss="admin")
    p = attack.posed(keys.config() + "log: {access: false}\n")
    for method, path, body, key, status in (("PUT", "/v1/scenes/a", b"{}", "boss", 201), ("DELETE", "/v1/scenes/a", None, "boss", 204),
                                            ("POST", "/v1/models/default/reload", b"", "boss", 200), ("POST", "/v1/models/default/reload", b"", "reader", 403)):
        got = attack.status(p, method, path, body, bearer(key))
        attack.check(f"{method} {path} by the key {key} is answered {status}", got == status, got)
        seen = wait_for(lambda: any((x.get("method"), x.get("path"), x.get("key"), x.get("status")) == (method, path, key, status) and x["client"] == "127.0.0.1"
                                    for x in lines(p, "audit")), FAR)
        attack.check(f"the audit log has {method} {path} by the key {key} with its client and status", seen)
    attack.finish(p)


@attack.attack
def a_heap_of_signals_is_one():
    p = attack.posed("log: {file: ''}\n")
    before = len(lines(p, "reloaded"))
    for _ in range(200):
        p.signal(signal.SIGHUP)
    wait_for(lambda: len(lines(p, "reloaded")) > before, FAR)
    for _ in range(200):
        p.signal(signal.SIGHUP)
    start = time.monotonic()
    p.signal(signal.SIGTERM)
    try:
        code = p.process.wait(60)
    except subprocess.TimeoutExpired:
        code = "still there"
    took, reloads = time.monotonic() - start, len(lines(p, "reloaded")) - before
    attack.check("SIGTERM behind 400 SIGHUPs ends the daemon with 0", code == 0, code)
    attack.row("SIGTERM behind 400 SIGHUPs", f"ends after {took:.1f} s, {reloads} reloads")


if __name__ == "__main__":
    sys.exit(attack.run())
