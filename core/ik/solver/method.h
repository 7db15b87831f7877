#ifndef PD_IK_SOLVER_METHOD_H
#define PD_IK_SOLVER_METHOD_H
/* The solvers of a whole problem (problem.h). Each begins at problem->q and leaves there the last pose that it made.
 *
 * transpose   d = alpha J^T e,   alpha = <e, J J^T e> / |J J^T e|^2                             Wolovich and Elliott 1984
 * pinv        d = J+ e = sum_r (u_r . e / sigma_r) v_r over sigma_r > 1e-3 sigma_max            Whitney 1969
 * dls         d = D (b + J^T y),  (I + J D J^T) y = e - J D b,  D_i = 1 / (lambda + mu / half_i^2)
 *             lambda = 0.03 E + 1e-6 (adaptive) or the caller's squared (constant); mu = 0.2 E while E > 0.3, else 0, pulls
 *             to the middle of the ranges: b_i = mu (mid_i - q_i) / half_i^2        Wampler 1986, Nakamura and Hanafusa 1986
 *   selective d = sum_r clamp(u_r . e / sigma_r v_r, gamma_r), gamma_r = min(1, N_r / M_r) pi / 4       Buss and Kim 2005
 * null space  d = J^T [(J J^T)^-1 (V + J z)] - z,   z_i = alpha_i (q_i - q_ci) |q_i - q_ci|
 * levenberg   d = J^T (J J^T + lambda)^-1 e, kept when E falls (lambda x 0.3), else taken back (lambda x 4)
 * ccd, fabrik rotate one joint after the other; see their files
 * optimize    min G(q) within the limits; see its file
 * example     max log p(x(q)) under the targets; see prior_solve.c
 *
 * All of them hold what is at its bound and pushed against it (pd_ik_problem_hold) and clamp every step.
 * Memory   the problem's; OPTIMIZE's nlopt has its own.   Threads  as the problem.
 */
#include "core/ik/constraint/rows.h"

pd_ik_method pd_ik_transpose_run, pd_ik_pinv_run, pd_ik_dls_run, pd_ik_ccd_run, pd_ik_fabrik_tree_run;
pd_ik_method pd_ik_levenberg_run, pd_ik_optimize_run, pd_ik_map_run;

/* Of EXAMPLE's row. It rotates every joint that its prior knows, unless all targets name their chains; the root where it may move. */
void pd_ik_map_activate(unsigned char *active, const pd_ik_job *job);
size_t pd_ik_map_doubles(const pd_ik_job *job, int rows);

/* From a pose that reaches: towards the natural one as far as it goes on reaching. */
void pd_ik_nullspace_settle(pd_ik_problem *problem, pd_ik_search *search);
/* One step of priority: step (n) was made from the first level's rows; adds what the second level's gain in their null
 * space. Overwrites J's second rows. */
void pd_ik_nullspace_second(pd_ik_problem *problem, double *step, double lambda);

/* Wahba's problem: correspondences of directions that one node's rotation shall align, as the sum of their products. */
typedef struct pd_ik_wahba {
    double b[9];            /* sum of w now_r then_c, row-major */
    double now[3], then[3]; /* of the last correspondence       */
    int count;
} pd_ik_wahba;
void pd_ik_wahba_add(pd_ik_wahba *wahba, const double now[3], const double then[3], double weight);
/* The axes of the goal's tip as they are, to where it wants them. */
void pd_ik_wahba_add_frame(pd_ik_wahba *wahba, const pd_ik_problem *problem, const pd_ik_goal *goal,
                           double weight);
/* The rotation of a joint without limits. */
pd_quat pd_ik_wahba_best(const pd_ik_wahba *wahba);
/* Rotates the node as near to the correspondences as its limits let it; its frame is new, not those of its children. */
void pd_ik_wahba_rotate(pd_ik_problem *problem, int node, const pd_ik_wahba *wahba);

#endif
