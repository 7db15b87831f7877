#include "core/rig/file.h"

#include "core/base/assert.h"
#include "core/io/mesh/png.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH  480 /* size of a view, pixels */
#define HEIGHT 480
#define SCALE  380.0 /* height of the mesh in pixels; less for a wide mesh */
#define FLOOR  440.0 /* row of the ground */

typedef struct canvas {
    pd_io_image image;
    float *depth; /* (HEIGHT, 2 WIDTH) */
} canvas;

/* Projects a point. View 0 is the front, 1 the left side. out: right, down, towards the camera. */
static void picture_project(double out[3], const double p[3], int view, double scale)
{
    PD_DEBUG_ASSERT(view == 0 || view == 1);
    out[0] = view * WIDTH + 0.5 * WIDTH + scale * (view ? -p[2] : p[0]);
    out[1] = FLOOR - scale * p[1];
    out[2] = view ? p[0] : p[2];
}

/* Sets a pixel of a view; pixels outside it are ignored. */
static void picture_dot(canvas *c, int view, double x, double y, const uint8_t color[3])
{
    const int ix = (int)floor(x);
    const int iy = (int)floor(y);
    if (ix < view * WIDTH || ix >= (view + 1) * WIDTH || iy < 0 || iy >= HEIGHT) return;
    memcpy((uint8_t *)c->image.samples + 3 * ((size_t)iy * 2 * WIDTH + (size_t)ix), color, 3);
}

/* Draws a triangle. Computes the ends of each row, so that only pixels inside the triangle are visited. */
static void fill_triangle(canvas *c, int view, double p[3][3], uint8_t shade)
{
    const double area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
    const int top = (int)fmax(floor(fmin(p[0][1], fmin(p[1][1], p[2][1]))), 0);
    const int bottom = (int)fmin(ceil(fmax(p[0][1], fmax(p[1][1], p[2][1]))), HEIGHT - 1);
    const uint8_t color[3] = {shade, shade, shade};

    /* A triangle seen edge on has no area. */
    if (fabs(area) < 1e-9) return;
    for (int y = top; y <= bottom; y++) {
        /* Left and right end of row y inside the triangle. */
        double from = INFINITY, to = -INFINITY;
        for (int k = 0; k < 3; k++) {
            const double *a = p[k];
            const double *b = p[(k + 1) % 3];
            if ((a[1] < y && b[1] < y) || (a[1] > y && b[1] > y)) continue;
            const double t = a[1] == b[1] ? 0 : (y - a[1]) / (b[1] - a[1]);
            const double x = a[0] + t * (b[0] - a[0]);
            from = fmin(from, x);
            to = fmax(to, x);
            if (a[1] == b[1]) {
                from = fmin(from, b[0]);
                to = fmax(to, b[0]);
            }
        }

        if (!(from <= to)) continue;

        /* Draw the pixels that are nearer than the depth buffer. */
        const int left = (int)fmax(floor(from), view * WIDTH);
        const int right = (int)fmin(ceil(to), (view + 1) * WIDTH - 1);
        for (int x = left; x <= right; x++) {
            double w[3];
            for (int k = 0; k < 3; k++) {
                const double *a = p[(k + 1) % 3];
                const double *b = p[(k + 2) % 3];
                w[k] = ((a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y)) / area;
            }

            if (w[0] < -1e-9 || w[1] < -1e-9 || w[2] < -1e-9) continue;
            const float depth = (float)(w[0] * p[0][2] + w[1] * p[1][2] + w[2] * p[2][2]);
            float *known = &c->depth[(size_t)y * 2 * WIDTH + (size_t)x];
            if (depth <= *known) continue;
            *known = depth;
            picture_dot(c, view, x, y, color);
        }
    }
}

/* Draws the mesh in both views, lit from the front and above. Returns false if cancelled. */
static bool draw_mesh(canvas *c, const pd_rig_mesh *m, double scale, const pd_cancel *cancel)
{
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        double n[3] = {0};
        if (!(f & 1023) /* now and then */ && pd_cancelled(cancel)) return false;
        for (int k = 0; k < 3; k++)
            for (int a = 0; a < 3; a++) n[a] += m->normals[3 * (size_t)v[k] + (size_t)a];
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) + 1e-12;
        for (int view = 0; view < 2; view++) {
            double p[3][3];
            const double light = (view ? 0.8 * n[0] + 0.3 * n[2] : 0.3 * n[0] + 0.8 * n[2]) + 0.5 * n[1];
            for (int k = 0; k < 3; k++) picture_project(p[k], m->points + 3 * (size_t)v[k], view, scale);
            fill_triangle(c, view, p, (uint8_t)(165 + 65 * light / length));
        }
    }

    return true;
}

static void draw_disc(canvas *c, int view, const double at[3], int radius, const uint8_t color[3])
{
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++)
            if (x * x + y * y <= radius * radius) picture_dot(c, view, at[0] + x, at[1] + y, color);
}

/* Draws bones as lines and joints as discs, from green (certain) to red. */
static void draw_bones(canvas *c, const pd_rig_result *rig, double scale)
{
    static const uint8_t bone[3] = {40, 60, 160};

    for (int view = 0; view < 2; view++) {
        for (int j = 1; j < rig->bone_count; j++) {
            double a[3], b[3];
            PD_ASSERT(rig->bones[j].parent >= 0 && rig->bones[j].parent < j);
            picture_project(a, rig->bones[rig->bones[j].parent].at, view, scale);
            picture_project(b, rig->bones[j].at, view, scale);
            const int steps = 1 /* two discs a pixel */ + (int)ceil(2 * hypot(b[0] - a[0], b[1] - a[1]));
            for (int i = 0; i <= steps; i++) {
                const double t = (double)i / steps;
                const double at[3] = {a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
                draw_disc(c, view, at, 1, bone);
            }
        }

        for (int j = 0; j < rig->bone_count; j++) {
            const double sure = fmin(1, 1.4 * rig->bones[j].confidence);
            const uint8_t color[3] = {(uint8_t)(220 * (1 - sure)), (uint8_t)(170 * sure), 30};
            double at[3];
            picture_project(at, rig->bones[j].at, view, scale);
            draw_disc(c, view, at, 4, color);
        }
    }
}

pd_status pd_rig_picture(pd_buffer *png, const pd_rig_result *rig, const pd_cancel *cancel, pd_error *err)
{
    const size_t pixels = (size_t)HEIGHT * 2 * WIDTH;
    const pd_rig_mesh *m = &rig->mesh;
    double far = 0.5;
    canvas c;

    pd_status status = pd_io_image_init(&c.image, 2 * WIDTH, HEIGHT, 3, 8, err);
    if (status != PD_OK) return status;
    c.depth = malloc(pixels * sizeof *c.depth);
    if (!c.depth) {
        pd_io_image_deinit(&c.image);
        return pd_fail(err, PD_ERR_MEMORY, "picture", "out of memory");
    }

    /* Light background; the scale is smaller if the mesh is wide. */
    memset(c.image.samples, 250, 3 * pixels);
    for (size_t i = 0; i < pixels; i++) c.depth[i] = -1e9f;
    for (int i = 0; i < m->vertex_count; i++)
        far = fmax(far, fmax(fabs(m->points[3 * (size_t)i]), fabs(m->points[3 * (size_t)i + 2])));
    const double scale = fmin(SCALE, 0.47 * WIDTH / far);

    if (draw_mesh(&c, m, scale, cancel)) {
        draw_bones(&c, rig, scale);
        status = pd_io_png_write(png, &c.image, err);
    } else {
        status = pd_fail(err, PD_ERR_BUSY, "", "cancelled");
    }

    free(c.depth);
    pd_io_image_deinit(&c.image);

    return status;
}
