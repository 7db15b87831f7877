#include "core/observe/face/face.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS = PD_OBSERVE_FACE_POINTS,
    SOLVED = PD_OBSERVE_FACE_SOLVED,
    IDENTITY = PD_OBSERVE_FACE_IDENTITY,
    ROWS = 2 * POINTS, /* residuals: x and y of each landmark */
    POSE = 6,          /* movement in millimetres, turn in degrees */
    STEPS_FIRST = 8,   /* Gauss-Newton steps of the first moment, */
    STEPS = 3,         /* of a later one, */
    STEPS_REST = 12,   /* and of a face at rest */
    SWEEPS = 30        /* of coordinate descent */
};

/* L and M of face.h, for sums that are divided by the number of landmarks: between what is best for exact
 * landmarks and for MediaPipe's of drawn faces (docs/lab/face.md). */
#define RIDGE 0.02
#define LASSO 0.01 /* M of face.h */

#define PRIOR            0.02 /* of the identity, for one moment's sum */
#define IDENTITY_SECONDS 15.0 /* decay of the sums of the identity */
#define SLIDE            0.35 /* share of `slide` that remains when the identity is known */
#define NOISE            1.0  /* millimetres, in addition */
#define HUBER            3.0  /* millimetres */
#define FARTHEST         12.0 /* millimetres: farther landmarks count as this in the residual */
#define KEPT             0.8 /* share of the residuals of a face at rest that is kept; the others are noise */
#define SETTLED          1e-4 /* change of a weight that ends the descent */
#define EDGE             1e-9 /* least curvature of a weight */
#define LEAST_DEPTH      0.05 /* metres between camera and head */
#define BEHIND           0.08 /* metres from the centre of the landmarks to that of the head */
#define DEGREE           0.017453292519943295
#define WEIGHT_CUTOFF    3.0 /* Hz of the filter at rest, */
#define WEIGHT_SPEED     4.0 /* and its growth, Hz by weight a second */
#define HEAD_CUTOFF      2.0 /* Hz, */
#define HEAD_SPEED       6.0 /* Hz by radian a second */
#define SLOPE_CUTOFF     3.0 /* Hz of the filter of the speed */

/* State of a One Euro filter of one number. */
typedef struct face_filter {
    double value, speed;
} face_filter;

/* What the moments so far have told: the head in the camera, the weights and the identity. */
typedef struct face_state {
    pd_quat turn;
    double place[3]; /* metres */
    double w[SOLVED], a[IDENTITY];
    /* what the identity leaves of a face at rest: displacements in model space, metres */
    double rest[POINTS][3];
    double who_gram[IDENTITY * IDENTITY], who_rhs[IDENTITY]; /* sums of the identity's equations */
    bool is_warm;                                            /* the next moment begins from this state */
    bool is_calibrated;                                      /* the identity began with a face at rest */
} face_state;

struct pd_observe_face {
    pd_observe_face_shapes *shapes;
    double weight[POINTS]; /* 1 / s_l^2, per square millimetre */

    face_state now, kept; /* kept: the state before the moment that is being solved */
    bool has_filter;
    double time;
    face_filter weights[SOLVED], head[3];
    pd_observe_face_pose pose;

    /* Scratch of one step: each unknown's derivative is a row. */
    double rows_pose[POSE * ROWS], rows_w[SOLVED * ROWS], rows_a[IDENTITY * ROWS], residual[ROWS];
    double at[POINTS][3]; /* landmarks in model space */
    double use[POINTS];   /* weight of each landmark in this moment */
    double seen[POINTS][2];
    double gram_pose[POSE * POSE], gram[IDENTITY * IDENTITY], rhs[IDENTITY], cross[IDENTITY * POSE];
    double solution[IDENTITY];
};

/* ---- landmarks ---- */

/* Indices of the first point of each iris in MediaPipe's order;
 * the pupil is the centre of its five points. */
static const int irises[2] = {468, 473};
enum { IRIS = 5 };

/* Takes the landmarks of a sight; each pupil is the mean of its iris. */
static void take_sight(pd_observe_face *f, const pd_observe_face_sight *sight)
{
    for (int l = 0; l < PD_OBSERVE_FACE_SKIN; l++) {
        f->use[l] = sight->is_seen[l] ? f->weight[l] : 0;
        memcpy(f->seen[l], sight->at[l], sizeof f->seen[l]);
    }

    for (int e = 0; e < 2; e++) {
        const int l = PD_OBSERVE_FACE_SKIN + e;
        bool is_seen = sight->count == PD_OBSERVE_FACE_LANDMARKS;
        f->seen[l][0] = f->seen[l][1] = 0;
        for (int i = irises[e]; i < irises[e] + IRIS && is_seen; i++) {
            is_seen = sight->is_seen[i];
            for (int x = 0; x < 2; x++) f->seen[l][x] += sight->at[i][x] / IRIS;
        }
        f->use[l] = is_seen ? f->weight[l] : 0;
    }
}

pd_status pd_observe_face_sight_check(const pd_observe_face_sight *sight, pd_error *err)
{
    int seen = 0;
    double top = INFINITY, bottom = -INFINITY;
    PD_ASSERT(sight->count == PD_OBSERVE_FACE_SKIN || sight->count == PD_OBSERVE_FACE_LANDMARKS);

    for (int l = 0; l < PD_OBSERVE_FACE_SKIN; l++) {
        if (!sight->is_seen[l]) continue;
        seen++;
        top = fmin(top, sight->at[l][1]);
        bottom = fmax(bottom, sight->at[l][1]);
    }
    if (seen < PD_OBSERVE_FACE_LEAST)
        return pd_fail(err, PD_ERR_RANGE, "/points", "%d landmarks of the face are seen; at least %d needed",
                       seen, PD_OBSERVE_FACE_LEAST);
    if (bottom - top < PD_OBSERVE_FACE_SMALL)
        return pd_fail(err, PD_ERR_RANGE, "/points",
                       "the face is %.1f pixels high; at least %.0f needed (are the points in pixels?)",
                       bottom - top, PD_OBSERVE_FACE_SMALL);

    return PD_OK;
}

/* Computes p_l. */
static void place_landmarks(pd_observe_face *f)
{
    const pd_observe_face_shapes *s = f->shapes;

    for (int l = 0; l < POINTS; l++)
        for (int x = 0; x < 3; x++) f->at[l][x] = s->mean[l][x] + f->now.rest[l][x];
    for (int k = 0; k < SOLVED; k++) {
        if (f->now.w[k] == 0) continue;
        for (int l = 0; l < POINTS; l++)
            for (int x = 0; x < 3; x++) f->at[l][x] += f->now.w[k] * s->shapes[k][l][x];
    }
    for (int i = 0; i < IDENTITY; i++) {
        if (f->now.a[i] == 0) continue;
        for (int l = 0; l < POINTS; l++)
            for (int x = 0; x < 3; x++) f->at[l][x] += f->now.a[i] * s->identity[i][l][x];
    }
}

/* ---- start ---- */

/* Places the head of a mean face by the best similarity in the picture: movement, size and roll. */
static void start_head(pd_observe_face *f, const pd_observe_camera *c)
{
    double sum = 0, model[2] = {0}, seen[2] = {0}, across = 0, along = 0, square = 0;

    memset(f->now.w, 0, sizeof f->now.w);
    if (!f->now.is_calibrated) memset(f->now.a, 0, sizeof f->now.a);
    place_landmarks(f);
    for (int l = 0; l < POINTS; l++) {
        sum += f->use[l];
        for (int x = 0; x < 2; x++) {
            model[x] += f->use[l] * f->at[l][x];
            seen[x] += f->use[l] * f->seen[l][x];
        }
    }
    for (int x = 0; x < 2; x++) {
        model[x] /= sum;
        seen[x] /= sum;
    }

    for (int l = 0; l < POINTS; l++) {
        const double p[2] = {f->at[l][0] - model[0], f->at[l][1] - model[1]};
        const double u[2] = {f->seen[l][0] - seen[0], seen[1] - f->seen[l][1]}; /* y up */
        along += f->use[l] * (p[0] * u[0] + p[1] * u[1]);
        across += f->use[l] * (p[0] * u[1] - p[1] * u[0]);
        square += f->use[l] * (p[0] * p[0] + p[1] * p[1]);
    }

    const double depth = fmax(c->fx * square / hypot(along, across), LEAST_DEPTH);
    f->now.turn = pd_q_axis_angle(pd_vec3_make(0, 0, 1), atan2(across, along));
    f->now.place[0] = (seen[0] - c->cx) * depth / c->fx;
    f->now.place[1] = -(seen[1] - c->cy) * depth / c->fy;
    f->now.place[2] = -depth;
}

/* ---- one Gauss-Newton step ---- */

/* Computes residuals and derivatives at the present state, in millimetres at the head, times the square root
 * of each landmark's weight. Returns the root mean square residual before those weights. */
static double linearise(pd_observe_face *f, const pd_observe_camera *c, bool with_identity)
{
    double R[9], sum = 0;
    int used = 0;
    pd_q_to_matrix(R, f->now.turn);
    const double fine = -1e3 * f->now.place[2]; /* millimetres by unit of the picture plane at depth 1 */

    for (int l = 0; l < POINTS; l++) {
        double turned[3], q[3];
        pd_mat3_apply(turned, R, f->at[l]);
        for (int x = 0; x < 3; x++) q[x] = turned[x] + f->now.place[x];
        const double depth = fmax(-q[2], LEAST_DEPTH);
        const double r[2] = {fine * ((f->seen[l][0] - c->cx) / c->fx - q[0] / depth),
                             fine * (-(f->seen[l][1] - c->cy) / c->fy - q[1] / depth)};
        const double away = hypot(r[0], r[1]);
        /* Huber's weight is `excess`. The rows have its root, or itself once the face is known, so that a
         * hand before the mouth pulls little. */
        const double excess = HUBER / fmax(away, HUBER);
        const double root = sqrt(f->use[l]) * (f->now.is_warm ? excess : sqrt(excess));
        if (f->use[l] > 0) {
            sum += fmin(away, FARTHEST) * fmin(away, FARTHEST);
            used++;
        }

        /* Rows of the derivative by q, and by q through the rotation. */
        const double by_q[2][3] = {{fine / depth * root, 0, fine * q[0] / (depth * depth) * root},
                                   {0, fine / depth * root, fine * q[1] / (depth * depth) * root}};
        for (int y = 0; y < 2; y++) {
            const int n = 2 * l + y;
            double by_p[3];
            f->residual[n] = root * r[y];
            for (int x = 0; x < 3; x++) {
                const double axis[3] = {x == 0, x == 1, x == 2};
                double moved[3];
                pd_cross3(moved, axis, turned);
                f->rows_pose[x * ROWS + n] = 1e-3 * by_q[y][x];
                f->rows_pose[(3 + x) * ROWS + n] = DEGREE * pd_dot3(by_q[y], moved);
                by_p[x] = by_q[y][0] * R[x] + by_q[y][1] * R[3 + x] + by_q[y][2] * R[6 + x];
            }
            for (int k = 0; k < SOLVED; k++) f->rows_w[k * ROWS + n] = pd_dot3(by_p, f->shapes->shapes[k][l]);
            for (int i = 0; i < IDENTITY && with_identity; i++)
                f->rows_a[i * ROWS + n] = pd_dot3(by_p, f->shapes->identity[i][l]);
        }
    }

    return sqrt(sum / fmax(used, 1));
}

/* Forms the normal equations of `count` unknowns with rows (count,ROWS), for the residual, without what the
 * pose explains: gram = X X^T - C P^-1 C^T, rhs = X r - C P^-1 A r, with C = X A^T, P = A A^T, all divided
 * by the number of landmarks. gram_pose must hold the Cholesky factor of P, rhs_pose A r. */
static void reduce(pd_observe_face *f, const double *rows, int count, const double rhs_pose[POSE])
{
    memset(f->gram, 0, (size_t)count * (size_t)count * sizeof *f->gram);
    pd_k_gram_add(f->gram, rows, count, ROWS);
    pd_k_mirror(f->gram, count);
    pd_k_gemm(f->cross, rows, 0, f->rows_pose, 1, count, POSE, ROWS, 1, 0);

    double solved[POSE];
    memcpy(solved, rhs_pose, sizeof solved);
    pd_k_cholesky_solve(solved, f->gram_pose, POSE);
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int n = 0; n < ROWS; n++) sum += rows[i * ROWS + n] * f->residual[n];
        for (int p = 0; p < POSE; p++) sum -= f->cross[i * POSE + p] * solved[p];
        f->rhs[i] = sum / POINTS;
    }

    for (int i = 0; i < count; i++) {
        double column[POSE];
        memcpy(column, f->cross + i * POSE, sizeof column);
        pd_k_cholesky_solve(column, f->gram_pose, POSE);
        for (int j = 0; j < count; j++) {
            double sum = 0;
            for (int p = 0; p < POSE; p++) sum += f->cross[j * POSE + p] * column[p];
            f->gram[i * count + j] = (f->gram[i * count + j] - sum) / POINTS;
        }
    }
}

/* Finds the weights of the reduced equations about the present ones, in their bounds. Adds to `residual` what
 * the change explains. */
static void descend(pd_observe_face *f, double ridge, double lasso)
{
    double next[SOLVED], gradient[SOLVED];
    memcpy(next, f->now.w, sizeof next);

    /* gradient: rhs - gram (next - w), kept up to date. */
    memcpy(gradient, f->rhs, sizeof gradient);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double moved = 0;
        for (int k = 0; k < SOLVED; k++) {
            const double curve = f->gram[k * SOLVED + k];
            const double wanted = (gradient[k] + curve * next[k] - lasso) / fmax(curve + ridge, EDGE);
            const double step = fmin(fmax(wanted, 0), 1) - next[k];
            if (step == 0) continue;
            next[k] += step;
            moved = fmax(moved, fabs(step));
            for (int j = 0; j < SOLVED; j++) gradient[j] -= f->gram[k * SOLVED + j] * step;
        }
        if (moved < SETTLED) break;
    }

    for (int k = 0; k < SOLVED; k++) {
        const double step = next[k] - f->now.w[k];
        if (step == 0) continue;
        for (int n = 0; n < ROWS; n++) f->residual[n] -= step * f->rows_w[k * ROWS + n];
        f->now.w[k] = next[k];
    }
}

/* Computes A r. */
static void pose_rhs(double out[POSE], const pd_observe_face *f)
{
    for (int p = 0; p < POSE; p++) {
        out[p] = 0;
        for (int n = 0; n < ROWS; n++) out[p] += f->rows_pose[p * ROWS + n] * f->residual[n];
    }
}

/* Moves the head by the solution of the pose's equations for the residual. */
static void move_head(pd_observe_face *f, const double rhs_pose[POSE])
{
    double step[POSE];

    memcpy(step, rhs_pose, sizeof step);
    pd_k_cholesky_solve(step, f->gram_pose, POSE);
    for (int x = 0; x < 3; x++) f->now.place[x] += 1e-3 * step[x];
    f->now.place[2] = fmin(f->now.place[2], -LEAST_DEPTH);
    const pd_vec3 by = pd_vec3_scale(pd_vec3_make(step[3], step[4], step[5]), DEGREE);
    f->now.turn = pd_q_normalize(pd_q_mul(pd_q_from_rotvec(by), f->now.turn));
}

/* Adds this moment's equations of the identity to the sums, and solves them. decay: factor of the sums. */
static void learn_identity(pd_observe_face *f, const double rhs_pose[POSE], double decay)
{
    reduce(f, f->rows_a, IDENTITY, rhs_pose);

    /* About a = 0: rhs + gram a. */
    for (int i = 0; i < IDENTITY; i++) {
        double sum = f->rhs[i];
        for (int j = 0; j < IDENTITY; j++) sum += f->gram[i * IDENTITY + j] * f->now.a[j];
        f->now.who_rhs[i] = decay * f->now.who_rhs[i] + sum;
    }
    for (int n = 0; n < IDENTITY * IDENTITY; n++)
        f->now.who_gram[n] = decay * f->now.who_gram[n] + f->gram[n];

    memcpy(f->gram, f->now.who_gram, sizeof f->now.who_gram);
    for (int i = 0; i < IDENTITY; i++) f->gram[i * IDENTITY + i] += PRIOR;
    memcpy(f->solution, f->now.who_rhs, sizeof f->now.who_rhs);
    if (!pd_k_cholesky(f->gram, IDENTITY)) return;
    pd_k_cholesky_solve(f->solution, f->gram, IDENTITY);
    memcpy(f->now.a, f->solution, sizeof f->now.a);
}

/* Takes one step. is_rest: the weights stay 0. learns: the identity follows, with sums times `decay`. Returns
 * the root mean square residual before the step, millimetres. */
static double step_face(pd_observe_face *f, const pd_observe_camera *c, bool is_rest, bool learns,
                        double decay)
{
    double rhs_pose[POSE];
    place_landmarks(f);
    const double rms = linearise(f, c, learns);

    memset(f->gram_pose, 0, sizeof f->gram_pose);
    pd_k_gram_add(f->gram_pose, f->rows_pose, POSE, ROWS);
    pd_k_mirror(f->gram_pose, POSE);
    for (int p = 0; p < POSE; p++) f->gram_pose[p * POSE + p] += EDGE;
    if (!pd_k_cholesky(f->gram_pose, POSE)) return INFINITY;

    if (!is_rest) {
        pose_rhs(rhs_pose, f);
        reduce(f, f->rows_w, SOLVED, rhs_pose);
        descend(f, RIDGE, LASSO);
    }
    pose_rhs(rhs_pose, f);
    if (learns) learn_identity(f, rhs_pose, decay);
    move_head(f, rhs_pose);

    return rms;
}

/* ---- filter ---- */

/* Returns the share of the new value that a low-pass with this cutoff takes in. */
static double pass(double cutoff, double seconds)
{
    const double x = 2 * 3.14159265358979323846 * cutoff * seconds;
    return x / (1 + x);
}

/* Filters a number by the One Euro filter (Casiez et al. 2012): the cutoff, Hz, grows with the speed. Returns
 * the filtered value. */
static double filter_number(face_filter *f, double value, double seconds, double cutoff, double growth)
{
    f->speed += pass(SLOPE_CUTOFF, seconds) * ((value - f->value) / seconds - f->speed);

    /* The speed of this moment counts at once, so that a blink is not delayed by the filter of the speed. */
    const double speed = fmax(fabs(f->speed), fabs(value - f->value) / seconds);
    f->value += pass(cutoff + growth * speed, seconds) * (value - f->value);

    return f->value;
}

/* Returns the rotation of the head from one that looks into the camera. */
static pd_quat head_turn(const pd_observe_face *f)
{
    const pd_vec3 behind = pd_q_rotate(f->now.turn, pd_vec3_make(0, 0, -BEHIND));
    const pd_vec3 to_camera =
        pd_vec3_make(-f->now.place[0] - behind.x, -f->now.place[1] - behind.y, -f->now.place[2] - behind.z);
    const pd_quat bearing = pd_q_between(pd_vec3_make(0, 0, 1), to_camera, pd_vec3_make(0, 1, 0));
    return pd_q_inv_mul(bearing, f->now.turn);
}

/* Returns the number of the shape of the other side of the face; a shape in the middle is its own. */
static int other_shape(int k)
{
    static const unsigned char pairs[PD_OBSERVE_FACE_WEIGHTS] = {
        1,  0,  3,  2,  5,  4,  7,  6,  9,  8,  11, 10, 13, 12, 14, 16, 15, 17,
        18, 19, 20, 22, 21, 24, 23, 26, 25, 28, 27, 30, 29, 31, 32, 33, 34, 36,
        35, 38, 37, 40, 39, 42, 41, 43, 45, 44, 46, 48, 47, 50, 49, 51};
    PD_ASSERT(k >= 0 && k < PD_OBSERVE_FACE_WEIGHTS);
    return pairs[k];
}

/* Fills the pose from the state, through the filter. seconds 0: the filter begins. */
static void report_pose(pd_observe_face *f, const pd_observe_face_sight *sight, double seconds, double rms)
{
    pd_quat head = head_turn(f);
    head = pd_q_normalize(head);
    if (head.w < 0) head = (pd_quat){-head.x, -head.y, -head.z, -head.w};
    const pd_vec3 turn = pd_q_to_rotvec(head);
    double by[3] = {turn.x, turn.y, turn.z};

    for (int k = 0; k < SOLVED; k++) {
        if (seconds <= 0)
            f->weights[k] = (face_filter){.value = f->now.w[k]};
        else
            filter_number(&f->weights[k], f->now.w[k], seconds, WEIGHT_CUTOFF, WEIGHT_SPEED);
    }
    for (int x = 0; x < 3; x++) {
        if (seconds <= 0)
            f->head[x] = (face_filter){.value = by[x]};
        else
            filter_number(&f->head[x], by[x], seconds, HEAD_CUTOFF, HEAD_SPEED);
        by[x] = f->head[x].value;
    }

    /* In a mirror the sides are exchanged, and turns about the axes y and z are opposite. */
    f->pose = (pd_observe_face_pose){
        .time = sight->time, .rms = rms, .seconds = seconds, .is_calibrated = f->now.is_calibrated};
    const double sign = sight->mirror ? -1 : 1;
    for (int k = 0; k < SOLVED; k++)
        f->pose.weights[sight->mirror ? other_shape(k) : k] = (float)f->weights[k].value;
    f->pose.head = pd_q_from_rotvec(pd_vec3_make(by[0], sign * by[1], sign * by[2]));
}

/* ---- the whole ---- */

pd_status pd_observe_face_new(pd_observe_face **out, pd_observe_face_shapes *shapes, pd_error *err)
{
    pd_observe_face *f = calloc(1, sizeof *f);

    *out = f;
    if (!f) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a face");
    f->shapes = pd_observe_face_shapes_retain(shapes);
    for (int l = 0; l < POINTS; l++) {
        const double slide = SLIDE * shapes->noise[l];
        f->weight[l] = 1 / (slide * slide + NOISE * NOISE);
    }

    return PD_OK;
}

void pd_observe_face_free(pd_observe_face *face)
{
    if (!face) return;
    pd_observe_face_shapes_release(face->shapes);
    free(face);
}

size_t pd_observe_face_bytes(void)
{
    return sizeof(pd_observe_face);
}

/* Keeps what is left of the residuals as displacements of the landmarks in the plane of the picture. */
static void keep_rest(pd_observe_face *f, const pd_observe_camera *c)
{
    double R[9];

    place_landmarks(f);
    pd_q_to_matrix(R, f->now.turn);
    for (int l = 0; l < POINTS; l++) {
        double q[3];
        if (!(f->use[l] > 0)) continue;
        pd_mat3_apply(q, R, f->at[l]);
        for (int x = 0; x < 3; x++) q[x] += f->now.place[x];
        const double depth = fmax(-q[2], LEAST_DEPTH);
        const double off[2] = {depth * (f->seen[l][0] - c->cx) / c->fx - q[0],
                               -depth * (f->seen[l][1] - c->cy) / c->fy - q[1]};
        for (int x = 0; x < 3; x++) f->now.rest[l][x] = KEPT * (R[x] * off[0] + R[3 + x] * off[1]);
    }
}

/* Solves a face at rest: pose and identity by turns, from this moment alone. Returns the last residual. */
static double solve_rest(pd_observe_face *f, const pd_observe_camera *c)
{
    double rms = INFINITY;

    f->now.is_calibrated = false;
    memset(f->now.rest, 0, sizeof f->now.rest);
    start_head(f, c);
    memset(f->now.w, 0, sizeof f->now.w);
    for (int s = 0; s < STEPS_REST; s++) rms = step_face(f, c, true, s >= 3, 0);
    keep_rest(f, c);
    f->now.is_calibrated = true;

    return rms;
}

/* Solves a moment from the state, or from nothing. Returns the last residual. */
static double solve_moment(pd_observe_face *f, const pd_observe_camera *c, double seconds)
{
    const int steps = f->now.is_warm ? STEPS : STEPS_FIRST;
    double rms = INFINITY;

    if (!f->now.is_warm) start_head(f, c);
    for (int s = 0; s < steps; s++) {
        const bool learns = s == steps - 1;
        rms = step_face(f, c, false, learns, exp(-seconds / IDENTITY_SECONDS));
    }

    return rms;
}

pd_status pd_observe_face_see(const pd_observe_face_pose **out, pd_observe_face *f,
                              const pd_observe_face_sight *sight, pd_error *err)
{
    *out = &f->pose;
    if (f->has_filter && sight->time <= f->time && f->time - sight->time < PD_OBSERVE_FACE_GAP)
        return pd_fail(err, PD_ERR_RANGE, "/time", "%.6f s is not after the last moment, %.6f s", sight->time,
                       f->time);
    pd_status status = pd_observe_face_sight_check(sight, err);
    if (status != PD_OK) return status;

    /* After a gap, or on another clock, everything but the identity begins anew. */
    double seconds = f->has_filter ? sight->time - f->time : 0;
    if (seconds <= 0 || seconds > PD_OBSERVE_FACE_GAP) seconds = 0;
    take_sight(f, sight);

    /* A face that jumped or that was found badly is solved again from nothing. What is no face then either
     * changes nothing. */
    f->kept = f->now;
    if (seconds <= 0) f->now.is_warm = false;
    double rms = sight->calibrate ? solve_rest(f, &sight->camera) : solve_moment(f, &sight->camera, seconds);
    if (!(rms < PD_OBSERVE_FACE_POOR) && f->kept.is_warm && !sight->calibrate) {
        f->now = f->kept;
        f->now.is_warm = false;
        rms = solve_moment(f, &sight->camera, seconds);
    }
    if (!(rms < PD_OBSERVE_FACE_POOR)) {
        f->now = f->kept;
        return pd_fail(err, PD_ERR_RANGE, "/points",
                       "the points are no face: they are %.1f mm (root mean square) from the nearest one; at "
                       "most %.0f mm allowed",
                       fmin(rms, 999), PD_OBSERVE_FACE_POOR);
    }

    report_pose(f, sight, seconds, rms);
    f->now.is_warm = f->has_filter = true;
    f->time = sight->time;

    return PD_OK;
}
