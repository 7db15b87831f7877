"""Blender's bone heat beside the weights that a file has: run by Blender itself, which gets the file's own joints (docs/lab/rig.md).

    blender -b --factory-startup -P scripts/rig_blender.py -- FILE.glb...

Vertices at one place are one, as Blender's users do before; heat is "With Automatic Weights". Printed: L1 to the file's weights in 14 groups, the mean over vertices, and how many
vertices Blender left without any weight. Names are Unreal's (scripts/rig_people.py)."""
import json
import struct
import sys

import bpy
import numpy as np

GROUPS = {"neck_01": 1, "head": 1}
for first, side in ((2, "l"), (8, "r")):
    GROUPS.update({f"upperarm_{side}": first, f"lowerarm_{side}": first + 1, f"hand_{side}": first + 2, f"thigh_{side}": first + 3, f"calf_{side}": first + 4,
                   f"foot_{side}": first + 5, f"ball_{side}": first + 5})


def read(path):
    data = open(path, "rb").read()
    size = struct.unpack("<I", data[12:16])[0]
    root, blob = json.loads(data[20:20 + size]), data[28 + size:]

    def array(number):
        one = root["accessors"][number]
        view = root["bufferViews"][one["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}[one["type"]]
        kind = {5121: "u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}[one["componentType"]]
        return np.frombuffer(blob, kind, width * one["count"], view.get("byteOffset", 0) + one.get("byteOffset", 0)).reshape(-1, width)

    points, faces, joints, weights, first = [], [], [], [], 0
    for part in root["meshes"][0]["primitives"]:
        a = part["attributes"]
        points.append(array(a["POSITION"]))
        faces.append(array(part["indices"]).reshape(-1, 3).astype(int) + first)
        joints.append(array(a["JOINTS_0"]))
        weights.append(array(a["WEIGHTS_0"]))
        first += len(points[-1])
    skin = root["skins"][0]
    names = [root["nodes"][n]["name"] for n in skin["joints"]]
    above = {c: i for i, n in enumerate(root["nodes"]) for c in n.get("children", [])}
    parents = [skin["joints"].index(above[n]) if above.get(n) in skin["joints"] else -1 for n in skin["joints"]]
    at = np.linalg.inv(array(skin["inverseBindMatrices"]).reshape(-1, 4, 4))[:, 3, :3]
    return np.concatenate(points), np.concatenate(faces), np.concatenate(joints), np.concatenate(weights), names, parents, at


def heat(points, faces, names, parents, at):
    """Weights (vertices, bones) by bpy.ops.object.parent_set(type='ARMATURE_AUTO')."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(points.tolist(), [], faces.tolist())
    body = bpy.data.objects.new("body", mesh)
    bpy.context.collection.objects.link(body)
    rig = bpy.data.objects.new("rig", bpy.data.armatures.new("rig"))
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    size = float(np.ptp(points, 0).max())
    for k, name in enumerate(names):
        below = [j for j, up in enumerate(parents) if up == k]
        bone = rig.data.edit_bones.new(name)
        bone.head = at[k].tolist()
        tail = np.mean(at[below], 0) if below else at[k] + 0.6 * (at[k] - at[parents[k]])
        if np.linalg.norm(tail - at[k]) < 1e-3 * size:
            tail = at[k] + [0, 0.02 * size, 0]
        bone.tail = tail.tolist()
        bone.use_deform = name.lower() != "root"
    for k, name in enumerate(names):
        if parents[k] >= 0:
            rig.data.edit_bones[name].parent = rig.data.edit_bones[names[parents[k]]]
    bpy.ops.object.mode_set(mode="OBJECT")
    body.select_set(True)
    rig.select_set(True)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    out = np.zeros((len(points), len(names)))
    number = {g.index: names.index(g.name) for g in body.vertex_groups}
    for i, v in enumerate(mesh.vertices):
        for g in v.groups:
            out[i, number[g.group]] = g.weight
    return out


def grouped(weights, names, parents):
    out = np.zeros((len(weights), 14))
    for k in range(len(names)):
        up = k
        while up >= 0 and names[up] not in GROUPS:
            up = parents[up]
        out[:, GROUPS[names[up]] if up >= 0 else 0] += weights[:, k]
    return out


def main():
    for path in sys.argv[sys.argv.index("--") + 1:]:
        points, faces, joints, weights, names, parents, at = read(path)
        size = np.ptp(points, 0).max()
        points, at = points / size, at / size
        unique, welded = np.unique(np.round(points / 1e-6).astype(np.int64), axis=0, return_inverse=True)
        welded = welded.reshape(-1)
        one = np.zeros(len(unique), int)
        one[welded] = np.arange(len(points))
        thin = welded[faces]
        thin = thin[(thin[:, 0] != thin[:, 1]) & (thin[:, 1] != thin[:, 2]) & (thin[:, 2] != thin[:, 0])]
        own = np.zeros((len(points), len(names)))
        for s in range(4):
            np.add.at(own, (np.arange(len(points)), joints[:, s]), weights[:, s])
        theirs = heat(points[one], thin, names, parents, at)[welded]
        total = theirs.sum(1, keepdims=True)
        bare = int((total[:, 0] <= 0).sum())
        theirs = np.divide(theirs, total, out=theirs, where=total > 0)
        off = np.abs(grouped(theirs, names, parents) - grouped(own, names, parents)).sum(1)
        print(f"| {path.split('/')[-1]} | {off.mean():.3f} | {bare} of {len(points)} |", flush=True)


main()
