#ifndef PD_RETARGET_FIGURE_COLLAR_H
#define PD_RETARGET_FIGURE_COLLAR_H
/* Where a capture's collars rest.
 *
 * A skeleton's zero pose says little about its shoulders: one is a T-pose with raised shoulders, another hangs its arms, and
 * where markers were decides the rest. What all people share is that collars are at rest while arms hang. So they are
 * measured there and counted from there:
 *
 *     r(t) = R_chest(t)^-1 R_collar(t),   A = (median of r while the arm hangs)^-1,   R'_collar(t) = R_collar(t) A
 *
 * with the median by components of the rotation vector. What the collar does beyond that (it rises with the arm) stays. Arms keep
 * their world rotations.
 *
 * A collar's share of its arm's rotation q about an axis by an angle of 0 to 180 degrees is
 *
 *     exp(part fade log q),   fade = 1 up to 120 degrees, from there on 1 - s^2 (3 - 2 s),   s = (angle - 120) / 60
 *
 * because at a half turn the axis of log q changes its sign from one frame to the next, and the collar with it.
 *
 * Spaces  world rotations relative to the reference pose, as core/retarget/figure/answer.h gives them: chest's +Y up.
 */
#include "core/math/quat.h"

#include <stdbool.h>

#define PD_RETARGET_COLLAR_SAMPLES 8 /* fewer say nothing about a collar */

/* *sample = r as a rotation vector; returns true when the arm hangs, within 35 degrees of the chest's down, else false. upper_arm: the bone's
 * direction, world, any length. */
bool pd_retarget_collar_sample(pd_vec3 *sample, pd_quat chest, pd_quat collar, pd_vec3 upper_arm);
/* A; the identity when there are too few. samples (count) come back in another order. */
pd_quat pd_retarget_collar_rest(pd_vec3 *samples, int count);
/* The share of the arm's rotation against the collar; part 0 to 1. */
pd_quat pd_retarget_collar_share(pd_quat arm, double part);

#endif
