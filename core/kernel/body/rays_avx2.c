/* AVX2: eight points are one register. */
#include "core/kernel/body/rays_lanes.h"

#include <immintrin.h>

INLINE void find_inside(unsigned *above, unsigned *below, const outlines *o, int n, const float *u,
                        const float *v)
{
    const __m256 pu = _mm256_loadu_ps(u), pv = _mm256_loadu_ps(v), zero = _mm256_setzero_ps();
    __m256 all_above = _mm256_castsi256_ps(_mm256_set1_epi32(-1)), all_below = all_above;
    UNROLLED for (int k = 0; k < 3; k++)
    {
        const __m256 a = _mm256_mul_ps(_mm256_set1_ps(o->du[k][n]),
                                       _mm256_sub_ps(pv, _mm256_set1_ps(o->v[k][n]))),
                     b = _mm256_mul_ps(_mm256_set1_ps(o->dv[k][n]),
                                       _mm256_sub_ps(pu, _mm256_set1_ps(o->u[k][n])));
        const __m256 e = _mm256_sub_ps(a, b);
        all_above = _mm256_and_ps(all_above, _mm256_cmp_ps(e, zero, _CMP_GT_OQ));
        all_below = _mm256_and_ps(all_below, _mm256_cmp_ps(e, zero, _CMP_LT_OQ));
    }
    *above = (unsigned)_mm256_movemask_ps(all_above), *below = (unsigned)_mm256_movemask_ps(all_below);
}

pd_k_rays_work pd_k_rays_cross_avx2(const pd_k_rays *rays)
{
    return cross(rays);
}
