#!/usr/bin/python3
"""The figures of docs/lab/fit.md for sensors whose headings drift: a minute of somebody else's motion, every sensor's heading going wrong at the same pace.

    scripts/drift_figures.py POSEDCTL TAKE.bvh... [--estimate]

Takes as sensor_figures.py has them, played to and fro for 60 seconds, 30 readings a second with 2 degrees of noise, sensors stuck on anyhow; each heading drifts by so many degrees a
minute to one side or the other. The facing is told. Degrees between how each of 17 bones has rotated since the T-pose and how the body's has: of the whole take, and
of its last ten seconds; with posedctl's --drift and without it. --estimate: before the last fit each sensor's drift is estimated from how far the body, fitted with
headings that count for little, turns away from what the sensor says, four times over."""
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sensor_figures as sensors  # noqa: E402

RATE, STEP, STILL, SECONDS, NOISE = 30, 4, 30, 60, 2.0
UPRIGHT = np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]])  # +Z is up in the sensors' world


def minute(path):
    """Names, the T-pose's world orientations and those of 60 seconds."""
    names, _, _, worlds, _ = sensors.bvh.read(path)
    start, moving = worlds[0], worlds[1::STEP]
    at = np.arange(SECONDS * RATE) % (2 * len(moving) - 2)
    return names, start, moving[np.where(at < len(moving), at, 2 * len(moving) - 2 - at)]


def heading(rotations):
    return np.arctan2(rotations[..., 0, 2] - rotations[..., 2, 0], rotations[..., 0, 0] + rotations[..., 2, 2])


def fit(ctl, folder, readings, drift):
    """How every bone has rotated since the T-pose, by posedctl."""
    path, out = os.path.join(folder, "sensors.csv"), os.path.join(folder, "out.bvh")
    rows = sorted(((i / RATE, name, q) for name, read in readings.items() for i, q in enumerate(sensors.quaternions(read))), key=lambda r: r[0])
    with open(path, "w") as file:
        file.write("time,name,w,x,y,z\n")
        file.writelines(f"{t:.5f},{name},{q[0]:.6f},{q[1]:.6f},{q[2]:.6f},{q[3]:.6f}\n" for t, name, q in rows)
    command = [ctl, "fit", path, "--tpose", "0:0.9", "--fps", str(RATE), "-o", out, "--facing", "0"]
    subprocess.run(command + (["--drift", str(drift)] if drift else []), check=True, capture_output=True)
    names, _, offsets, worlds, _ = sensors.bvh.read(out)
    rest = sensors.t_pose(names, offsets)
    return {bone: worlds[:, names.index(joint)] @ rest[joint].T for bone, joint in sensors.BONES.items()}


def turned(readings, pace, times):
    """Readings whose headings are turned back by pace degrees a minute each."""
    return {b: UPRIGHT @ sensors.vertical(-np.radians(pace[b]) / 60 * times) @ UPRIGHT.T @ read for b, read in readings.items()}


def estimate(ctl, folder, readings, times):
    """Degrees a minute of each sensor: the slope of what its body's bone is turned away from it."""
    pace = dict.fromkeys(readings, 0.0)
    for _ in range(4):
        found = fit(ctl, folder, turned(readings, pace, times), 5)
        for bone, read in readings.items():
            world = UPRIGHT.T @ read
            u, _, v = np.linalg.svd(world @ np.swapaxes(world[:STILL].mean(0)[None], -1, -2))
            off = heading(u @ v @ np.swapaxes(found[bone], -1, -2))[STILL:]
            pace[bone] = np.degrees((off * times[STILL:]).sum() / (times[STILL:] ** 2).sum()) * 60
    return pace


def measure(ctl, take, count, pace, way, rng):
    names, start, worlds = minute(take)
    times = np.concatenate([np.zeros(STILL), np.arange(len(worlds)) / RATE])
    true = {b: np.concatenate([np.tile(np.eye(3), (STILL, 1, 1)), worlds[:, names.index(b)] @ start[names.index(b)].T]) for b in sensors.BONES}
    readings, own = {}, {}
    for bone in sensors.SETS[count].split():
        own[bone] = pace * rng.choice([-1, 1])
        noise = sensors.exp(rng.normal(0, np.radians(NOISE) / np.sqrt(3), (len(times), 3)))
        readings[bone] = UPRIGHT @ sensors.vertical(np.radians(own[bone]) / 60 * times) @ true[bone] @ sensors.exp(rng.normal(0, 2, 3)) @ noise
    with tempfile.TemporaryDirectory() as folder:
        if way == "estimated":
            found = estimate(ctl, folder, readings, times)
            print(f"   drifts estimated {np.sqrt(np.mean([(found[b] - own[b]) ** 2 for b in own])):.1f} degrees a minute off (rms)")
            readings = turned(readings, found, times)
        got = fit(ctl, folder, readings, pace if way == "--drift" else 0)
    off = np.stack([sensors.angle_of(np.swapaxes(got[b], -1, -2) @ true[b]) for b in sensors.BONES])
    return off.mean(), off[:, -10 * RATE:].mean()


def main():
    words = [a for a in sys.argv[1:] if not a.startswith("--")]
    ways = ["as they are", "--drift"] + (["estimated"] if "--estimate" in sys.argv else [])
    for count in sensors.SETS:
        for pace in (0.0, 1.0, 5.0):
            for way in ways if pace else ways[:1]:
                rng = np.random.default_rng(18)
                whole, last = np.mean([measure(words[0], take, count, pace, way, rng) for take in words[1:]], axis=0)
                print(f"{count} sensors, {pace:.0f} degrees a minute, {way}: {whole:.1f} degrees, {last:.1f} in the last ten seconds", flush=True)


if __name__ == "__main__":
    main()
