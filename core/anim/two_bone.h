#ifndef PD_ANIM_TWO_BONE_H
#define PD_ANIM_TWO_BONE_H
/* Two-bone inverse kinematics in closed form.
 *
 *     d^2 = a^2 + b^2 + 2 a b cos(bend)      a = |middle - root|, b = |tip - middle|, d = |target - root|
 *
 * 1. The middle joint is bent until the tip is as far from the root as the target is.
 * 2. The root rotates by the smallest rotation that brings the tip onto the line to the target.
 * 3. With a pole, both rotate about that line until the middle joint points towards the pole.
 *
 * The limb bends to the same side as in the start pose. A straight start pose defines no side; then bend_axis
 * does, the hinge of an elbow or a knee. Near straight the two are blended, so that the result is continuous.
 * A start pose that is bent backwards by a few degrees would pass through an undefined side on its way to
 * straight; with is_hinge the limb bends about bend_axis even then. A target that is too far leaves the limb
 * straight, pointing towards it; one that is too near (d < |a - b|) folds the limb.
 *
 * Spaces   all in one space, metres.
 * Threads  pure.
 * Errors   none: _run requires finite numbers.
 */
#include "core/math/quat.h"

typedef struct pd_anim_two_bone_job {
    pd_quat root_rotation; /* Output: rotation to multiply from the left onto the root's start rotation. */
    /* Output: rotation to multiply from the left onto the middle joint's start rotation. */
    pd_quat middle_rotation;
    pd_vec3 middle_at, tip_at; /* Output: positions of the two joints. */
    int reachable;             /* Output: 1 when |a - b| <= d <= a + b, within 1e-9. */
    pd_vec3 root, middle, tip; /* Input: the start pose; bones may have length 0. */
    pd_vec3 target;
    /* Input: axis about which the tip rotates when the limb bends, right-handed; 0: any. */
    pd_vec3 bend_axis;
    int is_hinge; /* Input: 1: bends only about axes near bend_axis, and never backwards. */
    int has_pole;
    /* Input: a point towards which the middle joint points;
     * without effect on the line from root to target. */
    pd_vec3 pole;
} pd_anim_two_bone_job;

/* Returns the length of a leg or an arm from its two bones. */
static inline double pd_anim_two_bone_length(pd_vec3 upper, pd_vec3 lower)
{
    return pd_vec3_length(upper) + pd_vec3_length(lower);
}

/* Solves the limb: computes the two rotations, the positions of middle and tip,
 * and whether the target is in reach. */
void pd_anim_two_bone_run(pd_anim_two_bone_job *job);

/* The properties of the start pose alone. For several targets of one limb, call pd_anim_two_bone_limb_of once
 * and pd_anim_two_bone_aim for each target; together they do what pd_anim_two_bone_run does. */
typedef struct pd_anim_two_bone_limb {
    pd_vec3 upper, lower; /* Directions of the bones, unit length. */
    double a, b;          /* Lengths of the bones, metres. */
    pd_vec3 hinge;        /* Axis about which the tip rotates, unit length. */
} pd_anim_two_bone_limb;

/* Computes the properties of the job's start pose; the target is not read. */
pd_anim_two_bone_limb pd_anim_two_bone_limb_of(const pd_anim_two_bone_job *job);
/* Completes the job for its target. */
void pd_anim_two_bone_aim(pd_anim_two_bone_job *job, const pd_anim_two_bone_limb *limb);

#endif
