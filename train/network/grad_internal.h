#ifndef PD_TRAIN_NETWORK_GRAD_INTERNAL_H
#define PD_TRAIN_NETWORK_GRAD_INTERNAL_H
/* What grad.c and experts.c share: a step's memory and its products. For these two alone.
 *
 * Shapes   G groups of R rows; hidden and outputs in whole panels of 64; K sets of weights.
 * Units    as grad.h: rows normalised.
 */
#include "core/kernel/pfnn.h"
#include "train/network/grad.h"

#define PANEL  PD_TRAIN_PANEL
#define SQUARE ((size_t)(PANEL * PANEL))
#define CHUNK  60 /* inputs whose gradient rows stay in the first-level cache; a multiple of 6 */

/* Of one worker. */
typedef struct pd_train_workspace {
    float *block;          /* (1 + most inputs, 64): blended, or one group's gradient                */
    float *blocks;         /* (K, 1 + most inputs, 64): gradient of a panel                          */
    float *transposed;     /* (most outputs, 64): blended, with inputs as lanes                      */
    float *square, *scale; /* (64,64)                                                        */
} pd_train_workspace;

struct pd_train_step {
    int group_count, group_rows, worker_count;
    int x_dim, hidden, outputs;        /* row lengths: the latter two in whole panels                 */
    float *h[2];                       /* (G,R,hidden)                                              */
    float *slope[2];                   /* (G,R,hidden) s ELU'(z)                                    */
    float *delta[PD_PFNN_LAYERS];      /* (G,R,hidden) twice, (G,R,outputs)                       */
    float *transposed[PD_PFNN_LAYERS]; /* (G, 1 + in, R): h_l transposed, under a row of ones for biases */
    double *losses;                    /* (panels of outputs, G)                                    */
    float (*c)[PD_PFNN_CONTROLS];      /* (G) */
    float *zeros, *ones;               /* (64); (most rows)                                         */
    int *numbers;                      /* (most rows) 0, 1, ...                                     */
    pd_train_workspace *workspaces;    /* (worker_count)                                            */
    /* of a network with a gate */
    float *experts[PD_PFNN_LAYERS]; /* (K,G,R,hidden) twice, (K,G,R,outputs): what each expert alone says */
    float *mix;                     /* (K, G R) c of each row             */
    pd_pfnn_gate_run *runs;         /* (G R)                              */
    double *gate_gradients;         /* (G, numbers of the gate)           */
    float *gate_gradient;           /* (numbers of the gate in whole 64s) */

    void **memory; /* everything, to be freed                                   */
    int memory_count, short_of_memory;
    /* of the running step */
    const pd_train_params *params;
    const pd_train_batch *batch;
    const pd_train_cost *cost;
    pd_train_grad_sink sink;
    int layer;
};

/* count zeroed pieces of so many bytes, freed with the step; NULL sets short_of_memory. */
void *pd_train_step_take(pd_train_step *step, size_t count, size_t bytes);
/* out (R,64) += coefs (start + rows in); coefs NULL: 1 of every row. */
void pd_train_step_multiply(const pd_train_step *step, pd_k_pfnn_term term);
float *pd_train_step_transposed(const pd_train_step *step, int layer, int group);
/* Numbers of a row of a layer's outputs. */
size_t pd_train_step_width(const pd_train_step *step, int layer);

/* ---- experts.c */

int pd_train_experts_pieces(void); /* that _take takes */
void pd_train_experts_take(pd_train_step *step, const pd_train_params *params);
/* c of every row of the batch. */
void pd_train_experts_mix(pd_train_step *step, const pd_executor *executor);
/* workspace->square: z of a panel of step->layer for one group; in (R, row) its inputs. */
void pd_train_experts_forward(pd_train_step *step, pd_train_workspace *w, int panel, int group,
                              const float *in, long row);
/* delta of 64 inputs of step->layer for all groups, before the slope of the layer below. */
void pd_train_experts_back(pd_train_step *step, pd_train_workspace *w, int panel);
/* workspace->blocks += the gradient of a panel of layer l of one group. */
void pd_train_experts_gradient(const pd_train_step *step, pd_train_workspace *w, int l, int panel, int group);
/* The gate's own gradient, from all deltas, to the sink. */
void pd_train_experts_gate(pd_train_step *step, const pd_executor *executor);

#endif
