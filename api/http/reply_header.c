#include "api/http/reply_header.h"

#include "api/http/problem.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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

const char *pd_api_header_undeclared(const char *declared, const pd_api_reply *reply)
{
    for (int i = 0; i < reply->header_count; i++) {
        const char *name = reply->headers[i].name;
        if (!strncmp(name, "Posed-", 6) && !lists(declared, name)) return name;
    }
    return NULL;
}

/* Returns whether a list separated by commas has a name, in small or large letters. */
static bool list_has_name(const char *list, const char *name)
{
    const size_t size = strlen(name);

    for (const char *at = list; at && *at; at = strchr(at, ',')) {
        at += strspn(at, ", ");
        if (!strncasecmp(at, name, size) && (!at[size] || at[size] == ',')) return true;
    }

    return false;
}

void pd_api_vary_by(pd_api_reply *reply, const char *name)
{
    const char *before = pd_api_header_get(reply, "Vary");
    char both[PD_API_HEADER_BYTES];

    if (before && list_has_name(before, name)) return;
    snprintf(both, sizeof both, "%s%s%s", before ? before : "", before ? ", " : "", name);
    pd_api_header_set(reply, "Vary", "%s", both);
}

void pd_api_etag_of_stored(pd_api_reply *reply, const char *revision, const char *variant)
{
    pd_api_header_set(reply, "ETag", "\"%s%s%s\"", revision, *variant ? "-" : "", variant);
}
