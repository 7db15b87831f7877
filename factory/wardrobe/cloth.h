#ifndef PD_FACTORY_WARDROBE_CLOTH_H
#define PD_FACTORY_WARDROBE_CLOTH_H
/* Gives clothes and shoes their folds and shade from the pictures of MakeHuman's release (CC0 1.0), which fit
 * the places of the wardrobe's items.
 *
 *     shade  = MEAN Y / mean(Y) * (LEAST + (1 - LEAST) occlusion)    Y luminance of the picture of colour; 1
 *              for parts whose picture has stripes or the mark of its author
 *     folds  = unit(own + GAIN donor + RELIEF slope(log Y), 1)    x and y of normal maps
 *
 * A garment without a normal map has the folds of a donor: each texel takes those of the donor's nearest
 * point on the template, turned into its own tangent frame. Seams and pockets of the picture of colour are
 * grooves.
 *
 * A part whose picture of colour is used shows its shade in place of a woven tile, so that its texture is -1.
 *
 * Memory   the wardrobe gets two textures for each item, 512 x 512.   Threads  one thread.
 * Errors   ERR_FORMAT: an item without places; those of pd_factory_picture_read; ERR_MEMORY.
 */
#include "core/base/error.h"
#include "core/wardrobe/wardrobe.h"

/* Adds the pictures of all rows of the table whose items the wardrobe has. folder: that of the pictures, with
 * clothes/ below it. */
pd_status pd_factory_cloth(pd_wardrobe *wardrobe, const char *folder, pd_error *err);

#endif
