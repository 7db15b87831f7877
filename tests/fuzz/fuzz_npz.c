/* Any bytes as npz and as npy: every member unpacked within the limits and read as numbers. */
#include "core/io/tensor/npy.h"
#include "core/io/tensor/npz.h"
#include "core/smpl/data.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_numbers(const pd_array *array)
{
    char text[16];
    pd_error err;
    double *numbers = malloc((array->count + 1) * sizeof *numbers);
    if (numbers) pd_array_f64(numbers, array, "array", &err);
    free(numbers);
    pd_array_text(text, sizeof text, array, "array", &err);
}

/* No more than a few megabytes: the limits are the point, not the machine's memory. */
static void read_members(pd_npz *npz)
{
    pd_array array;
    pd_error err;
    for (int i = 0; i < npz->member_count && npz->unpacked_bytes < (4 << 20); i++)
        if (!pd_npz_read(&array, npz, pd_npz_member(npz, i), &err)) read_numbers(&array);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_npz npz;
    pd_array array;
    pd_smpl_data model;
    pd_error err;
    if (!pd_npy_parse(&array, data, size, "fuzz", &err) && array.count < (1 << 20)) read_numbers(&array);
    if (!pd_npz_parse(&npz, data, size, "fuzz", &err)) {
        read_members(&npz);
        pd_npz_deinit(&npz);
    }
    if (!pd_smpl_data_parse(&model, data, size, "fuzz", &err)) pd_smpl_data_deinit(&model);
    return 0;
}
