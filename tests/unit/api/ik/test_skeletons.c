/* Skeletons that clients store as glTF, VRM, BVH or a list of joints, and solving on them by name. */
#include "core/base/text/base64.h"
#include "tests/support/api_ask.h"
#include "tests/support/avatar.h"
#include "tests/support/odd_rig.h"

#define SOLVE "/v1/ik/solve"

static pd_api_call *put_bytes(const char *target, const void *bytes, size_t size, const char *type)
{
    pd_api_call *call =
        api_decode("PUT", target, NULL,
                   (pd_api_request){.content_type = type, .body = {(const unsigned char *)bytes, size}});
    api_finish(call);
    return call;
}

static json_t *put(const char *target, const void *bytes, size_t size, const char *type, int status)
{
    pd_api_call *call = put_bytes(target, bytes, size, type);
    if (api_status(call) != status)
        fail_msg("%d: %.*s", api_status(call), (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    json_t *reply = api_json(call);
    pd_api_call_release(call);
    return reply;
}

static json_t *put_avatar(const char *target, const avatar_spec *spec, int status)
{
    pd_buffer file = {0};
    avatar_make(&file, spec);
    json_t *reply = put(target, file.data, file.size, "model/gltf-binary", status);
    pd_buffer_deinit(&file);
    return reply;
}

static json_t *solved(const char *body)
{
    pd_api_call *call = api_ask("POST", SOLVE, body);
    if (api_status(call) != 200)
        fail_msg("%s: %.*s", body, (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    json_t *reply = api_json(call);
    pd_api_call_release(call);
    return reply;
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static double number(const json_t *array, size_t row, size_t column)
{
    return json_number_value(json_array_get(json_array_get(array, row), column));
}

static void deleted(const char *id, int status)
{
    char target[96];
    snprintf(target, sizeof target, "/v1/skeletons/%s", id);
    pd_api_call *call = api_ask("DELETE", target, NULL);
    assert_int_equal(api_status(call), status);
    pd_api_call_release(call);
}

static void a_vrm_is_put_listed_looked_at_and_deleted(void **state)
{
    (void)state;
    const avatar_spec spec = {.vrm = 2, .turned = 1};
    json_t *reply = put_avatar("/v1/skeletons/avatar", &spec, 201);
    assert_string_equal(text_of(reply, "kind"), "vrm");
    json_decref(put_avatar("/v1/skeletons/avatar", &spec, 200));
    pd_api_call *call = api_ask("GET", "/v1/skeletons/avatar", NULL),
                *list = api_ask("GET", "/v1/skeletons", NULL);
    json_t *again = api_json(call), *all = json_object_get(again, "joints"), *listed = api_json(list);
    assert_true(json_equal(reply, again));
    assert_int_equal(json_array_size(all), AVATAR_BONES);
    assert_string_equal(text_of(json_array_get(all, 0), "bone"), "hips");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(all, 0), "node")), 1);
    json_t *last = json_array_get(json_object_get(listed, "skeletons"), 3);
    assert_string_equal(text_of(last, "id"), "avatar");
    assert_string_equal(text_of(last, "kind"), "vrm");
    json_decref(reply), json_decref(again), json_decref(listed);
    pd_api_call_release(call), pd_api_call_release(list);
    deleted("avatar", 204);
    deleted("avatar", 404);
    api_refused("GET", "/v1/skeletons/avatar", NULL, 404, NULL, "no model or skeleton");
}

/* The reply has each joint's node rotation at rest as in the file (glTF 2.0, 3.5.2: x, y, z, w). */
static void joints_have_the_rotations_of_their_nodes(void **state)
{
    (void)state;
    for (int vrm = 0; vrm < 3; vrm += 2) {
        const avatar_spec spec = {.vrm = vrm, .turned = 1};
        pd_buffer file = {0};
        uint32_t length;
        avatar_make(&file, &spec);
        memcpy(&length, file.data + 12, 4);
        json_t *gltf = json_loadb((const char *)file.data + 20, length, 0, NULL);
        const json_t *nodes = json_object_get(gltf, "nodes");
        json_t *reply = put("/v1/skeletons/avatar", file.data, file.size, "model/gltf-binary", 201);
        const json_t *joints = json_object_get(reply, "joints");
        assert_int_equal(json_array_size(joints), AVATAR_BONES);
        for (size_t k = 0; k < AVATAR_BONES; k++) {
            const json_t *joint = json_array_get(joints, k), *own = json_object_get(joint, "rotation");
            const json_t *node =
                json_array_get(nodes, (size_t)json_integer_value(json_object_get(joint, "node")));
            const json_t *wanted = json_object_get(node, "rotation");
            double dot = 0;
            for (size_t c = 0; c < 4; c++)
                dot += json_number_value(json_array_get(own, c)) *
                       (wanted ? json_number_value(json_array_get(wanted, c)) : c == 3);
            assert_near(fabs(dot), 1, 1e-5); /* both signs are one rotation */
        }
        json_decref(reply), json_decref(gltf);
        pd_buffer_deinit(&file);
        deleted("avatar", 204);
    }
}

/* The answer's rotations are those of nodes: sent back as the start they are the pose that was answered. */
static void answers_on_a_vrm_are_rotations_of_its_nodes(void **state)
{
    (void)state;
    for (int vrm = 1; vrm <= 2; vrm++) {
        const avatar_spec spec = {.vrm = vrm, .turned = 1, .scale = 0.5};
        double x = vrm == 1 ? -1 : 1;
        char body[4096];
        json_decref(put_avatar("/v1/skeletons/avatar", &spec, 201));
        snprintf(body, sizeof body,
                 "{\"skeleton\":\"avatar\",\"limits\":true,\"targets\":[{\"joint\":\"leftHand\",\"position\":"
                 "[%g,1.3,%g]}]}",
                 0.35 * x, 0.35 * x);
        json_t *reply = solved(body), *target = json_array_get(json_object_get(reply, "targets"), 0);
        assert_string_equal(text_of(reply, "status"), "reached");
        assert_string_equal(text_of(target, "joint"), "leftHand");
        json_t *nodes = json_object_get(reply, "nodes"), *names = json_object_get(reply, "joint_names");
        assert_int_equal(json_array_size(nodes), AVATAR_BONES);
        char *turns =
            json_dumps(json_object_get(json_object_get(reply, "pose"), "quaternions"), JSON_COMPACT);
        snprintf(
            body, sizeof body,
            "{\"skeleton\":\"avatar\",\"quaternions\":%s,\"targets\":[{\"joint\":\"head\",\"keep\":true}]}",
            turns);
        json_t *again = solved(body);
        for (size_t k = 0; k < AVATAR_BONES; k++)
            for (size_t c = 0; c < 3; c++)
                assert_near(number(json_object_get(again, "joints"), k, c),
                            number(json_object_get(reply, "joints"), k, c), 1e-5);
        for (size_t k = 0; k < AVATAR_BONES; k++)
            if (!strcmp(json_string_value(json_array_get(names, k)), "leftHand"))
                assert_near(number(json_object_get(reply, "joints"), k, 2), 0.35 * x, 2e-3);
        free(turns);
        json_decref(reply), json_decref(again);
        deleted("avatar", 204);
    }
}

static void a_root_that_moves_has_its_nodes_translation(void **state)
{
    (void)state;
    const avatar_spec spec = {.vrm = 2, .scale = 0.01};
    json_decref(put_avatar("/v1/skeletons/avatar", &spec, 201));
    json_t *reply =
        solved("{\"skeleton\":\"avatar\",\"move_root\":true,\"targets\":[{\"joint\":\"hips\",\"position\":["
               "0,1.2,0]}]}");
    json_t *at = json_object_get(reply, "root_translation");
    assert_near(json_number_value(json_array_get(at, 1)), 120, 0.2);
    json_decref(reply);
    deleted("avatar", 204);
}

static void joints_keep_the_limits_that_they_were_put_with(void **state)
{
    (void)state;
    static const char arm[] = "{\"joints\":[{\"name\":\"a\"},{\"name\":\"b\",\"parent\":\"a\",\"offset\":[1,"
                              "0,0],\"limit\":{\"kind\":"
                              "\"hinge\",\"axis\":[0,0,1],\"range\":[0,0.5]}},{\"name\":\"c\",\"parent\":"
                              "\"b\",\"offset\":[1,0,0]}]}";
    json_decref(put("/v1/skeletons/arm", arm, strlen(arm), "application/json", 201));
    json_t *reply =
        solved("{\"skeleton\":\"arm\",\"targets\":[{\"joint\":\"c\",\"chain\":\"b\",\"position\":[1,1,0]}]}");
    assert_string_equal(text_of(reply, "status"), "stalled");
    assert_string_equal(text_of(json_array_get(json_object_get(reply, "limits_hit"), 0), "limit"), "range");
    json_decref(reply);
    deleted("arm", 204);
}

static void a_bvh_is_put_with_its_unit(void **state)
{
    (void)state;
    static const char bvh[] =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT b\n{\n"
        "OFFSET 0 2 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 2 0\n}\n}\n}\n"
        "MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0 0 0 0\n";
    json_t *reply = put("/v1/skeletons/rope?metres_per_unit=0.5", bvh, strlen(bvh), "application/x-bvh", 201);
    assert_string_equal(text_of(reply, "kind"), "bvh");
    json_t *joint = json_array_get(json_object_get(reply, "joints"), 1);
    assert_near(json_number_value(json_array_get(json_object_get(joint, "offset"), 1)), 1, 1e-9);
    json_decref(reply);
    deleted("rope", 204);
}

static void invalid_skeletons_are_not_stored(void **state)
{
    (void)state;
    static const char one[] = "{\"joints\":[{\"name\":\"a\"}]}";
    api_refused("PUT", "/v1/skeletons/tiny", one, 409, NULL, "is the id of a model");
    api_refused("PUT", "/v1/skeletons/Up", one, 400, NULL, "is not an id");
    api_refused("PUT", "/v1/skeletons/a", "{\"joints\":[]}", 400, "", "0 joints; 1 to 256");
    api_refused("PUT", "/v1/skeletons/a", "{\"glb\":\"!\"}", 400, "/glb", "not base64");
    api_refused("PUT", "/v1/skeletons/a", "{\"glb\":\"Z2xU\"}", 400, "/glb", "not a glTF binary");
    api_refused("PUT", "/v1/skeletons/a", "{\"glb\":\"Z2xU\",\"bvh\":\"\"}", 400, "/glb",
                "given together with bvh");
    api_refused("PUT", "/v1/skeletons/a?skin=64", "", 400, "/skin", "0 to 63");
    for (int i = 0; i < 4; i++) {
        char target[64];
        snprintf(target, sizeof target, "/v1/skeletons/s%d", i);
        json_decref(put(target, one, strlen(one), "application/json", 201));
    }
    api_refused("PUT", "/v1/skeletons/s4", one, 413, NULL, "limits.skeletons");
    json_decref(put("/v1/skeletons/s3", one, strlen(one), "application/json", 200));
    deleted("s0", 204), deleted("s1", 204), deleted("s2", 204), deleted("s3", 204);
    deleted("tiny", 404);
}

static void impossible_trees_limits_and_targets_are_refused(void **state)
{
    (void)state;
    pd_buffer many = {0};
    api_refused("POST", SOLVE,
                "{\"targets\":[],\"skeleton\":{\"joints\":[{\"name\":\"a\",\"parent\":\"b\"},{\"name\":\"b\","
                "\"parent\":\"a\"}]}}",
                400, NULL, "");
    api_refused("POST", SOLVE,
                "{\"targets\":[],\"skeleton\":{\"joints\":[{\"name\":\"a\"},{\"name\":\"b\"}]}}", 400, NULL,
                "");
    api_refused("POST", SOLVE,
                "{\"targets\":[{\"joint\":\"b\",\"position\":[0,1,0]}],\"skeleton\":{\"joints\":[{\"name\":"
                "\"a\"},{\"name\":"
                "\"b\",\"parent\":\"a\",\"limit\":{\"kind\":\"hinge\",\"range\":[1,-1]}}]}}",
                400, "/skeleton/joints/1/limit/range", "1 to -1");
    pd_buffer_text(&many, "{\"targets\":[],\"skeleton\":{\"joints\":[{\"name\":\"j0\"}");
    for (int j = 1; j < 257; j++) pd_buffer_printf(&many, ",{\"name\":\"j%d\",\"parent\":\"j%d\"}", j, j - 1);
    pd_buffer_add(&many, "]}}", 4);
    api_refused("POST", SOLVE, (const char *)many.data, 400, "/skeleton", "257 joints; 1 to 256");
    pd_buffer_deinit(&many);
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\",\"position\":[0,1e9,0]}]}", 400,
                "/targets/0/position/1", "");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\",\"position\":[0,NaN,0]}]}", 400,
                "/targets/0/position/1", "NaN; a finite number expected");
    api_refused("POST", SOLVE, "{\"targets\":[{\"joint\":\"head\",\"position\":[0,1,0],\"weight\":-1}]}", 400,
                "/targets/0/weight", "0.001 to 1000");
    api_refused("POST", SOLVE, "{\"budget_ms\":0,\"targets\":[{\"joint\":\"head\",\"position\":[0,1,0]}]}",
                400, "/budget_ms", "0.01 to");
    json_t *reply = solved(
        "{\"targets\":[{\"joint\":\"c\",\"position\":[0,9999,0]}],\"skeleton\":{\"joints\":[{\"name\":\"a\"},"
        "{\"name\":"
        "\"b\",\"parent\":\"a\",\"offset\":[0,0,0]},{\"name\":\"c\",\"parent\":\"b\",\"offset\":[0,0,0]}]}}");
    assert_string_equal(text_of(reply, "status"), "unreachable");
    json_decref(reply);
}

static void a_glb_in_the_request_is_read_as_a_skeleton(void **state)
{
    (void)state;
    pd_buffer file = {0}, body = {0};
    avatar_make(&file, &(avatar_spec){.vrm = 2});
    pd_buffer_text(
        &body,
        "{\"targets\":[{\"joint\":\"rightHand\",\"position\":[-0.3,1.3,0.3]}],\"skeleton\":{\"glb\":\"");
    pd_base64_encode(&body, file.data, file.size);
    pd_buffer_add(&body, "\"}}", 4);
    json_t *reply = solved((const char *)body.data);
    assert_string_equal(text_of(reply, "status"), "reached");
    json_decref(reply);
    pd_buffer_deinit(&file), pd_buffer_deinit(&body);
}

/* Writes a file of two chains of joints, "a0", "a1" ... and "b0", "b1" ..., without a common node. */
static void two_chains(pd_buffer *file, int first, int second)
{
    pd_buffer json = {0};
    const int counts[] = {first, second};
    pd_buffer_text(&json, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int k = 0, node = 0; k < 2; k++)
        for (int i = 0; i < counts[k]; i++, node++) {
            pd_buffer_printf(&json, "%s{\"name\":\"%c%d\",\"translation\":[0,0.1,0]", node ? "," : "",
                             "ab"[k], i);
            if (i + 1 < counts[k]) pd_buffer_printf(&json, ",\"children\":[%d]", node + 1);
            pd_buffer_text(&json, "}");
        }
    for (int k = 0, node = 0; k < 2; k++) {
        pd_buffer_text(&json, k ? "]},{\"joints\":[" : "],\"skins\":[{\"joints\":[");
        for (int i = 0; i < counts[k]; i++, node++) pd_buffer_printf(&json, i ? ",%d" : "%d", node);
    }
    pd_buffer_text(&json, "]}]}");
    pd_buffer_add(&json, "", 1);
    avatar_pack(file, (const char *)json.data, NULL, 0);
    pd_buffer_deinit(&json);
}

/* A file has two trees of joints. The person is taken, even if the other tree has more joints. Without a
 * person the larger tree is taken. */
static void the_person_or_the_larger_of_two_skeletons_is_taken(void **state)
{
    (void)state;
    static const struct {
        int sword, chains[2]; /* a person with a sword, or two chains */
        int joints;           /* 0: refused */
        const char *first, *words;
    } rows[] = {
        {3, {0}, AVATAR_BONES + 1, "Root", "3 joints of another skeleton (\"Sword0\") are not moved"},
        {40, {0}, AVATAR_BONES + 1, "Root", "40 joints of another skeleton (\"Sword0\") are not moved"},
        {0, {4, 3}, 4, "a0", "3 joints of another skeleton (\"b0\") are not moved"},
        {0, {3, 4}, 4, "b0", "3 joints of another skeleton (\"a0\") are not moved"},
        {0,
         {4, 4},
         0,
         NULL,
         "the file has 2 skeletons in separate trees, among them \"a0\" and \"b0\", and neither is the "
         "skeleton of a person or larger than all others together"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_buffer file = {0};
        if (rows[i].sword)
            odd_rig_make(&file, &(odd_rig){.sword = rows[i].sword});
        else
            two_chains(&file, rows[i].chains[0], rows[i].chains[1]);
        json_t *reply = put("/v1/skeletons/two", file.data, file.size, "model/gltf-binary",
                            !rows[i].joints ? 400
                            : i             ? 200
                                            : 201);
        const json_t *joints = json_object_get(reply, "joints"),
                     *error = json_array_get(json_object_get(reply, "errors"), 0);
        const char *said = text_of(rows[i].joints ? reply : error, rows[i].joints ? "note" : "detail");
        assert_non_null(said);
        if (!strstr(said, rows[i].words)) fail_msg("%s", said);
        assert_int_equal(json_array_size(joints), rows[i].joints);
        if (rows[i].first) assert_string_equal(text_of(json_array_get(joints, 0), "name"), rows[i].first);
        json_decref(reply);
        pd_buffer_deinit(&file);
    }
    deleted("two", 204);
}

/* Equal PUT requests give equal ETags. Another kind of object, type, query or body gives another ETag. */
static void etags_of_a_put_identify_the_stored_content(void **state)
{
    (void)state;
    static const struct {
        const char *target, *type;
        int vrm;
    } rows[] = {{"/v1/skeletons/same", "model/gltf-binary", 0},
                {"/v1/characters/same", "model/gltf-binary", 0},
                {"/v1/skeletons/same", "application/octet-stream", 0},
                {"/v1/skeletons/same?skin=0", "model/gltf-binary", 0},
                {"/v1/skeletons/same", "model/gltf-binary", 2}};
    enum { ROWS = sizeof rows / sizeof *rows };
    char etags[ROWS][64];
    for (int i = 0; i < ROWS; i++) {
        pd_buffer file = {0};
        avatar_make(&file, &(avatar_spec){.vrm = rows[i].vrm});
        for (int again = 0; again < 2; again++) {
            char path[40];
            pd_api_call *call = put_bytes(rows[i].target, file.data, file.size, rows[i].type);
            if (api_status(call) > 201) fail_msg("%s: %d", rows[i].target, api_status(call));
            pd_api_call_release(call);
            snprintf(path, sizeof path, "%.*s", (int)strcspn(rows[i].target, "?"), rows[i].target);
            call = api_ask("GET", path, NULL);
            assert_int_equal(api_status(call), 200);
            assert_true(api_header(call, "ETag") != NULL);
            if (again) assert_string_equal(api_header(call, "ETag"), etags[i]);
            snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
            pd_api_call_release(call);
        }
        for (int k = 0; k < i; k++)
            if (!strcmp(etags[k], etags[i])) fail_msg("rows %d and %d", k, i);
        pd_buffer_deinit(&file);
    }
    pd_api_call_release(api_ask("DELETE", "/v1/characters/same", NULL));
    deleted("same", 204);
}

/* A joint whose node is mirrored cannot be rotated: who asks for it hears why. */
static void a_joint_that_cannot_be_moved_is_no_target(void **state)
{
    (void)state;
    pd_buffer file = {0};
    odd_rig_make(&file, &(odd_rig){.arm = ",\"scale\":[1,1,-1]"});
    json_decref(put("/v1/skeletons/mirrored", file.data, file.size, "model/gltf-binary", 201));
    api_refused("POST", SOLVE,
                "{\"skeleton\":\"mirrored\",\"targets\":[{\"joint\":\"LeftForeArm\",\"position\":[0,1,0]}]}",
                400, "/targets/0/joint",
                "\"LeftForeArm\" cannot be moved: /nodes/7/scale: node \"LeftArm\": 1 1 -1; ");
    pd_buffer_deinit(&file);
    deleted("mirrored", 204);
}

/* Names whose bytes take the last two letters of base64, wherever in three bytes they begin. */
static void base64_has_all_its_letters(void **state)
{
    (void)state;
    pd_buffer file = {0}, body = {0};
    avatar_make(&file, &(avatar_spec){0});
    char *name = memmem(file.data, file.size, "\"name\":\"rightHand\"", 18);
    assert_non_null(name);
    memcpy(name + 8, "???~~~>>>", 9);
    pd_buffer_text(
        &body,
        "{\"targets\":[{\"joint\":\"???~~~>>>\",\"position\":[-0.3,1.3,0.3]}],\"skeleton\":{\"glb\":\"");
    pd_base64_encode(&body, file.data, file.size);
    pd_buffer_add(&body, "\"}}", 4);
    assert_true(strchr((char *)body.data, '+') && strchr(strstr((char *)body.data, "glb"), '/'));
    json_t *reply = solved((const char *)body.data);
    assert_string_equal(text_of(reply, "status"), "reached");
    json_decref(reply);
    pd_buffer_deinit(&file), pd_buffer_deinit(&body);
}

static void all_errors_of_a_problem_are_reported(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("POST", SOLVE,
                                "{\"iterations\":5000,\"targets\":[{\"joint\":\"lefthand\",\"position\":[1,2]"
                                "},{\"position\":[0,0,0]}],"
                                "\"joint_limits\":[{\"joint\":\"nose\"}],\"joint_gains\":[{\"gain\":2}]}");
    json_t *reply = api_json(call);
    assert_int_equal(api_status(call), 400);
    /* iterations, joint, position, a missing joint, the joints of both lists, and gains without rest_gain */
    assert_int_equal(json_array_size(json_object_get(reply, "errors")), 7);
    json_decref(reply);
    pd_api_call_release(call);
}

/* {} is 3 bytes of a file and 240 of memory: the file's JSON is counted
 * before a tree of it stands, however it comes. */
static void a_glb_of_which_the_json_becomes_large_is_refused_before_it_is_read(void **state)
{
    (void)state;
    pd_buffer json = {0}, file = {0}, ask = {0};

    pd_buffer_text(&json, "{\"nodes\":[{}");
    while (json.size < api_host_limits.json_memory / 70) pd_buffer_text(&json, ",{}");
    pd_buffer_add(&json, "]}", 3);
    avatar_pack(&file, (char *)json.data, NULL, 0);

    json_t *reply = put("/v1/skeletons/a", file.data, file.size, "model/gltf-binary", 413);
    const char *detail = text_of(json_array_get(json_object_get(reply, "errors"), 0), "detail");
    assert_non_null(strstr(detail, "at most 4.0 MiB allowed"));
    json_decref(reply);

    pd_buffer_text(&ask, "{\"targets\":[],\"skeleton\":{\"glb\":\"");
    pd_base64_encode(&ask, file.data, file.size);
    pd_buffer_add(&ask, "\"}}", 4);
    api_refused("POST", SOLVE, (char *)ask.data, 413, "/skeleton/glb", "at most 4.0 MiB allowed");
    pd_buffer_deinit(&json), pd_buffer_deinit(&file), pd_buffer_deinit(&ask);
}

static void a_skeleton_counts_until_its_last_user_has_gone(void **state)
{
    (void)state;
    const _Atomic size_t *held = &api_host_state.memory.held[PD_API_MEMORY_SKELETONS];
    static const char joints[] =
        "{\"joints\":[{\"name\":\"a\"},{\"name\":\"b\",\"parent\":\"a\",\"offset\":[0,1,0]}]}";

    const size_t before = atomic_load(held);
    json_decref(put("/v1/skeletons/counted", joints, sizeof joints - 1, "application/json", 201));
    const size_t one = atomic_load(held) - before;
    assert_true(one > sizeof(pd_api_skeleton));

    pd_api_skeleton *used = api_host_skeleton(&api_host_state, "counted");
    json_decref(put("/v1/skeletons/counted", joints, sizeof joints - 1, "application/json", 200));
    assert_int_equal(atomic_load(held), before + 2 * one);
    deleted("counted", 204);
    assert_int_equal(atomic_load(held), before + one);
    pd_api_skeleton_release(used);
    assert_int_equal(atomic_load(held), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64_has_all_its_letters),
        cmocka_unit_test(a_vrm_is_put_listed_looked_at_and_deleted),
        cmocka_unit_test(joints_have_the_rotations_of_their_nodes),
        cmocka_unit_test(a_glb_of_which_the_json_becomes_large_is_refused_before_it_is_read),
        cmocka_unit_test(a_skeleton_counts_until_its_last_user_has_gone),
        cmocka_unit_test(answers_on_a_vrm_are_rotations_of_its_nodes),
        cmocka_unit_test(a_root_that_moves_has_its_nodes_translation),
        cmocka_unit_test(joints_keep_the_limits_that_they_were_put_with),
        cmocka_unit_test(a_bvh_is_put_with_its_unit),
        cmocka_unit_test(invalid_skeletons_are_not_stored),
        cmocka_unit_test(impossible_trees_limits_and_targets_are_refused),
        cmocka_unit_test(a_glb_in_the_request_is_read_as_a_skeleton),
        cmocka_unit_test(etags_of_a_put_identify_the_stored_content),
        cmocka_unit_test(a_joint_that_cannot_be_moved_is_no_target),
        cmocka_unit_test(the_person_or_the_larger_of_two_skeletons_is_taken),
        cmocka_unit_test(all_errors_of_a_problem_are_reported),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
