"""Computes the vertices of a body model for every frame of an AMASS-like npz (poses, trans, betas, mocap_framerate).

    python3 play_npz.py walk.npz -o vertices.npz        writes (frames, V, 3) float32 in metres, +Y up, and the faces
    python3 play_npz.py walk.npz --show                 shows one frame after the other with trimesh

The axes of AMASS have Z up: this program turns (x, y, z) into (x, z, -y). It takes `trans` as it is, so the clip must have been made for the same body
model and with Z up. `posedctl clip convert walk.npz -o ours.npz` converts other clips. Of a clip with 52 or 55 joints only the 22 joints
of the body are used, and the hands stay flat.
"""
import argparse
import sys
import time

import numpy

import posed

BODY_JOINTS = 22  # number of body joints: the first 22 joints are the same in SMPL, SMPL-H and SMPL-X


def poses_for(model, clip):
    """Returns the poses of a clip for a body model: (frames, joints * 3), axis-angle in radians. Joints that the clip does not have stay at rest.

    model (dict): description of the body model, from Client.model.
    clip (npz): the clip.
    """
    poses = numpy.zeros((len(clip["poses"]), 3 * model["joint_count"]))
    count = min(poses.shape[1], clip["poses"].shape[1], 3 * (24 if clip["poses"].shape[1] == 72 else BODY_JOINTS))
    poses[:, :count] = clip["poses"][:, :count]
    return poses


def play(client, id, clip, step, batch=32):
    """Returns the vertices of every frame, (frames, V, 3) in metres with +Y up, and the faces of the model, (F, 3).

    client (posed.Client): client of the daemon.
    id (str): id of the body model.
    clip (npz): the clip.
    step (int): only every step-th frame is used.
    batch (int): number of bodies in one request.
    """
    model, betas = client.model(id), clip["betas"] if "betas" in clip else numpy.zeros(0)
    poses, places, out = poses_for(model, clip)[::step], clip["trans"][::step], []
    for first in range(0, len(poses), batch):
        bodies = [{"pose": p, "translation": t} for p, t in zip(poses[first:first + batch], places[first:first + batch])]
        out += [m.vertices for m in client.meshes(id, bodies, include=("vertices",), betas=betas[:model["beta_count"]])]
    x, y, z = numpy.moveaxis(numpy.array(out), 2, 0)
    return numpy.stack([x, z, -y], 2), client.faces(id)


def main():
    """Parses the command line, computes the vertices, and saves or shows them. Returns the exit code."""
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
