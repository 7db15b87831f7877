/* Text to value and back, row by row: the only place where types and ranges are checked. */
#include "config/config_internal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of the UTF-8 sequence at s and its code point; 0 when it is malformed or over-long. */
static int utf8(const unsigned char *s, unsigned *code)
{
    int n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    static const unsigned char mask[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
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

/* ---- reading: each returns NULL or what is wrong with text */

static const char no_memory[] = "out of memory";

static const char *read_bool(int *out, const char *text)
{
    if (strcmp(text, "true") && strcmp(text, "false")) return "is neither true nor false";
    *out = *text == 't';
    return NULL;
}

static const char *read_whole(double *out, const char *text)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!*digits || digits[strspn(digits, "0123456789")]) return "is not a whole number";
    *out = strtod(text, NULL);
    return NULL;
}

static const char *read_real(double *out, const char *text)
{
    char *end;
    if (!*text || text[strspn(text, "0123456789+-.eE")]) return "is not a number";
    *out = strtod(text, &end);
    return *end ? "is not a number" : NULL;
}

/* A whole number, alone or with KiB, MiB or GiB. */
static const char *read_bytes(double *out, const char *text)
{
    static const char *const units[] = {"", "KiB", "MiB", "GiB"};
    size_t digits = strspn(text, "0123456789");
    const char *unit = text + digits + strspn(text + digits, " ");
    if (!digits || text[digits] == '.') return "is not a whole number, alone or with KiB, MiB or GiB";
    *out = strtod(text, NULL);
    for (int i = 0; i < 4; i++, *out *= 1024)
        if (!strcmp(unit, units[i])) return NULL;
    return "has an unknown unit; KiB, MiB and GiB are known";
}

static const char *read_choice(int *out, const char *text, const char *choices)
{
    size_t length = strlen(text);
    for (int i = 0;; i++) {
        size_t n = strcspn(choices, "|");
        if (n == length && !memcmp(choices, text, n)) {
            *out = i;
            return NULL;
        }
        if (!choices[n]) return "is not one of them";
        choices += n + 1;
    }
}

static const char *set_number(void *at, const pd_cfg_option *option, const char *text)
{
    double value = 0;
    const char *fault = option->type == PD_CFG_INT     ? read_whole(&value, text)
                        : option->type == PD_CFG_BYTES ? read_bytes(&value, text)
                                                       : read_real(&value, text);
    if (fault) return fault;
    if (!(value >= option->low && value <= option->high)) return "is out of range";

    if (option->type == PD_CFG_INT)
        *(int *)at = (int)value;
    else if (option->type == PD_CFG_BYTES)
        *(size_t *)at = (size_t)value;
    else
        *(double *)at = value;
    return NULL;
}

static const char *set_text(char **at, const pd_cfg_option *option, const char *text)
{
    double length = (double)strlen(text);
    const char *fault = pd_cfg_text_fault(text);
    if (fault) return fault;
    if (length < option->low || length > option->high) return length ? "is too long" : "is empty";

    char *copy = strdup(text);
    if (!copy) return no_memory;
    free(*at);
    *at = copy;
    return NULL;
}

void pd_cfg_mark(pd_cfg *cfg, int index, const char *place)
{
    free(cfg->set_by[index]);
    cfg->set_by[index] = place ? strdup(place) : NULL;
}

static const char *set_scalar(pd_cfg *cfg, const pd_cfg_option *option, const char *text)
{
    void *at = (char *)cfg + option->offset;
    switch (option->type) {
    case PD_CFG_BOOL: return read_bool(at, text);
    case PD_CFG_CHOICE: return read_choice(at, text, option->unit);
    case PD_CFG_STRING:
    case PD_CFG_FILE:
    case PD_CFG_ADDRESS: return set_text(at, option, text);
    default: return set_number(at, option, text);
    }
}

void pd_cfg_set(pd_cfg *cfg, int index, const char *text, const char *place, pd_cfg_errors *errors)
{
    const pd_cfg_option *option = &pd_cfg_table[index];
    char shown[96];
    if (index == PD_CFG_I_models || option->type == PD_CFG_LIST) {
        pd_cfg_set_items(cfg, index, text, place, errors);
        return;
    }

    /* an address is checked before the row is touched, so that a wrong one leaves the old one; where none is allowed, "" is none */
    if (option->type == PD_CFG_ADDRESS && (*text || option->low > 0)) {
        pd_cfg_address address;
        pd_error err;
        if (pd_cfg_address_parse(&address, text, &err) != PD_OK) {
            pd_cfg_complain_of(errors, place, option->path, "%s %s", pd_cfg_shown(shown, text), err.detail);
            return;
        }
    }

    const char *fault = set_scalar(cfg, option, text);
    if (!fault) {
        pd_cfg_mark(cfg, index, place);
    } else if (fault == no_memory) {
        pd_cfg_complain_of(errors, place, option->path, "%s", fault);
    } else {
        pd_buffer allowed = {0};
        pd_cfg_write_allowed(option, &allowed);
        pd_cfg_complain_of(errors, place, option->path, "%s %s; %.*s", pd_cfg_shown(shown, text), fault,
                           (int)allowed.size, allowed.data ? (char *)allowed.data : "");
        pd_buffer_deinit(&allowed);
    }
}
