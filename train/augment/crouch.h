#ifndef PD_TRAIN_AUGMENT_CROUCH_H
#define PD_TRAIN_AUGMENT_CROUCH_H
/* Copies that crouch, since hardly any free capture does. Feet stay, hips sink, the trunk leans, time stretches.
 *
 *     hips down by d, back by 0.30 d, trunk forward by 1.5 d rad (d in metres)
 *     crouch = clip((0.72 - hip height)/0.16, 0, 1), taking over from stand, walk and jog: g' = (1 - crouch) g
 *
 * hip height is that of the hip joints over the ground. A walk of 0.84 m reaches crouch 1 at d = 0.28.
 *
 * Units    metres, radians, seconds; the copy has round((T - 1) time) + 1 frames.
 * Memory   *out is the caller's, empty on failure. Threads  pure.
 */
#include "core/pfnn/capture/motion.h"

#include <stdint.h>

#define PD_TRAIN_CROUCH_FROM 0.72 /* hip height where crouching begins, metres */
#define PD_TRAIN_CROUCH_OVER 0.16 /* and how much lower it is complete         */

typedef struct pd_train_crouch {
    double depth; /* d, metres: 0 to 0.35                                                   */
    double time;  /* seconds of the copy per second of the original: 0.5 to 2               */
    int varies;   /* d moves between 0 and depth every 1.5 to 4 s, else it is constant      */
    uint64_t seed;
} pd_train_crouch;

/* ERR_RANGE names the field; ERR_INVALID without labels; ERR_MEMORY. */
pd_status pd_train_motion_crouch(pd_pfnn_motion *out, const pd_pfnn_motion *in, const pd_train_crouch *how,
                                 pd_error *err);
/* Mean height of the two hip joints over the ground under the root. */
double pd_train_hip_height(const pd_pfnn_motion *motion, int frame);

#endif
