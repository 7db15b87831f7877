#include "server/http/reply_cache.h"

#include "core/base/assert.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct pd_srv_kept_reply {
    atomic_int users; /* the cache is one of them while it has the reply */
    const pd_api_host *host;
    uint64_t used_at; /* number of the cache's last use of it */
    size_t bytes;     /* counted against the budget and limits.memory */
    pd_srv_not_modified_key key;
    pd_api_reply reply;
};

struct pd_srv_reply_cache {
    pthread_mutex_t lock;
    const pd_api_host *host;
    uint64_t uses;
    size_t bytes;
    int count;
    pd_srv_kept_reply *entries[PD_SRV_REPLY_CACHE_ENTRIES]; /* (count) */
};

pd_srv_reply_cache *pd_srv_reply_cache_new(const pd_api_host *host)
{
    pd_srv_reply_cache *cache = calloc(1, sizeof *cache);
    if (!cache) return NULL;
    pthread_mutex_init(&cache->lock, NULL);
    cache->host = host;
    return cache;
}

const pd_api_reply *pd_srv_kept_reply_read(const pd_srv_kept_reply *kept)
{
    return &kept->reply;
}

void pd_srv_kept_reply_release(pd_srv_kept_reply *kept)
{
    if (!kept || atomic_fetch_sub(&kept->users, 1) > 1) return;
    if (kept->host->memory_give) kept->host->memory_give(kept->host->ctx, PD_API_MEMORY_REPLIES, kept->bytes);
    pd_buffer_deinit(&kept->reply.body);
    free(kept);
}

/* Takes entry `i` out of the cache. Call it with the lock. */
static void drop_reply_cache(pd_srv_reply_cache *cache, int i)
{
    pd_srv_kept_reply *kept = cache->entries[i];
    PD_ASSERT(i >= 0 && i < cache->count && cache->bytes >= kept->bytes);
    cache->bytes -= kept->bytes;
    cache->entries[i] = cache->entries[--cache->count];
    pd_srv_kept_reply_release(kept);
}

void pd_srv_reply_cache_free(pd_srv_reply_cache *cache)
{
    if (!cache) return;
    while (cache->count) drop_reply_cache(cache, cache->count - 1);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

bool pd_srv_reply_cache_clear(pd_srv_reply_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    const bool had = cache->count > 0;
    while (cache->count) drop_reply_cache(cache, cache->count - 1);
    pthread_mutex_unlock(&cache->lock);
    return had;
}

static int index_of(const pd_srv_reply_cache *cache, const pd_srv_not_modified_key *key)
{
    for (int i = 0; i < cache->count; i++) {
        const pd_srv_not_modified_key *own = &cache->entries[i]->key;
        if (own->hash == key->hash && own->size == key->size && !memcmp(own->bytes, key->bytes, key->size))
            return i;
    }

    return -1;
}

static int least_recently_used(const pd_srv_reply_cache *cache)
{
    int least = 0;
    for (int i = 1; i < cache->count; i++)
        if (cache->entries[i]->used_at < cache->entries[least]->used_at) least = i;
    return least;
}

pd_srv_kept_reply *pd_srv_reply_cache_find(pd_srv_reply_cache *cache, const pd_srv_not_modified_key *key)
{
    if (key->size > sizeof key->bytes) return NULL;
    pd_srv_kept_reply *kept = NULL;
    pthread_mutex_lock(&cache->lock);
    const int i = index_of(cache, key);
    if (i >= 0) {
        kept = cache->entries[i];
        kept->used_at = ++cache->uses;
        atomic_fetch_add(&kept->users, 1);
    }

    pthread_mutex_unlock(&cache->lock);

    return kept;
}

pd_srv_kept_reply *pd_srv_reply_cache_keep(pd_srv_reply_cache *cache, const pd_srv_not_modified_key *key,
                                           size_t budget, pd_api_reply *reply)
{
    if (key->size > sizeof key->bytes || reply->body.failed || reply->status != 200) return NULL;
    if (reply->body.size + sizeof(pd_srv_kept_reply) > budget / 2) return NULL;

    /* The block of a buffer is up to half larger than its content. */
    pd_srv_kept_reply *kept = malloc(sizeof *kept);
    if (!kept) return NULL;
    unsigned char *exact =
        reply->body.size < reply->body.capacity ? realloc(reply->body.data, reply->body.size) : NULL;
    if (exact) {
        reply->body.data = exact;
        reply->body.capacity = reply->body.size;
    }

    atomic_init(&kept->users, 2); /* the cache and the caller */
    kept->host = cache->host;
    kept->bytes = reply->body.capacity + sizeof *kept;
    kept->key = *key;
    kept->reply = *reply;
    memset(&reply->body, 0, sizeof reply->body);
    if (kept->host->memory_add) kept->host->memory_add(kept->host->ctx, PD_API_MEMORY_REPLIES, kept->bytes);

    /* Another thread may have stored a reply of the same key meanwhile. */
    pthread_mutex_lock(&cache->lock);
    const int same = index_of(cache, key);
    if (same >= 0) drop_reply_cache(cache, same);
    while (cache->count &&
           (cache->count == PD_SRV_REPLY_CACHE_ENTRIES || cache->bytes + kept->bytes > budget))
        drop_reply_cache(cache, least_recently_used(cache));
    kept->used_at = ++cache->uses;
    cache->entries[cache->count++] = kept;
    cache->bytes += kept->bytes;
    pthread_mutex_unlock(&cache->lock);

    return kept;
}

size_t pd_srv_reply_cache_bytes(pd_srv_reply_cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    const size_t bytes = cache->bytes;
    pthread_mutex_unlock(&cache->lock);
    return bytes;
}
