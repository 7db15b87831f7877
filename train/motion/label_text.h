#ifndef PD_TRAIN_MOTION_LABEL_TEXT_H
#define PD_TRAIN_MOTION_LABEL_TEXT_H
/* Writes labels as the text files that accompany the clips of the original PFNN: one line for every frame of
 * the clip, unless stated otherwise.
 *
 *     NAME.phase            phase of the cycle, [0, 1): "0.50000"
 *     NAME.gait             stand walk jog run crouch jump crawl bump, eight numbers of 0 to 1. All jogging
 *                           is written as jog (readers add run to jog). Crouching becomes crawling as both
 *                           hands near the ground: from .40 m above it to .25 m (readers add crawl to crouch)
 *     NAME_footsteps.txt    "RIGHT LEFT" or "RIGHT LEFT *", a line for every cycle: the first frame at or
 *                           after its beginning (the right foot comes down) and its half (the left one). A *
 *                           marks cycles that are not two steps: standing
 *
 * Units    frames of the clip, 60 a second, counted from 0; phase in cycles.
 * Errors   a failed allocation is recorded in the buffer.
 */
#include "core/base/buffer.h"
#include "train/motion/label.h"

/* Append the text of one of these files. */
void pd_train_phase_text(pd_buffer *out, const pd_character_motion *motion);
void pd_train_gait_text(pd_buffer *out, const pd_character_motion *motion);
void pd_train_footsteps_text(pd_buffer *out, const pd_character_motion *motion,
                             const pd_train_footsteps *steps);

#endif
