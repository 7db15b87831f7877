#include "core/ik/search/grow.h"

#include "core/anim/parts.h"

#include <string.h>

#define OFF_REST   1e-3 /* radians: joints farther from rest are moved back */
#define HOMEWARDS  0.05 /* radians: step of the trunk's joints towards rest without max_rotation */
/* Smallest part of that step that is tried. */
#define LEAST_PART (1.0 / 16) /* part of the way below which coming home is given up */

size_t pd_ik_grow_bytes(const pd_ik_job *job)
{
    size_t k = (size_t)job->skeleton->joint_count;
    size_t t = (size_t)job->target_count;

    return pd_arena_bytes(t, sizeof(pd_ik_target)) + 2 * pd_arena_bytes(k, sizeof(pd_quat)) +
           pd_arena_bytes(k, sizeof(pd_vec3)) + pd_arena_bytes(k, sizeof(double));
}

/* Returns whether a target names no chain, so that its limb determines the chain's root. */
static bool is_limb(const pd_ik_target *asked)
{
    return asked->joint >= 0 && asked->chain_root < 0 && asked->has_position;
}

/* Returns the root of such a target's chain at the next stage; -1: the chain does not grow. */
static int next_root(const pd_ik_job *job, const pd_ik_target *asked, int root)
{
    int next = pd_anim_limb_grown(job->skeleton, asked->joint, root);
    return next == job->skeleton->root && !job->move_root ? -1 : next;
}

/* Grows the chains of targets that were missed by one stage. The last stage lets the root move. Returns
 * the number of chains that grew. */
static int grow_search(pd_ik_target *targets, pd_ik_job *stage, const pd_ik_job *job, const pd_vec3 *start_at)
{
    int grown = 0;

    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *asked = &job->targets[t];
        const pd_ik_status status = job->results[t].status;
        if (status == PD_IK_REACHED || !is_limb(asked)) continue;

        /* Skip a limb that is still moving: its target is farther
         * than it can move in one step at max_rotation. */
        if (job->max_rotation > 0 && !asked->has_frame && status == PD_IK_BUDGET) {
            const int limb = pd_anim_limb_root(job->skeleton, asked->joint);
            double length = 0;
            for (int j = asked->joint; j != limb; j = job->skeleton->parents[j])
                length += pd_vec3_length(job->skeleton->offsets[j]);
            if (pd_vec3_distance(start_at[asked->joint], asked->position) > job->max_rotation * length)
                continue;
        }

        /* Extend the chain to the next root. A chain from the skeleton's
         * root may move it if the job allows. */
        int next = next_root(job, asked, targets[t].chain_root);
        if (next < 0) continue;
        targets[t].chain_root = next;
        if (next == job->skeleton->root) stage->move_root = job->move_root;
        grown++;
    }

    return grown;
}

/* Computes the gains of a stage. If a chain is longer than its limb, the limb's joints have a gain of 0, so
 * that the joints above it return to rest. */
static void share_gains(double *gains, const pd_ik_target *targets, const pd_ik_job *job)
{
    for (int j = 0; j < job->skeleton->joint_count; j++) gains[j] = job->rest_gains ? job->rest_gains[j] : 1;

    for (int t = 0; t < job->target_count; t++) {
        if (!is_limb(&job->targets[t])) continue;
        const int limb = pd_anim_limb_root(job->skeleton, targets[t].joint);
        if (targets[t].chain_root == limb) continue;
        for (int j = targets[t].joint; j != limb; j = job->skeleton->parents[j]) gains[j] = 0;
        gains[limb] = 0;
    }
}

/* Solves only the limbs, from a start pose whose joints between limbs and root are nearer to the rest pose.
 * Tries decreasing parts of the way to the rest pose until the limbs reach. */
static bool run_coming_home(pd_ik_job *stage, const pd_ik_job *job, pd_arena *scratch, pd_quat *nearer,
                            int *iterations, pd_ik_run *run)
{
    const pd_anim_skeleton *sk = job->skeleton;
    const pd_quat *start = stage->start;
    const double most = job->max_rotation > 0 ? 0.5 * job->max_rotation : HOMEWARDS;
    bool reached = false;

    for (double part = fmin(1, job->rest_gain); part >= LEAST_PART && !reached; part *= 0.25) {
        /* Rotate the joints between each limb and the root towards the rest pose,
         * by a part of the allowed step. */
        bool moved = false;
        memcpy(nearer, start, (size_t)sk->joint_count * sizeof *nearer);
        for (int t = 0; t < job->target_count; t++) {
            const pd_ik_target *asked = &job->targets[t];
            if (!is_limb(asked)) continue;
            int last = pd_anim_limb_root(sk, asked->joint);
            int j = last;
            for (int next = last; next >= 0; next = next_root(job, asked, next)) last = next;

            while (j != last) {
                j = sk->parents[j];
                const double off = pd_q_angle(start[j], pd_q_identity());
                if (j == sk->root || off <= OFF_REST) continue;
                nearer[j] = pd_q_slerp(start[j], pd_q_identity(), fmin(1, part * most / off));
                moved = true;
            }
        }

        if (!moved) break;

        stage->start = nearer;
        run(stage, scratch);
        *iterations += stage->iterations_used;
        reached = stage->status == PD_IK_REACHED;
    }

    stage->start = start;
    return reached;
}

void pd_ik_grow_run(pd_ik_job *job, pd_arena *scratch, pd_ik_run *run)
{
    const size_t mark = scratch->used;
    const size_t k = (size_t)job->skeleton->joint_count;
    pd_ik_target *targets = pd_arena_take(scratch, (size_t)job->target_count, sizeof *targets);
    pd_quat *start = pd_arena_take(scratch, k, sizeof *start);
    pd_quat *nearer = pd_arena_take(scratch, k, sizeof *nearer);
    pd_vec3 *start_at = pd_arena_take(scratch, k, sizeof *start_at);
    double *gains = pd_arena_take(scratch, k, sizeof *gains);
    pd_ik_job stage = *job;
    int iterations = 0, growing = 0;

    /* Copy the start: every stage begins from it, and job->rotations may be the same array. */
    for (size_t j = 0; j < k; j++) start[j] = job->start ? pd_q_normalize(job->start[j]) : pd_q_identity();
    if (job->start) stage.start = start;
    if (job->start && job->previous == job->start) stage.previous = start;
    pd_anim_skeleton_forward(start_at, nearer, job->skeleton, start, job->translation);

    /* Begin with the limbs. The root does not move while a chain can still grow. */
    memcpy(targets, job->targets, (size_t)job->target_count * sizeof *targets);
    stage.targets = targets;
    stage.rest_gains = gains;
    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *asked = &job->targets[t];
        if (!is_limb(asked)) continue;
        targets[t].chain_root = pd_anim_limb_root(job->skeleton, asked->joint);
        growing += next_root(job, asked, targets[t].chain_root) >= 0;
    }

    if (growing) stage.move_root = 0;

    /* Solve, and grow the chains that missed. Each stage has one attempt if there is a start pose. Without
     * one, the pose need not stay near it, so restarts are used at once. */
    const bool comes_home = job->start && job->rest_gain > 0 && job->natural != PD_IK_NATURAL_START;
    if (job->start && growing) stage.restarts = -1;
    share_gains(gains, targets, job);
    bool again = !(growing && comes_home && run_coming_home(&stage, job, scratch, nearer, &iterations, run));
    while (again) {
        run(&stage, scratch);
        iterations += stage.iterations_used;
        again = stage.status != PD_IK_REACHED && grow_search(targets, &stage, job, start_at);
        share_gains(gains, targets, job);
    }

    /* If the longest chains miss too, allow restarts and the root's motion. */
    if (stage.status != PD_IK_REACHED &&
        (stage.restarts != job->restarts || stage.move_root != job->move_root)) {
        stage.restarts = job->restarts;
        stage.move_root = job->move_root;
        run(&stage, scratch);
        iterations += stage.iterations_used;
    }

    /* Report the root of each chain, and the sums over all stages. */
    for (int t = 0; t < job->target_count; t++) job->results[t].chain_root = targets[t].chain_root;
    job->status = stage.status;
    job->iterations_used = iterations;
    scratch->used = mark;
}
