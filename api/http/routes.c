#include "api/http/routes.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- header fields ---- */

const pd_api_header_row pd_api_header_rows[] = {
#define HEADER_ROW(name, doc) {name, doc},
    PD_API_HEADER_TABLE(HEADER_ROW)
#undef HEADER_ROW
};
const int pd_api_header_row_count = sizeof pd_api_header_rows / sizeof pd_api_header_rows[0];

const pd_api_header_row *pd_api_header_find(const char *name, size_t size)
{
    for (int i = 0; i < pd_api_header_row_count; i++) {
        const pd_api_header_row *row = &pd_api_header_rows[i];
        if (strlen(row->name) == size && !memcmp(row->name, name, size)) return row;
    }
    return NULL;
}

/* Returns whether a list separated by spaces has the name. NULL is the empty list. */
static bool lists(const char *list, const char *name)
{
    const size_t size = strlen(name);

    while (list && *list) {
        const size_t entry = strcspn(list, " ");
        if (entry == size && !memcmp(list, name, size)) return true;
        list += entry + strspn(list + entry, " ");
    }
    return false;
}

const char *pd_api_header_undeclared(const pd_api_route *route, const pd_api_reply *reply)
{
    for (int i = 0; i < reply->header_count; i++) {
        const char *name = reply->headers[i].name;
        if (!strncmp(name, "Posed-", 6) && !lists(route ? route->headers : NULL, name)) return name;
    }
    return NULL;
}

/* ---- matching ---- */

/* Bytes of the segment at s, which starts with '/'. */
static size_t segment(const char *s)
{
    size_t size = 1;
    while (s[size] && s[size] != '/') size++;
    return size;
}

/* Compares a path with a pattern. The segment of the path in the place of {id} is decoded to id (PD_API_ID_BYTES). */
static bool matches(const char *pattern, const char *path, char *id)
{
    for (;;) {
        while (*pattern && *pattern != '{' && *pattern == *path) pattern++, path++;
        if (*pattern != '{') return !*pattern && !*path;

        /* A segment that is not empty stands in the place of {id}. */
        const size_t size = strcspn(path, "/");
        if (!size || !pd_api_percent_decode(id, PD_API_ID_BYTES, path, size, 0)) return false;
        pattern += strlen("{id}");
        path += size;
    }
}

static void allow(pd_api_found *found, const char *method)
{
    const size_t used = strlen(found->allow);

    snprintf(found->allow + used, sizeof found->allow - used, "%s%s%s", used ? ", " : "", method,
             strcmp(method, "GET") ? "" : ", HEAD");
}

pd_api_found pd_api_find_route(const char *method, const char *path)
{
    const char *wanted = strcmp(method, "HEAD") ? method : "GET";
    pd_api_found found;

    found.route = NULL;
    found.path_known = 0;
    found.id[0] = found.allow[0] = 0;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        if (strcmp(route->method, wanted)) continue;
        found.id[0] = 0;
        if (!matches(route->pattern, path, found.id)) continue;
        found.route = route;
        found.path_known = 1;
        return found;
    }

    /* The methods that the path has, for 405 and OPTIONS. */
    for (int i = 0; i < pd_api_route_count; i++) {
        if (!matches(pd_api_routes[i].pattern, path, found.id)) continue;
        found.path_known = 1;
        allow(&found, pd_api_routes[i].method);
    }
    if (found.path_known) allow(&found, "OPTIONS");

    return found;
}

/* The pattern with the path's own segment in the place of {id}; false when they have not as many segments. */
static bool fill_pattern(char *out, size_t out_bytes, const char *pattern, const char *path)
{
    size_t used = 0;

    while (*pattern && *path == '/') {
        const size_t pattern_size = segment(pattern), size = segment(path);
        const int is_id = pattern_size == 5 && !memcmp(pattern, "/{id}", 5) && size > 1;

        used += (size_t)snprintf(out + used, out_bytes - used, "%.*s", (int)(is_id ? size : pattern_size),
                                 is_id ? path : pattern);
        if (used >= out_bytes) return false;
        pattern += pattern_size;
        path += size;
    }
    return !*pattern && !*path;
}

void pd_api_path_hint(char out[PD_API_HINT_BYTES], const char *path)
{
    char near[64], plain[64]; /* the path without slashes at its end and doubled ones */
    size_t used = 0;
    for (const char *c = path; *c && used + 1 < sizeof plain; c++)
        if (*c != '/' || (c[1] && c[1] != '/')) plain[used++] = *c;
    PD_ASSERT(used < sizeof plain);
    plain[used] = 0;

    pd_edit_distance_search search = pd_edit_distance_begin(plain);
    for (int i = 0; i < pd_api_route_count; i++)
        if (fill_pattern(near, sizeof near, pd_api_routes[i].pattern, plain))
            pd_edit_distance_offer(&search, near);

    search.written = path;
    pd_api_hint(out, &search);
}

pd_api_match pd_api_match_route(const char *method, const char *path)
{
    const pd_api_found found = pd_api_find_route(method, path);

    if (!found.route && found.path_known && !strcmp(method, "OPTIONS"))
        return (pd_api_match){.route = "OPTIONS", .scope = PD_API_OPEN, .work = PD_API_NOW};
    if (!found.route) return (pd_api_match){.scope = PD_API_OPEN, .work = PD_API_NOW};
    return (pd_api_match){found.route->name, found.route->scope, found.route->work, found.route->make_ms,
                          found.route->body[0] != NULL};
}
