#include "core/smpl/surface/inside_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ASIDE      3.1e-6f
#define CELLS_SIDE 512   /* of the grid of points, at most */
#define TOUCHING   1e-5f /* metres: skins so near each other are in one place */
/* A search is repeated in part when at most one in MOVED_PART triangles has moved. With 4 a deep crouch takes
 * 2 % longer, with 16 the same. */
#define MOVED_PART 8

/* --- the surface --- */

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

/* Boxes of the dirty triangles, normals of the dirty vertices. Normals are weighted by area, and summed in
 * the order of the triangles: the bits do not depend on what else was dirty. */
static void refresh(pd_smpl_inside *s)
{
    const size_t vertex_count = (size_t)s->data->vertex_count;
    const size_t stride = pd_smpl_inside_padded(s->data->face_count);

    s->work_ns += PD_SMPL_INSIDE_DIRTY_NS * (double)s->dirty_face_count;

    for (size_t v = 0; v < vertex_count; v++)
        if (s->dirty[v]) memset(s->normals + 3 * v, 0, 3 * sizeof *s->normals);
    for (int i = 0; i < s->dirty_face_count; i++) {
        const size_t f = (size_t)s->dirty_faces[i];
        const uint32_t *t = s->data->faces + 3 * f;
        const float *a = pd_smpl_inside_corner(s, f, 0);
        const float *b = pd_smpl_inside_corner(s, f, 1);
        const float *c = pd_smpl_inside_corner(s, f, 2);
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
        if (s->dirty[v]) pd_smpl_inside_make_unit(s->normals + 3 * v);
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
    return pd_smpl_inside_padded(data->face_count / MOVED_PART + 1);
}

/* Makes boxes of the triangles that moved from their corners. */
static void make_moved_boxes(pd_smpl_inside *s)
{
    enum { LANES = PD_K_PASSED_LANES };
    const size_t count = (size_t)s->moved_count;
    const size_t stride = pd_smpl_inside_padded(s->moved_count);

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

    /* Their triangles, as they were and as they are; then the triangles
     * at whose corners the normal is another one. */
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

    /* a little above the vertex, and by an odd bit aside so that rays do not run through vertices;
     * left and right alike */
    float low[2] = {0}, high[2] = {0};
    for (int i = 0; i < count; i++) {
        const float *p = s->p + 3 * (size_t)asked[i];
        const float *n = s->normals + 3 * (size_t)asked[i];
        const float aside[3] = {p[0] < 0 ? -ASIDE : ASIDE, 2 * ASIDE, 3 * ASIDE};
        for (int c = 0; c < 3; c++) {
            const int from = (axis + 1 + c) % 3;
            s->points[(size_t)c * v + (size_t)i] = p[from] + PD_SMPL_INSIDE_LIFT * n[from] + aside[from];
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
 * touch are crossed at once, and the one out of the body first,
 * because rounding decides which of the two is in front. */
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
    s->work_ns += PD_SMPL_INSIDE_CROSSING_NS * (double)work.points +
                  PD_SMPL_INSIDE_ROW_NS * (double)work.rows + PD_SMPL_INSIDE_BOX_NS * (double)face_count;
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
           5 * pd_arena_bytes(v, 1) +
           pd_arena_bytes(6 * pd_smpl_inside_padded(data->face_count), sizeof(float)) +
           5 * pd_arena_bytes(f, sizeof(int)) + pd_arena_bytes(CELLS_SIDE * CELLS_SIDE + 1, sizeof(int)) +
           pd_arena_bytes(3 * v, sizeof(float)) + pd_arena_bytes(3 * row, sizeof(float)) +
           pd_arena_bytes(row, sizeof(int)) + 7 * pd_arena_bytes(v, sizeof(int)) +
           pd_arena_bytes(v, sizeof(pd_k_rays_crossings)) + 2 * pd_arena_bytes(v, sizeof(float)) +
           pd_arena_bytes(3 * v, sizeof(float)) + 2 * pd_arena_bytes(9 * moved, sizeof(float)) +
           2 * pd_arena_bytes(6 * moved, sizeof(float)) + pd_arena_bytes(3 * moved, sizeof(uint32_t)) +
           pd_arena_bytes(moved / PD_K_PASSED_LANES, sizeof *s->moved_blocks) +
           pd_arena_bytes(v, sizeof *s->depths) + pd_arena_bytes(PD_SMPL_INSIDE_BINS_MAX + 1, sizeof(int)) +
           pd_arena_bytes(8 * f, sizeof(float)) + pd_arena_bytes(PD_SMPL_INSIDE_BINS_MAX, 1) +
           2 * pd_arena_bytes(f, 1) + pd_arena_bytes(groups * PD_K_PASSED_LANES, sizeof *s->blocks) +
           pd_arena_bytes(groups, sizeof *s->block_boxes) +
           pd_arena_bytes(groups / PD_K_PASSED_LANES + 1, sizeof *s->group_boxes);
}

void pd_smpl_inside_take(pd_smpl_inside *inside, const pd_smpl_data *data, pd_arena *scratch)
{
    pd_smpl_inside *s = inside;
    size_t v = (size_t)data->vertex_count;
    size_t f = (size_t)data->face_count;
    size_t row = v + PD_K_RAYS_LANES;
    const size_t stride = pd_smpl_inside_padded(data->face_count);
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
    s->order_start = pd_arena_take(scratch, PD_SMPL_INSIDE_BINS_MAX + 1, sizeof *s->order_start);
    s->order = pd_arena_take(scratch, f, sizeof *s->order);
    s->is_wanted = pd_arena_take(scratch, PD_SMPL_INSIDE_BINS_MAX, 1);
    s->has_rest = pd_arena_take(scratch, f, 1);
    s->is_near = pd_arena_take(scratch, f, 1);
    s->rest_faces = pd_arena_take(scratch, f, sizeof *s->rest_faces);
    s->blocks = pd_arena_take(scratch, groups * PD_K_PASSED_LANES, sizeof *s->blocks);
    s->block_boxes = pd_arena_take(scratch, groups, sizeof *s->block_boxes);
    s->group_boxes = pd_arena_take(scratch, groups / PD_K_PASSED_LANES + 1, sizeof *s->group_boxes);

    /* Kernels read whole vectors: entries after the last triangle
     * and the last point are read, but not used. */
    memset(s->box, 0, 6 * stride * sizeof *s->box);
    memset(s->sorted, 0, 3 * row * sizeof *s->sorted);
}
