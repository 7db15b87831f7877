#include "core/ik/search/solve.h"

#include "core/ik/job/errors.h"
#include "core/ik/methods/fabrik.h"
#include "core/ik/job/limb.h"
#include "core/ik/search/grow.h"
#include "core/ik/search/relax.h"
#include "core/ik/search/hybrik_solve.h"
#include "core/ik/methods/recover.h"
#include "core/ik/search/simultaneous.h"
#include "core/anim/two_bone.h"

#include <stdbool.h>
#include <string.h>

/* Scratch for solving the targets of a job one after the other. */
typedef struct workspace {
    pd_vec3 *positions; /* (K) joints of the present pose in model space */
    pd_quat *rotations; /* (K) model space */
    pd_vec3 *points;    /* (K) points of a chain */
    double *lengths;    /* (K) */
    pd_ik_limb limb;
} workspace;

size_t pd_ik_job_scratch_bytes(const pd_ik_job *job)
{
    pd_ik_job resolved = *job;
    const pd_ik_solver_row *row = resolved.row = pd_ik_row_of(job);
    size_t k = (size_t)job->skeleton->joint_count;
    size_t own = 2 * pd_arena_bytes(k, sizeof(pd_vec3)) + pd_arena_bytes(k, sizeof(pd_quat)) +
                 pd_arena_bytes(k, sizeof(double)) + pd_arena_bytes(2 * PD_IK_MAX_TARGETS, sizeof(pd_quat));

    if (job->grows) own += pd_ik_grow_bytes(job);
    if (row->run) return own + (row->bytes ? row->bytes(&resolved) : 0);
    if (job->grows) return own + pd_ik_problem_bytes(&resolved);

    return own + (row->hands_over || pd_ik_simultaneous_needed(job) ? pd_ik_problem_bytes(&resolved) : 0);
}

static pd_quat above(const workspace *w, const pd_anim_skeleton *skeleton, int joint)
{
    int parent = skeleton->parents[joint];
    return parent < 0 ? pd_q_identity() : w->rotations[parent];
}

/* Returns the direction in which the limb bends, in model space. */
static pd_vec3 flex_model(const workspace *w)
{
    const pd_ik_limb *limb = &w->limb;
    return limb->bending < 0 ? limb->flex : pd_q_rotate(w->rotations[limb->bending], limb->flex);
}

/* Solves a limb in closed form. Returns false if the iterative solver should try. The closed form does not
 * rotate a wrist or an ankle, which may be needed to reach the target. */
static bool solve_two_bone(pd_ik_job *job, const workspace *w, const pd_ik_target *target,
                           pd_ik_result *result)
{
    const pd_anim_chain *chain = &w->limb.chain;
    pd_ik_closed_form use = job->row->closed_form;
    int root = chain->joints[0];
    int middle = chain->joints[w->limb.middle];

    /* Bend root and middle so that the tip reaches the target. The axis is that of the elbow or the knee in
     * the present pose. */
    pd_anim_two_bone_job bent = {
        .root = w->positions[root], .middle = w->positions[middle], .target = target->position};
    bent.tip = w->positions[target->joint];
    bent.bend_axis = pd_vec3_cross(pd_vec3_sub(bent.middle, bent.root), flex_model(w));
    bent.has_pole = target->has_pole;
    bent.pole = target->pole;
    pd_anim_two_bone_run(&bent);

    result->iterations = 1;
    if (!bent.reachable) {
        /* Whether any pose of the limb's chain reaches from the present position of its first joint. */
        double length = 0, longest = 0;
        double distance = pd_vec3_distance(w->positions[root], target->position);
        for (int i = 1; i < chain->count; i++) {
            double bone = pd_vec3_length(job->skeleton->offsets[chain->joints[i]]);
            length += bone;
            longest = fmax(longest, bone);
        }

        result->status =
            distance > length || distance < 2 * longest - length ? PD_IK_UNREACHABLE : PD_IK_STALLED;
        if (use != PD_IK_CLOSED_ALWAYS && chain->count != 3) return false;
    }

    /* Convert the rotations from model space to local ones. The middle's parent has rotated with the root. */
    pd_quat root_above = above(w, job->skeleton, root);
    pd_quat middle_above = pd_q_mul(bent.root_rotation, above(w, job->skeleton, middle));
    pd_quat root_rotation = pd_q_mul(bent.root_rotation, w->rotations[root]);
    pd_quat middle_rotation = pd_q_mul(bent.middle_rotation, w->rotations[middle]);
    job->rotations[root] = pd_q_normalize(pd_q_inv_mul(root_above, root_rotation));
    job->rotations[middle] = pd_q_normalize(pd_q_inv_mul(middle_above, middle_rotation));

    return true;
}

/* Solves a chain by FABRIK, and recovers rotations from the points that it finds. */
static void solve_fabrik(pd_ik_job *job, workspace *w, const pd_ik_target *target, pd_ik_result *result)
{
    const pd_anim_chain *chain = &w->limb.chain;

    /* FABRIK uses points with fixed distances. */
    for (int i = 0; i < chain->count; i++) w->points[i] = w->positions[chain->joints[i]];
    for (int i = 0; i + 1 < chain->count; i++)
        w->lengths[i] = pd_vec3_length(job->skeleton->offsets[chain->joints[i + 1]]);

    /* Run it on the points, with the limb's natural bending direction. */
    pd_ik_fabrik_job f = {.positions = w->points, .lengths = w->lengths, .count = chain->count};
    f.target = target->position;
    f.bend = pd_vec3_scale(flex_model(w),
                           -1); /* the tip moves with the flexion, joints between in the opposite direction */
    f.has_pole = target->has_pole;
    f.pole = target->pole;
    f.tolerance = job->tolerance > 0 ? job->tolerance : PD_IK_DEFAULT_TOLERANCE;
    f.iterations = job->iterations        ? job->iterations
                   : job->row->hands_over ? job->row->hands_over
                                          : PD_IK_DEFAULT_ITERATIONS;
    f.keep_going = job->keep_going;
    f.ctx = job->ctx;
    pd_ik_fabrik_run(&f);
    result->iterations += f.iterations_used;
    result->status = f.status;

    /* Recover the rotations of the joints from the points. */
    pd_ik_recover_job recover = {.rotations = job->rotations, .positions = w->points};
    recover.skeleton = job->skeleton;
    recover.chain = chain;
    recover.above = above(w, job->skeleton, chain->joints[0]);
    pd_ik_recover_run(&recover);
}

/* Returns whether another target's chain moves the first joint of this chain,
 * and so may bring it nearer to its target. */
static bool is_carried(const pd_ik_job *job, int index)
{
    pd_ik_limb limb, other;

    pd_ik_limb_of(&limb, job->skeleton, &job->targets[index]);

    for (int t = 0; t < job->target_count; t++) {
        if (t == index) continue;
        pd_ik_limb_of(&other, job->skeleton, &job->targets[t]);
        for (int up = job->skeleton->parents[limb.chain.joints[0]]; up >= 0; up = job->skeleton->parents[up])
            for (int i = 0; i < other.chain.count; i++)
                if (other.chain.joints[i] == up) return true;
    }

    return false;
}

/* Solves one target after the other, each with the closed form or FABRIK. */
static void solve_sequentially(pd_ik_job *job, workspace *w)
{
    const pd_anim_skeleton *skeleton = job->skeleton;
    int order[PD_IK_MAX_TARGETS] = {0};
    int depths[PD_IK_MAX_TARGETS];

    /* Order the chains from the root outwards (stable insertion): a chain that is carried by another is
     * solved after it. A single target is skipped, because finding a limb by the names of its joints takes
     * longer than solving it. */
    for (int t = 0; t < job->target_count && job->target_count > 1; t++) {
        pd_ik_limb limb;
        pd_ik_limb_of(&limb, skeleton, &job->targets[t]);
        int depth = skeleton->depth[limb.chain.joints[0]];
        int at = t;
        for (; at > 0 && depths[at - 1] > depth; at--) {
            depths[at] = depths[at - 1];
            order[at] = order[at - 1];
        }

        depths[at] = depth;
        order[at] = t;
    }

    /* Solve one target after the other, in closed form where possible. Later chains start from the pose
     * that earlier ones left. */
    pd_anim_skeleton_forward(w->positions, w->rotations, skeleton, job->rotations, job->translation);
    for (int i = 0; i < job->target_count; i++) {
        const pd_ik_target *target = &job->targets[order[i]];
        pd_ik_result *result = &job->results[order[i]];

        memset(result, 0, sizeof *result);
        pd_ik_limb_of(&w->limb, skeleton, target);
        bool closed = pd_ik_limb_is_closed(&w->limb, job->row->closed_form);
        result->solver = closed ? PD_IK_TWO_BONE : PD_IK_FABRIK;
        if (target->has_position) {
            result->status = PD_IK_REACHED;
            if (!closed || !solve_two_bone(job, w, target, result)) {
                result->solver = PD_IK_FABRIK;
                solve_fabrik(job, w, target, result);
            }

            pd_anim_skeleton_forward(w->positions, w->rotations, skeleton, job->rotations, job->translation);
        }

        /* Set the orientation directly, because the tip's rotation does not move the tip. */
        if (target->has_orientation) {
            pd_quat parent = above(w, skeleton, target->joint);
            pd_quat wanted = pd_q_normalize(target->orientation);
            job->rotations[target->joint] = pd_q_normalize(pd_q_inv_mul(parent, wanted));
            pd_anim_skeleton_forward(w->positions, w->rotations, skeleton, job->rotations, job->translation);
        }
    }

    /* The proof that a target is out of reach assumes that the chain's base does not move. It does not hold
     * if another target can move the base. */
    for (int t = 0; t < job->target_count; t++) {
        job->iterations_used += job->results[t].iterations;
        if (job->results[t].status == PD_IK_UNREACHABLE && is_carried(job, t))
            job->results[t].status = PD_IK_STALLED;
    }
}

/* Solves a job with its chains as they are. */
static void run_once(pd_ik_job *job, pd_arena *scratch)
{
    size_t mark = scratch->used;
    size_t k = (size_t)job->skeleton->joint_count;
    const pd_ik_solver_row *given = job->row;
    workspace w;

    /* The arrays are used by the solvers and for the errors. */
    w.positions = pd_arena_take(scratch, k, sizeof *w.positions);
    w.rotations = pd_arena_take(scratch, k, sizeof *w.rotations);
    w.points = pd_arena_take(scratch, k, sizeof *w.points);
    w.lengths = pd_arena_take(scratch, k, sizeof *w.lengths);
    pd_ik_errors errors = {.positions = w.positions, .rotations = w.rotations};
    errors.kept = pd_arena_take(scratch, 2 * PD_IK_MAX_TARGETS, sizeof *errors.kept);

    /* The pose is the normalized start. */
    for (size_t j = 0; j < k; j++)
        job->rotations[j] = job->start ? pd_q_normalize(job->start[j]) : pd_q_identity();
    job->status = PD_IK_REACHED;
    job->iterations_used = 0;
    if (job->moved) *job->moved = job->translation;
    if (job->limits_hit) memset(job->limits_hit, 0, k);
    pd_ik_errors_start(&errors, job);

    /* Run the job's solver, or solve chain by chain if targets do not affect each other. */
    job->row = pd_ik_row_of(job);
    if (job->row->run) {
        job->row->run(job, scratch);
    } else if (pd_ik_simultaneous_needed(job)) {
        pd_ik_simultaneous_run(job, scratch);
    } else {
        errors.is_sequential = true;
        solve_sequentially(job, &w);
        pd_ik_cut_to_limits(job);

        /* FABRIK approaches quickly and then converges slowly. DLS finishes targets that are within reach and
         * were not reached in time. */
        bool finished = true;
        for (int t = 0; t < job->target_count && job->row->hands_over; t++) {
            pd_ik_errors_measure(&errors, job, t);
            pd_ik_status status = job->results[t].status;
            finished &= status != PD_IK_STALLED && status != PD_IK_BUDGET;
        }

        job->status = PD_IK_REACHED; /* computed again below */
        if (!finished) {
            int before = job->iterations_used;
            errors.is_sequential = false;
            pd_ik_simultaneous_run(job, scratch);
            job->iterations_used += before;
            for (int t = 0; t < job->target_count; t++) job->results[t].iterations += before;
        }
    }

    /* Relax joints that the targets do not need. */
    if (job->relaxes && !job->row->run && !job->row->activate) {
        pd_anim_skeleton_forward(w.positions, w.rotations, job->skeleton, job->rotations, job->translation);
        pd_ik_relax(job, w.rotations);
    }

    /* Compute the errors of the final pose, independent of the solver's status. */
    pd_anim_skeleton_forward(w.positions, w.rotations, job->skeleton, job->rotations,
                             job->moved ? *job->moved : job->translation);
    for (int t = 0; t < job->target_count; t++) {
        pd_ik_errors_measure(&errors, job, t);
        job->results[t].chain_root = -1;
    }

    if (job->positions) memcpy(job->positions, w.positions, k * sizeof *w.positions);
    job->row = given;
    scratch->used = mark;
}

void pd_ik_job_run(pd_ik_job *job, pd_arena *scratch)
{
    const pd_ik_solver_row *row = pd_ik_row_of(job);

    if (job->grows && !row->run && !row->activate)
        pd_ik_grow_run(job, scratch, run_once);
    else
        run_once(job, scratch);
}
