#!/usr/bin/python3
"""Writes small SMPL-shaped models in the published layouts, and what an independent NumPy forward pass makes of them.

    smpl_pkl.py FOLDER

The models are random (fixed seed) but have everything the published ones have: chumpy arrays, scipy.sparse regressors,
uint32 kintree tables whose root is 4294967295, Fortran order, every pickle protocol, Python 2's strings.
expected.npz holds betas, poses (axis-angle), translations, rotations, vertices and joints of model_p2.pkl.
"""
import io
import os
import pickle
import struct
import sys
import types
import warnings

import numpy as np
import scipy.sparse

warnings.simplefilter("ignore")
V, B, BODIES = 180, 10, 6
PARENTS_24 = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]


class Ch:
    """What a pickle of chumpy.ch.Ch holds: the array in x, and book-keeping."""

    def __init__(self, x):
        self.x = x
        self._dirty_vars = set(["x"])
        self._itr = None
        self.dterms = ("x",)


class Select:
    """chumpy.reordering.Select: a.ravel()[idxs].reshape(preferred_shape)."""

    def __init__(self, a, idxs, preferred_shape):
        self.a, self.idxs, self.preferred_shape = a, idxs, preferred_shape


def fake_chumpy():
    for name, cls in (("chumpy.ch", Ch), ("chumpy.reordering", Select)):
        module = types.ModuleType(name)
        setattr(module, cls.__name__, cls)
        cls.__module__ = name
        sys.modules[name] = module
    sys.modules["chumpy"] = types.ModuleType("chumpy")


class Python2Pickler(pickle._Pickler):
    """Strings and bytes as Python 2's str: what the published files hold."""

    dispatch = dict(pickle._Pickler.dispatch)

    def save_str(self, obj):
        data = obj.encode("latin1") if isinstance(obj, str) else obj
        if len(data) < 256:
            self.write(pickle.SHORT_BINSTRING + bytes([len(data)]) + data)
        else:
            self.write(pickle.BINSTRING + struct.pack("<i", len(data)) + data)
        self.memoize(obj)

    dispatch[str] = save_str
    dispatch[bytes] = save_str


def random_model(rng, parents, betas=B, shape_directions=None):
    joints = len(parents)
    positions = np.zeros((joints, 3))
    for k in range(1, joints):
        positions[k] = positions[parents[k]] + rng.normal(0, 0.12, 3)
    owner = rng.integers(0, joints, V)
    template = positions[owner] + rng.normal(0, 0.05, (V, 3))
    weights = np.zeros((V, joints))
    for i in range(V):
        near = rng.choice(joints, 3, replace=False)
        weights[i, near] = rng.random(3)
        weights[i, owner[i]] += 1
    weights /= weights.sum(1, keepdims=True)
    regressor = np.zeros((joints, V))
    for k in range(joints):
        picked = rng.choice(V, 7, replace=False)
        regressor[k, picked] = rng.random(7)
    regressor /= regressor.sum(1, keepdims=True)
    faces = np.stack([np.arange(V - 2), np.arange(1, V - 1), np.arange(2, V)], 1).astype(np.uint32)
    table = np.stack([np.array(parents, np.int64) & 0xFFFFFFFF, np.arange(joints)]).astype(np.uint32)
    return {
        "v_template": template,
        "shapedirs": rng.normal(0, 0.02, (V, 3, shape_directions or betas)),
        "posedirs": rng.normal(0, 0.01, (V, 3, 9 * (joints - 1))),
        "weights": weights,
        "weights_prior": weights.copy(),
        "J_regressor": scipy.sparse.csc_matrix(regressor),
        "J_regressor_prior": scipy.sparse.csc_matrix(regressor),
        "J": regressor @ template,
        "kintree_table": table,
        "f": faces,
        "vert_sym_idx": np.arange(V)[::-1].copy(),
        "bs_type": "lrotmin",
        "bs_style": "lbs",
        "pose_training_info": {"gender": "female", "num": 20, "sigma": 0.5, "big": 1 << 80, "neg": -70000},
    }


def rodrigues(vector):
    angle = np.linalg.norm(vector)
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def forward(model, beta, pose, translation):
    parents = model["kintree_table"][0].astype(np.int64)
    joints_count = parents.size
    shaped = model["v_template"] + model["shapedirs"][:, :, : beta.size] @ beta
    joints = model["J_regressor"] @ shaped
    rotations = np.array([rodrigues(r) for r in pose])
    feature = (rotations[1:] - np.eye(3)).ravel()
    posed = shaped + model["posedirs"] @ feature
    world = np.zeros((joints_count, 4, 4))
    for k in range(joints_count):
        local = np.eye(4)
        local[:3, :3] = rotations[k]
        local[:3, 3] = joints[k] - (joints[parents[k]] if k else 0)
        world[k] = world[parents[k]] @ local if k else local
    skin = world.copy()
    for k in range(joints_count):
        skin[k, :3, 3] -= world[k, :3, :3] @ joints[k]
    if model.get("bs_style") == "dqbs":
        vertices = dual_quaternion_skin(model["weights"], skin, posed)
    else:
        blended = np.einsum("vk,kij->vij", model["weights"], skin)
        vertices = np.einsum("vij,vj->vi", blended[:, :3, :3], posed) + blended[:, :3, 3]
    return rotations, vertices + translation, world[:, :3, 3] + translation


def quaternion(matrix):
    """x, y, z, w of a rotation matrix: the eigenvector of Bar-Itzhack's symmetric matrix (2000)."""
    m = matrix
    k = np.array(
        [
            [m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]],
            [m[1, 0] + m[0, 1], m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]],
            [m[2, 0] + m[0, 2], m[2, 1] + m[1, 2], m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]],
            [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m[0, 0] + m[1, 1] + m[2, 2]],
        ]
    )
    return np.linalg.eigh(k)[1][:, -1]


def times(a, b):
    return np.concatenate([a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3]), [a[3] * b[3] - a[:3] @ b[:3]]])


def dual_quaternion_skin(weights, skin, posed):
    """Kavan et al. 2008, algorithm 1: signs by the joint of the largest weight."""
    real = np.array([quaternion(m[:3, :3]) for m in skin])
    dual = np.array([0.5 * times(np.append(m[:3, 3], 0), q) for m, q in zip(skin, real)])
    out = np.zeros_like(posed)
    for i, (w, v) in enumerate(zip(weights, posed)):
        signs = np.where(real @ real[np.argmax(w)] < 0, -1.0, 1.0)
        b, d = (w * signs) @ real, (w * signs) @ dual
        size = np.linalg.norm(b)
        b, d = b / size, d / size
        turned = v + 2 * np.cross(b[:3], np.cross(b[:3], v) + b[3] * v)
        out[i] = turned + 2 * (b[3] * d[:3] - d[3] * b[:3] + np.cross(b[:3], d[:3]))
    return out


def expected(rng, model):
    joints = model["weights"].shape[1]
    betas = rng.normal(0, 1.5, (BODIES, B))
    poses = rng.normal(0, 0.5, (BODIES, joints, 3))
    poses[0], betas[0] = 0, 0
    poses[1, 3] = [0, np.pi, 0]
    poses[2] *= 1e-7
    translations = rng.normal(0, 1, (BODIES, 3))
    passes = [forward(model, betas[i], poses[i], translations[i]) for i in range(BODIES)]
    return {
        "betas": betas,
        "poses": poses,
        "translations": translations,
        "rotations": np.array([p[0] for p in passes]),
        "vertices": np.array([p[1] for p in passes]),
        "joints": np.array([p[2] for p in passes]),
    }


def with_chumpy(model):
    out = dict(model)
    for key in ("v_template", "posedirs", "weights", "J"):
        out[key] = Ch(model[key])
    wide = np.concatenate([model["shapedirs"], model["shapedirs"] + 1], 2)
    count = model["shapedirs"].shape[2]
    picked = np.arange(wide.size).reshape(wide.shape)[:, :, :count].ravel()
    out["shapedirs"] = Select(Ch(wide), picked, model["shapedirs"].shape)
    return out


def fortran(model):
    return {k: np.asfortranarray(v) if isinstance(v, np.ndarray) else v for k, v in model.items()}


def save(folder, name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


def python2_pickle(model, protocol):
    cls, module = scipy.sparse.csc_matrix, scipy.sparse.csc_matrix.__module__
    cls.__module__ = "scipy.sparse.csc"  # where Python 2's scipy had it
    out = io.BytesIO()
    Python2Pickler(out, protocol, fix_imports=True).dump(with_chumpy(model))
    cls.__module__ = module
    return out.getvalue()



def npz_fields(model):
    """As the published .npz: texts and matrices become object members."""
    out = {k: v for k, v in model.items() if k != "pose_training_info"}
    out["part2num"] = {"pelvis": 0}
    return out


def write_pickles(folder, model):
    save(folder, "model_p2.pkl", python2_pickle(model, 2))
    for protocol in range(6):
        save(folder, f"basicModel_f_p{protocol}.pkl", pickle.dumps(with_chumpy(model), protocol))
        save(folder, f"fortran_f_p{protocol}.pkl", pickle.dumps(fortran(model), protocol))
    for kind in ("csr", "coo"):
        other = dict(model, J_regressor=model["J_regressor"].asformat(kind))
        save(folder, f"{kind}_f.pkl", pickle.dumps(other, 4))
    array = dict(model, J_regressor=scipy.sparse.csc_array(model["J_regressor"]))
    save(folder, "csc_array_f.pkl", pickle.dumps(array, 4))
    big = {k: v.astype(v.dtype.newbyteorder(">")) if isinstance(v, np.ndarray) else v for k, v in model.items()}
    save(folder, "big_endian_f.pkl", pickle.dumps(big, 4))


def write_archives(folder, model, rng):
    np.savez(os.path.join(folder, "SMPL_FEMALE.npz"), **npz_fields(model))
    np.savez_compressed(os.path.join(folder, "SMPL_FEMALE_small.npz"), **npz_fields(fortran(model)))
    os.mkdir(os.path.join(folder, "male"))
    np.savez(os.path.join(folder, "male", "model.npz"), **npz_fields(model))
    np.savez(os.path.join(folder, "dmpl_female.npz"), eigvec=rng.normal(0, 0.01, (V, 3, 12)))
    np.savez(os.path.join(folder, "soft_female.npz"), eigvec=rng.normal(0, 0.01, (V, 3, 8)), **npz_fields(model))
    half = {k: v.astype(np.float16) if getattr(v, "dtype", None) == np.float64 else v for k, v in model.items()}
    np.savez(os.path.join(folder, "half_female.npz"), **npz_fields(half))
    for name, joints, betas, hands in (("SMPLH_MALE", 52, 16, "lr"), ("SMPLX_NEUTRAL", 55, 400, "lr"), ("OTHER_n", 17, 20, ""),
                                       ("SMPLX_small", 55, 20, "lr"), ("MANO_RIGHT", 16, 10, " "), ("FLAME_NEUTRAL", 5, 400, "")):
        parents = [-1] + [int(rng.integers(0, k)) for k in range(1, joints)]
        other = npz_fields(random_model(rng, parents, betas))
        other["J_regressor"] = other["J_regressor"].toarray()
        for side in hands:  # MANO: fingers by principal components about a mean
            other["hands_mean" + side.strip()] = rng.normal(0, 0.3, 45)
            other["hands_components" + side.strip()] = np.linalg.qr(rng.normal(0, 1, (45, 45)))[0]
        np.savez(os.path.join(folder, name + ".npz"), **other)


class Evil:
    def __reduce__(self):
        return os.system, ("touch /tmp/posed-was-here",)


def write_bad(folder, model):
    save(folder, "bad_system.pkl", pickle.dumps(dict(model, J=Evil()), 2))
    save(folder, "bad_system_p4.pkl", pickle.dumps(dict(model, J=Evil()), 4))
    nan = dict(model, v_template=model["v_template"].copy())
    nan["v_template"][3, 1] = np.nan
    save(folder, "bad_nan.pkl", pickle.dumps(nan, 4))
    circle = dict(model, kintree_table=model["kintree_table"].copy())
    circle["kintree_table"][0, 3] = 6
    save(folder, "bad_circle.pkl", pickle.dumps(circle, 4))
    negative = dict(model, weights=model["weights"].copy())
    negative["weights"][9] = 0
    negative["weights"][9, :2] = [1.5, -0.5]
    save(folder, "bad_negative.pkl", pickle.dumps(negative, 4))
    save(folder, "bad_style.pkl", pickle.dumps(dict(model, bs_style="sbs"), 4))
    save(folder, "bad_shape.pkl", pickle.dumps(dict(model, posedirs=model["posedirs"][:, :, :200]), 4))
    save(folder, "bad_missing.pkl", pickle.dumps({k: v for k, v in model.items() if k != "f"}, 4))
    out_of_band = []
    save(folder, "bad_band.pkl", pickle.dumps(model, 5, buffer_callback=out_of_band.append))


def main(folder):
    rng = np.random.default_rng(24)
    fake_chumpy()
    model = random_model(rng, PARENTS_24)
    np.savez(os.path.join(folder, "expected.npz"), **expected(rng, model))
    dqbs = dict(model, bs_style="dqbs")
    np.savez(os.path.join(folder, "expected_dqbs.npz"), **expected(np.random.default_rng(25), dqbs))
    save(folder, "dqbs.pkl", pickle.dumps(dqbs, 4))
    write_pickles(folder, model)
    write_archives(folder, model, rng)
    write_bad(folder, model)


if __name__ == "__main__":
    main(sys.argv[1])
