#ifndef PD_TRAIN_AUGMENT_COPY_H
#define PD_TRAIN_AUGMENT_COPY_H
/* Copies motions and checks them, for all steps of the augmentation.
 *
 * Units    frames at 60 Hz.   Memory   the copy is the caller's; on failure it is empty. */
#include "core/character/capture/motion.h"

/* Copies clip, labels and ground. Sets the copy's step to `step`; name, source and weight are those of the
 * original. ERR_MEMORY. */
pd_status pd_train_motion_copy(pd_character_motion *out, const pd_character_motion *in, const char *step,
                               pd_error *err);
/* Checks a motion: ERR_INVALID without labels or on another skeleton than the biped; with `flat`, also when
 * it has a ground. */
pd_status pd_train_motion_labelled(const pd_character_motion *motion, int flat, pd_error *err);
/* Checks a value: ERR_RANGE names the motion, the field, its value and what is allowed. */
pd_status pd_train_motion_within(const pd_character_motion *motion, const char *field, double value,
                                 double low, double high, pd_error *err);
/* Makes a motion of frame_count frames with `in`'s skeleton and labels of zero;
 * copies the ground. ERR_MEMORY. */
pd_status pd_train_motion_blank(pd_character_motion *out, const pd_character_motion *in, int frame_count,
                                const char *step, pd_error *err);

#endif
