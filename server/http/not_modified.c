#include "server/http/not_modified.h"

#include "core/base/hash.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PLACES      512  /* power of two */
#define LENGTHS     4096 /* power of two; 64 KiB */
#define HEADERS_MAX 6

typedef struct answer {
    uint64_t hash, generation;
    size_t key_size;
    char *key; /* malloc'd; NULL: free place */
    int status, header_count;
    bool may_be_framed;
    const char *content_type;
    pd_api_header headers[HEADERS_MAX];
} answer;

struct pd_srv_not_modified {
    pthread_mutex_t lock;
    answer *places[PLACES];
    struct {
        uint64_t etag; /* hash; 0: free place */
        size_t bytes;
    } lengths[LENGTHS];
};

void pd_srv_not_modified_key_init(pd_srv_not_modified_key *key)
{
    key->size = 0;
    key->hash = PD_FNV_BEGIN;
}

void pd_srv_not_modified_key_add(pd_srv_not_modified_key *key, const char *text)
{
    size_t size = text ? strlen(text) : 0;

    if (key->size > sizeof key->bytes || size + 1 > sizeof key->bytes - key->size) {
        key->size = sizeof key->bytes + 1;
        return;
    }

    memcpy(key->bytes + key->size, text ? text : "", size);
    key->bytes[key->size + size] = text ? '\n' : '\r';
    for (size_t i = 0; i <= size; i++)
        key->hash = pd_fnv_add(key->hash, (unsigned char)key->bytes[key->size + i]);
    key->size += size + 1;
}

pd_srv_not_modified *pd_srv_not_modified_new(void)
{
    pd_srv_not_modified *cache = calloc(1, sizeof *cache);
    if (cache) pthread_mutex_init(&cache->lock, NULL);
    return cache;
}

static void free_answer(answer *a)
{
    if (!a) return;
    free(a->key);
    free(a);
}

void pd_srv_not_modified_free(pd_srv_not_modified *cache)
{
    if (!cache) return;
    for (int i = 0; i < PLACES; i++) free_answer(cache->places[i]);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

static answer **not_modified_place_of(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key)
{
    return &cache->places[(key->hash ^ key->hash >> 32) & (PLACES - 1)];
}

int pd_srv_not_modified_find(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key,
                             uint64_t generation, pd_api_reply *out)
{
    if (key->size > sizeof key->bytes) return 0;
    pthread_mutex_lock(&cache->lock);
    const answer *a = *not_modified_place_of(cache, key);
    int found = a && a->hash == key->hash && a->generation == generation && a->key_size == key->size &&
                !memcmp(a->key, key->bytes, key->size);
    if (found) {
        out->status = a->status;
        out->content_type = a->content_type;
        out->header_count = a->header_count;
        out->may_be_framed = a->may_be_framed;
        memcpy(out->headers, a->headers, (size_t)a->header_count * sizeof a->headers[0]);
    }

    pthread_mutex_unlock(&cache->lock);

    return found;
}

void pd_srv_not_modified_keep(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key,
                              uint64_t generation, const pd_api_reply *reply)
{
    if (key->size > sizeof key->bytes || reply->header_count > HEADERS_MAX || reply->body.size) return;

    answer *fresh = malloc(sizeof *fresh);
    char *bytes = malloc(key->size);
    if (!fresh || !bytes) {
        free(fresh);
        free(bytes);
        return;
    }

    memcpy(bytes, key->bytes, key->size);
    *fresh = (answer){.hash = key->hash,
                      .generation = generation,
                      .key_size = key->size,
                      .key = bytes,
                      .status = reply->status,
                      .header_count = reply->header_count,
                      .may_be_framed = reply->may_be_framed,
                      .content_type = reply->content_type};
    memcpy(fresh->headers, reply->headers, (size_t)reply->header_count * sizeof fresh->headers[0]);

    pthread_mutex_lock(&cache->lock);
    answer **place = not_modified_place_of(cache, key);
    answer *old = *place;
    *place = fresh;
    pthread_mutex_unlock(&cache->lock);
    free_answer(old);
}

/* Returns a hash of 64 bits that stands for the ETag, never 0. Two of 4096 ETags have the same hash with a
 * probability of 5e-13. */
static uint64_t hash_etag(const char *etag)
{
    const uint64_t hash = pd_hash64(etag, strlen(etag), 0);
    return hash ? hash : 1;
}

void pd_srv_not_modified_keep_length(pd_srv_not_modified *cache, const char *etag, size_t bytes)
{
    const uint64_t hash = hash_etag(etag);
    pthread_mutex_lock(&cache->lock);
    cache->lengths[hash & (LENGTHS - 1)].etag = hash;
    cache->lengths[hash & (LENGTHS - 1)].bytes = bytes;
    pthread_mutex_unlock(&cache->lock);
}

size_t pd_srv_not_modified_length(pd_srv_not_modified *cache, const char *etag)
{
    const uint64_t hash = hash_etag(etag);

    pthread_mutex_lock(&cache->lock);
    const bool is_known = cache->lengths[hash & (LENGTHS - 1)].etag == hash;
    const size_t bytes = is_known ? cache->lengths[hash & (LENGTHS - 1)].bytes : 0;
    pthread_mutex_unlock(&cache->lock);

    return bytes;
}
