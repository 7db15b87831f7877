#ifndef PD_SMPL_TUBE_H
#define PD_SMPL_TUBE_H
/* The parts of a body as tubes about its bones: how far a point is inside a part, smooth in the point.
 *
 * Part k is what joint k holds by a half or more. Its axis runs through the middle of what it holds, along its bone (to the mean of
 * its children; from its parent where that is short). At rest its skin stands at the radius r(s, phi) from the axis, s along it and
 * phi around it: a grid fitted to the skin as a membrane, so that cells without a vertex follow their neighbours. Then
 *
 *     depth(x) = r(s', phi) - |(rho, F (s - s'))|       s' = s held within the part's ends; rho: distance from the axis
 *
 * is positive inside: metres across the tube, with flat caps. In a pose x is first carried back by the joint, inverse(C_k) x (pose.h).
 *
 * Shapes   V vertices, K joints.  Spaces  rest: model space of the body at rest. Metres.
 * Memory   parts are a model's, const after init; a body's tubes stand in memory of the caller's.
 */
#include "core/math/vec3.h"
#include "core/smpl/model.h"

#include <stdbool.h>

#define PD_SMPL_TUBE_RINGS 12 /* of the grid, along the axis  */
#define PD_SMPL_TUBE_SIDES 24 /* around it                     */

/* Which skin belongs to which part, and which way its axis runs: what does not depend on betas. */
typedef struct pd_smpl_tube_parts {
    const pd_smpl_data *data;
    int *start, *vertex;             /* (K+1), the vertices of each part */
    bool exists[PD_SMPL_MAX_JOINTS]; /* enough skin to be a part                                */
} pd_smpl_tube_parts;

typedef struct pd_smpl_tube {
    pd_vec3 origin, axis[3]; /* at rest; axis[2] along the tube */
    double low, high;        /* of s */
    double radius;           /* the greatest */
    double flatness;         /* of the caps: F above */
    float grid[PD_SMPL_TUBE_RINGS][PD_SMPL_TUBE_SIDES];
    double mean[PD_SMPL_TUBE_RINGS];
} pd_smpl_tube;

pd_status pd_smpl_tube_parts_init(pd_smpl_tube_parts *parts, const pd_smpl_data *data, pd_error *err);
void pd_smpl_tube_parts_deinit(pd_smpl_tube_parts *parts);

/* tubes (K), of a body with rest (V,3) and joints (K,3). Parts that do not exist have radius 0. */
void pd_smpl_tubes_fit(pd_smpl_tube *tubes, const pd_smpl_tube_parts *parts, const float *rest,
                       const double (*joints)[3]);
typedef struct pd_smpl_tube_place {
    double depth;      /* metres, positive inside                                            */
    pd_vec3 from_axis; /* from the axis to the point; beyond an end F times as far along it */
} pd_smpl_tube_place;

/* Where a point at rest is in a tube. */
pd_smpl_tube_place pd_smpl_tube_find(const pd_smpl_tube *tube, pd_vec3 point);

#endif
