#include "api/ik/problem.h"

#include "api/ik/read.h"
#include "core/retarget/skeleton.h"
#include "core/character/control/rig.h"
#include "core/base/assert.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Returns the model of that id, held until the call is released; NULL when there is none (which is not
 * reported here) or it has no skeleton. */
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

/* Reads one style, or two with their shares. A prior between two styles takes some milliseconds to make,
 * so all problems of the call with the same mixture share it. */
static bool read_blend(pd_api_ik_problem *out, pd_api_call *call, const json_t *parts, const char *at)
{
    const size_t count = json_object_size(parts);
    int styles[] = {0, 0};
    int n = 0;
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
        if ((styles[n++] = find_style(out, name, at)) < 0) return false;
    }

    if (count == 1) {
        out->job.example.style = 1 + styles[0];
        return true;
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

    return true;
}

/* Acquires the default pose prior, once for all problems of the call, and reads the style in it. */
static bool read_prior(pd_api_ik_problem *out, const pd_api_ik_values *v, pd_api_call *call, const char *base)
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
        return true; /* the job's check reports that there is none */
    }

    out->job.example.prior = pd_api_model_prior(&ik->learned);
    if (!v->style) return true;
    if (!json_is_string(v->style)) return read_blend(out, call, v->style, at);
    out->job.example.style = 1 + find_style(out, json_string_value(v->style), at);

    return out->job.example.style > 0;
}

/* Reads the start pose and translation for a skeleton that does not belong to a body model. */
static bool read_bare_start(pd_api_ik_problem *out, const pd_api_ik_values *v, pd_api_call *call,
                            const char *base)
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
        return false;
    if (!v->body.translation) return true;
    float *moved = pd_api_pool_take(&call->pool, 3, sizeof *moved);
    snprintf(at, sizeof at, "%s/translation", base);
    out->body.translation = moved;

    return moved &&
           pd_api_numbers_read(moved, v->body.translation, (pd_api_count){3, 3, "x, y, z"},
                               pd_api_field_named(pd_api_ik_fields, "translation"), at, &out->problems) >= 0;
}

/* Uses the skeleton that a motion network was trained on. */
static bool use_motion_skeleton(pd_api_ik_problem *out, const pd_pfnn_model *motion,
                                const pd_api_ik_values *v, pd_api_call *call, const char *base)
{
    pd_character_rig *figure = pd_api_pool_take(&call->pool, 1, sizeof *figure);
    char at[128];
    pd_error err;

    snprintf(at, sizeof at, "%s/skeleton", base);
    if (!figure) return pd_api_note(&out->problems, PD_ERR_MEMORY, at, "out of memory");
    if (pd_character_rig_init(figure, motion, &err) != PD_OK)
        return pd_api_note(&out->problems, err.status, at, "%s", err.detail);
    out->skeleton = &figure->skeleton;

    return read_bare_start(out, v, call, base);
}

/* Uses the skeleton of a body model with the bone lengths of its betas. */
static bool use_body_skeleton(pd_api_ik_problem *out, const pd_smpl_model *body, const pd_api_ik_values *v,
                              pd_api_call *call, const char *base)
{
    pd_api_ik *ik = call->job;
    pd_error err;

    out->model = body;
    if (!pd_api_body_read(&out->body, NULL, &v->body, body, &call->pool, base, &out->problems)) return false;

    /* Most problems of a request have the same body: its skeleton of 25 KB is made once. */
    const pd_api_ik_problem *lent = ik->lent;
    const int betas = out->body.beta_count;
    if (lent && lent->model == body && lent->body.beta_count == betas &&
        (!betas || !memcmp(lent->body.betas, out->body.betas, (size_t)betas * sizeof *out->body.betas))) {
        out->skeleton = ik->lent->skeleton;
        return true;
    }

    /* Make the skeleton for these betas. */
    pd_anim_skeleton *skeleton = pd_api_pool_take(&call->pool, 1, sizeof *skeleton);
    if (!skeleton) return pd_api_note(&out->problems, PD_ERR_MEMORY, base, "out of memory");
    out->skeleton = skeleton;
    if (pd_retarget_skeleton_of(skeleton, body, out->body.betas, out->body.beta_count, &err) != PD_OK)
        return pd_api_note_error(&out->problems, base, &err);
    ik->lent = out;

    return true;
}

/* Uses a skeleton that a client has put, and takes over its reference.
 * NULL: the error was already reported. */
static bool use_kept_skeleton(pd_api_ik_problem *out, pd_api_skeleton *kept, const pd_api_ik_values *v,
                              pd_api_call *call, const char *base)
{
    if (!kept) return false;
    out->kept = kept;
    out->skeleton = &kept->skin.skeleton;
    return read_bare_start(out, v, call, base);
}

/* Reads the skeleton: an object, the id of a model, or the id of a skeleton that a client has put. */
static bool read_skeleton(pd_api_ik_problem *out, const pd_api_ik_values *v, pd_api_call *call,
                          const char *base)
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
        return use_kept_skeleton(
            out, pd_api_skeleton_read(v->skeleton, at, call->limits, &call->pool, &out->problems), v, call,
            base);
    }

    /* An id is looked for among the models first. */
    const char *id = v->skeleton ? json_string_value(v->skeleton) : "default";
    const pd_api_model *model = hold_model(call, id, &out->problems, at);
    if (model && pd_api_model_body(model))
        return use_body_skeleton(out, pd_api_model_body(model), v, call, base);
    if (model) return use_motion_skeleton(out, pd_api_model_motion(model), v, call, base);
    if (out->problems.count > before) return false;

    /* Then among the skeletons of clients. */
    pd_api_skeleton *kept = pd_api_take_skeleton(call, id);
    if (kept) {
        call->denied = denied; /* forbidden as a model, but it is none */
        return use_kept_skeleton(out, kept, v, call, base);
    }

    pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_MODELS | PD_API_IDS_SKELETONS, id);

    return pd_api_note(&out->problems, PD_ERR_NOT_FOUND, at,
                       "no skeleton \"%.64s\"%s%s GET /v1/skeletons lists them", id, hint, *hint ? "" : ";");
}

/* Allocates the results of the job and converts the start pose to quaternions. */
static bool make_start(pd_api_ik_problem *out, const pd_api_ik_values *v, pd_api_pool *pool)
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
    if (!skin) return true;
    if (out->body.rotations)
        pd_retarget_skin_from_nodes(start, skin, start);
    else
        for (size_t k = 0; k < joints; k++) start[k] = skin->joints[k].start;
    out->job.start = start;

    return true;
}

/* Allocates the buffers for alternative poses and checks the request for them. The job was checked before. */
static bool read_alternatives(pd_api_ik_problem *out, const pd_api_ik_values *v, pd_api_pool *pool,
                              const char *base)
{
    const size_t k = (size_t)out->skeleton->joint_count;
    const size_t n = (size_t)v->alternatives;
    int joints[PD_IK_PRIOR_MAX_JOINTS];
    pd_ik_alternatives *a = &out->alternatives;
    const pd_ik_prior *prior = out->job.example.prior;
    pd_error err;

    if (!n) return true;

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
static void take_settings(pd_ik_job *job, const pd_api_ik_values *v)
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

    /* 0 restarts mean none, which the job writes as -1; an absent number is the solver's own, which it
     * writes as 0. */
    job->restarts = v->restarts == 0 ? -1 : v->restarts < 0 ? 0 : v->restarts;

    /* With continuity a joint rotates at most by its speed times dt from the start;
     * max_step may lower that. */
    job->max_rotation = v->continuity ? fmin(v->speed * v->dt, 7) : 0;
    if (v->max_step > 0)
        job->max_rotation = v->continuity ? fmin(job->max_rotation, v->max_step) : v->max_step;
    job->grows = v->grow < 0 ? v->continuity : v->grow;
}

bool pd_api_ik_problem_read(pd_api_ik_problem *out, const pd_api_ik_values *v, pd_api_call *call,
                            const char *base)
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
    bool good = p->count == 0;
    if (!read_skeleton(out, v, call, base)) good = false;
    if (!out->skeleton) return false;

    /* Targets: some joints, or a position for each joint, which only hybrik solves. */
    snprintf(at, sizeof at, "%s/joint_positions", base);
    if (!v->joint_positions)
        good &= pd_api_ik_targets(out, v->targets, &call->pool, base);
    else if (v->targets)
        good = pd_api_note(p, PD_ERR_INVALID, at, "given together with targets; only one of the two allowed");
    else
        good &= pd_api_ik_positions(out, v->joint_positions, v->twists, &call->pool, base);
    if (!pd_api_ik_limits(out, &v->limits, &call->pool, base)) good = false;

    if (v->joint_positions && v->solver != PD_IK_AUTO && v->solver != PD_IK_HYBRIK) {
        snprintf(at, sizeof at, "%s/solver", base);
        good = pd_api_note(p, PD_ERR_INVALID, at,
                           "%s given with joint_positions; only solver hybrik takes joint_positions",
                           pd_ik_solver_name((pd_ik_solver)v->solver));
    }

    take_settings(&out->job, v);
    if (!read_prior(out, v, call, base)) good = false;

    /* The default pose network, once for all problems of the call;
     * the job's check reports that there is none. */
    pd_api_ik *ik = call->job;
    if (pd_ik_row_of(&out->job)->has_network) {
        if (!pd_api_model_neural(&ik->network) &&
            !pd_api_take_model(call, PD_API_DEFAULT_NEURAL, &ik->network))
            ik->network = (pd_api_model){0};
        out->job.neural.network = pd_api_model_neural(&ik->network);
    }

    /* The initial pose; then the job is complete and can be checked as a whole. */
    if (!good || !make_start(out, v, &call->pool)) return false;
    PD_ASSERT(p->count == 0 && out->skeleton);
    out->job.skeleton = out->skeleton;
    out->host = call->host;
    out->budget = (v->budget_ms > 0 ? v->budget_ms : call->limits->ik_budget_ms) / 1000;
    if (pd_ik_job_check(&out->job, &err) != PD_OK) return pd_api_note_error(p, base, &err);

    return read_alternatives(out, v, &call->pool, base);
}
