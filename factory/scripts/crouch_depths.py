#!/usr/bin/python3
"""Measures how deep the shipped network crouches at each label, and prints the tables of core/character/control/crouch_depth.c.

    factory/scripts/crouch_depths.py POSEDCTL            the tables
    factory/scripts/crouch_depths.py POSEDCTL --errors   the errors of the built controller, in parts of a full crouch

Each label is rolled out for 16 s on flat ground (scene.crouches over all of it, crouch_depth 0); the hips' mean height from second 3 on is the depth."""
import os
import subprocess
import sys
import tempfile

import numpy as np

STEPS = 16
STILL, WALKS, JOGS = [0], [0.7, 1.2, 1.6, 1.9], [2.0, 2.2, 2.5, 2.8, 3.1, 3.5]
AMOUNTS = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.94, 0.97)


def height(posedctl, folder, speed, amount, depth):
    """Returns the mean height of the hips in a crouch area of this amount, metres."""
    script, control, out = (os.path.join(folder, name) for name in ("script.yaml", "control.yaml", "out.npz"))
    move = "move: [0, 0]" if speed == 0 else f"move: [0, 1], speed: {speed}"
    with open(script, "w") as file:
        file.write("seconds: 16\nscene:\n  crouches: [{at: [0, 40], size: [400, 400], amount: %g}]\nscript:\n  - {t: 0, %s}\n" % (max(amount, 1e-4), move))
    with open(control, "w") as file:
        file.write(f"crouch_depth: {depth}\nidle_step: 0\n")
    subprocess.run([posedctl, "rollout", "--quiet", "--script", script, "--control", control, "--format", "measure", "-o", out], check=True)
    return float(np.load(out)["joints"][180:, 0, 1].mean())


def row(posedctl, folder, speed):
    """Returns the labels of the depths 0, 1/16, ... 1: where the measured depth first gets there."""
    labels = np.linspace(0, 1, 41)
    heights = np.array([height(posedctl, folder, speed, label, 0) for label in labels])
    depths = np.maximum.accumulate((heights[0] - heights) / (heights[0] - heights[-1]))
    found = [0.0]
    for k in range(1, STEPS + 1):
        at = int(np.argmax(depths >= k / STEPS - 1e-9))
        part = (k / STEPS - depths[at - 1]) / max(depths[at] - depths[at - 1], 1e-9)
        found.append(labels[at - 1] + part * (labels[at] - labels[at - 1]))
    return found


def main():
    posedctl, errors = sys.argv[1], sys.argv[2:] == ["--errors"]
    with tempfile.TemporaryDirectory() as folder:
        for speed in (STILL + WALKS + [1.4, 1.75] + JOGS + [2.1, 2.35, 3.3] if errors else STILL + WALKS + JOGS):
            if errors:
                up, full = (height(posedctl, folder, speed, amount, 1) for amount in (0, 1))
                off = [(up - height(posedctl, folder, speed, amount, 1)) / (up - full) - amount for amount in AMOUNTS]
                print(f"{speed:4} m/s:", " ".join(f"{x:6.3f}" for x in off), flush=True)
            else:
                print("{%.1f, {%s}}," % (speed, ", ".join(f"{x:.3f}" for x in row(posedctl, folder, speed))), flush=True)


main()
