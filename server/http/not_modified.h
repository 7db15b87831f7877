#ifndef PD_SERVER_HTTP_NOT_MODIFIED_H
#define PD_SERVER_HTTP_NOT_MODIFIED_H
/* A cache of answers 304 (Not Modified), so that a page that asks again for what it has costs no decoding.
 *
 * The key is all that such an answer depends on: method, path, query, Accept, Accept-Encoding, If-None-Match; compared
 * whole, a hash only finds the place. An answer holds for one generation of the models: any reload makes all
 * of them stale. A fixed number of places, each at most PD_SRV_NOT_MODIFIED_KEY_BYTES of key and a few short headers; a
 * new answer takes the place of an old one. Any thread.
 */
#include "api/http/api.h"

#include <stdint.h>

#define PD_SRV_NOT_MODIFIED_KEY_BYTES 1024

typedef struct pd_srv_not_modified pd_srv_not_modified;

/* Build it with pd_srv_not_modified_key_add; size over the limit: the key is not remembered. */
typedef struct pd_srv_not_modified_key {
    size_t size;
    uint64_t hash;
    char bytes[PD_SRV_NOT_MODIFIED_KEY_BYTES];
} pd_srv_not_modified_key;

void pd_srv_not_modified_key_init(pd_srv_not_modified_key *key);
void pd_srv_not_modified_key_add(pd_srv_not_modified_key *key,
                                 const char *text); /* NULL and "" are different */

pd_srv_not_modified *pd_srv_not_modified_new(void); /* NULL when memory is out */
void pd_srv_not_modified_free(pd_srv_not_modified *cache);
/* 1: the reply's status, headers are set; its body is left alone. */
int pd_srv_not_modified_find(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key,
                             uint64_t generation, pd_api_reply *out);
void pd_srv_not_modified_keep(pd_srv_not_modified *cache, const pd_srv_not_modified_key *key,
                              uint64_t generation, const pd_api_reply *reply);

/* The length of the body of a 200 with that ETag, for the Content-Length of its 304; 0: not known, or not known any more. */
void pd_srv_not_modified_keep_length(pd_srv_not_modified *cache, const char *etag, size_t bytes);
size_t pd_srv_not_modified_length(pd_srv_not_modified *cache, const char *etag);

#endif
