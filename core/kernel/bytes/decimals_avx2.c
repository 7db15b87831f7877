/* AVX2: the digits of four numbers are found in one register. */
#include "core/kernel/bytes/decimals.h"

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define TOGETHER 8

/* Four numbers: their texts with six decimals, eight bytes each, without sign: "0.123456". *fits: 1 where the
 * size is below 10 (and a number). */
static inline __m256i write_four(__m128 sizes, int *fits)
{
    /* n = round(10^6 size), as core/base/text/number.c does it, in the lower half of 64 bits; n < 10^7. */
    const __m256d scaled = _mm256_mul_pd(_mm256_cvtps_pd(sizes), _mm256_set1_pd(1e6));
    const __m256i n = _mm256_castpd_si256(_mm256_add_pd(scaled, _mm256_set1_pd(6755399441055744.0)));

    *fits = _mm256_movemask_pd(_mm256_cmp_pd(scaled, _mm256_set1_pd(9999999.5), _CMP_LT_OQ));

    /* Numbers of four digits in 32 bits, of two digits in 16 bits, of one digit in 8: quotients by products
     * with reciprocals that are exact in these ranges. */
    const __m256i upper = _mm256_srli_epi64(_mm256_mul_epu32(n, _mm256_set1_epi64x(3518437209)), 45);
    const __m256i lower = _mm256_sub_epi32(n, _mm256_mul_epu32(upper, _mm256_set1_epi64x(10000)));
    const __m256i fours = _mm256_or_si256(upper, _mm256_slli_epi64(lower, 32));
    const __m256i hundreds = _mm256_srli_epi16(_mm256_mulhi_epu16(fours, _mm256_set1_epi16(5243)), 3);
    const __m256i rest = _mm256_sub_epi16(fours, _mm256_mullo_epi16(hundreds, _mm256_set1_epi16(100)));
    const __m256i twos = _mm256_or_si256(hundreds, _mm256_slli_epi32(rest, 16));
    const __m256i tens = _mm256_mulhi_epu16(twos, _mm256_set1_epi16(6554));
    const __m256i ones = _mm256_sub_epi16(twos, _mm256_mullo_epi16(tens, _mm256_set1_epi16(10)));
    const __m256i digits = _mm256_or_si256(tens, _mm256_slli_epi16(ones, 8));

    /* Digits are 0 w d d d d d d: w goes to the first byte, the point to the second. */
    const __m256i order = _mm256_setr_epi8(1, -1, 2, 3, 4, 5, 6, 7, 9, -1, 10, 11, 12, 13, 14, 15, 1, -1, 2,
                                           3, 4, 5, 6, 7, 9, -1, 10, 11, 12, 13, 14, 15);

    return _mm256_or_si256(_mm256_shuffle_epi8(digits, order), _mm256_set1_epi64x(0x3030303030302e30));
}

/* Writes numbers with six decimals, each after a separator, in eights as long as all of eight are below 10.
 * Returns how many; *end: the end of the text. */
size_t pd_k_decimals_avx2(char **end, const float *values, size_t count, char separator)
{
    const uint16_t front = (uint16_t)((unsigned char)separator | '-' << 8);
    const __m256i zero = _mm256_set1_epi64x(0x3030303030302e30);
    const __m256i whole = _mm256_set1_epi64x(0xffff);
    char *at = *end;
    size_t i = 0;

    for (; i + TOGETHER <= count; i += TOGETHER) {
        const __m256 eight = _mm256_loadu_ps(values + i);
        const __m256 sizes = _mm256_andnot_ps(_mm256_set1_ps(-0.0f), eight);
        uint64_t words[TOGETHER], left[TOGETHER];
        int fits[2];
        int zeros = 0;
        for (int half = 0; half < 2; half++) {
            const __m128 four = half ? _mm256_extractf128_ps(sizes, 1) : _mm256_castps256_ps128(sizes);
            const __m256i text = write_four(four, &fits[half]);
            zeros |= _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(text, zero))) << 4 * half;
            _mm256_storeu_si256((__m256i *)(void *)(words + 4 * half), text);

            /* Decimals that are not "0", and a bit that stands for the first byte. */
            const __m256i some = _mm256_andnot_si256(whole, _mm256_xor_si256(text, zero));
            _mm256_storeu_si256((__m256i *)(void *)(left + 4 * half),
                                _mm256_or_si256(some, _mm256_set1_epi64x(1)));
        }

        if ((fits[0] & fits[1]) != 15) break;

        /* No sign before 0, no zeros at the end; the point stays only before digits. */
        const unsigned negative = (unsigned)(_mm256_movemask_ps(eight) & ~zeros);
        for (unsigned k = 0; k < TOGETHER; k++) {
            memcpy(at, &front, sizeof front);
            at += 1 + (negative >> k & 1);
            memcpy(at, &words[k], sizeof words[k]);
            at += 8 - (size_t)__builtin_clzll(left[k]) / 8;
        }
    }

    *end = at;

    return i;
}
