"""Usage: smplx.py BUILD [name...]: SMPL-X, SMPL-H, MANO and FLAME as smplx's users ask for them.

The models are random ones in the published layouts (tests/support/smpl_pkl.py); what they should give is computed here in double
precision, as smplx's body_models.py and lbs.py put it together: the full pose from its parts, hands from principal components, the
mean of the hands added to the whole, betas and expression side by side.
"""
import os
import pickle
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "support")]
import runner  # noqa: E402
from posed import Posed  # noqa: E402
import smpl_pkl  # noqa: E402
from smpl_pkl import forward, rodrigues  # noqa: E402

BUILD = sys.argv[1]
FILES = {"smplx": "SMPLX_NEUTRAL", "small": "SMPLX_small", "smplh": "SMPLH_MALE", "mano": "MANO_RIGHT", "flame": "FLAME_NEUTRAL",
         "smpl": "SMPL_FEMALE"}
# The parts of the full pose in the order of smplx's forward(), with their joints.
PARTS = {
    "smplx": (("global_orient", 1), ("body_pose", 21), ("jaw_pose", 1), ("leye_pose", 1), ("reye_pose", 1), ("left_hand_pose", 15),
              ("right_hand_pose", 15)),
    "smplh": (("global_orient", 1), ("body_pose", 21), ("left_hand_pose", 15), ("right_hand_pose", 15)),
    "smpl": (("global_orient", 1), ("body_pose", 23)),
    "mano": (("global_orient", 1), ("hand_pose", 15)),
    "flame": (("global_orient", 1), ("neck_pose", 1), ("jaw_pose", 1), ("leye_pose", 1), ("reye_pose", 1)),
}
PARTS["small"] = PARTS["smplx"]
SIDES = {"left_hand_pose": "l", "right_hand_pose": "r", "hand_pose": ""}
folder = tempfile.TemporaryDirectory()
tests = []


def test(function):
    tests.append(function)
    return function


def load(model):
    with np.load(os.path.join(folder.name, FILES[model] + ".npz"), allow_pickle=True) as file:
        return {k: file[k].item().toarray() if file[k].dtype == object and hasattr(file[k].item(), "toarray") else file[k]
                for k in file.files}


def full_pose(model, data, given, pca=(), flat=False):
    rows = []
    for name, joints in PARTS[model]:
        angles = np.array(given.get(name, np.zeros(3 * joints)), float).ravel()
        side = SIDES.get(name)
        if side is not None and name in pca:
            angles = angles @ data["hands_components" + side][:angles.size]
        if side is not None and not flat:
            angles = angles + data["hands_mean" + side]
        rows.append(angles.reshape(-1, 3))
    return np.concatenate(rows)


def smplx(model, betas=(), expression=(), transl=(0, 0, 0), pca=(), flat=False, **parts):
    """vertices, joints"""
    data = load(model)
    count = data["shapedirs"].shape[2]
    first = 300 if count == 400 else 10 if count == 20 else count
    dirs = np.concatenate([data["shapedirs"][:, :, :len(betas)], data["shapedirs"][:, :, first:first + len(expression)]], 2)
    coefficients = np.concatenate([betas, expression])
    return forward(dict(data, shapedirs=dirs), coefficients, full_pose(model, data, parts, pca, flat), np.array(transl))[1:]


def ask(p, model, **body):
    reply = p.ask("POST", f"/v1/models/{model}/mesh?format=bin", body)
    assert reply.status == 200, reply.body
    vertices, joints = (int(part.split("x")[1]) for part in reply.headers["posed-shape"].split("; ")[:2])
    numbers = np.frombuffer(reply.body, "<f4").astype(float)
    return numbers[:3 * vertices].reshape(-1, 3), numbers[3 * vertices:].reshape(-1, 3)[:joints]


def agree(p, model, given, expected):
    for ours, theirs in zip(ask(p, model, **given), expected):
        away = np.abs(ours - theirs).max()
        assert away < 1e-5, f"{model} {list(given)}: {away} m apart"


def refused(p, model, pointer, words, **body):
    reply = p.ask("POST", f"/v1/models/{model}/mesh", body)
    errors = reply.json().get("errors", [])
    assert reply.status == 400 and any(e["pointer"] == pointer and words in e["detail"] for e in errors), (reply.status, reply.body)


def random_parts(rng, model):
    return {name: rng.normal(0, 0.4, 3 * joints).tolist() for name, joints in PARTS[model]}


def posed():
    models = "".join(f"  - id: {name}\n    file: {os.path.join(folder.name, file)}.npz\n" for name, file in FILES.items())
    return Posed(os.path.join(BUILD, "posed"), folder.name, f"builtin_models: false\nmodels:\n{models}")


@test
def every_model_agrees_with_smplx_by_parts():
    rng = np.random.default_rng(5)
    with posed() as p:
        for model in PARTS:
            for betas, faces, transl in ((0, 0, 0), (4, 0, 1), (10, 10, 1)):
                shape = {"betas": rng.normal(0, 1.5, betas).tolist(), "transl": (transl * rng.normal(0, 1, 3)).tolist()}
                if model in ("smplx", "small", "flame"):
                    shape["expression"] = rng.normal(0, 1.5, faces).tolist()
                parts = random_parts(rng, model)
                agree(p, model, {**shape, **parts}, smplx(model, **shape, **parts))


@test
def hands_are_posed_by_principal_components():
    rng = np.random.default_rng(6)
    with posed() as p:
        for count in (1, 6, 12, 45):
            left, right = rng.normal(0, 0.7, (2, count)).tolist()
            more = {"use_pca": True} if count == 45 else {}
            for flat in (False, True):
                given = {"left_hand_pose": left, "right_hand_pose": right, "flat_hand_mean": flat, **more}
                expected = smplx("smplx", left_hand_pose=left, right_hand_pose=right, pca=("left_hand_pose", "right_hand_pose"), flat=flat)
                agree(p, "smplx", given, expected)
        c = rng.normal(0, 0.7, 6).tolist()
        agree(p, "mano", {"hand_pose": c}, smplx("mano", hand_pose=c, pca=("hand_pose",)))


@test
def a_hand_that_is_not_given_has_its_mean_and_a_whole_pose_has_none():
    with posed() as p:
        agree(p, "smplx", {"body_pose": [0.1] * 63}, smplx("smplx", body_pose=[0.1] * 63))
        for model in ("smplx", "smplh", "mano"):
            agree(p, model, {}, smplx(model))
            agree(p, model, {"flat_hand_mean": True}, smplx(model, flat=True))
        agree(p, "smplx", {"body_pose": [0.1] * 63, "flat_hand_mean": True}, smplx("smplx", body_pose=[0.1] * 63, flat=True))
        agree(p, "smplx", {"pose": [0.1] * 165}, smplx("smplx", flat=True, **{n: [0.1] * 3 * k for n, k in PARTS["smplx"]}))


@test
def parts_are_taken_as_rows_6d_matrices_and_quaternions():
    rng = np.random.default_rng(7)
    angles = rng.normal(0, 0.5, (21, 3))
    matrices = np.array([rodrigues(a) for a in angles])
    theta = np.linalg.norm(angles, axis=1, keepdims=True)
    quats = np.concatenate([angles / theta * np.sin(theta / 2), np.cos(theta / 2)], 1)
    expected = smplx("smplh", body_pose=angles)
    with posed() as p:
        for form in (angles.tolist(), matrices.tolist(), matrices.reshape(-1, 9).tolist(), matrices.ravel().tolist(), quats.tolist(),
                     quats.ravel().tolist(), np.concatenate([matrices[:, :, 0], matrices[:, :, 1]], 1).tolist()):
            agree(p, "smplh", {"body_pose": form}, expected)
        hands = np.array([rodrigues(a) for a in rng.normal(0, 0.5, (15, 3))])
        flat = smplx("smplh", flat=True, left_hand_pose=[0] * 45, right_hand_pose=[0] * 45)
        ours = ask(p, "smplh", left_hand_pose=np.tile(np.eye(3), (15, 1, 1)).tolist(), right_hand_pose=np.tile(np.eye(3), (15, 1, 1)).tolist())
        assert np.abs(ours[0] - flat[0]).max() < 1e-5  # matrices stand for themselves, without the mean
        assert np.abs(ask(p, "smplh", left_hand_pose=hands.tolist())[0] - ours[0]).max() > 1e-3


def smplx_keypoints(data, vertices, joints, pose):
    """As smplx's VertexJointSelector, vertices2landmarks and find_dynamic_lmk_idx_and_bcoords put them behind the joints."""
    ids = [9120, 9929, 9448, 616, 6, 5770, 5780, 8846, 8463, 8474, 8635, 5361, 4933, 5058, 5169, 5286, 8079, 7669, 7794, 7905, 8022]
    body = vertices[ids] if len(vertices) == 10475 else np.zeros((0, 3))
    triangles, weights = data["lmk_faces_idx"], data["lmk_bary_coords"]
    face = np.einsum("nij,ni->nj", vertices[data["f"][triangles]], weights)
    relative, parents, k = np.eye(3), data["kintree_table"][0].astype(np.int64), 12
    while k >= 0:  # from the neck to the root
        relative = rodrigues(pose[k]) @ relative
        k = -1 if k == 0 else int(parents[k])
    angle = np.rint(min(np.degrees(np.arctan2(-relative[2, 0], np.hypot(relative[0, 0], relative[1, 0]))), 39))
    row = int(angle if angle >= 0 else 78 if angle < -39 else 39 - angle)
    outline = np.einsum("nij,ni->nj", vertices[data["f"][data["dynamic_lmk_faces_idx"][row]]], data["dynamic_lmk_bary_coords"][row])
    return np.concatenate([joints, body, face, outline])


def with_face(data, rng, vertices):
    """A model of SMPL-X's numbers with landmarks, of that many vertices and without pose blend shapes."""
    out = {k: data[k] for k in ("kintree_table", "hands_meanl", "hands_meanr", "hands_componentsl", "hands_componentsr")}
    joints = data["weights"].shape[1]
    out["kintree_table"] = out["kintree_table"].copy()
    out["kintree_table"][0] = [-1 & 0xFFFFFFFF] + [k // 2 for k in range(1, joints)]
    out["v_template"] = rng.normal(0, 0.3, (vertices, 3))
    out["shapedirs"] = rng.normal(0, 0.02, (vertices, 3, 20))
    out["weights"] = np.eye(joints)[rng.integers(0, joints, vertices)]
    out["J_regressor"] = np.zeros((joints, vertices))
    for k in range(joints):
        out["J_regressor"][k, rng.choice(vertices, 5, replace=False)] = 0.2
    out["f"] = np.stack([np.arange(vertices - 2), np.arange(1, vertices - 1), np.arange(2, vertices)], 1).astype(np.uint32)
    out["posedirs"] = np.zeros((vertices, 3, 9 * (joints - 1)), np.float16)
    for prefix, shape in (("", (51,)), ("dynamic_", (79, 17))):
        out[prefix + "lmk_faces_idx"] = rng.integers(0, vertices - 2, shape)
        out[prefix + "lmk_bary_coords"] = rng.dirichlet((1, 1, 1), shape)
    return out


@test
def keypoints_and_landmarks_follow_the_joints_in_replies():
    rng = np.random.default_rng(21)
    data = with_face(load("small"), rng, 10475)
    np.savez(os.path.join(folder.name, "SMPLX_FULL.npz"), **data)
    names = os.path.join(folder.name, "full.safetensors")
    subprocess.run([os.path.join(BUILD, "posedctl"), "import", os.path.join(folder.name, "SMPLX_FULL.npz"), "-o", names], check=True,
                   capture_output=True)
    with Posed(os.path.join(BUILD, "posed"), folder.name, f"builtin_models: false\nmodels:\n  - id: full\n    file: {names}\n"
               f"  - id: small\n    file: {os.path.join(folder.name, FILES['small'])}.npz\n") as p:
        about = p.ask("GET", "/v1/models/full").json()
        assert about["keypoint_counts"] == {"body": 21, "face": 51, "contour": 17}, about["keypoint_counts"]
        called = about["keypoint_names"]
        assert len(called) == 89 and called[:3] == ["nose", "right_eye", "left_eye"] and called[21] == "right_eye_brow1", called
        assert called[-17] == "right_contour_1" and called[-9] == "contour_middle" and called[-1] == "left_contour_1", called
        for turn in (0, 0.3, -0.3, 2, -2, 3.1):
            pose = rng.normal(0, 0.02, (55, 3))
            pose[0] = [0, turn, 0]
            betas = rng.normal(0, 1, 10)
            vertices, joints = forward(data, betas, pose, np.zeros(3))[1:]
            expected = smplx_keypoints(data, vertices, joints, pose)
            for level, count in (("none", 55), ("body", 76), ("face", 127), ("contour", 144)):
                asked = {"betas": betas.tolist(), "pose": pose.ravel().tolist(), "keypoints": level}
                reply = p.ask("POST", "/v1/models/full/joints?format=bin", asked)
                assert reply.status == 200 and reply.headers["posed-shape"] == f"joints=1x{count}x3", (reply.body, reply.headers)
                got = np.frombuffer(reply.body, "<f4").reshape(-1, 3)
                assert np.abs(got - expected[:count]).max() < 1e-5, (turn, level, np.abs(got - expected[:count]).max())
        two = {"bodies": [{}, {"betas": [1]}], "keypoints": "contour", "frame": "unreal", "pose": [0.1] * 165}
        flat = p.ask("POST", "/v1/models/full/mesh", two).json()["bodies"]
        alone = p.ask("POST", "/v1/models/full/joints", two).json()["bodies"]
        assert [b["joints"] for b in flat] == [b["joints"] for b in alone] and len(flat[1]["joints"]) == 144
        for model, level, words in (("small", "body", "a surface of 180 vertices are not known"),
                                    ("small", "face", "has landmarks of the face"), ("small", "contour", "has the outline")):
            reply = p.ask("POST", f"/v1/models/{model}/joints", {"keypoints": level})
            assert reply.status == 400 and words in reply.body.decode(), reply.body
        reply = p.ask("POST", "/v1/models/full/mesh?format=obj", {"keypoints": "body"})
        assert reply.status == 400 and "without joints in include" in reply.body.decode(), reply.body


@test
def our_own_models_have_keypoints():
    """Where they are on a person in a pose; the same vertices in all models that ship; an exported file tells them to smplx."""
    models = os.path.join(HERE, "../../models")
    if not os.path.exists(os.path.join(models, "person.safetensors")):
        return
    exported = os.path.join(folder.name, "keypoints.npz")
    subprocess.run([os.path.join(BUILD, "posedctl"), "export", os.path.join(models, "person.safetensors"), "-o", exported], check=True,
                   capture_output=True)
    with np.load(exported) as file:
        triangles, weights, faces = file["lmk_faces_idx"], file["lmk_bary_coords"], file["f"]
    with Posed(os.path.join(BUILD, "posed"), models) as p:
        for model in ("default", "female", "male", "person", "person-female", "person-male"):
            about = p.ask("GET", f"/v1/models/{model}").json()
            assert about["keypoint_counts"] == {"body": 21, "face": 51, "contour": 0}, about["keypoint_counts"]
            joints, names = about["joint_names"], about["keypoint_names"]
            body = p.ask("POST", f"/v1/models/{model}/mesh", {"keypoints": "face", "betas": [1, -1]}).json()["bodies"][0]
            points = np.array(body["joints"])
            at = dict(zip(joints + names, points))
            vertices = np.array(body["vertices"]).reshape(-1, 3)
            assert len(points) == len(joints) + 72
            # sides are mirror images, fingers lie beyond their wrists, toes before heels, the nose before the eyes
            for name in (n for n in names if n.startswith("left_") and "lip" not in n):
                other = at[name.replace("left_", "right_")] * [-1, 1, 1]
                assert np.abs(at[name] - other).max() < 1e-3, (model, name, at[name], other)
            for side in ("left", "right"):
                for finger in ("thumb", "index", "middle", "ring", "pinky"):
                    assert 0.08 < np.linalg.norm(at[f"{side}_{finger}"] - at[f"{side}_wrist"]) < 0.24, (model, finger)
                assert at[f"{side}_big_toe"][2] > at[f"{side}_heel"][2] + 0.18, model
                assert at[f"{side}_eye"][1] > at["nose"][1] and at["nose"][2] > at[f"{side}_eye"][2], model
            # closed lips touch: their inner points may pass each other by 1 mm
            assert at["mouth_top"][1] > at["lip_top"][1] > at["lip_bottom"][1] - 1e-3 > at["mouth_bottom"][1], (model, at["lip_top"], at["lip_bottom"])
            if model == "person":
                corners = np.einsum("nij,ni->nj", vertices[faces[triangles]], weights)
                assert np.abs(corners - points[-51:]).max() < 2e-6
        moved = p.ask("POST", "/v1/models/person/mesh", {"keypoints": "face", "blend_shapes": {"jawOpen": 1}}).json()["bodies"][0]
        still = p.ask("POST", "/v1/models/person/mesh", {"keypoints": "face"}).json()["bodies"][0]
        away = np.linalg.norm(np.array(moved["joints"]) - np.array(still["joints"]), axis=1)[-51:]
        assert away[names.index("lip_bottom") - 21] > 0.01 and away[names.index("nose4") - 21] < 0.002, away


@test
def bodies_share_parts_and_have_their_own():
    rng = np.random.default_rng(8)
    shared, own = rng.normal(0, 0.3, 63).tolist(), rng.normal(0, 0.3, 3).tolist()
    with posed() as p:
        reply = p.ask("POST", "/v1/models/small/joints?format=npz", {"body_pose": shared, "bodies": [{}, {"jaw_pose": own}]})
        assert reply.status == 200, reply.body
        import io
        joints = np.load(io.BytesIO(reply.body))["joints"]
        assert np.abs(joints[0] - smplx("small", body_pose=shared)[1]).max() < 1e-5
        assert np.abs(joints[1] - smplx("small", body_pose=shared, jaw_pose=own)[1]).max() < 1e-5


@test
def a_get_takes_parts_and_expression():
    with posed() as p:
        reply = p.ask("GET", "/v1/models/flame/joints?expression=1,-2&jaw_pose=0.3,0,0&format=bin")
        assert reply.status == 200, reply.body
        expected = smplx("flame", expression=[1, -2], jaw_pose=[0.3, 0, 0])[1]
        assert np.abs(np.frombuffer(reply.body, "<f4").reshape(-1, 3) - expected).max() < 1e-5
        model = p.ask("GET", "/v1/models/smplx").json()
        assert model["expression_count"] == 100 and model["hand_component_count"] == 45, model
        assert model["expression_names"] == [], model
        assert model["pose_parts"] == [n for n, _ in (PARTS["smplx"][0], PARTS["smplx"][1], PARTS["smplx"][5], PARTS["smplx"][6],
                                                      PARTS["smplx"][2], PARTS["smplx"][3], PARTS["smplx"][4])], model


@test
def hands_and_faces_are_posed_by_name():
    """The model person, where it ships: a fist is shorter than a flat hand, a smile is what its expressions by number are."""
    models = os.path.join(HERE, "../../models")
    if not os.path.exists(os.path.join(models, "person.safetensors")):
        return
    with Posed(os.path.join(BUILD, "posed"), models) as p:
        about = p.ask("GET", "/v1/models/person").json()
        names, joints = about["expression_names"], about["joint_names"]
        assert len(names) == 67 and "jawOpen" in names and about["joint_count"] == 55, about

        def ends(**hands):
            got = ask(p, "person", **hands)[1]
            return [np.linalg.norm(got[joints.index(f"{side}_index3")] - got[joints.index(f"{side}_wrist")]) for side in ("left", "right")]
        fist, flat = ends(left_hand="fist", right_hand="fist"), ends(left_hand="flat", right_hand="flat")
        assert all(f < 0.75 * o for f, o in zip(fist, flat)), (fist, flat)
        assert abs(fist[0] - fist[1]) < 1e-4, fist
        one = ends(left_hand="fist")
        assert abs(one[0] - fist[0]) < 1e-5 and one[1] > fist[1] + 0.02, one

        named = ask(p, "person", blend_shapes={"jawOpen": 0.5, "mouthSmileLeft": 1})[0]
        numbered = np.zeros(66)
        numbered[names.index("jawOpen")], numbered[names.index("mouthSmileLeft")] = 0.5, 1
        assert np.abs(named - ask(p, "person", expression=numbered.tolist())[0]).max() < 1e-7
        assert np.abs(named - ask(p, "person")[0]).max() > 0.01
        refused(p, "person", "/blend_shapes/jawOpne", "not an expression of this model; did you mean jawOpen?", blend_shapes={"jawOpne": 1})
        refused(p, "person", "/blend_shapes/jawOpen", "3; a number from -2 to 2 expected", blend_shapes={"jawOpen": 3})
        refused(p, "person", "/expression/1", f"5; -2 to 2 allowed, the weight of {names[1]}", expression=[0, 5])
        refused(p, "person", f"/blend_shapes/{names[1]}", "1 added to 1.5 of expression/1; a sum of -2 to 2 allowed", expression=[0, 1.5], blend_shapes={names[1]: 1})
        refused(p, "person", "/blend_shapes", "an object of names and weights expected", blend_shapes=[1])
        refused(p, "person", "/left_hand_pose", "a pose given by name and by numbers", left_hand="fist", left_hand_pose=[0] * 45)
        refused(p, "person", "/left_hand", "one of relaxed|fist|grip|point|thumbs_up|flat|open expected", left_hand="wave")


def quaternion_features(pose):
    """x, y, z, w - 1 of each joint, as STAR and SUPR have them."""
    angle = np.linalg.norm(pose, axis=1, keepdims=True)
    axis = pose / np.maximum(angle, 1e-12)
    return np.concatenate([axis * np.sin(angle / 2), np.cos(angle / 2) - 1], 1)


def pose_skin(data, parents, shaped, posed, joints, pose, transl):
    rotations = np.array([rodrigues(r) for r in pose])
    world = np.zeros((len(parents), 4, 4))
    for k, parent in enumerate(parents):
        local = np.eye(4)
        local[:3, :3], local[:3, 3] = rotations[k], joints[k] - (joints[parent] if k else 0)
        world[k] = world[parent] @ local if k else local
    skin = world.copy()
    for k in range(len(parents)):
        skin[k, :3, 3] -= world[k, :3, :3] @ joints[k]
    blended = np.einsum("vk,kij->vij", data["weights"], skin)
    return np.einsum("vij,vj->vi", blended[:, :3, :3], posed) + blended[:, :3, 3] + transl, world[:, :3, 3] + transl


def star(data, betas, pose, transl):
    """star/pytorch/star.py: joints of the shaped surface; the last pose direction is times betas[1]."""
    parents = data["kintree_table"][0].astype(np.int64)
    shaped = data["v_template"] + data["shapedirs"][:, :, :len(betas)] @ betas
    features = np.append(quaternion_features(pose)[1:].ravel(), betas[1] if len(betas) > 1 else 0)
    posed = shaped + data["posedirs"] @ features
    return pose_skin(data, parents, shaped, posed, data["J_regressor"] @ shaped, pose, transl)


def supr(data, betas, pose, transl):
    """supr/pytorch/supr.py: joints affine in all coordinates; features of the root, too."""
    parents = data["kintree_table"][0].astype(np.int64)
    shaped = data["v_template"] + data["shapedirs"][:, :, :len(betas)] @ betas
    joints = (data["J_regressor"] @ np.append(shaped.ravel(), 1)).reshape(-1, 3)
    posed = shaped + data["posedirs"] @ quaternion_features(pose).ravel()
    return pose_skin(data, parents, shaped, posed, joints, pose, transl)


def write_quaternion_models():
    """STAR_NEUTRAL.npz of 24 joints and 300 betas; SUPR_NEUTRAL.npy, a pickled dict, of 75 joints, as they are published."""
    rng = np.random.default_rng(31)
    parents = smpl_pkl.PARENTS_24
    data = smpl_pkl.random_model(rng, parents, 300)
    keep = ("v_template", "shapedirs", "weights", "kintree_table", "f")
    one = {k: data[k] for k in keep}
    one["J_regressor"] = data["J_regressor"].toarray()
    one["posedirs"] = rng.normal(0, 0.01, (len(one["v_template"]), 3, 4 * 23 + 1))
    np.savez(os.path.join(folder.name, "STAR_NEUTRAL.npz"), **one)
    data = smpl_pkl.random_model(rng, parents[:22] + [int(rng.integers(0, k)) for k in range(22, 75)], 40)
    two = {k: data[k] for k in keep}
    vertices = len(two["v_template"])
    two["J_regressor"] = np.zeros((225, 3 * vertices + 1))
    for j in range(225):
        two["J_regressor"][j, rng.choice(3 * vertices, 6, replace=False)] = rng.normal(0, 0.2, 6)
        two["J_regressor"][j, -1] = rng.normal(0, 0.3)
    two["posedirs"] = rng.normal(0, 0.01, (vertices, 3, 300))
    np.save(os.path.join(folder.name, "SUPR_NEUTRAL.npy"), two)
    np.save(os.path.join(folder.name, "constrained.npy"), dict(two, axis_meta={"num_pose": 150}))
    np.savez(os.path.join(folder.name, "odd.npz"), **dict(one, posedirs=one["posedirs"][:, :, :90]))
    np.save(os.path.join(folder.name, "numbers.npy"), np.zeros(7))
    return one, two


@test
def star_and_supr_are_what_their_own_code_makes_of_them():
    rng = np.random.default_rng(32)
    one, two = write_quaternion_models()
    posedctl, at = os.path.join(BUILD, "posedctl"), lambda name: os.path.join(folder.name, name)
    for name, out in (("STAR_NEUTRAL.npz", "star.safetensors"), ("SUPR_NEUTRAL.npy", "supr.safetensors")):
        subprocess.run([posedctl, "import", at(name), "-o", at(out)], check=True, capture_output=True)
    files = {"star": "STAR_NEUTRAL.npz", "star2": "star.safetensors", "supr": "SUPR_NEUTRAL.npy", "supr2": "supr.safetensors"}
    models = "".join(f"  - id: {name}\n    file: {at(file)}\n" for name, file in files.items())
    with Posed(os.path.join(BUILD, "posed"), folder.name, f"builtin_models: false\nmodels:\n{models}") as p:
        about = p.ask("GET", "/v1/models/star").json()
        assert (about["beta_count"], about["pose_feature_count"]) == (300, 96) and about["joint_names"][15] == "head", about
        about = p.ask("GET", "/v1/models/supr").json()
        assert (about["beta_count"], about["pose_feature_count"]) == (40, 300), about
        assert about["joint_names"][21] == "right_wrist" and about["joint_names"][22] == "joint_22", about["joint_names"]
        for turn in range(6):
            for names, data, forward_of, joints in ((("star", "star2"), one, star, 24), (("supr", "supr2"), two, supr, 75)):
                betas = rng.normal(0, 1, (0, 1, 2, 10, 30, 40)[turn])
                pose = rng.normal(0, 0.6, (joints, 3)) * (turn != 1)
                angles = np.linalg.norm(pose, axis=1, keepdims=True)
                pose *= np.minimum(1, 3.1 / np.maximum(angles, 1e-9))
                transl = rng.normal(0, 1, 3)
                expected = forward_of(data, betas, pose, transl)
                for name in names:
                    agree(p, name, {"betas": betas.tolist(), "pose": pose.ravel().tolist(), "translation": transl.tolist()}, expected)
        reply = p.ask("GET", "/v1/models/star/mesh?format=glb&rig=true&correctives=4")
        assert reply.status == 400 and "STAR's and SUPR's are of quaternions" in reply.body.decode(), reply.body
    for command, words in ((("import", "constrained.npy"), "axis_meta: a constrained SUPR"), (("import", "odd.npz"), "90 columns; 207 (SMPL), 93 (STAR) or 96"),
                           (("import", "numbers.npy"), "a pickled dict expected"), (("export", "star.safetensors"), "pose directions of quaternions"),
                           (("sparsify", "supr.safetensors"), "of quaternions")):
        done = subprocess.run([posedctl, command[0], at(command[1]), "-o", at("out.npz" if command[0] == "export" else "out.safetensors")],
                              capture_output=True, text=True)
        assert done.returncode and words in done.stderr, (command, done.stderr)


def export(model, file):
    path = os.path.join(folder.name, file)
    subprocess.run([os.path.join(BUILD, "posedctl"), "export", model, "-o", path], check=True, capture_output=True)
    if file.endswith(".npz"):
        with np.load(path) as arrays:  # no pickles in it
            return path, dict(arrays)
    with open(path, "rb") as pkl:
        return path, pickle.load(pkl, encoding="latin1")  # as smplx does


@test
def what_is_exported_is_what_was_read():
    """Out of posedctl as numpy reads it: float32 of the published arrays; J_regressor as it was, to the bit."""
    for model in ("smpl", "smplh", "mano"):
        data = load(model)
        for ending in ("npz", "pkl"):
            path, got = export(os.path.join(folder.name, FILES[model] + ".npz"), f"{model}-out.{ending}")
            for key in ("v_template", "shapedirs", "posedirs", "weights", "f", "kintree_table", "J_regressor", "hands_meanl", "hands_componentsr"):
                if key not in data:
                    continue
                theirs = data[key] if key in ("f", "kintree_table", "J_regressor") else data[key].astype("f4")
                assert got[key].shape == theirs.shape and (got[key] == theirs).all(), (model, ending, key)
            assert np.abs(got["J"] - data["J_regressor"] @ data["v_template"]).max() < 1e-6, (model, ending)
            again, twice = export(path, f"{model}-again.{ending}")
            assert all(np.array_equal(twice[k], got[k]) for k in got) and list(twice) == list(got), (model, ending)
            assert open(path, "rb").read() == open(again, "rb").read(), (model, ending)


@test
def our_models_are_written_in_the_published_layout():
    """smplx's equations on the exported arrays (smpl_pkl.forward) against a daemon that serves the exported file."""
    models = os.path.join(HERE, "../../models")
    if not os.path.exists(os.path.join(models, "person.safetensors")):
        return
    rng = np.random.default_rng(11)
    body, data = export(os.path.join(models, "default.safetensors"), "ours.pkl")
    person, face = export(os.path.join(models, "person.safetensors"), "ours.npz")
    assert data["gender"] == "neutral" and face["shapedirs"].shape[2] == 400, data["gender"]
    assert {"hands_meanl", "hands_meanr", "hands_componentsl", "hands_componentsr", "lmk_faces_idx", "lmk_bary_coords"} <= set(face)
    with Posed(os.path.join(BUILD, "posed"), folder.name,
               f"builtin_models: false\nmodels:\n  - id: ours\n    file: {body}\n  - id: face\n    file: {person}\n") as p:
        betas, pose = rng.normal(0, 1, 16), rng.normal(0, 0.3, 72)
        expected = forward(data, betas, pose.reshape(-1, 3), np.zeros(3))[1:]
        agree(p, "ours", {"betas": betas.tolist(), "pose": pose.tolist()}, expected)

        about = p.ask("GET", "/v1/models/face").json()
        assert about["expression_count"] == 66 and about["beta_count"] == 79, about
        expression, pose = rng.normal(0, 0.5, 66), rng.normal(0, 0.2, 165)
        dirs = np.concatenate([face["shapedirs"][:, :, :43], face["shapedirs"][:, :, 300:366]], 2)
        coefficients = np.concatenate([rng.normal(0, 1, 43), expression])
        expected = forward(dict(face, shapedirs=dirs), coefficients, pose.reshape(-1, 3), np.zeros(3))[1:]
        agree(p, "face", {"betas": coefficients[:43].tolist(), "expression": expression.tolist(), "pose": pose.tolist()}, expected)


def convert(source, out, *options):
    """posedctl convert of the arrays of source into the file out of the folder."""
    given = os.path.join(folder.name, "in.npz")
    np.savez(given, **source)
    return subprocess.run([os.path.join(BUILD, "posedctl"), "convert", given, *options, "-o", os.path.join(folder.name, out)], capture_output=True, text=True)


@test
@runner.nightly  # each of two conversions takes twelve seconds of a processor
def a_body_goes_from_one_model_to_another():
    """The woman's model in SMPL-X's published layout to the neutral one and to itself; all three have one mesh, which the conversion is not told."""
    models = os.path.join(HERE, "../../models")
    if not os.path.exists(os.path.join(models, "person-female.safetensors")):
        return
    rng = np.random.default_rng(41)
    hers, data = export(os.path.join(models, "person-female.safetensors"), "hers.npz")
    betas, pose = rng.normal(0, 0.8, 10), rng.normal(0, 0.15, 63)
    coefficients = {"left_hand_pose": [0.6, -0.3], "right_hand_pose": [-0.4, 0.2, 0.1]}
    angles = {side + "_hand_pose": data["hands_mean" + side[0]].ravel() + np.array(c) @ data["hands_components" + side[0]][:len(c)]
              for side, c in (("left", coefficients["left_hand_pose"]), ("right", coefficients["right_hand_pose"]))}
    flat = dict(betas=betas, body_pose=pose, transl=[0.3, 1, -0.2], global_orient=[0.1, 0.7, 0], flat_hand_mean=True, **angles)
    with Posed(os.path.join(BUILD, "posed"), models) as p:
        asked = {k: v if isinstance(v, bool) else np.array(v).tolist() for k, v in flat.items()}
        hers_at = ask(p, "person-female", **asked)[0]
        by_components = dict({k: v for k, v in flat.items() if k != "flat_hand_mean"}, **coefficients)
        for given, target, most in (flat, "person", 0.003), (by_components, "person-female", 0.0015):
            done = convert(given, "out.npz", "--from", hers, "--model", target)
            assert done.returncode == 0 and "mm apart on average" in done.stderr, done.stderr
            with np.load(os.path.join(folder.name, "out.npz")) as got:
                parts = {k: got[k].tolist() for k in got.files if k != "flat_hand_mean"}
                assert bool(got["flat_hand_mean"].item())
            ours = ask(p, target, flat_hand_mean=True, **parts)[0]
            away = np.linalg.norm(ours - hers_at, axis=1)
            print(f"# {target}: {1000 * away.mean():.2f} mm on average, {1000 * away.max():.1f} at most")
            assert away.mean() < most, (target, away.mean(), away.max())
    done = convert(dict(left_hand_pose=[0] * 13, betas=[0]), "no.npz", "--from", hers)
    assert done.returncode in (1, 2) and "left_hand_pose has 13 numbers; 45 axis-angles, or 1 to 12 coefficients" in done.stderr, done.stderr


@test
def hands_of_motions_are_read_from_principal_components():
    rng = np.random.default_rng(8)
    frames = 4
    base = {"global_orient": np.zeros((frames, 3)), "body_pose": rng.normal(0, .1, (frames, 63)), "transl": np.zeros((frames, 3)), "fps": 30}

    def clip(members, *options):
        np.savez(os.path.join(folder.name, "take.npz"), **{**base, **members})
        return subprocess.run([os.path.join(BUILD, "posedctl"), "clip", "convert", os.path.join(folder.name, "take.npz"), *options, "--up", "y",
                               "-o", os.path.join(folder.name, "clip.npz")], capture_output=True, text=True)

    for model, type_ in ("smplx", "smplx"), ("smplh", "smplh"):
        data, path = load(model), os.path.join(folder.name, FILES[model] + ".npz")
        for count in (1, 6, 12, 24, 45):
            for flat in (None, False, True):
                for joined in (False, True):
                    given = {name: rng.normal(0, .4, (frames, count)) for name in ("left_hand_pose", "right_hand_pose")}
                    expected = np.concatenate([c @ data["hands_components" + SIDES[name]][:count] + (0 if flat else data["hands_mean" + SIDES[name]])
                                               for name, c in given.items()], 1)
                    members = {"hand_pose": np.concatenate(list(given.values()), 1)} if joined else given
                    members |= {} if flat is None else {"flat_hand_mean": flat}
                    members |= {"use_pca": True} if count == 45 else {}
                    done = clip({**members, "surface_model_type": type_}, "--model", path)
                    assert done.returncode == 0 and f"{count} coefficients a hand" in done.stderr, (model, count, done.stderr)
                    with np.load(os.path.join(folder.name, "clip.npz")) as got:
                        found = got["poses"][:, -90:].reshape(-1, 3).astype(float)
                    away = max(np.abs(rodrigues(a) - rodrigues(b)).max() for a, b in zip(found, expected.reshape(-1, 3)))
                    assert away < 1e-4, (model, count, flat, joined, away)
        refused_by = {"left_hand_pose": np.zeros((frames, 46))}, {"left_hand_pose": np.zeros((frames, 12)), "use_pca": False}
        for members in refused_by:
            done = clip(members, "--model", path)
            assert done.returncode in (1, 2) and "left_hand_pose" in done.stderr and "shape (4, " in done.stderr, done.stderr
    done = clip({"left_hand_pose": np.zeros((frames, 12))}, "--model", "default")
    assert done.returncode in (1, 2) and "give SMPL-H or SMPL-X" in done.stderr and "full hand pose" in done.stderr, done.stderr


@test
def what_cannot_go_to_another_model_is_refused_by_name():
    hers = os.path.join(folder.name, FILES["small"] + ".npz")
    for given, options, words in ((dict(body_pose=[0] * 62), ("--from", hers), "body_pose has 62 numbers; 63 expected"),
                                  (dict(poses=np.zeros((2, 165)), betas=[0]), ("--from", hers), "posedctl clip convert with --betas-from"),
                                  (dict(model_parameters=[0]), ("--from", hers), "--mhr FILE expected in place of --from"),
                                  (dict(betas=[0]), ("--from", hers, "--mhr", hers), "both --mhr and --from"),
                                  (dict(betas=[0]), (), "--mhr FILE")):
        done = convert(given, "no.npz", *options)
        assert done.returncode in (1, 2) and words in done.stderr, (words, done.stderr)


@test
def a_hand_by_name_is_one_that_the_model_has():
    zero, fist = {"hand_pose": [0] * 45}, {"left_hand": "fist"}
    with posed() as p:
        for own, shared in ((zero, fist), (fist, zero)):
            assert np.array_equal(ask(p, "mano", bodies=[own], **shared)[0], ask(p, "mano", **own)[0]), own
        assert not np.allclose(ask(p, "mano", **zero)[0], ask(p, "mano", **fist)[0])
        refused(p, "mano", "/right_hand", "not a part of this model", right_hand="fist")
        refused(p, "smpl", "/left_hand", "not a part of this model; global_orient, body_pose allowed", left_hand="fist")
        refused(p, "smpl", "/bodies/0/right_hand", "not a part of this model", bodies=[{"right_hand": "fist"}])


@test
def a_mismatch_is_named():
    with posed() as p:
        refused(p, "smpl", "/jaw_pose", "not a part of this model; global_orient, body_pose allowed", jaw_pose=[0, 0, 0])
        refused(p, "smplx", "/left_hand_pose", "46 numbers; 45 expected", left_hand_pose=[0] * 46)
        refused(p, "smplx", "/left_hand_pose", "46 numbers; 1 to 45 allowed", left_hand_pose=[0] * 46, use_pca=True)
        refused(p, "smplx", "/body_pose", "62 numbers; 63 expected", body_pose=[0] * 62)
        refused(p, "smplx", "/expression", "101 numbers; 0 to 100 allowed", expression=[0] * 101)
        refused(p, "smplx", "/expression/0", "10.5; -10 to 10 allowed", expression=[10.5])
        refused(p, "smplx", "/pose", "a whole pose", pose=[0] * 165, jaw_pose=[0, 0, 0])
        refused(p, "smplx", "", "translation and transl given", translation=[0, 0, 0], transl=[0, 0, 0])
        refused(p, "smplx", "/global_orient/0", "a quaternion of length 0", global_orient=[[0, 0, 0, 0]])
        refused(p, "smpl", "/expression", "1 numbers; 0 expected", expression=[1])


subprocess.run([sys.executable, os.path.join(HERE, "..", "support", "smpl_pkl.py"), folder.name], check=True)
sys.exit(runner.run(tests, sys.argv[2:]))
