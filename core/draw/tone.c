#include "core/draw/tone.h"

#include <math.h>
#include <string.h>

#define START        (0.8f - 0.04f) /* brightness from which colours are compressed */
#define DESATURATION 0.15f

void pd_draw_tone(float rgb[3])
{
    /* Subtract the reflection of a typical surface (0.04), less for dark colours. */
    const float least = fminf(rgb[0], fminf(rgb[1], rgb[2]));
    const float offset = least < 0.08f ? least - 6.25f * least * least : 0.04f;

    for (int c = 0; c < 3; c++) rgb[c] -= offset;
    const float peak = fmaxf(rgb[0], fmaxf(rgb[1], rgb[2]));
    if (peak < START) return;

    /* Compress the peak towards 1, and desaturate the brightest colours. */
    const float d = 1 - START;
    const float compressed = 1 - d * d / (peak + d - START);
    const float white = 1 - 1 / (DESATURATION * (peak - compressed) + 1);
    for (int c = 0; c < 3; c++) rgb[c] = rgb[c] * compressed / peak * (1 - white) + compressed * white;
}

uint8_t pd_draw_srgb(float v)
{
    v = fminf(1, fmaxf(0, v));
    v = v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
    return (uint8_t)lrintf(255 * v);
}

void pd_draw_srgb_table_fill(pd_draw_srgb_table *table)
{
    /* Bisect for the least float with this number. */
    table->from[0] = -1;
    table->from[256] = 2;
    for (int i = 1; i < 256; i++) {
        uint32_t low = 0;
        uint32_t high = 0x3f800000u; /* bits of 0 and 1; positive floats have the order of their bits */
        while (high - low > 1) {
            const uint32_t middle = low + (high - low) / 2;
            float value;
            memcpy(&value, &middle, sizeof value);
            if (pd_draw_srgb(value) >= i)
                high = middle;
            else
                low = middle;
        }

        memcpy(&table->from[i], &high, sizeof high);
    }

    for (int i = 0; i <= 1024; i++) {
        const float root = (float)(i ? i - 1 : 0) / 1024; /* one step lower, because the root is rounded */
        table->first[i] = pd_draw_srgb(root * root);
    }
}

uint8_t pd_draw_srgb_find(const pd_draw_srgb_table *table, float v)
{
    v = v > 0 ? v < 1 ? v : 1 : 0;
    int number = table->first[(int)(1024 * sqrtf(v))];
    while (v >= table->from[number + 1]) number++;
    return (uint8_t)number;
}

float pd_draw_linear(float srgb)
{
    const float v = srgb / 255;
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}
