"""Plays an AMASS-like npz (poses, trans, betas, mocap_framerate) on a body model: vertices of every frame, in a file or to look at.

    python3 play_npz.py walk.npz -o vertices.npz        (frames, V, 3) float32, +Y up
    python3 play_npz.py walk.npz --show                 one frame after the other with trimesh

AMASS has Z up: (x, y, z) becomes (x, z, -y). trans is taken to be of the model itself: for a clip of another body, or with another
axis up, let `posedctl clip convert walk.npz -o ours.npz` make it of this one first. Poses of 52 or 55 joints are cut to the body's; hands stay flat.
"""
import argparse
import sys
import time

import numpy

import posed

BODY_JOINTS = 22  # of SMPL, SMPL-H and SMPL-X, in the same order


def poses_for(model, clip):
    """(frames, joints * 3) for that model."""
    poses = numpy.zeros((len(clip["poses"]), 3 * model["joint_count"]))
    count = min(poses.shape[1], clip["poses"].shape[1], 3 * (24 if clip["poses"].shape[1] == 72 else BODY_JOINTS))
    poses[:, :count] = clip["poses"][:, :count]
    return poses


def play(client, id, clip, step, batch=32):
    """(frames, V, 3), +Y up, and the faces."""
    model, betas = client.model(id), clip["betas"] if "betas" in clip else numpy.zeros(0)
    poses, places, out = poses_for(model, clip)[::step], clip["trans"][::step], []
    for first in range(0, len(poses), batch):
        bodies = [{"pose": p, "translation": t} for p, t in zip(poses[first:first + batch], places[first:first + batch])]
        out += [m.vertices for m in client.meshes(id, bodies, include=("vertices",), betas=betas[:model["beta_count"]])]
    x, y, z = numpy.moveaxis(numpy.array(out), 2, 0)
    return numpy.stack([x, z, -y], 2), client.faces(id)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("clip")
    parser.add_argument("-o", "--output", help="npz of vertices and faces")
    parser.add_argument("--show", action="store_true", help="look at it with trimesh")
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    parser.add_argument("--model", default="default")
    parser.add_argument("--step", type=int, default=1, help="every n-th frame")
    options = parser.parse_args()
    clip, start = numpy.load(options.clip), time.monotonic()
    vertices, faces = play(posed.Client(options.url), options.model, clip, options.step)
    took = time.monotonic() - start
    print(f"{len(vertices)} frames of {vertices.shape[1]} vertices in {took:.2f} s; lowest {vertices[..., 1].min():.3f} m, "
          f"highest {vertices[..., 1].max():.3f} m")
    if options.output:
        numpy.savez(options.output, vertices=vertices, faces=faces)
    if options.show:
        import trimesh
        for frame in vertices:
            trimesh.Trimesh(frame, faces, process=False).show()
    return 0


if __name__ == "__main__":
    sys.exit(main())
