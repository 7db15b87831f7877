"""Garments as .glb files: a tube around the body, and a primitive of a rigged file as a file of its own."""
import json
import math
import struct


def pack(document, binary):
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I", len(text)) + b"JSON" + text + struct.pack("<I", len(binary)) + b"BIN\0" + binary
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def garment(points, faces, rig=None, color=(0.1, 0.4, 0.15, 1)):
    """rig: nodes of the joints (with children), the numbers of the joints of each vertex (n,4), weights (n,4), inverse bind matrices (joints,16)."""
    binary, views, accessors = b"", [], []

    def add(rows, kind, shape, code):
        nonlocal binary
        rows = [list(row) for row in rows]
        data = b"".join(struct.pack(f"<{len(row)}{code}", *row) for row in rows)
        binary += b"\0" * (-len(binary) % 4)
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
        accessors.append({"bufferView": len(views) - 1, "componentType": kind, "count": len(rows), "type": shape})
        binary += data
        return len(accessors) - 1
    points = [[float(x) for x in p] for p in points]
    attributes = {"POSITION": add(points, 5126, "VEC3", "f")}
    accessors[0].update(min=[min(p[c] for p in points) for c in range(3)], max=[max(p[c] for p in points) for c in range(3)])
    document = {"asset": {"version": "2.0"}, "scene": 0, "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]}
    if rig:
        nodes, joints, weights, binds = rig
        attributes["JOINTS_0"] = add([[int(j) for j in row] for row in joints], 5123, "VEC4", "H")
        attributes["WEIGHTS_0"] = add(weights, 5126, "VEC4", "f")
        below = {c for n in nodes for c in n.get("children", [])}
        document["nodes"] = nodes + [{"mesh": 0, "skin": 0}]
        document["scenes"] = [{"nodes": [i for i in range(len(nodes) + 1) if i not in below]}]
        document["skins"] = [{"joints": list(range(len(nodes))), "inverseBindMatrices": add(binds, 5126, "MAT4", "f")}]
    indices = add([[int(k)] for face in faces for k in face], 5125, "SCALAR", "I")
    material = {"pbrMetallicRoughness": {"baseColorFactor": list(color), "metallicFactor": 0, "roughnessFactor": 0.8}, "doubleSided": True}
    document.update(meshes=[{"primitives": [{"attributes": attributes, "indices": indices, "material": 0}]}], materials=[material], accessors=accessors, bufferViews=views,
                    buffers=[{"byteLength": len(binary)}])
    return pack(document, binary)


def tube(low, high, below, above, ahead=0.0, around=48, rows=14):
    """A tube of radius `below` at height `low` to `above` at `high`, three quarters as deep as wide."""
    points, faces = [], []
    for i in range(rows):
        t = i / (rows - 1)
        r = below + t * (above - below)
        for k in range(around):
            angle = 2 * math.pi * k / around
            points.append((r * math.sin(angle), low + t * (high - low), ahead + 0.75 * r * math.cos(angle)))
    for i in range(rows - 1):
        for k in range(around):
            a, b = i * around + k, i * around + (k + 1) % around
            faces += [(a, b, a + around), (b, b + around, a + around)]
    return points, faces
