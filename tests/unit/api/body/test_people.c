/* People in requests: what is told before anybody is looked for, and who inherits what. The daemon's people: tests/e2e/people.sh. */
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

static void percentiles_are_names_and_shares(void **state)
{
    (void)state;
    refused("{\"percentile\":\"height\"}", "/percentile", "'height' is not NAME:NUMBER,...");
    refused("{\"percentile\":\"height:x\"}", "/percentile", "'height:x' is not NAME:NUMBER,...");
    refused("{\"percentile\":\"nose:50\"}", "/percentile", "'nose' is no measure of people; height, mass");
    refused("{\"percentile\":\"height:0\"}", "/percentile", "height:0; 0.1 to 99.9 allowed");
    refused("{\"percentile\":\"weight:5,mass:6\"}", "/percentile", "mass comes twice");
    refused("{\"bodies\":[{},{\"percentile\":\"height:nan\"}]}", "/bodies/1/percentile",
            "0.1 to 99.9 allowed");
}

static void a_model_without_people_says_so(void **state)
{
    (void)state;
    refused("{\"random\":7}", "/random", "this model has no people");
    refused("{\"weight\":70}", "/weight", "this model has no people");
    refused("{\"population\":\"public\"}", "/population", "this model has no people");
    refused("{\"random\":7,\"betas\":[1]}", "/betas", "both betas and random");
    refused("{\"height\":0.1}", "/height", "0.5 to 2.6");
}

static void a_body_has_the_shared_fields_that_it_does_not_give(void **state)
{
    (void)state;
    pd_api_people_values own = PD_API_NOBODY, shared = PD_API_NOBODY;
    assert_false(pd_api_people_given(&own));
    own.height = 1.8;
    shared.height = 1.6, shared.weight = 70, shared.random = 3, shared.gender = PD_SMPL_MALE;
    shared.percentile = "span:5", shared.age = 30, shared.population = PD_SMPL_PUBLIC;
    assert_true(pd_api_people_given(&own));
    pd_api_people_inherit(&own, &shared);
    assert_near(own.height, 1.8, 0);
    assert_near(own.weight, 70, 0);
    assert_near(own.age, 30, 0);
    assert_int_equal(own.random, 3);
    assert_int_equal(own.gender, PD_SMPL_MALE);
    assert_int_equal(own.population, PD_SMPL_PUBLIC);
    assert_string_equal(own.percentile, "span:5");

    pd_api_people_values least = PD_API_NOBODY; /* the first of each choice is given too */
    least.random = 0, least.gender = 0, least.population = 0;
    assert_true(pd_api_people_given(&least));
    pd_api_people_inherit(&least, &shared);
    assert_int_equal(least.random, 0);
    assert_int_equal(least.gender, 0);
    assert_int_equal(least.population, 0);
    const pd_api_people_values nobody = PD_API_NOBODY;
    for (int i = 0; i < 7; i++) { /* any one of them asks for somebody */
        pd_api_people_values one = nobody;
        if (i == 0) one.random = 0;
        if (i == 1) one.gender = 0;
        if (i == 2) one.population = 0;
        if (i == 3) one.age = 30;
        if (i == 4) one.height = 1.7;
        if (i == 5) one.weight = 60;
        if (i == 6) one.percentile = "height:50";
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

static void a_person_is_told_with_betas(void **state)
{
    (void)state;
    pd_buffer out = {0};
    const pd_smpl_person person = {.gender = PD_SMPL_FEMALE, .age = 31.25, .betas = {0.5, -1.25}};
    pd_api_json_person(&out, &person, 2);
    pd_buffer_add(&out, "", 1);
    assert_string_equal((const char *)out.data,
                        "\"betas\":[0.5,-1.25],\"person\":{\"gender\":\"female\",\"age\":31.2}");
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_are_names_and_shares),
        cmocka_unit_test(a_model_without_people_says_so),
        cmocka_unit_test(a_body_has_the_shared_fields_that_it_does_not_give),
        cmocka_unit_test(choices_are_in_the_order_of_the_tables),
        cmocka_unit_test(a_person_is_told_with_betas),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
