#ifndef PD_IO_TENSOR_PICKLE_NUMPY_H
#define PD_IO_TENSOR_PICKLE_NUMPY_H
/* numpy, scipy.sparse and chumpy objects in a parsed pickle, understood without calling anything.
 *
 *   ndarray   numpy.core.multiarray._reconstruct + state (1, shape, dtype, fortran, bytes), and protocol 5's
 *             numpy.core.numeric._frombuffer(bytes, dtype, shape, order), in band; numpy._core (2.x) as well
 *   scalar    numpy.core.multiarray.scalar(dtype, bytes); plain ints and floats are arrays of rank 0
 *   chumpy    Ch objects: the array in `x`; Select: `a` taken at `idxs` and shaped by `preferred_shape`
 *   sparse    scipy.sparse csc, csr, coo (matrix and array, old and new module names)
 */
#include "core/io/tensor/pickle.h"

#include <stdbool.h>

/* A matrix by its non-zeros: row major CSR. */
typedef struct pd_csr {
    int rows, columns;
    int *start;     /* (rows + 1)                                  */
    int *column;    /* (start[rows]) ascending in each row         */
    double *weight; /* (start[rows]) duplicates added, zeros dropped */
} pd_csr;

void pd_csr_deinit(pd_csr *csr);
/* From a dense array (rows, columns). */
pd_status pd_csr_from_array(pd_csr *out, const pd_array *array, const char *name, pd_error *err);

bool pd_pickle_is_sparse(const pd_pickle_value *value);
pd_status pd_pickle_sparse(pd_csr *out, const pd_pickle_value *value, const char *name, pd_error *err);

/* A view into the pickle's bytes. OBJECT arrays give dtype OBJECT with count and no data: see
 * pd_pickle_object. ERR_FORMAT when the value is no array. */
pd_status pd_pickle_array(pd_array *out, const pd_pickle_value *value, const char *name, pd_error *err);
/* Gathered from a chumpy Select: *owned must be freed by the caller (NULL: the view needs nothing). */
pd_status pd_pickle_array_gather(pd_array *out, void **owned, const pd_pickle_value *value, const char *name,
                                 pd_error *err);
/* The only element of an object array of one element (0-d, as numpy.savez makes of a dict or a sparse
 * matrix); any other value is returned as it is. */
const pd_pickle_value *pd_pickle_object(const pd_pickle_value *value);

#endif
