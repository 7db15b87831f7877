#ifndef TESTS_SUPPORT_CMU_H
#define TESTS_SUPPORT_CMU_H
#include "core/anim/skeleton.h"

#include <stddef.h>

/* CMU's skeleton in round numbers: legs spread by 20 degrees, spine, arms level. Metres. */
static const pd_anim_joint cmu_joints[] = {
    {"Hips", NULL, {0, 0, 0}},
    {"LHipJoint", "Hips", {0, 0, 0}},
    {"LeftUpLeg", "LHipJoint", {0.09, -0.1, 0.03}},
    {"LeftLeg", "LeftUpLeg", {0.1368, -0.3759, 0}},
    {"LeftFoot", "LeftLeg", {0.1368, -0.3759, 0}},
    {"LeftToeBase", "LeftFoot", {0.011, -0.03, 0.12}},
    {"RHipJoint", "Hips", {0, 0, 0}},
    {"RightUpLeg", "RHipJoint", {-0.09, -0.1, 0.03}},
    {"RightLeg", "RightUpLeg", {-0.1368, -0.3759, 0}},
    {"RightFoot", "RightLeg", {-0.1368, -0.3759, 0}},
    {"RightToeBase", "RightFoot", {-0.011, -0.03, 0.12}},
    {"LowerBack", "Hips", {0, 0, 0}},
    {"Spine", "LowerBack", {0, 0.12, -0.01}},
    {"Spine1", "Spine", {0, 0.12, 0}},
    {"Neck", "Spine1", {0, 0.12, 0}},
    {"Neck1", "Neck", {0, 0.08, 0.01}},
    {"Head", "Neck1", {0, 0.08, 0}},
    {"LeftShoulder", "Spine1", {0, 0.12, 0}},
    {"LeftArm", "LeftShoulder", {0.19, 0.05, -0.02}},
    {"LeftForeArm", "LeftArm", {0.28, 0, 0}},
    {"LeftHand", "LeftForeArm", {0.19, 0, 0}},
    {"LeftFingerBase", "LeftHand", {0.095, 0, 0}},
    {"RightShoulder", "Spine1", {0, 0.12, 0}},
    {"RightArm", "RightShoulder", {-0.19, 0.05, -0.02}},
    {"RightForeArm", "RightArm", {-0.28, 0, 0}},
    {"RightHand", "RightForeArm", {-0.19, 0, 0}},
    {"RightFingerBase", "RightHand", {-0.095, 0, 0}},
};
enum { CMU_COUNT = sizeof cmu_joints / sizeof *cmu_joints };

#endif
