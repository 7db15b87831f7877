"""Usage: carry.py BUILD [name...]: a character carries a box with both hands on it, in a roll-out of examples/ik/carry.yaml, on a body's skin and on the stream."""
import io
import json
import math
import os
import re
import sys
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../clients/python")]
from posed import Posed  # noqa: E402
import runner  # noqa: E402

del sys.path[0], sys.modules["posed"]  # of the tests; the client has that name too
import posed as client  # noqa: E402

sys.path.insert(0, HERE)
BUILD = sys.argv[1]


def read(path):
    """The lists of a script whose entries are flow mappings of numbers and plain words, one on a line."""
    script, rows = {}, None
    for line in open(path):
        if match := re.match(r"(\w+): *(\S*)$", line):
            rows = script[match[1]] = json.loads(match[2]) if match[2] else []
        elif match := re.match(r"  - (\{.*\})$", line):
            rows.append(json.loads(re.sub(r"[A-Za-z_]+", r'"\g<0>"', match[1])))
    return script


SCRIPT = read(os.path.join(HERE, "../../examples/ik/carry.yaml"))
HALF = 0.18  # of the width of the box, metres, as the comment of the script has it
HANDS, FINGERS = ("left", "right"), [21, 28]  # joints of the figure: left and right base of the fingers
HELD = (75, 640)  # frames in which both hands hold it
tests = []


def test(function):
    tests.append(function)
    return function


def started():
    return Posed(os.path.join(BUILD, "posed"), "models", "", only=("default", "motion"))


def into_root(points, root, yaw):
    """World positions in the root's frame: origin on the ground, +Z ahead."""
    turn = np.array([[math.cos(yaw), 0, math.sin(yaw)], [0, 1, 0], [-math.sin(yaw), 0, math.cos(yaw)]])
    return (np.asarray(points) - root) @ turn


def targets():
    return np.array([next(r["target"] for r in SCRIPT["reach"] if r["joint"] == hand + "_hand" and "target" in r) for hand in HANDS])


@test
def hands_stay_at_their_places_of_the_box_while_it_is_carried():
    with started() as p:
        frames = p.ask("POST", "/v1/motions/rollout", SCRIPT).json()["frames"]
        measured = np.load(io.BytesIO(p.ask("POST", "/v1/motions/rollout?format=measure", SCRIPT).body))
    away = [np.linalg.norm(into_root(measured["joints"][t][FINGERS], frames[t]["root"], frames[t]["yaw"]) - targets(), axis=1).max() for t in range(*HELD)]
    assert max(away) < 1e-4, (max(away), HELD[0] + int(np.argmax(away)))
    # the walk goes on: 7 s at a walk, with two turns
    way = sum(math.dist(frames[t]["root"], frames[t - 1]["root"]) for t in range(1, len(frames)))
    assert way > 7, way


@test
def the_skin_of_the_palms_lies_on_the_sides_of_the_box():
    with started() as p:
        worn = {**SCRIPT, "body": "default"}
        frames = p.ask("POST", "/v1/motions/rollout", worn).json()["frames"]
        take = np.load(io.BytesIO(p.ask("POST", "/v1/motions/rollout?format=npz", worn).body))
        up = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])  # AMASS's axes have z up
        for t in range(*HELD, 40):
            # the skin in the file's axes, where the pelvis is at trans + J0, then with y up
            body = {"pose": take["poses"][t].tolist(), "translation": take["trans"][t].tolist(), "betas": take["betas"].tolist()}
            reply = p.ask("POST", "/v1/models/default/mesh?format=bin", {"bodies": [body]})
            assert reply.status == 200, reply.body[:300]
            skin = into_root(np.frombuffer(reply.body, "<f4").reshape(-1, 3).astype(float) @ up.T, frames[t]["root"], frames[t]["yaw"])
            for hand, (side, at) in zip(HANDS, zip((1, -1), targets())):
                # the skin of the palm, around the place of the hand; curled fingers reach farther in
                palm = skin[np.linalg.norm(skin - at, axis=1) < 0.05]
                depth = (side * palm[:, 0]).min() - HALF
                assert len(palm) > 30 and abs(depth) < 0.01, (t, hand, len(palm), depth)


@test
async def the_same_on_the_stream():
    with started() as p:
        off = []
        async with client.Stream(f"ws://{p.address[0]}:{p.address[1]}/v1/stream", profile={"channels": ["root", "joints"]}) as stream:
            me = await stream.spawn()
            for request in SCRIPT["reach"][:2]:
                await me.reach(**{k: v for k, v in request.items() if k != "t"})
            await me.input(move=[0, 0])
            began, turned = time.monotonic(), False
            async for frame in stream.frames():
                now = time.monotonic() - began
                one = frame.characters[0]
                if now > 2 and not turned:
                    turned = True
                    await me.input(move=[0.6, 1], gait="walk")
                if now > 2:
                    off.append(np.abs(np.asarray(one.joints)[FINGERS] - targets()).max())
                if now > 6:
                    break
        # the frames' places have steps of 1/4096 m
        assert len(off) > 30 and max(off) < 5e-4, (len(off), max(off))


sys.exit(runner.run(tests, sys.argv[2:]))
