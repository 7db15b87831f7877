/* Uses the freedom that the targets leave: the null space of J.
 *
 *     d = J+ V + (J+ J - I) z = J^T [(J J^T)^-1 (V + J z)] - z
 *         J (J+ J - I) z = 0: z does not move the effectors
 *     z_i = alpha_i (q_i - q_ci) |q_i - q_ci|
 *         squared distance, with the sign towards q_c
 *
 * alpha_i is the gain of the joint; a greater gain makes it stiffer. With a gain of 0 the step is that of the
 * pseudoinverse. A gain that would move an angle beyond its natural one is reduced, so that it moves the
 * angle to it.
 *
 * Priorities (Nakamura 1987; Siciliano and Slotine 1991): the second level works on J2 N1, N1 = I - J1+ J1:
 *
 *     d = d1 + (J2 N1)# (e2 - J2 d1)
 */
#include "core/ik/methods/dense.h"
#include "core/ik/methods/method.h"

#include <stdbool.h>
#include <string.h>

#define SHARP      1e-9 /* damping that keeps (J J^T)^-1 finite if J has not full rank */
#define STANDSTILL 1e-5 /* radians: a smaller step is the last */
#define LEAST_PART (1.0 / 64)
/* radians: largest step of the second level, for which the null space is nearly linear */
#define LONGEST    0.2
#define ROUNDS     3 /* rounds of finding the angles at a bound */

static double discomfort(const pd_ik_problem *p)
{
    double sum = 0;
    for (int i = 0; i < p->n; i++) sum += p->gain[i] * (p->q[i] - p->rest[i]) * (p->q[i] - p->rest[i]);
    return sum;
}

/* Computes d of the first equation with V = e.
 * Holds angles that would pass a bound, and computes it again. */
static bool settle_step(pd_ik_problem *p, double *d, const double *z)
{
    int m = p->m;
    double *y = p->y;
    double *jz = p->y + m;

    memset(p->held, 0, (size_t)p->n);
    for (int k = 0; k < p->node_count; k++) p->rim[k][2] = 0;
    for (int round = 0, again = 1; again && round < ROUNDS; round++) {
        pd_ik_rows_gram(p->a, p, 0, m, SHARP);
        if (!pd_ik_cholesky(p->a, m)) return false;
        pd_ik_rows_times(jz, p, 0, m, z);
        for (int r = 0; r < m; r++) y[r] = p->e[r] + jz[r];
        pd_ik_cholesky_solve(y, p->a, m);
        pd_ik_rows_back(d, p, 0, m, y);
        again = 0;
        for (int i = 0; i < p->n; i++) {
            d[i] = p->held[i] ? 0 : d[i] - z[i];
            int out = (p->q[i] >= p->high[i] && d[i] > 0) || (p->q[i] <= p->low[i] && d[i] < 0);
            if (out && !p->held[i]) p->held[i] = again = 1;
        }
    }

    return true;
}

void pd_ik_nullspace_settle(pd_ik_problem *p, pd_ik_search *search)
{
    double *q = p->spare + p->n;
    double *z = p->spare + 2 * p->n;
    double part = 1;
    int here = 0;

    pd_ik_problem_pose(p);

    /* Gradient steps towards rest, restricted to the null space. */
    while (part >= LEAST_PART && pd_ik_search_next(search, p, &here)) {
        double before = discomfort(p);
        memcpy(q, p->q, (size_t)p->n * sizeof *q);
        pd_ik_problem_jacobian(p);

        /* Change of each angle: a part of its distance from rest, smaller near rest. */
        for (int i = 0; i < p->n; i++) {
            double away = p->q[i] - p->rest[i];
            z[i] = part * away * fmin(1, p->gain[i] * fabs(away));
        }

        if (!settle_step(p, p->step, z)) return;

        /* Keep a step that still reaches the targets and decreases the discomfort. Otherwise undo it and try
         * a shorter one. */
        double moved = pd_ik_problem_move(p, p->step);
        pd_ik_problem_pose(p);
        if (p->reached && discomfort(p) < before) {
            if (moved < STANDSTILL) return;
            part = fmin(1, 2 * part);
            continue;
        }

        memcpy(p->q, q, (size_t)p->n * sizeof *q);
        pd_ik_problem_pose(p);
        part *= 0.25;
    }
}

void pd_ik_nullspace_second(pd_ik_problem *p, double *step, double lambda)
{
    int m1 = p->first;
    int m2 = p->m - m1;
    double *y = p->y;
    double *left = p->y + p->m;
    double *row = p->spare;
    double *back = p->spare + p->n;

    /* Remaining error of the second level after the first level's step. */
    pd_ik_rows_times(left, p, m1, p->m, step);
    for (int r = 0; r < m2; r++) left[r] = p->e[m1 + r] - left[r];

    /* Project the rows of J2 onto the null space of J1,
     * so that the second level does not change the first. */
    pd_ik_rows_gram(p->a, p, 0, m1, SHARP);
    if (m1 && !pd_ik_cholesky(p->a, m1)) return;

    for (int r = 0; r < m2 && m1; r++) { /* row r of J2 minus its part in the rows of J1 */
        for (int i = 0; i < p->n; i++) row[i] = p->jacobian[(size_t)i * (size_t)p->m + (size_t)(m1 + r)];
        pd_ik_rows_times(y, p, 0, m1, row);
        pd_ik_cholesky_solve(y, p->a, m1);
        pd_ik_rows_back(back, p, 0, m1, y);
        for (int i = 0; i < p->n; i++) p->jacobian[(size_t)i * (size_t)p->m + (size_t)(m1 + r)] -= back[i];
    }

    /* Damped least squares in the projected rows. */
    pd_ik_rows_gram(p->b, p, m1, p->m, lambda);
    if (!pd_ik_cholesky(p->b, m2)) return;

    pd_ik_cholesky_solve(left, p->b, m2);
    pd_ik_rows_back(back, p, m1, p->m, left);

    /* Limit the added step. */
    double most = 0;
    for (int i = 0; i < p->n; i++) most = fmax(most, fabs(back[i]));
    for (int i = 0; i < p->n; i++) step[i] += most > LONGEST ? back[i] * (LONGEST / most) : back[i];
}
