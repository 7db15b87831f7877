#ifndef PD_IK_CONSTRAINT_ROWS_H
#define PD_IK_CONSTRAINT_ROWS_H
/* What the solvers of a whole problem share: the count of iterations, products with the Jacobian, a way out of a straight line. */
#include "core/ik/constraint/problem.h"

#include <stdbool.h>

/* Attempts so far. */
typedef struct pd_ik_search {
    int most; /* iterations of this attempt                   */
    int used; /* out: iterations, added up over the attempts  */
    int cut;  /* out: the caller's keep_going said no         */
} pd_ik_search;

/* One more iteration? Counts it. */
bool pd_ik_search_next(pd_ik_search *search, const pd_ik_problem *problem, int *here);

/* A = J J^T (+ lambda on the diagonal) of rows [from, to) without what is held; lower triangle, (to - from)^2. */
void pd_ik_rows_gram(double *a, const pd_ik_problem *problem, int from, int to, double lambda);
/* out (rows) = J v; out (n) = J^T y, 0 where held. */
void pd_ik_rows_times(double *out, const pd_ik_problem *problem, int from, int to, const double *v);
void pd_ik_rows_back(double *out, const pd_ik_problem *problem, int from, int to, const double *y);

/* Out of a straight line: a little of each range, signs alternating. */
void pd_ik_problem_nudge(pd_ik_problem *problem, double part);

#endif
