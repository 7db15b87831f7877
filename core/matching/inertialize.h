#ifndef PD_MATCHING_INERTIALIZE_H
#define PD_MATCHING_INERTIALIZE_H
/* Inertialization: changes from one motion to another without a jump, by keeping the difference and letting it decay as a critically damped spring.
 *
 *     shown = source + x,    x'' = -2 y x' - y^2 x,    y = 2 ln 2/half life
 *
 * (Bollo 2016 with a quintic; the spring is Holden's, 2018.) When the source changes, x and x' are set so that the shown pose and
 * its velocity are continuous. Rotations: x is a rotation vector, shown = exp(x) source, both local. The hips: world.
 *
 * Shapes   J joints.   Units  radians, metres, seconds.
 * Memory   plain and copyable; zeroed: nothing has been shown yet.   Threads  one thread for each state.   Errors  none.
 */
#include "core/matching/database.h"

#define PD_MATCHING_HALF_LIFE 0.08 /* s */

typedef struct pd_matching_inertia {
    float offsets[PD_MATCHING_JOINTS][3], rates[PD_MATCHING_JOINTS][3]; /* x, x' */
    /* the last pose that was shown, and its velocity */
    float shown[PD_MATCHING_JOINTS][4], speeds[PD_MATCHING_JOINTS][3];
    pd_vec3 place_offset, place_rate, place_shown, place_speed;
    int count;  /* number of poses shown so far: 0, 1, 2 and more */
    bool quiet; /* all of x is 0 */
} pd_matching_inertia;

/* Replaces `pose` by the shown pose. pose: that of the source, with the hips and the root's rotation in the world. before: when the source differs from
 * that of the last call, its pose one tick ago; otherwise NULL. */
void pd_matching_inertialize(pd_matching_inertia *inertia, pd_matching_pose *pose,
                             const pd_matching_pose *before, int joint_count, double dt);

#endif
