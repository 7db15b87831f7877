#include "train/model/blend_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pd_status pd_train_add_blend_shapes(pd_smpl_data *data, const char *const *names, const float *directions,
                                    int count, pd_error *err)
{
    const size_t rows = 3 * (size_t)data->vertex_count;
    const size_t before = (size_t)data->expression_count;
    const size_t all = before + (size_t)count;

    /* Refuse what cannot be added: to unnamed expressions, more than fit, names that are too long or
     * taken. */
    if (before && !data->expression_names)
        return pd_fail(err, PD_ERR_INVALID, "expression_names",
                       "the model's %d expressions have no names; blend shapes are added to models without "
                       "expressions, or whose expressions have names",
                       data->expression_count);
    if (data->expression_count + count > PD_SMPL_MAX_EXPRESSIONS)
        return pd_fail(err, PD_ERR_LIMIT, "expression_count", "%d; 0 to %d allowed",
                       data->expression_count + count, PD_SMPL_MAX_EXPRESSIONS);
    for (int n = 0; n < count; n++) {
        if (strlen(names[n]) >= PD_SMPL_NAME_BYTES)
            return pd_fail(err, PD_ERR_RANGE, "expression_names", "\"%.40s\" has %zu bytes; 1 to %d allowed",
                           names[n], strlen(names[n]), PD_SMPL_NAME_BYTES - 1);
        int taken = 0;
        for (size_t e = 0; e < before; e++) taken |= !strcmp(data->expression_names[e], names[n]);

        for (int e = 0; e < n; e++) taken |= !strcmp(names[e], names[n]);
        if (taken)
            return pd_fail(err, PD_ERR_INVALID, "expression_names",
                           "\"%s\" occurs twice; each name is allowed once", names[n]);
    }

    /* Allocate the old and the new directions together. */
    float *dirs = malloc(rows * all * sizeof *dirs);
    char(*list)[PD_SMPL_NAME_BYTES] = calloc(all, sizeof *list);
    if (!dirs || !list) {
        free(dirs);
        free(list);
        return pd_fail(err, PD_ERR_MEMORY, "expressiondirs", "out of memory for %zu directions", all);
    }

    /* Copy both. `directions` has a row of 3 V numbers for each shape; the model has a row of all shapes for
     * each coordinate of a vertex. */
    for (size_t i = 0; i < rows; i++) {
        for (size_t e = 0; e < before; e++) dirs[i * all + e] = data->expressiondirs[i * before + e];
        for (size_t n = 0; n < (size_t)count; n++) dirs[i * all + before + n] = directions[n * rows + i];
    }

    if (before) memcpy(list, data->expression_names, before * sizeof *list);
    for (int n = 0; n < count; n++) snprintf(list[before + (size_t)n], sizeof *list, "%s", names[n]);

    free(data->expressiondirs);
    free(data->expression_names);
    data->expressiondirs = dirs;
    data->expression_names = list;
    data->expression_count = (int)all;

    return PD_OK;
}
