#include "core/matching/inertialize.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/spring.h"

#include <math.h>

#define SETTLED 1e-5f /* radians, metres: smaller offsets count as 0 */

static pd_vec3 get_inertialize(const float v[3])
{
    return pd_vec3_make((double)v[0], (double)v[1], (double)v[2]);
}

static void put_inertialize(float out[3], pd_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

/* Returns the shortest rotation vector from a to b. */
static pd_vec3 way(pd_quat a, pd_quat b)
{
    pd_quat q = pd_q_mul(b, pd_q_conjugate(a));
    if (q.w < 0) q = (pd_quat){-q.x, -q.y, -q.z, -q.w};
    return pd_q_to_rotvec(q);
}

static void start_inertialize(pd_matching_inertia *in, const pd_matching_pose *pose,
                              const pd_matching_pose *before, int joint_count, double dt)
{
    PD_ASSERT(in->count > 0);
    for (int j = 0; j < joint_count; j++) {
        const float *s = in->shown[j];
        pd_quat shown = {(double)s[0], (double)s[1], (double)s[2], (double)s[3]};
        pd_vec3 speed = get_inertialize(in->speeds[j]);
        pd_vec3 own = pd_vec3_scale(way(before->rotations[j], pose->rotations[j]), 1 / dt);

        /* Start one tick earlier, so that this tick's decay continues from the last shown pose. */
        put_inertialize(in->offsets[j], way(before->rotations[j], shown));
        put_inertialize(in->rates[j], pd_vec3_sub(speed, own));
    }

    pd_vec3 own = pd_vec3_scale(pd_vec3_sub(pose->hips, before->hips), 1 / dt);
    pd_vec3 was = pd_vec3_fma(pose->hips, -dt, own);
    in->place_offset = pd_vec3_sub(in->place_shown, was);
    in->place_rate = pd_vec3_sub(in->place_speed, own);
    in->quiet = false;
}

static void apply_inertialize(pd_matching_inertia *in, pd_matching_pose *pose, int joint_count, double dt)
{
    double y = 2 * M_LN2 / PD_MATCHING_HALF_LIFE;
    float most = 0;

    for (int j = 0; j < joint_count; j++) {
        pd_vec3 x = get_inertialize(in->offsets[j]);
        pd_vec3 rate = get_inertialize(in->rates[j]);
        pd_spring3(&x, &rate, y, dt);
        put_inertialize(in->offsets[j], x);
        put_inertialize(in->rates[j], rate);
        pose->rotations[j] = pd_q_normalize(pd_q_mul(pd_q_from_rotvec(x), pose->rotations[j]));
        for (int i = 0; i < 3; i++) most = pd_fmaxf(most, fabsf(in->offsets[j][i]) + fabsf(in->rates[j][i]));
    }

    pd_spring3(&in->place_offset, &in->place_rate, y, dt);
    pose->hips = pd_vec3_add(pose->hips, in->place_offset);
    most = pd_fmaxf(most, (float)(pd_vec3_length(in->place_offset) + pd_vec3_length(in->place_rate)));
    in->quiet = most < SETTLED;
}

void pd_matching_inertialize(pd_matching_inertia *in, pd_matching_pose *pose, const pd_matching_pose *before,
                             int joint_count, double dt)
{
    PD_ASSERT(joint_count >= 1 && joint_count <= PD_MATCHING_JOINTS && dt > 0);
    if (!in->count) in->quiet = true;
    if (before && in->count) start_inertialize(in, pose, before, joint_count, dt);
    if (!in->quiet) apply_inertialize(in, pose, joint_count, dt);

    for (int j = 0; j < joint_count; j++) {
        pd_quat q = pose->rotations[j];
        float *s = in->shown[j];
        pd_quat was = {(double)s[0], (double)s[1], (double)s[2], (double)s[3]};
        put_inertialize(in->speeds[j],
                        in->count ? pd_vec3_scale(way(was, q), 1 / dt) : pd_vec3_make(0, 0, 0));
        s[0] = (float)q.x;
        s[1] = (float)q.y;
        s[2] = (float)q.z;
        s[3] = (float)q.w;
    }

    in->place_speed =
        in->count ? pd_vec3_scale(pd_vec3_sub(pose->hips, in->place_shown), 1 / dt) : pd_vec3_make(0, 0, 0);
    in->place_shown = pose->hips;
    if (in->count < 2) in->count++;
}
