/* Measurements of bodies: requests, replies and ETags. tests/unit/core/smpl tests the values. */
#include "api/body/measure.h"

#include "core/kernel/cpu.h"
#include "tests/support/api_ask.h"

#define MEASURE "/v1/models/other/measure"

static void etag_of(char out[64], const char *target, pd_api_request extra)
{
    pd_api_call *call = api_decode("GET", target, NULL, extra);
    assert_non_null(api_header(call, "ETag"));
    snprintf(out, 64, "%s", api_header(call, "ETag"));
    pd_api_call_release(call);
}

/* Another body, another density, another coding and another model are other replies;
 * the same request has the same ETag. */
static void etags_tell_different_replies_apart(void **state)
{
    (void)state;
    static const char *const targets[] = {MEASURE,
                                          MEASURE "?betas=1",
                                          MEASURE "?betas=0,1",
                                          MEASURE "?betas=1&density=985",
                                          MEASURE "?betas=1&lines=true",
                                          "/v1/models/tiny/measure?betas=1"};
    enum { COUNT = sizeof targets / sizeof *targets };
    char etags[COUNT + 1][64], again[64];
    for (int i = 0; i <= COUNT; i++) {
        const pd_api_request extra = {.accept_encoding = i == COUNT ? "gzip" : NULL};
        etag_of(etags[i], targets[i % COUNT], extra);
        for (int k = 0; k < i; k++) assert_string_not_equal(etags[k], etags[i]);
    }
    etag_of(again, MEASURE "?betas=1,0,0&lines=false", (pd_api_request){0});
    assert_string_equal(again, etags[1]);
}

/* Kernels of another instruction set may round the last bit in another way. */
static void kernels_of_another_processor_have_another_etag(void **state)
{
    (void)state;
    static const char *const targets[] = {MEASURE "?betas=1", "/v1/models/other/mesh?betas=1&format=bin"};
    if (!strcmp(pd_k_cpu_name(), "ref")) skip();
    for (int i = 0; i < 2; i++) {
        char best[64], plain[64];
        etag_of(best, targets[i], (pd_api_request){0});
        assert_int_equal(pd_k_cpu_init("ref", NULL), PD_OK);
        etag_of(plain, targets[i], (pd_api_request){0});
        assert_int_equal(pd_k_cpu_init(NULL, NULL), PD_OK);
        assert_string_not_equal(best, plain);
    }
}

static void a_reply_that_is_known_is_not_measured_again(void **state)
{
    (void)state;
    char etag[64];
    etag_of(etag, MEASURE "?betas=1", (pd_api_request){0});
    pd_api_call *known = api_decode("GET", MEASURE "?betas=1", NULL, (pd_api_request){.if_none_match = etag});
    assert_true(pd_api_call_done(known));
    assert_int_equal(api_status(known), 304);
    pd_api_call_release(known);
    pd_api_call *post = api_ask("POST", MEASURE, "{}");
    assert_null(api_header(post, "ETag"));
    pd_api_call_release(post);
}

static double measure_of(const json_t *reply, size_t body, const char *name)
{
    const json_t *value = json_object_get(json_array_get(json_object_get(reply, "bodies"), body), name);
    if (!json_is_number(value)) fail_msg("no %s of body %zu", name, body);
    return json_number_value(value);
}

static json_t *ask(const char *body)
{
    pd_api_call *call = api_ask("POST", MEASURE, body);
    if (api_status(call) != 200)
        fail_msg("%s: %.*s", body, (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    json_t *out = api_json(call);
    pd_api_call_release(call);
    return out;
}

/* Each body of many is measured as it would be alone; one that gives no betas has those beside `bodies`. */
static void each_of_many_bodies_is_measured_as_if_alone(void **state)
{
    (void)state;
    json_t *many = ask("{\"betas\":[0.5],\"bodies\":[{},{\"betas\":[1.5,-0.5]},{\"betas\":[]},{}]}");
    static const char *const alone[] = {"{\"betas\":[0.5]}", "{\"betas\":[1.5,-0.5]}", "{}",
                                        "{\"betas\":[0.5]}"};
    assert_int_equal(json_array_size(json_object_get(many, "bodies")), 4);
    assert_null(json_object_get(many, "people"));
    for (size_t i = 0; i < 4; i++) {
        json_t *one = ask(alone[i]);
        const json_t *left = json_array_get(json_object_get(many, "bodies"), i),
                     *right = json_array_get(json_object_get(one, "bodies"), 0);
        assert_true(json_object_size(left) > 10 && json_equal(left, right));
        json_decref(one);
    }
    json_decref(many);
}

/* mass = density * volume */
static void mass_follows_the_density(void **state)
{
    (void)state;
    json_t *usual = ask("{}"), *dense = ask("{\"density\":1250}");
    assert_near(json_number_value(json_object_get(usual, "density")), 1000, 0);
    assert_near(json_number_value(json_object_get(dense, "density")), 1250, 0);
    const double before = measure_of(usual, 0, "mass"), after = measure_of(dense, 0, "mass");
    assert_near(after / before, 1.25, 1e-4);
    assert_near(measure_of(usual, 0, "volume"), measure_of(dense, 0, "volume"), 0);
    assert_near(before, 1000 * measure_of(usual, 0, "volume"), 1e-4 * before);
    json_decref(usual);
    json_decref(dense);
}

/* Each measure has its unit and definition; ISO 8559-1's number where it has one, else null. */
static void every_measure_is_defined(void **state)
{
    (void)state;
    json_t *reply = ask("{}");
    const json_t *definitions = json_object_get(reply, "definitions");
    const json_t *body = json_array_get(json_object_get(reply, "bodies"), 0);
    const char *name;
    json_t *definition;
    int with_iso = 0, without = 0;
    assert_int_equal(json_object_size(definitions), json_object_size(body));
    json_object_foreach((json_t *)definitions, name, definition)
    {
        const json_t *iso = json_object_get(definition, "iso_8559_1");
        assert_non_null(json_object_get(body, name));
        assert_true(strlen(json_string_value(json_object_get(definition, "unit"))) > 0);
        assert_true(strlen(json_string_value(json_object_get(definition, "definition"))) > 10);
        with_iso += json_is_string(iso) && *json_string_value(iso);
        without += json_is_null(iso);
    }
    assert_int_equal(with_iso + without, (int)json_object_size(definitions));
    assert_true(with_iso > 0 && without > 0);
    assert_string_equal(json_string_value(json_object_get(reply, "model")), "other");
    assert_string_equal(json_string_value(json_object_get(reply, "pose")), "T");
    json_decref(reply);
}

/* A line lies on the surface: on edges between two vertices, or at a joint. */
static void lines_lie_on_the_surface(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", MEASURE, "{\"lines\":true}");
    json_t *reply = api_json(call), *lines = json_object_get(reply, "lines"), *line;
    const char *name;
    int count = 0;
    assert_true(json_is_object(lines));
    json_object_foreach(lines, name, line)
    {
        const json_t *points = json_object_get(line, "points");
        assert_true(json_is_boolean(json_object_get(line, "closed")));
        for (size_t i = 0; i < json_array_size(points); i++) {
            const json_t *point = json_array_get(points, i), *pair = json_object_get(point, "vertices");
            if (json_is_string(json_object_get(point, "joint"))) continue;
            for (size_t k = 0; k < 2; k++) {
                const json_int_t v = json_integer_value(json_array_get(pair, k));
                assert_true(json_is_integer(json_array_get(pair, k)) && v >= 0 && v < 120);
            }
            const double t = json_number_value(json_object_get(point, "t"));
            assert_true(t >= 0 && t <= 1);
        }
        count += json_array_size(points) > 0;
    }
    print_message("%d lines\n", count);
    json_decref(reply);
    pd_api_call_release(call);
    json_t *without = ask("{}");
    assert_null(json_object_get(without, "lines"));
    json_decref(without);
}

static void a_mesh_that_cannot_be_measured_is_refused(void **state)
{
    (void)state;
    api_refused("POST", MEASURE, "{\"bodies\":[]}", 400, "/bodies", "1 to 16 expected");
    api_refused("POST", MEASURE, "{\"bodies\":[{}],\"lines\":true}", 400, "/lines",
                "true; allowed only for one body");
    api_refused("POST", MEASURE, "{\"betas\":[1,2,3,4,5]}", 400, "/betas", "5");
    api_refused("POST", MEASURE, "{\"bodies\":[{},{\"betas\":[1,2,3,4,5]}]}", 400, "/bodies/1/betas", "5");
    api_refused("POST", MEASURE, "{\"bodies\":[{},{\"beta\":[1]}]}", 400, "/bodies/1/beta", "");
    api_refused("POST", MEASURE, "{\"density\":499}", 400, "/density", "500 to 2000");
    api_refused("POST", MEASURE, "{\"density\":2001}", 400, "/density", "500 to 2000");
    api_refused("POST", MEASURE, "{\"betas\":[1],\"random\":3}", 400, "/betas",
                "betas given together with random");
    api_refused("GET", "/v1/models/nobody/measure", NULL, 404, NULL, "nobody");
    api_refused("GET", "/v1/models/walk/measure", NULL, 409, NULL, "walk");
    for (int density = 500; density <= 2000; density += 1500) {
        char body[64];
        snprintf(body, sizeof body, "{\"density\":%d}", density);
        json_decref(ask(body));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(etags_tell_different_replies_apart),
        cmocka_unit_test(kernels_of_another_processor_have_another_etag),
        cmocka_unit_test(a_reply_that_is_known_is_not_measured_again),
        cmocka_unit_test(each_of_many_bodies_is_measured_as_if_alone),
        cmocka_unit_test(mass_follows_the_density),
        cmocka_unit_test(every_measure_is_defined),
        cmocka_unit_test(lines_lie_on_the_surface),
        cmocka_unit_test(a_mesh_that_cannot_be_measured_is_refused),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
