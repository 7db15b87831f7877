/* AVX-512. */
#include <immintrin.h>

typedef __m512 vec;
#define VL             16 /* floats of a vector */
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
#include "train/kernel/train_lanes.h"

/* Transposes 16 x 16 floats: interleaves pairs of rows, then pairs of pairs,
 * then exchanges the quarters of registers. */
static void transpose_tile(float *out, long out_stride, const float *in, long in_stride)
{
    __m512 a[16], b[16];

    /* Load and interleave pairs of rows. */
    for (int i = 0; i < 16; i++) a[i] = _mm512_loadu_ps(in + i * in_stride);
    for (int i = 0; i < 16; i += 2) {
        b[i] = _mm512_unpacklo_ps(a[i], a[i + 1]);
        b[i + 1] = _mm512_unpackhi_ps(a[i], a[i + 1]);
    }

    /* Interleave pairs of pairs. */
    for (int i = 0; i < 16; i += 4)
        for (int j = 0; j < 2; j++) {
            __m512d low = _mm512_castps_pd(b[i + j]);
            __m512d high = _mm512_castps_pd(b[i + j + 2]);
            a[i + 2 * j] = _mm512_castpd_ps(_mm512_unpacklo_pd(low, high));
            a[i + 2 * j + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(low, high));
        }

    /* Exchange the quarters, and store: 0x88 takes quarters 0 and 2 of both registers, 0xdd quarters 1 and
     * 3. */
    for (int i = 0; i < 4; i++) {
        __m512 p = _mm512_shuffle_f32x4(a[i], a[i + 4], 0x88);
        __m512 q = _mm512_shuffle_f32x4(a[i], a[i + 4], 0xdd);
        __m512 r = _mm512_shuffle_f32x4(a[i + 8], a[i + 12], 0x88);
        __m512 s = _mm512_shuffle_f32x4(a[i + 8], a[i + 12], 0xdd);
        _mm512_storeu_ps(out + i * out_stride, _mm512_shuffle_f32x4(p, r, 0x88));
        _mm512_storeu_ps(out + (i + 4) * out_stride, _mm512_shuffle_f32x4(q, s, 0x88));
        _mm512_storeu_ps(out + (i + 8) * out_stride, _mm512_shuffle_f32x4(p, r, 0xdd));
        _mm512_storeu_ps(out + (i + 12) * out_stride, _mm512_shuffle_f32x4(q, s, 0xdd));
    }
}

/* Transposes rows of 64 floats into 64 rows of `rows` floats, in tiles of 16 x 16; the plain version does the
 * rest. */
static void transpose(float *out, long out_stride, const float *in, long in_stride, int rows)
{
    int r = 0;
    for (; r + 16 <= rows; r += 16)
        for (int o = 0; o < 64; o += 16)
            transpose_tile(out + o * out_stride + r, out_stride, in + r * in_stride + o, in_stride);
    if (r < rows) pd_k_train_transpose_plain(out + r, out_stride, in + r * in_stride, in_stride, rows - r);
}

const pd_k_train pd_k_train_avx512 = {scatter_add, activate, multiply, transpose, l1_subgradient, adam};
