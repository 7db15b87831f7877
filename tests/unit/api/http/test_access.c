/* Access lists of API keys: no route, list or hint shows an object that the key's lists leave out. */
#include "tests/support/api_ask.h"

#include "api/http/access.h"

static pd_api_access lists(const char *first, const char *second)
{
    pd_api_access access = {.key = "crowd"};
    pd_error err;
    assert_int_equal(pd_api_access_parse(&access, first, "keys:1", &err), PD_OK);
    if (second) assert_int_equal(pd_api_access_parse(&access, second, "keys:1", &err), PD_OK);
    return access;
}

static void ids_and_beginnings_are_allowed_and_nothing_else(void **state)
{
    (void)state;
    const pd_api_access access = lists("models=male,crowd-*,a", "scenes=-");
    static const char *const good[] = {"male", "crowd-", "crowd-1", "crowd-x-y", "a"},
                             *const bad[] = {"mal", "males", "crowd", "xcrowd-1", "aa", "", "default"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(pd_api_access_allows(&access, PD_API_OBJECT_MODELS, good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(pd_api_access_allows(&access, PD_API_OBJECT_MODELS, bad[i]));
        assert_false(pd_api_access_allows(&access, PD_API_OBJECT_SCENES, bad[i]));
        assert_true(pd_api_access_allows(&access, PD_API_OBJECT_SKELETONS, bad[i])); /* no list */
        assert_true(pd_api_access_allows(NULL, PD_API_OBJECT_MODELS, bad[i]));
    }
    assert_false(pd_api_access_is_whole(&access));
    assert_true(pd_api_access_is_whole(&(pd_api_access){.key = "x"}));
    const pd_api_access star = lists("models=*", NULL);
    assert_true(pd_api_access_allows(&star, PD_API_OBJECT_MODELS, "anything"));
}

static void a_value_other_than_a_list_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        pd_status status;
    } rows[] = {
        {"models", PD_ERR_NOT_FOUND},  {"model=a", PD_ERR_NOT_FOUND}, {"=a", PD_ERR_NOT_FOUND},
        {"models=", PD_ERR_FORMAT},    {"models=a,", PD_ERR_FORMAT},  {"models=,a", PD_ERR_FORMAT},
        {"models=A", PD_ERR_FORMAT},   {"models=a*b", PD_ERR_FORMAT}, {"models=**", PD_ERR_FORMAT},
        {"models=a;b", PD_ERR_FORMAT}, {"scenes=a/b", PD_ERR_FORMAT}, {"sessions=game", PD_OK},
        {"skeletons=a*,b-2", PD_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_access access = {0};
        pd_error err = {0};
        if (pd_api_access_parse(&access, rows[i].word, "keys:7", &err) != rows[i].status)
            fail_msg("%s: %s", rows[i].word, err.detail);
        if (rows[i].status != PD_OK) assert_string_equal(err.where, "keys:7");
    }
    pd_api_access access = lists("models=a", NULL);
    assert_int_equal(pd_api_access_parse(&access, "models=b", "", NULL), PD_ERR_FORMAT); /* twice */

    char longest[PD_API_ACCESS_BYTES + 10] = "scenes=";
    memset(longest + 7, 'a', PD_API_ACCESS_BYTES);
    assert_int_equal(pd_api_access_parse(&access, longest, "", NULL), PD_ERR_LIMIT);
}

static int status_for(const pd_api_access *access, const char *method, const char *target, const char *body)
{
    pd_api_call *call = api_decode(method, target, body, (pd_api_request){.access = access});
    const int status = api_finish(call)->status;
    pd_api_call_release(call);
    return status;
}

static void models_are_out_of_reach_wherever_they_are_named(void **state)
{
    (void)state;
    const pd_api_access other = lists("models=other", NULL), tiny = lists("models=t*", NULL);
    static const struct {
        const char *method, *target, *body;
    } rows[] = {
        {"GET", "/v1/models/tiny", NULL},
        {"GET", "/v1/models/default", NULL}, /* it is tiny */
        {"GET", "/v1/models/tiny/faces", NULL},
        {"GET", "/v1/models/tiny/mesh", NULL},
        {"POST", "/v1/models/default/mesh", "{}"},
        {"POST", "/v1/models/default/mesh", "{\"unknown\":1}"}, /* whatever else is wrong */
        {"GET", "/v1/models/tiny/joints", NULL},
        {"POST", "/v1/models/tiny/measure", "{}"},
        {"POST", "/v1/models/tiny/fit", "{\"height\":1.7}"},
        {"POST", "/v1/models/tiny/reload", NULL},
        {"POST", "/v1/models/default/reload", NULL},
        {"GET", "/v1/skeletons/tiny", NULL},
        {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"head\",\"position\":[0,1,0]}]}"},
        {"POST", "/v1/ik/solve", "{\"problems\":[{\"skeleton\":\"tiny\",\"targets\":[]}]}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int refused = status_for(&other, rows[i].method, rows[i].target, rows[i].body),
                  open = status_for(&tiny, rows[i].method, rows[i].target, rows[i].body),
                  whole = status_for(NULL, rows[i].method, rows[i].target, rows[i].body);
        if (refused != 403 || open != whole)
            fail_msg("%s %s: %d, %d, %d", rows[i].method, rows[i].target, refused, open, whole);
    }
    /* the reply does not reveal whether the object exists; within the key's lists it does */
    assert_int_equal(status_for(&other, "GET", "/v1/models/nobody", NULL), 403);
    assert_int_equal(status_for(&tiny, "GET", "/v1/models/sim", NULL), 403);
    assert_int_equal(status_for(&tiny, "GET", "/v1/models/tinx", NULL), 404);

    pd_api_call *call =
        api_decode("POST", "/v1/models/default/mesh", "{}", (pd_api_request){.access = &other});
    json_t *problem = api_json(call);
    assert_string_equal(json_string_value(json_object_get(problem, "detail")),
                        "the key \"crowd\" is not for the model \"tiny\" (models=other)");
    json_decref(problem);
    pd_api_call_release(call);
}

static void lists_and_suggestions_omit_inaccessible_models(void **state)
{
    (void)state;
    const pd_api_access other = lists("models=other,tinz", "skeletons=arm-*");
    static const char arm[] = "{\"joints\":[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},{\"name\":\"wrist\","
                              "\"parent\":\"shoulder\",\"offset\":[0.28,0,0]}]}";
    assert_int_equal(status_for(NULL, "PUT", "/v1/skeletons/leg", arm), 201);
    assert_int_equal(status_for(&other, "PUT", "/v1/skeletons/leg", arm), 403);
    assert_int_equal(status_for(&other, "DELETE", "/v1/skeletons/leg", NULL), 403);
    assert_int_equal(status_for(&other, "GET", "/v1/skeletons/leg", NULL), 403);
    assert_int_equal(status_for(&other, "PUT", "/v1/skeletons/arm-1", arm), 201);
    assert_int_equal(status_for(&other, "GET", "/v1/skeletons/arm-1", NULL),
                     200); /* no model, but a skeleton */
    assert_int_equal(status_for(&other, "POST", "/v1/ik/solve",
                                "{\"skeleton\":\"arm-1\",\"targets\":[{\"joint\":\"wrist\",\"position\":[0,1,"
                                "0]}]}"),
                     200);

    static const char *const targets[] = {"/v1/models", "/v1/skeletons", "/v1/models/tinz"};
    for (size_t i = 0; i < 3; i++) {
        pd_api_call *call = api_decode("GET", targets[i], NULL, (pd_api_request){.access = &other});
        const pd_buffer *text = &api_finish(call)->body;
        assert_null(memmem(text->data, text->size, "\"tiny\"", 6));
        assert_null(memmem(text->data, text->size, "mean tiny", 9));
        assert_null(memmem(text->data, text->size, "\"leg\"", 5));
        if (i < 2) assert_non_null(memmem(text->data, text->size, "\"other\"", 7));
        if (i == 1) assert_non_null(memmem(text->data, text->size, "\"arm-1\"", 7));
        pd_api_call_release(call);
    }
}

static void access_lists_restrict_scenes(void **state)
{
    (void)state;
    const pd_api_access lobby = lists("scenes=lobby", NULL);
    assert_int_equal(status_for(NULL, "PUT", "/v1/scenes/hall", "{}"), 201);
    assert_int_equal(status_for(&lobby, "PUT", "/v1/scenes/hall", "{}"), 403);
    assert_int_equal(status_for(&lobby, "GET", "/v1/scenes/hall", NULL), 403);
    assert_int_equal(status_for(&lobby, "DELETE", "/v1/scenes/hall", NULL), 403);
    assert_int_equal(status_for(NULL, "GET", "/v1/scenes/hall", NULL), 200); /* it is still there */
    assert_int_equal(status_for(&lobby, "PUT", "/v1/scenes/lobby", "{}"), 201);
    assert_int_equal(status_for(&lobby, "DELETE", "/v1/scenes/lobby", NULL), 204);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_and_beginnings_are_allowed_and_nothing_else),
        cmocka_unit_test(a_value_other_than_a_list_is_refused),
        cmocka_unit_test(models_are_out_of_reach_wherever_they_are_named),
        cmocka_unit_test(lists_and_suggestions_omit_inaccessible_models),
        cmocka_unit_test(access_lists_restrict_scenes),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
