#ifndef PD_WARDROBE_HAIRLINE_H
#define PD_WARDROBE_HAIRLINE_H
/* Softens the edges of hair that has no tips, so that its hairline is drawn by strands and not by the edges of triangles.
 *
 *     an edge of the mesh that only one triangle has is a border; a connected part of which less than a third of the vertices lie on borders is a
 *     sheet, the others are cards, whose sides have to stay
 *     where the texture fades nowhere along the borders of a sheet (v < HAIR_TIP_V, piece.h): v = 1 there, and at least HAIR_TIP_V beside them
 *
 * Sheets with tips stay: their hair begins at a hairline at its full width, and there a fade would show the scalp.
 *
 * Memory   allocates while it runs.   Threads  pure function.   Errors  ERR_MEMORY.
 */
#include "core/wardrobe/wardrobe.h"

/* Changes the texture coordinates of hair. ERR_MEMORY; the item is then unchanged. */
pd_status pd_wardrobe_soften_hairline(pd_wardrobe_item *hair, pd_error *err);

#endif
