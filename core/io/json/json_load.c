#include "core/io/json/json.h"

#include "core/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Returns whether a text is UTF-16 or UTF-32, as some programs of Windows write: it begins with their mark,
 * or with a bracket beside a zero byte. */
static bool is_wide(pd_bytes text)
{
    static const char *const beginnings[] = {"\xFF\xFE", "\xFE\xFF", "{\0", "[\0", "\0{", "\0[", "\0\0"};
    for (size_t i = 0; text.size >= 2 && i < sizeof beginnings / sizeof *beginnings; i++)
        if (!memcmp(text.data, beginnings[i], 2)) return true;
    return false;
}

/* A spelling of other languages that JSON does not have, and what an error says of it. */
typedef struct habit {
    const char *found, *said;
} habit;

static const habit words[] = {
    {"True", "True; true expected"},
    {"False", "False; false expected"},
    {"None", "None; null expected"},
    {"undefined", "undefined; null expected"},
    {"NaN", "NaN; a finite number expected"},
    {"-NaN", "-NaN; a finite number expected"},
    {"nan", "nan; a finite number expected"},
    {"-nan", "-nan; a finite number expected"},
    {"Infinity", "Infinity; a finite number expected"},
    {"-Infinity", "-Infinity; a finite number expected"},
    {"+Infinity", "+Infinity; a finite number expected"},
    {"inf", "inf; a finite number expected"},
    {"-inf", "-inf; a finite number expected"},
};

static const habit signs[] = {
    {"//", "a comment (//); JSON has no comments"},
    {"/*", "a comment (/*); JSON has no comments"},
    {"#", "a comment (#); JSON has no comments"},
    {"'", "a single quote; text in double quotes expected"},
    {"`", "a backquote; text in double quotes expected"},
    {"\xE2\x80\x9C", "a curly quote (U+201C); text in straight double quotes (U+0022) expected"},
    {"\xE2\x80\x9D", "a curly quote (U+201D); text in straight double quotes (U+0022) expected"},
    {"\xC2\xA0", "a no-break space (U+00A0); a space (U+0020) expected"},
    {"\xE2\x80\x8B", "a zero-width space (U+200B); no such character expected between values"},
    {"\xEF\xBB\xBF", "a second byte order mark; one at the beginning allowed"},
    {"\x1F\x8B", "data compressed by gzip; uncompressed text expected"},
    {"\x28\xB5\x2F\xFD", "data compressed by zstd; uncompressed text expected"},
    {"PK\x03\x04", "a ZIP archive; text expected"},
};

/* Returns whether a byte may be part of a word or a number. */
static bool is_word_byte(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '+' || c == '-' || c == '.';
}

static bool is_blank(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Returns the offset at which the token begins that an error is about. jansson tells where the token ends,
 * and the token itself if it is short. */
static size_t token_start(pd_bytes text, const json_error_t *error)
{
    size_t at = error->position > 0 ? (size_t)error->position : 0;

    if (at > text.size) at = text.size;

    const char *near = strstr(error->text, " near '");
    const size_t shown = near ? strlen(near + strlen(" near '")) : 0;
    if (shown > 1) at -= shown - 1 < at ? shown - 1 : at;
    if (shown < 2 || (at < text.size && is_word_byte(text.data[at])))
        while (at > 0 && is_word_byte(text.data[at - 1])) at--;

    return at;
}

/* Replaces jansson's words for an error by what stands there and what is expected,
 * where the cause is a common one. */
static void explain(pd_bytes text, json_error_t *error)
{
    char *said = error->text;
    const size_t bytes = sizeof error->text - 1; /* the last byte is jansson's code of the error */
    const size_t start = token_start(text, error);
    const unsigned char *at = text.data + start;
    const size_t left = text.size - start;

    /* The word or number at the place, cut after 20 bytes. */
    char word[24];
    size_t size = 0;
    while (size < left && is_word_byte(at[size])) size++;
    snprintf(word, sizeof word, "%.*s%s", (int)(size < 20 ? size : 20), size ? (const char *)at : "",
             size > 20 ? "..." : "");

    /* The last byte before the place that is not blank: 0 at the beginning. */
    size_t before = start;
    while (before > 0 && is_blank(text.data[before - 1])) before--;
    const unsigned char last = before > 0 ? text.data[before - 1] : 0;

    switch (json_error_code(error)) {
    case json_error_duplicate_key: {
        const char *key = strchr(said, '"');
        const char *end = key ? strrchr(key, '"') : NULL;
        char name[48] = "a name";
        if (end > key) snprintf(name, sizeof name, "%.*s", (int)(end - key + 1), key);
        snprintf(said, bytes, "%s stands twice in one object; once allowed", name);
        return;
    }
    case json_error_numeric_overflow:
        snprintf(said, bytes, "%s; a number of at most 1.8e308 expected", word);
        return;
    case json_error_null_character:
    case json_error_null_byte_in_key:
        snprintf(said, bytes, "a zero character (\\u0000) in a text; any other character allowed");
        return;
    case json_error_invalid_utf8: {
        const char *byte = strstr(said, "0x");

        if (byte) snprintf(said, bytes, "byte 0x%.2s is not UTF-8; text in UTF-8 expected", byte + 2);
        return;
    }
    case json_error_end_of_input_expected:
        snprintf(said, bytes,
                 "a second value or other text after the end of the document; one document expected");
        return;
    default: break;
    }

    if (start == text.size || strstr(said, " near end of file")) return; /* the text is cut */

    /* The first bytes tell a file or a text of another kind. */
    if (!last) {
        if (*at == '<') {
            snprintf(said, bytes, "the text begins with <, as HTML and XML do; JSON expected");
            return;
        }

        if (size && size < left && at[size] == '=') {
            snprintf(said, bytes, "a form (%s=...); JSON expected", word);
            return;
        }

        if (size && size < left && at[size] == ':') {
            snprintf(said, bytes, "%s: without brackets, as YAML has it; JSON expected", word);
            return;
        }
    }

    /* Commas: one too many, or one that is missing. */
    if ((*at == ']' || *at == '}') && last == ',') {
        snprintf(said, bytes, "a comma before %c; no comma expected after the last value", *at);
        return;
    }

    /* Spellings of other languages. */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (size == strlen(words[i].found) && !memcmp(at, words[i].found, size)) {
            snprintf(said, bytes, "%s", words[i].said);
            return;
        }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (left >= strlen(signs[i].found) && !memcmp(at, signs[i].found, strlen(signs[i].found))) {
            snprintf(said, bytes, "%s", signs[i].said);
            return;
        }
    if (!size || !strncmp(said, "'[' or '{' expected", strlen("'[' or '{' expected"))) return;
    const bool is_number = strchr("+-.0123456789", *at) != NULL;
    const bool is_name = strstr(said, "string or '}' expected") != NULL;
    if (is_name)
        snprintf(said, bytes, "%s; a name in double quotes expected", word);
    else if (strchr("[{,:", last) && is_number)
        snprintf(said, bytes, "%s; a number such as 0.5, -1 or 1e-3 expected", word);
    else if (strchr("[{,:", last))
        snprintf(said, bytes, "%s; a number, a text in double quotes, true, false or null expected", word);
}

static json_t *load_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory)
{
    errno = 0; /* set by the malloc that fails, after which nothing else can change it */
    json_t *root = json_loadb((const char *)text.data, text.size, flags, error);
    *is_out_of_memory = !root && errno == ENOMEM;
    return root;
}

json_t *pd_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory)
{
    json_error_t own;

    if (!error) error = &own;

    text = pd_text_unmarked(text);
    *is_out_of_memory = false;
    const bool may_be_fast = (flags & ~(size_t)JSON_DECODE_ANY) == JSON_REJECT_DUPLICATES;
    json_t *root = may_be_fast ? pd_json_fast(text, PD_JSON_FAST_DEPTH) : NULL;

    /* The fast path reads any value at the top. */
    if (root && !(flags & JSON_DECODE_ANY) && !json_is_object(root) && !json_is_array(root)) {
        json_decref(root);
        root = NULL;
    }

    if (root) return root;

    root = load_json_load(text, flags, error, is_out_of_memory);
    if (root || *is_out_of_memory) return root;
    if (json_error_code(error) == json_error_numeric_overflow)
        root = load_json_load(text, flags | JSON_DECODE_INT_AS_REAL, error, is_out_of_memory);
    if (root || *is_out_of_memory) return root;

    if (is_wide(text))
        snprintf(error->text, sizeof error->text - 1, "the text is UTF-16 or UTF-32; UTF-8 expected");
    else
        explain(text, error);

    return NULL;
}

json_t *pd_json_load_file(const char *path, size_t flags, json_error_t *error)
{
    pd_bytes text;
    pd_error err;
    bool is_out_of_memory;

    if (pd_file_map(&text, path, &err) != PD_OK) {
        memset(error, 0, sizeof *error);
        snprintf(error->text, sizeof error->text, "%.150s", err.detail);
        return NULL;
    }

    json_t *root = pd_json_load(text, flags, error, &is_out_of_memory);
    if (is_out_of_memory) snprintf(error->text, sizeof error->text, "out of memory");
    pd_file_unmap(&text);

    return root;
}
