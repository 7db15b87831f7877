#!/usr/bin/python3
"""Films of the shipped network's motions beside captured ones: a row of poses each, ours above.

    factory/scripts/films.py POSEDCTL CAPTURE [NAME ...]          the pictures of docs/guide/gallery.md and docs/guide/motion.md
    factory/scripts/films.py POSEDCTL CAPTURE --all DIR [NAME ...] a strip of every script of examples/ in DIR, to look at

Each film is a script of examples/ over a clip of CAPTURE, a stride of both or a stretch of seconds. moves: the same as an animated PNG
(https://wiki.mozilla.org/APNG_Specification), ours on the left."""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/e2e")
import png  # noqa: E402

SIZE, POSES, FRAMES, PIXELS = 170, 8, 20, 150
LONG_SIZE, LONG_POSES = 118, 12
STRIDE = 0
IMAGES = "docs/images"
FEMALE, MALE = "accad/female1/Female1_", "accad/male1/Male1_"
# name: script, from, seconds (STRIDE: one stride); clip (None: there is no such capture), from; yaw of the camera
GALLERY = {
    "walk": ("walk", 10, STRIDE, "cmu/bvh/07_01.bvh", 0.5, 75),
    "jog": ("jog", 10, STRIDE, "cmu2/acclaim/16/16_35.amc", 0, 75),
    "start": ("start-stop-walk", 7.4, 2, FEMALE + "B01_StandToWalk.bvh", 0.6, 75),
    "stop": ("start-stop-walk", 14.4, 2, MALE + "B2_WalkToStand.bvh", 4.2, 75),
    "turn": ("turn-180-walk", 7.8, 2.2, MALE + "B15_WalkTurnAround.bvh", 4.5, 75),
    "back": ("back", 10, STRIDE, MALE + "B6_WalkBackwards.bvh", 0.5, 75),
    "side": ("strafe-left", 10, 1.4, MALE + "B22_SideStepLeft.bvh", 2, 20),
    "stairs": ("stairs", 3, 2.2, None, 0, 75),
    "idle": ("idle", 8, 8, "reactidle/002_genuine.bvh", 8, 30),
}
# Strips of docs/guide/motion.md.
STRIPS = {
    "jump": ("jump-standing", 2.95, 1.4, "cmu2/bvh_daz/13_41.bvh", 0.9, 75),
    "run": ("run", 10, STRIDE, MALE + "C03_Run.bvh", 0.5, 75),
}
# The other scripts.
REST = {
    "back-fast": ("back-fast", 10, STRIDE, MALE + "B6_WalkBackwards.bvh", 0.5, 75),
    "circle-1.5": ("circle-1.5", 10, 2, FEMALE + "B09_WalkTurnLeft90.bvh", 1.5, 75),
    "circle-3": ("circle-3", 10, 2, FEMALE + "B10_WalkTurnLeft45.bvh", 1.5, 75),
    "circle-3-jog": ("circle-3-jog", 10, 1.5, MALE + "C11_RunTurnLeft90.bvh", 1, 75),
    "crouch": ("crouch", 10, 2, "cmu2/acclaim/127/127_31.amc", 1, 75),
    "figure-8": ("figure-8", 10, 2, FEMALE + "B16_WalkTurnChangeDirection.bvh", 1.5, 75),
    "half-stick": ("half-stick", 10, STRIDE, FEMALE + "B03_Walk1.bvh", 1, 75),
    "hills-25-jog": ("hills-25-jog", 10, 2, None, 0, 75),
    "hills-25-walk": ("hills-25-walk", 10, 2, None, 0, 75),
    "jump-gap": ("jump-gap", 2.4, 1.6, "cmu2/acclaim/127/127_25.amc", 0.2, 75),
    "jump-ledge": ("jump-ledge", 2.6, 2, None, 0, 75),
    "mixed-flat": ("mixed-flat", 10, 4, None, 0, 75),
    "mixed-hills": ("mixed-hills", 10, 4, None, 0, 75),
    "ramp-20": ("ramp-20", 10, 2, None, 0, 75),
    "ramp-35": ("ramp-35", 10, 2, None, 0, 75),
    "ramp-30-jog": ("ramp-30-jog", 8, 2, None, 0, 75),
    "random-stick": ("random-stick", 10, 4, None, 0, 75),
    "rough": ("rough", 10, 2, None, 0, 75),
    "leap": ("jump", 2.9, 1.3, "cmu2/acclaim/127/127_27.amc", 0.55, 75),
    "slalom": ("slalom", 8, 3, MALE + "B16_WalkTrunChange.bvh", 2, 20),
    "slow-jog": ("slow-jog", 10, STRIDE, "jlrun/JL_mm_run.bvh", 4, 75),
    "square": ("square", 8, 3, MALE + "B12_WalkTurnRight90.bvh", 2, 75),
    "start-stop-jog": ("start-stop-jog", 7.4, 2, MALE + "C01_StandToRun.bvh", 1, 75),
    "stop-go": ("stop-go", 8, 4, MALE + "B2_WalkToStand.bvh", 3, 75),
    "strafe-look": ("strafe-look", 8, 3, MALE + "B23_SideStepRight.bvh", 0.4, 20),
    "strafe-right": ("strafe-right", 10, 1.4, MALE + "B23_SideStepRight.bvh", 0.4, 20),
    "turn-90-jog": ("turn-90-jog", 5.8, 2, MALE + "C14_RunTurnRight90.bvh", 0.8, 75),
    "turn-90-walk": ("turn-90-walk", 5.8, 2, MALE + "B12_WalkTurnRight90.bvh", 4.2, 75),
    "wall-run": ("wall-run", 3, 3, None, 0, 75),
    "wave": ("wave", 8, 3, FEMALE + "B13_WalkTurnRight45.bvh", 1, 75),
}


def main():
    import numpy as np
    posedctl, capture, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    films, folder = {**GALLERY, **STRIPS}, IMAGES
    if names[:1] == ["--all"]:
        films, folder, names = {**films, **REST}, names[1], names[2:]
        os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for name in names or list(films):
            script, start, seconds, clip, clip_start, yaw = films[name]
            ours, sheet = f"{work}/{name}.npz", f"{work}/{name}.png"
            subprocess.run([posedctl, "rollout", "--quiet", "--script", f"examples/{script}.yaml", "-o", ours], check=True)
            part = ["--stride"] if seconds == STRIDE else ["--fixed", "--seconds", str(seconds)]

            def render(path, file, begin, count, size):
                subprocess.run([posedctl, "clip", "render", "--quiet", file, "--from", str(begin), *part, "--count", str(count), "--columns", str(count), "--size", str(size),
                                "--yaw", str(yaw), "-o", path], check=True)
                return png.read(path)

            pairs = [(ours, start)] + ([(os.path.join(capture, clip), clip_start)] if clip else [])
            count, size = (POSES, SIZE) if name in GALLERY else (LONG_POSES, LONG_SIZE)
            strip = np.concatenate([render(sheet, file, begin, count, size) for file, begin in pairs])
            png.animation(f"{folder}/film-{name}.png", [strip], 1)
            print(name, os.path.getsize(f"{folder}/film-{name}.png"), flush=True)
            if folder != IMAGES or name not in GALLERY:
                continue
            count = FRAMES if seconds == STRIDE else FRAMES + 6
            both = [render(sheet, file, begin, count + (seconds == STRIDE), PIXELS) for file, begin in pairs]
            frames = [np.concatenate([b[:, PIXELS * i:PIXELS * (i + 1)] for b in both], axis=1) for i in range(count)]
            png.animation(f"{IMAGES}/moves-{name}.png", frames, seconds or 1.1)
            print(name, os.path.getsize(f"{IMAGES}/moves-{name}.png"))


main()
