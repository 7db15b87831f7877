#ifndef PD_BASE_ARENA_H
#define PD_BASE_ARENA_H
/* A stack of scratch memory: taken piece by piece, given back all at once.
 *
 * The caller owns the block; only pd_arena_init and pd_arena_reserve allocate. Every piece starts on a 64-byte
 * boundary (a cache line, an AVX-512 register). When the block is full pd_arena_take returns NULL; `high`
 * then still tells how much would have been needed, so that the owner can grow the block between jobs.
 * An arena belongs to one thread at a time. With AddressSanitizer, bytes that are not taken are poisoned.
 */
#include <stdbool.h>
#include <stddef.h>

#define PD_ARENA_ALIGN 64

typedef struct pd_arena {
    unsigned char *base;
    size_t size, used, high; /* bytes */
} pd_arena;

/* Returns 0 when memory is short. size 0 is allowed: pd_arena_reserve grows it later. */
int pd_arena_init(pd_arena *arena, size_t size);
void pd_arena_deinit(pd_arena *arena);
/* Forgets every piece and grows to at least size bytes. Returns false when memory is short. */
bool pd_arena_reserve(pd_arena *arena, size_t size);
/* count elements of element_bytes, not cleared; NULL when full or when the product overflows. */
void *pd_arena_take(pd_arena *arena, size_t count, size_t element_bytes);
void pd_arena_reset(pd_arena *arena);
/* What pd_arena_take(count, element_bytes) will use, rounded up; for _bytes() functions. */
size_t pd_arena_bytes(size_t count, size_t element_bytes);

#endif
