#ifndef PD_FACTORY_BODY_SHAPE_TPOSE_H
#define PD_FACTORY_BODY_SHAPE_TPOSE_H
/* Transforms bodies from the A-pose of the data to the T-pose of SMPL, each body with its own rotations.
 *
 *     x' = sum_g w_g (to_g + R_g (x - from_g))       linear blend over 19 groups, then
 *     y  = S(x') + R (x - S(x))                      delta mush (Mancewicz et al. 2014)
 *
 * S is 15 rounds of averaging each vertex with the mean of its neighbours (half and half), and R the rotation
 * of the smoothed surface round the vertex. The delta mush removes the crease at armpit and deltoid.
 *
 * Rotations map frames, not directions, so that the twist is also right (left side; the right one is its
 * mirror image):
 *     upper arm  u, u x f -> +X, -Y       u shoulder to elbow, f elbow to wrist: the elbow flexes forward
 *                                         about -Y
 *     forearm    f, u x f -> +X, -Y
 *     hand       wrist to knuckles, index to little finger -> +X, -Z: palm down
 *     collar     6 degrees up: 0 leaves a dent above the shoulder, 12 shrugs
 *     leg        about Z until hip to ankle is 3 degrees outward; the angle of the knee belongs to the shape
 *                and stays
 *     foot       turned back: flat
 *
 * Spaces   in A-pose, out T-pose; both in the body's own model space, metres, +Y up, +Z forward.
 * Memory   one scratch a worker; _run allocates nothing.
 */
#include "core/math/quat.h"
#include "factory/makehuman/asset.h"
#include "factory/body/shape/joints.h"
#include "factory/body/shape/mesh.h"
#include "factory/body/shape/weights.h"

#define PD_FACTORY_GROUP_COUNT 19
#define PD_FACTORY_COLLAR_DEG  6.0
#define PD_FACTORY_LEG_DEG     3.0

extern const pd_factory_part pd_factory_groups[PD_FACTORY_GROUP_COUNT];

/* Rigid transform x' = to + rotation (x - from), metres. */
typedef struct pd_factory_transform {
    pd_quat rotation;
    pd_vec3 from, to;
} pd_factory_transform;

/* Computes the transforms of the groups, and the centres after them (PD_FACTORY_POINT_COUNT,3), from the
 * centres in A-pose. */
void pd_factory_tpose_transforms(pd_factory_transform transforms[PD_FACTORY_GROUP_COUNT],
                                 double *centers_after, const double *centers);

typedef struct pd_factory_tposer {
    const pd_factory_mesh *mesh;
    double *weights;      /* (V,PD_FACTORY_GROUP_COUNT) blend weights */
    unsigned char *moves; /* (V) 0 where the surface moves rigidly: the delta mush skips these vertices */
} pd_factory_tposer;

/* Prepares to turn bodies of the mesh from the A-pose to the T-pose. */
pd_status pd_factory_tposer_init(pd_factory_tposer *out, const pd_factory_asset *asset,
                                 const pd_factory_mesh *mesh, pd_error *err);
void pd_factory_tposer_deinit(pd_factory_tposer *tposer);

size_t pd_factory_tpose_scratch(const pd_factory_tposer *tposer); /* size of the scratch, in floats */
/* Transforms body (V,3) and centers (PD_FACTORY_POINT_COUNT,3) in place;
 * both are exactly symmetric before and after. */
void pd_factory_tpose_run(float *body, double *centers, const pd_factory_tposer *tposer, float *scratch);

#endif
