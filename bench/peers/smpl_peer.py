"""The peers of bench_body: SMPL's forward pass as others compute it, on the same shapes and random numbers.

    smpl_peer.py [seconds per row [torch|numpy|numpy-planes [row]]]     CSV: row,peer,bodies,threads,per_s

torch: the graph of smplx's lbs() (vchoutas/smplx, smplx/lbs.py: blend_shapes, vertices2joints, batch_rodrigues,
batch_rigid_transform, the same einsum and matmul calls in the same order, float32, no_grad). The smplx package
itself is not in Debian, so the calls are written out here. numpy: the usual NumPy SMPL with tensordot, one body at
a time. numpy-planes: the same equations rewritten for speed, one body at a time: all blend shapes are one product
with directions that lie k-major and by planes, the regressor is folded into the shapes, and skinning works on planes of
x, y and z. OPENBLAS_CORETYPE is Haswell where the processor has AVX2, unless it is set: it is faster here than the
library's own choice on processors with AVX-512. Models are random in SMPL's shapes; timing does not depend on the values.
"""
import os
import statistics
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
try:
    with open("/proc/cpuinfo") as info:
        if " avx2 " in info.read():
            os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
except OSError:
    pass  # not Linux: the library chooses

import numpy as np

V, K, B = 6890, 24, 10
PARENTS = [-1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21]


def random_model(rng):
    weights = np.zeros((V, K), np.float32)
    for i in range(4):
        weights[np.arange(V), rng.integers(0, K, V)] += rng.random(V, np.float32) + 0.01
    weights /= weights.sum(1, keepdims=True)
    regressor = np.zeros((K, V), np.float32)
    for k in range(K):
        regressor[k, rng.integers(0, V, 30)] = 1 / 30
    return dict(
        template=rng.standard_normal((V, 3), np.float32),
        shapedirs=rng.standard_normal((V, 3, B), np.float32) * 0.01,
        posedirs=rng.standard_normal((V, 3, 9 * (K - 1)), np.float32) * 0.001,
        weights=weights,
        regressor=regressor,
    )


def torch_forward(model):
    import torch

    torch.set_num_threads(1)
    t = {k: torch.from_numpy(v) for k, v in model.items()}
    posedirs = t["posedirs"].reshape(-1, 9 * (K - 1)).T.contiguous()  # smplx stores (9(K-1), 3V)
    parents = torch.tensor(PARENTS)

    def rodrigues(rot_vecs):
        n = rot_vecs.shape[0]
        angle = torch.norm(rot_vecs + 1e-8, dim=1, keepdim=True)
        axis = rot_vecs / angle
        cos, sin = torch.unsqueeze(torch.cos(angle), 1), torch.unsqueeze(torch.sin(angle), 1)
        rx, ry, rz = torch.split(axis, 1, dim=1)
        zeros = torch.zeros((n, 1))
        k = torch.cat([zeros, -rz, ry, rz, zeros, -rx, -ry, rx, zeros], dim=1).view((n, 3, 3))
        return torch.eye(3).unsqueeze(0) + sin * k + (1 - cos) * torch.bmm(k, k)

    def rigid(rot_mats, joints):
        joints = torch.unsqueeze(joints, dim=-1)
        rel = joints.clone()
        rel[:, 1:] -= joints[:, parents[1:]]
        pad = torch.nn.functional.pad
        mats = torch.cat([pad(rot_mats.reshape(-1, 3, 3), [0, 0, 0, 1]),
                          pad(rel.reshape(-1, 3, 1), [0, 0, 0, 1], value=1)], dim=2).reshape(-1, K, 4, 4)
        chain = [mats[:, 0]]
        for i in range(1, K):
            chain.append(torch.matmul(chain[PARENTS[i]], mats[:, i]))
        world = torch.stack(chain, dim=1)
        homogen = pad(joints, [0, 0, 0, 1])
        return world[:, :, :3, 3], world - pad(torch.matmul(world, homogen), [3, 0, 0, 0, 0, 0, 0, 0])

    def forward(betas, pose):
        n = betas.shape[0]
        with torch.no_grad():
            shaped = t["template"] + torch.einsum("bl,mkl->bmk", [betas, t["shapedirs"]])
            joints = torch.einsum("bik,ji->bjk", [shaped, t["regressor"]])
            rot_mats = rodrigues(pose.view(-1, 3)).view([n, -1, 3, 3])
            feature = (rot_mats[:, 1:] - torch.eye(3)).view([n, -1])
            posed = torch.matmul(feature, posedirs).view(n, -1, 3) + shaped
            _, a = rigid(rot_mats, joints)
            w = t["weights"].unsqueeze(dim=0).expand([n, -1, -1])
            transforms = torch.matmul(w, a.view(n, K, 16)).view(n, -1, 4, 4)
            homo = torch.cat([posed, torch.ones([n, V, 1])], dim=2)
            return torch.matmul(transforms, torch.unsqueeze(homo, dim=-1))[:, :, :3, 0]

    return lambda betas, pose: forward(torch.from_numpy(betas), torch.from_numpy(pose))


def numpy_forward(model):
    m = model

    def one(betas, pose):
        shaped = m["template"] + m["shapedirs"].dot(betas)
        joints = m["regressor"].dot(shaped)
        r = pose.reshape(-1, 1, 3)
        theta = np.maximum(np.linalg.norm(r, axis=(1, 2), keepdims=True), np.float32(1e-8))
        a = (r / theta).reshape(-1, 3)
        z = np.zeros(K, np.float32)
        skew = np.stack([z, -a[:, 2], a[:, 1], a[:, 2], z, -a[:, 0], -a[:, 1], a[:, 0], z], 1).reshape(-1, 3, 3)
        eye = np.eye(3, dtype=np.float32)
        rot = np.cos(theta) * eye + (1 - np.cos(theta)) * a[:, :, None] * a[:, None, :] + np.sin(theta) * skew
        posed = shaped + m["posedirs"].dot((rot[1:] - eye).ravel())
        world = np.zeros((K, 4, 4), np.float32)
        for k in range(K):
            local = np.eye(4, dtype=np.float32)
            local[:3, :3] = rot[k]
            local[:3, 3] = joints[k] - (joints[PARENTS[k]] if k else 0)
            world[k] = world[PARENTS[k]].dot(local) if k else local
        world[:, :3, 3] -= np.einsum("kij,kj->ki", world[:, :3, :3], joints)
        transforms = np.tensordot(m["weights"], world, axes=[[1], [0]])
        homo = np.hstack((posed, np.ones((V, 1), np.float32)))
        return np.matmul(transforms, homo.reshape(-1, 4, 1)).reshape(-1, 4)[:, :3]

    return lambda betas, pose: [one(b, p) for b, p in zip(betas, pose)]


def numpy_planes_forward(model):
    m = model
    # (10 + 207, 3V): each feature's numbers one after the other, by planes x, y and z
    dirs = np.concatenate([m["shapedirs"], m["posedirs"]], 2)
    dirs = np.ascontiguousarray(dirs.transpose(2, 1, 0).reshape(B + 9 * (K - 1), 3 * V))
    template = np.ascontiguousarray(m["template"].T.reshape(3 * V))
    weights = np.ascontiguousarray(m["weights"].T)  # (K,V)
    joint_template = m["regressor"].dot(m["template"])
    joint_shapes = np.einsum("kv,vcb->kcb", m["regressor"], m["shapedirs"])
    eye = np.eye(3, dtype=np.float32)

    def one(betas, pose):
        joints = joint_template + joint_shapes.dot(betas)
        r = pose.reshape(K, 3)
        theta = np.sqrt((r * r).sum(1))[:, None] + np.float32(1e-8)
        a, z = r / theta, np.zeros(K, np.float32)
        skew = np.stack([z, -a[:, 2], a[:, 1], a[:, 2], z, -a[:, 0], -a[:, 1], a[:, 0], z], 1).reshape(-1, 3, 3)
        cos, sin = np.cos(theta)[:, :, None], np.sin(theta)[:, :, None]
        rot = cos * eye + (1 - cos) * a[:, :, None] * a[:, None, :] + sin * skew
        features = np.concatenate([betas, (rot[1:] - eye).ravel()])
        posed = (features.dot(dirs) + template).reshape(3, V)
        world = np.empty((K, 3, 4), np.float32)
        world[0, :, :3], world[0, :, 3] = rot[0], joints[0]
        for k in range(1, K):
            p = PARENTS[k]
            world[k, :, :3] = world[p, :, :3].dot(rot[k])
            world[k, :, 3] = world[p, :, :3].dot(joints[k] - joints[p]) + world[p, :, 3]
        world[:, :, 3] -= np.einsum("kij,kj->ki", world[:, :, :3], joints)
        t = world.reshape(K, 12).T.dot(weights).reshape(3, 4, V)
        return (t[:, 0] * posed[0] + t[:, 1] * posed[1] + t[:, 2] * posed[2] + t[:, 3]).T

    return lambda betas, pose: [one(b, p) for b, p in zip(betas, pose)]


FORWARDS = {"torch": torch_forward, "numpy": numpy_forward, "numpy-planes": numpy_planes_forward}


def measure(forward, betas, pose, seconds):
    forward(betas, pose)
    rates, begin = [], time.thread_time()
    while len(rates) < 3 or time.thread_time() - begin < seconds:
        start, meshes = time.thread_time(), 0
        while time.thread_time() - start < seconds / 20:
            forward(betas, pose)
            meshes += len(betas)
        rates.append(meshes / (time.thread_time() - start))
    return statistics.median(rates)


def run(peer, seconds, only):
    rng = np.random.default_rng(1)
    try:
        forward = FORWARDS[peer](random_model(rng))
    except ImportError as missing:
        print(f"{peer} is left out: {missing}", file=sys.stderr)
        return
    for name, bodies in (("smpl_one", 1), ("smpl_batch8", 8), ("smpl_batch64", 64)):
        if only and only != name:
            continue
        betas = rng.standard_normal((bodies, B), np.float32)
        pose = rng.standard_normal((bodies, 3 * K), np.float32) * np.float32(0.5)
        print(f"{name},{peer},{bodies},1,{measure(forward, betas, pose, seconds):.0f}", flush=True)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for peer in sys.argv[2:3] or FORWARDS:
        run(peer, seconds, sys.argv[3] if len(sys.argv) > 3 else "")


if __name__ == "__main__":
    main()
