#include "factory/wardrobe/cut/skirt.h"

#include "core/base/assert.h"
#include "core/math/strongest.h"
#include "core/math/triangle.h"
#include "factory/wardrobe/bind/bind.h"
#include "factory/wardrobe/cut/cover.h"
#include "factory/wardrobe/bind/relax.h"
#include "factory/wardrobe/bind/scalp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SLIT        0.02f /* metres between the two edges of a slit, at most */
#define HEM_ROUNDS  160   /* rounds of smoothing the height of the hem */
#define EVEN_ROUNDS 4     /* rounds of smoothing the shape, each with a step out and a step back */
#define OUT         0.5f
#define BACK        (-0.52f)
#define SKIN_ROUNDS 6 /* rounds of smoothing the weights that were copied from the skin */
#define LAST_ROUNDS 2
#define BETWEEN     0.35f  /* cloth is between the legs within this share of the hip's |x| */
#define ROUND_ABOUT 0.02f  /* metres: deviation of the Gaussian that weighs cloth beside the gap */
#define ABOVE_HIPS  0.035f /* metres above the hip joints; cloth above that height belongs to the waist */
/* metres by which the waist lies below the garment over it;
 * with 0.004 it came through, with 0.008 in few places */
#define UNDER       0.010f
#define BEYOND      0.02f /* metres below the edge of that garment over which its influence fades */
#define SLOPE       0.4f
#define REACH       0.05f
#define LINED_ABOVE 0.03f /* metres above the waist at which the lining begins, under the garment over it */
#define LINED_LEAST 0.06f /* metres above the hem at which the lining ends; it cannot be seen below */

typedef struct sewing {
    pd_wardrobe_item *item;
    const pd_smpl_data *model;
    unsigned char *own, *face; /* (n) vertices of the skirt, (F) its triangles */
    pd_factory_neighbors near;
} sewing;

static const uint16_t *face_of(const sewing *s, int f)
{
    return s->item->faces + 3 * (size_t)f;
}

static float *skirt_rest_of(const sewing *s, int vertex)
{
    return s->item->rest + 3 * (size_t)vertex;
}

/* Finds the neighbours of all vertices and marks the vertices of the skirt. Called again after each change of
 * the mesh. Returns false when out of memory. */
static bool mark_skirt(sewing *s)
{
    pd_factory_neighbors_deinit(&s->near);
    free(s->own);
    s->own = calloc((size_t)s->item->vertex_count, 1);
    if (!pd_factory_neighbors_init(&s->near, s->item) || !s->own) return false;
    for (int f = 0; f < s->item->face_count; f++)
        for (int k = 0; k < 3 && s->face[f]; k++) s->own[s->item->corners[face_of(s, f)[k]]] = 1;

    return true;
}

/* Counts the triangles that have the edge a-b. */
static int sides(const sewing *s, int a, int b)
{
    int count = 0;
    for (int e = s->near.start[a]; e < s->near.start[a + 1]; e++) count += s->near.list[e] == b;
    return count;
}

static bool is_border(const sewing *s, int vertex)
{
    for (int e = s->near.start[vertex]; e < s->near.start[vertex + 1]; e++)
        if (sides(s, vertex, s->near.list[e]) == 1) return true;
    return false;
}

/* ---- the slit ---- */

static float skirt_apart(const sewing *s, int a, int b)
{
    float square = 0;
    for (int c = 0; c < 3; c++) square += powf(skirt_rest_of(s, a)[c] - skirt_rest_of(s, b)[c], 2);
    return sqrtf(square);
}

/* Closes a slit: merges two vertices of the border when each is the nearest one to the other within SLIT and
 * no edge joins them. */
static bool close_slit(sewing *s)
{
    pd_wardrobe_item *item = s->item;
    const int n = item->vertex_count;
    const size_t dirs = 3 * (size_t)item->dir_count;
    int *other = malloc((size_t)n * sizeof *other);

    if (!other) return false;
    for (int i = 0; i < n; i++) {
        other[i] = -1;
        if (!s->own[i] || !is_border(s, i)) continue;
        for (int j = 0; j < n; j++) {
            if (j == i || !s->own[j] || sides(s, i, j) || skirt_apart(s, i, j) > SLIT) continue;
            if (is_border(s, j) && (other[i] < 0 || skirt_apart(s, i, j) < skirt_apart(s, i, other[i])))
                other[i] = j;
        }
    }

    for (int into = 0; into < n; into++) {
        const int from = other[into];
        if (from <= into || other[from] != into) continue;
        for (int c = 0; c < item->corner_count; c++)
            if (item->corners[c] == from) item->corners[c] = (uint16_t)into;
        for (size_t c = 0; c < 3; c++)
            skirt_rest_of(s, into)[c] = 0.5f * (skirt_rest_of(s, into)[c] + skirt_rest_of(s, from)[c]);
        for (size_t d = 0; d < dirs; d++)
            item->dirs[(size_t)into * dirs + d] =
                0.5f * (item->dirs[(size_t)into * dirs + d] + item->dirs[(size_t)from * dirs + d]);
    }

    /* Remove vertices that no corner uses any more: the last vertex takes the number of the removed one. */
    for (int i = n - 1; i >= 0; i--) {
        if (other[i] < 0 || other[i] >= i || other[other[i]] != i) continue;
        const int last = --item->vertex_count;
        const size_t to = (size_t)i;
        const size_t from = (size_t)last;
        for (int c = 0; c < item->corner_count; c++)
            if (item->corners[c] == last) item->corners[c] = (uint16_t)i;
        memmove(item->rest + 3 * to, item->rest + 3 * from, 3 * sizeof *item->rest);
        memmove(item->dirs + dirs * to, item->dirs + dirs * from, dirs * sizeof *item->dirs);
        memmove(item->anchors + 3 * to, item->anchors + 3 * from, 3 * sizeof *item->anchors);
        memmove(item->anchor_weights + 3 * to, item->anchor_weights + 3 * from,
                3 * sizeof *item->anchor_weights);
        memmove(item->joints + 4 * to, item->joints + 4 * from, 4 * sizeof *item->joints);
        memmove(item->weights + 4 * to, item->weights + 4 * from, 4 * sizeof *item->weights);
    }

    free(other);

    return mark_skirt(s);
}

/* ---- finer ---- */

typedef struct halves {
    int (*ends)[3]; /* (count) two corners of an edge, and the corner in its middle */
    int count;
} halves;

static bool grow_skirt(pd_wardrobe_item *item, int vertices, int corners, int faces)
{
    PD_ASSERT(vertices >= item->vertex_count && corners >= item->corner_count && faces >= item->face_count);
    const size_t n = (size_t)vertices;
    const size_t m = (size_t)corners;
    const size_t dirs = 3 * (size_t)item->dir_count;
#define GROW(array, count)                                                                                   \
    do {                                                                                                     \
        void *larger = realloc(item->array, (count) * sizeof *item->array);                                  \
        if (!larger) return false;                                                                           \
        item->array = larger;                                                                                \
    } while (0)
    GROW(rest, 3 * n);
    GROW(dirs, dirs * n + 1);
    GROW(anchors, 3 * n);
    GROW(anchor_weights, 3 * n);
    GROW(joints, 4 * n);
    GROW(weights, 4 * n);
    GROW(corners, m);
    GROW(uvs, 2 * m);
    if (item->places) GROW(places, 2 * m);
    GROW(faces, 3 * (size_t)faces);
#undef GROW

    return true;
}

/* Returns the corner in the middle of the edge a-b. Makes the corner, and its vertex too unless the edge's
 * other triangle has made it. */
static int skirt_middle(sewing *s, halves *h, int a, int b)
{
    pd_wardrobe_item *item = s->item;
    const size_t dirs = 3 * (size_t)item->dir_count;

    /* The edge may have been halved by its other triangle. On a seam of the texture the two triangles share
     * the vertex, not the corner. */
    int vertex = -1;

    for (int e = 0; e < h->count; e++) {
        const int *end = h->ends[e];
        if ((end[0] == a && end[1] == b) || (end[0] == b && end[1] == a)) return end[2];
        const int p = item->corners[end[0]];
        const int q = item->corners[end[1]];
        const int va = item->corners[a];
        const int vb = item->corners[b];
        if ((p == va && q == vb) || (p == vb && q == va)) vertex = item->corners[end[2]];
    }

    const int corner = item->corner_count++;

    /* A new vertex in the middle of the edge. */
    if (vertex < 0) {
        const size_t va = item->corners[a];
        const size_t vb = item->corners[b];
        const size_t v = (size_t)item->vertex_count++;
        for (size_t c = 0; c < 3; c++)
            item->rest[3 * v + c] = 0.5f * (item->rest[3 * va + c] + item->rest[3 * vb + c]);
        for (size_t d = 0; d < dirs; d++)
            item->dirs[v * dirs + d] = 0.5f * (item->dirs[va * dirs + d] + item->dirs[vb * dirs + d]);
        vertex = (int)v;

        /* anchor of the new vertex: the nearest skin */
        const pd_smpl_data *m = s->model;
        const float *x = skirt_rest_of(s, vertex);
        float least = INFINITY;
        for (int f = 0; f < m->face_count; f++) {
            const uint32_t *of = m->faces + 3 * (size_t)f;
            const float *p = m->v_template + 3 * (size_t)of[0];
            const float *q = m->v_template + 3 * (size_t)of[1];
            const float *r = m->v_template + 3 * (size_t)of[2];
            float w[3];
            pd_triangle_nearest(w, x, p, q, r);
            const float distance = pd_triangle_distance(x, w, p, q, r);
            if (distance >= least) continue;
            least = distance;
            for (int k = 0; k < 3; k++) {
                item->anchors[3 * vertex + k] = (uint16_t)of[k];
                item->anchor_weights[3 * vertex + k] = w[k];
            }
        }
    }

    /* The new corner has the mean of the two texture coordinates. */
    item->corners[corner] = (uint16_t)vertex;
    for (int c = 0; c < 2; c++)
        item->uvs[2 * corner + c] = 0.5f * (item->uvs[2 * a + c] + item->uvs[2 * b + c]);
    for (int c = 0; item->places && c < 2; c++)
        item->places[2 * corner + c] = 0.5f * (item->places[2 * a + c] + item->places[2 * b + c]);
    const int row[3] = {a, b, corner};
    PD_ASSERT(h->ends != NULL);
    memcpy(h->ends[h->count++], row, sizeof row);

    return corner;
}

static pd_status make_finer(sewing *s, pd_error *err)
{
    pd_wardrobe_item *item = s->item;
    const int faces = item->face_count;
    int own = 0;

    /* Each triangle of the skirt becomes four: at most three new corners, vertices and triangles for each. */
    for (int f = 0; f < faces; f++) own += s->face[f];
    const int most = 3 * own;
    if (item->corner_count + most > PD_WARDROBE_VERTICES_MAX)
        return pd_fail(err, PD_ERR_RANGE, item->name, "%d more corners are too many", most);

    halves h = {.ends = malloc(((size_t)most + 1) * sizeof *h.ends)};
    unsigned char *face = realloc(s->face, (size_t)faces + (size_t)most);
    if (face) s->face = face;
    if (!face || !h.ends ||
        !grow_skirt(item, item->vertex_count + most, item->corner_count + most, faces + most)) {
        free(h.ends);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for a finer skirt");
    }

    /* The first of the four takes the old triangle's place. */
    for (int f = 0; f < faces; f++) {
        if (!s->face[f]) continue;
        const int a = face_of(s, f)[0];
        const int b = face_of(s, f)[1];
        const int c = face_of(s, f)[2];
        const int x = skirt_middle(s, &h, a, b);
        const int y = skirt_middle(s, &h, b, c);
        const int z = skirt_middle(s, &h, c, a);
        const int four[4][3] = {{x, y, z}, {a, x, z}, {x, b, y}, {z, y, c}};
        for (int t = 0; t < 4; t++) {
            const int at = t ? item->face_count++ : f;
            for (int k = 0; k < 3; k++) item->faces[3 * at + k] = (uint16_t)four[t][k];
            s->face[at] = 1;
        }
    }

    PD_ASSERT(h.count <= most);
    free(h.ends);

    return mark_skirt(s) ? PD_OK : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for a finer skirt");
}

/* ---- shape ---- */

/* Moves the marked vertices by the share `by` towards the mean of their neighbours. A step with OUT and one
 * with BACK remove jags without shrinking the skirt (Taubin 1995). */
static void step_skirt(sewing *s, const unsigned char *among, float by, float *next)
{
    PD_ASSERT(s->near.start != NULL);
    const size_t numbers = 3 * (size_t)s->item->vertex_count;
    memcpy(next, s->item->rest, numbers * sizeof *next);
    for (int i = 0; i < s->item->vertex_count; i++) {
        const int first = s->near.start[i];
        const int last = s->near.start[i + 1];
        for (int c = 0; among[i] && c < 3; c++) {
            float sum = 0;
            for (int e = first; e < last; e++) sum += skirt_rest_of(s, s->near.list[e])[c];
            next[3 * i + c] += by * (sum / (float)(last - first) - skirt_rest_of(s, i)[c]);
        }
    }

    memcpy(s->item->rest, next, numbers * sizeof *next);
}

static bool shape_skirt(sewing *s, float waist)
{
    const size_t n = (size_t)s->item->vertex_count;
    unsigned char *inner = calloc(2 * n, 1);
    unsigned char *border = inner ? inner + n : NULL;
    float *next = malloc(3 * n * sizeof *next);
    const bool good = inner && next;

    /* Split the vertices of the skirt into border and interior. */
    for (int i = 0; good && i < (int)n; i++) {
        border[i] = s->own[i] && is_border(s, i);
        inner[i] = s->own[i] && !border[i];
    }

    /* Smooth the hem: heights of the lower border move to the mean of their neighbours on it. */
    for (int round = 0; good && round < HEM_ROUNDS; round++) {
        for (int i = 0; i < (int)n; i++) {
            float sum = 0;
            int count = 0;
            next[i] = skirt_rest_of(s, i)[1];
            if (!border[i] || next[i] > waist) continue;
            for (int e = s->near.start[i]; e < s->near.start[i + 1]; e++) {
                const int j = s->near.list[e];
                if (sides(s, i, j) == 1) {
                    sum += skirt_rest_of(s, j)[1];
                    count++;
                }
            }

            next[i] = 0.5f * (next[i] + sum / (float)count);
        }

        for (int i = 0; i < (int)n; i++) skirt_rest_of(s, i)[1] = next[i];
    }

    /* Smooth the interior without shrinking it. */
    for (int round = 0; good && round < EVEN_ROUNDS; round++) {
        step_skirt(s, inner, OUT, next);
        step_skirt(s, inner, BACK, next);
    }

    free(inner);
    free(next);

    return good;
}

/* ---- weights ---- */

/* Cloth between the legs: its vertices, its half width `edge` in metres, and the z coordinate `front` that
 * separates its front from its back. */
typedef struct gap {
    const unsigned char *has; /* (n) */
    float edge, front;
} gap;

/* Writes to out (K) the mean weights of the cloth beside the gap at about the height of `vertex`, on the
 * given side of the body and on the vertex's side of g->front. */
static void column(float *out, const float *rows, const sewing *s, const gap *g, int vertex, float side)
{
    const size_t joints = (size_t)s->model->joint_count;
    const float *x = skirt_rest_of(s, vertex);
    float all = 0;

    memset(out, 0, joints * sizeof *out);

    /* Gaussian weights by distance from the edge of the gap and by difference in height. */
    for (int i = 0; i < s->item->vertex_count; i++) {
        const float *at = skirt_rest_of(s, i);
        const float out_of = side * at[0] - g->edge;
        const float up = at[1] - x[1];
        if (!s->own[i] || g->has[i] || out_of < 0 || (at[2] > g->front) != (x[2] > g->front)) continue;
        const float share = expf(-(out_of * out_of + up * up) / (2 * ROUND_ABOUT * ROUND_ABOUT));
        for (size_t j = 0; j < joints; j++) out[j] += share * rows[(size_t)i * joints + j];
        all += share;
    }

    /* Without cloth beside it the vertex keeps its own row. */
    for (size_t j = 0; j < joints; j++) out[j] = all > 0 ? out[j] / all : rows[(size_t)vertex * joints + j];
}

/* Sets the joint weights of the vertices in a gap: they change smoothly from those of its left edge to those
 * of its right edge. Returns false when out of memory. */
static bool bridge(float *rows, const sewing *s, const gap *g)
{
    const size_t joints = (size_t)s->model->joint_count;
    float *two = malloc(2 * joints * sizeof *two);

    if (!two) return false;

    /* From 0 at the left edge of the gap to 1 at the right. */
    for (int i = 0; i < s->item->vertex_count; i++) {
        if (!g->has[i]) continue;
        const float along = 0.5f + 0.5f * skirt_rest_of(s, i)[0] / g->edge;
        const float share = along * along * (3 - 2 * along);
        column(two, rows, s, g, i, 1);
        column(two + joints, rows, s, g, i, -1);
        for (size_t j = 0; j < joints; j++)
            rows[(size_t)i * joints + j] = share * two[j] + (1 - share) * two[joints + j];
    }

    free(two);

    return true;
}

/* Finds the vertex of the cloth beside the gap, on the given side of the body and on the vertex's side of
 * g->front, that is nearest to the edge of the gap at the height of `vertex`.
 * Returns -1 when there is none. */
static int beside(const sewing *s, const gap *g, int vertex, float side)
{
    const float *x = skirt_rest_of(s, vertex);
    float least = INFINITY;
    int found = -1;

    for (int i = 0; i < s->item->vertex_count; i++) {
        const float *at = skirt_rest_of(s, i);
        const float out_of = side * at[0] - g->edge;
        const float up = at[1] - x[1];
        if (!s->own[i] || g->has[i] || out_of < 0 || (at[2] > g->front) != (x[2] > g->front)) continue;
        const float square = out_of * out_of + up * up;
        if (square < least) {
            least = square;
            found = i;
        }
    }

    return found;
}

/* Makes the vertices in a gap follow the cloth on both sides of it when the body's shape changes: their
 * directions and anchors become those of the cloth there, by the distance from both edges. The nearest skin,
 * and what MakeHuman's file binds them to, is the inner side of one thigh, which other bodies have higher or
 * lower than its front: the hem dipped in the middle. */
static void span(const sewing *s, const gap *g)
{
    pd_wardrobe_item *item = s->item;
    const size_t dirs = 3 * (size_t)item->dir_count;

    for (int i = 0; i < item->vertex_count; i++) {
        const int sides[2] = {g->has[i] ? beside(s, g, i, 1) : -1, g->has[i] ? beside(s, g, i, -1) : -1};
        if (sides[0] < 0 || sides[1] < 0) continue;
        const float share = 0.5f + 0.5f * skirt_rest_of(s, i)[0] / g->edge;
        const float shares[2] = {share, 1 - share};

        for (size_t d = 0; d < dirs; d++)
            item->dirs[(size_t)i * dirs + d] = shares[0] * item->dirs[(size_t)sides[0] * dirs + d] +
                                               shares[1] * item->dirs[(size_t)sides[1] * dirs + d];

        /* Of the three anchors on each side the largest. */
        for (int side = 0; side < 2; side++) {
            const float *w = item->anchor_weights + 3 * sides[side];
            const int most = w[0] >= w[1] && w[0] >= w[2] ? 0 : w[1] >= w[2] ? 1 : 2;
            item->anchors[3 * i + side] = item->anchors[3 * sides[side] + most];
            item->anchor_weights[3 * i + side] = shares[side];
        }

        item->anchors[3 * i + 2] = item->anchors[3 * i];
        item->anchor_weights[3 * i + 2] = 0;
    }
}

/* Writes the joint weights of all vertices to rows (n,K), which begins as zeros: for the skirt new ones, for
 * other parts those that they have. Returns false when out of memory. */
static bool weigh_skirt(float *rows, const sewing *s, const float hip[3])
{
    static const char *const legs[][2] = {{"left_hip", "right_hip"}, {"left_knee", "right_knee"}};
    const pd_wardrobe_item *item = s->item;
    const size_t joints = (size_t)s->model->joint_count;
    const size_t n = (size_t)item->vertex_count;
    const float edge = BETWEEN * fabsf(hip[0]);
    unsigned char *between = calloc(n, 1);

    if (!between) return false;

    /* Start with the skin's weights at the anchors for the skirt,
     * and with the present weights for other parts. */
    for (size_t i = 0; i < n; i++) {
        const float *x = item->rest + 3 * i;
        between[i] = s->own[i] && fabsf(x[0]) < edge && x[1] < hip[1] + ABOVE_HIPS;
        for (size_t k = 0; k < 4 && !s->own[i]; k++)
            rows[i * joints + item->joints[4 * i + k]] += item->weights[4 * i + k];
        for (size_t a = 0; a < 3 && s->own[i]; a++)
            for (size_t j = 0; j < joints; j++)
                rows[i * joints + j] += item->anchor_weights[3 * i + a] *
                                        s->model->weights[item->anchors[3 * i + a] * joints + j];
    }

    bool good = pd_factory_relax(rows, joints, &s->near, item->vertex_count, SKIN_ROUNDS, s->own);

    /* Cloth on one side follows the leg of that side alone,
     * even where the skin of the other leg is nearer. */
    for (size_t pair = 0; good && pair < sizeof legs / sizeof *legs; pair++) {
        const int left = pd_smpl_joint_find(s->model, legs[pair][0]);
        const int right = pd_smpl_joint_find(s->model, legs[pair][1]);
        if (left < 0 || right < 0) continue;
        for (int i = 0; i < item->vertex_count; i++) {
            float *row = rows + (size_t)i * joints;
            const float *x = skirt_rest_of(s, i);
            const float both = row[left] + row[right];
            const bool is_left = (x[0] > 0) == (hip[0] > 0);
            if (!s->own[i] || x[1] > hip[1] + ABOVE_HIPS) continue;
            row[left] = is_left ? both : 0;
            row[right] = is_left ? 0 : both;
        }
    }

    /* Cloth between the legs, then a last smoothing. */
    const gap g = {between, edge, hip[2]};
    good = good && bridge(rows, s, &g) &&
           pd_factory_relax(rows, joints, &s->near, item->vertex_count, LAST_ROUNDS, s->own);

    /* Shape of the cloth between the middles of both thighs. */
    const float middle = fabsf(hip[0]);
    for (size_t i = 0; i < n; i++) {
        const float *x = item->rest + 3 * i;
        between[i] = s->own[i] && fabsf(x[0]) < middle && x[1] < hip[1] + ABOVE_HIPS;
    }

    if (good) span(s, &(gap){between, middle, hip[2]});
    free(between);

    return good;
}

/* ---- the waist ---- */

static void normalize(float v[3])
{
    const float length = sqrtf(pd_dot3f(v, v));
    for (int c = 0; c < 3; c++) v[c] /= length > 0 ? length : 1;
}

/* Finds the point nearest to x on the garment over the skirt: its triangle, and its weights w there. Returns
 * the distance in metres. */
static float over(int *which, float w[3], const sewing *s, const float *x)
{
    float least = INFINITY;

    for (int f = 0; f < s->item->face_count; f++) {
        const float *v[3];
        float here[3];
        if (s->face[f]) continue;
        for (int k = 0; k < 3; k++) v[k] = skirt_rest_of(s, s->item->corners[face_of(s, f)[k]]);
        pd_triangle_nearest(here, x, v[0], v[1], v[2]);
        const float distance = pd_triangle_distance(x, here, v[0], v[1], v[2]);
        if (distance >= least) continue;
        least = distance;
        *which = f;
        memcpy(w, here, sizeof here);
    }

    return least;
}

/* Tucks a vertex of the waist under the garment over it: lowers it below that garment and gives it the
 * garment's joint weights and shape directions. The influence is whole where the garment covers the vertex
 * and fades below the garment's edge. */
static void tuck(sewing *s, float *rows, const float *normals, int vertex)
{
    pd_wardrobe_item *item = s->item;
    const size_t joints = (size_t)s->model->joint_count;
    const size_t dirs = 3 * (size_t)item->dir_count;

    /* Return early when no garment is within REACH of the vertex. */
    float *x = skirt_rest_of(s, vertex);
    float w[3];
    float normal[3] = {0};
    float off[3];
    int which = 0, most = 0;
    int v[3];

    if (over(&which, w, s, x) > REACH) return;

    /* The nearest point on the garment, the normal there, and the offset of the vertex from it. */
    for (int k = 0; k < 3; k++) {
        v[k] = item->corners[face_of(s, which)[k]];
        most = w[k] > w[most] ? k : most;
    }

    for (int c = 0; c < 3; c++) {
        off[c] = x[c];
        for (int k = 0; k < 3; k++) {
            off[c] -= w[k] * skirt_rest_of(s, v[k])[c];
            normal[c] += w[k] * normals[3 * v[k] + c];
        }
    }

    normalize(normal);
    const float height = pd_dot3f(off, normal);

    /* Split the offset into a height over the garment and a distance beside it. The allowed height grows with
     * the distance beside it. */
    for (int c = 0; c < 3; c++) off[c] -= height * normal[c];
    const float aside = sqrtf(pd_dot3f(off, off));
    const float share = 1 - aside / BEYOND;
    const float allowed = SLOPE * aside - UNDER;
    if (share <= 0) return;

    /* Lower the vertex to the allowed height. Blend its weights and directions towards the garment's by the
     * share left at this distance. */
    for (int c = 0; c < 3 && height > allowed; c++) x[c] -= normal[c] * (height - allowed);
    for (size_t j = 0; j < joints; j++) {
        float sum = 0;
        for (int k = 0; k < 3; k++) sum += w[k] * rows[(size_t)v[k] * joints + j];
        float *row = &rows[(size_t)vertex * joints + j];
        *row += share * (sum - *row);
    }

    for (size_t d = 0; d < dirs; d++) {
        float sum = 0;
        for (int k = 0; k < 3; k++) sum += w[k] * item->dirs[(size_t)v[k] * dirs + d];
        float *dir = &item->dirs[(size_t)vertex * dirs + d];
        *dir += share * (sum - *dir);
    }

    /* A vertex that is covered well also takes the anchor of the garment's nearest corner. */
    if (share < 0.5f) return;
    memcpy(item->anchors + 3 * vertex, item->anchors + 3 * v[most], 3 * sizeof *item->anchors);
    memcpy(item->anchor_weights + 3 * vertex, item->anchor_weights + 3 * v[most],
           3 * sizeof *item->anchor_weights);
}

static bool hang(sewing *s)
{
    const size_t joints = (size_t)s->model->joint_count;
    const size_t n = (size_t)s->item->vertex_count;
    float *rows = calloc(n * joints, sizeof *rows);
    float *normals = calloc(3 * n, sizeof *normals);
    float hip[3];

    /* Position of the left hip joint on the mean body; of the root when the model has no such joint. */
    const pd_smpl_data *m = s->model;
    const int found = pd_smpl_joint_find(m, "left_hip");
    const int joint = found < 0 ? 0 : found;
    double sum[3] = {0};
    for (int e = m->regressor_start[joint]; e < m->regressor_start[joint + 1]; e++)
        for (int c = 0; c < 3; c++)
            sum[c] += m->regressor_weight[e] * (double)m->v_template[3 * m->regressor_vertex[e] + c];
    for (int c = 0; c < 3; c++) hip[c] = (float)sum[c];

    const bool good = rows && normals && shape_skirt(s, hip[1]) && weigh_skirt(rows, s, hip);

    /* Unit normals (n,3) at the vertices of the garment over the skirt,
     * weighted by area; 0 at other vertices. */
    for (int f = 0; good && f < s->item->face_count; f++) {
        const float *v[3];
        float normal[3];
        if (s->face[f]) continue;
        for (int k = 0; k < 3; k++) v[k] = skirt_rest_of(s, s->item->corners[face_of(s, f)[k]]);
        pd_triangle_normal(normal, v[0], v[1], v[2]);
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) normals[3 * s->item->corners[face_of(s, f)[k]] + c] += normal[c];
    }

    for (size_t i = 0; good && i < n; i++) normalize(normals + 3 * i);

    for (size_t i = 0; good && i < n; i++) {
        if (!s->own[i]) continue;
        tuck(s, rows, normals, (int)i);
        pd_strongest(s->item->joints + 4 * i, s->item->weights + 4 * i, rows + i * joints, (int)joints);
    }

    free(rows);
    free(normals);

    return good;
}

pd_status pd_factory_skirt(pd_wardrobe_item *item, const pd_smpl_data *model, int component, pd_error *err)
{
    sewing s = {.item = item, .model = model, .face = calloc((size_t)item->face_count, 1)};
    int *part = malloc((size_t)item->face_count * sizeof *part);
    int found = 0;
    bool good = s.face && part && pd_factory_components(part, item) >= 0;

    for (int f = 0; good && f < item->face_count; f++) found += s.face[f] = part[f] == component;
    free(part);

    pd_status status = PD_OK;
    if (good && !found)
        status = pd_fail(err, PD_ERR_RANGE, item->name, "no component %d for a skirt", component);
    good = good && mark_skirt(&s) && (!found || close_slit(&s));
    if (good && found) status = make_finer(&s, err);
    if (status == PD_OK) good = good && hang(&s);
    pd_factory_neighbors_deinit(&s.near);
    free(s.own);
    free(s.face);
    if (status != PD_OK) return status;

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for a skirt");
}

/* ---- lining ---- */

/* Adds the marked vertices `under` (V) to those that the item hides. Returns false when out of memory. */
static bool hide_too(pd_wardrobe_item *item, const unsigned char *under, unsigned char *marks,
                     int vertex_count)
{
    int count = 0;

    memcpy(marks, under, (size_t)vertex_count);
    for (int h = 0; h < item->hide_count; h++) marks[item->hides[h]] = 1;
    for (int i = 0; i < vertex_count; i++) count += marks[i];
    uint16_t *hides = malloc((size_t)(count + 1) * sizeof *hides);
    if (!hides) return false;

    count = 0;
    for (int i = 0; i < vertex_count; i++)
        if (marks[i]) hides[count++] = (uint16_t)i;
    free(item->hides);
    item->hides = hides;
    item->hide_count = count;

    return true;
}

pd_status pd_factory_skirt_line(pd_wardrobe_item *item, const pd_smpl_data *model, const float *normals,
                                float press, int part, pd_error *err)
{
    PD_ASSERT(part >= 0 && part < item->part_count);
    const pd_wardrobe_part *skirt = &item->parts[part];
    const size_t count = (size_t)model->vertex_count;

    /* Lowest and highest point of the skirt. */
    float low = INFINITY, high = -INFINITY;
    for (int c = 3 * skirt->first_face; c < 3 * (skirt->first_face + skirt->face_count); c++) {
        const float y = item->rest[3 * (size_t)item->corners[item->faces[c]] + 1];
        low = fminf(low, y);
        high = fmaxf(high, y);
    }

    /* The lining covers the body between those heights. */
    unsigned char *under = malloc(2 * count);
    if (!under) return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for its lining");
    for (size_t i = 0; i < count; i++) {
        const float y = model->v_template[3 * i + 1];
        under[i] = y > low + LINED_LEAST && y < high + LINED_ABOVE;
    }

    pd_status status = pd_factory_cap(item, model, normals, under, NULL, press, part, err);
    if (status == PD_OK && !hide_too(item, under, under + count, model->vertex_count))
        status = pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for what it hides");
    free(under);

    return status;
}

/* ---- the garment over it ---- */

pd_status pd_factory_skirt_trim(pd_wardrobe_item *item, int part, pd_error *err)
{
    PD_ASSERT(part >= 0 && part <= item->part_count);
    const pd_wardrobe_part *over = &item->parts[0];

    /* The hem is the lowest vertex of the first part. */
    float hem = INFINITY;
    for (int c = 3 * over->first_face; c < 3 * (over->first_face + over->face_count); c++)
        hem = fminf(hem, item->rest[3 * (size_t)item->corners[item->faces[c]] + 1]);

    unsigned char *gone = calloc((size_t)item->face_count + 1, 1);
    if (!gone) return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for what is covered");

    /* Drop the triangles of the later parts whose centroid is above the hem: the first part covers them. */
    for (int p = part; p < item->part_count; p++) {
        for (int f = 0; f < item->face_count; f++) {
            float sum = 0;
            for (int k = 0; k < 3; k++)
                sum += item->rest[3 * (size_t)item->corners[item->faces[3 * f + k]] + 1];
            gone[f] = sum / 3 >= hem + PD_FACTORY_SKIRT_COVERED;
        }

        pd_factory_cover_drop(item, p, gone);
    }

    free(gone);

    return PD_OK;
}
