"""content.py FOLDER: frames of 1 and 20 characters with what the page asks for (root, contacts, trajectory, smpl) as frame-N.bin, and the same content as
frame-N.json, the numbers with 6 digits. From a seed; docs/reference/stream.md has the bytes."""
import json
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))
os.environ["POSED_NO_NUMPY"] = "1"
import posed  # noqa: E402

SAMPLES, JOINTS = 12, 24
CHANNELS = 1 | 8 | 16 | 32


def character(rng, id):
    out = struct.pack("<IIHBBfffff", id, 7, CHANNELS, rng.randrange(16), 1, rng.uniform(0, 6.28), rng.uniform(-20, 20), rng.uniform(-1, 1), rng.uniform(-20, 20), rng.uniform(-3, 3))
    for _ in range(SAMPLES):
        out += struct.pack("<hhhh", *(rng.randrange(-6000, 6000) for _ in range(3)), rng.randrange(-32768, 32768))
    out += struct.pack("<hhh", 100, 3700, -50)
    for _ in range(JOINTS):
        word = 3 << 46 | sum(rng.randrange(8192, 24576) << shift for shift in (30, 15, 0))  # w is the largest
        out += struct.pack("<HHH", *(word >> shift & 0xffff for shift in (0, 16, 32)))
    return out


def main(folder):
    rng = random.Random(1)
    for count in (1, 20):
        data = struct.pack("<4sBBHIdHH", b"PSD1", 1, 0, 0, 1234, 100.5, count, 0) + b"".join(character(rng, i + 1) for i in range(count))
        frame = posed.decode_frame(data, (31, SAMPLES))
        with open(f"{folder}/frame-{count}.bin", "wb") as out:
            out.write(data)
        say = lambda values: [round(v, 6) for row in values for v in (row if isinstance(row, list) else [row])]  # noqa: E731
        with open(f"{folder}/frame-{count}.json", "w") as out:
            json.dump({"tick": frame.tick, "time": frame.time, "characters": [{
                "id": c.id, "seq": c.seq, "contacts": c.contacts, "gait": c.gait, "phase": round(c.phase, 6), "root": say(c.root), "yaw": round(c.yaw, 6),
                "trajectory": {"points": say(c.trajectory.points), "facings": say(c.trajectory.facings)}, "smpl": {"pelvis": say(c.smpl_pelvis), "rotations": say(c.smpl_rotations)},
            } for c in frame.characters]}, out, separators=(",", ":"))


main(sys.argv[1])
