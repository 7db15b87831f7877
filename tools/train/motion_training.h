#ifndef PD_TOOLS_TRAIN_MOTION_TRAINING_H
#define PD_TOOLS_TRAIN_MOTION_TRAINING_H
/* Trains a motion network: progress, evaluations, checkpoints, signals, report and plots.
 *
 *     a line an evaluation on stderr steps, rows/s, time left, loss, held-out loss, free-running joint error
 *     and slide
 *     SIGINT, SIGTERM            end after the step; the checkpoint is written and --resume goes on from
 *                                there
 *
 * Units    seconds, minutes; numbers of evaluations as train/network/free_run.h has them: metres, metres a
 *          second.
 */
#include "core/base/buffer.h"
#include "train/network/train.h"

#include <stdbool.h>

typedef struct pd_tool_training_options {
    pd_train_network_options network;
    /* of processor time on each thread, instead of network.rows; 0: rows count. Becomes a number of rows when
     * the warm-up ends, which the report tells: with it the run can be repeated */
    double minutes;
    int evaluate_every;              /* steps               */
    const char *checkpoint;          /* file or NULL        */
    int resume;                      /* begin with it       */
    int rows_given;                  /* network.rows replaces the checkpoint's budget */
    const pd_train_reducer *reducer; /* or NULL; only rank 0 prints */
} pd_tool_training_options;

typedef struct pd_tool_training {
    pd_train_network *network; /* the caller's to release */
    double seconds, processor_seconds;
    double rows_per_s; /* rows a second since the last evaluation; the report has the mean of the run */
    long first_step;   /* first step of this run: above 0 if it was resumed */
    int stopped;       /* 1: a signal ended the training */
    double *speeds;    /* (evaluations of this run) rows a second on the clock since the one before */
    int speed_count;
} pd_tool_training;

/* Trainings from now on share their batches with other processes, of which only the first speaks and writes;
 * NULL: alone. For the program that mpirun starts (tools/mpi), which calls it once. */
void pd_tool_training_share(const pd_train_reducer *reducer);
/* Returns true when this process prints and writes files. */
bool pd_tool_training_speaks(void);

/* ERR_RANGE for options, errors of the checkpoint. On failure *out is empty. */
pd_status pd_tool_training_run(pd_tool_training *out, const pd_train_rows *rows,
                               const pd_tool_training_options *options, const pd_executor *executor,
                               pd_error *err);
void pd_tool_training_deinit(pd_tool_training *training);

/* Writes every figure as JSON. data: report of the pipeline as text; may be NULL. */
pd_status pd_tool_training_json(const pd_tool_training *training, const pd_tool_training_options *options,
                                const pd_train_rows *rows, const char *data, const char *path, pd_error *err);
/* Writes the curves of loss, free run and speed as DIR/train-motion-NAME.svg and .png. */
pd_status pd_tool_training_plots(const pd_tool_training *training, const char *folder, pd_error *err);

#endif
