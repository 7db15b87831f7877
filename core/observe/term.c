#include "core/observe/term.h"

#include "core/base/assert.h"
#include "core/ik/job/limit.h"
#include "core/math/rotation.h"

#include <math.h>
#include <string.h>

/* 1 / radians; gives 1 nat for a straight joint, 4.5 nats at 17 degrees backwards */
#define BEND_RATE    5.0
#define RANGE_SD     0.0524 /* radians (3 degrees): deviation by which a joint may be beyond its range */
#define RANGE_STEP   1e-5   /* radians */
#define FLOOR_SD     0.02   /* metres: deviation of the lowest point from the floor */
/* Sine of the lean, about each horizontal axis. Captured locomotion has 0.07 (11,135 frames of 25 takes); the
 * rest is for cameras that are not level. Distances of 8 to 24 known bodies in A-pose were wrong by at most
 * 27 % without the term, 22 % at 0.2, 14 % at 0.12 and at 0.07; with the camera pitched by 20 degrees 12 %
 * without it, 11 % at 0.1 and at 0.07. */
#define LEAN_SD      0.1
#define CAPSULE_SD   0.01 /* metres */
#define LOG_SCALE_SD 0.5  /* deviation of the logarithm of the scale */
#define LOG_FOCAL_SD 0.3  /* deviation of the logarithm of the focal length */

typedef struct term_row {
    const char *name;
    int (*rows)(const pd_observe_problem *p);
    /* root: square root of the term's weight, by which r and jt are multiplied */
    double (*run)(const pd_observe_problem *p, double root, double *r, double *jt, int stride);
} term_row;

void pd_observe_problem_update(pd_observe_problem *p, bool keep_component)
{
    double x[PD_IK_PRIOR_MAX_DIM];

    pd_observe_body_pose(&p->body, &p->state);
    if (keep_component || !p->prior) return;

    pd_observe_prior_features(x, p->prior, p->state.rotations);
    p->component = pd_observe_prior_component(p->prior, x);
}

/* ---- observations */

/* Returns rho(e^2) and its derivative by e^2. */
static double robust(double *slope, double square, double reach)
{
    const double part = isinf(reach) ? 1 : 1 / (1 + square / (reach * reach));
    *slope = part * part;
    return square * part;
}

static bool is_point(const pd_observe_seen *s)
{
    return pd_observe_is_place(s) && s->confidence > 0;
}

static bool is_plane(const pd_observe_seen *s)
{
    return !s->in_picture && !s->is_turn && s->normal && s->confidence > 0;
}

static int points_rows(const pd_observe_problem *p)
{
    int count = 0;
    for (int i = 0; i < p->seen_count; i++) count += is_point(&p->seen[i]);
    return 3 * count;
}

static double points_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;
    int row = 0;

    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        double x[3], e[3];
        double square = 0;
        double slope;
        if (!is_point(s)) continue;

        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        for (int c = 0; c < 3; c++) {
            e[c] = x[c] - s->at[c];
            square += e[c] * e[c];
        }

        const double sigma = s->sigma * p->blur;
        value += s->confidence * robust(&slope, square, p->robust_space) / (2 * sigma * sigma);

        const double scale = root * sqrt(s->confidence * slope) / sigma;
        for (int c = 0; c < 3 && r; c++) r[row + c] = scale * e[c];
        if (jt) {
            pd_observe_point_jacobian(p->columns, &p->body, &p->state, &p->layout, &p->places[i]);
            for (int u = 0; u < p->layout.count; u++)
                for (int c = 0; c < 3; c++) jt[u * stride + row + c] = scale * p->columns[u][c];
        }

        row += 3;
    }

    PD_DEBUG_ASSERT(row == points_rows(p));

    return value;
}

static int surface_rows(const pd_observe_problem *p)
{
    int count = 0;
    for (int i = 0; i < p->seen_count; i++) count += is_plane(&p->seen[i]);
    return count;
}

/* Computes the term surface: distances of points from planes. */
static double surface_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;
    int row = 0;

    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        const double *n = s->normal;
        const double sigma = s->sigma * p->blur;
        double x[3];
        double off = 0;
        double slope;
        if (!is_plane(s)) continue;

        /* Distance from the plane, and its robust cost. */
        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        for (int c = 0; c < 3; c++) off += n[c] * (x[c] - s->at[c]);
        value += s->confidence * robust(&slope, off * off, p->robust_space) / (2 * sigma * sigma);

        /* Residual and derivatives, scaled by the root of the weight. */
        const double scale = root * sqrt(s->confidence * slope) / sigma;
        if (r) r[row] = scale * off;
        if (jt) {
            pd_observe_point_jacobian(p->columns, &p->body, &p->state, &p->layout, &p->places[i]);
            for (int u = 0; u < p->layout.count; u++) {
                const double *d = p->columns[u];
                jt[u * stride + row] = scale * (n[0] * d[0] + n[1] * d[1] + n[2] * d[2]);
            }
        }

        row++;
    }

    PD_DEBUG_ASSERT(row == surface_rows(p));

    return value;
}

void pd_observe_orientation_error(double r[3], double *g, const pd_observe_body *body,
                                  const pd_observe_seen *seen)
{
    double world[9], q[9], back[9], e[9];

    pd_xform_rotation(world, &body->world[seen->parts[0].index]);
    pd_rot_from_axis_angle(q, seen->at);
    for (int i = 0; i < 9; i++) back[i] = q[3 * (i % 3) + i / 3];
    pd_rot_mul(e, world, back);
    pd_rot_to_axis_angle(r, e);
    if (g) memcpy(g, world, sizeof world);
}

static int orientation_rows(const pd_observe_problem *p)
{
    int count = 0;
    for (int i = 0; i < p->seen_count; i++) count += p->seen[i].is_turn && p->seen[i].confidence > 0;
    return 3 * count;
}

/* Adds the derivatives of an orientation's residual r = log(G_k Q^T).
 *
 * A step R_j <- R_j exp(d) of the joint k or an ancestor j rotates the joint in the world: G_k Q^T <- exp(G_j
 * d) G_k Q^T. The derivative of log(exp(v) E) by v is the inverse of the left Jacobian of SO(3), which is the
 * transpose of the inverse right Jacobian. */
static void orientation_columns(const pd_observe_problem *p, int joint, const double r[3],
                                const double scale[3], double *jt, int stride)
{
    const int *parents = p->model->data.parents;
    double slope[3][3];

    pd_observe_log_slope(slope, r);
    for (int j = joint; j >= 0; j = parents[j]) {
        const double *g = p->body.world[j].m;
        for (int c = 0; c < 3; c++)
            for (int a = 0; a < 3; a++)
                jt[(3 * j + c) * stride + a] =
                    scale[a] * (slope[0][a] * g[c] + slope[1][a] * g[4 + c] + slope[2][a] * g[8 + c]);
    }
}

/* Term orientation: observed orientations of joints, as rotation vectors; the heading may have another
 * weight. */
static double orientation_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;
    int row = 0;

    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        double off[3];
        if (!s->is_turn || !(s->confidence > 0)) continue;

        pd_observe_orientation_error(off, NULL, &p->body, s);
        const double tilt = sqrt(s->confidence) / (s->sigma * p->blur);
        const double scale[3] = {tilt, s->heading > 0 ? tilt * sqrt(s->heading) : tilt, tilt};
        double weighted[3];
        for (int c = 0; c < 3; c++) {
            value += 0.5 * pow(scale[c] * off[c], 2);
            weighted[c] = root * scale[c];
            if (r) r[row + c] = weighted[c] * off[c];
        }

        if (jt) orientation_columns(p, s->parts[0].index, off, weighted, jt + row, stride);
        row += 3;
    }

    PD_DEBUG_ASSERT(row == orientation_rows(p));

    return value;
}

static void into_camera(double out[3], const pd_observe_camera *camera, const double x[3])
{
    const double *m = camera->rotation;
    for (int c = 0; c < 3; c++)
        out[c] = m[3 * c] * x[0] + m[3 * c + 1] * x[1] + m[3 * c + 2] * x[2] + camera->translation[c];
}

const pd_observe_camera *pd_observe_camera_of(const pd_observe_problem *p, const pd_observe_seen *seen)
{
    return seen->camera ? &p->views[seen->camera - 1] : &p->camera;
}

bool pd_observe_project(double pixel[2], const pd_observe_problem *p, const pd_observe_seen *seen,
                        const double x[3])
{
    const pd_observe_camera *camera = pd_observe_camera_of(p, seen);
    const double zoom = exp(p->state.log_focal);
    double at[3];

    into_camera(at, camera, x);
    if (!(at[2] >= PD_OBSERVE_NEAREST)) return false;
    pixel[0] = zoom * camera->fx * at[0] / at[2] + camera->cx;
    pixel[1] = zoom * camera->fy * at[1] / at[2] + camera->cy;

    return true;
}

static int picture_rows(const pd_observe_problem *p)
{
    int count = 0;
    for (int i = 0; i < p->seen_count; i++) count += p->seen[i].in_picture && p->seen[i].confidence > 0;
    return 2 * count;
}

/* Adds the two rows of a place to jt: derivatives of its pixel by every unknown, times scale. */
static void picture_columns(const pd_observe_problem *p, int i, const double x[3], double scale, double *jt,
                            int stride)
{
    const pd_observe_camera *camera = pd_observe_camera_of(p, &p->seen[i]);
    const double *m = camera->rotation;
    const double zoom = exp(p->state.log_focal);
    const double f[2] = {zoom * camera->fx, zoom * camera->fy};
    double at[3], by[2][3];

    into_camera(at, camera, x);
    for (int c = 0; c < 2; c++)
        for (int d = 0; d < 3; d++) by[c][d] = f[c] * (m[3 * c + d] - at[c] / at[2] * m[6 + d]) / at[2];

    pd_observe_point_jacobian(p->columns, &p->body, &p->state, &p->layout, &p->places[i]);
    for (int u = 0; u < p->layout.count; u++)
        for (int c = 0; c < 2; c++) {
            const double *d = p->columns[u];
            jt[u * stride + c] = scale * (by[c][0] * d[0] + by[c][1] * d[1] + by[c][2] * d[2]);
        }
    for (int c = 0; c < 2 && p->layout.focal >= 0; c++)
        jt[p->layout.focal * stride + c] = scale * f[c] * at[c] / at[2];
}

/* Term picture: observed pixels, with the robust function. INFINITY: a point is behind the camera. */
static double picture_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;
    int row = 0;

    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        double x[3], pixel[2], e[2], slope;
        if (!s->in_picture || !(s->confidence > 0)) continue;

        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        if (!pd_observe_project(pixel, p, s, x)) return INFINITY;
        for (int c = 0; c < 2; c++) e[c] = pixel[c] - s->at[c];
        const double sigma = s->sigma * p->blur;
        value += s->confidence * robust(&slope, e[0] * e[0] + e[1] * e[1], p->robust_picture) /
                 (2 * sigma * sigma);

        const double scale = root * sqrt(s->confidence * slope) / sigma;
        for (int c = 0; c < 2 && r; c++) r[row + c] = scale * e[c];
        if (jt) picture_columns(p, i, x, scale, jt + row, stride);
        row += 2;
    }

    PD_DEBUG_ASSERT(row == picture_rows(p));

    return value;
}

/* ---- priors of poses */

/* d log(R exp(d)) = J_r^-1(r) d:  d + r x d / 2 + c r x (r x d),  c = (1 - (a/2) cot(a/2)) / a^2,  a = |r| */
void pd_observe_log_slope(double out[3][3], const double r[3])
{
    const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    const double half = 0.5 * sqrt(square);
    const double c = square > 1e-6 ? (1 - half / tan(half)) / square : 1.0 / 12;
    const double cross[3][3] = {{0, -r[2], r[1]}, {r[2], 0, -r[0]}, {-r[1], r[0], 0}};

    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            out[a][b] = (a == b) + 0.5 * cross[a][b] + c * (r[a] * r[b] - (a == b ? square : 0));
}

static int pose_rows(const pd_observe_problem *p)
{
    return p->prior ? p->prior->dim + p->prior->rank : 0;
}

static double pose_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    const pd_observe_prior *prior = p->prior;
    double x[PD_IK_PRIOR_MAX_DIM], own[2 * PD_IK_PRIOR_MAX_DIM];

    if (!prior) return 0;

    const int rows = prior->dim + prior->rank;
    pd_observe_prior_features(x, prior, p->state.rotations);
    const double value = pd_observe_prior_residual(own, prior, p->component, x);
    for (int i = 0; i < rows && r; i++) r[i] = root * own[i];

    for (int j = 0; j < prior->joint_count && jt; j++) {
        double turn[3], slope[3][3];
        pd_rot_to_axis_angle(turn, p->state.rotations[prior->joints[j]]);
        pd_observe_log_slope(slope, turn);
        for (int c = 0; c < 3; c++) {
            const double *scale = prior->scale + 3 * j;
            const double d[3] = {slope[0][c] / scale[0], slope[1][c] / scale[1], slope[2][c] / scale[2]};
            double *row = jt + (3 * prior->joints[j] + c) * stride;
            pd_observe_prior_column(own, prior, p->component, j, d);
            for (int i = 0; i < rows; i++) row[i] = root * own[i];
        }
    }

    return value;
}

static int rest_rows(const pd_observe_problem *p)
{
    int count = 0;
    for (int k = 1; k < p->layout.joints; k++) count += !p->in_prior[k];
    return 3 * count;
}

static double rest_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;
    int row = 0;

    for (int k = 1; k < p->layout.joints; k++) {
        double turn[3], slope[3][3];
        if (p->in_prior[k]) continue;

        pd_rot_to_axis_angle(turn, p->state.rotations[k]);
        const double *sd = p->rest_sd[k];
        for (int c = 0; c < 3; c++) {
            value += 0.5 * turn[c] * turn[c] / (sd[c] * sd[c]);
            if (r) r[row + c] = root * turn[c] / sd[c];
        }

        if (jt) {
            pd_observe_log_slope(slope, turn);
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 3; b++) jt[(3 * k + b) * stride + row + a] = root * slope[a][b] / sd[a];
        }

        row += 3;
    }

    PD_DEBUG_ASSERT(row == rest_rows(p));

    return value;
}

/* For each joint of `bends`: component of log R that is the bend, and its sign for a backward bend. Knees
 * bend by +x, the left elbow by -y, the right by +y. */
static const struct {
    int axis;
    double backwards;
} bend_rows_of[PD_OBSERVE_BENDS] = {{0, -1}, {0, -1}, {1, 1}, {1, -1}};

static int bend_rows(const pd_observe_problem *p)
{
    (void)p;
    return PD_OBSERVE_BENDS;
}

/* Term bend: knees and elbows that bend backwards cost exp(BEND_RATE angle) nats. r: residuals, sqrt(2)
 * exp(BEND_RATE angle / 2). jt: their derivatives by the unknowns, transposed, `stride` numbers a row; either
 * may be NULL. */
static double bend_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;

    for (int b = 0; b < PD_OBSERVE_BENDS; b++) {
        const int k = p->bends[b];
        const int axis = bend_rows_of[b].axis;
        const double sign = bend_rows_of[b].backwards;
        double turn[3], slope[3][3];
        if (r) r[b] = 0;
        if (k < 0) continue;

        pd_rot_to_axis_angle(turn, p->state.rotations[k]);
        const double own = sqrt(2) * exp(0.5 * BEND_RATE * sign * turn[axis]);
        value += 0.5 * own * own;
        if (r) r[b] = root * own;
        if (!jt) continue;
        pd_observe_log_slope(slope, turn);
        for (int c = 0; c < 3; c++)
            jt[(3 * k + c) * stride + b] = root * own * 0.5 * BEND_RATE * sign * slope[axis][c];
    }

    return value;
}

static int ranges_rows(const pd_observe_problem *p)
{
    return p->layout.joints;
}

/* Returns by how much joint k exceeds its limit when moved by a step. */
static double excess_of(const pd_observe_problem *p, int k, const double step[3])
{
    double by[9], now[9];
    pd_rot_from_axis_angle(by, step);
    pd_rot_mul(now, p->state.rotations[k], by);
    return pd_ik_limit_excess(&p->limits[k], pd_q_from_matrix(now));
}

/* Computes the term ranges. The excess is the distance to a curved boundary (core/ik), so its derivatives are
 * central differences. Only joints beyond their range have any. */
static double ranges_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;

    for (int k = 0; k < p->layout.joints; k++) {
        const pd_quat local = pd_q_from_matrix(p->state.rotations[k]);
        const double excess =
            pd_ik_limit_holds(&p->limits[k], local) ? 0 : pd_ik_limit_excess(&p->limits[k], local) / RANGE_SD;
        value += 0.5 * excess * excess;
        if (r) r[k] = root * excess;
        for (int c = 0; c < 3 && jt && excess > 0; c++) {
            double up[3] = {0, 0, 0};
            double down[3] = {0, 0, 0};
            up[c] = RANGE_STEP;
            down[c] = -RANGE_STEP;
            jt[(3 * k + c) * stride + k] =
                root * (excess_of(p, k, up) - excess_of(p, k, down)) / (2 * RANGE_STEP * RANGE_SD);
        }
    }

    return value;
}

static int capsules_rows(const pd_observe_problem *p)
{
    return p->capsules->pair_count;
}

/* Two overlapping capsules: positions of the nearest points along their axes, 0 to 1, and the unit vector
 * from one point to the other. */
typedef struct meeting {
    const pd_smpl_capsule *a, *b;
    double shares[2], normal[3];
} meeting;

/* Adds the derivatives of the overlap of two capsules. The nearest points move with the four joints at the
 * ends of the axes. Their shift along the axes does not change the distance to first order. */
static void capsule_columns(double *jt, int stride, const pd_observe_problem *p, const meeting *m,
                            double scale)
{
    const pd_smpl_capsule *a = m->a;
    const pd_smpl_capsule *b = m->b;
    const double *s = m->shares;
    const double *normal = m->normal;
    static const pd_observe_vertex *const none[4] = {NULL};
    const pd_observe_part parts[4] = {
        {false, a->from, 1 - s[0]}, {false, a->to, s[0]}, {false, b->from, s[1] - 1}, {false, b->to, -s[1]}};
    const pd_observe_place_of place = {.parts = parts, .compiled = none, .part_count = 4};

    pd_observe_point_jacobian(p->columns, &p->body, &p->state, &p->layout, &place);
    for (int u = 0; u < p->layout.count; u++) {
        const double *d = p->columns[u];

        /* Translation moves both capsules equally. */
        if (u >= p->layout.translation && u < p->layout.translation + 3) continue;
        jt[u * stride] = -scale * (normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2]);
    }

    if (p->layout.scale >= 0) jt[p->layout.scale * stride] += scale * p->body.scale * (a->radius + b->radius);
}

/* Bounding box of a capsule's axis. */
typedef struct box {
    double low[3], high[3];
} box;

/* Computes the term capsules: overlap of limbs, trunk and head. */
static double capsules_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    const pd_smpl_capsules *all = p->capsules;
    box boxes[PD_SMPL_CAPSULES];
    double value = 0;

    PD_ASSERT(all && all->count <= (int)PD_SMPL_CAPSULES);

    /* Boxes around the capsules' axes, for a quick test. */
    for (int k = 0; k < p->layout.joints; k++)
        for (int c = 0; c < 3; c++) p->joints[k][c] = p->body.world[k].m[4 * c + 3];
    for (int i = 0; i < all->count; i++) {
        const pd_smpl_capsule *c = &all->each[i];
        for (int k = 0; k < 3; k++) {
            const double from = p->joints[c->from][k];
            const double to = from + c->reach * (p->joints[c->to][k] - from);
            boxes[i].low[k] = fmin(from, to);
            boxes[i].high[k] = fmax(from, to);
        }
    }

    /* Skip pairs whose boxes do not overlap. */
    for (int i = 0; i < all->pair_count; i++) {
        const int one = all->pairs[i][0];
        const int other = all->pairs[i][1];
        meeting m = {.a = &all->each[one], .b = &all->each[other]};
        const double touch = m.a->radius + m.b->radius;
        const box *x = &boxes[one];
        const box *y = &boxes[other];
        bool are_near = true;
        for (int k = 0; k < 3 && are_near; k++)
            are_near = !(x->low[k] > y->high[k] + touch || y->low[k] > x->high[k] + touch);
        if (r) r[i] = 0;
        if (!are_near) continue;

        /* Compute the depth of the overlap. */
        const double apart =
            pd_smpl_capsules_nearest(m.shares, m.normal, m.a, m.b, (const double(*)[3])p->joints);
        const double inside = p->body.scale * (touch - apart);
        if (!(inside > 0)) continue;

        /* Cost, residual and derivatives. */
        value += 0.5 * pow(inside / CAPSULE_SD, 2);
        if (r) r[i] = root * inside / CAPSULE_SD;

        /* Axes that cross have no direction in which the depth decreases. */
        if (!jt || !(apart > 0)) continue;
        for (int c = 0; c < 3; c++) m.normal[c] /= apart;
        capsule_columns(jt + i, stride, p, &m, root / CAPSULE_SD);
    }

    return value;
}

/* ---- shape, floor and camera */

static int shape_rows(const pd_observe_problem *p)
{
    return p->layout.betas;
}

static double shape_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double value = 0;

    for (int b = 0; b < p->layout.betas; b++) {
        value += 0.5 * p->state.betas[b] * p->state.betas[b];
        if (r) r[b] = root * p->state.betas[b];
        if (jt) jt[(p->layout.beta + b) * stride + b] = root;
    }

    return value;
}

static int floor_rows(const pd_observe_problem *p)
{
    return p->floor_count > 0;
}

/* Term floor: the lowest point of the feet is on the floor. */
static double floor_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    double lowest = INFINITY;
    double x[3];
    int at = 0;

    if (!p->floor_count) return 0;

    for (int i = 0; i < p->floor_count; i++) {
        pd_observe_point(x, &p->body, &p->state, &p->floor_places[i]);
        if (x[1] < lowest) {
            lowest = x[1];
            at = i;
        }
    }

    const double off = (lowest - p->floor) / FLOOR_SD;
    if (r) r[0] = root * off;
    if (jt) {
        pd_observe_point_jacobian(p->columns, &p->body, &p->state, &p->layout, &p->floor_places[at]);
        for (int u = 0; u < p->layout.count; u++) jt[u * stride] = root * p->columns[u][1] / FLOOR_SD;
    }

    return 0.5 * off * off;
}

static int camera_rows(const pd_observe_problem *p)
{
    return (p->layout.scale >= 0) + (p->layout.focal >= 0);
}

/* Term camera: priors on log scale and log focal length, if they are unknowns. */
static double camera_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    const int at[2] = {p->layout.scale, p->layout.focal};
    const double value[2] = {p->state.log_scale / LOG_SCALE_SD, p->state.log_focal / LOG_FOCAL_SD};
    const double slope[2] = {1 / LOG_SCALE_SD, 1 / LOG_FOCAL_SD};
    double sum = 0;
    int row = 0;

    for (int i = 0; i < 2; i++) {
        if (at[i] < 0) continue;
        sum += 0.5 * value[i] * value[i];
        if (r) r[row] = root * value[i];
        if (jt) jt[at[i] * stride + row] = root * slope[i];
        row++;
    }

    PD_DEBUG_ASSERT(row == camera_rows(p));

    return sum;
}

static int lean_rows(const pd_observe_problem *p)
{
    return p->leans ? 2 : 0;
}

/* Computes the term lean: the horizontal part of the pelvis' own y axis, R_0 e_y. For R_0 <- R_0 exp(d) it
 * changes by R_0 (d x e_y). */
static double lean_run(const pd_observe_problem *p, double root, double *r, double *jt, int stride)
{
    const double *m = p->state.rotations[0];
    const double over = 1 / LEAN_SD;

    if (!p->leans) return 0;

    for (int row = 0; row < 2; row++) {
        const double *of = m + 6 * row; /* x, z */
        if (r) r[row] = root * over * of[1];
        if (jt) {
            jt[0 * stride + row] = root * over * of[2];
            jt[2 * stride + row] = -root * over * of[0];
        }
    }

    return 0.5 * over * over * (m[1] * m[1] + m[7] * m[7]);
}

static const term_row terms[PD_OBSERVE_TERM_COUNT] = {
#define TERM_ROW(id, name, doc) {#name, name##_rows, name##_run},
    PD_OBSERVE_TERM_TABLE(TERM_ROW)
#undef TERM_ROW
};

const char *pd_observe_term_name(pd_observe_term term)
{
    PD_ASSERT((unsigned)term < PD_OBSERVE_TERM_COUNT);
    return terms[term].name;
}

int pd_observe_term_rows(const pd_observe_problem *p, pd_observe_term term)
{
    PD_ASSERT((unsigned)term < PD_OBSERVE_TERM_COUNT);
    return p->weights[term] > 0 ? terms[term].rows(p) : 0;
}

double pd_observe_term_run(const pd_observe_problem *p, pd_observe_term term, double *r, double *jt,
                           int stride)
{
    PD_ASSERT((unsigned)term < PD_OBSERVE_TERM_COUNT);
    if (!(p->weights[term] > 0)) return 0;
    return p->weights[term] * terms[term].run(p, sqrt(p->weights[term]), r, jt, stride);
}
