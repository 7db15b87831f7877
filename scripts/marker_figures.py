#!/usr/bin/python3
"""The figures of docs/guide/fit.md for optical markers without names and with wrong ones.

    scripts/marker_figures.py POSEDCTL TAKE.c3d [nameless] [exchanged]

TAKE.c3d has the names that are right (CMU's 01_01.c3d, mocap.cs.cmu.edu). They are thrown away, or exchanged in pairs for 8 to 150 frames; posedctl writes the markers as
it names them (-o named.trc), and a point is right whose name in that file is the one that TAKE.c3d has for the same place in the same frame."""
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

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


def fit(posedctl, names, at, rate, folder):
    """Names and places as posedctl has them, and what it prints."""
    path, out = os.path.join(folder, "take.trc"), os.path.join(folder, "named.trc")
    write_trc(path, names, at, rate)
    done = subprocess.run([posedctl, "fit", path, "--up", "y", "-o", out, "--threads", "1", "--quiet"], capture_output=True, text=True)
    if done.returncode:
        return None, None, done.stderr
    return *read_trc(out), done.stdout


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


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    names, at, rate = read_c3d(sys.argv[2])
    wanted = sys.argv[3:] or ["nameless", "exchanged"]
    with tempfile.TemporaryDirectory() as folder:
        for which in wanted:
            known = [i for i, name in enumerate(names) if "-" not in name] if which == "exchanged" else range(len(names))
            globals()[which](sys.argv[1], [names[i] for i in known], at[:, known], rate, folder)


if __name__ == "__main__":
    main()
