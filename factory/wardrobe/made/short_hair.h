#ifndef PD_FACTORY_WARDROBE_MADE_SHORT_HAIR_H
#define PD_FACTORY_WARDROBE_MADE_SHORT_HAIR_H
/* Hair that follows the hairline of the skin: clipped hair, and hair of MakeHuman's that is trimmed to the
 * hairline.
 *
 *     growth    g(p), 0 to 1: grows over 22 mm inside of the hairline (skin_paint.h), 34 mm at the nape, and
 *               in sideburns before the ears; it is 0 on the ears
 *     clipped   two layers of the skin where g > 0, raised along the normal by a height times g. Each vertex
 *               is anchored to one vertex of the skin, so that no ear comes through on any body. Texture
 *               coordinates: u is the angle about the crown; v = 1 - 0.3 g at the edge, where the texture has
 *               single hairs that get fewer towards v = 1, and grows from the crown outwards where g = 1. The
 *               outer layer has the v of tips everywhere: it shows single strokes of the texture, which
 *               soften the outline. Skin is hidden where hair is dense on it and its neighbours
 *     trimmed   the part of an item that is inside of the hairline or in a sideburn, and outside of the ears
 *               (core/wardrobe/cut.h); cards stay as a whole or are dropped. Near the edge it lies down to
 *               3.5 mm over the skin. Over 14 mm from the border of a sheet v goes from 1 to HAIR_TIP_V. Skin
 *               near the line is shown again
 *     ring      curls end 6 mm inside of the hairline, on a ring of short hair that lies on the skin and
 *               fades with g
 *
 * Spaces   template of the model, T-pose, metres.   Memory  _clipped allocates the arrays of the item;
 *                                                           _trim_hair replaces them.
 * Threads  pure functions.   Errors  ERR_MEMORY. Equal inputs give equal bytes.
 */
#include "factory/wardrobe/made/made.h"

/* Makes the mesh of clipped hair; the caller sets name, texts, materials and skin weights. */
pd_status pd_factory_clipped(pd_wardrobe_item *out, const pd_factory_maker *maker, pd_error *err);

/* Trims the hair of an item to the hairline. is_curly: it has the texture of curls and gets a ring.
 * ERR_LIMIT: nothing of it is left. */
pd_status pd_factory_trim_hair(pd_wardrobe_item *item, const pd_factory_maker *maker, bool is_curly,
                               pd_error *err);

#endif
