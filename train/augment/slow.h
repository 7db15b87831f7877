#ifndef PD_TRAIN_AUGMENT_SLOW_H
#define PD_TRAIN_AUGMENT_SLOW_H
/* Makes copies at another pace: speeds between walking and running, and faster or slower starts and stops.
 *
 *     frame t of the copy is frame t/time of the original: Catmull-Rom of quaternions, roots and feet;
 *     planted toes stay where they are planted, legs follow by IK. Contacts and gaits are those of the
 *     nearest frame; the phase is interpolated linearly.
 *
 * Units    frames at 60 Hz; the copy has round((T - 1) time) + 1 of them.
 * Memory   *out is the caller's, empty on failure.
 * Threads  pure.
 */
#include "core/character/capture/motion.h"

/* Makes the copy and calls its step `step`. time: 0.5 to 2, else ERR_RANGE; ERR_INVALID without labels;
 * ERR_MEMORY. Copies the ground. */
pd_status pd_train_motion_slow(pd_character_motion *out, const pd_character_motion *in, double time,
                               const char *step, pd_error *err);

#endif
