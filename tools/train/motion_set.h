#ifndef PD_TOOLS_TRAIN_MOTION_SET_H
#define PD_TOOLS_TRAIN_MOTION_SET_H
/* The motions that a network is trained on, from a folder of motion capture.
 *
 *     pd_train_motions motions;
 *     status = pd_tool_motion_set_load(&motions, NULL, folder, NULL, executor, &err);
 *
 * Clips are those of the index.csv files (capture_list.h) but for what core/train/motion/list.h leaves out. A report
 * goes to stderr, progress too.
 */
#include "core/train/motion/capture.h"

typedef struct pd_tool_motion_set_options {
    const char *only;  /* names that start with it ("cmu/bvh/02"), or NULL: all */
    int keep_left_out; /* also what list.h leaves out                    */
    int quiet;
    pd_train_capture_options capture;
} pd_tool_motion_set_options;

/* report and options may be NULL. */
pd_status pd_tool_motion_set_load(pd_train_motions *motions, pd_train_capture_report *report,
                                  const char *folder, const pd_tool_motion_set_options *options,
                                  const pd_executor *executor, pd_error *err);

/* One file of capture as a motion on the biped: calibrated and levelled by itself alone. */
pd_status pd_tool_motion_biped(pd_train_motion *out, const char *path, pd_error *err);

#endif
