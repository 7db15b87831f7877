/* Tests that blend shapes are added behind the existing ones,
 * and that a refused one leaves the model unchanged. */
#include "tests/support/cmocka.h"

#include "train/model/blend_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V = 3 };

static const float two[2][V][3] = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {{-1, 0, 0}, {0, -2, 0}, {0, 0, -3}}};

static void added_blend_shapes_follow_the_existing_ones(void **state)
{
    (void)state;
    static const char *const first[] = {"belly"}, *const then[] = {"breath", "flex"};
    pd_smpl_data data = {.vertex_count = V};
    pd_error err;

    assert_int_equal(pd_train_add_blend_shapes(&data, first, &two[1][0][0], 1, &err), PD_OK);
    assert_int_equal(pd_train_add_blend_shapes(&data, then, &two[0][0][0], 2, &err), PD_OK);
    assert_int_equal(data.expression_count, 3);
    assert_string_equal(data.expression_names[0], "belly");
    assert_string_equal(data.expression_names[1], "breath");
    assert_string_equal(data.expression_names[2], "flex");
    for (int v = 0; v < V; v++)
        for (int c = 0; c < 3; c++) {
            const float *row = data.expressiondirs + 3 * (3 * v + c);
            assert_true(row[0] == two[1][v][c] && row[1] == two[0][v][c] && row[2] == two[1][v][c]);
        }
    pd_smpl_data_deinit(&data);
}

static void a_failed_addition_leaves_the_model_unchanged(void **state)
{
    (void)state;
    static const char *const names[] = {"belly", "belly"}, *const more[] = {"flex"};
    static const char *const longest[] = {"a name of thirty-two bytes, one m"};
    pd_smpl_data data = {.vertex_count = V};
    pd_error err;

    assert_int_equal(pd_train_add_blend_shapes(&data, names, &two[0][0][0], 2, &err), PD_ERR_INVALID);
    assert_int_equal(pd_train_add_blend_shapes(&data, longest, &two[0][0][0], 1, &err), PD_ERR_RANGE);
    assert_null(data.expressiondirs);
    assert_int_equal(pd_train_add_blend_shapes(&data, names, &two[0][0][0], 1, &err), PD_OK);
    assert_int_equal(pd_train_add_blend_shapes(&data, names, &two[1][0][0], 1, &err), PD_ERR_INVALID);
    assert_int_equal(data.expression_count, 1);
    assert_true(data.expressiondirs[4] == 5);

    free(data.expression_names); /* as SMPL-X's, by number */
    data.expression_names = NULL;
    assert_int_equal(pd_train_add_blend_shapes(&data, more, &two[1][0][0], 1, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "have no names"));
    pd_smpl_data_deinit(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(added_blend_shapes_follow_the_existing_ones),
        cmocka_unit_test(a_failed_addition_leaves_the_model_unchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
