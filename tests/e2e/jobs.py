"""Usage: jobs.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all."""
import io
import json
import os
import sys
import time

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1], sys.argv[2]
SEEN = {"left_shoulder": 16, "right_shoulder": 17, "left_elbow": 18, "right_elbow": 19, "left_wrist": 20, "right_wrist": 21,
        "left_hip": 1, "right_hip": 2, "left_knee": 4, "right_knee": 5, "left_ankle": 7, "right_ankle": 8}
COCO = "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle right_ankle".split()
STANDS_STILL = 6000  # looks, 50 ms and more apart, at which nothing was different
tests = []


def test(function):
    tests.append(function)
    return function


# markers of the left side and of the middle: from a joint, moved so far, out of the skin in this direction
ON_SKIN = {"FHD": (15, (0.05, 0.12, 0), (0.4, 0.1, 1)), "BHD": (15, (0.05, 0.12, 0), (0.4, 0.1, -1)), "SHO": (16, (0, 0, 0), (0, 1, 0)),
           "ELB": (18, (0, 0, 0), (0, 1, -0.3)), "WRA": (20, (0, 0, 0), (0, 0.1, 1)), "WRB": (20, (0, 0, 0), (0, 0.1, -1)),
           "FWT": (1, (0.03, 0.09, 0), (0.3, 0, 1)), "BWT": (1, (-0.03, 0.11, 0), (0, 0, -1)), "KNE": (4, (0, 0, 0), (1, 0, 0)),
           "ANK": (7, (0, 0, 0), (1, 0, 0)), "TOE": (10, (0, 0, 0.02), (0, 1, 0))}


def people_moving(frames, offset=0.0):
    bodies = []
    for f in range(frames):
        pose = np.zeros((24, 3))
        swing = np.sin(2 * np.pi * f / 40)
        pose[1, 0], pose[2, 0] = 0.4 * swing, -0.4 * swing
        pose[4, 0], pose[5, 0] = 0.3 + 0.2 * swing, 0.3 - 0.2 * swing
        pose[16, 2], pose[17, 2] = -1.0, 1.0
        pose[18, 1], pose[19, 1] = -0.5, 0.5
        bodies.append({"betas": [0.5, -0.5], "pose": pose.tolist(), "translation": [offset, 0, 0.01 * f]})
    return bodies


def vertices_of(p, bodies):
    reply = p.ask("POST", "/v1/models/default/mesh?format=bin", {"bodies": bodies, "include": ["vertices"]})
    assert reply.status == 200, reply.body
    return np.frombuffer(reply.body, "<f4").astype(float).reshape(len(bodies), -1, 3)


def markers_moving(p, bodies):
    """By name (T,3): the vertex farthest out within 2 cm of the ray, on a body at rest."""
    skin, rest = vertices_of(p, bodies), vertices_of(p, [{}])[0]
    joints = np.array(p.ask("POST", "/v1/models/default/joints", {"bodies": [{}], "digits": 6}).json()["bodies"][0]["joints"])
    found = {}
    for name, (joint, shift, along) in ON_SKIN.items():
        for side, sign in (("L", 1), ("R", -1)):
            mirror = np.array([sign, 1, 1])
            k = joint if sign > 0 or joint == 15 else joint + 1
            from_joint = rest - joints[k] - mirror * shift
            ray = mirror * along / np.linalg.norm(along)
            far = from_joint @ ray
            beside = np.linalg.norm(from_joint - far[:, None] * ray, axis=1)
            hit = np.where((beside < 0.02) & (far > 0) & (far < 0.2), far, -beside)
            found[side + name] = skin[:, hit.argmax()]
    return found


def moving(p, frames, offset=0.0):
    """Keypoints of someone who swings arms and legs, by the daemon's own joints: (T,24,3) and rows of coco17."""
    bodies = people_moving(frames, offset)
    joints = []
    for i in range(0, frames, 100):
        reply = p.ask("POST", "/v1/models/default/joints", {"bodies": bodies[i:i + 100], "digits": 6})
        assert reply.status == 200, reply.body
        joints += [body["joints"] for body in reply.json()["bodies"]]
    rows = [[frame[SEEN[name]] if name in SEEN else None for name in COCO] for frame in joints]
    return np.array(joints), rows


def wait(p, job):
    """As long as anything goes on: its thread has the lowest priority, and gets what a busy machine leaves."""
    before, stood = None, 0
    while stood < STANDS_STILL:
        reply = p.ask("GET", f"/v1/jobs/{job}").json()
        assert 0 <= reply["progress"] <= 1, reply
        if reply["status"] not in ("queued", "running"):
            return reply
        now = [(j["id"], j["status"], j["progress"]) for j in p.ask("GET", "/v1/jobs").json()["jobs"]]
        stood = stood + 1 if now == before else 0
        before = now
        time.sleep(0.05)
    raise AssertionError(("no progress", reply))


def send(p, people, **more):
    reply = p.ask("POST", "/v1/jobs", {"people": people, **more})
    assert reply.status == 202, (reply.status, reply.body)
    return reply.json()["id"]


def joints_of(p, take):
    body = [{"betas": take["betas"], "pose": f["pose"], "translation": f["translation"]} for f in take["frames"]]
    return np.array([b["joints"] for b in p.ask("POST", "/v1/models/default/joints", {"bodies": body, "digits": 6}).json()["bodies"]])


@test
def two_people_come_back_as_they_moved(p):
    truths = []
    people = []
    for offset in (0.0, 2.0):
        joints, rows = moving(p, 60, offset)
        truths.append(joints)
        people.append({"keypoints": {"set": "coco17", "frames": rows}})
    job = send(p, people, rate=60)
    assert job in [j["id"] for j in p.ask("GET", "/v1/jobs").json()["jobs"]]
    done = wait(p, job)
    assert done["status"] == "done" and done["progress"] == 1 and len(done["people"]) == 2, done
    for i, truth in enumerate(truths):
        assert done["people"][i]["rms"] < 0.02 and not done["people"][i]["mirrored"], done["people"][i]
        take = p.ask("GET", f"/v1/jobs/{job}/result?format=json&person={i}").json()
        assert len(take["frames"]) == 60 and take["rate"] == 60
        off = np.linalg.norm(joints_of(p, take)[:, list(SEEN.values())] - truth[:, list(SEEN.values())], axis=-1).mean()
        assert off < 0.025, off
    # left and right exchanged in a part of it
    mirror = [COCO.index(n.replace("left", "r-").replace("right", "left").replace("r-", "right")) for n in COCO]
    rows = people[0]["keypoints"]["frames"]
    seen = [[row[k] for k in mirror] if 20 <= f < 36 else row for f, row in enumerate(rows)]
    turned = send(p, [{"keypoints": {"set": "coco17", "frames": seen}}], rate=60)
    said = wait(p, turned)["people"][0]
    assert said["sides_exchanged"] == 16 and not said["mirrored"] and said["rms"] < .02, said
    take = p.ask("GET", f"/v1/jobs/{turned}/result?format=json").json()
    off = np.linalg.norm(joints_of(p, take)[:, list(SEEN.values())] - truths[0][:, list(SEEN.values())], axis=-1).mean()
    assert off < .025, off
    p.ask("DELETE", f"/v1/jobs/{turned}")
    assert "warnings" not in done, done["warnings"]
    def sized(times):
        return [[[times * x for x in at] if at else None for at in row] for row in people[1]["keypoints"]["frames"][:20]]

    # another unit is refused with its name and the person; an unusual but possible size gives a warning
    reply = p.ask("POST", "/v1/jobs", {"rate": 60, "people": [{"keypoints": {"set": "coco17", "frames": rows[:20]}}, {"keypoints": {"set": "coco17", "frames": sized(100)}}]})
    assert reply.status == 400 and reply.json()["errors"][0]["pointer"] == "/people/1/frames" and "centimetres" in reply.json()["detail"], reply.body
    larger = sized(1.6)
    strange = wait(p, send(p, [{"keypoints": {"set": "coco17", "frames": rows[:20]}}, {"keypoints": {"set": "coco17", "frames": larger}}], rate=60))
    assert [w["pointer"] for w in strange["warnings"]] == ["/people"] and "person 1: beta" in strange["warnings"][0]["detail"], strange["warnings"]
    npz = p.ask("GET", f"/v1/jobs/{job}/result?format=npz&person=1")
    arrays = np.load(io.BytesIO(npz.body))
    assert arrays["poses"].shape == (60, 72) and arrays["mocap_framerate"] == 60
    assert p.ask("GET", f"/v1/jobs/{job}/result?format=glb").body[:4] == b"glTF"
    assert p.ask("GET", f"/v1/jobs/{job}/result?format=bvh").body.startswith(b"HIERARCHY")
    assert p.ask("GET", f"/v1/jobs/{job}/result?person=2").status == 400
    assert p.ask("DELETE", f"/v1/jobs/{job}").status == 204
    assert p.ask("GET", f"/v1/jobs/{job}").status == 404


def trc(markers, frames):
    """As it is sent by capture systems, millimetres."""
    lines = ["PathFileType\t4\t(X/Y/Z)\ttake.trc", "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
             f"60\t60\t{frames}\t{len(markers)}\tmm\t60\t1\t{frames}", "Frame#\tTime\t" + "\t\t\t".join(markers), "\t\t" + "\t".join(f"{c}{i + 1}" for i in range(len(markers)) for c in "XYZ"), ""]
    for f in range(frames):
        lines.append(f"{f + 1}\t{f / 60:.5f}\t" + "\t".join(f"{1000 * x:.3f}" for marker in markers.values() for x in marker[f]))
    return "\n".join(lines) + "\n"


@test
def markers_of_a_text_file_are_taken_as_they_are(p):
    joints, _ = moving(p, 40)
    names = markers_moving(p, people_moving(40))
    reply = p.ask("POST", "/v1/jobs?up=y", trc(names, 40).encode(), headers={"Content-Type": "application/octet-stream"})
    assert reply.status == 202, reply.body
    job = reply.json()["id"]
    done = wait(p, job)
    assert done["status"] == "done" and done["people"][0]["frames"] == 40, done
    assert done["people"][0]["rms"] < 0.01, done["people"][0]
    take = p.ask("GET", f"/v1/jobs/{job}/result?format=json").json()
    off = np.linalg.norm(joints_of(p, take)[:, list(SEEN.values())] - joints[:, list(SEEN.values())], axis=-1).mean()
    assert off < 0.04, off
    assert {point["name"] for point in done["people"][0]["points"]} == set(names)
    again = p.ask("GET", f"/v1/jobs/{job}/result?format=trc")
    rows = again.body.decode().split("\n")
    assert again.status == 200 and again.headers["content-type"] == "application/x-trc" and set(rows[3].split("\t")[2::3]) >= set(names), rows[:4]
    column = rows[3].split("\t").index(next(iter(names)))
    values = [float(v) for v in next(r for r in rows[5:] if r.startswith("1\t")).split("\t")[column:column + 3]]
    assert np.allclose(values, 1000 * np.array(next(iter(names.values()))[0]), atol=.1), values
    other = send(p, [{"keypoints": {"set": "coco17", "frames": moving(p, 4)[1]}}])
    wait(p, other)
    refused = p.ask("GET", f"/v1/jobs/{other}/result?format=trc")
    assert refused.status == 400 and b"/format" in refused.body, refused.body


@test
def a_take_of_markers_with_z_up_is_turned_upright(p):
    joints, _ = moving(p, 20)
    markers = markers_moving(p, people_moving(20))
    turned = np.stack(list(markers.values()), axis=1)[:, :, [0, 2, 1]] * [1, -1, 1]  # by a quarter turn about x
    job = send(p, [{"markers": {"names": list(markers), "frames": turned.tolist()}}])
    done = wait(p, job)
    assert done["status"] == "done" and done["people"][0]["rms"] < 0.01, done
    found = joints_of(p, p.ask("GET", f"/v1/jobs/{job}/result?format=json").json())
    off = np.linalg.norm(found[:, list(SEEN.values())] - joints[:, list(SEEN.values())], axis=-1).mean()
    assert off < 0.04, off

    # Keypoints in space are turned likewise; those in a picture are in the axes of their camera.
    points = [[None if x is None else [x[0], -x[2], x[1]] for x in row] for row in moving(p, 20)[1]]
    keypoints = {"set": "coco17", "frames": [[None if x is None else [float(v) for v in x] for x in row] for row in points]}
    reply = p.ask("POST", "/v1/jobs?up=z", {"people": [{"keypoints": keypoints}]})
    assert reply.status == 202, reply.body
    done = wait(p, reply.json()["id"])
    found = joints_of(p, p.ask("GET", f"/v1/jobs/{done['id']}/result?format=json").json())
    off = np.linalg.norm(found[:, list(SEEN.values())] - joints[:, list(SEEN.values())], axis=-1).mean()
    assert done["status"] == "done" and off < 0.04, (off, done)
    flat = {"set": "coco17", "frames": [[None if x is None else [500 + 100 * x[0], 500 - 100 * x[1]] for x in row] for row in moving(p, 2)[1]],
            "camera": {"width": 1000, "height": 1000, "fx": 900}}
    both = p.ask("POST", "/v1/jobs?up=z", {"people": [{"keypoints": flat}]})
    assert both.status == 400 and "up is allowed with" in both.json()["detail"], both.body


def rotation(v):
    """A rotation vector's matrix."""
    angle = np.linalg.norm(v)
    if angle == 0:
        return np.eye(3)
    x, y, z = v / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def quaternion(m):
    """x, y, z, w, by the axis and the angle."""
    v = np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
    w = np.sqrt(max(0, 1 + np.trace(m))) / 2
    assert w > 1e-3
    return [*(v / (4 * w)), w]


@test
def sensors_give_the_pose_of_who_wears_them(p):
    """Stuck on anyhow, in a world whose z is up and which has a heading: what bones do after the T-pose comes out, and the body goes over its feet."""
    worn = [0, 9, 15, 16, 17, 18, 19, 1, 2, 4, 5, 7, 8]
    names = ["pelvis", "spine3", "head", "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_hip", "right_hip", "left_knee", "right_knee", "left_ankle",
             "right_ankle"]
    parents = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]
    rest = np.array(p.ask("POST", "/v1/models/default/joints", {"bodies": [{}], "digits": 6}).json()["bodies"][0]["joints"])
    rng = np.random.default_rng(2)
    mounts, heading = [rotation(rng.normal(0, 0.6, 3)) for _ in worn], rotation(np.array([0, 0.8, 0]))
    upright = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])  # from y up to z up: a quarter turn about x
    facing = float(np.degrees(0.8)) - 90  # counted from the x axis of the file
    worlds = []
    for body in people_moving(50):
        world = []
        for k, up in enumerate(parents):
            own = rotation(np.array(body["pose"][k]))
            world.append(own if up < 0 else world[up] @ own)
        worlds.append(world)
    t_pose = [np.eye(3) for _ in range(24)]
    for k, x in ((16, 1.0), (18, 1.0), (17, -1.0), (19, -1.0)):  # arms to the sides
        bone = rest[k + 2] - rest[k]
        bone /= np.linalg.norm(bone)
        axis = np.cross(bone, [x, 0, 0])
        t_pose[k] = rotation(axis / np.linalg.norm(axis) * np.arcsin(np.linalg.norm(axis)))
    rows = [[quaternion(upright @ heading @ w[k] @ m) for k, m in zip(worn, mounts)] for w in [t_pose] + worlds]
    rows[7][3] = None
    job = send(p, [{"orientations": {"names": names, "frames": rows, "facing": facing}}], rate=30)
    done = wait(p, job)
    assert done["status"] == "done", done
    one = done["people"][0]
    assert one["rms_degrees"] < 3 and one["walked"] and abs(one["facing"] - facing) < 1e-2 and one["rms"] is None, one
    take = p.ask("GET", f"/v1/jobs/{job}/result?format=json").json()
    off = []
    for frame, truth in list(zip(take["frames"][1:], worlds))[5:]:
        world = []
        for k, up in enumerate(parents):
            own = rotation(np.array(frame["pose"][3 * k:3 * k + 3]))
            world.append(own if up < 0 else world[up] @ own)
        off += [np.arccos(np.clip((np.trace(world[k].T @ heading @ truth[k]) - 1) / 2, -1, 1)) for k in worn]
    assert np.degrees(np.mean(off)) < 3, np.degrees(np.mean(off))
    reply = p.ask("POST", "/v1/jobs", {"people": [{"orientations": {"names": names, "frames": rows, "calibration": [0, 51]}}]})
    assert reply.status == 400 and "0 to 50 allowed" in str(reply.json()), reply.body


@test
def exchanged_markers_are_read_as_what_they_are(p):
    joints, _ = moving(p, 40)
    markers = markers_moving(p, people_moving(40))
    names = list(markers)
    at = np.stack(list(markers.values()), axis=1)
    a, b = names.index("LWRA"), names.index("LELB")
    at[12:25, [a, b]] = at[12:25, [b, a]]
    job = send(p, [{"markers": {"names": names, "frames": at.tolist()}}])
    done = wait(p, job)
    person = done["people"][0]
    assert done["status"] == "done" and person["rms"] < 0.01, done
    stretches = {(m["marker"], m["called"], m["first"], m["last"]) for m in person["mended"]}
    assert stretches == {("LWRA", "LELB", 12, 24), ("LELB", "LWRA", 12, 24)} and person["mended_points"] == 26, person["mended"]
    found = joints_of(p, p.ask("GET", f"/v1/jobs/{job}/result?format=json").json())
    off = np.linalg.norm(found[:, list(SEEN.values())] - joints[:, list(SEEN.values())], axis=-1).mean()
    assert off < 0.04, off


@test
def points_without_names_are_found_or_refused(p):
    few = {"names": ["*%d" % i for i in range(11)], "frames": [[[0.1 * i, 0.2 * i, 0] for i in range(11)]]}
    reply = p.ask("POST", "/v1/jobs", {"people": [{"markers": few}]})
    assert reply.status == 400 and "11 are seen at most" in reply.json()["detail"], reply.body
    reply = p.ask("POST", "/v1/jobs?protocol=what", {"people": [{"markers": few}]})
    assert reply.status == 400 and "plugin-gait-legs expected" in reply.json()["detail"], reply.body
    cloud = np.random.default_rng(2).random((5, 30, 3)) * 3
    failed = wait(p, send(p, [{"markers": {"names": ["*"] * 30, "frames": cloud.tolist()}}]))
    assert failed["status"] == "failed" and "no body comes near enough to the points" in failed["detail"], failed

    # the 22 that the file's own skin has are most of Plug-in Gait's 39
    joints, _ = moving(p, 60)
    markers = markers_moving(p, people_moving(60))
    order = np.random.default_rng(1).permutation(len(markers))
    at = np.stack(list(markers.values()), axis=1)[:, order]
    job = send(p, [{"markers": {"names": ["*%d" % i for i in range(len(order))], "frames": at.tolist()}}])
    done = wait(p, job)
    person = done["people"][0]
    assert done["status"] == "done" and person["named"]["named"] > 0.9 * person["named"]["points"], done
    found = joints_of(p, p.ask("GET", f"/v1/jobs/{job}/result?format=json").json())
    off = np.linalg.norm(found[:, list(SEEN.values())] - joints[:, list(SEEN.values())], axis=-1).mean()
    assert off < 0.08, off


@test
def a_film_is_fitted_by_its_camera(p):
    """Seen from 4 m with 2 pixels of noise and one keypoint in ten not seen: the body lies in the picture where it was seen, by this file's own camera."""
    rng = np.random.default_rng(3)
    joints, _ = moving(p, 40)
    names = sorted(SEEN, key=COCO.index)
    seen = joints[:, [SEEN[n] for n in names]] - [0, 0, 4.0]
    pixels = np.stack([500 + 1000 * seen[..., 0] / -seen[..., 2], 500 - 1000 * seen[..., 1] / -seen[..., 2]], -1) + rng.normal(0, 2, seen.shape[:2] + (2,))
    rows = [[None] * 17 for _ in range(40)]
    sure = [[1.0] * 17 for _ in range(40)]
    for f in range(40):
        for i, name in enumerate(names):
            rows[f][COCO.index(name)] = pixels[f, i].tolist()
            if rng.random() < 0.1:
                rows[f][COCO.index(name)], sure[f][COCO.index(name)] = [0, 0], 0
    job = send(p, [{"keypoints": {"set": "coco17", "frames": rows, "confidence": sure, "camera": {"fx": 1000, "cx": 500, "cy": 500}}}], rate=60)
    done = wait(p, job)
    person = done["people"][0]
    assert done["status"] == "done" and person["rms"] is None and person["rms_pixels"] < 8, done
    take = p.ask("GET", f"/v1/jobs/{job}/result?format=json").json()
    found = joints_of(p, take)[:, [SEEN[n] for n in names]]
    shown = np.stack([500 + 1000 * found[..., 0] / -found[..., 2], 500 - 1000 * found[..., 1] / -found[..., 2]], -1)
    assert np.linalg.norm(shown - pixels, axis=-1).mean() < 8, np.linalg.norm(shown - pixels, axis=-1).mean()
    assert not any("exchanged" in w["detail"] or "upside down" in w["detail"] for w in done.get("warnings", [])), done

    # the same film with y upwards: said, with what to send
    upwards = [[at and [at[0], 1000 - at[1]] for at in row] for row in rows]
    done = wait(p, send(p, [{"keypoints": {"set": "coco17", "frames": upwards, "confidence": sure, "camera": {"fx": 1000, "cx": 500, "cy": 500}}}], rate=60))
    assert any("send height - y" in w["detail"] for w in done["warnings"]), done


@test
def cameras_are_found_from_who_walks_before_them(p):
    """Three cameras nobody has measured, 2 pixels of noise; the room's place is its own, so distances between joints are compared."""
    rng = np.random.default_rng(4)
    frames = 40
    turned = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, 4, frames)])
    joints, _ = moving(p, frames)
    names = sorted(SEEN, key=COCO.index)
    walk = joints[:, [SEEN[n] for n in names]]
    x, z = walk[..., 0] * turned[:, :1] + walk[..., 2] * turned[:, 1:], walk[..., 2] * turned[:, :1] - walk[..., 0] * turned[:, 1:]
    walk = np.stack([x + 0.5 * turned[:, 1:], walk[..., 1], z], -1)
    views = []
    for i in range(3):
        a = np.radians(50) * i
        place = np.array([4 * np.sin(a), 0.4 * i, 4 * np.cos(a)])
        forward = -place / np.linalg.norm(place)
        right = np.cross(forward, [0, 1, 0]) / np.linalg.norm(np.cross(forward, [0, 1, 0]))
        at = (walk - place) @ np.stack([right, np.cross(forward, right), forward]).T
        pixels = 1000 * at[..., :2] / at[..., 2:] + [640, 360] + rng.normal(0, 2, (*at.shape[:2], 2))
        rows = [[None] * 17 for _ in range(frames)]
        for f in range(frames):
            for k, name in enumerate(names):
                rows[f][COCO.index(name)] = pixels[f, k].tolist()
        views.append({"camera": {"fx": 1000, "cx": 640, "cy": 360}, "frames": rows})
    job = send(p, [{"keypoints": {"set": "coco17", "views": views}}], rate=60)
    done = wait(p, job)
    person = done["people"][0]
    assert done["status"] == "done" and len(person["cameras"]) == 3 and len(person["points"]) == 51, done
    places = [-np.reshape(c["rotation"], (3, 3)).T @ c["translation"] for c in person["cameras"]]
    size = np.linalg.norm(places[0] - places[1]) / np.linalg.norm([4 * np.sin(np.radians(50)), 0.4, 4 * np.cos(np.radians(50)) - 4])
    assert 0.9 < size < 1.1, size
    found = joints_of(p, p.ask("GET", f"/v1/jobs/{job}/result?format=json").json())[:, [SEEN[n] for n in names]]
    mine, theirs = (np.linalg.norm(y[:, :, None] - y[:, None], axis=-1) for y in (found, walk))
    assert np.abs(mine / size - theirs).mean() < 0.03, np.abs(mine / size - theirs).mean()

    some = [{**views[0], "camera": {**views[0]["camera"], "rotation": [[1, 0, 0], [0, -1, 0], [0, 0, -1]]}}] + views[1:]
    for bad, words in ((views[:1], "2 to 16"), (some, "1 of 3 cameras"), ([views[0], {**views[1], "frames": views[1]["frames"][:5]}], "40 expected")):
        reply = p.ask("POST", "/v1/jobs", {"people": [{"keypoints": {"set": "coco17", "views": bad}}]})
        assert reply.status == 400 and words in reply.json()["detail"], reply.body
    other = [views[0], {**views[1], "frames": [[q and [q[0] + 900 * rng.random(), q[1] + 900 * rng.random()] for q in row] for row in views[1]["frames"]]}]
    failed = wait(p, send(p, [{"keypoints": {"set": "coco17", "views": other}}]))
    assert failed["status"] == "failed" and "points of no two cameras match" in failed["detail"], failed


@test
def a_job_is_cancelled_and_light_requests_stay_light(p):
    _, rows = moving(p, 300)
    long = [{"keypoints": {"set": "coco17", "frames": rows}}] * 8
    jobs = [send(p, long, rate=60) for _ in range(2)]
    while p.ask("GET", f"/v1/jobs/{jobs[0]}").json()["status"] == "queued":
        time.sleep(0.05)
    state = p.ask("GET", f"/v1/jobs/{jobs[1]}").json()
    assert state["status"] == "queued" and "people" not in state, state
    reply = p.ask("GET", f"/v1/jobs/{jobs[0]}/result")
    assert reply.status == 409, reply.body
    for _ in range(20):
        assert p.ask("GET", "/v1/models/default/mesh?format=bin").status == 200
    state = p.ask("GET", f"/v1/jobs/{jobs[0]}").json()
    assert state["status"] == "running" and state["progress"] < 1, state  # they were answered beside it
    for job in jobs:
        assert p.ask("DELETE", f"/v1/jobs/{job}").status == 204
        assert p.ask("GET", f"/v1/jobs/{job}").status == 404


@test
def what_cannot_be_fitted_is_refused_with_place_and_value(p):
    def refused(body, pointer, words, status=400):
        reply = p.ask("POST", "/v1/jobs", body)
        assert reply.status == status, (reply.status, reply.body)
        assert any(e["pointer"].startswith(pointer) and words in e["detail"] for e in reply.json()["errors"]), reply.body

    _, rows = moving(p, 3)
    refused({"people": []}, "/people", "1 to 16")
    refused({"people": [{}]}, "/people/0", "none or several of markers, keypoints and orientations given")
    refused({"people": [{"keypoints": {"set": "coco18", "frames": rows}}]}, "/people/0/keypoints", "coco17")
    refused({"people": [{"keypoints": {"set": "coco17", "frames": [row[:5] for row in rows]}}]}, "/people/0/keypoints/frames/0", "17 expected")
    refused({"people": [{"keypoints": {"set": "coco17", "frames": [[[0, 1]] + rows[0][1:]]}}]}, "/people/0/keypoints/frames/0/5", "2 numbers")
    flat = [[q and q[:2] for q in row] for row in rows]
    refused({"people": [{"keypoints": {"set": "coco17", "frames": flat}}]}, "/people/0/keypoints/camera", "width and height")
    refused({"people": [{"keypoints": {"set": "coco17", "frames": rows, "confidence": [[2] * 17] * 3}}]}, "/people/0/keypoints/confidence/0/0", "0 to 1")
    refused({"people": [{"keypoints": {"set": "coco17", "frames": rows, "confidence": [[1] * 17]}}]}, "/people/0/keypoints", "3 expected")
    long = p.ask("POST", "/v1/jobs?noise=2", {"people": [{"keypoints": {"set": "coco17", "frames": rows}}]})
    assert long.status == 400 and "1 allowed" in long.json()["detail"], long.body
    refused({"people": [{"keypoints": {"set": "coco17", "frames": [[None] * 17]}}]}, "/people/0/frames", "at least")
    refused({"people": [{"markers": {"names": ["a", "b"], "frames": [[[0, 0, 0], [1, 1, 1]]]}}]}, "/people/0/markers", "at least 6")
    refused({"people": [{"keypoints": {"set": "coco17", "frames": rows}}], "rate": 0}, "/rate", "0.1")
    assert p.ask("POST", "/v1/jobs", {"people": [{"keypoints": {"set": "coco17", "frames": rows}}], "kind": "dance"}).status == 400
    assert p.ask("POST", "/v1/jobs?model=nobody", {"people": [{"keypoints": {"set": "coco17", "frames": rows}}]}).status == 404
    broken = p.ask("POST", "/v1/jobs", b"\x02\x50nothing of a C3D", headers={"Content-Type": "application/octet-stream"})
    assert broken.status == 400, broken.body
    assert p.ask("GET", "/v1/jobs/none").status == 404 and p.ask("DELETE", "/v1/jobs/none").status == 404


@test
def more_than_may_wait_are_refused_and_nothing_is_lost(p):
    _, rows = moving(p, 300)
    long = [{"keypoints": {"set": "coco17", "frames": rows}}] * 12
    short = [{"keypoints": {"set": "coco17", "frames": rows[:3]}}]
    replies = [p.ask("POST", "/v1/jobs", {"people": long if i == 0 else short}) for i in range(12)]
    taken = [r.json()["id"] for r in replies if r.status == 202]
    assert [r.status for r in replies].count(429) == 12 - len(taken) and len(taken) == 8, [r.status for r in replies]
    assert "limits.owner_jobs" in [r for r in replies if r.status == 429][0].json()["detail"]
    listed = [j["id"] for j in p.ask("GET", "/v1/jobs").json()["jobs"]]
    assert set(taken) <= set(listed)
    for job in taken:
        assert p.ask("DELETE", f"/v1/jobs/{job}").status == 204


if __name__ == "__main__":
    with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
        sys.exit(runner.in_turn(tests, sys.argv[3:], p))
