"""read(path): an 8-bit RGB PNG as an array (height, width, 3), by the specification (zlib, the five filters). write(path, image): the other way.
animation(path, frames, seconds): frames (N, height, width, 3) as a looping PNG (https://wiki.mozilla.org/APNG_Specification)."""
import struct
import zlib

import numpy as np


def read(path):
    with open(path, "rb") as file:
        raw = file.read()
    at, data, size = 8, b"", None
    while at < len(raw):
        count, kind = struct.unpack(">I4s", raw[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", raw[at + 8:at + 18])
            assert (depth, colours) == (8, 2), (depth, colours)
        if kind == b"IDAT":
            data += raw[at + 8:at + 8 + count]
        at += 12 + count
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 3 * width)
    out, above = np.empty((height, 3 * width), np.uint8), [0] * (3 * width)
    for y, row in enumerate(rows):
        kind, line = int(row[0]), row[1:].tolist()
        for i in range(3 * width if kind else 0):
            a, b, c = (line[i - 3] if i >= 3 else 0), above[i], (above[i - 3] if i >= 3 else 0)
            p = a + b - c
            paeth = min((a, b, c), key=lambda v: abs(p - v)) if kind == 4 else 0
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) % 256
        out[y] = above = line
    return out.reshape(height, width, 3)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def begin(width, height):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def write(path, image):
    rows = b"".join(b"\0" + row.tobytes() for row in image)
    with open(path, "wb") as file:
        file.write(begin(image.shape[1], image.shape[0]) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def animation(path, frames, seconds):
    height, width = frames[0].shape[:2]
    out = begin(width, height) + (chunk(b"acTL", struct.pack(">II", len(frames), 0)) if len(frames) > 1 else b"")
    number = 0
    for i, frame in enumerate(frames):
        rows = frame & 0xFC  # what nobody sees is not stored
        rows = b"".join(b"\x01" + bytes(row.tobytes()[:3]) + bytes((row.reshape(-1)[3:] - row.reshape(-1)[:-3]).tobytes()) for row in rows)
        data = zlib.compress(rows, 9)
        if len(frames) > 1:
            out += chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, 0, 0, round(1000 * seconds / len(frames)), 1000, 0, 0))
        number += 1
        if i:
            out += chunk(b"fdAT", struct.pack(">I", number) + data)
            number += 1
        else:
            out += chunk(b"IDAT", data)
    with open(path, "wb") as file:
        file.write(out + chunk(b"IEND", b""))
