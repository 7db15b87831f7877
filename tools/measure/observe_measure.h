#ifndef PD_TOOLS_MEASURE_OBSERVE_MEASURE_H
#define PD_TOOLS_MEASURE_OBSERVE_MEASURE_H
/* Measures the accuracy of fits to observations (core/observe/observe.h) on captured poses of held-out clips,
 * with random people: betas N(0,1) at half size, any heading, somewhere. Both the observed and the compared
 * bodies come from the forward pass of core/smpl, not from the fit's own.
 *
 *     joints          24 exact joint positions: mean and largest distance of joints and of vertices
 *     surface         the keypoints of OpenPose's 25 in space, exact
 *     picture         a set's keypoints with `noise` pixels of noise in a picture of 1000x1000 from 3.5 m:
 *                     mean distance of the 24 joints, plain (pelvis on pelvis) and after the best similarity
 *                     (Procrustes); with the prior and without
 *     warm            keypoints in space with 10 mm of noise, each frame from the one before, betas known:
 *                     milliseconds a frame
 */
#include "core/ik/methods/prior.h"
#include "core/smpl/model.h"
#include "train/prior/pose_prior_rows.h"

/* Prints the figures on stdout. most: largest number of poses. ERR_MEMORY, or errors of a fit's _check. */
pd_status pd_tool_observe_measure(const pd_ik_prior *prior, const pd_train_prior_rows *rows,
                                  const pd_smpl_model *model, int most, pd_error *err);

#endif
