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
#define ORDER_SIDE   32    /* of the grid that orders triangles: ORDER_SIDE^3 = BINS_MAX cubes */
#define BIN          0.03f /* metres, the side of a cube of triangles; more when there were too many */
#define ROUNDING     1e-5f /* metres, more than a coordinate is off after a few operations */
#define TOUCHING     1e-5f /* metres: skins so near each other are in one place                     */
/* metres: triangles that share the nearest point are equally near; a vertex on one may be behind it */
#define TIE          1e-6f
#define NEARER_THAN  0.5f /* of the rest distance: no neighbour; kernel/passed.h has it as well */
/* A search is repeated in part when at most one in MOVED_PART triangles has moved. With 4 a deep crouch takes
 * 2 % longer, with 16 the same. */
#define MOVED_PART   8

/* Nanoseconds of work: least squares of the relative error over 376 bodies, exact and smooth contact, with
 * betas of up to 10, all but 30 in random poses, on one core of a Xeon (Emerald Rapids class) with others at
 * work beside it, each the least of two to five runs. The estimate is 0.77 to 1.18 of what a body took for
 * nine of ten, exact contact, and 0.69 to 1.12, smooth contact. Costs that rise together were kept in the
 * proportion in which perf found them. */
#define COMPARE_NS  2    /* a vertex with a triangle near it                                      */
#define REACH_NS    2    /* a vertex with a box around triangles                                  */
#define VERTEX_NS   1500 /* a vertex that is inside: its bound, guess and nearest points          */
#define CROSSING_NS 2    /* a ray with a triangle                                                 */
#define ROW_NS      12   /* a triangle with a row of cells                                        */
#define BOX_NS      2.3  /* a triangle with the grid of all rays                                  */
#define DIRTY_NS    14   /* normals and box of a triangle                                         */
#define NEAR_NS     150  /* plane, centre, place and block of a triangle, and memory beyond caches */

/* --- the surface --- */

static const float *corner(const pd_smpl_inside *s, size_t face, int k)
{
    return s->p + 3 * (size_t)s->data->faces[3 * face + (size_t)k];
}

static void make_unit(float n[3])
{
    float length = sqrtf(pd_dot3f(n, n));
    float scale = length > 0 ? 1 / length : 0;
    for (int c = 0; c < 3; c++) n[c] *= scale;
}

/* Does the triangle cover what is above its k-th corner, whose normal it turns away from? The normal's shadow
 * falls between its sides: n . (m x b) > 0 > n . (m x c). */
static bool lies_over(const pd_smpl_inside *s, size_t face, int k)
{
    const float *v = corner(s, face, k);
    const float *b = corner(s, face, (k + 1) % 3);
    const float *c = corner(s, face, (k + 2) % 3);
    const float *n = s->normals + 3 * (size_t)s->data->faces[3 * face + (size_t)k];
    const float *m = s->plane[face];
    const float n_m[3] = {n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]};
    const float to_b[3] = {b[0] - v[0], b[1] - v[1], b[2] - v[2]};
    const float to_c[3] = {c[0] - v[0], c[1] - v[1], c[2] - v[2]};

    return pd_dot3f(n_m, to_b) > 0 && pd_dot3f(n_m, to_c) < 0;
}

static float least(float a, float b, float c)
{
    float x = a < b ? a : b;
    return x < c ? x : c;
}

static float inside_largest(float a, float b, float c)
{
    float x = a > b ? a : b;
    return x > c ? x : c;
}

static size_t padded(int face_count)
{
    return ((size_t)face_count + PD_K_RAYS_LANES - 1) / PD_K_RAYS_LANES * PD_K_RAYS_LANES;
}

/* Boxes of the dirty triangles, normals of the dirty vertices. Normals are weighted by area, and summed in
 * the order of the triangles: the bits do not depend on what else was dirty. */
static void refresh(pd_smpl_inside *s)
{
    const size_t vertex_count = (size_t)s->data->vertex_count;
    const size_t stride = padded(s->data->face_count);

    s->work_ns += DIRTY_NS * (double)s->dirty_face_count;

    for (size_t v = 0; v < vertex_count; v++)
        if (s->dirty[v]) memset(s->normals + 3 * v, 0, 3 * sizeof *s->normals);
    for (int i = 0; i < s->dirty_face_count; i++) {
        const size_t f = (size_t)s->dirty_faces[i];
        const uint32_t *t = s->data->faces + 3 * f;
        const float *a = corner(s, f, 0);
        const float *b = corner(s, f, 1);
        const float *c = corner(s, f, 2);
        float normal[3];

        pd_triangle_normal(normal, a, b, c);
        for (int k = 0; k < 3; k++) {
            float *n = s->normals + 3 * (size_t)t[k];
            if (s->dirty[t[k]]) {
                n[0] += normal[0];
                n[1] += normal[1];
                n[2] += normal[2];
            }
        }

        for (size_t e = 0; e < 3; e++) {
            s->box[e * stride + f] = least(a[e], b[e], c[e]);
            s->box[(e + 3) * stride + f] = inside_largest(a[e], b[e], c[e]);
        }
    }

    for (size_t v = 0; v < vertex_count; v++)
        if (s->dirty[v]) make_unit(s->normals + 3 * v);
}

void pd_smpl_inside_surface(pd_smpl_inside *inside, const float *vertices)
{
    const size_t vertex_count = (size_t)inside->data->vertex_count;

    inside->p = vertices;
    memcpy(inside->was, vertices, 3 * vertex_count * sizeof *inside->was);
    memset(inside->dirty, 1, vertex_count);
    for (int f = 0; f < inside->data->face_count; f++) inside->dirty_faces[f] = f;
    inside->dirty_face_count = inside->data->face_count;
    inside->moved_count = -1;
    inside->is_searched = false;
    refresh(inside);
}

void pd_smpl_inside_watch(pd_smpl_inside *inside, const unsigned char *moves)
{
    pd_smpl_inside *s = inside;
    const uint32_t *faces = s->data->faces;

    s->watched_count = s->watched_face_count = 0;
    for (int v = 0; v < s->data->vertex_count; v++)
        if (moves[v]) s->watched[s->watched_count++] = v;

    /* The corners of triangles that may change, and their triangles. */
    memset(s->dirty, 0, (size_t)s->data->vertex_count);
    for (size_t f = 0; f < (size_t)s->data->face_count; f++) {
        const uint32_t *t = faces + 3 * f;
        if (moves[t[0]] | moves[t[1]] | moves[t[2]]) s->dirty[t[0]] = s->dirty[t[1]] = s->dirty[t[2]] = 1;
    }

    for (int f = 0; f < s->data->face_count; f++) {
        const uint32_t *t = faces + 3 * (size_t)f;
        if (s->dirty[t[0]] | s->dirty[t[1]] | s->dirty[t[2]]) s->watched_faces[s->watched_face_count++] = f;
    }

    memset(s->changed, 0, (size_t)s->data->vertex_count);
}

static size_t moved_capacity(const pd_smpl_data *data)
{
    return padded(data->face_count / MOVED_PART + 1);
}

/* Makes boxes of the triangles that moved from their corners. */
static void make_moved_boxes(pd_smpl_inside *s)
{
    enum { LANES = PD_K_PASSED_LANES };
    const size_t count = (size_t)s->moved_count;
    const size_t stride = padded(s->moved_count);

    for (size_t n = 0; n < count; n++)
        for (size_t e = 0; e < 3; e++) {
            float low[2], high[2];
            for (int time = 0; time < 2; time++) {
                const float *x = s->moved_corners[time] + 9 * n + e;
                float *box = s->moved_boxes[time] + n;
                low[time] = box[e * stride] = least(x[0], x[3], x[6]);
                high[time] = box[(e + 3) * stride] = inside_largest(x[0], x[3], x[6]);
            }

            float(*const block)[LANES] = s->moved_blocks[n / LANES];
            block[e][n % LANES] = low[0] < low[1] ? low[0] : low[1];
            block[e + 3][n % LANES] = high[0] > high[1] ? high[0] : high[1];
        }
}

void pd_smpl_inside_moved(pd_smpl_inside *inside, const float *vertices)
{
    pd_smpl_inside *s = inside;
    const size_t vertex_count = (size_t)s->data->vertex_count;

    s->p = vertices;
    s->is_searched = false;

    /* Vertices that moved. */
    int changed_count = 0;
    for (int i = 0; i < s->watched_count; i++) {
        const size_t v = (size_t)s->watched[i];
        const float *a = s->was + 3 * v;
        const float *b = vertices + 3 * v;
        s->changed[v] = (a[0] != b[0]) | (a[1] != b[1]) | (a[2] != b[2]);
        changed_count += s->changed[v];
    }

    /* Their triangles, as they were and as they are; then the triangles at whose corners the normal is
     * another one. */
    memset(s->dirty, 0, vertex_count);
    const int most = s->data->face_count / MOVED_PART;
    s->moved_count = changed_count > most ? -1 : 0; /* there are more triangles than vertices */
    for (int i = 0; i < s->watched_face_count; i++) {
        const size_t f = (size_t)s->watched_faces[i];
        const uint32_t *t = s->data->faces + 3 * f;
        if (!(s->changed[t[0]] | s->changed[t[1]] | s->changed[t[2]])) continue;
        s->dirty[t[0]] = s->dirty[t[1]] = s->dirty[t[2]] = 1;
        if (s->moved_count == most) s->moved_count = -1;
        if (s->moved_count < 0) continue;
        for (int time = 0; time < 2; time++)
            for (size_t k = 0; k < 3; k++)
                memcpy(s->moved_corners[time] + 9 * (size_t)s->moved_count + 3 * k,
                       (time ? s->p : s->was) + 3 * (size_t)t[k], 3 * sizeof *s->was);
        s->moved_count++;
    }

    if (s->moved_count > 0) make_moved_boxes(s);
    s->dirty_face_count = 0;
    for (int i = 0; i < s->watched_face_count; i++) {
        const uint32_t *t = s->data->faces + 3 * (size_t)s->watched_faces[i];
        if (s->dirty[t[0]] | s->dirty[t[1]] | s->dirty[t[2]])
            s->dirty_faces[s->dirty_face_count++] = s->watched_faces[i];
    }

    for (int i = 0; i < s->watched_count; i++) {
        const size_t v = 3 * (size_t)s->watched[i];
        for (size_t c = v; c < v + 3; c++) s->was[c] = vertices[c];
    }

    refresh(s);
}

/* --- how often the surface winds about points --- */

static int cell_at(float x, float low, float per, int side)
{
    const float at = (x - low) * per;
    if (!(at >= 0)) return 0; /* NaN, too */
    return at >= (float)side ? side - 1 : (int)at;
}

/* Sorts the points above the vertices asked into the cells of a grid over their own extent. */
static pd_k_rays sort_points(pd_smpl_inside *s, const int *asked, int count, int axis)
{
    const size_t v = (size_t)s->data->vertex_count;
    const size_t row = v + PD_K_RAYS_LANES;
    pd_k_rays g = {.vertices = s->p,
                   .faces = s->data->faces,
                   .box = s->box,
                   .face_count = s->data->face_count,
                   .axis = axis,
                   .cell_start = s->cell_start,
                   .u = s->sorted,
                   .v = s->sorted + row,
                   .height = s->sorted + 2 * row,
                   .index = s->sorted_index,
                   .winding = s->winding,
                   .crossings = axis != 2 ? s->crossings : NULL,
                   .sums = s->sums};

    /* a little above the vertex, and by an odd bit aside so that rays do not run through vertices; left and
     * right alike */
    float low[2] = {0}, high[2] = {0};
    for (int i = 0; i < count; i++) {
        const float *p = s->p + 3 * (size_t)asked[i];
        const float *n = s->normals + 3 * (size_t)asked[i];
        const float aside[3] = {p[0] < 0 ? -ASIDE : ASIDE, 2 * ASIDE, 3 * ASIDE};
        for (int c = 0; c < 3; c++) {
            const int from = (axis + 1 + c) % 3;
            s->points[(size_t)c * v + (size_t)i] = p[from] + LIFT * n[from] + aside[from];
        }
    }

    /* the grid over them: few rows, most triangles meet one or two, of narrow cells */
    static const float cells_each[2] = {0.75f, 12};
    for (int c = 0; c < 2; c++) {
        const float *x = s->points + (size_t)c * v;
        low[c] = high[c] = x[0];
        for (int i = 1; i < count; i++) {
            low[c] = x[i] < low[c] ? x[i] : low[c];
            high[c] = x[i] > high[c] ? x[i] : high[c];
        }

        g.side[c] = (int)sqrtf(cells_each[c] * (float)count) + 1;
        g.side[c] = g.side[c] > CELLS_SIDE ? CELLS_SIDE : g.side[c];
        g.low[c] = low[c];
        g.per[c] = (float)g.side[c] / (high[c] - low[c] + 1e-6f);
    }

    /* counted into its cells */
    const int all = g.side[0] * g.side[1];
    memset(s->cell_start, 0, ((size_t)all + 1) * sizeof *s->cell_start);
    for (int i = 0; i < count; i++) {
        s->cell[i] = cell_at(s->points[i], g.low[0], g.per[0], g.side[0]) * g.side[1] +
                     cell_at(s->points[v + (size_t)i], g.low[1], g.per[1], g.side[1]);
        s->cell_start[s->cell[i]]++;
    }

    for (int c = 1; c <= all; c++) s->cell_start[c] += s->cell_start[c - 1];
    for (int i = 0; i < count; i++) {
        const int to = --s->cell_start[s->cell[i]];
        for (size_t c = 0; c < 3; c++) s->sorted[c * row + (size_t)to] = s->points[c * v + (size_t)i];
        s->sorted_index[to] = i;
    }

    return g;
}

/* Returns the length of the ray's stretch inside the body, along the ray (way 1) or back (way -1). Skins that
 * touch are crossed at once, and the one out of the body first, because rounding decides which of the two is
 * in front. */
static float end_along(const pd_k_rays_crossings *c, int winding, int way)
{
    for (int n = 0, last, left = winding; n < c->count; n = last) {
        int out = 0, in = 0;
        const int first = way > 0 ? n : c->count - 1 - n;
        for (last = n; last < c->count; last++) {
            const int i = way > 0 ? last : c->count - 1 - last;
            if (fabsf(c->distance[i] - c->distance[first]) > TOUCHING) break;
            out += way * c->sign[i] > 0;
            in += way * c->sign[i] < 0;
        }

        const float distance = (float)way * c->distance[first];
        if (distance < 0 || (distance == 0 && way > 0)) continue;
        if (left <= out) return distance;
        left += in - out;
    }

    return PD_SMPL_INSIDE_FARTHEST;
}

/* Adds the work of a call of the ray kernel. */
static void count_work(pd_smpl_inside *s, pd_k_rays_work work, int face_count)
{
    s->work_ns +=
        CROSSING_NS * (double)work.points + ROW_NS * (double)work.rows + BOX_NS * (double)face_count;
}

/* Computes winding (count): how often the surface winds about the points above the vertices asked, and where
 * that ends along the ray. */
static void wind(pd_smpl_inside *s, const int *asked, int count, int axis)
{
    if (!count) return;

    const pd_k_rays rays = sort_points(s, asked, count, axis);
    memset(s->winding, 0, (size_t)count);
    for (int i = 0; axis != 2 && i < count; i++) s->crossings[i].count = 0;

    count_work(s, pd_k_rays_get()(&rays), s->data->face_count);
    for (int i = 0; axis != 2 && i < count; i++) {
        const pd_k_rays_crossings *c = &s->crossings[i];
        s->end[asked[i]] = fminf(PD_SMPL_INSIDE_FARTHEST,
                                 fminf(end_along(c, s->winding[i], 1), end_along(c, s->winding[i], -1)));
    }
}

/* Adds to `wound` what the triangles that moved change in the windings along z about points that did not. */
static void wind_moved(pd_smpl_inside *s, const int *asked, int count)
{
    if (!count || !s->moved_count) return;

    pd_k_rays rays = sort_points(s, asked, count, 2);
    rays.faces = s->moved_faces;
    rays.face_count = s->moved_count;
    for (int time = 0; time < 2; time++) {
        rays.vertices = s->moved_corners[time];
        rays.box = s->moved_boxes[time];
        memset(s->winding, 0, (size_t)count);
        count_work(s, pd_k_rays_get()(&rays), s->moved_count);
        for (int i = 0; i < count; i++) {
            const int by = time ? s->winding[i] : -s->winding[i];
            s->wound[asked[i]] = (signed char)(s->wound[asked[i]] + by);
        }
    }
}

int pd_smpl_inside_find(int *found, pd_smpl_inside *inside, const int *asked, int count)
{
    pd_smpl_inside *s = inside;
    int left = 0, out = 0;

    /* Along z: again only about points that moved or were not asked in the search before. */
    const bool is_again = s->moved_count >= 0 && !s->is_searched;
    int *const fresh = s->again;
    int *const kept = s->kept;
    int fresh_count = 0, kept_count = 0;
    for (int i = 0; i < count; i++) {
        const int v = asked[i];
        if (is_again && s->search[v] == s->search_count && !s->dirty[v])
            kept[kept_count++] = v;
        else
            fresh[fresh_count++] = v;
    }

    wind(s, fresh, fresh_count, 2);
    for (int i = 0; i < fresh_count; i++) s->wound[fresh[i]] = s->winding[i];
    wind_moved(s, kept, kept_count);

    s->search_count++;
    s->is_searched = true;
    for (int i = 0; i < count; i++) {
        s->search[asked[i]] = s->search_count;
        if (s->wound[asked[i]] > 0) found[left++] = asked[i];
    }

    wind(s, found, left, 0);
    for (int i = 0; i < left; i++) s->again[i] = s->winding[i] > 0 ? -1 - found[i] : found[i];

    /* those that the second ray does not confirm: their place in found goes with them */
    int doubtful = 0;
    for (int i = 0; i < left; i++)
        if (s->again[i] >= 0) found[doubtful++] = s->again[i];
    wind(s, found, doubtful, 1);
    for (int i = 0, n = 0; i < left; i++) {
        int sure = s->again[i] < 0;
        int vertex = sure ? -1 - s->again[i] : s->again[i];
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

/* Computes the centre of a triangle and the distance of its farthest corner from there. */
static void make_center(float m[4], const float *p, const uint32_t *t)
{
    const float *x[3] = {p + 3 * (size_t)t[0], p + 3 * (size_t)t[1], p + 3 * (size_t)t[2]};
    float most = 0;

    for (int c = 0; c < 3; c++) m[c] = (x[0][c] + x[1][c] + x[2][c]) / 3;
    for (int k = 0; k < 3; k++) {
        const float d[3] = {x[k][0] - m[0], x[k][1] - m[1], x[k][2] - m[2]};
        const float far = pd_dot3f(d, d);
        most = far > most ? far : most;
    }

    m[3] = sqrtf(most);
}

/* Computes the unit normal of a triangle and its distance from the origin. */
static void make_plane(float plane[4], const float *p, const uint32_t *t)
{
    const float *a = p + 3 * (size_t)t[0];
    pd_triangle_normal(plane, a, p + 3 * (size_t)t[1], p + 3 * (size_t)t[2]);
    make_unit(plane);
    plane[3] = pd_dot3f(plane, a);
}

void pd_smpl_inside_rest(pd_smpl_inside *inside, const float *rest)
{
    inside->rest = rest;
    memset(inside->has_rest, 0, (size_t)inside->data->face_count);
}

/* Computes plane and centre of a triangle, also at rest, and marks its corners over which it lies. */
static void take_near(pd_smpl_inside *s, size_t face)
{
    const uint32_t *t = s->data->faces + 3 * face;

    make_plane(s->plane[face], s->p, t);
    make_center(s->middle[face], s->p, t);
    for (int k = 0; k < 3; k++)
        if (pd_dot3f(s->plane[face], s->normals + 3 * (size_t)t[k]) < 0)
            s->is_shut[t[k]] |= lies_over(s, face, k);

    if (s->has_rest[face]) return;
    s->has_rest[face] = 1;
    make_plane(s->rest_faces[face], s->rest, t);
    make_center(s->rest_faces[face] + 4, s->rest, t);
}

/* Returns the largest distance of a triangle that matters for a vertex inside the body, metres. */
static float reach_of(const pd_smpl_inside *s, int vertex)
{
    return s->end[vertex] + 2 * LIFT + TIE + ROUNDING;
}

/* Marks the cubes in which the boxes of triangles near these vertices begin, if they are no larger than a
 * cube. */
static void mark_wanted(pd_smpl_inside *s, const int *found, int count)
{
    memset(s->is_wanted, 0, (size_t)(s->size[0] * s->size[1] * s->size[2]));
    for (int i = 0; i < count; i++) {
        const float *p = s->p + 3 * (size_t)found[i];
        const float far = reach_of(s, found[i]);
        int from[3], to[3];
        for (int c = 0; c < 3; c++) {
            from[c] = bin_at(s, p[c] - far - s->bin - ROUNDING, c);
            to[c] = bin_at(s, p[c] + far, c);
        }

        for (int x = from[0]; x <= to[0]; x++)
            for (int y = from[1]; y <= to[1]; y++)
                memset(s->is_wanted + (x * s->size[1] + y) * s->size[2] + from[2], 1,
                       (size_t)(to[2] - from[2] + 1));
    }
}

static bool is_wanted(const pd_smpl_inside *s, size_t face)
{
    const size_t stride = padded(s->data->face_count);
    const float *box = s->box + face;
    for (size_t c = 0; c < 3; c++)
        if (!(box[(c + 3) * stride] - box[c * stride] <= s->bin)) return true;
    return s->is_wanted[bin_of(s, (const float[3]){box[0], box[stride], box[2 * stride]})];
}

/* Spreads the five bits of a number: bit i goes to 3 i. */
static unsigned spread_bits(unsigned x)
{
    x = (x | x << 8) & 0x100f;
    x = (x | x << 4) & 0x10c3;
    return (x | x << 2) & 0x1249;
}

/* Enlarges box i of a set of eight by another box. */
static void add_box(float boxes[6][PD_K_PASSED_LANES], int i, const float *box, size_t stride)
{
    for (size_t c = 0; c < 3; c++) {
        const float low = box[c * stride];
        const float high = box[(c + 3) * stride];
        boxes[c][i] = low < boxes[c][i] ? low : boxes[c][i];
        boxes[c + 3][i] = high > boxes[c + 3][i] ? high : boxes[c + 3][i];
    }
}

static void empty_boxes(float (*boxes)[6][PD_K_PASSED_LANES], int count)
{
    for (int n = 0; n < count; n++)
        for (int c = 0; c < 6; c++)
            for (int i = 0; i < PD_K_PASSED_LANES; i++) boxes[n][c][i] = c < 3 ? INFINITY : -INFINITY;
}

/* Orders the first `count` triangles of `near` along a Z-order curve, so that consecutive ones are close
 * together, and makes blocks of PD_K_PASSED_LANES triangles and groups of as many blocks, with their boxes.
 * high: the upper corner of the space that begins at s->low. */
static void sort_near(pd_smpl_inside *s, int count, const float high[3])
{
    enum { LANES = PD_K_PASSED_LANES };
    const size_t stride = padded(s->data->face_count);

    /* Counting sort by the cube of the centre; backwards, so that those of a cube keep their order. */
    memset(s->order_start, 0, (BINS_MAX + 1) * sizeof *s->order_start);
    for (int i = 0; i < count; i++) {
        unsigned key = 0;
        for (int c = 0; c < 3; c++) {
            const float at =
                (s->middle[s->near[i]][c] - s->low[c]) * (ORDER_SIDE / (high[c] - s->low[c] + 1e-6f));
            key |= spread_bits(!(at > 0) ? 0 : at < ORDER_SIDE ? (unsigned)at : ORDER_SIDE - 1) << c;
        }

        s->near_key[i] = (int)key;
        s->order_start[key]++;
    }

    for (int c = 1; c <= BINS_MAX; c++) s->order_start[c] += s->order_start[c - 1];
    for (int i = count - 1; i >= 0; i--) s->order[--s->order_start[s->near_key[i]]] = s->near[i];
    PD_ASSERT(s->order_start[0] == 0 && s->order_start[BINS_MAX] == count);

    /* Numbers of the triangles, by blocks, and boxes of the blocks and groups. */
    s->near_count = count;
    s->block_count = (count + LANES - 1) / LANES;
    const int group_count = (s->block_count + LANES - 1) / LANES;
    empty_boxes(s->block_boxes, group_count);
    empty_boxes(s->group_boxes, (group_count + LANES - 1) / LANES);
    if (count)
        memset(s->blocks[s->block_count - 1], 0,
               sizeof *s->blocks); /* what stands after the last triangle is read */
    for (int k = 0; k < count; k++) {
        const size_t f = (size_t)s->order[k];
        const int block = k / LANES;
        const int group = block / LANES;
        float(*const rows)[LANES] = s->blocks[block];
        for (int e = 0; e < 4; e++) {
            rows[PD_K_PASSED_NORMAL + e][k % LANES] = s->plane[f][e];
            rows[PD_K_PASSED_CENTER + e][k % LANES] = s->middle[f][e];
        }

        for (int e = 0; e < 8; e++) rows[PD_K_PASSED_REST_NORMAL + e][k % LANES] = s->rest_faces[f][e];
        add_box(s->block_boxes[group], block % LANES, s->box + f, stride);
    }

    for (int block = 0; block < s->block_count; block++) {
        const int group = block / LANES;
        add_box(s->group_boxes[group / LANES], group % LANES, &s->block_boxes[group][0][block % LANES],
                LANES);
    }
}

void pd_smpl_inside_bound(pd_smpl_inside *inside, int vertex, float depth)
{
    inside->end[vertex] = fminf(inside->end[vertex], depth);
}

/* Returns whether the depth that the search before found for a vertex holds: `end` is the same, and no
 * triangle that moved was or is within that depth. Where the vertex or its normal changed, one of its own
 * triangles has moved. */
static bool keeps_depth(pd_smpl_inside *s, int vertex)
{
    enum { LANES = PD_K_PASSED_LANES };

    if (s->moved_count < 0 || s->depth_search[vertex] != s->search_count - 1 ||
        s->depth_end[vertex] != s->end[vertex])
        return false;

    pd_k_passed_reach *const reach = pd_k_passed_reach_get();
    const float far = s->depths[vertex].depth + LANES * TIE + ROUNDING;
    for (int first = 0; first < s->moved_count; first += LANES) {
        const unsigned all = s->moved_count - first < LANES ? (1u << (s->moved_count - first)) - 1 : ~0u;
        s->work_ns += REACH_NS * LANES;
        if (reach(s->moved_blocks[first / LANES], s->p + 3 * (size_t)vertex, far) & all) return false;
    }

    return true;
}

void pd_smpl_inside_sort(pd_smpl_inside *inside, const int *found, int count)
{
    pd_smpl_inside *s = inside;
    const size_t stride = padded(s->data->face_count);

    /* Only vertices whose depth has to be found again. */
    int *const sought = s->kept;
    int sought_count = 0;
    for (int i = 0; i < count; i++) {
        if (keeps_depth(s, found[i]))
            s->depth_search[found[i]] = s->search_count;
        else {
            sought[sought_count++] = found[i];
            s->depth_search[found[i]] = -1;
        }
    }

    found = sought;
    count = sought_count;

    /* The box that contains each vertex found, enlarged by the length of its ray: a triangle outside the box
     * is farther from the vertex than the ray's end. NaN and numbers beyond FARTHEST_OUT are left out: no
     * cube would be large enough for them. bin_at puts them at an end, as centres of triangles that only
     * reach into the box: they are no nearer than that end. */
    float high[3];
    for (int c = 0; c < 3; c++) {
        s->low[c] = INFINITY;
        high[c] = -INFINITY;
    }

    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) {
            const float x = s->p[3 * (size_t)found[i] + (size_t)c];
            const float far = reach_of(s, found[i]);
            if (!(fabsf(x) <= FARTHEST_OUT)) continue;
            s->low[c] = fminf(s->low[c], x - far);
            high[c] = fmaxf(high[c], x + far);
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

    s->near_count = s->block_count = 0;
    if (!count) return;
    mark_wanted(s, found, count);

    /* Planes and centres of the triangles in it. */
    int near = 0;
    memset(s->is_shut, 0, (size_t)s->data->vertex_count);
    memset(s->is_near, 0, (size_t)s->data->face_count);
    for (size_t first = 0; first < (size_t)s->data->face_count; first += PD_K_RAYS_LANES) {
        int is_far[PD_K_RAYS_LANES] = {0}, any = 0;
        for (size_t c = 0; c < 3; c++) {
            const float *from = s->box + c * stride + first;
            const float *to = from + 3 * stride;
            const float low = s->low[c];
            const float top = high[c];
            for (int i = 0; i < PD_K_RAYS_LANES; i++) is_far[i] |= (to[i] < low) | (from[i] > top);
        }

        for (int i = 0; i < PD_K_RAYS_LANES; i++) any |= !is_far[i];
        if (!any) continue;

        for (size_t f = first; f < first + PD_K_RAYS_LANES && f < (size_t)s->data->face_count; f++) {
            if (is_far[f - first] || !is_wanted(s, f)) continue;
            take_near(s, f);
            s->is_near[f] = 1;
            s->near[near++] = (int)f;
        }
    }

    s->work_ns += NEAR_NS * (double)near;

    sort_near(s, near, high);
}

bool pd_smpl_inside_had_in_front(const pd_smpl_inside *s, int vertex, int face)
{
    const float *rest = s->rest;
    const uint32_t *t = s->data->faces + 3 * (size_t)face;
    const float *a = rest + 3 * (size_t)t[0];
    const float *p = rest + 3 * (size_t)vertex;
    float n[3];
    float d[3] = {p[0] - a[0], p[1] - a[1], p[2] - a[2]};

    pd_triangle_normal(n, a, rest + 3 * (size_t)t[1], rest + 3 * (size_t)t[2]);

    return pd_dot3f(n, d) >= 0;
}

/* Takes a triangle near a vertex for the best if it is. */
static void try_face(pd_smpl_penetration *best, const pd_smpl_inside *s, int vertex, size_t face)
{
    PD_DEBUG_ASSERT(s->is_near[face]);
    const float *p = s->p + 3 * (size_t)vertex;
    const float *plane = s->plane[face];
    const float *m = s->middle[face];
    const float *rest = s->rest;
    float behind = plane[3] - pd_dot3f(plane, p);
    if (!(behind > -TIE) || behind >= best->depth + TIE) return;

    float far[3] = {m[0] - p[0], m[1] - p[1], m[2] - p[2]};
    float bound = best->depth + m[3] + TIE;
    if (pd_dot3f(far, far) >= bound * bound) return;
    const uint32_t *t = s->data->faces + 3 * face;
    if ((int)t[0] == vertex || (int)t[1] == vertex || (int)t[2] == vertex) return;

    float w[3];
    pd_triangle_nearest(w, p, corner(s, face, 0), corner(s, face, 1), corner(s, face, 2));
    float depth = pd_triangle_distance(p, w, corner(s, face, 0), corner(s, face, 1), corner(s, face, 2));
    if (depth >= best->depth + TIE || (depth > best->depth - TIE && behind <= best->behind)) return;

    float before = pd_triangle_distance(rest + 3 * (size_t)vertex, w, rest + 3 * (size_t)t[0],
                                        rest + 3 * (size_t)t[1], rest + 3 * (size_t)t[2]);
    const bool facing = pd_dot3f(plane, s->normals + 3 * (size_t)vertex) < 0;
    if (depth < NEARER_THAN * before || (facing && pd_smpl_inside_had_in_front(s, vertex, (int)face)))
        *best = (pd_smpl_penetration){
            .depth = depth, .behind = behind, .face = (int)face, .weights = {w[0], w[1], w[2]}};
}

/* Goes down from groups of blocks to blocks and triangles, as far as something nearer than the best so far
 * may be in them. */
pd_smpl_penetration pd_smpl_inside_penetration(pd_smpl_inside *inside, int vertex, int guess)
{
    enum { LANES = PD_K_PASSED_LANES };
    pd_smpl_inside *s = inside;
    const float *p = s->p + 3 * (size_t)vertex;

    if (s->depth_search[vertex] == s->search_count) return s->depths[vertex];
    s->depth_search[vertex] = s->search_count;
    s->depth_end[vertex] = s->end[vertex];
    pd_smpl_penetration best = {
        .depth = s->end[vertex] + 2 * LIFT, .behind = 0, .face = -1, .weights = {0, 0, 0}};
    if (s->is_shut[vertex])
        return s->depths[vertex] =
                   (pd_smpl_penetration){.depth = LIFT, .behind = 0, .face = -1, .weights = {0, 0, 0}};
    long compared = guess >= 0;
    long boxes = 0;
    PD_DEBUG_ASSERT(vertex >= 0 && s->rest);

    /* A good guess leaves few boxes to look into. */
    if (guess >= 0 && s->is_near[guess]) try_face(&best, s, vertex, (size_t)guess);

    pd_k_passed_find *const find = pd_k_passed_get();
    pd_k_passed_reach *const reach = pd_k_passed_reach_get();
    pd_k_passed_vertex at_vertex = {.tie = TIE};
    memcpy(at_vertex.p, p, sizeof at_vertex.p);
    memcpy(at_vertex.normal, s->normals + 3 * (size_t)vertex, sizeof at_vertex.normal);
    memcpy(at_vertex.rest, s->rest + 3 * (size_t)vertex, sizeof at_vertex.rest);

    /* A triangle that is equally near may replace the best and be farther by up to TIE, as often as a block
     * has triangles. */
    const float more = LANES * TIE;
    const int group_count = (s->block_count + LANES - 1) / LANES;
    for (int first = 0; first < group_count; first += LANES) {
        unsigned groups = reach(s->group_boxes[first / LANES], p, best.depth + more + ROUNDING);
        boxes += LANES;
        for (; groups; groups &= groups - 1) {
            const int group = first + __builtin_ctz(groups);
            unsigned blocks = reach(s->block_boxes[group], p, best.depth + more + ROUNDING);
            boxes += LANES;
            for (; blocks; blocks &= blocks - 1) {
                const int block = group * LANES + __builtin_ctz(blocks);
                const int left = s->near_count - block * LANES;
                at_vertex.depth = best.depth + more;
                unsigned kept = find(s->blocks[block][0], LANES, 0, &at_vertex);
                compared += LANES;
                if (left < LANES) kept &= (1u << left) - 1;
                for (; kept; kept &= kept - 1)
                    try_face(&best, s, vertex, (size_t)s->order[block * LANES + __builtin_ctz(kept)]);
            }
        }
    }

    s->work_ns += VERTEX_NS + COMPARE_NS * (double)compared + REACH_NS * (double)boxes;

    return s->depths[vertex] = best;
}

/* --- memory --- */

static size_t group_count_of(size_t face_count)
{
    return face_count / (PD_K_PASSED_LANES * PD_K_PASSED_LANES) + 1;
}

size_t pd_smpl_inside_scratch_bytes(const pd_smpl_data *data)
{
    size_t v = (size_t)data->vertex_count;
    size_t f = (size_t)data->face_count;
    size_t row = v + PD_K_RAYS_LANES;
    size_t groups = group_count_of(f);
    size_t moved = moved_capacity(data);
    const pd_smpl_inside *s = NULL;

    return 2 * pd_arena_bytes(4 * f, sizeof(float)) + pd_arena_bytes(3 * v, sizeof(float)) +
           5 * pd_arena_bytes(v, 1) + pd_arena_bytes(6 * padded(data->face_count), sizeof(float)) +
           5 * pd_arena_bytes(f, sizeof(int)) + pd_arena_bytes(CELLS_SIDE * CELLS_SIDE + 1, sizeof(int)) +
           pd_arena_bytes(3 * v, sizeof(float)) + pd_arena_bytes(3 * row, sizeof(float)) +
           pd_arena_bytes(row, sizeof(int)) + 7 * pd_arena_bytes(v, sizeof(int)) +
           pd_arena_bytes(v, sizeof(pd_k_rays_crossings)) + 2 * pd_arena_bytes(v, sizeof(float)) +
           pd_arena_bytes(3 * v, sizeof(float)) + 2 * pd_arena_bytes(9 * moved, sizeof(float)) +
           2 * pd_arena_bytes(6 * moved, sizeof(float)) + pd_arena_bytes(3 * moved, sizeof(uint32_t)) +
           pd_arena_bytes(moved / PD_K_PASSED_LANES, sizeof *s->moved_blocks) +
           pd_arena_bytes(v, sizeof *s->depths) + pd_arena_bytes(BINS_MAX + 1, sizeof(int)) +
           pd_arena_bytes(8 * f, sizeof(float)) + pd_arena_bytes(BINS_MAX, 1) + 2 * pd_arena_bytes(f, 1) +
           pd_arena_bytes(groups * PD_K_PASSED_LANES, sizeof *s->blocks) +
           pd_arena_bytes(groups, sizeof *s->block_boxes) +
           pd_arena_bytes(groups / PD_K_PASSED_LANES + 1, sizeof *s->group_boxes);
}

void pd_smpl_inside_take(pd_smpl_inside *inside, const pd_smpl_data *data, pd_arena *scratch)
{
    pd_smpl_inside *s = inside;
    size_t v = (size_t)data->vertex_count;
    size_t f = (size_t)data->face_count;
    size_t row = v + PD_K_RAYS_LANES;
    const size_t stride = padded(data->face_count);
    const size_t groups = group_count_of(f);
    const size_t moved = moved_capacity(data);

    *s = (pd_smpl_inside){.data = data};
    s->plane = pd_arena_take(scratch, f, sizeof *s->plane);
    s->middle = pd_arena_take(scratch, f, sizeof *s->middle);
    s->normals = pd_arena_take(scratch, 3 * v, sizeof *s->normals);
    s->is_shut = pd_arena_take(scratch, v, 1);
    s->box = pd_arena_take(scratch, 6 * stride, sizeof *s->box);
    s->dirty = pd_arena_take(scratch, v, 1);
    s->dirty_faces = pd_arena_take(scratch, f, sizeof *s->dirty_faces);
    s->watched = pd_arena_take(scratch, v, sizeof *s->watched);
    s->watched_faces = pd_arena_take(scratch, f, sizeof *s->watched_faces);
    s->was = pd_arena_take(scratch, 3 * v, sizeof *s->was);
    s->changed = pd_arena_take(scratch, v, 1);
    for (int time = 0; time < 2; time++) {
        s->moved_corners[time] = pd_arena_take(scratch, 9 * moved, sizeof(float));
        s->moved_boxes[time] = pd_arena_take(scratch, 6 * moved, sizeof(float));
        memset(s->moved_boxes[time], 0, 6 * moved * sizeof(float));
    }

    s->moved_blocks = pd_arena_take(scratch, moved / PD_K_PASSED_LANES, sizeof *s->moved_blocks);
    memset(s->moved_blocks, 0, moved / PD_K_PASSED_LANES * sizeof *s->moved_blocks);
    s->moved_faces = pd_arena_take(scratch, 3 * moved, sizeof *s->moved_faces);
    for (size_t i = 0; i < 3 * moved; i++) s->moved_faces[i] = (uint32_t)i;
    s->search = pd_arena_take(scratch, v, sizeof *s->search);
    s->depth_search = pd_arena_take(scratch, v, sizeof *s->depth_search);
    memset(s->search, -1, v * sizeof *s->search);
    memset(s->depth_search, -1, v * sizeof *s->depth_search);
    s->kept = pd_arena_take(scratch, v, sizeof *s->kept);
    s->wound = pd_arena_take(scratch, v, 1);
    s->depths = pd_arena_take(scratch, v, sizeof *s->depths);
    s->depth_end = pd_arena_take(scratch, v, sizeof *s->depth_end);
    s->cell_start = pd_arena_take(scratch, CELLS_SIDE * CELLS_SIDE + 1, sizeof *s->cell_start);
    s->points = pd_arena_take(scratch, 3 * v, sizeof *s->points);
    s->sorted = pd_arena_take(scratch, 3 * row, sizeof *s->sorted);
    s->cell = pd_arena_take(scratch, v, sizeof *s->cell);
    s->sorted_index = pd_arena_take(scratch, v, sizeof *s->sorted_index);
    s->winding = pd_arena_take(scratch, v, 1);
    s->sums = pd_arena_take(scratch, row, sizeof *s->sums);
    s->again = pd_arena_take(scratch, v, sizeof *s->again);
    s->crossings = pd_arena_take(scratch, v, sizeof *s->crossings);
    s->end = pd_arena_take(scratch, v, sizeof *s->end);
    s->near = pd_arena_take(scratch, f, sizeof *s->near);
    s->near_key = pd_arena_take(scratch, f, sizeof *s->near_key);
    s->order_start = pd_arena_take(scratch, BINS_MAX + 1, sizeof *s->order_start);
    s->order = pd_arena_take(scratch, f, sizeof *s->order);
    s->is_wanted = pd_arena_take(scratch, BINS_MAX, 1);
    s->has_rest = pd_arena_take(scratch, f, 1);
    s->is_near = pd_arena_take(scratch, f, 1);
    s->rest_faces = pd_arena_take(scratch, f, sizeof *s->rest_faces);
    s->blocks = pd_arena_take(scratch, groups * PD_K_PASSED_LANES, sizeof *s->blocks);
    s->block_boxes = pd_arena_take(scratch, groups, sizeof *s->block_boxes);
    s->group_boxes = pd_arena_take(scratch, groups / PD_K_PASSED_LANES + 1, sizeof *s->group_boxes);

    /* Kernels read whole vectors: entries after the last triangle and the last point are read, but not used.
     * */
    memset(s->box, 0, 6 * stride * sizeof *s->box);
    memset(s->sorted, 0, 3 * row * sizeof *s->sorted);
}
