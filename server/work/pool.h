#ifndef PD_SERVER_WORK_POOL_H
#define PD_SERVER_WORK_POOL_H
/* Buffers to use again: a fresh large block costs a page fault for every 4 KiB of a reply. Holds a bounded
 * number of bytes; what does not fit goes back to the system. Any thread. */
#include "core/base/buffer.h"

typedef struct pd_srv_pool pd_srv_pool;

pd_srv_pool *pd_srv_pool_new(size_t keep_bytes); /* NULL when memory is out */
void pd_srv_pool_free(pd_srv_pool *pool);
/* An empty buffer, with capacity when one is there. */
pd_buffer pd_srv_pool_take(pd_srv_pool *pool);
/* Takes the buffer's memory and leaves it empty. */
void pd_srv_pool_give(pd_srv_pool *pool, pd_buffer *buffer);

#endif
