/* Levenberg-Marquardt: the nearest pose, also where none reaches.
 *
 *     d = J^T (J J^T + lambda I)^-1 e       E(q + d) < E(q) ? keep, lambda x 0.3 : take back, lambda x 4
 *
 * Damping that follows the error never settles on a target out of reach; this one ends where no step makes E smaller: a
 * stationary pose within the limits. The second level counts a ten-thousandth beside the first. */
#include "core/ik/dense.h"
#include "core/ik/method.h"

#include <string.h>

#define FIRST    1e-3
#define LARGEST  1e6
#define SMALLEST 1e-9
#define SETTLED  1e-4 /* of E: a step that gains less is the last */
#define SECOND   0.01 /* of the second level's residuals          */

static double cost(const pd_ik_problem *p)
{
    return p->squared_first + SECOND * SECOND * (p->squared - p->squared_first);
}

static void soften(pd_ik_problem *p)
{
    for (int r = p->first; r < p->m; r++) p->e[r] *= SECOND;
    for (int i = 0; i < p->n && p->first < p->m; i++)
        for (int r = p->first; r < p->m; r++) p->jacobian[(size_t)i * (size_t)p->m + (size_t)r] *= SECOND;
}

static int step_of(pd_ik_problem *p, double lambda)
{
    int m = p->m;
    memcpy(p->a, p->b, (size_t)m * (size_t)m * sizeof *p->a);
    for (int r = 0; r < m; r++) p->a[r * m + r] += lambda, p->y[r] = p->e[r];
    if (m == 6 ? !pd_ik_cholesky6(p->a) : !pd_ik_cholesky(p->a, m)) return 0;
    if (m == 6)
        pd_ik_cholesky6_solve(p->y, p->a);
    else
        pd_ik_cholesky_solve(p->y, p->a, m);
    pd_ik_rows_back(p->step, p, 0, m, p->y);
    return 1;
}

/* One accepted step, or none any more: lambda grows until E falls. */
static int descend(pd_ik_problem *p, double *lambda, double *gain)
{
    double *q = p->spare + p->n, *e = p->y + p->m, before = cost(p);
    size_t bytes = (size_t)p->n * sizeof *q;
    pd_ik_problem_jacobian(p);
    soften(p);
    pd_ik_problem_hold(p, NULL);
    pd_ik_rows_gram(p->b, p, 0, p->m, 0);
    memcpy(q, p->q, bytes);
    memcpy(e, p->e, (size_t)p->m * sizeof *e);
    for (; *lambda < LARGEST; *lambda *= 4) {
        memcpy(p->e, e, (size_t)p->m * sizeof *e);
        if (!step_of(p, *lambda)) continue;
        pd_ik_problem_move(p, p->step);
        pd_ik_problem_pose(p);
        if (cost(p) < before) {
            *gain = (before - cost(p)) / before;
            *lambda = fmax(SMALLEST, 0.3 * *lambda);
            return 1;
        }
        memcpy(p->q, q, bytes);
    }
    pd_ik_problem_pose(p);
    return 0;
}

pd_ik_status pd_ik_levenberg_run(pd_ik_problem *p, pd_ik_search *search)
{
    double lambda = FIRST, gain = 1;
    int here = 0, slow = 0;
    pd_ik_problem_pose(p);
    while (!p->reached) {
        if (!pd_ik_search_next(search, p, &here)) return PD_IK_BUDGET;
        if (!descend(p, &lambda, &gain)) return PD_IK_STALLED;
        slow = gain < SETTLED ? slow + 1 : 0;
        if (slow > 1) return PD_IK_STALLED;
    }
    return PD_IK_REACHED;
}
