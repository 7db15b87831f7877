#!/usr/bin/env python3
"""The film strip of docs/lab/soft-tissue.md: soft_strip.py POSEDCTL SCRIPT OUT.png [--body MODEL] [--betas LIST] [--from S] [--step FRAMES] [--amplify N]

Frames of a roll-out from the side: without soft tissue, with it, and with its displacement amplified; coloured by displacement. Needs numpy.
"""
import argparse
import json
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/e2e")
import png  # noqa: E402
import side_view  # noqa: E402

WIDE, HIGH, SCALE = 250, 400, 205  # pixels of a frame, and of a metre


def bodies(ctl, model, betas, poses, soft):
    """(n,V,3) and faces, standing at their pelvis."""
    with tempfile.TemporaryDirectory() as work:
        request = {"bodies": [{"betas": betas, "pose": p.tolist(), "soft_tissue": s.tolist()} for p, s in zip(poses, soft)],
                   "include": ["vertices", "faces"]}
        with open(work + "/request.json", "w") as f:
            json.dump(request, f)
        subprocess.run([ctl, "mesh", "--model", model, "--request", work + "/request.json", "-o", work + "/b.npz", "--quiet"],
                       check=True)
        made = np.load(work + "/b.npz")
        return made["vertices"], made["faces"].astype(int)


def heat(mm, most):
    """Skin where nothing moves, red where most does."""
    t = np.clip(mm / most, 0, 1)[:, None]
    return (1 - t) * np.array([226, 205, 190]) + t * np.array([205, 40, 30])


def main():
    p = argparse.ArgumentParser()
    p.add_argument("ctl"), p.add_argument("script"), p.add_argument("out")
    p.add_argument("--body", default="default"), p.add_argument("--betas", default="0,1.5")
    p.add_argument("--from", dest="start", type=float, default=3), p.add_argument("--step", type=int, default=5)
    p.add_argument("--count", type=int, default=8), p.add_argument("--amplify", type=float, default=3)
    p.add_argument("--most", type=float, default=30, help="mm that are red")
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([a.ctl, "rollout", "--script", a.script, "--body", a.body, "--betas", a.betas, "--soft", "-o",
                        work + "/m.npz"], check=True, stderr=subprocess.DEVNULL)
        motion = np.load(work + "/m.npz")
    at = int(a.start * float(motion["mocap_framerate"])) + a.step * np.arange(a.count)
    poses, soft = motion["poses"][at].copy(), motion["dmpls"][at]
    betas = [float(b) for b in a.betas.split(",")]
    # AMASS's world is +Z up: back to ours, and the heading of each frame out of it, so that all are seen from their left
    turn = lambda r: rotation(r)
    for pose in poses:
        world = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]) @ turn(pose[:3])
        yaw = np.arctan2(world[0, 2], world[2, 2])
        c, s = np.cos(-yaw), np.sin(-yaw)
        pose[:3] = vector(np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) @ world)
    still, faces = bodies(a.ctl, a.body, betas, poses, 0 * soft)
    moved, _ = bodies(a.ctl, a.body, betas, poses, soft)
    far, _ = bodies(a.ctl, a.body, betas, poses, a.amplify * soft)
    image = np.full((3 * HIGH, a.count * WIDE, 3), 245, dtype=np.uint8)
    most = 1000 * np.linalg.norm(moved - still, axis=2)
    print("largest displacement by frame, mm:", np.round(most.max(1), 1))
    for i in range(a.count):
        for row, shape in enumerate([still[i], moved[i], far[i]]):
            color = heat(most[i] if row else 0 * most[i], a.most)
            side_view.draw(image[row * HIGH:(row + 1) * HIGH, i * WIDE:(i + 1) * WIDE], shape, faces, color, SCALE, 0.44)
    png.write(a.out, image)


def rotation(r):
    t = np.linalg.norm(r)
    if t < 1e-12:
        return np.eye(3)
    x, y, z = r / t
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(t) * k + (1 - np.cos(t)) * k @ k


def vector(m):
    t = np.arccos(np.clip((np.trace(m) - 1) / 2, -1, 1))
    axis = np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
    n = np.linalg.norm(axis)
    return axis / n * t if n > 1e-9 else np.zeros(3)


if __name__ == "__main__":
    sys.exit(main())
