#include "core/face/mesh.h"

#include "core/math/triangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME_SIDE  0.17 /* cosine of 80 degrees: least of two normals that are merged */
#define SAME_PLACE 1e-6 /* of the mesh's size */
#define HANGS      0.6 /* share of its border by which a small piece must hang on others to be part of them */
#define SMALL      0.05  /* share of all edges that a small piece has */
#define FAN_MOST   64    /* triangles of a vertex that are searched */
#define DEPTH_MOST 100.0 /* metres: length of a ray */

/* A vertex of the source with its place on a grid. */
typedef struct mesh_key {
    int64_t cell[3];
    int vertex;
} mesh_key;

static int compare_mesh_keys(const void *a, const void *b)
{
    const mesh_key *x = a, *y = b;

    for (int c = 0; c < 3; c++)
        if (x->cell[c] != y->cell[c]) return x->cell[c] < y->cell[c] ? -1 : 1;
    return x->vertex - y->vertex;
}

/* Writes unit normals of the source's vertices, weighted by area. */
static void source_normals(double (*normals)[3], const float *vertices, int count, const uint32_t *faces,
                           int face_count)
{
    memset(normals, 0, (size_t)count * sizeof *normals);
    for (int f = 0; f < face_count; f++) {
        const uint32_t *c = faces + 3 * (size_t)f;
        float n[3];
        pd_triangle_normal(n, vertices + 3 * (size_t)c[0], vertices + 3 * (size_t)c[1],
                           vertices + 3 * (size_t)c[2]);
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < 3; x++) normals[c[k]][x] += (double)n[x];
    }

    for (int i = 0; i < count; i++) {
        const double length = sqrt(normals[i][0] * normals[i][0] + normals[i][1] * normals[i][1] +
                                   normals[i][2] * normals[i][2]);
        for (int x = 0; x < 3; x++) normals[i][x] /= length > 0 ? length : 1;
    }
}

/* Merges the vertices of one place and one side; returns false when out of memory. */
static bool merge_vertices(pd_face_mesh *out, const float *vertices, const bool *is_used,
                           const double (*normals)[3])
{
    const int count = out->source_count;
    mesh_key *keys = malloc(((size_t)count + 1) * sizeof *keys);
    double low = INFINITY, high = -INFINITY;
    int used = 0;

    if (!keys) return false;
    for (int i = 0; i < count; i++)
        for (int x = 0; is_used[i] && x < 3; x++) {
            low = fmin(low, (double)vertices[3 * (size_t)i + (size_t)x]);
            high = fmax(high, (double)vertices[3 * (size_t)i + (size_t)x]);
        }
    const double step = fmax(high - low, 1e-9) * SAME_PLACE;
    for (int i = 0; i < count; i++) {
        out->merged[i] = -1;
        if (!is_used[i]) continue;
        for (int x = 0; x < 3; x++)
            keys[used].cell[x] = llround((double)vertices[3 * (size_t)i + (size_t)x] / step);
        keys[used++].vertex = i;
    }

    /* Of the vertices of one place, each joins the first one with its side. */
    qsort(keys, (size_t)used, sizeof *keys, compare_mesh_keys);
    for (int i = 0, first = 0; i < used; i++) {
        const int v = keys[i].vertex;
        if (memcmp(keys[i].cell, keys[first].cell, sizeof keys[i].cell) != 0) first = i;
        for (int j = first; j < i && out->merged[v] < 0; j++) {
            const int w = keys[j].vertex;
            const double along =
                normals[v][0] * normals[w][0] + normals[v][1] * normals[w][1] + normals[v][2] * normals[w][2];
            if (along > SAME_SIDE) out->merged[v] = out->merged[w];
        }
        if (out->merged[v] >= 0) continue;
        for (int x = 0; x < 3; x++) out->rest[out->count][x] = (double)vertices[3 * (size_t)v + (size_t)x];
        out->merged[v] = out->count++;
    }
    free(keys);

    return true;
}

/* An edge of a triangle between merged vertices. */
typedef struct mesh_edge {
    int low, high, piece;
} mesh_edge;

static int compare_mesh_edges(const void *a, const void *b)
{
    const mesh_edge *x = a, *y = b;

    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    if (x->high != y->high) return x->high < y->high ? -1 : 1;
    return x->piece - y->piece;
}

/* A piece: its vertices, and one of them. */
typedef struct mesh_piece {
    int size, root;
} mesh_piece;

static int compare_mesh_pieces(const void *a, const void *b)
{
    const mesh_piece *x = a, *y = b;
    return x->size != y->size ? y->size - x->size : x->root - y->root;
}

static int root_of(int *above, int v)
{
    while (above[v] != v) {
        above[v] = above[above[v]];
        v = above[v];
    }
    return v;
}

/* Numbers the pieces, which share no vertex of the source, from the largest to the smallest: pieces (M).
 * Returns their number; -1: out of memory. */
static int number_pieces(int *pieces, const pd_face_mesh *m, const uint32_t *faces, int face_count)
{
    const size_t n = (size_t)m->source_count + 1;
    int *above = malloc(n * sizeof *above), *size = calloc(n, sizeof *size);
    mesh_piece *order = malloc(n * sizeof *order);
    int count = 0;

    if (!above || !size || !order) count = -1;
    for (int v = 0; !count && v < m->source_count; v++) above[v] = v;
    for (int f = 0; !count && f < face_count; f++) {
        const uint32_t *c = faces + 3 * (size_t)f;
        if (m->merged[c[0]] < 0 || m->merged[c[1]] < 0 || m->merged[c[2]] < 0) continue;
        for (int k = 1; k < 3; k++) above[root_of(above, (int)c[k])] = root_of(above, (int)c[0]);
    }
    if (count < 0) {
        free(above);
        free(size);
        free(order);
        return -1;
    }

    /* Numbers by size. */
    for (int v = 0; v < m->source_count; v++)
        if (m->merged[v] >= 0) size[root_of(above, v)]++;
    for (int v = 0; v < m->source_count; v++) {
        pieces[v] = -1;
        if (size[v]) order[count++] = (mesh_piece){size[v], v};
    }
    qsort(order, (size_t)count, sizeof *order, compare_mesh_pieces);
    for (int i = 0; i < count; i++) pieces[order[i].root] = i;
    for (int v = 0; v < m->source_count; v++) {
        const int root = root_of(above, v);
        if (m->merged[v] >= 0 && v != root) pieces[v] = pieces[root];
    }
    free(above);
    free(size);
    free(order);

    return count;
}

/* Gives vertices of their own to pieces that are the third sheet at their edges; false: out of memory. */
static bool part_sheets(pd_face_mesh *m, const uint32_t *faces, int face_count)
{
    const size_t n = (size_t)m->source_count + 1;
    int *pieces = malloc(n * sizeof *pieces), *conflicts = NULL, *own = NULL;
    int *borders = NULL, *shared = NULL, *edges_of = NULL;
    mesh_edge *edges = malloc((3 * (size_t)face_count + 1) * sizeof *edges);
    int used = 0;

    const int count = pieces && edges ? number_pieces(pieces, m, faces, face_count) : -1;
    bool good = count >= 0;
    if (good) {
        conflicts = calloc((size_t)count + 1, sizeof *conflicts);
        borders = calloc((size_t)count + 1, sizeof *borders);
        shared = calloc((size_t)count + 1, sizeof *shared);
        edges_of = calloc((size_t)count + 1, sizeof *edges_of);
        own = malloc(2 * n * sizeof *own);
        good = conflicts && borders && shared && edges_of && own;
    }

    /* Edges with all triangles at them. Larger pieces come first. */
    for (int f = 0; good && f < face_count; f++)
        for (int k = 0; k < 3; k++) {
            const uint32_t v = faces[3 * (size_t)f + (size_t)k],
                           w = faces[3 * (size_t)f + (size_t)(k + 1) % 3];
            const int a = m->merged[v], b = m->merged[w];
            if (a < 0 || b < 0 || a == b || pieces[v] < 0) continue;
            edges_of[pieces[v]]++;
            edges[used++] = (mesh_edge){a < b ? a : b, a < b ? b : a, pieces[v]};
        }
    if (good) qsort(edges, (size_t)used, sizeof *edges, compare_mesh_edges);
    for (int i = 0, first = 0; good && i < used; i++) {
        if (edges[i].low != edges[first].low || edges[i].high != edges[first].high) first = i;
        if (i - first >= 2 && edges[i].piece != edges[first].piece) conflicts[edges[i].piece]++;

        /* A border of its piece, alone or along another piece. */
        const mesh_edge *e = &edges[i];
        const bool is_first = i == first,
                   is_last = i + 1 == used || edges[i + 1].low != e->low || edges[i + 1].high != e->high;
        const bool is_inner = (!is_first && e[-1].piece == e->piece) || (!is_last && e[1].piece == e->piece);
        if (is_inner) continue;
        borders[e->piece]++;
        shared[e->piece] += !(is_first && is_last);
    }
    for (int p = 0; good && p < count; p++)
        conflicts[p] += shared[p] > 0 && shared[p] < HANGS * borders[p] && edges_of[p] < SMALL * used;

    /* Own vertices, one for each merged vertex of the piece: those of one piece are linked in a list. */
    int *next = good ? malloc(n * sizeof *next) : NULL, *first = good ? malloc(n * sizeof *first) : NULL;
    int *was = good ? malloc(n * sizeof *was) : NULL;
    good = good && next && first && was;
    if (good) memcpy(was, m->merged, (size_t)m->source_count * sizeof *was);
    for (int p = 0; good && p < count; p++) first[p] = -1;
    for (int v = 0; good && v < m->source_count; v++) {
        if (pieces[v] < 0) continue;
        next[v] = first[pieces[v]];
        first[pieces[v]] = v;
    }
    for (int v = 0; good && v < m->count; v++) own[v] = -1;
    for (int p = 0; good && p < count; p++) {
        if (!conflicts[p]) continue;
        for (int v = first[p]; v >= 0; v = next[v]) {
            const int at = m->merged[v];
            if (own[at] < 0) {
                memcpy(m->rest[m->count], m->rest[at], sizeof *m->rest);
                own[m->count] = -1;
                own[at] = m->count++;
            }
            m->merged[v] = own[at];
        }

        /* The next piece begins with an empty table: undo what this one wrote. */
        for (int v = first[p]; v >= 0; v = next[v]) own[was[v]] = -1;
    }
    free(next);
    free(first);
    free(was);
    free(pieces);
    free(edges);
    free(conflicts);
    free(borders);
    free(shared);
    free(edges_of);
    free(own);

    return good;
}

/* Lists triangles and neighbours of each vertex; returns false when out of memory. */
static bool list_neighbours(pd_face_mesh *m)
{
    const size_t n = (size_t)m->count, corners = 3 * (size_t)m->face_count;

    m->face_start = calloc(n + 2, sizeof *m->face_start);
    m->faces_of = malloc((corners + 1) * sizeof *m->faces_of);
    m->near_start = calloc(n + 2, sizeof *m->near_start);
    m->near = malloc((2 * corners + 1) * sizeof *m->near);
    if (!m->face_start || !m->faces_of || !m->near_start || !m->near) return false;

    /* Triangles of each vertex, by counting. */
    for (size_t i = 0; i < corners; i++) m->face_start[m->faces[i / 3][i % 3] + 2]++;
    for (size_t i = 2; i < n + 2; i++) m->face_start[i] += m->face_start[i - 1];
    for (size_t i = 0; i < corners; i++)
        m->faces_of[m->face_start[m->faces[i / 3][i % 3] + 1]++] = (int)(i / 3);

    /* Neighbours: the other corners of these, each once. */
    int *seen_by = malloc((n + 1) * sizeof *seen_by);
    for (size_t i = 0; seen_by && i < n; i++) seen_by[i] = -1;
    for (int v = 0, used = 0; seen_by && v < m->count; v++) {
        for (int k = m->face_start[v]; k < m->face_start[v + 1]; k++)
            for (int c = 0; c < 3; c++) {
                const int w = m->faces[m->faces_of[k]][c];
                if (w == v || seen_by[w] == v) continue;
                seen_by[w] = v;
                m->near[used++] = w;
            }
        m->near_start[v + 1] = used;
    }
    const bool good = seen_by != NULL;
    free(seen_by);

    return good;
}

/* Numbers the islands; returns false when out of memory. */
static bool number_islands(pd_face_mesh *m)
{
    int *open = malloc(((size_t)m->count + 1) * sizeof *open);

    if (!open) return false;
    for (int v = 0; v < m->count; v++) m->island[v] = -1;
    for (int v = 0; v < m->count; v++) {
        int used = 0;
        if (m->island[v] >= 0) continue;
        open[used++] = v;
        m->island[v] = m->island_count;
        while (used) {
            const int w = open[--used];
            for (int k = m->near_start[w]; k < m->near_start[w + 1]; k++) {
                if (m->island[m->near[k]] >= 0) continue;
                m->island[m->near[k]] = m->island_count;
                open[used++] = m->near[k];
            }
        }
        m->island_count++;
    }
    free(open);

    return true;
}

pd_status pd_face_mesh_make(pd_face_mesh *out, const float *vertices, int vertex_count, const uint32_t *faces,
                            int face_count, const bool *wanted, pd_error *err)
{
    *out = (pd_face_mesh){.source_count = vertex_count};
    const size_t n = 2 * (size_t)vertex_count + 1;

    for (size_t i = 0; i < 3 * (size_t)vertex_count; i++)
        if (!(fabsf(vertices[i]) < 1e9f))
            return pd_fail(err, PD_ERR_RANGE, "mesh", "vertex %zu is not finite", i / 3);
    double(*normals)[3] = malloc(n * sizeof *normals);
    bool *is_used = calloc(n, sizeof *is_used);

    out->rest = malloc(n * sizeof *out->rest);
    out->at = malloc(n * sizeof *out->at);
    out->normals = malloc(n * sizeof *out->normals);
    out->faces = malloc(((size_t)face_count + 1) * sizeof *out->faces);
    out->merged = malloc(n * sizeof *out->merged);
    out->island = malloc(n * sizeof *out->island);
    bool good = normals && is_used && out->rest && out->at && out->normals && out->faces && out->merged &&
                out->island;

    /* Vertices of the wanted triangles. */
    for (int f = 0; good && f < face_count; f++) {
        const uint32_t *c = faces + 3 * (size_t)f;
        if (wanted && !(wanted[c[0]] && wanted[c[1]] && wanted[c[2]])) continue;
        for (int k = 0; k < 3; k++) is_used[c[k]] = true;
    }
    if (good) source_normals(normals, vertices, vertex_count, faces, face_count);
    good = good && merge_vertices(out, vertices, is_used, (const double(*)[3])normals) &&
           part_sheets(out, faces, face_count);
    free(normals);
    free(is_used);

    /* Triangles that keep three corners. */
    for (int f = 0; good && f < face_count; f++) {
        const uint32_t *c = faces + 3 * (size_t)f;
        const int a = out->merged[c[0]], b = out->merged[c[1]], d = out->merged[c[2]];
        if (a < 0 || b < 0 || d < 0 || a == b || b == d || a == d) continue;
        if (wanted && !(wanted[c[0]] && wanted[c[1]] && wanted[c[2]])) continue;
        int *to = out->faces[out->face_count++];
        to[0] = a;
        to[1] = b;
        to[2] = d;
    }

    good = good && list_neighbours(out) && number_islands(out);
    if (!good || !out->face_count) {
        pd_face_mesh_deinit(out);
        return good ? pd_fail(err, PD_ERR_INVALID, "mesh", "no triangle; a surface with a face expected")
                    : pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %d vertices", vertex_count);
    }

    const pd_face_frame none = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .scale = 1};
    pd_face_mesh_place(out, &none);

    return PD_OK;
}

void pd_face_mesh_deinit(pd_face_mesh *mesh)
{
    free(mesh->rest);
    free(mesh->at);
    free(mesh->normals);
    free(mesh->faces);
    free(mesh->merged);
    free(mesh->near_start);
    free(mesh->near);
    free(mesh->face_start);
    free(mesh->faces_of);
    free(mesh->island);
    *mesh = (pd_face_mesh){0};
}

void pd_face_mesh_normals(pd_face_mesh *m)
{
    memset(m->normals, 0, (size_t)m->count * sizeof *m->normals);
    for (int f = 0; f < m->face_count; f++) {
        const double *a = m->at[m->faces[f][0]], *b = m->at[m->faces[f][1]], *c = m->at[m->faces[f][2]];
        double n[3];
        for (int x = 0; x < 3; x++) {
            const int y = (x + 1) % 3, z = (x + 2) % 3;
            n[x] = (b[y] - a[y]) * (c[z] - a[z]) - (b[z] - a[z]) * (c[y] - a[y]);
        }
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < 3; x++) m->normals[m->faces[f][k]][x] += n[x];
    }

    for (int v = 0; v < m->count; v++) {
        double *n = m->normals[v];
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int x = 0; x < 3; x++) n[x] /= length > 0 ? length : 1;
    }
}

void pd_face_mesh_place(pd_face_mesh *m, const pd_face_frame *frame)
{
    const double *r = frame->rotation;

    for (int v = 0; v < m->count; v++)
        for (int x = 0; x < 3; x++) {
            const double *p = m->rest[v];
            m->at[v][x] = frame->scale * (r[3 * x] * p[0] + r[3 * x + 1] * p[1] + r[3 * x + 2] * p[2]) +
                          frame->shift[x];
        }
    pd_face_mesh_normals(m);
}

/* ---- nearest points ---- */

bool pd_face_search_make(pd_face_search *out, const pd_face_mesh *mesh, const bool *wanted)
{
    const size_t room = (size_t)mesh->count + 1;
    double(*points)[3] = malloc(room * sizeof *points);
    double(*normals)[3] = malloc(room * sizeof *normals);

    *out = (pd_face_search){.mesh = mesh, .members = malloc(room * sizeof *out->members)};
    bool good = points && normals && out->members;
    for (int v = 0; good && v < mesh->count; v++) {
        if (wanted && !wanted[v]) continue;
        memcpy(points[out->count], mesh->at[v], sizeof *points);
        memcpy(normals[out->count], mesh->normals[v], sizeof *normals);
        out->members[out->count++] = v;
    }
    good = good && out->count && pd_tree_build(&out->tree, points[0], normals[0], out->count, PD_FACE_TURN);
    free(points);
    free(normals);
    if (!good) pd_face_search_deinit(out);

    return good;
}

void pd_face_search_deinit(pd_face_search *search)
{
    pd_tree_deinit(&search->tree);
    free(search->members);
    *search = (pd_face_search){0};
}

bool pd_face_search_find(pd_face_point *out, const pd_face_search *search, const double at[3],
                         const double normal[3])
{
    const pd_face_mesh *m = search->mesh;
    const float p[3] = {(float)at[0], (float)at[1], (float)at[2]};
    int several[4];
    double square[4];

    /* The nearest vertices, and of all triangles around them the nearest point. */
    const int found = pd_tree_several(several, square, 4, &search->tree, at, normal);
    double best = INFINITY;
    for (int i = 0; i < found; i++) {
        const int v = search->members[several[i]];
        const int end = m->face_start[v + 1] < m->face_start[v] + FAN_MOST ? m->face_start[v + 1]
                                                                           : m->face_start[v] + FAN_MOST;
        for (int k = m->face_start[v]; k < end; k++) {
            const int *c = m->faces[m->faces_of[k]];
            float q[3][3], w[3];
            double turn = 0;
            for (int j = 0; j < 3; j++)
                for (int x = 0; x < 3; x++) q[j][x] = (float)m->at[c[j]][x];
            pd_triangle_nearest(w, p, q[0], q[1], q[2]);
            const double d = (double)pd_triangle_distance(p, w, q[0], q[1], q[2]);
            double n[3] = {0};
            for (int j = 0; j < 3; j++)
                for (int x = 0; x < 3; x++) n[x] += (double)w[j] * m->normals[c[j]][x];
            for (int x = 0; normal && x < 3; x++) turn += (n[x] - normal[x]) * (n[x] - normal[x]);
            const double cost = d * d + PD_FACE_TURN * PD_FACE_TURN * turn;
            if (cost >= best) continue;
            best = cost;
            out->face = m->faces_of[k];
            out->distance = d;
            for (int j = 0; j < 3; j++) out->weights[j] = (double)w[j];
            for (int x = 0; x < 3; x++) {
                out->normal[x] = n[x];
                out->at[x] = (double)(w[0] * q[0][x] + w[1] * q[1][x] + w[2] * q[2][x]);
            }
        }
    }

    return best < INFINITY;
}

/* ---- rays ---- */

bool pd_face_rays_make(pd_face_rays *out, const pd_face_mesh *mesh, const bool *wanted)
{
    const size_t room = (size_t)mesh->face_count + 1;

    *out = (pd_face_rays){.triangles = malloc(room * 9 * sizeof *out->triangles),
                          .faces = malloc(room * sizeof *out->faces)};
    if (!out->triangles || !out->faces) {
        pd_face_rays_deinit(out);
        return false;
    }

    for (int f = 0; f < mesh->face_count; f++) {
        const int *c = mesh->faces[f];
        if (wanted && !(wanted[c[0]] && wanted[c[1]] && wanted[c[2]])) continue;
        for (int k = 0; k < 9; k++)
            out->triangles[9 * (size_t)out->count + (size_t)k] = (float)mesh->at[c[k / 3]][k % 3];
        out->faces[out->count++] = f;
    }
    if (pd_triangle_tree_build(&out->tree, out->triangles, out->count)) return true;
    pd_face_rays_deinit(out);

    return false;
}

void pd_face_rays_deinit(pd_face_rays *rays)
{
    pd_triangle_tree_deinit(&rays->tree);
    free(rays->triangles);
    free(rays->faces);
    *rays = (pd_face_rays){0};
}

int pd_face_rays_front(double *z, const pd_face_rays *rays, double x, double y, double from_z)
{
    const pd_triangle_line line = {.from = {(float)x, (float)y, (float)from_z},
                                   .along = {0, 0, -1},
                                   .nearest = 0,
                                   .farthest = (float)DEPTH_MOST};
    float far = 0;

    const int hit = rays->count ? pd_triangle_tree_meet(&far, &rays->tree, &line) : -1;
    if (hit < 0) return -1;
    *z = from_z - (double)far;

    return rays->faces[hit];
}
