/* Refusals name the place, the value and what is allowed.
 * One row for each reason that no other test covers. */
#include "tests/support/api_ask.h"

#define MESH  "/v1/models/default/mesh"
#define FIT   "/v1/models/default/fit"
#define SOLVE "/v1/ik/solve"

static int wrong; /* rows of a test that are refused in another way, or not at all */

/* Prints how a row differs from its expected refusal and counts it, so that one run shows all rows. */
static void refused(const char *method, const char *target, const char *body, int status, const char *pointer,
                    const char *detail)
{
    pd_api_call *call = api_ask(method, target, body);
    json_t *problem = api_status(call) >= 400 ? api_json(call) : NULL;
    json_t *first = json_array_get(json_object_get(problem, "errors"), 0);
    const char *said = json_string_value(json_object_get(first ? first : problem, "detail"));
    const char *at = json_string_value(json_object_get(first, "pointer"));
    if (api_status(call) != status || !said || !strstr(said, detail) ||
        (pointer && (!at || strcmp(at, pointer)))) {
        print_message("%s %s %.120s\n  wanted %d %s %s\n  got %d %s %s\n", method, target, body ? body : "",
                      status, pointer ? pointer : "", detail, api_status(call), at ? at : "",
                      said ? said : "");
        wrong++;
    }
    if (problem) assert_string_equal(pd_api_call_reply(call)->content_type, "application/problem+json");
    json_decref(problem);
    pd_api_call_release(call);
}

static const char K17[] =
    "[null,null,null,null,null,[0.17,1.4,0],[-0.17,1.4,0],[0.25,1.15,0],[-0.25,1.15,0],[0.25,0.9,0.1],"
    "[-0.25,0.9,0.1],[0.09,0.9,0],[-0.09,0.9,0],[0.1,0.5,0.05],[-0.1,0.5,0.05],[0.1,0.08,0],[-0.1,0.08,0]]";

static void fields_of_a_body_that_the_model_lacks_are_refused_at_their_pointers(void **state)
{
    (void)state;
    wrong = 0;
    refused("POST", MESH, "{\"left_hand\":\"fist\"}", 400, "/left_hand", "not a part of this model");
    refused("POST", MESH, "{\"right_hand\":\"fist\"}", 400, "/right_hand", "not a part of this model");
    refused("POST", MESH, "{\"left_hand\":\"relaxed\"}", 400, "/left_hand", "not a part of this model");
    refused("POST", MESH "?format=obj", "{\"include\":[\"joints\"]}", 400, "/include",
            "joints; only vertices, normals and faces allowed with format obj");
    refused("POST", MESH "?format=stl", "{\"include\":[\"normals\"]}", 400, "/include",
            "normals; not allowed with format stl");
    refused("POST", MESH "?format=stl", "{\"include\":[\"joints\"]}", 400, "/include",
            "joints; only vertices, normals and faces");
    refused("POST", MESH, "{\"include\":5}", 400, "/include", "a number; an array of");
    refused("POST", MESH, "{\"ground\":3}", 400, "/ground", "a number; ");
    refused("POST", MESH, "{\"digits\":false}", 400, "/digits", "false; a number from");
    refused("POST", MESH, "{\"digits\":true}", 400, "/digits", "true; a number from");
    refused("POST", MESH, "{\"digits\":\"6\"}", 400, "/digits", "a string; a number from");
    refused("POST", MESH, "{\"digits\":null}", 400, "/digits", "null");
    refused("POST", MESH, "{\"digits\":[6]}", 400, "/digits", "an array; a number from");
    refused("POST", MESH, "{\"digits\":{}}", 400, "/digits", "an object; a number from");
    refused("POST", MESH, "{\"skinning\":1}", 400, "/skinning", "a number; one of lbs");
    refused("POST", MESH, "{\"pose\":[0,0,0],\"body_pose\":[0,0,0]}", 400, "/pose", "a whole pose");
    refused("POST", MESH, "{\"quaternions\":[0,0,0,1],\"body_pose\":[0,0,0]}", 400, "/quaternions",
            "a whole pose");
    refused("POST", MESH, "{\"rotations\":[1,0,0,0,1,0,0,0,1],\"body_pose\":[0,0,0]}", 400, "/rotations",
            "a whole pose");
    refused("POST", MESH "?format=glb", "{\"names\":\"vrm\"}", 400, "/names", "");
    refused("POST", MESH, "{\"ancestry\":\"asian\"}", 400, "/ancestry",
            "this model has no features of the face; allowed only for person, person-female and person-male");
    refused("POST", MESH, "{\"global_orient\":[0,0,0,0,0,0]}", 400, "/global_orient/0",
            "the columns are parallel or zero, so they do not define a rotation; two independent columns "
            "expected");
    assert_int_equal(wrong, 0);
}

/* What strangers send in place of JSON is refused at its place, by every route that takes JSON. */
static void texts_that_are_not_json_are_refused(void **state)
{
    (void)state;
    wrong = 0;
    static const struct {
        const char *method, *target;
    } routes[] = {
        {"POST", MESH},
        {"POST", "/v1/models/default/joints"},
        {"POST", "/v1/models/default/portrait"},
        {"POST", "/v1/models/default/measure"},
        {"POST", FIT},
        {"POST", SOLVE},
        {"POST", "/v1/motions/rollout"},
        {"PUT", "/v1/skeletons/arm"},
        {"PUT", "/v1/scenes/yard"},
    };
    static const struct {
        const char *body, *pointer, *detail;
    } rows[] = {
        {"{\"betas\":[1,NaN]}", "/betas/1", "NaN; a finite number expected"},
        {"{\"targets\":[{\"position\":[0,-Infinity,0]}]}", "/targets/0/position/1",
         "-Infinity; a finite number expected"},
        {"{\"people\":[{\"keypoints\":[1e999]}]}", "/people/0/keypoints/0",
         "1e999; a number of at most 1.8e308"},
        {"{\"betas\":[1],\"betas\":[2]}", "/betas", "\"betas\" stands twice in one object"},
        {"{\"betas\":[1,2,]}", "/betas/2", "a comma before ]"},
        {"{\"betas\":[1] // tall\n}", NULL, "a comment (//)"},
        {"{'betas':[1]}", "", "a single quote"},
        {"betas=1&format=glb", "", "a form (betas=...)"},
        {"<html>", "", "the text begins with <"},
        {"\x1F\x8B\x08", "", "data compressed by gzip"},
        {"\xFF\xFE{", "", "the text is UTF-16 or UTF-32"},
        {"{\"betas\":[1]", NULL, "expected near end of file"},
        {"{\"skinning\":\"\xE9\"}", "/skinning", "byte 0xe9 is not UTF-8"},
        {"[]", "", "an array; an object"},
        {"null", "", "null; an object"},
        {"7", "", "a number; an object"},
    };
    for (size_t r = 0; r < sizeof routes / sizeof *routes; r++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            refused(routes[r].method, routes[r].target, rows[i].body, 400, rows[i].pointer, rows[i].detail);
    assert_int_equal(wrong, 0);
}

static void fields_of_an_ik_problem_that_exclude_each_other_are_refused_at_their_pointers(void **state)
{
    (void)state;
    wrong = 0;
    refused("POST", SOLVE, "{\"targets\":[],\"joint_positions\":[]}", 400, "/joint_positions",
            "given together with targets; only one of the two allowed");
    refused("POST", SOLVE, "{\"targets\":[]}", 400, "/targets", "0 targets; 1 to 64 allowed");
    refused("POST", SOLVE,
            "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,1,0]}],\"iterations\":1001}", 400,
            "/iterations", "1001; 1 to 1000 allowed (limits.ik_iterations)");
    refused("POST", SOLVE,
            "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,1,0]}],\"budget_ms\":101}", 400,
            "/budget_ms", "101; 0.01 to 100 allowed (limits.ik_budget_ms)");
    refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"left_wirst\",\"position\":[0,1,0]}]}", 400,
            "/targets/0/joint", "left_wrist");
    assert_int_equal(wrong, 0);
}

static void unknown_ids_are_refused(void **state)
{
    (void)state;
    wrong = 0;
    static const struct {
        const char *method, *target, *body, *pointer, *detail;
        int status;
    } rows[] = {
        {"DELETE", "/v1/scenes/yard", NULL, NULL, "yard", 404},
        {"GET", "/v1/scenes/yard", NULL, NULL, "yard", 404},
        {"DELETE", "/v1/skeletons/arm", NULL, NULL, "arm", 404},
        {"GET", "/v1/characters/hero", NULL, NULL, "hero", 404},
        {"DELETE", "/v1/characters/hero", NULL, NULL, "hero", 404},
        {"POST", "/v1/models/nobody/reload", NULL, NULL, "nobody", 404},
        {"GET", "/v1/models/nobody", NULL, NULL, "nobody", 404},
        {"GET", "/maker", NULL, NULL,
         "this server has no avatar maker, because its folder of pages has no file maker.html", 404},
        {"POST", "/v1/models/nobody/fit", "{}", NULL, "nobody", 404},
        {"POST", "/v1/jobs?model=nobody", "{\"people\":[]}", NULL, "", 404},
        {"POST", SOLVE, "{\"skeleton\":\"nobody\",\"targets\":[]}", "/skeleton", "nobody", 404},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refused(rows[i].method, rows[i].target, rows[i].body, rows[i].status, rows[i].pointer,
                rows[i].detail);
    assert_int_equal(wrong, 0);
}

static void fields_of_a_fit_that_exclude_each_other_are_refused_at_their_pointers(void **state)
{
    (void)state;
    wrong = 0;
    static char text[8192];
#define VIEWS "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"views\":[%s]}}}"
#define CAMERA                                                                                               \
    "{\"fx\":1000,\"cx\":500,\"cy\":500,\"rotation\":[1,0,0,0,-1,0,0,0,-1],\"translation\":[0,1,3]}"
    snprintf(text, sizeof text, VIEWS, "{}");
    refused("POST", FIT, text, 400, "/observations/keypoints/views", "1 cameras; 2 to ");
    snprintf(text, sizeof text, VIEWS, "{\"points\":[]},{}");
    refused("POST", FIT, text, 400, "/observations/keypoints/views/0",
            "camera and points are both required in a view");
    snprintf(text, sizeof text, VIEWS,
             "{\"camera\":{\"cx\":500,\"cy\":500,\"rotation\":[1,0,0,0,-1,0,0,0,-1]},\"points\":[]},{}");
    refused("POST", FIT, text, 400, "/observations/keypoints/views/0/camera", "");
    snprintf(text, sizeof text, VIEWS, "{\"camera\":{\"fx\":1000,\"cx\":500,\"cy\":500},\"points\":[]},{}");
    refused("POST", FIT, text, 400, "/observations/keypoints/views/0/camera",
            "the camera has no rotation; it is expected");
    snprintf(text, sizeof text,
             "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":%s,\"views\":[{},{}]}}}", K17);
    refused("POST", FIT, text, 400, "/observations/keypoints",
            "views and points given; only one of the two allowed");
    snprintf(text, sizeof text, VIEWS, "{\"camera\":" CAMERA ",\"points\":%s},{}");
    static char whole[12000];
    snprintf(whole, sizeof whole, text, K17);
    refused("POST", FIT, whole, 400, "/observations/keypoints/views/0/points/5",
            "3 numbers; [x, y] expected in a view");
    refused("POST", FIT, "{\"observations\":{\"keypoints\":{\"set\":5,\"points\":[]}}}", 400,
            "/observations/keypoints/set",
            "neither text nor an object; the name of a set, or an object of keypoints expected");
    refused("POST", FIT, "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":5}}}", 400,
            "/observations/keypoints/points", "neither an array in the set's order nor an object by name");
    refused("POST", FIT, "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":[[0,0,0]]}}}", 400,
            "/observations/keypoints/points", "1 rows; 17 expected (the set's)");
    snprintf(text, sizeof text,
             "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":%s},\"twists\":[1]}}", K17);
    refused("POST", FIT, text, 400, "/observations/twists", "given; allowed only with solver hybrik");
    refused("POST", FIT,
            "{\"observations\":{\"keypoints\":{\"set\":{\"a\":{\"joints\":{\"pelvis\":0}}},\"points\":{\"a\":"
            "[0,0,0]}}}}",
            400, "/observations/keypoints/set/a", "weight of \"pelvis\"; above 0 to 1e6 allowed");
    assert_int_equal(wrong, 0);
}

static void scenes_and_rollouts_are_refused(void **state)
{
    (void)state;
    wrong = 0;
    static char text[1 << 16];
    for (int i = 0; i < 2; i++) { /* a side of more than 4096 heights, in a column and in a row */
        char *at = text + sprintf(text, "{\"ground\":{\"cell\":0.1,\"heights\":[");
        for (int row = 0; row < (i ? 4097 : 2); row++) {
            at += sprintf(at, row ? ",[" : "[");
            for (int column = 0; column < (i ? 2 : 4097); column++) at += sprintf(at, column ? ",0" : "0");
            at += sprintf(at, "]");
        }
        sprintf(at, "]}}");
        refused("PUT", "/v1/scenes/long", text, 400, "/ground",
                i ? "rows: 4097; 2 to 4096" : "columns: 4097; 2 to 4096");
    }
    assert_int_equal(wrong, 0);
}

/* A host without stores of objects. */
static void an_unknown_job_or_file_is_not_found(void **state)
{
    (void)state;
    pd_api_host bare = api_host_table;
    bare.ticket = NULL, bare.skeleton_put = NULL, bare.skeleton_delete = NULL, bare.scene_put = NULL;
    static const struct {
        const char *method, *path, *type, *body, *words;
    } rows[] = {{"POST", "/v1/tickets", NULL, NULL, "no tickets"},
                {"PUT", "/v1/characters/hero", "model/gltf-binary", "glTF", "no characters"},
                {"PUT", "/v1/skeletons/arm", NULL, "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]}]}",
                 "no skeletons"},
                {"PUT", "/v1/scenes/yard", NULL, "{}", "no scenes"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_request request = {
            .method = rows[i].method, .path = rows[i].path, .content_type = rows[i].type};
        if (rows[i].body)
            request.body = (pd_bytes){(const unsigned char *)rows[i].body, strlen(rows[i].body)};
        pd_api_call *call = pd_api_decode(&request, &bare, &api_host_limits);
        api_finish(call);
        json_t *problem = api_json(call);
        const char *detail = json_string_value(json_object_get(problem, "detail"));
        if (api_status(call) != 404 || !strstr(detail, rows[i].words))
            fail_msg("%s: %d %s", rows[i].path, api_status(call), detail);
        json_decref(problem);
        pd_api_call_release(call);
    }
}

/* A plain request for the stream is refused as RFC 9110, 15.5.22 and RFC 6455, 4.2.2 define. */
static void the_stream_is_no_plain_request(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/v1/stream", NULL);
    assert_int_equal(api_status(call), 426);
    assert_string_equal(api_header(call, "Upgrade"), "websocket");
    assert_string_equal(api_header(call, "Sec-WebSocket-Version"), "13");
    assert_non_null(strstr(api_header(call, "Connection"), "upgrade"));
    pd_api_call_release(call);
}

static pd_status no_ticket(void *ctx, const void *who, char out[64], pd_error *err)
{
    (void)ctx, (void)who, (void)out;
    return pd_fail(err, PD_ERR_INTERNAL, "ticket", "the system gave the system gave no random numbers");
}

static void a_ticket_that_cannot_be_made_says_why(void **state)
{
    (void)state;
    pd_api_host host = api_host_table;
    host.ticket = no_ticket;
    const pd_api_request request = {.method = "POST", .path = "/v1/tickets"};
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    json_t *problem = api_json(call);
    assert_int_equal(api_status(call), 500);
    assert_string_equal(json_string_value(json_object_get(problem, "detail")),
                        "the system gave the system gave no random numbers");
    json_decref(problem);
    pd_api_call_release(call);
}

/* RFC 9110, 13.1: a representation without an ETag is matched by "*" alone. */
static void conditions_without_an_etag_hold_only_for_any(void **state)
{
    (void)state;
    static const struct {
        const char *match, *none_match;
        int status;
    } rows[] = {
        {NULL, NULL, 200}, {"*", NULL, 200}, {"\"a\"", NULL, 412}, {NULL, "*", 304}, {NULL, "\"a\"", 200}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_api_request extra = {.if_match = rows[i].match, .if_none_match = rows[i].none_match};
        pd_api_call *call = api_decode("GET", "/healthz", NULL, extra);
        assert_int_equal(api_status(call), rows[i].status);
        if (rows[i].status == 304) assert_int_equal(pd_api_call_reply(call)->body.size, 0);
        if (rows[i].status == 200) assert_true(pd_api_call_reply(call)->body.size > 0);
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_a_body_that_the_model_lacks_are_refused_at_their_pointers),
        cmocka_unit_test(texts_that_are_not_json_are_refused),
        cmocka_unit_test(fields_of_an_ik_problem_that_exclude_each_other_are_refused_at_their_pointers),
        cmocka_unit_test(unknown_ids_are_refused),
        cmocka_unit_test(fields_of_a_fit_that_exclude_each_other_are_refused_at_their_pointers),
        cmocka_unit_test(scenes_and_rollouts_are_refused),
        cmocka_unit_test(an_unknown_job_or_file_is_not_found),
        cmocka_unit_test(the_stream_is_no_plain_request),
        cmocka_unit_test(a_ticket_that_cannot_be_made_says_why),
        cmocka_unit_test(conditions_without_an_etag_hold_only_for_any),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
