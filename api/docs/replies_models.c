/* Members of the replies of the routes of api/models. */
#include "api/docs/replies_rows.h"

#define MODEL_FIELDS(k)                                                                                      \
    ROW("id", TEXT, "Id of the model, as used in paths."), ONE_OF("kind", k, "Kind of the model."),          \
        ROW("default", BOOLEAN, "True for the default model of its kind."),                                  \
        ROW("resident", BOOLEAN,                                                                             \
            "True if the model is in memory; false if it is on disk until its first request."),              \
        ROW("name", TEXT, "Name of the model that its file holds."),                                         \
        ROW("licence", TEXT, "Licence of the model."),                                                       \
        ROW("provenance", TEXT, "Account of how the model was made."),                                       \
        ROW("resident_bytes", INTEGER, "Memory that the model takes, in bytes; 0 while it is on disk."),     \
        ROW("mapped_bytes", INTEGER,                                                                         \
            "Part of resident_bytes that is mapped from a pack, so that all processes share its pages."),    \
        MAYBE("content_hash", TEXT,                                                                          \
              "64-bit hash of the model's content, in hexadecimal; for a model in memory.")

const pd_api_field pd_api_reply_summary[] = {
    MODEL_FIELDS(
        "body|motion|pose-prior|pose-network|matching|wardrobe|mhr|rig-start|rig-weights|speech|clips"),
    MAYBE("gender", TEXT, "Gender of a body model: neutral, female or male."),
    {0},
};

const pd_api_field pd_api_reply_model_list[] = {
    AS("models", LIST("ModelSummary"), "Models in the order of the configuration."), {0}};

const pd_api_field pd_api_reply_described[] = {
    ROW("credits", TEXT, "Credits that the sources of the model ask for."),
    AS("units", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
       "Unit of each kind of number of the model, by name."),
    ONE_OF("frame", "gltf", "Axes of the model: those of glTF."),
    {0},
};

const pd_api_field pd_api_reply_keypoint_count[] = {
    ROW("body", INTEGER, "Number of keypoints of the body: nose, eyes, ears, toes, heels, finger tips."),
    ROW("face", INTEGER, "Number of landmarks inside the face."),
    ROW("contour", INTEGER, "Number of landmarks on the outline of the face."),
    {0},
};

const pd_api_field pd_api_reply_body_model[] = {
    MODEL_FIELDS("body"),
    ROW("gender", TEXT, "Gender that the file gives: neutral, female or male."),
    ROW("vertex_count", INTEGER, "Number of vertices, V."),
    ROW("joint_count", INTEGER, "Number of joints, K."),
    ROW("beta_count", INTEGER, "Number of shape coefficients, B."),
    ROW("face_count", INTEGER, "Number of triangles."),
    ROW("soft_tissue_count", INTEGER, "Number of soft-tissue coefficients; 0 when the model has none."),
    ROW("soft_dynamics", TEXT,
        "Source of the soft tissue's motion when `soft` is true: learned (with the model), oscillators "
        "(derived from directions that came without dynamics, as those of DMPL do) or none."),
    ROW("pose_feature_count", INTEGER, "Length of the vector that drives the pose blend shapes."),
    ROW("skinning", TEXT,
        "Skinning that the model is made for and that requests use unless they choose one: lbs, or dqs."),
    ROW("expression_count", INTEGER,
        "Number of expression coefficients (SMPL-X, FLAME); 0 when the model has none."),
    ROW("hand_component_count", INTEGER,
        "Number of principal components of a hand's pose; 0 when the model has none."),
    AS("pose_parts", NAMES, "Names of the parts by which a pose may be given."),
    AS("feature_names", NAMES,
       "Names of the features of the face, which are the last betas; `face_shape` takes them."),
    AS("expression_names", NAMES,
       "Names of the expressions that have one, in the order of their coefficients. With visemes the last "
       "name is viseme_sil, the mouth at rest, which has no coefficient."),
    AS("keypoint_counts", REF("KeypointCounts"),
       "Number of keypoints on the skin that replies may add behind the joints, by kind."),
    AS("keypoint_names", NAMES, "Names of the keypoints on the skin, in the order of replies."),
    AS("joint_names", NAMES, "Names of the joints, in the order of poses."),
    AS("parents", INDICES, "Index of each joint's parent; -1 for the root."),
    AS("rest_joints", LIST("Vector"), "Rest positions of the mean body's joints, in metres."),
    MAYBE_AS("beta_limits", FLAT,
             "Largest absolute value of each beta among the bodies that the model was learned from."),
    MAYBE_AS("populations", NAMES,
             "Populations that `random`, `height`, `percentile` and the like draw people from; absent when "
             "the model has none."),
    MAYBE_AS("sculpts", NAMES, "Names of the sculpted shapes that the pose drives; absent when it has none."),
    AS("measurements", REF("Definitions"), "Measurements that `measure` and `fit` know, by name."),
    {0},
};

const pd_api_field pd_api_reply_motion_model[] = {
    MODEL_FIELDS("motion"),
    ROW("joint_count", INTEGER, "Number of joints of the network's skeleton."),
    ROW("input_count", INTEGER, "Length of the network's input vector."),
    ROW("hidden_count", INTEGER, "Number of units of a hidden layer."),
    ROW("output_count", INTEGER, "Length of the network's output vector."),
    ROW("window_samples", INTEGER, "Number of samples of the trajectory window."),
    ROW("window_step", INTEGER, "Number of frames between two samples of the trajectory window."),
    ROW("frame_rate", NUMBER, "Frames a second that the network was trained on."),
    AS("gaits", NAMES, "Names of the gaits, in the order of gait weights."),
    AS("styles", NAMES,
       "Names of the captured people, for `style` of scripts and of spawn; empty when the network does not "
       "tell people apart."),
    AS("joint_names", NAMES, "Names of the joints, in the order of rotations."),
    AS("parents", INDICES, "Index of each joint's parent; -1 for the root."),
    MAYBE_AS("offsets", LIST("Vector"),
             "Offset of each joint from its parent, in metres; absent when the file has none."),
    {0},
};

const pd_api_field pd_api_reply_matching[] = {
    MODEL_FIELDS("matching"),
    ROW("joint_count", INTEGER, "Number of joints of the database's skeleton."),
    ROW("frame_count", INTEGER, "Number of poses in the file."),
    ROW("frame_rate", NUMBER, "Frames a second of the captured motion."),
    ROW("clip_count", INTEGER, "Number of clips of captured motion."),
    ROW("copy_count", INTEGER, "Number of variants of the clips: as captured, mirrored, bent, slower."),
    ROW("entry_count", INTEGER, "Number of frames of all variants, which are searched."),
    ROW("feature_count", INTEGER, "Length of the feature vector that a frame is found by."),
    AS("gaits", NAMES, "Names of the gaits, in the order of gait weights."),
    AS("joint_names", NAMES, "Names of the joints, in the order of rotations."),
    AS("parents", INDICES, "Index of each joint's parent; -1 for the root."),
    MAYBE_AS("offsets", LIST("Vector"), "Offset of each joint from its parent, in metres."),
    {0},
};

const pd_api_field pd_api_reply_wardrobe_model[] = {
    MODEL_FIELDS("wardrobe"),
    ROW("item_count", INTEGER, "Number of items: garments, hair and parts of faces."),
    ROW("texture_count", INTEGER, "Number of pictures that the items share."),
    ROW("body_model", TEXT, "Name of the body model that the items are made for."),
    AS("items", NAMES, "Names of the items, which `wear` takes."),
    {0},
};

const pd_api_field pd_api_reply_mhr_model[] = {
    MODEL_FIELDS("mhr"),
    ROW("vertex_count", INTEGER, "Number of vertices, V."),
    ROW("joint_count", INTEGER, "Number of joints, K."),
    ROW("face_count", INTEGER, "Number of triangles."),
    ROW("parameter_count", INTEGER, "Length of `model_parameters`."),
    ROW("identity_count", INTEGER, "Length of `identity_coeffs`."),
    ROW("expression_count", INTEGER, "Length of `face_expr_coeffs`."),
    ROW("has_correctives", BOOLEAN, "True when the file has both layers of the pose correctives."),
    AS("parameter_names", NAMES, "Names of the parameters, in the order of `model_parameters`."),
    AS("parameter_limits",
       "{\"type\":\"array\",\"items\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"number\"}}}",
       "Lowest and highest usual value of each parameter, or null. Requests are not clamped to them."),
    AS("scale_parameters", NAMES,
       "Names of the parameters that are lengths of the body rather than its pose."),
    AS("joint_names", NAMES, "Names of the joints, in the order of replies."),
    AS("parents", INDICES, "Index of each joint's parent; -1 for the root."),
    {0},
};

const pd_api_field pd_api_reply_rig_start[] = {
    MODEL_FIELDS("rig-start"),
    ROW("joint_count", INTEGER, "Number of joints that the model finds."),
    ROW("map_numbers", INTEGER, "Count of the depth-map values that joints are found from."),
    {0},
};

const pd_api_field pd_api_reply_rig_net[] = {
    MODEL_FIELDS("rig-weights"),
    ROW("joint_count", INTEGER, "Number of joints that the model gives weights for."),
    ROW("number_count", INTEGER, "Number of the network's weights."),
    {0},
};

const pd_api_field pd_api_reply_speech_net[] = {
    MODEL_FIELDS("speech"),
    ROW("rate", INTEGER, "Samples a second of the sound that the network hears."),
    ROW("viseme_count", INTEGER, "Number of mouth shapes, silence included."),
    {0},
};

const pd_api_field pd_api_reply_clip_set[] = {
    MODEL_FIELDS("clips"),
    ROW("clip_count", INTEGER, "Number of clips."),
    ROW("frame_rate", NUMBER, "Frames a second."),
    AS("clips", NAMES, "Ids of the clips (GET /v1/clips describes them)."),
    {0},
};

const pd_api_field pd_api_reply_prior[] = {
    MODEL_FIELDS("pose-prior"),
    ROW("joint_count", INTEGER, "Number of joints of the poses."),
    ROW("number_count", INTEGER, "Length of the vector that describes a pose."),
    ROW("component_count", INTEGER, "Number of components of the mixture."),
    ROW("direction_count", INTEGER, "Number of principal directions of each component."),
    AS("styles", NAMES, "Values that `style` of an IK request takes."),
    AS("joint_names", NAMES, "Names of the joints, in the order of poses."),
    {0},
};

const pd_api_field pd_api_reply_network[] = {
    MODEL_FIELDS("pose-network"),
    ROW("joint_count", INTEGER, "Number of joints of the poses."),
    ROW("input_count", INTEGER, "Length of the network's input vector."),
    ROW("hidden_count", INTEGER, "Number of units of a hidden layer."),
    ROW("block_count", INTEGER, "Number of residual blocks."),
    AS("trackers", NAMES, "Names of the joints whose targets the network takes."),
    {0},
};

const pd_api_field pd_api_reply_reload[] = {ROW("id", TEXT, "Id of the model that was reloaded."),
                                            ROW("reloaded", BOOLEAN, "Always true: the file was read again."),
                                            {0}};
