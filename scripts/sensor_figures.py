#!/usr/bin/python3
"""The figures of docs/lab/fit.md for inertial sensors: how near poses come to somebody else's motion that 6, 11 and 17 simulated sensors have read.

    scripts/sensor_figures.py POSEDCTL TAKE.bvh... [--drift N] [--facing]

The takes are CMU's own solutions (mocap.cs.cmu.edu) in B. Hahne's conversion, whose first frame is a T-pose: joints that no model of ours has made. A sensor
sits on a bone turned by any rotation, reads with 2 degrees of noise (a rotation vector of 2 degrees in all, drawn anew every reading), in a world whose z is up and which nobody has
told the heading of; --drift lets each heading wander by up to N degrees a minute. The person holds the T-pose for a second. What is compared is how much every bone has rotated in
the world since then: W(t) W(0)^T of the file against the same of the body, which needs no skeleton to agree with the other. --facing: posedctl is told the heading.
Beside it: joints' places (the file's skeleton, posed by either), about the hips, and how far the hips have gone."""
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bvh  # noqa: E402

RATE, STEP, NOISE = 120, 2, 2.0
SETS = {6: "Hips Head LeftForeArm RightForeArm LeftLeg RightLeg",
        11: "Hips Spine1 Head LeftArm RightArm LeftForeArm RightForeArm LeftUpLeg RightUpLeg LeftLeg RightLeg",
        17: "Hips Spine1 Head LeftShoulder RightShoulder LeftArm RightArm LeftForeArm RightForeArm LeftHand RightHand LeftUpLeg RightUpLeg LeftLeg "
            "RightLeg LeftFoot RightFoot"}
# CMU's bone: SMPL's joint that moves it
BONES = {"Hips": "pelvis", "Spine1": "spine3", "Head": "head", "LeftShoulder": "left_collar", "RightShoulder": "right_collar", "LeftArm": "left_shoulder",
         "RightArm": "right_shoulder", "LeftForeArm": "left_elbow", "RightForeArm": "right_elbow", "LeftHand": "left_wrist", "RightHand": "right_wrist",
         "LeftUpLeg": "left_hip", "RightUpLeg": "right_hip", "LeftLeg": "left_knee", "RightLeg": "right_knee", "LeftFoot": "left_ankle", "RightFoot": "right_ankle"}
KIND = {"Hips": "hips", "Spine1": "chest", "Head": "head", "Shoulder": "collars", "Arm": "upper arms", "ForeArm": "forearms", "Hand": "hands", "UpLeg": "thighs",
        "Leg": "shanks", "Foot": "feet"}


def exp(v):
    """(...,3) rotation vectors to matrices."""
    angle = np.linalg.norm(v, axis=-1)[..., None, None]
    axis = v / np.maximum(angle[..., 0], 1e-12)
    x = np.zeros(v.shape[:-1] + (3, 3))
    x[..., 0, 1], x[..., 0, 2], x[..., 1, 2] = -axis[..., 2], axis[..., 1], -axis[..., 0]
    x = x - np.swapaxes(x, -1, -2)
    return np.eye(3) + np.sin(angle) * x + (1 - np.cos(angle)) * (x @ x)


def angle_of(m):
    """Degrees."""
    return np.degrees(np.arccos(np.clip((np.trace(m, axis1=-2, axis2=-1) - 1) / 2, -1, 1)))


def quaternions(m):
    """(T,3,3) to w, x, y, z; by the axis, any sign."""
    q = np.empty(m.shape[:-2] + (4,))
    for i, one in enumerate(m):
        k = np.array([[one[0, 0] - one[1, 1] - one[2, 2], 0, 0, 0], [one[0, 1] + one[1, 0], one[1, 1] - one[0, 0] - one[2, 2], 0, 0],
                      [one[0, 2] + one[2, 0], one[1, 2] + one[2, 1], one[2, 2] - one[0, 0] - one[1, 1], 0],
                      [one[2, 1] - one[1, 2], one[0, 2] - one[2, 0], one[1, 0] - one[0, 1], np.trace(one)]]) / 3
        x = np.linalg.eigh(k)[1][:, -1]
        q[i] = [x[3], x[0], x[1], x[2]]
    return q


def vertical(angle):
    """Rotations about +Y."""
    return exp(np.stack([0 * angle, angle, 0 * angle], -1))


def write_sensors(path, worlds, rate, drift, heading, rng):
    """worlds: name to (T,3,3), +Y up. In a world whose z is up."""
    upright = np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])  # x, y, z <- z, x, y
    count = len(next(iter(worlds.values())))
    rows = []
    for name, w in worlds.items():
        wander = np.cumsum(rng.normal(0, 1, count))
        wander -= wander[0]
        wander *= np.radians(drift) / 60 * (count / rate) / max(abs(wander).max(), 1e-9)  # by as much as N degrees a minute would make of the whole take
        mounted = exp(rng.normal(0, 2, 3))
        noisy = exp(rng.normal(0, np.radians(NOISE) / np.sqrt(3), (count, 3)))
        read = upright @ vertical(wander) @ vertical(np.array(heading)) @ w @ mounted @ noisy
        rows += [(i / rate, name, q) for i, q in enumerate(quaternions(read))]
    rows.sort(key=lambda r: r[0])
    with open(path, "w") as file:
        file.write("time,name,w,x,y,z\n")
        for t, name, q in rows:
            file.write(f"{t:.5f},{name},{q[0]:.6f},{q[1]:.6f},{q[2]:.6f},{q[3]:.6f}\n")


def between(a, b):
    """The smallest rotation of the direction a onto b."""
    axis = np.cross(a, b)
    sine = np.linalg.norm(axis)
    return exp(axis / max(sine, 1e-12) * np.arctan2(sine, a @ b))


def t_pose(names, offsets):
    """World orientations of a body in it whose legs stand as at rest: arms to the sides, hands with the forearms."""
    out = {joint: np.eye(3) for joint in BONES.values()}
    for side, x in (("left", 1.0), ("right", -1.0)):
        for joint, child in (("shoulder", "elbow"), ("elbow", "wrist")):
            bone = offsets[names.index(f"{side}_{child}")]
            out[f"{side}_{joint}"] = between(bone / np.linalg.norm(bone), np.array([x, 0, 0]))
        out[f"{side}_wrist"] = out[f"{side}_elbow"]
    return out


def main():
    flags = [a for a in sys.argv[1:] if a.startswith("--")]
    words = [a for a in sys.argv[1:] if not a.startswith("--")]
    drift = float(words.pop()) if "--drift" in flags else 0.0
    ctl, takes = words[0], words[1:]
    rng = np.random.default_rng(18)
    work = tempfile.mkdtemp()
    unit = 0.0254 / 0.45
    for count, listed in SETS.items():
        off, sensed, mm, gone, way, facing_off = {b: [] for b in BONES}, listed.split(), [], [], 0, []
        for take in takes:
            names, parents, offsets, worlds, root = bvh.read(take)
            start, worlds, root = worlds[0], worlds[1::STEP], root[1::STEP] * unit
            still = RATE // STEP
            whole = np.concatenate([np.tile(start, (still, 1, 1, 1)), worlds])
            heading = rng.uniform(-np.pi, np.pi)
            path, out = os.path.join(work, "sensors.csv"), os.path.join(work, "out.bvh")
            write_sensors(path, {b: whole[:, names.index(b)] for b in sensed}, RATE / STEP, drift, heading, rng)
            command = [ctl, "fit", path, "--tpose", "0:0.9", "--fps", str(RATE / STEP), "-o", out]
            if "--facing" in flags:
                command += ["--facing", str(np.degrees(heading))]
            if drift:
                command += ["--drift", str(drift)]
            said = subprocess.run(command, check=True, capture_output=True, text=True)
            found = float(said.stderr.split("facing ")[1].split()[0])
            facing_off.append(abs((found - np.degrees(heading) + 180) % 360 - 180))
            fitted_names, _, fitted_offsets, fitted, fitted_root = bvh.read(out)
            rest = t_pose(fitted_names, fitted_offsets)
            back = vertical(np.array(-np.radians(found)))  # where somebody faces is another question than which pose it is
            true = worlds @ np.swapaxes(start, -1, -2)
            ours = {}
            for bone, joint in BONES.items():
                w = back @ fitted[:, fitted_names.index(joint)]
                ours[bone] = (w @ rest[joint].T)[still:still + len(worlds)]
                off[bone].append(angle_of(np.swapaxes(ours[bone], -1, -2) @ true[:len(ours[bone]), names.index(bone)]))
            posed = worlds.copy()
            for j, name in enumerate(names):
                bone = name if name in ours else None
                above = j
                while bone is None and above >= 0:
                    above = parents[above]
                    bone = names[above] if above >= 0 and names[above] in ours else None
                posed[:, j] = ours[bone or "Hips"][:len(worlds)] @ start[j]
            a, b = (bvh.places(parents, offsets * unit, w, np.zeros((len(w), 3))) for w in (worlds, posed))
            keep = [names.index(n) for n in BONES]
            mm.append(1000 * np.linalg.norm((a - b)[:, keep], axis=-1).ravel())
            walked = fitted_root[still:still + len(root)] @ back.T
            gone.append(np.linalg.norm((walked[-1] - walked[0])[[0, 2]] - (root[-1] - root[0])[[0, 2]]))
            way += np.linalg.norm(np.diff(root[:, [0, 2]], axis=0), axis=1).sum()
        kinds = {}
        for bone, values in off.items():
            kinds.setdefault(KIND[bone.removeprefix("Left").removeprefix("Right")], []).append(np.concatenate(values))
        line = ", ".join(f"{k} {np.concatenate(v).mean():.1f}" for k, v in kinds.items())
        limbs = np.concatenate([np.concatenate(off[s + b]) for s in ("Left", "Right") for b in ("Arm", "UpLeg")])
        every = np.concatenate([np.concatenate(v) for v in off.values()])
        print(f"{count} sensors: all {every.mean():.1f} degrees, upper arms and thighs {limbs.mean():.1f} (sd {limbs.std():.1f}); joints {np.concatenate(mm).mean():.0f} mm; "
              f"off at the end {np.mean(gone):.2f} m after {way / len(takes):.1f}; facing {np.mean(facing_off):.1f} off (worst {np.max(facing_off):.1f})\n   {line}")


if __name__ == "__main__":
    main()
