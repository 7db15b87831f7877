#include "core/pfnn/gate.h"
#include "core/base/assert.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

/* ---- sizes */

pd_pfnn_gate_layer pd_pfnn_gate_layer_at(const pd_pfnn_gate *g, int layer)
{
    PD_ASSERT(layer >= 0 && layer < PD_PFNN_GATE_LAYERS);
    const int sizes[PD_PFNN_GATE_LAYERS + 1] = {g->input_count, g->hidden, g->hidden, g->experts};
    size_t first = 0;
    for (int l = 0; l < layer; l++) first += (size_t)sizes[l + 1] * (size_t)(sizes[l] + 1);

    int in = sizes[layer];
    int out = sizes[layer + 1];
    return (pd_pfnn_gate_layer){
        .in = in, .out = out, .weights = first, .bias = first + (size_t)in * (size_t)out};
}

size_t pd_pfnn_gate_count(const pd_pfnn_gate *g)
{
    pd_pfnn_gate_layer last = pd_pfnn_gate_layer_at(g, PD_PFNN_GATE_LAYERS - 1);
    return g->input_count ? last.bias + (size_t)last.out : 0;
}

static pd_status check_size(const char *name, int value, int least, int most, pd_error *err)
{
    if (value >= least && value <= most) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, name, "%d; %d to %d allowed", value, least, most);
}

pd_status pd_pfnn_gate_check_sizes(const pd_pfnn_gate *g, int x_dim, pd_error *err)
{
    char where[64];
    pd_status s = check_size("gate_inputs", g->input_count, 1, PD_PFNN_GATE_INPUTS, err);

    if (!s) s = check_size("gate", g->hidden, 1, PD_PFNN_GATE_HIDDEN, err);
    if (!s) s = check_size("experts", g->experts, 2, PD_PFNN_MAX_CONTROLS, err);
    for (int i = 0; !s && i < g->input_count; i++) {
        snprintf(where, sizeof where, "gate_inputs[%d]", i);
        s = check_size(where, g->inputs[i], 0, x_dim - 1, err);
        if (s || (g->scales[i] >= 1e-6F && g->scales[i] <= 1e6F)) continue;
        snprintf(where, sizeof where, "gate_scales[%d]", i);
        s = pd_fail(err, PD_ERR_RANGE, where, "%g; 1e-6 to 1e6 allowed", (double)g->scales[i]);
    }

    return s;
}

pd_status pd_pfnn_gate_check(const pd_pfnn_gate *g, int x_dim, pd_error *err)
{
    char where[64];
    pd_status s = pd_pfnn_gate_check_sizes(g, x_dim, err);

    if (!s && !g->values) s = pd_fail(err, PD_ERR_FORMAT, "V0", "missing: a gate needs it");

    for (int l = 0; !s && l < PD_PFNN_GATE_LAYERS; l++) {
        pd_pfnn_gate_layer at = pd_pfnn_gate_layer_at(g, l);
        for (size_t i = at.weights; !s && i < at.bias + (size_t)at.out; i++) {
            if (isfinite(g->values[i])) continue;
            bool bias = i >= at.bias;
            snprintf(where, sizeof where, "%c%d[%zu]", bias ? 'v' : 'V', l,
                     i - (bias ? at.bias : at.weights));
            s = pd_fail(err, PD_ERR_INVALID, where, "%g; only finite numbers are allowed",
                        (double)g->values[i]);
        }
    }

    return s;
}

/* ---- forward and back */

static void multiply_gate(double *out, const float *values, pd_pfnn_gate_layer at, const double *in)
{
    const float *w = values + at.weights;

    for (int o = 0; o < at.out; o++, w += at.in) {
        double sum = (double)values[at.bias + (size_t)o];
        for (int i = 0; i < at.in; i++) sum += (double)w[i] * in[i];
        out[o] = sum;
    }
}

void pd_pfnn_gate_weights(pd_pfnn_gate_run *run, const pd_pfnn_gate *g, const float *x)
{
    PD_ASSERT(g->input_count >= 1 && g->input_count <= PD_PFNN_GATE_INPUTS &&
              g->hidden <= PD_PFNN_GATE_HIDDEN && g->experts <= PD_PFNN_MAX_CONTROLS);
    for (int i = 0; i < g->input_count; i++) run->in[i] = (double)(g->scales[i] * x[g->inputs[i]]);

    /* Two hidden layers with ELU, then the output layer. */
    const double *in = run->in;
    for (int l = 0; l < 2; l++) {
        multiply_gate(run->hidden[l], g->values, pd_pfnn_gate_layer_at(g, l), in);
        for (int h = 0; h < g->hidden; h++) {
            double *v = &run->hidden[l][h];
            *v = *v > 0 ? *v : pd_expm1(*v); /* ELU */
        }

        in = run->hidden[l];
    }

    multiply_gate(run->c, g->values, pd_pfnn_gate_layer_at(g, 2), in);

    /* Softmax, relative to the largest so that exp cannot overflow. */
    double most = run->c[0];
    double sum = 0;
    for (int k = 1; k < g->experts; k++) most = pd_fmax(most, run->c[k]);
    for (int k = 0; k < g->experts; k++) sum += run->c[k] = pd_exp(run->c[k] - most);
    for (int k = 0; k < g->experts; k++) run->c[k] /= sum;
}

/* Backpropagates one layer. delta (out): derivative by the layer's sums. below (in): derivative by its
 * inputs, or NULL. Adds the gradient. */
static void back(double *gradient, double *below, const float *values, pd_pfnn_gate_layer at,
                 const double *in, const double *delta)
{
    for (int i = 0; below && i < at.in; i++) below[i] = 0;
    for (int o = 0; o < at.out; o++) {
        size_t row = at.weights + (size_t)o * (size_t)at.in;
        gradient[at.bias + (size_t)o] += delta[o];
        for (int i = 0; i < at.in; i++) gradient[row + (size_t)i] += delta[o] * in[i];
        for (int i = 0; below && i < at.in; i++) below[i] += delta[o] * (double)values[row + (size_t)i];
    }
}

void pd_pfnn_gate_back(double *gradient, const pd_pfnn_gate *g, const pd_pfnn_gate_run *run,
                       const double *slope)
{
    PD_ASSERT(g->hidden <= PD_PFNN_GATE_HIDDEN && g->experts <= PD_PFNN_GATE_HIDDEN);
    double delta[PD_PFNN_GATE_HIDDEN];
    double below[PD_PFNN_GATE_HIDDEN] = {0};
    double mean = 0;

    /* Softmax: d cost / d z_k = c_k (slope_k - sum_j c_j slope_j). */
    for (int k = 0; k < g->experts; k++) mean += run->c[k] * slope[k];
    for (int k = 0; k < g->experts; k++) delta[k] = run->c[k] * (slope[k] - mean);

    for (int l = PD_PFNN_GATE_LAYERS - 1; l >= 0; l--) {
        const double *in = l ? run->hidden[l - 1] : run->in;
        back(gradient, l ? below : NULL, g->values, pd_pfnn_gate_layer_at(g, l), in, delta);
        for (int h = 0; l && h < g->hidden; h++) delta[h] = below[h] * (in[h] > 0 ? 1 : in[h] + 1);
    }
}
