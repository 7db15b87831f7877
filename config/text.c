/* Text of values and messages: what YAML can hold, and how a message shows it. */
#include "config/config_internal.h"

#include <stdio.h>
#include <string.h>

/* Returns the length of the UTF-8 sequence at s and sets its code point.
 * Returns 0 if it is malformed or over-long. */
static int utf8(const unsigned char *s, unsigned *code)
{
    int n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    static const unsigned char mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};

    *code = s[0] & mask[n];
    for (int i = 1; i < n; i++) {
        if (s[i] >> 6 != 2) return 0;
        *code = *code << 6 | (s[i] & 0x3f);
    }

    return n && *code >= least[n] && *code <= 0x10ffff && *code >> 11 != 27 ? n : 0;
}

/* Bytes that are not a printable character are written \\xff, so that a message is one line of UTF-8. */
const char *pd_cfg_shown(char out[96], const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t n = 0;

    out[n++] = '"';
    while (*s && n < 66) {
        unsigned code;
        int length = utf8(s, &code);
        if (!length || code < 32 || (code >= 127 && code < 160)) {
            n += (size_t)snprintf(out + n, 96 - n, "\\x%02x", *s++);
            continue;
        }

        memcpy(out + n, s, (size_t)length);
        n += (size_t)length;
        s += length;
    }

    snprintf(out + n, 96 - n, "%s\"", *s ? "..." : "");

    return out;
}

const char *pd_cfg_text_fault(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    while (*s) {
        unsigned code;
        int n = utf8(s, &code);
        if (!n) return "is not UTF-8";
        if (code < 32 || (code >= 127 && code < 160) || code == 0xfeff || (code & 0xfffe) == 0xfffe)
            return "has a control character";
        s += n;
    }

    return NULL;
}
