#ifndef PD_TRAIN_NETWORK_TRAIN_H
#define PD_TRAIN_NETWORK_TRAIN_H
/* Trains a motion network on rows, step by step; the caller decides when to evaluate and when to stop.
 *
 * A step samples a batch of groups (row_sampler.h), computes cost and gradient (grad.h) and moves the parameters (Adam,
 * adam.h). Its result depends on rows, options and the number of the step alone: not on the number of threads,
 * not on how often it was interrupted.
 *
 *     pd_train_network_create(&t, &rows, &options, executor, &err);
 *     while (pd_train_network_steps_done(t) < pd_train_network_steps(t)) loss = pd_train_network_step(t);
 *     pd_train_network_export(&network, t, &err);
 *
 * Processes  with a reducer each process takes its share of every batch's groups, and gradients and losses are summed
 *            over the processes: the same global batch, the same curve within rounding.
 * Checkpoint a safetensors file of parameters, moments, step and the curve so far. Reading it back goes on bit for bit. It
 *            fits the same rows and options only (but for the budget, the rate, noise and dropout, which may change): checked.
 * Memory     rows and executor must outlive it. 16 bytes a parameter, 20 MB of scratch a worker at most.
 * Errors     ERR_RANGE names the option ("hidden"), ERR_MEMORY, those of files.
 */
#include "train/network/adam.h"
#include "train/network/row_sampler.h"
#include "train/network/free_run.h"
#include "train/network/grad.h"

/* Outputs that count for more than their number: their e of grad.h, which is 1 for all others. Errors of the root move
 * all joints in the world; planted feet show every error. */
typedef struct pd_train_emphasis {
    double root;  /* velocity, turn, change of phase              */
    double feet;  /* positions and velocities of ankles and toes  */
    double reach; /* the distance from hip to ankle, which says how a knee bends; 0: not looked at */
} pd_train_emphasis;

typedef struct pd_train_network_options {
    int hidden;       /* units of a hidden layer: 256           */
    int experts;      /* mixed by a gate (experts.h), 2 to 16; 0: a phase function */
    int batch_groups; /* in a step: 8                           */
    int group_rows;   /* of a group, which has one phase: 64; 1, 2, 4 .. 64. 1 is exact and slow */
    long rows;        /* budget: steps x batch rows, rounded up */
    uint64_t seed;
    pd_train_cost cost; /* L1, dropout .02, gamma 0; its emphasis is made from the one below */
    pd_train_emphasis emphasis;
    pd_train_noise noise;
    double rate;      /* top of the rate: 2e-3                  */
    double rate_last; /* part of it that is left at the end, along a cosine: .005; 1: constant */
    long warm_up;     /* steps until there: 200                 */
} pd_train_network_options;

/* Those of the shipped network: 256 hidden units, 3.5 million rows. */
pd_train_network_options pd_train_network_defaults(void);
pd_status pd_train_network_check(const pd_train_network_options *options, pd_error *err);

/* Sums numbers over all processes, in place, and gives each the result. */
typedef struct pd_train_reducer {
    void (*sum)(void *ctx, float *values, size_t count);
    void *ctx;
    int rank, size; /* of size processes; size 0: alone */
} pd_train_reducer;

/* An evaluation of the network while it was trained. */
typedef struct pd_train_evaluation {
    long step;
    double loss; /* mean of the steps since the last evaluation */
    pd_train_free_result free;
} pd_train_evaluation;

typedef struct pd_train_network pd_train_network;

pd_status pd_train_network_create(pd_train_network **out, const pd_train_rows *rows,
                                  const pd_train_network_options *options, const pd_train_reducer *reducer,
                                  const pd_executor *executor, pd_error *err);
void pd_train_network_release(pd_train_network *training);

long pd_train_network_steps(const pd_train_network *training); /* budgeted */
long pd_train_network_steps_done(const pd_train_network *training);
int pd_train_network_step_rows(const pd_train_network *training); /* of all processes */
/* Another budget, while the warm-up lasts (later the rate would jump, which is allowed but another curve). */
void pd_train_network_set_rows(pd_train_network *training, long rows);
/* Returns the batch's loss. */
double pd_train_network_step(pd_train_network *training);

/* Runs the network freely and adds an evaluation, the curve's last; the best one's parameters are kept. */
pd_status pd_train_network_evaluate(pd_train_evaluation *out, pd_train_network *training, pd_error *err);
const pd_train_evaluation *pd_train_network_evaluations(int *count, const pd_train_network *training);
/* The evaluation with the lowest joints + support/10 (metres, metres a second); -1: none yet. */
int pd_train_network_best(const pd_train_network *training);

/* A network of its own, with the rows' means and deviations, skeleton and joint weights; no texts. best: of the best evaluation, if
 * there is one. */
pd_status pd_train_network_export(pd_pfnn_network *out, const pd_train_network *training, int best,
                                  pd_error *err);

pd_status pd_train_network_save(const pd_train_network *training, const char *path, pd_error *err);
/* Into a training that was created with the same rows and options; the budget is the checkpoint's afterwards.
 * After a failure *training may only be released. */
pd_status pd_train_network_load(pd_train_network *training, const char *path, pd_error *err);

#endif
