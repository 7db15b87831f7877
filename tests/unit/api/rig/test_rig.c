/* POST /v1/rig: markers, media types, refusals. */
#include "api/rig/rig.h"
#include "api/http/call.h"
#include "core/io/surface/surface.h"
#include "core/rig/rig.h"
#include "tests/support/api_ask.h"
#include "tests/support/rig_person.h"

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
    refused("/v1/rig?picture=true&format=glb", "model/obj", "v 0 0 0\n", 400,
            "true; allowed only with format=json");
    refused("/v1/rig?template=bird&markers=chin=0,1,2", "model/obj", "v 0 0 0\n", 400,
            "has no effect on template=bird");
    pd_api_call *call = api_decode("POST", "/v1/rig", "v 0 0 0\n",
                                   (pd_api_request){.content_type = "model/obj", .accept = "image/png"});
    assert_int_equal(api_finish(call)->status, 406);
    json_t *problem = api_json(call);
    assert_string_equal(json_string_value(json_object_get(problem, "detail")),
                        "\"image/png\"; model/gltf-binary or application/json expected");
    json_decref(problem);
    pd_api_call_release(call);
}

static void a_file_without_a_mesh_is_refused(void **state)
{
    (void)state;
    refused("/v1/rig", "application/json", "{}", 415, "model/gltf-binary");
    refused("/v1/rig", "model/obj", "<?xml version=\"1.0\"?><COLLADA/>", 415,
            "posedctl import-character makes a .glb of a Collada file (.dae)");
    refused("/v1/rig", "model/obj", "; FBX 7.4.0 project file", 415, "posedctl import-character FILE.fbx");
    refused("/v1/rig", "text/plain", "solid body\nendsolid body\n", 415,
            "Content-Type is \\\"text/plain\\\", but the body is an STL; ");
    refused("/v1/rig", "model/obj", "hello", 400, "an unknown format; a glTF binary");
    refused("/v1/rig", "application/json",
            "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"a.bin\",\"byteLength\":1}]}", 400,
            "a ZIP of both");
    refused("/v1/rig", "model/obj", "v 0 0 0\nf 1 1\n", 400, "line 2");
    refused("/v1/rig?markers=nose=1,2,3", "model/obj", "v 0 0 0\n", 400, "nose");
    refused("/v1/rig?up=w", "model/obj", "v 0 0 0\n", 400, "-x");
    refused("/v1/rig?up=z&facing=-z", "model/obj", "v 0 0 0\n", 400, "along up");
    refused("/v1/rig?weights=bones", "model/obj", "v 0 0 0\n", 400, "geodesic");
    refused("/v1/rig?template=bird&weights=mix", "model/obj", "v 0 0 0\n", 400, "needs template=person");
    refused("/v1/rig?mark=1", "model/obj", "v 0 0 0\n", 400, "markers");
    refused("/v1/rig", "model/obj", "v 0 0 0\nv 0 1 0\nv 1 0 0\nf 1 2 3\n", 400, "\"detail\"");
}

/* A file of 24 bytes may become any surface: memory for reading is reserved for the worst case, memory for
 * rigging by the counts. */
static void memory_for_a_file_is_reserved_for_its_largest_content(void **state)
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

/* Every name of the tables is accepted, and the refusal of another name lists them. */
static void every_name_of_the_tables_is_accepted_and_others_are_refused(void **state)
{
    char target[64];
    (void)state;
    for (int i = 0; i < PD_RIG_AXES; i++) {
        snprintf(target, sizeof target, "/v1/rig?up=%s", pd_rig_axis_names[i]);
        refused(target, "model/obj", "hello", 400, "an unknown format; a glTF binary");
        refused("/v1/rig?facing=w", "model/obj", "v 0 0 0\n", 400, pd_rig_axis_names[i]);
    }
    for (int i = 0; i < PD_RIG_PLANS; i++) {
        snprintf(target, sizeof target, "/v1/rig?template=%s", pd_rig_plans[i].name);
        refused(target, "model/obj", "hello", 400, "an unknown format; a glTF binary");
        refused("/v1/rig?template=w", "model/obj", "v 0 0 0\n", 400, pd_rig_plans[i].name);
    }
    for (int i = 0; i < PD_RIG_MARKER_COUNT; i++) {
        snprintf(target, sizeof target, "/v1/rig?markers=%s=1,2,3", pd_rig_marker_names[i]);
        refused(target, "model/obj", "hello", 400, "an unknown format; a glTF binary");
        refused("/v1/rig?markers=w=1,2,3", "model/obj", "v 0 0 0\n", 400, pd_rig_marker_names[i]);
    }
}

/* Returns a person of the shipped body with arms half down, as a file of kind 0 .obj,
 * 1 .ply in a query with picture. */
static const char *person_file(void)
{
    static char *text;
    rig_person p = rig_person_make(0.3, 0.5);
    pd_buffer out = {0};
    for (int i = 0; i < p.vertex_count; i++) {
        const float *v = p.vertices + 3 * (size_t)i;
        pd_buffer_printf(&out, "v %g %g %g\n", (double)v[0], (double)v[1], (double)v[2]);
    }
    for (int i = 0; i < p.face_count; i++) {
        const uint32_t *f = p.faces + 3 * (size_t)i;
        pd_buffer_printf(&out, "f %u %u %u\n", f[0] + 1, f[1] + 1, f[2] + 1);
    }
    pd_buffer_add(&out, "", 1);
    free(text);
    text = strdup((const char *)out.data);
    pd_buffer_deinit(&out);
    rig_person_free(&p);
    return text;
}

static json_t *member_of_object(const json_t *list, const char *key, const char *value)
{
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)(uintptr_t)list, i,
                       one) if (!strcmp(json_string_value(json_object_get(one, key)), value)) return one;
    return NULL;
}

/* Returns the person's file with its first vertex twice, and a triangle between the two, which has no area:
 * one vertex is merged, one triangle dropped. */
static char *doubled_vertex_file(int vertex_count)
{
    const char *whole = person_file();
    const size_t size = strlen(whole), line = strcspn(whole, "\n") + 1;
    char *out = malloc(size + line + 64);
    assert_memory_equal(whole, "v ", 2);
    memcpy(out, whole, size);
    memcpy(out + size, whole, line);
    snprintf(out + size + line, 64, "f 1 2 %d\n", vertex_count + 1);
    return out;
}

/* The report, the file and the picture of one request; the joints are where the model has them. */
static void a_person_is_rigged_and_reported(void **state)
{
    (void)state;
    rig_person truth = rig_person_make(0.3, 0.5);
    pd_smpl_model *tiny = api_host_state.tiny;
    api_host_state.tiny = rig_model;
    char *file = doubled_vertex_file(truth.vertex_count);
    pd_api_call *call = api_decode("POST", "/v1/rig?format=json&picture=true&up=y&facing=z", file,
                                   (pd_api_request){.content_type = "model/obj"});
    const pd_api_reply *reply = api_finish(call);
    if (reply->status != 200) fail_msg("%.*s", (int)reply->body.size, (const char *)reply->body.data);
    assert_string_equal(reply->content_type, "application/json");
    json_t *report = api_json(call);
    static const char *const texts[][2] = {{"template", "person"}, {"up", "y"}};
    for (int i = 0; i < 2; i++)
        assert_string_equal(json_string_value(json_object_get(report, texts[i][0])), texts[i][1]);
    assert_int_equal(json_integer_value(json_object_get(report, "vertices")), truth.vertex_count + 1);
    assert_int_equal(json_integer_value(json_object_get(report, "triangles")), truth.face_count + 1);
    assert_true(json_number_value(json_object_get(report, "residual")) < 0.02);
    assert_true(json_number_value(json_object_get(report, "coverage")) > 0.9);
    assert_near(json_number_value(json_array_get(json_object_get(report, "facing"), 2)), 1, 1e-6);
    assert_int_equal(json_array_size(json_object_get(report, "upright")), 12);
    const json_t *repaired = json_object_get(report, "repaired"), *joints = json_object_get(report, "joints");
    assert_int_equal(json_object_size(repaired), 7);
    static const struct {
        const char *name;
        int count;
    } repairs[] = {{"merged_vertices", 1},
                   {"dropped_triangles", 1},
                   {"turned_triangles", 0},
                   {"turned_islands", 0},
                   {"unheated_vertices", 0}};
    for (int i = 0; i < 5; i++)
        assert_int_equal(json_integer_value(json_object_get(repaired, repairs[i].name)), repairs[i].count);
    for (size_t j = 0; j < 22; j++) {
        const json_t *other = json_object_get(json_array_get(joints, j), "second_opinion");
        if (other) assert_true(json_number_value(other) < 0.1); /* of the height */
    }

    /* Each of the 22 joints of the body, in metres of the upright mesh, whose lowest point is the floor. */
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < truth.vertex_count; i++) {
        low = fminf(low, truth.vertices[3 * (size_t)i + 1]);
        high = fmaxf(high, truth.vertices[3 * (size_t)i + 1]);
    }
    assert_near(json_number_value(json_object_get(report, "height")), (double)(high - low), 0.01);
    static const struct {
        const char *bone, *joint;
    } pairs[] = {{"leftHand", "left_wrist"}, {"rightHand", "right_wrist"},
                 {"leftFoot", "left_ankle"}, {"rightLowerLeg", "right_knee"},
                 {"head", "head"},           {"hips", "pelvis"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const json_t *found = member_of_object(joints, "bone", pairs[i].bone);
        if (!found) fail_msg("no %s", pairs[i].bone);
        const json_t *at = json_object_get(found, "position");
        int k = 0;
        while (strcmp(rig_model->data.joint_names[k], pairs[i].joint)) k++;
        const double x = json_number_value(json_array_get(at, 0)),
                     y = json_number_value(json_array_get(at, 1));
        if (fabs(x - (double)truth.joints[k][0]) > 0.06 ||
            fabs(y - (double)(truth.joints[k][1] - low)) > 0.06)
            fail_msg("%s at %.3f, %.3f, not %.3f, %.3f", pairs[i].bone, x, y, (double)truth.joints[k][0],
                     (double)(truth.joints[k][1] - low));
        const double sure = json_number_value(json_object_get(found, "confidence"));
        assert_true(sure > 0 && sure <= 1);
    }
    const json_t *fingers = json_object_get(report, "fingers");
    json_int_t bones = 22; /* and those of the hands */
    for (int side = 0; side < 2; side++) {
        const json_t *hand = json_object_get(fingers, side ? "right" : "left");
        bones += json_integer_value(json_object_get(hand, "joints"));
        assert_true(json_is_integer(json_object_get(hand, "joints")) &&
                    json_is_integer(json_object_get(hand, "parts")));
    }

    assert_int_equal(json_array_size(joints), bones);

    /* Files in base64: "glTF" and the first bytes of a PNG. */
    const json_t *mesh = json_object_get(report, "mesh"), *picture = json_object_get(report, "picture");
    assert_string_equal(json_string_value(json_object_get(mesh, "type")), "model/gltf-binary");
    assert_memory_equal(json_string_value(json_object_get(mesh, "base64")), "Z2xURg", 6);
    assert_string_equal(json_string_value(json_object_get(picture, "type")), "image/png");
    assert_memory_equal(json_string_value(json_object_get(picture, "base64")), "iVBORw0KGg", 10);

    /* The header repeats the residual, and names whoever is doubtful. */
    char header[64];
    snprintf(header, sizeof header, "residual=%.4f", json_number_value(json_object_get(report, "residual")));
    assert_memory_equal(api_header(call, "Posed-Rig"), header, strlen(header));
    const char *doubtful = strstr(api_header(call, "Posed-Rig"), "; doubtful=");
    size_t i;
    json_t *one;
    int doubts = 0;
    json_array_foreach((json_t *)(uintptr_t)joints, i, one)
    {
        const bool is_sure = json_number_value(json_object_get(one, "confidence")) >= PD_RIG_DOUBTFUL;
        doubts += !is_sure;
        if (is_sure && doubtful)
            assert_null(strstr(doubtful, json_string_value(json_object_get(one, "bone"))));
    }
    assert_int_equal(doubts > 0, doubtful != NULL);
    json_decref(report);
    pd_api_call_release(call);
    free(file);

    /* As a file, and where memory for the rigging is not there. */
    call = api_decode("POST", "/v1/rig?up=y&facing=z&markers=chin=0,1.4,0.1", person_file(),
                      (pd_api_request){.content_type = "model/obj", .accept = "model/gltf-binary"});
    reply = api_finish(call);
    assert_int_equal(reply->status, 200);
    assert_string_equal(reply->content_type, "model/gltf-binary");
    assert_memory_equal(reply->body.data, "glTF", 4);
    assert_non_null(api_header(call, "Posed-Rig"));
    pd_buffer rigged = {0};
    pd_buffer_add(&rigged, reply->body.data, reply->body.size);
    pd_api_call_release(call);

    /* A file that has a skeleton is rigged again only where the request says so. */
    for (int replaces = 0; replaces < 2; replaces++) {
        call = pd_api_decode(
            &(pd_api_request){.method = "POST",
                              .path = "/v1/rig",
                              .query = replaces ? "replace=true&up=y&facing=z" : "up=y&facing=z",
                              .content_type = "model/gltf-binary",
                              .body = {rigged.data, rigged.size}},
            &api_host_table, &api_host_limits);
        reply = api_finish(call);
        if (reply->status != (replaces ? 200 : pd_status_http(PD_ERR_UNSUPPORTED)))
            fail_msg("%d: %d", replaces, reply->status);
        assert_int_equal(api_header(call, "Posed-Rig") != NULL, replaces);
        pd_api_call_release(call);
    }
    pd_buffer_deinit(&rigged);
    api_host_state.tiny = tiny;
    rig_person_free(&truth);
}

static int setup(void **state)
{
    return api_host_setup(state) || rig_setup(state);
}

static int teardown(void **state)
{
    return rig_teardown(state) | api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markers_are_read_by_name),
        cmocka_unit_test(replies_that_cannot_be_made_are_refused),
        cmocka_unit_test(a_file_without_a_mesh_is_refused),
        cmocka_unit_test(memory_for_a_file_is_reserved_for_its_largest_content),
        cmocka_unit_test(every_name_of_the_tables_is_accepted_and_others_are_refused),
        cmocka_unit_test(a_person_is_rigged_and_reported),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
