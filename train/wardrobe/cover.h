#ifndef PD_TRAIN_WARDROBE_COVER_H
#define PD_TRAIN_WARDROBE_COVER_H
/* Two layers of cloth: removes what is never seen of the inner one, so that it cannot come through the outer one in any pose.
 *
 *     x is covered     when the line from x - INSIDE n to x + OUTSIDE n meets the outer part; n is its part's normal there
 *     a triangle goes  when its corners and all that is within AROUND of them are covered: along the outer part's edges a rim is left
 *
 * Only triangles are removed; vertices stay, so that nothing else of the item changes. Call it when the item is finished.
 *
 * Space    metres, at rest, model space of the body model.
 */
#include "core/base/error.h"
#include "core/wardrobe/wardrobe.h"

#define PD_TRAIN_COVER_INSIDE  0.02f
#define PD_TRAIN_COVER_OUTSIDE 0.05f
#define PD_TRAIN_COVER_AROUND  0.015f

/* outer, inner: parts of the item. ERR_MEMORY. */
pd_status pd_train_cover(pd_wardrobe_item *item, int outer, int inner, pd_error *err);

/* Leaves out those triangles of a part that are marked in gone (F); parts behind it move up. */
void pd_train_cover_drop(pd_wardrobe_item *item, int part, const unsigned char *gone);

#endif
