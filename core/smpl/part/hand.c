#include "core/smpl/part/hand.h"

#include "core/base/assert.h"
#include "core/math/quat.h"

#include <string.h>

#define ACROSS 1.5 /* the thumb bends across the palm more than into it */

#define RADIANS(degrees) ((degrees)*M_PI / 180)

enum { FINGERS = 5, INDEX = 0, PINKY = 2, THUMB = 4 };

static const struct {
    const char *name;
    double degrees[FINGERS][3];
} poses[PD_SMPL_HAND_POSE_COUNT] = {
#define POSE(id, name, doc, ...) {name, __VA_ARGS__},
    PD_SMPL_HAND_POSE_TABLE(POSE)
#undef POSE
};

/* Degrees about the palm's normal that bring a relaxed finger towards the middle one:
 * index, middle, pinky, ring. */
static const double fan[FINGERS] = {6, 0, -9, -4, 0};

const char *pd_smpl_hand_pose_name(pd_smpl_hand_pose pose)
{
    PD_ASSERT((unsigned)pose < PD_SMPL_HAND_POSE_COUNT);
    return poses[pose].name;
}

int pd_smpl_hand_pose_find(const char *name)
{
    for (int p = 0; p < PD_SMPL_HAND_POSE_COUNT; p++)
        if (!strcmp(poses[p].name, name)) return p;
    return -1;
}

static pd_vec3 hand_joint(const double *rest, int k)
{
    return pd_vec3_make(rest[3 * k], rest[3 * k + 1], rest[3 * k + 2]);
}

/* The right hand is the mirror image of
 * the left, which reverses the cross product. */
pd_vec3 pd_smpl_hand_normal(const pd_smpl_hand_shape *hand)
{
    const pd_vec3 index = pd_vec3_sub(hand->joints[3 * INDEX], hand->wrist);
    const pd_vec3 pinky = pd_vec3_sub(hand->joints[3 * PINKY], hand->wrist);
    const pd_vec3 normal = pd_vec3_unit_or(pd_vec3_cross(index, pinky), pd_vec3_make(0, -1, 0));

    return hand->is_right ? normal : pd_vec3_scale(normal, -1);
}

pd_vec3 pd_smpl_hand_axis(const pd_smpl_hand_shape *hand, int finger)
{
    PD_ASSERT(finger >= 0 && finger < FINGERS);
    const pd_vec3 normal = pd_smpl_hand_normal(hand);
    const pd_vec3 across =
        pd_vec3_unit_or(pd_vec3_sub(hand->joints[3 * PINKY], hand->joints[3 * INDEX]), normal);
    const pd_vec3 phalanx = pd_vec3_sub(hand->joints[3 * finger + 1], hand->joints[3 * finger]);
    const pd_vec3 inwards = finger == THUMB ? pd_vec3_fma(normal, ACROSS, across) : normal;

    return pd_vec3_unit_or(pd_vec3_cross(phalanx, inwards), pd_vec3_make(0, 0, hand->is_right ? 1 : -1));
}

void pd_smpl_hand_shape_angles(float *angles, const pd_smpl_hand_shape *hand, pd_smpl_hand_pose pose)
{
    PD_ASSERT((unsigned)pose < PD_SMPL_HAND_POSE_COUNT);
    const pd_vec3 normal = pd_smpl_hand_normal(hand);
    const double side = hand->is_right ? -1 : 1;

    for (int f = 0; f < FINGERS; f++) {
        const pd_vec3 axis = pd_smpl_hand_axis(hand, f);
        for (int i = 0; i < 3; i++) {
            const double degrees = poses[pose].degrees[f][i] + hand->more[3 * f + i];
            pd_vec3 turn = pd_vec3_scale(axis, RADIANS(degrees));
            if (i == 0 && pose == PD_SMPL_HAND_RELAXED)
                turn = pd_vec3_add(turn, pd_vec3_scale(normal, -side * RADIANS(fan[f])));
            float *out = angles + 9 * f + 3 * i;
            out[0] = (float)turn.x;
            out[1] = (float)turn.y;
            out[2] = (float)turn.z;
        }
    }
}

void pd_smpl_hand_pose_angles(float *angles, const double *rest, const int *parents, int first,
                              pd_smpl_hand_pose pose)
{
    PD_ASSERT(first > 0 && parents[first] >= 0 && parents[first] < first);
    pd_smpl_hand_shape hand = {.wrist = hand_joint(rest, parents[first])};

    for (int k = 0; k < PD_SMPL_HAND_JOINTS; k++) hand.joints[k] = hand_joint(rest, first + k);
    hand.is_right = hand.joints[3 * INDEX].x < hand.wrist.x;
    pd_smpl_hand_shape_angles(angles, &hand, pose);
}
