/* Replies with meshes: made in parts, counted in memory, compressed, tagged and chosen by Accept. */
#include "core/io/tensor/npz.h"
#include "tests/support/api_ask.h"

#include "api/body/mesh_encode.h"
#include "api/body/mesh_run.h"
#include "core/math/frame.h"
#include "core/smpl/contact.h"

#include <zlib.h>
#include <zstd.h>

#define MESH "/v1/models/default/mesh"

static pd_api_call *ask_with(const char *target, const char *body, pd_api_request extra)
{
    pd_api_call *call = api_decode(body ? "POST" : "GET", target, body, extra);

    api_finish(call);
    return call;
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

    /* two, of which the second has too many digits for what is left, and a third:
     * neighbours of a refused one are answered */
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

/* A batch whose tree would be larger than limits.json_memory is read element by element:
 * the same bodies, the same refusals. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_memory_of_a_reply_is_estimated_before_it_is_made),
        cmocka_unit_test(a_reply_in_parts_is_the_reply_in_one),
        cmocka_unit_test(a_long_reply_is_planned_in_parts_of_two_mebibytes),
        cmocka_unit_test(a_part_that_overran_is_computed_again_and_a_cancelled_part_ends_the_reply),
        cmocka_unit_test(a_batch_that_the_account_has_no_memory_for_is_refused_before_it_is_made),
        cmocka_unit_test(a_long_batch_is_read_one_body_at_a_time),
        cmocka_unit_test(an_etag_answers_304_without_work),
        cmocka_unit_test(etags_tell_different_replies_apart_and_equal_ones_not),
        cmocka_unit_test(a_post_has_no_etag),
        cmocka_unit_test(accept_chooses_the_format),
        cmocka_unit_test(an_unsupported_accept_header_is_answered_406_with_the_list),
        cmocka_unit_test(json_is_compressed_as_asked_and_reads_back),
        cmocka_unit_test(raw_floats_small_replies_and_refused_codings_stay_plain),
        cmocka_unit_test(faces_come_as_json_or_uint32_with_an_etag),
        cmocka_unit_test(a_buffer_that_the_server_brings_is_used),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
