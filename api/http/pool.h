#ifndef PD_API_HTTP_POOL_H
#define PD_API_HTTP_POOL_H
/* Memory of one call: taken piece by piece while decoding, given back with the call. Unlike a pd_arena it grows,
 * as nobody knows what a request holds before it is read; the sizes are bounded by limits.body_bytes and
 * limits.batch. Pieces start on 16-byte boundaries. Zero-initialise to begin.
 */
#include <stddef.h>

typedef struct pd_api_chunk pd_api_chunk;

typedef struct pd_api_pool {
    pd_api_chunk *chunks;
    size_t bytes; /* of all of them */
} pd_api_pool;

/* count elements, cleared; NULL when memory is short or the product overflows. */
void *pd_api_pool_take(pd_api_pool *pool, size_t count, size_t element_bytes);
void pd_api_pool_deinit(pd_api_pool *pool);

#endif
