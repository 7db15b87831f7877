#include "core/wardrobe/export/skin_map.h"

#include "core/base/assert.h"

#include <math.h>

#define N           PD_K_TEXELS
#define GRAIN       1.0f     /* share of the photographs' contrast that skin gets */
#define GRAIN_LIGHT 0.49f    /* log of luminance that a unit of melanin, and of blood, takes away */
#define GRAIN_DEPTH 0.00008f /* metres a unit of g */
#define GRAIN_ROUGH (-0.25f) /* smooth is what is raised and light */
/* Years over which the grain of older skin takes the place of young skin, and its share at the end. */
#define OLDER_FIRST 30
#define OLDER_LAST  65
#define OLDER_WOMEN 0.6f
#define OLDER_MEN   0.9f

/* Reads a map that is smaller than the textures, interpolated. */
static void skin_map_small(float out[4][PD_K_TEXELS], const pd_io_image *map, int first, int y, int side)
{
    const uint8_t *samples = map->samples;
    const int channels = map->channels;
    const int width = map->width;
    const float v = ((float)y + 0.5f) * (float)width / (float)side - 0.5f;
    const int y0 = v < 0 ? 0 : (int)v;
    const int y1 = y0 + 1 < width ? y0 + 1 : y0;
    const float fy = v - (float)y0 < 0 ? 0 : v - (float)y0;
    const uint8_t *top = samples + (size_t)y0 * (size_t)width * (size_t)channels;
    const uint8_t *low = samples + (size_t)y1 * (size_t)width * (size_t)channels;

    for (int x = 0; x < PD_K_TEXELS; x++) {
        const float u = ((float)(first + x) + 0.5f) * (float)width / (float)side - 0.5f;
        const int x0 = u < 0 ? 0 : (int)u;
        const int x1 = x0 + 1 < width ? x0 + 1 : x0;
        const float fx = u - (float)x0 < 0 ? 0 : u - (float)x0;
        for (int c = 0; c < channels; c++) {
            const float a = top[x0 * channels + c];
            const float b = top[x1 * channels + c];
            const float e = low[x0 * channels + c];
            const float f = low[x1 * channels + c];
            out[c][x] = (1 - fy) * ((1 - fx) * a + fx * b) + fy * ((1 - fx) * e + fx * f);
        }
    }
}

void pd_wardrobe_skin_map_read(float out[4][PD_K_TEXELS], const pd_io_image *map, const pd_k_texel *kernel,
                               int side, int first, int y)
{
    const int n = map->width / side;

    if (n < 1) {
        skin_map_small(out, map, first, y, side);
        return;
    }

    const size_t row = (size_t)y * (size_t)n * (size_t)map->width * (size_t)map->channels;
    kernel->boxes(out, (const uint8_t *)map->samples + row, map->width, map->channels, n, first);
}

void pd_wardrobe_grain_shares(float out[3], const pd_wardrobe_palette *palette)
{
    const float male = (float)palette->male;
    const float years = ((float)palette->age - OLDER_FIRST) / (OLDER_LAST - OLDER_FIRST);
    const float most = OLDER_WOMEN + male * (OLDER_MEN - OLDER_WOMEN);

    out[2] = most * fmaxf(0, fminf(1, years));
    out[1] = male * (1 - out[2]);
    out[0] = 1 - out[1] - out[2];
}

void pd_wardrobe_grain_mix(float g[PD_K_TEXELS], pd_k_texels *texels, float grain[4][PD_K_TEXELS],
                           const float shares[3], const pd_k_texel_person *person)
{
    PD_ASSERT(person->melanin > 0 && person->blood > 0);
    const float unit = PD_WARDROBE_GRAIN_MOST / 127;
    const float each = 127 * 0.5f * GRAIN / GRAIN_LIGHT;

    for (int x = 0; x < N; x++) {
        g[x] = unit * (shares[0] * grain[0][x] + shares[1] * grain[1][x] + shares[2] * grain[2][x] - 128);
        texels->tissue[0][x] -= each / person->melanin * g[x];
        texels->tissue[1][x] -= each / person->blood * g[x];
        texels->surface[1][x] += 255 * GRAIN_ROUGH * g[x];
    }
}

void pd_wardrobe_grain_raise(pd_k_texels *texels, const float g[PD_K_TEXELS])
{
    for (int x = 0; x < N; x++) texels->height[x] += GRAIN_DEPTH * g[x];
}
