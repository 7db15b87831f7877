/* Fuzzes pickles: parsing keeps the limits, and every value is read as an array and as a matrix. */
#include "core/io/tensor/pickle_numpy.h"
#include "core/smpl/data/data.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const pd_pickle_value *value)
{
    pd_array array;
    pd_csr csr;
    void *owned;
    pd_error err;
    if (!pd_pickle_array_gather(&array, &owned, value, "value", &err)) {
        double *numbers = malloc((array.count + 1) * sizeof *numbers);
        if (numbers) pd_array_f64(numbers, &array, "value", &err);
        if (!pd_csr_from_array(&csr, &array, "value", &err)) pd_csr_deinit(&csr);
        free(numbers);
        free(owned);
    }
    if (pd_pickle_is_sparse(value) && !pd_pickle_sparse(&csr, value, "value", &err)) pd_csr_deinit(&csr);
    pd_pickle_object(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_pickle pickle;
    pd_smpl_data model;
    pd_error err;
    if (!pd_pickle_parse(&pickle, data, size, "fuzz", &err)) {
        look_at(pickle.root);
        for (size_t i = 0; i < pickle.root->item_count; i++) look_at(pickle.root->items[i]);
        pd_pickle_deinit(&pickle);
    }
    if (!pd_smpl_data_parse(&model, data, size, "fuzz", &err)) pd_smpl_data_deinit(&model);
    return 0;
}
