#include "core/smpl/surface/inside.h"

#include "core/base/assert.h"
#include "core/math/triangle.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Tuned with contact.c's constants, and measured with them (there). */
#define LIFT         1e-4f /* metres above its vertex that a point is tested */
#define ASIDE        3.1e-6f
#define CELLS_SIDE   512  /* of the grid of points, at most                       */
#define FARTHEST_OUT 1e6f /* metres from the origin: a vertex beyond is no place of a body */
#define BINS_MAX     (1 << 15)
#define BIN          0.03f /* metres, the side of a cube of triangles; more when there were too many */
#define ROUNDING     1e-5f /* metres, more than a coordinate is off after a few operations */
#define TOUCHING     1e-5f /* metres: skins so near each other are in one place                     */
#define TIE                                                                                                  \
    1e-6f /* metres: triangles that share the nearest point are equally near; a vertex on one may be behind it */
#define NEARER_THAN   0.5f /* of the rest distance: no neighbour                  */
#define NEARER_FACING 0.5f /* the same where the two face each other              */

/* Nanoseconds of work: a fit to bodies in random poses with betas of 10 on one core of an EPYC (Zen 3) with others at work beside it, 0.75 to
 * 1.05 of what each took (docs/lab/body-model.md, "What contact costs at worst"). */
#define COMPARE_NS  9.0   /* a vertex with a triangle near it          */
#define CELL_NS     8.9   /* a vertex with a cube that triangles may be in */
#define CROSSING_NS 2.4   /* a ray with a triangle                     */
#define COLUMN_NS   125.0 /* a triangle with a row of cells            */

/* --- the surface --- */

static const float *corner(const pd_smpl_inside *s, size_t face, int k)
{
    return s->p + 3 * (size_t)s->data->faces[3 * face + (size_t)k];
}

static void make_unit(float n[3])
{
    float length = sqrtf(pd_dot3f(n, n)), scale = length > 0 ? 1 / length : 0;
    for (int c = 0; c < 3; c++) n[c] *= scale;
}

/* Does the triangle cover what is above its k-th corner, whose normal it turns away from? The normal's shadow falls between its sides:
 * n . (m x b) > 0 > n . (m x c). */
static bool lies_over(const pd_smpl_inside *s, size_t face, int k)
{
    const float *v = corner(s, face, k), *b = corner(s, face, (k + 1) % 3), *c = corner(s, face, (k + 2) % 3);
    const float *n = s->normals + 3 * (size_t)s->data->faces[3 * face + (size_t)k], *m = s->plane[face];
    const float n_m[3] = {n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]};
    const float to_b[3] = {b[0] - v[0], b[1] - v[1], b[2] - v[2]},
                to_c[3] = {c[0] - v[0], c[1] - v[1], c[2] - v[2]};
    return pd_dot3f(n_m, to_b) > 0 && pd_dot3f(n_m, to_c) < 0;
}

/* Vertex normals are weighted by area. */
void pd_smpl_inside_surface(pd_smpl_inside *inside, const float *vertices)
{
    pd_smpl_inside *s = inside;

    s->p = vertices;
    memset(s->normals, 0, 3 * (size_t)s->data->vertex_count * sizeof *s->normals);
    for (size_t f = 0; f < (size_t)s->data->face_count; f++) {
        float *plane = s->plane[f];
        pd_triangle_normal(plane, corner(s, f, 0), corner(s, f, 1), corner(s, f, 2));

        for (int k = 0; k < 3; k++) {
            float *n = s->normals + 3 * (size_t)s->data->faces[3 * f + (size_t)k];
            for (int c = 0; c < 3; c++) n[c] += plane[c];
        }

        make_unit(plane);
        plane[3] = pd_dot3f(plane, corner(s, f, 0));
    }
    for (size_t i = 0; i < (size_t)s->data->vertex_count; i++) make_unit(s->normals + 3 * i);

    memset(s->is_shut, 0, (size_t)s->data->vertex_count);
    for (size_t f = 0; f < (size_t)s->data->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const size_t v = (size_t)s->data->faces[3 * f + (size_t)k];
            if (pd_dot3f(s->plane[f], s->normals + 3 * v) < 0) s->is_shut[v] |= lies_over(s, f, k);
        }
}

/* --- how often the surface winds about points --- */

/* Points of one ray direction, sorted into a grid of `side` cells a side over their own extent. */
typedef struct grid {
    float low[2], per[2]; /* cells a metre */
    int side, axis;
} grid;

static int cell_at(const grid *g, int c, float x)
{
    float at = (x - g->low[c]) * g->per[c];
    if (!(at >= 0)) return 0; /* NaN, too */
    return at >= (float)g->side ? g->side - 1 : (int)at;
}

static int cell_of(const grid *g, const pd_smpl_inside_point *p)
{
    return cell_at(g, 0, p->u) * g->side + cell_at(g, 1, p->v);
}

static grid sort_points(pd_smpl_inside *s, const int *asked, int count, int axis)
{
    grid g = {.axis = axis};

    /* a little above the vertex, and by an odd bit aside so that rays do not run through vertices; left and right alike */
    for (int i = 0; i < count; i++) {
        const float *p = s->p + 3 * (size_t)asked[i], *n = s->normals + 3 * (size_t)asked[i];
        const float aside[3] = {p[0] < 0 ? -ASIDE : ASIDE, 2 * ASIDE, 3 * ASIDE};
        float at[3];
        for (int c = 0; c < 3; c++) at[c] = p[c] + LIFT * n[c] + aside[c];
        s->points[i] = (pd_smpl_inside_point){at[(axis + 1) % 3], at[(axis + 2) % 3], at[axis], i};
    }

    /* the grid over them */
    float high[2] = {s->points[0].u, s->points[0].v};
    g.low[0] = high[0], g.low[1] = high[1];
    for (int i = 1; i < count; i++) {
        const float at[2] = {s->points[i].u, s->points[i].v};
        for (int c = 0; c < 2; c++) {
            g.low[c] = at[c] < g.low[c] ? at[c] : g.low[c];
            high[c] = at[c] > high[c] ? at[c] : high[c];
        }
    }
    g.side = (int)sqrtf(8.0f * (float)count) + 1;
    g.side = g.side > CELLS_SIDE ? CELLS_SIDE : g.side;
    for (int c = 0; c < 2; c++) g.per[c] = (float)g.side / (high[c] - g.low[c] + 1e-6f);

    /* counted into its cells */
    const int all = g.side * g.side;
    memset(s->cell_start, 0, ((size_t)all + 1) * sizeof *s->cell_start);
    for (int i = 0; i < count; i++) s->cell_start[cell_of(&g, &s->points[i])]++;
    for (int c = 1; c <= all; c++) s->cell_start[c] += s->cell_start[c - 1];
    for (int i = 0; i < count; i++) s->sorted[--s->cell_start[cell_of(&g, &s->points[i])]] = s->points[i];
    return g;
}

/* An edge from its lower end: two triangles agree on which side of a shared one a point is. */
typedef struct edge {
    float u, v, du, dv, sign;
} edge;

static edge edge_of(const float *a, const float *b, int u, int v)
{
    int flip = a[u] > b[u] || (a[u] == b[u] && a[v] > b[v]);
    const float *lo = flip ? b : a, *hi = flip ? a : b;
    return (edge){lo[u], lo[v], hi[u] - lo[u], hi[v] - lo[v], flip ? -1.0f : 1.0f};
}

static float side_of(const edge *e, const pd_smpl_inside_point *p)
{
    return e->sign * (e->du * (p->v - e->v) - e->dv * (p->u - e->u));
}

/* Keeps the crossings in their order along the ray. */
static void note_crossing(pd_smpl_inside_crossings *c, float distance, int sign)
{
    if (c->count >= PD_SMPL_INSIDE_CROSSINGS) return;
    int i = c->count++;
    for (; i > 0 && c->distance[i - 1] > distance; i--)
        c->distance[i] = c->distance[i - 1], c->sign[i] = c->sign[i - 1];
    c->distance[i] = distance, c->sign[i] = (signed char)sign;
}

/* How far the ray's stretch inside the body goes along it (way 1) or back (way -1). Skins that touch are crossed at once, and out of the body
 * first: which of the two a rounding has in front must not matter. */
static float end_along(const pd_smpl_inside_crossings *c, int winding, int way)
{
    for (int n = 0, last, left = winding; n < c->count; n = last) {
        int out = 0, in = 0;
        const int first = way > 0 ? n : c->count - 1 - n;
        for (last = n; last < c->count; last++) {
            const int i = way > 0 ? last : c->count - 1 - last;
            if (fabsf(c->distance[i] - c->distance[first]) > TOUCHING) break;
            out += way * c->sign[i] > 0, in += way * c->sign[i] < 0;
        }

        const float distance = (float)way * c->distance[first];
        if (distance < 0 || (distance == 0 && way > 0)) continue;
        if (left <= out) return distance;
        left += in - out;
    }
    return PD_SMPL_INSIDE_FARTHEST;
}

/* Adds what a triangle winds about the points sorted[first .. last). */
static void cross_points(pd_smpl_inside *s, const grid *g, size_t face, int first, int last)
{
    int u = (g->axis + 1) % 3, v = (g->axis + 2) % 3;
    const float *x[3] = {corner(s, face, 0), corner(s, face, 1), corner(s, face, 2)};
    const edge e[3] = {edge_of(x[1], x[2], u, v), edge_of(x[2], x[0], u, v), edge_of(x[0], x[1], u, v)};

    for (int i = first; i < last; i++) {
        const pd_smpl_inside_point *p = &s->sorted[i];
        float a = side_of(&e[0], p), b = side_of(&e[1], p), c = side_of(&e[2], p);
        int above = (a > 0) & (b > 0) & (c > 0), below = (a < 0) & (b < 0) & (c < 0); /* without branches */
        if (!(above | below)) continue;

        float height = (a * x[0][g->axis] + b * x[1][g->axis] + c * x[2][g->axis]) / (a + b + c);
        if (g->axis != 2) note_crossing(&s->crossings[p->index], height - p->height, above - below);
        if (height > p->height) s->winding[p->index] = (signed char)(s->winding[p->index] + above - below);
    }
}

static float least(float a, float b, float c)
{
    float x = a < b ? a : b;
    return x < c ? x : c;
}

/* The cells that a triangle's shadow may touch: from, to. false: it touches none. */
static bool shadow(int range[4], const pd_smpl_inside *s, const grid *g, size_t face)
{
    for (int c = 0; c < 2; c++) {
        int axis = (g->axis + 1 + c) % 3;
        float a = corner(s, face, 0)[axis], b = corner(s, face, 1)[axis], d = corner(s, face, 2)[axis];
        float low = least(a, b, d), high = -least(-a, -b, -d);
        if (high < g->low[c] || (low - g->low[c]) * g->per[c] > (float)g->side) return false;
        range[2 * c] = cell_at(g, c, low), range[2 * c + 1] = cell_at(g, c, high);
    }
    return true;
}

/* winding (count): how often the surface winds about the points above the vertices asked, and where that ends along the ray. */
static void wind(pd_smpl_inside *s, const int *asked, int count, int axis)
{
    if (!count) return;

    const grid g = sort_points(s, asked, count, axis);
    long crossings = 0, columns = 0;
    memset(s->winding, 0, (size_t)count);
    for (int i = 0; axis != 2 && i < count; i++) s->crossings[i].count = 0;

    for (size_t f = 0; f < (size_t)s->data->face_count; f++) {
        int r[4];
        if (!shadow(r, s, &g, f)) continue;
        for (int u = r[0]; u <= r[1]; u++) {
            int first = s->cell_start[u * g.side + r[2]], last = s->cell_start[u * g.side + r[3] + 1];
            if (first < last) cross_points(s, &g, f, first, last);
            crossings += last - first;
        }
        columns += r[1] - r[0] + 1;
    }
    s->work_ns += CROSSING_NS * (double)crossings + COLUMN_NS * (double)columns;

    for (int i = 0; axis != 2 && i < count; i++) {
        const pd_smpl_inside_crossings *c = &s->crossings[i];
        s->end[asked[i]] = fminf(PD_SMPL_INSIDE_FARTHEST,
                                 fminf(end_along(c, s->winding[i], 1), end_along(c, s->winding[i], -1)));
    }
}

int pd_smpl_inside_find(int *found, pd_smpl_inside *inside, const int *asked, int count)
{
    pd_smpl_inside *s = inside;
    int left = 0, out = 0;

    wind(s, asked, count, 2);
    for (int i = 0; i < count; i++)
        if (s->winding[i] > 0) found[left++] = asked[i];

    wind(s, found, left, 0);
    for (int i = 0; i < left; i++) s->again[i] = s->winding[i] > 0 ? -1 - found[i] : found[i];

    /* those that the second ray does not confirm: their place in found goes with them */
    int doubtful = 0;
    for (int i = 0; i < left; i++)
        if (s->again[i] >= 0) found[doubtful++] = s->again[i];
    wind(s, found, doubtful, 1);
    for (int i = 0, n = 0; i < left; i++) {
        int sure = s->again[i] < 0, vertex = sure ? -1 - s->again[i] : s->again[i];
        if (!sure && s->winding[n++] <= 0) continue;
        s->again[out++] = vertex;
    }
    memcpy(found, s->again, (size_t)out * sizeof *found);
    return out;
}

/* --- how deep --- */

static int bin_at(const pd_smpl_inside *s, float x, int axis)
{
    const float at = (x - s->low[axis]) / s->bin;
    if (!(at > 0)) return 0; /* NaN, too */
    return at < (float)s->size[axis] ? (int)at : s->size[axis] - 1;
}

static int bin_of(const pd_smpl_inside *s, const float p[3])
{
    return (bin_at(s, p[0], 0) * s->size[1] + bin_at(s, p[1], 1)) * s->size[2] + bin_at(s, p[2], 2);
}

void pd_smpl_inside_sort(pd_smpl_inside *inside)
{
    pd_smpl_inside *s = inside;

    /* Bounding box. NaN and numbers beyond FARTHEST_OUT are left out: no cube would be large enough for them. bin_at puts them at an end. */
    float high[3];
    for (int c = 0; c < 3; c++) s->low[c] = INFINITY, high[c] = -INFINITY;
    for (size_t i = 0; i < (size_t)s->data->vertex_count; i++)
        for (size_t c = 0; c < 3; c++) {
            float x = s->p[3 * i + c];
            if (!(fabsf(x) <= FARTHEST_OUT)) continue;
            s->low[c] = x < s->low[c] ? x : s->low[c];
            high[c] = x > high[c] ? x : high[c];
        }

    for (int c = 0; c < 3; c++)
        if (!(s->low[c] <= high[c])) s->low[c] = high[c] = 0; /* every vertex was left out */

    /* Size of the cubes: small, but not too many of them. */
    for (s->bin = BIN;; s->bin *= 1.5f) {
        double all = 1;
        for (int c = 0; c < 3; c++) all *= floor((double)((high[c] - s->low[c]) / s->bin)) + 1;
        if (all < BINS_MAX) break;
    }

    for (int c = 0; c < 3; c++) s->size[c] = (int)((high[c] - s->low[c]) / s->bin) + 1;

    /* Centres of the triangles, and the farthest corner from each. */
    s->reach = 0;
    for (size_t f = 0; f < (size_t)s->data->face_count; f++) {
        float *m = s->middle[f], most = 0;
        for (int c = 0; c < 3; c++) m[c] = (corner(s, f, 0)[c] + corner(s, f, 1)[c] + corner(s, f, 2)[c]) / 3;
        for (int k = 0; k < 3; k++) {
            const float *x = corner(s, f, k), d[3] = {x[0] - m[0], x[1] - m[1], x[2] - m[2]};
            float far = pd_dot3f(d, d);
            most = far > most ? far : most;
        }
        m[3] = sqrtf(most);
        s->reach = m[3] > s->reach ? m[3] : s->reach;
    }

    /* Counting sort of the triangles by the cube of their centre; backwards, so that those of a cube keep their order. */
    const int all = s->size[0] * s->size[1] * s->size[2];
    PD_ASSERT(all > 0 && all <= BINS_MAX);
    memset(s->bin_start, 0, ((size_t)all + 1) * sizeof *s->bin_start);
    for (int f = 0; f < s->data->face_count; f++) s->bin_start[bin_of(s, s->middle[f])]++;
    for (int c = 1; c <= all; c++) s->bin_start[c] += s->bin_start[c - 1];
    for (int f = s->data->face_count - 1; f >= 0; f--)
        s->bin_order[--s->bin_start[bin_of(s, s->middle[f])]] = f;

    PD_ASSERT(s->bin_start[0] == 0 && s->bin_start[all] == s->data->face_count);

    /* Planes and centres in that order, and the reach of each cube. */
    for (int c = 0; c < all; c++) {
        s->bin_reach[c] = -1;
        for (int k = s->bin_start[c]; k < s->bin_start[c + 1]; k++) {
            const size_t f = (size_t)s->bin_order[k];
            memcpy(s->bin_faces[k], s->plane[f], sizeof s->plane[f]);
            memcpy(s->bin_faces[k] + 4, s->middle[f], sizeof s->middle[f]);
            s->bin_reach[c] = fmaxf(s->bin_reach[c], s->middle[f][3]);
        }
    }
}

bool pd_smpl_inside_had_in_front(const pd_smpl_inside *s, const float *rest, int vertex, int face)
{
    const uint32_t *t = s->data->faces + 3 * (size_t)face;
    const float *a = rest + 3 * (size_t)t[0], *p = rest + 3 * (size_t)vertex;
    float n[3], d[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};
    pd_triangle_normal(n, a, rest + 3 * (size_t)t[1], rest + 3 * (size_t)t[2]);
    return pd_dot3f(n, d) >= 0;
}

/* place: in bin_order. */
static void try_face(pd_smpl_penetration *best, const pd_smpl_inside *s, const float *rest, int vertex,
                     int place)
{
    const float *p = s->p + 3 * (size_t)vertex, *plane = s->bin_faces[place], *m = plane + 4;
    float behind = plane[3] - pd_dot3f(plane, p);
    if (!(behind > -TIE) || behind >= best->depth + TIE) return;

    float far[3] = {m[0] - p[0], m[1] - p[1], m[2] - p[2]}, bound = best->depth + m[3] + TIE;
    if (pd_dot3f(far, far) >= bound * bound) return;
    const size_t face = (size_t)s->bin_order[place];
    const uint32_t *t = s->data->faces + 3 * face;
    if ((int)t[0] == vertex || (int)t[1] == vertex || (int)t[2] == vertex) return;

    float w[3];
    pd_triangle_nearest(w, p, corner(s, face, 0), corner(s, face, 1), corner(s, face, 2));
    float depth = pd_triangle_distance(p, w, corner(s, face, 0), corner(s, face, 1), corner(s, face, 2));
    if (depth >= best->depth + TIE || (depth > best->depth - TIE && behind <= best->behind)) return;

    float before = pd_triangle_distance(rest + 3 * (size_t)vertex, w, rest + 3 * (size_t)t[0],
                                        rest + 3 * (size_t)t[1], rest + 3 * (size_t)t[2]);
    const bool facing = pd_dot3f(plane, s->normals + 3 * (size_t)vertex) < 0;
    if (depth < NEARER_THAN * before || (facing && (depth < NEARER_FACING * before ||
                                                    pd_smpl_inside_had_in_front(s, rest, vertex, (int)face))))
        *best = (pd_smpl_penetration){depth, behind, (int)face, {w[0], w[1], w[2]}};
}

/* How far x is from the i-th row of cubes along an axis, squared; less what rounding may do. */
static float far_from_bins(const pd_smpl_inside *s, float x, int axis, int i)
{
    const float from = s->low[axis] + (float)i * s->bin;
    const float far = fmaxf(from - x, x - (from + s->bin)) - ROUNDING;
    return far > 0 ? far * far : 0;
}

/* Shell after shell of cubes about the vertex, until nothing nearer can come; of each those that something nearer may be in. */
pd_smpl_penetration pd_smpl_inside_penetration(pd_smpl_inside *inside, const float *rest, int vertex)
{
    pd_smpl_inside *s = inside;
    const float *p = s->p + 3 * (size_t)vertex;
    if (s->is_shut[vertex]) return (pd_smpl_penetration){LIFT, 0, -1, {0, 0, 0}};
    pd_smpl_penetration best = {s->end[vertex] + 2 * LIFT, 0, -1, {0, 0, 0}};
    const int at[3] = {bin_at(s, p[0], 0), bin_at(s, p[1], 1), bin_at(s, p[2], 2)};
    long compared = 0, cells = 0;
    PD_DEBUG_ASSERT(vertex >= 0);

    /* Shells of cubes about the vertex's own, as long as one may hold a face that is nearer than the best.
     * No shell beyond the last cube: a vertex at infinity makes the reach infinite. */
    const int longest = s->size[0] > s->size[1] ? s->size[0] : s->size[1];
    const int shells = longest > s->size[2] ? longest : s->size[2];
    for (int n = 0; n < shells && (float)(n - 1) * s->bin - s->reach < best.depth; n++)
        for (int x = at[0] - n; x <= at[0] + n; x++) {
            if (x < 0 || x >= s->size[0]) continue;

            /* Slices, rows and cubes that are too far away are skipped. */
            const float far_x = far_from_bins(s, p[0], 0, x);
            if (far_x >= (best.depth + s->reach) * (best.depth + s->reach)) continue;

            for (int y = at[1] - n; y <= at[1] + n; y++) {
                if (y < 0 || y >= s->size[1]) continue;
                const float far_y = far_x + far_from_bins(s, p[1], 1, y);
                if (far_y >= (best.depth + s->reach) * (best.depth + s->reach)) continue;

                /* Inside the shell only its first and last cube of a row are new. */
                const bool is_whole = abs(x - at[0]) == n || abs(y - at[1]) == n;
                for (int z = at[2] - n; z <= at[2] + n; z += is_whole || !n ? 1 : 2 * n) {
                    if (z < 0 || z >= s->size[2]) continue;
                    const int cell = (x * s->size[1] + y) * s->size[2] + z;
                    const float bound = best.depth + s->bin_reach[cell];
                    cells++;
                    if (s->bin_reach[cell] < 0 || far_y + far_from_bins(s, p[2], 2, z) >= bound * bound)
                        continue;
                    compared += s->bin_start[cell + 1] - s->bin_start[cell];
                    for (int k = s->bin_start[cell]; k < s->bin_start[cell + 1]; k++)
                        try_face(&best, s, rest, vertex, k);
                }
            }
        }
    s->work_ns += COMPARE_NS * (double)compared + CELL_NS * (double)cells;
    return best;
}

/* --- memory --- */

size_t pd_smpl_inside_scratch_bytes(const pd_smpl_data *data)
{
    size_t v = (size_t)data->vertex_count, f = (size_t)data->face_count;
    return 2 * pd_arena_bytes(4 * f, sizeof(float)) + pd_arena_bytes(3 * v, sizeof(float)) +
           pd_arena_bytes(v, 1) + pd_arena_bytes(CELLS_SIDE * CELLS_SIDE + 1, sizeof(int)) +
           2 * pd_arena_bytes(v, sizeof(pd_smpl_inside_point)) + pd_arena_bytes(v, 1) +
           pd_arena_bytes(v, sizeof(int)) + pd_arena_bytes(v, sizeof(pd_smpl_inside_crossings)) +
           pd_arena_bytes(v, sizeof(float)) + pd_arena_bytes(BINS_MAX + 1, sizeof(int)) +
           pd_arena_bytes(f, sizeof(int)) + pd_arena_bytes(BINS_MAX, sizeof(float)) +
           pd_arena_bytes(8 * f, sizeof(float));
}

void pd_smpl_inside_take(pd_smpl_inside *inside, const pd_smpl_data *data, pd_arena *scratch)
{
    pd_smpl_inside *s = inside;
    size_t v = (size_t)data->vertex_count, f = (size_t)data->face_count;
    *s = (pd_smpl_inside){.data = data};
    s->plane = pd_arena_take(scratch, f, sizeof *s->plane);
    s->middle = pd_arena_take(scratch, f, sizeof *s->middle);
    s->normals = pd_arena_take(scratch, 3 * v, sizeof *s->normals);
    s->is_shut = pd_arena_take(scratch, v, 1);
    s->cell_start = pd_arena_take(scratch, CELLS_SIDE * CELLS_SIDE + 1, sizeof *s->cell_start);
    s->points = pd_arena_take(scratch, v, sizeof *s->points);
    s->sorted = pd_arena_take(scratch, v, sizeof *s->sorted);
    s->winding = pd_arena_take(scratch, v, 1);
    s->again = pd_arena_take(scratch, v, sizeof *s->again);
    s->crossings = pd_arena_take(scratch, v, sizeof *s->crossings);
    s->end = pd_arena_take(scratch, v, sizeof *s->end);
    s->bin_start = pd_arena_take(scratch, BINS_MAX + 1, sizeof *s->bin_start);
    s->bin_order = pd_arena_take(scratch, f, sizeof *s->bin_order);
    s->bin_reach = pd_arena_take(scratch, BINS_MAX, sizeof *s->bin_reach);
    s->bin_faces = pd_arena_take(scratch, f, sizeof *s->bin_faces);
}
