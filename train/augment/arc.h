#ifndef PD_TRAIN_AUGMENT_ARC_H
#define PD_TRAIN_AUGMENT_ARC_H
/* Makes copies of straight walks and runs that follow a curve.
 *
 *     a(t) = sum of w(t)/60                    heading, w in rad/s, + to the left
 *     r'(t + 1) = r'(t) + R(a) (r(t + 1) - r(t))      root on the floor plane; R turns about +y
 *     M(t): p -> r' + R(a) (p - r)             transform of the whole body and of swinging feet
 *     lean = 0.7 atan(v w/g), at most 0.35 rad, inwards, about the direction of motion below the root
 *
 * A planted foot keeps the position and rotation that M gives it in the middle of its plant; the difference
 * to M fades out during the swing. Standing frames do not turn: w fades to 0 below 0.5 m/s.
 *
 * Units    radians, metres.
 * Memory   *out is the caller's, empty on failure.
 * Threads  pure.
 */
#include "core/character/capture/motion.h"

#include <stdbool.h>

typedef enum pd_train_ramp { PD_TRAIN_RAMP_CONSTANT, PD_TRAIN_RAMP_IN, PD_TRAIN_RAMP_OUT } pd_train_ramp;

typedef struct pd_train_arc {
    double rate;        /* w, rad/s, + to the left: |w| up to 4           */
    pd_train_ramp ramp; /* course of w over the whole clip: constant; from 0 to w; from w to 0 */
} pd_train_arc;

/* Makes the copy of a motion on flat ground. ERR_RANGE, ERR_INVALID (no labels,
 * or the motion has a ground), ERR_MEMORY. */
pd_status pd_train_motion_arc(pd_character_motion *out, const pd_character_motion *in,
                              const pd_train_arc *how, pd_error *err);
/* Tests whether a walk or run may be bent: in four frames out of five it goes straight ahead, faster than 0.7
 * m/s, turns by less than 25 degrees/s and neither crouches nor jumps. *speed (may be NULL): median speed,
 * m/s. ERR_MEMORY. */
pd_status pd_train_motion_is_straight(bool *straight, double *speed, const pd_character_motion *motion,
                                      pd_error *err);

#endif
