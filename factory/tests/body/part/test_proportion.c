/* Directions of proportion, appended to a model's own: their order, halves of men and women, exact mirror
 * images. test_body.c tests those of real bodies. */
#include "factory/body/part/proportion.h"

#include "tests/support/cmocka.h"
#include "tests/support/cylinders.h"

enum { P = PD_FACTORY_PROPORTION_COUNT };

static float *random_directions(int vertex_count, unsigned seed)
{
    float *d = malloc(3 * (size_t)vertex_count * P * sizeof *d);
    for (int i = 0; i < 3 * vertex_count * P; i++) {
        seed = seed * 1664525 + 1013904223;
        d[i] = (float)(seed >> 8) / 16777216 - 0.5f;
    }
    return d;
}

/* Pairs up vertices; the first of an odd count stays alone. */
static void pair_up(pd_smpl_data *data)
{
    free(data->mirror);
    data->mirror = malloc((size_t)data->vertex_count * sizeof *data->mirror);
    for (int v = 0; v < data->vertex_count; v++) data->mirror[v] = v ^ 1;
    if (data->vertex_count % 2) data->mirror[data->vertex_count - 1] = data->vertex_count - 1;
}

static void added_betas_follow_the_models_and_are_exactly_symmetric(void **state)
{
    (void)state;
    pd_smpl_data before, data;
    pd_error err = {0};
    cyl_data(&before);
    cyl_data(&data);
    pair_up(&data);
    const int b = data.beta_count, all = b + P;
    float *directions[2] = {random_directions(data.vertex_count, 1), random_directions(data.vertex_count, 2)};
    assert_int_equal(pd_factory_proportions_add(&data, directions, true, true, &err), PD_OK);

    assert_int_equal(data.beta_count, all);
    for (int v = 0; v < data.vertex_count; v++)
        for (int c = 0; c < 3; c++) {
            const float *row = data.shapedirs + (3 * v + c) * all,
                        *mirror = data.shapedirs + (3 * data.mirror[v] + c) * all;
            assert_memory_equal(row, before.shapedirs + (3 * v + c) * b, (size_t)b * sizeof *row);
            for (int k = b; k < all; k++) assert_true(row[k] == (c == 0 ? -mirror[k] : mirror[k]));
        }
    const float *y = directions[0] + P, *z = directions[0] + 4 * P, *u = directions[1] + P,
                *w = directions[1] + 4 * P;
    assert_near(data.shapedirs[all + b], (y[0] + z[0] + u[0] + w[0]) / 4, 1e-6);
    for (int k = b; k < all; k++) assert_in_range((int)data.beta_limits[k], 1, 6);

    free(directions[0]), free(directions[1]);
    pd_smpl_data_deinit(&before);
    pd_smpl_data_deinit(&data);
}

static void proportions_of_one_sex_are_its_own(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_error err = {0};
    cyl_data(&data);
    pair_up(&data);
    const int b = data.beta_count;
    float *directions[2] = {random_directions(data.vertex_count, 1), random_directions(data.vertex_count, 2)};
    assert_int_equal(pd_factory_proportions_add(&data, directions, false, true, &err), PD_OK);
    assert_near(data.shapedirs[(b + P) + b], (directions[1][P] + directions[1][4 * P]) / 2, 1e-6);
    free(directions[0]), free(directions[1]);
    pd_smpl_data_deinit(&data);
}

static void every_row_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(pd_factory_proportion_names[0], "head");
    assert_string_equal(pd_factory_proportion_names[P - 1], "feet");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(added_betas_follow_the_models_and_are_exactly_symmetric),
        cmocka_unit_test(proportions_of_one_sex_are_its_own),
        cmocka_unit_test(every_row_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
