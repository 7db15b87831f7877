"""Usage: http_standards.py POSED MODELS [name...]: HTTP (RFC 9110, 9112), WebSocket (RFC 6455) and CORS (Fetch) over bare sockets."""
import base64
import contextlib
import gzip
import hashlib
import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
from posed import PATIENCE, Posed, request, wait_for  # noqa: E402

PROGRAM, MODELS = sys.argv[1], sys.argv[2]
POSEDCTL = os.path.join(os.path.dirname(PROGRAM), "posedctl")
BOM = b"\xef\xbb\xbf"
tests = []


def test(function):
    tests.append(function)
    return function


def posed(config="", only=("default", "motion"), **more):
    return Posed(PROGRAM, MODELS, config, only=only, **more)


def same(left, right, what=""):
    assert left == right, f"{what}: {left!r}, not {right!r}"


def raw(p, text):
    """The first reply to these bytes on a connection of their own, and the connection."""
    wire = p.wire()
    wire.send(text if isinstance(text, bytes) else text.encode("latin-1"))
    return wire.reply(head_only=text[:5] in ("HEAD ", b"HEAD ")), wire


def head(line, *fields):
    return "\r\n".join([line + " HTTP/1.1", "Host: localhost", *fields]) + "\r\n\r\n"


# -- 304, HEAD, conditions, ranges ------------------------------------------------


PAGES = ("/", "/docs", "/openapi.json", "/web/app.js", "/v1/models/default/mesh?format=glb&betas=1", "/v1/models/default/mesh?digits=3",
         "/v1/models/default/faces?format=bin", "/v1/models/default/measure?betas=2", "/v1/models/default/joints")


@test
def a_304_has_the_length_of_its_200_or_none():
    """RFC 9110, 8.6 and 15.4.5."""
    with posed() as p:
        for path in PAGES:
            for coding in ("identity", "gzip"):
                whole = p.ask("GET", path, headers={"Accept-Encoding": coding})
                same(whole.status, 200, path)
                with p.wire() as wire:
                    for _ in range(3):  # on one connection: it stays open
                        wire.send(request("GET", path, headers={"If-None-Match": f'"x", W/{whole.headers["etag"]}', "Accept-Encoding": coding}))
                        again = wire.reply()
                        same(again.status, 304, path)
                        assert again.headers.get("content-length") in (None, whole.headers["content-length"]), (path, again.headers)
                        for name in ("etag", "cache-control", "vary"):
                            same(again.headers.get(name), whole.headers.get(name), f"{path} {name}")
                        assert "transfer-encoding" not in again.headers and "date" in again.headers
                        same(wire.ahead, b"", "no body")
        tag = p.ask("GET", "/v1/models/default/mesh?format=glb&betas=1.25").headers["etag"]
    with posed() as p:  # a fresh daemon has never sent that 200
        again, wire = raw(p, head("GET /v1/models/default/mesh?format=glb&betas=1.25", f"If-None-Match: {tag}"))
        same(again.status, 304)
        assert "content-length" not in again.headers and "transfer-encoding" not in again.headers, again.headers
        assert wire.closed() and not wire.ahead
        wire.close()


@test
def each_304_has_the_policies_of_its_200():
    """RFC 9111, 3.2: a client replaces the fields that it stored by those of the 304. Without frame-ancestors any page could frame the maker."""
    names = ("content-security-policy", "cache-control", "vary", "etag", "x-content-type-options")
    with posed(f"access: {{cors_origins: ['{ORIGIN}']}}\n") as p:
        for path in (*PAGES, "/maker"):
            first = p.ask("GET", path)
            for _ in range(3):  # the first 304 is made, the others are stored ones
                again = p.ask("GET", path, headers={"If-None-Match": first.headers["etag"]})
                same(again.status, 304, path)
                for name in names:
                    same(again.headers.get(name), first.headers.get(name), f"{path} {name}")
            if path == "/maker":
                assert f"frame-ancestors 'self' {ORIGIN}" in first.headers["content-security-policy"], first.headers


@test
def head_has_the_fields_of_get_and_no_body():
    """RFC 9110, 9.3.2."""
    with posed() as p:
        p.ask("PUT", "/v1/scenes/yard", {"ground": {"kind": "hills", "seed": 1, "side": 20}})
        for path in PAGES + ("/v1/scenes/yard", "/v1/scenes/yard?heights=true", "/v1/scenes", "/v1/models", "/healthz", "/readyz", "/no-such-thing",
                             "/v1/models/nobody", "/v1/stream", "/v1/models/default/mesh?betas=x", "/v1/version"):
            for coding in ("identity", "gzip", "zstd"):
                fields = {"Accept-Encoding": coding, "X-Request-Id": "the-same"}
                get, got = p.ask("GET", path, headers=fields), p.ask("HEAD", path, headers=fields)
                same(got.status, get.status, path)
                assert not got.body
                left, right = ({k: v for k, v in r.headers.items() if k != "date"} for r in (got, get))
                same(left, right, path)


@test
def what_is_put_is_guarded_by_its_etag():
    """RFC 9110, 13.1.1 and 13.1.2: lost updates, and creating without overwriting."""
    for kind, first, second, content in (("scenes", b'{"ground":{"kind":"flat"}}', b'{"walls":[{"from":[0,1],"to":[1,1]}]}', "application/json"),
                                         ("skeletons", b'{"joints":[{"name":"a"}]}', b'{"joints":[{"name":"a"},{"name":"b","parent":"a","offset":[0,1,0]}]}', "application/json")):
        with posed() as p:
            def put(body, **conditions):
                fields = {"Content-Type": content, **{k.replace("_", "-"): v for k, v in conditions.items()}}
                return p.ask("PUT", f"/v1/{kind}/it", body, fields)

            def tag(query=""):
                return p.ask("GET", f"/v1/{kind}/it{query}").headers["etag"]

            same(put(first, If_Match="*").status, 412, "there is nothing to replace")
            same(put(first, If_None_Match="*").status, 201)
            same(put(second, If_None_Match="*").status, 412, "it exists")
            one = tag()
            same(put(second, If_Match='"other"').status, 412)
            same(put(second, If_Match="W/" + one).status, 412, "a weak tag never matches strongly")
            same(put(second, If_None_Match=one).status, 412)
            same(tag(), one, "nothing was changed")
            same(put(second, If_Match=f'"other", {one}').status, 200)
            two = tag()
            assert one != two
            same(put(first, If_Match=one).status, 412, "somebody was faster")
            same(p.ask("GET", f"/v1/{kind}/it", headers={"If-None-Match": two}).status, 304)
            same(p.ask("GET", f"/v1/{kind}/it", headers={"If-None-Match": one}).status, 200)
            same(p.ask("GET", f"/v1/{kind}/it", headers={"If-Match": one}).status, 412)
            same(p.ask("DELETE", f"/v1/{kind}/it", headers={"If-Match": one}).status, 412)
            same(p.ask("DELETE", f"/v1/{kind}/it", headers={"If-None-Match": "*"}).status, 412)
            same(p.ask("DELETE", f"/v1/{kind}/it", headers={"If-Match": two}).status, 204)
            same(p.ask("DELETE", f"/v1/{kind}/it", headers={"If-Match": "*"}).status, 404)
            problem = put(first, If_Match="*").json()
            same((problem["status"], problem["title"]), (412, "Precondition Failed"))
            assert "If-Match" in problem["detail"], problem


@test
def of_two_that_create_at_once_one_does():
    with posed() as p:
        for round in range(10):
            wires = [p.wire() for _ in range(6)]
            for wire in wires:
                wire.send(request("PUT", f"/v1/scenes/s{round}", {"ground": {"kind": "hills", "seed": round, "side": 20}}, {"If-None-Match": "*"}))
            statuses = sorted(wire.reply().status for wire in wires)
            same(statuses, [201] + [412] * 5)
            for wire in wires:
                wire.close()


@test
def ranges_are_parts_of_the_same_bytes():
    """RFC 9110, 14 and 15.3.7."""
    with posed() as p:
        for path, coding in (("/web/app.js", "identity"), ("/web/app.js", "gzip"), ("/openapi.json", "zstd"),
                             ("/v1/models/default/mesh?format=glb&betas=1", "identity"), ("/v1/models/default/faces?format=bin", "identity")):
            def ask(method="GET", **fields):
                return p.ask(method, path, headers={"Accept-Encoding": coding, **{k.replace("_", "-"): v for k, v in fields.items()}})

            whole = ask()
            size, etag = len(whole.body), whole.headers["etag"]
            same(whole.headers["accept-ranges"], "bytes")
            third, pieces = size // 3, b""
            for first, last in ((0, third - 1), (third, 2 * third - 1), (2 * third, None)):
                part = ask(Range=f"bytes={first}-{'' if last is None else last}", If_Range=etag)
                end = size - 1 if last is None else last
                same((part.status, part.headers["content-range"], part.headers["etag"]), (206, f"bytes {first}-{end}/{size}", etag))
                same(int(part.headers["content-length"]), end - first + 1)
                pieces += part.body
            same(pieces == whole.body, True, "the parts joined are the whole")
            same(ask(Range="bytes=-7").body, whole.body[-7:])
            same(ask(Range="bytes=0-0").body, whole.body[:1])
            for ignored in ("bytes=0-1,5-6", "bytes=9-3", "bytes=x-", "lines=1-2", "bytes"):
                same(ask(Range=ignored).status, 200, ignored)
            same(ask(Range="bytes=0-9", If_Range='"other"').status, 200)
            same(ask(Range="bytes=0-9", If_Range="Sun, 06 Nov 1994 08:49:37 GMT").status, 200)
            none = ask(Range=f"bytes={size}-")
            same((none.status, none.headers["content-range"]), (416, f"bytes */{size}"))
            same(none.json()["status"], 416)
            assert "content-encoding" not in none.headers
            same(ask(Range="bytes=0-9", If_None_Match=etag).status, 304, "the condition comes first")
            same(ask(Range="bytes=0-9", If_Match='"other"').status, 412)
            bare = ask("HEAD", Range="bytes=0-9")
            same((bare.status, int(bare.headers["content-length"])), (200, size), "Range is for GET alone")


@test
def a_list_in_several_fields_is_one_list():
    """RFC 9110, 5.3."""
    with posed() as p:
        etag = p.ask("GET", "/openapi.json").headers["etag"]
        reply, wire = raw(p, head("GET /openapi.json", f"If-None-Match: {etag}", 'If-None-Match: "other"', 'If-None-Match: "third"'))
        same(reply.status, 304)
        wire.close()
        reply, wire = raw(p, head("GET /v1/models/default/mesh", "Accept: model/gltf-binary", "Accept: text/plain;q=0.1"))
        same(reply.headers["content-type"], "model/gltf-binary")
        wire.close()
        reply, wire = raw(p, head("GET /openapi.json", "Accept-Encoding: gzip", "Accept-Encoding: br"))
        same(json.loads(gzip.decompress(reply.body))["openapi"][:2], "3.")
        wire.close()


@test
def a_quantized_glb_is_coded_and_says_its_length():
    """The arrays of EXT_meshopt_compression are made to be compressed once more. Plain files are sent as they are."""
    with posed() as p:
        for query, is_coded in (("format=glb&quantize=true", True), ("format=glb", False)):
            plain = p.ask("GET", f"/v1/models/default/mesh?{query}")
            coded = p.ask("GET", f"/v1/models/default/mesh?{query}", headers={"Accept-Encoding": "gzip"})
            same(coded.headers.get("content-encoding"), "gzip" if is_coded else None)
            same(gzip.decompress(coded.body) if is_coded else coded.body, plain.body)
            same(coded.headers.get("posed-length"), str(len(plain.body)) if is_coded else None)
            same(plain.headers.get("posed-length"), None)
            same(coded.headers["etag"] != plain.headers["etag"], is_coded)
            same(len(coded.body) < 0.95 * len(plain.body), is_coded)


# -- framing -----------------------------------------------------------------------


@test
def lengths_that_contradict_each_other_are_400_and_the_end():
    """RFC 9112, 6.3."""
    with posed() as p:
        for fields in (("Content-Length: 2", "Content-Length: 3"), ("Content-Length: 2", "Content-Length: 2"), ("Content-Length: 2, 2",),
                       ("Content-Length: +2",), ("Content-Length: 0x2",), ("Content-Length: 2", "Transfer-Encoding: chunked"), ("Content-Length: -1",)):
            reply, wire = raw(p, head("POST /v1/models/default/mesh", *fields) + "{}" + head("GET /healthz"))
            same(reply.status, 400, fields)
            same(reply.headers["connection"], "close")
            assert wire.closed() and not wire.ahead, "nothing behind it is answered"
            wire.close()


@test
def an_escape_of_a_plain_character_is_that_character():
    """RFC 3986, 6.2.2.2."""
    with posed() as p:
        same(p.ask("GET", "/v1/%6dodels/def%61ult/m%65asure").body, p.ask("GET", "/v1/models/default/measure").body)
        same(p.ask("GET", "/h%65althz").status, 200)
        same(p.ask("GET", "/v1%2Fmodels").status, 404, "an escaped slash separates nothing")
        reply, wire = raw(p, head("GET /v1/str%65am"))
        same(reply.status, 426)
        wire.close()


@test
def chunks_may_have_extensions_and_trailers():
    """RFC 9112, 7.1."""
    body = b'{"betas":[1]}'
    chunks = b"".join(b"%x;a=\"b\"\r\n%s\r\n" % (len(body[i:i + 5]), body[i:i + 5]) for i in range(0, len(body), 5))
    with posed() as p:
        expected = p.ask("POST", "/v1/models/default/mesh?format=bin", body).body
        wire = p.wire()
        for trailers in (b"", b"X-Checksum: 1\r\nServer-Timing: a\r\n"):
            wire.send(head("POST /v1/models/default/mesh?format=bin", "Transfer-Encoding: chunked", "Trailer: X-Checksum").encode() + chunks + b"0\r\n" + trailers + b"\r\n")
            same(wire.reply().body == expected, True)
        wire.close()


@test
def a_long_target_is_414_and_an_unknown_method_501():
    """RFC 9112, 3; RFC 9110, 9.1 and 15.5.15."""
    with posed("limits: {head_bytes: 2000}\n") as p:
        for target in ("/" + "a" * 3000, "/v1/models/default/mesh?betas=" + "0," * 1500, "/healthz?" + "&".join(f"a{i}=" for i in range(257))):
            reply, wire = raw(p, head("GET " + target))
            same(reply.status, 414, target[:40])
            wire.close()
        for text, status in ((head("GET /healthz", "X: " + "a" * 3000), 431), ("A" * 3000 + " / HTTP/1.1\r\n\r\n", 501), (head("BREW /healthz"), 501),
                             (head("BREW /no-such-thing"), 501), (head("PATCH /healthz"), 405), (head("get /healthz"), 501)):
            reply, wire = raw(p, text)
            same(reply.status, status, text[:40])
            wire.close()
        same(p.metric("posed_heads_long_total"), 4)


# -- refusals ------------------------------------------------------------------------


ORIGIN = "https://page.example"
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: posed.v1")


def check_fields(reply, status, what, known=True):
    same(reply.status, status, what)
    assert re.fullmatch(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z][a-z] \d{4} \d\d:\d\d:\d\d GMT", reply.headers["date"]), (what, reply.headers)
    same(reply.headers["x-content-type-options"], "nosniff", what)
    same(reply.headers["content-type"], "application/problem+json", what)
    same(reply.headers["cache-control"], "no-store", what)
    assert "Origin" in re.split(", *", reply.headers["vary"]), (what, reply.headers)
    assert re.fullmatch("[0-9A-Za-z._-]{1,64}", reply.headers["x-request-id"]), what
    problem = reply.json()
    same((problem["status"], problem["request_id"]), (status, reply.headers["x-request-id"]), what)
    if known:
        same(reply.headers.get("x-request-id"), "mine", what)
        same(reply.headers.get("access-control-allow-origin"), ORIGIN, what)
        assert "X-Request-Id" in reply.headers["access-control-expose-headers"], what
    for field, only in (("www-authenticate", (401, 403)), ("upgrade", (426,)), ("sec-websocket-version", (426,))):
        same(field in reply.headers, status in only, f"{what} {field}")
    if status == 403:  # RFC 6750, 3.1
        assert 'error="insufficient_scope", scope="' in reply.headers["www-authenticate"], what
    assert ("allow" in reply.headers) == (status == 405), (what, reply.headers)
    if status == 426:
        assert "upgrade" in reply.headers["connection"].lower(), what
    if status in (429, 503):
        assert int(reply.headers["retry-after"]) >= 1, what


@test
def every_refusal_has_the_fields_of_a_reply():
    """RFC 9110: 6.6.1 Date, 11.6.1 WWW-Authenticate, 10.2.1 Allow, 7.8 Upgrade; RFC 6455, 4.4; Fetch, 3.2."""
    keys = tempfile.NamedTemporaryFile("w", suffix=".keys", delete=False)
    keys.write("me read " + hashlib.sha256(b"key").hexdigest() + "\n")
    keys.close()
    mine = ("X-Request-Id: mine", f"Origin: {ORIGIN}")
    key = ("Authorization: Bearer key", *mine)
    config = (f"access: {{cors_origins: ['{ORIGIN}'], hosts: [localhost], keys_file: '{keys.name}'}}\n"
              "limits: {body_bytes: 5000, head_bytes: 2000, body_timeout: 1, head_timeout: 1}\n")
    with posed(config) as p:
        for status, text in ((400, head("GET /healthz", *mine, "Bad Name: x")), (414, "GET /" + "a" * 3000 + " HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                             (431, head("GET /healthz", *mine, "X: " + "a" * 3000)), (501, head("CONNECT a:1", *mine)),
                             (501, head("POST /healthz", *mine, "Transfer-Encoding: gzip")), (505, "GET / HTTP/2.0\r\nHost: localhost\r\n\r\n"),
                             (401, head("GET /v1/models", *mine)), (401, head("GET /v1/models", *mine, "Authorization: Bearer no")),
                             (403, head("POST /v1/models/default/reload", *key)), (404, head("GET /no-such-thing", *key)), (405, head("DELETE /healthz", *key)),
                             (406, head("GET /v1/models/default/mesh", *key, "Accept: text/plain")),
                             (408, head("POST /v1/models/default/mesh", *key, "Content-Length: 100")), (408, "GET / HTTP/1.1\r\n" + "\r\n".join(mine) + "\r\n"),
                             (413, head("POST /v1/models/default/mesh", *key, "Content-Length: 6000") + "x" * 6000),
                             (413, head("POST /v1/models/default/mesh", *key, "Transfer-Encoding: chunked") + "1770\r\n" + "x" * 6000),
                             (415, head("POST /v1/models/default/mesh", *key, "Content-Type: text/plain", "Content-Length: 2") + "{}"),
                             (417, head("POST /v1/models/default/mesh", *key, "Expect: tea", "Content-Length: 2")),
                             (421, head("GET /v1/models", *key).replace("localhost", "elsewhere")), (426, head("GET /v1/stream", *key)),
                             (426, head("GET /v1/stream", *mine, *UPGRADE, "Sec-WebSocket-Version: 8")), (426, head("GET /v1/stream", *mine, *UPGRADE)),
                             (401, head("GET /v1/stream", *mine, *UPGRADE, "Sec-WebSocket-Version: 13")),
                             (403, head("GET /v1/stream", *key, *UPGRADE, "Sec-WebSocket-Version: 13")),
                             (400, head("GET /v1/stream", *key, *UPGRADE[:3], "Sec-WebSocket-Version: 13")),
                             (421, head("GET /v1/stream", *key, *UPGRADE, "Sec-WebSocket-Version: 13").replace("localhost", "elsewhere"))):
            reply, wire = raw(p, text)
            check_fields(reply, status, f"{status} {text[:70]!r}", known="mine" in text)
            wire.close()
        reply, wire = raw(p, head("GET /v1/models", "X-Request-Id: mine", "Origin: https://evil.example"))
        assert "access-control-allow-origin" not in reply.headers
        wire.close()
    with posed(f"access: {{cors_origins: ['{ORIGIN}'], rate_limit: 1, rate_burst: 1}}\n") as p:
        replies = [raw(p, head("GET /v1/models", *mine))[0] for _ in range(3)]
        check_fields(replies[-1], 429, "rate")
        streams = [raw(p, head("GET /v1/stream", *mine, *UPGRADE, "Sec-WebSocket-Version: 13"))[0] for _ in range(2)]
        check_fields(streams[-1], 429, "rate of streams")
    with posed(f"access: {{cors_origins: ['{ORIGIN}']}}\nlimits: {{connections: 8}}\n") as p:
        held = [raw(p, head("GET /healthz"))[1] for _ in range(8)]
        reply, wire = raw(p, head("GET /healthz", *mine))
        check_fields(reply, 503, "connections", known="x-request-id" in reply.headers and reply.headers["x-request-id"] == "mine")
        for wire in held:
            wire.close()
    os.unlink(keys.name)


@test
def what_is_certain_from_the_head_is_refused_before_the_body():
    """RFC 9110, 10.1.1."""
    expect = ("Expect: 100-continue", "Content-Length: 3000")
    keys = tempfile.NamedTemporaryFile("w", suffix=".keys", delete=False)
    keys.write("me admin " + hashlib.sha256(b"key").hexdigest() + "\n")
    keys.close()
    with posed(f"access: {{keys_file: '{keys.name}'}}\nlimits: {{body_bytes: 5000}}\n") as p:
        key = "Authorization: Bearer key"
        same(p.ask("PUT", "/v1/scenes/there", {}, {"Authorization": "Bearer key"}).status, 201)
        for status, line, *fields in ((100, "POST /v1/ik/solve", key), (100, "PUT /v1/scenes/new", key), (100, "PUT /v1/scenes/there", key, "If-Match: *"),
                                      (100, "POST /v1/models/default/mesh", key, "Content-Type: application/json"),
                                      (401, "POST /v1/ik/solve"), (404, "PUT /v1/no-such-thing", key), (404, "POST /v1/models/nobody/mesh", key),
                                      (404, "POST /v1/characters/nobody/clip", key), (405, "POST /healthz", key), (405, "PUT /v1/ik/solve", key),
                                      (400, "PUT /v1/scenes/Not%20an%20id", key), (409, "PUT /v1/skeletons/default", key),
                                      (412, "PUT /v1/scenes/there", key, "If-None-Match: *"), (412, "PUT /v1/scenes/new", key, "If-Match: *"),
                                      (413, "POST /v1/ik/solve", key, "big"), (415, "POST /v1/ik/solve", key, "Content-Type: text/plain"),
                                      (415, "POST /v1/ik/solve", key, "Content-Encoding: gzip"), (415, "PUT /v1/characters/a", key, "Content-Type: text/html"),
                                      (417, "POST /v1/ik/solve", key, "Expect: also-this"), (501, "BREW /v1/ik/solve", key)):
            with p.wire() as wire:
                sizes = expect if "big" not in fields else (expect[0], "Content-Length: 6000")
                wire.send(head(line, *[f for f in fields if f != "big"], *sizes).encode())
                first = wire.more()
                same(first.split(b" ")[1], str(status).encode(), f"{line} {fields}")
                if status == 100:
                    same(first, b"HTTP/1.1 100 Continue\r\n\r\n")
                    continue
                same(wire.reply().headers["connection"], "close")
            with p.wire() as wire:  # a client that does not wait reads the same answer
                with contextlib.suppress(ConnectionError):
                    wire.send(head(line, *[f for f in fields if f != "big"], *sizes).encode() + b"x" * 6000)
                same(wire.reply().status, status, f"{line} with its body")
        for version in ("1.0", "1.1"):  # without a body, or in HTTP/1.0, the field means nothing
            fields = ("Content-Length: 2",) if version == "1.0" else ()
            wire = p.wire()
            text = head("POST /v1/models/default/mesh?format=bin" if fields else "GET /healthz", key, "Expect: 100-continue", *fields)
            wire.send(text.replace("HTTP/1.1", "HTTP/" + version).encode() + (b"{}" if fields else b""))
            first = wire.more()  # 10.1.1: a server MAY send 100 though there is no body
            assert first.startswith(b"HTTP/1.1 200") or (version == "1.1" and first.startswith(b"HTTP/1.1 100")), (version, first)
            wire.close()
    os.unlink(keys.name)


@test
def default_ports_are_no_difference():
    """RFC 6454, 4 and 5; RFC 9110, 4.2."""
    with posed("access: {cors_origins: ['https://a.example:443', 'http://b.example'], hosts: ['posed.example:443', 'plain.example']}\n") as p:
        def ask(host, origin):
            reply, wire = raw(p, head("POST /v1/models/default/mesh?format=bin", f"Origin: {origin}", "Content-Length: 2").replace("localhost", host) + "{}")
            wire.close()
            return reply
        for host, origin, status in (("plain.example", "http://plain.example", 200), ("plain.example:80", "http://plain.example", 200),
                                     ("plain.example", "https://plain.example", 200), ("plain.example:443", "https://plain.example", 200),
                                     ("plain.example:80", "https://plain.example", 403), ("plain.example:8080", "http://plain.example", 403),
                                     ("posed.example", "https://posed.example", 200), ("posed.example:80", "http://posed.example", 421),
                                     ("plain.example", "https://a.example", 200), ("plain.example", "http://a.example", 403),
                                     ("plain.example", "http://b.example:80", 200), ("plain.example", "http://b.example:81", 403)):
            same(ask(host, origin).status, status, f"{host} {origin}")
        same(ask("plain.example", "https://a.example").headers["access-control-allow-origin"], "https://a.example")


# -- WebSocket -------------------------------------------------------------------------


class Stream:
    """RFC 6455 with nothing of a library: what it sends is what the test says."""

    def __init__(self, p, *fields, version="13", target="/v1/stream"):
        key = base64.b64encode(os.urandom(16)).decode()
        self.wire = p.wire()
        self.wire.send(head("GET " + target, "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: " + key,
                            "Sec-WebSocket-Version: " + version, *(fields or ("Sec-WebSocket-Protocol: posed.v1",))).encode())
        while b"\r\n\r\n" not in self.wire.ahead and self.wire.more():
            pass
        text, self.wire.ahead = self.wire.ahead.split(b"\r\n\r\n", 1)
        lines = text.decode().split("\r\n")
        self.status, self.fields = int(lines[0].split()[1]), [tuple(line.split(": ", 1)) for line in lines[1:]]

    def frame(self, opcode, data=b"", last=True):
        mask, size = os.urandom(4), len(data)
        head_ = bytes([(128 if last else 0) | opcode]) + (bytes([128 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size))
        self.wire.send(head_ + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    def take(self, size):
        while len(self.wire.ahead) < size:
            if not self.wire.more():
                raise EOFError
        data, self.wire.ahead = self.wire.ahead[:size], self.wire.ahead[size:]
        return data

    def hear(self, pong=True):
        first, size = self.take(2)
        size &= 127
        if size > 125:
            size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
        data = self.take(size)
        if first & 15 == 9 and pong:
            self.frame(10, data)
        return first & 15, data

    def until(self, *types, pong=True):
        """The next text of one of these types, or the close as its code."""
        while True:
            opcode, data = self.hear(pong)
            if opcode == 8:
                return int.from_bytes(data[:2], "big")
            if opcode == 1 and (message := json.loads(data))["type"] in types:
                return message

    def close(self):
        self.wire.close()


@contextlib.contextmanager
def stream(p, *fields):
    s = Stream(p, *fields)
    yield s
    s.close()


@test
def subprotocols_are_compared_exactly_and_one_is_chosen():
    """RFC 6455, 4.2.2 and 11.3.4."""
    name = "Sec-WebSocket-Protocol: "
    with posed() as p:
        for fields in ((name + "posed.v1",), (name + "other, posed.v1",), (name + "other", name + "posed.v1, third"), (name + "a,posed.v1,b",),
                       ("sec-websocket-protocol: x", "SEC-WEBSOCKET-PROTOCOL:posed.v1")):
            with stream(p, *fields) as s:
                same(s.status, 101, fields)
                same([v for k, v in s.fields if k.lower() == "sec-websocket-protocol"], ["posed.v1"], fields)
        for fields in ((name + "Posed.v1",), (name + "POSED.V1",), (name + "posed.v1x",), (name + "posed", name + "v1"), (name + "",), ("X: y",)):
            with stream(p, *fields) as s:
                same(s.status, 400, fields)


@test
def a_close_is_answered_as_its_payload_deserves():
    """RFC 6455, 5.5.1, 7.1.6, 7.4 and 8.1."""
    with posed() as p:
        codes = [(c, c) for c in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)]
        codes += [(c, 1002) for c in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 9999, 65535)]
        for code, answer in codes:
            with stream(p) as s:
                s.frame(8, code.to_bytes(2, "big") + b"why")
                same(s.until(), answer, code)
        for payload, answers in ((b"", (0, 1000)), (b"\x03", (1002,)), (b"\x03\xe8\xc3\x28", (1007,)), (b"\x03\xe8\xed\xa0\x80", (1007,)), (b"\x03\xe8" + "ä".encode() * 60, (1000,))):
            with stream(p) as s:
                s.frame(8, payload)
                answer = s.until()
                assert answer in answers, (payload, answer)


@test
def text_that_is_not_utf_8_ends_with_1007():
    """RFC 6455, 8.1; sequences of Unicode 3.9, table 3-7."""
    with posed() as p:
        for bad in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b'{"type":"ping","ref":"\xc3"}'):
            with stream(p) as s:
                s.frame(1, bad)
                same(s.until(), 1007, bad)
        with stream(p) as s:  # a character may be cut by a fragment's end, a message's may not
            text = '{"type":"ping","ref":"€"}'.encode()
            s.frame(1, text[:23], last=False)
            s.frame(0, text[23:])
            same(s.until("pong", "error")["ref"], "€")


@test
def a_ping_brings_back_any_time():
    """RFC 8259, 6: as a double."""
    with posed() as p, stream(p) as s:
        for time_ in ("0", "-0.0", "1764051234567.891", "1764051234567890", "1764051234567890123", "-1764051234567890123", "99999999999999999999999", "0.1", "1e-300", "-1.7976931348623157e308", "1e308",
                      "9007199254740993", "-12.5"):
            s.frame(1, ('{"type":"ping","time":%s}' % time_).encode())
            pong = s.until("pong", "error")
            same((pong["type"], float(pong.get("time", "nan"))), ("pong", float(time_)), time_)
            assert pong["server_time"] > 0
        s.frame(1, b'{"type":"ping","time":1e999}')
        same(s.until("pong", "error")["type"], "error")


def last_seq(s, want):
    """The seq of the first character of the newest frame, once it is the wanted one."""
    while True:
        opcode, data = s.hear()
        if opcode != 2 or len(data) < 56:
            continue
        low, channels = struct.unpack_from("<IH", data, 28)
        high = int.from_bytes(data[-4:], "little") if channels & 256 else 0  # one character: its last channel ends the frame
        if low | high << 32 == want:
            return channels


@test
def inputs_are_numbered_up_to_two_to_the_53():
    with posed() as p, stream(p) as s:
        s.say(type="join")
        s.say(type="spawn")
        who = s.until("spawned")["id"]
        for seq in (1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 1764051234567, 1764051234567890, 2 ** 53 - 1, 2 ** 53, 5):
            s.say(type="input", id=who, seq=seq, move=[0, 1], ref="i")
            same(s.until("done", "error")["type"], "done", seq)
            same(bool(last_seq(s, seq) & 256), seq >= 2 ** 32, seq)
            s.frame(2, struct.pack("<BBBBIIffhhhHf", 1, 0, 1, 0, who, (seq + 1) % 2 ** 32, 0, 1, 0, 0, 0, 0, 0) + (((seq + 1) >> 32).to_bytes(4, "little") if seq < 2 ** 53 else b""))
            last_seq(s, seq + 1 if seq < 2 ** 53 else 1)
        for bad in (2 ** 53 + 1, 2 ** 63, -1, 0.5, 1e300):
            s.say(type="input", id=who, seq=bad, move=[0, 1], ref="i")
            error = s.until("done", "error")
            same((error["type"], error.get("pointer")), ("error", "/seq"), bad)


@test
def an_idle_stream_ends_when_its_time_is_over():
    with posed("stream: {idle_timeout: 2}\n") as p:
        quiet = Stream(p)
        began = time.monotonic()
        quiet.say(type="join")
        same(quiet.until("bye", pong=False)["reason"], "idle")
        assert time.monotonic() - began >= 2, "not before its time"
        same(quiet.until(pong=False), 1008)
        assert quiet.wire.closed(), "though the client does not close"
        pinging, answering = Stream(p), Stream(p)
        for s in (pinging, answering):
            s.say(type="join")
        for _ in range(8):  # pings of its own count as a sign of life, and so do answers
            pinging.frame(9, b"still here")
            until = time.monotonic() + 0.5
            answering.wire.socket.settimeout(0.1)
            while time.monotonic() < until:
                with contextlib.suppress(TimeoutError, socket.timeout):
                    answering.hear()
        answering.wire.socket.settimeout(PATIENCE)
        for s in (pinging, answering):
            s.say(type="ping", ref="here")
            same(s.until("pong", "bye")["type"], "pong")


# -- texts ------------------------------------------------------------------------------


@test
def a_byte_order_mark_before_json_and_yaml_is_no_error():
    """RFC 8259, 8.1: parsers may ignore it; YAML 1.2, 5.2."""
    body = b'{"betas":[1.5],"digits":3}'
    with posed() as p:
        plain = p.ask("POST", "/v1/models/default/joints", body)
        marked = p.ask("POST", "/v1/models/default/joints", BOM + body)
        same((plain.status, marked.status, marked.body == plain.body), (200, 200, True))
        same(p.ask("POST", "/v1/models/default/joints", BOM).status, 200, "an empty body")
        same(p.ask("PUT", "/v1/scenes/a", BOM + b'{"ground":{"kind":"flat"}}').status, 201)
        same(p.ask("POST", "/v1/models/default/joints", BOM + BOM + body).status, 400, "one mark, not two")
        same(p.ask("POST", "/v1/models/default/joints", b'{"betas":' + BOM + b"[1.5]}").status, 400)
        with stream(p) as s:
            s.frame(1, BOM + b'{"type":"ping","time":7}')
            same(s.until("pong", "error")["time"], 7)
    with tempfile.TemporaryDirectory() as folder:
        config, asked = os.path.join(folder, "posed.yaml"), os.path.join(folder, "ask.json")
        with open(config, "wb") as file:
            file.write(BOM + b"limits:\n  batch: 7\n")
        printed = subprocess.run([PROGRAM, "--config", config, "--print-config"], capture_output=True, text=True)
        same(printed.returncode, 0, printed.stderr)
        assert re.search(r"^\s*batch: 7\b", printed.stdout, re.M), printed.stdout[:500]
        with open(asked, "wb") as file:
            file.write(BOM + b'{"targets":[{"joint":"left_wrist","position":[0.4,0.3,0.4]}]}')
        solved = subprocess.run([POSEDCTL, "ik", "--request", asked, "--json"], capture_output=True, text=True)
        same(solved.returncode, 0, solved.stderr)


@test
def the_process_has_its_standard_metrics():
    """Prometheus, Writing client libraries, Process metrics."""
    with posed() as p:
        text = p.ask("GET", "/metrics").body.decode()
        with open(f"/proc/{p.process.pid}/limits") as file:
            most = int(re.search(r"Max open files\s+(\d+)", file.read()).group(1))
        for name, kind, least, greatest in (("process_cpu_seconds_total", "counter", 0.001, 3600), ("process_start_time_seconds", "gauge", time.time() - 600, time.time() + 2),
                                            ("process_resident_memory_bytes", "gauge", 1e6, 1e12), ("process_virtual_memory_bytes", "gauge", 1e6, 1e15),
                                            ("process_open_fds", "gauge", 4, most), ("process_max_fds", "gauge", most, most), ("process_threads", "gauge", 2, 1000)):
            assert f"# TYPE {name} {kind}\n" in text and f"# HELP {name} " in text, name
            value = float(re.search(rf"^{name} (\S+)$", text, re.M).group(1))
            assert least <= value <= greatest, (name, value)
        held = [p.wire() for _ in range(20)]
        assert wait_for(lambda: p.metric("process_open_fds") >= float(re.search(r"^process_open_fds (\S+)$", text, re.M).group(1)) + 20)
        for wire in held:
            wire.close()


sys.exit(runner.run(tests, sys.argv[3:]))
