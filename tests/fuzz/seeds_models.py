#!/usr/bin/python3
"""Writes the seed corpora of fuzz_pickle, fuzz_npz and fuzz_safetensors, and fuzz_pfnn's with a gate: tiny models, some with traps.

    seeds_models.py tests/fuzz/corpus
"""
import importlib.util
import json
import os
import pickle
import sys

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("smpl_pkl", os.path.join(here, "..", "support", "smpl_pkl.py"))
models = importlib.util.module_from_spec(spec)
spec.loader.exec_module(models)


KINDS = {"float32": "F32", "float64": "F64", "float16": "F16", "int32": "I32", "int16": "I16", "uint16": "U16",
         "uint32": "U32", "uint8": "U8"}


def write_safetensors(path, tensors, texts):
    header, data = {"__metadata__": texts}, b""
    for name, array in sorted(tensors.items(), key=lambda item: -item[1].itemsize):
        raw = array.tobytes()
        header[name] = {"dtype": KINDS[array.dtype.name], "shape": list(array.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + data)


def body_tensors(model, compact):
    regressor = model["J_regressor"].tocsr()
    order = np.argsort(-model["weights"], 1)[:, :3].astype(np.uint8)
    weights = np.take_along_axis(model["weights"], order.astype(int), 1)
    patterns = np.array([0, 1, 3], np.int32), np.array([1, 1, 2], np.int32), np.arange(models.V, dtype=np.uint16) % 2
    values = np.arange(27 * (models.V // 2) * 3) % 50
    out = {"v_template": model["v_template"].astype(np.float32), "parents": np.array([-1, 0, 1], np.int32),
           "faces": model["f"], "shapedirs": model["shapedirs"].astype(np.float16 if compact else np.float32),
           "J_regressor.start": regressor.indptr, "J_regressor.vertex": regressor.indices,
           "J_regressor.weight": regressor.data, "weights.joints": order, "weights.values": weights.astype(np.float32),
           "posedirs.pattern_start": patterns[0], "posedirs.pattern_joints": patterns[1],
           "posedirs.vertex_pattern": patterns[2], "beta_limits": np.array([3, 3], np.float32),
           "landmarks": np.array([1, 2], np.int32), "mirror": np.arange(models.V, dtype=np.int32)}
    out["posedirs.values"] = values.astype(np.int16) if compact else values.astype(np.float32) * 1e-3
    if compact:
        out["posedirs.scale"] = np.full(models.V, 1e-4, np.float32)
        out["expressiondirs.vertices"] = np.array([1, 3], np.int32)
        out["expressiondirs.values"] = (np.arange(12).reshape(2, 3, 2) / 8).astype(np.float16)
    return out


def write_motions(folder):
    """Motions as people store them: values as text, bytes and objects, parts, matrices, other worlds and names."""
    def thing(value, shape=()):
        out = np.empty(shape, object)
        out[()] = value
        return out
    frames = 3
    poses, places = np.zeros((frames, 72), np.float32), np.tile(np.float32([0, 0, .9]), (frames, 1))
    poses[:, 0] = np.pi / 2
    turn = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], np.float32)
    for name, members in {
        "objects": dict(poses=thing(poses.tolist()), trans=thing(places.tolist()), mocap_frame_rate=thing("120"), gender=thing(b"male"),
                        betas=thing(np.ones(10))),
        "text": dict(smpl_poses=poses[None], smpl_trans=90 * places, smpl_scaling=np.array([90.]), fps="b'60'", gender="b'female'",
                     betas=np.arange(30.).reshape(frames, 10), surface_model_type=np.array(["smplx2020"])),
        "matrices": dict(global_orient=np.tile(turn, (frames, 1, 1, 1)), body_pose=np.tile(np.eye(3, dtype=np.float32), (frames, 23, 1, 1)),
                         transl=places[:, None], up_axis="Z", frame_rate=np.float16(30)),
        "camera": dict(pose=np.zeros((frames, 24, 3)) + [np.pi, 0, 0], pred_cam_t=places + [0, 0, 4], expression=np.ones((frames, 10))),
        "degrees": dict(poses=np.degrees(poses[0]), trans=places[0], dmpls=np.zeros((1, 8))),
        "upright": dict(poses=0 * poses, trans=places[:, [0, 2, 1]], betas=np.ones((1, 10)), gender="neutral"),
    }.items():
        np.savez_compressed(os.path.join(folder, f"motion-{name}.npz"), **members)


def sculpt_tensors():
    """Three sculpts that the pose drives: two by joint 1, one by joint 2."""
    half = np.array([.3, .7, .4])
    poses = np.stack([np.sin(half), 0 * half, 0 * half, np.cos(half)], 1).astype(np.float32)
    return {"psd.vertices": np.array([1, 3], np.int32), "psd.values": np.arange(18, dtype=np.float32).reshape(2, 3, 3) / 100,
            "psd.group_start": np.array([0, 2, 3], np.int32), "psd.joint_start": np.array([0, 1, 2], np.int32),
            "psd.joints": np.array([1, 2], np.int32), "psd.widths": np.array([.6, .8], np.float32), "psd.poses": poses}


def write_bodies(folder, model):
    texts = {"kind": "body", "version": "1.0", "joint_names": "a,b,c", "landmark_names": "navel,crotch", "gender": "male"}
    for name, compact in (("sparse", 0), ("compact", 1)):
        write_safetensors(os.path.join(folder, name + ".safetensors"), body_tensors(model, compact), texts)
    write_safetensors(os.path.join(folder, "psd.safetensors"), body_tensors(model, 0) | sculpt_tensors(),
                      texts | {"psd_version": "1", "psd_names": "bent,folded,right"})
    write_safetensors(os.path.join(folder, "other.safetensors"), {"w": np.zeros((0, 3), np.uint8)}, {"kind": "motion"})


def write_gated(folder, rng):
    """A motion network of 3 experts: 5 inputs, 3 hidden units, 4 outputs; its gate sees 2 inputs through 2 units."""
    sizes = {"W0": (3, 3, 5), "b0": (3, 3), "W1": (3, 3, 3), "b1": (3, 3), "W2": (3, 4, 3), "b2": (3, 4),
             "V0": (2, 2), "v0": (2,), "V1": (2, 2), "v1": (2,), "V2": (3, 2), "v2": (3,), "x_mean": (5,), "y_mean": (4,)}
    tensors = {name: rng.normal(size=shape).astype(np.float32) for name, shape in sizes.items()}
    tensors |= {"x_std": np.ones(5, np.float32), "y_std": np.ones(4, np.float32), "gate_scales": np.ones(2, np.float32),
                "gate_inputs": np.array([1, 4], np.int32)}
    write_safetensors(os.path.join(folder, "gated.safetensors"), tensors, {"kind": "motion", "version": "2.0"})


def main(corpus):
    models.V = 8
    models.fake_chumpy()
    rng = np.random.default_rng(1)
    model = models.random_model(rng, [-1, 0, 1], 2)
    pickles, archives = os.path.join(corpus, "pickle"), os.path.join(corpus, "npz")
    models.save(pickles, "python2.pkl", models.python2_pickle(model, 2))
    for protocol in range(6):
        models.save(pickles, f"chumpy_p{protocol}.pkl", pickle.dumps(models.with_chumpy(model), protocol))
    models.save(pickles, "fortran.pkl", pickle.dumps(models.fortran(model), 5))
    models.save(pickles, "system.pkl", pickle.dumps({"J": models.Evil()}, 0))
    cycle = []
    cycle.append(cycle)
    models.save(pickles, "cycle.pkl", pickle.dumps({"v_template": cycle, "s": {1, 2}, "b": bytearray(b"x")}, 5))
    fields = models.npz_fields(model)
    write_bodies(os.path.join(corpus, "safetensors"), model)
    np.savez(os.path.join(archives, "stored.npz"), **fields)
    np.savez_compressed(os.path.join(archives, "deflated.npz"), **fields)
    write_motions(archives)
    np.save(os.path.join(archives, "fortran.npy"), np.asfortranarray(np.arange(6.0).reshape(2, 3)))
    np.save(os.path.join(archives, "text.npy"), np.array("female"))
    write_gated(os.path.join(corpus, "pfnn"), rng)


if __name__ == "__main__":
    main(sys.argv[1])
