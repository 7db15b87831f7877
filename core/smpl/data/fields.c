#include "core/smpl/data/fields.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pd_status pd_smpl_field_shape(const pd_array *array, const char *name, int rank, const size_t *shape,
                              pd_error *err)
{
    char is[128], want[128];
    bool good = array->rank == rank;

    for (int d = 0; good && d < rank; d++) good = shape[d] == PD_SMPL_ANY || shape[d] == array->shape[d];
    if (good) return PD_OK;

    size_t used = (size_t)snprintf(want, sizeof want, "(");
    for (int d = 0; d < rank && used < sizeof want; d++) {
        const char *comma = d ? ", " : "";
        used += (size_t)(shape[d] == PD_SMPL_ANY
                             ? snprintf(want + used, sizeof want - used, "%sany", comma)
                             : snprintf(want + used, sizeof want - used, "%s%zu", comma, shape[d]));
    }

    return pd_fail(err, PD_ERR_FORMAT, name, "shape %s; %s) expected",
                   pd_array_shape_text(array, is, sizeof is), want);
}

pd_status pd_smpl_field_alloc(void *out_pointer, size_t count, size_t element_bytes, const char *name,
                              pd_error *err)
{
    void *memory = calloc(count ? count : 1, element_bytes);

    memcpy(out_pointer, &memory, sizeof memory);
    // cppcheck-suppress memleak
    if (memory) return PD_OK;
    pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %zu elements", count);

    return PD_ERR_MEMORY;
}

pd_status pd_smpl_field_f32(float **out, const pd_array *array, const char *name, pd_error *err)
{
    float *values = NULL;
    pd_status s = pd_smpl_field_alloc(&values, array->count, sizeof *values, name, err);

    if (!s) s = pd_array_f32(values, array, name, err);
    if (s)
        free(values);
    else
        *out = values;

    return s;
}

pd_status pd_smpl_field_f64(double **out, const pd_array *array, const char *name, pd_error *err)
{
    double *values = NULL;
    pd_status s = pd_smpl_field_alloc(&values, array->count, sizeof *values, name, err);

    if (!s) s = pd_array_f64(values, array, name, err);
    if (s)
        free(values);
    else
        *out = values;

    return s;
}

pd_status pd_smpl_field_int(int **out, const pd_array *array, const char *name, int64_t least, int64_t most,
                            pd_error *err)
{
    int *values = NULL;
    int64_t *wide = NULL;
    pd_status s = pd_smpl_field_alloc(&values, array->count, sizeof *values, name, err);

    if (!s) s = pd_smpl_field_alloc(&wide, array->count, sizeof *wide, name, err);
    if (!s) s = pd_array_i64(wide, array, name, err);

    for (size_t i = 0; !s && i < array->count; i++) {
        char where[160];
        values[i] = (int)wide[i];
        if (wide[i] >= least && wide[i] <= most) continue;
        snprintf(where, sizeof where, "%s[%zu]", name, i);
        s = pd_fail(err, PD_ERR_RANGE, where, "%lld; %lld to %lld allowed", (long long)wide[i],
                    (long long)least, (long long)most);
    }

    free(wide);
    if (s)
        free(values);
    else
        *out = values;

    return s;
}

pd_status pd_smpl_field_count(int *out, size_t length, int most, const char *name, pd_error *err)
{
    if (length > (size_t)most)
        return pd_fail(err, PD_ERR_RANGE, name, "a length of %zu; at most %d allowed", length, most);
    *out = (int)length;
    return PD_OK;
}

pd_status pd_smpl_field_place(pd_status s, const char *file, pd_error *err)
{
    char prefix[136];

    if (!s || !err) return s;
    snprintf(prefix, sizeof prefix, "%.120s: ", file);
    size_t length = strlen(prefix) - 2; /* without ": " */
    if (!strncmp(err->where, prefix, length)) return s;

    return pd_error_prefix(err, prefix);
}
