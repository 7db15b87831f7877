#ifndef PD_MATCHING_INERTIALIZE_H
#define PD_MATCHING_INERTIALIZE_H
/* From one motion to another without a jump: the difference is kept, and fades as a critically damped spring would let it.
 *
 *     shown = source + x,    x'' = -2 y x' - y^2 x,    y = 2 ln 2/half life
 *
 * (Bollo 2016 with a quintic; the spring is Holden's, 2018.) Where the source changes, x and x' become what makes the shown pose and
 * its velocity go on. Rotations: x is a rotation vector, shown = exp(x) source, both local. The hips: world.
 *
 * Shapes   J joints. Units  radians, metres, seconds.
 * Memory   plain, copyable; zeroed: nothing has been shown yet.
 */
#include "core/matching/database.h"

#define PD_MATCHING_HALF_LIFE 0.08 /* s */

typedef struct pd_matching_inertia {
    float offsets[PD_MATCHING_JOINTS][3], rates[PD_MATCHING_JOINTS][3]; /* x, x' */
    float shown[PD_MATCHING_JOINTS][4], speeds[PD_MATCHING_JOINTS][3];  /* the last pose, and its velocity */
    pd_vec3 place_offset, place_rate, place_shown, place_speed;
    int count;  /* poses shown: 0, 1, 2 and more */
    bool quiet; /* all of x is 0 */
} pd_matching_inertia;

/* pose: of the source now, the hips in the world and the root's rotation too; becomes what is shown. changed: it is of another source
 * than the last one. before: the new source a tick ago, or NULL: it is taken to move as the pose that was shown. */
void pd_matching_inertialize(pd_matching_inertia *inertia, pd_matching_pose *pose, bool changed,
                             const pd_matching_pose *before, int joint_count, double dt);

#endif
