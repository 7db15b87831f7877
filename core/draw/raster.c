#include "core/draw/raster.h"

#include "core/base/assert.h"

#include <math.h>
#include <string.h>

/* Returns twice the signed area of a, b and the point. */
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

void pd_draw_limits_fill(pd_draw_limits *limits, int samples)
{
    static const int order[PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST] = {0, 8,  2, 10, 12, 4, 14, 6,
                                                                           3, 11, 1, 9,  15, 7, 13, 5};
    const int count = samples * samples;
    const int period = samples * count;

    PD_ASSERT(samples >= 1 && samples <= PD_DRAW_SAMPLES_MOST);
    limits->period = period;
    for (int y = 0; y < period; y++)
        for (int x = 0; x < period; x++) {
            /* Rank of the sample in its pixel, in a scattered order. Limits divide 0 to 1 evenly. */
            const int sx = x % samples;
            const int sy = y % samples;
            int rank = 0;
            for (int i = 0; i < samples; i++)
                for (int j = 0; j < samples; j++) rank += order[4 * i + j] < order[4 * sy + sx];

            /* Neighbouring pixels begin at different ranks, so that uniform areas have no visible pattern. */
            rank = (rank + 3 * (x / samples) + 5 * (y / samples)) % count;
            limits->alpha[y * period + x] = 255 * (((float)rank + 0.5f) / (float)count);
        }
}

static float least_of(float a, float b, float c)
{
    const float least = a < b ? a : b;
    return least < c ? least : c;
}

static float most_of(float a, float b, float c)
{
    const float most = a > b ? a : b;
    return most > c ? most : c;
}

int pd_draw_fronts(pd_draw_front *fronts, int width, int height, const pd_draw_surface *surface,
                   const pd_draw_corner *corners)
{
    int count = 0;

    PD_ASSERT(height <= INT16_MAX);
    for (int f = 0; f < surface->face_count; f++) {
        const uint32_t *face = surface->faces + 3 * (size_t)f;
        const pd_draw_corner *a = &corners[face[0]];
        const pd_draw_corner *b = &corners[face[1]];
        const pd_draw_corner *c = &corners[face[2]];

        /* Skip triangles behind the camera, beside the picture, or facing away.
         * y points down, so front faces are clockwise. */
        if (!(a->near > 0 && b->near > 0 && c->near > 0)) continue;
        const float low = least_of(a->y, b->y, c->y);
        const float high = most_of(a->y, b->y, c->y);
        if (high < 0 || low > (float)height || most_of(a->x, b->x, c->x) < 0 ||
            least_of(a->x, b->x, c->x) > (float)width)
            continue;
        const float area = edge(a, b, c->x, c->y);
        if (area == 0 || !isfinite(area) || (area > 0 && !surface->two_sided)) continue;

        const int last = high < (float)height ? (int)high : height;
        const int first = low > 0 ? (int)low : 0;
        fronts[count++] = (pd_draw_front){(uint32_t)f, (int16_t)first, (int16_t)last};
    }

    return count;
}

/* Returns the level of a texture whose texels are about as large as samples on a triangle. On larger levels
 * most texels would lie between samples, and what is thinner than a sample, such as lashes, would be dots.
 * area: twice that of the triangle, samples. */
static const pd_io_image *level_of(const pd_draw_texture *texture, const pd_k_raster_cover *cover, float area)
{
    const float(*uv)[2] = cover->uvs;
    const pd_io_image *full = &texture->levels[0];
    const float share =
        (uv[1][0] - uv[0][0]) * (uv[2][1] - uv[0][1]) - (uv[2][0] - uv[0][0]) * (uv[1][1] - uv[0][1]);
    float texels = fabsf(share) * (float)full->width * (float)full->height;
    int level = 0;

    while (texels > 2 * fabsf(area) && level < texture->level_count - 1) {
        texels *= 0.25f;
        level++;
    }

    return &texture->levels[level];
}

/* Draws the listed triangles of a surface. step: of the buffer. */
static void draw_surface(const pd_k_raster_rows *rows, int step, const pd_draw_surface *surface, int index,
                         const pd_draw_corner *corners, const pd_draw_front *fronts, int front_count,
                         const pd_draw_limits *limits)
{
    pd_k_raster_draw *const draw = pd_k_raster_get();
    pd_k_raster_cover cover = {.limits = limits->alpha, .period = limits->period};
    const float shrink = 1 / (float)step;
    const int first = rows->first * step;
    const int last = rows->last * step;

    PD_ASSERT(!surface->has_alpha || surface->albedo->channels == 4);

    for (int i = 0; i < front_count; i++) {
        const pd_draw_front *front = &fronts[i];
        if (front->last < first || front->first >= last) continue;
        const uint32_t *face = surface->faces + 3 * (size_t)front->face;
        pd_k_raster_triangle t = {.mark = (uint32_t)index << 24 | front->face};
        for (int k = 0; k < 3; k++) {
            const pd_draw_corner *corner = &corners[face[k]];
            t.x[k] = corner->x * shrink;
            t.y[k] = corner->y * shrink;
            t.near[k] = corner->near;
            for (int c = 0; c < 2 && surface->has_alpha; c++)
                cover.uvs[k][c] = surface->uvs[2 * (size_t)face[k] + (size_t)c];
        }

        t.area = (t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) - (t.y[1] - t.y[0]) * (t.x[2] - t.x[0]);
        if (surface->has_alpha) {
            const pd_io_image *image = level_of(surface->albedo, &cover, t.area);
            cover.texels = image->samples;
            cover.width = image->width;
            cover.height = image->height;
        }

        if (t.area != 0) draw(rows, &t, surface->has_alpha ? &cover : NULL);
    }
}

void pd_draw_raster(pd_draw_buffer *buffer, int first, int last, const pd_draw_job *job,
                    pd_draw_corner *const *corners, pd_draw_front *const *fronts, const int *front_counts,
                    const pd_draw_limits *limits)
{
    const long offset = (first - buffer->top) * buffer->stride;
    const pd_k_raster_rows rows = {.near = buffer->near + offset,
                                   .marks = buffer->triangle ? buffer->triangle + offset : NULL,
                                   .stride = buffer->stride,
                                   .width = buffer->width,
                                   .first = first,
                                   .last = last};

    PD_ASSERT(first >= buffer->top && first <= last && last <= buffer->height);
    PD_ASSERT(buffer->stride >= buffer->width + PD_K_RASTER_LANES - 1 &&
              job->surface_count <= PD_DRAW_SURFACES_MOST);
    memset(rows.near, 0, (size_t)((last - first) * buffer->stride) * sizeof(float));
    for (int s = 0; s < job->surface_count; s++)
        draw_surface(&rows, buffer->step, &job->surfaces[s], s, corners[s], fronts[s], front_counts[s],
                     limits);
}
