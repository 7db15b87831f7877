#ifndef PD_TRAIN_AUGMENT_SLOW_H
#define PD_TRAIN_AUGMENT_SLOW_H
/* Copies at another pace: the speeds between walking and running, and brisker or gentler starts and stops.
 *
 *     frame t of the copy is frame t/time of the original: Catmull-Rom of quaternions, roots and feet; planted toes stay where
 *     their plant is, legs by IK. Contacts and gaits of the nearest frame, phase linear.
 *
 * Units    frames at 60 Hz; the copy has round((T - 1) time) + 1 of them.
 * Memory   *out is the caller's, empty on failure. Threads  pure.
 */
#include "core/pfnn/capture/motion.h"

/* step: what the copy is called. time: 0.5 to 2, ERR_RANGE; ERR_INVALID without labels; ERR_MEMORY. The ground is copied. */
pd_status pd_train_motion_slow(pd_pfnn_motion *out, const pd_pfnn_motion *in, double time, const char *step,
                               pd_error *err);

#endif
