#!/usr/bin/python3
"""The figures of docs/lab/fit.md for jitter: second differences in time of joints' places, of what is fitted and of what was there.

    scripts/jitter_figures.py POSEDCTL TAKE.c3d TAKE.bvh

TAKE.bvh is CMU's own solution of TAKE.c3d (mocap.cs.cmu.edu). Markers are fitted as they are, at their own rate; then CMU's joints are seen at 30 frames a second by one camera and
by three, 2 pixels of noise, as COCO's keypoints. Millimetres a frame squared, root mean square and median over joints and frames; and how far
the joints are off where they are compared in space."""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bvh  # noqa: E402
from film_figures import COMPARED, UNIT  # noqa: E402

STEP, NOISE, FOCAL = 4, 2.0, 1500.0
COCO = {5: "LeftArm", 6: "RightArm", 7: "LeftForeArm", 8: "RightForeArm", 9: "LeftHand", 10: "RightHand", 11: "LeftUpLeg", 12: "RightUpLeg", 13: "LeftLeg",
        14: "RightLeg", 15: "LeftFoot", 16: "RightFoot"}


def jitter(places):
    """(T,J,3) metres."""
    off = 1000 * np.linalg.norm(places[2:] - 2 * places[1:-1] + places[:-2], axis=-1)
    return f"{np.sqrt((off ** 2).mean()):.2f} rms, {np.median(off):.2f} median"


def joints(path, unit=1.0, skip=0, names=None):
    known, parents, offsets, worlds, root = bvh.read(path)
    places = bvh.places(parents, offsets * unit, worlds[skip:], root[skip:] * unit)
    return places[:, [known.index(n) for n in names]]


def camera(number, middle):
    """Rotation and translation of one in a ring of 4.5 m, 45 degrees apart."""
    angle = np.radians(45 * number)
    at = np.array([4.5 * np.sin(angle), 1.2, 4.5 * np.cos(angle)]) + middle
    z = middle + [0, 1, 0] - at
    z /= np.linalg.norm(z)
    x = np.cross(z, [0, 1, 0])
    x /= np.linalg.norm(x)
    rotation = np.stack([x, np.cross(z, x), z])
    return rotation, -rotation @ at


def films(folder, true, count, rng):
    """Files of COCO's results and cameras.json."""
    middle = np.array([true[..., 0].mean(), 0, true[..., 2].mean()])
    paths, cameras = [], []
    for c in range(count):
        rotation, move = camera(c, middle)
        at = true @ rotation.T + move
        pixels = FOCAL * at[..., :2] / at[..., 2:] + [960, 540] + rng.normal(0, NOISE, at.shape[:2] + (2,))
        rows = np.zeros((len(true), 17, 3))
        rows[:, list(COCO), :2], rows[:, list(COCO), 2] = pixels, 1
        paths.append(os.path.join(folder, f"{c}.json"))
        with open(paths[-1], "w") as file:
            json.dump([{"image_id": i, "keypoints": row.ravel().tolist()} for i, row in enumerate(rows)], file)
        cameras.append({"fx": FOCAL, "cx": 960, "cy": 540, "rotation": rotation.tolist(), "translation": move.tolist()})
    with open(os.path.join(folder, "cameras.json"), "w") as file:
        json.dump(cameras, file)
    return paths


def main():
    ctl, take, theirs = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        out, rng = os.path.join(folder, "out.bvh"), np.random.default_rng(5)
        subprocess.run([ctl, "fit", take, "-o", out], check=True, capture_output=True)
        print(f"markers: CMU's solution {jitter(joints(theirs, UNIT, 1, list(COMPARED)))}; fitted {jitter(joints(out, names=list(COMPARED.values())))}", flush=True)
        true = joints(theirs, UNIT, 1, list(COCO.values()))[::STEP]
        print(f"at 30 frames a second: {jitter(true)}")
        for count in (1, 3):
            seen = films(folder, true, count, rng)
            subprocess.run([ctl, "fit", *(["--views"] if count > 1 else []), *seen, "--cameras", os.path.join(folder, "cameras.json"), "--fps", "30", "-o", out],
                           check=True, capture_output=True)
            found = joints(out, names=[COMPARED[n] for n in COCO.values()])
            off = 1000 * np.linalg.norm(found[:len(true)] - true[:len(found)], axis=-1).mean()
            print(f"{count} cameras: {jitter(found)}; {off:.1f} mm off", flush=True)


if __name__ == "__main__":
    main()
