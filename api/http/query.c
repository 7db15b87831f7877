/* Query strings, by the same tables as JSON bodies:
 * a query becomes the object that a body would have been. */
#include "api/http/fields.h"
#include "core/io/json/json.h"

#include "core/base/assert.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool pd_api_percent_decode(char *out, size_t out_bytes, const char *text, size_t size, int plus_is_space)
{
    PD_ASSERT(out_bytes > 0);
    size_t used = 0;

    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= size || hex(text[i + 1]) < 0 || hex(text[i + 2]) < 0) return false;
            c = (char)(hex(text[i + 1]) << 4 | hex(text[i + 2]));
            i += 2;
        } else if (c == '+' && plus_is_space)
            c = ' ';
        if (!c || used + 1 >= out_bytes) return false;
        out[used++] = c;
    }

    out[used] = 0;

    return true;
}

void pd_api_percent_encode(pd_buffer *out, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~,:";

    for (const char *c = text; *c; c++) {
        if (strchr(plain, *c))
            pd_buffer_add(out, c, 1);
        else
            pd_buffer_printf(out, "%%%02X", (unsigned)(unsigned char)*c);
    }
}

void pd_api_path_normalize(char *path)
{
    char *to = path;

    for (const char *at = path; *at;) {
        const int high = *at == '%' ? hex(at[1]) : -1;
        const int low = high < 0 ? -1 : hex(at[2]);
        const char c = low < 0 ? 0 : (char)(high << 4 | low);
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              (c && strchr("-._~", c));
        *to++ = is_plain ? c : *at;
        at += is_plain ? 3 : 1;
    }

    *to = 0;
}

/* Removes blanks at both ends of `text`, in place. */
static char *trim_query(char *text)
{
    size_t size = strlen(text);
    while (size && text[size - 1] == ' ') text[--size] = 0;
    return text + strspn(text, " ");
}

/* A plain decimal number and nothing else: strtod would take hexadecimal, "inf" and spaces too. */
static json_t *number_json(const char *text, const char *pointer, pd_api_problems *p)
{
    char *end = NULL;
    const bool is_plain = *text && strspn(text, "0123456789+-.eE") == strlen(text);
    const double x = is_plain ? strtod(text, &end) : NAN;

    if (!is_plain || *end || !isfinite(x)) {
        pd_api_note(p, PD_ERR_INVALID, pointer, "\"%.60s\"; a number expected", text);
        return NULL;
    }

    return x == floor(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x) : json_real(x);
}

/* Converts "a,b,c" to an array of texts or numbers. Elements of an earlier parameter with the same name come
 * first (NULL: none). Cuts `text` in place. An empty text gives an empty array. */
static json_t *list_json(char *text, int numbers, const json_t *earlier, const char *pointer,
                         pd_api_problems *p)
{
    json_t *list = earlier ? json_copy((json_t *)earlier) : json_array();

    /* "[1, 2]", as Python and JavaScript print a list */
    text = trim_query(text);
    const size_t size = strlen(text);
    if (size >= 2 && text[0] == '[' && text[size - 1] == ']') {
        text[size - 1] = 0;
        text++;
    }

    for (size_t i = json_array_size(list); list && *text; i++) {
        char at[128];
        char *comma = strchr(text, ',');
        json_t *item;
        if (comma) *comma = 0;
        snprintf(at, sizeof at, "%s/%zu", pointer, i);
        const size_t piece = strlen(text);
        item = numbers ? number_json(trim_query(text), at, p) : json_string(trim_query(text));
        if (!item || json_array_append_new(list, item)) {
            if (!item && !numbers) pd_api_note(p, PD_ERR_INVALID, at, "not UTF-8");
            json_decref(list);
            return NULL;
        }

        text = comma ? comma + 1 : text + piece;
        if (comma && !*text) {
            pd_api_note(p, PD_ERR_INVALID, pointer, "ends with a comma");
            json_decref(list);
            return NULL;
        }
    }

    return list;
}

static json_t *boolean_json(const char *text, const char *pointer, pd_api_problems *p)
{
    /* In any case: Python and .NET print True and False. */
    if (!strcasecmp(text, "true") || !strcmp(text, "1")) return json_true();
    if (!strcasecmp(text, "false") || !strcmp(text, "0")) return json_false();
    pd_api_note(p, PD_ERR_INVALID, pointer, "\"%.60s\"; true or false expected", text);
    return NULL;
}

static json_t *text_json(const char *text, const char *pointer, pd_api_problems *p)
{
    json_t *value = json_string(text);

    if (!value) pd_api_note(p, PD_ERR_INVALID, pointer, "not UTF-8");
    return value;
}

/* "a,b", behind the names of an earlier parameter (NULL: none). */
static json_t *names_json(const char *text, const json_t *earlier, const char *pointer, pd_api_problems *p)
{
    json_t *value = text_json(text, pointer, p);

    if (!value || !earlier) return value;

    json_t *both = json_sprintf("%s,%s", json_string_value(earlier), text);
    if (!both) pd_api_note(p, PD_ERR_MEMORY, pointer, "out of memory");
    json_decref(value);

    return both;
}

bool pd_api_field_is_list(const pd_api_field *field)
{
    return field->type == PD_API_NUMBERS || field->type == PD_API_CHOICES || field->type == PD_API_NAMES;
}

/* An object or a list as JSON. */
static json_t *parsed_json(const char *text, const pd_api_field *f, const char *pointer, pd_api_problems *p)
{
    json_error_t error;
    bool is_out_of_memory;
    json_t *value = pd_json_load((pd_bytes){(const unsigned char *)text, strlen(text)},
                                 JSON_REJECT_DUPLICATES, &error, &is_out_of_memory);

    if (is_out_of_memory)
        pd_api_note(p, PD_ERR_MEMORY, pointer, "out of memory");
    else if (!value)
        pd_api_note(p, PD_ERR_INVALID, pointer, "\"%.60s\": %.80s; JSON expected, such as %s", text,
                    error.text, f->example ? f->example : "{}");

    return value;
}

/* earlier: the value of a parameter of the same name before this one, which only lists may have; or NULL. */
static json_t *value_json(char *text, const pd_api_field *f, const json_t *earlier, const char *pointer,
                          pd_api_problems *p)
{
    switch (f->type) {
    case PD_API_NUMBER:
    case PD_API_COUNT:
    case PD_API_INTEGER: return number_json(text, pointer, p);
    case PD_API_BOOLEAN: return boolean_json(text, pointer, p);
    case PD_API_SEED:
        /* a seed is a number, anything else is for the reader of the field */
        return strspn(text, "-.0123456789") == strlen(text) ? number_json(text, pointer, p)
                                                            : text_json(text, pointer, p);
    case PD_API_CHOICES: return list_json(text, 0, earlier, pointer, p);
    case PD_API_NUMBERS:
        if (f->words && pd_api_word_index(f->words, text) >= 0) return text_json(text, pointer, p);
        return list_json(text, 1, earlier, pointer, p);
    case PD_API_NAMES: return names_json(text, earlier, pointer, p);
    case PD_API_CHOICE:
    case PD_API_TEXT: return text_json(text, pointer, p);
    case PD_API_ANY: return parsed_json(text, f, pointer, p);
    case PD_API_OBJECT:
    case PD_API_OBJECTS: break;
    }

    pd_api_note(p, PD_ERR_INVALID, pointer, "not offered as a query parameter; send it in a JSON body");

    return NULL;
}

/* Returns the number of elements that the value of a list's parameter has. NULL has none. */
static size_t list_size(const json_t *value)
{
    const char *names = json_string_value(value);
    size_t count = names != NULL;
    for (; names && *names; names++) count += *names == ',';
    return names ? count : json_array_size(value);
}

/* Finds the list that "betas[]" or "betas[1]" names, as axios, PHP and Rails write the elements of lists, and
 * cuts `name` to "betas". *index is the number in the brackets, or -1 without one. Returns NULL and leaves
 * `name` when it is no such name. */
static const pd_api_field *list_of(char *name, long *index, const pd_api_field *const *tables)
{
    char *open = strchr(name, '[');
    const size_t digits = open ? strspn(open + 1, "0123456789") : 0;

    if (!open || strcmp(open + 1 + digits, "]") != 0 || digits > 6) return NULL;

    *index = digits ? strtol(open + 1, NULL, 10) : -1;
    *open = 0;
    const pd_api_field *field = pd_api_field_find(tables, name);
    if (field && pd_api_field_is_list(field)) return field;
    *open = '[';

    return NULL;
}

static bool take_piece(json_t *out, char *piece, size_t size, const pd_api_field *const *tables,
                       pd_api_problems *p)
{
    char name[64];
    char *equals = memchr(piece, '=', size);
    char *value;
    const size_t name_size = equals ? (size_t)(equals - piece) : size;
    size_t value_size = equals ? size - name_size - 1 : 0;

    if (!size) return true; /* "a=1&&b=2" */
    if (!pd_api_percent_decode(name, sizeof name, piece, name_size, 1))
        return pd_api_note(p, PD_ERR_FORMAT, "",
                           "the parameter name \"%.*s\" has an invalid percent escape or more than %zu bytes",
                           (int)(name_size < 60 ? name_size : 60), piece, sizeof name - 1);
    value = piece + size - value_size; /* decoding only shrinks, so it is done in place */
    if (!pd_api_percent_decode(value, value_size + 1, value, value_size, 1)) {
        char at[96];
        snprintf(at, sizeof at, "/%s", name);
        return pd_api_note(
            p, PD_ERR_FORMAT, at,
            "an invalid percent escape; a percent sign and two hexadecimal digits other than 00 expected");
    }

    /* One name=value, already decoded; value is cut in place. */
    const pd_api_field *field = pd_api_field_find(tables, name);
    char at[96];
    json_t *item;

    long index = -1;
    if (!field) field = list_of(name, &index, tables);

    snprintf(at, sizeof at, "/%.80s", name);
    if (!field) {
        pd_api_note_unknown(p, at, name, tables);
        return false;
    }

    const json_t *earlier = json_object_get(out, name);
    if (earlier && !pd_api_field_is_list(field))
        return pd_api_note(p, PD_ERR_INVALID, at, "given more than once; only lists may be repeated");
    if (index >= 0 && (size_t)index != list_size(earlier))
        return pd_api_note(p, PD_ERR_INVALID, at,
                           "element %ld comes where element %zu is expected; indices count from 0 in order",
                           index, list_size(earlier));
    item = value_json(value, field, earlier, at, p);

    return item && !json_object_set_new(out, name, item);
}

json_t *pd_api_query_json(const char *query, const pd_api_field *const *tables, pd_api_problems *problems)
{
    json_t *out = json_object();
    char *copy = strdup(query ? query : "");
    char *at = copy;
    int good = out && copy;

    if (!good) pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory");
    problems->in_query = 1;
    while (good && at) {
        char *end = strchr(at, '&');
        if (end) *end = 0;
        if (!take_piece(out, at, strlen(at), tables, problems) && problems->dropped) good = 0;
        at = end ? end + 1 : NULL;
    }

    free(copy);
    if (problems->count == 0) return out;
    json_decref(out);

    return NULL;
}
