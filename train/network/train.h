#ifndef PD_TRAIN_NETWORK_TRAIN_H
#define PD_TRAIN_NETWORK_TRAIN_H
/* Trains a motion network on rows, one step at a time. The caller decides when to evaluate and when to stop.
 *
 * A step samples a batch of groups (row_sampler.h), computes cost and gradient (grad.h) and updates the
 * parameters (Adam, adam.h). The result depends on rows, options and step number alone, not on the number of
 * threads or of interruptions.
 *
 *     pd_train_network_create(&t, &rows, &options, NULL, executor, &err);
 *     while (pd_train_network_steps_done(t) < pd_train_network_steps(t)) loss = pd_train_network_step(t);
 *     pd_train_network_export(&network, t, 1, &err);
 *
 * Processes  with a reducer, each process takes its share of every batch's groups, and the reducer sums
 *            gradients and losses over the processes: the same global batch gives the same loss curve within
 *            rounding.
 * Checkpoint a safetensors file of parameters, moments, step and the loss curve so far. A loaded training
 * continues bit for bit. Loading checks
 *            that rows and options are those of the checkpoint; budget, rate, noise and dropout may differ.
 * Memory     rows and executor must outlive the training. 16 bytes a parameter, at most 20 MB of scratch a
 *            worker.
 * Errors     ERR_RANGE names the option ("hidden"), ERR_MEMORY, errors of files.
 */
#include "train/network/adam.h"
#include "train/network/row_sampler.h"
#include "train/network/free_run.h"
#include "train/network/grad.h"

/* Weights e (grad.h) of outputs that matter more than the others, which have 1. Errors of the root move all
 * joints in the world; planted feet make every error visible. */
typedef struct pd_train_emphasis {
    double root; /* velocity, turn, change of phase */
    double feet; /* positions and velocities of ankles and toes */
    /* weight of the distance from hip to ankle, which determines the knee's bend; 0: not used */
    double reach;
} pd_train_emphasis;

typedef struct pd_train_network_options {
    int hidden;       /* units of a hidden layer: 256 */
    int experts;      /* number of experts mixed by a gate (experts.h), 2 to 16; 0: a phase function */
    int batch_groups; /* groups of a step: 8 */
    /* rows of a group, which share one phase: 64; allowed 1, 2, 4 .. 64. 1 is exact and slow */
    int group_rows;
    long rows; /* budget of rows; steps = rows / rows of a batch, rounded up */
    uint64_t seed;
    pd_train_cost cost; /* L1, dropout .02, gamma 0; `emphasis` below replaces its own */
    pd_train_emphasis emphasis;
    pd_train_noise noise;
    double rate;      /* highest learning rate: 2e-3 */
    double rate_last; /* fraction of it that is left at the end of a cosine: .005; 1: constant */
    long warm_up;     /* steps of linear rise: 200 */
} pd_train_network_options;

/* Returns the options of the shipped network: 256 hidden units, 3.5 million rows. */
pd_train_network_options pd_train_network_defaults(void);
/* Checks the options. ERR_RANGE names the option that is out of range. */
pd_status pd_train_network_check(const pd_train_network_options *options, pd_error *err);

/* Sums arrays over all processes in place, so that each process gets the result. */
typedef struct pd_train_reducer {
    void (*sum)(void *ctx, float *values, size_t count);
    void *ctx;
    int rank, size; /* number of this process and of all; size 0: a single process */
} pd_train_reducer;

/* One evaluation during training. */
typedef struct pd_train_evaluation {
    long step;
    double loss; /* mean over the steps since the last evaluation */
    pd_train_free_result free;
} pd_train_evaluation;

typedef struct pd_train_network pd_train_network;

/* Creates a training with random parameters. `rows`, `reducer` and `executor` are borrowed until _release. On
 * failure *out is NULL. */
pd_status pd_train_network_create(pd_train_network **out, const pd_train_rows *rows,
                                  const pd_train_network_options *options, const pd_train_reducer *reducer,
                                  const pd_executor *executor, pd_error *err);
void pd_train_network_release(pd_train_network *training);

long pd_train_network_steps(const pd_train_network *training); /* steps of the budget */
long pd_train_network_steps_done(const pd_train_network *training);
int pd_train_network_step_rows(const pd_train_network *training); /* rows of a step, of all processes */
/* Changes the budget. Call it during the warm-up: later it is allowed too, but the learning rate then jumps
 * and the curve is another one. */
void pd_train_network_set_rows(pd_train_network *training, long rows);
/* Does one step. Returns the loss of its batch. */
double pd_train_network_step(pd_train_network *training);

/* Runs the network freely (free_run.h) and appends an evaluation to the curve. Keeps the parameters of the
 * best evaluation. */
pd_status pd_train_network_evaluate(pd_train_evaluation *out, pd_train_network *training, pd_error *err);
/* Returns all evaluations so far, in order. */
const pd_train_evaluation *pd_train_network_evaluations(int *count, const pd_train_network *training);
/* Returns the index of the evaluation with the lowest joints + support/10 (metres,
 * metres a second); -1: none yet. */
int pd_train_network_best(const pd_train_network *training);

/* Exports a network that shares nothing with the training: parameters, means and deviations of the rows,
 * skeleton and joint weights; no texts. `best`: exports the parameters
 * of the best evaluation, if there is one. */
pd_status pd_train_network_export(pd_pfnn_network *out, const pd_train_network *training, int best,
                                  pd_error *err);

/* Writes a checkpoint to `path`. ERR_IO. */
pd_status pd_train_network_save(const pd_train_network *training, const char *path, pd_error *err);
/* Loads a checkpoint into a training that was created with the same rows and options. The budget becomes that
 * of the checkpoint. After a failure *training may only be released. */
pd_status pd_train_network_load(pd_train_network *training, const char *path, pd_error *err);

#endif
