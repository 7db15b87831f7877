/* Memory that a mesh call reserves from limits.memory before it runs, compared with the peak of its
 * allocations. The peak counts the size of every block from malloc,
 * calloc and realloc, with the shipped default model. */
#include "tests/support/cmocka.h"

#include "api/body/mesh_run.h"
#include "core/smpl/contact.h"
#include "tests/support/api_ask.h"
#include "tests/support/failing_memory.h"

#include <stdio.h>
#include <string.h>

#define MESH  "/v1/models/default/mesh"
#define SLACK ((size_t)64 << 10) /* texts, headers, an encoder's own small blocks */

static int setup(void **state)
{
    pd_error err;
    pd_smpl_model *model;
    if (api_host_setup(state)) return 1;
    if (pd_smpl_model_load(&model, "models/default.safetensors", &err)) return 1;
    pd_smpl_model_release(api_host_state.tiny);
    api_host_state.tiny = model;
    return !pd_smpl_model_contact(model, PD_SMPL_CONTACT_EXACT, NULL) ||
           !pd_smpl_model_contact(model, PD_SMPL_CONTACT_SOFT, NULL);
}

static void compare(const char *query, const char *fields)
{
    char target[128], body[2048], bodies[1024] = "{}";
    pd_arena scratch;
    snprintf(target, sizeof target, MESH "?%s", query);
    for (int i = 1; i < 16; i++) strcat(bodies, ",{\"betas\":[-1.5]}");
    snprintf(body, sizeof body, "{\"bodies\":[%s]%s}", bodies, fields);

    /* A model makes float32 rows at its first batch and keeps them: they are the model's, not the reply's. */
    pd_api_call_release(api_ask("POST", target, body));

    pd_api_call *call = api_decode("POST", target, body, (pd_api_request){0});
    pd_arena_init(&scratch, 0);
    const size_t before = failing_memory_bytes();
    failing_memory_peak_from_here();
    const size_t counted = call->run_bytes(call, 1);
    pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    assert_int_equal(api_status(call), 200);

    const size_t peak = failing_memory_peak() - before, size = pd_api_call_reply(call)->body.size;
    print_message("%-28s %-22s reply %6.1f MB, at the peak %6.1f, counted %6.1f\n", query, fields,
                  1e-6 * (double)size, 1e-6 * (double)peak, 1e-6 * (double)counted);
    assert_true(size > (size_t)1 << 20); /* it was not refused */
    if (peak > counted + SLACK) fail_msg("%s: %zu bytes at the peak, %zu counted", query, peak, counted);
    if (counted > 4 * peak) fail_msg("%s: %zu bytes counted, %zu at the peak", query, counted, peak);
    pd_arena_deinit(&scratch);
    pd_api_call_release(call);
}

static void a_reply_that_stands_whole_is_counted_before_it_is_made(void **state)
{
    (void)state;

    static const char *const queries[] = {"format=ply", "format=npz",          "format=stl",
                                          "format=glb", "format=glb&rig=true", "format=glb&quantize=true"};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) compare(queries[i], "");
}

static void intermediate_results_are_counted_in_the_memory(void **state)
{
    (void)state;
    compare("format=ply", ",\"contact\":\"exact\"");
    compare("format=npz", ",\"contact\":\"soft\"");
    compare("format=glb", ",\"contact\":\"none\"");
    compare("format=ply", ",\"skinning\":\"sbs\"");
}

/* For each other kind of work on a body the estimate is at least the allocated memory. It is much larger only
 * if little is allocated. */
static void other_work_is_counted_before_it_is_done(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"/v1/models/default/joints", "{\"bodies\":[{},{},{}]}"},
        {"/v1/models/default/measure", "{\"bodies\":[{},{\"betas\":[1]},{}]}"},
        {"/v1/models/default/portrait", "{\"betas\":[1],\"size\":[128,128]}"},
        {"/v1/models/default/fit", "{\"measurements\":{\"height\":1.75}}"},
        {"/v1/ik/solve",
         "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.4]}],\"solver\":\"dls\"}"},
        {"/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.4]}],\"solver\":"
                         "\"dls\",\"mesh\":\"glb\"}"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_arena scratch;
        /* The first call is for what the model keeps from its first use,
         * and shows that the request is not refused. */
        pd_api_call *first = api_ask("POST", rows[i][0], rows[i][1]);
        if (api_status(first) != 200) fail_msg("%s", (const char *)pd_api_call_reply(first)->body.data);
        pd_api_call_release(first);
        pd_api_call *call = api_decode("POST", rows[i][0], rows[i][1], (pd_api_request){0});
        pd_arena_init(&scratch, 0);
        const size_t before = failing_memory_bytes();
        failing_memory_peak_from_here();
        const size_t counted = call->run_bytes(call, 1);
        pd_api_run(&call, 1, &scratch, &pd_executor_serial);
        if (api_status(call) != 200) fail_msg("%s", (const char *)pd_api_call_reply(call)->body.data);
        const size_t peak = failing_memory_peak() - before;
        print_message("%-40s at the peak %6.2f MB, counted %6.2f\n", rows[i][0], 1e-6 * (double)peak,
                      1e-6 * (double)counted);
        if (peak > counted + SLACK)
            fail_msg("%s: %zu bytes at the peak, %zu counted", rows[i][0], peak, counted);
        if (counted > 4 * peak + (1 << 20))
            fail_msg("%s: %zu bytes counted, %zu at the peak", rows[i][0], counted, peak);
        pd_arena_deinit(&scratch);
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reply_that_stands_whole_is_counted_before_it_is_made),
        cmocka_unit_test(intermediate_results_are_counted_in_the_memory),
        cmocka_unit_test(other_work_is_counted_before_it_is_done),
    };
    return cmocka_run_group_tests(tests, setup, api_host_teardown);
}
