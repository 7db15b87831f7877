/* AVX-512 with VBMI2: the texts of eight numbers are found in one register, and the bytes that are written
 * are moved together at once. */
#include "core/kernel/bytes/decimals.h"

#include <immintrin.h>
#include <stdint.h>

#define TOGETHER 8
#define TARGET   "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi2,bmi2,popcnt"

/* Eight numbers: their texts with six decimals, eight bytes each, without sign: "0.123456". *fits: bit i is 1
 * where the size is below 10 (and a number). */
__attribute__((target(TARGET))) static inline __m512i write_eight(__m256 sizes, unsigned *fits)
{
    /* n = round(10^6 size), as core/base/text/number.c does it, in the lower half of 64 bits; n < 10^7. */
    const __m512d scaled = _mm512_mul_pd(_mm512_cvtps_pd(sizes), _mm512_set1_pd(1e6));
    const __m512i n = _mm512_castpd_si512(_mm512_add_pd(scaled, _mm512_set1_pd(6755399441055744.0)));

    *fits = _mm512_cmp_pd_mask(scaled, _mm512_set1_pd(9999999.5), _CMP_LT_OQ);

    /* Numbers of four digits in 32 bits, of two digits in 16 bits, of one digit in 8: quotients by products
     * with reciprocals that are exact in these ranges. */
    const __m512i upper = _mm512_srli_epi64(_mm512_mul_epu32(n, _mm512_set1_epi64(3518437209)), 45);
    const __m512i lower = _mm512_sub_epi32(n, _mm512_mul_epu32(upper, _mm512_set1_epi64(10000)));
    const __m512i fours = _mm512_or_si512(upper, _mm512_slli_epi64(lower, 32));
    const __m512i hundreds = _mm512_srli_epi16(_mm512_mulhi_epu16(fours, _mm512_set1_epi16(5243)), 3);
    const __m512i rest = _mm512_sub_epi16(fours, _mm512_mullo_epi16(hundreds, _mm512_set1_epi16(100)));
    const __m512i twos = _mm512_or_si512(hundreds, _mm512_slli_epi32(rest, 16));
    const __m512i tens = _mm512_mulhi_epu16(twos, _mm512_set1_epi16(6554));
    const __m512i ones = _mm512_sub_epi16(twos, _mm512_mullo_epi16(tens, _mm512_set1_epi16(10)));
    const __m512i digits = _mm512_or_si512(tens, _mm512_slli_epi16(ones, 8));

    /* Digits are 0 w d d d d d d: w goes to the first byte, the point to the second. */
    const __m512i order =
        _mm512_broadcast_i32x4(_mm_setr_epi8(1, -1, 2, 3, 4, 5, 6, 7, 9, -1, 10, 11, 12, 13, 14, 15));

    return _mm512_or_si512(_mm512_shuffle_epi8(digits, order), _mm512_set1_epi64(0x3030303030302e30));
}

/* In each byte of the mask: sets the bits below the highest one, so that no byte of a text before its last
 * digit is left out. */
static inline uint64_t fill_down(uint64_t mask)
{
    mask |= mask >> 1 & 0x7f7f7f7f7f7f7f7f;
    mask |= mask >> 2 & 0x3f3f3f3f3f3f3f3f;
    return mask | (mask >> 4 & 0x0f0f0f0f0f0f0f0f);
}

__attribute__((target(TARGET))) size_t pd_k_decimals_avx512(char **end, const float *values, size_t count,
                                                            char separator)
{
    /* The order in which the halves of pairs of registers are joined puts number i before number i + 1. */
    const __m256i pairs = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m512i zero = _mm512_set1_epi64(0x3030303030302e30);
    const __m512i front =
        _mm512_set1_epi64((long long)((uint64_t)(unsigned char)separator << 48 | (uint64_t)'-' << 56));
    char *at = *end;
    size_t i = 0;

    for (; i + TOGETHER <= count; i += TOGETHER) {
        const __m256 eight = _mm256_permutevar8x32_ps(_mm256_loadu_ps(values + i), pairs);
        unsigned fits;
        const __m512i text = write_eight(_mm256_andnot_ps(_mm256_set1_ps(-0.0f), eight), &fits);
        if (fits != 0xff) break;

        /* Each number has 16 bytes: six that are never written, the separator, the sign, the text. */
        const __m512i slots[2] = {_mm512_unpacklo_epi64(front, text), _mm512_unpackhi_epi64(front, text)};
        const unsigned negative = (unsigned)_mm256_movemask_ps(eight) & _mm512_cmpneq_epi64_mask(text, zero);

        /* The first digit is always written, decimals up to the last that is not 0, the point only before
         * decimals. No sign stands before 0. */
        const uint64_t digits = fill_down(_mm512_cmpneq_epi8_mask(text, zero) | 0x0101010101010101);
        const uint64_t signs = _pdep_u64(negative, 0x0101010101010101);
        for (int half = 0; half < 2; half++) {
            /* Numbers 0, 2, 4 and 6 of the permuted ones lie in the first register,
             * the others in the second. */
            const uint64_t every_second = half ? 0xff00ff00ff00ff00 : 0x00ff00ff00ff00ff;
            const uint64_t own = half ? digits & every_second : (digits & every_second) << 8;
            const uint64_t sign = half ? signs >> 8 & 0x0001000100010001 : signs & 0x0001000100010001;
            const uint64_t kept = own | sign << 7 | 0x0040004000400040;
            _mm512_storeu_si512(at, _mm512_maskz_compress_epi8(kept, slots[half]));
            at += _mm_popcnt_u64(kept);
        }
    }

    *end = at;

    return i;
}
