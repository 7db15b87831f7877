/* Fields in words, for the page at /docs and docs/api.md. */
#include "api/fields.h"

#include <stdio.h>
#include <string.h>

/* The types that its schema lists, in words. */
static void any_type(char *out, size_t out_bytes, const pd_api_field *f)
{
    static const char *const words[][2] = {{"\"string\"", "text"},           {"\"number\"", "number"},
                                           {"\"boolean\"", "true or false"}, {"\"array\"", "list"},
                                           {"\"object\"", "object"},         {"\"null\"", "null"}};
    const char *list = f->schema ? strstr(f->schema, "\"type\":[") : NULL,
               *end = list ? strchr(list, ']') : NULL;
    size_t used = 0;

    snprintf(out, out_bytes, f->rows ? "text or object" : "any");
    for (size_t i = 0; end && i < sizeof words / sizeof *words && used < out_bytes; i++) {
        const char *found = strstr(list, words[i][0]);
        if (found && found < end)
            used += (size_t)snprintf(out + used, out_bytes - used, "%s%s", used ? " or " : "", words[i][1]);
    }
}

void pd_api_field_type(char *out, size_t out_bytes, const pd_api_field *f)
{
    switch (f->type) {
    case PD_API_NUMBER: snprintf(out, out_bytes, "number, %g to %g", f->min, f->max); break;
    case PD_API_INTEGER: snprintf(out, out_bytes, "integer, %g to %g", f->min, f->max); break;
    case PD_API_BOOLEAN: snprintf(out, out_bytes, "true or false"); break;
    case PD_API_TEXT: snprintf(out, out_bytes, "text"); break;
    case PD_API_CHOICE: snprintf(out, out_bytes, "%s", f->choices); break;
    case PD_API_CHOICES: snprintf(out, out_bytes, "list of %s", f->choices); break;
    case PD_API_NUMBERS: snprintf(out, out_bytes, "numbers, %g to %g", f->min, f->max); break;
    case PD_API_OBJECT: snprintf(out, out_bytes, "object"); break;
    case PD_API_OBJECTS: snprintf(out, out_bytes, "list of objects"); break;
    case PD_API_ANY: any_type(out, out_bytes, f); break;
    }
}

void pd_api_field_example(char *out, size_t out_bytes, const pd_api_field *f, int in_query)
{
    size_t size = 0;

    for (const char *c = f->example ? f->example : ""; *c && size + 1 < out_bytes; c++)
        if (!in_query || !strchr("[]\"", *c)) out[size++] = *c;
    out[size] = 0;
}
