#ifndef PD_API_HTTP_POOL_H
#define PD_API_HTTP_POOL_H
/* Allocator of one call: decoding takes many small pieces, and all of them are freed together with the call.
 * Unlike a pd_arena it grows, because the memory that a request needs is not known before the request is
 * read; limits.body_bytes and limits.batch bound it. A pd_api_pool of all zeros is empty and ready to use.
 */
#include <stddef.h>

typedef struct pd_api_chunk pd_api_chunk;

typedef struct pd_api_pool {
    pd_api_chunk *chunks;
    size_t bytes; /* size of all chunks together */
} pd_api_pool;

/* Returns `count` elements, all bytes 0, aligned to 16 bytes;
 * NULL if allocation failed or the size overflows. */
void *pd_api_pool_take(pd_api_pool *pool, size_t count, size_t element_bytes);
/* Frees all pieces. */
void pd_api_pool_deinit(pd_api_pool *pool);

#endif
