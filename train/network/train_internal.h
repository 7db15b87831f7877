#ifndef PD_TRAIN_NETWORK_TRAIN_INTERNAL_H
#define PD_TRAIN_NETWORK_TRAIN_INTERNAL_H
/* State of a training, shared by train.c and checkpoint.c. No other file includes this.
 *
 * Parameters, moments, step, the sum of losses since the last evaluation, the evaluations and the best
 * parameters determine how the training continues; a checkpoint stores them. All other fields are scratch.
 *
 * Units    rows are normalised, phases in cycles, as in train.h. */
#include "train/network/train.h"

struct pd_train_network {
    const pd_train_rows *rows;
    const pd_executor *executor;
    pd_train_network_options options;
    pd_train_reducer reducer;
    pd_train_params params;
    float *m, *v;    /* (params.count) moments of Adam */
    float *best;     /* (params.count) parameters of the best evaluation */
    float *gradient; /* (params.count) with a reducer, else NULL */
    long step;       /* steps done */
    double loss_sum; /* sum over the steps since the last evaluation */
    long loss_count;
    pd_train_evaluation *evaluations;
    int evaluation_count, evaluation_capacity, best_evaluation; /* best_evaluation: index, -1: none */

    pd_train_row_sampler sampler;
    pd_train_free_runs runs;
    pd_train_step *scratch;
    int first_group, group_count; /* share of this process in every batch */
    float *x, *t;                 /* (group_count,64,...) inputs and targets of a batch */
    double *cycle;                /* (group_count) phases */
    float *emphasis;              /* (y_dim) weight of each output */
    pd_train_span spans[2];       /* hip to ankle, left and right */
};

/* Appends an evaluation, and copies the parameters when it is the best one. ERR_MEMORY. */
pd_status pd_train_network_keep(pd_train_network *training, const pd_train_evaluation *evaluation,
                                pd_error *err);

#endif
