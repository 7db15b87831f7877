#ifndef TESTS_SUPPORT_PUPPET_H
#define TESTS_SUPPORT_PUPPET_H
/* The biped as a puppet: a track whose joint angles are formulas of time, so that every figure has a known
 * answer.
 *
 * It stands at (x, z) with yaw; a joint's local rotation is about one axis. Contacts: as the caller says; the
 * floor is far below the feet unless `height` puts the root so that they touch it. Metres, radians, 60 frames
 * a second.
 */
#include "core/anim/biped.h"
#include "core/anim/track.h"
#include "tests/support/cmocka.h"

#define PUPPET_RATE 60.0

typedef struct puppet {
    pd_anim_skeleton skeleton;
    pd_quat local[PD_ANIM_BIPED_JOINTS];
    pd_vec3 root;
    double yaw;
} puppet;

static inline puppet puppet_standing(void)
{
    puppet p = {.root = {0, PD_ANIM_BIPED_REST_HEIGHT, 0}};
    pd_anim_biped_skeleton(&p.skeleton);
    for (int k = 0; k < PD_ANIM_BIPED_JOINTS; k++) p.local[k] = pd_q_identity();
    return p;
}

static inline void puppet_bend(puppet *p, int joint, pd_vec3 axis, double angle)
{
    p->local[joint] = pd_q_axis_angle(axis, angle);
}

/* Writes the positions of the pose into frame t of both sets of joints. */
static inline void puppet_put(pd_anim_track *track, int t, const puppet *p)
{
    pd_vec3 at[PD_ANIM_BIPED_JOINTS];
    pd_quat local[PD_ANIM_BIPED_JOINTS];
    memcpy(local, p->local, sizeof local);
    local[0] = pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), p->yaw), p->local[0]);
    pd_anim_skeleton_forward(at, NULL, &p->skeleton, local, p->root);
    for (int k = 0; k < PD_ANIM_BIPED_JOINTS; k++) {
        float *joint = track->joints + 3 * (PD_ANIM_BIPED_JOINTS * t + k);
        joint[0] = (float)at[k].x, joint[1] = (float)at[k].y, joint[2] = (float)at[k].z;
        memcpy(track->joints_pre + 3 * (PD_ANIM_BIPED_JOINTS * t + k), joint, 3 * sizeof *joint);
    }
}

static inline pd_anim_track puppet_track(int frames)
{
    pd_anim_track track;
    assert_int_equal(pd_anim_track_init(&track, frames, PD_ANIM_BIPED_JOINTS, PUPPET_RATE, NULL), PD_OK);
    for (int k = 0; k < PD_ANIM_BIPED_JOINTS; k++) track.parents[k] = pd_anim_biped_joints[k].parent;
    track.toes[0] = PD_BIPED_L_TOE, track.toes[1] = PD_BIPED_R_TOE;
    track.heels[0] = PD_BIPED_L_FOOT, track.heels[1] = PD_BIPED_R_FOOT;
    track.toe_rest_height = PD_ANIM_BIPED_TOE;
    return track;
}

#endif
