/* The pseudoinverse: the shortest step that solves the linear model.
 *
 *     J J^T = U S^2 U^T        d = J+ e = sum_r J^T u_r (u_r . e) / sigma_r^2 over sigma_r > 1e-3 sigma_max
 *
 * Near a singular pose 1 / sigma_r makes the step very large. Its largest angle is limited to 45 degrees; its
 * direction remains. */
#include "core/ik/methods/dense.h"
#include "core/ik/methods/method.h"

#include <string.h>

/* part of the largest singular value, below which a direction is singular */
#define SMALLEST   1e-3
#define LONGEST    0.785398163397448 /* radians: largest rotation of a step, an eighth of a turn */
#define STANDSTILL 1e-9              /* radians: least movement of a step */
#define WORSE      40                /* largest number of iterations without a new least error */

pd_ik_status pd_ik_pinv_run(pd_ik_problem *p, pd_ik_search *search)
{
    int here = 0, nudged = 0, since = 0;
    int m = p->m;
    double *values = p->y;
    double *sum = p->y + m;
    double best = INFINITY;

    for (;;) {
        pd_ik_problem_pose(p);
        if (p->reached) return PD_IK_REACHED;
        if (p->squared < 0.999 * best) { /* a smaller gain is none */
            best = p->squared;
            since = 0;
        } else if (++since > WORSE)
            return PD_IK_STALLED;
        if (!pd_ik_search_next(search, p, &here)) return PD_IK_BUDGET;

        /* Singular values of J from the eigenvalues of J J^T. */
        pd_ik_problem_jacobian(p);
        pd_ik_problem_hold(p, NULL);
        pd_ik_rows_gram(p->a, p, 0, m, 0);
        pd_ik_eigen(values, p->b, p->a, m);

        /* Step J+ e without nearly singular directions. */
        double most = 0, longest = 0;
        memset(sum, 0, (size_t)m * sizeof *sum);
        for (int r = 0; r < m; r++) most = fmax(most, values[r]);
        for (int r = 0; r < m; r++) {
            const double *u = p->b + r * m;
            double alpha = 0;
            if (!(values[r] > SMALLEST * SMALLEST * most)) continue;
            for (int c = 0; c < m; c++) alpha += u[c] * p->e[c];
            for (int c = 0; c < m; c++) sum[c] += u[c] * alpha / values[r];
        }

        pd_ik_rows_back(p->step, p, 0, m, sum);

        /* Limit the step. A pose that no longer moves may be singular: nudge it once. */
        for (int i = 0; i < p->n; i++) longest = fmax(longest, fabs(p->step[i]));
        for (int i = 0; i < p->n && longest > LONGEST; i++) p->step[i] *= LONGEST / longest;
        if (pd_ik_problem_move(p, p->step) > STANDSTILL) continue;
        if (nudged++) return PD_IK_STALLED;
        pd_ik_problem_nudge(p, 0.1); /* radians */
    }
}
