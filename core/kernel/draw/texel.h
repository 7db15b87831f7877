#ifndef PD_KERNEL_DRAW_TEXEL_H
#define PD_KERNEL_DRAW_TEXEL_H
/* Inner loops of painting a skin's textures (core/wardrobe/export/complexion.h has the equations), for
 * TEXELS texels of one row at a time.
 *
 *     boxes    out = mean over n x n texels of a map
 *     noise    out_i = r_c + s_i (r_(c+1) - r_c), c = cell_i
 *         r: a row of a lattice of random numbers
 *     paint    albedo, occlusion, roughness and height from maps, noise and the person's strengths
 *     slopes   normals from heights
 *
 * Colours are packed as red + 256 green + 65536 blue.
 *
 * Order    every version rounds each product and sum by itself, without fused multiply-adds, and so gives the
 *          same bits.
 * Memory   nothing is allocated.   Threads  pure functions.
 */
#include "core/kernel/cpu.h"

#include <stdint.h>

#define PD_K_TEXELS  64
#define PD_K_LATTICE 64 /* points of a lattice along a side, after which it repeats */

/* Places of texels between the points of a lattice: c and s of the equations above. */
typedef struct pd_k_texel_cells {
    int32_t cell[PD_K_TEXELS]; /* 0 .. PD_K_LATTICE - 1 */
    float share[PD_K_TEXELS];  /* 0 .. 1 */
} pd_k_texel_cells;

/* A person's colours, strengths of the maps, and depths. Colours are linear, depths in metres. */
typedef struct pd_k_texel_person {
    float base[3], hair[3], brow_rgb[3], root_rgb[3]; /* root: of hair on the scalp */
    float melanin_rgb[3], blood_rgb[3],
        lip_rgb[3];       /* how much a unit of pigment, or of lips, darkens red, green and blue */
    float melanin, blood; /* strength of the maps */
    float lips, stubble, scalp, mottle, lines, folds;
    float line_depth, fold_depth, pore_depth, lip_depth;
    int32_t srgb[4096]; /* 0 .. 255 of linear values, in steps of 1/4095 of their square root */
} pd_k_texel_person;

typedef struct pd_k_texels {
    /* maps, 0 .. 255 */
    float tissue[4][PD_K_TEXELS];  /* melanin, blood, lips, beard */
    float surface[4][PD_K_TEXELS]; /* occlusion, roughness, nails, spots */
    float relief[4][PD_K_TEXELS];  /* lines, pores, scalp, folds */
    /* noise, -1 .. 1: blotches of two sizes, fine, grain */
    float noise[4][PD_K_TEXELS];
    float brow[PD_K_TEXELS];  /* share of the skin that its hairs cover */
    float spots[PD_K_TEXELS]; /* melanin of freckles and age spots */
    /* results */
    uint32_t albedo[PD_K_TEXELS], open_rough[PD_K_TEXELS];
    float height[PD_K_TEXELS]; /* metres */
} pd_k_texels;

/* Reads texels first .. first + PD_K_TEXELS - 1 of a row of boxes: samples is the map's first sample of the
 * row, of `width` texels of `channels` (3 or 4) samples; n (1 to 16) texels make a side of a box. */
typedef void pd_k_texel_boxes(float out[4][PD_K_TEXELS], const uint8_t *samples, long width, int channels,
                              int n, int first);
/* Computes the noise of texels from a row of the lattice, of PD_K_LATTICE + 1 numbers. */
typedef void pd_k_texel_noise(float out[PD_K_TEXELS], const float *row, const pd_k_texel_cells *cells);
typedef void pd_k_texel_paint(pd_k_texels *texels, const pd_k_texel_person *person);
/* Computes the packed normals of texels from their heights and those of the rows above and below. It reads
 * one height before and one after the texels too. per_metre: 1 over the width of two texels, 1/m. */
typedef void pd_k_texel_slopes(uint32_t out[PD_K_TEXELS], const float *row, const float *above,
                               const float *below, float per_metre);

/* The functions of one processor version. */
typedef struct pd_k_texel {
    pd_k_texel_boxes *boxes;
    pd_k_texel_noise *noise;
    pd_k_texel_paint *paint;
    pd_k_texel_slopes *slopes;
} pd_k_texel;

extern const pd_k_texel pd_k_texel_ref, pd_k_texel_avx2, pd_k_texel_avx512;

/* Returns the version that pd_k_cpu_init chose; NEON runs the plain one, which the compiler vectorizes. */
const pd_k_texel *pd_k_texel_get(void);

#endif
