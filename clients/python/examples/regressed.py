#!/usr/bin/env python3
"""Motions that regression from images found, for `posedctl clip convert`: WHAM, GVHMR, PromptHMR and 4D-Humans to an npz in AMASS's layout.

    regressed.py wham_output.pkl -o person.npz             # then: posedctl clip convert person.npz --model MODEL -o person.glb
    regressed.py hmr4d_results.pt -o person.npz --frame camera
    regressed.py results.pkl --person 2 --fps 25 -o person.npz

The file's kind is found from its contents. Needs numpy only: joblib's pickles and torch's archives are read here, and nothing in a file is run: a
name that is not in ALLOWED ends the reading. The conventions of each kind are in docs/guide/regression.md.
"""
import argparse
import collections
import io
import pickle
import sys
import zipfile
import zlib

import numpy as np

MOST_BYTES = 1 << 31


class Refused(Exception):
    """A file that is not read: where, what was found, what is read."""


# ---- containers ----------------------------------------------------------------------------------

STORAGES = {"Float": "<f4", "Double": "<f8", "Half": "<f2", "Long": "<i8", "Int": "<i4", "Short": "<i2", "Byte": "u1", "Char": "i1", "Bool": "?"}


class Wrapped:
    """joblib.numpy_pickle.NumpyArrayWrapper: its array's bytes follow it in the file."""


def tensor(storage, offset, size, stride, *rest):
    """torch._utils._rebuild_tensor_v2: a view of a storage, as numpy."""
    size, stride, offset = tuple(map(int, size)), tuple(map(int, stride)), int(offset)
    last = offset + sum((n - 1) * s for n, s in zip(size, stride)) if all(size) else 0
    if min(size + stride + (offset,), default=0) < 0 or (all(size) and last >= storage.size):
        raise Refused(f"a tensor of {size} from element {offset} on; its storage has {storage.size}")
    return np.lib.stride_tricks.as_strided(storage[offset:], size, [s * storage.itemsize for s in stride]).copy()


def legacy_storage(data):
    """torch.storage._load_from_bytes: torch.save's old layout of one storage: five pickles, then the number of elements and the elements."""
    file, kinds = io.BytesIO(data), {}

    def seen(id):
        kinds[str(id[2])] = id[1]
        return str(id[2])

    magic, protocol, system = (Reader(file).load() for _ in range(3))
    if magic != 0x1950A86A20F9469CFC6C or protocol != 1001 or not isinstance(system, dict):
        raise Refused("torch's old layout with another magic number or protocol")
    key, keys = Reader(file, seen).load(), Reader(file).load()
    if keys != [key]:
        raise Refused(f"{len(keys)} storages inside a storage; 1 expected")
    count, dtype = int.from_bytes(file.read(8), "little"), np.dtype(kinds[key])
    raw = file.read(count * dtype.itemsize)
    return np.frombuffer(raw, dtype, count)


ALLOWED = {
    ("numpy", "ndarray"): np.ndarray,
    ("numpy", "dtype"): np.dtype,
    ("collections", "OrderedDict"): collections.OrderedDict,
    ("collections", "defaultdict"): lambda *factory: {},
    ("joblib.numpy_pickle", "NumpyArrayWrapper"): Wrapped,
    ("torch._utils", "_rebuild_tensor_v2"): tensor,
    ("torch._utils", "_rebuild_parameter"): lambda data, *rest: data,
    ("torch.storage", "_load_from_bytes"): legacy_storage,
    ("torch", "Size"): tuple,
    ("_codecs", "encode"): lambda text, coding: text.encode("latin-1"),
    **{(module, name): kind for module in ("builtins", "__builtin__") for name, kind in {"dict": dict, "list": list, "set": set, "tuple": tuple, "bytearray": bytearray}.items()},
    **{(f"numpy.{core}.multiarray", name): getattr(np.core.multiarray if not hasattr(np, "_core") else np._core.multiarray, name) for core in ("core", "_core") for name in ("_reconstruct", "scalar")},
    **{("torch", name + "Storage"): kind for name, kind in STORAGES.items()},
}


class Reader(pickle._Unpickler):
    """Python's unpickler in Python, with only the names of ALLOWED, joblib's arrays and the storages of a torch archive."""

    def __init__(self, file, storage=None):
        super().__init__(file, encoding="latin-1")
        self.source, self.storage = file, storage
        self.dispatch = {**pickle._Unpickler.dispatch, pickle.BUILD[0]: Reader.build}

    def find_class(self, module, name):
        if (module, name) not in ALLOWED:
            raise Refused(f"the file names {module}.{name}, which is not read")
        return ALLOWED[module, name]

    def persistent_load(self, id):
        if not self.storage or not isinstance(id, tuple) or len(id) < 5 or id[0] != "storage":
            raise Refused(f"a persistent id {str(id)[:60]}; only a torch archive's storages are read")
        return self.storage(id)

    def build(self):
        self.load_build()
        wrapped = self.stack[-1]
        if not isinstance(wrapped, Wrapped):
            return
        told = vars(wrapped)
        dtype, shape, order = np.dtype(told["dtype"]), tuple(map(int, told["shape"])), told["order"]
        if dtype.hasobject:
            raise Refused("an array of Python objects, which is not read")
        if told.get("numpy_array_alignment_bytes") is not None:
            self.source.read(self.source.read(1)[0])
        size = dtype.itemsize * int(np.prod(shape, dtype=np.int64))
        if not 0 <= size <= MOST_BYTES:
            raise Refused(f"an array of {shape}")
        raw = self.source.read(size)
        if len(raw) != size:
            raise Refused(f"an array of {size} bytes; the file has {len(raw)}")
        self.stack[-1] = np.frombuffer(raw, dtype).reshape(shape, order=order)


def load_torch(data):
    """A torch archive: a zip of NAME/data.pkl and NAME/data/KEY."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        pickles = [name for name in archive.namelist() if name.endswith("/data.pkl")]
        if len(pickles) != 1:
            raise Refused("a zip without one data.pkl: no torch archive")
        if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
            raise Refused("over 2 GiB")
        folder = pickles[0][: -len("data.pkl")]
        return Reader(io.BytesIO(archive.read(pickles[0])), lambda id: np.frombuffer(archive.read(f"{folder}data/{id[2]}"), id[1])).load()


def load(path):
    """The objects of a file of torch.save, joblib.dump (also compressed by zlib) or pickle."""
    with open(path, "rb") as file:
        data = file.read(MOST_BYTES)
    try:
        if data[:4] == b"PK\x03\x04":
            return load_torch(data)
        if data[:1] == b"\x78":
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(data, MOST_BYTES)
            if not unpacking.eof:
                raise Refused("its compressed data ends early, or is over 2 GiB")
        return Reader(io.BytesIO(data)).load()
    except Refused:
        raise
    except Exception as error:
        raise Refused(f"{type(error).__name__}: {error}; a file of torch.save, joblib.dump or pickle expected") from error


# ---- rotations -----------------------------------------------------------------------------------


def vectors(matrices):
    """Rotation vectors (...,3) of matrices (...,3,3), by the quaternion of the largest component."""
    m = np.asarray(matrices, float)
    rows = np.stack(
        [
            np.stack([1 + m[..., 0, 0] - m[..., 1, 1] - m[..., 2, 2], m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 2, 1] - m[..., 1, 2]], -1),
            np.stack([m[..., 0, 1] + m[..., 1, 0], 1 - m[..., 0, 0] + m[..., 1, 1] - m[..., 2, 2], m[..., 1, 2] + m[..., 2, 1], m[..., 0, 2] - m[..., 2, 0]], -1),
            np.stack([m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1], 1 - m[..., 0, 0] - m[..., 1, 1] + m[..., 2, 2], m[..., 1, 0] - m[..., 0, 1]], -1),
            np.stack([m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1], 1 + m[..., 0, 0] + m[..., 1, 1] + m[..., 2, 2]], -1),
        ],
        -2,
    )
    best = np.argmax(np.einsum("...ii->...i", rows), -1)
    q = np.take_along_axis(rows, best[..., None, None], -2)[..., 0, :]
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    q = np.where(q[..., 3:] < 0, -q, q)
    size = np.linalg.norm(q[..., :3], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(size, q[..., 3:])
    return q[..., :3] * np.where(size > 1e-9, angle / np.maximum(size, 1e-12), 2)


def matrices(rotvecs):
    """Rodrigues."""
    r = np.asarray(rotvecs, float)
    angle = np.linalg.norm(r, axis=-1)[..., None, None]
    x, y, z = np.moveaxis(r / np.maximum(angle[..., 0], 1e-12), -1, 0)
    zero = np.zeros_like(x)
    k = np.stack([np.stack([zero, -z, y], -1), np.stack([z, zero, -x], -1), np.stack([-y, x, zero], -1)], -2)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


# ---- kinds ---------------------------------------------------------------------------------------


def numbers(value, what, *shape):
    """A finite array of that shape; -1 is any length."""
    array = np.asarray(value, float) if not isinstance(value, (dict, type(None))) else None
    if array is None or array.ndim != len(shape) or any(want not in (-1, has) for want, has in zip(shape, array.shape)):
        found = "missing" if value is None else "no array" if array is None else array.shape
        raise Refused(f"{what}: {found}; {tuple('T' if n < 0 else n for n in shape)} expected")
    if not np.isfinite(array).all():
        raise Refused(f"{what}: not all numbers are finite")
    return array


def betas_of(value, frames, what):
    array = np.atleast_2d(np.asarray(value, float))
    if array.ndim != 2 or array.shape[0] not in (1, frames):
        raise Refused(f"{what}: {array.shape}; (B), (1, B) or ({frames}, B) expected")
    return numbers(array.mean(0), what, -1)


def chosen(people, person, length):
    """The person of that id, or the one who is seen longest."""
    if not people:
        raise Refused("nobody is in it")
    ids = {str(key): key for key in people}
    if person is None:
        person = str(max(people, key=lambda key: length(people[key])))
        if len(people) > 1:
            print(f"person {person}, who is seen longest, of {', '.join(ids)} (--person chooses)", file=sys.stderr)
    if str(person) not in ids:
        raise Refused(f"person {person}; {', '.join(ids)} expected")
    return people[ids[str(person)]]


def wham(data, person, frame):
    """{id: pose (T,72), trans, pose_world, trans_world (T,3), betas (T,10), frame_ids (T)}; SMPL; the world has +Y up."""
    one = chosen(data, person, lambda p: len(p["pose"]))
    name, place = ("pose_world", "trans_world") if frame == "world" else ("pose", "trans")
    poses = numbers(one.get(name), name, -1, 72)
    return {
        "kind": "WHAM", "model": "smpl", "poses": poses, "trans": numbers(one.get(place), place, len(poses), 3), "betas": betas_of(one["betas"], len(poses), "betas"),
        "frames": np.asarray(one.get("frame_ids", np.arange(len(poses)))).ravel(),
    }


def gvhmr(data, person, frame):
    """{smpl_params_global, smpl_params_incam: body_pose (L,63), global_orient (L,3), transl (L,3), betas (L,10)}; SMPL-X, 30 frames/s; +Y up."""
    if person is not None:
        raise Refused("--person: GVHMR's files have one person")
    what = "smpl_params_global" if frame == "world" else "smpl_params_incam"
    p = data[what]
    body = numbers(p.get("body_pose"), f"{what}.body_pose", -1, 63)
    poses = np.concatenate([numbers(p.get("global_orient"), f"{what}.global_orient", len(body), 3), body], 1)
    return {
        "kind": "GVHMR", "model": "smplx", "poses": poses, "trans": numbers(p.get("transl"), f"{what}.transl", len(body), 3),
        "betas": betas_of(p["betas"], len(body), f"{what}.betas"), "frames": np.arange(len(body)), "fps": 30.0,
    }


def prompthmr(data, person, frame):
    """{people: {id: frames (T), smplx_world and smplx_cam: pose (T,165), trans (T,3), shape (T,10)}}; SMPL-X; the world has +Y up."""
    one = chosen(data["people"], person, lambda p: len(p["frames"]))
    what = "smplx_world" if frame == "world" else "smplx_cam"
    p = one.get(what)
    if p is None:
        raise Refused(f"{what}: missing; this run of PromptHMR estimated no {'world (--frame camera)' if frame == 'world' else 'camera frame'}")
    poses = numbers(p.get("pose"), f"{what}.pose", -1, 165)
    return {
        "kind": "PromptHMR", "model": "smplx", "poses": poses, "trans": numbers(p.get("trans"), f"{what}.trans", len(poses), 3),
        "betas": betas_of(p["shape"], len(poses), f"{what}.shape"), "frames": np.asarray(one["frames"]).ravel(),
    }


def humans4d(data, person, frame):
    """{frame: tid [id], smpl [{global_orient (1,3,3), body_pose (23,3,3), betas (10)}]}: 4D-Humans' tracks, by PHALP; SMPL, a camera's frame."""
    people = {}
    for number, name in enumerate(sorted(data)):
        entry = data[name]
        for id, smpl in zip(entry.get("tid", []), entry.get("smpl", [])):
            people.setdefault(int(id), []).append((number, smpl))
    seen = chosen(people, person, len)
    turns = [np.concatenate([np.reshape(s["global_orient"], (1, 3, 3)), np.reshape(s["body_pose"], (23, 3, 3))]) for _, s in seen]
    poses = vectors(numbers(turns, "smpl", -1, 24, 3, 3)).reshape(len(seen), 72)
    if frame == "world":
        print("4D-Humans estimates no world: the person walks on the spot, turned from the camera's axes", file=sys.stderr)
    return {
        "kind": "4D-Humans", "model": "smpl", "poses": poses, "trans": np.zeros((len(seen), 3)), "betas": betas_of([np.ravel(s["betas"]) for _, s in seen], len(seen), "betas"),
        "frames": np.array([number for number, _ in seen]), "camera": True,
    }


def kind_of(data):
    """The reader of a file by its keys, or None."""
    if not isinstance(data, dict) or not data:
        return None
    first = next(iter(data.values()))
    if "smpl_params_global" in data or "smpl_params_incam" in data:
        return gvhmr
    if isinstance(data.get("people"), dict):
        return prompthmr
    if isinstance(first, dict) and "pose" in first and "betas" in first:
        return wham
    if isinstance(first, dict) and "smpl" in first and "tid" in first:
        return humans4d
    return None


def without_gaps(frames, poses, trans):
    """Every frame from the first to the last: rotations between two that are known turn about one axis at one speed."""
    if frames.shape != (len(poses),) or not len(poses) or not np.issubdtype(frames.dtype, np.integer):
        raise Refused(f"the numbers of the frames: {frames.dtype} {frames.shape}; {len(poses)} integers expected")
    order = np.argsort(frames, kind="stable")
    frames, poses, trans = frames[order].astype(np.int64), poses[order], trans[order]
    if (np.diff(frames) <= 0).any():
        raise Refused("the numbers of the frames: each once expected")
    if not 0 <= int(frames[-1]) - int(frames[0]) < 10 * len(frames) + 1000:
        raise Refused(f"{len(frames)} frames from {frames[0]} to {frames[-1]}: too few to fill the gaps")
    all_frames = np.arange(frames[0], frames[-1] + 1)
    missing = len(all_frames) - len(frames)
    if not missing:
        return poses, trans, 0
    before = np.clip(np.searchsorted(frames, all_frames, side="right") - 1, 0, len(frames) - 2)
    part = (all_frames - frames[before]) / (frames[before + 1] - frames[before])
    turns = matrices(poses.reshape(len(poses), -1, 3))
    step = vectors(np.swapaxes(turns[before], -1, -2) @ turns[before + 1])
    filled = vectors(turns[before] @ matrices(part[:, None, None] * step))
    return filled.reshape(len(all_frames), -1), trans[before] + part[:, None] * (trans[before + 1] - trans[before]), missing


def convert(path, person=None, frame="world", fps=None):
    """Members of an npz in AMASS's layout, as clip convert reads it."""
    data = load(path)
    reader = kind_of(data)
    if not reader:
        raise Refused("not recognised; WHAM's wham_output.pkl, GVHMR's hmr4d_results.pt, PromptHMR's results.pkl and the pkl of 4D-Humans' track.py are read")
    try:
        found = reader(data, person, frame)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"{type(error).__name__}: {error}; the layout of docs/guide/regression.md expected") from error
    poses, trans, missing = without_gaps(found["frames"], found["poses"], found["trans"])
    if missing:
        print(f"{missing} frames without the person are interpolated", file=sys.stderr)
    if fps is None and "fps" not in found:
        print("30 frames/s are assumed (--fps): the file does not say", file=sys.stderr)
    out = {
        "poses": poses, "betas": found["betas"], "gender": "neutral", "surface_model_type": found["model"], "mocap_framerate": float(fps or found.get("fps", 30.0)),
        "source": found["kind"],
    }
    if frame == "camera" or found.get("camera"):
        out["trans_cam"] = trans
    else:
        out.update(trans=trans, up_axis="y")
    return out


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="WHAM's, GVHMR's, PromptHMR's or 4D-Humans' file")
    parser.add_argument("-o", required=True, metavar="NPZ", help="file to write")
    parser.add_argument("--person", help="id of the person [the one who is seen longest]")
    parser.add_argument("--frame", choices=("world", "camera"), default="world", help="which of the file's two estimates [world]")
    parser.add_argument("--fps", type=float, help="frames per second [GVHMR: 30; others: 30, with a message]")
    given = parser.parse_args(words)
    if given.fps is not None and not 1 <= given.fps <= 1000:
        parser.error(f"--fps: {given.fps:g}; 1 to 1000 allowed")
    try:
        members = convert(given.file, given.person, given.frame, given.fps)
    except (Refused, OSError) as error:
        print(f"regressed.py: {given.file}: {error}", file=sys.stderr)
        return 1
    np.savez(given.o, **members)
    print(f"{members['source']}: {len(members['poses'])} frames at {members['mocap_framerate']:g} frames/s; posedctl clip convert {given.o} reads it", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
