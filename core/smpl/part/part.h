#ifndef PD_SMPL_PART_H
#define PD_SMPL_PART_H
/* Parts of a pose by the names that smplx (Pavlakos et al. 2019) uses, and their joints in a model.
 *
 *     global_orient    joint 0
 *     body_pose        joints 1 .. 21 from left_hip to right_wrist; 1 .. 23 in a model with 24 joints (SMPL's
 *                      hands)
 *     left_hand_pose   15 joints from left_index1 on; right_hand_pose from right_index1 on
 *     hand_pose        15 joints from index1 on, in a model of one hand (MANO)
 *     neck_pose        the neck of a model of a head (FLAME); jaw_pose, leye_pose, reye_pose: one joint each
 *
 * A hand's pose may be given by coefficients c of its principal components (MANO, Romero et al. 2017, sec.
 * 4):
 *
 *     angles = mean + sum_i c_i components_i          axis-angle, radians
 *
 * Joints are found by name, so any model with SMPL-X's joint names has these parts.
 */
#include "core/smpl/model.h"

#include <stdbool.h>

/* id, name, first joint, number of joints, hand whose mean and components the part may use (-1:
 * none), description */
#define PD_SMPL_PART_TABLE(X)                                                                                \
    X(GLOBAL_ORIENT, "global_orient", NULL, 1, -1, "Rotation of the root")                                   \
    X(BODY, "body_pose", "left_hip", 21, -1,                                                                 \
      "Rotations of the body's joints except the root (23 of SMPL, 21 of SMPL-H and SMPL-X)")                \
    X(LEFT_HAND, "left_hand_pose", "left_index1", 15, 0, "Rotations of the left hand's 15 finger joints")    \
    X(RIGHT_HAND, "right_hand_pose", "right_index1", 15, 1,                                                  \
      "Rotations of the right hand's 15 finger joints")                                                      \
    X(HAND, "hand_pose", "index1", 15, 0, "Rotations of the 15 finger joints of a model of one hand (MANO)") \
    X(NECK, "neck_pose", "neck", 1, -1, "Rotation of the neck of a model of a head (FLAME)")                 \
    X(JAW, "jaw_pose", "jaw", 1, -1, "Rotation of the jaw")                                                  \
    X(LEFT_EYE, "leye_pose", "left_eye_smplhf", 1, -1, "Rotation of the left eye")                           \
    X(RIGHT_EYE, "reye_pose", "right_eye_smplhf", 1, -1, "Rotation of the right eye")

typedef enum pd_smpl_part {
#define PD_SMPL_PART_ID(id, ...) PD_SMPL_PART_##id,
    PD_SMPL_PART_TABLE(PD_SMPL_PART_ID)
#undef PD_SMPL_PART_ID
        PD_SMPL_PART_COUNT
} pd_smpl_part;

/* Returns the name by which requests choose a part. */
const char *pd_smpl_part_name(pd_smpl_part part);
/* Finds the joints [first, first + count) of a part. Returns false when the model does not have it. */
bool pd_smpl_part_find(int *first, int *count, const pd_smpl_model *model, pd_smpl_part part);
/* Returns the hand of a part, with a mean or components;
 * NULL when the part is not a hand or the model has neither. */
const pd_smpl_hand *pd_smpl_part_hand(const pd_smpl_model *model, pd_smpl_part part);

/* Computes angles (45) from c (count), 0 <= count <= component_count. flat: without the mean, like smplx's
 * flat_hand_mean. */
void pd_smpl_hand_angles(float *angles, const pd_smpl_hand *hand, const float *c, int count, bool flat);

#endif
