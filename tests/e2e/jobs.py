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
tests = []


def test(function):
    tests.append(function)
    return function


def moving(p, frames, offset=0.0):
    """Keypoints of someone who swings arms and legs, by the daemon's own joints: (T,24,3) and rows of coco17."""
    bodies = []
    for f in range(frames):
        pose = np.zeros((24, 3))
        swing = np.sin(2 * np.pi * f / 40)
        pose[1, 0], pose[2, 0] = 0.4 * swing, -0.4 * swing
        pose[4, 0], pose[5, 0] = 0.3 + 0.2 * swing, 0.3 - 0.2 * swing
        pose[16, 2], pose[17, 2] = -1.0, 1.0
        pose[18, 1], pose[19, 1] = -0.5, 0.5
        bodies.append({"betas": [0.5, -0.5], "pose": pose.tolist(), "translation": [offset, 0, 0.01 * f]})
    joints = []
    for i in range(0, frames, 100):
        reply = p.ask("POST", "/v1/models/default/joints", {"bodies": bodies[i:i + 100], "digits": 6})
        assert reply.status == 200, reply.body
        joints += [body["joints"] for body in reply.json()["bodies"]]
    rows = [[frame[SEEN[name]] if name in SEEN else None for name in COCO] for frame in joints]
    return np.array(joints), rows


def wait(p, job, seconds=120):
    end = time.time() + seconds
    while time.time() < end:
        reply = p.ask("GET", f"/v1/jobs/{job}").json()
        assert 0 <= reply["progress"] <= 1, reply
        if reply["status"] not in ("queued", "running"):
            return reply
        time.sleep(0.05)
    raise AssertionError(reply)


def send(p, people, **more):
    reply = p.ask("POST", "/v1/jobs", {"people": people, **more})
    assert reply.status == 202, (reply.status, reply.body)
    return reply.json()["id"]


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
        body = [{"betas": take["betas"], "pose": f["pose"], "translation": f["translation"]} for f in take["frames"]]
        found = np.array([b["joints"] for b in p.ask("POST", "/v1/models/default/joints", {"bodies": body, "digits": 6}).json()["bodies"]])
        off = np.linalg.norm(found[:, list(SEEN.values())] - truth[:, list(SEEN.values())], axis=-1).mean()
        assert off < 0.025, off
    npz = p.ask("GET", f"/v1/jobs/{job}/result?format=npz&person=1")
    arrays = np.load(io.BytesIO(npz.body))
    assert arrays["poses"].shape == (60, 72) and arrays["mocap_framerate"] == 60
    assert p.ask("GET", f"/v1/jobs/{job}/result?format=glb").body[:4] == b"glTF"
    assert p.ask("GET", f"/v1/jobs/{job}/result?format=bvh").body.startswith(b"HIERARCHY")
    assert p.ask("GET", f"/v1/jobs/{job}/result?person=2").status == 400
    assert p.ask("DELETE", f"/v1/jobs/{job}").status == 204
    assert p.ask("GET", f"/v1/jobs/{job}").status == 404


@test
def markers_of_a_text_file_are_taken_as_they_are(p):
    """TRC as it is sent by capture systems, millimetres; names of the usual sets at joints stand for markers."""
    joints, _ = moving(p, 40)
    names = {"LSHO": 16, "RSHO": 17, "LELB": 18, "RELB": 19, "LWRA": 20, "RWRA": 21, "LKNE": 4, "RKNE": 5, "LANK": 7, "RANK": 8, "LFWT": 1, "RFWT": 2}
    lines = ["PathFileType\t4\t(X/Y/Z)\ttake.trc", "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
             f"60\t60\t40\t{len(names)}\tmm\t60\t1\t40", "Frame#\tTime\t" + "\t\t\t".join(names), "\t\t" + "\t".join(f"{c}{i + 1}" for i in range(len(names)) for c in "XYZ"), ""]
    for f in range(40):
        lines.append(f"{f + 1}\t{f / 60:.5f}\t" + "\t".join(f"{1000 * x:.3f}" for k in names.values() for x in joints[f, k]))
    reply = p.ask("POST", "/v1/jobs?noise=0.02&up=y", "\n".join(lines).encode() + b"\n", headers={"Content-Type": "application/octet-stream"})
    assert reply.status == 202, reply.body
    done = wait(p, reply.json()["id"])
    assert done["status"] == "done" and done["people"][0]["frames"] == 40, done
    assert {point["name"] for point in done["people"][0]["points"]} == set(names)


@test
def a_job_is_cancelled_and_light_requests_stay_light(p):
    _, rows = moving(p, 300)
    long = [{"keypoints": {"set": "coco17", "frames": rows}}] * 8
    jobs = [send(p, long, rate=60) for _ in range(2)]
    state = p.ask("GET", f"/v1/jobs/{jobs[1]}").json()
    assert state["status"] == "queued" and "people" not in state, state
    reply = p.ask("GET", f"/v1/jobs/{jobs[0]}/result")
    assert reply.status == 409, reply.body
    for _ in range(20):
        assert p.ask("GET", "/v1/models/default/mesh?format=bin").status == 200
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
    refused({"people": [{}]}, "/people/0", "one of markers and keypoints")
    refused({"people": [{"keypoints": {"set": "coco18", "frames": rows}}]}, "/people/0/keypoints", "coco17")
    refused({"people": [{"keypoints": {"set": "coco17", "frames": [row[:5] for row in rows]}}]}, "/people/0/keypoints/frames/0", "17 expected")
    refused({"people": [{"keypoints": {"set": "coco17", "frames": [[[0, 1]] + rows[0][1:]]}}]}, "/people/0/keypoints/frames/0/0", "3 numbers")
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
    people = [{"keypoints": {"set": "coco17", "frames": rows}}] * 4
    replies = [p.ask("POST", "/v1/jobs", {"people": people}) for _ in range(12)]
    taken = [r.json()["id"] for r in replies if r.status == 202]
    assert [r.status for r in replies].count(429) == 12 - len(taken) and len(taken) == 8, [r.status for r in replies]
    assert "limits.owner_jobs" in [r for r in replies if r.status == 429][0].json()["detail"]
    listed = [j["id"] for j in p.ask("GET", "/v1/jobs").json()["jobs"]]
    assert set(taken) <= set(listed)
    for job in taken:
        assert p.ask("DELETE", f"/v1/jobs/{job}").status == 204


with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
    sys.exit(runner.in_turn(tests, sys.argv[3:], p))
