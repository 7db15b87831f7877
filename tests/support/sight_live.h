#ifndef TESTS_SUPPORT_SIGHT_LIVE_H
#define TESTS_SUPPORT_SIGHT_LIVE_H
/* Shared by tests of the live body: starts one, gives it an observation,
 * and returns the person that it found. */
#include "core/observe/live/live.h"
#include "tests/support/sight_group.h"

static pd_observe_live *begin(pd_observe_live_request request)
{
    pd_observe_live *live;
    pd_error err = {0};
    request.model = model, request.prior = source;
    if (pd_observe_live_new(&live, &request, &err)) fail_msg("%s: %s", err.where, err.detail);
    return live;
}

static const pd_observe_live_pose *see(pd_observe_live *live, const pd_observe_sight *seen)
{
    const pd_observe_live_pose *pose = NULL;
    pd_error err = {0};
    if (pd_observe_live_see(&pose, live, seen, &err)) fail_msg("%s: %s", err.where, err.detail);
    return pose;
}

/* Makes the body of a pose, at its position. */
static inline void person_of(sight_person *out, const pd_observe_live_pose *pose)
{
    double r[9];
    memset(out, 0, sizeof *out);
    for (int k = 0; k < SIGHT_JOINTS; k++) {
        pd_q_to_matrix(r, pose->rotations[k]);
        for (int i = 0; i < 9; i++) out->rotations[9 * k + i] = (float)r[i];
    }
    out->translation[0] = (float)(pose->root.x - model->joint_template[0]);
    out->translation[1] = (float)(pose->root.y - model->joint_template[1]);
    out->translation[2] = (float)(pose->root.z - model->joint_template[2]);
}

#endif
