"""Usage: options.py BUILD MODELS [name...]: runs the tests whose name contains one of the names, or all.

Each test has a command in one of its modes. It is run plainly and then once with every option of the command's help, and the bytes it says and
writes are compared. An option that changes nothing must be refused with a message that names it. VALUES has for every option a value that
has an effect wherever the option is read, and MODES its own where that depends on the mode."""
import csv
import json
import math
import os
import pickle
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
import tool  # noqa: E402

BUILD, MODELS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
CTL = os.path.join(BUILD, "posedctl")
os.environ["POSED_MODELS"] = MODELS
UNTRIED = "?"  # a value for options that only files show that are not made here: a second model for DQS, a motion out of its bounds
# Options that change messages or speed, but not the result.
QUIET = {"threads", "quiet", "help"}
NAMES = ("pelvis left_hip right_hip spine1 left_knee right_knee spine2 left_ankle right_ankle spine3 left_foot right_foot neck left_collar right_collar head "
         "left_shoulder right_shoulder left_elbow right_elbow left_wrist right_wrist left_hand right_hand").split()
tests = []


def run(words, folder=None):
    return subprocess.run([CTL, *map(str, words)], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, cwd=folder, timeout=600)


def options_of(command):
    """Name and whether it takes a value, from the help."""
    found = {}
    for line in run([command, "--help"]).stdout.split("\noptions:\n")[1].split("\n\n")[0].splitlines():
        if match := re.match(r"  (--?)([\w-]+)( \S+)?(  |$)", line):
            found[match[2]] = bool(match[3])
    return found


# ---- inputs, each made when a test asks for it


def figure(frame, focal=1100, width=1920, height=1080):
    """BODY_25 of somebody who stands 4 m before a camera and moves an arm, by similar triangles."""
    swing = .2 * math.sin(.4 * frame)
    at = {0: (0, 1.62, .1), 1: (0, 1.45, 0), 2: (-.18, 1.44, 0), 3: (-.36, 1.22 + swing, .02), 4: (-.46, 1.02 + 2 * swing, .12), 5: (.18, 1.44, 0),
          6: (.36, 1.22, .02), 7: (.46, 1.02, .12), 8: (0, .95, 0), 9: (-.1, .94, 0), 10: (-.13, .53, .03), 11: (-.15, .11, 0), 12: (.1, .94, 0),
          13: (.13, .53, .03), 14: (.15, .11, 0)}
    flat = np.zeros((25, 3))
    for k, (x, y, z) in at.items():
        flat[k] = width / 2 + focal * x / (4 - z), height / 2 - focal * (y - 1) / (4 - z), .9
    return flat


def picture(people=2):
    made = [figure(3 * k) + np.array([250 * k, 0, 0]) * (figure(0)[:, 2:] > 0) for k in range(people)]
    json.dump({"version": 1.3, "people": [{"pose_keypoints_2d": one.ravel().round(2).tolist()} for one in made]}, open("picture.json", "w"))
    return "picture.json"


def film():
    os.mkdir("film")
    for t in range(8):
        json.dump({"version": 1.3, "people": [{"pose_keypoints_2d": figure(t).ravel().round(2).tolist()}]}, open(f"film/{t:04}_keypoints.json", "w"))
    return "film"


def cameras():
    json.dump([{"width": 1920, "height": 1080, "fx": 1300}], open("cameras.json", "w"))
    return "cameras.json"


def joints():
    made = run(["joints", "--betas", "1,-1", "--digits", "6"])
    found = json.loads(made.stdout)["bodies"][0]["joints"]
    json.dump({"joints": found}, open("joints.json", "w"))
    return "joints.json"


def measurements():
    json.dump({"measurements": {"height": 1.8}}, open("wanted.json", "w"))
    return "wanted.json"


def landmarks():
    """MediaPipe's 33 world landmarks of two frames."""
    names = {0: (0, -.6, -.1), 11: (.18, -.45, 0), 12: (-.18, -.45, 0), 13: (.3, -.2, 0), 14: (-.3, -.2, 0), 15: (.35, 0, -.1), 16: (-.35, 0, -.1), 23: (.1, 0, 0),
             24: (-.1, 0, 0), 25: (.12, .42, 0), 26: (-.12, .42, 0), 27: (.12, .84, .02), 28: (-.12, .84, .02)}
    frames = [[{"x": names.get(k, (0, 0, 0))[0], "y": names.get(k, (0, 0, 0))[1] + .01 * t, "z": names.get(k, (0, 0, 0))[2], "visibility": .9 if k in names else 0}
               for k in range(33)] for t in range(6)]
    json.dump({"worldLandmarks": frames}, open("landmarks.json", "w"))
    return "landmarks.json"


def mesh(*options, name="mesh.obj"):
    assert not run(["mesh", *options, "-o", name]).returncode
    return name


def take():
    """Poses in AMASS's layout: somebody walks on the spot, with a wrist turned beyond its range."""
    frames = 40
    t = np.arange(frames) / 30
    poses = np.zeros((frames, 72))
    poses[:, 0] = np.pi / 2
    poses[:, 3 * 16 + 2], poses[:, 3 * 17 + 2] = -1.1 + .3 * np.sin(5 * t), 1.1
    for f in range(frames):  # upright in a z-up world, turning: Rz(a) Rx(90)
        a = .05 * f
        w, v = math.cos(a / 2) * math.sqrt(.5), np.array([math.cos(a / 2), math.sin(a / 2), math.sin(a / 2)]) * math.sqrt(.5)
        poses[f, :3] = v / np.linalg.norm(v) * 2 * math.acos(w)
    poses[:, 3 * 3 + 1] = .2 * np.sin(4 * t)
    poses[:, 3], poses[:, 6] = .5 * np.sin(9 * t), -.5 * np.sin(9 * t)
    poses[:, 3 * 20 + 1] = 2.6
    np.savez("take.npz", poses=poses, trans=np.stack([0 * t, -t, .92 + 0 * t], 1), betas=np.r_[1., np.zeros(9)], gender="neutral", mocap_framerate=30.)
    return "take.npz"


def pickled():
    """The take as a dict in a pickle."""
    take()
    with open("take.pkl", "wb") as file:
        pickle.dump(dict(np.load("take.npz")), file)
    return "take.pkl"


def moving_joints():
    """Positions of SMPL's 22 joints of a person who stands and swings the arms, y up, as HumanML3D has them."""
    rest = json.loads(run(["joints", "--format", "json"]).stdout)["bodies"][0]["joints"][:22]
    points = np.repeat(np.array(rest)[None], 12, 0)
    swing = .1 * np.sin(np.arange(12) / 3)[:, None]
    points[:, [20, 18], 1:2] -= swing[:, :, None] * [[[2], [1]]]
    np.save("joints.npy", points)
    return "joints.npy"


def bvh():
    take()
    assert not run(["clip", "convert", "take.npz", "-o", "walk.bvh"]).returncode
    return "walk.bvh"


def markers(named=True):
    """A TRC of 20 places of Plug-in Gait, on the vertices that are nearest to where anatomy has them."""
    at = dict(zip(NAMES, np.array(json.loads(run(["joints", "--digits", "5"]).stdout)["bodies"][0]["joints"])))
    places = {"LFHD": at["head"] + [.07, .1, .1], "RFHD": at["head"] + [-.07, .1, .1], "C7": at["neck"] + [0, .02, -.06], "LSHO": at["left_shoulder"] + [0, .07, 0],
              "RSHO": at["right_shoulder"] + [0, .07, 0], "CLAV": at["neck"] + [0, -.05, .08], "LELB": at["left_elbow"] + [0, 0, -.05],
              "RELB": at["right_elbow"] + [0, 0, -.05], "LASI": at["left_hip"] + [.05, .1, .1], "RASI": at["right_hip"] + [-.05, .1, .1],
              "LPSI": at["left_hip"] + [-.03, .12, -.1], "RPSI": at["right_hip"] + [.03, .12, -.1], "LKNE": at["left_knee"] + [.06, 0, 0],
              "RKNE": at["right_knee"] + [-.06, 0, 0], "LANK": at["left_ankle"] + [.05, 0, 0], "RANK": at["right_ankle"] + [-.05, 0, 0],
              "LTOE": at["left_foot"] + [0, 0, .05], "RTOE": at["right_foot"] + [0, 0, .05], "LHEE": at["left_ankle"] + [0, -.04, -.06],
              "RHEE": at["right_ankle"] + [0, -.04, -.06]}
    names = list(places) if named else [f"*{i}" for i in range(len(places))]
    with open("take.trc", "w") as file:
        file.write("PathFileType\t4\t(X/Y/Z)\ttake.trc\n")
        file.write("DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames\n")
        file.write(f"60\t60\t6\t{len(names)}\tmm\t60\t1\t6\n")
        file.write("Frame#\tTime\t" + "\t\t\t".join(names) + "\n\t\t" + "\t".join(f"X{i + 1}\tY{i + 1}\tZ{i + 1}" for i in range(len(names))) + "\n\n")
        for f in range(6):
            row = np.array(list(places.values())) * 1000 + [0, 1000, 4 * f]
            file.write(f"{f + 1}\t{f / 60:.4f}\t" + "\t".join(f"{x:.2f}" for x in row.ravel()) + "\n")
    return "take.trc"


def sensors():
    """Five sensors, z up: half a second of the calibration pose, then both forearms turn."""
    with open("sensors.csv", "w") as file:
        out = csv.writer(file)
        out.writerow("time name w x y z".split())
        for f in range(90):
            a = .6 * math.sin(.1 * max(f - 40, 0))
            for name, axis in (("pelvis", 0), ("left_elbow", 1), ("right_elbow", -1), ("left_knee", .3), ("right_knee", -.3), ("head", .2)):
                out.writerow([f / 60, name, math.cos(axis * a / 2), math.sin(axis * a / 2), .01 * math.sin(.07 * f), 0])
    return "sensors.csv"


def script():
    json.dump({"seconds": 4, "script": [{"t": 0, "move": [0, 1], "gait": "walk"}]}, open("script.json", "w"))
    return "script.json"


def measured():
    assert not run(["rollout", "--script", script(), "--format", "measure", "-o", "walk.npz"]).returncode
    return "walk.npz"


def character():
    return mesh("--model", "default", "--rig", name="hero.glb")


def request():
    json.dump({"targets": [{"joint": "left_wrist", "position": [.4, .3, .3]}]}, open("request.json", "w"))
    return "request.json"


def person_request():
    json.dump({"betas": [1]}, open("body.json", "w"))
    return "body.json"


# ---- values with an effect, by command; a function makes a file

EDITS = {"rate": 20, "mirror": None, "smooth": .2, "exaggerate": 2, "over": (.3, "--exaggerate", 2), "from": .3, "seconds": .5}
CLIP = {**EDITS, "o": "other.npz", "model": "female", "skeleton": "biped", "character": character, "match": "Hips=spine1", "template": "quadruped", "animation": "0",
        "betas": "2", "betas-from": "female", "clamp": None, "unit": .02, "source-rate": 15, "count": 3, "columns": 2, "stride": None, "size": 64, "yaw": 100, "fixed": None,
        "up": "x", "camera": None, "person": "3", "set": "smpl24", "angles": "degrees"}
MEASURES = {name: .9 for name in "volume bmi head-girth neck-girth chest-girth underbust-girth waist-girth navel-girth hip-girth thigh-girth knee-girth calf-girth "
            "ankle-girth upper-arm-girth elbow-girth wrist-girth shoulder-width arm-length hand-length inside-leg-height back-neck-to-waist foot-length span".split()}
MEASURES |= {"height": 1.8, "mass": 80, "volume": .08, "bmi": 25, "head-girth": .6, "neck-girth": .4, "knee-girth": .4, "calf-girth": .4, "ankle-girth": .25,
             "upper-arm-girth": .3, "elbow-girth": .3, "wrist-girth": .17, "shoulder-width": .4, "arm-length": .6, "hand-length": .2, "thigh-girth": .6, "back-neck-to-waist": .4,
             "foot-length": .27, "span": 1.8}
VALUES = {
    "fit": {"model": "female", "o": "other.json", "json": None, "plot": "plot.svg", "sheet": "sheet.png", "noise": 30, "fps": 12, "tpose": "0:0.2", "pose": "n", "facing": 90,
            "drift": 600, "views": None, "cameras": cameras, "cameras-out": "found.json", "fx": 1100, "up": "z", "protocol": "plugin-gait", "size": "1900x1000", "person": 1,
            "set": "smpl24"},
    "register": {"model": "female", "o": "surface.ply", "unit": "cm", "up": "y", "noise": 9, "stiffness": 20, "unseen": None, "json": None},
    "ik": {"model": "female", "betas": "2", "pose": ",".join(["0"] * 48 + ["0", "0", "1"] + ["0"] * 21), "skeleton": character, "bones": "humanoid", "solver": "fabrik", "style": "walk", "damping": "constant",
           "limits": None, "rest-gain": 1, "alternatives": 2, "others": "start", "grow": None, "move-root": None, "iterations": 1, "tolerance": .2, "request": request, "o": "posed.glb", "json": None},
    "clip": CLIP,
    "rollout": {"script": None, "model": "matching", "format": "bvh", "o": "other.bvh", "sheet": "sheet.png", "body": "female", "betas": "2", "names": "mixamo", "face": None, "correctives": 3,
                "wear": "none", "soft": None, "breathing": 20, "voice": "slt", "character": character, "match": "Hips=spine1", "preset": "original", "control": None},
    "render": {"sheet": "bends", "compare": None, "dqs-model": "default", "o": "other.png", "size": 40, "columns": 2, "samples": 1, "betas": "2", "pose": "left_knee 90 0 0", "yaw": 60,
               "count": 2, "seed": 9, "skinning": "dqs", "paint": "normals", "joints": None},
    "deform": {"model": "female", "betas": "2", "pose": "left_knee 60 0 0", "poses": None, "o": "skin.npz", "size": 64, "json": None},
    "measure": {"model": "female", "betas": "2", "random": 3, "gender": "female", "age": 60, "weight": 80, "percentile": "height:90", "population": "public", "density": 900,
                "tolerances": "height=0.1", "each-beta": None, "json": None, "check": None, "preset": "original", "skip": .2, "figures": None, **MEASURES},
    "mesh": {"model": "female", "betas": "2", "random": 3, "gender": "female", "age": 60, "weight": 80, "percentile": "height:90", "population": "public", "height": 1.9,
             "pose": ",".join(["0"] * 48 + ["0", "0", "1"] + ["0"] * 21), "quaternions": ",".join(["0,0,0,1"] * 16 + ["0,0,0.6,0.8"] + ["0,0,0,1"] * 7),
             "rotations": ",".join(["1,0,0,0,1,0,0,0,1"] * 16 + ["0,-1,0,1,0,0,0,0,1"] + ["1,0,0,0,1,0,0,0,1"] * 7), "translation": "1,2,3", "soft-tissue": "1,1", "ground": None, "skinning": "dqs", "frame": "unreal", "digits": 3,
             "request": person_request, "o": "other.bin", "format": "bin", "include": "vertices", "contact": "smooth", "stage": "shaped", "rig": None, "face": None, "correctives": 3, "controls": None, "names": "mixamo",
             "quantize": None, "transl": "1,2,3", "keypoints": "body", "levels": "3000,1000", "profile": "unity", "lod": 1, "half": None, "compression": "quantize", "look": 7, "wear": "none", "skin": .9, "hair-color": "red", "hair-loss": .5, "iris": "blue"},
}
VALUES["joints"] = VALUES["mesh"]

# An elbow in the chest and a knee bent: contact, stages and skinning all change it.
BENT = ",".join("%g" % {3 * 16 + 1: -1.3, 3 * 16 + 2: -1.0, 3 * 18 + 1: -2.2, 12: 1.9, 3: -.9}.get(i, 0) for i in range(72))

# command, name of the mode, words (a function makes its file), the file that it writes or None, values of its own
MODES = [
    ("fit", "joints", [joints, "--json"], None, {}),
    ("fit", "measurements", [measurements, "--json"], None, {}),
    ("fit", "a picture", [picture, "--size", "1920x1080", "--json"], None, {}),
    ("fit", "a film", [film, "--size", "1920x1080", "-o", "out.npz"], "out.npz", {"person": 3}),
    ("fit", "landmarks in space", [landmarks, "-o", "out.npz"], "out.npz", {}),
    ("fit", "markers", [markers, "-o", "out.npz"], "out.npz", {}),
    ("fit", "a take of joints", [moving_joints, "-o", "out.npz"], "out.npz", {"up": "z", "person": "0", "noise": 200}),
    ("fit", "sensors", [sensors, "-o", "out.npz"], "out.npz", {"up": "y"}),
    ("fit", "meshes", [mesh, "-o", "out.npz"], "out.npz", {}),
    ("ik", "targets", ["left_wrist=0.3,0.5,0.3", "--json"], None, {"damping": None, "iterations": None, "tolerance": None}),
    ("ik", "dls", ["left_wrist=0.3,0.5,0.3", "--solver", "dls", "--json"], None, {}),
    ("ik", "a request", ["--request", request, "--json"], None, {}),
    ("ik", "a skeleton", ["--skeleton", character, "left_wrist=0.3,0.5,0.3", "--json"], None, {"damping": None, "iterations": None, "tolerance": None, "others": "relaxed"}),
    ("clip", "info of an npz", ["info", take], None, {}),
    ("clip", "info of capture", ["info", bvh], None, {}),
    ("clip", "convert of an npz", ["convert", take, "-o", "out.npz"], "out.npz", {"skeleton": None, "character": None, "betas-from": None, "angles": UNTRIED}),
    ("clip", "convert of capture", ["convert", bvh, "-o", "out.npz"], "out.npz", {"skeleton": None, "character": None}),
    ("clip", "convert to a biped", ["convert", bvh, "--skeleton", "biped", "-o", "out.bvh"], "out.bvh", {}),
    ("clip", "convert to a character", ["convert", bvh, "--character", character, "-o", "out.bvh"], "out.bvh", {}),
    ("clip", "convert of a pickle", ["convert", pickled, "-o", "out.npz"], "out.npz", {"skeleton": None, "character": None, "betas-from": None, "angles": UNTRIED}),
    ("clip", "convert of joints", ["convert", moving_joints, "-o", "out.npz"], "out.npz", {"skeleton": None, "character": None, "unit": 1.1, "rate": 7}),
    ("clip", "render of an npz", ["render", take, "--size", "48", "--count", "8", "-o", "out.png"], "out.png", {"skeleton": None, "betas-from": None, "angles": UNTRIED}),
    ("clip", "render of a pickle", ["render", pickled, "--size", "48", "--count", "8", "-o", "out.png"], "out.png", {"skeleton": None, "betas-from": None, "angles": UNTRIED}),
    ("clip", "render of joints", ["render", moving_joints, "--size", "48", "--count", "8", "-o", "out.png"], "out.png", {"skeleton": None, "stride": UNTRIED, "rate": 7}),
    ("clip", "render", ["render", bvh, "--size", "48", "--count", "8", "-o", "out.png"], "out.png", {}),
    ("rollout", "glb", ["--script", script, "-o", "out.glb"], "out.glb", {"wear": None}),
    ("rollout", "bvh", ["--script", script, "-o", "out.bvh"], "out.bvh", {"format": "json"}),
    ("rollout", "npz", ["--script", script, "-o", "out.npz"], "out.npz", {}),
    ("rollout", "json", ["--script", script, "-o", "out.json"], "out.json", {}),
    ("rollout", "vrma", ["--script", script, "-o", "out.vrma"], "out.vrma", {}),
    ("rollout", "measure", ["--script", script, "--format", "measure", "-o", "out.npz"], "out.npz", {}),
    ("rollout", "a character", ["--script", script, "--character", character, "-o", "out.glb"], "out.glb", {}),
    ("rollout", "a dressed person", ["--script", script, "--body", "person", "-o", "out.glb"], "out.glb", {}),
    ("measure", "a body", ["--json"], None, {}),
    ("measure", "each beta", ["--each-beta", "--json"], None, {}),
    ("measure", "a motion", [measured], None, {"check": UNTRIED, "json": UNTRIED}),
    ("mesh", "json", ["--betas", "1,2", "--pose", BENT, "-o", "out.json"], "out.json", {"wear": None}),
    ("mesh", "obj", ["--betas", "1,2", "--pose", BENT, "-o", "out.obj"], "out.obj", {"wear": None}),
    ("mesh", "ply", ["--betas", "1,2", "--pose", BENT, "-o", "out.ply"], "out.ply", {"wear": None}),
    ("mesh", "stl", ["--betas", "1,2", "--pose", BENT, "-o", "out.stl"], "out.stl", {"wear": None, "include": None}),
    ("mesh", "npz", ["--betas", "1,2", "--pose", BENT, "-o", "out.npz"], "out.npz", {"wear": None}),
    ("mesh", "bin", ["--betas", "1,2", "--pose", BENT, "-o", "out.bin"], "out.bin", {"wear": None, "format": "json"}),
    ("mesh", "glb", ["--betas", "1,2", "--pose", BENT, "-o", "out.glb"], "out.glb", {"wear": None}),
    ("mesh", "glb with a rig", ["--rig", "-o", "out.glb"], "out.glb", {"wear": None}),
    ("mesh", "a person", ["--model", "person", "--random", "4", "-o", "out.glb"], "out.glb", {"model": None, "betas": None, "pose": None, "quaternions": None, "rotations": None, "contact": UNTRIED}),
    ("joints", "json", ["-o", "out.json"], "out.json", {}),
    ("joints", "npz", ["-o", "out.npz"], "out.npz", {}),
    *[("render", "--sheet " + sheet, ["--sheet", sheet, *(["--pose", "left_knee 60 0 0"] if sheet == "mean" else []), "--size", "32", "--samples", "2", "-o", "out.png"], "out.png", {}) for sheet in "mean betas random bends poses contact stages".split()],
    ("render", "--compare", ["--sheet", "bends", "--compare", "--size", "32", "--samples", "2", "-o", "out.png"], "out.png", {"dqs-model": UNTRIED}),
    ("deform", "a posture", ["--pose", "left_knee 90 0 0", "-o", "out.npz"], "out.npz", {}),
]


def outcome(words, out):
    if out and os.path.exists(out):
        os.remove(out)
    before = set(os.listdir())
    done = run(words)
    made = {name: open(name, "rb").read() for name in set(os.listdir()) - before if os.path.isfile(name)}
    for name in made:
        os.remove(name)
    return done, re.sub(r"[\d.]+ (frames/s|s\b|ms)", "", done.stdout), made


def dead_options(command, words, out, own):
    """Options that are taken and change nothing."""
    words = [word() if callable(word) else word for word in words]
    given = {word.lstrip("-") for word in words if str(word).startswith("-")}
    plain = outcome([command, *words], out)
    assert plain[0].returncode in (0, 3), plain[0].stderr
    dead = []
    for option, has_value in options_of(command).items():
        value = {**VALUES.get(command, {}), **own}.get(option, UNTRIED)
        if option in QUIET or option in given or value == UNTRIED or (value is None and has_value):
            continue
        more = []
        if isinstance(value, tuple):
            value, *more = value
            base = outcome([command, *words, *more], out)
            if base[0].returncode:  # the option that it belongs to is refused already
                continue
        else:
            base = plain
        flag = ("--" if len(option) > 1 else "-") + option
        found = outcome([command, *words, *more, flag, *([value() if callable(value) else value] if has_value else [])], out)
        if found[0].returncode not in (0, 3):
            said = found[0].stderr
            if not any(word in said for word in (flag, option, option.replace("-", "_"), " is not for ")):
                dead.append(f"{flag} (refused without its name: {found[0].stderr.strip()[:160]})")
        elif found[1:] == base[1:] and found[0].returncode == base[0].returncode:
            dead.append(flag)
    return dead


def add(command, name, words, out, own):
    def one():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            dead = dead_options(command, words, out, own)
            assert not dead, f"taken without effect by {command}, {name}: " + ", ".join(dead)
    one.__name__ = f"every option of {command} works or is refused: {name}"
    tests.append(one)


for mode in MODES:
    add(*mode)

sys.exit(runner.run(tests, sys.argv[3:]))
