"""Usage: fields.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all.

Each test has a request of a route in one of its modes. It is sent plainly and then once with every further field that the route's description
(/openapi.json) has at one place of it, with a value that is not the field's preset, and the replies are compared. A field that changes nothing
must be refused with its pointer. VALUES has for each table of fields a value that has an effect wherever the field is read; a mode has its own where
that depends on the mode. ALLOWED lists fields that may be without effect, with the reason."""
import copy
import io
import json
import os
import pickle
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
        "frame": "unreal", "keypoints": "body", "digits": 3, "contact": "smooth", "stage": "shaped", "include": ["vertices"], "wear": "none", "look": 5,
        "skin": .9, "hair_color": "red", "hair_loss": .5, "iris": "blue", "rig": True, "morphs": False, "face": True, "correctives": 3, "names": "mixamo", "levels": [2000], "quantize": True,
        "left_hand": "fist", "bodies": [{"betas": [1]}, {}], "lines": True, "density": 900, "sculpts": False, "controls": True}
IK = {"skeleton": "female", "betas": [2], "pose": [0, 0, .5] + [0] * 69, "quaternions": TURNED, "rotations": BODY["rotations"], "translation": [.3, .1, .2],
      "twists": [.5] * 24, "naive": True, "solver": "dls", "style": "walk", "iterations": 1, "tolerance": .3, "limits": True,
      "joint_limits": [{"joint": j, "kind": "fixed"} for j in ("left_shoulder", "left_elbow", "left_knee", "right_shoulder", "spine3")], "damping": "constant", "lambda": .5, "rest_gain": 3,
      "joint_gains": [{"joint": "left_elbow", "gain": 5}, {"joint": "left_shoulder", "gain": 0}], "natural": "start", "restarts": 3, "continuity": True, "dt": .5, "speed": .2, "max_step": .05, "smoothness": 5, "grow": True, "others": "start",
      "move_root": True, "alternatives": 2, "apart": 1.5, "couplings": [{"terms": [{"joint": "left_elbow"}, {"joint": "left_shoulder", "factor": -1}], "equals": .3}], "mesh": "glb"}
TARGET = {"orientation": [0, .7, 0, .7], "pole": [.5, .2, -1], "chain": "left_collar", "look_at": [.5, .4, 2], "look_axis": [1, 0, 0], "distance": .4, "distance_from": "head",
          "centre": [.1, 0, .1], "keep": True, "frame": "head", "weight": 5, "balance": .9, "priority": 2}
LIMIT = {"kind": "hinge", "axis": [0, 1, 0], "swing_axis": [0, 0, 1], "range": [-.3, .1], "twist": [-.1, .1], "swing": [.2], "box": True}
ROLLOUT = {"model": "matching", "motion": "matching", "seconds": 1.5, "seed": 9, "scene": {"ground": {"kind": "hills", "slope_deg": 25}}, "position": [1, 2], "facing": 1, "style": "elderly", "variation": 4,
           "script": [{"t": 0, "move": [1, 0]}], "reach": [{"t": .1, "joint": "right_hand", "target": [-.4, 1.1, .8]}], "gaze": [{"t": 0, "point": [2, 1.5, 2]}],
           "sit": [{"t": 0, "seat": [.5, .8], "facing": 1}], "control": {"preset": "original"}, "mode": "constant", "body": "female", "betas": [2], "soft": True, "breathing": 20,
           "format": "json", "names": "mixamo", "face": True, "correctives": 2, "sculpts": False, "wear": "none", "look": 5, "skin": .9, "hair_color": "red", "hair_loss": .5, "iris": "blue"}
INPUT = {"axes": "character", "camera_yaw": 1, "look": [1, 0], "gait": "jog", "speed": 2.5, "strafe": 1, "jump": True, "responsive": True, "move": [1, 0]}
FOLLOW = {"closed": True, "round": True, "lookahead": 2, "speed": 2, "wander": 3, "space": 1, "gait": "jog"}
SIT = {"facing": 1.2, "height": .55, "seconds": 1, "space": 1, "t": .5}
GROUND = {"kind": "hills", "seed": 5, "side": 37, "slope_deg": 33, "yaw_deg": 40, "cell": .37, "heights": [[0, 1], [1, 0]], "x": -3.3, "z": -7.7}
MAP = {"cell": .5, "scale": 3, "columns": 4, "x": 1, "z": 1}
PUT = {"skin": 1, "bones": "humanoid", "metres_per_unit": .5, "bvh": None, "glb": None, "joints": None}
CLIP = {"animation": "0", "rate": 24, "model": "female", "up": "x", "camera": True, "angles": "degrees", "unit": .01, "person": "1", "source_rate": 24}
BVH = b"""HIERARCHY
ROOT Hips
{
 OFFSET 0 100 0
 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
 JOINT Spine
 {
  OFFSET 0 30 0
  CHANNELS 3 Zrotation Xrotation Yrotation
  End Site
  {
   OFFSET 0 20 0
  }
 }
}
MOTION
Frames: 2
Frame Time: 0.05
0 100 0 0 0 0 0 0 0
0 100 5 0 0 0 0 10 0
"""


def character(p):
    made = p.ask("GET", "/v1/models/default/mesh?format=glb&rig=true&morphs=false")
    assert p.ask("PUT", "/v1/characters/hero", made.body, {"Content-Type": "model/gltf-binary"}).status in (200, 201)


MESH, JOINTS = "/v1/models/{}/mesh", "/v1/models/{}/joints"
WRIST = {"joint": "left_wrist", "position": [.3, .3, .35]}
WALK = {"seconds": 1, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}
RUN = "/v1/motions/rollout"
SOLVE = "/v1/ik/solve"
SOLVERS = "auto two_bone fabrik ccd transpose pinv dls optimize example neural".split()

def moved(form, kind):
    """Somebody who walks, as a file."""
    return lambda p: (p.ask("POST", RUN + "?format=" + form, {**WALK, "body": "female"} if form != "bvh" else WALK).body, kind)


def found_in_a_film(p):
    """Two people as WHAM writes them, of whom the second is seen longer."""
    take = np.load(io.BytesIO(p.ask("POST", RUN + "?format=npz", {**WALK, "body": "female"}).body))
    poses, place = take["poses"][:, :72], take["trans"]
    one = {"pose_world": poses, "trans_world": place, "pose": poses, "trans": place, "betas": np.zeros((len(poses), 10)), "frame_ids": np.arange(len(poses))}
    return pickle.dumps({1: {k: v[:20] for k, v in one.items()}, 2: one}, 4), "application/x-pickle"


LIMITED = {"limits": True, "pose": [0, .4, 0, 0, 0, .2] + [0] * 66}
# A target that the limits keep out of reach without a proof that they do, so that other starts are tried.
HELD = {"targets": [{"joint": "left_wrist", "position": [0, .6, -.35]}], "limits": True}


def problems(solver):
    """Problems for a solver: near, from a pose within limits, beyond reach, held back by limits, with a long chain, and two that pull at one arm."""
    far, elbow = {"joint": "left_wrist", "position": [.85, .3, .2]}, {"joint": "left_elbow", "position": [.3, .5, -.2]}
    made = [{"targets": [WRIST]}, {"targets": [WRIST], **LIMITED}, {"targets": [far]}, HELD, {"targets": [{**WRIST, "position": [.2, .2, .6], "chain": "spine1"}]},
            {"targets": [WRIST, elbow]}]
    return [{**problem, "solver": solver} for problem in made]


def targets(solver):
    """A target alone, beside one of the other arm, and beside one that pulls at the same arm."""
    others = [], [{"joint": "right_wrist", "position": [-2, .3, .2]}], [{"joint": "left_elbow", "position": [.3, .5, -.2]}]
    return [{"targets": [{**WRIST, "position": [.6, .3, .35]}, *more], "solver": solver} for more in others]


KINDS = {"turned": {"orientation": [0, 0, .7, .7]}, "looking": {"look_at": [1, 1, 1]}, "kept": {"keep": True}, "at a distance": {"distance": .3, "distance_from": "head"},
         "a centre": {"centre": [.1, 0, .1]}}
PULLS = [{"joint": "left_elbow", "position": [.3, .5, -.2], "orientation": [0, 0, .7, .7]}, {"joint": "head", "position": [.3, .5, .2]}]
ORDERS = {"random": {"random": {"kind": "play"}}, "follow": {"follow": {"path": [[0, 0], [0, 4]]}}, "pursue": {"pursue": {"path": [[0, 0], [0, 4]]}}}
PATHS = (("path", [[0, 0], [0, 2], [1.5, 2]], {}), ("point", [[0, 3]], {}), ("wander", [[0, 0]], {"wander": 3}))
NO_PARTS = {"global_orient": None, "body_pose": None, "left_hand": None}  # a whole pose is given

# route, mode, method, path, query, body (or several, or an upload: bytes and their type), place whose fields are tried, values, values of its own
MODES = [
    *[("mesh", "as " + f, "POST", MESH.format("default"), {"format": f}, {"betas": [1, 2], "pose": BENT}, "", BODY, {**NO_PARTS, "include": ["normals"] if f == "stl" else ["vertices"]})
      for f in "json bin npz obj ply stl glb".split()],
    ("mesh", "with a rig", "POST", MESH.format("default"), {"format": "glb", "rig": "true"}, {}, "", BODY, {}),
    ("mesh", "of a person", "POST", MESH.format("person"), {"format": "glb"}, {"random": 4, "body_pose": BENT[3:66]}, "", BODY, {"body_pose": None, "pose": None}),
    ("mesh", "of a person with a rig", "POST", MESH.format("person"), {"format": "glb", "rig": "true"}, {"random": 4}, "", BODY, {"wear": "none"}),
    ("mesh", "of a person as obj", "POST", MESH.format("person"), {"format": "obj"}, {"random": 4, "body_pose": BENT[3:66]}, "", BODY, {"pose": None}),
    ("mesh", "at rest", "POST", MESH.format("default"), {"format": "bin"}, {"stage": "shaped", "pose": BENT}, "", BODY, NO_PARTS),
    *[("joints", "as " + f, "POST", JOINTS.format("default"), {"format": f}, {"betas": [1, 2], "pose": BENT}, "", BODY, NO_PARTS) for f in "json bin npz".split()],
    ("joints", "with keypoints", "POST", JOINTS.format("person"), {"format": "bin"}, {"keypoints": "body", "body_pose": BENT[3:66]}, "", BODY, {"pose": None, "soft_tissue": None}),
    ("measure", "a body", "POST", "/v1/models/default/measure", {}, {}, "", BODY, {}),
    ("faces", "all", "GET", "/v1/models/default/faces", {}, None, "", {"format": "bin"}, {}),
    *[("ik", s, "POST", SOLVE, {}, problems(s), "", IK, {"others": "start"}) for s in SOLVERS],
    ("ik", "hybrik", "POST", SOLVE, {}, {"joint_positions": [[.01 * k, .1 * k, .03 * k * k % .2] for k in range(24)]}, "", IK, {}),
    *[("ik", s + ", a target", "POST", SOLVE, {}, targets(s), "/targets/0", TARGET, {"position": None}) for s in SOLVERS],
    *[("ik", "a target that is " + n, "POST", SOLVE, {}, [{"targets": [{"joint": "left_wrist", **t}, *PULLS], "solver": "dls"}], "/targets/0", {"position": [.3, .2, .2], **TARGET}, {}) for n, t in KINDS.items()],
    *[("ik", "a limit that is " + k, "POST", SOLVE, {}, {"targets": [WRIST, PULLS[1]], "joint_limits": [{"joint": j, "kind": k, **({"swing": [.2, .9]} if k == "ball" else {})}]}, "/joint_limits/0", LIMIT, {"kind": None})
      for k, j in (("free", "left_elbow"), ("ball", "left_shoulder"), ("hinge", "left_elbow"), ("fixed", "left_elbow"))],
    *[("rollout", "as " + f, "POST", RUN, {"format": f}, WALK, "", ROLLOUT, {"format": "bvh" if f == "json" else "json"}) for f in "json bvh glb npz measure vrma".split()],
    ("rollout", "of bones", "POST", RUN, {"format": "glb"}, {**WALK, "body": "none"}, "", ROLLOUT, {}),
    ("rollout", "of a person", "POST", RUN, {"format": "glb"}, {**WALK, "body": "person"}, "", ROLLOUT, {"body": None, "wear": "none"}),
    ("rollout", "of a character", "POST", RUN, {"format": "json"}, {**WALK, "character": "hero"}, "", ROLLOUT, {"format": "bvh"}),
    ("rollout", "by matching", "POST", RUN, {"format": "json"}, {**WALK, "motion": "matching"}, "", ROLLOUT, {"format": "bvh", "model": None}),
    *[("rollout", n, "POST", RUN, {"format": "json"}, {"seconds": 1, **o}, "", ROLLOUT, {"format": "bvh", "script": None}) for n, o in ORDERS.items()],
    ("rollout", "an order", "POST", RUN, {"format": "json"}, [{**WALK, "seconds": 3}, {"seconds": 2, "script": [{"t": 0}, {"t": 1.2, "move": [1, 0]}]}], "/script/0", INPUT, {}),
    *[("rollout", f"{n}, its {m}", "POST", RUN, {"format": "json"}, {"seconds": 4, n: {"path": path, **more}}, "/" + n, FOLLOW, {}) for n in ("follow", "pursue") for m, path, more in PATHS],
    ("rollout", "a seat", "POST", RUN, {"format": "json"}, {"seconds": 9, "sit": [{"t": 0, "seat": [0, 1]}]}, "/sit/0", SIT, {}),
    *[("rollout", "ground that is " + k, "POST", RUN, {"format": "json"}, {**WALK, "seconds": 2, "position": [6, 7], "scene": {"ground": {"kind": k}}}, "/scene/ground", GROUND, {}) for k in "flat map rolling hills rocky steps beams gaps ramp ridges".split()],
    ("rollout", "ground of heights", "POST", RUN, {"format": "json"}, {**WALK, "scene": {"ground": {"heights": [[0, .3, 0], [.1, .5, 0], [0, 0, .2]], "cell": 1.5}}}, "/scene/ground", GROUND, {"kind": None, "heights": None}),
    ("scene", "as JSON", "PUT", "/v1/scenes/field", {}, {"walls": [{"from": [0, 1], "to": [1, 1]}]}, "", MAP, {}),
    ("scene", "as text", "PUT", "/v1/scenes/field", {}, (b"0 1 0\n0 .5 0\n1 0 0\n", "text/plain"), "", MAP, {}),
    ("scene", "as numbers", "PUT", "/v1/scenes/field", {"columns": 3}, (np.arange(12, dtype="<f4").tobytes(), "application/octet-stream"), "", MAP, {}),
    ("skeleton", "as JSON", "PUT", "/v1/skeletons/arm", {}, {"joints": [{"name": "a"}, {"name": "b", "parent": "a", "offset": [1, 0, 0]}]}, "", PUT, {}),
    ("skeleton", "as BVH", "PUT", "/v1/skeletons/arm", {}, (BVH, "application/x-bvh"), "", PUT, {}),
    *[("clip", "of a " + f, "POST", "/v1/characters/hero/clip", {}, moved(f, t), "", CLIP, {}) for f, t in (("bvh", "application/x-bvh"), ("npz", "application/x-npz"), ("glb", "model/gltf-binary"))],
    ("clip", "of people in a film", "POST", "/v1/characters/hero/clip", {}, found_in_a_film, "", CLIP, {}),
]
# (route, mode or None for all, field): why it may be without effect
ALLOWED = {
    ("ik", "hybrik", "move_root"): "the root is always moved: what is asked for happens",
    ("ik", "hybrik", "budget_ms"): "a closed form keeps within any budget",
    ("ik", "neural", "move_root"): "the root is always moved: what is asked for happens",
    ("ik", "optimize", "iterations"): "read above 200, which an attempt always has",
    ("mesh", None, "bodies"): "fields of one body beside it; they have tests of their own",
    ("mesh", "of a person as obj", "wear"): "none is what there is: the format has no clothes",
    ("mesh", "at rest", "wear"): "none is what there is: the format has no clothes",
}
for k in "rolling hills rocky steps beams gaps ramp ridges".split():
    ALLOWED["rollout", "ground that is " + k, "side"] = "where the ground ends; nobody walks there in this test"
    ALLOWED["rollout", "ground that is " + k, "x"] = "it moves the ground along x, and some kinds are the same all along x"
for k in "hills", "ramp":
    ALLOWED["rollout", "ground that is " + k, "seed"] = "the kind is the same for every seed; a seed stays with a scene whose kind is changed"
for f in "json bin npz obj ply stl glb".split():
    ALLOWED["mesh", "as " + f, "wear"] = "none is what there is: the body has no clothes"
for f in ("as json", "as bvh", "as glb", "as npz", "as measure", "as vrma", "of bones", "of a character", "by matching", "random", "follow", "pursue"):
    ALLOWED["rollout", f, "wear"] = "none is what there is: nothing is dressed"
ALLOWED["mesh", "with a rig", "wear"] = "none is what there is: the body has no clothes"


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
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return query, []
    schema = found(content["application/json"]["schema"])
    for step in pointer.split("/")[1:]:
        schema = found(schema["items"] if step.isdigit() else schema.get("properties", {}).get(step, {}))
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
    sent, headers = (body[0], {"Content-Type": body[1]}) if isinstance(body, tuple) else (body, {})
    reply = p.ask(method, path + ("?" + words if words else ""), sent, headers)
    return reply, re.sub(rb'"(solve_ms|request_id|revision)":("[^"]*"|[\d.e-]+)', b"", reply.body)


def idle_fields(p, api, mode):
    """Fields that no body of the mode is changed by, or that are refused without their name; and those that have no value here."""
    route, title, method, path, query, bodies, pointer, values, own = mode
    of_query, of_body = schema_at(api, path, method, pointer)
    bodies = bodies(p) if callable(bodies) else bodies
    bodies = [(body, *ask(p, method, path, query, body)) for body in (bodies if isinstance(bodies, list) else [bodies])]
    bodies = [(body, said) for body, plain, said in bodies if plain.status in (200, 201)]
    assert bodies, mode
    if pointer and not of_body:
        of_body = list(values)  # a place that the description does not open
    idle = []
    for name in of_query + ([] if isinstance(bodies[0][0], tuple) else of_body):
        value = {**values, **own}.get(name)
        if value is None or (route, title, name) in ALLOWED or (route, None, name) in ALLOWED:
            continue
        works, said_what = False, ""
        for body, said in bodies:
            place = query if name in of_query else member(body, pointer)
            if name in place or works:
                works = True
                continue
            if name in of_query:
                reply, found = ask(p, method, path, {**query, name: value}, body)
            else:
                more = copy.deepcopy(body)
                member(more, pointer)[name] = value
                reply, found = ask(p, method, path, query, more)
            is_good = reply.status in (200, 201)
            works = found != said if is_good else name.encode() in found
            said_what = "" if is_good else f" (refused without its name: {found[:300].decode()})"
            if os.environ.get("FIELDS_SAY") and not is_good:
                print(" ", route, title, name, found[:250].decode())
        if not works:
            idle.append(name + said_what)
    return idle, [name for name in of_query + of_body if name not in values and name not in own]


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

def a_motion_is_of_the_resident_model_that_its_npz_names(p):
    """The pelvis of the body is at hand; of a model that is not resident it is assumed, and the reply says so."""
    walk = p.ask("POST", RUN + "?format=npz", {**WALK, "body": "female"}).body
    arrays = dict(np.load(io.BytesIO(walk)))
    arrays["posed_model"] = arrays["posed_model"] ^ 1
    other = io.BytesIO()
    np.savez(other, **arrays)
    for file, is_assumed in (walk, False), (other.getvalue(), True):
        reply = p.ask("POST", "/v1/characters/hero/clip", file, {"Content-Type": "application/x-npz"})
        assert reply.status == 200, reply.body
        assert ("is not at hand" in reply.headers.get("posed-warning", "")) == is_assumed, reply.headers


tests.append(a_motion_is_of_the_resident_model_that_its_npz_names)

with Posed(os.path.join(BUILD, "posed"), MODELS) as daemon:
    character(daemon)
    code = runner.in_turn(tests, sys.argv[3:], daemon)
sys.exit(code)
