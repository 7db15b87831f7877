"""Mesh files of posedctl read back by others' readers: numpy, meshio, gltf-validator, three.js.

    formats.py POSEDCTL MODEL

Prints a line "ok ..." or "not ok ..." for each check. What cannot be asked here (no meshio, no node) is said and
left out; READERS=all makes that a failure.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).parent
POSEDCTL, MODEL = sys.argv[1:3]
WORK = pathlib.Path(tempfile.mkdtemp(prefix="posed-formats-"))
failed = 0


def tell(good, text):
    global failed
    failed += not good
    print(("ok " if good else "not ok ") + text, flush=True)


def left_out(what):
    if os.environ.get("READERS") == "all":
        tell(False, f"{what} (READERS=all)")
    else:
        print(f"left out: {what}", flush=True)


def posedctl(command, name, *options, request=None):
    path = WORK / name
    arguments = [POSEDCTL, command, "--model", MODEL, "-o", str(path), *options]
    if request is not None:
        arguments += ["--request", "-"]
    done = subprocess.run(arguments, input=None if request is None else json.dumps(request).encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if done.returncode:
        raise SystemExit(f"not ok {' '.join(arguments)}: {done.stderr.decode()}")
    return path


def raw(request):
    """vertices and normals (B,V,3) as the raw format gives them, joint count, faces (F,3)"""
    with np.load(posedctl("mesh", "raw.npz", request={**request, "include": ["vertices", "joints", "normals", "faces"]})) as z:
        arrays = {name: z[name] for name in z.files}
    data = np.fromfile(posedctl("mesh", "raw.bin", request={**request, "include": ["vertices", "normals"]}), "<f4")
    data = data.reshape(len(arrays["vertices"]), 2, -1, 3)
    tell(np.array_equal(data[:, 0], arrays["vertices"]) and np.array_equal(data[:, 1], arrays["normals"]),
         "bin and npz hold the same floats")
    return arrays


def pose(joints):
    """a bent body: every joint turned by something"""
    rng = np.random.default_rng(3)
    return (0.35 * rng.standard_normal((joints, 3))).round(3).tolist()


def check_json(request, want):
    body = json.loads(posedctl("mesh", "body.json", request={**request, "include": ["vertices"], "digits": 6}).read_bytes())
    got = np.array([b["vertices"] for b in body["bodies"]]).reshape(want["vertices"].shape)
    worst = np.abs(got - want["vertices"]).max()
    tell(worst <= 0.5001e-6, f"json: vertices within half a micrometre of the floats (largest {worst:.2e})")


def meshio_read(path):
    import meshio
    mesh = meshio.read(path)
    return mesh, np.concatenate([c.data for c in mesh.cells if c.type == "triangle"])


def check_obj(request, want, frame):
    mesh, faces = meshio_read(posedctl("mesh", "body.obj", request={**request, "frame": frame}))
    vertices = want["vertices"].reshape(-1, 3)
    count = want["vertices"].shape[1]
    if frame == "unity":
        vertices = vertices * [-1, 1, 1]
    worst = np.abs(mesh.points - vertices).max()
    expected = np.concatenate([want["faces"] + i * count for i in range(len(want["vertices"]))])
    if frame == "unity":
        expected = expected[:, [0, 2, 1]]
    same = len(mesh.points) == len(vertices) and np.array_equal(faces, expected)
    tell(same and worst <= 0.5001e-6, f"obj in {frame}: meshio sees the faces and the vertices (largest {worst:.2e} m)")


def check_ply(request, want):
    mesh, faces = meshio_read(posedctl("mesh", "body.ply", request=request))
    vertices, normals = want["vertices"].reshape(-1, 3), want["normals"].reshape(-1, 3)
    count = want["vertices"].shape[1]
    expected = np.concatenate([want["faces"] + i * count for i in range(len(want["vertices"]))])
    tell(np.array_equal(mesh.points.astype("f4"), vertices) and np.array_equal(faces, expected),
         "ply: meshio sees the same floats and the faces")
    got = np.stack([mesh.point_data[k] for k in ("nx", "ny", "nz")], -1)
    tell(np.array_equal(got.astype("f4"), normals), "ply: meshio sees the same normals")
    if len(want["vertices"]) > 1:
        body = np.repeat(np.arange(len(want["vertices"])), count)
        tell(np.array_equal(mesh.point_data["body"], body), "ply: vertices carry the number of their body")


def check_stl(request, want):
    mesh, faces = meshio_read(posedctl("mesh", "body.stl", request=request))
    corners = mesh.points[faces]
    expected = want["vertices"][:, want["faces"]].reshape(-1, 3, 3)
    # meshio merges equal corners, so triangles are compared, not indices
    tell(np.array_equal(corners.astype("f4"), expected), "stl: meshio sees the same triangles")
    normal = np.cross(expected[:, 1] - expected[:, 0], expected[:, 2] - expected[:, 0])
    outward = want["normals"][:, want["faces"][:, 0]].reshape(-1, 3)
    share = np.mean(np.einsum("ij,ij->i", normal, outward) > 0)
    tell(share > 0.97, f"facets look out ({share:.3f} of them with the vertex normal)")


def check_glb(request, want, name, options, tolerance):
    path = posedctl("mesh", name, *options, request={**request, "contact": "none"})  # as in the other formats
    want["vertices"].astype("<f4").tofile(WORK / "want.f32")
    want["faces"].astype("<u4").tofile(WORK / "faces.u32")
    done = subprocess.run(["node", str(HERE / "glb.mjs"), str(path), str(WORK / "want.f32"), str(tolerance),
                           str(WORK / "faces.u32")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    words = done.stdout.decode().strip().replace(str(WORK) + "/", "")
    tell(done.returncode == 0, f"{words} ({path.stat().st_size} bytes)")


def matrix_of(rotvec):
    """the matrix of a rotation vector"""
    angle = np.linalg.norm(rotvec)
    if angle < 1e-12:
        return np.eye(3)
    x, y, z = rotvec / angle
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def tell_correctives(path, frames, tolerance, text):
    """frames: (seconds, request of the pose): three.js plays the file, and the map in its extras gives the weights"""
    listed = []
    for i, (seconds, request) in enumerate(frames):
        body = raw(request)
        (body["vertices"][0] - body["joints"][0, 0]).astype("<f4").tofile(WORK / f"frame{i}.f32")
        listed.append({"t": seconds, "vertices": str(WORK / f"frame{i}.f32")})
    (WORK / "frames.json").write_text(json.dumps(listed))
    done = subprocess.run(["node", str(HERE / "correctives.mjs"), str(path), str(WORK / "frames.json"), str(tolerance)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    tell(done.returncode == 0, f"{text}: {done.stdout.decode().strip()}")


def check_correctives(one, want_one, two, want_two):
    """pose blend shapes as morph targets: all of them put three.js's skin where the model's is"""
    check_glb(one, want_one, "correctives.glb", ["--rig", "--correctives", "207"], 1e-5)
    check_glb(two, want_two, "correctives-quantized.glb", ["--rig", "--correctives", "207", "--quantize"], 1e-3)
    path = posedctl("mesh", "mapped.glb", "--rig", "--correctives", "207", request=one)
    tell_correctives(path, [(0, one)], 1e-5, "a body with all")

    script = WORK / "walk.json"
    script.write_text(json.dumps({"seconds": 2, "script": [{"t": 0, "move": [0, 1], "gait": "jog"}]}))
    motion = [POSEDCTL, "rollout", "--script", str(script), "--body", MODEL]
    subprocess.run([*motion, "--correctives", "24", "-o", str(WORK / "jog.glb")], check=True, timeout=120)
    subprocess.run([*motion, "-o", str(WORK / "jog.npz")], check=True, timeout=120)
    with np.load(WORK / "jog.npz") as z:
        poses, rate = z["poses"], float(z["mocap_framerate"])
    frames = []
    for t in (0, 40, 75, 110):
        rotations = [matrix_of(r) for r in poses[t].reshape(-1, 3)]
        rotations[0] = matrix_of(np.array([-np.pi / 2, 0, 0])) @ rotations[0]  # AMASS stands on z
        frames.append((t / rate, {"rotations": [r.tolist() for r in rotations]}))
    tell_correctives(WORK / "jog.glb", frames, 2e-3, "two seconds of jogging with 24")


def node_modules():
    """three.js and gltf-validator, installed from the lock file when they are not there"""
    done = subprocess.run([str(HERE / "npm-ci")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    return None if done.returncode == 0 else done.stdout.decode().strip()


def has_pose_shapes():
    arrays = json.loads(subprocess.run([POSEDCTL, "inspect", "--json", MODEL], stdout=subprocess.PIPE, check=True,
                                       timeout=60).stdout)["arrays"]
    return any(a["name"].startswith("posedirs") for a in arrays)


def main():
    joints = raw({})["joints"].shape[1]
    one = {"betas": [1.5, -0.5], "pose": pose(joints), "translation": [0.1, 0, -0.2], "ground": True}
    two = {"bodies": [one, {"betas": [-1, 0.5], "translation": [1, 0, 0]}]}
    want_one, want_two = raw(one), raw(two)
    check_json(two, want_two)
    try:
        import meshio  # noqa: F401
        check_obj(one, want_one, "gltf")
        check_obj(two, want_two, "unity")
        check_ply(one, want_one)
        check_ply(two, want_two)
        check_stl(two, want_two)
    except ImportError:
        left_out("obj, ply and stl: python3-meshio is not installed")
    missing = node_modules()
    if missing:
        left_out(f"glb: {missing}")
    else:
        check_glb(one, want_one, "plain.glb", [], 0)
        check_glb(two, want_two, "plain2.glb", [], 0)
        check_glb(two, want_two, "quantized.glb", ["--quantize"], 3e-5)
        if has_pose_shapes():
            check_correctives(one, want_one, two, want_two)
        if has_pose_shapes():  # a skin cannot carry them: the rest pose is what can be compared
            two["bodies"][0].pop("pose")
            want_two = raw(two)
        check_glb(two, want_two, "rig.glb", ["--rig"], 1e-4)
        check_glb(two, want_two, "rig-quantized.glb", ["--rig", "--quantize"], 1e-4)
    shutil.rmtree(WORK)
    return 1 if failed else 0


sys.exit(main())
