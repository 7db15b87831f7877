/* AVX-512: 24 of 32 registers hold 6 characters x a whole row. */
#include <immintrin.h>

typedef __m512 vec;
#define VL              16
#define PARTS(n)        4
#define v_load(p)       _mm512_load_ps(p)
#define v_load_half(p)  _mm512_cvtph_ps(_mm256_load_si256((const __m256i *)(const void *)(p)))
#define v_store(p, a)   _mm512_store_ps(p, a)
#define v_set(x)        _mm512_set1_ps(x)
#define v_add(a, b)     _mm512_add_ps(a, b)
#define v_sub(a, b)     _mm512_sub_ps(a, b)
#define v_mul(a, b)     _mm512_mul_ps(a, b)
#define v_min(a, b)     _mm512_min_ps(a, b)
#define v_max(a, b)     _mm512_max_ps(a, b)
#define v_fma(a, b, c)  _mm512_fmadd_ps(a, b, c)
#define v_fnma(a, b, c) _mm512_fnmadd_ps(a, b, c)
#define v_exp2i(n)                                                                                           \
    _mm512_castsi512_ps(                                                                                     \
        _mm512_slli_epi32(_mm512_add_epi32(_mm512_cvtps_epi32(n), _mm512_set1_epi32(127)), 23))
#include "core/kernel/motion/pfnn_lanes.h"

const pd_k_pfnn pd_k_pfnn_avx512 = {add, blend, elu, narrow};
