#include "core/smpl/fold.h"

#include "core/base/assert.h"
#include "core/math/vec3.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The tuned constants: chosen together with contact.c's, and measured with them (there).
 * Lengths in radii of the limb. */
#define SEAM        0.25 /* Vertices of the seam have a weight of the joint's side of 0.5 +- this. */
#define SEAM_LEAST  6    /* Fewest seam vertices of a fold. */
/* Radii from the limb's axis up to which members have full share, and beyond which none. */
#define REACH_WHOLE 1.4
#define REACH_NONE  2.2
/* Distances along the axis up to which members have full share, and beyond which none. */
#define ALONG_WHOLE 3.0
#define ALONG_NONE  4.5
#define LIMB        1.7   /* times its radius: what is shorter is no limb to fold                 */
#define WRONG_SIDE  0.7   /* radii beyond the plane at rest: such skin is of something else       */
#define FOLDS_EACH  8     /* folds a vertex, on average at most */
#define BEND_LEAST  1e-4  /* 1 - cos of the swing: a straight joint has no fold                */
#define ROUNDING    1e-6f /* metres, more than rounding changes a height on a triangle */

static pd_vec3 fold_at(const double *points, int i)
{
    return (pd_vec3){points[3 * (size_t)i], points[3 * (size_t)i + 1], points[3 * (size_t)i + 2]};
}

static pd_vec3 unit(pd_vec3 v)
{
    double length = pd_vec3_length(v);
    return length > 1e-9 ? pd_vec3_scale(v, 1 / length) : pd_vec3_make(0, 0, 0);
}

/* Computes the direction of a limb at a joint: the mean of the bone that ends there and the bones that begin
 * there. *length: to the farthest of its children, 0 when it has none. */
static pd_vec3 limb_axis(double *length, const pd_smpl_data *data, const double *joints, int joint)
{
    PD_ASSERT(joint > 0 && joint < data->joint_count);
    const pd_vec3 here = fold_at(joints, joint);
    const pd_vec3 in = unit(pd_vec3_sub(here, fold_at(joints, data->parents[joint])));
    pd_vec3 out = {0, 0, 0};

    *length = 0;
    for (int k = joint + 1; k < data->joint_count; k++) {
        if (data->parents[k] != joint) continue;
        const pd_vec3 bone = pd_vec3_sub(fold_at(joints, k), here);
        *length = fmax(*length, pd_vec3_length(bone));
        out = pd_vec3_add(out, unit(bone));
    }

    return unit(pd_vec3_add(in, unit(out)));
}

/* Returns the distance of a point from the line through the fold's centre along its normal. */
static double off_axis(const pd_smpl_fold *c, pd_vec3 p)
{
    pd_vec3 d = pd_vec3_sub(p, fold_at(c->center, 0));
    pd_vec3 n = fold_at(c->normal, 0);
    return pd_vec3_length(pd_vec3_fma(d, -pd_vec3_dot(d, n), n));
}

static double along_axis(const pd_smpl_fold *c, pd_vec3 p)
{
    return pd_vec3_dot(pd_vec3_sub(p, fold_at(c->center, 0)), fold_at(c->normal, 0));
}

/* Returns the share of a fold that a point takes, 1 near the bend and falling to 0 or below at its reach. */
static double fold_share_of(const pd_smpl_fold *c, pd_vec3 p)
{
    double far = off_axis(c, p) / c->radius;
    double along = fabs(along_axis(c, p)) / c->radius;
    double a = (REACH_NONE - far) / (REACH_NONE - REACH_WHOLE);
    double b = (ALONG_NONE - along) / (ALONG_NONE - ALONG_WHOLE);
    return fmin(1, fmin(a, b));
}

/* --- a model --- */

/* Lists the vertices that each joint's side holds by about half. Run twice:
 * without memory for the list it only counts. */
static void fill_seams(pd_smpl_fold_sides *s, const pd_smpl_surface *surface)
{
    int count = 0;

    for (int k = 0; k < s->data->joint_count; k++) {
        s->seam_start[k] = count;
        for (int i = 0; i < surface->soft_count; i++) {
            int v = surface->soft[i];
            float held = s->held[(size_t)k * (size_t)s->data->vertex_count + (size_t)v];
            if (fabs((double)held - 0.5) > SEAM) continue;
            if (s->seam) s->seam[count] = v;
            count++;
        }
    }

    s->seam_start[s->data->joint_count] = count;
}

pd_status pd_smpl_fold_sides_init(pd_smpl_fold_sides *sides, const pd_smpl_data *data,
                                  const pd_smpl_surface *surface, pd_error *err)
{
    size_t k = (size_t)data->joint_count;
    size_t v = (size_t)data->vertex_count;

    *sides = (pd_smpl_fold_sides){.data = data};
    sides->held = malloc(k * v * sizeof *sides->held);
    sides->seam_start = malloc((k + 1) * sizeof *sides->seam_start);

    if (sides->held && sides->seam_start) {
        /* A joint's side holds what the joint and everything beyond it hold:
         * sum the weights up the tree. */
        memset(sides->held, 0, k * v * sizeof *sides->held);
        for (size_t i = 0; i < v; i++)
            for (size_t j = 0; j < k; j++) {
                const float w = data->weights[i * k + j];
                for (int a = (int)j; w > 0 && a >= 0; a = data->parents[a])
                    sides->held[(size_t)a * v + i] += w;
            }
        fill_seams(sides, surface);
        sides->seam = malloc(((size_t)sides->seam_start[k] + 1) * sizeof *sides->seam);
    }

    if (!sides->seam) {
        pd_smpl_fold_sides_deinit(sides);
        return pd_fail(err, PD_ERR_MEMORY, "folds", "out of memory for %zu joints", k);
    }

    /* The second run stores what the first counted. */
    const int counted = sides->seam_start[k];
    fill_seams(sides, surface);
    PD_ASSERT(sides->seam_start[k] == counted);

    return PD_OK;
}

void pd_smpl_fold_sides_deinit(pd_smpl_fold_sides *sides)
{
    free(sides->held);
    free(sides->seam_start);
    free(sides->seam);
    *sides = (pd_smpl_fold_sides){0};
}

/* --- a body --- */

static size_t folds_each(const pd_smpl_data *data)
{
    return data->joint_count < FOLDS_EACH ? (size_t)data->joint_count : FOLDS_EACH;
}

size_t pd_smpl_folds_scratch_bytes(const pd_smpl_data *data)
{
    size_t each = folds_each(data);
    size_t v = (size_t)data->vertex_count;
    size_t f = (size_t)data->face_count;

    return pd_arena_bytes((size_t)data->joint_count, sizeof(pd_smpl_fold)) +
           pd_arena_bytes(each * v, sizeof(pd_smpl_fold_member)) + pd_arena_bytes(each * f, 3 * sizeof(int)) +
           pd_arena_bytes(v, sizeof(int)) + pd_arena_bytes(each * v, sizeof(float)) +
           pd_arena_bytes(each * v, 2 * sizeof(double)) + pd_arena_bytes(each * v, sizeof(int)) +
           pd_arena_bytes(each * v, 2) +
           pd_arena_bytes(4 * PD_SMPL_FOLD_MAP * PD_SMPL_FOLD_MAP, sizeof(float));
}

void pd_smpl_folds_place(pd_smpl_folds *folds, const pd_smpl_fold_sides *sides, const double *rest,
                         const double *joints, pd_arena *scratch)
{
    const pd_smpl_data *data = sides->data;

    pd_smpl_folds *s = folds;
    size_t each = folds_each(data);
    size_t v = (size_t)data->vertex_count;
    size_t f = (size_t)data->face_count;

    *s =
        (pd_smpl_folds){.sides = sides, .member_capacity = (int)(each * v), .face_capacity = (int)(each * f)};
    s->list = pd_arena_take(scratch, (size_t)data->joint_count, sizeof *s->list);
    s->members = pd_arena_take(scratch, each * v, sizeof *s->members);
    s->faces = pd_arena_take(scratch, each * f, sizeof *s->faces);
    s->member = pd_arena_take(scratch, v, sizeof *s->member);
    s->heights = pd_arena_take(scratch, each * v, sizeof *s->heights);
    s->places = pd_arena_take(scratch, each * v, sizeof *s->places);
    s->cells = pd_arena_take(scratch, each * v, sizeof *s->cells);
    s->at = pd_arena_take(scratch, each * v, sizeof *s->at);
    s->maps = pd_arena_take(scratch, 4 * PD_SMPL_FOLD_MAP * PD_SMPL_FOLD_MAP, sizeof *s->maps);
    for (int n = 2; n < 4; n++)
        for (int k = 0; k < PD_SMPL_FOLD_MAP * PD_SMPL_FOLD_MAP; k++)
            s->maps[n * PD_SMPL_FOLD_MAP * PD_SMPL_FOLD_MAP + k] = -INFINITY;

    /* A fold at each joint where a limb bends: the joint has a seam, and the limb is longer than thick. */
    for (int j = 1; j < data->joint_count; j++) {
        const int first = sides->seam_start[j];
        const int count = sides->seam_start[j + 1] - first;
        pd_smpl_fold *c = &s->list[s->count];
        double length;
        const pd_vec3 n = limb_axis(&length, data, joints, j);
        *c = (pd_smpl_fold){.joint = j, .parent = data->parents[j]};
        memcpy(c->center, joints + 3 * (size_t)j, sizeof c->center);
        c->normal[0] = n.x;
        c->normal[1] = n.y;
        c->normal[2] = n.z;

        /* Mean radius of the limb where it bends. */
        double sum = 0;
        if (count < SEAM_LEAST) continue;
        for (int i = first; i < first + count; i++) sum += off_axis(c, fold_at(rest, sides->seam[i]));
        c->radius = sum / count;
        if (c->radius > 0 && length >= LIMB * c->radius) s->count++;
    }
}

double pd_smpl_folds_share(const pd_smpl_folds *folds, int i, const double *point)
{
    PD_ASSERT(i >= 0 && i < folds->count);
    return fmax(0, fold_share_of(&folds->list[i], fold_at(point, 0)));
}

/* Adds the vertices about a fold, and the triangles whose corners are all of one side. Returns false if there
 * are too many. */
static bool add_members(pd_smpl_folds *s, pd_smpl_fold *c, const double *rest, const float *give)
{
    const pd_smpl_data *data = s->sides->data;
    size_t count = (size_t)data->vertex_count;
    const float *held = s->sides->held + (size_t)c->joint * count;

    c->first = s->member_count;

    /* Members: vertices within reach of the fold that are not far on the wrong side of its plane. Most are
     * beyond its ends or far from its axis: these are ruled out first, by a little more than the reach,
     * because of rounding. */
    const pd_vec3 center = fold_at(c->center, 0);
    const pd_vec3 normal = fold_at(c->normal, 0);
    const double end = 1.0001 * ALONG_NONE * c->radius;
    const double wide = 1.0001 * REACH_NONE * c->radius;
    memset(s->member, -1, count * sizeof *s->member);
    for (int v = 0; v < (int)count; v++) {
        const pd_vec3 p = fold_at(rest, v);
        const pd_vec3 from = pd_vec3_sub(p, center);
        const double d0 = pd_vec3_dot(from, normal);
        const double side = held[v] > 0.5f ? 1 : -1;
        if ((fabs(d0) > end) | (side * d0 < -WRONG_SIDE * c->radius) |
            (pd_vec3_dot(from, from) - d0 * d0 > wide * wide))
            continue;
        const double share = fold_share_of(c, p);

        if (share <= 0) continue;
        if (s->member_count == s->member_capacity) return false;
        s->member[v] = s->member_count;
        s->members[s->member_count++] = (pd_smpl_fold_member){.vertex = v,
                                                              .side = (float)side,
                                                              .share = (float)share * give[v],
                                                              .wrong = side * d0 < 0 ? (float)d0 : 0};
    }

    PD_ASSERT(s->member_count <= s->member_capacity);

    c->count = s->member_count - c->first;

    /* Triangles for the height maps: all three corners are members of one side. */
    for (size_t f = 0; f < (size_t)data->face_count; f++) {
        int corner[3];
        bool same = s->member[data->faces[3 * f]] >= 0;
        if (!same) continue;
        for (size_t k = 0; k < 3; k++) {
            corner[k] = s->member[data->faces[3 * f + k]];
            same = same && corner[k] >= 0 && s->members[corner[k]].side == s->members[corner[0]].side;
        }

        if (same && s->face_count == s->face_capacity) return false;
        if (same) memcpy(s->faces[s->face_count++], corner, sizeof corner);
    }

    PD_ASSERT(s->face_count <= s->face_capacity);
    c->face_count = s->face_count - c->first_face;

    return true;
}

void pd_smpl_folds_fill(pd_smpl_folds *folds, int i, const double *rest, const float *give)
{
    PD_ASSERT(i >= 0 && i < folds->count);
    pd_smpl_fold *c = &folds->list[i];
    if (c->count) return;

    c->first_face = folds->face_count;
    if (add_members(folds, c, rest, give)) return;

    /* There is no room for its members: this fold stays unfilled. */
    folds->member_count = c->first;
    folds->face_count = c->first_face;
    c->count = c->face_count = 0;
}

/* --- one pose --- */

static pd_vec3 rotated(const pd_xform *x, const double n[3])
{
    double out[3];
    pd_xform_vector(out, x, n);
    return fold_at(out, 0);
}

static void put_fold(double out[3], pd_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

void pd_smpl_folds_pose(pd_smpl_fold_plane *plane, const pd_smpl_folds *folds, int i,
                        const pd_smpl_pose *pose)
{
    PD_ASSERT(i >= 0 && i < folds->count);
    const pd_smpl_fold *c = &folds->list[i];
    pd_vec3 a = rotated(&pose->skin[c->parent], c->normal);
    pd_vec3 b = rotated(&pose->skin[c->joint], c->normal);

    const pd_vec3 sum = pd_vec3_add(a, b);
    const bool straight = 1 - pd_vec3_dot(a, b) < BEND_LEAST || pd_vec3_length(sum) < 1e-6;
    *plane = (pd_smpl_fold_plane){.half_cos = straight ? 0 : pd_vec3_length(sum) / 2};
    plane->cell = 2 * ALONG_NONE * c->radius / PD_SMPL_FOLD_MAP;
    pd_xform_point(plane->center, &pose->skin[c->joint], c->center);

    /* Axes of the bend, of the direction into the crook and of the normal. They rotate with the body. */
    const pd_vec3 m = unit(sum);
    const pd_vec3 u = unit(pd_vec3_cross(a, b));
    put_fold(plane->axes[0], u);
    put_fold(plane->axes[1], pd_vec3_cross(m, u));
    put_fold(plane->axes[2], m);
}

static double fold_along(const pd_smpl_fold_plane *p, const double *x, int axis)
{
    return (x[0] - p->center[0]) * p->axes[axis][0] + (x[1] - p->center[1]) * p->axes[axis][1] +
           (x[2] - p->center[2]) * p->axes[axis][2];
}

/* Converts a coordinate of a point to cells from the map's corner. */
static double map_at(const pd_smpl_fold_plane *p, const double *x, int axis)
{
    return fold_along(p, x, axis) / p->cell + PD_SMPL_FOLD_MAP / 2.0;
}

static int clamp_cell(double x)
{
    return !(x > 0) ? 0 : x > PD_SMPL_FOLD_MAP - 1 ? PD_SMPL_FOLD_MAP - 1 : (int)x; /* NaN: 0 */
}

/* Square cells of COARSE by COARSE cells of a map, and the greatest limit in each. */
#define COARSE 8
enum { COARSE_SIDE = (PD_SMPL_FOLD_MAP + COARSE - 1) / COARSE };
typedef float coarse_limits[COARSE_SIDE * COARSE_SIDE];

static int least(int a, int b, int c)
{
    const int x = a < b ? a : b;
    return x < c ? x : c;
}

static int fold_largest(int a, int b, int c)
{
    const int x = a > b ? a : b;
    return x > c ? x : c;
}

/* Lowers the cells of a map whose middle the triangle covers to its depth there: to `depth` at the corners,
 * metres. Cells that no member of the other side asks about, or only members that are less deep, are left
 * out: limits has the greatest depth that is asked about in each.
 * The corners are at uv, in the cells `at`. */
static void rasterize(float *map, const float *limits, const coarse_limits coarse,
                      const double (*const uv[3])[2], const unsigned char (*const at[3])[2],
                      const float depth[3])
{
    /* Cells of the bounding box. */
    const int u0 = least((*at[0])[0], (*at[1])[0], (*at[2])[0]);
    const int u1 = fold_largest((*at[0])[0], (*at[1])[0], (*at[2])[0]);
    const int v0 = least((*at[0])[1], (*at[1])[1], (*at[2])[1]);
    const int v1 = fold_largest((*at[0])[1], (*at[1])[1], (*at[2])[1]);

    PD_DEBUG_ASSERT(u0 >= 0 && u1 < PD_SMPL_FOLD_MAP && v0 >= 0 && v1 < PD_SMPL_FOLD_MAP);

    /* Most triangles are above all limits around them. */
    const float nearest = (depth[0] < depth[1]   ? depth[0] < depth[2] ? depth[0] : depth[2]
                             : depth[1] < depth[2] ? depth[1]
                                                 : depth[2]) -
                          ROUNDING;
    bool is_asked = false;
    for (int u = u0 / COARSE; u <= u1 / COARSE; u++)
        for (int v = v0 / COARSE; v <= v1 / COARSE; v++) is_asked |= nearest < coarse[u * COARSE_SIDE + v];
    if (!is_asked) return;

    /* A triangle seen edge on covers no cell. Nor does one with a corner that is no number. */
    const double *a = *uv[0];
    const double *b = *uv[1];
    const double *c = *uv[2];
    const double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (!(fabs(area) >= 1e-9)) return;

    /* Barycentric coordinates decide whether the triangle covers the centre of the cell. Most cells are ruled
     * out before the divisions. */
    const double turn = area < 0 ? -1 : 1;
    const double size = fabs(area);
    const double most = size * 1.000001;
    for (int u = u0; u <= u1; u++)
        for (int v = v0; v <= v1; v++) {
            const int cell = u * PD_SMPL_FOLD_MAP + v;
            if (!(nearest < limits[cell])) continue;
            const double x = u + 0.5 - a[0];
            const double y = v + 0.5 - a[1];
            double w_b = turn * (x * (c[1] - a[1]) - y * (c[0] - a[0]));
            double w_c = turn * (y * (b[0] - a[0]) - x * (b[1] - a[1]));
            if ((w_b < 0) | (w_c < 0) | (w_b + w_c > most)) continue;
            w_b /= size;
            w_c /= size;
            if (w_b + w_c > 1) continue;

            const float height =
                (float)((1 - w_b - w_c) * (double)depth[0] + w_b * (double)depth[1] + w_c * (double)depth[2]);
            if (height < map[cell]) map[cell] = height;
        }
}

void pd_smpl_folds_measure(pd_smpl_folds *folds, int i, const double *points, const pd_smpl_fold_plane *plane)
{
    enum { SIDE = PD_SMPL_FOLD_MAP, CELLS = SIDE * SIDE };

    PD_ASSERT(i >= 0 && i < folds->count);
    const pd_smpl_fold *c = &folds->list[i];
    float *heights = folds->heights;
    float *maps = folds->maps;
    float *limits = folds->maps + 2 * CELLS;
    int *cells = folds->cells;
    double(*places)[2] = folds->places;

    /* Height of each member over the plane, less what it was beyond the plane at rest. */
    for (int k = c->first; k < c->first + c->count; k++) {
        const pd_smpl_fold_member *m = &folds->members[k];
        const double *x = points + 3 * (size_t)m->vertex;
        heights[k] = (float)(fold_along(plane, x, 2) - (double)m->wrong * plane->half_cos);
    }

    /* Overlap lies between the lowest member of the joint's side and the highest of the parent's side. What
     * lies outside that range by more than rounding has no part in it. */
    float low = INFINITY, high = -INFINITY;
    for (int k = c->first; k < c->first + c->count; k++) {
        const float height = heights[k];
        if (folds->members[k].side > 0)
            low = height < low ? height : low;
        else
            high = height > high ? height : high;
    }

    low -= ROUNDING;
    high += ROUNDING;
    const bool overlaps = plane->half_cos > 0 && low < high;

    /* Maps of both sides over the plane, the parent's, then the joint's: how far each is on its own side of
     * the plane, which is `side` times the height. Limits: the same of the members of the other side that may
     * overlap it, with the sign of this side; between calls they are -INFINITY. Only cells with a limit are
     * read and written. */
    if (overlaps) {
        coarse_limits coarse[2];
        for (int n = 0; n < COARSE_SIDE * COARSE_SIDE; n++) coarse[0][n] = coarse[1][n] = -INFINITY;
        for (int k = c->first; k < c->first + c->count; k++) {
            const pd_smpl_fold_member *m = &folds->members[k];
            const double *x = points + 3 * (size_t)m->vertex;
            const double u = map_at(plane, x, 0);
            const double v = map_at(plane, x, 1);
            const bool is_in = u >= 0 && v >= 0 && u < SIDE && v < SIDE;
            const bool is_far = m->side > 0 ? heights[k] > high : heights[k] < low;
            places[k][0] = u;
            places[k][1] = v;
            cells[k] = -1;
            folds->at[k][0] = (unsigned char)clamp_cell(u);
            folds->at[k][1] = (unsigned char)clamp_cell(v);
            if (!is_in || is_far || !(m->share > 0)) continue;

            const float limit = -m->side * heights[k];
            float *const around =
                &coarse[m->side > 0 ? 0 : 1][(int)u / COARSE * COARSE_SIDE + (int)v / COARSE];
            cells[k] = (m->side > 0 ? 0 : CELLS) + (int)u * SIDE + (int)v;
            if (limit > limits[cells[k]]) limits[cells[k]] = limit;
            if (limit > *around) *around = limit;
            maps[cells[k]] = INFINITY;
        }

        for (int f = c->first_face; f < c->first_face + c->face_count; f++) {
            const int *corner = folds->faces[f];
            const float h[3] = {heights[corner[0]], heights[corner[1]], heights[corner[2]]};
            const float side = folds->members[corner[0]].side;
            if (side > 0 ? (h[0] > high) & (h[1] > high) & (h[2] > high)
                         : (h[0] < low) & (h[1] < low) & (h[2] < low))
                continue;

            const double(*const uv[3])[2] = {&places[corner[0]], &places[corner[1]], &places[corner[2]]};
            const unsigned char(*const at[3])[2] = {&folds->at[corner[0]], &folds->at[corner[1]],
                                                    &folds->at[corner[2]]};
            const float depth[3] = {side * h[0], side * h[1], side * h[2]};
            const int map = side > 0 ? 1 : 0;
            rasterize(maps + map * CELLS, limits + map * CELLS, coarse[map], uv, at, depth);
        }
    }

    /* A member that overlaps the other side moves back by half of the overlap;
     * the other side moves by the other half. */
    for (int k = c->first; k < c->first + c->count; k++) {
        const pd_smpl_fold_member *m = &folds->members[k];
        const float overlap = overlaps && cells[k] >= 0 ? -maps[cells[k]] - m->side * heights[k] : 0;
        heights[k] = overlap > 0 ? m->share * m->side * overlap / 2 : 0;
    }

    for (int k = c->first; overlaps && k < c->first + c->count; k++)
        if (cells[k] >= 0) limits[cells[k]] = -INFINITY;
}

void pd_smpl_folds_part(double *points, const pd_smpl_folds *folds, int i, const pd_smpl_fold_plane *plane)
{
    const pd_smpl_fold *c = &folds->list[i];

    for (int k = c->first; k < c->first + c->count; k++) {
        if (folds->heights[k] == 0) continue; /* most members do not move */
        double *x = points + 3 * (size_t)folds->members[k].vertex;
        for (int a = 0; a < 3; a++) x[a] += (double)folds->heights[k] * plane->axes[2][a];
    }
}
