"""What the tests of uploaded characters share: puts, clips, roll-outs, and where the bones of person_glb are in a moving GLB."""
import io
import json
import math
import struct
import zipfile

from person_glb import BONES
from glb_file import opened, values

GLB = (("Content-Type", "model/gltf-binary"),)
WALK = {"seconds": 3, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}


def put(p, name, file, query="", status=201, headers=GLB):
    reply = p.ask("PUT", f"/v1/characters/{name}{query}", file, headers)
    assert reply.status == status, (reply.status, reply.body[:400])
    return reply.json()


def refused(p, file, words, query="", status=400, headers=GLB):
    reply = p.ask("PUT", f"/v1/characters/none{query}", file, headers)
    assert reply.status == status and words in reply.body.decode(), (reply.status, reply.body[:600])
    assert p.ask("GET", "/v1/characters/none").status == 404


def match_of(character):
    return {one["bone"]: (one["joint"], one["by"]) for one in character["match"]}


def turned(q, v):
    x, y, z, w = q
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx


def times(a, b):
    return (a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2])


def places(data):
    """Per frame the places of BONES, in the world."""
    document, binary = opened(data)
    tracks, frames = {}, 1
    for channel in document["animations"][0]["channels"]:
        rows = values(document, binary, document["animations"][0]["samplers"][channel["sampler"]]["output"])
        tracks[channel["target"]["node"], channel["target"]["path"]] = rows
        frames = max(frames, len(rows))
    for t in range(frames):
        def pick(i, path, otherwise):
            return tracks[i, path][t if len(tracks[i, path]) > 1 else 0] if (i, path) in tracks else otherwise
        yield stand([pick(i, "rotation", (0, 0, 0, 1)) for i in range(len(BONES))],
                    [pick(i, "translation", document["nodes"][i]["translation"]) for i in range(len(BONES))])


def stand(rotations, translations):
    """Places of BONES from the nodes' own rotations and translations."""
    index = {bone: i for i, (bone, *_) in enumerate(BONES)}
    world = []
    for (_, up, _, _), q, v in zip(BONES, rotations, translations):
        at, frame = world[index[up]] if up else ((0, 0, 0), (0, 0, 0, 1))
        world.append((tuple(a + b for a, b in zip(at, turned(frame, v))), times(frame, q)))
    return [at for at, _ in world]


def floats(archive, name):
    data = archive.read(name + ".npy")
    return struct.unpack(f"<{(len(data) - 10 - data[8] - 256 * data[9]) // 4}f", data[10 + data[8] + 256 * data[9]:])


def own_slide(p):
    """The fastest that a toe of the network's own goes between two moments on the ground, metres a second."""
    archive = zipfile.ZipFile(io.BytesIO(rolled(p, kind="measure")))
    joints, contacts = floats(archive, "joints"), floats(archive, "contacts")
    frames, toes = len(contacts) // 4, struct.unpack("<2i", archive.read("foot_idx.npy")[-8:])
    width, most = len(joints) // frames, 0
    for t in range(1, frames):
        for side, toe in enumerate(toes):
            now, before = (joints[width * i + 3 * toe:width * i + 3 * toe + 3] for i in (t, t - 1))
            if min(contacts[4 * t + 1 + 2 * side], contacts[4 * t - 3 + 2 * side]) > 0.9:
                most = max(most, math.dist(now, before) * 60)
    return most


def sole_end(ankle, toe, size):
    """The foremost point of the box about a foot: the foot of this person is stiff and rolls over it."""
    along = [b - a for a, b in zip(ankle, toe)]
    length = math.hypot(*along)
    u = [x / length for x in along]
    v = [(k == 1) - u[1] * u[k] for k in range(3)]
    over = math.hypot(*v)
    return [a + size * (.1878 * x - .0179 * y / over) for a, x, y in zip(ankle, u, v)]


def walks(p, data, size=1.0, name=None):
    """Goes forward upright, with a foot on the ground; the end of a sole on the ground does not slide along it. Returns how far it goes."""
    index = {bone: i for i, (bone, *_) in enumerate(BONES)}
    frames = json.loads(rolled(p, kind="json", **({"character": name} if name else {})))["frames"]
    contacts = [(frame["contacts"][1], frame["contacts"][3]) for frame in frames]  # of the toes, by the network, in the time of this size
    before, slides, fastest, first, last, knees = None, 0, 0, None, None, []
    for t, at in enumerate(places(data)):
        toes = [at[index[b]] for b in ("leftToes", "rightToes")]
        ends = [sole_end(at[index[side + "Foot"]], at[index[side + "Toes"]], size) for side in ("left", "right")]
        assert at[index["head"]][1] > 1.3 * size, (t, at[index["head"]])
        assert min(toe[1] for toe in toes) > 0.015 * size, (t, toes)
        assert min(toe[1] for toe in toes) < 0.09 * size, (t, toes)
        if before:
            for side, (toe, was) in enumerate(zip(ends, before)):
                if contacts[t][side] > 0.9 and contacts[t - 1][side] > 0.9:
                    slides = max(slides, math.hypot(toe[0] - was[0], toe[2] - was[2]) * 60)
                fastest = max(fastest, math.dist(toe, was) * 60)
        before = ends
        hips = at[index["hips"]]
        first, last = first or hips, hips
        thigh, shin = ([b - a for a, b in zip(at[index[m]], at[index[n]])] for m, n in (("leftUpperLeg", "leftLowerLeg"), ("leftLowerLeg", "leftFoot")))
        cosine = sum(a * b for a, b in zip(thigh, shin)) / math.hypot(*thigh) / math.hypot(*shin)
        knees.append(math.degrees(math.acos(min(1, cosine))))
    own = own_slide(p) * (1 if .6 < size < 1.6 else 1.1 * size)  # others are seen at the size of the network, whose legs are .91 as long as a person's here
    assert slides < 1.02 * own + .001 and fastest > 1.5 * size, (slides, own, fastest)
    pops = [abs(a - 2 * b + c) * 60 for a, b, c in zip(knees, knees[1:], knees[2:])]
    assert max(knees) > 30 and max(pops) < 300, (max(knees), max(pops))
    return math.dist(first, last)


def rolled(p, status=200, kind="glb", **fields):
    reply = p.ask("POST", f"/v1/motions/rollout?format={kind}", {**WALK, **fields})
    assert reply.status == status, (reply.status, reply.body[:400])
    return reply.body
