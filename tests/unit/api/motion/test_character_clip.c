/* Motions of files put on a character: accepted formats, refusals, and the number of frames. */
#include "api/http/call.h"
#include "core/io/tensor/npz.h"
#include "core/motion/capture.h"
#include "tests/support/api_ask.h"
#include "tests/support/avatar.h"
#include "tests/support/cmu.h"
#include "tests/support/rigs.h"

#define CLIP "/v1/characters/hero/clip"

static pd_buffer bvh; /* two seconds of somebody who stands, at 60 frames a second */

static int set_up(void **state)
{
    const avatar_spec spec = {.vrm = 2};
    pd_buffer file = {0};
    pd_anim_clip clip;
    pd_error err;
    api_host_setup(state);
    avatar_make(&file, &spec);
    const pd_api_request request = {.method = "PUT",
                                    .path = "/v1/characters/hero",
                                    .content_type = "model/gltf-binary",
                                    .body = {file.data, file.size}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    api_finish(call);
    assert_int_equal(api_status(call), 201);
    pd_api_call_release(call);
    pd_buffer_deinit(&file);

    pd_anim_skeleton skeleton;
    if (pd_anim_skeleton_init(&skeleton, cmu_joints, CMU_COUNT, &err) ||
        pd_anim_clip_init(&clip, &skeleton, 121, 60, &err))
        fail_msg("%s: %s", err.where, err.detail);
    for (int t = 0; t < 121; t++) {
        pd_quat *q = pd_anim_clip_frame(&clip, t);
        for (int k = 0; k < CMU_COUNT; k++) q[k] = pd_q_identity();
        clip.roots[t] = pd_vec3_make(0, 0.9, 0.01 * t);
    }
    const int status = pd_motion_capture_write_bvh(&bvh, &clip, &err);
    pd_anim_clip_deinit(&clip);
    return status;
}

static int tear_down(void **state)
{
    pd_buffer_deinit(&bvh);
    pd_api_call_release(api_ask("DELETE", "/v1/characters/hero", NULL));
    return api_host_teardown(state);
}

static pd_api_call *decode(const char *query, const char *type, pd_bytes body)
{
    const pd_api_request request = {
        .method = "POST", .path = CLIP, .query = query, .content_type = type, .body = body};
    return pd_api_decode(&request, &api_host_table, &api_host_limits);
}

static pd_bytes bytes_of(const char *text)
{
    return (pd_bytes){(const unsigned char *)text, strlen(text)};
}

static void refused(const char *query, const char *type, pd_bytes body, int status, const char *pointer,
                    const char *words)
{
    pd_api_call *call = decode(query, type, body);
    api_finish(call);
    json_t *problem = api_json(call), *first = json_array_get(json_object_get(problem, "errors"), 0);
    const char *at = json_string_value(json_object_get(first, "pointer"));
    const char *detail = json_string_value(json_object_get(first ? first : problem, "detail"));
    if (api_status(call) != status || !strstr(detail, words) || (pointer && (!at || strcmp(at, pointer))))
        fail_msg("%s %s: wanted %d %s, got %d %s: %s", query ? query : "", type ? type : "", status, words,
                 api_status(call), at ? at : "", detail);
    json_decref(problem);
    pd_api_call_release(call);
}

/* Returns the number of keyframes of the reply's animation: the count of the first sampler's accessor of
 * times (glTF 2.0, 3.11). */
static int frames_of(const char *query, const char *type)
{
    pd_api_call *call = decode(query, type, (pd_bytes){bvh.data, bvh.size});
    const pd_api_reply *reply = api_finish(call);
    if (reply->status != 200) fail_msg("%.*s", (int)reply->body.size, (const char *)reply->body.data);
    assert_string_equal(reply->content_type, "model/gltf-binary");
    assert_memory_equal(reply->body.data, "glTF", 4);
    uint32_t length;
    memcpy(&length, reply->body.data + 12, 4);
    json_t *gltf = json_loadb((const char *)reply->body.data + 20, length, 0, NULL);
    const json_t *animation = json_array_get(json_object_get(gltf, "animations"), 0);
    const json_t *sampler = json_array_get(json_object_get(animation, "samplers"), 0);
    const json_t *times = json_array_get(json_object_get(gltf, "accessors"),
                                         (size_t)json_integer_value(json_object_get(sampler, "input")));
    const int count = (int)json_integer_value(json_object_get(times, "count"));
    assert_near(json_number_value(json_array_get(json_object_get(times, "max"), 0)), 2, 0.05);
    json_decref(gltf);
    pd_api_call_release(call);
    return count;
}

static void a_motion_is_put_on_a_character_at_the_rate_asked_for(void **state)
{
    (void)state;
    const int usual = frames_of(NULL, "application/x-bvh");
    assert_int_equal(frames_of(NULL, NULL), usual); /* known by its first bytes */
    assert_int_equal(frames_of(NULL, "Application/X-BVH; charset=utf-8"), usual);
    const int at_30 = frames_of("rate=30", NULL), at_60 = frames_of("rate=60", NULL),
              at_90 = frames_of("rate=90", NULL);
    assert_in_range(at_30, 59, 62);
    assert_in_range(at_60, 119, 122);
    assert_in_range(at_90, 179, 182);
}

/* The character's own file with a motion has the character's skeleton, so that the motion in it is copied; a
 * BVH's skeleton is another one. */
static void the_reply_says_whether_a_motion_was_copied_or_retargeted(void **state)
{
    (void)state;
    pd_api_call *first = decode(NULL, "application/x-bvh", (pd_bytes){bvh.data, bvh.size});
    const pd_api_reply *moving = api_finish(first);
    assert_int_equal(moving->status, 200);
    assert_string_equal(api_header(first, "Posed-Clip"), "retargeted");

    pd_api_call *second = decode(NULL, "model/gltf-binary", (pd_bytes){moving->body.data, moving->body.size});
    assert_int_equal(api_finish(second)->status, 200);
    assert_string_equal(api_header(second, "Posed-Clip"), "copied");
    pd_api_call_release(second);
    pd_api_call_release(first);
}

/* Returns whether a reply has a warning with these words. */
static bool is_warned(pd_api_call *call, const char *words)
{
    const pd_api_reply *reply = pd_api_call_reply(call);
    for (int i = 0; i < reply->header_count; i++)
        if (!strcmp(reply->headers[i].name, "Posed-Warning") && strstr(reply->headers[i].value, words))
            return true;
    return false;
}

/* The BVH with its root 30 m elsewhere from frame 60 on, or with a usual root,
 * and the character's file with that motion. */
static void a_jump_of_the_root_is_reported_whether_the_motion_is_retargeted_or_copied(void **state)
{
    (void)state;
    pd_anim_skeleton skeleton;
    pd_error err;
    assert_int_equal(pd_anim_skeleton_init(&skeleton, cmu_joints, CMU_COUNT, &err), PD_OK);
    for (int jumps = 0; jumps < 2; jumps++) {
        pd_anim_clip clip;
        pd_buffer text = {0};
        assert_int_equal(pd_anim_clip_init(&clip, &skeleton, 121, 60, &err), PD_OK);
        for (int t = 0; t < 121; t++) {
            pd_quat *q = pd_anim_clip_frame(&clip, t);
            for (int k = 0; k < CMU_COUNT; k++) q[k] = pd_q_identity();
            clip.roots[t] = pd_vec3_make(0, 0.9, 0.01 * t + (jumps && t >= 60 ? 30 : 0));
        }
        assert_int_equal(pd_motion_capture_write_bvh(&text, &clip, &err), PD_OK);
        pd_anim_clip_deinit(&clip);

        pd_api_call *first = decode(NULL, "application/x-bvh", (pd_bytes){text.data, text.size});
        const pd_api_reply *moving = api_finish(first);
        assert_int_equal(moving->status, 200);
        assert_int_equal(is_warned(first, "the root jumps by"), jumps);
        pd_api_call *second =
            decode(NULL, "model/gltf-binary", (pd_bytes){moving->body.data, moving->body.size});
        assert_int_equal(api_finish(second)->status, 200);
        assert_string_equal(api_header(second, "Posed-Clip"), "copied");
        assert_int_equal(is_warned(second, "the root jumps by"), jumps);
        pd_api_call_release(second);
        pd_api_call_release(first);
        pd_buffer_deinit(&text);
    }
}

static void the_cost_of_a_clip_grows_with_its_file(void **state)
{
    (void)state;
    char *twice = malloc(2 * bvh.size);
    memcpy(twice, bvh.data, bvh.size);
    memset(twice + bvh.size, ' ', bvh.size);
    pd_api_call *one = decode(NULL, "application/x-bvh", (pd_bytes){bvh.data, bvh.size});
    pd_api_call *two = decode(NULL, "application/x-bvh", (pd_bytes){(unsigned char *)twice, 2 * bvh.size});
    pd_api_call *none = decode(NULL, "application/x-bvh", bytes_of("HIERARCHY"));
    const double least = pd_api_call_cost(none), more = pd_api_call_cost(one) - least;
    assert_true(least > 0 && more > 0);
    assert_near((pd_api_call_cost(two) - least) / more, 2, 0.01);
    assert_true(one->run_bytes(one, 1) < two->run_bytes(two, 1));
    assert_true(one->run_bytes(one, 1) > bvh.size);
    pd_api_call_release(one), pd_api_call_release(two), pd_api_call_release(none);
    free(twice);
}

/* Amounts of memory that a call took, in their order. */
static size_t taken_bytes[16];
static int takes;

static int note_take(void *ctx, pd_api_memory_use use, size_t bytes)
{
    assert_true(takes < 16);
    taken_bytes[takes++] = bytes;
    return api_host_table.memory_take(ctx, use, bytes);
}

/* The memory for the frames of a reply is taken at once, and for one more at most: of each 4 times the
 * network's joints and 3 times the character's. */
static void memory_is_taken_for_every_frame_of_the_reply(void **state)
{
    (void)state;
    static const char *const rates[] = {"rate=30", "rate=60", "rate=90"};
    const size_t frame = (4 * PD_ANIM_BIPED_JOINTS + 3 * AVATAR_BONES) * sizeof(pd_quat);
    pd_api_host host = api_host_table;
    host.memory_take = note_take;
    for (int i = 0; i < 3; i++) {
        const pd_api_request request = {
            .method = "POST", .path = CLIP, .query = rates[i], .body = {bvh.data, bvh.size}};
        const size_t frames = (size_t)frames_of(i ? rates[i] : "rate=60", NULL); /* read at 60 at least */
        takes = 0;
        pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
        api_finish(call);
        assert_int_equal(api_status(call), 200);
        assert_int_equal(takes, 2); /* for reading the file, then for the frames */
        assert_in_range(taken_bytes[1], frames * frame, (frames + 1) * frame);
        pd_api_call_release(call);
    }
}

static void a_file_of_another_kind_is_refused_with_those_that_are_taken(void **state)
{
    (void)state;
    static const char allowed[] =
        "; model/gltf-binary, model/gltf+json, application/zip, application/x-bvh, application/x-amc, "
        "application/x-npz, application/x-fbx or application/x-pickle allowed";
    static const struct {
        const char *type, *body, *found;
    } rows[] = {
        {"image/png", "x", "Content-Type is \"image/png\""},
        {NULL, "x", "Content-Type is missing and the body is of an unknown format"},
        {NULL, "", "Content-Type is missing and the body is empty"},
        {"application/octet-stream", "x",
         "Content-Type is \"application/octet-stream\" and the body is of an unknown format"},
        {NULL, "\x1f\x8b", "Content-Type is missing and the body is a file compressed by gzip"},
        {NULL, "\x89PNG\r\n\x1a\n", "Content-Type is missing and the body is a picture"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char words[400];
        snprintf(words, sizeof words, "%s%s", rows[i].found, allowed);
        refused(NULL, rows[i].type, bytes_of(rows[i].body), 415, NULL, words);
    }
    api_refused("POST", "/v1/characters/nobody/clip", "HIERARCHY", 404, NULL, "nobody");
}

static void options_of_npz_files_are_refused_for_others(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"model=default", "/model"},   {"model=person", "/model"},
                                          {"camera=true", "/camera"},    {"angles=degrees", "/angles"},
                                          {"angles=radians", "/angles"}, {"unit=0.01", "/unit"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        refused(rows[i][0], "application/x-bvh", bytes_of("HIERARCHY"), 400, rows[i][1],
                "has no effect on application/x-bvh; allowed only with application/x-npz");
    refused(
        "up=z", "application/x-fbx", bytes_of("Kaydara"), 400, "/up",
        "has no effect on application/x-fbx; allowed only with application/x-npz, application/x-pickle or "
        "application/x-bvh");
    refused("animation=walk", "application/x-bvh", bytes_of("HIERARCHY"), 400, "/animation",
            "application/x-fbx");
    refused("up=z&camera=true", "application/x-npz", bytes_of("PK\3\4"), 400, "/camera",
            "given together with up; only one of the two");
    refused("rate=0", "application/x-bvh", bytes_of("HIERARCHY"), 400, "/rate", "");
}

/* An .asf and its .amc come as one body, one behind the other. */
static void an_amc_follows_its_asf_in_one_body(void **state)
{
    (void)state;
    static const char asf[] =
        ":version 1.10\n:units\n length 0.45\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ\n"
        " position 0 0 0\n orientation 0 0 0\n:bonedata\n begin\n name lfemur\n direction 0 -1 0\n"
        " length 7\n axis 0 0 20 XYZ\n dof rx ry rz\n end\n:hierarchy\n begin\n root lfemur\n end\n";
    static const char *const marks[] = {":FULLY-SPECIFIED\n:DEGREES\n", ":DEGREES\n",
                                        ":fully-specified\n:degrees\n"};
    char both[1024];
    refused(NULL, "application/x-amc", bytes_of(asf), 400, NULL, "no .amc part; an .asf followed by an .amc");
    refused(NULL, "application/x-amc", bytes_of(":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n"), 400,
            NULL, "no .asf part; an .asf followed by an .amc");
    refused(NULL, "application/x-amc", bytes_of(":version 1.10\n x:DEGREES\n"), 400, NULL, "no .amc");
    refused(NULL, "application/x-amc", bytes_of(""), 400, NULL, "no .asf");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) { /* read whole: one leg is nobody */
        snprintf(both, sizeof both, "%s%s1\nroot 1 2 3 0 90 0\nlfemur 30 0 0\n", asf, marks[i]);
        pd_api_call *call = decode(NULL, NULL, bytes_of(both));
        api_finish(call);
        json_t *problem = api_json(call);
        const char *detail = json_string_value(json_object_get(problem, "detail"));
        assert_int_equal(api_status(call), 400);
        assert_null(strstr(detail, "no .a"));
        json_decref(problem);
        pd_api_call_release(call);
        snprintf(both, sizeof both, "%s%s1\nroot 1 2 3\n", asf, marks[i]);
        refused(NULL, "application/x-amc", bytes_of(both), 400, NULL, "amc");
    }
}

static void unreadable_bytes_are_refused_by_their_reader(void **state)
{
    (void)state;
    static const char fbx[] = "Kaydara FBX Binary  \0\x1a\0 and no more";
    refused(NULL, NULL, (pd_bytes){(const unsigned char *)fbx, sizeof fbx}, 400, NULL, "fbx");
    refused(NULL, NULL, bytes_of("HIERARCHY\nROOT\n"), 400, NULL, "bvh");
    refused(NULL, NULL, bytes_of("glTF\2"), 400, NULL, "");
    refused(NULL, NULL, bytes_of("PK\3\4 no archive"), 400, NULL, "npz");
}

/* Returns the reply with the .npz of a walk by the model `other`, with betas. */
static pd_api_call *walk_of_other(void)
{
    pd_api_call *rollout =
        api_ask("POST", "/v1/motions/rollout?format=npz",
                "{\"seconds\":0.5,\"script\":[{\"t\":0,\"move\":[0,1]}],\"betas\":[1],\"body\":\"other\"}");
    assert_int_equal(api_status(rollout), 200);
    return rollout;
}

/* An .npz of posed names the model that it was written for by its content: that one is found, also where it
 * waits on disk, and never one that the key may not use. */
static void the_model_of_an_npz_is_found_by_its_content(void **state)
{
    (void)state;
    api_host *h = &api_host_state;
    h->motion = rigs_model(8, 3);
    pd_api_call *rollout = walk_of_other();
    const pd_buffer *file = &pd_api_call_reply(rollout)->body;
    pd_buffer found = {0};
    static const struct {
        const char *models, *on_disk;
        bool is_found;
    } rows[] = {{NULL, NULL, true},         {"tiny,other", NULL, true}, {NULL, "other", true},
                {"tiny,o*", "other", true}, {"tiny", NULL, false},      {"tiny", "other", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_access access = {.key = "visitor"};
        if (rows[i].models)
            snprintf(access.lists[PD_API_OBJECT_MODELS], sizeof access.lists[0], "%s", rows[i].models);
        h->on_disk = rows[i].on_disk;
        const pd_api_request request = {.method = "POST",
                                        .path = CLIP,
                                        .content_type = "application/x-npz",
                                        .body = {file->data, file->size},
                                        .may_wait = true,
                                        .access = &access};
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
        const pd_api_reply *reply = api_finish(call);
        assert_int_equal(reply->status, 200);
        if (!i) pd_buffer_add(&found, reply->body.data, reply->body.size);
        const bool is_same =
            reply->body.size == found.size && !memcmp(reply->body.data, found.data, found.size);
        assert_int_equal(is_same, rows[i].is_found); /* another body stands otherwise */
        const bool is_on_disk = h->on_disk != NULL;
        assert_int_equal(is_on_disk, rows[i].on_disk && !rows[i].is_found);
        if (rows[i].is_found) assert_memory_equal(reply->body.data, "glTF", 4);
        pd_api_call_release(call);
    }
    h->on_disk = NULL;
    pd_buffer_deinit(&found);
    pd_api_call_release(rollout);
    pd_pfnn_model_release(h->motion);
    h->motion = NULL;
}

/* Returns whether one of the warnings of a reply has these words. */
static bool warns(pd_api_call *call, const char *words)
{
    const pd_api_reply *reply = pd_api_call_reply(call);
    for (int i = 0; i < reply->header_count; i++)
        if (!strcmp(reply->headers[i].name, "Posed-Warning") && strstr(reply->headers[i].value, words))
            return true;
    return false;
}

/* Copies an npz without the members that name its model. */
static void leave_out_its_model(pd_buffer *out, const pd_buffer *file)
{
    pd_npz npz;
    assert_int_equal(pd_npz_parse(&npz, file->data, file->size, "npz", NULL), PD_OK);
    pd_npz_writer w = pd_npz_begin(out);
    for (int i = 0; i < npz.member_count; i++) {
        char name[64];
        pd_array array;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(pd_npz_member(&npz, i), "."),
                 pd_npz_member(&npz, i));
        if (!strcmp(name, "posed_model") || !strcmp(name, "surface_model_type")) continue;
        assert_int_equal(pd_npz_read(&array, &npz, name, NULL), PD_OK);
        pd_npz_add(&w, name, &array);
    }
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
    pd_npz_deinit(&npz);
}

/* The betas of an .npz that names no model are those of the model of the query; without it they are left out,
 * and the reply says so. */
static void the_query_names_the_model_of_an_npz(void **state)
{
    (void)state;
    api_host *h = &api_host_state;
    h->motion = rigs_model(8, 3);
    pd_api_call *rollout = walk_of_other();
    pd_buffer file = {0}, *named = &pd_api_call_reply(rollout)->body;
    leave_out_its_model(&file, named);

    pd_api_call *stated = decode("model=other", "application/x-npz", (pd_bytes){named->data, named->size}),
                *asked = decode("model=other", "application/x-npz", (pd_bytes){file.data, file.size}),
                *guessed = decode(NULL, "application/x-npz", (pd_bytes){file.data, file.size});
    const pd_api_reply *first = api_finish(stated), *second = api_finish(asked), *third = api_finish(guessed);
    assert_int_equal(first->status, 200);
    assert_int_equal(second->status, 200);
    assert_int_equal(third->status, 200);
    assert_int_equal(first->body.size, second->body.size);
    assert_memory_equal(first->body.data, second->body.data, first->body.size);
    assert_false(third->body.size == first->body.size &&
                 !memcmp(third->body.data, first->body.data, first->body.size));
    assert_false(warns(asked, "betas"));
    assert_true(warns(guessed, "left out (model=ID names the betas' model)"));

    pd_api_call_release(stated), pd_api_call_release(asked), pd_api_call_release(guessed);
    pd_api_call_release(rollout);
    pd_buffer_deinit(&file);
    pd_pfnn_model_release(h->motion);
    h->motion = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_motion_is_put_on_a_character_at_the_rate_asked_for),
        cmocka_unit_test(the_reply_says_whether_a_motion_was_copied_or_retargeted),
        cmocka_unit_test(a_jump_of_the_root_is_reported_whether_the_motion_is_retargeted_or_copied),
        cmocka_unit_test(the_cost_of_a_clip_grows_with_its_file),
        cmocka_unit_test(memory_is_taken_for_every_frame_of_the_reply),
        cmocka_unit_test(a_file_of_another_kind_is_refused_with_those_that_are_taken),
        cmocka_unit_test(options_of_npz_files_are_refused_for_others),
        cmocka_unit_test(an_amc_follows_its_asf_in_one_body),
        cmocka_unit_test(unreadable_bytes_are_refused_by_their_reader),
        cmocka_unit_test(the_model_of_an_npz_is_found_by_its_content),
        cmocka_unit_test(the_query_names_the_model_of_an_npz),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
