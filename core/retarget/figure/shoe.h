#ifndef PD_RETARGET_FIGURE_SHOE_H
#define PD_RETARGET_FIGURE_SHOE_H
/* How a foot stands in a shoe: the rotation that lays the shoe's sole flat, and the heights of the joints above that sole.
 *
 * Seen from the side, the lower convex hull of the shoe at rest has one edge below the point halfway between ankle and ball. A person's weight
 * acts between these two, so the shoe stands on the two ends of that edge. `turn` rotates the foot about the horizontal axis across it until the
 * edge is horizontal. The points at the sides and ends of the sole are kept too (sole.h), to tell how high a shoe is in any pose.
 *
 * Spaces   the body at rest (SMPL's frame, +Y up), metres.   Memory  allocates nothing.   Threads  pure.   Errors  none.
 */
#include "core/retarget/figure/sole.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pd_retarget_shoe {
    pd_quat turn;                /* rotation of the ankle relative to its rest pose, local */
    double ankle_rest, toe_rest; /* heights of the joints above the sole once the foot is rotated, metres */
    pd_retarget_sole_part foot,
        toes; /* of the sole: what follows the ankle, and what follows the toe joint */
} pd_retarget_shoe;

/* Measures the shoe of one foot. points (count,3): vertices of everything that is worn; only points on the ankle's side of x = 0 and below the
 * ankle count. bends (count): the part of each point, 0 to 1, that follows the toe joint and not the ankle. Returns false if there are no points in
 * front of and behind the point halfway, so that nothing can stand on them. */
bool pd_retarget_shoe_measure(pd_retarget_shoe *out, const float *points, const float *bends, int count,
                              pd_vec3 ankle, pd_vec3 toe);

#endif
