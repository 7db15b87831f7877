/* @long: takes over five seconds under ASan. */
/* Clothes step by step: garments of the shipped wardrobe that were drawn into the body and are cleared of it, a skirt that is made of what was bound as
 * trousers are, caps, and random people dressed in poses, with what of their skin comes through; against what came out before. That the answers are
 * right is for tests/unit/core/wardrobe and train/wardrobe.
 *
 * tests/golden/steps/clothes.txt: POSED_GOLDEN=write makes it anew, which a change of the clearing, of a pose it draws or of the shipped wardrobe asks for. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "core/base/rng.h"
#include "core/smpl/body.h"
#include "train/wardrobe/bind.h"
#include "train/wardrobe/clear.h"
#include "train/wardrobe/scalp.h"
#include "train/wardrobe/skirt.h"
#include "core/wardrobe/export.h"
#include "core/wardrobe/pick.h"
#include "train/wardrobe/pierce.h"

#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-7
#define PEOPLE    8

static pd_smpl_model *model, *female;

static double item_weights(const pd_wardrobe_item *item)
{
    double sum = 0;
    for (int i = 0; i < 4 * item->vertex_count; i++)
        sum += (double)item->weights[i] * (1 + item->joints[i]) * (1 + (double)(i % 97) / 97);
    return sum / item->vertex_count;
}

static double numbers_of(const uint16_t *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += values[i] * (1 + (double)(i % 97) / 97);
    return sum / 1000;
}

static void add_item(golden_lines *g, const pd_wardrobe_item *item)
{
    const size_t n = 3 * (size_t)item->vertex_count;
    golden_lines_add(g, item->name,
                     (double[]){item->vertex_count, item->corner_count, item->face_count, item->part_count,
                                item->hide_count, golden_weighted(item->rest, n),
                                golden_weighted(item->dirs, n * (size_t)item->dir_count),
                                golden_weighted(item->anchor_weights, n), item_weights(item),
                                golden_weighted(item->uvs, 2 * (size_t)item->corner_count),
                                numbers_of(item->hides, item->hide_count), numbers_of(item->anchors, (int)n),
                                numbers_of(item->corners, item->corner_count),
                                numbers_of(item->faces, 3 * item->face_count)},
                     14, TOLERANCE);
}

/* ---- what is learned */

/* Towards the body's axis, clothes, or the middle of the head, hair. */
static void draw_in(pd_wardrobe_item *item)
{
    const bool is_hair = item->slot == PD_WARDROBE_HAIR;
    for (int i = 0; i < item->vertex_count; i++) {
        float *x = item->rest + 3 * (size_t)i;
        const float from[3] = {x[0], is_hair ? x[1] - 0.7f : 0, is_hair ? x[2] - 0.035f : x[2]};
        const float length = hypotf(hypotf(from[0], from[1]), from[2]);
        for (int c = 0; c < 3; c++) x[c] -= 0.006f * from[c] / length;
    }
}

static void clothes_are_cleared(golden_lines *g)
{
    static const char *const names[] = {"tee-jeans", "boots", "hair-ponytail"};
    pd_wardrobe *w;
    pd_train_clear how = PD_TRAIN_CLEAR;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    how.bodies = 1, how.poses = 2, how.faces = 2, how.rounds = 3, how.seed = 5;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int item = pd_wardrobe_find(w, names[i]);
        draw_in(&w->items[item]);
        assert_int_equal(pd_train_clear_item(w, item, model, &how, NULL), PD_OK);
        add_item(g, &w->items[item]);
    }
    pd_wardrobe_release(w);
}

/* Trousers of the shipped wardrobe are no skirt: what is made of one is looked at number by number, not by eye. */
static void a_skirt_is_made(golden_lines *g)
{
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, "tee-jeans")];
    int *part = malloc((size_t)item->face_count * sizeof *part);
    const int parts = pd_train_components(part, item);
    free(part);
    golden_lines_add(g, "components", (double[]){parts}, 1, 0);
    if (parts > 1) {
        const pd_status status = pd_train_skirt(item, &model->data, 1, NULL);
        golden_lines_add(g, "skirt", (double[]){status}, 1, 0);
        if (status == PD_OK) add_item(g, item);
    }
    pd_wardrobe_release(w);
}

static void caps_are_put_on(golden_lines *g)
{
    const size_t v = (size_t)model->vertex_count;
    float *skin = malloc(6 * v * sizeof *skin), *normals = skin + 3 * v;
    unsigned char *under = malloc(v);
    pd_wardrobe *w;
    pd_arena scratch;
    const pd_smpl_body body = {.vertices = skin, .normals = normals};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_fixture_shuffled);
    pd_arena_deinit(&scratch);
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_true(pd_train_scalp(under, &model->data));

    pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, "hair-ponytail")];
    item->part_count = 1, item->face_count = item->parts[0].face_count;
    assert_int_equal(pd_train_scalp_cap(item, &model->data, normals, under, 0.003f, NULL), PD_OK);
    add_item(g, item);
    item = &w->items[pd_wardrobe_find(w, "tee-jeans")];
    assert_int_equal(pd_train_skirt_line(item, &model->data, normals, 0.002f, 0, NULL), PD_OK);
    add_item(g, item);
    pd_wardrobe_release(w);
    free(skin), free(under);
}

/* ---- what is worn */

/* A random person in a pose that is drawn; every third of another model, whose garments are carried over. */
static void add_dressed(golden_lines *g, const pd_wardrobe *w, uint64_t seed)
{
    const pd_smpl_model *own = seed % 3 == 2 ? female : model;
    const size_t v = (size_t)own->vertex_count;
    float *skin = malloc(6 * v * sizeof *skin), *normals = skin + 3 * v, betas[10];
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    pd_wardrobe_transfer transfer;
    pd_wardrobe_wearer wearer;
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
    pd_train_pierced seen;
    pd_arena scratch;
    pd_rng rng;

    pd_rng_init(&rng, seed);
    for (int b = 0; b < 10; b++) betas[b] = (float)pd_rng_normal(&rng);
    pd_train_clear_pose(rotations, own, seed);
    const pd_smpl_body body = {
        .betas = betas, .beta_count = 10, .rotations = rotations, .vertices = skin, .normals = normals};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, own)));
    pd_smpl_job_run(&job, own, &scratch, &pd_fixture_shuffled);
    pd_arena_deinit(&scratch);

    pd_wardrobe_pick(&outfit, &palette, w, seed, own == female ? PD_SMPL_FEMALE : PD_SMPL_NEUTRAL);
    if (own == female) pd_wardrobe_transfer_init(&transfer, model);
    assert_int_equal(
        pd_wardrobe_wearer_init(&wearer, own, own == female ? &transfer : NULL, &body, skin, NULL), PD_OK);
    const pd_train_pierce_job look = {.wardrobe = w,
                                      .outfit = &outfit,
                                      .wearer = &wearer,
                                      .skin = skin,
                                      .normals = normals,
                                      .has_middles = true};
    assert_int_equal(pd_train_pierce(&seen, NULL, &look, NULL), PD_OK);
    golden_lines_add(g, "person",
                     (double[]){palette.skin, palette.hair, palette.iris, seen.seen, seen.covered,
                                seen.pierced, (double)seen.deepest},
                     7, TOLERANCE);
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) {
        if (outfit.items[s] < 0) continue;
        const pd_wardrobe_item *item = &w->items[outfit.items[s]];
        const size_t corners = 3 * (size_t)item->corner_count;
        float *at = malloc((2 * corners + 9 * (size_t)item->vertex_count) * sizeof *at);
        pd_wardrobe_dress(at, at + corners, item, &wearer, at + 2 * corners);
        golden_lines_add(g, item->name,
                         (double[]){golden_weighted(at, corners) / item->corner_count,
                                    golden_weighted(at + corners, corners) / item->corner_count},
                         2, TOLERANCE);
        free(at);
    }
    pd_wardrobe_wearer_deinit(&wearer);
    free(skin);
}

static void people_are_dressed(golden_lines *g)
{
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (uint64_t seed = 0; seed < PEOPLE; seed++) add_dressed(g, w, seed);
    pd_wardrobe_release(w);
}

static void clothes_are_what_they_were(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/clothes.txt");
    clothes_are_cleared(&g);
    a_skirt_is_made(&g);
    caps_are_put_on(&g);
    people_are_dressed(&g);
    golden_lines_end(&g);
}

static int setup(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK ||
           pd_smpl_model_load(&female, "models/person-female.safetensors", NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model), pd_smpl_model_release(female);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clothes_are_what_they_were)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
