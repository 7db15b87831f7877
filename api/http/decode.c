/* Decodes the fields of a request, from its query and its JSON body, into the struct of a handler. */
#include "api/http/call.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void pd_api_documents_release(pd_api_documents *documents)
{
    json_decref(documents->body);
    json_decref(documents->query);
    *documents = (pd_api_documents){0};
}

bool pd_api_decode_fields(void *out, pd_api_documents *documents, pd_api_call *call,
                          const pd_api_request *request)
{
    return pd_api_decode_tables(out, documents, call, request, call->route->query, call->route->body);
}

/* Notes an error for each field that stands both in the query and in the body, whatever the values are. */
static bool check_given_once(const pd_api_documents *documents, pd_api_problems *problems)
{
    const char *name;
    json_t *value;
    bool good = true;

    json_object_foreach(documents->body, name, value)
    {
        char pointer[80];
        if (!json_object_get(documents->query, name)) continue;
        snprintf(pointer, sizeof pointer, "/%s", name);
        good = pd_api_note(problems, PD_ERR_INVALID, pointer,
                           "given in the query and in the body; one of them allowed");
    }

    return good;
}

void pd_api_body_tables(const pd_api_field *out[PD_API_BODY_TABLES_MAX], const pd_api_field *const *body,
                        const pd_api_field *const *query)
{
    int count = 0;
    for (const pd_api_field *const *table = body; *table; table++) out[count++] = *table;
    for (const pd_api_field *const *table = query; *table; table++) out[count++] = *table;
    PD_ASSERT(count < PD_API_BODY_TABLES_MAX);
    out[count] = NULL;
}

bool pd_api_decode_tables(void *out, pd_api_documents *documents, pd_api_call *call,
                          const pd_api_request *request, const pd_api_field *const *query,
                          const pd_api_field *const *body)
{
    const pd_api_field *both[PD_API_BODY_TABLES_MAX];
    pd_api_problems *problems = &call->problems;
    const int has_body = !strcmp(call->route->method, "POST");

    /* The query. While it is decoded, errors belong to it, and a field of the body gets a hint. */
    problems->in_query = 1;
    problems->body = has_body ? body : NULL;
    documents->query = pd_api_query_json(request->query, query, problems);
    const bool query_good =
        documents->query && pd_api_fields_json(out, documents->query, query, "", problems);
    problems->in_query = !strcmp(call->route->method, "GET");
    problems->body = NULL;
    if (!has_body) return query_good;

    /* The body, which may have the fields of the query too. */
    pd_api_body_tables(both, body, query);
    if (!pd_api_json_parse(&documents->body, &documents->batch, request->body, both, call->limits, problems))
        return false;
    const bool body_good = pd_api_fields_json(out, documents->body, both, "", problems);

    return check_given_once(documents, problems) && body_good && query_good;
}
