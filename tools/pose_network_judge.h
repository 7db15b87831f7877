#ifndef PD_TOOLS_POSE_NETWORK_JUDGE_H
#define PD_TOOLS_POSE_NETWORK_JUDGE_H
/* How good a pose network is: on held-out clips, alone and beside the solvers that know no poses. */
#include "tools/pose_network_set.h"

typedef struct pd_tool_pose_glance {
    double metres, degrees; /* mean over joints and frames: places, and local rotations but the pelvis' */
} pd_tool_pose_glance;

extern const char *const pd_tool_pose_set_names[PD_TRAIN_POSE_SETS];

/* The network alone on frames of world's motion on its first body, no noise: every 20th frame. */
void pd_tool_pose_network_glance(pd_tool_pose_glance *out, const pd_ik_neural *network,
                                 const pd_train_pose_world *world, pd_train_pose_set set);

/* Prints a table of all solvers on the held-out clips of the set; report and picture are files or NULL. */
pd_status pd_tool_pose_network_judge(const pd_tool_pose_network_set *set, const char *network,
                                     const char *report, const char *picture, pd_error *err);

#endif
