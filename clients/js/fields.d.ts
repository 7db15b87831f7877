// Made from /openapi.json by scripts/client_types.py; do not edit.

// -- what is asked: the parameters of the query and the fields of the JSON body

/** The triangles: GET /v1/models/{id}/faces. */
export interface GetFacesFields {
  /** json, or bin: uint32, little-endian, three per triangle. Wins over Accept. */
  format?: "json" | "bin";
}

/** Make a body, cacheable: GET /v1/models/{id}/mesh. */
export interface GetMeshFields {
  /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value. */
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
  /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. Separated by commas, or one parameter for each value. */
  pose?: ArrayLike<number>;
  /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. Separated by commas, or one parameter for each value. */
  quaternions?: ArrayLike<number>;
  /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value. */
  rotations?: ArrayLike<number>;
  /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  global_orient?: ArrayLike<number>;
  /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  body_pose?: ArrayLike<number>;
  /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  left_hand_pose?: ArrayLike<number>;
  /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  right_hand_pose?: ArrayLike<number>;
  /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  hand_pose?: ArrayLike<number>;
  /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  neck_pose?: ArrayLike<number>;
  /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  jaw_pose?: ArrayLike<number>;
  /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  leye_pose?: ArrayLike<number>;
  /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  reye_pose?: ArrayLike<number>;
  /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** The same for the right hand. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
  use_pca?: boolean;
  /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. Separated by commas, or one parameter for each value. */
  expression?: ArrayLike<number>;
  /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
  blend_shapes?: string | { readonly [name: string]: unknown };
  /** Moves the model, in metres: x, y, z. Separated by commas, or one parameter for each value. */
  translation?: ArrayLike<number>;
  /** Another name of translation, smplx's. Separated by commas, or one parameter for each value. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). Separated by commas, or one parameter for each value. */
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
  /** What the reply holds, in this order in the bin format. Files for other programs (obj, ply, glb) have vertices, normals and faces unless told otherwise. Separated by commas, or one parameter for each value. */
  include?: readonly ("vertices" | "joints" | "normals" | "faces")[];
  /** glb only: names of GET /v1/wardrobe, comma separated or a list of them, or none. Without it a model that the wardrobe is of is dressed in its standard outfit, or in what the person of `random` wears; eyes, brows, lashes and teeth come along unless it is none. Separated by commas, or one parameter for each value. */
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
  /** glb only: coarser copies of each body for crowds and for who is far away, of about so many triangles, 1 to 4 numbers that fall; nodes that MSFT_lod names, with the body's own vertices. Separated by commas, or one parameter for each value. */
  levels?: ArrayLike<number>;
  /** glb only: KHR_mesh_quantization and EXT_meshopt_compression. */
  quantize?: boolean;
  /** MHR only: its parameters in its order (204: pose, then lengths), or by name; radians, lengths as MHR has them. What is not given is 0. */
  model_parameters?: string | { readonly [name: string]: unknown };
  /** MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. Separated by commas, or one parameter for each value. */
  identity_coeffs?: ArrayLike<number>;
  /** MHR only: expression, 72 numbers or fewer. Separated by commas, or one parameter for each value. */
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
  /** Shape coefficients, in standard deviations; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value. */
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
  /** One axis-angle per joint in radians, local to the parent: 24x3 or 72 numbers for 24 joints. The root turns about the pelvis. Without pose, quaternions and rotations the body stands in its rest pose. Separated by commas, or one parameter for each value. */
  pose?: ArrayLike<number>;
  /** In place of pose: one quaternion x,y,z,w per joint; normalised, zero is an error. Separated by commas, or one parameter for each value. */
  quaternions?: ArrayLike<number>;
  /** In place of pose: one rotation per joint, 3x3 row-major (nested or 9 numbers), orthonormal within 0.001; or 6 numbers, its first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value. */
  rotations?: ArrayLike<number>;
  /** The root's rotation, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  global_orient?: ArrayLike<number>;
  /** The body's joints but the root: 23 of SMPL, 21 of SMPL-H and SMPL-X, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  body_pose?: ArrayLike<number>;
  /** The 15 joints of the left hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  left_hand_pose?: ArrayLike<number>;
  /** The 15 joints of the right hand's fingers, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  right_hand_pose?: ArrayLike<number>;
  /** The 15 joints of a model of one hand (MANO), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  hand_pose?: ArrayLike<number>;
  /** The neck of a model of a head (FLAME), as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  neck_pose?: ArrayLike<number>;
  /** The jaw, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  jaw_pose?: ArrayLike<number>;
  /** The left eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  leye_pose?: ArrayLike<number>;
  /** The right eye, as smplx names it: axis-angle (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or a row a joint. Separated by commas, or one parameter for each value. */
  reye_pose?: ArrayLike<number>;
  /** The left hand (or the one of MANO) in a pose by name, in place of left_hand_pose; the hand's mean has no part in it. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** The same for the right hand. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "flat" | "open";
  /** Hand poses are coefficients of the model's principal components. Without it, fewer than 45 numbers are. */
  use_pca?: boolean;
  /** Leaves the mean out of hands that are given by parts. Otherwise it is added, as smplx does, to axis-angles and coefficients, also of a hand that is not given; quaternions, 6D and matrices stand for themselves. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (a warning beyond 5); where the model's expressions have names, their weights, -2 to 2. Any count up to the model's. Separated by commas, or one parameter for each value. */
  expression?: ArrayLike<number>;
  /** Expressions by name, added to expression: the model's expression_names, such as ARKit's 52 blend shapes. */
  blend_shapes?: string | { readonly [name: string]: unknown };
  /** Moves the model, in metres: x, y, z. Separated by commas, or one parameter for each value. */
  translation?: ArrayLike<number>;
  /** Another name of translation, smplx's. Separated by commas, or one parameter for each value. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients; any count up to the model's (0 when it has none). Separated by commas, or one parameter for each value. */
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
  /** MHR only: shape, 45 numbers or fewer: 20 of the body, 20 of the head, 5 of the hands. Separated by commas, or one parameter for each value. */
  identity_coeffs?: ArrayLike<number>;
  /** MHR only: expression, 72 numbers or fewer. Separated by commas, or one parameter for each value. */
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
  /** Shape coefficients; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value. */
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
  /** Shape coefficients; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value. */
  betas?: ArrayLike<number>;
}

/** Put a skeleton: PUT /v1/skeletons/{id}. */
export interface PutSkeletonFields {
  /** Of the glTF file: one of its skins; without it all of them. Of several skeletons (a person and a sword): the person's, or the largest. */
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
    /** The joint that the chain starts from, whatever is wanted of the target; without it the root of the limb. For the whole body pelvis, for the target's joint alone that joint. */
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
      /** The joint that the chain starts from, whatever is wanted of the target; without it the root of the limb. For the whole body pelvis, for the target's joint alone that joint. */
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
  /** Of an npz: the body model that its trans and betas are of, onto whose joints it is read. Without it the default body model. */
  model?: string;
  /** Of an npz: the axis that is up. Without it z, as in AMASS, or the axis that the person stands along; Posed-Warning says so when it is not z. */
  up?: "x" | "y" | "z" | "-x" | "-y" | "-z";
  /** Of an npz: its coordinates are a camera's, x right, y down and z away from it. */
  camera?: boolean;
  /** Of an npz: the unit of its rotations. Without it radians; a file that looks like degrees is refused. */
  angles?: "radians" | "degrees";
  /** Metres per unit of the trans of an npz. Without it metres; a trans that can only be in another unit is refused with that unit. */
  unit?: number;
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

/** Three numbers x, y, z. */
export type Vector = number[];

/** Place on the ground: x and z in metres. */
export type Place = number[];

/** Unit quaternion x, y, z, w. */
export type Quaternion = number[];

/** Remark about one place of the request. */
export interface Remark {
  /** RFC 6901 JSON pointer to the place in the request's body; for a query parameter, to where the field would stand in a body. */
  pointer: string;
  /** Name of the query parameter, when the value came from the query. */
  parameter?: string;
  /** The value found, and what is allowed or usual. */
  detail: string;
}

/** RFC 9457 problem details: errors of a request. */
export interface Problem {
  /** Kind of problem as a URI; always about:blank, since the status says what kind it is. */
  type: string;
  /** HTTP status in words. */
  title: string;
  /** HTTP status code of the reply. */
  status: number;
  /** First of the errors, with its place. */
  detail: string;
  /** Errors found in the request, eight at most. */
  errors: Remark[];
  /** Id of the request, which the header X-Request-Id and the log have too. */
  request_id?: string;
}

/** State of the daemon. */
export interface Status {
  /** State of the daemon: ok when it answers, ready when it takes work. */
  status: "ok" | "ready";
}

/** Version of the program. */
export interface Version {
  /** Name of the program: posed. */
  name: string;
  /** Version of the program. */
  version: string;
  /** Commit that the program was built from; empty for a build outside a repository. */
  commit: string;
  /** Version of the HTTP interface, which is the first segment of its paths. */
  api: string;
  /** Optional features that this build has. */
  features: string[];
  /** Values that `format` takes, over all routes. */
  formats: string[];
  /** Instruction set of the kernels chosen for this processor. */
  kernels: string;
}

/** Summary of a model. */
export interface ModelSummary {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "body" | "motion" | "pose-prior" | "pose-network" | "matching" | "wardrobe" | "mhr" | "rig-start" | "rig-weights";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Gender of a body model: neutral, female or male. */
  gender?: string;
}

/** List of the models that the daemon serves. */
export interface ModelList {
  /** Models in the order of the configuration. */
  models: ModelSummary[];
}

/** Number of keypoints on the skin, by kind. */
export interface KeypointCounts {
  /** Number of keypoints of the body: nose, eyes, ears, toes, heels, finger tips. */
  body: number;
  /** Number of landmarks inside the face. */
  face: number;
  /** Number of landmarks on the outline of the face. */
  contour: number;
}

/** Body model. */
export interface BodyModel {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "body";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Gender that the file gives: neutral, female or male. */
  gender: string;
  /** Number of vertices, V. */
  vertex_count: number;
  /** Number of joints, K. */
  joint_count: number;
  /** Number of shape coefficients, B. */
  beta_count: number;
  /** Number of triangles. */
  face_count: number;
  /** Number of soft-tissue coefficients; 0 when the model has none. */
  soft_tissue_count: number;
  /** Source of the soft tissue's motion when `soft` is true: learned (with the model), oscillators (derived from directions that came without dynamics, as those of DMPL do) or none. */
  soft_dynamics: string;
  /** Count of the numbers that drive the pose blend shapes. */
  pose_feature_count: number;
  /** Number of expression coefficients (SMPL-X, FLAME); 0 when the model has none. */
  expression_count: number;
  /** Number of principal components of a hand's pose; 0 when the model has none. */
  hand_component_count: number;
  /** Names of the parts by which a pose may be given. */
  pose_parts: string[];
  /** Names of the expressions that have one, in the order of their coefficients. */
  expression_names: string[];
  /** Number of keypoints on the skin that replies may add behind the joints, by kind. */
  keypoint_counts: KeypointCounts;
  /** Names of the keypoints on the skin, in the order of replies. */
  keypoint_names: string[];
  /** Names of the joints, in the order of poses. */
  joint_names: string[];
  /** Index of each joint's parent; -1 for the root. */
  parents: number[];
  /** Rest positions of the mean body's joints, in metres. */
  rest_joints: Vector[];
  /** Largest absolute value of each beta among the bodies that the model was learned from. */
  beta_limits?: number[];
  /** Populations that `random`, `height`, `percentile` and the like draw people from; absent when the model has none. */
  populations?: string[];
  /** Measurements that `measure` and `fit` know, by name. */
  measurements: Definitions;
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Motion network. */
export interface MotionModel {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "motion";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of joints of the network's skeleton. */
  joint_count: number;
  /** Length of the network's input vector. */
  input_count: number;
  /** Number of units of a hidden layer. */
  hidden_count: number;
  /** Length of the network's output vector. */
  output_count: number;
  /** Number of samples of the trajectory window. */
  window_samples: number;
  /** Number of frames between two samples of the trajectory window. */
  window_step: number;
  /** Frames a second that the network was trained on. */
  frame_rate: number;
  /** Names of the gaits, in the order of gait weights. */
  gaits: string[];
  /** Names of the captured people, for `style` of scripts and of spawn; empty when the network does not tell people apart. */
  styles: string[];
  /** Names of the joints, in the order of rotations. */
  joint_names: string[];
  /** Index of each joint's parent; -1 for the root. */
  parents: number[];
  /** Offset of each joint from its parent, in metres; absent when the file has none. */
  offsets?: Vector[];
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Pose prior. */
export interface PosePrior {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "pose-prior";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of joints of the poses. */
  joint_count: number;
  /** Length of the vector that describes a pose. */
  number_count: number;
  /** Number of components of the mixture. */
  component_count: number;
  /** Number of principal directions of each component. */
  direction_count: number;
  /** Values that `style` of an IK request takes. */
  styles: string[];
  /** Names of the joints, in the order of poses. */
  joint_names: string[];
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Pose network. */
export interface PoseNetwork {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "pose-network";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of joints of the poses. */
  joint_count: number;
  /** Length of the network's input vector. */
  input_count: number;
  /** Number of units of a hidden layer. */
  hidden_count: number;
  /** Number of residual blocks. */
  block_count: number;
  /** Names of the joints whose targets the network takes. */
  trackers: string[];
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Motion-matching database. */
export interface MatchingModel {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "matching";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of joints of the database's skeleton. */
  joint_count: number;
  /** Number of poses in the file. */
  frame_count: number;
  /** Frames a second of the captured motion. */
  frame_rate: number;
  /** Number of clips of captured motion. */
  clip_count: number;
  /** Number of variants of the clips: as captured, mirrored, bent, slower. */
  copy_count: number;
  /** Number of frames of all variants, which are searched. */
  entry_count: number;
  /** Length of the feature vector that a frame is found by. */
  feature_count: number;
  /** Names of the gaits, in the order of gait weights. */
  gaits: string[];
  /** Names of the joints, in the order of rotations. */
  joint_names: string[];
  /** Index of each joint's parent; -1 for the root. */
  parents: number[];
  /** Offset of each joint from its parent, in metres. */
  offsets?: Vector[];
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Wardrobe model. */
export interface WardrobeModel {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "wardrobe";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of items: garments, hair and parts of faces. */
  item_count: number;
  /** Number of pictures that the items share. */
  texture_count: number;
  /** Name of the body model that the items are made for. */
  body_model: string;
  /** Names of the items, which `wear` takes. */
  items: string[];
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** MHR model. */
export interface MhrModel {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "mhr";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of vertices, V. */
  vertex_count: number;
  /** Number of joints, K. */
  joint_count: number;
  /** Number of triangles. */
  face_count: number;
  /** Length of `model_parameters`. */
  parameter_count: number;
  /** Length of `identity_coeffs`. */
  identity_count: number;
  /** Length of `face_expr_coeffs`. */
  expression_count: number;
  /** True when the file has both layers of the pose correctives. */
  has_correctives: boolean;
  /** Names of the parameters, in the order of `model_parameters`. */
  parameter_names: string[];
  /** Lowest and highest usual value of each parameter, or null. Requests are not clamped to them. */
  parameter_limits: (number[] | null)[];
  /** Names of the parameters that are lengths of the body rather than its pose. */
  scale_parameters: string[];
  /** Names of the joints, in the order of replies. */
  joint_names: string[];
  /** Index of each joint's parent; -1 for the root. */
  parents: number[];
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Learned start of automatic rigging. */
export interface RigStart {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "rig-start";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of joints that the model finds. */
  joint_count: number;
  /** Count of the depth-map values that joints are found from. */
  map_numbers: number;
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Learned skin weights of automatic rigging. */
export interface RigWeights {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "rig-weights";
  /** True for the default model of its kind. */
  default: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes. */
  resident_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal. */
  content_hash: string;
  /** Number of joints that the model gives weights for. */
  joint_count: number;
  /** Number of the network's weights. */
  number_count: number;
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Garment, hair or part of a face. */
export interface WardrobeItem {
  /** Name of the item, which `wear` takes. */
  name: string;
  /** Slot of the item: a body wears at most one item of a slot. */
  slot: string;
  /** Description of what the item looks like. */
  about: string;
  /** Files that the item was learned from, with their licence. */
  source: string;
  /** Number of the item's vertices in a GLB. */
  vertex_count: number;
  /** Number of triangles. */
  face_count: number;
  /** Number of skin vertices that the item covers; skin triangles that touch one are left out. */
  hidden_vertices: number;
  /** True when the item is worn unless a request says otherwise. */
  standard: boolean;
}

/** Items that bodies may wear. */
export interface Wardrobe {
  /** Name of the body model that the items are made for. */
  model: string;
  /** Licence of the items. */
  licence: string;
  /** Account of how the items were made. */
  provenance: string;
  /** Credits that the sources of the items ask for. */
  credits: string;
  /** Items that `wear` takes by name. */
  items: WardrobeItem[];
}

/** Model of any kind; `kind` says which. */
export type Model = BodyModel | MotionModel | PosePrior | PoseNetwork | MatchingModel | WardrobeModel | MhrModel | RigStart | RigWeights;

/** Confirmation that a model's file was read again. */
export interface Reloaded {
  /** Id of the model that was reloaded. */
  id: string;
  /** Always true: the file was read again. */
  reloaded: boolean;
}

/** Triangles of a model. */
export interface Faces {
  /** Id of the body model. */
  model: string;
  /** Axes and unit of the coordinates. */
  frame: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Metres in one unit of the coordinates: 1 except for unreal. */
  metres_per_unit: number;
  /** Number of triangles. */
  face_count: number;
  /** Vertex indices, three a triangle, in one flat list. */
  faces: number[];
}

/** Arrays of one body. */
export interface BodyArrays {
  /** Shape coefficients of a person who was asked for by seed, measures or age. */
  betas?: number[];
  /** Gender and age of that person. */
  person?: Person;
  /** Vertex positions, V x 3 in one flat list, in the reply's unit. */
  vertices?: number[];
  /** Joint positions in the model's order, in the reply's unit. */
  joints?: Vector[];
  /** Vertex normals of length 1, V x 3 in one flat list. */
  normals?: number[];
}

/** Gender and age of a person. */
export interface Person {
  /** Gender of the person. */
  gender: "neutral" | "female" | "male";
  /** Age in years: the one asked for, or the likeliest for the other measures. */
  age: number;
}

/** Person with shape coefficients. */
export interface Found {
  /** Shape coefficients of a person who was asked for by seed, measures or age. */
  betas?: number[];
  /** Gender and age of that person. */
  person?: Person;
}

/** Bodies of one model. */
export interface Bodies {
  /** Id of the body model. */
  model: string;
  /** Axes and unit of the coordinates. */
  frame: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Metres in one unit of the coordinates: 1 except for unreal. */
  metres_per_unit: number;
  /** Bodies in the request's order, each with the arrays that `include` names. */
  bodies: BodyArrays[];
  /** Number of triangles; present when faces were asked for. */
  face_count?: number;
  /** Vertex indices, three a triangle, in one flat list that all bodies share. */
  faces?: number[];
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Definition of one measurement. */
export interface Definition {
  /** Unit of the measurement: m, kg, m3 or kg/m2. */
  unit: string;
  /** Name of the measurement in ISO 8559-1; null when the standard has none. */
  iso_8559_1: string | null;
  /** Description of how the measurement is taken. */
  definition: string;
}

/** Definitions of measurements, by name. */
export type Definitions = { [name: string]: Definition };

/** Measurements of one body. */
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

/** Measurements of several bodies. */
export interface Measured {
  /** Id of the body model. */
  model: string;
  /** Pose in which bodies are measured: the T-pose, arms stretched out. */
  pose: "T";
  /** Density from which mass is computed, in kg/m3. */
  density: number;
  /** Measurements of each body, in the request's order. */
  bodies: Measurements[];
  /** Person of each body that was asked for by seed, measures or age; null for the others. */
  people?: (Found | null)[];
  /** Path of the tape for each measurement, present with `lines`. A point lies the fraction t of the way from the first vertex to the second, or is a joint; a closed line returns to its first point. Mass, volume, bmi and back_neck_to_waist have no path. */
  lines?: { [name: string]: {
    closed?: boolean;
    points?: {
      vertices?: number[];
      t?: number;
      joint?: string;
    }[];
  } };
  /** Unit and definition of each measurement, by name. */
  definitions: Definitions;
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Body that was fitted to measurements. */
export interface MeasuredFit {
  /** Id of the body model. */
  model: string;
  /** Pose in which bodies are measured: the T-pose, arms stretched out. */
  pose: "T";
  /** Density from which mass is computed, in kg/m3. */
  density: number;
  /** Result of the search: whether the body measures what was asked. */
  status: "matched" | "compromise" | "budget" | "unmeasurable";
  /** Number of iterations of the search. */
  iterations: number;
  /** Length of the beta vector: distance from the mean body, in standard deviations. */
  distance: number;
  /** Fraction of the tolerances that was needed for the body to stay likely, 0.05 to 1. */
  relaxation: number;
  /** Shape coefficients of the body that was found. */
  betas: number[];
  /** Reached value minus the value asked for, by measurement. */
  residuals: { [name: string]: number | null };
  /** Largest residual that counts as reached, by measurement. */
  tolerances: { [name: string]: number };
  /** Measurements of the body that was found. */
  measurements: Measurements;
}

/** Camera of a picture. */
export interface ObservedCamera {
  /** Focal length along x, in pixels. */
  fx: number;
  /** Focal length along y, in pixels. */
  fy: number;
  /** Principal point along x, in pixels. */
  cx: number;
  /** Principal point along y, in pixels. */
  cy: number;
  /** Rotation from world to camera, 3 x 3 row by row. */
  rotation: number[];
  /** Translation from world to camera in metres: x_camera = rotation x_world + translation. */
  translation: number[];
  /** True when the request gave no focal length, so that it was fitted. */
  guessed: boolean;
}

/** One observation and its residual. */
export interface ObservedPlace {
  /** Kind of the observation. */
  kind: "joint" | "keypoint" | "vertex" | "orientation";
  /** Name of the observed joint or keypoint, or the number of the vertex. */
  name: string;
  /** Index of the camera that saw it, when there are several. */
  camera?: number;
  /** Confidence with which the observation was used; 0 when it was not seen. */
  confidence: number;
  /** Distance between the body and the observation, in metres, pixels or degrees; null when it was not seen. */
  residual: number | null;
  /** Place of the joint, keypoint or vertex on the fitted body: three coordinates in metres or two in pixels; for an orientation, the rotation vector in the world, in radians. */
  at: (number | null)[];
}

/** Person fitted to observations. */
export interface ObservedFit {
  /** Id of the body model. */
  model: string;
  /** Reason why the search ended. */
  status: "converged" | "budget" | "behind" | "implausible";
  /** True when the last iteration reduced the cost by less than the tolerance and the body is one that a person can have. */
  converged: boolean;
  /** Number of iterations, summed over all starts. */
  iterations: number;
  /** Sum of all terms of the cost, in nats. */
  cost: number;
  /** True when left and right of the observations are probably exchanged. */
  mirrored: boolean;
  /** Root mean square distance of the observations in space, in the unit of the points; null when there are none. */
  rms: number | null;
  /** Root mean square distance of the observations in pictures, in pixels; null when there are none. */
  rms_pixels: number | null;
  /** Root mean square angle of the observed orientations, in degrees; null when there are none. */
  rms_degrees: number | null;
  /** Shape coefficients of the body that was found. */
  betas: number[];
  /** Standard deviation of each beta after the fit: 1 when the observations say nothing about it, 0 when it was not fitted. */
  betas_sd: number[];
  /** Axis-angle rotation of each joint, in radians. */
  pose: Vector[];
  /** Quaternion x, y, z, w of each joint; the same rotations as `pose`. */
  quaternions: number[][];
  /** Translation of the body in the unit of the points, which is metres without `fit_scale`. */
  translation: number[];
  /** Scale of the observations: observed = scale * body + translation. It is 100 for points in centimetres, and 1 without `fit_scale`. */
  scale: number;
  /** Camera of the picture; present when points of a picture were given. */
  camera?: ObservedCamera;
  /** Observations with their residuals: joints, then keypoints, vertices and orientations. */
  observations: ObservedPlace[];
  /** Names of the joints whose rotation no observation depends on; they have the likeliest rotation. */
  unseen: string[];
  /** Cost of each term, in nats. */
  terms: { [name: string]: number };
  /** Joint positions of the fitted body in the model's order, in metres, without `scale`. */
  joints: Vector[];
  /** Fitted body as a file; present when `mesh` asks for it. */
  mesh?: {
    type?: string;
    base64?: string;
  };
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** One of several people fitted to pictures. */
export interface CrowdMember {
  /** Index of the person's figure in each view, from 0; null for a view that does not see the person. */
  figures: (number | null)[];
  /** Reason why the search ended. */
  status: "converged" | "budget" | "behind" | "implausible";
  /** True when the last iteration reduced the cost by less than the tolerance and the body is one that a person can have. */
  converged: boolean;
  /** Number of iterations, summed over all starts. */
  iterations: number;
  /** Sum of all terms of the cost, in nats. */
  cost: number;
  /** True when left and right of the observations are probably exchanged. */
  mirrored: boolean;
  /** Root mean square distance of the observations in space, in the unit of the points; null when there are none. */
  rms: number | null;
  /** Root mean square distance of the observations in pictures, in pixels; null when there are none. */
  rms_pixels: number | null;
  /** Root mean square angle of the observed orientations, in degrees; null when there are none. */
  rms_degrees: number | null;
  /** Shape coefficients of the body that was found. */
  betas: number[];
  /** Standard deviation of each beta after the fit: 1 when the observations say nothing about it, 0 when it was not fitted. */
  betas_sd: number[];
  /** Axis-angle rotation of each joint, in radians. */
  pose: Vector[];
  /** Quaternion x, y, z, w of each joint; the same rotations as `pose`. */
  quaternions: number[][];
  /** Translation of the body in the unit of the points, which is metres without `fit_scale`. */
  translation: number[];
  /** Scale of the observations: observed = scale * body + translation. It is 100 for points in centimetres, and 1 without `fit_scale`. */
  scale: number;
  /** Camera of the picture; present when points of a picture were given. */
  camera?: ObservedCamera;
  /** Observations with their residuals: joints, then keypoints, vertices and orientations. */
  observations: ObservedPlace[];
  /** Names of the joints whose rotation no observation depends on; they have the likeliest rotation. */
  unseen: string[];
  /** Cost of each term, in nats. */
  terms: { [name: string]: number };
  /** Joint positions of the fitted body in the model's order, in metres, without `scale`. */
  joints: Vector[];
  /** Fitted body as a file; present when `mesh` asks for it. */
  mesh?: {
    type?: string;
    base64?: string;
  };
}

/** People fitted to the figures of pictures. */
export interface CrowdFit {
  /** Id of the body model. */
  model: string;
  /** People, those seen by most views first, 16 at most. */
  people: CrowdMember[];
  /** Number of people left out: those beyond 16, and those who cannot be fitted because too little is seen of them or they would stand behind a camera. */
  left_out: number;
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Result of a fit; its form follows the request: measurements, observations, or figures of several people. */
export type Fit = MeasuredFit | ObservedFit | CrowdFit;

/** Summary of a skeleton. */
export interface SkeletonSummary {
  /** Id of the skeleton, as used in paths. */
  id: string;
  /** Source of the skeleton: body or motion for models; glb, vrm, bvh or joints for uploads. */
  kind: string;
  /** True for the default model of its kind. */
  default: boolean;
  /** Number of joints. */
  joint_count: number;
}

/** Skeletons that IK can solve on by id. */
export interface SkeletonList {
  /** Skeletons: those of models first, then those uploaded. */
  skeletons: SkeletonSummary[];
}

/** Joint of a skeleton. */
export interface SkeletonJoint {
  /** Name of the joint. */
  name: string;
  /** Name of the parent joint; null for the root. */
  parent: string | null;
  /** Offset from the parent joint, in metres. */
  offset: Vector;
  /** Position of the joint at rest, in metres. */
  rest: Vector;
  /** Range of rotation that `limits` keeps the joint in. */
  range?: {
    /** Axis of the joint that runs along the bone. */
    twist: "x" | "y" | "z";
    /** True when every axis is limited by itself; false when swing stays within an ellipse. */
    box: boolean;
    /** Lowest angles about x, y, z, in degrees. */
    min: Vector;
    /** Highest angles about x, y, z, in degrees. */
    max: Vector;
  };
  /** Index of the joint's node in the glTF file. */
  node?: number;
  /** Rotation of the joint's node at rest, for a glTF file. */
  rotation?: Quaternion;
  /** Name of the humanoid bone, for a VRM file. */
  bone?: string;
}

/** Skeleton with all its joints. */
export interface Skeleton {
  /** Id of the skeleton, as used in paths. */
  id: string;
  /** Kind of the upload: glb, vrm, bvh or joints. */
  kind?: string;
  /** True when the nodes of a glTF file stand in another pose than its bind pose. */
  posed?: boolean;
  /** For a glTF file with several skeletons, says how many joints of the others are left out, and the name of the first. */
  note?: string;
  /** Axes of the skeleton: those of glTF, in metres. */
  frame: "gltf";
  /** Joints, parents before children. */
  joints: SkeletonJoint[];
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Bone of a humanoid and the joint found for it. */
export interface BoneMatch {
  /** Name of the bone in Unity's humanoid; for an animal, the part and its index: tail_1, left_hind_leg_2. */
  bone: string;
  /** Name of the character's joint for this bone; null when it has none. */
  joint: string | null;
  /** Way in which the joint was found. */
  by: "none" | "request" | "vrm" | "name" | "tree" | "shape";
  /** Reason to doubt the match: another joint may be meant, the sides differ, or, for Hips, the skeleton does not fit the mesh. */
  doubt?: string;
}

/** Character that a user uploaded. */
export interface Character {
  /** Id of the character, as used in paths. */
  id: string;
  /** Kind of the uploaded file. */
  kind: "glb" | "vrm";
  /** Kind of body: a person or one of the animals. */
  template: "person" | "quadruped" | "bird" | "spider";
  /** Size of the uploaded file, in bytes. */
  bytes: number;
  /** True when the nodes stand in another pose than the bind pose. */
  posed: boolean;
  /** Oddities of the file: vertices without a weight, weights that do not sum to 1, or joints of another skeleton, which are not moved. */
  note?: string;
  /** Names of the joints, besides the root, whose nodes are also moved by translations: feet or hands that hang from another joint than their limb, as goals of IK do. */
  translated?: string[];
  /** Naming convention of the joints, such as mixamo or unreal; null when it is unknown. */
  rig: string | null;
  /** Joint of each humanoid bone, or of each part of an animal. */
  match: BoneMatch[];
  /** Axes of the character: those of glTF, in metres. */
  frame: "gltf";
  /** Joints, parents before children, in the order of the stream's frames. */
  joints: SkeletonJoint[];
}

/** Mesh with a new skeleton and weights. */
export interface Rig {
  /** Kind of body that the mesh was taken for. */
  template: string;
  /** Root mean square distance between template and mesh, as a fraction of the height; for animals, between surface and the capsules about the bones, as a fraction of the largest extent. Above 0.04 it is doubtful. */
  residual: number;
  /** Share of the surface within 0.03 of the height from the template; for animals, within 0.1 of the largest extent from the capsules. */
  coverage: number;
  /** Cost of embedding the template's skeleton: below 1 it fits well, above 2 it is doubtful. For a person this is the cost of the second opinion. */
  penalty?: number;
  /** True when the result should be looked at; markers would help. */
  doubtful: boolean;
  /** Height of the mesh, in the file's units. */
  height: number;
  /** Number of vertices of the uploaded mesh. */
  vertices: number;
  /** Number of triangles of the uploaded mesh. */
  triangles: number;
  /** Number of connected pieces of the mesh. */
  islands: number;
  /** Number of edges with a single triangle: holes and open ends. */
  border_edges: number;
  /** Counts of the repairs made to the mesh. */
  repaired: Repaired;
  /** Names that `markers` takes. */
  markers_wanted: string[];
  /** Axis of the file that points up: y, z, x, -y, -z or -x. */
  up: string;
  /** Direction that the body faces, a unit vector in the file's axes. */
  facing: number[];
  /** Transform from the file's coordinates to upright ones: the rows of [R | t]. */
  upright: number[];
  /** Finger joints of each hand, for a person. */
  fingers?: RiggedHands;
  /** Joints of the rig, parents before children. */
  joints: RiggedJoint[];
  /** Rigged mesh as a file. */
  mesh: RigFile;
  /** Picture of the rigged mesh from the front and from the left. */
  picture?: RigFile;
}

/** Joint of a rigged mesh. */
export interface RiggedJoint {
  /** Name of the bone, in VRM or in the template; the node of the rigged file has the same name. */
  bone: string;
  /** Confidence in the joint's position, 0 to 1; below 0.3 it is doubtful. */
  confidence: number;
  /** Distance to the position that an embedding of the skeleton into the solid gives, as a fraction of the height; for the limbs of a person. A small distance raises the confidence. */
  second_opinion?: number;
  /** Position of the joint in the upright mesh, in the file's units. */
  position: number[];
}

/** Counts of the repairs made to a mesh. */
export interface Repaired {
  /** Number of vertices merged with another one at the same place. */
  merged_vertices: number;
  /** Number of triangles dropped because they have no area. */
  dropped_triangles: number;
  /** Number of triangles turned because they faced another way than their neighbours. */
  turned_triangles: number;
  /** Number of connected pieces turned because they were inside out. */
  turned_islands: number;
  /** Number of vertices whose weights come from the template alone. */
  unheated_vertices: number;
}

/** Findings about one hand of a mesh. */
export interface RiggedHand {
  /** Number of finger joints, three a finger from thumb to little finger: 15, 12 for a hand of four fingers, or 0. */
  joints: number;
  /** Number of separate parts seen in the hand: 5 for an open hand, 2 for a mitten, 1 for a fist. */
  parts: number;
  /** Reason why the hand got no finger joints. */
  why?: string;
}

/** Findings about both hands of a mesh. */
export interface RiggedHands {
  /** Left hand of the person, at +X. */
  left: RiggedHand;
  /** Right hand of the person, at -X. */
  right: RiggedHand;
}

/** File inside a JSON reply. */
export interface RigFile {
  /** Media type of the file. */
  type: string;
  /** Bytes of the file in base64. */
  base64: string;
}

/** Summary of a character. */
export interface CharacterSummary {
  /** Id of the character, as used in paths. */
  id: string;
  /** Kind of the uploaded file. */
  kind: "glb" | "vrm";
  /** Kind of body: a person or one of the animals. */
  template: "person" | "quadruped" | "bird" | "spider";
  /** Size of the uploaded file, in bytes. */
  bytes: number;
  /** Number of joints of the skeleton. */
  joint_count: number;
  /** Number of the 22 humanoid bones that were found; for an animal, number of joints of its parts. */
  bone_count: number;
  /** Number of bones with a doubt. */
  doubt_count: number;
}

/** Characters that can be animated by id. */
export interface CharacterList {
  /** Uploaded characters. */
  characters: CharacterSummary[];
  /** Largest size of a file that may be uploaded, in bytes. */
  body_bytes: number;
}

/** Residual of one marker, keypoint or sensor. */
export interface JobPoint {
  /** Name of the marker, keypoint or sensor. */
  name: string;
  /** Index of the camera that saw it, when there are several. */
  camera?: number;
  /** Root mean square residual over all frames: metres in space, pixels in a picture, degrees for a sensor; null when it was never seen. */
  rms: number | null;
}

/** Names that unnamed markers were given. */
export interface JobNamed {
  /** Marker set that was found on the body: cmu, plugin-gait or plugin-gait-legs. */
  protocol: string;
  /** Number of points in all frames. */
  points: number;
  /** Number of those points that were recognized as a marker. */
  named: number;
}

/** Stretch of frames in which a marker's name was corrected. */
export interface JobMended {
  /** Name of the marker that the points belong to. */
  marker: string;
  /** Name under which the points were sent. */
  called: string;
  /** First frame of the stretch, from 0. */
  first: number;
  /** Last frame of the stretch, from 0. */
  last: number;
}

/** Result for one person of a take. */
export interface JobPerson {
  /** Number of frames; for a crowd, from the first to the last in which the person is seen. */
  frames: number;
  /** Frame of the take in which the person is first seen, for a crowd. */
  first?: number;
  /** Number of frames in which any view sees the person, for a crowd. */
  seen?: number;
  /** Number of frames in which at least two views see the person, for a crowd. */
  shared?: number;
  /** Index of the single view that sees the person, for a crowd; the distance is then that view's guess. */
  only?: number;
  /** Root mean square residual of everything seen in space, in metres; null when there is nothing. */
  rms: number | null;
  /** Root mean square residual of everything seen in pictures, in pixels; null when there is nothing. */
  rms_pixels: number | null;
  /** Root mean square angle between the body's bones and the sensors, in degrees. */
  rms_degrees?: number;
  /** Heading of the body in the calibration pose of the sensors, in degrees, as given or found. */
  facing?: number;
  /** True when no sensor tells the position, so that the body moves by the feet that stand. */
  walked?: boolean;
  /** Number of pairs of swapped markers that were exchanged back, over all frames. */
  exchanged: number;
  /** True when left and right are exchanged in most of the take; the mirrored take was fitted when it fits better. */
  mirrored: boolean;
  /** Number of frames in which left and right were exchanged back. */
  sides_exchanged: number;
  /** Shape coefficients of the person. */
  betas: number[];
  /** Standard deviation of each beta after the fit; 1 when the take says nothing about it. */
  betas_sd: number[];
  /** Cameras of the views, as given or found. */
  cameras?: ObservedCamera[];
  /** Marker set that unnamed markers were recognized as. */
  named?: JobNamed;
  /** Stretches in which a marker had another marker's name, which was corrected; 256 at most. */
  mended?: JobMended[];
  /** Number of frames with a corrected name, over all markers. */
  mended_points?: number;
  /** Residual of each marker, keypoint or sensor. */
  points: JobPoint[];
}

/** Work that runs in the background. */
export interface Job {
  /** Id of the job, as used in paths. */
  id: string;
  /** Kind of the job: fit. */
  kind: string;
  /** Id of the body model. */
  model: string;
  /** State of the job. */
  status: "queued" | "running" | "done" | "cancelled" | "failed";
  /** Fraction of the work that is done, 0 to 1. */
  progress: number;
  /** Reason why the job failed. */
  detail?: string;
  /** People of the take; present when the job is done. */
  people?: JobPerson[];
  /** Number of people of a crowd left out: those beyond 16, and those who cannot be fitted because too little is seen of them or they would stand behind a camera. */
  left_out?: number;
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** List of jobs: queued, running and done. */
export interface JobList {
  /** Jobs, without their people. */
  jobs: Job[];
}

/** One frame of a take. */
export interface TakeFrame {
  /** Axis-angle rotations in radians, three numbers a joint. */
  pose: number[];
  /** Translation of the body, in metres. */
  translation: number[];
  /** Residual of each marker or keypoint in metres; null where it was not seen. */
  residuals: (number | null)[];
}

/** Motion of a person over a take. */
export interface Take {
  /** Frames a second. */
  rate: number;
  /** Shape coefficients of the person. */
  betas: number[];
  /** Frames of the take in order. */
  frames: TakeFrame[];
}

/** Pose that brings joints to their targets. */
export interface Solution {
  /** Worst result of the targets. */
  status: "reached" | "unreachable" | "stalled" | "budget";
  /** Number of iterations, summed over the targets. */
  iterations: number;
  /** Pose in the form that `pose` of requests takes. */
  pose: {
    /** Rotation of each joint relative to its parent; for a glTF file, the rotation of each node. */
    quaternions: Quaternion[];
  };
  /** Joint positions in that pose, in metres. */
  joints: Vector[];
  /** Names of the joints, in the order of `joints`. */
  joint_names: string[];
  /** Translation of the root in metres; present with `move_root` and for solvers that move the root. */
  translation?: Vector;
  /** Node index of each joint, for a glTF file. */
  nodes?: number[];
  /** Translation of the root's node, for a glTF file whose root moves. */
  root_translation?: Vector;
  /** Result for each target, in the request's order. */
  targets: ({
    /** Name of the joint of the target; null for the centre of mass. */
    joint: string | null;
    /** Result for this target. */
    status: "reached" | "unreachable" | "stalled" | "budget";
    /** Solver that gave the result. */
    solver: "auto" | "two_bone" | "fabrik" | "ccd" | "transpose" | "pinv" | "dls" | "optimize" | "hybrik" | "example" | "neural";
    /** Number of iterations of that solver. */
    iterations: number;
    /** First joint of the chain that reached the target; present with `grow`. */
    chain?: string;
    /** Distance to the target position, in metres. */
    position_error: number;
    /** Angle to the target orientation, in radians. */
    orientation_error: number;
    /** Angle between gaze and target, in radians. */
    look_error?: number;
    /** Angle between limb and pole, in radians. */
    pole_error?: number;
    /** Difference from the distance asked for, in metres. */
    distance_error?: number;
    /** Horizontal distance of the centre of mass from its target, in metres. */
    centre_error?: number;
  })[];
  /** Joints that are at the end of a limit. */
  limits_hit: ({
    /** Name of the joint. */
    joint: string;
    /** Kind of limit that the joint has reached. */
    limit: "twist" | "swing" | "speed" | "range";
  })[];
  /** Log-likelihood of this pose under the pose prior, in nats; present with `alternatives`. */
  log_likelihood?: number;
  /** Other poses that reach the targets, the likeliest first; fewer than asked for when there are no more. */
  alternatives?: {
    /** Pose in the form that `pose` of requests takes. */
    pose: {
      /** Rotation of each joint relative to its parent; for a glTF file, the rotation of each node. */
      quaternions: Quaternion[];
    };
    /** Joint positions in that pose, in metres. */
    joints: Vector[];
    /** Translation of the root, in metres; present with `move_root`. */
    translation?: Vector;
    /** Translation of the root's node, for a glTF file whose root moves. */
    root_translation?: Vector;
    /** Largest angle between a bone's direction here and in the nearest of the earlier poses, in radians. */
    apart: number;
    /** Log-likelihood of the pose under the pose prior, in nats; present when the skeleton has the prior's joints. */
    log_likelihood?: number;
  }[];
  /** Posed body as a file; present when `mesh` asks for it. */
  mesh?: {
    /** Media type of the file: model/gltf-binary. */
    type?: string;
    /** Bytes of the file in base64. */
    base64?: string;
    /** Reason why there is no file; present instead of `type` and `base64`. */
    error?: string;
  };
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Problem of one request of several. */
export interface Failure {
  /** Problem of this one request of several. */
  error: Problem;
}

/** Solutions of several problems. */
export interface Solutions {
  /** Solution or failure of each problem, in the request's order. */
  solutions: (Solution | Failure)[];
}

/** One solution, or several when the request has `problems`. */
export type Ik = Solution | Solutions;

/** Motion, frame by frame. */
export interface Motion {
  /** Frames a second. */
  rate: number;
  /** Number of frames. */
  frame_count: number;
  /** Axes and unit of the coordinates: those of glTF, in metres. */
  frame: "gltf";
  /** Names of the joints, in the order of rotations. */
  joint_names: string[];
  /** Index of each joint's parent; -1 for the root. */
  parents: number[];
  /** Offset of each joint from its parent, in metres. */
  offsets: Vector[];
  /** Names of the gaits, in the order of `gait_weights`. */
  gaits: string[];
  /** Names of the contact points, in the order of `contacts`. */
  contact_names: string[];
  /** Frames of the motion, one a tick. */
  frames: {
    /** Time of the frame, in seconds. */
    t: number;
    /** Position of the root on the ground, in metres. */
    root: Vector;
    /** Heading about +Y in radians; 0 faces +Z. */
    yaw: number;
    /** Position of the first joint, in metres. */
    translation: Vector;
    /** Rotation of each joint relative to its parent. */
    rotations: Quaternion[];
    /** Ground contact of each point in `contact_names`, 0 or 1. */
    contacts: number[];
    /** Phase of the gait cycle, 0 to 2 pi; the right foot touches down at 0. */
    phase: number;
    /** Weight of each gait in `gaits`, 0 to 1. */
    gait_weights: number[];
    /** Events of the frame: step_left, step_right, jump, land, blocked, arrived, unreachable. */
    events: string[];
  }[];
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Scene that sessions walk in. */
export interface Scene {
  /** Id of the scene, as used in paths. */
  id: string;
  /** Ground that characters walk on. */
  ground: {
    /** Flat ground; present instead of all other fields. */
    kind?: "flat";
    /** Number of rows of heights, along +z. */
    rows?: number;
    /** Number of columns of heights, along +x. */
    columns?: number;
    /** Distance between neighbouring heights, in metres. */
    cell?: number;
    /** Coordinate x of the first corner, in metres. */
    x?: number;
    /** Coordinate z of the first corner, in metres. */
    z?: number;
    /** Heights in metres, row by row; present when they were asked for. */
    heights?: number[][];
  };
  /** Walls: line segments that characters cannot cross. */
  walls: {
    /** One end of the segment. */
    from: Place;
    /** Other end of the segment. */
    to: Place;
    /** Width of the segment, in metres. */
    width: number;
  }[];
  /** Areas in which characters jump. */
  jumps: {
    /** Centre of the jump area. */
    at: Place;
    /** Radius within which characters jump, in metres. */
    radius: number;
    /** Width of the border over which the effect fades, in metres. */
    falloff: number;
  }[];
  /** Areas in which characters crouch. */
  crouches: {
    /** Centre of the crouch area. */
    at: Place;
    /** Extent of the area along x and z, in metres. */
    size: Place;
    /** Depth of the crouch, from 0 (upright) to 1 (deepest). */
    amount: number;
    /** Wavelength over which the depth varies, in metres; present when it is not 0. */
    wave?: number;
  }[];
  /** Beams: line segments that characters balance on. */
  beams: {
    /** One end of the segment. */
    from: Place;
    /** Other end of the segment. */
    to: Place;
    /** Width of the segment, in metres. */
    width: number;
  }[];
  /** Seats; planned paths lead around them. */
  seats: {
    /** Centre of the seat. */
    at: Place;
    /** Direction that a sitting person faces, in radians about +Y; 0 faces +Z. */
    facing: number;
    /** Width of the seat, in metres. */
    width: number;
    /** Depth of the seat, in metres. */
    depth: number;
  }[];
}

/** List of the uploaded scenes. */
export interface SceneList {
  /** Uploaded scenes, without the heights of their grounds. */
  scenes: Scene[];
}

/** One-time ticket for a WebSocket. */
export interface Ticket {
  /** One-time ticket that opens one WebSocket by ?ticket=. */
  ticket: string;
}

/** OpenAPI document of this interface. */
export interface Openapi {
  openapi: string;
  paths: { [name: string]: unknown };
}
