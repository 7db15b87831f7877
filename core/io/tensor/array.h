#ifndef PD_IO_TENSOR_ARRAY_H
#define PD_IO_TENSOR_ARRAY_H
/* A view of an n-dimensional array in borrowed bytes. The readers of safetensors, npy and pickle return their
 * arrays in this form.
 *
 * The bytes may lie at any address, in C or Fortran order and in either byte order. The conversions below
 * read them element by element and write row-major numbers in native byte order.
 *
 * Shapes   rank 0 (one element) to PD_ARRAY_MAX_RANK. count is the product of the shape and was checked not
 *          to overflow.
 * Memory   a view owns nothing and is valid as long as its bytes are.
 * Errors   `name` becomes the error's where. ERR_FORMAT: elements of this kind do not convert to the wanted
 *          one. ERR_RANGE: a number does not fit; the error has its index and value.
 */
#include "core/base/error.h"
#include "core/base/size.h"
#include "core/math/half.h"

#include <stdbool.h>

#define PD_ARRAY_MAX_RANK 8

/* One row per kind of element: enum, name in safetensors, letter in npy, bytes of one element (0: see
 * pd_array.item_bytes). */
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

const char *pd_dtype_name(
    /* name in safetensors, "F32"; the enum's name, "CHARS", for kinds that safetensors lacks */
    pd_dtype dtype);
size_t pd_dtype_bytes(
    /* bytes of one element; 0 for CHARS, UTF32, OBJECT */
    pd_dtype dtype);

/* Returns a view of this program's own numbers: row-major, native byte order, shape (rank). The product of
 * the shape must not overflow. */
pd_array pd_array_of(pd_dtype dtype, const void *data, int rank, const size_t *shape);
/* pd_array_of with the sizes as arguments: PD_ARRAY(PD_DTYPE_F32, offsets, joints, 3). */
#define PD_ARRAY(dtype, data, ...)                                                                           \
    pd_array_of(dtype, data, (int)(sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t)),                  \
                (const size_t[]){__VA_ARGS__})
/* Sets count and data_bytes from shape and item_bytes. Returns false when they overflow. */
bool pd_array_measure(pd_array *array);
/* Writes the shape as text for messages, "(6890, 3)", and returns out. */
const char *pd_array_shape_text(const pd_array *array, char *out, size_t out_bytes);

/* Convert all elements to out (count), row-major. _f32 and _f64 convert every kind of number; _i64 converts
 * integers, BOOL, and floats that are whole. A finite number beyond float's range is ERR_RANGE for _f32. */
pd_status pd_array_f32(float *out, const pd_array *array, const char *name, pd_error *err);
pd_status pd_array_f64(double *out, const pd_array *array, const char *name, pd_error *err);
pd_status pd_array_i64(int64_t *out, const pd_array *array, const char *name, pd_error *err);
/* Writes the text of a CHARS or UTF32 array of one element as UTF-8, cut to out_bytes - 1. */
pd_status pd_array_text(char *out, size_t out_bytes, const pd_array *array, const char *name, pd_error *err);

#endif
