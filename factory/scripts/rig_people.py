#!/usr/bin/python3
"""People of MakeHuman as rigged GLB files, for `posed-factory rig-measure`: what a skeleton and weights should be is in the file (docs/lab/rig.md).

    factory/scripts/rig_people.py MAKEHUMAN [--assets MAKEHUMAN-ASSETS] -o FOLDER [--plain] [--feet] [--random COUNT [--seed SEED]]

The bodies are composed here from MakeHuman's targets and not by posed's own readers; joints are the means of MakeHuman's joint cubes and weights those of its
game engine rig (fingers too). Poses are linear skinning of that rig. Clothes are MakeHuman's own, bound by their .mhclo, with the weights of the
base vertices that they are bound to, as MakeHuman reckons them; --feet gives shoes those of the nearest skin instead, of the foot that they hide. --plain leaves the skeleton out.

--random composes others to learn weights from (`posed-factory train-rig-weights`): shapes and poses at random, some with large heads, bare, in clothes cut out of the base mesh's own helpers (tights, skirt,
hair: fattened, with random hems, and shoes) or in the garments of SPARE; some are in pieces. None of them wears what the listed people wear."""
import argparse
import functools
import gzip
import json
import os
import struct

import numpy as np

BODY = 13380
FACTORS = {"baby", "child", "young", "old", "male", "female", "african", "asian", "caucasian", "minmuscle", "averagemuscle", "maxmuscle", "minweight", "averageweight",
           "maxweight", "minheight", "maxheight", "uncommonproportions", "idealproportions", "mincup", "averagecup", "maxcup", "minfirmness", "averagefirmness", "maxfirmness"}

# name, macro controls, sliders, pose, clothes, turn (up axis, yaw in degrees, scale)
PEOPLE = [
    ("man-T", dict(gender=1), {}, "T", [], ("y", 0, 1)),
    ("man-A", dict(gender=1), {}, "A", [], ("y", 0, 1)),
    ("man-down", dict(gender=1), {}, "down", [], ("y", 0, 1)),
    ("man-walk", dict(gender=1), {}, "walk", [], ("y", 0, 1)),
    ("woman-T", dict(gender=0), {}, "T", [], ("z", 0, 100)),
    ("woman-A", dict(gender=0), {}, "A", [], ("y", 0, 1)),
    ("woman-down", dict(gender=0), {}, "down", [], ("x", 90, 1)),
    ("heavy-man-A", dict(gender=1, muscle=0, weight=1), {"stomach/stomach-pregnant-incr": 0.6}, "A", [], ("y", 0, 1)),
    ("heavy-woman-T", dict(gender=0, muscle=0, weight=1), {"stomach/stomach-pregnant-incr": 0.5}, "T", [], ("-y", 180, 0.01)),
    ("thin-woman-A", dict(gender=0, muscle=0, weight=0), {}, "A", [], ("-z", 0, 1)),
    ("strong-man-T", dict(gender=1, muscle=1, weight=1), {}, "T", [], ("y", 37, 1)),
    ("tall-man-A", dict(gender=1, height=0.7), {}, "A", [], ("y", -115, 39.37)),
    ("small-woman-down", dict(gender=0, height=0.3), {}, "down", [], ("y", 0, 1)),
    ("old-man-A", dict(gender=1, age=0.95), {}, "A", [], ("-x", 0, 1)),
    ("child-T", dict(gender=0.5, age=0.25), {}, "T", [], ("y", 0, 1)),
    ("child-A", dict(gender=0.5, age=0.1875), {}, "A", [], ("z", 64, 1)),
    ("suit-man-A", dict(gender=1), {}, "A", ["male_elegantsuit01", "shoes01"], ("y", 0, 1)),
    ("casual-man-T", dict(gender=1, weight=0.8), {}, "T", ["male_casualsuit02", "shoes03"], ("z", 90, 1)),
    ("work-man-down", dict(gender=1, muscle=0.8), {}, "down", ["male_worksuit01", "shoes04"], ("y", 0, 1)),
    ("hat-man-A", dict(gender=1), {}, "A", ["male_casualsuit01", "fedora01", "shoes02"], ("y", 0, 1)),
    ("sport-woman-T", dict(gender=0), {}, "T", ["female_sportsuit01", "shoes05"], ("y", 0, 1)),
    ("elegant-woman-A", dict(gender=0, weight=0.7), {}, "A", ["female_elegantsuit01", "shoes06"], ("y", 200, 1)),
    ("casual-woman-down", dict(gender=0, muscle=0.3, weight=0.8), {}, "down", ["female_casualsuit01", "shoes01"], ("y", 0, 1)),
    ("heavy-dressed-man-A", dict(gender=1, muscle=0, weight=1), {}, "A", ["male_casualsuit04", "shoes02"], ("x", 0, 1)),
]


# garments that no person of PEOPLE wears
SPARE = {1: [["male_casualsuit03"], ["male_casualsuit05"], ["male_casualsuit06"]], 0: [["female_casualsuit02"]]}
# arms down, arms forward, legs apart, leg forward (degrees), knees, elbows; A is the rest pose
POSES = {"T": (0, 0, 0, 0, (0, 0), 0), "A": None, "down": (78, 0, 0, 0, (0, 0), 0), "walk": (70, 25, 0, 25, (12, 30), 25)}


def read_base(folder):
    vertices, quads, group, keep = [], [], "", []
    with open(os.path.join(folder, "3dobjs/base.obj")) as file:
        for line in file:
            word = line.split()
            if not word:
                continue
            if word[0] == "v":
                vertices.append([float(x) for x in word[1:4]])
            elif word[0] == "g":
                group = word[1]
            elif word[0] == "f":
                quad = [int(w.split("/")[0]) - 1 for w in word[1:]]
                quads.append(quad)
                keep.append(group)
    cubes = {}
    for quad, name in zip(quads, keep):
        if name.startswith("joint-"):
            cubes.setdefault(name, set()).update(quad)
    groups = {name: np.array([q for q, g in zip(quads, keep) if g == name]) for name in ("body", "helper-tights", "helper-skirt", "helper-hair")}
    return np.array(vertices), groups, {k: sorted(v) for k, v in cubes.items()}


@functools.lru_cache(None)
def read_target(path):
    for name, opener in ((path + ".target", open), (path + ".target.gz", gzip.open)):
        if os.path.exists(name):
            with opener(name, "rt") as file:
                return np.array([[float(x) for x in line.split()[:4]] for line in file if line.strip() and line[0] != "#"])
    raise SystemExit(f"{path}: no such target")


def add_target(v, path, weight):
    rows = read_target(path)
    if len(rows):
        np.add.at(v, rows[:, 0].astype(int), weight * rows[:, 1:])


def knots(value, points):
    out = {}
    for (a, first), (b, second) in zip(points, points[1:]):
        if a <= value <= b:
            t = (value - a) / (b - a)
            out[first], out[second] = 1 - t, t
    return out


def factors(gender=0.5, age=0.5, muscle=0.5, weight=0.5, height=0.5):
    f = {"male": gender, "female": 1 - gender, "african": 1 / 3, "asian": 1 / 3, "caucasian": 1 / 3}
    f.update(knots(age, [(0, "baby"), (0.1875, "child"), (0.5, "young"), (1, "old")]))
    for name, x in (("muscle", muscle), ("weight", weight), ("cup", 0.5), ("firmness", 0.5)):
        f["min" + name], f["max" + name] = max(0, 1 - 2 * x), max(0, 2 * x - 1)
        f["average" + name] = 1 - f["min" + name] - f["max" + name]
    f["minheight"], f["maxheight"] = max(0, 1 - 2 * height), max(0, 2 * height - 1)
    return f


def compose(base, folder, macro, sliders):
    v, f = base.copy(), factors(**macro)
    targets = os.path.join(folder, "targets")
    for room in ("macrodetails", "macrodetails/height", "breast"):
        for name in sorted(os.listdir(os.path.join(targets, room))):
            if not name.endswith((".target", ".target.gz")) or room == "breast" and not name.startswith("female-"):
                continue
            stem = name.split(".target")[0]
            parts = [p for p in stem.split("-") if p in FACTORS]
            weight = float(np.prod([f.get(p, 0) for p in parts]))
            if weight > 1e-6:
                add_target(v, os.path.join(targets, room, stem), weight)
    for stem, weight in sliders.items():
        add_target(v, os.path.join(targets, stem), weight)
    return v


def rotation(axis, degrees):
    a = np.radians(degrees)
    x, y, z = np.asarray(axis, float) / np.linalg.norm(axis)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(a) * k + (1 - np.cos(a)) * k @ k


def between(a, b):
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    return rotation(np.cross(a, b), np.degrees(np.arccos(np.clip(a @ b, -1, 1))))


class Rig:
    def __init__(self, folder, cubes):
        with open(os.path.join(folder, "rigs/mpfb/rig.game_engine.json")) as file:
            bones = json.load(file)
        with open(os.path.join(folder, "rigs/mpfb/weights.game_engine.json")) as file:
            weights = json.load(file)["weights"]
        self.names = []
        while len(self.names) < len(bones):
            self.names += [n for n in bones if n not in self.names and (not bones[n]["parent"] or bones[n]["parent"] in self.names)]
        self.parents = [self.names.index(bones[n]["parent"]) if bones[n]["parent"] else -1 for n in self.names]
        self.corners = [cubes[bones[n]["head"]["cube_name"]] if bones[n]["head"]["strategy"] == "CUBE" else bones[n]["head"]["vertex_indices"] for n in self.names]
        self.weights = np.zeros((19158, len(self.names)))
        for k, n in enumerate(self.names):
            for vertex, weight in weights.get(n, []):
                self.weights[vertex, k] = weight
        total = self.weights.sum(1, keepdims=True)
        self.weights = np.divide(self.weights, total, out=np.zeros_like(self.weights), where=total > 0)

    def joints(self, v):
        return np.array([v[c].mean(0) for c in self.corners])

    def pose(self, v, pose, head=1):
        """(points moved, joints moved): world rotations by bone, handed down; the head that many times as large."""
        at = self.joints(v)
        turn = [None] * len(self.names)
        own = {}
        for side, s in (("l", 1), ("r", -1)):
            if pose is None:
                continue
            down, swing, apart, stride, knees, elbows = pose
            d = np.radians(down)
            aim = rotation([1, 0, 0], swing * s) @ np.array([s * np.cos(d), -np.sin(d), 0])
            for bone, end in (("upperarm", "lowerarm"), ("lowerarm", "hand"), ("hand", "middle_01")):
                a, b = (at[self.names.index(f"{x}_{side}")] for x in (bone, end))
                bend = rotation([1, 0, 0], -elbows if bone != "upperarm" else 0)
                own[f"{bone}_{side}"] = between(b - a, bend @ aim)
            if stride or apart:
                own[f"thigh_{side}"] = rotation([1, 0, 0], -stride * s) @ rotation([0, 0, 1], apart * s)
                own[f"calf_{side}"] = own[f"thigh_{side}"] @ rotation([1, 0, 0], knees[0 if s > 0 else 1])
                own[f"foot_{side}"] = own[f"calf_{side}"]
        out = at.copy()
        for k, n in enumerate(self.names):
            up = self.parents[k]
            turn[k] = own.get(n, turn[up] if up >= 0 else np.eye(3))
            if up >= 0:
                out[k] = out[up] + turn[up] @ (at[k] - at[up])
        turn = np.array(turn)
        turn[self.names.index("head")] *= head
        moved = np.einsum("kij,kvj->kvi", turn, v[None] - at[:, None]) + out[:, None]
        return lambda w: np.einsum("vk,kvi->vi", w, moved), out, turn, at


def read_garment(folder, name, v):
    """Vertices, triangles, what it hides, and rows (three base vertices with their weights)."""
    room = os.path.join(folder, "base/clothes", name)
    with open(os.path.join(room, next(n for n in sorted(os.listdir(room)) if n.endswith(".mhclo")))) as file:
        lines = file.read().splitlines()
    scale, rows, hidden, mode = np.ones(3), [], set(), ""
    for line in lines:
        word = line.split()
        if not word or word[0].startswith("#"):
            continue
        if word[0] in ("x_scale", "y_scale", "z_scale"):
            axis = "xyz".index(word[0][0])
            scale[axis] = abs(v[int(word[1]), axis] - v[int(word[2]), axis]) / float(word[3])
        elif word[0] == "verts":
            mode = "verts"
        elif word[0] == "delete_verts":
            mode = "hide"
        elif mode == "verts" and word[0].lstrip("-").isdigit():
            rows.append([float(x) for x in word])
        elif mode == "hide" and word[0].isdigit():
            k = 0
            while k < len(word):
                first = last = int(word[k])
                if k + 2 < len(word) and word[k + 1] == "-":
                    last = int(word[k + 2])
                    k += 2
                hidden.update(range(first, last + 1))
                k += 1
    base, weight, off = [], [], []
    for row in rows:
        one = len(row) == 1
        base.append([int(row[0])] * 3 if one else [int(x) for x in row[:3]])
        weight.append([1, 0, 0] if one else row[3:6])
        off.append([0, 0, 0] if one or len(row) < 9 else row[6:9])
    base, weight, off = np.array(base), np.array(weight), np.array(off) * scale
    with open(os.path.join(room, next(n for n in sorted(os.listdir(room)) if n.endswith(".obj")))) as file:
        faces = [[int(w.split("/")[0]) - 1 for w in line.split()[1:]] for line in file if line.startswith("f ")]
    triangles = [[f[0], f[k], f[k + 1]] for f in faces for k in range(1, len(f) - 1)]
    return np.einsum("vk,vkc->vc", weight, v[base]) + off, np.array(triangles), hidden, base, weight


def skin_garment(rest, base, weight, rig, v, poser):
    w = np.einsum("vk,vkb->vb", np.clip(weight, 0, None), rig.weights[base])
    w /= np.maximum(w.sum(1, keepdims=True), 1e-9)
    _, out, turn, at = poser
    moved = np.einsum("kij,kvj->kvi", turn, rest[None] - at[:, None]) + out[:, None]
    return np.einsum("vk,kvi->vi", w, moved), w


def nearest(points, others):
    """The number of the nearest of the others for each point."""
    out = np.empty(len(points), int)
    for k in range(0, len(points), 256):
        out[k:k + 256] = ((points[k:k + 256, None] - others[None]) ** 2).sum(2).argmin(1)
    return out


def write_glb(path, parts, names, parents, joints, plain):
    views, accessors, blob = [], [], b""

    def add(array, kind, component, target=None, bounds=False):
        nonlocal blob
        blob += b"\0" * (-len(blob) % 4)
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": array.nbytes, **({"target": target} if target else {})})
        row = {"bufferView": len(views) - 1, "componentType": component, "count": len(array), "type": kind}
        if bounds:
            row.update(min=array.min(0).tolist(), max=array.max(0).tolist())
        accessors.append(row)
        blob += array.tobytes()
        return len(accessors) - 1

    primitives = []
    for points, faces, weights in parts:
        attributes = {"POSITION": add(points.astype("<f4"), "VEC3", 5126, 34962, True)}
        if not plain:
            order = np.argsort(-weights, 1)[:, :4]
            w = np.take_along_axis(weights, order, 1)
            attributes["JOINTS_0"] = add(order.astype("u1"), "VEC4", 5121, 34962)
            attributes["WEIGHTS_0"] = add((w / np.maximum(w.sum(1, keepdims=True), 1e-9)).astype("<f4"), "VEC4", 5126, 34962)
        primitives.append({"attributes": attributes, "indices": add(faces.astype("<u4").ravel(), "SCALAR", 5125, 34963)})
    nodes, skins = [{"name": "mesh", "mesh": 0}], []
    roots = [0]
    if not plain:
        inverse = np.zeros((len(names), 4, 4), "<f4")
        inverse[:] = np.eye(4)
        inverse[:, 3, :3] = -joints
        for k, name in enumerate(names):
            offset = joints[k] - (joints[parents[k]] if parents[k] >= 0 else 0)
            row = {"name": name, "translation": [float(x) for x in offset]}
            below = [1 + i for i, up in enumerate(parents) if up == k]
            if below:
                row["children"] = below
            nodes.append(row)
        skins = [{"joints": [1 + k for k in range(len(names))], "inverseBindMatrices": add(inverse.reshape(-1, 16), "MAT4", 5126)}]
        nodes[0]["skin"] = 0
        roots.append(1)
    root = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes, "meshes": [{"primitives": primitives}], "accessors": accessors,
            "bufferViews": views, "buffers": [{"byteLength": len(blob)}]}
    if skins:
        root["skins"] = skins
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    blob += b"\0" * (-len(blob) % 4)
    with open(path, "wb") as file:
        file.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(blob)) + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob)


def axes(up, yaw):
    """A rotation that brings +y to the axis `up`, after a turn by yaw about it."""
    y = np.array([0.0, 1, 0])
    to = np.zeros(3)
    to["xyz".index(up[-1])] = -1 if up[0] == "-" else 1
    lift = np.eye(3) if up == "y" else np.diag([1.0, -1, -1]) if up == "-y" else between(y, to)
    return lift @ rotation(y, yaw)


def random_person(number, rng):
    """A row of PEOPLE, its pose in numbers and its clothes garments of SPARE or "helpers"."""
    gender = int(rng.integers(2))
    macro = dict(gender=gender if rng.random() < 0.8 else rng.random(), age=rng.uniform(0.19, 0.95), muscle=rng.random(), weight=rng.random(), height=rng.uniform(0.2, 0.8))
    walks = rng.random() < 0.35
    stride = rng.uniform(5, 30) if walks else 0
    pose = None if rng.random() < 0.25 else (rng.uniform(0, 82), rng.uniform(-25, 25) if walks else 0, rng.uniform(0, 10) if walks or rng.random() < 0.3 else 0, stride,
                                             (rng.uniform(0, 15), rng.uniform(0, 35)) if walks else (0, 0), rng.uniform(0, 40) if rng.random() < 0.5 else 0)
    dress = rng.random()
    clothes = [] if dress < 0.3 else ["helpers"] if dress < 0.85 else SPARE[gender][rng.integers(len(SPARE[gender]))]
    return f"random-{number:03d}", macro, {}, pose, clothes, ("y", 0, 1), 1 if rng.random() < 0.7 else rng.uniform(1, 2.4)


def normals_of(v, quads):
    n = np.zeros_like(v)
    across = np.cross(v[quads[:, 2]] - v[quads[:, 0]], v[quads[:, 3]] - v[quads[:, 1]])
    for k in range(4):
        np.add.at(n, quads[:, k], across)
    return n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-12)


def helper_clothes(v, groups, at, names, rng):
    """Layers (vertices of the base, moved; quads) and which vertices of the body are below them."""
    def joint(name):
        return at[names.index(name)]
    waist, knee, ankle, neck = joint("spine_01")[1], joint("calf_l")[1], joint("foot_l")[1], joint("neck_01")[1]
    shoulder, wrist = joint("upperarm_l"), joint("hand_l")
    arm = (wrist - shoulder) / np.linalg.norm(wrist - shoulder)
    reach = (np.abs(v[:, :1]) * [1, 0, 0] + v * [0, 1, 1] - shoulder) @ arm / np.linalg.norm(wrist - shoulder)
    layers, below = [], np.zeros(len(v), bool)

    def fatten(quads, thick):
        # fuller and tighter places: a few waves
        wave = sum(np.sin(v @ rng.normal(0, 12, 3) + rng.uniform(0, 6)) for _ in range(4)) / 4
        return v + normals_of(v, quads) * (thick * (1 + 0.6 * wave))[:, None]

    def wear(group, worn, thick):
        quads = groups[group]
        quads = quads[worn[quads].all(1)]
        if len(quads):
            layers.append((fatten(groups[group], thick), quads))

    cuffs, hems = rng.random(2) < 0.5
    sleeve = rng.uniform(0.92, 1.12) if cuffs else rng.uniform(-0.1, 1)
    leg = rng.uniform(-0.8, 0.3) * ankle + ankle if hems else rng.uniform(ankle, waist - 0.15 * (waist - knee))
    hem = waist - rng.uniform(-0.03, 0.25) * (waist - knee)
    shirt = (v[:, 1] > hem) & (v[:, 1] < neck + 0.01) & (reach < sleeve)
    legs = (v[:, 1] < waist + 0.02) & (v[:, 1] > leg) & (reach < 0.2)
    skirt = rng.random() < 0.35
    if rng.random() < 0.85:
        wear("helper-tights", shirt, rng.uniform(0.002, 0.04))
        below |= shirt & (v[:, 1] > hem + 0.03) & (v[:, 1] < neck - 0.04) & (reach < sleeve - 0.15)
    if not skirt:
        wear("helper-tights", legs, rng.uniform(0.002, 0.04))
        below |= legs & (v[:, 1] < waist - 0.03) & (v[:, 1] > leg + 0.04)
    else:
        wear("helper-skirt", v[:, 1] > rng.uniform(ankle, knee + 0.2 * (waist - knee)), rng.uniform(0, 0.02))
    if rng.random() < 0.6:
        shoes = v[:, 1] < ankle * rng.uniform(0.9, 2.2)
        wear("body", shoes, rng.uniform(0.002, 0.012))
        below |= shoes
    if rng.random() < 0.3:
        wear("helper-hair", v[:, 1] > neck - rng.uniform(-0.2, 0.3), rng.uniform(0, 0.03))
    return layers, below if rng.random() < 0.6 else np.zeros(len(v), bool)


def compact(points, triangles, weights):
    used, number = np.unique(triangles, return_inverse=True)
    return points[used], number.reshape(-1, 3), weights[used]


def shatter(points, triangles, weights, count, rng):
    """Triangles go to the nearest of some, each piece a little smaller than its place."""
    corners = points[triangles]
    centres = corners[rng.choice(len(corners), count)].mean(1)
    of = np.argmin(((corners.mean(1)[:, None] - centres) ** 2).sum(2), 1)
    key, number = np.unique(of[:, None] * len(points) + triangles, return_inverse=True)
    piece, vertex = np.divmod(key, len(points))
    return centres[piece] + 0.98 * (points[vertex] - centres[piece]), number.reshape(-1, 3), weights[vertex]


def halves(quads):
    return np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("makehuman")
    parser.add_argument("--assets")
    parser.add_argument("-o", required=True)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--feet", action="store_true")
    parser.add_argument("--random", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    base, groups, cubes = read_base(options.makehuman)
    quads = groups["body"]
    rig = Rig(options.makehuman, cubes)
    os.makedirs(options.o, exist_ok=True)
    for number in range(options.random or len(PEOPLE)):
        rng = np.random.default_rng([options.seed, number])
        if options.random:
            name, macro, sliders, pose, clothes, (up, yaw, scale), head = random_person(number, rng)
        else:
            name, macro, sliders, pose, clothes, (up, yaw, scale) = PEOPLE[number]
            pose, head = POSES[pose], 1
        if clothes and clothes != ["helpers"] and not options.assets:
            continue
        v = compose(base, options.makehuman, macro, sliders) / 10
        poser = rig.pose(v, pose, head)
        parts, hidden = [], set()
        for garment in clothes if clothes != ["helpers"] else []:
            rest, triangles, hides, bound, weight = read_garment(options.assets, garment, v)
            points, w = skin_garment(rest, bound, weight, rig, v, poser)
            if options.feet and garment.startswith("shoes"):
                skin = np.unique(quads)
                w = rig.weights[skin[nearest(rest, v[skin])]]
            parts.append((points, triangles, w))
            hidden |= hides
        if clothes == ["helpers"]:
            layers, below = helper_clothes(v, groups, poser[3], rig.names, rng)
            hidden = set(np.nonzero(below)[0].tolist())
            same = np.arange(len(v))[:, None].repeat(3, 1)
            for rest, layer in layers:
                points, w = skin_garment(rest, same, np.eye(1, 3).repeat(len(v), 0), rig, v, poser)
                parts.append(compact(points, halves(layer), w))
        shown = np.array([not set(q) <= hidden for q in quads.tolist()])
        parts.insert(0, compact(poser[0](rig.weights), halves(quads[shown]), rig.weights))
        if options.random and rng.random() < 0.12:
            parts = [shatter(*part, int(rng.integers(8, 80)), rng) for part in parts]
        turn = scale * axes(up, yaw)
        write_glb(os.path.join(options.o, f"{options.seed}-{name}.glb" if options.random else f"{number:02d}-{name}.glb"), [(p @ turn.T, f, w) for p, f, w in parts], rig.names, rig.parents, poser[1] @ turn.T, options.plain)
        print(f"{name}: {sum(len(p) for p, _, _ in parts)} vertices")


main()
