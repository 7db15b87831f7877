#ifndef TESTS_SUPPORT_DROOPING_H
#define TESTS_SUPPORT_DROOPING_H
/* The skeleton of a capture whose zero pose is a T-pose with raised shoulders: while the arms hang, the
 * collar joints have a constant rotation. Joints are those of ACCAD's woman in round metres. */
#include "core/anim/clip.h"

#include <stdlib.h>

static const pd_anim_joint drooping_joints[] = {
    {"Hips", NULL, {0, 0, 0}},
    {"ToSpine", "Hips", {0, 0.01, -0.07}},
    {"Spine", "ToSpine", {0, 0.10, 0.01}},
    {"Spine1", "Spine", {0, 0.12, 0.02}},
    {"Neck", "Spine1", {0, 0.27, 0.02}},
    {"Head", "Neck", {0, 0.09, 0.02}},
    {"LeftShoulder", "Spine1", {0.08, 0.20, 0.03}},
    {"LeftArm", "LeftShoulder", {0.12, 0.01, 0.01}},
    {"LeftForeArm", "LeftArm", {0.19, 0, -0.015}},
    {"LeftHand", "LeftForeArm", {0.23, 0, 0}},
    {"RightShoulder", "Spine1", {-0.08, 0.20, 0.03}},
    {"RightArm", "RightShoulder", {-0.12, 0.01, 0.01}},
    {"RightForeArm", "RightArm", {-0.19, 0, -0.015}},
    {"RightHand", "RightForeArm", {-0.23, 0, 0}},
    {"LeftUpLeg", "Hips", {0.09, -0.05, 0}},
    {"LeftLeg", "LeftUpLeg", {0, -0.40, 0}},
    {"LeftFoot", "LeftLeg", {0, -0.40, 0}},
    {"LeftToeBase", "LeftFoot", {0, -0.06, 0.12}},
    {"RightUpLeg", "Hips", {-0.09, -0.05, 0}},
    {"RightLeg", "RightUpLeg", {0, -0.40, 0}},
    {"RightFoot", "RightLeg", {0, -0.40, 0}},
    {"RightToeBase", "RightFoot", {0, -0.06, 0.12}},
};
#define DROOPING_COUNT  (int)(sizeof drooping_joints / sizeof *drooping_joints)
#define DROOPING_HANGS  20 /* frames with hanging arms, then ...                   */
#define DROOPING_RAISED 10 /* ... with arms level and collars raised by 20 degrees */

/* Poses both arms, in degrees. The collars of hanging arms are rotated down by `down` and forward by `ahead`,
 * the right one forward by half of it, so that the markers are not symmetric. */
static void drooping_clip(pd_anim_clip *clip, double down, double ahead)
{
    static const char *const collars[2] = {"LeftShoulder", "RightShoulder"};
    const double degree = 0.017453292519943295;
    pd_anim_skeleton skeleton;
    pd_status status = pd_anim_skeleton_init(&skeleton, drooping_joints, DROOPING_COUNT, NULL);
    if (!status) status = pd_anim_clip_init(clip, &skeleton, DROOPING_HANGS + DROOPING_RAISED, 30, NULL);
    if (status) abort();
    for (int t = 0; t < clip->frame_count; t++) {
        clip->roots[t] = pd_vec3_make(0, 0.91, 0);
        for (int side = 0; side < 2; side++) {
            double hangs = t < DROOPING_HANGS, out = side ? -1 : 1, part = side ? 0.5 : 1;
            double lift = hangs ? 0 : 20, arm_down = hangs ? -80 : 0;
            pd_quat rest = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 0, 1), -out * part * down * degree),
                                    pd_q_axis_angle(pd_vec3_make(0, 1, 0), -out * part * ahead * degree));
            pd_quat collar = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 0, 1), out * lift * degree), rest);
            pd_quat arm = pd_q_axis_angle(pd_vec3_make(0, 0, 1), out * arm_down * degree);
            int joint = pd_anim_skeleton_find(&skeleton, collars[side]);
            pd_anim_clip_frame(clip, t)[joint] = collar;
            pd_anim_clip_frame(clip, t)[joint + 1] = pd_q_inv_mul(collar, arm);
        }
    }
}

#endif
