/* AVX2: 16 numbers of a plane are one register of 128 bits. */
#include "core/base/assert.h"
#include "core/kernel/unrolled.h"
#include "core/kernel/bytes/vertex_code.h"

#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

/* --- quantising --- */

/* Four numbers of a list whose components repeat x y z. */
INLINE __m128i quantize_four(const float *in, __m256d centre, __m256d back)
{
    const __m256d most = _mm256_set1_pd(32767);
    const __m256d least = _mm256_set1_pd(-32767);
    const __m256d value = _mm256_mul_pd(_mm256_sub_pd(_mm256_cvtps_pd(_mm_loadu_ps(in)), centre), back);
    return _mm256_cvtpd_epi32(
        _mm256_min_pd(_mm256_max_pd(value, least), most)); /* to nearest, ties to even */
}

static void positions(int16_t *out, const float *in, size_t count, const float centre[3], double back)
{
    const double x = (double)centre[0];
    const double y = (double)centre[1];
    const double z = (double)centre[2];
    const __m256d xyzx = _mm256_setr_pd(x, y, z, x);
    const __m256d yzxy = _mm256_setr_pd(y, z, x, y);
    const __m256d zxyz = _mm256_setr_pd(z, x, y, z);
    const __m256d backs = _mm256_set1_pd(back);
    size_t i = 0;

    /* Eight points: 24 numbers, then rows of four. */
    for (; i + 8 <= count; i += 8, in += 24, out += 32) {
        _Alignas(16) int16_t steps[24 + 8];
        for (int half = 0; half < 2; half++) {
            const __m128i a = quantize_four(in + 12 * half, xyzx, backs);
            const __m128i b = quantize_four(in + 12 * half + 4, yzxy, backs);
            const __m128i c = quantize_four(in + 12 * half + 8, zxyz, backs);
            _mm_storeu_si128((__m128i *)(void *)(steps + 12 * half), _mm_packs_epi32(a, b));
            _mm_storeu_si128((__m128i *)(void *)(steps + 12 * half + 8), _mm_packs_epi32(c, c));
        }

        UNROLLED for (int r = 0; r < 8; r += 2)
        {
            const __m128i six = _mm_loadu_si128((const __m128i *)(const void *)(steps + 3 * r));
            const __m128i two =
                _mm_shuffle_epi8(six, _mm_setr_epi8(0, 1, 2, 3, 4, 5, -1, -1, 6, 7, 8, 9, 10, 11, -1, -1));
            _mm_storeu_si128((__m128i *)(void *)(out + 4 * r), two);
        }
    }

    pd_k_vertex_code_ref.positions(out, in, count - i, centre, back);
}

INLINE __m128i quantize_units(const float *in)
{
    const __m128 one = _mm_set1_ps(1);
    const __m128 value = _mm_loadu_ps(in);
    const __m128 held = _mm_min_ps(_mm_max_ps(value, _mm_sub_ps(_mm_setzero_ps(), one)), one);
    return _mm_cvtps_epi32(_mm_mul_ps(_mm_set1_ps(127), held)); /* to nearest, ties to even */
}

static void units(int8_t *out, const float *in, size_t count)
{
    size_t i = 0;

    /* Four vectors: 12 numbers, then rows of four. */
    for (; i + 4 <= count; i += 4, in += 12, out += 16) {
        const __m128i a = quantize_units(in);
        const __m128i b = quantize_units(in + 4);
        const __m128i c = quantize_units(in + 8);
        const __m128i all = _mm_packs_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, c));
        _mm_storeu_si128(
            (__m128i *)(void *)out,
            _mm_shuffle_epi8(all, _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1)));
    }

    pd_k_vertex_code_ref.units(out, in, count - i);
}

/* --- encoding --- */

/* zigzag(row - row before) of 16 bytes. */
INLINE __m128i deltas(const unsigned char *at, size_t stride)
{
    const __m128i d = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)at),
                                   _mm_loadu_si128((const __m128i *)(const void *)(at - stride)));
    return _mm_xor_si128(_mm_cmpgt_epi8(_mm_setzero_si128(), d), _mm_add_epi8(d, d));
}

/* Planes of 16 rows of four bytes: bytes of four rows together, then a transposition of 4 x 4. */
INLINE void planes_of_four(unsigned char (*planes)[256], const unsigned char *at, size_t i)
{
    const __m128i order = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);

    __m128i r[4];
    UNROLLED for (int n = 0; n < 4; n++) r[n] = _mm_shuffle_epi8(deltas(at + 16 * n, 4), order);
    const __m128i low_a = _mm_unpacklo_epi32(r[0], r[1]);
    const __m128i low_b = _mm_unpacklo_epi32(r[2], r[3]);
    const __m128i high_a = _mm_unpackhi_epi32(r[0], r[1]);
    const __m128i high_b = _mm_unpackhi_epi32(r[2], r[3]);
    _mm_store_si128((__m128i *)(void *)(planes[0] + i), _mm_unpacklo_epi64(low_a, low_b));
    _mm_store_si128((__m128i *)(void *)(planes[1] + i), _mm_unpackhi_epi64(low_a, low_b));
    _mm_store_si128((__m128i *)(void *)(planes[2] + i), _mm_unpacklo_epi64(high_a, high_b));
    _mm_store_si128((__m128i *)(void *)(planes[3] + i), _mm_unpackhi_epi64(high_a, high_b));
}

/* Planes of 16 rows of eight bytes: bytes of two rows together, then a transposition of 8 x 8. */
INLINE void planes_of_eight(unsigned char (*planes)[256], const unsigned char *at, size_t i)
{
    const __m128i order = _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);

    __m128i r[8], s[8];
    UNROLLED for (int n = 0; n < 8; n++) r[n] = _mm_shuffle_epi8(deltas(at + 16 * n, 8), order);
    UNROLLED for (int n = 0; n < 4; n++)
    {
        s[n] = _mm_unpacklo_epi16(r[2 * n], r[2 * n + 1]);
        s[4 + n] = _mm_unpackhi_epi16(r[2 * n], r[2 * n + 1]);
    }

    UNROLLED for (int half = 0; half < 2; half++) UNROLLED for (int n = 0; n < 2; n++)
    {
        r[4 * half + n] = _mm_unpacklo_epi32(s[4 * half + 2 * n], s[4 * half + 2 * n + 1]);
        r[4 * half + 2 + n] = _mm_unpackhi_epi32(s[4 * half + 2 * n], s[4 * half + 2 * n + 1]);
    }

    UNROLLED for (int n = 0; n < 4; n++)
    {
        _mm_store_si128((__m128i *)(void *)(planes[2 * n] + i), _mm_unpacklo_epi64(r[2 * n], r[2 * n + 1]));
        _mm_store_si128((__m128i *)(void *)(planes[2 * n + 1] + i),
                        _mm_unpackhi_epi64(r[2 * n], r[2 * n + 1]));
    }
}

/* Planes of some rows, byte by byte. */
static void planes_plain(unsigned char (*planes)[256], const unsigned char *rows, size_t row, size_t i,
                         size_t end, int stride)
{
    for (; i < end; i++, row++)
        for (int k = 0; k < stride; k++) {
            const unsigned char *at = rows + row * (size_t)stride + k;
            const unsigned char delta = row ? (unsigned char)(*at - *(at - stride)) : 0;
            planes[k][i] = (unsigned char)((delta & 0x80 ? 0xff : 0) ^ (delta << 1));
        }
}

static void vertex_planes(unsigned char (*planes)[256], const unsigned char *rows, size_t first, size_t count,
                          int stride)
{
    const size_t whole = (count + 15) / 16 * 16;
    size_t i = 0;

    /* The first row of all has none before it. */
    if (!first) {
        i = count < 16 ? count : 16;
        planes_plain(planes, rows, 0, 0, i, stride);
    }

    for (; (stride == 4 || stride == 8) && i + 16 <= count; i += 16) {
        const unsigned char *at = rows + (first + i) * (size_t)stride;
        if (stride == 4)
            planes_of_four(planes, at, i);
        else
            planes_of_eight(planes, at, i);
    }

    planes_plain(planes, rows, first + i, i, count, stride);
    for (int k = 0; k < stride; k++) memset(planes[k] + count, 0, whole - count);
}

/* Bytes of eight that a mask names, moved together: entry m has the places of its bits, ascending. */
#define BIT(m, n) ((m) >> (n)&1)
#define BELOW(m, n)                                                                                          \
    (BIT(m, 0) * (n > 0) + BIT(m, 1) * (n > 1) + BIT(m, 2) * (n > 2) + BIT(m, 3) * (n > 3) +                 \
     BIT(m, 4) * (n > 4) + BIT(m, 5) * (n > 5) + BIT(m, 6) * (n > 6))
#define PLACE(m, n) (BIT(m, n) ? (uint64_t)(n) << 8 * (BELOW(m, n) & 7) : 0)
#define ENTRY(m)                                                                                             \
    (PLACE(m, 0) | PLACE(m, 1) | PLACE(m, 2) | PLACE(m, 3) | PLACE(m, 4) | PLACE(m, 5) | PLACE(m, 6) |       \
     PLACE(m, 7))
#define ENTRIES4(m)  ENTRY(m), ENTRY((m) + 1), ENTRY((m) + 2), ENTRY((m) + 3)
#define ENTRIES16(m) ENTRIES4(m), ENTRIES4((m) + 4), ENTRIES4((m) + 8), ENTRIES4((m) + 12)
#define ENTRIES64(m) ENTRIES16(m), ENTRIES16((m) + 16), ENTRIES16((m) + 32), ENTRIES16((m) + 48)
static const uint64_t together[256] = {ENTRIES64(0), ENTRIES64(64), ENTRIES64(128), ENTRIES64(192)};

/* Writes the bytes of a mask one behind the other; up to eight bytes more are written behind them. */
INLINE unsigned char *write_masked(unsigned char *out, __m128i numbers, unsigned mask)
{
    const __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)&together[mask & 255]);
    const __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)&together[mask >> 8]);

    _mm_storel_epi64((__m128i *)(void *)out, _mm_shuffle_epi8(numbers, low));
    out += __builtin_popcount(mask & 255);
    _mm_storel_epi64((__m128i *)(void *)out, _mm_shuffle_epi8(_mm_srli_si128(numbers, 8), high));

    return out + __builtin_popcount(mask >> 8);
}

INLINE unsigned char *vertex_group(unsigned char *out, const unsigned char *numbers, uint32_t *code)
{
    const __m128i n = _mm_load_si128((const __m128i *)(const void *)numbers);
    const __m128i three = _mm_set1_epi8(3);
    const __m128i fifteen = _mm_set1_epi8(15);
    const unsigned over_3 = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(n, three), n));
    const unsigned over_15 = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(n, fifteen), n));
    const int by_2 = 4 + __builtin_popcount(over_3);
    const int by_4 = 8 + __builtin_popcount(over_15);

    /* The first of the smallest sizes. */
    if (_mm_testz_si128(n, n)) {
        *code = 0;
        return out;
    }

    if (by_2 < 16 && by_2 <= by_4) {
        /* Four numbers a byte, the first in its highest bits. */
        const __m128i pairs = _mm_maddubs_epi16(_mm_min_epu8(n, three), _mm_set1_epi32(0x01041040));
        const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi16(1));
        const int bytes = _mm_cvtsi128_si32(_mm_shuffle_epi8(
            fours, _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1)));
        memcpy(out, &bytes, sizeof bytes);
        *code = 1;
        return write_masked(out + 4, n, over_3);
    }

    if (by_4 < 16) {
        const __m128i pairs = _mm_maddubs_epi16(_mm_min_epu8(n, fifteen), _mm_set1_epi16(0x0110));
        _mm_storel_epi64((__m128i *)(void *)out, _mm_packus_epi16(pairs, pairs));
        *code = 2;
        return write_masked(out + 8, n, over_15);
    }

    _mm_storeu_si128((__m128i *)(void *)out, n);
    *code = 3;

    return out + 16;
}

#include "core/kernel/bytes/vertex_code_lanes.h"

const pd_k_vertex_code pd_k_vertex_code_avx2 = {positions, units, encode};
