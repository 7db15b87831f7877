#ifndef PD_BASE_HASH_H
#define PD_BASE_HASH_H
/* 64-bit hashes of bytes, for content hashes, ETags and hash tables.
 *
 * pd_hash64 multiplies and rotates four lanes over 32 bytes at a time and mixes them at the end, after the
 * design of xxHash64 (Collet 2012) but with other values. Machines of the same byte order get the same hash.
 * Not for secrets: collisions can be made on purpose.
 */
#include <stddef.h>
#include <stdint.h>

/* Returns the hash of `size` bytes. To hash several pieces, pass each result as the seed of the next piece;
 * the length is part of the hash. */
uint64_t pd_hash64(const void *bytes, size_t size, uint64_t seed);
/* Returns pd_hash64 of two words with seed 0, faster than through memory: for seeds that are derived
 * thousands of times a second. */
uint64_t pd_hash64_pair(uint64_t first, uint64_t second);

/* FNV-1a (Fowler, Noll, Vo 1991), for values that must never change, such as random seeds derived from the
 * numbers of a request. Begin with PD_FNV_BEGIN and add one word at a time;
 * the published function adds single bytes. */
#define PD_FNV_BEGIN 0xcbf29ce484222325u
static inline uint64_t pd_fnv_add(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * 0x100000001b3u;
}

#endif
