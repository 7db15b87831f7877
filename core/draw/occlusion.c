#include "core/draw/occlusion.h"

#include "core/base/assert.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TAPS     16
#define STRENGTH 1.15f /* 0.6 leaves nostrils and lids pale, 2 makes creases look dirty */
#define DARKEST  0.25f

static inline int keep_occlusion(int place, int size)
{
    return place < 0 ? 0 : place >= size ? size - 1 : place;
}

/* LANES numbers, in as many registers as the processor needs. */
#define LANES 4
typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t masks __attribute__((vector_size(4 * LANES)));

/* Returns `a` where the mask is set, `b` elsewhere. */
static inline floats choose_occlusion(masks mask, floats a, floats b)
{
    return (floats)((mask & (masks)a) | (~mask & (masks)b));
}

/* Returns rise of occlusion.h: how far surfaces are in front of `depth`. */
static inline floats rise_of(const float *others, float depth, float radius)
{
    floats other;

    memcpy(&other, others, sizeof other);
    const floats zero = {0};
    const floats rise = depth - other;
    const floats most = zero + radius;
    const floats capped = choose_occlusion(rise < most, rise, most);

    return choose_occlusion(rise > 2 * most, zero, choose_occlusion(capped > -most, capped, -most));
}

void pd_draw_occlusion(float *open, const float *depth, int width, int height, float radius, float focal,
                       int first, int last)
{
    float right[TAPS], down[TAPS];

    PD_ASSERT(first >= 0 && first <= last && last <= height && radius > 0);

    /* A golden spiral, denser near its centre to find creases.
     * It is fixed, so that pictures are reproducible. */
    for (int i = 0; i < TAPS; i++) {
        const float r = powf(((float)i + 0.5f) / TAPS, 0.8f);
        const float angle = 2.399963f * (float)i;
        right[i] = r * cosf(angle);
        down[i] = r * sinf(angle);
    }

    for (int y = first; y < last; y++)
        for (int x = 0; x < width; x++) {
            const size_t at = (size_t)y * (size_t)width + (size_t)x;
            const float own = depth[at];
            open[at] = 1;
            if (own >= PD_DRAW_NOTHING) continue;

            /* Depths at the taps and at the opposite offsets. */
            const float reach = radius * focal / own;
            const int most = (int)reach + 1;
            int dx[TAPS], dy[TAPS];
            float others[2][TAPS];
            for (int i = 0; i < TAPS; i++) {
                dx[i] = (int)lrintf(reach * right[i]);
                dy[i] = (int)lrintf(reach * down[i]);
            }

            if (x >= most && y >= most && x + most < width && y + most < height) {
                for (int i = 0; i < TAPS; i++) {
                    const int offset = dy[i] * width + dx[i];
                    others[0][i] = (depth + at)[offset];
                    others[1][i] = (depth + at)[-offset];
                }
            } else {
                for (int i = 0; i < TAPS; i++) {
                    others[0][i] =
                        depth[keep_occlusion(y + dy[i], height) * width + keep_occlusion(x + dx[i], width)];
                    others[1][i] =
                        depth[keep_occlusion(y - dy[i], height) * width + keep_occlusion(x - dx[i], width)];
                }
            }

            floats sums = {0};
            for (int i = 0; i < TAPS; i += LANES) {
                const floats both = rise_of(others[0] + i, own, radius) + rise_of(others[1] + i, own, radius);
                sums += choose_occlusion(both > 0, both, (floats){0});
            }

            const float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
            open[at] = fmaxf(DARKEST, 1 - STRENGTH * sum / (radius * TAPS));
        }
}
