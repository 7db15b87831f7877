#ifndef PD_TRAIN_AUGMENT_CROUCH_H
#define PD_TRAIN_AUGMENT_CROUCH_H
/* Makes copies that crouch, because the captured data hardly contains crouching. The feet stay, the hips
 * sink, the trunk leans, time stretches.
 *
 *     hips down by d, back by 0.30 d, trunk forward by 1.5 d rad (d in metres)
 *     crouch = clip((0.72 - hip height)/0.16, 0, 1), reduces stand, walk and jog: g' = (1 - crouch) g
 *
 * hip height is that of the hip joints above the ground. A walk of hip height 0.84 m reaches crouch 1 at d =
 * 0.28.
 *
 * Units    metres, radians, seconds; the copy has round((T - 1) time) + 1 frames.
 * Memory   *out is the caller's, empty on failure.
 * Threads  pure.
 */
#include "core/character/capture/motion.h"

#include <stdint.h>

#define PD_TRAIN_CROUCH_FROM 0.72 /* hip height where crouching begins, metres */
#define PD_TRAIN_CROUCH_OVER 0.16 /* distance below that at which crouching is complete, metres */

typedef struct pd_train_crouch {
    double depth; /* d, metres: 0 to 0.35                                                   */
    double time;  /* seconds of the copy per second of the original: 0.5 to 2               */
    int varies;   /* 1: the depth varies between 0 and `depth` every 1.5 to 4 s; 0: it is constant */
    uint64_t seed;
} pd_train_crouch;

/* Makes the copy. ERR_RANGE names the field; ERR_INVALID without labels; ERR_MEMORY. */
pd_status pd_train_motion_crouch(pd_character_motion *out, const pd_character_motion *in,
                                 const pd_train_crouch *how, pd_error *err);
/* Returns the mean height, in metres, of the two hip joints above the ground under the root. */
double pd_train_hip_height(const pd_character_motion *motion, int frame);

#endif
