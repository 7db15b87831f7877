#ifndef PD_TOOLS_TRAIN_POSE_NETWORK_SET_H
#define PD_TOOLS_TRAIN_POSE_NETWORK_SET_H
/* Data on which a pose network is trained and evaluated: clips of a folder of motion capture on SMPL's 24
 * joints, and bodies of all shapes. */
#include "core/base/executor.h"
#include "train/prior/pose_network.h"
#include "tools/train/capture_clips.h"

typedef struct pd_tool_pose_network_set {
    pd_tool_capture_clips capture;
    unsigned char *held_out;   /* (capture.list.count) */
    pd_ik_neural_body *bodies; /* (body_count) bodies with the trackers */
    int body_count;
} pd_tool_pose_network_set;

/* folder: as pd_tool_capture_list_read. models: a folder with default, female and male.safetensors, whose
 * betas give bodies; the motion skeleton is one more, and half of all have their bones scaled at random. Says
 * on stderr what there is. */
pd_status pd_tool_pose_network_set_make(pd_tool_pose_network_set *set, const char *folder, const char *models,
                                        uint64_t seed, const pd_executor *executor, pd_error *err);
/* Also of one that could not be made. */
void pd_tool_pose_network_set_deinit(pd_tool_pose_network_set *set);
/* The motion of the clips to learn from, or of those that are held out. */
pd_status pd_tool_pose_network_motion(pd_train_pose_motion *motion, const pd_tool_pose_network_set *set,
                                      int held_out, double rate, pd_error *err);

#endif
