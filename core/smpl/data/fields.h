#ifndef PD_SMPL_FIELDS_H
#define PD_SMPL_FIELDS_H
/* From arrays in a file to the arrays of pd_smpl_data: shape checked, memory taken, numbers converted.
 *
 * shape is (rank); PD_SMPL_ANY stands for any length. Outputs are malloc'd and belong to the caller; they are left
 * alone on failure. name goes into the error's where.
 */
#include "core/io/tensor/array.h"

#define PD_SMPL_ANY SIZE_MAX

pd_status pd_smpl_field_shape(const pd_array *array, const char *name, int rank, const size_t *shape,
                              pd_error *err);
/* Any array, as float. */
pd_status pd_smpl_field_f32(float **out, const pd_array *array, const char *name, pd_error *err);
pd_status pd_smpl_field_f64(double **out, const pd_array *array, const char *name, pd_error *err);
/* Whole numbers of least..most. */
pd_status pd_smpl_field_int(int **out, const pd_array *array, const char *name, int64_t least, int64_t most,
                            pd_error *err);
/* calloc that also takes 0 and reports a failure in *err. */
pd_status pd_smpl_field_alloc(void *out_pointer, size_t count, size_t element_bytes, const char *name,
                              pd_error *err);
/* A length as int, at most `most`; ERR_RANGE names it. */
pd_status pd_smpl_field_count(int *out, size_t length, int most, const char *name, pd_error *err);
/* An error in a field names the field: puts the file before it, once. Returns s. */
pd_status pd_smpl_field_place(pd_status s, const char *file, pd_error *err);

#endif
