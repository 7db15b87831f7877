#include "core/io/tensor/pickle_numpy.h"

#include "core/io/tensor/npy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 8 /* chumpy objects inside of chumpy objects */

static bool calls_numpy(const pd_pickle_value *value, const char *old, const char *renamed)
{
    return pd_pickle_calls(value, old) || pd_pickle_calls(value, renamed);
}

static pd_status fail_value(const pd_pickle_value *value, const char *name, pd_status status,
                            const char *detail, pd_error *err)
{
    return pd_fail(err, status, name, "%s (pickle, byte %zu)", detail, value ? value->offset : 0);
}

/* numpy.dtype('f8', False, True) with the state (3, '<', None, None, None, -1, -1, 0). */
static bool read_dtype(pd_array *out, const pd_pickle_value *value)
{
    if (!pd_pickle_calls(value, "numpy.dtype") || !value->args->item_count) return false;
    const pd_pickle_value *code = value->args->items[0];
    const pd_pickle_value *state = value->state;
    if (code->kind != PD_PICKLE_TEXT && code->kind != PD_PICKLE_BYTES) return false;
    if (!pd_npy_descr(out, (const char *)code->text.data, code->text.size)) return false;
    if (!state) return true;
    if (state->kind != PD_PICKLE_TUPLE || state->item_count < 4) return false;
    if (pd_pickle_is(state->items[1], ">")) out->big_endian = 1;

    /* Refuse a structured dtype, which has a subarray or named fields. */
    return state->items[2]->kind == PD_PICKLE_NONE && state->items[3]->kind == PD_PICKLE_NONE;
}

static int read_shape_pickle_numpy(pd_array *out, const pd_pickle_value *shape)
{
    if (shape->kind != PD_PICKLE_TUPLE || shape->item_count > PD_ARRAY_MAX_RANK) return 0;
    out->rank = (int)shape->item_count;
    for (int d = 0; d < out->rank; d++) {
        if (shape->items[d]->kind != PD_PICKLE_INT || shape->items[d]->integer < 0) return 0;
        out->shape[d] = (size_t)shape->items[d]->integer;
    }

    return pd_array_measure(out);
}

static pd_status read_ndarray(pd_array *out, const pd_pickle_value *value,
                              const pd_pickle_value *const part[3], const char *name, pd_error *err)
{
    const pd_pickle_value *shape = part[0];
    const pd_pickle_value *dtype = part[1];
    const pd_pickle_value *raw = part[2];

    if (!read_dtype(out, dtype))
        return fail_value(value, name, PD_ERR_UNSUPPORTED,
                          "an array of an unknown dtype; a dtype of numbers expected", err);
    if (!read_shape_pickle_numpy(out, shape))
        return fail_value(value, name, PD_ERR_FORMAT,
                          "an array without a valid shape; a shape of at most 8 lengths expected", err);
    if (out->dtype == PD_DTYPE_OBJECT) return PD_OK;
    if (raw->kind != PD_PICKLE_BYTES || raw->text.size != out->data_bytes)
        return fail_value(value, name, PD_ERR_FORMAT,
                          "the number of bytes does not match the shape; bytes for each element expected",
                          err);
    out->data = raw->text.data;

    return PD_OK;
}

/* Reads the last four items of the state: shape, dtype, fortran, bytes.
 * New files have a version before them. */
static pd_status read_reconstructed(pd_array *out, const pd_pickle_value *value, const char *name,
                                    pd_error *err)
{
    const pd_pickle_value *state = value->state;

    if (!state || state->kind != PD_PICKLE_TUPLE || state->item_count < 4)
        return fail_value(value, name, PD_ERR_FORMAT, "an array without a state; a state expected", err);
    pd_pickle_value *const *last = state->items + state->item_count - 4;
    const pd_pickle_value *const part[3] = {last[0], last[1], last[3]};
    out->fortran = (last[2]->kind == PD_PICKLE_BOOL || last[2]->kind == PD_PICKLE_INT) && last[2]->integer;

    return read_ndarray(out, value, part, name, err);
}

static pd_status read_frombuffer(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err)
{
    const pd_pickle_value *args = value->args;

    if (args->item_count != 4)
        return fail_value(value, name, PD_ERR_FORMAT,
                          "_frombuffer has another number of arguments; 4 expected", err);
    const pd_pickle_value *const part[3] = {args->items[2], args->items[1], args->items[0]};
    out->fortran = pd_pickle_is(args->items[3], "F");

    return read_ndarray(out, value, part, name, err);
}

static pd_status read_scalar(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err)
{
    static const pd_pickle_value none = {.kind = PD_PICKLE_TUPLE};
    const pd_pickle_value *args = value->args;

    if (args->item_count != 2)
        return fail_value(value, name, PD_ERR_FORMAT, "a scalar has another number of arguments; 2 expected",
                          err);
    const pd_pickle_value *const part[3] = {&none, args->items[0], args->items[1]};

    return read_ndarray(out, value, part, name, err);
}

static pd_status read_plain(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err)
{
    switch (value->kind) {
    case PD_PICKLE_BOOL: *out = pd_array_of(PD_DTYPE_BOOL, &value->integer, 0, NULL); return PD_OK;
    case PD_PICKLE_INT: *out = pd_array_of(PD_DTYPE_I64, &value->integer, 0, NULL); return PD_OK;
    case PD_PICKLE_FLOAT: *out = pd_array_of(PD_DTYPE_F64, &value->real, 0, NULL); return PD_OK;
    case PD_PICKLE_BYTES:
    case PD_PICKLE_TEXT:
        *out = pd_array_of(PD_DTYPE_CHARS, value->text.data, 0, NULL);
        out->item_bytes = out->data_bytes = value->text.size;
        return PD_OK;
    default: return fail_value(value, name, PD_ERR_FORMAT, "an array expected", err);
    }
}

pd_status pd_pickle_joblib_form(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err)
{
    const pd_pickle_value *dtype = pd_pickle_get(value, "dtype");
    const pd_pickle_value *shape = pd_pickle_get(value, "shape");
    const pd_pickle_value *order = pd_pickle_get(value, "order");

    *out = (pd_array){0};
    if (!dtype || !read_dtype(out, dtype) || out->dtype == PD_DTYPE_OBJECT)
        return fail_value(value, name, PD_ERR_UNSUPPORTED,
                          "an array of an unknown dtype; a dtype of numbers expected", err);
    if (!shape || !read_shape_pickle_numpy(out, shape))
        return fail_value(value, name, PD_ERR_FORMAT,
                          "an array without a valid shape; a shape of at most 8 lengths expected", err);
    out->fortran = order && pd_pickle_is(order, "F");

    return PD_OK;
}

static pd_status read_joblib(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err)
{
    const pd_status status = pd_pickle_joblib_form(out, value, name, err);

    if (status) return status;

    /* Check the number of bytes against the shape; they differ if the wrapper was called twice or its state
     * was set again. */
    if (value->text.size != out->data_bytes)
        return fail_value(value, name, PD_ERR_FORMAT,
                          "the number of bytes does not match the shape; bytes for each element expected",
                          err);
    out->data = value->text.data;

    return PD_OK;
}

static bool is_chumpy(const pd_pickle_value *value)
{
    const pd_pickle_value *callable = value && value->kind == PD_PICKLE_OBJECT ? value->callable : NULL;
    return callable && callable->text.size > 7 && !memcmp(callable->text.data, "chumpy.", 7);
}

/* chumpy.ch.Ch keeps its array in `x`, which may be a Ch again. */
static const pd_pickle_value *inside_of_chumpy(const pd_pickle_value *value)
{
    for (int depth = 0; is_chumpy(value) && depth < DEPTH_MAX; depth++) {
        const pd_pickle_value *x = pd_pickle_get(value, "x");
        if (!x) break;
        value = x;
    }

    return value;
}

pd_status pd_pickle_array(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err)
{
    *out = (pd_array){0};
    value = inside_of_chumpy(value);
    if (!value) return fail_value(value, name, PD_ERR_FORMAT, "an array expected", err);
    if (calls_numpy(value, "numpy.core.multiarray._reconstruct", "numpy._core.multiarray._reconstruct"))
        return read_reconstructed(out, value, name, err);
    if (calls_numpy(value, "numpy.core.numeric._frombuffer", "numpy._core.numeric._frombuffer"))
        return read_frombuffer(out, value, name, err);
    if (calls_numpy(value, "numpy.core.multiarray.scalar", "numpy._core.multiarray.scalar"))
        return read_scalar(out, value, name, err);
    if (pd_pickle_calls(value, "joblib.numpy_pickle.NumpyArrayWrapper"))
        return read_joblib(out, value, name, err);
    if (is_chumpy(value))
        return fail_value(value, name, PD_ERR_UNSUPPORTED,
                          "another chumpy expression; only Ch and Select allowed", err);

    return read_plain(out, value, name, err);
}

typedef struct gather {
    double *from, *to;
    int64_t *index;
} gather;

static pd_status gather_elements(gather *g, const pd_array *from, const pd_array *index, const char *name,
                                 pd_error *err)
{
    g->from = calloc(from->count + 1, sizeof *g->from);
    g->index = calloc(index->count + 1, sizeof *g->index);
    g->to = calloc(index->count + 1, sizeof *g->to);
    if (!g->from || !g->index || !g->to) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to select");

    pd_status s = pd_array_f64(g->from, from, name, err);
    if (!s) s = pd_array_i64(g->index, index, name, err);
    for (size_t i = 0; !s && i < index->count; i++) {
        if (g->index[i] < 0 || (size_t)g->index[i] >= from->count)
            return pd_fail(err, PD_ERR_RANGE, name, "idxs[%zu] is %lld; 0 to %zu allowed", i,
                           (long long)g->index[i], from->count - 1);
        g->to[i] = g->from[g->index[i]];
    }

    return s;
}

static pd_status select_elements(pd_array *out, void **owned, const pd_pickle_value *value, const char *name,
                                 pd_error *err)
{
    pd_array from, index;
    gather g = {NULL, NULL, NULL};
    pd_status s = pd_pickle_array(&from, pd_pickle_get(value, "a"), name, err);

    if (!s) s = pd_pickle_array(&index, pd_pickle_get(value, "idxs"), name, err);
    if (!s) s = gather_elements(&g, &from, &index, name, err);
    free(g.from);
    free(g.index);

    if (s) {
        free(g.to);
        return s;
    }

    /* Use the preferred shape if it has the same number of elements, otherwise a flat one. */
    const pd_pickle_value *shape = pd_pickle_get(value, "preferred_shape");
    pd_array shaped = *out = pd_array_of(PD_DTYPE_F64, g.to, 1, &index.count);
    if (shape && read_shape_pickle_numpy(&shaped, shape) && shaped.count == index.count) *out = shaped;
    *owned = g.to;

    return PD_OK;
}

pd_status pd_pickle_array_gather(pd_array *out, void **owned, const pd_pickle_value *value, const char *name,
                                 pd_error *err)
{
    *owned = NULL;
    value = inside_of_chumpy(value);
    if (is_chumpy(value) && pd_pickle_get(value, "idxs"))
        return select_elements(out, owned, value, name, err);
    return pd_pickle_array(out, value, name, err);
}

const pd_pickle_value *pd_pickle_object(const pd_pickle_value *value)
{
    pd_array array;

    if (!value || value->kind != PD_PICKLE_OBJECT || pd_pickle_array(&array, value, NULL, NULL)) return value;
    if (array.dtype != PD_DTYPE_OBJECT || array.count != 1 || !value->state) return value;
    const pd_pickle_value *state = value->state;
    if (state->kind != PD_PICKLE_TUPLE || state->item_count < 4) return value;
    const pd_pickle_value *list = state->items[state->item_count - 1];

    return list->kind == PD_PICKLE_LIST && list->item_count == 1 ? list->items[0] : value;
}
