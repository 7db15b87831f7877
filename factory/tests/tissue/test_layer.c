/* The soft tissue of a body: closed prisms between skin and core,
 * mass by volume, skin that follows its nodes. */
#include "factory/tissue/layer.h"
#include "tests/support/default_model.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pd_factory_tissue_layer layer_of(const float *betas, int count)
{
    pd_factory_tissue_layer layer;
    assert_int_equal(pd_factory_tissue_layer_build(&layer, model, betas, count, NULL), PD_OK);
    return layer;
}

static void mass_is_density_times_volume_and_stands_on_free_nodes(void **state)
{
    pd_factory_tissue_layer layer = layer_of(NULL, 0);
    double mass = 0, volume = 0, carried = 0;
    (void)state;
    for (int t = 0; t < layer.tet_count; t++) {
        const pd_factory_tissue_tet *tet = &layer.tets[t];
        int free_nodes = 0;
        for (int i = 0; i < 4; i++) free_nodes += tet->nodes[i] >= 0;
        assert_in_range(free_nodes, 1, 4);
        assert_true(tet->volume > 0);
        volume += (double)tet->volume;
        carried += 250 * free_nodes * (double)tet->volume;
    }
    for (int n = 0; n < layer.node_count; n++) mass += (double)layer.mass[n];
    assert_true(fabs(mass - carried) < 1e-3 * carried);
    assert_true(fabs(layer.flesh_kg - 1000 * volume) < 1e-6 * layer.flesh_kg);
    assert_true(layer.flesh_kg > 20 && layer.flesh_kg < 60);
    assert_true(layer.left_out < layer.tet_count / 20);
    pd_factory_tissue_layer_deinit(&layer);
}

static void gradients_are_those_of_linear_functions(void **state)
{
    pd_factory_tissue_layer layer = layer_of(NULL, 0);
    (void)state;
    for (int t = 0; t < layer.tet_count; t += 17) {
        const pd_factory_tissue_tet *tet = &layer.tets[t];
        bool all = true;
        for (int i = 0; i < 4; i++) all &= tet->nodes[i] >= 0;
        for (int c = 0; c < 3; c++) {
            double sum = 0, slope[3] = {0};
            for (int i = 0; i < 4; i++) {
                sum += (double)tet->gradients[i][c];
                for (int k = 0; k < 3 && all; k++)
                    slope[k] += layer.rest[tet->nodes[i]][c] * (double)tet->gradients[i][k];
            }
            assert_true(fabs(sum) < 1e-2);
            for (int k = 0; k < 3 && all; k++) assert_true(fabs(slope[k] - (k == c)) < 1e-3);
        }
    }
    pd_factory_tissue_layer_deinit(&layer);
}

static void stouter_bodies_have_thicker_tissue_and_hands_have_none(void **state)
{
    double most = 0, least = INFINITY;
    (void)state;
    for (int way = -1; way <= 1; way++) {
        const float betas[2] = {0, 2 * (float)way};
        pd_factory_tissue_layer layer = layer_of(betas, 2);
        most = fmax(most, layer.flesh_kg), least = fmin(least, layer.flesh_kg);
        for (int s = 0; s < layer.skin_count; s++) {
            const float *w = model->data.weights + 24 * (size_t)layer.skin[s].vertex;
            assert_true(w[22] + w[23] + w[15] + w[7] + w[8] <= 0.5F); /* hands, head, ankles */
            assert_true(layer.skin[s].mass > 0);
        }
        pd_factory_tissue_layer_deinit(&layer);
    }
    assert_true(most > 1.5 * least);
}

static void the_skin_takes_the_transforms_of_its_nodes(void **state)
{
    pd_factory_tissue_layer layer = layer_of(NULL, 0);
    float *nodes = calloc(4 * (size_t)layer.node_count, sizeof *nodes),
          *skin = malloc(3 * (size_t)layer.skin_count * sizeof *skin),
          *scratch = malloc(3 * (size_t)layer.skin_count * sizeof *scratch);
    int whole = 0;
    (void)state;
    for (int n = 0; n < layer.node_count; n++) nodes[4 * n + 1] = 0.01F;
    pd_factory_tissue_layer_skin(skin, &layer, nodes, 4, scratch);
    for (int s = 0; s < layer.skin_count; s++) {
        assert_true(skin[3 * s] == 0 && skin[3 * s + 1] >= 0 && skin[3 * s + 1] <= 0.0100001F);
        whole += skin[3 * s + 1] > 0.00999F;
    }
    assert_true(whole > layer.skin_count / 2); /* the others are near skin that is rigid */
    free(nodes), free(skin), free(scratch);
    pd_factory_tissue_layer_deinit(&layer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_is_density_times_volume_and_stands_on_free_nodes),
        cmocka_unit_test(gradients_are_those_of_linear_functions),
        cmocka_unit_test(stouter_bodies_have_thicker_tissue_and_hands_have_none),
        cmocka_unit_test(the_skin_takes_the_transforms_of_its_nodes),
    };
    return cmocka_run_group_tests(tests, default_model_setup, default_model_teardown);
}
