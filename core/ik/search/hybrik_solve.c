#include "core/ik/search/hybrik_solve.h"

#include "core/ik/search/solvers.h"
#include "core/ik/methods/hybrik.h"

#include <string.h>

void pd_ik_cut_to_limits(pd_ik_job *job)
{
    for (int j = 0; job->limits && j < job->skeleton->joint_count; j++) {
        double angles[3], before[3];
        const pd_ik_limit *limit = &job->limits[j];
        if (limit->kind == PD_IK_FREE) continue;

        /* A locked joint keeps its start rotation; hybrik reads no start. */
        if (limit->kind == PD_IK_LOCKED) {
            if (pd_ik_row_of(job)->wants_all_positions) continue;
            job->rotations[j] = job->start ? pd_q_normalize(job->start[j]) : pd_q_identity();
            continue;
        }

        if (pd_ik_limit_excess(limit, job->rotations[j]) <= 0) continue;
        pd_ik_limit_split(angles, limit->frame, job->rotations[j]);
        memcpy(before, angles, sizeof before);
        pd_ik_limit_clamp(angles, limit);
        job->rotations[j] = pd_q_normalize(pd_ik_limit_join(angles, limit->frame));
        if (!job->limits_hit) continue;
        if (angles[0] != before[0]) job->limits_hit[j] |= PD_IK_HIT_TWIST;
        if (angles[1] != before[1] || angles[2] != before[2]) job->limits_hit[j] |= PD_IK_HIT_SWING;
    }
}

/* Runs HybrIK. The check has ensured that every joint has a target. */
void pd_ik_hybrik_job_run(pd_ik_job *job, pd_arena *scratch)
{
    size_t mark = scratch->used;
    pd_vec3 *points = pd_arena_take(scratch, (size_t)job->skeleton->joint_count, sizeof *points);
    pd_ik_hybrik_job h = {.rotations = job->rotations, .skeleton = job->skeleton, .positions = points};

    /* The targets are the positions of all joints. */
    for (int t = 0; t < job->target_count; t++) points[job->targets[t].joint] = job->targets[t].position;
    h.twists = job->hybrik.twists;
    h.naive = job->hybrik.naive;
    pd_ik_hybrik_run(&h);
    if (job->moved) *job->moved = h.translation;

    /* Status of a miss: no pose reaches both ends of a bone if the distance
     * of their targets is not its length. */
    pd_ik_status missed = PD_IK_STALLED;
    double tolerance = job->tolerance > 0 ? job->tolerance : PD_IK_DEFAULT_TOLERANCE;

    for (int t = 0; t < job->target_count; t++) {
        int joint = job->targets[t].joint;
        int parent = job->skeleton->parents[joint];
        if (parent < 0) continue;
        double apart = pd_vec3_distance(points[joint], points[parent]);
        if (fabs(apart - pd_vec3_length(job->skeleton->offsets[joint])) > 2 * tolerance)
            missed = PD_IK_UNREACHABLE;
    }

    /* All targets get this status. It is replaced for targets that are reached when errors are measured. */
    for (int t = 0; t < job->target_count; t++)
        job->results[t] = (pd_ik_result){.status = missed, .solver = PD_IK_HYBRIK, .iterations = 1};

    job->iterations_used = 1;
    pd_ik_cut_to_limits(job);
    scratch->used = mark;
}

size_t pd_ik_hybrik_job_bytes(const pd_ik_job *job)
{
    return pd_arena_bytes((size_t)job->skeleton->joint_count, sizeof(pd_vec3));
}
