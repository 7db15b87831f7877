"""Usage: rig.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import base64
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from glb_file import opened, values  # noqa: E402
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
BODY = "/v1/models/default/mesh?betas=1,-0.5&format="
tests = []


def test(function):
    tests.append(function)
    return function


def rig(p, data, kind, query="", status=200, accept="model/gltf-binary"):
    reply = p.ask("POST", "/v1/rig" + query, data, (("Content-Type", kind), ("Accept", accept)), timeout=300)
    assert reply.status == status, (reply.status, reply.body[:400])
    return reply


def places(document):
    """World places of the nodes that VRM names: frames are parallel, so offsets add."""
    above = {child: i for i, node in enumerate(document["nodes"]) for child in node.get("children", [])}
    found = {}
    for bone, one in document["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].items():
        node, at = one["node"], [0, 0, 0]
        while node is not None:
            at = [a + b for a, b in zip(at, document["nodes"][node].get("translation", [0, 0, 0]))]
            node = above.get(node)
        found[bone] = at
    return found


def zipped(files):
    """A ZIP archive of these files, {path: bytes}."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return out.getvalue()


@test
def a_person_who_is_no_person_in_metres_is_rigged_with_a_warning(p):
    """The body in centimetres: glTF, which is written, is in metres."""
    lines = p.ask("GET", BODY + "obj").body.decode().splitlines()
    large = "\n".join("v " + " ".join(str(100 * float(x)) for x in row.split()[1:4]) if row.startswith("v ") else row for row in lines)
    reply = rig(p, large.encode(), "model/obj")
    assert "m high; a person is 0.3 to 3 m" in reply.headers["posed-warning"] and "centimetres" in reply.headers["posed-warning"], reply.headers


@test
def a_body_gets_its_joints_back(p):
    joints = p.ask("GET", "/v1/models/default/joints?betas=1,-0.5").json()["bodies"][0]["joints"]
    names = p.ask("GET", "/v1/models/default").json()["joint_names"]
    truth = dict(zip(names, joints))
    for kind, form in (("model/gltf-binary", "glb"), ("application/x-ply", "ply"), ("model/obj", "obj")):
        reply = rig(p, p.ask("GET", BODY + form).body, kind)
        assert "posed-warning" not in reply.headers, reply.headers
        document, binary = opened(reply.body)
        at = places(document)
        assert len(at) == 52, sorted(at)  # fingers too
        # the floor and the middle of the mesh are taken for 0: hips against hips
        for bone, name in (("leftUpperArm", "left_shoulder"), ("rightLowerLeg", "right_knee"), ("leftHand", "left_wrist")):
            off = [at[bone][c] - at["hips"][c] - truth[name][c] + truth["pelvis"][c] for c in range(3)]
            assert math.hypot(*off) < 0.04, (form, bone, off)  # the wrist's place along the arm is known worst
        for primitive in document["meshes"][0]["primitives"]:
            weights = values(document, binary, primitive["attributes"]["WEIGHTS_0"])
            assert all(abs(sum(row) - 1) < 1e-5 for row in weights)
            assert max(max(row) for row in values(document, binary, primitive["attributes"]["JOINTS_0"])) < 52


@test
def the_report_says_what_was_seen(p):
    ply = zipped({"scan/body.ply": p.ask("GET", BODY + "ply").body, "scan/readme.txt": b"a body"})
    reply = rig(p, ply, "application/zip", "?picture=true", accept="application/json").json()
    assert reply["residual"] < 0.02 and not reply["doubtful"] and reply["markers_wanted"] == [], reply["residual"]
    assert len(reply["joints"]) == 52 and all(0 <= one["confidence"] <= 1 for one in reply["joints"])
    assert reply["fingers"] == {side: {"joints": 15, "parts": 5} for side in ("left", "right")}, reply["fingers"]
    assert base64.b64decode(reply["picture"]["base64"]).startswith(b"\x89PNG")
    assert base64.b64decode(reply["mesh"]["base64"]).startswith(b"glTF")


@test
def what_comes_out_walks(p):
    rigged = rig(p, p.ask("GET", BODY + "glb").body, "model/gltf-binary").body
    document, binary = opened(rigged)
    document["buffers"][0]["uri"] = "rigged%20body.bin"
    files = {"source/scene.gltf": json.dumps(document).encode(), "source/rigged body.bin": bytes(binary)}
    put = p.ask("PUT", "/v1/characters/rigged", zipped(files), (("Content-Type", "application/x-zip-compressed"),))
    assert put.status == 201, put.body[:400]
    assert all(one["by"] == "vrm" and "doubt" not in one for one in put.json()["match"]), put.json()["match"]
    walk = {"character": "rigged", "seconds": 2, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}
    reply = p.ask("POST", "/v1/motions/rollout?format=glb", walk)
    assert reply.status == 200 and len(opened(reply.body)[0]["animations"]) == 1, reply.status
    again = rig(p, rigged, "model/gltf-binary", status=415)
    assert "has a skeleton" in again.json()["detail"]
    rig(p, rigged, "model/gltf-binary", "?replace=true")


@test
def what_is_no_person_is_refused(p):
    box = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))
    box += "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
    assert "no person" in rig(p, box.encode(), "model/obj", status=400).json()["detail"]
    assert "three numbers" in rig(p, b"v 1 2\n", "model/obj", status=400).json()["detail"]
    rig(p, b"{}", "application/json", status=415)
    rig(p, box.encode(), "model/obj", "?markers=nose=1,2,3", status=400)
    assert p.ask("GET", "/readyz").status == 200


@test
def posedctl_does_the_same(p):
    with tempfile.TemporaryDirectory() as folder:
        mesh, out, png = (os.path.join(folder, name) for name in ("a.obj", "a.glb", "a.png"))
        with open(mesh, "wb") as file:
            file.write(p.ask("GET", BODY + "obj").body)
        done = subprocess.run([os.path.join(BUILD, "posedctl"), "rig", mesh, "-o", out, "--picture", png, "--model",
                               os.path.join(MODELS, "default.safetensors")], capture_output=True, text=True)
        assert done.returncode == 0 and "residual" in done.stderr, done.stderr
        with open(out, "rb") as file:
            assert file.read() == rig(p, p.ask("GET", BODY + "obj").body, "model/obj").body
        done = subprocess.run([os.path.join(BUILD, "posedctl"), "rig", mesh, "--marker", "nose=1,2,3"], capture_output=True,
                              text=True)
        assert done.returncode == 2 and "nose" in done.stderr, done.stderr


@test
def what_a_body_is_taken_for_is_said(p):
    body = p.ask("GET", BODY + "glb").body
    report = rig(p, body, "model/gltf-binary", "?up=y&facing=z", accept="application/json").json()
    assert report["template"] == "person" and report["up"] == "y" and report["facing"] == [0, 0, 1], report["facing"]
    seconds = [joint["second_opinion"] for joint in report["joints"] if "second_opinion" in joint]
    assert len(seconds) == 17 and sorted(seconds)[6] < 0.06, seconds
    assert b"spider" in rig(p, body, "model/gltf-binary", "?template=spider", 400).body
    assert b"quadruped" in rig(p, body, "model/gltf-binary", "?template=horse", 400).body
    refused = rig(p, body, "model/gltf-binary", "?template=quadruped&weights=mix", 400).body
    assert b"/weights" in refused and b"geodesic" in refused, refused
    assert b"heat" in rig(p, body, "model/gltf-binary", "?weights=bones", 400).body
    by = {m: rig(p, body, "model/gltf-binary", f"?up=y&facing=z&weights={m}").body for m in ("auto", "learned", "mix", "heat", "distance", "geodesic")}
    assert len(set(by.values())) == 6


with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
