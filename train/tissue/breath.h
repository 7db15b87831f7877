#ifndef PD_TRAIN_TISSUE_BREATH_H
#define PD_TRAIN_TISSUE_BREATH_H
/* The direction of breathing: how the trunk's skin moves when half a litre of air comes in.
 *
 * Designed, not simulated: the skin of belly, waist and ribs goes out along its normals, in front most, at the back not at all, by the skin
 * weights of spine1 and spine2 whole and of spine3 by 0.6, scaled so that the mean body's volume grows by half a litre (a quiet
 * breath of an adult).
 *
 * Shapes   out (V,3), every `stride` floats: metres at coefficient 1.   Errors   ERR_UNSUPPORTED: no such joints; ERR_MEMORY.
 */
#include "core/smpl/model.h"

pd_status pd_tissue_breath(float *out, int stride, const pd_smpl_model *model, pd_error *err);

#endif
