#include "core/draw/occlusion.h"

#include "core/base/assert.h"

#include <math.h>
#include <stddef.h>

#define TAPS     14
#define STRENGTH 1.15f /* 0.6 leaves nostrils and lids pale, 2 makes creases look dirty */
#define DARKEST  0.25f

/* How far the surface at (x, y) rises towards the eye above depth. */
static float rise_at(const float *near, int width, int height, int x, int y, float depth, float radius)
{
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    const float other = near[(size_t)y * (size_t)width + (size_t)x];
    const float rise = other > 0 ? depth - 1 / other : -radius;
    if (rise > 2 * radius) return 0;
    return rise > radius ? radius : rise < -radius ? -radius : rise;
}

void pd_draw_occlusion(float *open, const float *near, int width, int height, float radius, float focal,
                       int first, int last)
{
    float taps[TAPS][2];
    PD_ASSERT(first >= 0 && first <= last && last <= height && radius > 0);

    /* A fixed golden spiral, denser near its centre, so that creases are found and pictures repeat. */
    for (int i = 0; i < TAPS; i++) {
        const float r = powf(((float)i + 0.5f) / TAPS, 0.8f), angle = 2.399963f * (float)i;
        taps[i][0] = r * cosf(angle), taps[i][1] = r * sinf(angle);
    }

    for (int y = first; y < last; y++)
        for (int x = 0; x < width; x++) {
            const size_t at = (size_t)y * (size_t)width + (size_t)x;
            open[at] = 1;
            if (!(near[at] > 0)) continue;

            const float depth = 1 / near[at], reach = radius * focal / depth;
            float sum = 0;
            for (int i = 0; i < TAPS; i++) {
                const int dx = (int)lrintf(reach * taps[i][0]), dy = (int)lrintf(reach * taps[i][1]);
                const float both = rise_at(near, width, height, x + dx, y + dy, depth, radius) +
                                   rise_at(near, width, height, x - dx, y - dy, depth, radius);
                if (both > 0) sum += both;
            }
            open[at] = fmaxf(DARKEST, 1 - STRENGTH * sum / (radius * TAPS));
        }
}
