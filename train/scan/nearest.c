#include "train/scan/nearest.h"

#include "core/math/mat3.h"
#include "core/math/triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AROUND 3   /* vertices whose triangles are looked at */
#define CHUNK  512 /* points a task */

bool pd_train_nearest_init(pd_train_nearest *s, const pd_smpl_data *data)
{
    const size_t v = (size_t)data->vertex_count;
    const size_t f = (size_t)data->face_count;

    *s = (pd_train_nearest){.data = data};
    s->vertices = calloc(3 * v, sizeof *s->vertices);
    s->normals = calloc(3 * v, sizeof *s->normals);
    s->face_start = calloc(v + 2, sizeof *s->face_start);
    s->face_around = malloc(3 * f * sizeof *s->face_around);
    if (!s->vertices || !s->normals || !s->face_start || !s->face_around) {
        pd_train_nearest_deinit(s);
        return false;
    }

    /* counted two places on, so that filling moves each start to where it belongs */
    for (size_t i = 0; i < 3 * f; i++) s->face_start[data->faces[i] + 2]++;
    for (size_t i = 2; i < v + 2; i++) s->face_start[i] += s->face_start[i - 1];
    for (size_t i = 0; i < 3 * f; i++) s->face_around[s->face_start[data->faces[i] + 1]++] = (int)(i / 3);

    return true;
}

void pd_train_nearest_deinit(pd_train_nearest *s)
{
    free(s->vertices);
    free(s->normals);
    free(s->face_start);
    free(s->face_around);
    pd_tree_deinit(&s->tree);
    memset(s, 0, sizeof *s);
}

bool pd_train_nearest_update(pd_train_nearest *s, const double *vertices)
{
    const size_t v = (size_t)s->data->vertex_count;

    memcpy(s->vertices, vertices, 3 * v * sizeof *vertices);
    memset(s->normals, 0, 3 * v * sizeof *s->normals);

    /* Normals of vertices: the sum of their triangles', which are as long as the triangles are large. */
    for (int f = 0; f < s->data->face_count; f++) {
        const uint32_t *corner = s->data->faces + 3 * (size_t)f;
        const double *a = s->vertices + 3 * (size_t)corner[0];
        const double *b = s->vertices + 3 * (size_t)corner[1];
        const double *c = s->vertices + 3 * (size_t)corner[2];
        double u[3], w[3], n[3];
        for (int i = 0; i < 3; i++) {
            u[i] = b[i] - a[i];
            w[i] = c[i] - a[i];
        }

        pd_cross3(n, u, w);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++) s->normals[3 * (size_t)corner[k] + (size_t)i] += n[i];
    }

    for (size_t i = 0; i < v; i++) {
        const double length = pd_length3(s->normals + 3 * i);
        for (size_t c = 0; c < 3; c++) s->normals[3 * i + c] /= length > 0 ? length : 1;
    }

    return pd_tree_build(&s->tree, s->vertices, s->facing > 0 ? s->normals : NULL, s->data->vertex_count,
                         s->facing);
}

/* Finds the nearest point of the surface to p: on one of the triangles around the AROUND nearest vertices.
 * face is -1 if no vertex is within reach. With a normal only vertices that face alike count. */
static void find_one(pd_train_match *out, const pd_train_nearest *s, const double p[3], const double *normal,
                     double reach)
{
    static const float origin[3] = {0, 0, 0};
    int near[AROUND];
    double square[AROUND];

    /* The nearest vertices. */
    const int count = pd_tree_several(near, square, AROUND, &s->tree, p, normal);

    *out = (pd_train_match){.face = -1};
    if (!count || square[0] > reach * reach) return;

    /* The nearest point on the triangles around them. */
    for (int i = 0; i < count; i++)
        for (int f = s->face_start[near[i]]; f < s->face_start[near[i] + 1]; f++) {
            const int face = s->face_around[f];
            const uint32_t *corner = s->data->faces + 3 * (size_t)face;
            float place[3][3], w[3];

            /* Coordinates relative to p, so that float32 is exact enough for a scan that stands anywhere. */
            for (int k = 0; k < 3; k++)
                for (int c = 0; c < 3; c++)
                    place[k][c] = (float)(s->vertices[3 * (size_t)corner[k] + (size_t)c] - p[c]);
            pd_triangle_nearest(w, origin, place[0], place[1], place[2]);
            const double distance = (double)pd_triangle_distance(origin, w, place[0], place[1], place[2]);
            if (out->face >= 0 && distance >= out->distance) continue;

            out->face = face;
            out->distance = distance;
            for (int k = 0; k < 3; k++) out->weights[k] = (double)w[k];
        }
    if (out->face < 0) return;

    /* Position, normal and signed distance there. */
    const uint32_t *corner = s->data->faces + 3 * (size_t)out->face;
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++) {
            out->at[c] += out->weights[k] * s->vertices[3 * (size_t)corner[k] + (size_t)c];
            out->normal[c] += out->weights[k] * s->normals[3 * (size_t)corner[k] + (size_t)c];
        }
    const double length = pd_length3(out->normal);
    for (int c = 0; c < 3; c++) {
        out->normal[c] /= length > 0 ? length : 1;
        out->off += out->normal[c] * (p[c] - out->at[c]);
    }
}

typedef struct search {
    pd_train_match *matches;
    const pd_train_nearest *surface;
    const double (*points)[3], (*normals)[3];
    int count;
    double reach;
} search;

/* Matches CHUNK points (task `index` of pd_execute). */
static void find_chunk(void *arg, int index, int worker)
{
    const search *s = arg;
    const int last = (index + 1) * CHUNK < s->count ? (index + 1) * CHUNK : s->count;

    (void)worker;
    for (int i = index * CHUNK; i < last; i++)
        find_one(&s->matches[i], s->surface, s->points[i], s->normals ? s->normals[i] : NULL, s->reach);
}

void pd_train_nearest_find(pd_train_match *matches, const pd_train_nearest *surface,
                           const double (*points)[3], const double (*normals)[3], int count, double reach,
                           const pd_executor *executor)
{
    search s = {matches, surface, points, normals, count, reach};
    pd_execute(executor, find_chunk, &s, (count + CHUNK - 1) / CHUNK);
}
