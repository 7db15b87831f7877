/* Tests layers of GLB files (clothes, hair): primitives, materials,
 * pictures and skins are read from the written file. */
#include "core/io/mesh/glb.h"

#include <math.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>

/* A triangle that wears a quad of two parts; the second part has a picture. */
static const float body[] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, quad[] = {0, 0, 2, 1, 0, 2, 0, 1, 2, 1, 1, 2},
                   uvs[] = {0, 0, 1, 0, 0, 1, 1, 1};
static const float normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
                   weights[] = {1, 0, 0, 0, 0.5f, 0.5f, 0, 0};
static const uint32_t face[] = {0, 1, 2};
static const uint16_t faces[] = {0, 1, 2, 1, 3, 2}, corners[] = {0, 1, 0, 1};
static const uint8_t joints[] = {1, 0, 0, 0, 0, 1, 0, 0};
static const float dirs[] = {1, 0, 0, 0, 0, 3};
static const pd_io_glb_part parts[] = {{0, 1, 1}, {1, 1, 2}};
static const unsigned char png[] = {0x89, 'P', 'N', 'G', 7};

static const pd_io_glb_material materials[] = {
    {"skin", {0.5f, 0.25f, 0.125f}, 0.75f, -1, PD_IO_GLB_OPAQUE, 0, 0, 0, 0, 0, 0, 0},
    {"cap", {1, 0, 0}, 0.5f, -1, PD_IO_GLB_OPAQUE, 1, 0, 0, 0, 0, 0, 0},
    {"band", {1, 1, 1}, 0.25f, 0, PD_IO_GLB_MASK, 0, 0, 0, 0, 0, 0, 0}};
static const pd_io_glb_texture textures[] = {{"felt", {png, sizeof png}}};
static const pd_io_glb_layer layer = {4,      2,       faces, uvs, NULL, parts, corners,
                                      joints, weights, dirs,  1,   0,    NULL,  NULL};
static const pd_io_glb_worn worn = {quad, normals, NULL};
static const pd_io_mesh_body bodies[] = {{"one", body, normals}};
static const pd_io_mesh mesh = {.bodies = bodies,
                                .body_count = 1,
                                .vertex_count = 3,
                                .face_count = 1,
                                .faces = face,
                                .frame = PD_FRAME_GLTF};

static pd_io_glb scene(void)
{
    return (pd_io_glb){.mesh = &mesh,
                       .layers = &layer,
                       .worn = &worn,
                       .layer_count = 1,
                       .materials = materials,
                       .material_count = 3,
                       .textures = textures,
                       .texture_count = 1};
}

static uint32_t word(const unsigned char *at)
{
    uint32_t value;
    memcpy(&value, at, 4);
    return value;
}

static json_t *write_json(pd_buffer *out, const pd_io_glb *glb, const unsigned char **bin)
{
    pd_error err = {0};
    assert_int_equal(pd_io_glb_write(out, glb, &err), PD_OK);
    *bin = out->data + 28 + word(out->data + 12);
    json_t *json =
        json_loadb((const char *)out->data + 20, word(out->data + 12), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    return json;
}

static json_t *at(json_t *json, const char *list, long long index)
{
    return json_array_get(json_object_get(json, list), (size_t)index);
}

static long long number(json_t *json, const char *name)
{
    assert_true(json_is_integer(json_object_get(json, name)));
    return json_integer_value(json_object_get(json, name));
}

/* The bytes of an accessor. */
static const unsigned char *bytes_of(json_t *json, const unsigned char *bin, long long accessor)
{
    return bin + number(at(json, "bufferViews", number(at(json, "accessors", accessor), "bufferView")),
                        "byteOffset");
}

static void a_layer_becomes_primitives_with_materials_and_pictures(void **state)
{
    (void)state;
    pd_buffer out = {0};
    const unsigned char *bin;
    const pd_io_glb glb = scene();
    json_t *json = write_json(&out, &glb, &bin),
           *primitives = json_object_get(at(json, "meshes", 0), "primitives");
    assert_int_equal(json_array_size(primitives), 3);
    assert_int_equal(json_array_size(json_object_get(json, "materials")), 3);

    json_t *band = json_array_get(primitives, 2), *attributes = json_object_get(band, "attributes");
    assert_int_equal(number(band, "material"), 2);
    assert_memory_equal(bytes_of(json, bin, number(attributes, "POSITION")), quad, sizeof quad);
    assert_memory_equal(bytes_of(json, bin, number(attributes, "TEXCOORD_0")), uvs, sizeof uvs);
    assert_memory_equal(bytes_of(json, bin, number(band, "indices")), faces + 3, 6);
    assert_null(json_object_get(attributes, "JOINTS_0"));

    json_t *material = at(json, "materials", 2), *pbr = json_object_get(material, "pbrMetallicRoughness");
    assert_string_equal(json_string_value(json_object_get(material, "alphaMode")), "MASK");
    assert_int_equal(number(json_object_get(pbr, "baseColorTexture"), "index"), 0);
    assert_true(json_number_value(json_object_get(pbr, "roughnessFactor")) == 0.25);
    assert_true(json_is_true(json_object_get(at(json, "materials", 1), "doubleSided")));
    assert_true(json_number_value(json_array_get(
                    json_object_get(json_object_get(at(json, "materials", 0), "pbrMetallicRoughness"),
                                    "baseColorFactor"),
                    2)) == 0.125);

    json_t *view = at(json, "bufferViews", number(at(json, "images", 0), "bufferView"));
    assert_int_equal(number(view, "byteLength"), sizeof png);
    assert_memory_equal(bin + number(view, "byteOffset"), png, sizeof png);
    assert_int_equal(json_array_size(json_object_get(json, "bufferViews")),
                     json_array_size(json_object_get(json, "accessors")) + 1);
    json_decref(json);
    pd_buffer_deinit(&out);
}

/* Folds, occlusion and the picture of a garment may be at second texture coordinates, which the layer has. */
static void pictures_can_be_at_second_coordinates(void **state)
{
    (void)state;
    static const float places[8] = {0, 0, 0.5f, 0, 0, 0.5f, 0.5f, 0.5f};
    pd_io_glb_material of_folds[3];
    memcpy(of_folds, materials, sizeof of_folds);
    of_folds[1].fold_map = of_folds[1].shade_map = of_folds[2].at_places = 1;
    pd_io_glb_layer placed = layer;
    placed.places = places;
    pd_io_glb glb = scene();
    glb.layers = &placed, glb.materials = of_folds;
    pd_buffer out = {0};
    const unsigned char *bin;
    json_t *json = write_json(&out, &glb, &bin);
    json_t *attributes = json_object_get(
        json_array_get(json_object_get(at(json, "meshes", 0), "primitives"), 1), "attributes");
    assert_memory_equal(bytes_of(json, bin, number(attributes, "TEXCOORD_0")), uvs, sizeof uvs);
    assert_memory_equal(bytes_of(json, bin, number(attributes, "TEXCOORD_1")), places, sizeof places);

    /* u grows along x and v against y, so that the bitangent runs along y. */
    const float *tangents = (const float *)bytes_of(json, bin, number(attributes, "TANGENT"));
    for (int c = 0; c < 4; c++) {
        float tangent[4];
        memcpy(tangent, (const unsigned char *)tangents + 16 * c, sizeof tangent);
        assert_true(fabsf(tangent[0] - 1) < 1e-6f && fabsf(tangent[1]) < 1e-6f && tangent[3] == -1);
    }
    json_t *cap = at(json, "materials", 1), *band = at(json, "materials", 2);
    assert_int_equal(number(json_object_get(cap, "normalTexture"), "texCoord"), 1);
    assert_int_equal(number(json_object_get(cap, "occlusionTexture"), "texCoord"), 1);
    json_t *base = json_object_get(json_object_get(band, "pbrMetallicRoughness"), "baseColorTexture");
    assert_int_equal(number(base, "texCoord"), 1);
    json_decref(json);
    pd_buffer_deinit(&out);

    /* A layer without them is refused. */
    pd_error err;
    glb.layers = &layer;
    assert_int_equal(pd_io_glb_write(&out, &glb, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/layers/0");
    pd_buffer_deinit(&out);
}

/* EXT_texture_webp: readers need it, since no texture has a PNG beside its WebP. */
static void pictures_can_be_webp(void **state)
{
    (void)state;
    pd_io_glb glb = scene();
    glb.has_webp = true;
    pd_buffer out = {0};
    const unsigned char *bin;
    json_t *json = write_json(&out, &glb, &bin);
    json_t *required = json_object_get(json, "extensionsRequired");
    assert_int_equal(json_array_size(required), 1);
    assert_string_equal(json_string_value(json_array_get(required, 0)), "EXT_texture_webp");
    assert_true(json_equal(required, json_object_get(json, "extensionsUsed")));
    json_t *texture = at(json, "textures", 0);
    assert_null(json_object_get(texture, "source"));
    assert_int_equal(
        number(json_object_get(json_object_get(texture, "extensions"), "EXT_texture_webp"), "source"), 0);
    assert_string_equal(json_string_value(json_object_get(at(json, "images", 0), "mimeType")), "image/webp");
    json_decref(json);
    pd_buffer_deinit(&out);
}

static void a_hair_card_is_written_with_both_windings_instead_of_a_double_sided_material(void **state)
{
    (void)state;
    static const uint16_t both[] = {1, 3, 2, 2, 3, 1};
    pd_io_glb_material cards[3];
    pd_buffer out = {0};
    const unsigned char *bin;
    memcpy(cards, materials, sizeof cards);
    cards[2].both_windings = 1;
    pd_io_glb glb = scene();
    glb.materials = cards;

    json_t *json = write_json(&out, &glb, &bin);
    json_t *band = json_array_get(json_object_get(at(json, "meshes", 0), "primitives"), 2);
    assert_int_equal(number(at(json, "accessors", number(band, "indices")), "count"), 6);
    assert_memory_equal(bytes_of(json, bin, number(band, "indices")), both, sizeof both);
    assert_null(json_object_get(at(json, "materials", 2), "doubleSided"));
    json_decref(json);
    pd_buffer_deinit(&out);
}

static void with_a_rig_a_layer_has_the_skin_and_as_many_morphs(void **state)
{
    (void)state;
    static const int parents[] = {-1, 0};
    static const float skin[] = {1, 0, 1, 0, 0, 1}, shapes[18] = {0}, rest_joints[6] = {0}, root[3] = {0};
    const pd_io_glb_rig rig = {.joint_count = 2,
                               .parents = parents,
                               .weights = skin,
                               .beta_count = 2,
                               .shapedirs_stride = 2,
                               .shapedirs = shapes};
    const pd_io_glb_pose pose = {
        .rest = body, .rest_normals = normals, .rest_joints = rest_joints, .root = root};
    pd_buffer out = {0};
    const unsigned char *bin;
    pd_io_glb glb = scene();
    glb.rig = &rig;
    glb.poses = &pose;
    json_t *json = write_json(&out, &glb, &bin),
           *cap = json_array_get(json_object_get(at(json, "meshes", 0), "primitives"), 1);
    json_t *targets = json_object_get(cap, "targets"), *attributes = json_object_get(cap, "attributes");

    const uint8_t by_corner[] = {1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
    assert_memory_equal(bytes_of(json, bin, number(attributes, "JOINTS_0")), by_corner, sizeof by_corner);
    const float moved[] = {1, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 3};
    assert_int_equal(json_array_size(targets), 2);
    assert_memory_equal(bytes_of(json, bin, number(json_array_get(targets, 0), "POSITION")), moved,
                        sizeof moved);
    json_t *still = at(json, "accessors", number(json_array_get(targets, 1), "POSITION"));
    assert_int_equal(number(still, "count"), 4);
    assert_null(json_object_get(still, "bufferView")); /* glTF: zeros */
    json_decref(json);

    /* in steps: the box holds the layer too, so that nothing is cut */
    pd_buffer_clear(&out);
    glb.quantize = 1;
    json = write_json(&out, &glb, &bin);
    cap = json_array_get(json_object_get(at(json, "meshes", 0), "primitives"), 1);
    json_t *most =
        json_object_get(at(json, "accessors", number(json_object_get(cap, "attributes"), "POSITION")), "max");
    assert_int_equal(json_number_value(json_array_get(most, 2)), 32767);
    json_decref(json);
    pd_buffer_deinit(&out);
}

/* Checks the tangent of the body's triangle, whose normal is +Z, for these texture coordinates. */
static void check_tangent(const float own_uvs[6], int quantize, const float expected[4])
{
    pd_buffer out = {0};
    const unsigned char *bin;
    pd_io_glb glb = scene();
    const pd_io_glb_material mapped = {.name = "skin", .roughness = 1, .texture = -1, .normal_map = 1};
    glb.materials = &mapped, glb.material_count = 1, glb.layer_count = 0, glb.uvs = own_uvs;
    glb.quantize = quantize;
    json_t *json = write_json(&out, &glb, &bin),
           *attributes = json_object_get(
               json_array_get(json_object_get(at(json, "meshes", 0), "primitives"), 0), "attributes"),
           *accessor = at(json, "accessors", number(attributes, "TANGENT"));
    assert_string_equal(json_string_value(json_object_get(accessor, "type")), "VEC4");
    assert_int_equal(number(accessor, "componentType"), quantize ? 5120 : 5126);
    assert_int_equal(number(accessor, "count"), 3);
    const unsigned char *rows = bytes_of(json, bin, number(attributes, "TANGENT"));
    for (int i = 0; i < 12 && !quantize; i++) {
        float value;
        memcpy(&value, rows + 4 * i, 4);
        assert_float_equal(value, expected[i % 4], 1e-6);
    }
    json_decref(json);
    pd_buffer_deinit(&out);
}

static void a_surface_with_a_normal_map_has_tangents(void **state)
{
    (void)state;
    /* u along +Y and v along +X; then mirrored; then a texture without extent, where any tangent across the
     * normal will do. */
    check_tangent((const float[]){0, 0, 0, 1, 1, 0}, 0, (const float[]){0, 1, 0, 1});
    check_tangent((const float[]){0, 0, 1, 0, 0, 1}, 0, (const float[]){1, 0, 0, -1});
    check_tangent((const float[6]){0}, 0, (const float[]){1, 0, 0, 1});
    check_tangent((const float[]){0, 0, 0, 1, 1, 0}, 1, NULL);

    pd_buffer out = {0};
    const unsigned char *bin;
    const pd_io_glb plain = scene();
    json_t *json = write_json(&out, &plain, &bin);
    json_t *first = json_array_get(json_object_get(at(json, "meshes", 0), "primitives"), 0);
    assert_null(json_object_get(json_object_get(first, "attributes"), "TANGENT"));
    json_decref(json);
    pd_buffer_deinit(&out);
}

static void a_glb_layer_that_refers_to_a_missing_material_is_refused_at_its_pointer(void **state)
{
    (void)state;
    pd_buffer out = {0};
    pd_error err = {0};
    pd_io_glb glb = scene();
    glb.material_count = 2;
    assert_int_equal(pd_io_glb_write(&out, &glb, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/layers/0");
    glb = scene();
    glb.texture_count = 0;
    assert_int_equal(pd_io_glb_write(&out, &glb, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/materials");
    pd_io_glb_layer small = layer;
    glb = scene();
    small.corner_count = 3;
    glb.layers = &small;
    assert_int_equal(pd_io_glb_write(&out, &glb, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "corner 3; 0 to 2 allowed"));
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_layer_becomes_primitives_with_materials_and_pictures),
        cmocka_unit_test(pictures_can_be_webp),
        cmocka_unit_test(pictures_can_be_at_second_coordinates),
        cmocka_unit_test(a_hair_card_is_written_with_both_windings_instead_of_a_double_sided_material),
        cmocka_unit_test(with_a_rig_a_layer_has_the_skin_and_as_many_morphs),
        cmocka_unit_test(a_surface_with_a_normal_map_has_tangents),
        cmocka_unit_test(a_glb_layer_that_refers_to_a_missing_material_is_refused_at_its_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
