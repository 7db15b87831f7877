"""Types of the HTTP interface: what is asked, and what replies hold. Made from /openapi.json by scripts/client_types.py; do not edit."""
from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from ._arrays import Numbers

# -- what is asked: the parameters of the query and the fields of the JSON body


class GetFacesFields(TypedDict, total=False):
    """The triangles: GET /v1/models/{id}/faces."""
    # json, or bin: uint32, little-endian, three per triangle. Wins over Accept.
    format: Literal['json', 'bin']


class GetMeshFields(TypedDict, total=False):
    """Make a body, cacheable: GET /v1/models/{id}/mesh."""
    # Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each
    # value.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose,
    # quaternions and rotations the body stands in its rest pose. Separated by commas, or one parameter for each value.
    pose: Numbers
    # In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. Separated by commas, or one parameter for each value.
    quaternions: Numbers
    # In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second
    # column (Zhou et al. 2019). Separated by commas, or one parameter for each value.
    rotations: Numbers
    # The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated
    # by commas, or one parameter for each value.
    global_orient: Numbers
    # The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6)
    # or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value.
    body_pose: Numbers
    # The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row
    # a joint. Separated by commas, or one parameter for each value.
    left_hand_pose: Numbers
    # The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint. Separated by commas, or one parameter for each value.
    right_hand_pose: Numbers
    # The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint. Separated by commas, or one parameter for each value.
    hand_pose: Numbers
    # The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a
    # joint. Separated by commas, or one parameter for each value.
    neck_pose: Numbers
    # The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or
    # one parameter for each value.
    jaw_pose: Numbers
    # The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by
    # commas, or one parameter for each value.
    leye_pose: Numbers
    # The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by
    # commas, or one parameter for each value.
    reye_pose: Numbers
    # The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # The same for the right hand.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are.
    use_pca: bool
    # Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that
    # is not given; quaternions, 6D and matrices stand for themselves.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their
    # weights, -2 to 2. Any count up to the model's. Separated by commas, or one parameter for each value.
    expression: Numbers
    # Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes.
    blend_shapes: Union[str, Mapping[str, object]]
    # Moves the model, in metres: x, y, z. Separated by commas, or one parameter for each value.
    translation: Numbers
    # Another name of translation, smplx's. Separated by commas, or one parameter for each value.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). Separated by commas, or one parameter for each value.
    soft_tissue: Numbers
    # Puts the lowest vertex at y = 0, after the translation.
    ground: bool
    # Linear blend, dual quaternion or spherical blend skinning.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the
    # landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are
    # the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Decimals of coordinates in JSON and OBJ.
    digits: int
    # Resolves self-contact: skin that the pose presses into the body is moved out, inverted triangles are turned back (crook of a joint, arm at
    # trunk, thigh at thigh). A body that touches nothing keeps its bits and costs 7 to 12 ms; one that does 20 to 450 ms: for single bodies, not for
    # streams. Beyond limits.contact_budget_ms of work it stops where it is, and a warning says so. Not with rig.
    contact: bool
    # How far the model goes: shaped is T + B_S, the body's own shape at rest; corrected is T_P, with the pose's blend shapes, still at rest; posed is
    # skinned as well. Before posed the joints are those at rest. Not with rig, contact or garments.
    stage: Literal['posed', 'shaped', 'corrected']
    # Soft self-contact: flesh that is pressed gives way, smoothly in the pose, and skin beside it bulges; some overlap stays. 5 to 20 ms a body.
    # Unless told otherwise true for glb without rig and without contact, false for other formats.
    soft_contact: bool
    # What the reply holds, in this order in the bin format. Files for other programs (obj, ply, glb) have vertices, normals and faces unless told
    # otherwise. Separated by commas, or one parameter for each value.
    include: Sequence[Literal['vertices', 'joints', 'normals', 'faces']]
    # glb only: names of GET /v1/wardrobe, comma separated or a list of them, or none. Without it a model that the wardrobe is of is dressed in its
    # standard outfit, or in what the person of `random` wears; eyes, brows, lashes and teeth come along unless it is none. Separated by commas, or
    # one parameter for each value.
    wear: str
    # glb only: clothes and colours of the person of that seed, on whatever body; without it those of `random`.
    look: int
    # glb only: tone of the skin, from 0, the darkest, to 1.
    skin: float
    # glb only: of hair and brows.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # glb only: colour of the eyes.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']
    # Format of the reply; wins over Accept.
    format: Literal['json', 'bin', 'npz', 'obj', 'ply', 'stl', 'glb']
    # glb only: a skin of the model's joints, posed, and shape morph targets; without pose blend shapes.
    rig: bool
    # glb with rig only: false leaves the shape morph targets out, with which a dressed person has ten times the bytes; the mesh's extras tell the
    # betas all the same.
    morphs: bool
    # glb with rig only: in place of the shape morph targets: the model's expressions as morph targets by name, ARKit's 52 blend shapes and 14 visemes
    # of person; layers that lie on the skin go with them.
    face: bool
    # glb with rig only: so many morph targets in place of the model's pose blend shapes, which a skin cannot hold, with their weights in the pose or
    # in every frame. The mesh's extras (correctives) have the map from joint rotations to weights and what is missing, in millimetres. At most nine
    # for each joint that has them: 207 in the shipped models of 24 joints.
    correctives: int
    # glb with rig only: what joints are called: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower),
    # openxr (XR_BODY_JOINT_LEFT_ELBOW_BD), or smpl: as they are. Joints that a set has not keep their names; rotations stay as they are.
    names: Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']
    # glb only: coarser copies of each body for crowds and for who is far away, of about so many triangles, 1 to 4 numbers that fall; nodes that
    # MSFT_lod names, with the body's own vertices. Separated by commas, or one parameter for each value.
    levels: Numbers
    # glb only: KHR_mesh_quantization and EXT_meshopt_compression.
    quantize: bool
    # MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0.
    model_parameters: Union[str, Mapping[str, object]]
    # MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. Separated by commas, or one parameter for each value.
    identity_coeffs: Numbers
    # MHR only: expression, 72 numbers or fewer. Separated by commas, or one parameter for each value.
    face_expr_coeffs: Numbers
    # MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs.
    # Members that are not needed are not looked at.
    sam3d: Union[str, Mapping[str, object]]
    # MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z.
    in_camera: bool
    # MHR only: true leaves its pose correctives out, where the model has them.
    without_correctives: bool


class MakeMeshesFieldsBodies(TypedDict, total=False):
    # Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose,
    # quaternions and rotations the body stands in its rest pose.
    pose: Numbers
    # In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error.
    quaternions: Numbers
    # In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second
    # column (Zhou et al. 2019).
    rotations: Numbers
    # The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    global_orient: Numbers
    # The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6)
    # or matrix (9), flat or a row a joint.
    body_pose: Numbers
    # The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row
    # a joint.
    left_hand_pose: Numbers
    # The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    right_hand_pose: Numbers
    # The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    hand_pose: Numbers
    # The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a
    # joint.
    neck_pose: Numbers
    # The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    jaw_pose: Numbers
    # The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    leye_pose: Numbers
    # The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    reye_pose: Numbers
    # The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # The same for the right hand.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are.
    use_pca: bool
    # Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that
    # is not given; quaternions, 6D and matrices stand for themselves.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their
    # weights, -2 to 2. Any count up to the model's.
    expression: Numbers
    # Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes.
    blend_shapes: Mapping[str, float]
    # Moves the model, in metres: x, y, z.
    translation: Numbers
    # Another name of translation, smplx's.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none).
    soft_tissue: Numbers
    # Puts the lowest vertex at y = 0, after the translation.
    ground: bool


class MakeMeshesFields(TypedDict, total=False):
    """Make bodies: POST /v1/models/{id}/mesh."""
    # Format of the reply; wins over Accept.
    format: Literal['json', 'bin', 'npz', 'obj', 'ply', 'stl', 'glb']
    # glb only: a skin of the model's joints, posed, and shape morph targets; without pose blend shapes.
    rig: bool
    # glb with rig only: false leaves the shape morph targets out, with which a dressed person has ten times the bytes; the mesh's extras tell the
    # betas all the same.
    morphs: bool
    # glb with rig only: in place of the shape morph targets: the model's expressions as morph targets by name, ARKit's 52 blend shapes and 14 visemes
    # of person; layers that lie on the skin go with them.
    face: bool
    # glb with rig only: so many morph targets in place of the model's pose blend shapes, which a skin cannot hold, with their weights in the pose or
    # in every frame. The mesh's extras (correctives) have the map from joint rotations to weights and what is missing, in millimetres. At most nine
    # for each joint that has them: 207 in the shipped models of 24 joints.
    correctives: int
    # glb with rig only: what joints are called: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower),
    # openxr (XR_BODY_JOINT_LEFT_ELBOW_BD), or smpl: as they are. Joints that a set has not keep their names; rotations stay as they are.
    names: Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']
    # glb only: coarser copies of each body for crowds and for who is far away, of about so many triangles, 1 to 4 numbers that fall; nodes that
    # MSFT_lod names, with the body's own vertices.
    levels: Numbers
    # glb only: KHR_mesh_quantization and EXT_meshopt_compression.
    quantize: bool
    # Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose,
    # quaternions and rotations the body stands in its rest pose.
    pose: Numbers
    # In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error.
    quaternions: Numbers
    # In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second
    # column (Zhou et al. 2019).
    rotations: Numbers
    # The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    global_orient: Numbers
    # The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6)
    # or matrix (9), flat or a row a joint.
    body_pose: Numbers
    # The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row
    # a joint.
    left_hand_pose: Numbers
    # The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    right_hand_pose: Numbers
    # The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    hand_pose: Numbers
    # The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a
    # joint.
    neck_pose: Numbers
    # The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    jaw_pose: Numbers
    # The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    leye_pose: Numbers
    # The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    reye_pose: Numbers
    # The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # The same for the right hand.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are.
    use_pca: bool
    # Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that
    # is not given; quaternions, 6D and matrices stand for themselves.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their
    # weights, -2 to 2. Any count up to the model's.
    expression: Numbers
    # Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes.
    blend_shapes: Mapping[str, float]
    # Moves the model, in metres: x, y, z.
    translation: Numbers
    # Another name of translation, smplx's.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none).
    soft_tissue: Numbers
    # Puts the lowest vertex at y = 0, after the translation.
    ground: bool
    # Many bodies in one request. Fields beside it are shared; a body's own fields win.
    bodies: Sequence["MakeMeshesFieldsBodies"]
    # Linear blend, dual quaternion or spherical blend skinning.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the
    # landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are
    # the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Decimals of coordinates in JSON and OBJ.
    digits: int
    # Resolves self-contact: skin that the pose presses into the body is moved out, inverted triangles are turned back (crook of a joint, arm at
    # trunk, thigh at thigh). A body that touches nothing keeps its bits and costs 7 to 12 ms; one that does 20 to 450 ms: for single bodies, not for
    # streams. Beyond limits.contact_budget_ms of work it stops where it is, and a warning says so. Not with rig.
    contact: bool
    # How far the model goes: shaped is T + B_S, the body's own shape at rest; corrected is T_P, with the pose's blend shapes, still at rest; posed is
    # skinned as well. Before posed the joints are those at rest. Not with rig, contact or garments.
    stage: Literal['posed', 'shaped', 'corrected']
    # Soft self-contact: flesh that is pressed gives way, smoothly in the pose, and skin beside it bulges; some overlap stays. 5 to 20 ms a body.
    # Unless told otherwise true for glb without rig and without contact, false for other formats.
    soft_contact: bool
    # What the reply holds, in this order in the bin format. Files for other programs (obj, ply, glb) have vertices, normals and faces unless told
    # otherwise.
    include: Sequence[Literal['vertices', 'joints', 'normals', 'faces']]
    # glb only: names of GET /v1/wardrobe, comma separated or a list of them, or none. Without it a model that the wardrobe is of is dressed in its
    # standard outfit, or in what the person of `random` wears; eyes, brows, lashes and teeth come along unless it is none.
    wear: Union[str, Sequence[str]]
    # glb only: clothes and colours of the person of that seed, on whatever body; without it those of `random`.
    look: int
    # glb only: tone of the skin, from 0, the darkest, to 1.
    skin: float
    # glb only: of hair and brows.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # glb only: colour of the eyes.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']
    # MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0.
    model_parameters: Union[Numbers, Mapping[str, float]]
    # MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands.
    identity_coeffs: Numbers
    # MHR only: expression, 72 numbers or fewer.
    face_expr_coeffs: Numbers
    # MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs.
    # Members that are not needed are not looked at.
    sam3d: Union[Mapping[str, object], Sequence[Mapping[str, object]]]
    # MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z.
    in_camera: bool
    # MHR only: true leaves its pose correctives out, where the model has them.
    without_correctives: bool


class GetJointsFields(TypedDict, total=False):
    """Joint positions, cacheable: GET /v1/models/{id}/joints."""
    # Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each
    # value.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose,
    # quaternions and rotations the body stands in its rest pose. Separated by commas, or one parameter for each value.
    pose: Numbers
    # In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. Separated by commas, or one parameter for each value.
    quaternions: Numbers
    # In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second
    # column (Zhou et al. 2019). Separated by commas, or one parameter for each value.
    rotations: Numbers
    # The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated
    # by commas, or one parameter for each value.
    global_orient: Numbers
    # The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6)
    # or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value.
    body_pose: Numbers
    # The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row
    # a joint. Separated by commas, or one parameter for each value.
    left_hand_pose: Numbers
    # The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint. Separated by commas, or one parameter for each value.
    right_hand_pose: Numbers
    # The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint. Separated by commas, or one parameter for each value.
    hand_pose: Numbers
    # The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a
    # joint. Separated by commas, or one parameter for each value.
    neck_pose: Numbers
    # The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or
    # one parameter for each value.
    jaw_pose: Numbers
    # The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by
    # commas, or one parameter for each value.
    leye_pose: Numbers
    # The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by
    # commas, or one parameter for each value.
    reye_pose: Numbers
    # The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # The same for the right hand.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are.
    use_pca: bool
    # Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that
    # is not given; quaternions, 6D and matrices stand for themselves.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their
    # weights, -2 to 2. Any count up to the model's. Separated by commas, or one parameter for each value.
    expression: Numbers
    # Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes.
    blend_shapes: Union[str, Mapping[str, object]]
    # Moves the model, in metres: x, y, z. Separated by commas, or one parameter for each value.
    translation: Numbers
    # Another name of translation, smplx's. Separated by commas, or one parameter for each value.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). Separated by commas, or one parameter for each value.
    soft_tissue: Numbers
    # Puts the lowest vertex at y = 0, after the translation.
    ground: bool
    # Linear blend, dual quaternion or spherical blend skinning.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the
    # landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are
    # the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Decimals of coordinates in JSON and OBJ.
    digits: int
    # Format of the reply; wins over Accept.
    format: Literal['json', 'bin', 'npz']
    # MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0.
    model_parameters: Union[str, Mapping[str, object]]
    # MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. Separated by commas, or one parameter for each value.
    identity_coeffs: Numbers
    # MHR only: expression, 72 numbers or fewer. Separated by commas, or one parameter for each value.
    face_expr_coeffs: Numbers
    # MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs.
    # Members that are not needed are not looked at.
    sam3d: Union[str, Mapping[str, object]]
    # MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z.
    in_camera: bool
    # MHR only: true leaves its pose correctives out, where the model has them.
    without_correctives: bool


class MakeJointsFieldsBodies(TypedDict, total=False):
    # Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose,
    # quaternions and rotations the body stands in its rest pose.
    pose: Numbers
    # In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error.
    quaternions: Numbers
    # In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second
    # column (Zhou et al. 2019).
    rotations: Numbers
    # The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    global_orient: Numbers
    # The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6)
    # or matrix (9), flat or a row a joint.
    body_pose: Numbers
    # The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row
    # a joint.
    left_hand_pose: Numbers
    # The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    right_hand_pose: Numbers
    # The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    hand_pose: Numbers
    # The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a
    # joint.
    neck_pose: Numbers
    # The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    jaw_pose: Numbers
    # The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    leye_pose: Numbers
    # The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    reye_pose: Numbers
    # The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # The same for the right hand.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are.
    use_pca: bool
    # Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that
    # is not given; quaternions, 6D and matrices stand for themselves.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their
    # weights, -2 to 2. Any count up to the model's.
    expression: Numbers
    # Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes.
    blend_shapes: Mapping[str, float]
    # Moves the model, in metres: x, y, z.
    translation: Numbers
    # Another name of translation, smplx's.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none).
    soft_tissue: Numbers
    # Puts the lowest vertex at y = 0, after the translation.
    ground: bool


class MakeJointsFields(TypedDict, total=False):
    """Joint positions: POST /v1/models/{id}/joints."""
    # Format of the reply; wins over Accept.
    format: Literal['json', 'bin', 'npz']
    # Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose,
    # quaternions and rotations the body stands in its rest pose.
    pose: Numbers
    # In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error.
    quaternions: Numbers
    # In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second
    # column (Zhou et al. 2019).
    rotations: Numbers
    # The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    global_orient: Numbers
    # The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6)
    # or matrix (9), flat or a row a joint.
    body_pose: Numbers
    # The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row
    # a joint.
    left_hand_pose: Numbers
    # The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    right_hand_pose: Numbers
    # The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a
    # row a joint.
    hand_pose: Numbers
    # The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a
    # joint.
    neck_pose: Numbers
    # The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    jaw_pose: Numbers
    # The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    leye_pose: Numbers
    # The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint.
    reye_pose: Numbers
    # The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # The same for the right hand.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'flat', 'open']
    # Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are.
    use_pca: bool
    # Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that
    # is not given; quaternions, 6D and matrices stand for themselves.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their
    # weights, -2 to 2. Any count up to the model's.
    expression: Numbers
    # Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes.
    blend_shapes: Mapping[str, float]
    # Moves the model, in metres: x, y, z.
    translation: Numbers
    # Another name of translation, smplx's.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none).
    soft_tissue: Numbers
    # Puts the lowest vertex at y = 0, after the translation.
    ground: bool
    # Many bodies in one request. Fields beside it are shared; a body's own fields win.
    bodies: Sequence["MakeJointsFieldsBodies"]
    # Linear blend, dual quaternion or spherical blend skinning.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the
    # landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are
    # the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Decimals of coordinates in JSON and OBJ.
    digits: int
    # MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0.
    model_parameters: Union[Numbers, Mapping[str, float]]
    # MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands.
    identity_coeffs: Numbers
    # MHR only: expression, 72 numbers or fewer.
    face_expr_coeffs: Numbers
    # MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs.
    # Members that are not needed are not looked at.
    sam3d: Union[Mapping[str, object], Sequence[Mapping[str, object]]]
    # MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z.
    in_camera: bool
    # MHR only: true leaves its pose correctives out, where the model has them.
    without_correctives: bool


class GetMeasurementsFields(TypedDict, total=False):
    """Measure a body, cacheable: GET /v1/models/{id}/measure."""
    # Shape coefficients; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # kg/m3: the mass is the volume times it.
    density: float
    # Of one body: where the tape lay, as points on the surface, which go along with any pose.
    lines: bool


class MeasureBodiesFieldsBodies(TypedDict, total=False):
    # Shape coefficients; any count up to the model's, missing ones are 0.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']


class MeasureBodiesFields(TypedDict, total=False):
    """Measure bodies: POST /v1/models/{id}/measure."""
    # Shape coefficients; any count up to the model's, missing ones are 0.
    betas: Numbers
    # In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person
    # as they allow.
    random: int
    # Of the person. Without it: by seed female or male, without a seed the model's.
    gender: Literal['neutral', 'female', 'male']
    # Years: what goes with that age on average; only ages of the survey.
    age: float
    # Metres: stature.
    height: float
    # Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range.
    weight: float
    # Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth,
    # thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass.
    percentile: str
    # Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are.
    population: Literal['survey', 'public']
    # kg/m3: the mass is the volume times it.
    density: float
    # Of one body: where the tape lay, as points on the surface, which go along with any pose.
    lines: bool
    # Many bodies in one request, each with its own betas.
    bodies: Sequence["MeasureBodiesFieldsBodies"]


class FitMeasurementsFieldsMeasurements(TypedDict, total=False):
    """What the body shall measure, at least one. The rest is as likely as it can be."""
    # In m: lowest to highest point of the body.
    height: float
    # In kg: volume times density.
    mass: float
    # In m3: volume enclosed by the skin.
    volume: float
    # In kg/m2: mass divided by the square of the height.
    bmi: float
    # In m: greatest horizontal girth of the head above the brow.
    head_girth: float
    # In m: least girth between neck and head joint, square to the line between them.
    neck_girth: float
    # In m: horizontal girth of the trunk at the nipples, arms left out.
    chest_girth: float
    # In m: horizontal girth of the trunk below the breasts: a third of the way from nipples to navel.
    underbust_girth: float
    # In m: least horizontal girth of the trunk, from 35 % of the way between crotch and nipples up to the ribs.
    waist_girth: float
    # In m: horizontal girth of the trunk at the navel.
    navel_girth: float
    # In m: greatest horizontal girth between crotch and 55 % of the way to the navel.
    hip_girth: float
    # In m: horizontal girth of the left thigh 0.012 of the height (2 cm) below the crotch.
    thigh_girth: float
    # In m: horizontal girth of the left leg at the knee joint.
    knee_girth: float
    # In m: greatest horizontal girth of the left leg between knee and mid-shank.
    calf_girth: float
    # In m: least horizontal girth of the left leg above the ankle joint.
    ankle_girth: float
    # In m: girth of the left upper arm midway between shoulder and elbow joint, square to the bone.
    upper_arm_girth: float
    # In m: girth of the left arm at the elbow joint, square to the line from shoulder to wrist.
    elbow_girth: float
    # In m: least girth of the left forearm in its last quarter, square to the bone.
    wrist_girth: float
    # In m: distance of the two shoulder joint centres.
    shoulder_width: float
    # In m: shoulder to elbow to wrist joint, left.
    arm_length: float
    # In m: wrist joint to the farthest finger tip along the hand, left.
    hand_length: float
    # In m: lowest point of the body to the crotch.
    inside_leg_height: float
    # In m: along the back, hollows spanned, from the height of the neck joint to the waist.
    back_neck_to_waist: float
    # In m: heel to toe tip, left, front to back.
    foot_length: float
    # In m: finger tip to finger tip in the T-pose.
    span: float


class FitMeasurementsFieldsObservationsKeypointsSet2(TypedDict, total=False):
    joints: Mapping[str, float]
    vertices: Mapping[str, float]


class FitMeasurementsFieldsObservationsKeypointsViewsCamera(TypedDict, total=False):
    """Which camera this is, with its rotation."""
    # Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted.
    fx: float
    # The same along y; missing: fx.
    fy: float
    # Centre of projection in pixels; missing: half the width.
    cx: float
    # The same along y; missing: half the height.
    cy: float
    # Of the picture in pixels; wanted where fx or cx is missing.
    width: float
    # Of the picture in pixels.
    height: float
    # World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up.
    rotation: Numbers
    # x_camera = rotation x_world + translation, metres.
    translation: Numbers
    # Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them.
    distortion: Numbers


class FitMeasurementsFieldsObservationsKeypointsViews(TypedDict, total=False):
    # Which camera this is, with its rotation.
    camera: "FitMeasurementsFieldsObservationsKeypointsViewsCamera"
    # What it shows: [x, y] in pixels, in the set's order or by name; null where not seen.
    points: Union[Sequence[Union[Numbers, None]], Mapping[str, Union[Numbers, None]]]
    # 0 to 1, in the same order or by name; missing is 1.
    confidence: Union[Numbers, Mapping[str, float]]


class FitMeasurementsFieldsObservationsKeypoints(TypedDict, total=False):
    """What a detector of keypoints saw, in a picture or in space."""
    # coco17, openpose25, mediapipe33, h36m17, sam3d70, webxr83, openxr70 or openxr84; or the caller's own places,
    # {"name":{"joints":{"left_wrist":0.5},"vertices":{"2319":0.5}}}: weights of joints by name and of vertices by number.
    set: Union[Literal['coco17', 'openpose25', 'mediapipe33', 'h36m17', 'sam3d70', 'webxr83', 'openxr70', 'openxr84'], Mapping[str, "FitMeasurementsFieldsObservationsKeypointsSet2"]]
    # In the set's order or by name; [x, y] in pixels, x to the right and y down, or [x, y, z] in metres; null where not seen.
    points: Union[Sequence[Union[Numbers, None]], Mapping[str, Union[Numbers, None]]]
    # 0 to 1, in the same order or by name; 0 is not seen, missing is 1.
    confidence: Union[Numbers, Mapping[str, float]]
    # In place of points: the same moment by 2 to 16 cameras whose places are known. From takes unknown ones are calibrated: POST /v1/jobs.
    views: Sequence["FitMeasurementsFieldsObservationsKeypointsViews"]
    # One standard deviation of the points: pixels (3) or metres (0.01).
    noise: float


class FitMeasurementsFieldsObservationsVertices(TypedDict, total=False):
    """Places of vertices."""
    # Numbers of vertices of the model.
    index: Numbers
    # Where they are, metres.
    points: Numbers
    # One standard deviation, metres.
    noise: float


class FitMeasurementsFieldsObservationsOrientations(TypedDict, total=False):
    """What inertial sensors read. Alone they tell the pose, and nothing of shape and place."""
    # By the bone that each sits on (SMPL's joint that moves it, or as Xsens, TotalCapture and OpenSense call it): the quaternion x, y, z, w from its
    # own axes to the world's.
    sensors: Mapping[str, Union[Numbers, None]]
    # The same of the calibration pose. Missing: sensors are on the bones as the model's joints are, whose axes are the world's at rest.
    tpose: Mapping[str, Union[Numbers, None]]
    # The calibration pose: arms to the sides (t) or hanging (n), legs straight, hands and feet ahead.
    pose: Literal['t', 'n']
    # Which axis of the sensors' world is up.
    up: Literal['x', 'y', 'z']
    # Degrees: where the body faced in the calibration pose, about the vertical from that world's axis z (with y up), x (z up) or y (x up). From a
    # take it is found: POST /v1/jobs.
    facing: float
    # One standard deviation, degrees.
    noise: float


class FitMeasurementsFieldsObservationsCrowdViewsCamera(TypedDict, total=False):
    """Of several: with its rotation, translation and fx."""
    # Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted.
    fx: float
    # The same along y; missing: fx.
    fy: float
    # Centre of projection in pixels; missing: half the width.
    cx: float
    # The same along y; missing: half the height.
    cy: float
    # Of the picture in pixels; wanted where fx or cx is missing.
    width: float
    # Of the picture in pixels.
    height: float
    # World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up.
    rotation: Numbers
    # x_camera = rotation x_world + translation, metres.
    translation: Numbers
    # Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them.
    distortion: Numbers


class FitMeasurementsFieldsObservationsCrowdViews(TypedDict, total=False):
    # Of several: with its rotation, translation and fx.
    camera: "FitMeasurementsFieldsObservationsCrowdViewsCamera"
    # Who is in it, in any order, 64 at most: [x, y] in pixels of every keypoint in the set's order, null where it was not seen.
    figures: Sequence[Sequence[Union[Numbers, None]]]
    # Of every figure 0 to 1 a keypoint; 0 is not seen, missing is 1.
    confidence: Numbers


class FitMeasurementsFieldsObservationsCrowd(TypedDict, total=False):
    """In place of all that: several people in the pictures of one camera or several, where nobody has said who is who. The reply has people, the 16
    seen by most views first."""
    # coco17, openpose25, mediapipe33, h36m17 or another that keypoints have.
    set: str
    # What 1 to 16 cameras see at that moment.
    views: Sequence["FitMeasurementsFieldsObservationsCrowdViews"]


class FitMeasurementsFieldsObservationsCamera(TypedDict, total=False):
    """Of the picture; wanted with points of two numbers."""
    # Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted.
    fx: float
    # The same along y; missing: fx.
    fy: float
    # Centre of projection in pixels; missing: half the width.
    cx: float
    # The same along y; missing: half the height.
    cy: float
    # Of the picture in pixels; wanted where fx or cx is missing.
    width: float
    # Of the picture in pixels.
    height: float
    # World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up.
    rotation: Numbers
    # x_camera = rotation x_world + translation, metres.
    translation: Numbers
    # Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them.
    distortion: Numbers


class FitMeasurementsFieldsObservationsStart(TypedDict, total=False):
    """Where to begin, such as the fit of the frame before; without a pose in it the fit begins from nothing."""
    # Shape to begin with, or to keep.
    betas: Numbers
    # Axis-angle a joint.
    pose: Numbers
    # x, y, z, w a joint, in place of pose.
    quaternions: Numbers
    # In place of pose.
    rotations: Numbers
    # Metres.
    translation: Numbers
    # What is seen is scale times the body, then translation: 100 for points in centimetres. Missing: 1, or with fit_scale found from the points.
    scale: float


class FitMeasurementsFieldsObservationsWeights(TypedDict, total=False):
    """Of terms of what is minimised, for experiments."""
    # 0 leaves it out: places seen in space: joints, vertices, keypoints.
    points: float
    # 0 leaves it out: points of a scan: distance from their planes.
    surface: float
    # 0 leaves it out: orientations of joints in space.
    orientation: float
    # 0 leaves it out: places seen in a picture.
    picture: float
    # 0 leaves it out: the pose prior, learned from motion capture.
    pose: float
    # 0 leaves it out: joints that the prior does not know tend to the rest pose.
    rest: float
    # 0 leaves it out: knees and elbows do not bend backwards.
    bend: float
    # 0 leaves it out: joints stay within their ranges.
    ranges: float
    # 0 leaves it out: betas are normally distributed over people.
    shape: float
    # 0 leaves it out: the lowest of heels and toes stands on the floor.
    floor: float
    # 0 leaves it out: scale and focal length stay near their guess.
    camera: float
    # 0 leaves it out: limbs, trunk and head do not stand in one another.
    capsules: float


class FitMeasurementsFieldsObservations(TypedDict, total=False):
    """In place of measurements: what is seen of a person at one moment (docs/guide/fit.md)."""
    # Joint positions in metres (or any unit with fit_scale), by name or one row a joint in the model's order; null where not seen.
    joints: Union[Sequence[Union[Numbers, None]], Mapping[str, Union[Numbers, None]]]
    # One standard deviation of joints, metres of the body.
    joints_noise: float
    # What a detector of keypoints saw, in a picture or in space.
    keypoints: "FitMeasurementsFieldsObservationsKeypoints"
    # Places of vertices.
    vertices: "FitMeasurementsFieldsObservationsVertices"
    # What inertial sensors read. Alone they tell the pose, and nothing of shape and place.
    orientations: "FitMeasurementsFieldsObservationsOrientations"
    # In place of all that: several people in the pictures of one camera or several, where nobody has said who is who. The reply has people, the 16
    # seen by most views first.
    crowd: "FitMeasurementsFieldsObservationsCrowd"
    # Of the picture; wanted with points of two numbers.
    camera: "FitMeasurementsFieldsObservationsCamera"
    # Where to begin, such as the fit of the frame before; without a pose in it the fit begins from nothing.
    start: "FitMeasurementsFieldsObservationsStart"
    # The shape is known: betas of start stay as they are.
    keep_betas: bool
    # The unit of the points is not known: their size is found, and scale tells the unit. Noise and robust stay in the body's metres.
    fit_scale: bool
    # likely: the most probable body. hybrik: in closed form from the places of all joints, betas from the lengths of bones (docs/guide/fit.md).
    solver: Literal['likely', 'hybrik']
    # For hybrik: radians about each joint's bone, one a joint; 0 without them.
    twists: Numbers
    # Height at which the lowest of heels and toes stands, metres; missing: no floor.
    floor: float
    # Distance from which a point counts as a mistake (Geman-McClure), pixels, or metres of the body for points in space; 0: never. Missing: a fifth
    # of the figure's size in a picture, never in space.
    robust: float
    # Of terms of what is minimised, for experiments.
    weights: "FitMeasurementsFieldsObservationsWeights"


class FitMeasurementsFieldsTolerances(TypedDict, total=False):
    """How far from its value each measurement may be, one standard deviation; only measurements that are given."""
    # In m: one standard deviation.
    height: float
    # In kg: one standard deviation.
    mass: float
    # In m3: one standard deviation.
    volume: float
    # In kg/m2: one standard deviation.
    bmi: float
    # In m: one standard deviation.
    head_girth: float
    # In m: one standard deviation.
    neck_girth: float
    # In m: one standard deviation.
    chest_girth: float
    # In m: one standard deviation.
    underbust_girth: float
    # In m: one standard deviation.
    waist_girth: float
    # In m: one standard deviation.
    navel_girth: float
    # In m: one standard deviation.
    hip_girth: float
    # In m: one standard deviation.
    thigh_girth: float
    # In m: one standard deviation.
    knee_girth: float
    # In m: one standard deviation.
    calf_girth: float
    # In m: one standard deviation.
    ankle_girth: float
    # In m: one standard deviation.
    upper_arm_girth: float
    # In m: one standard deviation.
    elbow_girth: float
    # In m: one standard deviation.
    wrist_girth: float
    # In m: one standard deviation.
    shoulder_width: float
    # In m: one standard deviation.
    arm_length: float
    # In m: one standard deviation.
    hand_length: float
    # In m: one standard deviation.
    inside_leg_height: float
    # In m: one standard deviation.
    back_neck_to_waist: float
    # In m: one standard deviation.
    foot_length: float
    # In m: one standard deviation.
    span: float


class FitMeasurementsFields(TypedDict, total=False):
    """A body from measurements, or from what is seen of it: POST /v1/models/{id}/fit."""
    # What the body shall measure, at least one. The rest is as likely as it can be.
    measurements: "FitMeasurementsFieldsMeasurements"
    # In place of measurements: what is seen of a person at one moment (docs/guide/fit.md).
    observations: "FitMeasurementsFieldsObservations"
    # With observations, glb: the body that was found comes back as a file, base64.
    mesh: Literal['none', 'glb']
    # How far from its value each measurement may be, one standard deviation; only measurements that are given.
    tolerances: "FitMeasurementsFieldsTolerances"
    # How many betas may move; 0 means all of the model's.
    beta_count: int
    # kg/m3: the mass is the volume times it.
    density: float
    # Steps of the search, at most.
    iterations: int


class CreateJobFieldsPeopleMarkers(TypedDict, total=False):
    """Optical markers, by name or without names."""
    # One a marker, as the usual sets call them (Plug-in Gait, CMU's 41). Where fewer than six are known ("*1", "") they are found from the points, of
    # which one frame must have 12.
    names: Sequence[str]
    # A row a frame: [x, y, z] of every marker in metres, null where it was not seen.
    frames: Sequence[Sequence[Union[Numbers, None]]]


class CreateJobFieldsPeopleKeypointsCamera(TypedDict, total=False):
    """Of the picture, which stands still; wanted with points of two numbers. Without fx the picture's diagonal is taken for it."""
    # Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted.
    fx: float
    # The same along y; missing: fx.
    fy: float
    # Centre of projection in pixels; missing: half the width.
    cx: float
    # The same along y; missing: half the height.
    cy: float
    # Of the picture in pixels; wanted where fx or cx is missing.
    width: float
    # Of the picture in pixels.
    height: float
    # World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up.
    rotation: Numbers
    # x_camera = rotation x_world + translation, metres.
    translation: Numbers
    # Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them.
    distortion: Numbers


class CreateJobFieldsPeopleKeypointsViewsCamera(TypedDict, total=False):
    """With its rotation and translation, or no camera has any: then they are found from the take."""
    # Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted.
    fx: float
    # The same along y; missing: fx.
    fy: float
    # Centre of projection in pixels; missing: half the width.
    cx: float
    # The same along y; missing: half the height.
    cy: float
    # Of the picture in pixels; wanted where fx or cx is missing.
    width: float
    # Of the picture in pixels.
    height: float
    # World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up.
    rotation: Numbers
    # x_camera = rotation x_world + translation, metres.
    translation: Numbers
    # Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them.
    distortion: Numbers


class CreateJobFieldsPeopleKeypointsViews(TypedDict, total=False):
    # With its rotation and translation, or no camera has any: then they are found from the take.
    camera: "CreateJobFieldsPeopleKeypointsViewsCamera"
    # A row a frame, of the same moments in every view: [x, y] in pixels, null where it was not seen.
    frames: Sequence[Sequence[Union[Numbers, None]]]
    # A row a frame: 0 to 1 of every keypoint, 0 is not seen; missing is 1.
    confidence: Numbers


class CreateJobFieldsPeopleKeypoints(TypedDict, total=False):
    """In place of markers: a detector's keypoints, in space or in a picture."""
    # coco17, openpose25, mediapipe33, h36m17, sam3d70, webxr83, openxr70 or openxr84.
    set: str
    # A row a frame: of every keypoint in the set's order [x, y, z] in metres, or [x, y] in the pixels of a picture, all of them the one or the other;
    # null where it was not seen.
    frames: Sequence[Sequence[Union[Numbers, None]]]
    # A row a frame: 0 to 1 of every keypoint, 0 is not seen; missing is 1.
    confidence: Numbers
    # Of the picture, which stands still; wanted with points of two numbers. Without fx the picture's diagonal is taken for it.
    camera: "CreateJobFieldsPeopleKeypointsCamera"
    # In place of frames, confidence and camera: the same frames as 2 to 16 cameras see them.
    views: Sequence["CreateJobFieldsPeopleKeypointsViews"]


class CreateJobFieldsPeopleOrientations(TypedDict, total=False):
    """In place of both: what inertial sensors read. They tell nothing of shape and place: betas stay 0, and the body goes as the feet that stand say."""
    # One a sensor, by the bone that it sits on: SMPL's joint that moves it, or as Xsens, TotalCapture and OpenSense call it.
    names: Sequence[str]
    # A row a frame: of every sensor the quaternion x, y, z, w from its own axes to the world's that all of them share; null where it said nothing.
    frames: Sequence[Sequence[Union[Numbers, None]]]
    # First and last frame of the pose in which sensors are calibrated.
    calibration: Numbers
    # The calibration pose: arms to the sides (t) or hanging (n), legs straight, hands and feet ahead.
    pose: Literal['t', 'n']
    # Degrees: where the body faced in that pose, about the vertical from the sensors' axis z (with y up), x (z up) or y (x up). Missing: found from
    # how the body moves.
    facing: float
    # Degrees a minute by which headings may come to be wrong since that pose.
    drift: float


class CreateJobFieldsPeople(TypedDict, total=False):
    # Optical markers, by name or without names.
    markers: "CreateJobFieldsPeopleMarkers"
    # In place of markers: a detector's keypoints, in space or in a picture.
    keypoints: "CreateJobFieldsPeopleKeypoints"
    # In place of both: what inertial sensors read. They tell nothing of shape and place: betas stay 0, and the body goes as the feet that stand say.
    orientations: "CreateJobFieldsPeopleOrientations"


class CreateJobFieldsCrowdViewsCamera(TypedDict, total=False):
    """With its rotation and translation, or no camera has any: then they are found from one of the people. It stands still."""
    # Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted.
    fx: float
    # The same along y; missing: fx.
    fy: float
    # Centre of projection in pixels; missing: half the width.
    cx: float
    # The same along y; missing: half the height.
    cy: float
    # Of the picture in pixels; wanted where fx or cx is missing.
    width: float
    # Of the picture in pixels.
    height: float
    # World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up.
    rotation: Numbers
    # x_camera = rotation x_world + translation, metres.
    translation: Numbers
    # Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them.
    distortion: Numbers


class CreateJobFieldsCrowdViews(TypedDict, total=False):
    # With its rotation and translation, or no camera has any: then they are found from one of the people. It stands still.
    camera: "CreateJobFieldsCrowdViewsCamera"
    # A list a frame, of the same moments in every view: its figures in any order, 64 at most, each [x, y] in pixels of every keypoint in the set's
    # order, null where it was not seen. A frame may have none.
    frames: Sequence[Sequence[Sequence[Union[Numbers, None]]]]
    # A list a frame, of every figure 0 to 1 a keypoint; 0 is not seen, missing is 1.
    confidence: Numbers


class CreateJobFieldsCrowd(TypedDict, total=False):
    """In place of people: figures in the pictures of one camera or several, where nobody has said who is who. The 16 who are seen most are fitted."""
    # coco17, openpose25, mediapipe33, h36m17 or another that keypoints have.
    set: str
    # What 1 to 16 cameras saw.
    views: Sequence["CreateJobFieldsCrowdViews"]


class CreateJobFields(TypedDict, total=False):
    """A take as a job: POST /v1/jobs."""
    # Id of the body model.
    model: str
    # One standard deviation: how well points follow the body. Metres, up to 1: markers 0.005, keypoints 0.01; pixels in a picture: 3; degrees of
    # orientations: 2.
    noise: float
    # Which axis of markers is up; auto: as the file says, or as heads are over feet. Of orientations' world: auto is z. Keypoints have y.
    up: Literal['x', 'y', 'z', 'auto']
    # Of markers without names, which are stuck on: cmu, plugin-gait or plugin-gait-legs; without it the one that fits best.
    protocol: str
    # What is to be done: fit.
    kind: Literal['fit']
    # Frames a second; a file says its own.
    rate: float
    # Up to 16, each with markers, keypoints or orientations over the whole take.
    people: Sequence["CreateJobFieldsPeople"]
    # In place of people: figures in the pictures of one camera or several, where nobody has said who is who. The 16 who are seen most are fitted.
    crowd: "CreateJobFieldsCrowd"


class GetJobResultFields(TypedDict, total=False):
    """What a job made: GET /v1/jobs/{id}/result."""
    # npz is AMASS's, glb the body with an animation, bvh its skeleton's; trc, of markers, they themselves: with right names, and the body's place of
    # one where no camera saw it; without format Accept decides.
    format: Literal['json', 'npz', 'glb', 'bvh', 'trc']
    # Which of the people, from 0.
    person: int


class GetSkeletonFields(TypedDict, total=False):
    """Joints and bones: GET /v1/skeletons/{id}."""
    # Shape coefficients; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value.
    betas: Numbers


class PutSkeletonFieldsJointsLimit(TypedDict, total=False):
    """What the joint may do. Without it what its name says, and anything for a name that is no person's."""
    # free: anything; fixed: keeps its start rotation.
    kind: Literal['free', 'ball', 'hinge', 'fixed']
    # The hinge, or the axis of a ball's twist (along the bone), in the parent's frame.
    axis: Numbers
    # The first axis of the swing, at right angles to axis; without it y after x, z after y, x after z. The second one is axis cross swing_axis.
    swing_axis: Numbers
    # Of a hinge: from, to, radians.
    range: Numbers
    # Of a ball: from, to, radians.
    twist: Numbers
    # Of a ball, radians: one number is a cone's half angle, two are an ellipse's half-axes, four are from, to about the first axis and from, to about
    # the second.
    swing: Numbers
    # The swing's ranges hold one by one, not as an ellipse.
    box: bool


class PutSkeletonFieldsJoints(TypedDict, total=False):
    # 1 to 31 bytes, unique.
    name: str
    # The parent's name; null or absent: the root.
    parent: Union[str, None]
    # From the parent at rest, metres: x, y, z.
    offset: Numbers
    # What the joint may do. Without it what its name says, and anything for a name that is no person's.
    limit: "PutSkeletonFieldsJointsLimit"


class PutSkeletonFields(TypedDict, total=False):
    """Put a skeleton: PUT /v1/skeletons/{id}."""
    # Of the glTF file: one of its skins; without it all of them. Of several skeletons (a person and a sword): the person's, or the largest.
    skin: int
    # Of the glTF file: all joints, or only the bones that VRM names.
    bones: Literal['all', 'humanoid']
    # Of the BVH file; without it what its kind of file has.
    metres_per_unit: float
    # In any order, one root.
    joints: Sequence["PutSkeletonFieldsJoints"]
    # In place of joints: a BVH file's text; its hierarchy is the skeleton, its motion is not looked at.
    bvh: str
    # In place of joints: a .glb or .vrm file in base64, whose skins are the skeleton. Many problems on one: PUT /v1/skeletons/{id}.
    glb: str


class SolveIkFieldsTargets(TypedDict, total=False):
    # The joint that shall get there, by name.
    joint: str
    # Where to, model space, metres: x, y, z. At least one of position, orientation, look_at, distance, centre, keep.
    position: Numbers
    # Of the joint's frame in model space: quaternion x, y, z, w; normalised.
    orientation: Numbers
    # A point that the elbow, the knee or the chain's arch turns to.
    pole: Numbers
    # The joint that the chain starts from, whatever is wanted of the target; without it the root of the limb. For the whole body pelvis, for the
    # target's joint alone that joint.
    chain: str
    # A point that the joint's look_axis shall point to.
    look_at: Numbers
    # What looks, in the joint's own frame; any length.
    look_axis: Numbers
    # Metres that the joint shall be away from distance_from.
    distance: float
    # A joint's name or a point x, y, z.
    distance_from: Union[str, Numbers]
    # The point that the weight's middle shall be over, x, y, z (y does not count); every bone weighs as its length. joint may be absent: then what
    # the other targets turn does it.
    centre: Numbers
    # The joint shall stay as and where it is at the start.
    keep: bool
    # The joint in whose frame position and orientation stand, wherever it goes; world without it.
    frame: str
    # Importance beside the other targets where not all can be reached: weight times squared error is made small.
    weight: float
    # Between where the joint is and how it is turned, where both cannot be had (w of Zhao and Badler): squared errors of position, distance and
    # centre count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times.
    balance: float
    # 2: only as far as the targets of priority 1 are not disturbed.
    priority: int


class SolveIkFieldsJointLimits(TypedDict, total=False):
    # By name.
    joint: str
    # free: anything; fixed: keeps its start rotation.
    kind: Literal['free', 'ball', 'hinge', 'fixed']
    # The hinge, or the axis of a ball's twist (along the bone), in the parent's frame.
    axis: Numbers
    # The first axis of the swing, at right angles to axis; without it y after x, z after y, x after z. The second one is axis cross swing_axis.
    swing_axis: Numbers
    # Of a hinge: from, to, radians.
    range: Numbers
    # Of a ball: from, to, radians.
    twist: Numbers
    # Of a ball, radians: one number is a cone's half angle, two are an ellipse's half-axes, four are from, to about the first axis and from, to about
    # the second.
    swing: Numbers
    # The swing's ranges hold one by one, not as an ellipse.
    box: bool


class SolveIkFieldsJointGains(TypedDict, total=False):
    # By name.
    joint: str
    # 0 does not pull at all.
    gain: float


class SolveIkFieldsCouplingsTerms(TypedDict, total=False):
    # By name.
    joint: str
    # Which of the joint's angles; a hinge's is twist.
    angle: Literal['twist', 'swing1', 'swing2']
    # Of the angle in the sum.
    factor: float


class SolveIkFieldsCouplings(TypedDict, total=False):
    # 1 to 8 angles; the sum of factor times angle is kept to.
    terms: Sequence["SolveIkFieldsCouplingsTerms"]
    # What the sum shall be, radians.
    equals: float
    # In place of equals: what the sum may be at most, radians. At least: the same with all signs changed.
    at_most: float


class SolveIkFieldsProblemsTargets(TypedDict, total=False):
    # The joint that shall get there, by name.
    joint: str
    # Where to, model space, metres: x, y, z. At least one of position, orientation, look_at, distance, centre, keep.
    position: Numbers
    # Of the joint's frame in model space: quaternion x, y, z, w; normalised.
    orientation: Numbers
    # A point that the elbow, the knee or the chain's arch turns to.
    pole: Numbers
    # The joint that the chain starts from, whatever is wanted of the target; without it the root of the limb. For the whole body pelvis, for the
    # target's joint alone that joint.
    chain: str
    # A point that the joint's look_axis shall point to.
    look_at: Numbers
    # What looks, in the joint's own frame; any length.
    look_axis: Numbers
    # Metres that the joint shall be away from distance_from.
    distance: float
    # A joint's name or a point x, y, z.
    distance_from: Union[str, Numbers]
    # The point that the weight's middle shall be over, x, y, z (y does not count); every bone weighs as its length. joint may be absent: then what
    # the other targets turn does it.
    centre: Numbers
    # The joint shall stay as and where it is at the start.
    keep: bool
    # The joint in whose frame position and orientation stand, wherever it goes; world without it.
    frame: str
    # Importance beside the other targets where not all can be reached: weight times squared error is made small.
    weight: float
    # Between where the joint is and how it is turned, where both cannot be had (w of Zhao and Badler): squared errors of position, distance and
    # centre count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times.
    balance: float
    # 2: only as far as the targets of priority 1 are not disturbed.
    priority: int


class SolveIkFieldsProblemsJointLimits(TypedDict, total=False):
    # By name.
    joint: str
    # free: anything; fixed: keeps its start rotation.
    kind: Literal['free', 'ball', 'hinge', 'fixed']
    # The hinge, or the axis of a ball's twist (along the bone), in the parent's frame.
    axis: Numbers
    # The first axis of the swing, at right angles to axis; without it y after x, z after y, x after z. The second one is axis cross swing_axis.
    swing_axis: Numbers
    # Of a hinge: from, to, radians.
    range: Numbers
    # Of a ball: from, to, radians.
    twist: Numbers
    # Of a ball, radians: one number is a cone's half angle, two are an ellipse's half-axes, four are from, to about the first axis and from, to about
    # the second.
    swing: Numbers
    # The swing's ranges hold one by one, not as an ellipse.
    box: bool


class SolveIkFieldsProblemsJointGains(TypedDict, total=False):
    # By name.
    joint: str
    # 0 does not pull at all.
    gain: float


class SolveIkFieldsProblemsCouplingsTerms(TypedDict, total=False):
    # By name.
    joint: str
    # Which of the joint's angles; a hinge's is twist.
    angle: Literal['twist', 'swing1', 'swing2']
    # Of the angle in the sum.
    factor: float


class SolveIkFieldsProblemsCouplings(TypedDict, total=False):
    # 1 to 8 angles; the sum of factor times angle is kept to.
    terms: Sequence["SolveIkFieldsProblemsCouplingsTerms"]
    # What the sum shall be, radians.
    equals: float
    # In place of equals: what the sum may be at most, radians. At least: the same with all signs changed.
    at_most: float


_SolveIkFieldsProblemsWords = TypedDict("_SolveIkFieldsProblemsWords", {"lambda": "float"}, total=False)


class SolveIkFieldsProblems(_SolveIkFieldsProblemsWords, total=False):
    # The id of a resident model, body or motion, or of a skeleton that was put (PUT /v1/skeletons/{id}); or
    # {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}.
    skeleton: Union[str, Mapping[str, object]]
    # Shape of the model, which gives the bones their lengths.
    betas: Numbers
    # The start: one axis-angle per joint, as for meshes. Without it the rest pose.
    pose: Numbers
    # The start in place of pose: one quaternion x,y,z,w per joint.
    quaternions: Numbers
    # The start in place of pose: one 3x3 (or 6 numbers) per joint.
    rotations: Numbers
    # Moves the root from its rest position, metres.
    translation: Numbers
    # What shall be reached, 1 to 64.
    targets: Sequence["SolveIkFieldsProblemsTargets"]
    # In place of targets: where every joint is, x, y, z for each in the skeleton's order, for solver hybrik.
    joint_positions: Numbers
    # With joint_positions: radians about each joint's bone, one a joint; without them 0.
    twists: Numbers
    # With joint_positions: every bone by its two positions alone; without it bones mend what is left of those above.
    naive: bool
    # auto chooses and each target says what it was.
    solver: Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']
    # Of example: the style whose poses are likely, or two with their parts, {"walk":0.5,"crouch":0.5}: poses between them; those of the pose prior
    # are in GET /v1/models/{id}. Without it any.
    style: Union[str, Mapping[str, float]]
    # Of an attempt, at most (dls and auto: 30 when absent); limits.ik_iterations bounds it too.
    iterations: int
    # Metres and radians within which a target counts as reached.
    tolerance: float
    # Milliseconds for the problem; limits.ik_budget_ms bounds it and is the default.
    budget_ms: float
    # Joints stay within their ranges: the default ones of SMPL's and the motion skeleton's names, those of joint_limits and of the skeleton's joints.
    # A start outside is brought inside. Without the field it is true when any joint's limit is given.
    limits: bool
    # Limits in place of the default ones, by joint.
    joint_limits: Sequence["SolveIkFieldsProblemsJointLimits"]
    # Of dls: following the error, lambda, or by singular values and end effectors.
    damping: Literal['adaptive', 'constant', 'selective']
    # Pull to the natural pose with what freedom the targets leave (null space).
    rest_gain: float
    # Stiffness of single joints, times rest_gain; the others have 1.
    joint_gains: Sequence["SolveIkFieldsProblemsJointGains"]
    # What is natural: the middle of the ranges, the start pose, the rest pose.
    natural: Literal['middle', 'start', 'rest']
    # Other starts to try while the targets are not reached: 64 for dls (8 with continuity), 4 for optimize, 0 for the others. With a start pose, of
    # the poses that reach one near it is taken.
    restarts: int
    # Follow: the start is the last answer, and no joint turns faster than speed, towards another pose too where the way on from the last one ends.
    continuity: bool
    # Seconds since the last answer, for continuity.
    dt: float
    # Radians a second that a joint may turn, for continuity.
    speed: float
    # Radians that a joint may turn from the start, at most; 0.26 is 15 degrees. With continuity the smaller of it and of speed times dt.
    max_step: float
    # Pull to the start pose with what freedom the targets leave, beside rest_gain's to the natural one.
    smoothness: float
    # Targets without chain that their limb does not reach: the chain goes on to the collar, then to the spine, with move_root to the root; each
    # target of the answer says where its chain began. With continuity it is true when absent.
    grow: bool
    # What arms do that no target asks for: hang, or stay as they are at the start. When absent relaxed for a body or a motion network without a start
    # pose, else start.
    others: Literal['relaxed', 'start']
    # The root may be moved too; the answer's translation says where to.
    move_root: bool
    # So many other poses that reach the same targets, the most likely first, where there are so many; all within the same time budget. Not beside
    # continuity, max_step, solver neural or hybrik.
    alternatives: int
    # Of alternatives: radians by which some bone points otherwise in each two of them.
    apart: float
    # Linear ties between joint angles, up to 64; solver optimize heeds them.
    couplings: Sequence["SolveIkFieldsProblemsCouplings"]


_SolveIkFieldsWords = TypedDict("_SolveIkFieldsWords", {"lambda": "float"}, total=False)


class SolveIkFields(_SolveIkFieldsWords, total=False):
    """Inverse kinematics: POST /v1/ik/solve."""
    # The id of a resident model, body or motion, or of a skeleton that was put (PUT /v1/skeletons/{id}); or
    # {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}.
    skeleton: Union[str, Mapping[str, object]]
    # Shape of the model, which gives the bones their lengths.
    betas: Numbers
    # The start: one axis-angle per joint, as for meshes. Without it the rest pose.
    pose: Numbers
    # The start in place of pose: one quaternion x,y,z,w per joint.
    quaternions: Numbers
    # The start in place of pose: one 3x3 (or 6 numbers) per joint.
    rotations: Numbers
    # Moves the root from its rest position, metres.
    translation: Numbers
    # What shall be reached, 1 to 64.
    targets: Sequence["SolveIkFieldsTargets"]
    # In place of targets: where every joint is, x, y, z for each in the skeleton's order, for solver hybrik.
    joint_positions: Numbers
    # With joint_positions: radians about each joint's bone, one a joint; without them 0.
    twists: Numbers
    # With joint_positions: every bone by its two positions alone; without it bones mend what is left of those above.
    naive: bool
    # auto chooses and each target says what it was.
    solver: Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']
    # Of example: the style whose poses are likely, or two with their parts, {"walk":0.5,"crouch":0.5}: poses between them; those of the pose prior
    # are in GET /v1/models/{id}. Without it any.
    style: Union[str, Mapping[str, float]]
    # Of an attempt, at most (dls and auto: 30 when absent); limits.ik_iterations bounds it too.
    iterations: int
    # Metres and radians within which a target counts as reached.
    tolerance: float
    # Milliseconds for the problem; limits.ik_budget_ms bounds it and is the default.
    budget_ms: float
    # Joints stay within their ranges: the default ones of SMPL's and the motion skeleton's names, those of joint_limits and of the skeleton's joints.
    # A start outside is brought inside. Without the field it is true when any joint's limit is given.
    limits: bool
    # Limits in place of the default ones, by joint.
    joint_limits: Sequence["SolveIkFieldsJointLimits"]
    # Of dls: following the error, lambda, or by singular values and end effectors.
    damping: Literal['adaptive', 'constant', 'selective']
    # Pull to the natural pose with what freedom the targets leave (null space).
    rest_gain: float
    # Stiffness of single joints, times rest_gain; the others have 1.
    joint_gains: Sequence["SolveIkFieldsJointGains"]
    # What is natural: the middle of the ranges, the start pose, the rest pose.
    natural: Literal['middle', 'start', 'rest']
    # Other starts to try while the targets are not reached: 64 for dls (8 with continuity), 4 for optimize, 0 for the others. With a start pose, of
    # the poses that reach one near it is taken.
    restarts: int
    # Follow: the start is the last answer, and no joint turns faster than speed, towards another pose too where the way on from the last one ends.
    continuity: bool
    # Seconds since the last answer, for continuity.
    dt: float
    # Radians a second that a joint may turn, for continuity.
    speed: float
    # Radians that a joint may turn from the start, at most; 0.26 is 15 degrees. With continuity the smaller of it and of speed times dt.
    max_step: float
    # Pull to the start pose with what freedom the targets leave, beside rest_gain's to the natural one.
    smoothness: float
    # Targets without chain that their limb does not reach: the chain goes on to the collar, then to the spine, with move_root to the root; each
    # target of the answer says where its chain began. With continuity it is true when absent.
    grow: bool
    # What arms do that no target asks for: hang, or stay as they are at the start. When absent relaxed for a body or a motion network without a start
    # pose, else start.
    others: Literal['relaxed', 'start']
    # The root may be moved too; the answer's translation says where to.
    move_root: bool
    # So many other poses that reach the same targets, the most likely first, where there are so many; all within the same time budget. Not beside
    # continuity, max_step, solver neural or hybrik.
    alternatives: int
    # Of alternatives: radians by which some bone points otherwise in each two of them.
    apart: float
    # Linear ties between joint angles, up to 64; solver optimize heeds them.
    couplings: Sequence["SolveIkFieldsCouplings"]
    # Many at once. Fields beside it are shared; a problem's own fields win.
    problems: Sequence["SolveIkFieldsProblems"]
    # glb: the posed body comes back with each solution, base64.
    mesh: Literal['none', 'glb']


class RolloutMotionFieldsScript(TypedDict, total=False):
    # The stick: x, z; x is to the left of forward z. Longer than 1 counts as 1: [1,1] is as fast as [0,1].
    move: Numbers
    # What move and look are measured in; camera's forward is `camera_yaw`.
    axes: Literal['world', 'character', 'camera']
    # Where the camera looks: radians about +Y, 0 is +Z.
    camera_yaw: float
    # A direction x, z to face when strafing; null: none.
    look: Union[Numbers, None]
    # auto walks, and jogs or runs when `speed` asks for it.
    gait: Literal['auto', 'walk', 'jog', 'run', 'crouch']
    # Metres a second at full stick; 0 is the gait's own.
    speed: float
    # 0 faces where it goes, 1 where it looks; 0 to 1, true is 1.
    strafe: Union[float, bool]
    # One jump for each change from false to true.
    jump: bool
    # Follows the stick sooner, at some cost in sliding feet.
    responsive: bool
    # Seconds from the start; entries stand in the order of their times.
    t: float


class RolloutMotionFieldsPursue(TypedDict, total=False):
    """In place of script: the stick points along a path."""
    # Points x, z in the world, 1 to 512.
    path: Numbers
    # Go round for ever.
    closed: bool
    # The path's only point is a place, and the way there is found, round the scene's walls, seats and steps. Where there is none the event
    # unreachable is said.
    round: bool
    # How far ahead on the path it aims, metres; 0: 0.75 walking, 1.2 faster.
    lookahead: float
    # Metres a second; 0 is the gait's own.
    speed: float
    # Metres; more than 0: from one random place to another for ever, within so much of the path's only point.
    wander: float
    # Metres that it keeps from the middles of the session's others where it can, going round them or waiting; 0: it heeds nobody. 1 for people who
    # walk.
    space: float
    # As an input's.
    gait: Literal['auto', 'walk', 'jog', 'run', 'crouch']


class RolloutMotionFieldsFollow(TypedDict, total=False):
    """In place of script: the controller follows a path and stops at its end."""
    # Points x, z in the world, 1 to 512.
    path: Numbers
    # Go round for ever.
    closed: bool
    # The path's only point is a place, and the way there is found, round the scene's walls, seats and steps. Where there is none the event
    # unreachable is said.
    round: bool
    # How far ahead on the path it aims, metres; 0: 0.75 walking, 1.2 faster.
    lookahead: float
    # Metres a second; 0 is the gait's own.
    speed: float
    # Metres; more than 0: from one random place to another for ever, within so much of the path's only point.
    wander: float
    # Metres that it keeps from the middles of the session's others where it can, going round them or waiting; 0: it heeds nobody. 1 for people who
    # walk.
    space: float
    # As an input's.
    gait: Literal['auto', 'walk', 'jog', 'run', 'crouch']


class RolloutMotionFieldsRandom(TypedDict, total=False):
    """In place of script: orders by chance, from seed."""
    # play: what people do; stick: new directions, flips, spins and jumps at random.
    kind: Literal['play', 'stick']


class RolloutMotionFieldsReach(TypedDict, total=False):
    # Which hand.
    joint: Literal['left_hand', 'right_hand']
    # x, y, z of the wrist, metres. Not needed to let go.
    target: Numbers
    # root: target and normal go along, in the root's frame.
    anchor: Literal['world', 'root']
    # How much of the way; 0 lets go.
    weight: float
    # From letting go to being there, and back.
    seconds: float
    # Out of a surface at the target: the palm is laid on it.
    normal: Numbers
    # With normal: the hand goes along the surface with its figure, at the target's height.
    slide: bool
    # Seconds from the start; entries stand in the order of their times.
    t: float


class RolloutMotionFieldsGaze(TypedDict, total=False):
    # x, y, z that head and neck turn to; without it they are let go of.
    point: Numbers
    # root: the point goes along, in the root's frame.
    anchor: Literal['world', 'root']
    # How much of the turn.
    weight: float
    # From letting go to looking there, and back.
    seconds: float
    # Seconds from the start; entries stand in the order of their times.
    t: float


class RolloutMotionFieldsSit(TypedDict, total=False):
    # x, z of the seat, where the middle of the hips comes to. Without it who sits stands up.
    seat: Numbers
    # Of the chair and of who sits on it: radians about +Y, 0 is +Z.
    facing: float
    # Metres of the seat over the ground before it.
    height: float
    # From standing before the chair to sitting, and back.
    seconds: float
    # Metres that it keeps on its way from the middles of the stream session's others, as `follow` does; less where it has less left to go. A roll-out
    # has no others.
    space: float
    # Seconds from the start; entries stand in the order of their times.
    t: float


class RolloutMotionFieldsControl(TypedDict, total=False):
    """The controller's constants, for this motion."""
    # What all others are when they are not given: ours, the original demo's, or those with the paper's equation 9.
    preset: Literal['posed', 'original', 'paper']
    # m/s at full stick, walking
    walk_speed: float
    # m/s, jogging
    jog_speed: float
    # m/s, running
    run_speed: float
    # of the walking speed, crouched
    crouch_scale: float
    # of the speed, moving sideways or backwards
    side_scale: float
    # m/s sideways, however fast is asked for
    side_most: float
    # m/s backwards, likewise
    back_most: float
    # m/s backwards on ground that is not level
    back_rough: float
    # m/s backwards that a network goes itself; what is faster is played faster (playback.h)
    back_own: float
    # of a slope on which a walk goes at half its speed; 0: at all of it
    steep: float
    # m/s with the gait walk or crouch
    walk_most: float
    # m/s: a slower goal moves at this speed
    speed_least: float
    # m/s: from here on the gait is jog
    jog_from: float
    # of the stick: below it stands
    dead_zone: float
    # m/s of the wanted velocity: under it the gait is stand
    stand_under: float
    # rad/s: how fast the wanted direction and facing may turn (688 degrees)
    turn_limit: float
    # of turn_limit, jogging
    turn_limit_jog: float
    # part of the speed that is left when turned back
    turn_slow: float
    # of its rate: so much faster a network's turn is made, far off the wanted facing
    turn_gain: float
    # rad off: from here on, and all of it from twice this
    turn_gain_from: float
    # rad: a start within this of the facing is responsive (30 degrees)
    start_ahead: float
    # s: for so long
    start_time: float
    # a frame: wanted velocity
    mix_velocity: float
    # a frame: wanted facing
    mix_facing: float
    # a frame: strafe
    mix_strafe: float
    # a frame: crouch
    mix_crouch: float
    # a frame: rate at which it is played
    mix_rate: float
    # a frame: gait weights of now
    mix_gait: float
    # a frame: fed-back joints, from previous + velocity to the network's
    mix_joints: float
    # a frame: the same while the goal is calm
    mix_joints_steady: float
    # s that it has to be calm for that
    steady_time: float
    # of the planted toe's slip: off the root's step while the goal is calm
    root_follow: float
    # a frame: that slip
    mix_follow: float
    # w_i of positions
    bias_position: float
    # strafing
    bias_position_strafe: float
    # responsive
    bias_position_responsive: float
    # w_i of facings
    bias_facing: float
    # strafing
    bias_facing_strafe: float
    # responsive
    bias_facing_responsive: float
    # responsive and strafing
    bias_facing_responsive_strafe: float
    # w_i is 1 - (1 - t)^bias as in the demo at 0, t^bias as in the paper (eq. 9) at 1
    blend_ease: float
    # of an area's amount as the depth of the hips: 1; as the label of the gait: 0
    crouch_depth: float
    # m from a wall: within it the gait bump of a sample rises to 1 at the wall
    bump_near: float
    # slope that the ground beside the way has to either side at most, as a network sees it
    side_steep: float
    # s = (1 - stand)^this scales the root's motion
    stand_power: float
    # part of the phase change that standing leaves
    phase_floor: float
    # rad off the facing wanted: a standing character turns, s = 1
    turn_on_spot: float
    # s: the jump label is 1 for this long to each side of take-off
    jump_half: float
    # s: and falls over this
    jump_fall: float
    # 1/s: how fast the goal is turned against going astray
    steer_gain: float
    # rad: at most by this
    steer_most: float
    # 1/s: how fast the goal is scaled against going too fast or too slow
    speed_gain: float
    # at most by this part
    speed_most: float
    # m that the root keeps from a wall's side: arms and feet reach so far
    wall_keep: float
    # s that a goal is steady before it is corrected
    settle: float
    # contact from which on a foot is locked
    lock_contact: float
    # m over its place on the ground: a higher joint is not locked
    lock_height: float
    # m: the same on ground that is not flat
    lock_height_rough: float
    # m/s along the ground: a faster heel or toe is not locked
    lock_speed: float
    # contact under which it is released
    release_contact: float
    # frames: ... or will be in so many, at the rate at which it falls
    release_ahead: float
    # frames: the same, jogging or strafing
    release_ahead_jog: float
    # frames before its leg runs short that a foot is let go which the network has elsewhere; 0: never
    strained: float
    # m: a foot that the network has further away is released
    lock_reach: float
    # a frame: how a locked joint sinks to its height
    lock_sink: float
    # 1/s: w of a released foot's offset
    release_rate: float
    # 1/s: w of the spring in which a foot rises over ground that is ahead
    lift_rise: float
    # 1: a knee that the network has straight, or bent backwards, bends about its hinge
    knee_hinge: float
    # a frame: what is left of the lift over ground
    lift_fall: float
    # m over its height that the ball of a foot passes over the ground at, or more, going fast
    clearance: float
    # of what a leg has left to its length, before a planted foot's heel rises
    leg_stretch: float
    # the same, jogging; under 0 a knee keeps more than its bend
    leg_stretch_jog: float
    # 1/s: w of the spring in which hips go down for a leg; 0: at once
    drop_fall: float
    # a frame: how hips come up again
    drop_rise: float
    # so much more a walk's knees bend and straighten than the network's, which are means
    walk_knees: float
    # so much more a steady jog's hips rotate about the vertical, likewise
    jog_hips: float
    # m: so far over the network's a walk's hips are
    walk_rise: float
    # rad: how far a forearm bends between elbow and wrist at most
    forearm_limit: float
    # rad: how far wrists and fingers turn at most
    hand_limit: float
    # rad/s: how fast they turn against what they hang on at most (516 degrees)
    hand_speed: float
    # rad/s a frame: how the speed of collars, arms and forearms changes at most (74 degrees)
    arm_change: float
    # 1/s: w of what they are behind then
    arm_rate: float
    # rad/s a frame: how the speed of ankles changes at most on ground that is not flat (189 degrees)
    ankle_change: float
    # 1/s: w of what they are behind then
    ankle_rate: float
    # of each style by which the style wavers from stride to stride
    vary_style: float
    # of the speed, likewise
    vary_pace: float
    # of the rate of the phase, likewise
    vary_phase: float
    # s of a breath, standing
    idle_breath: float
    # rad: the chest rises by this
    idle_chest: float
    # m: the hips go to and fro sideways, feet planted
    idle_sway: float
    # rad: the hips turn to and fro over planted feet, the trunk with them
    idle_twist: float
    # rad: the head looks to either side
    idle_head: float
    # part of what the head does that is left when moving
    idle_moving: float


class RolloutMotionFields(TypedDict, total=False):
    """A motion from a script: POST /v1/motions/rollout."""
    # json: rotations, places and contacts of every frame; bvh: the network's joints; glb: the body in motion; npz: AMASS-like poses and trans;
    # measure: npz of joints, contacts and orders; vrma: a VRM animation. Wins over Accept.
    format: Literal['json', 'bvh', 'glb', 'npz', 'measure', 'vrma']
    # glb and bvh of our own body or bones: what joints are called: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr
    # (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD), or smpl: as they are. Joints that a set has not keep their names; rotations stay as they
    # are.
    names: Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']
    # glb of a dressed body only: in place of the morph target blink, lids that blink animate eyeBlinkLeft and eyeBlinkRight: the model's expressions
    # as morph targets by name, ARKit's 52 blend shapes and 14 visemes of person; layers that lie on the skin go with them.
    face: bool
    # glb of a body only; chosen for this motion: so many morph targets in place of the model's pose blend shapes, which a skin cannot hold, with
    # their weights in the pose or in every frame. The mesh's extras (correctives) have the map from joint rotations to weights and what is missing,
    # in millimetres. At most nine for each joint that has them: 207 in the shipped models of 24 joints.
    correctives: int
    # glb only: names of GET /v1/wardrobe, comma separated or a list of them, or none. Without it a model that the wardrobe is of is dressed in its
    # standard outfit, or in what the person of `random` wears; eyes, brows, lashes and teeth come along unless it is none.
    wear: Union[str, Sequence[str]]
    # glb only: clothes and colours of the person of that seed, on whatever body; without it those of `random`.
    look: int
    # glb only: tone of the skin, from 0, the darkest, to 1.
    skin: float
    # glb only: of hair and brows.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # glb only: colour of the eyes.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']
    # Id of the motion network or matching database; without it the default one.
    model: str
    # What moves it: a network, a matching database, or auto: frames of the database where it starts to walk or walks straight ahead on level ground,
    # the network else.
    motion: Literal['network', 'matching', 'auto']
    # How long; limits.rollout_seconds bounds it too.
    seconds: float
    # Of random, a whole number.
    seed: float
    # Ground, walls, areas, or the id of a scene that was put; without it flat and empty.
    scene: Union[str, Mapping[str, object]]
    # Where it starts: x, z, metres.
    position: Numbers
    # Which way: radians about +Y, 0 faces +Z, pi/2 faces +X.
    facing: float
    # Whose motion it has: a name of the network's `styles`, or parts of several, 0 to 1 each; `{}` is the mean of all people. Without it the
    # network's default.
    style: Union[str, Mapping[str, float]]
    # 0: nothing of its own. Any other number is somebody: a mix of styles, a pace, a rhythm of glances.
    variation: int
    # Orders: an input each, with a time t in seconds. A field holds until it is given again.
    script: Sequence["RolloutMotionFieldsScript"]
    # In place of script: the stick points along a path.
    pursue: "RolloutMotionFieldsPursue"
    # In place of script: the controller follows a path and stops at its end.
    follow: "RolloutMotionFieldsFollow"
    # In place of script: orders by chance, from seed.
    random: "RolloutMotionFieldsRandom"
    # Hands that reach, whatever moves the figure: the stream's message of that name, each with a time t.
    reach: Sequence["RolloutMotionFieldsReach"]
    # Head and neck turn to points: as the stream's message look, each with a time t.
    gaze: Sequence["RolloutMotionFieldsGaze"]
    # Chairs: the figure goes there, turns and sits down, or stands up; the stream's message of that name, each with a time t.
    sit: Sequence["RolloutMotionFieldsSit"]
    # The controller's constants, for this motion.
    control: "RolloutMotionFieldsControl"
    # How the network's weights are blended over the phase.
    mode: Literal['cubic', 'fast', 'linear', 'constant']
    # Body model that moves, for glb and npz; "none": bare bones in glb.
    body: str
    # In place of body: the id of a character that was put (PUT /v1/characters/{id}), for glb and bvh.
    character: str
    # Shape of the body.
    betas: Numbers
    # Soft tissue follows the motion, in glb (animated morphs) and npz (dmpls); for models with soft-tissue directions (soft_dynamics is not none).
    soft: bool
    # Breaths a minute, in the same; 0: none. DMPL has no direction of breathing.
    breathing: float


class PutCharacterFields(TypedDict, total=False):
    """Put a character: PUT /v1/characters/{id}."""
    # Joints of bones where they are not found: BONE=JOINT, with a comma between; BONE= leaves it out. Of template=person alone.
    match: str
    # What body it is. An animal takes the animations of others of its template (POST /v1/characters/{id}/clip); roll-outs and streams move people.
    template: Literal['person', 'quadruped', 'bird', 'spider']


class MakeCharacterClipFields(TypedDict, total=False):
    """A motion on a character: POST /v1/characters/{id}/clip."""
    # Which of a .glb's: its name, or its number from 0 on. Without it the first that moves a joint.
    animation: str
    # Frames a second of the result.
    rate: float
    # Of an npz: the body model that its trans and betas are of, onto whose joints it is read. Without it the default body model.
    model: str
    # Of an npz: the axis that is up. Without it z, as in AMASS, or the axis that the person stands along; Posed-Warning says so when it is not z.
    up: Literal['x', 'y', 'z', '-x', '-y', '-z']
    # Of an npz: its coordinates are a camera's, x right, y down and z away from it.
    camera: bool
    # Of an npz: the unit of its rotations. Without it radians; a file that looks like degrees is refused.
    angles: Literal['radians', 'degrees']
    # Metres per unit of the trans of an npz. Without it metres; a trans that can only be in another unit is refused with that unit.
    unit: float


class RigMeshFields(TypedDict, total=False):
    """Rig a mesh: POST /v1/rig."""
    # The rigged file, or the report as JSON with the file in base64. Missing: by Accept.
    format: Literal['glb', 'json']
    # Where parts of the body are: one or more of chin, left_wrist, right_wrist, left_elbow, right_elbow, left_knee, right_knee, groin, each as
    # NAME=X,Y,Z in the file's coordinates, with a semicolon between.
    markers: str
    # What body it is. Others than a person's get that plan's joints by the shape of the solid alone (Pinocchio's way); a bird's wings must be spread.
    template: Literal['person', 'quadruped', 'bird', 'spider']
    # Which axis of the file is up. Missing or auto: found from the shape; the report has what was found.
    up: Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']
    # Where in the file's axes who stands there looks. Missing or auto: found from the shape, any direction.
    facing: Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']
    # How vertices are weighed: by a learned network, by the fitted template, by heat along the bones (Baran, Popovic 2007), three quarters and a
    # quarter of the last two (mix), by 1 / d^4 of the distance to the bones, straight or inside of the solid (geodesic). Missing or auto: .85 learned
    # and .15 heat for a person (mix where the server has no network), heat for others, who have no template.
    weights: Literal['auto', 'learned', 'mix', 'template', 'heat', 'distance', 'geodesic']
    # With format json: a PNG of the mesh with its joints, front and left.
    picture: bool
    # A file that has a skeleton is rigged anew; its skins and animations are dropped.
    replace: bool


class GetSceneFields(TypedDict, total=False):
    """A scene: GET /v1/scenes/{id}."""
    # With every height of the ground.
    heights: bool


class PutSceneFieldsGround(TypedDict, total=False):
    """Made from a seed, or given as heights; without it flat at 0."""
    # Ground made from a seed.
    kind: Literal['flat', 'map', 'rolling', 'hills', 'rocky', 'steps', 'beams', 'gaps', 'ramp', 'ridges']
    # Of the made ground, a whole number.
    seed: float
    # Metres, of the made ground.
    side: float
    # Of its steep places, degrees; 0: the kind's own.
    slope_deg: float
    # Which way stairs, ridges, ramps and bars rise, degrees; 0: +z.
    yaw_deg: float
    # Metres between two heights.
    cell: float
    # Given ground, metres: rows along +z of columns along +x, 2 to 4096 of each.
    heights: Numbers
    # Where its first corner is; without it the middle is at 0.
    x: float
    # Where its first corner is; without it the middle is at 0.
    z: float


_PutSceneFieldsWallsWords = TypedDict("_PutSceneFieldsWallsWords", {"from": "Numbers"}, total=False)


class PutSceneFieldsWalls(_PutSceneFieldsWallsWords, total=False):
    # The other end.
    to: Numbers
    # To each side, metres.
    width: float


class PutSceneFieldsJumps(TypedDict, total=False):
    # The middle: x, z.
    at: Numbers
    # Metres.
    radius: float
    # Metres around it over which the wish to jump fades.
    falloff: float


class PutSceneFieldsCrouches(TypedDict, total=False):
    # The middle: x, z.
    at: Numbers
    # Along x and along z, metres.
    size: Numbers
    # How deep: 0 upright, 1 fully crouched, 0.5 with the hips half of the way down. Fades out over 1 m around the box. The deepest of several areas
    # and of the input counts.
    amount: float
    # Metres: the amount varies with the place's x, by the factor 1 - (sin(x/wave) + 1)/2, as under the original demo's bars; 0: as deep everywhere.
    wave: float


_PutSceneFieldsBeamsWords = TypedDict("_PutSceneFieldsBeamsWords", {"from": "Numbers"}, total=False)


class PutSceneFieldsBeams(_PutSceneFieldsBeamsWords, total=False):
    # The other end.
    to: Numbers
    # To each side, metres.
    width: float


class PutSceneFieldsSeats(TypedDict, total=False):
    # The middle: x, z.
    at: Numbers
    # Of who sits on it: radians about +Y, 0 is +Z.
    facing: float
    # Across that, metres.
    width: float
    # Along it, metres.
    depth: float


class PutSceneFields(TypedDict, total=False):
    """Put a scene: PUT /v1/scenes/{id}."""
    # Of a heightmap: metres between two heights.
    cell: float
    # Of a PNG: the height of white, metres.
    scale: float
    # Of raw float32: how many heights a row has.
    columns: int
    # Where a heightmap's first corner is; without it the middle is at 0.
    x: float
    # Likewise.
    z: float
    # Made from a seed, or given as heights; without it flat at 0.
    ground: "PutSceneFieldsGround"
    # Segments that nobody passes.
    walls: Sequence["PutSceneFieldsWalls"]
    # Discs in which a figure jumps.
    jumps: Sequence["PutSceneFieldsJumps"]
    # Boxes in which the character crouches.
    crouches: Sequence["PutSceneFieldsCrouches"]
    # Bars on which it keeps its balance.
    beams: Sequence["PutSceneFieldsBeams"]
    # Chairs, stools and benches that who is on the way to a seat goes round. They hold nobody off.
    seats: Sequence["PutSceneFieldsSeats"]


# -- what replies hold


class _RemarkAlways(TypedDict):
    # RFC 6901 JSON pointer to the place in the request's body; for a query parameter, to where the field would stand in a body.
    pointer: str
    # The value found, and what is allowed or usual.
    detail: str


class Remark(_RemarkAlways, total=False):
    """Remark about one place of the request."""
    # Name of the query parameter, when the value came from the query.
    parameter: str


class _ProblemAlways(TypedDict):
    # Kind of problem as a URI; always about:blank, since the status says what kind it is.
    type: str
    # HTTP status in words.
    title: str
    # HTTP status code of the reply.
    status: int
    # First of the errors, with its place.
    detail: str
    # Errors found in the request, eight at most.
    errors: List["Remark"]


class Problem(_ProblemAlways, total=False):
    """RFC 9457 problem details: errors of a request."""
    # Id of the request, which the header X-Request-Id and the log have too.
    request_id: str


class Status(TypedDict):
    """State of the daemon."""
    # State of the daemon: ok when it answers, ready when it takes work.
    status: Literal['ok', 'ready']


class Version(TypedDict):
    """Version of the program."""
    # Name of the program: posed.
    name: str
    # Version of the program.
    version: str
    # Commit that the program was built from; empty for a build outside a repository.
    commit: str
    # Version of the HTTP interface, which is the first segment of its paths.
    api: str
    # Optional features that this build has.
    features: List[str]
    # Values that `format` takes, over all routes.
    formats: List[str]
    # Instruction set of the kernels chosen for this processor.
    kernels: str


class _ModelSummaryAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['body', 'motion', 'pose-prior', 'pose-network', 'matching', 'wardrobe', 'mhr', 'rig-start', 'rig-weights']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str


class ModelSummary(_ModelSummaryAlways, total=False):
    """Summary of a model."""
    # Gender of a body model: neutral, female or male.
    gender: str


class ModelList(TypedDict):
    """List of the models that the daemon serves."""
    # Models in the order of the configuration.
    models: List["ModelSummary"]


class KeypointCounts(TypedDict):
    """Number of keypoints on the skin, by kind."""
    # Number of keypoints of the body: nose, eyes, ears, toes, heels, finger tips.
    body: int
    # Number of landmarks inside the face.
    face: int
    # Number of landmarks on the outline of the face.
    contour: int


class _BodyModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['body']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Gender that the file gives: neutral, female or male.
    gender: str
    # Number of vertices, V.
    vertex_count: int
    # Number of joints, K.
    joint_count: int
    # Number of shape coefficients, B.
    beta_count: int
    # Number of triangles.
    face_count: int
    # Number of soft-tissue coefficients; 0 when the model has none.
    soft_tissue_count: int
    # Source of the soft tissue's motion when `soft` is true: learned (with the model), oscillators (derived from directions that came without
    # dynamics, as those of DMPL do) or none.
    soft_dynamics: str
    # Count of the numbers that drive the pose blend shapes.
    pose_feature_count: int
    # Number of expression coefficients (SMPL-X, FLAME); 0 when the model has none.
    expression_count: int
    # Number of principal components of a hand's pose; 0 when the model has none.
    hand_component_count: int
    # Names of the parts by which a pose may be given.
    pose_parts: List[str]
    # Names of the expressions that have one, in the order of their coefficients.
    expression_names: List[str]
    # Number of keypoints on the skin that replies may add behind the joints, by kind.
    keypoint_counts: "KeypointCounts"
    # Names of the keypoints on the skin, in the order of replies.
    keypoint_names: List[str]
    # Names of the joints, in the order of poses.
    joint_names: List[str]
    # Index of each joint's parent; -1 for the root.
    parents: List[int]
    # Rest positions of the mean body's joints, in metres.
    rest_joints: List["Vector"]
    # Measurements that `measure` and `fit` know, by name.
    measurements: "Definitions"
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class BodyModel(_BodyModelAlways, total=False):
    """Body model."""
    # Largest absolute value of each beta among the bodies that the model was learned from.
    beta_limits: List[float]
    # Populations that `random`, `height`, `percentile` and the like draw people from; absent when the model has none.
    populations: List[str]


class _MotionModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['motion']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of joints of the network's skeleton.
    joint_count: int
    # Length of the network's input vector.
    input_count: int
    # Number of units of a hidden layer.
    hidden_count: int
    # Length of the network's output vector.
    output_count: int
    # Number of samples of the trajectory window.
    window_samples: int
    # Number of frames between two samples of the trajectory window.
    window_step: int
    # Frames a second that the network was trained on.
    frame_rate: float
    # Names of the gaits, in the order of gait weights.
    gaits: List[str]
    # Names of the captured people, for `style` of scripts and of spawn; empty when the network does not tell people apart.
    styles: List[str]
    # Names of the joints, in the order of rotations.
    joint_names: List[str]
    # Index of each joint's parent; -1 for the root.
    parents: List[int]
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class MotionModel(_MotionModelAlways, total=False):
    """Motion network."""
    # Offset of each joint from its parent, in metres; absent when the file has none.
    offsets: List["Vector"]


class PosePrior(TypedDict):
    """Pose prior."""
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['pose-prior']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of joints of the poses.
    joint_count: int
    # Length of the vector that describes a pose.
    number_count: int
    # Number of components of the mixture.
    component_count: int
    # Number of principal directions of each component.
    direction_count: int
    # Values that `style` of an IK request takes.
    styles: List[str]
    # Names of the joints, in the order of poses.
    joint_names: List[str]
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class PoseNetwork(TypedDict):
    """Pose network."""
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['pose-network']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of joints of the poses.
    joint_count: int
    # Length of the network's input vector.
    input_count: int
    # Number of units of a hidden layer.
    hidden_count: int
    # Number of residual blocks.
    block_count: int
    # Names of the joints whose targets the network takes.
    trackers: List[str]
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class _MatchingModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['matching']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of joints of the database's skeleton.
    joint_count: int
    # Number of poses in the file.
    frame_count: int
    # Frames a second of the captured motion.
    frame_rate: float
    # Number of clips of captured motion.
    clip_count: int
    # Number of variants of the clips: as captured, mirrored, bent, slower.
    copy_count: int
    # Number of frames of all variants, which are searched.
    entry_count: int
    # Length of the feature vector that a frame is found by.
    feature_count: int
    # Names of the gaits, in the order of gait weights.
    gaits: List[str]
    # Names of the joints, in the order of rotations.
    joint_names: List[str]
    # Index of each joint's parent; -1 for the root.
    parents: List[int]
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class MatchingModel(_MatchingModelAlways, total=False):
    """Motion-matching database."""
    # Offset of each joint from its parent, in metres.
    offsets: List["Vector"]


class WardrobeModel(TypedDict):
    """Wardrobe model."""
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['wardrobe']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of items: garments, hair and parts of faces.
    item_count: int
    # Number of pictures that the items share.
    texture_count: int
    # Name of the body model that the items are made for.
    body_model: str
    # Names of the items, which `wear` takes.
    items: List[str]
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class MhrModel(TypedDict):
    """MHR model."""
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['mhr']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of vertices, V.
    vertex_count: int
    # Number of joints, K.
    joint_count: int
    # Number of triangles.
    face_count: int
    # Length of `model_parameters`.
    parameter_count: int
    # Length of `identity_coeffs`.
    identity_count: int
    # Length of `face_expr_coeffs`.
    expression_count: int
    # True when the file has both layers of the pose correctives.
    has_correctives: bool
    # Names of the parameters, in the order of `model_parameters`.
    parameter_names: List[str]
    # Lowest and highest usual value of each parameter, or null. Requests are not clamped to them.
    parameter_limits: List[Union[List[float], None]]
    # Names of the parameters that are lengths of the body rather than its pose.
    scale_parameters: List[str]
    # Names of the joints, in the order of replies.
    joint_names: List[str]
    # Index of each joint's parent; -1 for the root.
    parents: List[int]
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class RigStart(TypedDict):
    """Learned start of automatic rigging."""
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['rig-start']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of joints that the model finds.
    joint_count: int
    # Count of the depth-map values that joints are found from.
    map_numbers: int
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class RigWeights(TypedDict):
    """Learned skin weights of automatic rigging."""
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['rig-weights']
    # True for the default model of its kind.
    default: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes.
    resident_bytes: int
    # 64-bit hash of the model's content, in hexadecimal.
    content_hash: str
    # Number of joints that the model gives weights for.
    joint_count: int
    # Number of the network's weights.
    number_count: int
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class WardrobeItem(TypedDict):
    """Garment, hair or part of a face."""
    # Name of the item, which `wear` takes.
    name: str
    # Slot of the item: a body wears at most one item of a slot.
    slot: str
    # Description of what the item looks like.
    about: str
    # Files that the item was learned from, with their licence.
    source: str
    # Number of the item's vertices in a GLB.
    vertex_count: int
    # Number of triangles.
    face_count: int
    # Number of skin vertices that the item covers; skin triangles that touch one are left out.
    hidden_vertices: int
    # True when the item is worn unless a request says otherwise.
    standard: bool


class Wardrobe(TypedDict):
    """Items that bodies may wear."""
    # Name of the body model that the items are made for.
    model: str
    # Licence of the items.
    licence: str
    # Account of how the items were made.
    provenance: str
    # Credits that the sources of the items ask for.
    credits: str
    # Items that `wear` takes by name.
    items: List["WardrobeItem"]


class Reloaded(TypedDict):
    """Confirmation that a model's file was read again."""
    # Id of the model that was reloaded.
    id: str
    # Always true: the file was read again.
    reloaded: bool


class Faces(TypedDict):
    """Triangles of a model."""
    # Id of the body model.
    model: str
    # Axes and unit of the coordinates.
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Metres in one unit of the coordinates: 1 except for unreal.
    metres_per_unit: float
    # Number of triangles.
    face_count: int
    # Vertex indices, three a triangle, in one flat list.
    faces: List[int]


class BodyArrays(TypedDict, total=False):
    """Arrays of one body."""
    # Shape coefficients of a person who was asked for by seed, measures or age.
    betas: List[float]
    # Gender and age of that person.
    person: "Person"
    # Vertex positions, V x 3 in one flat list, in the reply's unit.
    vertices: List[float]
    # Joint positions in the model's order, in the reply's unit.
    joints: List["Vector"]
    # Vertex normals of length 1, V x 3 in one flat list.
    normals: List[float]


class Person(TypedDict):
    """Gender and age of a person."""
    # Gender of the person.
    gender: Literal['neutral', 'female', 'male']
    # Age in years: the one asked for, or the likeliest for the other measures.
    age: float


class Found(TypedDict, total=False):
    """Person with shape coefficients."""
    # Shape coefficients of a person who was asked for by seed, measures or age.
    betas: List[float]
    # Gender and age of that person.
    person: "Person"


class _BodiesAlways(TypedDict):
    # Id of the body model.
    model: str
    # Axes and unit of the coordinates.
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Metres in one unit of the coordinates: 1 except for unreal.
    metres_per_unit: float
    # Bodies in the request's order, each with the arrays that `include` names.
    bodies: List["BodyArrays"]


class Bodies(_BodiesAlways, total=False):
    """Bodies of one model."""
    # Number of triangles; present when faces were asked for.
    face_count: int
    # Vertex indices, three a triangle, in one flat list that all bodies share.
    faces: List[int]
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class Definition(TypedDict):
    """Definition of one measurement."""
    # Unit of the measurement: m, kg, m3 or kg/m2.
    unit: str
    # Name of the measurement in ISO 8559-1; null when the standard has none.
    iso_8559_1: Union[str, None]
    # Description of how the measurement is taken.
    definition: str


class Measurements(TypedDict):
    """Measurements of one body."""
    # In m; null where the model lacks what it needs.
    height: Union[float, None]
    # In kg; null where the model lacks what it needs.
    mass: Union[float, None]
    # In m3; null where the model lacks what it needs.
    volume: Union[float, None]
    # In kg/m2; null where the model lacks what it needs.
    bmi: Union[float, None]
    # In m; null where the model lacks what it needs.
    head_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    neck_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    chest_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    underbust_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    waist_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    navel_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    hip_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    thigh_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    knee_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    calf_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    ankle_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    upper_arm_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    elbow_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    wrist_girth: Union[float, None]
    # In m; null where the model lacks what it needs.
    shoulder_width: Union[float, None]
    # In m; null where the model lacks what it needs.
    arm_length: Union[float, None]
    # In m; null where the model lacks what it needs.
    hand_length: Union[float, None]
    # In m; null where the model lacks what it needs.
    inside_leg_height: Union[float, None]
    # In m; null where the model lacks what it needs.
    back_neck_to_waist: Union[float, None]
    # In m; null where the model lacks what it needs.
    foot_length: Union[float, None]
    # In m; null where the model lacks what it needs.
    span: Union[float, None]


class MeasuredLinesPoints(TypedDict, total=False):
    vertices: List[int]
    t: float
    joint: str


class MeasuredLines(TypedDict, total=False):
    closed: bool
    points: List["MeasuredLinesPoints"]


class _MeasuredAlways(TypedDict):
    # Id of the body model.
    model: str
    # Pose in which bodies are measured: the T-pose, arms stretched out.
    pose: Literal['T']
    # Density from which mass is computed, in kg/m3.
    density: float
    # Measurements of each body, in the request's order.
    bodies: List["Measurements"]
    # Unit and definition of each measurement, by name.
    definitions: "Definitions"


class Measured(_MeasuredAlways, total=False):
    """Measurements of several bodies."""
    # Person of each body that was asked for by seed, measures or age; null for the others.
    people: List[Union["Found", None]]
    # Path of the tape for each measurement, present with `lines`. A point lies the fraction t of the way from the first vertex to the second, or is a
    # joint; a closed line returns to its first point. Mass, volume, bmi and back_neck_to_waist have no path.
    lines: Dict[str, "MeasuredLines"]
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class MeasuredFit(TypedDict):
    """Body that was fitted to measurements."""
    # Id of the body model.
    model: str
    # Pose in which bodies are measured: the T-pose, arms stretched out.
    pose: Literal['T']
    # Density from which mass is computed, in kg/m3.
    density: float
    # Result of the search: whether the body measures what was asked.
    status: Literal['matched', 'compromise', 'budget', 'unmeasurable']
    # Number of iterations of the search.
    iterations: int
    # Length of the beta vector: distance from the mean body, in standard deviations.
    distance: float
    # Fraction of the tolerances that was needed for the body to stay likely, 0.05 to 1.
    relaxation: float
    # Shape coefficients of the body that was found.
    betas: List[float]
    # Reached value minus the value asked for, by measurement.
    residuals: Dict[str, Union[float, None]]
    # Largest residual that counts as reached, by measurement.
    tolerances: Dict[str, float]
    # Measurements of the body that was found.
    measurements: "Measurements"


class ObservedCamera(TypedDict):
    """Camera of a picture."""
    # Focal length along x, in pixels.
    fx: float
    # Focal length along y, in pixels.
    fy: float
    # Principal point along x, in pixels.
    cx: float
    # Principal point along y, in pixels.
    cy: float
    # Rotation from world to camera, 3 x 3 row by row.
    rotation: List[float]
    # Translation from world to camera in metres: x_camera = rotation x_world + translation.
    translation: List[float]
    # True when the request gave no focal length, so that it was fitted.
    guessed: bool


class _ObservedPlaceAlways(TypedDict):
    # Kind of the observation.
    kind: Literal['joint', 'keypoint', 'vertex', 'orientation']
    # Name of the observed joint or keypoint, or the number of the vertex.
    name: str
    # Confidence with which the observation was used; 0 when it was not seen.
    confidence: float
    # Distance between the body and the observation, in metres, pixels or degrees; null when it was not seen.
    residual: Union[float, None]
    # Place of the joint, keypoint or vertex on the fitted body: three coordinates in metres or two in pixels; for an orientation, the rotation vector
    # in the world, in radians.
    at: List[Union[float, None]]


class ObservedPlace(_ObservedPlaceAlways, total=False):
    """One observation and its residual."""
    # Index of the camera that saw it, when there are several.
    camera: int


class ObservedFitMesh(TypedDict, total=False):
    """Fitted body as a file; present when `mesh` asks for it."""
    type: str
    base64: str


class _ObservedFitAlways(TypedDict):
    # Id of the body model.
    model: str
    # Reason why the search ended.
    status: Literal['converged', 'budget', 'behind', 'implausible']
    # True when the last iteration reduced the cost by less than the tolerance and the body is one that a person can have.
    converged: bool
    # Number of iterations, summed over all starts.
    iterations: int
    # Sum of all terms of the cost, in nats.
    cost: float
    # True when left and right of the observations are probably exchanged.
    mirrored: bool
    # Root mean square distance of the observations in space, in the unit of the points; null when there are none.
    rms: Union[float, None]
    # Root mean square distance of the observations in pictures, in pixels; null when there are none.
    rms_pixels: Union[float, None]
    # Root mean square angle of the observed orientations, in degrees; null when there are none.
    rms_degrees: Union[float, None]
    # Shape coefficients of the body that was found.
    betas: List[float]
    # Standard deviation of each beta after the fit: 1 when the observations say nothing about it, 0 when it was not fitted.
    betas_sd: List[float]
    # Axis-angle rotation of each joint, in radians.
    pose: List["Vector"]
    # Quaternion x, y, z, w of each joint; the same rotations as `pose`.
    quaternions: List[List[float]]
    # Translation of the body in the unit of the points, which is metres without `fit_scale`.
    translation: List[float]
    # Scale of the observations: observed = scale * body + translation. It is 100 for points in centimetres, and 1 without `fit_scale`.
    scale: float
    # Observations with their residuals: joints, then keypoints, vertices and orientations.
    observations: List["ObservedPlace"]
    # Names of the joints whose rotation no observation depends on; they have the likeliest rotation.
    unseen: List[str]
    # Cost of each term, in nats.
    terms: Dict[str, float]
    # Joint positions of the fitted body in the model's order, in metres, without `scale`.
    joints: List["Vector"]


class ObservedFit(_ObservedFitAlways, total=False):
    """Person fitted to observations."""
    # Camera of the picture; present when points of a picture were given.
    camera: "ObservedCamera"
    # Fitted body as a file; present when `mesh` asks for it.
    mesh: "ObservedFitMesh"
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class CrowdMemberMesh(TypedDict, total=False):
    """Fitted body as a file; present when `mesh` asks for it."""
    type: str
    base64: str


class _CrowdMemberAlways(TypedDict):
    # Index of the person's figure in each view, from 0; null for a view that does not see the person.
    figures: List[Union[int, None]]
    # Reason why the search ended.
    status: Literal['converged', 'budget', 'behind', 'implausible']
    # True when the last iteration reduced the cost by less than the tolerance and the body is one that a person can have.
    converged: bool
    # Number of iterations, summed over all starts.
    iterations: int
    # Sum of all terms of the cost, in nats.
    cost: float
    # True when left and right of the observations are probably exchanged.
    mirrored: bool
    # Root mean square distance of the observations in space, in the unit of the points; null when there are none.
    rms: Union[float, None]
    # Root mean square distance of the observations in pictures, in pixels; null when there are none.
    rms_pixels: Union[float, None]
    # Root mean square angle of the observed orientations, in degrees; null when there are none.
    rms_degrees: Union[float, None]
    # Shape coefficients of the body that was found.
    betas: List[float]
    # Standard deviation of each beta after the fit: 1 when the observations say nothing about it, 0 when it was not fitted.
    betas_sd: List[float]
    # Axis-angle rotation of each joint, in radians.
    pose: List["Vector"]
    # Quaternion x, y, z, w of each joint; the same rotations as `pose`.
    quaternions: List[List[float]]
    # Translation of the body in the unit of the points, which is metres without `fit_scale`.
    translation: List[float]
    # Scale of the observations: observed = scale * body + translation. It is 100 for points in centimetres, and 1 without `fit_scale`.
    scale: float
    # Observations with their residuals: joints, then keypoints, vertices and orientations.
    observations: List["ObservedPlace"]
    # Names of the joints whose rotation no observation depends on; they have the likeliest rotation.
    unseen: List[str]
    # Cost of each term, in nats.
    terms: Dict[str, float]
    # Joint positions of the fitted body in the model's order, in metres, without `scale`.
    joints: List["Vector"]


class CrowdMember(_CrowdMemberAlways, total=False):
    """One of several people fitted to pictures."""
    # Camera of the picture; present when points of a picture were given.
    camera: "ObservedCamera"
    # Fitted body as a file; present when `mesh` asks for it.
    mesh: "CrowdMemberMesh"


class _CrowdFitAlways(TypedDict):
    # Id of the body model.
    model: str
    # People, those seen by most views first, 16 at most.
    people: List["CrowdMember"]
    # Number of people left out: those beyond 16, and those who cannot be fitted because too little is seen of them or they would stand behind a
    # camera.
    left_out: int


class CrowdFit(_CrowdFitAlways, total=False):
    """People fitted to the figures of pictures."""
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class SkeletonSummary(TypedDict):
    """Summary of a skeleton."""
    # Id of the skeleton, as used in paths.
    id: str
    # Source of the skeleton: body or motion for models; glb, vrm, bvh or joints for uploads.
    kind: str
    # True for the default model of its kind.
    default: bool
    # Number of joints.
    joint_count: int


class SkeletonList(TypedDict):
    """Skeletons that IK can solve on by id."""
    # Skeletons: those of models first, then those uploaded.
    skeletons: List["SkeletonSummary"]


class SkeletonJointRange(TypedDict):
    """Range of rotation that `limits` keeps the joint in."""
    # Axis of the joint that runs along the bone.
    twist: Literal['x', 'y', 'z']
    # True when every axis is limited by itself; false when swing stays within an ellipse.
    box: bool
    # Lowest angles about x, y, z, in degrees.
    min: "Vector"
    # Highest angles about x, y, z, in degrees.
    max: "Vector"


class _SkeletonJointAlways(TypedDict):
    # Name of the joint.
    name: str
    # Name of the parent joint; null for the root.
    parent: Union[str, None]
    # Offset from the parent joint, in metres.
    offset: "Vector"
    # Position of the joint at rest, in metres.
    rest: "Vector"


class SkeletonJoint(_SkeletonJointAlways, total=False):
    """Joint of a skeleton."""
    # Range of rotation that `limits` keeps the joint in.
    range: "SkeletonJointRange"
    # Index of the joint's node in the glTF file.
    node: int
    # Rotation of the joint's node at rest, for a glTF file.
    rotation: "Quaternion"
    # Name of the humanoid bone, for a VRM file.
    bone: str


class _SkeletonAlways(TypedDict):
    # Id of the skeleton, as used in paths.
    id: str
    # Axes of the skeleton: those of glTF, in metres.
    frame: Literal['gltf']
    # Joints, parents before children.
    joints: List["SkeletonJoint"]


class Skeleton(_SkeletonAlways, total=False):
    """Skeleton with all its joints."""
    # Kind of the upload: glb, vrm, bvh or joints.
    kind: str
    # True when the nodes of a glTF file stand in another pose than its bind pose.
    posed: bool
    # For a glTF file with several skeletons, says how many joints of the others are left out, and the name of the first.
    note: str
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class _BoneMatchAlways(TypedDict):
    # Name of the bone in Unity's humanoid; for an animal, the part and its index: tail_1, left_hind_leg_2.
    bone: str
    # Name of the character's joint for this bone; null when it has none.
    joint: Union[str, None]
    # Way in which the joint was found.
    by: Literal['none', 'request', 'vrm', 'name', 'tree', 'shape']


class BoneMatch(_BoneMatchAlways, total=False):
    """Bone of a humanoid and the joint found for it."""
    # Reason to doubt the match: another joint may be meant, the sides differ, or, for Hips, the skeleton does not fit the mesh.
    doubt: str


class _CharacterAlways(TypedDict):
    # Id of the character, as used in paths.
    id: str
    # Kind of the uploaded file.
    kind: Literal['glb', 'vrm']
    # Kind of body: a person or one of the animals.
    template: Literal['person', 'quadruped', 'bird', 'spider']
    # Size of the uploaded file, in bytes.
    bytes: int
    # True when the nodes stand in another pose than the bind pose.
    posed: bool
    # Naming convention of the joints, such as mixamo or unreal; null when it is unknown.
    rig: Union[str, None]
    # Joint of each humanoid bone, or of each part of an animal.
    match: List["BoneMatch"]
    # Axes of the character: those of glTF, in metres.
    frame: Literal['gltf']
    # Joints, parents before children, in the order of the stream's frames.
    joints: List["SkeletonJoint"]


class Character(_CharacterAlways, total=False):
    """Character that a user uploaded."""
    # Oddities of the file: vertices without a weight, weights that do not sum to 1, or joints of another skeleton, which are not moved.
    note: str
    # Names of the joints, besides the root, whose nodes are also moved by translations: feet or hands that hang from another joint than their limb,
    # as goals of IK do.
    translated: List[str]


class _RigAlways(TypedDict):
    # Kind of body that the mesh was taken for.
    template: str
    # Root mean square distance between template and mesh, as a fraction of the height; for animals, between surface and the capsules about the bones,
    # as a fraction of the largest extent. Above 0.04 it is doubtful.
    residual: float
    # Share of the surface within 0.03 of the height from the template; for animals, within 0.1 of the largest extent from the capsules.
    coverage: float
    # True when the result should be looked at; markers would help.
    doubtful: bool
    # Height of the mesh, in the file's units.
    height: float
    # Number of vertices of the uploaded mesh.
    vertices: int
    # Number of triangles of the uploaded mesh.
    triangles: int
    # Number of connected pieces of the mesh.
    islands: int
    # Number of edges with a single triangle: holes and open ends.
    border_edges: int
    # Counts of the repairs made to the mesh.
    repaired: "Repaired"
    # Names that `markers` takes.
    markers_wanted: List[str]
    # Axis of the file that points up: y, z, x, -y, -z or -x.
    up: str
    # Direction that the body faces, a unit vector in the file's axes.
    facing: List[float]
    # Transform from the file's coordinates to upright ones: the rows of [R | t].
    upright: List[float]
    # Joints of the rig, parents before children.
    joints: List["RiggedJoint"]
    # Rigged mesh as a file.
    mesh: "RigFile"


class Rig(_RigAlways, total=False):
    """Mesh with a new skeleton and weights."""
    # Cost of embedding the template's skeleton: below 1 it fits well, above 2 it is doubtful. For a person this is the cost of the second opinion.
    penalty: float
    # Finger joints of each hand, for a person.
    fingers: "RiggedHands"
    # Picture of the rigged mesh from the front and from the left.
    picture: "RigFile"


class _RiggedJointAlways(TypedDict):
    # Name of the bone, in VRM or in the template; the node of the rigged file has the same name.
    bone: str
    # Confidence in the joint's position, 0 to 1; below 0.3 it is doubtful.
    confidence: float
    # Position of the joint in the upright mesh, in the file's units.
    position: List[float]


class RiggedJoint(_RiggedJointAlways, total=False):
    """Joint of a rigged mesh."""
    # Distance to the position that an embedding of the skeleton into the solid gives, as a fraction of the height; for the limbs of a person. A small
    # distance raises the confidence.
    second_opinion: float


class Repaired(TypedDict):
    """Counts of the repairs made to a mesh."""
    # Number of vertices merged with another one at the same place.
    merged_vertices: int
    # Number of triangles dropped because they have no area.
    dropped_triangles: int
    # Number of triangles turned because they faced another way than their neighbours.
    turned_triangles: int
    # Number of connected pieces turned because they were inside out.
    turned_islands: int
    # Number of vertices whose weights come from the template alone.
    unheated_vertices: int


class _RiggedHandAlways(TypedDict):
    # Number of finger joints, three a finger from thumb to little finger: 15, 12 for a hand of four fingers, or 0.
    joints: int
    # Number of separate parts seen in the hand: 5 for an open hand, 2 for a mitten, 1 for a fist.
    parts: int


class RiggedHand(_RiggedHandAlways, total=False):
    """Findings about one hand of a mesh."""
    # Reason why the hand got no finger joints.
    why: str


class RiggedHands(TypedDict):
    """Findings about both hands of a mesh."""
    # Left hand of the person, at +X.
    left: "RiggedHand"
    # Right hand of the person, at -X.
    right: "RiggedHand"


class RigFile(TypedDict):
    """File inside a JSON reply."""
    # Media type of the file.
    type: str
    # Bytes of the file in base64.
    base64: str


class CharacterSummary(TypedDict):
    """Summary of a character."""
    # Id of the character, as used in paths.
    id: str
    # Kind of the uploaded file.
    kind: Literal['glb', 'vrm']
    # Kind of body: a person or one of the animals.
    template: Literal['person', 'quadruped', 'bird', 'spider']
    # Size of the uploaded file, in bytes.
    bytes: int
    # Number of joints of the skeleton.
    joint_count: int
    # Number of the 22 humanoid bones that were found; for an animal, number of joints of its parts.
    bone_count: int
    # Number of bones with a doubt.
    doubt_count: int


class CharacterList(TypedDict):
    """Characters that can be animated by id."""
    # Uploaded characters.
    characters: List["CharacterSummary"]
    # Largest size of a file that may be uploaded, in bytes.
    body_bytes: int


class _JobPointAlways(TypedDict):
    # Name of the marker, keypoint or sensor.
    name: str
    # Root mean square residual over all frames: metres in space, pixels in a picture, degrees for a sensor; null when it was never seen.
    rms: Union[float, None]


class JobPoint(_JobPointAlways, total=False):
    """Residual of one marker, keypoint or sensor."""
    # Index of the camera that saw it, when there are several.
    camera: int


class JobNamed(TypedDict):
    """Names that unnamed markers were given."""
    # Marker set that was found on the body: cmu, plugin-gait or plugin-gait-legs.
    protocol: str
    # Number of points in all frames.
    points: int
    # Number of those points that were recognized as a marker.
    named: int


class JobMended(TypedDict):
    """Stretch of frames in which a marker's name was corrected."""
    # Name of the marker that the points belong to.
    marker: str
    # Name under which the points were sent.
    called: str
    # First frame of the stretch, from 0.
    first: int
    # Last frame of the stretch, from 0.
    last: int


class _JobPersonAlways(TypedDict):
    # Number of frames; for a crowd, from the first to the last in which the person is seen.
    frames: int
    # Root mean square residual of everything seen in space, in metres; null when there is nothing.
    rms: Union[float, None]
    # Root mean square residual of everything seen in pictures, in pixels; null when there is nothing.
    rms_pixels: Union[float, None]
    # Number of pairs of swapped markers that were exchanged back, over all frames.
    exchanged: int
    # True when left and right are exchanged in most of the take; the mirrored take was fitted when it fits better.
    mirrored: bool
    # Number of frames in which left and right were exchanged back.
    sides_exchanged: int
    # Shape coefficients of the person.
    betas: List[float]
    # Standard deviation of each beta after the fit; 1 when the take says nothing about it.
    betas_sd: List[float]
    # Residual of each marker, keypoint or sensor.
    points: List["JobPoint"]


class JobPerson(_JobPersonAlways, total=False):
    """Result for one person of a take."""
    # Frame of the take in which the person is first seen, for a crowd.
    first: int
    # Number of frames in which any view sees the person, for a crowd.
    seen: int
    # Number of frames in which at least two views see the person, for a crowd.
    shared: int
    # Index of the single view that sees the person, for a crowd; the distance is then that view's guess.
    only: int
    # Root mean square angle between the body's bones and the sensors, in degrees.
    rms_degrees: float
    # Heading of the body in the calibration pose of the sensors, in degrees, as given or found.
    facing: float
    # True when no sensor tells the position, so that the body moves by the feet that stand.
    walked: bool
    # Cameras of the views, as given or found.
    cameras: List["ObservedCamera"]
    # Marker set that unnamed markers were recognized as.
    named: "JobNamed"
    # Stretches in which a marker had another marker's name, which was corrected; 256 at most.
    mended: List["JobMended"]
    # Number of frames with a corrected name, over all markers.
    mended_points: int


class _JobAlways(TypedDict):
    # Id of the job, as used in paths.
    id: str
    # Kind of the job: fit.
    kind: str
    # Id of the body model.
    model: str
    # State of the job.
    status: Literal['queued', 'running', 'done', 'cancelled', 'failed']
    # Fraction of the work that is done, 0 to 1.
    progress: float


class Job(_JobAlways, total=False):
    """Work that runs in the background."""
    # Reason why the job failed.
    detail: str
    # People of the take; present when the job is done.
    people: List["JobPerson"]
    # Number of people of a crowd left out: those beyond 16, and those who cannot be fitted because too little is seen of them or they would stand
    # behind a camera.
    left_out: int
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class JobList(TypedDict):
    """List of jobs: queued, running and done."""
    # Jobs, without their people.
    jobs: List["Job"]


class TakeFrame(TypedDict):
    """One frame of a take."""
    # Axis-angle rotations in radians, three numbers a joint.
    pose: List[float]
    # Translation of the body, in metres.
    translation: List[float]
    # Residual of each marker or keypoint in metres; null where it was not seen.
    residuals: List[Union[float, None]]


class Take(TypedDict):
    """Motion of a person over a take."""
    # Frames a second.
    rate: float
    # Shape coefficients of the person.
    betas: List[float]
    # Frames of the take in order.
    frames: List["TakeFrame"]


class SolutionPose(TypedDict):
    """Pose in the form that `pose` of requests takes."""
    # Rotation of each joint relative to its parent; for a glTF file, the rotation of each node.
    quaternions: List["Quaternion"]


class _SolutionTargetsAlways(TypedDict):
    # Name of the joint of the target; null for the centre of mass.
    joint: Union[str, None]
    # Result for this target.
    status: Literal['reached', 'unreachable', 'stalled', 'budget']
    # Solver that gave the result.
    solver: Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']
    # Number of iterations of that solver.
    iterations: int
    # Distance to the target position, in metres.
    position_error: float
    # Angle to the target orientation, in radians.
    orientation_error: float


class SolutionTargets(_SolutionTargetsAlways, total=False):
    # First joint of the chain that reached the target; present with `grow`.
    chain: str
    # Angle between gaze and target, in radians.
    look_error: float
    # Angle between limb and pole, in radians.
    pole_error: float
    # Difference from the distance asked for, in metres.
    distance_error: float
    # Horizontal distance of the centre of mass from its target, in metres.
    centre_error: float


class SolutionLimitsHit(TypedDict):
    # Name of the joint.
    joint: str
    # Kind of limit that the joint has reached.
    limit: Literal['twist', 'swing', 'speed', 'range']


class SolutionAlternativesPose(TypedDict):
    """Pose in the form that `pose` of requests takes."""
    # Rotation of each joint relative to its parent; for a glTF file, the rotation of each node.
    quaternions: List["Quaternion"]


class _SolutionAlternativesAlways(TypedDict):
    # Pose in the form that `pose` of requests takes.
    pose: "SolutionAlternativesPose"
    # Joint positions in that pose, in metres.
    joints: List["Vector"]
    # Largest angle between a bone's direction here and in the nearest of the earlier poses, in radians.
    apart: float


class SolutionAlternatives(_SolutionAlternativesAlways, total=False):
    # Translation of the root, in metres; present with `move_root`.
    translation: "Vector"
    # Translation of the root's node, for a glTF file whose root moves.
    root_translation: "Vector"
    # Log-likelihood of the pose under the pose prior, in nats; present when the skeleton has the prior's joints.
    log_likelihood: float


class SolutionMesh(TypedDict, total=False):
    """Posed body as a file; present when `mesh` asks for it."""
    # Media type of the file: model/gltf-binary.
    type: str
    # Bytes of the file in base64.
    base64: str
    # Reason why there is no file; present instead of `type` and `base64`.
    error: str


class _SolutionAlways(TypedDict):
    # Worst result of the targets.
    status: Literal['reached', 'unreachable', 'stalled', 'budget']
    # Number of iterations, summed over the targets.
    iterations: int
    # Pose in the form that `pose` of requests takes.
    pose: "SolutionPose"
    # Joint positions in that pose, in metres.
    joints: List["Vector"]
    # Names of the joints, in the order of `joints`.
    joint_names: List[str]
    # Result for each target, in the request's order.
    targets: List["SolutionTargets"]
    # Joints that are at the end of a limit.
    limits_hit: List["SolutionLimitsHit"]


class Solution(_SolutionAlways, total=False):
    """Pose that brings joints to their targets."""
    # Translation of the root in metres; present with `move_root` and for solvers that move the root.
    translation: "Vector"
    # Node index of each joint, for a glTF file.
    nodes: List[int]
    # Translation of the root's node, for a glTF file whose root moves.
    root_translation: "Vector"
    # Log-likelihood of this pose under the pose prior, in nats; present with `alternatives`.
    log_likelihood: float
    # Other poses that reach the targets, the likeliest first; fewer than asked for when there are no more.
    alternatives: List["SolutionAlternatives"]
    # Posed body as a file; present when `mesh` asks for it.
    mesh: "SolutionMesh"
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class Failure(TypedDict):
    """Problem of one request of several."""
    # Problem of this one request of several.
    error: "Problem"


class Solutions(TypedDict):
    """Solutions of several problems."""
    # Solution or failure of each problem, in the request's order.
    solutions: List[Union["Solution", "Failure"]]


class MotionFrames(TypedDict):
    # Time of the frame, in seconds.
    t: float
    # Position of the root on the ground, in metres.
    root: "Vector"
    # Heading about +Y in radians; 0 faces +Z.
    yaw: float
    # Position of the first joint, in metres.
    translation: "Vector"
    # Rotation of each joint relative to its parent.
    rotations: List["Quaternion"]
    # Ground contact of each point in `contact_names`, 0 or 1.
    contacts: List[float]
    # Phase of the gait cycle, 0 to 2 pi; the right foot touches down at 0.
    phase: float
    # Weight of each gait in `gaits`, 0 to 1.
    gait_weights: List[float]
    # Events of the frame: step_left, step_right, jump, land, blocked, arrived, unreachable.
    events: List[str]


class _MotionAlways(TypedDict):
    # Frames a second.
    rate: float
    # Number of frames.
    frame_count: int
    # Axes and unit of the coordinates: those of glTF, in metres.
    frame: Literal['gltf']
    # Names of the joints, in the order of rotations.
    joint_names: List[str]
    # Index of each joint's parent; -1 for the root.
    parents: List[int]
    # Offset of each joint from its parent, in metres.
    offsets: List["Vector"]
    # Names of the gaits, in the order of `gait_weights`.
    gaits: List[str]
    # Names of the contact points, in the order of `contacts`.
    contact_names: List[str]
    # Frames of the motion, one a tick.
    frames: List["MotionFrames"]


class Motion(_MotionAlways, total=False):
    """Motion, frame by frame."""
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class SceneGround(TypedDict, total=False):
    """Ground that characters walk on."""
    # Flat ground; present instead of all other fields.
    kind: Literal['flat']
    # Number of rows of heights, along +z.
    rows: int
    # Number of columns of heights, along +x.
    columns: int
    # Distance between neighbouring heights, in metres.
    cell: float
    # Coordinate x of the first corner, in metres.
    x: float
    # Coordinate z of the first corner, in metres.
    z: float
    # Heights in metres, row by row; present when they were asked for.
    heights: List[List[float]]


_SceneWallsWords = TypedDict("_SceneWallsWords", {"from": "Place"}, total=False)


class SceneWalls(_SceneWallsWords):
    # Other end of the segment.
    to: "Place"
    # Width of the segment, in metres.
    width: float


class SceneJumps(TypedDict):
    # Centre of the jump area.
    at: "Place"
    # Radius within which characters jump, in metres.
    radius: float
    # Width of the border over which the effect fades, in metres.
    falloff: float


class _SceneCrouchesAlways(TypedDict):
    # Centre of the crouch area.
    at: "Place"
    # Extent of the area along x and z, in metres.
    size: "Place"
    # Depth of the crouch, from 0 (upright) to 1 (deepest).
    amount: float


class SceneCrouches(_SceneCrouchesAlways, total=False):
    # Wavelength over which the depth varies, in metres; present when it is not 0.
    wave: float


_SceneBeamsWords = TypedDict("_SceneBeamsWords", {"from": "Place"}, total=False)


class SceneBeams(_SceneBeamsWords):
    # Other end of the segment.
    to: "Place"
    # Width of the segment, in metres.
    width: float


class SceneSeats(TypedDict):
    # Centre of the seat.
    at: "Place"
    # Direction that a sitting person faces, in radians about +Y; 0 faces +Z.
    facing: float
    # Width of the seat, in metres.
    width: float
    # Depth of the seat, in metres.
    depth: float


class Scene(TypedDict):
    """Scene that sessions walk in."""
    # Id of the scene, as used in paths.
    id: str
    # Ground that characters walk on.
    ground: "SceneGround"
    # Walls: line segments that characters cannot cross.
    walls: List["SceneWalls"]
    # Areas in which characters jump.
    jumps: List["SceneJumps"]
    # Areas in which characters crouch.
    crouches: List["SceneCrouches"]
    # Beams: line segments that characters balance on.
    beams: List["SceneBeams"]
    # Seats; planned paths lead around them.
    seats: List["SceneSeats"]


class SceneList(TypedDict):
    """List of the uploaded scenes."""
    # Uploaded scenes, without the heights of their grounds.
    scenes: List["Scene"]


class Ticket(TypedDict):
    """One-time ticket for a WebSocket."""
    # One-time ticket that opens one WebSocket by ?ticket=.
    ticket: str


class Openapi(TypedDict):
    """OpenAPI document of this interface."""
    openapi: str
    paths: Dict[str, object]


Vector = List[float]
Place = List[float]
Quaternion = List[float]
Model = Union["BodyModel", "MotionModel", "PosePrior", "PoseNetwork", "MatchingModel", "WardrobeModel", "MhrModel", "RigStart", "RigWeights"]
Definitions = Dict[str, "Definition"]
Fit = Union["MeasuredFit", "ObservedFit", "CrowdFit"]
Ik = Union["Solution", "Solutions"]
