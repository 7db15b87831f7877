#ifndef PD_SMPL_TUBE_H
#define PD_SMPL_TUBE_H
/* Approximates the parts of a body by tubes about their bones, which give a depth of a point inside a part
 * that is smooth in the point.
 *
 * Part k is the skin on which joint k has at least half of the weight. Its axis goes through the centre of
 * that skin, along the bone (to the mean of the joint's children, or from its parent where that is short). At
 * rest the skin is at the radius r(s, phi) from the axis, with s along the axis and phi around it: a grid
 * fitted to the skin as a membrane, so that cells without a vertex follow their neighbours. Then
 *
 *     depth(x) = r(s', phi) - |(rho, F (s - s'))|       s': s clamped to the part's ends; rho: distance from
 *                                                       the axis
 *
 * is positive inside: metres across the tube, with flat caps. In a pose, x is first transformed back by the
 * joint, inverse(C_k) x (pose.h).
 *
 * Shapes   V vertices, K joints.
 * Spaces   rest: model space of the body at rest. Metres.
 * Memory   parts belong to a model and are const after init; a body's tubes are in memory of the caller's.
 */
#include "core/math/vec3.h"
#include "core/smpl/model.h"

#include <stdbool.h>

#define PD_SMPL_TUBE_RINGS 12 /* Grid cells along the axis. */
#define PD_SMPL_TUBE_SIDES 24 /* Grid cells around the axis. */

/* The skin of each part: what does not depend on betas. */
typedef struct pd_smpl_tube_parts {
    const pd_smpl_data *data;
    int *start, *vertex;             /* start (K+1): ranges in vertex, the vertices of each part. */
    bool exists[PD_SMPL_MAX_JOINTS]; /* The joint has enough skin to be a part. */
} pd_smpl_tube_parts;

typedef struct pd_smpl_tube {
    pd_vec3 origin, axis[3]; /* Frame at rest; axis[2] is along the tube. */
    double low, high;        /* Range of s, metres. */
    double radius;           /* Largest radius, metres. */
    double flatness;         /* F above: how flat the caps are. */
    float grid[PD_SMPL_TUBE_RINGS][PD_SMPL_TUBE_SIDES];
    double mean[PD_SMPL_TUBE_RINGS];
} pd_smpl_tube;

/* Finds the parts of a model. ERR_MEMORY; *parts is then empty. */
pd_status pd_smpl_tube_parts_init(pd_smpl_tube_parts *parts, const pd_smpl_data *data, pd_error *err);
/* Frees the arrays of the parts. */
void pd_smpl_tube_parts_deinit(pd_smpl_tube_parts *parts);

/* Fits tubes (K) to a body with rest (V,3) and joints (K,3). Parts that do not exist have radius 0. */
void pd_smpl_tubes_fit(pd_smpl_tube *tubes, const pd_smpl_tube_parts *parts, const float *rest,
                       const double (*joints)[3]);
typedef struct pd_smpl_tube_place {
    double depth; /* Metres, positive inside. */
    /* Vector from the axis to the point; beyond an end its part along the axis is F times as long. */
    pd_vec3 from_axis;
} pd_smpl_tube_place;

/* Returns the depth of a point at rest in a tube, and its vector from the axis. */
pd_smpl_tube_place pd_smpl_tube_find(const pd_smpl_tube *tube, pd_vec3 point);

#endif
