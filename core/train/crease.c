#include "core/train/crease.h"

#include "core/math/vec3.h"

#include <stdlib.h>
#include <string.h>

#define SEAM        0.25 /* of the seam are vertices that the joint's side holds by 0.5 -+ this */
#define SEAM_LEAST  6    /* vertices: fewer make no crease                                     */
#define REACH_WHOLE 1.4  /* radii from the limb's axis                                         */
#define REACH_NONE  2.2
#define ALONG_WHOLE 3.0 /* the same along it                                                   */
#define ALONG_NONE  4.5
#define LIMB        1.7  /* times its radius: what is shorter is no limb to fold                 */
#define WRONG_SIDE  0.7  /* radii beyond the plane at rest: such skin is of something else       */
#define BEND_LEAST  1e-4 /* 1 - cos of the swing: a straight joint has no crease                */

static pd_vec3 at(const double *points, int i)
{
    return (pd_vec3){points[3 * (size_t)i], points[3 * (size_t)i + 1], points[3 * (size_t)i + 2]};
}

static int is_below(const pd_smpl_data *data, int joint, int top)
{
    while (joint >= 0 && joint != top) joint = data->parents[joint];
    return joint == top;
}

/* To the farthest of its children; 0 when it has none. */
static double bone_length(const pd_smpl_data *data, const double *joints, int joint)
{
    double length = 0;
    for (int k = joint + 1; k < data->joint_count; k++)
        if (data->parents[k] == joint)
            length = fmax(length, pd_vec3_length(pd_vec3_sub(at(joints, k), at(joints, joint))));
    return length;
}

/* What the joint and its children hold. */
static double held_below(const pd_smpl_data *data, int vertex, const unsigned char *below)
{
    const float *w = data->weights + (size_t)vertex * (size_t)data->joint_count;
    double sum = 0;
    for (int k = 0; k < data->joint_count; k++) sum += below[k] ? (double)w[k] : 0;
    return sum;
}

static pd_vec3 unit(pd_vec3 v)
{
    double length = pd_vec3_length(v);
    return length > 1e-9 ? pd_vec3_scale(v, 1 / length) : pd_vec3_make(0, 0, 0);
}

/* The mean of the bone that ends here and the bones that begin here. */
static pd_vec3 axis_of(const pd_smpl_data *data, const double *joints, int joint)
{
    pd_vec3 in = unit(pd_vec3_sub(at(joints, joint), at(joints, data->parents[joint]))), out = {0, 0, 0};
    for (int k = joint + 1; k < data->joint_count; k++)
        if (data->parents[k] == joint)
            out = pd_vec3_add(out, unit(pd_vec3_sub(at(joints, k), at(joints, joint))));
    return unit(pd_vec3_add(in, unit(out)));
}

static double off_axis(const pd_train_crease *c, pd_vec3 p)
{
    pd_vec3 d = pd_vec3_sub(p, at(c->center, 0)), n = at(c->normal, 0);
    return pd_vec3_length(pd_vec3_fma(d, -pd_vec3_dot(d, n), n));
}

static double along_axis(const pd_train_crease *c, pd_vec3 p)
{
    return pd_vec3_dot(pd_vec3_sub(p, at(c->center, 0)), at(c->normal, 0));
}

typedef struct maker {
    pd_train_creases *out;
    const pd_train_surface *surface;
    const pd_smpl_data *data;
    const double *rest, *joints;
    int *member; /* (V) its number among the crease's members, or -1 */
    unsigned char below[PD_SMPL_MAX_JOINTS];
} maker;

/* The limb's mean radius where it bends; 0 when there is no seam. */
static double seam_radius(const maker *m, const pd_train_crease *c)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < m->surface->soft_count; i++) {
        int v = m->surface->soft[i];
        if (fabs(held_below(m->data, v, m->below) - 0.5) > SEAM) continue;
        sum += off_axis(c, at(m->rest, v));
        count++;
    }
    return count < SEAM_LEAST ? 0 : sum / count;
}

static double share_of(const pd_train_crease *c, pd_vec3 p)
{
    double far = off_axis(c, p) / c->radius, along = fabs(along_axis(c, p)) / c->radius;
    double a = (REACH_NONE - far) / (REACH_NONE - REACH_WHOLE);
    double b = (ALONG_NONE - along) / (ALONG_NONE - ALONG_WHOLE);
    return fmin(1, fmin(a, b));
}

static void add_members(maker *m, pd_train_crease *c)
{
    c->first = m->out->member_count;
    for (int v = 0; v < m->data->vertex_count; v++) {
        pd_vec3 p = at(m->rest, v);
        double d0 = along_axis(c, p), share = share_of(c, p);
        double side = held_below(m->data, v, m->below) > 0.5 ? 1 : -1;
        m->member[v] = -1;
        if (share <= 0 || side * d0 < -WRONG_SIDE * c->radius) continue;
        m->member[v] = m->out->member_count;
        m->out->members[m->out->member_count++] = (pd_train_crease_member){
            v, (float)side, m->surface->soft_index[v] < 0 ? 0 : (float)share, side * d0 < 0 ? (float)d0 : 0};
    }
    c->count = m->out->member_count - c->first;
}

/* Triangles whose corners are members of the same side. */
static void add_faces(maker *m, pd_train_crease *c)
{
    const pd_train_crease_member *members = m->out->members;
    c->first_face = m->out->face_count;
    for (int f = 0; f < m->data->face_count; f++) {
        int corner[3], same = 1;
        for (int k = 0; k < 3; k++) {
            corner[k] = m->member[m->data->faces[3 * (size_t)f + (size_t)k]];
            same = same && corner[k] >= 0 && members[corner[k]].side == members[corner[0]].side;
        }
        if (same) memcpy(m->out->faces[m->out->face_count++], corner, sizeof corner);
    }
    c->face_count = m->out->face_count - c->first_face;
}

static void add_crease(maker *m, int joint)
{
    pd_train_crease *c = &m->out->list[m->out->count];
    pd_vec3 n = axis_of(m->data, m->joints, joint);
    *c = (pd_train_crease){.joint = joint, .parent = m->data->parents[joint]};
    memcpy(c->center, m->joints + 3 * (size_t)joint, sizeof c->center);
    c->normal[0] = n.x, c->normal[1] = n.y, c->normal[2] = n.z;
    for (int k = 0; k < m->data->joint_count; k++) m->below[k] = (unsigned char)is_below(m->data, k, joint);
    c->radius = seam_radius(m, c);
    if (!(c->radius > 0) || bone_length(m->data, m->joints, joint) < LIMB * c->radius) return;
    add_members(m, c);
    add_faces(m, c);
    m->out->count++;
}

pd_status pd_train_creases_init(pd_train_creases *creases, const pd_train_surface *surface,
                                const pd_smpl_data *data, const double *rest, const double *joints,
                                pd_error *err)
{
    size_t k = (size_t)data->joint_count, v = (size_t)data->vertex_count, f = (size_t)data->face_count;
    maker m = {.out = creases, .surface = surface, .data = data, .rest = rest, .joints = joints};
    memset(creases, 0, sizeof *creases);
    creases->list = malloc(k * sizeof *creases->list);
    creases->members = malloc((k * v + 1) * sizeof *creases->members);
    creases->faces = malloc((k * f + 1) * sizeof *creases->faces);
    m.member = malloc((v + 1) * sizeof *m.member);
    int good = creases->list && creases->members && creases->faces && m.member;
    for (int j = 1; good && j < data->joint_count; j++) add_crease(&m, j);
    free(m.member);
    if (good) return PD_OK;
    pd_train_creases_deinit(creases);
    return pd_fail(err, PD_ERR_MEMORY, "deform", "no memory for the creases of %zu joints", k);
}

void pd_train_creases_deinit(pd_train_creases *creases)
{
    free(creases->list), free(creases->members), free(creases->faces);
    memset(creases, 0, sizeof *creases);
}

/* --- one pose --- */

static pd_vec3 turned(const pd_xform *x, const double n[3])
{
    double out[3];
    pd_xform_vector(out, x, n);
    return at(out, 0);
}

static void put(double out[3], pd_vec3 v)
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

/* The axis of the bend, the way into the crook, the normal: they turn with the body. */
static void set_axes(double axes[3][3], pd_vec3 a, pd_vec3 b)
{
    pd_vec3 m = unit(pd_vec3_add(a, b)), u = unit(pd_vec3_cross(a, b));
    put(axes[0], u);
    put(axes[1], pd_vec3_cross(m, u));
    put(axes[2], m);
}

void pd_train_creases_pose(pd_train_crease_plane *planes, const pd_train_creases *creases,
                           const pd_smpl_pose *pose)
{
    for (int i = 0; i < creases->count; i++) {
        const pd_train_crease *c = &creases->list[i];
        pd_train_crease_plane *p = &planes[i];
        pd_vec3 a = turned(&pose->skin[c->parent], c->normal), b = turned(&pose->skin[c->joint], c->normal);
        pd_vec3 sum = pd_vec3_add(a, b);
        int straight = 1 - pd_vec3_dot(a, b) < BEND_LEAST || pd_vec3_length(sum) < 1e-6;
        *p = (pd_train_crease_plane){.half_cos = straight ? 0 : pd_vec3_length(sum) / 2};
        p->cell = 2 * ALONG_NONE * c->radius / PD_TRAIN_CREASE_MAP;
        pd_xform_point(p->center, &pose->skin[c->joint], c->center);
        set_axes(p->axes, a, b);
    }
}

static double along(const pd_train_crease_plane *p, const double *x, int axis)
{
    return (x[0] - p->center[0]) * p->axes[axis][0] + (x[1] - p->center[1]) * p->axes[axis][1] +
           (x[2] - p->center[2]) * p->axes[axis][2];
}

/* In cells from the map's corner. */
static double map_at(const pd_train_crease_plane *p, const double *x, int axis)
{
    return along(p, x, axis) / p->cell + PD_TRAIN_CREASE_MAP / 2.0;
}

static void find_heights(float *heights, const double *points, const pd_train_creases *creases,
                         const pd_train_crease *c, const pd_train_crease_plane *p)
{
    for (int k = c->first; k < c->first + c->count; k++) {
        const pd_train_crease_member *m = &creases->members[k];
        heights[k] = (float)(along(p, points + 3 * (size_t)m->vertex, 2) - (double)m->wrong * p->half_cos);
    }
}

static int clamp_cell(double x)
{
    return x < 0 ? 0 : x > PD_TRAIN_CREASE_MAP - 1 ? PD_TRAIN_CREASE_MAP - 1 : (int)x;
}

/* Cells whose middle the triangle covers get its height, the parent's side the highest, the other the lowest. */
static void draw_face(float *map, const double uv[3][2], const float h[3], float side)
{
    double area =
        (uv[1][0] - uv[0][0]) * (uv[2][1] - uv[0][1]) - (uv[1][1] - uv[0][1]) * (uv[2][0] - uv[0][0]);
    if (fabs(area) < 1e-9) return;
    int u0 = clamp_cell(fmin(uv[0][0], fmin(uv[1][0], uv[2][0]))),
        u1 = clamp_cell(fmax(uv[0][0], fmax(uv[1][0], uv[2][0])));
    int v0 = clamp_cell(fmin(uv[0][1], fmin(uv[1][1], uv[2][1]))),
        v1 = clamp_cell(fmax(uv[0][1], fmax(uv[1][1], uv[2][1])));
    for (int u = u0; u <= u1; u++)
        for (int v = v0; v <= v1; v++) {
            double x = u + 0.5 - uv[0][0], y = v + 0.5 - uv[0][1];
            double b = (x * (uv[2][1] - uv[0][1]) - y * (uv[2][0] - uv[0][0])) / area;
            double c = (y * (uv[1][0] - uv[0][0]) - x * (uv[1][1] - uv[0][1])) / area;
            if (b < 0 || c < 0 || b + c > 1) continue;
            float height = (float)((1 - b - c) * (double)h[0] + b * (double)h[1] + c * (double)h[2]);
            float *cell = map + u * PD_TRAIN_CREASE_MAP + v;
            if (side > 0 ? height < *cell : height > *cell) *cell = height;
        }
}

/* maps: the parent's side, then the joint's. */
static void draw_maps(float *maps, const double *points, const pd_train_creases *creases,
                      const pd_train_crease *c, const pd_train_crease_plane *p, const float *heights)
{
    enum { CELLS = PD_TRAIN_CREASE_MAP * PD_TRAIN_CREASE_MAP };
    for (int i = 0; i < CELLS; i++) maps[i] = -INFINITY, maps[CELLS + i] = INFINITY;
    for (int f = c->first_face; f < c->first_face + c->face_count; f++) {
        const int *corner = creases->faces[f];
        double uv[3][2];
        float h[3], side = creases->members[corner[0]].side;
        for (int k = 0; k < 3; k++) {
            const double *x = points + 3 * (size_t)creases->members[corner[k]].vertex;
            uv[k][0] = map_at(p, x, 0), uv[k][1] = map_at(p, x, 1), h[k] = heights[corner[k]];
        }
        draw_face(side > 0 ? maps + CELLS : maps, uv, h, side);
    }
}

static void part_members(double *points, const pd_train_creases *creases, const pd_train_crease *c,
                         const pd_train_crease_plane *p, const float *heights, const float *maps)
{
    enum { SIDE = PD_TRAIN_CREASE_MAP };
    for (int k = c->first; k < c->first + c->count; k++) {
        const pd_train_crease_member *m = &creases->members[k];
        double *x = points + 3 * (size_t)m->vertex;
        if (!(m->share > 0)) continue;
        double u = map_at(p, x, 0), v = map_at(p, x, 1);
        if (!(u >= 0 && v >= 0 && u < SIDE && v < SIDE)) continue;
        float other = maps[(m->side > 0 ? 0 : SIDE * SIDE) + (int)u * SIDE + (int)v];
        double overlap = (double)(m->side * (other - heights[k]));
        if (!(overlap > 0) || isinf(overlap)) continue;
        for (int a = 0; a < 3; a++) x[a] += (double)(m->share * m->side) * overlap / 2 * p->axes[2][a];
    }
}

void pd_train_creases_part(double *points, const pd_train_creases *creases,
                           const pd_train_crease_plane *planes, float *heights, float *maps)
{
    for (int i = 0; i < creases->count; i++) {
        if (!(planes[i].half_cos > 0)) continue;
        find_heights(heights, points, creases, &creases->list[i], &planes[i]);
        draw_maps(maps, points, creases, &creases->list[i], &planes[i], heights);
        part_members(points, creases, &creases->list[i], &planes[i], heights, maps);
    }
}
