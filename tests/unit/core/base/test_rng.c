/* Random numbers: the published generator, its distributions, and draws by weight. */
#include "core/base/rng.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

#define DRAWS 100000

/* The first numbers of xoshiro256** from the state 1, 2, 3, 4, as the authors' program prints them. */
static void numbers_are_those_of_the_published_generator(void **state)
{
    (void)state;
    const uint64_t published[] = {11520, 0, 1509978240, 1215971899390074240u};
    pd_rng rng = {{1, 2, 3, 4}};
    for (int i = 0; i < 4; i++) assert_true(pd_rng_next(&rng) == published[i]);
}

static void the_same_seed_gives_the_same_numbers(void **state)
{
    (void)state;
    pd_rng a, b, c;
    pd_rng_init(&a, 7);
    pd_rng_init(&b, 7);
    pd_rng_init(&c, 8);
    for (int i = 0; i < 100; i++) {
        const uint64_t number = pd_rng_next(&a);
        assert_true(number == pd_rng_next(&b) && number != pd_rng_next(&c));
    }
}

static void means_and_spreads_are_those_of_the_distributions(void **state)
{
    (void)state;
    pd_rng rng;
    double sum = 0, squares = 0, normal = 0, normal_squares = 0;
    pd_rng_init(&rng, 1);
    for (int i = 0; i < DRAWS; i++) {
        const double u = pd_rng_uniform(&rng), n = pd_rng_normal(&rng), between = pd_rng_between(&rng, -3, 5);
        assert_true(u >= 0 && u < 1 && between >= -3 && between < 5);
        sum += u;
        squares += u * u;
        normal += n;
        normal_squares += n * n;
    }

    /* Five deviations of the mean of so many draws. */
    const double slack = 5 / sqrt(DRAWS);
    assert_true(fabs(sum / DRAWS - 0.5) < slack * sqrt(1.0 / 12));
    assert_true(fabs(squares / DRAWS - 1.0 / 3) < slack * sqrt(4.0 / 45));
    assert_true(fabs(normal / DRAWS) < slack);
    assert_true(fabs(normal_squares / DRAWS - 1) < slack * sqrt(2));
}

static void whole_numbers_are_equally_likely(void **state)
{
    (void)state;
    pd_rng rng;
    int counts[7] = {0};
    pd_rng_init(&rng, 2);
    for (int i = 0; i < DRAWS; i++) {
        const int n = pd_rng_below(&rng, 7);
        assert_true(n >= 0 && n < 7);
        counts[n]++;
    }
    for (int n = 0; n < 7; n++) assert_true(abs(counts[n] - DRAWS / 7) < 5 * sqrt(DRAWS / 7.0));
    assert_int_equal(pd_rng_below(&rng, 1), 0);
}

static void draws_are_proportional_to_their_weights(void **state)
{
    (void)state;
    const int weights[] = {3, 0, 1, 6, 0}, none[] = {0, 0};
    pd_rng rng;
    int counts[5] = {0};
    pd_rng_init(&rng, 3);
    for (int i = 0; i < DRAWS; i++) counts[pd_rng_weighted(&rng, weights, 5)]++;
    for (int n = 0; n < 5; n++)
        assert_true(abs(counts[n] - weights[n] * DRAWS / 10) <= 5 * sqrt(weights[n] * DRAWS / 10.0));
    assert_int_equal(pd_rng_weighted(&rng, none, 2), -1);
    assert_int_equal(pd_rng_weighted(&rng, weights, 0), -1);
    const int one[] = {0, 1000000000};
    for (int i = 0; i < 100; i++) assert_int_equal(pd_rng_weighted(&rng, one, 2), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_published_generator),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers),
        cmocka_unit_test(means_and_spreads_are_those_of_the_distributions),
        cmocka_unit_test(whole_numbers_are_equally_likely),
        cmocka_unit_test(draws_are_proportional_to_their_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
