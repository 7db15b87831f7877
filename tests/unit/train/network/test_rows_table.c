/* Tests the table of training rows on three frames whose means and deviations are computed by hand. */
#include "train/network/rows_table.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <stdlib.h>

static const float numbers[3] = {1, 5, 3};

/* Makes three frames whose inputs are all 1, 5 and 3, outputs twice that;
 * each on two grounds, the frame of 3 held out. */
static void make(pd_train_rows_table *table)
{
    pd_train_rows_table_init(table, pd_pfnn_layout_of(12, 6, 31));
    for (int f = 0; f < 3; f++) {
        float *x, *y;
        assert_int_equal(pd_train_rows_table_add_frame(table, &x, &y, NULL), PD_OK);
        for (int i = 0; i < table->layout.in_left; i++) x[i] = numbers[f];
        for (int i = 0; i < table->layout.out_count; i++) y[i] = 2 * numbers[f];
    }
    for (int r = 0; r < 6; r++) {
        pd_train_table_row row = {
            .frame = r % 3, .piece = r / 3, .phase = r == 4 ? 1 : 0.25F, .height = r < 3 ? 0 : 10};
        row.held_out = r % 3 == 2;
        for (int i = 0; i < PD_TRAIN_TABLE_GROUND; i++) row.ground[i] = (float)(r / 3 ? 4 : -4);
        assert_int_equal(pd_train_rows_table_add_row(table, &row, NULL), PD_OK);
    }
}

static void heights_of_joints_are_over_the_rows_ground(void **state)
{
    (void)state;
    pd_train_rows_table table;
    pd_train_rows rows;
    float x[342], y[311];
    make(&table);
    assert_int_equal(pd_train_rows_of_table(&rows, &table, &pd_executor_serial, NULL), PD_OK);
    assert_null(table.rows);
    assert_int_equal(rows.count, 6);

    const pd_pfnn_layout *l = &rows.layout;
    pd_train_rows_raw(x, y, &rows, 4);
    assert_near(x[l->in_positions + 3], 5, 0);
    assert_near(x[l->in_positions + 4], -5, 0);
    assert_near(x[l->in_velocities + 4], 5, 0);
    assert_near(x[l->in_left], 4, 0);
    assert_near(y[l->out_positions + 91], 0, 0);
    assert_near(y[l->out_rotations + 91], 10, 0);
    assert_near(rows.phase[4], 0, 0);                                /* 1 is 0 again ... */
    assert_near(pd_train_rows_table_of(&rows)->rows[4].phase, 1, 0); /* ... but is kept as it is told */
    const pd_train_row_place place = pd_train_rows_place(&rows, 4);
    assert_int_equal(place.motion, 1);
    assert_int_equal(place.frame, 1);
    pd_train_rows_deinit(&rows);
}

static void means_and_deviations_are_those_of_rows_not_held_out(void **state)
{
    (void)state;
    pd_train_rows_table table;
    pd_train_rows rows, again;
    float x[342], y[311];
    make(&table);
    assert_int_equal(pd_train_rows_of_table(&rows, &table, &pd_executor_serial, NULL), PD_OK);
    const pd_pfnn_layout *l = &rows.layout;
    assert_near(rows.x_mean[0], 3, 1e-6);
    assert_near(rows.x_std[0], 2, 1e-6);
    assert_near(rows.y_mean[0], 6, 1e-6);
    assert_near(rows.x_std[l->in_left], 4, 1e-6);
    double height = (2 * 2 + sqrt(4 + 25)) / 3; /* mean of x, y and z: heights are 1, 5, -9, -5 */
    assert_near(rows.x_std[l->in_positions], height / 0.1, 1e-4);
    assert_true(rows.x_std[l->in_positions + 3] > 1e8); /* LHipJoint copies its parent */
    pd_train_rows_get(x, y, &rows, 1);
    assert_near(x[0], 1, 1e-6);

    make(&table);
    assert_int_equal(pd_train_rows_of_table(&again, &table, &pd_fixture_shuffled, NULL), PD_OK);
    assert_memory_equal(again.x_std, rows.x_std, 342 * sizeof(float));
    pd_train_rows_deinit(&rows), pd_train_rows_deinit(&again);
}

/* Two cycles of one clip on two grounds each: frames 0 to 2 and 2 to 3, then a piece of another clip, and one
 * that goes on in a cycle of one row alone. */
static void a_piece_goes_on_in_the_next_cycle_on_the_same_ground(void **state)
{
    (void)state;
    static const int frames[] = {0, 1, 2, 0, 1, 2, 2, 3, 2, 3, 7, 8, 4, 5, 5},
                     pieces[] = {0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6};
    static const long next[] = {1, 2, 7, 4, 5, 9, 7, -1, 9, -1, 11, -1, 13, -1, -1};
    pd_train_rows_table table;
    pd_train_rows rows;
    pd_train_rows_table_init(&table, pd_pfnn_layout_of(12, 6, 31));
    for (int f = 0; f < 9; f++) {
        float *x, *y;
        assert_int_equal(pd_train_rows_table_add_frame(&table, &x, &y, NULL), PD_OK);
        for (int i = 0; i < table.layout.in_left; i++) x[i] = (float)f;
        for (int i = 0; i < table.layout.out_count; i++) y[i] = (float)f;
    }
    for (int r = 0; r < 15; r++) {
        const pd_train_table_row row = {.frame = frames[r], .piece = pieces[r]};
        assert_int_equal(pd_train_rows_table_add_row(&table, &row, NULL), PD_OK);
    }
    assert_int_equal(pd_train_rows_of_table(&rows, &table, &pd_executor_serial, NULL), PD_OK);
    for (int r = 0; r < 15; r++) assert_int_equal(pd_train_rows_next(&rows, r), next[r]);
    pd_train_rows_deinit(&rows);
}

static void a_table_without_rows_or_with_all_held_out_is_refused(void **state)
{
    (void)state;
    pd_train_rows_table table;
    pd_train_rows rows;
    pd_error err = {0};
    pd_train_rows_table_init(&table, pd_pfnn_layout_of(12, 6, 31));
    assert_int_equal(pd_train_rows_of_table(&rows, &table, &pd_executor_serial, &err), PD_ERR_INVALID);
    make(&table);
    for (int r = 0; r < 6; r++) table.rows[r].held_out = 1;
    assert_int_equal(pd_train_rows_of_table(&rows, &table, &pd_executor_serial, &err), PD_ERR_INVALID);
    assert_null(rows.frames);
    pd_train_rows_table_init(&table, pd_pfnn_layout_of(12, 6, 30));
    assert_int_equal(pd_train_rows_of_table(&rows, &table, &pd_executor_serial, &err), PD_ERR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_of_joints_are_over_the_rows_ground),
        cmocka_unit_test(means_and_deviations_are_those_of_rows_not_held_out),
        cmocka_unit_test(a_piece_goes_on_in_the_next_cycle_on_the_same_ground),
        cmocka_unit_test(a_table_without_rows_or_with_all_held_out_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
