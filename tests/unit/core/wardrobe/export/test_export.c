/* Tests how dressed bodies become the layers of a GLB file: directions, materials and several bodies. */
#include "core/wardrobe/export/export.h"
#include "tests/support/wardrobes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* What lies on the skin goes with a direction of it, at its anchors: .5, .25, .25 of vertices 0, 1, 2. What
 * it does not move has none. */
static void layers_go_with_a_direction_of_the_skin(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    const float morph[3 * TINY_VERTICES] = {
        [1] = 4, [3] = 8}; /* vertex 0 by 4 along y, vertex 1 by 8 along x */
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) w.items[2].anchors[3 * i + k] = 3; /* eyes: nowhere near */
    const pd_smpl_body body = {0};
    pd_wardrobe_request request = {.wardrobe = &w,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = model->data.v_template,
                                   .body_count = 1,
                                   .at_rest = true,
                                   .no_morphs = true,
                                   .morphs = morph,
                                   .morph_count = 1};
    assert_int_equal(pd_wardrobe_choose(&request.outfit, &w, "scarf", NULL), PD_OK);
    pd_wardrobe_export d;
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_int_equal(d.layer_count, 2);
    assert_int_equal(d.layers[0].dir_count, 1);
    assert_true(d.layers[0].dirs[0] == 2 && d.layers[0].dirs[1] == 2 && d.layers[0].dirs[2] == 0);
    assert_int_equal(d.layers[1].dir_count, 0);
    pd_wardrobe_export_deinit(&d);
    pd_smpl_model_release(model);
    pd_wardrobe_deinit(&w);
}

/* A beard is rougher and lighter than hair of the head of the same colour. */
static void a_beard_is_rougher_and_lighter_than_hair(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    const pd_smpl_body body = {0};
    pd_wardrobe_request request = {.wardrobe = &w,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = model->data.v_template,
                                   .body_count = 1,
                                   .at_rest = true};
    pd_wardrobe_export d;
    float roughness[2], color[2];
    for (int is_beard = 0; is_beard < 2; is_beard++) {
        w.items[1].slot = is_beard ? PD_WARDROBE_BEARD : PD_WARDROBE_HAIR;
        w.items[1].parts[0].tint = PD_WARDROBE_HAIR_TINT, w.items[1].parts[0].roughness = 0.5f;
        assert_int_equal(pd_wardrobe_choose(&request.outfit, &w, "scarf", NULL), PD_OK);
        assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
        const pd_io_glb_material *m = &d.materials[d.layers[0].parts[0].material];
        roughness[is_beard] = m->roughness, color[is_beard] = m->color[0];
        pd_wardrobe_export_deinit(&d);
    }
    assert_true(roughness[0] == 0.5f && roughness[1] > 0.7f && color[1] > color[0] && color[1] <= 1);
    pd_smpl_model_release(model);
    pd_wardrobe_deinit(&w);
}

/* A part without a texture shows its shade at the item's places, and its colour makes up for the shade's
 * mean; one with a texture shows that, and the shade as occlusion.
 * Folds and occlusion are for who asks for them. */
static void folds_and_shade_are_at_the_places_of_an_item(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    const pd_smpl_body body = {0};
    pd_wardrobe_part *part = &w.items[1].parts[0];
    part->shade = 1;
    for (int asked = 0; asked < 2; asked++)
        for (int is_tiled = 0; is_tiled < 2; is_tiled++) {
            pd_wardrobe_request request = {.wardrobe = &w,
                                           .model = model,
                                           .palette = PD_WARDROBE_PALETTE,
                                           .bodies = &body,
                                           .skins = model->data.v_template,
                                           .body_count = 1,
                                           .at_rest = true,
                                           .has_folds = asked};
            pd_wardrobe_export d;
            part->texture = is_tiled ? 0 : -1;
            assert_int_equal(pd_wardrobe_choose(&request.outfit, &w, "scarf", NULL), PD_OK);
            assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
            const pd_io_glb_material *m = &d.materials[d.layers[0].parts[0].material];
            assert_int_equal(m->texture, 0);
            assert_int_equal(m->at_places, !is_tiled);
            assert_int_equal(m->fold_map, asked);
            assert_int_equal(m->shade_map, asked && is_tiled);
            assert_true((d.layers[0].places == w.items[1].places) == (asked || !is_tiled));
            assert_true(fabsf(m->color[0] - part->color[0] / (is_tiled ? 1 : PD_WARDROBE_SHADE_MEAN)) <
                        1e-6f);
            assert_true(m->color[2] <= 1);
            pd_wardrobe_export_deinit(&d);
        }
    pd_smpl_model_release(model);
    pd_wardrobe_deinit(&w);
}

/* Two directions at once: the second is twice the first. */
static void layers_go_with_several_directions_of_the_skin(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    const float morphs[6 * TINY_VERTICES] = {[2] = 4, [3] = 8, [6] = 8, [7] = 16};
    const pd_smpl_body body = {0};
    pd_wardrobe_request request = {.wardrobe = &w,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = model->data.v_template,
                                   .body_count = 1,
                                   .at_rest = true,
                                   .no_morphs = true,
                                   .morphs = morphs,
                                   .morph_count = 2};
    assert_int_equal(pd_wardrobe_choose(&request.outfit, &w, "scarf", NULL), PD_OK);
    pd_wardrobe_export d;
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_int_equal(d.layers[0].dir_count, 2);
    const float expected[6] = {2, 4, 2, 4, 0, 0};
    for (int i = 0; i < 6; i++) assert_true(d.layers[0].dirs[i] == expected[i]);
    const int numbers = 6 * w.items[request.outfit.items[d.layer_slots[0]]].vertex_count;
    bool moves = false;
    for (int i = 0; i < numbers; i++) {
        moves |= d.layers[0].dirs[i] != 0;
        if (i % 6 < 5) continue;
        assert_int_equal(d.layers[0].moved[i / 6], moves);
        moves = false;
    }
    pd_wardrobe_export_deinit(&d);

    /* Skin that is said to stay still moves no garment. */
    const unsigned char still[TINY_VERTICES] = {0};
    request.morphs_moved = still;
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_int_equal(d.layers[0].dir_count, 0);
    pd_wardrobe_export_deinit(&d);
    pd_smpl_model_release(model);
    pd_wardrobe_deinit(&w);
}

static void bodies_are_dressed_layer_by_layer(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);

    float skins[2][3 * TINY_VERTICES];
    for (int b = 0; b < 2; b++) memcpy(skins[b], model->data.v_template, sizeof skins[b]);
    for (int i = 0; i < TINY_VERTICES; i++) skins[1][3 * i] += 5; /* the second stands 5 m to the left */
    const pd_smpl_body bodies[2] = {{0}};
    pd_wardrobe_request request = {.wardrobe = &w,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = bodies,
                                   .skins = skins[0],
                                   .body_count = 2,
                                   .has_normals = true};
    assert_int_equal(pd_wardrobe_choose(&request.outfit, &w, "hat,scarf", NULL), PD_OK);

    pd_wardrobe_export d;
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_int_equal(d.layer_count, 3); /* scarf, hat, eyes: in the order of the slots */
    assert_int_equal(d.layers[0].corner_count, 4);
    assert_int_equal(d.layers[1].corner_count, 5);
    assert_int_equal(d.layers[1].part_count, 2);
    assert_int_equal(d.material_count, 1 + 1 + 2 + 1);
    assert_string_equal(d.materials[0].name, "skin");
    assert_string_equal(d.materials[2].name, "hat");
    assert_int_equal(d.texture_count, 1);
    assert_int_equal(d.face_count, 1); /* the scarf hides vertex 0 */
    for (int l = 0; l < 3; l++) {
        assert_non_null(d.worn[l].normals);
        for (int c = 0; c < 3 * d.layers[l].corner_count; c++) {
            const float off = d.worn[3 + l].vertices[c] - d.worn[l].vertices[c];
            assert_true((c % 3 ? off : off - 5) < 1e-5f && (c % 3 ? off : off - 5) > -1e-5f);
        }
    }

    pd_io_mesh mesh = {.faces = model->data.faces, .face_count = TINY_FACES};
    pd_io_glb glb = {0};
    pd_wardrobe_export_apply(&glb, &mesh, &d);
    assert_int_equal(mesh.face_count, 1);
    assert_ptr_equal(glb.layers, d.layers);
    assert_ptr_equal(glb.mesh, &mesh);
    assert_true(pd_wardrobe_export_bytes(&w, &request.outfit, 2, 2, 0, 512) >
                pd_wardrobe_export_bytes(&w, &request.outfit, 1, 2, 0, 512));
    assert_true(pd_wardrobe_export_bytes(&w, &request.outfit, 1, 2, 0, 512) >
                pd_wardrobe_export_bytes(&w, &request.outfit, 1, 0, 0, 512));
    pd_wardrobe_export_deinit(&d);
    pd_smpl_model_release(model);
    pd_wardrobe_deinit(&w);
}

static void garments_follow_the_skin_at_their_anchors_in_correctives(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);

    float dirs[2 * 3 * TINY_VERTICES] = {0};
    dirs[3 * TINY_VERTICES + 1] = 4; /* the second lifts vertex 0, which has half of every anchor */
    const pd_io_glb_correctives correctives = {.dirs = dirs};
    const pd_io_glb_pose pose = {.correctives = &correctives};
    const pd_smpl_body body = {0};
    pd_wardrobe_request request = {.wardrobe = &w,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = model->data.v_template,
                                   .body_count = 1,
                                   .at_rest = true,
                                   .poses = &pose,
                                   .corrective_count = 2};
    assert_int_equal(pd_wardrobe_choose(&request.outfit, &w, "hat,scarf", NULL), PD_OK);
    pd_wardrobe_export d;
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    for (int l = 0; l < d.layer_count; l++) {
        const int numbers = 3 * d.layers[l].corner_count;
        for (int i = 0; i < 2 * numbers; i++)
            assert_true(d.worn[l].correctives[i] == (i >= numbers && i % 3 == 1 ? 2.0f : 0.0f));
    }
    assert_true(pd_wardrobe_export_bytes(&w, &request.outfit, 1, 2, 2, 512) >
                pd_wardrobe_export_bytes(&w, &request.outfit, 1, 2, 0, 512));
    pd_wardrobe_export_deinit(&d);
    pd_smpl_model_release(model);
    pd_wardrobe_deinit(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_beard_is_rougher_and_lighter_than_hair),
        cmocka_unit_test(folds_and_shade_are_at_the_places_of_an_item),
        cmocka_unit_test(layers_go_with_a_direction_of_the_skin),
        cmocka_unit_test(layers_go_with_several_directions_of_the_skin),
        cmocka_unit_test(bodies_are_dressed_layer_by_layer),
        cmocka_unit_test(garments_follow_the_skin_at_their_anchors_in_correctives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
