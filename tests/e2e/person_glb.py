"""Makes a rigged person as a .glb file: a box around every bone, skinned to one joint each, with chosen names, size, rest pose and VRM version."""
import json
import struct

BONES = (  # bone, the one above, place at rest in a T-pose, Unreal's name
    ("hips", None, (0, 1, 0), "pelvis"), ("spine", "hips", (0, 1.1, 0), "spine_01"), ("chest", "spine", (0, 1.28, 0), "spine_02"),
    ("neck", "chest", (0, 1.5, 0), "neck_01"), ("head", "neck", (0, 1.6, 0), "head"), ("top", "head", (0, 1.8, 0), "head_leaf"),
    ("leftShoulder", "chest", (.04, 1.45, 0), "clavicle_l"), ("leftUpperArm", "leftShoulder", (.17, 1.45, 0), "upperarm_l"),
    ("leftLowerArm", "leftUpperArm", (.44, 1.45, 0), "lowerarm_l"), ("leftHand", "leftLowerArm", (.69, 1.45, 0), "wrist_l"),
    ("leftTip", "leftHand", (.87, 1.45, 0), "fingers_l"),
    ("rightShoulder", "chest", (-.04, 1.45, 0), "clavicle_r"), ("rightUpperArm", "rightShoulder", (-.17, 1.45, 0), "upperarm_r"),
    ("rightLowerArm", "rightUpperArm", (-.44, 1.45, 0), "lowerarm_r"), ("rightHand", "rightLowerArm", (-.69, 1.45, 0), "hand_r"),
    ("rightTip", "rightHand", (-.87, 1.45, 0), "fingers_r"),
    ("leftUpperLeg", "hips", (.1, .94, 0), "thigh_l"), ("leftLowerLeg", "leftUpperLeg", (.1, .51, 0), "calf_l"),
    ("leftFoot", "leftLowerLeg", (.1, .09, 0), "foot_l"), ("leftToes", "leftFoot", (.1, .03, .12), "ball_l"),
    ("rightUpperLeg", "hips", (-.1, .94, 0), "thigh_r"), ("rightLowerLeg", "rightUpperLeg", (-.1, .51, 0), "calf_r"),
    ("rightFoot", "rightLowerLeg", (-.1, .09, 0), "foot_r"), ("rightToes", "rightFoot", (-.1, .03, .12), "ball_r"),
)
FACES = (0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3)


def pack(document, binary=b""):
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<I", len(text)) + b"JSON" + text + (struct.pack("<I", len(binary)) + b"BIN\0" + binary if binary else b"")
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def person(names=None, size=1.0, vrm=0, extra=None, lift=0.0, shoe=None, skeleton=1.0):
    """names: bone -> node's name, or a function of the bone; without it Unreal's. lift: of the whole above its origin. shoe: half of the width of shoes,
    from 8 cm behind the ankle to 9 cm in front of the toes, which they bend with. skeleton: the joints' size by the mesh's."""
    index = {bone: i for i, (bone, *_) in enumerate(BONES)}
    rest = [[size * x + lift * (k == 1) for k, x in enumerate(place)] for _, _, place, _ in BONES]
    at = [[skeleton * x for x in place] for place in rest]
    nodes = []
    for i, (bone, up, _, unreal) in enumerate(BONES):
        name = unreal if names is None else names(bone) if callable(names) else names.get(bone, unreal)
        origin = at[index[up]] if up else (0, 0, 0)
        node = {"name": name, "translation": [a - b for a, b in zip(at[i], origin)]}
        below = [index[b] for b, u, *_ in BONES if u == bone]
        nodes.append({**node, "children": below} if below else node)
    vertices, joints, faces = [], [], []
    for i, (bone, up, _, _) in enumerate(BONES):
        if not up:
            continue
        low, high = ([f(a, b) + s * .04 * size for a, b in zip(rest[index[up]], rest[i])] for f, s in ((min, -1), (max, 1)))
        if shoe and bone.endswith("Toes"):
            middle, toes = rest[index[up]], rest[i]
            sole = lift
            parts_of_shoe = ((up, (sole, middle[1], middle[2] - .08, toes[2])), (bone, (sole, toes[1] + .03, toes[2], toes[2] + .09)))
            for follows, (bottom, top, back, front) in parts_of_shoe:
                base = len(vertices)
                corners = ((middle[0] - shoe, bottom, back), (middle[0] + shoe, top, front))
                vertices += [[corners[c >> k & 1][k] for k in range(3)] for c in range(8)]
                joints += [index[follows]] * 8
                faces += [base + f for f in FACES]
            continue
        base = len(vertices)
        vertices += [[(low, high)[c >> k & 1][k] for k in range(3)] for c in range(8)]
        joints += [index[up]] * 8
        faces += [base + f for f in FACES]
    parts, views, accessors = b"", [], []

    def add(data, component, count, kind, **more):
        nonlocal parts
        views.append({"buffer": 0, "byteOffset": len(parts), "byteLength": len(data)})
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": count, "type": kind, **more})
        parts += data + b"\0" * (-len(data) % 4)

    count = len(vertices)
    add(b"".join(struct.pack("<3f", *v) for v in vertices), 5126, count, "VEC3", min=[min(v[k] for v in vertices) for k in range(3)], max=[max(v[k] for v in vertices) for k in range(3)])
    add(bytes(b for j in joints for b in (j, 0, 0, 0)), 5121, count, "VEC4")
    add(struct.pack("<4f", 1, 0, 0, 0) * count, 5126, count, "VEC4")
    add(struct.pack(f"<{len(faces)}H", *faces), 5123, len(faces), "SCALAR")
    add(b"".join(struct.pack("<16f", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *(-x for x in place), 1) for place in at), 5126, len(BONES), "MAT4")
    document = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, len(BONES)]}],
                "nodes": nodes + [{"name": "body", "mesh": 0, "skin": 0}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}, "indices": 3, "material": 0}]}],
                "materials": [{"name": "paint", "pbrMetallicRoughness": {"baseColorFactor": [.8, .5, .3, 1]}}],
                "skins": [{"joints": list(range(len(BONES))), "inverseBindMatrices": 4}],
                "buffers": [{"byteLength": len(parts)}], "bufferViews": views, "accessors": accessors}
    if vrm:
        bones = [(b, i) for b, i in index.items() if not b.endswith(("Tip", "top"))]
        document["extensions"] = {"VRMC_vrm": {"humanoid": {"humanBones": {b: {"node": i} for b, i in bones}}}} if vrm == 1 else \
            {"VRM": {"humanoid": {"humanBones": [{"bone": b, "node": i} for b, i in bones]}}}
    if extra:
        extra(document)
    return pack(document, parts)
