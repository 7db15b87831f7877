#ifndef PD_TRAIN_NETWORK_FREE_RUN_H
#define PD_TRAIN_NETWORK_FREE_RUN_H
/* Runs a network freely, with its output fed back as its input: the part of its quality that the loss does not show.
 *
 * From several starts in held-out motions the network runs for two seconds. Joints of the frame before and phase are its own,
 * trajectory, gaits and ground are those recorded. No controller takes part.
 *
 *     joints   mean over frames and unmasked joints of the distance to the recorded joint, both in their root frames
 *     slide    mean horizontal speed of a toe in the world while its predicted contact is over .5, the root moved by the
 *              predicted velocity and turn
 *     support  mean horizontal speed of the slower toe: no label takes part, so that a network cannot hide by predicting no contact
 *     held     mean |y - t| of held-out rows as they stand, without noise and dropout: beside the loss
 *
 * Units    metres, metres a second. Slide and support of the recorded motions are given beside: runs fly, labels are not perfect.
 * Memory   deinit frees; measuring allocates and frees its scratch.
 */
#include "core/base/executor.h"
#include "core/pfnn/model.h"
#include "train/network/rows.h"

typedef struct pd_train_free_runs {
    const pd_train_rows *rows;
    int frame_count; /* of a run: 120          */
    int start_count;
    long *starts;  /* (start_count) first rows  */
    long *rows_of; /* (start_count, frame_count) */
    int held_count;
    long *held; /* (held_count) rows of `held` */
} pd_train_free_runs;

typedef struct pd_train_free_result {
    double held;
    double joints, slide, recorded_slide, support, recorded_support;
    double worst; /* of the runs' joint errors */
} pd_train_free_result;

/* At most start_count starts, spread evenly over the held-out rows (over all rows where none is held out); there may be none
 * when every motion is shorter than a run. ERR_MEMORY. */
pd_status pd_train_free_runs_init(pd_train_free_runs *runs, const pd_train_rows *rows, int start_count,
                                  int frame_count, int held_count, pd_error *err);
void pd_train_free_runs_deinit(pd_train_free_runs *runs);
/* Numbers that are not finite come out as infinity. ERR_MEMORY. */
pd_status pd_train_free_runs_measure(pd_train_free_result *out, const pd_train_free_runs *runs,
                                     const pd_pfnn_model *model, const pd_executor *executor, pd_error *err);

#endif
