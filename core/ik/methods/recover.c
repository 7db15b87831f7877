#include "core/ik/methods/recover.h"
#include "core/base/assert.h"

#define NO_LENGTH 1e-9 /* metres */

/* Returns the normal of the bent chain at bone i, the axis of a rotation by exactly 180 degrees. Returns zero
 * if the chain is straight there. */
static pd_vec3 bend_normal(const pd_vec3 *p, int count, int i)
{
    int from = i + 2 < count ? i : i - 1;

    if (from < 0) return pd_vec3_make(0, 0, 0);
    pd_vec3 first = pd_vec3_sub(p[from + 1], p[from]);
    pd_vec3 second = pd_vec3_sub(p[from + 2], p[from + 1]);
    pd_vec3 normal = pd_vec3_cross(first, second);
    double area = pd_vec3_length(first) * pd_vec3_length(second);

    return pd_vec3_length(normal) > 1e-6 * area ? normal : pd_vec3_make(0, 0, 0);
}

void pd_ik_recover_run(const pd_ik_recover_job *job)
{
    const pd_anim_chain *chain = job->chain;
    const pd_vec3 *p = job->positions;
    pd_quat above = job->above;

    PD_ASSERT(chain->count >= 1 && chain->count <= job->skeleton->joint_count);

    /* From the root outwards: carry the bone along with its parent, then rotate it onto its new direction. */
    for (int i = 0; i + 1 < chain->count; i++) {
        pd_quat *local = &job->rotations[chain->joints[i]];
        pd_quat carried = pd_q_mul(above, *local);
        pd_vec3 offset = job->skeleton->offsets[chain->joints[i + 1]];
        pd_vec3 wanted = pd_vec3_sub(p[i + 1], p[i]);
        double length = pd_vec3_length(offset);
        double there = pd_vec3_length(wanted);
        if (length > NO_LENGTH && there > NO_LENGTH) {
            pd_vec3 now = pd_q_rotate(carried, pd_vec3_scale(offset, 1 / length));
            pd_vec3 then = pd_vec3_scale(wanted, 1 / there);
            carried = pd_q_mul(pd_q_between(now, then, bend_normal(p, chain->count, i)), carried);
            *local = pd_q_normalize(pd_q_inv_mul(above, carried));
        }

        above = carried;
    }
}
