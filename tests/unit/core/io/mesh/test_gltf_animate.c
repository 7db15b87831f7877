/* An animation in somebody else's glTF: what was there stays, what is added can be read. */
#include "core/io/mesh/gltf_animate.h"
#include "core/io/surface/gltf_skin.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <jansson.h>

typedef struct opened {
    json_t *json;
    const unsigned char *bin;
    size_t bin_size;
} opened;

static uint32_t u32(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static opened open_glb(const pd_buffer *file)
{
    opened o = {0};
    assert_true(file->size % 4 == 0 && u32(file->data + 8) == file->size);
    const uint32_t json = u32(file->data + 12);
    o.json = json_loadb((const char *)file->data + 20, json, 0, NULL);
    assert_non_null(o.json);
    o.bin = file->data + 20 + json + 8;
    o.bin_size = u32(o.bin - 8);
    assert_int_equal(u32(o.bin - 4), 0x004e4942u);
    assert_ptr_equal(o.bin + o.bin_size, file->data + file->size);
    assert_true((size_t)json_integer_value(json_object_get(
                    json_array_get(json_object_get(o.json, "buffers"), 0), "byteLength")) <= o.bin_size);
    return o;
}

/* Number n of an accessor of floats. */
static double number(const opened *o, int accessor, int n)
{
    const json_t *a = json_array_get(json_object_get(o->json, "accessors"), (size_t)accessor);
    const json_t *v = json_array_get(json_object_get(o->json, "bufferViews"),
                                     (size_t)json_integer_value(json_object_get(a, "bufferView")));
    const size_t at = (size_t)json_integer_value(json_object_get(v, "byteOffset")) + 4 * (size_t)n;
    assert_true(at % 4 == 0 && at + 4 <= o->bin_size);
    float f;
    memcpy(&f, o->bin + at, 4);
    return (double)f;
}

static int member(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static pd_status animate(pd_buffer *out, const pd_buffer *file, const pd_io_animation *animation,
                         pd_error *err)
{
    *err = (pd_error){0};
    return pd_io_gltf_animate(out, (pd_bytes){file->data, file->size}, animation, err);
}

static const pd_quat turns[3] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.8}, {0, 0, 1, 0}};
static const pd_vec3 places[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

static void an_added_animation_can_be_read_and_the_rest_is_unchanged(void **state)
{
    (void)state;
    const avatar_spec spec = {.vrm = 2, .turned = 1};
    pd_buffer file = {0}, out = {0};
    pd_error err;
    const pd_io_node_track tracks[] = {
        {.node = 1, .rotations = turns, .translations = places, .key_count = 3},
        {.node = 4, .rotations = turns + 1, .key_count = 1}};
    const pd_io_animation animation = {"walk", tracks, 2, 3, 60};
    avatar_make(&file, &spec);
    if (animate(&out, &file, &animation, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);

    opened o = open_glb(&out), before = open_glb(&file);
    const json_t *first = json_array_get(json_object_get(o.json, "animations"), 0);
    const json_t *channels = json_object_get(first, "channels"),
                 *samplers = json_object_get(first, "samplers");
    assert_string_equal(json_string_value(json_object_get(first, "name")), "walk");
    assert_int_equal(json_array_size(channels), 3);
    assert_memory_equal(o.bin, before.bin, before.bin_size);
    assert_true(json_equal(json_object_get(o.json, "nodes"), json_object_get(before.json, "nodes")));
    assert_true(json_equal(json_object_get(o.json, "skins"), json_object_get(before.json, "skins")));
    assert_true(
        json_equal(json_object_get(o.json, "extensions"), json_object_get(before.json, "extensions")));

    static const char *const paths[] = {"rotation", "translation", "rotation"};
    for (int i = 0; i < 3; i++) {
        const json_t *target = json_object_get(json_array_get(channels, (size_t)i), "target");
        const json_t *sampler =
            json_array_get(samplers, (size_t)member(json_array_get(channels, (size_t)i), "sampler"));
        assert_string_equal(json_string_value(json_object_get(target, "path")), paths[i]);
        assert_int_equal(member(target, "node"), i < 2 ? 1 : 4);
        const int input = member(sampler, "input"), output = member(sampler, "output");
        if (i < 2) {
            assert_near(number(&o, input, 2), 2 / 60.0, 1e-7);
            assert_near(number(&o, output, i ? 5 : 4), i ? 6 : 0.6, 1e-7);
        } else {
            assert_near(number(&o, input, 0), 0, 0);
            assert_near(number(&o, output, 3), 0.8, 1e-7);
        }
    }

    pd_io_skin skin;
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){out.data, out.size}, NULL, &err), PD_OK);
    assert_int_equal(skin.joint_count, AVATAR_BONES);
    pd_io_skin_deinit(&skin);
    json_decref(o.json), json_decref(before.json);
    pd_buffer_deinit(&file), pd_buffer_deinit(&out);
}

static void an_animation_of_the_file_follows_ours(void **state)
{
    (void)state;
    const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"matrix\":[0,0,-2,0,0,2,0,0,2,0,0,0,5,6,7,1]}],"
        "\"animations\":[{\"name\":\"theirs\",\"channels\":[],\"samplers\":[]}]}";
    pd_buffer file = {0}, out = {0}, again = {0};
    pd_error err;
    const pd_io_node_track track = {.node = 0, .rotations = turns, .key_count = 3};
    const pd_io_animation animation = {"ours", &track, 1, 3, 30};
    avatar_pack(&file, json, NULL, 0);
    if (animate(&out, &file, &animation, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);

    opened o = open_glb(&out);
    const json_t *all = json_object_get(o.json, "animations");
    assert_string_equal(json_string_value(json_object_get(json_array_get(all, 0), "name")), "ours");
    assert_string_equal(json_string_value(json_object_get(json_array_get(all, 1), "name")), "theirs");
    const json_t *node =
        json_array_get(json_object_get(o.json, "nodes"), 0); /* a quarter about y, twice as large */
    assert_null(json_object_get(node, "matrix"));
    assert_near(json_number_value(json_array_get(json_object_get(node, "scale"), 1)), 2, 1e-12);
    assert_near(json_number_value(json_array_get(json_object_get(node, "translation"), 2)), 7, 1e-12);
    assert_near(json_number_value(json_array_get(json_object_get(node, "rotation"), 1)), 0.70710678118, 1e-9);
    json_decref(o.json);

    assert_int_equal(animate(&again, &out, &animation, &err), PD_OK); /* and once more */
    o = open_glb(&again);
    assert_int_equal(json_array_size(json_object_get(o.json, "animations")), 3);
    json_decref(o.json);
    pd_buffer_deinit(&file), pd_buffer_deinit(&out), pd_buffer_deinit(&again);
}

static void a_file_of_another_kind_is_refused(void **state)
{
    (void)state;
    pd_buffer file = {0}, out = {0};
    pd_error err;
    const pd_io_node_track track = {.node = 1, .rotations = turns, .key_count = 3};
    const pd_io_animation animation = {"ours", &track, 1, 3, 30};
    static const struct {
        const char *json, *where;
        pd_status status;
    } rows[] = {{"[]", "byte 20", PD_ERR_FORMAT},
                {"{\"nodes\":[{}]}", "/nodes", PD_ERR_RANGE},
                {"{\"nodes\":[{},{}],\"buffers\":3}", "/buffers", PD_ERR_FORMAT},
                {"{\"nodes\":[{},{}],\"buffers\":[{\"uri\":\"x.bin\",\"byteLength\":8}]}", "/buffers/0",
                 PD_ERR_UNSUPPORTED},
                {"{\"nodes\":[{},{}],\"animations\":{}}", "/animations", PD_ERR_FORMAT}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        file = (pd_buffer){0};
        avatar_pack(&file, rows[i].json, NULL, 0);
        assert_int_equal(animate(&out, &file, &animation, &err), rows[i].status);
        assert_string_equal(err.where, rows[i].where);
        pd_buffer_deinit(&file);
    }
    assert_int_equal(pd_io_gltf_animate(&out, (pd_bytes){(const unsigned char *)"glTF", 4}, &animation, &err),
                     PD_ERR_FORMAT);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_added_animation_can_be_read_and_the_rest_is_unchanged),
        cmocka_unit_test(an_animation_of_the_file_follows_ours),
        cmocka_unit_test(a_file_of_another_kind_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
