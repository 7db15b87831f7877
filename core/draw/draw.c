#include "core/draw/draw.h"

#include "core/base/assert.h"
#include "core/draw/occlusion.h"
#include "core/draw/raster.h"
#include "core/draw/shade.h"
#include "core/draw/tone.h"

#include <math.h>
#include <string.h>

#define SHADOW_BANDS 4
#define DEPTH_BAND   128 /* rows of pixels in a task of the depths */
/* rows of pixels in a task of the picture; the samples fit into the second-level cache */
#define BAND         32
#define SHADOW_SIDE  768    /* samples along a side of the shadow map */
#define OPEN_RADIUS  0.045f /* metres: radius of the ambient occlusion */
/* Of the depth: below it two points count as one surface; 3 mm in a portrait of a head. */
#define SAME_DEPTH   0.0033f
#define NEIGHBOURS   5 /* pixels */

/* A job with its buffers. */
typedef struct drawing {
    const pd_draw_job *job;
    pd_draw_view view, pixels; /* for samples and for pixels */
    pd_draw_buffer pixel_buffer, shadow_buffer;
    pd_draw_buffer *bands; /* (workers) samples of BAND rows of pixels each */
    pd_draw_shadow shadow;
    pd_draw_scene scene;
    pd_draw_corner **corners, **light_corners; /* (surface_count) arrays (V) */
    pd_draw_front **fronts, **light_fronts;    /* (surface_count) arrays (F) */
    int *front_counts, *light_front_counts;    /* (surface_count) number of used entries in these */
    pd_draw_limits limits, single; /* limits for the picture's samples, and for one sample per pixel */
    float *depth, *open;           /* (height,width) depth and occlusion of the pixels */
    int worker_count;
    float linear[256];
    pd_draw_srgb_table srgb;
} drawing;

/* ---- the job ---- */

pd_status pd_draw_check(const pd_draw_job *job, pd_error *err)
{
    size_t faces = 0;

    if (job->width < PD_DRAW_SIDE_LEAST || job->width > PD_DRAW_SIDE_MOST)
        return pd_fail(err, PD_ERR_RANGE, "width", "%d; %d to %d allowed", job->width, PD_DRAW_SIDE_LEAST,
                       PD_DRAW_SIDE_MOST);
    if (job->height < PD_DRAW_SIDE_LEAST || job->height > PD_DRAW_SIDE_MOST)
        return pd_fail(err, PD_ERR_RANGE, "height", "%d; %d to %d allowed", job->height, PD_DRAW_SIDE_LEAST,
                       PD_DRAW_SIDE_MOST);
    if (job->samples < 1 || job->samples > PD_DRAW_SAMPLES_MOST)
        return pd_fail(err, PD_ERR_RANGE, "samples", "%d; 1 to %d allowed", job->samples,
                       PD_DRAW_SAMPLES_MOST);
    if (!(job->camera.fov > 0 && job->camera.fov < 3) || !(job->camera.distance > PD_DRAW_NEAR))
        return pd_fail(err, PD_ERR_RANGE, "camera", "fov %g, distance %g; 0 to 3 radians, over %g m allowed",
                       (double)job->camera.fov, (double)job->camera.distance, (double)PD_DRAW_NEAR);
    if (job->surface_count < 0 || job->surface_count > PD_DRAW_SURFACES_MOST)
        return pd_fail(err, PD_ERR_RANGE, "surfaces", "%d; 0 to %d allowed", job->surface_count,
                       PD_DRAW_SURFACES_MOST);

    /* Surfaces and triangles must fit into the marks of the buffer. */
    for (int s = 0; s < job->surface_count; s++) {
        const pd_draw_surface *surface = &job->surfaces[s];
        faces += (size_t)surface->face_count;
        if (surface->face_count >= PD_DRAW_TRIANGLES_MOST || faces >= PD_DRAW_TRIANGLES_MOST)
            return pd_fail(err, PD_ERR_RANGE, "surfaces", "%zu triangles; less than %d allowed", faces,
                           PD_DRAW_TRIANGLES_MOST);
        if ((surface->albedo || surface->normal || surface->surface || surface->glow) && !surface->uvs)
            return pd_fail(err, PD_ERR_INVALID, "surfaces", "a texture without texture coordinates");
        const bool needs_second = surface->kind == PD_DRAW_HAIR || surface->kind == PD_DRAW_EYE;
        if (needs_second != (surface->second != NULL))
            return pd_fail(err, PD_ERR_INVALID, "surfaces",
                           "hair needs strands and an eye its coat; other surfaces have neither");
        if (surface->has_alpha && (!surface->albedo || surface->albedo->channels != 4))
            return pd_fail(err, PD_ERR_INVALID, "surfaces", "alpha without a texture of four channels");
    }

    return PD_OK;
}

/* Returns the number of entries of a buffer of samples. */
static size_t buffer_count(int width, int height)
{
    return (size_t)pd_draw_stride(width) * (size_t)height;
}

size_t pd_draw_scratch_bytes(const pd_draw_job *job, int worker_count)
{
    const size_t pixels = (size_t)job->width * (size_t)job->height;
    const size_t surfaces = (size_t)job->surface_count;
    const size_t workers = (size_t)worker_count;
    const size_t band = buffer_count(job->width * job->samples, BAND * job->samples);
    size_t bytes = workers * (pd_arena_bytes(band, sizeof(float)) + pd_arena_bytes(band, sizeof(uint32_t))) +
                   pd_arena_bytes(workers, sizeof(pd_draw_buffer)) +
                   pd_arena_bytes(buffer_count(job->width, job->height), sizeof(float)) +
                   2 * pd_arena_bytes(pixels, sizeof(float)) +
                   pd_arena_bytes(buffer_count(SHADOW_SIDE, SHADOW_SIDE), sizeof(float)) +
                   2 * pd_arena_bytes(surfaces, sizeof(pd_draw_corner *)) +
                   2 * pd_arena_bytes(surfaces, sizeof(pd_draw_front *)) +
                   2 * pd_arena_bytes(surfaces, sizeof(int));

    for (size_t s = 0; s < surfaces; s++)
        bytes += 2 * pd_arena_bytes((size_t)job->surfaces[s].vertex_count, sizeof(pd_draw_corner)) +
                 2 * pd_arena_bytes((size_t)job->surfaces[s].face_count, sizeof(pd_draw_front));

    return bytes;
}

/* ---- steps over bands of rows ---- */

static void project_task(void *arg, int index, int worker)
{
    drawing *d = arg;
    const pd_draw_surface *s = &d->job->surfaces[index];
    (void)worker;

    for (size_t i = 0; i < (size_t)s->vertex_count; i++) {
        pd_draw_project(&d->corners[index][i], &d->view, s->vertices + 3 * i);
        pd_draw_project(&d->light_corners[index][i], &d->shadow.view, s->vertices + 3 * i);
    }

    d->front_counts[index] = pd_draw_fronts(d->fronts[index], d->job->width * d->job->samples,
                                            d->job->height * d->job->samples, s, d->corners[index]);
    d->light_front_counts[index] =
        pd_draw_fronts(d->light_fronts[index], SHADOW_SIDE, SHADOW_SIDE, s, d->light_corners[index]);
}

/* Computes the depths at the pixels' centres, for the occlusion. */
static void depth_task(void *arg, int band, int worker)
{
    drawing *d = arg;
    const int width = d->job->width;
    const int first = band * DEPTH_BAND;
    const int last = first + DEPTH_BAND < d->job->height ? first + DEPTH_BAND : d->job->height;
    (void)worker;

    if (pd_cancelled(d->job->cancel)) return;
    pd_draw_raster(&d->pixel_buffer, first, last, d->job, d->corners, d->fronts, d->front_counts, &d->single);
    for (int y = first; y < last; y++) {
        const float *near = d->pixel_buffer.near + y * d->pixel_buffer.stride;
        float *depth = d->depth + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++) depth[x] = near[x] > 0 ? 1 / near[x] : PD_DRAW_NOTHING;
    }
}

static void shadow_task(void *arg, int band, int worker)
{
    drawing *d = arg;
    const int rows = SHADOW_SIDE / SHADOW_BANDS;
    const int first = band * rows;
    (void)worker;

    if (pd_cancelled(d->job->cancel)) return;
    pd_draw_raster(&d->shadow_buffer, first, first + rows, d->job, d->light_corners, d->light_fronts,
                   d->light_front_counts, &d->single);
}

/* Samples of a pixel that are shaded together: they show one surface at about one depth. */
typedef struct cluster {
    uint32_t mark;
    float near, x, y,
        apart; /* the sample nearest to the pixel's centre; its squared distance from it in half samples */
    int count;
} cluster;

/* Collects the samples of a pixel into clusters. Returns their number. *nothing: number of samples that show
 * no surface. Inlined for each n. */
static inline __attribute__((always_inline)) int
collect_draw(cluster out[PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST], int *nothing, const pd_draw_buffer *b,
             int n, int px, int py)
{
    const int center = (n - 1) / 2;
    int count = 0, alike = 0;

    *nothing = 0;

    /* Most pixels show one surface. Then the sample nearest to the centre represents all. */
    const long middle = (py * n + center - b->top) * b->stride + px * n + center;
    const float depth = b->near[middle];
    for (int sy = 0; sy < n; sy++)
        for (int sx = 0; sx < n; sx++) {
            const long at = (py * n + sy - b->top) * b->stride + px * n + sx;
            alike += (fabsf(b->near[at] - depth) <= 0.02f * depth) &
                     ((b->triangle[at] >> 24 == b->triangle[middle] >> 24) | !(depth > 0));
        }
    if (alike == n * n) {
        out[0] = (cluster){.mark = b->triangle[middle],
                           .near = depth,
                           .x = (float)(px * n + center) + 0.5f,
                           .y = (float)(py * n + center) + 0.5f,
                           .apart = 0,
                           .count = alike};
        *nothing = depth > 0 ? 0 : alike;
        return depth > 0;
    }

    for (int sy = 0; sy < n; sy++)
        for (int sx = 0; sx < n; sx++) {
            const long at = (py * n + sy - b->top) * b->stride + px * n + sx;
            const float near = b->near[at];
            if (!(near > 0)) {
                ++*nothing;
                continue;
            }

            const float x = (float)(px * n + sx) + 0.5f;
            const float y = (float)(py * n + sy) + 0.5f;
            const float dx = (float)(2 * sx + 1 - n);
            const float dy = (float)(2 * sy + 1 - n);
            const float apart = dx * dx + dy * dy;
            int k = 0;
            while (k < count &&
                   (out[k].mark >> 24 != b->triangle[at] >> 24 || fabsf(out[k].near - near) > 0.02f * near))
                k++;
            if (k == count)
                out[count++] = (cluster){
                    .mark = b->triangle[at], .near = near, .x = x, .y = y, .apart = apart, .count = 0};
            if (apart < out[k].apart)
                out[k] = (cluster){.mark = b->triangle[at],
                                   .near = near,
                                   .x = x,
                                   .y = y,
                                   .apart = apart,
                                   .count = out[k].count};
            out[k].count++;
        }

    return count;
}

/* Returns the openness (1 minus occlusion) at a depth in a pixel, from the pixels' centres. Where the centre
 * shows another surface, such as hair before the skin, it is the mean over the pixels at about this depth in
 * the smallest square around that has any; without any, that of the pixel. Rows first to last are known. */
static float open_at(const drawing *d, int x, int y, float depth, int first, int last)
{
    const int width = d->job->width;
    const size_t pixel = (size_t)y * (size_t)width + (size_t)x;

    if (fabsf(d->depth[pixel] - depth) <= SAME_DEPTH * depth) return d->open[pixel];
    for (int far = 1; far <= NEIGHBOURS; far++) {
        float sum = 0;
        int count = 0;
        for (int v = y - far < first ? first : y - far; v <= y + far && v < last; v++)
            for (int u = x - far < 0 ? 0 : x - far; u <= x + far && u < width; u++) {
                const size_t at = (size_t)v * (size_t)width + (size_t)u;
                if (fabsf(d->depth[at] - depth) > SAME_DEPTH * depth) continue;
                sum += d->open[at];
                count++;
            }
        if (count) return sum / (float)count;
    }

    return d->open[pixel];
}

/* Computes visibility, occlusion and shading of a band of the picture. */
static void picture_task(void *arg, int band, int worker)
{
    drawing *d = arg;
    const pd_draw_job *job = d->job;
    const int first = band * BAND;
    const int last = first + BAND < job->height ? first + BAND : job->height;
    const float all = (float)(job->samples * job->samples);
    const size_t channels = job->is_clear ? 4 : 3;
    cluster clusters[PD_DRAW_SAMPLES_MOST * PD_DRAW_SAMPLES_MOST];
    pd_draw_buffer *buffer = &d->bands[worker];

    PD_ASSERT(worker < d->worker_count);
    if (pd_cancelled(job->cancel)) return;

    buffer->top = first * job->samples;
    pd_draw_raster(buffer, buffer->top, last * job->samples, job, d->corners, d->fronts, d->front_counts,
                   &d->limits);
    pd_draw_occlusion(d->open, d->depth, job->width, job->height, OPEN_RADIUS, d->pixels.focal, first, last);
    for (int y = first; y < last; y++) {
        if (pd_cancelled(job->cancel)) return;

        /* Background of the row. Without a background the pixels are empty. */
        const float down = (float)y / (float)job->height;
        float behind[3];
        uint8_t empty[4] = {0};
        for (int i = 0; i < 3; i++) {
            behind[i] = job->background[0][i] + down * (job->background[1][i] - job->background[0][i]);
            if (!job->is_clear) empty[i] = pd_draw_srgb_find(&d->srgb, behind[i]);
        }

        for (int x = 0; x < job->width; x++) {
            float sum[3] = {0};
            int nothing;
            uint8_t *out = job->picture + channels * ((size_t)y * (size_t)job->width + (size_t)x);
            const int count = job->samples == 3 ? collect_draw(clusters, &nothing, buffer, 3, x, y)
                              : job->samples == 2
                                  ? collect_draw(clusters, &nothing, buffer, 2, x, y)
                                  : collect_draw(clusters, &nothing, buffer, job->samples, x, y);
            if (!count) {
                memcpy(out, empty, channels);
                continue;
            }

            for (int k = 0; k < count; k++) {
                /* Barycentric coordinates of the sample on its triangle. */
                const cluster *c = &clusters[k];
                const int s = (int)(c->mark >> 24);
                const pd_draw_surface *surface = &job->surfaces[s];
                const uint32_t *face = surface->faces + 3 * (size_t)(c->mark & 0xffffff);
                const pd_draw_corner *const t[3] = {&d->corners[s][face[0]], &d->corners[s][face[1]],
                                                    &d->corners[s][face[2]]};
                float b[3], color[3];
                if (!pd_draw_barycentric(b, t, c->x, c->y)) continue;
                for (int i = 0; i < 3; i++) b[i] *= t[i]->near / c->near;

                /* Apply the tone curve before averaging, so that edges of bright highlights are smooth. */
                pd_draw_shade(color, &d->scene, surface, face, b, open_at(d, x, y, 1 / c->near, first, last));
                for (int i = 0; i < 3; i++) color[i] *= job->light.exposure;
                pd_draw_tone(color);
                for (int i = 0; i < 3; i++) sum[i] += (float)c->count * color[i];
            }

            /* With alpha, the colour is that of the surfaces alone.
             * Otherwise the background fills the rest. */
            const float seen = all - (float)nothing;
            for (int i = 0; i < 3; i++) {
                const float value =
                    job->is_clear ? sum[i] / seen : (sum[i] + (float)nothing * behind[i]) / all;
                out[i] = pd_draw_srgb_find(&d->srgb, value);
            }

            if (job->is_clear) out[3] = (uint8_t)lrintf(255 * seen / all);
        }
    }
}

void pd_draw_run(const pd_draw_job *job, pd_arena *scratch, const pd_executor *executor)
{
    const int n = job->samples;
    const int bands = (job->height + BAND - 1) / BAND;
    const size_t samples = buffer_count(job->width * n, BAND * n);
    const size_t pixels = (size_t)job->width * (size_t)job->height;
    const size_t surfaces = (size_t)job->surface_count;
    drawing d = {.job = job, .worker_count = executor->worker_count};

    /* Views for the samples, for the pixels, and for the key light, which covers the picture's contents. */
    d.view = pd_draw_view_of(&job->camera, (float)(job->width * n), (float)(job->height * n));
    d.pixels = pd_draw_view_of(&job->camera, (float)job->width, (float)job->height);
    const float wide = (float)(job->width > job->height ? job->width : job->height) / (float)job->height;
    const float radius = 0.25f + wide * job->camera.distance * tanf(0.5f * job->camera.fov);
    d.shadow.radius = radius;
    d.shadow.side = SHADOW_SIDE;
    d.shadow.view = pd_draw_view_along(job->light.key_to, job->camera.target, radius, SHADOW_SIDE);
    pd_draw_shadow_taps(&d.shadow);

    d.bands = pd_arena_take(scratch, (size_t)d.worker_count, sizeof *d.bands);
    PD_ASSERT(d.bands);
    for (int w = 0; w < d.worker_count; w++) {
        d.bands[w] = (pd_draw_buffer){.width = job->width * n,
                                      .height = job->height * n,
                                      .step = 1,
                                      .stride = pd_draw_stride(job->width * n),
                                      .near = pd_arena_take(scratch, samples, sizeof(float)),
                                      .triangle = pd_arena_take(scratch, samples, sizeof(uint32_t))};
        PD_ASSERT(d.bands[w].near && d.bands[w].triangle);
    }

    d.pixel_buffer = (pd_draw_buffer){
        .width = job->width,
        .height = job->height,
        .step = n,
        .stride = pd_draw_stride(job->width),
        .near = pd_arena_take(scratch, buffer_count(job->width, job->height), sizeof(float))};
    d.depth = pd_arena_take(scratch, pixels, sizeof(float));
    d.open = pd_arena_take(scratch, pixels, sizeof(float));
    d.shadow_buffer = (pd_draw_buffer){
        .width = SHADOW_SIDE, .height = SHADOW_SIDE, .step = 1, .stride = pd_draw_stride(SHADOW_SIDE)};
    d.shadow.near = d.shadow_buffer.near =
        pd_arena_take(scratch, buffer_count(SHADOW_SIDE, SHADOW_SIDE), sizeof(float));
    d.shadow.stride = d.shadow_buffer.stride;
    d.corners = pd_arena_take(scratch, surfaces, sizeof *d.corners);
    d.light_corners = pd_arena_take(scratch, surfaces, sizeof *d.light_corners);
    d.fronts = pd_arena_take(scratch, surfaces, sizeof *d.fronts);
    d.light_fronts = pd_arena_take(scratch, surfaces, sizeof *d.light_fronts);
    d.front_counts = pd_arena_take(scratch, surfaces, sizeof *d.front_counts);
    d.light_front_counts = pd_arena_take(scratch, surfaces, sizeof *d.light_front_counts);
    PD_ASSERT(d.pixel_buffer.near && d.depth && d.open && d.shadow.near && d.corners && d.light_corners &&
              d.fronts && d.light_fronts && d.front_counts && d.light_front_counts);

    for (int s = 0; s < job->surface_count; s++) {
        const size_t vertices = (size_t)job->surfaces[s].vertex_count;
        const size_t faces = (size_t)job->surfaces[s].face_count;
        d.corners[s] = pd_arena_take(scratch, vertices, sizeof(pd_draw_corner));
        d.light_corners[s] = pd_arena_take(scratch, vertices, sizeof(pd_draw_corner));
        d.fronts[s] = pd_arena_take(scratch, faces, sizeof(pd_draw_front));
        d.light_fronts[s] = pd_arena_take(scratch, faces, sizeof(pd_draw_front));
        PD_ASSERT(d.corners[s] && d.light_corners[s] && d.fronts[s] && d.light_fronts[s]);
    }

    pd_draw_limits_fill(&d.limits, n);
    pd_draw_limits_fill(&d.single, 1);

    /* Tables for shading. */
    for (int i = 0; i < 256; i++) d.linear[i] = pd_draw_linear((float)i);
    pd_draw_srgb_table_fill(&d.srgb);
    d.scene = (pd_draw_scene){.view = &d.view,
                              .light = &job->light,
                              .shadow = &d.shadow,
                              .linear = d.linear,
                              .pixel = 1 / d.pixels.focal};

    /* Steps of draw.h. */
    pd_execute(executor, project_task, &d, job->surface_count);
    pd_execute(executor, depth_task, &d, (job->height + DEPTH_BAND - 1) / DEPTH_BAND);
    pd_execute(executor, shadow_task, &d, SHADOW_BANDS);
    pd_execute(executor, picture_task, &d, bands);
}

pd_draw_light pd_draw_studio(const pd_draw_camera *camera)
{
    const pd_draw_view v = pd_draw_view_of(camera, 1, 1);
    pd_draw_light l = {.key = {1.00f, 0.98f, 0.95f},
                       .sky = {0.42f, 0.45f, 0.50f},
                       .ground = {0.20f, 0.18f, 0.165f},
                       .fill = {0.34f, 0.36f, 0.40f},
                       .rim = {0.40f, 0.42f, 0.46f},
                       .exposure = 1};
    static const float from[3][3] = {{-0.62f, 0.62f, 0.80f}, {0.85f, 0.10f, 0.60f}, {0.75f, 0.45f, -0.8f}};
    float *const to[3] = {l.key_to, l.fill_to, l.rim_to};

    /* Directions are in the camera's axes: right, up, back. */
    for (int i = 0; i < 3; i++) {
        float length = 0;
        for (int c = 0; c < 3; c++) {
            to[i][c] = from[i][0] * v.right[c] + from[i][1] * v.up[c] + from[i][2] * v.back[c];
            length += to[i][c] * to[i][c];
        }

        for (int c = 0; c < 3; c++) to[i][c] /= sqrtf(length);
    }

    return l;
}
