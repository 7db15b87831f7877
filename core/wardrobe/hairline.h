#ifndef PD_WARDROBE_HAIRLINE_H
#define PD_WARDROBE_HAIRLINE_H
/* Softens the edges of hair that has no tips, so that its hairline is drawn by strands and not by the edges
 * of triangles.
 *
 *     border   an edge of the mesh that belongs to one triangle only
 *     sheet    a connected part of which less than a third of the vertices lie on borders; the other parts
 *              are cards, which do not change
 *     fade     the texture is transparent towards v = 1. A sheet whose borders have v < HAIR_TIP_V everywhere
 *              (piece.h) gets v = 1 on its borders, and at least HAIR_TIP_V at the vertices beside them.
 *
 * A sheet that has tips already does not change: a fade at its hairline would show the scalp.
 *
 * Memory   allocates while it runs.   Threads  pure function.   Errors  ERR_MEMORY.
 */
#include "core/wardrobe/wardrobe.h"

/* Changes the texture coordinates of hair. ERR_MEMORY; the item is then unchanged. */
pd_status pd_wardrobe_soften_hairline(pd_wardrobe_item *hair, pd_error *err);

#endif
