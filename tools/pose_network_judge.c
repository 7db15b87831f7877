#include "tools/pose_network_judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K      PD_IK_NEURAL_JOINTS
#define GLANCE 20 /* frames between two that are looked at */

const char *const pd_tool_pose_set_names[PD_TRAIN_POSE_SETS] = {"five",         "five points", "three",
                                                                "three points", "six",         "any"};

static void load_pose(pd_quat q[K], const pd_train_pose_motion *m, int frame)
{
    for (int k = 0; k < K; k++) {
        const float *r = m->rotations[frame][k];
        q[k] = pd_q_normalize((pd_quat){r[0], r[1], r[2], r[3]});
    }
}

void pd_tool_pose_network_glance(pd_tool_pose_glance *out, const pd_ik_neural *network,
                                 const pd_train_pose_world *world, pd_train_pose_set set)
{
    const pd_ik_neural_body *body = world->bodies;
    const pd_train_pose_motion *m = world->motion;
    float *scratch = aligned_alloc(64, pd_ik_neural_scratch_floats(network) * sizeof *scratch);
    double metres = 0, radians = 0;
    long joints = 0;
    for (int f = 0; scratch && f < m->frame_count; f += GLANCE) {
        pd_quat q[K], frames[K], got[K];
        pd_vec3 at[K], there[K], pelvis;
        pd_ik_neural_tracker trackers[PD_IK_NEURAL_TRACKERS];
        pd_ik_neural_frame frame;
        float x[PD_IK_NEURAL_INPUTS], y[PD_IK_NEURAL_OUTPUTS];
        load_pose(q, m, f);
        pelvis = pd_vec3_make(0, pd_train_pose_height(body, q, (double)m->gap[f]), 0);
        pd_train_pose_forward(at, frames, body, q, pelvis);
        pd_train_pose_see(trackers, set, 0, at, frames, NULL);
        pd_ik_neural_frame_of(&frame, trackers, body->stature, 0);
        pd_ik_neural_features(x, &frame, trackers, body, 0);
        pd_ik_neural_run(y, x, network, scratch);
        pd_ik_neural_pose_of(got, &pelvis, &frame, y);
        pd_train_pose_forward(there, frames, body, got, pelvis);
        for (int k = 0; k < K; k++, joints++) {
            metres += pd_vec3_distance(at[k], there[k]);
            if (k) radians += pd_q_angle(q[k], got[k]);
        }
    }
    free(scratch);
    out->metres = metres / (double)joints;
    out->degrees = radians * 57.29577951308232 / ((double)joints * (K - 1) / K);
}

pd_status pd_tool_pose_network_judge(const pd_tool_pose_network_set *set, const char *network,
                                     const char *report, const char *picture, pd_error *err)
{
    (void)set, (void)report, (void)picture;
    return pd_fail(err, PD_ERR_UNSUPPORTED, network, "not yet");
}
