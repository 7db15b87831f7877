#include "server/work/buffer_cache.h"

#include "core/base/assert.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS          64
#define LARGEST_SHARES 4 /* one buffer may hold at most a fourth of what is kept */

struct pd_srv_buffer_cache {
    pthread_mutex_t lock;
    pd_buffer slots[SLOTS]; /* a stack: the one kept last is taken first */
    int count;
    size_t bytes, keep_bytes;
};

pd_srv_buffer_cache *pd_srv_buffer_cache_new(size_t keep_bytes)
{
    pd_srv_buffer_cache *pool = calloc(1, sizeof *pool);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pool->keep_bytes = keep_bytes;
    return pool;
}

void pd_srv_buffer_cache_free(pd_srv_buffer_cache *pool)
{
    if (!pool) return;
    for (int i = 0; i < pool->count; i++) pd_buffer_deinit(&pool->slots[i]);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

pd_buffer pd_srv_buffer_cache_take(pd_srv_buffer_cache *pool)
{
    pd_buffer buffer = {0};

    pthread_mutex_lock(&pool->lock);
    if (pool->count) {
        buffer = pool->slots[--pool->count];
        PD_ASSERT(pool->bytes >= buffer.capacity && !buffer.size);
        pool->bytes -= buffer.capacity;
    }

    pthread_mutex_unlock(&pool->lock);

    return buffer;
}

bool pd_srv_buffer_cache_keep(pd_srv_buffer_cache *pool, pd_buffer *buffer)
{
    bool kept = false;

    if (!buffer->data) return true;
    pd_buffer_clear(buffer);

    pthread_mutex_lock(&pool->lock);
    PD_ASSERT(pool->count >= 0 && pool->count <= SLOTS && pool->bytes <= pool->keep_bytes);
    if (pool->count < SLOTS && buffer->capacity <= pool->keep_bytes / LARGEST_SHARES &&
        buffer->capacity <= pool->keep_bytes - pool->bytes) {
        pool->slots[pool->count++] = *buffer;
        pool->bytes += buffer->capacity;
        kept = true;
    }

    pthread_mutex_unlock(&pool->lock);

    if (kept) memset(buffer, 0, sizeof *buffer);
    return kept;
}

void pd_srv_buffer_cache_give(pd_srv_buffer_cache *pool, pd_buffer *buffer)
{
    if (!pd_srv_buffer_cache_keep(pool, buffer)) pd_buffer_deinit(buffer);
}
