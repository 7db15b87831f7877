#ifndef PD_TRAIN_BODY_WEIGHTS_H
#define PD_TRAIN_BODY_WEIGHTS_H
/* Skin weights, from the 139 bones of MakeHuman's default rig.
 *
 * A bone's weight goes to the part that names it or its nearest named ancestor. Two sets of parts are made:
 * the joints of a skeleton (joints.h), which the model keeps, and the finer parts that unpose bodies (tpose.h).
 * Joint weights are smoothed over the surface (4 rounds of half oneself, half the mean of the neighbours: joints of
 * fingers and toes jump otherwise), cut to the 4 largest and normalised.
 *
 * Shapes   (V,parts) row-major double, rows sum to 1; exactly mirror symmetric.
 */
#include "core/base/error.h"
#include "core/io/mesh/mhrig.h"
#include "train/body/mesh.h"

#define PD_TRAIN_PARTS_MAX 64

typedef struct pd_train_part {
    const char *bones; /* space-separated; "" for none                            */
    int mirror;        /* the part on the other side, itself in the middle         */
} pd_train_part;

/* weights (V,part_count): normalised and symmetrised, not smoothed. ERR_FORMAT when a bone belongs nowhere or a
 * vertex has no weight. */
pd_status pd_train_weights_gather(double *weights, const pd_train_mesh *mesh, const pd_mhrig *rig,
                                  const pd_train_part *parts, int part_count, pd_error *err);
/* `rounds` of W <- W/2 + mean of neighbours/2. ERR_MEMORY only. */
pd_status pd_train_weights_smooth(double *weights, const pd_train_mesh *mesh, const pd_train_part *parts,
                                  int part_count, int rounds, pd_error *err);
/* At most 4 a row: what is not larger than the fifth is dropped, so that equal ones go together. */
void pd_train_weights_cut(double *weights, const pd_train_mesh *mesh, const pd_train_part *parts,
                          int part_count);

#endif
