#include "core/smpl/surface/surface.h"

#include "core/math/vec3.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The definition in surface.h. The shipped models' pose blend shapes are learned on this surface
 * (train/corrective): whoever changes one trains them again. */
#define RIGID_WEIGHT   0.995f /* of one joint: from here on a vertex moves with it           */
#define SOFT_RINGS     3      /* about the vertices that are soft by their weights           */
#define LEAST_COT      0.02   /* an edge's weight: slivers and right angles still hold       */
#define MOST_COT       3.0    /* the same from above                                         */
#define INSERTION_MOST 64     /* edges that are sorted by insertion                      */
#define OWN_WEIGHT     0.1f   /* a joint that holds a vertex by less gives it no bone        */

/* --- edges --- */

typedef struct half_edge {
    int to;
    double weight;
} half_edge;

/* Half edges by the vertex they leave: those of vertex v are edges[start[v]] .. edges[start[v + 1] - 1]. */
typedef struct edge_lists {
    /* (vertex_count + 1); while the lists are filled, start[v + 1] is the end of what the list of v holds */
    int *start;
    half_edge *edges; /* NULL: edges are only counted, each list at start[v + 2] */
    int vertex_count;
} edge_lists;

static pd_vec3 surface_at(const double *points, int i)
{
    return (pd_vec3){points[3 * (size_t)i], points[3 * (size_t)i + 1], points[3 * (size_t)i + 2]};
}

static void add_edge(edge_lists *lists, int from, int to, double weight)
{
    if (lists->edges)
        lists->edges[lists->start[from + 1]++] = (half_edge){to, weight};
    else if (from + 2 <= lists->vertex_count)
        lists->start[from + 2]++;
}

/* w_bc += share * cot(angle at a) / 2, for each corner a. */
static void add_triangle(edge_lists *lists, const double *rest, int a, int b, int c, double share)
{
    const int corner[3] = {a, b, c};

    for (int k = 0; k < 3; k++) {
        int o = corner[k];
        int p = corner[(k + 1) % 3];
        int q = corner[(k + 2) % 3];
        double cot = 0;
        if (lists->edges) {
            pd_vec3 u = pd_vec3_sub(surface_at(rest, p), surface_at(rest, o));
            pd_vec3 v = pd_vec3_sub(surface_at(rest, q), surface_at(rest, o));
            double area = pd_vec3_length(pd_vec3_cross(u, v));
            cot = area > 1e-16 ? pd_vec3_dot(u, v) / area : 0;
        }

        add_edge(lists, p, q, share * cot / 2);
        add_edge(lists, q, p, share * cot / 2);
    }
}

/* Joins the triangles f and g to the quad a b c d with the cut a-c. Returns false when they share no edge. */
static bool as_quad(int quad[4], const uint32_t *f, const uint32_t *g)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (f[i] != g[(j + 1) % 3] || f[(i + 1) % 3] != g[j]) continue;
            quad[0] = (int)f[(i + 1) % 3];
            quad[1] = (int)f[(i + 2) % 3];
            quad[2] = (int)f[i];
            quad[3] = (int)g[(j + 2) % 3];
            return quad[1] != quad[3];
        }

    return false;
}

/* Adds the edges of all triangles. Of two triangles that are a quad, both cuts count half. */
static void add_faces(edge_lists *lists, const pd_smpl_data *data, const double *rest)
{
    for (int i = 0; i < data->face_count; i++) {
        const uint32_t *f = data->faces + 3 * (size_t)i;
        int q[4];
        int last = i + 1 == data->face_count;
        if (last || !as_quad(q, f, f + 3)) {
            add_triangle(lists, rest, (int)f[0], (int)f[1], (int)f[2], 1);
            continue;
        }

        add_triangle(lists, rest, q[0], q[1], q[2], 0.5);
        add_triangle(lists, rest, q[0], q[2], q[3], 0.5);
        add_triangle(lists, rest, q[0], q[1], q[3], 0.5);
        add_triangle(lists, rest, q[1], q[2], q[3], 0.5);
        i++;
    }
}

static int by_to(const void *x, const void *y)
{
    const int a = ((const half_edge *)x)->to;
    const int b = ((const half_edge *)y)->to;
    return (a > b) - (a < b);
}

/* Sorts the edges of a vertex by `to`: the twenty of a usual one by insertion, which keeps the order of equal
 * ones, and those of the hub of a fan by qsort. */
static void sort_edges(half_edge *edges, int count)
{
    if (count > INSERTION_MOST) {
        qsort(edges, (size_t)count, sizeof *edges, by_to);
        return;
    }

    for (int i = 1; i < count; i++) {
        const half_edge e = edges[i];
        int to = i;
        for (; to > 0 && edges[to - 1].to > e.to; to--) edges[to] = edges[to - 1];
        edges[to] = e;
    }
}

static bool build_edges(pd_smpl_surface *s, const pd_smpl_data *data, const double *rest)
{
    /* Count the half edges of each vertex, then list them. */
    edge_lists lists = {s->start, NULL, s->vertex_count};

    memset(s->start, 0, ((size_t)s->vertex_count + 1) * sizeof *s->start);
    add_faces(&lists, data, rest);
    for (int v = 2; v <= s->vertex_count; v++) s->start[v] += s->start[v - 1];
    const size_t most = (size_t)data->face_count * 12;
    lists.edges = malloc(most * sizeof *lists.edges);
    s->other = malloc(most * sizeof *s->other);
    s->weight = malloc(most * sizeof *s->weight);
    if (!lists.edges || !s->other || !s->weight) {
        free(lists.edges);
        return false;
    }

    add_faces(&lists, data, rest);

    /* Sum the weights that belong to one edge. A vertex has no more sums than half edges, so that `start` can
     * be written over. */
    int count = 0;
    for (int v = 0, i = 0; v < s->vertex_count; v++) {
        const int end = s->start[v + 1];
        sort_edges(lists.edges + i, end - i);
        s->start[v] = count;
        s->degree[v] = 0;
        while (i < end) {
            half_edge e = lists.edges[i];
            for (i++; i < end && lists.edges[i].to == e.to; i++) e.weight += lists.edges[i].weight;
            s->other[count] = e.to;
            s->weight[count] = e.weight < LEAST_COT ? LEAST_COT : e.weight > MOST_COT ? MOST_COT : e.weight;
            s->degree[v] += s->weight[count++];
        }
    }

    s->start[s->vertex_count] = count;
    free(lists.edges);

    return true;
}

/* --- bones --- */

/* Makes the nearest point of the bone a-b the best if it is nearer to p. */
static void consider(pd_vec3 *best, double *least, pd_vec3 p, pd_vec3 a, pd_vec3 b)
{
    pd_vec3 ab = pd_vec3_sub(b, a);
    double length2 = pd_vec3_dot(ab, ab);
    double t = length2 > 0 ? pd_vec3_dot(pd_vec3_sub(p, a), ab) / length2 : 0;
    pd_vec3 q = pd_vec3_fma(a, t < 0 ? 0 : t > 1 ? 1 : t, ab);
    double d = pd_vec3_length(pd_vec3_sub(p, q));

    if (d < *least) {
        *least = d;
        *best = q;
    }
}

static void place_anchors(pd_smpl_surface *s, const pd_smpl_data *data, const double *rest,
                          const double *joints)
{
    int k = data->joint_count;
    int leaf[PD_SMPL_MAX_JOINTS];
    pd_vec3 end[PD_SMPL_MAX_JOINTS];

    for (int j = 0; j < k; j++) leaf[j] = 1;
    for (int j = 1; j < k; j++) leaf[data->parents[j]] = 0;

    /* a bone without a child ends at the mean of what it holds, or at the joint itself */
    for (int j = 0; j < k; j++) {
        pd_vec3 sum = {0, 0, 0};
        int count = 0;
        for (int v = 0; leaf[j] && v < data->vertex_count; v++) {
            if (!(data->weights[(size_t)v * (size_t)k + (size_t)j] > 0.5f)) continue;
            sum = pd_vec3_add(sum, surface_at(rest, v));
            count++;
        }

        end[j] = count ? pd_vec3_scale(sum, 1.0 / count) : surface_at(joints, j);
    }

    for (int i = 0; i < s->soft_count; i++) {
        const float *w = data->weights + (size_t)s->soft[i] * (size_t)k;
        pd_vec3 p = surface_at(rest, s->soft[i]);
        pd_vec3 best = surface_at(joints, s->holder[s->soft[i]]);
        double least = INFINITY;
        for (int j = 0; j < k; j++) {
            if (leaf[j] && w[j] >= OWN_WEIGHT) consider(&best, &least, p, surface_at(joints, j), end[j]);
            int parent = data->parents[j];
            if (parent >= 0 && w[parent] >= OWN_WEIGHT)
                consider(&best, &least, p, surface_at(joints, parent), surface_at(joints, j));
        }

        s->anchor[i][0] = best.x;
        s->anchor[i][1] = best.y;
        s->anchor[i][2] = best.z;
    }
}

/* --- all of it --- */

pd_status pd_smpl_surface_init(pd_smpl_surface *surface, const pd_smpl_data *data, const double *rest,
                               const double *joints, pd_error *err)
{
    size_t n = (size_t)data->vertex_count;
    pd_smpl_surface *s = surface;

    memset(s, 0, sizeof *s);

    s->vertex_count = data->vertex_count;
    s->start = malloc((n + 1) * sizeof *s->start);
    s->degree = malloc(n * sizeof *s->degree);
    s->soft = malloc(n * sizeof *s->soft);
    s->soft_index = malloc(n * sizeof *s->soft_index);
    s->holder = malloc(n * sizeof *s->holder);
    s->anchor = malloc(n * sizeof *s->anchor);
    if (!s->start || !s->degree || !s->soft || !s->soft_index || !s->holder || !s->anchor ||
        !build_edges(s, data, rest)) {
        pd_smpl_surface_deinit(s);
        return pd_fail(err, PD_ERR_MEMORY, "deform", "out of memory for %zu vertices", n);
    }

    /* Soft vertices. Meanwhile soft_index has the ring: 0 what is soft by its weights, -1 what is rigid. */
    for (int v = 0; v < s->vertex_count; v++) {
        const float *w = data->weights + (size_t)v * (size_t)data->joint_count;
        s->holder[v] = pd_smpl_vertex_joint(data, v);
        s->soft_index[v] = w[s->holder[v]] > RIGID_WEIGHT ? -1 : 0;
    }

    for (int ring = 1; ring <= SOFT_RINGS; ring++)
        for (int v = 0; v < s->vertex_count; v++) {
            if (s->soft_index[v] != ring - 1) continue;
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                if (s->soft_index[s->other[e]] < 0) s->soft_index[s->other[e]] = ring;
        }
    s->soft_count = 0;
    for (int v = 0; v < s->vertex_count; v++) {
        if (s->soft_index[v] < 0) continue;
        s->soft_index[v] = s->soft_count;
        s->soft[s->soft_count++] = v;
    }

    place_anchors(s, data, rest, joints);
    return PD_OK;
}

void pd_smpl_surface_deinit(pd_smpl_surface *surface)
{
    free(surface->start);
    free(surface->other);
    free(surface->weight);
    free(surface->degree);
    free(surface->soft);
    free(surface->soft_index);
    free(surface->holder);
    free(surface->anchor);
    memset(surface, 0, sizeof *surface);
}
