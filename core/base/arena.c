#include "core/base/arena.h"

#include "core/base/assert.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Under ASan only what was taken may be touched:
 * neither the rest of its last cache line nor what is still free. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN
#endif
#endif
#if defined(ARENA_ASAN) || defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, bytes)   ((void)(at), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(at, bytes) ((void)(at), (void)(bytes))
#endif

int pd_arena_init(pd_arena *arena, size_t size)
{
    memset(arena, 0, sizeof *arena);
    return pd_arena_reserve(arena, size);
}

void pd_arena_deinit(pd_arena *arena)
{
    ASAN_UNPOISON_MEMORY_REGION(arena->base, arena->size);
    free(arena->base);
    memset(arena, 0, sizeof *arena);
}

bool pd_arena_reserve(pd_arena *arena, size_t size)
{
    PD_ASSERT(arena->base || !arena->size);
    pd_arena_reset(arena);
    size = pd_arena_bytes(size, 1);
    if (arena->base && size <= arena->size) return true;

    unsigned char *base =
        size == SIZE_MAX ? NULL : aligned_alloc(PD_ARENA_ALIGN, size ? size : PD_ARENA_ALIGN);
    if (!base) return false;
    ASAN_UNPOISON_MEMORY_REGION(arena->base, arena->size);
    free(arena->base);
    arena->base = base;
    arena->size = size;
    PD_ASSERT(arena->used == 0 && arena->size % PD_ARENA_ALIGN == 0);
    ASAN_POISON_MEMORY_REGION(base, size);

    return true;
}

void *pd_arena_take(pd_arena *arena, size_t count, size_t element_bytes)
{
    size_t bytes = pd_arena_bytes(count, element_bytes);

    if (bytes == SIZE_MAX || bytes > SIZE_MAX - arena->used) return NULL;
    PD_ASSERT(arena->used <= arena->size);
    PD_ASSERT(arena->used % PD_ARENA_ALIGN == 0);
    size_t end = arena->used + bytes;
    if (end > arena->high) arena->high = end;
    if (end > arena->size) return NULL;

    unsigned char *piece = arena->base + arena->used;
    ASAN_POISON_MEMORY_REGION(piece, bytes);
    ASAN_UNPOISON_MEMORY_REGION(piece, count * element_bytes);
    arena->used = end;

    return piece;
}

void pd_arena_reset(pd_arena *arena)
{
    arena->used = 0;
    ASAN_POISON_MEMORY_REGION(arena->base, arena->size);
}

size_t pd_arena_bytes(size_t count, size_t element_bytes)
{
    size_t bytes;
    if (!pd_size_mul(&bytes, count, element_bytes)) return SIZE_MAX;
    if (bytes > SIZE_MAX - (PD_ARENA_ALIGN - 1)) return SIZE_MAX;
    return (bytes + PD_ARENA_ALIGN - 1) & ~(size_t)(PD_ARENA_ALIGN - 1);
}
