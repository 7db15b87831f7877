#include "core/rig/base/volume.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FAR       1e9f   /* beyond all coordinates */
#define MOST_WORK 1e9    /* most steps of filling; a body of 500,000 triangles needs 4e7 */
#define JITTER    1.7e-4 /* of a cell: offset of rays, so that they miss edges at round coordinates */

static size_t volume_cell_of(const pd_rig_volume *v, int x, int y, int z)
{
    return ((size_t)z * (size_t)v->size[1] + (size_t)y) * (size_t)v->size[0] + (size_t)x;
}

static size_t cell_count(const pd_rig_volume *v)
{
    return (size_t)v->size[0] * (size_t)v->size[1] * (size_t)v->size[2];
}

/* ---- inside ---- */

/* Adds a triangle's crossings with rays along `axis` to `sum`: +1 for a ray that enters, -1 for one that
 * leaves. p: grid coordinates. */
static void cross_triangle(int8_t *sum, const pd_rig_volume *v, double p[3][3], int axis)
{
    const int a = (axis + 1) % 3;
    const int b = (axis + 2) % 3;
    const double area = (p[1][a] - p[0][a]) * (p[2][b] - p[0][b]) - (p[1][b] - p[0][b]) * (p[2][a] - p[0][a]);
    int low[2], high[2];

    if (area == 0) return;
    for (int i = 0; i < 2; i++) {
        const int c = i ? b : a;
        low[i] = (int)fmax(floor(fmin(p[0][c], fmin(p[1][c], p[2][c]))), 0);
        high[i] = (int)fmin(ceil(fmax(p[0][c], fmax(p[1][c], p[2][c]))), v->size[c] - 1);
    }

    /* Each ray that passes the triangle's box: barycentric coordinates w tell whether it hits, and how
     * deep. */
    for (int i = low[0]; i <= high[0]; i++)
        for (int j = low[1]; j <= high[1]; j++) {
            const double x = i + JITTER;
            const double y = j + 1.3 * JITTER;
            double depth = 0;
            bool is_in = true;
            for (int k = 0; k < 3 && is_in; k++) {
                const double *q = p[(k + 1) % 3];
                const double *r = p[(k + 2) % 3];
                const double w = ((q[a] - x) * (r[b] - y) - (q[b] - y) * (r[a] - x)) / area;
                is_in = w >= 0;
                depth += w * p[k][axis];
            }

            if (!is_in) continue;
            int at[3];
            at[a] = i;
            at[b] = j;
            at[axis] = (int)fmax(ceil(depth), 0);
            if (at[axis] >= v->size[axis]) continue;
            int8_t *s = &sum[volume_cell_of(v, at[0], at[1], at[2])];

            /* The ray enters if the normal is against it. */
            const int step = area < 0 ? 1 : -1;
            if (*s + step > -100 && *s + step < 100) /* fits into 8 bits */
                *s = (int8_t)(*s + step);
        }
}

/* Marks the cells of a triangle, by points of it at most half a cell apart. */
static void mark_surface(uint8_t *votes, const pd_rig_volume *v, double p[3][3])
{
    double longest = 0;

    for (int k = 0; k < 3; k++) {
        double square = 0;
        for (int c = 0; c < 3; c++) square += (p[k][c] - p[(k + 1) % 3][c]) * (p[k][c] - p[(k + 1) % 3][c]);
        longest = fmax(longest, square);
    }

    const int n = 1 + (int)(2 * sqrt(longest));
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n - i; j++) {
            int at[3];
            bool is_in = true;
            for (int c = 0; c < 3; c++) {
                at[c] = (int)floor((p[0][c] * (n - i - j) + p[1][c] * i + p[2][c] * j) / n + 0.5);
                is_in = is_in && at[c] >= 0 && at[c] < v->size[c];
            }

            if (is_in) votes[volume_cell_of(v, at[0], at[1], at[2])] = 3;
        }
}

/* Fills votes: for each axis, a cell gets a vote if its ray along the axis is inside there. Cells of the
 * surface get votes enough (mark_surface). sum: scratch for each cell. */
static void fill_volume(uint8_t *votes, int8_t *sum, const pd_rig_volume *v, const pd_rig_mesh *m)
{
    for (int axis = 0; axis < 4; axis++) { /* 3: cells of the surface itself */
        memset(sum, 0, cell_count(v));
        for (int f = 0; f < m->face_count; f++) {
            double p[3][3];
            for (int k = 0; k < 3; k++)
                for (int c = 0; c < 3; c++)
                    p[k][c] =
                        (m->points[3 * (size_t)m->faces[3 * (size_t)f + (size_t)k] + (size_t)c] - v->low[c]) /
                        v->cell;
            if (axis < 3)
                cross_triangle(sum, v, p, axis);
            else
                mark_surface(votes, v, p);
        }

        if (axis == 3) break;

        /* A cell gets a vote if its ray has entered more often than left. */
        const int a = (axis + 1) % 3;
        const int b = (axis + 2) % 3;
        for (int i = 0; i < v->size[a]; i++)
            for (int j = 0; j < v->size[b]; j++) {
                int inside = 0;
                for (int k = 0; k < v->size[axis]; k++) {
                    int at[3];
                    at[a] = i;
                    at[b] = j;
                    at[axis] = k;
                    const size_t c = volume_cell_of(v, at[0], at[1], at[2]);
                    inside += sum[c];
                    votes[c] = (uint8_t)(votes[c] + (inside > 0));
                }
            }
    }
}

/* ---- distance ---- */

/* Computes the lower envelope of parabolas: out_q = min_p (q - p)^2 + f_p. */
static void transform_line(float *f, size_t stride, int n, float *line, int *place, float *border)
{
    int k = 0;

    for (int q = 0; q < n; q++) line[q] = f[(size_t)q * stride];
    place[0] = 0;
    border[0] = -FAR;
    border[1] = FAR;

    /* Parabola q hides those whose part of the envelope begins after the crossing s with it. */
    for (int q = 1; q < n; q++) {
        float s;
        for (;;) {
            const int p = place[k];
            s = ((line[q] + (float)(q * q)) - (line[p] + (float)(p * p))) / (float)(2 * (q - p));
            if (s > border[k] || !k) break;
            k--;
        }

        if (s <= border[k])
            place[k] = q;
        else {
            place[++k] = q;
            border[k] = s;
        }

        border[k + 1] = FAR;
    }

    /* Read the envelope. */
    for (int q = 0, at = 0; q < n; q++) {
        while (border[at + 1] < (float)q) at++;
        f[(size_t)q * stride] = (float)((q - place[at]) * (q - place[at])) + line[place[at]];
    }
}

/* Transforms votes into squared distances, axis by axis (Felzenszwalb and Huttenlocher 2012). Returns false
 * when out of memory. */
static bool transform(pd_rig_volume *v)
{
    const int n = PD_RIG_VOLUME_CELLS + 8;
    float *line = malloc((size_t)n * sizeof *line);
    float *border = malloc(((size_t)n + 1) * sizeof *border);
    int *place = malloc((size_t)n * sizeof *place);
    const size_t strides[3] = {1, (size_t)v->size[0], (size_t)v->size[0] * (size_t)v->size[1]};
    const bool good = line && border && place;

    for (int axis = 0; good && axis < 3; axis++) {
        const int a = (axis + 1) % 3;
        const int b = (axis + 2) % 3;
        for (int i = 0; i < v->size[a]; i++)
            for (int j = 0; j < v->size[b]; j++)
                transform_line(v->distance + (size_t)i * strides[a] + (size_t)j * strides[b], strides[axis],
                               v->size[axis], line, place, border);
    }

    free(line);
    free(border);
    free(place);

    return good;
}

/* ---- volume ---- */

pd_status pd_rig_volume_init(pd_rig_volume *out, const pd_rig_mesh *mesh, pd_error *err)
{
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double width = 0, work = 0;

    memset(out, 0, sizeof *out);

    /* The grid: PD_RIG_VOLUME_CELLS along the longest side, and an empty border. */
    for (size_t i = 0; i < 3 * (size_t)mesh->face_count; i++)
        for (int c = 0; c < 3; c++) {
            const double x = mesh->points[3 * (size_t)mesh->faces[i] + (size_t)c];
            low[c] = fmin(low[c], x);
            high[c] = fmax(high[c], x);
        }
    for (int c = 0; c < 3; c++) width = fmax(width, high[c] - low[c]);
    out->cell = width / PD_RIG_VOLUME_CELLS;
    for (int c = 0; c < 3; c++) {
        out->size[c] = (int)ceil((high[c] - low[c]) / out->cell) + 5; /* with an empty border */
        out->low[c] = low[c] - 2 * out->cell;
    }

    /* Steps of filling: points along triangles, and cells of their boxes. Refuse what would take too long. */
    for (int f = 0; f < mesh->face_count; f++) {
        double longest = 0;
        for (int k = 0; k < 3; k++) {
            const double *p = mesh->points + 3 * (size_t)mesh->faces[3 * (size_t)f + (size_t)k];
            const double *q = mesh->points + 3 * (size_t)mesh->faces[3 * (size_t)f + (size_t)((k + 1) % 3)];
            for (int c = 0; c < 3; c++) longest = fmax(longest, fabs(p[c] - q[c]) / out->cell);
        }

        work += 5 * (longest + 2) * (longest + 2);
    }

    if (work > MOST_WORK)
        return pd_fail(
            err, PD_ERR_INVALID, "mesh",
            "%d triangles pass %.2g cells of a grid of %d; at most %.2g allowed: most of them must be small",
            mesh->face_count, work, PD_RIG_VOLUME_CELLS, MOST_WORK);

    /* Cells with two of three votes are inside; then their distance to the nearest cell outside. */
    const size_t n = cell_count(out);
    uint8_t *votes = calloc(n, sizeof *votes);
    int8_t *sum = malloc(n * sizeof *sum);
    out->distance = malloc(n * sizeof *out->distance);
    bool good = votes && sum && out->distance;
    if (good) {
        fill_volume(votes, sum, out, mesh);
        for (size_t i = 0; i < n; i++) out->distance[i] = votes[i] >= 2 ? 1e6f : 0;
        good = transform(out);
        for (size_t i = 0; i < n; i++) out->distance[i] = sqrtf(out->distance[i]);
    }

    free(votes);
    free(sum);
    if (good) return PD_OK;
    pd_rig_volume_deinit(out);

    return pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %zu cells", n);
}

void pd_rig_volume_deinit(pd_rig_volume *volume)
{
    free(volume->distance);
    memset(volume, 0, sizeof *volume);
}

double pd_rig_volume_at(const pd_rig_volume *v, const double point[3])
{
    int at[3];

    for (int c = 0; c < 3; c++) {
        const double x = floor((point[c] - v->low[c]) / v->cell + 0.5);
        if (!(x >= 0 && x < v->size[c])) return 0;
        at[c] = (int)x;
    }

    return (double)v->distance[volume_cell_of(v, at[0], at[1], at[2])] * v->cell;
}

double pd_rig_volume_along(const pd_rig_volume *v, const double from[3], const double to[3])
{
    double square = 0, least = INFINITY;

    for (int c = 0; c < 3; c++) square += (to[c] - from[c]) * (to[c] - from[c]);
    const int n = 1 + (int)(sqrt(square) / v->cell);
    for (int i = 0; i <= n; i++) {
        double p[3];
        for (int c = 0; c < 3; c++) p[c] = from[c] + (to[c] - from[c]) * i / n;
        least = fmin(least, pd_rig_volume_at(v, p));
    }

    return least;
}

void pd_rig_volume_middle(double out[3], const pd_rig_volume *v, int x, int y, int z)
{
    const int at[3] = {x, y, z};
    for (int c = 0; c < 3; c++) out[c] = v->low[c] + v->cell * at[c];
}
