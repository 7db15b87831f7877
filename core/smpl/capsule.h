#ifndef PD_SMPL_CAPSULE_H
#define PD_SMPL_CAPSULE_H
/* A body as a few capsules about its bones: a cheap test of whether limbs intersect.
 *
 *     axis    from one joint towards another: x(s) = (1 - s) X_from + s X_to, 0 <= s <= reach
 *     radius  of the skin about it at rest, betas 0: what a tenth of the vertices is within, less 2 cm that flesh gives way. Captured people
 *             touch themselves; with 1 cm or less their own poses would have a cost.
 *
 * A forearm reaches over the hand and a neck over the head. Pairs are those that have no joint in common and are apart at rest.
 *
 * Shapes   K joints, V vertices.  Spaces  metres, the template's.
 * Memory   made when it is first asked for, freed with the model.   Threads  any.
 */
#include "core/smpl/model.h"

#include <stdbool.h>

#define PD_SMPL_CAPSULES      12
#define PD_SMPL_CAPSULE_PAIRS 66

typedef struct pd_smpl_capsule {
    int from, to;
    double reach, radius;
} pd_smpl_capsule;

typedef struct pd_smpl_capsules {
    int count, pair_count;
    pd_smpl_capsule each[PD_SMPL_CAPSULES];
    unsigned char pairs[PD_SMPL_CAPSULE_PAIRS][2];
} pd_smpl_capsules;

/* The model's; NULL when memory ran out. A model without SMPL's names has none and no pairs. */
const pd_smpl_capsules *pd_smpl_model_capsules(const pd_smpl_model *model);

/* Where on their axes two capsules are nearest, of joints at X (K,3): s[0] and s[1]; between (3): from the second's place to the first's. Returns its length. */
double pd_smpl_capsules_nearest(double s[2], double between[3], const pd_smpl_capsule *a,
                                const pd_smpl_capsule *b, const double (*joints)[3]);

#endif
