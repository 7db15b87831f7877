#ifndef PD_SERVER_BASE_AUTH_H
#define PD_SERVER_BASE_AUTH_H
/* Checks API keys and tokens: which client sends a request, and what its key or token permits. Browsers open
 * streams with tickets instead (tickets.h).
 *
 * The keys file has one key a line; '#' begins a comment:
 *
 *     # name      scopes        SHA-256 of the key, in hexadecimal
 *     webshop     read          9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
 *     operators   read,admin    60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752
 *     visitor     stream        ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
 *                               until=2026-12-31 scenes=lobby,hall-*
 *
 * A new key and its hash are made with:
 *
 *     key=$(head -c 24 /dev/urandom | base64); echo "$key"; printf %s "$key" | sha256sum
 *
 * The file holds only hashes, so a leaked file does not reveal keys. Keys are long random texts, so a hash
 * without salt is sufficient.
 *
 *     scopes   read, stream, admin; admin includes the other two
 *     until=   last day on which the key is valid, or the time from which it is invalid
 *              (2026-12-31T18:00:00Z); both UTC, by the wall clock
 *     models=, scenes=, skeletons=, sessions=   names of objects that the key may reach (api/http/access.h);
 *                                               absent: all
 *
 * A token (token.h) is sent in place of a key and verified when no key is equal to it. An identity by token
 * has the name "jwt:SUB".
 *
 * Clients send `Authorization: Bearer KEY`. The comparison examines every key and every byte, so that its
 * time reveals nothing. Streams and long requests are checked again when the keys change or expire
 * (pd_srv_auth_holds). Without a keys file every client may do everything; the configuration permits that on
 * loopback addresses or with `insecure`.
 *
 * Threads  pd_srv_auth is const after loading: any number of threads.
 */
#include "api/http/access.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "server/identity/token.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pd_srv_auth pd_srv_auth;

typedef struct pd_srv_identity {
    char name[64];   /* name of the key, or "jwt:SUB" of a token; "" when no keys are required              */
    unsigned scopes; /* bit 1 << scope for each pd_api_scope that the key has                               */
    /* first bytes of the key's hash, which tell apart two keys with one name; number of the key that signed a
     * token; 0: no key */
    uint64_t key;
    int64_t until_s; /* time from which the key is invalid, seconds since 1970; 0: never                    */
    bool is_token;   /* true: identified by a token                                                         */
    /* claim of the token that has its scopes; "": it has none of them */
    char scope_claim[PD_SRV_CLAIM_BYTES];
    bool is_peer; /* true: another daemon of the cluster, which checks its own clients                   */
    pd_api_access access; /* objects that the key may reach                                               */
    pd_srv_quota quota;   /* limits of the token; zero for keys                                           */
} pd_srv_identity;

/* Reads a keys file. file NULL or "": no keys are required. ERR_IO or ERR_INVALID with file and line. */
pd_status pd_srv_auth_load(pd_srv_auth **out, const char *file, pd_error *err);
/* Reads keys from text, which ends in zero. file: name for errors. */
pd_status pd_srv_auth_parse(pd_srv_auth **out, const char *text, const char *file, pd_error *err);
void pd_srv_auth_free(pd_srv_auth *auth);
/* Accepts tokens too, and requires a key or a token from then on. Takes tokens over. */
void pd_srv_auth_accept_tokens(pd_srv_auth *auth, pd_srv_tokens *tokens);
/* Returns true when requests need a key or a token. */
bool pd_srv_auth_asks(const pd_srv_auth *auth);
/* Returns the number of keys. */
int pd_srv_auth_count(const pd_srv_auth *auth);
/* Returns the number of keys that verify tokens. */
int pd_srv_auth_token_keys(const pd_srv_auth *auth);
typedef enum pd_srv_known {
    PD_SRV_UNKNOWN, /* no key was given, or it is not in the keys file; the token is bad */
    PD_SRV_OVER,    /* the key or token has expired: `out` has its name and no scope     */
    PD_SRV_KNOWN,   /* the key or token is valid, or none is required                    */
} pd_srv_known;
/* Identifies a client. authorization: value of the header `Authorization`, or NULL. wall_s: seconds since
 * 1970. `why` (PD_SRV_WHY_BYTES bytes) receives a sentence for the client when the result is not KNOWN, and
 * "" otherwise; NULL: not wanted. */
pd_srv_known pd_srv_auth_identify(const pd_srv_auth *auth, const char *authorization, int64_t wall_s,
                                  pd_srv_identity *out, char *why);
/* Identifies a client by the keys file alone: a token is answered UNKNOWN, and its signature is not verified.
 * For an address that has sent too many wrong keys (PD_SRV_WRONG_KEYS_BURST, rate.h). */
pd_srv_known pd_srv_auth_identify_key(const pd_srv_auth *auth, const char *authorization, int64_t wall_s,
                                      pd_srv_identity *out, char *why);
/* Appends the names of the expired keys, as "shop, visitor". Returns the number of expired keys. */
int pd_srv_auth_over(const pd_srv_auth *auth, int64_t wall_s, pd_buffer *names);
/* Checks again a client that was identified earlier, perhaps before a reload. Returns true when the key still
 * exists, has not expired and has the scope. Updates *who with the key's current scopes, expiry and access.
 * For a token: returns true when the key that signed it is still there, issuer and audience are the same, and
 * the token has not expired and has the scope. */
bool pd_srv_auth_holds(const pd_srv_auth *auth, pd_srv_identity *who, int scope, int64_t wall_s);
/* Returns the number of the client to which limits and ownership apply: the key, or `address`
 * (pd_srv_rate_client) when no keys are required. */
uint64_t pd_srv_identity_client(const pd_srv_identity *identity, uint64_t address);
/* Returns true when the identity has the scope, a pd_api_scope. */
bool pd_srv_identity_may(const pd_srv_identity *identity, int scope);

#endif
