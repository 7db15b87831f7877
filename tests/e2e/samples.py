"""Usage: samples.py BUILD MODELS [name...]: the files at /samples, each sent where the guides send it."""
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from glb_file import opened  # noqa: E402
import runner  # noqa: E402
from posed import PATIENCE, Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/samples")
tests = []


def test(function):
    tests.append(function)
    return function


def sample(p, name):
    reply = p.ask("GET", "/samples/" + name)
    assert reply.status == 200, (name, reply.status)
    return reply.body


def ctl(*args):
    done = subprocess.run([os.path.join(BUILD, "posedctl"), *args], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def markers(data):
    """Names and (frames, markers) rows of x, y, z, residual of a C3D file of Intel floats, by c3d.org's layout."""
    count, first, last, start = struct.unpack("<H", data[2:4])[0], *struct.unpack("<HH", data[6:10]), struct.unpack("<H", data[16:18])[0]
    at = data.index(b"LABELS") + 8
    width, texts = data[at + 2], at + 2 + data[at + 1]
    names = [data[texts + i * width:texts + (i + 1) * width].decode().strip() for i in range(count)]
    rows = struct.iter_unpack("<4f", data[512 * (start - 1):512 * (start - 1) + 16 * count * (last - first + 1)])
    rows = list(rows)
    return names, [rows[i:i + count] for i in range(0, len(rows), count)]


@test
def the_list_names_every_file_with_its_size_type_and_route(p):
    listed = p.ask("GET", "/samples").json()["samples"]
    assert sorted(one["name"] for one in listed) == sorted(os.listdir(FOLDER)), listed
    paths = p.ask("GET", "/openapi.json").json()["paths"]
    for one in listed:
        reply = p.ask("GET", "/" + one["path"])
        with open(os.path.join(FOLDER, one["name"]), "rb") as file:
            assert reply.body == file.read() and len(reply.body) == one["bytes"], one
        assert reply.headers["content-type"] == one["type"], reply.headers
        method, path = one["route"].split(" ")
        assert method.lower() in paths[path], one
        with open(os.path.join(FOLDER, "../..", one["guide"])) as file:
            assert "/samples/" + one["name"] in file.read(), f"{one['guide']} does not begin with {one['name']}"
    assert sum(one["bytes"] for one in listed) < 900000


@test
def the_keypoints_become_a_person_who_is_seen_where_they_are(p):
    request = sample(p, "seen.json")
    reply = p.ask("POST", "/v1/models/default/fit", request, (("Content-Type", "application/json"),))
    assert reply.status == 200, reply.body[:400]
    found, seen = reply.json(), json.loads(request)["observations"]
    assert found["converged"] and found["rms_pixels"] < 4, found["rms_pixels"]  # 1.5 px of noise, less what the fit adapts to, and joints that are not where COCO clicks
    camera, names = seen["camera"], p.ask("GET", "/v1/models/default").json()["joint_names"]
    for name in ("left_knee", "right_knee", "left_elbow", "right_elbow", "left_shoulder", "right_shoulder"):
        x, y, z = found["joints"][names.index(name)]
        at = camera["width"] / 2 - camera["fx"] * x / z, camera["height"] / 2 + camera["fx"] * y / z
        assert math.dist(at, seen["keypoints"]["points"][name]) < 12, (name, at)
    assert -4.6 < found["translation"][2] < -3.4  # 4 m before the camera; one picture says no more
    with tempfile.TemporaryDirectory() as folder:
        ctl("fit", "--quiet", os.path.join(FOLDER, "seen.json"), "-o", os.path.join(folder, "person.glb"))
        with open(os.path.join(folder, "person.glb"), "rb") as file:
            assert file.read(4) == b"glTF"


@test
def the_take_becomes_a_walk_with_every_marker_near_its_place(p):
    data = sample(p, "take.c3d")
    names, rows = markers(data)
    assert len(names) == 39 and len(rows) == 150
    sacrum = [[(row[names.index("LPSI")][c] + row[names.index("RPSI")][c]) / 2000 for c in range(3)] for row in rows]
    reply = p.ask("POST", "/v1/jobs", data, (("Content-Type", "application/octet-stream"),))
    assert reply.status == 202, reply.body[:400]
    job, end = reply.json()["id"], time.monotonic() + PATIENCE
    while (state := p.ask("GET", f"/v1/jobs/{job}").json())["status"] in ("queued", "running"):
        assert time.monotonic() < end, state
        time.sleep(0.1)
    assert state["status"] == "done" and state["people"][0]["rms"] < 0.006, state  # markers 0.5 mm off, on skin
    take = p.ask("GET", f"/v1/jobs/{job}/result?format=json").json()
    ways = [frame["translation"] for frame in take["frames"]]
    assert len(ways) == 150 and take["rate"] == 60
    # The pelvis goes as far as the two markers on its back do: z is up in the file, y here.
    walked = math.dist(sacrum[0][:2], sacrum[-1][:2])
    assert walked > 2 and abs(math.dist([ways[0][0], ways[0][2]], [ways[-1][0], ways[-1][2]]) - walked) < 0.05, (walked, ways[0], ways[-1])


@test
def the_character_walks(p):
    put = p.ask("PUT", "/v1/characters/hero", sample(p, "hero.vrm"), (("Content-Type", "model/gltf-binary"),))
    assert put.status == 201, put.body[:400]
    matched = [one for one in put.json()["match"] if one.get("joint")]
    assert len(matched) == 22 and all(one["by"] == "vrm" and "doubt" not in one for one in matched), put.json()["match"]
    script = {"character": "hero", "seconds": 3, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}
    walk = p.ask("POST", "/v1/motions/rollout?format=json", json.dumps(script).encode(), (("Content-Type", "application/json"),))
    assert walk.status == 200, walk.body[:400]
    glb = p.ask("POST", "/v1/motions/rollout?format=glb", json.dumps(script).encode(), (("Content-Type", "application/json"),))
    document, _ = opened(glb.body)
    assert len(document["animations"]) == 1 and "VRMC_vrm" in document["extensions"]


@test
def the_character_is_a_vrm_by_its_specification(p):
    document, binary = opened(sample(p, "hero.vrm"))
    named = re.findall(r'Texture": {"index": (\d+)', json.dumps(document))
    assert named and all(int(index) < len(document["textures"]) for index in named), named
    vrm = document["extensions"]["VRMC_vrm"]
    assert vrm["specVersion"] == "1.0" and vrm["meta"]["licenseUrl"] == "https://vrm.dev/licenses/1.0/" and vrm["meta"]["name"] and vrm["meta"]["authors"]
    bones, nodes = vrm["humanoid"]["humanBones"], document["nodes"]
    above = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
    needed = ["hips", "spine", "head"] + [side + bone for side in ("left", "right") for bone in
                                          ("UpperLeg", "LowerLeg", "Foot", "UpperArm", "LowerArm", "Hand")]
    assert not [bone for bone in needed if bone not in bones]  # those that VRM 1.0 requires
    for child, parent in (("leftLowerLeg", "leftUpperLeg"), ("rightHand", "rightLowerArm"), ("spine", "hips")):
        assert above[bones[child]["node"]] == bones[parent]["node"]
    assert len({bone["node"] for bone in bones.values()}) == len(bones)


@test
def the_script_that_made_them_makes_the_same_again(p):
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(FOLDER, "../../scripts/samples.py")
        subprocess.run([sys.executable, "-B", script, os.path.join(BUILD, "posedctl"), folder], check=True, capture_output=True)
        made = {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}
    kept = {name: sample(p, name) for name in made}
    assert sorted(made) == sorted(os.listdir(FOLDER))
    # Another processor rounds differently: a hundredth of a millimetre and a tenth of a pixel are the same.
    names, rows = markers(made["take.c3d"])
    before, were = markers(kept["take.c3d"])
    assert names == before and all(math.dist(a, b) < 0.05 for row, was in zip(rows, were) for a, b in zip(row, was))
    points, others = (json.loads(one["seen.json"])["observations"]["keypoints"]["points"] for one in (made, kept))
    assert all(math.dist(points[name], others[name]) < 0.3 for name in others)
    assert len(made["hero.vrm"]) == len(kept["hero.vrm"]) and opened(made["hero.vrm"])[0]["meshes"] == opened(kept["hero.vrm"])[0]["meshes"]


with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
