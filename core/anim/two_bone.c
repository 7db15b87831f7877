#include "core/anim/two_bone.h"

#include "core/anim/pole.h"

#define NO_LENGTH 1e-9 /* metres: a bone that is shorter has no direction */
#define KEEP_BEND 0.2  /* sine of the bend from which on the start pose alone defines the hinge */

pd_anim_two_bone_limb pd_anim_two_bone_limb_of(const pd_anim_two_bone_job *job)
{
    const pd_vec3 first = pd_vec3_sub(job->middle, job->root);
    const pd_vec3 second = pd_vec3_sub(job->tip, job->middle);
    const double a = pd_vec3_length(first);
    const double b = pd_vec3_length(second);
    const pd_vec3 u1 =
        a > NO_LENGTH ? pd_vec3_scale(first, 1 / a) : pd_vec3_unit_or(second, pd_vec3_make(1, 0, 0));
    const pd_vec3 u2 = b > NO_LENGTH ? pd_vec3_scale(second, 1 / b) : u1;

    /* Find the axis of the bend. cross(u1, u2) has the length of the sine of the bend; near straight the
     * default is added to it. */
    pd_vec3 own = pd_vec3_cross(u1, u2);
    const double sine = pd_vec3_length(own);
    const pd_vec3 fallback = pd_vec3_unit_or(pd_vec3_reject(job->bend_axis, u1), pd_vec3_perpendicular(u1));
    const double bend = job->is_hinge ? pd_vec3_dot(own, fallback) : sine;
    if (bend < KEEP_BEND) own = pd_vec3_fma(own, KEEP_BEND - bend, fallback);

    return (pd_anim_two_bone_limb){.upper = u1,
                                   .lower = u2,
                                   .a = a,
                                   .b = b,
                                   .hinge = pd_vec3_unit_or(pd_vec3_reject(own, u1), fallback)};
}

void pd_anim_two_bone_aim(pd_anim_two_bone_job *job, const pd_anim_two_bone_limb *limb)
{
    const pd_vec3 u1 = limb->upper;
    const pd_vec3 u2 = limb->lower;
    const pd_vec3 hinge = limb->hinge;
    const double a = limb->a;
    const double b = limb->b;
    const double d = pd_vec3_distance(job->target, job->root);

    /* Bend of the middle joint (0 degrees is straight) that puts the tip at distance d from the root. */
    double c = 1;
    if (a > NO_LENGTH && b > NO_LENGTH) c = (d * d - a * a - b * b) / (2 * a * b);
    c = c > 1 ? 1 : c < -1 ? -1 : c;
    const double s = sqrt(1 - c * c);
    const pd_vec3 bent = pd_vec3_fma(pd_vec3_scale(u1, c), s, pd_vec3_cross(hinge, u1));
    const pd_quat bend = pd_q_between(u2, bent, hinge);

    /* Triangle with the root at 0: the bent tip, and the line on which it has to lie. */
    const pd_vec3 tip = pd_vec3_fma(pd_vec3_scale(u1, a), b, bent);
    const pd_vec3 from = pd_vec3_length(tip) > NO_LENGTH ? pd_vec3_unit_or(tip, u1) : u1;
    const pd_vec3 line = d > NO_LENGTH ? pd_vec3_unit_or(pd_vec3_sub(job->target, job->root), from) : from;
    pd_quat rotation = pd_q_between(from, line, hinge);

    if (job->has_pole) { /* the middle joint is off the line, on the side of line x hinge */
        const pd_vec3 side = pd_vec3_cross(from, hinge);
        const pd_vec3 pole = pd_vec3_sub(job->pole, job->root);
        rotation = pd_q_mul(pd_anim_pole_rotation(line, pd_q_rotate(rotation, side), pole), rotation);
    }

    job->root_rotation = rotation;
    job->middle_rotation = pd_q_mul(rotation, bend);
    job->middle_at = pd_vec3_fma(job->root, a, pd_q_rotate(rotation, u1));
    job->tip_at = pd_vec3_add(job->root, pd_q_rotate(rotation, tip));
    job->reachable = fabs(pd_vec3_length(tip) - d) <= 1e-9;
}

void pd_anim_two_bone_run(pd_anim_two_bone_job *job)
{
    const pd_anim_two_bone_limb limb = pd_anim_two_bone_limb_of(job);
    pd_anim_two_bone_aim(job, &limb);
}
