#ifndef PD_DRAW_TEXTURE_H
#define PD_DRAW_TEXTURE_H
/* Textures with mip levels: copies of half the size each, for surfaces with more than one texel per pixel.
 *
 * Sampling is trilinear and repeats beyond 0 to 1: bilinear in each of the two levels around
 *
 *     level = log2(texels per pixel),   clipped to the levels that exist
 *
 * Memory   _init allocates, the caller frees with _deinit.
 * Threads  const after _init.
 * Errors   ERR_MEMORY, ERR_RANGE.
 */
#include "core/io/mesh/png.h"

#define PD_DRAW_LEVELS_MOST 15

typedef struct pd_draw_texture {
    int level_count, channels;
    pd_io_image levels[PD_DRAW_LEVELS_MOST]; /* 8 bits; the first is as large as the image */
} pd_draw_texture;

/* Takes over the samples of the image (8 bits; grey, RGB or RGBA), which is empty afterwards, and makes the
 * levels. Averages the stored numbers. */
pd_status pd_draw_texture_init(pd_draw_texture *out, pd_io_image *image, pd_error *err);
void pd_draw_texture_deinit(pd_draw_texture *texture);
/* Reads a texture. out: `channels` numbers from 0 to 255. texels:
 * number of texels of the first level along a pixel's side. */
void pd_draw_texture_at(float out[4], const pd_draw_texture *texture, const float uv[2], float texels);

#endif
