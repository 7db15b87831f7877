"""tracks.py make WORK DEGREES [y|z] [job]: six trackers on a person of WORK/walk.npz, as WORK/take.csv or job.json, and the truth.
tracks.py judge WORK FIT.npz MM [y|z], tracks.py job WORK PORT MM: mean distance of all joints in the motion, by a forward pass of this file."""
import json
import sys
import time
import urllib.request

import numpy as np

TO_Y = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]])  # AMASS's world to y up
WORLDS = {"y": np.eye(3), "z": np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])}  # y up to the file's: 90 degrees about x
# joint, name, place at rest in metres: known here alone
DEVICES = [(15, "hmd", [.01, .085, .11]), (20, "left_hand", [.09, .02, .02]), (21, "right_hand", [-.06, -.02, .03]),
           (0, "waist", [.02, .05, -.13]), (7, "left_ankle", [.01, 0, .1]), (8, "right_ankle", [-.01, -.03, .05])]


def rotation(v):
    t = np.linalg.norm(v)
    if t < 1e-12:
        return np.eye(3)
    k = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]) / t
    return np.eye(3) + np.sin(t) * k + (1 - np.cos(t)) * k @ k


def quaternion(m):
    """w, x, y, z: the eigenvector of the largest eigenvalue (Bar-Itzhack 2000)"""
    k = np.array([[m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]],
                  [0, m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]],
                  [0, 0, m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]], [0, 0, 0, np.trace(m)]])
    q = np.linalg.eigh(k, "U")[1][:, -1]
    return np.array([q[3], q[0], q[1], q[2]])


class Body:
    def __init__(self, work, betas):
        model = np.load(work + "/default.npz")
        self.parents = model["kintree_table"][0].astype(int)
        self.betas = np.zeros(model["shapedirs"].shape[2])
        self.betas[:len(betas)] = betas
        rest = model["v_template"] + model["shapedirs"] @ self.betas
        self.low, self.height = rest[:, 1].min(), np.ptp(rest[:, 1])
        self.joints = model["J_regressor"] @ rest

    def forward(self, locals_, at):
        turn, x = [], []
        for k, r in enumerate(locals_):
            p = self.parents[k]
            turn.append(r if k == 0 else turn[p] @ r)
            x.append(at if k == 0 else x[p] + turn[p] @ (self.joints[k] - self.joints[p]))
        return np.array(turn), np.array(x)

    def tpose(self, facing):
        locals_ = [rotation([0, facing, 0])] + [np.eye(3)] * 23
        for shoulder, side in ((16, 1.0), (17, -1.0)):
            before = np.eye(3)
            for k in (shoulder, shoulder + 2):
                bone = self.joints[k + 2] - self.joints[k]
                axis = np.cross(bone / np.linalg.norm(bone), [side, 0, 0])
                turn = rotation(axis / np.linalg.norm(axis) * np.arcsin(np.linalg.norm(axis)))
                locals_[k], before = before.T @ turn, turn
        return locals_


def frames_of(body, file):
    """Joints of every frame, y up."""
    for pose, trans in zip(file["poses"].astype(float), file["trans"].astype(float)):
        locals_ = [rotation(v) for v in pose.reshape(-1, 3)[:24]]
        yield [TO_Y @ locals_[0]] + locals_[1:], TO_Y @ (body.joints[0] + trans)


def make(work, degrees, up="y", job=None):
    rng = np.random.default_rng(3)
    walk = np.load(work + "/walk.npz")
    body = Body(work, walk["betas"].ravel())
    frames = list(frames_of(body, walk))
    facing = np.arctan2(frames[0][0][0][0, 2], frames[0][0][0][2, 2])
    stand = body.tpose(facing)
    wrong = [r if k == 0 else r @ rotation(rng.normal(0, np.radians(float(degrees)) / np.sqrt(3), 3)) for k, r in enumerate(stand)]
    under = np.array([frames[0][1][0], body.joints[0][1] - body.low, frames[0][1][2]])
    frames = [(wrong, under)] * 60 + frames
    mounts = [rotation(rng.normal(0, 1.2, 3)) for _ in DEVICES]
    truth, rows, world = [], [], WORLDS[up]
    for locals_, at in frames[::2] if job else frames:
        turn, x = body.forward(locals_, at)
        truth.append(x)
        rows.append([(world @ (x[k] + turn[k] @ place + rng.normal(0, .001, 3)),
                      quaternion(world @ turn[k] @ rotation(rng.normal(0, .005, 3)) @ m)) for (k, _, place), m in zip(DEVICES, mounts)])
    np.savez(work + "/truth.npz", joints=truth, height=body.height, first=30 if job else 60)
    if job:
        take = {"names": [d[1] for d in DEVICES], "calibration": [0, 29],
                "frames": [[[*q[1:].tolist(), float(q[0])] for _, q in row] for row in rows],
                "positions": [[at.tolist() for at, _ in row] for row in rows]}
        json.dump({"people": [{"orientations": take}], "rate": 30, "up": up}, open(work + "/job.json", "w"))
        return
    with open(work + "/take.csv", "w") as out:
        out.write("time,name,px,py,pz,w,x,y,z\n")
        for f, row in enumerate(rows):
            for (_, name, _), (at, q) in zip(DEVICES, row):
                out.write("%.8f,%s,%s\n" % (f / 60, name, ",".join("%.6f" % n for n in [*at, *q])))


def compare(work, found, body, mm, turn):
    truth = np.load(work + "/truth.npz")
    off = np.linalg.norm(np.array(found) @ turn.T - truth["joints"], axis=2) * 1000
    mean, tall = off[int(truth["first"]):].mean(), 1000 * abs(body.height - truth["height"])
    print("mean %.1f mm, height off by %.1f mm" % (mean, tall))
    assert mean < float(mm) and tall < (40 if float(mm) <= 30 else 80), (mean, tall)


def judge(work, fit, mm, up="y"):
    file = np.load(work + "/" + fit)
    body = Body(work, file["betas"].ravel())
    compare(work, [body.forward(*f)[1] for f in frames_of(body, file)], body, mm, np.eye(3))


def job(work, port, mm):
    url = "http://127.0.0.1:%s/v1/jobs" % port
    ask = urllib.request.Request(url, open(work + "/job.json", "rb").read(), {"Content-Type": "application/json"})
    url += "/" + json.load(urllib.request.urlopen(ask))["id"]
    while (reply := json.load(urllib.request.urlopen(url)))["status"] in ("queued", "running"):
        time.sleep(.1)
    assert reply["status"] == "done", reply
    one = reply["people"][0]
    assert one["rms"] < .03 and one["rms_degrees"] < 10 and not one["walked"], one
    with open(work + "/job.npz", "wb") as out:
        out.write(urllib.request.urlopen(url + "/result?format=npz").read())
    judge(work, "job.npz", mm)


if __name__ == "__main__":
    {"make": make, "judge": judge, "job": job}[sys.argv[1]](*sys.argv[2:])
