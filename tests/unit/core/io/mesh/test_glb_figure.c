/* The GLB of any figure: what is written is read back by posed's own readers,
 * and what is none is refused by name. */
#include "core/io/mesh/glb_figure.h"
#include "core/io/surface/gltf_skin.h"
#include "tests/support/golden_text.h"

#include <jansson.h>

typedef struct scene {
    pd_io_figure_node nodes[3];
    pd_io_figure_mesh mesh;
    pd_io_figure_skin skin;
    pd_io_figure_material material;
    pd_io_figure_texture texture;
    float positions[9], uvs[6], weights[12], inverse[32];
    uint16_t joints[12];
    uint32_t indices[3];
    int of[2];
    pd_io_figure figure;
} scene;

/* A triangle on two joints, the second a metre above the first and rotated. */
static void make(scene *s)
{
    static const float rotated[4] = {0, 0.6f, 0, 0.8f}, upright[4] = {0, 0, 0, 1};
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 3; i++) {
        s->nodes[i] =
            (pd_io_figure_node){.name = "body", .parent = -1, .mesh = -1, .skin = -1, .scale = {1, 1, 1}};
        memcpy(s->nodes[i].rotation, upright, sizeof upright);
    }
    s->nodes[0].name = "hips", s->nodes[0].translation[1] = 1;
    s->nodes[1].name = "na\xefve", s->nodes[1].parent = 0, s->nodes[1].translation[1] = 1;
    memcpy(s->nodes[1].rotation, rotated, sizeof rotated);
    s->nodes[2].mesh = s->nodes[2].skin = 0;
    for (int i = 0; i < 9; i++) s->positions[i] = (float)(i * i % 7);
    for (int v = 0; v < 3; v++)
        s->indices[v] = (uint32_t)v, s->weights[4 * v] = 0.75f, s->weights[4 * v + 1] = 0.25f,
        s->joints[4 * v + 1] = 1;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) s->inverse[16 * k + 5 * i] = 1;
    s->of[1] = 1;
    s->skin = (pd_io_figure_skin){2, s->of, s->inverse};
    s->mesh.material = 0;
    s->material = (pd_io_figure_material){
        .name = "paint", .color = {1, 0.5f, 0.25f, 0.5f}, .roughness = 1, .texture = 0, .two_sided = 1};
    s->texture = (pd_io_figure_texture){{(const unsigned char *)"PNG", 3}, "image/png"};
    s->mesh = (pd_io_figure_mesh){.name = "body",
                                  .vertex_count = 3,
                                  .index_count = 3,
                                  .positions = s->positions,
                                  .uvs = s->uvs,
                                  .joints = s->joints,
                                  .weights = s->weights,
                                  .indices = s->indices};
    s->figure = (pd_io_figure){.nodes = s->nodes,
                               .meshes = &s->mesh,
                               .skins = &s->skin,
                               .materials = &s->material,
                               .textures = &s->texture,
                               .node_count = 3,
                               .mesh_count = 1,
                               .skin_count = 1,
                               .material_count = 1,
                               .texture_count = 1};
}

static void a_skin_is_read_back(void **state)
{
    (void)state;
    scene s;
    pd_buffer out = {0};
    pd_io_skin skin;
    pd_error err;
    make(&s);
    assert_int_equal(pd_io_figure_write(&out, &s.figure, &err), PD_OK);
    assert_int_equal(out.size % 4, 0);
    assert_int_equal(pd_io_skin_read(&skin, (pd_bytes){out.data, out.size}, NULL, &err), PD_OK);
    assert_int_equal(skin.joint_count, 2);
    assert_string_equal(skin.joints[0].name, "hips");
    assert_string_equal(skin.joints[1].name, "na_ve"); /* no UTF-8 */
    assert_int_equal(skin.joints[1].parent, 0);
    assert_near(skin.joints[1].offset.y, 1, 1e-6);
    assert_near(skin.joints[1].rotation.y, 0.6, 1e-6);
    pd_io_skin_deinit(&skin);
    pd_buffer_deinit(&out);
}

static void numbers_stand_where_accessors_say(void **state)
{
    (void)state;
    scene s;
    pd_buffer out = {0};
    pd_error err;
    make(&s);
    assert_int_equal(pd_io_figure_write(&out, &s.figure, &err), PD_OK);
    uint32_t json_size, bin_size;
    memcpy(&json_size, out.data + 12, 4);
    memcpy(&bin_size, out.data + 20 + json_size, 4);
    assert_int_equal(28 + json_size + bin_size, out.size);
    json_t *root = json_loadb((const char *)out.data + 20, json_size, 0, NULL);
    const unsigned char *bin = out.data + 28 + json_size;
    json_t *primitive =
        json_array_get(json_object_get(json_array_get(json_object_get(root, "meshes"), 0), "primitives"), 0);
    const json_int_t position =
        json_integer_value(json_object_get(json_object_get(primitive, "attributes"), "POSITION"));
    json_t *accessor = json_array_get(json_object_get(root, "accessors"), (size_t)position);
    json_t *view = json_array_get(json_object_get(root, "bufferViews"),
                                  (size_t)json_integer_value(json_object_get(accessor, "bufferView")));
    assert_memory_equal(bin + json_integer_value(json_object_get(view, "byteOffset")), s.positions,
                        sizeof s.positions);
    assert_near(json_real_value(json_array_get(json_object_get(accessor, "max"), 0)), 2, 1e-9);
    assert_int_equal(
        json_array_size(json_object_get(json_array_get(json_object_get(root, "scenes"), 0), "nodes")), 2);
    json_t *material = json_array_get(json_object_get(root, "materials"), 0);
    assert_string_equal(json_string_value(json_object_get(material, "alphaMode")), "BLEND");
    assert_true(json_is_true(json_object_get(material, "doubleSided")));
    json_decref(root);
    pd_buffer_deinit(&out);
}

/* Every word of it, with all that may be left out left out and put in: tests/golden/steps/figure.txt. */
static void the_json_equals_the_golden_one(void **state)
{
    static float normals[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
    pd_buffer text = {0};
    (void)state;
    for (int way = 0; way < 5; way++) {
        scene s;
        pd_buffer out = {0};
        pd_io_figure_mesh meshes[2];
        make(&s);
        if (way == 1) s.nodes[2].mesh = s.nodes[2].skin = -1, s.figure.mesh_count = s.figure.skin_count = 0;
        if (way == 2)
            s.mesh.normals = normals, s.mesh.uvs = NULL, s.material.two_sided = 0, s.material.color[3] = 1;
        if (way == 3) s.material.texture = -1, s.figure.texture_count = 0, s.nodes[0].scale[1] = 2;
        if (way == 4) { /* the same mesh twice, one on no skin and of no material */
            meshes[0] = s.mesh, meshes[1] = s.mesh;
            meshes[1].joints = NULL, meshes[1].weights = NULL, meshes[1].material = -1;
            s.figure.meshes = meshes, s.figure.mesh_count = 2;
            s.nodes[1].mesh = 1;
        }
        pd_error err = {0};
        if (pd_io_figure_write(&out, &s.figure, &err)) fail_msg("%d: %s: %s", way, err.where, err.detail);
        uint32_t size;
        memcpy(&size, out.data + 12, 4);
        pd_buffer_add(&text, out.data + 20, size);
        pd_buffer_text(&text, "\n");
        pd_buffer_deinit(&out);
    }
    golden_text_check("tests/golden/steps/figure.txt", &text, 1e-6);
    pd_buffer_deinit(&text);
}

/* What is wrong stands at the place that says so. */
static void refused(scene *s, pd_status wanted, const char *where, const char *words)
{
    pd_buffer out = {0};
    pd_error err;
    assert_int_equal(pd_io_figure_write(&out, &s->figure, &err), wanted);
    assert_string_equal(err.where, where);
    if (!strstr(err.detail, words)) fail_msg("%s", err.detail);
    assert_int_equal(out.size, 0);
    pd_buffer_deinit(&out);
    make(s);
}

static void an_invalid_value_is_refused_by_name(void **state)
{
    (void)state;
    scene s;
    make(&s);
    s.nodes[1].scale[2] = 0;
    refused(&s, PD_ERR_RANGE, "/nodes/1", "scale 0; any other number expected");
    s.nodes[1].parent = 1;
    refused(&s, PD_ERR_RANGE, "/nodes/1", "parent 1; -1 to 0 allowed");
    s.nodes[0].rotation[3] = 2;
    refused(&s, PD_ERR_RANGE, "/nodes/0", "length 2");
    s.nodes[0].translation[0] = NAN;
    refused(&s, PD_ERR_INVALID, "/nodes/0", "a number is not finite; finite numbers expected");
    s.nodes[2].mesh = 1;
    refused(&s, PD_ERR_RANGE, "/nodes/2", "mesh 1");
    s.indices[2] = 3;
    refused(&s, PD_ERR_RANGE, "/meshes/0", "index 3; less than 3");
    s.positions[4] = INFINITY;
    refused(&s, PD_ERR_INVALID, "/meshes/0",
            "a coordinate of a vertex is not finite; finite numbers expected");
    s.weights[4] = 0.5f;
    refused(&s, PD_ERR_RANGE, "/meshes/0", "vertex 1: weights sum to 0.75");
    s.joints[5] = 2;
    refused(&s, PD_ERR_RANGE, "/meshes/0", "vertex 1: joint 2");
    s.nodes[2].skin = -1;
    refused(&s, PD_ERR_INVALID, "/meshes/0", "all three or none");
    s.mesh.material = 1;
    refused(&s, PD_ERR_RANGE, "/meshes/0", "material 1");
    s.of[1] = 3;
    refused(&s, PD_ERR_RANGE, "/skins/0", "joint 1 is node 3; 0 to 2");
    s.inverse[3] = NAN;
    refused(&s, PD_ERR_INVALID, "/skins/0", "has a number that is not finite; finite numbers expected");
    s.material.texture = 1;
    refused(&s, PD_ERR_RANGE, "/materials/0", "texture 1; -1 to 0 allowed");
    s.material.roughness = NAN;
    refused(&s, PD_ERR_INVALID, "/materials/0", "a number is not finite; finite numbers expected");
    s.material.color[2] = INFINITY;
    refused(&s, PD_ERR_INVALID, "/materials/0", "a number is not finite; finite numbers expected");
    s.texture.file.size = (size_t)5 << 30; /* refused before it is read */
    refused(&s, PD_ERR_LIMIT, "", "less than 4 GiB");
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(a_skin_is_read_back),
        cmocka_unit_test(numbers_stand_where_accessors_say),
        cmocka_unit_test(the_json_equals_the_golden_one),
        cmocka_unit_test(an_invalid_value_is_refused_by_name),
    };
    return cmocka_run_group_tests(all, NULL, NULL);
}
