#include "core/io/tensor/json_load.h"

#include "core/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Returns whether a text is UTF-16 or UTF-32, as some programs of Windows write: it begins with their mark, or with a bracket beside a zero byte. */
static bool is_wide(pd_bytes text)
{
    static const char *const beginnings[] = {"\xFF\xFE", "\xFE\xFF", "{\0", "[\0", "\0{", "\0[", "\0\0"};
    for (size_t i = 0; text.size >= 2 && i < sizeof beginnings / sizeof *beginnings; i++)
        if (!memcmp(text.data, beginnings[i], 2)) return true;
    return false;
}

static json_t *load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory)
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
    json_t *root = load(text, flags, error, is_out_of_memory);
    if (!root && !*is_out_of_memory && is_wide(text))
        snprintf(error->text, sizeof error->text - 1, "the text is UTF-16 or UTF-32; UTF-8 expected");
    if (root || *is_out_of_memory || json_error_code(error) != json_error_numeric_overflow) return root;
    return load(text, flags | JSON_DECODE_INT_AS_REAL, error, is_out_of_memory);
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
