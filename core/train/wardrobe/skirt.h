#ifndef PD_TRAIN_WARDROBE_SKIRT_H
#define PD_TRAIN_WARDROBE_SKIRT_H
/* Makes a skirt of what was bound as trousers are (bind.h): one connected component of an item, worn below the rest of it.
 *
 *     slit      border vertices that face each other within 2 cm become one: a slit goes with either leg and opens to the waist
 *     finer     each of its triangles becomes four; the hem is made level
 *     weights   beside the middle cloth goes as the skin of the leg on its side, and of no other; between the legs as the cloth at its height on
 *               both sides, more as the nearer (smoothstep). A thigh that is lifted takes the cloth over it along, and what is between the legs is
 *               stretched: bones alone cannot pull the other leg's cloth taut, as a real skirt's is
 *     waist     what lies below the rest of the item stays 4 mm below it, along its normal, and takes its directions, anchors and weights: of two
 *               layers that go alike neither comes through the other. Over 2 cm below its edge this fades out
 *
 * Space    metres, model space of the body model.   Memory   allocates; the item is whole either way.
 */
#include "core/base/error.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

/* component: as pd_train_components counts them; not the largest. ERR_MEMORY; ERR_RANGE: there is no such component, or it grows beyond 65,535. */
pd_status pd_train_skirt(pd_wardrobe_item *item, const pd_smpl_data *model, int component, pd_error *err);

#endif
