#include "core/pfnn/run.h"

#include "core/math/elementary.h"
#include "core/pfnn/blend.h"

#include <math.h>
#include <stdlib.h>

static void layer_ref(double *out, const pd_pfnn_layer *layer, const double *in, const double *c,
                      int controls)
{
    for (int o = 0; o < layer->out; o++) {
        out[o] = 0;
        for (int k = 0; k < controls; k++) {
            size_t row = (size_t)k * (size_t)layer->out + (size_t)o;
            const float *w = layer->weights + row * (size_t)layer->in;
            double sum = layer->bias[row];
            for (int i = 0; i < layer->in; i++) sum += w[i] * in[i];
            out[o] += c[k] * sum;
        }
    }
}

static void elu_ref(double *values, int count)
{
    for (int i = 0; i < count; i++) values[i] = pd_fmax(values[i], 0) + pd_exp(pd_fmin(values[i], 0)) - 1;
}

pd_status pd_pfnn_ref(double *y, const pd_pfnn_network *n, const float *x, double phase, pd_pfnn_mode mode,
                      pd_error *err)
{
    double c[PD_PFNN_MAX_CONTROLS];
    double *in = malloc(((size_t)n->x_dim + 2 * (size_t)n->h_dim) * sizeof *in);
    float *standard = malloc((size_t)n->x_dim * sizeof *standard);

    if (!in || !standard) {
        free(in);
        free(standard);
        return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory");
    }

    /* Standardize the input. */
    double *first = in + n->x_dim;
    double *second = first + n->h_dim;
    for (int i = 0; i < n->x_dim; i++) {
        in[i] = ((double)x[i] - n->x_mean[i]) / n->x_std[i];
        standard[i] = (float)in[i];
    }

    /* Weights of the control points: by the phase, or by the network's gate. */
    const pd_pfnn_blend *blend = pd_pfnn_blend_of(n);
    if (blend->has_slices)
        pd_pfnn_phase_mode_weights(c, pd_pfnn_phase_cycle(phase), mode);
    else
        blend->weights(c, n, standard, pd_pfnn_phase_cycle(phase));

    /* Three layers, with ELU between them, then the outputs in their units. */
    layer_ref(first, &n->layers[0], in, c, n->controls);
    elu_ref(first, n->h_dim);
    layer_ref(second, &n->layers[1], first, c, n->controls);
    elu_ref(second, n->h_dim);
    layer_ref(y, &n->layers[2], second, c, n->controls);
    for (int i = 0; i < n->y_dim; i++) y[i] = y[i] * n->y_std[i] + n->y_mean[i];
    free(in);
    free(standard);

    return PD_OK;
}
