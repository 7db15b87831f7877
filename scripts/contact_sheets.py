#!/usr/bin/python3
"""The contact sheets of docs/lab/motion-sheets.md: every script of examples/ beside captured motion of its kind.

    scripts/contact_sheets.py POSEDCTL CAPTURE [NAME ...]     draw them: eight poses of ours above, eight of CAPTURE below
    scripts/contact_sheets.py                                 every script has a row here, a picture and a place on the page (lint)

A row is a stride of both, which begins with the right foot furthest ahead, or a stretch of seconds of both. Where nobody was captured so (jumped
gaps, ramps, stairs) the clip is the nearest on level ground."""
import glob
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/e2e")

SIZE, POSES = 130, 8
STRIDE = 0
SIDE, FRONT = 75, 20
PAGE, IMAGES = "docs/lab/motion-sheets.md", "docs/images"
WALK, UNEVEN, JOG = "cmu/bvh/07_01.bvh", "cmu/bvh/03_01.bvh", "cmu2/acclaim/16/16_35.amc"
BACK, VEER, TURN = "accad/male1/Male1_B6_WalkBackwards.bvh", "cmu2/acclaim/16/16_11.amc", "accad/male1/Male1_B9_WalkToTurnLeft90.bvh"
LONG = "jlrun/JL_mm_run.bvh"
# script: from, seconds (STRIDE: one stride); clip, from; yaw of the camera
SHEETS = {
    "walk": (10, STRIDE, WALK, 0.5, SIDE),
    "half-stick": (10, STRIDE, "cmu2/acclaim/16/16_33.amc", 0, SIDE),
    "wave": (10, STRIDE, VEER, 1, SIDE),
    "circle-3": (10, STRIDE, VEER, 1, SIDE),
    "circle-1.5": (10, STRIDE, VEER, 1, SIDE),
    "figure-8": (10, STRIDE, "cmu2/acclaim/16/16_13.amc", 1, SIDE),
    "slalom": (10, 2, "cmu2/acclaim/16/16_14.amc", 1, SIDE),
    "square": (6, 2.4, "cmu2/acclaim/16/16_17.amc", 1, SIDE),
    "turn-90-walk": (7.8, 2.2, TURN, 3.5, SIDE),
    "turn-180-walk": (7.8, 2.2, "accad/male1/Male1_B15_WalkTurnAround.bvh", 4.5, SIDE),
    "start-stop-walk": (7.4, 2, "accad/female1/Female1_B01_StandToWalk.bvh", 0.6, SIDE),
    "stop-go": (10, 2, "cmu2/acclaim/16/16_34.amc", 0.7, SIDE),
    "idle": (8, 8, "reactidle/002_genuine.bvh", 8, 30),
    "crouch": (10, STRIDE, "cmu2/acclaim/127/127_31.amc", 1, SIDE),
    "back": (10, STRIDE, BACK, 0.5, SIDE),
    "back-fast": (10, STRIDE, BACK, 0.5, SIDE),
    "strafe-left": (10, 1.4, "accad/male1/Male1_B22_SideStepLeft.bvh", 2, FRONT),
    "strafe-right": (10, 1.4, "accad/male1/Male1_B23_SideStepRight.bvh", 1, FRONT),
    "strafe-look": (10, 2.4, "accad/female1/Female1_B22_SideStepLeft.bvh", 3, FRONT),
    "jog": (10, STRIDE, JOG, 0, SIDE),
    "slow-jog": (10, 1, LONG, 11.4, SIDE),
    "run": (10, STRIDE, "cmu/bvh/09_01.bvh", 0, SIDE),
    "circle-3-jog": (10, STRIDE, "cmu2/acclaim/16/16_37.amc", 0, SIDE),
    "turn-90-jog": (8.8, 1.6, "cmu2/acclaim/16/16_41.amc", 0, SIDE),
    "start-stop-jog": (7.4, 2, "accad/male1/Male1_C01_StandToRun.bvh", 0.6, SIDE),
    "wall-run": (3, 2, "cmu2/acclaim/16/16_08.amc", 0, SIDE),
    "jump": (6, 1.8, "cmu2/acclaim/127/127_25.amc", 0, SIDE),
    "rough": (10, STRIDE, UNEVEN, 1, SIDE),
    "hills-25-walk": (10, STRIDE, UNEVEN, 1, SIDE),
    "ramp-20": (6, STRIDE, UNEVEN, 1, SIDE),
    "stairs": (3, 2.2, UNEVEN, 1, SIDE),
    "hills-25-jog": (10, STRIDE, JOG, 0, SIDE),
    "ramp-30-jog": (5, STRIDE, JOG, 0, SIDE),
    "mixed-flat": (20, 4, LONG, 11, SIDE),
    "mixed-hills": (20, 4, LONG, 11, SIDE),
    "random-stick": (20, 4, LONG, 11, SIDE),
}


def scripts():
    return sorted(os.path.basename(path)[:-5] for path in glob.glob("examples/*.yaml"))


def check():
    missing = [f"{name}: no row in scripts/contact_sheets.py" for name in scripts() if name not in SHEETS]
    missing += [f"{name}: examples/{name}.yaml is not there" for name in SHEETS if name not in scripts()]
    page = open(PAGE).read() if os.path.exists(PAGE) else ""
    for name in SHEETS:
        picture = f"{IMAGES}/sheet-{name}.png"
        if not os.path.exists(picture) or os.path.basename(picture) not in page:
            missing.append(f"{name}: {picture} is not drawn, or not on {PAGE}")
    if missing:
        sys.exit("\n".join(missing))


def draw(posedctl, capture, names):
    import numpy as np
    import png
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            start, seconds, clip, clip_start, yaw = SHEETS[name]
            ours, sheet = f"{work}/{name}.npz", f"{work}/{name}.png"
            subprocess.run([posedctl, "rollout", "--quiet", "--script", f"examples/{name}.yaml", "-o", ours], check=True)
            part = ["--stride"] if seconds == STRIDE else ["--fixed", "--seconds", str(seconds)]
            rows = []
            for file, begin in [(ours, start), (os.path.join(capture, clip), clip_start)]:
                subprocess.run([posedctl, "clip", "render", "--quiet", file, "--from", str(begin), *part, "--count", str(POSES), "--columns", str(POSES), "--size", str(SIZE),
                                "--yaw", str(yaw), "-o", sheet], check=True)
                rows.append(png.read(sheet))
            png.animation(f"{IMAGES}/sheet-{name}.png", [np.concatenate(rows)], 1)
            print(name, os.path.getsize(f"{IMAGES}/sheet-{name}.png"))


if len(sys.argv) < 3:
    check()
else:
    draw(sys.argv[1], sys.argv[2], sys.argv[3:] or list(SHEETS))
