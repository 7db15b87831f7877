#include "core/ik/search/alternatives.h"

#include "core/base/hash.h"
#include "core/ik/job/problem.h"

#include <math.h>
#include <string.h>

#define TRIES 8  /* number of starts for each alternative */
#define LEAST 32 /* least number of starts */

/* Poses found so far, in the order of the tries: (PD_IK_MAX_ALTERNATIVES * TRIES) of each array. */
typedef struct found {
    pd_quat *rotations; /* (n,K) */
    pd_vec3 *positions; /* (n,K) */
    pd_vec3 *moved;
    double *cost; /* negative log likelihood in nats, or squared radians from the start */
    int count;
} found;

int pd_ik_alternatives_tries(const pd_ik_alternatives *a, const pd_ik_job *job)
{
    const int each = TRIES * a->wanted;
    const int tries = a->wanted && each < LEAST ? LEAST : each;
    return pd_ik_row_of(job)->has_prior && tries > PD_IK_EXAMPLE_STARTS ? PD_IK_EXAMPLE_STARTS : tries;
}

pd_status pd_ik_alternatives_check(const pd_ik_alternatives *a, const pd_ik_job *job, pd_error *err)
{
    const pd_ik_solver_row *row = pd_ik_row_of(job);

    if (a->wanted < 1 || a->wanted > PD_IK_MAX_ALTERNATIVES)
        return pd_fail(err, PD_ERR_RANGE, "/alternatives", "%d; 0 to %d allowed", a->wanted,
                       PD_IK_MAX_ALTERNATIVES);
    if (a->apart != 0 && !(a->apart >= 0.01 && a->apart <= 3.1))
        return pd_fail(err, PD_ERR_RANGE, "/apart", "%g; 0.01 to 3.1 allowed", a->apart);
    if (row->has_network || row->wants_all_positions)
        return pd_fail(err, PD_ERR_INVALID, "/alternatives",
                       "%d with solver \"%s\", which has one solution; 0 allowed", a->wanted, row->name);
    if (job->max_rotation > 0)
        return pd_fail(err, PD_ERR_INVALID, "/alternatives",
                       "%d with continuity or max_step, which keep the solution near one pose; only one of "
                       "the two allowed",
                       a->wanted);

    return PD_OK;
}

size_t pd_ik_alternatives_bytes(const pd_ik_alternatives *a, const pd_ik_job *job)
{
    const size_t k = (size_t)job->skeleton->joint_count;
    const size_t n = (size_t)pd_ik_alternatives_tries(a, job);

    return pd_arena_bytes(n * k, sizeof(pd_quat)) + pd_arena_bytes(n * k, sizeof(pd_vec3)) +
           pd_arena_bytes(n, sizeof(pd_vec3)) + pd_arena_bytes(n, sizeof(double)) +
           3 * pd_arena_bytes(k, sizeof(pd_quat)) + pd_arena_bytes(k, sizeof(pd_vec3)) +
           pd_arena_bytes((size_t)job->target_count, sizeof(pd_ik_result)) + pd_arena_bytes(k, 1) +
           pd_ik_problem_bytes(job) + pd_ik_job_scratch_bytes(job);
}

/* Returns the largest angle between a bone's directions in both poses, radians. */
static double difference(const pd_anim_skeleton *skeleton, const pd_vec3 *a, const pd_vec3 *b)
{
    double most = 0;

    for (int j = 0; j < skeleton->joint_count; j++) {
        const int up = skeleton->parents[j];
        if (up < 0) continue;
        const pd_vec3 one = pd_vec3_sub(a[j], a[up]);
        const pd_vec3 other = pd_vec3_sub(b[j], b[up]);
        const double sine = pd_vec3_length(pd_vec3_cross(one, other));
        most = fmax(most, atan2(sine, pd_vec3_dot(one, other)));
    }

    return most;
}

/* Returns the log likelihood of a pose under the prior and style; 0 without a prior that knows the
 * skeleton. */
static double log_likelihood(const pd_ik_alternatives *a, const pd_ik_job *job, const pd_quat *rotations)
{
    int joints[PD_IK_PRIOR_MAX_JOINTS];
    pd_quat own[PD_IK_PRIOR_MAX_JOINTS];
    double x[PD_IK_PRIOR_MAX_DIM];

    if (!a->prior || pd_ik_prior_joints(joints, a->prior, job->skeleton, NULL, 0)) return 0;
    for (int j = 0; j < a->prior->joint_count; j++) own[j] = rotations[joints[j]];
    pd_ik_prior_features(x, a->prior, own);

    return pd_ik_prior_log(a->prior, x, a->style - 1);
}

/* Returns a seed that is made of the targets, so that the same request has the same alternatives. */
static uint64_t seed_of(const pd_ik_job *job)
{
    uint64_t seed = PD_FNV_BEGIN;

    for (int t = 0; t < job->target_count; t++) {
        const pd_ik_target *target = &job->targets[t];
        const double values[] = {target->position.x,    target->position.y,    target->position.z,
                                 target->orientation.x, target->orientation.y, target->orientation.z,
                                 target->look_at.x,     target->look_at.y,     target->look_at.z,
                                 target->distance,      target->centre.x,      target->centre.z};
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            uint64_t bits;
            memcpy(&bits, &values[i], sizeof bits);
            seed = pd_fnv_add(seed, bits);
        }
    }

    return seed;
}

/* Draws a start: the problem's joints by the prior, or within their limits if it is NULL. Other joints are as
 * in the job's start. */
static void draw_start(pd_quat *start, pd_quat *drawn, const pd_ik_prior *prior, pd_ik_problem *p,
                       pd_rng *rng)
{
    const pd_ik_job *job = p->job;
    int joints[PD_IK_PRIOR_MAX_JOINTS];
    pd_vec3 moved;

    for (int j = 0; j < job->skeleton->joint_count; j++)
        start[j] = job->start ? pd_q_normalize(job->start[j]) : pd_q_identity();
    pd_ik_problem_random(p, rng);
    pd_ik_problem_clamp(p);
    pd_ik_problem_write(p, start, &moved);
    if (!prior || pd_ik_prior_joints(joints, prior, job->skeleton, NULL, 0)) return;

    pd_ik_prior_draw(drawn, prior, job->skeleton, 0, rng);
    for (int k = 0; k < p->node_count; k++)
        for (int j = 1; j < prior->joint_count; j++)
            if (joints[j] == p->nodes[k].joint) start[joints[j]] = drawn[joints[j]];
}

/* Returns the best remaining pose that differs enough from those already taken; -1: none. *by: its difference
 * from the nearest of these. */
static int next_of(double *by, const pd_ik_alternatives *a, const pd_ik_job *job, const pd_vec3 *own,
                   const found *f)
{
    const size_t k = (size_t)job->skeleton->joint_count;
    const double apart = a->apart > 0 ? a->apart : PD_IK_DEFAULT_APART;
    int best = -1;

    for (int i = 0; i < f->count; i++) {
        const pd_vec3 *at = f->positions + (size_t)i * k;
        if (best >= 0 && !(f->cost[i] < f->cost[best])) continue;
        double nearest = difference(job->skeleton, own, at);
        for (int n = 0; n < a->count && nearest >= apart; n++)
            nearest = fmin(nearest, difference(job->skeleton, a->positions + (size_t)n * k, at));
        if (nearest < apart) continue;
        best = i;
        *by = nearest;
    }

    return best;
}

void pd_ik_alternatives_run(pd_ik_alternatives *a, const pd_ik_job *job, pd_arena *scratch)
{
    const size_t mark = scratch->used;
    const size_t k = (size_t)job->skeleton->joint_count;
    const int tries = pd_ik_alternatives_tries(a, job);
    found f = {.rotations = pd_arena_take(scratch, (size_t)tries * k, sizeof *f.rotations),
               .positions = pd_arena_take(scratch, (size_t)tries * k, sizeof *f.positions),
               .moved = pd_arena_take(scratch, (size_t)tries, sizeof *f.moved),
               .cost = pd_arena_take(scratch, (size_t)tries, sizeof *f.cost)};
    pd_quat *start = pd_arena_take(scratch, k, sizeof *start);
    pd_quat *drawn = pd_arena_take(scratch, k, sizeof *drawn);
    pd_quat *frames = pd_arena_take(scratch, k, sizeof *frames);
    pd_vec3 *own = pd_arena_take(scratch, k, sizeof *own);
    const bool by_component = pd_ik_row_of(job)->has_prior;

    /* Alternatives are compared with the pose that was already found. */
    a->count = 0;
    a->own_log_likelihood = log_likelihood(a, job, job->rotations);
    pd_anim_skeleton_forward(own, frames, job->skeleton, job->rotations,
                             job->moved ? *job->moved : job->translation);

    /* Solve again from other starts, with one attempt each.
     * With a prior, each attempt uses another component. */
    pd_ik_job again = *job;
    pd_ik_problem problem;
    pd_rng rng;
    again.results = pd_arena_take(scratch, (size_t)job->target_count, sizeof *again.results);
    again.limits_hit = pd_arena_take(scratch, k, 1);
    again.restarts = -1;
    pd_rng_init(&rng, seed_of(job));
    pd_ik_problem_init(&problem, job, scratch);
    for (int i = 0; i < tries && job->status == PD_IK_REACHED; i++) {
        if (job->keep_going && !job->keep_going(job->ctx)) break;
        again.rotations = f.rotations + (size_t)f.count * k;
        again.positions = f.positions + (size_t)f.count * k;
        again.moved = f.moved + f.count;

        if (by_component) {
            again.example.only = 1 + i;
        } else {
            draw_start(start, drawn, i % 2 ? NULL : a->prior, &problem, &rng);
            again.start = start;
        }

        pd_ik_job_run(&again, scratch);
        if (again.status != PD_IK_REACHED) continue;

        /* Cost of this solution: negative log likelihood; without a prior, its rotation from the start. */
        double cost = a->prior ? -log_likelihood(a, job, again.rotations) : 0;
        for (size_t j = 0; j < k && !a->prior; j++) {
            const pd_quat from = job->start ? pd_q_normalize(job->start[j]) : pd_q_identity();
            const double angle = pd_q_angle(from, again.rotations[j]);
            cost += angle * angle;
        }

        f.cost[f.count++] = cost;
    }

    /* Keep the solutions of least cost that differ enough from the first one and from each other. */
    while (a->count < a->wanted) {
        const int n = a->count;
        const int best = next_of(&a->apart_by[n], a, job, own, &f);
        if (best < 0) break;
        memcpy(a->rotations + (size_t)n * k, f.rotations + (size_t)best * k, k * sizeof *f.rotations);
        memcpy(a->positions + (size_t)n * k, f.positions + (size_t)best * k, k * sizeof *f.positions);
        a->moved[n] = f.moved[best];
        a->log_likelihood[n] = a->prior ? -f.cost[best] : 0;
        f.cost[best] = INFINITY;
        a->count++;
    }

    scratch->used = mark;
}
