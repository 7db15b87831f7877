"""Types of the HTTP interface: what is asked, and what replies hold. Made from /openapi.json by scripts/client_types.py; do not edit."""
from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Literal, Mapping, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from ._arrays import Numbers

# -- what is asked: the parameters of the query and the fields of the JSON body


class CallToolFields(TypedDict, total=False):
    """Tools for language models: POST /mcp."""
    # Version of JSON-RPC: 2.0.
    jsonrpc: str
    # Id of the message, which the reply repeats; absent in a notification.
    id: Union[str, int]
    # Name of the method: initialize, ping, tools/list, tools/call, or that of a notification.
    method: str
    # Parameters of the method; for tools/call `name` and `arguments`.
    params: Mapping[str, object]
    # Result that a client sends in a reply. The server ignores it and answers 202.
    result: Mapping[str, object]
    # Error that a client sends in a reply. The server ignores it and answers 202.
    error: Mapping[str, object]


class GetFacesFields(TypedDict, total=False):
    """Triangles of a model: GET /v1/models/{id}/faces."""
    # Format of the reply: json, or bin (uint32, little-endian, three per triangle); has precedence over the header Accept.
    format: Literal['json', 'bin']


class GetMeshFields(TypedDict, total=False):
    """Make a body, cacheable: GET /v1/models/{id}/mesh."""
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one
    # parameter for each value.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down). Separated by commas, or one parameter for each value.
    pose: Numbers
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error. Separated by commas, or one parameter for each value.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value.
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint. Separated by commas, or one parameter for each value.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint. Separated by commas, or one parameter for each value.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint. Separated by commas, or one parameter for each value.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint. Separated by commas, or one parameter for each value.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed. Separated by commas, or one parameter for each value.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther. As JSON.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z. Separated by commas, or one parameter for each value.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`. Separated by commas, or one parameter for each value.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. Separated by commas, or one
    # parameter for each value.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made
    # for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of
    # MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the
    # neck's rotation). Names are the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Number of decimals of coordinates in JSON and OBJ, 0 to 9.
    digits: int
    # Resolves self-contact, where the pose presses skin into the body: exact moves the skin out until nothing overlaps, smooth does the same but
    # leaves limbs that go through each other, soft pushes skin apart by about half of the overlap. The default is exact for stl of one body that is
    # not at rest, soft for glb without rig, and none otherwise. Not allowed with rig.
    contact: Literal['none', 'soft', 'smooth', 'exact']
    # Stage of the model at which the body is returned: shaped is T + B_S, the shape at rest; corrected is T_P, with the pose blend shapes, still at
    # rest; posed is skinned. Joints are at rest before posed. Stages before posed are not allowed with rig, contact or wear.
    stage: Literal['posed', 'shaped', 'corrected']
    # False leaves out the sculpted shapes that the pose drives (`sculpts` of GET /v1/models/{id}). In a glb with a rig they are morph targets with
    # the weights of the pose, and the mesh's extras (sculpts) say how the pose drives them. Only for models that have such shapes.
    sculpts: bool
    # Arrays of the reply; the bin format has them in this order. Without it, vertices and joints; an npz has the faces too, and files for other
    # programs (obj, ply, glb) have vertices, normals and faces. An npz also has the betas of its bodies. Separated by commas, or one parameter for
    # each value.
    include: Sequence[Literal['vertices', 'joints', 'normals', 'faces']]
    # Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a
    # model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them.
    # Separated by commas, or one parameter for each value.
    wear: str
    # Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show
    # it.
    top: str
    # Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it.
    bottom: str
    # Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them.
    footwear: str
    # Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are
    # used. Only GLB files and portraits show them.
    look: int
    # Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8,
    # work 5, evening 2. Only GLB files and portraits show it.
    occasion: Literal['street', 'office', 'sport', 'work', 'evening']
    # Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it.
    season: Literal['winter', 'spring', 'summer', 'autumn']
    # Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to
    # ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it.
    wardrobe_version: int
    # Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB
    # files and portraits show it.
    top_color: str
    # Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it.
    bottom_color: str
    # Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it.
    skin: float
    # Colour of hair and brows. Only GLB files and portraits show it.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the
    # person decide. Only GLB files and portraits show it.
    hair_loss: float
    # Colour of the eyes. Only GLB files and portraits show it.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']
    # Format of the reply; has precedence over the header Accept.
    format: Literal['json', 'bin', 'npz', 'obj', 'ply', 'stl', 'glb']
    # True writes a glTF skin with the model's joints, posed, and shape morph targets, without pose blend shapes. Only for format glb.
    rig: bool
    # Value false leaves out the shape morph targets, which make the file of a dressed person seven times larger; the mesh's extras have the betas in
    # both cases. A list makes the file an avatar with these morph targets: groups (arkit, visemes, all, none) and names (jawOpen), separated by
    # commas. Only for format glb with rig.
    morphs: Union[bool, str]
    # True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the
    # eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with rig; shape morph targets
    # are then left out.
    face: bool
    # True writes the soft-tissue directions as morph targets with the names that the stream gives its coefficients (dmpl_0, ..., breathing); shape
    # morph targets are then left out. Only for format glb with rig, for a body without clothes, which do not follow.
    soft: bool
    # Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose
    # blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with rig.
    correctives: int
    # Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr
    # (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the
    # bone), so that its clips fit. Allowed for format glb with rig.
    names: Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']
    # True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, switches between FK and IK, and spaces, which
    # RigControls of the JavaScript client and clients/blender play. Only for format glb with rig.
    controls: bool
    # Makes the .glb an avatar for a program: chooses names of joints, axes of bones, rest pose and morph targets, which other fields can change one
    # by one. talkinghead has the names of Ready Player Me, vrm and vrm0 are VRM 1.0 and 0.x, three and unity have Mixamo's names with and without the
    # prefix mixamorig, unreal those of its mannequin, smplx those of SMPL-X. readyplayerme is talkinghead with the meshes of Ready Player Me
    # (Wolf3D_Avatar, or one for each part with atlas=false) and its mixed morph targets. Implies rig=true.
    profile: Literal['none', 'talkinghead', 'vrm', 'vrm0', 'three', 'unity', 'unreal', 'smplx', 'readyplayerme']
    # Level of detail of an avatar: 0 all triangles, 1 about 20,000, 2 about 10,000, 3 about 4,000. Skin weights, morph targets and texture
    # coordinates are kept.
    lod: int
    # Format of the textures: png, webp (EXT_texture_webp), or none, which uses colours of vertices instead. The file becomes an avatar, unless levels
    # is given: then png and webp set the textures of a dressed body.
    textures: Literal['png', 'webp', 'none']
    # Largest side of the textures in pixels; the skin's texture has a power of two as its side. The file becomes an avatar, unless levels is given.
    # With levels the default is 512 for the skin.
    texture_size: int
    # True puts all pictures and colours of an avatar into one picture, so that it is drawn with at most two primitives: opaque and transparent. False
    # keeps a primitive for each material.
    atlas: bool
    # False leaves out the bones of an avatar's fingers, which then follow the hand.
    hands: bool
    # True leaves out the triangles of an avatar below its pelvis, for video calls and VR. The skeleton and its height stay the same, so that clips
    # play as on the whole avatar.
    half: bool
    # Compression of an avatar's arrays: quantize (KHR_mesh_quantization), or meshopt (KHR_mesh_quantization and EXT_meshopt_compression, as with
    # quantize=true).
    compression: Literal['none', 'quantize', 'meshopt']
    # Triangle counts of coarser copies of each body, for crowds and for distant bodies: 1 to 4 decreasing numbers, met approximately. The copies are
    # nodes named by MSFT_lod and use the body's own vertices. Only for format glb. Separated by commas, or one parameter for each value.
    levels: Numbers
    # True compresses the file by KHR_mesh_quantization and EXT_meshopt_compression. Only for format glb.
    quantize: bool
    # Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations
    # in radians, lengths in the model's own form. Missing ones are 0. Only for MHR. As JSON.
    model_parameters: Union[Numbers, Mapping[str, float]]
    # Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR. Separated by
    # commas, or one parameter for each value.
    identity_coeffs: Numbers
    # Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR. Separated by commas, or one parameter for each value.
    face_expr_coeffs: Numbers
    # Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members
    # that are not needed are ignored. Only for MHR. As JSON.
    sam3d: Union[Mapping[str, object], Sequence[Mapping[str, object]]]
    # True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR.
    in_camera: bool
    # True leaves out the pose correctives of a model that has them. Only for MHR.
    without_correctives: bool


class MakeMeshesFieldsBodies(TypedDict, total=False):
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool


class MakeMeshesFields(TypedDict, total=False):
    """Make one or many bodies: POST /v1/models/{id}/mesh."""
    # Format of the reply; has precedence over the header Accept.
    format: Literal['json', 'bin', 'npz', 'obj', 'ply', 'stl', 'glb']
    # True writes a glTF skin with the model's joints, posed, and shape morph targets, without pose blend shapes. Only for format glb.
    rig: bool
    # Value false leaves out the shape morph targets, which make the file of a dressed person seven times larger; the mesh's extras have the betas in
    # both cases. A list makes the file an avatar with these morph targets: groups (arkit, visemes, all, none) and names (jawOpen), separated by
    # commas. Only for format glb with rig.
    morphs: Union[bool, str]
    # True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the
    # eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with rig; shape morph targets
    # are then left out.
    face: bool
    # True writes the soft-tissue directions as morph targets with the names that the stream gives its coefficients (dmpl_0, ..., breathing); shape
    # morph targets are then left out. Only for format glb with rig, for a body without clothes, which do not follow.
    soft: bool
    # Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose
    # blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with rig.
    correctives: int
    # Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr
    # (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the
    # bone), so that its clips fit. Allowed for format glb with rig.
    names: Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']
    # True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, switches between FK and IK, and spaces, which
    # RigControls of the JavaScript client and clients/blender play. Only for format glb with rig.
    controls: bool
    # Makes the .glb an avatar for a program: chooses names of joints, axes of bones, rest pose and morph targets, which other fields can change one
    # by one. talkinghead has the names of Ready Player Me, vrm and vrm0 are VRM 1.0 and 0.x, three and unity have Mixamo's names with and without the
    # prefix mixamorig, unreal those of its mannequin, smplx those of SMPL-X. readyplayerme is talkinghead with the meshes of Ready Player Me
    # (Wolf3D_Avatar, or one for each part with atlas=false) and its mixed morph targets. Implies rig=true.
    profile: Literal['none', 'talkinghead', 'vrm', 'vrm0', 'three', 'unity', 'unreal', 'smplx', 'readyplayerme']
    # Level of detail of an avatar: 0 all triangles, 1 about 20,000, 2 about 10,000, 3 about 4,000. Skin weights, morph targets and texture
    # coordinates are kept.
    lod: int
    # Format of the textures: png, webp (EXT_texture_webp), or none, which uses colours of vertices instead. The file becomes an avatar, unless levels
    # is given: then png and webp set the textures of a dressed body.
    textures: Literal['png', 'webp', 'none']
    # Largest side of the textures in pixels; the skin's texture has a power of two as its side. The file becomes an avatar, unless levels is given.
    # With levels the default is 512 for the skin.
    texture_size: int
    # True puts all pictures and colours of an avatar into one picture, so that it is drawn with at most two primitives: opaque and transparent. False
    # keeps a primitive for each material.
    atlas: bool
    # False leaves out the bones of an avatar's fingers, which then follow the hand.
    hands: bool
    # True leaves out the triangles of an avatar below its pelvis, for video calls and VR. The skeleton and its height stay the same, so that clips
    # play as on the whole avatar.
    half: bool
    # Compression of an avatar's arrays: quantize (KHR_mesh_quantization), or meshopt (KHR_mesh_quantization and EXT_meshopt_compression, as with
    # quantize=true).
    compression: Literal['none', 'quantize', 'meshopt']
    # Triangle counts of coarser copies of each body, for crowds and for distant bodies: 1 to 4 decreasing numbers, met approximately. The copies are
    # nodes named by MSFT_lod and use the body's own vertices. Only for format glb.
    levels: Numbers
    # True compresses the file by KHR_mesh_quantization and EXT_meshopt_compression. Only for format glb.
    quantize: bool
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Bodies of a request that makes several. A body uses its own fields, and for those that it lacks the fields beside `bodies`.
    bodies: Sequence["MakeMeshesFieldsBodies"]
    # Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made
    # for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of
    # MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the
    # neck's rotation). Names are the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Number of decimals of coordinates in JSON and OBJ, 0 to 9.
    digits: int
    # Resolves self-contact, where the pose presses skin into the body: exact moves the skin out until nothing overlaps, smooth does the same but
    # leaves limbs that go through each other, soft pushes skin apart by about half of the overlap. The default is exact for stl of one body that is
    # not at rest, soft for glb without rig, and none otherwise. Not allowed with rig.
    contact: Literal['none', 'soft', 'smooth', 'exact']
    # Stage of the model at which the body is returned: shaped is T + B_S, the shape at rest; corrected is T_P, with the pose blend shapes, still at
    # rest; posed is skinned. Joints are at rest before posed. Stages before posed are not allowed with rig, contact or wear.
    stage: Literal['posed', 'shaped', 'corrected']
    # False leaves out the sculpted shapes that the pose drives (`sculpts` of GET /v1/models/{id}). In a glb with a rig they are morph targets with
    # the weights of the pose, and the mesh's extras (sculpts) say how the pose drives them. Only for models that have such shapes.
    sculpts: bool
    # Arrays of the reply; the bin format has them in this order. Without it, vertices and joints; an npz has the faces too, and files for other
    # programs (obj, ply, glb) have vertices, normals and faces. An npz also has the betas of its bodies.
    include: Sequence[Literal['vertices', 'joints', 'normals', 'faces']]
    # Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a
    # model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them.
    wear: Union[str, Sequence[str]]
    # Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show
    # it.
    top: str
    # Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it.
    bottom: str
    # Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them.
    footwear: str
    # Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are
    # used. Only GLB files and portraits show them.
    look: int
    # Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8,
    # work 5, evening 2. Only GLB files and portraits show it.
    occasion: Literal['street', 'office', 'sport', 'work', 'evening']
    # Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it.
    season: Literal['winter', 'spring', 'summer', 'autumn']
    # Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to
    # ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it.
    wardrobe_version: int
    # Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB
    # files and portraits show it.
    top_color: str
    # Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it.
    bottom_color: str
    # Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it.
    skin: float
    # Colour of hair and brows. Only GLB files and portraits show it.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the
    # person decide. Only GLB files and portraits show it.
    hair_loss: float
    # Colour of the eyes. Only GLB files and portraits show it.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']
    # Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations
    # in radians, lengths in the model's own form. Missing ones are 0. Only for MHR.
    model_parameters: Union[Numbers, Mapping[str, float]]
    # Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR.
    identity_coeffs: Numbers
    # Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR.
    face_expr_coeffs: Numbers
    # Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members
    # that are not needed are ignored. Only for MHR.
    sam3d: Union[Mapping[str, object], Sequence[Mapping[str, object]]]
    # True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR.
    in_camera: bool
    # True leaves out the pose correctives of a model that has them. Only for MHR.
    without_correctives: bool


class CreateAvatarFields(TypedDict, total=False):
    """Store an avatar's choices: POST /v1/avatars."""
    # Body model of the avatar. All other members are the fields of POST /v1/models/{id}/mesh that describe the body and its clothes; together they
    # take less than 4 KB.
    model: str
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a
    # model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them.
    wear: Union[str, Sequence[str]]
    # Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show
    # it.
    top: str
    # Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it.
    bottom: str
    # Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them.
    footwear: str
    # Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are
    # used. Only GLB files and portraits show them.
    look: int
    # Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8,
    # work 5, evening 2. Only GLB files and portraits show it.
    occasion: Literal['street', 'office', 'sport', 'work', 'evening']
    # Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it.
    season: Literal['winter', 'spring', 'summer', 'autumn']
    # Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to
    # ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it.
    wardrobe_version: int
    # Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB
    # files and portraits show it.
    top_color: str
    # Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it.
    bottom_color: str
    # Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it.
    skin: float
    # Colour of hair and brows. Only GLB files and portraits show it.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the
    # person decide. Only GLB files and portraits show it.
    hair_loss: float
    # Colour of the eyes. Only GLB files and portraits show it.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']


class GetAvatarFields(TypedDict, total=False):
    """An avatar's choices or file: GET /v1/avatars/{id}."""
    # Format of the reply; has precedence over the header Accept.
    format: Literal['json', 'bin', 'npz', 'obj', 'ply', 'stl', 'glb']
    # True writes a glTF skin with the model's joints, posed, and shape morph targets, without pose blend shapes. Only for format glb.
    rig: bool
    # Value false leaves out the shape morph targets, which make the file of a dressed person seven times larger; the mesh's extras have the betas in
    # both cases. A list makes the file an avatar with these morph targets: groups (arkit, visemes, all, none) and names (jawOpen), separated by
    # commas. Only for format glb with rig.
    morphs: Union[bool, str]
    # True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the
    # eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with rig; shape morph targets
    # are then left out.
    face: bool
    # True writes the soft-tissue directions as morph targets with the names that the stream gives its coefficients (dmpl_0, ..., breathing); shape
    # morph targets are then left out. Only for format glb with rig, for a body without clothes, which do not follow.
    soft: bool
    # Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose
    # blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with rig.
    correctives: int
    # Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr
    # (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the
    # bone), so that its clips fit. Allowed for format glb with rig.
    names: Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']
    # True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, switches between FK and IK, and spaces, which
    # RigControls of the JavaScript client and clients/blender play. Only for format glb with rig.
    controls: bool
    # Makes the .glb an avatar for a program: chooses names of joints, axes of bones, rest pose and morph targets, which other fields can change one
    # by one. talkinghead has the names of Ready Player Me, vrm and vrm0 are VRM 1.0 and 0.x, three and unity have Mixamo's names with and without the
    # prefix mixamorig, unreal those of its mannequin, smplx those of SMPL-X. readyplayerme is talkinghead with the meshes of Ready Player Me
    # (Wolf3D_Avatar, or one for each part with atlas=false) and its mixed morph targets. Implies rig=true.
    profile: Literal['none', 'talkinghead', 'vrm', 'vrm0', 'three', 'unity', 'unreal', 'smplx', 'readyplayerme']
    # Level of detail of an avatar: 0 all triangles, 1 about 20,000, 2 about 10,000, 3 about 4,000. Skin weights, morph targets and texture
    # coordinates are kept.
    lod: int
    # Format of the textures: png, webp (EXT_texture_webp), or none, which uses colours of vertices instead. The file becomes an avatar, unless levels
    # is given: then png and webp set the textures of a dressed body.
    textures: Literal['png', 'webp', 'none']
    # Largest side of the textures in pixels; the skin's texture has a power of two as its side. The file becomes an avatar, unless levels is given.
    # With levels the default is 512 for the skin.
    texture_size: int
    # True puts all pictures and colours of an avatar into one picture, so that it is drawn with at most two primitives: opaque and transparent. False
    # keeps a primitive for each material.
    atlas: bool
    # False leaves out the bones of an avatar's fingers, which then follow the hand.
    hands: bool
    # True leaves out the triangles of an avatar below its pelvis, for video calls and VR. The skeleton and its height stay the same, so that clips
    # play as on the whole avatar.
    half: bool
    # Compression of an avatar's arrays: quantize (KHR_mesh_quantization), or meshopt (KHR_mesh_quantization and EXT_meshopt_compression, as with
    # quantize=true).
    compression: Literal['none', 'quantize', 'meshopt']
    # Triangle counts of coarser copies of each body, for crowds and for distant bodies: 1 to 4 decreasing numbers, met approximately. The copies are
    # nodes named by MSFT_lod and use the body's own vertices. Only for format glb. Separated by commas, or one parameter for each value.
    levels: Numbers
    # True compresses the file by KHR_mesh_quantization and EXT_meshopt_compression. Only for format glb.
    quantize: bool


class GetReadyPlayerMeAvatarFields(TypedDict, total=False):
    """An avatar by the parameters of Ready Player Me: GET /v1/readyplayerme/{id}."""
    # File: preset of other parameters: low is lod=2&textureAtlas=256, medium is lod=1&textureAtlas=512, high is lod=0&textureAtlas=1024. Parameters
    # that are given as well have precedence. Picture: 0 to 100, the quality of a JPEG, which has no effect because pictures are PNG.
    quality: str
    # Level of detail, as `lod` of the mesh route: 0 has all triangles, 2 about 10,000.
    lod: int
    # Older name of the parameter lod.
    meshLod: int
    # Meshes of the file: none keeps a mesh for each part (Wolf3D_Head, Wolf3D_Body, EyeLeft, ...); a number of pixels joins them to Wolf3D_Avatar and
    # Wolf3D_Avatar_Transparent, with textures of at most this size. Without it none, or an atlas if quality is given.
    textureAtlas: str
    # Largest side of the textures in pixels, as texture_size of the mesh route. Of this and a number in textureAtlas the smaller one counts.
    textureSizeLimit: int
    # Format of the textures, as `textures` of the mesh route. jpeg gives png, because every reader of JPEG reads it and the textures have an alpha
    # channel.
    textureFormat: Literal['png', 'webp', 'jpeg']
    # Morph targets of the file, separated by commas: the groups Default (mouthOpen, mouthSmile), ARKit, Oculus Visemes and none, and names of single
    # shapes. mouthOpen, mouthSmile, eyesClosed, eyesLookUp and eyesLookDown are mixtures of ARKit's shapes. Without it all of them.
    morphTargets: str
    # File: rest pose: A (arms 45 degrees down, the default) or T (arms stretched out). Picture: stance of the figure: standing (the default),
    # relaxed, power-stance or thumbs-up.
    pose: Literal['A', 'T', 'standing', 'relaxed', 'power-stance', 'thumbs-up']
    # True keeps the bones of the fingers, as `hands` of the mesh route.
    useHands: bool
    # Draco compression. True gives a file without it, which every reader of Draco reads, because Draco cannot hold morph targets; Posed-Warning says
    # so. useMeshOptCompression makes smaller files.
    useDracoMeshCompression: bool
    # True compresses the arrays, as compression=meshopt of the mesh route.
    useMeshOptCompression: bool
    # True compresses the arrays, as compression=meshopt of the mesh route.
    useQuantizeMeshOptCompression: bool
    # Largest side of the textures by name: low is 256, medium 512 and high 1024 pixels. Of this and the other limits the smallest counts.
    textureQuality: Literal['low', 'medium', 'high']
    # Channels of the textures, separated by commas: baseColor, normal, metallicRoughness, emissive, occlusion. Without baseColor the file has no
    # textures; posed has no picture for normal, emissive and occlusion, and writes metallicRoughness with baseColor.
    textureChannels: str
    # Picture: part of the figure that it shows: portrait is view=head of the portrait route, fullbody and fit are view=full. Without it portrait.
    camera: Literal['portrait', 'fullbody', 'fit']
    # Picture: older name of camera and background together.
    scene: Literal['fullbody-portrait-v1', 'fullbody-portrait-v1-transparent', 'halfbody-portrait-v1', 'halfbody-portrait-v1-transparent', 'fullbody-posture-v1-transparent']
    # Picture: width and height in pixels.
    size: int
    # Picture: facial expression. Without it a faint smile.
    expression: Literal['happy', 'lol', 'sad', 'scared', 'rage']
    # Picture: weights of morph targets, 0 to 1, each as blendShapes[NAME]=WEIGHT or blendShapes[MESH][NAME]=WEIGHT. Added to the expression. As JSON.
    blendShapes: Mapping[str, float]
    # Picture: colour behind the figure as red, green and blue, 0 to 255. Without it transparent.
    background: str
    # Time of the avatar's last change, by which programs pass caches. It has no effect: the ETag of the reply names the content.
    uat: str
    # Header Cache-Control of the closed service. It has no effect: the reply has posed's.
    cacheControl: str


class GetJointsFields(TypedDict, total=False):
    """Joint positions, cacheable: GET /v1/models/{id}/joints."""
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one
    # parameter for each value.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down). Separated by commas, or one parameter for each value.
    pose: Numbers
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error. Separated by commas, or one parameter for each value.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value.
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint. Separated by commas, or one parameter for each value.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint. Separated by commas, or one parameter for each value.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint. Separated by commas, or one parameter for each value.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint. Separated by commas, or one parameter for each value.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed. Separated by commas, or one parameter for each value.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther. As JSON.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z. Separated by commas, or one parameter for each value.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`. Separated by commas, or one parameter for each value.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. Separated by commas, or one
    # parameter for each value.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made
    # for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of
    # MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the
    # neck's rotation). Names are the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Number of decimals of coordinates in JSON and OBJ, 0 to 9.
    digits: int
    # Format of the reply; has precedence over the header Accept.
    format: Literal['json', 'bin', 'npz']
    # Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations
    # in radians, lengths in the model's own form. Missing ones are 0. Only for MHR. As JSON.
    model_parameters: Union[Numbers, Mapping[str, float]]
    # Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR. Separated by
    # commas, or one parameter for each value.
    identity_coeffs: Numbers
    # Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR. Separated by commas, or one parameter for each value.
    face_expr_coeffs: Numbers
    # Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members
    # that are not needed are ignored. Only for MHR. As JSON.
    sam3d: Union[Mapping[str, object], Sequence[Mapping[str, object]]]
    # True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR.
    in_camera: bool
    # True leaves out the pose correctives of a model that has them. Only for MHR.
    without_correctives: bool


class MakeJointsFieldsBodies(TypedDict, total=False):
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool


class MakeJointsFields(TypedDict, total=False):
    """Joint positions of bodies: POST /v1/models/{id}/joints."""
    # Format of the reply; has precedence over the header Accept.
    format: Literal['json', 'bin', 'npz']
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Bodies of a request that makes several. A body uses its own fields, and for those that it lacks the fields beside `bodies`.
    bodies: Sequence["MakeJointsFieldsBodies"]
    # Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made
    # for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs.
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed,
    # +Y up), unreal (left-handed, +Z up, centimetres).
    frame: Literal['gltf', 'smpl', 'amass', 'blender', 'unity', 'unreal']
    # Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of
    # MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the
    # neck's rotation). Names are the model's keypoint_names.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # Number of decimals of coordinates in JSON and OBJ, 0 to 9.
    digits: int
    # Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations
    # in radians, lengths in the model's own form. Missing ones are 0. Only for MHR.
    model_parameters: Union[Numbers, Mapping[str, float]]
    # Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR.
    identity_coeffs: Numbers
    # Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR.
    face_expr_coeffs: Numbers
    # Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members
    # that are not needed are ignored. Only for MHR.
    sam3d: Union[Mapping[str, object], Sequence[Mapping[str, object]]]
    # True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR.
    in_camera: bool
    # True leaves out the pose correctives of a model that has them. Only for MHR.
    without_correctives: bool


class MakeDerivativesFieldsBodies(TypedDict, total=False):
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool


class MakeDerivativesFieldsCotangents(TypedDict, total=False):
    """Gradient of a number by the points of the bodies: vertices (B,V,3), joints (B,P,3) with P joints and keypoints; flat or nested, missing ones
    are 0. The reply has its gradient by betas, expression, pose and translation. Exactly one of cotangents and tangents is needed."""
    vertices: Sequence[object]
    joints: Sequence[object]


class MakeDerivativesFieldsTangents(TypedDict, total=False):
    """Direction in which the parameters change: betas (B,n), expression (B,E), pose (B,K,3) as changes of axis-angle vectors, translation (B,3); flat
    or nested, missing ones are 0. The reply has the change of vertices and joints."""
    betas: Sequence[object]
    expression: Sequence[object]
    pose: Sequence[object]
    translation: Sequence[object]


class MakeDerivativesFields(TypedDict, total=False):
    """Derivatives of bodies by their parameters: POST /v1/models/{id}/derivatives."""
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Bodies of a request that makes several. A body uses its own fields, and for those that it lacks the fields beside `bodies`.
    bodies: Sequence["MakeDerivativesFieldsBodies"]
    # Gradient of a number by the points of the bodies: vertices (B,V,3), joints (B,P,3) with P joints and keypoints; flat or nested, missing ones are
    # 0. The reply has its gradient by betas, expression, pose and translation. Exactly one of cotangents and tangents is needed.
    cotangents: "MakeDerivativesFieldsCotangents"
    # Direction in which the parameters change: betas (B,n), expression (B,E), pose (B,K,3) as changes of axis-angle vectors, translation (B,3); flat
    # or nested, missing ones are 0. The reply has the change of vertices and joints.
    tangents: "MakeDerivativesFieldsTangents"
    # Points of the skin that follow the joints in `joints`, as for the route of joints.
    keypoints: Literal['none', 'body', 'face', 'contour']
    # False leaves out the sculpted shapes that the pose drives. Only for models that have them.
    sculpts: bool


class GetPortraitFields(TypedDict, total=False):
    """Draw a picture of a body, cacheable: GET /v1/models/{id}/portrait."""
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one
    # parameter for each value.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down). Separated by commas, or one parameter for each value.
    pose: Numbers
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error. Separated by commas, or one parameter for each value.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value.
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint. Separated by commas, or one parameter for each value.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint. Separated by commas, or one parameter for each value.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint. Separated by commas, or one parameter for each value.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint. Separated by commas, or one parameter for each value.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed. Separated by commas, or one parameter for each value.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther. As JSON.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z. Separated by commas, or one parameter for each value.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`. Separated by commas, or one parameter for each value.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. Separated by commas, or one
    # parameter for each value.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure).
    view: Literal['head', 'half', 'full']
    # Width and height of the picture in pixels, 32 to 1024, or one number for both. Separated by commas, or one parameter for each value.
    size: Numbers
    # Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side.
    yaw: float
    # Elevation of the camera in degrees: at 30 it looks down on the figure from above.
    pitch: float
    # Magnification of the figure in the picture; 2 shows it twice as large.
    zoom: float
    # Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward.
    background: str
    # Stance of a figure without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up.
    # Without it standing, in one of six ways by the seed of `random`. Not allowed together with a pose.
    stance: Literal['standing', 'relaxed', 'power-stance', 'thumbs-up']
    # Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs).
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a
    # model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them.
    # Separated by commas, or one parameter for each value.
    wear: str
    # Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show
    # it.
    top: str
    # Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it.
    bottom: str
    # Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them.
    footwear: str
    # Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are
    # used. Only GLB files and portraits show them.
    look: int
    # Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8,
    # work 5, evening 2. Only GLB files and portraits show it.
    occasion: Literal['street', 'office', 'sport', 'work', 'evening']
    # Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it.
    season: Literal['winter', 'spring', 'summer', 'autumn']
    # Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to
    # ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it.
    wardrobe_version: int
    # Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB
    # files and portraits show it.
    top_color: str
    # Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it.
    bottom_color: str
    # Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it.
    skin: float
    # Colour of hair and brows. Only GLB files and portraits show it.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the
    # person decide. Only GLB files and portraits show it.
    hair_loss: float
    # Colour of the eyes. Only GLB files and portraits show it.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']
    # Format of the picture; has precedence over the header Accept.
    format: Literal['png', 'webp']


class DrawPortraitFields(TypedDict, total=False):
    """Draw a picture of a body: POST /v1/models/{id}/portrait."""
    # Format of the picture; has precedence over the header Accept.
    format: Literal['png', 'webp']
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations
    # over people, -5 to 5. Names: feature_names of GET /v1/models/{id}.
    face_shape: str
    # Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a
    # random person. The colours of skin, hair and eyes of a random person follow the ancestry.
    ancestry: str
    # Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and
    # rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched
    # out) or a (arms 45 degrees down).
    pose: Union[Literal['t', 'a', 'T', 'A'], Numbers]
    # Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is
    # an error.
    quaternions: Numbers
    # Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal
    # within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019).
    rotations: Numbers
    # Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    global_orient: Numbers
    # Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a
    # joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint.
    body_pose: Numbers
    # Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    left_hand_pose: Numbers
    # Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix
    # (9), flat or one row per joint.
    right_hand_pose: Numbers
    # Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4),
    # 6D (6) or matrix (9), flat or one row per joint.
    hand_pose: Numbers
    # Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or
    # matrix (9), flat or one row per joint.
    neck_pose: Numbers
    # Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per
    # joint.
    jaw_pose: Numbers
    # Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    leye_pose: Numbers
    # Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row
    # per joint.
    reye_pose: Numbers
    # Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are
    # coefficients.
    use_pca: bool
    # True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a
    # pose. It is never added to quaternions, 6D and matrices.
    flat_hand_mean: bool
    # Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their
    # weights, -2 to 2. Any count up to the model's is allowed.
    expression: Numbers
    # Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink
    # closes the lids at 1 on any body: it moves those of large eyes farther.
    blend_shapes: Mapping[str, float]
    # Translation of the body in metres: x, y, z.
    translation: Numbers
    # Translation of the body in metres under smplx's name; the same field as `translation`.
    transl: Numbers
    # Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0.
    soft_tissue: Numbers
    # True moves the body vertically, after the translation, so that its lowest vertex is at y = 0.
    ground: bool
    # Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure).
    view: Literal['head', 'half', 'full']
    # Width and height of the picture in pixels, 32 to 1024, or one number for both.
    size: Union[float, Numbers]
    # Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side.
    yaw: float
    # Elevation of the camera in degrees: at 30 it looks down on the figure from above.
    pitch: float
    # Magnification of the figure in the picture; 2 shows it twice as large.
    zoom: float
    # Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward.
    background: str
    # Stance of a figure without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up.
    # Without it standing, in one of six ways by the seed of `random`. Not allowed together with a pose.
    stance: Literal['standing', 'relaxed', 'power-stance', 'thumbs-up']
    # Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs).
    skinning: Literal['lbs', 'dqs', 'sbs']
    # Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a
    # model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them.
    wear: Union[str, Sequence[str]]
    # Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show
    # it.
    top: str
    # Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it.
    bottom: str
    # Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them.
    footwear: str
    # Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are
    # used. Only GLB files and portraits show them.
    look: int
    # Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8,
    # work 5, evening 2. Only GLB files and portraits show it.
    occasion: Literal['street', 'office', 'sport', 'work', 'evening']
    # Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it.
    season: Literal['winter', 'spring', 'summer', 'autumn']
    # Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to
    # ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it.
    wardrobe_version: int
    # Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB
    # files and portraits show it.
    top_color: str
    # Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it.
    bottom_color: str
    # Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it.
    skin: float
    # Colour of hair and brows. Only GLB files and portraits show it.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the
    # person decide. Only GLB files and portraits show it.
    hair_loss: float
    # Colour of the eyes. Only GLB files and portraits show it.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']


class GetMeasurementsFields(TypedDict, total=False):
    """Measure a body, cacheable: GET /v1/models/{id}/measure."""
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one
    # parameter for each value.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Density in kg/m3 by which the volume is multiplied to give the mass.
    density: float
    # True adds the path of the tape measure of each measurement to the reply, as points on the surface that keep their place in any pose. Only for a
    # request of one body.
    lines: bool


class MeasureBodiesFieldsBodies(TypedDict, total=False):
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']


class MeasureBodiesFields(TypedDict, total=False):
    """Measure one or many bodies: POST /v1/models/{id}/measure."""
    # Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0.
    betas: Numbers
    # Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile,
    # face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard
    # normal distribution. The same seed always gives the same body.
    random: Union[int, str]
    # Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used.
    gender: Literal['neutral', 'female', 'male']
    # Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots
    # and hair follow the age.
    age: float
    # Stature of the person, in metres.
    height: float
    # Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the
    # range.
    weight: float
    # Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height,
    # mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span;
    # weight is mass.
    percentile: str
    # Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey
    # and is that without the field. A request that is kept for years should state it.
    people_version: int
    # Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults).
    population: Literal['survey', 'public']
    # Density in kg/m3 by which the volume is multiplied to give the mass.
    density: float
    # True adds the path of the tape measure of each measurement to the reply, as points on the surface that keep their place in any pose. Only for a
    # request of one body.
    lines: bool
    # Bodies of a request that measures several, each with its own betas.
    bodies: Sequence["MeasureBodiesFieldsBodies"]


class FitMeasurementsFieldsMeasurements(TypedDict, total=False):
    """Measurements that the body is to have, at least one. In all other respects the most likely body is chosen."""
    # Wanted height in m: lowest to highest point of the body.
    height: float
    # Wanted mass in kg: volume times density.
    mass: float
    # Wanted volume in m3: volume enclosed by the skin.
    volume: float
    # Wanted bmi in kg/m2: mass divided by the square of the height.
    bmi: float
    # Wanted head_girth in m: greatest horizontal girth of the head above the brow.
    head_girth: float
    # Wanted neck_girth in m: least girth between neck and head joint, square to the line between them.
    neck_girth: float
    # Wanted chest_girth in m: horizontal girth of the trunk at the nipples, arms left out.
    chest_girth: float
    # Wanted underbust_girth in m: horizontal girth of the trunk below the breasts: a third of the way from nipples to navel.
    underbust_girth: float
    # Wanted waist_girth in m: least horizontal girth of the trunk, from 35 % of the way between crotch and nipples up to the ribs.
    waist_girth: float
    # Wanted navel_girth in m: horizontal girth of the trunk at the navel.
    navel_girth: float
    # Wanted hip_girth in m: greatest horizontal girth between crotch and 55 % of the way to the navel.
    hip_girth: float
    # Wanted thigh_girth in m: horizontal girth of the left thigh 0.012 of the height (2 cm) below the crotch.
    thigh_girth: float
    # Wanted knee_girth in m: horizontal girth of the left leg at the knee joint.
    knee_girth: float
    # Wanted calf_girth in m: greatest horizontal girth of the left leg between knee and mid-shank.
    calf_girth: float
    # Wanted ankle_girth in m: least horizontal girth of the left leg above the ankle joint.
    ankle_girth: float
    # Wanted upper_arm_girth in m: girth of the left upper arm midway between shoulder and elbow joint, square to the bone.
    upper_arm_girth: float
    # Wanted elbow_girth in m: girth of the left arm at the elbow joint, square to the line from shoulder to wrist.
    elbow_girth: float
    # Wanted wrist_girth in m: least girth of the left forearm in its last quarter, square to the bone.
    wrist_girth: float
    # Wanted shoulder_width in m: distance of the two shoulder joint centres.
    shoulder_width: float
    # Wanted arm_length in m: shoulder to elbow to wrist joint, left.
    arm_length: float
    # Wanted hand_length in m: wrist joint to the farthest finger tip along the hand, left.
    hand_length: float
    # Wanted inside_leg_height in m: lowest point of the body to the crotch.
    inside_leg_height: float
    # Wanted back_neck_to_waist in m: along the back, hollows spanned, from the height of the neck joint to the waist.
    back_neck_to_waist: float
    # Wanted foot_length in m: heel to toe tip, left, front to back.
    foot_length: float
    # Wanted span in m: finger tip to finger tip in the T-pose.
    span: float


class FitMeasurementsFieldsObservationsKeypointsSet2(TypedDict, total=False):
    joints: Mapping[str, float]
    vertices: Mapping[str, float]


class FitMeasurementsFieldsObservationsKeypointsViewsCamera(TypedDict, total=False):
    """Camera of the view, with its rotation."""
    # Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length.
    fx: float
    # Focal length along y in pixels; without it fx.
    fy: float
    # Centre of projection along x in pixels; without it half the width.
    cx: float
    # Centre of projection along y in pixels; without it half the height.
    cy: float
    # Width of the picture in pixels; required when fx or cx is missing.
    width: float
    # Height of the picture in pixels; required when fx or cy is missing.
    height: float
    # Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks
    # along -Z of a world with +Y up.
    rotation: Numbers
    # Translation of the camera in metres: x_camera = rotation x_world + translation.
    translation: Numbers
    # Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts
    # them.
    distortion: Numbers


class FitMeasurementsFieldsObservationsKeypointsViews(TypedDict, total=False):
    # Camera of the view, with its rotation.
    camera: "FitMeasurementsFieldsObservationsKeypointsViewsCamera"
    # Keypoints that the view shows, in the set's order or by name: [x, y] in pixels; null where not seen.
    points: Union[Sequence[Union[Numbers, None]], Mapping[str, Union[Numbers, None]]]
    # Confidences of the keypoints, 0 to 1, in the same order or by name; 0: not seen; missing ones are 1.
    confidence: Union[Numbers, Mapping[str, float]]


class FitMeasurementsFieldsObservationsKeypoints(TypedDict, total=False):
    """Keypoints that a detector found, in a picture or in space."""
    # Set of keypoints: coco17, openpose25, mediapipe33, h36m17, sam3d70, openpose67, mediapipe75, webxr83, openxr70, openxr84, xsens23, or SMPL's own
    # joints, smpl22, smpl24, smplh52 or smplx55; or the caller's own set as an object,
    # {"name":{"joints":{"left_wrist":0.5},"vertices":{"2319":0.5}}}, with weights of joints by name and of vertices by index.
    set: Union[Literal['coco17', 'openpose25', 'mediapipe33', 'h36m17', 'sam3d70', 'openpose67', 'mediapipe75', 'webxr83', 'openxr70', 'openxr84', 'smpl22', 'smpl24', 'smplh52', 'smplx55', 'xsens23'], Mapping[str, "FitMeasurementsFieldsObservationsKeypointsSet2"]]
    # Keypoints in the set's order or by name: [x, y] in pixels, x to the right and y down, or [x, y, z] in metres; null where not seen.
    points: Union[Sequence[Union[Numbers, None]], Mapping[str, Union[Numbers, None]]]
    # Confidences of the keypoints, 0 to 1, in the same order or by name; 0: not seen; missing ones are 1.
    confidence: Union[Numbers, Mapping[str, float]]
    # Views of 2 to 16 cameras of the same moment, instead of points. The poses of the cameras have to be known; POST /v1/jobs calibrates unknown ones
    # from a take.
    views: Sequence["FitMeasurementsFieldsObservationsKeypointsViews"]
    # Noise of the points, one standard deviation: by default 3 in pixels, or 0.01 in metres.
    noise: float


class FitMeasurementsFieldsObservationsVertices(TypedDict, total=False):
    """Observed positions of single vertices of the mesh."""
    # Indices of vertices of the model.
    index: Numbers
    # Observed positions of the vertices in metres: x, y, z each.
    points: Numbers
    # Noise of the observed vertices in metres, one standard deviation.
    noise: float


class FitMeasurementsFieldsObservationsOrientations(TypedDict, total=False):
    """Orientations that inertial sensors measured. Alone they determine the pose, and neither shape nor position."""
    # Orientations by the bone on which the sensor sits (SMPL's joint that moves this bone, or the name that Xsens, TotalCapture or OpenSense uses):
    # quaternions x, y, z, w from the sensor's axes to the world's.
    sensors: Mapping[str, Union[Numbers, None]]
    # Orientations of the sensors in the calibration pose, in the form of `sensors`. Without it, the sensors are aligned with the model's joints,
    # whose axes are the world's at rest.
    tpose: Mapping[str, Union[Numbers, None]]
    # Calibration pose of the body: arms out to the sides (t) or hanging (n), legs straight, hands and feet pointing forwards.
    pose: Literal['t', 'n']
    # Up axis of the sensors' world.
    up: Literal['x', 'y', 'z', '-x', '-y', '-z']
    # Direction that the body faces in the calibration pose, in degrees about the vertical from the sensors' axis z (with y up), x (z up) or y (x up).
    # POST /v1/jobs finds it from a take.
    facing: float
    # Noise of the orientations in degrees, one standard deviation.
    noise: float


class FitMeasurementsFieldsObservationsCrowdViewsCamera(TypedDict, total=False):
    """Camera of the view. With several views each needs rotation, translation and fx."""
    # Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length.
    fx: float
    # Focal length along y in pixels; without it fx.
    fy: float
    # Centre of projection along x in pixels; without it half the width.
    cx: float
    # Centre of projection along y in pixels; without it half the height.
    cy: float
    # Width of the picture in pixels; required when fx or cx is missing.
    width: float
    # Height of the picture in pixels; required when fx or cy is missing.
    height: float
    # Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks
    # along -Z of a world with +Y up.
    rotation: Numbers
    # Translation of the camera in metres: x_camera = rotation x_world + translation.
    translation: Numbers
    # Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts
    # them.
    distortion: Numbers


class FitMeasurementsFieldsObservationsCrowdViews(TypedDict, total=False):
    # Camera of the view. With several views each needs rotation, translation and fx.
    camera: "FitMeasurementsFieldsObservationsCrowdViewsCamera"
    # Figures in the view, up to 64 in any order: each has [x, y] in pixels of every keypoint in the set's order, null where not seen.
    figures: Sequence[Sequence[Union[Numbers, None]]]
    # Confidences of the keypoints: for each figure, one number from 0 to 1 per keypoint; 0: not seen; missing ones are 1.
    confidence: Numbers


class FitMeasurementsFieldsObservationsCrowd(TypedDict, total=False):
    """Several people in the pictures of one or several cameras, not yet assigned to each other, instead of the other observations. The reply has
    `people`: at most 16, those seen in the most views first."""
    # Set of keypoints of the figures: coco17, openpose25, mediapipe33, h36m17 or another of the sets of `keypoints`.
    set: str
    # Views of 1 to 16 cameras of the same moment.
    views: Sequence["FitMeasurementsFieldsObservationsCrowdViews"]


class FitMeasurementsFieldsObservationsCamera(TypedDict, total=False):
    """Camera of the picture; required with points of two numbers."""
    # Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length.
    fx: float
    # Focal length along y in pixels; without it fx.
    fy: float
    # Centre of projection along x in pixels; without it half the width.
    cx: float
    # Centre of projection along y in pixels; without it half the height.
    cy: float
    # Width of the picture in pixels; required when fx or cx is missing.
    width: float
    # Height of the picture in pixels; required when fx or cy is missing.
    height: float
    # Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks
    # along -Z of a world with +Y up.
    rotation: Numbers
    # Translation of the camera in metres: x_camera = rotation x_world + translation.
    translation: Numbers
    # Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts
    # them.
    distortion: Numbers


class FitMeasurementsFieldsObservationsStart(TypedDict, total=False):
    """Start of the search, such as the fit of the previous frame. Without a pose in it, the search starts as if there were no start."""
    # Shape coefficients with which the search starts, or which are kept with keep_betas; in standard deviations.
    betas: Numbers
    # Start pose: one axis-angle per joint in radians, local to the parent.
    pose: Numbers
    # Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent.
    quaternions: Numbers
    # Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent.
    rotations: Numbers
    # Start translation of the body in metres: x, y, z.
    translation: Numbers
    # Scale from the body to the observed points, applied before the translation: 100 for points in centimetres. When absent it is 1, or with
    # fit_scale it is found from the points.
    scale: float


class FitMeasurementsFieldsObservationsWeights(TypedDict, total=False):
    """Weights of the terms of the cost, for experiments."""
    # Weight of the term `points` of the cost: positions observed in space (joints, vertices, keypoints); 0 leaves the term out.
    points: float
    # Weight of the term `surface` of the cost: distances of the points of a scan from the planes of the surface; 0 leaves the term out.
    surface: float
    # Weight of the term `orientation` of the cost: orientations of joints in space; 0 leaves the term out.
    orientation: float
    # Weight of the term `picture` of the cost: positions observed in a picture; 0 leaves the term out.
    picture: float
    # Weight of the term `pose` of the cost: the pose prior, learned from motion capture; 0 leaves the term out.
    pose: float
    # Weight of the term `rest` of the cost: joints outside the prior tend to the rest pose; 0 leaves the term out.
    rest: float
    # Weight of the term `bend` of the cost: knees and elbows do not bend backwards; 0 leaves the term out.
    bend: float
    # Weight of the term `ranges` of the cost: joints stay within their ranges; 0 leaves the term out.
    ranges: float
    # Weight of the term `shape` of the cost: betas are normally distributed over people; 0 leaves the term out.
    shape: float
    # Weight of the term `floor` of the cost: the lowest heel or toe stands on the floor; 0 leaves the term out.
    floor: float
    # Weight of the term `camera` of the cost: scale and focal length stay near their guess; 0 leaves the term out.
    camera: float
    # Weight of the term `capsules` of the cost: limbs, trunk and head do not overlap; 0 leaves the term out.
    capsules: float
    # Weight of the term `lean` of the cost: a body that one camera sees stands upright, as the size of a body that leans away is unknown; 0 leaves
    # the term out.
    lean: float


class FitMeasurementsFieldsObservations(TypedDict, total=False):
    """Observations of a person at one moment, instead of measurements (docs/guide/fit.md)."""
    # Observed joint positions in metres (or in any unit with fit_scale), by name, or one row per joint in the model's order; null where not seen.
    joints: Union[Sequence[Union[Numbers, None]], Mapping[str, Union[Numbers, None]]]
    # Noise of the observed joint positions in metres of the body, one standard deviation.
    joints_noise: float
    # Keypoints that a detector found, in a picture or in space.
    keypoints: "FitMeasurementsFieldsObservationsKeypoints"
    # Observed positions of single vertices of the mesh.
    vertices: "FitMeasurementsFieldsObservationsVertices"
    # Orientations that inertial sensors measured. Alone they determine the pose, and neither shape nor position.
    orientations: "FitMeasurementsFieldsObservationsOrientations"
    # Several people in the pictures of one or several cameras, not yet assigned to each other, instead of the other observations. The reply has
    # `people`: at most 16, those seen in the most views first.
    crowd: "FitMeasurementsFieldsObservationsCrowd"
    # Up axis of the points in space (joints, keypoints, vertices): they are turned by one rotation about x or z so that +Y is up, as everything in
    # the reply. With auto it is y; of a body that is upside down it is -y, a camera's axes (x right, y down, z forward), which a warning and `up` of
    # the reply name.
    up: Literal['x', 'y', 'z', '-x', '-y', '-z', 'auto']
    # Camera of the picture; required with points of two numbers.
    camera: "FitMeasurementsFieldsObservationsCamera"
    # Start of the search, such as the fit of the previous frame. Without a pose in it, the search starts as if there were no start.
    start: "FitMeasurementsFieldsObservationsStart"
    # True keeps the betas of `start` unchanged, for a person whose shape is known.
    keep_betas: bool
    # True finds the unit of the points: their scale is fitted and returned. The noise fields and `robust` are still in metres of the body.
    fit_scale: bool
    # Solver of the fit: likely (the most probable body) or hybrik (a closed form from the positions of all joints, with betas from the bone lengths;
    # docs/guide/fit.md).
    solver: Literal['likely', 'hybrik']
    # Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only for solver hybrik.
    twists: Numbers
    # Height in metres of the floor on which the lowest heel or toe stands; without it there is no floor.
    floor: float
    # Distance from which a point counts as an outlier (Geman-McClure), in pixels, or in metres of the body for points in space; 0: no point is an
    # outlier. When absent: a fifth of the figure's size in a picture; no outliers in space.
    robust: float
    # Weights of the terms of the cost, for experiments.
    weights: "FitMeasurementsFieldsObservationsWeights"


class FitMeasurementsFieldsTolerances(TypedDict, total=False):
    """Tolerances of the measurements, one standard deviation each; only for measurements that are given."""
    # Tolerance of height in m, one standard deviation.
    height: float
    # Tolerance of mass in kg, one standard deviation.
    mass: float
    # Tolerance of volume in m3, one standard deviation.
    volume: float
    # Tolerance of bmi in kg/m2, one standard deviation.
    bmi: float
    # Tolerance of head_girth in m, one standard deviation.
    head_girth: float
    # Tolerance of neck_girth in m, one standard deviation.
    neck_girth: float
    # Tolerance of chest_girth in m, one standard deviation.
    chest_girth: float
    # Tolerance of underbust_girth in m, one standard deviation.
    underbust_girth: float
    # Tolerance of waist_girth in m, one standard deviation.
    waist_girth: float
    # Tolerance of navel_girth in m, one standard deviation.
    navel_girth: float
    # Tolerance of hip_girth in m, one standard deviation.
    hip_girth: float
    # Tolerance of thigh_girth in m, one standard deviation.
    thigh_girth: float
    # Tolerance of knee_girth in m, one standard deviation.
    knee_girth: float
    # Tolerance of calf_girth in m, one standard deviation.
    calf_girth: float
    # Tolerance of ankle_girth in m, one standard deviation.
    ankle_girth: float
    # Tolerance of upper_arm_girth in m, one standard deviation.
    upper_arm_girth: float
    # Tolerance of elbow_girth in m, one standard deviation.
    elbow_girth: float
    # Tolerance of wrist_girth in m, one standard deviation.
    wrist_girth: float
    # Tolerance of shoulder_width in m, one standard deviation.
    shoulder_width: float
    # Tolerance of arm_length in m, one standard deviation.
    arm_length: float
    # Tolerance of hand_length in m, one standard deviation.
    hand_length: float
    # Tolerance of inside_leg_height in m, one standard deviation.
    inside_leg_height: float
    # Tolerance of back_neck_to_waist in m, one standard deviation.
    back_neck_to_waist: float
    # Tolerance of foot_length in m, one standard deviation.
    foot_length: float
    # Tolerance of span in m, one standard deviation.
    span: float


class FitMeasurementsFields(TypedDict, total=False):
    """Fit a body to measurements or to observations: POST /v1/models/{id}/fit."""
    # Measurements that the body is to have, at least one. In all other respects the most likely body is chosen.
    measurements: "FitMeasurementsFieldsMeasurements"
    # Observations of a person at one moment, instead of measurements (docs/guide/fit.md).
    observations: "FitMeasurementsFieldsObservations"
    # Mesh of the body that is returned with a fit to observations: none, or glb (a file in base64).
    mesh: Literal['none', 'glb']
    # Tolerances of the measurements, one standard deviation each; only for measurements that are given.
    tolerances: "FitMeasurementsFieldsTolerances"
    # Number of betas that are fitted; 0 fits all of the model's.
    beta_count: int
    # Density in kg/m3 by which the volume is multiplied to give the mass.
    density: float
    # Largest number of steps of the search.
    iterations: int


class FindFaceFieldsPictures(TypedDict, total=False):
    # Width of the picture in pixels; the camera looks at its middle.
    width: float
    # Height of the picture in pixels.
    height: float
    # The 478 landmarks of MediaPipe's face mesh, or the 468 without irises: [x, y] in pixels, null where not seen.
    points: Sequence[Union[Numbers, None]]
    # Focal length in pixels. Without it, it is found.
    focal: float


class FindFaceFields(TypedDict, total=False):
    """Find whose face it is: POST /v1/models/{id}/face."""
    # Landmarks of one person's face in 1 to 8 pictures.
    pictures: Sequence["FindFaceFieldsPictures"]
    # Seed of the person whom `face_shape` of the reply changes.
    random: int


class CreateJobFieldsPeopleMarkers(TypedDict, total=False):
    """Optical markers of the person, with or without names."""
    # Names of the markers, one per marker, as in the usual sets (Plug-in Gait, CMU's 41). If fewer than six names are known ("*1", ""), the markers
    # are identified from the points, of which one frame must have at least 12.
    names: Sequence[str]
    # Positions of the markers in metres: a row per frame with [x, y, z] of every marker, null where not seen.
    frames: Sequence[Sequence[Union[Numbers, None]]]


class CreateJobFieldsPeopleKeypointsCamera(TypedDict, total=False):
    """Camera of the picture, which does not move; required with points of two numbers. Without fx the picture's diagonal is used."""
    # Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length.
    fx: float
    # Focal length along y in pixels; without it fx.
    fy: float
    # Centre of projection along x in pixels; without it half the width.
    cx: float
    # Centre of projection along y in pixels; without it half the height.
    cy: float
    # Width of the picture in pixels; required when fx or cx is missing.
    width: float
    # Height of the picture in pixels; required when fx or cy is missing.
    height: float
    # Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks
    # along -Z of a world with +Y up.
    rotation: Numbers
    # Translation of the camera in metres: x_camera = rotation x_world + translation.
    translation: Numbers
    # Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts
    # them.
    distortion: Numbers


class CreateJobFieldsPeopleKeypointsViewsCamera(TypedDict, total=False):
    """Camera of the view. Either every camera has rotation and translation, or none has: then they are calibrated from the take."""
    # Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length.
    fx: float
    # Focal length along y in pixels; without it fx.
    fy: float
    # Centre of projection along x in pixels; without it half the width.
    cx: float
    # Centre of projection along y in pixels; without it half the height.
    cy: float
    # Width of the picture in pixels; required when fx or cx is missing.
    width: float
    # Height of the picture in pixels; required when fx or cy is missing.
    height: float
    # Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks
    # along -Z of a world with +Y up.
    rotation: Numbers
    # Translation of the camera in metres: x_camera = rotation x_world + translation.
    translation: Numbers
    # Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts
    # them.
    distortion: Numbers


class CreateJobFieldsPeopleKeypointsViews(TypedDict, total=False):
    # Camera of the view. Either every camera has rotation and translation, or none has: then they are calibrated from the take.
    camera: "CreateJobFieldsPeopleKeypointsViewsCamera"
    # Keypoints that the view shows: a row per frame, for the same moments in every view, with [x, y] in pixels of every keypoint; null where not
    # seen.
    frames: Sequence[Sequence[Union[Numbers, None]]]
    # Confidences of the keypoints, 0 to 1: a row per frame with one number per keypoint; 0: not seen; missing ones are 1.
    confidence: Numbers


class CreateJobFieldsPeopleKeypoints(TypedDict, total=False):
    """Keypoints of the person from a detector, in space or in a picture, instead of markers."""
    # Set of keypoints: coco17, openpose25, mediapipe33, h36m17, sam3d70, openpose67, mediapipe75, webxr83, openxr70, openxr84, or SMPL's own joints,
    # smpl22, smpl24, smplh52 or smplx55, or xsens23.
    set: str
    # Keypoints in the set's order: a row per frame with [x, y, z] in metres for every keypoint, or [x, y] in pixels for every keypoint; null where
    # not seen.
    frames: Sequence[Sequence[Union[Numbers, None]]]
    # Confidences of the keypoints, 0 to 1: a row per frame with one number per keypoint; 0: not seen; missing ones are 1.
    confidence: Numbers
    # Camera of the picture, which does not move; required with points of two numbers. Without fx the picture's diagonal is used.
    camera: "CreateJobFieldsPeopleKeypointsCamera"
    # Views of the same frames by 2 to 16 cameras, instead of frames, confidence and camera.
    views: Sequence["CreateJobFieldsPeopleKeypointsViews"]


class CreateJobFieldsPeopleOrientations(TypedDict, total=False):
    """Orientations from inertial sensors on the person, instead of markers and keypoints; with `positions`, poses of 6-DoF trackers. Orientations
    alone determine neither shape nor position: betas stay 0, and the standing feet move the body."""
    # Names of the sensors, one per sensor, by the bone on which it sits: SMPL's joint that moves this bone, or the name that Xsens, TotalCapture or
    # OpenSense uses.
    names: Sequence[str]
    # Orientations: a row per frame with one quaternion x, y, z, w per sensor, from the sensor's axes to the axes of the world that all sensors share;
    # null where the sensor gave none.
    frames: Sequence[Sequence[Union[Numbers, None]]]
    # Positions of 6-DoF trackers (headset, controllers, straps) in metres, in the form of `frames`, in the same world. They determine shape and place
    # too; the facing is then found from left and right.
    positions: Sequence[Sequence[Union[Numbers, None]]]
    # First and last frame of the pose by which the sensors are calibrated.
    calibration: Numbers
    # Calibration pose of the body: arms out to the sides (t) or hanging (n), legs straight, hands and feet pointing forwards.
    pose: Literal['t', 'n']
    # Direction that the body faces in the calibration pose, in degrees about the vertical from the sensors' axis z (with y up), x (z up) or y (x up).
    # Without it, it is found from the motion of the body.
    facing: float
    # Drift of the headings in degrees per minute that is allowed for since the calibration pose.
    drift: float


class CreateJobFieldsPeople(TypedDict, total=False):
    # Optical markers of the person, with or without names.
    markers: "CreateJobFieldsPeopleMarkers"
    # Keypoints of the person from a detector, in space or in a picture, instead of markers.
    keypoints: "CreateJobFieldsPeopleKeypoints"
    # Orientations from inertial sensors on the person, instead of markers and keypoints; with `positions`, poses of 6-DoF trackers. Orientations
    # alone determine neither shape nor position: betas stay 0, and the standing feet move the body.
    orientations: "CreateJobFieldsPeopleOrientations"


class CreateJobFieldsCrowdViewsCamera(TypedDict, total=False):
    """Camera of the view, which does not move. Either every camera has rotation and translation, or none has: then they are calibrated from one of
    the people."""
    # Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length.
    fx: float
    # Focal length along y in pixels; without it fx.
    fy: float
    # Centre of projection along x in pixels; without it half the width.
    cx: float
    # Centre of projection along y in pixels; without it half the height.
    cy: float
    # Width of the picture in pixels; required when fx or cx is missing.
    width: float
    # Height of the picture in pixels; required when fx or cy is missing.
    height: float
    # Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks
    # along -Z of a world with +Y up.
    rotation: Numbers
    # Translation of the camera in metres: x_camera = rotation x_world + translation.
    translation: Numbers
    # Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts
    # them.
    distortion: Numbers


class CreateJobFieldsCrowdViews(TypedDict, total=False):
    # Camera of the view, which does not move. Either every camera has rotation and translation, or none has: then they are calibrated from one of the
    # people.
    camera: "CreateJobFieldsCrowdViewsCamera"
    # Figures in the view: a list per frame, for the same moments in every view, of up to 64 figures in any order; each has [x, y] in pixels of every
    # keypoint in the set's order, null where not seen. The list of a frame may be empty.
    frames: Sequence[Sequence[Sequence[Union[Numbers, None]]]]
    # Confidences of the keypoints: a list per frame with, for each figure, one number from 0 to 1 per keypoint; 0: not seen; missing ones are 1.
    confidence: Numbers


class CreateJobFieldsCrowd(TypedDict, total=False):
    """Several people in the pictures of one or several cameras, not yet assigned to each other, instead of people. At most 16 are fitted, those that
    are seen most."""
    # Set of keypoints of the figures: coco17, openpose25, mediapipe33, h36m17 or another of the sets of `keypoints`.
    set: str
    # Views of the 1 to 16 cameras that recorded the people.
    views: Sequence["CreateJobFieldsCrowdViews"]


class CreateJobFields(TypedDict, total=False):
    """Start a job that fits a take: POST /v1/jobs."""
    # Id of the body model that is fitted.
    model: str
    # Noise of the observations, one standard deviation: in metres up to 1 (default 0.005 for markers, 0.01 for keypoints), in pixels for keypoints in
    # a picture (default 3), in degrees for orientations and for application/x-pickle (default 2).
    noise: float
    # Up axis of the coordinates. With auto it is read from the file of markers, or found from their heads, which are above the feet; for orientations
    # auto means z; for keypoints in space y, or -y (a camera's axes) of a body that is upside down. Not for keypoints in pictures.
    up: Literal['x', 'y', 'z', '-x', '-y', '-z', 'auto']
    # Protocol of markers that have no names: cmu, plugin-gait or plugin-gait-legs. Without it, the one that fits best is used.
    protocol: str
    # URL to which the server POSTs the job once it is done or has failed, signed as Standard Webhooks says (docs/guide/webhooks.md). The server's
    # option webhooks.allow must list its host.
    webhook: str
    # Id of one of several people in a file of poses. Without it the person who is seen longest, whom the header Posed-Warning names. Of a file of
    # markers, the name of one of several people (SUBJECT:MARKER) or the number from 0; without it all of them.
    person: str
    # What the named points of a take are: markers on the skin, or centres of joints, as programs without markers write them (Pose2Sim, OpenCap,
    # Sports2D). With auto the names decide.
    points: Literal['auto', 'markers', 'joints']
    # True uses the estimate in the camera's frame of a file that has one; false uses the estimate in the world's frame.
    camera: bool
    # Set of the joints of a file with positions of joints and no rotations: smpl22, smpl24, smplh52, smplx55 or one of the sets of keypoints. Without
    # it the names in the file or the number of joints decides, and the header Posed-Warning says how.
    set: str
    # Frame rate of the file's motion, frames per second. Without it the rate that the file states, else one that the header Posed-Warning names.
    source_rate: float
    # Kind of the job: fit fits a body model to a take.
    kind: Literal['fit']
    # Frame rate of the take in frames per second. A file of markers states its own.
    rate: float
    # People of the take, up to 16, each with markers, keypoints or orientations for the whole take.
    people: Sequence["CreateJobFieldsPeople"]
    # Several people in the pictures of one or several cameras, not yet assigned to each other, instead of people. At most 16 are fitted, those that
    # are seen most.
    crowd: "CreateJobFieldsCrowd"


class GetJobResultFields(TypedDict, total=False):
    """Result of a job: GET /v1/jobs/{id}/result."""
    # Format of the result: npz (AMASS's layout), glb (the body with an animation), bvh (the model's skeleton) or trc (for markers: the markers with
    # their identified names, and the body's position of a marker where no camera saw it). Without it the header Accept decides.
    format: Literal['json', 'npz', 'glb', 'bvh', 'trc']
    # Index of the person among the people of the job, from 0.
    person: int


class PutGarmentFields(TypedDict, total=False):
    """Put a garment: PUT /v1/garments/{id}."""
    # Where the garment is worn: as an outfit from neck to ankle, as a top or a bottom that goes with the other half of any outfit, as shoes, a hat or
    # glasses.
    slot: Literal['outfit', 'top', 'bottom', 'shoes', 'hat', 'glasses']


class GetSkeletonFields(TypedDict, total=False):
    """Joints of a skeleton: GET /v1/skeletons/{id}."""
    # Shape coefficients; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value.
    betas: Numbers


class PutSkeletonFieldsJointsLimit(TypedDict, total=False):
    """Limit of the joint's rotation. Without it, a joint that is named like a joint of SMPL has the default range of that joint, and any other joint
    is free."""
    # Kind of the joint: free (any rotation), ball (limited swing and twist), hinge (one axis) or fixed (keeps its start rotation).
    kind: Literal['free', 'ball', 'hinge', 'fixed']
    # Axis of a hinge, or of a ball's twist (along the bone), in the parent's frame; any length.
    axis: Numbers
    # First axis of a ball's swing, perpendicular to `axis`; without it y after x, z after y, x after z. The second axis is `axis` cross `swing_axis`.
    swing_axis: Numbers
    # Range of a hinge's angle in radians: from, to.
    range: Numbers
    # Range of a ball's twist in radians: from, to.
    twist: Numbers
    # Range of a ball's swing in radians: one number is the half angle of a cone; two are the half-axes of an ellipse; four are from, to about the
    # first axis and from, to about the second axis.
    swing: Numbers
    # True limits the two swing angles independently (a box); false limits them together (an ellipse).
    box: bool


class PutSkeletonFieldsJoints(TypedDict, total=False):
    # Name of the joint, 1 to 31 bytes, unique in the skeleton.
    name: str
    # Name of the parent joint; null or absent for the root.
    parent: Union[str, None]
    # Offset of the joint from its parent at rest in metres: x, y, z.
    offset: Numbers
    # Limit of the joint's rotation. Without it, a joint that is named like a joint of SMPL has the default range of that joint, and any other joint
    # is free.
    limit: "PutSkeletonFieldsJointsLimit"


class PutSkeletonFields(TypedDict, total=False):
    """Put a skeleton: PUT /v1/skeletons/{id}."""
    # Index of the skin of the glTF file to use; without it all of its skins. Of several skeletons (a person and a sword) the person's is used, or the
    # largest.
    skin: int
    # Joints of the glTF file to use: all, or only the bones that VRM names (humanoid).
    bones: Literal['all', 'humanoid']
    # Metres per unit of the BVH file; 0.01 for centimetres.
    metres_per_unit: float
    # Joints of the skeleton in any order, with exactly one root.
    joints: Sequence["PutSkeletonFieldsJoints"]
    # Text of a BVH file, instead of joints: its hierarchy is the skeleton; its motion is ignored.
    bvh: str
    # A .glb or .vrm file in base64, instead of joints: its skins are the skeleton. For many problems on one skeleton, put it once by PUT
    # /v1/skeletons/{id}.
    glb: str


class SolveIkFieldsTargets(TypedDict, total=False):
    # Name of the joint that is to reach the target.
    joint: str
    # Position that the joint is to reach, in model space in metres: x, y, z. A target needs at least one of position, orientation, look_at, distance,
    # centre and keep.
    position: Numbers
    # Orientation that the joint's frame is to have in model space: quaternion x, y, z, w; normalised.
    orientation: Numbers
    # Point in model space in metres towards which the elbow, the knee or the arch of the chain turns: x, y, z.
    pole: Numbers
    # Name of the joint at the root of the chain, for every kind of target. Without it, the limb's root; pelvis makes it the whole body, and the
    # target's own joint that joint alone.
    chain: str
    # Point in model space in metres to which the joint's look_axis is to point: x, y, z.
    look_at: Numbers
    # Direction in the joint's own frame that is to point to look_at; any length.
    look_axis: Numbers
    # Distance in metres that the joint is to have from distance_from.
    distance: float
    # Reference of `distance`: a joint's name, or a point x, y, z in model space in metres.
    distance_from: Union[str, Numbers]
    # Point x, y, z above which the centre of mass is to be, in metres (y is ignored); every bone weighs in proportion to its length. `joint` may be
    # absent: then the joints that the other targets turn move the centre.
    centre: Numbers
    # True keeps the joint's position and orientation of the start pose.
    keep: bool
    # Name of the joint in whose frame position and orientation are given and which they follow; world when absent.
    frame: str
    # Weight of the target's squared error when not all targets can be reached, up to 1000.
    weight: float
    # Balance between position and orientation when both cannot be reached (w of Zhao and Badler): squared errors of position, distance and centre
    # count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times.
    balance: float
    # Priority of the target, 1 or 2: targets of priority 2 are reached only as far as those of priority 1 are not disturbed.
    priority: int


class SolveIkFieldsJointLimits(TypedDict, total=False):
    # Name of the joint that the limit is for.
    joint: str
    # Kind of the joint: free (any rotation), ball (limited swing and twist), hinge (one axis) or fixed (keeps its start rotation).
    kind: Literal['free', 'ball', 'hinge', 'fixed']
    # Axis of a hinge, or of a ball's twist (along the bone), in the parent's frame; any length.
    axis: Numbers
    # First axis of a ball's swing, perpendicular to `axis`; without it y after x, z after y, x after z. The second axis is `axis` cross `swing_axis`.
    swing_axis: Numbers
    # Range of a hinge's angle in radians: from, to.
    range: Numbers
    # Range of a ball's twist in radians: from, to.
    twist: Numbers
    # Range of a ball's swing in radians: one number is the half angle of a cone; two are the half-axes of an ellipse; four are from, to about the
    # first axis and from, to about the second axis.
    swing: Numbers
    # True limits the two swing angles independently (a box); false limits them together (an ellipse).
    box: bool


class SolveIkFieldsJointGains(TypedDict, total=False):
    # Name of the joint that the gain is for.
    joint: str
    # Stiffness of the joint, by which rest_gain is multiplied, 0 to 100; 0: no pull.
    gain: float


class SolveIkFieldsCouplingsTerms(TypedDict, total=False):
    # Joint whose angle this term multiplies by `factor`.
    joint: str
    # Angle of the joint that this term has; a hinge's angle is twist.
    angle: Literal['twist', 'swing1', 'swing2']
    # Factor of the angle in the sum.
    factor: float


class SolveIkFieldsCouplings(TypedDict, total=False):
    # Terms of the constrained sum, 1 to 8: each is a factor times a joint angle.
    terms: Sequence["SolveIkFieldsCouplingsTerms"]
    # Value in radians that the sum must have.
    equals: float
    # Largest value in radians that the sum may have, instead of equals. For a smallest value, reverse all signs.
    at_most: float


class SolveIkFieldsProblemsTargets(TypedDict, total=False):
    # Name of the joint that is to reach the target.
    joint: str
    # Position that the joint is to reach, in model space in metres: x, y, z. A target needs at least one of position, orientation, look_at, distance,
    # centre and keep.
    position: Numbers
    # Orientation that the joint's frame is to have in model space: quaternion x, y, z, w; normalised.
    orientation: Numbers
    # Point in model space in metres towards which the elbow, the knee or the arch of the chain turns: x, y, z.
    pole: Numbers
    # Name of the joint at the root of the chain, for every kind of target. Without it, the limb's root; pelvis makes it the whole body, and the
    # target's own joint that joint alone.
    chain: str
    # Point in model space in metres to which the joint's look_axis is to point: x, y, z.
    look_at: Numbers
    # Direction in the joint's own frame that is to point to look_at; any length.
    look_axis: Numbers
    # Distance in metres that the joint is to have from distance_from.
    distance: float
    # Reference of `distance`: a joint's name, or a point x, y, z in model space in metres.
    distance_from: Union[str, Numbers]
    # Point x, y, z above which the centre of mass is to be, in metres (y is ignored); every bone weighs in proportion to its length. `joint` may be
    # absent: then the joints that the other targets turn move the centre.
    centre: Numbers
    # True keeps the joint's position and orientation of the start pose.
    keep: bool
    # Name of the joint in whose frame position and orientation are given and which they follow; world when absent.
    frame: str
    # Weight of the target's squared error when not all targets can be reached, up to 1000.
    weight: float
    # Balance between position and orientation when both cannot be reached (w of Zhao and Badler): squared errors of position, distance and centre
    # count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times.
    balance: float
    # Priority of the target, 1 or 2: targets of priority 2 are reached only as far as those of priority 1 are not disturbed.
    priority: int


class SolveIkFieldsProblemsJointLimits(TypedDict, total=False):
    # Name of the joint that the limit is for.
    joint: str
    # Kind of the joint: free (any rotation), ball (limited swing and twist), hinge (one axis) or fixed (keeps its start rotation).
    kind: Literal['free', 'ball', 'hinge', 'fixed']
    # Axis of a hinge, or of a ball's twist (along the bone), in the parent's frame; any length.
    axis: Numbers
    # First axis of a ball's swing, perpendicular to `axis`; without it y after x, z after y, x after z. The second axis is `axis` cross `swing_axis`.
    swing_axis: Numbers
    # Range of a hinge's angle in radians: from, to.
    range: Numbers
    # Range of a ball's twist in radians: from, to.
    twist: Numbers
    # Range of a ball's swing in radians: one number is the half angle of a cone; two are the half-axes of an ellipse; four are from, to about the
    # first axis and from, to about the second axis.
    swing: Numbers
    # True limits the two swing angles independently (a box); false limits them together (an ellipse).
    box: bool


class SolveIkFieldsProblemsJointGains(TypedDict, total=False):
    # Name of the joint that the gain is for.
    joint: str
    # Stiffness of the joint, by which rest_gain is multiplied, 0 to 100; 0: no pull.
    gain: float


class SolveIkFieldsProblemsCouplingsTerms(TypedDict, total=False):
    # Joint whose angle this term multiplies by `factor`.
    joint: str
    # Angle of the joint that this term has; a hinge's angle is twist.
    angle: Literal['twist', 'swing1', 'swing2']
    # Factor of the angle in the sum.
    factor: float


class SolveIkFieldsProblemsCouplings(TypedDict, total=False):
    # Terms of the constrained sum, 1 to 8: each is a factor times a joint angle.
    terms: Sequence["SolveIkFieldsProblemsCouplingsTerms"]
    # Value in radians that the sum must have.
    equals: float
    # Largest value in radians that the sum may have, instead of equals. For a smallest value, reverse all signs.
    at_most: float


_SolveIkFieldsProblemsWords = TypedDict("_SolveIkFieldsProblemsWords", {"lambda": "float"}, total=False)


class SolveIkFieldsProblems(_SolveIkFieldsProblemsWords, total=False):
    # Skeleton to solve on: the id of a resident body or motion model, or of a skeleton that a client has put (PUT /v1/skeletons/{id}); or an object
    # with one of {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}.
    skeleton: Union[str, Mapping[str, object]]
    # Shape coefficients of the body model, which set the bone lengths. Missing ones are 0.
    betas: Numbers
    # Start pose: one axis-angle per joint in radians, local to the parent. Without it the solve starts from the rest pose.
    pose: Numbers
    # Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent.
    quaternions: Numbers
    # Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent.
    rotations: Numbers
    # Translation of the root from its rest position in metres: x, y, z.
    translation: Numbers
    # Targets for the joints, 1 to 64.
    targets: Sequence["SolveIkFieldsProblemsTargets"]
    # Positions of all joints in metres, instead of targets: x, y, z for each joint in the skeleton's order. Only for solver hybrik.
    joint_positions: Numbers
    # Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only with joint_positions.
    twists: Numbers
    # True rotates every bone from the positions of its own two ends alone (naive HybrIK). False also corrects the position error that accumulates
    # along the bones above it (adaptive HybrIK). Only with joint_positions.
    naive: bool
    # Solver of the problem. With auto the server chooses one for each target, and the reply names it.
    solver: Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']
    # Style whose poses are likely, for the solver `example`, such as "walk", or two styles with their shares, {"walk":0.5,"crouch":0.5}, for poses
    # between them. The styles of a pose prior are listed by GET /v1/models/{id}. Without it all styles count.
    style: Union[str, Mapping[str, float]]
    # Largest number of iterations of one attempt; solvers dls and auto use 30 when it is absent. limits.ik_iterations bounds it.
    iterations: int
    # Distance in metres, or angle in radians, within which a target counts as reached.
    tolerance: float
    # Largest time for the problem in milliseconds. The default and the upper bound are limits.ik_budget_ms.
    budget_ms: float
    # True keeps joints within their ranges: the default ranges of joints with SMPL's or the motion skeleton's names, those of joint_limits, and those
    # of the skeleton's own joints. A start pose outside is brought inside. When it is absent, it is true if any joint's limit is given, else false.
    limits: bool
    # Joint limits of this problem, which replace the default ones of the joints they name.
    joint_limits: Sequence["SolveIkFieldsProblemsJointLimits"]
    # Damping of solver dls: adaptive (by the error), constant (`lambda`) or selective (by singular values and end effectors).
    damping: Literal['adaptive', 'constant', 'selective']
    # Strength of the pull towards the natural pose within the freedom that the targets leave (null space), 0 to 100; 0: no pull.
    rest_gain: float
    # Stiffness of single joints, by which rest_gain is multiplied; other joints have 1.
    joint_gains: Sequence["SolveIkFieldsProblemsJointGains"]
    # Natural pose to which rest_gain pulls: the middle of the joint ranges (middle), the start pose (start) or the rest pose (rest).
    natural: Literal['middle', 'start', 'rest']
    # Number of further starts to try while the targets are not reached: by default 64 for dls (8 with continuity), 4 for optimize, 0 for the others.
    # With a start pose, the result is one that is near it among the poses that reach the targets.
    restarts: int
    # True for one of a sequence of solves: the start pose is the previous result, and no joint turns faster than `speed`, even where the solver has
    # to change to a different kind of pose.
    continuity: bool
    # Time since the last answer in seconds, for continuity.
    dt: float
    # Largest angular speed of a joint in radians per second, for continuity.
    speed: float
    # Largest angle in radians by which a joint may turn from the start pose; 0.26 is 15 degrees. With continuity the smaller of max_step and speed
    # times dt counts.
    max_step: float
    # Strength of the pull towards the start pose within the freedom that the targets leave (null space), 0 to 100, in addition to rest_gain's pull
    # towards the natural pose.
    smoothness: float
    # True lets more joints move if the limb alone does not reach its target: the collar, then the spine and, with move_root, the root. It applies to
    # targets without `chain`. When absent, it is true with continuity and false otherwise.
    grow: bool
    # Pose of arms that no target moves: relaxed (hanging) or start (as in the start pose). When it is absent: relaxed for a body or a motion network
    # without a start pose, else start.
    others: Literal['relaxed', 'start']
    # True allows the solver to move the root; the reply's translation says where to.
    move_root: bool
    # Largest number of other poses that reach the same targets, the most likely first. Fewer are returned if no more are found within the time
    # budget. Not allowed with continuity, max_step or the solvers neural and hybrik.
    alternatives: int
    # Smallest angle in radians by which at least one bone differs in direction between any two of the alternatives.
    apart: float
    # Linear constraints between joint angles, up to 64. Only solver optimize respects them.
    couplings: Sequence["SolveIkFieldsProblemsCouplings"]


_SolveIkFieldsWords = TypedDict("_SolveIkFieldsWords", {"lambda": "float"}, total=False)


class SolveIkFields(_SolveIkFieldsWords, total=False):
    """Solve inverse kinematics: POST /v1/ik/solve."""
    # Skeleton to solve on: the id of a resident body or motion model, or of a skeleton that a client has put (PUT /v1/skeletons/{id}); or an object
    # with one of {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}.
    skeleton: Union[str, Mapping[str, object]]
    # Shape coefficients of the body model, which set the bone lengths. Missing ones are 0.
    betas: Numbers
    # Start pose: one axis-angle per joint in radians, local to the parent. Without it the solve starts from the rest pose.
    pose: Numbers
    # Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent.
    quaternions: Numbers
    # Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent.
    rotations: Numbers
    # Translation of the root from its rest position in metres: x, y, z.
    translation: Numbers
    # Targets for the joints, 1 to 64.
    targets: Sequence["SolveIkFieldsTargets"]
    # Positions of all joints in metres, instead of targets: x, y, z for each joint in the skeleton's order. Only for solver hybrik.
    joint_positions: Numbers
    # Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only with joint_positions.
    twists: Numbers
    # True rotates every bone from the positions of its own two ends alone (naive HybrIK). False also corrects the position error that accumulates
    # along the bones above it (adaptive HybrIK). Only with joint_positions.
    naive: bool
    # Solver of the problem. With auto the server chooses one for each target, and the reply names it.
    solver: Literal['auto', 'two_bone', 'fabrik', 'ccd', 'transpose', 'pinv', 'dls', 'optimize', 'hybrik', 'example', 'neural']
    # Style whose poses are likely, for the solver `example`, such as "walk", or two styles with their shares, {"walk":0.5,"crouch":0.5}, for poses
    # between them. The styles of a pose prior are listed by GET /v1/models/{id}. Without it all styles count.
    style: Union[str, Mapping[str, float]]
    # Largest number of iterations of one attempt; solvers dls and auto use 30 when it is absent. limits.ik_iterations bounds it.
    iterations: int
    # Distance in metres, or angle in radians, within which a target counts as reached.
    tolerance: float
    # Largest time for the problem in milliseconds. The default and the upper bound are limits.ik_budget_ms.
    budget_ms: float
    # True keeps joints within their ranges: the default ranges of joints with SMPL's or the motion skeleton's names, those of joint_limits, and those
    # of the skeleton's own joints. A start pose outside is brought inside. When it is absent, it is true if any joint's limit is given, else false.
    limits: bool
    # Joint limits of this problem, which replace the default ones of the joints they name.
    joint_limits: Sequence["SolveIkFieldsJointLimits"]
    # Damping of solver dls: adaptive (by the error), constant (`lambda`) or selective (by singular values and end effectors).
    damping: Literal['adaptive', 'constant', 'selective']
    # Strength of the pull towards the natural pose within the freedom that the targets leave (null space), 0 to 100; 0: no pull.
    rest_gain: float
    # Stiffness of single joints, by which rest_gain is multiplied; other joints have 1.
    joint_gains: Sequence["SolveIkFieldsJointGains"]
    # Natural pose to which rest_gain pulls: the middle of the joint ranges (middle), the start pose (start) or the rest pose (rest).
    natural: Literal['middle', 'start', 'rest']
    # Number of further starts to try while the targets are not reached: by default 64 for dls (8 with continuity), 4 for optimize, 0 for the others.
    # With a start pose, the result is one that is near it among the poses that reach the targets.
    restarts: int
    # True for one of a sequence of solves: the start pose is the previous result, and no joint turns faster than `speed`, even where the solver has
    # to change to a different kind of pose.
    continuity: bool
    # Time since the last answer in seconds, for continuity.
    dt: float
    # Largest angular speed of a joint in radians per second, for continuity.
    speed: float
    # Largest angle in radians by which a joint may turn from the start pose; 0.26 is 15 degrees. With continuity the smaller of max_step and speed
    # times dt counts.
    max_step: float
    # Strength of the pull towards the start pose within the freedom that the targets leave (null space), 0 to 100, in addition to rest_gain's pull
    # towards the natural pose.
    smoothness: float
    # True lets more joints move if the limb alone does not reach its target: the collar, then the spine and, with move_root, the root. It applies to
    # targets without `chain`. When absent, it is true with continuity and false otherwise.
    grow: bool
    # Pose of arms that no target moves: relaxed (hanging) or start (as in the start pose). When it is absent: relaxed for a body or a motion network
    # without a start pose, else start.
    others: Literal['relaxed', 'start']
    # True allows the solver to move the root; the reply's translation says where to.
    move_root: bool
    # Largest number of other poses that reach the same targets, the most likely first. Fewer are returned if no more are found within the time
    # budget. Not allowed with continuity, max_step or the solvers neural and hybrik.
    alternatives: int
    # Smallest angle in radians by which at least one bone differs in direction between any two of the alternatives.
    apart: float
    # Linear constraints between joint angles, up to 64. Only solver optimize respects them.
    couplings: Sequence["SolveIkFieldsCouplings"]
    # Problems of a request that solves several. A problem uses its own fields, and for those that it lacks the fields beside `problems`.
    problems: Sequence["SolveIkFieldsProblems"]
    # Mesh of the posed body that each solution returns: none, or glb (a file in base64).
    mesh: Literal['none', 'glb']


class RolloutMotionFieldsScript(TypedDict, total=False):
    # Stick of the controller: x, z, where x points to the left of forward z. A length above 1 counts as 1: [1,1] is as fast as [0,1].
    move: Numbers
    # Axes in which `move` and `look` are given: of the world, of the character, or of the camera, whose forward direction is `camera_yaw`.
    axes: Literal['world', 'character', 'camera']
    # Direction in which the camera looks, in radians about +Y; 0 is +Z.
    camera_yaw: float
    # Direction x, z that a strafing character faces; null: none.
    look: Union[Numbers, None]
    # Gait of the character. With auto it walks, or jogs or runs when `speed` asks for it.
    gait: Literal['auto', 'walk', 'jog', 'run', 'crouch']
    # Speed at full stick in metres per second; 0 is the gait's own speed.
    speed: float
    # Share of strafing: 0 faces the direction of motion, 1 faces the direction of `look`; true is 1.
    strafe: Union[float, bool]
    # Jump order: each change from false to true is one jump.
    jump: bool
    # True makes the character turn, stop and jump sooner than people do, with more sliding of the feet.
    responsive: bool
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsPursue(TypedDict, total=False):
    """Path along which the stick points, instead of script."""
    # Points of the path in metres in the world, x, z each, 1 to 512.
    path: Numbers
    # True makes the path a loop that is followed without end.
    closed: bool
    # For a path of one point: true plans a route to it around walls, seats and steps of the scene. If there is no route, the event unreachable is
    # sent.
    round: bool
    # Distance ahead on the path of the point at which the character aims, in metres; 0: 0.75 when walking, 1.2 when faster.
    lookahead: float
    # Speed along the path in metres per second; 0 is the gait's own speed.
    speed: float
    # Radius in metres around the path's only point in which the character walks between random points without end; 0: no wandering.
    wander: float
    # Distance in metres that the character tries to keep from the centres of the session's other characters, by walking around them or by waiting; 0:
    # it ignores them. 1 suits walking people.
    space: float
    # Gait of the character on the path. With auto it walks, or jogs or runs when `speed` asks for it.
    gait: Literal['auto', 'walk', 'jog', 'run', 'crouch']


class RolloutMotionFieldsFollow(TypedDict, total=False):
    """Path that the controller follows and at whose end it stops, instead of script."""
    # Points of the path in metres in the world, x, z each, 1 to 512.
    path: Numbers
    # True makes the path a loop that is followed without end.
    closed: bool
    # For a path of one point: true plans a route to it around walls, seats and steps of the scene. If there is no route, the event unreachable is
    # sent.
    round: bool
    # Distance ahead on the path of the point at which the character aims, in metres; 0: 0.75 when walking, 1.2 when faster.
    lookahead: float
    # Speed along the path in metres per second; 0 is the gait's own speed.
    speed: float
    # Radius in metres around the path's only point in which the character walks between random points without end; 0: no wandering.
    wander: float
    # Distance in metres that the character tries to keep from the centres of the session's other characters, by walking around them or by waiting; 0:
    # it ignores them. 1 suits walking people.
    space: float
    # Gait of the character on the path. With auto it walks, or jogs or runs when `speed` asks for it.
    gait: Literal['auto', 'walk', 'jog', 'run', 'crouch']


class RolloutMotionFieldsRandom(TypedDict, total=False):
    """Random orders made from `seed`, instead of script."""
    # Kind of random orders: play (like those of a person who plays a game) or stick (random directions, reversals, spins and jumps).
    kind: Literal['play', 'stick']


class RolloutMotionFieldsReach(TypedDict, total=False):
    # Hand that reaches for the target.
    joint: Literal['left_hand', 'right_hand']
    # Target of the wrist in metres: x, y, z. Not needed to release the hand (weight 0).
    target: Numbers
    # Frame of the target and its normal: world, or root, whose frame they then follow.
    anchor: Literal['world', 'root']
    # Share of the way from the hand's own motion to the target, 0 to 1; 0 releases the hand.
    weight: float
    # Duration in seconds in which the hand moves from its own motion to the target, and of the way back.
    seconds: float
    # Normal of a surface at the target, pointing away from the surface, of any length: the palm is laid flat on the surface.
    normal: Numbers
    # True lets the hand slide along the surface with the moving character, at the target's height. Only with normal.
    slide: bool
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsGaze(TypedDict, total=False):
    # Point in metres to which head and neck turn: x, y, z. Without it they are released.
    point: Numbers
    # Frame of the point: world, or root, whose frame it then follows.
    anchor: Literal['world', 'root']
    # Share of the turn towards the point, 0 to 1.
    weight: float
    # Duration in seconds in which head and neck turn to the point, and in which they turn back.
    seconds: float
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsSit(TypedDict, total=False):
    # Centre of the seat in metres, x, z, to which the middle of the hips comes. Without it a sitting character stands up.
    seat: Numbers
    # Direction that the seat and the sitting character face, in radians about +Y; 0 is +Z.
    facing: float
    # Height of the seat in metres above the ground in front of it.
    height: float
    # Duration in seconds of the change from standing in front of the seat to sitting, and of the change back.
    seconds: float
    # Distance in metres that the character keeps on its way from the centres of the session's other characters, as in `follow`; it shrinks near the
    # seat. A roll-out has no other characters.
    space: float
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsPlay(TypedDict, total=False):
    # Id of the clip: an emote of the server or a clip that was put (GET /v1/clips lists both). Needed unless stop is true.
    clip: str
    # Joints that play the clip while the others move on; each entry is all, upper, trunk, head, arms, left_arm, right_arm, legs, left_leg, right_leg,
    # or a joint such as LeftForeArm. Default: the clip's own mask. With all the character stands and the clip moves the whole body.
    mask: Union[str, Sequence[str]]
    # Share of the clip's pose for each entry of mask, 0 to 1; default: 1 for each.
    weights: Numbers
    # Duration in seconds in which the pose changes to the clip, without a jump of position or velocity; with stop that of the change back. Default:
    # the clip's own.
    fade: float
    # Duration in seconds of the change back at the end of the clip. Default: fade.
    fade_out: float
    # Factor of the clip's speed.
    speed: float
    # True repeats the clip until it is ended or until a queued clip follows. Default: as the clip was put, or as the emote is.
    loop: bool
    # True moves and turns the character along the clip's path; false plays the clip on the spot. Default: true. Only for the whole body.
    root: bool
    # True keeps planted feet in place and on the ground of the scene. Default: true. Only for the whole body.
    feet: bool
    # True begins the clip after those that play or wait, of which there may be 4; otherwise it replaces them.
    queue: bool
    # True ends what plays, and drops what waits.
    stop: bool
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsFaces(TypedDict, total=False):
    # Expression weights by name, -2 to 2: the body's expression_names, such as ARKit's 52 blend shapes.
    blend_shapes: Mapping[str, float]
    # Left hand's pose by name; without it the hand is relaxed.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Right hand's pose by name; without it the hand is relaxed.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Duration in seconds of the change from the shown expression to the requested one.
    seconds: float
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsSpeech(TypedDict, total=False):
    # Text that is spoken, without times: durations are those of read English. Up to 131072 bytes in Latin letters; numbers and signs are read as
    # words.
    text: str
    # Words with their times in seconds, or in the form of the service that `source` names: azure (word boundaries), polly (speech marks) or google
    # (time points, recognised words).
    words: Sequence[Mapping[str, object]]
    # Characters with their times, the member `alignment` of ElevenLabs. Words are made of them.
    characters: Mapping[str, object]
    # Phones with their times in seconds: ARPAbet, or IPA with `source` ipa.
    phones: Sequence[Mapping[str, object]]
    # Visemes with their times in seconds, by the names of Oculus, or by those of `source`: openxr, vrm, rhubarb (mouthCues), azure (VisemeId,
    # AudioOffset) or polly (speech marks).
    visemes: Sequence[Mapping[str, object]]
    # Form of the list: whose members, units of time and names its entries have. posed: word, phone (ARPAbet) or viseme (Oculus), start and end in
    # seconds, and weight of visemes.
    source: Literal['posed', 'arpabet', 'ipa', 'oculus', 'openxr', 'vrm', 'rhubarb', 'azure', 'polly', 'google', 'elevenlabs']
    # Speed of a text without times: 2 halves all durations.
    speed: float
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsFeelEmotions(TypedDict, total=False):
    """Emotions by name and amount, shown by face, head and posture; those that are absent end."""
    # Amount of this emotion; several mix.
    calm: float
    # Amount of this emotion; several mix.
    happy: float
    # Amount of this emotion; several mix.
    sad: float
    # Amount of this emotion; several mix.
    angry: float
    # Amount of this emotion; several mix.
    surprised: float
    # Amount of this emotion; several mix.
    afraid: float
    # Amount of this emotion; several mix.
    disgusted: float


class RolloutMotionFieldsFeel(TypedDict, total=False):
    # Emotions by name and amount, shown by face, head and posture; those that are absent end.
    emotions: "RolloutMotionFieldsFeelEmotions"
    # Duration of the change of the emotions.
    seconds: float
    # Amount of movement of head, brows, hands and breath with speech: 0: none; 0.5: the usual amount; 1: more of it. In a script it needs a list
    # `speech`.
    liveliness: float
    # Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0.
    t: float


class RolloutMotionFieldsControl(TypedDict, total=False):
    """Constants of the character controller for this motion; missing ones come from the preset."""
    # Preset that gives the constants that are not set here: posed or cinematic (this server's), game (every input is responsive), original (those of
    # the original PFNN demo) or paper (the original ones with equation 9 of the paper).
    preset: Literal['posed', 'original', 'paper', 'cinematic', 'game']
    # Walking speed at full stick, m/s.
    walk_speed: float
    # Jogging speed at full stick, m/s.
    jog_speed: float
    # Running speed at full stick, m/s.
    run_speed: float
    # Crouched walking speed as a fraction of the walking speed.
    crouch_scale: float
    # Speed sideways or backwards at full stick as a fraction of the gait's own speed.
    side_scale: float
    # Largest speed sideways, m/s. It limits a requested `speed` too.
    side_most: float
    # Largest speed backwards, m/s. It limits a requested `speed` too.
    back_most: float
    # Largest speed backwards on ground that is not level, m/s.
    back_rough: float
    # Largest speed backwards that is requested from the network, m/s. For higher speeds its motion is played faster.
    back_own: float
    # Slope, rise over run, on which a walk without a requested speed has half its speed. 0: slopes do not slow a walk.
    steep: float
    # Largest speed with the gait walk or crouch, m/s.
    walk_most: float
    # Smallest speed that is requested from the network, m/s. For lower speeds its motion is played slower, down to half of this speed; a lower
    # request is raised to that.
    speed_least: float
    # Speed from which on the gait is a jog, m/s.
    jog_from: float
    # Largest factor by which the motion of a jog is played faster, with strides shortened by the same factor. 1: as the network makes it.
    jog_tempo: float
    # Smallest speed of a jog that is requested from the network, m/s. It limits jog_tempo.
    jog_own: float
    # Length of the stick, 0 to 1, up to which the character stands.
    dead_zone: float
    # Requested speed below which the weight of the gait stand rises, m/s.
    stand_under: float
    # Largest angular speed of the goal's direction and facing, rad/s (3.05: 175 degrees/s).
    turn_limit: float
    # Factor of turn_limit for the direction while jogging.
    turn_limit_jog: float
    # Factor of turn_limit for the direction while a walking character turns by more than 155 degrees. Between 97 and 155 degrees it applies in part.
    turn_limit_wide: float
    # Largest deceleration of a stop from a walk, m/s2.
    brake: float
    # Value of brake for a stop from a jog, m/s2.
    brake_jog: float
    # Deceleration of a run that turns by more than 60 degrees, up to the step that turns it, m/s2, in the time of the network, which runs up to
    # jog_tempo times as fast. 0: it turns on a curve.
    plant_brake: float
    # Acceleration after that step, m/s2, in the same time.
    plant_push: float
    # Weight of the gait crouch at that step.
    plant_crouch: float
    # Share of the planned velocity in the root's step in such a turn. The rest is the network's.
    plant_share: float
    # Fraction of the requested speed that remains while the goal's direction is opposite to the requested one. At smaller angles more remains.
    turn_slow: float
    # Value of turn_slow while a walking character turns by more than 155 degrees.
    turn_slow_wide: float
    # Fraction by which the network's turn is made faster while the facing is far from the goal's.
    turn_gain: float
    # Value of turn_gain while a walking character turns by more than 155 degrees.
    turn_gain_wide: float
    # Angle to the goal's facing from which on turn_gain applies, rad. It applies in full at twice this angle.
    turn_gain_from: float
    # 1: every input is read as a responsive one. 0: only those that say so.
    responsive: float
    # Largest angle between the requested direction and the facing at which a start is responsive, rad (0.52: 30 degrees).
    start_ahead: float
    # Time for which a start is responsive, s.
    start_time: float
    # Factor of the phase's rate from the request to move until a foot leaves the ground.
    start_phase: float
    # Fraction of its difference from the requested velocity by which the goal's velocity changes in each tick.
    mix_velocity: float
    # Fraction of its difference from the requested facing by which the goal's facing changes in each tick.
    mix_facing: float
    # Fraction of its difference from the requested strafe by which the goal's strafe changes in each tick.
    mix_strafe: float
    # Fraction of its difference from the requested crouch by which the goal's crouch changes in each tick.
    mix_crouch: float
    # Fraction of its difference from the wanted playback rate by which the playback rate changes in each tick.
    mix_rate: float
    # Fraction of their difference from the requested gait by which the gait weights change in each tick.
    mix_gait: float
    # Share of the network's joint positions in the positions that it gets as its next input. The rest is the previous positions moved by the
    # network's velocities.
    mix_joints: float
    # Value of mix_joints while the goal is calm.
    mix_joints_steady: float
    # Time for which a goal has to be calm for mix_joints_steady and root_follow to apply in full, s.
    steady_time: float
    # Share of the slip of the planted toe that is subtracted from the root's next step while the goal is calm.
    root_follow: float
    # Share of the present slip of the planted toe in its running mean, for each tick.
    mix_follow: float
    # Exponent `bias` of the weights with which future positions follow the goal. With a larger one they follow sooner.
    bias_position: float
    # Value of bias_position while strafing.
    bias_position_strafe: float
    # Value of bias_position for a responsive input.
    bias_position_responsive: float
    # Exponent `bias` of the weights with which future facings follow the goal. With a larger one they follow sooner.
    bias_facing: float
    # Value of bias_facing while strafing.
    bias_facing_strafe: float
    # Value of bias_facing for a responsive input.
    bias_facing_responsive: float
    # Value of bias_facing for a responsive input while strafing.
    bias_facing_responsive_strafe: float
    # Form of these weights at time t, 0 now to 1 at the end of the trajectory. 0: 1 - (1 - t)^bias, as in the original demo. 1: t^bias, equation 9 of
    # the paper.
    blend_ease: float
    # Meaning of a crouch area's amount. 1: depth of the hips. 0: weight of the gait crouch in the network's input.
    crouch_depth: float
    # Distance from a wall within which the gait bump of a trajectory sample rises to 1, m. 0: no bump.
    bump_near: float
    # Largest slope of the ground beside the path in the network's input, rise over run. Steeper ground is flattened to it.
    side_steep: float
    # Exponent p of the factor (1 - stand)^p by which the root's motion is multiplied, where stand is the weight of the gait stand.
    stand_power: float
    # Fraction of the phase's change that remains while standing.
    phase_floor: float
    # Angle between the facing of a standing character and the goal's, from half of which on it turns on the spot, rad. It turns at full speed from
    # one and a half times this angle on.
    turn_on_spot: float
    # Duration of the flight of a jump on level ground, s. 0: the network makes the jump.
    jump_flight: float
    # Time from the request of a walking jump to its take-off, s.
    jump_ready: float
    # Value of jump_ready for a standing character, which crouches lower in a longer time, s.
    jump_ready_stand: float
    # Time before and after the take-off for which the weight of the gait jump is 1, s. Only for jumps of the network.
    jump_half: float
    # Time after that over which the weight of the gait jump falls to 0, s.
    jump_fall: float
    # Rate at which the goal's direction is corrected when the character deviates from it, 1/s.
    steer_gain: float
    # Largest correction of the goal's direction, rad.
    steer_most: float
    # Rate at which the goal's speed is corrected when the character is too fast or too slow, 1/s.
    speed_gain: float
    # Largest correction of the goal's speed, as a fraction of it.
    speed_most: float
    # Value of speed_most in a jog.
    speed_most_jog: float
    # Value of speed_most while strafing.
    speed_most_strafe: float
    # Distance that the root keeps from the side of a wall, m, so that arms and feet stay out of it.
    wall_keep: float
    # Largest height of a ledge that the character steps onto, m. A higher one stops it as a wall does.
    climb_most: float
    # Time for which a goal has to be steady before direction and speed are corrected, s.
    settle: float
    # Contact, 0 to 1, from which on a heel or toe is locked.
    lock_contact: float
    # Largest height of a heel or toe above its planted height at which it is locked, m.
    lock_height: float
    # Value of lock_height on ground that is not flat, m.
    lock_height_rough: float
    # Largest speed along the ground at which a heel or toe is locked, m/s.
    lock_speed: float
    # Contact, 0 to 1, below which a locked heel or toe is released.
    release_contact: float
    # Time in ticks by which the contact is extrapolated to decide when a foot is released.
    release_ahead: float
    # Value of release_ahead while jogging or strafing, ticks.
    release_ahead_jog: float
    # Time in ticks before a leg becomes too short at which its locked foot is released, if the network has moved its own foot away. 0: never.
    strained: float
    # Distance from the network's foot to the locked foot beyond which the foot is released, m.
    lock_reach: float
    # Value of lock_reach on ground that is not level, m.
    lock_reach_rough: float
    # Value of lock_reach in the two seconds after a stop, m, so that the last step closes the feet.
    lock_reach_stop: float
    # Angle between a locked foot and the network's, seen from above, beyond which the foot of a standing character takes a step, rad.
    lock_twist: float
    # Angle between a planted foot and the pelvis, seen from above, beyond which the foot turns on its ball, rad. 0: never.
    pivot: float
    # Smallest sideways distance between the ankles while walking sideways, m, so that the feet do not cross. 0: feet may cross.
    own_side: float
    # Fraction of its remaining height by which a locked joint sinks in each tick.
    lock_sink: float
    # Natural frequency of the spring that returns a released foot to the network's foot, 1/s.
    release_rate: float
    # Natural frequency of the spring that raises a foot over ground ahead, 1/s.
    lift_rise: float
    # Axis of a knee that is straight or bent backwards in the network. 1: the knee's hinge. 0: the network's rotation is kept.
    knee_hinge: float
    # Fraction of a foot's lift over the ground that remains after each tick.
    lift_fall: float
    # Smallest height of the ball of a fast foot above its rest height over the ground, m.
    clearance: float
    # Value of clearance while moving backwards, m.
    clearance_back: float
    # Fraction of the way from the leg's length in the network's pose to its full length beyond which the heel of a planted foot rises.
    leg_stretch: float
    # Value of leg_stretch while jogging. Below 0 the knee stays more bent than in the network's pose.
    leg_stretch_jog: float
    # Natural frequency of the spring that lowers the hips for a leg that is too short, 1/s. 0: at once.
    drop_fall: float
    # Fraction of the remaining way by which lowered hips rise in each tick.
    drop_rise: float
    # Fraction by which knees bend and straighten more in a walk than in the network's pose.
    walk_knees: float
    # Fraction by which hips rotate about the vertical more in a steady jog than in the network's pose.
    jog_hips: float
    # Fraction by which hips sway from foot to foot more in a steady jog than in the network's pose.
    jog_sway: float
    # Mass of a carried load, kg. It slows the character and leans its trunk.
    load: float
    # Distance of the load ahead of the trunk, m: 0.25 held before the body, -0.15 on the back.
    load_ahead: float
    # Share of the correction that makes the hips of jogs and jumps fall with 9.81 m/s2 in flight, 0 to 1.
    gravity: float
    # Lean into curves that is added to the network's own in a jog, as a fraction of atan(a / g), where a is the sideways acceleration. A walk gets
    # 0.7 of it.
    lean: float
    # Share of the correction that leans the trunk forward in a jog, 0 to 1.
    stoop: float
    # Share of the correction that keeps the hips up while a walking character turns, 0 to 1.
    upright: float
    # Height by which the hips are raised in a walk, m.
    walk_rise: float
    # Largest bend of the straighter knee while standing, rad. The hips rise by up to 3 cm for it. 0: they do not rise.
    stand_knees: float
    # Largest bend of a forearm between elbow and wrist, rad.
    forearm_limit: float
    # Largest rotation of wrists and fingers, rad.
    hand_limit: float
    # Largest angular speed of wrists and fingers relative to their parent, rad/s (9: 516 degrees/s).
    hand_speed: float
    # Largest change of the angular speed of collars, arms and forearms in a tick, rad/s (1.3: 74 degrees/s).
    arm_change: float
    # Natural frequency of the spring by which arms catch up after such a limit, 1/s.
    arm_rate: float
    # Largest change of the angular speed of ankles in a tick on ground that is not flat, rad/s (3.3: 189 degrees/s).
    ankle_change: float
    # Natural frequency of the spring by which ankles catch up after such a limit, 1/s.
    ankle_rate: float
    # Largest change of the angular speed of knees in a tick on ground that is not level, rad/s (2.9: 166 degrees/s).
    knee_change: float
    # Rate at which knees catch up after such a limit, 1/s.
    knee_rate: float
    # Amplitude of the variation of each style's share from stride to stride.
    vary_style: float
    # Amplitude of the variation of the speed from stride to stride, as a fraction.
    vary_pace: float
    # Amplitude of the variation of the phase's rate from stride to stride, as a fraction.
    vary_phase: float
    # Duration of a breath while standing, s.
    idle_breath: float
    # Angle by which a breath raises the chest, rad.
    idle_chest: float
    # Amplitude of the hips' sideways sway over planted feet while standing, m.
    idle_sway: float
    # Amplitude of the rotation of hips and trunk over planted feet while standing, rad.
    idle_twist: float
    # Largest distance by which a foot of who stands for long steps elsewhere, along each axis, m. 0: feet stay.
    idle_step: float
    # Amplitude of the head's glances to either side, rad.
    idle_head: float
    # Fraction of the head's idle motion that remains while moving.
    idle_moving: float


class RolloutMotionFields(TypedDict, total=False):
    """Make a motion from a script: POST /v1/motions/rollout."""
    # Format of the reply: json (rotations, positions and contacts of every frame), bvh (the network's joints), glb (the body in motion), npz (poses
    # and trans in AMASS's layout), measure (npz of joints, contacts and orders) or vrma (a VRM animation). It has precedence over the header Accept.
    format: Literal['json', 'bvh', 'glb', 'npz', 'measure', 'vrma']
    # Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr
    # (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the
    # bone), so that its clips fit. Allowed for formats glb and bvh with the server's own body or bones.
    names: Literal['smpl', 'mixamo', 'unreal', 'vrm', 'webxr', 'openxr']
    # True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the
    # eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with a dressed body; the
    # morph target blink is then left out, and blinking lids animate eyeBlinkLeft and eyeBlinkRight.
    face: bool
    # Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose
    # blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with a body; the targets are
    # chosen for this motion.
    correctives: int
    # False leaves out the sculpted shapes that the pose drives (`sculpts` of GET /v1/models/{id}). In a glb with a rig they are morph targets with
    # the weights of the pose, and the mesh's extras (sculpts) say how the pose drives them. Only for models that have such shapes.
    sculpts: bool
    # Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a
    # model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them.
    wear: Union[str, Sequence[str]]
    # Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show
    # it.
    top: str
    # Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it.
    bottom: str
    # Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them.
    footwear: str
    # Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are
    # used. Only GLB files and portraits show them.
    look: int
    # Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8,
    # work 5, evening 2. Only GLB files and portraits show it.
    occasion: Literal['street', 'office', 'sport', 'work', 'evening']
    # Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it.
    season: Literal['winter', 'spring', 'summer', 'autumn']
    # Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to
    # ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it.
    wardrobe_version: int
    # Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB
    # files and portraits show it.
    top_color: str
    # Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it.
    bottom_color: str
    # Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it.
    skin: float
    # Colour of hair and brows. Only GLB files and portraits show it.
    hair_color: Literal['black', 'brown', 'chestnut', 'red', 'blond', 'grey', 'white']
    # Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the
    # person decide. Only GLB files and portraits show it.
    hair_loss: float
    # Colour of the eyes. Only GLB files and portraits show it.
    iris: Literal['brown', 'dark', 'hazel', 'green', 'blue', 'grey']
    # Id of the motion network or matching database; without it the default one.
    model: str
    # Motion source of the character: network (a motion network), matching (captured frames of a matching database), or auto (the kind of `model`;
    # without `model` the default network).
    motion: Literal['auto', 'network', 'matching']
    # Duration of the motion in seconds, up to limits.rollout_seconds.
    seconds: float
    # Seed of the random orders, a whole number.
    seed: float
    # Scene of the motion: an object with ground, walls and areas, or the id of a scene that was put (PUT /v1/scenes/{id}). Without it the ground is
    # flat and empty.
    scene: Union[str, Mapping[str, object]]
    # Start position in metres: x, z.
    position: Numbers
    # Start direction in radians about +Y; 0 faces +Z, pi/2 faces +X.
    facing: float
    # Style of the motion: a name of the network's `styles`, or several names with shares from 0 to 1 each; `{}` is the mean of all people. Without
    # it, the network's default style. The shipped network mixes 0.7 of a runner's style into runs from 2.9 m/s on and into jogs on hills.
    style: Union[str, Mapping[str, float]]
    # Number that selects a personal variation: a mix of styles, a pace and a rhythm of glances. 0: no personal variation.
    variation: int
    # Orders of the script: each is an input with a time t in seconds. A field keeps its value until a later order changes it.
    script: Sequence["RolloutMotionFieldsScript"]
    # Path along which the stick points, instead of script.
    pursue: "RolloutMotionFieldsPursue"
    # Path that the controller follows and at whose end it stops, instead of script.
    follow: "RolloutMotionFieldsFollow"
    # Random orders made from `seed`, instead of script.
    random: "RolloutMotionFieldsRandom"
    # Reaching of the hands during the motion: each order is the stream's message reach with a time t in seconds.
    reach: Sequence["RolloutMotionFieldsReach"]
    # Looking with head and neck during the motion: each order is the stream's message look with a time t in seconds.
    gaze: Sequence["RolloutMotionFieldsGaze"]
    # Sitting during the motion: each order is the stream's message sit with a time t in seconds. It makes the character walk to a seat, turn and sit
    # down, or stand up.
    sit: Sequence["RolloutMotionFieldsSit"]
    # Clips that are played during the motion: each order is the stream's message play with a time t in seconds.
    play: Sequence["RolloutMotionFieldsPlay"]
    # Expressions and hand poses during the motion: each order is the stream's message face with a time t in seconds, and resets what it omits. For
    # formats glb and npz of a body with named expressions, glb and json of a character with blend shapes, and json and vrma without a body. A body's
    # glb then has the expressions as morph targets.
    faces: Sequence["RolloutMotionFieldsFaces"]
    # Speech during the motion: each entry is an utterance as in POST /v1/speech with a time t in seconds, and ends the one before it. It moves the
    # mouth in the formats that `faces` names.
    speech: Sequence["RolloutMotionFieldsSpeech"]
    # Emotions, and how lively the character speaks, from a time t in seconds: face, head, posture, breath and beats of the hands. Faces show them in
    # the formats that `faces` names; without such a list speech moves the mouth alone.
    feel: Sequence["RolloutMotionFieldsFeel"]
    # Constants of the character controller for this motion; missing ones come from the preset.
    control: "RolloutMotionFieldsControl"
    # Blending of the network's weights over the phase.
    mode: Literal['cubic', 'linear', 'constant']
    # Id of the body model that moves. Other formats than glb and npz show the motion's bones in its size, if it is given. "none" writes bare bones in
    # glb.
    body: str
    # Id of a character that was put (PUT /v1/characters/{id}), which moves instead of body; for glb and bvh.
    character: str
    # Shape coefficients of the body, in standard deviations. Missing ones are 0.
    betas: Numbers
    # True makes the body's soft tissue follow the motion. It shows in glb (animated morph targets) and npz (dmpls); for models with soft-tissue
    # directions (soft_dynamics is not none).
    soft: bool
    # Breathing rate of the body in breaths per minute, shown where `soft` is; 0: no breathing. DMPL directions cannot show breathing.
    breathing: float


class MakeSpeechFields(TypedDict, total=False):
    """Make mouth shapes of speech: POST /v1/speech."""
    # Frames a second of `weights`; without it the reply has no weights.
    rate: float
    # Text that is said in the WAV file. The visemes are those of the text, at the times that are found in the sound.
    said: str
    # Text that is spoken, without times: durations are those of read English. Up to 131072 bytes in Latin letters; numbers and signs are read as
    # words.
    text: str
    # Words with their times in seconds, or in the form of the service that `source` names: azure (word boundaries), polly (speech marks) or google
    # (time points, recognised words).
    words: Sequence[Mapping[str, object]]
    # Characters with their times, the member `alignment` of ElevenLabs. Words are made of them.
    characters: Mapping[str, object]
    # Phones with their times in seconds: ARPAbet, or IPA with `source` ipa.
    phones: Sequence[Mapping[str, object]]
    # Visemes with their times in seconds, by the names of Oculus, or by those of `source`: openxr, vrm, rhubarb (mouthCues), azure (VisemeId,
    # AudioOffset) or polly (speech marks).
    visemes: Sequence[Mapping[str, object]]
    # Form of the list: whose members, units of time and names its entries have. posed: word, phone (ARPAbet) or viseme (Oculus), start and end in
    # seconds, and weight of visemes.
    source: Literal['posed', 'arpabet', 'ipa', 'oculus', 'openxr', 'vrm', 'rhubarb', 'azure', 'polly', 'google', 'elevenlabs']
    # Speed of a text without times: 2 halves all durations.
    speed: float
    # Voice that speaks `text`, up to 8192 bytes: the reply then has the sound as a WAV file, and times are those of the voice. The voices are
    # libflite's; own is that of the operator (speech.command).
    voice: Literal['slt', 'rms', 'awb', 'kal', 'own']
    # WAV file as base64 in which `text`, `words` or `characters` are said. It gives the times. Without a text the visemes are found from the sound
    # alone.
    sound: str


class PutCharacterFields(TypedDict, total=False):
    """Put a character: PUT /v1/characters/{id}."""
    # Joints for bones that are not found automatically, as BONE=JOINT with commas between; BONE= leaves the bone out. Only for template person.
    match: str
    # Body plan of the character. A person can be animated by roll-outs and streams; an animal takes the animations of other characters of its
    # template (POST /v1/characters/{id}/clip).
    template: Literal['person', 'quadruped', 'bird', 'spider']


class MakeCharacterClipFields(TypedDict, total=False):
    """Put a motion on a character: POST /v1/characters/{id}/clip."""
    # Frame rate of the result in frames per second.
    rate: float
    # Animation of a .glb or .fbx file to use: its name, or its index from 0. Without it the first that moves a joint and has more than one moment;
    # when there are several, the header Posed-Warning lists them.
    animation: str
    # Id of the body model onto whose joints an npz file is read. The file's trans and betas are of this model unless the file names another one
    # (posed_model, surface_model_type). Without it the motion is read onto the joints of the default body model, and the header Posed-Warning says
    # what was assumed of a file that names no model.
    model: str
    # Up axis of an npz or BVH file. Without it z of an npz, as in AMASS, and that of the skeleton at rest of a BVH, or the axis along which the
    # person stands in the motion; the header Posed-Warning then says so.
    up: Literal['x', 'y', 'z', '-x', '-y', '-z']
    # True for an npz file in camera coordinates: x right, y down, z away from the camera; of application/x-pickle the estimate in the camera's frame.
    camera: bool
    # Id of one of several people in a file. Without it the person who is seen longest, whom the header Posed-Warning names.
    person: str
    # Frame rate of the file's motion, frames per second. Without it the rate that the file states, else one that the header Posed-Warning names.
    source_rate: float
    # Unit of an npz file's rotations: radians or degrees. Without it radians; a file whose values look like degrees is refused.
    angles: Literal['radians', 'degrees']
    # Metres per unit of an npz file's trans. Without it metres; a trans that can only be in another unit is refused with that unit.
    unit: float


class MakeCharacterFaceFields(TypedDict, total=False):
    """Give a character a face: POST /v1/characters/{id}/face."""
    # Body model whose head is fitted to the character's, and whose shapes are carried over: one with ARKit's shapes.
    model: str
    # Format of the reply: glb (the file) or json (the report, with the file in base64). Without it the header Accept decides.
    format: Literal['glb', 'json']
    # True makes a character that is no VRM a VRM 1.0, with expressions and a humanoid by its match. A VRM stays one of its version.
    vrm: bool
    # True takes all morph targets of the file away first. Without it a file that has ten or more of the shapes is refused.
    replace: bool
    # True stores the result in place of the character, which then speaks and looks on the stream. False only returns it.
    keep: bool
    # True adds to the JSON report a sheet (PNG) of the face with its shapes. Only for format json.
    picture: bool


class GetCharacterPortraitFields(TypedDict, total=False):
    """Draw a picture of a character, cacheable: GET /v1/characters/{id}/portrait."""
    # Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure).
    view: Literal['head', 'half', 'full']
    # Width and height of the picture in pixels, 32 to 1024, or one number for both. Separated by commas, or one parameter for each value.
    size: Numbers
    # Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side.
    yaw: float
    # Elevation of the camera in degrees: at 30 it looks down on the figure from above.
    pitch: float
    # Magnification of the figure in the picture; 2 shows it twice as large.
    zoom: float
    # Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward.
    background: str
    # Stance of a person without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up.
    # Without it standing. Not allowed together with a pose, or for animals.
    stance: Literal['standing', 'relaxed', 'power-stance', 'thumbs-up']
    # Rotations of a person's joints as axis-angle vectors from the T-pose, in the order of SMPL: 66 numbers (22 joints) or 72 (24, of which the hands
    # have no effect). Separated by commas, or one parameter for each value.
    pose: Numbers
    # Pose of the left hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Pose of the right hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Expression weights by name, -2 to 2: names of `face` of the character. Without it the face is as in the file. As JSON.
    blend_shapes: Mapping[str, float]
    # Format of the picture; has precedence over the header Accept.
    format: Literal['png', 'webp']


class DrawCharacterPortraitFields(TypedDict, total=False):
    """Draw a picture of a character: POST /v1/characters/{id}/portrait."""
    # Format of the picture; has precedence over the header Accept.
    format: Literal['png', 'webp']
    # Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure).
    view: Literal['head', 'half', 'full']
    # Width and height of the picture in pixels, 32 to 1024, or one number for both.
    size: Union[float, Numbers]
    # Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side.
    yaw: float
    # Elevation of the camera in degrees: at 30 it looks down on the figure from above.
    pitch: float
    # Magnification of the figure in the picture; 2 shows it twice as large.
    zoom: float
    # Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward.
    background: str
    # Stance of a person without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up.
    # Without it standing. Not allowed together with a pose, or for animals.
    stance: Literal['standing', 'relaxed', 'power-stance', 'thumbs-up']
    # Rotations of a person's joints as axis-angle vectors from the T-pose, in the order of SMPL: 66 numbers (22 joints) or 72 (24, of which the hands
    # have no effect).
    pose: Numbers
    # Pose of the left hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose.
    left_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Pose of the right hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose.
    right_hand: Literal['relaxed', 'fist', 'grip', 'point', 'thumbs_up', 'flat', 'open']
    # Expression weights by name, -2 to 2: names of `face` of the character. Without it the face is as in the file.
    blend_shapes: Mapping[str, float]


_PutClipFieldsWords = TypedDict("_PutClipFieldsWords", {"from": "float"}, total=False)


class PutClipFields(_PutClipFieldsWords, total=False):
    """Put a clip: PUT /v1/clips/{id}."""
    # Part of the body on which the clip is played by orders without a mask: all, upper, trunk, head, arms, left_arm, right_arm, legs, left_leg,
    # right_leg, or a joint such as LeftForeArm.
    mask: str
    # True lets orders that do not say so repeat the clip.
    loop: bool
    # Duration in seconds in which a pose changes to the clip and back, for orders that do not say it.
    fade: float
    # Duration of the clip in seconds. Default: to the end of the file.
    seconds: float
    # Animation of a .glb or .fbx file to use: its name, or its index from 0. Without it the first that moves a joint and has more than one moment;
    # when there are several, the header Posed-Warning lists them.
    animation: str
    # Id of the body model onto whose joints an npz file is read. The file's trans and betas are of this model unless the file names another one
    # (posed_model, surface_model_type). Without it the motion is read onto the joints of the default body model, and the header Posed-Warning says
    # what was assumed of a file that names no model.
    model: str
    # Up axis of an npz or BVH file. Without it z of an npz, as in AMASS, and that of the skeleton at rest of a BVH, or the axis along which the
    # person stands in the motion; the header Posed-Warning then says so.
    up: Literal['x', 'y', 'z', '-x', '-y', '-z']
    # True for an npz file in camera coordinates: x right, y down, z away from the camera; of application/x-pickle the estimate in the camera's frame.
    camera: bool
    # Id of one of several people in a file. Without it the person who is seen longest, whom the header Posed-Warning names.
    person: str
    # Frame rate of the file's motion, frames per second. Without it the rate that the file states, else one that the header Posed-Warning names.
    source_rate: float
    # Unit of an npz file's rotations: radians or degrees. Without it radians; a file whose values look like degrees is refused.
    angles: Literal['radians', 'degrees']
    # Metres per unit of an npz file's trans. Without it metres; a trans that can only be in another unit is refused with that unit.
    unit: float


class RigMeshFields(TypedDict, total=False):
    """Rig a mesh automatically: POST /v1/rig."""
    # Format of the reply: glb (the rigged file) or json (the report, with the file in base64). Without it the header Accept decides.
    format: Literal['glb', 'json']
    # Positions of parts of the body, for a mesh that is rigged wrongly without them: one or more of chin, left_wrist, right_wrist, left_elbow,
    # right_elbow, left_knee, right_knee, groin, each as NAME=X,Y,Z in the file's coordinates, with semicolons between.
    markers: str
    # Body plan of the mesh. Plans other than person are fitted by the shape of the solid alone (as in Pinocchio); a bird's wings must be spread.
    template: Literal['person', 'quadruped', 'bird', 'spider']
    # Up axis of the file. Without it, or with auto, it is found from the shape, and the report states it.
    up: Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']
    # Axis of the file towards which the body faces. Without it, or with auto, it is found from the shape.
    facing: Literal['auto', 'y', 'z', 'x', '-y', '-z', '-x']
    # Method of the skin weights. The default auto is learned for people and heat for other plans.
    weights: Literal['auto', 'learned', 'mix', 'template', 'heat', 'distance', 'geodesic']
    # True adds to the JSON report a picture (PNG) of the mesh with its joints, from the front and from the left. Only for format json.
    picture: bool
    # True rigs a file that already has a skeleton again; its skins and animations are dropped.
    replace: bool


class OpenStreamFields(TypedDict, total=False):
    """Stream of live characters: GET /v1/stream."""
    # One-time ticket from POST /v1/tickets, in place of a key.
    ticket: str
    # Name on which the clients of one session agree. A router sends requests with the same name to the same daemon; the daemon ignores it.
    session: str


_CastRaysFieldsRaysWords = TypedDict("_CastRaysFieldsRaysWords", {"from": "Numbers"}, total=False)


class CastRaysFieldsRays(_CastRaysFieldsRaysWords, total=False):
    # Direction of the ray, of any length but 0: x, y, z.
    along: Numbers
    # Length of the ray in metres, 0 to 1000.
    length: float
    # Radius in metres of a sphere that moves along the ray, 0 to 1; 0: a line.
    radius: float


class CastRaysFields(TypedDict, total=False):
    """Find what rays meet in a room: POST /v1/rooms/{id}/cast."""
    # Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it.
    session: str
    # Tick of the last frame before the moment that the client drew. It may lie as far in the past as the room's `rewind` allows.
    tick: int
    # Ticks from that frame to the next one that the client had, 1 to 60.
    span: int
    # Place of the moment between the two frames, 0 to 1.
    fraction: float
    # Rays, 1 to 64.
    rays: Sequence["CastRaysFieldsRays"]
    # Ids of up to 16 characters that rays pass through, such as the player's own.
    without: Numbers
    # Largest number of characters that each ray reports, nearest first, 1 to 8.
    hits: int
    # Surface that rays meet: body (the skin as the channel vertices shows it), bones (the skin without the shapes that the pose drives, as engines
    # draw a .glb file) or capsules. Characters without a body have capsules.
    surface: Literal['body', 'bones', 'capsules']
    # Secret of the room, where it has one.
    secret: str


class OrderSpeechFields(TypedDict, total=False):
    """Make a character of a room speak: POST /v1/rooms/{id}/speak."""
    # Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it.
    session: str
    # Name of up to 64 bytes that the messages `speech` about this utterance repeat.
    utterance: str
    # True begins the utterance after those that the character speaks or that wait; otherwise it ends them.
    queue: bool
    # Seconds until time 0 of the utterance: from now or, with `queue`, from the end of the one before it.
    delay: float
    # True, alone, ends the speech of the character; its mouth closes in 0.12 s.
    stop: bool
    # Text that is spoken, without times: durations are those of read English. Up to 131072 bytes in Latin letters; numbers and signs are read as
    # words.
    text: str
    # Words with their times in seconds, or in the form of the service that `source` names: azure (word boundaries), polly (speech marks) or google
    # (time points, recognised words).
    words: Sequence[Mapping[str, object]]
    # Characters with their times, the member `alignment` of ElevenLabs. Words are made of them.
    characters: Mapping[str, object]
    # Phones with their times in seconds: ARPAbet, or IPA with `source` ipa.
    phones: Sequence[Mapping[str, object]]
    # Visemes with their times in seconds, by the names of Oculus, or by those of `source`: openxr, vrm, rhubarb (mouthCues), azure (VisemeId,
    # AudioOffset) or polly (speech marks).
    visemes: Sequence[Mapping[str, object]]
    # Form of the list: whose members, units of time and names its entries have. posed: word, phone (ARPAbet) or viseme (Oculus), start and end in
    # seconds, and weight of visemes.
    source: Literal['posed', 'arpabet', 'ipa', 'oculus', 'openxr', 'vrm', 'rhubarb', 'azure', 'polly', 'google', 'elevenlabs']
    # Speed of a text without times: 2 halves all durations.
    speed: float
    # Id of a character of the room that its client spawned with "orders":true.
    character: int
    # Secret of the room, where it has one.
    secret: str


class OrderLookFields(TypedDict, total=False):
    """Make a character of a room look: POST /v1/rooms/{id}/look."""
    # Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it.
    session: str
    # Direction x, z that the character faces; without it none.
    at: Numbers
    # Point in metres to which head and neck turn: x, y, z. Without it they are released.
    point: Numbers
    # Frame of the point: world, or root, whose frame it then follows.
    anchor: Literal['world', 'root']
    # Share of the turn towards the point, 0 to 1.
    weight: float
    # Duration in seconds in which head and neck turn to the point, and in which they turn back.
    seconds: float
    # Id of a character of the room that its client spawned with "orders":true.
    character: int
    # Secret of the room, where it has one.
    secret: str


class OrderClipFields(TypedDict, total=False):
    """Make a character of a room play a clip: POST /v1/rooms/{id}/play."""
    # Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it.
    session: str
    # Id of the clip: an emote of the server or a clip that was put (GET /v1/clips lists both). Needed unless stop is true.
    clip: str
    # Joints that play the clip while the others move on; each entry is all, upper, trunk, head, arms, left_arm, right_arm, legs, left_leg, right_leg,
    # or a joint such as LeftForeArm. Default: the clip's own mask. With all the character stands and the clip moves the whole body.
    mask: Union[str, Sequence[str]]
    # Share of the clip's pose for each entry of mask, 0 to 1; default: 1 for each.
    weights: Numbers
    # Duration in seconds in which the pose changes to the clip, without a jump of position or velocity; with stop that of the change back. Default:
    # the clip's own.
    fade: float
    # Duration in seconds of the change back at the end of the clip. Default: fade.
    fade_out: float
    # Factor of the clip's speed.
    speed: float
    # True repeats the clip until it is ended or until a queued clip follows. Default: as the clip was put, or as the emote is.
    loop: bool
    # True moves and turns the character along the clip's path; false plays the clip on the spot. Default: true. Only for the whole body.
    root: bool
    # True keeps planted feet in place and on the ground of the scene. Default: true. Only for the whole body.
    feet: bool
    # True begins the clip after those that play or wait, of which there may be 4; otherwise it replaces them.
    queue: bool
    # True ends what plays, and drops what waits.
    stop: bool
    # Id of a character of the room that its client spawned with "orders":true.
    character: int
    # Secret of the room, where it has one.
    secret: str


class OrderFeelingsFieldsEmotions(TypedDict, total=False):
    """Emotions by name and amount, shown by face, head and posture; those that are absent end."""
    # Amount of this emotion; several mix.
    calm: float
    # Amount of this emotion; several mix.
    happy: float
    # Amount of this emotion; several mix.
    sad: float
    # Amount of this emotion; several mix.
    angry: float
    # Amount of this emotion; several mix.
    surprised: float
    # Amount of this emotion; several mix.
    afraid: float
    # Amount of this emotion; several mix.
    disgusted: float


class OrderFeelingsFields(TypedDict, total=False):
    """Set the emotions of a character of a room: POST /v1/rooms/{id}/feel."""
    # Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it.
    session: str
    # Emotions by name and amount, shown by face, head and posture; those that are absent end.
    emotions: "OrderFeelingsFieldsEmotions"
    # Duration of the change of the emotions.
    seconds: float
    # Amount of movement of head, brows, hands and breath with speech: 0: none; 0.5: the usual amount; 1: more of it. In a script it needs a list
    # `speech`.
    liveliness: float
    # Part of the character in the conversation. auto: speaking while the character speaks, listening while its partner speaks.
    part: Literal['auto', 'speaking', 'listening', 'thinking']
    # Id of the character, of the same session, that this one talks with and looks at.
    partner: int
    # Id of a character of the room that its client spawned with "orders":true.
    character: int
    # Secret of the room, where it has one.
    secret: str


class GetSceneFields(TypedDict, total=False):
    """Describe a scene: GET /v1/scenes/{id}."""
    # True adds every height of the ground to the reply.
    heights: bool


class PutSceneFieldsGround(TypedDict, total=False):
    """Ground of the scene: made from a seed, or given as heights. Without it the ground is flat at height 0."""
    # Kind of ground that is made from the seed.
    kind: Literal['flat', 'map', 'rolling', 'hills', 'rocky', 'steps', 'beams', 'gaps', 'ramp', 'ridges']
    # Seed of the ground that is made, a whole number.
    seed: float
    # Side length in metres of the square of ground that is made.
    side: float
    # Slope of the steep places of the ground that is made, in degrees; 0: the kind's own slope.
    slope_deg: float
    # Direction in degrees in which stairs, ridges, ramps and bars of the ground that is made rise, about +Y; 0: +z.
    yaw_deg: float
    # Distance in metres between two neighbouring heights of the ground.
    cell: float
    # Heights of the ground in metres, instead of `kind`: rows along +z of columns along +x, 2 to 4096 of each.
    heights: Numbers
    # Coordinate x in metres of the ground's first corner; without it the ground's centre is at 0.
    x: float
    # Coordinate z in metres of the ground's first corner; without it the ground's centre is at 0.
    z: float


_PutSceneFieldsWallsWords = TypedDict("_PutSceneFieldsWallsWords", {"from": "Numbers"}, total=False)


class PutSceneFieldsWalls(_PutSceneFieldsWallsWords, total=False):
    # Second end of the wall in metres: x, z.
    to: Numbers
    # Half the thickness of the wall in metres: its sides are this far from the segment.
    width: float


class PutSceneFieldsJumps(TypedDict, total=False):
    # Centre of the disc in metres: x, z.
    at: Numbers
    # Radius of the disc in metres.
    radius: float
    # Width in metres of the ring around the disc over which the effect of the area fades.
    falloff: float


class PutSceneFieldsCrouches(TypedDict, total=False):
    # Centre of the box in metres: x, z.
    at: Numbers
    # Size of the box along x and along z in metres.
    size: Numbers
    # Depth of the crouch: 0 upright, 0.5 with the hips lowered by half, 1 fully crouched. It fades out over 1 m around the box. Of several areas and
    # the character's input, the deepest counts.
    amount: float
    # Wave length in metres of a variation of `amount` along x, by the factor 1 - (sin(x/wave) + 1)/2, as under the bars of the original demo; 0: no
    # variation.
    wave: float


_PutSceneFieldsBeamsWords = TypedDict("_PutSceneFieldsBeamsWords", {"from": "Numbers"}, total=False)


class PutSceneFieldsBeams(_PutSceneFieldsBeamsWords, total=False):
    # Second end of the beam in metres: x, z.
    to: Numbers
    # Half the width of the beam in metres: its sides are this far from the segment.
    width: float


class PutSceneFieldsSeats(TypedDict, total=False):
    # Centre of the seat in metres: x, z.
    at: Numbers
    # Direction that a person on the seat faces, in radians about +Y; 0 is +Z.
    facing: float
    # Width of the seat in metres, across its facing.
    width: float
    # Depth of the seat in metres, along its facing.
    depth: float


class PutSceneFields(TypedDict, total=False):
    """Put a scene: PUT /v1/scenes/{id}."""
    # Distance in metres between two neighbouring heights of the heightmap.
    cell: float
    # Height in metres of white in a PNG heightmap.
    scale: float
    # Number of heights in a row of raw float32.
    columns: int
    # Coordinate x in metres of the heightmap's first corner; without it the ground's centre is at 0.
    x: float
    # Coordinate z in metres of the heightmap's first corner; without it the ground's centre is at 0.
    z: float
    # Ground of the scene: made from a seed, or given as heights. Without it the ground is flat at height 0.
    ground: "PutSceneFieldsGround"
    # Walls: line segments that characters cannot cross.
    walls: Sequence["PutSceneFieldsWalls"]
    # Jump areas: discs in which characters jump.
    jumps: Sequence["PutSceneFieldsJumps"]
    # Crouch areas: boxes in which characters crouch.
    crouches: Sequence["PutSceneFieldsCrouches"]
    # Beams: narrow bars on which characters keep their balance.
    beams: Sequence["PutSceneFieldsBeams"]
    # Seats: chairs, stools and benches that characters on their way to a seat walk around. Other characters are not kept off them.
    seats: Sequence["PutSceneFieldsSeats"]


class CreateTicketFields(TypedDict, total=False):
    """Make a one-time ticket: POST /v1/tickets."""
    # Name on which the clients of one session agree. A router sends requests with the same name to the same daemon; the daemon ignores it.
    session: str


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


class _StatusAlways(TypedDict):
    # State of the daemon: ok if it is alive, ready if it accepts work.
    status: Literal['ok', 'ready']


class Status(_StatusAlways, total=False):
    """State of the daemon."""
    # Reason why a service that the daemon needs fails while the daemon still takes work, such as the Redis of a cluster.
    detail: str


class Resource(TypedDict):
    """Issuer of tokens (RFC 9728)."""
    # Address of the interface, as clients reach it.
    resource: str
    # Addresses of the issuers whose tokens are taken: access.jwt_issuer.
    authorization_servers: List[str]
    # Scopes that a token may have.
    scopes_supported: List[str]
    # Ways to send a token: header.
    bearer_methods_supported: List[str]
    # Name of the interface for people.
    resource_name: str


class _McpAlways(TypedDict):
    # Version of JSON-RPC: 2.0.
    jsonrpc: str
    # Id of the message that is answered; null if it has none.
    id: Union[str, int, None]


class Mcp(_McpAlways, total=False):
    """Reply to a message of the Model Context Protocol."""
    # Result of the method.
    result: Dict[str, object]
    # Error with `code` and `message` (JSON-RPC 2.0, section 5.1).
    error: Dict[str, object]


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
    kind: Literal['body', 'motion', 'pose-prior', 'pose-network', 'matching', 'wardrobe', 'mhr', 'rig-start', 'rig-weights', 'speech', 'clips']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int


class ModelSummary(_ModelSummaryAlways, total=False):
    """Summary of a model."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str
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
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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
    # Length of the vector that drives the pose blend shapes.
    pose_feature_count: int
    # Skinning that the model is made for and that requests use unless they choose one: lbs, or dqs.
    skinning: str
    # Number of expression coefficients (SMPL-X, FLAME); 0 when the model has none.
    expression_count: int
    # Number of principal components of a hand's pose; 0 when the model has none.
    hand_component_count: int
    # Names of the parts by which a pose may be given.
    pose_parts: List[str]
    # Names of the features of the face, which are the last betas; `face_shape` takes them.
    feature_names: List[str]
    # Names of the expressions that have one, in the order of their coefficients. With visemes the last name is viseme_sil, the mouth at rest, which
    # has no coefficient.
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
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str
    # Largest absolute value of each beta among the bodies that the model was learned from.
    beta_limits: List[float]
    # Populations that `random`, `height`, `percentile` and the like draw people from; absent when the model has none.
    populations: List[str]
    # Names of the sculpted shapes that the pose drives; absent when it has none.
    sculpts: List[str]


class _MotionModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['motion']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str
    # Offset of each joint from its parent, in metres; absent when the file has none.
    offsets: List["Vector"]


class _PosePriorAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['pose-prior']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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


class PosePrior(_PosePriorAlways, total=False):
    """Pose prior."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _PoseNetworkAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['pose-network']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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


class PoseNetwork(_PoseNetworkAlways, total=False):
    """Pose network."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _MatchingModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['matching']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str
    # Offset of each joint from its parent, in metres.
    offsets: List["Vector"]


class _WardrobeModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['wardrobe']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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


class WardrobeModel(_WardrobeModelAlways, total=False):
    """Wardrobe model."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _MhrModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['mhr']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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


class MhrModel(_MhrModelAlways, total=False):
    """MHR model."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _RigStartAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['rig-start']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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


class RigStart(_RigStartAlways, total=False):
    """Learned start of automatic rigging."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _RigWeightsAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['rig-weights']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
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


class RigWeights(_RigWeightsAlways, total=False):
    """Learned skin weights of automatic rigging."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _SpeechModelAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['speech']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
    # Samples a second of the sound that the network hears.
    rate: int
    # Number of mouth shapes, silence included.
    viseme_count: int
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class SpeechModel(_SpeechModelAlways, total=False):
    """Network that hears speech."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _ClipSetAlways(TypedDict):
    # Id of the model, as used in paths.
    id: str
    # Kind of the model.
    kind: Literal['clips']
    # True for the default model of its kind.
    default: bool
    # True if the model is in memory; false if it is on disk until its first request.
    resident: bool
    # Name of the model that its file holds.
    name: str
    # Licence of the model.
    licence: str
    # Account of how the model was made.
    provenance: str
    # Memory that the model takes, in bytes; 0 while it is on disk.
    resident_bytes: int
    # Part of resident_bytes that is mapped from a pack, so that all processes share its pages.
    mapped_bytes: int
    # Number of clips.
    clip_count: int
    # Frames a second.
    frame_rate: float
    # Ids of the clips (GET /v1/clips describes them).
    clips: List[str]
    # Credits that the sources of the model ask for.
    credits: str
    # Unit of each kind of number of the model, by name.
    units: Dict[str, str]
    # Axes of the model: those of glTF.
    frame: Literal['gltf']


class ClipSet(_ClipSetAlways, total=False):
    """Clips that characters play."""
    # 64-bit hash of the model's content, in hexadecimal; for a model in memory.
    content_hash: str


class _WardrobeItemAlways(TypedDict):
    # Name of the item, which `wear` takes.
    name: str
    # Slot of the item: a body wears at most one item of a slot.
    slot: str
    # Description of what the item looks like.
    about: str
    # Files that the item was learned from, with their licence.
    source: str
    # Cuts and displacements (`sleeve`, `leg`, `hem`, `scoop`, `vneck`, `shaft`, `length`, `fringe`, `fit`, `flare`), colours and patterns of the
    # parts; empty for an item with a mesh of its own.
    parameters: Dict[str, object]
    # Styles of the item (casual, sport, formal, work): it goes with items that share one. Empty: with all.
    styles: List[str]
    # Number of the item's vertices in a GLB.
    vertex_count: int
    # Number of triangles.
    face_count: int
    # Number of skin vertices that the item covers; skin triangles that touch one are left out.
    hidden_vertices: int
    # True when the item is worn unless a request says otherwise.
    standard: bool


class WardrobeItem(_WardrobeItemAlways, total=False):
    """Garment, hair or part of a face."""
    # True of an outfit whose top and bottom can be worn apart (`top`, `bottom`).
    halves: bool
    # Item whose mesh this one changes by `parameters`.
    made_of: str


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


class _GarmentAlways(TypedDict):
    # Id of the garment, as `wear` takes it.
    id: str
    # Part of what somebody wears that the garment is, as `slot` of the request says.
    slot: Literal['outfit', 'top', 'bottom', 'shoes', 'hat', 'glasses']
    # Number of its vertices.
    vertex_count: int
    # Number of triangles.
    face_count: int
    # Number of its materials.
    material_count: int
    # Number of vertices of the skin that it hides.
    hidden_vertices: int
    # Joints of the file that are joints of the body; 0: it is not rigged.
    joints_found: int
    # Median distance of its vertices from the skin, in millimetres.
    median_mm: float
    # Share of its vertices that were more than 30 mm inside of the skin, 0 to 1.
    deep: float


class Garment(_GarmentAlways, total=False):
    """Garment that a client has put."""
    # Pictures and properties of materials of the file that the garment lacks.
    note: str


class GarmentList(TypedDict):
    """Garments that clients have put."""
    # Garments that clients have put.
    garments: List["Garment"]


class Sample(TypedDict):
    """Small file with which a guide begins."""
    # Name of the file.
    name: str
    # Path of the file, relative to the address of this list.
    path: str
    # Media type of the file.
    type: str
    # Size of the file.
    bytes: int
    # Description of what the file holds.
    about: str
    # Route that takes the file: method and path.
    route: str
    # Page of the documentation that begins with the file.
    guide: str
    # Licence of the file.
    licence: str


class SampleList(TypedDict):
    """Sample files of the server."""
    # Sample files that this server has.
    samples: List["Sample"]


class SampleFile(TypedDict):
    """Sample file in JSON: a request's body."""
    observations: Dict[str, object]


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
    # Shape coefficients of a body that was requested by seed, measures or age.
    betas: List[float]
    # Shape coefficients of an MHR body that was requested by seed.
    identity_coeffs: List[float]
    # Gender and age of the random person.
    person: "Person"
    # Distribution and seed from which the betas were drawn: N(0,1):SEED.
    random: str
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
    # Age of the person in years: as requested, or the most likely one for the other measures.
    age: float


class Found(TypedDict, total=False):
    """Person with shape coefficients."""
    # Shape coefficients of a body that was requested by seed, measures or age.
    betas: List[float]
    # Shape coefficients of an MHR body that was requested by seed.
    identity_coeffs: List[float]
    # Gender and age of the random person.
    person: "Person"
    # Distribution and seed from which the betas were drawn: N(0,1):SEED.
    random: str


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
    # Number of triangles; present when `include` has faces.
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
    # Value of height in m; null where the model lacks what its definition needs.
    height: Union[float, None]
    # Value of mass in kg; null where the model lacks what its definition needs.
    mass: Union[float, None]
    # Value of volume in m3; null where the model lacks what its definition needs.
    volume: Union[float, None]
    # Value of bmi in kg/m2; null where the model lacks what its definition needs.
    bmi: Union[float, None]
    # Value of head_girth in m; null where the model lacks what its definition needs.
    head_girth: Union[float, None]
    # Value of neck_girth in m; null where the model lacks what its definition needs.
    neck_girth: Union[float, None]
    # Value of chest_girth in m; null where the model lacks what its definition needs.
    chest_girth: Union[float, None]
    # Value of underbust_girth in m; null where the model lacks what its definition needs.
    underbust_girth: Union[float, None]
    # Value of waist_girth in m; null where the model lacks what its definition needs.
    waist_girth: Union[float, None]
    # Value of navel_girth in m; null where the model lacks what its definition needs.
    navel_girth: Union[float, None]
    # Value of hip_girth in m; null where the model lacks what its definition needs.
    hip_girth: Union[float, None]
    # Value of thigh_girth in m; null where the model lacks what its definition needs.
    thigh_girth: Union[float, None]
    # Value of knee_girth in m; null where the model lacks what its definition needs.
    knee_girth: Union[float, None]
    # Value of calf_girth in m; null where the model lacks what its definition needs.
    calf_girth: Union[float, None]
    # Value of ankle_girth in m; null where the model lacks what its definition needs.
    ankle_girth: Union[float, None]
    # Value of upper_arm_girth in m; null where the model lacks what its definition needs.
    upper_arm_girth: Union[float, None]
    # Value of elbow_girth in m; null where the model lacks what its definition needs.
    elbow_girth: Union[float, None]
    # Value of wrist_girth in m; null where the model lacks what its definition needs.
    wrist_girth: Union[float, None]
    # Value of shoulder_width in m; null where the model lacks what its definition needs.
    shoulder_width: Union[float, None]
    # Value of arm_length in m; null where the model lacks what its definition needs.
    arm_length: Union[float, None]
    # Value of hand_length in m; null where the model lacks what its definition needs.
    hand_length: Union[float, None]
    # Value of inside_leg_height in m; null where the model lacks what its definition needs.
    inside_leg_height: Union[float, None]
    # Value of back_neck_to_waist in m; null where the model lacks what its definition needs.
    back_neck_to_waist: Union[float, None]
    # Value of foot_length in m; null where the model lacks what its definition needs.
    foot_length: Union[float, None]
    # Value of span in m; null where the model lacks what its definition needs.
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
    # Person of each body that was requested by seed, measures or age; null for the others.
    people: List[Union["Found", None]]
    # Path of the tape for each measurement, present with `lines`. A point lies the fraction t of the way from the first vertex to the second, or is a
    # joint; a closed line returns to its first point. Mass, volume, bmi and back_neck_to_waist have no path.
    lines: Dict[str, "MeasuredLines"]
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class _MeasuredFitAlways(TypedDict):
    # Id of the body model.
    model: str
    # Pose in which bodies are measured: the T-pose, arms stretched out.
    pose: Literal['T']
    # Density from which mass is computed, in kg/m3.
    density: float
    # Result of the search: matched (every measurement is within its tolerance), compromise (some are not), budget (the iterations or the time ran
    # out) or unmeasurable (the model lacks joints that a measurement needs; betas are 0).
    status: Literal['matched', 'compromise', 'budget', 'unmeasurable']
    # Number of iterations of the search.
    iterations: int
    # Length of the beta vector: distance from the mean body, in standard deviations.
    distance: float
    # Factor of the tolerances in the cost, 0.05 to 1: the smallest one that gives a likely body. Near 0.05 the measurements are met exactly; at 1
    # residuals of up to the tolerances remain.
    relaxation: float
    # Shape coefficients of the body that was found.
    betas: List[float]
    # Reached value minus requested value, by measurement.
    residuals: Dict[str, Union[float, None]]
    # Tolerance of each measurement: the largest residual that counts as reached.
    tolerances: Dict[str, float]
    # Measurements of the body that was found.
    measurements: "Measurements"


class MeasuredFit(_MeasuredFitAlways, total=False):
    """Body that was fitted to measurements."""
    # Warnings: each measurement that the body misses by more than its tolerance, with the wanted and the reached value, and a body that hardly any
    # adult has.
    warnings: List["Remark"]


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
    # Confidence with which the observation was used; 0 for a point that was not seen.
    confidence: float
    # Distance between the body and the observation, in metres, pixels or degrees; null for a point that was not seen.
    residual: Union[float, None]
    # Place of the joint, keypoint or vertex on the fitted body: three coordinates in metres or two in pixels; for an orientation, the rotation vector
    # in the world, in radians.
    at: List[Union[float, None]]


class ObservedPlace(_ObservedPlaceAlways, total=False):
    """One observation and its residual."""
    # Index of the camera that made the observation, when there are several cameras.
    camera: int


class ObservedFitMesh(TypedDict, total=False):
    """Fitted body as a file; present when the request has `mesh`."""
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
    # Axis of the points in space that was taken as up: x, y, z, -x, -y or -z. The reply's own axes have +Y up.
    up: str
    # Standard error of the positions of the body's 22 joints in the world, in millimetres of the body (root mean square): how sure the fit is, which
    # `converged` does not say. Noise is that of the residuals. Null when it is not determined.
    uncertainty_mm: Union[float, None]
    # Standard error relative to the pelvis, so without the error of the body's place, such as its distance from one camera.
    pose_uncertainty_mm: Union[float, None]
    # Shape coefficients of the body that was found.
    betas: List[float]
    # Standard deviation of each beta after the fit: 1 when the observations do not determine it at all, 0 when it was not fitted.
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
    # Names of the joints whose rotations no observation determines; they have their most likely rotations.
    unseen: List[str]
    # Cost of each term, in nats.
    terms: Dict[str, float]
    # Joint positions of the fitted body in the model's order, in metres, without `scale`.
    joints: List["Vector"]


class ObservedFit(_ObservedFitAlways, total=False):
    """Person fitted to observations."""
    # Camera of the picture; present when points of a picture were given.
    camera: "ObservedCamera"
    # Fitted body as a file; present when the request has `mesh`.
    mesh: "ObservedFitMesh"
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class CrowdMemberMesh(TypedDict, total=False):
    """Fitted body as a file; present when the request has `mesh`."""
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
    # Axis of the points in space that was taken as up: x, y, z, -x, -y or -z. The reply's own axes have +Y up.
    up: str
    # Standard error of the positions of the body's 22 joints in the world, in millimetres of the body (root mean square): how sure the fit is, which
    # `converged` does not say. Noise is that of the residuals. Null when it is not determined.
    uncertainty_mm: Union[float, None]
    # Standard error relative to the pelvis, so without the error of the body's place, such as its distance from one camera.
    pose_uncertainty_mm: Union[float, None]
    # Shape coefficients of the body that was found.
    betas: List[float]
    # Standard deviation of each beta after the fit: 1 when the observations do not determine it at all, 0 when it was not fitted.
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
    # Names of the joints whose rotations no observation determines; they have their most likely rotations.
    unseen: List[str]
    # Cost of each term, in nats.
    terms: Dict[str, float]
    # Joint positions of the fitted body in the model's order, in metres, without `scale`.
    joints: List["Vector"]


class CrowdMember(_CrowdMemberAlways, total=False):
    """One of several people fitted to pictures."""
    # Camera of the picture; present when points of a picture were given.
    camera: "ObservedCamera"
    # Fitted body as a file; present when the request has `mesh`.
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


class LikenessView(TypedDict):
    """How a picture shows a face."""
    # Turn of the head towards the person's left, away from the camera, in degrees.
    yaw: float
    # Turn of the head downwards, away from the camera, in degrees.
    pitch: float
    # Lean of the head towards the person's right shoulder, in degrees.
    roll: float
    # Distance between camera and face in metres, for a head of usual size.
    distance: float
    # Focal length in pixels, as given or as found.
    focal: float
    # Root mean square distance of the landmarks from the found face, in metres.
    rms: float


class LikenessSex(TypedDict):
    """Shares of the sexes."""
    # Probability of a woman, 0 to 1.
    female: float
    # Probability of a man, 0 to 1.
    male: float


class _LikenessAlways(TypedDict):
    # Id of the body model.
    model: str
    # Seed of the person whom `face_shape` changes.
    random: int
    # Age of the face in years; a guess.
    age: float
    # Standard deviation of the error of `age`, in years.
    age_sd: float
    # Changes of the features of the person with this `random` and `age`, for the field of this name.
    face_shape: str
    # Shape coefficients of the person in the pictures.
    betas: List[float]
    # The head and the lens in each picture, in the request's order.
    views: List["LikenessView"]


class Likeness(_LikenessAlways, total=False):
    """Person whose face is seen in pictures."""
    # Probability of either sex by the shape of the face, for a neutral model.
    sex: "LikenessSex"


class _SkeletonSummaryAlways(TypedDict):
    # Id of the skeleton, as used in paths.
    id: str
    # Source of the skeleton: body or motion for models; glb, vrm, bvh or joints for uploads.
    kind: str
    # True for the default model of its kind.
    default: bool


class SkeletonSummary(_SkeletonSummaryAlways, total=False):
    """Summary of a skeleton."""
    # Number of joints; absent for a model that is on disk until its first request.
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
    # Note on a glTF file with several skeletons: how many joints of the other skeletons are left out, and the name of the first.
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
    # Irregularities of the file: vertices without a weight, weights that do not sum to 1, or joints of another skeleton, which are not moved.
    note: str
    # Names of the blend shapes of a person's file, and of VRM's expressions: those that `face` on the stream takes and that roll-outs animate.
    face: List[str]
    # Names of the joints, besides the root, whose nodes are also moved by translations: feet, hands, clavicles or thighs that are children of another
    # joint than in people.
    translated: List[str]


class FaceParts(TypedDict, total=False):
    """Pieces of a mesh by what they are."""
    # Connected pieces of the mesh that are the skin of the face.
    skin: int
    # Pieces that no shape moves: hair, glasses, hats, clothes.
    still: int
    # Pieces that turn with the left eye.
    left_eye: int
    # Pieces that turn with the right eye.
    right_eye: int
    # Pieces inside the mouth above its line, which stay.
    upper_teeth: int
    # Pieces inside the mouth below its line, which move with the jaw.
    lower_teeth: int
    # Pieces that are a tongue, which moves with the jaw and comes out with tongueOut.
    tongue: int
    # Pieces that lie on the skin and move with it: lashes, brows, tears, a beard.
    film: int


class FaceOpen(TypedDict):
    """Gaps of lids and lips that are shut."""
    # Unit of the numbers beside it: millimetres at a person's size.
    unit: Literal['mm']
    # Widest gap of the left lids at eyeBlinkLeft 1; null without an opening.
    left_lids: Union[float, None]
    # Widest gap of the right lids at eyeBlinkRight 1; null without an opening.
    right_lids: Union[float, None]
    # Widest gap of the lips at viseme_PP 1; null without a mouth.
    lips_pressed: Union[float, None]
    # Widest gap of the lips at jawOpen 1 and mouthClose 1; null without a mouth.
    lips_over_jaw: Union[float, None]


class _CharacterFaceAlways(TypedDict):
    # Mean distance of the fitted head from the nearer 80 % of the face, in millimetres at a person's size.
    misfit: float
    # Share of the points of a face that lie within 6 mm of the mesh.
    matched: float
    # Metres, at a person's size, in a unit of the file.
    unit: float
    # Number of vertices of the file.
    vertices: int
    # Number of vertices that a shape moves.
    moved: int
    # Number of meshes that got morph targets.
    meshes: int
    # Number of new joints: jaw, leftEye, rightEye.
    joints: int
    # Version of VRM whose expressions were written, 0.x or 1.0; null: no VRM.
    vrm: Union[str, None]
    # Number of morph targets that `replace` took away.
    dropped: int
    # True when the result is stored in place of the character.
    kept: bool
    # Openings of the skin that were found: mouth, left_eye, right_eye.
    openings: List[str]
    # Numbers of connected pieces of the mesh by what they are.
    parts: "FaceParts"
    # Gaps that lids and lips leave when they are shut.
    open: "FaceOpen"
    # Sentences about what could not be done.
    notes: List[str]
    # Character with the shapes, as a .glb (or .vrm) file.
    file: "RigFile"


class CharacterFace(_CharacterFaceAlways, total=False):
    """Character with the shapes of a face."""
    # Sheet of the face with its shapes.
    picture: "RigFile"


class _RigAlways(TypedDict):
    # Body plan that was fitted to the mesh: person, quadruped, bird or spider.
    template: str
    # Root mean square distance between template and mesh, as a fraction of the height; for animals, between surface and the capsules about the bones,
    # as a fraction of the largest extent. Above 0.04 it is doubtful.
    residual: float
    # Share of the surface within 0.03 of the height from the template; for animals, within 0.1 of the largest extent from the capsules.
    coverage: float
    # True when a person should check the result; `markers` would improve it.
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
    # Number of edges of a person's skin that a walk still stretches by more than 3 times, because parts that touch are one surface, or a joint is off
    # its place. Above 0 the rig is doubtful.
    stretched_edges: int
    # Largest stretch of an edge in the extremes of a walk, relative to its length at rest.
    largest_stretch: float
    # Counts of the repairs made to the mesh.
    repaired: "Repaired"
    # Names of the markers that would improve the rig; `markers` of the request takes them.
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
    # Cost of embedding the template's skeleton into the mesh: below 1 it fits well, above 2 it is doubtful. For a person, the embedding only checks
    # the joints (second_opinion).
    penalty: float
    # Result of rigging the fingers of each hand, for a person.
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
    # Distance of this joint from where a second method, which embeds the skeleton in the mesh, puts it, as a fraction of the height. Only for limbs
    # and trunk of people.
    second_opinion: float


class Repaired(TypedDict):
    """Counts of the repairs made to a mesh."""
    # Number of vertices of one leg whose weights were of the other leg, and were moved to the own one.
    crossed_vertices: int
    # Number of edges that a walk would have stretched by more than 3 times, and whose weights were mended.
    stretched_edges: int
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
    """Result of rigging one hand of a mesh."""
    # Reason why the hand got no finger joints.
    why: str


class RiggedHands(TypedDict):
    """Result of rigging both hands of a mesh."""
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


class Avatar(TypedDict):
    """Avatar that a client has stored."""
    # Id of the avatar, as used in paths.
    id: str
    # Body model of the avatar.
    model: str
    # Fields of the body and of what it wears, as they were stored.
    choices: Dict[str, object]
    # Path of the avatar's .glb on this host, the path of a proxy included.
    glb: str
    # Path of the avatar's VRM file on this host, the path of a proxy included.
    vrm: str


class Derivative(TypedDict, total=False):
    """Derivatives of one body."""
    # Gradient by the betas, for cotangents.
    betas: List[float]
    # Gradient by the expression, for cotangents.
    expression: List[float]
    # Gradient by the axis-angle vectors of the pose, for cotangents: (K,3).
    pose: List[List[float]]
    # Gradient by the translation, for cotangents.
    translation: List[float]
    # Change of the vertices, for tangents: (V,3).
    vertices: List[List[float]]
    # Change of the joints and keypoints, for tangents: (P,3).
    joints: List[List[float]]


class Derivatives(TypedDict):
    """Derivatives of bodies by their parameters."""
    # Derivatives of each body of the request.
    bodies: List["Derivative"]


class AvatarDescription(TypedDict):
    """Description of an avatar, as Ready Player Me had it."""
    # Id of the avatar.
    id: str
    # Kind of body.
    bodyType: Literal['fullbody']
    # Sex of the person: as chosen, or drawn by the seed; neutral if neither says it.
    outfitGender: Literal['masculine', 'feminine', 'neutral']
    # Always 2, the last version of the closed service's full-body outfits.
    outfitVersion: int
    # Path of the avatar's .glb on this host, the path of a proxy included.
    url: str
    # Path of a picture on this host, the path of a proxy included.
    imageUrl: str
    # Choices that were stored, without the model.
    choices: Dict[str, object]


class AvatarList(TypedDict):
    """Stored avatars."""
    # Avatars that clients have stored.
    avatars: List["Avatar"]


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
    # Characters that clients have uploaded.
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
    # Index of the camera that made the observation, when there are several cameras.
    camera: int


class _JobNamedAlways(TypedDict):
    # Marker set that was found on the body: cmu, plugin-gait or plugin-gait-legs.
    protocol: str
    # Number of points in all frames.
    points: int
    # Number of those points that were recognized as a marker.
    named: int


class JobNamed(_JobNamedAlways, total=False):
    """Names that unnamed markers were given."""
    # Marker set that fits second best; absent when the request names the set.
    second: str
    # By how many nats the second set fits worse: the logarithm of how much less likely it is. Below 3 the guess is refused.
    margin: float


class JobMended(TypedDict):
    """Stretch of frames in which a marker's name was corrected."""
    # Name of the marker that the points belong to.
    marker: str
    # Wrong name that the points had in the request.
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
    # Standard error of the positions of the body's 22 joints in the world, in millimetres of the body (root mean square): how sure the fit is, which
    # `converged` does not say. Noise is that of the residuals. Null when it is not determined.
    uncertainty_mm: Union[float, None]
    # Standard error relative to the pelvis, so without the error of the body's place, such as its distance from one camera.
    pose_uncertainty_mm: Union[float, None]
    # Shape coefficients of the person.
    betas: List[float]
    # Standard deviation of each beta after the fit; 1 when the take does not determine it at all.
    betas_sd: List[float]
    # Residual of each marker, keypoint or sensor.
    points: List["JobPoint"]


class JobPerson(_JobPersonAlways, total=False):
    """Result for one person of a take."""
    # Name of the person in a file of markers (SUBJECT:MARKER).
    name: str
    # Kind of point that a take of markers was fitted as: markers (on the skin) or joints (centres of joints, by their names or by `points`).
    kind: str
    # Frame of the take in which the person is first seen, for a crowd.
    first: int
    # Number of frames in which any view sees the person, for a crowd.
    seen: int
    # Number of frames in which at least two views see the person, for a crowd.
    shared: int
    # Index of the only view that sees the person, for a crowd; the distance from the camera is then an estimate from one view.
    only: int
    # Root mean square angle between the body's bones and the sensors or the estimate, in degrees.
    rms_degrees: float
    # Heading of the body in the calibration pose of the sensors, in degrees, as the request gave it or as the fit found it.
    facing: float
    # True when no sensor measures the position, so that the standing feet determine how the body moves.
    walked: bool
    # Cameras of the views, as the request gave them or as the fit found them.
    cameras: List["ObservedCamera"]
    # Axis of the markers' file that is taken as up: x, y or z, with - before it if its negative direction is up. The request or the file states it;
    # otherwise heads are above feet along it.
    up: str
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


class JobEvent(TypedDict):
    """Body of the webhook of a job."""
    # Event that the webhook reports: the job is done, or it has failed.
    type: Literal['job.done', 'job.failed']
    # Time at which the job ended, in UTC (RFC 3339).
    timestamp: str
    # Job with its people, as GET /v1/jobs/{id} returns it.
    data: "Job"


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
    # Angle between the joint's look_axis and the direction to look_at, in radians.
    look_error: float
    # Angle about the chain between the bend of the limb and the pole, in radians.
    pole_error: float
    # Difference from the requested distance, in metres.
    distance_error: float
    # Horizontal distance of the centre of mass from its target, in metres.
    centre_error: float


class SolutionLimitsHit(TypedDict):
    # Name of the joint.
    joint: str
    # Limit that the joint has reached: twist or swing of a ball, range of a hinge, or speed (max_step or continuity).
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
    """Posed body as a file; present when the request has `mesh`."""
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
    # Joints that ended at a limit, with the kind of the limit.
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
    # Other poses that reach the targets, the most likely first; fewer than requested when no more were found.
    alternatives: List["SolutionAlternatives"]
    # Posed body as a file; present when the request has `mesh`.
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


class _MotionFramesAlways(TypedDict):
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


class MotionFrames(_MotionFramesAlways, total=False):
    # Weight of each shape in the reply's `face`; present when the script has `faces`.
    face: List[float]


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
    # Names of the blend shapes that the script's `faces` move, in the order of their first use.
    face: List[str]
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class SpeechViseme(TypedDict):
    """Mouth shape of speech and its time."""
    # Mouth shape.
    viseme: Literal['sil', 'PP', 'FF', 'TH', 'DD', 'kk', 'CH', 'SS', 'nn', 'RR', 'aa', 'E', 'I', 'O', 'U']
    # Time at which it begins, in seconds of the utterance.
    start: float
    # Time at which it ends, in seconds of the utterance.
    end: float
    # Weight of the shape, 0 to 1: less than 1 for unstressed vowels.
    weight: float


class SpeechWord(TypedDict):
    """Word of speech and its time."""
    # Word as the request wrote it.
    word: str
    # Time at which it begins, in seconds of the utterance.
    start: float
    # Time at which it ends, in seconds of the utterance.
    end: float


class _SpeechAlways(TypedDict):
    # Duration of the utterance in seconds.
    seconds: float
    # Mouth shapes in order of time, without gaps.
    visemes: List["SpeechViseme"]
    # Words in order of time; empty for phones and visemes.
    words: List["SpeechWord"]


class Speech(_SpeechAlways, total=False):
    """Mouth shapes of an utterance."""
    # Frames a second of `weights`.
    rate: float
    # Names of the weights: the visemes without silence.
    names: List[str]
    # Weights of the mouth shapes, one row a frame, from time 0 on; all 0 is the mouth at rest.
    weights: List[List[float]]
    # Sound of the voice: a WAV file of 16 bits at 16 kHz, as base64.
    sound: "RigFile"
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class _ClipAlways(TypedDict):
    # Id of the clip, as used in paths and in `play`.
    id: str
    # Duration in seconds.
    seconds: float
    # Number of frames, of which there are 30 a second.
    frames: int
    # Part of the body on which it is played if an order has no mask.
    mask: str
    # True if it is repeated when an order does not say so.
    loop: bool
    # Duration in seconds in which a pose changes to it if an order does not say so.
    fade: float
    # Displacement of the root from the first to the last frame, x and z in metres.
    way: "Place"
    # Rotation of the root from the first to the last frame, in radians about +Y.
    turn: float
    # True for a clip that ships with the server, false for one that a client put.
    emote: bool


class Clip(_ClipAlways, total=False):
    """Clip that characters play."""
    # Recording and frames that an emote was cut from.
    source: str
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class ClipList(TypedDict):
    """List of the emotes and of the uploaded clips."""
    # Emotes of the server, then uploaded clips.
    clips: List["Clip"]


class _RoomAlways(TypedDict):
    # Name of the room, as `join` takes it.
    id: str
    # Number of members, those that have lost their connection just now included.
    members: int
    # Largest number of members.
    capacity: int
    # True when a client must give the secret of the room.
    has_secret: bool


class Room(_RoomAlways, total=False):
    """Room of the stream."""
    # Id of its session, which clients may watch; absent with a secret.
    session: str


class RoomList(TypedDict):
    """List of the rooms."""
    # Rooms, the newest first.
    rooms: List["Room"]


class _HitAlways(TypedDict):
    # Id of the character.
    id: int
    # Name of the joint that moves the place, of the body or of the motion skeleton.
    joint: str
    # Distance from the start of the ray in metres.
    distance: float
    # Place on the surface, in metres.
    point: "Vector"
    # Direction outwards from the surface there, of length 1.
    normal: "Vector"


class Hit(_HitAlways, total=False):
    """Place at which a ray meets a character."""
    # Number of the member that owns the character.
    member: int
    # Number of the triangle of the body's mesh; absent for capsules.
    triangle: int
    # Vertices of that triangle.
    corners: List[int]
    # Weights of the vertices, whose sum is the place.
    weights: List[float]


class Hits(TypedDict):
    """What rays meet."""
    # Number of the room's newest tick.
    tick: int
    # For each ray, the characters that it meets, nearest first.
    hits: List[List["Hit"]]


class _OrderedAlways(TypedDict):
    # Name of the stream's message whose fields the order had.
    of: str
    # Id of the character.
    character: int


class Ordered(_OrderedAlways, total=False):
    """Order that a character has taken."""
    # Duration of the utterance of `speak` in seconds.
    seconds: float


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
    # Heights in metres, row by row; present when the request has `heights`.
    heights: List[List[float]]


_SceneWallsWords = TypedDict("_SceneWallsWords", {"from": "Place"}, total=False)


class SceneWalls(_SceneWallsWords):
    # Second end of the segment.
    to: "Place"
    # Distance of the sides from the segment, in metres: half the width.
    width: float


class SceneJumps(TypedDict):
    # Centre of the jump area.
    at: "Place"
    # Radius within which characters jump, in metres.
    radius: float
    # Width of the ring around the disc over which the effect fades, in metres.
    falloff: float


class _SceneCrouchesAlways(TypedDict):
    # Centre of the crouch area.
    at: "Place"
    # Size of the area along x and along z, in metres.
    size: "Place"
    # Depth of the crouch, from 0 (upright) to 1 (deepest).
    amount: float


class SceneCrouches(_SceneCrouchesAlways, total=False):
    # Wavelength over which the depth varies, in metres; present when it is not 0.
    wave: float


_SceneBeamsWords = TypedDict("_SceneBeamsWords", {"from": "Place"}, total=False)


class SceneBeams(_SceneBeamsWords):
    # Second end of the segment.
    to: "Place"
    # Distance of the sides from the segment, in metres: half the width.
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


class _SceneAlways(TypedDict):
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


class Scene(_SceneAlways, total=False):
    """Scene in which characters move."""
    # Warnings: values that were accepted but look like mistakes.
    warnings: List["Remark"]


class SceneList(TypedDict):
    """List of the uploaded scenes."""
    # Uploaded scenes, without the heights of their grounds.
    scenes: List["Scene"]


class Ticket(TypedDict):
    """One-time ticket for a WebSocket."""
    # One-time ticket that opens one WebSocket by ?ticket=.
    ticket: str


class Asyncapi(TypedDict):
    """AsyncAPI document of the stream."""
    asyncapi: str
    channels: Dict[str, object]


class Openapi(TypedDict):
    """OpenAPI document of this interface."""
    openapi: str
    paths: Dict[str, object]


Vector = List[float]
Place = List[float]
Quaternion = List[float]
Model = Union["BodyModel", "MotionModel", "PosePrior", "PoseNetwork", "MatchingModel", "WardrobeModel", "MhrModel", "RigStart", "RigWeights", "SpeechModel", "ClipSet"]
Definitions = Dict[str, "Definition"]
Fit = Union["MeasuredFit", "ObservedFit", "CrowdFit"]
Ik = Union["Solution", "Solutions"]
