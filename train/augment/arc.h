#ifndef PD_TRAIN_AUGMENT_ARC_H
#define PD_TRAIN_AUGMENT_ARC_H
/* Copies of straight walks and runs, bent into a curve.
 *
 *     a(t) = sum of w(t)/60                    heading, w in rad/s, + to the left
 *     r'(t + 1) = r'(t) + R(a) (r(t + 1) - r(t))      root over the floor; R turns about +y
 *     M(t): p -> r' + R(a) (p - r)             what the whole body and swinging feet do
 *     lean = 0.7 atan(v w/g), at most 0.35 rad, about the way under the root, inwards
 *
 * A planted foot stays where M put it in the middle of its plant, and turned as then; the difference to M fades through the
 * swing. Standing frames do not turn: w is faded out under 0.5 m/s.
 *
 * Units    radians, metres.
 * Memory   *out is the caller's, empty on failure. Threads  pure.
 */
#include "core/pfnn/capture/motion.h"

#include <stdbool.h>

typedef enum pd_train_ramp { PD_TRAIN_RAMP_CONSTANT, PD_TRAIN_RAMP_IN, PD_TRAIN_RAMP_OUT } pd_train_ramp;

typedef struct pd_train_arc {
    double rate;        /* w, rad/s, + to the left: |w| up to 4           */
    pd_train_ramp ramp; /* constant; 0 to w; w to 0, over the whole clip  */
} pd_train_arc;

/* Flat motions only. ERR_RANGE, ERR_INVALID (no labels, has a ground), ERR_MEMORY. */
pd_status pd_train_motion_arc(pd_pfnn_motion *out, const pd_pfnn_motion *in, const pd_train_arc *how,
                              pd_error *err);
/* Whether a walk or run may be bent: four frames out of five go straight ahead, faster than 0.7 m/s, turn by less than 25 degrees/s and
 * neither crouch nor jump. *speed (may be NULL): its median, m/s. ERR_MEMORY. */
pd_status pd_train_motion_is_straight(bool *straight, double *speed, const pd_pfnn_motion *motion,
                                      pd_error *err);

#endif
