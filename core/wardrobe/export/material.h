#ifndef PD_WARDROBE_MATERIAL_H
#define PD_WARDROBE_MATERIAL_H
/* Materials of a dressed body's file: colour, roughness and pictures of a part of an item.
 *
 * A part with a texture shows it, tiled. A part without one that has a shade (seams, wear, occlusion) shows
 * that at the item's places, and its colour is divided by the shade's mean. With request.has_folds the normal
 * map of its folds is there too, and below a texture the shade as occlusion.
 *
 * Memory   adds to the arrays of the export.   Threads  one thread.   Errors  none.
 */
#include "core/wardrobe/export/export.h"

/* Adds the material of a part, with its pictures if they are new. Returns its index. */
int pd_wardrobe_material_take(pd_wardrobe_export *out, const pd_wardrobe_request *request,
                              const pd_wardrobe_item *item, const pd_wardrobe_part *part);
/* Returns whether a picture of an item is at its places. */
bool pd_wardrobe_material_has_places(const pd_wardrobe_request *request, const pd_wardrobe_item *item);

#endif
