#include "core/character/matched.h"

#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <string.h>

_Static_assert(PD_PFNN_GAITS == PD_MATCHING_GAITS && PD_PFNN_CONTACTS == PD_MATCHING_CONTACTS,
               "a database has the labels of layout.h, in its order");

pd_matching_goal pd_character_matched_goal(const pd_character_trajectory *t, const pd_character_rig *rig)
{
    const pd_character_goal *goal = &t->goal;
    return (pd_matching_goal){{goal->asked[0], goal->asked[1]},
                              pd_atan2(goal->facing[0], goal->facing[1]),
                              pd_plane_length(goal->asked) >= rig->control.jog_from};
}

pd_matching_root pd_character_matched_root(const pd_character_trajectory *t, const pd_character_rig *rig)
{
    const pd_character_instant *now = &t->frames[rig->frames / 2];
    return (pd_matching_root){{now->at[0], now->at[1]}, pd_character_trajectory_yaw(t, rig)};
}

void pd_character_matched_head(float *y, const pd_matching_frame *frame, const pd_character_rig *rig)
{
    const pd_pfnn_layout *l = &rig->layout;
    int count = l->samples / 2;

    memset(y, 0, PD_CHARACTER_MATCHED_HEAD * sizeof *y);
    y[l->out_velocity] = (float)(PD_PFNN_UNITS * frame->step[0]);
    y[l->out_velocity + 1] = (float)(PD_PFNN_UNITS * frame->step[1]);
    y[l->out_yaw_rate] = (float)-frame->turn;
    for (int i = 0; i < count; i++) {
        const double *p = frame->path[i < PD_MATCHING_PATH ? i : PD_MATCHING_PATH - 1];
        y[l->out_x + i] = (float)(PD_PFNN_UNITS * p[0]);
        y[l->out_z + i] = (float)(PD_PFNN_UNITS * p[1]);
        y[l->out_facing_x + i] = (float)p[2];
        y[l->out_facing_z + i] = (float)p[3];
    }
}

/* Transforms the pose from a root to the world: the hips' position and rotation. */
static void lift(pd_matching_pose *pose, const double at[2], double yaw, double height)
{
    pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
    pose->rotations[0] = pd_q_mul(turn, pose->rotations[0]);
    pose->hips = pd_vec3_add(pd_vec3_make(at[0], height, at[1]), pd_q_rotate(turn, pose->hips));
}

void pd_character_matched_show(pd_quat *rotations, pd_vec3 *joints, pd_character_matched *m,
                               const pd_character_matched_frame *shown, const pd_character_rig *rig)
{
    const pd_matching_frame *frame = shown->frame;
    const pd_matching_root *root = shown->root;
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_matching_pose pose = frame->pose;
    pd_matching_pose before;

    lift(&pose, root->at, root->yaw, shown->height);

    if (frame->jumped) {
        const double dir[2] = {pd_sin(root->yaw), pd_cos(root->yaw)};
        double at[2];
        before = frame->before;
        pd_plane_out(at, dir, frame->before_root.at[0], frame->before_root.at[1]);
        at[0] += root->at[0];
        at[1] += root->at[1];
        lift(&before, at, root->yaw + frame->before_root.yaw, shown->height);
    }

    pd_matching_inertialize(&m->inertia, &pose, frame->jumped ? &before : NULL, s->joint_count,
                            1 / PD_CHARACTER_RATE);
    pd_anim_skeleton_forward(joints, rotations, s, pose.rotations,
                             pd_vec3_sub(pose.hips, s->offsets[s->root]));
}
