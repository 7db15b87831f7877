#include "api/ik/read.h"
#include "core/ik/search/simultaneous.h"
#include "core/retarget/skeleton.h"
#include "core/character/control/rig.h"
#include "core/math/rotation.h"
#include "core/base/assert.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Fields of one problem; the body's values come first, so that pose and betas are read as elsewhere. */
typedef struct ik_values {
    pd_api_body_values body;
    const json_t *skeleton, *targets, *problems, *joint_positions, *twists;
    double tolerance, budget_ms, lambda, rest_gain, smoothness, dt, speed, max_step, apart;
    const json_t *style;
    int solver, iterations, alternatives, mesh, damping, natural, restarts, continuity, grow, others,
        move_root, naive;
    pd_api_ik_limit_values limits;
} ik_values;

#define AT(member)              offsetof(ik_values, member)
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

/* Returns the model of that id, held until the call is released; NULL when there is none (which is not reported here) or it has no skeleton. */
static const pd_api_model *hold_model(pd_api_call *call, const char *id, pd_api_problems *p, const char *at)
{
    pd_api_ik *ik = call->job;
    pd_api_model *model = ik->held + ik->held_count;

    if (!pd_api_take_model(call, id, model)) return NULL;
    if (!pd_api_model_body(model) && !pd_api_model_motion(model)) {
        pd_api_note(p, PD_ERR_INVALID, at, "\"%.64s\" is a %s model without a skeleton", id,
                    model->kind->name);
        pd_api_model_release(model);
        return NULL;
    }
    ik->held_count++;
    if (!call->model.id) {
        call->model = *model;
        pd_api_model_retain(model);
    }
    return model;
}

/* Returns the number of the style in the prior, or -1 after a note that lists the styles. */
static int find_style(pd_api_ik_problem *out, const char *name, const char *at)
{
    const pd_ik_prior *prior = out->job.example.prior;
    const int style = pd_ik_prior_style(prior, name);
    char known[256], hint[PD_API_HINT_BYTES];
    size_t used = 0;

    if (style >= 0) return style;

    /* List the styles in the error, and suggest the nearest. */
    pd_edit_distance_search search = pd_edit_distance_begin(name);
    for (int s = 0; s < prior->style_count; s++) {
        const char *one = prior->style_names[s];
        pd_edit_distance_offer(&search, one);
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", s ? ", " : "", one);
    }
    pd_api_hint(hint, &search);
    pd_api_note(&out->problems, PD_ERR_INVALID, at, "no style \"%.40s\"%s%s %s", name, hint,
                *hint ? " There are" : "; there are", known);
    return -1;
}

/* Reads one style, or two with their shares. A prior between two styles takes some milliseconds to make, so all problems of the call with the same
 * mixture share it. */
static int read_blend(pd_api_ik_problem *out, pd_api_call *call, const json_t *parts, const char *at)
{
    const size_t count = json_object_size(parts);
    int styles[] = {0, 0}, n = 0;
    double parts_of[] = {0, 0};
    const char *name;
    const json_t *value;

    if (!json_is_object(parts) || count < 1 || count > 2)
        return pd_api_note(&out->problems, PD_ERR_INVALID, at,
                           "neither a style's name nor an object; a name, or an object of one or two names "
                           "with their shares, expected");

    /* Read the names and shares. */
    json_object_foreach((json_t *)parts, name, value)
    {
        PD_ASSERT(n < 2);
        parts_of[n] = json_number_value(value);
        if (!json_is_number(value) || !(parts_of[n] >= 1e-3 && parts_of[n] <= 1e3))
            return pd_api_note(&out->problems, PD_ERR_RANGE, at,
                               "the share of \"%.40s\" is not a number from 0.001 to 1000", name);
        if ((styles[n++] = find_style(out, name, at)) < 0) return 0;
    }
    if (count == 1) {
        out->job.example.style = 1 + styles[0];
        return 1;
    }

    /* Look for the mixture among those made before. */
    pd_api_ik *ik = call->job;
    pd_api_ik_blend *b = ik->blends;
    const double share = parts_of[0] / (parts_of[0] + parts_of[1]);
    pd_error err;
    while (b < ik->blends + ik->blend_count &&
           (b->styles[0] != styles[0] || b->styles[1] != styles[1] || b->share != share))
        b++;
    if (b == ik->blends + PD_API_IK_BLENDS)
        return pd_api_note(&out->problems, PD_ERR_LIMIT, at,
                           "more mixtures of styles than a request can have; at most %d allowed",
                           PD_API_IK_BLENDS);

    /* Make a new one. */
    if (b == ik->blends + ik->blend_count) {
        *b = (pd_api_ik_blend){.styles = {styles[0], styles[1]}, .share = share};
        if (pd_ik_prior_blend(&b->prior, out->job.example.prior, styles, share, &err))
            return pd_api_note(&out->problems, err.status, at, "%s", err.detail);
        ik->blend_count++;
    }
    out->job.example.prior = b->prior;
    return 1;
}

/* Acquires the default pose prior, once for all problems of the call, and reads the style in it. */
static int read_prior(pd_api_ik_problem *out, const ik_values *v, pd_api_call *call, const char *base)
{
    pd_api_ik *ik = call->job;
    char at[128];

    snprintf(at, sizeof at, "%s/style", base);
    if (!pd_ik_row_of(&out->job)->has_prior && !v->alternatives)
        return !v->style || pd_api_note(&out->problems, PD_ERR_INVALID, at,
                                        "%s given with solver \"%s\"; only solver \"example\" has styles",
                                        json_is_string(v->style) ? json_string_value(v->style) : "an object",
                                        pd_ik_solver_name(out->job.solver));
    if (!pd_api_model_prior(&ik->learned) && !pd_api_take_model(call, PD_API_DEFAULT_PRIOR, &ik->learned)) {
        ik->learned = (pd_api_model){0};
        return 1; /* the job's check reports that there is none */
    }
    out->job.example.prior = pd_api_model_prior(&ik->learned);
    if (!v->style) return 1;
    if (!json_is_string(v->style)) return read_blend(out, call, v->style, at);
    out->job.example.style = 1 + find_style(out, json_string_value(v->style), at);
    return out->job.example.style > 0;
}

/* Reads the start pose and translation for a skeleton that does not belong to a body model. */
static int bare_start(pd_api_ik_problem *out, const ik_values *v, pd_api_call *call, const char *base)
{
    char at[128];

    if (v->body.betas) {
        snprintf(at, sizeof at, "%s/betas", base);
        return pd_api_note(&out->problems, PD_ERR_INVALID, at,
                           "this skeleton has no betas; the skeleton of a body model expected");
    }

    /* Rotations are for this skeleton's number of joints. */
    if (!pd_api_rotations_read(&out->body.rotations, &v->body, out->skeleton->joint_count, &call->pool, base,
                               &out->problems))
        return 0;
    if (!v->body.translation) return 1;
    float *moved = pd_api_pool_take(&call->pool, 3, sizeof *moved);
    snprintf(at, sizeof at, "%s/translation", base);
    out->body.translation = moved;
    return moved &&
           pd_api_numbers_read(moved, v->body.translation, (pd_api_count){3, 3, "x, y, z"},
                               pd_api_field_named(pd_api_ik_fields, "translation"), at, &out->problems) >= 0;
}

/* Uses the skeleton that a motion network was trained on. */
static int motion_skeleton(pd_api_ik_problem *out, const pd_pfnn_model *motion, const ik_values *v,
                           pd_api_call *call, const char *base)
{
    pd_pfnn_rig *figure = pd_api_pool_take(&call->pool, 1, sizeof *figure);
    char at[128];
    pd_error err;

    snprintf(at, sizeof at, "%s/skeleton", base);
    if (!figure) return pd_api_note(&out->problems, PD_ERR_MEMORY, at, "out of memory");
    if (pd_pfnn_rig_init(figure, motion, &err) != PD_OK)
        return pd_api_note(&out->problems, err.status, at, "%s", err.detail);
    out->skeleton = &figure->skeleton;
    return bare_start(out, v, call, base);
}

/* Uses the skeleton of a body model with the bone lengths of its betas. */
static int body_skeleton(pd_api_ik_problem *out, const pd_smpl_model *body, const ik_values *v,
                         pd_api_call *call, const char *base)
{
    pd_api_ik *ik = call->job;
    pd_error err;

    out->model = body;
    if (!pd_api_body_read(&out->body, NULL, &v->body, body, &call->pool, base, &out->problems)) return 0;

    /* Most problems of a request have the same body: its skeleton of 25 KB is made once. */
    const pd_api_ik_problem *lent = ik->lent;
    const int betas = out->body.beta_count;
    if (lent && lent->model == body && lent->body.beta_count == betas &&
        (!betas || !memcmp(lent->body.betas, out->body.betas, (size_t)betas * sizeof *out->body.betas))) {
        out->skeleton = ik->lent->skeleton;
        return 1;
    }

    /* Make the skeleton for these betas. */
    pd_anim_skeleton *skeleton = pd_api_pool_take(&call->pool, 1, sizeof *skeleton);
    if (!skeleton) return pd_api_note(&out->problems, PD_ERR_MEMORY, base, "out of memory");
    out->skeleton = skeleton;
    if (pd_retarget_skeleton_of(skeleton, body, out->body.betas, out->body.beta_count, &err) != PD_OK)
        return pd_api_note_error(&out->problems, base, &err);
    ik->lent = out;
    return 1;
}

/* Uses a skeleton that a client has put, and takes over its reference. NULL: the error was already reported. */
static int kept_skeleton(pd_api_ik_problem *out, pd_api_skeleton *kept, const ik_values *v, pd_api_call *call,
                         const char *base)
{
    if (!kept) return 0;
    out->kept = kept;
    out->skeleton = &kept->skin.skeleton;
    return bare_start(out, v, call, base);
}

/* Reads the skeleton: an object, the id of a model, or the id of a skeleton that a client has put. */
static int read_skeleton(pd_api_ik_problem *out, const ik_values *v, pd_api_call *call, const char *base)
{
    const int before = out->problems.count;
    const pd_error denied = call->denied;
    char at[128], hint[PD_API_HINT_BYTES];

    snprintf(at, sizeof at, "%s/skeleton", base);
    if (v->skeleton && !json_is_string(v->skeleton)) {
        if (!json_is_object(v->skeleton))
            return pd_api_note(&out->problems, PD_ERR_INVALID, at,
                               "neither text nor an object; the id of a skeleton, or an object with joints, "
                               "bvh or glb expected");
        return kept_skeleton(out,
                             pd_api_skeleton_read(v->skeleton, at, call->limits, &call->pool, &out->problems),
                             v, call, base);
    }

    /* An id is looked for among the models first. */
    const char *id = v->skeleton ? json_string_value(v->skeleton) : "default";
    const pd_api_model *model = hold_model(call, id, &out->problems, at);
    if (model && pd_api_model_body(model)) return body_skeleton(out, pd_api_model_body(model), v, call, base);
    if (model) return motion_skeleton(out, pd_api_model_motion(model), v, call, base);
    if (out->problems.count > before) return 0;

    /* Then among the skeletons of clients. */
    pd_api_skeleton *kept = pd_api_take_skeleton(call, id);
    if (kept) {
        call->denied = denied; /* forbidden as a model, but it is none */
        return kept_skeleton(out, kept, v, call, base);
    }
    pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_MODELS | PD_API_IDS_SKELETONS, id);
    return pd_api_note(&out->problems, PD_ERR_NOT_FOUND, at,
                       "no skeleton \"%.64s\"%s%s GET /v1/skeletons lists them", id, hint, *hint ? "" : ";");
}

/* Allocates the results of the job and converts the start pose to quaternions. */
static int make_start(pd_api_ik_problem *out, const ik_values *v, pd_api_pool *pool)
{
    const size_t joints = (size_t)out->skeleton->joint_count;
    pd_quat *start = pd_api_pool_take(pool, joints, sizeof *start);

    out->job.rotations = pd_api_pool_take(pool, joints, sizeof *out->job.rotations);
    out->job.positions = pd_api_pool_take(pool, joints, sizeof *out->job.positions);
    out->job.limits_hit = pd_api_pool_take(pool, joints, 1);
    out->job.moved = &out->moved;
    if (!start || !out->job.rotations || !out->job.positions || !out->job.limits_hit)
        return pd_api_note(&out->problems, PD_ERR_MEMORY, "", "out of memory");

    /* Start pose of the request. */
    if (out->body.translation)
        out->job.translation =
            (pd_vec3){out->body.translation[0], out->body.translation[1], out->body.translation[2]};
    for (size_t k = 0; out->body.rotations && k < joints; k++) {
        double m[9];
        for (int i = 0; i < 9; i++) m[i] = out->body.rotations[9 * k + (size_t)i];
        start[k] = pd_q_from_matrix(m);
    }
    if (out->body.rotations) out->job.start = start;
    out->job.relaxes = v->others < 0 ? !out->body.rotations && !out->kept : v->others == 0;

    /* Rotations of a glTF are its nodes'; without any it starts as in its file. */
    const pd_retarget_skin *skin = out->kept && out->kept->skin.joints ? &out->kept->skin : NULL;
    if (!skin) return 1;
    if (out->body.rotations)
        pd_retarget_skin_from_nodes(start, skin, start);
    else
        for (size_t k = 0; k < joints; k++) start[k] = skin->joints[k].start;
    out->job.start = start;
    return 1;
}

/* Allocates the buffers for alternative poses and checks the request for them. The job was checked before. */
static int read_alternatives(pd_api_ik_problem *out, const ik_values *v, pd_api_pool *pool, const char *base)
{
    const size_t k = (size_t)out->skeleton->joint_count, n = (size_t)v->alternatives;
    int joints[PD_IK_PRIOR_MAX_JOINTS];
    pd_ik_alternatives *a = &out->alternatives;
    const pd_ik_prior *prior = out->job.example.prior;
    pd_error err;

    if (!n) return 1;

    /* The prior orders the alternatives, if it fits the skeleton. */
    *a = (pd_ik_alternatives){.wanted = v->alternatives, .apart = v->apart, .style = out->job.example.style};
    if (prior && !pd_ik_prior_joints(joints, prior, out->skeleton, NULL, 0)) a->prior = prior;
    a->rotations = pd_api_pool_take(pool, n * k, sizeof *a->rotations);
    a->positions = pd_api_pool_take(pool, n * k, sizeof *a->positions);
    a->moved = pd_api_pool_take(pool, n, sizeof *a->moved);
    a->apart_by = pd_api_pool_take(pool, n, sizeof *a->apart_by);
    a->log_likelihood = pd_api_pool_take(pool, n, sizeof *a->log_likelihood);
    if (!a->rotations || !a->positions || !a->moved || !a->apart_by || !a->log_likelihood)
        return pd_api_note(&out->problems, PD_ERR_MEMORY, base, "out of memory");
    return pd_ik_alternatives_check(a, &out->job, &err) == PD_OK ||
           pd_api_note_error(&out->problems, base, &err);
}

/* Copies the settings of the solver, whose values were checked with the tables. */
static void take_settings(pd_ik_job *job, const ik_values *v)
{
    job->solver = v->joint_positions && v->solver == PD_IK_AUTO ? PD_IK_HYBRIK : (pd_ik_solver)v->solver;
    job->hybrik.naive = v->naive;
    job->iterations = v->iterations;
    job->tolerance = v->tolerance;
    job->dls.damping = (pd_ik_damping)v->damping;
    job->dls.lambda = v->lambda;
    job->rest_gain = v->rest_gain;
    job->natural = (pd_ik_natural)v->natural;
    job->smoothness = v->smoothness;
    job->move_root = v->move_root;

    /* 0 restarts mean none, which the job writes as -1; an absent number is the solver's own, which it writes as 0. */
    job->restarts = v->restarts == 0 ? -1 : v->restarts < 0 ? 0 : v->restarts;

    /* With continuity a joint rotates at most by its speed times dt from the start; max_step may lower that. */
    job->max_rotation = v->continuity ? fmin(v->speed * v->dt, 7) : 0;
    if (v->max_step > 0)
        job->max_rotation = v->continuity ? fmin(job->max_rotation, v->max_step) : v->max_step;
    job->grows = v->grow < 0 ? v->continuity : v->grow;
}

/* Reads one problem. Continues after an error if possible, so that all errors are reported together. */
static int read_problem(pd_api_ik_problem *out, const ik_values *v, pd_api_call *call, const char *base)
{
    pd_api_problems *p = &out->problems;
    pd_error err;
    char at[128];

    /* Limits of the configuration, which the tables do not have. */
    if (v->iterations > call->limits->ik_iterations) {
        snprintf(at, sizeof at, "%s/iterations", base);
        pd_api_note(p, PD_ERR_RANGE, at, "%d; 1 to %d allowed (limits.ik_iterations)", v->iterations,
                    call->limits->ik_iterations);
    }
    if (v->budget_ms > call->limits->ik_budget_ms) {
        snprintf(at, sizeof at, "%s/budget_ms", base);
        pd_api_note(p, PD_ERR_RANGE, at, "%.10g; 0.01 to %.10g allowed (limits.ik_budget_ms)", v->budget_ms,
                    call->limits->ik_budget_ms);
    }

    /* Read the skeleton; without it nothing else can be read. */
    int good = p->count == 0;
    if (!read_skeleton(out, v, call, base)) good = 0;
    if (!out->skeleton) return 0;

    /* Targets: some joints, or a position for each joint, which only hybrik solves. */
    snprintf(at, sizeof at, "%s/joint_positions", base);
    if (!v->joint_positions)
        good &= pd_api_ik_targets(out, v->targets, &call->pool, base);
    else if (v->targets)
        good = pd_api_note(p, PD_ERR_INVALID, at, "given together with targets; only one of the two allowed");
    else
        good &= pd_api_ik_positions(out, v->joint_positions, v->twists, &call->pool, base);
    if (!pd_api_ik_limits(out, &v->limits, &call->pool, base)) good = 0;

    if (v->joint_positions && v->solver != PD_IK_AUTO && v->solver != PD_IK_HYBRIK) {
        snprintf(at, sizeof at, "%s/solver", base);
        good = pd_api_note(p, PD_ERR_INVALID, at,
                           "%s given with joint_positions; only solver hybrik takes joint_positions",
                           pd_ik_solver_name((pd_ik_solver)v->solver));
    }
    take_settings(&out->job, v);
    if (!read_prior(out, v, call, base)) good = 0;

    /* The default pose network, once for all problems of the call; the job's check reports that there is none. */
    pd_api_ik *ik = call->job;
    if (pd_ik_row_of(&out->job)->has_network) {
        if (!pd_api_model_neural(&ik->network) &&
            !pd_api_take_model(call, PD_API_DEFAULT_NEURAL, &ik->network))
            ik->network = (pd_api_model){0};
        out->job.neural.network = pd_api_model_neural(&ik->network);
    }

    /* The initial pose; then the job is complete and can be checked as a whole. */
    if (!good || !make_start(out, v, &call->pool)) return 0;
    PD_ASSERT(p->count == 0 && out->skeleton);
    out->job.skeleton = out->skeleton;
    out->host = call->host;
    out->budget = (v->budget_ms > 0 ? v->budget_ms : call->limits->ik_budget_ms) / 1000;
    if (pd_ik_job_check(&out->job, &err) != PD_OK) return pd_api_note_error(p, base, &err);
    return read_alternatives(out, v, &call->pool, base);
}

/* Groups of solvers by what they read: the names of a group are what an error says would have worked. */
static bool iterates(const pd_ik_solver_row *row)
{
    return !row->wants_all_positions && row->closed_form != PD_IK_CLOSED_ALWAYS;
}

static bool restarts(const pd_ik_solver_row *row)
{
    return row->id == PD_IK_AUTO || (!row->wants_all_positions && !row->is_sequential);
}

static bool has_limbs(const pd_ik_solver_row *row)
{
    return !row->run && !row->activate;
}

static bool has_start(const pd_ik_solver_row *row)
{
    return !row->wants_all_positions;
}

/* Returns the text "solver auto, ccd, dls" of the solvers for which `has` is true, from the pool. Copies instead of printing: every request needs
 * the lists, and printing them took a tenth of its time. */
static const char *solvers_of(bool (*has)(const pd_ik_solver_row *row), pd_api_pool *pool)
{
    enum { BYTES = 160 };
    char *out = pd_api_pool_take(pool, BYTES, 1), *end = out;
    if (!out) return "another solver";
    end = stpcpy(end, "solver ");
    for (int s = 0, any = 0; s < PD_IK_SOLVER_COUNT; s++) {
        const char *name = pd_ik_solvers[s].name;
        if (!has(&pd_ik_solvers[s])) continue;
        PD_ASSERT((size_t)(end - out) + strlen(name) + 3 <= BYTES);
        if (any++) end = stpcpy(end, ", ");
        end = stpcpy(end, name);
    }
    return out;
}

/* The lists of the groups, made once for all problems of a call. */
typedef struct solver_lists {
    const char *iterates, *restarts, *has_limbs, *has_start;
} solver_lists;

static solver_lists make_lists(pd_api_pool *pool)
{
    return (solver_lists){solvers_of(iterates, pool), solvers_of(restarts, pool), solvers_of(has_limbs, pool),
                          solvers_of(has_start, pool)};
}

/* Returns whether the start is a pose other than the rest pose, which is also used without a start. */
static bool has_pose(const pd_api_ik_problem *in)
{
    for (int k = 0; in->body.rotations && k < 9 * in->skeleton->joint_count; k++)
        if (fabsf(in->body.rotations[k] - (k % 9 % 4 == 0 ? 1.0f : 0.0f)) > 1e-6f) return true;
    return false;
}

#define IDLE_ROWS 32

/* Fields of one problem that its solver, or the lack of another field, leaves without effect. is_good: the problem could be read. */
static void find_idle(pd_api_idle rows[IDLE_ROWS], const pd_api_ik_problem *in, const ik_values *v,
                      bool is_good, const solver_lists *lists)
{
    const pd_ik_job *job = &in->job;
    const pd_ik_solver_row *row = pd_ik_row_of(job);
    const bool is_damped = row->is_damped || job->solver == PD_IK_AUTO;
    const bool is_chained =
        row->is_sequential && job->solver != PD_IK_AUTO && is_good && !pd_ik_simultaneous_needed(job);
    const bool is_closed = is_chained && !iterates(row), starts = has_start(row), limbs = has_limbs(row);
    const bool has_moved = job->translation.x != 0 || job->translation.y != 0 || job->translation.z != 0;
    const char *start = starts ? "" : lists->has_start;
    const char *limb = limbs ? "a target with a position and without chain" : lists->has_limbs;
    const char *search = lists->restarts;

    bool grows = false;
    for (int t = 0; t < job->target_count && is_good; t++)
        grows = grows || (job->targets[t].has_position && job->targets[t].chain_root < 0);

    const pd_api_idle found[] = {
        {"twists", !v->joint_positions, "joint_positions"},
        {"naive", !v->joint_positions, "joint_positions"},
        {"damping", !is_damped, "solver dls"},
        {"lambda", !is_damped || job->dls.damping != PD_IK_CONSTANT, "solver dls and damping constant"},
        {"natural", !(v->rest_gain > 0), "rest_gain above 0"},
        {"joint_gains", !(v->rest_gain > 0), "rest_gain above 0"},
        {"dt", !v->continuity, "continuity"},
        {"speed", !v->continuity, "continuity"},
        {"apart", !v->alternatives, "alternatives"},
        {"iterations", !starts || is_closed, lists->iterates},
        {"restarts", v->restarts > 0 && (!starts || is_chained), search},
        {"pose", !starts && has_pose(in), start},
        {"quaternions", !starts && has_pose(in), start},
        {"rotations", !starts && has_pose(in), start},
        {"translation", !starts && has_moved, start},
        {"rest_gain", !starts, start},
        {"smoothness", !starts, start},
        {"continuity", !starts, start},
        {"max_step", !starts, start},
        {"grow", is_good && (!limbs || !grows), limb},
        {"others", !limbs, limb},
        {NULL, false, NULL}};
    static_assert(sizeof found / sizeof *found <= IDLE_ROWS, "rows of find_idle");
    memcpy(rows, found, sizeof found);
}

/* Refuses the kind `fixed` in joint_limits for solvers that do not read a start. */
static bool check_fixed(pd_api_ik_problem *in, const ik_values *v, const char *base,
                        const solver_lists *lists)
{
    bool good = true;
    if (has_start(pd_ik_row_of(&in->job))) return true;
    for (size_t i = 0; i < json_array_size(v->limits.own); i++) {
        const char *kind = json_string_value(json_object_get(json_array_get(v->limits.own, i), "kind"));
        char at[128];
        if (!kind || strcmp(kind, "fixed") != 0) continue;
        snprintf(at, sizeof at, "%s/joint_limits/%zu/kind", base, i);
        good = pd_api_note(&in->problems, PD_ERR_INVALID, at, "fixed has no effect without %s",
                           lists->has_start);
    }
    return good;
}

/* Weights of targets that are solved one after the other. */
static bool check_weights(pd_api_ik_problem *in, const ik_values *v, bool is_good, const char *base,
                          const solver_lists *lists)
{
    static const pd_api_field *const tables[] = {pd_api_ik_target_fields, NULL};
    const pd_ik_solver_row *row = pd_ik_row_of(&in->job);
    bool good = true;
    if (!is_good || !row->is_sequential || in->job.solver == PD_IK_AUTO ||
        pd_ik_simultaneous_needed(&in->job))
        return true;

    const char *search = lists->restarts;
    const pd_api_idle idle[] = {{"weight", true, search}, {"balance", true, search}, {NULL, false, NULL}};
    for (size_t t = 0; t < json_array_size(v->targets); t++) {
        char at[128];
        snprintf(at, sizeof at, "%s/targets/%zu", base, t);
        good &= pd_api_idle_check(json_array_get(v->targets, t), idle, tables, at, &in->problems);
    }
    return good;
}

/* Updates the rows that are idle in all problems so far: a shared field must have an effect in at least one problem. */
static void join_idle(pd_api_idle all[IDLE_ROWS], const pd_api_idle own[IDLE_ROWS], bool is_first)
{
    for (int i = 0; own[i].name; i++) {
        const bool was = is_first || all[i].is_idle;
        if (was) all[i] = own[i];
        all[i].is_idle = was && own[i].is_idle;
    }
}

/* Inputs that all problems of a request share. */
typedef struct reading_all {
    pd_api_call *call;
    const ik_values *shared; /* fields of the request: shared by all problems, or those of the only one */
    const json_t *document;
    const solver_lists *lists;
} reading_all;

static const pd_api_field *const problem_tables[] = {pd_api_ik_fields, NULL};

/* Reads one problem from its values and checks it. object: JSON object that is searched for fields without effect. Returns whether it is valid. */
static bool read_checked(pd_api_ik_problem *out, pd_api_idle *idle, const ik_values *values,
                         const json_t *object, const char *base, const reading_all *r)
{
    const bool is_good = read_problem(out, values, r->call, base);
    find_idle(idle, out, values, is_good, r->lists);
    pd_api_idle_check(object, idle, problem_tables, base, &out->problems);
    check_weights(out, values, is_good, base, r->lists);
    check_fixed(out, values, base, r->lists);
    return is_good;
}

/* Reads problem i of several: its own fields over the shared ones. A start or betas of its own replace the shared start. shared: which options none of
 * the problems so far uses. Returns whether the problem is good. */
static bool read_member(pd_api_ik *ik, int i, pd_api_idle *shared, const reading_all *r)
{
    PD_ASSERT(ik->many && i >= 0 && i < ik->count);
    pd_api_ik_problem *out = ik->problems + i;
    const json_t *object = json_array_get(r->shared->problems, (size_t)i);
    ik_values values = *r->shared;
    pd_api_idle idle[IDLE_ROWS];
    char base[32];

    snprintf(base, sizeof base, "/problems/%d", i);
    if (json_object_get(object, "pose") || json_object_get(object, "quaternions") ||
        json_object_get(object, "rotations"))
        values.body.pose = values.body.quaternions = values.body.rotations = NULL;
    if (!pd_api_fields_json(&values, object, problem_tables, base, &out->problems)) return false;

    const bool is_good = read_checked(out, idle, &values, object, base, r);
    join_idle(shared, idle, !i);
    return is_good;
}

/* Refuses a mesh for skeletons other than those of bodies. */
static void check_mesh(const pd_api_ik *ik, pd_api_ik_problem *problem)
{
    if (ik->mesh && !problem->model && !problem->problems.count)
        pd_api_note(&problem->problems, PD_ERR_INVALID, "/mesh",
                    "glb; this skeleton has no mesh; the skeleton of a body model expected");
}

/* Reads all problems of a request. Returns 0 when the request as a whole is refused; problems of several have errors of their own. */
static int read_all(pd_api_call *call, const ik_values *v, const json_t *document)
{
    const size_t given = v->problems ? json_array_size(v->problems) : 1;
    pd_api_ik *ik = call->job;

    /* A body that is not JSON has been noted already; its fields cannot be checked. */
    if (!document && call->problems.count) return 0;

    /* Check the number of problems and allocate them. */
    if (!given)
        return pd_api_note(&call->problems, PD_ERR_RANGE, "/problems", "empty; 1 to %d expected",
                           call->limits->batch);
    if (!pd_api_batch_check("problems", given, call->limits, &call->problems)) return 0;
    ik->problems = pd_api_pool_take(&call->pool, given, sizeof *ik->problems);
    ik->held = pd_api_pool_take(&call->pool, given, sizeof *ik->held);
    if (!ik->problems || !ik->held) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    ik->count = call->weight = (int)given;
    ik->many = v->problems != NULL;
    ik->mesh = v->mesh;

    const solver_lists lists = make_lists(&call->pool);
    const reading_all r = {call, v, document, &lists};
    pd_api_idle idle[IDLE_ROWS];

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
    pd_api_idle shared[IDLE_ROWS] = {{0}};
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

static void release_models(pd_api_call *call)
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
    ik_values values = {.body = PD_API_NO_BODY_VALUES,
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
    call->deinit = release_models;
    call->run = pd_api_ik_run;
    call->run_bytes = pd_api_ik_run_bytes;
    int good = pd_api_decode_fields(&values, &documents, call, request);
    if (good || (!call->done && !values.problems)) read_all(call, &values, documents.body);
    pd_api_documents_release(&documents);
}
