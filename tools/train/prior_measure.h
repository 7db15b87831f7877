#ifndef PD_TOOLS_TRAIN_PRIOR_MEASURE_H
#define PD_TOOLS_TRAIN_PRIOR_MEASURE_H
/* Measures how closely solvers of inverse kinematics reconstruct captured poses from the positions of hands,
 * feet and head only, on held-out clips. Every solver has anatomical limits and starts from the T-pose.
 *
 * pelvis known   the start's root has the captured rotation; chains start at the hips and at spine1
 * pelvis free    the start's root has its place over the ground and its heading; the root may be moved,
 *                chains start at the pelvis
 *
 * Errors are means over the 24 joints, of metres, and over the 23 local rotations, of angles in degrees;
 * root's excepted. */
#include "core/ik/methods/prior.h"
#include "train/prior/pose_prior_rows.h"

/* Prints one line for each solver and case. most: largest number of poses. ERR_MEMORY. */
pd_status pd_tool_prior_measure(const pd_ik_prior *prior, const pd_train_prior_rows *rows,
                                const pd_anim_skeleton *skeleton, int most, pd_error *err);

#endif
