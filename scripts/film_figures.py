#!/usr/bin/python3
"""The figures of docs/lab/fit.md for films: somebody else's skeleton in motion, seen by cameras, and how near the bodies come that are fitted.

    scripts/film_figures.py POSEDCTL TAKE.bvh [FOLDER]

TAKE.bvh is CMU's own solution of a take (mocap.cs.cmu.edu; ../cmu's units): joints that no model of ours has made. Each frame of a camera is a file as OpenPose
writes it, 2 pixels of noise on every keypoint, one in twenty not seen. Two people: the take, and the take a second later and 1.6 m aside. What is compared
are twelve joints, hips to wrists, whose places in the two skeletons differ by a centimetre or four anyway. FOLDER keeps the files."""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bvh  # noqa: E402

UNIT = 0.0254 / 0.45
WIDTH, HEIGHT, FOCAL = 1920, 1080, 1500.0
NOISE, MISSED = 2.0, 0.05
RATE, STEP = 120, 4
# BODY_25's places by CMU's joints; faces, heels and toes are not in it
SEEN = {1: "Neck", 2: "RightArm", 3: "RightForeArm", 4: "RightHand", 5: "LeftArm", 6: "LeftForeArm", 7: "LeftHand", 9: "RightUpLeg", 10: "RightLeg", 11: "RightFoot",
        12: "LeftUpLeg", 13: "LeftLeg", 14: "LeftFoot"}
COMPARED = {"LeftUpLeg": "left_hip", "RightUpLeg": "right_hip", "LeftLeg": "left_knee", "RightLeg": "right_knee", "LeftFoot": "left_ankle",
            "RightFoot": "right_ankle", "LeftArm": "left_shoulder", "RightArm": "right_shoulder", "LeftForeArm": "left_elbow", "RightForeArm": "right_elbow",
            "LeftHand": "left_wrist", "RightHand": "right_wrist"}


def joints_of_bvh(path, unit):
    """Names and (T,J,3) metres."""
    names, *motion = bvh.read(path)
    return names, bvh.places(*motion) * unit


def camera_at(place, target):
    """R, t of a camera that looks at the target: x right, y down, z forward."""
    forward = target - place
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, [0, 1, 0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    return rotation, -rotation @ place


def project(camera, x):
    at = x @ camera[0].T + camera[1]
    return np.stack([FOCAL * at[..., 0] / at[..., 2] + WIDTH / 2, FOCAL * at[..., 1] / at[..., 2] + HEIGHT / 2], -1)


def write_film(folder, camera, people, rng):
    """people (Q,T,J,3) with the columns of SEEN; in every file they stand in another order."""
    os.makedirs(folder, exist_ok=True)
    pixels = project(camera, people) + rng.normal(0, NOISE, people.shape[:-1] + (2,))
    for f in range(people.shape[1]):
        rows = []
        for q in rng.permutation(len(people)):
            flat = np.zeros((25, 3))
            for i, k in enumerate(SEEN):
                if rng.random() >= MISSED:
                    flat[k] = [*pixels[q, f, i], 0.9]
            rows.append({"person_id": [-1], "pose_keypoints_2d": flat.ravel().round(3).tolist()})
        with open(os.path.join(folder, f"film_{f:06d}_keypoints.json"), "w") as file:
            json.dump({"version": 1.3, "people": rows}, file)


def joints_of_fit(path):
    """(T,12,3) of a body that posedctl has fitted; its BVH is in metres."""
    names, joints = joints_of_bvh(path, 1.0)
    return joints[:, [names.index(n) for n in COMPARED.values()]]


def aligned(a, b):
    """b turned, moved and scaled onto a, frame by frame: Procrustes."""
    out = np.empty_like(a)
    for f in range(len(a)):
        x, y = a[f] - a[f].mean(0), b[f] - b[f].mean(0)
        u, s, v = np.linalg.svd(y.T @ x)
        flip = np.diag([1, 1, np.sign(np.linalg.det(u @ v))])
        out[f] = (np.trace(np.diag(s) @ flip) / (y ** 2).sum()) * y @ u @ flip @ v + a[f].mean(0)
    return out


def mm(a, b):
    return 1000 * np.nanmean(np.linalg.norm(a - b, axis=-1))


def about_pelvis(x):
    return x - x[:, :2].mean(1, keepdims=True)


def one_camera(ctl, work, people, columns, compared, rng):
    middle = people.mean((0, 1, 2))
    camera = camera_at(middle + [0, 0.4, 7.0], middle)
    write_film(os.path.join(work, "one"), camera, people[:, :, columns], rng)
    subprocess.run([ctl, "fit", os.path.join(work, "one"), "--size", f"{WIDTH}x{HEIGHT}", "--fx", str(FOCAL), "--fps", str(RATE / STEP), "-o",
                    os.path.join(work, "one.bvh"), "--sheet", os.path.join(work, "one.png"), "--quiet"], check=True)
    for p in range(2):
        found = joints_of_fit(os.path.join(work, f"one-{p}.bvh"))
        # the camera is at the origin, +Y up, and looks along -Z
        true = (people[:, :, compared] @ camera[0].T + camera[1]) * [1, -1, -1]
        q = int(np.argmin([mm(found, t) for t in true]))
        print(f"one camera, person {p} is {q}: {mm(about_pelvis(found), about_pelvis(true[q])):.0f} mm about the pelvis, "
              f"{mm(aligned(true[q], found), true[q]):.0f} aligned, {mm(found, true[q]):.0f} in the world")


def triangulated(cameras, films):
    """(T,K,3) of what the found cameras see, by numpy's least squares: not by posedctl's own."""
    rows = np.zeros((*films[0].shape[:2], 2 * len(cameras), 4))
    for c, (camera, film) in enumerate(zip(cameras, films)):
        pose = np.concatenate([np.reshape(camera["rotation"], (3, 3)), np.reshape(camera["translation"], (3, 1))], 1)
        flat = (film - [camera["cx"], camera["cy"]]) / [camera["fx"], camera["fy"]]
        for k in range(2):
            rows[:, :, 2 * c + k] = flat[..., k:k + 1] * pose[2] - pose[k]
    x = np.linalg.svd(np.nan_to_num(rows))[2][:, :, -1]
    seen = sum(np.isfinite(film[..., 0]) for film in films)
    return np.where(seen[..., None] < 2, np.nan, x[..., :3] / x[..., 3:])


def several_cameras(ctl, work, person, columns, compared, count, placed, rng):
    """Cameras in a ring of 4.5 m, 45 degrees apart, 1 to 2 m high."""
    middle = person.mean((0, 1))
    cameras = [camera_at(middle + [4.5 * np.sin(a), 0.2 + 0.5 * (i % 3), 4.5 * np.cos(a)], middle) for i, a in enumerate(np.radians(45) * np.arange(count))]
    films, folders = [], []
    for c, camera in enumerate(cameras):
        folders.append(os.path.join(work, f"ring{count}-{c}"))
        write_film(folders[-1], camera, person[None][:, :, columns], rng)
        films.append(read_film(folders[-1], person.shape[0]))
    given, found = os.path.join(work, "given.json"), os.path.join(work, "found.json")
    with open(given, "w") as file:
        json.dump([{"fx": FOCAL, "cx": WIDTH / 2, "cy": HEIGHT / 2,
                    **({"rotation": r.ravel().tolist(), "translation": t.tolist()} if placed else {})} for r, t in cameras], file)
    out = os.path.join(work, f"ring{count}{'p' if placed else ''}.bvh")
    said = subprocess.run([ctl, "fit", "--views", *folders, "--cameras", given, "--cameras-out", found, "--fps", str(RATE / STEP), "-o", out, "--quiet"],
                          check=True, capture_output=True, text=True).stdout
    with open(found) as file:
        rays = triangulated(json.load(file), films)
    true, joints, fitted = person[:, columns], person[:, compared], joints_of_fit(out)
    if not placed:  # the world's place and size are the calibration's own: one similarity for all frames
        size, turn, shift = similarity(true.reshape(-1, 3), rays.reshape(-1, 3))
        rays, fitted = size * rays @ turn.T + shift, size * fitted @ turn.T + shift
        print(f"{count} cameras calibrated: the room is {1 / size:.3f} times as large")
    print(f"{count} cameras {'known' if placed else 'calibrated'}: keypoints {mm(rays, true):.1f} mm from the truth, the body's joints {mm(fitted, joints):.0f}, "
          f"about the pelvis {mm(about_pelvis(fitted), about_pelvis(joints)):.0f}")
    return said


def read_film(folder, frames):
    out = np.full((frames, len(SEEN), 2), np.nan)
    for f in range(frames):
        with open(os.path.join(folder, f"film_{f:06d}_keypoints.json")) as file:
            flat = np.reshape(json.load(file)["people"][0]["pose_keypoints_2d"], (25, 3))[list(SEEN)]
        out[f][flat[:, 2] > 0] = flat[flat[:, 2] > 0, :2]
    return out


def similarity(a, b):
    """s, R, t with a ~ s R b + t; rows that are far off are left out once."""
    keep = np.isfinite(b).all(1)
    for _ in range(3):
        x, y = a[keep] - a[keep].mean(0), b[keep] - b[keep].mean(0)
        u, s, v = np.linalg.svd(x.T @ y)
        flip = np.diag([1, 1, np.sign(np.linalg.det(u @ v))])
        turn, size = u @ flip @ v, (s * np.diag(flip)).sum() / (y ** 2).sum()
        shift = a[keep].mean(0) - size * turn @ b[keep].mean(0)
        off = np.linalg.norm(a - (size * b @ turn.T + shift), axis=1)
        keep = off < 5 * np.nanmedian(off)
    return size, turn, shift


def main():
    ctl, bvh = sys.argv[1:3]
    work = sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp()
    names, joints = joints_of_bvh(bvh, UNIT)
    joints = joints[1::STEP]
    later = RATE // STEP
    columns = [names.index(n) for n in SEEN.values()]
    compared = [names.index(n) for n in COMPARED]
    people = np.stack([joints[:-later], joints[later:] + [1.6, 0, 0]])
    rng = np.random.default_rng(1)
    one_camera(ctl, work, people, columns, compared, rng)
    for count in (2, 3, 4):
        for placed in (True, False):
            several_cameras(ctl, work, people[0][::2], columns, compared, count, placed, rng)


if __name__ == "__main__":
    main()
