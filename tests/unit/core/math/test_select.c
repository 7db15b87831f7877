/* Selection of the k-th number, compared with sorting. */
#include "core/base/rng.h"
#include "core/math/select.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Every rank of lists of 1 to 40 numbers; few different values give many equal ones. */
static void every_rank_is_that_of_the_sorted_list(void **state)
{
    double numbers[MOST], sorted[MOST], work[MOST];
    pd_rng rng;
    (void)state;

    pd_rng_init(&rng, 1);
    for (size_t count = 1; count <= MOST; count++)
        for (int values = 1; values <= 1000; values *= 10) {
            for (size_t i = 0; i < count; i++) numbers[i] = floor(values * pd_rng_uniform(&rng)) - 2;
            memcpy(sorted, numbers, sizeof sorted);
            qsort(sorted, count, sizeof *sorted, by_value);
            for (size_t n = 0; n < count; n++) {
                memcpy(work, numbers, sizeof work);
                assert_true(pd_nth_least(work, count, n) == sorted[n]);

                /* The list still has the same numbers. */
                qsort(work, count, sizeof *work, by_value);
                assert_memory_equal(work, sorted, count * sizeof *work);
            }
        }
}

/* Comparisons with NaN are false: the search must end inside the list. If it did not, the guards on both
 * sides would change. */
static void a_search_among_nan_stays_inside_the_list(void **state)
{
    double work[MOST + 2];
    pd_rng rng;
    (void)state;

    pd_rng_init(&rng, 2);
    for (int round = 0; round < 2000; round++) {
        const size_t count = 1 + (size_t)(round % MOST);
        work[0] = -7, work[count + 1] = 7;
        for (size_t i = 1; i <= count; i++)
            work[i] = pd_rng_uniform(&rng) < 0.3 ? (double)NAN : pd_rng_uniform(&rng);
        pd_nth_least(work + 1, count, (size_t)round % count);
        assert_true(work[0] == -7 && work[count + 1] == 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_rank_is_that_of_the_sorted_list),
                                       cmocka_unit_test(a_search_among_nan_stays_inside_the_list)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
