"""Usage: layouts.py BUILD MODELS [name...]: files with a body's motion in the layouts of data sets and programs.

One motion goes into every container and layout, by the conventions that the projects document, and must come out the same; what a file has besides is named in
every command and route. What clip convert writes is loaded by the statements of the loaders of AMASS, smplx and GMR.

layouts.py --seeds FOLDER writes short files of all kinds: the seeds of tests/fuzz/fuzz_regressed.c.
"""
import io
import json
import os
import pickle
import struct
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1:3]
T = 3 if BUILD == "--seeds" else 12
tests = []


def test(function):
    tests.append(function)
    return function


# ---- the motion: a person walks along -y in a world with z up, and swings the arms ----


def motion():
    t = np.arange(T) / 30
    swing = np.sin(6 * t)
    poses = np.zeros((T, 55, 3))
    poses[:, 0, 0] = np.pi / 2
    poses[:, 1, 0], poses[:, 2, 0] = -0.3 * swing, 0.3 * swing
    poses[:, 4, 0], poses[:, 5, 0] = 0.3 + 0.2 * swing, 0.3 - 0.2 * swing
    poses[:, 16, 2], poses[:, 17, 2] = -1.1, 1.1
    poses[:, 18, 1] = -0.4
    return poses, np.stack([0.1 + 0 * t, -0.8 * t, 1.17 + 0 * t], 1)


def matrices(rotvecs):
    """Rodrigues."""
    r = np.asarray(rotvecs, float)
    angle = np.linalg.norm(r, axis=-1)[..., None, None]
    x, y, z = np.moveaxis(r / np.maximum(angle[..., 0], 1e-12), -1, 0)
    zero = np.zeros_like(x)
    k = np.stack([np.stack([zero, -z, y], -1), np.stack([z, zero, -x], -1), np.stack([-y, x, zero], -1)], -2)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


POSES, TRANS = motion()
F4 = lambda a: np.asarray(a, "f4")  # noqa: E731
AMASS = dict(poses=F4(POSES[:, :24].reshape(T, 72)), trans=F4(TRANS), mocap_framerate=30.0, gender="neutral", betas=np.zeros(10, "f4"))
SMPLX = dict(global_orient=F4(POSES[:, 0]), body_pose=F4(POSES[:, 1:22].reshape(T, 63)), transl=F4(TRANS), fps=30.0, gender="neutral")


# ---- containers ----


def npz(**members):
    out = io.BytesIO()
    np.savez(out, **members)
    return out.getvalue()


def npy(value):
    out = io.BytesIO()
    np.save(out, value, allow_pickle=True)
    return out.getvalue()


def safetensors(members):
    header, data, texts = {}, b"", {}
    for name, value in members.items():
        if isinstance(value, str):
            texts[name] = value
            continue
        value = np.asarray(value, "f4")
        header[name] = dict(dtype="F32", shape=list(value.shape), data_offsets=[len(data), len(data) + value.nbytes])
        data += value.tobytes()
    if texts:
        header["__metadata__"] = texts
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def plain(value):
    """As JSON has it."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return np.asarray(value).tolist() if isinstance(value, (np.ndarray, np.generic)) else value


CONTAINERS = {
    "npz": (".npz", lambda m: npz(**m)),
    "npz with a dict": (".npz", lambda m: npz(data=np.array(m, dtype=object))),
    "npy": (".npy", npy),
    "pickle 2": (".pkl", lambda m: pickle.dumps(m, 2)),
    "pickle 4": (".pkl", lambda m: pickle.dumps(m, 4)),
    "safetensors": (".safetensors", safetensors),
    "JSON": (".json", lambda m: json.dumps(plain(m)).encode()),
}


def ctl(*words, code=0):
    done = subprocess.run([os.path.join(BUILD, "posedctl"), *map(str, words)], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done


def convert(data, suffix, *words, code=0, verb="convert"):
    """What clip convert writes, as a dict; its messages."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = folder + "/file" + suffix, folder + ("/out.npz" if verb == "convert" else "/out.png")
        open(path, "wb").write(data)
        done = ctl("clip", verb, path, "-o", out, *words, code=code)
        return dict(np.load(out)) if not code and verb == "convert" else None, done.stderr


def same(clip, name, poses=POSES, trans=TRANS, joints=22, rate=30):
    assert len(clip["poses"]) == T and abs(clip["mocap_framerate"] - rate) < 1e-4, (name, len(clip["poses"]), clip["mocap_framerate"])
    got = clip["poses"].reshape(T, -1, 3)[:, :joints]
    off = np.abs(matrices(got) - matrices(poses[:, :joints])).max()
    assert off < 1e-4, (name, off)
    way = np.abs((clip["trans"] - clip["trans"][0]) - (trans - trans[0]))[:, :2].max()
    assert way < 1e-3, (name, way)


@test
def every_container_and_layout_gives_the_same_motion():
    extra = np.ones((T, 6), "f4")
    for name, (suffix, pack) in CONTAINERS.items():
        for layout, members in (("AMASS", AMASS), ("smplx", SMPLX)):
            clip, said = convert(pack(dict(members, foot_pose=extra, markers_latent=np.zeros((41, 3), "f4"))), suffix)
            same(clip, f"{name}, {layout}")
            assert "unknown and not read: foot_pose" in said and "not needed for a body's motion: markers_latent" in said, (name, layout, said)
            assert "mocap_framerate" not in said and "gender" not in said, (name, layout, said)


@test
def every_shape_of_a_member_gives_the_same_motion():
    turns = matrices(POSES[:, :24])
    poses = {"(T,72)": AMASS["poses"], "(T,24,3)": F4(POSES[:, :24]), "(T,24,3,3)": F4(turns), "(1,T,72)": AMASS["poses"][None]}
    betas = {"(10)": np.ones(10), "(1,10)": np.ones((1, 10)), "(T,10)": np.ones((T, 10)), "(T,1,10)": np.ones((T, 1, 10))}
    genders = ["neutral", b"neutral", np.array("neutral"), np.array(["neutral"]), np.array("neutral", dtype=object), np.array([b"neutral"] * T)]
    for name, value in poses.items():
        same(convert(npz(**dict(AMASS, poses=value)), ".npz")[0], name)
    for name, value in betas.items():
        for suffix, pack in ((".npz", lambda m: npz(**m)), (".pkl", pickle.dumps)):
            clip, said = convert(pack(dict(AMASS, betas=F4(value))), suffix, "--betas-from", "default")
            assert np.abs(clip["betas"][:10] - 1).max() < 1e-6, (name, clip["betas"], said)
    for gender in genders:
        clip, said = convert(npz(**dict(AMASS, gender=gender)), ".npz")
        same(clip, repr(gender))
        assert "gender" not in said, (gender, said)
    for name in ("trans", "transl", "translation", "Th"):
        members = {k: v for k, v in AMASS.items() if k != "trans"}
        for shape in ((T, 3), (T, 1, 3)):
            same(convert(npz(**members, **{name: AMASS["trans"].reshape(shape)}), ".npz")[0], name)
    _, said = convert(npz(**dict(AMASS, betas=np.ones((T + 1, 10)))), ".npz", code=1)
    assert f"{T + 1} rows" in said and f"{T} frames" in said, said


@test
def an_unknown_member_is_named_in_every_command_and_route():
    with tempfile.TemporaryDirectory() as folder:
        take = dict(AMASS, foot_pose=np.ones((T, 6), "f4"))
        open(folder + "/take.npz", "wb").write(npz(**take))
        open(folder + "/take.pkl", "wb").write(pickle.dumps(take))
        body = dict(betas=np.zeros((1, 10), "f4"), global_orient=np.zeros((1, 3), "f4"), body_pose=np.zeros((1, 63), "f4"), transl=np.zeros((1, 3), "f4"))
        open(folder + "/body.pkl", "wb").write(pickle.dumps(dict(body, foot_pose=np.ones((1, 6)), scale=np.array([0.5]))))
        commands = [
            ("clip", "convert", folder + "/take.npz", "-o", folder + "/a.npz"),
            ("clip", "convert", folder + "/take.pkl", "-o", folder + "/a.bvh"),
            ("clip", "render", folder + "/take.npz", "--count", 2, "--size", 32, "-o", folder + "/a.png"),
            ("clip", "render", folder + "/take.pkl", "--count", 2, "--size", 32, "-o", folder + "/b.png"),
            ("fit", folder + "/take.pkl", "-o", folder + "/b.npz"),
            ("convert", folder + "/body.pkl", "--from", "person", "--model", "person", "-o", folder + "/c.npz"),
        ]
        for words in commands:
            said = ctl(*words).stderr
            assert "foot_pose" in said, (words, said)
        # the scale is kept with the surface that it makes
        out = dict(np.load(folder + "/c.npz"))
        assert out["scale"] == [0.5] and "scale of 0.5 is kept" in said, (out.keys(), said)
        with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
            reply = p.ask("POST", "/v1/jobs?noise=2", pickle.dumps(take), (("Content-Type", "application/x-pickle"),))
            assert reply.status == 202 and "foot_pose" in reply.headers["posed-warning"], (reply.status, reply.body, reply.headers)
            reply = p.ask("POST", "/v1/jobs", npy(take), (("Content-Type", "application/octet-stream"),))
            assert reply.status == 202 and "foot_pose" in reply.headers["posed-warning"], (reply.status, reply.body)


# ---- layouts of data sets ----


def person(rows, **more):
    members = dict(trans=F4(TRANS[:rows]), root_orient=F4(POSES[:rows, 0]), pose_body=F4(POSES[:rows, 1:22].reshape(rows, 63)), betas=np.zeros((1, 16)), gender="male")
    return dict(members, **more)


@test
def data_sets_are_read_as_they_are():
    smpl = F4(POSES[:, :24].reshape(T, 72))
    files = {
        "MoSh++": (".pkl", pickle.dumps(dict(fullpose=F4(POSES.reshape(T, 165)), trans=TRANS, betas=np.zeros(300), markers_latent=np.zeros((41, 3)), latent_labels=["LFHD"],
                                             stageii_debug_details=dict(stageii_errs=np.zeros(T), mocap_frame_rate=30.0)), 4)),
        "EMDB": (".pkl", pickle.dumps(dict(gender="male", name="P0", n_frames=T, fps=30, camera=dict(extrinsics=np.zeros((T, 4, 4))), kp2d=np.zeros((T, 24, 2)),
                                           smpl=dict(poses_root=F4(POSES[:, 0]), poses_body=F4(POSES[:, 1:24].reshape(T, 69)), trans=F4(TRANS), betas=np.zeros(10))))),
        "GRAB": (".npz", npz(gender="male", sbj_id="s1", framerate=30.0, n_frames=T, body=np.array(dict(
            params=dict(transl=F4(TRANS), global_orient=F4(POSES[:, 0]), body_pose=F4(POSES[:, 1:22].reshape(T, 63)), fullpose=F4(POSES.reshape(T, 165)), left_hand_pose=np.zeros((T, 24))),
            vtemp="x.ply"), dtype=object), object=np.array(dict(params=dict(transl=np.zeros((T, 3)))), dtype=object))),
        "Motion-X": (".npy", npy(np.hstack([F4(POSES[:, 0]), F4(POSES[:, 1:22].reshape(T, 63)), np.zeros((T, 90), "f4"), np.zeros((T, 153), "f4"), F4(TRANS), np.zeros((T, 10), "f4")]))),
        "AIST++": (".pkl", pickle.dumps(dict(smpl_poses=smpl, smpl_trans=TRANS * 90, smpl_scaling=np.array([90.0]), smpl_loss=0.1, fps=30))),
        "EasyMocap": (".json", json.dumps(plain([dict(poses=[[0, 0, 0, *r[3:]]], Rh=[r[:3]], Th=[p], shapes=[[0] * 10]) for r, p in zip(smpl, TRANS)])).encode()),
    }
    frame = [dict(global_orient=r[:3], body_pose=r[3:66], transl=p) for r, p in zip(smpl, TRANS)]
    for name, names in (("numbers", "%06d"), ("pictures", "images/cam_%05d.png")):
        files[f"a dict of frames, by {name}"] = (".json", json.dumps(plain({names % i: f for i, f in enumerate(frame)})).encode())
    people = {
        "people of one pose each": (".json", json.dumps(plain({str(i): f for i, f in enumerate(frame[:3])})).encode(), "0", "1"),
        "InterHuman": (".pkl", pickle.dumps(dict(mocap_framerate=30, frames=T, person1=person(T - 1), person2=person(T))), "person2", "person1"),
        "PHC": (".pkl", pickle.dumps({"0-walk": dict(pose_aa=smpl, trans_orig=TRANS, root_trans_offset=TRANS, fps=30, beta=np.zeros(16), gender="male"),
                                      "0-short": dict(pose_aa=smpl[:2], trans_orig=TRANS[:2], fps=30, beta=np.zeros(16), gender="male")}), "0-walk", "0-short"),
        "OMOMO": (".pkl", pickle.dumps({0: person(T, seq_name="a", obj_trans=np.zeros((T, 3)), fps=30), 1: person(2, seq_name="b", fps=30)})[:], "0", "1"),
        "3DPW": (".pkl", pickle.dumps(dict(sequence="x", fps=30, poses=[smpl, smpl[:3]], trans=[TRANS, TRANS[:3]], betas=[np.zeros(10), np.zeros(10)], genders=["m", "f"]), 2), "0", "1"),
        "people in front": (".npz", npz(poses=np.stack([smpl, smpl]), trans=np.stack([TRANS, TRANS]), betas=np.zeros((2, 10)), fps=30.0), "0", "1"),
    }
    rates = {"Motion-X": 30}
    for name, (suffix, data) in files.items():
        clip, said = convert(data, suffix, *(("--source-rate", "30") if suffix == ".json" else ()))
        same(clip, name, rate=rates.get(name, 30))
    for name, (suffix, data, longest, other) in people.items():
        clip, said = convert(data, suffix)
        if name != "people of one pose each":
            same(clip, name)
        assert f"person {longest}" in said and other in said, (name, said)
        clip, _ = convert(data, suffix, "--person", other)
        assert len(clip["poses"]) in (1, 2, 3, T - 1, T), name
        _, said = convert(data, suffix, "--person", "nobody", code=1)
        assert "nobody" in said and longest in said, (name, said)


@test
def what_is_no_motion_is_described():
    files = {
        "a dict": (".pkl", pickle.dumps(dict(camera=np.zeros((4, 4)), words=["a"])), ("camera (4, 4)", "words (a list of 1)", "poses", "savez")),
        "a dict in an npy": (".npy", npy(dict(trans=np.zeros((4, 3)), theta_x=np.zeros(4))), ("trans (4, 3)", "theta_x (4,)", "poses")),
        "poses alone": (".npy", npy(AMASS["poses"]), ("(12, 72)", "trans", "savez")),
        "KIT": (".npy", npy(np.zeros((4, 251))), ("KIT-ML", "(frames, 263)")),
        "a volume": (".npy", npy(np.zeros((4, 5, 6, 7))), ("(4, 5, 6, 7)", "(frames, J, 3)")),
        "JSON": (".json", b'{"people": 3}', ("people", "poses")),
        "a foreign class": (".pkl", b"\x80\x02cos\nsystem\nX\x01\x00\x00\x00x\x85R.", ("os.system",)),
    }
    for name, (suffix, data, words) in files.items():
        _, said = convert(data, suffix, code=1)
        assert all(w in said for w in words), (name, said)


# ---- takes of joints ----


def joints(folder):
    """Joints (T,24,3) of the motion on the default body, z up."""
    open(folder + "/clip.npz", "wb").write(npz(**AMASS))
    turn = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])  # z up -> y up
    bodies = [dict(pose=plain(np.concatenate([[root], POSES[t, 1:24]])), translation=plain(TRANS[t] @ turn.T - [0, 0.23, 0])) for t, root in enumerate(np.zeros((T, 3)))]
    open(folder + "/bodies.json", "w").write(json.dumps(dict(bodies=bodies)))
    ctl("joints", "--request", folder + "/bodies.json", "--format", "npz", "--quiet", "-o", folder + "/joints.npz")
    return np.load(folder + "/joints.npz")["joints"].astype("f8")


def features(points):
    """HumanML3D's 263 numbers a frame of joints (T,22,3), y up, of a root that faces +z throughout: its heading does not turn."""
    way = np.diff(points[:, 0], axis=0, append=points[-1:, 0])
    local = points[:, 1:] - points[:, :1] * [1, 0, 1]
    out = np.zeros((len(points), 263))
    out[:, 1:3], out[:, 3] = way[:, [0, 2]], points[:, 0, 1]
    out[:, 4:67] = local.reshape(len(points), 63)
    return out


def mvnx(points):
    """Xsens' XML of joints (T,24,3), z up: its segments begin at joints; a calibration pose comes first."""
    at = dict(Pelvis=(1, 2), L5=3, L3=6, T12=6, T8=9, Neck=12, Head=15, RightShoulder=14, RightUpperArm=17, RightForeArm=19, RightHand=21, LeftShoulder=13, LeftUpperArm=16,
              LeftForeArm=18, LeftHand=20, RightUpperLeg=2, RightLowerLeg=5, RightFoot=8, RightToe=11, LeftUpperLeg=1, LeftLowerLeg=4, LeftFoot=7, LeftToe=10)
    rows = np.stack([points[:, k].mean(1) if isinstance(k, tuple) else points[:, k] for k in at.values()], 1)
    segments = "".join(f'<segment label="{name}" id="{i + 1}"><points><point label="o"><pos_b>0 0 0</pos_b></point></points></segment>' for i, name in enumerate(at))
    frame = lambda kind, row: f'<frame time="0" type="{kind}"><orientation>{"1 0 0 0 " * len(at)}</orientation><position>{" ".join(map(str, row.ravel()))}</position></frame>'  # noqa: E731
    frames = frame("tpose", rows[0] * 0) + "".join(frame("normal", row) for row in rows)
    return f'<?xml version="1.0"?><mvnx version="4"><subject label="S" frameRate="30" segmentCount="{len(at)}"><segments>{segments}</segments><frames>{frames}</frames></subject></mvnx>'.encode()


@test
def takes_of_joints_are_fitted():
    with tempfile.TemporaryDirectory() as folder:
        truth = joints(folder)
        to_z = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
        smpl24 = "Pelvis L_Hip R_Hip Spine1 L_Knee R_Knee Spine2 L_Ankle R_Ankle Spine3 L_Foot R_Foot Neck L_Collar R_Collar Head L_Shoulder R_Shoulder L_Elbow R_Elbow L_Wrist R_Wrist L_Hand R_Hand".split()
        order = np.random.default_rng(2).permutation(24)
        files = {
            "(T,22,3)": (".npy", npy(F4(truth[:, :22]))),
            "(T,24,3)": (".npy", npy(truth)),
            "(T,66)": (".npy", npy(truth[:, :22].reshape(T, 66))),
            "features": (".npy", npy(features(truth[:, :22]))),
            "z up": (".npy", npy(truth[:, :22] @ to_z.T)),
            "millimetres": (".npy", npy(truth[:, :22] * 1000)),
            "a dict": (".pkl", pickle.dumps(dict(joints=truth[:, :22], fps=30))),
            "MDM": (".npy", npy(dict(motion=np.stack([truth[:, :22].transpose(1, 2, 0)] * 2), text=["a", "b"], lengths=np.array([T, T]), num_samples=2, num_repetitions=1))),
            "names": (".pkl", pickle.dumps(dict(joints=truth[:, order], joint_names=[smpl24[i] for i in order], fps=30))),
            "safetensors": (".safetensors", safetensors(dict(joints=truth[:, :22]))),
            "MVNX": (".mvnx", mvnx(truth @ to_z.T)),
            "with confidences": (".pkl", pickle.dumps(dict(joints=np.concatenate([truth[:, :22], np.ones((T, 22, 1))], 2)))),
        }
        for name, (suffix, data) in files.items():
            rate = ("--source-rate", "30")
            clip, said = convert(data, suffix, *rate)
            assert abs(clip["mocap_framerate"] - 30) < 1e-6, (name, clip["mocap_framerate"])
            bodies = [dict(pose=plain(p), translation=plain(q), betas=plain(clip["betas"])) for p, q in zip(clip["poses"], clip["trans"])]
            open(folder + "/again.json", "w").write(json.dumps(dict(bodies=bodies)))
            ctl("joints", "--request", folder + "/again.json", "--format", "npz", "--quiet", "-o", folder + "/again.npz")
            got = np.load(folder + "/again.npz")["joints"][:, :22] @ to_z  # z up -> y up
            # the world is kept, but for the turn of the axis that is up
            off = np.linalg.norm(got - truth[:, :22], axis=2).mean() if name != "features" else np.linalg.norm((got - got[:1, :1]) - (truth[:, :22] - truth[:1, :1]), axis=2).mean()
            assert off < (0.03 if name == "MVNX" else 0.01), (name, off, said)
            assert "mm root mean square" in said, (name, said)
        # fit writes the same and a report; a job takes the file too
        open(folder + "/new_joints.npy", "wb").write(files["(T,22,3)"][1])
        report = json.loads(ctl("fit", folder + "/new_joints.npy", "--fps", 20, "--json", "-o", folder + "/take.npz").stdout)
        assert report["rms"] < 0.005 and report["rate"] == 20 and "left_wrist" in report["joints"], report
        # JSON with a row for each joint is one moment, as the api has it
        open(folder + "/seen.json", "w").write(json.dumps(dict(joints=plain(truth[0]))))
        assert "converged" in ctl("fit", folder + "/seen.json").stdout
        said = convert(npy(truth[:, :17]), ".npy", code=1)[1]
        assert "--set" in said and "coco17, h36m17" in said, said
        with Posed(os.path.join(BUILD, "posed"), MODELS) as p:
            reply = p.ask("POST", "/v1/jobs?source_rate=20", files["(T,22,3)"][1], (("Content-Type", "application/octet-stream"),))
            assert reply.status == 202 and "smpl22" in reply.headers["posed-warning"], (reply.status, reply.body)
            take = dict(people=[dict(keypoints=dict(set="smpl22", frames=plain(truth[:, :22])))], rate=20)
            assert p.ask("POST", "/v1/jobs", json.dumps(take).encode(), (("Content-Type", "application/json"),)).status == 202


# The rotation of each axis to +y, by 90 or 180 degrees about one axis (core/math/up.h); -y is a camera's.
UPS = {"x": [[0, -1, 0], [1, 0, 0], [0, 0, 1]], "y": np.eye(3), "z": [[1, 0, 0], [0, 0, 1], [0, -1, 0]], "-x": [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
       "-y": np.diag([1, -1, -1]), "-z": [[1, 0, 0], [0, 0, -1], [0, 1, 0]]}


def seen(folder, name):
    """Joints (T,22,3) of an npz in AMASS's axes, y up."""
    clip = np.load(folder + "/" + name)
    bodies = [dict(pose=plain(p), translation=plain(q), betas=plain(clip["betas"])) for p, q in zip(clip["poses"], clip["trans"])]
    open(folder + "/again.json", "w").write(json.dumps(dict(bodies=bodies)))
    ctl("joints", "--request", folder + "/again.json", "--format", "npz", "--quiet", "-o", folder + "/again.npz")
    return np.load(folder + "/again.npz")["joints"][:, :22] @ np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])


@test
def takes_of_joints_keep_their_world_whichever_axis_is_up():
    with tempfile.TemporaryDirectory() as folder, Posed(os.path.join(BUILD, "posed"), MODELS) as p:
        truth = joints(folder)[:, :22]
        for up, turn in UPS.items():
            file = npy(F4(truth @ np.array(turn, float)))
            open(folder + "/joints.npy", "wb").write(file)
            for stated in False, True:
                words = ("--up", up) if stated else ()
                ctl("clip", "convert", folder + "/joints.npy", "--source-rate", 30, "-o", folder + "/clip.npz", *words)
                off = np.linalg.norm(seen(folder, "clip.npz") - truth, axis=2).mean()
                assert off < .01, ("clip convert", up, stated, off)
                ctl("fit", folder + "/joints.npy", "--fps", 30, "-o", folder + "/take.npz", *words)
                off = np.linalg.norm(seen(folder, "take.npz") - truth, axis=2).mean()
                assert off < .01, ("fit", up, stated, off)
                query = f"?source_rate=30{'&up=' + up if stated else ''}"
                reply = p.ask("POST", "/v1/jobs" + query, file, (("Content-Type", "application/octet-stream"),))
                assert reply.status == 202, (up, stated, reply.body)
                where = f"/v1/jobs/{reply.json()['id']}"
                until = time.time() + 60
                while p.ask("GET", where).json()["status"] not in ("done", "failed") and time.time() < until:
                    time.sleep(.05)
                result = p.ask("GET", where + "/result?format=npz")
                assert result.status == 200, (up, stated, result.body[:300])
                open(folder + "/job.npz", "wb").write(result.body)
                off = np.linalg.norm(seen(folder, "job.npz") - truth, axis=2).mean()
                assert off < .01, ("job", up, stated, off)


# ---- options ----


@test
def an_option_without_effect_is_refused_by_every_kind_of_file():
    with tempfile.TemporaryDirectory() as folder:
        truth = joints(folder)
        files = {"take.npz": npz(**AMASS), "take.pkl": pickle.dumps(AMASS), "joints.npy": npy(F4(truth[:, :22]))}
        ctl("clip", "convert", folder + "/clip.npz", "-o", folder + "/take.bvh")
        for name, data in files.items():
            open(f"{folder}/{name}", "wb").write(data)
        given = {"--set": "smpl22", "--angles": "radians", "--camera": None, "--betas-from": "default", "--clamp": None, "--person": "7", "--animation": "x", "--up": "z", "--unit": "1"}
        without = {
            "take.npz": ("--set", "--clamp", "--person", "--animation"),
            "take.pkl": ("--set", "--clamp", "--person", "--animation"),
            "joints.npy": ("--angles", "--camera", "--betas-from", "--clamp", "--person", "--animation"),
            "take.bvh": ("--set", "--angles", "--camera", "--betas-from", "--person", "--animation"),
        }
        for name, options in without.items():
            for option in options:
                for verb, out in (("convert", "out.npz"), ("render", "out.png")):
                    words = ["clip", verb, f"{folder}/{name}", "-o", f"{folder}/{out}", option] + ([given[option]] if given[option] else [])
                    done = subprocess.run([os.path.join(BUILD, "posedctl"), *words], capture_output=True, text=True, timeout=120)
                    assert done.returncode in (1, 2) and option.strip("-") in done.stderr, (name, verb, option, done.returncode, done.stderr)


# ---- what others read ----


@test
def loaders_of_others_read_what_is_written():
    """The statements by which AMASS's tutorial, smplx's users and GMR load a take."""
    for model, joints, betas in (("person", 55, 16), ("default", 24, 16)):
        for members in (AMASS, dict(AMASS, betas=np.ones(10))):
            with tempfile.TemporaryDirectory() as folder:
                open(folder + "/take.npz", "wb").write(npz(**members))
                ctl("clip", "convert", folder + "/take.npz", "--model", model, "-o", folder + "/out.npz")
                # AMASS
                bdata = np.load(folder + "/out.npz")
                time_length = len(bdata["trans"])
                assert bdata["poses"].shape == (time_length, 3 * joints) and np.repeat(bdata["betas"][:16][np.newaxis], repeats=time_length, axis=0).shape == (time_length, betas)
                assert bdata["poses"][:, :3].shape == (time_length, 3) and bdata["poses"][:, 3:66].shape == (time_length, 63)
                subject_gender = bdata["gender"]
                assert str(subject_gender) == "neutral" and float(bdata["mocap_framerate"]) == 30
                assert abs(float(bdata["mocap_time_length"]) - time_length / 30) < 1e-9 and int(bdata["num_betas"]) == betas
                # SMPL-X's parts
                assert np.array_equal(bdata["root_orient"], bdata["poses"][:, :3]) and np.array_equal(bdata["pose_body"], bdata["poses"][:, 3:66])
                if joints == 55:
                    parts = np.hstack([bdata[n] for n in ("root_orient", "pose_body", "pose_jaw", "pose_eye", "pose_hand")])
                    assert np.array_equal(parts, bdata["poses"])
                assert str(bdata["surface_model_type"]) == ("smplx" if joints == 55 else "smpl")
                # GMR
                smplx_data = np.load(folder + "/out.npz", allow_pickle=True)
                num_frames = smplx_data["pose_body"].shape[0]
                assert smplx_data["betas"].reshape(1, -1).shape == (1, betas) and smplx_data["trans"].shape == (num_frames, 3)
                assert smplx_data["mocap_frame_rate"].item() == 30 and str(smplx_data["gender"]) in ("male", "female", "neutral")
                assert smplx_data["root_orient"].shape == (num_frames, 3)
                if len(smplx_data["betas"].shape) == 1:
                    assert np.isfinite(1.66 + 0.1 * smplx_data["betas"][0])


def seeds(folder):
    for name, (suffix, pack) in CONTAINERS.items():
        data = pack({k: v for k, v in AMASS.items()})
        open(f"{folder}/layout_{name.replace(' ', '_')}", "wb").write(b"\0" + data)
    open(folder + "/layout_people", "wb").write(b"\4" + pickle.dumps(dict(mocap_framerate=30, person1=person(T), person2=person(T))))
    open(folder + "/layout_joints", "wb").write(b"\0" + npy(F4(np.random.default_rng(1).normal(size=(2, 17, 3)))))
    open(folder + "/layout_features", "wb").write(b"\0" + npy(F4(np.zeros((2, 263)))))
    open(folder + "/layout_motion_x", "wb").write(b"\0" + npy(F4(np.zeros((2, 322)))))
    open(folder + "/layout_mvnx", "wb").write(b"\0" + mvnx(np.random.default_rng(1).normal(size=(2, 24, 3)).round(2)))
    open(folder + "/layout_list", "wb").write(b"\0" + json.dumps(plain([dict(poses=AMASS["poses"][:1], trans=TRANS[:1])] * 2)).encode())


if __name__ == "__main__":
    if BUILD == "--seeds":
        seeds(MODELS)
    else:
        sys.exit(runner.run(tests, sys.argv[3:]))
