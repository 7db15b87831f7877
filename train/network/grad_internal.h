#ifndef PD_TRAIN_NETWORK_GRAD_INTERNAL_H
#define PD_TRAIN_NETWORK_GRAD_INTERNAL_H
/* Scratch memory and matrix products of a training step, shared by grad.c and experts.c. No other file
 * includes this.
 *
 * Shapes   G groups of R rows; hidden and output widths are whole panels of 64; K sets of weights.
 * Units    rows are normalised, as in grad.h. */
#include "core/kernel/motion/pfnn.h"
#include "train/network/grad.h"

#define PANEL  PD_TRAIN_PANEL
#define SQUARE ((size_t)(PANEL * PANEL))
#define CHUNK  60 /* inputs whose gradient rows fit in the first-level cache together; a multiple of 6 */

/* Scratch of one worker. */
typedef struct pd_train_workspace {
    float *block;          /* (1 + largest in, 64) blended weights of a panel, or one group's gradient */
    float *blocks;         /* (K, 1 + largest in, 64) gradient of a panel */
    float *transposed;     /* (largest out, 64) blended weights, transposed: 64 inputs side by side */
    float *square, *scale; /* (64,64) each */
} pd_train_workspace;

struct pd_train_step {
    int group_count, group_rows, worker_count;
    /* row lengths in floats; hidden and outputs are rounded up to whole panels */
    int x_dim, hidden, outputs;
    float *h[2];                  /* (G,R,hidden) outputs of the hidden layers */
    float *slope[2];              /* (G,R,hidden) s ELU'(z) */
    float *delta[PD_PFNN_LAYERS]; /* d cost / d z: (G,R,hidden) of two layers, (G,R,outputs) of the last */
    /* (G, 1 + in, R) transposed inputs of each layer, below a row of ones for the biases */
    float *transposed[PD_PFNN_LAYERS];
    double *losses;                 /* (panels of outputs, G) loss of each panel and group */
    float (*c)[PD_PFNN_CONTROLS];   /* (G) mixing weights of each group's phase */
    float *zeros, *ones;            /* zeros (64); ones (largest row count) */
    int *numbers;                   /* (largest row count) 0, 1, 2 ... */
    pd_train_workspace *workspaces; /* (worker_count) */
    /* Fields used only for a network with a gate. */
    /* output of each expert before mixing: (K,G,R,hidden) of two layers, (K,G,R,outputs) of the last */
    float *experts[PD_PFNN_LAYERS];
    float *mix;             /* (K, G R) mixing weight c of each row */
    pd_pfnn_gate_run *runs; /* (G R) activations of the gate, for the backward pass */
    double *gate_gradients; /* (G, parameters of the gate) */
    float *gate_gradient;   /* (parameters of the gate, rounded up to a multiple of 64) */

    void **memory; /* every allocation of the step, freed on release */
    int memory_count, short_of_memory;
    /* Arguments of the running pd_train_step_run. */
    const pd_train_params *params;
    const pd_train_batch *batch;
    const pd_train_cost *cost;
    pd_train_grad_sink sink;
    int layer;
};

/* Allocates `count` zeroed items of `bytes` bytes each; they are freed with the step. Returns NULL and sets
 * short_of_memory on failure. */
void *pd_train_step_take(pd_train_step *step, size_t count, size_t bytes);
/* Adds a product to out (R,64): out += coef (start + in rows) for each row; coefs NULL stands for 1. */
void pd_train_step_multiply(const pd_train_step *step, pd_k_pfnn_term term);
/* Returns the transposed inputs (1 + in, R) of a layer for one group; row 0 holds ones. */
float *pd_train_step_transposed(const pd_train_step *step, int layer, int group);
/* Returns the row length, in floats, of a layer's outputs. */
size_t pd_train_step_width(const pd_train_step *step, int layer);

/* ---- experts.c */

int pd_train_experts_pieces(void); /* number of allocations that pd_train_experts_take makes */
/* Allocates the fields of a network with a gate. */
void pd_train_experts_take(pd_train_step *step, const pd_train_params *params);
/* Computes the mixing weights c of every row of the batch. */
void pd_train_experts_mix(pd_train_step *step, const pd_executor *executor);
/* Computes z of one panel of step->layer for one group into workspace->square. `in` (R, row) are the inputs
 * of the layer. */
void pd_train_experts_forward(pd_train_step *step, pd_train_workspace *w, int panel, int group,
                              const float *in, long row);
/* Computes delta of 64 inputs of step->layer for all groups,
 * before it is multiplied by the slope of the layer below. */
void pd_train_experts_back(pd_train_step *step, pd_train_workspace *w, int panel);
/* Adds the gradient of a panel of layer l from one group to workspace->blocks. */
void pd_train_experts_gradient(const pd_train_step *step, pd_train_workspace *w, int l, int panel, int group);
/* Computes the gradient of the gate from all deltas and passes it to the sink. */
void pd_train_experts_gate(pd_train_step *step, const pd_executor *executor);

#endif
