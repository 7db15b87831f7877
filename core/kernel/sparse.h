#ifndef PD_KERNEL_SPARSE_H
#define PD_KERNEL_SPARSE_H
/* Sparse symmetric positive definite systems, factored once and solved often, three right-hand sides at a time.
 *
 *     A = P^T L L^T P          CHOLMOD (Chen, Davis, Hager, Rajamanickam 2008), ordered by AMD or METIS
 *
 * CHOLMOD factors; its arrays become ours and are solved by our own loop, because a solve then needs nothing but
 * the factor (const, any number of threads) and reads it once for all three columns.
 */
#include <stddef.h>

typedef struct pd_k_sparse {
    int n;
    int *order;       /* (n) row of A that became row i of L               */
    int *start, *row; /* (n+1), (start[n]) columns of L, diagonal first    */
    double *value;    /* (start[n]); the diagonal holds 1 / L_ii           */
} pd_k_sparse;

/* A's lower triangle (diagonal included) by columns: start (n+1), row ascending in each column, value.
 * Returns 0 when A is not positive definite or memory is short; *out is then empty. */
int pd_k_sparse_factor(pd_k_sparse *out, int n, const int *start, const int *row, const double *value);

/* What a factor may take. A surface of 200,000 vertices fills L with 63 entries a row and takes 25,000 operations a row; a graph whose
 * edges join distant vertices (an expander) fills it whole. Both are known after the symbolic analysis, before any of it is made. */
typedef struct pd_k_sparse_bound {
    double entries;    /* of L: 12 bytes each */
    double operations; /* of the factorisation                                */
} pd_k_sparse_bound;
/* As pd_k_sparse_factor; 0 as well when the factor would go over the bound. */
int pd_k_sparse_factor_within(pd_k_sparse *out, int n, const int *start, const int *row, const double *value,
                              const pd_k_sparse_bound *most);
void pd_k_sparse_deinit(pd_k_sparse *factor);
/* Solves A x = b in place of b (n,3). scratch (n,3). */
void pd_k_sparse_solve3(double *b, const pd_k_sparse *factor, double *scratch);

#endif
