/* Tests the count of points where skin shows through clothes, on a tetrahedron with one scarf and on the
 * shipped clothes. */
#include "factory/wardrobe/cut/pierce.h"
#include "factory/wardrobe/bind/scalp.h"
#include "tests/support/wardrobes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Where hits go, and how many there is room for. */
static pd_wardrobe_hit *found;
static int most;
/* What slot the scarf is of, and how high the other vertices of the tetrahedron are lifted to, 0: not. */
static pd_wardrobe_slot slot = PD_WARDROBE_OUTFIT;
static float lifted;

/* The tetrahedron's scarf becomes a triangle over vertex 2, at a height above or below it. */
static pd_factory_pierced at_height(float height, float z_sign, unsigned char *touched,
                                    const unsigned char *among)
{
    pd_wardrobe w = tiny_wardrobe();
    pd_smpl_data data = tiny_body(1);
    pd_smpl_model *model;
    pd_wardrobe_wearer wearer;
    pd_wardrobe_outfit outfit;
    pd_factory_pierced out;
    const pd_smpl_body body = {0};
    float normals[3 * TINY_VERTICES] = {0};
    assert_int_equal(pd_smpl_model_build(&model, &data, NULL), PD_OK);
    for (int i = 0; i < TINY_VERTICES; i++) normals[3 * i + 1] = 1; /* up */

    pd_wardrobe_item *scarf = &w.items[1];
    const float place[9] = {-0.1f,          1 + height, -0.1f * z_sign, 0.2f,         1 + height,
                            -0.1f * z_sign, -0.1f,      1 + height,     0.2f * z_sign};
    memcpy(scarf->rest, place, sizeof place);
    scarf->hide_count = 0;
    scarf->slot = slot;
    w.standard[PD_WARDROBE_HAIR] = -1;
    float skin[3 * TINY_VERTICES];
    memcpy(skin, model->data.v_template, sizeof skin);
    for (int i = 0; i < TINY_VERTICES; i++)
        if (lifted > 0 && i != 2) skin[3 * i + 1] = lifted;
    /* Over vertex 2 they surround it, in the order that keeps the outer side outside. */
    for (int i = 0; i < TINY_VERTICES && lifted > 1; i++)
        if (i != 2) skin[3 * i] = 0.2f - skin[3 * i], skin[3 * i + 2] -= 0.2f;
    assert_int_equal(pd_wardrobe_choose(&outfit, &w, "scarf", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, model->data.v_template, NULL),
                     PD_OK);
    const pd_factory_pierce_job job = {.wardrobe = &w,
                                       .outfit = &outfit,
                                       .wearer = &wearer,
                                       .skin = skin,
                                       .normals = normals,
                                       .among = among,
                                       .hits = found,
                                       .hit_most = most};
    assert_int_equal(pd_factory_pierce(&out, touched, &job, NULL), PD_OK);
    pd_wardrobe_wearer_deinit(&wearer);
    pd_smpl_model_release(model);
    pd_wardrobe_deinit(&w);
    return out;
}

static void cloth_above_covers_and_cloth_below_is_pierced(void **state)
{
    (void)state;
    unsigned char touched[TINY_VERTICES];
    const pd_factory_pierced above = at_height(0.01f, 1, touched, NULL),
                             below = at_height(-0.01f, 1, NULL, NULL),
                             far_off = at_height(-0.04f, 1, NULL, NULL),
                             inside_out = at_height(-0.01f, -1, NULL, NULL);
    assert_int_equal(above.seen, TINY_VERTICES);
    assert_int_equal(above.covered, 1);
    assert_int_equal(above.pierced, 0);
    assert_true(touched[2] == 1 && !touched[0] && !touched[1] && !touched[3]);
    assert_int_equal(below.covered, 0);
    assert_int_equal(below.pierced, 1);
    assert_true(below.deepest > 0.0099f && below.deepest < 0.0101f);
    assert_int_equal(far_off.pierced, 0);
    assert_int_equal(inside_out.pierced, 0);
}

static void objects_that_were_not_asked_about_do_not_count(void **state)
{
    (void)state;
    const unsigned char first[TINY_VERTICES] = {1, 0, 0, 0}, third[TINY_VERTICES] = {0, 0, 1, 0};
    assert_int_equal(at_height(-0.01f, 1, NULL, first).pierced, 0);
    assert_int_equal(at_height(-0.01f, 1, NULL, third).pierced, 1);
}

/* The other vertices lifted to 5 mm below vertex 2: the ray down from there leaves the body before it meets
 * hair or cloth, as in front of an ear or in a fold over a waistband. The vertices that were lifted over the
 * cloth do not count either: vertex 2 is over them. */
static void what_lies_beyond_the_body_is_not_pierced(void **state)
{
    (void)state;
    const pd_wardrobe_slot slots[] = {PD_WARDROBE_HAIR, PD_WARDROBE_OUTFIT};
    for (int k = 0; k < 2; k++) {
        slot = slots[k], lifted = 0;
        const pd_factory_pierced thick = at_height(-0.01f, 1, NULL, NULL);
        lifted = 1 - 0.005f;
        const pd_factory_pierced thin = at_height(-0.01f, 1, NULL, NULL);
        assert_int_equal(thick.pierced, 1);
        assert_int_equal(thin.pierced, 0);
    }
    lifted = 0;
}

/* The other vertices lifted over vertex 2: the ray up from there leaves the body,
 * so another part of it hides the point. */
static void a_point_in_a_fold_is_not_pierced(void **state)
{
    (void)state;
    const unsigned char third[TINY_VERTICES] = {0, 0, 1, 0};
    lifted = 1.2f;
    const pd_factory_pierced hidden = at_height(-0.01f, 1, NULL, third);
    lifted = 0;
    assert_int_equal(hidden.seen, 1);
    assert_int_equal(hidden.pierced, 0);
    assert_int_equal(at_height(-0.01f, 1, NULL, third).pierced, 1);
}

/* The cloth below vertex 2 is below the middle of no triangle of the tetrahedron, and the hit names vertex,
 * cloth and depth. */
static void a_hit_names_its_object(void **state)
{
    (void)state;
    pd_wardrobe_hit hits[4];
    most = 4, found = hits;
    const pd_factory_pierced out = at_height(-0.01f, 1, NULL, NULL);
    assert_int_equal(out.pierced, 1);
    assert_int_equal(hits[0].vertex, 2);
    assert_false(hits[0].is_middle);
    assert_int_equal(hits[0].slot, PD_WARDROBE_OUTFIT);
    assert_true(hits[0].corners[0] < 4 && hits[0].corners[0] != hits[0].corners[1]);
    assert_true(hits[0].depth > 0.0099f && hits[0].depth < 0.0101f);

    /* room for none: it is counted all the same */
    most = 0;
    assert_int_equal(at_height(-0.01f, 1, NULL, NULL).pierced, 1);
    found = NULL;
}

/* The shipped clothes on two bodies in the T-pose and with arms down and knees bent: the whole count is
 * posed-factory wardrobe --pierced. */
static void skin_stays_below_the_shipped_clothes(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_smpl_model *model;
    pd_arena scratch;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    const size_t numbers = 3 * (size_t)model->vertex_count;
    float *skin = malloc(numbers * sizeof *skin), *normals = malloc(numbers * sizeof *normals),
          rotations[9 * 55] = {0};
    for (int i = 0; i < 3 * 55; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
    const float bent[9] = {1, 0, 0, 0, 0.5f, 0.866025f, 0, -0.866025f, 0.5f}; /* hips forward by 60 degrees */
    memcpy(rotations + 9, bent, sizeof bent);
    memcpy(rotations + 18, bent, sizeof bent);

    for (int k = 0; k < 4; k++) {
        const float betas[2] = {k < 2 ? 1.0f : -1.0f, k < 2 ? 1.5f : -1.0f};
        pd_smpl_body body = {.betas = betas,
                             .beta_count = 2,
                             .rotations = k % 2 ? rotations : NULL,
                             .vertices = skin,
                             .normals = normals};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        pd_wardrobe_wearer wearer;
        pd_wardrobe_outfit outfit;
        pd_factory_pierced out;
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        pd_arena_deinit(&scratch);
        assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
        assert_int_equal(
            pd_wardrobe_choose(&outfit, w, k < 2 ? "tee-jeans,sneakers" : "tee-trousers,boots", NULL), PD_OK);
        const pd_factory_pierce_job look = {
            .wardrobe = w, .outfit = &outfit, .wearer = &wearer, .skin = skin, .normals = normals};
        assert_int_equal(pd_factory_pierce(&out, NULL, &look, NULL), PD_OK);
        assert_true(out.covered > 100);
        if (out.pierced > out.covered / 1000) fail_msg("body %d: %d of %d", k, out.pierced, out.covered);
        pd_wardrobe_wearer_deinit(&wearer);
    }
    free(skin), free(normals);
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

/* Every shipped head of hair on the mean body and on two others:
 * the whole count is posed-factory wardrobe --pierced. */
static void skin_of_the_head_stays_below_the_shipped_hair(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_smpl_model *model;
    pd_arena scratch;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    const size_t numbers = 3 * (size_t)model->vertex_count;
    float *skin = malloc(2 * numbers * sizeof *skin), *normals = skin + numbers;
    unsigned char *head = malloc((size_t)model->vertex_count);
    pd_factory_head(head, &model->data);

    for (int i = 0, hairs = 0; i < w->item_count || hairs < 20; i++) {
        assert_true(i < w->item_count);
        if (w->items[i].slot != PD_WARDROBE_HAIR) continue;
        pd_factory_pierced sum = {0};
        hairs++;
        for (int k = -1; k < 2; k++) {
            const float betas[2] = {(float)k, 1.5f * (float)k};
            pd_smpl_body body = {.betas = betas, .beta_count = 2, .vertices = skin, .normals = normals};
            const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
            pd_wardrobe_wearer wearer;
            pd_wardrobe_outfit outfit;
            pd_factory_pierced out;
            assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
            pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
            pd_arena_deinit(&scratch);
            assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
            assert_int_equal(pd_wardrobe_choose(&outfit, w, w->items[i].name, NULL), PD_OK);
            const pd_factory_pierce_job look = {.wardrobe = w,
                                                .outfit = &outfit,
                                                .wearer = &wearer,
                                                .skin = skin,
                                                .normals = normals,
                                                .among = head,
                                                .has_middles = true};
            assert_int_equal(pd_factory_pierce(&out, NULL, &look, NULL), PD_OK);
            sum.covered += out.covered, sum.pierced += out.pierced;
            pd_wardrobe_wearer_deinit(&wearer);
        }
        assert_true(sum.covered > 300);
        if (sum.pierced > sum.covered / 1000)
            fail_msg("%s: %d of %d", w->items[i].name, sum.pierced, sum.covered);
    }
    free(skin), free(head);
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

/* Or one looks through the hole, of who sits with legs apart. */
static void legs_hidden_by_a_shipped_skirt_are_covered_by_a_lining(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_smpl_model *model;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    const int index = pd_wardrobe_find(w, "blouse-skirt");
    assert_true(index >= 0);
    const pd_wardrobe_item *item = &w->items[index];
    const pd_smpl_data *d = &model->data;
    unsigned char *lined = calloc((size_t)d->vertex_count, 1);
    for (int i = 0; i < item->vertex_count; i++)
        lined[item->anchors[3 * i]] |= item->anchors[3 * i] == item->anchors[3 * i + 1];

    int count = 0;
    for (int h = 0; h < item->hide_count; h++) {
        const int i = item->hides[h];
        const float *row = d->weights + (size_t)i * (size_t)d->joint_count;
        if (row[1] + row[2] + row[4] + row[5] < 0.5f) continue; /* hips and knees */
        count++;
        if (!lined[i]) fail_msg("vertex %d of the skin is hidden and nothing is in its place", i);
    }
    assert_true(count > 100);
    free(lined);
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cloth_above_covers_and_cloth_below_is_pierced),
        cmocka_unit_test(objects_that_were_not_asked_about_do_not_count),
        cmocka_unit_test(what_lies_beyond_the_body_is_not_pierced),
        cmocka_unit_test(a_point_in_a_fold_is_not_pierced),
        cmocka_unit_test(a_hit_names_its_object),
        cmocka_unit_test(skin_stays_below_the_shipped_clothes),
        cmocka_unit_test(skin_of_the_head_stays_below_the_shipped_hair),
        cmocka_unit_test(legs_hidden_by_a_shipped_skirt_are_covered_by_a_lining),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
