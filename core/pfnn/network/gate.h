#ifndef PD_PFNN_GATE_H
#define PD_PFNN_GATE_H
/* The gate of a mixture of experts: which weights a network has, by how its character moves.
 *
 *     g_0 = s x[inputs]     g_1 = ELU(V_0 g_0 + v_0)     g_2 = ELU(V_1 g_1 + v_1)     c = softmax(V_2 g_2 + v_2)
 *     W   = sum_k c_k a_k                                 k = 1 .. K experts
 *
 * after Zhang, Starke, Komura, Saito: Mode-adaptive neural networks for quadruped motion control, 2018, section 5. There the gate sees
 * the feet's velocities, the action asked for and the velocity wanted, and no phase; which inputs they are, training decides
 * (train/network/experts.h) and the file says.
 *
 * Shapes   V_0 (h,n), V_1 (h,h), V_2 (K,h): in `values`, layer after layer, the weights and then the biases of each.
 * Units    x is the network's standardized input; s brings what training shrank (joints) back to a deviation of 1.
 * Memory   `values` is the owner's: a network's own, or a part of a training's parameters. Nothing is allocated by _weights and _back.
 * Threads  const but for what is named out.
 */
#include "core/base/error.h"

#include <stddef.h>

#define PD_PFNN_GATE_LAYERS  3
#define PD_PFNN_GATE_INPUTS  64 /* at most */
#define PD_PFNN_GATE_HIDDEN  128
#define PD_PFNN_MAX_CONTROLS 16 /* sets of weights: 4 of the phase, 2 to 16 experts */

typedef struct pd_pfnn_gate {
    int input_count;                   /* n; 0: no gate                              */
    int hidden;                        /* h                                          */
    int experts;                       /* K                                          */
    int inputs[PD_PFNN_GATE_INPUTS];   /* (n) numbers of the network's input */
    float scales[PD_PFNN_GATE_INPUTS]; /* (n) s                              */
    float *values;                     /* (pd_pfnn_gate_count)               */
} pd_pfnn_gate;

/* Where a layer is in the values. */
typedef struct pd_pfnn_gate_layer {
    int in, out;
    size_t weights, bias; /* first of (out,in) and of (out) */
} pd_pfnn_gate_layer;

/* Numbers of all layers. */
size_t pd_pfnn_gate_count(const pd_pfnn_gate *gate);
pd_pfnn_gate_layer pd_pfnn_gate_layer_at(const pd_pfnn_gate *gate, int layer);

/* ERR_RANGE, ERR_INVALID at "gate", "gate_inputs[2]", ...: sizes, inputs that the network has, finite numbers. */
pd_status pd_pfnn_gate_check(const pd_pfnn_gate *gate, int x_dim, pd_error *err);
/* The same before there are values. */
pd_status pd_pfnn_gate_check_sizes(const pd_pfnn_gate *gate, int x_dim, pd_error *err);

/* What the layers came to for one input: the way back needs it. */
typedef struct pd_pfnn_gate_run {
    double in[PD_PFNN_GATE_INPUTS];
    double hidden[2][PD_PFNN_GATE_HIDDEN];
    double c[PD_PFNN_MAX_CONTROLS]; /* (K) over 0, summing to 1 */
} pd_pfnn_gate_run;

/* x (x_dim), standardized. */
void pd_pfnn_gate_weights(pd_pfnn_gate_run *run, const pd_pfnn_gate *gate, const float *x);
/* gradient (count) += that of a cost whose slope by c is slope (K). */
void pd_pfnn_gate_back(double *gradient, const pd_pfnn_gate *gate, const pd_pfnn_gate_run *run,
                       const double *slope);

#endif
