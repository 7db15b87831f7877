#include "api/http/pool.h"

#include "core/base/size.h"
#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES 4096

struct pd_api_chunk {
    _Alignas(16) pd_api_chunk *next;
    size_t size, used;
    _Alignas(16) unsigned char bytes[];
};

void *pd_api_pool_take(pd_api_pool *pool, size_t count, size_t element_bytes)
{
    pd_api_chunk *chunk = pool->chunks;
    size_t bytes;
    void *out;

    if (!pd_size_mul(&bytes, count, element_bytes) || bytes > SIZE_MAX / 2) return NULL;
    bytes = (bytes + 15) & ~(size_t)15;

    /* A new chunk where the last one has no room; a large piece gets a chunk of its own size. */
    if (!chunk || chunk->size - chunk->used < bytes) {
        const size_t size = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        chunk = malloc(sizeof *chunk + size);
        if (!chunk) return NULL;
        *chunk = (pd_api_chunk){.next = pool->chunks, .size = size};
        pool->bytes += sizeof *chunk + size;
        pool->chunks = chunk;
    }

    PD_ASSERT(chunk->used + bytes <= chunk->size && chunk->used % 16 == 0);
    out = chunk->bytes + chunk->used;
    chunk->used += bytes;

    return memset(out, 0, bytes);
}

void pd_api_pool_deinit(pd_api_pool *pool)
{
    while (pool->chunks) {
        pd_api_chunk *next = pool->chunks->next;
        free(pool->chunks);
        pool->chunks = next;
    }

    pool->bytes = 0;
}
