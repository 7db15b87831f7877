"""The person of person_glb.py in an FBX: joints with Mixamo's names, boxes as a skinned mesh, a march."""
import math

import fbx_file as fbx
from person_glb import BONES, FACES

MIXAMO = {"hips": "Hips", "spine": "Spine", "chest": "Spine1", "neck": "Neck", "head": "Head", "top": "HeadTop_End"} | {
    f"{low}{part}": f"{up}{name}" for low, up in (("left", "Left"), ("right", "Right")) for part, name in (
        ("Shoulder", "Shoulder"), ("UpperArm", "Arm"), ("LowerArm", "ForeArm"), ("Hand", "Hand"), ("Tip", "HandMiddle1"), ("UpperLeg", "UpLeg"),
        ("LowerLeg", "Leg"), ("Foot", "Foot"), ("Toes", "ToeBase"))}
PLACE = {bone: place for bone, _, place, _ in BONES}


def skeleton(file, names=MIXAMO, prefix="mixamorig:", to_file=lambda p: [100 * x for x in p], to=0, scales=None):
    """The person of person_glb.py as joints: bone to id; to_file brings metres, +Y up, to the file's space."""
    ids = {}
    for bone, up, place, _ in BONES:
        here, above = to_file(place), to_file(PLACE[up]) if up else (0, 0, 0)
        ids[bone] = file.model(prefix + names[bone], to=ids[up] if up else to, Lcl_Translation=tuple(a - b for a, b in zip(here, above)),
                               **({"Lcl_Scaling": scales[bone]} if bone in (scales or {}) else {}))
    return ids


def body(file, ids, to_file=lambda p: [100 * x for x in p], name="Body", first=False):
    """Its boxes as one skinned mesh: its model and geometry, and the points with their bones."""
    points, owners, polygons = [], [], []
    for bone, up, place, _ in BONES:
        if not up:
            continue
        low, high = ([f(a, b) + s * .04 for a, b in zip(PLACE[up], place)] for f, s in ((min, -1), (max, 1)))
        polygons += [[len(points) + f for f in FACES[i:i + 3]] for i in range(0, 36, 3)]
        points += [to_file([(low, high)[c >> k & 1][k] for k in range(3)]) for c in range(8)]
        owners += [up] * 8
    model = file.model(name, "Mesh")
    geometry = file.geometry(model, points, polygons, name)
    link = {bone: fbx.moved(to_file(place)) for bone, _, place, _ in BONES}
    file.skin(geometry, [(ids[bone], [i for i, o in enumerate(owners) if o == bone], [1.0] * owners.count(bone), fbx.moved(fbx.backwards(to_file(PLACE[bone]))), link[bone])
                         for bone in sorted(set(owners), key=lambda b: list(PLACE).index(b))])
    if first:
        file.objects.sort(key=lambda o: o[0] != "Model" or o[2] and o[1][2] != "Mesh")
        file.links.sort(key=lambda link: link[1][1] != model)
    return model, geometry, points, owners


def march(file, ids, seconds=1.0, name="march", to_file=lambda p: [100 * x for x in p], deg=(1, 0, 0), size=1.0):
    """Thighs that swing 30 degrees to and fro about the file's sideways axis, and hips that go .9 m forwards."""
    layer = file.stack(name, seconds)
    keys = [seconds * k / 30 for k in range(31)]
    for bone, sign in (("leftUpperLeg", 1), ("rightUpperLeg", -1)):
        file.animate(layer, ids[bone], "Lcl Rotation", keys, [tuple(-30 * sign * size * math.sin(2 * math.pi * k / 30) * d for d in deg) for k in range(31)])
    file.animate(layer, ids["hips"], "Lcl Translation", keys, [tuple(to_file((0, 1, .9 * k / 30))) for k in range(31)])
