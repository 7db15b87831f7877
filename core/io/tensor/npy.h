#ifndef PD_IO_TENSOR_NPY_H
#define PD_IO_TENSOR_NPY_H
/* Reads and writes npy: one numpy array in a file (format versions 1.0 to 3.0; NEP 1).
 *
 *     "\x93NUMPY" major minor | u16 or u32 n | n bytes {'descr': '<f8', 'fortran_order': False, 'shape':
 *     (3,), } | the elements
 *
 * Reads f2 f4 f8, i1 .. i8, u1 .. u8, bool, and S and U of fixed length, in either byte order and either
 * element order. Object arrays ('O') hold a pickle: they are returned as PD_DTYPE_OBJECT with data at the
 * pickle, which core/io/tensor/pickle.h parses and never executes.
 *
 * Memory   a parsed array is a view into the caller's bytes.   Threads  pure functions.
 * Errors   ERR_FORMAT, ERR_LIMIT at "name:offset"; ERR_UNSUPPORTED: a structured dtype.
 */
#include "core/base/buffer.h"
#include "core/io/tensor/array.h"

#include <stdbool.h>

/* Parses a file of `size` bytes. `name` stands for the file in errors. */
pd_status pd_npy_parse(pd_array *out, const void *bytes, size_t size, const char *name, pd_error *err);
/* Appends header and elements. The array must be row-major and in native byte order. */
void pd_npy_write(pd_buffer *out, const pd_array *array);
/* Parses a dtype such as "<f4" into dtype, item_bytes and big_endian of *out. Returns false when the text is
 * no plain dtype. pickle_numpy.c uses it too. */
bool pd_npy_descr(pd_array *out, const char *text, size_t length);
/* Returns the letter of a kind of element, 'f' for floats; 0 for a kind that numpy lacks. */
char pd_npy_letter(pd_dtype dtype);

#endif
