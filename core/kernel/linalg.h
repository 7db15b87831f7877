#ifndef PD_KERNEL_LINALG_H
#define PD_KERNEL_LINALG_H
/* Dense linear algebra for training and fitting: a thin layer over OpenBLAS and its LAPACK.
 *
 * Shapes   matrices are row-major and densely packed; symmetric ones are given and returned in full unless
 *          stated.
 * Memory   the caller owns every pointer; outputs come first and may not overlap inputs unless stated. Only
 *          pd_k_syev_top allocates (LAPACK's workspace), once a call.
 * Threads  callable from any thread. Call pd_k_blas_serial first: parallelism belongs to the executor, and
 *          sums must not depend on the number of processors.
 */
#include <stdbool.h>
#include <stddef.h>

/* Makes OpenBLAS compute on the calling thread alone, for the whole process from now on. */
void pd_k_blas_serial(void);

/* Takes the first work buffer of OpenBLAS, 128 MiB of addresses, of which only what is used becomes resident.
 * Each thread that computes at the same time wants one; when there are no addresses for another (ulimit -v,
 * strict overcommit), threads wait for each other. Returns false when there are none for the first one:
 * nothing can be computed then. */
bool pd_k_blas_reserve(void);

/* C (m,n) = alpha op(A) op(B) + beta C, where op transposes if its flag is set;
 * op(A) is (m,k), op(B) (k,n). */
void pd_k_gemm(double *c, const double *a, int transpose_a, const double *b, int transpose_b, int m, int n,
               int k, double alpha, double beta);

/* pd_k_gemm in float. */
void pd_k_gemm_f32(float *c, const float *a, int transpose_a, const float *b, int transpose_b, int m, int n,
                   int k, float alpha, float beta);

/* y = op(A) x in float for A (m,k): y has m numbers, or k when A is transposed. Reads A once, while
 * pd_k_gemm_f32 copies it into blocks first. */
void pd_k_gemv_f32(float *y, const float *a, int transpose, const float *x, int m, int k);

/* G (n,n) += X X^T and G -= X X^T for X (n,k). Only the lower triangle of G changes; call pd_k_mirror after
 * the last sum. */
void pd_k_gram_add(double *g, const double *x, int n, int k);
void pd_k_gram_subtract(double *g, const double *x, int n, int k);
/* Copies the lower triangle of G (n,n) to the upper one. */
void pd_k_mirror(double *g, int n);

/* Writes the `count` largest eigenvalues of the symmetric G (n,n), descending, to values (count), and their
 * unit eigenvectors to the rows of vectors (count,n). Destroys G. Returns 0 when LAPACK does not converge or
 * memory runs out. */
int pd_k_syev_top(double *values, double *vectors, double *g, int n, int count);

/* Factors the symmetric A (n,n) = L L^T in place; L is the lower triangle. Returns false when A is not
 * positive definite: a pivot is at most 1e-13 of its diagonal entry. */
bool pd_k_cholesky(double *a, int n);
/* Solves L L^T x = b in place of b (n). */
void pd_k_cholesky_solve(double *b, const double *l, int n);

/* Replaces every row x of X (rows,n) by the solution y of L y = x, for the lower triangle L (n,n). */
void pd_k_lower_solve_rows(double *x, const double *l, int rows, int n);
/* Solves L^T y = x in place of x (n). */
void pd_k_lower_solve_back(double *x, const double *l, int n);

/* Minimises |A x - b|^2 over x >= 0 (Lawson and Hanson 1974, on the normal equations as in Bro and de Jong
 * 1997):
 *
 *     gram (n,n) = A^T A,   rhs (n) = A^T b
 *
 * scratch holds pd_k_nnls_scratch(n) doubles. Returns how many components of x are not zero. */
int pd_k_nnls(double *x, const double *gram, const double *rhs, int n, double *scratch);
/* Returns the doubles of scratch that pd_k_nnls needs. */
size_t pd_k_nnls_scratch(int n);

#endif
