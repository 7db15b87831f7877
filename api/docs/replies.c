#include "api/docs/replies.h"

#include "core/observe/measurements.h"
#include "core/observe/observe.h"
#include "core/observe/take/label.h"
#include "core/ik/solve/solve.h"
#include "core/math/frame.h"
#include "core/smpl/measure.h"

#include <string.h>

/* Schemas of members that are no plain number or text. */
#define REF(name)  "{\"$ref\":\"#/components/schemas/" name "\"}"
#define LIST(name) "{\"type\":\"array\",\"items\":" REF(name) "}"
#define FLAT       "{\"type\":\"array\",\"items\":{\"type\":\"number\"}}"
#define INDICES    "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}"
#define NAMES      "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
#define OR_NULL(t) "{\"type\":[\"" t "\",\"null\"]}"

/* Rows: always there, or not. */
#define ROW(n, t, d)                                                                                         \
    {                                                                                                        \
        .name = n, .type = PD_API_##t, .doc = d                                                              \
    }
#define MAYBE(n, t, d)                                                                                       \
    {                                                                                                        \
        .name = n, .type = PD_API_##t, .doc = d, .optional = 1                                               \
    }
#define ONE_OF(n, c, d)                                                                                      \
    {                                                                                                        \
        .name = n, .type = PD_API_CHOICE, .choices = c, .doc = d                                             \
    }
#define AS(n, s, d)                                                                                          \
    {                                                                                                        \
        .name = n, .type = PD_API_ANY, .schema = s, .doc = d                                                 \
    }
#define MAYBE_AS(n, s, d)                                                                                    \
    {                                                                                                        \
        .name = n, .type = PD_API_ANY, .schema = s, .doc = d, .optional = 1                                  \
    }
#define WARNINGS MAYBE_AS("warnings", LIST("Remark"), "What was taken and is hardly meant.")

#define FRAME_CHOICE(id, name, ...) "|" name
static const char frame_names[] = PD_FRAME_TABLE(FRAME_CHOICE);

static const pd_api_field remark_fields[] = {
    ROW("pointer", TEXT,
        "RFC 6901 JSON pointer into the body; of a query, to where the field would stand there."),
    MAYBE("parameter", TEXT, "The query parameter, when it came from the query."),
    ROW("detail", TEXT, "The value and what is allowed or usual."),
    {0},
};

static const pd_api_field problem_fields[] = {
    ROW("type", TEXT, "about:blank: the status says what kind it is."),
    ROW("title", TEXT, "The status in words."),
    ROW("status", INTEGER, "The HTTP status."),
    ROW("detail", TEXT, "The first of the errors, with its place."),
    AS("errors", LIST("Remark"), "All that were found, up to eight."),
    MAYBE("request_id", TEXT, "As in X-Request-Id and in the log."),
    {0},
};

static const pd_api_field status_fields[] = {ONE_OF("status", "ok|ready", "That it is."), {0}};

static const pd_api_field version_fields[] = {
    ROW("name", TEXT, "posed."),
    ROW("version", TEXT, "Of the program."),
    ROW("commit", TEXT, "It was built from; empty outside a repository."),
    ROW("api", TEXT, "The interface's version: the first segment of the paths."),
    AS("features", NAMES, "What this build can do."),
    AS("formats", NAMES, "What `format` may be, on one route or another."),
    ROW("kernels", TEXT, "Chosen for this processor."),
    {0},
};

#define MODEL_FIELDS(k)                                                                                      \
    ROW("id", TEXT, "Its place in paths."), ONE_OF("kind", k, "What it is."),                                \
        ROW("default", BOOLEAN, "Whether it is the default of its kind."),                                   \
        ROW("name", TEXT, "In its file."), ROW("licence", TEXT, "Of the model."),                            \
        ROW("provenance", TEXT, "How it was made."),                                                         \
        ROW("resident_bytes", INTEGER, "Memory that it takes."),                                             \
        ROW("content_hash", TEXT, "64 bits of what is in it, hexadecimal.")

static const pd_api_field summary_fields[] = {
    MODEL_FIELDS("body|motion|pose-prior|pose-network|matching|wardrobe|mhr|rig-start|rig-weights"),
    MAYBE("gender", TEXT, "Of a body."),
    {0},
};
static const pd_api_field model_list_fields[] = {
    AS("models", LIST("ModelSummary"), "In the order of the configuration."), {0}};

static const pd_api_field described_fields[] = {
    ROW("credits", TEXT, "Whom the sources want named."),
    AS("units", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}", "Of its numbers."),
    ONE_OF("frame", "gltf", "Its axes."),
    {0},
};
static const pd_api_field keypoint_count_fields[] = {
    ROW("body", INTEGER, "Nose, eyes, ears, toes, heels, finger tips."),
    ROW("face", INTEGER, "Landmarks of the face."),
    ROW("contour", INTEGER, "Of its outline."),
    {0},
};
static const pd_api_field body_model_fields[] = {
    MODEL_FIELDS("body"),
    ROW("gender", TEXT, "In its file."),
    ROW("vertex_count", INTEGER, "V."),
    ROW("joint_count", INTEGER, "K."),
    ROW("beta_count", INTEGER, "Shape coefficients."),
    ROW("face_count", INTEGER, "Triangles."),
    ROW("soft_tissue_count", INTEGER, "Soft-tissue coefficients; 0: it has none."),
    ROW("soft_dynamics", TEXT,
        "What moves them with soft true: learned (with the model), oscillators (derived from directions that "
        "came "
        "without dynamics, as DMPL's do) or none."),
    ROW("pose_feature_count", INTEGER, "Numbers that drive the pose blend shapes."),
    ROW("expression_count", INTEGER, "Expression coefficients (SMPL-X, FLAME); 0: it has none."),
    ROW("hand_component_count", INTEGER, "Principal components of a hand's pose; 0: it has none."),
    AS("pose_parts", NAMES, "The parts that a pose may be given by."),
    AS("expression_names", NAMES, "Expressions that have names, in the order of their coefficients."),
    AS("keypoint_counts", REF("KeypointCounts"), "Points of the skin that may go behind the joints."),
    AS("keypoint_names", NAMES, "Of them, in their order."),
    AS("joint_names", NAMES, "In the order of poses."),
    AS("parents", INDICES, "By joint; -1 for the root."),
    AS("rest_joints", LIST("Vector"), "Of the mean body."),
    MAYBE_AS("beta_limits", FLAT, "By beta: the largest |beta| among the bodies learned from."),
    MAYBE_AS("populations", NAMES,
             "Whose people it has, for random, height, percentile ...; absent when it has none."),
    AS("measurements", REF("Definitions"), "What measure and fit know."),
    {0},
};
static const pd_api_field motion_model_fields[] = {
    MODEL_FIELDS("motion"),
    ROW("joint_count", INTEGER, "Of its skeleton."),
    ROW("input_count", INTEGER, "Numbers in."),
    ROW("hidden_count", INTEGER, "Units of a hidden layer."),
    ROW("output_count", INTEGER, "Numbers out."),
    ROW("window_samples", INTEGER, "Points of the trajectory."),
    ROW("window_step", INTEGER, "Frames between them."),
    ROW("frame_rate", NUMBER, "Frames a second."),
    AS("gaits", NAMES, "In the order of gait weights."),
    AS("styles", NAMES,
       "The people whose motion it has, for `style` of scripts and of spawn; empty: none are told apart."),
    AS("joint_names", NAMES, "In the order of rotations."),
    AS("parents", INDICES, "By joint; -1 for the root."),
    MAYBE_AS("offsets", LIST("Vector"), "By joint, from the parent; absent when the file has none."),
    {0},
};
static const pd_api_field matching_fields[] = {
    MODEL_FIELDS("matching"),
    ROW("joint_count", INTEGER, "Of its skeleton."),
    ROW("frame_count", INTEGER, "Poses in the file."),
    ROW("frame_rate", NUMBER, "Frames a second."),
    ROW("clip_count", INTEGER, "Pieces of captured motion."),
    ROW("copy_count", INTEGER, "Ways they are used: as they are, mirrored, bent, slower."),
    ROW("entry_count", INTEGER, "Frames of all copies: what is searched."),
    ROW("feature_count", INTEGER, "Numbers that a frame is found by."),
    AS("gaits", NAMES, "In the order of gait weights."),
    AS("joint_names", NAMES, "In the order of rotations."),
    AS("parents", INDICES, "By joint; -1 for the root."),
    MAYBE_AS("offsets", LIST("Vector"), "By joint, from the parent."),
    {0},
};
static const pd_api_field wardrobe_model_fields[] = {
    MODEL_FIELDS("wardrobe"),
    ROW("item_count", INTEGER, "Garments, hair and parts of faces."),
    ROW("texture_count", INTEGER, "Pictures that they share."),
    ROW("body_model", TEXT, "The name of the body model that it is of."),
    AS("items", NAMES, "What `wear` may name."),
    {0},
};
static const pd_api_field mhr_model_fields[] = {
    MODEL_FIELDS("mhr"),
    ROW("vertex_count", INTEGER, "V."),
    ROW("joint_count", INTEGER, "K."),
    ROW("face_count", INTEGER, "Triangles."),
    ROW("parameter_count", INTEGER, "Numbers of model_parameters."),
    ROW("identity_count", INTEGER, "Numbers of identity_coeffs."),
    ROW("expression_count", INTEGER, "Numbers of face_expr_coeffs."),
    ROW("has_correctives", BOOLEAN, "Whether the file has both layers of the pose correctives."),
    AS("parameter_names", NAMES, "In the order of model_parameters."),
    AS("parameter_limits",
       "{\"type\":\"array\",\"items\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"number\"}}}",
       "By parameter: lowest and highest, or null. Nothing is held to them."),
    AS("scale_parameters", NAMES, "Those that are lengths of the body, not of its pose."),
    AS("joint_names", NAMES, "In the order of joints."),
    AS("parents", INDICES, "By joint; -1 for the root."),
    {0},
};
static const pd_api_field rig_start_fields[] = {
    MODEL_FIELDS("rig-start"),
    ROW("joint_count", INTEGER, "That it finds."),
    ROW("map_numbers", INTEGER, "Numbers of the depth maps that it finds them from."),
    {0},
};
static const pd_api_field rig_net_fields[] = {
    MODEL_FIELDS("rig-weights"),
    ROW("joint_count", INTEGER, "That it gives weights of."),
    ROW("number_count", INTEGER, "Of the network."),
    {0},
};
static const pd_api_field wardrobe_item_fields[] = {
    ROW("name", TEXT, "For `wear`."),
    ROW("slot", TEXT, "Of two items in one slot a body wears one."),
    ROW("about", TEXT, "What it looks like."),
    ROW("source", TEXT, "The files that it is learned from, and their licence."),
    ROW("vertex_count", INTEGER, "In a GLB."),
    ROW("face_count", INTEGER, "Triangles."),
    ROW("hidden_vertices", INTEGER, "Of the skin below it: triangles with one of them are left out."),
    ROW("standard", BOOLEAN, "Whether it is worn when a request does not say."),
    {0},
};
static const pd_api_field wardrobe_fields[] = {
    ROW("model", TEXT, "The name of the body model that it is of."),
    ROW("licence", TEXT, "Of the items."),
    ROW("provenance", TEXT, "How they were made."),
    ROW("credits", TEXT, "Whom the sources want named."),
    AS("items", LIST("WardrobeItem"), "What `wear` may name."),
    {0},
};
static const pd_api_field prior_fields[] = {
    MODEL_FIELDS("pose-prior"),
    ROW("joint_count", INTEGER, "Of the poses."),
    ROW("number_count", INTEGER, "Numbers that describe one."),
    ROW("component_count", INTEGER, "Of the mixture."),
    ROW("direction_count", INTEGER, "Of each component."),
    AS("styles", NAMES, "What `style` of an IK request may be."),
    AS("joint_names", NAMES, "In the order of poses."),
    {0},
};
static const pd_api_field network_fields[] = {
    MODEL_FIELDS("pose-network"),
    ROW("joint_count", INTEGER, "Of the poses."),
    ROW("input_count", INTEGER, "Numbers in."),
    ROW("hidden_count", INTEGER, "Units of a hidden layer."),
    ROW("block_count", INTEGER, "Residual blocks."),
    AS("trackers", NAMES, "Joints that it may be given."),
    {0},
};

static const pd_api_field faces_fields[] = {
    ROW("model", TEXT, "Its id."),
    {.name = "frame", .type = PD_API_CHOICE, .choices = frame_names + 1, .doc = "Axes and unit."},
    ROW("metres_per_unit", NUMBER, "1, but for unreal."),
    ROW("face_count", INTEGER, "Triangles."),
    AS("faces", INDICES, "Three corners a triangle, flat."),
    {0},
};
#define GENDER_CHOICE(id, name) "|" name
static const char gender_names[] = PD_SMPL_GENDER_TABLE(GENDER_CHOICE);
static const pd_api_field person_fields[] = {
    {.name = "gender", .type = PD_API_CHOICE, .choices = gender_names + 1, .doc = "Of the person."},
    ROW("age", NUMBER, "Years: asked for, or what goes with the rest."),
    {0},
};
#define PERSON                                                                                               \
    MAYBE_AS("betas", FLAT, "Of whom was asked for by seed, measures or age."),                              \
        MAYBE_AS("person", REF("Person"), "Who that is.")
static const pd_api_field found_fields[] = {PERSON, {0}};
static const pd_api_field body_arrays_fields[] = {
    PERSON,
    MAYBE_AS("vertices", FLAT, "V x 3, flat."),
    MAYBE_AS("joints", LIST("Vector"), "In the model's order."),
    MAYBE_AS("normals", FLAT, "V x 3, flat, of length 1."),
    {0},
};
static const pd_api_field bodies_fields[] = {
    ROW("model", TEXT, "Its id."),
    {.name = "frame", .type = PD_API_CHOICE, .choices = frame_names + 1, .doc = "Axes and unit."},
    ROW("metres_per_unit", NUMBER, "1, but for unreal."),
    AS("bodies", LIST("BodyArrays"), "In the request's order; what `include` names."),
    MAYBE("face_count", INTEGER, "With faces."),
    MAYBE_AS("faces", INDICES, "Three corners a triangle, flat, for all bodies."),
    WARNINGS,
    {0},
};

static const pd_api_field definition_fields[] = {
    ROW("unit", TEXT, "m, kg, m3 or kg/m2."),
    AS("iso_8559_1", OR_NULL("string"), "The standard's name for it."),
    ROW("definition", TEXT, "How it is taken."),
    {0},
};
static const pd_api_field measurement_fields[] = {
#define MEASURE_ROW(id, label, iso, measure_unit, ...)                                                       \
    AS(label, OR_NULL("number"), "In " measure_unit "; null where the model lacks what it needs."),
    PD_SMPL_MEASURE_TABLE(MEASURE_ROW)
#undef MEASURE_ROW
        {0},
};
#define MEASURED                                                                                             \
    ROW("model", TEXT, "Its id."), ONE_OF("pose", "T", "Bodies are measured with arms out."),                \
        ROW("density", NUMBER, "kg/m3, of the mass.")
static const pd_api_field measured_fields[] = {
    MEASURED,
    AS("bodies", LIST("Measurements"), "In the request's order."),
    MAYBE_AS("people", "{\"type\":\"array\",\"items\":{\"anyOf\":[" REF("Found") ",{\"type\":\"null\"}]}}",
             "By body whom it is of, where that was asked for; else null."),
    MAYBE_AS(
        "lines",
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"object\",\"properties\":{"
        "\"closed\":{\"type\":\"boolean\"},\"points\":{\"type\":\"array\",\"items\":{"
        "\"type\":\"object\",\"properties\":{\"vertices\":{\"type\":\"array\",\"items\":{"
        "\"type\":\"integer\"}},\"t\":{\"type\":\"number\"},\"joint\":{\"type\":\"string\"}}}}}}}",
        "With lines, by measurement: where the tape lay. A point is t of the way from the first vertex to "
        "the second, or a joint; a closed line goes back to its first point. Mass, volume, bmi and "
        "back_neck_to_waist have none."),
    AS("definitions", REF("Definitions"), "Unit and way of each."),
    WARNINGS,
    {0},
};
#define STATUS_NAME(name, text, ...) "|" text
static const char fit_statuses[] = PD_OBSERVE_MEASUREMENTS_STATUS_TABLE(STATUS_NAME);
static const pd_api_field fit_fields[] = {
    MEASURED,
    {.name = "status",
     .type = PD_API_CHOICE,
     .choices = fit_statuses + 1,
     .doc = "Whether the body measures what was asked."},
    ROW("iterations", INTEGER, "Steps that were taken."),
    ROW("distance", NUMBER, "|betas|: how far from the mean body, in standard deviations."),
    ROW("relaxation", NUMBER,
        "The share of the tolerances that was needed to stay a likely body, 0.05 to 1."),
    AS("betas", FLAT, "The body."),
    AS("residuals", "{\"type\":\"object\",\"additionalProperties\":" OR_NULL("number") "}",
       "By measurement that was asked for: reached minus asked."),
    AS("tolerances", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
       "By measurement that was asked for: what counts as reached."),
    AS("measurements", REF("Measurements"), "Of the body that was found."),
    {0},
};

#define SEEN_STATUS(name, text, ...) "|" text
static const char observed_statuses[] = PD_OBSERVE_STATUS_TABLE(SEEN_STATUS);
static const pd_api_field observed_camera_fields[] = {
    ROW("fx", NUMBER, "Focal length in pixels."),
    ROW("fy", NUMBER, "The same along y."),
    ROW("cx", NUMBER, "Centre of projection in pixels."),
    ROW("cy", NUMBER, "The same along y."),
    AS("rotation", FLAT, "World to camera, row by row."),
    AS("translation", FLAT, "x_camera = rotation x_world + translation, metres."),
    ROW("guessed", BOOLEAN, "The focal length was not given: it was fitted beside the rest."),
    {0},
};
static const pd_api_field observed_place_fields[] = {
    ONE_OF("kind", "joint|keypoint|vertex|orientation", "What was seen."),
    ROW("name", TEXT, "Of the joint, keypoint or sensor's joint; a vertex's number."),
    MAYBE("camera", INTEGER, "Of several views: which of them saw it."),
    ROW("confidence", NUMBER, "As it was used; 0: not seen."),
    AS("residual", OR_NULL("number"),
       "Distance of the body from what was seen, metres, pixels or degrees; null where not seen."),
    AS("at", "{\"type\":\"array\",\"items\":" OR_NULL("number") "}",
       "Where the body has it: 3 metres or 2 pixels; of an orientation its rotation vector in the world, "
       "radians."),
    {0},
};
static const pd_api_field observed_model_fields[] = {ROW("model", TEXT, "Its id."), {0}};
static const pd_api_field observed_warning_fields[] = {WARNINGS, {0}};
static const pd_api_field crowd_member_fields[] = {
    AS("figures", "{\"type\":\"array\",\"items\":" OR_NULL("integer") "}",
       "Which figure of each view they are, from 0; null where that view does not see them."),
    {0},
};
static const pd_api_field crowd_fields[] = {
    ROW("model", TEXT, "Its id."),
    AS("people", LIST("CrowdMember"), "Who is seen by most views first, 16 at most."),
    ROW("left_out", INTEGER,
        "People beyond those, and who cannot be fitted (a warning counts them): too little is seen of them, "
        "or they would stand behind a camera."),
    WARNINGS,
    {0},
};
static const pd_api_field observed_fields[] = {
    {.name = "status",
     .type = PD_API_CHOICE,
     .choices = observed_statuses + 1,
     .doc = "How the search ended."},
    ROW("converged", BOOLEAN, "Steps no longer make it better, and the body is one that people have."),
    ROW("iterations", INTEGER, "Steps that were taken, of all starts together."),
    ROW("cost", NUMBER, "Of all terms, in nats."),
    ROW("mirrored", BOOLEAN, "Left and right of what was sent are probably exchanged."),
    AS("rms", OR_NULL("number"),
       "Root mean square distance of what is seen in space, in the unit of the points; null where nothing "
       "is."),
    AS("rms_pixels", OR_NULL("number"), "The same in the picture."),
    AS("rms_degrees", OR_NULL("number"), "The same of orientations."),
    AS("betas", FLAT, "The shape."),
    AS("betas_sd", FLAT,
       "How well each is known, one standard deviation; 1: no better than before, 0: it was not fitted."),
    AS("pose", LIST("Vector"), "Axis-angle a joint, radians."),
    AS("quaternions", "{\"type\":\"array\",\"items\":" FLAT "}", "The same, x y z w."),
    AS("translation", FLAT, "In the unit of the points, metres without fit_scale."),
    ROW("scale", NUMBER,
        "What is seen is scale times the body, then translation: 100 for points in centimetres. 1 without "
        "fit_scale."),
    MAYBE_AS("camera", REF("ObservedCamera"), "With points of a picture."),
    AS("observations", LIST("ObservedPlace"),
       "Each of them: joints, then keypoints, vertices, orientations."),
    AS("unseen", NAMES, "Joints whose rotation nothing seen depends on: they are as likely as can be."),
    AS("terms", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
       "What each term costs, nats."),
    AS("joints", LIST("Vector"),
       "Joints of the body that was found, in the model's order and in metres: what is seen is scale times "
       "them."),
    MAYBE_AS("mesh",
             "{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"},\"base64\":{\"type\":"
             "\"string\"}}}",
             "With `mesh`: the body as a file."),
    {0},
};

static const pd_api_field skeleton_summary_fields[] = {
    ROW("id", TEXT, "Its place in paths."),
    ROW("kind", TEXT, "body and motion are models; of those that were put glb, vrm, bvh or joints."),
    ROW("default", BOOLEAN, "Whether it is the default of its kind."),
    ROW("joint_count", INTEGER, "Of it."),
    {0},
};
static const pd_api_field skeleton_list_fields[] = {
    AS("skeletons", LIST("SkeletonSummary"), "Models first, then those that were put."), {0}};
static const pd_api_field range_fields[] = {
    ONE_OF("twist", "x|y|z", "The axis along the bone."),
    ROW("box", BOOLEAN, "Every axis for itself; else swing within an ellipse."),
    AS("min", REF("Vector"), "Degrees about x, y, z."),
    AS("max", REF("Vector"), "Degrees about x, y, z."),
    {0},
};
static const pd_api_field joint_fields[] = {
    ROW("name", TEXT, "Of the joint."),
    AS("parent", OR_NULL("string"), "null: the root."),
    AS("offset", REF("Vector"), "From the parent, metres."),
    AS("rest", REF("Vector"), "Where it rests."),
    {.name = "range",
     .type = PD_API_OBJECT,
     .rows = range_fields,
     .optional = 1,
     .doc = "What `limits` holds it to."},
    MAYBE("node", INTEGER, "Of a glTF: its node."),
    MAYBE_AS("rotation", REF("Quaternion"), "Of a glTF: at rest."),
    MAYBE("bone", TEXT, "Of a VRM: the bone's name."),
    {0},
};
static const pd_api_field skeleton_fields[] = {
    ROW("id", TEXT, "Its place in paths."),
    MAYBE("kind", TEXT, "Of one that was put: glb, vrm, bvh or joints."),
    MAYBE("posed", BOOLEAN, "Of a glTF: whether its nodes stand otherwise than its bind pose."),
    ONE_OF("frame", "gltf", "Its axes."),
    AS("joints", LIST("SkeletonJoint"), "Parents before children."),
    WARNINGS,
    {0},
};

static const pd_api_field bone_match_fields[] = {
    ROW("bone", TEXT, "Unity's name of it; of an animal its part: tail_1, left_hind_leg_2."),
    AS("joint", OR_NULL("string"), "The character's joint; null: it has none."),
    ONE_OF("by", "none|request|vrm|name|tree|shape", "How it was found."),
    MAYBE("doubt", TEXT,
          "What is odd about it: another joint may be meant, the sides differ, or (of Hips) the skeleton "
          "does not fit "
          "the mesh."),
    {0},
};
static const pd_api_field character_fields[] = {
    ROW("id", TEXT, "Its place in paths."),
    ONE_OF("kind", "glb|vrm", "Of its file."),
    ONE_OF("template", "person|quadruped|bird|spider", "What body it is."),
    ROW("bytes", INTEGER, "Of its file."),
    ROW("posed", BOOLEAN, "Whether its nodes stand otherwise than its bind pose."),
    MAYBE("note", TEXT,
          "What is odd about its file: vertices without a weight, weights that do not sum to 1, joints of "
          "another "
          "skeleton, which are not moved."),
    MAYBE_AS("translated", NAMES,
             "Joints whose nodes are moved by translations too, besides the root's: feet or hands that hang "
             "elsewhere than at their limbs, as goals of IK do."),
    AS("rig", OR_NULL("string"), "Whose names its joints have: mixamo, unreal ..."),
    AS("match", LIST("BoneMatch"), "All bones of a humanoid, or the joints of an animal's parts."),
    ONE_OF("frame", "gltf", "Its axes."),
    AS("joints", LIST("SkeletonJoint"),
       "Parents before children; frames of the stream have them in this order."),
    {0},
};
static const pd_api_field rigged_joint_fields[] = {
    ROW("bone", TEXT, "VRM's name, or the template's, which the node has too."),
    ROW("confidence", NUMBER, "0 to 1; below 0.3 it is doubtful."),
    {.name = "second_opinion",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "Of a person's limbs: how far an embedding of the skeleton into the solid has this joint from "
            "here, of the height. Near ones "
            "make it more certain."},
    AS("position", FLAT, "Upright, in the file's units."),
    {0},
};
static const pd_api_field repaired_fields[] = {
    ROW("merged_vertices", INTEGER, "That stand where another one does."),
    ROW("dropped_triangles", INTEGER, "Without an area."),
    ROW("turned_triangles", INTEGER, "That faced another way than those around them."),
    ROW("turned_islands", INTEGER, "That were inside out."),
    ROW("unheated_vertices", INTEGER, "Whose weights are those of the template alone."),
    {0},
};
static const pd_api_field rigged_hand_fields[] = {
    ROW("joints", INTEGER,
        "Of fingers, three each from thumb to little finger: 15, 12 of a hand of four (without a ring "
        "finger) or 0."),
    ROW("parts", INTEGER,
        "Of the hand that stand apart: 5 of an open hand, 2 of a mitten, 1 of a fist in one piece."),
    {.name = "why", .type = PD_API_TEXT, .optional = 1, .doc = "Without joints: why."},
    {0},
};
static const pd_api_field rigged_hands_fields[] = {
    AS("left", REF("RiggedHand"), "At +X."),
    AS("right", REF("RiggedHand"), "At -X."),
    {0},
};
static const pd_api_field rig_fields[] = {
    ROW("template", TEXT, "What body it was taken for."),
    ROW("residual", NUMBER,
        "Root mean square distance of template and mesh, of the height; of other templates that of the "
        "surface "
        "from capsules about the bones, of the largest extent. Over 0.04 is doubtful."),
    ROW("coverage", NUMBER,
        "Share of the surface within 0.03 of the height from the template; of others within 0.1 of the "
        "extent "
        "from the capsules."),
    {.name = "penalty",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "What the embedding of the template's skeleton costs, under 1 where it fits well, doubtful "
            "over 2; for a person that of the "
            "second opinion."},
    ROW("doubtful", BOOLEAN, "Look at it; markers would help."),
    ROW("height", NUMBER, "In the file's units."),
    ROW("vertices", INTEGER, "Of the file."),
    ROW("triangles", INTEGER, "Of the file."),
    ROW("islands", INTEGER, "Pieces that do not hang together."),
    ROW("border_edges", INTEGER, "Edges of one triangle alone: holes and open ends."),
    AS("repaired", REF("Repaired"), "What was wrong with the mesh."),
    AS("markers_wanted", NAMES, "Names for `markers`."),
    ROW("up", TEXT, "Which axis of the file is up: y, z, x, -y, -z or -x."),
    AS("facing", FLAT, "Where the person looks, a unit vector in the file's axes."),
    AS("upright", FLAT, "Rows of [R | t]: from the file's coordinates to upright ones."),
    {.name = "fingers",
     .type = PD_API_ANY,
     .schema = REF("RiggedHands"),
     .optional = 1,
     .doc = "Of a person: which hands got joints of fingers."},
    AS("joints", LIST("RiggedJoint"), "Parents first."),
    AS("mesh", REF("RigFile"), "The rigged file."),
    {.name = "picture",
     .type = PD_API_ANY,
     .schema = REF("RigFile"),
     .optional = 1,
     .doc = "Front and left."},
    {0},
};
static const pd_api_field rig_file_fields[] = {
    ROW("type", TEXT, "Media type."),
    ROW("base64", TEXT, "Its bytes."),
    {0},
};
static const pd_api_field character_summary_fields[] = {
    ROW("id", TEXT, "Its place in paths."),
    ONE_OF("kind", "glb|vrm", "Of its file."),
    ONE_OF("template", "person|quadruped|bird|spider", "What body it is."),
    ROW("bytes", INTEGER, "Of its file."),
    ROW("joint_count", INTEGER, "Of its skeleton."),
    ROW("bone_count", INTEGER,
        "Of a humanoid's 22 bones that were found; of an animal the joints of its parts."),
    ROW("doubt_count", INTEGER, "Of bones that are odd."),
    {0},
};
static const pd_api_field character_list_fields[] = {
    AS("characters", LIST("CharacterSummary"), "Those that were put."),
    ROW("body_bytes", INTEGER, "Of a file that may be put, at most."),
    {0},
};

#define SOLVER_NAME(name, text, ...) "|" text
static const char solver_names[] = PD_IK_SOLVER_TABLE(SOLVER_NAME);
static const char ik_statuses[] = PD_IK_STATUS_TABLE(STATUS_NAME);
static const pd_api_field target_fields[] = {
    AS("joint", OR_NULL("string"), "null: the centre of mass."),
    {.name = "status", .type = PD_API_CHOICE, .choices = ik_statuses + 1, .doc = "Of this target."},
    {.name = "solver", .type = PD_API_CHOICE, .choices = solver_names + 1, .doc = "Which one it was."},
    ROW("iterations", INTEGER, "Of it."),
    MAYBE("chain", TEXT, "With grow: the joint where the chain began that made it."),
    ROW("position_error", NUMBER, "Metres."),
    ROW("orientation_error", NUMBER, "Radians."),
    MAYBE("look_error", NUMBER, "Radians, of a gaze."),
    MAYBE("pole_error", NUMBER, "Radians, of a pole."),
    MAYBE("distance_error", NUMBER, "Metres, of a distance."),
    MAYBE("centre_error", NUMBER, "Metres, of a balance."),
    {0},
};
static const pd_api_field hit_fields[] = {
    ROW("joint", TEXT, "Which one."), ONE_OF("limit", "twist|swing|speed|range", "What holds it."), {0}};
static const pd_api_field pose_fields[] = {
    AS("quaternions", LIST("Quaternion"), "Local to the parent; of a glTF its nodes' own rotations."), {0}};
static const pd_api_field posed_mesh_fields[] = {
    MAYBE("type", TEXT, "model/gltf-binary."),
    MAYBE("base64", TEXT, "The file."),
    MAYBE("error", TEXT, "In place of both: why there is none."),
    {0},
};
static const pd_api_field alternative_fields[] = {
    {.name = "pose", .type = PD_API_OBJECT, .rows = pose_fields, .doc = "As `pose` forms of requests."},
    AS("joints", LIST("Vector"), "Where they are in that pose."),
    MAYBE_AS("translation", REF("Vector"), "With move_root."),
    MAYBE_AS("root_translation", REF("Vector"), "Of a glTF whose root moves: for its node."),
    ROW("apart", NUMBER,
        "Radians by which the bone that points most otherwise does, from the nearest of those before."),
    MAYBE("log_likelihood", NUMBER, "Nats, by the pose prior, where the skeleton has its joints."),
    {0},
};
static const pd_api_field solution_fields[] = {
    {.name = "status",
     .type = PD_API_CHOICE,
     .choices = ik_statuses + 1,
     .doc = "The worst of the targets'."},
    ROW("iterations", INTEGER, "Of all of them."),
    {.name = "pose", .type = PD_API_OBJECT, .rows = pose_fields, .doc = "As `pose` forms of requests."},
    AS("joints", LIST("Vector"), "Where they are in that pose."),
    AS("joint_names", NAMES, "Their order."),
    MAYBE_AS("translation", REF("Vector"), "With move_root, and of solvers that move it."),
    MAYBE_AS("nodes", INDICES, "Of a glTF: by joint, its node."),
    MAYBE_AS("root_translation", REF("Vector"), "Of a glTF whose root moves: for its node."),
    {.name = "targets", .type = PD_API_OBJECTS, .rows = target_fields, .doc = "In the request's order."},
    {.name = "limits_hit",
     .type = PD_API_OBJECTS,
     .rows = hit_fields,
     .doc = "Joints at the end of a range."},
    MAYBE("log_likelihood", NUMBER, "With alternatives: of this pose, nats by the pose prior."),
    {.name = "alternatives",
     .type = PD_API_OBJECTS,
     .rows = alternative_fields,
     .optional = 1,
     .doc = "Where they were asked for: other poses that reach, the most likely first; fewer where there are "
            "no more."},
    {.name = "mesh",
     .type = PD_API_OBJECT,
     .rows = posed_mesh_fields,
     .optional = 1,
     .doc = "With mesh: the posed body."},
    WARNINGS,
    {0},
};
static const pd_api_field failure_fields[] = {
    AS("error", REF("Problem"), "What is wrong with this one of many."), {0}};
static const pd_api_field solutions_fields[] = {
    AS("solutions", "{\"type\":\"array\",\"items\":{\"anyOf\":[" REF("Solution") "," REF("Failure") "]}}",
       "In the order of the problems."),
    {0},
};

static const pd_api_field motion_frame_fields[] = {
    ROW("t", NUMBER, "Seconds."),
    AS("root", REF("Vector"), "On the ground."),
    ROW("yaw", NUMBER, "About +Y; 0 faces +Z."),
    AS("translation", REF("Vector"), "Of the first joint."),
    AS("rotations", LIST("Quaternion"), "By joint, local to the parent."),
    AS("contacts", FLAT, "In the order of contact_names: 0 or 1."),
    ROW("phase", NUMBER, "0 to 2 pi: right foot contact at 0."),
    AS("gait_weights", FLAT, "In the order of gaits."),
    AS("events", NAMES, "step_left, step_right, jump, land, blocked, arrived, unreachable."),
    {0},
};
static const pd_api_field motion_fields[] = {
    ROW("rate", NUMBER, "Frames a second."),
    ROW("frame_count", INTEGER, "Of them."),
    ONE_OF("frame", "gltf", "Axes and unit."),
    AS("joint_names", NAMES, "The network's."),
    AS("parents", INDICES, "By joint; -1 for the root."),
    AS("offsets", LIST("Vector"), "By joint, from the parent."),
    AS("gaits", NAMES, "In the order of gait_weights."),
    AS("contact_names", NAMES, "In the order of contacts."),
    {.name = "frames", .type = PD_API_OBJECTS, .rows = motion_frame_fields, .doc = "One a tick."},
    WARNINGS,
    {0},
};

static const pd_api_field ground_fields[] = {
    {.name = "kind", .type = PD_API_CHOICE, .choices = "flat", .optional = 1, .doc = "In place of all else."},
    MAYBE("rows", INTEGER, "Along +z."),
    MAYBE("columns", INTEGER, "Along +x."),
    MAYBE("cell", NUMBER, "Metres between two heights."),
    MAYBE("x", NUMBER, "Of the first corner."),
    MAYBE("z", NUMBER, "Of the first corner."),
    MAYBE_AS("heights", "{\"type\":\"array\",\"items\":" FLAT "}", "Rows, when asked for."),
    {0},
};
#define AT_PLACE(n, d) AS(n, REF("Place"), d)
static const pd_api_field segment_fields[] = {
    AT_PLACE("from", "One end."), AT_PLACE("to", "The other."), ROW("width", NUMBER, "Metres."), {0}};
static const pd_api_field jump_fields[] = {
    AT_PLACE("at", "Its middle."), ROW("radius", NUMBER, "Metres."), ROW("falloff", NUMBER, "Metres."), {0}};
static const pd_api_field crouch_fields[] = {
    AT_PLACE("at", "Its middle."),
    AT_PLACE("size", "Along x and z."),
    ROW("amount", NUMBER, "0 to 1."),
    {.name = "wave", .type = PD_API_NUMBER, .optional = 1, .doc = "Metres; where it is not 0."},
    {0}};
static const pd_api_field seat_fields[] = {AT_PLACE("at", "Its middle."),
                                           ROW("facing", NUMBER, "Radians about +Y."),
                                           ROW("width", NUMBER, "Metres."),
                                           ROW("depth", NUMBER, "Metres."),
                                           {0}};
static const pd_api_field scene_fields[] = {
    ROW("id", TEXT, "Its place in paths."),
    {.name = "ground", .type = PD_API_OBJECT, .rows = ground_fields, .doc = "What is walked on."},
    {.name = "walls", .type = PD_API_OBJECTS, .rows = segment_fields, .doc = "Not to be walked through."},
    {.name = "jumps", .type = PD_API_OBJECTS, .rows = jump_fields, .doc = "Where characters jump."},
    {.name = "crouches", .type = PD_API_OBJECTS, .rows = crouch_fields, .doc = "Where they crouch."},
    {.name = "beams", .type = PD_API_OBJECTS, .rows = segment_fields, .doc = "To balance on."},
    {.name = "seats",
     .type = PD_API_OBJECTS,
     .rows = seat_fields,
     .doc = "Which ways that are found go round."},
    {0},
};
static const pd_api_field scene_list_fields[] = {AS("scenes", LIST("Scene"), "Without their heights."), {0}};
static const pd_api_field ticket_fields[] = {ROW("ticket", TEXT, "For one WebSocket: ?ticket=."), {0}};
static const pd_api_field reload_fields[] = {
    ROW("id", TEXT, "As in the path."), ROW("reloaded", BOOLEAN, "true."), {0}};

static const pd_api_field job_point_fields[] = {
    ROW("name", TEXT, "The marker, keypoint or sensor."),
    MAYBE("camera", INTEGER, "Of several views: which of them saw it."),
    AS("rms", OR_NULL("number"),
       "Metres over all frames, pixels of what a picture shows, degrees of a sensor; null: it was never "
       "seen."),
    {0},
};
static const pd_api_field job_named_fields[] = {
    ROW("protocol", TEXT, "Which markers are stuck on: " PD_OBSERVE_PROTOCOLS "."),
    ROW("points", INTEGER, "Points of all frames."),
    ROW("named", INTEGER, "Of them those that are a marker."),
    {0},
};
static const pd_api_field job_mended_fields[] = {
    ROW("marker", TEXT, "What the points are."),
    ROW("called", TEXT, "What they were sent as."),
    ROW("first", INTEGER, "Frame, from 0."),
    ROW("last", INTEGER, "Likewise; with all between."),
    {0},
};
static const pd_api_field job_person_fields[] = {
    ROW("frames", INTEGER,
        "Frames of the take; of a crowd from the first to the last in which they are seen."),
    MAYBE("first", INTEGER, "Of a crowd: the frame of the take in which they are first seen."),
    MAYBE("seen", INTEGER, "Of a crowd: frames in which any view sees them."),
    MAYBE("shared", INTEGER, "Of a crowd: frames in which two views and more see them."),
    MAYBE("only", INTEGER, "Of a crowd: the one of several views that sees them; how far away is its guess."),
    AS("rms", OR_NULL("number"), "Metres over all that was seen in space; null: nothing was."),
    AS("rms_pixels", OR_NULL("number"), "Pixels over all that was seen in a picture; null: nothing was."),
    MAYBE("rms_degrees", NUMBER, "Of sensors: how far the body's bones lie from what they read."),
    MAYBE("facing", NUMBER,
          "Of sensors: degrees, where the body faced in the calibration pose, as it was said or found."),
    MAYBE("walked", BOOLEAN,
          "Of sensors: nothing tells where the body is, and it goes as the feet that stand say."),
    ROW("exchanged", INTEGER, "Pairs of markers that were read the other way round, over all frames."),
    ROW("mirrored", BOOLEAN,
        "Left and right are mixed up in all or most of it; it was fitted the other way round, if that fits "
        "better."),
    ROW("sides_exchanged", INTEGER,
        "Frames in which left and right were exchanged and are read the other way round."),
    AS("betas", FLAT, "The person's shape."),
    AS("betas_sd", FLAT, "How well each beta is known; 1 is no better than without looking."),
    MAYBE_AS("cameras", LIST("ObservedCamera"),
             "Of several views: where they stand, as it was said or found."),
    MAYBE_AS("named", REF("JobNamed"), "Of markers without names: which they were taken for."),
    MAYBE_AS("mended", LIST("JobMended"),
             "Of markers with names: where one was called another and is read as what it is; 256 at most."),
    MAYBE("mended_points", INTEGER, "In how many frames, over all markers."),
    AS("points", LIST("JobPoint"), "How far each marker, keypoint or sensor is from its place."),
    {0},
};
static const pd_api_field job_fields[] = {
    ROW("id", TEXT, "What it is asked for by."),
    ROW("kind", TEXT, "fit."),
    ROW("model", TEXT, "Id of the body model."),
    ONE_OF("status", "queued|running|done|cancelled|failed", "Where it is."),
    ROW("progress", NUMBER, "0 to 1."),
    MAYBE("detail", TEXT, "Why it failed."),
    MAYBE_AS("people", LIST("JobPerson"), "Once it is done."),
    MAYBE("left_out", INTEGER,
          "Of a crowd: people beyond the 16 who are seen most, and who cannot be fitted: too little is seen "
          "of them, or they would stand behind a camera."),
    WARNINGS,
    {0},
};
static const pd_api_field job_list_fields[] = {
    AS("jobs", LIST("Job"), "Without people."),
    {0},
};
static const pd_api_field take_frame_fields[] = {
    AS("pose", FLAT, "Axis-angle, three numbers a joint."),
    AS("translation", FLAT, "Metres."),
    AS("residuals", "{\"type\":\"array\",\"items\":" OR_NULL("number") "}",
       "Metres, one a marker or keypoint; null: not seen."),
    {0},
};
static const pd_api_field take_fields[] = {
    ROW("rate", NUMBER, "Frames a second."),
    AS("betas", FLAT, "The person's shape."),
    AS("frames", LIST("TakeFrame"), "One after the other."),
    {0},
};

/* Kinds of models but bodies, and the schema of each. */
#define OTHER_MODELS(X)                                                                                      \
    X("motion", "MotionModel")                                                                               \
    X("pose-prior", "PosePrior")                                                                             \
    X("pose-network", "PoseNetwork")                                                                         \
    X("matching", "MatchingModel")                                                                           \
    X("wardrobe", "WardrobeModel")                                                                           \
    X("mhr", "MhrModel")                                                                                     \
    X("rig-start", "RigStart")                                                                               \
    X("rig-weights", "RigWeights")
#define ALSO(kind, name) "," REF(name)
#define MAPS(kind, name) ",\"" kind "\":\"" name "\""

const pd_api_reply_schema pd_api_reply_schemas[] = {
    {"Vector", "x, y, z.", .schema = PD_API_ROWS_OF("3")},
    {"Place", "x, z on the ground.", .schema = PD_API_ROWS_OF("2")},
    {"Quaternion", "x, y, z, w, of length 1.", .schema = PD_API_ROWS_OF("4")},
    {"Remark", "What is said of one place of the request.", {remark_fields}, NULL},
    {"Problem", "RFC 9457 problem details: what is wrong with a request.", {problem_fields}, NULL},
    {"Status", "That it lives, or is ready.", {status_fields}, NULL},
    {"Version", "Which program answers.", {version_fields}, NULL},
    {"ModelSummary", "A model in the list.", {summary_fields}, NULL},
    {"ModelList", "What is resident.", {model_list_fields}, NULL},
    {"KeypointCounts", "Points of the skin, by kind.", {keypoint_count_fields}, NULL},
    {"BodyModel", "A body model in full.", {body_model_fields, described_fields}, NULL},
    {"MotionModel", "A motion network in full.", {motion_model_fields, described_fields}, NULL},
    {"PosePrior", "A pose prior in full.", {prior_fields, described_fields}, NULL},
    {"PoseNetwork", "A pose network in full.", {network_fields, described_fields}, NULL},
    {"MatchingModel", "A matching database in full.", {matching_fields, described_fields}, NULL},
    {"WardrobeModel", "A wardrobe in full.", {wardrobe_model_fields, described_fields}, NULL},
    {"MhrModel", "MHR in full.", {mhr_model_fields, described_fields}, NULL},
    {"RigStart", "A learned start of automatic rigging in full.", {rig_start_fields, described_fields}, NULL},
    {"RigWeights", "Learned weights of automatic rigging in full.", {rig_net_fields, described_fields}, NULL},
    {"WardrobeItem", "A garment, hair, or a part of a face.", {wardrobe_item_fields}, NULL},
    {"Wardrobe", "What bodies may wear.", {wardrobe_fields}, NULL},
    {"Model", "By its kind.",
     .schema = "{\"oneOf\":[" REF("BodyModel")
         OTHER_MODELS(ALSO) "],\"discriminator\":{\"propertyName\":\"kind\",\"mapping\":{\"body\":"
                            "\"BodyModel\"" OTHER_MODELS(MAPS) "}}}"},
    {"Reloaded", "That the file was read again.", {reload_fields}, NULL},
    {"Faces", "The triangles of a model.", {faces_fields}, NULL},
    {"BodyArrays", "One body.", {body_arrays_fields}, NULL},
    {"Person", "Of whom a body is.", {person_fields}, NULL},
    {"Found", "A person with its betas.", {found_fields}, NULL},
    {"Bodies", "Bodies of one model.", {bodies_fields}, NULL},
    {"Definition", "One measurement.", {definition_fields}, NULL},
    {"Definitions", "By name of the measurement.",
     .schema = "{\"type\":\"object\",\"additionalProperties\":" REF("Definition") "}"},
    {"Measurements", "What one body measures.", {measurement_fields}, NULL},
    {"Measured", "Measurements of bodies.", {measured_fields}, NULL},
    {"MeasuredFit", "The body that measurements give.", {fit_fields}, NULL},
    {"ObservedCamera", "The camera of a picture.", {observed_camera_fields}, NULL},
    {"ObservedPlace", "One thing that was seen.", {observed_place_fields}, NULL},
    {"ObservedFit",
     "The person that observations give.",
     {observed_model_fields, observed_fields, observed_warning_fields},
     NULL},
    {"CrowdMember", "One of several people.", {crowd_member_fields, observed_fields}, NULL},
    {"CrowdFit", "The people that figures in pictures give.", {crowd_fields}, NULL},
    {"Fit", "By what was sent.",
     .schema = "{\"anyOf\":[" REF("MeasuredFit") "," REF("ObservedFit") "," REF("CrowdFit") "]}"},
    {"SkeletonSummary", "A skeleton in the list.", {skeleton_summary_fields}, NULL},
    {"SkeletonList", "What IK can solve on by name.", {skeleton_list_fields}, NULL},
    {"SkeletonJoint", "One joint.", {joint_fields}, NULL},
    {"Skeleton", "A skeleton in full.", {skeleton_fields}, NULL},
    {"BoneMatch", "A bone of a humanoid and its joint.", {bone_match_fields}, NULL},
    {"Character", "A user's own character.", {character_fields}, NULL},
    {"Rig", "A mesh that was rigged.", {rig_fields}, NULL},
    {"RiggedJoint", "A joint of it.", {rigged_joint_fields}, NULL},
    {"Repaired", "Counts.", {repaired_fields}, NULL},
    {"RiggedHand", "What was seen of a hand.", {rigged_hand_fields}, NULL},
    {"RiggedHands", "Both.", {rigged_hands_fields}, NULL},
    {"RigFile", "A file in a reply.", {rig_file_fields}, NULL},
    {"CharacterSummary", "A character in the list.", {character_summary_fields}, NULL},
    {"CharacterList", "What can be moved by name.", {character_list_fields}, NULL},
    {"JobPoint", "How far a marker or keypoint is off.", {job_point_fields}, NULL},
    {"JobNamed", "Names that points were given.", {job_named_fields}, NULL},
    {"JobMended", "A stretch of frames.", {job_mended_fields}, NULL},
    {"JobPerson", "What was found of a person.", {job_person_fields}, NULL},
    {"Job", "Work that is done aside.", {job_fields}, NULL},
    {"JobList", "What waits, runs and is done.", {job_list_fields}, NULL},
    {"TakeFrame", "A moment of a take.", {take_frame_fields}, NULL},
    {"Take", "A person's motion over a take.", {take_fields}, NULL},
    {"Solution", "A pose that brings joints to their targets.", {solution_fields}, NULL},
    {"Failure", "One of many that could not be read.", {failure_fields}, NULL},
    {"Solutions", "One for each of the problems.", {solutions_fields}, NULL},
    {"Ik", "A solution, or with `problems` many.",
     .schema = "{\"anyOf\":[" REF("Solution") "," REF("Solutions") "]}"},
    {"Motion", "A motion, frame by frame.", {motion_fields}, NULL},
    {"Scene", "What sessions walk in.", {scene_fields}, NULL},
    {"SceneList", "Those that were put.", {scene_list_fields}, NULL},
    {"Ticket", "A one-time ticket.", {ticket_fields}, NULL},
    {"Openapi", "This document.",
     .schema = "{\"type\":\"object\",\"required\":[\"openapi\",\"paths\"],\"properties\":{\"openapi\":{"
               "\"type\":\"string\"},\"paths\":{\"type\":\"object\"}},\"additionalProperties\":true}"},
};
const int pd_api_reply_schema_count = sizeof pd_api_reply_schemas / sizeof *pd_api_reply_schemas;

const pd_api_reply_schema *pd_api_reply_schema_find(const char *name)
{
    for (int i = 0; i < pd_api_reply_schema_count; i++)
        if (!strcmp(pd_api_reply_schemas[i].name, name)) return pd_api_reply_schemas + i;
    return NULL;
}
