#ifndef PD_TRAIN_WARDROBE_SHORT_HAIR_H
#define PD_TRAIN_WARDROBE_SHORT_HAIR_H
/* Hair that follows the hairline of the skin: clipped hair, and hair of MakeHuman's that is trimmed to the hairline.
 *
 *     growth    g(p), 0 to 1: grows over 14 mm above the hairline (skin_paint.h) and in sideburns before the ears, and is 0 on the ears
 *     clipped   two layers of the skin where g > 0, raised along the normal by a height times g. Each vertex is anchored to one vertex of the skin, so
 *               that no ear comes through on any body. Texture coordinates: u is the angle about the crown; v grows from the crown outwards
 *               and reaches 1, where the texture is transparent, at g = 0. The outer layer has the v of tips everywhere: it shows single strokes
 *               of the texture, which soften the outline. Skin is hidden where hair is dense on it and its neighbours
 *     trimmed   the part of an item that is above the hairline and outside of the ears (core/wardrobe/cut.h). Skin near the line is shown again
 *
 * Spaces   template of the model, T-pose, metres.   Memory  _clipped allocates the arrays of the item; _trim_hair replaces them.
 * Threads  pure functions.   Errors  ERR_MEMORY. Equal inputs give equal bytes.
 */
#include "train/wardrobe/made.h"

/* Makes the mesh of clipped hair; the caller sets name, texts, materials and skin weights. */
pd_status pd_train_clipped(pd_wardrobe_item *out, const pd_train_maker *maker, pd_error *err);

/* Trims the hair of an item to the hairline. ERR_LIMIT: nothing of it is left. */
pd_status pd_train_trim_hair(pd_wardrobe_item *item, const pd_train_maker *maker, pd_error *err);

#endif
