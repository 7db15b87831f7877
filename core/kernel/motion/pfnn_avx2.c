/* AVX2 + FMA: 12 of 16 registers hold 6 characters x a quarter of a row, fewer characters more of it. */
#include <immintrin.h>

typedef __m256 vec;
#define VL              8
#define PARTS(n)        ((n) == 1 ? 8 : (n) <= 3 ? 4 : 2)
#define v_load(p)       _mm256_load_ps(p)
#define v_load_half(p)  _mm256_cvtph_ps(_mm_load_si128((const __m128i *)(const void *)(p)))
#define v_store(p, a)   _mm256_store_ps(p, a)
#define v_set(x)        _mm256_set1_ps(x)
#define v_add(a, b)     _mm256_add_ps(a, b)
#define v_sub(a, b)     _mm256_sub_ps(a, b)
#define v_mul(a, b)     _mm256_mul_ps(a, b)
#define v_min(a, b)     _mm256_min_ps(a, b)
#define v_max(a, b)     _mm256_max_ps(a, b)
#define v_fma(a, b, c)  _mm256_fmadd_ps(a, b, c)
#define v_fnma(a, b, c) _mm256_fnmadd_ps(a, b, c)
#define v_exp2i(n)                                                                                           \
    _mm256_castsi256_ps(                                                                                     \
        _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23))
#include "core/kernel/motion/pfnn_lanes.h"

const pd_k_pfnn pd_k_pfnn_avx2 = {add, blend, elu, narrow};
