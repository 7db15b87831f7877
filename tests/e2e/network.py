"""A motion network small enough to read: whatever goes in, it glides forward at 1.2 m/s in its rest pose, a step every half second.

Its weights are zero. Of the last layer's four biases (a cycle's quarters) two have the left foot down and two the right."""
import json

import numpy

# name, parent, offset in metres: the biped of core/anim/biped.c
JOINTS = [("Hips", -1, (0, 0, 0)),
          ("LHipJoint", 0, (0, 0, 0)),
          ("LeftUpLeg", 1, (0.0991, -0.0918, 0.0494)),
          ("LeftLeg", 2, (-0.0069, -0.3941, 0)),
          ("LeftFoot", 3, (-0.0071, -0.4050, 0)),
          ("LeftToeBase", 4, (-0.0004, -0.0350, 0.1053)),
          ("RHipJoint", 0, (0, 0, 0)),
          ("RightUpLeg", 6, (-0.0991, -0.0918, 0.0494)),
          ("RightLeg", 7, (0.0069, -0.3941, 0)),
          ("RightFoot", 8, (0.0071, -0.4050, 0)),
          ("RightToeBase", 9, (0.0004, -0.0350, 0.1053)),
          ("LowerBack", 0, (0, 0, 0)),
          ("Spine", 11, (0, 0.1132, -0.0081)),
          ("Spine1", 12, (0, 0.1136, 0.0009)),
          ("Neck", 13, (0, 0.1139, 0.0047)),
          ("Neck1", 14, (0, 0.0899, -0.0147)),
          ("Head", 15, (0, 0.0900, 0.0034)),
          ("LeftShoulder", 13, (0, 0.1139, 0.0047)),
          ("LeftArm", 17, (0.1809, 0.0740, 0.0140)),
          ("LeftForeArm", 18, (0.2789, 0, 0)),
          ("LeftHand", 19, (0.1796, 0, 0)),
          ("LeftFingerBase", 20, (0.0898, 0, 0)),
          ("LeftHandIndex1", 21, (0.0343, 0, 0)),
          ("LThumb", 20, (0.0898, 0, 0)),
          ("RightShoulder", 13, (0, 0.1139, 0.0047)),
          ("RightArm", 24, (-0.1809, 0.0740, 0.0140)),
          ("RightForeArm", 25, (-0.2789, 0, 0)),
          ("RightHand", 26, (-0.1796, 0, 0)),
          ("RightFingerBase", 27, (-0.0898, 0, 0)),
          ("RightHandIndex1", 28, (-0.0343, 0, 0)),
          ("RThumb", 27, (-0.0898, 0, 0))]
SAMPLES, GAITS, HIP_HEIGHT = 12, 6, 0.95
FORWARD = 2.0  # centimetres a frame
LEFT_FOOT, RIGHT_FOOT = slice(4, 6), slice(6, 8)  # contacts of heel and toe among the outputs


def mean_output(figure=JOINTS):
    count, half = len(figure), SAMPLES // 2
    place = numpy.zeros((count, 3))
    for j, (_, parent, offset) in enumerate(figure):
        place[j] = (0, HIP_HEIGHT, 0) if parent < 0 else place[parent] + offset
    ahead = FORWARD * numpy.arange(half) * 10
    return numpy.concatenate([
        [0, FORWARD, 0, 1 / 60], [1, 1, 1, 1],
        numpy.zeros(half), ahead, numpy.zeros(half), numpy.ones(half),
        100 * place.ravel(), numpy.tile((0, 0, FORWARD), count), numpy.zeros(3 * count)])


def write(path, more=0):
    """more: joints beyond those of JOINTS, for frames of some size."""
    figure = JOINTS + [(f"More{i}", 13, (0.01 * i, 0.1, 0)) for i in range(more)]
    joints = len(figure)
    x, y, h = (7 + GAITS) * SAMPLES + 6 * joints, 8 + 2 * SAMPLES + 9 * joints, 8
    arrays = {"x_mean": numpy.zeros(x), "x_std": numpy.ones(x), "y_mean": mean_output(figure), "y_std": numpy.ones(y),
              "offsets": numpy.array([o for _, _, o in figure]), "joint_weights": numpy.ones(joints)}
    for i, (rows, columns) in enumerate([(h, x), (h, h), (y, h)]):
        arrays[f"W{i}"], arrays[f"b{i}"] = numpy.zeros((4, rows, columns)), numpy.zeros((4, rows))
    for quarter in range(4):
        arrays["b2"][quarter, RIGHT_FOOT if quarter < 2 else LEFT_FOOT] = -1  # of contacts whose mean is 1: lifted
    arrays = {name: a.astype("<f4") for name, a in arrays.items()}
    arrays["parents"] = numpy.array([p for _, p, _ in figure], "<i4")
    header, at = {"__metadata__": {
        "kind": "motion", "version": "1.0", "joint_names": ",".join(n for n, _, _ in figure),
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
