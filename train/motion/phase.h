#ifndef PD_TRAIN_MOTION_PHASE_H
#define PD_TRAIN_MOTION_PHASE_H
/* The phase of the gait: whole numbers where the right foot comes down, halves where the left one does.
 *
 * A foot comes down where heel or toe contact begins. An onset is dropped when it is less than 9 frames behind the last one of the other
 * foot (landing on both), or less than 27 behind the same foot's: 18 above 1 m/s when the other foot came down in between, as in
 * braking. From one to the next the phase rises by 1/2 to the other foot, by 1 to the same, and by as many whole cycles more as
 * bring its rate nearest to 0.9 cycles a second, so that the phase goes on while standing. The line through the onsets is monotone
 * (pd_train_pchip). Outside of them it goes on as fast as next to them, or at 0.9 when the stretch is longer than a step would be.
 *
 * Units    cycles, unwrapped, the first frame in [0, 1); frames.
 * Errors   ERR_MEMORY.
 */
#include "train/motion/contacts.h"

/* A foot that came down. */
typedef struct pd_train_footstep {
    int frame;
    int right;    /* 0: left                                   */
    double phase; /* cycles                                    */
    int stood;    /* whole cycles were put in before this one  */
} pd_train_footstep;

typedef struct pd_train_footsteps {
    pd_train_footstep *items;
    int count;
} pd_train_footsteps;

/* motion->phase (T) and the steps it goes through. steps may be NULL. */
pd_status pd_train_motion_phase(pd_pfnn_motion *motion, pd_train_footsteps *steps,
                                const pd_train_foot_contacts *feet, pd_error *err);
void pd_train_footsteps_deinit(pd_train_footsteps *steps);

#endif
