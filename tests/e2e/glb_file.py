"""What a binary glTF says, without any of posed's code."""
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
    view = document["bufferViews"][one["bufferView"]]
    width, code = WIDTHS[one["type"]], CODES[one["componentType"]]
    flat = struct.unpack_from(f"<{width * one['count']}{code}", binary, view.get("byteOffset", 0) + one.get("byteOffset", 0))
    return [flat[i:i + width] for i in range(0, len(flat), width)]
