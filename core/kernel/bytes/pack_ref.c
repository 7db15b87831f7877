#include "core/kernel/bytes/pack.h"

#include <endian.h>
#include <string.h>

void pd_k_pack_ref(pd_k_packed *to, const uint64_t *numbers, size_t groups)
{
    unsigned char *bytes = to->bytes;
    unsigned char *lengths = to->lengths;
    unsigned char *mask = to->mask;

    for (size_t g = 0; g < groups; g++) {
        unsigned others = 0;
        for (unsigned i = 0; i < PD_K_PACK_GROUP; i++) {
            /* All eight bytes and a length are written; the next number overwrites what is not needed. */
            const uint64_t number = *numbers++;
            const uint64_t little = htole64(number);
            const unsigned is_other = number != 0;
            const unsigned length = (71u - (unsigned)__builtin_clzll(number | 1)) / 8;
            memcpy(bytes, &little, sizeof little);
            *lengths = (unsigned char)(length - 1);
            bytes += is_other ? length : 0;
            lengths += is_other;
            others |= is_other << i;
        }

        *mask++ = (unsigned char)others;
    }

    *to = (pd_k_packed){bytes, lengths, mask};
}
