"""Requests that a proxy and a server may frame in two ways (request smuggling), and others that RFC 9112 has an opinion on: bytes in, statuses out.

Each probe is (name, bytes, statuses). What is sent behind a refused request must not be answered: the connection ends there. A probe whose
last request is accepted is followed by END, which closes the connection.
"""
HOST = b"Host: localhost\r\n"
END = b"GET /v1/version HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
SMUGGLED = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"  # 404 if anybody reads it as a request


def get(fields=b"", target=b"/healthz", version=b"HTTP/1.1", host=HOST):
    return b"GET " + target + b" " + version + b"\r\n" + host + fields + b"\r\n"


def post(fields, body=b""):
    return b"POST /v1/models/default/joints HTTP/1.1\r\n" + HOST + fields + b"\r\n" + body


def stream(without=(), instead=(), line=b"GET /v1/stream HTTP/1.1"):
    fields = {b"Host": b"localhost", b"Connection": b"Upgrade", b"Upgrade": b"websocket", b"Sec-WebSocket-Version": b"13",
              b"Sec-WebSocket-Key": b"dGhlIHNhbXBsZSBub25jZQ==", b"Sec-WebSocket-Protocol": b"posed.v1"}
    fields.update(instead)
    return line + b"\r\n" + b"".join(k + b": " + v + b"\r\n" for k, v in fields.items() if k not in without) + b"\r\n"


BODY = b'{"betas":[1]}'
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked\r\n"
CHUNKS = b"d\r\n" + BODY + b"\r\n0\r\n\r\n"

PROBES = [
    # -- good
    ("a GET", get(), [200]),
    ("an empty line before a request", b"\r\n" + get(), [200]),
    ("two requests in one segment", get() + get(), [200, 200]),
    ("a body with a length", post(LENGTH, BODY), [200]),
    ("a body in chunks", post(CHUNKED, CHUNKS), [200]),
    ("chunks with an extension and a trailer", post(CHUNKED, b"D;a=b\r\n" + BODY + b"\r\n0\r\nX-Sum: 1\r\n\r\n"), [200]),
    ("a field without a blank behind its colon", get(b"Accept:*/*\r\n"), [200]),
    ("a value with bytes beyond ASCII", get(b"X-Name: J\xc3\xb6rg\r\n"), [200]),
    ("an absolute target", get(target=b"http://localhost/healthz"), [200]),
    ("an absolute target, whose host counts", get(target=b"http://127.0.0.1:80/healthz?x=1", host=b"Host: evil.example\r\n"), [200]),
    ("OPTIONS *", b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", [204]),
    ("HTTP/1.0 without Host", b"GET /healthz HTTP/1.0\r\n\r\n", [200]),
    ("255 query parameters", get(target=b"/healthz?" + b"&".join(b"a%d=1" % i for i in range(255))), [200]),
    ("80 header fields", get(b"".join(b"X-%d: 1\r\n" % i for i in range(80))), [200]),
    # -- lengths
    ("two lengths that differ", post(b"Content-Length: 13\r\nContent-Length: 2\r\n", BODY + SMUGGLED), [400]),
    ("two equal lengths", post(LENGTH + LENGTH, BODY + SMUGGLED), [400]),
    ("a list of lengths", post(b"Content-Length: 13, 13\r\n", BODY + SMUGGLED), [400]),
    ("a length with a sign", post(b"Content-Length: +13\r\n", BODY + SMUGGLED), [400]),
    ("a negative length", post(b"Content-Length: -1\r\n", BODY + SMUGGLED), [400]),
    ("a hexadecimal length", post(b"Content-Length: 0xd\r\n", BODY + SMUGGLED), [400]),
    ("an empty length", post(b"Content-Length: \r\n", SMUGGLED), [400]),
    ("a length of 20 digits", post(b"Content-Length: 99999999999999999999\r\n", SMUGGLED), [400]),
    ("a length with a tab behind it", post(b"Content-Length: 13\t\r\n", BODY + SMUGGLED), [400]),
    ("chunked with a blank behind it", post(b"Transfer-Encoding: chunked \r\n", CHUNKS + SMUGGLED), [400]),
    ("a cookie that opens a quotation mark", get(b'Cookie: a="\r\n') + SMUGGLED, [400]),
    ("a length with a blank in it", post(b"Content-Length: 1 3\r\n", BODY + SMUGGLED), [400]),
    # -- codings
    ("a length and chunks", post(LENGTH + CHUNKED, CHUNKS + SMUGGLED), [400]),
    ("chunks and a length", post(CHUNKED + LENGTH, CHUNKS + SMUGGLED), [400]),
    ("chunked twice", post(CHUNKED + CHUNKED, CHUNKS + SMUGGLED), [400]),
    ("identity", post(b"Transfer-Encoding: identity\r\n", SMUGGLED), [501]),
    ("gzip, chunked", post(b"Transfer-Encoding: gzip, chunked\r\n", CHUNKS + SMUGGLED), [501]),
    ("xchunked", post(b"Transfer-Encoding: xchunked\r\n", CHUNKS + SMUGGLED), [501]),
    ("chunked behind a vertical tab", post(b"Transfer-Encoding: \x0bchunked\r\n", CHUNKS + SMUGGLED), [400]),
    ("chunks in HTTP/1.0", post(CHUNKED, CHUNKS).replace(b"HTTP/1.1", b"HTTP/1.0") + SMUGGLED, [400]),
    ("a chunk's size with a sign", post(CHUNKED, b"+d\r\n" + BODY + b"\r\n0\r\n\r\n" + SMUGGLED), [400]),
    ("a chunk's size with 0x", post(CHUNKED, b"0xd\r\n" + BODY + b"\r\n0\r\n\r\n" + SMUGGLED), [400]),
    ("a chunk's size of 17 digits", post(CHUNKED, b"1000000000000000d\r\n" + BODY + b"\r\n0\r\n\r\n" + SMUGGLED), [400]),
    ("a chunk longer than its size", post(CHUNKED, b"c\r\n" + BODY + b"\r\n0\r\n\r\n" + SMUGGLED), [400]),
    ("a chunk's size with a bare LF", post(CHUNKED, b"d\n" + BODY + b"\r\n0\r\n\r\n" + SMUGGLED), [400]),
    ("a length in a trailer", post(CHUNKED, b"d\r\n" + BODY + b"\r\n0\r\nContent-Length: 5\r\n\r\n" + SMUGGLED), [400]),
    # -- fields
    ("a blank before the colon", post(b"Content-Length : 13\r\n", BODY + SMUGGLED), [400]),
    ("a tab before the colon", post(b"Transfer-Encoding\t: chunked\r\n", CHUNKS + SMUGGLED), [400]),
    ("a folded line", get(b"X-A: b\r\n Content-Length: 13\r\n") + SMUGGLED, [400]),
    ("a folded first line", b"GET /healthz HTTP/1.1\r\n X: y\r\n" + HOST + b"\r\n" + SMUGGLED, [400]),
    ("no name before the colon", get(b": a\r\n") + SMUGGLED, [400]),
    ("no colon", get(b"Xabc\r\n") + SMUGGLED, [400]),
    ("NUL in a value", get(b"X-A: b\0c\r\n") + SMUGGLED, [400]),
    ("NUL in a name", get(b"Content-Length\0: 13\r\n") + SMUGGLED, [400]),
    ("a bare CR in a value", get(b"X-A: b\rTransfer-Encoding: chunked\r\n") + SMUGGLED, [400]),
    ("a bare LF behind a value", get(b"X-A: b\nTransfer-Encoding: chunked\r\n") + SMUGGLED, [400]),
    ("a bare LF as blank line", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\n" + SMUGGLED, [400]),
    ("DEL in a value", get(b"X-A: b\x7f\r\n") + SMUGGLED, [400]),
    ("101 header fields", get(b"".join(b"X-%d: 1\r\n" % i for i in range(100))) + SMUGGLED, [431]),
    ("a head over limits.head_bytes", get(b"X: " + b"a" * 9000 + b"\r\n") + SMUGGLED, [431]),
    # -- Host
    ("no Host", get(host=b"") + SMUGGLED, [400]),
    ("two Hosts", get(host=HOST + HOST) + SMUGGLED, [400]),
    ("a Host with a path", get(host=b"Host: localhost/x\r\n") + SMUGGLED, [400]),
    ("two names in Host", get(host=b"Host: localhost, evil.example\r\n") + SMUGGLED, [400]),
    ("a Host of somebody else (DNS rebinding)", get(target=b"/v1/version", host=b"Host: evil.example\r\n"), [421]),
    ("an absolute target of somebody else", get(target=b"http://evil.example/v1/version"), [421]),
    ("a probe of an orchestrator, which knows an address", get(host=b"Host: 10.0.0.7:8080\r\n"), [200]),
    # -- request lines
    ("NUL in the target", get(target=b"/healthz\0abc") + SMUGGLED, [400]),
    ("a blank in the target", get(target=b"/healthz abc") + SMUGGLED, [400]),
    ("two blanks before the target", get(target=b" /healthz") + SMUGGLED, [400]),
    ("a tab in place of a blank", b"GET\t/healthz\tHTTP/1.1\r\n" + HOST + b"\r\n" + SMUGGLED, [400]),
    ("a fragment", get(target=b"/healthz#abc") + SMUGGLED, [400]),
    ("a target without slash", get(target=b"healthz") + SMUGGLED, [400]),
    ("GET *", get(target=b"*") + SMUGGLED, [400]),
    ("CONNECT", b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + b"\r\n" + SMUGGLED, [501]),
    ("HTTP/0.9", b"GET /healthz\r\n" + SMUGGLED, [400]),
    ("HTTP/2.0's preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]),
    ("HTTP/9.9", get(version=b"HTTP/9.9") + SMUGGLED, [505]),
    ("http/1.1 in lower case", get(version=b"http/1.1") + SMUGGLED, [400]),
    ("HTTP/1.10", get(version=b"HTTP/1.10") + SMUGGLED, [400]),
    ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), [400]),
    ("500 query parameters", get(target=b"/healthz?" + b"&".join(b"a%d=1" % i for i in range(500))) + SMUGGLED, [414]),
    # -- the second request of a connection is held to the same
    ("second: two lengths", get() + post(b"Content-Length: 13\r\nContent-Length: 2\r\n", BODY + SMUGGLED), [200, 400]),
    ("second: a blank before the colon", get() + post(b"Content-Length : 13\r\n", BODY + SMUGGLED), [200, 400]),
    ("second: a bare CR", get() + get(b"X-A: b\rX: c\r\n") + SMUGGLED, [200, 400]),
    ("second: NUL", get() + get(target=b"/healthz\0abc") + SMUGGLED, [200, 400]),
    ("second: no Host", get() + get(host=b"") + SMUGGLED, [200, 400]),
    ("second: a head over limits.head_bytes", get() + get(b"X: " + b"a" * 9000 + b"\r\n") + SMUGGLED, [200, 431]),
    ("second: 500 query parameters", get() + get(target=b"/healthz?" + b"&".join(b"a%d=1" % i for i in range(500))) + SMUGGLED, [200, 414]),
    # -- WebSocket (RFC 6455 4.2.1)
    ("stream: whole", stream(), [101]),
    ("stream: Upgrade: h2c, websocket", stream(instead={b"Upgrade": b"h2c, websocket"}), [101]),
    ("stream: Connection: keep-alive, Upgrade", stream(instead={b"Connection": b"keep-alive, Upgrade"}), [101]),
    ("stream: no Connection", stream(without=[b"Connection"]), [400]),
    ("stream: Connection: keep-alive", stream(instead={b"Connection": b"keep-alive"}), [400]),
    ("stream: Upgrade: websocketx", stream(instead={b"Upgrade": b"websocketx"}), [426]),
    ("stream: HTTP/1.0", stream(line=b"GET /v1/stream HTTP/1.0"), [400]),
    ("stream: HTTP/9.9", stream(line=b"GET /v1/stream HTTP/9.9"), [505]),
    ("stream: no Host", stream(without=[b"Host"]), [400]),
    ("stream: two Hosts", stream().replace(HOST, HOST + HOST), [400]),
    ("stream: a Host of somebody else", stream(instead={b"Host": b"evil.example"}), [421]),
    ("stream: a key of 24 !", stream(instead={b"Sec-WebSocket-Key": b"!" * 24}), [400]),
    ("stream: a key of 15 bytes", stream(instead={b"Sec-WebSocket-Key": b"AAAAAAAAAAAAAAAAAAAA"}), [400]),
    ("stream: a key of 18 bytes", stream(instead={b"Sec-WebSocket-Key": b"AAAAAAAAAAAAAAAAAAAAAAAA"}), [400]),
    ("stream: no key", stream(without=[b"Sec-WebSocket-Key"]), [400]),
    ("stream: two keys", stream().replace(b"Upgrade: websocket", b"Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="), [400]),
    ("stream: version 8", stream(instead={b"Sec-WebSocket-Version": b"8"}), [426]),
    ("stream: version 013", stream(instead={b"Sec-WebSocket-Version": b"013"}), [426]),
    ("stream: with a body", stream(instead={b"Content-Length": b"3"}) + b"abc", [400]),
    ("stream: a bare LF", stream().replace(b"websocket\r\n", b"websocket\n"), [400]),
]
