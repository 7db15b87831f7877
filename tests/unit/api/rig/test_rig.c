/* POST /v1/rig: markers, media types, what is refused. */
#include "api/rig/rig.h"
#include "api/http/call.h"
#include "core/io/surface/surface.h"
#include "core/rig/rig.h"
#include "tests/support/api_ask.h"

static void markers_are_read_by_name(void **state)
{
    pd_rig_markers markers;
    pd_error err;
    (void)state;
    assert_true(pd_api_rig_markers(&markers, "chin=0,1.5,-0.25;right_knee=1e2,2,3", &err));
    assert_true(markers.given[PD_RIG_MARKER_CHIN] && markers.given[PD_RIG_MARKER_R_KNEE]);
    assert_false(markers.given[PD_RIG_MARKER_GROIN]);
    assert_near(markers.at[PD_RIG_MARKER_CHIN][2], -0.25, 0);
    assert_near(markers.at[PD_RIG_MARKER_R_KNEE][0], 100, 0);
    static const char *const bad[] = {"nose=1,2,3",   "chin",         "chin=1,2",    "chin=1,2,x",
                                      "chin=1,2,3,4", "chin=1,2,nan", "chin=1,2,1e9"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(pd_api_rig_markers(&markers, bad[i], &err));
        assert_string_equal(err.where, "/markers");
    }
}

static void refused(const char *target, const char *type, const char *body, int status, const char *text)
{
    pd_api_call *call = api_decode("POST", target, body, (pd_api_request){.content_type = type});
    const pd_api_reply *reply = api_finish(call);
    pd_buffer copy = {0};
    pd_buffer_add(&copy, reply->body.data, reply->body.size);
    pd_buffer_add(&copy, "", 1);
    if (reply->status != status || !strstr((const char *)copy.data, text))
        fail_msg("%d %s", reply->status, copy.data);
    pd_buffer_deinit(&copy);
    pd_api_call_release(call);
}

static void replies_that_cannot_be_made_are_refused(void **state)
{
    (void)state;
    refused("/v1/rig?picture=true&format=glb", "model/obj", "v 0 0 0\n", 400, "true; it needs format=json");
    refused("/v1/rig?template=bird&markers=chin=0,1,2", "model/obj", "v 0 0 0\n", 400,
            "given without effect on template=bird");
    pd_api_call *call = api_decode("POST", "/v1/rig", "v 0 0 0\n",
                                   (pd_api_request){.content_type = "model/obj", .accept = "image/png"});
    assert_int_equal(api_finish(call)->status, 406);
    json_t *problem = api_json(call);
    assert_string_equal(json_string_value(json_object_get(problem, "detail")),
                        "\"image/png\"; model/gltf-binary or application/json expected");
    json_decref(problem);
    pd_api_call_release(call);
}

static void what_is_no_mesh_is_refused(void **state)
{
    (void)state;
    refused("/v1/rig", "application/json", "{}", 415, "model/gltf-binary");
    refused("/v1/rig", "model/obj", "hello", 400, "neither a glTF binary");
    refused("/v1/rig", "model/obj", "v 0 0 0\nf 1 1\n", 400, "line 2");
    refused("/v1/rig?markers=nose=1,2,3", "model/obj", "v 0 0 0\n", 400, "nose");
    refused("/v1/rig?up=w", "model/obj", "v 0 0 0\n", 400, "-x");
    refused("/v1/rig?up=z&facing=-z", "model/obj", "v 0 0 0\n", 400, "along up");
    refused("/v1/rig?weights=bones", "model/obj", "v 0 0 0\n", 400, "geodesic");
    refused("/v1/rig?template=bird&weights=mix", "model/obj", "v 0 0 0\n", 400, "needs template=person");
    refused("/v1/rig?mark=1", "model/obj", "v 0 0 0\n", 400, "markers");
    refused("/v1/rig", "model/obj", "v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\n", 400, "\"detail\"");
}

/* A file of 24 bytes may become any surface: reading is held at its worst, and what rigging takes by the counts. */
static void a_small_file_is_held_at_its_worst(void **state)
{
    static const char obj[] = "v 0 0 0\n";
    pd_api_call *call = api_decode("POST", "/v1/rig", obj, (pd_api_request){.content_type = "model/obj"});
    (void)state;
    assert_non_null(call->run_bytes);
    assert_true(call->run_bytes(call, 1) >=
                3 * sizeof(float) * (PD_IO_SURFACE_VERTICES + (size_t)PD_IO_SURFACE_FACES));
    pd_api_call_release(call);

    call = api_decode("POST", "/v1/rig", "glTF", (pd_api_request){.content_type = "model/gltf-binary"});
    const double plain = pd_api_rig_cost(call);
    const pd_rig_job job = {.vertex_count = PD_IO_SURFACE_VERTICES / 4};
    assert_true(plain >= pd_rig_milliseconds(&job));
    pd_api_call_release(call);
    call = api_decode("POST", "/v1/rig?format=json&picture=true", "glTF",
                      (pd_api_request){.content_type = "model/gltf-binary"});
    assert_true(pd_api_rig_cost(call) > plain);
    pd_api_call_release(call);
    /* what is said of the file, or another body, costs less */
    static const char *const less[] = {"?up=y", "?up=y&facing=z", "?template=spider"};
    for (int i = 0; i < 3; i++) {
        char target[64];
        snprintf(target, sizeof target, "/v1/rig%s", less[i]);
        call = api_decode("POST", target, "glTF", (pd_api_request){.content_type = "model/gltf-binary"});
        assert_true(pd_api_rig_cost(call) < plain);
        pd_api_call_release(call);
    }
}

/* Every name of the tables is taken, and told to who gives another. */
static void names_come_from_their_tables(void **state)
{
    char target[64];
    (void)state;
    for (int i = 0; i < PD_RIG_AXES; i++) {
        snprintf(target, sizeof target, "/v1/rig?up=%s", pd_rig_axis_names[i]);
        refused(target, "model/obj", "hello", 400, "neither a glTF binary");
        refused("/v1/rig?facing=w", "model/obj", "v 0 0 0\n", 400, pd_rig_axis_names[i]);
    }
    for (int i = 0; i < PD_RIG_PLANS; i++) {
        snprintf(target, sizeof target, "/v1/rig?template=%s", pd_rig_plans[i].name);
        refused(target, "model/obj", "hello", 400, "neither a glTF binary");
        refused("/v1/rig?template=w", "model/obj", "v 0 0 0\n", 400, pd_rig_plans[i].name);
    }
    for (int i = 0; i < PD_RIG_MARKER_COUNT; i++) {
        snprintf(target, sizeof target, "/v1/rig?markers=%s=1,2,3", pd_rig_marker_names[i]);
        refused(target, "model/obj", "hello", 400, "neither a glTF binary");
        refused("/v1/rig?markers=w=1,2,3", "model/obj", "v 0 0 0\n", 400, pd_rig_marker_names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markers_are_read_by_name),
        cmocka_unit_test(replies_that_cannot_be_made_are_refused),
        cmocka_unit_test(what_is_no_mesh_is_refused),
        cmocka_unit_test(a_small_file_is_held_at_its_worst),
        cmocka_unit_test(names_come_from_their_tables),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
