#ifndef PD_FACTORY_WARDROBE_CUT_COVER_H
#define PD_FACTORY_WARDROBE_CUT_COVER_H
/* Removes triangles of an inner layer of cloth that are never visible, so that the layer cannot come through
 * the outer one in any pose.
 *
 * Layers of two parts, as a shirt under a jacket:
 *     x is covered     when the line from x - INSIDE n to x + OUTSIDE n meets the outer part; n is the normal
 *                      of x's part there
 *     a triangle goes  when its corners and everything within AROUND of them are covered: a rim remains along
 *                      the outer part's edges
 *
 * A lining, as of a sleeve that is turned in at the cuff. s is the mean of the skin's normals below a
 * triangle:
 *     a triangle goes  when its normal points to the skin, n . s < TOWARDS_SKIN, and none of its vertices
 *                      belongs to a triangle of the part whose normal does not: a rim remains along the edge
 *     a piece goes     when only such triangles joined it to the rest, as the end of a sleeve's lining, and
 *                      it has under PIECE of the part's triangles
 *
 * Only triangles are removed; vertices stay, so that nothing else of the item changes. Call this on a
 * finished item.
 *
 * Space    metres, at rest, model space of the body model.
 */
#include "core/base/error.h"
#include "core/wardrobe/wardrobe.h"

#define PD_FACTORY_COVER_INSIDE  0.02f
#define PD_FACTORY_COVER_OUTSIDE 0.05f
#define PD_FACTORY_COVER_AROUND  0.015f

/* Removes covered triangles. outer, inner: parts of the item. ERR_MEMORY. */
pd_status pd_factory_cover(pd_wardrobe_item *item, int outer, int inner, pd_error *err);

#define PD_FACTORY_COVER_TOWARDS_SKIN (-0.3f)
#define PD_FACTORY_COVER_PIECE        0.05

/* Removes the lining of a part. Cloth is drawn from both sides. skin_normals: (N,3) normals of the body
 * model's vertices at rest. ERR_MEMORY. */
pd_status pd_factory_cover_lining(pd_wardrobe_item *item, int part, const float *skin_normals, pd_error *err);

/* Removes the triangles of a part that are marked in gone (F); the following parts move up. */
void pd_factory_cover_drop(pd_wardrobe_item *item, int part, const unsigned char *gone);

#endif
