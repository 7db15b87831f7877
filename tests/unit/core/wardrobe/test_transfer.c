/* Garments of one model on another of its mesh (core/wardrobe/transfer.h). */
#include "core/wardrobe/dress.h"
#include "core/wardrobe/export/export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static pd_wardrobe *wardrobe;
static pd_smpl_model *person, *other;

/* `other` has the person's shapes under other numbers: its mean is a person's of 1.5 of beta 0 and -1 of beta
 * 2, and its beta 1 is half of the person's beta 5. */
static int load(void **state)
{
    (void)state;
    pd_smpl_data data = {0};
    if (pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) ||
        pd_smpl_model_load(&person, "models/person.safetensors", NULL) ||
        pd_smpl_data_load(&data, "models/person.safetensors", NULL))
        return 1;

    const size_t betas = (size_t)data.beta_count;
    for (size_t at = 0; at < 3 * (size_t)data.vertex_count; at++) {
        float *row = data.shapedirs + at * betas;
        data.v_template[at] += 1.5f * row[0] - row[2];
        const float fifth = row[5];
        row[5] = row[1], row[1] = 0.5f * fifth;
    }
    snprintf(data.text.name, strlen(data.text.name) + 1, "other");
    return pd_smpl_model_build(&other, &data, NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(person);
    pd_smpl_model_release(other);
    return 0;
}

static const float theirs[6] = {0, 2, 0, 0, 0, 0}, own[6] = {1.5f, 0, -1, 0, 0, 1};

static float *made(const pd_smpl_model *model, const float *betas, const float *rotations)
{
    float *skin = malloc(12 * (size_t)model->vertex_count);
    const pd_smpl_body body = {.betas = betas, .beta_count = 6, .rotations = rotations, .vertices = skin};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    return skin;
}

static float *worn(const char *name, const pd_smpl_model *model, const pd_wardrobe_transfer *transfer,
                   const float *betas, const float *rotations, int *count)
{
    const pd_wardrobe_item *item = &wardrobe->items[pd_wardrobe_find(wardrobe, name)];
    float *scratch = malloc(36 * (size_t)item->vertex_count), *out = malloc(12 * (size_t)item->corner_count),
          *skin = made(model, betas, rotations);
    const pd_smpl_body body = {.betas = betas, .beta_count = 6, .rotations = rotations};
    pd_wardrobe_wearer wearer;
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, transfer, &body, skin, NULL), PD_OK);
    pd_wardrobe_dress(out, NULL, item, &wearer, scratch);
    pd_wardrobe_wearer_deinit(&wearer);
    free(scratch), free(skin);
    *count = 3 * item->corner_count;
    return out;
}

static void the_same_body_by_other_numbers_wears_the_same(void **state)
{
    (void)state;
    pd_wardrobe_transfer transfer;
    assert_int_equal(pd_wardrobe_transfers(wardrobe, person, other, NULL), PD_OK);
    pd_wardrobe_transfer_init(&transfer, person);

    /* turned and lying: pose blend shapes, which another model's first betas change, have no part in it */
    float *rotations = calloc(9 * (size_t)person->joint_count, sizeof *rotations);
    for (int i = 0; i < 3 * person->joint_count; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
    memcpy(rotations, (float[9]){0, 0, -1, 1, 0, 0, 0, -1, 0}, 9 * sizeof *rotations);

    static const char *const names[] = {"tee-jeans", "sneakers", "hair-long",
                                        "eyes",      "teeth",    "blouse-skirt"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int posed = 0; posed < 2; posed++) {
            int count = 0;
            float *a = worn(names[n], other, &transfer, theirs, posed ? rotations : NULL, &count),
                  *b = worn(names[n], person, NULL, own, posed ? rotations : NULL, &count);
            for (int i = 0; i < count; i++)
                if (fabsf(a[i] - b[i]) > 3e-4f)
                    fail_msg("%s %d: %g, not %g", names[n], i, (double)a[i], (double)b[i]);
            free(a), free(b);
        }
    free(rotations);
}

/* Morphs of a rig: the template and two units of beta 1 are the body of that beta at rest. Cloth is raised
 * out of the skin of that body (dress.h), which morphs cannot do: by up to a millimetre, at few vertices. */
static void a_rigs_morph_targets_equal_the_effect_of_betas(void **state)
{
    (void)state;
    static const float none[6] = {0};
    float *skin = made(other, none, NULL);
    const pd_smpl_body body = {.betas = none, .beta_count = 6};
    pd_wardrobe_request request = {.wardrobe = wardrobe,
                                   .model = other,
                                   .own = person,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = skin,
                                   .body_count = 1,
                                   .at_rest = true};
    pd_wardrobe_export dressed;
    assert_int_equal(pd_wardrobe_choose(&request.outfit, wardrobe, "tee-jeans", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_export_init(&dressed, &request, NULL), PD_OK);

    pd_wardrobe_transfer transfer;
    int count = 0, raised = 0;
    pd_wardrobe_transfer_init(&transfer, person);
    const pd_io_glb_layer *layer = &dressed.layers[0];
    assert_int_equal(layer->dir_count, other->beta_count);
    float *want = worn("tee-jeans", other, &transfer, theirs, NULL, &count);
    assert_int_equal(count, 3 * layer->corner_count);
    for (int i = 0; i < count; i++) {
        const size_t at = 3 * (size_t)layer->corners[i / 3] + (size_t)(i % 3);
        const float got = dressed.worn[0].vertices[i] + 2 * layer->dirs[at * (size_t)layer->dir_count + 1];
        raised += fabsf(got - want[i]) > 1e-4f;
        if (fabsf(got - want[i]) > 1e-3f) fail_msg("%d: %g, not %g", i, (double)got, (double)want[i]);
    }
    if (raised > count / 50) fail_msg("%d of %d coordinates differ", raised, count);
    pd_wardrobe_export_deinit(&dressed);
    free(want), free(skin);
}

/* A model with another mesh, another joint, or arms that rest elsewhere. */
static void a_model_that_cannot_wear_the_item_is_refused_by_name(void **state)
{
    (void)state;
    pd_error err = {0};
    const uint32_t first = other->data.faces[0];
    other->data.faces[0] = other->data.faces[1];
    assert_int_equal(pd_wardrobe_transfers(wardrobe, person, other, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "person"));
    other->data.faces[0] = first;

    const double wrist = other->joint_template[3 * 20];
    other->joint_template[3 * 20] -= 0.6;
    assert_int_equal(pd_wardrobe_transfers(wardrobe, person, other, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "left_wrist"));
    other->joint_template[3 * 20] = wrist;

    assert_int_equal(pd_wardrobe_transfers(wardrobe, other, person, &err), PD_ERR_INVALID);
    assert_int_equal(pd_wardrobe_transfers(wardrobe, person, other, &err), PD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_body_by_other_numbers_wears_the_same),
        cmocka_unit_test(a_rigs_morph_targets_equal_the_effect_of_betas),
        cmocka_unit_test(a_model_that_cannot_wear_the_item_is_refused_by_name),
    };
    return cmocka_run_group_tests_name("transfer", tests, load, unload);
}
