#include "core/base/hash.h"

#include <string.h>

#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u

static uint64_t hash_mix(uint64_t lane, uint64_t word)
{
    lane += word * P2;
    return (lane << 31 | lane >> 33) * P1;
}

static uint64_t load_hash(const unsigned char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

/* Merges the four lanes. */
static uint64_t fold(const uint64_t lane[4], size_t size)
{
    uint64_t h = size;
    for (int i = 0; i < 4; i++) h = hash_mix(h ^ lane[i], lane[i]);
    return h;
}

static uint64_t avalanche(uint64_t h)
{
    h ^= h >> 33;
    h *= P2;
    h ^= h >> 29;
    h *= P3;
    return h ^ h >> 32;
}

uint64_t pd_hash64(const void *bytes, size_t size, uint64_t seed)
{
    const unsigned char *at = bytes;
    uint64_t lane[4] = {seed + P1, seed ^ P2, seed + P3, ~seed};
    uint64_t left = size;

    for (; left >= 32; left -= 32, at += 32)
        for (int i = 0; i < 4; i++) lane[i] = hash_mix(lane[i], load_hash(at + 8 * i));

    uint64_t h = fold(lane, size);
    for (; left >= 8; left -= 8, at += 8) h = hash_mix(h, load_hash(at));
    if (left) {
        uint64_t last = 0;
        memcpy(&last, at, left);
        h = hash_mix(h, last);
    }

    return avalanche(h);
}

uint64_t pd_hash64_pair(uint64_t first, uint64_t second)
{
    const uint64_t lane[4] = {P1, P2, P3, ~UINT64_C(0)};
    return avalanche(hash_mix(hash_mix(fold(lane, 16), first), second));
}
