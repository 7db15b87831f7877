#ifndef PD_SERVER_HTTP_NOT_MODIFIED_H
#define PD_SERVER_HTTP_NOT_MODIFIED_H
/* Caches replies 304 (Not Modified), so that repeated requests for a page that the client already has need no
 * decoding.
 *
 * The key holds everything on which such a reply depends: method, path, query, Accept, Accept-Encoding,
 * If-None-Match. Keys are compared in full; the hash only finds the place. A reply is valid for one
 * generation of the models: a reload invalidates all. The cache has a fixed number of rows
 * (core/base/table.h), each for a key of at most PD_SRV_NOT_MODIFIED_KEY_BYTES and a few short header fields;
 * a new reply displaces an old one.
 *
 * Threads  any.
 */
#include "api/http/api.h"

#include <stdint.h>

#define PD_SRV_NOT_MODIFIED_KEY_BYTES 1024

typedef struct pd_srv_not_modified pd_srv_not_modified;

/* A key, built with pd_srv_not_modified_key_add. A key whose size exceeds the limit is never stored. */
typedef struct pd_srv_not_modified_key {
    size_t size;
    uint64_t hash;
    char bytes[PD_SRV_NOT_MODIFIED_KEY_BYTES];
} pd_srv_not_modified_key;

/* Empties a key. */
void pd_srv_not_modified_key_init(pd_srv_not_modified_key *key);
/* Appends a part to a key. NULL and "" give different keys. */
void pd_srv_not_modified_key_add(pd_srv_not_modified_key *key, const char *text);

/* Returns NULL when allocation fails. */
pd_srv_not_modified *pd_srv_not_modified_new(void);
void pd_srv_not_modified_free(pd_srv_not_modified *cache);
/* Looks a reply up. Returns 1 and sets status, header fields and may_be_framed of *out, leaving its body
 * unchanged; returns 0 when there is none for this generation. */
int pd_srv_not_modified_find(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key,
                             uint64_t generation, pd_api_reply *out);
/* Stores a reply. */
void pd_srv_not_modified_keep(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key,
                              uint64_t generation, const pd_api_reply *reply);

/* Store and return the length of the body that a 200 with this ETag had, for the Content-Length of the 304.
 * _length returns 0 when it is not stored. */
void pd_srv_not_modified_keep_length(pd_srv_not_modified *cache, const char *etag, size_t bytes);
size_t pd_srv_not_modified_length(pd_srv_not_modified *cache, const char *etag);

#endif
