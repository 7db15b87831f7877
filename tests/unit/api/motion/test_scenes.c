/* Tests the routes of scenes: heights as JSON, PNG or raw numbers, generated grounds, conditions (RFC 9110),
 * owners and limits. What was stored is read back and compared with what was sent. */
#include "api/motion/scenes.h"

#include "core/io/mesh/png.h"
#include "tests/support/api_ask.h"

#include "api/http/call.h"

/* Puts a scene and expects the status; what the reply says goes to text. */
static void put(const char *target, const char *type, const void *body, size_t size, int status,
                const char *says)
{
    char path[256], text[600];
    const char *mark = strchr(target, '?');
    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - target : (long)strlen(target)), target);
    pd_api_request request = {.method = "PUT",
                              .path = path,
                              .query = mark ? mark + 1 : NULL,
                              .content_type = type,
                              .body = {body, size}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    const pd_api_reply *reply = api_finish(call);
    snprintf(text, sizeof text, "%.*s", (int)reply->body.size, (const char *)reply->body.data);
    if (reply->status != status || !strstr(text, says)) fail_msg("%d %s", reply->status, text);
    pd_api_call_release(call);
}

static void put_json(const char *target, const char *json, int status, const char *says)
{
    put(target, "application/json", json, strlen(json), status, says);
}

static void a_misspelt_scene_gets_the_nearest(void **state)
{
    (void)state;
    put_json("/v1/scenes/courtyard", "{}", 201, "courtyard");
    api_refused("GET", "/v1/scenes/cuortyard", NULL, 404, NULL, "; did you mean courtyard?");
    api_refused("DELETE", "/v1/scenes/coutyard", NULL, 404, NULL, "; did you mean courtyard?");
    pd_api_call_release(api_ask("DELETE", "/v1/scenes/courtyard", NULL));
}

static double height(const char *id, double x, double z)
{
    pd_api_scene *scene = api_host_scene(&api_host_state, id);
    assert_non_null(scene);
    double h = pd_anim_scene_height(&scene->scene, x, z);
    pd_api_scene_release(scene);
    return h;
}

static void a_scene_is_put_seen_and_deleted(void **state)
{
    (void)state;
    put_json("/v1/scenes/yard",
             "{\"walls\":[{\"from\":[-2,4],\"to\":[2,4]}],\"ground\":{\"cell\":1,\"heights\":[[0,1],[0,1]]}}",
             201, "\"rows\":2");
    put_json("/v1/scenes/yard",
             "{\"walls\":[{\"from\":[-2,4],\"to\":[2,4]}],\"ground\":{\"cell\":1,\"heights\":[[0,1],[0,1]]}}",
             200, "\"walls\":[{\"from\":[-2");
    put_json("/v1/scenes/yard", "{\"seats\":[{\"at\":[0,2],\"facing\":90}]}", 200,
             "\"warnings\":[{\"pointer\":\"/seats/0/facing\",\"detail\":\"90; -6.283 to 6.283 radians");
    put_json("/v1/scenes/yard",
             "{\"walls\":[{\"from\":[-2,4],\"to\":[2,4]}],\"ground\":{\"cell\":1,\"heights\":[[0,1],[0,1]]}}",
             200, "\"seats\":[]}");
    pd_api_call *call = api_ask("GET", "/v1/scenes/yard?heights=true", NULL);
    json_t *seen =
        json_loadb((char *)pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size, 0, NULL);
    assert_near(json_number_value(json_array_get(
                    json_array_get(json_object_get(json_object_get(seen, "ground"), "heights"), 1), 1)),
                1, 0);
    json_decref(seen);
    pd_api_call_release(call);
    call = api_ask("DELETE", "/v1/scenes/yard", NULL);
    assert_int_equal(api_status(call), 204);
    pd_api_call_release(call);
    call = api_ask("GET", "/v1/scenes/yard", NULL);
    assert_int_equal(api_status(call), 404);
    pd_api_call_release(call);
}

static void a_model_in_use_stays_when_another_takes_its_name(void **state)
{
    (void)state;
    put_json("/v1/scenes/a", "{\"ground\":{\"cell\":1,\"heights\":[[1,1],[1,1]]}}", 201, "");
    pd_api_scene *held = api_host_scene(&api_host_state, "a");
    put_json("/v1/scenes/a", "{\"ground\":{\"cell\":1,\"heights\":[[2,2],[2,2]]}}", 200, "");
    assert_near(pd_anim_scene_height(&held->scene, 0, 0), 1, 0);
    assert_near(height("a", 0, 0), 2, 0);
    pd_api_scene_release(held);
}

static void a_scene_counts_until_its_last_user_has_gone(void **state)
{
    (void)state;
    pd_srv_memory *memory = &api_host_state.memory;
    const char large[] = "{\"ground\":{\"kind\":\"hills\",\"side\":100,\"cell\":0.1}}", small[] = "{}";
    const size_t ground = 1001 * 1001 * sizeof(float);

    put_json("/v1/scenes/a", large, 201, "\"rows\":1001");
    pd_api_scene *used = api_host_scene(&api_host_state, "a");
    assert_in_range(atomic_load(&memory->held[PD_API_MEMORY_SCENES]), ground, ground + 1000);
    put_json("/v1/scenes/a", small, 200, "flat");
    pd_api_call_release(api_ask("DELETE", "/v1/scenes/a", NULL));
    assert_in_range(atomic_load(&memory->held[PD_API_MEMORY_SCENES]), ground, ground + 1000);
    pd_api_scene_release(used);
    assert_int_equal(atomic_load(&memory->held[PD_API_MEMORY_SCENES]), 0);

    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST); /* of which scenes may have half, 16 MiB */
    const char *const targets[] = {"/v1/scenes/a", "/v1/scenes/b", "/v1/scenes/c"};
    for (int i = 0; i < 3; i++) put_json(targets[i], large, 201, "");
    put_json("/v1/scenes/d", large, 201, "");
    put_json("/v1/scenes/a", large, 503, "limits.memory"); /* the old one is still there */
    put_json("/v1/scenes/a", "{\"ground\":{\"kind\":\"hills\",\"side\":400,\"cell\":0.1}}", 413,
             "limits.memory");
    put_json("/v1/scenes/a", small, 200, "flat");
}

static void a_small_picture_of_a_large_ground_is_refused_by_its_header(void **state)
{
    (void)state;
    const unsigned char head[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x10\0\0\0\x10\0\x10\0\0\0\0";

    pd_srv_memory_limit(&api_host_state.memory, PD_SRV_MEMORY_LEAST);
    put("/v1/scenes/a", "image/png", head, sizeof head - 1, 413,
        "about 96 MiB"); /* nothing was read but these 29 bytes */
}

static pd_api_call *decode_put(const char *id, const char *json)
{
    char target[64];

    snprintf(target, sizeof target, "/v1/scenes/%s", id);
    return api_decode("PUT", target, json, (pd_api_request){0});
}

static void a_made_ground_is_made_when_the_call_runs_and_costs_its_heights(void **state)
{
    (void)state;
    pd_cancel gone = {0};
    pd_arena scratch;
    pd_api_call *given = decode_put("a", "{\"ground\":{\"cell\":1,\"heights\":[[0,1],[0,1]]}}"),
                *small = decode_put("b", "{\"ground\":{\"kind\":\"hills\",\"side\":10}}"),
                *large = decode_put("c", "{\"ground\":{\"kind\":\"map\",\"side\":400,\"cell\":0.0977}}");

    assert_true(pd_api_call_done(given));
    assert_false(pd_api_call_done(small) || pd_api_call_done(large));
    assert_true(pd_api_call_cost(small) < 5);
    assert_in_range(pd_api_call_cost(large), 3000, 6000);
    assert_true(large->run_bytes(large, 1) >= (size_t)4095 * 4095 * 4 && large->held < 100000);

    /* nobody waits for it: it ends at once, and nothing is put */
    pd_arena_init(&scratch, 0);
    pd_cancel_set(&gone, PD_CANCEL_GONE);
    pd_api_call_cancel_by(large, &gone);
    large->run(large, &scratch, &pd_executor_serial);
    assert_null(api_host_scene(&api_host_state, "c"));
    pd_api_run(&small, 1, &scratch, &pd_executor_serial);
    assert_int_equal(api_status(small), 201);
    pd_arena_deinit(&scratch);
    pd_api_call_release(given), pd_api_call_release(small), pd_api_call_release(large);
}

/* RFC 9110, 8.8.3: what is put again unchanged keeps its ETag, anything else gets another. */
static void an_upload_has_an_etag_of_its_content(void **state)
{
    (void)state;
    static const char *const bodies[] = {"{}", "{\"walls\":[{\"from\":[-2,4],\"to\":[2,4]}]}",
                                         "{\"walls\":[{\"from\":[-2,4],\"to\":[2,5]}]}", "{}"};
    char etags[4][80];
    for (int i = 0; i < 4; i++) {
        pd_api_call *call = api_ask("PUT", "/v1/scenes/a", bodies[i]),
                    *seen = api_ask("GET", "/v1/scenes/a", NULL);
        assert_non_null(api_header(seen, "ETag"));
        snprintf(etags[i], sizeof etags[i], "%s", api_header(seen, "ETag"));
        for (int k = 0; k < i; k++) assert_int_equal(!strcmp(etags[i], etags[k]), i == 3 && k == 0);
        pd_api_call_release(call);
        pd_api_call_release(seen);
    }
    pd_api_call_release(api_ask("DELETE", "/v1/scenes/a", NULL));
}

static void many_heights_are_written_when_the_call_runs(void **state)
{
    (void)state;
    put_json("/v1/scenes/a", "{\"ground\":{\"kind\":\"hills\",\"side\":20,\"cell\":0.1}}", 201,
             "\"rows\":201");
    pd_api_call *without = api_decode("GET", "/v1/scenes/a", NULL, (pd_api_request){0}),
                *with = api_decode("GET", "/v1/scenes/a?heights=true", NULL, (pd_api_request){0});

    assert_true(pd_api_call_done(without));
    assert_false(pd_api_call_done(with));
    assert_in_range(pd_api_call_cost(with), 4, 6);
    api_finish(with);
    json_t *seen = api_json(with);
    assert_int_equal(json_array_size(json_object_get(json_object_get(seen, "ground"), "heights")), 201);
    json_decref(seen);
    pd_api_call_release(without), pd_api_call_release(with);
}

static void a_large_ground_is_shown_in_parts_that_are_one_document(void **state)
{
    (void)state;
    put_json("/v1/scenes/a", "{\"ground\":{\"kind\":\"hills\",\"side\":60,\"cell\":0.1}}", 201,
             "\"rows\":601");
    pd_api_call *call = api_decode("GET", "/v1/scenes/a?heights=true", NULL, (pd_api_request){0});
    assert_true(pd_api_call_in_parts(call));
    int count;
    const size_t bound = call->run_bytes(call, 1);
    assert_true(bound <= PD_API_PART_BYTES);

    /* a part that was cancelled is made again */
    pd_cancel cancel = {0};
    pd_arena scratch;
    pd_arena_init(&scratch, 0);
    pd_api_call_cancel_by(call, &cancel);
    pd_cancel_set(&cancel, PD_CANCEL_OVERRUN);
    pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    assert_false(pd_api_call_done(call));
    assert_true(pd_cancel_clear_overrun(&cancel));
    pd_arena_deinit(&scratch);

    const int planned = call->part_total;
    pd_buffer all = api_parts(call, &count);
    assert_int_equal(count, planned); /* its cost is divided by them */
    assert_in_range(count, 3, 5);
    json_t *seen = json_loadb((const char *)all.data, all.size, JSON_REJECT_DUPLICATES, NULL);
    const json_t *rows = json_object_get(json_object_get(seen, "ground"), "heights");
    assert_int_equal(json_array_size(rows), 601);
    pd_api_scene *scene = api_host_scene(&api_host_state, "a");
    for (size_t i = 0; i < 601; i++)
        for (size_t j = 0; j < 601; j++)
            assert_true((float)json_number_value(json_array_get(json_array_get(rows, i), j)) ==
                        scene->scene.ground.heights[i * 601 + j]);
    assert_int_equal(json_array_size(json_object_get(seen, "walls")), 0);
    pd_api_scene_release(scene);

    json_decref(seen);
    pd_buffer_deinit(&all);
    pd_api_call_release(call);
}

static void heightmaps_come_as_png_text_and_raw_numbers(void **state)
{
    (void)state;
    uint16_t samples[] = {0, 65535, 0, 0, 65535, 0};
    const pd_io_image image = {3, 2, 1, 16, samples};
    const float raw[] = {0, 5, 0, 0, 5, 0};
    const char text[] = "0 5 0\n0 5 0\n";
    pd_buffer png = {0};
    assert_int_equal(pd_io_png_write(&png, &image, NULL), PD_OK);
    put("/v1/scenes/png?cell=1&scale=5", "image/png", png.data, png.size, 201, "\"columns\":3");
    put("/v1/scenes/text?cell=1", "text/plain; charset=utf-8", text, sizeof text - 1, 201, "\"rows\":2");
    put("/v1/scenes/raw?cell=1&columns=3&x=-1&z=-0.5", "application/octet-stream", raw, sizeof raw, 201, "");
    const char *const ids[] = {"png", "text", "raw"};
    for (int i = 0; i < 3; i++) {
        assert_near(height(ids[i], 0, 0), 5, 1e-6);
        assert_near(height(ids[i], -0.5, 0), 2.5, 1e-6);
        assert_near(height(ids[i], 9, 0), 0, 1e-6);
    }
    put("/v1/scenes/white?cell=1", "image/png", png.data, png.size, 201, ""); /* white is a metre high */
    assert_near(height("white", 0, 0), 1, 1e-6);
    pd_buffer_deinit(&png);
}

/* Heights without a cell are 0.1 m apart (docs/reference/api.md), and lie about the origin. */
static void heights_without_a_cell_are_a_tenth_of_a_metre_apart(void **state)
{
    (void)state;
    put_json("/v1/scenes/a", "{\"ground\":{\"heights\":[[0,1,2],[0,1,2]]}}", 201, "");
    pd_api_scene *scene = api_host_scene(&api_host_state, "a");
    const pd_anim_ground *g = &scene->scene.ground;
    assert_true(g->rows == 2 && g->columns == 3);
    assert_near(pd_anim_scene_height(&scene->scene, -0.1, 0), 0, 1e-6);
    assert_near(pd_anim_scene_height(&scene->scene, 0, 0.05), 1, 1e-6);
    assert_near(pd_anim_scene_height(&scene->scene, 0.1, -0.05), 2, 1e-6);
    pd_api_scene_release(scene);
}

static void an_unknown_scene_is_refused_by_name(void **state)
{
    (void)state;
    const float bad[] = {0, 5, 0, 0, NAN, 0};
    put_json("/v1/scenes/Yard", "{}", 400, "is not an id");
    put_json("/v1/scenes/a", "{\"fence\":[]}", 400, "unknown field");
    put_json("/v1/scenes/a", "{\"walls\":[{\"from\":[0,0]}]}", 400, "/walls/0");
    put("/v1/scenes/a", "application/octet-stream", bad, sizeof bad, 400, "heights in a row");
    put("/v1/scenes/a?columns=4", "application/octet-stream", bad, sizeof bad, 400,
        "24 bytes; 2 to 4096 rows of 16");
    put("/v1/scenes/a?columns=3", "application/octet-stream", bad, sizeof bad, 400, "heights");
    put("/v1/scenes/a?cell=0", "text/plain", "1 2\n3 4\n", 8, 400, "cell");
    put("/v1/scenes/a", "text/plain", "1 2\n3\n", 6, 400, "heights:2");
    put("/v1/scenes/a", "image/png", "no png", 6, 400, "end of stream");
    assert_null(api_host_scene(&api_host_state, "a"));
}

static void more_scenes_than_allowed_are_refused(void **state)
{
    (void)state;
    const char *const targets[] = {"/v1/scenes/a", "/v1/scenes/b", "/v1/scenes/c", "/v1/scenes/d"};
    for (int i = 0; i < 4; i++) put_json(targets[i], "{}", 201, "flat");
    put_json("/v1/scenes/e", "{}", 413, "4 scenes are stored; at most 4");
    put_json("/v1/scenes/d", "{}", 200, "flat");
    pd_api_call *call = api_ask("GET", "/v1/scenes", NULL);
    assert_int_equal(api_status(call), 200);
    pd_api_call_release(call);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, api_host_setup, api_host_teardown)

/* A store that does not take it: because of a condition, of another owner, or of its limits. */
static int refusal;

static pd_status refuse_scene(void *ctx, pd_api_scene *scene, const pd_api_condition *condition, int *is_new,
                              pd_error *err)
{
    (void)ctx, (void)condition;
    pd_api_scene_release(scene);
    *is_new = refusal;
    return pd_fail(err, PD_ERR_LIMIT, "", "not taken");
}

static pd_status refuse_skeleton(void *ctx, pd_api_skeleton *skeleton, const pd_api_condition *condition,
                                 int *is_new, pd_error *err)
{
    (void)ctx, (void)condition;
    pd_api_skeleton_release(skeleton);
    *is_new = refusal;
    return pd_fail(err, PD_ERR_LIMIT, "", "not taken");
}

static void a_store_reports_why_it_refuses_an_entry(void **state)
{
    (void)state;
    static const struct {
        const char *path, *body;
    } asked[] = {{"/v1/scenes/yard", "{}"},
                 {"/v1/skeletons/arm", "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]}]}"}};
    static const int statuses[][2] = {{-2, 412}, {-1, 403}, {0, 0}};
    pd_api_host host = api_host_table;
    host.scene_put = refuse_scene, host.skeleton_put = refuse_skeleton;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        for (size_t k = 0; k < sizeof statuses / sizeof *statuses; k++) {
            const pd_api_request request = {
                .method = "PUT",
                .path = asked[i].path,
                .content_type = "application/json",
                .body = {(const unsigned char *)asked[i].body, strlen(asked[i].body)}};
            refusal = statuses[k][0];
            pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
            const int status = api_finish(call)->status;
            const int wanted = refusal ? statuses[k][1] : pd_status_http(PD_ERR_LIMIT);
            if (status != wanted) fail_msg("%s %d: %d, and not %d", asked[i].path, refusal, status, wanted);
            pd_api_call_release(call);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_store_reports_why_it_refuses_an_entry),
        TEST(a_misspelt_scene_gets_the_nearest),
        TEST(a_scene_is_put_seen_and_deleted),
        TEST(a_model_in_use_stays_when_another_takes_its_name),
        TEST(a_scene_counts_until_its_last_user_has_gone),
        TEST(a_small_picture_of_a_large_ground_is_refused_by_its_header),
        TEST(a_made_ground_is_made_when_the_call_runs_and_costs_its_heights),
        TEST(an_upload_has_an_etag_of_its_content),
        TEST(many_heights_are_written_when_the_call_runs),
        TEST(a_large_ground_is_shown_in_parts_that_are_one_document),
        TEST(heightmaps_come_as_png_text_and_raw_numbers),
        TEST(heights_without_a_cell_are_a_tenth_of_a_metre_apart),
        TEST(an_unknown_scene_is_refused_by_name),
        TEST(more_scenes_than_allowed_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
