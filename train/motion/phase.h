#ifndef PD_TRAIN_MOTION_PHASE_H
#define PD_TRAIN_MOTION_PHASE_H
/* Computes the phase of the gait: integers where the right foot comes down, halves where the left foot does.
 *
 * A foot comes down where a heel or toe contact begins. Such an onset is dropped when it is less than 9
 * frames after the last one of the other foot (landing on both feet), or less than 27 after the last one of
 * the same foot: 18 above 1 m/s when the other foot came down in between, as in braking. From one onset to
 * the next the phase rises by 1/2 to the other foot and by 1 to the same foot, plus the number of whole
 * cycles that brings its rate nearest to 0.9 cycles a second, so that the phase advances while standing. A
 * monotone curve through the onsets gives the frames in between (pd_train_pchip). Beyond the first and last
 * onset it advances as fast as next to them, or at 0.9 when the stretch is longer than a step.
 *
 * Units    cycles, unwrapped, the first frame in [0, 1); frames.
 * Errors   ERR_MEMORY.
 */
#include "train/motion/contacts.h"

/* A foot that comes down. */
typedef struct pd_train_footstep {
    int frame;
    int right;    /* 1: right foot; 0: left foot */
    double phase; /* cycles */
    int stood;    /* 1: whole cycles were inserted before this step, for standing */
} pd_train_footstep;

typedef struct pd_train_footsteps {
    pd_train_footstep *items;
    int count;
} pd_train_footsteps;

/* Writes motion->phase (T) and the footsteps that it passes through. `steps` may be NULL. */
pd_status pd_train_motion_phase(pd_character_motion *motion, pd_train_footsteps *steps,
                                const pd_train_foot_contacts *feet, pd_error *err);
void pd_train_footsteps_deinit(pd_train_footsteps *steps);

/* Replaces motion->phase between two frames at which it passes a multiple of half a cycle by a straight line,
 * as the labels of Holden et al. 2017 are. Such a frame is where a foot comes down, and in a stand half a
 * cycle after another. Before the first and after the last such frame
 * the phase stays as it is. ERR_MEMORY. */
pd_status pd_train_motion_phase_straighten(pd_character_motion *motion, pd_error *err);

#endif
