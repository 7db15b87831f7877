"""Usage: observe.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import base64
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
DEFAULT = os.path.join(MODELS, "default.safetensors")
FIT = "/v1/models/default/fit"
COCO = "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle right_ankle".split()
tests = []


def test(function):
    tests.append(function)
    return function


def posedctl(*args, code=0):
    done = subprocess.run([os.path.join(BUILD, "posedctl"), *args], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return done


def fit(p, observations, **more):
    reply = p.ask("POST", FIT, {"observations": observations, **more})
    assert reply.status == 200, reply.body
    return reply.json()


def refused(p, pointer, words, observations, **more):
    reply = p.ask("POST", FIT, {"observations": observations, **more})
    assert reply.status == 400, (reply.status, reply.body)
    errors = reply.json()["errors"]
    assert any(e["pointer"] == pointer and words in e["detail"] for e in errors), errors


def joints(p, **body):
    reply = p.ask("POST", "/v1/models/default/joints", {**body, "digits": 6})
    assert reply.status == 200, reply.body
    return np.array(reply.json()["bodies"][0]["joints"])


def person(seed):
    """A body that walks or reaches: angles as people bend their joints, in SMPL's order."""
    rng = np.random.default_rng(seed)
    pose = np.zeros((24, 3))
    pose[0, 1] = rng.uniform(-3, 3)
    pose[[1, 2], 0] = rng.uniform(-0.8, 0.2, 2)
    pose[[4, 5], 0] = rng.uniform(0.1, 0.9, 2)
    pose[16, 2], pose[17, 2] = rng.uniform(-1.2, -0.5), rng.uniform(0.5, 1.2)
    pose[18, 1], pose[19, 1] = rng.uniform(-1, -0.1), rng.uniform(0.1, 1)
    pose[3, 0], pose[12, 1] = rng.uniform(-0.1, 0.3), rng.uniform(-0.3, 0.3)
    return {"betas": list(rng.normal(0, 0.5, 6)), "pose": pose.tolist(), "translation": list(rng.uniform(-1, 1, 3))}


def aligned(a, b):
    """Mean distance after the best similarity (Umeyama)."""
    x, y = a - a.mean(0), b - b.mean(0)
    u, s, vt = np.linalg.svd(x.T @ y)
    d = np.diag([1, 1, np.sign(np.linalg.det(u @ vt))])
    moved = y @ (u @ d @ vt).T * (s * np.diag(d)).sum() / (y * y).sum()
    return np.linalg.norm(x - moved, axis=1).mean()


# -- in space ----------------------------------------------------------------------


@test
def joints_give_a_body_whose_joints_they_are(p):
    for seed in range(5):
        truth = joints(p, **person(seed))
        got = fit(p, {"joints": truth.tolist()})
        found = joints(p, betas=got["betas"], pose=got["pose"], translation=got["translation"])
        off = np.linalg.norm(found - truth, axis=1)
        assert off.mean() < 1e-3, off
        assert got["converged"] and not got["mirrored"] and abs(got["rms"] - np.sqrt((off ** 2).mean())) < 1e-4, got["rms"]
        assert np.abs(found - np.array(got["joints"])).max() < 1e-4
        assert np.abs([o["residual"] for o in got["observations"]] - off).max() < 1e-4
        again = joints(p, betas=got["betas"], quaternions=got["quaternions"], translation=got["translation"])
        assert np.abs(again - found).max() < 1e-5


@test
def orientations_of_bones_give_the_pose_they_are_of(p):
    """A left forearm up by a quarter about z, and nothing else: SMPL's joints have the world's axes at rest."""
    half = float(np.sqrt(0.5))
    bones = {n: [0, 0, 0, 1] for n in ("pelvis", "head", "spine3", "left_shoulder", "right_elbow", "left_knee", "right_knee")}
    got = fit(p, {"orientations": {"sensors": {**bones, "LeftForeArm": [0, 0, half, half]}, "noise": 0.5}, "keep_betas": True})
    assert got["rms"] == 0 and got["rms_degrees"] < 3 and "left_wrist" in got["unseen"], got
    elbow = np.array(got["pose"][18])
    assert np.linalg.norm(elbow - [0, 0, np.pi / 2]) < 0.1, elbow
    one = [o for o in got["observations"] if o["name"] == "left_elbow"][0]
    assert one["kind"] == "orientation" and one["residual"] < 4 and abs(one["at"][2] - np.pi / 2) < 0.07, one
    refused(p, "/observations/orientations/sensors/head", "0.9 to 1.1 allowed", {"orientations": {"sensors": {"head": [0, 0, 0, 3]}}})
    refused(p, "/observations/orientations", "none of 1 sensors", {"orientations": {"sensors": {"tail": [0, 0, 0, 1]}}})


@test
def posedctl_reads_what_sensors_wrote(p):
    work = tempfile.mkdtemp()
    path, out = os.path.join(work, "take.csv"), os.path.join(work, "take.json")
    with open(path, "w") as file:
        file.write("time,name,w,x,y,z\n")
        for i in range(40):
            bend = 0 if i < 15 else 0.04 * (i - 15)  # the left forearm, forwards about the world's vertical
            for name, half in (("pelvis", 0), ("head", 0), ("LeftArm", 0), ("LeftForeArm", bend / 2), ("RightForeArm", 0), ("LeftLeg", 0), ("RightLeg", 0)):
                file.write(f"{i / 30:.5f},{name},{np.cos(half):.7f},0,0,{-np.sin(half):.7f}\n")
    said = posedctl("fit", path, "--facing", "0", "--tpose", "0:0.4", "-o", out, "--model", DEFAULT)
    assert "40 frames of 7 sensors" in said.stdout and "degrees rms" in said.stdout and "feet that stand" in said.stdout, said.stdout
    report = json.load(open(out))
    assert report["unit"] == "radians" and report["rms"] < 0.1 and set(report["sensors"]) >= {"pelvis", "LeftForeArm"}, report
    for flags, words in ((["--tpose", "0:9"], "within 0:1."), (["--tpose", "0:1.29"], "degrees in the calibration pose"), (["--pose", "x"], "t, n"), (["--drift", "-1"], "0")):
        code = 2
        assert words in posedctl("fit", path, *flags, "--model", DEFAULT, code=code).stderr, flags
    with open(path, "a") as file:
        file.write("1.4,pelvis,1,0,0\n")
    assert "take.csv:282" in posedctl("fit", path, "--model", DEFAULT, code=1).stderr


def smallest_turn(a, b):
    """Rodrigues: the smallest rotation of the direction a onto b."""
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    v, c = np.cross(a, b), a @ b
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + k + k @ k / (1 + c)


def rotation(v):
    """A rotation vector's matrix."""
    angle = np.linalg.norm(v)
    if angle == 0:
        return np.eye(3)
    x, y, z = v / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def nearest_rotation(a, b):
    """Kabsch: the rotation of the rows of a that lies nearest to b; a millionth of their moment likes to stay, as core/ik/methods/wahba.c has it."""
    s = a.T @ b
    u, _, v = np.linalg.svd(s + 1e-6 * np.abs(np.diag(s)).sum() * np.eye(3))
    return v.T @ np.diag([1, 1, np.sign(np.linalg.det(v.T @ u.T))]) @ u.T


def hybrik(rest, parents, seen, twists):
    """HybrIK's adaptive analytical half (Li et al. 2021, algorithm 2): local rotations, leaves as they are."""
    children = [[c for c, up in enumerate(parents) if up == k] for k in range(len(parents))]
    world, place, local = [None] * len(parents), [None] * len(parents), [None] * len(parents)
    for k, up in enumerate(parents):
        above = np.eye(3) if up < 0 else world[up]
        place[k] = seen[k] if up < 0 else place[up] + above @ (rest[k] - rest[up])
        bones = np.array([rest[c] - rest[k] for c in children[k]])
        goals = np.array([above.T @ (seen[c] - place[k]) for c in children[k]])
        if not len(bones):
            local[k] = np.eye(3)
        elif len(bones) > 1:
            local[k] = nearest_rotation(bones, goals)
        else:
            swing = smallest_turn(bones[0], goals[0])
            local[k] = swing @ rotation(twists[k] * bones[0] / np.linalg.norm(bones[0]))
        world[k] = above @ local[k]
    return np.array(local)


def precise_joints(p, **body):
    return np.array(p.ask("POST", "/v1/models/default/joints", {**body, "digits": 9}).json()["bodies"][0]["joints"])


@test
def hybrik_is_what_its_paper_says(p):
    """Betas by Gauss and Newton on the lengths of bones, then swing and twist, both again in NumPy."""
    parents = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]
    zero = precise_joints(p)
    count = len(fit(p, {"joints": zero.tolist()})["betas"])
    slope = np.stack([precise_joints(p, betas=[float(b == i) for b in range(count)]) - zero for i in range(count)], -1)
    noise = 0.01
    for seed in range(4):
        rng = np.random.default_rng(seed)
        seen = joints(p, **person(seed)) + rng.normal(0, noise, (24, 3))
        twists = rng.uniform(-0.6, 0.6, 24)
        got = fit(p, {"joints": seen.tolist(), "joints_noise": noise, "solver": "hybrik", "twists": twists.tolist()})
        assert got["status"] == "converged" and got["iterations"] == 0, got["iterations"]
        betas = np.zeros(count)
        for _ in range(12):
            at = zero + slope @ betas
            bones = np.array([at[k] - at[parents[k]] for k in range(1, 24)])
            length = np.linalg.norm(bones, axis=1)
            by = np.einsum("kc,kcb->kb", bones / length[:, None], np.array([slope[k] - slope[parents[k]] for k in range(1, 24)]))
            off = length - np.array([np.linalg.norm(seen[k] - seen[parents[k]]) for k in range(1, 24)])
            weight = 1 / (2 * noise ** 2)
            betas -= np.linalg.solve(weight * by.T @ by + np.eye(count), weight * by.T @ off + betas)
        assert np.abs(betas - got["betas"]).max() < 1e-4, np.abs(betas - got["betas"]).max()
        rest = precise_joints(p, betas=got["betas"])
        mine = hybrik(rest, parents, seen, twists)
        theirs = np.array([rotation(np.array(v)) for v in got["pose"]])
        assert np.abs(mine - theirs).max() < 5e-6, np.abs(mine - theirs).max()
    refused(p, "/observations/joints", "no position of right_hand", {"joints": seen.tolist()[:23] + [None], "solver": "hybrik"})
    refused(p, "/observations/twists", "24 numbers expected", {"joints": seen.tolist(), "solver": "hybrik", "twists": [1]})
    refused(p, "/observations/twists", "solver hybrik", {"joints": seen.tolist(), "twists": [0.0] * 24})


@test
def what_is_not_seen_is_listed(p):
    seen = joints(p, **person(1)).tolist()
    for k in (4, 7, 10):
        seen[k] = None
    got = fit(p, {"joints": seen})
    assert {"left_knee", "left_ankle", "left_hip"} <= set(got["unseen"]) and "right_knee" not in got["unseen"], got["unseen"]
    assert got["observations"][4]["residual"] is None and got["observations"][5]["residual"] < 2e-3


@test
def a_place_of_one_s_own_holds_as_any_other(p):
    truth = joints(p, **person(2))
    names = p.ask("GET", "/v1/models/default").json()["joint_names"]
    got = fit(p, {"joints": dict(zip(names, truth.tolist())),
                  "keypoints": {"set": {"palm": {"joints": {"left_wrist": 1, "left_hand": 3}}}, "points": {"palm": ((truth[20] + 3 * truth[22]) / 4).tolist()}}})
    assert got["observations"][-1]["name"] == "palm" and got["observations"][-1]["residual"] < 2e-3


@test
def the_frame_after_begins_where_the_one_before_ended(p):
    body = person(3)
    first = fit(p, {"joints": joints(p, **body).tolist()})
    body["pose"][18][1] -= 0.1
    start = {"betas": first["betas"], "pose": first["pose"], "translation": first["translation"]}
    second = fit(p, {"joints": joints(p, **body).tolist(), "start": start, "keep_betas": True})
    assert second["iterations"] < first["iterations"] and second["rms"] < 2e-3 and second["betas"] == first["betas"]


@test
def exchanged_sides_are_reported(p):
    truth = joints(p, **person(4))
    names = p.ask("GET", "/v1/models/default").json()["joint_names"]
    other = [names.index(n.replace("left", "?").replace("right", "left").replace("?", "right")) for n in names]
    got = fit(p, {"joints": truth[other].tolist(), "joints_noise": 0.01})
    assert got["mirrored"] and "exchanged" in got["warnings"][0]["detail"], got["warnings"]
    assert got["rms"] > 0.02
    flipped = truth * [-1, 1, 1]
    assert fit(p, {"joints": flipped.tolist(), "joints_noise": 0.01})["mirrored"], "a left-handed world"


@test
def exchanged_sides_of_twelve_joints_without_a_face_are_said(p):
    names, rng = p.ask("GET", "/v1/models/default").json()["joint_names"], np.random.default_rng(12)
    other = {n: n.replace("left", "?").replace("right", "left").replace("?", "right") for n in COCO[5:]}
    for seed in range(20, 26):
        truth = joints(p, **person(seed)) + rng.normal(0, 0.01, (len(names), 3))
        for flip in (False, True):
            points = {n: truth[names.index(other[n] if flip else n)].tolist() for n in COCO[5:]}
            assert fit(p, {"keypoints": {"set": "coco17", "points": points}})["mirrored"] == flip, (seed, flip)


# -- in a picture --------------------------------------------------------------------


def picture(p, seed, focal=1100):
    """COCO's keypoints of a person 3.5 m before a camera at the origin, projected here; and the true joints."""
    body = {**person(seed), "translation": [0.2, -0.1, -3.5]}
    body["pose"][0] = [0, np.random.default_rng(seed).uniform(-0.8, 0.8), 0]
    truth = joints(p, **body)
    # where the places on the skin are: those of the body that has these joints
    got = fit(p, {"joints": truth.tolist(), "keypoints": {"set": "coco17", "points": [None] * 17}, "start": body, "keep_betas": True})
    assert got["rms"] < 2e-3
    rng = np.random.default_rng(seed + 100)
    points = {}
    for o in got["observations"][24:]:
        x = np.array(o["at"])
        points[o["name"]] = (np.array([500 - focal * x[0] / x[2], 500 + focal * x[1] / x[2]]) + rng.normal(0, 2, 2)).tolist()
    assert list(points) == COCO
    return points, truth


@test
def keypoints_of_a_picture_give_a_person_before_the_camera(p):
    off = []
    for seed in range(6):
        points, truth = picture(p, seed)
        got = fit(p, {"keypoints": {"set": "coco17", "points": points, "noise": 2}, "camera": {"fx": 1100, "cx": 500, "cy": 500}})
        assert got["rms_pixels"] < 6 and got["rms"] is None and not got["camera"]["guessed"], got["rms_pixels"]
        assert -6 < got["translation"][2] < -2
        off.append(aligned(truth, np.array(got["joints"])))
    assert np.mean(off) < 0.07, off


@test
def an_unknown_camera_is_fitted_beside_the_rest(p):
    points, truth = picture(p, 2)
    got = fit(p, {"keypoints": {"set": "coco17", "points": points}, "camera": {"width": 1000, "height": 1000}})
    assert got["camera"]["guessed"] and 700 < got["camera"]["fx"] < 2600 and got["camera"]["cx"] == 500, got["camera"]
    assert aligned(truth, np.array(got["joints"])) < 0.12
    # what is returned projects to what it says
    c = got["camera"]
    x = np.reshape(c["rotation"], (3, 3)) @ np.array(got["joints"][16]) + c["translation"]
    at = next(o["at"] for o in got["observations"] if o["name"] == "left_shoulder")
    assert np.abs([c["fx"] * x[0] / x[2] + c["cx"] - at[0], c["fy"] * x[1] / x[2] + c["cy"] - at[1]]).max() < 0.1


@test
def a_wrong_point_is_overruled(p):
    points, truth = picture(p, 3)
    good = fit(p, {"keypoints": {"set": "coco17", "points": points}, "camera": {"fx": 1100, "cx": 500, "cy": 500}})
    bad = {**points, "left_wrist": [950, 30]}
    got = fit(p, {"keypoints": {"set": "coco17", "points": bad}, "camera": {"fx": 1100, "cx": 500, "cy": 500}})
    apart = np.linalg.norm(np.array(good["joints"])[:16] - np.array(got["joints"])[:16], axis=1).mean()
    assert apart < 0.1, apart
    assert next(o["residual"] for o in got["observations"] if o["name"] == "left_wrist") > 100


# -- what comes back ------------------------------------------------------------------


@test
def the_mesh_is_the_body_that_was_found(p):
    got = fit(p, {"joints": joints(p, **person(5)).tolist()}, mesh="glb")
    own = base64.b64decode(got["mesh"]["base64"])
    reply = p.ask("POST", "/v1/models/default/mesh?format=glb", {"betas": got["betas"], "quaternions": got["quaternions"], "translation": got["translation"], "include": ["vertices", "normals", "faces"]})
    assert own[:4] == b"glTF" and got["mesh"]["type"] == "model/gltf-binary"

    def corner(glb):
        size = int.from_bytes(glb[12:16], "little")
        head = json.loads(glb[20:20 + size])
        at = head["meshes"][0]["primitives"][0]["attributes"]["POSITION"]
        return np.array(head["accessors"][at]["min"]), np.array(head["accessors"][at]["max"])
    for a, b in zip(corner(own), corner(reply.body)):
        assert np.abs(a - b).max() < 1e-4, (a, b)


@test
def the_same_question_has_the_same_answer_whoever_asks_beside(p):
    points, _ = picture(p, 4)
    ask = lambda _: p.ask("POST", FIT, {"observations": {"keypoints": {"set": "coco17", "points": points}, "camera": {"fx": 1100, "cx": 500, "cy": 500}}}).body
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(16)))) == 1


@test
def the_seventy_keypoints_of_sam_3d_body_fit_a_body_without_fingers_too(p):
    """The places that the model has not are left out and said."""
    points = [None] * 70
    joints = p.ask("POST", "/v1/models/default/joints", {"bodies": [{}], "digits": 6}).json()["bodies"][0]["joints"]
    for k, j in {5: 16, 6: 17, 7: 18, 8: 19, 9: 1, 10: 2, 11: 4, 12: 5, 13: 7, 14: 8, 41: 21, 62: 20}.items():
        points[k] = joints[j]
    points[45] = [0.9, 1.3, 0]
    got = fit(p, {"keypoints": {"set": "sam3d70", "points": points}})
    assert got["rms"] < 0.01 and "40 of the 70" in json.dumps(got["warnings"]), (got["rms"], got.get("warnings"))
    assert got["observations"][45]["residual"] is None and got["observations"][45]["at"] == [None] * 3


@test
def posedctl_fits_as_the_daemon_does(p):
    truth = joints(p, **person(6)).tolist()
    with tempfile.TemporaryDirectory() as folder:
        seen, glb = os.path.join(folder, "seen.json"), os.path.join(folder, "person.glb")
        json.dump({"joints": truth}, open(seen, "w"))
        own = json.loads(posedctl("fit", seen, "--model", DEFAULT, "--json").stdout)
        got = fit(p, {"joints": truth})
        assert own["betas"] == got["betas"] and own["pose"] == got["pose"]
        said = posedctl("fit", seen, "--model", DEFAULT, "-o", glb).stdout
        assert said.startswith("converged") and " mm" in said, said
        assert open(glb, "rb").read(4) == b"glTF"

        # another unit is refused by its name; a size that is odd but possible is fitted, and named before what follows from it
        json.dump({"joints": (np.array(truth) / 0.3048).tolist()}, open(seen, "w"))
        assert "feet" in posedctl("fit", seen, "--model", DEFAULT, code=2).stderr
        json.dump({"joints": (np.array(truth) * [-1.7, 1.7, 1.7]).tolist()}, open(seen, "w"))
        found = json.loads(posedctl("fit", seen, "--model", DEFAULT, "--json").stdout)
        assert not found["converged"] and found["status"] == "implausible", found["status"]
        assert "times as large as the model's body" in found["warnings"][0]["detail"], found["warnings"]
        json.dump({"joints": (np.array(truth) * 100).tolist(), "fit_scale": True}, open(seen, "w"))
        found = json.loads(posedctl("fit", seen, "--model", DEFAULT, "--json").stdout)
        assert np.abs(np.array(found["joints"]) * found["scale"] - np.array(truth) * 100).max() < 1, found["scale"]

        # OpenPose's file of the same person, at its numbers only
        points, _ = picture(p, 1)
        order = "nose neck right_shoulder right_elbow right_wrist left_shoulder left_elbow left_wrist mid_hip right_hip right_knee right_ankle left_hip left_knee left_ankle".split()
        flat = [0.0] * 75
        for i, name in enumerate(order):
            if name in points:
                flat[3 * i:3 * i + 3] = [*points[name], 0.9]
        json.dump({"people": [{"pose_keypoints_2d": flat}]}, open(seen, "w"))
        own = json.loads(posedctl("fit", seen, "--model", DEFAULT, "--size", "1000x1000", "--json").stdout)
        assert own["rms_pixels"] < 8 and sum(o["confidence"] > 0 for o in own["observations"]) == 13, own["rms_pixels"]
        assert "--size" in posedctl("fit", seen, "--model", DEFAULT, code=2).stderr
        known = json.loads(posedctl("fit", seen, "--model", DEFAULT, "--size", "1000x1000", "--fx", "1500", "--json").stdout)
        assert known["camera"]["fx"] == 1500 and not known["camera"]["guessed"], known["camera"]
        for option in ("--plot", "--fps", "--protocol"):
            assert f"{option} is not for OpenPose's file" in posedctl("fit", seen, "--model", DEFAULT, "--size", "9x9", option, "1", code=2).stderr
        assert "person 3" in posedctl("fit", seen, "--model", DEFAULT, "--size", "9x9", "--person", "3", code=2).stderr
        assert "/dev/null:" in posedctl("fit", "/dev/null", "--model", DEFAULT, code=2).stderr


def ring(count):
    """Cameras (R, t) in a ring of 4 m, 50 degrees apart, that look at (0, 0, 0)."""
    out = []
    for i in range(count):
        a = np.radians(50) * i
        place = np.array([4 * np.sin(a), 0.4 * (i % 3), 4 * np.cos(a)])
        z = -place / np.linalg.norm(place)
        x = np.cross(z, [0, 1, 0]) / np.linalg.norm(np.cross(z, [0, 1, 0]))
        rotation = np.stack([x, np.cross(z, x), z])
        out.append((rotation, -rotation @ place))
    return out


def bend(x, k1):
    return x * (1 + k1 * (x ** 2).sum(-1, keepdims=True))


@test
def several_cameras_tell_depth(p):
    """Two pixels of noise, a lens that bends: the more cameras, the nearer; one camera alone is far worse."""
    rng, before = np.random.default_rng(9), None
    names = {"left_shoulder": 16, "right_shoulder": 17, "left_elbow": 18, "right_elbow": 19, "left_wrist": 20, "right_wrist": 21, "left_hip": 1, "right_hip": 2,
             "left_knee": 4, "right_knee": 5, "left_ankle": 7, "right_ankle": 8}
    for count in (2, 4):
        offs = []
        for seed in range(4):
            truth = joints(p, **person(seed))[list(names.values())]
            views = []
            for rotation, move in ring(count):
                at = truth @ rotation.T + move
                flat = bend(at[:, :2] / at[:, 2:], -0.12) * 1000 + [640, 360] + rng.normal(0, 2, (12, 2))
                views.append({"camera": {"fx": 1000, "cx": 640, "cy": 360, "rotation": rotation.tolist(), "translation": move.tolist(), "distortion": [-0.12, 0, 0, 0]},
                              "points": dict(zip(names, flat.tolist()))})
            got = fit(p, {"keypoints": {"set": "coco17", "views": views}})
            assert got["rms_pixels"] < 12 and len(got["observations"]) == 17 * count, got["rms_pixels"]
            last = [o for o in got["observations"] if o["camera"] == count - 1 and o["name"] == "left_ankle"][0]
            assert np.linalg.norm(np.array(last["at"]) - views[-1]["points"]["left_ankle"]) < 25, last  # as the lens shows it
            offs.append(np.linalg.norm(np.array(got["joints"])[list(names.values())] - truth, axis=1).mean())
        assert np.mean(offs) < 0.03, (count, offs)
        assert before is None or np.mean(offs) < before, (before, offs)
        before = np.mean(offs)
    bare = [{**v, "camera": {"fx": 1000, "cx": 640, "cy": 360}} for v in views]
    refused(p, "/observations/keypoints/views/0/camera", "POST /v1/jobs", {"keypoints": {"set": "coco17", "views": bare}})
    refused(p, "/observations/keypoints/views", "2 to 16", {"keypoints": {"set": "coco17", "views": views[:1]}})
    refused(p, "/observations/camera", "its own camera", {"keypoints": {"set": "coco17", "views": views}, "camera": {"width": 9, "height": 9}})
    folded = [{**v, "camera": {**v["camera"], "distortion": [-30, 0, 0, 0]}} for v in views]
    assert p.ask("POST", FIT, {"observations": {"keypoints": {"set": "coco17", "views": folded}}}).status == 400


@test
def posedctl_follows_two_people_through_a_film(p):
    """OpenPose's files of two who stand in another order in each; they come back as two, each where they stood."""
    rng = np.random.default_rng(5)
    with tempfile.TemporaryDirectory() as folder:
        film = os.path.join(folder, "film")
        os.mkdir(film)
        for f in range(20):
            rows = []
            for x in (-0.8, 0.8):
                swing = 0.4 * np.sin(f / 4)
                pose = np.zeros((24, 3))
                pose[1, 0], pose[2, 0], pose[16, 2], pose[17, 2] = swing, -swing, -1.1, 1.1
                joints = np.array(p.ask("POST", "/v1/models/default/joints", {"pose": pose.tolist(), "translation": [x, 0, -4], "digits": 6}).json()["bodies"][0]["joints"])
                flat = np.zeros((25, 3))
                for k, j in {2: 17, 3: 19, 4: 21, 5: 16, 6: 18, 7: 20, 9: 2, 10: 5, 11: 8, 12: 1, 13: 4, 14: 7}.items():
                    at = joints[j]
                    flat[k] = [500 + 1000 * at[0] / -at[2] + rng.normal(), 500 - 1000 * at[1] / -at[2] + rng.normal(), 0.8]
                rows.append({"person_id": [-1], "pose_keypoints_2d": flat.ravel().tolist()})
            with open(os.path.join(film, f"f_{f}_keypoints.json"), "w") as file:
                json.dump({"people": rows[::1 if f % 2 else -1]}, file)
        out = os.path.join(folder, "take.bvh")
        said = posedctl("fit", film, "--model", DEFAULT, "--size", "1000x1000", "--fx", "1000", "-o", out, "--sheet", os.path.join(folder, "sheet.png")).stdout
        assert "person 0: 20 frames of 25 keypoints" in said and "person 1" in said and "pixels rms" in said, said
        sides = []
        for i in range(2):
            with open(os.path.join(folder, f"take-{i}.bvh")) as file:
                first = file.read().split("Frame Time")[1].splitlines()[1].split()
            sides.append(float(first[0]))
            assert os.path.getsize(os.path.join(folder, f"sheet-{i}.png")) > 10000
        assert abs(min(sides) + 0.8) < 0.15 and abs(max(sides) - 0.8) < 0.15, sides
        assert "--size" in posedctl("fit", film, "--model", DEFAULT, code=2).stderr
        assert "--person 5; 0 to 1 allowed" in posedctl("fit", film, "--model", DEFAULT, "--size", "9x9", "--person", "5", code=2).stderr


OPENPOSE = {2: 17, 3: 19, 4: 21, 5: 16, 6: 18, 7: 20, 9: 2, 10: 5, 11: 8, 12: 1, 13: 4, 14: 7}


def three_who_cross(p):
    """Joints (T,4,24,3); cameras as JSON; of every camera and frame its figures, who it is and (25,3) pixels and confidence. They pass through one another; one figure
    in eight is missed, two pixels of noise, any order. The fourth is before the first camera alone."""
    rng, frames, cameras = np.random.default_rng(31), 40, ring(3)
    truth = np.zeros((frames, 4, 24, 3))
    for f in range(frames):
        for who in range(4):
            along, swing = 1.2 * np.cos(np.pi * f / (frames - 1)), .4 * np.sin(f / 3 + who)
            pose = np.zeros((24, 3))
            pose[0, 1], pose[1, 0], pose[2, 0], pose[16, 2], pose[17, 2] = 2 * who, swing, -swing, -1.1, 1.1 - swing
            place = ([along, 0, .1], [-along, 0, -.35], [.15, 0, along], [1.4, 0, .4])[who]
            truth[f, who] = joints(p, pose=pose.tolist(), translation=place)
    listed, seen = [], []
    for c, (rotation, move) in enumerate(cameras):
        listed.append({"fx": 1000, "cx": 960, "cy": 540, "rotation": rotation.tolist(), "translation": move.tolist()})
        seen.append([])
        for f in range(frames):
            seen[c].append([])
            for who in rng.permutation(4 if c == 0 else 3):
                if rng.random() < 1 / 8 and who < 3:
                    continue
                at = truth[f, who] @ rotation.T + move
                flat = np.zeros((25, 3))
                for k, j in OPENPOSE.items():
                    flat[k] = *(1000 * at[j, :2] / at[j, 2] + [960, 540] + rng.normal(0, 2, 2)), .8
                seen[c][f].append((who, flat))
    return truth, listed, seen


def as_rows(flat):
    return [[x, y] if c else None for x, y, c in np.round(flat, 2).tolist()]


@test
def posedctl_tells_three_people_apart_before_three_cameras(p):
    """They pass through one another; figures come in any order, one in eight is missed, two pixels of noise. Somebody else is before the first camera alone."""
    truth, listed, seen = three_who_cross(p)
    frames = len(truth)
    with tempfile.TemporaryDirectory() as folder:
        for c, film in enumerate(seen):
            os.mkdir(os.path.join(folder, f"film{c}"))
            for f, figures in enumerate(film):
                with open(os.path.join(folder, f"film{c}", f"{f}_keypoints.json"), "w") as file:
                    json.dump({"people": [{"person_id": [-1], "pose_keypoints_2d": flat.ravel().tolist()} for _, flat in figures]}, file)
        films, known = [os.path.join(folder, f"film{c}") for c in range(3)], os.path.join(folder, "cameras.json")
        with open(known, "w") as file:
            json.dump(listed, file)

        def found(*more):
            said = posedctl("fit", "--views", *films, "--model", DEFAULT, "-o", os.path.join(folder, "take.npz"), *more)
            out = []
            for who in range(4):
                took = np.load(os.path.join(folder, f"take-{who}.npz"))
                out.append(np.array([joints(p, pose=pose.reshape(-1, 3).tolist(), translation=move.tolist(), betas=took["betas"].tolist())
                                     for pose, move in zip(took["poses"], took["trans"])])[:, list(OPENPOSE.values())][..., [0, 2, 1]] * [1, 1, -1])  # AMASS has +Z up
            return said.stdout + said.stderr, out
        said, people = found("--cameras", known)
        assert "film0 alone: how far away is a guess" in said and "by two cameras and more" in said, said
        own = truth[:, :, list(OPENPOSE.values())]
        for who in range(3):
            near = min(np.linalg.norm(one - own[:, who], axis=-1).mean() for one in people if len(one) == frames)
            assert near < .03, (who, near)
        one = posedctl("fit", "--views", *films, "--model", DEFAULT, "--cameras", known, "--person", "9", code=2).stderr
        assert "--person 9; 0 to 3 allowed" in one, one

        # nobody has measured the cameras: the room is where and as large as the calibration says
        said, people = found("--size", "1920x1080", "--fx", "1000")
        assert "% of the points agree" in said and "3 cameras found" in said, said
        for who in range(3):
            near = min(aligned(one.reshape(-1, 3), own[:, who].reshape(-1, 3)) for one in people if len(one) == frames)
            assert near < .04, (who, near)


@test
def three_people_are_told_apart_by_http(p):
    """The take as a job, with cameras that are known and with cameras that nobody has measured; and one moment of it by fit, figures told by number."""
    truth, listed, seen = three_who_cross(p)
    own = truth[:, :, list(OPENPOSE.values())]

    def found(cameras):
        views = [{"camera": camera, "frames": [[as_rows(flat) for _, flat in figures] for figures in film]} for camera, film in zip(cameras, seen)]
        job = p.ask("POST", "/v1/jobs", {"rate": 30, "crowd": {"set": "openpose25", "views": views}})
        assert job.status == 202, job.body
        told = job.json()
        while told["status"] in ("queued", "running"):
            time.sleep(.05)
            told = p.ask("GET", f"/v1/jobs/{told['id']}").json()
        assert told["status"] == "done" and len(told["people"]) == 4 and told["left_out"] == 0, told
        out = []
        for who in range(4):
            take = p.ask("GET", f"/v1/jobs/{told['id']}/result?format=json&person={who}").json()
            assert len(take["frames"]) == told["people"][who]["frames"]
            out.append(np.array([joints(p, pose=np.reshape(f["pose"], (-1, 3)).tolist(), translation=f["translation"], betas=take["betas"])
                                 for f in take["frames"]])[:, list(OPENPOSE.values())])
        assert p.ask("DELETE", f"/v1/jobs/{told['id']}").status == 204
        return told["people"], out
    people, bodies = found(listed)
    alone = [one for one in people if "only" in one]
    assert len(alone) == 1 and alone[0]["only"] == 0 and alone[0]["shared"] == 0 and all(point["camera"] == 0 for point in alone[0]["points"]), alone
    assert all(one["shared"] > 30 and one["seen"] >= one["shared"] and len(one["points"]) > 50 for one in people if "only" not in one), people
    for who in range(3):
        near = min(np.linalg.norm(body - own[one["first"]:one["first"] + one["frames"], who], axis=-1).mean() for one, body in zip(people, bodies))
        assert near < .03, (who, near)
    people, bodies = found([{"width": 1920, "height": 1080, "fx": 1000}] * 3)
    for who in range(3):
        near = min(aligned(body.reshape(-1, 3), own[one["first"]:one["first"] + one["frames"], who].reshape(-1, 3)) for one, body in zip(people, bodies))
        assert near < .04, (who, near)

    f = next(f for f in range(12, 40) if all(sum(who == w for film in seen for who, _ in film[f]) >= 2 for w in range(3)))
    views = [{"camera": camera, "figures": [as_rows(flat) for _, flat in film[f]]} for camera, film in zip(listed, seen)]
    got = p.ask("POST", FIT, {"observations": {"crowd": {"set": "openpose25", "views": views}}, "mesh": "glb"})
    assert got.status == 200, got.body
    got = got.json()
    whose = [{seen[c][f][i][0] for c, i in enumerate(one["figures"]) if i is not None} for one in got["people"]]
    assert all(len(w) == 1 for w in whose) and sorted(w.pop() for w in whose) == list(range(len(whose))), got["people"]
    for one in got["people"]:
        who = next(seen[c][f][i][0] for c, i in enumerate(one["figures"]) if i is not None)
        off = np.linalg.norm(np.array(one["joints"])[list(OPENPOSE.values())] - own[f, who], axis=-1).mean()
        assert (off < .04 or who == 3) and len(one["mesh"]["base64"]) > 100000, (who, off)

    def wrong(pointer, words, path, body):
        reply = p.ask("POST", path, body)
        assert reply.status == 400 and pointer in reply.body.decode() and words in reply.body.decode(), reply.body
    bare = [{**view, "camera": {"width": 1920, "height": 1080}} for view in views]
    wrong("/observations/crowd/views/0/camera", "POST /v1/jobs", FIT, {"observations": {"crowd": {"set": "openpose25", "views": bare}}})
    wrong("/observations/crowd", "only floor", FIT, {"observations": {"crowd": {"set": "openpose25", "views": views}, "keep_betas": True}})
    short = [{**view, "figures": [figure[:24] for figure in view["figures"]]} for view in views]
    wrong("/observations/crowd/views/0/figures/0", "24 keypoints; 25 expected", FIT, {"observations": {"crowd": {"set": "openpose25", "views": short}}})
    wrong("/crowd", "only one of the two", "/v1/jobs", {"people": [], "crowd": {"set": "openpose25", "views": []}})
    wrong("/crowd/views", "1 to 16", "/v1/jobs", {"crowd": {"set": "openpose25", "views": []}})
    wrong("/crowd/views/0", "no person is seen in any of the 2 frames", "/v1/jobs", {"crowd": {"set": "coco17", "views": [{"camera": {"width": 9, "height": 9}, "frames": [[], []]}]}})
    wrong("/crowd/views/0/frames/1", "65 figures; 0 to 64", "/v1/jobs",
          {"crowd": {"set": "coco17", "views": [{"camera": {"width": 9, "height": 9}, "frames": [[], [[None] * 17] * 65]}]}})


def vertices_of(p, **body):
    reply = p.ask("POST", "/v1/models/default/mesh", {**body, "digits": 6, "include": ["vertices"]})
    assert reply.status == 200, reply.body
    return np.reshape(reply.json()["bodies"][0]["vertices"], (-1, 3))


def as_amass(points):
    """y up to z up."""
    return points[..., [0, 2, 1]] * [1, -1, 1]


@test
def posedctl_fits_registered_meshes(p):
    """Seven poses unlike one another of one person: as OBJ, PLY and npz, alone and as a folder, with vertices that are not known."""
    shape = person(7)["betas"]
    bodies = [{**person(seed), "betas": shape} for seed in range(30, 37)]
    truth = [vertices_of(p, **body) for body in bodies]
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)

        def write(name, points):
            with open(name, "w") as file:
                if name.endswith(".ply"):
                    file.write(f"ply\nformat ascii 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\nproperty float z\nend_header\n")
                file.writelines(f"{'v ' if name.endswith('.obj') else ''}{x:.6f} {y:.6f} {z:.6f}\n" for x, y, z in points)

        def off(out):
            with np.load(out) as z:
                poses, betas, moves = z["poses"], z["betas"], z["trans"]
            lain = [as_amass(np.array(t)) for t in truth]
            found = [vertices_of(p, betas=betas.tolist(), pose=pose.reshape(-1, 3).tolist(), translation=move.tolist()) for pose, move in zip(poses, moves)]
            return [np.linalg.norm(a - b, axis=1).mean() for a, b in zip(found, lain)]

        write(path("one.obj"), truth[0])
        said = posedctl("fit", path("one.obj"), "--model", DEFAULT, "-o", path("one.npz"), "--sheet", path("one.png")).stdout
        assert "1 frame of 384 vertices" in said and off(path("one.npz"))[0] < 3e-4, (said, off(path("one.npz")))
        os.mkdir(path("many"))
        for i, mesh in enumerate(truth):
            write(path(f"many/mesh {i + 5}.{'obj' if i % 2 else 'ply'}"), mesh)
        posedctl("fit", path("many"), "--model", DEFAULT, "-o", path("many.npz"), "--plot", path("many.svg"))
        assert len(off(path("many.npz"))) == 7 and max(off(path("many.npz"))) < 3e-4, off(path("many.npz"))
        holes = np.array(truth)
        holes[:, np.linalg.norm(truth[0] - truth[0][4000], axis=1) < 0.15] = np.nan
        np.savez(path("holes.npz"), vertices=holes.astype("<f4"))
        report = json.loads(posedctl("fit", path("holes.npz"), "--model", DEFAULT, "-o", path("holes-found.npz"), "--json").stdout)
        assert report["frames"] == 7 and len(report["vertices"]) == 384 and max(off(path("holes-found.npz"))) < 1e-3, off(path("holes-found.npz"))

        write(path("few.obj"), truth[0][:100])
        assert "few.obj: 100 vertices; 13380 expected" in posedctl("fit", path("few.obj"), "--model", DEFAULT, code=2).stderr
        np.savez(path("few.npz"), vertices=np.zeros((2, 99, 3)))
        assert "are not (N, 13380, 3)" in posedctl("fit", path("few.npz"), "--model", DEFAULT, code=2).stderr
        np.savez(path("none.npz"), vertices=np.full((1, 13380, 3), np.nan))
        assert "no frame has more than 0 points that are seen" in posedctl("fit", path("none.npz"), "--model", DEFAULT, code=2).stderr
        with open(path("bad.ply"), "w") as file:
            file.write("ply\nformat ascii 1.0\nelement vertex 100000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n")
        assert "100000000 vertices; 1 to 2000000 allowed" in posedctl("fit", path("bad.ply"), "--model", DEFAULT, code=1).stderr


def write_scan(path, points):
    with open(path, "wb") as file:
        file.write(f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\nproperty float z\nend_header\n".encode())
        file.write(points.astype("<f4").tobytes())


def scan_and_keypoints(p, scan, keys, widen=1):
    """Writes a scan with +Z up in millimetres, of which a part of the head is missing, and five keypoints; x is multiplied by widen. Returns the vertices in metres and the rotation of the axes."""
    body = p.ask("POST", "/v1/models/default/mesh", {**person(5), "digits": 6, "include": ["vertices", "joints"]}).json()["bodies"][0]
    truth = np.reshape(body["vertices"], (-1, 3))
    at = np.reshape(body["joints"], (-1, 3))
    rng = np.random.default_rng(1)
    turn = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    kept = truth[np.linalg.norm(truth - truth[4000], axis=1) > 0.08]
    write_scan(scan, 1000 * (kept + 0.001 * rng.standard_normal(kept.shape)) @ turn.T * [widen, 1, 1])
    json.dump({name: (1000 * at[k] @ turn.T * [widen, 1, 1]).tolist() for name, k in (("pelvis", 0), ("neck", 12), ("left_wrist", 20), ("left_ankle", 7), ("right_knee", 5))}, open(keys, "w"))
    return truth, turn


@test
@runner.nightly  # fifteen seconds for one line of the output
def posedctl_warns_of_a_scan_twice_as_wide_as_a_person(p):
    with tempfile.TemporaryDirectory() as folder:
        scan, keys, out = (os.path.join(folder, name) for name in ("scan.ply", "keys.json", "out.npz"))
        scan_and_keypoints(p, scan, keys, widen=2)
        assert "is it a scan of a person?" in posedctl("register", scan, "--model", DEFAULT, "--unit", "mm", "--keypoints", keys, "--quiet", "-o", out).stdout


@test
def posedctl_registers_a_scan_whose_joints_are_known(p):
    with tempfile.TemporaryDirectory() as folder:
        scan, keys, out = (os.path.join(folder, name) for name in ("scan.ply", "keys.json", "out.npz"))
        truth, turn = scan_and_keypoints(p, scan, keys)
        said = json.loads(posedctl("register", scan, "--model", DEFAULT, "--unit", "mm", "--keypoints", keys, "--json", "--quiet", "-o", out).stdout)
        with np.load(out) as z:
            found, seen = z["vertices"][0] @ turn, z["seen"][0]
        assert np.isnan(found[~seen]).all() and not np.isnan(found[seen]).any()
        assert not seen[4000] and 0.8 * len(seen) < seen.sum() == said["seen_vertices"] < len(seen), seen.mean()
        off = np.linalg.norm(found[seen] - truth[seen], axis=1).mean()
        assert off < 0.012 and said["rms"] < 0.003, (off, said)

        assert "it looks like millimetres (unit mm)" in posedctl("register", scan, "--model", DEFAULT, code=2).stderr
        json.dump({"pelvis": [0, 0, 0], "neck": [0, 0, 1], "tail": [0, 0, 0]}, open(keys, "w"))
        assert "'tail' is neither a joint of the model" in posedctl("register", scan, "--model", DEFAULT, "--unit", "mm", "--keypoints", keys, code=1).stderr
        with open(scan, "wb") as file:
            file.write(b"ply\nformat binary_little_endian 1.0\nelement vertex 100000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n")
        assert "100000000 vertices; 1 to 2000000 allowed" in posedctl("register", scan, "--model", DEFAULT, code=1).stderr


@test
@runner.nightly  # half a minute; test_align's "an_arm_that_was_missed_is_found_again" runs the same search
def posedctl_finds_how_a_scan_faces_that_misses_half_a_limb(p):
    """Without looking again for the limb of whom most points lie near, this one was laid in back to front: 29.9 mm, and vertices 549 mm from their own places."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../factory/scripts/scan_figures.py")
    # The woman to whom it happened: which person a seed gives changes with the people that are learned.
    woman = (
        "-0.64,0.18,1.39,-1.29,3.18,0.94,-0.27,-0.87,1.64,1.92,-1.01,0.19,-0.66,-0.21,-0.76,-0.38,0.31,0.74,0.21,0.39,-0.88,0.5,-1.1,-0.48,-1.02,"
        "1.56,3.99,1.35,0.17,-0.24,-0.53,0.15,-0.39,-1.72,0.71,0.55,1.84,1.01,0.06,-1.39,0.81,-0.14,0.47,0.06,2.9,1.1,0.33,-2.71,-0.31,-0.92,"
        "1.42,-1.23,1.74,0.73,0.84,-0.99,-0.49,-0.19,0.94,0.39,1.2,-0.68,-0.3,1.21,0.18,0.93,2.21,-0.45,-2.6,-0.99,-0.08,0.46,1.23,0.41,-0.65,"
        "-0.01,0.66,0.04,-1.75"
    )
    done = subprocess.run([sys.executable, script, os.path.join(BUILD, "posedctl"), "--first", "106", "--bodies", "1", "--full", "--betas=" + woman], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    surface, own = (float(done.stdout.split()[i]) for i in (2, 9))
    assert surface < 5 and own < 20, done.stdout


# -- bad input ------------------------------------------------------------------------


@test
def bad_observations_are_refused_by_their_place(p):
    points, _ = picture(p, 1)
    truth = joints(p, **person(1)).tolist()
    camera = {"fx": 1100, "cx": 500, "cy": 500}
    refused(p, "/observations", "no points, or every confidence is 0", {})
    refused(p, "/observations", "no points, or every confidence is 0", {"keypoints": {"set": "coco17", "points": points, "confidence": {n: 0 for n in points}}, "camera": camera})
    refused(p, "/observations", "2 seen in space", {"joints": {"head": [0, 1, 0], "neck": [0, 0, 0]}})
    refused(p, "/observations", "on a line", {"joints": {"head": [0, 1, 0], "neck": [0, 0, 0], "pelvis": [0, 2, 0]}})
    refused(p, "/observations/joints", "23 rows; 24 expected", {"joints": truth[:23]})
    refused(p, "/observations/keypoints/set", "did you mean coco17?", {"keypoints": {"set": "coco18", "points": []}})
    refused(p, "/observations/keypoints/points", "16 rows; 17 expected", {"keypoints": {"set": "coco17", "points": [None] * 16}})
    refused(p, "/observations/camera", "missing", {"keypoints": {"set": "coco17", "points": points}})
    refused(p, "/observations/camera/fx", "above 0", {"keypoints": {"set": "coco17", "points": points}, "camera": {**camera, "fx": -5}})
    refused(p, "/observations/camera/rotation", "not a rotation", {"keypoints": {"set": "coco17", "points": points}, "camera": {**camera, "rotation": [1, 0, 0, 0, 1, 0, 0, 0, -1]}})
    behind = {"joints": (np.array(truth) + [0, 0, 9]).tolist(), "keypoints": {"set": "coco17", "points": points}, "camera": camera}
    refused(p, "/observations/camera", "behind the camera", behind)
    reply = p.ask("POST", FIT, b'{"observations":{"joints":{"head":[NaN,0,0]}}}')
    assert reply.status == 400, reply.status
    refused(p, "/observations", "only one of the two", {"joints": truth}, measurements={"height": 1.8})


@test
def thousands_of_vertices_are_taken_and_more_are_refused(p):
    index = list(range(0, 13000, 13))
    reply = p.ask("POST", "/v1/models/default/mesh", {**person(7), "digits": 6, "include": ["vertices"]}).json()["bodies"][0]["vertices"]
    vertices = np.reshape(reply, (-1, 3))
    begin = time.time()
    got = fit(p, {"vertices": {"index": index, "points": vertices[index].tolist()}})
    assert got["rms"] < 3e-3, (got["rms"], time.time() - begin)
    many = list(range(5000))
    reply = p.ask("POST", FIT, {"observations": {"vertices": {"index": many, "points": vertices[many].tolist()}}})
    assert reply.status == 413 and "4096" in reply.json()["detail"], reply.body


with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
