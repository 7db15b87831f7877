/* Sets options from text. Types and ranges are checked here and nowhere else. */
#include "config/config_internal.h"
#include "core/base/assert.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- readers: each returns NULL, or the end of a sentence that says what is wrong with the text ---- */

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

/* Reads a whole number, alone or with KiB, MiB or GiB. */
static const char *read_bytes(double *out, const char *text)
{
    static const char *const units[] = {"", "KiB", "MiB", "GiB"};
    size_t digits = strspn(text, "0123456789");
    const char *unit = text + digits + strspn(text + digits, " ");

    if (!digits || text[digits] == '.') return "is not a whole number, alone or with KiB, MiB or GiB";
    *out = strtod(text, NULL);
    for (int i = 0; i < 4; i++, *out *= 1024)
        if (!strcmp(unit, units[i])) return NULL;

    return "has an unknown unit; KiB, MiB and GiB allowed";
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

        if (!choices[n]) return "is not a known value";
        choices += n + 1;
    }
}

static const char *set_number(void *at, const pd_cfg_option *option, const char *text)
{
    PD_ASSERT(option->type == PD_CFG_INT || option->type == PD_CFG_BYTES || option->type == PD_CFG_REAL);
    PD_ASSERT(option->low <= option->high);
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

static const char *set_scalar(pd_cfg *cfg, const pd_cfg_option *option, const char *text)
{
    PD_ASSERT(option->offset < sizeof *cfg);
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
    PD_ASSERT(index >= 0 && index < PD_CFG_COUNT && text);
    char shown[96];
    if (index == PD_CFG_I_models) {
        pd_cfg_set_items(cfg, index, text, place, errors);
        return;
    }

    const pd_cfg_option *option = &pd_cfg_table[index];
    if (pd_cfg_is_list(option->type)) {
        pd_cfg_set_items(cfg, index, text, place, errors);
        return;
    }

    /* An address is checked before the option is changed.
     * The empty text stands for no address, where that is allowed. */
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
