#ifndef PD_TRAIN_WARDROBE_SCALP_H
#define PD_TRAIN_WARDROBE_SCALP_H
/* The scalp, and the cap that hair makes of it.
 *
 * The scalp is the skin about the top of the head that the head alone carries and that no expression moves by more than a millimetre, as far as
 * it hangs together and is no ear: crown, back, temples. Hair hangs on it, so that it follows the skull of each person and not the cheek that it
 * happens to touch.
 *
 * Skin below hair is not left out as skin below cloth is: hair has gaps. It becomes a part of the hair, in the colour of hair, pressed into the
 * head, so that hair stands over it on every body:
 *
 *     cap    the triangles of the skin of which any corner is below hair; a corner below hair stands at t - press n, the others, at the
 *            edge, on the skin: no slit between the two
 *     hides  the vertices below hair
 *
 * Space    model space of the model, T-pose; metres.   Memory   arrays of the item are made anew. */
#include "core/base/error.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

/* out (V): 1 on the scalp. A model without a joint `head` or a landmark `head_top`: nothing is. false: out of memory. */
bool pd_train_scalp(unsigned char *out, const pd_smpl_data *model);

/* The cap of the vertices `under` (V) as the last part of the item, of the material of `part`; what it hides stays as it is. As below. */
pd_status pd_train_cap(pd_wardrobe_item *item, const pd_smpl_data *model, const float *normals,
                       const unsigned char *under, float press, int part, pd_error *err);
/* The same of the first part's material, and `under` is all that the item hides; normals (V,3) of the mean skin. Nothing
 * under: the item stays. ERR_MEMORY; ERR_LIMIT: more parts or vertices than an item has. */
pd_status pd_train_scalp_cap(pd_wardrobe_item *item, const pd_smpl_data *model, const float *normals,
                             const unsigned char *under, float press, pd_error *err);

#endif
