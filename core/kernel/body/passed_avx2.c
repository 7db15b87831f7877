/* AVX2: eight triangles are one register. */
#include "core/kernel/body/passed.h"
#include "core/kernel/unrolled.h"

#include <immintrin.h>

INLINE __m256 dot(const float *row, size_t stride, const float x[3])
{
    const __m256 a = _mm256_mul_ps(_mm256_loadu_ps(row), _mm256_set1_ps(x[0]));
    const __m256 b = _mm256_mul_ps(_mm256_loadu_ps(row + stride), _mm256_set1_ps(x[1]));
    const __m256 c = _mm256_mul_ps(_mm256_loadu_ps(row + 2 * stride), _mm256_set1_ps(x[2]));
    return _mm256_add_ps(_mm256_add_ps(a, b), c);
}

INLINE __m256 squared(const float *row, size_t stride, const float x[3])
{
    const __m256 a = _mm256_sub_ps(_mm256_loadu_ps(row), _mm256_set1_ps(x[0]));
    const __m256 b = _mm256_sub_ps(_mm256_loadu_ps(row + stride), _mm256_set1_ps(x[1]));
    const __m256 c = _mm256_sub_ps(_mm256_loadu_ps(row + 2 * stride), _mm256_set1_ps(x[2]));
    return _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(a, a), _mm256_mul_ps(b, b)), _mm256_mul_ps(c, c));
}

INLINE __m256 less(__m256 a, __m256 b)
{
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}

unsigned pd_k_passed_find_avx2(const float *faces, size_t stride, size_t first,
                               const pd_k_passed_vertex *vertex)
{
    const pd_k_passed_vertex *v = vertex;
    const float *normal = faces + first;
    const float *center = normal + PD_K_PASSED_CENTER * stride;
    const float *rest_normal = normal + PD_K_PASSED_REST_NORMAL * stride;
    const float *rest_center = normal + PD_K_PASSED_REST_CENTER * stride;
    const __m256 tie = _mm256_set1_ps(v->tie);
    const __m256 depth = _mm256_set1_ps(v->depth);
    const __m256 rounding = _mm256_set1_ps(PD_K_PASSED_ROUNDING);

    /* Most triangles are too far or in front. */
    const __m256 behind = _mm256_sub_ps(_mm256_loadu_ps(normal + 3 * stride), dot(normal, stride, v->p));
    const __m256 far = squared(center, stride, v->p);
    const __m256 radius = _mm256_loadu_ps(center + 3 * stride);
    const __m256 bound = _mm256_add_ps(_mm256_add_ps(depth, radius), tie);
    __m256 kept =
        _mm256_and_ps(less(_mm256_set1_ps(-v->tie), behind), less(behind, _mm256_add_ps(depth, tie)));
    kept = _mm256_and_ps(kept, less(far, _mm256_mul_ps(bound, bound)));
    if (!_mm256_movemask_ps(kept)) return 0;

    const __m256 before = _mm256_add_ps(_mm256_sqrt_ps(squared(rest_center, stride, v->rest)),
                                        _mm256_loadu_ps(rest_center + 3 * stride));
    const __m256 is_nearer = less(_mm256_sub_ps(_mm256_sqrt_ps(far), radius),
                                  _mm256_add_ps(_mm256_mul_ps(_mm256_set1_ps(0.5f), before), rounding));
    const __m256 in_front =
        _mm256_sub_ps(dot(rest_normal, stride, v->rest), _mm256_loadu_ps(rest_normal + 3 * stride));
    const __m256 is_facing = _mm256_and_ps(less(dot(normal, stride, v->normal), _mm256_setzero_ps()),
                                           less(_mm256_set1_ps(-PD_K_PASSED_ROUNDING), in_front));

    return (unsigned)_mm256_movemask_ps(_mm256_and_ps(kept, _mm256_or_ps(is_nearer, is_facing)));
}

unsigned pd_k_passed_reach_avx2(const float (*boxes)[PD_K_PASSED_LANES], const float p[3], float far)
{
    __m256 sum = _mm256_setzero_ps();
    UNROLLED for (int c = 0; c < 3; c++)
    {
        const __m256 at = _mm256_set1_ps(p[c]), before = _mm256_sub_ps(_mm256_loadu_ps(boxes[c]), at),
                     behind = _mm256_sub_ps(at, _mm256_loadu_ps(boxes[c + 3]));
        const __m256 d = _mm256_max_ps(_mm256_max_ps(before, behind), _mm256_setzero_ps());
        sum = _mm256_add_ps(sum, _mm256_mul_ps(d, d));
    }

    return (unsigned)_mm256_movemask_ps(less(sum, _mm256_set1_ps(far * far)));
}
