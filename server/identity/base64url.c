#include "server/identity/base64url.h"

#include <stdint.h>

/* Returns the value of one character, 0 to 63; -1 for a character that is not of the alphabet. */
static int base64url_value_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '-') return 62;
    return c == '_' ? 63 : -1;
}

bool pd_srv_base64url_decode(unsigned char *out, size_t out_bytes, size_t *size, const char *text,
                             size_t length)
{
    uint32_t bits = 0;
    int count = 0;

    *size = 0;

    /* A single character behind groups of four has 6 bits, which are no byte. */
    if (length % 4 == 1) return false;

    for (size_t i = 0; i < length; i++) {
        const int value = base64url_value_of(text[i]);
        if (value < 0) return false;
        bits = bits << 6 | (uint32_t)value;
        count += 6;
        if (count < 8) continue;
        if (*size == out_bytes) return false;
        count -= 8;
        out[(*size)++] = (unsigned char)(bits >> count);
    }

    /* The bits behind the last byte are zero in the only text that an encoder writes. */
    return !(bits & ((1u << count) - 1));
}
