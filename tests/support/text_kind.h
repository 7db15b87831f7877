#ifndef PD_TESTS_TEXT_KIND_H
#define PD_TESTS_TEXT_KIND_H
/* Reduces an error text to its kind, so that a golden file has one line for a rule instead of one for each
 * field and value. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a value is at the beginning of a text: "a string; a number expected". */
static const char *const text_kind_values[] = {"a string", "a number", "an array", "an object",
                                               "true",     "false",    "null",     "empty"};

/* Returns the end of the quoted word at `from`, or NULL: an apostrophe within a word quotes nothing. */
static inline const char *text_kind_quoted(const char *begin, const char *from)
{
    if (*from == '"') return strchr(from + 1, '"');
    if (*from != '\'' || (from > begin && isalnum((unsigned char)from[-1]))) return NULL;
    return strchr(from + 1, '\'');
}

/* Returns the end of alternatives ("a|b"), or of a list of at least four names,
 * that begin at `from`; or NULL. */
static inline const char *text_kind_list(const char *from)
{
    int names = 0;
    bool has_bar = false;
    const char *at = from, *end = NULL;
    while (isalpha((unsigned char)*at)) {
        while (isalnum((unsigned char)*at) || *at == '_' || *at == '-') at++;
        names++;
        end = at;
        if (*at == '|') {
            has_bar = true;
            at++;
        } else if (at[0] == ',' && at[1] == ' ')
            at += 2;
        else
            break;
    }
    return names >= 4 || has_bar ? end : NULL;
}

/* Returns the end of the value, without quotes and brackets, where the text begins with it, or the text. */
static inline const char *text_kind_after_value(const char *text, const char *value)
{
    char bare[64];
    size_t size = 0;
    for (const char *c = value; *c && size + 1 < sizeof bare; c++)
        if (!strchr("[]\"", *c)) bare[size++] = *c;
    if (size && !strncmp(text, bare, size) && strchr("; ", text[size])) return text + size;

    for (size_t i = 0; i < sizeof text_kind_values / sizeof *text_kind_values; i++) {
        size = strlen(text_kind_values[i]);
        if (!strncmp(text, text_kind_values[i], size) && strchr("; ", text[size])) return text + size;
    }
    return text;
}

/* Writes a text without what does not make a kind: numbers as #, quoted words as "", alternatives and lists
 * of names as their first name and dots, what the value is as V, the field as FIELD. `value` and `field` may
 * be "". An example at the end is left out. */
static inline void text_kind(char *out, size_t out_bytes, const char *text, const char *value,
                             const char *field)
{
    size_t used = 0;
    const char *begin = text_kind_after_value(text, value);
    if (begin > text) used += (size_t)snprintf(out, out_bytes, "V");
    if (*field && !strncmp(begin, field, strlen(field)) && begin[strlen(field)] == ' ') {
        used += (size_t)snprintf(out + used, out_bytes - used, "FIELD");
        begin += strlen(field);
    }

    for (const char *at = begin; *at && used + 8 < out_bytes;) {
        const bool is_word = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
        const char *quote = text_kind_quoted(text, at), *list = is_word ? NULL : text_kind_list(at);
        char *number = NULL;
        if (isdigit((unsigned char)at[0]) || (at[0] == '-' && isdigit((unsigned char)at[1])))
            strtod(at, &number);
        if (!strncmp(at, ", like ", 7)) break;
        if (quote) {
            used += (size_t)snprintf(out + used, out_bytes - used, "\"\"");
            at = quote + 1;
        } else if (list) {
            const size_t first = strcspn(at, ",|");
            used +=
                (size_t)snprintf(out + used, out_bytes - used, "%.*s...",
                                 strncmp(out + (used > 7 ? used - 7 : 0), "one of ", 7) ? (int)first : 0, at);
            at = list;
        } else if (number && !is_word) {
            out[used++] = '#';
            at = number;
        } else
            out[used++] = *at++;
    }
    out[used] = 0;
}

#endif
