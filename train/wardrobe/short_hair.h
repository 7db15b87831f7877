#ifndef PD_TRAIN_WARDROBE_SHORT_HAIR_H
#define PD_TRAIN_WARDROBE_SHORT_HAIR_H
/* Hair that follows the hairline of the skin: clippered hair, and hair of MakeHuman's that is trimmed to the hairline.
 *
 *     growth    g(p) = smoothstep over 14 mm above the hairline (skin_paint.h), 0 within 7 mm of an ear
 *     clippered layers of the skin where g > 0, raised along the normal by a height times g. Each vertex is anchored to one vertex of the skin, so
 *               that no ear or brow comes through on any body. Texture coordinates: u is the angle about the crown, v grows from the crown
 *               outwards and reaches 1, where the texture is transparent, at g = 0. The outer layer has the v of tips everywhere: it shows
 *               single tufts, which soften the outline. Skin is hidden where it and its neighbours have g = 1
 *     trimmed   the part of an item where p is above the hairline and outside of the ears (core/wardrobe/cut.h). Skin near the line is shown again
 *
 * Spaces   template of the model, T-pose, metres.   Memory  _make allocates the arrays of the item; _trim replaces them.
 * Threads  pure functions.   Errors  ERR_MEMORY. Equal inputs give equal bytes.
 */
#include "train/wardrobe/made.h"

/* Makes clippered hair, all but its name and texts. */
pd_status pd_train_clippered(pd_wardrobe_item *out, const pd_train_maker *maker, pd_error *err);

/* Trims the hair of an item to the hairline. */
pd_status pd_train_trim_hair(pd_wardrobe_item *item, const pd_train_maker *maker, pd_error *err);

#endif
