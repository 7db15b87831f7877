#ifndef PD_SERVER_HTTP_REPLAYS_H
#define PD_SERVER_HTTP_REPLAYS_H
/* Replies to requests with the header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07), so that
 * a POST that creates an object can be sent again after a lost reply without creating another one.
 *
 * A key belongs to one client (an API key, or an address where none is required). The first request with a
 * key reserves it; its reply is kept if its status is 2xx and is given to later requests with the same key
 * and the same bytes. After any other status the key is free again.
 *
 * Bounds   PD_SRV_REPLAYS keys in all, PD_SRV_REPLAYS_OWNER of one client: a further key displaces the
 *          client's oldest kept reply, or the oldest of all. A reply is kept PD_SRV_REPLAYS_SECONDS; one of
 *          more than PD_SRV_REPLAYS_BYTES is not kept.
 * Threads  any.
 */
#include "api/http/api.h"
#include "server/base/digest.h"

#include <stdint.h>

enum {
    PD_SRV_REPLAYS = 1024,
    PD_SRV_REPLAYS_OWNER = 128,
    PD_SRV_REPLAYS_SECONDS = 24 * 3600,
    PD_SRV_REPLAYS_BYTES = 16 << 10,
    PD_SRV_REPLAYS_KEY_CHARS = 255 /* longest key */
};

typedef struct pd_srv_replays pd_srv_replays;

/* A key of a client, and the request that it came with, as SHA-256. */
typedef struct pd_srv_replay_id {
    uint64_t owner;
    unsigned char key[PD_SRV_SHA256_BYTES], request[PD_SRV_SHA256_BYTES];
} pd_srv_replay_id;

typedef enum pd_srv_replay {
    PD_SRV_REPLAY_NEW,   /* the key is reserved: run the request, then call _end        */
    PD_SRV_REPLAY_KEPT,  /* the reply of the first request is in *out                   */
    PD_SRV_REPLAY_RUNS,  /* the first request with this key has not ended               */
    PD_SRV_REPLAY_OTHER, /* the key came with another request before                    */
    PD_SRV_REPLAY_FULL   /* every place is reserved by a request under way, or memory ran out */
} pd_srv_replay;

/* Returns NULL when allocation fails. */
pd_srv_replays *pd_srv_replays_new(void);
void pd_srv_replays_free(pd_srv_replays *replays); /* NULL is allowed */
/* Makes the id of a request. field: value of the header, a text of 1 to PD_SRV_REPLAYS_KEY_CHARS visible
 * ASCII characters, with or without the quotes of a structured field (RFC 9651). ERR_INVALID: any other
 * value. ERR_MEMORY. */
pd_status pd_srv_replay_id_make(pd_srv_replay_id *out, uint64_t owner, const char *field,
                                const pd_api_request *request);
/* Looks the key up and reserves it if it is new. *out: begins zeroed;
 * filled for KEPT, with a body that the caller frees. */
pd_srv_replay pd_srv_replays_begin(pd_srv_replays *replays, const pd_srv_replay_id *id, int64_t now_us,
                                   pd_api_reply *out);
/* Ends the request that reserved the key. reply NULL: it has none. */
void pd_srv_replays_end(pd_srv_replays *replays, const pd_srv_replay_id *id, int64_t now_us,
                        const pd_api_reply *reply);

#endif
