#ifndef PD_TRAIN_NETWORK_PARAMS_H
#define PD_TRAIN_NETWORK_PARAMS_H
/* The trained parameters, weights and biases of a motion network, in one block of floats.
 *
 * A layer is a row of panels of 64 outputs, padded with zeros. A panel holds one block for each of the 4
 * control points, or K experts. A block has 1 + in rows of 64: the biases, then the weights of input 0, 1,
 * ... The resident network (core/pfnn/model.h) has this order too, so that both use the same kernels; a
 * gradient and the moments of Adam also have it.
 *
 * The parameters of a gate (core/pfnn/gate.h) follow the layers, in the gate's own order.
 *
 * Shapes   layer 0 (h,x), 1 (h,h), 2 (y,h); 4 control points or K experts each.
 * Units    none: inputs and outputs are normalised.
 * Memory   init allocates, deinit frees; values start on a 64-byte boundary.
 * Errors   ERR_RANGE for sizes outside the limits of core/pfnn/network.h, ERR_MEMORY.
 */
#include "core/base/rng.h"
#include "core/pfnn/network.h"

#define PD_TRAIN_PANEL 64

typedef struct pd_train_params_layer {
    int in, out, panel_count;
    size_t first, block; /* offset of panel 0 in values; floats of a block: 64 (1 + in) */
} pd_train_params_layer;

typedef struct pd_train_params {
    int x_dim, h_dim, y_dim;
    pd_train_params_layer layers[PD_PFNN_LAYERS];
    int controls;      /* K: control points or experts */
    pd_pfnn_gate gate; /* sizes only; pd_train_params_gate adds the values */
    /* offset and length in values; the length is a multiple of 64, or 0 without a gate */
    size_t gate_first, gate_floats;
    size_t count;  /* floats in total, a multiple of 64 */
    float *values; /* (count) all parameters */
} pd_train_params;

/* Allocates the parameters of a phase-functioned network and sets them to zero. */
pd_status pd_train_params_init(pd_train_params *params, int x_dim, int h_dim, int y_dim, pd_error *err);
/* Allocates the parameters of a mixture of experts and sets them to zero. Copies sizes, inputs and scales of
 * *gate, not its values. */
pd_status pd_train_params_init_gated(pd_train_params *params, int x_dim, int h_dim, int y_dim,
                                     const pd_pfnn_gate *gate, pd_error *err);
/* Returns the gate, with pointers to its values inside `params`. */
pd_pfnn_gate pd_train_params_gate(const pd_train_params *params);
void pd_train_params_deinit(pd_train_params *params);
/* Draws weights uniformly from +- sqrt(6/(in + out)) (Glorot, Bengio 2010), independently for each control
 * point or expert; sets biases to 0. */
void pd_train_params_random(pd_train_params *params, uint64_t seed);
/* Copy the weights and biases from and to the plain arrays of a network of the same sizes. They touch no
 * other field of the network. */
void pd_train_params_read(pd_train_params *params, const pd_pfnn_network *network);
void pd_train_params_write(pd_pfnn_network *network, const pd_train_params *params);

/* Allocates another block of params->count zeroed floats with the alignment of params->values. The caller
 * frees it with free(). Returns NULL when memory is short. */
float *pd_train_params_like(const pd_train_params *params);

#endif
