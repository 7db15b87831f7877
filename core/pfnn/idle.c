#include "core/pfnn/idle.h"

#include "core/pfnn/pose.h"

static double wave(double time, double period, double start)
{
    return sin(2 * M_PI * time / period + start);
}

/* What is added at a joint: a rotation vector in the character's frame (x to its left, z ahead). */
typedef struct joint_rotation {
    int joint;
    pd_vec3 vector;
} joint_rotation;

static int rotations_of(joint_rotation *out, double time, const pd_pfnn_rig *rig)
{
    const pd_pfnn_control *c = &rig->control;
    const pd_pfnn_trunk *t = &rig->trunk;
    double breath = c->idle_chest * wave(time, c->idle_breath, 0), sway = wave(time, 7.3, 0.4);
    double twist = c->idle_twist * (0.6 * wave(time, 5.1, 0.9) + 0.4 * wave(time, 8.3, 2.6));
    double head = c->idle_head * (0.6 * wave(time, 9.7, 2.1) + 0.4 * wave(time, 6.1, 0.7));
    double nod = 0.2 * c->idle_head * wave(time, 10.9, 1.3), lean = 0.8 * c->idle_sway * sway;
    double tilt = 0.15 * c->idle_head * wave(time, 8.9, 0.2);
    int n = 0;

    out[n++] = (joint_rotation){rig->skeleton.root, {0, twist, 0}};
    out[n++] = (joint_rotation){t->spine, {0, 0.2 * head + 0.35 * twist, lean}};
    out[n++] = (joint_rotation){t->chest, {-breath, 0.35 * twist, lean}};
    out[n++] = (joint_rotation){t->neck, {0.8 * breath + nod, 0.3 * head, tilt - lean}};
    out[n++] = (joint_rotation){t->head, {nod, 0.5 * head, tilt - lean}};
    out[n++] = (joint_rotation){t->arms[0], {0.5 * breath, 0, breath}};
    out[n++] = (joint_rotation){t->arms[1], {0.5 * breath, 0, -breath}};

    return n;
}

void pd_pfnn_idle_add(pd_quat *rotations, pd_vec3 *joints, double time, double part, double yaw,
                      const pd_pfnn_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_quat own[PD_PFNN_RIG_JOINTS], facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
    joint_rotation added[8];

    if (part <= 0 || rig->trunk.chest < 0) return;
    int count = rotations_of(added, time, rig);
    for (int j = 0; j < s->joint_count; j++) own[j] = pd_q_identity();

    for (int i = 0; i < count; i++)
        if (added[i].joint >= 0)
            own[added[i].joint] = pd_q_from_rotvec(pd_q_rotate(facing, pd_vec3_scale(added[i].vector, part)));

    double side = part * rig->control.idle_sway * wave(time, 7.3, 0.4);
    double ahead = part * 0.7 * rig->control.idle_sway * wave(time, 5.3, 1.9);
    joints[s->root] = pd_vec3_add(joints[s->root], pd_q_rotate(facing, pd_vec3_make(side, 0, ahead)));

    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i], up = s->parents[j];
        if (up >= 0) own[j] = pd_q_mul(own[up], own[j]);
        rotations[j] = pd_q_mul(own[j], rotations[j]);
    }

    pd_pfnn_pose_place(joints, rotations, rig);
}
