#ifndef PD_ANIM_SCENE_TERRAIN_MAKE_H
#define PD_ANIM_SCENE_TERRAIN_MAKE_H
/* Generates ground from a seed. It is used to fit flat motion capture to ground for training, and in scripted
 * roll-outs.
 *
 *     rolling, rocky    h = sum_o a_o n(f_o p)       o: octaves of value noise n in [-1, 1], quintic
 *                                                    interpolation
 *     hills, ridges     sine and triangle waves across a direction; the steepest place has the requested
 *                       slope
 *     ramp              level, up at the requested slope, level, and down
 *     steps             a staircase: treads of 0.25 to 0.6 m, risers that give the requested slope
 *     beams, gaps       a plateau of which only narrow bars remain, or with narrow ditches
 *     map               all of these side by side, blended into each other, for the patches of training
 *
 * The same options give the same ground on every machine. Heights near the middle are close to 0.
 *
 * Units    metres, degrees where the name says so; the ground is centred on x = z = 0, its sides parallel to
 *          the axes.
 * Memory   the ground is the caller's: pd_anim_ground_deinit. On failure it is empty.
 * Errors   ERR_RANGE names the field after `where`.
 */
#include "core/anim/scene/ground.h"
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
    double side; /* Side length, metres, 4 to 400; 0: 80. */
    double cell; /* Cell size, metres, side/cell at most 4095; 0: 0.1. */
    /* Slope of the steepest places, degrees, 0 to 35; 0: the kind's own (table above).
     * map uses each kind's own. */
    double slope_deg;
    /* Rotation of the direction across which stairs, ridges, ramps and bars lie, -360 to 360; 0: +Z. */
    double yaw_deg;
    const pd_cancel *cancel; /* Checked after each row; NULL: cannot be cancelled. */
} pd_anim_terrain_options;

/* Checks that every field is within its range. where: as in pd_anim_terrain_make. */
pd_status pd_anim_terrain_check(const pd_anim_terrain_options *options, const char *where, pd_error *err);
/* Returns the number of heights along each side. The cost of making the ground grows with its square;
 * PD_ANIM_GROUND_MAX_SIDE is the largest that is allowed. */
int pd_anim_terrain_side(const pd_anim_terrain_options *options);
/* Makes the ground. where: JSON pointer such as "/scene/terrain", put before the field's name in an error.
 * ERR_LIMIT when cancelled. */
pd_status pd_anim_terrain_make(pd_anim_ground *ground, const pd_anim_terrain_options *options,
                               const char *where, pd_error *err);

/* Computes quantiles of the slope of a ground's cells: slopes_deg[i] is the slope, in degrees, that the
 * fraction at[i] (0 to 1, ascending) of the cells does not exceed. ERR_MEMORY. */
pd_status pd_anim_terrain_slopes(double *slopes_deg, const double *at, int count,
                                 const pd_anim_ground *ground, pd_error *err);

#endif
