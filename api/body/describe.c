/* Fields and routes in words, for the page at /docs and docs/reference/api.md. */
#include "api/http/routes.h"

#include <float.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Writes the types that the schema of a field lists, in words. */
static void any_type(char *out, size_t out_bytes, const pd_api_field *f)
{
    static const char mark[] = "\"#/components/schemas/";
    static const char *const lists[][2] = {
        {"{\"type\":\"array\",\"items\":{\"type\":\"number\"}}", "list of numbers"},
        {"{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "list of integers"},
        {"{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", "list of texts"}};
    static const char *const words[][2] = {{"\"string\"", "text"},           {"\"number\"", "number"},
                                           {"\"boolean\"", "true or false"}, {"\"array\"", "list"},
                                           {"\"object\"", "object"},         {"\"null\"", "null"}};
    const char *list = f->schema ? strstr(f->schema, "\"type\":[") : NULL;
    const char *end = list ? strchr(list, ']') : NULL;
    size_t used = 0;

    /* "Vector" or "list of Vector" of a schema that refers to one */
    const char *at = f->schema ? strstr(f->schema, mark) : NULL;
    if (at) {
        const char *prefix = !strncmp(f->schema, "{\"type\":\"array\"", 15) ? "list of " : "";
        at += sizeof mark - 1;
        snprintf(out, out_bytes, "%s%.*s", prefix, (int)strcspn(at, "\""), at);
        return;
    }

    for (size_t i = 0; f->schema && i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(f->schema, lists[i][0])) {
            snprintf(out, out_bytes, "%s", lists[i][1]);
            return;
        }
    snprintf(out, out_bytes, f->rows ? "text or object" : f->schema ? "object" : "any");
    for (size_t i = 0; end && i < sizeof words / sizeof *words && used < out_bytes; i++) {
        const char *found = strstr(list, words[i][0]);
        if (found && found < end)
            used += (size_t)snprintf(out + used, out_bytes - used, "%s%s", used ? " or " : "", words[i][1]);
    }
}

void pd_api_field_type(char *out, size_t out_bytes, const pd_api_field *f)
{
    switch (f->type) {
    case PD_API_NUMBER:
    case PD_API_COUNT:
    case PD_API_INTEGER: {
        const char *name = f->type == PD_API_NUMBER ? "number" : "integer";
        if (f->min < f->max && f->max < DBL_MAX)
            snprintf(out, out_bytes, "%s, %.10g to %.*g", name, f->min, f->type == PD_API_COUNT ? 17 : 10,
                     f->max);
        else
            snprintf(out, out_bytes, "%s", name);
        break;
    }
    case PD_API_BOOLEAN: snprintf(out, out_bytes, "true or false"); break;
    case PD_API_TEXT: snprintf(out, out_bytes, "text"); break;
    case PD_API_SEED:
        snprintf(out, out_bytes, "integer, %.10g to %.10g, or " PD_API_SEED_NORMAL ":SEED", f->min, f->max);
        break;
    case PD_API_NAMES: snprintf(out, out_bytes, "names, comma separated or a list"); break;
    case PD_API_CHOICE: snprintf(out, out_bytes, "%s", f->choices); break;
    case PD_API_CHOICES: snprintf(out, out_bytes, "list of %s", f->choices); break;
    case PD_API_NUMBERS: snprintf(out, out_bytes, "numbers, %.10g to %.10g", f->min, f->max); break;
    case PD_API_OBJECT: snprintf(out, out_bytes, "object"); break;
    case PD_API_OBJECTS: snprintf(out, out_bytes, "list of objects"); break;
    case PD_API_ANY: any_type(out, out_bytes, f); break;
    }
}

void pd_api_field_example(char *out, size_t out_bytes, const pd_api_field *f, int in_query)
{
    size_t size = 0;

    for (const char *c = f->example ? f->example : ""; *c && size + 1 < out_bytes; c++)
        if (!in_query || f->type == PD_API_ANY || !strchr("[]\"", *c)) out[size++] = *c;
    out[size] = 0;
}

const char *pd_api_route_statuses(const pd_api_route *route)
{
    const bool has_200 = route->replies && (!route->errors || strncmp(route->errors, "202", 3));
    return has_200 ? "Other statuses" : "Statuses";
}

void pd_api_route_curl(pd_buffer *out, const pd_api_route *route, const char *host)
{
    const int is_get = !strcmp(route->method, "GET");
    const int has_body = !is_get && route->ask;
    const char *id = strstr(route->pattern, "{id}");
    const char *query = is_get ? route->ask : NULL;
    const char *format = query ? strstr(query, "format=") : NULL;

    pd_buffer_text(out, "curl ");
    if (!is_get && !(has_body && !strcmp(route->method, "POST")))
        pd_buffer_printf(out, "-X %s ", route->method);
    if (query) pd_buffer_text(out, "'"); /* & and ? are the shell's */
    pd_buffer_printf(out, "http://%s", host);
    pd_buffer_add(out, route->pattern, id ? (size_t)(id - route->pattern) : strlen(route->pattern));
    if (id) pd_buffer_printf(out, "%s%s", route->at, id + 4);
    if (query) pd_buffer_printf(out, "?%s'", query);
    if (format) pd_buffer_printf(out, " -o body.%.*s", (int)strcspn(format + 7, "&"), format + 7);
    if (!is_get && !has_body && route->takes) {
        const int type = (int)strcspn(route->takes, " ");
        pd_buffer_printf(out, " -H 'Content-Type: %.*s' --data-binary @FILE", type, route->takes);
        if (route->replies && !strncmp(route->replies, route->takes, (size_t)type))
            pd_buffer_text(out, " -o reply.glb");
    }

    if (!has_body) return;
    pd_buffer_text(out, " -H 'Content-Type: application/json' -d '");
    for (const char *c = route->ask; *c; c++) /* escaped for single quotes of a shell */
        pd_buffer_text(out, *c == '\'' ? "'\\''" : (char[]){*c, 0});
    pd_buffer_text(out, "'");
}
