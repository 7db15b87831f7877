#ifndef PD_IO_TENSOR_NPY_H
#define PD_IO_TENSOR_NPY_H
/* npy: one numpy array in a file (format versions 1.0 to 3.0; NEP 1).
 *
 *     "\x93NUMPY" major minor | u16 or u32 n | n bytes {'descr': '<f8', 'fortran_order': False, 'shape': (3,), }
 *     | the elements
 *
 * Reads f2 f4 f8, i1..i8, u1..u8, bool, S and U of fixed length, in either byte order and either element
 * order. Object arrays ('O') hold a pickle: they come back as PD_DTYPE_OBJECT with data at the pickle, for
 * core/io/tensor/pickle.h to parse (never to execute). Structured dtypes are ERR_UNSUPPORTED.
 */
#include "core/base/buffer.h"
#include "core/io/tensor/array.h"

#include <stdbool.h>

/* A view into bytes. name is for messages; where is "name:offset". */
pd_status pd_npy_parse(pd_array *out, const void *bytes, size_t size, const char *name, pd_error *err);
/* Version 1.0 header for an array of numbers, padded so that the elements start on a 64-byte boundary when
 * the header does. */
void pd_npy_header(pd_buffer *out, const pd_array *array);
/* Header and elements. The array is row-major and native. */
void pd_npy_write(pd_buffer *out, const pd_array *array);
/* "<f4" -> dtype, item_bytes, big_endian. 0 when the text is no plain dtype. Also used for pickled dtypes. */
bool pd_npy_descr(pd_array *out, const char *text, size_t length);
char pd_npy_letter(pd_dtype dtype); /* 'f'; 0 for a kind that numpy has not */

#endif
