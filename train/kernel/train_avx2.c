/* AVX2 + FMA. */
#include <immintrin.h>

typedef __m256 vec;
#define VL             8 /* floats of a vector */
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
#include "train/kernel/train_lanes.h"

/* Transposes 8 x 8 floats: interleaves pairs of rows, then pairs of pairs,
 * then exchanges the halves of registers. */
static void transpose_tile(float *out, long out_stride, const float *in, long in_stride)
{
    __m256 a[8], b[8];

    /* Load and interleave pairs of rows. */
    for (int i = 0; i < 8; i++) a[i] = _mm256_loadu_ps(in + i * in_stride);
    for (int i = 0; i < 8; i += 2) {
        b[i] = _mm256_unpacklo_ps(a[i], a[i + 1]);
        b[i + 1] = _mm256_unpackhi_ps(a[i], a[i + 1]);
    }

    /* Interleave pairs of pairs: 0x44 takes the low halves of both registers' lanes of four, 0xee the high
     * ones. */
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            a[i + 2 * j] = _mm256_shuffle_ps(b[i + j], b[i + j + 2], 0x44);
            a[i + 2 * j + 1] = _mm256_shuffle_ps(b[i + j], b[i + j + 2], 0xee);
        }

    /* Exchange the halves, and store: 0x20 joins the low halves of both registers, 0x31 the high ones. */
    for (int i = 0; i < 4; i++) {
        _mm256_storeu_ps(out + i * out_stride, _mm256_permute2f128_ps(a[i], a[i + 4], 0x20));
        _mm256_storeu_ps(out + (i + 4) * out_stride, _mm256_permute2f128_ps(a[i], a[i + 4], 0x31));
    }
}

/* Transposes rows of 64 floats into 64 rows of `rows` floats, in tiles of 8 x 8; the plain version does the
 * rest. */
static void transpose(float *out, long out_stride, const float *in, long in_stride, int rows)
{
    int r = 0;
    for (; r + 8 <= rows; r += 8)
        for (int o = 0; o < 64; o += 8)
            transpose_tile(out + o * out_stride + r, out_stride, in + r * in_stride + o, in_stride);
    if (r < rows) pd_k_train_transpose_plain(out + r, out_stride, in + r * in_stride, in_stride, rows - r);
}

const pd_k_train pd_k_train_avx2 = {scatter_add, activate, multiply, transpose, l1_subgradient, adam};
