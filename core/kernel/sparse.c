#include "core/kernel/sparse.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/cholmod.h>

static cholmod_sparse *copy_in(int n, const int *start, const int *row, const double *value,
                               cholmod_common *common)
{
    size_t count = (size_t)start[n];
    cholmod_sparse *a = cholmod_allocate_sparse((size_t)n, (size_t)n, count, 1, 1, -1, CHOLMOD_REAL, common);
    if (!a) return NULL;

    memcpy(a->p, start, ((size_t)n + 1) * sizeof *start);
    memcpy(a->i, row, count * sizeof *row);
    memcpy(a->x, value, count * sizeof *value);
    return a;
}

static bool copy_out(pd_k_sparse *out, const cholmod_factor *factor)
{
    size_t n = factor->n;
    const int *start = factor->p;
    size_t count = (size_t)start[n];
    out->n = (int)n;
    out->order = malloc(n * sizeof *out->order);
    out->start = malloc((n + 1) * sizeof *out->start);
    out->row = malloc(count * sizeof *out->row);
    out->value = malloc(count * sizeof *out->value);
    if (!out->order || !out->start || !out->row || !out->value) return false;

    memcpy(out->order, factor->Perm, n * sizeof *out->order);
    memcpy(out->start, start, (n + 1) * sizeof *out->start);
    memcpy(out->row, factor->i, count * sizeof *out->row);
    memcpy(out->value, factor->x, count * sizeof *out->value);
    for (size_t i = 0; i < n; i++) out->value[start[i]] = 1 / out->value[start[i]];
    return true;
}

int pd_k_sparse_factor(pd_k_sparse *out, int n, const int *start, const int *row, const double *value)
{
    return pd_k_sparse_factor_within(out, n, start, row, value, NULL);
}

int pd_k_sparse_factor_within(pd_k_sparse *out, int n, const int *start, const int *row, const double *value,
                              const pd_k_sparse_bound *most)
{
    cholmod_common common;
    memset(out, 0, sizeof *out);
    cholmod_start(&common);
    common.supernodal = CHOLMOD_SIMPLICIAL;
    common.final_ll = 1;
    common.print = 0;

    cholmod_sparse *a = copy_in(n, start, row, value, &common);
    cholmod_factor *factor = a ? cholmod_analyze(a, &common) : NULL;
    const bool fits = !most || (common.lnz <= most->entries && common.fl <= most->operations);
    const int good = factor && fits && cholmod_factorize(a, factor, &common) && common.status == CHOLMOD_OK &&
                     cholmod_change_factor(CHOLMOD_REAL, 1, 0, 1, 1, factor, &common) &&
                     copy_out(out, factor);

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
    const pd_k_sparse *f = factor;
    double *x = scratch;
    for (int i = 0; i < f->n; i++) memcpy(x + 3 * (size_t)i, b + 3 * (size_t)f->order[i], 3 * sizeof *b);

    /* L y = b */
    for (int j = 0; j < f->n; j++) {
        double *xj = x + 3 * (size_t)j;
        int at = f->start[j];
        for (int c = 0; c < 3; c++) xj[c] *= f->value[at];
        for (at++; at < f->start[j + 1]; at++) {
            double *xi = x + 3 * (size_t)f->row[at], l = f->value[at];
            for (int c = 0; c < 3; c++) xi[c] -= l * xj[c];
        }
    }

    /* L^T x = y */
    for (int j = f->n - 1; j >= 0; j--) {
        double *xj = x + 3 * (size_t)j;
        for (int at = f->start[j] + 1; at < f->start[j + 1]; at++) {
            const double *xi = x + 3 * (size_t)f->row[at], l = f->value[at];
            for (int c = 0; c < 3; c++) xj[c] -= l * xi[c];
        }
        for (int c = 0; c < 3; c++) xj[c] *= f->value[f->start[j]];
    }

    for (int i = 0; i < f->n; i++) memcpy(b + 3 * (size_t)f->order[i], x + 3 * (size_t)i, 3 * sizeof *b);
}
