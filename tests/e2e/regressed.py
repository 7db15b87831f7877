"""Usage: regressed.py BUILD [name...]: the files of regressions from images, by their conventions, through clients/python/examples/regressed.py and clip convert.

The files are synthetic. They are written here in the layouts of joblib and torch, byte by byte, with the keys and shapes of the projects' own programs
(docs/guide/regression.md names them). The same motion goes into each kind in that kind's frame, and must come out the same.
"""
import collections
import io
import json
import os
import pickle
import random
import struct
import subprocess
import sys
import tempfile
import types
import zipfile
import zlib

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import runner  # noqa: E402

BUILD = sys.argv[1]
TOOL = os.path.join(HERE, "../../clients/python/examples/regressed.py")
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.dirname(TOOL)]
import regressed  # noqa: E402

T = 40
tests = []


def test(function):
    tests.append(function)
    return function


# ---- the motion: somebody who walks towards +Z of a world with +Y up, and turns ----


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
    poses[:, 0] = regressed.vectors(turn @ regressed.matrices(poses[:, 0]))
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
for name in regressed.STORAGES:
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
    cam = regressed.matrices(in_camera(poses[:, :24], trans, SMPL)[0])
    out = {}
    for t in range(T):
        smpl = [{"global_orient": np.eye(3)[None], "body_pose": np.tile(np.eye(3), (23, 1, 1)), "betas": BETAS}]
        tid = [7]
        if t not in leave_out:
            smpl, tid = smpl + [{"global_orient": cam[t, :1], "body_pose": cam[t, 1:], "betas": BETAS}], tid + [2]
        out[f"outputs/_DEMO/img/{t + 1:06d}.jpg"] = {"time": t, "tid": tid, "smpl": smpl, "camera": [np.array([0, 0, 40.0])] * len(tid), "shot": 0}
    return out


def run(data, *words, code=0):
    """The npz that the tool writes, as a dict; its messages."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = folder + "/file.bin", folder + "/out.npz"
        open(path, "wb").write(data)
        done = subprocess.run([sys.executable, "-B", TOOL, path, "-o", out, *words], capture_output=True, text=True, timeout=60)
        assert done.returncode == code, (done.returncode, done.stderr)
        return (dict(np.load(out)) if code == 0 else None), done.stderr


def converted(data, *words, source="smpl"):
    """World positions of the pelvis, (T,3), and the body's poses (T,24,3) after clip convert, in AMASS's axes; messages of clip convert."""
    with tempfile.TemporaryDirectory() as folder:
        path, found, out = folder + "/file.bin", folder + "/found.npz", folder + "/out.npz"
        open(path, "wb").write(data)
        subprocess.run([sys.executable, "-B", TOOL, path, "-o", found, *words], check=True, capture_output=True, timeout=60)
        done = subprocess.run([os.path.join(BUILD, "posedctl"), "clip", "convert", found, "-o", out], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        clip = np.load(out)
        return clip["trans"], clip["poses"].reshape(len(clip["poses"]), -1, 3), float(clip["mocap_framerate"]), done.stderr


@test
def every_kind_s_world_is_the_same_motion():
    poses, trans = motion()
    # AMASS's axes: (x, y, z) of +Y up becomes (x, -z, y)
    axes = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    root = regressed.vectors(axes @ regressed.matrices(poses[:, 0]))
    kinds = {"WHAM": joblib_bytes(wham()), "WHAM without padding": joblib_bytes(wham(), aligned=False), "GVHMR": torch_bytes(gvhmr()), "PromptHMR": joblib_bytes(prompthmr(False)),
             "PromptHMR, tensors": joblib_bytes(prompthmr(True))}
    for name, data in kinds.items():
        got, body, rate, said = converted(data)
        walked = (trans - trans[0]) @ axes.T
        assert rate == 30 and len(got) == T, (name, rate, len(got))
        assert np.abs((got - got[0])[:, :2] - walked[:, :2]).max() < 2e-3, (name, got - got[0] - walked)
        assert np.abs(regressed.matrices(body[:, 0]) - regressed.matrices(root)).max() < 1e-4, name
        assert np.abs(body[:, 1:22] - poses[:, 1:22]).max() < 1e-4, name


@test
def every_kind_s_camera_is_the_same_person_upright():
    poses, _ = motion()
    axes = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    expected = axes @ regressed.matrices(poses[:, 0])
    kinds = {"WHAM": joblib_bytes(wham()), "GVHMR": torch_bytes(gvhmr()), "PromptHMR": joblib_bytes(prompthmr(True)), "4D-Humans": joblib_bytes(humans4d(), compress=True)}
    for name, data in kinds.items():
        words = ["--frame", "camera"] + (["--person", "2"] if name == "4D-Humans" else [])
        got, body, _, _ = converted(data, *words)
        assert np.abs(body[:, 1:22] - poses[:, 1:22]).max() < 1e-4, name
        # upright, and turned as in the world up to the camera's own direction
        turned = regressed.matrices(body[:, 0])
        off = turned @ np.swapaxes(expected, 1, 2)
        assert np.abs(off - off[0]).max() < 1e-3 and abs(off[0, 2, 2] - 1) < 1e-3, (name, off[0])
        if name != "4D-Humans":
            # its world is the first frame's, whose pelvis stands over the origin: 0.8 m/s ahead, 0.1 aside
            assert abs(np.linalg.norm((got[-1] - got[0])[:2]) - np.hypot(0.8, 0.1) * (T - 1) / 30) < 5e-3, (name, got[-1] - got[0])


@test
def members_say_shape_space_axes_and_rate():
    out, said = run(joblib_bytes(wham()))
    assert out["poses"].shape == (T, 72) and out["surface_model_type"] == "smpl" and out["up_axis"] == "y" and out["mocap_framerate"] == 30
    assert np.allclose(out["betas"], BETAS) and "person 3, who is seen longest, of 0, 3" in said and "30 frames/s are assumed" in said
    out, said = run(joblib_bytes(wham()), "--person", "0", "--fps", "25")
    assert out["poses"].shape == (7, 72) and out["mocap_framerate"] == 25 and "assumed" not in said
    out, said = run(torch_bytes(gvhmr()), "--frame", "camera")
    assert out["poses"].shape == (T, 66) and out["surface_model_type"] == "smplx" and "trans_cam" in out and "up_axis" not in out and "assumed" not in said


@test
def frames_without_the_person_are_filled():
    whole, _ = run(joblib_bytes(humans4d(), compress=True), "--person", "2")
    gaps, said = run(joblib_bytes(humans4d(leave_out=(10, 11, 25)), compress=True), "--person", "2")
    assert gaps["poses"].shape == whole["poses"].shape and "3 frames without the person" in said and "walks on the spot" in said
    apart = np.abs(regressed.matrices(gaps["poses"].reshape(T, 24, 3)) - regressed.matrices(whole["poses"].reshape(T, 24, 3))).max((1, 2, 3))
    assert apart.max() < 0.02 and (apart > 1e-6).nonzero()[0].tolist() == [10, 11, 25], apart


@test
def what_is_not_read_is_refused_by_name():
    class Evil:
        def __reduce__(self):
            return os.system, ("touch /tmp/posed-regressed-was-here",)

    for data, text in ((pickle.dumps({0: Evil()}), "posix.system"), (pickle.dumps({"a": 1}), "not recognised"), (b"", "a file of torch.save"), (b"PK\x03\x04 no", "expected"),
                       (joblib_bytes(wham())[:-200], "an array of 320 bytes; the file has 123"), (joblib_bytes(wham()), "person 9; 0, 3 expected")):
        _, said = run(data, *(["--person", "9"] if "person 9" in text else []), code=1)
        assert text in said, (text, said)
    bad = wham()
    bad[3]["pose_world"] = bad[3]["pose_world"][:, :70]
    assert "pose_world: (40, 70); ('T', 72) expected" in run(joblib_bytes(bad), code=1)[1]
    bad = wham()
    bad[3]["trans_world"][3, 1] = np.nan
    assert "trans_world: not all numbers are finite" in run(joblib_bytes(bad), code=1)[1]
    assert not os.path.exists("/tmp/posed-regressed-was-here")


@test
def damaged_files_end_with_a_refusal():
    """A seeded fuzz of all containers: changed bytes and cut ends."""
    rng = random.Random(5)
    files = [joblib_bytes(wham()), torch_bytes(gvhmr()), joblib_bytes(prompthmr(True)), joblib_bytes(humans4d(), compress=True)]
    with tempfile.TemporaryDirectory() as folder:
        for i in range(400):
            data = bytearray(rng.choice(files))
            for _ in range(rng.randint(1, 6)):
                data[rng.randrange(min(len(data), 3000))] = rng.randrange(256)
            if rng.random() < 0.3:
                del data[rng.randrange(len(data)) :]
            path = f"{folder}/{i}"
            open(path, "wb").write(data)
            try:
                regressed.convert(path)
            except regressed.Refused:
                pass


sys.exit(runner.run(tests, sys.argv[2:]))
