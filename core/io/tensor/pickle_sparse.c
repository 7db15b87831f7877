#include "core/io/tensor/pickle_numpy.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_MAX ((int64_t)1 << 24)

typedef struct entry {
    int row, column;
    double weight;
} entry;

typedef struct triplets {
    entry *entries;
    size_t count;
    int64_t rows, columns;
    const char *name;
    pd_error *err;
} triplets;

void pd_csr_deinit(pd_csr *csr)
{
    free(csr->start);
    free(csr->column);
    free(csr->weight);
    *csr = (pd_csr){0};
}

static int by_row_and_column(const void *a, const void *b)
{
    const entry *x = a;
    const entry *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

static pd_status to_csr(pd_csr *out, triplets *t)
{
    if (t->count) {
        /* Add entries at the same position, as scipy does, and drop zeros. */
        size_t n = 0;
        qsort(t->entries, t->count, sizeof *t->entries, by_row_and_column);
        for (size_t i = 0; i < t->count; i++) {
            if (n && !by_row_and_column(&t->entries[n - 1], &t->entries[i]))
                t->entries[n - 1].weight += t->entries[i].weight;
            else
                t->entries[n++] = t->entries[i];
        }

        t->count = 0;
        for (size_t i = 0; i < n; i++)
            if (t->entries[i].weight != 0) t->entries[t->count++] = t->entries[i];
    }

    /* Allocate the matrix. */
    *out = (pd_csr){.rows = (int)t->rows,
                    .columns = (int)t->columns,
                    .start = calloc((size_t)t->rows + 1, sizeof(int)),
                    .column = calloc(t->count + 1, sizeof(int)),
                    .weight = calloc(t->count + 1, sizeof(double))};

    if (!out->start || !out->column || !out->weight) {
        pd_csr_deinit(out);
        return pd_fail(t->err, PD_ERR_MEMORY, t->name, "out of memory for a sparse matrix");
    }

    /* Count the entries of each row, then sum up to get where each row begins. */
    for (size_t i = 0; i < t->count; i++) {
        out->start[t->entries[i].row + 1]++;
        out->column[i] = t->entries[i].column;
        out->weight[i] = t->entries[i].weight;
    }

    for (int r = 0; r < out->rows; r++) out->start[r + 1] += out->start[r];
    return PD_OK;
}

static pd_status make_entries(triplets *t, size_t count)
{
    if (count > INT32_MAX) return pd_fail(t->err, PD_ERR_RANGE, t->name, "%zu entries", count);
    t->entries = calloc(count + 1, sizeof *t->entries);
    t->count = count;
    if (t->entries) return PD_OK;
    return pd_fail(t->err, PD_ERR_MEMORY, t->name, "out of memory for a sparse matrix");
}

pd_status pd_csr_from_array(pd_csr *out, const pd_array *array, const char *name, pd_error *err)
{
    triplets t = {.name = name, .err = err};

    /* Check rank and size before anything is copied. */
    if (array->rank != 2)
        return pd_fail(err, PD_ERR_FORMAT, name, "%d dimensions; a matrix expected", array->rank);
    if (array->shape[0] > (size_t)SIDE_MAX || array->shape[1] > (size_t)SIDE_MAX)
        return pd_fail(err, PD_ERR_RANGE, name, "a side is too long; at most %lld allowed",
                       (long long)SIDE_MAX);

    t.rows = (int64_t)array->shape[0];
    t.columns = (int64_t)array->shape[1];
    double *dense = calloc(array->count + 1, sizeof *dense);
    if (!dense) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for a dense matrix");

    /* Count the nonzero numbers, then list them. */
    size_t filled = 0;
    pd_status s = pd_array_f64(dense, array, name, err);
    for (size_t i = 0; i < array->count; i++) filled += dense[i] != 0;
    if (!s) s = make_entries(&t, filled);

    for (size_t i = 0, n = 0; !s && t.entries && i < array->count; i++)
        if (dense[i] != 0) /* NaN too: the check of the model names it */
            t.entries[n++] = (entry){(int)(i / array->shape[1]), (int)(i % array->shape[1]), dense[i]};

    if (!s) s = to_csr(out, &t);
    free(dense);
    free(t.entries);

    return s;
}

static bool ends_with(const pd_pickle_value *global, const char *end)
{
    size_t length = strlen(end);
    return global->text.size >= length &&
           !memcmp(global->text.data + global->text.size - length, end, length);
}

static bool is_kind(const pd_pickle_value *value, const char *kind)
{
    char matrix[24], array[24];
    snprintf(matrix, sizeof matrix, ".%s_matrix", kind);
    snprintf(array, sizeof array, ".%s_array", kind);
    return ends_with(value->callable, matrix) || ends_with(value->callable, array);
}

bool pd_pickle_is_sparse(const pd_pickle_value *value)
{
    if (!value || value->kind != PD_PICKLE_OBJECT) return false;
    if (value->callable->text.size < 13 || memcmp(value->callable->text.data, "scipy.sparse.", 13))
        return false;
    return is_kind(value, "csc") || is_kind(value, "csr") || is_kind(value, "coo");
}

static pd_status read_shape_pickle_sparse(triplets *t, const pd_pickle_value *value)
{
    const pd_pickle_value *shape = pd_pickle_get(value, "_shape");

    if (!shape) shape = pd_pickle_get(value, "shape");
    if (!shape || shape->kind != PD_PICKLE_TUPLE || shape->item_count != 2 ||
        shape->items[0]->kind != PD_PICKLE_INT || shape->items[1]->kind != PD_PICKLE_INT)
        return pd_fail(t->err, PD_ERR_FORMAT, t->name,
                       "the sparse matrix has another shape; two lengths expected");

    t->rows = shape->items[0]->integer;
    t->columns = shape->items[1]->integer;
    if (t->rows >= 0 && t->rows <= SIDE_MAX && t->columns >= 0 && t->columns <= SIDE_MAX) return PD_OK;

    return pd_fail(t->err, PD_ERR_RANGE, t->name,
                   "a matrix of %lld x %lld; 0 to %lld rows and columns are allowed", (long long)t->rows,
                   (long long)t->columns, (long long)SIDE_MAX);
}

/* Reads a 1-d array of the state as (count) int64. */
static pd_status read_indices(int64_t **out, size_t *count, const pd_pickle_value *value, const triplets *t)
{
    pd_array array;
    pd_status s = pd_pickle_array(&array, value, t->name, t->err);

    if (s) return s;
    *out = calloc(array.count + 1, sizeof **out);
    *count = array.count;
    if (!*out) return pd_fail(t->err, PD_ERR_MEMORY, t->name, "out of memory for a sparse matrix");

    return pd_array_i64(*out, &array, t->name, t->err);
}

static pd_status put_entry(triplets *t, size_t i, int64_t row, int64_t column, double weight)
{
    if (row < 0 || row >= t->rows || column < 0 || column >= t->columns)
        return pd_fail(t->err, PD_ERR_RANGE, t->name, "entry %zu at (%lld, %lld); the matrix is %lld x %lld",
                       i, (long long)row, (long long)column, (long long)t->rows, (long long)t->columns);
    t->entries[i] = (entry){(int)row, (int)column, weight};
    return PD_OK;
}

typedef struct parts {
    int64_t *outer_index, *inner_index; /* indptr and indices, or rows and columns */
    double *weights;
} parts;

static pd_status read_weights(double **out, triplets *t, const pd_pickle_value *value)
{
    pd_array array;
    pd_status s = pd_pickle_array(&array, pd_pickle_get(value, "data"), t->name, t->err);

    if (!s) s = make_entries(t, array.count);
    if (s) return s;
    *out = calloc(array.count + 1, sizeof **out);
    if (!*out) return pd_fail(t->err, PD_ERR_MEMORY, t->name, "out of memory for a sparse matrix");

    return pd_array_f64(*out, &array, t->name, t->err);
}

static pd_status read_triplets(triplets *t, parts *p, const pd_pickle_value *value)
{
    size_t outer_count = 0, inner_count = 0;
    bool is_coo = is_kind(value, "coo");

    /* newer scipy keeps a coo matrix's rows and columns in one tuple */
    const pd_pickle_value *coords = is_coo ? pd_pickle_get(value, "coords") : NULL;
    bool paired = coords && coords->kind == PD_PICKLE_TUPLE && coords->item_count == 2;
    const pd_pickle_value *outer =
        paired ? coords->items[0] : pd_pickle_get(value, is_coo ? "row" : "indptr");
    const pd_pickle_value *inner =
        paired ? coords->items[1] : pd_pickle_get(value, is_coo ? "col" : "indices");

    /* Shape, numbers and indices. */
    pd_status s = read_shape_pickle_sparse(t, value);
    if (!s) s = read_weights(&p->weights, t, value);
    if (!s) s = read_indices(&p->outer_index, &outer_count, outer, t);
    if (!s) s = read_indices(&p->inner_index, &inner_count, inner, t);
    if (s) return s;

    /* Lengths must agree. */
    if (inner_count != t->count)
        return pd_fail(t->err, PD_ERR_FORMAT, t->name, "%zu indices; %zu expected, one for each number",
                       inner_count, t->count);
    if (is_coo && outer_count != t->count)
        return pd_fail(t->err, PD_ERR_FORMAT, t->name,
                       "the arrays row and data of a sparse matrix differ in length; equal lengths expected");

    /* coo: each entry has its row and column. */
    for (size_t i = 0; is_coo && !s && i < t->count; i++)
        s = put_entry(t, i, p->outer_index[i], p->inner_index[i], p->weights[i]);
    if (is_coo) return s;

    /* indptr of csc and csr: which of the major lines each entry belongs to. */
    const bool is_csc = is_kind(value, "csc");
    int64_t lines = is_csc ? t->columns : t->rows;
    if (outer_count != (size_t)lines + 1 || p->outer_index[0] || p->outer_index[lines] != (int64_t)t->count)
        return pd_fail(t->err, PD_ERR_FORMAT, t->name,
                       "indptr of the sparse matrix has another length; rows + 1 entries expected");
    for (int64_t line = 0; !s && line < lines; line++) {
        if (p->outer_index[line + 1] < p->outer_index[line] || p->outer_index[line + 1] > (int64_t)t->count)
            return pd_fail(t->err, PD_ERR_FORMAT, t->name,
                           "indptr[%lld] is %lld; values that ascend to %zu expected", (long long)line + 1,
                           (long long)p->outer_index[line + 1], t->count);
        for (int64_t i = p->outer_index[line]; !s && i < p->outer_index[line + 1]; i++)
            s = put_entry(t, (size_t)i, is_csc ? p->inner_index[i] : line, is_csc ? line : p->inner_index[i],
                          p->weights[i]);
    }

    return s;
}

pd_status pd_pickle_sparse(pd_csr *out, const pd_pickle_value *value, const char *name, pd_error *err)
{
    triplets t = {.name = name, .err = err};
    parts p = {0};

    *out = (pd_csr){0};
    pd_status s = read_triplets(&t, &p, value);
    if (!s) s = to_csr(out, &t);
    free(t.entries);
    free(p.outer_index);
    free(p.inner_index);
    free(p.weights);

    return s;
}
