"""Reads binary glTF files without any of posed's code."""
import json
import struct

WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
CODES = {5121: "B", 5123: "H", 5125: "I", 5126: "f"}


def opened(data):
    """Its JSON and its binary chunk."""
    size = struct.unpack_from("<I", data, 12)[0]
    assert data[:4] == b"glTF" and struct.unpack_from("<I", data, 8)[0] == len(data)
    return json.loads(data[20:20 + size]), data[28 + size:]


def values(document, binary, number):
    """The rows of an accessor."""
    one = document["accessors"][number]

    def rows(view, kind, component, count, more=0):
        width, code = WIDTHS[kind], CODES[component]
        flat = struct.unpack_from(f"<{width * count}{code}", binary, document["bufferViews"][view].get("byteOffset", 0) + more)
        return [flat[i:i + width] for i in range(0, len(flat), width)]

    if "bufferView" in one:
        out = rows(one["bufferView"], one["type"], one["componentType"], one["count"], one.get("byteOffset", 0))
    else:  # zeros take no bytes
        out = [(0,) * WIDTHS[one["type"]]] * one["count"]
    if "sparse" in one:
        count, indices = one["sparse"]["count"], one["sparse"]["indices"]
        moved = rows(one["sparse"]["values"]["bufferView"], one["type"], one["componentType"], count)
        for (at,), row in zip(rows(indices["bufferView"], "SCALAR", indices["componentType"], count), moved):
            out[at] = row
    return out
