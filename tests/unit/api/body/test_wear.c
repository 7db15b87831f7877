/* Clothes in requests: the default, items by name, refusals, and the list of items. */
#include "api/body/wear.h"
#include "api/http/fields.h"
#include "tests/support/api_ask.h"
#include "tests/support/wardrobes.h"

#define MESH "/v1/models/default/mesh"

static pd_wardrobe clothes;

/* The tetrahedron's wardrobe, for the host's first body: its skin is larger, its name another. */
static int open_wardrobe(void **state)
{
    pd_smpl_text *text = &api_host_state.tiny->data.text;
    if (!text->name) text->name = strdup("tiny");
    clothes = tiny_wardrobe();
    clothes.references = 1;
    clothes.content_hash = 7;
    clothes.skin_vertex_count = api_host_state.tiny->vertex_count;
    clothes.joint_count = api_host_state.tiny->joint_count;
    snprintf(clothes.model, sizeof clothes.model, "%s", text->name);
    api_host_state.wardrobe = &clothes;
    (void)state;
    return 0;
}

static int close_wardrobe(void **state)
{
    (void)state;
    const int kept = clothes.references;
    api_host_state.wardrobe = NULL;
    pd_wardrobe_deinit(&clothes);
    return kept != 1; /* every call has given it back */
}

/* Primitives of the file's first mesh, materials, and the skin's red. */
typedef struct seen {
    size_t primitives, materials, images, bytes;
    double red;
    char etag[80];
} seen;

static seen ask(const char *target)
{
    pd_api_call *call = api_ask("GET", target, NULL);
    const pd_api_reply *reply = pd_api_call_reply(call);
    seen out = {0};
    uint32_t size;
    if (reply->status != 200)
        fail_msg("%s: %.*s", target, (int)reply->body.size, (const char *)reply->body.data);
    memcpy(&size, reply->body.data + 12, 4);
    json_t *json = json_loadb((const char *)reply->body.data + 20, size, 0, NULL);
    json_t *materials = json_object_get(json, "materials"),
           *pbr = json_object_get(json_array_get(materials, 0), "pbrMetallicRoughness");
    out.primitives =
        json_array_size(json_object_get(json_array_get(json_object_get(json, "meshes"), 0), "primitives"));
    out.materials = json_array_size(materials);
    out.images = json_array_size(json_object_get(json, "images"));
    out.bytes = reply->body.size;
    out.red = json_number_value(json_array_get(json_object_get(pbr, "baseColorFactor"), 0));
    snprintf(out.etag, sizeof out.etag, "%s", api_header(call, "ETag"));
    json_decref(json);
    pd_api_call_release(call);
    return out;
}

static void a_glb_is_dressed_unless_the_request_says_otherwise(void **state)
{
    (void)state;
    const seen standard = ask(MESH "?format=glb"), none = ask(MESH "?format=glb&wear=none"),
               scarf = ask(MESH "?format=glb&wear=scarf"),
               all = ask(MESH "?format=glb&wear=scarf,hat&rig=true");
    assert_int_equal(standard.primitives, 1 + 2 + 1); /* skin, two parts of the hat, eyes */
    assert_int_equal(standard.images, 1);
    assert_int_equal(none.primitives, 1);
    assert_true(none.red == 0.8);
    assert_int_equal(scarf.primitives, 1 + 1 + 1);
    assert_int_equal(scarf.images, 1); /* its folds */
    assert_int_equal(all.primitives, 5);
    assert_true(strcmp(standard.etag, none.etag) != 0 && strcmp(standard.etag, scarf.etag) != 0);

    api_host_state.wardrobe = NULL;
    const seen without = ask(MESH "?format=glb");
    assert_int_equal(without.bytes, none.bytes);
    assert_int_equal(without.primitives, 1);
    api_host_state.wardrobe = &clothes;
}

static void another_model_is_unchanged(void **state)
{
    (void)state;
    assert_int_equal(ask("/v1/models/other/mesh?format=glb").primitives, 1);
    api_refused("GET", "/v1/models/other/mesh?format=glb&wear=hat", NULL, 400, "/wear",
                "the wardrobe is of the model");
}

static void colours_are_those_that_were_asked_for(void **state)
{
    (void)state;
    const seen dark = ask(MESH "?format=glb&wear=none&skin=0"), light = ask(MESH "?format=glb&skin=1");
    assert_int_equal(dark.primitives, 1);
    assert_true(dark.red > 0.10 && dark.red < 0.11);
    assert_true(light.red > 0.74 && light.red < 0.76);
    assert_true(strcmp(ask(MESH "?format=glb&hair_color=red").etag,
                       ask(MESH "?format=glb&hair_color=grey").etag) != 0);
    assert_true(strcmp(ask(MESH "?format=glb&iris=blue").etag, ask(MESH "?format=glb&iris=dark").etag) != 0);
}

static size_t glb_bytes(const char *body)
{
    pd_api_call *call = api_ask("POST", MESH "?format=glb", body);
    const pd_api_reply *reply = pd_api_call_reply(call);
    if (reply->status != 200)
        fail_msg("%s: %.*s", body, (int)reply->body.size, (const char *)reply->body.data);
    const size_t bytes = reply->body.size;
    pd_api_call_release(call);
    return bytes;
}

static void a_list_of_names_is_worn_as_the_text_is(void **state)
{
    (void)state;
    const size_t both = glb_bytes("{\"wear\":\"scarf,hat\"}"), none = glb_bytes("{\"wear\":\"none\"}");
    assert_int_equal(glb_bytes("{\"wear\":[\"scarf\",\"hat\"]}"), both);
    assert_int_equal(glb_bytes("{\"wear\":[\"none\"]}"), none);
    assert_true(both > none);
}

static void an_item_that_cannot_be_worn_is_refused_by_name(void **state)
{
    (void)state;
    api_refused("GET", MESH "?format=glb&wear=cape", NULL, 400, "/wear", "hat, scarf, eyes, none expected");
    api_refused("GET", MESH "?format=glb&wear=hat,hat", NULL, 400, "/wear", "hat and hat are both hair");
    api_refused("GET", MESH "?format=obj&wear=hat", NULL, 400, "/wear", "only with format glb");
    api_refused("GET", MESH "?format=obj&skin=0.5", NULL, 400, "/skin", "only with format glb");
    api_refused("GET", MESH "?format=json&hair_color=red", NULL, 400, "/hair_color", "only with format glb");
    api_refused("GET", MESH "?format=json&iris=blue", NULL, 400, "/iris", "only with format glb");
    api_refused("GET", MESH "?format=json&hair_loss=0.5", NULL, 400, "/hair_loss", "only with format glb");
    api_refused("GET", MESH "?format=glb&hair_loss=-1", NULL, 400, "/hair_loss", "0 to 1");
    api_refused("GET", MESH "?format=glb&hair_loss=0.5", NULL, 400, "/hair_loss", "transferred from another");
    api_refused("GET", MESH "?format=glb&skin=1.5", NULL, 400, "/skin", "0 to 1");
    api_refused("GET", MESH "?format=glb&iris=pink", NULL, 400, "/iris", "brown|dark");
    api_refused("POST", MESH "?format=glb", "{\"wear\":7}", 400, "/wear",
                "a string or an array of strings expected");
    api_refused("POST", MESH "?format=glb", "{\"wear\":[]}", 400, "/wear", "at least one name expected");
    api_refused("POST", MESH "?format=glb", "{\"wear\":[\"hat\",7]}", 400, "/wear/1", "a string expected");
    api_refused("POST", MESH "?format=glb", "{\"wear\":[\"hat\",\"cape\"]}", 400, "/wear", "cape");
    api_refused("POST", MESH "?format=obj", "{\"wear\":[\"hat\"]}", 400, "/wear", "only with format glb");

    api_host_state.wardrobe = NULL;
    api_refused("GET", MESH "?format=glb&wear=hat", NULL, 400, "/wear", "no wardrobe");
    api_host_state.wardrobe = &clothes;
}

static void a_face_is_refused_where_there_is_none(void **state)
{
    (void)state;
    api_refused("GET", MESH "?format=glb&face=true", NULL, 400, "/face", "allowed only with rig");
    api_refused("GET", MESH "?format=glb&rig=true&face=true", NULL, 400, "/face",
                "whose expressions have names");
}

/* Expressions by name in place of betas, of the shipped person: on all that lies on the skin, and another
 * file than without. */
static void a_rigged_person_has_a_face_of_morphs_by_name(void **state)
{
    (void)state;
    pd_smpl_model *person, *was = api_host_state.tiny;
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    api_host_state.tiny = person;
    pd_api_call *call = api_ask("GET", MESH "?format=glb&rig=true&face=true&wear=none", NULL);
    const pd_api_reply *reply = pd_api_call_reply(call);
    uint32_t size;
    assert_int_equal(reply->status, 200);
    memcpy(&size, reply->body.data + 12, 4);
    json_t *json = json_loadb((const char *)reply->body.data + 20, size, 0, NULL),
           *mesh = json_array_get(json_object_get(json, "meshes"), 0),
           *names = json_object_get(json_object_get(mesh, "extras"), "targetNames"),
           *skin = json_array_get(json_object_get(mesh, "primitives"), 0);
    assert_int_equal(json_array_size(names), person->expression_count + 1);
    assert_int_equal(json_array_size(json_object_get(skin, "targets")), person->expression_count + 1);
    assert_string_equal(json_string_value(json_array_get(names, (size_t)person->expression_count)),
                        "viseme_sil");
    for (int e = 0; e < person->expression_count; e++)
        assert_string_equal(json_string_value(json_array_get(names, (size_t)e)),
                            person->data.expression_names[e]);
    json_decref(json);
    pd_api_call_release(call);
    assert_string_not_equal(ask(MESH "?format=glb&rig=true&face=true&wear=none").etag,
                            ask(MESH "?format=glb&rig=true&morphs=false&wear=none").etag);
    api_host_state.tiny = was;
    pd_smpl_model_release(person);
}

static void the_list_has_every_item_with_its_source(void **state)
{
    (void)state;
    pd_api_call *call = api_ask("GET", "/v1/wardrobe", NULL);
    json_t *reply = api_json(call), *items = json_object_get(reply, "items"),
           *scarf = json_array_get(items, 1);
    assert_int_equal(json_array_size(items), 3);
    assert_string_equal(json_string_value(json_object_get(scarf, "name")), "scarf");
    assert_string_equal(json_string_value(json_object_get(scarf, "slot")), "outfit");
    assert_string_equal(json_string_value(json_object_get(scarf, "source")), "by hand");
    assert_int_equal(json_integer_value(json_object_get(scarf, "hidden_vertices")), 1);
    assert_true(json_is_false(json_object_get(scarf, "standard")));
    assert_true(json_is_true(json_object_get(json_array_get(items, 0), "standard")));
    assert_string_equal(json_string_value(json_object_get(reply, "credits")), "nobody");
    json_decref(reply);
    pd_api_call_release(call);

    api_host_state.wardrobe = NULL;
    api_refused("GET", "/v1/wardrobe", NULL, 404, NULL, "no wardrobe");
    api_host_state.wardrobe = &clothes;
}

static int open_all(void **state)
{
    return api_host_setup(state) || open_wardrobe(state);
}

static int close_all(void **state)
{
    const int bad = close_wardrobe(state);
    return api_host_teardown(state) || bad;
}

/* Returns the wear that these values select. Fails on any problem. */
static pd_api_wear worn_of(const pd_api_wear_values *values)
{
    pd_api_wear out;
    pd_api_call *call = api_decode("GET", MESH "?format=glb", NULL, (pd_api_request){0});
    assert_true(pd_api_wear_read(&out, values, -1, -1, api_host_state.tiny, call, NULL));
    assert_int_equal(call->problems.count, 0);
    pd_api_model_release(&out.model);
    pd_api_model_release(&out.own_model);
    pd_api_call_release(call);
    return out;
}

/* Each colour by its number, the first one too, whether something is worn or not;
 * the others stay as they are. */
static void every_colour_reaches_the_palette(void **state)
{
    (void)state;
    static const char *const wears[] = {NULL, "none"};
    const pd_wardrobe_palette usual = PD_WARDROBE_PALETTE;
    char name[64];
    for (int w = 0; w < 2; w++) {
        pd_api_wear_values none = PD_API_NO_WEAR_VALUES;
        none.wear = wears[w];
        pd_api_wear_values values = none;
        assert_true(!worn_of(&values).wardrobe ==
                    (w == 1)); /* bare and without a colour: no wardrobe is needed */
        int hairs = 0, irises = 0;
        for (; pd_api_choice_name(name, sizeof name, PD_API_HAIR_COLORS, hairs); hairs++) {
            values = none, values.hair = hairs;
            const pd_api_wear out = worn_of(&values);
            assert_true(out.wardrobe && (int)out.palette.hair == hairs && out.palette.iris == usual.iris &&
                        out.palette.skin == usual.skin);
        }
        for (; pd_api_choice_name(name, sizeof name, PD_API_IRIS_COLORS, irises); irises++) {
            values = none, values.iris = irises;
            const pd_api_wear out = worn_of(&values);
            assert_true(out.wardrobe && (int)out.palette.iris == irises && out.palette.hair == usual.hair &&
                        out.palette.skin == usual.skin);
        }
        for (int tone = 0; tone <= 2; tone++) {
            values = none, values.skin = tone / 2.0;
            const pd_api_wear out = worn_of(&values);
            assert_true(out.wardrobe && out.palette.skin == tone / 2.0 && out.palette.hair == usual.hair &&
                        out.palette.iris == usual.iris);
        }
        assert_true(hairs > 2 && irises > 2);
    }
}

/* Age whitens hair unless the request gives its colour, and the file changes. */
static void hair_greys_unless_its_colour_is_asked_for(void **state)
{
    (void)state;
    const pd_api_person old = {.normal_seed = -1, .gender = PD_SMPL_FEMALE, .age = 80};
    for (int asked = 0; asked < 2; asked++) {
        pd_api_wear_values values = PD_API_NO_WEAR_VALUES;
        values.hair = asked ? PD_WARDROBE_HAIR_BLACK : -1;
        pd_api_wear out = worn_of(&values);
        pd_api_wear_person(&out, &old, &values);
        assert_true((out.palette.grey > 0.1) == !asked);
        assert_int_equal(out.palette.hair, asked ? PD_WARDROBE_HAIR_BLACK : PD_WARDROBE_HAIR_BROWN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_glb_is_dressed_unless_the_request_says_otherwise),
        cmocka_unit_test(another_model_is_unchanged),
        cmocka_unit_test(colours_are_those_that_were_asked_for),
        cmocka_unit_test(every_colour_reaches_the_palette),
        cmocka_unit_test(hair_greys_unless_its_colour_is_asked_for),
        cmocka_unit_test(a_list_of_names_is_worn_as_the_text_is),
        cmocka_unit_test(an_item_that_cannot_be_worn_is_refused_by_name),
        cmocka_unit_test(a_face_is_refused_where_there_is_none),
        cmocka_unit_test(a_rigged_person_has_a_face_of_morphs_by_name),
        cmocka_unit_test(the_list_has_every_item_with_its_source),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
