#include "core/kernel/bytes/pack.h"

#include <immintrin.h>

__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512cd,avx512vbmi2,popcnt"))) void
pd_k_pack_avx512(pd_k_packed *to, const uint64_t *numbers, size_t groups)
{
    /* In each number: the place of each byte, and eight times the place of the number's first byte in its
     * half of 16 bytes. */
    const __m512i places = _mm512_set1_epi64(0x0706050403020100);
    const __m512i first = _mm512_broadcast_i32x4(_mm_set_epi64x(0x0808080808080808, 0));
    unsigned char *bytes = to->bytes;
    unsigned char *lengths = to->lengths;
    unsigned char *mask = to->mask;

    for (size_t g = 0; g < groups; g++, numbers += PD_K_PACK_GROUP) {
        const __m512i number = _mm512_loadu_si512(numbers);
        const __m512i length =
            _mm512_srli_epi64(_mm512_sub_epi64(_mm512_set1_epi64(71), _mm512_lzcnt_epi64(number)), 3);

        /* The bytes below the length are moved together. */
        const __mmask64 kept = _mm512_cmplt_epu8_mask(places, _mm512_shuffle_epi8(length, first));
        _mm512_storeu_si512(bytes, _mm512_maskz_compress_epi8(kept, number));
        bytes += _mm_popcnt_u64(kept);

        const __mmask8 others = _mm512_test_epi64_mask(number, number);
        const __m128i short_lengths = _mm_sub_epi8(_mm512_cvtepi64_epi8(length), _mm_set1_epi8(1));
        _mm_storel_epi64((__m128i *)(void *)lengths, _mm_maskz_compress_epi8(others, short_lengths));
        lengths += _mm_popcnt_u32(others);
        *mask++ = others;
    }

    *to = (pd_k_packed){bytes, lengths, mask};
}
