/* Fuzzes tokens; the first byte selects one of two ways. Either the bytes are a token, or they are header and
 * claims, separated by a line feed, of a token with a valid signature, so that the code behind the signature
 * check is reached. */
#include "server/identity/token.h"

#include "tests/support/tokens.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static EVP_PKEY *key;
static pd_srv_tokens *tokens;

/* Makes a new key in each run, so that no input can hold a signature by it. */
static void start(void)
{
    pd_srv_jwks *set = pd_srv_jwks_new();
    const pd_srv_token_options options = {
        .issuer = TOKENS_ISSUER, .audience = TOKENS_AUDIENCE, .leeway_s = 5};
    key = EVP_EC_gen("P-256");
    char *pem = tokens_pem(key);
    TOKENS_MUST(pd_srv_jwks_add_pem(set, (pd_bytes){(unsigned char *)pem, strlen(pem)}, "a", "a", NULL) ==
                PD_OK);
    TOKENS_MUST(pd_srv_tokens_new(&tokens, set, &options, NULL) == PD_OK);
    free(pem);
}

static pd_srv_token_verdict judge(const char *text, size_t size, pd_srv_claims *claims)
{
    char why[PD_SRV_WHY_BYTES];
    const pd_srv_token_verdict verdict = pd_srv_tokens_judge(tokens, text, size, TOKENS_NOW, claims, why);

    /* A refusal has a reason that a header field can carry. */
    if ((verdict == PD_SRV_TOKEN_GOOD) != !*why) abort();
    for (const char *c = why; *c; c++)
        if (*c < ' ' || *c > '~') abort();
    if (verdict == PD_SRV_TOKEN_BAD && (*claims->name || claims->scopes || claims->key)) abort();
    if (verdict == PD_SRV_TOKEN_EXPIRED && claims->scopes) abort();
    return verdict;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_srv_claims claims;
    if (!key) start();
    if (size < 2 || size > PD_SRV_TOKEN_BYTES) return 0;
    if (data[0] & 1) {
        if (judge((const char *)data + 1, size - 1, &claims) != PD_SRV_TOKEN_BAD) abort();
        return 0;
    }

    /* Sign header and claims. */
    pd_buffer text = {0}, signature = {0};
    const uint8_t *line = memchr(data + 1, '\n', size - 1);
    const size_t head = line ? (size_t)(line - data - 1) : size - 1;
    tokens_encode(&text, data + 1, head);
    pd_buffer_text(&text, ".");
    tokens_encode(&text, line ? line + 1 : data, line ? size - head - 2 : 0);
    tokens_sign(&signature, key, text.data, text.size);
    pd_buffer_text(&text, ".");
    tokens_encode(&text, signature.data, signature.size);

    if (judge((const char *)text.data, text.size, &claims) == PD_SRV_TOKEN_GOOD) {
        if (strncmp(claims.name, "jwt:", 4) || strlen(claims.name) < 5 || claims.until_s <= TOKENS_NOW)
            abort();
        if (!pd_srv_tokens_have_key(tokens, claims.key)) abort();
        if (claims.quota.sessions < 0 || claims.quota.characters < 0) abort();
    }
    pd_buffer_deinit(&text);
    pd_buffer_deinit(&signature);
    return 0;
}
