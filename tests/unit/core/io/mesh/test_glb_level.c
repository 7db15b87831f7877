/* Coarser copies in a GLB (core/io/mesh/glb_level.c). */
#include "core/io/mesh/glb.h"

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>

#define SIDE     24 /* squares of a sheet */
#define VERTICES ((SIDE + 1) * (SIDE + 1))
#define FACES    (2 * SIDE * SIDE)

static float skin[3 * VERTICES], coat[3 * VERTICES], uvs[2 * VERTICES];
static uint32_t skin_faces[3 * FACES];
static uint16_t coat_faces[3 * FACES];

/* Two sheets of the same bumps, beside one another. */
static int set_up(void **state)
{
    (void)state;
    for (int r = 0, v = 0; r <= SIDE; r++)
        for (int c = 0; c <= SIDE; c++, v++) {
            const float x = (float)c / SIDE, y = (float)r / SIDE, z = 0.02f * (float)((r * 7 + c * 3) % 5);
            memcpy(skin + 3 * v, (float[3]){x, y, z}, 12);
            memcpy(coat + 3 * v, (float[3]){x + 2, y, z}, 12);
        }
    for (int r = 0, f = 0; r < SIDE; r++)
        for (int c = 0; c < SIDE; c++) {
            const int a = r * (SIDE + 1) + c, b = a + 1, d = a + SIDE + 1;
            const int square[6] = {a, b, d, d, b, d + 1};
            for (int i = 0; i < 6; i++, f++)
                skin_faces[f] = (uint32_t)square[i], coat_faces[f] = (uint16_t)square[i];
        }
    return 0;
}

static const pd_io_mesh_body bodies[] = {{"one", skin, NULL}, {"two", skin, NULL}};
static const pd_io_mesh mesh = {.bodies = bodies,
                                .body_count = 2,
                                .vertex_count = VERTICES,
                                .face_count = FACES,
                                .faces = skin_faces,
                                .frame = PD_FRAME_GLTF};
static const pd_io_glb_material materials[] = {{.name = "skin", .texture = -1},
                                               {.name = "coat", .texture = -1},
                                               {.name = "cards", .texture = -1, .both_windings = 1}};
static const pd_io_glb_part coat_part[] = {{0, FACES, 1}}, card_part[] = {{0, FACES, 2}};
static const pd_io_glb_worn worn[] = {{coat, NULL, NULL}, {coat, NULL, NULL}};

/* A GLB's JSON of two bodies with such levels; detail of the coat. */
static json_t *written_with(const int *levels, int count, float detail, const pd_io_glb_part *part)
{
    const pd_io_glb_layer layer = {.corner_count = VERTICES,
                                   .part_count = 1,
                                   .faces = coat_faces,
                                   .uvs = uvs,
                                   .parts = part,
                                   .detail = detail};
    const pd_io_glb glb = {.mesh = &mesh,
                           .layers = &layer,
                           .worn = worn,
                           .layer_count = 1,
                           .materials = materials,
                           .material_count = 3,
                           .levels = levels,
                           .level_count = count};
    pd_buffer out = {0};
    pd_error err = {0};
    uint32_t size;
    if (pd_io_glb_write(&out, &glb, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    memcpy(&size, out.data + 12, 4);
    json_t *json = json_loadb((const char *)out.data + 20, size, JSON_REJECT_DUPLICATES, NULL);
    pd_buffer_deinit(&out);
    assert_non_null(json);
    return json;
}

static json_t *written(const int *levels, int count, float detail)
{
    return written_with(levels, count, detail, coat_part);
}

static json_t *at(json_t *json, const char *list, size_t index)
{
    return json_array_get(json_object_get(json, list), index);
}

/* Triangles of primitive p of a mesh; of all where p < 0. */
static int triangles(json_t *json, size_t index, int p)
{
    json_t *primitives = json_object_get(at(json, "meshes", index), "primitives"), *one;
    size_t i;
    int corners = 0;
    json_array_foreach(primitives, i, one)
    {
        if (p >= 0 && (size_t)p != i) continue;
        const size_t indices = (size_t)json_integer_value(json_object_get(one, "indices"));
        corners += (int)json_integer_value(json_object_get(at(json, "accessors", indices), "count"));
    }
    return corners / 3;
}

static void copies_have_about_as_many_triangles_as_asked_and_the_bodys_vertices(void **state)
{
    (void)state;
    json_t *json = written((const int[]){800, 200}, 2, 0);
    assert_int_equal(json_array_size(json_object_get(json, "meshes")), 2 + 2 * 2);
    assert_int_equal(triangles(json, 0, -1), 2 * FACES);
    for (size_t b = 0; b < 2; b++) {
        assert_in_range(triangles(json, 2 + 2 * b, -1), 600, 830);
        assert_in_range(triangles(json, 3 + 2 * b, -1), 100, 230);
        for (size_t p = 0; p < 2; p++) {
            json_t *fine = json_array_get(json_object_get(at(json, "meshes", b), "primitives"), p);
            json_t *coarse = json_array_get(json_object_get(at(json, "meshes", 2 + 2 * b), "primitives"), p);
            assert_true(
                json_equal(json_object_get(fine, "attributes"), json_object_get(coarse, "attributes")));
            assert_true(json_equal(json_object_get(fine, "material"), json_object_get(coarse, "material")));
        }
    }
    json_decref(json);
}

static void a_bodys_node_names_its_copies_which_no_scene_has(void **state)
{
    (void)state;
    json_t *json = written((const int[]){800, 200}, 2, 0);
    assert_string_equal(json_string_value(at(json, "extensionsUsed", 0)), "MSFT_lod");
    for (size_t b = 0; b < 2; b++) {
        json_t *lod = json_object_get(json_object_get(at(json, "nodes", b), "extensions"), "MSFT_lod");
        for (size_t l = 0; l < 2; l++) {
            const size_t node = (size_t)json_integer_value(at(lod, "ids", l));
            assert_int_equal(node, 2 + 2 * b + l);
            assert_int_equal(json_integer_value(json_object_get(at(json, "nodes", node), "mesh")),
                             2 + 2 * b + l);
        }
    }
    assert_int_equal(json_array_size(json_object_get(at(json, "scenes", 0), "nodes")), 2);
    json_decref(json);
}

static void visible_parts_keep_more_triangles_and_hidden_ones_none(void **state)
{
    (void)state;
    json_t *plain = written((const int[]){800}, 1, 0), *close = written((const int[]){800}, 1, 9),
           *hidden = written((const int[]){800}, 1, -1);
    const int coat_has = triangles(plain, 2, 1), skin_has = triangles(close, 2, 0);
    assert_in_range(triangles(plain, 2, 0), 2 * coat_has, 4 * coat_has); /* skin counts three times */
    assert_in_range(triangles(close, 2, 1), 2 * skin_has, 4 * skin_has);
    assert_int_equal(json_array_size(json_object_get(at(hidden, "meshes", 2), "primitives")), 1);
    assert_in_range(triangles(hidden, 2, 0), 600, 830);
    json_decref(plain), json_decref(close), json_decref(hidden);
}

/* Returns the triangles of the first copy's skin whose first corner is in the quarter x < 1/2, y < 1/2. face:
 * NULL, or (VERTICES) 1 for its vertices. */
static int triangles_in_quarter(const unsigned char *face)
{
    const int level = 800;
    const pd_io_glb glb = {.mesh = &mesh,
                           .materials = materials,
                           .material_count = 1,
                           .levels = &level,
                           .level_count = 1,
                           .face = face};
    pd_buffer out = {0};
    pd_error err = {0};
    uint32_t size;
    if (pd_io_glb_write(&out, &glb, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    memcpy(&size, out.data + 12, 4);
    json_t *json = json_loadb((const char *)out.data + 20, size, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);

    json_t *primitive = json_array_get(json_object_get(at(json, "meshes", 2), "primitives"), 0);
    json_t *indices =
        at(json, "accessors", (size_t)json_integer_value(json_object_get(primitive, "indices")));
    json_t *view =
        at(json, "bufferViews", (size_t)json_integer_value(json_object_get(indices, "bufferView")));
    assert_int_equal(json_integer_value(json_object_get(indices, "componentType")), 5123);
    const char *bytes = (const char *)out.data + 28 + size +
                        json_integer_value(json_object_get(view, "byteOffset")) +
                        json_integer_value(json_object_get(indices, "byteOffset"));
    int found = 0;
    for (json_int_t i = 0; i < json_integer_value(json_object_get(indices, "count")); i += 3) {
        uint16_t v;
        memcpy(&v, bytes + 2 * i, 2);
        found += skin[3 * v] < 0.5f && skin[3 * v + 1] < 0.5f;
    }
    json_decref(json);
    pd_buffer_deinit(&out);
    return found;
}

static void a_face_keeps_more_triangles_than_the_rest_of_the_skin(void **state)
{
    (void)state;
    unsigned char face[VERTICES];
    for (int v = 0; v < VERTICES; v++) face[v] = skin[3 * v] < 0.4f && skin[3 * v + 1] < 0.4f;
    const int without = triangles_in_quarter(NULL), with = triangles_in_quarter(face);

    assert_in_range(without, 120, 220);
    assert_true(4 * with > 5 * without);
}

static void a_level_of_more_triangles_than_the_mesh_has_keeps_all(void **state)
{
    (void)state;
    json_t *json = written((const int[]){1000000}, 1, 0);
    assert_int_equal(triangles(json, 2, -1), 2 * FACES);
    json_decref(json);
}

/* Half a triangle for each of two primitives is none; a mesh without primitives would be no glTF. */
static void triangles_written_both_ways_count_twice(void **state)
{
    (void)state;
    json_t *json = written_with((const int[]){800, 200}, 2, 0, card_part);
    assert_int_equal(triangles(json, 0, 1), 2 * FACES);
    assert_in_range(triangles(json, 2, -1), 500, 830);
    assert_in_range(triangles(json, 3, -1), 80, 230);
    assert_int_equal(triangles(json, 2, 1) % 2, 0);
    json_decref(json);

    json = written_with((const int[]){100000}, 1, 0, card_part);
    assert_int_equal(triangles(json, 2, 1), 2 * FACES);
    json_decref(json);
}

static void a_triangle_is_left_at_least(void **state)
{
    (void)state;
    static const int few[][2] = {{1, 0}, {2, 1}, {40, 1}};
    for (int i = 0; i < 3; i++) {
        const int count = few[i][1] ? 2 : 1;
        json_t *json = written(few[i], count, 0);
        for (size_t m = 0; m < (size_t)(2 + 2 * count); m++) assert_true(triangles(json, m, -1) >= 1);
        json_decref(json);
    }
}

static void levels_that_do_not_fall_are_refused(void **state)
{
    (void)state;
    static const int wrong[][2] = {{100, 100}, {100, 200}, {0, 0}};
    static const int many[5] = {5, 4, 3, 2, 1};
    pd_buffer out = {0};
    pd_error err = {0};
    for (int i = 0; i < 3; i++) {
        const pd_io_glb glb = {.mesh = &mesh, .levels = wrong[i], .level_count = 2};
        assert_int_equal(pd_io_glb_write(&out, &glb, &err), PD_ERR_RANGE);
        assert_string_equal(err.where, i < 2 ? "/levels/1" : "/levels/0");
    }
    const pd_io_glb glb = {.mesh = &mesh, .levels = many, .level_count = 5};
    assert_int_equal(pd_io_glb_write(&out, &glb, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "/levels");
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_have_about_as_many_triangles_as_asked_and_the_bodys_vertices),
        cmocka_unit_test(a_bodys_node_names_its_copies_which_no_scene_has),
        cmocka_unit_test(visible_parts_keep_more_triangles_and_hidden_ones_none),
        cmocka_unit_test(a_face_keeps_more_triangles_than_the_rest_of_the_skin),
        cmocka_unit_test(a_level_of_more_triangles_than_the_mesh_has_keeps_all),
        cmocka_unit_test(triangles_written_both_ways_count_twice),
        cmocka_unit_test(a_triangle_is_left_at_least),
        cmocka_unit_test(levels_that_do_not_fall_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
