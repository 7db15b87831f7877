#include "core/observe/take/smooth.h"

#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/observe/term.h"

#include <math.h>
#include <string.h>

#define LEAST_CALM 9   /* least number of frames that are filtered */
#define CALM       2.0 /* lambda / (s^2 / a^2) */
/* least share of the person's own motion in the mean square of the second differences */
#define OWN        0.01

static void smooth_between(double r[3], const double a[9], const double b[9])
{
    double back[9], by[9];
    for (int i = 0; i < 9; i++) back[i] = a[3 * (i % 3) + i / 3];
    pd_rot_mul(by, back, b);
    pd_rot_to_axis_angle(r, by);
}

double pd_observe_smooth_value(const pd_observe_pose *a, const pd_observe_pose *b, int joints, double seconds,
                               double weight)
{
    const double turn = 1 / (PD_OBSERVE_SMOOTH_TURN * seconds);
    const double move = 1 / (PD_OBSERVE_SMOOTH_MOVE * seconds);
    double value = 0;
    double r[3];

    for (int k = 0; k < joints; k++) {
        smooth_between(r, a->rotations[k], b->rotations[k]);
        value += 0.5 * turn * turn * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    }

    for (int c = 0; c < 3; c++) {
        const double d = move * (b->translation[c] - a->translation[c]);
        value += 0.5 * d * d;
    }

    return weight * value;
}

/* Adds a block of three unknowns: residual r with its derivatives j
 * by the later frame and -j^T by the earlier one. */
static void add_block(pd_observe_arrow *arrow, size_t frame, size_t block, const double r[3],
                      const double j[3][3], double scale)
{
    const size_t n = (size_t)arrow->n;
    double *d = arrow->d + frame * n * n;
    double *before = d - n * n;
    double *g = arrow->g + frame * n + 3 * block;
    double *h = g - n;
    double *e = arrow->e[frame * (n / 3) + block];

    PD_DEBUG_ASSERT(frame > 0 && 3 * block + 3 <= n);

    for (size_t x = 0; x < 3; x++) {
        for (size_t y = 0; y < 3; y++) {
            const size_t at = (3 * block + x) * n + 3 * block + y;
            double later = 0, earlier = 0, both = 0;

            /* J^T J of the later frame, J J^T of the earlier one, and the block between the two. */
            for (size_t i = 0; i < 3; i++) {
                later += j[i][x] * j[i][y];
                earlier += j[x][i] * j[y][i];
                both -= j[i][x] * j[y][i];
            }

            e[3 * x + y] = scale * both;
            if (y > x) continue;
            d[at] += scale * later;
            before[at] += scale * earlier;
        }

        /* Gradients of both frames. */
        for (size_t i = 0; i < 3; i++) {
            g[x] += scale * j[i][x] * r[i];
            h[x] -= scale * j[x][i] * r[i];
        }
    }
}

void pd_observe_smooth_add(pd_observe_arrow *arrow, int frame, const pd_observe_pose *a,
                           const pd_observe_pose *b, int joints, double seconds, double weight)
{
    static const double same[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double turn = 1 / (PD_OBSERVE_SMOOTH_TURN * seconds);
    const double move = 1 / (PD_OBSERVE_SMOOTH_MOVE * seconds);
    double r[3], j[3][3];

    for (int k = 0; k < joints; k++) {
        smooth_between(r, a->rotations[k], b->rotations[k]);
        pd_observe_log_slope(j, r);
        add_block(arrow, (size_t)frame, (size_t)k, r, (const double(*)[3])j, weight * turn * turn);
    }

    for (int c = 0; c < 3; c++) r[c] = b->translation[c] - a->translation[c];
    add_block(arrow, (size_t)frame, (size_t)joints, r, same, weight * move * move);
}

/* ---- jitter */

typedef struct track {
    double at[PD_OBSERVE_SMOOTH_MOST][4]; /* (frames,width) */
    int frames, width;
} track;

/* Estimates s^2 and a^2 over all numbers of a track. */
static void find_noise(double *noise, double *own, const track *t)
{
    double off[PD_OBSERVE_SMOOTH_MOST];
    double square = 0;
    const int fourths = t->frames - 4;
    const int seconds = t->frames - 2;

    *noise = 0;
    for (int c = 0; c < t->width; c++) {
        for (int f = 0; f < fourths; f++)
            off[f] = fabs(t->at[f][c] - 4 * t->at[f + 1][c] + 6 * t->at[f + 2][c] - 4 * t->at[f + 3][c] +
                          t->at[f + 4][c]);
        pd_sort_doubles(off, (size_t)fourths);
        const double median = pd_sorted_percentile(off, (size_t)fourths, 0.5);
        *noise += pow(median / 0.6745, 2) / 70;
        for (int f = 0; f < seconds; f++)
            square += pow(t->at[f][c] - 2 * t->at[f + 1][c] + t->at[f + 2][c], 2) / seconds;
    }

    *own = fmax(square - 6 * *noise, OWN * square);
}

/* Solves (1 + lambda D^T D) x = y with D of second differences: a matrix of five diagonals, by L D L^T. */
static void calm(track *t, double lambda)
{
    double d[PD_OBSERVE_SMOOTH_MOST], one[PD_OBSERVE_SMOOTH_MOST], two[PD_OBSERVE_SMOOTH_MOST];
    const int n = t->frames;

    /* Diagonals of the matrix. */
    for (int f = 0; f < n; f++) {
        const bool end = f == 0 || f == n - 1;
        const bool next = f == 1 || f == n - 2;
        d[f] = 1 + lambda * (end ? 1 : next ? 5 : 6);
        one[f] = f + 1 < n ? lambda * (f == 0 || f == n - 2 ? -2 : -4) : 0;
        two[f] = f + 2 < n ? lambda : 0;
    }

    /* Factor. `one` and `two` become the columns of L. */
    for (int f = 0; f < n; f++) {
        const double a = one[f];
        const double b = two[f];
        one[f] = a / d[f];
        two[f] = b / d[f];
        if (f + 1 < n) {
            d[f + 1] -= a * one[f];
            one[f + 1] -= b * one[f];
        }

        if (f + 2 < n) d[f + 2] -= b * two[f];
    }

    /* Solve for each coordinate: forwards, then backwards. */
    for (int c = 0; c < t->width; c++) {
        for (int f = 0; f < n; f++) {
            if (f + 1 < n) t->at[f + 1][c] -= one[f] * t->at[f][c];
            if (f + 2 < n) t->at[f + 2][c] -= two[f] * t->at[f][c];
        }

        for (int f = n - 1; f >= 0; f--) {
            t->at[f][c] /= d[f];
            if (f + 1 < n) t->at[f][c] -= one[f] * t->at[f + 1][c];
            if (f + 2 < n) t->at[f][c] -= two[f] * t->at[f + 2][c];
        }
    }
}

static void take_out(track *t)
{
    double noise, own;
    find_noise(&noise, &own, t);
    if (noise > 0 && own > 0) calm(t, CALM * noise / own);
}

void pd_observe_smooth_calm(double (*rotations)[9], double (*translations)[3], int frames, int joints,
                            const double *depth)
{
    track t = {.frames = frames, .width = 4};

    if (frames < LEAST_CALM) return;

    /* Rotations of each joint, as quaternions on one side. */
    for (int k = 0; k < joints; k++) {
        pd_quat before = pd_q_identity();
        for (int f = 0; f < frames; f++) {
            pd_quat q = pd_q_from_matrix(rotations[f * joints + k]);
            if (f && pd_q_dot(q, before) < 0) q = (pd_quat){-q.x, -q.y, -q.z, -q.w};
            memcpy(t.at[f], (const double[4]){q.x, q.y, q.z, q.w}, sizeof t.at[f]);
            before = q;
        }

        take_out(&t);
        for (int f = 0; f < frames; f++) {
            pd_quat q;
            const double *x = t.at[f];
            if (pd_q_unit(&q, (pd_quat){x[0], x[1], x[2], x[3]}))
                pd_q_to_matrix(rotations[f * joints + k], q);
        }
    }

    /* Filter positions from space: all directions alike. */
    if (!depth) {
        t.width = 3;
        for (int f = 0; f < frames; f++) memcpy(t.at[f], translations[f], sizeof *translations);
        take_out(&t);
        for (int f = 0; f < frames; f++) memcpy(translations[f], t.at[f], sizeof *translations);
        return;
    }

    /* Filter positions from a picture: as usual across the depth. Along it, the person's own motion is
     * assumed to be at most as large as across it. */
    const pd_vec3 z = {depth[0], depth[1], depth[2]};
    const pd_vec3 x = pd_vec3_perpendicular(z);
    const pd_vec3 y = pd_vec3_cross(z, x);
    const double axes[3][3] = {{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}};
    track across = {.frames = frames, .width = 2};
    track along = {.frames = frames, .width = 1};
    double noise, own, noise_along, own_along;
    for (int f = 0; f < frames; f++)
        for (int c = 0; c < 3; c++)
            *(c < 2 ? &across.at[f][c] : &along.at[f][0]) = pd_dot3(axes[c], translations[f]);
    find_noise(&noise, &own, &across);
    find_noise(&noise_along, &own_along, &along);
    const double square = own_along + 6 * noise_along;
    own_along = fmin(own_along, fmax(0.5 * own, OWN * square));
    noise_along = fmax(noise_along, (square - own_along) / 6);

    /* Smooth both, and put them together. */
    if (noise > 0 && own > 0) calm(&across, CALM * noise / own);
    if (noise_along > 0 && own_along > 0) calm(&along, CALM * noise_along / own_along);
    for (int f = 0; f < frames; f++)
        for (int c = 0; c < 3; c++)
            translations[f][c] =
                axes[0][c] * across.at[f][0] + axes[1][c] * across.at[f][1] + axes[2][c] * along.at[f][0];
}
