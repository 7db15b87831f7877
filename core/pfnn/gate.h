#ifndef PD_PFNN_GATE_H
#define PD_PFNN_GATE_H
/* The gate of a mixture of experts: a small network that computes the blend weights of the experts from the
 * character's motion.
 *
 *     g_0 = s x[inputs]     g_1 = ELU(V_0 g_0 + v_0) g_2 = ELU(V_1 g_1 + v_1) c = softmax(V_2 g_2 + v_2)
 *     W   = sum_k c_k a_k                                 k = 1 .. K experts
 *
 * after Zhang, Starke, Komura, Saito: Mode-adaptive neural networks for quadruped motion control, 2018,
 * section 5. There the inputs of the gate are the feet's velocities, the requested action and the target
 * velocity, and no phase. Here training chooses the inputs (train/network/experts.h), and the file lists
 * them.
 *
 * Shapes   V_0 (h,n), V_1 (h,h), V_2 (K,h): in `values`, layer after layer, the weights and then the biases
 *          of each.
 * Units    x is the network's standardized input; s rescales inputs that training shrank (joints) to a
 *          standard deviation of 1.
 * Memory   `values` belongs to a network, or is part of a training's parameters. _weights and _back allocate
 *          nothing.
 * Threads  const except for the named outputs.   Errors  in _check and _check_sizes.
 */
#include "core/base/error.h"

#include <stddef.h>

#define PD_PFNN_GATE_LAYERS  3
#define PD_PFNN_GATE_INPUTS  64 /* largest number of inputs */
#define PD_PFNN_GATE_HIDDEN  128
#define PD_PFNN_MAX_CONTROLS 16 /* largest number of sets of weights: 4 of the phase, 2 to 16 experts */

typedef struct pd_pfnn_gate {
    int input_count;                   /* n; 0: there is no gate */
    int hidden;                        /* h */
    int experts;                       /* K */
    int inputs[PD_PFNN_GATE_INPUTS];   /* (n) indices in the network's input */
    float scales[PD_PFNN_GATE_INPUTS]; /* (n) s */
    float *values;                     /* (pd_pfnn_gate_count) */
} pd_pfnn_gate;

/* Sizes and position of a layer in `values`. */
typedef struct pd_pfnn_gate_layer {
    int in, out;
    size_t weights, bias; /* index of the first weight (out,in) and of the first bias (out) */
} pd_pfnn_gate_layer;

/* Returns the number of values of all layers. */
size_t pd_pfnn_gate_count(const pd_pfnn_gate *gate);
/* Returns the sizes and the position of a layer, 0 to PD_PFNN_GATE_LAYERS - 1. */
pd_pfnn_gate_layer pd_pfnn_gate_layer_at(const pd_pfnn_gate *gate, int layer);

/* Checks sizes, that the network has the inputs, and that numbers are finite. ERR_RANGE, ERR_INVALID at
 * "gate", "gate_inputs[2]", ... */
pd_status pd_pfnn_gate_check(const pd_pfnn_gate *gate, int x_dim, pd_error *err);
/* Makes the same checks without the values. */
pd_status pd_pfnn_gate_check_sizes(const pd_pfnn_gate *gate, int x_dim, pd_error *err);

/* Intermediate results of the layers for one input, which backpropagation needs. */
typedef struct pd_pfnn_gate_run {
    double in[PD_PFNN_GATE_INPUTS];
    double hidden[2][PD_PFNN_GATE_HIDDEN];
    double c[PD_PFNN_MAX_CONTROLS]; /* (K) positive, sum 1 */
} pd_pfnn_gate_run;

/* Computes the blend weights run->c for x (x_dim), standardized. */
void pd_pfnn_gate_weights(pd_pfnn_gate_run *run, const pd_pfnn_gate *gate, const float *x);
/* Backpropagates: adds to gradient (count) the gradient of a cost whose derivative by c is slope (K). */
void pd_pfnn_gate_back(double *gradient, const pd_pfnn_gate *gate, const pd_pfnn_gate_run *run,
                       const double *slope);

#endif
