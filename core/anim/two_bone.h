#ifndef PD_ANIM_TWO_BONE_H
#define PD_ANIM_TWO_BONE_H
/* Two bones and one target, in closed form.
 *
 *     d^2 = a^2 + b^2 + 2 a b cos(bend)      a = |middle - root|, b = |tip - middle|, d = |target - root|
 *
 * 1. The middle joint is bent until the tip is as far from the root as the target is.
 * 2. The root rotates by the smallest rotation that brings the tip onto the line to the target.
 * 3. With a pole, both rotate about that line until the middle joint points towards the pole.
 *
 * The side that it bends to is the start pose's. Where the start pose is straight it has none: then it is
 * bend_axis, the hinge of an elbow or a knee; in between the two are mixed, so that nothing jumps. A start pose that is bent backwards by
 * some degrees passes through no side at all on its way to straight; is_hinge has it bend about bend_axis all the same.
 * A target too far away leaves the limb straight towards it; one too near (d < |a - b|) folds it.
 *
 * Spaces   all in one space, metres.   Threads  pure.   Errors  none: _run takes finite numbers.
 */
#include "core/math/quat.h"

typedef struct pd_anim_two_bone_job {
    pd_quat root_rotation;     /* out: to be put before the start rotation of the root             */
    pd_quat middle_rotation;   /* out: the same of the middle joint                                */
    pd_vec3 middle_at, tip_at; /* out: where the joints are then                                   */
    int reachable;             /* out: |a - b| <= d <= a + b, within 1e-9                          */
    pd_vec3 root, middle, tip; /* in: the start pose; bones may have no length                     */
    pd_vec3 target;
    pd_vec3 bend_axis; /* in: the tip rotates about it when bending, right-handed; 0: any    */
    int is_hinge;      /* in: about nothing that is far from bend_axis, and never backwards  */
    int has_pole;
    pd_vec3 pole; /* in: a point; no effect on the line root-target                   */
} pd_anim_two_bone_job;

/* Length of a leg or an arm: of its two bones. */
static inline double pd_anim_two_bone_length(pd_vec3 upper, pd_vec3 lower)
{
    return pd_vec3_length(upper) + pd_vec3_length(lower);
}

void pd_anim_two_bone_run(pd_anim_two_bone_job *job);

/* The same in two steps, for several targets of one limb: what its start pose alone says, ... */
typedef struct pd_anim_two_bone_limb {
    pd_vec3 upper, lower; /* directions of the bones, unit length */
    double a, b;          /* their lengths                        */
    pd_vec3 hinge;        /* the tip rotates about it             */
} pd_anim_two_bone_limb;

pd_anim_two_bone_limb pd_anim_two_bone_limb_of(const pd_anim_two_bone_job *job);
/* ... and where the job's target brings it. */
void pd_anim_two_bone_aim(pd_anim_two_bone_job *job, const pd_anim_two_bone_limb *limb);

#endif
