#ifndef PD_KERNEL_LINALG_H
#define PD_KERNEL_LINALG_H
/* Dense linear algebra in double for training and fitting: thin over OpenBLAS and its LAPACK.
 *
 * Matrices are row-major and densely packed; symmetric ones are given and returned in full.
 *
 * Memory   the caller owns every pointer; outputs come first and may not overlap inputs unless said. Only
 *          pd_k_syev_top allocates (LAPACK's workspace), once per call.
 * Threads  callable from any thread. pd_k_blas_serial makes OpenBLAS use the calling thread only, which is
 *          what the executor wants (it owns the cores) and what makes sums independent of their number.
 */
#include <stdbool.h>
#include <stddef.h>

/* One thread inside OpenBLAS from now on, for the whole process. */
void pd_k_blas_serial(void);

/* C (m,n) = alpha op(A) op(B) + beta C, where op transposes if its flag is set; op(A) is (m,k), op(B) (k,n). */
void pd_k_gemm(double *c, const double *a, int transpose_a, const double *b, int transpose_b, int m, int n,
               int k, double alpha, double beta);

/* The same in float. */
void pd_k_gemm_f32(float *c, const float *a, int transpose_a, const float *b, int transpose_b, int m, int n,
                   int k, float alpha, float beta);

/* y = op(A) x in float for A (m,k): y has m numbers, or k when A is transposed. A is read once and not copied, as the products above
 * copy it. */
void pd_k_gemv_f32(float *y, const float *a, int transpose, const float *x, int m, int k);

/* G (n,n) += X X^T for X (n,k). Only the lower triangle is touched: finish with pd_k_mirror. */
void pd_k_gram_add(double *g, const double *x, int n, int k);
/* G (n,n) -= X X^T, likewise. */
void pd_k_gram_subtract(double *g, const double *x, int n, int k);
/* Copies the lower triangle to the upper one. */
void pd_k_mirror(double *g, int n);

/* The `count` largest eigenvalues (count), descending, and their unit eigenvectors as rows (count,n) of the
 * symmetric G (n,n), which is destroyed. Returns 0 when LAPACK fails to converge or memory is short. */
int pd_k_syev_top(double *values, double *vectors, double *g, int n, int count);

/* A (n,n) = L L^T in place, L in the lower triangle. Returns false when A is not positive definite: a pivot at
 * most 1e-13 of its diagonal. */
bool pd_k_cholesky(double *a, int n);
/* Solves L L^T x = b in place of b (n). */
void pd_k_cholesky_solve(double *b, const double *l, int n);

/* Every row of X (rows,n) becomes its solution of L y = x, for the lower triangle L (n,n). */
void pd_k_lower_solve_rows(double *x, const double *l, int rows, int n);
/* Solves L^T y = x in place of x (n). */
void pd_k_lower_solve_back(double *x, const double *l, int n);

/* min |A x - b|^2 over x >= 0 (Lawson and Hanson 1974, on the normal equations as Bro and de Jong 1997):
 *
 *     gram (n,n) = A^T A,   rhs (n) = A^T b
 *
 * scratch holds pd_k_nnls_scratch(n) doubles. Returns the number of non-zeros of x. */
int pd_k_nnls(double *x, const double *gram, const double *rhs, int n, double *scratch);
size_t pd_k_nnls_scratch(int n);

#endif
