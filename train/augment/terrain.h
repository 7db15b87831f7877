#ifndef PD_TRAIN_AUGMENT_TERRAIN_H
#define PD_TRAIN_AUGMENT_TERRAIN_H
/* Makes a copy on uneven ground: adapts flat capture to a piece of a map by IK.
 *
 *     h(x, z)          the map, rotated and moved, times scale, less its height under the first root
 *     planted          toe and heel rise by h below them, so that they touch; the bone between them keeps its
 *                      length
 *     swing            the rise is interpolated from plant to plant, and increased where the foot would meet
 *                      the ground
 *     hips             rise by 0.65 mean + 0.35 minimum of both feet's rises, Gaussian of 6 frames; lowered
 *                      where a leg is too short
 *     trunk            leans by 0.35 of the slope along the facing direction
 *
 * Units    metres, radians. The copy's ground is a raster of h around its path (margin 3 m, cell 0.1 m).
 * Memory   *out is the caller's, empty on failure.
 * Threads  pure; the map is const.
 */
#include "core/character/capture/motion.h"

typedef struct pd_train_laying {
    const pd_anim_ground *map;
    double x, z;  /* point of the map under the middle of the clip, metres */
    double yaw;   /* rotation of the map about that point, radians */
    double scale; /* factor of the map's heights: 0 to 2 */
} pd_train_laying;

/* Makes the copy of a motion on flat ground. ERR_RANGE, ERR_INVALID (no labels,
 * or the motion has a ground), ERR_MEMORY. */
pd_status pd_train_motion_terrain(pd_character_motion *out, const pd_character_motion *in,
                                  const pd_train_laying *how, pd_error *err);

#endif
