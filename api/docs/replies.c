#include "api/docs/replies.h"

#include "core/observe/measurements.h"
#include "core/observe/observe.h"
#include "core/observe/marker/label.h"
#include "core/ik/search/solve.h"
#include "core/math/frame.h"
#include "core/smpl/measure/measure.h"

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
#define WARNINGS                                                                                             \
    MAYBE_AS("warnings", LIST("Remark"), "Warnings: values that were accepted but look like mistakes.")

#define FRAME_CHOICE(id, name, ...) "|" name
static const char frame_names[] = PD_FRAME_TABLE(FRAME_CHOICE);

static const pd_api_field remark_fields[] = {
    ROW("pointer", TEXT,
        "RFC 6901 JSON pointer to the place in the request's body; for a query parameter, to where the field "
        "would stand in a body."),
    MAYBE("parameter", TEXT, "Name of the query parameter, when the value came from the query."),
    ROW("detail", TEXT, "The value found, and what is allowed or usual."),
    {0},
};

static const pd_api_field problem_fields[] = {
    ROW("type", TEXT, "Kind of problem as a URI; always about:blank, since the status says what kind it is."),
    ROW("title", TEXT, "HTTP status in words."),
    ROW("status", INTEGER, "HTTP status code of the reply."),
    ROW("detail", TEXT, "First of the errors, with its place."),
    AS("errors", LIST("Remark"), "Errors found in the request, eight at most."),
    MAYBE("request_id", TEXT, "Id of the request, which the header X-Request-Id and the log have too."),
    {0},
};

static const pd_api_field status_fields[] = {
    ONE_OF("status", "ok|ready", "State of the daemon: ok if it is alive, ready if it accepts work."),
    MAYBE("detail", TEXT,
          "Reason why a service that the daemon needs fails while the daemon still takes work, such as the "
          "Redis of a cluster."),
    {0}};

static const pd_api_field mcp_fields[] = {
    ROW("jsonrpc", TEXT, "Version of JSON-RPC: 2.0."),
    {.name = "id",
     .type = PD_API_ANY,
     .schema = "{\"type\":[\"string\",\"integer\",\"null\"]}",
     .doc = "Id of the message that is answered; null if it has none."},
    {.name = "result",
     .type = PD_API_ANY,
     .schema = "{\"type\":\"object\"}",
     .optional = 1,
     .doc = "Result of the method."},
    {.name = "error",
     .type = PD_API_ANY,
     .schema = "{\"type\":\"object\"}",
     .optional = 1,
     .doc = "Error with `code` and `message` (JSON-RPC 2.0, section 5.1)."},
    {0}};

static const pd_api_field version_fields[] = {
    ROW("name", TEXT, "Name of the program: posed."),
    ROW("version", TEXT, "Version of the program."),
    ROW("commit", TEXT, "Commit that the program was built from; empty for a build outside a repository."),
    ROW("api", TEXT, "Version of the HTTP interface, which is the first segment of its paths."),
    AS("features", NAMES, "Optional features that this build has."),
    AS("formats", NAMES, "Values that `format` takes, over all routes."),
    ROW("kernels", TEXT, "Instruction set of the kernels chosen for this processor."),
    {0},
};

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

static const pd_api_field summary_fields[] = {
    MODEL_FIELDS("body|motion|pose-prior|pose-network|matching|wardrobe|mhr|rig-start|rig-weights"),
    MAYBE("gender", TEXT, "Gender of a body model: neutral, female or male."),
    {0},
};
static const pd_api_field model_list_fields[] = {
    AS("models", LIST("ModelSummary"), "Models in the order of the configuration."), {0}};

static const pd_api_field described_fields[] = {
    ROW("credits", TEXT, "Credits that the sources of the model ask for."),
    AS("units", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}",
       "Unit of each kind of number of the model, by name."),
    ONE_OF("frame", "gltf", "Axes of the model: those of glTF."),
    {0},
};
static const pd_api_field keypoint_count_fields[] = {
    ROW("body", INTEGER, "Number of keypoints of the body: nose, eyes, ears, toes, heels, finger tips."),
    ROW("face", INTEGER, "Number of landmarks inside the face."),
    ROW("contour", INTEGER, "Number of landmarks on the outline of the face."),
    {0},
};
static const pd_api_field body_model_fields[] = {
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
       "Names of the expressions that have one, in the order of their coefficients."),
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
static const pd_api_field motion_model_fields[] = {
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
static const pd_api_field matching_fields[] = {
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
static const pd_api_field wardrobe_model_fields[] = {
    MODEL_FIELDS("wardrobe"),
    ROW("item_count", INTEGER, "Number of items: garments, hair and parts of faces."),
    ROW("texture_count", INTEGER, "Number of pictures that the items share."),
    ROW("body_model", TEXT, "Name of the body model that the items are made for."),
    AS("items", NAMES, "Names of the items, which `wear` takes."),
    {0},
};
static const pd_api_field mhr_model_fields[] = {
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
static const pd_api_field rig_start_fields[] = {
    MODEL_FIELDS("rig-start"),
    ROW("joint_count", INTEGER, "Number of joints that the model finds."),
    ROW("map_numbers", INTEGER, "Count of the depth-map values that joints are found from."),
    {0},
};
static const pd_api_field rig_net_fields[] = {
    MODEL_FIELDS("rig-weights"),
    ROW("joint_count", INTEGER, "Number of joints that the model gives weights for."),
    ROW("number_count", INTEGER, "Number of the network's weights."),
    {0},
};
static const pd_api_field wardrobe_item_fields[] = {
    ROW("name", TEXT, "Name of the item, which `wear` takes."),
    ROW("slot", TEXT, "Slot of the item: a body wears at most one item of a slot."),
    ROW("about", TEXT, "Description of what the item looks like."),
    ROW("source", TEXT, "Files that the item was learned from, with their licence."),
    MAYBE("made_of", TEXT, "Item whose mesh this one changes by `parameters`."),
    AS("parameters", "{\"type\":\"object\"}",
       "Cuts and displacements (`sleeve`, `leg`, `hem`, `scoop`, `vneck`, `shaft`, `length`, `fringe`, "
       "`fit`, `flare`), colours and "
       "patterns of the parts; empty for an item with a mesh of its own."),
    AS("styles", NAMES,
       "Styles of the item (casual, sport, formal, work): it goes with items that share one. Empty: with "
       "all."),
    ROW("vertex_count", INTEGER, "Number of the item's vertices in a GLB."),
    ROW("face_count", INTEGER, "Number of triangles."),
    ROW("hidden_vertices", INTEGER,
        "Number of skin vertices that the item covers; skin triangles that touch one are left out."),
    ROW("standard", BOOLEAN, "True when the item is worn unless a request says otherwise."),
    {0},
};
static const pd_api_field wardrobe_fields[] = {
    ROW("model", TEXT, "Name of the body model that the items are made for."),
    ROW("licence", TEXT, "Licence of the items."),
    ROW("provenance", TEXT, "Account of how the items were made."),
    ROW("credits", TEXT, "Credits that the sources of the items ask for."),
    AS("items", LIST("WardrobeItem"), "Items that `wear` takes by name."),
    {0},
};
static const pd_api_field sample_fields[] = {
    ROW("name", TEXT, "Name of the file."),
    ROW("path", TEXT, "Path of the file, relative to the address of this list."),
    ROW("type", TEXT, "Media type of the file."),
    ROW("bytes", INTEGER, "Size of the file."),
    ROW("about", TEXT, "Description of what the file holds."),
    ROW("route", TEXT, "Route that takes the file: method and path."),
    ROW("guide", TEXT, "Page of the documentation that begins with the file."),
    ROW("licence", TEXT, "Licence of the file."),
    {0},
};
static const pd_api_field samples_fields[] = {
    AS("samples", LIST("Sample"), "Sample files that this server has."),
    {0},
};
static const pd_api_field prior_fields[] = {
    MODEL_FIELDS("pose-prior"),
    ROW("joint_count", INTEGER, "Number of joints of the poses."),
    ROW("number_count", INTEGER, "Length of the vector that describes a pose."),
    ROW("component_count", INTEGER, "Number of components of the mixture."),
    ROW("direction_count", INTEGER, "Number of principal directions of each component."),
    AS("styles", NAMES, "Values that `style` of an IK request takes."),
    AS("joint_names", NAMES, "Names of the joints, in the order of poses."),
    {0},
};
static const pd_api_field network_fields[] = {
    MODEL_FIELDS("pose-network"),
    ROW("joint_count", INTEGER, "Number of joints of the poses."),
    ROW("input_count", INTEGER, "Length of the network's input vector."),
    ROW("hidden_count", INTEGER, "Number of units of a hidden layer."),
    ROW("block_count", INTEGER, "Number of residual blocks."),
    AS("trackers", NAMES, "Names of the joints whose targets the network takes."),
    {0},
};

static const pd_api_field faces_fields[] = {
    ROW("model", TEXT, "Id of the body model."),
    {.name = "frame",
     .type = PD_API_CHOICE,
     .choices = frame_names + 1,
     .doc = "Axes and unit of the coordinates."},
    ROW("metres_per_unit", NUMBER, "Metres in one unit of the coordinates: 1 except for unreal."),
    ROW("face_count", INTEGER, "Number of triangles."),
    AS("faces", INDICES, "Vertex indices, three a triangle, in one flat list."),
    {0},
};
#define GENDER_CHOICE(id, name) "|" name
static const char gender_names[] = PD_SMPL_GENDER_TABLE(GENDER_CHOICE);
static const pd_api_field person_fields[] = {
    {.name = "gender", .type = PD_API_CHOICE, .choices = gender_names + 1, .doc = "Gender of the person."},
    ROW("age", NUMBER,
        "Age of the person in years: as requested, or the most likely one for the other measures."),
    {0},
};
#define PERSON                                                                                               \
    MAYBE_AS("betas", FLAT, "Shape coefficients of a body that was requested by seed, measures or age."),    \
        MAYBE_AS("identity_coeffs", FLAT, "Shape coefficients of an MHR body that was requested by seed."),  \
        MAYBE_AS("person", REF("Person"), "Gender and age of the random person."),                           \
        MAYBE("random", TEXT, "Distribution and seed from which the betas were drawn: N(0,1):SEED.")
static const pd_api_field found_fields[] = {PERSON, {0}};
static const pd_api_field body_arrays_fields[] = {
    PERSON,
    MAYBE_AS("vertices", FLAT, "Vertex positions, V x 3 in one flat list, in the reply's unit."),
    MAYBE_AS("joints", LIST("Vector"), "Joint positions in the model's order, in the reply's unit."),
    MAYBE_AS("normals", FLAT, "Vertex normals of length 1, V x 3 in one flat list."),
    {0},
};
static const pd_api_field bodies_fields[] = {
    ROW("model", TEXT, "Id of the body model."),
    {.name = "frame",
     .type = PD_API_CHOICE,
     .choices = frame_names + 1,
     .doc = "Axes and unit of the coordinates."},
    ROW("metres_per_unit", NUMBER, "Metres in one unit of the coordinates: 1 except for unreal."),
    AS("bodies", LIST("BodyArrays"),
       "Bodies in the request's order, each with the arrays that `include` names."),
    MAYBE("face_count", INTEGER, "Number of triangles; present when `include` has faces."),
    MAYBE_AS("faces", INDICES, "Vertex indices, three a triangle, in one flat list that all bodies share."),
    WARNINGS,
    {0},
};

static const pd_api_field definition_fields[] = {
    ROW("unit", TEXT, "Unit of the measurement: m, kg, m3 or kg/m2."),
    AS("iso_8559_1", OR_NULL("string"),
       "Name of the measurement in ISO 8559-1; null when the standard has none."),
    ROW("definition", TEXT, "Description of how the measurement is taken."),
    {0},
};
static const pd_api_field measurement_fields[] = {
#define MEASURE_ROW(id, label, iso, measure_unit, ...)                                                       \
    AS(label, OR_NULL("number"),                                                                             \
       "Value of " label " in " measure_unit "; null where the model lacks what its definition needs."),
    PD_SMPL_MEASURE_TABLE(MEASURE_ROW)
#undef MEASURE_ROW
        {0},
};
#define MEASURED                                                                                             \
    ROW("model", TEXT, "Id of the body model."),                                                             \
        ONE_OF("pose", "T", "Pose in which bodies are measured: the T-pose, arms stretched out."),           \
        ROW("density", NUMBER, "Density from which mass is computed, in kg/m3.")
static const pd_api_field measured_fields[] = {
    MEASURED,
    AS("bodies", LIST("Measurements"), "Measurements of each body, in the request's order."),
    MAYBE_AS("people", "{\"type\":\"array\",\"items\":{\"anyOf\":[" REF("Found") ",{\"type\":\"null\"}]}}",
             "Person of each body that was requested by seed, measures or age; null for the others."),
    MAYBE_AS("lines",
             "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"object\",\"properties\":{"
             "\"closed\":{\"type\":\"boolean\"},\"points\":{\"type\":\"array\",\"items\":{"
             "\"type\":\"object\",\"properties\":{\"vertices\":{\"type\":\"array\",\"items\":{"
             "\"type\":\"integer\"}},\"t\":{\"type\":\"number\"},\"joint\":{\"type\":\"string\"}}}}}}}",
             "Path of the tape for each measurement, present with `lines`. A point lies the fraction t of "
             "the way from the first vertex to the second, or is a joint; a closed line returns to its first "
             "point. Mass, volume, bmi and back_neck_to_waist have no path."),
    AS("definitions", REF("Definitions"), "Unit and definition of each measurement, by name."),
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
     .doc = "Result of the search: matched (every measurement is within its tolerance), compromise (some are "
            "not), budget (the iterations or the time ran out) or unmeasurable (the model lacks joints that "
            "a measurement needs; betas are 0)."},
    ROW("iterations", INTEGER, "Number of iterations of the search."),
    ROW("distance", NUMBER,
        "Length of the beta vector: distance from the mean body, in standard deviations."),
    ROW("relaxation", NUMBER,
        "Factor of the tolerances in the cost, 0.05 to 1: the smallest one that gives a likely body. Near "
        "0.05 the measurements are met exactly; at 1 residuals of up to the tolerances remain."),
    AS("betas", FLAT, "Shape coefficients of the body that was found."),
    AS("residuals", "{\"type\":\"object\",\"additionalProperties\":" OR_NULL("number") "}",
       "Reached value minus requested value, by measurement."),
    AS("tolerances", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
       "Tolerance of each measurement: the largest residual that counts as reached."),
    AS("measurements", REF("Measurements"), "Measurements of the body that was found."),
    MAYBE_AS(
        "warnings", LIST("Remark"),
        "Warnings: each measurement that the body misses by more than its tolerance, with the wanted and "
        "the reached value, and a body that hardly any adult has."),
    {0},
};

#define SEEN_STATUS(name, text, ...) "|" text
static const char observed_statuses[] = PD_OBSERVE_STATUS_TABLE(SEEN_STATUS);
static const pd_api_field observed_camera_fields[] = {
    ROW("fx", NUMBER, "Focal length along x, in pixels."),
    ROW("fy", NUMBER, "Focal length along y, in pixels."),
    ROW("cx", NUMBER, "Principal point along x, in pixels."),
    ROW("cy", NUMBER, "Principal point along y, in pixels."),
    AS("rotation", FLAT, "Rotation from world to camera, 3 x 3 row by row."),
    AS("translation", FLAT,
       "Translation from world to camera in metres: x_camera = rotation x_world + translation."),
    ROW("guessed", BOOLEAN, "True when the request gave no focal length, so that it was fitted."),
    {0},
};
static const pd_api_field observed_place_fields[] = {
    ONE_OF("kind", "joint|keypoint|vertex|orientation", "Kind of the observation."),
    ROW("name", TEXT, "Name of the observed joint or keypoint, or the number of the vertex."),
    MAYBE("camera", INTEGER,
          "Index of the camera that made the observation, when there are several cameras."),
    ROW("confidence", NUMBER,
        "Confidence with which the observation was used; 0 for a point that was not seen."),
    AS("residual", OR_NULL("number"),
       "Distance between the body and the observation, in metres, pixels or degrees; null for a point that "
       "was not seen."),
    AS("at", "{\"type\":\"array\",\"items\":" OR_NULL("number") "}",
       "Place of the joint, keypoint or vertex on the fitted body: three coordinates in metres or two in "
       "pixels; for an orientation, the rotation vector in the world, in radians."),
    {0},
};
static const pd_api_field observed_model_fields[] = {ROW("model", TEXT, "Id of the body model."), {0}};
static const pd_api_field observed_warning_fields[] = {WARNINGS, {0}};
static const pd_api_field crowd_member_fields[] = {
    AS("figures", "{\"type\":\"array\",\"items\":" OR_NULL("integer") "}",
       "Index of the person's figure in each view, from 0; null for a view that does not see the person."),
    {0},
};
static const pd_api_field crowd_fields[] = {
    ROW("model", TEXT, "Id of the body model."),
    AS("people", LIST("CrowdMember"), "People, those seen by most views first, 16 at most."),
    ROW("left_out", INTEGER,
        "Number of people left out: those beyond 16, and those who cannot be fitted because too little is "
        "seen of them or they would stand behind a camera."),
    WARNINGS,
    {0},
};
static const pd_api_field observed_fields[] = {
    {.name = "status",
     .type = PD_API_CHOICE,
     .choices = observed_statuses + 1,
     .doc = "Reason why the search ended."},
    ROW("converged", BOOLEAN,
        "True when the last iteration reduced the cost by less than the tolerance and the body is one that a "
        "person can have."),
    ROW("iterations", INTEGER, "Number of iterations, summed over all starts."),
    ROW("cost", NUMBER, "Sum of all terms of the cost, in nats."),
    ROW("mirrored", BOOLEAN, "True when left and right of the observations are probably exchanged."),
    AS("rms", OR_NULL("number"),
       "Root mean square distance of the observations in space, in the unit of the points; null when there "
       "are none."),
    AS("rms_pixels", OR_NULL("number"),
       "Root mean square distance of the observations in pictures, in pixels; null when there are none."),
    AS("rms_degrees", OR_NULL("number"),
       "Root mean square angle of the observed orientations, in degrees; null when there are none."),
    AS("betas", FLAT, "Shape coefficients of the body that was found."),
    AS("betas_sd", FLAT,
       "Standard deviation of each beta after the fit: 1 when the observations do not determine it at all, 0 "
       "when it was not fitted."),
    AS("pose", LIST("Vector"), "Axis-angle rotation of each joint, in radians."),
    AS("quaternions", "{\"type\":\"array\",\"items\":" FLAT "}",
       "Quaternion x, y, z, w of each joint; the same rotations as `pose`."),
    AS("translation", FLAT,
       "Translation of the body in the unit of the points, which is metres without `fit_scale`."),
    ROW("scale", NUMBER,
        "Scale of the observations: observed = scale * body + translation. It is 100 for points in "
        "centimetres, and 1 without `fit_scale`."),
    MAYBE_AS("camera", REF("ObservedCamera"),
             "Camera of the picture; present when points of a picture were given."),
    AS("observations", LIST("ObservedPlace"),
       "Observations with their residuals: joints, then keypoints, vertices and orientations."),
    AS("unseen", NAMES,
       "Names of the joints whose rotations no observation determines; they have their most likely "
       "rotations."),
    AS("terms", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
       "Cost of each term, in nats."),
    AS("joints", LIST("Vector"),
       "Joint positions of the fitted body in the model's order, in metres, without `scale`."),
    MAYBE_AS("mesh",
             "{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"},\"base64\":{\"type\":"
             "\"string\"}}}",
             "Fitted body as a file; present when the request has `mesh`."),
    {0},
};

static const pd_api_field skeleton_summary_fields[] = {
    ROW("id", TEXT, "Id of the skeleton, as used in paths."),
    ROW("kind", TEXT,
        "Source of the skeleton: body or motion for models; glb, vrm, bvh or joints for uploads."),
    ROW("default", BOOLEAN, "True for the default model of its kind."),
    MAYBE("joint_count", INTEGER,
          "Number of joints; absent for a model that is on disk until its first request."),
    {0},
};
static const pd_api_field skeleton_list_fields[] = {
    AS("skeletons", LIST("SkeletonSummary"), "Skeletons: those of models first, then those uploaded."), {0}};
static const pd_api_field range_fields[] = {
    ONE_OF("twist", "x|y|z", "Axis of the joint that runs along the bone."),
    ROW("box", BOOLEAN,
        "True when every axis is limited by itself; false when swing stays within an ellipse."),
    AS("min", REF("Vector"), "Lowest angles about x, y, z, in degrees."),
    AS("max", REF("Vector"), "Highest angles about x, y, z, in degrees."),
    {0},
};
static const pd_api_field joint_fields[] = {
    ROW("name", TEXT, "Name of the joint."),
    AS("parent", OR_NULL("string"), "Name of the parent joint; null for the root."),
    AS("offset", REF("Vector"), "Offset from the parent joint, in metres."),
    AS("rest", REF("Vector"), "Position of the joint at rest, in metres."),
    {.name = "range",
     .type = PD_API_OBJECT,
     .rows = range_fields,
     .optional = 1,
     .doc = "Range of rotation that `limits` keeps the joint in."},
    MAYBE("node", INTEGER, "Index of the joint's node in the glTF file."),
    MAYBE_AS("rotation", REF("Quaternion"), "Rotation of the joint's node at rest, for a glTF file."),
    MAYBE("bone", TEXT, "Name of the humanoid bone, for a VRM file."),
    {0},
};
static const pd_api_field skeleton_fields[] = {
    ROW("id", TEXT, "Id of the skeleton, as used in paths."),
    MAYBE("kind", TEXT, "Kind of the upload: glb, vrm, bvh or joints."),
    MAYBE("posed", BOOLEAN, "True when the nodes of a glTF file stand in another pose than its bind pose."),
    MAYBE("note", TEXT,
          "Note on a glTF file with several skeletons: how many joints of the other skeletons are left out, "
          "and the name of the first."),
    ONE_OF("frame", "gltf", "Axes of the skeleton: those of glTF, in metres."),
    AS("joints", LIST("SkeletonJoint"), "Joints, parents before children."),
    WARNINGS,
    {0},
};

static const pd_api_field bone_match_fields[] = {
    ROW("bone", TEXT,
        "Name of the bone in Unity's humanoid; for an animal, the part and its index: tail_1, "
        "left_hind_leg_2."),
    AS("joint", OR_NULL("string"), "Name of the character's joint for this bone; null when it has none."),
    ONE_OF("by", "none|request|vrm|name|tree|shape", "Way in which the joint was found."),
    MAYBE("doubt", TEXT,
          "Reason to doubt the match: another joint may be meant, the sides differ, or, for Hips, the "
          "skeleton does not fit the mesh."),
    {0},
};
static const pd_api_field character_fields[] = {
    ROW("id", TEXT, "Id of the character, as used in paths."),
    ONE_OF("kind", "glb|vrm", "Kind of the uploaded file."),
    ONE_OF("template", "person|quadruped|bird|spider", "Kind of body: a person or one of the animals."),
    ROW("bytes", INTEGER, "Size of the uploaded file, in bytes."),
    ROW("posed", BOOLEAN, "True when the nodes stand in another pose than the bind pose."),
    MAYBE("note", TEXT,
          "Irregularities of the file: vertices without a weight, weights that do not sum to 1, or joints of "
          "another skeleton, which are not moved."),
    MAYBE_AS("translated", NAMES,
             "Names of the joints, besides the root, whose nodes are also moved by translations: feet, "
             "hands, clavicles or thighs that are children of another joint than in people."),
    AS("rig", OR_NULL("string"),
       "Naming convention of the joints, such as mixamo or unreal; null when it is unknown."),
    AS("match", LIST("BoneMatch"), "Joint of each humanoid bone, or of each part of an animal."),
    ONE_OF("frame", "gltf", "Axes of the character: those of glTF, in metres."),
    AS("joints", LIST("SkeletonJoint"),
       "Joints, parents before children, in the order of the stream's frames."),
    {0},
};
static const pd_api_field rigged_joint_fields[] = {
    ROW("bone", TEXT,
        "Name of the bone, in VRM or in the template; the node of the rigged file has the same name."),
    ROW("confidence", NUMBER, "Confidence in the joint's position, 0 to 1; below 0.3 it is doubtful."),
    {.name = "second_opinion",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "Distance to the position that an embedding of the skeleton into the solid gives, as a fraction "
            "of the height; for the limbs of a person. A small distance raises the confidence."},
    AS("position", FLAT, "Position of the joint in the upright mesh, in the file's units."),
    {0},
};
static const pd_api_field repaired_fields[] = {
    ROW("merged_vertices", INTEGER, "Number of vertices merged with another one at the same place."),
    ROW("dropped_triangles", INTEGER, "Number of triangles dropped because they have no area."),
    ROW("turned_triangles", INTEGER,
        "Number of triangles turned because they faced another way than their neighbours."),
    ROW("turned_islands", INTEGER, "Number of connected pieces turned because they were inside out."),
    ROW("unheated_vertices", INTEGER, "Number of vertices whose weights come from the template alone."),
    {0},
};
static const pd_api_field rigged_hand_fields[] = {
    ROW("joints", INTEGER,
        "Number of finger joints, three a finger from thumb to little finger: 15, 12 for a hand of four "
        "fingers, or 0."),
    ROW("parts", INTEGER,
        "Number of separate parts seen in the hand: 5 for an open hand, 2 for a mitten, 1 for a fist."),
    {.name = "why", .type = PD_API_TEXT, .optional = 1, .doc = "Reason why the hand got no finger joints."},
    {0},
};
static const pd_api_field rigged_hands_fields[] = {
    AS("left", REF("RiggedHand"), "Left hand of the person, at +X."),
    AS("right", REF("RiggedHand"), "Right hand of the person, at -X."),
    {0},
};
static const pd_api_field rig_fields[] = {
    ROW("template", TEXT, "Body plan that was fitted to the mesh: person, quadruped, bird or spider."),
    ROW("residual", NUMBER,
        "Root mean square distance between template and mesh, as a fraction of the height; for animals, "
        "between surface and the capsules about the bones, as a fraction of the largest extent. Above 0.04 "
        "it is doubtful."),
    ROW("coverage", NUMBER,
        "Share of the surface within 0.03 of the height from the template; for animals, within 0.1 of the "
        "largest extent from the capsules."),
    {.name = "penalty",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "Cost of embedding the template's skeleton into the mesh: below 1 it fits well, above 2 it is "
            "doubtful. For a person, the embedding only checks the joints (second_opinion)."},
    ROW("doubtful", BOOLEAN, "True when a person should check the result; `markers` would improve it."),
    ROW("height", NUMBER, "Height of the mesh, in the file's units."),
    ROW("vertices", INTEGER, "Number of vertices of the uploaded mesh."),
    ROW("triangles", INTEGER, "Number of triangles of the uploaded mesh."),
    ROW("islands", INTEGER, "Number of connected pieces of the mesh."),
    ROW("border_edges", INTEGER, "Number of edges with a single triangle: holes and open ends."),
    AS("repaired", REF("Repaired"), "Counts of the repairs made to the mesh."),
    AS("markers_wanted", NAMES,
       "Names of the markers that would improve the rig; `markers` of the request takes them."),
    ROW("up", TEXT, "Axis of the file that points up: y, z, x, -y, -z or -x."),
    AS("facing", FLAT, "Direction that the body faces, a unit vector in the file's axes."),
    AS("upright", FLAT, "Transform from the file's coordinates to upright ones: the rows of [R | t]."),
    {.name = "fingers",
     .type = PD_API_ANY,
     .schema = REF("RiggedHands"),
     .optional = 1,
     .doc = "Result of rigging the fingers of each hand, for a person."},
    AS("joints", LIST("RiggedJoint"), "Joints of the rig, parents before children."),
    AS("mesh", REF("RigFile"), "Rigged mesh as a file."),
    {.name = "picture",
     .type = PD_API_ANY,
     .schema = REF("RigFile"),
     .optional = 1,
     .doc = "Picture of the rigged mesh from the front and from the left."},
    {0},
};
static const pd_api_field rig_file_fields[] = {
    ROW("type", TEXT, "Media type of the file."),
    ROW("base64", TEXT, "Bytes of the file in base64."),
    {0},
};
static const pd_api_field avatar_fields[] = {
    ROW("id", TEXT, "Id of the avatar, as used in paths."),
    ROW("model", TEXT, "Body model of the avatar."),
    {.name = "choices",
     .type = PD_API_OBJECT,
     .schema = "{\"type\":\"object\"}",
     .doc = "Fields of the body and of what it wears, as they were stored."},
    ROW("glb", TEXT, "Path of the avatar's .glb, below the address of this server."),
    ROW("vrm", TEXT, "Path of the avatar's VRM file, below the address of this server."),
    {0},
};
static const pd_api_field avatar_list_fields[] = {
    AS("avatars", LIST("Avatar"), "Avatars that clients have stored."),
    {0},
};
static const pd_api_field character_summary_fields[] = {
    ROW("id", TEXT, "Id of the character, as used in paths."),
    ONE_OF("kind", "glb|vrm", "Kind of the uploaded file."),
    ONE_OF("template", "person|quadruped|bird|spider", "Kind of body: a person or one of the animals."),
    ROW("bytes", INTEGER, "Size of the uploaded file, in bytes."),
    ROW("joint_count", INTEGER, "Number of joints of the skeleton."),
    ROW("bone_count", INTEGER,
        "Number of the 22 humanoid bones that were found; for an animal, number of joints of its parts."),
    ROW("doubt_count", INTEGER, "Number of bones with a doubt."),
    {0},
};
static const pd_api_field character_list_fields[] = {
    AS("characters", LIST("CharacterSummary"), "Characters that clients have uploaded."),
    ROW("body_bytes", INTEGER, "Largest size of a file that may be uploaded, in bytes."),
    {0},
};

#define SOLVER_NAME(name, text, ...) "|" text
static const char solver_names[] = PD_IK_SOLVER_TABLE(SOLVER_NAME);
static const char ik_statuses[] = PD_IK_STATUS_TABLE(STATUS_NAME);
static const pd_api_field target_fields[] = {
    AS("joint", OR_NULL("string"), "Name of the joint of the target; null for the centre of mass."),
    {.name = "status", .type = PD_API_CHOICE, .choices = ik_statuses + 1, .doc = "Result for this target."},
    {.name = "solver",
     .type = PD_API_CHOICE,
     .choices = solver_names + 1,
     .doc = "Solver that gave the result."},
    ROW("iterations", INTEGER, "Number of iterations of that solver."),
    MAYBE("chain", TEXT, "First joint of the chain that reached the target; present with `grow`."),
    ROW("position_error", NUMBER, "Distance to the target position, in metres."),
    ROW("orientation_error", NUMBER, "Angle to the target orientation, in radians."),
    MAYBE("look_error", NUMBER,
          "Angle between the joint's look_axis and the direction to look_at, in radians."),
    MAYBE("pole_error", NUMBER,
          "Angle about the chain between the bend of the limb and the pole, in radians."),
    MAYBE("distance_error", NUMBER, "Difference from the requested distance, in metres."),
    MAYBE("centre_error", NUMBER, "Horizontal distance of the centre of mass from its target, in metres."),
    {0},
};
static const pd_api_field hit_fields[] = {
    ROW("joint", TEXT, "Name of the joint."),
    ONE_OF("limit", "twist|swing|speed|range",
           "Limit that the joint has reached: twist or swing of a ball, range of a hinge, or speed (max_step "
           "or continuity)."),
    {0}};
static const pd_api_field pose_fields[] = {
    AS("quaternions", LIST("Quaternion"),
       "Rotation of each joint relative to its parent; for a glTF file, the rotation of each node."),
    {0}};
static const pd_api_field posed_mesh_fields[] = {
    MAYBE("type", TEXT, "Media type of the file: model/gltf-binary."),
    MAYBE("base64", TEXT, "Bytes of the file in base64."),
    MAYBE("error", TEXT, "Reason why there is no file; present instead of `type` and `base64`."),
    {0},
};
static const pd_api_field alternative_fields[] = {
    {.name = "pose",
     .type = PD_API_OBJECT,
     .rows = pose_fields,
     .doc = "Pose in the form that `pose` of requests takes."},
    AS("joints", LIST("Vector"), "Joint positions in that pose, in metres."),
    MAYBE_AS("translation", REF("Vector"), "Translation of the root, in metres; present with `move_root`."),
    MAYBE_AS("root_translation", REF("Vector"),
             "Translation of the root's node, for a glTF file whose root moves."),
    ROW("apart", NUMBER,
        "Largest angle between a bone's direction here and in the nearest of the earlier poses, in radians."),
    MAYBE("log_likelihood", NUMBER,
          "Log-likelihood of the pose under the pose prior, in nats; present when the skeleton has the "
          "prior's joints."),
    {0},
};
static const pd_api_field solution_fields[] = {
    {.name = "status",
     .type = PD_API_CHOICE,
     .choices = ik_statuses + 1,
     .doc = "Worst result of the targets."},
    ROW("iterations", INTEGER, "Number of iterations, summed over the targets."),
    {.name = "pose",
     .type = PD_API_OBJECT,
     .rows = pose_fields,
     .doc = "Pose in the form that `pose` of requests takes."},
    AS("joints", LIST("Vector"), "Joint positions in that pose, in metres."),
    AS("joint_names", NAMES, "Names of the joints, in the order of `joints`."),
    MAYBE_AS(
        "translation", REF("Vector"),
        "Translation of the root in metres; present with `move_root` and for solvers that move the root."),
    MAYBE_AS("nodes", INDICES, "Node index of each joint, for a glTF file."),
    MAYBE_AS("root_translation", REF("Vector"),
             "Translation of the root's node, for a glTF file whose root moves."),
    {.name = "targets",
     .type = PD_API_OBJECTS,
     .rows = target_fields,
     .doc = "Result for each target, in the request's order."},
    {.name = "limits_hit",
     .type = PD_API_OBJECTS,
     .rows = hit_fields,
     .doc = "Joints that ended at a limit, with the kind of the limit."},
    MAYBE("log_likelihood", NUMBER,
          "Log-likelihood of this pose under the pose prior, in nats; present with `alternatives`."),
    {.name = "alternatives",
     .type = PD_API_OBJECTS,
     .rows = alternative_fields,
     .optional = 1,
     .doc = "Other poses that reach the targets, the most likely first; fewer than requested when no more "
            "were found."},
    {.name = "mesh",
     .type = PD_API_OBJECT,
     .rows = posed_mesh_fields,
     .optional = 1,
     .doc = "Posed body as a file; present when the request has `mesh`."},
    WARNINGS,
    {0},
};
static const pd_api_field failure_fields[] = {
    AS("error", REF("Problem"), "Problem of this one request of several."), {0}};
static const pd_api_field solutions_fields[] = {
    AS("solutions", "{\"type\":\"array\",\"items\":{\"anyOf\":[" REF("Solution") "," REF("Failure") "]}}",
       "Solution or failure of each problem, in the request's order."),
    {0},
};

static const pd_api_field motion_frame_fields[] = {
    ROW("t", NUMBER, "Time of the frame, in seconds."),
    AS("root", REF("Vector"), "Position of the root on the ground, in metres."),
    ROW("yaw", NUMBER, "Heading about +Y in radians; 0 faces +Z."),
    AS("translation", REF("Vector"), "Position of the first joint, in metres."),
    AS("rotations", LIST("Quaternion"), "Rotation of each joint relative to its parent."),
    AS("contacts", FLAT, "Ground contact of each point in `contact_names`, 0 or 1."),
    ROW("phase", NUMBER, "Phase of the gait cycle, 0 to 2 pi; the right foot touches down at 0."),
    AS("gait_weights", FLAT, "Weight of each gait in `gaits`, 0 to 1."),
    AS("events", NAMES,
       "Events of the frame: step_left, step_right, jump, land, blocked, arrived, unreachable."),
    {0},
};
static const pd_api_field motion_fields[] = {
    ROW("rate", NUMBER, "Frames a second."),
    ROW("frame_count", INTEGER, "Number of frames."),
    ONE_OF("frame", "gltf", "Axes and unit of the coordinates: those of glTF, in metres."),
    AS("joint_names", NAMES, "Names of the joints, in the order of rotations."),
    AS("parents", INDICES, "Index of each joint's parent; -1 for the root."),
    AS("offsets", LIST("Vector"), "Offset of each joint from its parent, in metres."),
    AS("gaits", NAMES, "Names of the gaits, in the order of `gait_weights`."),
    AS("contact_names", NAMES, "Names of the contact points, in the order of `contacts`."),
    {.name = "frames",
     .type = PD_API_OBJECTS,
     .rows = motion_frame_fields,
     .doc = "Frames of the motion, one a tick."},
    WARNINGS,
    {0},
};

static const pd_api_field ground_fields[] = {
    {.name = "kind",
     .type = PD_API_CHOICE,
     .choices = "flat",
     .optional = 1,
     .doc = "Flat ground; present instead of all other fields."},
    MAYBE("rows", INTEGER, "Number of rows of heights, along +z."),
    MAYBE("columns", INTEGER, "Number of columns of heights, along +x."),
    MAYBE("cell", NUMBER, "Distance between neighbouring heights, in metres."),
    MAYBE("x", NUMBER, "Coordinate x of the first corner, in metres."),
    MAYBE("z", NUMBER, "Coordinate z of the first corner, in metres."),
    MAYBE_AS("heights", "{\"type\":\"array\",\"items\":" FLAT "}",
             "Heights in metres, row by row; present when the request has `heights`."),
    {0},
};
#define AT_PLACE(n, d) AS(n, REF("Place"), d)
static const pd_api_field segment_fields[] = {
    AT_PLACE("from", "First end of the segment."),
    AT_PLACE("to", "Second end of the segment."),
    ROW("width", NUMBER, "Distance of the sides from the segment, in metres: half the width."),
    {0}};
static const pd_api_field jump_fields[] = {
    AT_PLACE("at", "Centre of the jump area."),
    ROW("radius", NUMBER, "Radius within which characters jump, in metres."),
    ROW("falloff", NUMBER, "Width of the ring around the disc over which the effect fades, in metres."),
    {0}};
static const pd_api_field crouch_fields[] = {
    AT_PLACE("at", "Centre of the crouch area."),
    AT_PLACE("size", "Size of the area along x and along z, in metres."),
    ROW("amount", NUMBER, "Depth of the crouch, from 0 (upright) to 1 (deepest)."),
    {.name = "wave",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "Wavelength over which the depth varies, in metres; present when it is not 0."},
    {0}};
static const pd_api_field seat_fields[] = {
    AT_PLACE("at", "Centre of the seat."),
    ROW("facing", NUMBER, "Direction that a sitting person faces, in radians about +Y; 0 faces +Z."),
    ROW("width", NUMBER, "Width of the seat, in metres."),
    ROW("depth", NUMBER, "Depth of the seat, in metres."),
    {0}};
static const pd_api_field scene_fields[] = {
    ROW("id", TEXT, "Id of the scene, as used in paths."),
    {.name = "ground",
     .type = PD_API_OBJECT,
     .rows = ground_fields,
     .doc = "Ground that characters walk on."},
    {.name = "walls",
     .type = PD_API_OBJECTS,
     .rows = segment_fields,
     .doc = "Walls: line segments that characters cannot cross."},
    {.name = "jumps", .type = PD_API_OBJECTS, .rows = jump_fields, .doc = "Areas in which characters jump."},
    {.name = "crouches",
     .type = PD_API_OBJECTS,
     .rows = crouch_fields,
     .doc = "Areas in which characters crouch."},
    {.name = "beams",
     .type = PD_API_OBJECTS,
     .rows = segment_fields,
     .doc = "Beams: line segments that characters balance on."},
    {.name = "seats",
     .type = PD_API_OBJECTS,
     .rows = seat_fields,
     .doc = "Seats; planned paths lead around them."},
    WARNINGS,
    {0},
};
static const pd_api_field scene_list_fields[] = {
    AS("scenes", LIST("Scene"), "Uploaded scenes, without the heights of their grounds."), {0}};
static const pd_api_field ticket_fields[] = {
    ROW("ticket", TEXT, "One-time ticket that opens one WebSocket by ?ticket=."), {0}};
static const pd_api_field reload_fields[] = {
    ROW("id", TEXT, "Id of the model that was reloaded."),
    ROW("reloaded", BOOLEAN, "Always true: the file was read again."),
    {0}};

static const pd_api_field job_point_fields[] = {
    ROW("name", TEXT, "Name of the marker, keypoint or sensor."),
    MAYBE("camera", INTEGER,
          "Index of the camera that made the observation, when there are several cameras."),
    AS("rms", OR_NULL("number"),
       "Root mean square residual over all frames: metres in space, pixels in a picture, degrees for a "
       "sensor; null when it was never seen."),
    {0},
};
static const pd_api_field job_named_fields[] = {
    ROW("protocol", TEXT, "Marker set that was found on the body: " PD_OBSERVE_PROTOCOLS "."),
    ROW("points", INTEGER, "Number of points in all frames."),
    ROW("named", INTEGER, "Number of those points that were recognized as a marker."),
    {0},
};
static const pd_api_field job_mended_fields[] = {
    ROW("marker", TEXT, "Name of the marker that the points belong to."),
    ROW("called", TEXT, "Wrong name that the points had in the request."),
    ROW("first", INTEGER, "First frame of the stretch, from 0."),
    ROW("last", INTEGER, "Last frame of the stretch, from 0."),
    {0},
};
static const pd_api_field job_person_fields[] = {
    ROW("frames", INTEGER,
        "Number of frames; for a crowd, from the first to the last in which the person is seen."),
    MAYBE("first", INTEGER, "Frame of the take in which the person is first seen, for a crowd."),
    MAYBE("seen", INTEGER, "Number of frames in which any view sees the person, for a crowd."),
    MAYBE("shared", INTEGER, "Number of frames in which at least two views see the person, for a crowd."),
    MAYBE("only", INTEGER,
          "Index of the only view that sees the person, for a crowd; the distance from the camera is then an "
          "estimate from one view."),
    AS("rms", OR_NULL("number"),
       "Root mean square residual of everything seen in space, in metres; null when there is nothing."),
    AS("rms_pixels", OR_NULL("number"),
       "Root mean square residual of everything seen in pictures, in pixels; null when there is nothing."),
    MAYBE("rms_degrees", NUMBER,
          "Root mean square angle between the body's bones and the sensors or the estimate, in degrees."),
    MAYBE("facing", NUMBER,
          "Heading of the body in the calibration pose of the sensors, in degrees, as the request gave it or "
          "as the fit found it."),
    MAYBE(
        "walked", BOOLEAN,
        "True when no sensor measures the position, so that the standing feet determine how the body moves."),
    ROW("exchanged", INTEGER,
        "Number of pairs of swapped markers that were exchanged back, over all frames."),
    ROW("mirrored", BOOLEAN,
        "True when left and right are exchanged in most of the take; the mirrored take was fitted when it "
        "fits better."),
    ROW("sides_exchanged", INTEGER, "Number of frames in which left and right were exchanged back."),
    AS("betas", FLAT, "Shape coefficients of the person."),
    AS("betas_sd", FLAT,
       "Standard deviation of each beta after the fit; 1 when the take does not determine it at all."),
    MAYBE_AS("cameras", LIST("ObservedCamera"),
             "Cameras of the views, as the request gave them or as the fit found them."),
    MAYBE("up", TEXT,
          "Axis of the markers' file that is taken as up: x, y or z, with - before it if its negative "
          "direction is up. The request or the file states it; otherwise heads are above feet along it."),
    MAYBE_AS("named", REF("JobNamed"), "Marker set that unnamed markers were recognized as."),
    MAYBE_AS("mended", LIST("JobMended"),
             "Stretches in which a marker had another marker's name, which was corrected; 256 at most."),
    MAYBE("mended_points", INTEGER, "Number of frames with a corrected name, over all markers."),
    AS("points", LIST("JobPoint"), "Residual of each marker, keypoint or sensor."),
    {0},
};
static const pd_api_field job_fields[] = {
    ROW("id", TEXT, "Id of the job, as used in paths."),
    ROW("kind", TEXT, "Kind of the job: fit."),
    ROW("model", TEXT, "Id of the body model."),
    ONE_OF("status", "queued|running|done|cancelled|failed", "State of the job."),
    ROW("progress", NUMBER, "Fraction of the work that is done, 0 to 1."),
    MAYBE("detail", TEXT, "Reason why the job failed."),
    MAYBE_AS("people", LIST("JobPerson"), "People of the take; present when the job is done."),
    MAYBE("left_out", INTEGER,
          "Number of people of a crowd left out: those beyond 16, and those who cannot be fitted because too "
          "little is seen of them or they would stand behind a camera."),
    WARNINGS,
    {0},
};
static const pd_api_field job_event_fields[] = {
    ONE_OF("type", "job.done|job.failed",
           "Event that the webhook reports: the job is done, or it has failed."),
    ROW("timestamp", TEXT, "Time at which the job ended, in UTC (RFC 3339)."),
    AS("data", REF("Job"), "Job with its people, as GET /v1/jobs/{id} returns it."),
    {0},
};
static const pd_api_field job_list_fields[] = {
    AS("jobs", LIST("Job"), "Jobs, without their people."),
    {0},
};
static const pd_api_field take_frame_fields[] = {
    AS("pose", FLAT, "Axis-angle rotations in radians, three numbers a joint."),
    AS("translation", FLAT, "Translation of the body, in metres."),
    AS("residuals", "{\"type\":\"array\",\"items\":" OR_NULL("number") "}",
       "Residual of each marker or keypoint in metres; null where it was not seen."),
    {0},
};
static const pd_api_field take_fields[] = {
    ROW("rate", NUMBER, "Frames a second."),
    AS("betas", FLAT, "Shape coefficients of the person."),
    AS("frames", LIST("TakeFrame"), "Frames of the take in order."),
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
#define ALSO(kind, name)     "," REF(name)
/* A reference into the document and no bare name: tools that bundle documents resolve every value (OpenAPI 3.1.1, 4.8.25). */
#define MAPS(kind, name)     "\"" kind "\":\"#/components/schemas/" name "\""
#define MAPS_TOO(kind, name) "," MAPS(kind, name)

const pd_api_reply_schema pd_api_reply_schemas[] = {
    {"Vector", "Three numbers x, y, z.", .schema = PD_API_ROWS_OF("3")},
    {"Place", "Place on the ground: x and z in metres.", .schema = PD_API_ROWS_OF("2")},
    {"Quaternion", "Unit quaternion x, y, z, w.", .schema = PD_API_ROWS_OF("4")},
    {"Remark", "Remark about one place of the request.", {remark_fields}, NULL},
    {"Problem", "RFC 9457 problem details: errors of a request.", {problem_fields}, NULL},
    {"Status", "State of the daemon.", {status_fields}, NULL},
    {"Mcp", "Reply to a message of the Model Context Protocol.", {mcp_fields}, NULL},
    {"Version", "Version of the program.", {version_fields}, NULL},
    {"ModelSummary", "Summary of a model.", {summary_fields}, NULL},
    {"ModelList", "List of the models that the daemon serves.", {model_list_fields}, NULL},
    {"KeypointCounts", "Number of keypoints on the skin, by kind.", {keypoint_count_fields}, NULL},
    {"BodyModel", "Body model.", {body_model_fields, described_fields}, NULL},
    {"MotionModel", "Motion network.", {motion_model_fields, described_fields}, NULL},
    {"PosePrior", "Pose prior.", {prior_fields, described_fields}, NULL},
    {"PoseNetwork", "Pose network.", {network_fields, described_fields}, NULL},
    {"MatchingModel", "Motion-matching database.", {matching_fields, described_fields}, NULL},
    {"WardrobeModel", "Wardrobe model.", {wardrobe_model_fields, described_fields}, NULL},
    {"MhrModel", "MHR model.", {mhr_model_fields, described_fields}, NULL},
    {"RigStart", "Learned start of automatic rigging.", {rig_start_fields, described_fields}, NULL},
    {"RigWeights", "Learned skin weights of automatic rigging.", {rig_net_fields, described_fields}, NULL},
    {"WardrobeItem", "Garment, hair or part of a face.", {wardrobe_item_fields}, NULL},
    {"Wardrobe", "Items that bodies may wear.", {wardrobe_fields}, NULL},
    {"Sample", "Small file with which a guide begins.", {sample_fields}, NULL},
    {"SampleList", "Sample files of the server.", {samples_fields}, NULL},
    {"SampleFile", "Sample file in JSON: a request's body.",
     .schema = "{\"type\":\"object\",\"required\":[\"observations\"],\"properties\":{\"observations\":{"
               "\"type\":\"object\"}},\"additionalProperties\":true}"},
    {"Model", "Model of any kind; `kind` says which.",
     .schema = "{\"oneOf\":[" REF("BodyModel") OTHER_MODELS(
         ALSO) "],\"discriminator\":{\"propertyName\":\"kind\",\"mapping\":{" MAPS("body", "BodyModel")
         OTHER_MODELS(MAPS_TOO) "}}}"},
    {"Reloaded", "Confirmation that a model's file was read again.", {reload_fields}, NULL},
    {"Faces", "Triangles of a model.", {faces_fields}, NULL},
    {"BodyArrays", "Arrays of one body.", {body_arrays_fields}, NULL},
    {"Person", "Gender and age of a person.", {person_fields}, NULL},
    {"Found", "Person with shape coefficients.", {found_fields}, NULL},
    {"Bodies", "Bodies of one model.", {bodies_fields}, NULL},
    {"Definition", "Definition of one measurement.", {definition_fields}, NULL},
    {"Definitions", "Definitions of measurements, by name.",
     .schema = "{\"type\":\"object\",\"additionalProperties\":" REF("Definition") "}"},
    {"Measurements", "Measurements of one body.", {measurement_fields}, NULL},
    {"Measured", "Measurements of several bodies.", {measured_fields}, NULL},
    {"MeasuredFit", "Body that was fitted to measurements.", {fit_fields}, NULL},
    {"ObservedCamera", "Camera of a picture.", {observed_camera_fields}, NULL},
    {"ObservedPlace", "One observation and its residual.", {observed_place_fields}, NULL},
    {"ObservedFit",
     "Person fitted to observations.",
     {observed_model_fields, observed_fields, observed_warning_fields},
     NULL},
    {"CrowdMember",
     "One of several people fitted to pictures.",
     {crowd_member_fields, observed_fields},
     NULL},
    {"CrowdFit", "People fitted to the figures of pictures.", {crowd_fields}, NULL},
    {"Fit",
     "Result of a fit; its form follows the request: measurements, observations, or figures of several "
     "people.",
     .schema = "{\"anyOf\":[" REF("MeasuredFit") "," REF("ObservedFit") "," REF("CrowdFit") "]}"},
    {"SkeletonSummary", "Summary of a skeleton.", {skeleton_summary_fields}, NULL},
    {"SkeletonList", "Skeletons that IK can solve on by id.", {skeleton_list_fields}, NULL},
    {"SkeletonJoint", "Joint of a skeleton.", {joint_fields}, NULL},
    {"Skeleton", "Skeleton with all its joints.", {skeleton_fields}, NULL},
    {"BoneMatch", "Bone of a humanoid and the joint found for it.", {bone_match_fields}, NULL},
    {"Character", "Character that a user uploaded.", {character_fields}, NULL},
    {"Rig", "Mesh with a new skeleton and weights.", {rig_fields}, NULL},
    {"RiggedJoint", "Joint of a rigged mesh.", {rigged_joint_fields}, NULL},
    {"Repaired", "Counts of the repairs made to a mesh.", {repaired_fields}, NULL},
    {"RiggedHand", "Result of rigging one hand of a mesh.", {rigged_hand_fields}, NULL},
    {"RiggedHands", "Result of rigging both hands of a mesh.", {rigged_hands_fields}, NULL},
    {"RigFile", "File inside a JSON reply.", {rig_file_fields}, NULL},
    {"Avatar", "Avatar that a client has stored.", {avatar_fields}, NULL},
    {"AvatarList", "Stored avatars.", {avatar_list_fields}, NULL},
    {"CharacterSummary", "Summary of a character.", {character_summary_fields}, NULL},
    {"CharacterList", "Characters that can be animated by id.", {character_list_fields}, NULL},
    {"JobPoint", "Residual of one marker, keypoint or sensor.", {job_point_fields}, NULL},
    {"JobNamed", "Names that unnamed markers were given.", {job_named_fields}, NULL},
    {"JobMended", "Stretch of frames in which a marker's name was corrected.", {job_mended_fields}, NULL},
    {"JobPerson", "Result for one person of a take.", {job_person_fields}, NULL},
    {"Job", "Work that runs in the background.", {job_fields}, NULL},
    {"JobEvent", "Body of the webhook of a job.", {job_event_fields}, NULL},
    {"JobList", "List of jobs: queued, running and done.", {job_list_fields}, NULL},
    {"TakeFrame", "One frame of a take.", {take_frame_fields}, NULL},
    {"Take", "Motion of a person over a take.", {take_fields}, NULL},
    {"Solution", "Pose that brings joints to their targets.", {solution_fields}, NULL},
    {"Failure", "Problem of one request of several.", {failure_fields}, NULL},
    {"Solutions", "Solutions of several problems.", {solutions_fields}, NULL},
    {"Ik", "One solution, or several when the request has `problems`.",
     .schema = "{\"anyOf\":[" REF("Solution") "," REF("Solutions") "]}"},
    {"Motion", "Motion, frame by frame.", {motion_fields}, NULL},
    {"Scene", "Scene in which characters move.", {scene_fields}, NULL},
    {"SceneList", "List of the uploaded scenes.", {scene_list_fields}, NULL},
    {"Ticket", "One-time ticket for a WebSocket.", {ticket_fields}, NULL},
    {"Asyncapi", "AsyncAPI document of the stream.",
     .schema = "{\"type\":\"object\",\"required\":[\"asyncapi\",\"channels\"],\"properties\":{\"asyncapi\":{"
               "\"type\":\"string\"},\"channels\":{\"type\":\"object\"}},\"additionalProperties\":true}"},
    {"Openapi", "OpenAPI document of this interface.",
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
