/* Measurements and fits of measurements: the requests and replies around core. */
#include "tests/support/ik_test.h"

static void a_body_is_measured_with_definitions(void **state)
{
    (void)state;
    json_t *reply = ik_test_asked("POST", "/v1/models/default/measure",
                                  "{\"density\":985,\"bodies\":[{},{\"betas\":[1]}]}");
    json_t *bodies = json_object_get(reply, "bodies"), *definitions = json_object_get(reply, "definitions");
    const double height = json_number_value(json_object_get(json_array_get(bodies, 0), "height"));

    assert_int_equal(json_array_size(bodies), 2);
    assert_true(height > 1 && height < 2.5);
    assert_int_equal(json_object_size(definitions), PD_SMPL_MEASURE_COUNT);
    assert_string_equal(ik_test_text_of(json_object_get(definitions, "height"), "iso_8559_1"), "stature");
    assert_false(json_equal(json_array_get(bodies, 0), json_array_get(bodies, 1)));
    json_decref(reply);
    api_refused(
        "POST", "/v1/models/default/measure", "{\"pose\":[]}", 400, "/pose",
        "unknown field; known: betas, random, gender, age, height, weight, percentile, people_version, "
        "population, density");
    api_refused("POST", "/v1/models/default/measure", "{\"density\":1}", 400, "/density",
                "1; 500 to 2000 allowed");
    api_refused("POST", "/v1/models/default/measure", "{\"bodies\":[{\"betas\":[\"x\"]}]}", 400,
                "/bodies/0/betas/0", "; a number from");
}

static void measuring_by_get_is_cacheable(void **state)
{
    (void)state;
    pd_api_call *first = api_ask("GET", "/v1/models/default/measure?betas=1", NULL), *second, *third;

    second = api_decode("GET", "/v1/models/default/measure?betas=1.0", NULL,
                        (pd_api_request){.if_none_match = api_header(first, "ETag")});
    third = api_ask("GET", "/v1/models/default/measure?betas=1&density=1010", NULL);
    assert_int_equal(api_status(second), 304);
    assert_string_not_equal(api_header(first, "ETag"), api_header(third, "ETag"));
    pd_api_call_release(first);
    pd_api_call_release(second);
    pd_api_call_release(third);
}

/* A cache must not answer one request with the reply to another. docs/reference/api.md: it may keep a reply
 * for five minutes. */
static void whatever_changes_a_measurement_changes_its_etag(void **state)
{
    static const char *const targets[] = {
        "/v1/models/default/measure",
        "/v1/models/default/measure?betas=1",
        "/v1/models/default/measure?betas=-1",
        "/v1/models/default/measure?betas=0,1",
        "/v1/models/default/measure?betas=1&density=1010",
        "/v1/models/default/measure?betas=1&lines=true",
    };
    enum { COUNT = sizeof targets / sizeof *targets };
    char etags[2 * COUNT][96] = {{0}};

    (void)state;
    for (int i = 0; i < 2 * COUNT; i++) {
        pd_api_call *call = api_decode("GET", targets[i % COUNT], NULL,
                                       (pd_api_request){.accept_encoding = i < COUNT ? NULL : "zstd"});
        api_finish(call);
        assert_int_equal(api_status(call), 200);
        assert_string_equal(api_header(call, "Cache-Control"), "max-age=300");
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        for (int j = 0; j < i; j++)
            if (!strcmp(etags[i], etags[j]))
                fail_msg("%s and %s have one ETag", targets[i % COUNT], targets[j % COUNT]);
        pd_api_call_release(call);
    }
}

static void fitted_betas_have_the_requested_measurements(void **state)
{
    (void)state;
    json_t *asked_for = ik_test_asked("GET", "/v1/models/default/measure?betas=0.5,0.3", NULL), *fitted;
    const json_t *body = json_array_get(json_object_get(asked_for, "bodies"), 0);
    const double height = json_number_value(json_object_get(body, "height"));
    char text[96];

    snprintf(text, sizeof text, "{\"measurements\":{\"height\":%.4f}}", height);
    fitted = ik_test_asked("POST", "/v1/models/default/fit", text);
    assert_string_equal(ik_test_text_of(fitted, "status"), "matched");
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "measurements"), "height")), height,
                2e-3);
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "residuals"), "height")), 0, 2e-3);
    assert_int_equal(json_array_size(json_object_get(fitted, "betas")), 10);
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "tolerances"), "height")), 0.005,
                1e-9);
    assert_true(json_number_value(json_object_get(fitted, "distance")) > 0);
    assert_true(json_is_number(json_object_get(fitted, "relaxation")));
    json_decref(fitted);

    snprintf(text, sizeof text, "{\"measurements\":{\"height\":%.4f},\"tolerances\":{\"height\":0.001}}",
             height);
    fitted = ik_test_asked("POST", "/v1/models/default/fit", text);
    assert_near(json_number_value(json_object_get(json_object_get(fitted, "tolerances"), "height")), 0.001,
                1e-9);
    json_decref(fitted);
    json_decref(asked_for);
}

/* Each measurement that is missed is a warning with the wanted and the reached value, and so is a body that
 * hardly anybody has. */
static void missed_measurements_are_warned_of(void **state)
{
    (void)state;
    json_t *fitted =
        ik_test_asked("POST", "/v1/models/default/fit",
                      "{\"measurements\":{\"height\":2.6,\"mass\":10},\"tolerances\":{\"mass\":0.1}}");
    const json_t *warnings = json_object_get(fitted, "warnings"), *warning;
    size_t i;
    int missed = 0, rare = 0;
    assert_string_equal(ik_test_text_of(fitted, "status"), "compromise");
    json_array_foreach(warnings, i, warning)
    {
        const char *at = json_string_value(json_object_get(warning, "pointer")),
                   *detail = json_string_value(json_object_get(warning, "detail"));
        char words[96];
        rare += strstr(detail, "hardly any adult has the body found: its beta ") != NULL;
        if (strncmp(at, "/measurements/", 14)) continue;

        const char *name = at + 14;
        const double wanted = !strcmp(name, "height") ? 2.6 : 10,
                     residual =
                         json_number_value(json_object_get(json_object_get(fitted, "residuals"), name)),
                     tolerance =
                         json_number_value(json_object_get(json_object_get(fitted, "tolerances"), name));
        const char *unit = !strcmp(name, "height") ? "m" : "kg";
        snprintf(words, sizeof words, "the body misses %s: %.4g %s wanted, %.4g %s reached", name, wanted,
                 unit, wanted + residual, unit);
        assert_non_null(strstr(detail, words));
        assert_true(fabs(residual) > tolerance);
        missed++;
    }
    assert_true(missed > 0);
    assert_int_equal(rare, 1);
    json_decref(fitted);

    fitted = ik_test_asked("POST", "/v1/models/default/fit",
                           "{\"measurements\":{\"height\":2.6},\"beta_count\":1}");
    assert_int_equal(json_array_size(json_object_get(fitted, "warnings")), 2);
    json_decref(fitted);
}

static void bad_measurements_are_refused_with_their_range(void **state)
{
    (void)state;
    static const char fit[] = "/v1/models/default/fit";

    api_refused("POST", fit, "{}", 400, "/measurements", "missing");
    api_refused("POST", fit, "{\"measurements\":{}}", 400, "/measurements", "empty");
    api_refused("POST", fit, "{\"measurements\":[1.8]}", 400, "/measurements",
                "an array; an object expected");
    api_refused("POST", fit, "{\"measurements\":{\"height\":9}}", 400, "/measurements/height",
                "9; 0.5 to 2.6 m allowed");
    api_refused("POST", fit, "{\"measurements\":{\"height\":180}}", 400, "/measurements/height",
                "180; 0.5 to 2.6 m allowed; 180 cm would be 1.8 m");
    api_refused("POST", fit, "{\"measurements\":{\"mass\":0}}", 400, "/measurements/mass",
                "0; 10 to 350 kg allowed");
    api_refused("POST", fit, "{\"measurements\":{\"height\":1.8},\"tolerances\":{\"height\":-1}}", 400,
                "/tolerances/height", "-1; 5e-05 to 0.5 m allowed");
    api_refused("POST", fit, "{\"measurements\":{\"height\":1.8},\"tolerances\":{\"mass\":1}}", 400,
                "/tolerances/mass", "mass is not among the measurements");
    api_refused("POST", fit, "{\"measurements\":{\"heigth\":1.8}}", 400, "/measurements/heigth",
                "unknown field; did you mean height? Known: height");
    api_refused("POST", fit, "{\"measurements\":{\"height\":1.8},\"beta_count\":11}", 400, "/beta_count",
                "11; 0 to 10 allowed");
    api_refused("POST", fit, "{\"joints\":[]}", 400, "/joints", "unknown field");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_is_measured_with_definitions),
        cmocka_unit_test(measuring_by_get_is_cacheable),
        cmocka_unit_test(whatever_changes_a_measurement_changes_its_etag),
        cmocka_unit_test(fitted_betas_have_the_requested_measurements),
        cmocka_unit_test(missed_measurements_are_warned_of),
        cmocka_unit_test(bad_measurements_are_refused_with_their_range),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
