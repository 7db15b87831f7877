#!/usr/bin/env python3
"""docs/images/characters.png: characters_picture.py POSEDCTL OUT.png CHARACTER.glb ...

Each character in the same walk, MOMENTS of one second from its left, as tall as the others. The picture there is of Mesh2Motion's human-male.glb and
human-zombie.glb (CC0). Reads what posedctl wrote by glTF's specification, without posed's code. Needs numpy.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/e2e")
import glb_file  # noqa: E402
import png  # noqa: E402
import side_view  # noqa: E402

WIDE, HIGH, TALL, GROUND = 200, 260, 215, 0.93  # pixels of a moment, and of who stands; where the ground is
MOMENTS, FROM, SKIN = 7, 10.0, np.array([196, 164, 132])


def matrix(node, tracks, number, t):
    """4 x 4 of a node at time t: its own, or what its animation has there."""
    if "matrix" in node:
        return np.array(node["matrix"]).reshape(4, 4).T
    parts = {}
    for path, rest in (("translation", (0, 0, 0)), ("rotation", (0, 0, 0, 1)), ("scale", (1, 1, 1))):
        times, rows = tracks.get((number, path), (None, None))
        parts[path] = np.array(node.get(path, rest)) if rows is None else rows[np.abs(times - t).argmin()]
    x, y, z, w = parts["rotation"] / np.linalg.norm(parts["rotation"])
    out = np.eye(4)
    out[:3, :3] = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]) * parts["scale"]
    out[:3, 3] = parts["translation"]
    return out


def skins(path, times):
    """The skin at those times: (n,V,3), faces (F,3)."""
    with open(path, "rb") as file:
        document, binary = glb_file.opened(file.read())
    rows = lambda number: np.array(glb_file.values(document, binary, number), dtype=float)
    nodes, tracks = document["nodes"], {}
    for channel in document["animations"][0]["channels"]:
        sampler = document["animations"][0]["samplers"][channel["sampler"]]
        tracks[channel["target"]["node"], channel["target"]["path"]] = (rows(sampler["input"])[:, 0], rows(sampler["output"]))
    up = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
    who = next(node for node in nodes if "mesh" in node and "skin" in node)
    skin, part = document["skins"][who["skin"]], document["meshes"][who["mesh"]]["primitives"][0]
    rest = np.pad(rows(part["attributes"]["POSITION"]), ((0, 0), (0, 1)), constant_values=1)
    joints, weights = rows(part["attributes"]["JOINTS_0"]).astype(int), rows(part["attributes"]["WEIGHTS_0"])
    back = rows(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)

    out = []
    for t in times:
        world = {}

        def place(i):
            if i not in world:
                own = matrix(nodes[i], tracks, i, t)
                world[i] = place(up[i]) @ own if i in up else own
            return world[i]
        bones = np.stack([place(j) for j in skin["joints"]]) @ back
        out.append(np.einsum("vk,vkrc,vc->vr", weights, bones[joints], rest)[:, :3])
    return np.array(out), rows(part["indices"])[:, 0].astype(int).reshape(-1, 3)


def main():
    ctl, out, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    times = FROM + np.arange(MOMENTS) / MOMENTS
    image = np.full((HIGH * len(files), WIDE * MOMENTS, 3), 247, dtype=np.uint8)
    for row, file in enumerate(files):
        with tempfile.TemporaryDirectory() as work:
            walk = os.path.join(work, "walk.glb")
            subprocess.run([ctl, "rollout", "--quiet", "--script", "examples/walk.yaml", "--character", file, "-o", walk], check=True)
            shapes, faces = skins(walk, times)

        # its heading out of it, by the way that it goes, and its place: all are seen from their left
        middle = shapes.mean(1)
        x, _, z = middle[MOMENTS - 1] - middle[0]
        c, s = np.array([z, x]) / np.hypot(x, z)
        turn = np.array([[c, 0, -s], [0, 1, 0], [s, 0, c]])
        scale = TALL / np.ptp(shapes[:, :, 1], axis=1).mean()
        for i in range(MOMENTS):
            shape = (shapes[i] - [middle[i, 0], 0, middle[i, 2]]) @ turn.T
            cell = image[row * HIGH:(row + 1) * HIGH, i * WIDE:(i + 1) * WIDE]
            cell[round(GROUND * HIGH)] = 190
            side_view.draw(cell, shape, faces, np.tile(SKIN, (len(shape), 1)), scale, GROUND)
    png.write(out, image)


main()
