#include "core/ik/methods/hybrik.h"

#include "core/ik/methods/method.h"

#include <string.h>

#define NO_LENGTH 1e-9 /* metres */

/* Returns the number of children with a bone. `one` is the first of them. */
static int children_of(int *one, const pd_anim_skeleton *sk, int joint)
{
    int count = 0;

    for (int k = 0; k < sk->joint_count; k++) {
        if (sk->parents[k] != joint || pd_vec3_length(sk->offsets[k]) <= NO_LENGTH) continue;
        if (!count++) *one = k;
    }

    return count;
}

/* Returns the rotation that swings `bone` to v after a twist. v: target of the bone in the parent's frame. */
static pd_quat swing_and_twist(pd_vec3 bone, pd_vec3 v, double twist)
{
    pd_vec3 t = pd_vec3_scale(bone, 1 / pd_vec3_length(bone));
    pd_quat twisted = pd_q_axis_angle(t, twist);
    if (pd_vec3_length(v) <= NO_LENGTH) return twisted;
    return pd_q_mul(pd_q_between(t, pd_vec3_unit_or(v, t), pd_vec3_make(0, 0, 0)), twisted);
}

static void hybrik_put3(double out[3], pd_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

void pd_ik_hybrik_run(pd_ik_hybrik_job *job)
{
    const pd_anim_skeleton *sk = job->skeleton;
    pd_quat world[PD_ANIM_MAX_JOINTS];

    pd_vec3 q[PD_ANIM_MAX_JOINTS]; /* positions of the joints in the pose */

    /* The root has its exact position. Children follow, parents first,
     * so that they correct their parents' errors. */
    job->translation = pd_vec3_sub(job->positions[sk->root], sk->offsets[sk->root]);
    for (int i = 0; i < sk->joint_count; i++) {
        int k = sk->order[i];
        int up = sk->parents[k];
        int child = -1;
        pd_quat above = up < 0 ? pd_q_identity() : world[up];
        q[k] = up < 0 ? job->positions[k] : pd_vec3_add(q[up], pd_q_rotate(above, sk->offsets[k]));
        pd_vec3 at = job->naive ? job->positions[k] : q[k];
        int children = children_of(&child, sk, k);

        /* One child: swing the bone to it, and add the twist. Several children: the best rotation for all. */
        if (children == 1) {
            pd_vec3 v = pd_q_rotate(pd_q_conjugate(above), pd_vec3_sub(job->positions[child], at));
            job->rotations[k] = swing_and_twist(sk->offsets[child], v, job->twists ? job->twists[k] : 0);
        } else if (children > 1) {
            pd_ik_wahba pairs = {.count = 0};
            for (int c = 0; c < sk->joint_count; c++) {
                double now[3], then[3];
                pd_vec3 v = pd_vec3_sub(job->positions[c], at);
                if (sk->parents[c] != k || pd_vec3_length(sk->offsets[c]) <= NO_LENGTH) continue;
                hybrik_put3(now, sk->offsets[c]);
                hybrik_put3(then, pd_q_rotate(pd_q_conjugate(above), v));
                pd_ik_wahba_add(&pairs, now, then, 1);
            }

            job->rotations[k] = pd_ik_wahba_best(&pairs);
        }

        world[k] = pd_q_mul(above, job->rotations[k]);
    }
}

void pd_ik_hybrik_twists(double *twists, const pd_anim_skeleton *sk, const pd_quat *rotations)
{
    for (int k = 0; k < sk->joint_count; k++) {
        int child = -1;
        twists[k] = 0;
        if (children_of(&child, sk, k) != 1) continue;
        pd_vec3 t = pd_vec3_unit_or(sk->offsets[child], pd_vec3_make(1, 0, 0));
        pd_vec3 v = pd_q_rotate(rotations[k], t);
        pd_quat left = pd_q_inv_mul(pd_q_between(t, v, pd_vec3_make(0, 0, 0)), rotations[k]); /* about t */
        double sine = pd_vec3_dot(pd_vec3_make(left.x, left.y, left.z), t);
        twists[k] = 2 * atan2(sine, left.w);
        if (twists[k] > M_PI) twists[k] -= 2 * M_PI;
        if (twists[k] < -M_PI) twists[k] += 2 * M_PI;
    }
}
