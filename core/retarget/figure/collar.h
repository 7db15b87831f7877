#ifndef PD_RETARGET_FIGURE_COLLAR_H
#define PD_RETARGET_FIGURE_COLLAR_H
/* Estimates the rest orientation of a capture's collars, and distributes arm rotations to them.
 *
 * The zero pose of a skeleton is no reference for its shoulders: some are T-poses with raised shoulders, in
 * others the arms hang, and marker positions add an offset. But collars of all people are at rest while the
 * arms hang. So this rest is measured in frames with hanging arms, and rotations are relative to it:
 *
 *     r(t) = R_chest(t)^-1 R_collar(t),   A = (median of r while the arm hangs)^-1, R'_collar(t) =
 *                                         R_collar(t) A
 *
 * with the median of each component of the rotation vector. Further motion of the collar (it rises with the
 * arm) is kept. Arms keep their world rotations.
 *
 * A collar's share of its arm's rotation q, by an angle of 0 to 180 degrees, is
 *
 *     exp(part fade log q),   fade = 1 up to 120 degrees, from there on 1 - s^2 (3 - 2 s), s = (angle - 120)
 *                             / 60
 *
 * It fades because near half a turn the axis of log q can change its sign from one frame to the next, and the
 * collar would jump.
 *
 * Spaces  world rotations relative to the reference pose, as from core/retarget/figure/answer.h; +Y of the
 *         chest is up.
 */
#include "core/math/quat.h"

#include <stdbool.h>

#define PD_RETARGET_COLLAR_SAMPLES 8 /* Fewest samples that define a collar's rest. */

/* Sets *sample to r as a rotation vector. Returns true when the arm hangs, within 35 degrees of the chest's
 * down. upper_arm: the bone's direction, world, any length. */
bool pd_retarget_collar_sample(pd_vec3 *sample, pd_quat chest, pd_quat collar, pd_vec3 upper_arm);
/* Returns A; the identity when there are too few samples. Reorders samples (count). */
pd_quat pd_retarget_collar_rest(pd_vec3 *samples, int count);
/* Returns the collar's share of the arm's rotation relative to it; part 0 to 1. */
pd_quat pd_retarget_collar_share(pd_quat arm, double part);

#endif
