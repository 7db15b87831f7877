#ifndef PD_ANIM_RANGES_H
#define PD_ANIM_RANGES_H
/* Ranges of joint rotations of a person, for SMPL's 24 joints and the biped's 31.
 *
 * There are two tables. pd_anim_ranges is the default, for inverse kinematics and descriptions of a body: the
 * anatomical table, widened to the rotations found in motion capture (ranges_of_capture.h;
 * train/prior/joint_ranges.h describes the method). pd_anim_ranges_anatomical is general anatomical
 * knowledge, not measured. Retargeting clamps to it and training samples from it, so neither uses a table
 * that was computed from its own results.
 *
 * A local rotation is split about the joint's twist axis a into swing and twist, R = exp(swing) exp(twist a).
 * Each of the swing's two components has a range. Together they must lie within the ellipse whose half-axes
 * are the limits of their signs; for a hinge (`box`), within the rectangle. Zero is the T-pose, palms down.
 * Rows describe the left side. On the right side x is the same; y and z are negated, with lower and upper
 * limit exchanged.
 *
 * Spaces   rotations local to the parent; angles in degrees where the name says so, else radians.
 */
#include "core/math/quat.h"

#define PD_ANIM_RANGE_SLACK_DEG 5.0 /* Slack for captured data, degrees. */

typedef struct pd_anim_range {
    const char *name; /* Joint name without left_ or right_; NULL ends the table. */
    int paired;       /* 1: there are a left and a right joint. */
    int twist;        /* Twist axis, along the bone: 0 x, 1 y, 2 z. */
    int box;          /* 1: swing limits apply to each axis alone (a hinge); 0: they form an ellipse. */
    double min_deg[3], max_deg[3]; /* Limits about x, y, z. */
} pd_anim_range;

extern const pd_anim_range pd_anim_ranges[],
    pd_anim_ranges_anatomical[]; /* The two tables have the same rows in the same order. */

/* Return the row for SMPL's joint of that name ("left_knee", "spine2"), or NULL. *side: +1 left or middle, -1
 * right. The first function reads the default table, the second the anatomical one. */
const pd_anim_range *pd_anim_range_of(const char *name, int *side);
const pd_anim_range *pd_anim_anatomical_of(const char *name, int *side);
/* Returns the row for a joint of the biped ("LeftForeArm", "Spine1"): that of SMPL's corresponding joint.
 * Joints that only connect others (LHipJoint, Neck, fingers) have a row whose range is zero;
 * Hips has none (NULL). */
const pd_anim_range *pd_anim_range_of_biped(const char *name, int *side);
/* Splits a rotation into its swing about two axes and its twist about the third: angles about x, y, z,
 * radians. pd_anim_range_join is the inverse. */
void pd_anim_range_split(double angles[3], const pd_anim_range *range, int side, pd_quat rotation);
pd_quat pd_anim_range_join(const double angles[3], const pd_anim_range *range, int side);
/* Returns the nearest rotation within the range, widened by slack_deg at each end (except an end of a hinge's
 * axis whose range is zero): the twist is clamped, the swing is brought back to the boundary. */
pd_quat pd_anim_range_clamp(pd_quat rotation, const pd_anim_range *range, int side, double slack_deg);
/* Returns how far a rotation exceeds its range: the angle to its clamped rotation, radians. */
double pd_anim_range_excess(pd_quat rotation, const pd_anim_range *range, int side);

#endif
