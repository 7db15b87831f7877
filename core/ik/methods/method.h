#ifndef PD_IK_METHODS_METHOD_H
#define PD_IK_METHODS_METHOD_H
/* The solvers of a whole problem (problem.h). Each starts at problem->q and leaves there the last pose that
 * it computed.
 *
 * transpose   d = alpha J^T e, alpha = <e, J J^T e> / |J J^T e|^2 Wolovich and Elliott 1984
 * pinv        d = J+ e = sum_r (u_r . e / sigma_r) v_r over sigma_r > 1e-3 sigma_max            Whitney 1969
 * dls         d = D (b + J^T y),  (I + J D J^T) y = e - J D b,  D_i = 1 / (lambda + mu / half_i^2)
 *             lambda = 0.03 E + 1e-6 (adaptive) or the square of the job's lambda (constant); mu = 0.2 E
 *             while E > 0.3, else 0, pulls
 *             towards the middle of the ranges: b_i = mu (mid_i - q_i) / half_i^2
 *                 Wampler 1986, Nakamura and Hanafusa 1986
 *   selective d = sum_r clamp(u_r . e / sigma_r v_r, gamma_r), gamma_r = min(1, N_r / M_r) pi / 4
 *       Buss and Kim 2005
 * null space  d = J^T [(J J^T)^-1 (V + J z)] - z,   z_i = alpha_i (q_i - q_ci) |q_i - q_ci|
 * levenberg   d = J^T (J J^T + lambda)^-1 e, kept if E falls (lambda x 0.3), otherwise undone (lambda x 4)
 * ccd, fabrik rotate one joint after the other; see their files
 * optimize    min G(q) within the limits; see its file
 * example     max log p(x(q)) subject to the targets; see prior_solve.c
 *
 * Every method holds angles that are at a bound and pushed against it (pd_ik_problem_hold), and clamps every
 * step.
 * Memory   the problem's; OPTIMIZE's nlopt uses malloc.
 * Threads  one thread for each problem.
 * Errors   none.
 */
#include "core/ik/job/rows.h"

pd_ik_method pd_ik_transpose_run, pd_ik_pinv_run, pd_ik_dls_run, pd_ik_ccd_run, pd_ik_fabrik_tree_run;
pd_ik_method pd_ik_levenberg_run, pd_ik_optimize_run, pd_ik_map_run;

/* Functions for the columns `activate` and `doubles` of EXAMPLE's row (job.h). EXAMPLE rotates every joint of
 * its prior, unless all targets name their chains, and the root if it may move. */
void pd_ik_map_activate(unsigned char *active, const pd_ik_job *job);
size_t pd_ik_map_doubles(const pd_ik_job *job, int rows);

/* Moves a pose that reaches its targets towards the natural pose,
 * along the null space, while the targets stay reached. */
void pd_ik_nullspace_settle(pd_ik_problem *problem, pd_ik_search *search);
/* Adds the second priority level to one step: `step` (n) was computed from the rows of the first level and
 * receives what the second level gains in their null space. Overwrites the second level's rows of J. */
void pd_ik_nullspace_second(pd_ik_problem *problem, double *step, double lambda);

/* Wahba's problem: pairs of directions that the rotation of one node should align, accumulated as the sum of
 * their outer products. */
typedef struct pd_ik_wahba {
    double b[9];            /* sum of weight now_r then_c, row-major (3,3) */
    double now[3], then[3]; /* the last pair */
    int count;
} pd_ik_wahba;
/* Adds one pair: the direction `now` should become the direction `then`. */
void pd_ik_wahba_add(pd_ik_wahba *wahba, const double now[3], const double then[3], double weight);
/* Adds the three axes of the goal's tip with their target directions. */
void pd_ik_wahba_add_frame(pd_ik_wahba *wahba, const pd_ik_problem *problem, const pd_ik_goal *goal,
                           double weight);
/* Returns the rotation that aligns the pairs best, for a joint without limits. */
pd_quat pd_ik_wahba_best(const pd_ik_wahba *wahba);
/* Rotates the node to align the pairs as well as its limits permit. Updates the frame of the node, but not
 * those of its children. */
void pd_ik_wahba_rotate(pd_ik_problem *problem, int node, const pd_ik_wahba *wahba);

#endif
