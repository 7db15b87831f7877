#include "core/draw/hair.h"

#include "core/base/assert.h"
#include "core/draw/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POWER_STEPS 12 /* of the power iteration; the smoothed matrices have one large eigenvalue */

/* Upper triangle of a symmetric matrix: xx, xy, xz, yy, yz, zz. */
typedef float symmetric[6];

/* The surface with vertices of the same position joined. */
typedef struct joined {
    int count;  /* P: number of places */
    int *place; /* (V) place of each vertex */
    int *first,
        *next; /* (P+1), (..) neighbours of each place: next[first[p]] to next[first[p+1]-1], some twice */
    float *normals; /* (P,3) */
    float *axes;    /* (P,3) unit, or 0 where the texture has no extent */
    float *along;   /* (P,3) sum of dp/dv, with its sign */
    symmetric *sums, *spread;
    int *queue; /* (P) */
    bool *seen; /* (P) */
} joined;

static void joined_deinit(joined *j)
{
    free(j->place);
    free(j->first);
    free(j->next);
    free(j->normals);
    free(j->axes);
    free(j->along);
    free(j->sums);
    free(j->spread);
    free(j->queue);
    free(j->seen);
}

/* ---- places ---- */

typedef struct located {
    float at[3];
    int vertex;
} located;

static int by_position(const void *a, const void *b)
{
    const located *p = a;
    const located *q = b;
    for (int c = 0; c < 3; c++)
        if (p->at[c] != q->at[c]) return p->at[c] < q->at[c] ? -1 : 1;
    return 0;
}

/* Numbers the places in the order of their positions. */
static pd_status join_vertices(joined *j, const pd_draw_surface *s)
{
    located *order = malloc(((size_t)s->vertex_count + 1) * sizeof *order);

    j->place = malloc(((size_t)s->vertex_count + 1) * sizeof *j->place);
    if (!order || !j->place) {
        free(order);
        return PD_ERR_MEMORY;
    }

    for (int v = 0; v < s->vertex_count; v++) {
        memcpy(order[v].at, s->vertices + 3 * (size_t)v, sizeof order[v].at);
        order[v].vertex = v;
    }

    qsort(order, (size_t)s->vertex_count, sizeof *order, by_position);
    for (int i = 0; i < s->vertex_count; i++) {
        if (i == 0 || by_position(&order[i - 1], &order[i]) != 0) j->count++;
        j->place[order[i].vertex] = j->count - 1;
    }

    free(order);

    return PD_OK;
}

/* Lists the neighbours of each place. An edge of two triangles is there twice. */
static void list_neighbours(joined *j, const pd_draw_surface *s)
{
    for (int i = 0; i < 3 * s->face_count; i++) j->first[j->place[s->faces[i]] + 1] += 2;
    for (int p = 0; p < j->count; p++) j->first[p + 1] += j->first[p];
    int *end = j->queue; /* end of each list so far */
    memcpy(end, j->first, (size_t)j->count * sizeof *end);
    for (int i = 0; i < 3 * s->face_count; i++) {
        const int corner = i % 3;
        const int base = i - corner;
        const int p = j->place[s->faces[i]];
        j->next[end[p]++] = j->place[s->faces[base + (corner + 1) % 3]];
        j->next[end[p]++] = j->place[s->faces[base + (corner + 2) % 3]];
    }
}

static pd_status joined_init(joined *j, const pd_draw_surface *s)
{
    *j = (joined){0};
    if (join_vertices(j, s) != PD_OK) return PD_ERR_MEMORY;

    const size_t places = (size_t)j->count + 1;
    j->first = calloc(places + 1, sizeof *j->first);
    j->next = malloc((6 * (size_t)s->face_count + 1) * sizeof *j->next);
    j->normals = calloc(3 * places, sizeof *j->normals);
    j->axes = calloc(3 * places, sizeof *j->axes);
    j->along = calloc(3 * places, sizeof *j->along);
    j->sums = calloc(places, sizeof *j->sums);
    j->spread = calloc(places, sizeof *j->spread);
    j->queue = malloc(places * sizeof *j->queue);
    j->seen = calloc(places, sizeof *j->seen);
    if (!j->first || !j->next || !j->normals || !j->axes || !j->along || !j->sums || !j->spread ||
        !j->queue || !j->seen)
        return PD_ERR_MEMORY;
    list_neighbours(j, s);

    /* Average the normals of each place. */
    for (int v = 0; v < s->vertex_count; v++)
        for (int c = 0; c < 3; c++)
            j->normals[3 * (size_t)j->place[v] + (size_t)c] += s->normals[3 * (size_t)v + (size_t)c];
    for (int p = 0; p < j->count; p++) pd_draw_normalize(j->normals + 3 * (size_t)p);

    return PD_OK;
}

/* ---- strands ---- */

/* Sums the matrices of the triangles at each place, and dp/dv with its sign. */
static void sum_triangles(joined *j, const pd_draw_surface *s, const float *uvs)
{
    for (int f = 0; f < s->face_count; f++) {
        const uint32_t *face = s->faces + 3 * (size_t)f;
        const float *p[3], *t[3];
        for (int k = 0; k < 3; k++) {
            p[k] = s->vertices + 3 * (size_t)face[k];
            t[k] = uvs + 2 * (size_t)face[k];
        }

        /* d = dp/dv times the area of the triangle on the texture: larger triangles have more weight. */
        const float au = t[1][0] - t[0][0];
        const float av = t[1][1] - t[0][1];
        const float bu = t[2][0] - t[0][0];
        const float bv = t[2][1] - t[0][1];
        const float sign = au * bv - bu * av < 0 ? -1.0f : 1.0f;
        float d[3];
        for (int c = 0; c < 3; c++) d[c] = sign * (au * (p[2][c] - p[0][c]) - bu * (p[1][c] - p[0][c]));
        const float length = sqrtf(pd_draw_dot(d, d));
        if (!(length > 0)) continue;

        const symmetric m = {d[0] * d[0] / length, d[0] * d[1] / length, d[0] * d[2] / length,
                             d[1] * d[1] / length, d[1] * d[2] / length, d[2] * d[2] / length};
        for (int k = 0; k < 3; k++) {
            const size_t place = (size_t)j->place[face[k]];
            for (int c = 0; c < 6; c++) j->sums[place][c] += m[c];
            for (int c = 0; c < 3; c++) j->along[3 * place + (size_t)c] += d[c];
        }
    }
}

/* Averages the matrix of each place with those of its neighbours. */
static void smooth_hair(joined *j)
{
    for (int p = 0; p < j->count; p++) {
        const int count = j->first[p + 1] - j->first[p];
        symmetric sum = {0};
        for (int i = j->first[p]; i < j->first[p + 1]; i++)
            for (int c = 0; c < 6; c++) sum[c] += j->sums[j->next[i]][c];
        for (int c = 0; c < 6; c++)
            j->spread[p][c] = 0.5f * j->sums[p][c] + 0.5f * sum[c] / (float)(count > 0 ? count : 1);
    }

    memcpy(j->sums, j->spread, (size_t)j->count * sizeof *j->sums);
}

/* Finds the eigenvector with the largest eigenvalue, by power iteration from the row with the largest
 * diagonal. 0 for the matrix 0. */
static void axis_of(float out[3], const symmetric m)
{
    const float rows[3][3] = {{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}};
    int most = 0;

    for (int c = 1; c < 3; c++)
        if (rows[c][c] > rows[most][most]) most = c;
    memcpy(out, rows[most], 3 * sizeof *out);
    pd_draw_normalize(out);
    for (int step = 0; step < POWER_STEPS; step++) {
        float next[3];
        for (int c = 0; c < 3; c++) next[c] = pd_draw_dot(rows[c], out);
        memcpy(out, next, sizeof next);
        pd_draw_normalize(out);
    }
}

/* Gives the axes of each connected component one sign, breadth first,
 * and then that of the majority of dp/dv. */
static void orient(joined *j)
{
    for (int start = 0; start < j->count; start++) {
        if (j->seen[start]) continue;
        int head = 0, tail = 0;
        float agree = 0;
        j->queue[tail++] = start;
        j->seen[start] = true;
        while (head < tail) {
            const int p = j->queue[head++];
            const float *axis = j->axes + 3 * (size_t)p;
            agree += pd_draw_dot(axis, j->along + 3 * (size_t)p);
            for (int i = j->first[p]; i < j->first[p + 1]; i++) {
                const int q = j->next[i];
                float *other = j->axes + 3 * (size_t)q;
                if (j->seen[q]) continue;
                if (pd_draw_dot(axis, other) < 0)
                    for (int c = 0; c < 3; c++) other[c] = -other[c];
                j->queue[tail++] = q;
                j->seen[q] = true;
            }
        }

        if (agree < 0)
            for (int i = 0; i < tail; i++)
                for (int c = 0; c < 3; c++) j->axes[3 * (size_t)j->queue[i] + (size_t)c] *= -1;
    }
}

/* ---- the divided surface ---- */

/* Moves the middle of the edge from a to b onto the curved surface. */
static void lift_middle(float out[3], const float a[3], const float b[3], const float na[3],
                        const float nb[3])
{
    float m[3], to_a[3], to_b[3];

    for (int c = 0; c < 3; c++) {
        m[c] = 0.5f * (a[c] + b[c]);
        to_a[c] = a[c] - m[c];
        to_b[c] = b[c] - m[c];
    }

    const float up_a = pd_draw_dot(to_a, na);
    const float up_b = pd_draw_dot(to_b, nb);
    for (int c = 0; c < 3; c++) out[c] = m[c] + 0.25f * (up_a * na[c] + up_b * nb[c]);
}

/* Writes vertex `to` between the corners a and b of the surface; a == b copies it. */
static void place_vertex(pd_draw_hair *out, int to, const pd_draw_surface *s, const joined *j, uint32_t a,
                         uint32_t b)
{
    const float *na = j->normals + 3 * (size_t)j->place[a];
    const float *nb = j->normals + 3 * (size_t)j->place[b];
    const float *ta = j->axes + 3 * (size_t)j->place[a];
    const float *tb = j->axes + 3 * (size_t)j->place[b];
    const float same =
        pd_draw_dot(ta, tb) < 0 ? -1.0f : 1.0f; /* a component can have axes that no sign fits */
    float *normal = out->normals + 3 * (size_t)to;

    lift_middle(out->vertices + 3 * (size_t)to, s->vertices + 3 * (size_t)a, s->vertices + 3 * (size_t)b, na,
                nb);
    for (int c = 0; c < 3; c++) {
        normal[c] = na[c] + nb[c];
        out->strands[3 * (size_t)to + (size_t)c] = 0.5f * (ta[c] + same * tb[c]);
    }

    pd_draw_normalize(normal);
    for (int c = 0; c < 2; c++)
        out->uvs[2 * (size_t)to + (size_t)c] =
            0.5f * (s->uvs[2 * (size_t)a + (size_t)c] + s->uvs[2 * (size_t)b + (size_t)c]);
}

static void divide(pd_draw_hair *out, const pd_draw_surface *s, const joined *j)
{
    static const int corners[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
    static const uint32_t parts[12] = {0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5};

    for (int f = 0; f < s->face_count; f++) {
        const uint32_t *face = s->faces + 3 * (size_t)f;
        for (int k = 0; k < 6; k++)
            place_vertex(out, 6 * f + k, s, j, face[corners[k][0]], face[corners[k][1]]);

        /* The renderer interpolates the strands of a triangle's corners, so these have one sign. */
        float *strands = out->strands + 18 * (size_t)f;
        for (int k = 1; k < 6; k++)
            if (pd_draw_dot(strands, strands + 3 * (size_t)k) < 0)
                for (int c = 0; c < 3; c++) strands[3 * (size_t)k + (size_t)c] *= -1;
        for (int i = 0; i < 12; i++) out->faces[12 * (size_t)f + (size_t)i] = 6 * (uint32_t)f + parts[i];
    }
}

pd_status pd_draw_hair_init(pd_draw_hair *out, const pd_draw_surface *surface, const float *strand_uvs,
                            pd_error *err)
{
    PD_ASSERT(surface->uvs != NULL && strand_uvs != NULL);
    const size_t vertices = 6 * (size_t)surface->face_count + 1;
    joined j;
    *out = (pd_draw_hair){.vertex_count = 6 * surface->face_count, .face_count = 4 * surface->face_count};
    out->vertices = malloc(3 * vertices * sizeof *out->vertices);
    out->normals = malloc(3 * vertices * sizeof *out->normals);
    out->strands = malloc(3 * vertices * sizeof *out->strands);
    out->uvs = malloc(2 * vertices * sizeof *out->uvs);
    out->faces = malloc(2 * vertices * sizeof *out->faces);
    pd_status status = joined_init(&j, surface);
    if (!out->vertices || !out->normals || !out->strands || !out->uvs || !out->faces) status = PD_ERR_MEMORY;
    if (status != PD_OK) {
        joined_deinit(&j);
        pd_draw_hair_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "hair", "out of memory");
    }

    sum_triangles(&j, surface, strand_uvs);
    for (int r = 0; r < PD_DRAW_HAIR_ROUNDS; r++) smooth_hair(&j);
    for (int p = 0; p < j.count; p++) axis_of(j.axes + 3 * (size_t)p, j.sums[p]);
    orient(&j);
    divide(out, surface, &j);
    joined_deinit(&j);

    return PD_OK;
}

void pd_draw_hair_deinit(pd_draw_hair *hair)
{
    free(hair->vertices);
    free(hair->normals);
    free(hair->strands);
    free(hair->uvs);
    free(hair->faces);
    *hair = (pd_draw_hair){0};
}

void pd_draw_hair_use(pd_draw_surface *surface, const pd_draw_hair *hair)
{
    surface->vertices = hair->vertices;
    surface->normals = hair->normals;
    surface->uvs = hair->uvs;
    surface->second = hair->strands;
    surface->faces = hair->faces;
    surface->vertex_count = hair->vertex_count;
    surface->face_count = hair->face_count;
}
