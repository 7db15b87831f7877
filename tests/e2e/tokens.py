"""Tokens (JSON Web Tokens) as an identity provider issues them. Keys and signatures come from the openssl command. Usage: tokens.py POSED MODELS [name...]."""
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import runner
from posed import Posed, wait_for

PROGRAM, MODELS, NAMES = sys.argv[1], sys.argv[2], sys.argv[3:]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "trust"))
from attack import Stream  # noqa: E402

ISSUER, AUDIENCE = "https://id.example", "posed"
FAR = 60  # seconds that a busy machine may take; what is waited for takes a second or two


def openssl(*args, data=None):
    return subprocess.run(["openssl", *args], input=data, check=True, capture_output=True).stdout


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Key:
    """A key pair and its public half as PEM and as JWK."""

    def __init__(self, kind):
        self.folder = tempfile.mkdtemp(prefix="posed-tokens-")
        self.kind, self.path = kind, os.path.join(self.folder, "key")
        options = {"RS256": ("RSA", "rsa_keygen_bits:2048"), "ES256": ("EC", "ec_paramgen_curve:P-256")}[kind]
        openssl("genpkey", "-algorithm", options[0], "-pkeyopt", options[1], "-out", self.path)
        self.pem = openssl("pkey", "-in", self.path, "-pubout")

    def jwk(self, kid):
        if self.kind == "RS256":
            modulus = openssl("rsa", "-in", self.path, "-noout", "-modulus").decode().strip().split("=")[1]
            return {"kty": "RSA", "kid": kid, "use": "sig", "n": b64(bytes.fromhex(modulus)), "e": "AQAB"}
        point = openssl("pkey", "-in", self.path, "-pubout", "-outform", "DER")[-64:]
        return {"kty": "EC", "kid": kid, "crv": "P-256", "x": b64(point[:32]), "y": b64(point[32:])}

    def sign(self, text):
        signature = openssl("dgst", "-sha256", "-sign", self.path, data=text)
        if self.kind == "RS256":
            return signature
        numbers = re.findall(rb"INTEGER +:([0-9A-F]+)", openssl("asn1parse", "-inform", "DER", data=signature))
        return b"".join(bytes.fromhex(n.decode().zfill(64)) for n in numbers)

    def token(self, kid, header=None, **claims):
        """A token that is valid for ten minutes, unless `claims` say otherwise. None as a value leaves the claim out."""
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "alice", "exp": int(time.time()) + 600, **claims}
        text = ".".join(b64(json.dumps(part).encode()) for part in (
            header or {"alg": self.kind, "kid": kid, "typ": "JWT"}, {k: v for k, v in claims.items() if v is not None})).encode()
        return (text + b"." + b64(self.sign(text)).encode()).decode()

    def __del__(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Folder:
    """The place that access.jwt_keys names: a JWK set, or PEM files."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="posed-tokens-")
        self.set = os.path.join(self.path, "keys.json")

    def put_set(self, **keys):
        with open(self.set + ".new", "w") as file:
            json.dump({"keys": [key.jwk(kid) for kid, key in keys.items()]}, file)
        os.rename(self.set + ".new", self.set)

    def put_pems(self, **keys):
        for name in os.listdir(self.path):
            os.unlink(os.path.join(self.path, name))
        for kid, key in keys.items():
            with open(os.path.join(self.path, kid + ".pem"), "wb") as file:
                file.write(key.pem)

    def __del__(self):
        shutil.rmtree(self.path, ignore_errors=True)


def posed(keys, more="", rest=""):
    return Posed(PROGRAM, MODELS, f"access: {{jwt_keys: {keys}, jwt_issuer: {ISSUER}, jwt_audience: {AUDIENCE}, jwt_leeway: 1{more}}}\n{rest}", only=("default",))


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def models(p, token):
    return p.ask("GET", "/v1/models", headers=bearer(token))


def expect(found, wanted):
    assert found == wanted, f"{found!r}; {wanted!r} expected"


def reload(p):
    """SIGHUP; waits until the new keys hold."""
    before = p.log_text().count('"configuration taken over"') + p.log_text().count('"configuration not taken over"')
    p.signal(signal.SIGHUP)
    end = time.monotonic() + FAR
    while p.log_text().count('"configuration taken over"') + p.log_text().count('"configuration not taken over"') == before:
        assert time.monotonic() < end, "no reload"
        time.sleep(0.05)


# Where RFC 9728 says which issuer's tokens open the daemon.
RESOURCE = 'resource_metadata="http://localhost/.well-known/oauth-protected-resource"'


def tokens_by_rsa_and_ec_open_what_their_scopes_say():
    folder, rsa, ec = Folder(), Key("RS256"), Key("ES256")
    folder.put_set(one=rsa, two=ec)
    with posed(folder.set) as p:
        expect(models(p, rsa.token("one", scope="openid read")).status, 200)
        expect(models(p, ec.token("two", scope="read")).status, 200)
        expect(p.ask("GET", "/healthz").status, 200)

        bare = p.ask("GET", "/v1/models")
        expect((bare.status, bare.headers["www-authenticate"]), (401, f'Bearer realm="posed", {RESOURCE}'))
        lacking = models(p, ec.token("two", scope="stream"))
        expect((lacking.status, lacking.headers["www-authenticate"]), (403, 'Bearer realm="posed", error="insufficient_scope", scope="read"'))
        assert "jwt:alice" in lacking.json()["detail"], lacking.json()
        expect(models(p, ec.token("two")).status, 403)

        listed = models(p, ec.token("two", scope="read", posed={"models": []})).json()["models"]
        expect(listed, [])


def forged_expired_and_foreign_tokens_are_refused():
    folder, rsa, ec, stranger = Folder(), Key("RS256"), Key("ES256"), Key("ES256")
    folder.put_set(one=rsa, two=ec)
    now = int(time.time())
    good = ec.token("two", scope="read").split(".")
    hmac_text = ".".join((b64(b'{"alg":"HS256","kid":"one"}'), good[1])).encode()
    mac = openssl("dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:" + rsa.pem.hex(), "-binary", data=hmac_text)
    wrong = {
        "none": b64(b'{"alg":"none","kid":"two"}') + f".{good[1]}.",
        "HMAC with the public key": hmac_text.decode() + "." + b64(mac),
        "another key": stranger.token("two", scope="read"),
        "an unknown kid": stranger.token("three", scope="read"),
        "no kid": ec.token("two", header={"alg": "ES256"}, scope="read"),
        "the algorithm of another key": rsa.token("two", header={"alg": "RS256", "kid": "two"}, scope="read"),
        "crit": ec.token("two", header={"alg": "ES256", "kid": "two", "crit": ["exp"]}, scope="read"),
        "another issuer": ec.token("two", iss="https://evil.example", scope="read"),
        "another audience": ec.token("two", aud=["other"], scope="read"),
        "no audience": ec.token("two", aud=None, scope="read"),
        "expired": ec.token("two", exp=now - 10, scope="read"),
        "not valid yet": ec.token("two", nbf=now + 600, scope="read"),
        "no expiry": ec.token("two", exp=None, scope="read"),
        "other claims": ".".join((good[0], ec.token("two", sub="eve", scope="admin").split(".")[1], good[2])),
        "cut": ".".join(good)[:-1],
        "padded": ".".join(good) + "=",
    }
    with posed(folder.set) as p:
        for name, token in wrong.items():
            reply = models(p, token)
            assert reply.status == 401, f"{name}: {reply.status}"
            assert reply.headers["www-authenticate"].startswith('Bearer realm="posed", error="invalid_token", error_description="'), f"{name}: {reply.headers}"
        expect(models(p, ".".join(good)).status, 200)
        expect(p.metric("posed_unauthorized_total"), len(wrong))


def a_stream_ends_with_its_token_and_its_client_comes_back_with_a_new_one():
    folder, ec = Folder(), Key("ES256")
    folder.put_pems(two=ec)
    with posed(folder.path) as p:
        for seconds in (5, 20, 80):  # a busy machine may need longer than a token lives until the stream is open
            until = int(time.time()) + seconds
            stream = Stream(p, [f"Authorization: Bearer {ec.token('two', scope='stream', exp=until)}"], timeout=2 * FAR)
            text = None
            if stream.status == 101:
                stream.say('{"type":"join"}')
                text = stream.until('"type"')
            if text and '"welcome"' in text:
                break
        welcome = json.loads(text)
        bye = json.loads(stream.until('"bye"', frames=100000))
        expect((bye["reason"], bye["come_back"]), ("expired", True))
        assert time.time() >= until, "before its time"
        opcode, payload = stream.read()
        while opcode in (1, 9):  # a ping or statistics may stand between the message and the close frame
            opcode, payload = stream.read()
        expect((opcode, int.from_bytes(payload[:2], "big"), payload[2:]), (8, 1008, b"expired"))

        again = Stream(p, [f"Authorization: Bearer {ec.token('two', scope='stream')}"], timeout=FAR)
        again.say(json.dumps({"type": "join", "resume": welcome["resume_token"]}))
        assert '"resumed":true' in again.until('"welcome"')


def a_ticket_carries_the_token_into_a_stream():
    folder, ec = Folder(), Key("ES256")
    folder.put_pems(two=ec)
    with posed(folder.path) as p:
        token = ec.token("two", scope="read stream", posed={"scenes": ["lobby"]})
        ticket = p.ask("POST", "/v1/tickets", b"", bearer(token)).json()["ticket"]
        stream = Stream(p, query=f"?ticket={ticket}", timeout=FAR)
        expect(stream.status, 101)
        stream.say('{"type":"join","scene":"yard"}')
        assert "scenes=lobby" in stream.until('"error"')
        expect(Stream(p, query=f"?ticket={ticket}", timeout=FAR).status, 401)
        expect(p.ask("POST", "/v1/tickets", b"", bearer(ec.token("two", scope="read"))).status, 403)


def keys_are_replaced_while_the_daemon_runs():
    folder, old, new = Folder(), Key("ES256"), Key("RS256")
    folder.put_pems(old=old)
    with posed(folder.path) as p:
        by_old, by_new = (key.token(kid, scope="read stream") for key, kid in ((old, "old"), (new, "new")))
        expect((models(p, by_old).status, models(p, by_new).status), (200, 401))
        stream = Stream(p, [f"Authorization: Bearer {by_old}"], timeout=FAR)
        stream.say('{"type":"join"}')
        stream.until('"welcome"')
        ticket = p.ask("POST", "/v1/tickets", b"", bearer(by_old)).json()["ticket"]

        folder.put_pems(old=old, new=new)  # both, while tokens by the old key are in use
        reload(p)
        expect((models(p, by_old).status, models(p, by_new).status), (200, 200))
        stream.say('{"type":"ping","ref":"x"}')
        assert stream.until('"pong"')

        folder.put_pems(new=new)
        reload(p)
        expect((models(p, by_old).status, models(p, by_new).status), (401, 200))
        bye = json.loads(stream.until('"bye"', frames=100000))
        expect((bye["reason"], bye["come_back"]), ("revoked", False))
        expect(Stream(p, query=f"?ticket={ticket}", timeout=FAR).status, 401)

        folder.put_pems()  # nobody could come in: refused, the keys before stay
        reload(p)
        expect(models(p, by_new).status, 200)
        expect(p.metric("posed_config_last_reload_successful"), 0)


def api_keys_go_on_beside_tokens():
    folder, ec = Folder(), Key("ES256")
    folder.put_pems(two=ec)
    keys = tempfile.NamedTemporaryFile("w", suffix=".keys")
    keys.write("shop read ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n")
    keys.flush()
    with posed(folder.path, f", keys_file: {keys.name}") as p:
        expect(models(p, "abc").status, 200)
        expect(models(p, "abd").status, 401)
        expect(models(p, ec.token("two", scope="read")).status, 200)
        assert wait_for(lambda: '"key":"jwt:alice"' in p.log_text(), FAR), p.log_text()


def a_quota_of_a_token_lowers_the_rate_of_requests():
    folder, ec = Folder(), Key("ES256")
    folder.put_pems(two=ec)
    with posed(folder.path, ", rate_burst: 2") as p:
        slow, free = ec.token("two", scope="read", sub="slow", posed={"requests": 0.001}), ec.token("two", scope="read", sub="free")
        expect([models(p, slow).status for _ in range(4)], [200, 200, 429, 429])
        assert "posed.requests" in models(p, slow).json()["detail"]
        expect([models(p, free).status for _ in range(4)], [200] * 4)


def options_that_do_not_go_together_are_refused():
    folder, ec = Folder(), Key("ES256")
    folder.put_pems(two=ec)
    for options, says in ((("--access-jwt-keys", folder.path), "set without access.jwt_issuer; both expected"),
                          (("--access-jwt-audience", "a"), "no effect without access.jwt_keys"),
                          (("--access-jwt-keys", "/nonexistent", "--access-jwt-issuer", "i", "--access-jwt-audience", "a"), "/nonexistent")):
        done = subprocess.run([PROGRAM, "--check-config", *options], capture_output=True, text=True)
        expect(done.returncode, 2)
        assert says in done.stderr, done.stderr


TESTS = [tokens_by_rsa_and_ec_open_what_their_scopes_say, forged_expired_and_foreign_tokens_are_refused,
         a_stream_ends_with_its_token_and_its_client_comes_back_with_a_new_one, a_ticket_carries_the_token_into_a_stream,
         keys_are_replaced_while_the_daemon_runs, api_keys_go_on_beside_tokens, a_quota_of_a_token_lowers_the_rate_of_requests,
         options_that_do_not_go_together_are_refused]

if __name__ == "__main__":
    sys.exit(runner.run(TESTS, NAMES))
