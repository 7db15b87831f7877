/* The cheapest assignment, compared with a search of all assignments. */
#include "core/base/rng.h"
#include "core/math/assign.h"
#include "tests/support/cmocka.h"

#include <stdbool.h>

enum { MOST = 5 };

/* Returns the least cost of the rows from `row` on, with columns that are still free. */
static double try_all(const double *cost, int rows, int columns, double leave, int row, bool *taken)
{
    if (row == rows) return 0;
    double least = leave + try_all(cost, rows, columns, leave, row + 1, taken);
    for (int c = 0; c < columns; c++) {
        if (taken[c]) continue;
        taken[c] = true;
        const double sum = cost[row * columns + c] + try_all(cost, rows, columns, leave, row + 1, taken);
        taken[c] = false;
        if (sum < least) least = sum;
    }
    return least;
}

static void an_assignment_costs_the_least_possible(void **state)
{
    double cost[MOST * MOST], scratch[200];
    pd_rng rng;
    int left_out = 0;

    (void)state;
    assert_true(pd_assign_scratch_bytes(MOST, MOST) <= sizeof scratch);
    pd_rng_init(&rng, 5);
    for (int n = 0; n < 400; n++) {
        const int rows = 1 + pd_rng_below(&rng, MOST), columns = pd_rng_below(&rng, MOST + 1);
        const double leave = n % 2 ? 0.4 : INFINITY;
        bool taken[MOST] = {false}, used[MOST] = {false};
        int column[MOST];
        double sum = 0;
        for (int i = 0; i < rows * columns; i++)
            cost[i] = pd_rng_uniform(&rng) < 0.2 ? INFINITY : pd_rng_between(&rng, -0.5, 1);

        const double least = try_all(cost, rows, columns, leave, 0, taken);
        assert_int_equal(pd_assign(column, cost, rows, columns, leave, scratch), isfinite(least));
        if (!isfinite(least)) continue;
        for (int r = 0; r < rows; r++) {
            sum += column[r] < 0 ? leave : cost[r * columns + column[r]];
            left_out += column[r] < 0;
            if (column[r] < 0) continue;
            assert_true(column[r] < columns && !used[column[r]]);
            used[column[r]] = true;
        }
        assert_near(sum, least, 1e-12);
    }
    assert_true(left_out > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_assignment_costs_the_least_possible)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
