#ifndef PD_SMPL_FIELDS_H
#define PD_SMPL_FIELDS_H
/* Converts arrays of a file to the arrays of pd_smpl_data: checks the shape, allocates, converts the numbers.
 *
 * shape is (rank); PD_SMPL_ANY stands for any length. Outputs are malloc'd and belong to the caller; on
 * failure they are unchanged. name is the place in errors.
 */
#include "core/io/tensor/array.h"

#define PD_SMPL_ANY SIZE_MAX

/* Checks that an array has this rank and shape. ERR_FORMAT with both shapes. */
pd_status pd_smpl_field_shape(const pd_array *array, const char *name, int rank, const size_t *shape,
                              pd_error *err);
/* Convert an array of any shape and number type to float or double. The caller frees *out. ERR_FORMAT when it
 * holds no numbers, ERR_MEMORY. */
pd_status pd_smpl_field_f32(float **out, const pd_array *array, const char *name, pd_error *err);
pd_status pd_smpl_field_f64(double **out, const pd_array *array, const char *name, pd_error *err);
/* Converts an array of integers from least to most; ERR_RANGE names the first that is not. */
pd_status pd_smpl_field_int(int **out, const pd_array *array, const char *name, int64_t least, int64_t most,
                            pd_error *err);
/* Allocates zeroed memory; count may be 0. ERR_MEMORY. */
pd_status pd_smpl_field_alloc(void *out_pointer, size_t count, size_t element_bytes, const char *name,
                              pd_error *err);
/* Converts a length to int. ERR_RANGE names it when it exceeds `most`. */
pd_status pd_smpl_field_count(int *out, size_t length, int most, const char *name, pd_error *err);
/* Puts the file's name before the field's name in an error, once. Returns s. */
pd_status pd_smpl_field_place(pd_status s, const char *file, pd_error *err);

#endif
