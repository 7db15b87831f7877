#ifndef PD_TRAIN_NETWORK_TRAIN_INTERNAL_H
#define PD_TRAIN_NETWORK_TRAIN_INTERNAL_H
/* The state of a training, for train.c and checkpoint.c alone.
 *
 * Everything that decides how it goes on is here and in the checkpoint: parameters, moments, step, the sum of losses since the last
 * evaluation, the evaluations and the best parameters. The rest is scratch.
 *
 * Units    as train.h: rows normalised, phases in cycles.
 */
#include "train/network/train.h"

struct pd_train_network {
    const pd_train_rows *rows;
    const pd_executor *executor;
    pd_train_network_options options;
    pd_train_reducer reducer;
    pd_train_params params;
    float *m, *v;    /* (params.count) moments                        */
    float *best;     /* (params.count) parameters of the best evaluation    */
    float *gradient; /* (params.count) with a reducer, else NULL      */
    long step;       /* steps done                                    */
    double loss_sum; /* of the steps since the last evaluation              */
    long loss_count;
    pd_train_evaluation *evaluations;
    int evaluation_count, evaluation_capacity, best_evaluation; /* -1: none                     */

    pd_train_row_sampler sampler;
    pd_train_free_runs runs;
    pd_train_step *scratch;
    int first_group, group_count; /* of every batch: this process's share */
    float *x, *t;                 /* (group_count,64,...)                 */
    double *cycle;                /* (group_count)                        */
    float *emphasis;              /* (y_dim)                              */
    pd_train_span spans[2];       /* hip to ankle, left and right         */
};

/* Takes an evaluation into the list, its parameters too when it is the best. ERR_MEMORY. */
pd_status pd_train_network_keep(pd_train_network *training, const pd_train_evaluation *evaluation,
                                pd_error *err);

#endif
