#include "tools/draw/raster.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NEAR      0.05f
#define AO_RADIUS 0.06f /* metres on the surface */
#define AO_TAPS   12

typedef struct corner {
    float x, y, depth; /* samples, samples, metres */
    const float *normal, *color, *uv;
} corner;

typedef struct view {
    float eye[3], right[3], up[3], back[3]; /* back: from target to eye */
    float key[3], fill[3];
    float focal, cx, cy; /* samples */
} view;

pd_status pd_tool_raster_init(pd_tool_raster *raster, int width, int height, int scale, pd_error *err)
{
    *raster =
        (pd_tool_raster){.width = width, .height = height, .scale = scale, .depth = NULL, .color = NULL};
    if (width < 1 || width > 8192 || height < 1 || height > 8192 || scale < 1 || scale > 8)
        return pd_fail(err, PD_ERR_RANGE, "view", "%d x %d by %d; sides of 1 to 8192, scale 1 to 8", width,
                       height, scale);
    size_t count = (size_t)width * (size_t)height * (size_t)(scale * scale);
    raster->depth = malloc(count * sizeof *raster->depth);
    raster->color = malloc(3 * count * sizeof *raster->color);
    if (raster->depth && raster->color) return PD_OK;
    pd_tool_raster_deinit(raster);

    return pd_fail(err, PD_ERR_MEMORY, "view", "out of memory for %zu samples", count);
}

void pd_tool_raster_deinit(pd_tool_raster *raster)
{
    free(raster->depth);
    free(raster->color);
    *raster = (pd_tool_raster){0};
}

/* Background: a soft vertical gradient, so that dark and light bodies both stand out. */
void pd_tool_raster_clear(pd_tool_raster *raster)
{
    int width = raster->width * raster->scale;
    int height = raster->height * raster->scale;

    memset(raster->depth, 0, (size_t)width * (size_t)height * sizeof *raster->depth);
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

static float raster_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A direction given in the camera's axes, as a unit vector of the world. */
static void from_camera(float out[3], const view *v, float right, float up, float back)
{
    float length = sqrtf(right * right + up * up + back * back);
    for (int c = 0; c < 3; c++) out[c] = (right * v->right[c] + up * v->up[c] + back * v->back[c]) / length;
}

static void raster_project(corner *out, const view *v, const float p[3])
{
    float d[3] = {p[0] - v->eye[0], p[1] - v->eye[1], p[2] - v->eye[2]};
    out->depth = -raster_dot(d, v->back);
    if (out->depth < NEAR) return;
    out->x = v->cx + v->focal * raster_dot(d, v->right) / out->depth;
    out->y = v->cy - v->focal * raster_dot(d, v->up) / out->depth;
}

/* Twice the signed area of a, b and the point: positive on one side of the edge. */
static float edge(const corner *a, const corner *b, float x, float y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static void draw_sample(pd_tool_raster *raster, const view *v, const corner *const t[3],
                        const float weight[3], size_t at, const pd_tool_surface *surface, int inside)
{
    float inverse = weight[0] / t[0]->depth + weight[1] / t[1]->depth + weight[2] / t[2]->depth;
    float depth = 1 / inverse;
    float normal[3] = {0}, color[3] = {0}, uv[2] = {0};
    const float *albedo = surface->colors ? NULL : surface->albedo;

    if (raster->depth[at] != 0 && raster->depth[at] <= depth) return;

    for (int k = 0; k < 3; k++) {
        float w = weight[k] / t[k]->depth * depth; /* perspective-correct */
        for (int c = 0; c < 3; c++) {
            normal[c] += w * t[k]->normal[c];
            color[c] += w * (albedo ? albedo[c] : t[k]->color[c]);
        }

        for (int c = 0; surface->texture && c < 2; c++) uv[c] += w * t[k]->uv[c];
    }

    /* the nearest sample of the texture; where it is transparent the surface is not drawn */
    if (surface->texture) {
        const pd_io_image *texture = surface->texture;
        const int x = (int)((uv[0] - floorf(uv[0])) * (float)texture->width) % texture->width;
        const int y = (int)((uv[1] - floorf(uv[1])) * (float)texture->height) % texture->height;
        const uint8_t *samples = (const uint8_t *)texture->samples +
                                 ((size_t)y * (size_t)texture->width + (size_t)x) * (size_t)texture->channels;
        if (texture->channels == 4 && samples[3] < 128) return;
        for (int c = 0; c < 3; c++) color[c] *= powf((float)samples[c] / 255, 2.2f);
    }

    raster->depth[at] = depth;

    float *out = raster->color + 3 * at;
    static const float sky[3] = {0.33f, 0.35f, 0.40f};
    static const float ground[3] = {0.19f, 0.16f, 0.14f};
    static const float warning[3] = {0.9f, 0.05f, 0.3f};
    float length = sqrtf(raster_dot(normal, normal));
    float n[3];
    for (int c = 0; c < 3; c++)
        n[c] = normal[c] / (length > 1e-6f ? length : 1) * (inside && !surface->keeps_normals ? -1 : 1);
    float key = fmaxf(0, raster_dot(n, v->key));
    float fill = fmaxf(0, raster_dot(n, v->fill));
    float up = 0.5f + 0.5f * n[1];
    float facing = fmaxf(0, raster_dot(n, v->back));
    float rim = surface->keeps_normals ? 0 : 0.10f * powf(1 - facing, 3);
    for (int c = 0; c < 3; c++) {
        float light = sky[c] * up + ground[c] * (1 - up) + 0.95f * key + 0.16f * fill;
        out[c] = (inside && !surface->two_sided ? warning[c] : color[c]) * light + rim;
    }
}

static void draw_triangle(pd_tool_raster *raster, const view *v, const corner *const given[3],
                          const pd_tool_surface *surface)
{
    int width = raster->width * raster->scale;
    int height = raster->height * raster->scale;
    const corner *t[3] = {given[0], given[1], given[2]};
    float area = edge(t[0], t[1], t[2]->x, t[2]->y);
    int inside = area > 0; /* y runs down, so outside is clockwise here */
    if (area == 0 || !isfinite(area)) return;
    int x0 = (int)fmaxf(0, floorf(fminf(t[0]->x, fminf(t[1]->x, t[2]->x))));
    int x1 = (int)fminf((float)(width - 1), ceilf(fmaxf(t[0]->x, fmaxf(t[1]->x, t[2]->x))));
    int y0 = (int)fmaxf(0, floorf(fminf(t[0]->y, fminf(t[1]->y, t[2]->y))));
    int y1 = (int)fminf((float)(height - 1), ceilf(fmaxf(t[0]->y, fmaxf(t[1]->y, t[2]->y))));

    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float px = (float)x + 0.5f;
            float py = (float)y + 0.5f;
            float w[3] = {edge(t[1], t[2], px, py) / area, edge(t[2], t[0], px, py) / area, 0};
            w[2] = 1 - w[0] - w[1];
            if (w[0] < 0 || w[1] < 0 || w[2] < 0) continue;
            draw_sample(raster, v, t, w, (size_t)y * (size_t)width + (size_t)x, surface, inside);
        }
}

typedef struct tap {
    float x, y; /* offset as a fraction of the reach */
} tap;

/* Returns how far the surface at (x, y) rises towards the eye above `depth`; 0 if it is so far in front that
 * it is another object. */
static float rise_at(const pd_tool_raster *raster, int x, int y, float depth)
{
    int width = raster->width * raster->scale;
    int height = raster->height * raster->scale;

    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    float other = raster->depth[(size_t)y * (size_t)width + (size_t)x];
    float rise = other != 0 ? depth - other : -AO_RADIUS;
    if (rise > 2 * AO_RADIUS) return 0;

    return rise < -AO_RADIUS ? -AO_RADIUS : rise > AO_RADIUS ? AO_RADIUS : rise;
}

static void darken(pd_tool_raster *raster, float focal)
{
    int width = raster->width * raster->scale;
    int height = raster->height * raster->scale;
    tap taps[AO_TAPS];

    /* A fixed golden spiral without noise: pictures are reproducible. */
    for (int i = 0; i < AO_TAPS; i++) {
        float radius = ((float)i + 0.5f) / AO_TAPS;
        float angle = 2.399963f * (float)i;
        taps[i].x = radius * cosf(angle);
        taps[i].y = radius * sinf(angle);
    }

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            if (raster->depth[at] == 0) continue;

            /* Compute ambient occlusion: the light that remains if the surroundings rise above a sample
             * (after Mittring 2007). Opposite taps are summed, so that a plain slope cancels out. */
            float depth = raster->depth[(size_t)y * (size_t)(raster->width * raster->scale) + (size_t)x];
            float reach = AO_RADIUS * focal / depth;
            float sum = 0;
            for (int i = 0; i < AO_TAPS; i++) {
                int dx = (int)(reach * taps[i].x);
                int dy = (int)(reach * taps[i].y);
                float both = rise_at(raster, x + dx, y + dy, depth) + rise_at(raster, x - dx, y - dy, depth);
                sum += both > 0 ? both : 0;
            }

            float light = 1 - fminf(0.75f, 1.1f * sum / (AO_RADIUS * AO_TAPS));

            for (int c = 0; c < 3; c++) raster->color[3 * at + (size_t)c] *= light;
        }
}

static view view_of(const pd_tool_camera *camera, float width, float height)
{
    PD_ASSERT(width > 0 && height > 0);
    const float sy = sinf(camera->yaw);
    const float cy = cosf(camera->yaw);
    const float sp = sinf(camera->pitch);
    const float cp = cosf(camera->pitch);
    view v = {.right = {cy, 0, -sy}, .up = {-sy * sp, cp, -cy * sp}, .back = {sy * cp, sp, cy * cp}};

    for (int c = 0; c < 3; c++) v.eye[c] = camera->target[c] + camera->distance * v.back[c];
    v.cx = 0.5f * width;
    v.cy = 0.5f * height;
    v.focal = v.cy / tanf(0.5f * camera->fov);

    return v;
}

bool pd_tool_camera_project(float out[2], const pd_tool_camera *camera, const float point[3],
                            const int size[2])
{
    PD_ASSERT(size[0] > 0 && size[1] > 0);
    const view v = view_of(camera, (float)size[0], (float)size[1]);
    corner at;

    raster_project(&at, &v, point);
    if (at.depth < NEAR) return false;
    out[0] = at.x;
    out[1] = at.y;

    return true;
}

void pd_tool_raster_draw(pd_tool_raster *raster, const pd_tool_camera *camera, const pd_tool_surface *surface)
{
    PD_ASSERT(raster->width > 0 && raster->height > 0);
    view v = view_of(camera, (float)(raster->width * raster->scale), (float)(raster->height * raster->scale));
    from_camera(v.key, &v, -0.55f, 0.75f, 0.75f);
    from_camera(v.fill, &v, 0.9f, 0.1f, 0.35f);

    corner *corners = calloc((size_t)surface->vertex_count, sizeof *corners);
    if (!corners) return;

    for (size_t i = 0; i < (size_t)surface->vertex_count; i++) {
        raster_project(&corners[i], &v, surface->vertices + 3 * i);
        corners[i].normal = surface->normals + 3 * i;
        corners[i].color = surface->colors ? surface->colors + 3 * i : NULL;
        corners[i].uv = surface->texture ? surface->uvs + 2 * i : NULL;
    }

    for (size_t f = 0; f < (size_t)surface->face_count; f++) {
        const uint32_t *face = surface->faces + 3 * f;
        const corner *t[3] = {&corners[face[0]], &corners[face[1]], &corners[face[2]]};
        if (t[0]->depth < NEAR || t[1]->depth < NEAR || t[2]->depth < NEAR) continue;
        draw_triangle(raster, &v, t, surface);
    }

    if (!surface->has_more) darken(raster, v.focal);
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
            for (int c = 0; c < 3; c++) {
                float v = fminf(1, fmaxf(0, sum[c] / (float)(scale * scale)));

                /* Encode linear light as sRGB. */
                v = v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
                pixel[c] = (uint8_t)lrintf(255 * v);
            }
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
