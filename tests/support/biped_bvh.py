"""Usage: biped_bvh.py FOLDER FRAMES NAME=walk|stand...: a folder of motion capture (BVH and its index.csv) of the 31 joints of core/anim/biped.c, for
tests: who walks swings arms and legs and goes ahead at 1.2 m/s, who stands sways a little."""
import math
import os
import re
import sys

JOINTS = re.findall(r'^    \{"(\w+)", (-?\d+), ([-\d.]+), ([-\d.]+), ([-\d.]+), \d+, \d\},$', open("core/anim/biped.c").read(), re.M)
assert len(JOINTS) == 31


def hierarchy(j=0):
    """Lines of a joint and those below it, and their names in the order of the channels."""
    name, _, *offset = JOINTS[j]
    channels = "6 Xposition Yposition Zposition Zrotation Yrotation Xrotation" if j == 0 else "3 Zrotation Yrotation Xrotation"
    lines, names = [("ROOT " if j == 0 else "JOINT ") + name, "{", "OFFSET " + " ".join(offset), "CHANNELS " + channels], [name]
    below = [k for k in range(31) if int(JOINTS[k][1]) == j]
    for k in below:
        more, others = hierarchy(k)
        lines += more
        names += others
    if not below:
        lines += ["End Site", "{", "OFFSET 0 0 0.05", "}"]
    return lines + ["}"], names


def clip(frames, walks):
    lines, names = hierarchy()
    lines = ["HIERARCHY", *lines, "MOTION", f"Frames: {frames}", "Frame Time: 0.01666667"]
    for t in range(frames):
        s = math.sin(t / 10) if walks else 0.05 * math.sin(t / 40)
        turn = {"LeftArm": (-70, 0, 20 * s), "RightArm": (70, 0, -20 * s), "LeftUpLeg": (0, 0, 25 * s), "RightUpLeg": (0, 0, -25 * s)}
        place = [0, 0.93, 0.02 * t if walks else 0]
        lines.append(" ".join(f"{v:.4f}" for v in place + [a for name in names for a in turn.get(name, (0, 0, 0))]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder, frames = sys.argv[1], int(sys.argv[2])
    os.makedirs(folder)
    with open(os.path.join(folder, "index.csv"), "w") as index:
        index.write("file,first_usable_frame,last_usable_frame\n")
        for name, what in (word.split("=") for word in sys.argv[3:]):
            index.write(f"{name}.bvh,0,{frames - 1}\n")
            with open(os.path.join(folder, name + ".bvh"), "w") as out:
                out.write(clip(frames, what == "walk"))
