#ifndef TESTS_SUPPORT_TOKEN_VERIFIER_H
#define TESTS_SUPPORT_TOKEN_VERIFIER_H
/* A verifier that accepts the tokens of one key, for tests of what the server does with them. */
#include "server/identity/token.h"
#include "tests/support/cmocka.h"
#include "tests/support/tokens.h"

/* Returns a verifier of tokens with the id "a", which `key` signs, of the issuer and for the audience of
 * tokens.h. pd_srv_auth_accept_tokens takes it over. */
static inline pd_srv_tokens *token_verifier(EVP_PKEY *key)
{
    pd_srv_tokens *tokens;
    pd_srv_jwks *set = pd_srv_jwks_new();
    char *pem = tokens_pem(key);
    const pd_srv_token_options options = {.issuer = TOKENS_ISSUER, .audience = TOKENS_AUDIENCE};

    assert_int_equal(pd_srv_jwks_add_pem(set, (pd_bytes){(unsigned char *)pem, strlen(pem)}, "a", "a", NULL),
                     PD_OK);
    assert_int_equal(pd_srv_tokens_new(&tokens, set, &options, NULL), PD_OK);
    free(pem);
    return tokens;
}

#endif
