#include "server/http/not_modified.h"

#include "core/base/hash.h"
#include "core/base/table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_SETS 128  /* of the table of replies: 512 */
#define LENGTH_SETS 1024 /* of the table of lengths: 4,096 in 96 KiB */
#define HEADERS_MAX 6

typedef struct answer {
    uint64_t generation;
    size_t key_size;
    char *key; /* malloc'd */
    int status, header_count;
    bool may_be_framed;
    const char *content_type;
    pd_api_header headers[HEADERS_MAX];
} answer;

/* Rows of the two tables. rank: number of the last use. */
typedef struct answer_row {
    pd_table_head head; /* key: hash of the reply's key */
    answer *answer;     /* malloc'd */
} answer_row;

typedef struct length_row {
    pd_table_head head; /* key: hash of the ETag */
    size_t bytes;
} length_row;

struct pd_srv_not_modified {
    pthread_mutex_t lock;
    int64_t uses; /* counts the uses of both tables */
    pd_table answers, lengths;
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

    if (!cache || !pd_table_init(&cache->answers, ANSWER_SETS, sizeof(answer_row)) ||
        !pd_table_init(&cache->lengths, LENGTH_SETS, sizeof(length_row))) {
        if (cache) pd_table_deinit(&cache->answers);
        free(cache);
        return NULL;
    }

    pthread_mutex_init(&cache->lock, NULL);
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
    for (size_t i = 0; i < ANSWER_SETS * PD_TABLE_WAYS; i++)
        free_answer(((answer_row *)pd_table_row(&cache->answers, i))->answer);
    pd_table_deinit(&cache->answers);
    pd_table_deinit(&cache->lengths);
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

int pd_srv_not_modified_find(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key,
                             uint64_t generation, pd_api_reply *out)
{
    if (key->size > sizeof key->bytes) return 0;
    pthread_mutex_lock(&cache->lock);
    answer_row *row = pd_table_find(&cache->answers, key->hash);
    const answer *a = row ? row->answer : NULL;
    int found = a && a->generation == generation && a->key_size == key->size &&
                !memcmp(a->key, key->bytes, key->size);
    if (found) {
        row->head.rank = ++cache->uses;
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
    *fresh = (answer){.generation = generation,
                      .key_size = key->size,
                      .key = bytes,
                      .status = reply->status,
                      .header_count = reply->header_count,
                      .may_be_framed = reply->may_be_framed,
                      .content_type = reply->content_type};
    memcpy(fresh->headers, reply->headers, (size_t)reply->header_count * sizeof fresh->headers[0]);

    pthread_mutex_lock(&cache->lock);
    answer_row *row = pd_table_reserve(&cache->answers, key->hash);
    answer *old = row->answer;
    *row = (answer_row){.head = {.key = key->hash, .rank = ++cache->uses}, .answer = fresh};
    pthread_mutex_unlock(&cache->lock);
    free_answer(old);
}

/* Returns a hash that stands for the ETag. Two of 4,096 ETags have the same hash with a probability of 5e-13.
 */
static uint64_t hash_etag(const char *etag)
{
    return pd_hash64(etag, strlen(etag), 0);
}

void pd_srv_not_modified_keep_length(pd_srv_not_modified *cache, const char *etag, size_t bytes)
{
    const uint64_t hash = hash_etag(etag);
    pthread_mutex_lock(&cache->lock);
    length_row *row = pd_table_reserve(&cache->lengths, hash);
    *row = (length_row){.head = {.key = hash, .rank = ++cache->uses}, .bytes = bytes};
    pthread_mutex_unlock(&cache->lock);
}

size_t pd_srv_not_modified_length(pd_srv_not_modified *cache, const char *etag)
{
    const uint64_t hash = hash_etag(etag);

    pthread_mutex_lock(&cache->lock);
    const length_row *row = pd_table_find(&cache->lengths, hash);
    const size_t bytes = row ? row->bytes : 0;
    pthread_mutex_unlock(&cache->lock);

    return bytes;
}
