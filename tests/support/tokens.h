#ifndef PD_TESTS_SUPPORT_TOKENS_H
#define PD_TESTS_SUPPORT_TOKENS_H
/* Makes keys and tokens as an identity provider does, and as a forger does. Uses OpenSSL's signing and its
 * own encoder, so that the code under test is not used. */
#include "core/base/buffer.h"

#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <stdlib.h>
#include <string.h>

#define TOKENS_ISSUER   "https://id.example"
#define TOKENS_AUDIENCE "posed"
#define TOKENS_NOW      1800000000 /* wall clock of the tests, seconds since 1970 */
#define TOKENS_CLAIMS   "\"iss\":\"https://id.example\",\"aud\":\"posed\",\"sub\":\"alice\",\"exp\":1800000600"

/* Ends the program when OpenSSL fails; fuzz drivers, which have no cmocka, use this file too. */
#define TOKENS_MUST(condition)                                                                               \
    do {                                                                                                     \
        if (!(condition)) abort();                                                                           \
    } while (0)

/* Appends base64url without padding. */
static inline void tokens_encode(pd_buffer *out, const void *bytes, size_t size)
{
    unsigned char *text = malloc(4 * ((size + 2) / 3) + 1);
    int length = EVP_EncodeBlock(text, bytes, (int)size);
    while (length && text[length - 1] == '=') length--;
    for (int i = 0; i < length; i++) text[i] = text[i] == '+' ? '-' : text[i] == '/' ? '_' : text[i];
    pd_buffer_add(out, text, (size_t)length);
    free(text);
}

/* Returns the public key as PEM text; the caller frees it. */
static inline char *tokens_pem(EVP_PKEY *key)
{
    BIO *bio = BIO_new(BIO_s_mem());
    char *data, *text;
    TOKENS_MUST(PEM_write_bio_PUBKEY(bio, key) == 1);
    const long size = BIO_get_mem_data(bio, &data);
    text = calloc(1, (size_t)size + 1);
    memcpy(text, data, (size_t)size);
    BIO_free(bio);
    return text;
}

/* Appends the signature of `text` by an RSA or EC key:
 * PKCS #1 1.5 with SHA-256, or r and s of 32 bytes each. */
static inline void tokens_sign(pd_buffer *out, EVP_PKEY *key, const void *text, size_t size)
{
    unsigned char signature[1024], pair[64];
    size_t bytes = sizeof signature;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    TOKENS_MUST(EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, key) == 1);
    TOKENS_MUST(EVP_DigestSign(ctx, signature, &bytes, text, size) == 1);
    EVP_MD_CTX_free(ctx);
    if (!EVP_PKEY_is_a(key, "EC")) {
        pd_buffer_add(out, signature, bytes);
        return;
    }
    const unsigned char *at = signature;
    ECDSA_SIG *sig = d2i_ECDSA_SIG(NULL, &at, (long)bytes);
    BN_bn2binpad(ECDSA_SIG_get0_r(sig), pair, 32);
    BN_bn2binpad(ECDSA_SIG_get0_s(sig), pair + 32, 32);
    ECDSA_SIG_free(sig);
    pd_buffer_add(out, pair, sizeof pair);
}

/* Returns a token of this header and these claims, both JSON texts, signed by `key`; without a key the
 * signature is empty. The caller frees it. */
static inline char *tokens_make(EVP_PKEY *key, const char *header, const char *claims)
{
    pd_buffer out = {0}, signature = {0};
    tokens_encode(&out, header, strlen(header));
    pd_buffer_text(&out, ".");
    tokens_encode(&out, claims, strlen(claims));
    if (key) tokens_sign(&signature, key, out.data, out.size);
    pd_buffer_text(&out, ".");
    tokens_encode(&out, signature.data, signature.size);
    pd_buffer_deinit(&signature);
    pd_buffer_add(&out, "", 1);
    return (char *)out.data;
}

/* Returns a token signed by HMAC-SHA-256 with `secret`, as a forger does who hopes that the public key is
 * taken for the secret. */
static inline char *tokens_make_hmac(const char *secret, const char *header, const char *claims)
{
    pd_buffer out = {0};
    unsigned char mac[32];
    unsigned int size = sizeof mac;
    tokens_encode(&out, header, strlen(header));
    pd_buffer_text(&out, ".");
    tokens_encode(&out, claims, strlen(claims));
    HMAC(EVP_sha256(), secret, (int)strlen(secret), out.data, out.size, mac, &size);
    pd_buffer_text(&out, ".");
    tokens_encode(&out, mac, size);
    pd_buffer_add(&out, "", 1);
    return (char *)out.data;
}

#endif
