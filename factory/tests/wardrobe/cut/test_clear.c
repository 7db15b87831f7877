/* Tests that cloth which is drawn into the body comes out again or hides the skin, and that hair takes part
 * of the scalp. */
#include "factory/wardrobe/cut/clear.h"

#include "core/smpl/body.h"
#include "factory/wardrobe/cut/pierce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static pd_smpl_model *model;

static int setup(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

/* Points of skin outside of the item's cloth, on the mean body at rest. */
static pd_factory_pierced count(const pd_wardrobe *w, int item)
{
    float *skin = malloc(24 * (size_t)model->vertex_count), *normals = skin + 3 * (size_t)model->vertex_count;
    const pd_smpl_body body = {.vertices = skin, .normals = normals};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    pd_wardrobe_wearer wearer;
    pd_wardrobe_outfit outfit;
    pd_factory_pierced out;
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) outfit.items[s] = -1;
    outfit.items[w->items[item].slot] = item;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
    const pd_factory_pierce_job look = {.wardrobe = w,
                                        .outfit = &outfit,
                                        .wearer = &wearer,
                                        .skin = skin,
                                        .normals = normals,
                                        .has_middles = true};
    assert_int_equal(pd_factory_pierce(&out, NULL, &look, NULL), PD_OK);
    pd_wardrobe_wearer_deinit(&wearer);
    pd_arena_deinit(&scratch);
    free(skin);
    return out;
}

/* Every vertex of the shirt is drawn 5 mm into the body, as the shipped file's was in places: it goes out
 * again, and no farther than it may. */
static void cloth_that_is_inside_of_skin_is_moved_out_or_the_skin_is_hidden(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_factory_clear how = PD_FACTORY_CLEAR;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    const int shirt = pd_wardrobe_find(w, "tee-jeans");
    pd_wardrobe_item *item = &w->items[shirt];
    for (int i = 0; i < item->vertex_count; i++) { /* towards the axis of the body */
        float *x = item->rest + 3 * (size_t)i;
        const float length = hypotf(x[0], x[2]);
        if (x[1] > 0 && fabsf(x[0]) < 0.2f) x[0] -= 0.012f * x[0] / length, x[2] -= 0.012f * x[2] / length;
    }

    const pd_factory_pierced before = count(w, shirt);
    float *rest = malloc(12 * (size_t)item->vertex_count), farthest = 0;
    memcpy(rest, item->rest, 12 * (size_t)item->vertex_count);
    const int hidden = item->hide_count;
    how.bodies = 1, how.poses = 2, how.rounds = 3;
    assert_int_equal(pd_factory_clear_item(w, shirt, model, &how, NULL), PD_OK);
    const pd_factory_pierced after = count(w, shirt);
    for (int i = 0; i < item->vertex_count; i++) {
        const float *a = rest + 3 * (size_t)i, *b = item->rest + 3 * (size_t)i;
        farthest = fmaxf(farthest, hypotf(hypotf(b[0] - a[0], b[1] - a[1]), b[2] - a[2]));
    }
    assert_true(before.pierced > 40);
    assert_true(after.pierced < before.pierced / 4);
    assert_true(farthest > how.margin && farthest < how.most + 1e-5f);
    assert_true(item->hide_count >= hidden);
    for (int h = 1; h < item->hide_count; h++) assert_true(item->hides[h] > item->hides[h - 1]);
    free(rest);
    pd_wardrobe_release(w);
}

/* Hair 5 mm farther into the head: it comes out, scalp is its own from then on, and what it has of the scalp
 * stays in the head. */
static void hair_takes_the_scalp_and_comes_out_of_the_head(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_factory_clear how = PD_FACTORY_CLEAR;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    const int hair = pd_wardrobe_find(w, "hair-short");
    pd_wardrobe_item *item = &w->items[hair];
    item->part_count = 1, item->face_count = item->parts[0].face_count; /* without the cap that it has */
    item->hide_count = 0;
    for (int i = 0; i < item->vertex_count; i++) {
        float *x = item->rest + 3 * (size_t)i;
        const float from[3] = {x[0], x[1] - 0.70f, x[2] - 0.035f};
        const float length = hypotf(hypotf(from[0], from[1]), from[2]);
        for (int c = 0; c < 3; c++) x[c] -= 0.005f * from[c] / length;
    }

    const pd_factory_pierced before = count(w, hair);
    const int vertices = item->vertex_count;
    how.bodies = 1, how.faces = 2, how.rounds = 3;
    assert_int_equal(pd_factory_clear_item(w, hair, model, &how, NULL), PD_OK);
    const pd_factory_pierced after = count(w, hair);
    assert_true(before.pierced > 100);
    assert_true(after.pierced < before.pierced / 2);
    assert_int_equal(item->part_count, 2);
    assert_true(item->vertex_count > vertices + 200 && item->hide_count > 100); /* its ring is drawn */
    for (int i = vertices; i < item->vertex_count; i++) {
        const float *skin = model->data.v_template + 3 * (size_t)item->anchors[3 * i];
        const float *at = item->rest + 3 * (size_t)i;
        assert_true(hypotf(hypotf(at[0] - skin[0], at[1] - skin[1]), at[2] - skin[2]) < how.press + 1e-5f);
    }
    pd_wardrobe_release(w);
}

static void without_bodies_nothing_is_changed(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_factory_clear how = PD_FACTORY_CLEAR;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    const float first = w->items[0].rest[0];
    how.bodies = 0;
    assert_int_equal(pd_factory_clear_wardrobe(w, model, &how, &pd_executor_serial, (pd_progress){0}, NULL),
                     PD_OK);
    assert_true(w->items[0].rest[0] == first);
    pd_wardrobe_release(w);
}

static void poses_follow_from_their_index_and_stay_in_range(void **state)
{
    (void)state;
    float a[9 * PD_SMPL_MAX_JOINTS], b[9 * PD_SMPL_MAX_JOINTS];
    pd_factory_clear_pose(a, model, 5);
    pd_factory_clear_pose(b, model, 5);
    assert_memory_equal(a, b, 36 * (size_t)model->joint_count);
    pd_factory_clear_pose(b, model, 6);
    assert_memory_not_equal(a, b, 36 * (size_t)model->joint_count);
    for (int k = 4; k <= 5; k++) { /* knees bend about x, backwards */
        assert_true(fabsf(a[9 * k] - 1) < 1e-6f);
        assert_true(a[9 * k + 7] >= -1e-6f);
    }
    for (int i = 0; i < 9; i++) assert_true(a[9 * 22 + i] == (i % 4 == 0)); /* the jaw rests */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cloth_that_is_inside_of_skin_is_moved_out_or_the_skin_is_hidden),
        cmocka_unit_test(hair_takes_the_scalp_and_comes_out_of_the_head),
        cmocka_unit_test(without_bodies_nothing_is_changed),
        cmocka_unit_test(poses_follow_from_their_index_and_stay_in_range),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
