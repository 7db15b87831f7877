#ifndef TESTS_SUPPORT_HUMAN_H
#define TESTS_SUPPORT_HUMAN_H
/* A person of 24 joints in the T-pose, SMPL's names and order, round numbers in metres. */
#include "core/anim/skeleton.h"

static const pd_anim_joint human_joints[24] = {
    {"pelvis", NULL, {0, 0.95, 0}},
    {"left_hip", "pelvis", {0.10, -0.05, 0}},
    {"right_hip", "pelvis", {-0.10, -0.05, 0}},
    {"spine1", "pelvis", {0, 0.12, -0.01}},
    {"left_knee", "left_hip", {0.02, -0.40, 0.01}},
    {"right_knee", "right_hip", {-0.02, -0.40, 0.01}},
    {"spine2", "spine1", {0, 0.13, 0.01}},
    {"left_ankle", "left_knee", {0.01, -0.42, -0.03}},
    {"right_ankle", "right_knee", {-0.01, -0.42, -0.03}},
    {"spine3", "spine2", {0, 0.06, 0.01}},
    {"left_foot", "left_ankle", {0.03, -0.06, 0.12}},
    {"right_foot", "right_ankle", {-0.03, -0.06, 0.12}},
    {"neck", "spine3", {0, 0.21, -0.03}},
    {"left_collar", "spine3", {0.08, 0.12, -0.02}},
    {"right_collar", "spine3", {-0.08, 0.12, -0.02}},
    {"head", "neck", {0, 0.09, 0.05}},
    {"left_shoulder", "left_collar", {0.11, 0.03, -0.01}},
    {"right_shoulder", "right_collar", {-0.11, 0.03, -0.01}},
    {"left_elbow", "left_shoulder", {0.26, -0.01, -0.02}},
    {"right_elbow", "right_shoulder", {-0.26, -0.01, -0.02}},
    {"left_wrist", "left_elbow", {0.25, 0.01, 0}},
    {"right_wrist", "right_elbow", {-0.25, 0.01, 0}},
    {"left_hand", "left_wrist", {0.08, -0.01, -0.01}},
    {"right_hand", "right_wrist", {-0.08, -0.01, -0.01}},
};

static inline void human_init(pd_anim_skeleton *skeleton)
{
    pd_anim_skeleton_init(skeleton, human_joints, 24, NULL);
}

#endif
