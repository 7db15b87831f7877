#ifndef PD_SERVER_WORK_BUFFER_CACHE_H
#define PD_SERVER_WORK_BUFFER_CACHE_H
/* Buffers to use again: a fresh large block costs a page fault for every 4 KiB of a reply. Holds a bounded
 * number of bytes; what does not fit goes back to the system. Any thread. */
#include "core/base/buffer.h"

#include <stdbool.h>

typedef struct pd_srv_buffer_cache pd_srv_buffer_cache;

pd_srv_buffer_cache *pd_srv_buffer_cache_new(size_t keep_bytes); /* NULL when memory is out */
void pd_srv_buffer_cache_free(pd_srv_buffer_cache *pool);
/* An empty buffer, with capacity when one is there. */
pd_buffer pd_srv_buffer_cache_take(pd_srv_buffer_cache *pool);
/* Takes the buffer's memory, if there is room for it. false: there is not, the buffer is as it was, but cleared. */
bool pd_srv_buffer_cache_keep(pd_srv_buffer_cache *pool, pd_buffer *buffer);
/* Takes the buffer's memory in any case, and leaves it empty. */
void pd_srv_buffer_cache_give(pd_srv_buffer_cache *pool, pd_buffer *buffer);

#endif
