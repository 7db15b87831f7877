"""Usage: regressed.py BUILD MODELS [name...]: files of programs that find bodies in films, by their conventions, through posedctl clip convert and fit, and
through a job.

The files are synthetic. They are written here in the layouts of joblib and torch, byte by byte, with the keys and shapes of the projects' own programs
(docs/guide/regression.md names them). The same motion goes into each kind in that kind's frame, and must come out the same.

regressed.py --seeds FOLDER writes short files of all kinds: the seeds of tests/fuzz/fuzz_regressed.c.
"""
import collections
import gzip
import io
import json
import os
import pickle
import struct
import subprocess
import sys
import tempfile
import time
import types
import zipfile
import zlib

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import runner  # noqa: E402
from posed import Posed  # noqa: E402

BUILD, MODELS = sys.argv[1:3]
T = 2 if BUILD == "--seeds" else 40
STORAGES = ("Float", "Double", "Long")
tests = []


def test(function):
    tests.append(function)
    return function


# ---- the motion: a person walks towards +Z in a world with +Y up, and turns ----


def matrices(rotvecs):
    """Rodrigues."""
    r = np.asarray(rotvecs, float)
    angle = np.linalg.norm(r, axis=-1)[..., None, None]
    x, y, z = np.moveaxis(r / np.maximum(angle[..., 0], 1e-12), -1, 0)
    zero = np.zeros_like(x)
    k = np.stack([np.stack([zero, -z, y], -1), np.stack([z, zero, -x], -1), np.stack([-y, x, zero], -1)], -2)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def vectors(turns):
    """Rotation vectors (N,3) of matrices (N,3,3): the axis is the eigenvector of 1, the angle from trace and the antisymmetric part."""
    out = np.zeros((len(turns), 3))
    for i, m in enumerate(np.asarray(turns, float)):
        values, axes = np.linalg.eig(m)
        axis = np.real(axes[:, np.argmin(np.abs(values - 1))])
        twice_sine = np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
        out[i] = axis * np.arctan2(axis @ twice_sine, np.trace(m) - 1)
    return out


def motion():
    t = np.arange(T) / 30
    poses = np.zeros((T, 55, 3))
    poses[:, 0, 1] = 0.5 * t
    poses[:, 1, 0], poses[:, 2, 0] = 0.4 * np.sin(5 * t), -0.4 * np.sin(5 * t)
    poses[:, 4, 0], poses[:, 5, 0] = 0.4 + 0.3 * np.sin(5 * t), 0.4 - 0.3 * np.sin(5 * t)
    poses[:, 16, 2], poses[:, 17, 2] = -1.1, 1.1
    # the pelvis is at trans + J0; 0.94 m over the floor
    return poses, np.stack([0.1 * t, np.zeros(T), 0.8 * t], 1) + [0, 1.17, 0]


def in_camera(poses, trans, pelvis):
    """The same in a camera's frame: x right, y down, z away, 4 m before the person, 1 m over the floor: R = diag(1, -1, -1)."""
    turn = np.diag([1.0, -1, -1])
    poses = poses.copy()
    poses[:, 0] = vectors(turn @ matrices(poses[:, 0]))
    return poses, (trans + pelvis) @ turn + [0, 1, 4] - pelvis


SMPL, SMPLX = np.array([0, -0.23, 0.03]), np.array([0, -0.35, 0.01])
BETAS = np.array([0.5, -1, 0.3, 0, 0, 0, 0, 0, 0, 0])


# ---- containers, as the libraries write them ----

joblib = types.ModuleType("joblib.numpy_pickle")


class NumpyArrayWrapper:
    pass


NumpyArrayWrapper.__module__, NumpyArrayWrapper.__qualname__ = "joblib.numpy_pickle", "NumpyArrayWrapper"
joblib.NumpyArrayWrapper = NumpyArrayWrapper
sys.modules["joblib"], sys.modules["joblib.numpy_pickle"] = types.ModuleType("joblib"), joblib


class JoblibPickler(pickle._Pickler):
    """joblib's: an array is a wrapper, then its bytes at a multiple of 16 (joblib 1.2 and later; before, without padding)."""

    def __init__(self, file, aligned):
        super().__init__(file, protocol=4)
        self.to, self.aligned = file, aligned

    def save(self, obj, save_persistent_id=True):
        if not isinstance(obj, np.ndarray):
            return super().save(obj, save_persistent_id)
        wrapper = NumpyArrayWrapper()
        wrapper.subclass, wrapper.shape, wrapper.order, wrapper.dtype, wrapper.allow_mmap = type(obj), obj.shape, "C", obj.dtype, True
        if self.aligned:
            wrapper.numpy_array_alignment_bytes = 16
        super().save(wrapper)
        self.framer.commit_frame(force=True)
        if self.aligned:
            padding = 16 - (self.to.tell() + 1) % 16
            self.to.write(bytes([padding]) + b"\xff" * padding)
        self.to.write(obj.tobytes())


def joblib_bytes(obj, aligned=True, compress=False):
    file = io.BytesIO()
    JoblibPickler(file, aligned).dump(obj)
    return zlib.compress(file.getvalue(), 3) if compress else file.getvalue()


torch, torch_utils, torch_storage = (types.ModuleType(n) for n in ("torch", "torch._utils", "torch.storage"))
for name in STORAGES:
    setattr(torch, name + "Storage", type(name + "Storage", (), {"__module__": "torch"}))


def _rebuild_tensor_v2():
    raise AssertionError


def _load_from_bytes():
    raise AssertionError


_rebuild_tensor_v2.__module__, _load_from_bytes.__module__ = "torch._utils", "torch.storage"
torch_utils._rebuild_tensor_v2, torch_storage._load_from_bytes = _rebuild_tensor_v2, _load_from_bytes
torch._utils, torch.storage = torch_utils, torch_storage
sys.modules.update({"torch": torch, "torch._utils": torch_utils, "torch.storage": torch_storage})


class Call:
    def __init__(self, function, *args):
        self.made = (function, args)

    def __reduce__(self):
        return self.made


class Storage:
    def __init__(self, key, array):
        self.key, self.array = key, array


class TorchPickler(pickle._Pickler):
    def persistent_id(self, obj):
        return ("storage", torch.FloatStorage, obj.key, "cpu", obj.array.size) if isinstance(obj, Storage) else None


def torch_bytes(obj):
    """torch.save: every array a tensor; the second is a view of a larger storage, with strides."""
    storages = []

    def with_tensors(value):
        if isinstance(value, dict):
            return {k: with_tensors(v) for k, v in value.items()}
        padded = np.concatenate([np.full(3, 9, "f4"), np.asarray(value, "f4").T.ravel()])
        storages.append(Storage(str(len(storages)), padded))
        shape = np.shape(value)
        return Call(_rebuild_tensor_v2, storages[-1], 3, shape, tuple(np.cumprod((1,) + shape[:-1]).tolist()), False, collections.OrderedDict())

    file, data = io.BytesIO(), io.BytesIO()
    TorchPickler(data, protocol=2).dump(with_tensors(obj))
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("hmr4d_results/data.pkl", data.getvalue())
        archive.writestr("hmr4d_results/byteorder", "little")
        for s in storages:
            archive.writestr(f"hmr4d_results/data/{s.key}", s.array.tobytes())
        archive.writestr("hmr4d_results/version", "3\n")
    return file.getvalue()


def legacy_tensor(array):
    """A tensor in a pickle that is not torch's own: its storage is torch.save's old layout as bytes."""
    file, array = io.BytesIO(), np.asarray(array, "f4")
    for obj in (0x1950A86A20F9469CFC6C, 1001, {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}):
        pickle.dump(obj, file, 2)
    TorchPickler(file, protocol=2).dump(Storage("94000", array))
    pickle.dump(["94000"], file, 2)
    file.write(struct.pack("<q", array.size) + array.tobytes())
    strides = tuple(s // 4 for s in np.ascontiguousarray(array).strides)
    return Call(_rebuild_tensor_v2, Call(_load_from_bytes, file.getvalue()), 0, array.shape, strides, False, collections.OrderedDict())


# ---- the kinds ----


def wham():
    poses, trans = motion()
    cam, cam_trans = in_camera(poses[:, :24], trans, SMPL)
    one = {"pose": cam.reshape(T, 72), "trans": cam_trans, "pose_world": poses[:, :24].reshape(T, 72), "trans_world": trans, "betas": np.tile(BETAS, (T, 1)),
           "verts": np.zeros((T, 4, 3), "f4"), "frame_ids": np.arange(5, 5 + T)}
    short = {k: v[:7] for k, v in one.items()}
    return collections.defaultdict(dict, {0: short, 3: one})


def gvhmr():
    poses, trans = motion()
    trans = trans - SMPLX + SMPL  # the same pelvis, with the other body's J0
    cam, cam_trans = in_camera(poses[:, :22], trans, SMPLX)
    part = lambda p, t: {"body_pose": p[:, 1:22].reshape(T, 63), "betas": np.tile(BETAS, (T, 1)), "global_orient": p[:, 0], "transl": t}
    return {"smpl_params_global": part(poses, trans), "smpl_params_incam": part(cam, cam_trans), "K_fullimg": np.tile(np.eye(3), (T, 1, 1))}


def prompthmr(as_tensors):
    poses, trans = motion()
    trans = trans - SMPLX + SMPL
    cam, cam_trans = in_camera(poses, trans, SMPLX)
    wrap = legacy_tensor if as_tensors else np.asarray
    return {"people": {1: {"frames": np.arange(T), "smplx_cam": {"pose": cam.reshape(T, 165), "shape": np.tile(BETAS, (T, 1)), "trans": cam_trans, "rotmat": np.zeros((T, 55, 3, 3))},
                           "smplx_world": {"pose": wrap(poses.reshape(T, 165)), "shape": wrap(np.tile(BETAS, (T, 1))), "trans": wrap(trans)}}}, "camera": {"img_focal": 1000.0}}


def humans4d(leave_out=()):
    poses, trans = motion()
    cam = matrices(in_camera(poses[:, :24], trans, SMPL)[0])
    out = {}
    for t in range(T):
        smpl = [{"global_orient": np.eye(3)[None], "body_pose": np.tile(np.eye(3), (23, 1, 1)), "betas": BETAS}]
        tid = [7]
        if t not in leave_out:
            smpl, tid = smpl + [{"global_orient": cam[t, :1], "body_pose": cam[t, 1:], "betas": BETAS}], tid + [2]
        out[f"outputs/_DEMO/img/{t + 1:06d}.jpg"] = {"time": t, "tid": tid, "smpl": smpl, "camera": [np.array([0, 0, 40.0])] * len(tid), "shot": 0}
    return out


def hmr2():
    """HMR2's output for one picture, two people: torch.save of its dict."""
    poses, trans = motion()
    cam = matrices(in_camera(poses[:1, :24], trans[:1], SMPL)[0][0])
    two = lambda a: np.stack([np.tile(np.eye(3), (len(a), 1, 1)), a])
    return {"pred_cam": np.ones((2, 3)), "pred_smpl_params": {"global_orient": two(cam[:1]), "body_pose": two(cam[1:]), "betas": np.tile(BETAS, (2, 1))}}


SUFFIX = {"GVHMR": ".pt", "HMR2": ".pt"}
# AMASS's axes: (x, y, z) of +Y up becomes (x, -z, y)
def romp(t, people=1, order=None, ids=True):
    """One picture of ROMP: arrays with a row for each person, of whom the first is the one of motion()."""
    poses, trans = motion()
    turned, places = in_camera(poses[:, :24], trans, SMPL)
    thetas = np.repeat(turned[t].reshape(1, -1), people, 0)
    thetas[1:, 3:] *= .5
    order = list(range(people)) if order is None else order
    out = {"smpl_thetas": thetas[order], "smpl_betas": np.zeros((people, 10)), "cam_trans": np.array([places[t] + [i, 0, 0] for i in order], float),
           "cam": np.ones((people, 3)), "center_confs": np.ones((people, 1))}
    return {**out, "track_ids": np.array(order)} if ids else out


def romp_film(**more):
    return {f"/film/{t:06d}.jpg": romp(t, **more) for t in range(T)}


def npz_bytes(**members):
    out = io.BytesIO()
    np.savez(out, **members)
    return out.getvalue()


AXES = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])


def convert(data, *words, suffix=".pkl", to=".npz", code=0):
    """What clip convert writes, as a dict; its messages."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = folder + "/file" + suffix, folder + "/out" + to
        open(path, "wb").write(data)
        done = subprocess.run([os.path.join(BUILD, "posedctl"), "clip", "convert", path, "-o", out, *words], capture_output=True, text=True, timeout=120)
        assert done.returncode in (code if isinstance(code, tuple) else (code,)), (done.returncode, done.stderr)
        return (dict(np.load(out)) if code == 0 and to == ".npz" else None), done.stderr


def joints_of(clip):
    return clip["poses"].reshape(len(clip["poses"]), -1, 3)


@test
def every_kind_s_world_is_the_same_motion():
    poses, trans = motion()
    root = AXES @ matrices(poses[:, 0])
    walked = (trans - trans[0]) @ AXES.T
    kinds = {
        "WHAM": joblib_bytes(wham()),
        "WHAM without padding": joblib_bytes(wham(), aligned=False),
        "WHAM by gzip": gzip.compress(joblib_bytes(wham())),
        "WHAM by pickle": pickle.dumps(dict(wham()), 2),
        "GVHMR": torch_bytes(gvhmr()),
        "PromptHMR": joblib_bytes(prompthmr(False)),
        "PromptHMR, tensors": joblib_bytes(prompthmr(True)),
    }
    for name, data in kinds.items():
        clip, _ = convert(data, suffix=SUFFIX.get(name, ".pkl"))
        body, got = joints_of(clip), clip["trans"]
        assert clip["mocap_framerate"] == 30 and len(got) == T, (name, len(got))
        assert np.abs((got - got[0])[:, :2] - walked[:, :2]).max() < 2e-3, (name, got - got[0] - walked)
        assert np.abs(matrices(body[:, 0]) - root).max() < 1e-4, name
        assert np.abs(body[:, 1:22] - poses[:, 1:22]).max() < 1e-4, name


@test
def every_kind_s_camera_is_the_same_person_upright():
    poses, _ = motion()
    expected = AXES @ matrices(poses[:, 0])
    kinds = {
        "WHAM": (joblib_bytes(wham()), "--camera"),
        "GVHMR": (torch_bytes(gvhmr()), "--camera"),
        "PromptHMR": (joblib_bytes(prompthmr(True)), "--camera"),
        "4D-Humans": (joblib_bytes(humans4d(), compress=True), "--person", "2"),
        "HMR2": (torch_bytes(hmr2()), "--person", "1"),
    }
    for name, (data, *words) in kinds.items():
        clip, said = convert(data, *words, suffix=SUFFIX.get(name, ".pkl"))
        body, got = joints_of(clip), clip["trans"]
        frames = len(body)
        assert frames == (1 if name == "HMR2" else T), (name, frames)
        assert np.abs(body[:, 1:22] - poses[:frames, 1:22]).max() < 1e-4, name
        # upright, and turned as in the world up to the camera's own direction
        off = matrices(body[:, 0]) @ np.swapaxes(expected[:frames], 1, 2)
        assert np.abs(off - off[0]).max() < 1e-3 and abs(off[0, 2, 2] - 1) < 1e-3, (name, off[0])
        if name in ("4D-Humans", "HMR2"):
            assert "estimates no place in metres: the person stays in place" in said, said
        else:
            # its world is the first frame's, whose pelvis stands over the origin: 0.8 m/s ahead, 0.1 aside
            assert abs(np.linalg.norm((got[-1] - got[0])[:2]) - np.hypot(0.8, 0.1) * (T - 1) / 30) < 5e-3, (name, got[-1] - got[0])


@test
def films_of_romp_are_frames_and_their_rows_are_people():
    poses, _ = motion()
    exact = poses[:, 1:22]
    swapped = {f"/film/{t:06d}.jpg": romp(t, 2, [1, 0] if t % 2 else [0, 1]) for t in range(T)}
    tracks = {i: {"frame_ids": list(range(T)), **{k: np.stack([swapped[name][k][list(swapped[name]["track_ids"]).index(i)] for name in swapped])
                                                  for k in ("smpl_thetas", "smpl_betas", "cam_trans")}} for i in range(2)}
    for name, members, words, half in (
            ("one person", {"results": romp_film()}, (), False), ("without ids", {"results": romp_film(ids=False)}, (), False),
            ("ids in any order", {"results": swapped}, (), False), ("the other one", {"results": swapped}, ("--person", "1"), True),
            ("tracks beside the pictures", {"results": swapped, "sequence_results": tracks}, (), False),
            ("the other track", {"results": swapped, "sequence_results": tracks}, ("--person", "1"), True),
            ("any order of the file", {"results": dict(reversed(list(romp_film().items())))}, (), False)):
        clip, _ = convert(npz_bytes(**members), *words, suffix=".npz")
        body = joints_of(clip)
        assert len(body) == T, (name, len(body))
        assert np.abs(body[:, 1:22] - exact * (.5 if half else 1)).max() < 1e-4, name
        moved = np.linalg.norm((clip["trans"][-1] - clip["trans"][0])[:2])
        assert abs(moved - np.hypot(0.8, 0.1) * (T - 1) / 30) < 5e-3, (name, moved)
    for row in 0, 1:
        clip, said = convert(npz_bytes(results=romp(0, 2)), "--person", str(row), suffix=".npz")
        assert len(clip["poses"]) == 1 and np.abs(joints_of(clip)[0, 1:22] - exact[0] * (.5 if row else 1)).max() < 1e-4, row
    gaps = {name: value if t != 3 else {} for t, (name, value) in enumerate(romp_film().items())}
    assert "1 frames without the person are interpolated" in convert(npz_bytes(results=gaps), suffix=".npz")[1]
    film = npz_bytes(results=romp_film(people=2, ids=False))
    _, said = convert(film, suffix=".npz", code=(1, 2))
    assert "track_ids" in said and "run the program with tracking" in said, said
    assert "may be another person" in convert(film, "--person", "1", suffix=".npz")[1]
    uneven = romp_film()
    uneven["/film/000002.jpg"]["smpl_betas"] = np.zeros((3, 10))
    assert "a row for each of 1 people expected" in convert(npz_bytes(results=uneven), suffix=".npz", code=(1, 2))[1]


@test
def people_rate_and_assumptions_are_told():
    data = joblib_bytes(wham())
    clip, said = convert(data)
    assert len(clip["poses"]) == T and "person 3, who is seen longest, of 0, 3 (--person chooses)" in said and "30 frames/s are assumed (--source-rate)" in said, said
    clip, said = convert(data, "--person", "0", "--source-rate", "25")
    assert len(clip["poses"]) == 7 and clip["mocap_framerate"] == 25 and "frames/s are" not in said and "longest" not in said, said
    assert "frames/s are" not in convert(torch_bytes(gvhmr()), suffix=".pt")[1]


@test
def frames_without_the_person_are_filled():
    whole, _ = convert(joblib_bytes(humans4d(), compress=True), "--person", "2")
    gaps, said = convert(joblib_bytes(humans4d(leave_out=(10, 11, 25)), compress=True), "--person", "2")
    assert gaps["poses"].shape == whole["poses"].shape and "3 frames without the person are interpolated" in said, said
    apart = np.abs(matrices(joints_of(gaps)) - matrices(joints_of(whole))).max((1, 2, 3))
    assert apart.max() < 0.02 and (apart > 1e-5).nonzero()[0].tolist() == [10, 11, 25], apart


@test
def the_biped_and_a_figure_take_them_too():
    with tempfile.TemporaryDirectory() as folder:
        path, out = folder + "/file.pt", folder + "/out.bvh"
        open(path, "wb").write(torch_bytes(gvhmr()))
        subprocess.run([os.path.join(BUILD, "posedctl"), "clip", "convert", path, "--skeleton", "biped", "-o", out], check=True, capture_output=True, timeout=120)
        lines = open(out).read().splitlines()
        # 40 frames at 30 a second are 79 at 60
        assert [l for l in lines if l.startswith("Frames:")] == ["Frames: %d" % (2 * T - 1)], [l for l in lines if "Frame" in l]


@test
def what_is_not_read_is_refused_by_name():
    class Evil:
        def __reduce__(self):
            return os.system, ("touch /tmp/posed-regressed-was-here",)

    def refused(data, text, *words, suffix=".pkl"):
        said = convert(data, *words, suffix=suffix, code=(1, 2))[1]
        assert text in said, (text, said)

    refused(pickle.dumps({0: Evil()}), '"posix.system" is none of the globals')
    refused(pickle.dumps({"a": 1}), "a dict with a; a dict with poses, or body_pose and global_orient")
    refused(b"PK\x03\x04 no", "an npz file expected")
    refused(joblib_bytes(wham())[:-200], "rest of the file allowed")
    refused(joblib_bytes(wham()), "9; 0, 3 expected", "--person", "9")
    refused(torch_bytes(gvhmr()), "1; a file of GVHMR has one person", "--person", "1", suffix=".pt")
    bad = wham()
    bad[3]["pose_world"] = bad[3]["pose_world"][:, :70]
    refused(joblib_bytes(bad), "pose_world: shape (40, 70); (40, 72), or matrices (40, 24, 3, 3) expected")
    bad = wham()
    bad[3]["trans_world"][3, 1] = np.nan
    refused(joblib_bytes(bad), "trans_world: number 10 is nan")
    bad = wham()
    bad[3]["frame_ids"][5] = 9
    refused(joblib_bytes(bad), "frame_ids: frame 9 follows frame 9")
    bad = prompthmr(False)
    del bad["people"][1]["smplx_world"]
    refused(joblib_bytes(bad), "smplx_world: missing: this file has no estimate in the world (--camera reads that in the camera's frame)")
    bad = humans4d()
    bad["outputs/_DEMO/img/000004.jpg"]["smpl"][1]["body_pose"][2] *= 2
    refused(joblib_bytes(bad), "body_pose: matrix 2 is not a rotation", "--person", "2")
    assert not os.path.exists("/tmp/posed-regressed-was-here")


@test
def options_without_effect_are_refused():
    for words in (("--up", "y"), ("--angles", "degrees"), ("--unit", "0.01"), ("--clamp",)):
        assert words[0] in convert(joblib_bytes(wham()), *words, code=(1, 2))[1]


# ---- fit ----


def fit(data, *words, suffix=".pkl", code=0):
    """What posedctl fit writes, as a dict; its report; its messages. data: bytes, or a path."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = folder + "/file" + suffix, folder + "/out.npz"
        if isinstance(data, bytes):
            open(path, "wb").write(data)
        else:
            path = data
        done = subprocess.run([os.path.join(BUILD, "posedctl"), "fit", path, "-o", out, "--json", *words], capture_output=True, text=True, timeout=120)
        assert done.returncode in (code if isinstance(code, tuple) else (code,)), (done.returncode, done.stderr)
        return (dict(np.load(out)), json.loads(done.stdout), done.stderr) if not code else (None, None, done.stderr)


def noisy(degrees):
    """WHAM's file with white noise on every rotation, and 5 mm on the root."""
    random, one = np.random.default_rng(1), dict(wham()[3])
    turns = matrices(random.normal(size=(T, 24, 3)) * np.radians(degrees))
    one["pose_world"] = vectors((matrices(one["pose_world"].reshape(T, 24, 3)) @ turns).reshape(-1, 3, 3)).reshape(T, 72)
    one["trans_world"] = one["trans_world"] + random.normal(size=(T, 3)) * 0.005
    return joblib_bytes({3: one})


def degrees_off(clip, truth):
    """Mean angle between the local rotations of 22 joints."""
    turns = np.swapaxes(matrices(joints_of(clip)[:, :22]), 2, 3) @ matrices(joints_of(truth)[:, :22])
    return np.degrees(np.arccos(np.clip((np.trace(turns, axis1=2, axis2=3) - 1) / 2, -1, 1))).mean()


@test
def fit_takes_every_kind():
    kinds = {
        "WHAM": (joblib_bytes(wham()),),
        "WHAM's camera": (joblib_bytes(wham()), "--camera"),
        "GVHMR": (torch_bytes(gvhmr()),),
        "PromptHMR": (joblib_bytes(prompthmr(True)),),
        "4D-Humans": (joblib_bytes(humans4d(), compress=True), "--person", "2"),
        "HMR2": (torch_bytes(hmr2()), "--person", "1"),
    }
    for name, (data, *words) in kinds.items():
        clip, _ = convert(data, *words, suffix=SUFFIX.get(name, ".pkl"))
        got, report, _ = fit(data, *words, suffix=SUFFIX.get(name, ".pkl"))
        assert report["frames"] == len(clip["poses"]) and report["rate"] == clip["mocap_framerate"] and report["unit"] == "metres", (name, report)
        assert degrees_off(got, clip) < 0.5 and np.abs(got["trans"] - clip["trans"]).max() < 0.005, (name, degrees_off(got, clip), np.abs(got["trans"] - clip["trans"]).max())
    # a shape of the body's own, and a rate
    got, report, _ = fit(joblib_bytes(wham()), "--betas=1,-0.5", "--source-rate", "25")
    assert np.abs(got["betas"][:2] - [1, -0.5]).max() < 1e-6 and report["rate"] == 25


@test
def fit_takes_the_jitter_out():
    truth, _ = convert(joblib_bytes(wham()))
    for degrees in (2, 5):
        data = noisy(degrees)
        read, fitted = degrees_off(convert(data)[0], truth), degrees_off(fit(data)[0], truth)
        assert read > 1.5 * degrees and fitted < 0.6 * read, (degrees, read, fitted)


@test
def fit_takes_keypoints_of_sam_3d_body_and_mediapipe():
    """The joints of a known motion, in each program's axes: x right, y down, z away; SAM 3D Body's in front of the camera, MediaPipe's about the hips."""
    named = {"left_shoulder": 16, "right_shoulder": 17, "left_elbow": 18, "right_elbow": 19, "left_hip": 1, "right_hip": 2, "left_knee": 4, "right_knee": 5,
             "left_ankle": 7, "right_ankle": 8, "left_wrist": 20, "right_wrist": 21}
    sam = dict(zip(list(named)[:10], range(5, 15))) | {"right_wrist": 41, "left_wrist": 62}
    mediapipe = dict(zip("left_shoulder right_shoulder left_elbow right_elbow left_wrist right_wrist".split(), range(11, 17))) | dict(
        zip("left_hip right_hip left_knee right_knee left_ankle right_ankle".split(), range(23, 29)))
    poses, trans = motion()
    frames = 6
    with tempfile.TemporaryDirectory() as folder:
        ask, out = folder + "/ask.json", folder + "/joints.json"
        json.dump({"bodies": [{"pose": p[:24].tolist(), "translation": t.tolist()} for p, t in zip(poses[:frames], trans)], "digits": 6}, open(ask, "w"))
        subprocess.run([os.path.join(BUILD, "posedctl"), "joints", "--request", ask, "-o", out], check=True, capture_output=True, timeout=60)
        world = np.array([b["joints"] for b in json.load(open(out))["bodies"]])
        seen = world * [1, -1, -1]

        # SAM 3D Body's file has all 70: those of a body that is fitted to these joints; the model has no fingers, and leaves them out
        os.mkdir(folder + "/sam")
        for f in range(frames):
            points = [None] * 70
            for name, place in sam.items():
                points[place] = world[f, named[name]].tolist()
            json.dump({"keypoints": {"set": "sam3d70", "points": points}}, open(ask, "w"))
            done = subprocess.run([os.path.join(BUILD, "posedctl"), "fit", ask, "--json"], check=True, capture_output=True, text=True, timeout=60)
            places = [o["at"] if None not in o["at"] else [0, 0, 0] for o in json.loads(done.stdout)["observations"]]
            np.savez(f"{folder}/sam/{f:04d}.npz", pred_keypoints_3d=np.array(places) * [1, -1, -1] + [0, 1, 4])
        hips = seen[:, 1:3].mean(1)
        landmarks = [[dict(zip("xyz", (seen[f, named[n]] - hips[f]).tolist() if n else (0, 0, 0)), visibility=0.9 if n else 0)
                      for n in [next((n for n, k in mediapipe.items() if k == i), None) for i in range(33)]] for f in range(frames)]
        json.dump([{"poseWorldLandmarks": l} for l in landmarks], open(folder + "/landmarks.json", "w"))
        for path in (folder + "/sam", folder + "/landmarks.json"):
            got, report, _ = fit(path)
            root = AXES.T @ matrices(joints_of(got)[:, 0])
            assert report["frames"] == frames and report["rms"] < 0.02, (path, report["frames"], report["rms"])
            # +Y up and +Z towards the camera, as the person of the motion stands
            assert np.abs(root - matrices(poses[:frames, 0])).max() < 0.3, (path, root[0])


@test
def a_job_takes_them_as_fit_does():
    data = noisy(2)
    own, _, _ = fit(data)
    pickled = {"Content-Type": "application/x-pickle"}
    with Posed(os.path.join(BUILD, "posed"), MODELS, only=("default", "pose-prior")) as p:
        made = p.ask("POST", "/v1/jobs", data, headers=pickled)
        assert made.status == 202 and "30 frames/s are assumed" in made.headers["posed-warning"], (made.status, made.body, made.headers)
        job = made.json()["id"]
        until = time.monotonic() + 300
        while (now := p.ask("GET", f"/v1/jobs/{job}").json())["status"] in ("queued", "running") and time.monotonic() < until:
            time.sleep(0.05)
        assert now["status"] == "done" and now["people"][0]["frames"] == T and now["people"][0]["rms_degrees"] > 0, now
        result = p.ask("GET", f"/v1/jobs/{job}/result?format=npz")
        got = dict(np.load(io.BytesIO(result.body)))
        assert np.abs(got["poses"] - own["poses"]).max() < 1e-4 and np.abs(got["trans"] - own["trans"]).max() < 1e-4
        # a file without its kind, the camera's frame, another rate
        other = p.ask("POST", "/v1/jobs?camera=true&source_rate=25", torch_bytes(gvhmr()))
        assert other.status == 202, other.body

        def refused(query, body, text, **headers):
            reply = p.ask("POST", "/v1/jobs" + query, body, headers=pickled | headers)
            assert reply.status in (400, 404) and text in reply.body.decode(), (reply.status, reply.body)

        refused("?person=9", data, "9; 3 expected")
        refused("?up=y", data, "up is not for a file of WHAM")
        refused("?noise=90", data, "90 degrees; 0.01 to 57 allowed")
        refused("?source_rate=25", b"# no take", "without a body of application/x-pickle", **{"Content-Type": "application/octet-stream"})


def write_seeds(folder):
    """The first byte of a seed chooses options in the driver: 4 is person 1."""
    files = {
        "wham": b"\0" + joblib_bytes(wham()),
        "wham_pickle": b"\0" + pickle.dumps(dict(wham()), 2),
        "gvhmr": b"\1" + torch_bytes(gvhmr()),
        "prompthmr": b"\0" + joblib_bytes(prompthmr(True)),
        "humans4d": b"\0" + joblib_bytes(humans4d(), compress=True),
        "hmr2": b"\4" + torch_bytes(hmr2()),
        "romp": b"\0" + npz_bytes(results={name: romp(t, 2) for t, name in enumerate(("b.jpg", "a.jpg"))}),
    }
    os.makedirs(folder, exist_ok=True)
    for name, data in files.items():
        open(os.path.join(folder, name), "wb").write(data)


if BUILD == "--seeds":
    write_seeds(sys.argv[2])
    sys.exit(0)
sys.exit(runner.run(tests, sys.argv[3:]))
