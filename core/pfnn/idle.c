#include "core/pfnn/idle.h"

#include "core/pfnn/person.h"
#include "core/pfnn/pose.h"

#include <stdbool.h>

#define STILL 1e-6 /* of standing: below it, motions of standing characters are left out */

/* What wanders: seconds from one value to the next, the part of them that it is held, and whether it does so while moving too. People stand still, and
 * then shift within about a second; balancing never rests. */
enum {
    BREATH,
    WEIGHT,
    AHEAD,
    TWIST,
    LOOK,
    NOD,
    TILT,
    LEFT_ARM,
    RIGHT_ARM,
    FORWARD,
    SIDEWAYS,
    TO_AND_FRO,
    CHANNELS
};
static const struct {
    double period, hold;
    bool moving;
} channels[CHANNELS] = {
    [BREATH] = {23, 0, true},      [WEIGHT] = {5.3, 0.8, false},   [AHEAD] = {4.1, 0.7, false},
    [TWIST] = {3.7, 0.7, false},   [LOOK] = {2.9, 0.7, true},      [NOD] = {2.3, 0.6, true},
    [TILT] = {3.3, 0.6, true},     [LEFT_ARM] = {3.1, 0.7, false}, [RIGHT_ARM] = {3.4, 0.7, false},
    [FORWARD] = {4.7, 0.7, false}, [SIDEWAYS] = {0.61, 0, false},  [TO_AND_FRO] = {0.53, 0, false},
};
#define ARMS    1.6  /* of idle_twist */
#define BALANCE 0.12 /* of idle_sway, to either side and to and fro */

/* Rotation that is added at a joint: a rotation vector in the character's frame (x to its left, z ahead). */
typedef struct joint_rotation {
    int joint;
    pd_vec3 vector;
} joint_rotation;

void pd_pfnn_idle_add(pd_quat *rotations, pd_vec3 *joints, const pd_pfnn_idle *idle, const pd_pfnn_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const pd_pfnn_control *c = &rig->control;
    const pd_pfnn_trunk *t = &rig->trunk;
    pd_quat own[PD_PFNN_RIG_JOINTS], facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), idle->yaw);
    bool is_added[PD_PFNN_RIG_JOINTS] = {false};
    joint_rotation added[8];
    double w[CHANNELS];

    if (t->chest < 0) return;

    /* Random channels between -1 and 1. Those for standing are not needed while the character moves. */
    const bool stands = idle->still > STILL;
    for (int i = 0; i < CHANNELS; i++)
        w[i] = stands || channels[i].moving ? pd_pfnn_wander(idle->seed, PD_PFNN_WANDER_IDLE + i, idle->time,
                                                             channels[i].period, channels[i].hold)
                                            : 0;

    /* Amounts of each movement, radians. Breathing goes on in motion; most of the rest fades out. */
    double still = idle->still * idle->still, part = still + (1 - still) * c->idle_moving;
    double breaths = idle->time / c->idle_breath + 0.8 * w[BREATH];
    double breath = c->idle_chest * sin(2 * M_PI * breaths);
    double lean = still * 0.8 * c->idle_sway * w[WEIGHT], forward = still * 0.47 * c->idle_twist * w[FORWARD];
    double twist = still * c->idle_twist * w[TWIST];
    double look = part * c->idle_head * w[LOOK], nod = part * 0.22 * c->idle_head * w[NOD];
    double tilt = part * 0.18 * c->idle_head * w[TILT];
    double left = still * ARMS * c->idle_twist * w[LEFT_ARM],
           right = still * ARMS * c->idle_twist * w[RIGHT_ARM];
    int n = 0;

    /* Spread the movements over the joints. Neck and head compensate for the trunk, so that the face stays
     * level. */
    added[n++] = (joint_rotation){s->root, {0, twist, 0}};
    added[n++] = (joint_rotation){t->spine, {0.4 * forward, 0.1 * look + 0.35 * twist, lean}};
    added[n++] = (joint_rotation){t->chest, {0.6 * forward - breath, 0.1 * look + 0.35 * twist, lean}};
    added[n++] = (joint_rotation){t->neck, {0.8 * breath - 0.6 * forward + nod, 0.35 * look, tilt - lean}};
    added[n++] = (joint_rotation){t->head, {nod, 0.55 * look, tilt - lean}};
    added[n++] = (joint_rotation){t->arms[0], {0.5 * breath + left, 0.7 * left, breath + 0.5 * left}};
    added[n++] = (joint_rotation){t->arms[1], {0.5 * breath + right, 0.7 * right, -breath + 0.5 * right}};
    for (int i = 0; i < n; i++) {
        int j = added[i].joint;
        if (j < 0) continue;
        own[j] = pd_q_from_rotvec(pd_q_rotate(facing, added[i].vector));
        is_added[j] = true;
    }

    /* Shift the weight: the root moves sideways and sinks a little. */
    double sway = still * c->idle_sway;
    pd_vec3 shift = pd_vec3_make(sway * (w[WEIGHT] + BALANCE * w[SIDEWAYS]), -0.15 * sway * fabs(w[WEIGHT]),
                                 sway * (0.7 * w[AHEAD] + BALANCE * w[TO_AND_FRO]));
    joints[s->root] = pd_vec3_add(joints[s->root], pd_q_rotate(facing, shift));

    /* Carry the added rotations down the hierarchy, parents first, then place the joints anew. */
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i], up = s->parents[j];
        if (up >= 0) own[j] = is_added[j] ? pd_q_mul(own[up], own[j]) : own[up];
        rotations[j] = pd_q_mul(own[j], rotations[j]);
    }

    pd_pfnn_pose_place(joints, rotations, rig);
}
