#ifndef PD_TRAIN_NETWORK_PARAMS_H
#define PD_TRAIN_NETWORK_PARAMS_H
/* The numbers that training changes: weights and biases of a motion network, in one block.
 *
 * A layer is a row of panels of 64 outputs, padded with zeros; a panel is a block for each of the 4 control points, or K experts; a block is
 * 1 + in rows of 64: the biases, then the weights of input 0, 1, ... That is the order in which the resident network keeps them
 * (core/pfnn/model.h), so that both use the same kernels; a gradient and Adam's moments have it too.
 *
 * A gate's numbers (core/pfnn/network/gate.h) come behind the layers, in its own order.
 *
 * Shapes   layer 0 (h,x), 1 (h,h), 2 (y,h); 4 control points or K experts each.
 * Units    none: inputs and outputs are normalised.
 * Memory   init allocates, deinit frees; values on a 64-byte boundary.
 * Errors   ERR_RANGE for sizes outside the limits of core/pfnn/network/network.h, ERR_MEMORY.
 */
#include "core/base/rng.h"
#include "core/pfnn/network/network.h"

#define PD_TRAIN_PANEL 64

typedef struct pd_train_params_layer {
    int in, out, panel_count;
    size_t first, block; /* first float of panel 0; floats of a block: 64 (1 + in) */
} pd_train_params_layer;

typedef struct pd_train_params {
    int x_dim, h_dim, y_dim;
    pd_train_params_layer layers[PD_PFNN_LAYERS];
    int controls;                   /* K                                        */
    pd_pfnn_gate gate;              /* sizes; its values: pd_train_params_gate  */
    size_t gate_first, gate_floats; /* in values; a multiple of 64, 0: no gate */
    size_t count;                   /* floats of everything: a multiple of 64 */
    float *values;                  /* (count)                                */
} pd_train_params;

/* All zero. */
pd_status pd_train_params_init(pd_train_params *params, int x_dim, int h_dim, int y_dim, pd_error *err);
/* The same of a mixture of experts; sizes, inputs and scales of *gate count. */
pd_status pd_train_params_init_gated(pd_train_params *params, int x_dim, int h_dim, int y_dim,
                                     const pd_pfnn_gate *gate, pd_error *err);
/* Its gate, with the values of these parameters. */
pd_pfnn_gate pd_train_params_gate(const pd_train_params *params);
void pd_train_params_deinit(pd_train_params *params);
/* Weights uniform in +- sqrt(6/(in + out)) (Glorot, Bengio 2010), the same for no two control points or experts; biases 0. */
void pd_train_params_random(pd_train_params *params, uint64_t seed);
/* From and to the plain arrays of a network of the same sizes; nothing else of it is touched. */
void pd_train_params_read(pd_train_params *params, const pd_pfnn_network *network);
void pd_train_params_write(pd_pfnn_network *network, const pd_train_params *params);

/* Another block of `count` floats like params->values, zeroed; free() it. NULL when memory is short. */
float *pd_train_params_like(const pd_train_params *params);

#endif
