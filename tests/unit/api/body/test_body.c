/* Expressions of a body by number and by name, and options that need certain models. Uses the shipped person,
 * whose expressions are ARKit's, and the shipped body, whose expressions have no names. */
#include "api/body/body.h"

#include "tests/support/api_ask.h"

#define MESH  "/v1/models/default/mesh?format=bin"
#define OTHER "/v1/models/other/mesh?format=bin"

static int setup(void **state)
{
    api_host *h = &api_host_state;
    pd_error err;
    api_host_setup(state);
    pd_smpl_model_release(h->tiny);
    pd_smpl_model_release(h->other);
    h->tiny = h->other = NULL;
    if (pd_smpl_model_load(&h->tiny, "models/person.safetensors", &err) ||
        pd_smpl_model_load(&h->other, "models/default.safetensors", &err))
        fail_msg("%s: %s", err.where, err.detail);
    return 0;
}

static int number_of(const char *name)
{
    const pd_smpl_model *person = api_host_state.tiny;
    for (int e = 0; e < person->expression_count; e++)
        if (!strcmp(person->data.expression_names[e], name)) return e;
    fail_msg("%s is no expression", name);
    return -1;
}

/* Returns the body {"expression":[0,...,a,...,b]}. */
static const char *by_number(int i, double a, int k, double b)
{
    static char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "{\"expression\":[");
    for (int e = 0; e <= i || e <= k; e++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%g", e ? "," : "",
                                 e == i   ? a
                                 : e == k ? b
                                          : 0);
    snprintf(text + used, sizeof text - used, "]}");
    return text;
}

static bool gives_the_same(const char *one, const char *two)
{
    pd_api_call *a = api_ask("POST", MESH, one), *b = api_ask("POST", MESH, two);
    const pd_buffer *x = &pd_api_call_reply(a)->body, *y = &pd_api_call_reply(b)->body;
    if (api_status(a) != 200) fail_msg("%s: %.*s", one, (int)x->size, (const char *)x->data);
    if (api_status(b) != 200) fail_msg("%s: %.*s", two, (int)y->size, (const char *)y->data);
    const bool same = x->size == y->size && !memcmp(x->data, y->data, x->size);
    pd_api_call_release(a), pd_api_call_release(b);
    return same;
}

static void blend_shapes_by_name_and_by_number_give_the_same_body(void **state)
{
    (void)state;
    const int jaw = number_of("jawOpen"), smile = number_of("mouthSmileLeft");
    char both[1100];
    assert_true(gives_the_same("{\"blend_shapes\":{\"jawOpen\":0.5,\"mouthSmileLeft\":-0.25}}",
                               by_number(jaw, 0.5, smile, -0.25)));
    assert_false(gives_the_same("{\"blend_shapes\":{\"jawOpen\":0.5}}", by_number(smile, 0.5, smile, 0.5)));
    assert_true(gives_the_same("{\"blend_shapes\":{}}", "{}"));

    /* Weights by name are added to those by number, however few of these there are. */
    snprintf(both, sizeof both, "%.*s,\"blend_shapes\":{\"jawOpen\":0.25,\"mouthSmileLeft\":1}}",
             (int)strlen(by_number(jaw, 0.5, jaw, 0.5)) - 1, by_number(jaw, 0.5, jaw, 0.5));
    assert_true(gives_the_same(both, by_number(jaw, 0.75, smile, 1)));

    /* The bounds themselves are allowed. */
    assert_true(gives_the_same("{\"blend_shapes\":{\"jawOpen\":2,\"mouthSmileLeft\":-2}}",
                               by_number(jaw, 2, smile, -2)));
}

/* Arrays with smplx's first dimension are the bodies of a list, whichever of them have it. */
static void arrays_with_a_dimension_for_bodies_are_a_batch(void **state)
{
    (void)state;
    static const struct {
        const char *arrays, *bodies;
    } rows[] = {
        {"{\"betas\":[[1,2]],\"transl\":[[0,1,0]]}", "{\"betas\":[1,2],\"transl\":[0,1,0]}"},
        {"{\"betas\":[[1],[2]]}", "{\"bodies\":[{\"betas\":[1]},{\"betas\":[2]}]}"},
        {"{\"betas\":[[[1]],[[2]]]}", "{\"bodies\":[{\"betas\":[1]},{\"betas\":[2]}]}"},
        {"{\"betas\":[1],\"transl\":[[0,1,0],[0,2,0]]}",
         "{\"betas\":[1],\"bodies\":[{\"transl\":[0,1,0]},{\"transl\":[0,2,0]}]}"},
        {"{\"betas\":[[1]],\"jaw_pose\":[[0.1,0,0],[0.2,0,0]]}",
         "{\"betas\":[1],\"bodies\":[{\"jaw_pose\":[0.1,0,0]},{\"jaw_pose\":[0.2,0,0]}]}"},
        {"{\"global_orient\":[[0,0.5,0]]}", "{\"global_orient\":[0,0.5,0]}"},
        {"{\"global_orient\":[[[0,0.5,0]],[[0,1,0]]]}",
         "{\"bodies\":[{\"global_orient\":[0,0.5,0]},{\"global_orient\":[0,1,0]}]}"},
        {"{\"left_hand_pose\":[[1,0,0,0,0,1]],\"transl\":[[0,1,0]]}",
         "{\"left_hand_pose\":[1,0,0,0,0,1],\"transl\":[0,1,0]}"},
        {"{\"expression\":[[0.5],[0.25]],\"global_orient\":[[0,0,0,1],[0,1,0,0]]}",
         "{\"bodies\":[{\"expression\":[0.5],\"global_orient\":[0,0,0,1]},{\"expression\":[0.25],"
         "\"global_orient\":[0,1,0,0]}]}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!gives_the_same(rows[i].arrays, rows[i].bodies)) fail_msg("%s", rows[i].arrays);

    /* Arrays that do not say how many bodies there are. */
    api_refused("POST", MESH, "{\"betas\":[[1],[2]],\"transl\":[[0,1,0],[0,1,0],[0,1,0]]}", 400, "/transl",
                "3 rows, one a body, and betas has 2");
    api_refused("POST", MESH, "{\"global_orient\":[[0,0,1],[0,1,0],[-1,0,0]]}", 400, "/global_orient",
                "a matrix");
    api_refused("POST", MESH, "{\"betas\":[[1],[2]],\"bodies\":[{}]}", 400, "/bodies", "arrays of 2 bodies");
    api_refused("POST", MESH, "{\"bodies\":[{\"betas\":[[1],[2]]}]}", 400, "/bodies/0", "arrays of 2 bodies");
}

static void a_query_has_objects_as_json(void **state)
{
    (void)state;
    pd_api_call *queried =
        api_ask("GET", MESH "&blend_shapes=%7B%22jawOpen%22%3A0.5%2C%22mouthSmileLeft%22%3A-0.25%7D", NULL);
    pd_api_call *posted =
        api_ask("POST", MESH, "{\"blend_shapes\":{\"jawOpen\":0.5,\"mouthSmileLeft\":-0.25}}");
    const pd_buffer *x = &pd_api_call_reply(queried)->body, *y = &pd_api_call_reply(posted)->body;
    assert_int_equal(api_status(queried), 200);
    assert_int_equal(api_status(posted), 200);
    assert_int_equal(x->size, y->size);
    assert_memory_equal(x->data, y->data, x->size);
    pd_api_call_release(queried), pd_api_call_release(posted);

    static const struct {
        const char *query, *detail;
    } rows[] = {{"%7BjawOpen:0.5%7D", "\"{jawOpen:0.5}\": jawOpen; a name in double quotes expected"},
                {"jawOpen", "JSON expected, such as {\"jawOpen\":0.4"},
                {"[1]", "an array; an object of names and weights expected"},
                {"%7B%22jawOpen%22%3A1%2C%22jawOpen%22%3A2%7D", "stands twice in one object"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[160];
        snprintf(target, sizeof target, MESH "&blend_shapes=%s", rows[i].query);
        api_refused("GET", target, NULL, 400, "/blend_shapes", rows[i].detail);
    }
}

/* {"betas":[a,0,...,b]}: the first and that number; "betas":[a] when both are one. */
static const char *betas_of(double first, int beta, double value)
{
    static char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "{\"betas\":[%.9g", beta ? first : value);
    for (int b = 1; b <= beta; b++)
        used += (size_t)snprintf(text + used, sizeof text - used, b == beta ? ",%.9g" : ",0", value);
    snprintf(text + used, sizeof text - used, "]}");
    return text;
}

/* A feature of the face is a beta: it is added to those that are given, by number or of a person. */
static void features_of_the_face_are_added_to_the_betas(void **state)
{
    (void)state;
    const pd_smpl_model *person = api_host_state.tiny;
    const int jaw = pd_smpl_feature_beta(&person->data, "jaw_width");
    assert_true(jaw > 0 && jaw < person->beta_count);
    assert_true(gives_the_same("{\"face_shape\":\"jaw_width:1.5\"}", betas_of(0, jaw, 1.5)));
    assert_true(gives_the_same("{\"betas\":[0.5],\"face_shape\":\"jaw_width:-1\"}", betas_of(0.5, jaw, -1)));
    assert_false(gives_the_same("{\"face_shape\":\"jaw_width:1.5\"}", "{}"));

    /* The reply for a person has the betas after the feature was applied. */
    static const char *const bodies[] = {"{\"random\":3}", "{\"random\":3,\"face_shape\":\"jaw_width:1\"}"};
    json_t *replies[2], *betas[2];
    for (int i = 0; i < 2; i++) {
        pd_api_call *call = api_ask("POST", "/v1/models/default/mesh", bodies[i]);
        assert_int_equal(api_status(call), 200);
        replies[i] = api_json(call);
        betas[i] = json_object_get(json_array_get(json_object_get(replies[i], "bodies"), 0), "betas");
        if (!betas[i]) fail_msg("%.600s", (const char *)pd_api_call_reply(call)->body.data);
        assert_int_equal(json_array_size(betas[i]), person->beta_count);
        pd_api_call_release(call);
    }
    for (int b = 0; b < person->beta_count; b++)
        assert_near(json_number_value(json_array_get(betas[1], (size_t)b)),
                    json_number_value(json_array_get(betas[0], (size_t)b)) + (b == jaw), 1e-5);
    json_decref(replies[0]), json_decref(replies[1]);

    api_refused("POST", MESH, "{\"face_shape\":\"jaw_wdth:1\"}", 400, "/face_shape",
                "did you mean jaw_width?");
    api_refused("POST", OTHER, "{\"face_shape\":\"jaw_width:1\"}", 400, "/face_shape",
                "this model has no features of the face");
}

/* Each body of several has its own hands; those that it does not pose have the pose beside `bodies`, by name
 * or by numbers. */
static void hands_of_a_body_go_before_those_of_all(void **state)
{
    (void)state;
    static const char *const names[] = {"relaxed", "fist", "grip", "point", "flat", "open"};
    char bent[400], one[1400], two[1400];
    size_t used = (size_t)sprintf(bent, "[0.3");
    for (int i = 1; i < 45; i++) used += (size_t)sprintf(bent + used, ",%g", i % 3 ? 0.0 : 0.3);
    strcpy(bent + used, "]");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int is_right = 0; is_right < 2; is_right++) {
            const char *own = is_right ? "right" : "left", *other = is_right ? "left" : "right";

            /* Numbers for all, a name for one: the name counts, and the other hand has the numbers. */
            snprintf(one, sizeof one,
                     "{\"left_hand_pose\":%s,\"right_hand_pose\":%s,\"bodies\":[{\"%s_hand\":\"%s\"}]}", bent,
                     bent, own, names[i]);
            snprintf(two, sizeof two, "{\"bodies\":[{\"%s_hand\":\"%s\",\"%s_hand_pose\":%s}]}", own,
                     names[i], other, bent);
            assert_true(gives_the_same(one, two));

            /* A name for all, numbers for one. */
            snprintf(one, sizeof one,
                     "{\"left_hand\":\"%s\",\"right_hand\":\"%s\",\"bodies\":[{\"%s_hand_pose\":%s}]}",
                     names[i], names[i], own, bent);
            snprintf(two, sizeof two, "{\"bodies\":[{\"%s_hand_pose\":%s,\"%s_hand\":\"%s\"}]}", own, bent,
                     other, names[i]);
            assert_true(gives_the_same(one, two));
        }
    assert_false(gives_the_same("{\"left_hand\":\"fist\"}", "{\"right_hand\":\"fist\"}"));
}

static void an_invalid_weight_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *body, *pointer, *words;
        int status;
    } rows[] = {
        {"{\"blend_shapes\":{\"jawOpne\":1}}", "/blend_shapes/jawOpne",
         "not an expression of this model; did you mean jawOpen?", 400},
        {"{\"blend_shapes\":{\"zzzzzzzzzzzzzz\":1}}", "/blend_shapes/zzzzzzzzzzzzzz",
         "not an expression of this model; GET /v1/models/{id} has its expression_names", 400},
        {"{\"blend_shapes\":{\"jawOpen\":\"1\"}}", "/blend_shapes/jawOpen",
         "a string; a number from -2 to 2 expected", 400},
        {"{\"blend_shapes\":{\"jawOpen\":2.01}}", "/blend_shapes/jawOpen",
         "2.01; a number from -2 to 2 expected", 400},
        {"{\"blend_shapes\":{\"jawOpen\":-2.01}}", "/blend_shapes/jawOpen",
         "-2.01; a number from -2 to 2 expected", 400},
        {"{\"expression\":[2.5]}", "/expression/0", "2.5; -2 to 2 allowed, the weight of ", 400},
        {"{\"expression\":[0,-2.5]}", "/expression/1", "-2.5; -2 to 2 allowed, the weight of ", 400},
        {"{\"translation\":[0,0,0],\"transl\":[0,0,0]}", "",
         "translation and transl given; only one of the two allowed", 400},
        {"{\"betas\":[1],\"random\":3}", "/betas", "betas given together with random", 400},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        api_refused("POST", MESH, rows[i].body, rows[i].status, rows[i].pointer, rows[i].words);

    char both[1100], at[40], words[120];
    const int jaw = number_of("jawOpen");
    const char *numbers = by_number(jaw, 1.5, jaw, 1.5);
    snprintf(both, sizeof both, "%.*s,\"blend_shapes\":{\"jawOpen\":1}}", (int)strlen(numbers) - 1, numbers);
    snprintf(words, sizeof words, "1 added to 1.5 of expression/%d; a sum of -2 to 2 allowed", jaw);
    api_refused("POST", MESH, both, 400, "/blend_shapes/jawOpen", words);
    numbers = by_number(jaw, -2.25, jaw, -2.25);
    snprintf(at, sizeof at, "/expression/%d", jaw);
    api_refused("POST", MESH, numbers, 400, at, "-2.25; -2 to 2 allowed, the weight of jawOpen");
}

/* A field that the model cannot serve is refused; the error says what the model needs. */
static void parts_that_the_model_lacks_are_reported(void **state)
{
    (void)state;
    api_refused("POST", OTHER, "{\"blend_shapes\":{\"jawOpen\":1}}", 400, "/blend_shapes/jawOpen",
                "not an expression of this model; GET");
    const pd_smpl_model *person = api_host_state.tiny, *other = api_host_state.other;
    pd_api_problems p = {0};
    assert_true(pd_api_face_check(person, &p));
    assert_true(pd_api_correctives_check(1, person, &p));
    const int most = 9 * (person->joint_count - 1); /* of the matrix of each joint but the root */
    assert_true(pd_api_correctives_check(most, person, &p));
    assert_int_equal(p.count, 0);
    assert_false(pd_api_correctives_check(most + 1, person, &p));
    char words[80];
    snprintf(words, sizeof words, "%d; 0 to %d allowed for this model", most + 1, most);
    assert_string_equal(p.items[0].detail, words);
    assert_false(pd_api_face_check(other, &p));
    assert_false(pd_api_sculpts_check(other, &p));
    assert_int_equal(p.count, 3);
    assert_string_equal(p.items[1].where, "/face");
    assert_string_equal(p.items[2].where, "/sculpts");
}

/* Output options that exclude each other: each is named, with what it needs. */
static void options_without_effect_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *query, *pointer, *words;
    } rows[] = {
        {"format=stl&include=normals", "/include", "normals; not allowed with format stl"},
        {"format=obj&include=joints", "/include",
         "joints; only vertices, normals and faces allowed with format obj"},
        {"format=json&include=vertices&keypoints=body", "/keypoints",
         "has no effect without joints in include"},
        {"format=json&rig=true", "/rig", "true; allowed only with format glb, and the format is json"},
        {"format=bin&quantize=true", "/quantize",
         "true; allowed only with format glb, and the format is bin"},
        {"format=ply&levels=1000", "/levels", "has no effect without format glb, and the format is ply"},
        {"format=glb&levels=1000,1000", "/levels", "1000 after 1000; decreasing numbers expected"},
        {"format=glb&controls=true", "/controls", "true; allowed only with rig, and not with an avatar"},
        {"format=glb&names=mixamo", "/names", "mixamo; allowed only with rig"},
        {"format=glb&face=true", "/face", "true; allowed only with rig"},
        {"format=glb&morphs=false", "/morphs", "false; allowed only with rig"},
        {"format=glb&rig=true&contact=exact", "/contact",
         "exact; not allowed with rig, because the file then holds the body at rest"},
        {"format=glb&rig=true&stage=shaped", "/stage", "only posed is allowed with rig"},
        {"format=json&contact=smooth&stage=shaped", "/stage", "only posed is allowed with rig"},
        {"format=glb&lod=1&contact=soft", "/contact",
         "soft; not allowed with rig, because the file then holds the body at rest"},
        {"format=json&stage=shaped&contact=soft", "/stage", "only posed is allowed with rig"},
        {"format=json&profile=vrm", "/profile", "given; allowed only with format glb"},
        {"format=json&lod=1", "/lod", "given; allowed only with format glb"},
        {"format=json&textures=webp", "/textures", "given; allowed only with format glb"},
        {"format=json&texture_size=256", "/texture_size", "given; allowed only with format glb"},
        {"format=json&atlas=true", "/atlas", "given; allowed only with format glb"},
        {"format=json&pose=t", "/pose", "given; allowed only with format glb"},
        {"format=json&morphs=arkit", "/morphs", "given; allowed only with format glb"},
        {"format=glb&lod=1&levels=1000", "/levels",
         "given together with lod; use lod instead, which writes one level of an avatar"},
        {"format=glb&profile=vrm&pose=a", "/pose", "the T-pose, allowed with vrm"},
        {"format=glb&textures=none&texture_size=256", "/texture_size",
         "has no effect, because textures is none"},
        {"format=glb&morphs=arkit,jawOpne", "/morphs", "jawOpne"},
        {"format=glb&levels=1000&textures=none", "/textures",
         "none given together with levels; png or webp allowed"},
        {"format=glb&levels=1000&textures=webp", "/textures",
         "has no effect, because a bare body has no pictures; name clothes in wear"},
        {"format=glb&levels=1000&texture_size=256", "/texture_size",
         "has no effect, because a bare body has no pictures; name clothes in wear"},
        {"format=json&rotations=0,0,0,0,0,0", "/rotations", "6 numbers; "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[160];
        snprintf(target, sizeof target, "/v1/models/default/mesh?%s", rows[i].query);
        pd_api_call *call = api_decode("GET", target, NULL, (pd_api_request){0});
        const pd_api_reply *reply = api_finish(call);
        char pointer[64], text[4096];
        snprintf(pointer, sizeof pointer, "\"pointer\":\"%s\"", rows[i].pointer);
        snprintf(text, sizeof text, "%.*s", (int)reply->body.size, (const char *)reply->body.data);
        if (reply->status < 400 || !strstr(text, pointer) || !strstr(text, rows[i].words))
            fail_msg("%s: %d %.600s", rows[i].query, reply->status, text);
        pd_api_call_release(call);
    }
}

/* RFC 9110, 8.8.1: whatever changes the bytes changes the ETag. */
static void every_field_changes_the_etag(void **state)
{
    (void)state;
    static const char *const queries[] = {"format=glb",
                                          "format=glb&levels=2000,1000",
                                          "format=glb&levels=3000,1000",
                                          "format=glb&levels=2000,900",
                                          "format=glb&levels=2000",
                                          "format=glb&rig=true",
                                          "format=glb&rig=true&quantize=true",
                                          "format=glb&rig=true&face=true",
                                          "format=glb&rig=true&morphs=false",
                                          "format=glb&rig=true&names=mixamo",
                                          "format=glb&rig=true&names=unreal",
                                          "format=glb&rig=true&controls=true",
                                          "format=glb&expression=0.5",
                                          "format=glb&expression=0,0.5",
                                          "format=glb&left_hand=fist",
                                          "format=glb&right_hand=fist",
                                          "format=glb&random=1",
                                          "format=glb&random=2",
                                          "format=glb&random=2&age=30",
                                          "format=json&include=joints",
                                          "format=json&include=joints&keypoints=body",
                                          "format=json&include=joints&keypoints=face"};
    enum { N = sizeof queries / sizeof *queries };
    char etags[N][64];
    for (size_t i = 0; i < N; i++) {
        char target[160];
        snprintf(target, sizeof target, "/v1/models/default/mesh?%s", queries[i]);
        pd_api_call *call = api_decode("GET", target, NULL, (pd_api_request){0});
        if (!api_header(call, "ETag"))
            fail_msg("%s: %.300s", queries[i], (const char *)pd_api_call_reply(call)->body.data);
        snprintf(etags[i], sizeof etags[i], "%s", api_header(call, "ETag"));
        for (size_t k = 0; k < i; k++)
            if (!strcmp(etags[k], etags[i])) fail_msg("%s and %s", queries[k], queries[i]);
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blend_shapes_by_name_and_by_number_give_the_same_body),
        cmocka_unit_test(arrays_with_a_dimension_for_bodies_are_a_batch),
        cmocka_unit_test(a_query_has_objects_as_json),
        cmocka_unit_test(features_of_the_face_are_added_to_the_betas),
        cmocka_unit_test(hands_of_a_body_go_before_those_of_all),
        cmocka_unit_test(an_invalid_weight_is_refused),
        cmocka_unit_test(parts_that_the_model_lacks_are_reported),
        cmocka_unit_test(options_without_effect_are_refused),
        cmocka_unit_test(every_field_changes_the_etag),
    };
    return cmocka_run_group_tests(tests, setup, api_host_teardown);
}
