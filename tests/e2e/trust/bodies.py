"""Request bodies of the attacks: small ones that become large, and large ones that become larger."""
import struct
import zlib

GROUND = b'{"kind":"map","side":400,"cell":0.0977}'


def rollout(ground=b"{}", seconds=0.1):
    return b'{"seconds":%g,"scene":{"ground":%s}}' % (seconds, ground)


def many_bodies(size):
    """{"bodies":[{},{},...]} of `size` bytes."""
    head, tail = b'{"bodies":[', b"{}]}"
    return head + b"{}," * ((size - len(head) - len(tail)) // 3) + tail


def heights(size, key, outer=None):
    """{"key":[[0,0,...],[...]]} of about `size` bytes: rows of 512 numbers."""
    line = b"[" + b",".join([b"0"] * 512) + b"]"
    body = b'{"%s":[%s]}' % (key, b",".join([line] * max(2, size // (len(line) + 1) - 1)))
    return b'{"%s":%s}' % (outer, body) if outer else body


def glb(size):
    """A .glb whose JSON chunk is {"asset":{...},"nodes":[{},{},...]}: as much memory for its size as JSON can take."""
    head, tail = b'{"asset":{"version":"2.0"},"nodes":[', b"{}]}"
    text = head + b"{}," * ((size - 20 - len(head) - len(tail)) // 3) + tail
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text)) + struct.pack("<I4s", len(text), b"JSON") + text


def png(side):
    """A grey PNG of 16 bits, all 0: side x side samples in about side * side / 500 bytes."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(bytes((1 + 2 * side) * side), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 16, 0, 0, 0, 0)) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
