#ifndef PD_ANIM_TERRAIN_MAKE_H
#define PD_ANIM_TERRAIN_MAKE_H
/* Ground to walk on, from a seed: what flat capture is laid over, and what scripts of roll-outs walk on.
 *
 *     rolling, rocky    h = sum_o a_o n(f_o p)       o octaves of value noise n in [-1, 1], quintic between its corners
 *     hills, ridges     sines and triangles across a direction; the steepest place has the asked slope
 *     ramp              level, rises at the asked slope, level again, and down
 *     steps             a staircase: treads of 0.25-0.6 m, risers that make the asked slope
 *     beams, gaps       a plateau of which narrow bars are left, or from which narrow bars are taken
 *     map               all of them side by side, faded into each other: what training takes its patches from
 *
 * The same options give the same ground on every machine; heights in the middle are near 0.
 *
 * Units    metres, degrees where the name says so; the ground lies around x = z = 0 with its sides along the axes.
 * Memory   the ground is the caller's: pd_anim_ground_deinit. On failure it is empty.
 * Errors   ERR_RANGE names the field after `where`.
 */
#include "core/anim/ground.h"
#include "core/base/cancel.h"

#include <stdint.h>

#define PD_ANIM_TERRAIN_TABLE(X)                                                                             \
    X(MAP, "map", 0, "everything below side by side")                                                        \
    X(ROLLING, "rolling", 12, "smooth hills of 4 to 12 m")                                                   \
    X(HILLS, "hills", 25, "waves of 8 m in both directions")                                                 \
    X(ROCKY, "rocky", 20, "rough ground: bumps of 0.5 to 3 m")                                               \
    X(STEPS, "steps", 20, "stairs up and down")                                                              \
    X(BEAMS, "beams", 10, "narrow bars over low ground")                                                     \
    X(GAPS, "gaps", 10, "level ground with ditches")                                                         \
    X(RAMP, "ramp", 20, "a plane up, a platform, a plane down")                                              \
    X(RIDGES, "ridges", 16, "triangular ridges across the way")

typedef enum pd_anim_terrain {
#define PD_ANIM_TERRAIN_ENUM(name, text, slope_deg, help) PD_ANIM_TERRAIN_##name,
    PD_ANIM_TERRAIN_TABLE(PD_ANIM_TERRAIN_ENUM)
#undef PD_ANIM_TERRAIN_ENUM
        PD_ANIM_TERRAIN_COUNT
} pd_anim_terrain;

typedef struct pd_anim_terrain_options {
    pd_anim_terrain kind;
    uint64_t seed;
    double side; /* metres; 0: 80. 4 to 400                                                              */
    double cell; /* metres; 0: 0.1. side/cell at most 4095                                               */
    double
        slope_deg;  /* of the steep places; 0: the kind's (table above). 0 to 35. map: has its own of each  */
    double yaw_deg; /* of the direction that stairs, ridges, ramps, bars lie across; 0: +z. -360 to 360     */
    const pd_cancel *cancel; /* looked at after each row; NULL: never set                                   */
} pd_anim_terrain_options;

/* Checks that every field is within its range. where: as below. */
pd_status pd_anim_terrain_check(const pd_anim_terrain_options *options, const char *where, pd_error *err);
/* Number of heights along each side; making the ground costs its square. More than PD_ANIM_GROUND_MAX_SIDE is too many. */
int pd_anim_terrain_side(const pd_anim_terrain_options *options);
/* where: "/scene/terrain", put before the field in an error. ERR_LIMIT when it was cancelled. */
pd_status pd_anim_terrain_make(pd_anim_ground *ground, const pd_anim_terrain_options *options,
                               const char *where, pd_error *err);

/* slopes_deg (count): the slopes that the parts `at` (count, 0 to 1, rising) of its cells stay under. ERR_MEMORY. */
pd_status pd_anim_terrain_slopes(double *slopes_deg, const double *at, int count,
                                 const pd_anim_ground *ground, pd_error *err);

#endif
