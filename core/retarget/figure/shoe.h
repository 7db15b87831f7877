#ifndef PD_RETARGET_FIGURE_SHOE_H
#define PD_RETARGET_FIGURE_SHOE_H
/* Measures a foot's pose in a shoe: the rotation that lays the shoe's sole flat, and the heights of the
 * joints above that sole.
 *
 * Seen from the side, the lower convex hull of the shoe at rest has one edge below the point halfway between
 * ankle and ball. A person's weight acts between these two, so the shoe stands on the two ends of that edge.
 * `turn` rotates the foot about the horizontal axis across it until the edge is horizontal. The points at the
 * sides and ends of the sole are kept too (sole.h), from which the height of a shoe in any pose is computed.
 *
 * Spaces   the body at rest (SMPL's frame, +Y up), metres.
 * Memory   allocates nothing.
 * Threads  pure.
 * Errors   none.
 */
#include "core/retarget/figure/sole.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pd_retarget_shoe {
    pd_quat turn;                /* rotation of the ankle relative to its rest pose, local */
    double ankle_rest, toe_rest; /* heights of the joints above the sole once the foot is rotated, metres */
    pd_retarget_sole_part foot, toes; /* parts of the sole that follow the ankle and the toe joint */
} pd_retarget_shoe;

/* Measures the shoe of one foot. points (count,3): vertices of all worn things; only points on the ankle's
 * side of x = 0 and below the ankle are used. bends (count): weight of the toe joint relative to the ankle
 * for each point, 0 to 1. Returns false if there are no points in front of or behind the point halfway
 * between ankle and ball, so that there is no edge. */
bool pd_retarget_shoe_measure(pd_retarget_shoe *out, const float *points, const float *bends, int count,
                              pd_vec3 ankle, pd_vec3 toe);

#endif
