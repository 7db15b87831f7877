#include "core/io/tensor/pickle_internal.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 64

/* Reads a line as a C string. Returns false if it is too long for a number. */
static bool number_line(pd_pickle_machine *m, char out[NUMBER_BYTES])
{
    pd_bytes line;

    if (!pd_pickle_take_line(m, &line)) return false;
    if (!line.size || line.size >= NUMBER_BYTES || memchr(line.data, 0, line.size)) {
        pd_pickle_fail(m, PD_ERR_FORMAT, "not a number or too long; a number of 1 to %d characters expected",
                       NUMBER_BYTES - 1);
        return false;
    }

    memcpy(out, line.data, line.size);
    out[line.size] = 0;

    return true;
}

/* "I42", "I01" (True), "L42L". Beyond 64 bits it stays BYTES, as nothing here needs it. */
pd_status pd_pickle_step_int_line(pd_pickle_machine *m, int is_long)
{
    char text[NUMBER_BYTES];
    char *end;

    if (!number_line(m, text)) return m->status;
    int is_bool = !is_long && (!strcmp(text, "00") || !strcmp(text, "01"));
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (is_long && errno == ERANGE && strspn(text, "+-0123456789L") == strlen(text))
        return pd_pickle_push_text(m, PD_PICKLE_BYTES, (pd_bytes){m->bytes + m->opcode_at + 1, strlen(text)});
    if (errno || end == text || (*end && !(is_long && !strcmp(end, "L"))))
        return pd_pickle_fail(m, PD_ERR_FORMAT, "\"%s\"; a whole number of 64 bits expected", text);
    pd_pickle_value *value = pd_pickle_make(m, is_bool ? PD_PICKLE_BOOL : PD_PICKLE_INT);
    if (value) value->integer = number;

    return pd_pickle_push(m, value);
}

pd_status pd_pickle_step_float_line(pd_pickle_machine *m, int unused)
{
    char text[NUMBER_BYTES];
    char *end;
    (void)unused;

    if (!number_line(m, text)) return m->status;
    double number = strtod(text, &end);
    if (end == text || *end) return pd_pickle_fail(m, PD_ERR_FORMAT, "\"%s\"; a number expected", text);
    pd_pickle_value *value = pd_pickle_make(m, PD_PICKLE_FLOAT);
    if (value) value->real = number;

    return pd_pickle_push(m, value);
}

static bool hex_digits(uint32_t *out, const unsigned char *p, size_t room, int digits)
{
    *out = 0;
    if (room < (size_t)digits) return false;
    for (int i = 0; i < digits; i++) {
        if (!isxdigit(p[i])) return false;
        *out = *out << 4 | (uint32_t)(isdigit(p[i]) ? p[i] - '0' : (p[i] | 32) - 'a' + 10);
    }

    return true;
}

/* Decodes the escape sequence behind a backslash in Python 2's repr of a str. Returns the bytes it takes; 0:
 * not an escape. */
static size_t unescape(unsigned char *out, const unsigned char *p, size_t room)
{
    static const char from[] = "\\'\"nrtabfv";
    static const char to[] = "\\'\"\n\r\t\a\b\f\v";
    uint32_t code;
    const char *plain = room && p[0] ? strchr(from, p[0]) : NULL;

    if (plain) {
        *out = (unsigned char)to[plain - from];
        return 1;
    }

    if (room && p[0] == 'x' && hex_digits(&code, p + 1, room - 1, 2)) {
        *out = (unsigned char)code;
        return 3;
    }

    /* One to three octal digits. */
    size_t n = 0;
    unsigned value = 0;
    for (; n < 3 && n < room && p[n] >= '0' && p[n] <= '7'; n++) value = 8 * value + (unsigned)(p[n] - '0');
    *out = (unsigned char)value;

    return n;
}

/* Reads "S'abc\\n'", the repr of a Python 2 str. */
pd_status pd_pickle_step_string_line(pd_pickle_machine *m, int unused)
{
    pd_bytes line;

    (void)unused;
    if (!pd_pickle_take_line(m, &line)) return m->status;

    /* Strip the quotes, which must match. */
    const unsigned char *p = line.data;
    const unsigned char *end = p + line.size;
    if (line.size < 2 || (*p != '\'' && *p != '"') || end[-1] != *p)
        return pd_pickle_fail(m, PD_ERR_FORMAT,
                              "the string has no quotation marks; a string in quotation marks expected");

    unsigned char *out = pd_pickle_alloc(m, line.size);
    size_t size = 0;
    if (!out) return m->status;

    /* Copy, with escape sequences resolved. The result is never longer than the text. */
    for (p++, end--; p < end; size++) {
        if (*p != '\\') {
            out[size] = *p++;
            continue;
        }

        size_t used = unescape(&out[size], p + 1, (size_t)(end - p - 1));
        if (!used)
            return pd_pickle_fail(m, PD_ERR_FORMAT,
                                  "the string has an unknown escape sequence; one of Python's expected");
        p += 1 + used;
    }

    return pd_pickle_push_text(m, PD_PICKLE_BYTES, (pd_bytes){out, size});
}

static size_t put_utf8(unsigned char *out, uint32_t c)
{
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, c >>= 6) out[i] = (unsigned char)(0x80 | (c & 63));
    out[0] = (unsigned char)(lead[bytes] | c);
    return bytes;
}

/* Reads "Vabc\\u00e9": Latin-1 bytes with \\u and \\U escapes. */
pd_status pd_pickle_step_unicode_line(pd_pickle_machine *m, int unused)
{
    pd_bytes line;

    (void)unused;
    if (!pd_pickle_take_line(m, &line)) return m->status;

    unsigned char *out = pd_pickle_alloc(m, 2 * line.size);
    size_t size = 0;
    if (!out) return m->status;

    /* Convert each byte or escape to UTF-8, which takes at most twice the bytes. */
    for (size_t i = 0; i < line.size; i++) {
        const unsigned char *p = line.data + i;
        size_t room = line.size - i;
        int digits = room < 2 || *p != '\\' ? 0 : p[1] == 'u' ? 4 : p[1] == 'U' ? 8 : 0;
        uint32_t code = *p;
        if (digits) {
            if (!hex_digits(&code, p + 2, room - 2, digits) || code > 0x10ffff)
                return pd_pickle_fail(m, PD_ERR_FORMAT,
                                      "the string has an unknown escape sequence; one of Python's expected");
            i += (size_t)digits + 1;
        }

        size += put_utf8(out + size, code);
    }

    return pd_pickle_push_text(m, PD_PICKLE_TEXT, (pd_bytes){out, size});
}

pd_status pd_pickle_step_memo_line(pd_pickle_machine *m, int is_get)
{
    char text[NUMBER_BYTES];
    char *end = text;

    if (!number_line(m, text)) return m->status;
    errno = 0;
    unsigned long long index = isdigit((unsigned char)*text) ? strtoull(text, &end, 10) : 0;
    if (errno || !isdigit((unsigned char)*text) || *end)
        return pd_pickle_fail(m, PD_ERR_FORMAT, "\"%s\"; the number of a memo slot expected", text);

    return is_get ? pd_pickle_memo_get(m, index) : pd_pickle_memo_put(m, index);
}

/* "cmodule\nname\n"; as an instance ("i") the arguments stand above the mark. */
pd_status pd_pickle_step_global_line(pd_pickle_machine *m, int is_instance)
{
    pd_bytes module, name;
    size_t count = 0;

    if (!pd_pickle_take_line(m, &module) || !pd_pickle_take_line(m, &name)) return m->status;
    if (!is_instance) return pd_pickle_push_global(m, module, name);
    pd_pickle_value **values = pd_pickle_pop_mark(m, &count);
    pd_pickle_value *args = values ? pd_pickle_make(m, PD_PICKLE_TUPLE) : NULL;
    if (!args || pd_pickle_append(m, args, values, count)) return m->status;
    pd_status status = pd_pickle_push_global(m, module, name);

    return status ? status : pd_pickle_push_call(m, pd_pickle_pop(m), args);
}
