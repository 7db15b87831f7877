#ifndef PD_BASE_HASH_H
#define PD_BASE_HASH_H
/* A 64-bit fingerprint of bytes, the same on every machine of the same byte order: content hashes, ETags,
 * tables. Four lanes of multiply and rotate over 32 bytes at a time with a final avalanche, in the manner of
 * xxHash64 (Collet 2012), though not its exact values. Not for secrets: collisions can be made on purpose.
 * Hash several pieces by passing the last result as the next seed; the length is part of the hash.
 */
#include <stddef.h>
#include <stdint.h>

uint64_t pd_hash64(const void *bytes, size_t size, uint64_t seed);
/* pd_hash64 of two words, seed 0: for deriving numbers from others, thousands a second. */
uint64_t pd_hash64_pair(uint64_t first, uint64_t second);

/* FNV-1a (Fowler, Noll, Vo 1991), for values that must never change: seeds derived from a request's numbers. From
 * PD_FNV_BEGIN on, a word at a time: a byte, as the original has it, or more. */
#define PD_FNV_BEGIN 0xcbf29ce484222325u
static inline uint64_t pd_fnv_add(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * 0x100000001b3u;
}

#endif
