#include "server/base/digest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <nettle/base16.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>

void pd_srv_sha256(unsigned char out[PD_SRV_SHA256_BYTES], const void *data, size_t size)
{
    struct sha256_ctx sha;
    sha256_init(&sha);
    sha256_update(&sha, size, data);
    sha256_digest(&sha, PD_SRV_SHA256_BYTES, out);
}

bool pd_srv_equal_bytes(const void *a, const void *b, size_t size)
{
    return memeql_sec(a, b, size);
}

bool pd_srv_hex_decode(unsigned char *out, size_t size, const char *text)
{
    struct base16_decode_ctx digits;
    size_t got;

    if (strlen(text) != 2 * size) return false;
    for (const char *c = text; *c; c++)
        if (!isxdigit((unsigned char)*c)) return false; /* nettle skips white space */
    base16_decode_init(&digits);

    return base16_decode_update(&digits, &got, out, 2 * size, text) && got == size;
}

void pd_srv_hex_encode(char *out, const unsigned char *bytes, size_t size)
{
    base16_encode_update(out, size, bytes);
    out[BASE16_ENCODE_LENGTH(size)] = 0;
}
