/* @heavy: takes over five seconds under ASan. */
/* The simulated world in short: two minutes with a storm and a calm. */
#include "tests/simulate/simulate.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_seed_is_a_world_byte_for_byte(void **state)
{
    (void)state;
    sim_result first, again, other;
    sim_run(&first, 24, 120, false);
    sim_run(&other, 8, 120, false);
    sim_run(&again, 24, 120, false);
    if (first.failed) fail_msg("seed 24: %s", first.what);
    if (other.failed) fail_msg("seed 8: %s", other.what);

    assert_memory_equal(&first.counts, &again.counts, sizeof first.counts);
    assert_true(first.hash == again.hash && first.stage == again.stage);
    assert_true(first.hash != other.hash && first.stage != other.stage);
    assert_true(first.counts.lowered > 0 &&
                first.counts.raised > 0); /* the machine was too slow, and was not */
    assert_true(first.counts.frames > 1000 && first.counts.resumed > 5 && first.counts.faults > 20);
}

static void the_speed_is_measured_with_eight_characters(void **state)
{
    (void)state;
    sim_result r;
    sim_is_measured = true;
    sim_run(&r, 1, 10, false);
    sim_is_measured = false;
    if (r.failed) fail_msg("seed 1: %s", r.what);

    assert_int_equal(r.counts.faults, 0);
    assert_int_equal(r.counts.welcomes, SIM_PLAYERS);
    assert_true(r.counts.moves > SIM_PLAYERS * SIM_RATE * 6 && r.counts.moves < SIM_PLAYERS * SIM_RATE * 10);
    for (int part = 0; part < SIM_PARTS; part++) assert_true(sim_spent[part] > 0);
}

static void assert_same(const sim_result *a, const sim_result *b)
{
    assert_true(a->failed && b->failed);
    assert_string_equal(a->what, b->what);
    assert_true(a->hash == b->hash && a->stage == b->stage && a->seconds == b->seconds);
    assert_memory_equal(&a->counts, &b->counts, sizeof a->counts);
}

/* Later in the same process, and in another one whose heap looks otherwise. */
static void a_seed_that_fails_fails_again_in_the_same_microsecond(void **state)
{
    (void)state;
    sim_result first, other, again, elsewhere;
    int ends[2];
    sim_loses = 1e-3;
    sim_run(&first, 11, 120, false);
    sim_loses = 0;
    sim_run(&other, 12, 60, false);
    if (other.failed) fail_msg("seed 12: %s", other.what);
    sim_loses = 1e-3;
    sim_run(&again, 11, 120, false);
    assert_true(first.failed && first.seconds > 1);
    assert_same(&first, &again);

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        void *holes[64];
        for (int i = 0; i < 64; i++) holes[i] = malloc((size_t)(i * i * 37 + 1));
        for (int i = 0; i < 64; i += 2) free(holes[i]);
        sim_run(&elsewhere, 11, 120, false);
        _exit(write(ends[1], &elsewhere, sizeof elsewhere) != sizeof elsewhere);
    }
    sim_loses = 0;
    assert_int_equal(read(ends[0], &elsewhere, sizeof elsewhere), sizeof elsewhere);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ends[0]);
    close(ends[1]);
    assert_same(&first, &elsewhere);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_a_world_byte_for_byte),
        cmocka_unit_test(the_speed_is_measured_with_eight_characters),
        cmocka_unit_test(a_seed_that_fails_fails_again_in_the_same_microsecond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
