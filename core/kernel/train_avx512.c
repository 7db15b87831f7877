/* AVX-512. */
#include <immintrin.h>

typedef __m512 vec;
#define VL             16
#define v_load(p)      _mm512_load_ps(p)
#define v_store(p, a)  _mm512_store_ps(p, a)
#define v_set(x)       _mm512_set1_ps(x)
#define v_add(a, b)    _mm512_add_ps(a, b)
#define v_sub(a, b)    _mm512_sub_ps(a, b)
#define v_mul(a, b)    _mm512_mul_ps(a, b)
#define v_div(a, b)    _mm512_div_ps(a, b)
#define v_sqrt(a)      _mm512_sqrt_ps(a)
#define v_min(a, b)    _mm512_min_ps(a, b)
#define v_max(a, b)    _mm512_max_ps(a, b)
#define v_fma(a, b, c) _mm512_fmadd_ps(a, b, c)
#include "core/kernel/train_lanes.h"

const pd_k_train pd_k_train_avx512 = {spread, push, adam};
