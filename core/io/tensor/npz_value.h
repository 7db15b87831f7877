#ifndef PD_IO_TENSOR_NPZ_VALUE_H
#define PD_IO_TENSOR_NPZ_VALUE_H
/* Reads single numbers, texts and float arrays from an npz in every form in which Python programs store them.
 *
 * numpy.savez converts everything to arrays: a str becomes text of fixed length, bytes become a byte string,
 * and other objects (dicts, lists of unequal values) become object arrays, which hold a pickle. The pickle is
 * parsed and never executed (pickle.h).
 *
 *     number   any numeric kind; text or bytes that spell a number ("120", b"120.0", "b'120'"); Python and
 *              numpy objects of these
 *     text     text or bytes, "b'male'" without the b and the quotes; objects of these; of several equal ones
 *              the first
 *     floats   numeric arrays; object arrays and nested lists of numbers or arrays of one shape
 *
 * Used     a member whose value was read is marked (pd_npz_take).
 * Errors   at "file: member". ERR_NOT_FOUND: no such member. ERR_FORMAT: the member has none of these forms;
 *          detail names the one it has.
 */
#include "core/io/tensor/npz.h"

/* An array of floats, row-major. */
typedef struct pd_npz_floats {
    float *values; /* (count); owned */
    int rank;
    size_t shape[PD_ARRAY_MAX_RANK], count;
} pd_npz_floats;

/* Reads a member that holds one number, or several equal ones. */
pd_status pd_npz_number(double *out, pd_npz *npz, const char *member, pd_error *err);
/* Reads a text as UTF-8, cut to out_bytes - 1. */
pd_status pd_npz_text(char *out, size_t out_bytes, pd_npz *npz, const char *member, pd_error *err);
/* Reads an array of floats. On failure *out is empty. */
pd_status pd_npz_floats_read(pd_npz_floats *out, pd_npz *npz, const char *member, pd_error *err);
/* Frees the values and zeroes the struct. */
void pd_npz_floats_deinit(pd_npz_floats *floats);
/* Writes the shape as text, "(6, 72)", and returns out. */
const char *pd_npz_floats_shape(const pd_npz_floats *floats, char *out, size_t out_bytes);

#endif
