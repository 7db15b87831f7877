/* Meshes: every format, ETags, negotiation, batches. */
#include "core/io/tensor/npz.h"
#include "tests/support/api_ask.h"

#include "api/body/mesh_encode.h"
#include "api/body/mesh_run.h"
#include "core/math/frame.h"
#include "core/smpl/contact.h"

#include <zlib.h>
#include <zstd.h>

#define MESH "/v1/models/default/mesh"

enum { V = 200, K = 24 };

static const char posed[] =
    "{\"betas\":[1.5,-0.5],\"translation\":[1,2,3],\"include\":[\"vertices\",\"joints\",\"normals\","
    "\"faces\"]}";

/* Computes the same body by core alone: the expected values. */
static void reference(float *vertices, float *joints, float *normals, const float *betas, int beta_count,
                      const float *translation)
{
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = beta_count,
                               .translation = translation,
                               .vertices = vertices,
                               .joints = joints,
                               .normals = normals};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;

    pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, api_host_state.tiny));
    pd_smpl_job_run(&job, api_host_state.tiny, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static void json_contains_the_results_of_core(void **state)
{
    (void)state;
    const float betas[] = {1.5f, -0.5f}, translation[] = {1, 2, 3};
    float vertices[3 * V], joints[3 * K], normals[3 * V];
    pd_api_call *call = api_ask("POST", MESH, posed);
    json_t *reply = api_json(call), *body = json_array_get(json_object_get(reply, "bodies"), 0), *array;

    reference(vertices, joints, normals, betas, 2, translation);
    assert_string_equal(pd_api_call_reply(call)->content_type, "application/json");
    assert_string_equal(json_string_value(json_object_get(reply, "model")), "tiny");
    assert_string_equal(json_string_value(json_object_get(reply, "frame")), "gltf");
    array = json_object_get(body, "vertices");
    assert_int_equal(json_array_size(array), 3 * V);
    for (size_t i = 0; i < 3 * V; i++)
        assert_near(json_number_value(json_array_get(array, i)), vertices[i], 0.5001e-6);
    array = json_object_get(body, "joints");
    assert_int_equal(json_array_size(array), K);
    for (size_t i = 0; i < 3 * K; i++)
        assert_near(json_number_value(json_array_get(json_array_get(array, i / 3), i % 3)), joints[i],
                    0.5001e-6);
    assert_int_equal(json_array_size(json_object_get(body, "normals")), 3 * V);
    array = json_object_get(reply, "faces");
    assert_int_equal(json_array_size(array), 3 * (size_t)api_host_state.tiny->face_count);
    for (size_t i = 0; i < json_array_size(array); i++)
        assert_int_equal(json_integer_value(json_array_get(array, i)), api_host_state.tiny->data.faces[i]);
    json_decref(reply);
    pd_api_call_release(call);
}

/* In each format a request for normals alone gives the bytes that a request for both gives.
 * The buffers hold earlier data. */
static void normals_without_vertices_equal_normals_with_vertices(void **state)
{
    static const char *const formats[] = {"json", "bin", "npz"};
    (void)state;
    for (int f = 0; f < 3; f++) {
        char alone[96], both[96];
        snprintf(alone, sizeof alone, "/v1/models/default/mesh?betas=1.5&format=%s&include=normals",
                 formats[f]);
        snprintf(both, sizeof both, "/v1/models/default/mesh?betas=1.5&format=%s&include=normals,vertices",
                 formats[f]);
        pd_api_call *a = api_ask("GET", alone, NULL), *b = api_ask("GET", both, NULL);
        const pd_api_reply *normals = pd_api_call_reply(a), *more = pd_api_call_reply(b);
        if (f == 0) {
            json_t *x = api_json(a), *y = api_json(b);
            json_t *in_x = json_object_get(json_array_get(json_object_get(x, "bodies"), 0), "normals");
            assert_int_equal(json_array_size(in_x), 3 * api_host_state.tiny->vertex_count);
            assert_true(json_equal(
                in_x, json_object_get(json_array_get(json_object_get(y, "bodies"), 0), "normals")));
            json_decref(x), json_decref(y);
        } else if (f == 1) {
            assert_int_equal(2 * normals->body.size, more->body.size);
            assert_memory_equal(normals->body.data, more->body.data, normals->body.size);
        } else { /* stored: the array's bytes stand in both files */
            const size_t size = 12 * (size_t)api_host_state.tiny->vertex_count;
            pd_api_call *bin =
                api_ask("GET", "/v1/models/default/mesh?betas=1.5&format=bin&include=normals", NULL);
            assert_non_null(
                memmem(normals->body.data, normals->body.size, pd_api_call_reply(bin)->body.data, size));
            pd_api_call_release(bin);
        }
        pd_api_call_release(a), pd_api_call_release(b);
    }
}

static void bin_holds_the_parts_in_the_order_of_include(void **state)
{
    (void)state;
    const float betas[] = {1.5f, -0.5f}, translation[] = {1, 2, 3};
    float vertices[3 * V], joints[3 * K], normals[3 * V];
    pd_api_call *call =
        api_ask("POST", MESH "?format=bin",
                "{\"bodies\":[{},{\"betas\":[1.5,-0.5],\"translation\":[1,2,3]}],\"include\":[\"joints\","
                "\"faces\",\"normals\",\"vertices\"]}");
    const pd_api_reply *reply = pd_api_call_reply(call);
    const float *second = (const float *)(const void *)reply->body.data + 6 * V + 3 * K;
    const size_t faces = 3 * (size_t)api_host_state.tiny->face_count * sizeof(uint32_t);

    reference(vertices, joints, normals, betas, 2, translation);
    assert_string_equal(reply->content_type, "application/octet-stream");
    assert_int_equal(reply->body.size, 2 * (6 * V + 3 * K) * sizeof(float) + faces);
    assert_memory_equal(second, joints, sizeof joints);
    assert_memory_equal(second + 3 * K, normals, sizeof normals);
    assert_memory_equal(second + 3 * K + 3 * V, vertices, sizeof vertices);
    assert_memory_equal(reply->body.data + reply->body.size - faces, api_host_state.tiny->data.faces, faces);
    char shape[96];
    snprintf(shape, sizeof shape, "joints=2x24x3; normals=2x200x3; vertices=2x200x3; faces=%dx3",
             api_host_state.tiny->face_count);
    assert_string_equal(api_header(call, "Posed-Shape"), shape);
    assert_string_equal(api_header(call, "Posed-Frame"), "gltf");
    assert_string_equal(api_header(call, "Content-Disposition"), "attachment; filename=\"tiny.bin\"");
    pd_api_call_release(call);
}

static void every_format_has_its_type_and_first_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *query, *type, *start;
    } formats[] = {{"?format=json", "application/json", "{\"model\":\"tiny\""},
                   {"?format=npz", "application/x-npz", "PK\3\4"},
                   {"?format=obj", "model/obj", "#"},
                   {"?format=ply", "application/x-ply", "ply\nformat binary_little_endian 1.0\n"},
                   {"?format=stl", "model/stl", ""},
                   {"?format=glb", "model/gltf-binary", "glTF\2"},
                   {"?format=glb&rig=true", "model/gltf-binary", "glTF\2"},
                   {"?format=glb&quantize=true", "model/gltf-binary", "glTF\2"},
                   {"?format=glb&rig=true&quantize=true", "model/gltf-binary", "glTF\2"}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char target[96];
        snprintf(target, sizeof target, MESH "%s", formats[i].query);
        for (int n = 1; n <= 2; n++) {
            pd_api_call *call =
                api_ask("POST", target, n == 1 ? "{\"betas\":[1]}" : "{\"bodies\":[{},{\"betas\":[1]}]}");
            const pd_api_reply *reply = pd_api_call_reply(call);
            if (reply->status != 200) fail_msg("%s: %.*s", target, (int)reply->body.size, reply->body.data);
            assert_string_equal(reply->content_type, formats[i].type);
            assert_memory_equal(reply->body.data, formats[i].start, strlen(formats[i].start));
            pd_api_call_release(call);
        }
    }
}

static void frames_turn_points_and_wind_faces(void **state)
{
    (void)state;
    float vertices[3 * V], joints[3 * K], normals[3 * V];
    pd_api_call *call = api_ask("GET", MESH "?format=bin&include=vertices,normals,faces&frame=unreal", NULL);
    const pd_api_reply *reply = pd_api_call_reply(call);
    const float *got = (const float *)(const void *)reply->body.data;
    const uint32_t *face = (const uint32_t *)(const void *)(got + 6 * V),
                   *own = api_host_state.tiny->data.faces;

    reference(vertices, joints, normals, NULL, 0, NULL);
    pd_frame_points(vertices, V, PD_FRAME_UNREAL);
    pd_frame_directions(normals, V, PD_FRAME_UNREAL);
    assert_memory_equal(got, vertices, sizeof vertices);
    assert_memory_equal(got + 3 * V, normals, sizeof normals);
    assert_true(face[0] == own[0] && face[1] == own[2] && face[2] == own[1]);
    assert_string_equal(api_header(call, "Posed-Frame"), "unreal");
    pd_api_call_release(call);
    call = api_ask("GET", MESH "?frame=unreal&include=joints", NULL);
    json_t *json = api_json(call);
    assert_near(json_number_value(json_object_get(json, "metres_per_unit")), 0.01, 0);
    json_decref(json);
    pd_api_call_release(call);
}

static void shared_fields_apply_to_every_body_that_has_none_of_its_own(void **state)
{
    (void)state;
    pd_api_call *shared = api_ask(
                    "POST", MESH "?format=bin",
                    "{\"betas\":[1],\"ground\":true,\"bodies\":[{},{\"betas\":[2]},{\"ground\":false}]}"),
                *one = api_ask("POST", MESH "?format=bin", "{\"betas\":[1],\"ground\":true}"),
                *two = api_ask("POST", MESH "?format=bin", "{\"betas\":[2],\"ground\":true}"),
                *three = api_ask("POST", MESH "?format=bin", "{\"betas\":[1]}");
    const size_t each = pd_api_call_reply(one)->body.size;
    const unsigned char *all = pd_api_call_reply(shared)->body.data;

    assert_int_equal(pd_api_call_weight(shared), 3);
    assert_int_equal(pd_api_call_reply(shared)->body.size, 3 * each);
    assert_memory_equal(all, pd_api_call_reply(one)->body.data, each);
    assert_memory_equal(all + each, pd_api_call_reply(two)->body.data, each);
    assert_memory_equal(all + 2 * each, pd_api_call_reply(three)->body.data, each);
    pd_api_call_release(shared);
    pd_api_call_release(one);
    pd_api_call_release(two);
    pd_api_call_release(three);
}

static void quaternions_are_normalised(void **state)
{
    (void)state;
    char body[2][24 * 24 + 32];

    for (int i = 0; i < 2; i++) {
        char *end = body[i] + sprintf(body[i], "{\"quaternions\":[");
        for (int k = 0; k < K; k++)
            end += sprintf(end, "%s%s", k ? "," : "", i ? "[3,0,0,4]" : "[0.6,0,0,0.8]");
        sprintf(end, "]}");
    }
    pd_api_call *unit = api_ask("POST", MESH, body[0]), *longer = api_ask("POST", MESH, body[1]);
    assert_int_equal(api_status(longer), 200);
    json_t *a = api_json(unit), *b = api_json(longer);
    assert_near(json_number_value(json_array_get(
                    json_object_get(json_array_get(json_object_get(a, "bodies"), 0), "vertices"), 7)),
                json_number_value(json_array_get(
                    json_object_get(json_array_get(json_object_get(b, "bodies"), 0), "vertices"), 7)),
                2e-6);
    json_decref(a);
    json_decref(b);
    pd_api_call_release(unit);
    pd_api_call_release(longer);
}

/* The second joint far round. */
#define ZEROS  ",0,0,0,0,0,0,0,0,0,0,0"
#define TURNED "pose=0,0,0,2.2,0,0" ZEROS ZEROS ZEROS ZEROS ZEROS ZEROS
static void a_batch_of_calls_equals_one_by_one_bit_for_bit(void **state)
{
    (void)state;
    enum { N = 15 };
    static const char *const targets[N] = {MESH "?format=bin&betas=1&contact=exact&" TURNED,
                                           MESH "?format=bin&betas=1&" TURNED,
                                           MESH "?betas=2&contact=exact",
                                           MESH "?format=bin&betas=1&stage=corrected&" TURNED,
                                           MESH "?format=bin&betas=1",
                                           MESH "?betas=2",
                                           MESH "?format=glb&rig=true&betas=1,1",
                                           MESH "?format=npz&skinning=dqs",
                                           MESH "?format=stl&skinning=dqs&ground=true",
                                           MESH "?format=obj&betas=0.5",
                                           "/v1/models/default/joints?betas=3",
                                           "/v1/models/default/faces",
                                           MESH "?format=bin&frame=unity&betas=-1",
                                           MESH "?format=bin&betas=1&contact=soft&" TURNED,
                                           MESH "?format=bin&betas=1&contact=smooth&" TURNED};
    pd_api_call *together[N];
    pd_arena scratch;

    pd_arena_init(&scratch, 0);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < N; i++) together[i] = api_decode("GET", targets[i], NULL, (pd_api_request){0});
        pd_api_run(together, N, &scratch, round ? &pd_fixture_shuffled : &pd_fixture_threads);
        for (int i = 0; i < N; i++) {
            pd_api_call *alone = api_ask("GET", targets[i], NULL);
            assert_int_equal(api_status(together[i]), 200);
            assert_int_equal(pd_api_call_reply(together[i])->body.size, pd_api_call_reply(alone)->body.size);
            assert_memory_equal(pd_api_call_reply(together[i])->body.data,
                                pd_api_call_reply(alone)->body.data, pd_api_call_reply(alone)->body.size);
            pd_api_call_release(alone);
            pd_api_call_release(together[i]);
        }
    }
    pd_arena_deinit(&scratch);
}

/* STL is for 3D printers, which cannot use overlaps, so contact is resolved by default. The reply states the
 * method that was used. */
static void a_stl_of_one_body_has_contact_unless_told_otherwise(void **state)
{
    (void)state;
    static const struct {
        const char *target, *said;
    } rows[] = {{MESH "?format=stl&" TURNED, "exact"},
                {MESH "?format=stl", NULL}, /* at rest */
                {MESH "?format=stl&contact=exact", "exact"},
                {MESH "?format=stl&contact=none&" TURNED, NULL},
                {MESH "?format=stl&contact=soft&" TURNED, "soft"},
                {MESH "?format=stl&stage=shaped&" TURNED, NULL},
                {MESH "?format=obj&" TURNED, NULL},
                {MESH "?" TURNED, NULL},
                {MESH "?contact=smooth&" TURNED, "smooth"},
                {MESH "?format=glb&" TURNED, "soft"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_ask("GET", rows[i].target, NULL);
        const char *said = api_header(call, "Posed-Contact");
        if (pd_api_call_reply(call)->status != 200)
            fail_msg("%s: %.*s", rows[i].target, (int)pd_api_call_reply(call)->body.size,
                     pd_api_call_reply(call)->body.data);
        if (!said != !rows[i].said || (said && strcmp(said, rows[i].said) != 0))
            fail_msg("%s: %s", rows[i].target, said ? said : "no contact");
        pd_api_call_release(call);
    }
}

static void a_glb_has_soft_contact_unless_told_otherwise(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        pd_smpl_contact_kind kind;
    } asked[] = {{MESH "?format=glb", PD_SMPL_CONTACT_SOFT},
                 {MESH "?format=glb&contact=soft", PD_SMPL_CONTACT_SOFT},
                 {MESH "?format=glb&contact=none", PD_SMPL_CONTACT_NONE},
                 {MESH "?format=glb&rig=true", PD_SMPL_CONTACT_NONE},
                 {MESH "?format=glb&lod=1", PD_SMPL_CONTACT_NONE},
                 {MESH "?format=glb&contact=smooth", PD_SMPL_CONTACT_SMOOTH},
                 {MESH "?format=bin", PD_SMPL_CONTACT_NONE},
                 {MESH, PD_SMPL_CONTACT_NONE},
                 {MESH "?format=obj&contact=soft", PD_SMPL_CONTACT_SOFT}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        pd_api_call *call = api_decode("GET", asked[i].target, NULL, (pd_api_request){0});
        assert_int_equal(pd_api_mesh_of(call)->contact, asked[i].kind);
        pd_api_call_release(call);
    }
}

static void joints_are_those_of_the_mesh(void **state)
{
    (void)state;
    pd_api_call *mesh = api_ask("GET", MESH "?format=bin&include=joints&betas=1&ground=true", NULL),
                *joints = api_ask("GET", "/v1/models/default/joints?format=bin&betas=1&ground=true", NULL);

    assert_int_equal(pd_api_call_work(joints), PD_API_MESH);
    assert_int_equal(pd_api_call_reply(joints)->body.size, 3 * K * sizeof(float));
    assert_memory_equal(pd_api_call_reply(joints)->body.data, pd_api_call_reply(mesh)->body.data,
                        3 * K * sizeof(float));
    pd_api_call_release(mesh);
    pd_api_call_release(joints);
    api_refused("POST", "/v1/models/default/joints", "{\"include\":[\"joints\"]}", 400, "/include",
                "unknown field");
}

static void a_binary_mesh_with_include_faces_holds_the_faces_alone(void **state)
{
    (void)state;
    const size_t bytes = 3 * (size_t)api_host_state.tiny->face_count * sizeof(uint32_t);
    pd_api_call *call = api_ask("GET", MESH "?betas=1&format=bin&include=faces", NULL);

    assert_int_equal(api_status(call), 200);
    assert_int_equal(pd_api_call_reply(call)->body.size, bytes);
    assert_memory_equal(pd_api_call_reply(call)->body.data, api_host_state.tiny->data.faces, bytes);
    pd_api_call_release(call);
}

/* Numbers in degrees give another pose than was meant; rotation vectors of up to a full turn are usual. */
static void rotations_that_look_like_degrees_are_warned_of(void **state)
{
    (void)state;
    static const struct {
        const char *body, *pointer, *detail; /* pointer NULL: no warning */
    } rows[] = {
        {"{\"body_pose\":[[0,0,0],[0,90,0],[-20,0,0]%s]}", "/body_pose/1",
         "a rotation by 90 (and 1 more); up to"},
        {"{\"global_orient\":[0,0,30]}", "/global_orient/0", "a rotation by 30; up to 6.283 radians"},
        {"{\"global_orient\":[[0,0,30]]}", "/global_orient/0", "a rotation by 30; up to 6.283 radians"},
        {"{\"bodies\":[{},{\"global_orient\":[0,7,0]}]}", "/bodies/1/global_orient/0", "a rotation by 7; "},
        {"{\"global_orient\":[0,6.28,0]}", NULL, NULL},
        {"{\"global_orient\":[0,0,6,45]}", NULL, NULL}, /* a quaternion, which is normalised */
    };
    char rest[256] = "", flat[512] = "";

    for (int k = 3; k < 23; k++) strcat(rest, ",[0,0,0]");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[512];
        snprintf(body, sizeof body, rows[i].body, rest);
        pd_api_call *call = api_ask("POST", "/v1/models/default/joints", body);
        json_t *reply = api_json(call), *first = json_array_get(json_object_get(reply, "warnings"), 0);
        assert_int_equal(api_status(call), 200);
        assert_true(!first == !rows[i].pointer && !api_header(call, "Posed-Warning") == !first);
        if (first) {
            assert_string_equal(json_string_value(json_object_get(first, "pointer")), rows[i].pointer);
            assert_memory_equal(json_string_value(json_object_get(first, "detail")), rows[i].detail,
                                strlen(rows[i].detail));
        }
        json_decref(reply);
        pd_api_call_release(call);
    }

    /* A flat list: the place is that of the vector's first number. */
    for (int k = 0; k < 72; k++) strcat(flat, k ? k == 10 ? ",45" : ",0" : "0");
    char target[600];
    snprintf(target, sizeof target, "/v1/models/default/joints?pose=%s", flat);
    pd_api_call *call = api_ask("GET", target, NULL);
    assert_non_null(strstr(api_header(call, "Posed-Warning"), "/pose/9: a rotation by 45; "));
    pd_api_call_release(call);
}

static void betas_beyond_the_usual_are_warned_of_in_json_and_in_the_header(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", "/v1/models/default/mesh",
                                "{\"include\":[\"joints\"],\"betas\":[6,-7.5],\"bodies\":[{},{\"betas\":[1]},"
                                "{\"betas\":[0,0,5.01]}]}");
    json_t *reply = api_json(call), *warnings = json_object_get(reply, "warnings");

    assert_int_equal(api_status(call), 200);
    assert_int_equal(json_array_size(warnings), 2);
    json_t *first = json_array_get(warnings, 0), *second = json_array_get(warnings, 1);
    assert_string_equal(json_string_value(json_object_get(first, "pointer")), "/betas/1");
    assert_non_null(
        strstr(json_string_value(json_object_get(first, "detail")), "-7.5 (and 1 more); -5 to 5"));
    assert_string_equal(json_string_value(json_object_get(second, "pointer")), "/bodies/2/betas/2");
    assert_non_null(strstr(api_header(call, "Posed-Warning"), "/betas/1: -7.5 (and 1 more); "));
    json_decref(reply);
    pd_api_call_release(call);

    call = api_ask("GET", "/v1/models/default/mesh?betas=5,-5&include=joints", NULL);
    reply = api_json(call);
    assert_null(json_object_get(reply, "warnings"));
    assert_null(api_header(call, "Posed-Warning"));
    json_decref(reply);
    pd_api_call_release(call);
}

/* An avatar without clothes has one material, of the colour of skin; without an atlas it has no picture. */
static void a_bare_avatar_has_skin_without_a_picture(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/v1/models/default/mesh?format=glb&lod=0&atlas=false", NULL);
    const pd_api_reply *reply = pd_api_call_reply(call);
    if (reply->status != 200) fail_msg("%.*s", (int)reply->body.size, (const char *)reply->body.data);
    uint32_t size;
    memcpy(&size, reply->body.data + 12, 4);
    json_t *file = json_loadb((const char *)reply->body.data + 20, size, 0, NULL);
    const json_t *materials = json_object_get(file, "materials"), *material = json_array_get(materials, 0),
                 *look = json_object_get(material, "pbrMetallicRoughness"),
                 *color = json_object_get(look, "baseColorFactor");
    assert_int_equal(json_array_size(materials), 1);
    static const double skin[] = {0.55, 0.35, 0.26};
    for (size_t c = 0; c < 3; c++) assert_near(json_number_value(json_array_get(color, c)), skin[c], 1e-6);
    assert_near(json_number_value(json_object_get(look, "roughnessFactor")), 0.62, 1e-6);
    assert_null(json_object_get(look, "baseColorTexture"));
    assert_null(json_object_get(file, "images"));

    /* A mesh without textures has no texture coordinates. */
    const json_t *mesh = json_array_get(json_object_get(file, "meshes"), 0),
                 *attributes =
                     json_object_get(json_array_get(json_object_get(mesh, "primitives"), 0), "attributes");
    assert_non_null(json_object_get(attributes, "POSITION"));
    assert_null(json_object_get(attributes, "TEXCOORD_0"));
    json_decref(file);
    pd_api_call_release(call);
}

/* Arrays in an npz are the bodies of JSON; the npz of the reply has faces and betas. */
static void an_npz_is_a_batch_of_bodies(void **state)
{
    (void)state;
    float betas[2][3] = {{1, -0.5f}, {0, 0, 2}}, pose[2][24][3] = {{{0.1f}}, {{0}, {0, 0.2f}}},
          move[2][3] = {{0, 1, 2}};
    const pd_array arrays[] = {PD_ARRAY(PD_DTYPE_F32, betas, 2, 3), PD_ARRAY(PD_DTYPE_F32, pose, 2, 72),
                               PD_ARRAY(PD_DTYPE_F32, move, 2, 3)};
    static const char *const names[] = {"betas", "pose", "translation"};
    pd_buffer body = {0};
    pd_error err;
    pd_npz_writer writer = pd_npz_begin(&body);
    for (int i = 0; i < 3; i++) pd_npz_add(&writer, names[i], &arrays[i]);
    assert_int_equal(pd_npz_end(&writer, &err), PD_OK);
    pd_api_request request = {.method = "POST",
                              .path = "/v1/models/tiny/mesh",
                              .content_type = "application/x-npz",
                              .accept = "application/x-npz",
                              .body = {body.data, body.size}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    api_finish(call);
    const pd_api_reply *reply = pd_api_call_reply(call);
    if (reply->status != 200) fail_msg("%s", (const char *)reply->body.data);

    pd_npz npz;
    pd_array vertices, faces, own;
    assert_int_equal(pd_npz_parse(&npz, reply->body.data, reply->body.size, "reply", &err), PD_OK);
    assert_int_equal(pd_npz_read(&vertices, &npz, "vertices", &err), PD_OK);
    assert_int_equal(pd_npz_read(&faces, &npz, "faces", &err), PD_OK);
    assert_int_equal(pd_npz_read(&own, &npz, "betas", &err), PD_OK);
    assert_int_equal(faces.shape[1], 3);
    assert_int_equal(own.shape[0], 2);
    assert_int_equal(own.shape[1], 10);
    float found[20];
    assert_int_equal(pd_array_f32(found, &own, "betas", &err), PD_OK);
    assert_true(found[0] == 1 && found[1] == -0.5f && found[12] == 2 && found[13] == 0);

    pd_api_call *other =
        api_ask("POST", "/v1/models/tiny/mesh",
                "{\"format\":\"bin\",\"include\":[\"vertices\"],\"bodies\":[{\"betas\":[1,-0.5],\"pose\":"
                "[0.1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
                "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],\"translation\":[0,1,"
                "2]},{\"betas\":[0,0,2],\"pose\":[0,0,0,0,0.2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
                "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
                "0,0,0,0]}]}");
    assert_int_equal(api_status(other), 200);
    assert_int_equal(pd_api_call_reply(other)->body.size, vertices.data_bytes);
    assert_memory_equal(pd_api_call_reply(other)->body.data, vertices.data, vertices.data_bytes);
    pd_api_call_release(other);
    pd_npz_deinit(&npz);
    pd_api_call_release(call);
    pd_buffer_deinit(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(betas_beyond_the_usual_are_warned_of_in_json_and_in_the_header),
        cmocka_unit_test(normals_without_vertices_equal_normals_with_vertices),
        cmocka_unit_test(json_contains_the_results_of_core),
        cmocka_unit_test(a_binary_mesh_with_include_faces_holds_the_faces_alone),
        cmocka_unit_test(bin_holds_the_parts_in_the_order_of_include),
        cmocka_unit_test(every_format_has_its_type_and_first_bytes),
        cmocka_unit_test(frames_turn_points_and_wind_faces),
        cmocka_unit_test(shared_fields_apply_to_every_body_that_has_none_of_its_own),
        cmocka_unit_test(quaternions_are_normalised),
        cmocka_unit_test(a_batch_of_calls_equals_one_by_one_bit_for_bit),
        cmocka_unit_test(an_npz_is_a_batch_of_bodies),
        cmocka_unit_test(a_stl_of_one_body_has_contact_unless_told_otherwise),
        cmocka_unit_test(a_glb_has_soft_contact_unless_told_otherwise),
        cmocka_unit_test(joints_are_those_of_the_mesh),
        cmocka_unit_test(rotations_that_look_like_degrees_are_warned_of),
        cmocka_unit_test(a_bare_avatar_has_skin_without_a_picture),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
