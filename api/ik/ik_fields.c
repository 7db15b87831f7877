/* Fields of POST /v1/ik/solve: of one problem, and of a request with several. */
#include "api/ik/ik.h"

#include "api/ik/problem.h"
#include "api/ik/read.h"

#define AT(member)              offsetof(pd_api_ik_values, member)
/* "|auto|two_bone|..." from the solvers' own table; the leading bar is skipped. */
#define SOLVER_NAME(name, text) "|" text
static const char solver_names[] = PD_IK_SOLVER_TABLE(SOLVER_NAME);

const pd_api_field pd_api_ik_fields[] = {
    {.name = "skeleton",
     .type = PD_API_ANY,
     .offset = AT(skeleton),
     .preset = "\"default\"",
     .rows = pd_api_skeleton_fields,
     .example = "{\"joints\":[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},{\"name\":\"elbow\",\"parent\":"
                "\"shoulder\",\"offset\":[0.28,0,0]}]}",
     .doc = "Skeleton to solve on: the id of a resident body or motion model, or of a skeleton that a client "
            "has put (PUT /v1/skeletons/{id}); or an object with one of "
            "{\"joints\":[{\"name\",\"parent\",\"offset\":[3]}]}, {\"bvh\":text}, {\"glb\":base64}."},
    PD_API_BETAS_FIELD(
        AT(body.betas),
        "Shape coefficients of the body model, which set the bone lengths. Missing ones are 0."),
    PD_API_POSE_FIELD(AT(body.pose), "Start pose: one axis-angle per joint in radians, local to the parent. "
                                     "Without it the solve starts from the rest pose."),
    PD_API_QUATERNIONS_FIELD(
        AT(body.quaternions),
        "Start pose, instead of `pose`: one quaternion x, y, z, w per joint, local to the parent."),
    PD_API_ROTATIONS_FIELD(
        AT(body.rotations),
        "Start pose, instead of `pose`: one 3x3 matrix (or 6 numbers) per joint, local to the parent."),
    PD_API_TRANSLATION_FIELD(AT(body.translation),
                             "Translation of the root from its rest position in metres: x, y, z."),
    {.name = "targets",
     .type = PD_API_OBJECTS,
     .offset = AT(targets),
     .rows = pd_api_ik_target_fields,
     .example = "[{\"joint\":\"left_wrist\",\"position\":[0.3,0.4,0.4]}]",
     .doc = "Targets for the joints, 1 to 64."},
    {.name = "joint_positions",
     .type = PD_API_NUMBERS,
     .offset = AT(joint_positions),
     .min = -1e4,
     .max = 1e4,
     .schema = PD_API_NUMBERS_OR_ROWS("3"),
     .example = "[[0,0.95,0],[0.1,0.9,0],...]",
     .doc = "Positions of all joints in metres, instead of targets: x, y, z for each joint in the skeleton's "
            "order. Only for solver hybrik."},
    {.name = "twists",
     .type = PD_API_NUMBERS,
     .offset = AT(twists),
     .min = -7,
     .max = 7,
     .example = "[0,0.1,-0.1,...]",
     .doc = "Twist of each joint about its bone in radians, one number per joint; 0 when absent. Only with "
            "joint_positions."},
    {.name = "naive",
     .type = PD_API_BOOLEAN,
     .offset = AT(naive),
     .preset = "false",
     .doc = "True rotates every bone from the positions of its own two ends alone (naive HybrIK). False also "
            "corrects the position error that accumulates along the bones above it (adaptive HybrIK). Only "
            "with joint_positions."},
    {.name = "solver",
     .type = PD_API_CHOICE,
     .offset = AT(solver),
     .choices = solver_names + 1,
     .preset = "\"auto\"",
     .doc =
         "Solver of the problem. With auto the server chooses one for each target, and the reply names it."},
    {.name = "style",
     .type = PD_API_ANY,
     .offset = AT(style),
     .schema = "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"object\",\"additionalProperties\":{\"type\":"
               "\"number\",\"minimum\":0.001,\"maximum\":1000}}]}",
     .example = "\"crouch\"",
     .doc =
         "Style whose poses are likely, for the solver `example`, such as \"walk\", or two styles with their "
         "shares, {\"walk\":0.5,\"crouch\":0.5}, for poses between them. The styles of a pose prior are "
         "listed by GET /v1/models/{id}. Without it all styles count."},
    {.name = "iterations",
     .type = PD_API_INTEGER,
     .offset = AT(iterations),
     .min = 1,
     .max = PD_IK_MAX_ITERATIONS,
     .preset = "64",
     .doc = "Largest number of iterations of one attempt; solvers dls and auto use 30 when it is absent. "
            "limits.ik_iterations bounds it."},
    {.name = "tolerance",
     .type = PD_API_NUMBER,
     .offset = AT(tolerance),
     .min = 1e-9,
     .max = 1,
     .preset = "0.001",
     .doc = "Distance in metres, or angle in radians, within which a target counts as reached."},
    {.name = "budget_ms",
     .type = PD_API_NUMBER,
     .offset = AT(budget_ms),
     .min = 0.01,
     .max = 60000,
     .doc = "Largest time for the problem in milliseconds. The default and the upper bound are "
            "limits.ik_budget_ms."},
    {.name = "limits",
     .type = PD_API_BOOLEAN,
     .offset = AT(limits.on),
     .doc = "True keeps joints within their ranges: the default ranges of joints with SMPL's or the motion "
            "skeleton's names, those of joint_limits, and those of the skeleton's own joints. A start pose "
            "outside is brought inside. When it is absent, it is true if any joint's limit is given, else "
            "false."},
    {.name = "joint_limits",
     .type = PD_API_OBJECTS,
     .offset = AT(limits.own),
     .rows = pd_api_ik_own_limit_fields,
     .example = "[{\"joint\":\"left_elbow\",\"kind\":\"hinge\",\"axis\":[0,1,0],\"range\":[-2.6,0.1]}]",
     .doc = "Joint limits of this problem, which replace the default ones of the joints they name."},
    {.name = "damping",
     .type = PD_API_CHOICE,
     .offset = AT(damping),
     .choices = "adaptive|constant|selective",
     .preset = "\"adaptive\"",
     .doc = "Damping of solver dls: adaptive (by the error), constant (`lambda`) or selective (by singular "
            "values and end effectors)."},
    {.name = "lambda",
     .type = PD_API_NUMBER,
     .offset = AT(lambda),
     .min = 1e-6,
     .max = 10,
     .preset = "0.1",
     .doc = "Constant damping factor of solver dls with damping constant. It enters squared: d = J^T (J J^T "
            "+ lambda^2 I)^-1 e."},
    {.name = "rest_gain",
     .type = PD_API_NUMBER,
     .offset = AT(rest_gain),
     .min = 0,
     .max = 100,
     .preset = "0",
     .doc = "Strength of the pull towards the natural pose within the freedom that the targets leave (null "
            "space), 0 to 100; 0: no pull."},
    {.name = "joint_gains",
     .type = PD_API_OBJECTS,
     .offset = AT(limits.gains),
     .rows = pd_api_ik_gain_fields,
     .example = "[{\"joint\":\"left_shoulder\",\"gain\":5}]",
     .doc = "Stiffness of single joints, by which rest_gain is multiplied; other joints have 1."},
    {.name = "natural",
     .type = PD_API_CHOICE,
     .offset = AT(natural),
     .choices = "middle|start|rest",
     .preset = "\"middle\"",
     .doc = "Natural pose to which rest_gain pulls: the middle of the joint ranges (middle), the start pose "
            "(start) or the rest pose (rest)."},
    {.name = "restarts",
     .type = PD_API_INTEGER,
     .offset = AT(restarts),
     .min = 0,
     .max = PD_IK_MAX_RESTARTS,
     .example = "8",
     .doc = "Number of further starts to try while the targets are not reached: by default 64 for dls (8 "
            "with continuity), 4 for optimize, 0 for the others. With a start pose, the result is one that "
            "is near it among the poses that reach the targets."},
    {.name = "continuity",
     .type = PD_API_BOOLEAN,
     .offset = AT(continuity),
     .preset = "false",
     .doc = "True for one of a sequence of solves: the start pose is the previous result, and no joint turns "
            "faster than `speed`, even where the solver has to change to a different kind of pose."},
    {.name = "dt",
     .type = PD_API_NUMBER,
     .offset = AT(dt),
     .min = 1e-4,
     .max = 1,
     .preset = "0.0166667",
     .doc = "Time since the last answer in seconds, for continuity."},
    {.name = "speed",
     .type = PD_API_NUMBER,
     .offset = AT(speed),
     .min = 0.01,
     .max = 100,
     .preset = "5",
     .doc = "Largest angular speed of a joint in radians per second, for continuity."},
    {.name = "max_step",
     .type = PD_API_NUMBER,
     .offset = AT(max_step),
     .min = 1e-4,
     .max = 7,
     .example = "0.26",
     .doc = "Largest angle in radians by which a joint may turn from the start pose; 0.26 is 15 degrees. "
            "With continuity the smaller of max_step and speed times dt counts."},
    {.name = "smoothness",
     .type = PD_API_NUMBER,
     .offset = AT(smoothness),
     .min = 0,
     .max = 100,
     .preset = "0",
     .doc = "Strength of the pull towards the start pose within the freedom that the targets leave (null "
            "space), 0 to 100, in addition to rest_gain's pull towards the natural pose."},
    {.name = "grow",
     .type = PD_API_BOOLEAN,
     .offset = AT(grow),
     .preset = "false",
     .doc = "True lets more joints move if the limb alone does not reach its target: the collar, then the "
            "spine and, with move_root, the root. It applies to targets without `chain`. When absent, it is "
            "true with continuity and false otherwise."},
    {.name = "others",
     .type = PD_API_CHOICE,
     .offset = AT(others),
     .choices = "relaxed|start",
     .example = "\"start\"",
     .doc = "Pose of arms that no target moves: relaxed (hanging) or start (as in the start pose). When it "
            "is absent: relaxed for a body or a motion network without a start pose, else start."},
    {.name = "move_root",
     .type = PD_API_BOOLEAN,
     .offset = AT(move_root),
     .preset = "false",
     .doc = "True allows the solver to move the root; the reply's translation says where to."},
    {.name = "alternatives",
     .type = PD_API_INTEGER,
     .offset = AT(alternatives),
     .min = 0,
     .max = PD_IK_MAX_ALTERNATIVES,
     .preset = "0",
     .example = "4",
     .doc = "Largest number of other poses that reach the same targets, the most likely first. Fewer are "
            "returned if no more are found within the time budget. Not allowed with continuity, max_step or "
            "the solvers neural and hybrik."},
    {.name = "apart",
     .type = PD_API_NUMBER,
     .offset = AT(apart),
     .min = 0.01,
     .max = 3.1,
     .preset = "0.35",
     .doc = "Smallest angle in radians by which at least one bone differs in direction between any two of "
            "the alternatives."},
    {.name = "couplings",
     .type = PD_API_OBJECTS,
     .offset = AT(limits.couplings),
     .rows = pd_api_ik_coupling_fields,
     .example = "[{\"terms\":[{\"joint\":\"spine1\",\"angle\":\"twist\",\"factor\":1},"
                "{\"joint\":\"spine2\",\"angle\":\"twist\",\"factor\":-1}],\"equals\":0}]",
     .doc = "Linear constraints between joint angles, up to 64. Only solver optimize respects them."},
    {0},
};

const pd_api_field pd_api_ik_many_fields[] = {
    {.name = "problems",
     .type = PD_API_OBJECTS,
     .is_batch = 1,
     .offset = AT(problems),
     .rows = pd_api_ik_fields,
     .example = "[{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.3,0.4,0.4]}]}]",
     .doc = "Problems of a request that solves several. A problem uses its own fields, and for those that it "
            "lacks the fields beside `problems`."},
    {.name = "mesh",
     .type = PD_API_CHOICE,
     .offset = AT(mesh),
     .choices = "none|glb",
     .preset = "\"none\"",
     .doc = "Mesh of the posed body that each solution returns: none, or glb (a file in base64)."},
    {0},
};
