#include "core/draw/tone.h"

#include <math.h>

#define START        (0.8f - 0.04f) /* brightness from which colours are compressed */
#define DESATURATION 0.15f

void pd_draw_tone(float rgb[3])
{
    /* Take away the reflection of a typical surface (0.04), less where the colour is dark. */
    const float least = fminf(rgb[0], fminf(rgb[1], rgb[2])),
                offset = least < 0.08f ? least - 6.25f * least * least : 0.04f;
    for (int c = 0; c < 3; c++) rgb[c] -= offset;
    const float peak = fmaxf(rgb[0], fmaxf(rgb[1], rgb[2]));
    if (peak < START) return;

    /* Compress the peak towards 1, and turn the brightest colours white. */
    const float d = 1 - START, compressed = 1 - d * d / (peak + d - START);
    const float white = 1 - 1 / (DESATURATION * (peak - compressed) + 1);
    for (int c = 0; c < 3; c++) rgb[c] = rgb[c] * compressed / peak * (1 - white) + compressed * white;
}

uint8_t pd_draw_srgb(float v)
{
    v = fminf(1, fmaxf(0, v));
    v = v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
    return (uint8_t)lrintf(255 * v);
}

float pd_draw_linear(float srgb)
{
    const float v = srgb / 255;
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}
