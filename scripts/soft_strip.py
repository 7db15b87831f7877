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


def draw(image, vertices, faces, color):
    """Flat shaded triangles from the left side (+X towards the camera), the nearest on top."""
    x = WIDE / 2 - SCALE * vertices[:, 2]
    y = HIGH * 0.44 - SCALE * vertices[:, 1]
    corner = vertices[faces]
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    length = np.linalg.norm(normal, axis=1)
    seen = (normal[:, 0] > 0) & (length > 0)
    depth = np.full((HIGH, WIDE), -1e9)
    light = np.array([0.75, 0.6, 0.28])
    for f in np.flatnonzero(seen):
        a, b, c = faces[f]
        px, py = x[[a, b, c]], y[[a, b, c]]
        x0, x1 = max(int(np.floor(px.min())), 0), min(int(np.ceil(px.max())) + 1, WIDE)
        y0, y1 = max(int(np.floor(py.min())), 0), min(int(np.ceil(py.max())) + 1, HIGH)
        area = (px[1] - px[0]) * (py[2] - py[0]) - (px[2] - px[0]) * (py[1] - py[0])
        if x0 >= x1 or y0 >= y1 or area == 0:
            continue
        gx, gy = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        u = ((px[1] - gx) * (py[2] - gy) - (px[2] - gx) * (py[1] - gy)) / area
        v = ((px[2] - gx) * (py[0] - gy) - (px[0] - gx) * (py[2] - gy)) / area
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        near = vertices[[a, b, c], 0].mean()
        part = depth[y0:y1, x0:x1]
        take = inside & (near > part)
        part[take] = near
        shade = 0.45 + 0.55 * max(0, normal[f] @ light / length[f])
        image[y0:y1, x0:x1][take] = np.clip(shade * color[[a, b, c]].mean(0), 0, 255)


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
            draw(image[row * HIGH:(row + 1) * HIGH, i * WIDE:(i + 1) * WIDE], shape, faces, color)
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
