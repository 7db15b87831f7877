#ifndef PD_FACTORY_BODY_SHAPE_WEIGHTS_H
#define PD_FACTORY_BODY_SHAPE_WEIGHTS_H
/* Computes skin weights from the 139 bones of MakeHuman's default rig.
 *
 * The weight of a bone goes to the part that names it, or that names its nearest ancestor with a part. Two
 * sets of parts are made: the joints of a skeleton (joints.h), which the model keeps, and the finer parts
 * that unpose bodies (tpose.h). Joint weights are smoothed over the surface (4 rounds of averaging each
 * vertex with the mean of its neighbours, half and half: joints of fingers and toes jump otherwise), cut to
 * the 4 largest and normalised.
 *
 * Shapes   (V,parts) row-major double, rows sum to 1; exactly mirror symmetric.
 */
#include "core/base/error.h"
#include "factory/makehuman/mhrig.h"
#include "factory/body/shape/mesh.h"

#define PD_FACTORY_PARTS_MAX 64

typedef struct pd_factory_part {
    const char *bones; /* space-separated names; "" for none */
    int mirror;        /* part on the other side; a middle part has itself */
} pd_factory_part;

/* Computes weights (V,part_count), normalised and symmetrised, not smoothed. ERR_FORMAT when a bone belongs
 * to no part or a vertex has no weight. */
pd_status pd_factory_weights_gather(double *weights, const pd_factory_mesh *mesh, const pd_factory_mhrig *rig,
                                    const pd_factory_part *parts, int part_count, pd_error *err);
/* Smooths: `rounds` of W <- W/2 + mean of neighbours/2. ERR_MEMORY only. */
pd_status pd_factory_weights_smooth(double *weights, const pd_factory_mesh *mesh,
                                    const pd_factory_part *parts, int part_count, int rounds, pd_error *err);
/* Keeps at most 4 weights a row: drops all that are not larger than the fifth, so that equal weights are
 * dropped together. */
void pd_factory_weights_cut(double *weights, const pd_factory_mesh *mesh, const pd_factory_part *parts,
                            int part_count);

#endif
