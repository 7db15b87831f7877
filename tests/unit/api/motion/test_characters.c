/* Users' own characters: read from a file, or refused with a description of what the file contains. */
#include "api/motion/characters.h"
#include "core/io/surface/surface.h"
#include "tests/support/animals.h"
#include "tests/support/api_ask.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"
#include "tests/support/odd_rig.h"
#include "tests/support/rigs.h"
#include "tests/support/stage_put.h"
#include "tests/support/stored_zip.h"

static pd_api_skeleton *read_file(const pd_buffer *file, const pd_retarget_character_wanted *wanted,
                                  int count, pd_api_problems *p)
{
    *p = (pd_api_problems){0};
    return pd_api_character_read((pd_bytes){file->data, file->size}, PD_API_PERSON, wanted, count, 0, "", p);
}

static void a_character_keeps_its_match_and_its_file(void **state)
{
    const avatar_spec spec = {.vrm = 2, .turned = 1};
    pd_buffer file = {0};
    pd_api_problems p;
    (void)state;
    avatar_make(&file, &spec);
    pd_api_skeleton *made = read_file(&file, NULL, 0, &p);
    assert_non_null(made);
    assert_string_equal(made->kind, "vrm");
    assert_int_equal(made->match->by[PD_HUMAN_L_HAND], PD_MATCH_VRM);
    assert_string_equal(pd_api_skeleton_joint_name(made, made->match->joints[PD_HUMAN_L_HAND]), "leftHand");
    assert_int_equal(made->file_bytes, file.size);
    assert_memory_equal(made->file, file.data, file.size);
    pd_api_skeleton_release(made);
    pd_buffer_deinit(&file);
}

/* The same person in metres, and in centimetres. */
static void a_person_as_large_as_a_tower_is_noted(void **state)
{
    (void)state;
    for (int is_large = 0; is_large < 2; is_large++) {
        const avatar_spec spec = {.vrm = 2, .extra = is_large ? ",\"scale\":[100,100,100]" : NULL};
        pd_buffer file = {0};
        pd_api_problems p;
        avatar_make(&file, &spec);
        pd_api_skeleton *made = read_file(&file, NULL, 0, &p);
        assert_non_null(made);
        assert_int_equal(strstr(made->note, "but probably centimetres") != NULL, is_large);
        assert_int_equal(strstr(made->note, "the figure is about 1") != NULL, is_large);
        pd_api_skeleton_release(made);
        pd_buffer_deinit(&file);
    }
}

static void a_mesh_other_than_a_person_is_refused_with_a_description(void **state)
{
    const avatar_spec spec = {.vrm = 0};
    const pd_retarget_character_wanted wrong = {"leftHand", "paw"};
    pd_buffer file = {0}, chair = {0};
    pd_api_problems p;
    (void)state;
    avatar_make(&file, &spec);
    assert_null(read_file(&file, &wrong, 1, &p));
    assert_int_equal(p.count, 1);
    assert_non_null(strstr(p.items[0].detail, "/match/leftHand: no joint \"paw\""));

    avatar_pack(&chair,
                "{\"nodes\":[{\"name\":\"seat\",\"children\":[1]},{\"name\":\"back\"}],\"skins\":[{"
                "\"joints\":[0,1]}]}",
                NULL, 0);
    assert_null(read_file(&chair, NULL, 0, &p));
    assert_non_null(strstr(p.items[0].detail, "2 joints (seat, back"));
    pd_buffer_deinit(&file), pd_buffer_deinit(&chair);
}

/* The joints of the avatar are called as the bones of VRM 1.0, which are Unity's in lower case, the first of
 * them the hips. */
static void the_reply_says_which_joint_each_bone_has(void **state)
{
    (void)state;
    int found = 0;
    stage_put_avatar("mine");
    pd_api_call *call = api_ask("GET", "/v1/characters/mine", NULL);
    json_t *reply = api_json(call), *match = json_object_get(reply, "match");
    assert_string_equal(json_string_value(json_object_get(reply, "id")), "mine");
    assert_string_equal(json_string_value(json_object_get(reply, "template")), "person");
    assert_int_equal(json_array_size(match), PD_ANIM_HUMAN_COUNT);
    for (size_t i = 0; i < json_array_size(match); i++) {
        const json_t *row = json_array_get(match, i), *joint = json_object_get(row, "joint");
        const char *bone = json_string_value(json_object_get(row, "bone"));
        assert_string_equal(bone, pd_anim_human_names[i]);
        bool has = false;
        for (size_t k = 0; k < sizeof avatar_bones / sizeof *avatar_bones; k++)
            has |= !strcasecmp(avatar_bones[k].bone, bone);
        assert_true(json_is_string(joint) || json_is_null(joint));
        if (has) assert_int_equal(strcasecmp(json_string_value(joint), bone), 0);
        found += has;
    }
    assert_int_equal(found, AVATAR_BONES);
    json_decref(reply);
    pd_api_call_release(call);
    pd_api_call_release(api_ask("DELETE", "/v1/characters/mine", NULL));
}

/* Checks that the list's row of a character agrees with the given reply, and that every row of the match that
 * has a joint is counted. */
static void check_row(const json_t *reply)
{
    pd_api_call *call = api_ask("GET", "/v1/characters", NULL);
    json_t *all = api_json(call);
    const json_t *match = json_object_get(reply, "match");
    int bones = 0, doubts = 0, seen = 0;
    for (size_t i = 0; i < json_array_size(match); i++) {
        bones += json_is_string(json_object_get(json_array_get(match, i), "joint"));
        doubts += json_is_string(json_object_get(json_array_get(match, i), "doubt"));
    }
    for (size_t i = 0; i < json_array_size(json_object_get(all, "characters")); i++) {
        static const char *const same[] = {"id", "kind", "template", "bytes"};
        const json_t *row = json_array_get(json_object_get(all, "characters"), i);
        if (!json_equal(json_object_get(row, "id"), json_object_get(reply, "id"))) continue;
        seen++;
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            assert_true(json_equal(json_object_get(row, same[k]), json_object_get(reply, same[k])));
        assert_int_equal(json_integer_value(json_object_get(row, "bone_count")), bones);
        assert_int_equal(json_integer_value(json_object_get(row, "doubt_count")), doubts);
        assert_int_equal(json_integer_value(json_object_get(row, "joint_count")),
                         json_array_size(json_object_get(reply, "joints")));
    }
    assert_int_equal(seen, 1);
    json_decref(all);
    pd_api_call_release(call);
}

/* Writes a file with the joints of an animal and no mesh,
 * whose first joint turns by 0.2 rad within a second. */
static void pack_animal(pd_buffer *out, const animal *a)
{
    const float turn[] = {0, 1, 0, 0, 0, 1, 0, sinf(0.1F), 0, cosf(0.1F)}; /* times, then quaternions */
    pd_buffer json = {0};
    const char *before = "";
    pd_buffer_text(&json, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int k = 0; k < a->s.joint_count; k++, before = ",") {
        const int up = a->parents[k];
        const pd_vec3 at = up < 0 ? a->rest[k] : pd_vec3_sub(a->rest[k], a->rest[up]);
        const char *comma = "";
        pd_buffer_printf(&json, "%s{\"name\":\"%s\",\"translation\":[%.9g,%.9g,%.9g]", before, a->names[k],
                         at.x, at.y, at.z);
        for (int c = k + 1; c < a->s.joint_count; c++) {
            if (a->parents[c] != k) continue;
            pd_buffer_printf(&json, *comma ? ",%d" : ",\"children\":[%d", c);
            comma = ",";
        }
        pd_buffer_text(&json, *comma ? "]}" : "}");
    }
    pd_buffer_text(&json, "],\"skins\":[{\"joints\":[");
    for (int k = 0; k < a->s.joint_count; k++) pd_buffer_printf(&json, k ? ",%d" : "%d", k);
    pd_buffer_text(&json, "]}],\"buffers\":[{\"byteLength\":40}],\"bufferViews\":[{\"buffer\":0,"
                          "\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32}],"
                          "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":"
                          "\"SCALAR\",\"min\":[0],\"max\":[1]},"
                          "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],"
                          "\"animations\":[{\"name\":\"turn\",\"channels\":[{\"sampler\":0,\"target\":{"
                          "\"node\":0,\"path\":\"rotation\"}}],"
                          "\"samplers\":[{\"input\":0,\"output\":1}]}]}");
    pd_buffer_add(&json, "", 1);
    avatar_pack(out, (const char *)json.data, turn, sizeof turn / sizeof *turn);
    pd_buffer_deinit(&json);
}

/* The status of a request for the animal's clip of this file; words: what the reply's detail has, or NULL: it
 * is a file with an animation of 61 times, a second at 60 frames. */
static void asked_for_clip(const char *type, pd_bytes body, int status, const char *words,
                           const char *not_words)
{
    const pd_api_request request = {
        .method = "POST", .path = "/v1/characters/dog/clip", .content_type = type, .body = body};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    const pd_api_reply *reply = api_finish(call);
    if (reply->status != status) fail_msg("%d %.300s", reply->status, (const char *)reply->body.data);
    if (words) {
        json_t *problem = api_json(call);
        const char *detail = json_string_value(json_object_get(problem, "detail"));
        if (!strstr(detail, words) || strstr(detail, not_words)) fail_msg("%s", detail);
        json_decref(problem);
    } else {
        uint32_t size;
        memcpy(&size, reply->body.data + 12, 4);
        json_t *file = json_loadb((const char *)reply->body.data + 20, size, 0, NULL);
        const json_t *animation = json_array_get(json_object_get(file, "animations"), 0),
                     *sampler = json_array_get(json_object_get(animation, "samplers"), 0),
                     *times = json_array_get(json_object_get(file, "accessors"),
                                             (size_t)json_integer_value(json_object_get(sampler, "input")));
        assert_int_equal(json_integer_value(json_object_get(times, "count")), 61);
        assert_near(json_number_value(json_array_get(json_object_get(times, "max"), 0)), 1, 1e-6);
        json_decref(file);
    }
    pd_api_call_release(call);
}

/* The parts of an animal are found from its tree of joints. They include the tops and tips of its legs. */
static void an_animal_has_the_parts_of_its_template(void **state)
{
    (void)state;
    const animal_spec spec = {.pairs = 2, .size = 1};
    animal a = {0};
    pd_buffer file = {0};
    animal_make(&a, &spec);
    pack_animal(&file, &a);
    const pd_api_request request = {.method = "PUT",
                                    .path = "/v1/characters/dog",
                                    .query = "template=quadruped",
                                    .content_type = "model/gltf-binary",
                                    .body = {file.data, file.size}};
    pd_api_call *put = pd_api_decode(&request, &api_host_table, &api_host_limits);
    api_finish(put);
    if (api_status(put) != 201) fail_msg("%.500s", (const char *)pd_api_call_reply(put)->body.data);
    json_t *reply = api_json(put);
    const json_t *match = json_object_get(reply, "match");
    assert_string_equal(json_string_value(json_object_get(reply, "id")), "dog");
    assert_string_equal(json_string_value(json_object_get(reply, "template")), "quadruped");
    assert_string_equal(json_string_value(json_object_get(reply, "kind")), "glb");
    assert_int_equal(json_integer_value(json_object_get(reply, "bytes")), file.size);
    assert_true(json_is_null(json_object_get(reply, "rig")));
    assert_int_equal(json_array_size(json_object_get(reply, "joints")), a.s.joint_count);
    int ends = 0;
    for (size_t i = 0; i < json_array_size(match); i++) {
        const json_t *row = json_array_get(match, i);
        const char *joint = json_string_value(json_object_get(row, "joint"));
        assert_string_equal(json_string_value(json_object_get(row, "by")), "tree");
        for (size_t k = 0; k < i; k++)
            assert_false(
                json_equal(json_object_get(row, "bone"), json_object_get(json_array_get(match, k), "bone")));
        for (int l = 0; l < a.legs; l++)
            ends += !strcmp(joint, a.names[a.tops[l]]) || !strcmp(joint, a.names[a.tips[l]]);
    }
    assert_int_equal(ends, 8);
    check_row(reply);
    pd_api_call_release(put);

    /* It takes the motion of another animal, which only a GLB has. */
    asked_for_clip("model/gltf-binary", (pd_bytes){file.data, file.size}, 200, NULL, NULL);
    asked_for_clip("application/x-bvh", (pd_bytes){file.data, file.size}, 415, "model/gltf-binary",
                   "x-bvh expected");
    asked_for_clip("model/gltf-binary", (pd_bytes){file.data, file.size / 2}, 400, "", "x-bvh");

    /* A person stands beside it in the list. */
    stage_put_avatar("mine");
    check_row(reply);
    pd_api_call *mine = api_ask("GET", "/v1/characters/mine", NULL);
    json_t *person = api_json(mine);
    check_row(person);
    json_decref(person), json_decref(reply);
    pd_api_call_release(mine);

    /* The same file with another template is refused. */
    pd_api_request other = request;
    other.query = "template=biped";
    put = pd_api_decode(&other, &api_host_table, &api_host_limits);
    assert_int_equal(api_finish(put)->status, 400);
    pd_api_call_release(put);
    other.query = "template=person";
    put = pd_api_decode(&other, &api_host_table, &api_host_limits);
    api_finish(put);
    reply = api_json(put);
    const char *said = json_string_value(json_object_get(reply, "detail"));
    if (api_status(put) != 400 || !strstr(said, "it stands as a quadruped: template=quadruped"))
        fail_msg("%s", said);
    json_decref(reply);
    pd_api_call_release(put);
    pd_buffer_deinit(&file);
    pd_api_call_release(api_ask("DELETE", "/v1/characters/dog", NULL));
    pd_api_call_release(api_ask("DELETE", "/v1/characters/mine", NULL));
}

/* "BONE=JOINT,...": as many as there are bones; without a joint a bone has none. */
static void a_match_lists_pairs_of_bone_and_joint(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int count;
    } rows[] = {{"", 0},      {"neck=Neck", 1},       {"neck=Neck,head=Head", 2},
                {"neck", -1}, {"neck=Neck,head", -1}, {"neck,head=Head", -1}};
    pd_retarget_character_wanted wanted[PD_ANIM_HUMAN_COUNT];
    char text[4096];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "%s", rows[i].text);
        assert_int_equal(pd_api_character_wanted(wanted, text), rows[i].count);
    }
    snprintf(text, sizeof text, "neck=Neck,head=");
    assert_int_equal(pd_api_character_wanted(wanted, text), 2);
    assert_string_equal(wanted[0].bone, "neck");
    assert_string_equal(wanted[0].joint, "Neck");
    assert_string_equal(wanted[1].bone, "head");
    assert_null(wanted[1].joint);
    for (int more = 0; more < 2; more++) {
        int used = 0;
        for (int i = 0; i < PD_ANIM_HUMAN_COUNT + more; i++)
            used += snprintf(text + used, sizeof text - (size_t)used, "b%d=j,", i);
        assert_int_equal(pd_api_character_wanted(wanted, text), more ? -1 : PD_ANIM_HUMAN_COUNT);
    }

    /* As a request. */
    static const struct {
        const char *query, *detail;
    } asked[] = {{"match=neck", "\"neck\" is not a list BONE=JOINT,BONE=JOINT; 1 to "},
                 {"match=leftHand%3dpaw", "no joint \"paw\""},
                 {"match=neck%3dNeck&template=quadruped", "has no effect on template=quadruped"}};
    const avatar_spec spec = {.vrm = 2};
    pd_buffer file = {0};
    avatar_make(&file, &spec);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const pd_api_request request = {.method = "PUT",
                                        .path = "/v1/characters/hero",
                                        .query = asked[i].query,
                                        .content_type = "model/gltf-binary",
                                        .body = {file.data, file.size}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
        const pd_api_reply *reply = api_finish(call);
        json_t *problem = api_json(call);
        const char *said = json_string_value(json_object_get(problem, "detail"));
        if (reply->status != 400 || !strstr(said, asked[i].detail))
            fail_msg("%s: %d %s", asked[i].query, reply->status, said);
        json_decref(problem);
        pd_api_call_release(call);
    }
    pd_buffer_deinit(&file);
}

/* A ZIP archive of a character is taken under each type that clients send for it;
 * what cannot be opened names its place. */
static void an_archive_of_a_character_is_taken(void **state)
{
    static const char *const types[] = {NULL, "application/zip", "application/x-zip-compressed",
                                        "application/octet-stream", "model/gltf-binary"};
    (void)state;
    const avatar_spec spec = {.vrm = 2};
    pd_buffer file = {0}, zip = {0};
    avatar_make(&file, &spec);
    const zip_member member = {"hero/hero.vrm", file.data, file.size};
    stored_zip(&zip, &member, 1, 0);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const pd_api_request request = {.method = "PUT",
                                        .path = "/v1/characters/zipped",
                                        .content_type = types[i],
                                        .body = {zip.data, zip.size}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
        if (api_finish(call)->status != (i ? 200 : 201))
            fail_msg("row %zu: %.300s", i, (const char *)pd_api_call_reply(call)->body.data);
        json_t *reply = api_json(call);
        assert_int_equal(json_integer_value(json_object_get(reply, "bytes")), file.size);
        json_decref(reply);
        pd_api_call_release(call);
    }
    pd_api_call_release(api_ask("DELETE", "/v1/characters/zipped", NULL));

    static const struct {
        zip_member member;
        const char *words;
    } bad[] = {
        {{"a.blend", "x", 1}, "no model among \"a.blend\""},
        {{"scene.gltf", TRIANGLE_GLTF("x.bin", "[]"), sizeof TRIANGLE_GLTF("x.bin", "[]") - 1},
         "/buffers/0/uri: \"x.bin\" is not in the archive; all files of the model in one ZIP are needed"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pd_buffer_clear(&zip);
        stored_zip(&zip, &bad[i].member, 1, 0);
        const pd_api_request request = {
            .method = "PUT", .path = "/v1/characters/zipped", .body = {zip.data, zip.size}};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
        assert_int_equal(api_finish(call)->status, 400);
        json_t *problem = api_json(call);
        const char *said = json_string_value(json_object_get(problem, "detail"));
        if (!strstr(said, bad[i].words)) fail_msg("%s", said);
        json_decref(problem);
        pd_api_call_release(call);
    }
    pd_buffer_deinit(&file), pd_buffer_deinit(&zip);
}

/* A file is known by its first bytes where no type is given, or one that says nothing. */
static void a_file_other_than_a_gltf_is_refused_by_type_or_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *type, *body;
        int status;
        const char *words;
    } rows[] = {
        {"text/plain", "hello", 415, "model/gltf-binary"},
        {"model/gltf", "hello", 415, "model/gltf-binary"},
        {"model/gltf-binaryx", "hello", 415, "model/gltf-binary"},
        {NULL, "hello", 415, "model/gltf-binary"},
        {"application/octet-stream", "hello", 415, "model/gltf-binary"},
        {"model/gltf-binary", "hello", 400, "not a glTF binary"},
        {"Model/GLTF-Binary; v=2", "hell", 400, "not a glTF binary"},
        {"model/gltf-binary", "glT", 400, "not a glTF binary"},
        {"model/gltf-binary", "Kaydara FBX Binary  ", 400,
         "is an FBX; a .glb or .vrm expected; posedctl import-character FILE.fbx -o FILE.glb converts it"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_call *call = api_decode("PUT", "/v1/characters/hero", rows[i].body,
                                       (pd_api_request){.content_type = rows[i].type});
        const pd_api_reply *reply = api_finish(call);
        json_t *problem = api_json(call);
        const char *said = json_string_value(json_object_get(problem, "detail"));
        if (reply->status != rows[i].status || !strstr(said, rows[i].words))
            fail_msg("row %zu: %d %s", i, reply->status, said);
        json_decref(problem);
        pd_api_call_release(call);
    }
}

/* ---- memory ---- */

static size_t held, most, room;

static int take(void *ctx, pd_api_memory_use use, size_t bytes)
{
    (void)ctx, (void)use;
    if (held + bytes > room) return 0;
    held += bytes;
    if (held > most) most = held;
    return 1;
}

static pd_vec3 vec_of(const json_t *row)
{
    return pd_vec3_make(json_number_value(json_array_get(row, 0)), json_number_value(json_array_get(row, 1)),
                        json_number_value(json_array_get(row, 2)));
}

/* Returns the rotation of the node with this name in a frame of a roll-out. */
static pd_quat turn_of(const json_t *reply, const json_t *frame, const char *name)
{
    size_t k;
    const json_t *joint;
    json_array_foreach(json_object_get(reply, "joints"), k,
                       joint) if (!strcmp(json_string_value(joint), name))
    {
        const json_t *q = json_array_get(json_object_get(frame, "node_rotations"), k);
        const pd_vec3 v = vec_of(q);
        return (pd_quat){v.x, v.y, v.z, json_number_value(json_array_get(q, 3))};
    }
    fail_msg("no %s", name);
    return pd_q_identity();
}

/* Feet that hang below the root, as goals of a game engine's IK: their nodes are named, and in each frame a
 * foot is where its shank ends. */
static void feet_that_hang_elsewhere_are_named_and_placed(void **state)
{
    (void)state;
    const odd_rig rig = {.has_goals = true, .has_ends = true};
    pd_buffer file = {0};
    api_host_state.motion = rigs_model(8, 3);
    odd_rig_make(&file, &rig);
    const pd_api_request put = {.method = "PUT",
                                .path = "/v1/characters/goals",
                                .content_type = "model/gltf-binary",
                                .body = {file.data, file.size}};
    pd_api_call *call = pd_api_decode(&put, &api_host_table, &api_host_limits);
    api_finish(call);
    json_t *reply = api_json(call);
    char *text = json_dumps(json_object_get(reply, "translated"), JSON_COMPACT);
    assert_non_null(text);
    assert_string_equal(text, "[\"LeftFoot\",\"RightFoot\"]");
    free(text);
    json_decref(reply);
    pd_api_call_release(call);

    call = api_ask("POST", "/v1/motions/rollout",
                   "{\"seconds\":1,\"character\":\"goals\",\"script\":[{\"move\":[0,1]}]}");
    assert_int_equal(api_status(call), 200);
    reply = api_json(call);
    size_t t;
    const json_t *frame;
    json_array_foreach(json_object_get(reply, "frames"), t, frame) for (int side = 0; side < 2; side++)
    {
        static const char *const legs[2][4] = {{"Root", "Hips", "LeftUpLeg", "LeftLeg"},
                                               {"Root", "Hips", "RightUpLeg", "RightLeg"}};
        const int bones[] = {0, side ? 16 : 13, side ? 17 : 14,
                             side ? 18 : 15}; /* from the hips to the ankle */
        const pd_vec3 root = vec_of(json_object_get(frame, "node_root"));
        pd_vec3 end = root, before = pd_vec3_make(0, 0, 0);
        pd_quat turn = pd_q_identity();
        for (int k = 0; k < 4; k++) {
            turn = pd_q_mul(turn, turn_of(reply, frame, legs[side][k]));
            end = pd_vec3_add(end, pd_q_rotate(turn, pd_vec3_sub(avatar_bones[bones[k]].at, before)));
            before = avatar_bones[bones[k]].at;
        }
        const json_t *places = json_object_get(frame, "node_translations");
        assert_int_equal(json_array_size(places), 2);
        const pd_vec3 foot = pd_vec3_add(
            root, pd_q_rotate(turn_of(reply, frame, "Root"), vec_of(json_array_get(places, (size_t)side))));
        if (!(pd_vec3_distance(foot, end) < 1e-4))
            fail_msg("%zu %d: %g %g %g, %g %g %g", t, side, foot.x, foot.y, foot.z, end.x, end.y, end.z);
    }
    assert_int_equal(t, 60);
    json_decref(reply);
    pd_api_call_release(call);
    pd_pfnn_model_release(api_host_state.motion);
    api_host_state.motion = NULL;
    pd_api_call_release(api_ask("DELETE", "/v1/characters/goals", NULL));
    pd_buffer_deinit(&file);
}

static void add(void *ctx, pd_api_memory_use use, size_t bytes)
{
    (void)ctx, (void)use;
    held += bytes;
}

static void give(void *ctx, pd_api_memory_use use, size_t bytes)
{
    (void)ctx, (void)use;
    assert_true(bytes <= held);
    held -= bytes;
}

static int put_within(size_t bytes, const pd_buffer *file)
{
    const pd_api_request request = {.method = "PUT",
                                    .path = "/v1/characters/hero",
                                    .content_type = "model/gltf-binary",
                                    .body = {file->data, file->size}};
    static pd_api_host host; /* what is kept gives back by it */
    host = api_host_table;
    host.memory_take = take, host.memory_add = add, host.memory_give = give;
    held = most = 0, room = bytes;
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    api_finish(call);
    const int status = api_status(call);
    if (status == 201 || status == 200) assert_true(held < most); /* what reading took was given back */
    pd_api_call_release(call);
    pd_api_call_release(api_ask("DELETE", "/v1/characters/hero", NULL));
    return status;
}

/* The largest mesh and the JSON's tree are asked for before they are read: limits.memory may refuse them. */
static void reading_a_mesh_is_asked_of_the_memory_account(void **state)
{
    const avatar_spec spec = {.vrm = 0};
    pd_buffer file = {0};
    (void)state;
    avatar_make(&file, &spec);
    const size_t reading = pd_io_surface_read_bytes((pd_bytes){file.data, file.size}, 0);
    assert_true(reading > 12 * (size_t)(PD_IO_SURFACE_VERTICES + PD_IO_SURFACE_FACES));
    assert_int_equal(put_within(SIZE_MAX, &file), 201);
    assert_true(most >= reading);
    assert_int_equal(put_within(reading - 1, &file), 503);
    assert_int_equal(most, 0);
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_keeps_its_match_and_its_file),
        cmocka_unit_test(a_person_as_large_as_a_tower_is_noted),
        cmocka_unit_test(feet_that_hang_elsewhere_are_named_and_placed),
        cmocka_unit_test(a_mesh_other_than_a_person_is_refused_with_a_description),
        cmocka_unit_test(the_reply_says_which_joint_each_bone_has),
        cmocka_unit_test(an_animal_has_the_parts_of_its_template),
        cmocka_unit_test(a_match_lists_pairs_of_bone_and_joint),
        cmocka_unit_test(a_file_other_than_a_gltf_is_refused_by_type_or_bytes),
        cmocka_unit_test(an_archive_of_a_character_is_taken),
        cmocka_unit_test(reading_a_mesh_is_asked_of_the_memory_account),
    };
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
