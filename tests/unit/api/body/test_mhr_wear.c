/* @heavy: fits person to another mesh, which takes seconds. */
/* Bodies of MHR that wear clothes: a model in MHR's form made from the default body,
 * with the shipped wardrobe. */
#include "api/http/call.h"
#include "tests/support/api_shipped.h"

#include "tests/support/api_ask.h"
#include "tests/support/mhr_body.h"

#define MESH "/v1/models/mhr/mesh"

static int setup(void **state)
{
    pd_mhr *m = malloc(sizeof *m);
    if (api_shipped_load(state) || !m) return -1;
    *m = mhr_of_body(api_host_state.other);
    m->references = 1;
    api_host_state.mhr = m;
    return 0;
}

static int teardown(void **state)
{
    pd_mhr_release(api_host_state.mhr);
    api_host_state.mhr = NULL;
    return api_shipped_unload(state);
}

/* Acquires a model. The wardrobe's model is known by its own name. */
static pd_status acquire(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    return api_host_acquire(ctx, strcmp(id, "person") ? id : "tiny", may_wait, out, err);
}

static pd_api_call *ask(const char *query, const char *body, bool may_wait)
{
    static pd_api_host host;
    const pd_api_request request = {.method = "POST",
                                    .path = MESH,
                                    .query = query,
                                    .body = {(const unsigned char *)body, strlen(body)},
                                    .may_wait = may_wait};
    host = api_host_table, host.acquire = acquire;
    return pd_api_decode(&request, &host, &api_shipped_limits);
}

/* A run that is cancelled begins again, and writes the same file. */
static void every_run_of_a_call_dresses_the_body(void **state)
{
    const char *body = "{\"wear\":\"tee-jeans\",\"model_parameters\":{\"l_lowarm_ry\":-0.8}}";
    pd_buffer first = {0};
    pd_arena scratch;
    (void)state;

    pd_api_call *call = ask("format=glb", body, true);
    if (pd_api_call_done(call))
        fail_msg("%.*s", (int)call->reply.body.size, (const char *)call->reply.body.data);
    assert_true(pd_arena_init(&scratch, 0));
    for (int i = 0; i < 2; i++) {
        call->run(call, &scratch, &pd_executor_serial);
        assert_int_equal(api_status(call), 200);
        const pd_buffer *glb = &pd_api_call_reply(call)->body;
        assert_non_null(memmem(glb->data, glb->size, "\"tee-jeans\"", 11));
        assert_null(memmem(glb->data, glb->size, "\"eyes", 5));
        if (i)
            assert_true(glb->size == first.size && !memcmp(glb->data, first.data, first.size));
        else
            pd_buffer_add(&first, glb->data, glb->size);
        pd_buffer_clear(&call->reply.body);
        call->done = 0;
    }
    assert_non_null(strstr(api_header(call, "Posed-Warning"),
                           "the garments were made for person and transferred by a fit"));
    call->done = 1;
    pd_arena_deinit(&scratch);
    pd_buffer_deinit(&first);
    pd_api_call_release(call);
}

static void an_outfit_that_cannot_be_worn_is_refused(void **state)
{
    static const char *const rows[][3] = {
        {"format=glb", "{\"wear\":\"tee-jens\"}", "/wear"},
        {"format=glb", "{\"wear\":\"tee-jeans\",\"bodies\":[{},{}]}",
         "given with 2 bodies; only 1 body of MHR can wear clothes"},
        {"format=json", "{\"wear\":\"tee-jeans\"}", "clothes are allowed only with format glb"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = ask(rows[i][0], rows[i][1], true);
        assert_int_equal(api_status(call), 400);
        const pd_buffer *reply = &pd_api_call_reply(call)->body;
        assert_non_null(memmem(reply->data, reply->size, rows[i][2], strlen(rows[i][2])));
        pd_api_call_release(call);
    }

    /* Without clothes nothing waits, and the thread that reads a request does not fit a body. */
    pd_api_call *bare = ask("format=glb", "{}", false);
    api_finish(bare);
    assert_int_equal(api_status(bare), 200);
    pd_api_call_release(bare);
    pd_api_call *waiting = ask("format=glb", "{\"wear\":\"tee-jeans\"}", false);
    assert_true(waiting->waits);
    pd_api_call_release(waiting);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_run_of_a_call_dresses_the_body),
        cmocka_unit_test(an_outfit_that_cannot_be_worn_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
