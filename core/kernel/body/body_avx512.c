/* AVX-512: 24 of 32 registers hold 8 bodies x a whole tile. */
#include <immintrin.h>
#include <stdint.h>

typedef __m512 vec;
#define VL        16
#define NB        8
#define v_load(p) _mm512_load_ps(p)
#define v_load16(p)                                                                                          \
    _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(_mm256_load_si256((const __m256i *)(const void *)(p))))
#define v_load_half(p)  _mm512_cvtph_ps(_mm256_load_si256((const __m256i *)(const void *)(p)))
#define v_store(p, a)   _mm512_store_ps(p, a)
#define v_set(x)        _mm512_set1_ps(x)
#define v_zero()        _mm512_setzero_ps()
#define v_add(a, b)     _mm512_add_ps(a, b)
#define v_sub(a, b)     _mm512_sub_ps(a, b)
#define v_mul(a, b)     _mm512_mul_ps(a, b)
#define v_div(a, b)     _mm512_div_ps(a, b)
#define v_fma(a, b, c)  _mm512_fmadd_ps(a, b, c)
#define v_fnma(a, b, c) _mm512_fnmadd_ps(a, b, c)
#include "core/kernel/body/body_lanes.h"
#include "core/kernel/body/body_x86.h"

/* Lane i of output o is number 16 o + i of x0 y0 z0 x1 y1 z1 ...: x and y are picked from two registers, z
 * then goes where the index of a z is. */
#define INTERLEAVED(out, a, b, c, first, second)                                                             \
    _mm512_storeu_ps(out, _mm512_permutex2var_ps(_mm512_permutex2var_ps(a, first, b), second, c))

INLINE void interleave(float *out, const float *tile, const float translation[3])
{
    vec p[3];

    /* Load and translate sixteen points. */
    load_point(p, tile, 0);
    for (int c = 0; c < 3; c++) p[c] = v_add(p[c], v_set(translation[c]));

    /* Each of the three rows takes x and y by one permutation, then z by another. */
    const __m512i xy0 = _mm512_setr_epi32(0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    const __m512i z0 = _mm512_setr_epi32(0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
    const __m512i xy1 = _mm512_setr_epi32(21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    const __m512i z1 = _mm512_setr_epi32(0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
    const __m512i xy2 = _mm512_setr_epi32(0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    const __m512i z2 = _mm512_setr_epi32(26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
    INTERLEAVED(out, p[0], p[1], p[2], xy0, z0);
    INTERLEAVED(out + 16, p[0], p[1], p[2], xy1, z1);
    INTERLEAVED(out + 32, p[0], p[1], p[2], xy2, z2);
}

const pd_k_body pd_k_body_avx512 = {blend,
                                    lbs,
                                    dqs,
                                    sbs,
                                    store,
                                    pd_k_face_normals_avx2,
                                    pd_k_vertex_normals_avx2,
                                    pd_k_body_normals_avx2,
                                    pd_k_group_normals_avx2};
