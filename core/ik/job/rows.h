#ifndef PD_IK_JOB_ROWS_H
#define PD_IK_JOB_ROWS_H
/* Helpers shared by the solvers of a whole problem (problem.h): iteration count, products with the Jacobian,
 * and a perturbation of straight chains.
 *
 * Shapes   n angles, m rows.
 * Memory   allocates nothing.
 * Threads  one thread for each problem.
 * Errors   none.
 */
#include "core/ik/job/problem.h"

#include <stdbool.h>

/* Iteration budget of an attempt, and the count over all attempts so far. */
typedef struct pd_ik_search {
    int most; /* iterations allowed in this attempt */
    int used; /* out: iterations, summed over the attempts */
    int cut;  /* out: nonzero if the caller's keep_going returned 0 */
} pd_ik_search;

/* Counts one more iteration in search->used and *here. Returns false if the budget of the attempt is used up
 * or keep_going returned 0. */
bool pd_ik_search_next(pd_ik_search *search, const pd_ik_problem *problem, int *here);

/* Computes A = J J^T + lambda I of rows [from, to), without held angles:
 * lower triangle of a (to - from, to - from) matrix. */
void pd_ik_rows_gram(double *a, const pd_ik_problem *problem, int from, int to, double lambda);
/* Compute products with rows [from, to) of J: _times out (to - from) = J v,
 * _back out (n) = J^T y with 0 for held angles. */
void pd_ik_rows_times(double *out, const pd_ik_problem *problem, int from, int to, const double *v);
void pd_ik_rows_back(double *out, const pd_ik_problem *problem, int from, int to, const double *y);

/* Moves q out of a straight-line singularity: shifts each angle by `part` times half its range (at most by
 * `part` radians), with alternating signs. */
void pd_ik_problem_nudge(pd_ik_problem *problem, double part);

#endif
