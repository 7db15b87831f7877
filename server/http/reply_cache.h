#ifndef PD_SERVER_HTTP_REPLY_CACHE_H
#define PD_SERVER_HTTP_REPLY_CACHE_H
/* Cache of replies that take long to make (files of dressed people, portraits), so that the same request is
 * not computed again.
 *
 * The key holds everything on which such a reply depends: path, query, Accept, Accept-Encoding, the ETag and
 * the generation of the models. Keys are compared in full. The ETag is made from the checked request and from
 * the content of the models and of clients' objects, so a reply is never older than what it was made from.
 * Only whole replies 200 to GET are stored.
 *
 * Memory   `budget` bytes of replies (limits.reply_cache) and PD_SRV_REPLY_CACHE_ENTRIES replies; the least
 *          recently used ones are dropped first. A reply of more than half the budget is not stored. Bytes
 *          are counted against limits.memory. A reply that is being sent stays in memory until it is
 *          released, also when the cache has dropped it.
 * Threads  any.
 */
#include "server/http/not_modified.h"

#include <stdbool.h>

#define PD_SRV_REPLY_CACHE_ENTRIES  256
/* Estimated time of a computation from which its reply is stored, in milliseconds. */
#define PD_SRV_REPLY_CACHE_LEAST_MS 10

typedef struct pd_srv_reply_cache pd_srv_reply_cache;
/* A stored reply, with a count of its users. */
typedef struct pd_srv_kept_reply pd_srv_kept_reply;

/* host: its memory account, if it has one, counts the stored bytes; it must outlive the cache and its
 * replies. Returns NULL when allocation fails. */
pd_srv_reply_cache *pd_srv_reply_cache_new(const pd_api_host *host);
/* Frees the cache. Replies that are in use stay until they are released. NULL is allowed. */
void pd_srv_reply_cache_free(pd_srv_reply_cache *cache);

/* Drops all replies. Returns whether there were any. */
bool pd_srv_reply_cache_clear(pd_srv_reply_cache *cache);

/* Returns the reply of this key, to be released by the caller, or NULL. */
pd_srv_kept_reply *pd_srv_reply_cache_find(pd_srv_reply_cache *cache, const pd_srv_not_modified_key *key);
/* Stores a reply and takes its body: reply->body is empty afterwards. Returns the stored reply, to be
 * released by the caller, or NULL if it was not stored (too large, key too long, out of memory); reply is
 * then unchanged. */
pd_srv_kept_reply *pd_srv_reply_cache_keep(pd_srv_reply_cache *cache, const pd_srv_not_modified_key *key,
                                           size_t budget, pd_api_reply *reply);

/* Returns status, fields and body. They do not change. */
const pd_api_reply *pd_srv_kept_reply_read(const pd_srv_kept_reply *kept);
/* Ends the use of a reply. NULL is allowed. */
void pd_srv_kept_reply_release(pd_srv_kept_reply *kept);

/* Returns the bytes that the cache holds. */
size_t pd_srv_reply_cache_bytes(pd_srv_reply_cache *cache);

#endif
