#include "core/observe/live/live_parts.h"

#include "core/kernel/linalg.h"
#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

/* damping of Levenberg and Marquardt at the start, and the least after a failed step */
#define LAMBDA_FIRST 1e-3
#define LAMBDA_LEAST 1e-9 /* least damping after good steps */
#define ATTEMPTS     3    /* trials of a step, with growing damping */
#define ENOUGH       1e-3 /* relative decrease of the cost that ends the iterations */
#define STILL        2e-3 /* largest step, in radians and metres, that ends them */
#define BEGIN_STEPS  30   /* iterations of a fit from nothing */
#define SEEN_TURN    8.0  /* radians a second */
#define HELD_TURN    0.2  /* the same for a joint that was seen within HELD_SECONDS */
#define LEFT_TURN    1.0  /* the same for a joint that was not seen for longer */
#define HELD_SECONDS 0.5  /* time for which a joint that is not seen any more hardly turns */
#define MOVE         4.0  /* metres a second */
#define ARMS_DOWN    1.1  /* rotation of the arms from the T-pose in the start of trackers, radians */
#define SIDES_TRIED  4    /* facings that the start of trackers tries */
#define BEGIN_ROUNDS 8    /* largest number of rounds of PD_OBSERVE_LIVE_STEPS iterations in that start */
#define LOOSE        10.0 /* time between moments that the hold assumes in these rounds, seconds */

/* Computes log(A^T R), the rotation of joint k since the previous moment. */
static void live_turned(double r[3], const pd_observe_live *live, int k)
{
    const double *a = live->before.rotations[k];
    double back[9], by[9];

    for (int i = 0; i < 9; i++) back[i] = a[3 * (i % 3) + i / 3];
    pd_rot_mul(by, back, live->problem.state.rotations[k]);
    pd_rot_to_axis_angle(r, by);
}

/* Returns the cost of the hold, which keeps the pose near the last one. Adds it to the normal equations if
 * h is not NULL. */
static double hold_live(const pd_observe_live *live, double seconds, double *h, double *g)
{
    const pd_observe_layout *l = &live->problem.layout;
    const size_t n = (size_t)l->count;
    double value = 0;

    /* Rotations: joints that are observed may turn faster than joints that are not. */
    for (int k = 0; k < l->joints; k++) {
        const double age = live->unseen_seconds[k];
        const double w = pow(seconds * (age == 0             ? SEEN_TURN
                                        : age < HELD_SECONDS ? HELD_TURN
                                                             : LEFT_TURN),
                             -2);
        double r[3], j[3][3];
        live_turned(r, live, k);
        value += 0.5 * w * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        if (!h) continue;
        pd_observe_log_slope(j, r);
        for (size_t x = 0; x < 3; x++)
            for (size_t i = 0; i < 3; i++) {
                g[3 * (size_t)k + x] += w * j[i][x] * r[i];
                for (size_t y = 0; y <= x; y++)
                    h[(3 * (size_t)k + x) * n + 3 * (size_t)k + y] += w * j[i][x] * j[i][y];
            }
    }

    /* Translation. */
    const double w = pow(seconds * MOVE, -2);
    for (int c = 0; c < 3; c++) {
        const size_t at = (size_t)(l->translation + c);
        const double d = live->problem.state.translation[c] - live->before.translation[c];
        value += 0.5 * w * d * d;
        if (h) {
            h[at * n + at] += w;
            g[at] += w * d;
        }
    }

    return value;
}

/* Solves the damped normal equations for the step. Returns false if they are singular or not finite. */
static bool find_step_live(pd_observe_live *live, double lambda)
{
    const size_t n = (size_t)live->problem.layout.count;

    memcpy(live->factor, live->normal.h, n * n * sizeof *live->factor);
    for (size_t i = 0; i < n; i++) {
        live->factor[i * n + i] = live->factor[i * n + i] * (1 + lambda) + 1e-9;
        live->step[i] = -live->normal.g[i];
    }

    if (!pd_k_cholesky(live->factor, (int)n)) return false;
    pd_k_cholesky_solve(live->step, live->factor, (int)n);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(live->step[i])) return false;

    return true;
}

int pd_observe_live_fit_on(pd_observe_live *live, double seconds)
{
    pd_observe_problem *p = &live->problem;
    double lambda = LAMBDA_FIRST;
    int steps = 0;

    /* Levenberg-Marquardt with the hold. */
    pd_observe_problem_update(p, false);
    double cost = pd_observe_equations_cost(p, false, NULL) + hold_live(live, seconds, NULL, NULL);
    for (bool done = false; steps < PD_OBSERVE_LIVE_STEPS && isfinite(cost) && !done; steps++) {
        double now = INFINITY;
        pd_observe_equations_make(&live->normal, p, false);
        hold_live(live, seconds, live->normal.h, live->normal.g);
        pd_observe_state_copy(&live->kept, &p->state, p->model);

        /* Try steps with growing damping until one does not cost more. */
        for (int attempt = 0; attempt < ATTEMPTS && !(now <= cost); attempt++) {
            if (attempt) lambda = fmax(10 * lambda, LAMBDA_FIRST);
            if (!find_step_live(live, lambda)) continue;
            pd_observe_state_copy(&p->state, &live->kept, p->model);
            pd_observe_state_move(&p->state, &p->layout, live->step);
            pd_observe_problem_update(p, true);
            now = pd_observe_equations_cost(p, false, NULL) + hold_live(live, seconds, NULL, NULL);
        }

        /* If none does, restore the pose. */
        if (!(now <= cost)) {
            pd_observe_state_copy(&p->state, &live->kept, p->model);
            pd_observe_problem_update(p, true);
            break;
        }

        /* Accept the step, and stop if the gain or the step is small. */
        lambda = fmax(lambda / 10, LAMBDA_LEAST);
        double longest = 0;
        for (int i = 0; i < p->layout.count; i++) longest = fmax(longest, fabs(live->step[i]));
        done = cost - now <= ENOUGH * now || longest < STILL;
        cost = now;
    }

    return steps;
}

pd_status pd_observe_live_fit_first(pd_observe_live *live, const pd_observe_sight *sight, pd_error *err)
{
    const pd_smpl_model *m = live->request.model;
    pd_observe_problem *p = &live->problem;
    float rotations[9 * PD_OBSERVE_LIVE_JOINTS];
    pd_observe_job job = pd_observe_live_job(live, sight);

    /* The whole fit, as for a single picture. */
    job.seen_count = live->hold + (live->has_holds ? PD_OBSERVE_LIVE_HOLDS : 0);
    job.betas = live->betas;
    job.rotations = rotations;
    job.has_floor = !sight->set->is_worn && (!sight->in_picture || !sight->from_hips);
    job.robust_picture = sight->in_picture ? PD_OBSERVE_LIVE_ROBUST * pd_observe_live_figure(live) : 0;
    job.iterations = BEGIN_STEPS;
    if (pd_observe_check(&job, m, err)) return err->status;
    if (!pd_arena_reserve(&live->begin, pd_observe_scratch_bytes(&job, m)))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    pd_observe_run(&job, m, &live->begin);
    if (job.status == PD_OBSERVE_BEHIND)
        return pd_fail(
            err, PD_ERR_INVALID, "/camera",
            "the body is behind the camera or nearer than %g m; a body farther in front of it expected",
            PD_OBSERVE_NEAREST);

    /* Take its result over. */
    for (int k = 0; k < p->layout.joints; k++)
        for (int i = 0; i < 9; i++) p->state.rotations[k][i] = (double)rotations[9 * k + i];
    memcpy(p->state.translation, job.translation, sizeof job.translation);
    pd_observe_problem_update(p, false);
    live->mirrored = (job.mirrored && !sight->set->is_worn) || live->sides >= PD_OBSERVE_LIVE_SIDES;
    live->pose.steps = job.iterations_used;
    if (!sight->in_picture) return PD_OK;

    /* The position in the first picture corresponds to the requested position of the body. */
    double lowest = live->request.floor;
    double x[3];
    memset(live->origin, 0, sizeof live->origin);
    if (sight->from_hips) {
        lowest = INFINITY;
        for (int i = 0; i < p->floor_count; i++) {
            pd_observe_point(x, &p->body, &p->state, &p->floor_places[i]);
            lowest = fmin(lowest, x[1]);
        }

        live->origin[0] = p->body.world[0].m[3];
        live->origin[2] = p->body.world[0].m[11];
        for (int c = 0; c < 3; c += 2) live->origin[c] += p->state.translation[c];
        live->origin[1] = lowest;
    }

    p->floor = lowest;

    return PD_OK;
}

void pd_observe_live_fit_standing(pd_observe_live *live)
{
    static const char *const arms[2] = {"left_shoulder", "right_shoulder"};
    pd_observe_problem *p = &live->problem;
    const pd_observe_trackers *t = &live->trackers;
    const double yaw = t->is_facing ? t->facing : live->request.facing;
    const bool by_hips = t->hips >= 0 && live->seen[t->hips].confidence > 0;
    const double *rest = p->body.rest[0];
    const double *part = by_hips ? rest : live->eyes;
    const double under[3] = {t->under.x, t->under.y, t->under.z};
    const double *to = by_hips ? live->seen[t->hips].at : under;
    const int left = pd_observe_set_place(live->set, "left_ankle");
    const int hips = pd_observe_set_place(live->set, "pelvis");
    const bool is_sure = !(live->seen[left].confidence > 0 || live->seen[hips].confidence > 0);
    double least = INFINITY;

    /* Try each facing. */
    live->mirrored = false;
    live->pose.steps = 0;
    for (int side = 0; side < (is_sure ? 1 : SIDES_TRIED); side++) {
        /* Standing body with the arms down, turned to that side, under the head or the hips. */
        const double turn[3] = {0, yaw + side * 2 * M_PI / SIDES_TRIED, 0};
        const double still[3] = {0, 0, 0};
        for (int k = 0; k < p->layout.joints; k++) pd_rot_from_axis_angle(p->state.rotations[k], still);
        pd_rot_from_axis_angle(p->state.rotations[0], turn);
        for (int arm = 0; arm < 2; arm++) {
            const int k = pd_smpl_joint_find(&p->model->data, arms[arm]);
            const double down[3] = {0, 0, arm ? ARMS_DOWN : -ARMS_DOWN};
            if (k >= 0) pd_rot_from_axis_angle(p->state.rotations[k], down);
        }

        const double *r = p->state.rotations[0];
        for (int c = 0; c < 3; c++) {
            double at = rest[c];
            for (int i = 0; i < 3; i++) at += r[3 * c + i] * (part[i] - rest[i]);
            p->state.translation[c] = to[c] - at;
        }

        /* Repeat the fit while it uses all of its steps. */
        for (int round = 0, steps = PD_OBSERVE_LIVE_STEPS;
             round < BEGIN_ROUNDS && steps == PD_OBSERVE_LIVE_STEPS; round++) {
            pd_observe_state_copy(&live->before, &p->state, p->model);
            steps = pd_observe_live_fit_on(live, LOOSE);
            live->pose.steps += steps;
        }

        /* Keep the best. */
        const double cost = pd_observe_equations_cost(p, false, NULL);
        if (!(cost < least)) continue;
        least = cost;
        pd_observe_state_copy(&live->best, &p->state, p->model);
    }

    /* Go on from it. */
    pd_observe_state_copy(&p->state, &live->best, p->model);
    pd_observe_problem_update(p, false);
}
