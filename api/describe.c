/* Fields in words, for the page at /docs and docs/api.md. */
#include "api/fields.h"

#include <stdio.h>
#include <string.h>

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
    case PD_API_ANY: snprintf(out, out_bytes, f->rows ? "text or object" : "text or null"); break;
    }
}

void pd_api_field_example(char *out, size_t out_bytes, const pd_api_field *f, int in_query)
{
    size_t size = 0;

    for (const char *c = f->example ? f->example : ""; *c && size + 1 < out_bytes; c++)
        if (!in_query || !strchr("[]\"", *c)) out[size++] = *c;
    out[size] = 0;
}
