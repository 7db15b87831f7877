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

#endif
