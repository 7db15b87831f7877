#include "core/smpl/surface/inside_parts.h"

#include "core/base/assert.h"

#include <math.h>
#include <string.h>

#define FARTHEST_OUT 1e6f /* metres from the origin: a vertex beyond is no place of a body */
/* side of the grid that orders triangles: ORDER_SIDE^3 = PD_SMPL_INSIDE_BINS_MAX cubes */
#define ORDER_SIDE   32
#define BIN          0.03f /* metres, the side of a cube of triangles; more when there were too many */
#define ROUNDING     1e-5f /* metres, more than a coordinate is off after a few operations */
/* metres: triangles that share the nearest point are equally near; a vertex on one may be behind it */
#define TIE          1e-6f
#define NEARER_THAN  0.5f /* of the rest distance: no neighbour; kernel/passed.h has it as well */

/* Does the triangle cover what is above its k-th corner, whose normal it turns away from? The normal's shadow
 * falls between its sides: n . (m x b) > 0 > n . (m x c). */
static bool lies_over(const pd_smpl_inside *s, size_t face, int k)
{
    const float *v = pd_smpl_inside_corner(s, face, k);
    const float *b = pd_smpl_inside_corner(s, face, (k + 1) % 3);
    const float *c = pd_smpl_inside_corner(s, face, (k + 2) % 3);
    const float *n = s->normals + 3 * (size_t)s->data->faces[3 * face + (size_t)k];
    const float *m = s->plane[face];
    const float n_m[3] = {n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]};
    const float to_b[3] = {b[0] - v[0], b[1] - v[1], b[2] - v[2]};
    const float to_c[3] = {c[0] - v[0], c[1] - v[1], c[2] - v[2]};

    return pd_dot3f(n_m, to_b) > 0 && pd_dot3f(n_m, to_c) < 0;
}

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
    pd_smpl_inside_make_unit(plane);
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
    return s->end[vertex] + 2 * PD_SMPL_INSIDE_LIFT + TIE + ROUNDING;
}

/* Marks the cubes in which the boxes of triangles near these vertices begin,
 * if they are no larger than a cube. */
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
    const size_t stride = pd_smpl_inside_padded(s->data->face_count);
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
    const size_t stride = pd_smpl_inside_padded(s->data->face_count);

    /* Counting sort by the cube of the centre; backwards, so that those of a cube keep their order. */
    memset(s->order_start, 0, (PD_SMPL_INSIDE_BINS_MAX + 1) * sizeof *s->order_start);
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

    for (int c = 1; c <= PD_SMPL_INSIDE_BINS_MAX; c++) s->order_start[c] += s->order_start[c - 1];
    for (int i = count - 1; i >= 0; i--) s->order[--s->order_start[s->near_key[i]]] = s->near[i];
    PD_ASSERT(s->order_start[0] == 0 && s->order_start[PD_SMPL_INSIDE_BINS_MAX] == count);

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
        s->work_ns += PD_SMPL_INSIDE_REACH_NS * LANES;
        if (reach(s->moved_blocks[first / LANES], s->p + 3 * (size_t)vertex, far) & all) return false;
    }

    return true;
}

void pd_smpl_inside_sort(pd_smpl_inside *inside, const int *found, int count)
{
    pd_smpl_inside *s = inside;
    const size_t stride = pd_smpl_inside_padded(s->data->face_count);

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
        if (all < PD_SMPL_INSIDE_BINS_MAX) break;
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

    s->work_ns += PD_SMPL_INSIDE_NEAR_NS * (double)near;

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
    pd_triangle_nearest(w, p, pd_smpl_inside_corner(s, face, 0), pd_smpl_inside_corner(s, face, 1),
                        pd_smpl_inside_corner(s, face, 2));
    float depth = pd_triangle_distance(p, w, pd_smpl_inside_corner(s, face, 0),
                                       pd_smpl_inside_corner(s, face, 1), pd_smpl_inside_corner(s, face, 2));
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
        .depth = s->end[vertex] + 2 * PD_SMPL_INSIDE_LIFT, .behind = 0, .face = -1, .weights = {0, 0, 0}};
    if (s->is_shut[vertex])
        return s->depths[vertex] = (pd_smpl_penetration){
                   .depth = PD_SMPL_INSIDE_LIFT, .behind = 0, .face = -1, .weights = {0, 0, 0}};
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

    /* A triangle that is equally near may replace the best and be farther by up to TIE,
     * as often as a block has triangles. */
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

    s->work_ns += PD_SMPL_INSIDE_VERTEX_NS + PD_SMPL_INSIDE_COMPARE_NS * (double)compared +
                  PD_SMPL_INSIDE_REACH_NS * (double)boxes;

    return s->depths[vertex] = best;
}
