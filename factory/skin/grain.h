#ifndef PD_FACTORY_SKIN_GRAIN_H
#define PD_FACTORY_SKIN_GRAIN_H
/* Draws the map skin-grain from photographed skins of MakeHuman's release (core/wardrobe/export/skin_map.h
 * reads it).
 *
 *     g = weight (log Y - wide(log Y) + FINE (log Y - fine(log Y))),   Y linear luminance
 *
 * g is clipped to -PD_WARDROBE_GRAIN_MOST and GRAIN_LIGHT, because what surrounds something dark comes out
 * too light. The blurs are Gaussians over the texels of islands, 6 and 1.5 mm on the head and 7 and 3 mm on
 * the body, of skin and of lips apart, so that g has pores, veins and creases and no tone. Bytes are whole
 * multiples of PD_FACTORY_GRAIN_STEP from 128, which makes the file a third smaller.
 *
 * Memory   the caller frees the map with pd_io_image_deinit.
 * Errors   those of pd_factory_picture_read; ERR_MEMORY.
 */
#include "core/io/mesh/png.h"

#include <stdbool.h>

#define PD_FACTORY_GRAIN_STEP 4

/* A texel of the map: where MakeHuman's layout has it, and how much of the grain it takes, 0 to 1. */
typedef struct pd_factory_grain_texel {
    float uv[2], weight;
    float lips; /* share of the lips, 0 to 1 */
    bool is_on; /* the texel shows skin */
} pd_factory_grain_texel;

/* Draws the map: (side,side) RGB. head: rows of the texture that show the head; folder: that of the pictures,
 * with skins/textures/ below it. */
pd_status pd_factory_skin_grain(pd_io_image *out, const pd_factory_grain_texel *texels, int side, int head,
                                const char *folder, pd_error *err);

#endif
