#ifndef PD_KERNEL_SPARSE_H
#define PD_KERNEL_SPARSE_H
/* Solves sparse symmetric positive definite systems that are factored once and solved often, for three
 * right-hand sides at a time.
 *
 *     A = P^T L L^T P          CHOLMOD (Chen, Davis, Hager, Rajamanickam 2008), ordered by AMD or METIS
 *
 * CHOLMOD factors; the solve is a loop of this file over CHOLMOD's arrays. It needs only the const factor, so
 * any number of threads can solve at a time, and it reads the factor once for all three columns.
 *
 * Memory   a factor owns its arrays until pd_k_sparse_deinit; solving allocates nothing.
 * Threads  const after factoring.
 */
#include <stddef.h>

typedef struct pd_k_sparse {
    int n;            /* rows                                                          */
    int *order;       /* (n) the row of A that became row i of L                       */
    int *start, *row; /* (n + 1), (start[n]) columns of L: row numbers, diagonal first */
    double *value;    /* (start[n]) entries of L; the diagonal holds 1 / L_ii          */
} pd_k_sparse;

/* Factors A (n,n), given as its lower triangle with the diagonal, column by column: start (n + 1), row
 * (ascending in each column), value. Returns 0, with *out empty,
 * when A is not positive definite or memory runs out. */
int pd_k_sparse_factor(pd_k_sparse *out, int n, const int *start, const int *row, const double *value);

/* Limits of a factorisation. Its size is known after the symbolic analysis, before L is computed. For a
 * surface of 200,000 vertices, L has 63 entries and takes 25,000 operations a row; for a graph whose edges
 * join distant vertices (an expander) L is full. */
typedef struct pd_k_sparse_bound {
    double entries;    /* largest number of entries of L, 12 bytes each    */
    double operations; /* largest number of operations of the factorisation */
} pd_k_sparse_bound;
/* pd_k_sparse_factor that also returns 0 when the factorisation would exceed *most. */
int pd_k_sparse_factor_within(pd_k_sparse *out, int n, const int *start, const int *row, const double *value,
                              const pd_k_sparse_bound *most);
/* Frees the factor's arrays and empties it. */
void pd_k_sparse_deinit(pd_k_sparse *factor);
/* Solves A x = b in place of b (n,3). scratch holds (n,3) doubles. */
void pd_k_sparse_solve3(double *b, const pd_k_sparse *factor, double *scratch);

#endif
