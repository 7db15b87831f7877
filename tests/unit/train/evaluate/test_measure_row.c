/* Tests that a row of the table of measures finds its member and gives it in its unit. */
#include "train/evaluate/measure_row.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stddef.h>

typedef struct figures {
    int count;
    double width, height;
} figures;

static const pd_train_measure_row rows[] = {
    {"width", "mm", "from side to side", 1000, (int)offsetof(figures, width)},
    {"height", "m", "from below to above", 1, (int)offsetof(figures, height)},
    {0},
};

static void a_row_finds_its_member_and_gives_it_in_its_unit(void **state)
{
    (void)state;
    const figures f = {7, 0.25, 3};
    assert_near(pd_train_measure_value(&f, &rows[0]), 250, 0);
    assert_near(pd_train_measure_value(&f, &rows[1]), 3, 0);
    assert_ptr_equal(pd_train_measure_find(rows, "width"), &rows[0]);
    assert_ptr_equal(pd_train_measure_find(rows, "height"), &rows[1]);
    assert_null(pd_train_measure_find(rows, "depth"));
}

static void cleared_members_are_not_numbers_and_the_others_stay(void **state)
{
    (void)state;
    figures f = {7, 0.25, 3};
    pd_train_measure_clear(&f, rows);
    assert_int_equal(f.count, 7);
    assert_true(isnan(f.width) && isnan(f.height));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_finds_its_member_and_gives_it_in_its_unit),
        cmocka_unit_test(cleared_members_are_not_numbers_and_the_others_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
