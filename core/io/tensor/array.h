#ifndef PD_IO_TENSOR_ARRAY_H
#define PD_IO_TENSOR_ARRAY_H
/* A view of an n-dimensional array in bytes that others own: the form in which safetensors, npy and pickle give their arrays.
 *
 * The bytes may stand at any address, in C or Fortran order, in either byte order; the conversions below
 * read them element by element and always write row-major native numbers.
 *
 * Shapes   rank 0 (one element) to PD_ARRAY_MAX_RANK. count is the product of the shape, proved not to wrap.
 * Memory   a view owns nothing: it is valid as long as the bytes are.
 * Errors   `name` is put into where; ERR_FORMAT for a kind of element that has no such number, ERR_RANGE for
 *          a number that does not fit, with its index and value.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_ARRAY_MAX_RANK 8

/* One row per kind of element: enum, safetensors name, npy letter, bytes of one element (0: as item_bytes). */
#define PD_DTYPE_TABLE(X)                                                                                    \
    X(F64, "F64", 'f', 8)                                                                                    \
    X(F32, "F32", 'f', 4)                                                                                    \
    X(F16, "F16", 'f', 2)                                                                                    \
    X(BF16, "BF16", 0, 2)                                                                                    \
    X(I64, "I64", 'i', 8)                                                                                    \
    X(I32, "I32", 'i', 4)                                                                                    \
    X(I16, "I16", 'i', 2)                                                                                    \
    X(I8, "I8", 'i', 1)                                                                                      \
    X(U64, "U64", 'u', 8)                                                                                    \
    X(U32, "U32", 'u', 4)                                                                                    \
    X(U16, "U16", 'u', 2)                                                                                    \
    X(U8, "U8", 'u', 1)                                                                                      \
    X(BOOL, "BOOL", 'b', 1)                                                                                  \
    X(CHARS, "", 'S', 0)  /* fixed-length byte strings, padded with 0 */                                     \
    X(UTF32, "", 'U', 0)  /* fixed-length text, 4 bytes a character   */                                     \
    X(OBJECT, "", 'O', 0) /* a pickle stands in its place             */

typedef enum pd_dtype {
#define PD_DTYPE_ENUM(name, safetensors, letter, bytes) PD_DTYPE_##name,
    PD_DTYPE_TABLE(PD_DTYPE_ENUM)
#undef PD_DTYPE_ENUM
        PD_DTYPE_COUNT
} pd_dtype;

typedef struct pd_array {
    pd_dtype dtype;
    int rank;
    size_t shape[PD_ARRAY_MAX_RANK];
    size_t count;              /* elements                                            */
    size_t item_bytes;         /* bytes of one element                                */
    int fortran, big_endian;   /* order of the elements, order of the bytes in each   */
    const unsigned char *data; /* (count * item_bytes); for OBJECT the pickle's bytes */
    size_t data_bytes;
} pd_array;

const char *pd_dtype_name(pd_dtype dtype); /* "F32"; "CHARS" for those that safetensors has not */
size_t pd_dtype_bytes(pd_dtype dtype);     /* 0 for CHARS, UTF32, OBJECT                       */

/* A row-major native view of data. shape is (rank). The product must not wrap: for arrays of our own. */
pd_array pd_array_of(pd_dtype dtype, const void *data, int rank, const size_t *shape);
/* The same with the sizes one by one: PD_ARRAY(PD_DTYPE_F32, offsets, joints, 3). */
#define PD_ARRAY(dtype, data, ...)                                                                           \
    pd_array_of(dtype, data, (int)(sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t)),                  \
                (const size_t[]){__VA_ARGS__})
/* Sets count and data_bytes from shape and item_bytes. 0 when they wrap. */
bool pd_array_measure(pd_array *array);
/* Text of the shape, "(6890, 3)", for messages. Returns out. */
const char *pd_array_shape_text(const pd_array *array, char *out, size_t out_bytes);

/* Conversions: out (count), row-major. Floats take any kind of number; integers take integers, BOOL, and
 * floats that are whole. f32 saturates nothing: a finite double beyond float becomes an ERR_RANGE. */
pd_status pd_array_f32(float *out, const pd_array *array, const char *name, pd_error *err);
pd_status pd_array_f64(double *out, const pd_array *array, const char *name, pd_error *err);
pd_status pd_array_i64(int64_t *out, const pd_array *array, const char *name, pd_error *err);
/* CHARS and UTF32 of one element as UTF-8 text, cut to out_bytes - 1. */
pd_status pd_array_text(char *out, size_t out_bytes, const pd_array *array, const char *name, pd_error *err);

float pd_half_to_float(uint16_t half);
/* Round to nearest even; beyond 65504 becomes infinity. */
uint16_t pd_half_from_float(float value);

#endif
