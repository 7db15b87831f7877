#ifndef PD_TRAIN_AUGMENT_COPY_H
#define PD_TRAIN_AUGMENT_COPY_H
/* Shared by all steps that copy motions: checks, and the copy itself.
 *
 * Units    frames at 60 Hz.   Memory   the copy is the caller's; on failure it is empty.
 */
#include "core/pfnn/capture/motion.h"

/* Copies clip, labels and ground; the copy's step is `step`, its name, source and weight are the original's. ERR_MEMORY. */
pd_status pd_train_motion_copy(pd_pfnn_motion *out, const pd_pfnn_motion *in, const char *step,
                               pd_error *err);
/* ERR_INVALID without labels or on other than the biped; where flat is set, with a ground too. */
pd_status pd_train_motion_labelled(const pd_pfnn_motion *motion, int flat, pd_error *err);
/* ERR_RANGE naming the motion, the field, its value and what is allowed. */
pd_status pd_train_motion_within(const pd_pfnn_motion *motion, const char *field, double value, double low,
                                 double high, pd_error *err);
/* Room for frame_count frames of `in`'s skeleton with labels of zero; the ground is copied. ERR_MEMORY. */
pd_status pd_train_motion_blank(pd_pfnn_motion *out, const pd_pfnn_motion *in, int frame_count,
                                const char *step, pd_error *err);

#endif
