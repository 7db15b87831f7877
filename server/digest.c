#include "server/digest.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/memops.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

void pd_srv_sha256(unsigned char out[PD_SRV_SHA256_BYTES], const void *data, size_t size)
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, size, data);
    sha256_digest(&sha, PD_SRV_SHA256_BYTES, out);
}

void pd_srv_websocket_accept(char out[PD_SRV_ACCEPT_CHARS], const char *key)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t digest[SHA1_DIGEST_SIZE];
    struct sha1_ctx sha;
    sha1_init(&sha);
    sha1_update(&sha, strlen(key), (const uint8_t *)key);
    sha1_update(&sha, sizeof guid - 1, (const uint8_t *)guid);
    sha1_digest(&sha, sizeof digest, digest);
    base64_encode_raw(out, sizeof digest, digest);
    out[PD_SRV_ACCEPT_CHARS - 1] = 0;
}

int pd_srv_equal_bytes(const unsigned char *a, const unsigned char *b, size_t size)
{
    return memeql_sec(a, b, size);
}

int pd_srv_hex_decode(unsigned char *out, size_t size, const char *text)
{
    struct base16_decode_ctx digits;
    size_t got = 0;
    if (strlen(text) != 2 * size) return 0;
    for (const char *c = text; *c; c++)
        if (!isxdigit((unsigned char)*c)) return 0; /* nettle skips white space */
    base16_decode_init(&digits);
    return base16_decode_update(&digits, &got, out, 2 * size, text) && got == size;
}

void pd_srv_hex_encode(char *out, const unsigned char *bytes, size_t size)
{
    base16_encode_update(out, size, bytes);
    out[BASE16_ENCODE_LENGTH(size)] = 0;
}
