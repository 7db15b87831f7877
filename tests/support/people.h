#ifndef PD_TESTS_PEOPLE_H
#define PD_TESTS_PEOPLE_H
/* Skeletons of people with chosen names and rest poses: those of tests/support/avatar.h with toes, fingers
 * and attachments. */
#include "core/anim/skeleton.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

enum { PEOPLE_JOINTS = AVATAR_BONES + 6 };

typedef struct people_spec {
    const char *const *names; /* (PEOPLE_JOINTS); NULL: "a", "b" ... which say nothing */
    pd_quat turned;           /* the whole, about the origin; of length 0: not          */
    double size;              /* 0: 1                                                   */
    double arms_down;         /* radians from a T-pose                                  */
    double knees;             /* bent at rest, radians                                  */
    double feet_out;          /* radians                                                */
    double lift;              /* over the ground                                        */
} people_spec;

/* After AVATAR_BONES: toes left and right, finger tips left and right, top of the head, a tail. */
static const avatar_bone people_more[PEOPLE_JOINTS - AVATAR_BONES] = {
    {"leftToes", 15, {0.1, 0.03, 0.13}}, {"rightToes", 18, {-0.1, 0.03, 0.13}},
    {"leftTip", 8, {0.85, 1.45, 0}},     {"rightTip", 12, {-0.85, 1.45, 0}},
    {"headTop", 4, {0, 1.8, 0}},         {"tail", 0, {0, 1.0, -0.1}},
};

static inline const avatar_bone *people_bone(int i)
{
    return i < AVATAR_BONES ? &avatar_bones[i] : &people_more[i - AVATAR_BONES];
}

/* SMPL's names of them, and the ends. */
static const char *const people_smpl[PEOPLE_JOINTS] = {
    "pelvis",         "spine1",        "spine2",      "neck",        "head",
    "left_collar",    "left_shoulder", "left_elbow",  "left_wrist",  "right_collar",
    "right_shoulder", "right_elbow",   "right_wrist", "left_hip",    "left_knee",
    "left_ankle",     "right_hip",     "right_knee",  "right_ankle", "left_foot",
    "right_foot",     "left_tip",      "right_tip",   "top",         "tail"};

/* Computes the positions of the joints at rest. */
static inline void people_rest(pd_vec3 at[PEOPLE_JOINTS], const people_spec *spec)
{
    pd_quat q[PEOPLE_JOINTS];
    const pd_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        const avatar_bone *bone = people_bone(i);
        pd_quat own = pd_q_identity();
        if (!strcmp(bone->bone, "leftUpperArm")) own = pd_q_axis_angle(z, -spec->arms_down);
        if (!strcmp(bone->bone, "rightUpperArm")) own = pd_q_axis_angle(z, spec->arms_down);
        if (strstr(bone->bone, "UpperLeg")) own = pd_q_axis_angle(x, -spec->knees);
        if (strstr(bone->bone, "LowerLeg")) own = pd_q_axis_angle(x, 2 * spec->knees);
        if (!strcmp(bone->bone, "leftFoot")) own = pd_q_axis_angle(y, spec->feet_out);
        if (!strcmp(bone->bone, "rightFoot")) own = pd_q_axis_angle(y, -spec->feet_out);
        if (bone->up < 0) {
            q[i] = own, at[i] = bone->at;
            continue;
        }
        const pd_vec3 bone_at = pd_vec3_sub(bone->at, people_bone(bone->up)->at);
        at[i] = pd_vec3_add(at[bone->up], pd_q_rotate(q[bone->up], bone_at));
        q[i] = pd_q_mul(q[bone->up], own);
        if (strstr(bone->bone, "Foot")) q[i] = own; /* flat */
    }
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        at[i].y += spec->lift;
        if (spec->size > 0) at[i] = pd_vec3_scale(at[i], spec->size);
        if (pd_q_dot(spec->turned, spec->turned) > 0) at[i] = pd_q_rotate(spec->turned, at[i]);
    }
}

static inline const char *people_name(const people_spec *spec, int i)
{
    static const char letters[PEOPLE_JOINTS][2] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                                   "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                                   "s", "t", "u", "v", "w", "x", "y"};
    return spec->names ? spec->names[i] : letters[i];
}

static inline void people_make(pd_anim_skeleton *skeleton, const people_spec *spec)
{
    pd_vec3 at[PEOPLE_JOINTS];
    pd_anim_joint joints[PEOPLE_JOINTS];
    pd_error err = {0};

    people_rest(at, spec);
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        const int up = people_bone(i)->up;
        joints[i] = (pd_anim_joint){people_name(spec, i), up < 0 ? NULL : people_name(spec, up),
                                    up < 0 ? at[i] : pd_vec3_sub(at[i], at[up])};
    }
    if (pd_anim_skeleton_init(skeleton, joints, PEOPLE_JOINTS, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

#endif
