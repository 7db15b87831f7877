/* Copies of meshes that nodes share are bounded. Whole files are rigged in
 * tests/unit/core/rig/test_file.c. */
#include "core/io/surface/gltf_rig.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#define EXTRAS 100000 /* bytes of the mesh's name */

/* node_count nodes of one triangle whose JSON has a long name. */
static void make_file(pd_buffer *file, int node_count)
{
    static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 2, 0};
    pd_buffer json = {0};
    pd_buffer_text(&json, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int i = 0; i < node_count; i++) pd_buffer_text(&json, i ? ",{\"mesh\":0}" : "{\"mesh\":0}");
    pd_buffer_text(&json, "],\"meshes\":[{\"name\":\"");
    for (int i = 0; i < EXTRAS; i++) pd_buffer_text(&json, "n");
    pd_buffer_text(
        &json, "\",\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
               "\"buffers\":[{\"byteLength\":36}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
               "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]}");
    pd_buffer_add(&json, "", 1);
    avatar_pack(file, (const char *)json.data, points, 9);
    pd_buffer_deinit(&json);
}

static pd_status rig_file(pd_buffer *out, int node_count, pd_error *err)
{
    static const pd_io_rig_bone bone = {.name = "hips", .is_vrm = true, .parent = -1};
    static uint8_t joints[3 * 400][4];
    static float weights[3 * 400][4];
    pd_buffer file = {0};
    pd_io_surface s;
    pd_io_rig rig = {.bones = &bone,
                     .bone_count = 1,
                     .joints = (const uint8_t(*)[4])joints,
                     .weights = (const float(*)[4])weights,
                     .upright = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    for (int i = 0; i < 3 * 400; i++) weights[i][0] = 1;
    make_file(&file, node_count);
    assert_int_equal(pd_io_surface_read(&s, (pd_bytes){file.data, file.size}, 0, err), PD_OK);
    assert_int_equal(s.part_count, node_count);
    const pd_status status = pd_io_gltf_rig(out, (pd_bytes){file.data, file.size}, &s, &rig, err);
    pd_io_surface_deinit(&s);
    pd_buffer_deinit(&file);
    return status;
}

static void nodes_that_share_a_mesh_get_one_each_while_memory_allows(void **state)
{
    pd_buffer out = {0};
    pd_error err;
    (void)state;
    if (rig_file(&out, 8, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_true(out.size > 8 * EXTRAS);
    pd_buffer_clear(&out);
    assert_int_equal(rig_file(&out, 400, &err), PD_ERR_LIMIT);
    assert_string_equal(err.where, "/meshes/0");
    assert_int_equal(out.size, 0);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_that_share_a_mesh_get_one_each_while_memory_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
