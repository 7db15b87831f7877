// Made from /openapi.json by scripts/client_types.py; do not edit.

// -- what is asked: the parameters of the query and the fields of the JSON body

/** The triangles: GET /v1/models/{id}/faces. */
export interface GetFacesFields {
  /** json, or bin: uint32, little-endian, three per triangle. Wins over Accept. */
  format?: "json" | "bin";
}

/** Make a body, cacheable: GET /v1/models/{id}/mesh. */
export interface GetMeshFields {
  /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. */
  betas?: ArrayLike<number>;
  /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
  random?: number;
  /** Of the person. Without it: by seed female or male, without a seed the model's. */
  gender?: "neutral" | "female" | "male";
  /** Years: what goes with that age on average; only ages of the survey. */
  age?: number;
  /** Metres: stature. */
  height?: number;
  /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
  weight?: number;
  /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
  population?: "survey" | "public";
  /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. */
  pose?: ArrayLike<number>;
  /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. */
  quaternions?: ArrayLike<number>;
  /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number>;
  /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  global_orient?: ArrayLike<number>;
  /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  body_pose?: ArrayLike<number>;
  /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  left_hand_pose?: ArrayLike<number>;
  /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  right_hand_pose?: ArrayLike<number>;
  /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  hand_pose?: ArrayLike<number>;
  /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  neck_pose?: ArrayLike<number>;
  /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  jaw_pose?: ArrayLike<number>;
  /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  leye_pose?: ArrayLike<number>;
  /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  reye_pose?: ArrayLike<number>;
  /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** The same for the right hand. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
  use_pca?: boolean;
  /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. */
  expression?: ArrayLike<number>;
  /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
  blend_shapes?: string | { readonly [name: string]: unknown };
  /** Moves the model, in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Another name of translation, smplx's. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). */
  soft_tissue?: ArrayLike<number>;
  /** Puts the lowest vertex at y = 0, after the translation. */
  ground?: boolean;
  /** Linear blend, dual quaternion or spherical blend skinning. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Decimals of coordinates in JSON and OBJ. */
  digits?: number;
  /** Resolves self-contact: skin that the pose presses into the body is moved out, inverted triangles are turned back (crook of a joint, arm at trunk, thigh at thigh). A body that touches nothing keeps its bits and costs 7 to 12 ms; one that does 20 to 450 ms: for single bodies, not for streams. Beyond limits.contact_budget_ms of work it stops where it is, and a warning says so. Not with rig. */
  contact?: boolean;
  /** How far the model goes: shaped is T + B_S, the body's own shape at rest; corrected is T_P, with the pose's blend shapes, still at rest; posed is skinned as well. Before posed the joints are those at rest. Not with rig, contact or garments. */
  stage?: "posed" | "shaped" | "corrected";
  /** Soft self-contact: flesh that is pressed gives way, smoothly in the pose, and skin beside it bulges; some overlap stays. 5 to 20 ms a body. Unless told otherwise true for glb without rig and without contact, false for other formats. */
  soft_contact?: boolean;
  /** What the reply holds, in this order in the bin format. Files for other programs (obj, ply, glb) have vertices, normals and faces unless told otherwise. */
  include?: readonly ("vertices" | "joints" | "normals" | "faces")[];
  /** glb only: names of GET /v1/wardrobe, comma separated or a list of them, or none. Without it a model that the wardrobe is of is dressed in its standard outfit, or in what the person of `random` wears; eyes, brows, lashes and teeth come along unless it is none. */
  wear?: string;
  /** glb only: clothes and colours of the person of that seed, on whatever body; without it those of `random`. */
  look?: number;
  /** glb only: tone of the skin, from 0, the darkest, to 1. */
  skin?: number;
  /** glb only: of hair and brows. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** glb only: colour of the eyes. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
  /** Format of the reply; wins over Accept. */
  format?: "json" | "bin" | "npz" | "obj" | "ply" | "stl" | "glb";
  /** glb only: a skin of the model's joints, posed, and shape morph targets; without pose blend shapes. */
  rig?: boolean;
  /** glb with rig only: false leaves the shape morph targets out, with which a dressed person has ten times the bytes; the mesh's extras tell the betas all the same. */
  morphs?: boolean;
  /** glb with rig only: in place of the shape morph targets: the model's expressions as morph targets by name, ARKit's 52 blend shapes and 14 visemes of person; layers that lie on the skin go with them. */
  face?: boolean;
  /** glb with rig only: so many morph targets in place of the model's pose blend shapes, which a skin cannot hold, with their weights in the pose or in every frame. The mesh's extras (correctives) have the map from joint rotations to weights and what is missing, in millimetres. At most nine for each joint that has them: 207 in the shipped models of 24 joints. */
  correctives?: number;
  /** glb with rig only: what joints are called: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD), or smpl: as they are. Joints that a set has not keep their names; rotations stay as they are. */
  names?: "smpl" | "mixamo" | "unreal" | "vrm" | "webxr" | "openxr";
  /** glb only: coarser copies of each body for crowds and for who is far away, of about so many triangles, 1 to 4 numbers that fall; nodes that MSFT_lod names, with the body's own vertices. */
  levels?: ArrayLike<number>;
  /** glb only: KHR_mesh_quantization and EXT_meshopt_compression. */
  quantize?: boolean;
  /** MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0. */
  model_parameters?: string | { readonly [name: string]: unknown };
  /** MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. */
  identity_coeffs?: ArrayLike<number>;
  /** MHR only: expression, 72 numbers or fewer. */
  face_expr_coeffs?: ArrayLike<number>;
  /** MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are not looked at. */
  sam3d?: string | { readonly [name: string]: unknown };
  /** MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z. */
  in_camera?: boolean;
  /** MHR only: true leaves its pose correctives out, where the model has them. */
  without_correctives?: boolean;
}

/** Make bodies: POST /v1/models/{id}/mesh. */
export interface MakeMeshesFields {
  /** Format of the reply; wins over Accept. */
  format?: "json" | "bin" | "npz" | "obj" | "ply" | "stl" | "glb";
  /** glb only: a skin of the model's joints, posed, and shape morph targets; without pose blend shapes. */
  rig?: boolean;
  /** glb with rig only: false leaves the shape morph targets out, with which a dressed person has ten times the bytes; the mesh's extras tell the betas all the same. */
  morphs?: boolean;
  /** glb with rig only: in place of the shape morph targets: the model's expressions as morph targets by name, ARKit's 52 blend shapes and 14 visemes of person; layers that lie on the skin go with them. */
  face?: boolean;
  /** glb with rig only: so many morph targets in place of the model's pose blend shapes, which a skin cannot hold, with their weights in the pose or in every frame. The mesh's extras (correctives) have the map from joint rotations to weights and what is missing, in millimetres. At most nine for each joint that has them: 207 in the shipped models of 24 joints. */
  correctives?: number;
  /** glb with rig only: what joints are called: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD), or smpl: as they are. Joints that a set has not keep their names; rotations stay as they are. */
  names?: "smpl" | "mixamo" | "unreal" | "vrm" | "webxr" | "openxr";
  /** glb only: coarser copies of each body for crowds and for who is far away, of about so many triangles, 1 to 4 numbers that fall; nodes that MSFT_lod names, with the body's own vertices. */
  levels?: ArrayLike<number>;
  /** glb only: KHR_mesh_quantization and EXT_meshopt_compression. */
  quantize?: boolean;
  /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. */
  betas?: ArrayLike<number>;
  /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
  random?: number;
  /** Of the person. Without it: by seed female or male, without a seed the model's. */
  gender?: "neutral" | "female" | "male";
  /** Years: what goes with that age on average; only ages of the survey. */
  age?: number;
  /** Metres: stature. */
  height?: number;
  /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
  weight?: number;
  /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
  population?: "survey" | "public";
  /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. */
  pose?: ArrayLike<number | ArrayLike<number>>;
  /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** The same for the right hand. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
  use_pca?: boolean;
  /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. */
  expression?: ArrayLike<number>;
  /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
  blend_shapes?: { readonly [name: string]: number };
  /** Moves the model, in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Another name of translation, smplx's. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). */
  soft_tissue?: ArrayLike<number>;
  /** Puts the lowest vertex at y = 0, after the translation. */
  ground?: boolean;
  /** Many bodies in one request. Fields beside it are shared; a body's own fields win. */
  bodies?: readonly ({
    /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. */
    betas?: ArrayLike<number>;
    /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
    random?: number;
    /** Of the person. Without it: by seed female or male, without a seed the model's. */
    gender?: "neutral" | "female" | "male";
    /** Years: what goes with that age on average; only ages of the survey. */
    age?: number;
    /** Metres: stature. */
    height?: number;
    /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
    weight?: number;
    /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
    percentile?: string;
    /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
    population?: "survey" | "public";
    /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. */
    pose?: ArrayLike<number | ArrayLike<number>>;
    /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. */
    quaternions?: ArrayLike<number | ArrayLike<number>>;
    /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). */
    rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
    left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
    /** The same for the right hand. */
    right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
    /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
    use_pca?: boolean;
    /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
    flat_hand_mean?: boolean;
    /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. */
    expression?: ArrayLike<number>;
    /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
    blend_shapes?: { readonly [name: string]: number };
    /** Moves the model, in metres: x, y, z. */
    translation?: ArrayLike<number>;
    /** Another name of translation, smplx's. */
    transl?: ArrayLike<number>;
    /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). */
    soft_tissue?: ArrayLike<number>;
    /** Puts the lowest vertex at y = 0, after the translation. */
    ground?: boolean;
  })[];
  /** Linear blend, dual quaternion or spherical blend skinning. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Decimals of coordinates in JSON and OBJ. */
  digits?: number;
  /** Resolves self-contact: skin that the pose presses into the body is moved out, inverted triangles are turned back (crook of a joint, arm at trunk, thigh at thigh). A body that touches nothing keeps its bits and costs 7 to 12 ms; one that does 20 to 450 ms: for single bodies, not for streams. Beyond limits.contact_budget_ms of work it stops where it is, and a warning says so. Not with rig. */
  contact?: boolean;
  /** How far the model goes: shaped is T + B_S, the body's own shape at rest; corrected is T_P, with the pose's blend shapes, still at rest; posed is skinned as well. Before posed the joints are those at rest. Not with rig, contact or garments. */
  stage?: "posed" | "shaped" | "corrected";
  /** Soft self-contact: flesh that is pressed gives way, smoothly in the pose, and skin beside it bulges; some overlap stays. 5 to 20 ms a body. Unless told otherwise true for glb without rig and without contact, false for other formats. */
  soft_contact?: boolean;
  /** What the reply holds, in this order in the bin format. Files for other programs (obj, ply, glb) have vertices, normals and faces unless told otherwise. */
  include?: readonly ("vertices" | "joints" | "normals" | "faces")[];
  /** glb only: names of GET /v1/wardrobe, comma separated or a list of them, or none. Without it a model that the wardrobe is of is dressed in its standard outfit, or in what the person of `random` wears; eyes, brows, lashes and teeth come along unless it is none. */
  wear?: string | readonly string[];
  /** glb only: clothes and colours of the person of that seed, on whatever body; without it those of `random`. */
  look?: number;
  /** glb only: tone of the skin, from 0, the darkest, to 1. */
  skin?: number;
  /** glb only: of hair and brows. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** glb only: colour of the eyes. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
  /** MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0. */
  model_parameters?: ArrayLike<number> | { readonly [name: string]: number };
  /** MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. */
  identity_coeffs?: ArrayLike<number>;
  /** MHR only: expression, 72 numbers or fewer. */
  face_expr_coeffs?: ArrayLike<number>;
  /** MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are not looked at. */
  sam3d?: { readonly [name: string]: unknown } | readonly { readonly [name: string]: unknown }[];
  /** MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z. */
  in_camera?: boolean;
  /** MHR only: true leaves its pose correctives out, where the model has them. */
  without_correctives?: boolean;
}

/** Joint positions, cacheable: GET /v1/models/{id}/joints. */
export interface GetJointsFields {
  /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. */
  betas?: ArrayLike<number>;
  /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
  random?: number;
  /** Of the person. Without it: by seed female or male, without a seed the model's. */
  gender?: "neutral" | "female" | "male";
  /** Years: what goes with that age on average; only ages of the survey. */
  age?: number;
  /** Metres: stature. */
  height?: number;
  /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
  weight?: number;
  /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
  population?: "survey" | "public";
  /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. */
  pose?: ArrayLike<number>;
  /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. */
  quaternions?: ArrayLike<number>;
  /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number>;
  /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  global_orient?: ArrayLike<number>;
  /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  body_pose?: ArrayLike<number>;
  /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  left_hand_pose?: ArrayLike<number>;
  /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  right_hand_pose?: ArrayLike<number>;
  /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  hand_pose?: ArrayLike<number>;
  /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  neck_pose?: ArrayLike<number>;
  /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  jaw_pose?: ArrayLike<number>;
  /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  leye_pose?: ArrayLike<number>;
  /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  reye_pose?: ArrayLike<number>;
  /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** The same for the right hand. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
  use_pca?: boolean;
  /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. */
  expression?: ArrayLike<number>;
  /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
  blend_shapes?: string | { readonly [name: string]: unknown };
  /** Moves the model, in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Another name of translation, smplx's. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). */
  soft_tissue?: ArrayLike<number>;
  /** Puts the lowest vertex at y = 0, after the translation. */
  ground?: boolean;
  /** Linear blend, dual quaternion or spherical blend skinning. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Decimals of coordinates in JSON and OBJ. */
  digits?: number;
  /** Format of the reply; wins over Accept. */
  format?: "json" | "bin" | "npz";
  /** MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0. */
  model_parameters?: string | { readonly [name: string]: unknown };
  /** MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. */
  identity_coeffs?: ArrayLike<number>;
  /** MHR only: expression, 72 numbers or fewer. */
  face_expr_coeffs?: ArrayLike<number>;
  /** MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are not looked at. */
  sam3d?: string | { readonly [name: string]: unknown };
  /** MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z. */
  in_camera?: boolean;
  /** MHR only: true leaves its pose correctives out, where the model has them. */
  without_correctives?: boolean;
}

/** Joint positions: POST /v1/models/{id}/joints. */
export interface MakeJointsFields {
  /** Format of the reply; wins over Accept. */
  format?: "json" | "bin" | "npz";
  /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. */
  betas?: ArrayLike<number>;
  /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
  random?: number;
  /** Of the person. Without it: by seed female or male, without a seed the model's. */
  gender?: "neutral" | "female" | "male";
  /** Years: what goes with that age on average; only ages of the survey. */
  age?: number;
  /** Metres: stature. */
  height?: number;
  /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
  weight?: number;
  /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
  population?: "survey" | "public";
  /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. */
  pose?: ArrayLike<number | ArrayLike<number>>;
  /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
  reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** The same for the right hand. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
  use_pca?: boolean;
  /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. */
  expression?: ArrayLike<number>;
  /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
  blend_shapes?: { readonly [name: string]: number };
  /** Moves the model, in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Another name of translation, smplx's. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). */
  soft_tissue?: ArrayLike<number>;
  /** Puts the lowest vertex at y = 0, after the translation. */
  ground?: boolean;
  /** Many bodies in one request. Fields beside it are shared; a body's own fields win. */
  bodies?: readonly ({
    /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. */
    betas?: ArrayLike<number>;
    /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
    random?: number;
    /** Of the person. Without it: by seed female or male, without a seed the model's. */
    gender?: "neutral" | "female" | "male";
    /** Years: what goes with that age on average; only ages of the survey. */
    age?: number;
    /** Metres: stature. */
    height?: number;
    /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
    weight?: number;
    /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
    percentile?: string;
    /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
    population?: "survey" | "public";
    /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. */
    pose?: ArrayLike<number | ArrayLike<number>>;
    /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. */
    quaternions?: ArrayLike<number | ArrayLike<number>>;
    /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). */
    rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. */
    reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
    left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
    /** The same for the right hand. */
    right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
    /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
    use_pca?: boolean;
    /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
    flat_hand_mean?: boolean;
    /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. */
    expression?: ArrayLike<number>;
    /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
    blend_shapes?: { readonly [name: string]: number };
    /** Moves the model, in metres: x, y, z. */
    translation?: ArrayLike<number>;
    /** Another name of translation, smplx's. */
    transl?: ArrayLike<number>;
    /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). */
    soft_tissue?: ArrayLike<number>;
    /** Puts the lowest vertex at y = 0, after the translation. */
    ground?: boolean;
  })[];
  /** Linear blend, dual quaternion or spherical blend skinning. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin behind the joints, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO), face the landmarks of the face as well (51), contour its outline as well (17, of files that have one; they follow the neck's rotation). Their names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Decimals of coordinates in JSON and OBJ. */
  digits?: number;
  /** MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0. */
  model_parameters?: ArrayLike<number> | { readonly [name: string]: number };
  /** MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. */
  identity_coeffs?: ArrayLike<number>;
  /** MHR only: expression, 72 numbers or fewer. */
  face_expr_coeffs?: ArrayLike<number>;
  /** MHR only: an answer of SAM 3D Body as it is, or a list of them, a body each; in place of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are not looked at. */
  sam3d?: { readonly [name: string]: unknown } | readonly { readonly [name: string]: unknown }[];
  /** MHR only, with sam3d: bodies stand where pred_cam_t says, before a camera at the origin that looks along -Z. */
  in_camera?: boolean;
  /** MHR only: true leaves its pose correctives out, where the model has them. */
  without_correctives?: boolean;
}

/** Measure a body, cacheable: GET /v1/models/{id}/measure. */
export interface GetMeasurementsFields {
  /** Shape coefficients; any count up to the model's, missing ones are 0. */
  betas?: ArrayLike<number>;
  /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
  random?: number;
  /** Of the person. Without it: by seed female or male, without a seed the model's. */
  gender?: "neutral" | "female" | "male";
  /** Years: what goes with that age on average; only ages of the survey. */
  age?: number;
  /** Metres: stature. */
  height?: number;
  /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
  weight?: number;
  /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
  population?: "survey" | "public";
  /** kg/m3: the mass is the volume times it. */
  density?: number;
  /** Of one body: where the tape lay, as points on the surface, which go along with any pose. */
  lines?: boolean;
}

/** Measure bodies: POST /v1/models/{id}/measure. */
export interface MeasureBodiesFields {
  /** Shape coefficients; any count up to the model's, missing ones are 0. */
  betas?: ArrayLike<number>;
  /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
  random?: number;
  /** Of the person. Without it: by seed female or male, without a seed the model's. */
  gender?: "neutral" | "female" | "male";
  /** Years: what goes with that age on average; only ages of the survey. */
  age?: number;
  /** Metres: stature. */
  height?: number;
  /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
  weight?: number;
  /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
  population?: "survey" | "public";
  /** kg/m3: the mass is the volume times it. */
  density?: number;
  /** Of one body: where the tape lay, as points on the surface, which go along with any pose. */
  lines?: boolean;
  /** Many bodies in one request, each with its own betas. */
  bodies?: readonly ({
    /** Shape coefficients; any count up to the model's, missing ones are 0. */
    betas?: ArrayLike<number>;
    /** In place of betas, on a model with people: a random person; the same seed is always the same one. With the other fields, as near to that person as they allow. */
    random?: number;
    /** Of the person. Without it: by seed female or male, without a seed the model's. */
    gender?: "neutral" | "female" | "male";
    /** Years: what goes with that age on average; only ages of the survey. */
    age?: number;
    /** Metres: stature. */
    height?: number;
    /** Kilograms, at 1000 kg/m3; a weight that nobody of that height has is an error with the range. */
    weight?: number;
    /** Measures by where among people of that gender and population they are, 0.1 to 99.9: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
    percentile?: string;
    /** Whose spread: survey, the soldiers of ANSUR II; public, as wide in weight as adults are. */
    population?: "survey" | "public";
  })[];
}

/** A body from measurements, or from what is seen of it: POST /v1/models/{id}/fit. */
export interface FitMeasurementsFields {
  /** What the body shall measure, at least one. The rest is as likely as it can be. */
  measurements?: {
    /** In m: lowest to highest point of the body. */
    height?: number;
    /** In kg: volume times density. */
    mass?: number;
    /** In m3: volume enclosed by the skin. */
    volume?: number;
    /** In kg/m2: mass divided by the square of the height. */
    bmi?: number;
    /** In m: greatest horizontal girth of the head above the brow. */
    head_girth?: number;
    /** In m: least girth between neck and head joint, square to the line between them. */
    neck_girth?: number;
    /** In m: horizontal girth of the trunk at the nipples, arms left out. */
    chest_girth?: number;
    /** In m: horizontal girth of the trunk below the breasts: a third of the way from nipples to navel. */
    underbust_girth?: number;
    /** In m: least horizontal girth of the trunk, from 35 % of the way between crotch and nipples up to the ribs. */
    waist_girth?: number;
    /** In m: horizontal girth of the trunk at the navel. */
    navel_girth?: number;
    /** In m: greatest horizontal girth between crotch and 55 % of the way to the navel. */
    hip_girth?: number;
    /** In m: horizontal girth of the left thigh 0.012 of the height (2 cm) below the crotch. */
    thigh_girth?: number;
    /** In m: horizontal girth of the left leg at the knee joint. */
    knee_girth?: number;
    /** In m: greatest horizontal girth of the left leg between knee and mid-shank. */
    calf_girth?: number;
    /** In m: least horizontal girth of the left leg above the ankle joint. */
    ankle_girth?: number;
    /** In m: girth of the left upper arm midway between shoulder and elbow joint, square to the bone. */
    upper_arm_girth?: number;
    /** In m: girth of the left arm at the elbow joint, square to the line from shoulder to wrist. */
    elbow_girth?: number;
    /** In m: least girth of the left forearm in its last quarter, square to the bone. */
    wrist_girth?: number;
    /** In m: distance of the two shoulder joint centres. */
    shoulder_width?: number;
    /** In m: shoulder to elbow to wrist joint, left. */
    arm_length?: number;
    /** In m: wrist joint to the farthest finger tip along the hand, left. */
    hand_length?: number;
    /** In m: lowest point of the body to the crotch. */
    inside_leg_height?: number;
    /** In m: along the back, hollows spanned, from the height of the neck joint to the waist. */
    back_neck_to_waist?: number;
    /** In m: heel to toe tip, left, front to back. */
    foot_length?: number;
    /** In m: finger tip to finger tip in the T-pose. */
    span?: number;
  };
  /** In place of measurements: what is seen of a person at one moment (docs/guide/fit.md). */
  observations?: {
    /** Joint positions in metres (or any unit with fit_scale), by name or one row a joint in the model's order; null where not seen. */
    joints?: readonly (ArrayLike<number> | null)[] | { readonly [name: string]: ArrayLike<number> | null };
    /** One standard deviation of joints, metres of the body. */
    joints_noise?: number;
    /** What a detector of keypoints saw, in a picture or in space. */
    keypoints?: {
      /** coco17, openpose25, mediapipe33, h36m17, sam3d70, webxr83, openxr70 or openxr84; or the caller's own places, {"name":{"joints":{"left_wrist":0.5},"vertices":{"2319":0.5}}}: weights of joints by name and of vertices by number. */
      set?: "coco17" | "openpose25" | "mediapipe33" | "h36m17" | "sam3d70" | "webxr83" | "openxr70" | "openxr84" | { readonly [name: string]: {
        joints?: { readonly [name: string]: number };
        vertices?: { readonly [name: string]: number };
      } };
      /** In the set's order or by name; [x, y] in pixels, x to the right and y down, or [x, y, z] in metres; null where not seen. */
      points?: readonly (ArrayLike<number> | null)[] | { readonly [name: string]: ArrayLike<number> | null };
      /** 0 to 1, in the same order or by name; 0 is not seen, missing is 1. */
      confidence?: ArrayLike<number> | { readonly [name: string]: number };
      /** In place of points: the same moment by 2 to 16 cameras whose places are known. From takes unknown ones are calibrated: POST /v1/jobs. */
      views?: readonly ({
        /** Which camera this is, with its rotation. */
        camera?: {
          /** Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted. */
          fx?: number;
          /** The same along y; missing: fx. */
          fy?: number;
          /** Centre of projection in pixels; missing: half the width. */
          cx?: number;
          /** The same along y; missing: half the height. */
          cy?: number;
          /** Of the picture in pixels; wanted where fx or cx is missing. */
          width?: number;
          /** Of the picture in pixels. */
          height?: number;
          /** World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up. */
          rotation?: ArrayLike<number | ArrayLike<number>>;
          /** x_camera = rotation x_world + translation, metres. */
          translation?: ArrayLike<number>;
          /** Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them. */
          distortion?: ArrayLike<number>;
        };
        /** What it shows: [x, y] in pixels, in the set's order or by name; null where not seen. */
        points?: readonly (ArrayLike<number> | null)[] | { readonly [name: string]: ArrayLike<number> | null };
        /** 0 to 1, in the same order or by name; missing is 1. */
        confidence?: ArrayLike<number> | { readonly [name: string]: number };
      })[];
      /** One standard deviation of the points: pixels (3) or metres (0.01). */
      noise?: number;
    };
    /** Places of vertices. */
    vertices?: {
      /** Numbers of vertices of the model. */
      index?: ArrayLike<number>;
      /** Where they are, metres. */
      points?: ArrayLike<ArrayLike<number>>;
      /** One standard deviation, metres. */
      noise?: number;
    };
    /** What inertial sensors read. Alone they tell the pose, and nothing of shape and place. */
    orientations?: {
      /** By the bone that each sits on (SMPL's joint that moves it, or as Xsens, TotalCapture and OpenSense call it): the quaternion x, y, z, w from its own axes to the world's. */
      sensors?: { readonly [name: string]: ArrayLike<number> | null };
      /** The same of the calibration pose. Missing: sensors are on the bones as the model's joints are, whose axes are the world's at rest. */
      tpose?: { readonly [name: string]: ArrayLike<number> | null };
      /** The calibration pose: arms to the sides (t) or hanging (n), legs straight, hands and feet ahead. */
      pose?: "t" | "n";
      /** Which axis of the sensors' world is up. */
      up?: "x" | "y" | "z";
      /** Degrees: where the body faced in the calibration pose, about the vertical from that world's axis z (with y up), x (z up) or y (x up). From a take it is found: POST /v1/jobs. */
      facing?: number;
      /** One standard deviation, degrees. */
      noise?: number;
    };
    /** In place of all that: several people in the pictures of one camera or several, where nobody has said who is who. The reply has people, the 16 seen by most views first. */
    crowd?: {
      /** coco17, openpose25, mediapipe33, h36m17 or another that keypoints have. */
      set?: string;
      /** What 1 to 16 cameras see at that moment. */
      views?: readonly ({
        /** Of several: with its rotation, translation and fx. */
        camera?: {
          /** Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted. */
          fx?: number;
          /** The same along y; missing: fx. */
          fy?: number;
          /** Centre of projection in pixels; missing: half the width. */
          cx?: number;
          /** The same along y; missing: half the height. */
          cy?: number;
          /** Of the picture in pixels; wanted where fx or cx is missing. */
          width?: number;
          /** Of the picture in pixels. */
          height?: number;
          /** World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up. */
          rotation?: ArrayLike<number | ArrayLike<number>>;
          /** x_camera = rotation x_world + translation, metres. */
          translation?: ArrayLike<number>;
          /** Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them. */
          distortion?: ArrayLike<number>;
        };
        /** Who is in it, in any order, 64 at most: [x, y] in pixels of every keypoint in the set's order, null where it was not seen. */
        figures?: readonly (readonly (ArrayLike<number> | null)[])[];
        /** Of every figure 0 to 1 a keypoint; 0 is not seen, missing is 1. */
        confidence?: ArrayLike<ArrayLike<number>>;
      })[];
    };
    /** Of the picture; wanted with points of two numbers. */
    camera?: {
      /** Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted. */
      fx?: number;
      /** The same along y; missing: fx. */
      fy?: number;
      /** Centre of projection in pixels; missing: half the width. */
      cx?: number;
      /** The same along y; missing: half the height. */
      cy?: number;
      /** Of the picture in pixels; wanted where fx or cx is missing. */
      width?: number;
      /** Of the picture in pixels. */
      height?: number;
      /** World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up. */
      rotation?: ArrayLike<number | ArrayLike<number>>;
      /** x_camera = rotation x_world + translation, metres. */
      translation?: ArrayLike<number>;
      /** Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them. */
      distortion?: ArrayLike<number>;
    };
    /** Where to begin, such as the fit of the frame before; without a pose in it the fit begins from nothing. */
    start?: {
      /** Shape to begin with, or to keep. */
      betas?: ArrayLike<number>;
      /** Axis-angle a joint. */
      pose?: ArrayLike<number | ArrayLike<number>>;
      /** x, y, z, w a joint, in place of pose. */
      quaternions?: ArrayLike<number | ArrayLike<number>>;
      /** In place of pose. */
      rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
      /** Metres. */
      translation?: ArrayLike<number>;
      /** What is seen is scale times the body, then translation: 100 for points in centimetres. Missing: 1, or with fit_scale found from the points. */
      scale?: number;
    };
    /** The shape is known: betas of start stay as they are. */
    keep_betas?: boolean;
    /** The unit of the points is not known: their size is found, and scale tells the unit. Noise and robust stay in the body's metres. */
    fit_scale?: boolean;
    /** likely: the most probable body. hybrik: in closed form from the places of all joints, betas from the lengths of bones (docs/guide/fit.md). */
    solver?: "likely" | "hybrik";
    /** For hybrik: radians about each joint's bone, one a joint; 0 without them. */
    twists?: ArrayLike<number>;
    /** Height at which the lowest of heels and toes stands, metres; missing: no floor. */
    floor?: number;
    /** Distance from which a point counts as a mistake (Geman-McClure), pixels, or metres of the body for points in space; 0: never. Missing: a fifth of the figure's size in a picture, never in space. */
    robust?: number;
    /** Of terms of what is minimised, for experiments. */
    weights?: {
      /** 0 leaves it out: places seen in space: joints, vertices, keypoints. */
      points?: number;
      /** 0 leaves it out: points of a scan: distance from their planes. */
      surface?: number;
      /** 0 leaves it out: orientations of joints in space. */
      orientation?: number;
      /** 0 leaves it out: places seen in a picture. */
      picture?: number;
      /** 0 leaves it out: the pose prior, learned from motion capture. */
      pose?: number;
      /** 0 leaves it out: joints that the prior does not know tend to the rest pose. */
      rest?: number;
      /** 0 leaves it out: knees and elbows do not bend backwards. */
      bend?: number;
      /** 0 leaves it out: joints stay within their ranges. */
      ranges?: number;
      /** 0 leaves it out: betas are normally distributed over people. */
      shape?: number;
      /** 0 leaves it out: the lowest of heels and toes stands on the floor. */
      floor?: number;
      /** 0 leaves it out: scale and focal length stay near their guess. */
      camera?: number;
      /** 0 leaves it out: limbs, trunk and head do not stand in one another. */
      capsules?: number;
    };
  };
  /** With observations, glb: the body that was found comes back as a file, base64. */
  mesh?: "none" | "glb";
  /** How far from its value each measurement may be, one standard deviation; only measurements that are given. */
  tolerances?: {
    /** In m: one standard deviation. */
    height?: number;
    /** In kg: one standard deviation. */
    mass?: number;
    /** In m3: one standard deviation. */
    volume?: number;
    /** In kg/m2: one standard deviation. */
    bmi?: number;
    /** In m: one standard deviation. */
    head_girth?: number;
    /** In m: one standard deviation. */
    neck_girth?: number;
    /** In m: one standard deviation. */
    chest_girth?: number;
    /** In m: one standard deviation. */
    underbust_girth?: number;
    /** In m: one standard deviation. */
    waist_girth?: number;
    /** In m: one standard deviation. */
    navel_girth?: number;
    /** In m: one standard deviation. */
    hip_girth?: number;
    /** In m: one standard deviation. */
    thigh_girth?: number;
    /** In m: one standard deviation. */
    knee_girth?: number;
    /** In m: one standard deviation. */
    calf_girth?: number;
    /** In m: one standard deviation. */
    ankle_girth?: number;
    /** In m: one standard deviation. */
    upper_arm_girth?: number;
    /** In m: one standard deviation. */
    elbow_girth?: number;
    /** In m: one standard deviation. */
    wrist_girth?: number;
    /** In m: one standard deviation. */
    shoulder_width?: number;
    /** In m: one standard deviation. */
    arm_length?: number;
    /** In m: one standard deviation. */
    hand_length?: number;
    /** In m: one standard deviation. */
    inside_leg_height?: number;
    /** In m: one standard deviation. */
    back_neck_to_waist?: number;
    /** In m: one standard deviation. */
    foot_length?: number;
    /** In m: one standard deviation. */
    span?: number;
  };
  /** How many betas may move; 0 means all of the model's. */
  beta_count?: number;
  /** kg/m3: the mass is the volume times it. */
  density?: number;
  /** Steps of the search, at most. */
  iterations?: number;
}

/** A take as a job: POST /v1/jobs. */
export interface CreateJobFields {
  /** Id of the body model. */
  model?: string;
  /** One standard deviation: how well points follow the body. Metres, up to 1: markers 0.005, keypoints 0.01; pixels in a picture: 3; degrees of orientations: 2. */
  noise?: number;
  /** Which axis of markers is up; auto: as the file says, or as heads are over feet. Of orientations' world: auto is z. Keypoints have y. */
  up?: "x" | "y" | "z" | "auto";
  /** Of markers without names, which are stuck on: cmu, plugin-gait or plugin-gait-legs; without it the one that fits best. */
  protocol?: string;
  /** What is to be done: fit. */
  kind?: "fit";
  /** Frames a second; a file says its own. */
  rate?: number;
  /** Up to 16, each with markers, keypoints or orientations over the whole take. */
  people?: readonly ({
    /** Optical markers, by name or without names. */
    markers?: {
      /** One a marker, as the usual sets call them (Plug-in Gait, CMU's 41). Where fewer than six are known ("*1", "") they are found from the points, of which one frame must have 12. */
      names?: readonly string[];
      /** A row a frame: [x, y, z] of every marker in metres, null where it was not seen. */
      frames?: readonly (readonly (ArrayLike<number> | null)[])[];
    };
    /** In place of markers: a detector's keypoints, in space or in a picture. */
    keypoints?: {
      /** coco17, openpose25, mediapipe33, h36m17, sam3d70, webxr83, openxr70 or openxr84. */
      set?: string;
      /** A row a frame: of every keypoint in the set's order [x, y, z] in metres, or [x, y] in the pixels of a picture, all of them the one or the other; null where it was not seen. */
      frames?: readonly (readonly (ArrayLike<number> | null)[])[];
      /** A row a frame: 0 to 1 of every keypoint, 0 is not seen; missing is 1. */
      confidence?: ArrayLike<ArrayLike<number>>;
      /** Of the picture, which stands still; wanted with points of two numbers. Without fx the picture's diagonal is taken for it. */
      camera?: {
        /** Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted. */
        fx?: number;
        /** The same along y; missing: fx. */
        fy?: number;
        /** Centre of projection in pixels; missing: half the width. */
        cx?: number;
        /** The same along y; missing: half the height. */
        cy?: number;
        /** Of the picture in pixels; wanted where fx or cx is missing. */
        width?: number;
        /** Of the picture in pixels. */
        height?: number;
        /** World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up. */
        rotation?: ArrayLike<number | ArrayLike<number>>;
        /** x_camera = rotation x_world + translation, metres. */
        translation?: ArrayLike<number>;
        /** Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them. */
        distortion?: ArrayLike<number>;
      };
      /** In place of frames, confidence and camera: the same frames as 2 to 16 cameras see them. */
      views?: readonly ({
        /** With its rotation and translation, or no camera has any: then they are found from the take. */
        camera?: {
          /** Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted. */
          fx?: number;
          /** The same along y; missing: fx. */
          fy?: number;
          /** Centre of projection in pixels; missing: half the width. */
          cx?: number;
          /** The same along y; missing: half the height. */
          cy?: number;
          /** Of the picture in pixels; wanted where fx or cx is missing. */
          width?: number;
          /** Of the picture in pixels. */
          height?: number;
          /** World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up. */
          rotation?: ArrayLike<number | ArrayLike<number>>;
          /** x_camera = rotation x_world + translation, metres. */
          translation?: ArrayLike<number>;
          /** Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them. */
          distortion?: ArrayLike<number>;
        };
        /** A row a frame, of the same moments in every view: [x, y] in pixels, null where it was not seen. */
        frames?: readonly (readonly (ArrayLike<number> | null)[])[];
        /** A row a frame: 0 to 1 of every keypoint, 0 is not seen; missing is 1. */
        confidence?: ArrayLike<ArrayLike<number>>;
      })[];
    };
    /** In place of both: what inertial sensors read. They tell nothing of shape and place: betas stay 0, and the body goes as the feet that stand say. */
    orientations?: {
      /** One a sensor, by the bone that it sits on: SMPL's joint that moves it, or as Xsens, TotalCapture and OpenSense call it. */
      names?: readonly string[];
      /** A row a frame: of every sensor the quaternion x, y, z, w from its own axes to the world's that all of them share; null where it said nothing. */
      frames?: readonly (readonly (ArrayLike<number> | null)[])[];
      /** First and last frame of the pose in which sensors are calibrated. */
      calibration?: ArrayLike<number>;
      /** The calibration pose: arms to the sides (t) or hanging (n), legs straight, hands and feet ahead. */
      pose?: "t" | "n";
      /** Degrees: where the body faced in that pose, about the vertical from the sensors' axis z (with y up), x (z up) or y (x up). Missing: found from how the body moves. */
      facing?: number;
      /** Degrees a minute by which headings may come to be wrong since that pose. */
      drift?: number;
    };
  })[];
  /** In place of people: figures in the pictures of one camera or several, where nobody has said who is who. The 16 who are seen most are fitted. */
  crowd?: {
    /** coco17, openpose25, mediapipe33, h36m17 or another that keypoints have. */
    set?: string;
    /** What 1 to 16 cameras saw. */
    views?: readonly ({
      /** With its rotation and translation, or no camera has any: then they are found from one of the people. It stands still. */
      camera?: {
        /** Focal length in pixels. Missing: the picture's diagonal is the guess, and it is fitted. */
        fx?: number;
        /** The same along y; missing: fx. */
        fy?: number;
        /** Centre of projection in pixels; missing: half the width. */
        cx?: number;
        /** The same along y; missing: half the height. */
        cy?: number;
        /** Of the picture in pixels; wanted where fx or cx is missing. */
        width?: number;
        /** Of the picture in pixels. */
        height?: number;
        /** World to camera, 3x3 or 9 numbers row by row; camera axes are x right, y down, z forward. The default looks along -Z of a world with +Y up. */
        rotation?: ArrayLike<number | ArrayLike<number>>;
        /** x_camera = rotation x_world + translation, metres. */
        translation?: ArrayLike<number>;
        /** Of the lens, as OpenCV numbers it: k1, k2, p1, p2 and k3; missing: a pinhole. Points are as the lens shows them. */
        distortion?: ArrayLike<number>;
      };
      /** A list a frame, of the same moments in every view: its figures in any order, 64 at most, each [x, y] in pixels of every keypoint in the set's order, null where it was not seen. A frame may have none. */
      frames?: readonly (readonly (readonly (ArrayLike<number> | null)[])[])[];
      /** A list a frame, of every figure 0 to 1 a keypoint; 0 is not seen, missing is 1. */
      confidence?: ArrayLike<ArrayLike<ArrayLike<number>>>;
    })[];
  };
}

/** What a job made: GET /v1/jobs/{id}/result. */
export interface GetJobResultFields {
  /** npz is AMASS's, glb the body with an animation, bvh its skeleton's; trc, of markers, they themselves: with right names, and the body's place of one where no camera saw it; without format Accept decides. */
  format?: "json" | "npz" | "glb" | "bvh" | "trc";
  /** Which of the people, from 0. */
  person?: number;
}

/** Joints and bones: GET /v1/skeletons/{id}. */
export interface GetSkeletonFields {
  /** Shape coefficients; any count up to the model's, missing ones are 0. */
  betas?: ArrayLike<number>;
}

/** Put a skeleton: PUT /v1/skeletons/{id}. */
export interface PutSkeletonFields {
  /** Of the glTF file: one of its skins; without it all of them. */
  skin?: number;
  /** Of the glTF file: all joints, or only the bones that VRM names. */
  bones?: "all" | "humanoid";
  /** Of the BVH file; without it what its kind of file has. */
  metres_per_unit?: number;
  /** In any order, one root. */
  joints?: readonly ({
    /** 1 to 31 bytes, unique. */
    name?: string;
    /** The parent's name; null or absent: the root. */
    parent?: string | null;
    /** From the parent at rest, metres: x, y, z. */
    offset?: ArrayLike<number>;
    /** What the joint may do. Without it what its name says, and anything for a name that is no person's. */
    limit?: {
      /** free: anything; fixed: keeps its start rotation. */
      kind?: "free" | "ball" | "hinge" | "fixed";
      /** The hinge, or the axis of a ball's twist (along the bone), in the parent's frame. */
      axis?: ArrayLike<number>;
      /** The first axis of the swing, at right angles to axis; without it y after x, z after y, x after z. The second one is axis cross swing_axis. */
      swing_axis?: ArrayLike<number>;
      /** Of a hinge: from, to, radians. */
      range?: ArrayLike<number>;
      /** Of a ball: from, to, radians. */
      twist?: ArrayLike<number>;
      /** Of a ball, radians: one number is a cone's half angle, two are an ellipse's half-axes, four are from, to about the first axis and from, to about the second. */
      swing?: ArrayLike<number>;
      /** The swing's ranges hold one by one, not as an ellipse. */
      box?: boolean;
    };
  })[];
  /** In place of joints: a BVH file's text; its hierarchy is the skeleton, its motion is not looked at. */
  bvh?: string;
  /** In place of joints: a .glb or .vrm file in base64, whose skins are the skeleton. Many problems on one: PUT /v1/skeletons/{id}. */
  glb?: string;
}

/** Inverse kinematics: POST /v1/ik/solve. */
export interface SolveIkFields {
  /** The id of a resident model, body or motion, or of a skeleton that was put (PUT /v1/skeletons/{id}); or {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}. */
  skeleton?: string | { readonly [name: string]: unknown };
  /** Shape of the model, which gives the bones their lengths. */
  betas?: ArrayLike<number>;
  /** The start: one axis-angle per joint, as for meshes. Without it the rest pose. */
  pose?: ArrayLike<number | ArrayLike<number>>;
  /** The start in place of pose: one quaternion x,y,z,w per joint. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** The start in place of pose: one 3x3 (or 6 numbers) per joint. */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Moves the root from its rest position, metres. */
  translation?: ArrayLike<number>;
  /** What shall be reached, 1 to 64. */
  targets?: readonly ({
    /** The joint that shall get there, by name. */
    joint?: string;
    /** Where to, model space, metres: x, y, z. At least one of position, orientation, look_at, distance, centre, keep. */
    position?: ArrayLike<number>;
    /** Of the joint's frame in model space: quaternion x, y, z, w; normalised. */
    orientation?: ArrayLike<number>;
    /** A point that the elbow, the knee or the chain's arch turns to. */
    pole?: ArrayLike<number>;
    /** The joint that the chain starts from; without it the limb's root, for the whole body pelvis. */
    chain?: string;
    /** A point that the joint's look_axis shall point to. */
    look_at?: ArrayLike<number>;
    /** What looks, in the joint's own frame; any length. */
    look_axis?: ArrayLike<number>;
    /** Metres that the joint shall be away from distance_from. */
    distance?: number;
    /** A joint's name or a point x, y, z. */
    distance_from?: string | ArrayLike<number>;
    /** The point that the weight's middle shall be over, x, y, z (y does not count); every bone weighs as its length. joint may be absent: then what the other targets turn does it. */
    centre?: ArrayLike<number>;
    /** The joint shall stay as and where it is at the start. */
    keep?: boolean;
    /** The joint in whose frame position and orientation stand, wherever it goes; world without it. */
    frame?: string;
    /** Importance beside the other targets where not all can be reached: weight times squared error is made small. */
    weight?: number;
    /** Between where the joint is and how it is turned, where both cannot be had (w of Zhao and Badler): squared errors of position, distance and centre count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times. */
    balance?: number;
    /** 2: only as far as the targets of priority 1 are not disturbed. */
    priority?: number;
  })[];
  /** In place of targets: where every joint is, x, y, z for each in the skeleton's order, for solver hybrik. */
  joint_positions?: ArrayLike<number | ArrayLike<number>>;
  /** With joint_positions: radians about each joint's bone, one a joint; without them 0. */
  twists?: ArrayLike<number>;
  /** With joint_positions: every bone by its two positions alone; without it bones mend what is left of those above. */
  naive?: boolean;
  /** auto chooses and each target says what it was. */
  solver?: "auto" | "two_bone" | "fabrik" | "ccd" | "transpose" | "pinv" | "dls" | "optimize" | "hybrik" | "example" | "neural";
  /** Of example: the style whose poses are likely, or two with their parts, {"walk":0.5,"crouch":0.5}: poses between them; those of the pose prior are in GET /v1/models/{id}. Without it any. */
  style?: string | { readonly [name: string]: number };
  /** Of an attempt, at most (dls and auto: 30 when absent); limits.ik_iterations bounds it too. */
  iterations?: number;
  /** Metres and radians within which a target counts as reached. */
  tolerance?: number;
  /** Milliseconds for the problem; limits.ik_budget_ms bounds it and is the default. */
  budget_ms?: number;
  /** Joints stay within their ranges: the default ones of SMPL's and the motion skeleton's names, those of joint_limits and of the skeleton's joints. A start outside is brought inside. Without the field it is true when any joint's limit is given. */
  limits?: boolean;
  /** Limits in place of the default ones, by joint. */
  joint_limits?: readonly ({
    /** By name. */
    joint?: string;
    /** free: anything; fixed: keeps its start rotation. */
    kind?: "free" | "ball" | "hinge" | "fixed";
    /** The hinge, or the axis of a ball's twist (along the bone), in the parent's frame. */
    axis?: ArrayLike<number>;
    /** The first axis of the swing, at right angles to axis; without it y after x, z after y, x after z. The second one is axis cross swing_axis. */
    swing_axis?: ArrayLike<number>;
    /** Of a hinge: from, to, radians. */
    range?: ArrayLike<number>;
    /** Of a ball: from, to, radians. */
    twist?: ArrayLike<number>;
    /** Of a ball, radians: one number is a cone's half angle, two are an ellipse's half-axes, four are from, to about the first axis and from, to about the second. */
    swing?: ArrayLike<number>;
    /** The swing's ranges hold one by one, not as an ellipse. */
    box?: boolean;
  })[];
  /** Of dls: following the error, lambda, or by singular values and end effectors. */
  damping?: "adaptive" | "constant" | "selective";
  /** The constant damping. It enters squared: d = J^T (J J^T + lambda^2 I)^-1 e. */
  lambda?: number;
  /** Pull to the natural pose with what freedom the targets leave (null space). */
  rest_gain?: number;
  /** Stiffness of single joints, times rest_gain; the others have 1. */
  joint_gains?: readonly {
    /** By name. */
    joint?: string;
    /** 0 does not pull at all. */
    gain?: number;
  }[];
  /** What is natural: the middle of the ranges, the start pose, the rest pose. */
  natural?: "middle" | "start" | "rest";
  /** Other starts to try while the targets are not reached: 64 for dls (8 with continuity), 4 for optimize, 0 for the others. With a start pose, of the poses that reach one near it is taken. */
  restarts?: number;
  /** Follow: the start is the last answer, and no joint turns faster than speed, towards another pose too where the way on from the last one ends. */
  continuity?: boolean;
  /** Seconds since the last answer, for continuity. */
  dt?: number;
  /** Radians a second that a joint may turn, for continuity. */
  speed?: number;
  /** Radians that a joint may turn from the start, at most; 0.26 is 15 degrees. With continuity the smaller of it and of speed times dt. */
  max_step?: number;
  /** Pull to the start pose with what freedom the targets leave, beside rest_gain's to the natural one. */
  smoothness?: number;
  /** Targets without chain that their limb does not reach: the chain goes on to the collar, then to the spine, with move_root to the root; each target of the answer says where its chain began. With continuity it is true when absent. */
  grow?: boolean;
  /** What arms do that no target asks for: hang, or stay as they are at the start. When absent relaxed for a body or a motion network without a start pose, else start. */
  others?: "relaxed" | "start";
  /** The root may be moved too; the answer's translation says where to. */
  move_root?: boolean;
  /** So many other poses that reach the same targets, the most likely first, where there are so many; all within the same time budget. Not beside continuity, max_step, solver neural or hybrik. */
  alternatives?: number;
  /** Of alternatives: radians by which some bone points otherwise in each two of them. */
  apart?: number;
  /** Linear ties between joint angles, up to 64; solver optimize heeds them. */
  couplings?: readonly ({
    /** 1 to 8 angles; the sum of factor times angle is kept to. */
    terms?: readonly ({
      /** By name. */
      joint?: string;
      /** Which of the joint's angles; a hinge's is twist. */
      angle?: "twist" | "swing1" | "swing2";
      /** Of the angle in the sum. */
      factor?: number;
    })[];
    /** What the sum shall be, radians. */
    equals?: number;
    /** In place of equals: what the sum may be at most, radians. At least: the same with all signs changed. */
    at_most?: number;
  })[];
  /** Many at once. Fields beside it are shared; a problem's own fields win. */
  problems?: readonly ({
    /** The id of a resident model, body or motion, or of a skeleton that was put (PUT /v1/skeletons/{id}); or {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}. */
    skeleton?: string | { readonly [name: string]: unknown };
    /** Shape of the model, which gives the bones their lengths. */
    betas?: ArrayLike<number>;
    /** The start: one axis-angle per joint, as for meshes. Without it the rest pose. */
    pose?: ArrayLike<number | ArrayLike<number>>;
    /** The start in place of pose: one quaternion x,y,z,w per joint. */
    quaternions?: ArrayLike<number | ArrayLike<number>>;
    /** The start in place of pose: one 3x3 (or 6 numbers) per joint. */
    rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Moves the root from its rest position, metres. */
    translation?: ArrayLike<number>;
    /** What shall be reached, 1 to 64. */
    targets?: readonly ({
      /** The joint that shall get there, by name. */
      joint?: string;
      /** Where to, model space, metres: x, y, z. At least one of position, orientation, look_at, distance, centre, keep. */
      position?: ArrayLike<number>;
      /** Of the joint's frame in model space: quaternion x, y, z, w; normalised. */
      orientation?: ArrayLike<number>;
      /** A point that the elbow, the knee or the chain's arch turns to. */
      pole?: ArrayLike<number>;
      /** The joint that the chain starts from; without it the limb's root, for the whole body pelvis. */
      chain?: string;
      /** A point that the joint's look_axis shall point to. */
      look_at?: ArrayLike<number>;
      /** What looks, in the joint's own frame; any length. */
      look_axis?: ArrayLike<number>;
      /** Metres that the joint shall be away from distance_from. */
      distance?: number;
      /** A joint's name or a point x, y, z. */
      distance_from?: string | ArrayLike<number>;
      /** The point that the weight's middle shall be over, x, y, z (y does not count); every bone weighs as its length. joint may be absent: then what the other targets turn does it. */
      centre?: ArrayLike<number>;
      /** The joint shall stay as and where it is at the start. */
      keep?: boolean;
      /** The joint in whose frame position and orientation stand, wherever it goes; world without it. */
      frame?: string;
      /** Importance beside the other targets where not all can be reached: weight times squared error is made small. */
      weight?: number;
      /** Between where the joint is and how it is turned, where both cannot be had (w of Zhao and Badler): squared errors of position, distance and centre count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times. */
      balance?: number;
      /** 2: only as far as the targets of priority 1 are not disturbed. */
      priority?: number;
    })[];
    /** In place of targets: where every joint is, x, y, z for each in the skeleton's order, for solver hybrik. */
    joint_positions?: ArrayLike<number | ArrayLike<number>>;
    /** With joint_positions: radians about each joint's bone, one a joint; without them 0. */
    twists?: ArrayLike<number>;
    /** With joint_positions: every bone by its two positions alone; without it bones mend what is left of those above. */
    naive?: boolean;
    /** auto chooses and each target says what it was. */
    solver?: "auto" | "two_bone" | "fabrik" | "ccd" | "transpose" | "pinv" | "dls" | "optimize" | "hybrik" | "example" | "neural";
    /** Of example: the style whose poses are likely, or two with their parts, {"walk":0.5,"crouch":0.5}: poses between them; those of the pose prior are in GET /v1/models/{id}. Without it any. */
    style?: string | { readonly [name: string]: number };
    /** Of an attempt, at most (dls and auto: 30 when absent); limits.ik_iterations bounds it too. */
    iterations?: number;
    /** Metres and radians within which a target counts as reached. */
    tolerance?: number;
    /** Milliseconds for the problem; limits.ik_budget_ms bounds it and is the default. */
    budget_ms?: number;
    /** Joints stay within their ranges: the default ones of SMPL's and the motion skeleton's names, those of joint_limits and of the skeleton's joints. A start outside is brought inside. Without the field it is true when any joint's limit is given. */
    limits?: boolean;
    /** Limits in place of the default ones, by joint. */
    joint_limits?: readonly ({
      /** By name. */
      joint?: string;
      /** free: anything; fixed: keeps its start rotation. */
      kind?: "free" | "ball" | "hinge" | "fixed";
      /** The hinge, or the axis of a ball's twist (along the bone), in the parent's frame. */
      axis?: ArrayLike<number>;
      /** The first axis of the swing, at right angles to axis; without it y after x, z after y, x after z. The second one is axis cross swing_axis. */
      swing_axis?: ArrayLike<number>;
      /** Of a hinge: from, to, radians. */
      range?: ArrayLike<number>;
      /** Of a ball: from, to, radians. */
      twist?: ArrayLike<number>;
      /** Of a ball, radians: one number is a cone's half angle, two are an ellipse's half-axes, four are from, to about the first axis and from, to about the second. */
      swing?: ArrayLike<number>;
      /** The swing's ranges hold one by one, not as an ellipse. */
      box?: boolean;
    })[];
    /** Of dls: following the error, lambda, or by singular values and end effectors. */
    damping?: "adaptive" | "constant" | "selective";
    /** The constant damping. It enters squared: d = J^T (J J^T + lambda^2 I)^-1 e. */
    lambda?: number;
    /** Pull to the natural pose with what freedom the targets leave (null space). */
    rest_gain?: number;
    /** Stiffness of single joints, times rest_gain; the others have 1. */
    joint_gains?: readonly {
      /** By name. */
      joint?: string;
      /** 0 does not pull at all. */
      gain?: number;
    }[];
    /** What is natural: the middle of the ranges, the start pose, the rest pose. */
    natural?: "middle" | "start" | "rest";
    /** Other starts to try while the targets are not reached: 64 for dls (8 with continuity), 4 for optimize, 0 for the others. With a start pose, of the poses that reach one near it is taken. */
    restarts?: number;
    /** Follow: the start is the last answer, and no joint turns faster than speed, towards another pose too where the way on from the last one ends. */
    continuity?: boolean;
    /** Seconds since the last answer, for continuity. */
    dt?: number;
    /** Radians a second that a joint may turn, for continuity. */
    speed?: number;
    /** Radians that a joint may turn from the start, at most; 0.26 is 15 degrees. With continuity the smaller of it and of speed times dt. */
    max_step?: number;
    /** Pull to the start pose with what freedom the targets leave, beside rest_gain's to the natural one. */
    smoothness?: number;
    /** Targets without chain that their limb does not reach: the chain goes on to the collar, then to the spine, with move_root to the root; each target of the answer says where its chain began. With continuity it is true when absent. */
    grow?: boolean;
    /** What arms do that no target asks for: hang, or stay as they are at the start. When absent relaxed for a body or a motion network without a start pose, else start. */
    others?: "relaxed" | "start";
    /** The root may be moved too; the answer's translation says where to. */
    move_root?: boolean;
    /** So many other poses that reach the same targets, the most likely first, where there are so many; all within the same time budget. Not beside continuity, max_step, solver neural or hybrik. */
    alternatives?: number;
    /** Of alternatives: radians by which some bone points otherwise in each two of them. */
    apart?: number;
    /** Linear ties between joint angles, up to 64; solver optimize heeds them. */
    couplings?: readonly ({
      /** 1 to 8 angles; the sum of factor times angle is kept to. */
      terms?: readonly ({
        /** By name. */
        joint?: string;
        /** Which of the joint's angles; a hinge's is twist. */
        angle?: "twist" | "swing1" | "swing2";
        /** Of the angle in the sum. */
        factor?: number;
      })[];
      /** What the sum shall be, radians. */
      equals?: number;
      /** In place of equals: what the sum may be at most, radians. At least: the same with all signs changed. */
      at_most?: number;
    })[];
  })[];
  /** glb: the posed body comes back with each solution, base64. */
  mesh?: "none" | "glb";
}

/** A motion from a script: POST /v1/motions/rollout. */
export interface RolloutMotionFields {
  /** json: rotations, places and contacts of every frame; bvh: the network's joints; glb: the body in motion; npz: AMASS-like poses and trans; measure: npz of joints, contacts and orders; vrma: a VRM animation. Wins over Accept. */
  format?: "json" | "bvh" | "glb" | "npz" | "measure" | "vrma";
  /** glb and bvh of our own body or bones: what joints are called: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD), or smpl: as they are. Joints that a set has not keep their names; rotations stay as they are. */
  names?: "smpl" | "mixamo" | "unreal" | "vrm" | "webxr" | "openxr";
  /** glb of a dressed body only: in place of the morph target blink, lids that blink animate eyeBlinkLeft and eyeBlinkRight: the model's expressions as morph targets by name, ARKit's 52 blend shapes and 14 visemes of person; layers that lie on the skin go with them. */
  face?: boolean;
  /** glb of a body only; chosen for this motion: so many morph targets in place of the model's pose blend shapes, which a skin cannot hold, with their weights in the pose or in every frame. The mesh's extras (correctives) have the map from joint rotations to weights and what is missing, in millimetres. At most nine for each joint that has them: 207 in the shipped models of 24 joints. */
  correctives?: number;
  /** glb only: names of GET /v1/wardrobe, comma separated or a list of them, or none. Without it a model that the wardrobe is of is dressed in its standard outfit, or in what the person of `random` wears; eyes, brows, lashes and teeth come along unless it is none. */
  wear?: string | readonly string[];
  /** glb only: clothes and colours of the person of that seed, on whatever body; without it those of `random`. */
  look?: number;
  /** glb only: tone of the skin, from 0, the darkest, to 1. */
  skin?: number;
  /** glb only: of hair and brows. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** glb only: colour of the eyes. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
  /** Id of the motion network or matching database; without it the default one. */
  model?: string;
  /** What moves it: a network, a matching database, or auto: frames of the database where it starts to walk or walks straight ahead on level ground, the network else. */
  motion?: "network" | "matching" | "auto";
  /** How long; limits.rollout_seconds bounds it too. */
  seconds?: number;
  /** Of random, a whole number. */
  seed?: number;
  /** Ground, walls, areas, or the id of a scene that was put; without it flat and empty. */
  scene?: string | { readonly [name: string]: unknown };
  /** Where it starts: x, z, metres. */
  position?: ArrayLike<number>;
  /** Which way: radians about +Y, 0 faces +Z, pi/2 faces +X. */
  facing?: number;
  /** Whose motion it has: a name of the network's `styles`, or parts of several, 0 to 1 each; `{}` is the mean of all people. Without it the network's default. */
  style?: string | { readonly [name: string]: number };
  /** 0: nothing of its own. Any other number is somebody: a mix of styles, a pace, a rhythm of glances. */
  variation?: number;
  /** Orders: an input each, with a time t in seconds. A field holds until it is given again. */
  script?: readonly ({
    /** The stick: x, z; x is to the left of forward z. Longer than 1 counts as 1: [1,1] is as fast as [0,1]. */
    move?: ArrayLike<number>;
    /** What move and look are measured in; camera's forward is `camera_yaw`. */
    axes?: "world" | "character" | "camera";
    /** Where the camera looks: radians about +Y, 0 is +Z. */
    camera_yaw?: number;
    /** A direction x, z to face when strafing; null: none. */
    look?: ArrayLike<number> | null;
    /** auto walks, and jogs or runs when `speed` asks for it. */
    gait?: "auto" | "walk" | "jog" | "run" | "crouch";
    /** Metres a second at full stick; 0 is the gait's own. */
    speed?: number;
    /** 0 faces where it goes, 1 where it looks; 0 to 1, true is 1. */
    strafe?: number | boolean;
    /** One jump for each change from false to true. */
    jump?: boolean;
    /** Follows the stick sooner, at some cost in sliding feet. */
    responsive?: boolean;
    /** Seconds from the start; entries stand in the order of their times. */
    t?: number;
  })[];
  /** In place of script: the stick points along a path. */
  pursue?: {
    /** Points x, z in the world, 1 to 512. */
    path?: ArrayLike<ArrayLike<number>>;
    /** Go round for ever. */
    closed?: boolean;
    /** The path's only point is a place, and the way there is found, round the scene's walls, seats and steps. Where there is none the event unreachable is said. */
    round?: boolean;
    /** How far ahead on the path it aims, metres; 0: 0.75 walking, 1.2 faster. */
    lookahead?: number;
    /** Metres a second; 0 is the gait's own. */
    speed?: number;
    /** Metres; more than 0: from one random place to another for ever, within so much of the path's only point. */
    wander?: number;
    /** Metres that it keeps from the middles of the session's others where it can, going round them or waiting; 0: it heeds nobody. 1 for people who walk. */
    space?: number;
    /** As an input's. */
    gait?: "auto" | "walk" | "jog" | "run" | "crouch";
  };
  /** In place of script: the controller follows a path and stops at its end. */
  follow?: {
    /** Points x, z in the world, 1 to 512. */
    path?: ArrayLike<ArrayLike<number>>;
    /** Go round for ever. */
    closed?: boolean;
    /** The path's only point is a place, and the way there is found, round the scene's walls, seats and steps. Where there is none the event unreachable is said. */
    round?: boolean;
    /** How far ahead on the path it aims, metres; 0: 0.75 walking, 1.2 faster. */
    lookahead?: number;
    /** Metres a second; 0 is the gait's own. */
    speed?: number;
    /** Metres; more than 0: from one random place to another for ever, within so much of the path's only point. */
    wander?: number;
    /** Metres that it keeps from the middles of the session's others where it can, going round them or waiting; 0: it heeds nobody. 1 for people who walk. */
    space?: number;
    /** As an input's. */
    gait?: "auto" | "walk" | "jog" | "run" | "crouch";
  };
  /** In place of script: orders by chance, from seed. */
  random?: {
    /** play: what people do; stick: new directions, flips, spins and jumps at random. */
    kind?: "play" | "stick";
  };
  /** Hands that reach, whatever moves the figure: the stream's message of that name, each with a time t. */
  reach?: readonly ({
    /** Which hand. */
    joint?: "left_hand" | "right_hand";
    /** x, y, z of the wrist, metres. Not needed to let go. */
    target?: ArrayLike<number>;
    /** root: target and normal go along, in the root's frame. */
    anchor?: "world" | "root";
    /** How much of the way; 0 lets go. */
    weight?: number;
    /** From letting go to being there, and back. */
    seconds?: number;
    /** Out of a surface at the target: the palm is laid on it. */
    normal?: ArrayLike<number>;
    /** With normal: the hand goes along the surface with its figure, at the target's height. */
    slide?: boolean;
    /** Seconds from the start; entries stand in the order of their times. */
    t?: number;
  })[];
  /** Head and neck turn to points: as the stream's message look, each with a time t. */
  gaze?: readonly ({
    /** x, y, z that head and neck turn to; without it they are let go of. */
    point?: ArrayLike<number>;
    /** root: the point goes along, in the root's frame. */
    anchor?: "world" | "root";
    /** How much of the turn. */
    weight?: number;
    /** From letting go to looking there, and back. */
    seconds?: number;
    /** Seconds from the start; entries stand in the order of their times. */
    t?: number;
  })[];
  /** Chairs: the figure goes there, turns and sits down, or stands up; the stream's message of that name, each with a time t. */
  sit?: readonly {
    /** x, z of the seat, where the middle of the hips comes to. Without it who sits stands up. */
    seat?: ArrayLike<number>;
    /** Of the chair and of who sits on it: radians about +Y, 0 is +Z. */
    facing?: number;
    /** Metres of the seat over the ground before it. */
    height?: number;
    /** From standing before the chair to sitting, and back. */
    seconds?: number;
    /** Metres that it keeps on its way from the middles of the stream session's others, as `follow` does; less where it has less left to go. A roll-out has no others. */
    space?: number;
    /** Seconds from the start; entries stand in the order of their times. */
    t?: number;
  }[];
  /** The controller's constants, for this motion. */
  control?: {
    /** What all others are when they are not given: ours, the original demo's, or those with the paper's equation 9. */
    preset?: "posed" | "original" | "paper";
    /** m/s at full stick, walking */
    walk_speed?: number;
    /** m/s, jogging */
    jog_speed?: number;
    /** m/s, running */
    run_speed?: number;
    /** of the walking speed, crouched */
    crouch_scale?: number;
    /** of the speed, moving sideways or backwards */
    side_scale?: number;
    /** m/s sideways, however fast is asked for */
    side_most?: number;
    /** m/s backwards, likewise */
    back_most?: number;
    /** m/s backwards on ground that is not level */
    back_rough?: number;
    /** m/s backwards that a network goes itself; what is faster is played faster (playback.h) */
    back_own?: number;
    /** of a slope on which a walk goes at half its speed; 0: at all of it */
    steep?: number;
    /** m/s with the gait walk or crouch */
    walk_most?: number;
    /** m/s: a slower goal moves at this speed */
    speed_least?: number;
    /** m/s: from here on the gait is jog */
    jog_from?: number;
    /** of the stick: below it stands */
    dead_zone?: number;
    /** m/s of the wanted velocity: under it the gait is stand */
    stand_under?: number;
    /** rad/s: how fast the wanted direction and facing may turn (688 degrees) */
    turn_limit?: number;
    /** of turn_limit, jogging */
    turn_limit_jog?: number;
    /** part of the speed that is left when turned back */
    turn_slow?: number;
    /** of its rate: so much faster a network's turn is made, far off the wanted facing */
    turn_gain?: number;
    /** rad off: from here on, and all of it from twice this */
    turn_gain_from?: number;
    /** rad: a start within this of the facing is responsive (30 degrees) */
    start_ahead?: number;
    /** s: for so long */
    start_time?: number;
    /** a frame: wanted velocity */
    mix_velocity?: number;
    /** a frame: wanted facing */
    mix_facing?: number;
    /** a frame: strafe */
    mix_strafe?: number;
    /** a frame: crouch */
    mix_crouch?: number;
    /** a frame: rate at which it is played */
    mix_rate?: number;
    /** a frame: gait weights of now */
    mix_gait?: number;
    /** a frame: fed-back joints, from previous + velocity to the network's */
    mix_joints?: number;
    /** a frame: the same while the goal is calm */
    mix_joints_steady?: number;
    /** s that it has to be calm for that */
    steady_time?: number;
    /** of the planted toe's slip: off the root's step while the goal is calm */
    root_follow?: number;
    /** a frame: that slip */
    mix_follow?: number;
    /** w_i of positions */
    bias_position?: number;
    /** strafing */
    bias_position_strafe?: number;
    /** responsive */
    bias_position_responsive?: number;
    /** w_i of facings */
    bias_facing?: number;
    /** strafing */
    bias_facing_strafe?: number;
    /** responsive */
    bias_facing_responsive?: number;
    /** responsive and strafing */
    bias_facing_responsive_strafe?: number;
    /** w_i is 1 - (1 - t)^bias as in the demo at 0, t^bias as in the paper (eq. 9) at 1 */
    blend_ease?: number;
    /** of an area's amount as the depth of the hips: 1; as the label of the gait: 0 */
    crouch_depth?: number;
    /** m from a wall: within it the gait bump of a sample rises to 1 at the wall */
    bump_near?: number;
    /** slope that the ground beside the way has to either side at most, as a network sees it */
    side_steep?: number;
    /** s = (1 - stand)^this scales the root's motion */
    stand_power?: number;
    /** part of the phase change that standing leaves */
    phase_floor?: number;
    /** rad off the facing wanted: a standing character turns, s = 1 */
    turn_on_spot?: number;
    /** s: the jump label is 1 for this long to each side of take-off */
    jump_half?: number;
    /** s: and falls over this */
    jump_fall?: number;
    /** 1/s: how fast the goal is turned against going astray */
    steer_gain?: number;
    /** rad: at most by this */
    steer_most?: number;
    /** 1/s: how fast the goal is scaled against going too fast or too slow */
    speed_gain?: number;
    /** at most by this part */
    speed_most?: number;
    /** m that the root keeps from a wall's side: arms and feet reach so far */
    wall_keep?: number;
    /** s that a goal is steady before it is corrected */
    settle?: number;
    /** contact from which on a foot is locked */
    lock_contact?: number;
    /** m over its place on the ground: a higher joint is not locked */
    lock_height?: number;
    /** m: the same on ground that is not flat */
    lock_height_rough?: number;
    /** m/s along the ground: a faster heel or toe is not locked */
    lock_speed?: number;
    /** contact under which it is released */
    release_contact?: number;
    /** frames: ... or will be in so many, at the rate at which it falls */
    release_ahead?: number;
    /** frames: the same, jogging or strafing */
    release_ahead_jog?: number;
    /** frames before its leg runs short that a foot is let go which the network has elsewhere; 0: never */
    strained?: number;
    /** m: a foot that the network has further away is released */
    lock_reach?: number;
    /** a frame: how a locked joint sinks to its height */
    lock_sink?: number;
    /** 1/s: w of a released foot's offset */
    release_rate?: number;
    /** 1/s: w of the spring in which a foot rises over ground that is ahead */
    lift_rise?: number;
    /** 1: a knee that the network has straight, or bent backwards, bends about its hinge */
    knee_hinge?: number;
    /** a frame: what is left of the lift over ground */
    lift_fall?: number;
    /** m over its height that the ball of a foot passes over the ground at, or more, going fast */
    clearance?: number;
    /** of what a leg has left to its length, before a planted foot's heel rises */
    leg_stretch?: number;
    /** the same, jogging; under 0 a knee keeps more than its bend */
    leg_stretch_jog?: number;
    /** 1/s: w of the spring in which hips go down for a leg; 0: at once */
    drop_fall?: number;
    /** a frame: how hips come up again */
    drop_rise?: number;
    /** so much more a walk's knees bend and straighten than the network's, which are means */
    walk_knees?: number;
    /** so much more a steady jog's hips rotate about the vertical, likewise */
    jog_hips?: number;
    /** m: so far over the network's a walk's hips are */
    walk_rise?: number;
    /** rad: how far a forearm bends between elbow and wrist at most */
    forearm_limit?: number;
    /** rad: how far wrists and fingers turn at most */
    hand_limit?: number;
    /** rad/s: how fast they turn against what they hang on at most (516 degrees) */
    hand_speed?: number;
    /** rad/s a frame: how the speed of collars, arms and forearms changes at most (74 degrees) */
    arm_change?: number;
    /** 1/s: w of what they are behind then */
    arm_rate?: number;
    /** rad/s a frame: how the speed of ankles changes at most on ground that is not flat (189 degrees) */
    ankle_change?: number;
    /** 1/s: w of what they are behind then */
    ankle_rate?: number;
    /** of each style by which the style wavers from stride to stride */
    vary_style?: number;
    /** of the speed, likewise */
    vary_pace?: number;
    /** of the rate of the phase, likewise */
    vary_phase?: number;
    /** s of a breath, standing */
    idle_breath?: number;
    /** rad: the chest rises by this */
    idle_chest?: number;
    /** m: the hips go to and fro sideways, feet planted */
    idle_sway?: number;
    /** rad: the hips turn to and fro over planted feet, the trunk with them */
    idle_twist?: number;
    /** rad: the head looks to either side */
    idle_head?: number;
    /** part of what the head does that is left when moving */
    idle_moving?: number;
  };
  /** How the network's weights are blended over the phase. */
  mode?: "cubic" | "fast" | "linear" | "constant";
  /** Body model that moves, for glb and npz; "none": bare bones in glb. */
  body?: string;
  /** In place of body: the id of a character that was put (PUT /v1/characters/{id}), for glb and bvh. */
  character?: string;
  /** Shape of the body. */
  betas?: ArrayLike<number>;
  /** Soft tissue follows the motion, in glb (animated morphs) and npz (dmpls); for models with soft-tissue directions (soft_dynamics is not none). */
  soft?: boolean;
  /** Breaths a minute, in the same; 0: none. DMPL has no direction of breathing. */
  breathing?: number;
}

/** Put a character: PUT /v1/characters/{id}. */
export interface PutCharacterFields {
  /** Joints of bones where they are not found: BONE=JOINT, with a comma between; BONE= leaves it out. Of template=person alone. */
  match?: string;
  /** What body it is. An animal takes the animations of others of its template (POST /v1/characters/{id}/clip); roll-outs and streams move people. */
  template?: "person" | "quadruped" | "bird" | "spider";
}

/** A motion on a character: POST /v1/characters/{id}/clip. */
export interface MakeCharacterClipFields {
  /** Which of a .glb's: its name, or its number from 0 on. Without it the first that moves a joint. */
  animation?: string;
  /** Frames a second of the result. */
  rate?: number;
}

/** Rig a mesh: POST /v1/rig. */
export interface RigMeshFields {
  /** The rigged file, or the report as JSON with the file in base64. Missing: by Accept. */
  format?: "glb" | "json";
  /** Where parts of the body are: one or more of chin, left_wrist, right_wrist, left_elbow, right_elbow, left_knee, right_knee, groin, each as NAME=X,Y,Z in the file's coordinates, with a semicolon between. */
  markers?: string;
  /** What body it is. Others than a person's get that plan's joints by the shape of the solid alone (Pinocchio's way); a bird's wings must be spread. */
  template?: "person" | "quadruped" | "bird" | "spider";
  /** Which axis of the file is up. Missing or auto: found from the shape; the report has what was found. */
  up?: "auto" | "y" | "z" | "x" | "-y" | "-z" | "-x";
  /** Where in the file's axes who stands there looks. Missing or auto: found from the shape, any direction. */
  facing?: "auto" | "y" | "z" | "x" | "-y" | "-z" | "-x";
  /** How vertices are weighed: by a learned network, by the fitted template, by heat along the bones (Baran, Popovic 2007), three quarters and a quarter of the last two (mix), by 1 / d^4 of the distance to the bones, straight or inside of the solid (geodesic). Missing or auto: .85 learned and .15 heat for a person (mix where the server has no network), heat for others, who have no template. */
  weights?: "auto" | "learned" | "mix" | "template" | "heat" | "distance" | "geodesic";
  /** With format json: a PNG of the mesh with its joints, front and left. */
  picture?: boolean;
  /** A file that has a skeleton is rigged anew; its skins and animations are dropped. */
  replace?: boolean;
}

/** A scene: GET /v1/scenes/{id}. */
export interface GetSceneFields {
  /** With every height of the ground. */
  heights?: boolean;
}

/** Put a scene: PUT /v1/scenes/{id}. */
export interface PutSceneFields {
  /** Of a heightmap: metres between two heights. */
  cell?: number;
  /** Of a PNG: the height of white, metres. */
  scale?: number;
  /** Of raw float32: how many heights a row has. */
  columns?: number;
  /** Where a heightmap's first corner is; without it the middle is at 0. */
  x?: number;
  /** Likewise. */
  z?: number;
  /** Made from a seed, or given as heights; without it flat at 0. */
  ground?: {
    /** Ground made from a seed. */
    kind?: "flat" | "map" | "rolling" | "hills" | "rocky" | "steps" | "beams" | "gaps" | "ramp" | "ridges";
    /** Of the made ground, a whole number. */
    seed?: number;
    /** Metres, of the made ground. */
    side?: number;
    /** Of its steep places, degrees; 0: the kind's own. */
    slope_deg?: number;
    /** Which way stairs, ridges, ramps and bars rise, degrees; 0: +z. */
    yaw_deg?: number;
    /** Metres between two heights. */
    cell?: number;
    /** Given ground, metres: rows along +z of columns along +x, 2 to 4096 of each. */
    heights?: ArrayLike<ArrayLike<number>>;
    /** Where its first corner is; without it the middle is at 0. */
    x?: number;
    /** Where its first corner is; without it the middle is at 0. */
    z?: number;
  };
  /** Segments that nobody passes. */
  walls?: readonly {
    /** One end: x, z. */
    from?: ArrayLike<number>;
    /** The other end. */
    to?: ArrayLike<number>;
    /** To each side, metres. */
    width?: number;
  }[];
  /** Discs in which a figure jumps. */
  jumps?: readonly {
    /** The middle: x, z. */
    at?: ArrayLike<number>;
    /** Metres. */
    radius?: number;
    /** Metres around it over which the wish to jump fades. */
    falloff?: number;
  }[];
  /** Boxes in which the character crouches. */
  crouches?: readonly {
    /** The middle: x, z. */
    at?: ArrayLike<number>;
    /** Along x and along z, metres. */
    size?: ArrayLike<number>;
    /** How deep: 0 upright, 1 fully crouched, 0.5 with the hips half of the way down. Fades out over 1 m around the box. The deepest of several areas and of the input counts. */
    amount?: number;
    /** Metres: the amount varies with the place's x, by the factor 1 - (sin(x/wave) + 1)/2, as under the original demo's bars; 0: as deep everywhere. */
    wave?: number;
  }[];
  /** Bars on which it keeps its balance. */
  beams?: readonly {
    /** One end: x, z. */
    from?: ArrayLike<number>;
    /** The other end. */
    to?: ArrayLike<number>;
    /** To each side, metres. */
    width?: number;
  }[];
  /** Chairs, stools and benches that who is on the way to a seat goes round. They hold nobody off. */
  seats?: readonly {
    /** The middle: x, z. */
    at?: ArrayLike<number>;
    /** Of who sits on it: radians about +Y, 0 is +Z. */
    facing?: number;
    /** Across that, metres. */
    width?: number;
    /** Along it, metres. */
    depth?: number;
  }[];
}

// -- what replies hold

/** x, y, z. */
export type Vector = number[];

/** x, z on the ground. */
export type Place = number[];

/** x, y, z, w, of length 1. */
export type Quaternion = number[];

/** What is said of one place of the request. */
export interface Remark {
  /** RFC 6901 JSON pointer into the body; of a query, to where the field would stand there. */
  pointer: string;
  /** The query parameter, when it came from the query. */
  parameter?: string;
  /** The value and what is allowed or usual. */
  detail: string;
}

/** RFC 9457 problem details: what is wrong with a request. */
export interface Problem {
  /** about:blank: the status says what kind it is. */
  type: string;
  /** The status in words. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** The first of the errors, with its place. */
  detail: string;
  /** All that were found, up to eight. */
  errors: Remark[];
  /** As in X-Request-Id and in the log. */
  request_id?: string;
}

/** That it lives, or is ready. */
export interface Status {
  /** That it is. */
  status: "ok" | "ready";
}

/** Which program answers. */
export interface Version {
  /** posed. */
  name: string;
  /** Of the program. */
  version: string;
  /** It was built from; empty outside a repository. */
  commit: string;
  /** The interface's version: the first segment of the paths. */
  api: string;
  /** What this build can do. */
  features: string[];
  /** What `format` may be, on one route or another. */
  formats: string[];
  /** Chosen for this processor. */
  kernels: string;
}

/** A model in the list. */
export interface ModelSummary {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "body" | "motion" | "pose-prior" | "pose-network" | "matching" | "wardrobe" | "mhr" | "rig-start" | "rig-weights";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** Of a body. */
  gender?: string;
}

/** What is resident. */
export interface ModelList {
  /** In the order of the configuration. */
  models: ModelSummary[];
}

/** Points of the skin, by kind. */
export interface KeypointCounts {
  /** Nose, eyes, ears, toes, heels, finger tips. */
  body: number;
  /** Landmarks of the face. */
  face: number;
  /** Of its outline. */
  contour: number;
}

/** A body model in full. */
export interface BodyModel {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "body";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** In its file. */
  gender: string;
  /** V. */
  vertex_count: number;
  /** K. */
  joint_count: number;
  /** Shape coefficients. */
  beta_count: number;
  /** Triangles. */
  face_count: number;
  /** Soft-tissue coefficients; 0: it has none. */
  soft_tissue_count: number;
  /** What moves them with soft true: learned (with the model), oscillators (derived from directions that came without dynamics, as DMPL's do) or none. */
  soft_dynamics: string;
  /** Numbers that drive the pose blend shapes. */
  pose_feature_count: number;
  /** Expression coefficients (SMPL-X, FLAME); 0: it has none. */
  expression_count: number;
  /** Principal components of a hand's pose; 0: it has none. */
  hand_component_count: number;
  /** The parts that a pose may be given by. */
  pose_parts: string[];
  /** Expressions that have names, in the order of their coefficients. */
  expression_names: string[];
  /** Points of the skin that may go behind the joints. */
  keypoint_counts: KeypointCounts;
  /** Of them, in their order. */
  keypoint_names: string[];
  /** In the order of poses. */
  joint_names: string[];
  /** By joint; -1 for the root. */
  parents: number[];
  /** Of the mean body. */
  rest_joints: Vector[];
  /** By beta: the largest |beta| among the bodies learned from. */
  beta_limits?: number[];
  /** Whose people it has, for random, height, percentile ...; absent when it has none. */
  populations?: string[];
  /** What measure and fit know. */
  measurements: Definitions;
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** A motion network in full. */
export interface MotionModel {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "motion";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** Of its skeleton. */
  joint_count: number;
  /** Numbers in. */
  input_count: number;
  /** Units of a hidden layer. */
  hidden_count: number;
  /** Numbers out. */
  output_count: number;
  /** Points of the trajectory. */
  window_samples: number;
  /** Frames between them. */
  window_step: number;
  /** Frames a second. */
  frame_rate: number;
  /** In the order of gait weights. */
  gaits: string[];
  /** The people whose motion it has, for `style` of scripts and of spawn; empty: none are told apart. */
  styles: string[];
  /** In the order of rotations. */
  joint_names: string[];
  /** By joint; -1 for the root. */
  parents: number[];
  /** By joint, from the parent; absent when the file has none. */
  offsets?: Vector[];
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** A pose prior in full. */
export interface PosePrior {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "pose-prior";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** Of the poses. */
  joint_count: number;
  /** Numbers that describe one. */
  number_count: number;
  /** Of the mixture. */
  component_count: number;
  /** Of each component. */
  direction_count: number;
  /** What `style` of an IK request may be. */
  styles: string[];
  /** In the order of poses. */
  joint_names: string[];
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** A pose network in full. */
export interface PoseNetwork {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "pose-network";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** Of the poses. */
  joint_count: number;
  /** Numbers in. */
  input_count: number;
  /** Units of a hidden layer. */
  hidden_count: number;
  /** Residual blocks. */
  block_count: number;
  /** Joints that it may be given. */
  trackers: string[];
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** A matching database in full. */
export interface MatchingModel {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "matching";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** Of its skeleton. */
  joint_count: number;
  /** Poses in the file. */
  frame_count: number;
  /** Frames a second. */
  frame_rate: number;
  /** Pieces of captured motion. */
  clip_count: number;
  /** Ways they are used: as they are, mirrored, bent, slower. */
  copy_count: number;
  /** Frames of all copies: what is searched. */
  entry_count: number;
  /** Numbers that a frame is found by. */
  feature_count: number;
  /** In the order of gait weights. */
  gaits: string[];
  /** In the order of rotations. */
  joint_names: string[];
  /** By joint; -1 for the root. */
  parents: number[];
  /** By joint, from the parent. */
  offsets?: Vector[];
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** A wardrobe in full. */
export interface WardrobeModel {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "wardrobe";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** Garments, hair and parts of faces. */
  item_count: number;
  /** Pictures that they share. */
  texture_count: number;
  /** The name of the body model that it is of. */
  body_model: string;
  /** What `wear` may name. */
  items: string[];
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** MHR in full. */
export interface MhrModel {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "mhr";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** V. */
  vertex_count: number;
  /** K. */
  joint_count: number;
  /** Triangles. */
  face_count: number;
  /** Numbers of model_parameters. */
  parameter_count: number;
  /** Numbers of identity_coeffs. */
  identity_count: number;
  /** Numbers of face_expr_coeffs. */
  expression_count: number;
  /** Whether the file has both layers of the pose correctives. */
  has_correctives: boolean;
  /** In the order of model_parameters. */
  parameter_names: string[];
  /** By parameter: lowest and highest, or null. Nothing is held to them. */
  parameter_limits: (number[] | null)[];
  /** Those that are lengths of the body, not of its pose. */
  scale_parameters: string[];
  /** In the order of joints. */
  joint_names: string[];
  /** By joint; -1 for the root. */
  parents: number[];
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** A learned start of automatic rigging in full. */
export interface RigStart {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "rig-start";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** That it finds. */
  joint_count: number;
  /** Numbers of the depth maps that it finds them from. */
  map_numbers: number;
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** Learned weights of automatic rigging in full. */
export interface RigWeights {
  /** Its place in paths. */
  id: string;
  /** What it is. */
  kind: "rig-weights";
  /** Whether it is the default of its kind. */
  default: boolean;
  /** In its file. */
  name: string;
  /** Of the model. */
  licence: string;
  /** How it was made. */
  provenance: string;
  /** Memory that it takes. */
  resident_bytes: number;
  /** 64 bits of what is in it, hexadecimal. */
  content_hash: string;
  /** That it gives weights of. */
  joint_count: number;
  /** Of the network. */
  number_count: number;
  /** Whom the sources want named. */
  credits: string;
  /** Of its numbers. */
  units: { [name: string]: string };
  /** Its axes. */
  frame: "gltf";
}

/** A garment, hair, or a part of a face. */
export interface WardrobeItem {
  /** For `wear`. */
  name: string;
  /** Of two items in one slot a body wears one. */
  slot: string;
  /** What it looks like. */
  about: string;
  /** The files that it is learned from, and their licence. */
  source: string;
  /** In a GLB. */
  vertex_count: number;
  /** Triangles. */
  face_count: number;
  /** Of the skin below it: triangles with one of them are left out. */
  hidden_vertices: number;
  /** Whether it is worn when a request does not say. */
  standard: boolean;
}

/** What bodies may wear. */
export interface Wardrobe {
  /** The name of the body model that it is of. */
  model: string;
  /** Of the items. */
  licence: string;
  /** How they were made. */
  provenance: string;
  /** Whom the sources want named. */
  credits: string;
  /** What `wear` may name. */
  items: WardrobeItem[];
}

/** By its kind. */
export type Model = BodyModel | MotionModel | PosePrior | PoseNetwork | MatchingModel | WardrobeModel | MhrModel | RigStart | RigWeights;

/** That the file was read again. */
export interface Reloaded {
  /** As in the path. */
  id: string;
  /** true. */
  reloaded: boolean;
}

/** The triangles of a model. */
export interface Faces {
  /** Its id. */
  model: string;
  /** Axes and unit. */
  frame: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** 1, but for unreal. */
  metres_per_unit: number;
  /** Triangles. */
  face_count: number;
  /** Three corners a triangle, flat. */
  faces: number[];
}

/** One body. */
export interface BodyArrays {
  /** Of whom was asked for by seed, measures or age. */
  betas?: number[];
  /** Who that is. */
  person?: Person;
  /** V x 3, flat. */
  vertices?: number[];
  /** In the model's order. */
  joints?: Vector[];
  /** V x 3, flat, of length 1. */
  normals?: number[];
}

/** Of whom a body is. */
export interface Person {
  /** Of the person. */
  gender: "neutral" | "female" | "male";
  /** Years: asked for, or what goes with the rest. */
  age: number;
}

/** A person with its betas. */
export interface Found {
  /** Of whom was asked for by seed, measures or age. */
  betas?: number[];
  /** Who that is. */
  person?: Person;
}

/** Bodies of one model. */
export interface Bodies {
  /** Its id. */
  model: string;
  /** Axes and unit. */
  frame: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** 1, but for unreal. */
  metres_per_unit: number;
  /** In the request's order; what `include` names. */
  bodies: BodyArrays[];
  /** With faces. */
  face_count?: number;
  /** Three corners a triangle, flat, for all bodies. */
  faces?: number[];
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** One measurement. */
export interface Definition {
  /** m, kg, m3 or kg/m2. */
  unit: string;
  /** The standard's name for it. */
  iso_8559_1: string | null;
  /** How it is taken. */
  definition: string;
}

/** By name of the measurement. */
export type Definitions = { [name: string]: Definition };

/** What one body measures. */
export interface Measurements {
  /** In m; null where the model lacks what it needs. */
  height: number | null;
  /** In kg; null where the model lacks what it needs. */
  mass: number | null;
  /** In m3; null where the model lacks what it needs. */
  volume: number | null;
  /** In kg/m2; null where the model lacks what it needs. */
  bmi: number | null;
  /** In m; null where the model lacks what it needs. */
  head_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  neck_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  chest_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  underbust_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  waist_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  navel_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  hip_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  thigh_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  knee_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  calf_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  ankle_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  upper_arm_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  elbow_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  wrist_girth: number | null;
  /** In m; null where the model lacks what it needs. */
  shoulder_width: number | null;
  /** In m; null where the model lacks what it needs. */
  arm_length: number | null;
  /** In m; null where the model lacks what it needs. */
  hand_length: number | null;
  /** In m; null where the model lacks what it needs. */
  inside_leg_height: number | null;
  /** In m; null where the model lacks what it needs. */
  back_neck_to_waist: number | null;
  /** In m; null where the model lacks what it needs. */
  foot_length: number | null;
  /** In m; null where the model lacks what it needs. */
  span: number | null;
}

/** Measurements of bodies. */
export interface Measured {
  /** Its id. */
  model: string;
  /** Bodies are measured with arms out. */
  pose: "T";
  /** kg/m3, of the mass. */
  density: number;
  /** In the request's order. */
  bodies: Measurements[];
  /** By body whom it is of, where that was asked for; else null. */
  people?: (Found | null)[];
  /** With lines, by measurement: where the tape lay. A point is t of the way from the first vertex to the second, or a joint; a closed line goes back to its first point. Mass, volume, bmi and back_neck_to_waist have none. */
  lines?: { [name: string]: {
    closed?: boolean;
    points?: {
      vertices?: number[];
      t?: number;
      joint?: string;
    }[];
  } };
  /** Unit and way of each. */
  definitions: Definitions;
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** The body that measurements give. */
export interface MeasuredFit {
  /** Its id. */
  model: string;
  /** Bodies are measured with arms out. */
  pose: "T";
  /** kg/m3, of the mass. */
  density: number;
  /** Whether the body measures what was asked. */
  status: "matched" | "compromise" | "budget" | "unmeasurable";
  /** Steps that were taken. */
  iterations: number;
  /** |betas|: how far from the mean body, in standard deviations. */
  distance: number;
  /** The share of the tolerances that was needed to stay a likely body, 0.05 to 1. */
  relaxation: number;
  /** The body. */
  betas: number[];
  /** By measurement that was asked for: reached minus asked. */
  residuals: { [name: string]: number | null };
  /** By measurement that was asked for: what counts as reached. */
  tolerances: { [name: string]: number };
  /** Of the body that was found. */
  measurements: Measurements;
}

/** The camera of a picture. */
export interface ObservedCamera {
  /** Focal length in pixels. */
  fx: number;
  /** The same along y. */
  fy: number;
  /** Centre of projection in pixels. */
  cx: number;
  /** The same along y. */
  cy: number;
  /** World to camera, row by row. */
  rotation: number[];
  /** x_camera = rotation x_world + translation, metres. */
  translation: number[];
  /** The focal length was not given: it was fitted beside the rest. */
  guessed: boolean;
}

/** One thing that was seen. */
export interface ObservedPlace {
  /** What was seen. */
  kind: "joint" | "keypoint" | "vertex" | "orientation";
  /** Of the joint, keypoint or sensor's joint; a vertex's number. */
  name: string;
  /** Of several views: which of them saw it. */
  camera?: number;
  /** As it was used; 0: not seen. */
  confidence: number;
  /** Distance of the body from what was seen, metres, pixels or degrees; null where not seen. */
  residual: number | null;
  /** Where the body has it: 3 metres or 2 pixels; of an orientation its rotation vector in the world, radians. */
  at: (number | null)[];
}

/** The person that observations give. */
export interface ObservedFit {
  /** Its id. */
  model: string;
  /** How the search ended. */
  status: "converged" | "budget" | "behind" | "implausible";
  /** Steps no longer make it better, and the body is one that people have. */
  converged: boolean;
  /** Steps that were taken, of all starts together. */
  iterations: number;
  /** Of all terms, in nats. */
  cost: number;
  /** Left and right of what was sent are probably exchanged. */
  mirrored: boolean;
  /** Root mean square distance of what is seen in space, in the unit of the points; null where nothing is. */
  rms: number | null;
  /** The same in the picture. */
  rms_pixels: number | null;
  /** The same of orientations. */
  rms_degrees: number | null;
  /** The shape. */
  betas: number[];
  /** How well each is known, one standard deviation; 1: no better than before, 0: it was not fitted. */
  betas_sd: number[];
  /** Axis-angle a joint, radians. */
  pose: Vector[];
  /** The same, x y z w. */
  quaternions: number[][];
  /** In the unit of the points, metres without fit_scale. */
  translation: number[];
  /** What is seen is scale times the body, then translation: 100 for points in centimetres. 1 without fit_scale. */
  scale: number;
  /** With points of a picture. */
  camera?: ObservedCamera;
  /** Each of them: joints, then keypoints, vertices, orientations. */
  observations: ObservedPlace[];
  /** Joints whose rotation nothing seen depends on: they are as likely as can be. */
  unseen: string[];
  /** What each term costs, nats. */
  terms: { [name: string]: number };
  /** Joints of the body that was found, in the model's order and in metres: what is seen is scale times them. */
  joints: Vector[];
  /** With `mesh`: the body as a file. */
  mesh?: {
    type?: string;
    base64?: string;
  };
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** One of several people. */
export interface CrowdMember {
  /** Which figure of each view they are, from 0; null where that view does not see them. */
  figures: (number | null)[];
  /** How the search ended. */
  status: "converged" | "budget" | "behind" | "implausible";
  /** Steps no longer make it better, and the body is one that people have. */
  converged: boolean;
  /** Steps that were taken, of all starts together. */
  iterations: number;
  /** Of all terms, in nats. */
  cost: number;
  /** Left and right of what was sent are probably exchanged. */
  mirrored: boolean;
  /** Root mean square distance of what is seen in space, in the unit of the points; null where nothing is. */
  rms: number | null;
  /** The same in the picture. */
  rms_pixels: number | null;
  /** The same of orientations. */
  rms_degrees: number | null;
  /** The shape. */
  betas: number[];
  /** How well each is known, one standard deviation; 1: no better than before, 0: it was not fitted. */
  betas_sd: number[];
  /** Axis-angle a joint, radians. */
  pose: Vector[];
  /** The same, x y z w. */
  quaternions: number[][];
  /** In the unit of the points, metres without fit_scale. */
  translation: number[];
  /** What is seen is scale times the body, then translation: 100 for points in centimetres. 1 without fit_scale. */
  scale: number;
  /** With points of a picture. */
  camera?: ObservedCamera;
  /** Each of them: joints, then keypoints, vertices, orientations. */
  observations: ObservedPlace[];
  /** Joints whose rotation nothing seen depends on: they are as likely as can be. */
  unseen: string[];
  /** What each term costs, nats. */
  terms: { [name: string]: number };
  /** Joints of the body that was found, in the model's order and in metres: what is seen is scale times them. */
  joints: Vector[];
  /** With `mesh`: the body as a file. */
  mesh?: {
    type?: string;
    base64?: string;
  };
}

/** The people that figures in pictures give. */
export interface CrowdFit {
  /** Its id. */
  model: string;
  /** Who is seen by most views first, 16 at most. */
  people: CrowdMember[];
  /** People beyond those, and who cannot be fitted (a warning counts them): too little is seen of them, or they would stand behind a camera. */
  left_out: number;
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** By what was sent. */
export type Fit = MeasuredFit | ObservedFit | CrowdFit;

/** A skeleton in the list. */
export interface SkeletonSummary {
  /** Its place in paths. */
  id: string;
  /** body and motion are models; of those that were put glb, vrm, bvh or joints. */
  kind: string;
  /** Whether it is the default of its kind. */
  default: boolean;
  /** Of it. */
  joint_count: number;
}

/** What IK can solve on by name. */
export interface SkeletonList {
  /** Models first, then those that were put. */
  skeletons: SkeletonSummary[];
}

/** One joint. */
export interface SkeletonJoint {
  /** Of the joint. */
  name: string;
  /** null: the root. */
  parent: string | null;
  /** From the parent, metres. */
  offset: Vector;
  /** Where it rests. */
  rest: Vector;
  /** What `limits` holds it to. */
  range?: {
    /** The axis along the bone. */
    twist: "x" | "y" | "z";
    /** Every axis for itself; else swing within an ellipse. */
    box: boolean;
    /** Degrees about x, y, z. */
    min: Vector;
    /** Degrees about x, y, z. */
    max: Vector;
  };
  /** Of a glTF: its node. */
  node?: number;
  /** Of a glTF: at rest. */
  rotation?: Quaternion;
  /** Of a VRM: the bone's name. */
  bone?: string;
}

/** A skeleton in full. */
export interface Skeleton {
  /** Its place in paths. */
  id: string;
  /** Of one that was put: glb, vrm, bvh or joints. */
  kind?: string;
  /** Of a glTF: whether its nodes stand otherwise than its bind pose. */
  posed?: boolean;
  /** Its axes. */
  frame: "gltf";
  /** Parents before children. */
  joints: SkeletonJoint[];
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** A bone of a humanoid and its joint. */
export interface BoneMatch {
  /** Unity's name of it; of an animal its part: tail_1, left_hind_leg_2. */
  bone: string;
  /** The character's joint; null: it has none. */
  joint: string | null;
  /** How it was found. */
  by: "none" | "request" | "vrm" | "name" | "tree" | "shape";
  /** What is odd about it: another joint may be meant, the sides differ, or (of Hips) the skeleton does not fit the mesh. */
  doubt?: string;
}

/** A user's own character. */
export interface Character {
  /** Its place in paths. */
  id: string;
  /** Of its file. */
  kind: "glb" | "vrm";
  /** What body it is. */
  template: "person" | "quadruped" | "bird" | "spider";
  /** Of its file. */
  bytes: number;
  /** Whether its nodes stand otherwise than its bind pose. */
  posed: boolean;
  /** What is odd about its mesh: vertices without a weight, weights that do not sum to 1. */
  note?: string;
  /** Whose names its joints have: mixamo, unreal ... */
  rig: string | null;
  /** All bones of a humanoid, or the joints of an animal's parts. */
  match: BoneMatch[];
  /** Its axes. */
  frame: "gltf";
  /** Parents before children; frames of the stream have them in this order. */
  joints: SkeletonJoint[];
}

/** A mesh that was rigged. */
export interface Rig {
  /** What body it was taken for. */
  template: string;
  /** Root mean square distance of template and mesh, of the height; of other templates that of the surface from capsules about the bones, of the largest extent. Over 0.04 is doubtful. */
  residual: number;
  /** Share of the surface within 0.03 of the height from the template; of others within 0.1 of the extent from the capsules. */
  coverage: number;
  /** What the embedding of the template's skeleton costs, under 1 where it fits well, doubtful over 2; for a person that of the second opinion. */
  penalty?: number;
  /** Look at it; markers would help. */
  doubtful: boolean;
  /** In the file's units. */
  height: number;
  /** Of the file. */
  vertices: number;
  /** Of the file. */
  triangles: number;
  /** Pieces that do not hang together. */
  islands: number;
  /** Edges of one triangle alone: holes and open ends. */
  border_edges: number;
  /** What was wrong with the mesh. */
  repaired: Repaired;
  /** Names for `markers`. */
  markers_wanted: string[];
  /** Which axis of the file is up: y, z, x, -y, -z or -x. */
  up: string;
  /** Where the person looks, a unit vector in the file's axes. */
  facing: number[];
  /** Rows of [R | t]: from the file's coordinates to upright ones. */
  upright: number[];
  /** Of a person: which hands got joints of fingers. */
  fingers?: RiggedHands;
  /** Parents first. */
  joints: RiggedJoint[];
  /** The rigged file. */
  mesh: RigFile;
  /** Front and left. */
  picture?: RigFile;
}

/** A joint of it. */
export interface RiggedJoint {
  /** VRM's name, or the template's, which the node has too. */
  bone: string;
  /** 0 to 1; below 0.3 it is doubtful. */
  confidence: number;
  /** Of a person's limbs: how far an embedding of the skeleton into the solid has this joint from here, of the height. Near ones make it more certain. */
  second_opinion?: number;
  /** Upright, in the file's units. */
  position: number[];
}

/** Counts. */
export interface Repaired {
  /** That stand where another one does. */
  merged_vertices: number;
  /** Without an area. */
  dropped_triangles: number;
  /** That faced another way than those around them. */
  turned_triangles: number;
  /** That were inside out. */
  turned_islands: number;
  /** Whose weights are those of the template alone. */
  unheated_vertices: number;
}

/** What was seen of a hand. */
export interface RiggedHand {
  /** Of fingers, three each from thumb to little finger: 15, 12 of a hand of four (without a ring finger) or 0. */
  joints: number;
  /** Of the hand that stand apart: 5 of an open hand, 2 of a mitten, 1 of a fist in one piece. */
  parts: number;
  /** Without joints: why. */
  why?: string;
}

/** Both. */
export interface RiggedHands {
  /** At +X. */
  left: RiggedHand;
  /** At -X. */
  right: RiggedHand;
}

/** A file in a reply. */
export interface RigFile {
  /** Media type. */
  type: string;
  /** Its bytes. */
  base64: string;
}

/** A character in the list. */
export interface CharacterSummary {
  /** Its place in paths. */
  id: string;
  /** Of its file. */
  kind: "glb" | "vrm";
  /** What body it is. */
  template: "person" | "quadruped" | "bird" | "spider";
  /** Of its file. */
  bytes: number;
  /** Of its skeleton. */
  joint_count: number;
  /** Of a humanoid's 22 bones that were found; of an animal the joints of its parts. */
  bone_count: number;
  /** Of bones that are odd. */
  doubt_count: number;
}

/** What can be moved by name. */
export interface CharacterList {
  /** Those that were put. */
  characters: CharacterSummary[];
  /** Of a file that may be put, at most. */
  body_bytes: number;
}

/** How far a marker or keypoint is off. */
export interface JobPoint {
  /** The marker, keypoint or sensor. */
  name: string;
  /** Of several views: which of them saw it. */
  camera?: number;
  /** Metres over all frames, pixels of what a picture shows, degrees of a sensor; null: it was never seen. */
  rms: number | null;
}

/** Names that points were given. */
export interface JobNamed {
  /** Which markers are stuck on: cmu, plugin-gait or plugin-gait-legs. */
  protocol: string;
  /** Points of all frames. */
  points: number;
  /** Of them those that are a marker. */
  named: number;
}

/** A stretch of frames. */
export interface JobMended {
  /** What the points are. */
  marker: string;
  /** What they were sent as. */
  called: string;
  /** Frame, from 0. */
  first: number;
  /** Likewise; with all between. */
  last: number;
}

/** What was found of a person. */
export interface JobPerson {
  /** Frames of the take; of a crowd from the first to the last in which they are seen. */
  frames: number;
  /** Of a crowd: the frame of the take in which they are first seen. */
  first?: number;
  /** Of a crowd: frames in which any view sees them. */
  seen?: number;
  /** Of a crowd: frames in which two views and more see them. */
  shared?: number;
  /** Of a crowd: the one of several views that sees them; how far away is its guess. */
  only?: number;
  /** Metres over all that was seen in space; null: nothing was. */
  rms: number | null;
  /** Pixels over all that was seen in a picture; null: nothing was. */
  rms_pixels: number | null;
  /** Of sensors: how far the body's bones lie from what they read. */
  rms_degrees?: number;
  /** Of sensors: degrees, where the body faced in the calibration pose, as it was said or found. */
  facing?: number;
  /** Of sensors: nothing tells where the body is, and it goes as the feet that stand say. */
  walked?: boolean;
  /** Pairs of markers that were read the other way round, over all frames. */
  exchanged: number;
  /** Left and right are mixed up in all or most of it; it was fitted the other way round, if that fits better. */
  mirrored: boolean;
  /** Frames in which left and right were exchanged and are read the other way round. */
  sides_exchanged: number;
  /** The person's shape. */
  betas: number[];
  /** How well each beta is known; 1 is no better than without looking. */
  betas_sd: number[];
  /** Of several views: where they stand, as it was said or found. */
  cameras?: ObservedCamera[];
  /** Of markers without names: which they were taken for. */
  named?: JobNamed;
  /** Of markers with names: where one was called another and is read as what it is; 256 at most. */
  mended?: JobMended[];
  /** In how many frames, over all markers. */
  mended_points?: number;
  /** How far each marker, keypoint or sensor is from its place. */
  points: JobPoint[];
}

/** Work that is done aside. */
export interface Job {
  /** What it is asked for by. */
  id: string;
  /** fit. */
  kind: string;
  /** Id of the body model. */
  model: string;
  /** Where it is. */
  status: "queued" | "running" | "done" | "cancelled" | "failed";
  /** 0 to 1. */
  progress: number;
  /** Why it failed. */
  detail?: string;
  /** Once it is done. */
  people?: JobPerson[];
  /** Of a crowd: people beyond the 16 who are seen most, and who cannot be fitted: too little is seen of them, or they would stand behind a camera. */
  left_out?: number;
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** What waits, runs and is done. */
export interface JobList {
  /** Without people. */
  jobs: Job[];
}

/** A moment of a take. */
export interface TakeFrame {
  /** Axis-angle, three numbers a joint. */
  pose: number[];
  /** Metres. */
  translation: number[];
  /** Metres, one a marker or keypoint; null: not seen. */
  residuals: (number | null)[];
}

/** A person's motion over a take. */
export interface Take {
  /** Frames a second. */
  rate: number;
  /** The person's shape. */
  betas: number[];
  /** One after the other. */
  frames: TakeFrame[];
}

/** A pose that brings joints to their targets. */
export interface Solution {
  /** The worst of the targets'. */
  status: "reached" | "unreachable" | "stalled" | "budget";
  /** Of all of them. */
  iterations: number;
  /** As `pose` forms of requests. */
  pose: {
    /** Local to the parent; of a glTF its nodes' own rotations. */
    quaternions: Quaternion[];
  };
  /** Where they are in that pose. */
  joints: Vector[];
  /** Their order. */
  joint_names: string[];
  /** With move_root, and of solvers that move it. */
  translation?: Vector;
  /** Of a glTF: by joint, its node. */
  nodes?: number[];
  /** Of a glTF whose root moves: for its node. */
  root_translation?: Vector;
  /** In the request's order. */
  targets: ({
    /** null: the centre of mass. */
    joint: string | null;
    /** Of this target. */
    status: "reached" | "unreachable" | "stalled" | "budget";
    /** Which one it was. */
    solver: "auto" | "two_bone" | "fabrik" | "ccd" | "transpose" | "pinv" | "dls" | "optimize" | "hybrik" | "example" | "neural";
    /** Of it. */
    iterations: number;
    /** With grow: the joint where the chain began that made it. */
    chain?: string;
    /** Metres. */
    position_error: number;
    /** Radians. */
    orientation_error: number;
    /** Radians, of a gaze. */
    look_error?: number;
    /** Radians, of a pole. */
    pole_error?: number;
    /** Metres, of a distance. */
    distance_error?: number;
    /** Metres, of a balance. */
    centre_error?: number;
  })[];
  /** Joints at the end of a range. */
  limits_hit: ({
    /** Which one. */
    joint: string;
    /** What holds it. */
    limit: "twist" | "swing" | "speed" | "range";
  })[];
  /** With alternatives: of this pose, nats by the pose prior. */
  log_likelihood?: number;
  /** Where they were asked for: other poses that reach, the most likely first; fewer where there are no more. */
  alternatives?: {
    /** As `pose` forms of requests. */
    pose: {
      /** Local to the parent; of a glTF its nodes' own rotations. */
      quaternions: Quaternion[];
    };
    /** Where they are in that pose. */
    joints: Vector[];
    /** With move_root. */
    translation?: Vector;
    /** Of a glTF whose root moves: for its node. */
    root_translation?: Vector;
    /** Radians by which the bone that points most otherwise does, from the nearest of those before. */
    apart: number;
    /** Nats, by the pose prior, where the skeleton has its joints. */
    log_likelihood?: number;
  }[];
  /** With mesh: the posed body. */
  mesh?: {
    /** model/gltf-binary. */
    type?: string;
    /** The file. */
    base64?: string;
    /** In place of both: why there is none. */
    error?: string;
  };
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** One of many that could not be read. */
export interface Failure {
  /** What is wrong with this one of many. */
  error: Problem;
}

/** One for each of the problems. */
export interface Solutions {
  /** In the order of the problems. */
  solutions: (Solution | Failure)[];
}

/** A solution, or with `problems` many. */
export type Ik = Solution | Solutions;

/** A motion, frame by frame. */
export interface Motion {
  /** Frames a second. */
  rate: number;
  /** Of them. */
  frame_count: number;
  /** Axes and unit. */
  frame: "gltf";
  /** The network's. */
  joint_names: string[];
  /** By joint; -1 for the root. */
  parents: number[];
  /** By joint, from the parent. */
  offsets: Vector[];
  /** In the order of gait_weights. */
  gaits: string[];
  /** In the order of contacts. */
  contact_names: string[];
  /** One a tick. */
  frames: {
    /** Seconds. */
    t: number;
    /** On the ground. */
    root: Vector;
    /** About +Y; 0 faces +Z. */
    yaw: number;
    /** Of the first joint. */
    translation: Vector;
    /** By joint, local to the parent. */
    rotations: Quaternion[];
    /** In the order of contact_names: 0 or 1. */
    contacts: number[];
    /** 0 to 2 pi: right foot contact at 0. */
    phase: number;
    /** In the order of gaits. */
    gait_weights: number[];
    /** step_left, step_right, jump, land, blocked, arrived, unreachable. */
    events: string[];
  }[];
  /** What was taken and is hardly meant. */
  warnings?: Remark[];
}

/** What sessions walk in. */
export interface Scene {
  /** Its place in paths. */
  id: string;
  /** What is walked on. */
  ground: {
    /** In place of all else. */
    kind?: "flat";
    /** Along +z. */
    rows?: number;
    /** Along +x. */
    columns?: number;
    /** Metres between two heights. */
    cell?: number;
    /** Of the first corner. */
    x?: number;
    /** Of the first corner. */
    z?: number;
    /** Rows, when asked for. */
    heights?: number[][];
  };
  /** Not to be walked through. */
  walls: {
    /** One end. */
    from: Place;
    /** The other. */
    to: Place;
    /** Metres. */
    width: number;
  }[];
  /** Where characters jump. */
  jumps: {
    /** Its middle. */
    at: Place;
    /** Metres. */
    radius: number;
    /** Metres. */
    falloff: number;
  }[];
  /** Where they crouch. */
  crouches: {
    /** Its middle. */
    at: Place;
    /** Along x and z. */
    size: Place;
    /** 0 to 1. */
    amount: number;
    /** Metres; where it is not 0. */
    wave?: number;
  }[];
  /** To balance on. */
  beams: {
    /** One end. */
    from: Place;
    /** The other. */
    to: Place;
    /** Metres. */
    width: number;
  }[];
  /** Which ways that are found go round. */
  seats: {
    /** Its middle. */
    at: Place;
    /** Radians about +Y. */
    facing: number;
    /** Metres. */
    width: number;
    /** Metres. */
    depth: number;
  }[];
}

/** Those that were put. */
export interface SceneList {
  /** Without their heights. */
  scenes: Scene[];
}

/** A one-time ticket. */
export interface Ticket {
  /** For one WebSocket: ?ticket=. */
  ticket: string;
}

/** This document. */
export interface Openapi {
  openapi: string;
  paths: { [name: string]: unknown };
}
