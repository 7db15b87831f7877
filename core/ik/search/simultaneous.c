#include "core/ik/search/simultaneous.h"

#include "core/base/hash.h"
#include "core/ik/job/limb.h"
#include "core/ik/search/solvers.h"

#include <stdbool.h>
#include <string.h>

#define POLISH    60  /* least number of iterations of Levenberg-Marquardt at the end */
#define COMPARED  3   /* number of poses that reach, of which the nearest to the start is taken */
#define BACK_GAIN 3.0 /* gain that moves such a pose towards the start in the null space */
/* Cost of the squared rotation from the start, for poses that do not reach: 1 rad costs as much as an error
 * of 0.055 / 2 of the reach. */
#define AWAY      0.003

/* After this number of restarts, starts have angles at their bounds. An arm of nine hinges, each at one of
 * its bounds, is solved in 85 % of the poses without such starts and in 99 % with them (test_hard.c). */
#define PLAIN     32
#define AT_BOUNDS 0.65 /* share of angles at a bound; 0.5 to 0.9 are equally good */

static uint64_t simultaneous_mix(uint64_t seed, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return pd_fnv_add(seed, bits);
}

/* Returns the seed of restarts. It depends only on the targets, so the same job has the same result. */
static uint64_t seed_of(const pd_ik_problem *p)
{
    uint64_t seed = PD_FNV_BEGIN;

    for (int k = 0; k < p->goal_count; k++) {
        const pd_ik_goal *g = &p->goals[k];
        for (int c = 0; c < 3; c++) seed = simultaneous_mix(seed, g->wanted[c]);
        for (int c = 0; c < 9; c++) seed = simultaneous_mix(seed, g->wanted_frame[c]);
        seed = simultaneous_mix(
            simultaneous_mix(simultaneous_mix(seed, g->target->look_at.x), g->target->look_at.y),
            g->target->look_at.z);
        seed = simultaneous_mix(
            simultaneous_mix(simultaneous_mix(seed, g->target->distance), g->target->centre.x),
            g->target->centre.z);
    }

    return seed;
}

/* Returns the table of attempts. The tables are for adaptive damping;
 * with any other damping there is one attempt. */
static const pd_ik_attempts *attempts_of(const pd_ik_job *job, const pd_ik_solver_row *row)
{
    static const pd_ik_attempts one = {0};

    if (!row->attempts || (row->is_damped && job->dls.damping != PD_IK_ADAPTIVE)) return &one;
    return row->attempts;
}

/* Returns whether a target is farther from the chain's root than the chain is long, or so near that the
 * longest bone cannot be folded back. No search is needed then. Assumes that the first joint does not move
 * and that the joints up to the tip rotate freely, so true is a proof and false is none. */
static bool is_goal_out_of_reach(const pd_ik_problem *p, const pd_ik_goal *g)
{
    if (!(g->target->has_position || g->target->keep) || g->in_frame || p->root_dofs || g->tip.node < 0)
        return false;

    /* Target of the last rotating joint, and the distance of the tip from it. With an orientation the target
     * is exact, because the tip's offset is fixed. */
    const double *tip = g->tip.at;
    const double *w = g->wanted_frame;
    const double *r = g->frame;
    double to[3], back[3];
    double longest = sqrt(tip[0] * tip[0] + tip[1] * tip[1] + tip[2] * tip[2]);
    memcpy(to, g->wanted, sizeof to);
    if (g->target->has_orientation || g->target->keep) {
        for (int c = 0; c < 3; c++) back[c] = r[c] * tip[0] + r[3 + c] * tip[1] + r[6 + c] * tip[2];
        for (int c = 0; c < 3; c++)
            to[c] -= w[3 * c] * back[0] + w[3 * c + 1] * back[1] + w[3 * c + 2] * back[2];
        longest = 0;
    }

    /* Length of the chain, and of its longest bone. */
    double length = longest;
    int first = g->tip.node;
    for (; p->nodes[first].up >= 0; first = p->nodes[first].up) {
        const double *at = p->nodes[first].at;
        double bone = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
        length += bone;
        longest = fmax(longest, bone);
    }

    /* Compare with the distance from the first joint. */
    for (int c = 0; c < 3; c++) to[c] -= p->nodes[first].at[c];
    double distance = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
    double slack = p->tolerance * (1 + length);

    return distance > length + slack || distance < 2 * longest - length - slack;
}

/* Finds the nearest pose by Levenberg-Marquardt. Limits create local minima. So if no pose reaches, it also
 * runs from the middle of the ranges and from the start, and takes the best pose. */
static pd_ik_status polish(pd_ik_problem *p, pd_ik_search *search, bool out_of_reach)
{
    const double *starts[] = {p->q, p->middle, p->start};
    int most = search->most;
    int count = out_of_reach && p->job->limits && !(p->job->max_rotation > 0) ? 3 : 1;
    size_t bytes = (size_t)p->n * sizeof *p->q;
    double least = INFINITY;
    pd_ik_status status = PD_IK_STALLED;

    /* If the current pose is the start, do not run from the start again. */
    if (!memcmp(p->q, p->start, bytes) && count > 1) count = 2;
    search->most = most > POLISH ? most : POLISH;
    for (int k = 0; k < count && !search->cut; k++) {
        if (k) {
            memcpy(p->q, starts[k], bytes);
            pd_ik_problem_clamp(p);
        }

        status = pd_ik_levenberg_run(p, search);
        if (p->squared_first >= least) continue;
        least = p->squared_first;
        memcpy(p->trial, p->q, bytes);
    }

    /* Restore the budget, and take the best of the poses. */
    search->most = most;
    if (count == 1) return status;

    memcpy(p->q, p->trial, bytes);
    pd_ik_problem_pose(p);
    return status;
}

/* Samples two random configurations and takes the better one. part: position on the way from the start (0) to
 * the random configuration (1). */
static void sample_start(pd_ik_problem *p, pd_rng *rng, double part, bool at_bounds)
{
    double least = INFINITY;

    for (int sample = 0; sample < 2; sample++) {
        pd_ik_problem_random(p, rng);
        if (at_bounds) {
            /* Set most angles to a bound, because poses at the limits are hard to reach from other starts. */
            for (int i = 0; i < p->n; i++)
                if (p->inverse_half2[i] > 0 && pd_rng_uniform(rng) < AT_BOUNDS)
                    p->q[i] = pd_rng_uniform(rng) < 0.5 ? p->low[i] : p->high[i];
        }

        for (int i = 0; i < p->n && part < 1; i++) p->q[i] = p->start[i] + part * (p->q[i] - p->start[i]);
        pd_ik_problem_clamp(p);
        pd_ik_problem_pose(p);

        if (p->squared_first >= least) continue;
        least = p->squared_first;
        memcpy(p->trial, p->q, (size_t)p->n * sizeof *p->trial);
    }

    memcpy(p->q, p->trial, (size_t)p->n * sizeof *p->q);
}

/* Range [from, to) of restarts, and their kind. */
typedef struct restarts {
    int from, to;
    pd_ik_method *method;
    /* Three of four start at bounds. Every second one uses Levenberg-Marquardt,
     * which continues slowly where dls stops. */
    bool at_bounds;
} restarts;

/* Tries other starts. Returns true with a pose in q that reaches; false with the best pose that does not, or
 * with q unchanged if at_bounds. Without a start pose, the first pose that reaches is taken. With a start
 * pose, samples begin near it and move farther away. The first few poses that reach are moved towards the
 * start as far as the targets allow, and the nearest is taken. */
static bool restart(pd_ik_problem *p, pd_ik_search *search, const restarts *which)
{
    const pd_ik_job *job = p->job;
    bool near = job->start != NULL;
    int found = 0;
    size_t bytes = (size_t)p->n * sizeof *p->q;
    double least = p->squared_first;
    double nearest = INFINITY;
    pd_ik_job unbound = *job; /* without the speed limit */
    pd_rng rng;

    /* Search without the speed limit, because a pose beyond it is still the one to move towards. */
    if (near) least += AWAY * pd_ik_problem_rotation(p) * pd_ik_problem_rotation(p);
    memcpy(p->best, p->q, bytes);
    unbound.max_rotation = 0;
    p->job = &unbound; // cppcheck-suppress autoVariables ; only while it searches: job again below
    pd_rng_init(&rng, seed_of(p) + (uint64_t)which->from);

    /* Sample a start and run the solver. With a speed limit the first attempt begins from the start pose. */
    for (int k = which->from; k < which->to && found < (near ? COMPARED : 1) && !search->cut; k++) {
        const bool at_bounds = which->at_bounds && k % 4;
        if (!k && job->max_rotation > 0)
            memcpy(p->q, p->start, bytes);
        else
            sample_start(p, &rng, near && !which->at_bounds ? (k + 1.0) / which->to : 1, at_bounds);
        pd_ik_status status = (which->at_bounds && k % 2 ? pd_ik_levenberg_run : which->method)(p, search);

        if (status == PD_IK_REACHED && near) { /* move towards the start in the null space */
            double *rest = p->rest;
            double *gain = p->gain;
            p->rest = p->start;
            p->gain = p->trial;
            for (int i = 0; i < p->n; i++) p->gain[i] = p->node_of[i] < 0 ? 0 : BACK_GAIN;
            pd_ik_nullspace_settle(p, search);
            p->rest = rest;
            p->gain = gain;
        }

        /* Keep the nearest pose that reaches, and the best one that does not. */
        double away = near ? pd_ik_problem_rotation(p) : 0;
        double cost = p->squared_first + AWAY * away * away;
        if (status == PD_IK_REACHED) {
            found++;
            if (away >= nearest) continue;
            nearest = away;
            memcpy(p->nearest, p->q, bytes);
        } else if (cost < least && !which->at_bounds && !(job->max_rotation > 0)) {
            least = cost;
            memcpy(p->best, p->q, bytes);
        }

        if (p->reached_first && status != PD_IK_REACHED) break; /* the second level gets no restarts */
    }

    /* Restore the job, and show the pose chosen. */
    p->job = job;
    memcpy(p->q, found ? p->nearest : p->best, bytes);
    pd_ik_problem_pose(p);

    return found > 0;
}

void pd_ik_simultaneous_solve(pd_ik_report *report, pd_ik_problem *p)
{
    const pd_ik_job *job = p->job;
    const pd_ik_solver_row *row = pd_ik_row_of(job);

    if (row->simultaneous) row = row->simultaneous;
    const pd_ik_attempts *attempts = attempts_of(job, row);
    int iterations = job->iterations ? job->iterations : attempts->iterations;
    pd_ik_search search = {iterations ? iterations : PD_IK_DEFAULT_ITERATIONS, 0, 0};

    /* 0. If no pose can reach a target, restarts would waste time. */
    bool out_of_reach = false;
    for (int k = 0; k < p->goal_count && !out_of_reach; k++)
        out_of_reach = is_goal_out_of_reach(p, &p->goals[k]);

    /* Number of restarts. None if they cannot help or are switched off. */
    int count = job->restarts;
    if (!count) count = job->max_rotation > 0 ? attempts->following_restarts : attempts->restarts;
    if (out_of_reach || job->restarts < 0 || (job->max_rotation > 0 && !attempts->restarts_follow)) count = 0;
    restarts plain = {.from = 0,
                      .to = count < PLAIN ? count : PLAIN,
                      .method = attempts->restart_by ? attempts->restart_by : row->method,
                      .at_bounds = false};
    const restarts at_bounds = {.from = PLAIN, .to = count, .method = plain.method, .at_bounds = true};

    /* 1. Run the solver. If no pose reaches, it is skipped, because step 3 finds the nearest pose. */
    pd_ik_status status = PD_IK_STALLED;
    if (!out_of_reach || !attempts->polishes || attempts->tries_out_of_reach || job->optimize.coupling_count)
        status = row->method(p, &search);

    /* 2. Try other starts. With max_rotation, move towards their pose as far as it allows. */
    bool found = false;
    if (status != PD_IK_REACHED && count && !search.cut && !p->reached_first) {
        if (!attempts->polishes) plain.to = count;
        found = restart(p, &search, &plain);
        if (found && job->max_rotation > 0) {
            pd_ik_problem_clamp(p);
            pd_ik_problem_pose(p);
        }

        status = p->reached ? PD_IK_REACHED : found ? PD_IK_BUDGET : PD_IK_STALLED;
    }

    /* 3. Find the nearest pose, unless there are couplings, which only OPTIMIZE keeps. */
    if (status != PD_IK_REACHED && !found && !job->optimize.coupling_count && !search.cut &&
        (out_of_reach || attempts->polishes) && (p->first == p->m || !p->reached_first))
        status = polish(p, &search, out_of_reach);

    /* 4. Start from poses at the joint limits, because limits may block other starts. */
    if (status != PD_IK_REACHED && !found && attempts->polishes && count > PLAIN && job->limits &&
        !search.cut && !job->optimize.coupling_count && !p->reached_first && !(job->max_rotation > 0) &&
        restart(p, &search, &at_bounds))
        status = PD_IK_REACHED;

    /* Choose the status that best explains the end of the search. */
    if (status != PD_IK_REACHED && out_of_reach)
        status = PD_IK_UNREACHABLE;
    else if (status != PD_IK_REACHED && search.cut)
        status = PD_IK_BUDGET;
    else if (status != PD_IK_REACHED && job->max_rotation > 0) { /* the speed limit prevents it */
        unsigned char hits[PD_ANIM_MAX_JOINTS];
        pd_ik_problem_hits(p, hits);
        for (int k = 0; k < p->node_count; k++)
            if (hits[p->nodes[k].joint] & PD_IK_HIT_SPEED) status = PD_IK_BUDGET;
    }

    /* 5. Move towards the rest pose and the previous pose in the null space. */
    if (p->reached && (job->rest_gain > 0 || job->smoothness > 0)) pd_ik_nullspace_settle(p, &search);
    *report = (pd_ik_report){status, row->id, search.used};
}

void pd_ik_simultaneous_run(pd_ik_job *job, pd_arena *scratch)
{
    pd_ik_problem p;
    pd_ik_report report;
    pd_vec3 moved;
    size_t mark = scratch->used;

    pd_ik_problem_init(&p, job, scratch);
    if (p.n) {
        pd_ik_simultaneous_solve(&report, &p);
    } else { /* no joint may rotate */
        const pd_ik_solver_row *row = pd_ik_row_of(job);
        bool is_auto = row->closed_form == PD_IK_CLOSED_WHERE_IT_FITS;
        report = (pd_ik_report){PD_IK_UNREACHABLE, is_auto ? PD_IK_DLS : row->id, 0};
    }

    /* Write the pose, and report each target. */
    pd_ik_problem_write(&p, job->rotations, &moved);
    if (job->moved) *job->moved = moved;
    if (job->limits_hit) pd_ik_problem_hits(&p, job->limits_hit);
    for (int t = 0; t < job->target_count; t++)
        job->results[t] =
            (pd_ik_result){.status = report.status, .solver = report.solver, .iterations = report.iterations};

    /* UNREACHABLE is proven for single targets. Others are reported as STALLED. */
    for (int k = 0; p.n && report.status == PD_IK_UNREACHABLE && k < p.goal_count; k++)
        if (!is_goal_out_of_reach(&p, &p.goals[k]))
            job->results[p.goals[k].target - job->targets].status = PD_IK_STALLED;
    job->iterations_used = report.iterations;
    scratch->used = mark;
}

/* Returns whether a target is of a kind that can be solved alone. */
static bool is_sequential(const pd_ik_target *t)
{
    return t->joint >= 0 && !t->has_look && !t->has_distance && !t->has_centre && !t->keep && !t->has_frame &&
           t->priority < 2 && (t->has_position || t->chain_root == t->joint);
}

bool pd_ik_simultaneous_needed(const pd_ik_job *job)
{
    const pd_ik_solver_row *row = pd_ik_row_of(job);

    if (!row->is_sequential || (job->limits && !row->is_sequential_with_limits)) return true;
    if (job->move_root || job->rest_gain > 0 || job->smoothness > 0 || job->max_rotation > 0) return true;
    for (int t = 0; t < job->target_count; t++)
        if (!is_sequential(&job->targets[t])) return true;

    /* Two targets whose chains rotate the same joint. */
    unsigned char taken[PD_ANIM_MAX_JOINTS] = {0};
    for (int t = 0; t < job->target_count && job->target_count > 1; t++) {
        pd_ik_limb limb;
        pd_ik_limb_of(&limb, job->skeleton, &job->targets[t]);
        int count = limb.chain.count - !job->targets[t].has_orientation;
        for (int i = 0; i < count; i++)
            if (taken[limb.chain.joints[i]]++) return true;
    }

    return false;
}
