#ifndef PD_RETARGET_LIDS_H
#define PD_RETARGET_LIDS_H
/* Computes how far the lids of a body have to move to close its eyes.
 *
 * At weight 1 the expressions eyeBlinkLeft and eyeBlinkRight move the middles of the lids together by 11.8 mm
 * on all bodies, but large eyes are open by up to 14 mm at rest. The weight is therefore scaled on such
 * bodies, so that the lids meet at 1:
 *
 *     weight' = weight max(1, gap / travel)      gap: height between two points of the lids at rest; travel:
 *                                                the part of it that the expression closes
 *
 * The largest quotient of three pairs of points counts: the middles of the lids, and landmarks on both sides
 * of them.
 *
 * Requests by name and the stream multiply the weight. A GLB of one body has the factor in its morph targets,
 * so that programs may set 1.
 *
 * Without this, 8 of 90 people of 18 years had a slit between closed lids, up to 9.9 mm2 from the front; when
 * only the middles of the lids counted, 6 of 200 people of person-male had one beside the outer corner, up to
 * 7.8 mm2. With it, 2 of 600 people from 18 to 80 years of three models have one, of 0.4 and 1.4 mm2.
 *
 * Units  metres.   Threads  pure.   Errors  ERR_MEMORY.
 */
#include "core/smpl/model.h"

/* Returns the factor of an expression's weight on a body with these betas: 1 or more for eyeBlinkLeft and
 * eyeBlinkRight of a model with known lids, 1 for all others. */
float pd_retarget_lids_factor(const pd_smpl_model *model, int expression, const float *betas, int beta_count);
/* Makes the directions of the model's expressions, (V,3,E) metres, in which the lids of the body close at 1.
 * *out is NULL if the model's own do; the caller frees it. ERR_MEMORY. */
pd_status pd_retarget_lids_directions(float **out, const pd_smpl_model *model, const float *betas,
                                      int beta_count, pd_error *err);

#endif
