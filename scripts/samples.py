#!/usr/bin/python3
"""Makes the sample files of examples/samples, which the daemon serves at /samples and with which the guides begin.

    scripts/samples.py POSEDCTL [FOLDER]        FOLDER is examples/samples without it

seen.json   COCO's 17 keypoints of a person in a picture of 1280 x 720 pixels, with 1.5 pixels of noise: a request of POST /v1/models/{id}/fit
take.c3d    39 optical markers (Plug-in Gait) of a person who walks for 2.5 s, with 0.5 mm of noise and two gaps
hero.vrm    a dressed person of about 7,000 triangles, as VRM 1.0

Everything comes from the shipped models: the people from `default` and `person`, the clothes from the wardrobe, the motion from the shipped network.
So the files are CC BY 4.0, as the models are (models/README.md). All random numbers have fixed seeds: same models, same files."""
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

BETAS = "0.8,-0.6,0.4,0.2"
# name: the joints between which the marker is, where between them, offset in metres and direction in which the skin is reached from there. The left side's; the
# right side's are mirrored. Names and places are those of the Plug-in Gait full-body set.
MIDDLE = {
    "C7": ("neck", "neck", 0, (0, 0, 0), (0, 0.2, -1)), "T10": ("spine2", "spine3", 0.4, (0, 0, 0), (0, 0, -1)),
    "CLAV": ("neck", "spine3", 0.4, (0, 0, 0), (0, 0, 1)), "STRN": ("spine2", "spine3", 0.6, (0, 0, 0), (0, 0, 1)),
    "RBAK": ("spine3", "spine3", 0, (-0.09, 0.06, 0), (0, 0, -1)),
}
SIDED = {
    "FHD": ("head", "head", 0, (0.04, 0.12, 0), (0.4, 0, 1)), "BHD": ("head", "head", 0, (0.04, 0.12, 0), (0.4, 0, -1)),
    "SHO": ("left_shoulder", "left_collar", 0.1, (0, 0, 0), (0, 1, 0)), "UPA": ("left_shoulder", "left_elbow", 0.5, (0, 0, 0), (0, 1, -0.2)),
    "ELB": ("left_elbow", "left_elbow", 0, (0, 0, 0), (0, 1, -0.3)), "FRM": ("left_elbow", "left_wrist", 0.6, (0, 0, 0), (0, 1, 0)),
    "WRA": ("left_wrist", "left_wrist", 0, (0, 0, 0), (0, 0.1, 1)), "WRB": ("left_wrist", "left_wrist", 0, (0, 0, 0), (0, 0.1, -1)),
    "FIN": ("left_hand", "left_hand", 0, (0, 0, 0.01), (0, 1, 0)), "ASI": ("left_hip", "left_hip", 0, (0.03, 0.09, 0), (0.3, 0, 1)),
    "PSI": ("left_hip", "left_hip", 0, (-0.03, 0.11, 0), (0, 0, -1)), "THI": ("left_hip", "left_knee", 0.6, (0, 0, 0), (1, 0, 0)),
    "KNE": ("left_knee", "left_knee", 0, (0, 0, 0), (1, 0, 0)), "TIB": ("left_knee", "left_ankle", 0.5, (0, 0, 0), (1, 0, 0)),
    "ANK": ("left_ankle", "left_ankle", 0, (0, 0, 0), (1, 0, 0)), "HEE": ("left_ankle", "left_ankle", 0, (0, -0.04, 0), (0, 0, -1)),
    "TOE": ("left_foot", "left_foot", 0, (0, 0, 0.02), (0, 1, 0)),
}


def run(ctl, *args):
    done = subprocess.run([ctl, *args], capture_output=True)
    if done.returncode:
        sys.exit(f"posedctl {args[0]}: {done.stderr.decode()}")
    return done.stdout


def turned(vector, axis):
    """The axis-angle of: first `vector`'s rotation, then a quarter turn back about x, from z up to y up."""
    def quaternion(r):
        angle = np.linalg.norm(r)
        return np.append(np.asarray(r) / angle * np.sin(angle / 2), np.cos(angle / 2)) if angle > 1e-12 else np.array([0, 0, 0, 1.0])
    a, b = quaternion(axis), quaternion(vector)
    v = a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])
    w = a[3] * b[3] - a[:3] @ b[:3]
    size = np.linalg.norm(v)
    return v / size * 2 * np.arctan2(size, w) if size > 1e-12 else np.zeros(3)


def walk(ctl, folder):
    """(F,V,3) vertices and (F,24,3) joints of a walk, +Y up, and the vertices and joints at rest."""
    path = os.path.join(folder, "walk.npz")
    script = os.path.join(folder, "walk.json")
    with open(script, "w") as file:
        json.dump({"seconds": 4.5, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}, {"t": 2.6, "move": [0.5, 0.9], "gait": "walk"}]}, file)
    run(ctl, "rollout", "--quiet", "--script", script, "--body", "default", "--betas", BETAS, "-o", path)
    motion = np.load(path)
    poses, trans = motion["poses"][90:240, :72].reshape(-1, 24, 3), motion["trans"][90:240]
    betas = [float(b) for b in BETAS.split(",")]
    rest = ask(ctl, folder, {"bodies": [{"betas": betas}], "include": ["vertices", "joints"]})
    pelvis, up = rest["joints"][0, 0], np.array([-np.pi / 2, 0, 0])
    bodies = []
    for pose, at in zip(poses, trans):
        x, y, z = pelvis + at
        bodies.append({"betas": betas, "pose": [turned(pose[0], up).tolist(), *pose[1:].tolist()], "translation": (np.array([x, z, -y]) - pelvis).tolist()})
    frames = [ask(ctl, folder, {"bodies": bodies[i:i + 50], "include": ["vertices", "joints"]}) for i in range(0, len(bodies), 50)]
    return bodies, np.concatenate([f["vertices"] for f in frames]), np.concatenate([f["joints"] for f in frames]), rest["vertices"][0], rest["joints"][0]


def ask(ctl, folder, request):
    request_path, path = os.path.join(folder, "request.json"), os.path.join(folder, "bodies.npz")
    with open(request_path, "w") as file:
        json.dump(request, file)
    run(ctl, "mesh", "--quiet", "--request", request_path, "-o", path)
    return dict(np.load(path))


def seen(ctl, folder, bodies, joints, out):
    """One moment of the walk before a camera 4 m away; the person faces it, turned a little."""
    frame, far, focal = 37, 4.0, 950.0
    body, betas = bodies[frame], [float(b) for b in BETAS.split(",")]
    root = turned(body["pose"][0], np.array([0, 0.5, 0]))
    pose = [root.tolist(), *body["pose"][1:]]
    flat = ",".join(repr(float(v)) for v in np.ravel(pose))
    place = f"0.15,-0.1,{-far}"
    truth = json.loads(run(ctl, "joints", "--betas", BETAS, f"--pose={flat}", f"--translation={place}"))["bodies"][0]["joints"]

    # Positions of the set's keypoints on this body: the reply of a fit that begins at the body and may not change it.
    request = {"joints": np.reshape(truth, (-1, 3)).tolist(), "keypoints": {"set": "coco17", "points": [None] * 17},
               "start": {"betas": betas, "pose": pose, "translation": [float(v) for v in place.split(",")]}, "keep_betas": True}
    path = os.path.join(folder, "where.json")
    with open(path, "w") as file:
        json.dump(request, file)
    rows = json.loads(run(ctl, "fit", path, "--json"))["observations"][-17:]
    at = np.array([row["at"] for row in rows])
    pixels = np.stack([640 - focal * at[:, 0] / at[:, 2], 360 + focal * at[:, 1] / at[:, 2]], 1) + np.random.default_rng(17).normal(0, 1.5, (17, 2))
    names = ["nose", "left_eye", "right_eye", "left_ear", "right_ear", "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_wrist",
             "right_wrist", "left_hip", "right_hip", "left_knee", "right_knee", "left_ankle", "right_ankle"]
    points = ",\n".join(f'      "{name}": [{x:.1f}, {y:.1f}]' for name, (x, y) in zip(names, pixels))
    with open(out, "w") as file:
        file.write('{\n  "observations": {\n    "camera": {"width": 1280, "height": 720, "fx": %g},\n    "keypoints": {"set": "coco17", "points": {\n%s\n    }}\n  }\n}\n' % (focal, points))


def marker_vertex(names, vertices, joints, row, right):
    """The vertex that lies farthest along the row's direction from its place, within 2 cm of that ray and 20 cm of the place."""
    first, second, share, shift, along = row
    sign = np.array([-1 if right else 1, 1, 1])
    side = lambda name: joints[names.index(name.replace("left_", "right_") if right else name)]  # noqa: E731
    start = side(first) * (1 - share) + side(second) * share + sign * shift
    along = sign * along / np.linalg.norm(along)
    off = vertices - start
    far = off @ along
    beside = np.linalg.norm(off - far[:, None] * along, axis=1)
    return int(np.argmax(np.where((beside < 0.02) & (far > 0) & (far < 0.2), far - 0.5 * beside, -np.inf)))


def take(ctl, folder, vertices, rest, joints, out):
    names = JOINTS
    labels, columns = [], []
    for label, row in MIDDLE.items():
        labels.append(label)
        columns.append(marker_vertex(names, rest, joints, row, False))
    for label, row in SIDED.items():
        for letter in "LR":
            labels.append(letter + label)
            columns.append(marker_vertex(names, rest, joints, row, letter == "R"))
    at = vertices[:, columns] * 1000
    at = np.stack([at[:, :, 0], -at[:, :, 2], at[:, :, 1]], 2) + np.random.default_rng(39).normal(0, 0.5, at.shape)  # z up, millimetres
    is_seen = np.ones(at.shape[:2], bool)
    is_seen[60:75, labels.index("RWRA")] = False
    is_seen[110:122, labels.index("LKNE")] = False
    with open(out, "wb") as file:
        file.write(c3d(labels, at, is_seen, 60.0))


def c3d(labels, at, is_seen, rate):
    """A C3D file of Intel floats, after c3d.org's user guide."""
    frames, count = is_seen.shape

    def record(name, group, kind=None, shape=(), data=b""):
        body = b"" if kind is None else struct.pack("bB", kind, len(shape)) + bytes(shape) + data
        return struct.pack("bb", len(name), group) + name.encode() + struct.pack("<h", 2 + len(body) + 1) + body + b"\0"

    text = "".join(label.ljust(4) for label in labels).encode()
    parameters = record("POINT", -1) + record("USED", 1, 2, (), struct.pack("<h", count)) + record("FRAMES", 1, 2, (), struct.pack("<h", frames))
    parameters += record("SCALE", 1, 4, (), struct.pack("<f", -0.1)) + record("RATE", 1, 4, (), struct.pack("<f", rate))
    parameters += record("UNITS", 1, -1, (2,), b"mm") + record("X_SCREEN", 1, -1, (2,), b"+X") + record("Y_SCREEN", 1, -1, (2,), b"+Z")
    parameters += record("LABELS", 1, -1, (4, count), text) + record("ANALOG", -2) + record("USED", 2, 2, (), struct.pack("<h", 0)) + b"\0\0"
    blocks = (4 + len(parameters) + 511) // 512
    head = struct.pack("<BBHHHHHfHHf", 2, 0x50, count, 0, 1, frames, 10, -0.1, 2 + blocks, 0, rate)
    rows = np.concatenate([np.where(is_seen[..., None], at, 0), np.where(is_seen, 0, -1)[..., None]], 2).astype("<f4").tobytes()
    return head.ljust(512, b"\0") + (struct.pack("BBBB", 1, 0x50, blocks, 84) + parameters).ljust(512 * blocks, b"\0") + rows.ljust(-(-len(rows) // 512) * 512, b"\0")


KINDS, SIZES = {5121: "u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}, {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
UNSEEN = ("teeth", "tongue", "lashes")
BONES = ["hips", "spine", "chest", "upperChest", "neck", "head", "jaw", "leftEye", "rightEye"]
LIMBS = ["UpperLeg", "LowerLeg", "Foot", "Toes", "Shoulder", "UpperArm", "LowerArm", "Hand", "ThumbMetacarpal", "ThumbProximal", "ThumbDistal",
         *(finger + part for finger in ("Index", "Middle", "Ring", "Little") for part in ("Proximal", "Intermediate", "Distal"))]


def hero(ctl, folder, out):
    """The coarser copy of a rigged, dressed person alone, with the extension that makes a VRM of it."""
    request, path = os.path.join(folder, "hero.json"), os.path.join(folder, "hero.glb")
    with open(request, "w") as file:
        json.dump({"random": 5, "people_version": 1, "wardrobe_version": 1, "rig": True, "names": "vrm", "morphs": False, "levels": [7000], "ground": True}, file)
    run(ctl, "mesh", "--quiet", "--model", "person", "--request", request, "-o", path)
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack("<I", data[12:16])[0]
    old, binary = json.loads(data[20:20 + size]), data[28 + size:]
    raw, views, accessors = bytearray(), [], []

    def values(index):
        a = old["accessors"][index]
        view = old["bufferViews"][a["bufferView"]]
        dtype, width = np.dtype(KINDS[a["componentType"]]), SIZES[a["type"]]
        begin = view.get("byteOffset", 0) + a.get("byteOffset", 0)
        stride = view.get("byteStride", dtype.itemsize * width)
        rows = np.lib.stride_tricks.as_strided(np.frombuffer(binary, dtype, offset=begin, count=1), (a["count"], width), (stride, dtype.itemsize)) if a["count"] else None
        return np.array(rows)

    def add_bytes(content, target=None):
        raw.extend(b"\0" * (-len(raw) % 4))
        views.append({"buffer": 0, "byteOffset": len(raw), "byteLength": len(content), **({"target": target} if target else {})})
        raw.extend(content)
        return len(views) - 1

    def add(array, kind, **more):
        array = np.ascontiguousarray(array)
        component = {"|u1": 5121, "<u2": 5123, "<u4": 5125, "<f4": 5126}[array.dtype.str]
        accessors.append({"bufferView": add_bytes(array.tobytes(), more.pop("target", None)), "componentType": component, "count": len(array), "type": kind, **more})
        return len(accessors) - 1

    primitives = []
    for primitive in old["meshes"][1]["primitives"]:
        if old["materials"][primitive["material"]]["name"] in UNSEEN:
            continue
        corners = values(primitive["indices"]).ravel()
        if not len(corners):
            continue
        used, corners = np.unique(corners, return_inverse=True)
        a = {name: values(index)[used] for name, index in primitive["attributes"].items()}
        attributes = {
            "POSITION": add(a["POSITION"], "VEC3", min=a["POSITION"].min(0).tolist(), max=a["POSITION"].max(0).tolist(), target=34962),
            "NORMAL": add(a["NORMAL"], "VEC3", target=34962), "JOINTS_0": add(a["JOINTS_0"], "VEC4", target=34962),
            "WEIGHTS_0": add(a["WEIGHTS_0"], "VEC4", target=34962)}
        if "TEXCOORD_0" in a:
            attributes["TEXCOORD_0"] = add(a["TEXCOORD_0"], "VEC2", target=34962)
        primitives.append({"attributes": attributes, "indices": add(corners.astype("<u2"), "SCALAR", target=34963), "material": primitive["material"]})

    # Materials, and of the pictures those that they show.
    kept = sorted({p["material"] for p in primitives})
    materials = [old["materials"][m] for m in kept]
    for p in primitives:
        p["material"] = kept.index(p["material"])
    shown = sorted({m["pbrMetallicRoughness"]["baseColorTexture"]["index"] for m in materials if "baseColorTexture" in m["pbrMetallicRoughness"]})
    images = []
    for texture in shown:
        image = old["images"][old["textures"][texture]["source"]]
        view = old["bufferViews"][image["bufferView"]]
        images.append({**image, "bufferView": add_bytes(binary[view.get("byteOffset", 0):view.get("byteOffset", 0) + view["byteLength"]])})
    for m in materials:
        for owner, name in ((m, "normalTexture"), (m, "occlusionTexture"), (m["pbrMetallicRoughness"], "metallicRoughnessTexture")):
            owner.pop(name, None)  # their pictures are left out
        if "baseColorTexture" in m["pbrMetallicRoughness"]:
            m["pbrMetallicRoughness"]["baseColorTexture"]["index"] = shown.index(m["pbrMetallicRoughness"]["baseColorTexture"]["index"])

    nodes = [{k: v for k, v in node.items() if k != "extensions"} for node in old["nodes"][:-1]]
    nodes[0]["mesh"] = 0
    nodes[0]["name"] = "hero"
    names = [node.get("name") for node in nodes]
    bones = BONES + [side + limb for side in ("left", "right") for limb in LIMBS]
    document = {
        "asset": {"version": "2.0", "generator": "posed", "copyright": "CC BY 4.0", "extras": {k: old["asset"]["extras"][k] for k in ("licence", "credits")}},
        "extensionsUsed": ["VRMC_vrm"],
        "extensions": {"VRMC_vrm": {
            "specVersion": "1.0",
            "meta": {"name": "hero", "version": "1", "authors": ["the posed project"], "licenseUrl": "https://vrm.dev/licenses/1.0/",
                     "otherLicenseUrl": "https://creativecommons.org/licenses/by/4.0/", "avatarPermission": "everyone", "commercialUsage": "corporation",
                     "modification": "allowModificationRedistribution", "allowRedistribution": True, "creditNotation": "required"},
            "humanoid": {"humanBones": {bone: {"node": names.index(bone)} for bone in bones if bone in names}}}},
        "scene": 0, "scenes": old["scenes"], "nodes": nodes, "meshes": [{"name": "hero", "primitives": primitives}], "materials": materials,
        "skins": [{**old["skins"][0], "inverseBindMatrices": add(values(old["skins"][0]["inverseBindMatrices"]), "MAT4")}],
        "samplers": old["samplers"], "images": images, "textures": [{**old["textures"][t], "source": i} for i, t in enumerate(shown)],
        "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(raw)}]}
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    raw.extend(b"\0" * (-len(raw) % 4))
    with open(out, "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(raw)) + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(raw), b"BIN\0") + raw)
    return sum(accessors[p["indices"]]["count"] for p in primitives) // 3


def main():
    ctl, out = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "examples/samples"
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        bodies, vertices, joints, rest, rest_joints = walk(ctl, folder)
        seen(ctl, folder, bodies, joints, os.path.join(out, "seen.json"))
        take(ctl, folder, vertices, rest, rest_joints, os.path.join(out, "take.c3d"))
        triangles = hero(ctl, folder, os.path.join(out, "hero.vrm"))
    print(f"hero.vrm: {triangles} triangles; " + ", ".join(f"{name} {os.path.getsize(os.path.join(out, name))} bytes" for name in sorted(os.listdir(out))))


JOINTS = ["pelvis", "left_hip", "right_hip", "spine1", "left_knee", "right_knee", "spine2", "left_ankle", "right_ankle", "spine3", "left_foot", "right_foot", "neck",
          "left_collar", "right_collar", "head", "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist", "left_hand", "right_hand"]

main()
