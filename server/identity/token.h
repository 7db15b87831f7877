#ifndef PD_SERVER_IDENTITY_TOKEN_H
#define PD_SERVER_IDENTITY_TOKEN_H
/* Tokens: JSON Web Tokens (RFC 7519) that an identity provider signs, as an alternative to the API keys of a
 * file (auth.h).
 *
 *     token      BASE64URL(header) "." BASE64URL(claims) "." BASE64URL(signature) RFC 7515, 7.1 (compact
 *                form)
 *
 *     header     alg     RS256 or ES256; the algorithm of the key, never another one (`none` and HS256 are
 *                        refused)
 *                kid     names the key of access.jwt_keys
 *                typ     absent, JWT or at+jwt (RFC 9068)
 *                crit    refused: no extension is supported
 *     claims     iss     equal to access.jwt_issuer
 *                aud     a text or a list; contains access.jwt_audience
 *                sub     name of the client: 1 to 59 letters, digits and -._~@|:+; its things belong to
 *                        "jwt:SUB"
 *                exp     seconds since 1970; the token is valid until exp + leeway
 *                nbf     optional; the token is valid from nbf - leeway
 *                scope   words between blanks: read, stream, admin; other words are ignored (RFC 8693, 4.2).
 *                        Without it scp (Microsoft Entra, Okta). access.jwt_scope_claims names other claims,
 *                        of which the first that the token has counts: a text of words, a list of words, or
 *                        a path with dots to one of them (realm_access.roles of Keycloak).
 *                        access.jwt_roles translates words of an issuer to scopes
 *                posed   optional object, see below
 *     posed      models, scenes, skeletons, sessions   lists of ids or their beginnings ("crowd-*") that the
 *                                                      client may reach (api/http/access.h)
 *                requests, message_bytes, max_sessions, max_characters
 *                    quotas; the smaller of quota and configuration applies
 *
 * `jku`, `jwk`, `x5u` and `x5c` of a header are ignored: keys come from the configuration alone (RFC 8725,
 * 3.10). The signature is verified before any claim is read.
 *
 * Threads  a loaded pd_srv_tokens is const: any number of threads.
 */
#include "api/http/access.h"
#include "config/config.h"
#include "core/base/error.h"
#include "server/identity/jwk.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_TOKEN_BYTES 4096 /* length of the longest token */
#define PD_SRV_WHY_BYTES   128  /* text of a reason, with the zero */
#define PD_SRV_CLAIM_BYTES 48   /* name of a claim in a reason, with the zero */

/* Quotas of one client. 0: the configuration alone decides. */
typedef struct pd_srv_quota {
    double request_rate;  /* requests a second, as access.rate_limit               */
    double message_bytes; /* bytes of messages a second, as stream.owner_message_bytes */
    int sessions;         /* sessions at once, as stream.owner_sessions            */
    int characters;       /* characters in one session, as stream.characters       */
} pd_srv_quota;

/* Returns the smaller of two limits of which 0 means none. */
double pd_srv_quota_least(double a, double b);

typedef struct pd_srv_claims {
    char name[64];   /* "jwt:" and sub                                         */
    unsigned scopes; /* bit 1 << scope for each pd_api_scope of the token      */
    /* claim that had the scopes; "": the token has none of them */
    char scope_claim[PD_SRV_CLAIM_BYTES];
    uint64_t key;    /* number of the key that signed (pd_srv_tokens_have_key) */
    int64_t until_s; /* time from which the token is invalid, seconds since 1970 */
    pd_api_access access;
    pd_srv_quota quota;
} pd_srv_claims;

typedef struct pd_srv_token_options {
    const char *keys;                /* access.jwt_keys: a JWK set, or a folder of KID.pem */
    const char *issuer;              /* access.jwt_issuer                                  */
    const char *audience;            /* access.jwt_audience                                */
    double leeway_s;                 /* access.jwt_leeway                                  */
    const pd_cfg_list *scope_claims; /* access.jwt_scope_claims; NULL or empty: scope, then scp */
    const pd_cfg_list *roles;        /* access.jwt_roles: WORD=SCOPE; NULL: none */
} pd_srv_token_options;

typedef struct pd_srv_tokens pd_srv_tokens;

/* Reads the keys and copies the options. PD_ERR_INVALID, PD_ERR_FORMAT: the keys are unreadable or wrong. */
pd_status pd_srv_tokens_load(pd_srv_tokens **out, const pd_srv_token_options *options, pd_error *err);
/* Does what _load does, with keys that were read before. Takes over `keys`, also on failure. */
pd_status pd_srv_tokens_new(pd_srv_tokens **out, pd_srv_jwks *keys, const pd_srv_token_options *options,
                            pd_error *err);
void pd_srv_tokens_free(pd_srv_tokens *tokens);
/* Returns the number of keys that verify tokens. */
int pd_srv_tokens_key_count(const pd_srv_tokens *tokens);
/* Returns whether the key with this number still verifies tokens,
 * of the same issuer for the same audience. */
bool pd_srv_tokens_have_key(const pd_srv_tokens *tokens, uint64_t key);

typedef enum pd_srv_token_verdict {
    PD_SRV_TOKEN_BAD,     /* malformed, forged, or not for this server; *out is zero */
    PD_SRV_TOKEN_EXPIRED, /* genuine, but its time is over; *out has the name alone  */
    PD_SRV_TOKEN_GOOD,
} pd_srv_token_verdict;

/* Judges a token at the time wall_s, seconds since 1970.
 * `why` receives the reason when the verdict is not GOOD. */
pd_srv_token_verdict pd_srv_tokens_judge(const pd_srv_tokens *tokens, const char *text, size_t length,
                                         int64_t wall_s, pd_srv_claims *out, char why[PD_SRV_WHY_BYTES]);

#endif
