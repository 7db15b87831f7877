#ifndef PD_TRAIN_MOTION_LABEL_REPORT_H
#define PD_TRAIN_MOTION_LABEL_REPORT_H
/* Statistics of the labels of many motions: the rate of the phase by gait, and how still feet are before and after the lock.
 *
 * Units    cycles a second, metres a second, metres a second cubed.
 * Memory   8 bytes a frame; deinit frees it. Motions are added by one thread.
 */
#include "core/base/buffer.h"
#include "train/motion/label.h"

typedef struct pd_train_label_rates {
    double *items;
    long count, capacity;
} pd_train_label_rates;

typedef struct pd_train_label_report {
    pd_train_label_rates rates[PD_PFNN_GAITS]; /* of frames by their main gait            */
    double slide_before, slide_after;          /* sums over contacts, jerk over frames     */
    double jerk_before, jerk_after;
    double most_slide; /* after                                    */
    long frames, contacts, steps, clips;
} pd_train_label_report;

/* before: of the captured clip. ERR_MEMORY. */
pd_status pd_train_label_report_add(pd_train_label_report *report, const pd_pfnn_motion *motion,
                                    const pd_train_footsteps *steps, const pd_train_stillness *before,
                                    pd_error *err);
/* A table as text. Sorts the rates. */
void pd_train_label_report_write(pd_buffer *out, pd_train_label_report *report);
void pd_train_label_report_deinit(pd_train_label_report *report);

#endif
