#!/usr/bin/python3
"""The picture of docs/guide/fit.md: people seen as COCO's 17 keypoints in a picture, and the bodies that fit them.

    factory/scripts/fit_picture.py POSEDCTL

Above: the picture's plane. Dots are the keypoints that were given (2 pixels of noise), the body is what was found. Below: both skeletons from the
left, which the picture does not show: grey the person, blue the body found, pelvis on pelvis."""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/e2e")
import png  # noqa: E402

FILE, CELL, FOCAL, FAR = "docs/images/fit.png", 360, 1100, 3.5
ZOOM = 1.45 * CELL / 1000  # of the drawing, about the middle of the picture of 1000x1000
BACK, SKIN, SEEN, TRUE, FOUND = (250, 250, 252), (214, 178, 152), (214, 60, 40), (150, 150, 155), (40, 96, 200)
BONES = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8), (6, 9), (7, 10), (8, 11), (9, 12), (9, 13), (9, 14), (12, 15), (13, 16), (14, 17),
         (16, 18), (17, 19), (18, 20), (19, 21), (20, 22), (21, 23)]
# joint: axis-angle; people who walk, reach up, crouch and throw
POSES = [
    {0: (0, 0.5, 0), 1: (-0.5, 0, 0), 2: (0.3, 0, 0), 4: (0.25, 0, 0), 5: (0.6, 0, 0), 16: (0.5, 0, -1.25), 17: (-0.5, 0, 1.25), 18: (0, -0.4, 0), 19: (0, 0.5, 0)},
    {0: (0, -0.3, 0), 1: (-0.1, 0, 0.05), 2: (-0.1, 0, -0.05), 4: (0.1, 0, 0), 5: (0.1, 0, 0), 3: (-0.05, 0, 0), 16: (0, -0.3, 0.8), 17: (0, 0.2, 1.2), 18: (0, -0.5, 0), 19: (0, 0.3, 0)},
    {0: (0, 0.7, 0), 1: (-1.3, 0, 0.1), 2: (-1.2, 0, -0.1), 4: (1.6, 0, 0), 5: (1.5, 0, 0), 7: (-0.4, 0, 0), 8: (-0.4, 0, 0), 3: (0.4, 0, 0), 16: (0, -1, -0.6), 17: (0, 1, 0.6), 18: (0, -0.4, 0), 19: (0, 0.4, 0)},
    {0: (0, -0.8, 0), 1: (-0.7, 0, 0.1), 2: (0.4, 0, 0), 4: (0.7, 0, 0), 5: (0.3, 0, 0), 3: (0, 0.2, 0), 6: (0, 0.2, 0), 16: (0, -0.7, -0.3), 17: (0, -0.4, -0.1), 18: (0, -0.3, 0), 19: (0, 1.3, 0)},
]


def run(ctl, *args):
    return subprocess.run([ctl, *args], check=True, capture_output=True, text=True).stdout


def fit(ctl, folder, observations, *more):
    path = os.path.join(folder, "seen.json")
    with open(path, "w") as file:
        json.dump(observations, file)
    return json.loads(run(ctl, "fit", path, "--json", *more))


def project(x):
    return np.stack([CELL / 2 + FOCAL * ZOOM * x[:, 0] / -x[:, 2], CELL / 2 - FOCAL * ZOOM * x[:, 1] / -x[:, 2]], 1)


def triangles(image, vertices, faces):
    """Flat shading with a depth buffer, light from the camera's upper left."""
    at, depth = project(vertices), np.full(image.shape[:2], np.inf)
    normal = np.cross(vertices[faces[:, 1]] - vertices[faces[:, 0]], vertices[faces[:, 2]] - vertices[faces[:, 0]])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12
    light = np.clip(normal @ (np.array([-0.4, 0.5, 0.77])), 0, 1) * 0.6 + 0.4
    for face, shade in zip(faces, light):
        (x0, y0), (x1, y1), (x2, y2) = at[face]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        left, right, top, low = int(min(x0, x1, x2)), int(max(x0, x1, x2)) + 1, int(min(y0, y1, y2)), int(max(y0, y1, y2)) + 1
        if abs(area) < 1e-9 or left < 0 or top < 0 or right >= image.shape[1] or low >= image.shape[0]:
            continue
        x, y = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, low + 1) + 0.5)
        b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
        c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
        z = -vertices[face, 2] @ np.stack([1 - b - c, b, c]).reshape(3, -1)
        z = z.reshape(x.shape)
        box = depth[top:low + 1, left:right + 1]
        inside = (b >= 0) & (c >= 0) & (b + c <= 1) & (z < box)
        box[inside] = z[inside]
        image[top:low + 1, left:right + 1][inside] = np.array(SKIN) * shade


def stroke(image, a, b, width, colour):
    """A round line, its edge smooth."""
    y, x = np.mgrid[:image.shape[0], :image.shape[1]] + 0.5
    d = np.subtract(b, a)
    along = np.clip(((x - a[0]) * d[0] + (y - a[1]) * d[1]) / max(d @ d, 1e-9), 0, 1)
    off = np.hypot(x - a[0] - along * d[0], y - a[1] - along * d[1])
    cover = np.clip(width / 2 + 0.5 - off, 0, 1)[..., None]
    image[:] = image * (1 - cover) + np.array(colour) * cover


def column(ctl, folder, index):
    pose = np.zeros((24, 3))
    for joint, turn in POSES[index].items():
        pose[joint] = turn
    rng = np.random.default_rng(index)
    body = {"betas": list(rng.normal(0, 0.5, 4)), "pose": pose.tolist(), "translation": [0, 0, -FAR]}
    flags = ["--betas", ",".join(map(str, body["betas"])), "--pose", ",".join(map(str, pose.ravel())), "--translation", f"0,0,{-FAR}"]
    truth = np.array(json.loads(run(ctl, "joints", *flags, "--format", "json"))["bodies"][0]["joints"])

    # the places of the set on this person, then in the picture
    places = fit(ctl, folder, {"joints": truth.tolist(), "keypoints": {"set": "coco17", "points": [None] * 17}, "start": body, "keep_betas": True})
    at = np.array([o["at"] for o in places["observations"][24:]])
    seen = np.stack([500 - FOCAL * at[:, 0] / at[:, 2], 500 + FOCAL * at[:, 1] / at[:, 2]], 1) + rng.normal(0, 2, (17, 2))
    camera = {"fx": FOCAL, "cx": 500, "cy": 500}
    got = fit(ctl, folder, {"keypoints": {"set": "coco17", "points": seen.tolist(), "noise": 2}, "camera": camera})
    found = np.array(got["joints"])

    path = os.path.join(folder, "body.json")
    run(ctl, "mesh", "--betas", ",".join(map(str, got["betas"])), "--pose", ",".join(map(str, np.ravel(got["pose"]))), "--translation",
        ",".join(map(str, got["translation"])), "--include", "vertices,faces", "--format", "json", "-o", path)
    with open(path) as file:
        mesh = json.load(file)
    vertices = np.reshape(mesh["bodies"][0]["vertices"], (-1, 3))
    above = np.full((CELL, CELL, 3), BACK, float)
    triangles(above, vertices, np.reshape(mesh["faces"], (-1, 3)))
    for point in (seen - 500) * ZOOM + CELL / 2:
        stroke(above, point, point, 9, (255, 255, 255))
        stroke(above, point, point, 6, SEEN)

    below = np.full((CELL, CELL, 3), BACK, float)
    for joints, colour in ((truth, TRUE), (found, FOUND)):
        x = joints - joints[0]
        flat = np.stack([CELL / 2 + x[:, 2] * 170, CELL / 2 - 10 - x[:, 1] * 170], 1)
        for a, b in BONES:
            stroke(below, flat[a], flat[b], 4, colour)
    off = np.linalg.norm(found - found[0] - truth + truth[0], axis=1).mean()
    print(f"person {index}: joints {1000 * off:.0f} mm off, pelvis on pelvis; {got['rms_pixels']:.1f} pixels")
    return np.concatenate([above, below])


def main():
    with tempfile.TemporaryDirectory() as folder:
        columns = [column(sys.argv[1], folder, i) for i in range(len(POSES))]
    png.write(FILE, np.clip(np.concatenate(columns, 1) + 0.5, 0, 255).astype(np.uint8))


main()
