#include "train/network/params.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PANEL PD_TRAIN_PANEL

float *pd_train_params_like(const pd_train_params *params)
{
    float *values = aligned_alloc(64, params->count * sizeof *values);
    if (values) memset(values, 0, params->count * sizeof *values);
    return values;
}

/* Allocates the parameters of a network. gate NULL: of one with a phase function. */
static pd_status init_params(pd_train_params *params, int x_dim, int h_dim, int y_dim,
                             const pd_pfnn_gate *gate, pd_error *err)
{
    const int dims[] = {x_dim, h_dim, y_dim};
    const char *const names[] = {"inputs", "hidden", "outputs"};

    *params = (pd_train_params){.x_dim = x_dim, .h_dim = h_dim, .y_dim = y_dim, .controls = PD_PFNN_CONTROLS};
    if (gate) {
        params->controls = gate->experts;
        params->gate = *gate;
        params->gate.values = NULL;
    }

    /* Set the sizes of the network. */
    for (int d = 0; d < 3; d++)
        if (dims[d] < 1 || dims[d] > PD_PFNN_MAX_DIM)
            return pd_fail(err, PD_ERR_RANGE, names[d], "%d; 1 to %d allowed", dims[d], PD_PFNN_MAX_DIM);

    /* Place the layers in panels of 64 outputs, then the gate. */
    int in[PD_PFNN_LAYERS] = {params->x_dim, params->h_dim, params->h_dim};
    int out[PD_PFNN_LAYERS] = {params->h_dim, params->h_dim, params->y_dim};
    params->count = 0;
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        size_t block = PANEL * (size_t)(1 + in[l]);
        int panels = (out[l] + PANEL - 1) / PANEL;
        params->layers[l] = (pd_train_params_layer){
            .in = in[l], .out = out[l], .panel_count = panels, .first = params->count, .block = block};
        params->count += (size_t)panels * (size_t)params->controls * block;
    }

    params->gate_first = params->count;
    params->gate_floats = (pd_pfnn_gate_count(&params->gate) + PANEL - 1) / PANEL * PANEL;
    params->count += params->gate_floats;

    if (params->count / PD_PFNN_CONTROLS > PD_PFNN_MAX_WEIGHTS)
        return pd_fail(err, PD_ERR_LIMIT, "hidden", "%zu weights per control point; at most %d allowed",
                       params->count / PD_PFNN_CONTROLS, PD_PFNN_MAX_WEIGHTS);

    params->values = pd_train_params_like(params);
    if (!params->values)
        return pd_fail(err, PD_ERR_MEMORY, "network", "out of memory for %zu weights", params->count);

    return PD_OK;
}

pd_status pd_train_params_init(pd_train_params *params, int x_dim, int h_dim, int y_dim, pd_error *err)
{
    return init_params(params, x_dim, h_dim, y_dim, NULL, err);
}

pd_status pd_train_params_init_gated(pd_train_params *params, int x_dim, int h_dim, int y_dim,
                                     const pd_pfnn_gate *gate, pd_error *err)
{
    *params = (pd_train_params){0};
    pd_status status = pd_pfnn_gate_check_sizes(gate, x_dim, err);
    return status ? status : init_params(params, x_dim, h_dim, y_dim, gate, err);
}

pd_pfnn_gate pd_train_params_gate(const pd_train_params *params)
{
    pd_pfnn_gate gate = params->gate;
    gate.values = params->values + params->gate_first;
    return gate;
}

void pd_train_params_deinit(pd_train_params *params)
{
    free(params->values);
    *params = (pd_train_params){0};
}

/* Returns the block of control point k in the panel of output o. */
static float *block_of(const pd_train_params *p, int l, int k, int o)
{
    const pd_train_params_layer *layer = &p->layers[l];
    return p->values + layer->first + (size_t)(o / PANEL * p->controls + k) * layer->block + o % PANEL;
}

void pd_train_params_random(pd_train_params *params, uint64_t seed)
{
    pd_rng rng;

    pd_rng_init(&rng, seed);
    memset(params->values, 0, params->count * sizeof *params->values);

    /* Uniform weights by the size of the layer (Glorot); biases are 0. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const pd_train_params_layer *layer = &params->layers[l];

        /* Glorot and Bengio 2010, equation 16: U(-b, b) with b = sqrt(6 / (in + out)). */
        double bound = sqrt(6.0 / (layer->in + layer->out));
        for (int k = 0; k < params->controls; k++)
            for (int o = 0; o < layer->out; o++) {
                float *column = block_of(params, l, k, o);
                for (int i = 1; i <= layer->in; i++)
                    column[i * PANEL] = (float)(bound * (2 * pd_rng_uniform(&rng) - 1));
            }
    }

    /* Draw the gate in the same way. */
    const pd_pfnn_gate gate = pd_train_params_gate(params);
    for (int l = 0; gate.input_count && l < PD_PFNN_GATE_LAYERS; l++) {
        pd_pfnn_gate_layer at = pd_pfnn_gate_layer_at(&gate, l);
        double bound = sqrt(6.0 / (at.in + at.out));
        for (size_t i = at.weights; i < at.bias; i++)
            gate.values[i] = (float)(bound * (2 * pd_rng_uniform(&rng) - 1));
    }
}

/* Copies between the two orders; to_plain gives the direction. */
static void exchange(pd_train_params *p, pd_pfnn_network *n, int to_plain)
{
    /* Copy the layers, with bias and weights of each output. */
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        pd_pfnn_layer *plain = &n->layers[l];
        for (int k = 0; k < p->controls; k++)
            for (int o = 0; o < plain->out; o++) {
                size_t row = (size_t)k * (size_t)plain->out + (size_t)o;
                float *column = block_of(p, l, k, o);
                float *weights = plain->weights + row * (size_t)plain->in;
                *(to_plain ? &plain->bias[row] : column) = *(to_plain ? column : &plain->bias[row]);
                for (int i = 0; i < plain->in; i++) {
                    float *packed = &column[(1 + i) * PANEL];
                    *(to_plain ? &weights[i] : packed) = *(to_plain ? packed : &weights[i]);
                }
            }
    }

    /* Copy the parameters of the gate. */
    const pd_pfnn_gate gate = pd_train_params_gate(p);
    size_t count = pd_pfnn_gate_count(&gate) * sizeof *gate.values;
    if (count)
        memcpy(to_plain ? n->gate.values : gate.values, to_plain ? gate.values : n->gate.values, count);
}

void pd_train_params_read(pd_train_params *params, const pd_pfnn_network *network)
{
    pd_pfnn_network copy = *network; /* of the pointers: the arrays are only read */
    memset(params->values, 0, params->count * sizeof *params->values);
    exchange(params, &copy, 0);
}

void pd_train_params_write(pd_pfnn_network *network, const pd_train_params *params)
{
    pd_train_params copy = *params;
    exchange(&copy, network, 1);
}
