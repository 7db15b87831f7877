/* Roll-outs of a client's character and of a dressed body: all formats of one motion agree. */
#include "tests/support/api_shipped.h"

#include "core/io/surface/surface.h"
#include "core/io/tensor/npz.h"
#include "tests/support/api_ask.h"
#include "tests/support/stage_put.h"

#include <math.h>

#define ROLLOUT "/v1/motions/rollout"
#define FRAMES  90
#define WALK    "\"seconds\":1.5,\"variation\":%d,\"script\":[{\"move\":[0,1],\"gait\":\"walk\"}]"

static int variation; /* who walks */

static pd_api_call *rolled(const char *format, const char *fields)
{
    char target[64], body[256];
    snprintf(target, sizeof target, ROLLOUT "?format=%s", format);
    snprintf(body, sizeof body, "{" WALK "%s}", variation, fields);
    pd_api_call *call = api_decode("POST", target, body, (pd_api_request){0});
    api_finish(call);
    if (api_status(call) != 200)
        fail_msg("%s: %.300s", body, (const char *)pd_api_call_reply(call)->body.data);
    return call;
}

static pd_bytes bytes_of(pd_api_call *call)
{
    return (pd_bytes){pd_api_call_reply(call)->body.data, pd_api_call_reply(call)->body.size};
}

static double number(const json_t *list, size_t i)
{
    assert_true(i < json_array_size(list));
    return json_number_value(json_array_get(list, i));
}

/* -- glTF (2.0, 4.4): the JSON chunk stands at byte 20, the binary one behind it ---------------- */

static json_t *document_of(pd_bytes glb)
{
    uint32_t size;
    assert_memory_equal(glb.data, "glTF", 4);
    memcpy(&size, glb.data + 12, 4);
    json_t *document = json_loadb((const char *)glb.data + 20, size, 0, NULL);
    assert_non_null(document);
    return document;
}

static const json_t *row_of(const json_t *document, const char *list, json_int_t i)
{
    const json_t *row = json_array_get(json_object_get(document, list), (size_t)i);
    assert_non_null(row);
    return row;
}

static json_int_t integer(const json_t *row, const char *name)
{
    return json_integer_value(json_object_get(row, name));
}

/* Returns the floats (count) of an accessor. */
static const float *floats_of(int *count, pd_bytes glb, const json_t *document, json_int_t accessor)
{
    static const struct {
        const char *name;
        int width;
    } types[] = {{"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}};
    const json_t *a = row_of(document, "accessors", accessor),
                 *view = row_of(document, "bufferViews", integer(a, "bufferView"));
    uint32_t size;
    int width = 0;
    memcpy(&size, glb.data + 12, 4);
    assert_int_equal(integer(a, "componentType"), 5126);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i].name, json_string_value(json_object_get(a, "type")))) width = types[i].width;
    *count = width * (int)integer(a, "count");
    return (const float *)(const void *)(glb.data + 28 + size + integer(view, "byteOffset") +
                                         integer(a, "byteOffset"));
}

/* Returns the output of the first channel of the only animation that moves this path.
 * times receives its input. */
static const float *channel_of(int *count, const float **times, pd_bytes glb, const json_t *document,
                               const char *path)
{
    const json_t *animation = row_of(document, "animations", 0), *channel;
    size_t i;
    int frames;
    assert_string_equal(json_string_value(json_object_get(animation, "name")), "motion");
    json_array_foreach(json_object_get(animation, "channels"), i, channel)
    {
        if (strcmp(json_string_value(json_object_get(json_object_get(channel, "target"), "path")), path))
            continue;
        const json_t *sampler =
            json_array_get(json_object_get(animation, "samplers"), (size_t)integer(channel, "sampler"));
        *times = floats_of(&frames, glb, document, integer(sampler, "input"));
        assert_int_equal(frames, FRAMES);
        return floats_of(count, glb, document, integer(sampler, "output"));
    }
    *count = 0;
    return NULL;
}

/* -- the figure of the network ------------------------------------------------------------------- */

/* Returns the index of a name in a list. */
static size_t index_of(const json_t *list, const char *name)
{
    size_t i = 0;
    while (i < json_array_size(list) && strcmp(json_string_value(json_array_get(list, i)), name)) i++;
    assert_true(i < json_array_size(list));
    return i;
}

/* A character that is asked to walk along x turns there and moves there. Walking has the largest weight of
 * its gaits. Its feet step in turn; a foot touches the ground shortly after its step. */
static void a_character_that_is_told_to_walk_turns_moves_and_steps(void **state)
{
    (void)state;
    pd_api_call *call =
        api_ask("POST", ROLLOUT "?format=json",
                "{\"seconds\":3,\"facing\":1.5708,\"script\":[{\"move\":[1,0],\"gait\":\"walk\"}]}");
    json_t *reply = api_json(call);
    const json_t *frames = json_object_get(reply, "frames"), *gaits = json_object_get(reply, "gaits"),
                 *parents = json_object_get(reply, "parents"), *names = json_object_get(reply, "joint_names");
    const size_t count = json_array_size(frames), joints = json_array_size(names);
    assert_int_equal(count, 180);
    assert_int_equal(joints, 31);
    assert_int_equal(json_array_size(parents), joints);
    assert_int_equal(json_array_size(json_object_get(reply, "offsets")), joints);
    assert_int_equal(json_integer_value(json_array_get(parents, 0)), -1);
    assert_int_equal(json_integer_value(json_array_get(parents, index_of(names, "LeftForeArm"))),
                     index_of(names, "LeftArm"));
    assert_int_equal(index_of(json_object_get(reply, "contact_names"), "right_heel"), 2);

    int steps[2] = {0}, last = -1;
    double phase = 0, turned = 0;
    for (size_t t = 0; t < count; t++) {
        const json_t *frame = json_array_get(frames, t), *root = json_object_get(frame, "root"),
                     *hips = json_object_get(frame, "translation"),
                     *events = json_object_get(frame, "events"),
                     *weights = json_object_get(frame, "gait_weights");
        assert_int_equal(json_array_size(json_object_get(frame, "rotations")), joints);
        assert_near(number(root, 1), 0, 1e-6); /* flat ground */
        assert_true(number(hips, 1) > 0.7 && number(hips, 1) < 1.1);
        assert_true(hypot(number(hips, 0) - number(root, 0), number(hips, 2) - number(root, 2)) < 0.2);
        if (t > 60) assert_near(json_number_value(json_object_get(frame, "yaw")), acos(-1) / 2, 0.3);

        /* Gaits are weights; phases go round. */
        double sum = 0;
        assert_int_equal(json_array_size(weights), json_array_size(gaits));
        for (size_t g = 0; g < json_array_size(gaits); g++) sum += number(weights, g);
        assert_near(sum, 1, 0.3);
        if (t > 60) assert_true(number(weights, index_of(gaits, "walk")) > 0.7);
        const double now = json_number_value(json_object_get(frame, "phase"));
        assert_true(now >= 0 && now < 2 * acos(-1) + 1e-5);
        if (t) turned += fmod(now - phase + 2 * acos(-1), 2 * acos(-1));
        phase = now;

        /* Steps take turns. */
        for (size_t e = 0; e < json_array_size(events); e++) {
            const char *event = json_string_value(json_array_get(events, e));
            const int side = !strcmp(event, "step_right");
            if (strcmp(event, side ? "step_right" : "step_left")) continue;
            if (t > 60) assert_int_not_equal(side, last);
            last = side, steps[side]++;
            const json_t *later = json_array_get(frames, t + 6 < count ? t + 6 : count - 1),
                         *contacts = json_object_get(later, "contacts");
            assert_true(number(contacts, 2 * (size_t)side) + number(contacts, 2 * (size_t)side + 1) > 0.5);
        }
    }
    assert_true(steps[0] >= 2 && steps[1] >= 2);
    assert_near(steps[0] + steps[1], 2 * turned / (2 * acos(-1)), 2); /* two a round */
    const json_t *first = json_object_get(json_array_get(frames, 0), "root"),
                 *end = json_object_get(json_array_get(frames, count - 1), "root");
    assert_true(number(end, 0) - number(first, 0) > 2);
    assert_true(fabs(number(end, 2) - number(first, 2)) < 0.5);
    json_decref(reply);
    pd_api_call_release(call);
}

/* -- a client's character ------------------------------------------------------------------------ */

/* The roots of the three formats go the same way: in metres, from their first frame to their last. */
static void a_character_moves_alike_in_every_format(void **state)
{
    (void)state;
    stage_put_avatar("mine");
    pd_api_call *json = rolled("json", ",\"character\":\"mine\""),
                *glb = rolled("glb", ",\"character\":\"mine\""),
                *bvh = rolled("bvh", ",\"character\":\"mine\""),
                *put = api_ask("GET", "/v1/characters/mine", NULL);
    json_t *reply = api_json(json), *known = api_json(put), *document = document_of(bytes_of(glb));
    const json_t *frames = json_object_get(reply, "frames"), *joints = json_object_get(reply, "joints");
    assert_string_equal(json_string_value(json_object_get(reply, "character")), "mine");
    assert_int_equal(integer(reply, "frame_count"), FRAMES);
    assert_int_equal(integer(reply, "rate"), 60);
    assert_int_equal(json_array_size(frames), FRAMES);
    assert_null(json_object_get(reply, "warnings"));

    /* The reply lists the joints of the file in the file's order; the root is one of them. */
    const json_t *own = json_object_get(known, "joints");
    bool has_root = false;
    assert_int_equal(json_array_size(joints), json_array_size(own));
    for (size_t k = 0; k < json_array_size(joints); k++) {
        const char *name = json_string_value(json_array_get(joints, k));
        const json_t *row = json_array_get(own, k);
        assert_string_equal(name,
                            json_string_value(json_is_string(row) ? row : json_object_get(row, "name")));
        has_root |= !strcmp(name, json_string_value(json_object_get(reply, "root")));
    }
    assert_true(has_root);

    /* Every frame is a sixtieth later and has a rotation of each node. */
    int planted = 0, lifted = 0;
    for (size_t t = 0; t < FRAMES; t++) {
        const json_t *frame = json_array_get(frames, t), *turns = json_object_get(frame, "node_rotations"),
                     *contacts = json_object_get(frame, "contacts");
        assert_near(json_number_value(json_object_get(frame, "t")), (double)t / 60, 1e-5);
        assert_int_equal(json_array_size(turns), json_array_size(joints));
        for (size_t k = 0; k < json_array_size(turns); k++) {
            double square = 0;
            for (size_t c = 0; c < 4; c++) square += pow(number(json_array_get(turns, k), c), 2);
            assert_near(square, 1, 1e-4);
        }
        assert_int_equal(json_array_size(contacts), 4);
        for (size_t i = 0; i < 4; i++) {
            assert_true(number(contacts, i) >= 0 && number(contacts, i) <= 1);
            planted += number(contacts, i) > 0.5, lifted += number(contacts, i) < 0.5;
        }
        assert_true(json_is_array(json_object_get(frame, "events")));
    }
    assert_true(planted > FRAMES / 2 && lifted > FRAMES / 2); /* a walk has both */

    /* glTF has the same translation of the root's node and the same times. */
    const float *times, *moved;
    int count;
    assert_non_null(moved = channel_of(&count, &times, bytes_of(glb), document, "translation"));
    assert_int_equal(count, 3 * FRAMES);
    for (size_t t = 0; t < FRAMES; t++) {
        const json_t *root = json_object_get(json_array_get(frames, t), "node_root");
        assert_near((double)times[t], (double)t / 60, 1e-5);
        for (size_t c = 0; c < 3; c++) assert_near((double)moved[3 * t + c], number(root, c), 1e-3);
    }

    /* BVH counts the frames and names the joints. */
    pd_buffer text = {0};
    pd_buffer_add(&text, bytes_of(bvh).data, bytes_of(bvh).size);
    pd_buffer_add(&text, "", 1);
    assert_non_null(strstr((const char *)text.data, "Frames: 90\n"));
    char root[80];
    snprintf(root, sizeof root, "ROOT %s", json_string_value(json_object_get(reply, "root")));
    assert_non_null(strstr((const char *)text.data, root));
    pd_buffer_deinit(&text);

    json_decref(reply), json_decref(known), json_decref(document);
    pd_api_call_release(json), pd_api_call_release(glb), pd_api_call_release(bvh), pd_api_call_release(put);
    pd_api_call_release(api_ask("DELETE", "/v1/characters/mine", NULL));
}

/* -- a dressed body ------------------------------------------------------------------------------ */

/* A dressed body has one morph target, its blink; with `face` all expressions,
 * of which the lids move the blinks alone. */
static void a_dressed_body_blinks_with_or_without_its_face(void **state)
{
    (void)state;
    const pd_smpl_model *person = api_host_state.tiny;
    variation = 2; /* who blinks within this time */
    pd_api_call *plain = rolled("glb", ",\"wear\":[\"tee-jeans\",\"sneakers\"]"),
                *faced = rolled("glb", ",\"wear\":[\"tee-jeans\",\"sneakers\"],\"face\":true");
    json_t *of_plain = document_of(bytes_of(plain)), *of_faced = document_of(bytes_of(faced));
    const float *times, *lids, *weights;
    int count;
    assert_non_null(lids = channel_of(&count, &times, bytes_of(plain), of_plain, "weights"));
    assert_int_equal(count, FRAMES);
    float closed = 0;
    for (int t = 0; t < FRAMES; t++) closed = fmaxf(closed, lids[t]);
    assert_true(closed > 0.9f);
    const json_t *names =
        json_object_get(json_object_get(row_of(of_plain, "meshes", 0), "extras"), "targetNames");
    assert_int_equal(json_array_size(names), 1);
    assert_string_equal(json_string_value(json_array_get(names, 0)), "blink");

    assert_non_null(weights = channel_of(&count, &times, bytes_of(faced), of_faced, "weights"));
    const int width = person->expression_count + 1; /* and the viseme of silence, which moves nothing */
    assert_int_equal(count, FRAMES * width);
    names = json_object_get(json_object_get(row_of(of_faced, "meshes", 0), "extras"), "targetNames");
    assert_int_equal(json_array_size(names), width);
    int blinks = 0;
    for (int e = 0; e < width; e++) {
        const char *name = json_string_value(json_array_get(names, (size_t)e));
        const bool is_blink = !strcmp(name, "eyeBlinkLeft") || !strcmp(name, "eyeBlinkRight");
        blinks += is_blink;
        for (int t = 0; t < FRAMES; t++)
            assert_near((double)weights[t * width + e], is_blink ? (double)lids[t] : 0, 1e-6);
    }
    assert_int_equal(blinks, 2);
    json_decref(of_plain), json_decref(of_faced);
    pd_api_call_release(plain), pd_api_call_release(faced);
}

/* Returns the mean height of the root's node, metres. */
static double height_of(const char *fields)
{
    pd_api_call *call = rolled("glb", fields);
    json_t *document = document_of(bytes_of(call));
    const float *times, *moved;
    int count;
    double sum = 0;
    assert_non_null(moved = channel_of(&count, &times, bytes_of(call), document, "translation"));
    assert_int_equal(count, 3 * FRAMES);
    for (int t = 0; t < FRAMES; t++) sum += (double)moved[3 * t + 1] / FRAMES;
    json_decref(document);
    pd_api_call_release(call);
    return sum;
}

/* The legs bend to absorb most of the height that soles add. The hips of a taller body are higher. */
static void shoes_raise_the_body_by_their_soles(void **state)
{
    (void)state;
    const double bare = height_of(",\"wear\":[\"tee-jeans\"]"),
                 shod = height_of(",\"wear\":[\"tee-jeans\",\"sneakers\"]"),
                 other = height_of(",\"wear\":[\"tee-jeans\",\"sneakers\"],\"betas\":[2]");
    assert_true(shod - bare > 0.001 && shod - bare < 0.05);
    assert_true(other - shod > 0.05);
}

/* At 40 breaths a minute and 60 frames a second a breath has 90 frames. Its coefficient, the last of dmpls,
 * is highest in the middle and returns to its first value at the end. Without breathing and soft tissue there
 * are no coefficients. */
static void a_body_breathes_as_often_as_asked(void **state)
{
    (void)state;
    for (int breathes = 0; breathes < 2; breathes++) {
        pd_api_call *call = rolled("npz", breathes ? ",\"breathing\":40" : "");
        pd_error err;
        pd_array dmpls;
        pd_npz npz;
        assert_int_equal(pd_npz_parse(&npz, bytes_of(call).data, bytes_of(call).size, "reply", &err), PD_OK);
        if (!breathes) assert_false(pd_npz_has(&npz, "dmpls"));
        if (breathes) {
            assert_int_equal(pd_npz_read(&dmpls, &npz, "dmpls", &err), PD_OK);
            assert_int_equal(dmpls.shape[0], FRAMES);
            const size_t width = dmpls.shape[1];
            float *values = malloc(dmpls.count * sizeof *values);
            assert_int_equal(pd_array_f32(values, &dmpls, "dmpls", &err), PD_OK);
            const float *breath = values + width - 1;
            assert_true(breath[0] < 0.05F && breath[36 * width] > 0.9F &&
                        breath[(FRAMES - 1) * width] < 0.1F);
            for (size_t t = 1; t < 30; t++) assert_true(breath[t * width] > breath[(t - 1) * width]);
            free(values);
        }
        pd_npz_deinit(&npz);
        pd_api_call_release(call);
    }
}

static void options_that_a_rollout_does_not_support_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *format, *fields, *pointer, *words;
        int status;
    } rows[] = {
        {"json", ",\"character\":\"mine\",\"body\":\"default\"", "/character",
         "given together with body; only one of the two allowed", 400},
        {"json", ",\"character\":\"mine\",\"betas\":[1]", "/character",
         "given together with betas; only one of the two allowed", 400},
        {"npz", ",\"character\":\"mine\"", "/character",
         "format npz holds the pose of a body; only formats glb, bvh and json allow a character", 400},
        {"vrma", ",\"character\":\"mine\"", "/character", "a VRM animation fits any VRM avatar", 400},
        {"measure", ",\"character\":\"mine\"", "/character",
         "format measure holds points of the network's skeleton", 400},
        {"glb", ",\"character\":\"mien\"", "/character", "no character \"mien\"; did you mean mine?", 404},
        {"glb", ",\"character\":\"zzzzzzzzzz\"", "/character",
         "no character \"zzzzzzzzzz\"; GET /v1/characters lists them", 404},
        {"npz", ",\"body\":\"none\"", "/body",
         "none; format npz holds the pose of a body; formats json, bvh and glb allow none", 400},
        {"glb", ",\"body\":\"walk\"", "/body", "\"walk\" is a motion model; a body model is needed", 409},
        {"glb", ",\"body\":\"nobody\"", "/body", "no model \"nobody\"", 404},
        {"glb", ",\"face\":true,\"wear\":\"none\"", "/face",
         "true; allowed only with format glb and a dressed body", 400},
        {"npz", ",\"face\":true", "/face", "true; allowed only with format glb and a dressed body", 400},
        {"bvh", ",\"soft\":true", "/soft", "true; allowed only with format glb or npz and a body", 400},
        {"bvh", ",\"breathing\":1", "/breathing", "given; allowed only with format glb or npz and a body",
         400},
        {"json", ",\"names\":\"mixamo\"", "/names", "mixamo; allowed only with format glb or bvh", 400},
        {"bvh", ",\"names\":\"mixamo\",\"character\":\"mine\"", "/names", "and not with character", 400},
        {"bvh", ",\"sculpts\":true", "/sculpts", "given; allowed only with format glb or npz and a body",
         400},
        {"npz", ",\"correctives\":3", "/correctives", "3; allowed only with format glb and a body", 400},
        {"glb", ",\"character\":\"mine\",\"look\":7", "/look",
         "given; allowed only with format glb and a body", 400},
        {"glb", ",\"model\":\"default\"", "/model", "", 409},
        {"glb", ",\"controls\":true", "/controls", "unknown field",
         400}, /* of meshes: an animation moves all joints */
    };
    stage_put_avatar("mine");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[64], body[256], pointer[64], text[2048];
        snprintf(target, sizeof target, ROLLOUT "?format=%s", rows[i].format);
        snprintf(body, sizeof body, "{" WALK "%s}", 0, rows[i].fields);
        pd_api_call *call = api_decode("POST", target, body, (pd_api_request){0});
        const pd_api_reply *reply = api_finish(call);
        json_t *problem = api_json(call), *error;
        size_t k;
        bool found = false;
        snprintf(pointer, sizeof pointer, "%s", rows[i].pointer);
        json_array_foreach(json_object_get(problem, "errors"), k, error) found |=
            !strcmp(json_string_value(json_object_get(error, "pointer")), pointer) &&
            strstr(json_string_value(json_object_get(error, "detail")), rows[i].words);
        snprintf(text, sizeof text, "%.*s", (int)reply->body.size, (const char *)reply->body.data);
        if (reply->status != rows[i].status || !found)
            fail_msg("%s %s: %d %.500s", rows[i].format, rows[i].fields, reply->status, text);
        json_decref(problem);
        pd_api_call_release(call);
    }
    pd_api_call_release(api_ask("DELETE", "/v1/characters/mine", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_that_is_told_to_walk_turns_moves_and_steps),
        cmocka_unit_test(a_character_moves_alike_in_every_format),
        cmocka_unit_test(a_dressed_body_blinks_with_or_without_its_face),
        cmocka_unit_test(a_body_breathes_as_often_as_asked),
        cmocka_unit_test(options_that_a_rollout_does_not_support_are_refused),
        cmocka_unit_test(shoes_raise_the_body_by_their_soles),
    };
    return cmocka_run_group_tests(tests, api_shipped_load, api_shipped_unload);
}
