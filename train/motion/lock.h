#ifndef PD_TRAIN_MOTION_LOCK_H
#define PD_TRAIN_MOTION_LOCK_H
/* Planted feet that stand still: the clip is changed so that a toe in contact does not move, nor a heel that carries alone.
 *
 *     toe    in contact: at the mean xz of its run, PD_ANIM_BIPED_TOE over the ground there
 *     heel   while its toe is in contact: moved with the toe, not under PD_ANIM_BIPED_ANKLE; in contact alone: where it is when the toe
 *            comes down or went up (without either at the mean xz of its run, PD_ANIM_BIPED_ANKLE over the ground)
 *     c(t) = target - captured in contact. Between two runs c goes from one's last to the other's first by smoothstep. A toe is pressed down
 *            at the ends of its run, so upwards c goes between the means of the runs, and to and from them over 12 frames. Over 12 frames
 *            u(1 - u/12)^2 times the slope of c in the run is added, so that a point starts from rest. All of it goes through a
 *            Gaussian of 2 frames; what that takes away in contact is given back, fading over 8 frames outside
 *
 * Then heel and toe are brought to the foot's length (whichever is planted stays), and legs must reach (core/anim/leg.h; own lengths and
 * rises through a Gaussian of 2): a heel rises about its toe where the leg would be longer than soft, unless it carries alone; hips come
 * down where an ankle would be farther than reach - e ln(1 + exp((reach - distance)/e)), e = 3 mm (largest of 6 frames around, Gaussian 2).
 * Thigh and shank reach the ankle by two-bone IK. Only rotations of thigh, shank and foot and the height of the root change: bones keep
 * their length.
 *
 * Spaces   world, metres.
 * Errors   ERR_MEMORY; ERR_INVALID as contacts.h.
 */
#include "train/motion/contacts.h"

/* feet: of the clip before; motion->contacts made. The clip is unchanged on failure. */
pd_status pd_train_motion_lock(pd_pfnn_motion *motion, const pd_train_foot_contacts *feet, pd_error *err);

/* How still contacts are: mean and largest speed in metres a second of toes, and of heels that carry alone, between two frames in contact,
 * and the mean jerk of all joints, metres a second cubed. */
typedef struct pd_train_stillness {
    double mean_slide, most_slide, jerk;
} pd_train_stillness;
void pd_train_motion_stillness(pd_train_stillness *out, const pd_pfnn_motion *motion);

#endif
