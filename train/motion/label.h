#ifndef PD_TRAIN_MOTION_LABEL_H
#define PD_TRAIN_MOTION_LABEL_H
/* Labels a motion and locks its feet: computes contacts, phase and gaits, then moves planted feet to rest.
 *
 *     pd_character_motion m;                            // the biped at 60 Hz, levelled
 *     status = pd_train_motion_label(&m, err);      // m.contacts, m.phase, m.gaits; m.clip with planted feet
 *
 * Units    those of motion.h: metres, world space, cycles.
 * Memory   replaces existing labels, except contacts that the motion keeps (motion.h): the other labels are
 *          then computed from these.
 * Errors   ERR_INVALID at motion->name for a clip that is not the biped at 60 Hz, is shorter than 4 frames,
 *          or not finite; ERR_MEMORY. The clip is unchanged then.
 */
#include "train/motion/gait.h"
#include "train/motion/lock.h"
#include "train/motion/phase.h"

/* Labels the motion and locks its feet. */
pd_status pd_train_motion_label(pd_character_motion *motion, pd_error *err);
/* Labels the motion as above and also returns the footsteps and the stillness of the captured clip
 * (`before`). Both may be NULL. */
pd_status pd_train_motion_label_steps(pd_character_motion *motion, pd_train_footsteps *steps,
                                      pd_train_stillness *before, pd_error *err);

#endif
