#ifndef PD_FACTORY_WARDROBE_CUT_THIN_H
#define PD_FACTORY_WARDROBE_CUT_THIN_H
/* Simplifies a garment by edge collapses with quadric error (Garland and Heckbert 1997; meshoptimizer), which
 * keep borders and the seams of texture coordinates. The remaining vertices keep their binding.
 *
 * at (vertex_count,3): positions of the garment on the mean body, metres, from which the error is computed.
 * Changes garment and binding in place. Leaves a garment of no more than `most` vertices unchanged. On
 * ERR_MEMORY both are unchanged. */
#include "factory/makehuman/garment.h"

pd_status pd_factory_garment_thin(pd_factory_garment *garment, pd_factory_binding *binding, const float *at,
                                  int most, pd_error *err);

#endif
