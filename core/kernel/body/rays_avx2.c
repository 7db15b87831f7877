/* AVX2: eight points are one register. */
#include "core/kernel/body/rays_lanes.h"

#include <immintrin.h>

/* Sides of the points to the three edges of triangle n, and masks of those that it covers with its front and
 * with its back. */
INLINE void find_sides(__m256 e[3], __m256 *above, __m256 *below, const outlines *o, int n, const float *u,
                       const float *v)
{
    const __m256 pu = _mm256_loadu_ps(u);
    const __m256 pv = _mm256_loadu_ps(v);
    const __m256 zero = _mm256_setzero_ps();

    *above = *below = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    UNROLLED for (int k = 0; k < 3; k++)
    {
        const __m256 a =
            _mm256_mul_ps(_mm256_set1_ps(o->du[k][n]), _mm256_sub_ps(pv, _mm256_set1_ps(o->v[k][n])));
        const __m256 b =
            _mm256_mul_ps(_mm256_set1_ps(o->dv[k][n]), _mm256_sub_ps(pu, _mm256_set1_ps(o->u[k][n])));
        e[k] = _mm256_sub_ps(a, b);
        *above = _mm256_and_ps(*above, _mm256_cmp_ps(e[k], zero, _CMP_GT_OQ));
        *below = _mm256_and_ps(*below, _mm256_cmp_ps(e[k], zero, _CMP_LT_OQ));
    }
}

INLINE void find_inside(unsigned *above, unsigned *below, const outlines *o, int n, const float *u,
                        const float *v)
{
    __m256 e[3], all_above, all_below;
    find_sides(e, &all_above, &all_below, o, n, u, v);
    *above = (unsigned)_mm256_movemask_ps(all_above);
    *below = (unsigned)_mm256_movemask_ps(all_below);
}

INLINE void add_windings(int *sums, const outlines *o, int n, const float *u, const float *v,
                         const float *height, unsigned asked)
{
    __m256 e[3], above, below;
    find_sides(e, &above, &below, o, n, u, v);
    const __m256 a = _mm256_mul_ps(e[0], _mm256_set1_ps(o->height[0][n]));
    const __m256 b = _mm256_mul_ps(e[1], _mm256_set1_ps(o->height[1][n]));
    const __m256 c = _mm256_mul_ps(e[2], _mm256_set1_ps(o->height[2][n]));
    const __m256 at =
        _mm256_div_ps(_mm256_add_ps(_mm256_add_ps(a, b), c), _mm256_add_ps(_mm256_add_ps(e[0], e[1]), e[2]));
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i is_asked = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)asked), bits), bits);
    const __m256i is_counted = _mm256_and_si256(
        is_asked, _mm256_castps_si256(_mm256_cmp_ps(at, _mm256_loadu_ps(height), _CMP_GT_OQ)));

    /* Masks are -1 where they hold. */
    __m256i sum = _mm256_loadu_si256((const __m256i *)(void *)sums);
    sum = _mm256_sub_epi32(sum, _mm256_and_si256(is_counted, _mm256_castps_si256(above)));
    sum = _mm256_add_epi32(sum, _mm256_and_si256(is_counted, _mm256_castps_si256(below)));
    _mm256_storeu_si256((__m256i *)(void *)sums, sum);
}

INLINE unsigned find_covering(const pd_k_rays *rays, const float *const low[2], const float *const high[2])
{
    unsigned mask = 0;

    UNROLLED for (int half = 0; half < LANES; half += BATCH)
    {
        __m256 covers = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
        UNROLLED for (int c = 0; c < 2; c++)
        {
            const __m256 from = _mm256_set1_ps(rays->low[c]), per = _mm256_set1_ps(rays->per[c]),
                         side = _mm256_set1_ps((float)rays->side[c]), a = _mm256_loadu_ps(low[c] + half),
                         b = _mm256_loadu_ps(high[c] + half);
            const __m256 cell = _mm256_mul_ps(_mm256_sub_ps(a, from), per);
            covers = _mm256_and_ps(covers, _mm256_cmp_ps(b, from, _CMP_NLT_UQ));
            covers = _mm256_and_ps(covers, _mm256_cmp_ps(cell, side, _CMP_NGT_UQ));
        }

        mask |= (unsigned)_mm256_movemask_ps(covers) << half;
    }

    return mask;
}

pd_k_rays_work pd_k_rays_cross_avx2(const pd_k_rays *rays)
{
    return cross(rays);
}
