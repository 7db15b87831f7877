#ifndef PD_TRAIN_NETWORK_FREE_RUN_H
#define PD_TRAIN_NETWORK_FREE_RUN_H
/* Measures a network that runs freely, with its output fed back as its input. The training loss does not show
 * this part of its quality.
 *
 * The network runs for two seconds from each of several starts in held-out motions. It gets the previous
 * frame's joints and the phase from its own output, and trajectory, gaits and ground from the recording. No
 * controller takes part.
 *
 *     joints   mean over frames and unmasked joints of the distance to the recorded joint, both in their root
 *              frames
 *     slide    mean horizontal speed of a toe in the world while its predicted contact is over .5; the
 *              predicted velocity and turn move the root
 *     support  mean horizontal speed of the slower toe. It uses no contact label, so a network cannot improve
 *              it by predicting no contact
 *     held     mean |y - t| over held-out rows, one step each, without noise or dropout: comparable with the
 *              loss
 *
 * Units    metres, metres a second. Slide and support of the recorded motions are reported for comparison:
 *          running has flight phases, and the labels contain errors, so the recorded values are not zero.
 * Memory   deinit frees; measuring allocates and frees its scratch.
 */
#include "core/base/executor.h"
#include "core/pfnn/model.h"
#include "train/network/rows.h"

typedef struct pd_train_free_runs {
    const pd_train_rows *rows;
    int frame_count; /* frames of a run: 120 */
    int start_count;
    long *starts;  /* (start_count) first row of each run */
    long *rows_of; /* (start_count, frame_count) row of each frame of each run */
    int held_count;
    long *held; /* (held_count) rows over which `held` is averaged */
} pd_train_free_runs;

typedef struct pd_train_free_result {
    double held;
    double joints, slide, recorded_slide, support, recorded_support;
    double worst; /* largest `joints` error of a single run */
} pd_train_free_result;

/* Chooses at most start_count starts, spread evenly over the held-out rows (over all rows when none is held
 * out). Finds no start when every motion is shorter than a run. ERR_MEMORY. */
pd_status pd_train_free_runs_init(pd_train_free_runs *runs, const pd_train_rows *rows, int start_count,
                                  int frame_count, int held_count, pd_error *err);
void pd_train_free_runs_deinit(pd_train_free_runs *runs);
/* Runs the network from all starts. Reports results that are not finite as infinity. ERR_MEMORY. */
pd_status pd_train_free_runs_measure(pd_train_free_result *out, const pd_train_free_runs *runs,
                                     const pd_pfnn_model *model, const pd_executor *executor, pd_error *err);

#endif
