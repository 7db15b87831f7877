#ifndef PD_TRAIN_EVALUATE_DYNAMICS_H
#define PD_TRAIN_EVALUATE_DYNAMICS_H
/* Measures of a motion that accelerates: flight under gravity, leaning into a curve, twisted and crossed
 * feet, braking, skating feet.
 *
 * Part of kinematics.h, whose table has the definitions. All of them use positions alone, so that capture and
 * any generator are measured alike; only `twist` uses contacts.
 *
 *     fall       a of the least squares fit   y = y0 + v t + a t^2 / 2
 *         to the height of the hips in a flight
 *     lean       sum(l e) / sum(e^2)          e = atan(v w / g), where v is the speed of the hips and w the
 *                                             rate at which their direction turns
 *                                             l: angle from the vertical of the line from the mean of both
 *                                             heels and toes to the hips, inwards
 *     skate      mean of u (2 - 2^(h/H))      u: horizontal speed of a toe, h < H: its height over its rest
 *                                             height, H = 2.5 cm (Zhang et al. 2018,
 *                                             "Mode-adaptive neural networks for quadruped motion control")
 *     skating    share of the frames in which a toe with h < H moves faster than .5 m/s (the speed of
 *                Karunratanakul et al. 2023, "Guided motion diffusion")
 *
 * A flight is a run of FLIGHT_FRAMES or more frames in which all heels and toes are over
 * PD_TRAIN_KINEMATICS_FLOAT above their rest heights. In a jump only flights of 14 frames or more count,
 * because the strides of the run before and after it have flights too.
 *
 * Spaces   world and the facing frame of curves.h; metres, seconds, radians.
 * Memory   scratch comes from malloc.
 * Errors   ERR_MEMORY.
 */
#include "train/evaluate/kinematics.h"

/* Fills the members fall, flight_time, lean, yaw_rate, braking, hips_jerk, twist, twist_time, crossed, skate
 * and skating for the frames t with counts[t] == value (counts (T);
 * NULL: all). A member without data is NaN. */
pd_status pd_train_dynamics_of(pd_train_kinematics *out, const pd_train_curves *curves,
                               const pd_anim_track *track, const unsigned char *counts, int value,
                               pd_error *err);

#endif
