#ifndef PD_TRAIN_NETWORK_GRAD_H
#define PD_TRAIN_NETWORK_GRAD_H
/* Cost and gradient of a motion network on a batch.
 *
 *     h_0 = x,   z_l = W_l(p) h_l + b_l(p), h_l+1 = s_l ELU(z_l), y = z_2 W(p) = sum_k c_k(p) a_k
 *     cost = mean e |y - t|   or   mean e (y - t)^2   over rows and outputs,   + gamma mean_l mean |a_l|
 *
 *     d_2 = dcost/dy,   d_l-1 = (W_l(p)^T d_l) s_l-1 ELU'(z_l-1),
 *         dcost/da_lk = sum over rows c_k(p) d_l h_l^T
 *
 * e is the emphasis of an output, 1 by default. s is the dropout of hidden units (Srivastava et al. 2014): 0
 * with probability `dropout`, otherwise 1/(1 - dropout), so that the finished network needs no rescaling. The
 * mean of |a| is the weight penalty of Holden et al. 2017, with gamma .01 there.
 *
 * Experts  with a gate, c differs from row to row and has a gradient too: experts.h.
 * Groups   the rows of a group share one phase: weights are blended once a group, and the gradient of the
 *          blended weights is spread over the control points. When 65,536 rows are sorted by phase, 64
 *          neighbours span a thousandth of a cycle.
 * Threads  one task computes a panel of 64 outputs for all groups, so every sum has a fixed order: any number
 *          of workers gives the same bits. Several processes may each take some groups and add their
 *          gradients: the results are then equal within rounding.
 * Memory   pd_train_step owns all scratch; run allocates nothing.
 * Units    rows are normalised, phases in cycles.
 */
#include "core/base/executor.h"
#include "train/network/params.h"

typedef enum pd_train_loss { PD_TRAIN_L1, PD_TRAIN_MSE, PD_TRAIN_LOSS_COUNT } pd_train_loss;

/* Extra cost on the distance between two points of the output, at outputs [a, a + 3) and [b, b + 3). Both
 * points must lie in one panel of 64.
 *     d(y) = |y_b - y_a + offset|,    adds weight |d(y) - d(t)| / y_dim to the cost of a row, for either loss
 *                                     */
typedef struct pd_train_span {
    int a, b;
    /* (mean_b - mean_a)/std, because outputs are normalised; all three axes and both points share one std */
    float offset[3];
    double weight;
} pd_train_span;

typedef struct pd_train_cost {
    pd_train_loss loss;    /* zero is L1 */
    double dropout;        /* probability that a hidden unit is dropped, 0 to .9 */
    double gamma;          /* factor of the weight penalty, 0 or more */
    const float *emphasis; /* (y_dim) weight of each output, or NULL for 1 */
    const pd_train_span *spans;
    int span_count;
} pd_train_cost;

typedef struct pd_train_batch {
    int group_count, group_rows; /* G groups of R rows */
    const float *x;              /* (G,R,x_dim) inputs */
    const float *t;              /* (G,R,y_dim) target outputs */
    const double *cycle;         /* (G) phase of each group, [0, 1) */
    uint64_t seed;               /* seed of the dropout */
    int first_group;             /* number of the first group within the whole batch of all processes */
    long total_rows;             /* rows of all processes, by which means divide; 0 stands for G R */
} pd_train_batch;

/* ---- the reference version, in double */

/* Result of pd_train_grad_ref: the cost without the weight penalty, and the gradient (K,out,in) and (K,out)
 * of layer l in weights[l] and bias[l]. */
typedef struct pd_train_grad_plain {
    double loss;
    double *weights[PD_PFNN_LAYERS], *bias[PD_PFNN_LAYERS]; /* buffers of the caller */
    double *gate; /* (parameters of the gate) buffer of the caller; NULL for a network without a gate */
} pd_train_grad_plain;
/* Computes cost and gradient from the network's own arrays, without panels and on one thread. ERR_MEMORY. */
pd_status pd_train_grad_ref(pd_train_grad_plain *out, const pd_pfnn_network *network,
                            const pd_train_batch *batch, const pd_train_cost *cost, pd_error *err);
/* Writes the dropout factors s of units [64 panel, 64 panel + 64) for each row of a group: scale (rows,64).
 * They depend only on these arguments. */
void pd_train_dropout(float *scale, int rows, double dropout, uint64_t seed, int layer, int group, int panel);

/* ---- the fast version */

/* Receives the gradient of a panel as soon as it is complete: floats [first, first + count) in the order of
 * the parameters, valid during the call only. Workers call `take` once a step for each panel. */
typedef struct pd_train_grad_sink {
    void (*take)(void *ctx, const float *gradient, size_t first, size_t count);
    void *ctx;
} pd_train_grad_sink;

typedef struct pd_train_step pd_train_step;

/* Creates the scratch for batches of at most group_count groups of exactly group_rows rows (1 to 64), for
 * networks with the sizes of `params`. ERR_MEMORY. */
pd_status pd_train_step_create(pd_train_step **out, const pd_train_params *params, int group_count,
                               int group_rows, int worker_count, pd_error *err);
void pd_train_step_release(pd_train_step *step);
/* Computes one batch. Returns the loss without the weight penalty, summed over the batch's rows and divided
 * by total_rows. Passes the gradient to the sink panel by panel; the sink may change the parameters of that
 * panel, because the step reads them no more. */
double pd_train_step_run(pd_train_step *step, const pd_train_params *params, const pd_train_batch *batch,
                         const pd_train_cost *cost, pd_train_grad_sink sink, const pd_executor *executor);

#endif
