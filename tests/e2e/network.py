"""A motion network small enough to read: whatever goes in, it glides forward at 1.2 m/s in its rest pose, a step every half second."""
import json

import numpy

# name, parent, offset in metres: enough of a person for the controller to find its legs
JOINTS = [("Hips", -1, (0, 0, 0)), ("LeftUpLeg", 0, (0.1, -0.09, 0)), ("LeftLeg", 1, (0, -0.4, 0)),
          ("LeftFoot", 2, (0, -0.4, 0)), ("LeftToeBase", 3, (0, -0.035, 0.105)), ("RightUpLeg", 0, (-0.1, -0.09, 0)),
          ("RightLeg", 5, (0, -0.4, 0)), ("RightFoot", 6, (0, -0.4, 0)), ("RightToeBase", 7, (0, -0.035, 0.105)),
          ("Spine", 0, (0, 0.25, 0)), ("Head", 9, (0, 0.35, 0))]
SAMPLES, GAITS, HIP_HEIGHT = 12, 6, 0.95
FORWARD = 2.0  # centimetres a frame


def mean_output():
    count, half = len(JOINTS), SAMPLES // 2
    place = numpy.zeros((count, 3))
    for j, (_, parent, offset) in enumerate(JOINTS):
        place[j] = (0, HIP_HEIGHT, 0) if parent < 0 else place[parent] + offset
    ahead = FORWARD * numpy.arange(half) * 10
    return numpy.concatenate([
        [0, FORWARD, 0, 1 / 60], [1, 1, 1, 1],
        numpy.zeros(half), ahead, numpy.zeros(half), numpy.ones(half),
        100 * place.ravel(), numpy.tile((0, 0, FORWARD), count), numpy.zeros(3 * count)])


def write(path):
    joints = len(JOINTS)
    x, y, h = (7 + GAITS) * SAMPLES + 6 * joints, 8 + 2 * SAMPLES + 9 * joints, 8
    arrays = {"x_mean": numpy.zeros(x), "x_std": numpy.ones(x), "y_mean": mean_output(), "y_std": numpy.ones(y),
              "offsets": numpy.array([o for _, _, o in JOINTS]), "joint_weights": numpy.ones(joints)}
    for i, (rows, columns) in enumerate([(h, x), (h, h), (y, h)]):
        arrays[f"W{i}"], arrays[f"b{i}"] = numpy.zeros((4, rows, columns)), numpy.zeros((4, rows))
    arrays = {name: a.astype("<f4") for name, a in arrays.items()}
    arrays["parents"] = numpy.array([p for _, p, _ in JOINTS], "<i4")
    header, at = {"__metadata__": {
        "kind": "motion", "version": "1.0", "joint_names": ",".join(n for n, _, _ in JOINTS),
        "gaits": "stand,walk,jog,crouch,jump,bump", "window_samples": str(SAMPLES), "window_step": "10",
        "frame_rate": "60", "units": "centimetres, frames", "name": "glider"}}, 0
    for name, a in arrays.items():
        header[name] = {"dtype": "I32" if name == "parents" else "F32", "shape": list(a.shape),
                        "data_offsets": [at, at + a.nbytes]}
        at += a.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % 64)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + b"".join(a.tobytes() for a in arrays.values()))
