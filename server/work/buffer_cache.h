#ifndef PD_SERVER_WORK_BUFFER_CACHE_H
#define PD_SERVER_WORK_BUFFER_CACHE_H
/* Keeps large buffers for reuse, because a new block costs a page fault for every 4 KiB. Holds a bounded
 * number of bytes; further buffers are freed. Any thread. */
#include "core/base/buffer.h"

#include <stdbool.h>

typedef struct pd_srv_buffer_cache pd_srv_buffer_cache;

/* Creates a cache that holds at most keep_bytes; _free frees it with its buffers. */
pd_srv_buffer_cache *pd_srv_buffer_cache_new(size_t keep_bytes); /* NULL when allocation fails */
void pd_srv_buffer_cache_free(pd_srv_buffer_cache *pool);
/* Returns an empty buffer, with capacity if the cache has one. */
pd_buffer pd_srv_buffer_cache_take(pd_srv_buffer_cache *pool);
/* Takes the buffer's memory if there is room for it. Otherwise returns false and only clears the buffer,
 * which keeps its memory. */
bool pd_srv_buffer_cache_keep(pd_srv_buffer_cache *pool, pd_buffer *buffer);
/* Takes or frees the buffer's memory and leaves the buffer empty. */
void pd_srv_buffer_cache_give(pd_srv_buffer_cache *pool, pd_buffer *buffer);

#endif
