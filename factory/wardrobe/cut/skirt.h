#ifndef PD_FACTORY_WARDROBE_CUT_SKIRT_H
#define PD_FACTORY_WARDROBE_CUT_SKIRT_H
/* Makes skirts from garments that were bound like trousers (bind.h).
 *
 * A garment of MakeHuman binds a skirt to the skin of the legs. Between the legs it would tear.
 * pd_factory_skirt reworks one connected component of an item, which is worn below the rest of the item (a
 * dress's upper part, a belt), in five steps:
 *
 *     slit      pairs of border vertices within 2 cm of each other are merged: a slit moves with both legs
 *               and would open to the waist
 *     refining  each triangle becomes four, and the hem is made level
 *     weights   at the sides cloth takes the weights of the skin of the leg on that side only. Between the
 *               legs it takes those of the cloth at the same height on both sides, blended by distance with a
 *               smoothstep. A lifted thigh then takes the cloth over it along, and the cloth between the legs
 *               is stretched. (Skinning cannot pull cloth taut over the other leg, as a real skirt would be)
 *     shape     cloth between the middles of the thighs takes shape directions and anchors of the cloth on
 *               both sides. Bound to the inner side of one thigh, the hem dipped in the middle on bodies far
 *               from the mean
 *     waist     vertices below the rest of the item move to 10 mm below it, along its normal, and take its
 *               weights, shape directions and anchors: two layers that move alike do not come through each
 *               other. Below the edge this fades out over 2 cm
 *
 * Spaces   model space of the body model, T-pose; metres.
 * Memory   allocates while it runs and grows the arrays of the item; the item is valid on failure too.
 * Threads  pure functions of their arguments.
 * Errors   ERR_MEMORY, and as below.
 */
#include "core/base/error.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

/* Makes a skirt of the connected component number `component` of pd_factory_components (bind.h); not 0, the
 * largest. ERR_RANGE: there is no such component, or refining would give the item more
 * than 65,535 vertices or corners. */
pd_status pd_factory_skirt(pd_wardrobe_item *item, const pd_smpl_data *model, int component, pd_error *err);

/* Adds a lining below the skirt, which is part number `part`: the skin between the waist and a hand's breadth
 * above the hem becomes a new part of the item (a cap, scalp.h), `press` metres inside of the body, with the
 * material of the skirt. The item hides that skin. A person who sits with legs apart then shows shorts rather
 * than a hole, and skin that comes through the skirt has its colour. Call it last, after clear.h. normals
 * (V,3): of the mean skin. ERR_LIMIT as pd_factory_cap. */
pd_status pd_factory_skirt_line(pd_wardrobe_item *item, const pd_smpl_data *model, const float *normals,
                                float press, int part, pd_error *err);

#define PD_FACTORY_SKIRT_COVERED 0.042f /* metres of a skirt that stay above the hem of the part over it */

/* Removes what part 0, worn over the skirt, hides anyway: triangles of part `part` (the skirt) and of all
 * later parts (its lining) whose centre is PD_FACTORY_SKIRT_COVERED or more above the hem of part 0. Without
 * this the skirt's upper edge came through when the back was arched. Call it after pd_factory_skirt_line. */
pd_status pd_factory_skirt_trim(pd_wardrobe_item *item, int part, pd_error *err);

#endif
