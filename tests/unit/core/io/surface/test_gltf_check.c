/* What a rigged file says of itself and does not hold is refused by name. */
#include "core/io/surface/gltf_check.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <math.h>

/* Three points, the same as a morph target, joints of each (bytes 0 1 0 0), weights of each (.75 .25 0 0). */
enum { POINTS = 0, MORPH = 9, JOINTS = 18, WEIGHTS = 21, NUMBERS = 33 };

static void fill(float numbers[NUMBERS])
{
    const unsigned char joints[4] = {0, 1, 0, 0};
    memset(numbers, 0, NUMBERS * sizeof *numbers);
    for (int i = 0; i < 3; i++) {
        numbers[POINTS + 3 * i + i] = numbers[MORPH + 3 * i] = 1;
        memcpy(numbers + JOINTS + i, joints, 4);
        numbers[WEIGHTS + 4 * i] = 0.75f, numbers[WEIGHTS + 4 * i + 1] = 0.25f;
    }
}

/* As a file has it, with a word for another. */
static void make(pd_buffer *out, const float numbers[NUMBERS], const char *word, const char *other)
{
    static const char json[] =
        "{\"nodes\":[{\"mesh\":0,\"skin\":0},{\"children\":[2]},{}],\"skins\":[{\"joints\":[1,2]}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":2,\"WEIGHTS_0\":3},"
        "\"targets\":[{\"POSITION\":1}]}]}],"
        "\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"rotation\"}}],"
        "\"samplers\":[{\"input\":0,\"output\":0}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
        "{\"bufferView\":2,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"},"
        "{\"bufferView\":3,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}],"
        "\"buffers\":[{\"byteLength\":132}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},"
        "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":72,\"byteLength\":"
        "12},"
        "{\"buffer\":0,\"byteOffset\":84,\"byteLength\":48}]}";
    pd_buffer text = {0};
    const char *at = word ? strstr(json, word) : NULL;
    if (word && !at) fail_msg("no %s", word);
    if (at) pd_buffer_add(&text, json, (size_t)(at - json)), pd_buffer_text(&text, other);
    pd_buffer_text(&text, at ? at + strlen(word) : json);
    pd_buffer_add(&text, "", 1);
    pd_buffer_clear(out);
    avatar_pack(out, (const char *)text.data, numbers, NUMBERS);
    pd_buffer_deinit(&text);
}

static pd_status check(pd_io_gltf_found *found, const float *numbers, const char *word, const char *other,
                       pd_error *err)
{
    pd_buffer file = {0};
    make(&file, numbers, word, other);
    const pd_status status = pd_io_gltf_check(found, (pd_bytes){file.data, file.size}, 0, err);
    pd_buffer_deinit(&file);
    return status;
}

static void refused(const float *numbers, const char *word, const char *other, const char *where,
                    const char *words)
{
    pd_io_gltf_found found;
    pd_error err = {0};
    const pd_status status = check(&found, numbers, word, other, &err);
    if (status == PD_OK || strcmp(err.where, where) || !strstr(err.detail, words))
        fail_msg("wanted %s: %s\ngot %s: %s", where, words, err.where, err.detail);
}

static void a_valid_file_is_accepted_and_counted(void **state)
{
    (void)state;
    float numbers[NUMBERS];
    pd_io_gltf_found found;
    pd_error err = {0};
    fill(numbers);
    if (check(&found, numbers, NULL, NULL, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(found.vertices == 3 && !found.unweighted && !found.uneven);

    numbers[WEIGHTS] = numbers[WEIGHTS + 1] = 0, numbers[WEIGHTS + 4] = 3;
    assert_int_equal(check(&found, numbers, NULL, NULL, &err), PD_OK);
    assert_true(found.vertices == 3 && found.unweighted == 1 && found.uneven == 1);
    assert_near(found.least, 3.25, 1e-6);
    assert_near(found.most, 3.25, 1e-6);
    /* a joint that no weight is on follows nothing; a channel without a node is an extension's */
    fill(numbers);
    ((unsigned char *)(numbers + JOINTS))[3] = 200;
    assert_int_equal(check(&found, numbers, NULL, NULL, &err), PD_OK);
    assert_int_equal(check(&found, numbers, "\"node\":2,", "", &err), PD_OK);
}

static void numbers_that_are_none_are_refused(void **state)
{
    (void)state;
    static const int at[] = {POINTS + 4, MORPH + 8, WEIGHTS + 5, WEIGHTS + 4};
    static const char *const where[] = {"/meshes/0/primitives/0/POSITION",
                                        "/meshes/0/primitives/0/targets/0/POSITION",
                                        "/meshes/0/primitives/0/WEIGHTS_0",
                                        "/meshes/0/primitives/0/WEIGHTS_0"},
                             *const words[] = {"number 1 of vertex 1 is not finite; finite numbers expected",
                                               "number 2 of vertex 2 is not finite; finite numbers expected",
                                               "inf at vertex 1", "-0.5 at vertex 1"};
    static const float values[] = {NAN, NAN, INFINITY, -0.5f};
    for (int i = 0; i < 4; i++) {
        float numbers[NUMBERS];
        fill(numbers);
        numbers[at[i]] = values[i];
        refused(numbers, NULL, NULL, where[i], words[i]);
    }
}

static void vertices_that_follow_nothing_are_refused(void **state)
{
    (void)state;
    float numbers[NUMBERS];
    fill(numbers);
    ((unsigned char *)(numbers + JOINTS))[5] = 2;
    refused(numbers, NULL, NULL, "/meshes/0/primitives/0/JOINTS_0", "joint 2 at vertex 1; 0 to 1");
    fill(numbers);
    memset(numbers + WEIGHTS, 0, 12 * sizeof *numbers);
    refused(numbers, NULL, NULL, "/meshes/0/primitives/0",
            "none of the 3 vertices has a weight; weights above 0 expected in a skinned mesh");
    fill(numbers);
    refused(numbers, ",\"WEIGHTS_0\":3", "", "/meshes/0/primitives/0/WEIGHTS_0",
            "missing, although JOINTS_0 is given; both or neither expected");
    refused(numbers, ",\"JOINTS_0\":2,\"WEIGHTS_0\":3", "", "/meshes/0/primitives/0",
            "JOINTS_0 and WEIGHTS_0 are missing");
    refused(numbers, "\"WEIGHTS_0\":3", "\"WEIGHTS_0\":0", "/meshes/0/primitives/0/WEIGHTS_0",
            "a VEC4 of each");
    refused(numbers, "\"JOINTS_0\":2", "\"JOINTS_0\":3", "/meshes/0/primitives/0/JOINTS_0",
            "numbers of joints in floats");
}

static void a_missing_entry_is_refused(void **state)
{
    (void)state;
    float numbers[NUMBERS];
    fill(numbers);
    refused(numbers, "\"mesh\":0", "\"mesh\":1", "/nodes/0",
            "refers to mesh 1; less than 1 expected, the number of meshes");
    refused(numbers, "\"skin\":0", "\"skin\":7", "/nodes/0",
            "refers to skin 7; less than 1 expected, the number of skins");
    refused(numbers, "\"node\":2", "\"node\":99", "/animations/0/channels/0",
            "moves node 99; 0 to 2 allowed, the nodes of the file");
    refused(numbers, "\"sampler\":0", "\"sampler\":1", "/animations/0/channels/0",
            "refers to sampler 1; less than 1 expected, the number of samplers");
    refused(numbers, "\"count\":3,\"type\":\"VEC4\"},{", "\"count\":9,\"type\":\"VEC4\"},{", "/accessors/2",
            "of the view allowed");
    refused(numbers, "\"byteOffset\":84", "\"byteOffset\":96", "/accessors/3", "bytes of the buffer allowed");
    refused(numbers, "\"targets\"", "\"extensions\":{\"KHR_draco_mesh_compression\":{}},\"targets\"",
            "/meshes/0/primitives/0", "compressed by Draco");
}

static void an_extension_that_may_change_shapes_is_named(void **state)
{
    (void)state;
    float numbers[NUMBERS];
    pd_io_gltf_found found;
    pd_error err = {0};
    fill(numbers);
    assert_int_equal(
        check(&found, numbers, "\"nodes\":[",
              "\"extensionsRequired\":[\"KHR_mesh_quantization\",\"KHR_texture_transform\",\"EXT_bend\"],"
              "\"nodes\":[",
              &err),
        PD_OK);
    assert_string_equal(found.needs, "EXT_bend");
    assert_int_equal(check(&found, numbers, "\"nodes\":[",
                           "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"nodes\":[", &err),
                     PD_OK);
    assert_string_equal(found.needs, "");
}

/* The skinned mesh is node 0. */
static void the_scene_of_the_skinned_mesh_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *scenes;
        int scene, first;
    } rows[] = {
        {"", -1, 0},
        {"\"scenes\":[{\"nodes\":[0,1]}],", 0, 0},
        {"\"scene\":0,\"scenes\":[{\"nodes\":[1]},{},{\"nodes\":[0,1]}],", 2, 0},
        {"\"scenes\":[{\"nodes\":[1]},{\"nodes\":[0,1]}],", 1, 0},
        {"\"scene\":1,\"scenes\":[{\"nodes\":[0]},{\"nodes\":[0,1]}],", 1, 1},
        {"\"scene\":0,\"scenes\":[{\"nodes\":[1]}],", -1, 0},
        {"\"scene\":0,\"scenes\":[{}],", -1, 0},
    };
    float numbers[NUMBERS];
    fill(numbers);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_io_gltf_found found;
        pd_error err = {0};
        char nodes[160];
        snprintf(nodes, sizeof nodes, "%s\"nodes\":[", rows[i].scenes);
        if (check(&found, numbers, "\"nodes\":[", nodes, &err) != PD_OK)
            fail_msg("%zu: %s: %s", i, err.where, err.detail);
        if (found.scene != rows[i].scene || found.first != rows[i].first)
            fail_msg("%zu: scene %d of %d", i, found.scene, found.first);
    }
    refused(numbers, "\"nodes\":[", "\"scene\":2,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[", "/scene",
            "not the number of a scene; the file has 1 scene");
    refused(numbers, "\"nodes\":[", "\"scenes\":[{\"nodes\":[0,3]}],\"nodes\":[", "/scenes/0/nodes/1",
            "not the number of a node; 0 to 2 allowed");
}

/* Three vertices and what they move to, shown by 700,000 nodes, would be looked at 4.2 million times. */
static void a_mesh_shown_ever_so_often_is_refused_before_it_costs(void **state)
{
    (void)state;
    float numbers[NUMBERS];
    pd_buffer nodes = {0};
    fill(numbers);
    pd_buffer_text(&nodes, "\"nodes\":[");
    for (int i = 0; i < 700000; i++) pd_buffer_text(&nodes, "{\"mesh\":0},");
    pd_buffer_add(&nodes, "", 1);
    refused(numbers, "\"nodes\":[", (const char *)nodes.data, "/meshes/0/primitives/0/targets/0",
            "at most 4000000");
    pd_buffer_deinit(&nodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_valid_file_is_accepted_and_counted),
        cmocka_unit_test(numbers_that_are_none_are_refused),
        cmocka_unit_test(vertices_that_follow_nothing_are_refused),
        cmocka_unit_test(a_missing_entry_is_refused),
        cmocka_unit_test(an_extension_that_may_change_shapes_is_named),
        cmocka_unit_test(the_scene_of_the_skinned_mesh_is_found),
        cmocka_unit_test(a_mesh_shown_ever_so_often_is_refused_before_it_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
