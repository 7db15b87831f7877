#include "core/io/tensor/npz_value.h"

#include "core/base/assert.h"
#include "core/io/tensor/pickle_numpy.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEST_MOST  16 /* deepest nesting of arrays, lists and tuples */
#define STEPS_MOST (2 * PD_PICKLE_MAX_NODES)
#define TEXT_BYTES 256

static pd_status fail_member(const pd_npz *npz, const char *member, pd_status status, const char *detail,
                             pd_error *err)
{
    char where[192];
    snprintf(where, sizeof where, "%.110s: %.70s", npz->name, member);
    return pd_fail(err, status, where, "%s", detail);
}

/* ---- leaves ---- */

/* Removes spaces around the text, and Python's b'...' where str() was taken of bytes. */
static void tidy(char *text)
{
    size_t size = strlen(text);
    size_t first = 0;

    while (size && isspace((unsigned char)text[size - 1])) size--;
    while (first < size && isspace((unsigned char)text[first])) first++;
    if (size - first >= 3 && text[first] == 'b' && (text[first + 1] == '\'' || text[first + 1] == '"') &&
        text[size - 1] == text[first + 1]) {
        first += 2;
        size--;
    }

    memmove(text, text + first, size - first);
    text[size - first] = 0;
}

static bool spells_number(double *out, const char *text)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out);
}

static void copy_text(char *out, size_t out_bytes, pd_bytes from)
{
    const size_t size = from.size < out_bytes - 1 ? from.size : out_bytes - 1;
    if (size) memcpy(out, from.data, size);
    out[size] = 0;
    tidy(out);
}

/* ---- object arrays: a walk over the parsed pickle ---- */

/* Collects numbers, or the first text. Every branch of the tree must be nested alike: the walk finds the
 * shape by that. */
typedef struct walk {
    double *values;
    size_t count, room, steps;
    int rank; /* -1: no leaf was met yet */
    size_t shape[PD_ARRAY_MAX_RANK];
    bool is_shaped[PD_ARRAY_MAX_RANK];
    char *text; /* receives the first text; NULL: numbers are read */
    size_t text_bytes;
    bool has_text, no_memory;
} walk;

static bool push_npz_value(walk *w, double value)
{
    if (w->count == w->room) {
        const size_t room = w->room ? 2 * w->room : 64;
        double *more = realloc(w->values, room * sizeof *more);
        if (!more) {
            w->no_memory = true;
            return false;
        }

        w->values = more;
        w->room = room;
    }

    w->values[w->count++] = value;

    return true;
}

static bool set_length(walk *w, int depth, size_t length)
{
    PD_ASSERT(depth >= 0);
    if (depth >= PD_ARRAY_MAX_RANK) return false;
    if (w->is_shaped[depth]) return w->shape[depth] == length;
    w->is_shaped[depth] = true;
    w->shape[depth] = length;

    return true;
}

static bool set_rank(walk *w, int depth)
{
    if (w->rank < 0) w->rank = depth;
    return w->rank == depth;
}

static bool take_text(walk *w, pd_bytes text, int depth)
{
    char own[TEXT_BYTES];
    double value;

    if (w->text) {
        if (!w->has_text) copy_text(w->text, w->text_bytes, text);
        return w->has_text = true;
    }

    copy_text(own, sizeof own, text);

    return spells_number(&value, own) && set_rank(w, depth) && push_npz_value(w, value);
}

/* Takes a numpy array or scalar inside of the pickle. An array of objects gives its list in *items. */
static bool take_array(walk *w, const pd_array *array, const pd_pickle_value *value, int depth,
                       const pd_pickle_value **items)
{
    /* The dimensions must agree with those of the values before. */
    for (int d = 0; d < array->rank; d++)
        if (!set_length(w, depth + d, array->shape[d])) return false;

    /* Objects stand in a list at the end of the array's state. */
    if (array->dtype == PD_DTYPE_OBJECT) {
        const pd_pickle_value *state = value->state;
        if (!state || state->kind != PD_PICKLE_TUPLE || !state->item_count) return false;
        *items = state->items[state->item_count - 1];
        return (*items)->kind == PD_PICKLE_LIST && (*items)->item_count == array->count;
    }

    /* A text. */
    if (array->dtype == PD_DTYPE_CHARS || array->dtype == PD_DTYPE_UTF32) {
        char text[TEXT_BYTES];
        if (array->count != 1 || pd_array_text(text, sizeof text, array, NULL, NULL)) return false;
        return take_text(w, (pd_bytes){(const unsigned char *)text, strlen(text)}, depth + array->rank);
    }

    /* Numbers, in double precision. */
    if (w->text) return false;
    double *values = malloc((array->count + 1) * sizeof *values);
    if (!values) {
        w->no_memory = true;
        return false;
    }

    bool good = pd_array_f64(values, array, NULL, NULL) == PD_OK &&
                (!array->count || set_rank(w, depth + array->rank));
    for (size_t i = 0; good && i < array->count; i++) good = push_npz_value(w, values[i]);
    free(values);

    return good;
}

static bool visit_npz_value(walk *w, const pd_pickle_value *value, int depth, int nest)
{
    pd_array array;
    const pd_pickle_value *items = NULL;

    /* Limits on depth and steps bound the work on a hostile file. */
    if (!value || nest > NEST_MOST || w->steps++ > STEPS_MOST) return false;
    switch (value->kind) {
    case PD_PICKLE_INT: return !w->text && set_rank(w, depth) && push_npz_value(w, (double)value->integer);
    case PD_PICKLE_FLOAT: return !w->text && set_rank(w, depth) && push_npz_value(w, value->real);
    case PD_PICKLE_TEXT:
    case PD_PICKLE_BYTES: return take_text(w, value->text, depth);
    case PD_PICKLE_LIST:
    case PD_PICKLE_TUPLE:
        if (!set_length(w, depth, value->item_count)) return false;
        items = value;
        depth++;
        break;
    case PD_PICKLE_OBJECT:
        if (pd_pickle_array(&array, value, "", NULL) || !take_array(w, &array, value, depth, &items))
            return false;
        depth += array.rank;
        break;
    default: return false;
    }

    /* Visit the items of a list, tuple or array. */
    for (size_t i = 0; items && i < items->item_count; i++)
        if (!visit_npz_value(w, items->items[i], depth, nest + 1)) return false;

    return true;
}

/* ERR_FORMAT: the object is none of numbers, or of texts. */
static pd_status walk_object(walk *w, const pd_array *array, const pd_npz *npz, const char *member,
                             pd_error *err)
{
    pd_pickle pickle;
    pd_status s = pd_pickle_parse(&pickle, array->data, array->data_bytes, member, err);

    if (s) return s;

    w->rank = -1;
    if (!visit_npz_value(w, pickle.root, 0, 0))
        s = w->no_memory
                ? fail_member(npz, member, PD_ERR_MEMORY, "out of memory for its numbers", err)
                : fail_member(
                      npz, member, PD_ERR_FORMAT,
                      w->text
                          ? "a Python object that is not text; text expected"
                          : "a Python object that is not numeric; a number or an array of numbers expected",
                      err);
    pd_pickle_deinit(&pickle);

    return s;
}

/* ---- members ---- */

pd_status pd_npz_floats_read(pd_npz_floats *out, pd_npz *npz, const char *member, pd_error *err)
{
    pd_array array;
    walk w = {0};
    char where[192];

    memset(out, 0, sizeof *out);

    /* An object array holds Python lists, which are flattened to numbers. */
    snprintf(where, sizeof where, "%.110s: %.70s", npz->name, member);
    pd_status s = pd_npz_read(&array, npz, member, err);
    if (!s && array.dtype == PD_DTYPE_BOOL)
        s = fail_member(npz, member, PD_ERR_FORMAT, "truth values; numbers expected", err);
    if (!s && array.dtype == PD_DTYPE_OBJECT) {
        s = walk_object(&w, &array, npz, member, err);
        if (!s) {
            size_t lengths[PD_ARRAY_MAX_RANK];
            int rank = 0;
            while (rank < PD_ARRAY_MAX_RANK && w.is_shaped[rank]) {
                lengths[rank] = w.shape[rank];
                rank++;
            }

            array = pd_array_of(PD_DTYPE_F64, w.values, rank, lengths);
            if (array.count != w.count)
                s = fail_member(npz, member, PD_ERR_FORMAT,
                                "a Python object whose parts differ in length; equal lengths expected", err);
        }
    }

    /* Convert to single precision. */
    if (!s) {
        out->rank = array.rank;
        out->count = array.count;
        memcpy(out->shape, array.shape, sizeof out->shape);
        out->values = malloc((array.count + 1) * sizeof *out->values);
        s = out->values ? pd_array_f32(out->values, &array, where, err)
                        : fail_member(npz, member, PD_ERR_MEMORY, "out of memory for its numbers", err);
    }

    free(w.values);
    if (s)
        pd_npz_floats_deinit(out);
    else
        pd_npz_take(npz, member);

    return s;
}

void pd_npz_floats_deinit(pd_npz_floats *floats)
{
    free(floats->values);
    memset(floats, 0, sizeof *floats);
}

const char *pd_npz_floats_shape(const pd_npz_floats *floats, char *out, size_t out_bytes)
{
    pd_array view = {.rank = floats->rank};
    memcpy(view.shape, floats->shape, sizeof view.shape);
    return pd_array_shape_text(&view, out, out_bytes);
}

pd_status pd_npz_number(double *out, pd_npz *npz, const char *member, pd_error *err)
{
    pd_array array;
    pd_npz_floats floats;
    char text[TEXT_BYTES], detail[TEXT_BYTES + 64];

    /* A text may spell a number. */
    pd_status s = pd_npz_read(&array, npz, member, err);
    if (s) return s;
    if (array.dtype == PD_DTYPE_CHARS || array.dtype == PD_DTYPE_UTF32) {
        s = pd_npz_text(text, sizeof text, npz, member, err);
        if (s || spells_number(out, text)) return s;
        snprintf(detail, sizeof detail, "the text \"%.60s\"; a number expected", text);
        return fail_member(npz, member, PD_ERR_FORMAT, detail, err);
    }

    if (array.dtype == PD_DTYPE_BOOL)
        return fail_member(npz, member, PD_ERR_FORMAT, "a truth value; a number expected", err);

    /* A single number is read in double precision. */
    if (array.dtype != PD_DTYPE_OBJECT && array.count == 1) {
        pd_npz_take(npz, member);
        return pd_array_f64(out, &array, member, err);
    }

    /* Several numbers count as one if all are equal, such as a frame rate that is repeated. */
    s = pd_npz_floats_read(&floats, npz, member, err);
    if (s) return s;
    bool equal = floats.count > 0;
    for (size_t i = 1; i < floats.count; i++) equal = equal && floats.values[i] == floats.values[0];
    if (equal) *out = (double)floats.values[0];
    if (!equal) {
        char shape[96];
        snprintf(detail, sizeof detail, "%zu numbers of shape %s; one expected", floats.count,
                 pd_npz_floats_shape(&floats, shape, sizeof shape));
        s = fail_member(npz, member, PD_ERR_FORMAT, detail, err);
    }

    pd_npz_floats_deinit(&floats);

    return s;
}

pd_status pd_npz_text(char *out, size_t out_bytes, pd_npz *npz, const char *member, pd_error *err)
{
    pd_array array;
    walk w = {.text = out, .text_bytes = out_bytes};

    /* An object may hold a text. */
    *out = 0;
    pd_status s = pd_npz_read(&array, npz, member, err);
    if (s) return s;
    if (array.dtype == PD_DTYPE_OBJECT) {
        s = walk_object(&w, &array, npz, member, err);
        free(w.values);
        if (!s && !w.has_text)
            s = fail_member(npz, member, PD_ERR_FORMAT, "an empty object; a text expected", err);
        if (!s) pd_npz_take(npz, member);
        return s;
    }

    /* Several texts count as one if they all have the same bytes. */
    if (array.count > 1 && (array.dtype == PD_DTYPE_CHARS || array.dtype == PD_DTYPE_UTF32)) {
        for (size_t i = 1; i < array.count; i++)
            if (memcmp(array.data, array.data + i * array.item_bytes, array.item_bytes))
                return fail_member(npz, member, PD_ERR_FORMAT, "several texts that differ; one expected",
                                   err);
        array.count = 1;
    }

    s = pd_array_text(out, out_bytes, &array, member, err);
    if (s) return s;
    tidy(out);
    pd_npz_take(npz, member);

    return PD_OK;
}
