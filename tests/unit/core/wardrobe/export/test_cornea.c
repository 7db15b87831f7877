/* Normals of eyes in a file: those of a convex wet surface, over the iris more curved than the eyeball, on
 * the shipped person. */
#include "core/wardrobe/export/export.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/cmocka.h"

static pd_wardrobe *wardrobe;
static pd_smpl_model *model;

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) ||
           pd_smpl_model_load(&model, "models/person.safetensors", NULL);
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(model);
    return 0;
}

/* Returns the slope of a normal away from the pole over that of the vertex, least and mean over the corners
 * of the left eye's iris: 1 on a sphere. translation: of the body, NULL: a rig at rest. */
static void curvature(double *least, double *mean, bool has_cornea, const float translation[3])
{
    const pd_smpl_body body = {.translation = translation};
    const int numbers = 3 * model->vertex_count;
    float *skin = malloc((size_t)numbers * sizeof *skin);
    assert_non_null(skin);
    for (int i = 0; i < numbers; i++)
        skin[i] = model->data.v_template[i] + (translation ? translation[i % 3] : 0);
    pd_wardrobe_request request = {.wardrobe = wardrobe,
                                   .model = model,
                                   .palette = PD_WARDROBE_PALETTE,
                                   .bodies = &body,
                                   .skins = skin,
                                   .body_count = 1,
                                   .at_rest = !translation,
                                   .has_normals = true,
                                   .has_cornea = has_cornea,
                                   .no_morphs = true};
    pd_wardrobe_export d;
    assert_int_equal(pd_wardrobe_choose(&request.outfit, wardrobe, "tee-jeans", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_export_init(&d, &request, NULL), PD_OK);
    int layer = 0, count = 0;
    while (d.layer_slots[layer] != PD_WARDROBE_EYES) layer++;
    const float *at = d.worn[layer].vertices, *normals = d.worn[layer].normals;

    /* The left eye's middle, from the box of the eyeball, and its foremost point. */
    float low[3] = {9, 9, 9}, high[3] = {-9, -9, -9};
    for (int c = 0; c < d.layers[layer].corner_count; c++)
        for (int k = 0; k < 3 && at[3 * c] > 0; k++)
            low[k] = fminf(low[k], at[3 * c + k]), high[k] = fmaxf(high[k], at[3 * c + k]);
    const double x = (double)(low[0] + high[0]) / 2, y = (double)(low[1] + high[1]) / 2,
                 radius = (double)(high[0] - low[0]) / 2;

    *least = INFINITY, *mean = 0;
    for (int c = 0; c < d.layers[layer].corner_count; c++) {
        const double dx = (double)at[3 * c] - x, dy = (double)at[3 * c + 1] - y, far = hypot(dx, dy);
        const float *n = normals + 3 * c;
        assert_near(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-4);
        if (at[3 * c] < 0 || (double)at[3 * c + 2] < (double)high[2] - 0.4 * radius || far < 0.1 * radius ||
            far > 0.4 * radius)
            continue;
        const double slope = ((double)n[0] * dx + (double)n[1] * dy) / far / (far / radius);
        *least = fmin(*least, slope), *mean += slope, count++;
    }
    assert_true(count > 8);
    *mean /= count;
    pd_wardrobe_export_deinit(&d);
    free(skin);
}

static void eyes_in_a_file_have_a_convex_cornea(void **state)
{
    (void)state;
    double least, mean, bare_least, bare_mean;
    curvature(&least, &mean, true, NULL);
    curvature(&bare_least, &bare_mean, false, NULL);
    if (!(least > 0.5 && mean > 1.2 && mean < 2.5 && bare_mean < 0.9 * mean))
        fail_msg("slope %.2f at least, %.2f on average; without a cornea %.2f and %.2f", least, mean,
                 bare_least, bare_mean);
}

/* The first version took the eye's centre from the joints, which have no translation: its normals pointed
 * down, and eyes mirrored the sky. */
static void eyes_of_a_body_elsewhere_have_the_same_cornea(void **state)
{
    (void)state;
    static const float away[] = {0, 0.9f, -0.2f};
    double least, mean, least_away, mean_away;
    curvature(&least, &mean, true, NULL);
    curvature(&least_away, &mean_away, true, away);
    assert_near(least_away, least, 0.02);
    assert_near(mean_away, mean, 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eyes_in_a_file_have_a_convex_cornea),
        cmocka_unit_test(eyes_of_a_body_elsewhere_have_the_same_cornea),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
