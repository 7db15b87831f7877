/* Tests how far the skin of a rig is moved inward below clothes. */
#include "core/wardrobe/export/export.h"
#include "core/wardrobe/export/rig_fit.h"
#include "tests/support/wardrobes.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- a sheet of skin, 1 cm between its vertices, below cloth ---- */

enum { SIDE = 15, SKIN = SIDE * SIDE, SKIN_FACES = 2 * (SIDE - 1) * (SIDE - 1) };

typedef struct sheet {
    float skin[3 * SKIN], normals[3 * SKIN], worn[12];
    uint32_t faces[3 * SKIN_FACES];
    uint16_t corners[4], anchors[12], cloth[6];
    unsigned char hidden[SKIN];
    pd_smpl_data data;
    pd_wardrobe_item item;
} sheet;

/* Skin in the plane y = 0 from the origin; cloth over x from `edge` on, at a height. flip: turns the cloth's
 * outer side down. */
static void lay(sheet *s, float edge, float height, bool flip)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < SKIN; i++) {
        s->skin[3 * i] = 0.01f * (float)(i % SIDE), s->skin[3 * i + 2] = 0.01f * (float)(i / SIDE);
        s->normals[3 * i + 1] = 1;
    }
    for (int f = 0, z = 0; z < SIDE - 1; z++)
        for (int x = 0; x < SIDE - 1; x++, f += 6) {
            const uint32_t a = (uint32_t)(z * SIDE + x),
                           square[6] = {a, a + SIDE, a + 1, a + 1, a + SIDE, a + SIDE + 1};
            memcpy(s->faces + f, square, sizeof square);
        }

    /* A quad that is wider than the skin. */
    const float quad[12] = {edge, height, -1, 1, height, -1, edge, height, 1, 1, height, 1};
    const uint16_t up[6] = {0, 2, 1, 1, 2, 3}, down[6] = {0, 1, 2, 1, 3, 2};
    memcpy(s->worn, quad, sizeof quad);
    memcpy(s->cloth, flip ? down : up, sizeof up);
    for (uint16_t c = 0; c < 4; c++) s->corners[c] = c;
    for (int a = 0; a < 12; a++) s->anchors[a] = (uint16_t)((a / 3 / 2) * (SIDE - 1) * SIDE + SIDE - 1);
    s->data = (pd_smpl_data){.vertex_count = SKIN, .face_count = SKIN_FACES, .faces = s->faces};
    s->item = (pd_wardrobe_item){
        .vertex_count = 4, .corner_count = 4, .face_count = 2, .corners = s->corners, .anchors = s->anchors};
}

/* Fits the skin. Skin that no triangle joins to hidden skin or to an anchor is not looked at: what is below
 * cloth in row `row` is hidden; -1: none. */
static void fit(sheet *s, int row)
{
    for (int x = 0; x < SIDE && row >= 0; x++) s->hidden[row * SIDE + x] = s->skin[3 * x] > s->worn[0];
    const pd_wardrobe_rig_cover cover = {.data = &s->data,
                                         .item = &s->item,
                                         .worn = s->worn,
                                         .faces = s->cloth,
                                         .normals = s->normals,
                                         .hidden = s->hidden,
                                         .face_count = 2};
    assert_int_equal(pd_wardrobe_rig_fit_skin(s->skin, &cover, NULL), PD_OK);
}

/* 4 mm from 2 cm on, half of it at 1 cm from bare skin: smoothstep(1/2) = 1/2. */
static void skin_sinks_below_cloth_and_less_towards_its_edge(void **state)
{
    (void)state;
    sheet s;
    lay(&s, 0.045f, 0.01f, false); /* covers x from 5 cm on */
    fit(&s, 7);
    for (int i = 0; i < SKIN; i++) {
        const int x = i % SIDE, z = i / SIDE;
        const float *p = s.skin + 3 * i;
        assert_true(p[0] == 0.01f * (float)x && p[2] == 0.01f * (float)z); /* along the normal alone */
        assert_true(p[1] <= 0 && p[1] >= -0.0040001f);
        if (x <= 4 || z == 7) assert_true(p[1] == 0); /* bare, or hidden */
        if ((z == 6 || z == 8) && x == 5) assert_true(fabsf(p[1] + 0.002f) < 1e-5f);
    }
}

static void skin_that_cloth_does_not_cover_stays(void **state)
{
    (void)state;
    sheet s;
    const float heights[] = {0.05f, -0.01f, 0.01f}; /* too far; below the skin; inside out */
    for (int k = 0; k < 3; k++) {
        lay(&s, 0.045f, heights[k], k == 2);
        fit(&s, 7);
        for (int i = 0; i < SKIN; i++) assert_true(s.skin[3 * i + 1] == 0);
    }
}

static void deep_below_cloth_skin_sinks_by_four_millimetres(void **state)
{
    (void)state;
    sheet s;
    lay(&s, -1, 0.01f, false); /* all of it */
    for (int a = 0; a < 12; a++) s.anchors[a] = (uint16_t)(7 * SIDE + 7);
    memset(s.hidden, 1, SKIN);
    s.hidden[7 * SIDE + 7] = 0;
    fit(&s, -1);
    for (int i = 0; i < SKIN; i++)
        assert_true(fabsf(s.skin[3 * i + 1] + (i == 7 * SIDE + 7 ? 0.004f : 0)) < 1e-6f);
}

/* ---- shipped clothes ---- */

static pd_wardrobe *wardrobe;
static pd_smpl_model *model;
static float *rest; /* (V,3) */

static int load(void **state)
{
    (void)state;
    const bool good = pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) == PD_OK &&
                      pd_smpl_model_load(&model, "models/person.safetensors", NULL) == PD_OK;
    rest = good ? tiny_copy(model->data.v_template, 12 * (size_t)model->vertex_count) : NULL;
    return good ? 0 : 1;
}

static int unload(void **state)
{
    (void)state;
    free(rest);
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(model);
    return 0;
}

/* Of a rig: items as they were, skin inward alone, and only a part of it; morph targets as without. */
static void only_the_skin_of_a_rigged_file_is_moved(void **state)
{
    (void)state;
    const pd_smpl_body body = {0};
    const size_t numbers = 3 * (size_t)model->vertex_count;
    pd_wardrobe_request request = {.wardrobe = wardrobe,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = rest,
                                   .body_count = 1,
                                   .at_rest = true,
                                   .no_morphs = true};
    pd_wardrobe_export d;
    assert_int_equal(pd_wardrobe_choose(&request.outfit, wardrobe, "crop-top-jeans,sneakers,hair-bob", NULL),
                     PD_OK);
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_non_null(d.rest);
    for (int l = 0; l < d.layer_count; l++) {
        const pd_wardrobe_item *item = &wardrobe->items[request.outfit.items[d.layer_slots[l]]];
        assert_ptr_equal(d.layers[l].weights, item->weights);
        assert_ptr_equal(d.layers[l].joints, item->joints);
    }

    float *normals = malloc(numbers * sizeof *normals);
    pd_wardrobe_skin_normals(normals, rest, &model->data);
    int moved = 0;
    for (size_t i = 0; i < numbers; i += 3) {
        float by[3], inward = 0, square = 0;
        for (size_t c = 0; c < 3; c++)
            by[c] = d.rest[i + c] - rest[i + c], inward -= by[c] * normals[i + c], square += by[c] * by[c];
        assert_true(inward > -1e-6f && sqrtf(square) < 0.00401f && fabsf(sqrtf(square) - inward) < 1e-5f);
        assert_true(!d.hidden[i / 3] || square == 0);
        moved += inward > 1e-4f;
        if (rest[i + 1] > 0.6f) assert_true(square == 0); /* the head */
    }
    assert_true(moved > 200 && moved < 1000);

    /* The file: the skin is the fitted one. */
    pd_io_mesh mesh = {.faces = model->data.faces,
                       .face_count = model->face_count,
                       .vertex_count = model->vertex_count,
                       .body_count = 1};
    const pd_io_glb_rig rig = {.joint_count = model->joint_count};
    const pd_io_glb_pose pose = {.rest = rest, .rest_normals = normals};
    pd_io_glb glb = {.rig = &rig, .poses = &pose};
    assert_true(pd_wardrobe_export_apply(&glb, &mesh, &d));
    assert_memory_equal(glb.poses[0].rest, d.rest, numbers * sizeof *rest);
    assert_ptr_equal(glb.poses[0].rest_normals, normals);
    pd_wardrobe_export_deinit(&d);

    /* With the skin on its corners, each has its vertex. */
    request.has_corners = true;
    glb = (pd_io_glb){.rig = &rig, .poses = &pose};
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_true(pd_wardrobe_export_apply(&glb, &mesh, &d));
    for (size_t c = 0; c < (size_t)d.skin->corner_count; c++)
        assert_memory_equal(glb.poses[0].rest + 3 * c, d.rest + 3 * (size_t)d.skin->corners[c], 12);
    pd_wardrobe_export_deinit(&d);

    /* Nothing is fitted on posed bodies, and without clothes. */
    request.at_rest = request.has_corners = false;
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_null(d.rest);
    pd_wardrobe_export_deinit(&d);
    request.at_rest = true;
    request.outfit.items[PD_WARDROBE_OUTFIT] = -1;
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    assert_null(d.rest);
    pd_wardrobe_export_deinit(&d);
    free(normals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skin_sinks_below_cloth_and_less_towards_its_edge),
        cmocka_unit_test(skin_that_cloth_does_not_cover_stays),
        cmocka_unit_test(deep_below_cloth_skin_sinks_by_four_millimetres),
        cmocka_unit_test(only_the_skin_of_a_rigged_file_is_moved),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
