/* Jacobian transpose: down the gradient of |e|^2, as far as the linear model falls.
 *
 *     d = alpha J^T e        alpha = <e, J J^T e> / <J J^T e, J J^T e>
 *
 * No matrix is inverted, nothing is singular; it creeps where the singular values of J are far apart. */
#include "core/ik/methods/method.h"

#define STANDSTILL 1e-9 /* radians: a step that is shorter goes nowhere */

pd_ik_status pd_ik_transpose_run(pd_ik_problem *p, pd_ik_search *search)
{
    int here = 0, nudged = 0;

    for (;;) {
        pd_ik_problem_pose(p);
        if (p->reached) return PD_IK_REACHED;
        if (!pd_ik_search_next(search, p, &here)) return PD_IK_BUDGET;
        pd_ik_problem_jacobian(p);
        pd_ik_problem_hold(p, NULL);

        double *je = p->y;
        double up = 0, down = 0;
        pd_ik_rows_back(p->step, p, 0, p->m, p->e);
        pd_ik_rows_times(je, p, 0, p->m, p->step);
        for (int r = 0; r < p->m; r++) {
            up += p->e[r] * je[r];
            down += je[r] * je[r];
        }

        double alpha = down > 1e-300 ? up / down : 0;
        for (int i = 0; i < p->n; i++) p->step[i] *= alpha;

        if (pd_ik_problem_move(p, p->step) > STANDSTILL) continue;
        if (nudged++) return PD_IK_STALLED;
        pd_ik_problem_nudge(p, 0.1);
    }
}
