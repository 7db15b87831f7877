#ifndef PD_ANIM_RANGES_H
#define PD_ANIM_RANGES_H
/* How far the joints of a person rotate: ranges of SMPL's 24 joints and the biped's 31.
 *
 * There are two tables. pd_anim_ranges is the default, for inverse kinematics and descriptions of a body: the anatomical one, widened to what
 * people do in motion capture (ranges_of_capture.h; train/prior/joint_ranges.h says how). pd_anim_ranges_anatomical is general
 * knowledge, not measured; retargeting clamps to it and training samples from it, so that neither depends on a table computed from its own results.
 *
 * A local rotation is split about the joint's twist axis into swing and twist, R = exp(swing) exp(twist a); the
 * swing's two components have a range each side, and together they stay within the ellipse of the half-axes
 * of their signs (for a hinge: the box). Zero is the T-pose, palms down. Rows are for the left side; the
 * right one is its mirror: x the same, y and z negated and their ends changed.
 *
 * Spaces   rotations local to the parent; angles in degrees as written, radians where a function says.
 */
#include "core/math/quat.h"

#define PD_ANIM_RANGE_SLACK_DEG 5.0 /* to add for captured data */

typedef struct pd_anim_range {
    const char *name;              /* without left_ or right_; NULL ends the table                     */
    int paired;                    /* there is a left and a right one                                  */
    int twist;                     /* 0 x, 1 y, 2 z: the axis along the bone                           */
    int box;                       /* swing limits apply to each axis alone, not as an ellipse         */
    double min_deg[3], max_deg[3]; /* about x, y, z                                               */
} pd_anim_range;

extern const pd_anim_range pd_anim_ranges[],
    pd_anim_ranges_anatomical[]; /* the same rows in the same order */

/* The row of a joint's name ("left_knee", "spine2") or NULL; *side +1 left and middle, -1 right. */
const pd_anim_range *pd_anim_range_of(const char *name, int *side);
const pd_anim_range *pd_anim_anatomical_of(const char *name, int *side);
/* The same for the biped's 31 joints ("LeftForeArm", "Spine1"): the row of SMPL's joint that does its work. What the biped
 * has only to hang other joints on (LHipJoint, Neck, fingers) has a row of no range; Hips has none at all. */
const pd_anim_range *pd_anim_range_of_biped(const char *name, int *side);
/* The rotation vector's parts: swing about the two other axes, twist about its own; radians, by axis x, y, z. */
void pd_anim_range_split(double angles[3], const pd_anim_range *range, int side, pd_quat rotation);
pd_quat pd_anim_range_join(const double angles[3], const pd_anim_range *range, int side);
/* Within the range widened by slack_deg on each end (not where a hinge has none): the twist is cut, the swing brought back to the rim. */
pd_quat pd_anim_range_clamp(pd_quat rotation, const pd_anim_range *range, int side, double slack_deg);
/* How far beyond its range, in radians: the angle between the rotation and its clamped self. */
double pd_anim_range_excess(pd_quat rotation, const pd_anim_range *range, int side);

#endif
