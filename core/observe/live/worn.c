#include "core/observe/live/worn.h"

void pd_observe_worn_init(pd_observe_worn *w, const pd_smpl_model *m)
{
    double rest[PD_SMPL_MAX_JOINTS][9];

    *w = (pd_observe_worn){.is_mounted = {false}};
    for (int pose = 0; pose < 2; pose++) {
        pd_observe_sensor_rest(rest, m, (pd_observe_sensor_pose)pose);
        for (int i = 0; i < PD_OBSERVE_BONES; i++) {
            const int joint = pd_smpl_joint_find(&m->data, pd_observe_bones.keypoints[i].place);
            w->rest[pose][i] = joint < 0 ? pd_q_identity() : pd_q_from_matrix(rest[joint]);
        }
    }
}

void pd_observe_worn_step(pd_observe_worn *w, pd_observe_sight *s, double facing)
{
    const pd_vec3 up = pd_vec3_make(0, 1, 0);
    const pd_quat stage = pd_q_axis_angle(up, facing);
    const pd_quat axis = pd_q_axis_angle(up, s->heading_axis);
    const pd_quat faced = pd_q_axis_angle(up, s->heading + s->heading_axis);

    for (int i = 0; i < PD_OBSERVE_BONES; i++) {
        const pd_quat rest = w->rest[s->pose][i];
        if (s->is_held[i]) {
            w->mount[i] = pd_q_inv_mul(s->held[i], pd_q_mul(faced, rest));
            w->is_mounted[i] = true;
        }

        /* A sensor that was not held has the axes of its joint at rest, facing the axis of headings. */
        const pd_quat own = pd_q_mul(axis, pd_q_mul(rest, pd_q_conjugate(axis)));
        const pd_quat mount = w->is_mounted[i] ? w->mount[i] : pd_q_inv_mul(own, pd_q_mul(faced, rest));
        s->orientation[i] = pd_q_mul(stage, pd_q_mul(s->orientation[i], mount));
    }
}
