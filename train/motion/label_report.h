#ifndef PD_TRAIN_MOTION_LABEL_REPORT_H
#define PD_TRAIN_MOTION_LABEL_REPORT_H
/* Collects statistics of the labels of many motions: the rate of the phase by gait, and the sliding of feet
 * before and after the foot lock.
 *
 * Units    cycles a second, metres a second, metres a second cubed.
 * Memory   8 bytes a frame; deinit frees it. One thread adds the motions. */
#include "core/base/buffer.h"
#include "train/motion/label.h"

typedef struct pd_train_label_rates {
    double *items;
    long count, capacity;
} pd_train_label_rates;

typedef struct pd_train_label_report {
    /* rates of the frames whose main gait it is, cycles a second */
    pd_train_label_rates rates[PD_PFNN_GAITS];
    double slide_before, slide_after; /* slide: sums over contacts; jerk: sums over frames */
    double jerk_before, jerk_after;
    double most_slide; /* largest slide after the lock, metres a second */
    long frames, contacts, steps, clips;
} pd_train_label_report;

/* Adds a labelled motion. `before` is the stillness of the captured clip. ERR_MEMORY. */
pd_status pd_train_label_report_add(pd_train_label_report *report, const pd_character_motion *motion,
                                    const pd_train_footsteps *steps, const pd_train_stillness *before,
                                    pd_error *err);
/* Writes a table as text. Sorts the rates in place. */
void pd_train_label_report_write(pd_buffer *out, pd_train_label_report *report);
void pd_train_label_report_deinit(pd_train_label_report *report);

#endif
