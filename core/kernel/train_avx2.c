/* AVX2 + FMA. */
#include <immintrin.h>

typedef __m256 vec;
#define VL             8
#define v_load(p)      _mm256_load_ps(p)
#define v_store(p, a)  _mm256_store_ps(p, a)
#define v_set(x)       _mm256_set1_ps(x)
#define v_add(a, b)    _mm256_add_ps(a, b)
#define v_sub(a, b)    _mm256_sub_ps(a, b)
#define v_mul(a, b)    _mm256_mul_ps(a, b)
#define v_div(a, b)    _mm256_div_ps(a, b)
#define v_sqrt(a)      _mm256_sqrt_ps(a)
#define v_min(a, b)    _mm256_min_ps(a, b)
#define v_max(a, b)    _mm256_max_ps(a, b)
#define v_fma(a, b, c) _mm256_fmadd_ps(a, b, c)
#include "core/kernel/train_lanes.h"

const pd_k_train pd_k_train_avx2 = {spread, push, adam};
