#include "core/anim/biped.h"

#include "core/base/assert.h"

#include <stddef.h>

const pd_anim_biped_joint pd_anim_biped_joints[PD_ANIM_BIPED_JOINTS] = {
    {"Hips", -1, 0, 0, 0, 0, 0},
    {"LHipJoint", 0, 0, 0, 0, 6, 1},
    {"LeftUpLeg", 1, 0.0991, -0.0918, 0.0494, 7, 0},
    {"LeftLeg", 2, -0.0069, -0.3941, 0, 8, 0},
    {"LeftFoot", 3, -0.0071, -0.4050, 0, 9, 0},
    {"LeftToeBase", 4, -0.0004, -0.0350, 0.1053, 10, 0},
    {"RHipJoint", 0, 0, 0, 0, 1, 1},
    {"RightUpLeg", 6, -0.0991, -0.0918, 0.0494, 2, 0},
    {"RightLeg", 7, 0.0069, -0.3941, 0, 3, 0},
    {"RightFoot", 8, 0.0071, -0.4050, 0, 4, 0},
    {"RightToeBase", 9, 0.0004, -0.0350, 0.1053, 5, 0},
    {"LowerBack", 0, 0, 0, 0, 11, 1},
    {"Spine", 11, 0, 0.1132, -0.0081, 12, 0},
    {"Spine1", 12, 0, 0.1136, 0.0009, 13, 0},
    {"Neck", 13, 0, 0.1139, 0.0047, 14, 1},
    {"Neck1", 14, 0, 0.0899, -0.0147, 15, 0},
    {"Head", 15, 0, 0.0900, 0.0034, 16, 0},
    {"LeftShoulder", 13, 0, 0.1139, 0.0047, 24, 1},
    {"LeftArm", 17, 0.1809, 0.0740, 0.0140, 25, 0},
    {"LeftForeArm", 18, 0.2789, 0, 0, 26, 0},
    {"LeftHand", 19, 0.1796, 0, 0, 27, 0},
    {"LeftFingerBase", 20, 0.0898, 0, 0, 28, 1},
    {"LeftHandIndex1", 21, 0.0343, 0, 0, 29, 1},
    {"LThumb", 20, 0.0898, 0, 0, 30, 1},
    {"RightShoulder", 13, 0, 0.1139, 0.0047, 17, 1},
    {"RightArm", 24, -0.1809, 0.0740, 0.0140, 18, 0},
    {"RightForeArm", 25, -0.2789, 0, 0, 19, 0},
    {"RightHand", 26, -0.1796, 0, 0, 20, 0},
    {"RightFingerBase", 27, -0.0898, 0, 0, 21, 1},
    {"RightHandIndex1", 28, -0.0343, 0, 0, 22, 1},
    {"RThumb", 27, -0.0898, 0, 0, 23, 1},
};

void pd_anim_biped_skeleton(pd_anim_skeleton *skeleton)
{
    pd_anim_joint joints[PD_ANIM_BIPED_JOINTS];

    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j];
        const char *parent = row->parent < 0 ? NULL : pd_anim_biped_joints[row->parent].name;
        joints[j] = (pd_anim_joint){row->name, parent, pd_vec3_make(row->x, row->y, row->z)};
    }

    pd_status status = pd_anim_skeleton_init(skeleton, joints, PD_ANIM_BIPED_JOINTS, NULL);
    PD_ASSERT(status == PD_OK);
    (void)status;
}

void pd_anim_biped_ends(pd_vec3 *ends)
{
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) ends[j] = pd_vec3_make(0, 0, 0);
    ends[PD_BIPED_HEAD] = pd_vec3_make(0, 0.09, 0.005);
    ends[PD_BIPED_L_TOE] = ends[PD_BIPED_R_TOE] = pd_vec3_make(0, -0.012, 0.06);
    for (int i = 2; i <= 3; i++) { /* fingers, thumb */
        ends[PD_BIPED_L_HAND + i] = pd_vec3_make(0.03, 0, i == 3 ? 0.03 : 0);
        ends[PD_BIPED_R_HAND + i] = pd_vec3_make(-0.03, 0, i == 3 ? 0.03 : 0);
    }
}
