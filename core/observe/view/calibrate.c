#include "core/observe/view/calibrate.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/rotation.h"
#include "core/observe/view/pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAMERA       7    /* unknowns of a camera: rotation, translation, log of the focal length */
#define SURE         0.3  /* least confidence of a keypoint that is used */
#define PAIR_REACH   6.0  /* outliers of a pair are farther off than this, sigmas */
#define GUESS_REACH  20.0 /* the same if the focal length is a guess */
#define ROBUST       8.0  /* r of rho, sigmas */
#define FEW_STEPS    15   /* iterations after each added camera */
#define MANY_STEPS   60   /* iterations at the end */
#define ATTEMPTS     8
#define LAMBDA       1e-3 /* damping at the start, and the least after a failed step */
#define ENOUGH       1e-7 /* relative decrease of the cost that ends the iterations */
#define FOCAL_SD     0.3
#define LEAST_POINTS 40   /* points that two cameras must share */
#define WIDE         0.17 /* angle between rays above which a wider one is no better, radians */
#define LOWEST       0.05 /* percentile of the lowest points that defines the floor, as a fraction */

/* A place at a moment. at: its position in space, valid if known: two placed cameras see it. */
typedef struct moment {
    int frame, place;
    double at[3], kept[3];
    bool known;
} moment;

typedef struct bundle {
    pd_observe_views *v;
    moment *points;
    int count;
    bool placed[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_camera kept[PD_OBSERVE_MOST_CAMERAS];
    double focal[PD_OBSERVE_MOST_CAMERAS],
        kept_focal[PD_OBSERVE_MOST_CAMERAS]; /* logarithm of the focal length relative to its guess */
    double guess[PD_OBSERVE_MOST_CAMERAS][2];
    double *h, *g, *factor; /* (7C,7C), (7C) */
} bundle;

/* ---- checks */

pd_status pd_observe_views_placed(bool *placed, const pd_observe_camera *cameras, const bool *guessed,
                                  int count, pd_error *err)
{
    int standing = 0;

    for (int c = 0; c < count; c++) {
        double square = 0;
        char where[16];
        for (int i = 0; i < 9; i++) square += cameras[c].rotation[i] * cameras[c].rotation[i];
        standing += square > 0;
        snprintf(where, sizeof where, "/%d", c);
        if (square > 0 && guessed[c])
            return pd_fail(err, PD_ERR_INVALID, where,
                           "a rotation without fx; both expected for a camera with a known position");
    }

    *placed = standing > 0;
    if (!standing || standing == count) return PD_OK;

    return pd_fail(
        err, PD_ERR_INVALID, "",
        "%d of %d cameras have a rotation; all of them expected, or none: then they are calibrated", standing,
        count);
}

pd_status pd_observe_views_check(const pd_observe_views *v, pd_error *err)
{
    if (v->camera_count < 2 || v->camera_count > PD_OBSERVE_MOST_CAMERAS)
        return pd_fail(err, PD_ERR_LIMIT, "/views", "%d cameras; 2 to %d allowed", v->camera_count,
                       PD_OBSERVE_MOST_CAMERAS);
    for (int c = 0; c < v->camera_count; c++) {
        const pd_observe_camera *one = &v->cameras[c];
        char where[48];
        snprintf(where, sizeof where, "/views/%d/camera", c);
        if (!(one->fx > 0 && one->fx <= 1e6) || !(one->fy > 0 && one->fy <= 1e6))
            return pd_fail(err, PD_ERR_RANGE, where, "focal lengths %g, %g; above 0 to 1e6 allowed", one->fx,
                           one->fy);
    }

    if (!(v->noise >= 1e-3 && v->noise <= 1e4))
        return pd_fail(err, PD_ERR_RANGE, "/noise", "%g pixels; 0.001 to 10000 allowed", v->noise);

    return PD_OK;
}

/* ---- observations */

static size_t calibrate_row_of(const pd_observe_views *v, int camera, int frame, int place)
{
    return ((size_t)frame * (size_t)v->camera_count + (size_t)camera) * (size_t)v->place_count +
           (size_t)place;
}

static double sure_of(const pd_observe_views *v, int camera, int frame, int place)
{
    const size_t at = calibrate_row_of(v, camera, frame, place);
    const double sure = v->confidence ? (double)v->confidence[at] : 1;
    return isnan(v->at[3 * at]) || sure < SURE ? 0 : sure;
}

static const float *pixel_of(const pd_observe_views *v, int camera, const moment *m)
{
    return v->at + 3 * calibrate_row_of(v, camera, m->frame, m->place);
}

/* Computes x / z and y / z of an observation in the camera's axes. */
static void flat(double out[2], const pd_observe_views *v, int camera, const moment *m)
{
    const pd_observe_camera *c = &v->cameras[camera];
    const float *pixel = pixel_of(v, camera, m);
    out[0] = ((double)pixel[0] - c->cx) / c->fx;
    out[1] = ((double)pixel[1] - c->cy) / c->fy;
}

/* ---- the best pair */

static double reach_of(const pd_observe_views *v, int camera)
{
    const double sigmas = v->guessed && v->guessed[camera] ? GUESS_REACH : PAIR_REACH;
    return sigmas * v->noise / v->cameras[camera].fx;
}

/* Places the first two cameras. Returns false if no pair agrees. */
static bool begin_calibrate(bundle *b)
{
    pd_observe_views *v = b->v;
    double x[PD_OBSERVE_PAIR_MOST][2], y[PD_OBSERVE_PAIR_MOST][2];
    double best = 0;
    pd_observe_pair found = {.agree = 0};
    int first = -1, second = -1;

    /* Try each pair of cameras, and keep the one whose points agree best at a wide angle. */
    for (int i = 0; i < v->camera_count; i++)
        for (int k = i + 1; k < v->camera_count; k++) {
            pd_observe_pair now;
            int all = 0, count = 0;

            /* Take points that both see, spread evenly. */
            for (int n = 0; n < b->count; n++)
                all += sure_of(v, i, b->points[n].frame, b->points[n].place) > 0 &&
                       sure_of(v, k, b->points[n].frame, b->points[n].place) > 0;
            const int step = 1 + (all - 1) / PD_OBSERVE_PAIR_MOST;
            for (int n = 0, at = 0; n < b->count; n++) {
                const moment *m = &b->points[n];
                if (!(sure_of(v, i, m->frame, m->place) > 0 && sure_of(v, k, m->frame, m->place) > 0))
                    continue;
                if (at++ % step) continue;
                flat(x[count], v, i, m);
                flat(y[count], v, k, m);
                count++;
            }

            /* Relative pose of the two. */
            const double reach = fmax(reach_of(v, i), reach_of(v, k));
            if (!pd_observe_pair_find(&now, (const double(*)[2])x, (const double(*)[2])y, count, reach))
                continue;
            const double score = now.agree * fmin(now.angle / WIDE, 1);
            if (score > best) {
                best = score;
                found = now;
                first = i;
                second = k;
            }
        }
    if (first < 0) return false;

    /* The first camera of the pair defines the world. */
    static const double still[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(v->cameras[first].rotation, still, sizeof still);
    memset(v->cameras[first].translation, 0, sizeof v->cameras[first].translation);
    memcpy(v->cameras[second].rotation, found.rotation, sizeof found.rotation);
    memcpy(v->cameras[second].translation, found.translation, sizeof found.translation);
    b->placed[first] = b->placed[second] = true;

    return true;
}

/* Triangulates all points that the placed cameras see. Returns the number of points with a position. */
static int look_calibrate(bundle *b)
{
    const pd_observe_views *v = b->v;
    int known = 0;

    for (int n = 0; n < b->count; n++) {
        moment *m = &b->points[n];
        pd_observe_ray rays[PD_OBSERVE_MOST_CAMERAS];
        double off;
        int count = 0;
        for (int c = 0; c < v->camera_count; c++) {
            const double sure = sure_of(v, c, m->frame, m->place);
            if (!b->placed[c] || !(sure > 0)) continue;
            const float *pixel = pixel_of(v, c, m);
            rays[count++] = (pd_observe_ray){&v->cameras[c], {(double)pixel[0], (double)pixel[1]}, sure};
        }

        m->known = pd_observe_triangulate(m->at, &off, rays, count, GUESS_REACH * v->noise) > 0;
        known += m->known;
    }

    return known;
}

/* Places the camera that sees most of the points in space. Returns false if none sees enough of them. */
static bool place_next(bundle *b)
{
    pd_observe_views *v = b->v;
    double space[PD_OBSERVE_PAIR_MOST][3], flat_of[PD_OBSERVE_PAIR_MOST][2];
    pd_observe_pair best = {.agree = 0};
    int next = -1;

    for (int c = 0; c < v->camera_count; c++) {
        pd_observe_pair now;
        int all = 0, count = 0;
        if (b->placed[c]) continue;

        /* Points that it sees, spread evenly. */
        for (int n = 0; n < b->count; n++)
            all += b->points[n].known && sure_of(v, c, b->points[n].frame, b->points[n].place) > 0;
        const int step = 1 + (all - 1) / PD_OBSERVE_PAIR_MOST;
        for (int n = 0, at = 0; n < b->count; n++) {
            const moment *m = &b->points[n];
            if (!m->known || !(sure_of(v, c, m->frame, m->place) > 0) || at++ % step) continue;
            memcpy(space[count], m->at, sizeof m->at);
            flat(flat_of[count++], v, c, m);
        }

        /* Find its pose, and keep the camera on which most points agree. */
        if (pd_observe_pair_place(&now, (const double(*)[3])space, (const double(*)[2])flat_of, count,
                                  2 * GUESS_REACH * v->noise / v->cameras[c].fx) &&
            now.agree > best.agree) {
            best = now;
            next = c;
        }
    }

    /* Place that camera. */
    if (next < 0) return false;
    memcpy(v->cameras[next].rotation, best.rotation, sizeof best.rotation);
    memcpy(v->cameras[next].translation, best.translation, sizeof best.translation);
    b->placed[next] = true;

    return true;
}

/* ---- all together */

/* Observation of a point by a camera: residual in sigmas, its robust weight, and derivatives by the camera
 * (2,7) and by the point (2,3). */
typedef struct sight {
    double e[2], weight, value, camera[2][CAMERA], point[2][3];
} sight;

/* Computes the residual of a point in a camera, its weight, and with `slopes` its derivatives. Returns false
 * if the camera has no equation for the point. */
static bool calibrate_see(sight *s, const bundle *b, int c, const moment *m, bool slopes)
{
    const pd_observe_views *v = b->v;
    const pd_observe_camera *k = &v->cameras[c];
    const double sure = sure_of(v, c, m->frame, m->place);
    const double f[2] = {k->fx, k->fy};
    const double centre[2] = {k->cx, k->cy};
    const float *pixel = pixel_of(v, c, m);
    double turned[3], at[3];
    double square = 0;

    /* A camera that is not placed, or that did not see the point, has no equation. */
    s->weight = s->value = 0;
    if (!b->placed[c] || !(sure > 0)) return false;
    pd_mat3_apply(turned, k->rotation, m->at);
    for (int a = 0; a < 3; a++) at[a] = turned[a] + k->translation[a];
    if (!(at[2] > 1e-6)) {
        s->value = INFINITY;
        return true;
    }

    /* Residual in units of the noise, and its robust weight. */
    for (int a = 0; a < 2; a++) {
        s->e[a] = (f[a] * at[a] / at[2] + centre[a] - (double)pixel[a]) / v->noise;
        square += s->e[a] * s->e[a];
    }

    const double part = 1 / (1 + square / (ROBUST * ROBUST));
    s->value = 0.5 * sure * square * part;
    s->weight = sure * part * part;
    if (!slopes) return true;

    /* Derivatives by the camera's rotation and translation, its focal length, and the point. */
    for (int a = 0; a < 2; a++) {
        const double over = f[a] / at[2] / v->noise;
        const double by[3] = {a == 0 ? over : 0, a == 1 ? over : 0, -over * at[a] / at[2]};
        double turn[3];
        pd_cross3(turn, turned, by); /* by . (w x turned) = w . (turned x by) */
        for (int i = 0; i < 3; i++) {
            s->camera[a][i] = turn[i];
            s->camera[a][3 + i] = by[i];
        }

        s->camera[a][6] = f[a] * at[a] / at[2] / v->noise;
        for (int i = 0; i < 3; i++)
            s->point[a][i] = by[0] * k->rotation[i] + by[1] * k->rotation[3 + i] + by[2] * k->rotation[6 + i];
    }

    return true;
}

static bool is_guessed(const bundle *b, int c)
{
    return b->v->guessed && b->v->guessed[c];
}

static double calibrate_value_of(const bundle *b)
{
    double sum = 0;
    sight s;

    for (int n = 0; n < b->count; n++)
        for (int c = 0; c < b->v->camera_count && b->points[n].known; c++)
            if (calibrate_see(&s, b, c, &b->points[n], false)) sum += s.value;
    for (int c = 0; c < b->v->camera_count; c++)
        if (is_guessed(b, c)) sum += 0.5 * pow(b->focal[c] / FOCAL_SD, 2);

    return sum;
}

/* Equations of a point, and its coupling with each camera that sees it. */
typedef struct spokes {
    double h[9], g[3];
    double across[PD_OBSERVE_MOST_CAMERAS][CAMERA][3]; /* H_cp */
    bool seen[PD_OBSERVE_MOST_CAMERAS];
} spokes;

static void gather_calibrate(spokes *out, bundle *b, const moment *m, double *h, double *g)
{
    const int n = CAMERA * b->v->camera_count;

    memset(out, 0, sizeof *out);
    for (int c = 0; c < b->v->camera_count; c++) {
        sight s;
        out->seen[c] = calibrate_see(&s, b, c, m, true) && isfinite(s.value);
        if (!out->seen[c]) continue;
        for (int a = 0; a < 2; a++) {
            for (int i = 0; i < 3; i++) {
                out->g[i] += s.weight * s.point[a][i] * s.e[a];
                for (int k = 0; k < 3; k++) out->h[3 * i + k] += s.weight * s.point[a][i] * s.point[a][k];
            }

            for (int i = 0; i < CAMERA; i++) {
                for (int k = 0; k < 3; k++) out->across[c][i][k] += s.weight * s.camera[a][i] * s.point[a][k];
                if (!h) continue;
                g[CAMERA * c + i] += s.weight * s.camera[a][i] * s.e[a];
                for (int k = 0; k < CAMERA; k++)
                    h[(CAMERA * c + i) * n + CAMERA * c + k] += s.weight * s.camera[a][i] * s.camera[a][k];
            }
        }
    }
}

/* Solves (H_pp + lambda diag H_pp) x = x in place for the three unknowns of a point. Returns false if the
 * matrix is singular. */
static bool solve_point(double x[3], const spokes *p, double lambda)
{
    double h[9];

    memcpy(h, p->h, sizeof h);
    for (int i = 0; i < 3; i++) h[4 * i] = h[4 * i] * (1 + lambda) + 1e-12;
    if (!pd_k_cholesky(h, 3)) return false;
    pd_k_cholesky_solve(x, h, 3);

    return true;
}

/* Builds the cameras' equations with the points eliminated, and solves for their step into g. */
static bool cameras_step(bundle *b, double lambda)
{
    const int cameras = b->v->camera_count;
    const int n = CAMERA * cameras;
    double *own = b->factor; /* diagonal blocks before elimination, for lambda */
    int anchor = 0;          /* the first placed camera is fixed */

    /* Eliminate each point, and add its Schur complement to the equations of the cameras that see it. */
    while (!b->placed[anchor]) anchor++;
    memset(b->h, 0, (size_t)(n * n) * sizeof *b->h);
    memset(own, 0, (size_t)(n * n) * sizeof *own);
    memset(b->g, 0, (size_t)n * sizeof *b->g);
    for (int p = 0; p < b->count; p++) {
        spokes s;
        double back[PD_OBSERVE_MOST_CAMERAS][CAMERA][3], toward[3];
        if (!b->points[p].known) continue;
        gather_calibrate(&s, b, &b->points[p], own, b->g);
        memcpy(toward, s.g, sizeof toward);
        if (!solve_point(toward, &s, lambda)) continue;
        for (int c = 0; c < cameras; c++)
            for (int i = 0; i < CAMERA && s.seen[c]; i++) {
                memcpy(back[c][i], s.across[c][i], sizeof back[c][i]);
                solve_point(back[c][i], &s, lambda);
                b->g[CAMERA * c + i] -= pd_dot3(s.across[c][i], toward);
            }

        for (int c = 0; c < cameras; c++)
            for (int d = 0; d < cameras && s.seen[c]; d++)
                for (int i = 0; i < CAMERA && s.seen[d]; i++)
                    for (int k = 0; k < CAMERA; k++)
                        b->h[(CAMERA * c + i) * n + CAMERA * d + k] -= pd_dot3(s.across[c][i], back[d][k]);
    }

    /* A guessed focal length has a prior. */
    for (int c = 0; c < cameras; c++)
        if (is_guessed(b, c)) {
            own[(CAMERA * c + 6) * (n + 1)] += 1 / (FOCAL_SD * FOCAL_SD);
            b->g[CAMERA * c + 6] += b->focal[c] / (FOCAL_SD * FOCAL_SD);
        }
    for (int i = 0; i < n; i++) own[i * (n + 1)] *= 1 + lambda;
    for (int i = 0; i < n * n; i++) b->h[i] += own[i];

    /* Fix unknowns: those of cameras that are not placed, the pose of the first placed camera,
     * and given focal lengths. */
    for (int i = 0; i < n; i++) {
        const int c = i / CAMERA;
        const bool still =
            !b->placed[c] || (c == anchor && i % CAMERA < 6) || (i % CAMERA == 6 && !is_guessed(b, c));
        if (!still) continue;
        for (int k = 0; k < n; k++) b->h[i * n + k] = b->h[k * n + i] = 0;
        b->h[i * (n + 1)] = 1;
        b->g[i] = 0;
    }

    /* Solve. */
    if (!pd_k_cholesky(b->h, n)) return false;
    pd_k_cholesky_solve(b->g, b->h, n);

    return true;
}

/* Moves points and cameras by the step of cameras_step. Points come first, because their step uses the
 * derivatives at the old cameras. */
static void move_all(bundle *b, double lambda)
{
    for (int p = 0; p < b->count; p++) {
        moment *m = &b->points[p];
        spokes s;
        if (!m->known) continue;
        gather_calibrate(&s, b, m, NULL, NULL);
        for (int c = 0; c < b->v->camera_count; c++)
            for (int i = 0; i < CAMERA && s.seen[c]; i++)
                for (int k = 0; k < 3; k++) s.g[k] -= s.across[c][i][k] * b->g[CAMERA * c + i];
        if (!solve_point(s.g, &s, lambda)) continue;
        for (int k = 0; k < 3; k++) m->at[k] -= s.g[k];
    }

    for (int c = 0; c < b->v->camera_count; c++) {
        pd_observe_camera *k = &b->v->cameras[c];
        const double *step = b->g + CAMERA * c;
        const double turn[3] = {-step[0], -step[1], -step[2]};
        double by[9], now[9];
        if (!b->placed[c]) continue;
        pd_rot_from_axis_angle(by, turn);
        pd_rot_mul(now, by, k->rotation);
        memcpy(k->rotation, now, sizeof now);
        for (int i = 0; i < 3; i++) k->translation[i] -= step[3 + i];
        b->focal[c] -= step[6];
        k->fx = b->guess[c][0] * exp(b->focal[c]);
        k->fy = b->guess[c][1] * exp(b->focal[c]);
    }
}

static void keep_calibrate(bundle *b, bool back)
{
    const size_t cameras = (size_t)b->v->camera_count;

    if (back) {
        memcpy(b->v->cameras, b->kept, cameras * sizeof *b->kept);
        memcpy(b->focal, b->kept_focal, sizeof b->focal);
    } else {
        memcpy(b->kept, b->v->cameras, cameras * sizeof *b->kept);
        memcpy(b->kept_focal, b->focal, sizeof b->focal);
    }

    for (int p = 0; p < b->count; p++) {
        moment *m = &b->points[p];
        memcpy(back ? m->at : m->kept, back ? m->kept : m->at, sizeof m->at);
    }
}

static void adjust(bundle *b, int steps)
{
    double lambda = LAMBDA;
    double cost = calibrate_value_of(b);

    for (int i = 0; i < steps && isfinite(cost) && !b->v->stopped; i++) {
        double now = INFINITY;
        b->v->stopped = b->v->keep_going && !b->v->keep_going(b->v->ctx);
        keep_calibrate(b, false);
        for (int attempt = 0; attempt < ATTEMPTS && !(now <= cost); attempt++) {
            if (attempt) {
                keep_calibrate(b, true);
                lambda = fmax(10 * lambda, LAMBDA);
            }

            if (!cameras_step(b, lambda)) continue;
            move_all(b, lambda);
            now = calibrate_value_of(b);
        }

        if (!(now <= cost)) {
            keep_calibrate(b, true);
            return;
        }

        lambda = fmax(lambda / 10, 1e-9);
        const bool done = cost - now <= ENOUGH * now;
        cost = now;
        if (done) return;
    }
}

/* ---- size and place */

static const moment *find_moment(const bundle *b, int frame, int place)
{
    int low = 0;
    int high = b->count - 1;

    while (low <= high) {
        const int at = (low + high) / 2;
        const moment *m = &b->points[at];
        const int order = m->frame != frame ? m->frame - frame : m->place - place;
        if (!order) return m->known ? m : NULL;
        if (order < 0)
            low = at + 1;
        else
            high = at - 1;
    }

    return NULL;
}

/* Triangulates a place in a frame from all cameras, also in a moment that was not chosen. Returns false if
 * that is not possible. */
static bool place_at(double x[3], const bundle *b, int frame, int place)
{
    const pd_observe_views *v = b->v;
    const moment m = {.frame = frame, .place = place};
    const moment *known = find_moment(b, frame, place);
    pd_observe_ray rays[PD_OBSERVE_MOST_CAMERAS];
    double off;
    int count = 0;

    if (known) {
        memcpy(x, known->at, sizeof known->at);
        return true;
    }

    for (int c = 0; c < v->camera_count; c++) {
        const float *pixel = pixel_of(v, c, &m);
        const double sure = sure_of(v, c, frame, place);
        if (sure > 0)
            rays[count++] = (pd_observe_ray){&v->cameras[c], {(double)pixel[0], (double)pixel[1]}, sure};
    }

    return pd_observe_triangulate(x, &off, rays, count, PAIR_REACH * v->noise) > 0;
}

/* Returns the distance of the frames in which size and placement are measured. */
static int step_of(const pd_observe_views *v)
{
    return 1 + (v->frame_count - 1) / PD_OBSERVE_VIEWS_POINTS;
}

static bool calibrate_mean_of(double x[3], const bundle *b, int frame, const int *places, int count)
{
    memset(x, 0, 3 * sizeof *x);
    for (int i = 0; i < count; i++) {
        double one[3];
        if (!place_at(one, b, frame, places[i])) return false;
        for (int a = 0; a < 3; a++) x[a] += one[a] / count;
    }

    return count > 0;
}

/* Transforms points and cameras: x' = size turn x + shift. */
static void move_world(bundle *b, double size, const double turn[9], const double shift[3])
{
    for (int c = 0; c < b->v->camera_count; c++) {
        pd_observe_camera *k = &b->v->cameras[c];
        double back[9], now[9], moved[3];
        for (int i = 0; i < 9; i++) back[i] = turn[3 * (i % 3) + i / 3];
        pd_mat3_mul(now, k->rotation, back);
        memcpy(k->rotation, now, sizeof now);
        pd_mat3_apply(moved, now, shift);
        for (int a = 0; a < 3; a++) k->translation[a] = size * k->translation[a] - moved[a];
    }

    for (int p = 0; p < b->count; p++) {
        double x[3];
        pd_mat3_apply(x, turn, b->points[p].at);
        for (int a = 0; a < 3; a++) b->points[p].at[a] = size * x[a] + shift[a];
    }
}

/* Sets the size of the world by the bones, its axes by standing people, and its origin by the floor. */
static pd_status settle_calibrate(bundle *b, pd_error *err)
{
    const pd_observe_views *v = b->v;
    const double *m = v->cameras[0].rotation;
    double expected = 0, measured = 0;
    double up[3] = {0, 0, 0};
    double x[3], z[3];
    double *scratch = malloc((PD_OBSERVE_VIEWS_POINTS + 1) * sizeof *scratch);
    double turn[9];
    double shift[3] = {0, 0, 0};

    if (!scratch) return pd_fail(err, PD_ERR_MEMORY, "/views", "out of memory");

    /* Factor from the bundle's size to metres, by medians of the bones' lengths; 0 if no bone was seen. */
    for (int i = 0; i < v->bone_count; i++) {
        const pd_observe_bone *bone = &v->bones[i];
        int lengths = 0;
        for (int f = 0; f < v->frame_count; f += step_of(v)) {
            double from[3], to[3], d[3];
            if (!place_at(from, b, f, bone->from) || !place_at(to, b, f, bone->to)) continue;
            for (int a = 0; a < 3; a++) d[a] = from[a] - to[a];
            scratch[lengths++] = pd_length3(d);
        }

        if (!lengths) continue;
        pd_sort_doubles(scratch, (size_t)lengths);
        expected += bone->length;
        measured += scratch[lengths / 2];
    }

    const double size = measured > 0 ? expected / measured : 0;

    /* Rotation whose rows are the world's axes in the bundle:
     * up is from feet to heads, z is towards the first camera. */
    for (int f = 0; f < v->frame_count; f += step_of(v)) {
        double low[3], high[3], d[3];
        if (!calibrate_mean_of(low, b, f, v->low, v->low_count) ||
            !calibrate_mean_of(high, b, f, v->high, v->high_count))
            continue;
        for (int a = 0; a < 3; a++) d[a] = high[a] - low[a];
        const double length = pd_length3(d);
        for (int a = 0; a < 3 && length > 0; a++) up[a] += d[a] / length;
    }

    /* Up is the first camera's up. */
    if (!(pd_length3(up) > 1e-6))
        for (int a = 0; a < 3; a++) up[a] = -m[3 + a];
    const double over = 1 / pd_length3(up);
    for (int a = 0; a < 3; a++) {
        up[a] *= over;
        z[a] = -m[6 + a];
    }

    pd_cross3(x, up, z);
    if (!(pd_length3(x) > 1e-3)) pd_cross3(x, up, m); /* the camera looks straight down */
    const double width = 1 / pd_length3(x);
    for (int a = 0; a < 3; a++) x[a] *= width;
    pd_cross3(z, x, up);
    memcpy(turn, x, sizeof x);
    memcpy(turn + 3, up, sizeof up);
    memcpy(turn + 6, z, sizeof z);
    if (size > 0) move_world(b, size, turn, shift);

    /* Height of the floor, from the lowest points of each frame. */
    int count = 0;
    for (int f = 0; f < v->frame_count && size > 0; f += step_of(v)) {
        double lowest = INFINITY;
        double at[3];
        for (int i = 0; i < v->low_count; i++)
            if (place_at(at, b, f, v->low[i])) lowest = fmin(lowest, at[1]);
        if (isfinite(lowest)) scratch[count++] = lowest;
    }

    pd_sort_doubles(scratch, (size_t)count);
    static const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    if (count) shift[1] = v->low_height - pd_sorted_percentile(scratch, (size_t)count, LOWEST);
    if (count) move_world(b, 1, same, shift);
    free(scratch);

    return size > 0 ? PD_OK
                    : pd_fail(err, PD_ERR_INVALID, "/views",
                              "no two cameras see both ends of the same bone, so the scale is unknown; a "
                              "whole bone seen by two cameras expected");
}

/* ---- all of it */

/* Chooses moments that two cameras or more see, spread evenly:
 * counts them in the first pass, takes them in the second. */
static void choose_moments(bundle *b)
{
    const pd_observe_views *v = b->v;
    const size_t all = (size_t)v->frame_count * (size_t)v->place_count;
    size_t seen = 0, taken = 0;

    for (int pass = 0; pass < 2; pass++) {
        const size_t most = seen < PD_OBSERVE_VIEWS_POINTS ? seen : PD_OBSERVE_VIEWS_POINTS;
        size_t number = 0;
        for (size_t i = 0; i < all; i++) {
            const int frame = (int)(i / (size_t)v->place_count);
            const int place = (int)(i % (size_t)v->place_count);
            int cameras = 0;
            for (int c = 0; c < v->camera_count; c++) cameras += sure_of(v, c, frame, place) > 0;
            if (cameras < 2) continue;
            if (pass && taken < most && number * most / seen >= taken)
                b->points[taken++] = (moment){.frame = frame, .place = place};
            number++;
        }

        seen = number;
    }

    PD_ASSERT(taken <= PD_OBSERVE_VIEWS_POINTS);
    b->count = (int)taken;
}

/* Adds one camera after the other to the first pair, and adjusts all of them each time. */
static pd_status place_all(bundle *b, pd_error *err)
{
    pd_observe_views *v = b->v;

    for (int placed = 2;; placed++) {
        if (look_calibrate(b) < LEAST_POINTS)
            return pd_fail(
                err, PD_ERR_INVALID, "/views",
                "the cameras are too close together to measure depth; cameras farther apart are needed");
        adjust(b, placed == v->camera_count ? MANY_STEPS : FEW_STEPS);
        if (v->stopped || placed == v->camera_count) return PD_OK;
        if (place_next(b)) continue;

        /* Name the first camera that has no place yet. */
        int left = 0;
        while (b->placed[left]) left++;
        PD_ASSERT(left < v->camera_count);
        char where[32];
        snprintf(where, sizeof where, "/views/%d", left);
        return pd_fail(err, PD_ERR_INVALID, where,
                       "this camera has too few points in common with the others; the same people at the "
                       "same times expected");
    }
}

/* Counts the points that have a place, and measures the error of each camera. */
static void report_errors(bundle *b)
{
    pd_observe_views *v = b->v;

    v->points = 0;
    for (int p = 0; p < b->count; p++) v->points += b->points[p].known;
    for (int c = 0; c < v->camera_count; c++) {
        double sum = 0, weight = 0;
        for (int p = 0; p < b->count; p++) {
            sight s;
            if (!b->points[p].known || !calibrate_see(&s, b, c, &b->points[p], false) || !isfinite(s.value))
                continue;
            sum += s.weight * (s.e[0] * s.e[0] + s.e[1] * s.e[1]);
            weight += s.weight;
        }

        v->off[c] = weight > 0 ? v->noise * sqrt(sum / weight) : NAN;
    }
}

static pd_status find_calibrate(bundle *b, pd_error *err)
{
    pd_observe_views *v = b->v;

    /* Keep the focal lengths that were given or guessed. */
    for (int c = 0; c < v->camera_count; c++) {
        b->guess[c][0] = v->cameras[c].fx;
        b->guess[c][1] = v->cameras[c].fy;
    }

    /* Begin with the best pair. */
    choose_moments(b);
    if (b->count < LEAST_POINTS)
        return pd_fail(err, PD_ERR_INVALID, "/views",
                       "two cameras see the same place at the same time %d times; at least %d expected",
                       b->count, LEAST_POINTS);
    if (!begin_calibrate(b))
        return pd_fail(err, PD_ERR_INVALID, "/views",
                       "the points of no two cameras match; the same people at the same times, and focal "
                       "lengths near the real ones, expected");
    const pd_status status = place_all(b, err);
    if (status || v->stopped) return status;

    /* Adjust once more with all points. */
    look_calibrate(b);
    adjust(b, MANY_STEPS);
    report_errors(b);

    return v->stopped ? PD_OK : settle_calibrate(b, err);
}

pd_status pd_observe_views_run(pd_observe_views *v, pd_error *err)
{
    const size_t n = CAMERA * (size_t)v->camera_count;
    bundle *b = calloc(1, sizeof *b);
    pd_status status = PD_OK;

    v->stopped = false;
    if (b) {
        b->v = v;
        b->points = malloc(PD_OBSERVE_VIEWS_POINTS * sizeof *b->points);
        b->h = malloc(n * n * sizeof *b->h);
        b->factor = malloc(n * n * sizeof *b->factor);
        b->g = malloc(n * sizeof *b->g);
    }

    if (!b || !b->points || !b->h || !b->factor || !b->g)
        status = pd_fail(err, PD_ERR_MEMORY, "/views", "out of memory");
    if (!status) status = find_calibrate(b, err);
    if (b) {
        free(b->points);
        free(b->h);
        free(b->factor);
        free(b->g);
    }

    free(b);

    return status;
}
