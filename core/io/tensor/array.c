#include "core/io/tensor/array.h"

#include "core/base/assert.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct dtype_row {
    const char *name;
    size_t bytes;
} dtype_row;

static const dtype_row dtypes[PD_DTYPE_COUNT] = {
#define ROW(name, safetensors, letter, bytes) [PD_DTYPE_##name] = {#name, bytes},
    PD_DTYPE_TABLE(ROW)
#undef ROW
};

const char *pd_dtype_name(pd_dtype dtype)
{
    PD_ASSERT((unsigned)dtype < PD_DTYPE_COUNT);
    return dtypes[dtype].name;
}

size_t pd_dtype_bytes(pd_dtype dtype)
{
    PD_ASSERT((unsigned)dtype < PD_DTYPE_COUNT);
    return dtypes[dtype].bytes;
}

bool pd_array_measure(pd_array *array)
{
    size_t count = 1;
    size_t bytes;

    for (int d = 0; d < array->rank; d++)
        if (!pd_size_mul(&count, count, array->shape[d])) return false;
    if (!pd_size_mul(&bytes, count, array->item_bytes)) return false;
    array->count = count;
    array->data_bytes = bytes;

    return true;
}

pd_array pd_array_of(pd_dtype dtype, const void *data, int rank, const size_t *shape)
{
    PD_ASSERT(rank >= 0 && rank <= PD_ARRAY_MAX_RANK);
    pd_array array = {.dtype = dtype, .rank = rank, .item_bytes = pd_dtype_bytes(dtype), .data = data};
    for (int d = 0; d < rank; d++) array.shape[d] = shape[d];
    pd_array_measure(&array);
    return array;
}

const char *pd_array_shape_text(const pd_array *array, char *out, size_t out_bytes)
{
    size_t used = (size_t)snprintf(out, out_bytes, "(");
    for (int d = 0; d < array->rank && used < out_bytes; d++)
        used += (size_t)snprintf(out + used, out_bytes - used, d ? ", %zu" : "%zu", array->shape[d]);
    if (used < out_bytes) snprintf(out + used, out_bytes - used, array->rank == 1 ? ",)" : ")");
    return out;
}

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

/* Returns the bytes of an element as a number. Hosts are little-endian. */
static inline uint64_t load_bits(const unsigned char *p, size_t bytes, int big_endian)
{
    uint64_t bits = 0;

    switch (bytes) {
    case 1: return *p;
    case 2: memcpy(&bits, p, 2); break;
    case 4: memcpy(&bits, p, 4); break;
    default: memcpy(&bits, p, 8); break;
    }

    return big_endian ? __builtin_bswap64(bits) >> (64 - 8 * bytes) : bits;
}

static double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static bool is_float(pd_dtype dtype)
{
    return dtype <= PD_DTYPE_BF16;
}

static double load_float(const pd_array *array, const unsigned char *p)
{
    uint64_t bits = load_bits(p, array->item_bytes, array->big_endian);

    switch (array->dtype) {
    case PD_DTYPE_F64: return double_of_bits(bits);
    case PD_DTYPE_F32: return (double)float_of_bits((uint32_t)bits);
    case PD_DTYPE_F16: return (double)pd_half_to_float((uint16_t)bits);
    default: return (double)float_of_bits((uint32_t)bits << 16); /* BF16 */
    }
}

static int64_t sign_extended(uint64_t bits, size_t bytes)
{
    unsigned shift = (unsigned)(64 - 8 * bytes);
    return (int64_t)(bits << shift) >> shift;
}

static double load_double(const pd_array *array, const unsigned char *p)
{
    if (is_float(array->dtype)) return load_float(array, p);
    uint64_t bits = load_bits(p, array->item_bytes, array->big_endian);
    if (array->dtype <= PD_DTYPE_I8) return (double)sign_extended(bits, array->item_bytes);
    return (double)bits;
}

/* Reads an element as int64. Returns false if it is not one. */
static bool load_int(int64_t *out, const pd_array *array, const unsigned char *p)
{
    uint64_t bits = load_bits(p, array->item_bytes, array->big_endian);

    if (is_float(array->dtype)) {
        double value = load_float(array, p);
        if (!(fabs(value) < 0x1p62) || value != trunc(value)) return false;
        *out = (int64_t)value;
        return true;
    }

    if (array->dtype > PD_DTYPE_I8 && bits > INT64_MAX) return false;
    *out = array->dtype <= PD_DTYPE_I8 ? sign_extended(bits, array->item_bytes) : (int64_t)bits;

    return true;
}

/* Walks a Fortran-ordered array in row-major order: the position of the next element in memory. */
typedef struct cursor {
    size_t index[PD_ARRAY_MAX_RANK], stride[PD_ARRAY_MAX_RANK], position;
} cursor;

static cursor cursor_begin(const pd_array *array)
{
    PD_ASSERT(array->rank >= 0 && array->rank <= PD_ARRAY_MAX_RANK);
    cursor c = {{0}, {0}, 0};
    size_t stride = 1;
    for (int i = 0; i < array->rank; i++) {
        int d = array->fortran ? i : array->rank - 1 - i;
        c.stride[d] = stride;
        stride *= array->shape[d];
    }

    return c;
}

static void cursor_next(cursor *c, const pd_array *array)
{
    for (int d = array->rank - 1; d >= 0; d--) {
        c->position += c->stride[d];
        if (++c->index[d] < array->shape[d]) return;
        c->position -= c->stride[d] * array->shape[d];
        c->index[d] = 0;
    }
}

static pd_status fail_element(pd_error *err, const char *name, size_t index, double value, const char *wanted)
{
    char where[160];
    snprintf(where, sizeof where, "%s[%zu]", name, index);
    return pd_fail(err, PD_ERR_RANGE, where, "%.17g; %s expected", value, wanted);
}

static pd_status want_numbers(const pd_array *array, const char *name, pd_error *err)
{
    if (array->dtype <= PD_DTYPE_BOOL) return PD_OK;
    return pd_fail(err, PD_ERR_FORMAT, name, "the elements are of kind %s; numbers are expected",
                   pd_dtype_name(array->dtype));
}

static bool is_row_major(const pd_array *array)
{
    return !array->big_endian && (!array->fortran || array->rank < 2);
}

/* Row-major little-endian elements of the wanted type need no conversion (hosts are little-endian). */
static bool is_plain(const pd_array *array, pd_dtype dtype)
{
    return array->dtype == dtype && is_row_major(array);
}

static void copy_plain(void *out, const pd_array *array)
{
    if (array->data_bytes) memcpy(out, array->data, array->data_bytes);
}

/* Converts densely packed arrays of the types that models use. Returns 0 for any other array, or if a number
 * does not fit. */
static int convert_row_major(float *out, const pd_array *array)
{
#define SPAN(type, expression)                                                                               \
    for (size_t i = 0; i < array->count; i++) {                                                              \
        type x;                                                                                              \
        memcpy(&x, array->data + i * sizeof x, sizeof x);                                                    \
        out[i] = expression;                                                                                 \
    }

    int fits = 1;
    if (!is_row_major(array)) return 0;

    switch (array->dtype) {
    case PD_DTYPE_F64: SPAN(double, (float)x; fits &= !(fabs(x) > (double)FLT_MAX) || isinf(x)) return fits;
    case PD_DTYPE_F16: SPAN(uint16_t, pd_half_to_float(x)) return 1;
    case PD_DTYPE_I16: SPAN(int16_t, (float)x) return 1;
    default: return 0;
    }
#undef SPAN
}

pd_status pd_array_f64(double *out, const pd_array *array, const char *name, pd_error *err)
{
    pd_status status = want_numbers(array, name, err);

    if (status) return status;
    if (is_plain(array, PD_DTYPE_F64)) {
        copy_plain(out, array);
        return PD_OK;
    }

    cursor c = cursor_begin(array);
    for (size_t i = 0; i < array->count; i++, cursor_next(&c, array))
        out[i] = load_double(array, array->data + c.position * array->item_bytes);
    PD_DEBUG_ASSERT(c.position == 0);

    return PD_OK;
}

pd_status pd_array_f32(float *out, const pd_array *array, const char *name, pd_error *err)
{
    pd_status status = want_numbers(array, name, err);

    if (status) return status;

    /* Floats that lie as they are needed are copied. */
    if (is_plain(array, PD_DTYPE_F32)) {
        copy_plain(out, array);
        return PD_OK;
    }

    /* Use the fast loops for common types, otherwise convert element by element. */
    if (convert_row_major(out, array)) return PD_OK;
    cursor c = cursor_begin(array);
    for (size_t i = 0; i < array->count; i++, cursor_next(&c, array)) {
        double value = load_double(array, array->data + c.position * array->item_bytes);
        if (isfinite(value) && fabs(value) > (double)FLT_MAX)
            return fail_element(err, name, i, value, "a number in the range of float32");
        out[i] = (float)value;
    }

    return PD_OK;
}

pd_status pd_array_i64(int64_t *out, const pd_array *array, const char *name, pd_error *err)
{
    pd_status status = want_numbers(array, name, err);

    if (status) return status;
    cursor c = cursor_begin(array);
    for (size_t i = 0; i < array->count; i++, cursor_next(&c, array)) {
        const unsigned char *p = array->data + c.position * array->item_bytes;
        if (!load_int(&out[i], array, p))
            return fail_element(err, name, i, load_double(array, p), "a whole number within int64");
    }

    return PD_OK;
}

/* Appends one code point as UTF-8. Returns the number of bytes, or 0 if it does not fit or is invalid. */
static size_t put_utf8(char *out, size_t room, uint32_t c)
{
    if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) return 0;
    size_t bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    if (bytes > room) return 0;
    for (size_t i = bytes - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 63));
    out[0] = (char)(lead[bytes] | c);

    return bytes;
}

pd_status pd_array_text(char *out, size_t out_bytes, const pd_array *array, const char *name, pd_error *err)
{
    size_t unit = array->dtype == PD_DTYPE_UTF32 ? 4 : 1;
    size_t used = 0;

    PD_ASSERT(out_bytes > 0);

    *out = 0;
    if (array->count != 1 || (array->dtype != PD_DTYPE_UTF32 && array->dtype != PD_DTYPE_CHARS))
        return pd_fail(err, PD_ERR_FORMAT, name, "%zu elements of kind %s; one text expected", array->count,
                       pd_dtype_name(array->dtype));

    /* Convert to UTF-8 up to the first zero or the end of the room. */
    for (size_t i = 0; i + unit <= array->item_bytes; i += unit) {
        uint32_t c = (uint32_t)load_bits(array->data + i, unit, array->big_endian);
        size_t bytes = c ? put_utf8(out + used, out_bytes - 1 - used, c) : 0;
        if (!bytes) break;
        used += bytes;
    }

    out[used] = 0;
    return PD_OK;
}
