#ifndef TESTS_SUPPORT_SCANS_H
#define TESTS_SUPPORT_SCANS_H
/* Scans for tests of train/scan: points drawn over a surface by area, with noise, except those in a
 * ball; and the points that a depth camera sees. */
#include "core/math/mat3.h"
#include "tests/support/sight.h"

/* Draws points (count,3) of the surface of `vertices` in random order.
 * Points within `radius` of `hole` are drawn again. */
static inline void scans_draw(double (*points)[3], int count, const pd_smpl_model *m, const float *vertices,
                              double noise, const double hole[3], double radius, uint64_t seed)
{
    double *sums = malloc((size_t)m->face_count * sizeof *sums), total = 0;
    pd_rng rng;

    assert_non_null(sums);
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *v = m->data.faces + 3 * (size_t)f;
        double a[3], b[3], n[3];
        for (size_t c = 0; c < 3; c++) {
            a[c] = (double)vertices[3 * v[1] + c] - (double)vertices[3 * v[0] + c];
            b[c] = (double)vertices[3 * v[2] + c] - (double)vertices[3 * v[0] + c];
        }
        pd_cross3(n, a, b);
        sums[f] = total += pd_length3(n);
    }

    pd_rng_init(&rng, seed);
    for (int i = 0; i < count; i++) {
        const double at = total * pd_rng_uniform(&rng), s = sqrt(pd_rng_uniform(&rng)),
                     t = pd_rng_uniform(&rng);
        const double w[3] = {1 - s, s * (1 - t), s * t};
        int low = 0, high = m->face_count - 1;
        while (low < high) {
            const int middle = (low + high) / 2;
            if (sums[middle] < at)
                low = middle + 1;
            else
                high = middle;
        }
        const uint32_t *v = m->data.faces + 3 * (size_t)low;
        double off[3];
        for (size_t c = 0; c < 3; c++) {
            points[i][c] = 0;
            for (int k = 0; k < 3; k++) points[i][c] += w[k] * (double)vertices[3 * v[k] + c];
            off[c] = points[i][c] - (hole ? hole[c] : 0);
        }
        if (hole && pd_length3(off) < radius) {
            i--;
            continue;
        }
        for (int c = 0; c < 3; c++) points[i][c] += noise * pd_rng_normal(&rng);
    }
    free(sums);
}

/* points (count,3) of the surface that a pinhole camera at `camera` sees, of 1.2 cm pixels at 2.5 m: per
 * pixel the nearest of `drawn` points, without those below `lowest`, with noise along the line of sight.
 * Returns how many there are, at most `count`. */
static inline int scans_draw_side(double (*points)[3], int count, const pd_smpl_model *m,
                                  const float *vertices, const double camera[3], double lowest, double noise,
                                  uint64_t seed)
{
    enum { DRAWN = 200000, PIXELS = 512 };
    double(*all)[3] = malloc(DRAWN * sizeof *all), axes[9], middle[3] = {0};
    int *nearest = malloc(sizeof *nearest * PIXELS * PIXELS), found = 0;
    pd_rng rng;

    assert_true(all && nearest);
    scans_draw(all, DRAWN, m, vertices, 0, NULL, 0, seed);
    for (int i = 0; i < DRAWN; i++)
        for (int c = 0; c < 3; c++) middle[c] += all[i][c] / DRAWN;

    /* rows: right, up, away */
    const double up[3] = {0, 1, 0};
    for (int c = 0; c < 3; c++) axes[6 + c] = middle[c] - camera[c];
    pd_cross3(axes, axes + 6, up);
    pd_cross3(axes + 3, axes, axes + 6);
    for (int r = 0; r < 3; r++) {
        const double length = pd_length3(axes + 3 * r);
        for (int c = 0; c < 3; c++) axes[3 * r + c] /= length;
    }

    for (int i = 0; i < PIXELS * PIXELS; i++) nearest[i] = -1;
    for (int i = 0; i < DRAWN; i++) {
        double from[3], in[3];
        for (int c = 0; c < 3; c++) from[c] = all[i][c] - camera[c];
        pd_mat3_apply(in, axes, from);
        const int x = (int)floor(in[0] / in[2] * 2.5 / 0.012) + PIXELS / 2,
                  y = (int)floor(in[1] / in[2] * 2.5 / 0.012) + PIXELS / 2;
        if (in[2] < 0.1 || x < 0 || y < 0 || x >= PIXELS || y >= PIXELS) continue;
        int *kept = &nearest[y * PIXELS + x];
        if (*kept < 0 || pd_square_distance3(all[i], camera) < pd_square_distance3(all[*kept], camera))
            *kept = i;
    }

    pd_rng_init(&rng, seed + 1);
    for (int i = 0; i < PIXELS * PIXELS && found < count; i++) {
        if (nearest[i] < 0 || all[nearest[i]][1] < lowest) continue;
        const double away = pd_distance3(all[nearest[i]], camera), off = noise * pd_rng_normal(&rng);
        for (int c = 0; c < 3; c++)
            points[found][c] = all[nearest[i]][c] + off / away * (all[nearest[i]][c] - camera[c]);
        found++;
    }

    /* mixed: the first few are a sample of all */
    for (int i = found - 1; i > 0; i--) {
        const int k = pd_rng_below(&rng, i + 1);
        for (int c = 0; c < 3; c++) {
            const double kept = points[i][c];
            points[i][c] = points[k][c], points[k][c] = kept;
        }
    }
    free(all), free(nearest);
    return found;
}

#endif
