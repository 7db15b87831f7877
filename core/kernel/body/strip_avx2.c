/* AVX2: a strip is four registers. */
#include "core/kernel/body/strip.h"
#include "core/kernel/unrolled.h"

#include <immintrin.h>

#define L PD_K_STRIP

static void shape_strip_avx2(float *out, const float *start, const float *directions, size_t stride,
                             const float *b, int count, size_t coordinates)
{
    const size_t whole = coordinates / L * L;

    for (size_t from = 0; from < whole; from += L, directions += stride * L) {
        __m256 sums[4];
        UNROLLED for (int k = 0; k < 4; k++) sums[k] = _mm256_loadu_ps(start + from + 8 * k);
        for (int i = 0; i < count; i++) {
            const __m256 by = _mm256_set1_ps(b[i]);
            UNROLLED for (int k = 0; k < 4; k++) sums[k] =
                _mm256_add_ps(sums[k], _mm256_mul_ps(_mm256_load_ps(directions + i * L + 8 * k), by));
        }

        UNROLLED for (int k = 0; k < 4; k++) _mm256_storeu_ps(out + from + 8 * k, sums[k]);
    }

    pd_k_strip_ref.shape(out + whole, start + whole, directions, stride, b, count, coordinates - whole);
}

static void change(float *out, const float *kept, const float *direction, size_t stride, float by,
                   size_t coordinates)
{
    const size_t whole = coordinates / L * L;
    const __m256 factor = _mm256_set1_ps(by);

    for (size_t from = 0; from < whole; from += L, direction += stride * L)
        UNROLLED for (int k = 0; k < 4; k++) _mm256_storeu_ps(
            out + from + 8 * k, _mm256_add_ps(_mm256_loadu_ps(kept + from + 8 * k),
                                              _mm256_mul_ps(_mm256_load_ps(direction + 8 * k), factor)));
    pd_k_strip_ref.change(out + whole, kept + whole, direction, stride, by, coordinates - whole);
}

static void range(float *least, float *greatest, const float *points, size_t coordinates)
{
    /* Three registers hold eight points, so that a lane always has the same coordinate. */
    const __m256 first = _mm256_set1_ps(points[1]);

    __m256 low[3] = {first, first, first};
    __m256 high[3] = {first, first, first};
    size_t at = 0;
    for (; at + 24 <= coordinates; at += 24) UNROLLED for (int k = 0; k < 3; k++)
        {
            const __m256 p = _mm256_loadu_ps(points + at + 8 * k);
            low[k] = _mm256_min_ps(p, low[k]), high[k] = _mm256_max_ps(p, high[k]);
        }

    /* The lanes of y, then the rest. */
    float lows[24], highs[24];
    for (int k = 0; k < 3; k++) {
        _mm256_storeu_ps(lows + 8 * k, low[k]);
        _mm256_storeu_ps(highs + 8 * k, high[k]);
    }

    *least = *greatest = points[1];
    for (int i = 1; i < 24; i += 3) {
        *least = lows[i] < *least ? lows[i] : *least;
        *greatest = highs[i] > *greatest ? highs[i] : *greatest;
    }

    for (size_t i = at + 1; i < coordinates; i += 3) {
        *least = points[i] < *least ? points[i] : *least;
        *greatest = points[i] > *greatest ? points[i] : *greatest;
    }
}

static float strip_avx2_largest(const float *numbers, size_t count)
{
    const __m256 sign = _mm256_set1_ps(-0.0f);

    __m256 most[4] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
    for (size_t i = 0; i < count; i += L)
        UNROLLED for (int k = 0; k < 4; k++) most[k] =
            _mm256_max_ps(_mm256_andnot_ps(sign, _mm256_load_ps(numbers + i + 8 * k)), most[k]);
    _Alignas(32) float lanes[8];
    _mm256_store_ps(lanes, _mm256_max_ps(_mm256_max_ps(most[0], most[1]), _mm256_max_ps(most[2], most[3])));
    float all = 0;
    for (int i = 0; i < 8; i++) all = lanes[i] > all ? lanes[i] : all;

    return all;
}

const pd_k_strip pd_k_strip_avx2 = {shape_strip_avx2, change, range, strip_avx2_largest};
