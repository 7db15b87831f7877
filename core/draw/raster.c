#include "core/draw/raster.h"

#include "core/base/assert.h"

#include <math.h>

/* Twice the signed area of a, b and the point. */
static float edge(const pd_draw_corner *a, const pd_draw_corner *b, float x, float y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

bool pd_draw_barycentric(float w[3], const pd_draw_corner *const t[3], float x, float y)
{
    const float area = edge(t[0], t[1], t[2]->x, t[2]->y);
    if (area == 0 || !isfinite(area)) return false;
    w[0] = edge(t[1], t[2], x, y) / area;
    w[1] = edge(t[2], t[0], x, y) / area;
    w[2] = 1 - w[0] - w[1];
    return true;
}

/* Ranks of a pixel's samples, in an order that scatters them. */
static void rank_samples(int ranks[PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST], int samples)
{
    static const int order[PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST] = {0, 8,  2, 10, 12, 4, 14, 6,
                                                                           3, 11, 1, 9,  15, 7, 13, 5};
    for (int sy = 0; sy < samples; sy++)
        for (int sx = 0; sx < samples; sx++) {
            int rank = 0;
            for (int i = 0; i < samples; i++)
                for (int j = 0; j < samples; j++) rank += order[4 * i + j] < order[4 * sy + sx];
            ranks[sy * samples + sx] = rank;
        }
}

/* Alpha above which a sample is covered: the samples of a pixel split 0 to 1 evenly. */
static float threshold(const int *ranks, int x, int y, int samples)
{
    const int count = samples * samples;
    /* Neighbouring pixels begin at different ranks, so that even areas do not show a pattern. */
    const int rank =
        (ranks[y % samples * samples + x % samples] + 3 * (x / samples) + 5 * (y / samples)) % count;
    return ((float)rank + 0.5f) / (float)count;
}

/* Tells whether a surface with alpha covers a sample of one of its triangles. */
static bool covers(const pd_draw_surface *s, const uint32_t *face, const pd_draw_corner *const t[3],
                   const float w[3], float near, float limit)
{
    float uv[2] = {0};
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 2; c++)
            uv[c] += w[k] * t[k]->near / near * s->uvs[2 * (size_t)face[k] + (size_t)c];
    return pd_draw_texture_alpha(s->albedo, uv) > 255 * limit;
}

/* Draws one triangle. ranks: those of rank_samples. */
static void draw_triangle(pd_draw_buffer *out, int first, int last, const pd_draw_surface *s,
                          const pd_draw_corner *corners, uint32_t face_index, uint32_t mark, const int *ranks)
{
    const uint32_t *face = s->faces + 3 * (size_t)face_index;
    const pd_draw_corner *const t[3] = {&corners[face[0]], &corners[face[1]], &corners[face[2]]};

    /* Leave out what lies behind the camera, beside the rows, or shows its back. y runs down, so outside is clockwise. */
    if (!(t[0]->near > 0 && t[1]->near > 0 && t[2]->near > 0)) return;
    const float low = fminf(t[0]->y, fminf(t[1]->y, t[2]->y)), high = fmaxf(t[0]->y, fmaxf(t[1]->y, t[2]->y));
    if (high < (float)first || low > (float)last) return;
    const float area = edge(t[0], t[1], t[2]->x, t[2]->y);
    if (area == 0 || !isfinite(area) || (area > 0 && !s->two_sided)) return;

    /* Box of the triangle in samples, whose centres lie at halves. */
    const float left = fminf(t[0]->x, fminf(t[1]->x, t[2]->x)),
                right = fmaxf(t[0]->x, fmaxf(t[1]->x, t[2]->x));
    const int x0 = (int)fmaxf(0, ceilf(left - 0.5f)),
              x1 = (int)fminf((float)(out->width - 1), floorf(right - 0.5f)),
              y0 = (int)fmaxf((float)first, ceilf(low - 0.5f)),
              y1 = (int)fminf((float)(last - 1), floorf(high - 0.5f));

    if (x0 > x1) return;

    /* Barycentric coordinates step linearly along a row. */
    const float step[3] = {-(t[2]->y - t[1]->y) / area, -(t[0]->y - t[2]->y) / area,
                           -(t[1]->y - t[0]->y) / area};
    const float depth[3] = {t[0]->near, t[1]->near, t[2]->near};
    for (int y = y0; y <= y1; y++) {
        const float px = (float)x0 + 0.5f, py = (float)y + 0.5f;
        float a = edge(t[1], t[2], px, py) / area, b = edge(t[2], t[0], px, py) / area,
              c = edge(t[0], t[1], px, py) / area;
        float *near = out->near + (size_t)y * (size_t)out->width;
        for (int x = x0; x <= x1; x++, a += step[0], b += step[1], c += step[2]) {
            if (a < 0 || b < 0 || c < 0) {
                /* Each coordinate only grows or only falls along a row, so behind the triangle there is no more of it. */
                if ((a < 0 && step[0] <= 0) || (b < 0 && step[1] <= 0) || (c < 0 && step[2] <= 0)) break;
                continue;
            }
            const float here = a * depth[0] + b * depth[1] + c * depth[2];
            if (here <= near[x]) continue;
            if (s->has_alpha) {
                const float w[3] = {a, b, c};
                if (!covers(s, face, t, w, here, threshold(ranks, x, y, out->samples))) continue;
            }
            near[x] = here;
            if (out->triangle) out->triangle[(size_t)y * (size_t)out->width + (size_t)x] = mark;
        }
    }
}

void pd_draw_raster(pd_draw_buffer *buffer, int first, int last, const pd_draw_surface *surface,
                    const pd_draw_corner *corners, int index)
{
    PD_ASSERT(first >= 0 && first <= last && last <= buffer->height);
    PD_ASSERT(index >= 0 && index < PD_DRAW_SURFACES_MOST && surface->face_count < PD_DRAW_TRIANGLES_MOST);
    int ranks[PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST] = {0};
    if (surface->has_alpha) rank_samples(ranks, buffer->samples);
    for (uint32_t f = 0; f < (uint32_t)surface->face_count; f++)
        draw_triangle(buffer, first, last, surface, corners, f, (uint32_t)index << 24 | f, ranks);
}
