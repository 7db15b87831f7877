/* Damped least squares with bounds (notes of method.h): an active set of limits, damping proportional to the
 * error, and a pull to the middle of the ranges while the target is far. It needs no line search and no step
 * limit.
 *
 *     E = |e|^2   lambda = 0.03 E + 1e-6   mu = E > 0.3 ? 0.2 E : 0
 *     D_i = 1 / (lambda + mu / half_i^2)   b_i = mu (mid_i - q_i) / half_i^2
 *     (I + J D J^T) y = e - J D b          d = D (b + J^T y)
 */
#include "core/base/assert.h"
#include "core/ik/methods/dense.h"
#include "core/ik/methods/method.h"

#include <stdbool.h>
#include <string.h>

/* lambda as a part of E; 0.03 to 0.05 are equally good, 0.001 and 1 halve the speed */
#define FOLLOWS    0.03 /* lambda^2 by E in adaptive damping */
#define LEAST      1e-6 /* least lambda^2 */
#define FAR        0.3  /* E above which angles are pulled to the middle of their ranges */
#define NEAR       0.1  /* E of the first level below which the second level is solved */
#define PULL       0.2  /* weight of the pull to the middle of the ranges, by E */
#define CONSTANT   0.1  /* lambda of constant damping, by default */
#define GIVES_UP   0.5  /* adaptive damping stops if E does not fall below this part of itself ... */
#define WITHIN     4    /* ... in this number of iterations */
#define SLOWLY     0.99 /* the same part for slower convergence: other damping, or the second level */
#define STANDSTILL 1e-7 /* radians: least movement of a step */
/* radians: largest rotation of a step, an eighth of a turn (Buss and Kim 2005: gamma_max) */
#define QUARTER    0.785398163397448

/* Computes I + J D J^T and e - J D b for six rows. Whole rows vectorize,
 * and local arrays cannot be aliased. */
static void damped_six(pd_ik_problem *p, const double *d, const double *b)
{
    double a[36], y[6];

    PD_DEBUG_ASSERT(p->m >= 6 && p->n > 0);

    /* Begin with I and e. */
    for (int k = 0; k < 36; k++) a[k] = k % 7 == 0;
    for (int r = 0; r < 6; r++) y[r] = p->e[r];

    /* Add the weighted column of each angle that is not held. */
    for (int i = 0; i < p->n; i++) {
        if (p->held[i]) continue;
        const double *j = p->jacobian + (size_t)i * (size_t)p->m;
        const double weight = d[i];
        const double pull = weight * b[i];
        const double v[6] = {j[0], j[1], j[2], j[3], j[4], j[5]};
        for (int r = 0; r < 6; r++) {
            const double w = v[r] * weight;
            for (int c = 0; c < 6; c++) a[6 * r + c] += w * v[c];
        }

        for (int r = 0; r < 6; r++) y[r] -= pull * v[r];
    }

    memcpy(p->a, a, sizeof a);
    memcpy(p->y, y, sizeof y);
}

/* Solves the damped least squares for p->y, of the first m rows, with the damping d of each angle and the
 * pull b. Returns false if singular. */
static bool solve_dls(pd_ik_problem *p, const double *d, const double *b, int m)
{
    /* Six rows, a position and an orientation, are the most frequent case and have unrolled code. */
    if (m == 6) {
        damped_six(p, d, b);
        if (!pd_ik_cholesky6(p->a)) return false;
        pd_ik_cholesky6_solve(p->y, p->a);
        return true;
    }

    /* I + J D J^T and e - J D b, lower triangle. */
    double *a = p->a;
    double *y = p->y;

    for (int r = 0; r < m; r++) {
        for (int c = 0; c <= r; c++) a[r * m + c] = r == c;
        y[r] = p->e[r];
    }

    /* Add each angle's column, unless its limit holds it. */
    for (int i = 0; i < p->n; i++) {
        if (p->held[i]) continue;
        const double *j = p->jacobian + (size_t)i * (size_t)p->m;
        for (int r = 0; r < m; r++) {
            double jr = j[r] * d[i];
            for (int c = 0; c <= r; c++) a[r * m + c] += jr * j[c];
            y[r] -= jr * b[i];
        }
    }

    if (!pd_ik_cholesky(p->a, m)) return false;
    pd_ik_cholesky_solve(p->y, p->a, m);
    return true;
}

/* Computes a damped step. If a swing is rotated to the normal and tangent of its rim, its pull is rotated as
 * well. Its weights are those of the columns. */
static void step_damped(pd_ik_problem *p, double lambda, double mu)
{
    double *d = p->spare;
    double *b = p->spare + p->n;

    for (int i = 0; i < p->n; i++) {
        double pull = mu * p->inverse_half2[i];
        d[i] = 1 / (lambda + pull);
        b[i] = pull * (p->middle[i] - p->q[i]);
    }

    pd_ik_problem_hold(p, b);

    bool done = solve_dls(p, d, b, p->first);
    for (int i = 0; i < p->n; i++) {
        const double *j = p->jacobian + (size_t)i * (size_t)p->m;
        double sum = b[i];
        for (int r = 0; r < p->first && done; r++) sum += j[r] * p->y[r];
        p->step[i] = p->held[i] ? 0 : d[i] * sum;
    }

    if (p->first < p->m && p->squared_first < NEAR) pd_ik_nullspace_second(p, p->step, fmax(lambda, 1e-4));
}

/* Computes a selectively damped step: cuts a singular direction whose angles could move an end effector
 * much farther than the direction asks for. */
static void step_selective(pd_ik_problem *p)
{
    int m = p->m;
    int n = p->n;
    double *values = p->y;
    double *v = p->spare;
    double longest = 0;

    /* Singular values of J from the eigenvalues of J J^T. */
    pd_ik_problem_hold(p, NULL);
    pd_ik_rows_gram(p->a, p, 0, m, 0);
    pd_ik_eigen(values, p->b, p->a, m);
    memset(p->step, 0, (size_t)n * sizeof *p->step);

    /* Contribution of each singular direction. */
    for (int r = 0; r < m; r++) {
        const double *u = p->b + r * m;
        double sigma = sqrt(fmax(values[r], 0));
        double alpha = 0, wants = 0, could = 0, most = 0;
        if (sigma < 1e-9) continue;
        pd_ik_rows_back(v, p, 0, m, u);
        for (int c = 0; c < m; c++) alpha += u[c] * p->e[c];

        /* N_r, the wanted motion, and M_r, the possible one: sums over the end effectors. */
        for (int g = 0; g < p->goal_count; g++) {
            PD_DEBUG_ASSERT(p->goals[g].row <= m);
            int from = p->goals[g].row;
            int to = g + 1 < p->goal_count ? p->goals[g + 1].row : m;
            double part = 0;
            for (int c = from; c < to; c++) part += u[c] * u[c];
            wants += sqrt(part);
            for (int i = 0; i < n; i++) {
                const double *j = p->jacobian + (size_t)i * (size_t)m;
                double moves = 0;
                for (int c = from; c < to; c++) moves += j[c] * j[c];
                could += sqrt(moves) * fabs(v[i]) / (sigma * sigma);
            }
        }

        /* Limit the angle change of the direction by the ratio of the wanted to the possible motion. */
        double gamma = could > wants ? QUARTER * wants / could : QUARTER;
        double scale = alpha / (sigma * sigma);
        for (int i = 0; i < n; i++) most = fmax(most, fabs(v[i] * scale));
        if (most > gamma) scale *= gamma / most;
        for (int i = 0; i < n; i++) p->step[i] += v[i] * scale;
    }

    /* Limit the whole step as well. */
    for (int i = 0; i < n; i++) longest = fmax(longest, fabs(p->step[i]));
    for (int i = 0; i < n && longest > QUARTER; i++) p->step[i] *= QUARTER / longest;
}

/* Computes a step by the job's kind of damping. */
static void step_dls(pd_ik_problem *p)
{
    const pd_ik_job *job = p->job;
    double squared = p->squared_first;

    if (job->dls.damping == PD_IK_SELECTIVE) {
        step_selective(p);
    } else if (job->dls.damping == PD_IK_CONSTANT) {
        double lambda = job->dls.lambda > 0 ? job->dls.lambda : CONSTANT;
        step_damped(p, lambda * lambda, 0);
    } else {
        /* With max_rotation there is no pull, because a tracking pose must not change its branch. */
        double mu = squared > FAR && !(job->max_rotation > 0) ? PULL * squared : 0;
        step_damped(p, FOLLOWS * squared + LEAST, mu);
    }
}

/* The best pose that reaches the first level. Limits may cut steps of the second level, and so increase the
 * error of the first. */
typedef struct best_pose {
    double *q, squared;
} best_pose;

static pd_ik_status end_with(pd_ik_status status, const best_pose *best, pd_ik_problem *p)
{
    if (best->squared == INFINITY) return status;
    memcpy(p->q, best->q, (size_t)p->n * sizeof *best->q);
    pd_ik_problem_pose(p);
    return status;
}

pd_ik_status pd_ik_dls_run(pd_ik_problem *p, pd_ik_search *search)
{
    double history[WITHIN] = {INFINITY, INFINITY, INFINITY, INFINITY}; /* errors of the last iterations */
    best_pose best = {p->spare + 2 * p->n, INFINITY};
    int here = 0, nudged = 0;

    for (;;) {
        pd_ik_problem_pose(p);
        if (p->reached) return PD_IK_REACHED;

        /* The error of the second level may increase, so keep the best pose that reaches the first. */
        if (p->first < p->m && p->reached_first && p->squared < best.squared) {
            best.squared = p->squared;
            memcpy(best.q, p->q, (size_t)p->n * sizeof *best.q);
        }

        /* Stop if the error falls too slowly: that of the first level until it is reached,
         * then that of both. */
        bool second = p->first < p->m && p->reached_first;
        bool quick = p->job->dls.damping == PD_IK_ADAPTIVE && !second;
        double now = second ? p->squared : p->squared_first;
        double before = history[here % WITHIN];
        history[here % WITHIN] = now;
        if (here >= WITHIN * (quick ? 1 : 8) && !(now <= (quick ? GIVES_UP : SLOWLY) * before))
            return end_with(PD_IK_STALLED, &best, p);

        /* A pose that no longer moves may be singular: nudge it once. */
        if (!pd_ik_search_next(search, p, &here)) return end_with(PD_IK_BUDGET, &best, p);
        pd_ik_problem_jacobian(p);
        step_dls(p);
        if (pd_ik_problem_move(p, p->step) > STANDSTILL) continue;
        if (nudged++ || best.squared < INFINITY) return end_with(PD_IK_STALLED, &best, p);
        pd_ik_problem_nudge(p, 0.1);
    }
}
