#ifndef PD_OBSERVE_LIVE_FOOTPRINT_H
#define PD_OBSERVE_LIVE_FOOTPRINT_H
/* Places the feet of a person if only the head (or hips) is tracked: the feet stand, and step when the body
 * moves away from them.
 *
 *     h_f = c + R(yaw) o_f                          natural position of foot f: c below the body, o_f the
 *                                                   offset at rest
 *     need = |h_f + lead v - x_f| / reach + |yaw - yaw_f| / turn
 *         the foot with the larger need above 1 steps
 *
 * One foot is in the air at a time, for SWING seconds, along a smoothstep with a sine-shaped lift. Its goal
 * follows the body (h_f + lead v) until the step is half done. When the person stands still, a foot that is
 * more than a fraction of reach from its natural position is brought in.
 *
 * Spaces   metres and radians; x, z of the world, yaw about +Y.
 * Memory   a plain struct.
 * Threads  pure functions.
 * Errors   none.
 */
#include <stdbool.h>

typedef struct pd_observe_footprint {
    double at[2], yaw, height;               /* present position, yaw, and height above the floor */
    double from[2], from_yaw, to[2], to_yaw; /* start and goal of the present step: x, z and yaw */
    double phase;                            /* progress of the step, 0 .. 1 */
    bool is_up;                              /* the foot is in the air */
} pd_observe_footprint;

typedef struct pd_observe_footprints {
    pd_observe_footprint feet[2]; /* left, right */
    double home[2][2];            /* o: x, z relative to the point above the feet, at yaw 0 */
    /* point above the feet: x, z in the previous moment; v, its smoothed speed, m/s;
     * seconds for which it has stood still */
    double before[2], speed[2], still;
    bool is_there; /* the feet have been placed */
} pd_observe_footprints;

/* Advances by `seconds`. over: x, z of the point above the feet. The first call, and a call after a jump of
 * more than a metre, puts both feet at their natural positions. */
void pd_observe_footprints_step(pd_observe_footprints *prints, const double over[2], double yaw,
                                double seconds);
/* Writes the world x, z of a point of the sole, which is given as x,
 * z relative to the foot's own position at yaw 0. */
void pd_observe_footprint_point(double out[2], const pd_observe_footprint *foot, const double point[2]);

#endif
