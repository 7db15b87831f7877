#ifndef PD_IO_TENSOR_PICKLE_NUMPY_H
#define PD_IO_TENSOR_PICKLE_NUMPY_H
/* Reads numpy arrays and scalars, scipy.sparse matrices and chumpy objects from a parsed pickle, without
 * calling anything.
 *
 *   ndarray   numpy.core.multiarray._reconstruct + state (1, shape, dtype, fortran, bytes), and protocol 5's
 *             numpy.core.numeric._frombuffer(bytes, dtype, shape, order), in band; numpy._core (2.x) as well
 *   joblib    joblib.numpy_pickle.NumpyArrayWrapper: dtype, shape and order in its state, the bytes in `text`
 *             (pd_pickle_parse_objects)
 *   scalar    numpy.core.multiarray.scalar(dtype, bytes); plain ints and floats are arrays of rank 0
 *   chumpy    Ch objects: the array in `x`; Select: `a` taken at `idxs` and shaped by `preferred_shape`
 *   sparse    scipy.sparse csc, csr, coo (matrix and array, old and new module names)
 */
#include "core/io/tensor/pickle.h"

#include <stdbool.h>

/* A sparse matrix in compressed rows (CSR): row r has the entries start[r] .. start[r + 1] - 1. */
typedef struct pd_csr {
    int rows, columns;
    int *start;     /* (rows + 1)                                  */
    int *column;    /* (start[rows]) ascending in each row         */
    double *weight; /* (start[rows]) duplicates added, zeros dropped */
} pd_csr;

/* Frees the arrays and zeroes the struct. */
void pd_csr_deinit(pd_csr *csr);
/* Converts a dense array (rows, columns). */
pd_status pd_csr_from_array(pd_csr *out, const pd_array *array, const char *name, pd_error *err);

/* Returns whether the value is a scipy.sparse matrix. */
bool pd_pickle_is_sparse(const pd_pickle_value *value);
/* Converts a scipy.sparse matrix. */
pd_status pd_pickle_sparse(pd_csr *out, const pd_pickle_value *value, const char *name, pd_error *err);

/* Reads dtype, shape and order of an array that joblib wrote, whose bytes follow in the stream. Its count and
 * data_bytes are set, data is not. */
pd_status pd_pickle_joblib_form(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err);
/* Returns a view of an array in the pickle's bytes. An object array has dtype OBJECT, its count and no data:
 * see pd_pickle_object. ERR_FORMAT when the value is no array. */
pd_status pd_pickle_array(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err);
/* pd_pickle_array that also accepts a chumpy Select, whose elements it copies. The caller frees *owned, the
 * copy, after use; it is NULL for a view. */
pd_status pd_pickle_array_gather(pd_array *out, void **owned, const pd_pickle_value *value, const char *name,
                                 pd_error *err);
/* Returns the element of an object array that has just one (numpy.savez stores a dict or a sparse matrix so).
 * Returns any other value unchanged. */
const pd_pickle_value *pd_pickle_object(const pd_pickle_value *value);

#endif
