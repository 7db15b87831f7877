#ifndef PD_TRAIN_WARDROBE_THIN_H
#define PD_TRAIN_WARDROBE_THIN_H
/* A garment of fewer vertices: edge collapses by quadric error (Garland and Heckbert 1997; meshoptimizer), which keep borders and the seams of
 * texture coordinates. What is left of its vertices stays where it was bound.
 *
 * at (vertex_count,3): where the garment lies on the mean body, by which it is measured. Both are changed in place. A garment of no more than
 * `most` vertices stays as it is. On ERR_MEMORY both are unchanged. */
#include "train/wardrobe/garment.h"

pd_status pd_train_garment_thin(pd_train_garment *garment, pd_train_binding *binding, const float *at,
                                int most, pd_error *err);

#endif
