#include "core/draw/texture.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Averages 2 x 2 texels. A side of one texel is not halved. */
static void halve(pd_io_image *out, const pd_io_image *in)
{
    const uint8_t *from = in->samples;
    uint8_t *to = out->samples;
    const int channels = in->channels;
    const int dx = in->width > 1;
    const int dy = in->height > 1;

    PD_ASSERT(out->width >= 1 && out->height >= 1 && out->channels == channels);

    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++)
            for (int c = 0; c < channels; c++) {
                const size_t at =
                    ((size_t)(y << dy) * (size_t)in->width + (size_t)(x << dx)) * (size_t)channels +
                    (size_t)c;
                const size_t right = (size_t)(dx * channels);
                const size_t down = (size_t)(dy * in->width * channels);
                *to++ =
                    (uint8_t)((from[at] + from[at + right] + from[at + down] + from[at + right + down] + 2) /
                              4);
            }
}

pd_status pd_draw_texture_init(pd_draw_texture *out, pd_io_image *image, pd_error *err)
{
    *out = (pd_draw_texture){.level_count = 1, .channels = image->channels};
    if (image->bits != 8 || !image->samples) {
        pd_io_image_deinit(image);
        return pd_fail(err, PD_ERR_RANGE, "texture", "%d bits; 8 allowed", image->bits);
    }

    out->levels[0] = *image;
    *image = (pd_io_image){0};

    /* Halve until one side has one texel. */
    while (out->level_count < PD_DRAW_LEVELS_MOST) {
        const pd_io_image *last = &out->levels[out->level_count - 1];
        if (last->width == 1 || last->height == 1) break;
        pd_io_image *next = &out->levels[out->level_count];
        const pd_status status =
            pd_io_image_init(next, last->width / 2, last->height / 2, out->channels, 8, err);
        if (status != PD_OK) {
            pd_draw_texture_deinit(out);
            return status;
        }

        halve(next, last);
        out->level_count++;
    }

    return PD_OK;
}

void pd_draw_texture_deinit(pd_draw_texture *texture)
{
    for (int l = 0; l < texture->level_count; l++) pd_io_image_deinit(&texture->levels[l]);
    *texture = (pd_draw_texture){0};
}

/* The four texels around a point, and its position between them. */
typedef struct square {
    const uint8_t *texels[4]; /* upper left, upper right, lower left, lower right */
    float fx, fy;
} square;

static square square_at(const pd_draw_texture *texture, const float uv[2], int level)
{
    /* Centres of texels are at halves. */
    const pd_io_image *image = &texture->levels[level];
    const float u = uv[0] - floorf(uv[0]);
    const float v = uv[1] - floorf(uv[1]);
    const float x = u * (float)image->width - 0.5f;
    const float y = v * (float)image->height - 0.5f;
    const int left = (int)floorf(x);
    const int top = (int)floorf(y);
    const int x0 = left < 0 ? image->width - 1 : left;
    const int x1 = left + 1 >= image->width ? 0 : left + 1;
    const int y0 = top < 0 ? image->height - 1 : top;
    const int y1 = top + 1 >= image->height ? 0 : top + 1;

    PD_DEBUG_ASSERT(x0 < image->width && y0 < image->height && x1 >= 0 && y1 >= 0);

    const size_t channels = (size_t)texture->channels;
    const size_t width = (size_t)image->width;
    const uint8_t *upper = (const uint8_t *)image->samples + channels * (size_t)y0 * width;
    const uint8_t *lower = (const uint8_t *)image->samples + channels * (size_t)y1 * width;

    return (square){{upper + channels * (size_t)x0, upper + channels * (size_t)x1,
                     lower + channels * (size_t)x0, lower + channels * (size_t)x1},
                    x - (float)left,
                    y - (float)top};
}

static float texture_between(const square *s, size_t k)
{
    return (1 - s->fy) * ((1 - s->fx) * (float)s->texels[0][k] + s->fx * (float)s->texels[1][k]) +
           s->fy * ((1 - s->fx) * (float)s->texels[2][k] + s->fx * (float)s->texels[3][k]);
}

void pd_draw_texture_at(float out[4], const pd_draw_texture *texture, const float uv[2], float texels)
{
    int level = 0;

    while (texels >= 2 && level < texture->level_count - 1) {
        texels *= 0.5f;
        level++;
    }

    const square s = square_at(texture, uv, level);
    for (size_t k = 0; k < (size_t)texture->channels; k++) out[k] = texture_between(&s, k);
    if (!(texels > 1) || level == texture->level_count - 1) return;

    /* Of the next level the share by which log2(texels) is above this one. */
    const square coarse = square_at(texture, uv, level + 1);
    const float share = log2f(fminf(texels, 2));
    for (size_t k = 0; k < (size_t)texture->channels; k++)
        out[k] += share * (texture_between(&coarse, k) - out[k]);
}
