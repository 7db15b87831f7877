#include "core/ik/limb.h"
#include "core/ik/solve.h"

#include "core/anim/parts.h"

#include <stdio.h>

#define FARTHEST 1e6 /* metres */

static pd_status check_vec3(pd_vec3 v, const char *where, pd_error *err)
{
    if (pd_vec3_finite(v) && pd_vec3_length(v) <= FARTHEST) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%g %g %g; finite numbers up to %g m allowed", v.x, v.y, v.z,
                   FARTHEST);
}

static pd_status check_quat(pd_quat q, const char *where, pd_error *err)
{
    double square = pd_q_dot(q, q);
    if (pd_q_finite(q) && isfinite(square) && square > 1e-24) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%g %g %g %g; a finite quaternion other than zero is wanted",
                   q.x, q.y, q.z, q.w);
}

static pd_status check_start(const pd_ik_job *job, pd_error *err)
{
    char where[48];
    for (int j = 0; job->start && j < job->skeleton->joint_count; j++) {
        snprintf(where, sizeof where, "/pose/quaternions/%d", j);
        if (check_quat(job->start[j], where, err) != PD_OK) return err ? err->status : PD_ERR_RANGE;
    }
    return check_vec3(job->translation, "/translation", err);
}

static pd_status check_options(const pd_ik_job *job, pd_error *err)
{
    if (!pd_ik_solver_built(job->solver))
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/solver", "\"%s\" is not built in yet; there are %s",
            (int)job->solver >= 0 && job->solver < PD_IK_SOLVER_COUNT ? pd_ik_solver_name(job->solver) : "?",
            pd_ik_solvers_built());
    if (job->iterations < 0 || job->iterations > PD_IK_MAX_ITERATIONS)
        return pd_fail(err, PD_ERR_RANGE, "/iterations", "%d; 1 to %d allowed", job->iterations,
                       PD_IK_MAX_ITERATIONS);
    if (job->tolerance != 0 && !(job->tolerance >= 1e-9 && job->tolerance <= 1))
        return pd_fail(err, PD_ERR_RANGE, "/tolerance", "%g; 1e-9 to 1 allowed", job->tolerance);
    if (job->limits)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/limits",
                       "true, but joint limits are not applied yet; false is the only value");
    if (job->target_count < 1 || job->target_count > PD_IK_MAX_TARGETS)
        return pd_fail(err, PD_ERR_RANGE, "/targets", "%d targets; 1 to %d allowed", job->target_count,
                       PD_IK_MAX_TARGETS);
    return PD_OK;
}

static pd_status check_chain(const pd_ik_target *t, const pd_anim_skeleton *skeleton, pd_error *err)
{
    if (t->chain_root < -1 || t->chain_root >= skeleton->joint_count)
        return pd_fail(err, PD_ERR_RANGE, "/chain", "joint %d; -1 to %d allowed", t->chain_root,
                       skeleton->joint_count - 1);
    if (!t->has_position) return PD_OK;
    int from = t->chain_root < 0 ? pd_anim_limb_root(skeleton, t->joint) : t->chain_root;
    const char *tip = skeleton->names[t->joint];
    if (from == t->joint)
        return pd_fail(err, PD_ERR_INVALID, t->chain_root < 0 ? "/joint" : "/chain",
                       "\"%s\" is moved by the joints above it only; the chain needs two joints", tip);
    pd_anim_chain chain;
    return pd_anim_chain_between(&chain, skeleton, from, t->joint, "/chain", err);
}

static pd_status check_target(const pd_ik_target *t, const pd_ik_job *job, pd_error *err)
{
    const pd_anim_skeleton *skeleton = job->skeleton;
    pd_status status = PD_OK;
    if (t->joint < 0 || t->joint >= skeleton->joint_count)
        return pd_fail(err, PD_ERR_RANGE, "/joint", "joint %d; 0 to %d allowed", t->joint,
                       skeleton->joint_count - 1);
    if (!t->has_position && !t->has_orientation)
        return pd_fail(err, PD_ERR_INVALID, "", "neither position nor orientation; one at least is wanted");
    if (t->has_pole && !t->has_position)
        return pd_fail(err, PD_ERR_INVALID, "/pole", "a pole without a position; both are wanted");
    if (t->has_position) status = check_vec3(t->position, "/position", err);
    if (status == PD_OK && t->has_orientation) status = check_quat(t->orientation, "/orientation", err);
    if (status == PD_OK && t->has_pole) status = check_vec3(t->pole, "/pole", err);
    if (status == PD_OK) status = check_chain(t, skeleton, err);
    if (status != PD_OK || job->solver != PD_IK_TWO_BONE || !t->has_position) return status;
    pd_ik_limb limb;
    pd_ik_limb_of(&limb, skeleton, t);
    if (limb.middle >= 0) return PD_OK;
    return pd_fail(err, PD_ERR_INVALID, "/chain",
                   "%d joints from \"%s\"; two_bone wants three, or an elbow or a knee between the ends",
                   limb.chain.count, skeleton->names[limb.chain.joints[0]]);
}

/* No joint may be turned for two targets: the second would undo the first. */
static pd_status check_disjoint(const pd_ik_job *job, pd_error *err)
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
                return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                               "its chain turns \"%s\" as /targets/%d does; chains that share joints are not "
                               "solved together yet: name another \"chain\" root",
                               job->skeleton->names[joint], owner[joint] - 1);
            owner[joint] = t + 1;
        }
    }
    return PD_OK;
}

pd_status pd_ik_job_check(const pd_ik_job *job, pd_error *err)
{
    pd_status status = check_options(job, err);
    if (status == PD_OK) status = check_start(job, err);
    for (int t = 0; status == PD_OK && t < job->target_count; t++) {
        char prefix[48];
        snprintf(prefix, sizeof prefix, "/targets/%d", t);
        status = check_target(&job->targets[t], job, err);
        if (status != PD_OK && err) pd_error_prefix(err, prefix);
    }
    return status == PD_OK ? check_disjoint(job, err) : status;
}
