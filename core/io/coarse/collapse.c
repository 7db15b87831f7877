#include "core/io/coarse/collapse.h"

#include "core/base/assert.h"
#include "core/math/select.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BORDER 1.0 /* B: weight of open edges (hems) */
/* least cosine between a triangle's normals before and after; below it the triangle folds */
#define FLIP   0.2
#define NEVER  1e300 /* cost of an edge that may not collapse */
#define SLACK  1.5   /* a pass takes collapses up to this factor of the cost of the last one needed */

typedef struct edge {
    double cost;
    uint32_t from, to;
    bool is_open;
} edge;

/* All meshes joined into one. */
typedef struct whole {
    float *points;
    uint32_t *corners;    /* (triangle_count,3) */
    int *mesh_of;         /* (triangle_count)   */
    uint32_t *origins;    /* (triangle_count) original index of each triangle in its mesh */
    float *gains;         /* (vertex_count) */
    unsigned char *ranks; /* (vertex_count) */
    size_t triangle_count, vertex_count;
    double (*quadrics)[10];
    edge *edges;   /* (3 triangle_count) memory for edges */
    double *costs; /* (3 triangle_count) */
    uint32_t *first, *around,
        *to; /* triangles around each vertex; vertex into which each vertex merges in this pass */
    unsigned char *is_taken;
} whole;

static void collapse_cross(double out[3], const float *a, const float *b, const float *c)
{
    double u[3], v[3];

    for (int k = 0; k < 3; k++) {
        u[k] = (double)b[k] - a[k];
        v[k] = (double)c[k] - a[k];
    }

    out[0] = u[1] * v[2] - u[2] * v[1];
    out[1] = u[2] * v[0] - u[0] * v[2];
    out[2] = u[0] * v[1] - u[1] * v[0];
}

static void add_plane(double q[10], const double n[3], const float *at, double weight)
{
    const double d = -(n[0] * at[0] + n[1] * at[1] + n[2] * at[2]);
    const double p[4] = {n[0], n[1], n[2], d};
    for (int i = 0, k = 0; i < 4; i++)
        for (int j = i; j < 4; j++) q[k++] += weight * p[i] * p[j];
}

static double cost_at(const double a[10], const double b[10], const float *x)
{
    const double p[4] = {x[0], x[1], x[2], 1};
    double sum = 0;
    for (int i = 0, k = 0; i < 4; i++)
        for (int j = i; j < 4; j++, k++) sum += (i == j ? 1 : 2) * (a[k] + b[k]) * p[i] * p[j];
    return fabs(sum);
}

static int by_ends(const void *a, const void *b)
{
    const edge *x = a;
    const edge *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static int by_cost(const void *a, const void *b)
{
    const edge *x = a;
    const edge *y = b;
    return x->cost < y->cost ? -1 : x->cost > y->cost ? 1 : by_ends(a, b);
}

static void find_around(whole *w)
{
    memset(w->first, 0, (w->vertex_count + 2) * sizeof *w->first);
    for (size_t i = 0; i < 3 * w->triangle_count; i++) w->first[w->corners[i] + 2]++;
    for (size_t v = 2; v < w->vertex_count + 2; v++) w->first[v] += w->first[v - 1];
    for (size_t i = 0; i < 3 * w->triangle_count; i++)
        w->around[w->first[w->corners[i] + 1]++] = (uint32_t)(i / 3);
    PD_ASSERT(w->first[w->vertex_count] == 3 * w->triangle_count);
}

/* Returns the weight of the errors of triangle t. */
static double weight_of(const whole *w, const pd_io_collapse *meshes, size_t t)
{
    const uint32_t *v = w->corners + 3 * t;
    return meshes[w->mesh_of[t]].weight * (w->gains[v[0]] + w->gains[v[1]] + w->gains[v[2]]) / 3;
}

/* Adds the planes of all triangles to the quadrics of their vertices, weighted by area. */
static void add_triangle_planes(whole *w, const pd_io_collapse *meshes)
{
    for (size_t t = 0; t < w->triangle_count; t++) {
        const uint32_t *v = w->corners + 3 * t;
        double n[3];
        collapse_cross(n, w->points + 3 * v[0], w->points + 3 * v[1], w->points + 3 * v[2]);
        const double length = hypot(hypot(n[0], n[1]), n[2]);
        if (length <= 0) continue;
        for (int k = 0; k < 3; k++) n[k] /= length;
        for (int k = 0; k < 3; k++)
            add_plane(w->quadrics[v[k]], n, w->points + 3 * v[k], weight_of(w, meshes, t) * length / 2);
    }
}

/* Lists each edge once in w->edges; open edges are those of a single triangle. Returns how many there are. */
static size_t list_edges(whole *w)
{
    size_t count = 0, edges = 0;

    for (size_t t = 0; t < w->triangle_count; t++)
        for (int k = 0; k < 3; k++) {
            const uint32_t a = w->corners[3 * t + (size_t)k];
            const uint32_t b = w->corners[3 * t + (size_t)(k + 1) % 3];
            w->edges[count++] =
                (edge){.cost = 0, .from = a < b ? a : b, .to = a < b ? b : a, .is_open = true};
        }
    qsort(w->edges, count, sizeof *w->edges, by_ends);
    for (size_t i = 0; i < count; i++) {
        if (edges && !by_ends(&w->edges[edges - 1], &w->edges[i]))
            w->edges[edges - 1].is_open = false;
        else
            w->edges[edges++] = w->edges[i];
    }

    PD_ASSERT(count == 3 * w->triangle_count && edges <= count);

    return edges;
}

static bool has(const uint32_t *corners, uint32_t vertex)
{
    return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

/* Adds, for an open edge from a to b of triangle t, the plane through the edge perpendicular to the triangle.
 * It keeps hems in place. */
static void add_border_plane(whole *w, const pd_io_collapse *meshes, uint32_t a, uint32_t b, size_t t)
{
    PD_ASSERT(a < w->vertex_count && b < w->vertex_count && t < w->triangle_count);
    const uint32_t *v = w->corners + 3 * t;
    double n[3], along[3], upright[3];

    /* The plane's normal lies in the triangle, across the edge. */
    collapse_cross(n, w->points + 3 * v[0], w->points + 3 * v[1], w->points + 3 * v[2]);
    for (size_t k = 0; k < 3; k++) along[k] = (double)w->points[3 * b + k] - (double)w->points[3 * a + k];
    upright[0] = along[1] * n[2] - along[2] * n[1];
    upright[1] = along[2] * n[0] - along[0] * n[2];
    upright[2] = along[0] * n[1] - along[1] * n[0];
    const double length = hypot(hypot(upright[0], upright[1]), upright[2]);
    if (length <= 0) return;
    for (int k = 0; k < 3; k++) upright[k] /= length;

    /* Add it to the quadrics of both ends, weighted by the squared length of the edge. */
    const double square = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
    const double weight = weight_of(w, meshes, t) * BORDER * square;
    add_plane(w->quadrics[a], upright, w->points + 3 * a, weight);
    add_plane(w->quadrics[b], upright, w->points + 3 * a, weight);
}

static void find_quadrics(whole *w, const pd_io_collapse *meshes)
{
    add_triangle_planes(w, meshes);

    const size_t edges = list_edges(w);
    find_around(w);
    for (size_t e = 0; e < edges; e++) {
        const uint32_t a = w->edges[e].from;
        const uint32_t b = w->edges[e].to;
        if (!w->edges[e].is_open) continue;
        for (uint32_t i = w->first[a]; i < w->first[a + 1]; i++)
            if (has(w->corners + 3 * (size_t)w->around[i], b))
                add_border_plane(w, meshes, a, b, w->around[i]);
    }
}

/* Returns whether moving the vertex `from` to `to` folds one of its triangles over. */
static bool folds(const whole *w, uint32_t from, uint32_t to)
{
    PD_DEBUG_ASSERT(from < w->vertex_count && to < w->vertex_count);
    for (uint32_t i = w->first[from]; i < w->first[from + 1]; i++) {
        const uint32_t *v = w->corners + 3 * (size_t)w->around[i];
        if (has(v, to)) continue;
        double before[3], after[3];
        const float *p[3], *q[3];
        for (int k = 0; k < 3; k++) {
            p[k] = w->points + 3 * (size_t)v[k];
            q[k] = w->points + 3 * (size_t)(v[k] == from ? to : v[k]);
        }

        collapse_cross(before, p[0], p[1], p[2]);
        collapse_cross(after, q[0], q[1], q[2]);
        const double dot = before[0] * after[0] + before[1] * after[1] + before[2] * after[2];
        const double was = hypot(hypot(before[0], before[1]), before[2]);
        const double is = hypot(hypot(after[0], after[1]), after[2]);
        if (was > 0 && dot <= FLIP * was * is) return true;
    }

    return false;
}

/* Collapses an edge. Returns the number of removed triangles, as counted by the budget. */
static size_t collapse(whole *w, const pd_io_collapse *meshes, const edge *e)
{
    size_t gone = 0;

    for (int side = 0; side < 2; side++) {
        const uint32_t v = side ? e->to : e->from;
        for (uint32_t i = w->first[v]; i < w->first[v + 1]; i++) {
            const size_t t = w->around[i];
            for (size_t k = 0; k < 3; k++) w->is_taken[w->corners[3 * t + k]] = 1;
            if (!side && has(w->corners + 3 * t, e->to)) gone += (size_t)meshes[w->mesh_of[t]].times;
        }
    }

    PD_DEBUG_ASSERT(e->from < w->vertex_count && e->to < w->vertex_count);
    w->to[e->from] = e->to;
    for (int k = 0; k < 10; k++) w->quadrics[e->to][k] += w->quadrics[e->from][k];

    return gone;
}

static size_t counted(const whole *w, const pd_io_collapse *meshes)
{
    size_t sum = 0;
    for (size_t t = 0; t < w->triangle_count; t++) sum += (size_t)meshes[w->mesh_of[t]].times;
    return sum;
}

/* Replaces each corner by the vertex that it merges into,
 * and removes the triangles that have become lines or points. */
static void remove_flat(whole *w)
{
    size_t kept = 0;

    for (size_t t = 0; t < w->triangle_count; t++) {
        uint32_t v[3];
        for (size_t k = 0; k < 3; k++) v[k] = w->to[w->corners[3 * t + k]];
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
        memcpy(w->corners + 3 * kept, v, sizeof v);
        w->origins[kept] = w->origins[t];
        w->mesh_of[kept++] = w->mesh_of[t];
    }

    PD_ASSERT(kept <= w->triangle_count);
    w->triangle_count = kept;
}

/* Does one pass of collapses. any: also expensive ones. Returns the number of collapses. */
static size_t pass(whole *w, const pd_io_collapse *meshes, size_t triangles, bool any)
{
    size_t left = counted(w, meshes);
    size_t done = 0, edges = 0;

    /* Compute the cost of every edge, for a collapse towards its cheaper end. */
    find_around(w);
    for (size_t i = 0; i < 3 * w->triangle_count;
         i++) { /* most edges occur twice; the second occurrence is skipped later */
        const uint32_t from = w->corners[i];
        const uint32_t to = w->corners[i % 3 == 2 ? i - 2 : i + 1];
        const double *a = w->quadrics[from];
        const double *b = w->quadrics[to];
        const double there =
            w->ranks[from] > w->ranks[to] ? NEVER : cost_at(a, b, w->points + 3 * (size_t)to);
        const double here =
            w->ranks[to] > w->ranks[from] ? NEVER : cost_at(a, b, w->points + 3 * (size_t)from);
        w->costs[i] = fmin(here, there);
        w->edges[i] = here < there ? (edge){.cost = here, .from = to, .to = from, .is_open = false}
                                   : (edge){.cost = there, .from = from, .to = to, .is_open = false};
    }

    /* Keep the edges that are cheap enough for this pass, cheapest first. */
    const size_t needed =
        left - triangles < 3 * w->triangle_count ? left - triangles : 3 * w->triangle_count - 1;
    const double most = any ? INFINITY : SLACK * pd_nth_least(w->costs, 3 * w->triangle_count, needed);
    for (size_t i = 0; i < 3 * w->triangle_count; i++)
        if (w->edges[i].cost <= most && w->edges[i].cost < NEVER) w->edges[edges++] = w->edges[i];
    qsort(w->edges, edges, sizeof *w->edges, by_cost);

    /* Collapse them in that order. Vertices of triangles that have changed wait for the next pass, because
     * their costs are out of date. */
    for (size_t v = 0; v < w->vertex_count; v++) w->to[v] = (uint32_t)v;
    memset(w->is_taken, 0, w->vertex_count);
    for (size_t i = 0; i < edges && left > triangles; i++) {
        const edge *e = &w->edges[i];
        if (w->is_taken[e->from] || w->is_taken[e->to] || folds(w, e->from, e->to)) continue;
        const size_t gone = collapse(w, meshes, e);
        PD_ASSERT(gone <= left);
        left -= gone;
        done++;
    }

    remove_flat(w);
    return done;
}

static bool init_collapse(whole *w, const pd_io_collapse *meshes, int count)
{
    size_t vertices = 0, triangles = 0;

    /* Count the vertices and triangles of all meshes. */
    for (int m = 0; m < count; m++) {
        vertices += (size_t)meshes[m].vertex_count;
        triangles += meshes[m].corner_count / 3;
    }

    for (int m = 0; m < count; m++) PD_ASSERT(meshes[m].corner_count % 3 == 0 && meshes[m].vertex_count >= 0);
    *w = (whole){.triangle_count = triangles, .vertex_count = vertices};
    /* One element more than needed everywhere, so that no size is 0. */
    w->points = malloc(3 * (vertices + 1) * sizeof *w->points);
    w->corners = malloc(3 * (triangles + 1) * sizeof *w->corners);
    w->mesh_of = malloc((triangles + 1) * sizeof *w->mesh_of);
    w->origins = malloc((triangles + 1) * sizeof *w->origins);
    w->ranks = calloc(vertices + 1, 1);
    w->gains = malloc((vertices + 1) * sizeof *w->gains);
    w->quadrics = calloc(vertices + 1, sizeof *w->quadrics);
    w->edges = malloc(3 * (triangles + 1) * sizeof *w->edges);
    w->costs = malloc(3 * (triangles + 1) * sizeof *w->costs);
    w->first = malloc((vertices + 2) * sizeof *w->first);
    w->around = malloc(3 * (triangles + 1) * sizeof *w->around);
    w->to = malloc((vertices + 1) * sizeof *w->to);
    w->is_taken = malloc(vertices + 1);
    if (!w->points || !w->corners || !w->mesh_of || !w->origins || !w->ranks || !w->gains || !w->quadrics ||
        !w->edges || !w->costs || !w->first || !w->around || !w->to || !w->is_taken)
        return false;

    /* Join the meshes: the vertices of each follow those of the meshes before it. */
    size_t vertex = 0, triangle = 0;
    for (int m = 0; m < count; m++) {
        memcpy(w->points + 3 * vertex, meshes[m].points,
               3 * (size_t)meshes[m].vertex_count * sizeof *w->points);
        for (size_t i = 0; i < meshes[m].corner_count; i++)
            w->corners[3 * triangle + i] = meshes[m].corners[i] + (uint32_t)vertex;
        for (size_t t = 0; t < meshes[m].corner_count / 3; t++) {
            w->mesh_of[triangle + t] = m;
            w->origins[triangle + t] = (uint32_t)t;
        }

        if (meshes[m].ranks) memcpy(w->ranks + vertex, meshes[m].ranks, (size_t)meshes[m].vertex_count);
        for (size_t v = 0; v < (size_t)meshes[m].vertex_count; v++)
            w->gains[vertex + v] = meshes[m].gains ? meshes[m].gains[v] : 1;
        vertex += (size_t)meshes[m].vertex_count;
        triangle += meshes[m].corner_count / 3;
    }

    PD_ASSERT(vertex == w->vertex_count && triangle == w->triangle_count);

    return true;
}

static void deinit(whole *w)
{
    free(w->points);
    free(w->corners);
    free(w->mesh_of);
    free(w->quadrics);
    free(w->edges);
    free(w->costs);
    free(w->first);
    free(w->origins);
    free(w->ranks);
    free(w->gains);
    free(w->around);
    free(w->to);
    free(w->is_taken);
}

bool pd_io_collapse_run(pd_io_collapse *meshes, int count, size_t triangles)
{
    whole w;
    const bool good = init_collapse(&w, meshes, count);

    if (good) {
        /* Triangles that use a vertex twice go first: they show nothing, and a pass would count them once for
         * each of its corners. */
        for (size_t v = 0; v < w.vertex_count; v++) w.to[v] = (uint32_t)v;
        if (counted(&w, meshes) > triangles) remove_flat(&w);

        /* Collapse until the budget is met. When no cheap edge can collapse,
         * try the expensive ones before giving up. */
        find_quadrics(&w, meshes);
        while (counted(&w, meshes) > triangles && w.triangle_count)
            if (!pass(&w, meshes, triangles, false) && !pass(&w, meshes, triangles, true)) break;

        /* Distribute the remaining triangles, which are still in the order of their meshes. */
        size_t vertex = 0, t = 0;
        for (int m = 0; m < count; m++) {
            meshes[m].corner_count = 0;
            for (; t < w.triangle_count && w.mesh_of[t] == m; t++) {
                if (meshes[m].origins) meshes[m].origins[meshes[m].corner_count / 3] = w.origins[t];
                for (size_t k = 0; k < 3; k++)
                    meshes[m].corners[meshes[m].corner_count++] = w.corners[3 * t + k] - (uint32_t)vertex;
            }

            vertex += (size_t)meshes[m].vertex_count;
        }

        PD_ASSERT(t == w.triangle_count);
    }

    deinit(&w);

    return good;
}
