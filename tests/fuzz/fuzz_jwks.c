/* Fuzzes JWK sets and PEM files. Accepted keys can be found and used. */
#include "server/identity/jwk.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned char zero[64];
    pd_srv_jwks *set;
    const pd_bytes text = {data, size};

    if (pd_srv_jwks_parse(&set, text, "fuzz", NULL) == PD_OK) {
        if (pd_srv_jwks_count(set) < 1 || pd_srv_jwks_count(set) > PD_SRV_JWK_KEYS_MAX) abort();
        for (int i = 0; i < pd_srv_jwks_count(set); i++) {
            const pd_srv_jwk *key = pd_srv_jwks_at(set, i);
            const char *alg = pd_srv_jwk_alg(key);
            if (strcmp(alg, "RS256") != 0 && strcmp(alg, "ES256") != 0) abort();
            if (pd_srv_jwk_verify(key, text, (pd_bytes){zero, sizeof zero})) abort();
        }
        pd_srv_jwks_free(set);
    } else if (set) {
        abort();
    }

    set = pd_srv_jwks_new();
    if (set && pd_srv_jwks_add_pem(set, text, "a", "fuzz", NULL) == PD_OK && !pd_srv_jwks_find(set, "a"))
        abort();
    pd_srv_jwks_free(set);
    return 0;
}
