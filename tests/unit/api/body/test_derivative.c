/* The route of derivatives (api/body/derivative.h): its numbers agree with the route of joints and meshes, an
 * npz gives what JSON gives, and refusals name place, value and what is allowed. */
#include "core/io/tensor/npz.h"
#include "tests/support/api_ask.h"

#define ROUTE "/v1/models/tiny/derivatives"
#define STEP  0.02

/* Number `index` of an array of the reply's first body, flat or in threes. */
static double number_of(const json_t *reply, const char *member, size_t index)
{
    const json_t *list = json_object_get(json_array_get(json_object_get(reply, "bodies"), 0), member);
    const json_t *value = json_array_get(list, index);
    if (json_is_array(json_array_get(list, 0)))
        value = json_array_get(json_array_get(list, index / 3), index % 3);
    if (!json_is_number(value)) fail_msg("no number %zu of %s", index, member);
    return json_number_value(value);
}

static json_t *answer(const char *target, const char *body)
{
    pd_api_call *call = api_ask("POST", target, body);
    if (api_status(call) != 200) fail_msg("%s: %s", body, (const char *)pd_api_call_reply(call)->body.data);
    json_t *json = api_json(call);
    pd_api_call_release(call);
    return json;
}

/* Joints and vertices of a body with one number changed: `format` has %s for the pose's first number, the
 * first beta and the translation's height. */
static double point(const char *part, size_t index, double pose, double beta, double height)
{
    char body[512];
    snprintf(
        body, sizeof body,
        "{\"digits\":9,\"include\":[\"vertices\",\"joints\"],\"betas\":[%.17g],\"body_pose\":[[%.17g,4.5,0.3]"
        "%s],"
        "\"translation\":[0,%.17g,0]}",
        beta, pose,
        ",[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],"
        "[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]",
        height);
    json_t *json = answer("/v1/models/tiny/mesh", body);
    const double out = number_of(json, part, index);
    json_decref(json);
    return out;
}

#define BODY "\"betas\":[0.7],\"pose\":[[0,0,0],[0.4,4.5,0.3]" ZEROS "],\"translation\":[0,2,0]"
#define ZEROS                                                                                                \
    ",[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0," \
    "0],"                                                                                                    \
    "[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]"

/* The vector of the joint is longer than half a turn: the derivative is by the vector that was sent. */
static void tangents_agree_with_differences(void **state)
{
    (void)state;
    static const struct {
        const char *tangents;
        double pose, beta, height;
    } rows[] = {{"{\"pose\":[[[0,0,0],[1,0,0]" ZEROS "]]}", 1, 0, 0},
                {"{\"betas\":[[1]]}", 0, 1, 0},
                {"{\"translation\":[[0,1,0]]}", 0, 0, 1}};
    static const size_t places[] = {0, 31, 100, 250};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[1200];
        snprintf(body, sizeof body, "{" BODY ",\"tangents\":%s}", rows[i].tangents);
        json_t *json = answer(ROUTE, body);
        for (int part = 0; part < 2; part++)
            for (size_t p = 0; p < (part ? 2 : 4); p++) {
                const char *name = part ? "joints" : "vertices";
                const double h = STEP;
                const double ahead = point(name, places[p], 0.4 + h * rows[i].pose, 0.7 + h * rows[i].beta,
                                           2 + h * rows[i].height),
                             behind = point(name, places[p], 0.4 - h * rows[i].pose, 0.7 - h * rows[i].beta,
                                            2 - h * rows[i].height);
                assert_near(number_of(json, name, places[p]), (ahead - behind) / (2 * h), 2e-4);
            }
        json_decref(json);
    }
}

/* The gradient of the height of joint 3 by the translation is 1 in y,
 * and that by the parameters is what tangents give. */
static void cotangents_are_the_transpose_of_tangents(void **state)
{
    (void)state;
    json_t *gradient =
        answer(ROUTE, "{" BODY ",\"cotangents\":{\"joints\":[0,0,0, 0,0,0, 0,0,0, 0,1,0, 0,0,0,0,0,0,0,0,"
                      "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
                      "0,0,0,0,0,0,0,0,0,0,0]}}");
    assert_near(number_of(gradient, "translation", 1), 1, 1e-6);
    assert_near(number_of(gradient, "translation", 0), 0, 1e-6);
    json_t *along = answer(ROUTE, "{" BODY ",\"tangents\":{\"betas\":[1,0,0,0,0,0,0,0,0,0]}}");
    assert_near(number_of(gradient, "betas", 0), number_of(along, "joints", 10), 1e-6);
    json_decref(along);
    json_decref(gradient);
}

/* Sends arrays as an npz, with a name each. */
static pd_api_call *ask_npz(const char *const *names, const pd_array *arrays, int count, const char *accept)
{
    pd_buffer body = {0};
    pd_error err;
    pd_npz_writer writer = pd_npz_begin(&body);
    for (int i = 0; i < count; i++) pd_npz_add(&writer, names[i], &arrays[i]);
    assert_int_equal(pd_npz_end(&writer, &err), PD_OK);
    pd_api_request request = {.method = "POST",
                              .path = ROUTE,
                              .content_type = "application/x-npz",
                              .accept = accept,
                              .body = {body.data, body.size}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    api_finish(call);
    pd_buffer_deinit(&body);
    return call;
}

static void an_npz_gives_what_json_gives(void **state)
{
    (void)state;
    float betas[2][10] = {{0.7f}, {-1}}, pose[2][24][3] = {{{0}, {0.4f, 4.5f, 0.3f}}},
          along[2][10] = {{1}, {0, 1}};
    const char *const names[] = {"betas", "pose", "tangent_betas"};
    const pd_array arrays[] = {PD_ARRAY(PD_DTYPE_F32, betas, 2, 10), PD_ARRAY(PD_DTYPE_F32, pose, 2, 24, 3),
                               PD_ARRAY(PD_DTYPE_F32, along, 2, 10)};
    pd_api_call *call = ask_npz(names, arrays, 3, "application/json");
    assert_int_equal(api_status(call), 200);
    json_t *found = api_json(call);
    pd_api_call_release(call);
    json_t *wanted = answer(ROUTE, "{\"betas\":[0.7],\"pose\":[[0,0,0],[0.4,4.5,0.3]" ZEROS
                                   "],\"tangents\":{\"betas\":[1,0,0,0,0,0,0,0,0,0]}}");
    assert_int_equal(json_array_size(json_object_get(found, "bodies")), 2);
    for (size_t i = 0; i < 300; i++)
        assert_near(number_of(found, "vertices", i), number_of(wanted, "vertices", i), 1e-6);
    json_decref(found);
    json_decref(wanted);

    /* Without Accept the reply is an npz too. */
    call = ask_npz(names, arrays, 3, NULL);
    const pd_api_reply *reply = pd_api_call_reply(call);
    assert_string_equal(reply->content_type, "application/x-npz");
    pd_npz npz;
    pd_array array;
    pd_error err;
    assert_int_equal(pd_npz_parse(&npz, reply->body.data, reply->body.size, "reply", &err), PD_OK);
    assert_int_equal(pd_npz_read(&array, &npz, "joints", &err), PD_OK);
    assert_int_equal(array.rank, 3);
    assert_int_equal(array.shape[0], 2);
    assert_int_equal(array.shape[1], 24);
    pd_npz_deinit(&npz);
    pd_api_call_release(call);
}

static void refusals_name_the_place_and_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *body, *pointer, *detail;
    } rows[] = {
        {"{}", "/cotangents", "missing, and so is tangents; exactly one of cotangents and tangents expected"},
        {"{\"cotangents\":{},\"tangents\":{}}", "/cotangents",
         "given together with tangents; exactly one of cotangents and tangents expected"},
        {"{\"tangents\":{\"translation\":[1]}}", "/tangents/translation",
         "1 numbers; 3 expected (1 bodies of 3)"},
        {"{\"tangents\":{\"betas\":[1,2,3,4,5,6,7,8,9,10,11]}}", "/tangents/betas",
         "more than 10 numbers; 10 expected (1 bodies of 10)"},
        {"{\"tangents\":{\"vertices\":[]}}", "/tangents/vertices",
         "unknown member; betas, expression, pose and translation allowed"},
        {"{\"cotangents\":{\"pose\":[]}}", "/cotangents/pose", "unknown member; vertices and joints allowed"},
        {"{\"tangents\":{\"translation\":[0,\"1\",0]}}", "/tangents/translation",
         "holds something else than numbers from -1e30 to 1e30 in nested arrays"},
        {"{\"ground\":true,\"tangents\":{}}", "/ground",
         "true; not allowed here, because the height of the lowest vertex has no derivative"},
        {"{\"tangents\":[]}", "/tangents", "an array; an object expected"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_ask("POST", ROUTE, rows[i].body);
        assert_int_equal(api_status(call), 400);
        json_t *problem = api_json(call);
        const json_t *first = json_array_get(json_object_get(problem, "errors"), 0);
        assert_string_equal(json_string_value(json_object_get(first, "pointer")), rows[i].pointer);
        assert_string_equal(json_string_value(json_object_get(first, "detail")), rows[i].detail);
        json_decref(problem);
        pd_api_call_release(call);
    }

    float few[3] = {0};
    const char *const names[] = {"betas", "tangent_betas", "tangent_colour"};
    const pd_array arrays[] = {PD_ARRAY(PD_DTYPE_F32, few, 1, 3), PD_ARRAY(PD_DTYPE_F32, few, 1, 3),
                               PD_ARRAY(PD_DTYPE_F32, few, 3)};
    pd_api_call *call = ask_npz(names, arrays, 3, NULL);
    assert_int_equal(api_status(call), 400);
    pd_api_call_release(call);
    pd_api_request garbage = {.method = "POST",
                              .path = ROUTE,
                              .content_type = "application/x-npz",
                              .body = {(const unsigned char *)"PK\3\4", 4}};
    call = pd_api_decode(&garbage, &api_host_table, &api_host_limits);
    api_finish(call);
    assert_int_equal(api_status(call), 400);
    pd_api_call_release(call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_agree_with_differences),
        cmocka_unit_test(cotangents_are_the_transpose_of_tangents),
        cmocka_unit_test(an_npz_gives_what_json_gives),
        cmocka_unit_test(refusals_name_the_place_and_what_is_allowed),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
