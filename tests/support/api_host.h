#ifndef PD_TESTS_API_HOST_H
#define PD_TESTS_API_HOST_H
/* A host without sockets: two synthetic body models ("default" is "tiny") and a motion model, and a request in one
 * line. Decodes, runs what is not done, serially or as the test says, and keeps the call for the test to look at.
 */
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include "api/api.h"

#include <jansson.h>
#include <stdlib.h>

typedef struct api_host {
    pd_smpl_model *tiny, *other;
    int is_ready, reloads, reload_fails;
    double clock;
} api_host;

static inline int api_host_acquire(void *ctx, const char *id, pd_api_model *out)
{
    api_host *h = ctx;

    if (!strcmp(id, "walk")) {
        *out = (pd_api_model){.id = "walk", .file = "walk.safetensors", .kind = "motion"};
        return 1;
    }
    if (!strcmp(id, "default") || !strcmp(id, "tiny"))
        *out = (pd_api_model){"tiny", "tiny.safetensors", "body", 1, pd_smpl_model_retain(h->tiny)};
    else if (!strcmp(id, "other"))
        *out = (pd_api_model){"other", "other.safetensors", "body", 0, pd_smpl_model_retain(h->other)};
    else
        return 0;
    return 1;
}

static inline void api_host_each(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg)
{
    static const char *const ids[] = {"tiny", "other", "walk"};

    for (int i = 0; i < 3; i++) {
        pd_api_model model;
        api_host_acquire(ctx, ids[i], &model);
        visit(arg, &model);
        pd_smpl_model_release(model.body);
    }
}

static inline pd_status api_host_reload(void *ctx, const char *id, pd_error *err)
{
    api_host *h = ctx;

    (void)id;
    h->reloads++;
    if (h->reload_fails) return pd_fail(err, PD_ERR_FORMAT, "tiny.safetensors:8", "cut off");
    return PD_OK;
}

static inline int api_host_ready(void *ctx, char *reason, size_t reason_bytes)
{
    const api_host *h = ctx;

    if (!h->is_ready) snprintf(reason, reason_bytes, "draining");
    return h->is_ready;
}

static inline void api_host_metrics(void *ctx, pd_buffer *out)
{
    (void)ctx;
    pd_buffer_text(out, "posed_up 1\n");
}

static inline pd_status api_host_ticket(void *ctx, const char *key_name, char out[64], pd_error *err)
{
    (void)ctx;
    (void)err;
    snprintf(out, 64, "ticket-of-%s", key_name ? key_name : "nobody");
    return PD_OK;
}

static inline double api_host_now(void *ctx)
{
    api_host *h = ctx;

    return h->clock += 1e-6;
}

static api_host api_host_state;
static const pd_api_host api_host_table = {&api_host_state, api_host_acquire, api_host_each,
                                           api_host_reload, api_host_ready,   api_host_metrics,
                                           api_host_ticket, api_host_now};
static const pd_api_limits api_host_limits = {
    .body_bytes = 1 << 20, .json_depth = 32, .batch = 16, .ik_iterations = 1000, .ik_budget_ms = 100};

static inline int api_host_setup(void **state)
{
    (void)state;
    api_host_state = (api_host){.is_ready = 1};
    api_host_state.tiny =
        pd_fixture_model(&(pd_fixture){.vertices = 200, .pose = PD_FIXTURE_SPARSE, .soft = 3, .seed = 1});
    api_host_state.other = pd_fixture_model(&(pd_fixture){.vertices = 120, .betas = 4, .seed = 2});
    return 0;
}

static inline int api_host_teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(api_host_state.tiny);
    pd_smpl_model_release(api_host_state.other);
    return 0;
}

/* Splits "/path?query"; body may be NULL. */
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
    if (body) request.body = (pd_bytes){(const unsigned char *)body, strlen(body)};
    return pd_api_decode(&request, &api_host_table, &api_host_limits);
}

static inline pd_api_reply *api_finish(pd_api_call *call)
{
    pd_arena scratch;

    assert_non_null(call);
    if (!pd_api_call_done(call)) {
        pd_arena_init(&scratch, 0);
        pd_api_run(&call, 1, &scratch, &pd_executor_serial);
        pd_arena_deinit(&scratch);
    }
    assert_true(pd_api_call_done(call));
    return pd_api_call_reply(call);
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

/* The reply as JSON; fails the test when it is none. Release with json_decref. */
static inline json_t *api_json(pd_api_call *call)
{
    const pd_api_reply *reply = pd_api_call_reply(call);
    json_error_t error;
    json_t *out =
        json_loadb((const char *)reply->body.data, reply->body.size, JSON_REJECT_DUPLICATES, &error);

    if (!out)
        fail_msg("no JSON: %s at %d: %.*s", error.text, error.position, (int)reply->body.size,
                 reply->body.data);
    return out;
}

/* Asks and wants a problem: its status, the pointer of its first error, and a piece of that error's detail. */
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
