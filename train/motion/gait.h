#ifndef PD_TRAIN_MOTION_GAIT_H
#define PD_TRAIN_MOTION_GAIT_H
/* What the character is doing, softly: the six gaits of core/pfnn/network/layout.h.
 *
 *     stand, walk, jog   by the horizontal speed of the hips: under 0.25 m/s, up to 2.0 m/s, above
 *     crouch c           clip((0.72 - hip height)/0.16, 0, 1); stand, walk and jog get the other 1 - c
 *     jump               1 from 30 frames before to 18 frames behind a flight (14 to 60 frames with both toes over 0.13 m), on top
 *                        of the others; bump 0
 *     climb              a flight longer than that, since no jump lasts a second. Only written labels show it: the network has no such gait
 *
 * all of them through a Gaussian of 8 frames: stand + walk + jog + crouch is 1.
 *
 * Units    metres over the ground; hip height is that of the hip joints' middle (0.859 upright).
 * Errors   ERR_MEMORY.
 */
#include "train/motion/contacts.h"

#include <stdbool.h>

/* motion->gaits (T). */
pd_status pd_train_motion_gait(pd_pfnn_motion *motion, const pd_train_foot_contacts *feet, pd_error *err);

/* The next run of climbing frames from frame `from` on; false: there is none. */
bool pd_train_motion_next_climb(pd_train_run *run, const pd_pfnn_motion *motion, int from);

/* The gait with the largest part in a frame, jump first when it is over one half. */
int pd_train_motion_main_gait(const pd_pfnn_motion *motion, int frame);

#endif
