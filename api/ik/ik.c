#include "api/ik/ik.h"

#include "api/ik/idle.h"
#include "api/ik/problem.h"
#include "api/ik/read.h"
#include "core/base/assert.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

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

/* Inputs that all problems of a request share. */
typedef struct shared_reading {
    pd_api_call *call;
    /* fields of the request: shared by all problems, or those of the only one */
    const pd_api_ik_values *shared;
    const json_t *document;
    const pd_api_ik_solver_lists *lists;
} shared_reading;

static const pd_api_field *const problem_tables[] = {pd_api_ik_fields, NULL};

/* Reads one problem from its values and checks it. object: JSON object that is searched for fields without
 * effect. Returns whether it is valid. */
static bool read_checked(pd_api_ik_problem *out, pd_api_idle *idle, const pd_api_ik_values *values,
                         const json_t *object, const char *base, const shared_reading *r)
{
    const bool is_good = pd_api_ik_problem_read(out, values, r->call, base);
    pd_api_ik_idle_find(idle, out, values, is_good, r->lists);
    pd_api_idle_check(object, idle, problem_tables, base, &out->problems);
    pd_api_ik_idle_weights(out, values, is_good, base, r->lists);
    pd_api_ik_idle_fixed(out, values, base, r->lists);
    return is_good;
}

/* Reads problem i of several: its own fields over the shared ones. A start or betas of its own replace the
 * shared start. shared: which options none of the problems so far uses. Returns whether the problem is
 * good. */
static bool read_member(pd_api_ik *ik, int i, pd_api_idle *shared, const shared_reading *r)
{
    PD_ASSERT(ik->many && i >= 0 && i < ik->count);
    pd_api_ik_problem *out = ik->problems + i;
    const json_t *object = json_array_get(r->shared->problems, (size_t)i);
    pd_api_ik_values values = *r->shared;
    pd_api_idle idle[PD_API_IK_IDLE_ROWS];
    char base[32];

    snprintf(base, sizeof base, "/problems/%d", i);
    if (json_object_get(object, "pose") || json_object_get(object, "quaternions") ||
        json_object_get(object, "rotations"))
        values.body.pose = values.body.quaternions = values.body.rotations = NULL;
    if (!pd_api_fields_json(&values, object, problem_tables, base, &out->problems)) return false;

    const bool is_good = read_checked(out, idle, &values, object, base, r);
    pd_api_ik_idle_join(shared, idle, !i);
    return is_good;
}

/* Refuses a mesh for skeletons other than those of bodies. */
static void check_mesh(const pd_api_ik *ik, pd_api_ik_problem *problem)
{
    if (ik->mesh && !problem->model && !problem->problems.count)
        pd_api_note(&problem->problems, PD_ERR_INVALID, "/mesh",
                    "glb; this skeleton has no mesh; the skeleton of a body model expected");
}

/* Reads all problems of a request. Returns false when the request as a whole is refused; problems of several
 * have errors of their own. */
static bool read_problems(pd_api_call *call, const pd_api_ik_values *v, const json_t *document)
{
    const size_t given = v->problems ? json_array_size(v->problems) : 1;
    pd_api_ik *ik = call->job;

    /* A body that is not JSON has been noted already; its fields cannot be checked. */
    if (!document && call->problems.count) return false;

    /* Check the number of problems and allocate them. */
    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/problems", "empty; 1 to %d expected",
                           call->limits->batch);
    if (!pd_api_batch_check("problems", given, call->limits, &call->problems)) return false;
    ik->problems = pd_api_pool_take(&call->pool, given, sizeof *ik->problems);
    ik->held = pd_api_pool_take(&call->pool, given, sizeof *ik->held);
    if (!ik->problems || !ik->held) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    ik->count = call->weight = (int)given;
    ik->many = v->problems != NULL;
    ik->mesh = v->mesh;

    const pd_api_ik_solver_lists lists = pd_api_ik_solver_lists_make(&call->pool);
    const shared_reading r = {call, v, document, &lists};
    pd_api_idle idle[PD_API_IK_IDLE_ROWS];

    /* A single problem: its errors are those of the request. */
    if (!ik->many) {
        PD_ASSERT(ik->count == 1);
        ik->problems->problems = call->problems; /* errors of single fields */
        read_checked(ik->problems, idle, v, document, "", &r);
        check_mesh(ik, ik->problems);
        call->problems = ik->problems->problems;
        return call->problems.count == 0;
    }

    /* Several problems. Shared options without effect can be judged only if every problem could be read. */
    pd_api_idle shared[PD_API_IK_IDLE_ROWS] = {{0}};
    bool may_be_shared = true;
    for (int i = 0; i < ik->count; i++) {
        may_be_shared &= read_member(ik, i, shared, &r);
        check_mesh(ik, ik->problems + i);
    }
    if (may_be_shared) pd_api_idle_check(document, shared, problem_tables, "", &call->problems);

    /* Collect the warnings for the header. */
    for (int i = 0; i < ik->count; i++) {
        const pd_api_problems *own = &ik->problems[i].problems;
        for (int w = 0; w < own->warning_count; w++)
            pd_api_warn(&call->problems, own->warnings[w].pointer, "%s", own->warnings[w].detail);
    }
    return call->problems.count == 0;
}

static void release_ik(pd_api_call *call)
{
    pd_api_ik *ik = call->job;

    for (int i = 0; i < ik->held_count; i++) pd_api_model_release(ik->held + i);
    pd_api_model_release(&ik->learned);
    for (int i = 0; i < ik->count; i++) pd_api_skeleton_release(ik->problems[i].kept);
    for (int i = 0; i < ik->blend_count; i++) pd_ik_prior_release(ik->blends[i].prior);
    pd_api_model_release(&ik->network);
}

void pd_api_handle_ik(pd_api_call *call, const pd_api_request *request)
{
    pd_api_ik_values values = {.body = PD_API_NO_BODY_VALUES,
                               .limits = {.on = -1},
                               .restarts = -1,
                               .grow = -1,
                               .others = -1,
                               .dt = 1.0 / 60,
                               .speed = 5};
    pd_api_documents documents = {0};

    call->job = pd_api_pool_take(&call->pool, 1, sizeof(pd_api_ik));
    if (!call->job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }
    call->deinit = release_ik;
    call->run = pd_api_ik_run;
    call->run_bytes = pd_api_ik_run_bytes;
    int good = pd_api_decode_fields(&values, &documents, call, request);
    if (good || (!call->done && !values.problems)) read_problems(call, &values, documents.body);
    pd_api_documents_release(&documents);
}
