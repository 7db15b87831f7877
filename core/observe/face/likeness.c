#include "core/observe/face/likeness.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS = PD_OBSERVE_FACE_POINTS,
    SOLVED = PD_OBSERVE_FACE_SOLVED,
    ROWS = 2 * POINTS,                      /* residuals of a picture: x and y of each landmark */
    LATENTS = 1 + PD_SMPL_PEOPLE_MAX_BETAS, /* most latents of a prior */
    POSE = 6,                               /* movement in metres, turn in radians */
    OWN = POSE + 1 + SOLVED,                /* unknowns of a picture: pose, log f, weights */
    FOCAL = POSE,                           /* of these: log f, */
    FIRST_WEIGHT = POSE + 1,                /* and the first weight */
    UNKNOWNS_MOST = LATENTS + OWN * PD_OBSERVE_LIKENESS_PICTURES,
    ROUNDS = 12,    /* in which weights are found to be at a bound */
    STEPS_POSE = 8, /* steps in which the head of the mean person is placed, */
    STEPS_ALL = 16  /* and steps of all unknowns */
};

#define SHARE       2.0  /* T: between what is best for exact landmarks and for those that slide */
#define NOISE       0.7  /* millimetres, in addition to how far a landmark slides */
#define HUBER       2.5  /* deviations of a landmark */
#define WEIGHT_SD   0.3  /* S */
#define LASSO       1.5  /* M */
#define FOCAL_MEAN  0.9  /* F, diagonals of the picture: telephones have .6, portrait lenses up to 2 */
#define FOCAL_SD    0.35 /* L */
#define FIXED       1e12 /* curvature that holds an unknown */
#define TURN_MOST   0.3  /* radians in a step */
#define MOVE_MOST   0.2  /* of the distance, in a step */
#define FOCAL_MOST  0.2  /* in a step */
#define LEAST_DEPTH 0.08 /* metres between camera and head */
#define TINY        1e-6 /* curvature of a pose that nothing determines */
#define LEAST_SEEN  100  /* landmarks of the skin that must be seen */
#define COVERED     2.2  /* the lips' rms residual relative to that of the others, */
#define COVERED_MM  3.5  /* and its least value in millimetres, from which something covers the mouth */
#define STRANGER    1.8  /* rms relative to that of the best picture from which it shows somebody else, */
#define STRANGER_MM 2.0  /* and its least value in millimetres */
#define DEGREE      0.017453292519943295

/* Indices in MediaPipe's order. */
static const int irises[2] = {468, 473};
enum { IRIS = 5 };
static const int lips[] = {61, 185, 40, 39,  37, 0,  267, 269, 270, 409, 291, 375, 321, 405, 314, 17,
                           84, 181, 91, 146, 78, 80, 82,  13,  312, 310, 308, 318, 317, 14,  87,  88};
enum { LIPS = sizeof lips / sizeof *lips, LEAST_LIPS = 6 };

/* State and data of one picture. */
typedef struct likeness_picture {
    const pd_observe_likeness_picture *given;
    double seen[POINTS][2], use[POINTS]; /* 1 / s_l^2, 0: not seen */
    double cx, cy, mean_focal;           /* pixels */
    pd_quat turn;
    double place[3], log_focal;
    double w[SOLVED];
    double away[POINTS]; /* residuals, millimetres */
} likeness_picture;

typedef struct likeness {
    const pd_observe_face_shapes *shapes;
    const pd_smpl_prior *prior;
    int betas, latents; /* B, L */
    int n;              /* unknowns: L, then OWN of each picture */
    int count;
    likeness_picture *pictures;
    double (*mean)[3];         /* (POINTS) landmarks of the prior's mean */
    double (*by_x)[POINTS][3]; /* (L) */
    double x[LATENTS];
    double at[POINTS][3];  /* landmarks of x */
    double *rows;          /* (L + OWN,ROWS) */
    double *part;          /* (L + OWN,L + OWN) */
    double *gram, *rhs;    /* (n,n), (n) */
    double *factor, *step; /* (n,n), (n) */
    bool *is_held;         /* (n) unknowns that the step leaves, or takes to a bound */
    double cost;
} likeness;

/* ---- checks ---- */

pd_status pd_observe_likeness_check(const pd_observe_likeness_picture *p, const char *where, pd_error *err)
{
    int seen = 0, mouth = 0;
    double top = INFINITY, bottom = -INFINITY;

    if (!(p->width > 0 && p->height > 0 && isfinite(p->width) && isfinite(p->height)))
        return pd_fail(err, PD_ERR_RANGE, where, "a picture of %g by %g pixels; positive sizes expected",
                       p->width, p->height);
    for (int l = 0; l < PD_OBSERVE_FACE_LANDMARKS; l++) {
        if (!p->is_seen[l]) continue;
        if (!isfinite(p->at[l][0]) || !isfinite(p->at[l][1]))
            return pd_fail(err, PD_ERR_RANGE, where, "landmark %d is not finite", l);
        if (l >= PD_OBSERVE_FACE_SKIN) continue;
        seen++;
        top = fmin(top, p->at[l][1]);
        bottom = fmax(bottom, p->at[l][1]);
    }

    if (seen < LEAST_SEEN)
        return pd_fail(err, PD_ERR_RANGE, where, "%d landmarks of the face are seen; at least %d needed",
                       seen, LEAST_SEEN);
    if (bottom - top < PD_OBSERVE_LIKENESS_SMALL)
        return pd_fail(err, PD_ERR_RANGE, where,
                       "the face is %.0f pixels high; at least %.0f needed (are the points in pixels?)",
                       bottom - top, PD_OBSERVE_LIKENESS_SMALL);
    for (int i = 0; i < LIPS; i++) mouth += p->is_seen[lips[i]];
    if (mouth < LEAST_LIPS)
        return pd_fail(err, PD_ERR_RANGE, where,
                       "the mouth is not seen; a face with nothing before it expected");

    return PD_OK;
}

/* ---- start ---- */

/* Takes the landmarks of a picture; each pupil is the mean of its iris. */
static void take_picture(likeness_picture *p, const pd_observe_likeness_picture *given,
                         const pd_observe_face_shapes *shapes)
{
    p->given = given;
    p->cx = given->width / 2;
    p->cy = given->height / 2;
    p->mean_focal = given->focal > 0 ? given->focal : FOCAL_MEAN * hypot(given->width, given->height);
    p->log_focal = log(p->mean_focal);
    for (int l = 0; l < POINTS; l++) {
        const double sd = hypot(shapes->noise[l], NOISE);
        bool is_seen = l < PD_OBSERVE_FACE_SKIN ? given->is_seen[l] : given->has_irises;
        if (l < PD_OBSERVE_FACE_SKIN) {
            memcpy(p->seen[l], given->at[l], sizeof p->seen[l]);
        } else {
            const int first = irises[l - PD_OBSERVE_FACE_SKIN];
            for (int i = first; i < first + IRIS && is_seen; i++) {
                is_seen = given->is_seen[i];
                for (int x = 0; x < 2; x++) p->seen[l][x] += given->at[i][x] / IRIS;
            }
        }
        p->use[l] = is_seen ? 1 / (sd * sd) : 0;
    }
}

/* Places the head of the mean person by the best similarity in the picture: movement, size and roll. */
static void start_likeness_head(likeness_picture *p, const likeness *k)
{
    double sum = 0, model[2] = {0}, seen[2] = {0}, across = 0, along = 0, square = 0;

    for (int l = 0; l < POINTS; l++) {
        sum += p->use[l];
        for (int x = 0; x < 2; x++) {
            model[x] += p->use[l] * k->mean[l][x];
            seen[x] += p->use[l] * p->seen[l][x];
        }
    }
    for (int x = 0; x < 2; x++) {
        model[x] /= sum;
        seen[x] /= sum;
    }

    for (int l = 0; l < POINTS; l++) {
        const double q[2] = {k->mean[l][0] - model[0], k->mean[l][1] - model[1]};
        const double u[2] = {p->seen[l][0] - seen[0], seen[1] - p->seen[l][1]}; /* y up */
        along += p->use[l] * (q[0] * u[0] + q[1] * u[1]);
        across += p->use[l] * (q[0] * u[1] - q[1] * u[0]);
        square += p->use[l] * (q[0] * q[0] + q[1] * q[1]);
    }

    const double focal = exp(p->log_focal);
    const double depth = fmax(focal * square / fmax(hypot(along, across), 1e-12), LEAST_DEPTH);
    p->turn = pd_q_axis_angle(pd_vec3_make(0, 0, 1), atan2(across, along));
    p->place[0] = (seen[0] - p->cx) * depth / focal;
    p->place[1] = -(seen[1] - p->cy) * depth / focal;
    p->place[2] = -depth;
}

/* ---- one Gauss-Newton step ---- */

/* Computes p_l(x). */
static void place_likeness(likeness *k)
{
    memcpy(k->at, k->mean, sizeof k->at);
    for (int j = 0; j < k->latents; j++)
        for (int l = 0; l < POINTS; l++)
            for (int x = 0; x < 3; x++) k->at[l][x] += k->x[j] * k->by_x[j][l][x];
}

/* Writes the rows of a picture at the present state, times the roots of weights, and its residuals r. Returns
 * the weighted sum of squares. */
static double linearise_likeness(double *r, likeness *k, likeness_picture *p, bool is_robust)
{
    const pd_observe_face_shapes *s = k->shapes;
    double R[9], cost = 0;
    pd_q_to_matrix(R, p->turn);
    const double focal = exp(p->log_focal);
    const double fine = -1e3 * p->place[2]; /* millimetres by unit of the picture plane at depth 1 */
    double *const pose = k->rows + k->latents * ROWS;

    for (int l = 0; l < POINTS; l++) {
        double own[3], turned[3], q[3];
        memcpy(own, k->at[l], sizeof own);
        for (int w = 0; w < SOLVED; w++) {
            if (p->w[w] == 0) continue;
            for (int x = 0; x < 3; x++) own[x] += p->w[w] * s->shapes[w][l][x];
        }
        pd_mat3_apply(turned, R, own);
        for (int x = 0; x < 3; x++) q[x] = turned[x] + p->place[x];
        const double depth = fmax(-q[2], LEAST_DEPTH);
        const double u[2] = {(p->seen[l][0] - p->cx) / focal, -(p->seen[l][1] - p->cy) / focal};
        const double miss[2] = {fine * (u[0] - q[0] / depth), fine * (u[1] - q[1] / depth)};
        p->away[l] = hypot(miss[0], miss[1]);

        /* Huber's weight. */
        const double far = p->away[l] * sqrt(p->use[l]);
        const double root = sqrt(SHARE * p->use[l] * (is_robust ? fmin(1, HUBER / fmax(far, 1e-12)) : 1));
        cost += root * root * p->away[l] * p->away[l];
        const double by_q[2][3] = {{fine / depth * root, 0, fine * q[0] / (depth * depth) * root},
                                   {0, fine / depth * root, fine * q[1] / (depth * depth) * root}};

        for (int y = 0; y < 2; y++) {
            const int row = 2 * l + y;
            double by_p[3];
            r[row] = root * miss[y];
            for (int x = 0; x < 3; x++) {
                const double axis[3] = {x == 0, x == 1, x == 2};
                double moved[3];
                pd_cross3(moved, axis, turned);
                pose[x * ROWS + row] = by_q[y][x];
                pose[(3 + x) * ROWS + row] = pd_dot3(by_q[y], moved);
                by_p[x] = by_q[y][0] * R[x] + by_q[y][1] * R[3 + x] + by_q[y][2] * R[6 + x];
            }
            /* A longer lens is farther away, so that the face keeps its size in the picture. */
            pose[FOCAL * ROWS + row] = root * fine * q[y] / depth + by_q[y][2] * p->place[2];
            for (int w = 0; w < SOLVED; w++)
                pose[(FIRST_WEIGHT + w) * ROWS + row] = pd_dot3(by_p, s->shapes[w][l]);
            for (int j = 0; j < k->latents; j++) k->rows[j * ROWS + row] = pd_dot3(by_p, k->by_x[j][l]);
        }
    }

    return cost;
}

/* Adds a picture's normal equations to those of all unknowns. */
static void add_picture(likeness *k, int picture, const double *r)
{
    const int count = k->latents + OWN;
    const int first = k->latents + OWN * picture;

    memset(k->part, 0, (size_t)count * (size_t)count * sizeof *k->part);
    pd_k_gram_add(k->part, k->rows, count, ROWS);
    for (int i = 0; i < count; i++) {
        const int to = i < k->latents ? i : first + i - k->latents;
        double along = 0;
        for (int row = 0; row < ROWS; row++) along += k->rows[i * ROWS + row] * r[row];
        k->rhs[to] += along;
        for (int j = 0; j <= i; j++) {
            const int from = j < k->latents ? j : first + j - k->latents;
            k->gram[to * k->n + from] += k->part[i * count + j];
        }
    }
}

/* Adds the priors of a picture's unknowns and holds those that may not move. */
static double add_picture_prior(likeness *k, int picture, bool is_pose_only)
{
    likeness_picture *p = &k->pictures[picture];
    const int first = k->latents + OWN * picture;
    double *const gram = k->gram;
    double cost = 0;

    for (int i = 0; i < POSE; i++) gram[(first + i) * k->n + first + i] += TINY;

    /* The lens. */
    const int focal = first + FOCAL;
    const double wide = (p->log_focal - log(p->mean_focal)) / FOCAL_SD;
    const bool is_known = p->given->focal > 0 || is_pose_only;
    k->is_held[focal] = is_known;
    gram[focal * k->n + focal] += 1 / (FOCAL_SD * FOCAL_SD);
    k->rhs[focal] -= is_known ? 0 : wide / FOCAL_SD;
    cost += is_known ? 0 : wide * wide;

    /* The expression: a weight at a bound that the gradient would leave is held. */
    for (int w = 0; w < SOLVED; w++) {
        const int i = first + FIRST_WEIGHT + w;
        k->rhs[i] -= p->w[w] / (WEIGHT_SD * WEIGHT_SD) + LASSO;
        cost += p->w[w] * p->w[w] / (WEIGHT_SD * WEIGHT_SD) + 2 * LASSO * p->w[w];
        k->is_held[i] = is_pose_only || (p->w[w] <= 0 && k->rhs[i] < 0) || (p->w[w] >= 1 && k->rhs[i] > 0);
        gram[i * k->n + i] += 1 / (WEIGHT_SD * WEIGHT_SD);
    }

    return cost;
}

/* Forms the normal equations at the present state. */
static void form_likeness(likeness *k, bool is_pose_only)
{
    double r[ROWS];

    memset(k->gram, 0, (size_t)k->n * (size_t)k->n * sizeof *k->gram);
    memset(k->rhs, 0, (size_t)k->n * sizeof *k->rhs);
    memset(k->is_held, 0, (size_t)k->n * sizeof *k->is_held);
    k->cost = 0;
    place_likeness(k);
    for (int i = 0; i < k->count; i++) {
        k->cost += linearise_likeness(r, k, &k->pictures[i], !is_pose_only);
        add_picture(k, i, r);
        k->cost += add_picture_prior(k, i, is_pose_only);
    }
    for (int j = 0; j < k->latents; j++) {
        k->is_held[j] = is_pose_only;
        k->gram[j * k->n + j] += 1;
        k->rhs[j] -= k->x[j];
        k->cost += k->x[j] * k->x[j];
    }
}

/* Factors the normal equations; held unknowns have the step `bound`. Returns false if they are singular. */
static bool factor_likeness(likeness *k, const double *bound)
{
    memcpy(k->factor, k->gram, (size_t)k->n * (size_t)k->n * sizeof *k->gram);
    memcpy(k->step, k->rhs, (size_t)k->n * sizeof *k->rhs);
    for (int i = 0; i < k->n; i++) {
        if (!k->is_held[i]) continue;
        k->factor[i * k->n + i] += FIXED;
        k->step[i] = FIXED * bound[i];
    }
    return pd_k_cholesky(k->factor, k->n);
}

/* Finds the step. A weight that it would take beyond 0 or 1 is taken there, and the others are solved again.
 * Returns false if the equations are singular. */
static bool find_likeness_step(likeness *k)
{
    double bound[UNKNOWNS_MOST] = {0};

    for (int round = 0; round < ROUNDS; round++) {
        bool is_within = true;
        if (!factor_likeness(k, bound)) return false;
        pd_k_cholesky_solve(k->step, k->factor, k->n);
        for (int i = 0; i < k->count; i++)
            for (int w = 0; w < SOLVED; w++) {
                const int at = k->latents + OWN * i + FIRST_WEIGHT + w;
                const double now = k->pictures[i].w[w], then = now + k->step[at];
                if (k->is_held[at] || (then >= 0 && then <= 1)) continue;
                bound[at] = (then < 0 ? 0 : 1) - now;
                k->is_held[at] = true;
                is_within = false;
            }
        if (is_within) break;
    }

    return true;
}

/* Moves all unknowns by the step. */
static void take_likeness_step(likeness *k)
{
    for (int j = 0; j < k->latents; j++) k->x[j] += k->step[j];
    for (int i = 0; i < k->count; i++) {
        likeness_picture *p = &k->pictures[i];
        const double *step = k->step + k->latents + OWN * i;
        const double angle = hypot(hypot(step[3], step[4]), step[5]);
        const double part = angle > TURN_MOST ? TURN_MOST / angle : 1;
        const double longer = fmax(-FOCAL_MOST, fmin(FOCAL_MOST, step[FOCAL]));
        p->log_focal += longer;
        p->place[2] *= exp(longer);
        const double length = hypot(hypot(step[0], step[1]), step[2]);
        const double way = fmin(1, MOVE_MOST * -p->place[2] / fmax(length, 1e-12));
        for (int x = 0; x < 3; x++) p->place[x] += way * step[x];
        p->place[2] = fmin(p->place[2], -LEAST_DEPTH);
        p->turn = pd_q_normalize(pd_q_mul(
            pd_q_from_rotvec(pd_vec3_make(part * step[3], part * step[4], part * step[5])), p->turn));
        for (int w = 0; w < SOLVED; w++) p->w[w] = fmax(0, fmin(1, p->w[w] + step[FIRST_WEIGHT + w]));
    }
}

/* ---- results ---- */

/* Returns the root mean square residual of some landmarks, each by its own deviation, in millimetres. */
static double rms_of(const likeness_picture *p, bool of_lips, bool of_others)
{
    double sum = 0, weights = 0;

    for (int l = 0; l < PD_OBSERVE_FACE_SKIN; l++) {
        bool is_lip = false;
        for (int i = 0; i < LIPS && !is_lip; i++) is_lip = lips[i] == l;
        if (is_lip ? !of_lips : !of_others) continue;
        sum += p->use[l] * p->away[l] * p->away[l];
        weights += p->use[l];
    }

    return sqrt(sum / fmax(weights, 1e-12));
}

/* Describes a picture: where the head is, and how the camera looks at it. */
static void describe_view(pd_observe_likeness_view *out, const likeness_picture *p)
{
    double R[9];
    const pd_vec3 back = pd_vec3_make(-p->place[0], -p->place[1], -p->place[2]);
    const pd_vec3 camera = pd_q_rotate(pd_q_conjugate(p->turn), back);

    pd_q_to_matrix(R, p->turn);
    out->turn = p->turn;
    out->distance = sqrt(camera.x * camera.x + camera.y * camera.y + camera.z * camera.z);
    out->yaw = -atan2(camera.x, camera.z) / DEGREE;
    out->pitch = asin(fmax(-1, fmin(1, camera.y / out->distance))) / DEGREE;
    out->roll = atan2(-R[1], R[4]) / DEGREE;
    out->focal = exp(p->log_focal);
    out->rms = rms_of(p, true, true);
    memcpy(out->weights, p->w, sizeof out->weights);
}

/* Refuses pictures in which the found face cannot be trusted. */
static pd_status judge_views(const pd_observe_likeness *out, const likeness *k, pd_error *err)
{
    double best = INFINITY;
    for (int i = 0; i < k->count; i++) best = fmin(best, out->views[i].rms);

    for (int i = 0; i < k->count; i++) {
        const pd_observe_likeness_view *v = &out->views[i];
        const double mouth = rms_of(&k->pictures[i], true, false),
                     rest = rms_of(&k->pictures[i], false, true);
        char where[32];
        snprintf(where, sizeof where, "/pictures/%d", i);
        if (rest <= PD_OBSERVE_LIKENESS_POOR && mouth > COVERED_MM && mouth > COVERED * rest)
            return pd_fail(err, PD_ERR_RANGE, where,
                           "the mouth does not belong to the face (%.1f mm off): is a hand before it?",
                           mouth);
        if (!(v->rms <= PD_OBSERVE_LIKENESS_POOR))
            return pd_fail(err, PD_ERR_RANGE, where,
                           "the points are no face: they are %.1f mm off; at most %.1f allowed", v->rms,
                           PD_OBSERVE_LIKENESS_POOR);
        if (fabs(v->yaw) > PD_OBSERVE_LIKENESS_YAW)
            return pd_fail(err, PD_ERR_RANGE, where,
                           "the head is turned %.0f degrees to a side; at most %.0f allowed", fabs(v->yaw),
                           PD_OBSERVE_LIKENESS_YAW);
        if (fabs(v->pitch) > PD_OBSERVE_LIKENESS_PITCH)
            return pd_fail(err, PD_ERR_RANGE, where,
                           "the head is turned %.0f degrees %s; at most %.0f allowed", fabs(v->pitch),
                           v->pitch > 0 ? "down" : "up", PD_OBSERVE_LIKENESS_PITCH);
        if (v->rms > STRANGER_MM && v->rms > STRANGER * best)
            return pd_fail(err, PD_ERR_RANGE, where,
                           "another face than in the other pictures: %.1f mm off, the best %.1f", v->rms,
                           best);
    }

    return PD_OK;
}

/* Writes the betas, their deviations and the evidence. `factor` must be that of the last state. */
static void write_person(pd_observe_likeness *out, likeness *k)
{
    double logarithm = 0;

    for (int b = 0; b < k->betas; b++) {
        const float *root = k->prior->root + b * k->latents;
        double variance = 0;
        out->betas[b] = (double)k->prior->mean[b];
        memset(k->step, 0, (size_t)k->n * sizeof *k->step);
        for (int j = 0; j < k->latents; j++) {
            out->betas[b] += (double)root[j] * k->x[j];
            k->step[j] = (double)root[j];
        }
        pd_k_cholesky_solve(k->step, k->factor, k->n);
        for (int j = 0; j < k->latents; j++) variance += (double)root[j] * k->step[j];
        out->betas_sd[b] = sqrt(fmax(0, variance));
    }
    for (int i = 0; i < k->n; i++)
        logarithm += k->is_held[i] ? -log(WEIGHT_SD) : log(k->factor[i * k->n + i]);
    out->evidence = -0.5 * k->cost - logarithm;
}

/* ---- the fit ---- */

/* Computes the landmarks of the prior's mean, and how they move by each latent. */
static void prepare_likeness(likeness *k)
{
    const pd_observe_face_shapes *s = k->shapes;

    memcpy(k->mean, s->mean, sizeof s->mean);
    for (int b = 0; b < k->betas; b++) {
        const double(*by_beta)[3] = (const double(*)[3])s->betas[b];
        for (int l = 0; l < POINTS; l++)
            for (int x = 0; x < 3; x++) k->mean[l][x] += (double)k->prior->mean[b] * by_beta[l][x];
        for (int j = 0; j < k->latents; j++) {
            const double root = (double)k->prior->root[b * k->latents + j];
            if (root == 0) continue;
            for (int l = 0; l < POINTS; l++)
                for (int x = 0; x < 3; x++) k->by_x[j][l][x] += root * by_beta[l][x];
        }
    }
}

/* Solves all unknowns. */
static pd_status solve_likeness(pd_observe_likeness *out, likeness *k, pd_error *err)
{
    for (int step = 0; step <= STEPS_POSE + STEPS_ALL; step++) {
        form_likeness(k, step < STEPS_POSE);
        if (!find_likeness_step(k))
            return pd_fail(err, PD_ERR_RANGE, "/pictures", "the points do not determine a face");
        if (step < STEPS_POSE + STEPS_ALL) take_likeness_step(k);
    }

    for (int i = 0; i < k->count; i++) describe_view(&out->views[i], &k->pictures[i]);
    write_person(out, k);

    return judge_views(out, k, err);
}

pd_status pd_observe_likeness_find(pd_observe_likeness *out, const pd_observe_likeness_picture *pictures,
                                   int picture_count, const pd_observe_face_shapes *shapes,
                                   const pd_smpl_people *people, pd_smpl_gender gender, pd_error *err)
{
    pd_smpl_prior prior;
    PD_ASSERT(picture_count >= 1 && picture_count <= PD_OBSERVE_LIKENESS_PICTURES);

    if (!people->numbers || !pd_smpl_people_prior(&prior, people, 0, PD_SMPL_PUBLIC, gender) ||
        people->beta_count != shapes->beta_count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "the body model has no people; \"person\" has them");
    for (int i = 0; i < picture_count; i++) {
        char where[32];
        snprintf(where, sizeof where, "/pictures/%d", i);
        const pd_status status = pd_observe_likeness_check(&pictures[i], where, err);
        if (status != PD_OK) return status;
    }

    likeness k = {.shapes = shapes,
                  .prior = &prior,
                  .betas = people->beta_count,
                  .latents = 1 + people->beta_count,
                  .count = picture_count};
    k.n = k.latents + OWN * picture_count;
    const size_t part = (size_t)(k.latents + OWN);
    k.pictures = calloc((size_t)picture_count, sizeof *k.pictures);
    k.mean = calloc(POINTS, sizeof *k.mean);
    k.by_x = calloc((size_t)k.latents, sizeof *k.by_x);
    k.rows = calloc(part * ROWS, sizeof *k.rows);
    k.part = calloc(part * part, sizeof *k.part);
    k.gram = calloc((size_t)k.n * (size_t)k.n, sizeof *k.gram);
    k.rhs = calloc((size_t)k.n, sizeof *k.rhs);
    k.factor = calloc((size_t)k.n * (size_t)k.n, sizeof *k.factor);
    k.step = calloc((size_t)k.n, sizeof *k.step);
    k.is_held = calloc((size_t)k.n, sizeof *k.is_held);
    pd_status status = PD_OK;
    if (!k.pictures || !k.mean || !k.by_x || !k.rows || !k.part || !k.gram || !k.rhs || !k.factor ||
        !k.step || !k.is_held)
        status = pd_fail(err, PD_ERR_MEMORY, "/pictures", "out of memory for a face");

    if (status == PD_OK) {
        *out = (pd_observe_likeness){0};
        prepare_likeness(&k);
        for (int i = 0; i < picture_count; i++) {
            take_picture(&k.pictures[i], &pictures[i], shapes);
            start_likeness_head(&k.pictures[i], &k);
        }
        status = solve_likeness(out, &k, err);
    }
    free(k.pictures);
    free(k.mean);
    free(k.by_x);
    free(k.rows);
    free(k.part);
    free(k.gram);
    free(k.rhs);
    free(k.factor);
    free(k.step);
    free(k.is_held);

    return status;
}
