#include "train/evaluate/quality.h"

#include "core/base/assert.h"
#include "core/math/quat.h"
#include "core/math/triangle.h"
#include "core/smpl/pose.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LIFT          1e-4f /* height of tested points above their vertex, metres */
#define CELLS         320   /* largest number of cells along a side of the grid of triangles */
#define NEARER_THAN   0.5f  /* fraction of the distance at rest, below which a triangle counts */
#define NEARER_FACING 0.9f  /* this fraction for a vertex and a triangle that face each other */
#define CROSSINGS_MAX 64    /* surfaces that a ray can cross */
#define BIN           0.04f /* side of a cell of triangles, metres */
#define BINS_SIDE     64    /* largest number of cells along a side */
#define BINS_MAX      (BINS_SIDE * BINS_SIDE * BINS_SIDE)
#define FARTHEST      0.3f /* bound on depths, metres */
#define GOLDEN_ANGLE                                                                                         \
    2.399963229728653  /* radians: turn between neighbours of a Fibonacci lattice on a sphere */
#define DIRECTIONS 256 /* number of rays that search the shortest way out of a closed crease */

/* Depth of a vertex inside the body, and the triangle that it went through. */
typedef struct penetration {
    float depth; /* metres */
    int face;    /* -1: none */
} penetration;

typedef struct surface {
    const pd_smpl_model *model;
    const float *p; /* (V,3) */
    float *normals; /* (V,3), not of unit length */
    int *start; /* (CELLS^2 + 1) start of each cell in faces; cells of the plane perpendicular to the ray */
    int *faces; /* (room) triangles by cell */
    size_t room;
    float low[3], extent[3];
    int cells;            /* cells along a side, as many as fit */
    signed char *winding; /* (V,3) winding number by rays along each axis */
    penetration *out;     /* (V) bound on the depth of inner vertices: nearest exit along the axes */
} surface;

static const float *corner(const surface *s, size_t face, int k)
{
    return s->p + 3 * (size_t)s->model->data.faces[3 * face + (size_t)k];
}

/* --- winding number of the surface about a point: signed crossings of a ray --- */

static int cell_at(const surface *s, int axis, float x)
{
    PD_ASSERT(axis >= 0 && axis < 3);
    int cell = (int)((x - s->low[axis]) / s->extent[axis] * (float)s->cells);
    return cell < 0 ? 0 : cell >= s->cells ? s->cells - 1 : cell;
}

/* Sorts triangles into the grid, in two passes. Returns false if they do not fit. */
static bool fill_grid(surface *s, int axis)
{
    PD_ASSERT(axis >= 0 && axis < 3);
    PD_ASSERT(s->cells > 0);
    int all = s->cells * s->cells;

    /* Count the triangles of each cell in a first pass,
     * and fill the cells from their ends in a second one. */
    memset(s->start, 0, ((size_t)all + 1) * sizeof *s->start);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t f = 0; f < (size_t)s->model->face_count; f++) {
            int r[4]; /* cells that its projection along `axis` may touch: u0..u1, v0..v1 */
            for (int side = 0; side < 2; side++) {
                const int c = (axis + 1 + side) % 3;
                const float a = corner(s, f, 0)[c];
                const float b = corner(s, f, 1)[c];
                const float d = corner(s, f, 2)[c];
                r[2 * side] = cell_at(s, c, fminf(a, fminf(b, d)));
                r[2 * side + 1] = cell_at(s, c, fmaxf(a, fmaxf(b, d)));
            }

            for (int u = r[0]; u <= r[1]; u++)
                for (int v = r[2]; v <= r[3]; v++) {
                    int *at = &s->start[u * s->cells + v];
                    if (pass) s->faces[--*at] = (int)f;
                    if (!pass) ++*at;
                }
        }

        for (int c = 1; !pass && c <= all; c++) s->start[c] += s->start[c - 1];
        if ((size_t)s->start[all] > s->room) return false;
    }

    return true;
}

/* A crossing of the surface by the line through `from` along an axis. */
typedef struct crossing {
    float distance; /* metres from `from`, along the axis   */
    int sign;       /* +1 out of the body in the axis' direction */
    int face;
} crossing;

/* Intersects the line with a triangle. Returns false if it misses the triangle. */
static bool cross_face(crossing *out, const surface *s, int face, int axis, const float from[3])
{
    PD_ASSERT(axis >= 0 && axis < 3 && face >= 0);
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    float area[3];
    float sum = 0, height = 0;

    for (int k = 0; k < 3; k++) {
        const float *a = corner(s, (size_t)face, (k + 1) % 3);
        const float *b = corner(s, (size_t)face, (k + 2) % 3);

        /* Start each edge at its lower end, so that the two triangles
         * of an edge agree on the side of a point. */
        int flip = a[u] > b[u] || (a[u] == b[u] && a[v] > b[v]);
        const float *lo = flip ? b : a;
        const float *hi = flip ? a : b;

        /* Compute twice the signed area of the triangle of point and edge. */
        float e = (hi[u] - lo[u]) * (from[v] - lo[v]) - (hi[v] - lo[v]) * (from[u] - lo[u]);
        area[k] = flip ? -e : e;
    }

    /* The point is inside if all three areas have the same sign. */
    if (!((area[0] > 0 && area[1] > 0 && area[2] > 0) || (area[0] < 0 && area[1] < 0 && area[2] < 0)))
        return false;

    /* Interpolate the height along the axis; the sign of the area tells whether the ray leaves the body. */
    for (int k = 0; k < 3; k++) {
        sum += area[k];
        height += area[k] * corner(s, (size_t)face, k)[axis];
    }

    *out = (crossing){height / sum - from[axis], sum > 0 ? 1 : -1, face};

    return true;
}

static int by_distance(const void *a, const void *b)
{
    float x = ((const crossing *)a)->distance;
    float y = ((const crossing *)b)->distance;
    return (x > y) - (x < y);
}

/* Computes a point a little above the vertex, and slightly to the side, so that rays do not hit vertices. */
static void lift(float out[3], const surface *s, size_t vertex)
{
    const float *n = s->normals + 3 * vertex;
    const float length = sqrtf(pd_dot3f(n, n));
    const float scale = length > 0 ? LIFT / length : 0;
    for (size_t c = 0; c < 3; c++) out[c] = s->p[3 * vertex + c] + scale * n[c] + 3.1e-6f * (float)(c + 1);
}

/* Returns the winding number of the surface about a vertex by a ray along the axis.
 * Bounds the depth of an inner vertex. */
static int wind_about(surface *s, size_t vertex, int axis)
{
    crossing list[CROSSINGS_MAX];
    int count = 0, sum = 0;
    float from[3];

    lift(from, s, vertex);

    /* Find the cell of the plane perpendicular to the axis. */
    int cell = cell_at(s, (axis + 1) % 3, from[(axis + 1) % 3]) * s->cells +
               cell_at(s, (axis + 2) % 3, from[(axis + 2) % 3]);

    /* List all crossings of the line. Those ahead of the point add to the winding number. */
    for (int f = s->start[cell]; f < s->start[cell + 1] && count < CROSSINGS_MAX; f++) {
        if (!cross_face(&list[count], s, s->faces[f], axis, from)) continue;
        sum += list[count].distance > 0 ? list[count].sign : 0;
        count++;
    }

    if (sum <= 0) return sum;

    /* Find both ends of the line's segment inside the body. The nearer one bounds the depth. */
    penetration *out = &s->out[vertex];
    qsort(list, (size_t)count, sizeof *list, by_distance);
    for (int i = 0, left = sum; i < count; i++) {
        if (list[i].distance <= 0 || (left -= list[i].sign) > 0) continue;
        if (list[i].distance < out->depth) *out = (penetration){list[i].distance, list[i].face};
        break;
    }

    for (int i = count - 1, left = sum; i >= 0; i--) {
        if (list[i].distance > 0 || (left += list[i].sign) > 0) continue;
        if (-list[i].distance < out->depth) *out = (penetration){-list[i].distance, list[i].face};
        break;
    }

    return sum;
}

/* Computes winding numbers along one axis. tie: only for vertices for which the two other axes disagree. */
static void wind_along(surface *s, int axis, bool tie)
{
    PD_ASSERT(axis >= 0 && axis < 3);
    for (s->cells = CELLS; s->cells > 1 && !fill_grid(s, axis);) s->cells /= 2;
    if (s->cells == 1) fill_grid(s, axis); /* all triangles fit in a single cell */

    for (size_t i = 0; i < (size_t)s->model->vertex_count; i++) {
        signed char *w = s->winding + 3 * i;
        if (tie && (w[(axis + 1) % 3] > 0) == (w[(axis + 2) % 3] > 0)) continue;
        w[axis] = (signed char)wind_about(s, i, axis);
    }
}

/* Computes inside (V): 1 if two of three rays agree. The ray along y, which crosses most triangles of a
 * standing body, is cast last and only to break ties. Returns the number of inner vertices. */
static int find_inside(unsigned char *inside, surface *s)
{
    int count = 0;
    float high[3];

    /* Compute the bounds of the body. */
    for (int c = 0; c < 3; c++) s->low[c] = high[c] = s->p[c];
    for (size_t i = 0; i < 3 * (size_t)s->model->vertex_count; i++) {
        s->low[i % 3] = fminf(s->low[i % 3], s->p[i]);
        high[i % 3] = fmaxf(high[i % 3], s->p[i]);
    }

    for (int c = 0; c < 3; c++) s->extent[c] = high[c] - s->low[c] + 1e-6f;

    /* Compute vertex normals, weighted by area. */
    memset(s->normals, 0, 3 * (size_t)s->model->vertex_count * sizeof *s->normals);
    for (size_t f = 0; f < (size_t)s->model->face_count; f++) {
        float n[3];
        pd_triangle_normal(n, corner(s, f, 0), corner(s, f, 1), corner(s, f, 2));
        for (int k = 0; k < 9; k++)
            s->normals[3 * (size_t)s->model->data.faces[3 * f + (size_t)(k / 3)] + (size_t)(k % 3)] +=
                n[k % 3];
    }

    /* Cast rays along z and x, then along y for vertices for which those two disagree. */
    memset(s->winding, 0, 3 * (size_t)s->model->vertex_count);
    for (size_t i = 0; i < (size_t)s->model->vertex_count; i++) s->out[i] = (penetration){FARTHEST, -1};
    wind_along(s, 2, false);
    wind_along(s, 0, false);
    wind_along(s, 1, true);

    /* Take the majority. */
    for (size_t i = 0; i < (size_t)s->model->vertex_count; i++) {
        const signed char *w = s->winding + 3 * i;
        inside[i] = (w[0] > 0) + (w[1] > 0) + (w[2] > 0) >= 2;
        count += inside[i];
    }

    return count;
}

/* --- depth --- */

static pd_vec3 point_of(const float *p)
{
    return pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

static bool is_behind(const float *p, const float *a, const float *b, const float *c)
{
    float n[3], d[3];
    pd_triangle_normal(n, a, b, c);
    for (int k = 0; k < 3; k++) d[k] = p[k] - a[k];
    return pd_dot3f(n, d) < 0;
}

/* Triangles sorted by their centres into cubic cells. */
typedef struct bins {
    float low[3];
    int size[3]; /* number of cells along each axis */
    int *start;  /* (BINS_MAX + 1) start of each cell in `order` */
    int *order;  /* (F) triangles by cell */
    float reach; /* largest distance of a corner from its triangle's centre, metres */
} bins;

static void center_of(float out[3], const surface *s, size_t f)
{
    for (int c = 0; c < 3; c++) out[c] = (corner(s, f, 0)[c] + corner(s, f, 1)[c] + corner(s, f, 2)[c]) / 3;
}

static int bin_at(const bins *b, const float p[3], int axis)
{
    PD_ASSERT(axis >= 0 && axis < 3);
    int at = (int)((p[axis] - b->low[axis]) / BIN);
    return at < 0 ? 0 : at >= b->size[axis] ? b->size[axis] - 1 : at;
}

/* Fills cells with sides of BIN. A body larger than BINS_SIDE of them gets no more cells. */
static void fill_bins(bins *b, const surface *s)
{
    size_t faces = (size_t)s->model->face_count;

    memset(b->start, 0, (BINS_MAX + 1) * sizeof *b->start);
    b->reach = 0;

    /* Use as many cells as the body needs, up to the number allocated. */
    for (int c = 0; c < 3; c++) {
        float cells = s->extent[c] / BIN + 1;
        b->low[c] = s->low[c];
        b->size[c] = cells < BINS_SIDE ? (int)cells : BINS_SIDE;
    }

    /* Count, and find the reach, in a first pass; fill the cells from their ends in a second one. */
    for (int pass = 0; pass < 2; pass++) {
        for (size_t f = 0; f < faces; f++) {
            float center[3], d[3];
            center_of(center, s, f);
            const int bin = (bin_at(b, center, 0) * b->size[1] + bin_at(b, center, 1)) * b->size[2] +
                            bin_at(b, center, 2);
            int *at = &b->start[bin];
            if (pass) b->order[--*at] = (int)f;
            if (!pass) ++*at;
            for (int k = 0; !pass && k < 3; k++) {
                for (int c = 0; c < 3; c++) d[c] = corner(s, f, k)[c] - center[c];
                b->reach = fmaxf(b->reach, sqrtf(pd_dot3f(d, d)));
            }
        }

        for (int c = 1; !pass && c <= BINS_MAX; c++) b->start[c] += b->start[c - 1];
    }
}

/* Sets *best to triangle f if vertex i went through it, less deep than through the best so far. A triangle
 * that is near in the rest pose counts only if it is much nearer now, or, where skin faces skin, somewhat
 * nearer. In that case the point above the vertex must be behind the triangle,
 * so that touching skin has no depth. */
static void try_face(penetration *best, const surface *s, const float *rest, size_t i, const float above[3],
                     size_t f)
{
    const float *p = s->p + 3 * i;
    const float *was = rest + 3 * i;
    const float *t[3], *r[3];
    float w[3], normal[3];

    /* Skip triangles of the vertex itself. */
    for (int k = 0; k < 3; k++) {
        t[k] = corner(s, f, k);
        r[k] = rest + 3 * (size_t)s->model->data.faces[3 * f + (size_t)k];
        if (t[k] == p) return;
    }

    pd_triangle_normal(normal, t[0], t[1], t[2]);
    const bool facing = pd_dot3f(normal, s->normals + 3 * i) < 0;
    if (!is_behind(facing ? above : p, t[0], t[1], t[2])) return;

    /* Measure the vertex's distance now, and in the rest pose to the same point of the triangle. */
    pd_triangle_nearest(w, p, t[0], t[1], t[2]);
    float depth = pd_triangle_distance(p, w, t[0], t[1], t[2]);
    float before = pd_triangle_distance(was, w, r[0], r[1], r[2]);
    if (depth >= best->depth) return;

    const bool through = facing && (depth < NEARER_FACING * before || !is_behind(was, r[0], r[1], r[2]));
    if (through || depth < NEARER_THAN * before) *best = (penetration){depth, (int)f};
}

/* Finds the depth of a vertex: searches shells of cells around it, until no nearer triangle is possible. Of a
 * shell, only the outermost cells are visited: `whole` says that this column is one of its walls. */
static penetration find_depth(const surface *s, const bins *b, const float *rest, size_t i)
{
    const float *p = s->p + 3 * i;
    penetration best = s->out[i];
    float above[3];
    int at[3];
    int shells = (int)((FARTHEST + b->reach) / BIN) + 1;

    /* Find the cell of the vertex, then search its shells from the inside outwards. */
    lift(above, s, i);
    for (int c = 0; c < 3; c++) at[c] = bin_at(b, p, c);
    for (int n = 0; n <= shells && (float)(n - 1) * BIN - b->reach < best.depth; n++)
        for (int x = at[0] - n; x <= at[0] + n; x++)
            for (int y = at[1] - n; y <= at[1] + n; y++) {
                int whole = abs(x - at[0]) == n || abs(y - at[1]) == n;
                if (x < 0 || y < 0 || x >= b->size[0] || y >= b->size[1]) continue;
                for (int z = at[2] - n; z <= at[2] + n; z += whole || !n ? 1 : 2 * n) {
                    if (z < 0 || z >= b->size[2]) continue;
                    int cell = (x * b->size[1] + y) * b->size[2] + z;
                    for (int k = b->start[cell]; k < b->start[cell + 1]; k++)
                        try_face(&best, s, rest, i, above, (size_t)b->order[k]);
                }
            }

    return best;
}

/* Returns whether the vertex's own triangles cover the point above it. Then its normal is behind one of them
 * and between two of its sides: n . (m x b) > 0 > n . (m x c). */
static bool is_shut(const surface *s, size_t vertex)
{
    const float *v = s->p + 3 * vertex;
    const float *n = s->normals + 3 * vertex;

    for (size_t f = 0; f < (size_t)s->model->face_count; f++)
        for (int k = 0; k < 3; k++) {
            if (corner(s, f, k) != v) continue;
            const float *b = corner(s, f, (k + 1) % 3);
            const float *c = corner(s, f, (k + 2) % 3);
            float m[3];
            pd_triangle_normal(m, v, b, c);
            if (pd_dot3f(m, n) >= 0) continue;

            const float n_m[3] = {n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2],
                                  n[0] * m[1] - n[1] * m[0]};
            const float to_b[3] = {b[0] - v[0], b[1] - v[1], b[2] - v[2]};
            const float to_c[3] = {c[0] - v[0], c[1] - v[1], c[2] - v[2]};
            if (pd_dot3f(n_m, to_b) > 0 && pd_dot3f(n_m, to_c) < 0) return true;
        }

    return false;
}

/* Returns the shortest distance out of the body from the point above a vertex, along DIRECTIONS rays spread
 * evenly over the sphere; at most `most`. Overwrites the grid. */
static float way_out(surface *s, size_t vertex, float most)
{
    const signed char *w = s->winding + 3 * vertex;
    const int winding = w[0] > w[1] ? (w[0] > w[2] ? w[0] : w[2]) : (w[1] > w[2] ? w[1] : w[2]);
    float from[3];

    lift(from, s, vertex);

    /* List the triangles that are near enough. */
    int *near = s->faces;
    int near_count = 0;
    for (size_t f = 0; f < (size_t)s->model->face_count; f++) {
        float center[3], d[3];
        float reach = 0;
        center_of(center, s, f);
        for (int k = 0; k < 3; k++) {
            for (int c = 0; c < 3; c++) d[c] = corner(s, f, k)[c] - center[c];
            reach = fmaxf(reach, pd_dot3f(d, d));
        }

        for (int c = 0; c < 3; c++) d[c] = from[c] - center[c];
        const float bound = most + sqrtf(reach);
        if (pd_dot3f(d, d) < bound * bound) near[near_count++] = (int)f;
    }

    /* Directions of a Fibonacci lattice. */
    for (int n = 0; n < DIRECTIONS; n++) {
        const double z = 1 - (2 * n + 1) / (double)DIRECTIONS;
        const double angle = n * GOLDEN_ANGLE;
        const double r = sqrt(1 - z * z);
        const pd_vec3 u = {r * cos(angle), r * sin(angle), z};
        const pd_vec3 p = {(double)from[0], (double)from[1], (double)from[2]};
        crossing list[CROSSINGS_MAX];
        int count = 0;

        /* List the triangles that the ray crosses (Moeller and Trumbore 1997), with the way it goes: in or
         * out. */
        for (int i = 0; i < near_count && count < CROSSINGS_MAX; i++) {
            const size_t f = (size_t)near[i];
            const pd_vec3 a = point_of(corner(s, f, 0));
            const pd_vec3 ab = pd_vec3_sub(point_of(corner(s, f, 1)), a);
            const pd_vec3 ac = pd_vec3_sub(point_of(corner(s, f, 2)), a);
            const pd_vec3 h = pd_vec3_cross(u, ac);
            const pd_vec3 at = pd_vec3_sub(p, a);
            const pd_vec3 q = pd_vec3_cross(at, ab);
            const double det = pd_vec3_dot(ab, h);
            const double b = pd_vec3_dot(at, h) / det;
            const double c = pd_vec3_dot(u, q) / det;
            const double far = pd_vec3_dot(ac, q) / det;
            if (fabs(det) < 1e-18 || b < 0 || c < 0 || b + c > 1 || far <= 0) continue;
            list[count++] = (crossing){(float)far, det > 0 ? -1 : 1, (int)f};
        }

        /* The exit is where the winding number falls to 0. */
        qsort(list, (size_t)count, sizeof *list, by_distance);
        for (int i = 0, left = winding; i < count; i++) {
            if ((left -= list[i].sign) > 0) continue;
            most = fminf(most, list[i].distance);
            break;
        }
    }

    return most;
}

/* --- inverted triangles --- */

static pd_vec3 normal_of(const float *p, const uint32_t *t)
{
    float n[3];
    pd_triangle_normal(n, p + 3 * (size_t)t[0], p + 3 * (size_t)t[1], p + 3 * (size_t)t[2]);
    return pd_vec3_make((double)n[0], (double)n[1], (double)n[2]);
}

/* Counts triangles that face the other way than skinning says: the normal at rest, turned by the mean
 * rotation of the corners' joints, against the normal in the pose. */
static void count_inverted(pd_train_body_quality *out, const pd_train_body_checker *c, const float *p,
                           const pd_smpl_pose *pose)
{
    const pd_smpl_model *m = c->model;
    pd_quat rotations[PD_SMPL_MAX_JOINTS];

    for (int k = 0; k < m->joint_count; k++) {
        double r[9];
        pd_xform_rotation(r, &pose->skin[k]);
        rotations[k] = pd_q_from_matrix(r);
    }

    for (size_t f = 0; f < (size_t)m->face_count; f++) {
        const uint32_t *t = m->data.faces + 3 * f;

        /* Compute the weighted mean of its corners' rotations;
         * each quaternion has the sign nearer to the first. */
        pd_quat sum = {0, 0, 0, 0};
        for (int k = 0; k < 3; k++) {
            const float *w = m->data.weights + (size_t)t[k] * (size_t)m->joint_count;
            for (int j = 0; j < m->joint_count; j++) {
                if (!(w[j] > 0)) continue;
                const pd_quat q = rotations[j];
                const double sign = pd_q_dot(sum, q) < 0 ? -(double)w[j] : (double)w[j];
                sum.x += sign * q.x;
                sum.y += sign * q.y;
                sum.z += sign * q.z;
                sum.w += sign * q.w;
            }
        }

        const pd_quat mean = pd_q_dot(sum, sum) > 1e-12 ? pd_q_normalize(sum) : pd_q_identity();

        const pd_vec3 wanted = pd_q_rotate(mean, normal_of(c->rest, t));
        if (pd_vec3_dot(wanted, normal_of(p, t)) >= 0) continue;
        out->inverted++;
        out->inverted_face = (int)f;
    }
}

/* --- all --- */

static size_t grid_room(const pd_smpl_model *m)
{
    return 48 * (size_t)m->face_count + 8 * CELLS * CELLS;
}

size_t pd_train_body_quality_scratch_bytes(const pd_smpl_model *model)
{
    size_t v = (size_t)model->vertex_count;
    size_t f = (size_t)model->face_count;

    return pd_arena_bytes(3 * v, sizeof(float)) + pd_arena_bytes(CELLS * CELLS + 1, sizeof(int)) +
           pd_arena_bytes(grid_room(model), sizeof(int)) + pd_arena_bytes(3 * v, 1) + pd_arena_bytes(v, 1) +
           pd_arena_bytes(v, sizeof(penetration)) + pd_arena_bytes(BINS_MAX + 1, sizeof(int)) +
           pd_arena_bytes(f, sizeof(int)) + pd_arena_bytes(1, sizeof(pd_smpl_pose));
}

/* Takes the memory of a surface from the arena. */
static surface take_surface(const pd_smpl_model *model, const float *vertices, pd_arena *scratch)
{
    size_t v = (size_t)model->vertex_count;
    surface s = {.model = model, .p = vertices, .room = grid_room(model)};

    s.normals = pd_arena_take(scratch, 3 * v, sizeof *s.normals);
    s.start = pd_arena_take(scratch, CELLS * CELLS + 1, sizeof *s.start);
    s.faces = pd_arena_take(scratch, s.room, sizeof *s.faces);
    s.winding = pd_arena_take(scratch, 3 * v, 1);
    s.out = pd_arena_take(scratch, v, sizeof *s.out);

    return s;
}

void pd_train_body_quality_run(pd_train_body_quality *out, const pd_train_body_checker *checker,
                               const float *vertices, const float *rotations, pd_arena *scratch)
{
    const pd_smpl_model *m = checker->model;
    size_t mark = scratch->used;
    surface s = take_surface(m, vertices, scratch);
    unsigned char *inside = pd_arena_take(scratch, (size_t)m->vertex_count, 1);
    bins b = {.start = pd_arena_take(scratch, BINS_MAX + 1, sizeof *b.start),
              .order = pd_arena_take(scratch, (size_t)m->face_count, sizeof *b.order)};
    pd_smpl_pose *pose = pd_arena_take(scratch, 1, sizeof *pose);
    const pd_smpl_body body = {.rotations = rotations};

    *out = (pd_train_body_quality){.inverted_face = -1, .hit_vertex = -1};
    pd_smpl_pose_chain(pose, m, &body);
    count_inverted(out, checker, vertices, pose);
    find_inside(inside, &s);
    fill_bins(&b, &s);

    /* Depth of each vertex that is inside of the body now, but not at rest. */
    for (size_t i = 0; i < (size_t)m->vertex_count; i++) {
        if (!inside[i] || checker->rest_inside[i]) continue;
        penetration w = find_depth(&s, &b, checker->rest, i);
        if (is_shut(&s, i)) w.depth = way_out(&s, i, w.depth);
        if (w.face < 0) continue;

        /* Between neighbouring parts it is a fold of skin, between others a hit. */
        const int *parents = m->data.parents;
        const int p = checker->holder[i];
        const int q = checker->holder[m->data.faces[3 * (size_t)w.face]];
        const double depth = (double)w.depth;
        const int deep = depth > PD_TRAIN_BODY_DEPTH_LIMIT;
        if (p == q || parents[p] == q || parents[q] == p) {
            out->fold_deep += deep;
            out->fold = fmax(out->fold, depth);
            continue;
        }

        out->hit_deep += deep;
        if (depth <= out->hit) continue;
        out->hit = depth;
        out->hit_vertex = (int)i;
    }

    scratch->used = mark;
}

pd_status pd_train_body_checker_init(pd_train_body_checker *checker, const pd_smpl_model *model,
                                     const float *betas, int beta_count, pd_error *err)
{
    size_t v = (size_t)model->vertex_count;
    pd_arena scratch = {0};

    memset(checker, 0, sizeof *checker);
    if (beta_count < 0 || beta_count > model->beta_count)
        return pd_fail(err, PD_ERR_RANGE, "betas", "%d numbers; 0 to %d allowed", beta_count,
                       model->beta_count);

    checker->model = pd_smpl_model_retain((pd_smpl_model *)model);
    checker->rest = malloc(3 * v * sizeof *checker->rest);
    checker->rest_inside = malloc(v);
    checker->holder = malloc(v * sizeof *checker->holder);
    if (!checker->rest || !checker->rest_inside || !checker->holder ||
        !pd_arena_init(&scratch, pd_train_body_quality_scratch_bytes(model))) {
        pd_train_body_checker_deinit(checker);
        return pd_fail(err, PD_ERR_MEMORY, "quality", "out of memory for %zu vertices", v);
    }

    /* Compute the rest surface for these betas. */
    for (size_t i = 0; i < 3 * v; i++) {
        const float *directions = model->data.shapedirs + i * (size_t)model->beta_count;
        double x = (double)model->data.v_template[i];
        for (int n = 0; n < beta_count; n++) x += (double)directions[n] * (double)betas[n];
        checker->rest[i] = (float)x;
    }

    /* Find the joint with the largest weight of each vertex. */
    for (size_t i = 0; i < v; i++) checker->holder[i] = pd_smpl_vertex_joint(&model->data, (int)i);

    surface s = take_surface(model, checker->rest, &scratch);
    checker->rest_inside_count = find_inside(checker->rest_inside, &s);
    pd_arena_deinit(&scratch);

    return PD_OK;
}

void pd_train_body_checker_deinit(pd_train_body_checker *checker)
{
    pd_smpl_model_release(checker->model);
    free(checker->rest);
    free(checker->rest_inside);
    free(checker->holder);
    memset(checker, 0, sizeof *checker);
}
