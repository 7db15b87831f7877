/* People in requests: checks before a person is searched, and which fields bodies inherit.
 * tests/e2e/people.sh tests the daemon. */
#include "api/body/people.h"

#include "tests/support/api_ask.h"

static void refused(const char *body, const char *pointer, const char *detail)
{
    pd_api_call *call = api_ask("POST", "/v1/models/default/mesh", body);
    assert_int_equal(api_status(call), 400);
    json_t *reply = api_json(call), *first = json_array_get(json_object_get(reply, "errors"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "pointer")), pointer);
    assert_non_null(strstr(json_string_value(json_object_get(first, "detail")), detail));
    json_decref(reply);
    pd_api_call_release(call);
}

static void malformed_percentiles_are_refused(void **state)
{
    (void)state;
    refused("{\"percentile\":\"height\"}", "/percentile", "'height' is not NAME:NUMBER,...");
    refused("{\"percentile\":\"height:x\"}", "/percentile", "'height:x' is not NAME:NUMBER,...");
    refused("{\"percentile\":\"nose:50\"}", "/percentile", "'nose' is not a measure of people; height, mass");
    refused("{\"percentile\":\"height:0\"}", "/percentile", "height:0; 0.1 to 99.9 allowed");
    refused("{\"percentile\":\"weight:5,mass:6\"}", "/percentile", "mass comes twice");
    refused("{\"bodies\":[{},{\"percentile\":\"height:nan\"}]}", "/bodies/1/percentile",
            "0.1 to 99.9 allowed");
}

static void a_model_without_people_reports_it(void **state)
{
    (void)state;
    refused("{\"random\":7,\"gender\":\"male\"}", "/gender", "this model has no data of people");
    refused("{\"random\":7,\"population\":\"public\"}", "/population", "this model has no data of people");
    refused("{\"weight\":70}", "/weight", "this model has no data of people");
    refused("{\"population\":\"public\"}", "/population", "this model has no data of people");
    refused("{\"random\":7,\"betas\":[1]}", "/betas", "betas given together with random");
    refused("{\"height\":0.1}", "/height", "0.5 to 2.6");
}

static void a_body_has_the_shared_fields_that_it_does_not_give(void **state)
{
    (void)state;
    pd_api_people_values own = PD_API_NOBODY, shared = PD_API_NOBODY;
    assert_false(pd_api_people_given(&own));
    own.height = 1.8;
    shared.height = 1.6, shared.weight = 70, shared.random.seed = 3, shared.gender = PD_SMPL_MALE;
    shared.percentile = "span:5", shared.age = 30, shared.population = PD_SMPL_PUBLIC;
    shared.version = 1;
    assert_true(pd_api_people_given(&own));
    pd_api_people_inherit(&own, &shared);
    assert_near(own.height, 1.8, 0);
    assert_near(own.weight, 70, 0);
    assert_near(own.age, 30, 0);
    assert_int_equal(own.random.seed, 3);
    assert_int_equal(own.gender, PD_SMPL_MALE);
    assert_int_equal(own.population, PD_SMPL_PUBLIC);
    assert_int_equal(own.version, 1);
    assert_string_equal(own.percentile, "span:5");

    pd_api_people_values least = PD_API_NOBODY; /* the first of each choice is given too */
    least.random.seed = 0, least.gender = 0, least.population = 0;
    assert_true(pd_api_people_given(&least));
    pd_api_people_inherit(&least, &shared);
    assert_int_equal(least.random.seed, 0);
    assert_int_equal(least.gender, 0);
    assert_int_equal(least.population, 0);
    const pd_api_people_values nobody = PD_API_NOBODY;
    for (int i = 0; i < 8; i++) { /* any one of them asks for somebody */
        pd_api_people_values one = nobody;
        if (i == 0) one.random.seed = 0;
        if (i == 1) one.gender = 0;
        if (i == 2) one.population = 0;
        if (i == 3) one.age = 30;
        if (i == 4) one.height = 1.7;
        if (i == 5) one.weight = 60;
        if (i == 6) one.percentile = "height:50";
        if (i == 7) one.version = 1;
        assert_true(pd_api_people_given(&one));
    }
}

static void choices_are_in_the_order_of_the_tables(void **state)
{
    (void)state;
    for (int g = 0; g < PD_SMPL_GENDER_COUNT; g++)
        assert_int_equal(pd_api_choice_index(PD_API_GENDERS, pd_smpl_gender_names[g]), g);
    for (int p = 0; p < PD_SMPL_POPULATION_COUNT; p++)
        assert_int_equal(pd_api_choice_index(PD_API_POPULATIONS, pd_smpl_population_names[p]), p);
}

static void a_person_is_reported_with_betas(void **state)
{
    (void)state;
    pd_buffer out = {0};
    const pd_api_person person = {.betas = (const float[]){0.5f, -1.25f},
                                  .beta_count = 2,
                                  .normal_seed = -1,
                                  .gender = PD_SMPL_FEMALE,
                                  .age = 31.25};
    pd_api_json_person(&out, &person, "betas");
    pd_buffer_add(&out, "", 1);
    assert_string_equal((const char *)out.data,
                        "\"betas\":[0.5,-1.25],\"person\":{\"gender\":\"female\",\"age\":31.2}");
    pd_buffer_deinit(&out);
}

/* Reads the betas of the only body of a reply, and checks its member `random`. */
static void drawn(float *betas, int count, const char *method, const char *target, const char *body,
                  const char *random)
{
    pd_api_call *call = api_ask(method, target, body);
    json_t *reply = api_json(call), *one = json_array_get(json_object_get(reply, "bodies"), 0);
    const json_t *list = json_object_get(one, "betas");
    assert_int_equal(api_status(call), 200);
    assert_string_equal(json_string_value(json_object_get(one, "random")), random);
    assert_null(json_object_get(one, "person"));
    assert_int_equal(json_array_size(list), count);
    for (int b = 0; b < count; b++) betas[b] = (float)json_number_value(json_array_get(list, (size_t)b));
    json_decref(reply);
    pd_api_call_release(call);
}

#define JOINTS "/v1/models/default/joints"

static void a_seed_draws_normal_betas_where_there_are_no_people(void **state)
{
    (void)state;
    pd_api_call *facts = api_ask("GET", "/v1/models/default", NULL);
    json_t *told = api_json(facts);
    const int count = (int)json_integer_value(json_object_get(told, "beta_count"));
    json_decref(told);
    pd_api_call_release(facts);
    float expected[PD_SMPL_MAX_BETAS], got[PD_SMPL_MAX_BETAS];

    static const char *const ways[][4] = {
        {"POST", JOINTS, "{\"random\":7}", "N(0,1):7"},
        {"POST", JOINTS, "{\"random\":\"N(0,1):7\"}", "N(0,1):7"},
        {"POST", JOINTS, "{\"bodies\":[{\"random\":7}]}", "N(0,1):7"},
        {"GET", JOINTS "?random=7", NULL, "N(0,1):7"},
        {"GET", JOINTS "?random=N(0,1):7", NULL, "N(0,1):7"},
        {"GET", JOINTS "?random=N%280%2C1%29%3A000007", NULL, "N(0,1):7"},
        {"GET", JOINTS "?random=N(0,1)", NULL, "N(0,1):0"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        pd_smpl_people_normal(expected, count, i == 6 ? 0 : 7);
        drawn(got, count, ways[i][0], ways[i][1], ways[i][2], ways[i][3]);
        for (int b = 0; b < count; b++) assert_near(got[b], expected[b], 1e-5);
    }

    /* The reply's body is the body of these betas. */
    char body[64 + 16 * PD_SMPL_MAX_BETAS];
    pd_smpl_people_normal(expected, count, 7);
    int used = snprintf(body, sizeof body, "{\"betas\":[");
    for (int b = 0; b < count; b++)
        used +=
            snprintf(body + used, sizeof body - (size_t)used, "%s%.9g", b ? "," : "", (double)expected[b]);
    snprintf(body + used, sizeof body - (size_t)used, "]}");
    pd_api_call *left = api_ask("POST", JOINTS, body), *right = api_ask("POST", JOINTS, "{\"random\":7}");
    json_t *a = api_json(left), *b = api_json(right);
    const json_t *p = json_object_get(json_array_get(json_object_get(a, "bodies"), 0), "joints"),
                 *q = json_object_get(json_array_get(json_object_get(b, "bodies"), 0), "joints");
    assert_true(json_array_size(p) > 3 && json_equal(p, q));
    json_decref(a), json_decref(b);
    pd_api_call_release(left), pd_api_call_release(right);

    /* The reply header of a file of one body states how the body was drawn, with its seed. JSON and a file of
     * several bodies state it for each body or not at all. */
    static const struct {
        const char *method, *target, *body, *random;
    } files[] = {
        {"GET", "/v1/models/default/mesh?format=obj&random=0", NULL, "N(0,1):0"},
        {"GET", "/v1/models/default/mesh?format=bin&random=1", NULL, "N(0,1):1"},
        {"GET", "/v1/models/default/mesh?format=npz&random=N(0,1)", NULL, "N(0,1):0"},
        {"GET", "/v1/models/default/mesh?format=ply", NULL, NULL},
        {"GET", "/v1/models/default/mesh?format=obj&betas=1", NULL, NULL},
        {"GET", JOINTS "?format=bin&random=0", NULL, "N(0,1):0"},
        {"POST", "/v1/models/default/mesh?format=obj", "{\"bodies\":[{\"random\":0}]}", "N(0,1):0"},
        {"POST", "/v1/models/default/mesh?format=npz", "{\"bodies\":[{\"random\":0},{}]}", NULL},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        pd_api_call *call = api_ask(files[i].method, files[i].target, files[i].body);
        const char *header = api_header(call, "Posed-Random");
        if (api_status(call) != 200 || !header != !files[i].random ||
            (header && strcmp(header, files[i].random)))
            fail_msg("%s: %d, %s", files[i].target, api_status(call), header ? header : "no header");
        assert_null(api_header(call, "Posed-Person"));
        pd_api_call_release(call);
    }

    /* Another seed is another file. */
    pd_api_call *file = api_ask("GET", "/v1/models/default/mesh?format=obj&random=7", NULL),
                *other = api_ask("GET", "/v1/models/default/mesh?format=obj&random=8", NULL);
    assert_string_equal(api_header(file, "Posed-Random"), "N(0,1):7");
    assert_string_not_equal(api_header(file, "ETag"), api_header(other, "ETag"));
    pd_api_call_release(file), pd_api_call_release(other);
}

static void other_texts_and_fields_beside_the_distribution_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"N(0,2)",   "N(0,1):", "N(0,1):x", "N(0,1):1234567",
                                      "N(0,1) 7", "n(0,1)",  ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"random\":\"%s\"}", bad[i]);
        refused(body, "/random", "an integer from 0 to 999999, \"N(0,1)\" or \"N(0,1):SEED\" expected");
    }
    refused("{\"random\":[7]}", "/random", "an array; an integer");
    refused("{\"random\":-1}", "/random", "0 to 999999");
    refused("{\"random\":\"N(0,1)\",\"height\":1.8}", "/random",
            "given together with another field of people");
    refused("{\"random\":\"N(0,1)\",\"betas\":[1]}", "/betas", "betas given together with random");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_percentiles_are_refused),
        cmocka_unit_test(a_model_without_people_reports_it),
        cmocka_unit_test(a_body_has_the_shared_fields_that_it_does_not_give),
        cmocka_unit_test(choices_are_in_the_order_of_the_tables),
        cmocka_unit_test(a_person_is_reported_with_betas),
        cmocka_unit_test(a_seed_draws_normal_betas_where_there_are_no_people),
        cmocka_unit_test(other_texts_and_fields_beside_the_distribution_are_refused),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
