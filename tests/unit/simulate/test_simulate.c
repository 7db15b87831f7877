/* The simulated world, in small: two minutes of it, with a storm and a calm. */
#include "tests/simulate/simulate.h"

#include "tests/support/cmocka.h"

static void a_seed_is_a_world_byte_for_byte(void **state)
{
    (void)state;
    sim_result first, again, other;
    sim_run(&first, 7, 120, false);
    sim_run(&other, 8, 120, false);
    sim_run(&again, 7, 120, false);
    if (first.failed) fail_msg("seed 7: %s", first.what);
    if (other.failed) fail_msg("seed 8: %s", other.what);

    assert_memory_equal(&first.counts, &again.counts, sizeof first.counts);
    assert_true(first.hash == again.hash);
    assert_true(first.hash != other.hash);
    assert_true(first.counts.frames > 1000 && first.counts.resumed > 5 && first.counts.faults > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_a_world_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
