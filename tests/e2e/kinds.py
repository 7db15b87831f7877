"""Usage: kinds.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import asyncio
import io
import json
import os
import sys

import numpy
import websockets

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
from kind_glb import CENTRE, SIDE, Figure, Played, about, named, split  # noqa: E402
from person_glb import pack  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
GLB = (("Content-Type", "model/gltf-binary"),)
STYLES = ("mixamo", "rigify", "vrm", "plain", "none")
SIDES = ("left", "right")
EVERY = 6  # frames from one that is looked at to the next
tests = []


def test(function):
    tests.append(function)
    return function


def put(p, file, query=""):
    reply = p.ask("PUT", f"/v1/characters/kind{query}", file, GLB)
    assert reply.status in (200, 201), (reply.status, reply.body[:500])
    return reply.json()


def walked(p, seconds=3, **more):
    body = {"character": "kind", "seconds": seconds, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}], **more}
    reply = p.ask("POST", "/v1/motions/rollout?format=glb", body)
    assert reply.status == 200, (reply.status, reply.body[:500])
    return Played(reply.body)


# -- kinds of skeletons ------------------------------------------------------------------------------------------------------------


def without_hands(f):
    return f.drop("left hand", "right hand")


def without_hands_and_collars(f):
    return without_hands(f).drop("left collar", "right collar")


def fingers_without_a_hand(f):
    for side, sign in (("left", 1), ("right", -1)):
        f.joints.pop(f"{side} hand")
        for i, z in enumerate((-.03, 0, .03)):
            f.joints[f"{side} finger{i}"] = (f"{side} forearm", (sign * .76, 1.41, z))
            f.joints[f"{side} finger{i} end"] = (f"{side} finger{i}", (sign * .86, 1.41, z))
        f.rename_weights(f"{side} hand", f"{side} forearm")
    return f


def hips_beside_the_spine(f):
    f.joints = {"body": (None, (0, .97, 0)), **f.joints}
    f.joints["hips"], f.joints["spine"] = ("body", f.joints["hips"][1]), ("body", f.joints["spine"][1])
    return f


def feet_that_are_goals(f):
    f.joints = {"root": (None, (0, 0, 0)), **f.joints}
    f.joints["hips"] = ("root", f.joints["hips"][1])
    for side in SIDES:
        at = f.joints[f"{side} foot"][1]
        f.joints[f"{side} foot"] = ("root", at)
        f.joints[f"{side} shank end"] = (f"{side} shank", at)
    return f


def nodes_in_an_animated_pose(f):
    f.pose = {"hips": about(1, .3), "spine": about(0, .4), "left upper_arm": about(2, -1.1), "right upper_arm": about(1, .8), "left thigh": about(0, -.9),
              "left shank": about(0, 1.2), "right thigh": about(0, .4), "head": about(1, -.5)}
    return f


def a_root_with_a_rotation_of_its_own(f):
    f.joints = {"root": (None, (0, 0, 0)), **f.joints}
    f.joints["hips"] = ("root", f.joints["hips"][1])
    f.turns = {k: about(0, -numpy.pi / 2) @ about(2, .1 * i) for i, k in enumerate(f.joints)}
    return f


def control_joints_without_weights(f, filler=None):
    """Limbs hang at control joints that move no vertex; the mesh is in centimetres with Z up."""
    f.joints = {"root": (None, (0, 0, 0)), "torso": ("root", (0, .98, 0)), **f.joints}
    f.joints["hips"] = ("root", f.joints["hips"][1])
    f.joints["control hips"], f.joints["control chest"] = ("torso", f.joints["hips"][1]), ("torso", f.joints["chest"][1])
    for side in SIDES:
        f.joints[f"{side} thigh"] = ("control hips", f.joints[f"{side} thigh"][1])
        f.joints[f"{side} collar"] = ("control chest", f.joints[f"{side} collar"][1])
    f.joints["neck"] = ("control chest", f.joints["neck"][1])
    f.loose = ("root", "torso", "control hips", "control chest")
    f.filler = numpy.eye(4) if filler is None else filler
    f.mesh_space = numpy.eye(4)
    f.mesh_space[:3, :3] = 100 * numpy.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    return f


def control_joints_in_an_animated_pose(f):
    return nodes_in_an_animated_pose(control_joints_without_weights(f))


def control_joints_with_matrices_of_zeros(f):
    return control_joints_without_weights(f, numpy.zeros((4, 4)))


def rigid_parts_without_a_skin(f):
    f.skinned = False
    return f


def without_toes(f):
    return f.drop("left toes", "right toes")


KINDS = (without_hands, without_hands_and_collars, fingers_without_a_hand, hips_beside_the_spine, feet_that_are_goals, nodes_in_an_animated_pose,
         a_root_with_a_rotation_of_its_own, control_joints_without_weights, control_joints_in_an_animated_pose, control_joints_with_matrices_of_zeros,
         rigid_parts_without_a_skin, without_toes)
# Where only the shape of the skeleton can tell, these may be taken for others: an arm that ends in its forearm by a joint, a figure of control
# joints, the tips of fingers.
STIFF = (without_toes, feet_that_are_goals)  # a foot without toes rolls over the end of its sole; goals without names have no toes
# Arms without collars hang a little lower; the spine of a VRM is not above the limbs of control joints.
LOOSE = (without_hands_and_collars, control_joints_without_weights, control_joints_in_an_animated_pose, control_joints_with_matrices_of_zeros)
NOT_BY_SHAPE = (without_hands_and_collars, fingers_without_a_hand, control_joints_without_weights, control_joints_in_an_animated_pose,
                control_joints_with_matrices_of_zeros)


@test
def each_kind_of_skeleton_walks_as_the_ordinary_one_by_all_styles_of_names(p):
    wrong = []
    for style in STYLES:
        whole = Figure()
        whole.style = style
        put(p, whole.glb())
        plain = walked(p)
        frames = range(0, plain.frames, EVERY)
        joints = [f"{side} {k}" for side in SIDES for k in ("thigh", "shank", "foot", "forearm")] + ["head"]
        wanted = plain.places([named(k, style, whole.order().index(k)) for k in joints], frames)
        for kind in KINDS:
            f = kind(Figure())
            f.style = style
            if style == "none" and kind in NOT_BY_SHAPE:
                continue
            reply = p.ask("PUT", "/v1/characters/kind", f.glb(), GLB)
            if reply.status not in (200, 201):
                wrong.append(f"{kind.__name__} with {style}: {reply.status} {reply.body[:300]}")
                continue
            moved = walked(p)
            got = moved.places([named(k, style, f.order().index(k)) for k in joints], frames)
            off = numpy.abs(got - wanted).max()
            most = .09 if kind in STIFF else .07 if kind in LOOSE else .03
            low = min(moved.vertices(t)[:, 1].min() for t in frames)
            if off > most or low < -.015:
                wrong.append(f"{kind.__name__} with {style}: {100 * off:.1f} cm off, lowest point {1000 * low:.0f} mm")
    assert not wrong, "\n".join(wrong)


@test
def what_a_figure_lacks_has_no_joint_in_the_reply(p):
    for kind, lacks in ((without_hands, "Hand"), (fingers_without_a_hand, "Hand"), (without_toes, "Toes")):
        bones = {m["bone"]: m for m in put(p, kind(Figure()).glb())["match"]}
        for side in ("Left", "Right"):
            assert bones[side + lacks]["joint"] is None and bones[side + lacks]["by"] == "none", bones[side + lacks]
            assert bones[side + "LowerArm"]["joint"].endswith("ForeArm"), bones[side + "LowerArm"]
    note = put(p, rigid_parts_without_a_skin(Figure()).glb())["note"]
    assert "no skin" in note, note


@test
def a_match_by_the_user_wins(p):
    # hips beside the spine carry it; a goal of IK far from its knee is carried; a figure that lies is believed
    bones = {m["bone"]: m for m in put(p, hips_beside_the_spine(Figure()).glb(), "?match=Hips=mixamorig:Hips")["match"]}
    assert bones["Hips"]["joint"] == "mixamorig:Hips" and bones["Hips"]["by"] == "request", bones["Hips"]
    moved = walked(p)
    far = moved.places(["mixamorig:Head", "mixamorig:Hips"], range(0, moved.frames, EVERY))
    assert numpy.ptp(numpy.linalg.norm(far[:, 0] - far[:, 1], axis=1)) < .06
    bones = {m["bone"]: m for m in put(p, Figure().glb(), "?match=LeftHand=,RightHand=")["match"]}
    assert bones["LeftHand"]["joint"] is None

    # one who sits by the rest pose of the joints is refused, and taken by a match of thighs, feet and upper arms
    sitting = Figure()
    for side in SIDES:
        x = sitting.joints[f"{side} thigh"][1][0]
        for k, place in (("shank", (x, .92, .42)), ("foot", (x, .92, .84)), ("toes", (x, .98, .9))):
            sitting.joints[f"{side} {k}"] = (sitting.joints[f"{side} {k}"][0], place)
    reply = p.ask("PUT", "/v1/characters/kind", sitting.glb(), GLB)
    assert reply.status == 400 and b"sits" in reply.body and b"bird" not in reply.body, reply.body
    style = {k: named(k, "mixamo", 0) for k in sitting.joints}
    wanted = ",".join(f"{side.capitalize()}{bone}={style[f'{side} {k}']}" for side in SIDES for bone, k in (("UpperLeg", "thigh"), ("Foot", "foot"), ("UpperArm", "upper_arm")))
    bones = {m["bone"]: m for m in put(p, sitting.glb(), "?match=" + wanted)["match"]}
    assert bones["LeftUpperLeg"]["by"] == "request" and bones["Hips"].get("doubt"), bones
    assert walked(p).frames > 100


@test
def a_motion_whose_skin_is_a_part_has_all_that_moves(p):
    swing = numpy.radians(25 * numpy.sin(numpy.linspace(0, 2 * numpy.pi, 31)))
    clip = {f"{side} thigh": numpy.c_[numpy.sin(-sign * swing / 2), 0 * swing, 0 * swing, numpy.cos(swing / 2)] for side, sign in (("left", 1), ("right", -1))}
    put(p, Figure().glb())

    def swings(bound):
        f = Figure()
        f.bound = bound
        reply = p.ask("POST", "/v1/characters/kind/clip", f.glb(clip), GLB)
        assert reply.status == 200, (bound, reply.body[:400])
        got = Played(reply.body)
        way = numpy.diff(got.places(["mixamorig:LeftUpLeg", "mixamorig:LeftLeg"], range(got.frames)), axis=1)[:, 0]
        return numpy.degrees(numpy.ptp(numpy.arctan2(way[:, 2], -way[:, 1])))

    whole = swings(None)
    assert 45 < whole < 55, whole
    trunk = tuple(CENTRE)
    for bound in (("neck", "head"), ("head",), trunk, trunk + tuple(f"{s} {k}" for s in SIDES for k in SIDE if "arm" in k or k in ("hand", "collar")),
                  tuple(k for k in Figure().joints if split(k)[1] not in ("hand", "toes"))):
        assert abs(swings(bound) - whole) < 3, (bound, whole, swings(bound))


# -- soles -------------------------------------------------------------------------------------------------------------------------


def footed(cut=.1, joint=.1, tip=.19, sole=0., width=.04, shared=0., toes=True, scale=1., shank=0.):
    """A figure whose skin changes from ankle to toes at `cut`, or over a length `shared` around it; shank: share of the shank at the heel."""
    f = Figure()
    f.boxes = [b for b in f.boxes if not any(split(k)[1] in ("foot", "toes") for k in b[0])]
    for side, sign in (("left", 1), ("right", -1)):
        f.joints[f"{side} toes"] = (f"{side} foot", (sign * .09, .02, joint))
        edges = sorted({*numpy.linspace(-.08, tip, 9).tolist(), cut})
        for a, b in zip(edges, edges[1:]):
            middle = (a + b) / 2
            share = float(middle > cut) if not shared else min(1, max(0, (middle - cut) / shared + .5))
            weights = {f"{side} foot": 1 - share, f"{side} toes": share}
            if shank and middle < -.03:
                weights = {f"{side} foot": 1 - shank, f"{side} shank": shank}
            f.boxes.append(({k: w for k, w in weights.items() if w}, (sign * .09 - width, sole, a), (sign * .09 + width, .1 if a < 0 else .05, b)))
    f.scale = scale
    return f if toes else f.drop("left toes", "right toes")


FEET = {**{f"toe joint {d:+d} cm": footed(joint=.1 + d / 100) for d in range(-6, 7, 3)}, **{f"skin to {d:+d} cm": footed(cut=.1 + d / 100) for d in (-6, -3, 3, 6)},
        **{f"shared over {s} with the joint {d:+d} cm": footed(shared=s, joint=.1 + d / 100) for s in (.04, .08, .16) for d in (-4, 0, 4)},
        "no toe joint": footed(toes=False), "boots": footed(sole=-.04, width=.06), "boots without toe joints": footed(sole=-.04, width=.06, toes=False),
        "stiff boots": footed(sole=-.03, cut=.2), "short": footed(tip=.12, cut=.07, joint=.06), "long": footed(tip=.32, cut=.2, joint=.16),
        "heel shared with the shank": footed(shank=.4), **{f"size {s}": footed(joint=.06, cut=.12, scale=s) for s in (.01, .6, 1.4)},
        **{f"size {s}, shared": footed(joint=.06, shared=.08, scale=s) for s in (.6, 1.4)}}


@test
def no_point_of_a_sole_is_deeper_than_12_mm(p):
    wrong = []
    for name, f in FEET.items():
        put(p, f.glb())
        for gait in ("walk", "run"):
            moved = walked(p, 4, script=[{"t": 0, "move": [0, 1], "gait": gait}, {"t": 2.5, "move": [1, 0], "gait": gait}])
            size = f.scale if not .6 <= f.scale <= 1.6 else 1  # others walk at the network's size
            low = min(moved.vertices(t)[:, 1].min() for t in range(0, moved.frames, 2)) / size
            if low < -.012:
                wrong.append(f"{name}, {gait}: {1000 * low:.1f} mm")
    assert not wrong, "\n".join(wrong)


# -- faces -------------------------------------------------------------------------------------------------------------------------

ARKIT = ("eyeBlinkLeft", "eyeBlinkRight", "jawOpen", "mouthSmileLeft", "eyeLookUpLeft")
FACES = {  # kind: (shapes of the mesh, the shapes that close the lids, VRM's expressions as (name, {target: weight}))
    "arkit": (ARKIT, ARKIT[:2], ()), "visemes": (("viseme_aa", "viseme_PP"), (), ()), "vroid": (("Fcl_EYE_Close_L", "Fcl_EYE_Close_R", "Fcl_MTH_A"), ("Fcl_EYE_Close_L", "Fcl_EYE_Close_R"), ()),
    "prefixed": (("head_mesh.eyeBlink_L", "head_mesh.eyeBlink_R"), ("head_mesh.eyeBlink_L", "head_mesh.eyeBlink_R"), ()),
    "both lids by one": (("Blink", "Smile"), ("Blink",), ()), "vrm presets": (("a", "b"), (), (("blink", {0: 1}), ("happy", {1: .5}))), "none": ((), (), ())}


def faced(kind, eyes=None):
    """A figure with the shapes of a kind; eyes: names of the joints of both eyes."""
    shapes, _, expressions = FACES[kind]
    f = Figure()
    f.shapes = {name: (0, 0, .01 * (i + 1)) for i, name in enumerate(shapes)}
    for sign, name in zip((1, -1), eyes or ()):
        f.joints[name] = ("head", (sign * .03, 1.66, .1))
        f.boxes.append(({name: 1.0}, (sign * .03 - .01, 1.65, .09), (sign * .03 + .01, 1.67, .12)))
    if not expressions:
        return f.glb()
    f.style = "vrm"
    plain = f.glb()
    size = int.from_bytes(plain[12:16], "little")
    document = json.loads(plain[20:20 + size])
    mesh = next(i for i, n in enumerate(document["nodes"]) if "mesh" in n)
    presets = {name: {"morphTargetBinds": [{"node": mesh, "index": t, "weight": w} for t, w in binds.items()]} for name, binds in expressions}
    document["extensions"]["VRMC_vrm"]["expressions"] = {"preset": presets}
    return pack(document, plain[28 + size:])


GAZE = {"script": [{"t": 0, "move": [0, 0]}], "gaze": [{"t": 1, "point": [1.2, 1.65, 2]}, {"t": 5, "point": [-1.2, 1.65, 2]}]}


@test
def lids_and_eyes_of_ones_own_characters_live_in_roll_outs(p):
    for kind, (shapes, lids, expressions) in FACES.items():
        names = put(p, faced(kind)).get("face", [])
        assert names == list(shapes) + [name for name, _ in expressions], (kind, names)
        moved = walked(p, 12, **GAZE)
        weights = {path: rows for (_, path), rows in moved.tracks.items() if path == "weights"}
        closes = [shapes.index(name) for name in lids] or ([0] if expressions else [])
        assert bool(weights) == bool(closes), (kind, sorted(weights))
        if closes:
            rows = weights["weights"].reshape(-1, len(shapes))
            blinks = (numpy.diff((rows[:, closes[0]] > .8).astype(int)) == 1).sum()
            assert rows[:, closes].max() > .9 and 2 <= blinks <= 5, (kind, blinks)
        body = {"character": "kind", "seconds": 12, **GAZE}
        told = p.ask("POST", "/v1/motions/rollout?format=json", body).json()
        assert told.get("face", []) == names and all(len(frame.get("face", [])) == len(names) for frame in told["frames"]), kind
    for eyes in (("LeftEye", "RightEye"), ("eye.L", "eye.R"), ("mixamorig:LeftEye", "mixamorig:RightEye"), ("Eye_L", "Eye_R"), ("leftEye", "rightEye")):
        put(p, faced("arkit", eyes))
        moved = walked(p, 12, **GAZE)
        i = next(i for i, n in enumerate(moved.nodes) if n.get("name") == eyes[0].replace(" ", "_"))
        turns = numpy.degrees(2 * numpy.arccos(numpy.minimum(1, numpy.abs(moved.tracks[i, "rotation"] @ moved.tracks[i, "rotation"][0]))))
        assert 5 < turns.max() < 60, (eyes, turns.max())


@test
def faces_of_ones_own_characters_are_set_on_the_stream(p):
    async def run():
        async with websockets.connect(f"ws://{p.address[0]}:{p.address[1]}/v1/stream", subprotocols=["posed.v1"]) as c:
            async def ask(**message):
                await c.send(json.dumps(message))
                while True:
                    said = await c.recv()
                    if isinstance(said, str) and json.loads(said).get("ref") == message["ref"]:
                        return json.loads(said)
            await c.send(json.dumps({"type": "join"}))
            for kind, (shapes, _, expressions) in FACES.items():
                names = list(shapes) + [name for name, _ in expressions]
                put(p, faced(kind))
                spawned = await ask(type="spawn", character="kind", ref="s")
                assert spawned.get("face", []) == names, (kind, spawned)
                if not names:
                    assert (await ask(type="face", id=spawned["id"], blend_shapes={"jawOpen": 1}, ref="n"))["type"] == "error"
                    continue
                answer = await ask(type="face", id=spawned["id"], blend_shapes={names[-1]: .5, "tongueTwist": 1}, seconds=0, ref="f")
                assert answer["type"] == "done" and answer["unknown"] == ["tongueTwist"], answer
                assert (await ask(type="face", id=spawned["id"], blend_shapes={"tongueTwist": 1}, ref="g"))["type"] == "error"
                silence = await ask(type="face", id=spawned["id"], blend_shapes={"viseme_sil": 1}, ref="v")
                assert (silence["type"] == "done") == (kind == "visemes"), (kind, silence)
                await ask(type="face", id=spawned["id"], blend_shapes={names[-1]: .5}, seconds=0, ref="h")
                assert (await ask(type="profile", channels=["root", "face"], ref="p"))["type"] == "done"
                for _ in range(20):
                    frame = await c.recv()
                    while isinstance(frame, str):
                        frame = await c.recv()
                body = frame[24 + 32:]  # one character, whose only channel is its face
                assert body[0] == len(names) and body[1] == 0, (kind, body[:2])
                weights = numpy.frombuffer(body[2:2 + 2 * len(names)], "<i2") / 8192
                assert abs(weights[-1] - .5) < .01 or names[-1] in FACES[kind][1], (kind, weights)
                await ask(type="despawn", id=spawned["id"], ref="d")
    asyncio.run(run())


# -- timed faces of scripts ----------------------------------------------------------------------------------------------------------

STILL = {"seconds": 4, "script": [{"t": 0, "move": [0, 0]}]}
CUES = [{"t": 1, "blend_shapes": {"jawOpen": .8}, "seconds": .2}, {"t": 3, "seconds": 0}]


def rolled(p, form, status=200, **more):
    path, _, query = form.partition("&")
    reply = p.ask("POST", f"/v1/motions/rollout?format={path}{'&' + query if query else ''}", {**STILL, **more})
    assert reply.status == status, (form, more, reply.status, reply.body[:500])
    return reply.body if status == 200 else reply.json()


def by_time(rows, rate=60):
    """Weights halfway through the transition, held, and after the second order, which resets what it omits."""
    return [float(rows[round(t * rate)]) for t in (.5, 65 / rate, 2, 3.5)]


def near(found, expected, what):
    assert all(abs(a - b) < .06 for a, b in zip(found, expected)), (what, found, expected)


def shape_rows(glb, name):
    """The weights of a blend shape in each frame, of the first mesh that has it."""
    for i, node in enumerate(glb.nodes):
        names = glb.document["meshes"][node["mesh"]].get("extras", {}).get("targetNames", []) if "mesh" in node else []
        if name in names and (i, "weights") in glb.tracks:
            return glb.tracks[i, "weights"].reshape(-1, len(names))[:, names.index(name)]
    raise AssertionError(f"no weights of {name}")


WANTED = (0, .4, .8, 0)


@test
def timed_faces_of_a_person_are_in_glb_dressed_or_not_and_in_npz(p):
    names = p.ask("GET", "/v1/models/person").json()["expression_names"]
    for query in ("glb", "glb&face=true", "glb&wear=none", "glb&wear=none&correctives=4"):
        near(by_time(shape_rows(Played(rolled(p, query, body="person", faces=CUES)), "jawOpen")), WANTED, query)
    with numpy.load(io.BytesIO(rolled(p, "npz", body="person", faces=CUES))) as z:
        near(by_time(z["expressions"][:, names.index("jawOpen")]), WANTED, "npz")
        assert z["expressions"][:, names.index("eyeBlinkLeft")].max() > .5
    with numpy.load(io.BytesIO(rolled(p, "npz", body="person"))) as z:
        assert "expressions" not in z.files


@test
def timed_hands_of_a_person_bend_its_fingers(p):
    def hands(faces):
        with numpy.load(io.BytesIO(rolled(p, "npz", body="person", faces=faces))) as z:
            return z["pose_hand"] if "pose_hand" in z.files else z["poses"][:, -90:]
    rest, fist = hands([]), hands([{"t": 1, "right_hand": "fist"}, {"t": 3}])
    change = numpy.abs(fist - rest)
    assert change[:59].max() < 1e-4 and change[:, :45].max() < .1, (change[:59].max(), change[:, :45].max())
    assert numpy.abs(change[100:179, 45:]).max(axis=1).min() > .5 and change[220:].max() < .05


@test
def timed_faces_of_ones_own_character_are_in_glb_and_json(p):
    put(p, faced("arkit"))
    cues = [{**CUES[0], "blend_shapes": {"jawOpen": .8, "tongueTwist": 1}}, CUES[1]]
    near(by_time(shape_rows(Played(rolled(p, "glb", character="kind", faces=cues)), "jawOpen")), WANTED, "glb")
    told = json.loads(rolled(p, "json", character="kind", faces=cues))
    near(by_time([frame["face"][told["face"].index("jawOpen")] for frame in told["frames"]]), WANTED, "json")
    assert [w["pointer"] for w in told["warnings"]] == ["/faces/0/blend_shapes/tongueTwist"], told["warnings"]


@test
def timed_faces_without_a_body_are_in_json_and_in_a_vrm_animation(p):
    cues = [{"t": 1, "blend_shapes": {"jawOpen": .8, "viseme_aa": .8, "eyeBlinkLeft": .8, "happy": .8, "nothing": 1}, "seconds": .2}, CUES[1]]
    told = json.loads(rolled(p, "json", faces=cues))
    assert told["face"] == ["jawOpen", "viseme_aa", "eyeBlinkLeft", "happy"] and told["warnings"][0]["pointer"].endswith("/nothing")
    for i in range(4):
        near(by_time([frame["face"][i] for frame in told["frames"]]), WANTED, told["face"][i])
    vrma = Played(rolled(p, "vrma", faces=cues))
    told = vrma.document["extensions"]["VRMC_vrm_animation"]["expressions"]
    assert sorted(told["preset"]) == ["aa", "blinkLeft", "happy"] and list(told["custom"]) == ["jawOpen"], told
    for name, one in {**told["preset"], **told["custom"]}.items():
        rows = vrma.tracks[one["node"], "translation"]
        near(by_time(rows[:, 0]), WANTED, name)
        assert not rows[:, 1:].any()
    assert "expressions" not in Played(rolled(p, "vrma")).document["extensions"]["VRMC_vrm_animation"]


@test
def timed_faces_that_nothing_shows_are_refused_with_their_place(p):
    put(p, faced("none"))
    hand = [{"t": 1, "left_hand": "fist"}]
    for form, more, place in (
            ("bvh", {"faces": CUES}, "/faces"), ("measure", {"faces": CUES}, "/faces"), ("glb", {"body": "none", "faces": CUES}, "/faces"),
            ("glb", {"body": "default", "faces": CUES}, "/faces/0/blend_shapes/jawOpen"), ("bvh", {"character": "kind", "faces": CUES}, "/faces"),
            ("glb", {"character": "kind", "faces": CUES}, "/faces/0/blend_shapes"), ("json", {"character": "kind", "faces": hand}, "/faces/0/left_hand"),
            ("json", {"faces": hand}, "/faces/0/left_hand"),
            ("glb&wear=none", {"body": "person", "soft": True, "faces": CUES}, "/faces"),
            ("json", {"faces": [{"t": 1, "blend_shapes": {"nothing": 1}}]}, "/faces/0/blend_shapes/nothing"),
            ("json", {"faces": [{"t": 2}, {"t": 1}]}, "/faces/1/t"), ("json", {"faces": [{"blend_shapes": {"jawOpen": 3}}]}, "/faces/0/blend_shapes/jawOpen"),
            ("json", {"faces": [{"blendshapes": {}}]}, "/faces/0/blendshapes")):
        problem = rolled(p, form, 400, **more) if place else None
        assert place in [e.get("pointer") for e in problem.get("errors", [])], (form, more, problem)


with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
