#ifndef PD_TESTS_API_ASK_H
#define PD_TESTS_API_ASK_H
/* Sends a request in one line: decodes and runs it, and keeps the call for the test. */
#include "tests/support/api_host.h"
#include "tests/support/api_rules.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <jansson.h>
#include <stdlib.h>

/* Splits "/path?query"; body may be NULL. The request is decoded as on a worker, where it may wait. */
static inline pd_api_call *api_decode(const char *method, const char *target, const char *body,
                                      pd_api_request extra)
{
    static char path[256];
    const char *mark = strchr(target, '?');
    pd_api_request request = extra;

    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - target : (long)strlen(target)), target);
    request.method = method;
    request.path = path;
    request.query = mark ? mark + 1 : NULL;
    request.may_wait = true;
    if (body) request.body = (pd_bytes){(const unsigned char *)body, strlen(body)};
    return pd_api_decode(&request, &api_host_table, &api_host_limits);
}

/* Checks that a whole reply of media type JSON is JSON, and keeps the rules of api_rules.h. */
static inline void api_check_reply(pd_api_call *call)
{
    const pd_api_reply *reply = pd_api_call_reply(call);
    json_error_t error;

    if (!reply->content_type || !strstr(reply->content_type, "json") || !reply->body.size ||
        reply->body.failed || pd_api_header_get(reply, "Content-Encoding") ||
        pd_api_call_rest(call) != PD_API_REST_NONE)
        return;
    json_t *json =
        json_loadb((const char *)reply->body.data, reply->body.size, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("no JSON: %s at %d: %.300s", error.text, error.position, (const char *)reply->body.data);
    api_rules_check(json);
    json_decref(json);
}

static inline pd_api_reply *api_finish(pd_api_call *call)
{
    pd_arena scratch;

    assert_non_null(call);
    if (!pd_api_call_done(call)) {
        pd_arena_init(&scratch, 0);
        pd_api_run(&call, 1, &scratch, &pd_fixture_shuffled);
        pd_arena_deinit(&scratch);
    }
    assert_true(pd_api_call_done(call));
    api_check_reply(call);
    return pd_api_call_reply(call);
}

/* Returns the parts of a reply, concatenated as they come (compressed
 * where that was asked for), and counts them. */
static inline pd_buffer api_parts(pd_api_call *call, int *count)
{
    pd_buffer all = {0};
    pd_arena scratch;

    pd_arena_init(&scratch, 0);
    *count = 0;
    do {
        pd_api_run(&call, 1, &scratch, &pd_fixture_shuffled);
        assert_int_equal(pd_api_call_done(call), 1);
        pd_buffer_add(&all, pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size);
        ++*count;
    } while (pd_api_call_rest(call) == PD_API_REST_MORE);
    pd_arena_deinit(&scratch);
    assert_int_equal(pd_api_call_rest(call), PD_API_REST_NONE);
    return all;
}

static inline pd_api_call *api_ask(const char *method, const char *target, const char *body)
{
    pd_api_call *call = api_decode(method, target, body, (pd_api_request){0});

    api_finish(call);
    return call;
}

static inline int api_status(const pd_api_call *call)
{
    return pd_api_call_reply((pd_api_call *)(uintptr_t)call)->status;
}

static inline const char *api_header(pd_api_call *call, const char *name)
{
    const pd_api_reply *reply = pd_api_call_reply(call);

    for (int i = 0; i < reply->header_count; i++)
        if (!strcmp(reply->headers[i].name, name)) return reply->headers[i].value;
    return NULL;
}

/* Returns the reply as JSON; fails the test when it is not JSON. Release with json_decref. */
static inline json_t *api_json(pd_api_call *call)
{
    const pd_api_reply *reply = pd_api_call_reply(call);
    json_error_t error;
    json_t *out =
        json_loadb((const char *)reply->body.data, reply->body.size, JSON_REJECT_DUPLICATES, &error);

    if (!out)
        fail_msg("no JSON: %s at %d: %.*s", error.text, error.position, (int)reply->body.size,
                 reply->body.data);
    api_rules_check(out);
    return out;
}

/* Sends a request that must fail: checks the status, the pointer of its first error, and a part of that
 * error's detail. */
static inline void api_refused(const char *method, const char *target, const char *body, int status,
                               const char *pointer, const char *detail)
{
    pd_api_call *call = api_ask(method, target, body);
    json_t *problem = api_json(call), *first;
    const char *said;

    first = json_array_get(json_object_get(problem, "errors"), 0);
    said = first ? json_string_value(json_object_get(first, "detail"))
                 : json_string_value(json_object_get(problem, "detail"));
    if (api_status(call) != status || !strstr(said, detail) ||
        (pointer && (!first || strcmp(json_string_value(json_object_get(first, "pointer")), pointer))))
        fail_msg("%s %s %.200s\nwanted %d %s \"%s\"\ngot %d %.*s", method, target, body ? body : "", status,
                 pointer ? pointer : "", detail, api_status(call), (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    assert_string_equal(pd_api_call_reply(call)->content_type, "application/problem+json");
    json_decref(problem);
    pd_api_call_release(call);
}

#endif
