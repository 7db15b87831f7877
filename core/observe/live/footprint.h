#ifndef PD_OBSERVE_LIVE_FOOTPRINT_H
#define PD_OBSERVE_LIVE_FOOTPRINT_H
/* Unseen feet of a person whose head (or hips) is seen: they stand, and step when the body is no longer over them.
 *
 *     h_f = c + R(yaw) o_f                          where foot f belongs: c under the body, o_f at rest
 *     need = |h_f + lead v - x_f| / reach + |yaw - yaw_f| / turn         over 1: the foot that needs it most steps
 *
 * One foot is in the air at a time, for SWING seconds, along a smoothstep with a lift of a sine; its goal follows the body (h_f + lead v) until it is half
 * there. Somebody who stands still brings in a foot that is more than a part of reach from where it belongs.
 *
 * Spaces   metres and radians; x, z of the world, yaw about +Y.   Memory  a plain struct.   Threads  pure.
 */
#include <stdbool.h>

typedef struct pd_observe_footprint {
    double at[2], yaw, height; /* now; height over the floor */
    double from[2], from_yaw, to[2], to_yaw;
    double phase; /* of a step, 0 .. 1 */
    bool is_up;
} pd_observe_footprint;

typedef struct pd_observe_footprints {
    pd_observe_footprint feet[2]; /* left, right */
    double home[2][2];            /* o: x, z about what is over them, at yaw 0 */
    double before[2], speed[2], still;
    bool is_there;
} pd_observe_footprints;

/* The next moment: over is what the feet belong under. The first one, and one after a leap of over a metre, puts both where they belong. */
void pd_observe_footprints_step(pd_observe_footprints *prints, const double over[2], double yaw,
                                double seconds);
/* A point of a foot's sole, x and z about its home at yaw 0, where the foot is now. */
void pd_observe_footprint_point(double out[2], const pd_observe_footprint *foot, const double point[2]);

#endif
