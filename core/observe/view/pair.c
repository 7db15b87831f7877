#include "core/observe/view/pair.h"

#include "core/base/rng.h"
#include "core/base/sort.h"
#include "core/ik/methods/dense.h"
#include "core/math/mat3.h"
#include "core/observe/start.h"

#include <math.h>
#include <string.h>

#define SAMPLES 400  /* of RANSAC */
#define EIGHT   8    /* points of the eight-point algorithm */
#define SIX     6    /* points that determine a camera's place, at least */
#define REFITS  4    /* how often a model is fitted again to the points that agree */
#define SEED    7    /* of the samples; any would do */
#define LEAST   0.5  /* least share of the points that must agree */
#define ANGLES  1000 /* largest number of angles of which the median is taken */
#define LARGEST 12   /* rows of the largest system */

/* Computes the unit vector that minimises a quadratic form (n,n). */
static void least_direction(double *out, double *form, int n)
{
    double values[LARGEST], vectors[LARGEST * LARGEST];
    int best = 0;

    pd_ik_eigen(values, vectors, form, n);
    for (int i = 1; i < n; i++)
        if (values[i] < values[best]) best = i;
    memcpy(out, vectors + n * best, (size_t)n * sizeof *out);
}

static void add_row_pair(double *form, const double *row, int n, double weight)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) form[i * n + k] += weight * row[i] * row[k];
}

/* ---- two cameras */

typedef struct points {
    const double (*a)[2], (*b)[2], (*space)[3];
    int count;
    double reach;
} points;

/* Computes mean and scale that normalize the chosen points to a size of about 1. */
static void pair_frame_of(double mean[2], double *scale, const double (*x)[2], const int *chosen, int count)
{
    double square = 0;

    mean[0] = mean[1] = 0;
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 2; c++) mean[c] += x[chosen[i]][c] / count;
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 2; c++) square += pow(x[chosen[i]][c] - mean[c], 2) / count;
    *scale = square > 0 ? sqrt(2 / square) : 1;
}

static void eight_points(double e[9], const points *p, const int *chosen, int count)
{
    double form[81] = {0};
    double f[9], mean[2][2], scale[2];

    pair_frame_of(mean[0], &scale[0], p->a, chosen, count);
    pair_frame_of(mean[1], &scale[1], p->b, chosen, count);
    for (int i = 0; i < count; i++) {
        const double *a = p->a[chosen[i]];
        const double *b = p->b[chosen[i]];
        const double x = scale[0] * (a[0] - mean[0][0]);
        const double y = scale[0] * (a[1] - mean[0][1]);
        const double u = scale[1] * (b[0] - mean[1][0]);
        const double v = scale[1] * (b[1] - mean[1][1]);
        const double row[9] = {u * x, u * y, u, v * x, v * y, v, x, y, 1};
        add_row_pair(form, row, 9, 1);
    }

    least_direction(f, form, 9);

    /* Undo the normalization: E = T_b^T F T_a. */
    const double ta[9] = {scale[0], 0, -scale[0] * mean[0][0], 0, scale[0], -scale[0] * mean[0][1], 0, 0, 1};
    const double tb[9] = {scale[1], 0, 0, 0, scale[1], 0, -scale[1] * mean[1][0], -scale[1] * mean[1][1], 1};
    double half[9];
    pd_mat3_mul(half, f, ta);
    pd_mat3_mul(e, tb, half);
}

/* Computes U and V, in columns, of E = U diag(1, 1, 0) V^T. Returns false if E has no such decomposition. */
static bool parts_of(double u[9], double v[9], const double e[9])
{
    double form[9], values[3], rows[9];
    int order[3] = {0, 1, 2};

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) form[3 * i + k] = e[i] * e[k] + e[3 + i] * e[3 + k] + e[6 + i] * e[6 + k];
    pd_ik_eigen(values, rows, form, 3);
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++)
            if (values[order[k]] > values[order[i]]) {
                const int kept = order[i];
                order[i] = order[k];
                order[k] = kept;
            }
    double us[3][3], vs[3][3];
    for (int i = 0; i < 2; i++) {
        memcpy(vs[i], rows + 3 * order[i], sizeof vs[i]);
        pd_mat3_apply(us[i], e, vs[i]);
        const double length = pd_length3(us[i]);

        if (!(length > 1e-12)) return false;
        for (int c = 0; c < 3; c++) us[i][c] /= length;
    }

    pd_cross3(us[2], us[0], us[1]);
    pd_cross3(vs[2], vs[0], vs[1]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            u[3 * r + c] = us[c][r];
            v[3 * r + c] = vs[c][r];
        }

    return true;
}

/* Computes the depths of a point along both rays and the angle between them.
 * Returns false if the rays are parallel. */
static bool depths_of(double depth[2], double *angle, const pd_observe_pair *p, const double a[2],
                      const double b[2])
{
    const double x[3] = {a[0], a[1], 1};
    const double y[3] = {b[0], b[1], 1};
    double d[3];

    pd_mat3_apply(d, p->rotation, x);
    const double dd = pd_dot3(d, d);
    const double yy = pd_dot3(y, y);
    const double dy = pd_dot3(d, y);
    const double det = dd * yy - dy * dy;
    const double dt = pd_dot3(d, p->translation);
    const double yt = pd_dot3(y, p->translation);
    if (!(det > 1e-12)) return false;
    *angle = acos(fmin(1, dy / sqrt(dd * yy)));
    depth[0] = (dy * yt - yy * dt) / det; /* depth_a d + t = depth_b y */
    depth[1] = (dd * yt - dy * dt) / det;

    return true;
}

/* Chooses the decomposition of an essential matrix that has most points in front of both cameras. */
static void choose_side(pd_observe_pair *out, const points *p, const int *agree, int count, const double e[9])
{
    static const double quarter[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    double u[9], v[9], angles[ANGLES];
    int most = -1;

    /* An essential matrix has four decompositions into rotation and translation. */
    *out = (pd_observe_pair){.agree = 0};
    if (!parts_of(u, v, e)) return;
    for (int side = 0; side < 4; side++) {
        pd_observe_pair now = {.agree = 0};
        double w[9], half[9], vt[9];
        int angle_count = 0;
        for (int i = 0; i < 9; i++) w[i] = side & 1 ? quarter[3 * (i % 3) + i / 3] : quarter[i];
        for (int i = 0; i < 9; i++) vt[i] = v[3 * (i % 3) + i / 3];
        pd_mat3_mul(half, u, w);
        pd_mat3_mul(now.rotation, half, vt);
        for (int c = 0; c < 3; c++) now.translation[c] = side & 2 ? -u[3 * c + 2] : u[3 * c + 2];

        /* Count the points that are in front of both cameras. */
        for (int i = 0; i < count; i++) {
            double depth[2], angle;
            if (!depths_of(depth, &angle, &now, p->a[agree[i]], p->b[agree[i]])) continue;
            if (!(depth[0] > 0 && depth[1] > 0)) continue;
            now.agree++;
            if (angle_count < ANGLES) angles[angle_count++] = angle;
        }

        /* Keep the decomposition with most of them, and the median angle between the rays. */
        if (now.agree <= most) continue;
        most = now.agree;
        pd_sort_doubles(angles, (size_t)angle_count);
        now.angle = angle_count ? angles[angle_count / 2] : 0;
        *out = now;
    }
}

/* Draws `wanted` different numbers from 0 to count - 1. */
static void draw_pair(int *chosen, int wanted, int count, pd_rng *rng)
{
    for (int i = 0; i < wanted; i++) {
        bool twice;
        do {
            chosen[i] = pd_rng_below(rng, count);
            twice = false;
            for (int k = 0; k < i; k++) twice |= chosen[k] == chosen[i];
        } while (twice);
    }
}

/* Lists the points whose Sampson distance from their epipolar line is at most the reach.
 * Returns their number. */
static int agreeing(int *agree, const points *p, const double e[9])
{
    int count = 0;

    for (int i = 0; i < p->count; i++) {
        const double x[3] = {p->a[i][0], p->a[i][1], 1};
        const double y[3] = {p->b[i][0], p->b[i][1], 1};
        double ex[3], ey[2];
        pd_mat3_apply(ex, e, x);
        for (int c = 0; c < 2; c++) ey[c] = e[c] * y[0] + e[3 + c] * y[1] + e[6 + c];
        const double off = pd_dot3(y, ex);
        const double slope = ex[0] * ex[0] + ex[1] * ex[1] + ey[0] * ey[0] + ey[1] * ey[1];
        if (slope > 0 && off * off / slope < p->reach * p->reach) agree[count++] = i;
    }

    return count;
}

bool pd_observe_pair_find(pd_observe_pair *out, const double (*a)[2], const double (*b)[2], int count,
                          double reach)
{
    const points p = {a, b, NULL, count < PD_OBSERVE_PAIR_MOST ? count : PD_OBSERVE_PAIR_MOST, reach};
    int agree[PD_OBSERVE_PAIR_MOST];
    int most = 0;
    double best[9];
    pd_rng rng;

    if (p.count < PD_OBSERVE_PAIR_LEAST) return false;
    pd_rng_init(&rng, SEED);
    for (int sample = 0; sample < SAMPLES; sample++) {
        int chosen[EIGHT];
        double e[9];
        draw_pair(chosen, EIGHT, p.count, &rng);
        eight_points(e, &p, chosen, EIGHT);
        const int now = agreeing(agree, &p, e);
        if (now > most) {
            most = now;
            memcpy(best, e, sizeof best);
        }
    }

    if (most < EIGHT) return false;
    for (int i = 0; i < REFITS; i++) {
        const int now = agreeing(agree, &p, best);
        if (now < EIGHT) break;
        eight_points(best, &p, agree, now);
    }

    const int now = agreeing(agree, &p, best);
    choose_side(out, &p, agree, now, best);

    return out->agree >= PD_OBSERVE_PAIR_LEAST && out->agree >= LEAST * p.count;
}

/* ---- a camera and points in space */

/* Finds R and t of a camera from chosen points in space.
 * Returns false if the points do not determine them. */
static bool place_pair(pd_observe_pair *out, const points *p, const int *chosen, int count)
{
    double form[144] = {0};
    double m[12];
    double mean[3] = {0, 0, 0};
    double s[9];

    /* Linear equations of the 3x4 matrix, about the mean of the points. */
    for (int i = 0; i < count; i++)
        for (int c = 0; c < 3; c++) mean[c] += p->space[chosen[i]][c] / count;
    for (int i = 0; i < count; i++) {
        const double *b = p->b[chosen[i]];
        double x[4] = {0, 0, 0, 1};
        double rows[2][12] = {{0}};
        for (int c = 0; c < 3; c++) x[c] = p->space[chosen[i]][c] - mean[c];
        for (int k = 0; k < 4; k++) {
            rows[0][k] = x[k];
            rows[0][8 + k] = -b[0] * x[k];
            rows[1][4 + k] = x[k];
            rows[1][8 + k] = -b[1] * x[k];
        }

        add_row_pair(form, rows[0], 12, 1);
        add_row_pair(form, rows[1], 12, 1);
    }

    least_direction(m, form, 12);

    /* Choose the sign for which the points are in front of the camera. */
    double front = 0;
    for (int i = 0; i < count; i++) {
        double depth = m[11];
        for (int c = 0; c < 3; c++) depth += m[8 + c] * (p->space[chosen[i]][c] - mean[c]);
        front += depth > 0 ? 1 : -1;
    }

    /* Find the nearest rotation, and scale the translation accordingly. */
    double size = 0;
    for (int i = 0; i < 12; i++) m[i] *= front < 0 ? -1 : 1;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            s[3 * c + r] = m[4 * r + c];
            size += m[4 * r + c] * m[4 * r + c] / 3;
        }
    if (!(size > 1e-18)) return false;
    pd_observe_horn(out->rotation, s);
    for (int r = 0; r < 3; r++) {
        out->translation[r] = m[4 * r + 3] / sqrt(size);
        for (int c = 0; c < 3; c++) out->translation[r] -= out->rotation[3 * r + c] * mean[c];
    }

    return true;
}

static int seen_right(int *agree, const points *p, const pd_observe_pair *now)
{
    int count = 0;

    for (int i = 0; i < p->count; i++) {
        double at[3];
        pd_mat3_apply(at, now->rotation, p->space[i]);
        for (int c = 0; c < 3; c++) at[c] += now->translation[c];
        if (at[2] > 0 && hypot(at[0] / at[2] - p->b[i][0], at[1] / at[2] - p->b[i][1]) < p->reach)
            agree[count++] = i;
    }

    return count;
}

bool pd_observe_pair_place(pd_observe_pair *out, const double (*space)[3], const double (*b)[2], int count,
                           double reach)
{
    const points p = {NULL, b, space, count < PD_OBSERVE_PAIR_MOST ? count : PD_OBSERVE_PAIR_MOST, reach};
    int agree[PD_OBSERVE_PAIR_MOST];
    pd_rng rng;

    *out = (pd_observe_pair){.agree = 0};
    if (p.count < PD_OBSERVE_PLACE_LEAST) return false;
    pd_rng_init(&rng, SEED);
    for (int sample = 0; sample < SAMPLES; sample++) {
        pd_observe_pair now;
        int chosen[SIX + 2];
        draw_pair(chosen, SIX + 2, p.count, &rng);
        if (!place_pair(&now, &p, chosen, SIX + 2)) continue;
        now.agree = seen_right(agree, &p, &now);
        if (now.agree > out->agree) *out = now;
    }

    for (int i = 0; i < REFITS && out->agree >= SIX; i++) {
        pd_observe_pair now;
        const int agreed = seen_right(agree, &p, out);
        if (agreed < SIX || !place_pair(&now, &p, agree, agreed)) break;
        now.agree = seen_right(agree, &p, &now);
        if (now.agree >= out->agree) *out = now;
    }

    return out->agree >= PD_OBSERVE_PLACE_LEAST && out->agree >= LEAST * p.count;
}
