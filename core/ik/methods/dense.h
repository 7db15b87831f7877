#ifndef PD_IK_METHODS_DENSE_H
#define PD_IK_METHODS_DENSE_H

#include <stdbool.h>
/* Solves the small dense systems of inverse kinematics: a few rows, in double, without a library call.
 *
 *     A = L L^T            Cholesky; L is stored in the lower triangle
 *     A = V diag(w) V^T    cyclic Jacobi, exact to rounding; for a dozen rows as fast as other methods
 *
 * Shapes   matrices are row-major and densely packed; only the lower triangle of a symmetric matrix is read.
 * Memory   allocates nothing; outputs come first.
 * Threads  pure functions.
 * Errors   none but the returned 0.
 */

/* Factors the lower triangle of a (n,n) in place; its diagonal becomes 1 / l_jj. Returns 0 if a pivot is at
 * most 1e-14 of its diagonal element. */
int pd_ik_cholesky(double *a, int n);
/* Solves L L^T x = b, where x (n) contains b at the call and the solution afterwards. */
void pd_ik_cholesky_solve(double *x, const double *l, int n);
/* Do what pd_ik_cholesky and pd_ik_cholesky_solve do, for exactly six rows: the fixed loop length makes them
 * twice as fast. */
bool pd_ik_cholesky6(double *a);
void pd_ik_cholesky6_solve(double *x, const double *l);

/* Computes the eigenvalues (n), in no order, and the unit eigenvectors,
 * one in each row of (n,n). Destroys a. */
void pd_ik_eigen(double *values, double *vectors, double *a, int n);

#endif
