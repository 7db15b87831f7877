/* Several people in requests, on a body of 200 vertices.
 * tests/unit/core/observe/film tests how identities are found. */
#include "api/observe/crowd.h"

#include "tests/support/api_ask.h"

#include <math.h>

/* Returns two people who stand in a room before two cameras,
 * as {"fx",...} and figures of coco17 in any order. */
static const char *views(const char *list, bool is_take, int figures)
{
    static char text[1 << 16];
    size_t used = (size_t)snprintf(text, sizeof text, "{\"set\":\"coco17\",\"views\":[");

    for (int c = 0; c < 2; c++) {
        const double a = c ? 1 : 0, s = sin(a), co = cos(a);
        used += (size_t)snprintf(
            text + used, sizeof text - used,
            "%s{\"camera\":{\"fx\":1000,\"cx\":500,\"cy\":500,\"rotation\":[%.6f,0,%.6f,0,-1,0,%.6f,0,%.6f],"
            "\"translation\":[0,1,4]},\"%s\":%s",
            c ? "," : "", co, -s, -s, -co, list, is_take ? "[" : "");
        for (int f = 0; f < (is_take ? 20 : 1); f++) {
            used += (size_t)snprintf(text + used, sizeof text - used, f ? ",[" : "[");
            for (int i = 0; i < figures; i++) {
                const double x0 = (i + f + c) % 2 ? 0.7 : -0.7;
                used += (size_t)snprintf(text + used, sizeof text - used, "%s[null,null,null,null,null",
                                         i ? "," : "");
                for (int k = 0; k < 12; k++) {
                    const double x = x0 + (k % 2 ? -0.15 : 0.15), y = 1.5 - 0.25 * (k / 2),
                                 z = 0.05 * (k / 3);
                    const double px = co * x - s * z, pz = -s * x - co * z + 4;
                    used += (size_t)snprintf(text + used, sizeof text - used, ",[%.3f,%.3f]",
                                             500 + 1000 * px / pz, 500 + 1000 * (1 - y) / pz);
                }
                used += (size_t)snprintf(text + used, sizeof text - used, "]");
            }
            used += (size_t)snprintf(text + used, sizeof text - used, "]");
        }
        used += (size_t)snprintf(text + used, sizeof text - used, is_take ? "]}" : "}");
    }
    snprintf(text + used, sizeof text - used, "]}");
    return text;
}

static bool read(pd_api_crowd *crowd, pd_api_call *call, const char *text, bool is_take)
{
    json_t *object = json_loads(text, 0, NULL);
    pd_api_model found = {0};
    assert_non_null(object);
    assert_int_equal(api_host_table.acquire(api_host_table.ctx, "default", true, &found, NULL), PD_OK);
    const pd_api_crowd_request request = {.object = object,
                                          .where = "/crowd",
                                          .is_take = is_take,
                                          .rate = 30,
                                          .model = pd_api_model_body(&found)};
    *crowd = (pd_api_crowd){0};
    call->problems = (pd_api_problems){0};
    const bool good = pd_api_crowd_read(crowd, &request, call);
    pd_api_model_release(&found);
    json_decref(object);
    return good;
}

static void figures_of_a_view_become_a_film(void **state)
{
    pd_api_call *call = api_ask("GET", "/healthz", NULL);
    pd_api_crowd crowd;

    (void)state;
    assert_true(read(&crowd, call, views("frames", true, 2), true));
    assert_int_equal(crowd.group.film_count, 2);
    assert_true(crowd.group.are_placed);
    assert_int_equal(crowd.figure_count, 80);
    const pd_detections *film = &crowd.films[1];
    assert_int_equal(film->frame_count, 20);
    assert_int_equal(film->figure_count, 40);
    assert_int_equal(film->frames[39], 19);
    assert_int_equal(film->keypoint_count, 17);
    assert_true(isnan(film->at[0]) && film->confidence[0] == 0);
    assert_true(film->at[3 * 5] > 0 && film->confidence[5] == 1);
    pd_api_crowd_deinit(&crowd);
    pd_api_call_release(call);
}

static void confidences_are_read_for_each_figure(void **state)
{
    pd_api_call *call = api_ask("GET", "/healthz", NULL);
    pd_api_crowd crowd;
    const char *text =
        "{\"set\":\"coco17\",\"views\":[{\"camera\":{\"width\":100,\"height\":100},\"figures\":[[[1,2],[3,4],"
        "[5,6],[7,8],[9,9],[1,1],[2,2],[3,3],[4,4],[5,5],[6,6],[7,7],[8,8],[9,9],[1,2],[1,3],[1,4]]],"
        "\"confidence\":[[0.5,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]]}]}";

    (void)state;
    assert_true(read(&crowd, call, text, false));
    assert_true(crowd.films[0].confidence[0] == 0.5F && crowd.films[0].at[1] == 2);
    assert_true(crowd.films[0].confidence[1] == 0 && isnan(crowd.films[0].at[3]));
    assert_true(crowd.guessed[0]);
    pd_api_crowd_deinit(&crowd);
    pd_api_call_release(call);
}

static void an_error_is_reported_by_its_place(void **state)
{
    static const struct {
        const char *text, *where, *words;
        bool is_take;
    } rows[] = {
        {"{\"views\":[]}", "/crowd/set", "missing", true},
        {"{\"set\":\"coco\",\"views\":[]}", "/crowd/set", "coco17", true},
        {"{\"set\":\"coco17\",\"views\":[]}", "/crowd/views", "0 cameras; 1 to 16 expected", true},
        {"{\"set\":\"coco17\",\"views\":[{\"frames\":[[]]}]}", "/crowd/views/0",
         "camera and frames are required", true},
        {"{\"set\":\"coco17\",\"views\":[{\"figures\":[[]],\"camera\":{\"width\":9,\"height\":9}}]}",
         "/crowd/views/0/figures", "frames", true},
        {"{\"set\":\"coco17\",\"views\":[{\"frames\":[],\"camera\":{\"width\":9,\"height\":9}}]}",
         "/crowd/views/0", "0 frames; 1 to", true},
        {"{\"set\":\"coco17\",\"views\":[{\"frames\":[7],\"camera\":{\"width\":9,\"height\":9}}]}",
         "/crowd/views/0/frames/0", "a list of figures expected", true},
        {"{\"set\":\"coco17\",\"views\":[{\"frames\":[[[[1,2]]]],\"camera\":{\"width\":9,\"height\":9}}]}",
         "/crowd/views/0/frames/0/0", "1 keypoints; 17 expected", true},
        {"{\"set\":\"coco17\",\"views\":[{\"figures\":[[[1,2,3],0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]],\"camera\":"
         "{\"width\":9,"
         "\"height\":9}}]}",
         "/crowd/views/0/figures/0/0", "2 numbers or null expected", false},
        {"{\"set\":\"coco17\",\"views\":[{\"figures\":[[[1,1e9],0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]],\"camera\":"
         "{\"width\":9,"
         "\"height\":9}}]}",
         "/crowd/views/0/figures/0/0", "coordinate 1", false},
        {"{\"set\":\"coco17\",\"views\":[{\"figures\":[],\"camera\":{\"width\":9,\"height\":9}}]}",
         "/crowd/views/0", "no person is seen in any of the 1 frames", false},
        {"{\"set\":\"coco17\",\"views\":[{\"frames\":[[],[]],\"camera\":{\"width\":9,\"height\":9}},{"
         "\"frames\":[[]],"
         "\"camera\":{\"width\":9,\"height\":9}}]}",
         "/crowd/views/1", "1 frames; 2 expected, as the first view has", true},
        {"{\"set\":\"coco17\",\"views\":[{\"frames\":[[],[]],\"confidence\":[[]],\"camera\":{\"width\":9,"
         "\"height\":9}}]}",
         "/crowd/views/0", "1 frames of confidence; 2 expected", true},
        {"{\"set\":\"coco17\",\"views\":[{\"figures\":[],\"camera\":{\"width\":9,\"height\":9}},{\"figures\":"
         "[],"
         "\"camera\":{\"width\":9,\"height\":9}}]}",
         "/crowd/views/0/camera", "POST /v1/jobs", false},
    };
    pd_api_call *call = api_ask("GET", "/healthz", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_crowd crowd;
        assert_false(read(&crowd, call, rows[i].text, rows[i].is_take));
        assert_string_equal(call->problems.items[0].where, rows[i].where);
        if (!strstr(call->problems.items[0].detail, rows[i].words))
            fail_msg("%s not in %s", rows[i].words, call->problems.items[0].detail);
        pd_api_crowd_deinit(&crowd);
    }
    pd_api_call_release(call);
}

static void a_moment_with_two_people_gives_two_bodies(void **state)
{
    static char text[1 << 16];
    pd_api_call *call;

    (void)state;
    snprintf(text, sizeof text, "{\"observations\":{\"crowd\":%s}}", views("figures", false, 2));
    call = api_ask("POST", "/v1/models/default/fit", text);
    json_t *reply = json_loadb((const char *)pd_api_call_reply(call)->body.data,
                               pd_api_call_reply(call)->body.size, 0, NULL);
    if (api_status(call) != 200) fail_msg("%d", api_status(call));
    const json_t *people = json_object_get(reply, "people");
    assert_int_equal(json_array_size(people), 2);
    assert_int_equal(json_integer_value(json_object_get(reply, "left_out")), 0);
    for (size_t i = 0; i < 2; i++) { /* the second camera has them in the other order */
        const json_t *one = json_array_get(people, i), *figures = json_object_get(one, "figures");
        assert_int_equal(json_integer_value(json_array_get(figures, 0)) +
                             json_integer_value(json_array_get(figures, 1)),
                         1);
        assert_int_equal(json_array_size(json_object_get(one, "observations")) % 2, 0);
        assert_non_null(json_object_get(one, "joints"));
        assert_non_null(json_object_get(one, "betas"));
    }
    json_decref(reply);
    pd_api_call_release(call);

    snprintf(text, sizeof text, "{\"observations\":{\"keep_betas\":true,\"crowd\":%s}}",
             views("figures", false, 2));
    call = api_ask("POST", "/v1/models/default/fit", text);
    assert_int_equal(api_status(call), 400);
    pd_api_call_release(call);
}

static double focal_of(const json_t *people, size_t i)
{
    const json_t *camera = json_object_get(json_array_get(people, i), "camera");
    assert_true(json_is_true(json_object_get(camera, "guessed")));
    return json_number_value(json_object_get(camera, "fx"));
}

static void two_people_before_one_camera_have_one_focal_length(void **state)
{
    static char text[1 << 16];
    const char *camera = "{\"camera\":{\"width\":1000,\"height\":1000},\"figures\":";

    (void)state;
    const char *both = views("figures", false, 2), *first = strstr(both, "\"figures\":[") + 10;
    const char *end = strstr(first, ",{\"camera\"");
    snprintf(text, sizeof text, "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[%s%.*s]}}}",
             camera, (int)(end - first), first);
    pd_api_call *call = api_ask("POST", "/v1/models/default/fit", text);
    assert_int_equal(api_status(call), 200);
    json_t *reply = json_loadb((const char *)pd_api_call_reply(call)->body.data,
                               pd_api_call_reply(call)->body.size, 0, NULL);
    const json_t *people = json_object_get(reply, "people");
    assert_int_equal(json_array_size(people), 2);
    assert_true(focal_of(people, 0) == focal_of(people, 1));
    json_decref(reply);
    pd_api_call_release(call);
}

/* Figures of one camera: of people at 4 m, and then of one whose pixels are so far apart that they would be
 * millimetres before the lens. */
static pd_api_call *ask_of_near(int figures)
{
    static char text[1 << 16];
    const char *all = views("figures", false, figures), *first = strstr(all, "\"figures\":[") + 11;
    const int length = figures ? (int)(strstr(first, "]},{\"camera\"") - first) : 0;
    size_t used = (size_t)snprintf(
        text, sizeof text,
        "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{\"camera\":{\"fx\":1000,\"cx\":500,"
        "\"cy\":500},\"figures\":[%.*s%s[null,null,null,null,null",
        length, first, figures ? "," : "");

    for (int k = 0; k < 12; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, ",[%d,%d]", k % 2 ? -79500 : 80500,
                                 -200000 + 90000 * (k / 2));
    snprintf(text + used, sizeof text - used, "]]}]}}}");
    return api_ask("POST", "/v1/models/default/fit", text);
}

static void a_person_behind_the_camera_is_left_out(void **state)
{
    pd_api_call *call = ask_of_near(2);

    (void)state;
    if (api_status(call) != 200) fail_msg("%d", api_status(call));
    json_t *reply = json_loadb((const char *)pd_api_call_reply(call)->body.data,
                               pd_api_call_reply(call)->body.size, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(reply, "people")), 2);
    assert_int_equal(json_integer_value(json_object_get(reply, "left_out")), 1);
    const json_t *warnings = json_object_get(reply, "warnings");
    char *said = json_dumps(warnings, 0);
    assert_non_null(strstr(said, "1 of 3 people are left out"));
    free(said);
    json_decref(reply);
    pd_api_call_release(call);

    call = ask_of_near(0);
    assert_int_equal(api_status(call), 400);
    reply = json_loadb((const char *)pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size,
                       0, NULL);
    said = json_dumps(reply, 0);
    assert_non_null(strstr(said, "nobody of 1 people"));
    free(said);
    json_decref(reply);
    pd_api_call_release(call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_a_view_become_a_film),
        cmocka_unit_test(confidences_are_read_for_each_figure),
        cmocka_unit_test(an_error_is_reported_by_its_place),
        cmocka_unit_test(a_moment_with_two_people_gives_two_bodies),
        cmocka_unit_test(two_people_before_one_camera_have_one_focal_length),
        cmocka_unit_test(a_person_behind_the_camera_is_left_out),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
