#ifndef PD_TRAIN_AUGMENT_TERRAIN_H
#define PD_TRAIN_AUGMENT_TERRAIN_H
/* A copy on uneven ground: flat capture laid over a piece of a map, by IK.
 *
 *     h(x, z)          the map, turned and moved, times scale, less its height under the first root
 *     planted          toe and heel rise by h under them, so that they touch; the bone between them keeps its length
 *     swing            the rise is interpolated from plant to plant, and lifted where the ground is in the way
 *     hips             rise by 0.65 mean + 0.35 lower of both feet's, Gaussian of 6 frames; lowered where a leg is too short
 *     trunk            leans by 0.35 of the slope along the way it faces
 *
 * Units    metres, radians. The copy's ground is a raster of h around its path (margin 3 m, cell 0.1 m).
 * Memory   *out is the caller's, empty on failure. Threads  pure; the map is const.
 */
#include "core/pfnn/capture/motion.h"

typedef struct pd_train_laying {
    const pd_anim_ground *map;
    double x, z;  /* of the map: where the clip's middle comes to lie, metres      */
    double yaw;   /* of the map about that point, radians                         */
    double scale; /* of its heights: 0 to 2                                       */
} pd_train_laying;

/* Flat motions only. ERR_RANGE, ERR_INVALID (no labels, has a ground), ERR_MEMORY. */
pd_status pd_train_motion_terrain(pd_pfnn_motion *out, const pd_pfnn_motion *in, const pd_train_laying *how,
                                  pd_error *err);

#endif
