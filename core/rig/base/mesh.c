#include "core/rig/base/mesh.h"

#include "core/base/disjoint.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define WELD  1e-6 /* of the height: cell in which vertices are merged */
#define MIXED 0.1  /* share of a patch's area: with more flipped triangles, the winding is a mistake */

typedef struct build {
    pd_rig_mesh *out;
    const float *vertices;
    const uint32_t *faces;
    int count, face_count;
    int *parent;   /* union-find of islands */
    bool *flipped; /* (F) triangle was flipped */
    bool *mixed;   /* (F) triangle is in a patch with mixed winding */
    pd_error *err;
} build;

/* Computes the normal of a triangle, with a length of twice its area. */
static void face_normal(double n[3], const pd_rig_mesh *m, const uint32_t *f)
{
    double a[3], b[3];

    for (int c = 0; c < 3; c++) {
        a[c] = m->points[3 * (size_t)f[1] + (size_t)c] - m->points[3 * (size_t)f[0] + (size_t)c];
        b[c] = m->points[3 * (size_t)f[2] + (size_t)c] - m->points[3 * (size_t)f[0] + (size_t)c];
    }

    pd_cross3(n, a, b);
}

/* ---- upright ---- */

typedef struct box {
    double low[3], high[3];
} box;
static const box nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void grow_mesh(box *b, const double p[3])
{
    for (int r = 0; r < 3; r++) {
        b->low[r] = fmin(b->low[r], p[r]);
        b->high[r] = fmax(b->high[r], p[r]);
    }
}

/* Moves the points to the ground and scales them from the file's units to heights. from: the file's origin
 * after the rotation. */
static pd_status mesh_stand(pd_rig_mesh *m, int count, const box *b, const double turn[9],
                            const double from[3], pd_error *err)
{
    const double width = fmax(b->high[0] - b->low[0], b->high[2] - b->low[2]);
    const double height = b->high[1] - b->low[1];

    /* A body is neither flat nor a pole nor a wall: 1/50 to 20 times as wide as high. */
    if (!(height > 1e-6 * fmax(1, fabs(b->high[1]))) || !(width > 0.02 * height) || !(width < 20 * height))
        return pd_fail(err, PD_ERR_INVALID, "mesh", "%.3g high, %.3g wide, %.3g deep; a body expected",
                       height, b->high[0] - b->low[0], b->high[2] - b->low[2]);
    m->height = height;
    for (int r = 0; r < 3; r++) {
        const double off = r == 1 ? -b->low[1] : -0.5 * (b->low[r] + b->high[r]);
        memcpy(m->upright + 4 * r, turn + 3 * r, 3 * sizeof *turn);
        m->upright[4 * r + 3] = from[r] + off;
        for (int i = 0; i < count; i++) {
            double *x = &m->points[3 * (size_t)i + (size_t)r];
            *x = (*x + off) / height;
        }
    }

    return PD_OK;
}

static void multiply_mesh(double out[3], const double turn[9], const double v[3])
{
    for (int r = 0; r < 3; r++) out[r] = turn[3 * r] * v[0] + turn[3 * r + 1] * v[1] + turn[3 * r + 2] * v[2];
}

/* Turns the points and puts the mesh on the ground. Only vertices of triangles count for its size. */
static pd_status place_mesh(build *b, const double turn[9])
{
    static const double origin[3] = {0, 0, 0};
    box extent = nothing;
    bool *used = calloc((size_t)b->count, sizeof *used);

    if (!used) return pd_fail(b->err, PD_ERR_MEMORY, "mesh", "out of memory for %d vertices", b->count);

    for (size_t i = 0; i < 3 * (size_t)b->face_count; i++) used[b->faces[i]] = true;
    for (int i = 0; i < b->count; i++) {
        const float *v = b->vertices + 3 * (size_t)i;
        double *p = b->out->points + 3 * (size_t)i;
        multiply_mesh(p, turn, (const double[3]){v[0], v[1], v[2]});
        if (used[i]) grow_mesh(&extent, p);
    }

    free(used);

    return mesh_stand(b->out, b->count, &extent, turn, origin, b->err);
}

/* Moves the mean of the surface to x = z = 0. */
static void centre(pd_rig_mesh *m)
{
    double sum[3] = {0}, area = 0;

    for (int i = 0; i < m->vertex_count; i++) {
        for (int c = 0; c < 3; c++) sum[c] += m->areas[i] * m->points[3 * (size_t)i + (size_t)c];
        area += m->areas[i];
    }

    for (int c = 0; c < 3; c += 2) {
        const double off = area > 0 ? sum[c] / area : 0;
        for (int i = 0; i < m->vertex_count; i++) m->points[3 * (size_t)i + (size_t)c] -= off;
        m->upright[4 * c + 3] -= off * m->height;
    }
}

/* ---- welding ---- */

typedef struct cell {
    int64_t at[3];
    int vertex;
} cell;

/* Orders vertices by their cell, then by number. */
static int by_cell(const void *a, const void *b)
{
    const cell *x = a;
    const cell *y = b;
    for (int c = 0; c < 3; c++)
        if (x->at[c] != y->at[c]) return x->at[c] < y->at[c] ? -1 : 1;
    return x->vertex - y->vertex;
}

/* Merges the points of each cell of size WELD into the first of them, in place. It sorts, because a file
 * could make hashing slow. */
static pd_status weld(build *b)
{
    pd_rig_mesh *m = b->out;
    cell *cells = malloc((size_t)b->count * sizeof *cells);

    if (!cells) return pd_fail(b->err, PD_ERR_MEMORY, "mesh", "out of memory for %d vertices", b->count);

    for (int i = 0; i < b->count; i++) {
        cells[i].vertex = i;
        for (int c = 0; c < 3; c++) cells[i].at[c] = llround(m->points[3 * (size_t)i + (size_t)c] / WELD);
    }

    qsort(cells, (size_t)b->count, sizeof *cells, by_cell);
    for (int i = 0, first = 0; i < b->count; i++) {
        if (memcmp(cells[first].at, cells[i].at, sizeof cells[i].at)) first = i;
        m->welded[cells[i].vertex] = cells[first].vertex;
    }

    free(cells);

    int count = 0;
    for (int i = 0; i < b->count; i++) {
        if (m->welded[i] < i) { /* the first vertex already has its new index */
            m->welded[i] = m->welded[m->welded[i]];
            continue;
        }

        memmove(m->points + 3 * (size_t)count, m->points + 3 * (size_t)i, 3 * sizeof *m->points);
        m->welded[i] = count++;
    }

    m->vertex_count = count;
    m->merged_vertices = b->count - count;

    /* Drop triangles without area. */
    for (int f = 0; f < b->face_count; f++) {
        uint32_t *to = m->faces + 3 * (size_t)m->face_count;
        double n[3];
        for (int c = 0; c < 3; c++) to[c] = (uint32_t)m->welded[b->faces[3 * (size_t)f + (size_t)c]];
        if (to[0] == to[1] || to[1] == to[2] || to[2] == to[0]) continue;
        face_normal(n, m, to);
        if (pd_dot3(n, n) > 1e-24) m->face_count++;
    }

    m->dropped_faces = b->face_count - m->face_count;
    if (!m->face_count)
        return pd_fail(b->err, PD_ERR_INVALID, "mesh",
                       "none of the %d triangles has an area; a surface expected", b->face_count);

    return PD_OK;
}

static void flip(uint32_t *face)
{
    const uint32_t hold = face[1];
    face[1] = face[2];
    face[2] = hold;
}

/* ---- edges: borders and flipped triangles ---- */

typedef struct edge {
    uint64_t ends;
    int face;
    bool is_up; /* runs from the lesser to the larger end */
} edge;

static int by_ends(const void *a, const void *b)
{
    const edge *x = a;
    const edge *y = b;
    if (x->ends != y->ends) return x->ends < y->ends ? -1 : 1;
    return x->face < y->face ? -1 : x->face > y->face;
}

/* Union-find of triangles connected by edges that two of them share. is_odd: the triangle's winding is
 * opposite to its parent's. */
typedef struct patch {
    int parent, count;
    bool is_odd;
    double area[2]; /* for a root: area with its winding, and with the opposite */
} patch;

/* Returns the patch of a triangle (the root of its tree), and whether the triangle is wound against the
 * root. */
static int patch_of(const patch *list, int face, bool *is_odd)
{
    *is_odd = false;
    while (list[face].parent != face) {
        *is_odd ^= list[face].is_odd;
        face = list[face].parent;
    }

    return face;
}

/* Flips the triangles of each patch whose winding has the smaller area. */
static pd_status orient(build *b)
{
    pd_rig_mesh *m = b->out;
    const size_t count = 3 * (size_t)m->face_count;
    edge *edges = malloc((count + 1) * sizeof *edges);
    patch *list = calloc((size_t)m->face_count + 1, sizeof *list);
    bool is_odd;

    if (!edges || !list) {
        free(list);
        free(edges);
        return pd_fail(b->err, PD_ERR_MEMORY, "mesh", "out of memory for %zu edges", count);
    }

    /* List the edges of all triangles with the way they are passed (up: from the smaller number). */
    for (size_t e = 0; e < count; e++) {
        const uint32_t p = m->faces[e];
        const uint32_t q = m->faces[e % 3 == 2 ? e - 2 : e + 1];
        const uint64_t ends = p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p;
        edges[e] = (edge){ends, (int)(e / 3), p < q};
    }

    /* Each triangle is a patch of its own at first. */
    for (int f = 0; f < m->face_count; f++) {
        list[f].parent = f;
        list[f].count = 1;
    }

    qsort(edges, count, sizeof *edges, by_ends);

    /* An edge of two triangles joins their patches, the smaller below the larger. */
    for (size_t i = 0, same; i < count; i += same) {
        const edge *e = &edges[i];
        for (same = 1; i + same < count && edges[i + same].ends == e->ends;) same++;
        m->border_edges += same == 1;
        if (same != 2) continue;

        bool odd[2];
        int p = patch_of(list, e[0].face, &odd[0]);
        int q = patch_of(list, e[1].face, &odd[1]);
        if (p == q) continue;
        if (list[p].count < list[q].count) {
            const int hold = p;
            p = q;
            q = hold;
        }

        list[q].parent = p;
        list[p].count += list[q].count;
        list[q].is_odd = (e[0].is_up == e[1].is_up) ^ odd[0] ^ odd[1];
    }

    for (int f = 0; f < m->face_count; f++) {
        double n[3];
        face_normal(n, m, m->faces + 3 * (size_t)f);
        const int root = patch_of(list, f, &is_odd);
        list[root].area[is_odd] += 0.5 * sqrt(pd_dot3(n, n));
    }

    for (int f = 0; f < m->face_count; f++) {
        const double *area = list[patch_of(list, f, &is_odd)].area;
        b->flipped[f] = is_odd ? area[1] <= area[0] : area[0] < area[1];
        b->mixed[f] = fmin(area[0], area[1]) > MIXED * (area[0] + area[1]);
        if (b->flipped[f]) flip(m->faces + 3 * (size_t)f);
    }

    free(list);
    free(edges);

    return PD_OK;
}

/* ---- islands ---- */

typedef struct island {
    int root, number;
    double area, volume;
    double sure; /* area without mixed winding */
} island;

static int by_area(const void *a, const void *b)
{
    const island *x = a;
    const island *y = b;
    if (x->area != y->area) return x->area < y->area ? 1 : -1;
    return x->root < y->root ? -1 : x->root > y->root;
}

/* Numbers the islands (connected parts) by area, the largest first, and turns those that are inside out.
 * ERR_INVALID if most of the surface is. */
static pd_status number_islands(build *b)
{
    pd_rig_mesh *m = b->out;
    island *list = calloc((size_t)m->vertex_count, sizeof *list);
    double volume = 0, turned = 0;

    if (!list)
        return pd_fail(b->err, PD_ERR_MEMORY, "mesh", "out of memory for %d vertices", m->vertex_count);

    /* Join the corners of each triangle (union-find). */
    for (int i = 0; i < m->vertex_count; i++) {
        b->parent[i] = i;
        list[i].root = i;
    }

    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        const int a = pd_disjoint_find(b->parent, (int)v[0]);
        b->parent[pd_disjoint_find(b->parent, (int)v[1])] = a;
        b->parent[pd_disjoint_find(b->parent, (int)v[2])] = a;
    }

    /* Area and volume of each island. */
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->faces + 3 * (size_t)f;
        island *own = &list[pd_disjoint_find(b->parent, (int)v[0])];
        double n[3];
        face_normal(n, m, v);
        const double area = 0.5 * sqrt(pd_dot3(n, n));
        own->area += area;
        m->area += area;
        if (!b->mixed[f]) own->sure += area;

        /* Relative to a vertex of the island, because the volume of an open island depends on the origin. */
        double from[3];
        for (int c = 0; c < 3; c++)
            from[c] = m->points[3 * (size_t)v[0] + (size_t)c] - m->points[3 * (size_t)own->root + (size_t)c];
        own->volume += pd_dot3(n, from) / 6;
    }

    /* Number them by area, and find those with a negative volume. */
    qsort(list, (size_t)m->vertex_count, sizeof *list, by_area);
    for (int i = 0; i < m->vertex_count; i++) m->islands[list[i].root] = i;
    for (int i = 0; i < m->vertex_count; i++) {
        /* Skip vertices without a triangle. */
        if (list[i].root != pd_disjoint_find(b->parent, list[i].root) || !(list[i].area > 0)) continue;
        m->island_count++;
        volume += list[i].volume;

        /* Flat and open islands have no inside, so small volumes are ignored. */
        if (list[i].volume < -0.01 * pow(list[i].area, 1.5)) {
            turned += list[i].sure;
            list[i].number = -1;
        }
    }

    for (int f = 0; f < m->face_count; f++) {
        uint32_t *v = m->faces + 3 * (size_t)f;
        if (list[m->islands[pd_disjoint_find(b->parent, (int)v[0])]].number >= 0) continue;
        flip(v);
        if (b->mixed[f]) b->flipped[f] = !b->flipped[f];
    }

    /* Count what was turned. */
    for (int f = 0; f < m->face_count; f++) m->turned_faces += b->flipped[f];
    for (int i = 0; i < m->vertex_count; i++)
        m->turned_islands += list[i].number < 0 && list[i].sure > 0.5 * list[i].area;

    /* Roots already have their indices. */
    for (int i = 0; i < m->vertex_count; i++)
        if (pd_disjoint_find(b->parent, i) != i) m->islands[i] = m->islands[pd_disjoint_find(b->parent, i)];
    free(list);
    if (turned <= 0.5 * m->area) return PD_OK;

    return pd_fail(
        b->err, PD_ERR_INVALID, "mesh",
        "the mesh is inside out (volume %.3g of the height cubed); triangles that face outward expected",
        volume);
}

pd_status pd_rig_mesh_init(pd_rig_mesh *out, const float *vertices, int count, const uint32_t *faces,
                           int face_count, const double turn[9], pd_error *err)
{
    build b = {.out = out,
               .vertices = vertices,
               .faces = faces,
               .count = count,
               .face_count = face_count,
               .err = err};
    const size_t n = (size_t)count;

    memset(out, 0, sizeof *out);
    out->source_count = count;
    out->points = malloc(3 * n * sizeof *out->points);
    out->normals = calloc(3 * n, sizeof *out->normals);
    out->areas = calloc(n, sizeof *out->areas);
    out->faces = malloc(3 * ((size_t)face_count + 1) * sizeof *out->faces);
    out->welded = malloc(n * sizeof *out->welded);
    out->islands = malloc(n * sizeof *out->islands);
    b.parent = malloc(n * sizeof *b.parent);
    b.flipped = calloc((size_t)face_count + 1, sizeof *b.flipped);
    b.mixed = calloc((size_t)face_count + 1, sizeof *b.mixed);
    pd_status status = PD_OK;
    if (!out->points || !out->normals || !out->areas || !out->faces || !out->welded || !out->islands ||
        !b.parent || !b.flipped || !b.mixed)
        status = pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %d vertices", count);

    if (status == PD_OK) status = place_mesh(&b, turn);
    if (status == PD_OK) status = weld(&b);
    if (status == PD_OK) status = orient(&b);
    if (status == PD_OK) status = number_islands(&b);

    /* Areas of vertices (a third of each triangle) and normals (the mean of triangles, weighted by area). */
    if (status == PD_OK) {
        for (int f = 0; f < out->face_count; f++) {
            const uint32_t *v = out->faces + 3 * (size_t)f;
            double face[3];
            face_normal(face, out, v);
            const double third = sqrt(pd_dot3(face, face)) / 6;
            for (int k = 0; k < 3; k++) {
                out->areas[v[k]] += third;
                for (int c = 0; c < 3; c++) out->normals[3 * (size_t)v[k] + (size_t)c] += face[c];
            }
        }

        for (int i = 0; i < out->vertex_count; i++) {
            double *normal = out->normals + 3 * (size_t)i;
            const double length = sqrt(pd_dot3(normal, normal));
            for (int c = 0; c < 3; c++) normal[c] = length > 0 ? normal[c] / length : c == 2;
        }

        centre(out);
    }

    free(b.parent);
    free(b.flipped);
    free(b.mixed);
    if (status != PD_OK) pd_rig_mesh_deinit(out);

    return status;
}

pd_status pd_rig_mesh_turn(pd_rig_mesh *m, const double turn[9], pd_error *err)
{
    const double old = m->height;
    double step[9], from[3];
    box extent = nothing;

    /* Rotation from the present orientation to the new one, R R0^T. */
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const double *row = m->upright + 4 * c;
            step[3 * r + c] = turn[3 * r] * row[0] + turn[3 * r + 1] * row[1] + turn[3 * r + 2] * row[2];
        }
    multiply_mesh(from, step, (const double[3]){m->upright[3], m->upright[7], m->upright[11]});
    for (int i = 0; i < m->vertex_count; i++) {
        double *p = m->points + 3 * (size_t)i;
        double *n = m->normals + 3 * (size_t)i;
        double turned[3];
        multiply_mesh(turned, step, p);
        for (int c = 0; c < 3; c++) p[c] = turned[c] * old;
        multiply_mesh(turned, step, n);
        memcpy(n, turned, sizeof turned);

        if (m->islands[i] < m->island_count) grow_mesh(&extent, p);
    }

    const pd_status status = mesh_stand(m, m->vertex_count, &extent, turn, from, err);
    if (status != PD_OK) {
        /* Scale back to heights, so that the mesh can be turned again. */
        for (size_t i = 0; i < 3 * (size_t)m->vertex_count; i++) m->points[i] /= old;
        for (int r = 0; r < 3; r++) {
            memcpy(m->upright + 4 * r, turn + 3 * r, 3 * sizeof *turn);
            m->upright[4 * r + 3] = from[r];
        }

        return status;
    }

    const double scale = old / m->height;
    for (int i = 0; i < m->vertex_count; i++) m->areas[i] *= scale * scale;
    m->area *= scale * scale;
    centre(m);

    return PD_OK;
}

void pd_rig_mesh_deinit(pd_rig_mesh *m)
{
    free(m->points);
    free(m->normals);
    free(m->areas);
    free(m->faces);
    free(m->welded);
    free(m->islands);
    memset(m, 0, sizeof *m);
}
