#ifndef PD_TOOLS_TRAIN_POSE_NETWORK_JUDGE_H
#define PD_TOOLS_TRAIN_POSE_NETWORK_JUDGE_H
/* Evaluates a pose network on held-out clips and compares it with general solvers of inverse kinematics.
 *
 * Every frame is solved on its own. The general solvers get what a user would give them: chains that begin at
 * the pelvis, a root that moves, anatomical limits, and as the start the rest pose under the head tracker,
 * turned to the trackers' heading; no restarts, because they lead to contorted poses.
 *
 *     places   distance of a joint from where it was, mean over 24 joints and frames
 *     angles   between local rotations and the captured ones, mean over 23 joints and frames
 *     trackers how far the tracked joints are from their targets, mean
 *     jerk     third difference of joints seen from the pelvis times 30^3, mean over joints and frames
 */
#include "tools/train/pose_network_set.h"

typedef struct pd_tool_pose_glance {
    double metres, degrees; /* places and angles */
} pd_tool_pose_glance;

extern const char *const pd_tool_pose_set_names[PD_TRAIN_POSE_SETS];

/* The network alone on frames of world's motion on its first body, no noise: every 20th frame. */
void pd_tool_pose_network_glance(pd_tool_pose_glance *out, const pd_ik_neural *network,
                                 const pd_train_pose_world *world, pd_train_pose_set set);

typedef struct pd_tool_pose_judging {
    const pd_tool_pose_network_set *set;
    const char *network, *prior;  /* files; prior may be NULL            */
    const char *report, *picture; /* files to write, or NULL             */
    const char *model;            /* body model of the picture           */
    const pd_executor *executor;  /* executor that draws the picture */
} pd_tool_pose_judging;

/* Prints a table of all solvers on the held-out clips. */
pd_status pd_tool_pose_network_judge(const pd_tool_pose_judging *judging, pd_error *err);

#endif
