#include "server/base/digest.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <string.h>

void pd_srv_sha256(unsigned char out[PD_SRV_SHA256_BYTES], const void *data, size_t size)
{
    SHA256(data, size, out);
}

bool pd_srv_equal_bytes(const void *a, const void *b, size_t size)
{
    return !CRYPTO_memcmp(a, b, size);
}

bool pd_srv_hex_decode(unsigned char *out, size_t size, const char *text)
{
    if (strlen(text) != 2 * size) return false;

    for (size_t i = 0; i < size; i++) {
        const int high = OPENSSL_hexchar2int((unsigned char)text[2 * i]);
        const int low = OPENSSL_hexchar2int((unsigned char)text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        out[i] = (unsigned char)(high << 4 | low);
    }

    return true;
}

void pd_srv_hex_encode(char *out, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < size; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }

    out[2 * size] = 0;
}
