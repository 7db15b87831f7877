#ifndef PD_TRAIN_MOTION_LABEL_TEXT_H
#define PD_TRAIN_MOTION_LABEL_TEXT_H
/* Labels as the text files that stand beside the original PFNN's clips, a line for every frame of the clip that they belong to.
 *
 *     NAME.phase            part of the cycle, [0, 1): "0.50000"
 *     NAME.gait             stand walk jog run crouch jump crawl bump, eight numbers of 0 to 1. All jogging is in jog (readers add run to
 *                           jog). Crouching is crawling as far as both hands are on the ground: from .40 m over it to .25 m (readers add
 *                           crawl to crouch)
 *     NAME_footsteps.txt    "RIGHT LEFT" or "RIGHT LEFT *", a line for every cycle: the first frames at or behind its beginning (the right
 *                           foot comes down) and its half (the left one). A * marks cycles that are not two steps: standing
 *
 * Units    frames of the clip, 60 a second, the first is 0; phase in cycles.
 * Errors   of memory, in the buffer.
 */
#include "core/base/buffer.h"
#include "train/motion/label.h"

void pd_train_phase_text(pd_buffer *out, const pd_pfnn_motion *motion);
void pd_train_gait_text(pd_buffer *out, const pd_pfnn_motion *motion);
void pd_train_footsteps_text(pd_buffer *out, const pd_pfnn_motion *motion, const pd_train_footsteps *steps);

#endif
