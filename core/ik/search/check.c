#include "core/base/assert.h"
#include "core/ik/job/limb.h"
#include "core/ik/job/problem.h"
#include "core/ik/search/neural_solve.h"
#include "core/ik/search/simultaneous.h"
#include "core/ik/search/solve.h"

#include "core/anim/parts.h"

#include <stdbool.h>
#include <stdio.h>

#define FARTHEST 1e6 /* metres: largest coordinate */

static pd_status check_vec3(pd_vec3 v, const char *where, pd_error *err)
{
    if (pd_vec3_finite(v) && pd_vec3_length(v) <= FARTHEST) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%g %g %g; finite numbers up to %.10g m allowed", v.x, v.y, v.z,
                   FARTHEST);
}

static pd_status check_quat(pd_quat q, const char *where, pd_error *err)
{
    double square = pd_q_dot(q, q);
    if (pd_q_finite(q) && isfinite(square) && square > 1e-24) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%g %g %g %g; a finite quaternion other than zero allowed", q.x,
                   q.y, q.z, q.w);
}

static pd_status check_number(double value, double low, double high, const char *where, pd_error *err)
{
    if (value >= low && value <= high) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%g; %.10g to %.10g allowed", value, low, high);
}

/* A number with its range; it is checked only if it is used. */
typedef struct number_row {
    bool is_asked;
    const char *where;
    double value, low, high;
} number_row;

/* Checks the numbers that a request has, each in its range. */
static pd_status check_numbers(const number_row *rows, size_t count, pd_error *err)
{
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].is_asked) continue;
        const pd_status status = check_number(rows[i].value, rows[i].low, rows[i].high, rows[i].where, err);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* Checks the ranges of single options, and the combinations of them that contradict each other. */
static pd_status check_options(const pd_ik_job *job, pd_error *err)
{
    if (job->restarts < -1 || job->restarts > PD_IK_MAX_RESTARTS)
        return pd_fail(err, PD_ERR_RANGE, "/restarts", "%d; 0 to %d allowed", job->restarts,
                       PD_IK_MAX_RESTARTS);
    if (job->move_root && !job->moved)
        return pd_fail(err, PD_ERR_INVALID, "/move_root",
                       "true, but the job has no output for the translation of the root");
    if (job->move_root && pd_ik_row_of(job)->lacks & PD_IK_LACKS_ROOT)
        return pd_fail(err, PD_ERR_INVALID, "/move_root",
                       "true with solver \"%s\", which does not move the root; allowed with auto and dls",
                       pd_ik_row_of(job)->name);

    const number_row rows[] = {{job->dls.lambda != 0, "/lambda", job->dls.lambda, 1e-6, 10},
                               {true, "/continuity", job->max_rotation, 0, 7},
                               {true, "/rest_gain", job->rest_gain, 0, 100},
                               {true, "/smoothness", job->smoothness, 0, 100}};
    pd_status status = check_numbers(rows, sizeof rows / sizeof *rows, err);
    for (int j = 0; job->rest_gains && status == PD_OK && j < job->skeleton->joint_count; j++)
        status = check_number(job->rest_gains[j], 0, 100, "/rest_gains", err);

    return status;
}

/* Checks that a solver with singular values has not too many rows. Their time is cubic in the rows, and a
 * sweep cannot be stopped. */
static pd_status check_row_count(const pd_ik_job *job, pd_error *err)
{
    const bool always = pd_ik_row_of(job)->has_singular_values;
    int rows = 0;

    if (!always && job->dls.damping != PD_IK_SELECTIVE) return PD_OK;
    for (int t = 0; t < job->target_count; t++) rows += pd_ik_target_rows(&job->targets[t]);
    if (rows <= PD_IK_MAX_SINGULAR_ROWS) return PD_OK;

    return pd_fail(err, PD_ERR_RANGE, always ? "/solver" : "/damping",
                   "the targets have %d rows; at most %d allowed with singular values (dls with adaptive "
                   "damping takes more)",
                   rows, PD_IK_MAX_SINGULAR_ROWS);
}

/* Checks the couplings: linear equations between joint angles. Only some solvers support them. */
static pd_status check_couplings(const pd_ik_job *job, pd_error *err)
{
    const int joints = job->skeleton->joint_count;
    char where[64];

    if (job->optimize.coupling_count < 0 || job->optimize.coupling_count > PD_IK_MAX_COUPLINGS)
        return pd_fail(err, PD_ERR_RANGE, "/couplings", "%d; 0 to %d allowed", job->optimize.coupling_count,
                       PD_IK_MAX_COUPLINGS);
    if (job->optimize.coupling_count && !pd_ik_row_of(job)->takes_couplings)
        return pd_fail(err, PD_ERR_INVALID, "/couplings",
                       "solver \"%s\" does not support couplings; solver \"optimize\" does",
                       pd_ik_row_of(job)->name);

    for (int c = 0; c < job->optimize.coupling_count; c++) {
        /* The number of terms and the right-hand side. */
        const pd_ik_coupling *coupling = &job->optimize.couplings[c];
        snprintf(where, sizeof where, "/couplings/%d", c);
        if (coupling->count < 1 || coupling->count > PD_IK_COUPLING_TERMS)
            return pd_fail(err, PD_ERR_RANGE, where, "%d terms; 1 to %d allowed", coupling->count,
                           PD_IK_COUPLING_TERMS);
        pd_status status = check_number(coupling->equals, -100, 100, where, err);
        if (status != PD_OK) return status;

        /* Factor, joint and axis of each term. */
        for (int t = 0; t < coupling->count; t++) {
            const number_row rows[] = {{true, where, coupling->factor[t], -1000, 1000},
                                       {true, where, coupling->joint[t], 0, joints - 1},
                                       {true, where, coupling->angle[t], 0, 2}};
            status = check_numbers(rows, sizeof rows / sizeof *rows, err);
            if (status != PD_OK) return status;
        }
    }

    return PD_OK;
}

/* Checks the options of the search, and the couplings of optimize. */
static pd_status check_search(const pd_ik_job *job, pd_error *err)
{
    pd_status status = check_options(job, err);
    if (status != PD_OK) return status;
    status = check_row_count(job, err);
    return status != PD_OK ? status : check_couplings(job, err);
}

/* Checks that a target's chain exists and can move. */
static pd_status check_chain(const pd_ik_target *t, const pd_ik_job *job, pd_error *err)
{
    const pd_anim_skeleton *skeleton = job->skeleton;

    if (t->chain_root < -1 || t->chain_root >= skeleton->joint_count)
        return pd_fail(err, PD_ERR_RANGE, "/chain", "joint %d; -1 to %d allowed", t->chain_root,
                       skeleton->joint_count - 1);

    pd_anim_chain chain;
    if (!t->has_position && t->chain_root < 0) return PD_OK;
    if (!t->has_position)
        return pd_anim_chain_between(&chain, skeleton, t->chain_root, t->joint, "/chain", err);

    int from = t->chain_root < 0 ? pd_anim_limb_root(skeleton, t->joint) : t->chain_root;
    const char *tip = skeleton->names[t->joint];
    int moves_root = job->move_root || pd_ik_row_of(job)->moves_root;
    if (from == t->joint && !(moves_root && from == skeleton->root))
        return pd_fail(err, PD_ERR_INVALID, t->chain_root < 0 ? "/joint" : "/chain",
                       "the chain of \"%s\" has one joint, which cannot move itself; at least two expected",
                       tip);

    return pd_anim_chain_between(&chain, skeleton, from, t->joint, "/chain", err);
}

/* Returns the first kind of goal that the target has and the solver does not support. */
static pd_status check_solver(const pd_ik_target *t, const pd_ik_job *job, pd_error *err)
{
    const pd_ik_solver_row *row = pd_ik_row_of(job);

    const struct {
        unsigned bit;
        int asked;
        const char *where;
    } kinds[] = {
        {PD_IK_LACKS_KEEP, t->keep, "/keep"},
        {PD_IK_LACKS_POLE, t->has_pole && pd_ik_simultaneous_needed(job), "/pole"},
        {PD_IK_LACKS_LOOK, t->has_look, "/look_at"},
        {PD_IK_LACKS_DISTANCE, t->has_distance, "/distance"},
        {PD_IK_LACKS_CENTRE, t->has_centre, "/centre"},
        {PD_IK_LACKS_FRAME, t->has_frame, "/frame"},
        {PD_IK_LACKS_PRIORITY, t->priority > 1, "/priority"},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].asked && row->lacks & kinds[i].bit)
            return pd_fail(err, PD_ERR_INVALID, kinds[i].where,
                           "solver \"%s\" does not support this kind of target; auto, dls and optimize do",
                           row->name);

    return PD_OK;
}

/* Checks the single values of a target. */
static pd_status check_values(const pd_ik_target *t, int last, pd_error *err)
{
    if (t->joint < (t->has_centre ? -1 : 0) || t->joint > last)
        return pd_fail(err, PD_ERR_RANGE, "/joint", "joint %d; 0 to %d allowed", t->joint, last);

    /* Position and orientation, then further points and directions. */
    pd_status status = PD_OK;
    if (t->has_position) status = check_vec3(t->position, "/position", err);
    if (status == PD_OK && t->has_orientation) status = check_quat(t->orientation, "/orientation", err);
    if (status == PD_OK && t->has_pole) status = check_vec3(t->pole, "/pole", err);
    if (status == PD_OK && t->has_look) status = check_vec3(t->look_at, "/look_at", err);
    if (status == PD_OK && t->has_look) status = check_vec3(t->look_axis, "/look_axis", err);
    if (status != PD_OK) return status;

    /* The distance, from a joint or a point. */
    const number_row distance = {
        .is_asked = t->has_distance, .where = "/distance", .value = t->distance, .low = 0, .high = FARTHEST};
    status = check_numbers(&distance, 1, err);
    if (status == PD_OK && t->has_distance && t->distance_to < 0)
        status = check_vec3(t->distance_point, "/distance_from", err);
    if (status == PD_OK && t->has_centre) status = check_vec3(t->centre, "/centre", err);
    if (status != PD_OK) return status;

    const number_row rows[] = {
        {t->balance != 0, "/balance", t->balance, 0.01, 0.99},
        {t->weight != 0, "/weight", t->weight, 1e-6, 1e6},
        {t->priority != 0, "/priority", t->priority, 1, 2},
        {t->has_distance && t->distance_to > last, "/distance_from", t->distance_to, -1, last},
        {t->has_frame, "/frame", t->frame, 0, last}};

    return check_numbers(rows, sizeof rows / sizeof *rows, err);
}

/* Checks that the parts of a target are complete and consistent. */
static pd_status check_combination(const pd_ik_target *t, pd_error *err)
{
    const bool has_pose = t->has_position || t->has_orientation;
    const struct {
        bool is_wrong;
        const char *where, *detail;
    } rows[] = {
        {!has_pose && !t->has_look && !t->has_distance && !t->has_centre && !t->keep, "",
         "neither position nor orientation (nor look_at, distance, centre, keep); one at least is "
         "expected"},
        {t->has_pole && !t->has_position, "/pole", "a pole without a position; both are expected"},
        {t->keep && (has_pose || t->has_frame), "/keep",
         "true beside position, orientation or frame; it is where the joint is at the start"},
        {t->has_frame && !has_pose, "/frame",
         "a frame without position or orientation; it applies to these two, so at least one is expected"},
        {t->has_frame && t->has_distance, "/frame",
         "frame and distance in one target; use two targets with the same joint"},
        {t->has_frame && t->frame == t->joint, "/frame", "the joint's own frame; it cannot move in it"},
        {t->has_distance && t->distance_to == t->joint, "/distance_from",
         "the joint itself; another or a point is expected"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_wrong) return pd_fail(err, PD_ERR_INVALID, rows[i].where, "%s", rows[i].detail);
    return PD_OK;
}

/* Checks a target, independent of the solver. */
static pd_status check_target(const pd_ik_target *t, const pd_ik_job *job, pd_error *err)
{
    const pd_anim_skeleton *skeleton = job->skeleton;

    pd_status status = check_values(t, skeleton->joint_count - 1, err);
    if (status != PD_OK) return status;
    status = check_combination(t, err);
    if (status != PD_OK) return status;

    /* The joint's chain must exist, and two_bone needs a limb that its closed form can solve. */
    if (t->joint >= 0) status = check_chain(t, job, err);
    if (status != PD_OK || pd_ik_row_of(job)->closed_form != PD_IK_CLOSED_ALWAYS || !t->has_position)
        return status;
    pd_ik_limb limb;
    pd_ik_limb_of(&limb, skeleton, t);
    if (limb.middle >= 0) return PD_OK;
    PD_ASSERT(limb.chain.count > 0);

    return pd_fail(
        err, PD_ERR_INVALID, "/chain",
        "%d joints from \"%s\"; three joints, or an elbow or a knee between the ends, expected with two_bone",
        limb.chain.count, skeleton->names[limb.chain.joints[0]]);
}

/* Checks that no joint belongs to two targets. two_bone solves one target after the other, so the second
 * would change the first. */
pd_status pd_ik_check_two_bone(const pd_ik_job *job, pd_error *err)
{
    int owner[PD_ANIM_MAX_JOINTS] = {0}; /* target + 1 */
    char where[48];

    for (int t = 0; t < job->target_count; t++) {
        pd_ik_limb limb;
        pd_ik_limb_of(&limb, job->skeleton, &job->targets[t]);
        int turning = limb.chain.count - !job->targets[t].has_orientation;
        for (int i = 0; i < turning; i++) {
            int joint = limb.chain.joints[i];
            snprintf(where, sizeof where, "/targets/%d", t);
            if (owner[joint])
                return pd_fail(err, PD_ERR_INVALID, where,
                               "its chain rotates \"%s\", as that of /targets/%d does; separate chains "
                               "expected with two_bone (auto and dls solve targets together)",
                               job->skeleton->names[joint], owner[joint] - 1);
            owner[joint] = t + 1;
        }
    }

    return PD_OK;
}

/* Checks that each joint has exactly one target, a position. hybrik needs these. */
pd_status pd_ik_check_hybrik(const pd_ik_job *job, pd_error *err)
{
    int seen[PD_ANIM_MAX_JOINTS] = {0};
    char where[64];

    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *target = &job->targets[t];
        snprintf(where, sizeof where, "/targets/%d", t);
        int joint = target->joint;
        int plain = target->has_position && !target->has_orientation && !target->has_look;
        if (joint < 0 || joint >= job->skeleton->joint_count || seen[joint]++ || !plain)
            return pd_fail(err, PD_ERR_INVALID, where,
                           "not the position of a joint, or the joint occurs twice; solver hybrik takes the "
                           "position of every joint once and nothing else");
        if (check_vec3(target->position, "/position", err) != PD_OK)
            return err ? pd_error_prefix(err, where) : PD_ERR_RANGE;
    }

    /* The joints are distinct, so every joint has a target if the number is that of the joints. */
    if (job->target_count != job->skeleton->joint_count)
        return pd_fail(err, PD_ERR_INVALID, "/targets",
                       "positions of %d joints; those of all %d expected with solver hybrik",
                       job->target_count, job->skeleton->joint_count);

    /* A twist is at most about one turn. The comparison is also false for NaN. */
    for (int j = 0; job->hybrik.twists && j < job->skeleton->joint_count; j++)
        if (!(fabs(job->hybrik.twists[j]) <= 7))
            return pd_fail(err, PD_ERR_RANGE, "/twists", "%g for joint %d; -7 to 7 radians allowed",
                           job->hybrik.twists[j], j);

    return PD_OK;
}

/* Checks that the prior has the skeleton's joints and the job's style. */
pd_status pd_ik_check_example(const pd_ik_job *job, pd_error *err)
{
    int joints[PD_IK_PRIOR_MAX_JOINTS];
    char missing[256];

    if (!job->example.prior)
        return pd_fail(err, PD_ERR_INVALID, "/solver",
                       "\"example\", but no pose prior is loaded; a model of kind \"%s\" expected",
                       PD_IK_PRIOR_KIND);
    if (job->example.style < 0 || job->example.style > job->example.prior->style_count)
        return pd_fail(err, PD_ERR_RANGE, "/style", "%d; 0 to %d allowed", job->example.style,
                       job->example.prior->style_count);

    int count = pd_ik_prior_joints(joints, job->example.prior, job->skeleton, missing, sizeof missing);
    if (!count) return PD_OK;

    return pd_fail(err, PD_ERR_INVALID, "/skeleton",
                   "%d of the %d joints of the pose prior are missing: %s; the joint names of SMPL or of the "
                   "motion skeleton expected by the solver `example`",
                   count, job->example.prior->joint_count, missing);
}

/* Checks the solver and the counts of the job. */
static pd_status check_counts(const pd_ik_job *job, pd_error *err)
{
    if (!job->row && ((int)job->solver < 0 || job->solver >= PD_IK_SOLVER_COUNT))
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/solver", "%d is not a solver; %s allowed", (int)job->solver,
                       pd_ik_solver_names());
    if (job->iterations < 0 || job->iterations > PD_IK_MAX_ITERATIONS)
        return pd_fail(err, PD_ERR_RANGE, "/iterations", "%d; 1 to %d allowed", job->iterations,
                       PD_IK_MAX_ITERATIONS);
    if (job->tolerance != 0 && !(job->tolerance >= 1e-9 && job->tolerance <= 1))
        return pd_fail(err, PD_ERR_RANGE, "/tolerance", "%g; 1e-9 to 1 allowed", job->tolerance);
    if (job->target_count < 1 || job->target_count > PD_IK_MAX_TARGETS)
        return pd_fail(err, PD_ERR_RANGE, "/targets", "%d targets; 1 to %d allowed", job->target_count,
                       PD_IK_MAX_TARGETS);

    return PD_OK;
}

/* Checks the starting pose and the limits of the joints. */
static pd_status check_start(const pd_ik_job *job, pd_error *err)
{
    const int joints = job->skeleton->joint_count;
    char where[64];
    pd_status status = PD_OK;

    for (int j = 0; job->start && status == PD_OK && j < joints; j++) {
        snprintf(where, sizeof where, "/pose/quaternions/%d", j);
        status = check_quat(job->start[j], where, err);
    }

    if (status == PD_OK) status = check_vec3(job->translation, "/translation", err);
    for (int j = 0; job->limits && status == PD_OK && j < joints; j++) {
        status = pd_ik_limit_check(&job->limits[j], err);
        snprintf(where, sizeof where, "/joints/%d/limit", j);
        if (status != PD_OK && err) pd_error_prefix(err, where);
    }

    return status;
}

pd_status pd_ik_job_check(const pd_ik_job *job, pd_error *err)
{
    char where[64];
    pd_status status = check_counts(job, err);

    if (status != PD_OK) return status;
    status = check_start(job, err);
    if (status != PD_OK) return status;

    /* Solvers that need the positions of all joints have their own check. */
    const pd_ik_solver_row *row = pd_ik_row_of(job);
    if (row->wants_all_positions) return row->check(job, err);

    /* First check all targets independent of the solver, so that the most basic error is reported. */
    for (int pass = 0; pass < 2; pass++) {
        for (int t = 0; status == PD_OK && t < job->target_count; t++) {
            snprintf(where, sizeof where, "/targets/%d", t);
            status =
                pass ? check_solver(&job->targets[t], job, err) : check_target(&job->targets[t], job, err);
            if (status != PD_OK && err) pd_error_prefix(err, where);
        }
    }

    if (status == PD_OK) status = check_search(job, err);

    return status == PD_OK && row->check ? row->check(job, err) : status;
}
