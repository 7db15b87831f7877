#ifndef PD_WARDROBE_SKIN_MAP_H
#define PD_WARDROBE_SKIN_MAP_H
/* Reads the maps of a skin for the painter of its textures (complexion.h), and adds the grain of real skin.
 *
 * The map skin-grain is what photographs of three skins have in structures of less than about 12 mm: pores,
 * veins, creases, the edges of lids and lips. Its channels are a young woman, a young man, an older man:
 *
 *     g = (byte - 128) / 127 * PD_WARDROBE_GRAIN_MOST       log of luminance over its blurred self
 *     m, h += GRAIN / 2 (-g)                                melanin and blood; luminance is multiplied by e^g
 *     height += GRAIN_DEPTH g                               what is dark lies deeper
 *     roughness += GRAIN_ROUGH g
 *
 * Shapes   PD_K_TEXELS texels of one row at a time.   Memory  none.   Threads  pure functions.
 */
#include "core/kernel/draw/texel.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_GRAIN_MOST 0.4f

/* Reads texels first .. first + PD_K_TEXELS - 1 of row y of a texture of `side` texels, from a map of any
 * size: 0 to 255. */
void pd_wardrobe_skin_map_read(float out[4][PD_K_TEXELS], const pd_io_image *map, const pd_k_texel *kernel,
                               int side, int first, int y);
/* Sets the shares of the map's three skins in a person's, sum 1: by sex and age. */
void pd_wardrobe_grain_shares(float out[3], const pd_wardrobe_palette *palette);
/* Adds the grain to the maps of texels, before they are painted. grain: as read; out g (PD_K_TEXELS). */
void pd_wardrobe_grain_mix(float g[PD_K_TEXELS], pd_k_texels *texels, float grain[4][PD_K_TEXELS],
                           const float shares[3], const pd_k_texel_person *person);
/* Adds the relief of the grain to the heights of texels, after they were painted. */
void pd_wardrobe_grain_raise(pd_k_texels *texels, const float g[PD_K_TEXELS]);

#endif
