#ifndef PD_IO_TENSOR_NPZ_VALUE_H
#define PD_IO_TENSOR_NPZ_VALUE_H
/* Numbers and texts of an npz in every form in which Python programs store them.
 *
 * numpy.savez makes arrays of what it is given: a str becomes text of fixed length, bytes become a byte string, a list of unequal
 * values or a dict's value a 0-d or longer object array, which holds a pickle. The pickle is parsed and never executed (pickle.h).
 *
 *     number   any numeric kind; text or bytes that spell a number ("120", b"120.0", "b'120'"); Python and numpy objects of these
 *     text     text or bytes, "b'male'" without the b and the quotes; objects of these; of several equal ones the first
 *     floats   numeric arrays; object arrays and nested lists of numbers or arrays of one shape
 *
 * Errors   where is "file: member". ERR_NOT_FOUND: no such member. ERR_FORMAT: the form is another; detail names it.
 */
#include "core/io/tensor/npz.h"

/* An array of floats, row-major. */
typedef struct pd_npz_floats {
    float *values; /* (count); owned */
    int rank;
    size_t shape[PD_ARRAY_MAX_RANK], count;
} pd_npz_floats;

/* The member has to hold one number, or several that are equal. */
pd_status pd_npz_number(double *out, pd_npz *npz, const char *member, pd_error *err);
/* UTF-8, cut to out_bytes - 1. */
pd_status pd_npz_text(char *out, size_t out_bytes, pd_npz *npz, const char *member, pd_error *err);
/* On failure *out is empty. */
pd_status pd_npz_floats_read(pd_npz_floats *out, pd_npz *npz, const char *member, pd_error *err);
void pd_npz_floats_deinit(pd_npz_floats *floats);
/* "(6, 72)". Returns out. */
const char *pd_npz_floats_shape(const pd_npz_floats *floats, char *out, size_t out_bytes);

#endif
