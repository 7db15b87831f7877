#include "tools/draw/raster.h"

#include "core/base/assert.h"
#include "core/draw/occlusion.h"
#include "core/draw/tone.h"
#include "core/draw/vector.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define OCCLUSION_RADIUS 0.06f /* metres on the surface */

typedef struct corner {
    pd_draw_corner at; /* samples */
    const float *normal, *color;
} corner;

/* The camera's view, and the unit directions to the lights, which stand beside the camera. */
typedef struct lit_view {
    pd_draw_view view;
    float key[3], fill[3];
} lit_view;

pd_status pd_tool_raster_init(pd_tool_raster *raster, int width, int height, int scale, pd_error *err)
{
    *raster = (pd_tool_raster){.width = width, .height = height, .scale = scale};
    if (width < 1 || width > 8192 || height < 1 || height > 8192 || scale < 1 || scale > 8)
        return pd_fail(err, PD_ERR_RANGE, "view", "%d x %d by %d; sides of 1 to 8192, scale 1 to 8", width,
                       height, scale);
    size_t count = (size_t)width * (size_t)height * (size_t)(scale * scale);
    raster->depth = malloc(count * sizeof *raster->depth);
    raster->open = malloc(count * sizeof *raster->open);
    raster->color = malloc(3 * count * sizeof *raster->color);
    if (raster->depth && raster->open && raster->color) return PD_OK;
    pd_tool_raster_deinit(raster);

    return pd_fail(err, PD_ERR_MEMORY, "view", "out of memory for %zu samples", count);
}

void pd_tool_raster_deinit(pd_tool_raster *raster)
{
    free(raster->depth);
    free(raster->open);
    free(raster->color);
    *raster = (pd_tool_raster){0};
}

/* Background: a soft vertical gradient, so that dark and light bodies both stand out. */
void pd_tool_raster_clear(pd_tool_raster *raster)
{
    int width = raster->width * raster->scale;
    int height = raster->height * raster->scale;

    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) raster->depth[i] = PD_DRAW_NOTHING;
    for (int y = 0; y < height; y++) {
        float t = (float)y / (float)height;
        float *row = raster->color + 3 * (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++, row += 3) {
            row[0] = 0.80f - 0.22f * t;
            row[1] = 0.83f - 0.22f * t;
            row[2] = 0.87f - 0.22f * t;
        }
    }
}

/* A direction given in the camera's axes, as a unit vector of the world. */
static void from_camera(float out[3], const pd_draw_view *v, float right, float up, float back)
{
    for (int c = 0; c < 3; c++) out[c] = right * v->right[c] + up * v->up[c] + back * v->back[c];
    pd_draw_normalize(out);
}

/* Twice the signed area of a, b and the point: positive on one side of the edge. */
static float edge(const pd_draw_corner *a, const pd_draw_corner *b, float x, float y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static void draw_sample(pd_tool_raster *raster, const lit_view *v, const corner *const t[3],
                        const float weight[3], size_t at, const pd_tool_surface *surface, bool is_back)
{
    static const float sky[3] = {0.33f, 0.35f, 0.40f};
    static const float ground[3] = {0.19f, 0.16f, 0.14f};
    static const float warning[3] = {0.9f, 0.05f, 0.3f};
    const float depth =
        1 / (weight[0] * t[0]->at.near + weight[1] * t[1]->at.near + weight[2] * t[2]->at.near);
    float n[3] = {0};
    float color[3] = {0};

    if (raster->depth[at] <= depth) return;
    raster->depth[at] = depth;

    /* Interpolate on the triangle, which is not linear on the picture. */
    for (int k = 0; k < 3; k++) {
        const float w = weight[k] * t[k]->at.near * depth;
        for (int c = 0; c < 3; c++) {
            n[c] += w * t[k]->normal[c] * (is_back ? -1 : 1);
            color[c] += w * (t[k]->color ? t[k]->color[c] : surface->albedo[c]);
        }
    }

    /* Add the lights. */
    pd_draw_normalize(n);
    const float key = fmaxf(0, pd_draw_dot(n, v->key));
    const float fill = fmaxf(0, pd_draw_dot(n, v->fill));
    const float up = 0.5f + 0.5f * n[1];
    const float facing = fmaxf(0, pd_draw_dot(n, v->view.back));
    const float rim = 0.10f * powf(1 - facing, 3);
    float *out = raster->color + 3 * at;
    for (int c = 0; c < 3; c++) {
        const float light = sky[c] * up + ground[c] * (1 - up) + 0.95f * key + 0.16f * fill;
        out[c] = (is_back && !surface->two_sided ? warning[c] : color[c]) * light + rim;
    }
}

static void draw_triangle(pd_tool_raster *raster, const lit_view *v, const corner *const t[3],
                          const pd_tool_surface *surface)
{
    int width = raster->width * raster->scale;
    int height = raster->height * raster->scale;
    const pd_draw_corner *const p[3] = {&t[0]->at, &t[1]->at, &t[2]->at};
    float area = edge(p[0], p[1], p[2]->x, p[2]->y);
    const bool is_back = area > 0; /* y runs down, so the front is clockwise here */
    if (area == 0 || !isfinite(area)) return;
    int x0 = (int)fmaxf(0, floorf(fminf(p[0]->x, fminf(p[1]->x, p[2]->x))));
    int x1 = (int)fminf((float)(width - 1), ceilf(fmaxf(p[0]->x, fmaxf(p[1]->x, p[2]->x))));
    int y0 = (int)fmaxf(0, floorf(fminf(p[0]->y, fminf(p[1]->y, p[2]->y))));
    int y1 = (int)fminf((float)(height - 1), ceilf(fmaxf(p[0]->y, fmaxf(p[1]->y, p[2]->y))));

    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float px = (float)x + 0.5f;
            float py = (float)y + 0.5f;
            float w[3] = {edge(p[1], p[2], px, py) / area, edge(p[2], p[0], px, py) / area, 0};
            w[2] = 1 - w[0] - w[1];
            if (w[0] < 0 || w[1] < 0 || w[2] < 0) continue;
            draw_sample(raster, v, t, w, (size_t)y * (size_t)width + (size_t)x, surface, is_back);
        }
}

/* Darkens samples by the surfaces around them. */
static void darken(pd_tool_raster *raster, float focal)
{
    const int width = raster->width * raster->scale;
    const int height = raster->height * raster->scale;

    pd_draw_occlusion(raster->open, raster->depth, width, height, OCCLUSION_RADIUS, focal, 0, height);
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        for (size_t c = 0; c < 3; c++) raster->color[3 * i + c] *= raster->open[i];
}

bool pd_tool_camera_project(float out[2], const pd_draw_camera *camera, const float point[3],
                            const int size[2])
{
    PD_ASSERT(size[0] > 0 && size[1] > 0);
    const pd_draw_view view = pd_draw_view_of(camera, (float)size[0], (float)size[1]);
    pd_draw_corner at;

    pd_draw_project(&at, &view, point);
    if (at.near <= 0) return false;
    out[0] = at.x;
    out[1] = at.y;

    return true;
}

void pd_tool_raster_draw(pd_tool_raster *raster, const pd_draw_camera *camera, const pd_tool_surface *surface)
{
    PD_ASSERT(raster->width > 0 && raster->height > 0);
    lit_view v = {.view = pd_draw_view_of(camera, (float)(raster->width * raster->scale),
                                          (float)(raster->height * raster->scale))};
    from_camera(v.key, &v.view, -0.55f, 0.75f, 0.75f);
    from_camera(v.fill, &v.view, 0.9f, 0.1f, 0.35f);

    corner *corners = calloc((size_t)surface->vertex_count, sizeof *corners);
    if (!corners) return;

    for (size_t i = 0; i < (size_t)surface->vertex_count; i++) {
        pd_draw_project(&corners[i].at, &v.view, surface->vertices + 3 * i);
        corners[i].normal = surface->normals + 3 * i;
        corners[i].color = surface->colors ? surface->colors + 3 * i : NULL;
    }

    for (size_t f = 0; f < (size_t)surface->face_count; f++) {
        const uint32_t *face = surface->faces + 3 * f;
        const corner *t[3] = {&corners[face[0]], &corners[face[1]], &corners[face[2]]};
        if (t[0]->at.near <= 0 || t[1]->at.near <= 0 || t[2]->at.near <= 0) continue;
        draw_triangle(raster, &v, t, surface);
    }

    if (!surface->has_more) darken(raster, v.view.focal);
    free(corners);
}

void pd_tool_raster_resolve(pd_io_image *picture, int left, int top, const pd_tool_raster *raster)
{
    int scale = raster->scale;
    int stride = raster->width * scale;

    for (int y = 0; y < raster->height; y++)
        for (int x = 0; x < raster->width; x++) {
            float sum[3] = {0};
            if (left + x < 0 || left + x >= picture->width || top + y < 0 || top + y >= picture->height)
                continue;
            for (int s = 0; s < scale * scale; s++) {
                size_t at =
                    (size_t)(y * scale + s / scale) * (size_t)stride + (size_t)(x * scale + s % scale);
                for (int c = 0; c < 3; c++) sum[c] += raster->color[3 * at + (size_t)c];
            }

            uint8_t *pixel = (uint8_t *)picture->samples +
                             3 * ((size_t)(top + y) * (size_t)picture->width + (size_t)(left + x));
            for (int c = 0; c < 3; c++) pixel[c] = pd_draw_srgb(sum[c] / (float)(scale * scale));
        }
}

/* Draws a thick segment: shades each pixel by its distance to the segment. */
void pd_tool_raster_stroke(pd_io_image *picture, double ax, double ay, double bx, double by, double width,
                           const uint8_t rgb[3])
{
    PD_ASSERT(width > 0);
    double dx = bx - ax;
    double dy = by - ay;
    double length2 = dx * dx + dy * dy;
    double reach = width / 2 + 1;
    for (int y = (int)floor(fmin(ay, by) - reach); y <= (int)ceil(fmax(ay, by) + reach); y++)
        for (int x = (int)floor(fmin(ax, bx) - reach); x <= (int)ceil(fmax(ax, bx) + reach); x++) {
            double px = x + 0.5 - ax;
            double py = y + 0.5 - ay;
            double t = length2 > 0 ? fmin(1, fmax(0, (px * dx + py * dy) / length2)) : 0;
            double cover = width / 2 + 0.5 - hypot(px - t * dx, py - t * dy);
            if (x < 0 || y < 0 || x >= picture->width || y >= picture->height || cover <= 0) continue;
            uint8_t *p = (uint8_t *)picture->samples + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
            for (int k = 0; k < 3; k++)
                p[k] = (uint8_t)lrint(p[k] + (rgb[k] - p[k]) * (cover > 1 ? 1 : cover));
        }
}
