#ifndef PD_FACTORY_TISSUE_BREATH_H
#define PD_FACTORY_TISSUE_BREATH_H
/* Computes the direction of breathing: the displacement of the trunk's skin when half a litre of air is
 * inhaled.
 *
 * Designed, not simulated: the skin of belly, waist and ribs moves outwards along its normals, most at the
 * front and not at all at the back, by the full skin weights of spine1 and spine2 and 0.6 of that of spine3.
 * It is scaled so that the mean body's volume grows by half a litre (a quiet breath of an adult).
 *
 * Shapes   out (V,3), every `stride` floats: metres at coefficient 1.
 * Errors   ERR_UNSUPPORTED: a joint is missing; ERR_MEMORY.
 */
#include "core/smpl/model.h"

/* Writes the direction of breathing of the mean body. */
pd_status pd_factory_tissue_breath(float *out, int stride, const pd_smpl_model *model, pd_error *err);

#endif
