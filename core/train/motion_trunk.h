#ifndef PD_TRAIN_MOTION_TRUNK_H
#define PD_TRAIN_MOTION_TRUNK_H
/* Where a figure faces, and trunks that lean.
 *
 *     across = (left arm - right arm) + (left thigh - right thigh)         facing = across x up, level, Gaussian in time
 *
 * Spaces   world, metres; facing is a unit vector of the xz plane.
 */
#include "core/train/motion.h"

/* facing (T); sigma in frames. ERR_MEMORY. */
pd_status pd_train_facing(pd_vec3 *facing, const pd_anim_clip *clip, double sigma, pd_error *err);

/* Turns the trunk of one frame forward by angle about the left of `facing`: hips by 0.35 of it, spine 0.7, chest and shoulders
 * all, head half, arms half (they hang); thighs keep their direction. */
void pd_train_trunk_lean(pd_anim_clip *clip, int frame, pd_vec3 facing, double angle);

/* New world rotations (K) of a frame, as local ones. */
void pd_train_frame_set(pd_anim_clip *clip, int frame, const pd_quat *world);

#endif
