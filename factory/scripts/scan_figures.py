#!/usr/bin/python3
"""The figures of posedctl register (docs/lab/fit.md): scans made of bodies that the fitted model does not have, registered, and measured against the body.

    factory/scripts/scan_figures.py POSEDCTL [--bodies N] [--points N] [--noise MM] [--holes PERCENT] [--scan FILE.ply] [--full]

A body is a random person of the model `person` (55 joints, 43 betas, a face and bent fingers of its own) in a random pose; what is fitted is `default` (24
joints, 16 betas). The scan: points drawn over its surface by area, noise along every axis, eight patches taken away, turned about any vertical axis,
one of six ways up and moved. Measured: from vertices of what came out to the body's surface (54 % of the vertices are of hands and heads, 12 % of the area), and from places drawn evenly over the
body's surface to what came out, all over and where the holes are; since both models
have MakeHuman's base mesh, also how far each vertex is from its own. --scan: leaves the last scan there. --full: a line a body."""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np
from scipy.spatial import cKDTree

# joint, axis, from, to: limbs bent the way people bend them
MOVES = [(1, 0, -0.8, 0.2), (2, 0, -0.8, 0.2), (4, 0, 0.0, 1.0), (5, 0, 0.0, 1.0), (16, 2, -1.2, 0.2), (17, 2, -0.2, 1.2), (18, 1, -1.2, 0), (19, 1, 0, 1.2), (3, 0, -0.1, 0.3),
         (12, 1, -0.4, 0.4), (15, 0, -0.2, 0.3), (16, 1, -0.5, 0.3), (17, 1, -0.3, 0.5), (6, 1, -0.2, 0.2), (1, 2, -0.05, 0.25), (2, 2, -0.25, 0.05)]

WRONG = 15  # mm: mean distance of vertices from their own places, of a body that was laid in wrongly


def run(*args):
    done = subprocess.run(args, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(args)}: {done.stderr}")
    return done.stdout


def mesh(ctl, folder, request, model):
    path, out = os.path.join(folder, "body.json"), os.path.join(folder, "body.npz")
    with open(path, "w") as file:
        json.dump(request, file)
    run(ctl, "mesh", "--model", model, "--request", path, "-o", out, "--quiet")
    with np.load(out) as z:
        return z["vertices"].reshape(-1, 3).astype(float), z["faces"].astype(int)


def draw_body(ctl, folder, seed, model, betas=None):
    rng = np.random.default_rng(seed)
    pose = np.zeros((55, 3))
    for joint, axis, low, high in MOVES:
        pose[joint, axis] += rng.uniform(low, high)
    shape = {"betas": betas} if betas else {"random": seed}
    return mesh(ctl, folder, {**shape, "include": ["vertices", "faces"], "pose": pose.ravel().tolist()}, model), rng


def sample(vertices, faces, count, rng):
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    face = rng.choice(len(faces), count, p=area / area.sum())
    s, t = np.sqrt(rng.uniform(size=count))[:, None], rng.uniform(size=count)[:, None]
    return (1 - s) * a[face] + s * (1 - t) * b[face] + s * t * c[face]


def to_surface(points, vertices, faces):
    """Distance of each point from the triangles (Ericson's nearest place, by the twelve nearest middles)."""
    tree = cKDTree(vertices[faces].mean(1))
    best = np.full(len(points), np.inf)
    for near in tree.query(points, 12)[1].T:
        a, b, c = (vertices[faces[near, k]] for k in range(3))
        n = np.cross(b - a, c - a)
        n /= np.linalg.norm(n, axis=1, keepdims=True) + 1e-20
        off = np.einsum("ij,ij->i", points - a, n)
        q = points - off[:, None] * n
        inside = np.ones(len(points), bool)
        edge = np.full(len(points), np.inf)
        for p, r in ((a, b), (b, c), (c, a)):
            d = r - p
            inside &= np.einsum("ij,ij->i", np.cross(d, q - p), n) >= 0
            t = np.clip(np.einsum("ij,ij->i", points - p, d) / (np.einsum("ij,ij->i", d, d) + 1e-20), 0, 1)
            edge = np.minimum(edge, np.linalg.norm(points - p - t[:, None] * d, axis=1))
        best = np.minimum(best, np.where(inside, np.abs(off), edge))
    return best


def make_scan(vertices, faces, rng, options):
    """The scan, the holes' middles and radii (of the body as it stands), and how the scan stands: x = turn body + move."""
    points = sample(vertices, faces, options.points, rng)
    left, holes = np.ones(len(points), bool), []
    for _ in range(8 if options.holes > 0 else 0):
        middle = points[rng.integers(len(points))]
        far = np.linalg.norm(points - middle, axis=1)
        radius = np.sort(far)[int(options.holes / 100 / 8 * len(points))]
        left &= far > radius
        holes.append((middle, radius))
    points = points[left] + options.noise / 1000 * rng.standard_normal((left.sum(), 3))
    yaw, up = rng.uniform(0, 2 * np.pi), rng.integers(6)
    turn = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
    axes = np.roll(np.eye(3), up % 3, 0) * (1 if up < 3 else np.array([[1], [-1], [-1]])[[(k - up) % 3 for k in range(3)]])
    if np.linalg.det(axes) < 0:
        axes[0] *= -1
    turn, move = axes @ turn, rng.uniform(-2, 2, 3)
    return points @ turn.T + move, holes, turn, move


def write_ply(path, points):
    with open(path, "wb") as file:
        file.write(f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\nproperty float z\nend_header\n".encode())
        file.write(points.astype("<f4").tobytes())


def line(name, rows):
    """Mean and median over bodies, and the worst body."""
    rows = np.array(rows)
    print(f"{name:46s} {rows.mean():6.2f} mm   median {np.median(rows):6.2f}   worst body {rows.max():6.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ctl")
    parser.add_argument("--bodies", type=int, default=10)
    parser.add_argument("--points", type=int, default=60000)
    parser.add_argument("--noise", type=float, default=2)
    parser.add_argument("--holes", type=float, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--model", default="person")
    parser.add_argument("--betas", help="of every body, comma-separated, in place of a random person's")
    parser.add_argument("--scan")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    betas = [float(b) for b in options.betas.split(",")] if options.betas else None
    names = ["body: its surface to the true one, mean", "surface: to the true one, mean", "  the same where nothing was missing", "  the same in the holes",
             "  root mean square", "  95 of 100 vertices", "true surface, by area: to the one found, mean", "  the same in the holes", "vertices: from their own places, mean", "seconds"]
    sums = [[] for _ in names]
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + options.bodies):
            (vertices, faces), rng = draw_body(options.ctl, folder, seed, options.model, betas)
            points, holes, turn, move = make_scan(vertices, faces, rng, options)
            scan, out = options.scan or os.path.join(folder, "scan.ply"), os.path.join(folder, "out.npz")
            write_ply(scan, points)
            said = json.loads(run(options.ctl, "register", scan, "--unseen", "--json", "--quiet", "--threads", "1", "-o", out))
            with np.load(out) as z:
                found, body = ((z[k][0].astype(float) - move) @ turn for k in ("vertices", "body"))
            off = 1000 * to_surface(found, vertices, faces)
            missing = np.zeros(len(off), bool)
            for middle, radius in holes:
                missing |= np.linalg.norm(vertices - middle, axis=1) < radius if len(found) == len(vertices) else False
            spread = sample(vertices, faces, 20000, rng)
            away = np.any([np.linalg.norm(spread - middle, axis=1) < radius for middle, radius in holes], axis=0) if holes else np.zeros(len(spread), bool)
            back = 1000 * to_surface(spread, found, faces) if len(found) == len(vertices) else np.full(len(spread), np.nan)
            own = 1000 * np.linalg.norm(found - vertices, axis=1) if len(found) == len(vertices) else [np.nan]
            row = [1000 * to_surface(body, vertices, faces).mean(), off.mean(), off[~missing].mean(), off[missing].mean() if missing.any() else 0, np.sqrt((off**2).mean()),
                   np.percentile(off, 95), back.mean(), back[away].mean() if away.any() else 0, np.mean(own), said["seconds"]]
            for kept, value in zip(sums, row):
                kept.append(value)
            if options.full:
                print(seed, " ".join(f"{v:.2f}" for v in row), f"body_distance {1000 * said['body_distance']:.1f} misfit {1000 * said['misfit']:.1f} strays {100 * said['strays']:.2f} %",
                      f"seen {said['seen_vertices']} guessed {','.join(said['guessed'])}", flush=True)
    print(f"{options.bodies} bodies, {options.points} points before holes of {options.holes:g} %, {options.noise:g} mm of noise along every axis")
    for name, rows in zip(names, sums):
        line(name, rows)
    print(f"laid in wrongly: {np.sum(np.array(sums[8]) > WRONG)} bodies, whose vertices are more than {WRONG} mm from their own places on average")


main()
