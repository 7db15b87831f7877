#include "core/smpl/tube.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define RINGS      PD_SMPL_TUBE_RINGS
#define SIDES      PD_SMPL_TUBE_SIDES
#define OWN_WEIGHT 0.5f  /* A vertex with at least this weight belongs to the joint's part. */
#define LEAST_SKIN 24    /* Fewest vertices of a part. */
#define SHORT_BONE 0.5   /* A bone shorter than this part of its children's mean length gives no axis. */
#define ENDS       0.04  /* Part of the vertices that is beyond either end. */
#define STIFFNESS  0.25  /* Stiffness of the membrane, in vertices per cell. */
#define PASSES     40    /* Passes of the fit. */
#define AXIS_ROUND 0.015 /* Distance from the axis below which sectors are blended, metres. */
#define FLATNESS   2.5   /* Least flatness F of a cap, compared with a hemisphere. */
#define CAP_HEIGHT 0.07  /* Largest height of a cap, metres. */

static pd_vec3 tube_joint_at(const double (*joints)[3], int k)
{
    return pd_vec3_make(joints[k][0], joints[k][1], joints[k][2]);
}

static pd_vec3 vertex_at(const float *points, int v)
{
    const float *p = points + 3 * (size_t)v;
    return pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

/* --- a model --- */

pd_status pd_smpl_tube_parts_init(pd_smpl_tube_parts *parts, const pd_smpl_data *data, pd_error *err)
{
    const size_t joints = (size_t)data->joint_count;
    const size_t vertices = (size_t)data->vertex_count;

    *parts = (pd_smpl_tube_parts){.data = data};
    parts->start = malloc((joints + 1) * sizeof *parts->start);

    /* A vertex belongs to at most two parts. */
    parts->vertex = malloc((2 * vertices + 1) * sizeof *parts->vertex);
    if (!parts->start || !parts->vertex) {
        pd_smpl_tube_parts_deinit(parts);
        return pd_fail(err, PD_ERR_MEMORY, "contact", "out of memory for %zu vertices", vertices);
    }

    /* List the vertices at which each joint has at least the weight OWN_WEIGHT.
     * A part with little skin has no tube. */
    int count = 0;
    for (size_t k = 0; k < joints; k++) {
        parts->start[k] = count;
        for (size_t v = 0; v < vertices; v++)
            if (data->weights[v * joints + k] >= OWN_WEIGHT && count < 2 * (int)vertices)
                parts->vertex[count++] = (int)v;
        parts->exists[k] = count - parts->start[k] >= LEAST_SKIN;
    }

    parts->start[joints] = count;
    PD_ASSERT(count <= 2 * (int)vertices);

    return PD_OK;
}

void pd_smpl_tube_parts_deinit(pd_smpl_tube_parts *parts)
{
    free(parts->start);
    free(parts->vertex);
    *parts = (pd_smpl_tube_parts){0};
}

/* --- a body --- */

/* Returns the mean position of a part's vertices. */
static pd_vec3 middle_of(const pd_smpl_tube_parts *parts, const float *rest, int k)
{
    PD_ASSERT(k >= 0 && k < parts->data->joint_count && parts->start[k] <= parts->start[k + 1]);
    const int first = parts->start[k];
    const int last = parts->start[k + 1];
    pd_vec3 sum = {0, 0, 0};
    for (int i = first; i < last; i++) sum = pd_vec3_add(sum, vertex_at(rest, parts->vertex[i]));

    return pd_vec3_scale(sum, 1.0 / (last > first ? last - first : 1));
}

/* Returns the direction of a part: to the mean of the joint's children; if these are on all sides of it
 * (pelvis), to the child nearest to the middle plane; without children, to the centre of its skin. */
static pd_vec3 direction_of(const pd_smpl_tube_parts *parts, const float *rest, const double (*joints)[3],
                            int k)
{
    const pd_smpl_data *d = parts->data;
    const pd_vec3 here = tube_joint_at(joints, k);
    pd_vec3 sum = {0, 0, 0};
    pd_vec3 straight = {0, 0, 0};
    double length = 0, side = INFINITY;
    int count = 0;

    /* Sum of the bones to the children, and the child that is least to the side. */
    for (int c = k + 1; c < d->joint_count; c++) {
        if (d->parents[c] != k) continue;
        const pd_vec3 bone = pd_vec3_sub(tube_joint_at(joints, c), here);
        sum = pd_vec3_add(sum, bone);
        length += pd_vec3_length(bone);
        count++;
        if (fabs(bone.x) >= side) continue;
        side = fabs(bone.x);
        straight = bone;
    }

    if (count && pd_vec3_length(sum) < SHORT_BONE * length) sum = straight;
    if (!count) sum = pd_vec3_sub(middle_of(parts, rest, k), here);
    return pd_vec3_unit_or(sum, pd_vec3_make(0, 1, 0));
}

/* Position of a point in the grid of a tube. */
typedef struct place {
    double s, rho, over;   /* along the axis, away from it; over: signed distance beyond an end */
    int ring, side, other; /* first corner of the cell; other: the next side */
    double u, v;           /* position within the cell, 0 to 1 */
} place;

/* Coordinates of an offset from the tube's origin: along, around and away
 * from the axis, with the cell of the grid. */
static place tube_place_of(const pd_smpl_tube *t, pd_vec3 d)
{
    const double x = pd_vec3_dot(d, t->axis[0]);
    const double y = pd_vec3_dot(d, t->axis[1]);
    place p = {.s = pd_vec3_dot(d, t->axis[2]), .rho = sqrt(x * x + y * y)};
    const double held = fmin(fmax(p.s, t->low), t->high);

    p.over = p.s - held;

    /* Ring, by the part of the length. */
    const double along = (held - t->low) / (t->high - t->low) * (RINGS - 1);
    p.ring = along < RINGS - 2 ? (int)along : RINGS - 2;
    p.u = along - p.ring;

    /* Side, by the angle. */
    double around = (atan2(y, x) / (2 * M_PI) + 0.5) * SIDES;
    p.side = (int)around;
    p.v = around - p.side;
    p.side %= SIDES;
    p.other = (p.side + 1) % SIDES;

    return p;
}

/* Fits the radii of the grid to the part's skin. */
static void fit_grid(pd_smpl_tube *t, const pd_smpl_tube_parts *parts, const float *rest, int k)
{
    float sum[RINGS][SIDES] = {{0}};
    float weight[RINGS][SIDES] = {{0}};
    double mean = 0, all = 0;

    /* Each vertex counts for the four corners of its cell; vertices beyond the ends count less. */
    for (int i = parts->start[k]; i < parts->start[k + 1]; i++) {
        const place p = tube_place_of(t, pd_vec3_sub(vertex_at(rest, parts->vertex[i]), t->origin));
        const double corner[4] = {(1 - p.u) * (1 - p.v), (1 - p.u) * p.v, p.u * (1 - p.v), p.u * p.v};
        const double keep = 1 / (1 + 1e4 * p.over * p.over); /* half at 1 cm beyond an end: a cap, no wall */
        for (int c = 0; c < 4; c++) {
            const int ring = p.ring + c / 2;
            const int side = c % 2 ? p.other : p.side;
            sum[ring][side] += (float)(keep * corner[c] * p.rho);
            weight[ring][side] += (float)(keep * corner[c]);
        }

        mean += keep * p.rho;
        all += keep;
    }

    /* Smooth the grid by relaxation, from the mean radius on. */
    for (int r = 0; r < RINGS; r++)
        for (int s = 0; s < SIDES; s++) t->grid[r][s] = (float)(mean / (all > 0 ? all : 1));
    for (int n = 0; n < PASSES; n++)
        for (int r = 0; r < RINGS; r++)
            for (int s = 0; s < SIDES; s++) {
                const float about = t->grid[r ? r - 1 : 0][s] + t->grid[r < RINGS - 1 ? r + 1 : r][s] +
                                    t->grid[r][(s + 1) % SIDES] + t->grid[r][(s + SIDES - 1) % SIDES];
                const float stiff = (float)STIFFNESS;
                t->grid[r][s] = (sum[r][s] + stiff * about) / (weight[r][s] + 4 * stiff);
            }

    /* Mean radius of each ring and largest radius of all. */
    for (int r = 0; r < RINGS; r++) {
        t->mean[r] = 0;
        for (int n = 0; n < SIDES; n++) t->mean[r] += (double)t->grid[r][n] / SIDES;
    }

    float widest = 0;
    for (int r = 0; r < RINGS; r++)
        for (int s = 0; s < SIDES; s++) widest = t->grid[r][s] > widest ? t->grid[r][s] : widest;
    t->radius = (double)widest;
}

void pd_smpl_tubes_fit(pd_smpl_tube *tubes, const pd_smpl_tube_parts *parts, const float *rest,
                       const double (*joints)[3])
{
    enum { MOST = 512 }; /* largest number of a part's vertices from which its ends are found */
    double s[MOST];

    for (int k = 0; k < parts->data->joint_count; k++) {
        pd_smpl_tube *t = &tubes[k];
        *t = (pd_smpl_tube){.high = 1};
        if (!parts->exists[k]) continue;

        /* Axes and origin. */
        t->axis[2] = direction_of(parts, rest, joints, k);
        t->axis[0] = pd_vec3_perpendicular(t->axis[2]);
        t->axis[1] = pd_vec3_cross(t->axis[2], t->axis[0]);
        t->origin = middle_of(parts, rest, k);

        /* Ends of the part: all but a few of its vertices lie between them. */
        const int first = parts->start[k];
        const int all = parts->start[k + 1] - first;
        PD_ASSERT(all >= LEAST_SKIN);
        const int count = all < MOST ? all : MOST;
        for (int i = 0; i < count; i++) {
            const int v = parts->vertex[first + (int)((long)i * all / count)];
            s[i] = pd_vec3_dot(pd_vec3_sub(vertex_at(rest, v), t->origin), t->axis[2]);
        }

        pd_sort_doubles(s, (size_t)count);
        t->low = s[(int)(ENDS * count)];
        t->high = s[count - 1 - (int)(ENDS * count)];
        if (t->high - t->low < 1e-3) {
            t->low -= 1e-3;
            t->high += 1e-3;
        }

        fit_grid(t, parts, rest, k);
        t->flatness = fmax(FLATNESS, t->radius / CAP_HEIGHT);
    }
}

pd_smpl_tube_place pd_smpl_tube_find(const pd_smpl_tube *tube, pd_vec3 point)
{
    const pd_vec3 d = pd_vec3_sub(point, tube->origin);
    const place p = tube_place_of(tube, d);
    const float *a = tube->grid[p.ring];
    const float *b = tube->grid[p.ring + 1];

    /* Radius of the wall there, by bilinear interpolation. */
    const double wall = (1 - p.u) * ((1 - p.v) * (double)a[p.side] + p.v * (double)a[p.other]) +
                        p.u * ((1 - p.v) * (double)b[p.side] + p.v * (double)b[p.other]);
    const double mean = (1 - p.u) * tube->mean[p.ring] + p.u * tube->mean[p.ring + 1];

    /* Near the axis the direction is undefined, so the mean radius is used. */
    const double r = mean + (wall - mean) * p.rho * p.rho / (p.rho * p.rho + AXIS_ROUND * AXIS_ROUND);
    const double cap = tube->flatness * p.over;
    const pd_vec3 across = pd_vec3_fma(d, -p.s, tube->axis[2]);

    return (pd_smpl_tube_place){r - sqrt(p.rho * p.rho + cap * cap), pd_vec3_fma(across, cap, tube->axis[2])};
}
