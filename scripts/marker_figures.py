#!/usr/bin/python3
"""The figures of docs/lab/fit.md for optical markers without names and with wrong ones.

    scripts/marker_figures.py POSEDCTL TAKE.c3d [nameless] [exchanged] [missing]
    scripts/marker_figures.py POSEDCTL TAKE.c3d angles TAKE.bvh
    scripts/marker_figures.py POSEDCTL TAKE.c3d CLIP.bvh...

TAKE.c3d has the names that are right (CMU's 01_01.c3d, mocap.cs.cmu.edu). They are thrown away, or exchanged in pairs for 8 to 150 frames; posedctl writes the markers as
it names them (-o named.trc), and a point is right whose name in that file is the one that TAKE.c3d has for the same place in the same frame. With 12 of
41 columns away joints are held against those with all. Angles are those between bones, from places of joints alone, held against another
solution of the same take (CMU's, whose first frame is a T-pose that the markers have not). Clips are worn by random people of the model `person`, the fit's is `default`."""
import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

from film_figures import joints_of_bvh

SAME = 2e-5  # metres: TRC has micrometres


def read_c3d(path):
    """Names, (F,M,3) metres with +Y up (NaN: not seen), frames a second; of an Intel file of floats in millimetres with z up."""
    data = open(path, "rb").read()
    count, analog, first, last = struct.unpack("<hhHH", data[2:10])
    start, rate = struct.unpack("<h", data[16:18])[0], struct.unpack("<f", data[20:24])[0]
    frames = last - first + 1
    rows = np.frombuffer(data, "<f4", frames * (4 * count + analog), (start - 1) * 512).reshape(frames, -1)[:, :4 * count].reshape(frames, count, 4)
    at = rows[:, :, :3].astype(float) / 1000
    at[rows[:, :, 3] < 0] = np.nan
    i = data.index(b"LABELS") + 8
    width, texts = data[i + 2], i + 2 + data[i + 1]
    names = [data[texts + k * width:texts + (k + 1) * width].decode("latin1").strip().split(":")[-1] for k in range(count)]
    return names, at[:, :, [1, 2, 0]], rate


def write_trc(path, names, at, rate):
    frames, count, _ = at.shape
    with open(path, "w") as file:
        file.write(f"PathFileType\t4\t(X/Y/Z)\ttake.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n{rate:g}\t{rate:g}\t{frames}\t{count}\tmm\n")
        file.write("Frame#\tTime\t" + "\t".join(n + "\t\t" for n in names) + "\n\t\t" + "\t".join(f"X{i}\tY{i}\tZ{i}" for i in range(count)) + "\n\n")
        for f, row in enumerate(at):
            cells = ["\t\t" if np.isnan(p[0]) else "%.3f\t%.3f\t%.3f" % tuple(1000 * p) for p in row]
            file.write(f"{f + 1}\t{f / rate:.5f}\t" + "\t".join(cells) + "\n")


def read_trc(path):
    lines = open(path).read().split("\n")
    names = [n for n in lines[3].split("\t")[2:] if n.strip()]
    rows = [line.split("\t")[2:] for line in lines[5:] if line.strip()]
    return names, np.array([[float(c) / 1000 if c else np.nan for c in (row + [""] * 3 * len(names))[:3 * len(names)]] for row in rows]).reshape(-1, len(names), 3)


def fit(posedctl, names, at, rate, folder, result="named.trc"):
    """Names and places as posedctl has them, and what it prints."""
    path, out = os.path.join(folder, "take.trc"), os.path.join(folder, result)
    write_trc(path, names, at, rate)
    done = subprocess.run([posedctl, "fit", path, "--up", "y", "-o", out, "--threads", "1", "--quiet"], capture_output=True, text=True)
    if done.returncode:
        return None, None, done.stderr
    return (*read_trc(out), done.stdout) if result.endswith(".trc") else (None, None, done.stdout)


def shares(names, at, found_names, found):
    """Of the points whose names are known: named right, named wrong, without a name."""
    counts = np.zeros(3, int)
    for i, name in enumerate(names):
        if name not in found_names:
            continue
        seen = ~np.isnan(at[:, i, 0])
        off = np.nan_to_num(np.linalg.norm(found - at[:, i:i + 1], axis=2), nan=9)
        has, own = off.min(1) < SAME, off.argmin(1) == found_names.index(name)
        counts += [(seen & has & own).sum(), (seen & has & ~own).sum(), (seen & ~has).sum()]
    return counts / counts.sum()


def nameless(posedctl, names, at, rate, folder):
    count = len(names)
    blank = [f"*{i + 1}" for i in range(count)]
    for title, step, by_frame in (("a column a marker", 1, False), ("columns shuffled in every frame", 1, True), ("every fourth frame, a column a marker", 4, False),
                                  ("every fourth frame, shuffled", 4, True)):
        rng = np.random.default_rng(1)
        some = at[::step]
        order = np.array([rng.permutation(count) for _ in some]) if by_frame else np.tile(rng.permutation(count), (len(some), 1))
        found_names, found, text = fit(posedctl, blank, np.take_along_axis(some, order[:, :, None], 1), rate / step, folder)
        if found is None:
            print(f"{title}: {text.strip()}", flush=True)
            continue
        print(f"{title}: right %.2f %%, wrong %.2f %%, without a name %.2f %%" % tuple(100 * shares(names, some, found_names, found)), flush=True)


def exchange(at, rng, pairs, near, gaps):
    """Places with some names exchanged, where that is, and the column in which each marker is then (-1: hidden)."""
    out, frames, count = at.copy(), len(at), at.shape[1]
    where, column = np.zeros((frames, count), bool), np.tile(np.arange(count), (frames, 1))
    apart = np.nanmean(np.linalg.norm(at[::50, :, None] - at[::50, None], axis=3), axis=0)
    while pairs:
        i = rng.integers(count)
        k = np.argsort(apart[i])[rng.integers(1, 4)] if near else rng.integers(count)
        length = rng.integers(8, 150)
        first = rng.integers(20, frames - length - 20)
        stretch = slice(first, first + length)
        if i == k or where[first - 15:first + length + 15, [i, k]].any():
            continue
        out[stretch, [i]], out[stretch, [k]] = out[stretch, [k]], out[stretch, [i]]
        column[stretch, [i]], column[stretch, [k]] = column[stretch, [k]], column[stretch, [i]]
        for edge in (first - 5, first + length) if gaps else ():
            out[edge:edge + 5, [i, k]], column[edge:edge + 5, [i, k]] = np.nan, -1
        where[stretch, [i, k]] = True
        pairs -= 1
    return out, where, column


def exchanged(posedctl, names, at, rate, folder):
    total = np.zeros(3, int)
    for first in range(100, len(at) - 700, 650):
        for near in (True, False):
            for gaps in (False, True):
                sent, where, column = exchange(at[first:first + 700], np.random.default_rng(first + 2 * near + gaps), 12, near, gaps)
                found_names, found, text = fit(posedctl, names, sent, rate, folder)
                counts = np.zeros(3, int)
                for i, name in enumerate(names):
                    seen = ~np.isnan(sent[:, i, 0])
                    read = found[:, found_names.index(name)]
                    changed = seen & ~(np.linalg.norm(read - sent[:, i], axis=1) < SAME)
                    true = np.full((len(sent), 3), np.nan)
                    frame, now = np.nonzero(column == i)
                    true[frame] = sent[frame, now]
                    right = changed & where[:, i] & (np.linalg.norm(read - true, axis=1) < SAME)
                    counts += [right.sum(), (changed & ~right).sum(), (where[:, i] & seen & ~right).sum()]
                total += counts
                print(f"from frame {first}, {'near' if near else 'any'} pairs, {'between gaps' if gaps else 'abruptly'}: {where.sum()} exchanged, mended %d, falsely %d, missed %d" %
                      tuple(counts), flush=True)
    print("precision %.4f, recall %.4f" % (total[0] / max(1, total[0] + total[1]), total[0] / max(1, total[0] + total[2])))


def missing(posedctl, names, at, rate, folder):
    """Joints with 12 of 41 columns away from those with all of them, every fourth frame."""
    def joints(some):
        fit(posedctl, [names[i] for i in some], at[::4, some], rate / 4, folder, "take.npz")
        bvh = os.path.join(folder, "take.bvh")
        subprocess.run([posedctl, "clip", "convert", os.path.join(folder, "take.npz"), "-o", bvh, "--quiet"], check=True)
        named, places = joints_of_bvh(bvh, 1)
        return places[:, [i for i, name in enumerate(named) if not name.startswith("end")]]
    whole, means = joints(list(range(len(names)))), []
    for seed in range(15):
        away = np.random.default_rng(seed).permutation(len(names))[:round(0.3 * len(names))]
        off = np.linalg.norm(joints([i for i in range(len(names)) if i not in away]) - whole, axis=2)
        means.append(1000 * off.mean())
        print(f"without {' '.join(names[i] for i in sorted(away))}: mean %.1f mm, median %.1f" % (means[-1], 1000 * np.median(off)), flush=True)
    print("mean of %d draws %.1f mm, worst %.1f" % (len(means), np.mean(means), max(means)))


# the angle at the second: between the bones, or of a limb with the trunk ("pelvis": the middle of the hips)
ANGLES = {"knee": ("hip", "knee", "ankle"), "elbow": ("shoulder", "elbow", "wrist"), "hip": ("pelvis", "hip", "knee"), "shoulder": ("neck", "shoulder", "elbow"),
          "ankle": ("knee", "ankle", "foot")}
OF_CMU = {"hip": "UpLeg", "knee": "Leg", "ankle": "Foot", "foot": "ToeBase", "shoulder": "Arm", "elbow": "ForeArm", "wrist": "Hand"}


def angle_at(places, side, joint, name):
    """Degrees, a frame: places by joint, neck and both hips among them."""
    above, at, below = ANGLES[joint]
    hips = (places(name("left", "hip")) + places(name("right", "hip"))) / 2
    trunk = places(name("", "neck")) - hips
    a = {"pelvis": trunk, "neck": -trunk}[above] if above in ("pelvis", "neck") else places(name(side, above)) - places(name(side, at))
    b = places(name(side, below)) - places(name(side, at))
    return np.degrees(np.arccos(np.clip((a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1), -1, 1)))


def angles(posedctl, take, other, folder):
    """Of our solution from the other: medians over frames, as they are and less the median difference."""
    bvh, means = os.path.join(folder, "take.bvh"), []
    print(subprocess.run([posedctl, "fit", take, "-o", bvh, "--quiet", "--threads", "1"], check=True, capture_output=True, text=True).stdout.split("\n")[0])
    (ours, at), (theirs, there) = joints_of_bvh(bvh, 1), joints_of_bvh(other, 1)
    there = there[len(there) - len(at):]
    for joint in ANGLES:
        for side in ("left", "right"):
            mine = angle_at(lambda n: at[:, ours.index(n)], side, joint, lambda s, n: f"{s}_{n}" if s else n)
            cmu = angle_at(lambda n: there[:, theirs.index(n)], side, joint, lambda s, n: s.capitalize() + OF_CMU[n] if s else "Neck")
            off = mine - cmu
            means.append((np.median(np.abs(off)), np.median(np.abs(off - np.median(off)))))
            print(f"{side} {joint}: %.1f degrees, less a constant %.1f" % means[-1], flush=True)
    print("median of the ten: %.1f, less a constant %.1f" % tuple(np.median(means, axis=0)))


# as ON_SKIN of tests/e2e/jobs.py: from a joint, moved so far, out of the skin in this direction; of the left side, or of the middle
ON_SKIN = {"LFHD": ("head", (.05, .12, 0), (.4, .1, 1)), "LBHD": ("head", (.05, .12, 0), (.4, .1, -1)), "C7": ("neck", (0, 0, 0), (0, .25, -1)),
           "T10": ("spine2", (0, .05, 0), (0, 0, -1)), "CLAV": ("neck", (0, -.07, 0), (0, 0, 1)), "STRN": ("spine3", (0, -.06, 0), (0, 0, 1)),
           "RBAC": ("spine3", (-.09, .06, 0), (0, 0, -1)), "LSHO": ("left_shoulder", (-.01, 0, 0), (0, 1, 0)), "LUPA": ("left_shoulder", (.13, 0, 0), (0, 1, -.2)),
           "LELB": ("left_elbow", (0, 0, 0), (0, 1, -.3)), "LFRM": ("left_elbow", (.14, 0, 0), (0, 1, 0)), "LWRA": ("left_wrist", (0, 0, 0), (0, .1, 1)),
           "LWRB": ("left_wrist", (0, 0, 0), (0, .1, -1)), "LFIN": ("left_wrist", (.08, 0, .01), (0, 1, 0)), "LFWT": ("left_hip", (.03, .09, 0), (.3, 0, 1)),
           "LBWT": ("left_hip", (-.03, .11, 0), (0, 0, -1)), "LTHI": ("left_hip", (0, -.25, 0), (1, 0, 0)), "LKNE": ("left_knee", (0, 0, 0), (1, 0, 0)),
           "LSHN": ("left_knee", (0, -.2, 0), (.7, 0, .7)), "LANK": ("left_ankle", (0, 0, 0), (1, 0, 0)), "LHEE": ("left_ankle", (0, -.04, 0), (0, 0, -1)),
           "LTOE": ("left_foot", (0, 0, .02), (0, 1, 0)), "LMT5": ("left_foot", (0, 0, 0), (1, .2, 0))}


JOINTS = {"left_hip": 1, "left_knee": 4, "spine2": 6, "left_ankle": 7, "spine3": 9, "left_foot": 10, "neck": 12, "head": 15, "left_shoulder": 16, "left_elbow": 18, "left_wrist": 20}


def bodies_of(posedctl, bodies, folder):
    request, mesh = os.path.join(folder, "bodies.json"), os.path.join(folder, "mesh.npz")
    with open(request, "w") as file:
        json.dump({"bodies": bodies}, file)
    subprocess.run([posedctl, "mesh", "--model", "person", "--request", request, "-o", mesh, "--format", "npz", "--quiet"], check=True)
    return np.load(mesh)["vertices"].reshape(len(bodies), -1, 3), np.load(mesh)["joints"].reshape(len(bodies), -1, 3)


def worn(posedctl, clip, seed, folder):
    """Markers on a random `person` who moves as in the clip: names, (F,41,3), frames a second. Each is a centimetre or three beside where it is meant, has 1 mm of noise,
    and is hidden at times, for up to half a second."""
    rng, rate, most, npz = np.random.default_rng(seed), 60, 400, os.path.join(folder, "clip.npz")
    subprocess.run([posedctl, "clip", "convert", clip, "-o", npz, "--model", "person", "--rate", str(rate), "--quiet"], check=True)
    poses, trans, betas = np.load(npz)["poses"][1:most + 1], np.load(npz)["trans"][1:most + 1], rng.normal(0, 0.7, 10).tolist()
    (rest,), (joints,) = bodies_of(posedctl, [{"betas": betas}], folder)
    names, vertices = [], []
    for name, (joint, shift, along) in ON_SKIN.items():
        for side in ("LR" if name[0] == "L" and name != "LBAC" else " "):
            mirror = np.array([-1 if side == "R" else 1, 1, 1])
            k = JOINTS[joint] + (side == "R" and joint.startswith("left"))
            ray = mirror * along / np.linalg.norm(along)
            far = (rest - joints[k] - mirror * shift) @ ray
            beside = np.linalg.norm(rest - joints[k] - mirror * shift - far[:, None] * ray, axis=1)
            meant = rest[np.where((beside < 0.02) & (far > 0) & (far < 0.2), far, -beside).argmax()]
            names.append(side + name[1:] if side != " " else name)
            vertices.append(np.linalg.norm(rest - meant - rng.normal(0, 0.01, 3), axis=1).argmin())
    bodies = [{"betas": betas, "pose": p.tolist(), "translation": t.tolist()} for p, t in zip(poses, trans)]
    skin = np.concatenate([bodies_of(posedctl, bodies[i:i + 50], folder)[0][:, vertices] for i in range(0, len(bodies), 50)])
    at = skin[:, :, [0, 2, 1]] * [1, 1, -1] + rng.normal(0, 0.001, skin.shape)  # AMASS's z up
    for i in range(len(names)):
        for first in rng.integers(0, len(at), rng.poisson(len(at) / 150)):
            at[first:first + rng.integers(2, 30), i] = np.nan
    return names, at, rate


def others(posedctl, clips, folder):
    """Other people, whose markers are not where ours are: without names, one column a piece between two gaps."""
    total = []
    for seed, clip in enumerate(clips):
        names, at, rate = worn(posedctl, clip, seed, folder)
        columns = []
        for i in range(len(names)):  # every stretch that is seen has a column of its own
            seen = np.concatenate([[False], ~np.isnan(at[:, i, 0]), [False]])
            for first, end in zip(np.nonzero(seen[1:] & ~seen[:-1])[0], np.nonzero(~seen[1:] & seen[:-1])[0]):
                piece = np.full((len(at), 3), np.nan)
                piece[first:end] = at[first:end, i]
                columns.append(piece)
        order = np.random.default_rng(seed).permutation(len(columns))
        found_names, found, text = fit(posedctl, [f"*{i + 1}" for i in range(len(columns))], np.stack(columns, 1)[:, order], rate, folder)
        if found is None:
            print(f"{os.path.basename(clip)}: {text.strip()}", flush=True)
            total.append([0, 0, 1])
            continue
        total.append(shares(names, at, found_names, found))
        print(f"{os.path.basename(clip)}, {len(at)} frames, {len(columns)} pieces: right %.2f %%, wrong %.2f %%, without a name %.2f %%" % tuple(100 * total[-1]), flush=True)
    print("mean: right %.2f %%, wrong %.2f %%, without a name %.2f %%" % tuple(100 * np.mean(total, axis=0)))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    names, at, rate = read_c3d(sys.argv[2])
    clips = [word for word in sys.argv[3:] if word.endswith(".bvh")]
    wanted = [word for word in sys.argv[3:] if word not in clips] or ["nameless", "exchanged", "missing"]
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[3:4] == ["angles"]:
            angles(sys.argv[1], sys.argv[2], sys.argv[4], folder)
            return
        if clips:
            others(sys.argv[1], clips, folder)
            return
        for which in wanted:
            known = list(range(len(names))) if which == "nameless" else [i for i, name in enumerate(names) if "-" not in name]
            globals()[which](sys.argv[1], [names[i] for i in known], at[:, known], rate, folder)


if __name__ == "__main__":
    main()
