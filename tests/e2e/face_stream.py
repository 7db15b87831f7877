"""Usage: face_stream.py POSED MODELS [name...]: faces that follow landmarks, by the client for Python, on a live daemon."""
import asyncio
import importlib.util
import math
import os
import re
import sys

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE)
import runner  # noqa: E402
from kind_glb import Figure  # noqa: E402

sys.modules.pop("posed", None)
sys.path.insert(0, os.path.join(HERE, "../../clients/python"))
import posed  # noqa: E402
from posed import FACE_NAMES, Stream, StreamError  # noqa: E402

spec = importlib.util.spec_from_file_location("daemon", os.path.join(HERE, "posed.py"))
daemon = importlib.util.module_from_spec(spec)
spec.loader.exec_module(daemon)

PROGRAM, MODELS = sys.argv[1:3]
WIDTH, HEIGHT, AWAY = 640, 480, .6  # pixels, pixels, metres; a camera's focal length is the picture's diagonal, as the daemon guesses
EYEBALL = .0122
PROFILE = {"channels": ["root", "rotations", "smpl", "face"]}
tests = []


def test(function):
    tests.append(function)
    return function


def start():
    return daemon.Posed(PROGRAM, MODELS)


def url(p, scheme):
    return f"{scheme}://{p.address[0]}:{p.address[1]}"


def landmark_table():
    """Vertices and weights of the 468 landmarks, from the source of the solver."""
    with open(os.path.join(HERE, "../../core/observe/face/landmarks.c")) as file:
        rows = re.findall(r"\{\{(\d+), (\d+), (\d+)\}, \{(-?[\d.]+)f, (-?[\d.]+)f\}", file.read())
    weights = numpy.array([[float(r[3]), float(r[4]), 1 - float(r[3]) - float(r[4])] for r in rows])
    return numpy.array([[int(x) for x in r[:3]] for r in rows]), weights


def landmarks(p, turn=0, **weights):
    """MediaPipe's 478 landmarks of the shipped person with these blend shapes, whose head is turned to the left by `turn` radians."""
    client = posed.Client(url(p, "http"))
    joints = client.model("person")["joint_names"]
    mesh = client.mesh("person", include=("vertices", "joints"), blend_shapes=weights)
    corners, shares = landmark_table()
    points = numpy.einsum("lc,lcx->lx", shares, mesh.vertices[corners])
    eyes = [mesh.joints[joints.index(f"{side}_eye_smplhf")] + (0, 0, EYEBALL) for side in ("right", "left")]
    points = numpy.concatenate([points, *([e] * 5 for e in eyes)]) - mesh.joints[joints.index("head")] - (0, .05, 0)
    c, s = math.cos(turn), math.sin(turn)
    points = points @ numpy.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]).T
    depth = AWAY - points[:, 2]
    focal = math.hypot(WIDTH, HEIGHT)
    return [[.5 + focal * a / d / WIDTH, .5 - focal * b / d / HEIGHT] for a, b, d in zip(points[:, 0], points[:, 1], depth)]


async def frames_until(stream, id, good, within=60):
    """The first frame of a character for which good(character) is true."""
    async def search():
        async for frame in stream.frames():
            for c in frame.characters:
                if c.id == id and good(c):
                    return c
        raise AssertionError("the stream ended")
    return await asyncio.wait_for(search(), within)


async def show(character, faces, count=20, **options):
    """Sends the same face `count` times at 30 pictures a second."""
    for _ in range(count):
        await character.observe_face(faces, WIDTH, HEIGHT, **options)
        await asyncio.sleep(1 / 30)


def weight(c, name):
    return c.face_weights[FACE_NAMES.index(name)]


@test
async def a_walking_person_has_the_face_that_is_seen():
    with start() as p:
        neutral, smile = landmarks(p), landmarks(p, mouthSmileLeft=.8, mouthSmileRight=.8, jawOpen=.5, eyeBlinkLeft=1)
        async with Stream(url(p, "ws") + "/v1/stream", profile=PROFILE) as stream:
            seen = []
            stream.on("observed", seen.append)
            walker = await stream.spawn(body={"model": "person"})
            await walker.input(move=(0, 1), gait="walk")
            await show(walker, neutral, 1, calibrate=True)
            await show(walker, smile)
            c = await frames_until(stream, walker.id, lambda c: weight(c, "mouthSmileLeft") > .6)
            sending = asyncio.create_task(show(walker, smile, 60))
            c = await frames_until(stream, walker.id, lambda c: weight(c, "jawOpen") > .4 and weight(c, "eyeBlinkLeft") > .8)
            for name, wanted in (("mouthSmileLeft", .8), ("mouthSmileRight", .8), ("jawOpen", .5), ("eyeBlinkRight", 0), ("browInnerUp", 0)):
                assert abs(weight(c, name) - wanted) < .15, (name, weight(c, name))
            await sending
            await frames_until(stream, walker.id, lambda c: math.hypot(c.root[0], c.root[2]) > 1)  # it walks on
            assert seen and seen[-1]["rms"] < .003 and "trouble" not in seen[-1], seen

            # A second after the last picture the face is at rest again, and it blinks by itself.
            await frames_until(stream, walker.id, lambda c: max(weight(c, "mouthSmileLeft"), weight(c, "jawOpen")) < .02)
            await frames_until(stream, walker.id, lambda c: min(weight(c, "eyeBlinkLeft"), weight(c, "eyeBlinkRight")) > .3)


@test
async def the_head_turns_with_the_person_or_as_in_a_mirror():
    with start() as p:
        async with Stream(url(p, "ws") + "/v1/stream", profile=PROFILE) as stream:
            heads = []
            for mirror in (False, True):
                person = await stream.spawn(body={"model": "person"})
                sending = asyncio.create_task(show(person, landmarks(p, turn=.4), 90, mirror=mirror))
                c = await frames_until(stream, person.id, lambda c: abs(c.smpl_rotations[15][1]) > .09)
                heads.append(c.smpl_rotations[15][1])  # SMPL's head; y of the quaternion: the turn to the left
                await sending
            assert heads[0] > .09 and heads[1] < -.09, heads


@test
async def an_uploaded_face_follows_by_arkits_names_and_by_vrms():
    kinds = {"arkit": ("jawOpen", "mouthSmileLeft", "eyeBlinkLeft"), "others": ("aa", "happy", "blinkLeft")}
    with start() as p:
        face = landmarks(p, jawOpen=.8, mouthSmileLeft=.8, mouthSmileRight=.8, eyeBlinkLeft=1)
        for name, shapes in kinds.items():
            figure = Figure()
            figure.shapes = {shape: (0, 0, .01) for shape in shapes}
            reply = p.ask("PUT", f"/v1/characters/{name}", figure.glb(), (("Content-Type", "model/gltf-binary"),))
            assert reply.status == 201, reply.body
            async with Stream(url(p, "ws") + "/v1/stream", profile={"channels": ["root", "rotations", "face"]}) as stream:
                who = await stream.spawn(character=name)
                sending = asyncio.create_task(show(who, face, 60))
                await frames_until(stream, who.id, lambda c: c.face_weights and min(c.face_weights[:3]) > .5)
                await sending


@test
async def observed_fingers_are_shown_and_rest_when_the_hand_leaves():
    with start() as p:
        client = posed.Client(url(p, "http"))
        names = client.model("person")["joint_names"]
        at = numpy.array(p.ask("POST", "/v1/models/person/joints", {"left_hand": "fist", "right_hand": "relaxed", "digits": 6}).json()["bodies"][0]["joints"])
        limbs = [f"{side}_{joint}" for side in ("left", "right") for joint in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")]
        body = {name: at[names.index(name)].tolist() for name in limbs}
        hands = {f"{side}_hand_{finger}{k}": at[names.index(f"{side}_{finger}{k}")].tolist()
                 for side in ("left", "right") for finger in ("thumb", "index", "middle", "ring", "pinky") for k in (1, 2, 3)}
        bend = lambda c, hand: numpy.degrees(2 * numpy.arccos(numpy.clip(numpy.abs(numpy.reshape(c.finger_rotations, (2, 5, 3, 4))[hand, :4, :2, 3]), 0, 1)))
        async with Stream(url(p, "ws") + "/v1/stream", profile=PROFILE) as stream:
            person = await stream.spawn(body={"model": "person"}, drive="observe")

            async def send(points, count):
                for _ in range(count):
                    await person.observe(points, set="mediapipe75", root="seen", noise=.005)
                    await asyncio.sleep(1 / 30)

            sending = asyncio.create_task(send({**body, **hands}, 90))
            await frames_until(stream, person.id, lambda c: c.finger_rotations is not None and bend(c, 0).min() > 50 and bend(c, 1).max() < 40)
            await sending
            sending = asyncio.create_task(send(body, 90))  # the hands are not seen any more
            await frames_until(stream, person.id, lambda c: bend(c, 0).max() < 40)
            await sending


@test
async def what_is_no_face_is_refused_or_reported():
    with start() as p:
        face = landmarks(p)
        pixels = [[x * WIDTH, y * HEIGHT] for x, y in face]
        camera = {"width": WIDTH, "height": HEIGHT}
        async with Stream(url(p, "ws") + "/v1/stream", profile=PROFILE) as stream:
            errors, seen = [], []
            stream.on("error", errors.append)
            stream.on("observed", seen.append)
            person, plain = await stream.spawn(body={"model": "person"}), await stream.spawn()
            good = {"id": person.id, "set": "mediapipe478", "points": pixels, "camera": camera, "time": 1}
            for fields, pointer, words in (
                    ({"points": pixels[:100]}, "/points", "100 rows; the 478 landmarks"), ({"set": "mediapipe468"}, "/points", "478 rows; the 468"),
                    ({"points": [[*a, 0] for a in pixels]}, "/points/0", "[x, y] in pixels"), ({"points": face}, "/points", "pixels high"),
                    ({"points": [None] * 478}, "/points", "0 landmarks of the face are seen"), ({"camera": None}, "/camera", "missing"),
                    ({"time": None}, "/time", "missing"), ({"noise": 2}, "/noise", "has no effect on the set mediapipe478"),
                    ({"confidence": [1] * 478}, "/confidence", "has no effect"), ({"root": "seen"}, "/root", "has no effect"),
                    ({"id": plain.id}, "/id", "has no face"), ({"id": 99}, "/id", "99")):
                sent = {k: v for k, v in {**good, **fields}.items() if v is not None}
                try:
                    await stream.ask("observe", **sent)
                    raise AssertionError((fields, "was taken"))
                except StreamError as error:
                    assert error.pointer == pointer and words in error.detail, (fields, error.pointer, error.detail)

            # Points that are no face are reported, and the next face is followed.
            rng = numpy.random.default_rng(1)
            for i in range(30):
                await stream.ask("observe", **{**good, "time": 2 + i / 30, "points": rng.uniform(100, 400, (478, 2)).tolist()})
                if any("trouble" in s for s in seen):
                    break
                await asyncio.sleep(1 / 30)
            assert any("the points are no face" in s.get("trouble", "") for s in seen), seen
            smile = landmarks(p, mouthSmileLeft=1, mouthSmileRight=1)
            sending = asyncio.create_task(show(person, smile, 60))
            await frames_until(stream, person.id, lambda c: weight(c, "mouthSmileLeft") > .5)
            await sending


if __name__ == "__main__":
    sys.exit(runner.run(tests, sys.argv[3:]))
