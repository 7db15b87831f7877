#include "core/base/text/base64.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

/* Returns the six bits of a character, or -1. */
static int base64_value_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

size_t pd_base64_decode(unsigned char *out, const char *text, size_t size)
{
    size_t count = 0;
    unsigned bits = 0;
    int held = 0;
    bool is_padding = false;

    for (size_t i = 0; i < size; i++) {
        if (isspace((unsigned char)text[i])) continue;
        if (text[i] == '=') {
            is_padding = true;
            continue;
        }

        const int value = is_padding ? -1 : base64_value_of(text[i]);
        if (value < 0) return SIZE_MAX;
        bits = bits << 6 | (unsigned)value;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out[count++] = (unsigned char)(bits >> held);
    }

    return count;
}
