#ifndef PD_BASE_ARENA_H
#define PD_BASE_ARENA_H
/* Scratch memory: a block from which pieces are taken one after another and released all at once.
 *
 * Only pd_arena_init and pd_arena_reserve allocate. Every piece starts on a 64-byte boundary (a cache line,
 * an AVX-512 register). When the block is full, pd_arena_take returns NULL. `high` then tells the size at
 * which that piece would have fit, so that the owner can grow the block between jobs.
 *
 * Memory   the arena owns its block until pd_arena_deinit. With AddressSanitizer, bytes that are not taken
 *          are poisoned.
 * Threads  one thread at a time.
 * Errors   0, false or NULL: out of memory, or the block is full.
 */
#include <stdbool.h>
#include <stddef.h>

#define PD_ARENA_ALIGN 64

typedef struct pd_arena {
    unsigned char *base;
    /* bytes of the block; bytes taken since the last reset; largest value of `used` so far, counting pieces
     * that did not fit */
    size_t size, used, high;
} pd_arena;

/* Allocates a block of `size` bytes. Size 0 is allowed; pd_arena_reserve grows the block later. Returns 0
 * when out of memory. */
int pd_arena_init(pd_arena *arena, size_t size);
/* Frees the block and with it every piece. */
void pd_arena_deinit(pd_arena *arena);
/* Releases every piece and grows the block to at least `size` bytes. Returns false when out of memory. */
bool pd_arena_reserve(pd_arena *arena, size_t size);
/* Takes a piece for `count` elements of `element_bytes` each, not cleared. Returns NULL when the block is
 * full or the product overflows. */
void *pd_arena_take(pd_arena *arena, size_t count, size_t element_bytes);
/* Releases every piece; the block stays. */
void pd_arena_reset(pd_arena *arena);
/* Returns the bytes of the block that pd_arena_take(count, element_bytes) uses, rounded up to PD_ARENA_ALIGN.
 * Functions that state how much scratch they need add these up. */
size_t pd_arena_bytes(size_t count, size_t element_bytes);

#endif
