#ifndef PD_TRAIN_WARDROBE_SKIRT_H
#define PD_TRAIN_WARDROBE_SKIRT_H
/* Makes a skirt of a connected component of an item, which was bound like trousers (bind.h) and is worn below the rest.
 *
 *     slit      border vertices that face each other within 2 cm become one: a slit goes with either leg and opens to the waist
 *     finer     each of its triangles becomes four; the hem is made level
 *     weights   beside the middle cloth goes as the skin of the leg on its side, and of no other; between the legs as the cloth at its height on
 *               both sides, more as the nearer (smoothstep). A thigh that is lifted takes the cloth over it along, and what is between the legs is
 *               stretched: bones alone cannot pull the other leg's cloth taut, as a real skirt's is
 *     waist     what lies below the rest of the item stays 4 mm below it, along its normal, and takes its directions, anchors and weights: of two
 *               layers that go alike neither comes through the other. Over 2 cm below its edge this fades out
 *
 * Space    metres, model space of the body model.   Memory   allocates; the item is valid on failure too.
 */
#include "core/base/error.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

/* component: as pd_train_components counts them; not the largest. ERR_MEMORY; ERR_RANGE: there is no such component, or it grows beyond 65,535. */
pd_status pd_train_skirt(pd_wardrobe_item *item, const pd_smpl_data *model, int component, pd_error *err);

/* What is below a skirt, as its lining: the skin between its waist and a hand's breadth above its hem becomes a part of the item (a cap, scalp.h),
 * `press` inside of the body and in the colour of `part`, the skirt; the item hides that skin. A person who sits with legs apart then shows
 * shorts instead of the hole where no skin is drawn; and what comes through the skirt has its colour. Of an item that is done, after clear.h. normals (V,3): of
 * the mean skin. ERR_MEMORY; ERR_LIMIT. */
pd_status pd_train_skirt_line(pd_wardrobe_item *item, const pd_smpl_data *model, const float *normals,
                              float press, int part, pd_error *err);

/* Of a skirt, which is `part`, and of the parts behind it, its lining, nothing is left but what is less than PD_TRAIN_SKIRT_COVERED above the hem of
 * what is worn over them, part 0: further up it is not seen, but its upper edge came through where a back is arched. Of an item that is done and lined. ERR_MEMORY. */
#define PD_TRAIN_SKIRT_COVERED 0.042f /* metres */
pd_status pd_train_skirt_trim(pd_wardrobe_item *item, int part, pd_error *err);

#endif
