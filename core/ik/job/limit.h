#ifndef PD_IK_JOB_LIMIT_H
#define PD_IK_JOB_LIMIT_H
/* Rotation limits of a joint: free, a ball joint with limited swing and twist, a hinge, or locked.
 *
 *     r = F exp((0, sy, sz)) exp((t, 0, 0)) F^-1          r local to the parent, F the joint's own frame
 *
 * The x axis of F is the twist axis (along the bone) or the hinge axis; y and z are the swing axes. The twist
 * t stays within [min[0], max[0]]. The swing stays within an ellipse whose half-axis depends on the sign of
 * the component,
 *
 *     (sy / ay)^2 + (sz / az)^2 <= 1          ay = sy < 0 ? -min[1] : max[1], az likewise
 *
 * or, if `box` is set, each component stays within [min, max] separately. A hinge rotates by t alone. A
 * component whose min equals its max is locked.
 *
 * Units    radians.   Memory  allocates nothing.   Threads  pure functions.   Errors  in _check alone.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>

typedef enum pd_ik_kind { PD_IK_FREE, PD_IK_BALL, PD_IK_HINGE, PD_IK_LOCKED } pd_ik_kind;

typedef struct pd_ik_limit {
    pd_ik_kind kind; /* zero is FREE; a LOCKED joint keeps its rotation of the start pose */
    int box;         /* BALL: nonzero limits each swing component separately instead of by the ellipse */
    pd_quat frame;   /* F, unit; ignored for FREE and LOCKED */
    /* lower and upper bounds of the twist (or hinge angle), swing about y, swing about z */
    double min[3], max[3];
} pd_ik_limit;

/* Returns the frame F whose x axis is `axis` (not zero) and whose y axis is the part of `swing_axis` at right
 * angles to it. swing_axis NULL: y follows x, z follows y, x follows z,
 * and any other axis gets a fixed perpendicular. */
pd_quat pd_ik_limit_frame(pd_vec3 axis, const pd_vec3 *swing_axis);
/* Sets the default limit of a joint with this name: SMPL's 24 joints and the biped's 31 (pd_anim_ranges of
 * core/anim/ranges.h); FREE for any other name. */
void pd_ik_limit_of(pd_ik_limit *limit, const char *name);
/* Requires finite numbers, min <= max, bounds within +-2 pi, an ellipse that contains 0, and |swing| < pi. On
 * error, err->where is "/twist", "/swing" or "/range". */
pd_status pd_ik_limit_check(const pd_ik_limit *limit, pd_error *err);

/* Convert a local rotation to the angles t, sy, sz (_split) and back (_join), radians.
 * |s| <= pi, |t| <= pi. */
void pd_ik_limit_split(double angles[3], pd_quat frame, pd_quat local);
pd_quat pd_ik_limit_join(const double angles[3], pd_quat frame);
/* Returns true if `local` is within the limit; its excess is then at most rounding error. Cheaper than
 * pd_ik_limit_excess. */
bool pd_ik_limit_holds(const pd_ik_limit *limit, pd_quat local);
/* Returns by how many radians `local` exceeds the limit; 0 inside. Uses the rotation alone, so it can check
 * the result of any solver. */
double pd_ik_limit_excess(const pd_ik_limit *limit, pd_quat local);
/* Moves the angles inside the limit: clamps the twist and the components of a box, scales a swing outside the
 * ellipse back to its rim. Not for FREE and LOCKED joints. */
void pd_ik_limit_clamp(double angles[3], const pd_ik_limit *limit);

#endif
