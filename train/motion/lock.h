#ifndef PD_TRAIN_MOTION_LOCK_H
#define PD_TRAIN_MOTION_LOCK_H
/* Locks planted feet: changes a clip so that a toe in contact stands still, and a heel too when it alone
 * carries the weight.
 *
 *     toe    in contact: moved to the mean xz of its run, PD_ANIM_BIPED_TOE above the ground there
 *     heel   while its toe is in contact: moved with the toe, not below PD_ANIM_BIPED_ANKLE; in contact
 *            alone: kept where it is when the toe comes down or went up (without either at the mean xz of its
 *            run, PD_ANIM_BIPED_ANKLE above the ground)
 *     c(t) = target - captured during contact. Between two runs c goes from one's last value to the other's
 *     first by smoothstep. A toe is
 *            pressed down at the ends of its run, so the vertical part of c goes between the means of the
 *            runs, and to and from them over 12 frames. For 12 frames, u(1 - u/12)^2 times the slope of c in
 *            the run is added, so that a point starts from rest. A Gaussian of 2 frames smooths the sum; what
 *            it takes away during contact is added back, fading over 8 frames outside
 *
 * Heel and toe are then brought to the foot's length; the planted one stays. Last, the legs must reach
 * (core/anim/leg.h; a Gaussian of 2 frames smooths own lengths and rises). A heel rises about its toe where
 * the leg would be longer than the soft limit, unless the heel alone carries the weight. The hips come down
 * where an ankle would be farther than reach - e ln(1 + exp((reach - distance)/e)), e = 3 mm (largest of 6
 * frames around, Gaussian of 2). Thigh and shank reach the ankle by two-bone IK. Only rotations of thigh,
 * shank and foot and the height of the root change: bones keep their length.
 *
 * Spaces   world, metres.
 * Errors   ERR_MEMORY; ERR_INVALID as in contacts.h.
 */
#include "train/motion/contacts.h"

/* Locks the feet of a motion that has contacts. `feet` was read from the clip before.
 * The clip is unchanged on failure. */
pd_status pd_train_motion_lock(pd_character_motion *motion, const pd_train_foot_contacts *feet,
                               pd_error *err);

/* Measures of how still planted feet are: mean and largest speed, in metres a second, of toes and of heels
 * that alone carry the weight, between two frames in contact;
 * and the mean jerk of all joints, metres a second cubed. */
typedef struct pd_train_stillness {
    double mean_slide, most_slide, jerk;
} pd_train_stillness;
void pd_train_motion_stillness(pd_train_stillness *out, const pd_character_motion *motion);

#endif
