#ifndef PD_TOOLS_TRAIN_POSE_SET_H
#define PD_TOOLS_TRAIN_POSE_SET_H
/* Poses from which pose blend shapes are learned: chosen from folders of motion capture, or read from the npz
 * that `posedctl train-poses` writes. Free with pd_train_poses_deinit. */
#include "core/base/executor.h"
#include "core/smpl/model.h"
#include "train/corrective/poses.h"
#include "tools/base/credits.h"

/* Retargets every clip that an index.csv below the folder lists to the model's joints, and chooses poses. det
 * and ctx of the options are set here: poses in which the model's LBS collapses are left out. Says on stderr
 * how many there are. credits, or NULL: whose clips they are. */
pd_status pd_tool_pose_set_make(pd_train_poses *out, pd_tool_credits *credits, const pd_smpl_model *model,
                                const char *folder, const pd_train_pose_options *options,
                                const pd_executor *executor, pd_error *err);
/* The arrays poses (N,72), axis-angle, and held_out (N). Kinds and labels stay empty. */
pd_status pd_tool_pose_set_read(pd_train_poses *out, const char *path, pd_error *err);

#endif
