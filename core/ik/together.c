#include "core/ik/together.h"

#include "core/ik/limb.h"

#include <string.h>

#define OPTIMIZE_RESTARTS 4
#define ATTEMPT           30 /* iterations of dls before another start is the better bet */
#define POLISH            60

static pd_ik_method *const methods[PD_IK_SOLVER_COUNT] = {
    [PD_IK_FABRIK] = pd_ik_fabrik_tree_run,
    [PD_IK_CCD] = pd_ik_ccd_run,
    [PD_IK_TRANSPOSE] = pd_ik_transpose_run,
    [PD_IK_PINV] = pd_ik_pinv_run,
    [PD_IK_DLS] = pd_ik_dls_run,
    [PD_IK_OPTIMIZE] = pd_ik_optimize_run,
    [PD_IK_EXAMPLE] = pd_ik_likely_run,
    [PD_IK_NEURAL] = pd_ik_dls_run, /* from where its network led (neural_solve.h) */
};

static uint64_t mix(uint64_t seed, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (seed ^ bits) * 0x100000001b3u;
}

/* Restarts follow from what is asked and from nothing else. */
static uint64_t seed_of(const pd_ik_problem *p)
{
    uint64_t seed = 0xcbf29ce484222325u;
    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        for (int c = 0; c < 3; c++) seed = mix(seed, g->wanted[c]);
        for (int c = 0; c < 9; c++) seed = mix(seed, g->wanted_turn[c]);
        seed = mix(mix(mix(seed, g->target->look_at.x), g->target->look_at.y), g->target->look_at.z);
        seed = mix(mix(mix(seed, g->target->distance), g->target->centre.x), g->target->centre.z);
    }
    return seed;
}

static int restarts_of(const pd_ik_job *job, pd_ik_solver solver)
{
    if (job->restarts < 0 || job->max_turn > 0) return 0;
    if (job->restarts > 0) return job->restarts;
    if (solver == PD_IK_OPTIMIZE) return OPTIMIZE_RESTARTS;
    if (solver == PD_IK_EXAMPLE) return PD_IK_DEFAULT_RESTARTS;
    return solver == PD_IK_DLS && job->damping == PD_IK_ADAPTIVE ? PD_IK_DEFAULT_RESTARTS : 0;
}

static int attempt_of(const pd_ik_job *job, pd_ik_solver solver)
{
    if (job->iterations) return job->iterations;
    return solver == PD_IK_DLS && job->damping == PD_IK_ADAPTIVE ? ATTEMPT : PD_IK_DEFAULT_ITERATIONS;
}

static void better_of_two(pd_ik_problem *p, pd_rng *rng, double *keep)
{
    pd_ik_problem_random(p, rng);
    pd_ik_problem_pose(p);
    double first = p->squared_first;
    memcpy(keep, p->q, (size_t)p->n * sizeof *keep);
    pd_ik_problem_random(p, rng);
    pd_ik_problem_pose(p);
    if (p->squared_first > first) memcpy(p->q, keep, (size_t)p->n * sizeof *keep);
}

/* The length from a node's origin to the chain's first, and which that is. */
static double length_above(const pd_ik_problem *p, int node, int *first)
{
    double length = 0;
    for (*first = node; p->nodes[node].up >= 0; *first = node) {
        const double *at = p->nodes[node].at;
        length += sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
        node = p->nodes[node].up;
    }
    return length;
}

/* Where the last joint that turns has to stand: the target's place, or with its turn exactly one behind it. Returns what the tip may be
 * away from there. */
static double last_of(double out[3], const pd_ik_goal *g)
{
    const pd_ik_target *t = g->target;
    const double *at = g->tip.at, *w = g->wanted_turn, *r = g->turn;
    double far = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]), back[3];
    memcpy(out, g->wanted, 3 * sizeof *out);
    if (!t->has_orientation && !t->keep) return far;
    for (int c = 0; c < 3; c++) back[c] = r[c] * at[0] + r[3 + c] * at[1] + r[6 + c] * at[2];
    for (int c = 0; c < 3; c++)
        out[c] -= w[3 * c] * back[0] + w[3 * c + 1] * back[1] + w[3 * c + 2] * back[2];
    return 0;
}

/* A target beyond the whole length of its chain: no search is needed to know. */
static int out_of_reach(const pd_ik_problem *p)
{
    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        int first;
        if (!(g->target->has_position || g->target->keep) || g->in_frame || p->slides || g->tip.node < 0)
            continue;
        double to[3], length = length_above(p, g->tip.node, &first), hand = last_of(to, g);
        double slack = p->tolerance * (1 + length);
        for (int c = 0; c < 3; c++) to[c] -= p->nodes[first].at[c]; /* nothing moves it */
        if (sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]) > length + hand + slack) return 1;
    }
    return 0;
}

static int speed_held(const pd_ik_problem *p, unsigned char *hits)
{
    pd_ik_problem_hits(p, hits);
    for (int k = 0; k < p->node_count; k++)
        if (hits[p->nodes[k].joint] & PD_IK_HIT_SPEED) return 1;
    return 0;
}

static int polishes(const pd_ik_job *job, pd_ik_solver solver)
{
    if (job->coupling_count) return 0; /* it would leave their lines */
    return solver == PD_IK_OPTIMIZE || solver == PD_IK_EXAMPLE ||
           (solver == PD_IK_DLS && job->damping == PD_IK_ADAPTIVE);
}

static pd_ik_status polish(pd_ik_problem *p, pd_ik_search *search)
{
    int most = search->most;
    search->most = most > POLISH ? most : POLISH;
    pd_ik_status status = pd_ik_levenberg_run(p, search);
    search->most = most;
    return status;
}

/* How a search that reached nothing ended. */
static pd_ik_status verdict(const pd_ik_problem *p, const pd_ik_search *search, pd_ik_status last, int far,
                            int settled)
{
    unsigned char hits[PD_ANIM_MAX_JOINTS];
    if (far) return PD_IK_UNREACHABLE;
    if (search->cut) return PD_IK_BUDGET;
    if (p->job->max_turn > 0 && speed_held(p, hits)) return PD_IK_BUDGET;
    return settled ? PD_IK_UNREACHABLE : last;
}

void pd_ik_together_solve(pd_ik_report *report, pd_ik_problem *p)
{
    const pd_ik_job *job = p->job;
    double first = INFINITY, *best = p->jacobian + (size_t)p->n * (size_t)p->m, *keep = best + p->n;
    pd_ik_solver solver =
        job->solver == PD_IK_AUTO || job->solver == PD_IK_TWO_BONE ? PD_IK_DLS : job->solver;
    pd_ik_search search = {attempt_of(job, solver), 0, 0};
    int far, restarts, attempt = 0;
    pd_rng rng;
    far = out_of_reach(p);
    restarts = far ? 0 : restarts_of(job, solver);
    if (restarts) pd_rng_init(&rng, seed_of(p));
    report->status = PD_IK_STALLED;
    for (;;) {
        /* where no pose reaches, a search by steps that follow the error is lost time: what comes is the nearest pose */
        pd_ik_solver by = attempt && solver == PD_IK_EXAMPLE ? PD_IK_DLS : solver;
        report->status =
            far && polishes(job, solver) && by != PD_IK_EXAMPLE ? PD_IK_STALLED : methods[by](p, &search);
        attempt++;
        if (report->status == PD_IK_REACHED) break;
        if (p->squared_first < first) {
            first = p->squared_first;
            memcpy(best, p->q, (size_t)p->n * sizeof *best);
        }
        if (search.cut || attempt > restarts || p->reached_first)
            break; /* the second level gets no restarts */
        better_of_two(p, &rng, keep);
    }
    if (report->status != PD_IK_REACHED) {
        int settled = 0, poses = p->first == p->m && polishes(job, solver) && !search.cut; /* polish does */
        memcpy(p->q, best, (size_t)p->n * sizeof *best);
        if (!poses) pd_ik_problem_pose(p);
        if (p->first < p->m && p->reached_first) {
            settled = report->status != PD_IK_BUDGET || !search.cut;
        } else if (polishes(job, solver)) {
            pd_ik_status status = search.cut ? PD_IK_BUDGET : polish(p, &search);
            settled = status == PD_IK_STALLED && restarts > 0;
            report->status = status;
        }
        if (!p->reached) report->status = verdict(p, &search, report->status, far, settled);
    }
    if (p->reached && job->rest_gain > 0) pd_ik_nullspace_settle(p, &search);
    report->solver = solver;
    report->iterations = search.used;
    report->attempts = attempt;
}

void pd_ik_together_run(pd_ik_job *job, pd_arena *scratch)
{
    pd_ik_problem p;
    pd_ik_report report;
    pd_vec3 moved;
    size_t mark = scratch->used;
    pd_ik_problem_init(&p, job, scratch);
    if (p.n)
        pd_ik_together_solve(&report, &p);
    else
        report = (pd_ik_report){PD_IK_UNREACHABLE, job->solver == PD_IK_AUTO ? PD_IK_DLS : job->solver, 0, 0};
    pd_ik_problem_write(&p, job->rotations, &moved);
    if (job->moved) *job->moved = moved;
    if (job->limits_hit) pd_ik_problem_hits(&p, job->limits_hit);
    for (int t = 0; t < job->target_count; t++)
        job->results[t] =
            (pd_ik_result){.status = report.status, .solver = report.solver, .iterations = report.iterations};
    job->iterations_used = report.iterations;
    scratch->used = mark;
}

static int one_by_one(const pd_ik_target *t)
{
    return t->joint >= 0 && !t->has_look && !t->has_distance && !t->has_centre && !t->keep && !t->has_frame &&
           t->priority < 2 && (t->has_position || t->chain_root < 0 || t->chain_root == t->joint);
}

static int shares(const pd_ik_job *job)
{
    unsigned char taken[PD_ANIM_MAX_JOINTS] = {0};
    for (int t = 0; t < job->target_count; t++) {
        pd_ik_limb limb;
        pd_ik_limb_of(&limb, job->skeleton, &job->targets[t]);
        int turning = limb.chain.count - !job->targets[t].has_orientation;
        for (int i = 0; i < turning; i++)
            if (taken[limb.chain.joints[i]]++) return 1;
    }
    return 0;
}

int pd_ik_together_needed(const pd_ik_job *job)
{
    if (job->solver != PD_IK_AUTO && job->solver != PD_IK_FABRIK && job->solver != PD_IK_TWO_BONE) return 1;
    if (job->limits && job->solver != PD_IK_TWO_BONE) return 1;
    if (job->move_root || job->rest_gain > 0 || job->max_turn > 0) return 1;
    for (int t = 0; t < job->target_count; t++)
        if (!one_by_one(&job->targets[t])) return 1;
    return job->target_count > 1 && shares(job);
}
