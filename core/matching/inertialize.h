#ifndef PD_MATCHING_INERTIALIZE_H
#define PD_MATCHING_INERTIALIZE_H
/* Inertialization: changes from one motion to another without a jump. It keeps their difference, which decays
 * as a critically damped spring.
 *
 *     shown = source + x,    x'' = -2 y x' - y^2 x,    y = 2 ln 2/half life
 *
 * Bollo 2016 uses a quintic; the spring is Holden's, 2018. When the source changes, x and x' are set so that
 * the shown pose and its velocity are continuous. For a joint, x is a rotation vector, and shown = exp(x)
 * source; both are local. For the hips, x is a vector in the world.
 *
 * Shapes   J joints.   Units  radians, metres, seconds.
 * Memory   plain and copyable. A zeroed state has shown no pose yet.
 * Threads  one thread for each state. Errors none.
 */
#include "core/matching/database.h"

#define PD_MATCHING_HALF_LIFE 0.08 /* s */

typedef struct pd_matching_inertia {
    float offsets[PD_MATCHING_JOINTS][3], rates[PD_MATCHING_JOINTS][3]; /* x, x' */
    /* the last pose that was shown, and its velocity */
    float shown[PD_MATCHING_JOINTS][4], speeds[PD_MATCHING_JOINTS][3];
    pd_vec3 place_offset, place_rate, place_shown, place_speed;
    int count;  /* number of poses shown so far, at most 2 */
    bool quiet; /* all of x is 0 */
} pd_matching_inertia;

/* Replaces the source's `pose` by the shown pose. Its hips and the rotation of joint 0 are in the world.
 * before: if the source has changed since the last call,
 * the new source's pose one tick ago; otherwise NULL. */
void pd_matching_inertialize(pd_matching_inertia *inertia, pd_matching_pose *pose,
                             const pd_matching_pose *before, int joint_count, double dt);

#endif
