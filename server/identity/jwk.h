#ifndef PD_SERVER_IDENTITY_JWK_H
#define PD_SERVER_IDENTITY_JWK_H
/* Public keys that verify the signatures of tokens (token.h): RSA keys for RS256 and keys on the curve P-256
 * for ES256 (RFC 7518, 3.3 and 3.4).
 *
 * Keys come from one of two places:
 *
 *     file      a JWK set (RFC 7517), as identity providers publish it:
 *               {"keys":[{"kty":"RSA","kid":"2026-11","n":"...","e":"AQAB"}, ...]}
 *     folder    PEM files (-----BEGIN PUBLIC KEY-----), each named KID.pem; other files are ignored
 *
 * Each key has one algorithm, which follows from its type. A token cannot choose another one (RFC 8725, 3.1).
 * Keys of a JWK set that cannot verify RS256 or ES256 are skipped and counted, as RFC 7517, section 5, says:
 * another kty, crv, alg or use. A key that should be usable but is malformed, lacks a kid, has fewer than
 * 2048 bits or contains a private key is an error. Signatures are verified by OpenSSL.
 *
 * Threads  a loaded set is const: any number of threads.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_SRV_JWK_KID_BYTES    129 /* bytes of the longest kid, with the zero */
#define PD_SRV_JWK_KEYS_MAX     64
#define PD_SRV_JWK_DIGEST_BYTES 32

typedef struct pd_srv_jwk pd_srv_jwk;
typedef struct pd_srv_jwks pd_srv_jwks;

/* Reads a JWK set from a file, or PEM files from a folder. PD_ERR_INVALID: it cannot be read. PD_ERR_FORMAT:
 * a key is wrong, or none is usable. */
pd_status pd_srv_jwks_load(pd_srv_jwks **out, const char *path, pd_error *err);
/* Reads a JWK set from its JSON text. file: name for errors. */
pd_status pd_srv_jwks_parse(pd_srv_jwks **out, pd_bytes text, const char *file, pd_error *err);
/* Adds the key of a PEM text to a set. */
pd_status pd_srv_jwks_add_pem(pd_srv_jwks *set, pd_bytes text, const char *kid, const char *file,
                              pd_error *err);
/* Returns an empty set; NULL when allocation fails. */
pd_srv_jwks *pd_srv_jwks_new(void);
void pd_srv_jwks_free(pd_srv_jwks *set);

/* Returns the number of keys of the set. */
int pd_srv_jwks_count(const pd_srv_jwks *set);
/* Returns the number of keys of the JWK set that were skipped. */
int pd_srv_jwks_skipped(const pd_srv_jwks *set);
/* Returns key number i, 0 <= i < count. */
const pd_srv_jwk *pd_srv_jwks_at(const pd_srv_jwks *set, int i);
/* Returns the key with this kid; NULL when there is none. */
const pd_srv_jwk *pd_srv_jwks_find(const pd_srv_jwks *set, const char *kid);

/* Returns the only algorithm of the key: "RS256" or "ES256". */
const char *pd_srv_jwk_alg(const pd_srv_jwk *key);
/* Returns the SHA-256 digest of the key (of its DER form), which identifies it whatever its kid is. */
const unsigned char *pd_srv_jwk_digest(const pd_srv_jwk *key);
/* Returns true when `signature` is a signature of `text` by this key and its algorithm. */
bool pd_srv_jwk_verify(const pd_srv_jwk *key, pd_bytes text, pd_bytes signature);

#endif
