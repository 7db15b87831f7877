#include "core/anim/two_bone.h"

#include "core/anim/pole.h"

#define NO_LENGTH 1e-9 /* metres: a bone this short has no direction                           */
#define KEEP_BEND 0.2  /* sine of the bend from which on the start pose alone names the hinge   */

/* The start pose as the closed form sees it. */
typedef struct limb {
    double a, b, d; /* lengths of the bones, distance to the target   */
    pd_vec3 u1, u2; /* directions of the bones                        */
    pd_vec3 hinge;  /* unit, at right angles to u1                    */
} limb;

/* cross(u1, u2) has the length of the sine of the bend: it fades out as the default fades in. */
static pd_vec3 hinge_of(const limb *l, pd_vec3 bend_axis)
{
    pd_vec3 own = pd_vec3_cross(l->u1, l->u2);
    double sine = pd_vec3_length(own);
    pd_vec3 fallback = pd_vec3_unit_or(pd_vec3_reject(bend_axis, l->u1), pd_vec3_perpendicular(l->u1));
    if (sine < KEEP_BEND) own = pd_vec3_fma(own, KEEP_BEND - sine, fallback);
    return pd_vec3_unit_or(pd_vec3_reject(own, l->u1), fallback);
}

static limb limb_of(const pd_anim_two_bone_job *job)
{
    limb l = {0};
    pd_vec3 first = pd_vec3_sub(job->middle, job->root), second = pd_vec3_sub(job->tip, job->middle);
    l.a = pd_vec3_length(first);
    l.b = pd_vec3_length(second);
    l.d = pd_vec3_distance(job->target, job->root);
    l.u1 = l.a > NO_LENGTH ? pd_vec3_scale(first, 1 / l.a) : pd_vec3_unit_or(second, pd_vec3_make(1, 0, 0));
    l.u2 = l.b > NO_LENGTH ? pd_vec3_scale(second, 1 / l.b) : l.u1;
    l.hinge = hinge_of(&l, job->bend_axis);
    return l;
}

/* Cosine of the bend (0 degrees is straight) that puts the tip at distance d from the root. */
static double bend_cosine(const limb *l)
{
    if (l->a <= NO_LENGTH || l->b <= NO_LENGTH) return 1;
    double c = (l->d * l->d - l->a * l->a - l->b * l->b) / (2 * l->a * l->b);
    return c > 1 ? 1 : c < -1 ? -1 : c;
}

void pd_anim_two_bone_run(pd_anim_two_bone_job *job)
{
    limb l = limb_of(job);
    double c = bend_cosine(&l), s = sqrt(1 - c * c);
    pd_vec3 bent = pd_vec3_fma(pd_vec3_scale(l.u1, c), s, pd_vec3_cross(l.hinge, l.u1));
    pd_quat bend = pd_q_between(l.u2, bent, l.hinge);

    /* The triangle, root at 0: the tip now, and the line that it must come to lie on. */
    pd_vec3 tip = pd_vec3_fma(pd_vec3_scale(l.u1, l.a), l.b, bent);
    pd_vec3 from = pd_vec3_length(tip) > NO_LENGTH ? pd_vec3_unit_or(tip, l.u1) : l.u1;
    pd_vec3 line = l.d > NO_LENGTH ? pd_vec3_unit_or(pd_vec3_sub(job->target, job->root), from) : from;
    pd_quat turn = pd_q_between(from, line, l.hinge);

    if (job->has_pole) { /* the middle joint stands off the line on the side of line x hinge */
        pd_vec3 side = pd_vec3_cross(from, l.hinge);
        pd_vec3 pole = pd_vec3_sub(job->pole, job->root);
        turn = pd_q_mul(pd_anim_pole_rotation(line, pd_q_rotate(turn, side), pole), turn);
    }
    job->root_rotation = turn;
    job->middle_rotation = pd_q_mul(turn, bend);
    job->middle_at = pd_vec3_fma(job->root, l.a, pd_q_rotate(turn, l.u1));
    job->tip_at = pd_vec3_add(job->root, pd_q_rotate(turn, tip));
    job->reachable = fabs(pd_vec3_length(tip) - l.d) <= 1e-9;
}
