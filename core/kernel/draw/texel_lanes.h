/* The texel kernels in plain C, which the compiler vectorizes; included by texel_ref.c, texel_avx2.c and
 * texel_avx512.c, which are compiled with -O3 and the instructions of their version. */
#include "core/kernel/draw/texel.h"
#include "core/kernel/unrolled.h"

#include <math.h>
#include <string.h>

#define N PD_K_TEXELS

INLINE float clamp(float v, float least, float most)
{
    const float low = v < least ? least : v;
    return low > most ? most : low;
}

/* Sums of boxes, with constant counts. */
INLINE void box(float out[4][N], const uint8_t *restrict samples, long width, const int channels, const int n,
                int first)
{
    int sums[4][N];
    memset(sums, 0, sizeof sums);
    for (int j = 0; j < n; j++) {
        const uint8_t *restrict row = samples + (j * width + (long)first * n) * channels;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < channels; c++)
                for (int x = 0; x < N; x++) sums[c][x] += row[(x * n + i) * channels + c];
    }
    for (int c = 0; c < channels; c++)
        for (int x = 0; x < N; x++) out[c][x] = (float)sums[c][x] * (1 / (float)(n * n));
}

static void boxes(float out[4][N], const uint8_t *samples, long width, int channels, int n, int first)
{
    if (channels == 4 && n == 1)
        box(out, samples, width, 4, 1, first);
    else if (channels == 4 && n == 2)
        box(out, samples, width, 4, 2, first);
    else if (channels == 3 && n == 2)
        box(out, samples, width, 3, 2, first);
    else
        box(out, samples, width, channels, n, first);
}

static void noise(float out[N], const float *restrict row, const pd_k_texel_cells *restrict cells)
{
    float values[N];
    for (int x = 0; x < N; x++) {
        const float a = row[cells->cell[x]], b = row[cells->cell[x] + 1];
        values[x] = a + cells->share[x] * (b - a);
    }
    memcpy(out, values, sizeof values);
}

/* exp(v) = 2^n exp(r) with v = n ln 2 + r, |r| <= ln 2 / 2, and the polynomial of Cephes' expf (Moshier), to
 * 2e-7 of the value; |v| <= 80. */
INLINE float exp_of(float v)
{
    const float shift = 12582912.0f; /* 1.5 * 2^23: adding it rounds to whole numbers */
    v = clamp(v, -80, 80);
    const float n = (v * 1.44269504f + shift) - shift, r = (v - n * 0.693359375f) + n * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = (p * (r * r) + r) + 1;
    const int32_t bits = ((int32_t)n + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return p * scale;
}

static void paint(pd_k_texels *restrict t, const pd_k_texel_person *restrict who)
{
    float m[N], h[N], vermilion[N], stubble[N], scalp[N], hair[N];

    /* Pigments. */
    for (int x = 0; x < N; x++) {
        const float blotch = t->noise[0][x] + 0.6f * t->noise[1][x], fine = t->noise[2][x];
        const float lips = t->tissue[2][x] * (1 / 255.0f), nail = t->surface[2][x] * (1 / 255.0f),
                    line = (t->relief[0][x] - 128) * (1 / 127.0f), carved = line < 0 ? line * who->lines : 0,
                    fold = (t->relief[3][x] - 128) * (1 / 127.0f), hollow = fold < 0 ? fold * who->folds : 0;
        m[x] = who->melanin * (t->tissue[0][x] - 128) * (1 / 127.0f) +
               0.5f * who->mottle * blotch * (1 - lips) + t->spots[x] - 0.16f * carved - 0.13f * hollow;
        h[x] = who->blood * (t->tissue[1][x] - 128) * (1 / 127.0f) +
               who->mottle * (0.7f * blotch + 0.5f * fine) - 0.1f * nail - 0.18f * carved - 0.09f * hollow;
        vermilion[x] = who->lips * lips * (1 + 0.10f * fine);
        stubble[x] = who->stubble * (t->tissue[3][x] * (1 / 255.0f)) * (0.80f + 0.20f * t->noise[3][x]);
        /* Towards the hairline roots stand apart. */
        const float root = t->relief[2][x] * (1 / 255.0f);
        scalp[x] =
            who->scalp * clamp(root + 3 * root * (1 - root) * (0.6f * t->noise[3][x] + 0.6f * fine), 0, 1);
        const float most = stubble[x] > scalp[x] ? stubble[x] : scalp[x];
        hair[x] = t->brow[x] > most ? t->brow[x] : most;
        t->albedo[x] = 0;
    }

    /* Light that comes back from the skin, then hair in and on it. */
    for (int c = 0; c < 3; c++) {
        const float base = who->base[c], own = who->hair[c], dark = who->melanin_rgb[c],
                    red = who->blood_rgb[c], lip = who->lip_rgb[c], root = who->root_rgb[c],
                    brow = who->brow_rgb[c];
        for (int x = 0; x < N; x++) {
            const float nail = t->surface[2][x] * (1 / 255.0f);
            float value = base * exp_of(-(dark * m[x] + red * h[x] + lip * vermilion[x]));
            value += nail * 0.18f * (0.75f - value);
            value += stubble[x] * (0.55f * own + 0.018f - value);
            value += scalp[x] * (root - value);
            value += t->brow[x] * (brow - value);
            const int at = (int)(sqrtf(clamp(value, 0, 1)) * 4095);
            t->albedo[x] |= (uint32_t)who->srgb[at] << 8 * c;
        }
    }

    /* Occlusion in lines too; hair in the skin is rougher. */
    for (int x = 0; x < N; x++) {
        const float line = (t->relief[0][x] - 128) * (1 / 127.0f), fine = t->noise[2][x],
                    grain = t->noise[3][x], lips = t->tissue[2][x] * (1 / 255.0f),
                    fold = (t->relief[3][x] - 128) * (1 / 127.0f), below = line < 0 ? line : 0,
                    hollow = fold < 0 ? fold : 0;
        const float open = t->surface[0][x] * (1 / 255.0f) * (1 + 0.30f * who->lines * below) *
                           (1 + 0.30f * who->folds * hollow),
                    rough = t->surface[1][x] * (1 / 255.0f) + 0.025f * fine + 0.12f * hair[x] +
                            0.05f * who->lines;
        t->open_rough[x] = (uint32_t)(int)(255 * clamp(open, 0, 1) + 0.5f) |
                           (uint32_t)(int)(255 * clamp(rough, 0.2f, 1) + 0.5f) << 8;
        t->height[x] = who->line_depth * who->lines * line + who->fold_depth * who->folds * fold +
                       who->pore_depth * t->relief[1][x] * (1 / 255.0f) * (0.65f * grain + 0.8f * fine) +
                       who->lip_depth * lips * fine;
    }
}

static void slopes(uint32_t *restrict out, const float *restrict row, const float *restrict above,
                   const float *restrict below, float per_metre)
{
    for (int x = 0; x < N; x++) {
        const float u = (row[x - 1] - row[x + 1]) * per_metre, v = (below[x] - above[x]) * per_metre,
                    scale = 127.5f / sqrtf(u * u + v * v + 1);
        out[x] = (uint32_t)(int)(128 + scale * u) | (uint32_t)(int)(128 + scale * v) << 8 |
                 (uint32_t)(int)(128 + scale) << 16;
    }
}
