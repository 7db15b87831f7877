#!/usr/bin/python3
"""The pictures of docs/guide/gallery.md: the shipped network's motions beside captured ones.

    scripts/films.py POSEDCTL CAPTURE [NAME ...]

Each is a script of examples/ over a clip of CAPTURE, a stride of both or a stretch of seconds. film: a row of poses each, ours above. moves: the
same as an animated PNG (https://wiki.mozilla.org/APNG_Specification), ours on the left."""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, "tests/e2e")
import png  # noqa: E402

SIZE, POSES, FRAMES, PIXELS = 170, 8, 20, 150
STRIDE = 0
IMAGES = "docs/images"
# name: script, from, seconds (STRIDE: one stride); clip (None: nobody was captured so), from; yaw of the camera
FILMS = {
    "walk": ("walk", 10, STRIDE, "cmu/bvh/07_01.bvh", 0.5, 75),
    "jog": ("jog", 10, STRIDE, "cmu2/acclaim/16/16_35.amc", 0, 75),
    "start": ("start-stop-walk", 7.4, 2, "accad/female1/Female1_B01_StandToWalk.bvh", 0.6, 75),
    "stop": ("start-stop-walk", 14.4, 2, "accad/male1/Male1_B2_WalkToStand.bvh", 4.2, 75),
    "turn": ("turn-180-walk", 7.8, 2.2, "accad/male1/Male1_B15_WalkTurnAround.bvh", 4.5, 75),
    "back": ("back", 10, STRIDE, "accad/male1/Male1_B6_WalkBackwards.bvh", 0.5, 75),
    "side": ("strafe-left", 10, 1.4, "accad/male1/Male1_B22_SideStepLeft.bvh", 2, 20),
    "stairs": ("stairs", 3, 2.2, None, 0, 75),
    "idle": ("idle", 8, 8, "reactidle/002_genuine.bvh", 8, 30),
}


def main():
    import numpy as np
    posedctl, capture, names = sys.argv[1], sys.argv[2], sys.argv[3:] or list(FILMS)
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            script, start, seconds, clip, clip_start, yaw = FILMS[name]
            ours, sheet = f"{work}/{name}.npz", f"{work}/{name}.png"
            subprocess.run([posedctl, "rollout", "--quiet", "--script", f"examples/{script}.yaml", "-o", ours], check=True)
            part = ["--stride"] if seconds == STRIDE else ["--fixed", "--seconds", str(seconds)]

            def render(path, file, begin, count, size):
                subprocess.run([posedctl, "clip", "render", "--quiet", file, "--from", str(begin), *part, "--count", str(count), "--columns", str(count), "--size", str(size),
                                "--yaw", str(yaw), "-o", path], check=True)
                return png.read(path)

            pairs = [(ours, start)] + ([(os.path.join(capture, clip), clip_start)] if clip else [])
            strip = np.concatenate([render(sheet, file, begin, POSES, SIZE) for file, begin in pairs])
            png.animation(f"{IMAGES}/film-{name}.png", [strip], 1)
            count = FRAMES if seconds == STRIDE else FRAMES + 6
            both = [render(sheet, file, begin, count + (seconds == STRIDE), PIXELS) for file, begin in pairs]
            frames = [np.concatenate([b[:, PIXELS * i:PIXELS * (i + 1)] for b in both], axis=1) for i in range(count)]
            png.animation(f"{IMAGES}/moves-{name}.png", frames, seconds or 1.1)
            print(name, os.path.getsize(f"{IMAGES}/film-{name}.png"), os.path.getsize(f"{IMAGES}/moves-{name}.png"))


main()
