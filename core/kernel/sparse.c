#include "core/kernel/sparse.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

int pd_k_sparse_factor(pd_k_sparse *out, int n, const int *start, const int *row, const double *value)
{
    return pd_k_sparse_factor_within(out, n, start, row, value, NULL);
}

int pd_k_sparse_factor_within(pd_k_sparse *out, int n, const int *start, const int *row, const double *value,
                              const pd_k_sparse_bound *most)
{
    cholmod_common common;

    PD_ASSERT(n >= 0 && start[0] == 0 && start[n] >= 0);

    /* A simplicial L L^T factor is what the solver below reads. */
    memset(out, 0, sizeof *out);
    cholmod_start(&common);
    common.supernodal = CHOLMOD_SIMPLICIAL;
    common.final_ll = 1;
    common.print = 0;

    /* Copy A for CHOLMOD: the last arguments say that columns are sorted and packed, and that only the lower
     * triangle is given. */
    const size_t count = (size_t)start[n];
    cholmod_sparse *a = cholmod_allocate_sparse((size_t)n, (size_t)n, count, 1, 1, -1, CHOLMOD_REAL, &common);
    if (a) {
        memcpy(a->p, start, ((size_t)n + 1) * sizeof *start);
        memcpy(a->i, row, count * sizeof *row);
        memcpy(a->x, value, count * sizeof *value);
    }

    /* The symbolic analysis tells how large the factor becomes. Factor only when that is within the bound. */
    cholmod_factor *factor = a ? cholmod_analyze(a, &common) : NULL;
    const bool fits = !most || (common.lnz <= most->entries && common.fl <= most->operations);
    const int good = factor && fits && cholmod_factorize(a, factor, &common) && common.status == CHOLMOD_OK &&
                     cholmod_change_factor(CHOLMOD_REAL, 1, 0, 1, 1, factor, &common);

    if (good) {
        /* Takes over CHOLMOD's arrays, which come from malloc,
         * so that there are never two factors in memory. */
        PD_ASSERT(factor->n == (size_t)n);
        out->n = (int)factor->n;
        out->order = factor->Perm;
        out->start = factor->p;
        out->row = factor->i;
        out->value = factor->x;
        factor->Perm = factor->p = factor->i = factor->x = NULL;
        for (int i = 0; i < out->n; i++) out->value[out->start[i]] = 1 / out->value[out->start[i]];
    }

    /* Free what was not taken over. */
    cholmod_free_factor(&factor, &common);
    cholmod_free_sparse(&a, &common);
    cholmod_finish(&common);
    if (!good) pd_k_sparse_deinit(out);

    return good;
}

void pd_k_sparse_deinit(pd_k_sparse *factor)
{
    free(factor->order);
    free(factor->start);
    free(factor->row);
    free(factor->value);
    memset(factor, 0, sizeof *factor);
}

void pd_k_sparse_solve3(double *b, const pd_k_sparse *factor, double *scratch)
{
    PD_ASSERT(factor->n >= 0);
    const pd_k_sparse *f = factor;
    double *x = scratch;
    PD_ASSERT(b != scratch && (f->n == 0 || (f->order && f->value)));

    /* Permute the right-hand side into the factor's order. */
    for (int i = 0; i < f->n; i++) memcpy(x + 3 * (size_t)i, b + 3 * (size_t)f->order[i], 3 * sizeof *b);

    /* L y = b */
    for (int j = 0; j < f->n; j++) {
        double *xj = x + 3 * (size_t)j;
        int at = f->start[j];
        PD_DEBUG_ASSERT(f->row[at] == j && f->start[j + 1] > at); /* the diagonal comes first */
        for (int c = 0; c < 3; c++) xj[c] *= f->value[at];
        for (at++; at < f->start[j + 1]; at++) {
            PD_DEBUG_ASSERT(f->row[at] > j && f->row[at] < f->n);
            double *xi = x + 3 * (size_t)f->row[at];
            double l = f->value[at];
            for (int c = 0; c < 3; c++) xi[c] -= l * xj[c];
        }
    }

    /* L^T x = y */
    for (int j = f->n - 1; j >= 0; j--) {
        double *xj = x + 3 * (size_t)j;
        for (int at = f->start[j] + 1; at < f->start[j + 1]; at++) {
            const double *xi = x + 3 * (size_t)f->row[at];
            const double l = f->value[at];
            for (int c = 0; c < 3; c++) xj[c] -= l * xi[c];
        }

        for (int c = 0; c < 3; c++) xj[c] *= f->value[f->start[j]];
    }

    /* Permute back. */
    for (int i = 0; i < f->n; i++) memcpy(b + 3 * (size_t)f->order[i], x + 3 * (size_t)i, 3 * sizeof *b);
}
