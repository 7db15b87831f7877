/* Estimated costs of calls, and replies of cancelled calls. */
#include "tests/support/api_ask.h"

#define MESH "/v1/models/default/mesh"
#define ARM                                                                                                  \
    "\"skeleton\":{\"joints\":[{\"name\":\"a\",\"parent\":null,\"offset\":[0,0,0]},"                         \
    "{\"name\":\"b\",\"parent\":\"a\",\"offset\":[0,1,0]},{\"name\":\"c\",\"parent\":\"b\",\"offset\":[0.1," \
    "1,0]},"                                                                                                 \
    "{\"name\":\"d\",\"parent\":\"c\",\"offset\":[0,1,0]}]},"                                                \
    "\"targets\":[{\"joint\":\"d\",\"position\":[1,1,0.5]}]"

/* 24 joints, the hip and the knee bent. */
#define AT_REST "[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],"
#define BENT                                                                                                 \
    "[[0,0,0],[2,0,0],[0,0,0],[0,0,0],[2,0,0],[0,0,0]," AT_REST AT_REST                                      \
    "[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]]"

typedef struct row {
    const char *target, *body;
} row;

static const row rows[] = {
    {MESH "?format=json", "{\"bodies\":[{},{\"betas\":[1]},{\"betas\":[7]}]}"}, /* with a warning */
    {MESH "?format=bin", "{\"bodies\":[{},{\"betas\":[1]},{\"betas\":[2]}]}"},
    {MESH "?format=obj", "{\"bodies\":[{},{\"betas\":[1]}]}"},
    {MESH "?format=glb", "{\"bodies\":[{},{\"betas\":[1]}]}"},
    {MESH "?format=glb&rig=true", "{\"bodies\":[{},{\"betas\":[1]}]}"},
    {MESH "?format=npz", "{\"bodies\":[{},{\"betas\":[1]}]}"},
    {MESH "?format=json", "{\"contact\":\"exact\",\"pose\":" BENT "}"},
    {"/v1/ik/solve", "{" ARM "}"},
    {"/v1/ik/solve", "{\"problems\":[{" ARM "},{" ARM "}]}"},
};
#define COUNT (sizeof rows / sizeof *rows)

static pd_api_call *decode(row r)
{
    pd_api_call *call = api_decode("POST", r.target, r.body, (pd_api_request){.accept_encoding = "gzip"});
    assert_non_null(call);
    if (pd_api_call_done(call))
        fail_msg("%s %s: %.*s", r.target, r.body, (int)pd_api_call_reply(call)->body.size,
                 (const char *)pd_api_call_reply(call)->body.data);
    return call;
}

static void run(pd_api_call *call, const pd_executor *executor)
{
    pd_arena scratch;
    pd_arena_init(&scratch, 0);
    pd_api_run(&call, 1, &scratch, executor);
    pd_arena_deinit(&scratch);
}

/* Serial, and sets a flag before its first task. */
typedef struct tripwire {
    pd_cancel cancel;
    pd_cancel_reason reason;
    int tasks;
} tripwire;

static void trip(void *ctx, pd_task *task, void *arg, int count)
{
    tripwire *t = ctx;
    pd_cancel_set(&t->cancel, t->reason);
    for (int i = 0; i < count; i++) task(arg, i, 0);
    t->tasks += count;
}

static void a_cancelled_call_is_answered_503_with_the_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        for (int early = 0; early < 2; early++) {
            tripwire t = {.reason = PD_CANCEL_GONE};
            const pd_executor executor = {trip, &t, 1};
            pd_api_call *call = decode(rows[i]);
            pd_api_call_cancel_by(call, &t.cancel);
            if (early) pd_cancel_set(&t.cancel, PD_CANCEL_STOPPING);
            run(call, &executor);
            assert_true(pd_api_call_done(call));
            assert_int_equal(api_status(call), 503);
            const pd_buffer *body = &pd_api_call_reply(call)->body;
            assert_non_null(memmem(body->data, body->size, "stopped", 7));
            pd_api_call_release(call);
        }
}

/* Also when it had already written a part of its reply. */
static void a_call_that_overran_begins_again_and_has_the_reply_of_one_that_did_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        tripwire t = {.reason = PD_CANCEL_OVERRUN};
        const pd_executor executor = {trip, &t, 1};
        pd_api_call *call = decode(rows[i]), *undisturbed = decode(rows[i]);
        pd_api_call_cancel_by(call, &t.cancel);
        run(call, &executor);
        assert_false(pd_api_call_done(call));
        assert_true(pd_cancel_clear_overrun(&t.cancel));
        assert_false(pd_cancel_clear_overrun(&t.cancel));
        run(call, &pd_executor_serial);
        run(undisturbed, &pd_executor_serial);

        const pd_api_reply *a = pd_api_call_reply(call), *b = pd_api_call_reply(undisturbed);
        assert_int_equal(a->status, 200);
        assert_int_equal(a->body.size, b->body.size);
        assert_memory_equal(a->body.data, b->body.data, a->body.size);
        assert_int_equal(a->header_count, b->header_count);
        for (int h = 0; h < a->header_count; h++) {
            assert_string_equal(a->headers[h].name, b->headers[h].name);
            assert_string_equal(a->headers[h].value, b->headers[h].value);
        }
        pd_api_call_release(call);
        pd_api_call_release(undisturbed);
    }
}

static pd_cancel ik_cancel;
static int clock_calls;

/* Plays a clock that cancels the call when the third iteration reads it, as if the client had left. */
static double leave(void *ctx)
{
    (void)ctx;
    if (++clock_calls == 3) pd_cancel_set(&ik_cancel, PD_CANCEL_GONE);
    return 0;
}

static void ik_looks_at_the_flag_in_every_iteration_and_before_every_problem(void **state)
{
    (void)state;
    pd_api_host host = api_host_table;
    host.now = leave;
    const char *body = "{\"problems\":[{\"solver\":\"transpose\"," ARM "},{" ARM "},{" ARM "},{" ARM "}]}";
    const pd_api_request request = {
        .method = "POST", .path = "/v1/ik/solve", .body = {(const unsigned char *)body, strlen(body)}};
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    assert_false(pd_api_call_done(call));
    pd_cancel_reset(&ik_cancel);
    clock_calls = 0;
    pd_api_call_cancel_by(call, &ik_cancel);
    run(call, &pd_executor_serial);
    assert_int_equal(clock_calls, 3);
    assert_int_equal(api_status(call), 503);
    pd_api_call_release(call);
}

static double cost(const char *target, const char *body)
{
    pd_api_call *call = decode((row){target, body});
    double ms = pd_api_call_cost(call);
    pd_api_call_release(call);
    assert_true(ms > 0);
    return ms;
}

static void every_computing_route_reports_its_cost(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        const bool computes = route->work == PD_API_MESH || route->work == PD_API_IK ||
                              route->work == PD_API_FIT || route->work == PD_API_MOTION;
        if (computes && !strstr(route->pattern, "/faces")) assert_non_null(route->cost);
    }
}

static void dearer_requests_cost_more(void **state)
{
    (void)state;
    const double one = cost(MESH "?format=bin", "{}");
    assert_near(cost(MESH "?format=bin", "{\"bodies\":[{},{},{},{}]}"), 4 * one, 1e-9);
    assert_true(cost(MESH "?format=obj", "{}") > cost(MESH "?format=ply", "{}"));
    assert_true(cost(MESH "?format=bin", "{\"contact\":\"exact\"}") > 50 * one);

    pd_api_limits small = api_host_limits;
    small.contact_budget_ms = 10;
    const pd_api_request request = {.method = "POST",
                                    .path = MESH,
                                    .query = "format=bin",
                                    .body = {(const unsigned char *)"{\"contact\":\"exact\"}", 19}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &small);
    assert_true(pd_api_call_cost(call) < cost(MESH "?format=bin", "{\"contact\":\"exact\"}") / 3);
    pd_api_call_release(call);

    const double problem = cost("/v1/ik/solve", "{" ARM "}");
    assert_near(cost("/v1/ik/solve", "{\"problems\":[{" ARM "},{" ARM "}]}"), 2 * problem, 1e-9);
    assert_true(cost("/v1/ik/solve", "{\"solver\":\"optimize\"," ARM "}") > 5 * problem);
    assert_true(cost("/v1/ik/solve", "{\"solver\":\"optimize\",\"budget_ms\":1," ARM "}") <
                2); /* no more than asked for */
}

static void contact_that_has_spent_its_budget_is_warned_of(void **state)
{
    (void)state;
    pd_api_limits small = api_host_limits;
    small.contact_budget_ms = 1e-6;
    const char *body = "{\"contact\":\"exact\",\"bodies\":[{},{\"pose\":" BENT "},{\"pose\":" BENT "}]}";
    for (int format = 0; format < 2; format++) {
        const pd_api_request request = {.method = "POST",
                                        .path = MESH,
                                        .query = format ? "format=bin" : "format=json",
                                        .body = {(const unsigned char *)body, strlen(body)}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &small);
        run(call, &pd_executor_serial);
        assert_int_equal(api_status(call), 200);
        assert_string_equal(api_header(call, "Posed-Warning"),
                            "/bodies/1/contact: contact was not fully resolved: its work stopped after 1e-06 "
                            "ms (limits.contact_budget_ms); that of 1 more bodies too");
        if (!format) {
            json_t *reply = api_json(call);
            assert_int_equal(json_array_size(json_object_get(reply, "warnings")), 1);
            json_decref(reply);
        }
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cancelled_call_is_answered_503_with_the_reason),
        cmocka_unit_test(a_call_that_overran_begins_again_and_has_the_reply_of_one_that_did_not),
        cmocka_unit_test(ik_looks_at_the_flag_in_every_iteration_and_before_every_problem),
        cmocka_unit_test(every_computing_route_reports_its_cost),
        cmocka_unit_test(dearer_requests_cost_more),
        cmocka_unit_test(contact_that_has_spent_its_budget_is_warned_of),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
