/* MHR over HTTP: its fields, names of parameters, output of SAM 3D Body, every format, and refusals. */
#include "tests/support/api_ask.h"
#include "tests/support/mhr_make.h"

#include "api/body/mesh_encode.h"
#include "api/body/mesh_run.h"
#include "core/mhr/body.h"

#define MESH "/v1/models/mhr/mesh"

static int open_mhr(void **state)
{
    if (api_host_setup(state)) return -1;
    pd_mhr *m = malloc(sizeof *m);
    if (!m) return -1;
    *m = mhr_tiny();
    m->references = 1;
    api_host_state.mhr = m;
    return 0;
}

static int close_mhr(void **state)
{
    pd_mhr_release(api_host_state.mhr);
    api_host_state.mhr = NULL;
    return api_host_teardown(state);
}

/* Returns vertices, joints or normals of body i of a JSON reply as a flat list. */
static json_t *part(json_t *reply, size_t i, const char *name)
{
    json_t *array = json_object_get(json_array_get(json_object_get(reply, "bodies"), i), name);
    assert_non_null(array);
    return array;
}

static double number(json_t *array, size_t i)
{
    return json_number_value(json_array_get(array, i));
}

static void parameters_by_name_and_in_their_order_are_the_same(void **state)
{
    (void)state;
    pd_api_call *by_name = api_ask(
        "POST", MESH, "{\"model_parameters\":{\"arm_bend\":0.5,\"scale_arm\":2},\"identity_coeffs\":[1]}");
    pd_api_call *in_order =
        api_ask("POST", MESH, "{\"model_parameters\":[0,0.5,0,0,2],\"identity_coeffs\":[1,0]}");
    json_t *a = api_json(by_name), *b = api_json(in_order);
    assert_int_equal(api_status(by_name), 200);
    assert_true(json_equal(a, b));
    assert_int_equal(json_array_size(part(a, 0, "vertices")), 3 * MHR_TINY_VERTICES);
    assert_int_equal(json_array_size(part(a, 0, "joints")), MHR_TINY_JOINTS);

    float vertices[3 * MHR_TINY_VERTICES];
    const float parameters[] = {0, 0.5f, 0, 0, 2}, identity[] = {1};
    pd_arena scratch;
    pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(api_host_state.mhr));
    pd_mhr_body_run(&(pd_mhr_body){.vertices = vertices,
                                   .parameters = parameters,
                                   .parameter_count = 5,
                                   .identity = identity,
                                   .identity_count = 1},
                    api_host_state.mhr, &scratch);
    for (size_t i = 0; i < 3 * MHR_TINY_VERTICES; i++)
        assert_near(number(part(a, 0, "vertices"), i), vertices[i], 0.51e-6);
    pd_arena_deinit(&scratch);
    json_decref(a), json_decref(b);
    pd_api_call_release(by_name), pd_api_call_release(in_order);
}

static void an_output_of_sam_3d_is_accepted_unchanged(void **state)
{
    (void)state;
#define ANSWER                                                                                               \
    "{\"bbox\":[1,2,3,4],\"mhr_model_params\":[0,0.5,0,0,2,0],\"shape_params\":[1,0],\"expr_params\":[0],"   \
    "\"pred_cam_t\":[0.5,1,4]}"
    pd_api_call *own = api_ask("POST", MESH, "{\"model_parameters\":[0,0.5,0,0,2],\"identity_coeffs\":[1]}");
    pd_api_call *one = api_ask("POST", MESH, "{\"sam3d\":" ANSWER "}");
    pd_api_call *list = api_ask("POST", MESH, "{\"sam3d\":[" ANSWER "," ANSWER "],\"in_camera\":true}");
    json_t *a = api_json(own), *b = api_json(one), *c = api_json(list);
    assert_true(json_equal(a, b));
    assert_int_equal(json_array_size(json_object_get(c, "bodies")), 2);
    static const double moved[3] = {0.5, -1, -4}; /* y and z the other way round */
    for (size_t i = 0; i < 3 * MHR_TINY_VERTICES; i++)
        assert_near(number(part(c, 1, "vertices"), i), number(part(a, 0, "vertices"), i) + moved[i % 3],
                    2e-6);
    json_decref(a), json_decref(b), json_decref(c);
    pd_api_call_release(own), pd_api_call_release(one), pd_api_call_release(list);
}

static void many_bodies_are_written_in_every_format(void **state)
{
    (void)state;
    static const char *const formats[] = {"json", "bin", "npz", "obj", "ply", "stl", "glb"};
    for (size_t f = 0; f < 7; f++) {
        char target[64];
        snprintf(target, sizeof target, MESH "?format=%s", formats[f]);
        pd_api_call *call =
            api_decode("POST", target,
                       "{\"bodies\":[{\"model_parameters\":{\"arm_bend\":1}},{\"translation\":[1,2,3]}]}",
                       (pd_api_request){0});
        const size_t expected = pd_api_mesh_reply_bytes(call);
        const pd_api_reply *reply = api_finish(call);
        assert_int_equal(reply->status, 200);
        assert_true(reply->body.size > 200 && reply->body.size <= expected);
        if (f == 1) {
            const float *out = (const float *)(const void *)reply->body.data;
            const size_t body = 3 * (MHR_TINY_VERTICES + MHR_TINY_JOINTS);
            assert_int_equal(reply->body.size, 2 * body * sizeof *out);
            assert_near(out[body], 1, 1e-6); /* vertex 0 of the second, at the origin at rest */
            assert_near(out[body + 1], 2, 1e-6);
            assert_string_equal(api_header(call, "Posed-Shape"), "vertices=2x7x3; joints=2x4x3");
        }
        pd_api_call_release(call);
    }
    pd_api_call *faces = api_ask("GET", "/v1/models/mhr/faces", NULL);
    json_t *reply = api_json(faces);
    assert_int_equal(json_array_size(json_object_get(reply, "faces")), 3 * MHR_TINY_FACES);
    json_decref(reply);
    pd_api_call_release(faces);
    pd_api_call *joints = api_ask("GET", "/v1/models/mhr/joints?identity_coeffs=1,2", NULL);
    reply = api_json(joints);
    assert_near(number(json_array_get(part(reply, 0, "joints"), 3), 1), 0.3, 1e-6);
    json_decref(reply);
    pd_api_call_release(joints);
}

/* Each part of each body is what it would be alone. */
static void many_bodies_are_each_as_if_alone(void **state)
{
    (void)state;
    static const char *const bodies[] = {"{\"model_parameters\":{\"arm_bend\":1}}",
                                         "{\"identity_coeffs\":[1,2]}", "{\"translation\":[1,2,3]}"};
    static const char *const parts[] = {"vertices", "normals", "joints"};
    char body[512];
    snprintf(body, sizeof body, "{\"include\":[\"vertices\",\"normals\",\"joints\"],\"bodies\":[%s,%s,%s]}",
             bodies[0], bodies[1], bodies[2]);
    pd_api_call *many = api_ask("POST", MESH, body);
    json_t *all = api_json(many);
    for (size_t i = 0; i < 3; i++) {
        snprintf(body, sizeof body, "{\"include\":[\"vertices\",\"normals\",\"joints\"],\"bodies\":[%s]}",
                 bodies[i]);
        pd_api_call *one = api_ask("POST", MESH, body);
        json_t *alone = api_json(one);
        for (int k = 0; k < 3; k++) {
            const json_t *left = json_object_get(json_array_get(json_object_get(all, "bodies"), i), parts[k]),
                         *right =
                             json_object_get(json_array_get(json_object_get(alone, "bodies"), 0), parts[k]);
            assert_true(json_array_size(left) > 3 && json_equal(left, right));
        }
        json_decref(alone);
        pd_api_call_release(one);
    }
    json_decref(all);
    pd_api_call_release(many);
}

static void a_get_is_cached_by_all_that_a_body_depends_on(void **state)
{
    (void)state;
    pd_api_call *one = api_ask("GET", MESH "?identity_coeffs=1,2", NULL),
                *other = api_ask("GET", MESH "?identity_coeffs=1,3", NULL);
    assert_int_equal(api_status(one), 200);
    assert_non_null(api_header(one, "ETag"));
    assert_string_not_equal(api_header(one, "ETag"), api_header(other, "ETag"));
    pd_api_call_release(one), pd_api_call_release(other);
}

static void a_seed_draws_the_identity(void **state)
{
    (void)state;
    float expected[2];
    char body[96];
    pd_smpl_people_normal(expected, 2, 7);
    snprintf(body, sizeof body, "{\"identity_coeffs\":[%.9g,%.9g]}", (double)expected[0],
             (double)expected[1]);
    pd_api_call *left = api_ask("POST", MESH, body), *right = api_ask("POST", MESH, "{\"random\":7}"),
                *file = api_ask("GET", MESH "?random=N(0,1):7&format=obj", NULL);
    json_t *a = api_json(left), *b = api_json(right);
    const json_t *p = json_array_get(json_object_get(a, "bodies"), 0),
                 *q = json_array_get(json_object_get(b, "bodies"), 0);
    assert_true(json_equal(json_object_get(p, "vertices"), json_object_get(q, "vertices")));
    assert_near(number(json_object_get(q, "identity_coeffs"), 1), expected[1], 1e-5);
    assert_string_equal(json_string_value(json_object_get(q, "random")), "N(0,1):7");
    assert_string_equal(api_header(file, "Posed-Random"), "N(0,1):7");
    json_decref(a), json_decref(b);
    pd_api_call_release(left), pd_api_call_release(right), pd_api_call_release(file);
}

static void an_mhr_field_with_an_unknown_name_or_a_wrong_value_is_refused_at_its_pointer(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {MESH, "{\"model_parameters\":{\"arm_bnd\":1}}",
         "/model_parameters/arm_bnd: the model has no such parameter; did you mean arm_bend?"},
        {MESH, "{\"model_parameters\":{\"arm_bend\":\"x\"}}",
         "/model_parameters/arm_bend: a string; a number"},
        {MESH, "{\"model_parameters\":[0,0,0,0,0,0,0]}", "7 numbers; 0 to 6 allowed"},
        {MESH, "{\"model_parameters\":3}", "a number; an array of at most"},
        {MESH, "{\"model_parameters\":{\"scale_hand\":9}}", "joint hand is scaled by 2^9"},
        {MESH, "{\"identity_coeffs\":[0,0,0]}", "3 numbers; 0 to 2 allowed"},
        {MESH, "{\"betas\":[1]}", "/betas: unknown field"},
        {MESH, "{\"contact\":\"exact\"}", "/contact: exact; only none is allowed for MHR"},
        {MESH, "{\"skinning\":\"dqs\"}", "/skinning: dqs; only lbs is allowed for MHR"},
        {MESH, "{\"stage\":\"shaped\"}", "/stage: shaped; only posed is allowed for MHR"},
        {MESH, "{\"keypoints\":\"body\"}", "/keypoints: body; not allowed for MHR"},
        {MESH "?format=glb", "{\"rig\":true}", "/rig: true; not allowed for MHR"},
        {MESH, "{\"sam3d\":{\"mhr_model_params\":[1]}}", "/sam3d/mhr_model_params: 1 numbers; 6 expected"},
        {MESH, "{\"random\":7,\"identity_coeffs\":[1]}", "/random: random and identity_coeffs given"},
        {MESH, "{\"random\":\"N\"}", "/random: \"N\"; an integer"},
        {MESH, "{\"sam3d\":{},\"random\":1}", "or random; only one of the two ways allowed"},
        {MESH, "{\"sam3d\":[]}", "/sam3d: empty"},
        {MESH, "{\"sam3d\":[7]}", "/sam3d/0: a number; an answer"},
        {MESH, "{\"sam3d\":{},\"identity_coeffs\":[1]}", "only one of the two ways allowed"},
        {MESH, "{\"bodies\":[{},{\"sam3d\":[{}]}]}",
         "/bodies/1: sam3d is an array; one answer of SAM 3D Body expected"},
        {MESH,
         "{\"in_camera\":true,\"sam3d\":{\"mhr_model_params\":[0,0,0,0,0,0],\"shape_params\":[0,0],\"expr_"
         "params\":"
         "[0],\"pred_cam_t\":[1,2]}}",
         "/sam3d/pred_cam_t: 2 numbers; with in_camera 3 expected"},
        {MESH "?format=glb", "{\"lod\":1}",
         "/profile: given; allowed only for body models, because MHR has no avatar"},
        {MESH, "{\"translation\":[1,2]}", "2 numbers; 3 expected"},
        {MESH, "{\"bodies\":[{\"translation\":[1,2,3],\"x\":1}]}", "/bodies/0/x: unknown field"},
        {MESH, "{\"wear\":\"tee-jeans\"}", "/wear: tee-jeans; clothes are allowed only with format glb"},
        {MESH "?format=glb", "{\"look\":7}", "/look: this server has no wardrobe"},
        {"/v1/models/default/mesh", "{\"model_parameters\":[1]}", "/model_parameters: unknown field"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_ask("POST", rows[i][0], rows[i][1]);
        json_t *reply = api_json(call);
        const char *said = json_string_value(json_object_get(reply, "detail"));
        if (api_status(call) != 400 || !said || !strstr(said, rows[i][2]))
            fail_msg("%s: %d %s", rows[i][1], api_status(call), said);
        json_decref(reply);
        pd_api_call_release(call);
    }
}

static void the_description_of_a_model_lists_its_parameters(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/v1/models/mhr", NULL);
    json_t *reply = api_json(call);
    assert_string_equal(json_string_value(json_object_get(reply, "kind")), "mhr");
    assert_int_equal(json_integer_value(json_object_get(reply, "parameter_count")), 6);
    assert_string_equal(json_string_value(json_array_get(json_object_get(reply, "parameter_names"), 1)),
                        "arm_bend");
    json_t *limits = json_object_get(reply, "parameter_limits");
    assert_true(json_is_null(json_array_get(limits, 0)));
    assert_near(number(json_array_get(limits, 1), 0), -0.5, 1e-9);
    assert_int_equal(json_array_size(json_object_get(reply, "scale_parameters")), 2);
    json_decref(reply);
    pd_api_call_release(call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_by_name_and_in_their_order_are_the_same),
        cmocka_unit_test(an_output_of_sam_3d_is_accepted_unchanged),
        cmocka_unit_test(many_bodies_are_written_in_every_format),
        cmocka_unit_test(many_bodies_are_each_as_if_alone),
        cmocka_unit_test(a_get_is_cached_by_all_that_a_body_depends_on),
        cmocka_unit_test(a_seed_draws_the_identity),
        cmocka_unit_test(an_mhr_field_with_an_unknown_name_or_a_wrong_value_is_refused_at_its_pointer),
        cmocka_unit_test(the_description_of_a_model_lists_its_parameters),
    };
    return cmocka_run_group_tests(tests, open_mhr, close_mhr);
}
