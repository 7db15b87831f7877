// Made from /openapi.json by scripts/client_types.py; do not edit.

// -- what is asked: the parameters of the query and the fields of the JSON body

/** Tools for language models: POST /mcp. */
export interface CallToolFields {
  /** Version of JSON-RPC: 2.0. */
  jsonrpc?: string;
  /** Id of the message, which the reply repeats; absent in a notification. */
  id?: string | number;
  /** Name of the method: initialize, ping, tools/list, tools/call, or that of a notification. */
  method?: string;
  /** Parameters of the method; for tools/call `name` and `arguments`. */
  params?: { readonly [name: string]: unknown };
  /** Result that a client sends in a reply. The server ignores it and answers 202. */
  result?: { readonly [name: string]: unknown };
  /** Error that a client sends in a reply. The server ignores it and answers 202. */
  error?: { readonly [name: string]: unknown };
}

/** Triangles of a model: GET /v1/models/{id}/faces. */
export interface GetFacesFields {
  /** Format of the reply: json, or bin (uint32, little-endian, three per triangle); has precedence over the header Accept. */
  format?: "json" | "bin";
}

/** Make a body, cacheable: GET /v1/models/{id}/mesh. */
export interface GetMeshFields {
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one parameter for each value. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). Separated by commas, or one parameter for each value. */
  pose?: ArrayLike<number>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. Separated by commas, or one parameter for each value. */
  quaternions?: ArrayLike<number>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value. */
  rotations?: ArrayLike<number>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  global_orient?: ArrayLike<number>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  body_pose?: ArrayLike<number>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  left_hand_pose?: ArrayLike<number>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  right_hand_pose?: ArrayLike<number>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  hand_pose?: ArrayLike<number>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  neck_pose?: ArrayLike<number>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  jaw_pose?: ArrayLike<number>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  leye_pose?: ArrayLike<number>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  reye_pose?: ArrayLike<number>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. Separated by commas, or one parameter for each value. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. As JSON. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. Separated by commas, or one parameter for each value. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. Separated by commas, or one parameter for each value. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. Separated by commas, or one parameter for each value. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the neck's rotation). Names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Number of decimals of coordinates in JSON and OBJ, 0 to 9. */
  digits?: number;
  /** Resolves self-contact, where the pose presses skin into the body: exact moves the skin out until nothing overlaps, smooth does the same but leaves limbs that go through each other, soft pushes skin apart by about half of the overlap. The default is exact for stl of one body that is not at rest, soft for glb without rig, and none otherwise. Not allowed with rig. */
  contact?: "none" | "soft" | "smooth" | "exact";
  /** Stage of the model at which the body is returned: shaped is T + B_S, the shape at rest; corrected is T_P, with the pose blend shapes, still at rest; posed is skinned. Joints are at rest before posed. Stages before posed are not allowed with rig, contact or wear. */
  stage?: "posed" | "shaped" | "corrected";
  /** False leaves out the sculpted shapes that the pose drives (`sculpts` of GET /v1/models/{id}). In a glb with a rig they are morph targets with the weights of the pose, and the mesh's extras (sculpts) say how the pose drives them. Only for models that have such shapes. */
  sculpts?: boolean;
  /** Arrays of the reply; the bin format has them in this order. Without it, vertices and joints; an npz has the faces too, and files for other programs (obj, ply, glb) have vertices, normals and faces. An npz also has the betas of its bodies. Separated by commas, or one parameter for each value. */
  include?: readonly ("vertices" | "joints" | "normals" | "faces")[];
  /** Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them. Separated by commas, or one parameter for each value. */
  wear?: string;
  /** Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show it. */
  top?: string;
  /** Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it. */
  bottom?: string;
  /** Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them. */
  footwear?: string;
  /** Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are used. Only GLB files and portraits show them. */
  look?: number;
  /** Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8, work 5, evening 2. Only GLB files and portraits show it. */
  occasion?: "street" | "office" | "sport" | "work" | "evening";
  /** Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it. */
  season?: "winter" | "spring" | "summer" | "autumn";
  /** Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it. */
  wardrobe_version?: number;
  /** Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB files and portraits show it. */
  top_color?: string;
  /** Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it. */
  bottom_color?: string;
  /** Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it. */
  skin?: number;
  /** Colour of hair and brows. Only GLB files and portraits show it. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the person decide. Only GLB files and portraits show it. */
  hair_loss?: number;
  /** Colour of the eyes. Only GLB files and portraits show it. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
  /** Format of the reply; has precedence over the header Accept. */
  format?: "json" | "bin" | "npz" | "obj" | "ply" | "stl" | "glb";
  /** True writes a glTF skin with the model's joints, posed, and shape morph targets, without pose blend shapes. Only for format glb. */
  rig?: boolean;
  /** Value false leaves out the shape morph targets, which make the file of a dressed person seven times larger; the mesh's extras have the betas in both cases. A list makes the file an avatar with these morph targets: groups (arkit, visemes, all, none) and names (jawOpen), separated by commas. Only for format glb with rig. */
  morphs?: boolean | string;
  /** True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with rig; shape morph targets are then left out. */
  face?: boolean;
  /** True writes the soft-tissue directions as morph targets with the names that the stream gives its coefficients (dmpl_0, ..., breathing); shape morph targets are then left out. Only for format glb with rig, for a body without clothes, which do not follow. */
  soft?: boolean;
  /** Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with rig. */
  correctives?: number;
  /** Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the bone), so that its clips fit. Allowed for format glb with rig. */
  names?: "smpl" | "mixamo" | "unreal" | "vrm" | "webxr" | "openxr";
  /** True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, switches between FK and IK, and spaces, which RigControls of the JavaScript client and clients/blender play. Only for format glb with rig. */
  controls?: boolean;
  /** Makes the .glb an avatar for a program: chooses names of joints, axes of bones, rest pose and morph targets, which other fields can change one by one. talkinghead has the names of Ready Player Me, vrm and vrm0 are VRM 1.0 and 0.x, three and unity have Mixamo's names with and without the prefix mixamorig, unreal those of its mannequin, smplx those of SMPL-X. readyplayerme is talkinghead with the meshes of Ready Player Me (Wolf3D_Avatar, or one for each part with atlas=false) and its mixed morph targets. Implies rig=true. */
  profile?: "none" | "talkinghead" | "vrm" | "vrm0" | "three" | "unity" | "unreal" | "smplx" | "readyplayerme";
  /** Level of detail of an avatar: 0 all triangles, 1 about 20,000, 2 about 10,000, 3 about 4,000. Skin weights, morph targets and texture coordinates are kept. */
  lod?: number;
  /** Format of the textures: png, webp (EXT_texture_webp), or none, which uses colours of vertices instead. The file becomes an avatar, unless levels is given: then png and webp set the textures of a dressed body. */
  textures?: "png" | "webp" | "none";
  /** Largest side of the textures in pixels; the skin's texture has a power of two as its side. The file becomes an avatar, unless levels is given. With levels the default is 512 for the skin. */
  texture_size?: number;
  /** True puts all pictures and colours of an avatar into one picture, so that it is drawn with at most two primitives: opaque and transparent. False keeps a primitive for each material. */
  atlas?: boolean;
  /** False leaves out the bones of an avatar's fingers, which then follow the hand. */
  hands?: boolean;
  /** True leaves out the triangles of an avatar below its pelvis, for video calls and VR. The skeleton and its height stay the same, so that clips play as on the whole avatar. */
  half?: boolean;
  /** Compression of an avatar's arrays: quantize (KHR_mesh_quantization), or meshopt (KHR_mesh_quantization and EXT_meshopt_compression, as with quantize=true). */
  compression?: "none" | "quantize" | "meshopt";
  /** Triangle counts of coarser copies of each body, for crowds and for distant bodies: 1 to 4 decreasing numbers, met approximately. The copies are nodes named by MSFT_lod and use the body's own vertices. Only for format glb. Separated by commas, or one parameter for each value. */
  levels?: ArrayLike<number>;
  /** True compresses the file by KHR_mesh_quantization and EXT_meshopt_compression. Only for format glb. */
  quantize?: boolean;
  /** Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations in radians, lengths in the model's own form. Missing ones are 0. Only for MHR. As JSON. */
  model_parameters?: ArrayLike<number> | { readonly [name: string]: number };
  /** Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR. Separated by commas, or one parameter for each value. */
  identity_coeffs?: ArrayLike<number>;
  /** Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR. Separated by commas, or one parameter for each value. */
  face_expr_coeffs?: ArrayLike<number>;
  /** Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are ignored. Only for MHR. As JSON. */
  sam3d?: { readonly [name: string]: unknown } | readonly { readonly [name: string]: unknown }[];
  /** True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR. */
  in_camera?: boolean;
  /** True leaves out the pose correctives of a model that has them. Only for MHR. */
  without_correctives?: boolean;
}

/** Make one or many bodies: POST /v1/models/{id}/mesh. */
export interface MakeMeshesFields {
  /** Format of the reply; has precedence over the header Accept. */
  format?: "json" | "bin" | "npz" | "obj" | "ply" | "stl" | "glb";
  /** True writes a glTF skin with the model's joints, posed, and shape morph targets, without pose blend shapes. Only for format glb. */
  rig?: boolean;
  /** Value false leaves out the shape morph targets, which make the file of a dressed person seven times larger; the mesh's extras have the betas in both cases. A list makes the file an avatar with these morph targets: groups (arkit, visemes, all, none) and names (jawOpen), separated by commas. Only for format glb with rig. */
  morphs?: boolean | string;
  /** True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with rig; shape morph targets are then left out. */
  face?: boolean;
  /** True writes the soft-tissue directions as morph targets with the names that the stream gives its coefficients (dmpl_0, ..., breathing); shape morph targets are then left out. Only for format glb with rig, for a body without clothes, which do not follow. */
  soft?: boolean;
  /** Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with rig. */
  correctives?: number;
  /** Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the bone), so that its clips fit. Allowed for format glb with rig. */
  names?: "smpl" | "mixamo" | "unreal" | "vrm" | "webxr" | "openxr";
  /** True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, switches between FK and IK, and spaces, which RigControls of the JavaScript client and clients/blender play. Only for format glb with rig. */
  controls?: boolean;
  /** Makes the .glb an avatar for a program: chooses names of joints, axes of bones, rest pose and morph targets, which other fields can change one by one. talkinghead has the names of Ready Player Me, vrm and vrm0 are VRM 1.0 and 0.x, three and unity have Mixamo's names with and without the prefix mixamorig, unreal those of its mannequin, smplx those of SMPL-X. readyplayerme is talkinghead with the meshes of Ready Player Me (Wolf3D_Avatar, or one for each part with atlas=false) and its mixed morph targets. Implies rig=true. */
  profile?: "none" | "talkinghead" | "vrm" | "vrm0" | "three" | "unity" | "unreal" | "smplx" | "readyplayerme";
  /** Level of detail of an avatar: 0 all triangles, 1 about 20,000, 2 about 10,000, 3 about 4,000. Skin weights, morph targets and texture coordinates are kept. */
  lod?: number;
  /** Format of the textures: png, webp (EXT_texture_webp), or none, which uses colours of vertices instead. The file becomes an avatar, unless levels is given: then png and webp set the textures of a dressed body. */
  textures?: "png" | "webp" | "none";
  /** Largest side of the textures in pixels; the skin's texture has a power of two as its side. The file becomes an avatar, unless levels is given. With levels the default is 512 for the skin. */
  texture_size?: number;
  /** True puts all pictures and colours of an avatar into one picture, so that it is drawn with at most two primitives: opaque and transparent. False keeps a primitive for each material. */
  atlas?: boolean;
  /** False leaves out the bones of an avatar's fingers, which then follow the hand. */
  hands?: boolean;
  /** True leaves out the triangles of an avatar below its pelvis, for video calls and VR. The skeleton and its height stay the same, so that clips play as on the whole avatar. */
  half?: boolean;
  /** Compression of an avatar's arrays: quantize (KHR_mesh_quantization), or meshopt (KHR_mesh_quantization and EXT_meshopt_compression, as with quantize=true). */
  compression?: "none" | "quantize" | "meshopt";
  /** Triangle counts of coarser copies of each body, for crowds and for distant bodies: 1 to 4 decreasing numbers, met approximately. The copies are nodes named by MSFT_lod and use the body's own vertices. Only for format glb. */
  levels?: ArrayLike<number>;
  /** True compresses the file by KHR_mesh_quantization and EXT_meshopt_compression. Only for format glb. */
  quantize?: boolean;
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
  pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Bodies of a request that makes several. A body uses its own fields, and for those that it lacks the fields beside `bodies`. */
  bodies?: readonly ({
    /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
    betas?: ArrayLike<number>;
    /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
    random?: number | string;
    /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
    gender?: "neutral" | "female" | "male";
    /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
    age?: number;
    /** Stature of the person, in metres. */
    height?: number;
    /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
    weight?: number;
    /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
    percentile?: string;
    /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
    people_version?: number;
    /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
    population?: "survey" | "public";
    /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
    face_shape?: string;
    /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
    ancestry?: string;
    /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
    pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
    /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
    quaternions?: ArrayLike<number | ArrayLike<number>>;
    /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
    rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
    left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
    right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
    use_pca?: boolean;
    /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
    flat_hand_mean?: boolean;
    /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
    expression?: ArrayLike<number>;
    /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
    blend_shapes?: { readonly [name: string]: number };
    /** Translation of the body in metres: x, y, z. */
    translation?: ArrayLike<number>;
    /** Translation of the body in metres under smplx's name; the same field as `translation`. */
    transl?: ArrayLike<number>;
    /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
    soft_tissue?: ArrayLike<number>;
    /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
    ground?: boolean;
  })[];
  /** Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the neck's rotation). Names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Number of decimals of coordinates in JSON and OBJ, 0 to 9. */
  digits?: number;
  /** Resolves self-contact, where the pose presses skin into the body: exact moves the skin out until nothing overlaps, smooth does the same but leaves limbs that go through each other, soft pushes skin apart by about half of the overlap. The default is exact for stl of one body that is not at rest, soft for glb without rig, and none otherwise. Not allowed with rig. */
  contact?: "none" | "soft" | "smooth" | "exact";
  /** Stage of the model at which the body is returned: shaped is T + B_S, the shape at rest; corrected is T_P, with the pose blend shapes, still at rest; posed is skinned. Joints are at rest before posed. Stages before posed are not allowed with rig, contact or wear. */
  stage?: "posed" | "shaped" | "corrected";
  /** False leaves out the sculpted shapes that the pose drives (`sculpts` of GET /v1/models/{id}). In a glb with a rig they are morph targets with the weights of the pose, and the mesh's extras (sculpts) say how the pose drives them. Only for models that have such shapes. */
  sculpts?: boolean;
  /** Arrays of the reply; the bin format has them in this order. Without it, vertices and joints; an npz has the faces too, and files for other programs (obj, ply, glb) have vertices, normals and faces. An npz also has the betas of its bodies. */
  include?: readonly ("vertices" | "joints" | "normals" | "faces")[];
  /** Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them. */
  wear?: string | readonly string[];
  /** Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show it. */
  top?: string;
  /** Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it. */
  bottom?: string;
  /** Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them. */
  footwear?: string;
  /** Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are used. Only GLB files and portraits show them. */
  look?: number;
  /** Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8, work 5, evening 2. Only GLB files and portraits show it. */
  occasion?: "street" | "office" | "sport" | "work" | "evening";
  /** Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it. */
  season?: "winter" | "spring" | "summer" | "autumn";
  /** Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it. */
  wardrobe_version?: number;
  /** Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB files and portraits show it. */
  top_color?: string;
  /** Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it. */
  bottom_color?: string;
  /** Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it. */
  skin?: number;
  /** Colour of hair and brows. Only GLB files and portraits show it. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the person decide. Only GLB files and portraits show it. */
  hair_loss?: number;
  /** Colour of the eyes. Only GLB files and portraits show it. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
  /** Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations in radians, lengths in the model's own form. Missing ones are 0. Only for MHR. */
  model_parameters?: ArrayLike<number> | { readonly [name: string]: number };
  /** Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR. */
  identity_coeffs?: ArrayLike<number>;
  /** Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR. */
  face_expr_coeffs?: ArrayLike<number>;
  /** Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are ignored. Only for MHR. */
  sam3d?: { readonly [name: string]: unknown } | readonly { readonly [name: string]: unknown }[];
  /** True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR. */
  in_camera?: boolean;
  /** True leaves out the pose correctives of a model that has them. Only for MHR. */
  without_correctives?: boolean;
}

/** Store an avatar's choices: POST /v1/avatars. */
export interface CreateAvatarFields {
  /** Body model of the avatar. All other members are the fields of POST /v1/models/{id}/mesh that describe the body and its clothes; together they take less than 4 KB. */
  model?: string;
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
  pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them. */
  wear?: string | readonly string[];
  /** Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show it. */
  top?: string;
  /** Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it. */
  bottom?: string;
  /** Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them. */
  footwear?: string;
  /** Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are used. Only GLB files and portraits show them. */
  look?: number;
  /** Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8, work 5, evening 2. Only GLB files and portraits show it. */
  occasion?: "street" | "office" | "sport" | "work" | "evening";
  /** Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it. */
  season?: "winter" | "spring" | "summer" | "autumn";
  /** Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it. */
  wardrobe_version?: number;
  /** Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB files and portraits show it. */
  top_color?: string;
  /** Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it. */
  bottom_color?: string;
  /** Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it. */
  skin?: number;
  /** Colour of hair and brows. Only GLB files and portraits show it. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the person decide. Only GLB files and portraits show it. */
  hair_loss?: number;
  /** Colour of the eyes. Only GLB files and portraits show it. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
}

/** An avatar's choices or file: GET /v1/avatars/{id}. */
export interface GetAvatarFields {
  /** Format of the reply; has precedence over the header Accept. */
  format?: "json" | "bin" | "npz" | "obj" | "ply" | "stl" | "glb";
  /** True writes a glTF skin with the model's joints, posed, and shape morph targets, without pose blend shapes. Only for format glb. */
  rig?: boolean;
  /** Value false leaves out the shape morph targets, which make the file of a dressed person seven times larger; the mesh's extras have the betas in both cases. A list makes the file an avatar with these morph targets: groups (arkit, visemes, all, none) and names (jawOpen), separated by commas. Only for format glb with rig. */
  morphs?: boolean | string;
  /** True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with rig; shape morph targets are then left out. */
  face?: boolean;
  /** True writes the soft-tissue directions as morph targets with the names that the stream gives its coefficients (dmpl_0, ..., breathing); shape morph targets are then left out. Only for format glb with rig, for a body without clothes, which do not follow. */
  soft?: boolean;
  /** Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with rig. */
  correctives?: number;
  /** Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the bone), so that its clips fit. Allowed for format glb with rig. */
  names?: "smpl" | "mixamo" | "unreal" | "vrm" | "webxr" | "openxr";
  /** True describes controls of the arms and legs in the mesh's extras (controls): targets, poles, switches between FK and IK, and spaces, which RigControls of the JavaScript client and clients/blender play. Only for format glb with rig. */
  controls?: boolean;
  /** Makes the .glb an avatar for a program: chooses names of joints, axes of bones, rest pose and morph targets, which other fields can change one by one. talkinghead has the names of Ready Player Me, vrm and vrm0 are VRM 1.0 and 0.x, three and unity have Mixamo's names with and without the prefix mixamorig, unreal those of its mannequin, smplx those of SMPL-X. readyplayerme is talkinghead with the meshes of Ready Player Me (Wolf3D_Avatar, or one for each part with atlas=false) and its mixed morph targets. Implies rig=true. */
  profile?: "none" | "talkinghead" | "vrm" | "vrm0" | "three" | "unity" | "unreal" | "smplx" | "readyplayerme";
  /** Level of detail of an avatar: 0 all triangles, 1 about 20,000, 2 about 10,000, 3 about 4,000. Skin weights, morph targets and texture coordinates are kept. */
  lod?: number;
  /** Format of the textures: png, webp (EXT_texture_webp), or none, which uses colours of vertices instead. The file becomes an avatar, unless levels is given: then png and webp set the textures of a dressed body. */
  textures?: "png" | "webp" | "none";
  /** Largest side of the textures in pixels; the skin's texture has a power of two as its side. The file becomes an avatar, unless levels is given. With levels the default is 512 for the skin. */
  texture_size?: number;
  /** True puts all pictures and colours of an avatar into one picture, so that it is drawn with at most two primitives: opaque and transparent. False keeps a primitive for each material. */
  atlas?: boolean;
  /** False leaves out the bones of an avatar's fingers, which then follow the hand. */
  hands?: boolean;
  /** True leaves out the triangles of an avatar below its pelvis, for video calls and VR. The skeleton and its height stay the same, so that clips play as on the whole avatar. */
  half?: boolean;
  /** Compression of an avatar's arrays: quantize (KHR_mesh_quantization), or meshopt (KHR_mesh_quantization and EXT_meshopt_compression, as with quantize=true). */
  compression?: "none" | "quantize" | "meshopt";
  /** Triangle counts of coarser copies of each body, for crowds and for distant bodies: 1 to 4 decreasing numbers, met approximately. The copies are nodes named by MSFT_lod and use the body's own vertices. Only for format glb. Separated by commas, or one parameter for each value. */
  levels?: ArrayLike<number>;
  /** True compresses the file by KHR_mesh_quantization and EXT_meshopt_compression. Only for format glb. */
  quantize?: boolean;
}

/** An avatar by the parameters of Ready Player Me: GET /v1/readyplayerme/{id}. */
export interface GetReadyPlayerMeAvatarFields {
  /** File: preset of other parameters: low is lod=2&textureAtlas=256, medium is lod=1&textureAtlas=512, high is lod=0&textureAtlas=1024. Parameters that are given as well have precedence. Picture: 0 to 100, the quality of a JPEG, which has no effect because pictures are PNG. */
  quality?: string;
  /** Level of detail, as `lod` of the mesh route: 0 has all triangles, 2 about 10,000. */
  lod?: number;
  /** Older name of the parameter lod. */
  meshLod?: number;
  /** Meshes of the file: none keeps a mesh for each part (Wolf3D_Head, Wolf3D_Body, EyeLeft, ...); a number of pixels joins them to Wolf3D_Avatar and Wolf3D_Avatar_Transparent, with textures of at most this size. Without it none, or an atlas if quality is given. */
  textureAtlas?: string;
  /** Largest side of the textures in pixels, as texture_size of the mesh route. Of this and a number in textureAtlas the smaller one counts. */
  textureSizeLimit?: number;
  /** Format of the textures, as `textures` of the mesh route. jpeg gives png, because every reader of JPEG reads it and the textures have an alpha channel. */
  textureFormat?: "png" | "webp" | "jpeg";
  /** Morph targets of the file, separated by commas: the groups Default (mouthOpen, mouthSmile), ARKit, Oculus Visemes and none, and names of single shapes. mouthOpen, mouthSmile, eyesClosed, eyesLookUp and eyesLookDown are mixtures of ARKit's shapes. Without it all of them. */
  morphTargets?: string;
  /** File: rest pose: A (arms 45 degrees down, the default) or T (arms stretched out). Picture: stance of the figure: standing (the default), relaxed, power-stance or thumbs-up. */
  pose?: "A" | "T" | "standing" | "relaxed" | "power-stance" | "thumbs-up";
  /** True keeps the bones of the fingers, as `hands` of the mesh route. */
  useHands?: boolean;
  /** Draco compression. True gives a file without it, which every reader of Draco reads, because Draco cannot hold morph targets; Posed-Warning says so. useMeshOptCompression makes smaller files. */
  useDracoMeshCompression?: boolean;
  /** True compresses the arrays, as compression=meshopt of the mesh route. */
  useMeshOptCompression?: boolean;
  /** True compresses the arrays, as compression=meshopt of the mesh route. */
  useQuantizeMeshOptCompression?: boolean;
  /** Largest side of the textures by name: low is 256, medium 512 and high 1024 pixels. Of this and the other limits the smallest counts. */
  textureQuality?: "low" | "medium" | "high";
  /** Channels of the textures, separated by commas: baseColor, normal, metallicRoughness, emissive, occlusion. Without baseColor the file has no textures; posed has no picture for normal, emissive and occlusion, and writes metallicRoughness with baseColor. */
  textureChannels?: string;
  /** Picture: part of the figure that it shows: portrait is view=head of the portrait route, fullbody and fit are view=full. Without it portrait. */
  camera?: "portrait" | "fullbody" | "fit";
  /** Picture: older name of camera and background together. */
  scene?: "fullbody-portrait-v1" | "fullbody-portrait-v1-transparent" | "halfbody-portrait-v1" | "halfbody-portrait-v1-transparent" | "fullbody-posture-v1-transparent";
  /** Picture: width and height in pixels. */
  size?: number;
  /** Picture: facial expression. Without it a faint smile. */
  expression?: "happy" | "lol" | "sad" | "scared" | "rage";
  /** Picture: weights of morph targets, 0 to 1, each as blendShapes[NAME]=WEIGHT or blendShapes[MESH][NAME]=WEIGHT. Added to the expression. As JSON. */
  blendShapes?: { readonly [name: string]: number };
  /** Picture: colour behind the figure as red, green and blue, 0 to 255. Without it transparent. */
  background?: string;
  /** Time of the avatar's last change, by which programs pass caches. It has no effect: the ETag of the reply names the content. */
  uat?: string;
  /** Header Cache-Control of the closed service. It has no effect: the reply has posed's. */
  cacheControl?: string;
}

/** Joint positions, cacheable: GET /v1/models/{id}/joints. */
export interface GetJointsFields {
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one parameter for each value. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). Separated by commas, or one parameter for each value. */
  pose?: ArrayLike<number>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. Separated by commas, or one parameter for each value. */
  quaternions?: ArrayLike<number>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value. */
  rotations?: ArrayLike<number>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  global_orient?: ArrayLike<number>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  body_pose?: ArrayLike<number>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  left_hand_pose?: ArrayLike<number>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  right_hand_pose?: ArrayLike<number>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  hand_pose?: ArrayLike<number>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  neck_pose?: ArrayLike<number>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  jaw_pose?: ArrayLike<number>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  leye_pose?: ArrayLike<number>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  reye_pose?: ArrayLike<number>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. Separated by commas, or one parameter for each value. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. As JSON. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. Separated by commas, or one parameter for each value. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. Separated by commas, or one parameter for each value. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. Separated by commas, or one parameter for each value. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the neck's rotation). Names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Number of decimals of coordinates in JSON and OBJ, 0 to 9. */
  digits?: number;
  /** Format of the reply; has precedence over the header Accept. */
  format?: "json" | "bin" | "npz";
  /** Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations in radians, lengths in the model's own form. Missing ones are 0. Only for MHR. As JSON. */
  model_parameters?: ArrayLike<number> | { readonly [name: string]: number };
  /** Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR. Separated by commas, or one parameter for each value. */
  identity_coeffs?: ArrayLike<number>;
  /** Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR. Separated by commas, or one parameter for each value. */
  face_expr_coeffs?: ArrayLike<number>;
  /** Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are ignored. Only for MHR. As JSON. */
  sam3d?: { readonly [name: string]: unknown } | readonly { readonly [name: string]: unknown }[];
  /** True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR. */
  in_camera?: boolean;
  /** True leaves out the pose correctives of a model that has them. Only for MHR. */
  without_correctives?: boolean;
}

/** Joint positions of bodies: POST /v1/models/{id}/joints. */
export interface MakeJointsFields {
  /** Format of the reply; has precedence over the header Accept. */
  format?: "json" | "bin" | "npz";
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
  pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Bodies of a request that makes several. A body uses its own fields, and for those that it lacks the fields beside `bodies`. */
  bodies?: readonly ({
    /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
    betas?: ArrayLike<number>;
    /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
    random?: number | string;
    /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
    gender?: "neutral" | "female" | "male";
    /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
    age?: number;
    /** Stature of the person, in metres. */
    height?: number;
    /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
    weight?: number;
    /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
    percentile?: string;
    /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
    people_version?: number;
    /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
    population?: "survey" | "public";
    /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
    face_shape?: string;
    /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
    ancestry?: string;
    /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
    pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
    /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
    quaternions?: ArrayLike<number | ArrayLike<number>>;
    /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
    rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
    left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
    right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
    use_pca?: boolean;
    /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
    flat_hand_mean?: boolean;
    /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
    expression?: ArrayLike<number>;
    /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
    blend_shapes?: { readonly [name: string]: number };
    /** Translation of the body in metres: x, y, z. */
    translation?: ArrayLike<number>;
    /** Translation of the body in metres under smplx's name; the same field as `translation`. */
    transl?: ArrayLike<number>;
    /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
    soft_tissue?: ArrayLike<number>;
    /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
    ground?: boolean;
  })[];
  /** Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). Without it, the skinning that the model is made for (`skinning` of GET /v1/models/{id}): lbs, or dqs for an imported model with bs_style dqbs. */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Axes and unit of the reply: gltf and smpl (right-handed, +Y up, +Z forward, metres), amass and blender (+Z up, -Y forward), unity (left-handed, +Y up), unreal (left-handed, +Z up, centimetres). */
  frame?: "gltf" | "smpl" | "amass" | "blender" | "unity" | "unreal";
  /** Points of the skin that follow the joints in the reply, in smplx's order: body adds nose, eyes, ears, toes, heels and finger tips (21; 5 of MANO); face also adds the 51 facial landmarks; contour also adds the 17 points of the facial outline, in models that have them (they follow the neck's rotation). Names are the model's keypoint_names. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** Number of decimals of coordinates in JSON and OBJ, 0 to 9. */
  digits?: number;
  /** Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then lengths), or an object by parameter name; rotations in radians, lengths in the model's own form. Missing ones are 0. Only for MHR. */
  model_parameters?: ArrayLike<number> | { readonly [name: string]: number };
  /** Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the hands; missing ones are 0. Only for MHR. */
  identity_coeffs?: ArrayLike<number>;
  /** Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR. */
  face_expr_coeffs?: ArrayLike<number>;
  /** Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are ignored. Only for MHR. */
  sam3d?: { readonly [name: string]: unknown } | readonly { readonly [name: string]: unknown }[];
  /** True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at the origin that looks along -Z. Only for MHR. */
  in_camera?: boolean;
  /** True leaves out the pose correctives of a model that has them. Only for MHR. */
  without_correctives?: boolean;
}

/** Derivatives of bodies by their parameters: POST /v1/models/{id}/derivatives. */
export interface MakeDerivativesFields {
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
  pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Bodies of a request that makes several. A body uses its own fields, and for those that it lacks the fields beside `bodies`. */
  bodies?: readonly ({
    /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
    betas?: ArrayLike<number>;
    /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
    random?: number | string;
    /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
    gender?: "neutral" | "female" | "male";
    /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
    age?: number;
    /** Stature of the person, in metres. */
    height?: number;
    /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
    weight?: number;
    /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
    percentile?: string;
    /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
    people_version?: number;
    /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
    population?: "survey" | "public";
    /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
    face_shape?: string;
    /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
    ancestry?: string;
    /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
    pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
    /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
    quaternions?: ArrayLike<number | ArrayLike<number>>;
    /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
    rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
    reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
    left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
    right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
    use_pca?: boolean;
    /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
    flat_hand_mean?: boolean;
    /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
    expression?: ArrayLike<number>;
    /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
    blend_shapes?: { readonly [name: string]: number };
    /** Translation of the body in metres: x, y, z. */
    translation?: ArrayLike<number>;
    /** Translation of the body in metres under smplx's name; the same field as `translation`. */
    transl?: ArrayLike<number>;
    /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
    soft_tissue?: ArrayLike<number>;
    /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
    ground?: boolean;
  })[];
  /** Gradient of a number by the points of the bodies: vertices (B,V,3), joints (B,P,3) with P joints and keypoints; flat or nested, missing ones are 0. The reply has its gradient by betas, expression, pose and translation. Exactly one of cotangents and tangents is needed. */
  cotangents?: {
    vertices?: readonly unknown[];
    joints?: readonly unknown[];
  };
  /** Direction in which the parameters change: betas (B,n), expression (B,E), pose (B,K,3) as changes of axis-angle vectors, translation (B,3); flat or nested, missing ones are 0. The reply has the change of vertices and joints. */
  tangents?: {
    betas?: readonly unknown[];
    expression?: readonly unknown[];
    pose?: readonly unknown[];
    translation?: readonly unknown[];
  };
  /** Points of the skin that follow the joints in `joints`, as for the route of joints. */
  keypoints?: "none" | "body" | "face" | "contour";
  /** False leaves out the sculpted shapes that the pose drives. Only for models that have them. */
  sculpts?: boolean;
}

/** Draw a picture of a body, cacheable: GET /v1/models/{id}/portrait. */
export interface GetPortraitFields {
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one parameter for each value. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). Separated by commas, or one parameter for each value. */
  pose?: ArrayLike<number>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. Separated by commas, or one parameter for each value. */
  quaternions?: ArrayLike<number>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). Separated by commas, or one parameter for each value. */
  rotations?: ArrayLike<number>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  global_orient?: ArrayLike<number>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  body_pose?: ArrayLike<number>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  left_hand_pose?: ArrayLike<number>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  right_hand_pose?: ArrayLike<number>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  hand_pose?: ArrayLike<number>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  neck_pose?: ArrayLike<number>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  jaw_pose?: ArrayLike<number>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  leye_pose?: ArrayLike<number>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. Separated by commas, or one parameter for each value. */
  reye_pose?: ArrayLike<number>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. Separated by commas, or one parameter for each value. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. As JSON. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. Separated by commas, or one parameter for each value. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. Separated by commas, or one parameter for each value. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. Separated by commas, or one parameter for each value. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure). */
  view?: "head" | "half" | "full";
  /** Width and height of the picture in pixels, 32 to 1024, or one number for both. Separated by commas, or one parameter for each value. */
  size?: ArrayLike<number>;
  /** Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side. */
  yaw?: number;
  /** Elevation of the camera in degrees: at 30 it looks down on the figure from above. */
  pitch?: number;
  /** Magnification of the figure in the picture; 2 shows it twice as large. */
  zoom?: number;
  /** Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward. */
  background?: string;
  /** Stance of a figure without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up. Without it standing, in one of six ways by the seed of `random`. Not allowed together with a pose. */
  stance?: "standing" | "relaxed" | "power-stance" | "thumbs-up";
  /** Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them. Separated by commas, or one parameter for each value. */
  wear?: string;
  /** Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show it. */
  top?: string;
  /** Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it. */
  bottom?: string;
  /** Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them. */
  footwear?: string;
  /** Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are used. Only GLB files and portraits show them. */
  look?: number;
  /** Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8, work 5, evening 2. Only GLB files and portraits show it. */
  occasion?: "street" | "office" | "sport" | "work" | "evening";
  /** Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it. */
  season?: "winter" | "spring" | "summer" | "autumn";
  /** Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it. */
  wardrobe_version?: number;
  /** Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB files and portraits show it. */
  top_color?: string;
  /** Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it. */
  bottom_color?: string;
  /** Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it. */
  skin?: number;
  /** Colour of hair and brows. Only GLB files and portraits show it. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the person decide. Only GLB files and portraits show it. */
  hair_loss?: number;
  /** Colour of the eyes. Only GLB files and portraits show it. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
  /** Format of the picture; has precedence over the header Accept. */
  format?: "png" | "webp";
}

/** Draw a picture of a body: POST /v1/models/{id}/portrait. */
export interface DrawPortraitFields {
  /** Format of the picture; has precedence over the header Accept. */
  format?: "png" | "webp";
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Changes of facial features as NAME:VALUE with commas between. Each value is added to that feature of the body's face, in standard deviations over people, -5 to 5. Names: feature_names of GET /v1/models/{id}. */
  face_shape?: string;
  /** Ancestry of the face: african, asian or european, or a mixture as NAME:SHARE with commas between. Without it, the seed decides the ancestry of a random person. The colours of skin, hair and eyes of a random person follow the ancestry. */
  ancestry?: string;
  /** Pose of the body: one axis-angle per joint in radians, local to the parent; 24x3 or 72 numbers for 24 joints. Without pose, quaternions and rotations the body stands in its rest pose. On the mesh route with format glb it may be a word, the rest pose of an avatar: t (arms stretched out) or a (arms 45 degrees down). */
  pose?: "t" | "a" | "T" | "A" | ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. Quaternions are normalised; a zero quaternion is an error. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** Pose of the body, instead of `pose`: one rotation per joint, local to the parent, as a 3x3 row-major matrix (nested or 9 numbers, orthonormal within 0.001) or as 6 numbers, the matrix's first and second column (Zhou et al. 2019). */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the root, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  global_orient?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  body_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the left hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  left_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the right hand's 15 finger joints, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  right_hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotations of the 15 finger joints of a model of one hand (MANO), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  hand_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the neck of a model of a head (FLAME), named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  neck_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the jaw, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  jaw_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the left eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  leye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Rotation of the right eye, named as in smplx: axis-angle in radians (3 numbers a joint), quaternion (4), 6D (6) or matrix (9), flat or one row per joint. */
  reye_pose?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Left hand's pose by name, instead of left_hand_pose; for MANO, the pose of its only hand. The model's mean hand pose is not added. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Right hand's pose by name, instead of right_hand_pose. The model's mean hand pose is not added. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** True reads hand poses as coefficients of the model's principal components, false as rotations. Without it, fewer than 45 numbers are coefficients. */
  use_pca?: boolean;
  /** True leaves out the model's mean hand pose. False adds it, as smplx does, to axis-angles and to coefficients, and gives it to a hand without a pose. It is never added to quaternions, 6D and matrices. */
  flat_hand_mean?: boolean;
  /** Expression coefficients of SMPL-X and FLAME, in standard deviations (beyond 5 the reply warns); for a model whose expressions have names, their weights, -2 to 2. Any count up to the model's is allowed. */
  expression?: ArrayLike<number>;
  /** Expression weights by name, -2 to 2, added to `expression`. Names are the model's expression_names, such as ARKit's 52 blend shapes. eyeBlink closes the lids at 1 on any body: it moves those of large eyes farther. */
  blend_shapes?: { readonly [name: string]: number };
  /** Translation of the body in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Translation of the body in metres under smplx's name; the same field as `translation`. */
  transl?: ArrayLike<number>;
  /** Soft-tissue (DMPL) coefficients. Any count up to the model's soft_tissue_count is allowed; missing ones are 0. */
  soft_tissue?: ArrayLike<number>;
  /** True moves the body vertically, after the translation, so that its lowest vertex is at y = 0. */
  ground?: boolean;
  /** Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure). */
  view?: "head" | "half" | "full";
  /** Width and height of the picture in pixels, 32 to 1024, or one number for both. */
  size?: number | ArrayLike<number>;
  /** Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side. */
  yaw?: number;
  /** Elevation of the camera in degrees: at 30 it looks down on the figure from above. */
  pitch?: number;
  /** Magnification of the figure in the picture; 2 shows it twice as large. */
  zoom?: number;
  /** Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward. */
  background?: string;
  /** Stance of a figure without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up. Without it standing, in one of six ways by the seed of `random`. Not allowed together with a pose. */
  stance?: "standing" | "relaxed" | "power-stance" | "thumbs-up";
  /** Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs). */
  skinning?: "lbs" | "dqs" | "sbs";
  /** Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them. */
  wear?: string | readonly string[];
  /** Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show it. */
  top?: string;
  /** Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it. */
  bottom?: string;
  /** Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them. */
  footwear?: string;
  /** Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are used. Only GLB files and portraits show them. */
  look?: number;
  /** Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8, work 5, evening 2. Only GLB files and portraits show it. */
  occasion?: "street" | "office" | "sport" | "work" | "evening";
  /** Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it. */
  season?: "winter" | "spring" | "summer" | "autumn";
  /** Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it. */
  wardrobe_version?: number;
  /** Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB files and portraits show it. */
  top_color?: string;
  /** Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it. */
  bottom_color?: string;
  /** Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it. */
  skin?: number;
  /** Colour of hair and brows. Only GLB files and portraits show it. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the person decide. Only GLB files and portraits show it. */
  hair_loss?: number;
  /** Colour of the eyes. Only GLB files and portraits show it. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
}

/** Measure a body, cacheable: GET /v1/models/{id}/measure. */
export interface GetMeasurementsFields {
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. Separated by commas, or one parameter for each value. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Density in kg/m3 by which the volume is multiplied to give the mass. */
  density?: number;
  /** True adds the path of the tape measure of each measurement to the reply, as points on the surface that keep their place in any pose. Only for a request of one body. */
  lines?: boolean;
}

/** Measure one or many bodies: POST /v1/models/{id}/measure. */
export interface MeasureBodiesFields {
  /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
  betas?: ArrayLike<number>;
  /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
  random?: number | string;
  /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
  gender?: "neutral" | "female" | "male";
  /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
  age?: number;
  /** Stature of the person, in metres. */
  height?: number;
  /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
  weight?: number;
  /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
  percentile?: string;
  /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
  people_version?: number;
  /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
  population?: "survey" | "public";
  /** Density in kg/m3 by which the volume is multiplied to give the mass. */
  density?: number;
  /** True adds the path of the tape measure of each measurement to the reply, as points on the surface that keep their place in any pose. Only for a request of one body. */
  lines?: boolean;
  /** Bodies of a request that measures several, each with its own betas. */
  bodies?: readonly ({
    /** Shape coefficients of the body, in standard deviations. Any count up to the model's is allowed; missing ones are 0. */
    betas?: ArrayLike<number>;
    /** Seed of a random body, instead of betas. A model with people gives a person of this seed, whom gender, age, height, weight, percentile, face_shape and ancestry change as little as they require; any other model, and N(0,1):SEED on every model, draws each beta from the standard normal distribution. The same seed always gives the same body. */
    random?: number | string;
    /** Gender of the person. Without it the seed decides between female and male, and without a seed the model's gender is used. */
    gender?: "neutral" | "female" | "male";
    /** Age of the person in years. The body has the average shape of that age (from 58 on, that of 58, the oldest of the survey); wrinkles, age spots and hair follow the age. */
    age?: number;
    /** Stature of the person, in metres. */
    height?: number;
    /** Weight of the person in kilograms, at a density of 1000 kg/m3. A weight that nobody of the requested height has is an error that states the range. */
    weight?: number;
    /** Measures as percentiles among people of the requested gender and population, 0.1 to 99.9, as NAME:PERCENTILE with commas between. Names: height, mass, chest_girth, navel_girth, hip_girth, thigh_girth, neck_girth, wrist_girth, head_girth, foot_length, hand_length, inside_leg_height, span; weight is mass. */
    percentile?: string;
    /** Version of the distribution from which a person comes: 1 has shoulders of one breadth for women and men; 2, the latest, has those of the survey and is that without the field. A request that is kept for years should state it. */
    people_version?: number;
    /** Population whose spread of body shapes is used: survey (soldiers of the ANSUR II survey) or public (the wider spread of weight among adults). */
    population?: "survey" | "public";
  })[];
}

/** Fit a body to measurements or to observations: POST /v1/models/{id}/fit. */
export interface FitMeasurementsFields {
  /** Measurements that the body is to have, at least one. In all other respects the most likely body is chosen. */
  measurements?: {
    /** Wanted height in m: lowest to highest point of the body. */
    height?: number;
    /** Wanted mass in kg: volume times density. */
    mass?: number;
    /** Wanted volume in m3: volume enclosed by the skin. */
    volume?: number;
    /** Wanted bmi in kg/m2: mass divided by the square of the height. */
    bmi?: number;
    /** Wanted head_girth in m: greatest horizontal girth of the head above the brow. */
    head_girth?: number;
    /** Wanted neck_girth in m: least girth between neck and head joint, square to the line between them. */
    neck_girth?: number;
    /** Wanted chest_girth in m: horizontal girth of the trunk at the nipples, arms left out. */
    chest_girth?: number;
    /** Wanted underbust_girth in m: horizontal girth of the trunk below the breasts: a third of the way from nipples to navel. */
    underbust_girth?: number;
    /** Wanted waist_girth in m: least horizontal girth of the trunk, from 35 % of the way between crotch and nipples up to the ribs. */
    waist_girth?: number;
    /** Wanted navel_girth in m: horizontal girth of the trunk at the navel. */
    navel_girth?: number;
    /** Wanted hip_girth in m: greatest horizontal girth between crotch and 55 % of the way to the navel. */
    hip_girth?: number;
    /** Wanted thigh_girth in m: horizontal girth of the left thigh 0.012 of the height (2 cm) below the crotch. */
    thigh_girth?: number;
    /** Wanted knee_girth in m: horizontal girth of the left leg at the knee joint. */
    knee_girth?: number;
    /** Wanted calf_girth in m: greatest horizontal girth of the left leg between knee and mid-shank. */
    calf_girth?: number;
    /** Wanted ankle_girth in m: least horizontal girth of the left leg above the ankle joint. */
    ankle_girth?: number;
    /** Wanted upper_arm_girth in m: girth of the left upper arm midway between shoulder and elbow joint, square to the bone. */
    upper_arm_girth?: number;
    /** Wanted elbow_girth in m: girth of the left arm at the elbow joint, square to the line from shoulder to wrist. */
    elbow_girth?: number;
    /** Wanted wrist_girth in m: least girth of the left forearm in its last quarter, square to the bone. */
    wrist_girth?: number;
    /** Wanted shoulder_width in m: distance of the two shoulder joint centres. */
    shoulder_width?: number;
    /** Wanted arm_length in m: shoulder to elbow to wrist joint, left. */
    arm_length?: number;
    /** Wanted hand_length in m: wrist joint to the farthest finger tip along the hand, left. */
    hand_length?: number;
    /** Wanted inside_leg_height in m: lowest point of the body to the crotch. */
    inside_leg_height?: number;
    /** Wanted back_neck_to_waist in m: along the back, hollows spanned, from the height of the neck joint to the waist. */
    back_neck_to_waist?: number;
    /** Wanted foot_length in m: heel to toe tip, left, front to back. */
    foot_length?: number;
    /** Wanted span in m: finger tip to finger tip in the T-pose. */
    span?: number;
  };
  /** Observations of a person at one moment, instead of measurements (docs/guide/fit.md). */
  observations?: {
    /** Observed joint positions in metres (or in any unit with fit_scale), by name, or one row per joint in the model's order; null where not seen. */
    joints?: readonly (ArrayLike<number> | null)[] | { readonly [name: string]: ArrayLike<number> | null };
    /** Noise of the observed joint positions in metres of the body, one standard deviation. */
    joints_noise?: number;
    /** Keypoints that a detector found, in a picture or in space. */
    keypoints?: {
      /** Set of keypoints: coco17, openpose25, mediapipe33, h36m17, sam3d70, openpose67, mediapipe75, webxr83, openxr70, openxr84, xsens23, or SMPL's own joints, smpl22, smpl24, smplh52 or smplx55; or the caller's own set as an object, {"name":{"joints":{"left_wrist":0.5},"vertices":{"2319":0.5}}}, with weights of joints by name and of vertices by index. */
      set?: "coco17" | "openpose25" | "mediapipe33" | "h36m17" | "sam3d70" | "openpose67" | "mediapipe75" | "webxr83" | "openxr70" | "openxr84" | "smpl22" | "smpl24" | "smplh52" | "smplx55" | "xsens23" | { readonly [name: string]: {
        joints?: { readonly [name: string]: number };
        vertices?: { readonly [name: string]: number };
      } };
      /** Keypoints in the set's order or by name: [x, y] in pixels, x to the right and y down, or [x, y, z] in metres; null where not seen. */
      points?: readonly (ArrayLike<number> | null)[] | { readonly [name: string]: ArrayLike<number> | null };
      /** Confidences of the keypoints, 0 to 1, in the same order or by name; 0: not seen; missing ones are 1. */
      confidence?: ArrayLike<number> | { readonly [name: string]: number };
      /** Views of 2 to 16 cameras of the same moment, instead of points. The poses of the cameras have to be known; POST /v1/jobs calibrates unknown ones from a take. */
      views?: readonly ({
        /** Camera of the view, with its rotation. */
        camera?: {
          /** Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length. */
          fx?: number;
          /** Focal length along y in pixels; without it fx. */
          fy?: number;
          /** Centre of projection along x in pixels; without it half the width. */
          cx?: number;
          /** Centre of projection along y in pixels; without it half the height. */
          cy?: number;
          /** Width of the picture in pixels; required when fx or cx is missing. */
          width?: number;
          /** Height of the picture in pixels; required when fx or cy is missing. */
          height?: number;
          /** Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks along -Z of a world with +Y up. */
          rotation?: ArrayLike<number | ArrayLike<number>>;
          /** Translation of the camera in metres: x_camera = rotation x_world + translation. */
          translation?: ArrayLike<number>;
          /** Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts them. */
          distortion?: ArrayLike<number>;
        };
        /** Keypoints that the view shows, in the set's order or by name: [x, y] in pixels; null where not seen. */
        points?: readonly (ArrayLike<number> | null)[] | { readonly [name: string]: ArrayLike<number> | null };
        /** Confidences of the keypoints, 0 to 1, in the same order or by name; 0: not seen; missing ones are 1. */
        confidence?: ArrayLike<number> | { readonly [name: string]: number };
      })[];
      /** Noise of the points, one standard deviation: by default 3 in pixels, or 0.01 in metres. */
      noise?: number;
    };
    /** Observed positions of single vertices of the mesh. */
    vertices?: {
      /** Indices of vertices of the model. */
      index?: ArrayLike<number>;
      /** Observed positions of the vertices in metres: x, y, z each. */
      points?: ArrayLike<ArrayLike<number>>;
      /** Noise of the observed vertices in metres, one standard deviation. */
      noise?: number;
    };
    /** Orientations that inertial sensors measured. Alone they determine the pose, and neither shape nor position. */
    orientations?: {
      /** Orientations by the bone on which the sensor sits (SMPL's joint that moves this bone, or the name that Xsens, TotalCapture or OpenSense uses): quaternions x, y, z, w from the sensor's axes to the world's. */
      sensors?: { readonly [name: string]: ArrayLike<number> | null };
      /** Orientations of the sensors in the calibration pose, in the form of `sensors`. Without it, the sensors are aligned with the model's joints, whose axes are the world's at rest. */
      tpose?: { readonly [name: string]: ArrayLike<number> | null };
      /** Calibration pose of the body: arms out to the sides (t) or hanging (n), legs straight, hands and feet pointing forwards. */
      pose?: "t" | "n";
      /** Up axis of the sensors' world. */
      up?: "x" | "y" | "z" | "-x" | "-y" | "-z";
      /** Direction that the body faces in the calibration pose, in degrees about the vertical from the sensors' axis z (with y up), x (z up) or y (x up). POST /v1/jobs finds it from a take. */
      facing?: number;
      /** Noise of the orientations in degrees, one standard deviation. */
      noise?: number;
    };
    /** Several people in the pictures of one or several cameras, not yet assigned to each other, instead of the other observations. The reply has `people`: at most 16, those seen in the most views first. */
    crowd?: {
      /** Set of keypoints of the figures: coco17, openpose25, mediapipe33, h36m17 or another of the sets of `keypoints`. */
      set?: string;
      /** Views of 1 to 16 cameras of the same moment. */
      views?: readonly ({
        /** Camera of the view. With several views each needs rotation, translation and fx. */
        camera?: {
          /** Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length. */
          fx?: number;
          /** Focal length along y in pixels; without it fx. */
          fy?: number;
          /** Centre of projection along x in pixels; without it half the width. */
          cx?: number;
          /** Centre of projection along y in pixels; without it half the height. */
          cy?: number;
          /** Width of the picture in pixels; required when fx or cx is missing. */
          width?: number;
          /** Height of the picture in pixels; required when fx or cy is missing. */
          height?: number;
          /** Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks along -Z of a world with +Y up. */
          rotation?: ArrayLike<number | ArrayLike<number>>;
          /** Translation of the camera in metres: x_camera = rotation x_world + translation. */
          translation?: ArrayLike<number>;
          /** Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts them. */
          distortion?: ArrayLike<number>;
        };
        /** Figures in the view, up to 64 in any order: each has [x, y] in pixels of every keypoint in the set's order, null where not seen. */
        figures?: readonly (readonly (ArrayLike<number> | null)[])[];
        /** Confidences of the keypoints: for each figure, one number from 0 to 1 per keypoint; 0: not seen; missing ones are 1. */
        confidence?: ArrayLike<ArrayLike<number>>;
      })[];
    };
    /** Up axis of the points in space (joints, keypoints, vertices): they are turned by one rotation about x or z so that +Y is up, as everything in the reply. With auto it is y; of a body that is upside down it is -y, a camera's axes (x right, y down, z forward), which a warning and `up` of the reply name. */
    up?: "x" | "y" | "z" | "-x" | "-y" | "-z" | "auto";
    /** Camera of the picture; required with points of two numbers. */
    camera?: {
      /** Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length. */
      fx?: number;
      /** Focal length along y in pixels; without it fx. */
      fy?: number;
      /** Centre of projection along x in pixels; without it half the width. */
      cx?: number;
      /** Centre of projection along y in pixels; without it half the height. */
      cy?: number;
      /** Width of the picture in pixels; required when fx or cx is missing. */
      width?: number;
      /** Height of the picture in pixels; required when fx or cy is missing. */
      height?: number;
      /** Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks along -Z of a world with +Y up. */
      rotation?: ArrayLike<number | ArrayLike<number>>;
      /** Translation of the camera in metres: x_camera = rotation x_world + translation. */
      translation?: ArrayLike<number>;
      /** Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts them. */
      distortion?: ArrayLike<number>;
    };
    /** Start of the search, such as the fit of the previous frame. Without a pose in it, the search starts as if there were no start. */
    start?: {
      /** Shape coefficients with which the search starts, or which are kept with keep_betas; in standard deviations. */
      betas?: ArrayLike<number>;
      /** Start pose: one axis-angle per joint in radians, local to the parent. */
      pose?: ArrayLike<number | ArrayLike<number>>;
      /** Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. */
      quaternions?: ArrayLike<number | ArrayLike<number>>;
      /** Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent. */
      rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
      /** Start translation of the body in metres: x, y, z. */
      translation?: ArrayLike<number>;
      /** Scale from the body to the observed points, applied before the translation: 100 for points in centimetres. When absent it is 1, or with fit_scale it is found from the points. */
      scale?: number;
    };
    /** True keeps the betas of `start` unchanged, for a person whose shape is known. */
    keep_betas?: boolean;
    /** True finds the unit of the points: their scale is fitted and returned. The noise fields and `robust` are still in metres of the body. */
    fit_scale?: boolean;
    /** Solver of the fit: likely (the most probable body) or hybrik (a closed form from the positions of all joints, with betas from the bone lengths; docs/guide/fit.md). */
    solver?: "likely" | "hybrik";
    /** Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only for solver hybrik. */
    twists?: ArrayLike<number>;
    /** Height in metres of the floor on which the lowest heel or toe stands; without it there is no floor. */
    floor?: number;
    /** Distance from which a point counts as an outlier (Geman-McClure), in pixels, or in metres of the body for points in space; 0: no point is an outlier. When absent: a fifth of the figure's size in a picture; no outliers in space. */
    robust?: number;
    /** Weights of the terms of the cost, for experiments. */
    weights?: {
      /** Weight of the term `points` of the cost: positions observed in space (joints, vertices, keypoints); 0 leaves the term out. */
      points?: number;
      /** Weight of the term `surface` of the cost: distances of the points of a scan from the planes of the surface; 0 leaves the term out. */
      surface?: number;
      /** Weight of the term `orientation` of the cost: orientations of joints in space; 0 leaves the term out. */
      orientation?: number;
      /** Weight of the term `picture` of the cost: positions observed in a picture; 0 leaves the term out. */
      picture?: number;
      /** Weight of the term `pose` of the cost: the pose prior, learned from motion capture; 0 leaves the term out. */
      pose?: number;
      /** Weight of the term `rest` of the cost: joints outside the prior tend to the rest pose; 0 leaves the term out. */
      rest?: number;
      /** Weight of the term `bend` of the cost: knees and elbows do not bend backwards; 0 leaves the term out. */
      bend?: number;
      /** Weight of the term `ranges` of the cost: joints stay within their ranges; 0 leaves the term out. */
      ranges?: number;
      /** Weight of the term `shape` of the cost: betas are normally distributed over people; 0 leaves the term out. */
      shape?: number;
      /** Weight of the term `floor` of the cost: the lowest heel or toe stands on the floor; 0 leaves the term out. */
      floor?: number;
      /** Weight of the term `camera` of the cost: scale and focal length stay near their guess; 0 leaves the term out. */
      camera?: number;
      /** Weight of the term `capsules` of the cost: limbs, trunk and head do not overlap; 0 leaves the term out. */
      capsules?: number;
      /** Weight of the term `lean` of the cost: a body that one camera sees stands upright, as the size of a body that leans away is unknown; 0 leaves the term out. */
      lean?: number;
    };
  };
  /** Mesh of the body that is returned with a fit to observations: none, or glb (a file in base64). */
  mesh?: "none" | "glb";
  /** Tolerances of the measurements, one standard deviation each; only for measurements that are given. */
  tolerances?: {
    /** Tolerance of height in m, one standard deviation. */
    height?: number;
    /** Tolerance of mass in kg, one standard deviation. */
    mass?: number;
    /** Tolerance of volume in m3, one standard deviation. */
    volume?: number;
    /** Tolerance of bmi in kg/m2, one standard deviation. */
    bmi?: number;
    /** Tolerance of head_girth in m, one standard deviation. */
    head_girth?: number;
    /** Tolerance of neck_girth in m, one standard deviation. */
    neck_girth?: number;
    /** Tolerance of chest_girth in m, one standard deviation. */
    chest_girth?: number;
    /** Tolerance of underbust_girth in m, one standard deviation. */
    underbust_girth?: number;
    /** Tolerance of waist_girth in m, one standard deviation. */
    waist_girth?: number;
    /** Tolerance of navel_girth in m, one standard deviation. */
    navel_girth?: number;
    /** Tolerance of hip_girth in m, one standard deviation. */
    hip_girth?: number;
    /** Tolerance of thigh_girth in m, one standard deviation. */
    thigh_girth?: number;
    /** Tolerance of knee_girth in m, one standard deviation. */
    knee_girth?: number;
    /** Tolerance of calf_girth in m, one standard deviation. */
    calf_girth?: number;
    /** Tolerance of ankle_girth in m, one standard deviation. */
    ankle_girth?: number;
    /** Tolerance of upper_arm_girth in m, one standard deviation. */
    upper_arm_girth?: number;
    /** Tolerance of elbow_girth in m, one standard deviation. */
    elbow_girth?: number;
    /** Tolerance of wrist_girth in m, one standard deviation. */
    wrist_girth?: number;
    /** Tolerance of shoulder_width in m, one standard deviation. */
    shoulder_width?: number;
    /** Tolerance of arm_length in m, one standard deviation. */
    arm_length?: number;
    /** Tolerance of hand_length in m, one standard deviation. */
    hand_length?: number;
    /** Tolerance of inside_leg_height in m, one standard deviation. */
    inside_leg_height?: number;
    /** Tolerance of back_neck_to_waist in m, one standard deviation. */
    back_neck_to_waist?: number;
    /** Tolerance of foot_length in m, one standard deviation. */
    foot_length?: number;
    /** Tolerance of span in m, one standard deviation. */
    span?: number;
  };
  /** Number of betas that are fitted; 0 fits all of the model's. */
  beta_count?: number;
  /** Density in kg/m3 by which the volume is multiplied to give the mass. */
  density?: number;
  /** Largest number of steps of the search. */
  iterations?: number;
}

/** Find whose face it is: POST /v1/models/{id}/face. */
export interface FindFaceFields {
  /** Landmarks of one person's face in 1 to 8 pictures. */
  pictures?: readonly ({
    /** Width of the picture in pixels; the camera looks at its middle. */
    width?: number;
    /** Height of the picture in pixels. */
    height?: number;
    /** The 478 landmarks of MediaPipe's face mesh, or the 468 without irises: [x, y] in pixels, null where not seen. */
    points?: readonly (ArrayLike<number> | null)[];
    /** Focal length in pixels. Without it, it is found. */
    focal?: number;
  })[];
  /** Seed of the person whom `face_shape` of the reply changes. */
  random?: number;
}

/** Start a job that fits a take: POST /v1/jobs. */
export interface CreateJobFields {
  /** Id of the body model that is fitted. */
  model?: string;
  /** Noise of the observations, one standard deviation: in metres up to 1 (default 0.005 for markers, 0.01 for keypoints), in pixels for keypoints in a picture (default 3), in degrees for orientations and for application/x-pickle (default 2). */
  noise?: number;
  /** Up axis of the coordinates. With auto it is read from the file of markers, or found from their heads, which are above the feet; for orientations auto means z; for keypoints in space y, or -y (a camera's axes) of a body that is upside down. Not for keypoints in pictures. */
  up?: "x" | "y" | "z" | "-x" | "-y" | "-z" | "auto";
  /** Protocol of markers that have no names: cmu, plugin-gait or plugin-gait-legs. Without it, the one that fits best is used. */
  protocol?: string;
  /** URL to which the server POSTs the job once it is done or has failed, signed as Standard Webhooks says (docs/guide/webhooks.md). The server's option webhooks.allow must list its host. */
  webhook?: string;
  /** Id of one of several people in a file of poses. Without it the person who is seen longest, whom the header Posed-Warning names. Of a file of markers, the name of one of several people (SUBJECT:MARKER) or the number from 0; without it all of them. */
  person?: string;
  /** What the named points of a take are: markers on the skin, or centres of joints, as programs without markers write them (Pose2Sim, OpenCap, Sports2D). With auto the names decide. */
  points?: "auto" | "markers" | "joints";
  /** True uses the estimate in the camera's frame of a file that has one; false uses the estimate in the world's frame. */
  camera?: boolean;
  /** Set of the joints of a file with positions of joints and no rotations: smpl22, smpl24, smplh52, smplx55 or one of the sets of keypoints. Without it the names in the file or the number of joints decides, and the header Posed-Warning says how. */
  set?: string;
  /** Frame rate of the file's motion, frames per second. Without it the rate that the file states, else one that the header Posed-Warning names. */
  source_rate?: number;
  /** Kind of the job: fit fits a body model to a take. */
  kind?: "fit";
  /** Frame rate of the take in frames per second. A file of markers states its own. */
  rate?: number;
  /** People of the take, up to 16, each with markers, keypoints or orientations for the whole take. */
  people?: readonly ({
    /** Optical markers of the person, with or without names. */
    markers?: {
      /** Names of the markers, one per marker, as in the usual sets (Plug-in Gait, CMU's 41). If fewer than six names are known ("*1", ""), the markers are identified from the points, of which one frame must have at least 12. */
      names?: readonly string[];
      /** Positions of the markers in metres: a row per frame with [x, y, z] of every marker, null where not seen. */
      frames?: readonly (readonly (ArrayLike<number> | null)[])[];
    };
    /** Keypoints of the person from a detector, in space or in a picture, instead of markers. */
    keypoints?: {
      /** Set of keypoints: coco17, openpose25, mediapipe33, h36m17, sam3d70, openpose67, mediapipe75, webxr83, openxr70, openxr84, or SMPL's own joints, smpl22, smpl24, smplh52 or smplx55, or xsens23. */
      set?: string;
      /** Keypoints in the set's order: a row per frame with [x, y, z] in metres for every keypoint, or [x, y] in pixels for every keypoint; null where not seen. */
      frames?: readonly (readonly (ArrayLike<number> | null)[])[];
      /** Confidences of the keypoints, 0 to 1: a row per frame with one number per keypoint; 0: not seen; missing ones are 1. */
      confidence?: ArrayLike<ArrayLike<number>>;
      /** Camera of the picture, which does not move; required with points of two numbers. Without fx the picture's diagonal is used. */
      camera?: {
        /** Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length. */
        fx?: number;
        /** Focal length along y in pixels; without it fx. */
        fy?: number;
        /** Centre of projection along x in pixels; without it half the width. */
        cx?: number;
        /** Centre of projection along y in pixels; without it half the height. */
        cy?: number;
        /** Width of the picture in pixels; required when fx or cx is missing. */
        width?: number;
        /** Height of the picture in pixels; required when fx or cy is missing. */
        height?: number;
        /** Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks along -Z of a world with +Y up. */
        rotation?: ArrayLike<number | ArrayLike<number>>;
        /** Translation of the camera in metres: x_camera = rotation x_world + translation. */
        translation?: ArrayLike<number>;
        /** Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts them. */
        distortion?: ArrayLike<number>;
      };
      /** Views of the same frames by 2 to 16 cameras, instead of frames, confidence and camera. */
      views?: readonly ({
        /** Camera of the view. Either every camera has rotation and translation, or none has: then they are calibrated from the take. */
        camera?: {
          /** Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length. */
          fx?: number;
          /** Focal length along y in pixels; without it fx. */
          fy?: number;
          /** Centre of projection along x in pixels; without it half the width. */
          cx?: number;
          /** Centre of projection along y in pixels; without it half the height. */
          cy?: number;
          /** Width of the picture in pixels; required when fx or cx is missing. */
          width?: number;
          /** Height of the picture in pixels; required when fx or cy is missing. */
          height?: number;
          /** Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks along -Z of a world with +Y up. */
          rotation?: ArrayLike<number | ArrayLike<number>>;
          /** Translation of the camera in metres: x_camera = rotation x_world + translation. */
          translation?: ArrayLike<number>;
          /** Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts them. */
          distortion?: ArrayLike<number>;
        };
        /** Keypoints that the view shows: a row per frame, for the same moments in every view, with [x, y] in pixels of every keypoint; null where not seen. */
        frames?: readonly (readonly (ArrayLike<number> | null)[])[];
        /** Confidences of the keypoints, 0 to 1: a row per frame with one number per keypoint; 0: not seen; missing ones are 1. */
        confidence?: ArrayLike<ArrayLike<number>>;
      })[];
    };
    /** Orientations from inertial sensors on the person, instead of markers and keypoints; with `positions`, poses of 6-DoF trackers. Orientations alone determine neither shape nor position: betas stay 0, and the standing feet move the body. */
    orientations?: {
      /** Names of the sensors, one per sensor, by the bone on which it sits: SMPL's joint that moves this bone, or the name that Xsens, TotalCapture or OpenSense uses. */
      names?: readonly string[];
      /** Orientations: a row per frame with one quaternion x, y, z, w per sensor, from the sensor's axes to the axes of the world that all sensors share; null where the sensor gave none. */
      frames?: readonly (readonly (ArrayLike<number> | null)[])[];
      /** Positions of 6-DoF trackers (headset, controllers, straps) in metres, in the form of `frames`, in the same world. They determine shape and place too; the facing is then found from left and right. */
      positions?: readonly (readonly (ArrayLike<number> | null)[])[];
      /** First and last frame of the pose by which the sensors are calibrated. */
      calibration?: ArrayLike<number>;
      /** Calibration pose of the body: arms out to the sides (t) or hanging (n), legs straight, hands and feet pointing forwards. */
      pose?: "t" | "n";
      /** Direction that the body faces in the calibration pose, in degrees about the vertical from the sensors' axis z (with y up), x (z up) or y (x up). Without it, it is found from the motion of the body. */
      facing?: number;
      /** Drift of the headings in degrees per minute that is allowed for since the calibration pose. */
      drift?: number;
    };
  })[];
  /** Several people in the pictures of one or several cameras, not yet assigned to each other, instead of people. At most 16 are fitted, those that are seen most. */
  crowd?: {
    /** Set of keypoints of the figures: coco17, openpose25, mediapipe33, h36m17 or another of the sets of `keypoints`. */
    set?: string;
    /** Views of the 1 to 16 cameras that recorded the people. */
    views?: readonly ({
      /** Camera of the view, which does not move. Either every camera has rotation and translation, or none has: then they are calibrated from one of the people. */
      camera?: {
        /** Focal length along x in pixels. Without it the fit starts from the picture's diagonal and finds the focal length. */
        fx?: number;
        /** Focal length along y in pixels; without it fx. */
        fy?: number;
        /** Centre of projection along x in pixels; without it half the width. */
        cx?: number;
        /** Centre of projection along y in pixels; without it half the height. */
        cy?: number;
        /** Width of the picture in pixels; required when fx or cx is missing. */
        width?: number;
        /** Height of the picture in pixels; required when fx or cy is missing. */
        height?: number;
        /** Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x right, y down, z forward. The default camera looks along -Z of a world with +Y up. */
        rotation?: ArrayLike<number | ArrayLike<number>>;
        /** Translation of the camera in metres: x_camera = rotation x_world + translation. */
        translation?: ArrayLike<number>;
        /** Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a pinhole. Points are given as the lens distorts them. */
        distortion?: ArrayLike<number>;
      };
      /** Figures in the view: a list per frame, for the same moments in every view, of up to 64 figures in any order; each has [x, y] in pixels of every keypoint in the set's order, null where not seen. The list of a frame may be empty. */
      frames?: readonly (readonly (readonly (ArrayLike<number> | null)[])[])[];
      /** Confidences of the keypoints: a list per frame with, for each figure, one number from 0 to 1 per keypoint; 0: not seen; missing ones are 1. */
      confidence?: ArrayLike<ArrayLike<ArrayLike<number>>>;
    })[];
  };
}

/** Result of a job: GET /v1/jobs/{id}/result. */
export interface GetJobResultFields {
  /** Format of the result: npz (AMASS's layout), glb (the body with an animation), bvh (the model's skeleton) or trc (for markers: the markers with their identified names, and the body's position of a marker where no camera saw it). Without it the header Accept decides. */
  format?: "json" | "npz" | "glb" | "bvh" | "trc";
  /** Index of the person among the people of the job, from 0. */
  person?: number;
}

/** Put a garment: PUT /v1/garments/{id}. */
export interface PutGarmentFields {
  /** Where the garment is worn: as an outfit from neck to ankle, as a top or a bottom that goes with the other half of any outfit, as shoes, a hat or glasses. */
  slot?: "outfit" | "top" | "bottom" | "shoes" | "hat" | "glasses";
}

/** Joints of a skeleton: GET /v1/skeletons/{id}. */
export interface GetSkeletonFields {
  /** Shape coefficients; any count up to the model's, missing ones are 0. Separated by commas, or one parameter for each value. */
  betas?: ArrayLike<number>;
}

/** Put a skeleton: PUT /v1/skeletons/{id}. */
export interface PutSkeletonFields {
  /** Index of the skin of the glTF file to use; without it all of its skins. Of several skeletons (a person and a sword) the person's is used, or the largest. */
  skin?: number;
  /** Joints of the glTF file to use: all, or only the bones that VRM names (humanoid). */
  bones?: "all" | "humanoid";
  /** Metres per unit of the BVH file; 0.01 for centimetres. */
  metres_per_unit?: number;
  /** Joints of the skeleton in any order, with exactly one root. */
  joints?: readonly ({
    /** Name of the joint, 1 to 31 bytes, unique in the skeleton. */
    name?: string;
    /** Name of the parent joint; null or absent for the root. */
    parent?: string | null;
    /** Offset of the joint from its parent at rest in metres: x, y, z. */
    offset?: ArrayLike<number>;
    /** Limit of the joint's rotation. Without it, a joint that is named like a joint of SMPL has the default range of that joint, and any other joint is free. */
    limit?: {
      /** Kind of the joint: free (any rotation), ball (limited swing and twist), hinge (one axis) or fixed (keeps its start rotation). */
      kind?: "free" | "ball" | "hinge" | "fixed";
      /** Axis of a hinge, or of a ball's twist (along the bone), in the parent's frame; any length. */
      axis?: ArrayLike<number>;
      /** First axis of a ball's swing, perpendicular to `axis`; without it y after x, z after y, x after z. The second axis is `axis` cross `swing_axis`. */
      swing_axis?: ArrayLike<number>;
      /** Range of a hinge's angle in radians: from, to. */
      range?: ArrayLike<number>;
      /** Range of a ball's twist in radians: from, to. */
      twist?: ArrayLike<number>;
      /** Range of a ball's swing in radians: one number is the half angle of a cone; two are the half-axes of an ellipse; four are from, to about the first axis and from, to about the second axis. */
      swing?: ArrayLike<number>;
      /** True limits the two swing angles independently (a box); false limits them together (an ellipse). */
      box?: boolean;
    };
  })[];
  /** Text of a BVH file, instead of joints: its hierarchy is the skeleton; its motion is ignored. */
  bvh?: string;
  /** A .glb or .vrm file in base64, instead of joints: its skins are the skeleton. For many problems on one skeleton, put it once by PUT /v1/skeletons/{id}. */
  glb?: string;
}

/** Solve inverse kinematics: POST /v1/ik/solve. */
export interface SolveIkFields {
  /** Skeleton to solve on: the id of a resident body or motion model, or of a skeleton that a client has put (PUT /v1/skeletons/{id}); or an object with one of {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}. */
  skeleton?: string | { readonly [name: string]: unknown };
  /** Shape coefficients of the body model, which set the bone lengths. Missing ones are 0. */
  betas?: ArrayLike<number>;
  /** Start pose: one axis-angle per joint in radians, local to the parent. Without it the solve starts from the rest pose. */
  pose?: ArrayLike<number | ArrayLike<number>>;
  /** Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. */
  quaternions?: ArrayLike<number | ArrayLike<number>>;
  /** Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent. */
  rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
  /** Translation of the root from its rest position in metres: x, y, z. */
  translation?: ArrayLike<number>;
  /** Targets for the joints, 1 to 64. */
  targets?: readonly ({
    /** Name of the joint that is to reach the target. */
    joint?: string;
    /** Position that the joint is to reach, in model space in metres: x, y, z. A target needs at least one of position, orientation, look_at, distance, centre and keep. */
    position?: ArrayLike<number>;
    /** Orientation that the joint's frame is to have in model space: quaternion x, y, z, w; normalised. */
    orientation?: ArrayLike<number>;
    /** Point in model space in metres towards which the elbow, the knee or the arch of the chain turns: x, y, z. */
    pole?: ArrayLike<number>;
    /** Name of the joint at the root of the chain, for every kind of target. Without it, the limb's root; pelvis makes it the whole body, and the target's own joint that joint alone. */
    chain?: string;
    /** Point in model space in metres to which the joint's look_axis is to point: x, y, z. */
    look_at?: ArrayLike<number>;
    /** Direction in the joint's own frame that is to point to look_at; any length. */
    look_axis?: ArrayLike<number>;
    /** Distance in metres that the joint is to have from distance_from. */
    distance?: number;
    /** Reference of `distance`: a joint's name, or a point x, y, z in model space in metres. */
    distance_from?: string | ArrayLike<number>;
    /** Point x, y, z above which the centre of mass is to be, in metres (y is ignored); every bone weighs in proportion to its length. `joint` may be absent: then the joints that the other targets turn move the centre. */
    centre?: ArrayLike<number>;
    /** True keeps the joint's position and orientation of the start pose. */
    keep?: boolean;
    /** Name of the joint in whose frame position and orientation are given and which they follow; world when absent. */
    frame?: string;
    /** Weight of the target's squared error when not all targets can be reached, up to 1000. */
    weight?: number;
    /** Balance between position and orientation when both cannot be reached (w of Zhao and Badler): squared errors of position, distance and centre count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times. */
    balance?: number;
    /** Priority of the target, 1 or 2: targets of priority 2 are reached only as far as those of priority 1 are not disturbed. */
    priority?: number;
  })[];
  /** Positions of all joints in metres, instead of targets: x, y, z for each joint in the skeleton's order. Only for solver hybrik. */
  joint_positions?: ArrayLike<number | ArrayLike<number>>;
  /** Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only with joint_positions. */
  twists?: ArrayLike<number>;
  /** True rotates every bone from the positions of its own two ends alone (naive HybrIK). False also corrects the position error that accumulates along the bones above it (adaptive HybrIK). Only with joint_positions. */
  naive?: boolean;
  /** Solver of the problem. With auto the server chooses one for each target, and the reply names it. */
  solver?: "auto" | "two_bone" | "fabrik" | "ccd" | "transpose" | "pinv" | "dls" | "optimize" | "hybrik" | "example" | "neural";
  /** Style whose poses are likely, for the solver `example`, such as "walk", or two styles with their shares, {"walk":0.5,"crouch":0.5}, for poses between them. The styles of a pose prior are listed by GET /v1/models/{id}. Without it all styles count. */
  style?: string | { readonly [name: string]: number };
  /** Largest number of iterations of one attempt; solvers dls and auto use 30 when it is absent. limits.ik_iterations bounds it. */
  iterations?: number;
  /** Distance in metres, or angle in radians, within which a target counts as reached. */
  tolerance?: number;
  /** Largest time for the problem in milliseconds. The default and the upper bound are limits.ik_budget_ms. */
  budget_ms?: number;
  /** True keeps joints within their ranges: the default ranges of joints with SMPL's or the motion skeleton's names, those of joint_limits, and those of the skeleton's own joints. A start pose outside is brought inside. When it is absent, it is true if any joint's limit is given, else false. */
  limits?: boolean;
  /** Joint limits of this problem, which replace the default ones of the joints they name. */
  joint_limits?: readonly ({
    /** Name of the joint that the limit is for. */
    joint?: string;
    /** Kind of the joint: free (any rotation), ball (limited swing and twist), hinge (one axis) or fixed (keeps its start rotation). */
    kind?: "free" | "ball" | "hinge" | "fixed";
    /** Axis of a hinge, or of a ball's twist (along the bone), in the parent's frame; any length. */
    axis?: ArrayLike<number>;
    /** First axis of a ball's swing, perpendicular to `axis`; without it y after x, z after y, x after z. The second axis is `axis` cross `swing_axis`. */
    swing_axis?: ArrayLike<number>;
    /** Range of a hinge's angle in radians: from, to. */
    range?: ArrayLike<number>;
    /** Range of a ball's twist in radians: from, to. */
    twist?: ArrayLike<number>;
    /** Range of a ball's swing in radians: one number is the half angle of a cone; two are the half-axes of an ellipse; four are from, to about the first axis and from, to about the second axis. */
    swing?: ArrayLike<number>;
    /** True limits the two swing angles independently (a box); false limits them together (an ellipse). */
    box?: boolean;
  })[];
  /** Damping of solver dls: adaptive (by the error), constant (`lambda`) or selective (by singular values and end effectors). */
  damping?: "adaptive" | "constant" | "selective";
  /** Constant damping factor of solver dls with damping constant. It enters squared: d = J^T (J J^T + lambda^2 I)^-1 e. */
  lambda?: number;
  /** Strength of the pull towards the natural pose within the freedom that the targets leave (null space), 0 to 100; 0: no pull. */
  rest_gain?: number;
  /** Stiffness of single joints, by which rest_gain is multiplied; other joints have 1. */
  joint_gains?: readonly {
    /** Name of the joint that the gain is for. */
    joint?: string;
    /** Stiffness of the joint, by which rest_gain is multiplied, 0 to 100; 0: no pull. */
    gain?: number;
  }[];
  /** Natural pose to which rest_gain pulls: the middle of the joint ranges (middle), the start pose (start) or the rest pose (rest). */
  natural?: "middle" | "start" | "rest";
  /** Number of further starts to try while the targets are not reached: by default 64 for dls (8 with continuity), 4 for optimize, 0 for the others. With a start pose, the result is one that is near it among the poses that reach the targets. */
  restarts?: number;
  /** True for one of a sequence of solves: the start pose is the previous result, and no joint turns faster than `speed`, even where the solver has to change to a different kind of pose. */
  continuity?: boolean;
  /** Time since the last answer in seconds, for continuity. */
  dt?: number;
  /** Largest angular speed of a joint in radians per second, for continuity. */
  speed?: number;
  /** Largest angle in radians by which a joint may turn from the start pose; 0.26 is 15 degrees. With continuity the smaller of max_step and speed times dt counts. */
  max_step?: number;
  /** Strength of the pull towards the start pose within the freedom that the targets leave (null space), 0 to 100, in addition to rest_gain's pull towards the natural pose. */
  smoothness?: number;
  /** True lets more joints move if the limb alone does not reach its target: the collar, then the spine and, with move_root, the root. It applies to targets without `chain`. When absent, it is true with continuity and false otherwise. */
  grow?: boolean;
  /** Pose of arms that no target moves: relaxed (hanging) or start (as in the start pose). When it is absent: relaxed for a body or a motion network without a start pose, else start. */
  others?: "relaxed" | "start";
  /** True allows the solver to move the root; the reply's translation says where to. */
  move_root?: boolean;
  /** Largest number of other poses that reach the same targets, the most likely first. Fewer are returned if no more are found within the time budget. Not allowed with continuity, max_step or the solvers neural and hybrik. */
  alternatives?: number;
  /** Smallest angle in radians by which at least one bone differs in direction between any two of the alternatives. */
  apart?: number;
  /** Linear constraints between joint angles, up to 64. Only solver optimize respects them. */
  couplings?: readonly ({
    /** Terms of the constrained sum, 1 to 8: each is a factor times a joint angle. */
    terms?: readonly ({
      /** Joint whose angle this term multiplies by `factor`. */
      joint?: string;
      /** Angle of the joint that this term has; a hinge's angle is twist. */
      angle?: "twist" | "swing1" | "swing2";
      /** Factor of the angle in the sum. */
      factor?: number;
    })[];
    /** Value in radians that the sum must have. */
    equals?: number;
    /** Largest value in radians that the sum may have, instead of equals. For a smallest value, reverse all signs. */
    at_most?: number;
  })[];
  /** Problems of a request that solves several. A problem uses its own fields, and for those that it lacks the fields beside `problems`. */
  problems?: readonly ({
    /** Skeleton to solve on: the id of a resident body or motion model, or of a skeleton that a client has put (PUT /v1/skeletons/{id}); or an object with one of {"joints":[{"name","parent","offset":[3]}]}, {"bvh":text}, {"glb":base64}. */
    skeleton?: string | { readonly [name: string]: unknown };
    /** Shape coefficients of the body model, which set the bone lengths. Missing ones are 0. */
    betas?: ArrayLike<number>;
    /** Start pose: one axis-angle per joint in radians, local to the parent. Without it the solve starts from the rest pose. */
    pose?: ArrayLike<number | ArrayLike<number>>;
    /** Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent. */
    quaternions?: ArrayLike<number | ArrayLike<number>>;
    /** Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent. */
    rotations?: ArrayLike<number | ArrayLike<number | ArrayLike<number>>>;
    /** Translation of the root from its rest position in metres: x, y, z. */
    translation?: ArrayLike<number>;
    /** Targets for the joints, 1 to 64. */
    targets?: readonly ({
      /** Name of the joint that is to reach the target. */
      joint?: string;
      /** Position that the joint is to reach, in model space in metres: x, y, z. A target needs at least one of position, orientation, look_at, distance, centre and keep. */
      position?: ArrayLike<number>;
      /** Orientation that the joint's frame is to have in model space: quaternion x, y, z, w; normalised. */
      orientation?: ArrayLike<number>;
      /** Point in model space in metres towards which the elbow, the knee or the arch of the chain turns: x, y, z. */
      pole?: ArrayLike<number>;
      /** Name of the joint at the root of the chain, for every kind of target. Without it, the limb's root; pelvis makes it the whole body, and the target's own joint that joint alone. */
      chain?: string;
      /** Point in model space in metres to which the joint's look_axis is to point: x, y, z. */
      look_at?: ArrayLike<number>;
      /** Direction in the joint's own frame that is to point to look_at; any length. */
      look_axis?: ArrayLike<number>;
      /** Distance in metres that the joint is to have from distance_from. */
      distance?: number;
      /** Reference of `distance`: a joint's name, or a point x, y, z in model space in metres. */
      distance_from?: string | ArrayLike<number>;
      /** Point x, y, z above which the centre of mass is to be, in metres (y is ignored); every bone weighs in proportion to its length. `joint` may be absent: then the joints that the other targets turn move the centre. */
      centre?: ArrayLike<number>;
      /** True keeps the joint's position and orientation of the start pose. */
      keep?: boolean;
      /** Name of the joint in whose frame position and orientation are given and which they follow; world when absent. */
      frame?: string;
      /** Weight of the target's squared error when not all targets can be reached, up to 1000. */
      weight?: number;
      /** Balance between position and orientation when both cannot be reached (w of Zhao and Badler): squared errors of position, distance and centre count 2 w times their weight, those of orientation, look_at and pole 2 (1 - w) times. */
      balance?: number;
      /** Priority of the target, 1 or 2: targets of priority 2 are reached only as far as those of priority 1 are not disturbed. */
      priority?: number;
    })[];
    /** Positions of all joints in metres, instead of targets: x, y, z for each joint in the skeleton's order. Only for solver hybrik. */
    joint_positions?: ArrayLike<number | ArrayLike<number>>;
    /** Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only with joint_positions. */
    twists?: ArrayLike<number>;
    /** True rotates every bone from the positions of its own two ends alone (naive HybrIK). False also corrects the position error that accumulates along the bones above it (adaptive HybrIK). Only with joint_positions. */
    naive?: boolean;
    /** Solver of the problem. With auto the server chooses one for each target, and the reply names it. */
    solver?: "auto" | "two_bone" | "fabrik" | "ccd" | "transpose" | "pinv" | "dls" | "optimize" | "hybrik" | "example" | "neural";
    /** Style whose poses are likely, for the solver `example`, such as "walk", or two styles with their shares, {"walk":0.5,"crouch":0.5}, for poses between them. The styles of a pose prior are listed by GET /v1/models/{id}. Without it all styles count. */
    style?: string | { readonly [name: string]: number };
    /** Largest number of iterations of one attempt; solvers dls and auto use 30 when it is absent. limits.ik_iterations bounds it. */
    iterations?: number;
    /** Distance in metres, or angle in radians, within which a target counts as reached. */
    tolerance?: number;
    /** Largest time for the problem in milliseconds. The default and the upper bound are limits.ik_budget_ms. */
    budget_ms?: number;
    /** True keeps joints within their ranges: the default ranges of joints with SMPL's or the motion skeleton's names, those of joint_limits, and those of the skeleton's own joints. A start pose outside is brought inside. When it is absent, it is true if any joint's limit is given, else false. */
    limits?: boolean;
    /** Joint limits of this problem, which replace the default ones of the joints they name. */
    joint_limits?: readonly ({
      /** Name of the joint that the limit is for. */
      joint?: string;
      /** Kind of the joint: free (any rotation), ball (limited swing and twist), hinge (one axis) or fixed (keeps its start rotation). */
      kind?: "free" | "ball" | "hinge" | "fixed";
      /** Axis of a hinge, or of a ball's twist (along the bone), in the parent's frame; any length. */
      axis?: ArrayLike<number>;
      /** First axis of a ball's swing, perpendicular to `axis`; without it y after x, z after y, x after z. The second axis is `axis` cross `swing_axis`. */
      swing_axis?: ArrayLike<number>;
      /** Range of a hinge's angle in radians: from, to. */
      range?: ArrayLike<number>;
      /** Range of a ball's twist in radians: from, to. */
      twist?: ArrayLike<number>;
      /** Range of a ball's swing in radians: one number is the half angle of a cone; two are the half-axes of an ellipse; four are from, to about the first axis and from, to about the second axis. */
      swing?: ArrayLike<number>;
      /** True limits the two swing angles independently (a box); false limits them together (an ellipse). */
      box?: boolean;
    })[];
    /** Damping of solver dls: adaptive (by the error), constant (`lambda`) or selective (by singular values and end effectors). */
    damping?: "adaptive" | "constant" | "selective";
    /** Constant damping factor of solver dls with damping constant. It enters squared: d = J^T (J J^T + lambda^2 I)^-1 e. */
    lambda?: number;
    /** Strength of the pull towards the natural pose within the freedom that the targets leave (null space), 0 to 100; 0: no pull. */
    rest_gain?: number;
    /** Stiffness of single joints, by which rest_gain is multiplied; other joints have 1. */
    joint_gains?: readonly {
      /** Name of the joint that the gain is for. */
      joint?: string;
      /** Stiffness of the joint, by which rest_gain is multiplied, 0 to 100; 0: no pull. */
      gain?: number;
    }[];
    /** Natural pose to which rest_gain pulls: the middle of the joint ranges (middle), the start pose (start) or the rest pose (rest). */
    natural?: "middle" | "start" | "rest";
    /** Number of further starts to try while the targets are not reached: by default 64 for dls (8 with continuity), 4 for optimize, 0 for the others. With a start pose, the result is one that is near it among the poses that reach the targets. */
    restarts?: number;
    /** True for one of a sequence of solves: the start pose is the previous result, and no joint turns faster than `speed`, even where the solver has to change to a different kind of pose. */
    continuity?: boolean;
    /** Time since the last answer in seconds, for continuity. */
    dt?: number;
    /** Largest angular speed of a joint in radians per second, for continuity. */
    speed?: number;
    /** Largest angle in radians by which a joint may turn from the start pose; 0.26 is 15 degrees. With continuity the smaller of max_step and speed times dt counts. */
    max_step?: number;
    /** Strength of the pull towards the start pose within the freedom that the targets leave (null space), 0 to 100, in addition to rest_gain's pull towards the natural pose. */
    smoothness?: number;
    /** True lets more joints move if the limb alone does not reach its target: the collar, then the spine and, with move_root, the root. It applies to targets without `chain`. When absent, it is true with continuity and false otherwise. */
    grow?: boolean;
    /** Pose of arms that no target moves: relaxed (hanging) or start (as in the start pose). When it is absent: relaxed for a body or a motion network without a start pose, else start. */
    others?: "relaxed" | "start";
    /** True allows the solver to move the root; the reply's translation says where to. */
    move_root?: boolean;
    /** Largest number of other poses that reach the same targets, the most likely first. Fewer are returned if no more are found within the time budget. Not allowed with continuity, max_step or the solvers neural and hybrik. */
    alternatives?: number;
    /** Smallest angle in radians by which at least one bone differs in direction between any two of the alternatives. */
    apart?: number;
    /** Linear constraints between joint angles, up to 64. Only solver optimize respects them. */
    couplings?: readonly ({
      /** Terms of the constrained sum, 1 to 8: each is a factor times a joint angle. */
      terms?: readonly ({
        /** Joint whose angle this term multiplies by `factor`. */
        joint?: string;
        /** Angle of the joint that this term has; a hinge's angle is twist. */
        angle?: "twist" | "swing1" | "swing2";
        /** Factor of the angle in the sum. */
        factor?: number;
      })[];
      /** Value in radians that the sum must have. */
      equals?: number;
      /** Largest value in radians that the sum may have, instead of equals. For a smallest value, reverse all signs. */
      at_most?: number;
    })[];
  })[];
  /** Mesh of the posed body that each solution returns: none, or glb (a file in base64). */
  mesh?: "none" | "glb";
}

/** Make a motion from a script: POST /v1/motions/rollout. */
export interface RolloutMotionFields {
  /** Format of the reply: json (rotations, positions and contacts of every frame), bvh (the network's joints), glb (the body in motion), npz (poses and trans in AMASS's layout), measure (npz of joints, contacts and orders) or vrma (a VRM animation). It has precedence over the header Accept. */
  format?: "json" | "bvh" | "glb" | "npz" | "measure" | "vrma";
  /** Names of joints in the file: mixamo (mixamorig:LeftForeArm), unreal (lowerarm_l), vrm (leftLowerArm), webxr (left-arm-lower), openxr (XR_BODY_JOINT_LEFT_ELBOW_BD) or smpl (the model's own names). With mixamo the bones of a .glb also have Mixamo's axes at rest (Y along the bone), so that its clips fit. Allowed for formats glb and bvh with the server's own body or bones. */
  names?: "smpl" | "mixamo" | "unreal" | "vrm" | "webxr" | "openxr";
  /** True writes the model's expressions as morph targets by name: ARKit's 52 blend shapes and the 15 visemes of Oculus for the shipped people; the eyeLook shapes turn the eyeballs. Garment and hair layers that lie on the skin follow them. Allowed for format glb with a dressed body; the morph target blink is then left out, and blinking lids animate eyeBlinkLeft and eyeBlinkRight. */
  face?: boolean;
  /** Number of morph targets that replace the model's pose blend shapes, which skinning alone cannot show: at most nine for each joint that has pose blend shapes. The mesh's extras (correctives) have the map from joint rotations to weights. Allowed for format glb with a body; the targets are chosen for this motion. */
  correctives?: number;
  /** False leaves out the sculpted shapes that the pose drives (`sculpts` of GET /v1/models/{id}). In a glb with a rig they are morph targets with the weights of the pose, and the mesh's extras (sculpts) say how the pose drives them. Only for models that have such shapes. */
  sculpts?: boolean;
  /** Items of GET /v1/wardrobe that the body wears, comma-separated or as a list, or none (no eyes, brows, lashes and teeth either). Without it, a model that the wardrobe fits wears the standard outfit, or the outfit of the person of `random`. Only GLB files and portraits show them. */
  wear?: string | readonly string[];
  /** Outfit of GET /v1/wardrobe whose top replaces that of the outfit: one with `halves`, as none is of overalls. Only GLB files and portraits show it. */
  top?: string;
  /** Outfit of GET /v1/wardrobe whose bottom (trousers, shorts or skirt) replaces that of the outfit. Only GLB files and portraits show it. */
  bottom?: string;
  /** Shoes of GET /v1/wardrobe that replace those of the outfit, or none. Only GLB files and portraits show them. */
  footwear?: string;
  /** Seed of a person whose clothes and colours the body gets, whatever its shape. Without it, the clothes and colours of the person of `random` are used. Only GLB files and portraits show them. */
  look?: number;
  /** Occasion for which the seed of `look` or `random` draws clothes. Without it the seed draws the occasion: street for 70 %, office 15, sport 8, work 5, evening 2. Only GLB files and portraits show it. */
  occasion?: "street" | "office" | "sport" | "work" | "evening";
  /** Season for which the seed of `look` or `random` draws clothes. Without it the seed draws the season. Only GLB files and portraits show it. */
  season?: "winter" | "spring" | "summer" | "autumn";
  /** Version of the rules by which a seed draws clothes and hair: 1 is that before release 0.3.0, without occasions; 2 draws hair without regard to ancestry; 3, the latest, is that without the field. A request that is kept for years should state it. Only GLB files and portraits show it. */
  wardrobe_version?: number;
  /** Colour of the outfit's top as six hexadecimal digits of sRGB; a pattern is multiplied by it. One piece has this colour as a whole. Only GLB files and portraits show it. */
  top_color?: string;
  /** Colour of the outfit's bottom as six hexadecimal digits of sRGB; a pattern is multiplied by it. Only GLB files and portraits show it. */
  bottom_color?: string;
  /** Skin tone, from 0 (darkest) to 1 (lightest). Only GLB files and portraits show it. */
  skin?: number;
  /** Colour of hair and brows. Only GLB files and portraits show it. */
  hair_color?: "black" | "brown" | "chestnut" | "red" | "blond" | "grey" | "white";
  /** Share of the hair on top of the head that is lost, from 0 to 1; it needs hair and no hat. Without it, the age, sex, ancestry and seed of the person decide. Only GLB files and portraits show it. */
  hair_loss?: number;
  /** Colour of the eyes. Only GLB files and portraits show it. */
  iris?: "brown" | "dark" | "hazel" | "green" | "blue" | "grey";
  /** Id of the motion network or matching database; without it the default one. */
  model?: string;
  /** Motion source of the character: network (a motion network), matching (captured frames of a matching database), or auto (the kind of `model`; without `model` the default network). */
  motion?: "auto" | "network" | "matching";
  /** Duration of the motion in seconds, up to limits.rollout_seconds. */
  seconds?: number;
  /** Seed of the random orders, a whole number. */
  seed?: number;
  /** Scene of the motion: an object with ground, walls and areas, or the id of a scene that was put (PUT /v1/scenes/{id}). Without it the ground is flat and empty. */
  scene?: string | { readonly [name: string]: unknown };
  /** Start position in metres: x, z. */
  position?: ArrayLike<number>;
  /** Start direction in radians about +Y; 0 faces +Z, pi/2 faces +X. */
  facing?: number;
  /** Style of the motion: a name of the network's `styles`, or several names with shares from 0 to 1 each; `{}` is the mean of all people. Without it, the network's default style. The shipped network mixes 0.7 of a runner's style into runs from 2.9 m/s on and into jogs on hills. */
  style?: string | { readonly [name: string]: number };
  /** Number that selects a personal variation: a mix of styles, a pace and a rhythm of glances. 0: no personal variation. */
  variation?: number;
  /** Orders of the script: each is an input with a time t in seconds. A field keeps its value until a later order changes it. */
  script?: readonly ({
    /** Stick of the controller: x, z, where x points to the left of forward z. A length above 1 counts as 1: [1,1] is as fast as [0,1]. */
    move?: ArrayLike<number>;
    /** Axes in which `move` and `look` are given: of the world, of the character, or of the camera, whose forward direction is `camera_yaw`. */
    axes?: "world" | "character" | "camera";
    /** Direction in which the camera looks, in radians about +Y; 0 is +Z. */
    camera_yaw?: number;
    /** Direction x, z that a strafing character faces; null: none. */
    look?: ArrayLike<number> | null;
    /** Gait of the character. With auto it walks, or jogs or runs when `speed` asks for it. */
    gait?: "auto" | "walk" | "jog" | "run" | "crouch";
    /** Speed at full stick in metres per second; 0 is the gait's own speed. */
    speed?: number;
    /** Share of strafing: 0 faces the direction of motion, 1 faces the direction of `look`; true is 1. */
    strafe?: number | boolean;
    /** Jump order: each change from false to true is one jump. */
    jump?: boolean;
    /** True makes the character turn, stop and jump sooner than people do, with more sliding of the feet. */
    responsive?: boolean;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  })[];
  /** Path along which the stick points, instead of script. */
  pursue?: {
    /** Points of the path in metres in the world, x, z each, 1 to 512. */
    path?: ArrayLike<ArrayLike<number>>;
    /** True makes the path a loop that is followed without end. */
    closed?: boolean;
    /** For a path of one point: true plans a route to it around walls, seats and steps of the scene. If there is no route, the event unreachable is sent. */
    round?: boolean;
    /** Distance ahead on the path of the point at which the character aims, in metres; 0: 0.75 when walking, 1.2 when faster. */
    lookahead?: number;
    /** Speed along the path in metres per second; 0 is the gait's own speed. */
    speed?: number;
    /** Radius in metres around the path's only point in which the character walks between random points without end; 0: no wandering. */
    wander?: number;
    /** Distance in metres that the character tries to keep from the centres of the session's other characters, by walking around them or by waiting; 0: it ignores them. 1 suits walking people. */
    space?: number;
    /** Gait of the character on the path. With auto it walks, or jogs or runs when `speed` asks for it. */
    gait?: "auto" | "walk" | "jog" | "run" | "crouch";
  };
  /** Path that the controller follows and at whose end it stops, instead of script. */
  follow?: {
    /** Points of the path in metres in the world, x, z each, 1 to 512. */
    path?: ArrayLike<ArrayLike<number>>;
    /** True makes the path a loop that is followed without end. */
    closed?: boolean;
    /** For a path of one point: true plans a route to it around walls, seats and steps of the scene. If there is no route, the event unreachable is sent. */
    round?: boolean;
    /** Distance ahead on the path of the point at which the character aims, in metres; 0: 0.75 when walking, 1.2 when faster. */
    lookahead?: number;
    /** Speed along the path in metres per second; 0 is the gait's own speed. */
    speed?: number;
    /** Radius in metres around the path's only point in which the character walks between random points without end; 0: no wandering. */
    wander?: number;
    /** Distance in metres that the character tries to keep from the centres of the session's other characters, by walking around them or by waiting; 0: it ignores them. 1 suits walking people. */
    space?: number;
    /** Gait of the character on the path. With auto it walks, or jogs or runs when `speed` asks for it. */
    gait?: "auto" | "walk" | "jog" | "run" | "crouch";
  };
  /** Random orders made from `seed`, instead of script. */
  random?: {
    /** Kind of random orders: play (like those of a person who plays a game) or stick (random directions, reversals, spins and jumps). */
    kind?: "play" | "stick";
  };
  /** Reaching of the hands during the motion: each order is the stream's message reach with a time t in seconds. */
  reach?: readonly ({
    /** Hand that reaches for the target. */
    joint?: "left_hand" | "right_hand";
    /** Target of the wrist in metres: x, y, z. Not needed to release the hand (weight 0). */
    target?: ArrayLike<number>;
    /** Frame of the target and its normal: world, or root, whose frame they then follow. */
    anchor?: "world" | "root";
    /** Share of the way from the hand's own motion to the target, 0 to 1; 0 releases the hand. */
    weight?: number;
    /** Duration in seconds in which the hand moves from its own motion to the target, and of the way back. */
    seconds?: number;
    /** Normal of a surface at the target, pointing away from the surface, of any length: the palm is laid flat on the surface. */
    normal?: ArrayLike<number>;
    /** True lets the hand slide along the surface with the moving character, at the target's height. Only with normal. */
    slide?: boolean;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  })[];
  /** Looking with head and neck during the motion: each order is the stream's message look with a time t in seconds. */
  gaze?: readonly ({
    /** Point in metres to which head and neck turn: x, y, z. Without it they are released. */
    point?: ArrayLike<number>;
    /** Frame of the point: world, or root, whose frame it then follows. */
    anchor?: "world" | "root";
    /** Share of the turn towards the point, 0 to 1. */
    weight?: number;
    /** Duration in seconds in which head and neck turn to the point, and in which they turn back. */
    seconds?: number;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  })[];
  /** Sitting during the motion: each order is the stream's message sit with a time t in seconds. It makes the character walk to a seat, turn and sit down, or stand up. */
  sit?: readonly {
    /** Centre of the seat in metres, x, z, to which the middle of the hips comes. Without it a sitting character stands up. */
    seat?: ArrayLike<number>;
    /** Direction that the seat and the sitting character face, in radians about +Y; 0 is +Z. */
    facing?: number;
    /** Height of the seat in metres above the ground in front of it. */
    height?: number;
    /** Duration in seconds of the change from standing in front of the seat to sitting, and of the change back. */
    seconds?: number;
    /** Distance in metres that the character keeps on its way from the centres of the session's other characters, as in `follow`; it shrinks near the seat. A roll-out has no other characters. */
    space?: number;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  }[];
  /** Clips that are played during the motion: each order is the stream's message play with a time t in seconds. */
  play?: readonly ({
    /** Id of the clip: an emote of the server or a clip that was put (GET /v1/clips lists both). Needed unless stop is true. */
    clip?: string;
    /** Joints that play the clip while the others move on; each entry is all, upper, trunk, head, arms, left_arm, right_arm, legs, left_leg, right_leg, or a joint such as LeftForeArm. Default: the clip's own mask. With all the character stands and the clip moves the whole body. */
    mask?: string | readonly string[];
    /** Share of the clip's pose for each entry of mask, 0 to 1; default: 1 for each. */
    weights?: ArrayLike<number>;
    /** Duration in seconds in which the pose changes to the clip, without a jump of position or velocity; with stop that of the change back. Default: the clip's own. */
    fade?: number;
    /** Duration in seconds of the change back at the end of the clip. Default: fade. */
    fade_out?: number;
    /** Factor of the clip's speed. */
    speed?: number;
    /** True repeats the clip until it is ended or until a queued clip follows. Default: as the clip was put, or as the emote is. */
    loop?: boolean;
    /** True moves and turns the character along the clip's path; false plays the clip on the spot. Default: true. Only for the whole body. */
    root?: boolean;
    /** True keeps planted feet in place and on the ground of the scene. Default: true. Only for the whole body. */
    feet?: boolean;
    /** True begins the clip after those that play or wait, of which there may be 4; otherwise it replaces them. */
    queue?: boolean;
    /** True ends what plays, and drops what waits. */
    stop?: boolean;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  })[];
  /** Expressions and hand poses during the motion: each order is the stream's message face with a time t in seconds, and resets what it omits. For formats glb and npz of a body with named expressions, glb and json of a character with blend shapes, and json and vrma without a body. A body's glb then has the expressions as morph targets. */
  faces?: readonly ({
    /** Expression weights by name, -2 to 2: the body's expression_names, such as ARKit's 52 blend shapes. */
    blend_shapes?: { readonly [name: string]: number };
    /** Left hand's pose by name; without it the hand is relaxed. */
    left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** Right hand's pose by name; without it the hand is relaxed. */
    right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
    /** Duration in seconds of the change from the shown expression to the requested one. */
    seconds?: number;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  })[];
  /** Speech during the motion: each entry is an utterance as in POST /v1/speech with a time t in seconds, and ends the one before it. It moves the mouth in the formats that `faces` names. */
  speech?: readonly ({
    /** Text that is spoken, without times: durations are those of read English. Up to 131072 bytes in Latin letters; numbers and signs are read as words. */
    text?: string;
    /** Words with their times in seconds, or in the form of the service that `source` names: azure (word boundaries), polly (speech marks) or google (time points, recognised words). */
    words?: readonly { readonly [name: string]: unknown }[];
    /** Characters with their times, the member `alignment` of ElevenLabs. Words are made of them. */
    characters?: { readonly [name: string]: unknown };
    /** Phones with their times in seconds: ARPAbet, or IPA with `source` ipa. */
    phones?: readonly { readonly [name: string]: unknown }[];
    /** Visemes with their times in seconds, by the names of Oculus, or by those of `source`: openxr, vrm, rhubarb (mouthCues), azure (VisemeId, AudioOffset) or polly (speech marks). */
    visemes?: readonly { readonly [name: string]: unknown }[];
    /** Form of the list: whose members, units of time and names its entries have. posed: word, phone (ARPAbet) or viseme (Oculus), start and end in seconds, and weight of visemes. */
    source?: "posed" | "arpabet" | "ipa" | "oculus" | "openxr" | "vrm" | "rhubarb" | "azure" | "polly" | "google" | "elevenlabs";
    /** Speed of a text without times: 2 halves all durations. */
    speed?: number;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  })[];
  /** Emotions, and how lively the character speaks, from a time t in seconds: face, head, posture, breath and beats of the hands. Faces show them in the formats that `faces` names; without such a list speech moves the mouth alone. */
  feel?: readonly {
    /** Emotions by name and amount, shown by face, head and posture; those that are absent end. */
    emotions?: {
      /** Amount of this emotion; several mix. */
      calm?: number;
      /** Amount of this emotion; several mix. */
      happy?: number;
      /** Amount of this emotion; several mix. */
      sad?: number;
      /** Amount of this emotion; several mix. */
      angry?: number;
      /** Amount of this emotion; several mix. */
      surprised?: number;
      /** Amount of this emotion; several mix. */
      afraid?: number;
      /** Amount of this emotion; several mix. */
      disgusted?: number;
    };
    /** Duration of the change of the emotions. */
    seconds?: number;
    /** Amount of movement of head, brows, hands and breath with speech: 0: none; 0.5: the usual amount; 1: more of it. In a script it needs a list `speech`. */
    liveliness?: number;
    /** Time of the command in seconds from the start. Commands must be sorted by time. Default: the time of the previous command, or 0. */
    t?: number;
  }[];
  /** Constants of the character controller for this motion; missing ones come from the preset. */
  control?: {
    /** Preset that gives the constants that are not set here: posed or cinematic (this server's), game (every input is responsive), original (those of the original PFNN demo) or paper (the original ones with equation 9 of the paper). */
    preset?: "posed" | "original" | "paper" | "cinematic" | "game";
    /** Walking speed at full stick, m/s. */
    walk_speed?: number;
    /** Jogging speed at full stick, m/s. */
    jog_speed?: number;
    /** Running speed at full stick, m/s. */
    run_speed?: number;
    /** Crouched walking speed as a fraction of the walking speed. */
    crouch_scale?: number;
    /** Speed sideways or backwards at full stick as a fraction of the gait's own speed. */
    side_scale?: number;
    /** Largest speed sideways, m/s. It limits a requested `speed` too. */
    side_most?: number;
    /** Largest speed backwards, m/s. It limits a requested `speed` too. */
    back_most?: number;
    /** Largest speed backwards on ground that is not level, m/s. */
    back_rough?: number;
    /** Largest speed backwards that is requested from the network, m/s. For higher speeds its motion is played faster. */
    back_own?: number;
    /** Slope, rise over run, on which a walk without a requested speed has half its speed. 0: slopes do not slow a walk. */
    steep?: number;
    /** Largest speed with the gait walk or crouch, m/s. */
    walk_most?: number;
    /** Smallest speed that is requested from the network, m/s. For lower speeds its motion is played slower, down to half of this speed; a lower request is raised to that. */
    speed_least?: number;
    /** Speed from which on the gait is a jog, m/s. */
    jog_from?: number;
    /** Largest factor by which the motion of a jog is played faster, with strides shortened by the same factor. 1: as the network makes it. */
    jog_tempo?: number;
    /** Smallest speed of a jog that is requested from the network, m/s. It limits jog_tempo. */
    jog_own?: number;
    /** Length of the stick, 0 to 1, up to which the character stands. */
    dead_zone?: number;
    /** Requested speed below which the weight of the gait stand rises, m/s. */
    stand_under?: number;
    /** Largest angular speed of the goal's direction and facing, rad/s (3.05: 175 degrees/s). */
    turn_limit?: number;
    /** Factor of turn_limit for the direction while jogging. */
    turn_limit_jog?: number;
    /** Factor of turn_limit for the direction while a walking character turns by more than 155 degrees. Between 97 and 155 degrees it applies in part. */
    turn_limit_wide?: number;
    /** Largest deceleration of a stop from a walk, m/s2. */
    brake?: number;
    /** Value of brake for a stop from a jog, m/s2. */
    brake_jog?: number;
    /** Deceleration of a run that turns by more than 60 degrees, up to the step that turns it, m/s2, in the time of the network, which runs up to jog_tempo times as fast. 0: it turns on a curve. */
    plant_brake?: number;
    /** Acceleration after that step, m/s2, in the same time. */
    plant_push?: number;
    /** Weight of the gait crouch at that step. */
    plant_crouch?: number;
    /** Share of the planned velocity in the root's step in such a turn. The rest is the network's. */
    plant_share?: number;
    /** Fraction of the requested speed that remains while the goal's direction is opposite to the requested one. At smaller angles more remains. */
    turn_slow?: number;
    /** Value of turn_slow while a walking character turns by more than 155 degrees. */
    turn_slow_wide?: number;
    /** Fraction by which the network's turn is made faster while the facing is far from the goal's. */
    turn_gain?: number;
    /** Value of turn_gain while a walking character turns by more than 155 degrees. */
    turn_gain_wide?: number;
    /** Angle to the goal's facing from which on turn_gain applies, rad. It applies in full at twice this angle. */
    turn_gain_from?: number;
    /** 1: every input is read as a responsive one. 0: only those that say so. */
    responsive?: number;
    /** Largest angle between the requested direction and the facing at which a start is responsive, rad (0.52: 30 degrees). */
    start_ahead?: number;
    /** Time for which a start is responsive, s. */
    start_time?: number;
    /** Factor of the phase's rate from the request to move until a foot leaves the ground. */
    start_phase?: number;
    /** Fraction of its difference from the requested velocity by which the goal's velocity changes in each tick. */
    mix_velocity?: number;
    /** Fraction of its difference from the requested facing by which the goal's facing changes in each tick. */
    mix_facing?: number;
    /** Fraction of its difference from the requested strafe by which the goal's strafe changes in each tick. */
    mix_strafe?: number;
    /** Fraction of its difference from the requested crouch by which the goal's crouch changes in each tick. */
    mix_crouch?: number;
    /** Fraction of its difference from the wanted playback rate by which the playback rate changes in each tick. */
    mix_rate?: number;
    /** Fraction of their difference from the requested gait by which the gait weights change in each tick. */
    mix_gait?: number;
    /** Share of the network's joint positions in the positions that it gets as its next input. The rest is the previous positions moved by the network's velocities. */
    mix_joints?: number;
    /** Value of mix_joints while the goal is calm. */
    mix_joints_steady?: number;
    /** Time for which a goal has to be calm for mix_joints_steady and root_follow to apply in full, s. */
    steady_time?: number;
    /** Share of the slip of the planted toe that is subtracted from the root's next step while the goal is calm. */
    root_follow?: number;
    /** Share of the present slip of the planted toe in its running mean, for each tick. */
    mix_follow?: number;
    /** Exponent `bias` of the weights with which future positions follow the goal. With a larger one they follow sooner. */
    bias_position?: number;
    /** Value of bias_position while strafing. */
    bias_position_strafe?: number;
    /** Value of bias_position for a responsive input. */
    bias_position_responsive?: number;
    /** Exponent `bias` of the weights with which future facings follow the goal. With a larger one they follow sooner. */
    bias_facing?: number;
    /** Value of bias_facing while strafing. */
    bias_facing_strafe?: number;
    /** Value of bias_facing for a responsive input. */
    bias_facing_responsive?: number;
    /** Value of bias_facing for a responsive input while strafing. */
    bias_facing_responsive_strafe?: number;
    /** Form of these weights at time t, 0 now to 1 at the end of the trajectory. 0: 1 - (1 - t)^bias, as in the original demo. 1: t^bias, equation 9 of the paper. */
    blend_ease?: number;
    /** Meaning of a crouch area's amount. 1: depth of the hips. 0: weight of the gait crouch in the network's input. */
    crouch_depth?: number;
    /** Distance from a wall within which the gait bump of a trajectory sample rises to 1, m. 0: no bump. */
    bump_near?: number;
    /** Largest slope of the ground beside the path in the network's input, rise over run. Steeper ground is flattened to it. */
    side_steep?: number;
    /** Exponent p of the factor (1 - stand)^p by which the root's motion is multiplied, where stand is the weight of the gait stand. */
    stand_power?: number;
    /** Fraction of the phase's change that remains while standing. */
    phase_floor?: number;
    /** Angle between the facing of a standing character and the goal's, from half of which on it turns on the spot, rad. It turns at full speed from one and a half times this angle on. */
    turn_on_spot?: number;
    /** Duration of the flight of a jump on level ground, s. 0: the network makes the jump. */
    jump_flight?: number;
    /** Time from the request of a walking jump to its take-off, s. */
    jump_ready?: number;
    /** Value of jump_ready for a standing character, which crouches lower in a longer time, s. */
    jump_ready_stand?: number;
    /** Time before and after the take-off for which the weight of the gait jump is 1, s. Only for jumps of the network. */
    jump_half?: number;
    /** Time after that over which the weight of the gait jump falls to 0, s. */
    jump_fall?: number;
    /** Rate at which the goal's direction is corrected when the character deviates from it, 1/s. */
    steer_gain?: number;
    /** Largest correction of the goal's direction, rad. */
    steer_most?: number;
    /** Rate at which the goal's speed is corrected when the character is too fast or too slow, 1/s. */
    speed_gain?: number;
    /** Largest correction of the goal's speed, as a fraction of it. */
    speed_most?: number;
    /** Value of speed_most in a jog. */
    speed_most_jog?: number;
    /** Value of speed_most while strafing. */
    speed_most_strafe?: number;
    /** Distance that the root keeps from the side of a wall, m, so that arms and feet stay out of it. */
    wall_keep?: number;
    /** Largest height of a ledge that the character steps onto, m. A higher one stops it as a wall does. */
    climb_most?: number;
    /** Time for which a goal has to be steady before direction and speed are corrected, s. */
    settle?: number;
    /** Contact, 0 to 1, from which on a heel or toe is locked. */
    lock_contact?: number;
    /** Largest height of a heel or toe above its planted height at which it is locked, m. */
    lock_height?: number;
    /** Value of lock_height on ground that is not flat, m. */
    lock_height_rough?: number;
    /** Largest speed along the ground at which a heel or toe is locked, m/s. */
    lock_speed?: number;
    /** Contact, 0 to 1, below which a locked heel or toe is released. */
    release_contact?: number;
    /** Time in ticks by which the contact is extrapolated to decide when a foot is released. */
    release_ahead?: number;
    /** Value of release_ahead while jogging or strafing, ticks. */
    release_ahead_jog?: number;
    /** Time in ticks before a leg becomes too short at which its locked foot is released, if the network has moved its own foot away. 0: never. */
    strained?: number;
    /** Distance from the network's foot to the locked foot beyond which the foot is released, m. */
    lock_reach?: number;
    /** Value of lock_reach on ground that is not level, m. */
    lock_reach_rough?: number;
    /** Value of lock_reach in the two seconds after a stop, m, so that the last step closes the feet. */
    lock_reach_stop?: number;
    /** Angle between a locked foot and the network's, seen from above, beyond which the foot of a standing character takes a step, rad. */
    lock_twist?: number;
    /** Angle between a planted foot and the pelvis, seen from above, beyond which the foot turns on its ball, rad. 0: never. */
    pivot?: number;
    /** Smallest sideways distance between the ankles while walking sideways, m, so that the feet do not cross. 0: feet may cross. */
    own_side?: number;
    /** Fraction of its remaining height by which a locked joint sinks in each tick. */
    lock_sink?: number;
    /** Natural frequency of the spring that returns a released foot to the network's foot, 1/s. */
    release_rate?: number;
    /** Natural frequency of the spring that raises a foot over ground ahead, 1/s. */
    lift_rise?: number;
    /** Axis of a knee that is straight or bent backwards in the network. 1: the knee's hinge. 0: the network's rotation is kept. */
    knee_hinge?: number;
    /** Fraction of a foot's lift over the ground that remains after each tick. */
    lift_fall?: number;
    /** Smallest height of the ball of a fast foot above its rest height over the ground, m. */
    clearance?: number;
    /** Value of clearance while moving backwards, m. */
    clearance_back?: number;
    /** Fraction of the way from the leg's length in the network's pose to its full length beyond which the heel of a planted foot rises. */
    leg_stretch?: number;
    /** Value of leg_stretch while jogging. Below 0 the knee stays more bent than in the network's pose. */
    leg_stretch_jog?: number;
    /** Natural frequency of the spring that lowers the hips for a leg that is too short, 1/s. 0: at once. */
    drop_fall?: number;
    /** Fraction of the remaining way by which lowered hips rise in each tick. */
    drop_rise?: number;
    /** Fraction by which knees bend and straighten more in a walk than in the network's pose. */
    walk_knees?: number;
    /** Fraction by which hips rotate about the vertical more in a steady jog than in the network's pose. */
    jog_hips?: number;
    /** Fraction by which hips sway from foot to foot more in a steady jog than in the network's pose. */
    jog_sway?: number;
    /** Mass of a carried load, kg. It slows the character and leans its trunk. */
    load?: number;
    /** Distance of the load ahead of the trunk, m: 0.25 held before the body, -0.15 on the back. */
    load_ahead?: number;
    /** Share of the correction that makes the hips of jogs and jumps fall with 9.81 m/s2 in flight, 0 to 1. */
    gravity?: number;
    /** Lean into curves that is added to the network's own in a jog, as a fraction of atan(a / g), where a is the sideways acceleration. A walk gets 0.7 of it. */
    lean?: number;
    /** Share of the correction that leans the trunk forward in a jog, 0 to 1. */
    stoop?: number;
    /** Share of the correction that keeps the hips up while a walking character turns, 0 to 1. */
    upright?: number;
    /** Height by which the hips are raised in a walk, m. */
    walk_rise?: number;
    /** Largest bend of the straighter knee while standing, rad. The hips rise by up to 3 cm for it. 0: they do not rise. */
    stand_knees?: number;
    /** Largest bend of a forearm between elbow and wrist, rad. */
    forearm_limit?: number;
    /** Largest rotation of wrists and fingers, rad. */
    hand_limit?: number;
    /** Largest angular speed of wrists and fingers relative to their parent, rad/s (9: 516 degrees/s). */
    hand_speed?: number;
    /** Largest change of the angular speed of collars, arms and forearms in a tick, rad/s (1.3: 74 degrees/s). */
    arm_change?: number;
    /** Natural frequency of the spring by which arms catch up after such a limit, 1/s. */
    arm_rate?: number;
    /** Largest change of the angular speed of ankles in a tick on ground that is not flat, rad/s (3.3: 189 degrees/s). */
    ankle_change?: number;
    /** Natural frequency of the spring by which ankles catch up after such a limit, 1/s. */
    ankle_rate?: number;
    /** Largest change of the angular speed of knees in a tick on ground that is not level, rad/s (2.9: 166 degrees/s). */
    knee_change?: number;
    /** Rate at which knees catch up after such a limit, 1/s. */
    knee_rate?: number;
    /** Amplitude of the variation of each style's share from stride to stride. */
    vary_style?: number;
    /** Amplitude of the variation of the speed from stride to stride, as a fraction. */
    vary_pace?: number;
    /** Amplitude of the variation of the phase's rate from stride to stride, as a fraction. */
    vary_phase?: number;
    /** Duration of a breath while standing, s. */
    idle_breath?: number;
    /** Angle by which a breath raises the chest, rad. */
    idle_chest?: number;
    /** Amplitude of the hips' sideways sway over planted feet while standing, m. */
    idle_sway?: number;
    /** Amplitude of the rotation of hips and trunk over planted feet while standing, rad. */
    idle_twist?: number;
    /** Largest distance by which a foot of who stands for long steps elsewhere, along each axis, m. 0: feet stay. */
    idle_step?: number;
    /** Amplitude of the head's glances to either side, rad. */
    idle_head?: number;
    /** Fraction of the head's idle motion that remains while moving. */
    idle_moving?: number;
  };
  /** Blending of the network's weights over the phase. */
  mode?: "cubic" | "linear" | "constant";
  /** Id of the body model that moves. Other formats than glb and npz show the motion's bones in its size, if it is given. "none" writes bare bones in glb. */
  body?: string;
  /** Id of a character that was put (PUT /v1/characters/{id}), which moves instead of body; for glb and bvh. */
  character?: string;
  /** Shape coefficients of the body, in standard deviations. Missing ones are 0. */
  betas?: ArrayLike<number>;
  /** True makes the body's soft tissue follow the motion. It shows in glb (animated morph targets) and npz (dmpls); for models with soft-tissue directions (soft_dynamics is not none). */
  soft?: boolean;
  /** Breathing rate of the body in breaths per minute, shown where `soft` is; 0: no breathing. DMPL directions cannot show breathing. */
  breathing?: number;
}

/** Make mouth shapes of speech: POST /v1/speech. */
export interface MakeSpeechFields {
  /** Frames a second of `weights`; without it the reply has no weights. */
  rate?: number;
  /** Text that is said in the WAV file. The visemes are those of the text, at the times that are found in the sound. */
  said?: string;
  /** Text that is spoken, without times: durations are those of read English. Up to 131072 bytes in Latin letters; numbers and signs are read as words. */
  text?: string;
  /** Words with their times in seconds, or in the form of the service that `source` names: azure (word boundaries), polly (speech marks) or google (time points, recognised words). */
  words?: readonly { readonly [name: string]: unknown }[];
  /** Characters with their times, the member `alignment` of ElevenLabs. Words are made of them. */
  characters?: { readonly [name: string]: unknown };
  /** Phones with their times in seconds: ARPAbet, or IPA with `source` ipa. */
  phones?: readonly { readonly [name: string]: unknown }[];
  /** Visemes with their times in seconds, by the names of Oculus, or by those of `source`: openxr, vrm, rhubarb (mouthCues), azure (VisemeId, AudioOffset) or polly (speech marks). */
  visemes?: readonly { readonly [name: string]: unknown }[];
  /** Form of the list: whose members, units of time and names its entries have. posed: word, phone (ARPAbet) or viseme (Oculus), start and end in seconds, and weight of visemes. */
  source?: "posed" | "arpabet" | "ipa" | "oculus" | "openxr" | "vrm" | "rhubarb" | "azure" | "polly" | "google" | "elevenlabs";
  /** Speed of a text without times: 2 halves all durations. */
  speed?: number;
  /** Voice that speaks `text`, up to 8192 bytes: the reply then has the sound as a WAV file, and times are those of the voice. The voices are libflite's; own is that of the operator (speech.command). */
  voice?: "slt" | "rms" | "awb" | "kal" | "own";
  /** WAV file as base64 in which `text`, `words` or `characters` are said. It gives the times. Without a text the visemes are found from the sound alone. */
  sound?: string;
}

/** Put a character: PUT /v1/characters/{id}. */
export interface PutCharacterFields {
  /** Joints for bones that are not found automatically, as BONE=JOINT with commas between; BONE= leaves the bone out. Only for template person. */
  match?: string;
  /** Body plan of the character. A person can be animated by roll-outs and streams; an animal takes the animations of other characters of its template (POST /v1/characters/{id}/clip). */
  template?: "person" | "quadruped" | "bird" | "spider";
}

/** Put a motion on a character: POST /v1/characters/{id}/clip. */
export interface MakeCharacterClipFields {
  /** Frame rate of the result in frames per second. */
  rate?: number;
  /** Animation of a .glb or .fbx file to use: its name, or its index from 0. Without it the first that moves a joint and has more than one moment; when there are several, the header Posed-Warning lists them. */
  animation?: string;
  /** Id of the body model onto whose joints an npz file is read. The file's trans and betas are of this model unless the file names another one (posed_model, surface_model_type). Without it the motion is read onto the joints of the default body model, and the header Posed-Warning says what was assumed of a file that names no model. */
  model?: string;
  /** Up axis of an npz or BVH file. Without it z of an npz, as in AMASS, and that of the skeleton at rest of a BVH, or the axis along which the person stands in the motion; the header Posed-Warning then says so. */
  up?: "x" | "y" | "z" | "-x" | "-y" | "-z";
  /** True for an npz file in camera coordinates: x right, y down, z away from the camera; of application/x-pickle the estimate in the camera's frame. */
  camera?: boolean;
  /** Id of one of several people in a file. Without it the person who is seen longest, whom the header Posed-Warning names. */
  person?: string;
  /** Frame rate of the file's motion, frames per second. Without it the rate that the file states, else one that the header Posed-Warning names. */
  source_rate?: number;
  /** Unit of an npz file's rotations: radians or degrees. Without it radians; a file whose values look like degrees is refused. */
  angles?: "radians" | "degrees";
  /** Metres per unit of an npz file's trans. Without it metres; a trans that can only be in another unit is refused with that unit. */
  unit?: number;
}

/** Give a character a face: POST /v1/characters/{id}/face. */
export interface MakeCharacterFaceFields {
  /** Body model whose head is fitted to the character's, and whose shapes are carried over: one with ARKit's shapes. */
  model?: string;
  /** Format of the reply: glb (the file) or json (the report, with the file in base64). Without it the header Accept decides. */
  format?: "glb" | "json";
  /** True makes a character that is no VRM a VRM 1.0, with expressions and a humanoid by its match. A VRM stays one of its version. */
  vrm?: boolean;
  /** True takes all morph targets of the file away first. Without it a file that has ten or more of the shapes is refused. */
  replace?: boolean;
  /** True stores the result in place of the character, which then speaks and looks on the stream. False only returns it. */
  keep?: boolean;
  /** True adds to the JSON report a sheet (PNG) of the face with its shapes. Only for format json. */
  picture?: boolean;
}

/** Draw a picture of a character, cacheable: GET /v1/characters/{id}/portrait. */
export interface GetCharacterPortraitFields {
  /** Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure). */
  view?: "head" | "half" | "full";
  /** Width and height of the picture in pixels, 32 to 1024, or one number for both. Separated by commas, or one parameter for each value. */
  size?: ArrayLike<number>;
  /** Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side. */
  yaw?: number;
  /** Elevation of the camera in degrees: at 30 it looks down on the figure from above. */
  pitch?: number;
  /** Magnification of the figure in the picture; 2 shows it twice as large. */
  zoom?: number;
  /** Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward. */
  background?: string;
  /** Stance of a person without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up. Without it standing. Not allowed together with a pose, or for animals. */
  stance?: "standing" | "relaxed" | "power-stance" | "thumbs-up";
  /** Rotations of a person's joints as axis-angle vectors from the T-pose, in the order of SMPL: 66 numbers (22 joints) or 72 (24, of which the hands have no effect). Separated by commas, or one parameter for each value. */
  pose?: ArrayLike<number>;
  /** Pose of the left hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Pose of the right hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Expression weights by name, -2 to 2: names of `face` of the character. Without it the face is as in the file. As JSON. */
  blend_shapes?: { readonly [name: string]: number };
  /** Format of the picture; has precedence over the header Accept. */
  format?: "png" | "webp";
}

/** Draw a picture of a character: POST /v1/characters/{id}/portrait. */
export interface DrawCharacterPortraitFields {
  /** Format of the picture; has precedence over the header Accept. */
  format?: "png" | "webp";
  /** Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or full (the whole figure). */
  view?: "head" | "half" | "full";
  /** Width and height of the picture in pixels, 32 to 1024, or one number for both. */
  size?: number | ArrayLike<number>;
  /** Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left side. */
  yaw?: number;
  /** Elevation of the camera in degrees: at 30 it looks down on the figure from above. */
  pitch?: number;
  /** Magnification of the figure in the picture; 2 shows it twice as large. */
  zoom?: number;
  /** Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a light grey that darkens downward. */
  background?: string;
  /** Stance of a person without a pose: standing (at ease), relaxed (weight on one leg), power-stance (feet apart, fists on the hips) or thumbs-up. Without it standing. Not allowed together with a pose, or for animals. */
  stance?: "standing" | "relaxed" | "power-stance" | "thumbs-up";
  /** Rotations of a person's joints as axis-angle vectors from the T-pose, in the order of SMPL: 66 numbers (22 joints) or 72 (24, of which the hands have no effect). */
  pose?: ArrayLike<number>;
  /** Pose of the left hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose. */
  left_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Pose of the right hand by name, for a file with fingers. Without it that of the stance, or the file's own with a pose. */
  right_hand?: "relaxed" | "fist" | "grip" | "point" | "thumbs_up" | "flat" | "open";
  /** Expression weights by name, -2 to 2: names of `face` of the character. Without it the face is as in the file. */
  blend_shapes?: { readonly [name: string]: number };
}

/** Put a clip: PUT /v1/clips/{id}. */
export interface PutClipFields {
  /** Part of the body on which the clip is played by orders without a mask: all, upper, trunk, head, arms, left_arm, right_arm, legs, left_leg, right_leg, or a joint such as LeftForeArm. */
  mask?: string;
  /** True lets orders that do not say so repeat the clip. */
  loop?: boolean;
  /** Duration in seconds in which a pose changes to the clip and back, for orders that do not say it. */
  fade?: number;
  /** Time in seconds of the file at which the clip begins. */
  from?: number;
  /** Duration of the clip in seconds. Default: to the end of the file. */
  seconds?: number;
  /** Animation of a .glb or .fbx file to use: its name, or its index from 0. Without it the first that moves a joint and has more than one moment; when there are several, the header Posed-Warning lists them. */
  animation?: string;
  /** Id of the body model onto whose joints an npz file is read. The file's trans and betas are of this model unless the file names another one (posed_model, surface_model_type). Without it the motion is read onto the joints of the default body model, and the header Posed-Warning says what was assumed of a file that names no model. */
  model?: string;
  /** Up axis of an npz or BVH file. Without it z of an npz, as in AMASS, and that of the skeleton at rest of a BVH, or the axis along which the person stands in the motion; the header Posed-Warning then says so. */
  up?: "x" | "y" | "z" | "-x" | "-y" | "-z";
  /** True for an npz file in camera coordinates: x right, y down, z away from the camera; of application/x-pickle the estimate in the camera's frame. */
  camera?: boolean;
  /** Id of one of several people in a file. Without it the person who is seen longest, whom the header Posed-Warning names. */
  person?: string;
  /** Frame rate of the file's motion, frames per second. Without it the rate that the file states, else one that the header Posed-Warning names. */
  source_rate?: number;
  /** Unit of an npz file's rotations: radians or degrees. Without it radians; a file whose values look like degrees is refused. */
  angles?: "radians" | "degrees";
  /** Metres per unit of an npz file's trans. Without it metres; a trans that can only be in another unit is refused with that unit. */
  unit?: number;
}

/** Rig a mesh automatically: POST /v1/rig. */
export interface RigMeshFields {
  /** Format of the reply: glb (the rigged file) or json (the report, with the file in base64). Without it the header Accept decides. */
  format?: "glb" | "json";
  /** Positions of parts of the body, for a mesh that is rigged wrongly without them: one or more of chin, left_wrist, right_wrist, left_elbow, right_elbow, left_knee, right_knee, groin, each as NAME=X,Y,Z in the file's coordinates, with semicolons between. */
  markers?: string;
  /** Body plan of the mesh. Plans other than person are fitted by the shape of the solid alone (as in Pinocchio); a bird's wings must be spread. */
  template?: "person" | "quadruped" | "bird" | "spider";
  /** Up axis of the file. Without it, or with auto, it is found from the shape, and the report states it. */
  up?: "auto" | "y" | "z" | "x" | "-y" | "-z" | "-x";
  /** Axis of the file towards which the body faces. Without it, or with auto, it is found from the shape. */
  facing?: "auto" | "y" | "z" | "x" | "-y" | "-z" | "-x";
  /** Method of the skin weights. The default auto is learned for people and heat for other plans. */
  weights?: "auto" | "learned" | "mix" | "template" | "heat" | "distance" | "geodesic";
  /** True adds to the JSON report a picture (PNG) of the mesh with its joints, from the front and from the left. Only for format json. */
  picture?: boolean;
  /** True rigs a file that already has a skeleton again; its skins and animations are dropped. */
  replace?: boolean;
}

/** Stream of live characters: GET /v1/stream. */
export interface OpenStreamFields {
  /** One-time ticket from POST /v1/tickets, in place of a key. */
  ticket?: string;
  /** Name on which the clients of one session agree. A router sends requests with the same name to the same daemon; the daemon ignores it. */
  session?: string;
}

/** Find what rays meet in a room: POST /v1/rooms/{id}/cast. */
export interface CastRaysFields {
  /** Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it. */
  session?: string;
  /** Tick of the last frame before the moment that the client drew. It may lie as far in the past as the room's `rewind` allows. */
  tick?: number;
  /** Ticks from that frame to the next one that the client had, 1 to 60. */
  span?: number;
  /** Place of the moment between the two frames, 0 to 1. */
  fraction?: number;
  /** Rays, 1 to 64. */
  rays?: readonly {
    /** Start of the ray in metres: x, y, z. */
    from?: ArrayLike<number>;
    /** Direction of the ray, of any length but 0: x, y, z. */
    along?: ArrayLike<number>;
    /** Length of the ray in metres, 0 to 1000. */
    length?: number;
    /** Radius in metres of a sphere that moves along the ray, 0 to 1; 0: a line. */
    radius?: number;
  }[];
  /** Ids of up to 16 characters that rays pass through, such as the player's own. */
  without?: ArrayLike<number>;
  /** Largest number of characters that each ray reports, nearest first, 1 to 8. */
  hits?: number;
  /** Surface that rays meet: body (the skin as the channel vertices shows it), bones (the skin without the shapes that the pose drives, as engines draw a .glb file) or capsules. Characters without a body have capsules. */
  surface?: "body" | "bones" | "capsules";
  /** Secret of the room, where it has one. */
  secret?: string;
}

/** Make a character of a room speak: POST /v1/rooms/{id}/speak. */
export interface OrderSpeechFields {
  /** Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it. */
  session?: string;
  /** Name of up to 64 bytes that the messages `speech` about this utterance repeat. */
  utterance?: string;
  /** True begins the utterance after those that the character speaks or that wait; otherwise it ends them. */
  queue?: boolean;
  /** Seconds until time 0 of the utterance: from now or, with `queue`, from the end of the one before it. */
  delay?: number;
  /** True, alone, ends the speech of the character; its mouth closes in 0.12 s. */
  stop?: boolean;
  /** Text that is spoken, without times: durations are those of read English. Up to 131072 bytes in Latin letters; numbers and signs are read as words. */
  text?: string;
  /** Words with their times in seconds, or in the form of the service that `source` names: azure (word boundaries), polly (speech marks) or google (time points, recognised words). */
  words?: readonly { readonly [name: string]: unknown }[];
  /** Characters with their times, the member `alignment` of ElevenLabs. Words are made of them. */
  characters?: { readonly [name: string]: unknown };
  /** Phones with their times in seconds: ARPAbet, or IPA with `source` ipa. */
  phones?: readonly { readonly [name: string]: unknown }[];
  /** Visemes with their times in seconds, by the names of Oculus, or by those of `source`: openxr, vrm, rhubarb (mouthCues), azure (VisemeId, AudioOffset) or polly (speech marks). */
  visemes?: readonly { readonly [name: string]: unknown }[];
  /** Form of the list: whose members, units of time and names its entries have. posed: word, phone (ARPAbet) or viseme (Oculus), start and end in seconds, and weight of visemes. */
  source?: "posed" | "arpabet" | "ipa" | "oculus" | "openxr" | "vrm" | "rhubarb" | "azure" | "polly" | "google" | "elevenlabs";
  /** Speed of a text without times: 2 halves all durations. */
  speed?: number;
  /** Id of a character of the room that its client spawned with "orders":true. */
  character?: number;
  /** Secret of the room, where it has one. */
  secret?: string;
}

/** Make a character of a room look: POST /v1/rooms/{id}/look. */
export interface OrderLookFields {
  /** Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it. */
  session?: string;
  /** Direction x, z that the character faces; without it none. */
  at?: ArrayLike<number>;
  /** Point in metres to which head and neck turn: x, y, z. Without it they are released. */
  point?: ArrayLike<number>;
  /** Frame of the point: world, or root, whose frame it then follows. */
  anchor?: "world" | "root";
  /** Share of the turn towards the point, 0 to 1. */
  weight?: number;
  /** Duration in seconds in which head and neck turn to the point, and in which they turn back. */
  seconds?: number;
  /** Id of a character of the room that its client spawned with "orders":true. */
  character?: number;
  /** Secret of the room, where it has one. */
  secret?: string;
}

/** Make a character of a room play a clip: POST /v1/rooms/{id}/play. */
export interface OrderClipFields {
  /** Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it. */
  session?: string;
  /** Id of the clip: an emote of the server or a clip that was put (GET /v1/clips lists both). Needed unless stop is true. */
  clip?: string;
  /** Joints that play the clip while the others move on; each entry is all, upper, trunk, head, arms, left_arm, right_arm, legs, left_leg, right_leg, or a joint such as LeftForeArm. Default: the clip's own mask. With all the character stands and the clip moves the whole body. */
  mask?: string | readonly string[];
  /** Share of the clip's pose for each entry of mask, 0 to 1; default: 1 for each. */
  weights?: ArrayLike<number>;
  /** Duration in seconds in which the pose changes to the clip, without a jump of position or velocity; with stop that of the change back. Default: the clip's own. */
  fade?: number;
  /** Duration in seconds of the change back at the end of the clip. Default: fade. */
  fade_out?: number;
  /** Factor of the clip's speed. */
  speed?: number;
  /** True repeats the clip until it is ended or until a queued clip follows. Default: as the clip was put, or as the emote is. */
  loop?: boolean;
  /** True moves and turns the character along the clip's path; false plays the clip on the spot. Default: true. Only for the whole body. */
  root?: boolean;
  /** True keeps planted feet in place and on the ground of the scene. Default: true. Only for the whole body. */
  feet?: boolean;
  /** True begins the clip after those that play or wait, of which there may be 4; otherwise it replaces them. */
  queue?: boolean;
  /** True ends what plays, and drops what waits. */
  stop?: boolean;
  /** Id of a character of the room that its client spawned with "orders":true. */
  character?: number;
  /** Secret of the room, where it has one. */
  secret?: string;
}

/** Set the emotions of a character of a room: POST /v1/rooms/{id}/feel. */
export interface OrderFeelingsFields {
  /** Name of the room, for a router that sends requests with the same name to the same daemon; the daemon ignores it. */
  session?: string;
  /** Emotions by name and amount, shown by face, head and posture; those that are absent end. */
  emotions?: {
    /** Amount of this emotion; several mix. */
    calm?: number;
    /** Amount of this emotion; several mix. */
    happy?: number;
    /** Amount of this emotion; several mix. */
    sad?: number;
    /** Amount of this emotion; several mix. */
    angry?: number;
    /** Amount of this emotion; several mix. */
    surprised?: number;
    /** Amount of this emotion; several mix. */
    afraid?: number;
    /** Amount of this emotion; several mix. */
    disgusted?: number;
  };
  /** Duration of the change of the emotions. */
  seconds?: number;
  /** Amount of movement of head, brows, hands and breath with speech: 0: none; 0.5: the usual amount; 1: more of it. In a script it needs a list `speech`. */
  liveliness?: number;
  /** Part of the character in the conversation. auto: speaking while the character speaks, listening while its partner speaks. */
  part?: "auto" | "speaking" | "listening" | "thinking";
  /** Id of the character, of the same session, that this one talks with and looks at. */
  partner?: number;
  /** Id of a character of the room that its client spawned with "orders":true. */
  character?: number;
  /** Secret of the room, where it has one. */
  secret?: string;
}

/** Describe a scene: GET /v1/scenes/{id}. */
export interface GetSceneFields {
  /** True adds every height of the ground to the reply. */
  heights?: boolean;
}

/** Put a scene: PUT /v1/scenes/{id}. */
export interface PutSceneFields {
  /** Distance in metres between two neighbouring heights of the heightmap. */
  cell?: number;
  /** Height in metres of white in a PNG heightmap. */
  scale?: number;
  /** Number of heights in a row of raw float32. */
  columns?: number;
  /** Coordinate x in metres of the heightmap's first corner; without it the ground's centre is at 0. */
  x?: number;
  /** Coordinate z in metres of the heightmap's first corner; without it the ground's centre is at 0. */
  z?: number;
  /** Ground of the scene: made from a seed, or given as heights. Without it the ground is flat at height 0. */
  ground?: {
    /** Kind of ground that is made from the seed. */
    kind?: "flat" | "map" | "rolling" | "hills" | "rocky" | "steps" | "beams" | "gaps" | "ramp" | "ridges";
    /** Seed of the ground that is made, a whole number. */
    seed?: number;
    /** Side length in metres of the square of ground that is made. */
    side?: number;
    /** Slope of the steep places of the ground that is made, in degrees; 0: the kind's own slope. */
    slope_deg?: number;
    /** Direction in degrees in which stairs, ridges, ramps and bars of the ground that is made rise, about +Y; 0: +z. */
    yaw_deg?: number;
    /** Distance in metres between two neighbouring heights of the ground. */
    cell?: number;
    /** Heights of the ground in metres, instead of `kind`: rows along +z of columns along +x, 2 to 4096 of each. */
    heights?: ArrayLike<ArrayLike<number>>;
    /** Coordinate x in metres of the ground's first corner; without it the ground's centre is at 0. */
    x?: number;
    /** Coordinate z in metres of the ground's first corner; without it the ground's centre is at 0. */
    z?: number;
  };
  /** Walls: line segments that characters cannot cross. */
  walls?: readonly {
    /** First end of the wall in metres: x, z. */
    from?: ArrayLike<number>;
    /** Second end of the wall in metres: x, z. */
    to?: ArrayLike<number>;
    /** Half the thickness of the wall in metres: its sides are this far from the segment. */
    width?: number;
  }[];
  /** Jump areas: discs in which characters jump. */
  jumps?: readonly {
    /** Centre of the disc in metres: x, z. */
    at?: ArrayLike<number>;
    /** Radius of the disc in metres. */
    radius?: number;
    /** Width in metres of the ring around the disc over which the effect of the area fades. */
    falloff?: number;
  }[];
  /** Crouch areas: boxes in which characters crouch. */
  crouches?: readonly {
    /** Centre of the box in metres: x, z. */
    at?: ArrayLike<number>;
    /** Size of the box along x and along z in metres. */
    size?: ArrayLike<number>;
    /** Depth of the crouch: 0 upright, 0.5 with the hips lowered by half, 1 fully crouched. It fades out over 1 m around the box. Of several areas and the character's input, the deepest counts. */
    amount?: number;
    /** Wave length in metres of a variation of `amount` along x, by the factor 1 - (sin(x/wave) + 1)/2, as under the bars of the original demo; 0: no variation. */
    wave?: number;
  }[];
  /** Beams: narrow bars on which characters keep their balance. */
  beams?: readonly {
    /** First end of the beam in metres: x, z. */
    from?: ArrayLike<number>;
    /** Second end of the beam in metres: x, z. */
    to?: ArrayLike<number>;
    /** Half the width of the beam in metres: its sides are this far from the segment. */
    width?: number;
  }[];
  /** Seats: chairs, stools and benches that characters on their way to a seat walk around. Other characters are not kept off them. */
  seats?: readonly {
    /** Centre of the seat in metres: x, z. */
    at?: ArrayLike<number>;
    /** Direction that a person on the seat faces, in radians about +Y; 0 is +Z. */
    facing?: number;
    /** Width of the seat in metres, across its facing. */
    width?: number;
    /** Depth of the seat in metres, along its facing. */
    depth?: number;
  }[];
}

/** Make a one-time ticket: POST /v1/tickets. */
export interface CreateTicketFields {
  /** Name on which the clients of one session agree. A router sends requests with the same name to the same daemon; the daemon ignores it. */
  session?: string;
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
  /** State of the daemon: ok if it is alive, ready if it accepts work. */
  status: "ok" | "ready";
  /** Reason why a service that the daemon needs fails while the daemon still takes work, such as the Redis of a cluster. */
  detail?: string;
}

/** Issuer of tokens (RFC 9728). */
export interface Resource {
  /** Address of the interface, as clients reach it. */
  resource: string;
  /** Addresses of the issuers whose tokens are taken: access.jwt_issuer. */
  authorization_servers: string[];
  /** Scopes that a token may have. */
  scopes_supported: string[];
  /** Ways to send a token: header. */
  bearer_methods_supported: string[];
  /** Name of the interface for people. */
  resource_name: string;
}

/** Reply to a message of the Model Context Protocol. */
export interface Mcp {
  /** Version of JSON-RPC: 2.0. */
  jsonrpc: string;
  /** Id of the message that is answered; null if it has none. */
  id: string | number | null;
  /** Result of the method. */
  result?: { [name: string]: unknown };
  /** Error with `code` and `message` (JSON-RPC 2.0, section 5.1). */
  error?: { [name: string]: unknown };
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
  kind: "body" | "motion" | "pose-prior" | "pose-network" | "matching" | "wardrobe" | "mhr" | "rig-start" | "rig-weights" | "speech" | "clips";
  /** True for the default model of its kind. */
  default: boolean;
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** Length of the vector that drives the pose blend shapes. */
  pose_feature_count: number;
  /** Skinning that the model is made for and that requests use unless they choose one: lbs, or dqs. */
  skinning: string;
  /** Number of expression coefficients (SMPL-X, FLAME); 0 when the model has none. */
  expression_count: number;
  /** Number of principal components of a hand's pose; 0 when the model has none. */
  hand_component_count: number;
  /** Names of the parts by which a pose may be given. */
  pose_parts: string[];
  /** Names of the features of the face, which are the last betas; `face_shape` takes them. */
  feature_names: string[];
  /** Names of the expressions that have one, in the order of their coefficients. With visemes the last name is viseme_sil, the mouth at rest, which has no coefficient. */
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
  /** Names of the sculpted shapes that the pose drives; absent when it has none. */
  sculpts?: string[];
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
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

/** Network that hears speech. */
export interface SpeechModel {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "speech";
  /** True for the default model of its kind. */
  default: boolean;
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
  /** Samples a second of the sound that the network hears. */
  rate: number;
  /** Number of mouth shapes, silence included. */
  viseme_count: number;
  /** Credits that the sources of the model ask for. */
  credits: string;
  /** Unit of each kind of number of the model, by name. */
  units: { [name: string]: string };
  /** Axes of the model: those of glTF. */
  frame: "gltf";
}

/** Clips that characters play. */
export interface ClipSet {
  /** Id of the model, as used in paths. */
  id: string;
  /** Kind of the model. */
  kind: "clips";
  /** True for the default model of its kind. */
  default: boolean;
  /** True if the model is in memory; false if it is on disk until its first request. */
  resident: boolean;
  /** Name of the model that its file holds. */
  name: string;
  /** Licence of the model. */
  licence: string;
  /** Account of how the model was made. */
  provenance: string;
  /** Memory that the model takes, in bytes; 0 while it is on disk. */
  resident_bytes: number;
  /** Part of resident_bytes that is mapped from a pack, so that all processes share its pages. */
  mapped_bytes: number;
  /** 64-bit hash of the model's content, in hexadecimal; for a model in memory. */
  content_hash?: string;
  /** Number of clips. */
  clip_count: number;
  /** Frames a second. */
  frame_rate: number;
  /** Ids of the clips (GET /v1/clips describes them). */
  clips: string[];
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
  /** True of an outfit whose top and bottom can be worn apart (`top`, `bottom`). */
  halves?: boolean;
  /** Item whose mesh this one changes by `parameters`. */
  made_of?: string;
  /** Cuts and displacements (`sleeve`, `leg`, `hem`, `scoop`, `vneck`, `shaft`, `length`, `fringe`, `fit`, `flare`), colours and patterns of the parts; empty for an item with a mesh of its own. */
  parameters: { [name: string]: unknown };
  /** Styles of the item (casual, sport, formal, work): it goes with items that share one. Empty: with all. */
  styles: string[];
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

/** Garment that a client has put. */
export interface Garment {
  /** Id of the garment, as `wear` takes it. */
  id: string;
  /** Part of what somebody wears that the garment is, as `slot` of the request says. */
  slot: "outfit" | "top" | "bottom" | "shoes" | "hat" | "glasses";
  /** Number of its vertices. */
  vertex_count: number;
  /** Number of triangles. */
  face_count: number;
  /** Number of its materials. */
  material_count: number;
  /** Number of vertices of the skin that it hides. */
  hidden_vertices: number;
  /** Joints of the file that are joints of the body; 0: it is not rigged. */
  joints_found: number;
  /** Median distance of its vertices from the skin, in millimetres. */
  median_mm: number;
  /** Share of its vertices that were more than 30 mm inside of the skin, 0 to 1. */
  deep: number;
  /** Pictures and properties of materials of the file that the garment lacks. */
  note?: string;
}

/** Garments that clients have put. */
export interface GarmentList {
  /** Garments that clients have put. */
  garments: Garment[];
}

/** Small file with which a guide begins. */
export interface Sample {
  /** Name of the file. */
  name: string;
  /** Path of the file, relative to the address of this list. */
  path: string;
  /** Media type of the file. */
  type: string;
  /** Size of the file. */
  bytes: number;
  /** Description of what the file holds. */
  about: string;
  /** Route that takes the file: method and path. */
  route: string;
  /** Page of the documentation that begins with the file. */
  guide: string;
  /** Licence of the file. */
  licence: string;
}

/** Sample files of the server. */
export interface SampleList {
  /** Sample files that this server has. */
  samples: Sample[];
}

/** Sample file in JSON: a request's body. */
export interface SampleFile {
  observations: { [name: string]: unknown };
}

/** Model of any kind; `kind` says which. */
export type Model = BodyModel | MotionModel | PosePrior | PoseNetwork | MatchingModel | WardrobeModel | MhrModel | RigStart | RigWeights | SpeechModel | ClipSet;

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
  /** Shape coefficients of a body that was requested by seed, measures or age. */
  betas?: number[];
  /** Shape coefficients of an MHR body that was requested by seed. */
  identity_coeffs?: number[];
  /** Gender and age of the random person. */
  person?: Person;
  /** Distribution and seed from which the betas were drawn: N(0,1):SEED. */
  random?: string;
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
  /** Age of the person in years: as requested, or the most likely one for the other measures. */
  age: number;
}

/** Person with shape coefficients. */
export interface Found {
  /** Shape coefficients of a body that was requested by seed, measures or age. */
  betas?: number[];
  /** Shape coefficients of an MHR body that was requested by seed. */
  identity_coeffs?: number[];
  /** Gender and age of the random person. */
  person?: Person;
  /** Distribution and seed from which the betas were drawn: N(0,1):SEED. */
  random?: string;
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
  /** Number of triangles; present when `include` has faces. */
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
  /** Value of height in m; null where the model lacks what its definition needs. */
  height: number | null;
  /** Value of mass in kg; null where the model lacks what its definition needs. */
  mass: number | null;
  /** Value of volume in m3; null where the model lacks what its definition needs. */
  volume: number | null;
  /** Value of bmi in kg/m2; null where the model lacks what its definition needs. */
  bmi: number | null;
  /** Value of head_girth in m; null where the model lacks what its definition needs. */
  head_girth: number | null;
  /** Value of neck_girth in m; null where the model lacks what its definition needs. */
  neck_girth: number | null;
  /** Value of chest_girth in m; null where the model lacks what its definition needs. */
  chest_girth: number | null;
  /** Value of underbust_girth in m; null where the model lacks what its definition needs. */
  underbust_girth: number | null;
  /** Value of waist_girth in m; null where the model lacks what its definition needs. */
  waist_girth: number | null;
  /** Value of navel_girth in m; null where the model lacks what its definition needs. */
  navel_girth: number | null;
  /** Value of hip_girth in m; null where the model lacks what its definition needs. */
  hip_girth: number | null;
  /** Value of thigh_girth in m; null where the model lacks what its definition needs. */
  thigh_girth: number | null;
  /** Value of knee_girth in m; null where the model lacks what its definition needs. */
  knee_girth: number | null;
  /** Value of calf_girth in m; null where the model lacks what its definition needs. */
  calf_girth: number | null;
  /** Value of ankle_girth in m; null where the model lacks what its definition needs. */
  ankle_girth: number | null;
  /** Value of upper_arm_girth in m; null where the model lacks what its definition needs. */
  upper_arm_girth: number | null;
  /** Value of elbow_girth in m; null where the model lacks what its definition needs. */
  elbow_girth: number | null;
  /** Value of wrist_girth in m; null where the model lacks what its definition needs. */
  wrist_girth: number | null;
  /** Value of shoulder_width in m; null where the model lacks what its definition needs. */
  shoulder_width: number | null;
  /** Value of arm_length in m; null where the model lacks what its definition needs. */
  arm_length: number | null;
  /** Value of hand_length in m; null where the model lacks what its definition needs. */
  hand_length: number | null;
  /** Value of inside_leg_height in m; null where the model lacks what its definition needs. */
  inside_leg_height: number | null;
  /** Value of back_neck_to_waist in m; null where the model lacks what its definition needs. */
  back_neck_to_waist: number | null;
  /** Value of foot_length in m; null where the model lacks what its definition needs. */
  foot_length: number | null;
  /** Value of span in m; null where the model lacks what its definition needs. */
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
  /** Person of each body that was requested by seed, measures or age; null for the others. */
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
  /** Result of the search: matched (every measurement is within its tolerance), compromise (some are not), budget (the iterations or the time ran out) or unmeasurable (the model lacks joints that a measurement needs; betas are 0). */
  status: "matched" | "compromise" | "budget" | "unmeasurable";
  /** Number of iterations of the search. */
  iterations: number;
  /** Length of the beta vector: distance from the mean body, in standard deviations. */
  distance: number;
  /** Factor of the tolerances in the cost, 0.05 to 1: the smallest one that gives a likely body. Near 0.05 the measurements are met exactly; at 1 residuals of up to the tolerances remain. */
  relaxation: number;
  /** Shape coefficients of the body that was found. */
  betas: number[];
  /** Reached value minus requested value, by measurement. */
  residuals: { [name: string]: number | null };
  /** Tolerance of each measurement: the largest residual that counts as reached. */
  tolerances: { [name: string]: number };
  /** Measurements of the body that was found. */
  measurements: Measurements;
  /** Warnings: each measurement that the body misses by more than its tolerance, with the wanted and the reached value, and a body that hardly any adult has. */
  warnings?: Remark[];
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
  /** Index of the camera that made the observation, when there are several cameras. */
  camera?: number;
  /** Confidence with which the observation was used; 0 for a point that was not seen. */
  confidence: number;
  /** Distance between the body and the observation, in metres, pixels or degrees; null for a point that was not seen. */
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
  /** Axis of the points in space that was taken as up: x, y, z, -x, -y or -z. The reply's own axes have +Y up. */
  up: string;
  /** Standard error of the positions of the body's 22 joints in the world, in millimetres of the body (root mean square): how sure the fit is, which `converged` does not say. Noise is that of the residuals. Null when it is not determined. */
  uncertainty_mm: number | null;
  /** Standard error relative to the pelvis, so without the error of the body's place, such as its distance from one camera. */
  pose_uncertainty_mm: number | null;
  /** Shape coefficients of the body that was found. */
  betas: number[];
  /** Standard deviation of each beta after the fit: 1 when the observations do not determine it at all, 0 when it was not fitted. */
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
  /** Names of the joints whose rotations no observation determines; they have their most likely rotations. */
  unseen: string[];
  /** Cost of each term, in nats. */
  terms: { [name: string]: number };
  /** Joint positions of the fitted body in the model's order, in metres, without `scale`. */
  joints: Vector[];
  /** Fitted body as a file; present when the request has `mesh`. */
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
  /** Axis of the points in space that was taken as up: x, y, z, -x, -y or -z. The reply's own axes have +Y up. */
  up: string;
  /** Standard error of the positions of the body's 22 joints in the world, in millimetres of the body (root mean square): how sure the fit is, which `converged` does not say. Noise is that of the residuals. Null when it is not determined. */
  uncertainty_mm: number | null;
  /** Standard error relative to the pelvis, so without the error of the body's place, such as its distance from one camera. */
  pose_uncertainty_mm: number | null;
  /** Shape coefficients of the body that was found. */
  betas: number[];
  /** Standard deviation of each beta after the fit: 1 when the observations do not determine it at all, 0 when it was not fitted. */
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
  /** Names of the joints whose rotations no observation determines; they have their most likely rotations. */
  unseen: string[];
  /** Cost of each term, in nats. */
  terms: { [name: string]: number };
  /** Joint positions of the fitted body in the model's order, in metres, without `scale`. */
  joints: Vector[];
  /** Fitted body as a file; present when the request has `mesh`. */
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

/** How a picture shows a face. */
export interface LikenessView {
  /** Turn of the head towards the person's left, away from the camera, in degrees. */
  yaw: number;
  /** Turn of the head downwards, away from the camera, in degrees. */
  pitch: number;
  /** Lean of the head towards the person's right shoulder, in degrees. */
  roll: number;
  /** Distance between camera and face in metres, for a head of usual size. */
  distance: number;
  /** Focal length in pixels, as given or as found. */
  focal: number;
  /** Root mean square distance of the landmarks from the found face, in metres. */
  rms: number;
}

/** Shares of the sexes. */
export interface LikenessSex {
  /** Probability of a woman, 0 to 1. */
  female: number;
  /** Probability of a man, 0 to 1. */
  male: number;
}

/** Person whose face is seen in pictures. */
export interface Likeness {
  /** Id of the body model. */
  model: string;
  /** Seed of the person whom `face_shape` changes. */
  random: number;
  /** Age of the face in years; a guess. */
  age: number;
  /** Standard deviation of the error of `age`, in years. */
  age_sd: number;
  /** Probability of either sex by the shape of the face, for a neutral model. */
  sex?: LikenessSex;
  /** Changes of the features of the person with this `random` and `age`, for the field of this name. */
  face_shape: string;
  /** Shape coefficients of the person in the pictures. */
  betas: number[];
  /** The head and the lens in each picture, in the request's order. */
  views: LikenessView[];
}

/** Summary of a skeleton. */
export interface SkeletonSummary {
  /** Id of the skeleton, as used in paths. */
  id: string;
  /** Source of the skeleton: body or motion for models; glb, vrm, bvh or joints for uploads. */
  kind: string;
  /** True for the default model of its kind. */
  default: boolean;
  /** Number of joints; absent for a model that is on disk until its first request. */
  joint_count?: number;
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
  /** Note on a glTF file with several skeletons: how many joints of the other skeletons are left out, and the name of the first. */
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
  /** Irregularities of the file: vertices without a weight, weights that do not sum to 1, or joints of another skeleton, which are not moved. */
  note?: string;
  /** Names of the blend shapes of a person's file, and of VRM's expressions: those that `face` on the stream takes and that roll-outs animate. */
  face?: string[];
  /** Names of the joints, besides the root, whose nodes are also moved by translations: feet, hands, clavicles or thighs that are children of another joint than in people. */
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

/** Pieces of a mesh by what they are. */
export interface FaceParts {
  /** Connected pieces of the mesh that are the skin of the face. */
  skin?: number;
  /** Pieces that no shape moves: hair, glasses, hats, clothes. */
  still?: number;
  /** Pieces that turn with the left eye. */
  left_eye?: number;
  /** Pieces that turn with the right eye. */
  right_eye?: number;
  /** Pieces inside the mouth above its line, which stay. */
  upper_teeth?: number;
  /** Pieces inside the mouth below its line, which move with the jaw. */
  lower_teeth?: number;
  /** Pieces that are a tongue, which moves with the jaw and comes out with tongueOut. */
  tongue?: number;
  /** Pieces that lie on the skin and move with it: lashes, brows, tears, a beard. */
  film?: number;
}

/** Gaps of lids and lips that are shut. */
export interface FaceOpen {
  /** Unit of the numbers beside it: millimetres at a person's size. */
  unit: "mm";
  /** Widest gap of the left lids at eyeBlinkLeft 1; null without an opening. */
  left_lids: number | null;
  /** Widest gap of the right lids at eyeBlinkRight 1; null without an opening. */
  right_lids: number | null;
  /** Widest gap of the lips at viseme_PP 1; null without a mouth. */
  lips_pressed: number | null;
  /** Widest gap of the lips at jawOpen 1 and mouthClose 1; null without a mouth. */
  lips_over_jaw: number | null;
}

/** Character with the shapes of a face. */
export interface CharacterFace {
  /** Mean distance of the fitted head from the nearer 80 % of the face, in millimetres at a person's size. */
  misfit: number;
  /** Share of the points of a face that lie within 6 mm of the mesh. */
  matched: number;
  /** Metres, at a person's size, in a unit of the file. */
  unit: number;
  /** Number of vertices of the file. */
  vertices: number;
  /** Number of vertices that a shape moves. */
  moved: number;
  /** Number of meshes that got morph targets. */
  meshes: number;
  /** Number of new joints: jaw, leftEye, rightEye. */
  joints: number;
  /** Version of VRM whose expressions were written, 0.x or 1.0; null: no VRM. */
  vrm: string | null;
  /** Number of morph targets that `replace` took away. */
  dropped: number;
  /** True when the result is stored in place of the character. */
  kept: boolean;
  /** Openings of the skin that were found: mouth, left_eye, right_eye. */
  openings: string[];
  /** Numbers of connected pieces of the mesh by what they are. */
  parts: FaceParts;
  /** Gaps that lids and lips leave when they are shut. */
  open: FaceOpen;
  /** Sentences about what could not be done. */
  notes: string[];
  /** Character with the shapes, as a .glb (or .vrm) file. */
  file: RigFile;
  /** Sheet of the face with its shapes. */
  picture?: RigFile;
}

/** Mesh with a new skeleton and weights. */
export interface Rig {
  /** Body plan that was fitted to the mesh: person, quadruped, bird or spider. */
  template: string;
  /** Root mean square distance between template and mesh, as a fraction of the height; for animals, between surface and the capsules about the bones, as a fraction of the largest extent. Above 0.04 it is doubtful. */
  residual: number;
  /** Share of the surface within 0.03 of the height from the template; for animals, within 0.1 of the largest extent from the capsules. */
  coverage: number;
  /** Cost of embedding the template's skeleton into the mesh: below 1 it fits well, above 2 it is doubtful. For a person, the embedding only checks the joints (second_opinion). */
  penalty?: number;
  /** True when a person should check the result; `markers` would improve it. */
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
  /** Number of edges of a person's skin that a walk still stretches by more than 3 times, because parts that touch are one surface, or a joint is off its place. Above 0 the rig is doubtful. */
  stretched_edges: number;
  /** Largest stretch of an edge in the extremes of a walk, relative to its length at rest. */
  largest_stretch: number;
  /** Counts of the repairs made to the mesh. */
  repaired: Repaired;
  /** Names of the markers that would improve the rig; `markers` of the request takes them. */
  markers_wanted: string[];
  /** Axis of the file that points up: y, z, x, -y, -z or -x. */
  up: string;
  /** Direction that the body faces, a unit vector in the file's axes. */
  facing: number[];
  /** Transform from the file's coordinates to upright ones: the rows of [R | t]. */
  upright: number[];
  /** Result of rigging the fingers of each hand, for a person. */
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
  /** Distance of this joint from where a second method, which embeds the skeleton in the mesh, puts it, as a fraction of the height. Only for limbs and trunk of people. */
  second_opinion?: number;
  /** Position of the joint in the upright mesh, in the file's units. */
  position: number[];
}

/** Counts of the repairs made to a mesh. */
export interface Repaired {
  /** Number of vertices of one leg whose weights were of the other leg, and were moved to the own one. */
  crossed_vertices: number;
  /** Number of edges that a walk would have stretched by more than 3 times, and whose weights were mended. */
  stretched_edges: number;
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

/** Result of rigging one hand of a mesh. */
export interface RiggedHand {
  /** Number of finger joints, three a finger from thumb to little finger: 15, 12 for a hand of four fingers, or 0. */
  joints: number;
  /** Number of separate parts seen in the hand: 5 for an open hand, 2 for a mitten, 1 for a fist. */
  parts: number;
  /** Reason why the hand got no finger joints. */
  why?: string;
}

/** Result of rigging both hands of a mesh. */
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

/** Avatar that a client has stored. */
export interface Avatar {
  /** Id of the avatar, as used in paths. */
  id: string;
  /** Body model of the avatar. */
  model: string;
  /** Fields of the body and of what it wears, as they were stored. */
  choices: { [name: string]: unknown };
  /** Path of the avatar's .glb on this host, the path of a proxy included. */
  glb: string;
  /** Path of the avatar's VRM file on this host, the path of a proxy included. */
  vrm: string;
}

/** Derivatives of one body. */
export interface Derivative {
  /** Gradient by the betas, for cotangents. */
  betas?: number[];
  /** Gradient by the expression, for cotangents. */
  expression?: number[];
  /** Gradient by the axis-angle vectors of the pose, for cotangents: (K,3). */
  pose?: number[][];
  /** Gradient by the translation, for cotangents. */
  translation?: number[];
  /** Change of the vertices, for tangents: (V,3). */
  vertices?: number[][];
  /** Change of the joints and keypoints, for tangents: (P,3). */
  joints?: number[][];
}

/** Derivatives of bodies by their parameters. */
export interface Derivatives {
  /** Derivatives of each body of the request. */
  bodies: Derivative[];
}

/** Description of an avatar, as Ready Player Me had it. */
export interface AvatarDescription {
  /** Id of the avatar. */
  id: string;
  /** Kind of body. */
  bodyType: "fullbody";
  /** Sex of the person: as chosen, or drawn by the seed; neutral if neither says it. */
  outfitGender: "masculine" | "feminine" | "neutral";
  /** Always 2, the last version of the closed service's full-body outfits. */
  outfitVersion: number;
  /** Path of the avatar's .glb on this host, the path of a proxy included. */
  url: string;
  /** Path of a picture on this host, the path of a proxy included. */
  imageUrl: string;
  /** Choices that were stored, without the model. */
  choices: { [name: string]: unknown };
}

/** Stored avatars. */
export interface AvatarList {
  /** Avatars that clients have stored. */
  avatars: Avatar[];
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
  /** Characters that clients have uploaded. */
  characters: CharacterSummary[];
  /** Largest size of a file that may be uploaded, in bytes. */
  body_bytes: number;
}

/** Residual of one marker, keypoint or sensor. */
export interface JobPoint {
  /** Name of the marker, keypoint or sensor. */
  name: string;
  /** Index of the camera that made the observation, when there are several cameras. */
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
  /** Marker set that fits second best; absent when the request names the set. */
  second?: string;
  /** By how many nats the second set fits worse: the logarithm of how much less likely it is. Below 3 the guess is refused. */
  margin?: number;
}

/** Stretch of frames in which a marker's name was corrected. */
export interface JobMended {
  /** Name of the marker that the points belong to. */
  marker: string;
  /** Wrong name that the points had in the request. */
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
  /** Name of the person in a file of markers (SUBJECT:MARKER). */
  name?: string;
  /** Kind of point that a take of markers was fitted as: markers (on the skin) or joints (centres of joints, by their names or by `points`). */
  kind?: string;
  /** Frame of the take in which the person is first seen, for a crowd. */
  first?: number;
  /** Number of frames in which any view sees the person, for a crowd. */
  seen?: number;
  /** Number of frames in which at least two views see the person, for a crowd. */
  shared?: number;
  /** Index of the only view that sees the person, for a crowd; the distance from the camera is then an estimate from one view. */
  only?: number;
  /** Root mean square residual of everything seen in space, in metres; null when there is nothing. */
  rms: number | null;
  /** Root mean square residual of everything seen in pictures, in pixels; null when there is nothing. */
  rms_pixels: number | null;
  /** Root mean square angle between the body's bones and the sensors or the estimate, in degrees. */
  rms_degrees?: number;
  /** Heading of the body in the calibration pose of the sensors, in degrees, as the request gave it or as the fit found it. */
  facing?: number;
  /** True when no sensor measures the position, so that the standing feet determine how the body moves. */
  walked?: boolean;
  /** Number of pairs of swapped markers that were exchanged back, over all frames. */
  exchanged: number;
  /** True when left and right are exchanged in most of the take; the mirrored take was fitted when it fits better. */
  mirrored: boolean;
  /** Number of frames in which left and right were exchanged back. */
  sides_exchanged: number;
  /** Standard error of the positions of the body's 22 joints in the world, in millimetres of the body (root mean square): how sure the fit is, which `converged` does not say. Noise is that of the residuals. Null when it is not determined. */
  uncertainty_mm: number | null;
  /** Standard error relative to the pelvis, so without the error of the body's place, such as its distance from one camera. */
  pose_uncertainty_mm: number | null;
  /** Shape coefficients of the person. */
  betas: number[];
  /** Standard deviation of each beta after the fit; 1 when the take does not determine it at all. */
  betas_sd: number[];
  /** Cameras of the views, as the request gave them or as the fit found them. */
  cameras?: ObservedCamera[];
  /** Axis of the markers' file that is taken as up: x, y or z, with - before it if its negative direction is up. The request or the file states it; otherwise heads are above feet along it. */
  up?: string;
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

/** Body of the webhook of a job. */
export interface JobEvent {
  /** Event that the webhook reports: the job is done, or it has failed. */
  type: "job.done" | "job.failed";
  /** Time at which the job ended, in UTC (RFC 3339). */
  timestamp: string;
  /** Job with its people, as GET /v1/jobs/{id} returns it. */
  data: Job;
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
    /** Angle between the joint's look_axis and the direction to look_at, in radians. */
    look_error?: number;
    /** Angle about the chain between the bend of the limb and the pole, in radians. */
    pole_error?: number;
    /** Difference from the requested distance, in metres. */
    distance_error?: number;
    /** Horizontal distance of the centre of mass from its target, in metres. */
    centre_error?: number;
  })[];
  /** Joints that ended at a limit, with the kind of the limit. */
  limits_hit: ({
    /** Name of the joint. */
    joint: string;
    /** Limit that the joint has reached: twist or swing of a ball, range of a hinge, or speed (max_step or continuity). */
    limit: "twist" | "swing" | "speed" | "range";
  })[];
  /** Log-likelihood of this pose under the pose prior, in nats; present with `alternatives`. */
  log_likelihood?: number;
  /** Other poses that reach the targets, the most likely first; fewer than requested when no more were found. */
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
  /** Posed body as a file; present when the request has `mesh`. */
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
  /** Names of the blend shapes that the script's `faces` move, in the order of their first use. */
  face?: string[];
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
    /** Weight of each shape in the reply's `face`; present when the script has `faces`. */
    face?: number[];
  }[];
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Mouth shape of speech and its time. */
export interface SpeechViseme {
  /** Mouth shape. */
  viseme: "sil" | "PP" | "FF" | "TH" | "DD" | "kk" | "CH" | "SS" | "nn" | "RR" | "aa" | "E" | "I" | "O" | "U";
  /** Time at which it begins, in seconds of the utterance. */
  start: number;
  /** Time at which it ends, in seconds of the utterance. */
  end: number;
  /** Weight of the shape, 0 to 1: less than 1 for unstressed vowels. */
  weight: number;
}

/** Word of speech and its time. */
export interface SpeechWord {
  /** Word as the request wrote it. */
  word: string;
  /** Time at which it begins, in seconds of the utterance. */
  start: number;
  /** Time at which it ends, in seconds of the utterance. */
  end: number;
}

/** Mouth shapes of an utterance. */
export interface Speech {
  /** Duration of the utterance in seconds. */
  seconds: number;
  /** Mouth shapes in order of time, without gaps. */
  visemes: SpeechViseme[];
  /** Words in order of time; empty for phones and visemes. */
  words: SpeechWord[];
  /** Frames a second of `weights`. */
  rate?: number;
  /** Names of the weights: the visemes without silence. */
  names?: string[];
  /** Weights of the mouth shapes, one row a frame, from time 0 on; all 0 is the mouth at rest. */
  weights?: number[][];
  /** Sound of the voice: a WAV file of 16 bits at 16 kHz, as base64. */
  sound?: RigFile;
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** Clip that characters play. */
export interface Clip {
  /** Id of the clip, as used in paths and in `play`. */
  id: string;
  /** Duration in seconds. */
  seconds: number;
  /** Number of frames, of which there are 30 a second. */
  frames: number;
  /** Part of the body on which it is played if an order has no mask. */
  mask: string;
  /** True if it is repeated when an order does not say so. */
  loop: boolean;
  /** Duration in seconds in which a pose changes to it if an order does not say so. */
  fade: number;
  /** Displacement of the root from the first to the last frame, x and z in metres. */
  way: Place;
  /** Rotation of the root from the first to the last frame, in radians about +Y. */
  turn: number;
  /** True for a clip that ships with the server, false for one that a client put. */
  emote: boolean;
  /** Recording and frames that an emote was cut from. */
  source?: string;
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
}

/** List of the emotes and of the uploaded clips. */
export interface ClipList {
  /** Emotes of the server, then uploaded clips. */
  clips: Clip[];
}

/** Room of the stream. */
export interface Room {
  /** Name of the room, as `join` takes it. */
  id: string;
  /** Id of its session, which clients may watch; absent with a secret. */
  session?: string;
  /** Number of members, those that have lost their connection just now included. */
  members: number;
  /** Largest number of members. */
  capacity: number;
  /** True when a client must give the secret of the room. */
  has_secret: boolean;
}

/** List of the rooms. */
export interface RoomList {
  /** Rooms, the newest first. */
  rooms: Room[];
}

/** Place at which a ray meets a character. */
export interface Hit {
  /** Id of the character. */
  id: number;
  /** Number of the member that owns the character. */
  member?: number;
  /** Name of the joint that moves the place, of the body or of the motion skeleton. */
  joint: string;
  /** Distance from the start of the ray in metres. */
  distance: number;
  /** Place on the surface, in metres. */
  point: Vector;
  /** Direction outwards from the surface there, of length 1. */
  normal: Vector;
  /** Number of the triangle of the body's mesh; absent for capsules. */
  triangle?: number;
  /** Vertices of that triangle. */
  corners?: number[];
  /** Weights of the vertices, whose sum is the place. */
  weights?: number[];
}

/** What rays meet. */
export interface Hits {
  /** Number of the room's newest tick. */
  tick: number;
  /** For each ray, the characters that it meets, nearest first. */
  hits: Hit[][];
}

/** Order that a character has taken. */
export interface Ordered {
  /** Name of the stream's message whose fields the order had. */
  of: string;
  /** Id of the character. */
  character: number;
  /** Duration of the utterance of `speak` in seconds. */
  seconds?: number;
}

/** Scene in which characters move. */
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
    /** Heights in metres, row by row; present when the request has `heights`. */
    heights?: number[][];
  };
  /** Walls: line segments that characters cannot cross. */
  walls: {
    /** First end of the segment. */
    from: Place;
    /** Second end of the segment. */
    to: Place;
    /** Distance of the sides from the segment, in metres: half the width. */
    width: number;
  }[];
  /** Areas in which characters jump. */
  jumps: {
    /** Centre of the jump area. */
    at: Place;
    /** Radius within which characters jump, in metres. */
    radius: number;
    /** Width of the ring around the disc over which the effect fades, in metres. */
    falloff: number;
  }[];
  /** Areas in which characters crouch. */
  crouches: {
    /** Centre of the crouch area. */
    at: Place;
    /** Size of the area along x and along z, in metres. */
    size: Place;
    /** Depth of the crouch, from 0 (upright) to 1 (deepest). */
    amount: number;
    /** Wavelength over which the depth varies, in metres; present when it is not 0. */
    wave?: number;
  }[];
  /** Beams: line segments that characters balance on. */
  beams: {
    /** First end of the segment. */
    from: Place;
    /** Second end of the segment. */
    to: Place;
    /** Distance of the sides from the segment, in metres: half the width. */
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
  /** Warnings: values that were accepted but look like mistakes. */
  warnings?: Remark[];
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

/** AsyncAPI document of the stream. */
export interface Asyncapi {
  asyncapi: string;
  channels: { [name: string]: unknown };
}

/** OpenAPI document of this interface. */
export interface Openapi {
  openapi: string;
  paths: { [name: string]: unknown };
}
