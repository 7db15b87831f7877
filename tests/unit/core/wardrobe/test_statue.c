/* @heavy: fits person to another mesh, which takes seconds. */
/* Garments on a body of MHR: a model in MHR's manner is made of the default body, posed and dressed. Clothes
 * are at the same distance from its skin as they are on the garments' own model, around the same limbs. */
#include "core/wardrobe/borrow.h"

#include "core/math/rotation.h"
#include "core/mhr/body.h"
#include "core/wardrobe/dress.h"
#include "tests/support/cmocka.h"
#include "tests/support/mhr_body.h"

#include <math.h>

static pd_wardrobe *wardrobe;
static pd_smpl_model *person, *model;
static pd_mhr mhr;
static pd_mhr_convert_wrap wrap;

static int setup(void **state)
{
    (void)state;
    if (pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) ||
        pd_smpl_model_load(&person, "models/person.safetensors", NULL) ||
        pd_smpl_model_load(&model, "models/default.safetensors", NULL))
        return -1;
    mhr = mhr_of_body(model);
    return pd_mhr_convert_wrap_init(&wrap, &mhr, person, NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_mhr_convert_wrap_deinit(&wrap);
    pd_mhr_deinit(&mhr);
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(person);
    pd_smpl_model_release(model);
    return 0;
}

static void set(float *parameters, const char *name, double value)
{
    const int p = pd_mhr_parameter(&mhr, name);
    assert_true(p >= 0);
    parameters[p] = (float)value;
}

/* Distance of each vertex of an item from its place on the skin,
 * along the skin's normal, summed up: mean and least. */
static void heights(double *mean, double *least, const pd_wardrobe_item *item, const float *cloth,
                    const float *skin, const float *normals)
{
    double sum = 0;
    *least = (double)INFINITY;
    for (int c = 0; c < item->corner_count; c++) {
        const size_t v = item->corners[c];
        double height = 0, normal[3] = {0, 0, 0}, length = 0;
        for (size_t x = 0; x < 3; x++)
            for (size_t a = 0; a < 3; a++)
                normal[x] += (double)item->anchor_weights[3 * v + a] *
                             (double)normals[3 * (size_t)item->anchors[3 * v + a] + x];
        for (size_t x = 0; x < 3; x++) length += normal[x] * normal[x];
        for (size_t x = 0; x < 3; x++) {
            double off = (double)cloth[3 * (size_t)c + x];
            for (size_t a = 0; a < 3; a++)
                off -= (double)item->anchor_weights[3 * v + a] *
                       (double)skin[3 * (size_t)item->anchors[3 * v + a] + x];
            height += off * normal[x] / sqrt(length);
        }
        sum += height;
        *least = fmin(*least, height);
    }
    *mean = sum / item->corner_count;
}

static void a_posed_body_wears_the_requested_outfit(void **state)
{
    const size_t v = (size_t)mhr.vertex_count;
    float parameters[128] = {0}, *block = malloc((6 * v + 3 * (size_t)mhr.joint_count) * sizeof *block);
    pd_wardrobe_outfit outfit;
    pd_wardrobe_statue statue;
    pd_wardrobe_wearer wearer;
    pd_arena scratch;
    pd_error err;
    (void)state;

    set(parameters, "root_tx", 3), set(parameters, "root_ry", 1);
    set(parameters, "l_uparm_rz", -0.9), set(parameters, "l_lowarm_ry", -0.8);
    set(parameters, "r_upleg_rx", -0.7), set(parameters, "r_lowleg_rx", 0.9);
    pd_mhr_body body = {.vertices = block,
                        .normals = block + 3 * v,
                        .joints = block + 6 * v,
                        .parameters = parameters,
                        .parameter_count = mhr.parameter_count};
    assert_true(pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(&mhr)));
    pd_mhr_body_run(&body, &mhr, &scratch);
    pd_arena_deinit(&scratch);

    assert_int_equal(pd_wardrobe_choose(&outfit, wardrobe, "tee-jeans,sneakers", &err), PD_OK);
    if (pd_wardrobe_statue_make(&statue, wardrobe, person, &wrap, body.vertices, body.joints, &outfit, &err))
        fail_msg("%s", err.detail);
    assert_int_equal(statue.model->vertex_count, mhr.vertex_count);
    assert_true(statue.garments->mean > 0 && statue.garments->mean < 0.006);
    assert_int_equal(pd_wardrobe_check(&statue.garments->wardrobe, &err), PD_OK);

    /* The outfit, the shoes and the brows; eyes, lashes, teeth and tongue are of another mesh. */
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        assert_int_equal(statue.outfit.items[s] >= 0,
                         s == PD_WARDROBE_OUTFIT || s == PD_WARDROBE_SHOES || s == PD_WARDROBE_BROWS);

    const pd_smpl_body still = {0};
    assert_int_equal(
        pd_wardrobe_wearer_init(&wearer, statue.model, &pd_wardrobe_follow, &still, body.vertices, &err),
        PD_OK);
    for (int s = 0; s < PD_WARDROBE_BROWS; s++) {
        if (statue.outfit.items[s] < 0) continue;
        const pd_wardrobe_item *item = &statue.garments->wardrobe.items[statue.outfit.items[s]];
        float *cloth = malloc(3 * (size_t)(item->corner_count + 3 * item->vertex_count) * sizeof *cloth);
        double mean, least;
        assert_string_equal(item->name, wardrobe->items[outfit.items[s]].name);
        pd_wardrobe_dress(cloth, NULL, item, &wearer, cloth + 3 * (size_t)item->corner_count);
        heights(&mean, &least, item, cloth, body.vertices, body.normals);
        assert_true(mean > 0.002 && mean < 0.03);
        assert_true(least > -0.02);
        assert_true(item->hide_count > 0);
        free(cloth);
    }
    pd_wardrobe_wearer_deinit(&wearer);
    pd_wardrobe_statue_deinit(&statue);
    free(block);
}

/* A surface that is no human body is refused, and what was made for it is freed. */
static void a_model_without_a_body_is_refused(void **state)
{
    const size_t v = (size_t)mhr.vertex_count;
    float *vertices = malloc(3 * v * sizeof *vertices),
          *joints = calloc(3 * (size_t)mhr.joint_count, sizeof *joints);
    pd_wardrobe_outfit outfit;
    pd_wardrobe_statue statue;
    pd_error err;
    (void)state;
    for (size_t i = 0; i < 3 * v; i++) vertices[i] = 0.02f * mhr.vertices[i]; /* twice as large */
    assert_int_equal(pd_wardrobe_choose(&outfit, wardrobe, "tee-jeans", &err), PD_OK);
    assert_int_equal(
        pd_wardrobe_statue_make(&statue, wardrobe, person, &wrap, vertices, joints, &outfit, &err),
        PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "times as large as the model's body"));
    pd_wardrobe_statue_deinit(&statue);
    free(vertices), free(joints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_posed_body_wears_the_requested_outfit),
        cmocka_unit_test(a_model_without_a_body_is_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
