/* The direction of breathing: half a litre, at the front of the body, symmetric. */
#include "factory/tissue/breath.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

static double volume_of(const pd_smpl_model *model, const float *moved)
{
    double sum = 0;
    for (int f = 0; f < model->face_count; f++) {
        double p[3][3];
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++) {
                const size_t at = 3 * (size_t)model->data.faces[3 * f + i] + (size_t)c;
                p[i][c] = (double)model->data.v_template[at] + (moved ? (double)moved[at] : 0);
            }
        sum += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
               p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
               p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return sum / 6;
}

static void a_breath_is_half_a_litre_in_front_and_symmetric(void **state)
{
    pd_smpl_model *model;
    (void)state;
    assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", NULL), PD_OK);
    float *moved = malloc(3 * (size_t)model->vertex_count * sizeof *moved), most = 0;
    assert_int_equal(pd_factory_tissue_breath(moved, 1, model, NULL), PD_OK);
    assert_true(fabs(volume_of(model, moved) - volume_of(model, NULL) - 0.0005) < 3e-5);

    for (int v = 0; v < model->vertex_count; v++) {
        const float *d = moved + 3 * v, *o = moved + 3 * model->data.mirror[v];
        assert_true(fabsf(d[0] + o[0]) < 1e-5F && fabsf(d[2] - o[2]) < 1e-5F);
        most = fmaxf(most, d[2]);
    }
    assert_true(most > 0.002F && most < 0.02F);
    free(moved);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_breath_is_half_a_litre_in_front_and_symmetric)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
