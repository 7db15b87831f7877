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

static pd_api_call *ask_with(const char *target, const char *body, pd_api_request extra)
{
    pd_api_call *call = api_decode(body ? "POST" : "GET", target, body, extra);

    api_finish(call);
    return call;
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

/* The memory of a reply is estimated before it is made: not less than it takes, and not so much more that
 * requests are refused without need. */
static void the_memory_of_a_reply_is_estimated_before_it_is_made(void **state)
{
    (void)state;
    static const char *const formats[] = {"json", "bin", "npz", "obj", "ply", "stl", "glb"};
    static const char *const fields[] = {"", ",\"include\":[\"vertices\",\"normals\",\"faces\"]",
                                         ",\"digits\":9,\"frame\":\"gltf\""};
    char target[64], body[1200], bodies[1000] = "{}";

    for (int i = 1; i < 16; i++) strcat(bodies, ",{\"betas\":[-1.5],\"translation\":[-7,8,9]}");
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            const bool is_text = !strcmp(formats[f], "json") || !strcmp(formats[f], "obj");
            if (strstr(fields[k], "digits") && !is_text) continue; /* only texts have digits */
            /* a triangle of stl has one normal, and those of vertices are refused */
            if (!strcmp(formats[f], "stl") && strstr(fields[k], "normals")) continue;
            snprintf(target, sizeof target, MESH "?format=%s", formats[f]);
            snprintf(body, sizeof body, "{\"bodies\":[%s]%s}", bodies, fields[k]);
            pd_api_call *call = api_decode("POST", target, body, (pd_api_request){0});
            const size_t expected = pd_api_mesh_reply_bytes(call), size = api_finish(call)->body.size;

            assert_int_equal(api_status(call), 200);
            if (size > expected || expected > 3 * size + 16384)
                fail_msg("%s %s: %zu bytes, %zu expected", formats[f], fields[k], size, expected);
            assert_int_equal(call->held, call->pool.bytes + size); /* and then it is exact */
            pd_api_call_release(call);
        }
}

static pd_buffer gunzip(const pd_buffer *in)
{
    pd_buffer out = {0};
    z_stream stream = {.next_in = in->data, .avail_in = (uInt)in->size};

    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    for (int status = Z_OK; status != Z_STREAM_END;) {
        unsigned char piece[4096];
        stream.next_out = piece;
        stream.avail_out = sizeof piece;
        status = inflate(&stream, Z_NO_FLUSH);
        assert_true(status == Z_OK || status == Z_STREAM_END);
        pd_buffer_add(&out, piece, sizeof piece - stream.avail_out);
    }
    assert_int_equal(stream.avail_in, 0);
    inflateEnd(&stream);
    return out;
}

static pd_buffer unzstd(const pd_buffer *in)
{
    pd_buffer out = {0};
    ZSTD_DCtx *stream = ZSTD_createDCtx();
    ZSTD_inBuffer from = {in->data, in->size, 0};
    size_t left = 1;

    while (left || from.pos < from.size) {
        unsigned char piece[4096];
        ZSTD_outBuffer to = {piece, sizeof piece, 0};
        left = ZSTD_decompressStream(stream, &to, &from);
        assert_false(ZSTD_isError(left));
        pd_buffer_add(&out, piece, to.pos);
    }
    ZSTD_freeDCtx(stream);
    return out;
}

#define SEVEN                                                                                                \
    "{\"bodies\":[{},{\"betas\":[1]},{\"betas\":[-1]},{\"translation\":[1,2,3]},{},{},{\"betas\":[2]}],"     \
    "\"frame\":\"unity\",\"include\":"
static const char seven[] = SEVEN "[\"normals\",\"vertices\",\"faces\"]}";
static const char seven_of_stl[] = SEVEN "[\"vertices\",\"faces\"]}";

static void a_reply_in_parts_is_the_reply_in_one(void **state)
{
    (void)state;
    static const char *const formats[] = {"json", "bin", "obj", "stl"};
    static const char *const codings[] = {NULL, "gzip", "zstd"};

    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t c = 0; c < sizeof codings / sizeof *codings; c++)
            for (int bodies = 1; bodies <= 7; bodies += 2) {
                char target[64];
                const char *asked = strcmp(formats[f], "stl") ? seven : seven_of_stl;
                snprintf(target, sizeof target, MESH "?format=%s", formats[f]);
                pd_api_call *whole = api_decode("POST", target, asked, (pd_api_request){0});
                const pd_api_reply *wanted = api_finish(whole);
                pd_api_call *call =
                    api_decode("POST", target, asked, (pd_api_request){.accept_encoding = codings[c]});
                pd_api_mesh_in_parts(call, bodies);
                assert_int_equal(call->part_total, (7 + bodies - 1) / bodies);
                const size_t total = pd_api_call_reply(call)->total_bytes;
                int parts;
                pd_buffer got = api_parts(call, &parts);

                assert_int_equal(parts, (7 + bodies - 1) / bodies);
                const char *coding = api_header(call, "Content-Encoding");
                if (coding) {
                    assert_string_equal(coding, codings[c]);
                    assert_int_equal(pd_api_call_reply(call)->total_bytes, 0);
                    pd_buffer plain = strcmp(coding, "gzip") ? unzstd(&got) : gunzip(&got);
                    pd_buffer_deinit(&got);
                    got = plain;
                } else if (total)
                    assert_int_equal(total, got.size);
                assert_true((total != 0) == (f == 1 || f == 3));
                assert_int_equal(got.size, wanted->body.size);
                assert_memory_equal(got.data, wanted->body.data, got.size);
                const char *shape = api_header(call, "Posed-Shape");
                assert_true(!shape == !api_header(whole, "Posed-Shape"));
                if (shape) assert_string_equal(shape, api_header(whole, "Posed-Shape"));
                pd_buffer_deinit(&got);
                pd_api_call_release(call);
                pd_api_call_release(whole);
            }
}

static void a_long_reply_is_planned_in_parts_of_two_mebibytes(void **state)
{
    (void)state;
    char *body = malloc(1 << 16), *end = body;

    end += sprintf(end, "{\"bodies\":[{}");
    for (int i = 1; i < 512; i++) end += sprintf(end, ",{}");
    sprintf(end, "]}");
    pd_api_limits limits = api_host_limits;
    limits.batch = 512;
    const pd_api_request request = {.method = "POST",
                                    .path = MESH,
                                    .query = "format=obj",
                                    .body = {(const unsigned char *)body, strlen(body)}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &limits);
    assert_true(pd_api_call_in_parts(call));
    assert_true(pd_api_mesh_of(call)->count > 1 && pd_api_mesh_of(call)->count < 256);
    assert_true(pd_api_mesh_run_bytes(call, 1) < 4 << 20);
    assert_true(pd_api_call_part_cost(call) < pd_api_call_cost(call) / 3);
    int parts;
    pd_buffer got = api_parts(call, &parts);
    assert_true(parts > 4 && got.size > 8 << 20);
    assert_int_equal(call->held, call->pool.bytes + pd_api_call_reply(call)->body.capacity);
    assert_true(call->held < 4 << 20);

    pd_buffer_deinit(&got);
    pd_api_call_release(call);
    free(body);
}

/* A part that overran its time is computed again. A part that is cancelled after the first one ends the
 * reply; its status remains 200. */
static void a_part_that_overran_is_computed_again_and_a_cancelled_part_ends_the_reply(void **state)
{
    (void)state;
    pd_api_call *whole = api_ask("POST", MESH "?format=obj", seven);
    pd_api_call *call = api_decode("POST", MESH "?format=obj", seven, (pd_api_request){0});
    pd_cancel cancel = {0};
    pd_arena scratch;
    pd_buffer got = {0};

    pd_arena_init(&scratch, 0);
    pd_api_mesh_in_parts(call, 3);
    pd_api_call_cancel_by(call, &cancel);
    for (int part = 0; part < 3; part++) {
        pd_cancel_set(&cancel, PD_CANCEL_OVERRUN);
        pd_api_run(&call, 1, &scratch, &pd_executor_serial);
        assert_false(pd_api_call_done(call));
        pd_cancel_reset(&cancel);
        pd_api_run(&call, 1, &scratch, &pd_executor_serial);
        assert_true(pd_api_call_done(call));
        pd_buffer_add(&got, pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size);
    }
    assert_int_equal(got.size, pd_api_call_reply(whole)->body.size);
    assert_memory_equal(got.data, pd_api_call_reply(whole)->body.data, got.size);
    pd_buffer_deinit(&got);
    pd_api_call_release(call);
    pd_api_call_release(whole);

    call = api_decode("POST", MESH "?format=obj", seven, (pd_api_request){0});
    pd_api_mesh_in_parts(call, 3);
    pd_api_call_cancel_by(call, &cancel);
    pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    assert_int_equal(pd_api_call_rest(call), PD_API_REST_MORE);
    pd_cancel_set(&cancel, PD_CANCEL_GONE);
    pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    assert_int_equal(pd_api_call_rest(call), PD_API_REST_LOST);
    assert_int_equal(pd_api_call_reply(call)->body.size, 0);
    assert_int_equal(api_status(call), 200);
    pd_api_call_release(call);

    call = api_decode("POST", MESH "?format=obj", seven, (pd_api_request){0});
    pd_api_mesh_in_parts(call, 3);
    pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    pd_api_run(&call, 1, &scratch, &pd_executor_serial);
    pd_api_call_refuse(call, 503, "the server is stopping");
    assert_int_equal(pd_api_call_rest(call), PD_API_REST_LOST);
    pd_api_call_release(call);

    /* the same when the call stops between two parts; before the first part it becomes an error reply */
    for (int made = 0; made < 2; made++) {
        call = api_decode("POST", MESH "?format=obj", seven, (pd_api_request){0});
        pd_api_mesh_in_parts(call, 3);
        for (int part = 0; part < made; part++) pd_api_run(&call, 1, &scratch, &pd_executor_serial);
        pd_api_call_refuse(call, 503, "the server is stopping");
        assert_int_equal(pd_api_call_rest(call), made ? PD_API_REST_LOST : PD_API_REST_NONE);
        assert_int_equal(api_status(call), made ? 200 : 503);
        assert_int_equal(pd_api_call_reply(call)->body.size == 0, made);
        pd_api_call_release(call);
    }
    pd_arena_deinit(&scratch);
}

static void a_batch_that_the_account_has_no_memory_for_is_refused_before_it_is_made(void **state)
{
    (void)state;
    pd_srv_memory *memory = &api_host_state.memory;
    const size_t free_bytes = 200 << 10;
    static const char two[] = "{\"bodies\":[{},{}]}";
    pd_arena scratch;

    pd_srv_memory_limit(memory, PD_SRV_MEMORY_LEAST);
    assert_int_equal(pd_srv_memory_take(memory, PD_API_MEMORY_BODIES, PD_SRV_MEMORY_LEAST / 2), 1);
    pd_srv_memory_add(memory, PD_API_MEMORY_BODIES, PD_SRV_MEMORY_LEAST / 2 - free_bytes);

    /* two, of which the second has too many digits for what is left, and a third: neighbours of a refused one
     * are answered */
    pd_api_call *calls[] = {api_decode("POST", MESH "?format=bin", two, (pd_api_request){0}),
                            api_decode("POST", MESH "?format=obj",
                                       "{\"bodies\":[{},{},{},{},{},{},{},{}],\"digits\":9}",
                                       (pd_api_request){0}),
                            api_decode("POST", MESH "?format=bin", two, (pd_api_request){0})};
    pd_arena_init(&scratch, 0);
    pd_api_run(calls, 3, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    assert_int_equal(api_status(calls[0]), 200);
    assert_int_equal(api_status(calls[1]), 503);
    assert_string_equal(api_header(calls[1], "Retry-After"), "1");
    assert_non_null(memmem(pd_api_call_reply(calls[1])->body.data, pd_api_call_reply(calls[1])->body.size,
                           "limits.memory", 13));
    assert_int_equal(api_status(calls[2]), 200);
    for (int i = 0; i < 3; i++) pd_api_call_release(calls[i]);

    pd_srv_memory_give(memory, PD_API_MEMORY_BODIES, PD_SRV_MEMORY_LEAST - free_bytes);
    pd_srv_memory_limit(memory, SIZE_MAX);
}

/* In each format a request for normals alone gives the bytes that a request for both gives. The buffers hold
 * earlier data. */
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

static void an_etag_answers_304_without_work(void **state)
{
    (void)state;
    static const char target[] = MESH "?betas=1.5,-0.5&format=glb";
    pd_api_call *first = api_decode("GET", target, NULL, (pd_api_request){0}), *second;
    char list[128];

    snprintf(list, sizeof list, "\"nothing\", W/%s", api_header(first, "ETag"));
    assert_false(pd_api_call_done(first)); /* the ETag is there before the mesh */
    second = api_decode("GET", target, NULL, (pd_api_request){.if_none_match = list});
    assert_true(pd_api_call_done(second));
    assert_int_equal(api_status(second), 304);
    assert_int_equal(pd_api_call_reply(second)->body.size, 0);
    assert_string_equal(api_header(second, "Vary"), "Accept, Accept-Encoding");
    assert_string_equal(api_header(second, "ETag"), api_header(first, "ETag"));
    pd_api_call_release(first);
    pd_api_call_release(second);
}

static void etags_tell_different_replies_apart_and_equal_ones_not(void **state)
{
    (void)state;
    static const char *const targets[] = {"?betas=1",
                                          "?betas=1.0000001",
                                          "?betas=0,1",
                                          "?betas=1&ground=true",
                                          "?betas=1&digits=5",
                                          "?betas=1&frame=unity",
                                          "?betas=1&include=vertices",
                                          "?betas=1&include=joints,vertices",
                                          "?betas=1&include=joints",
                                          "?betas=1&include=normals",
                                          "?betas=1&include=faces",
                                          "?betas=1&include=normals,vertices",
                                          "?betas=1&include=vertices,normals",
                                          "?betas=1&digits=4",
                                          "?betas=1,1",
                                          "?betas=1&translation=0,1,0",
                                          "?betas=1&translation=1,0,0",
                                          "?betas=1&soft_tissue=0,1",
                                          "?betas=1&format=bin",
                                          "?betas=1&format=glb",
                                          "?betas=1&format=glb&contact=none",
                                          "?betas=1&contact=soft",
                                          "?betas=1&format=glb&rig=true",
                                          "?betas=1&format=glb&quantize=true",
                                          "?betas=1&skinning=dqs",
                                          "?betas=1&contact=exact",
                                          "?betas=1&stage=shaped",
                                          "?betas=1&stage=corrected",
                                          "?betas=1&translation=0,0,1",
                                          "?betas=1&soft_tissue=1"};
    enum { N = sizeof targets / sizeof *targets };
    char etags[N + 1][64];

    for (size_t i = 0; i < N; i++) {
        char target[128];
        snprintf(target, sizeof target, MESH "%s", targets[i]);
        pd_api_call *call = api_decode("GET", target, NULL, (pd_api_request){0});
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        for (size_t k = 0; k < i; k++) assert_string_not_equal(etags[k], etags[i]);
        pd_api_call_release(call);
    }
    pd_api_call *same =
                    api_decode("GET", MESH "?ground=false&betas=1.0,0,0&digits=6", NULL, (pd_api_request){0}),
                *packed =
                    api_decode("GET", MESH "?betas=1", NULL, (pd_api_request){.accept_encoding = "gzip"});
    assert_string_equal(api_header(same, "ETag"), etags[0]);
    assert_string_not_equal(api_header(packed, "ETag"), etags[0]);
    pd_api_call_release(same);
    pd_api_call_release(packed);
}

static void a_post_has_no_etag(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", MESH, "{}");

    assert_null(api_header(call, "ETag"));
    pd_api_call_release(call);
}

static void accept_chooses_the_format(void **state)
{
    (void)state;
    static const struct {
        const char *accept, *type;
    } rows[] = {{NULL, "application/json"},
                {"", "application/json"},
                {"*/*", "application/json"},
                {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"},
                {"model/gltf-binary", "model/gltf-binary"},
                {"model/*", "model/obj"},
                {"model/*;q=0.5, model/stl", "model/stl"},
                {"application/json;q=0.1, application/octet-stream;q=0.2", "application/octet-stream"},
                {"APPLICATION/X-NPZ ; q=1", "application/x-npz"},
                {"*/*, application/json;q=0", "application/octet-stream"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = ask_with(MESH, NULL, (pd_api_request){.accept = rows[i].accept});
        assert_string_equal(pd_api_call_reply(call)->content_type, rows[i].type);
        pd_api_call_release(call);
    }
}

static void an_unsupported_accept_header_is_answered_406_with_the_list(void **state)
{
    (void)state;
    pd_api_call *call = ask_with(MESH, NULL, (pd_api_request){.accept = "image/png, application/json;q=0"});
    json_t *problem = api_json(call);

    assert_int_equal(api_status(call), 406);
    assert_non_null(strstr(json_string_value(json_object_get(problem, "detail")), "model/gltf-binary"));
    json_decref(problem);
    pd_api_call_release(call);
    call = ask_with(MESH "?format=glb", NULL, (pd_api_request){.accept = "image/png"});
    assert_int_equal(api_status(call), 200); /* ?format= wins */
    pd_api_call_release(call);
}

static void inflate_into(unsigned char *out, size_t room, const pd_buffer *body)
{
    z_stream stream = {
        .next_in = body->data, .avail_in = (uInt)body->size, .next_out = out, .avail_out = (uInt)room};

    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.total_out, room);
    inflateEnd(&stream);
}

static void json_is_compressed_as_asked_and_reads_back(void **state)
{
    (void)state;
    pd_api_call *plain = ask_with(MESH, "{}", (pd_api_request){0}),
                *gzip = ask_with(MESH, "{}", (pd_api_request){.accept_encoding = "gzip, deflate, br"}),
                *zstd = ask_with(MESH, "{}", (pd_api_request){.accept_encoding = "gzip, zstd"});
    const pd_buffer *wanted = &pd_api_call_reply(plain)->body, *packed = &pd_api_call_reply(zstd)->body;
    unsigned char *out = malloc(wanted->size);

    assert_null(api_header(plain, "Content-Encoding"));
    assert_string_equal(api_header(gzip, "Content-Encoding"), "gzip");
    assert_string_equal(api_header(zstd, "Content-Encoding"), "zstd");
    assert_true(pd_api_call_reply(gzip)->body.size < wanted->size && packed->size < wanted->size);
    inflate_into(out, wanted->size, &pd_api_call_reply(gzip)->body);
    assert_memory_equal(out, wanted->data, wanted->size);
    assert_int_equal(ZSTD_decompress(out, wanted->size, packed->data, packed->size), wanted->size);
    assert_memory_equal(out, wanted->data, wanted->size);
    free(out);
    pd_api_call_release(plain);
    pd_api_call_release(gzip);
    pd_api_call_release(zstd);
}

static void raw_floats_small_replies_and_refused_codings_stay_plain(void **state)
{
    (void)state;
    pd_api_call *bin = ask_with(MESH "?format=bin", "{}", (pd_api_request){.accept_encoding = "zstd"}),
                *small = ask_with("/healthz", NULL, (pd_api_request){.accept_encoding = "zstd"}),
                *refused = ask_with(MESH, "{}", (pd_api_request){.accept_encoding = "gzip;q=0, zstd;q=0"});

    assert_null(api_header(bin, "Content-Encoding"));
    assert_null(api_header(small, "Content-Encoding"));
    assert_null(api_header(refused, "Content-Encoding"));
    pd_api_call_release(bin);
    pd_api_call_release(small);
    pd_api_call_release(refused);
}

static void faces_come_as_json_or_uint32_with_an_etag(void **state)
{
    (void)state;
    const size_t bytes = 3 * (size_t)api_host_state.tiny->face_count * sizeof(uint32_t);
    pd_api_call *bin = ask_with("/v1/models/default/faces", NULL,
                                (pd_api_request){.accept = "application/octet-stream"}),
                *again = ask_with("/v1/models/default/faces?format=bin", NULL,
                                  (pd_api_request){.if_none_match = api_header(bin, "ETag")}),
                *json = api_ask("GET", "/v1/models/default/faces", NULL);
    json_t *reply = api_json(json);

    assert_int_equal(pd_api_call_reply(bin)->body.size, bytes);
    assert_memory_equal(pd_api_call_reply(bin)->body.data, api_host_state.tiny->data.faces, bytes);
    assert_string_equal(api_header(bin, "Cache-Control"), "max-age=604800");
    assert_int_equal(api_status(again), 304);
    assert_int_equal(json_array_size(json_object_get(reply, "faces")), bytes / sizeof(uint32_t));
    json_decref(reply);
    pd_api_call_release(bin);
    pd_api_call_release(again);
    pd_api_call_release(json);
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

static void a_buffer_that_the_server_brings_is_used(void **state)
{
    (void)state;
    pd_api_call *call = api_decode("GET", MESH "?format=bin", NULL, (pd_api_request){0});
    pd_api_reply *reply = pd_api_call_reply(call);
    unsigned char *own;

    pd_buffer_reserve(&reply->body, 1 << 16);
    own = reply->body.data;
    api_finish(call);
    assert_ptr_equal(reply->body.data, own);
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

/* A batch whose tree would be larger than limits.json_memory is read element by element: the same bodies, the
 * same refusals. */
static void a_long_batch_is_read_one_body_at_a_time(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static char text[COUNT * 64];
    pd_api_limits small = api_host_limits, large = api_host_limits;
    size_t used = (size_t)snprintf(text, sizeof text, "{\"translation\":[0,1,0],\"bodies\":[");
    small.batch = large.batch = COUNT;
    small.json_memory = 20000, large.json_memory = 16 << 20;
    for (int i = 0; i < COUNT; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s{\"betas\":[%.2f,0.5]}", i ? " ,\n" : "",
                                 0.01 * i - 1);
    snprintf(text + used, sizeof text - used, "],\"frame\":\"gltf\"}");

    pd_buffer replies[2] = {{0}, {0}};
    for (int way = 0; way < 2; way++) {
        pd_api_request request = {.method = "POST",
                                  .path = "/v1/models/tiny/joints",
                                  .accept = "application/octet-stream",
                                  .body = {(const unsigned char *)text, strlen(text)}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, way ? &small : &large);
        api_finish(call);
        if (api_status(call) != 200) fail_msg("%s", (const char *)pd_api_call_reply(call)->body.data);
        pd_buffer_add(&replies[way], pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size);
        pd_api_call_release(call);
    }
    assert_int_equal(replies[0].size, COUNT * 24 * 3 * 4);
    assert_int_equal(replies[0].size, replies[1].size);
    assert_memory_equal(replies[0].data, replies[1].data, replies[0].size);
    pd_buffer_deinit(&replies[0]);
    pd_buffer_deinit(&replies[1]);

    /* Errors name the body. */
    static const char *const wrong[][2] = {
        {"{\"betas\":[200]}", "/bodies/299/betas/0"},
        {"{\"colour\":1}", "/bodies/299/colour"},
        {"{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}",
         "/bodies/299"},
        {"7", "/bodies/299"},
        {"", "/bodies/299"}};
    for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
        char *last = strstr(text, ",\n{\"betas\":[1.99");
        if (!last) last = strrchr(text, '\n') - 1;
        last[0] = ',', last[1] = '\n';
        snprintf(last + 2, sizeof text - (size_t)(last + 2 - text), "%s]}", wrong[w][0]);
        pd_api_request request = {.method = "POST",
                                  .path = "/v1/models/tiny/joints",
                                  .body = {(const unsigned char *)text, strlen(text)}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &small);
        api_finish(call);
        assert_int_equal(api_status(call), 400);
        json_t *problem = api_json(call);
        const char *pointer = json_string_value(
            json_object_get(json_array_get(json_object_get(problem, "errors"), 0), "pointer"));
        assert_string_equal(pointer, wrong[w][1]);
        json_decref(problem);
        pd_api_call_release(call);
    }
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
        cmocka_unit_test(the_memory_of_a_reply_is_estimated_before_it_is_made),
        cmocka_unit_test(a_reply_in_parts_is_the_reply_in_one),
        cmocka_unit_test(a_long_reply_is_planned_in_parts_of_two_mebibytes),
        cmocka_unit_test(a_part_that_overran_is_computed_again_and_a_cancelled_part_ends_the_reply),
        cmocka_unit_test(a_batch_that_the_account_has_no_memory_for_is_refused_before_it_is_made),
        cmocka_unit_test(bin_holds_the_parts_in_the_order_of_include),
        cmocka_unit_test(every_format_has_its_type_and_first_bytes),
        cmocka_unit_test(frames_turn_points_and_wind_faces),
        cmocka_unit_test(shared_fields_apply_to_every_body_that_has_none_of_its_own),
        cmocka_unit_test(quaternions_are_normalised),
        cmocka_unit_test(a_batch_of_calls_equals_one_by_one_bit_for_bit),
        cmocka_unit_test(a_long_batch_is_read_one_body_at_a_time),
        cmocka_unit_test(an_npz_is_a_batch_of_bodies),
        cmocka_unit_test(a_stl_of_one_body_has_contact_unless_told_otherwise),
        cmocka_unit_test(a_glb_has_soft_contact_unless_told_otherwise),
        cmocka_unit_test(joints_are_those_of_the_mesh),
        cmocka_unit_test(an_etag_answers_304_without_work),
        cmocka_unit_test(etags_tell_different_replies_apart_and_equal_ones_not),
        cmocka_unit_test(a_post_has_no_etag),
        cmocka_unit_test(accept_chooses_the_format),
        cmocka_unit_test(an_unsupported_accept_header_is_answered_406_with_the_list),
        cmocka_unit_test(rotations_that_look_like_degrees_are_warned_of),
        cmocka_unit_test(json_is_compressed_as_asked_and_reads_back),
        cmocka_unit_test(raw_floats_small_replies_and_refused_codings_stay_plain),
        cmocka_unit_test(faces_come_as_json_or_uint32_with_an_etag),
        cmocka_unit_test(a_bare_avatar_has_skin_without_a_picture),
        cmocka_unit_test(a_buffer_that_the_server_brings_is_used),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
