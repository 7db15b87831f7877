#ifndef PD_IK_CONSTRAINT_LIMIT_H
#define PD_IK_CONSTRAINT_LIMIT_H
/* What a joint may do: nothing held back, a ball with swing and twist, a hinge, or nothing at all.
 *
 *     r = F exp((0, sy, sz)) exp((t, 0, 0)) F^-1          r local to the parent, F the joint's own frame
 *
 * F's x axis is the twist axis (along the bone) or the hinge; y and z are the axes of the swing. The twist is held in
 * [min[0], max[0]]; the swing by an ellipse whose half-axis depends on the sign of its component,
 *
 *     (sy / ay)^2 + (sz / az)^2 <= 1          ay = sy < 0 ? -min[1] : max[1], az likewise
 *
 * or, with box, by [min, max] one by one. A hinge rotates by t alone; a component whose min is its max is locked there.
 *
 * Units    radians.   Threads  pure, allocates nothing.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>

typedef enum pd_ik_kind { PD_IK_FREE, PD_IK_BALL, PD_IK_HINGE, PD_IK_LOCKED } pd_ik_kind;

typedef struct pd_ik_limit {
    pd_ik_kind kind;       /* zero is FREE; LOCKED keeps its start rotation      */
    int box;               /* BALL: min and max of the swing hold one by one     */
    pd_quat frame;         /* F, unit; not read when FREE or LOCKED         */
    double min[3], max[3]; /* twist (a hinge's angle), swing y, swing z        */
} pd_ik_limit;

/* F from the twist axis and, at right angles to it as far as it is not, the first swing axis. NULL: y after x, z after y,
 * x after z, and for any other axis some fixed one. axis is not zero. */
pd_quat pd_ik_limit_frame(pd_vec3 axis, const pd_vec3 *swing_axis);
/* The default of a joint of that name (SMPL's 24 and the biped's 31: pd_anim_ranges of core/anim/ranges.h), FREE for any other. */
void pd_ik_limit_of(pd_ik_limit *limit, const char *name);
/* Numbers finite, min <= max, within +-2 pi, the ellipse around 0, |swing| < pi. where is "/twist", "/swing" or "/range". */
pd_status pd_ik_limit_check(const pd_ik_limit *limit, pd_error *err);

/* angles: t, sy, sz of a local rotation, and back. |s| <= pi, |t| <= pi. */
void pd_ik_limit_split(double angles[3], pd_quat frame, pd_quat local);
pd_quat pd_ik_limit_join(const double angles[3], pd_quat frame);
/* local lies in the range, exactly: then its excess is nothing but rounding. Cheaper than that. */
bool pd_ik_limit_holds(const pd_ik_limit *limit, pd_quat local);
/* How far beyond, in radians: 0 inside. Works on the rotation alone, so that it measures any solver. */
double pd_ik_limit_excess(const pd_ik_limit *limit, pd_quat local);
/* Angles brought inside: twist and box cut, the ellipse's swing scaled back to its rim. Not for FREE and LOCKED. */
void pd_ik_limit_clamp(double angles[3], const pd_ik_limit *limit);
/* How far towards the rim: (sy/ay)^2 + (sz/az)^2 of a ball without box. */
double pd_ik_limit_rim(const double angles[3], const pd_ik_limit *limit);

#endif
