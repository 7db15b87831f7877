#include "train/model/network_export.h"

#include "core/base/file.h"

#include <stdio.h>
#include <stdlib.h>

/* Writes numbers to NAME.bin in a folder: raw little-endian floats, as Holden et al. (2017) publish
 * theirs. */
static pd_status write_numbers(const char *folder, const char *name, const float *values, size_t count,
                               pd_error *err)
{
    char path[4096];

    if (snprintf(path, sizeof path, "%s/%s.bin", folder, name) >= (int)sizeof path)
        return pd_fail(err, PD_ERR_RANGE, "folder", "its name has more than %zu characters", sizeof path);

    return pd_file_write(path, values, count * sizeof *values, err);
}

/* Writes the 50 slices of an array to one file each. points (4,count): its control points. */
static pd_status write_slices(const char *folder, const char *name, const float *points, size_t count,
                              pd_error *err)
{
    float *slice = malloc(count * sizeof *slice);

    if (!slice) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %zu numbers", count);

    pd_status status = PD_OK;

    /* Interpolate the control points at the phase of each slice. */
    for (int i = 0; !status && i < PD_PFNN_IMPORT_SLICES; i++) {
        double c[PD_PFNN_CONTROLS];
        char file[24];

        pd_pfnn_phase_weights(c, (double)i / PD_PFNN_IMPORT_SLICES);
        for (size_t j = 0; j < count; j++) {
            double sum = 0;
            for (size_t k = 0; k < PD_PFNN_CONTROLS; k++) sum += c[k] * (double)points[k * count + j];
            slice[j] = (float)sum;
        }

        snprintf(file, sizeof file, "%s_%03d", name, i);
        status = write_numbers(folder, file, slice, count, err);
    }

    free(slice);
    return status;
}

pd_status pd_train_export_slices(const pd_pfnn_network *n, const char *folder, pd_error *err)
{
    static const char *const names[PD_PFNN_LAYERS][2] = {{"W0", "b0"}, {"W1", "b1"}, {"W2", "b2"}};
    pd_status status = pd_pfnn_network_check(n, err);

    if (!status && n->gate.input_count)
        status = pd_fail(
            err, PD_ERR_UNSUPPORTED, "network",
            "the network mixes experts by a gate; only a phase-functioned network can be exported as slices");

    /* Statistics, then the slices of each layer. */
    size_t x = (size_t)n->x_dim;
    size_t y = (size_t)n->y_dim;

    if (!status) status = write_numbers(folder, "Xmean", n->x_mean, x, err);
    if (!status) status = write_numbers(folder, "Xstd", n->x_std, x, err);
    if (!status) status = write_numbers(folder, "Ymean", n->y_mean, y, err);
    if (!status) status = write_numbers(folder, "Ystd", n->y_std, y, err);

    for (int l = 0; !status && l < PD_PFNN_LAYERS; l++) {
        const pd_pfnn_layer *layer = &n->layers[l];
        size_t out = (size_t)layer->out;
        size_t in = (size_t)layer->in;
        status = write_slices(folder, names[l][0], layer->weights, out * in, err);
        if (!status) status = write_slices(folder, names[l][1], layer->bias, out, err);
    }

    return status;
}
