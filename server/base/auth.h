#ifndef PD_SERVER_BASE_AUTH_H
#define PD_SERVER_BASE_AUTH_H
/* Who may do what: API keys and their scopes. Browsers' streams bring tickets (tickets.h).
 *
 * Keys file: one key a line, '#' starts a comment:
 *
 *     # name      scopes        SHA-256 of the key, in hexadecimal
 *     webshop     read          9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
 *     operators   read,admin    60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
 *     visitor     stream        ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad until=2026-12-31 scenes=lobby,hall-*
 *
 *     key=$(head -c 24 /dev/urandom | base64); echo "$key"; printf %s "$key" | sha256sum
 *
 * Only hashes are kept, so a leaked file opens nothing; keys are long random texts, so a plain hash is enough.
 * until: the last day, or with a time the moment from which it is not good any more (2026-12-31T18:00:00Z), both UTC. That is the one place where the wall
 * clock counts. Streams and long requests that a key has let in are checked with the keys again: pd_srv_auth_holds.
 * models=, scenes=, skeletons=, sessions=: what of those it may reach (api/http/access.h).
 * Scopes: read, stream, admin; admin includes the others. Clients send `Authorization: Bearer KEY`. Comparison
 * looks at every key and every byte. Without a keys file everybody may do everything (loopback, or `insecure`).
 */
#include "api/http/access.h"
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pd_srv_auth pd_srv_auth;

typedef struct pd_srv_identity {
    char name[64]; /* of the key; "" when none is asked for */
    unsigned scopes;
    uint64_t key; /* the beginning of the key's hash: another key under the same name is another; 0: none */
    int64_t until_s; /* seconds since 1970; 0: for ever */
    pd_api_access access;
} pd_srv_identity;

/* file NULL or "": no keys are asked for. */
pd_status pd_srv_auth_load(pd_srv_auth **out, const char *file, pd_error *err);
pd_status pd_srv_auth_parse(pd_srv_auth **out, const char *text, const char *file, pd_error *err);
void pd_srv_auth_free(pd_srv_auth *auth);
bool pd_srv_auth_asks(const pd_srv_auth *auth); /* true when keys are asked for */
int pd_srv_auth_count(const pd_srv_auth *auth);
typedef enum pd_srv_known {
    PD_SRV_UNKNOWN, /* no key of ours was given                        */
    PD_SRV_OVER,    /* one whose time is over: out has its name, and no scope */
    PD_SRV_KNOWN,   /* one that is good, or none is asked for          */
} pd_srv_known;
/* authorization is the header's value or NULL. */
pd_srv_known pd_srv_auth_identify(const pd_srv_auth *auth, const char *authorization, int64_t wall_s,
                                  pd_srv_identity *out);
/* Adds the names of the keys whose time is over, "shop, visitor"; returns how many. */
int pd_srv_auth_over(const pd_srv_auth *auth, int64_t wall_s, pd_buffer *names);
/* Whether somebody who was identified earlier, perhaps by other keys than these, still may: the key is there, in time, and has the
 * scope. Updates who to what the key says now. */
bool pd_srv_auth_holds(const pd_srv_auth *auth, pd_srv_identity *who, int scope, int64_t wall_s);
/* The key of that name; 0 when there is none. */
uint64_t pd_srv_auth_key(const pd_srv_auth *auth, const char *name);
/* For whom requests count, and who owns what they put: the key, or the address (pd_srv_rate_client) where none is asked for. */
uint64_t pd_srv_identity_client(const pd_srv_identity *identity, uint64_t address);
/* scope is a pd_api_scope. */
bool pd_srv_identity_may(const pd_srv_identity *identity, int scope);

#endif
