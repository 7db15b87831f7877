/* Tests dressed people in rigged files: at rest they equal the file, joints carry skin and cloth, and skin
 * stays below clothes. */
#include "factory/wardrobe/cut/pierce.h"
#include "factory/wardrobe/cut/rigged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static pd_wardrobe *wardrobe;
static pd_smpl_model *model;
static float betas[2] = {1, -1};

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK ||
           pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(model);
    return 0;
}

static pd_factory_rigged make(const char *names)
{
    pd_factory_rigged rigged;
    pd_wardrobe_outfit outfit;
    const pd_smpl_body body = {.betas = betas, .beta_count = 2};
    assert_int_equal(pd_wardrobe_choose(&outfit, wardrobe, names, NULL), PD_OK);
    assert_int_equal(pd_factory_rigged_init(&rigged, wardrobe, model, NULL, &outfit, &body, NULL), PD_OK);
    return rigged;
}

/* Sets the joint's rotation by an angle about x, y or z. */
static void turn(float *rotations, int joint, int axis, float angle)
{
    float *m = rotations + 9 * joint;
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    m[4 * a] = m[4 * b] = cosf(angle), m[3 * b + a] = sinf(angle), m[3 * a + b] = -sinf(angle);
}

static void unit(float *rotations)
{
    memset(rotations, 0, 9 * PD_SMPL_MAX_JOINTS * sizeof *rotations);
    for (int i = 0; i < 3 * PD_SMPL_MAX_JOINTS; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
}

static void a_rigged_item_at_rest_is_that_of_its_file(void **state)
{
    (void)state;
    pd_factory_rigged g = make("tee-jeans,sneakers");
    pd_factory_rigged_pose(&g, NULL);
    for (int i = 0; i < 3 * model->vertex_count; i++)
        assert_true(fabsf(g.skin[i] - g.dressed.rest[i]) < 1e-6f);
    int layers = 0;
    for (int l = 0; l < g.dressed.layer_count; l++, layers++)
        for (int c = 0; c < 3 * g.dressed.layers[l].corner_count; c++)
            assert_true(fabsf(g.worn[g.dressed.layer_slots[l]][c] - g.dressed.worn[l].vertices[c]) < 1e-6f);
    assert_true(layers > 2 && !g.worn[PD_WARDROBE_HAIR]);
    pd_factory_rigged_deinit(&g);
}

/* The file of one body, morphed by the difference of betas, has the skin of the other, but for what skin is
 * moved below cloth; and weights of 0 move nothing. */
static void morph_targets_make_another_body(void **state)
{
    (void)state;
    const float by[2] = {1.5f, -1};
    pd_factory_rigged from = make("tee-jeans,sneakers"), to;
    pd_factory_rigged_morph(&from, (const float[2]){0, 0}, 2);
    pd_factory_rigged_pose(&from, NULL);
    for (int l = 0; l < from.dressed.layer_count; l++)
        for (int c = 0; c < 3 * from.dressed.layers[l].corner_count; c++)
            assert_true(fabsf(from.worn[from.dressed.layer_slots[l]][c] - from.dressed.worn[l].vertices[c]) <
                        1e-6f);

    pd_factory_rigged_morph(&from, by, 2);
    pd_factory_rigged_pose(&from, NULL);
    for (int b = 0; b < 2; b++) betas[b] += by[b];
    to = make("tee-jeans,sneakers");
    for (int b = 0; b < 2; b++) betas[b] -= by[b];
    pd_factory_rigged_pose(&to, NULL);
    for (int i = 0; i < 3 * model->vertex_count; i++) assert_true(fabsf(from.skin[i] - to.skin[i]) < 0.0045f);
    for (int c = 0; c < 3 * from.dressed.layers[0].corner_count; c++)
        assert_true(fabsf(from.cloth[c] - to.cloth[c]) < 0.02f);
    pd_factory_rigged_deinit(&from), pd_factory_rigged_deinit(&to);
}

/* By the left shoulder: the hand and a sleeve turn about it, and what is right of the middle stays. */
static void a_joint_carries_skin_and_cloth_rigidly(void **state)
{
    (void)state;
    const int shoulder = pd_smpl_joint_find(&model->data, "left_shoulder");
    float rotations[9 * PD_SMPL_MAX_JOINTS], joint[3];
    pd_factory_rigged g = make("shirt-chinos");
    unit(rotations);
    turn(rotations, shoulder, 2, 1.5707963f); /* x becomes y, y becomes -x */
    pd_factory_rigged_pose(&g, rotations);
    for (size_t c = 0; c < 3; c++) {
        double at = model->joint_template[3 * (size_t)shoulder + c];
        for (size_t b = 0; b < 2; b++)
            at += model->joint_shapedirs[(3 * (size_t)shoulder + c) * (size_t)model->beta_count + b] *
                  (double)betas[b];
        joint[c] = (float)at;
    }

    int turned = 0, still = 0;
    for (size_t i = 0; i < (size_t)model->vertex_count; i++) {
        const float *r = g.rest + 3 * i, *s = g.skin + 3 * i;
        const float expected[3] = {joint[0] - (r[1] - joint[1]), joint[1] + r[0] - joint[0], r[2]};
        const bool is_arm = r[0] > joint[0] + 0.35f; /* forearm and hand */
        for (size_t c = 0; c < 3 && is_arm; c++) assert_true(fabsf(s[c] - expected[c]) < 1e-5f);
        for (size_t c = 0; c < 3 && r[0] < -0.1f; c++) assert_true(fabsf(s[c] - r[c]) < 1e-5f);
        turned += is_arm, still += r[0] < -0.1f;
    }
    assert_true(turned > 1000 && still > 1000);

    /* Cloth of the forearm. */
    const pd_io_glb_layer *layer = &g.dressed.layers[0];
    turned = 0;
    for (size_t c = 0; c < (size_t)layer->corner_count; c++) {
        const float *r = g.dressed.worn[0].vertices + 3 * c, *s = g.worn[PD_WARDROBE_OUTFIT] + 3 * c;
        if (r[0] < joint[0] + 0.35f) continue;
        assert_true(fabsf(s[0] - (joint[0] - (r[1] - joint[1]))) < 1e-4f);
        assert_true(fabsf(s[1] - (joint[1] + r[0] - joint[0])) < 1e-4f);
        turned++;
    }
    assert_true(turned > 20);
    pd_factory_rigged_deinit(&g);
}

/* Bent hips, knees and elbows, in the clothes that showed most skin before skin
 * and clothes were fitted to each other. */
static void skin_stays_below_the_clothes_of_a_bent_rig(void **state)
{
    (void)state;
    const char *const names[] = {"black-dress", "romper", "crop-top-jeans"};
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    unit(rotations);
    for (int side = 0; side < 2; side++) {
        turn(rotations, 1 + side, 0, -1.5f);                /* hips */
        turn(rotations, 4 + side, 0, 1.5f);                 /* knees */
        turn(rotations, 18 + side, 1, side ? 1.4f : -1.4f); /* elbows */
    }

    pd_factory_pierced sum = {0};
    unsigned char *touched = malloc((size_t)model->vertex_count);
    for (int k = 0; k < 3; k++) {
        pd_factory_rigged g = make(names[k]);
        const pd_wardrobe_wearer wearer = {.model = model};
        pd_factory_pierced out;
        pd_factory_pierce_job look = {.wardrobe = wardrobe,
                                      .outfit = &g.outfit,
                                      .wearer = &wearer,
                                      .skin = g.skin,
                                      .normals = g.normals,
                                      .worn = g.worn,
                                      .has_middles = true};
        pd_factory_rigged_pose(&g, NULL);
        assert_int_equal(pd_factory_pierce(&out, touched, &look, NULL), PD_OK);
        look.among = touched;
        pd_factory_rigged_pose(&g, rotations);
        assert_int_equal(pd_factory_pierce(&out, NULL, &look, NULL), PD_OK);
        sum.covered += out.covered, sum.pierced += out.pierced;
        pd_factory_rigged_deinit(&g);
    }
    free(touched);
    assert_true(sum.covered > 1000);
    if (sum.pierced > sum.covered / 500) fail_msg("%d of %d points", sum.pierced, sum.covered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rigged_item_at_rest_is_that_of_its_file),
        cmocka_unit_test(morph_targets_make_another_body),
        cmocka_unit_test(a_joint_carries_skin_and_cloth_rigidly),
        cmocka_unit_test(skin_stays_below_the_clothes_of_a_bent_rig),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
