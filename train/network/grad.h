#ifndef PD_TRAIN_NETWORK_GRAD_H
#define PD_TRAIN_NETWORK_GRAD_H
/* Cost and gradient of a motion network on a batch.
 *
 *     h_0 = x,   z_l = W_l(p) h_l + b_l(p),   h_l+1 = s_l ELU(z_l),   y = z_2              W(p) = sum_k c_k(p) a_k
 *     cost = mean e |y - t|   or   mean e (y - t)^2   over rows and outputs,   + gamma mean_l mean |a_l|
 *
 *     d_2 = dcost/dy,   d_l-1 = (W_l(p)^T d_l) s_l-1 ELU'(z_l-1),   dcost/da_lk = sum over rows c_k(p) d_l h_l^T
 *
 * e is the emphasis of an output, 1 by default. s is the dropout of hidden units (Srivastava et al. 2014): 0 with probability `dropout`, else 1/(1 - dropout), so that the
 * finished network needs no scaling. The mean of |a| is the cost that Holden et al. 2017 put on weights, gamma .01 there.
 *
 * Experts  where a gate mixes experts c is a row's own, and it has a gradient too: experts.h.
 * Groups   rows come in groups that share one phase: weights are blended once a group and the gradient of the blended
 *          weights is spread over the control points. Of rows sorted by phase, 64 neighbours in 65,536 are a
 *          thousandth of a cycle wide.
 * Threads  a task is a panel of 64 outputs for all groups, so every sum has one order: any number of workers gives the same
 *          bits. Several processes take groups each and add their gradients: equal within rounding.
 * Memory   pd_train_step owns all scratch; run allocates nothing.
 * Units    rows are normalised, phases in cycles.
 */
#include "core/base/executor.h"
#include "train/network/params.h"

typedef enum pd_train_loss { PD_TRAIN_L1, PD_TRAIN_MSE, PD_TRAIN_LOSS_COUNT } pd_train_loss;

/* A distance between two points of the output, outputs [a, a + 3) and [b, b + 3), both of one panel of 64:
 *     d(y) = |y_b - y_a + offset|,    the cost of a row is greater by weight |d(y) - d(t)| / y_dim, whatever the loss */
typedef struct pd_train_span {
    int a, b;
    float offset[3]; /* (mean_b - mean_a)/std: outputs are normalised, by one std for all of them */
    double weight;
} pd_train_span;

typedef struct pd_train_cost {
    pd_train_loss loss;    /* zero is L1                       */
    double dropout;        /* of hidden units, 0 to .9         */
    double gamma;          /* of the weights' size, 0 or more  */
    const float *emphasis; /* (y_dim) of each output, or NULL: 1 */
    const pd_train_span *spans;
    int span_count;
} pd_train_cost;

typedef struct pd_train_batch {
    int group_count, group_rows; /* G groups of R rows                                    */
    const float *x;              /* (G,R,x_dim)                                           */
    const float *t;              /* (G,R,y_dim) what should come out                      */
    const double *cycle;         /* (G) phase of each group, [0, 1)                       */
    uint64_t seed;               /* of the dropout                                        */
    int first_group;             /* number of the first group in the whole batch of all processes    */
    long total_rows;             /* of all processes: what means are taken over; 0: G R              */
} pd_train_batch;

/* ---- the equations, in double */

/* Cost without the weights' term in *loss, gradient (K,out,in) and (K,out) of layer l in weights[l] and bias[l]. The network's
 * own arrays are read. ERR_MEMORY. */
typedef struct pd_train_grad_plain {
    double loss;
    double *weights[PD_PFNN_LAYERS], *bias[PD_PFNN_LAYERS]; /* the caller's */
    double *gate; /* (numbers of the gate) the caller's; NULL where there is none */
} pd_train_grad_plain;
pd_status pd_train_grad_ref(pd_train_grad_plain *out, const pd_pfnn_network *network,
                            const pd_train_batch *batch, const pd_train_cost *cost, pd_error *err);
/* s of 64 units (unit 64 panel on) of each of a group's rows: scale (rows,64). Depends on the seed and these numbers only. */
void pd_train_dropout(float *scale, int rows, double dropout, uint64_t seed, int layer, int group, int panel);

/* ---- the fast version */

/* Takes a panel's gradient as soon as it is complete: floats [first, first + count) in the parameters' order, valid
 * during the call only. Called by workers, once a step for each panel. */
typedef struct pd_train_grad_sink {
    void (*take)(void *ctx, const float *gradient, size_t first, size_t count);
    void *ctx;
} pd_train_grad_sink;

typedef struct pd_train_step pd_train_step;

/* For batches of at most that many groups, of exactly that many rows (1 to 64), with networks of these sizes. ERR_MEMORY. */
pd_status pd_train_step_create(pd_train_step **out, const pd_train_params *params, int group_count,
                               int group_rows, int worker_count, pd_error *err);
void pd_train_step_release(pd_train_step *step);
/* Returns the loss (without the weights' term) summed over the batch's rows and divided by the total. The gradient goes to the
 * sink, which may change the parameters panel by panel: they are not read any more. */
double pd_train_step_run(pd_train_step *step, const pd_train_params *params, const pd_train_batch *batch,
                         const pd_train_cost *cost, pd_train_grad_sink sink, const pd_executor *executor);

#endif
