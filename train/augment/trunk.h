#ifndef PD_TRAIN_AUGMENT_TRUNK_H
#define PD_TRAIN_AUGMENT_TRUNK_H
/* Leans trunks, and sets frames from world rotations.
 *
 * Spaces   world, metres; facing is a unit vector of the xz plane. */
#include "core/character/capture/motion.h"

/* Computes facing (T) as defined in path.h. ERR_MEMORY. */
pd_status pd_train_facing(pd_vec3 *facing, const pd_character_motion *motion, pd_error *err);

/* Leans the trunk of one frame forward by `angle`, radians, about the axis to the left of `facing`: hips by
 * 0.35 of it, spine 0.7, chest and shoulders all, head half, arms half (they hang);
 * thighs keep their direction. */
void pd_train_trunk_lean(pd_anim_clip *clip, int frame, pd_vec3 facing, double angle);

/* Sets a frame from world rotations (K), which it converts to local ones. */
void pd_train_frame_set(pd_anim_clip *clip, int frame, const pd_quat *world);

#endif
