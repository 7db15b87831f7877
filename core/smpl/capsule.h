#ifndef PD_SMPL_CAPSULE_H
#define PD_SMPL_CAPSULE_H
/* Approximates a body by a few capsules about its bones: a cheap test of whether limbs intersect.
 *
 *     axis    from one joint towards another: x(s) = (1 - s) X_from + s X_to, 0 <= s <= reach
 *     radius  10th percentile of the distance of the skin from the axis at rest, betas 0, minus 2 cm.
 *             Captured people touch themselves and press flesh in; with 1 cm or less their own poses would
 *             have a cost.
 *
 * The forearm's capsule extends over the hand, the neck's over the head. Pairs have no joint in common and
 * are apart at rest.
 *
 * Shapes   K joints, V vertices.
 * Spaces   metres, the template's.
 * Memory   made at the first call of pd_smpl_model_capsules, freed with the model.
 * Threads  any.
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

/* Returns the model's capsules; NULL when out of memory. A model without SMPL's joint names has no capsules
 * and no pairs. */
const pd_smpl_capsules *pd_smpl_model_capsules(const pd_smpl_model *model);

/* Finds the closest points of two capsule axes for joints at X (K,3): s[0], s[1] are their parameters,
 * between (3) is the vector from the point on b to the point on a. Returns its length. */
double pd_smpl_capsules_nearest(double s[2], double between[3], const pd_smpl_capsule *a,
                                const pd_smpl_capsule *b, const double (*joints)[3]);

#endif
