#include "core/pfnn/idle.h"

#include "core/pfnn/pose.h"

#define TURN (2 * M_PI)

static double wave(double time, double period, double start)
{
    return sin(TURN * time / period + start);
}

/* By joint: what turns there, as a rotation vector in the figure's frame (x to its left, z ahead). */
typedef struct turn {
    int joint;
    pd_vec3 by;
} turn;

static int turns_of(turn *out, double time, const pd_pfnn_figure *figure)
{
    const pd_pfnn_control *c = &figure->control;
    const pd_pfnn_trunk *t = &figure->trunk;
    double breath = c->idle_chest * wave(time, c->idle_breath, 0), sway = wave(time, 7.3, 0.4);
    double twist = c->idle_twist * (0.6 * wave(time, 5.1, 0.9) + 0.4 * wave(time, 8.3, 2.6));
    double head = c->idle_head * (0.6 * wave(time, 9.7, 2.1) + 0.4 * wave(time, 6.1, 0.7));
    double nod = 0.2 * c->idle_head * wave(time, 10.9, 1.3), lean = 0.8 * c->idle_sway * sway;
    double tilt = 0.15 * c->idle_head * wave(time, 8.9, 0.2);
    int n = 0;
    out[n++] = (turn){figure->skeleton.root, {0, twist, 0}};
    out[n++] = (turn){t->spine, {0, 0.2 * head + 0.35 * twist, lean}};
    out[n++] = (turn){t->chest, {-breath, 0.35 * twist, lean}};
    out[n++] = (turn){t->neck, {0.8 * breath + nod, 0.3 * head, tilt - lean}};
    out[n++] = (turn){t->head, {nod, 0.5 * head, tilt - lean}};
    out[n++] = (turn){t->arms[0], {0.5 * breath, 0, breath}};
    out[n++] = (turn){t->arms[1], {0.5 * breath, 0, -breath}};
    return n;
}

void pd_pfnn_idle_add(pd_quat *rotations, pd_vec3 *joints, double time, double part, double yaw,
                      const pd_pfnn_figure *figure)
{
    const pd_anim_skeleton *s = &figure->skeleton;
    pd_quat own[PD_PFNN_FIGURE_JOINTS], facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
    turn turns[8];
    if (part <= 0 || figure->trunk.chest < 0) return;
    int count = turns_of(turns, time, figure);
    for (int j = 0; j < s->joint_count; j++) own[j] = pd_q_identity();
    for (int i = 0; i < count; i++)
        if (turns[i].joint >= 0)
            own[turns[i].joint] = pd_q_from_rotvec(pd_q_rotate(facing, pd_vec3_scale(turns[i].by, part)));
    double side = part * figure->control.idle_sway * wave(time, 7.3, 0.4);
    double ahead = part * 0.7 * figure->control.idle_sway * wave(time, 5.3, 1.9);
    joints[s->root] = pd_vec3_add(joints[s->root], pd_q_rotate(facing, pd_vec3_make(side, 0, ahead)));
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i], up = s->parents[j];
        if (up >= 0) own[j] = pd_q_mul(own[up], own[j]);
        rotations[j] = pd_q_mul(own[j], rotations[j]);
    }
    pd_pfnn_pose_place(joints, rotations, figure);
}
