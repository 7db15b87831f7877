#ifndef PD_TRAIN_MOTION_GAIT_H
#define PD_TRAIN_MOTION_GAIT_H
/* Labels each frame of a motion with soft weights of the six gaits of core/pfnn/layout.h.
 *
 *     stand, walk, jog   by the horizontal speed of the hips: under 0.25 m/s, up to 2.0 m/s, above
 *     crouch c           clip((0.72 - hip height)/0.16, 0, 1); stand, walk and jog share the other 1 - c
 *     jump               1 from 30 frames before to 18 frames after a flight (14 to 60 frames with both toes
 *                        over 0.13 m), in addition to the others; bump is 0
 *     climb              a longer flight, since no jump lasts a second. It occurs only in label texts: the
 *                        network has no such gait
 *
 * A Gaussian of 8 frames smooths all of them, so stand + walk + jog + crouch stays 1.
 *
 * Units    metres above the ground; hip height is that of the midpoint of the hip joints (0.859 upright).
 * Errors   ERR_MEMORY.
 */
#include "train/motion/contacts.h"

#include <stdbool.h>

/* Writes motion->gaits (T). */
pd_status pd_train_motion_gait(pd_character_motion *motion, const pd_train_foot_contacts *feet,
                               pd_error *err);

/* Finds the next run of climbing frames at frame `from` or later. Returns false when there is none. */
bool pd_train_motion_next_climb(pd_train_run *run, const pd_character_motion *motion, int from);

/* Returns the gait with the largest weight in a frame; jump wins when it is over one half. */
int pd_train_motion_main_gait(const pd_character_motion *motion, int frame);

#endif
