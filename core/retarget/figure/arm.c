#include "core/retarget/figure/arm.h"

#include "core/base/assert.h"
#include "core/anim/ranges.h"

#include <math.h>

#define TWIST_PART (45.0 / 85.0) /* share of the wrist's twist that the forearm has: ranges.h */
#define BEND_FROM  0.14          /* radians: with less flexion the elbow's hinge is not visible */
#define BEND_TO    0.45

static double smooth_step(double x, double from, double to)
{
    double u = (x - from) / (to - from);
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    return u * u * (3 - 2 * u);
}

void pd_retarget_arm_set(const pd_retarget_arm *arm, double elbow_tilt)
{
    static const char *const elbows[2] = {"left_elbow", "right_elbow"};
    static const char *const wrists[2] = {"left_wrist", "right_wrist"};
    int side;
    double angles[3], hand[3];

    PD_ASSERT(arm->side == 0 || arm->side == 1);

    const pd_anim_range *elbow = pd_anim_anatomical_of(elbows[arm->side], &side);
    pd_anim_range_split(angles, elbow, side, pd_q_inv_mul(*arm->upper, *arm->fore));
    const pd_anim_range *wrist = pd_anim_anatomical_of(wrists[arm->side], &side);
    pd_anim_range_split(hand, wrist, side, pd_q_inv_mul(*arm->fore, arm->hand));

    /* Roll of the upper arm about x that turns the elbow's swing (y, z) into one about -y. In a straight arm,
     * and in one that bends backwards, that direction is not visible: there the source's constant is used. */
    const double bend = hypot(angles[1], angles[2]);
    const double off = remainder(atan2(-angles[2], -angles[1]) - elbow_tilt, 2 * M_PI);
    const double roll =
        elbow_tilt + off * smooth_step(bend, BEND_FROM, BEND_TO) * smooth_step(-fabs(off), -2.1, -1.57);

    /* The forearm gets its share of the wrist's twist. */
    const double now = angles[0] - roll;
    const double twist = TWIST_PART * remainder(now + hand[0], 2 * M_PI);
    *arm->upper = pd_q_mul(*arm->upper, pd_q_axis_angle(arm->upper_along, roll));
    *arm->fore = pd_q_mul(*arm->fore, pd_q_axis_angle(arm->fore_along, twist - now));
}
