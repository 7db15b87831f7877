#ifndef TESTS_SUPPORT_SCANS_H
#define TESTS_SUPPORT_SCANS_H
/* Scans for tests of core/observe/scan: points drawn over a surface by area, with noise, without those in a ball. */
#include "core/math/mat3.h"
#include "tests/support/sight.h"

/* points (count,3) of the surface of `vertices`; the order is mixed as drawn. Points within `radius` of `hole` are drawn again. */
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

#endif
