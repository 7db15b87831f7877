#include "api/http/routes.h"

#include "core/base/assert.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- matching ---- */

/* Bytes of the segment at s, which starts with '/'. */
static size_t segment(const char *s)
{
    size_t size = 1;
    while (s[size] && s[size] != '/') size++;
    return size;
}

/* Compares a path with a pattern. The segment of the path in the place of {id} is decoded to id
 * (PD_API_ID_BYTES). */
static bool matches(const char *pattern, const char *path, char *id)
{
    for (;;) {
        while (*pattern && *pattern != '{' && *pattern == *path) {
            pattern++;
            path++;
        }

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

static bool is_id(const char *pattern_segment, size_t size)
{
    return size == strlen("/{id}") && !memcmp(pattern_segment, "/{id}", size);
}

/* Returns the number of letters in which a path differs from a pattern, {id} left out: any segment may stand
 * there. Returns -1 when their numbers of segments differ, when the pattern has no fixed segment, or when one
 * is misspelt by half its length or more. */
static int path_distance(const char *pattern, const char *path)
{
    int sum = 0;
    bool has_fixed = false;

    while (*pattern && *path == '/') {
        const size_t pattern_size = segment(pattern);
        const size_t size = segment(path);
        if (is_id(pattern, pattern_size)) {
            if (size < 2) return -1;
        } else {
            char known[64], written[64];
            snprintf(known, sizeof known, "%.*s", (int)pattern_size, pattern);
            snprintf(written, sizeof written, "%.*s", (int)size, path);
            pd_edit_distance_search search = pd_edit_distance_begin(written);
            pd_edit_distance_offer(&search, known);
            if (!pd_edit_distance_nearest(&search)) return -1;
            sum += search.distance;
            has_fixed = true;
        }

        pattern += pattern_size;
        path += size;
    }

    return *pattern || *path || !has_fixed ? -1 : sum;
}

/* Writes the pattern with the path's own segment in the place of {id}. They have the same number of segments.
 * Returns false if the text is too long. */
static bool fill_pattern(char out[64], const char *pattern, const char *path)
{
    size_t used = 0;

    while (*pattern) {
        const size_t pattern_size = segment(pattern);
        const size_t size = segment(path);
        const bool is_own = is_id(pattern, pattern_size);
        used += (size_t)snprintf(out + used, 64 - used, "%.*s", (int)(is_own ? size : pattern_size),
                                 is_own ? path : pattern);
        if (used >= 64) return false;
        pattern += pattern_size;
        path += size;
    }

    return true;
}

void pd_api_path_hint(char out[PD_API_HINT_BYTES], const char *path)
{
    out[0] = 0;

    /* The path without slashes at its end and doubled ones. A longer path than the buffer gets no hint. */
    char plain[64];
    size_t used = 0;
    for (const char *c = path; *c; c++) {
        if (*c == '/' && (!c[1] || c[1] == '/')) continue;
        if (used + 1 == sizeof plain) return;
        plain[used++] = *c;
    }

    plain[used] = 0;

    /* The nearest pattern, of several the first in the table. */
    const char *nearest = NULL;
    int least = INT_MAX;
    for (int i = 0; i < pd_api_route_count; i++) {
        const int distance = path_distance(pd_api_routes[i].pattern, plain);
        if (distance < 0 || distance >= least) continue;
        least = distance;
        nearest = pd_api_routes[i].pattern;
    }

    char near[64];
    if (nearest && fill_pattern(near, nearest, plain) && strcmp(near, path))
        snprintf(out, PD_API_HINT_BYTES, "; did you mean %s?", near);
}

pd_api_match pd_api_match_route(const char *method, const char *path)
{
    const pd_api_found found = pd_api_find_route(method, path);

    if (!found.route && found.path_known && !strcmp(method, "OPTIONS"))
        return (pd_api_match){.route = "OPTIONS", .scope = PD_API_OPEN, .work = PD_API_NOW};
    if (!found.route) return (pd_api_match){.scope = PD_API_OPEN, .work = PD_API_NOW};

    return (pd_api_match){.route = found.route->name,
                          .scope = found.route->scope,
                          .work = found.route->work,
                          .make_ms = found.route->make_ms,
                          .takes_body = found.route->body[0] != NULL};
}
