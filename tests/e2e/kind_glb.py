"""Makes rigged people of many kinds as .glb files, and reads where an animation puts their joints and vertices. A figure is a table of joints
and boxes that may be changed before glb() writes it."""
import json
import struct

import numpy

from person_glb import FACES, pack

# joint: the one above, its place at rest in a T-pose, metres, facing +Z with the left at +X
CENTRE = {"hips": (None, (0, .95, 0)), "spine": ("hips", (0, 1.06, 0)), "chest": ("spine", (0, 1.22, 0)), "neck": ("chest", (0, 1.46, 0)),
          "head": ("neck", (0, 1.54, .01))}
SIDE = {"collar": ("chest", (.04, 1.41, 0)), "upper_arm": ("collar", (.17, 1.41, 0)), "forearm": ("upper_arm", (.44, 1.41, -.01)),
        "hand": ("forearm", (.69, 1.41, 0)), "thigh": ("hips", (.09, .92, 0)), "shank": ("thigh", (.09, .5, .015)),
        "foot": ("shank", (.09, .09, -.02)), "toes": ("foot", (.09, .02, .1))}
# joint: two corners of the box that follows it
TRUNK = {"hips": ((-.15, .86, -.09), (.15, 1.03, .09)), "spine": ((-.13, 1.03, -.08), (.13, 1.19, .08)), "chest": ((-.16, 1.19, -.09), (.16, 1.44, .09)),
         "neck": ((-.05, 1.44, -.05), (.05, 1.54, .05)), "head": ((-.08, 1.54, -.08), (.08, 1.77, .12))}
LIMBS = {"upper_arm": ((.17, 1.37, -.04), (.44, 1.45, .04)), "forearm": ((.44, 1.375, -.035), (.69, 1.445, .035)), "hand": ((.69, 1.39, -.03), (.87, 1.43, .05)),
         "thigh": ((.02, .5, -.07), (.16, .9, .07)), "shank": ((.04, .1, -.05), (.14, .5, .06)), "foot": ((.05, 0, -.08), (.13, .1, .1)),
         "toes": ((.05, 0, .1), (.13, .05, .19))}
BONES = {"hips": "hips", "spine": "spine", "chest": "chest", "neck": "neck", "head": "head", "collar": "Shoulder", "upper_arm": "UpperArm", "forearm": "LowerArm",
         "hand": "Hand", "thigh": "UpperLeg", "shank": "LowerLeg", "foot": "Foot", "toes": "Toes"}  # VRM's
MIXAMO = {"hips": "Hips", "spine": "Spine", "chest": "Spine1", "neck": "Neck", "head": "Head", "collar": "Shoulder", "upper_arm": "Arm", "forearm": "ForeArm",
          "hand": "Hand", "thigh": "UpLeg", "shank": "Leg", "foot": "Foot", "toes": "ToeBase"}
RIGIFY = {"hips": "spine", "spine": "spine.001", "chest": "spine.003", "neck": "spine.004", "head": "spine.006", "collar": "shoulder", "upper_arm": "upper_arm",
          "forearm": "forearm", "hand": "hand", "thigh": "thigh", "shank": "shin", "foot": "foot", "toes": "toe"}
PLAIN = {"hips": "Hips", "spine": "Abdomen", "chest": "Torso", "neck": "Neck", "head": "Head", "collar": "Shoulder", "upper_arm": "UpperArm", "forearm": "LowerArm",
         "hand": "Palm", "thigh": "UpperLeg", "shank": "LowerLeg", "foot": "Foot", "toes": "Toes"}


def split(joint):
    """("left", "hand") of "left hand"; (None, "hips") of "hips"."""
    side, _, part = joint.rpartition(" ")
    return side or None, part


def named(joint, style, number):
    """The name of a joint's node in a style; joints that are no bone keep their own."""
    side, part = split(joint)
    if style == "none":
        return f"Bone.{number:03d}"
    if part not in MIXAMO:
        return joint.replace(" ", "_")
    if style == "mixamo":
        return "mixamorig:" + (side or "").capitalize() + MIXAMO[part]
    if style == "rigify":
        return "DEF-" + RIGIFY[part] + (f".{side[0].upper()}" if side else "")
    if style == "vrm":
        return (side + BONES[part]) if side else BONES[part]
    return PLAIN[part] + (f".{side[0].upper()}" if side else "")


def about(axis, angle):
    """The matrix of a rotation about an axis by its number."""
    c, s, i, j = numpy.cos(angle), numpy.sin(angle), (axis + 1) % 3, (axis + 2) % 3
    m = numpy.eye(3)
    m[i, i], m[j, j], m[i, j], m[j, i] = c, c, -s, s
    return m


def quaternion(m):
    """x, y, z, w of a rotation matrix."""
    w = numpy.sqrt(max(0, 1 + numpy.trace(m))) / 2
    if w > 1e-6:
        return [float(x) for x in ((m[2, 1] - m[1, 2]) / (4 * w), (m[0, 2] - m[2, 0]) / (4 * w), (m[1, 0] - m[0, 1]) / (4 * w), w)]
    a = (m + numpy.eye(3)) / 2
    k = int(numpy.argmax(numpy.diag(a)))
    return [*(float(x) for x in a[:, k] / numpy.sqrt(a[k, k])), 0.0]


class Figure:
    def __init__(self):
        self.joints = dict(CENTRE)
        self.boxes = [({k: 1.0}, *corners) for k, corners in TRUNK.items()]  # weights of joints, two corners
        for side, sign in (("left", 1), ("right", -1)):
            for k, (up, (x, y, z)) in SIDE.items():
                self.joints[f"{side} {k}"] = (f"{side} {up}" if up in SIDE else up, (sign * x, y, z))
            for k, ((a, b, c), (d, e, f)) in LIMBS.items():
                self.boxes.append(({f"{side} {k}": 1.0}, (min(sign * a, sign * d), b, c), (max(sign * a, sign * d), e, f)))
        self.style = "mixamo"
        self.turns = {}  # joint: its node's rotation in the world at rest
        self.pose = {}  # joint: a rotation that its node has in the file beyond the rest pose
        self.loose = ()  # joints that move no vertex, whose inverse bind matrix is `filler`
        self.filler = numpy.eye(4)
        self.mesh_space = numpy.eye(4)  # from the world to the mesh's own coordinates
        self.skinned = True  # False: each box is a mesh of its joint's node
        self.bound = None  # joints of the skin; None: all
        self.shapes = {}  # blend shape: how the box of the head moves
        self.scale = 1.0

    def boxes_of(self, joint):
        return [b for b in self.boxes if joint in b[0]]

    def rename_weights(self, old, new):
        self.boxes = [({new if k == old else k: w for k, w in weights.items()}, lo, hi) for weights, lo, hi in self.boxes]

    def drop(self, *joints):
        """Takes joints away; what is below and what follows them goes to the joint above."""
        for joint in joints:
            up = self.joints.pop(joint)[0]
            self.joints = {k: (up if q == joint else q, place) for k, (q, place) in self.joints.items()}
            self.rename_weights(joint, up)
        return self

    def rest(self, joint):
        m = numpy.eye(4)
        if joint:
            m[:3, 3], m[:3, :3] = numpy.array(self.joints[joint][1]) * self.scale, self.turns.get(joint, numpy.eye(3))
        return m

    def order(self):
        done, left = [], list(self.joints)
        while left:
            k = next(k for k in left if self.joints[k][0] is None or self.joints[k][0] in done)
            done.append(k)
            left.remove(k)
        return done

    def glb(self, clip=None):
        """clip: {joint: (frames, 4) quaternions of its node}, at 30 frames a second."""
        order = self.order()
        index = {k: i for i, k in enumerate(order)}
        nodes, parts, views, accessors = [], bytearray(), [], []

        def add(array, component, kind, **more):
            array = numpy.ascontiguousarray(array)
            views.append({"buffer": 0, "byteOffset": len(parts), "byteLength": array.nbytes})
            accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(array) if array.ndim > 1 or kind == "SCALAR" else 1, "type": kind, **more})
            parts.extend(array.tobytes() + b"\0" * (-array.nbytes % 4))
            return len(accessors) - 1

        def places(rows):
            rows = numpy.asarray(rows, "<f4")
            return add(rows, 5126, "VEC3", min=rows.min(0).tolist(), max=rows.max(0).tolist())

        for i, k in enumerate(order):
            local = numpy.linalg.inv(self.rest(self.joints[k][0])) @ self.rest(k)
            turn = local[:3, :3] @ self.pose.get(k, numpy.eye(3))
            nodes.append({"name": named(k, self.style, i), "translation": local[:3, 3].tolist(), "rotation": quaternion(turn)})
        for k in order:
            if self.joints[k][0]:
                nodes[index[self.joints[k][0]]].setdefault("children", []).append(index[k])
        roots = [index[k] for k in order if not self.joints[k][0]]
        document = {"asset": {"version": "2.0"}, "scene": 0, "nodes": nodes, "meshes": [], "bufferViews": views, "accessors": accessors}
        faces = numpy.array(FACES, "<u2")

        def corners(lo, hi):
            return numpy.array([[(lo, hi)[c >> k & 1][k] for k in range(3)] for c in range(8)], float) * self.scale

        if not self.skinned:
            for weights, lo, hi in self.boxes:
                joint = next(iter(weights))
                local = numpy.c_[corners(lo, hi), numpy.ones(8)] @ numpy.linalg.inv(self.rest(joint)).T
                document["meshes"].append({"primitives": [{"attributes": {"POSITION": places(local[:, :3])}, "indices": add(faces, 5123, "SCALAR")}]})
                nodes[index[joint]]["mesh"] = len(document["meshes"]) - 1
        else:
            bound = [k for k in order if self.bound is None or k in self.bound]
            rows, joints, weights, triangles = [], [], [], []
            for w, lo, hi in self.boxes:
                if not set(w) <= set(bound):
                    continue
                triangles.append(faces + 8 * len(rows))
                rows.append(corners(lo, hi))
                one = [(bound.index(k), x) for k, x in w.items()] + [(0, 0.0)] * (4 - len(w))
                joints += [[j for j, _ in one]] * 8
                weights += [[x for _, x in one]] * 8
            rows = numpy.concatenate(rows)
            binds = []
            for k in bound:
                binds.append(self.filler if k in self.loose else numpy.linalg.inv(self.mesh_space @ self.rest(k)))
            primitive = {"attributes": {"POSITION": places((numpy.c_[rows, numpy.ones(len(rows))] @ self.mesh_space.T)[:, :3]),
                                        "JOINTS_0": add(numpy.array(joints, "<u2"), 5123, "VEC4"),
                                        "WEIGHTS_0": add(numpy.array(weights, "<f4"), 5126, "VEC4")}, "indices": add(numpy.concatenate(triangles), 5123, "SCALAR")}
            mesh = {"primitives": [primitive]}
            if self.shapes:
                primitive["targets"] = [{"POSITION": places(numpy.where(rows[:, 1:2] > 1.53 * self.scale, [move], 0.0))} for move in self.shapes.values()]
                mesh["extras"] = {"targetNames": list(self.shapes)}
            document["meshes"].append(mesh)
            document["skins"] = [{"joints": [index[k] for k in bound], "inverseBindMatrices": add(numpy.array([b.T.reshape(-1) for b in binds], "<f4"), 5126, "MAT4")}]
            nodes.append({"name": "Body", "mesh": 0, "skin": 0})
            roots = roots + [len(nodes) - 1]
        if clip:
            frames = len(next(iter(clip.values())))
            times = add(numpy.arange(frames, dtype="<f4") / 30, 5126, "SCALAR", min=[0.0], max=[(frames - 1) / 30])
            samplers = [{"input": times, "output": add(numpy.asarray(q, "<f4"), 5126, "VEC4")} for q in clip.values()]
            document["animations"] = [{"samplers": samplers, "channels": [{"sampler": i, "target": {"node": index[k], "path": "rotation"}} for i, k in enumerate(clip)]}]
        if self.style == "vrm":
            bones = {named(k, "vrm", 0): {"node": index[k]} for k in order if split(k)[1] in BONES}
            document["extensions"] = {"VRMC_vrm": {"humanoid": {"humanBones": bones}}}
        document["scenes"] = [{"nodes": roots}]
        document["buffers"] = [{"byteLength": len(parts)}]
        return pack(document, bytes(parts))


class Played:
    """A .glb with an animation: transforms of nodes and places of vertices in its frames."""

    def __init__(self, data):
        size = struct.unpack_from("<I", data, 12)[0]
        self.document, self.binary = json.loads(data[20:20 + size]), data[28 + size:]
        self.nodes = self.document["nodes"]
        self.above = {c: i for i, n in enumerate(self.nodes) for c in n.get("children", [])}
        self.order = [i for i in range(len(self.nodes)) if i not in self.above]
        for i in self.order:
            self.order += self.nodes[i].get("children", [])
        one = self.document["animations"][0]
        self.tracks = {(c["target"]["node"], c["target"]["path"]): self.rows(one["samplers"][c["sampler"]]["output"]) for c in one["channels"]}
        self.frames = max(len(v) for (_, path), v in self.tracks.items() if path != "weights")

    def rows(self, number):
        a = self.document["accessors"][number]
        view = self.document["bufferViews"][a["bufferView"]]
        kind, width = {5123: "<u2", 5125: "<u4", 5126: "<f4"}[a["componentType"]], {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[a["type"]]
        return numpy.frombuffer(self.binary, kind, a["count"] * width, view.get("byteOffset", 0) + a.get("byteOffset", 0)).reshape(-1, width).astype(float)

    def world(self, frame):
        out = {}
        for i in self.order:
            def pick(path, otherwise):
                track = self.tracks.get((i, path))
                return numpy.array(self.nodes[i].get(path, otherwise), float) if track is None else track[min(frame, len(track) - 1)]
            x, y, z, w = pick("rotation", (0, 0, 0, 1))
            m = numpy.eye(4)
            m[:3, :3] = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                         [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
            m[:3, 3] = pick("translation", (0, 0, 0))
            out[i] = out[self.above[i]] @ m if i in self.above else m
        return out

    def vertices(self, frame):
        world, out = self.world(frame), []
        for i, node in enumerate(self.nodes):
            if "mesh" not in node:
                continue
            for primitive in self.document["meshes"][node["mesh"]]["primitives"]:
                at = primitive["attributes"]
                rows = self.rows(at["POSITION"])
                rows = numpy.c_[rows, numpy.ones(len(rows))]
                if "skin" not in node:
                    out.append((rows @ world[i].T)[:, :3])
                    continue
                skin = self.document["skins"][node["skin"]]
                moves = numpy.stack([world[k] for k in skin["joints"]]) @ self.rows(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
                out.append(numpy.einsum("vk,vkab,vb->va", self.rows(at["WEIGHTS_0"]), moves[self.rows(at["JOINTS_0"]).astype(int)], rows)[:, :3])
        return numpy.concatenate(out)

    def places(self, names, frames):
        """(frames, names, 3) places of nodes."""
        numbers = [next(i for i, n in enumerate(self.nodes) if n.get("name") == name) for name in names]
        return numpy.stack([[w[i][:3, 3] for i in numbers] for w in (self.world(f) for f in frames)])
