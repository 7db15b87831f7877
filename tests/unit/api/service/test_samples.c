/* Tests the list and the files of /samples: every listed file exists, every row of the table names a route of
 * this server, and no other file of the folder is served. */
#include "api/service/samples.h"
#include "tests/support/api_ask.h"

#include <string.h>

static pd_api_assets files;
static pd_api_host host;

static int with_files(void **state)
{
    pd_error err;

    if (api_host_setup(state)) return 1;
    host = api_host_table;
    host.samples = &files;
    return pd_api_assets_add(&files, "seen.json", (pd_bytes){(const unsigned char *)"{}", 2}, &err) !=
               PD_OK ||
           pd_api_assets_add(&files, "notes.txt", (pd_bytes){(const unsigned char *)"-", 1}, &err) != PD_OK;
}

static int without_files(void **state)
{
    pd_api_assets_deinit(&files);
    return api_host_teardown(state);
}

static pd_api_call *ask(const char *path, const pd_api_host *of)
{
    pd_api_request request = {.method = "GET", .path = path};
    return pd_api_decode(&request, of, &api_host_limits);
}

static void the_list_has_the_files_that_are_there(void **state)
{
    (void)state;
    pd_api_call *call = ask("/samples", &host);
    json_t *list = api_json(call), *samples = json_object_get(list, "samples");
    const json_t *first = json_array_get(samples, 0);

    assert_int_equal(json_array_size(samples), 1);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "seen.json");
    assert_string_equal(json_string_value(json_object_get(first, "path")), "samples/seen.json");
    assert_string_equal(json_string_value(json_object_get(first, "type")), "application/json");
    assert_int_equal(json_integer_value(json_object_get(first, "bytes")), 2);
    json_decref(list);
    pd_api_call_release(call);
}

static void a_server_without_samples_has_an_empty_list(void **state)
{
    (void)state;
    pd_api_call *call = ask("/samples", &api_host_table);
    json_t *list = api_json(call);

    assert_int_equal(api_status(call), 200);
    assert_int_equal(json_array_size(json_object_get(list, "samples")), 0);
    json_decref(list);
    pd_api_call_release(call);
}

static void a_file_without_a_row_is_not_served(void **state)
{
    (void)state;
    static const char *const paths[] = {"/samples/notes.txt", "/samples/take.c3d", "/samples/..%2Fseen.json"};

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        pd_api_call *call = ask(paths[i], &host);
        assert_int_equal(api_status(call), 404);
        pd_api_call_release(call);
    }
}

static void samples_need_no_key(void **state)
{
    (void)state;
    assert_int_equal(pd_api_match_route("GET", "/samples").scope, PD_API_OPEN);
    assert_int_equal(pd_api_match_route("GET", "/samples/hero.vrm").scope, PD_API_OPEN);
}

static void every_row_names_a_route_and_a_type(void **state)
{
    (void)state;
    pd_api_assets some = {0};
    pd_error err;

    for (const pd_api_sample *s = pd_api_samples; s->name; s++) {
        int routes = 0;
        for (int i = 0; i < pd_api_route_count; i++) routes += !strcmp(pd_api_routes[i].name, s->route);
        assert_int_equal(routes, 1);
        assert_int_equal(pd_api_assets_add(&some, s->name, (pd_bytes){(const unsigned char *)"-", 1}, &err),
                         PD_OK);
    }
    pd_api_assets_deinit(&some);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_has_the_files_that_are_there),
        cmocka_unit_test(a_server_without_samples_has_an_empty_list),
        cmocka_unit_test(a_file_without_a_row_is_not_served),
        cmocka_unit_test(samples_need_no_key),
        cmocka_unit_test(every_row_names_a_route_and_a_type),
    };
    return cmocka_run_group_tests(tests, with_files, without_files);
}
