#include "core/base/hash.h"

#include <string.h>

#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u

static uint64_t mix(uint64_t lane, uint64_t word)
{
    lane += word * P2;
    return (lane << 31 | lane >> 33) * P1;
}

static uint64_t load(const unsigned char *at, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, at, size < 8 ? size : 8);
    return word;
}

uint64_t pd_hash64(const void *bytes, size_t size, uint64_t seed)
{
    const unsigned char *at = bytes;
    uint64_t lane[4] = {seed + P1, seed ^ P2, seed + P3, ~seed}, left = size;

    for (; left >= 32; left -= 32, at += 32)
        for (int i = 0; i < 4; i++) lane[i] = mix(lane[i], load(at + 8 * i, 8));

    uint64_t h = size;
    for (int i = 0; i < 4; i++) h = mix(h ^ lane[i], lane[i]);
    for (; left >= 8; left -= 8, at += 8) h = mix(h, load(at, 8));
    if (left) h = mix(h, load(at, left));

    h ^= h >> 33, h *= P2, h ^= h >> 29, h *= P3;
    return h ^ h >> 32;
}
