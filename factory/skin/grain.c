#include "factory/skin/grain.h"

#include "core/base/assert.h"
#include "core/wardrobe/palette.h"
#include "core/wardrobe/export/skin_map.h"
#include "factory/skin/picture.h"

#include <math.h>
#include <stdlib.h>

#define FINE        0.8f /* further strength of what is finer than the fine blur */
#define GRAIN_LIGHT 0.06f
#define LEAST_LIGHT 0.001f /* linear luminance of what is black */

/* Standard deviations of the wide and the fine blur on the head and elsewhere, as shares of the texture.
 */
static const float blurs[2][2] = {{0.0088f, 0.0022f}, {0.0039f, 0.0017f}};

/* Skins of a young woman, a young man and an older man, in the order of the map's channels. */
static const char *const skins[3] = {"skins/textures/young_lightskinned_female_diffuse3",
                                     "skins/textures/young_lightskinned_male_diffuse2",
                                     "skins/textures/middleage_lightskinned_male_diffuse2"};

/* Blurs rows [first, last) of `values` (side,side) along one axis, over the texels that are on. out: as
 * values; is_down: along columns. */
static void blur_grain(float *out, const float *values, const pd_factory_grain_texel *texels, int side,
                       int first, int last, float sigma, bool is_down)
{
    const int reach = (int)(3 * sigma);

    for (int y = first; y < last; y++)
        for (int x = 0; x < side; x++) {
            const float own = texels[(size_t)y * (size_t)side + (size_t)x].lips;
            float sum = 0, weights = 0;
            for (int k = -reach; k <= reach; k++) {
                const int px = is_down ? x : x + k;
                const int py = is_down ? y + k : y;
                if (px < 0 || px >= side || py < first || py >= last) continue;
                const size_t at = (size_t)py * (size_t)side + (size_t)px;
                if (!texels[at].is_on) continue;
                const float d = (float)k / sigma;
                const float alike = 1 - fabsf(texels[at].lips - own);
                const float weight = alike * alike * expf(-0.5f * d * d);
                sum += weight * values[at];
                weights += weight;
            }

            out[(size_t)y * (size_t)side + (size_t)x] = weights > 0 ? sum / weights : 0;
        }
}

/* Draws one channel. scratch: (4,side,side). */
static void draw_grain(pd_io_image *out, int channel, const pd_io_image *skin,
                       const pd_factory_grain_texel *texels, int side, int head, float *scratch)
{
    const size_t count = (size_t)side * (size_t)side;
    float *log_light = scratch, *across = scratch + count, *wide = scratch + 2 * count;
    float *fine = scratch + 3 * count;
    static const float shares[3] = {0.2126f, 0.7152f, 0.0722f};

    for (size_t i = 0; i < count; i++) {
        float light = 0;
        for (int c = 0; c < 3 && texels[i].is_on; c++)
            light +=
                shares[c] * pd_wardrobe_linear((double)pd_factory_picture_at(skin, texels[i].uv, c) / 255);
        log_light[i] = logf(fmaxf(light, LEAST_LIGHT));
    }

    /* Head and body have different scales, and no island has parts of both. */
    const int rows[3] = {0, head, side};
    for (int part = 0; part < 2; part++) {
        for (int b = 0; b < 2; b++) {
            const float sigma = blurs[part][b] * (float)side;
            blur_grain(across, log_light, texels, side, rows[part], rows[part + 1], sigma, false);
            blur_grain(b ? fine : wide, across, texels, side, rows[part], rows[part + 1], sigma, true);
        }
    }

    for (size_t i = 0; i < count; i++) {
        const float detail = log_light[i] - wide[i] + FINE * (log_light[i] - fine[i]);
        const float g = texels[i].is_on ? texels[i].weight * fminf(GRAIN_LIGHT, detail) : 0;
        const float clipped = fmaxf(-1, fminf(1, g / PD_WARDROBE_GRAIN_MOST));
        const long steps = lrintf(127 * clipped / PD_FACTORY_GRAIN_STEP);
        const long value = 128 + PD_FACTORY_GRAIN_STEP * steps;
        ((uint8_t *)out->samples)[3 * i + (size_t)channel] = (uint8_t)(value < 255 ? value : 255);
    }
}

pd_status pd_factory_skin_grain(pd_io_image *out, const pd_factory_grain_texel *texels, int side, int head,
                                const char *folder, pd_error *err)
{
    PD_ASSERT(side > 0 && head > 0 && head < side);
    pd_status status = pd_io_image_init(out, side, side, 3, 8, err);
    float *scratch = malloc(4 * (size_t)side * (size_t)side * sizeof *scratch);

    if (status == PD_OK && !scratch)
        status = pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory for the grain");
    for (int s = 0; s < 3 && status == PD_OK; s++) {
        pd_io_image skin;
        status = pd_factory_picture_read(&skin, folder, skins[s], err);
        if (status != PD_OK) break;
        draw_grain(out, s, &skin, texels, side, head, scratch);
        pd_io_image_deinit(&skin);
    }

    free(scratch);
    if (status != PD_OK) pd_io_image_deinit(out);

    return status;
}
