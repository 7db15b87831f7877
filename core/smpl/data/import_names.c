#include "core/smpl/data/import.h"

#include <stdio.h>

/* Public names of joints in the order of the published models. SMPL ends with the hands. SMPL-H has fingers
 * instead, and SMPL-X has jaw and eyes before the fingers.
 * MANO has a wrist and fingers, FLAME a neck and a face. */
static const char *const body[] = {
    "pelvis",     "left_hip",    "right_hip",    "spine1",     "left_knee",     "right_knee",
    "spine2",     "left_ankle",  "right_ankle",  "spine3",     "left_foot",     "right_foot",
    "neck",       "left_collar", "right_collar", "head",       "left_shoulder", "right_shoulder",
    "left_elbow", "right_elbow", "left_wrist",   "right_wrist"};
static const char *const hands[] = {"left_hand", "right_hand"};
static const char *const face[] = {"jaw", "left_eye_smplhf", "right_eye_smplhf"};
static const char *const fingers[] = {"index", "middle", "pinky", "ring", "thumb"};

static const char *const head[] = {"head", "neck", "jaw", "left_eye_smplhf", "right_eye_smplhf"};

enum {
    BODY = 22,
    HANDS = 2,
    FACE = 3,
    FINGERS = 30,
    SMPL = 24,
    SMPLH = 52,
    SMPLX = 55,
    MANO = 16,
    FLAME = 5,
    SUPR = 75
};

void pd_smpl_joint_name(char *name, int joint, int joint_count)
{
    const int face_count = joint_count == SMPLX ? FACE : 0;

    if (joint_count == FLAME) {
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", head[joint]);
    } else if (joint_count == MANO) {
        const int finger = joint - 1;
        if (!joint) snprintf(name, PD_SMPL_NAME_BYTES, "wrist");
        if (joint) snprintf(name, PD_SMPL_NAME_BYTES, "%s%d", fingers[finger / 3], finger % 3 + 1);
    } else if (joint_count == SUPR && joint < BODY) {
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", body[joint]);
    } else if (joint_count != SMPL && joint_count != SMPLH && joint_count != SMPLX) {
        snprintf(name, PD_SMPL_NAME_BYTES, "joint_%d", joint);
    } else if (joint < BODY) {
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", body[joint]);
    } else if (joint_count == SMPL) {
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", hands[(joint - BODY) % HANDS]);
    } else if (joint < BODY + face_count) {
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", face[joint - BODY]);
    } else {
        const int finger = joint - BODY - face_count;
        const int i = finger % (FINGERS / 2);
        snprintf(name, PD_SMPL_NAME_BYTES, "%s_%s%d", finger < FINGERS / 2 ? "left" : "right", fingers[i / 3],
                 i % 3 + 1);
    }
}
