/* Members of the replies of the routes of api/ik. */
#include "api/docs/replies_rows.h"

#include "core/ik/job/status.h"

#define STATUS_NAME(name, text, ...) "|" text
const pd_api_field pd_api_reply_skeleton_summary[] = {
    ROW("id", TEXT, "Id of the skeleton, as used in paths."),
    ROW("kind", TEXT,
        "Source of the skeleton: body or motion for models; glb, vrm, bvh or joints for uploads."),
    ROW("default", BOOLEAN, "True for the default model of its kind."),
    MAYBE("joint_count", INTEGER,
          "Number of joints; absent for a model that is on disk until its first request."),
    {0},
};

const pd_api_field pd_api_reply_skeleton_list[] = {
    AS("skeletons", LIST("SkeletonSummary"), "Skeletons: those of models first, then those uploaded."), {0}};

static const pd_api_field range_fields[] = {
    ONE_OF("twist", "x|y|z", "Axis of the joint that runs along the bone."),
    ROW("box", BOOLEAN,
        "True when every axis is limited by itself; false when swing stays within an ellipse."),
    AS("min", REF("Vector"), "Lowest angles about x, y, z, in degrees."),
    AS("max", REF("Vector"), "Highest angles about x, y, z, in degrees."),
    {0},
};

const pd_api_field pd_api_reply_joint[] = {
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

const pd_api_field pd_api_reply_skeleton[] = {
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

const pd_api_field pd_api_reply_solution[] = {
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

const pd_api_field pd_api_reply_failure[] = {
    AS("error", REF("Problem"), "Problem of this one request of several."), {0}};

const pd_api_field pd_api_reply_solutions[] = {
    AS("solutions", "{\"type\":\"array\",\"items\":{\"anyOf\":[" REF("Solution") "," REF("Failure") "]}}",
       "Solution or failure of each problem, in the request's order."),
    {0},
};
