"""Usage: fields.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all.

Each test has a request of a route in one of its modes. It is sent plainly and then once with every further field that the route's description
(/openapi.json) has at one place of it, with a value that is not the field's preset, and the replies are compared. A field that changes nothing
must be refused with its pointer. VALUES has for each table of fields a value that has an effect wherever the field is read; a mode has its own where
that depends on the mode. ALLOWED lists fields that may be without effect, with the reason."""
import copy
import io
import json
import os
import re
import sys
import urllib.parse

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
import tool  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
tests = []

# An elbow in the chest and a knee bent: skinning, stages and contact all change it.
BENT = [{3 * 16 + 1: -1.3, 3 * 16 + 2: -1.0, 3 * 18 + 1: -2.2, 12: 1.9, 3: -.9}.get(i, 0) for i in range(72)]
TURNED = [[0, 0, 0, 1]] * 16 + [[0, 0, .6, .8]] + [[0, 0, 0, 1]] * 7
UNTURNED = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

BODY = {"betas": [2, 1], "random": 3, "gender": "female", "age": 60, "height": 1.9, "weight": 80, "percentile": {"height": 90}, "population": "public",
        "pose": [0, 0, .5] + [0] * 69, "quaternions": TURNED, "rotations": [UNTURNED] * 16 + [[[0, -1, 0], [1, 0, 0], [0, 0, 1]]] + [UNTURNED] * 7,
        "global_orient": [0, .5, 0], "body_pose": [0, .5, 0] + [0] * 66, "translation": [1, 2, 3], "transl": [1, 2, 3], "soft_tissue": [1, 1], "ground": True, "skinning": "dqs",
        "frame": "unreal", "keypoints": "body", "digits": 3, "contact": True, "stage": "shaped", "soft_contact": True, "include": ["vertices"], "wear": "none", "look": 5,
        "skin": .9, "hair_color": "red", "iris": "blue", "rig": True, "morphs": False, "face": True, "correctives": 3, "names": "mixamo", "levels": [2000], "quantize": True,
        "left_hand": "fist", "bodies": [{"betas": [1]}, {}], "lines": True, "density": 900}
IK = {"skeleton": "female", "betas": [2], "pose": [0, 0, .5] + [0] * 69, "quaternions": TURNED, "rotations": BODY["rotations"], "translation": [.3, 0, .2],
      "twists": [.5] * 24, "naive": True, "solver": "dls", "style": "walk", "iterations": 1, "tolerance": .3, "limits": True,
      "joint_limits": [{"joint": j, "kind": "fixed"} for j in ("left_shoulder", "left_elbow", "left_knee", "right_shoulder", "spine3")], "damping": "constant", "lambda": .5, "rest_gain": 3,
      "joint_gains": [{"joint": "left_elbow", "gain": 5}, {"joint": "left_shoulder", "gain": 0}], "natural": "start", "restarts": 0, "continuity": True, "dt": .5, "speed": .2, "max_step": .05, "smoothness": 5, "grow": True, "others": "start",
      "move_root": True, "alternatives": 2, "apart": 1.5, "couplings": [{"terms": [{"joint": "left_elbow"}, {"joint": "left_shoulder", "factor": -1}], "equals": .3}], "mesh": "glb"}
TARGET = {"orientation": [0, .7, 0, .7], "pole": [.5, .2, -1], "chain": "left_collar", "look_at": [.5, .4, 2], "look_axis": [1, 0, 0], "distance": .4, "distance_from": "head",
          "centre": [.1, 0, .1], "keep": True, "frame": "head", "weight": 5, "balance": .9, "priority": 2}
LIMIT = {"kind": "hinge", "axis": [0, 1, 0], "swing_axis": [0, 0, 1], "range": [-.3, .1], "twist": [-.1, .1], "swing": [.2], "box": True}
ROLLOUT = {"model": "matching", "motion": "matching", "seconds": 1.5, "seed": 9, "scene": {"ground": {"kind": "hills", "slope_deg": 25}}, "position": [1, 2], "facing": 1, "style": "elderly", "variation": 4,
           "script": [{"t": 0, "move": [1, 0]}], "reach": [{"t": .1, "joint": "right_hand", "target": [-.4, 1.1, .8]}], "gaze": [{"t": 0, "point": [2, 1.5, 2]}],
           "sit": [{"t": 0, "seat": [.5, .8], "facing": 1}], "control": {"preset": "original"}, "mode": "constant", "body": "female", "betas": [2], "soft": True, "breathing": 20,
           "format": "json", "names": "mixamo", "face": True, "correctives": 2, "wear": "none", "look": 5, "skin": .9, "hair_color": "red", "iris": "blue"}
INPUT = {"axes": "character", "camera_yaw": 1, "look": [1, 0], "gait": "jog", "speed": 2.5, "strafe": 1, "jump": True, "responsive": True, "move": [1, 0]}
FOLLOW = {"closed": True, "round": True, "lookahead": 2, "speed": 2, "wander": 3, "space": 1, "gait": "jog"}
GROUND = {"seed": 5, "slope_deg": 20, "direction_deg": 40, "height": 2, "rise": .3, "run": .5, "length": 3, "width": 2, "count": 3, "cell": .5, "scale": 3, "size": 10, "steps": 3, "at": 2, "heights": [[0, 1], [1, 0]], "rows": 3, "columns": 3, "x": 1, "z": 1}


def character(p):
    made = p.ask("GET", "/v1/models/default/mesh?format=glb&rig=true&morphs=false")
    assert p.ask("PUT", "/v1/characters/hero", made.body, {"Content-Type": "model/gltf-binary"}).status in (200, 201)


MESH, JOINTS = "/v1/models/{}/mesh", "/v1/models/{}/joints"
WRIST = {"joint": "left_wrist", "position": [.3, .3, .35]}
WALK = {"seconds": 1, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}
RUN = "/v1/motions/rollout"
SOLVERS = "auto two_bone fabrik ccd transpose pinv dls optimize example neural".split()

# title, method, path, query, body, place whose fields are tried, values, values of its own
MODES = [
    *[("mesh", "as " + f, "POST", "/v1/models/default/mesh", {"format": f}, {"betas": [1, 2], "pose": BENT}, "", BODY, {"wear": None}) for f in "json bin npz obj ply stl glb".split()],
    ("mesh", "with a rig", "POST", "/v1/models/default/mesh", {"format": "glb", "rig": "true"}, {}, "", BODY, {"wear": None}),
    ("mesh", "of a person", "POST", "/v1/models/person/mesh", {"format": "glb"}, {"random": 4}, "", BODY, {}),
    ("mesh", "of a person with a rig", "POST", "/v1/models/person/mesh", {"format": "glb", "rig": "true"}, {"random": 4}, "", BODY, {}),
    ("mesh", "of a person as obj", "POST", "/v1/models/person/mesh", {"format": "obj"}, {"random": 4}, "", BODY, {}),
    ("mesh", "at rest", "POST", "/v1/models/default/mesh", {"format": "bin"}, {"stage": "shaped", "pose": BENT}, "", BODY, {}),
    ("mesh", "of MHR", "POST", "/v1/models/mhr/mesh", {"format": "bin"}, {}, "", BODY, {}),
    *[("joints", "as " + f, "POST", "/v1/models/default/joints", {"format": f}, {"betas": [1, 2], "pose": BENT}, "", BODY, {}) for f in "json bin npz".split()],
    ("joints", "on the ground", "POST", "/v1/models/default/joints", {"format": "bin"}, {"ground": True, "pose": BENT}, "", BODY, {}),
    ("measure", "", "POST", "/v1/models/default/measure", {}, {}, "", BODY, {}),
    ("faces", "", "GET", "/v1/models/default/faces", {}, None, "", {"format": "bin"}, {}),
    *[("ik", s, "POST", "/v1/ik/solve", {}, {"targets": [WRIST], "solver": s}, "", IK, {}) for s in SOLVERS],
    *[("ik", s + " from a pose with limits", "POST", "/v1/ik/solve", {}, {"targets": [WRIST], "solver": s, "limits": True, "pose": [0, 0, .2] + [0] * 69}, "", IK, {"limits": False}) for s in SOLVERS],
    *[("ik", s + " beyond reach", "POST", "/v1/ik/solve", {}, {"targets": [{"joint": "left_wrist", "position": [2, .3, .35]}], "solver": s}, "", IK, {}) for s in SOLVERS],
    ("ik", "hybrik", "POST", "/v1/ik/solve", {}, {"joint_positions": [[.01 * k, .1 * k, .03 * k * k % .2] for k in range(24)]}, "", IK, {}),
    *[("ik", s + ", a target", "POST", "/v1/ik/solve", {}, {"targets": [WRIST, {"joint": "right_wrist", "position": [-2, .3, .2]}], "solver": s}, "/targets/0", TARGET, {}) for s in SOLVERS],
    *[("ik", "a target that is " + n, "POST", "/v1/ik/solve", {}, {"targets": [{"joint": "left_wrist", **t}]}, "/targets/0", {"position": [.3, .2, .2], **TARGET}, {}) for n, t in {
        "turned": {"orientation": [0, 0, .7, .7]}, "looking": {"look_at": [1, 1, 1]}, "kept": {"keep": True}, "at a distance": {"distance": .3, "distance_from": "head"}, "a centre": {"centre": [.1, 0, .1]}}.items()],
    *[("ik", "a limit that is " + k, "POST", "/v1/ik/solve", {}, {"targets": [WRIST], "joint_limits": [{"joint": "left_elbow", "kind": k}]}, "/joint_limits/0", LIMIT, {"kind": None}) for k in "free ball hinge fixed".split()],
    *[("rollout", "as " + f, "POST", RUN, {"format": f}, WALK, "", ROLLOUT, {"format": "bvh" if f == "json" else "json", "wear": None}) for f in "json bvh glb npz measure vrma".split()],
    ("rollout", "of bones", "POST", RUN, {"format": "glb"}, {**WALK, "body": "none"}, "", ROLLOUT, {}),
    ("rollout", "of a person", "POST", RUN, {"format": "glb"}, {**WALK, "body": "person"}, "", ROLLOUT, {"body": None}),
    ("rollout", "of a character", "POST", RUN, {"format": "json"}, {**WALK, "character": "hero"}, "", ROLLOUT, {"format": "bvh"}),
    ("rollout", "by matching", "POST", RUN, {"format": "json"}, {**WALK, "motion": "matching"}, "", ROLLOUT, {"format": "bvh", "model": None}),
    *[("rollout", n, "POST", RUN, {"format": "json"}, {"seconds": 1, **o}, "", ROLLOUT, {"format": "bvh", "script": None}) for n, o in {
        "random": {"random": {"kind": "play"}}, "follow": {"follow": {"path": [[0, 0], [0, 4]]}}, "pursue": {"pursue": {"path": [[0, 0], [0, 4]]}}}.items()],
    ("rollout", "an order", "POST", RUN, {"format": "json"}, WALK, "/script/0", INPUT, {}),
    ("rollout", "an order to stand", "POST", RUN, {"format": "json"}, {"seconds": 1, "script": [{"t": 0}]}, "/script/0", INPUT, {}),
    *[("rollout", f"{n}, its {m}", "POST", RUN, {"format": "json"}, {"seconds": 4, n: {"path": path, **more}}, "/" + n, FOLLOW, {})
      for n in ("follow", "pursue") for m, path, more in (("path", [[0, 0], [0, 2], [1.5, 2]], {}), ("point", [[0, 3]], {}), ("wander", [[0, 0]], {"wander": 3}))],
]
# (route, mode or None, field): reason
ALLOWED = {}


def schema_at(api, path, method, pointer):
    """Names of the fields at this place of the request, and the query's."""
    def found(s):
        while "$ref" in s:
            s = api["components"][s["$ref"].split("/")[2]][s["$ref"].split("/")[3]]
        return s
    for known, operations in api["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", known), path) and method.lower() in operations:
            operation = operations[method.lower()]
            break
    else:
        raise AssertionError("no route " + path)
    query = [found(p)["name"] for p in operation.get("parameters", []) if found(p)["in"] == "query"]
    if "requestBody" not in operation:
        return query, []
    schema = found(operation["requestBody"]["content"]["application/json"]["schema"])
    for step in pointer.split("/")[1:]:
        schema = found(schema["items"] if step.isdigit() else schema["properties"][step])
        for kind in ("oneOf", "anyOf"):
            for one in schema.get(kind, []):
                if found(one).get("properties"):
                    schema = found(one)
    return [] if pointer else query, list(schema.get("properties", {}))


def member(document, pointer):
    for step in pointer.split("/")[1:]:
        document = document[int(step)] if step.isdigit() else document[step]
    return document


def text_of(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(map(text_of, value))
    return str(value)


def ask(p, method, path, query, body):
    words = "&".join(f"{k}={urllib.parse.quote(text_of(v), safe=',')}" for k, v in query.items())
    reply = p.ask(method, path + ("?" + words if words else ""), body)
    said = reply.body
    if b"solve_ms" in said:
        said = re.sub(rb'"solve_ms":[\d.e-]+', b"", said)
    return reply, said


def idle_fields(p, api, mode):
    route, title, method, path, query, body, pointer, values, own = mode
    of_query, of_body = schema_at(api, path, method, pointer)
    plain, said = ask(p, method, path, query, body)
    assert plain.status == 200, said
    idle, untried = [], []
    for name in of_query + of_body:
        value = {**values, **own}.get(name)
        if name not in values and name not in own:
            untried.append(name)
        place = query if name in of_query else member(body, pointer)
        if value is None or name in place or (route, title, name) in ALLOWED or (route, None, name) in ALLOWED:
            continue
        if name in of_query:
            reply, found = ask(p, method, path, {**query, name: value}, body)
        else:
            more = copy.deepcopy(body)
            member(more, pointer)[name] = value
            reply, found = ask(p, method, path, query, more)
        if reply.status == 200 and found == said:
            idle.append(name)
        elif reply.status != 200 and name.encode() not in found:
            idle.append(f"{name} (refused without its name: {found[:300].decode()})")
        elif os.environ.get("FIELDS_SAY"):
            print(" ", route, title, name, reply.status, "" if reply.status == 200 else found[:250].decode())
    return idle, untried


def add(mode):
    def one(p):
        api = p.ask("GET", "/openapi.json").json()
        idle, untried = idle_fields(p, api, mode)
        if os.environ.get("FIELDS_SAY"):
            print("untried", untried)
        assert not idle, f"taken without effect by {mode[0]} {mode[1]}: " + ", ".join(idle)
    one.__name__ = f"every_field_of_{mode[0]}_works_or_is_refused:_{mode[1] or 'plain'}"
    tests.append(one)


for mode in MODES:
    add(mode)

with Posed(os.path.join(BUILD, "posed"), MODELS) as daemon:
    character(daemon)
    code = runner.in_turn(tests, sys.argv[3:], daemon)
sys.exit(code)
