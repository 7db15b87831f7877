#include "core/base/text/base64.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>

/* Returns the six bits of a character, or -1 for one that is not of the form's alphabet. */
static int base64_value_of(char c, pd_base64_form form)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == (form == PD_BASE64_URL ? '-' : '+')) return 62;
    if (c == (form == PD_BASE64_URL ? '_' : '/')) return 63;

    return -1;
}

size_t pd_base64_decode(unsigned char *out, size_t out_bytes, const char *text, size_t size,
                        pd_base64_form form)
{
    const bool is_lenient = form == PD_BASE64_LENIENT;
    size_t count = 0;
    uint32_t bits = 0;
    int held = 0;
    bool is_padding = false;

    /* The padding of the strict form completes the last four characters. What is left has no '='. */
    if (form == PD_BASE64_PADDED) {
        if (size % 4) return SIZE_MAX;
        for (int i = 0; i < 2 && size && text[size - 1] == '='; i++) size--;
    }

    /* A single character after groups of four has 6 bits, which are no byte. */
    if (!is_lenient && size % 4 == 1) return SIZE_MAX;

    for (size_t i = 0; i < size; i++) {
        if (is_lenient && isspace((unsigned char)text[i])) continue;
        if (is_lenient && text[i] == '=') {
            is_padding = true;
            continue;
        }

        const int value = is_padding ? -1 : base64_value_of(text[i], form);
        if (value < 0) return SIZE_MAX;
        bits = bits << 6 | (uint32_t)value;
        held += 6;
        if (held < 8) continue;
        if (count == out_bytes) return SIZE_MAX;
        held -= 8;
        out[count++] = (unsigned char)(bits >> held);
    }

    /* The bits after the last byte are zero in the only text that an encoder writes. */
    if (!is_lenient && bits & ((1u << held) - 1)) return SIZE_MAX;

    return count;
}

void pd_base64_encode(pd_buffer *out, const void *bytes, size_t count)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *in = bytes;
    unsigned char *text = pd_buffer_extend(out, (count + 2) / 3 * 4);

    for (size_t i = 0; text && i < count; i += 3) {
        const unsigned a = in[i];
        const unsigned b = i + 1 < count ? in[i + 1] : 0;
        const unsigned c = i + 2 < count ? in[i + 2] : 0;
        *text++ = (unsigned char)letters[a >> 2];
        *text++ = (unsigned char)letters[(a & 3) << 4 | b >> 4];
        *text++ = (unsigned char)(i + 1 < count ? letters[(b & 15) << 2 | c >> 6] : '=');
        *text++ = (unsigned char)(i + 2 < count ? letters[c & 63] : '=');
    }

    PD_ASSERT(!text || text == out->data + out->size);
}
