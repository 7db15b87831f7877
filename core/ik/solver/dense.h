#ifndef PD_IK_SOLVER_DENSE_H
#define PD_IK_SOLVER_DENSE_H

#include <stdbool.h>
/* The small dense systems of inverse kinematics: a handful of rows, in double, without a library call.
 *
 *     A = L L^T            Cholesky; L stands in the lower triangle
 *     A = V diag(w) V^T    cyclic Jacobi: exact to rounding, for a dozen rows as fast as anything
 *
 * Matrices are row-major and densely packed, symmetric ones are read from their lower triangle.
 * Nothing is allocated; outputs come first.   Threads  pure.
 */

/* In place, the lower triangle of a (n,n); the diagonal keeps 1 / l_jj. Returns 0 when a pivot is at most 1e-14 of its diagonal. */
int pd_ik_cholesky(double *a, int n);
/* x (n) := the solution of L L^T x = x. */
void pd_ik_cholesky_solve(double *x, const double *l, int n);
/* The same two for six rows: loops of known length, twice as fast. */
bool pd_ik_cholesky6(double *a);
void pd_ik_cholesky6_solve(double *x, const double *l);

/* Eigenvalues (n) in no order and unit eigenvectors as rows (n,n) of a, which is destroyed. */
void pd_ik_eigen(double *values, double *vectors, double *a, int n);

#endif
